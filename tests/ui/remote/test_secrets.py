"""Nobody sees what they must not at two terminals: every byte that a guest gets is read.

The keys are pressed by chance, at both terminals, in both games and languages; windows change
their size, connections break off, and somebody joins again.
"""

from __future__ import annotations

import re
import tempfile
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.core.common import CardPlayed, Deal, Seat
from foxduet.play.game import Game, Header
from foxduet.ui.kit.canvas import Look, Size
from foxduet.ui.kit.screen import Screen
from foxduet.ui.remote.messages import Hello, Rows
from foxduet.ui.remote.table import SharedTable
from foxduet.words.i18n import use_language
from tests.support.classic.screens import classic
from tests.support.meetings import HELLO, TwoTerminals, watched_screens
from tests.support.players import at_first, duet, few, seeds
from tests.support.tables import options_in

Cards = set[tuple[int, int]]

PICTURES = {"duet": "▼¤*", "classic": "Ωð◙"}
NAMES = {
    "duet": ("Doves|Colombes", "Roses", "Stars|Étoiles"),
    "classic": ("Bells|Cloches", "Keys|Clés", "Moons|Lunes"),
}
STEPS, MOST_STEPS = 80, 2000
"""So many steps of a game; the thorough profile goes on to the end."""


def cards_in(game: str, text: str) -> Cards:
    """Return every card that a text shows or names, in either language."""
    found = {
        (int(rank), PICTURES[game].index(suit))
        for rank, suit in re.findall(rf"\b(1[01]|[1-9]) ?([{PICTURES[game]}])", text)
    }
    for suit, names in enumerate(NAMES[game]):
        named = re.findall(rf"\b(1[01]|[1-9]) (?:of |de |d.)(?:{names})", text)
        found |= {(int(rank), suit) for rank in named}
    return found


def known_to(game: Game, seat: Seat) -> Cards:
    """Return the cards of a round that a seat has held, or that have lain open."""
    known = set()
    deals = [at for at, turn in enumerate(game.turns) if isinstance(turn.action, Deal)]
    for turn in game.turns[deals[-1] if deals else 0 :]:
        state = turn.step.state
        known |= {*state.hands[seat], state.table.decree}
        known |= {one.card for one in turn.step.events if isinstance(one, CardPlayed)}
        for one in turn.step.events:
            # What one draws, and discards at once.
            card = getattr(one, "card", None)
            if card is not None and getattr(one, "seat", None) is seat:
                known.add(card)
    return {(card.rank, card.suit) for card in known if card is not None}


@dataclass
class Witness:
    """Sees which games each player's screens are about, and what both players see."""

    two: TwoTerminals
    games: dict[Seat, list[Game]] = field(default_factory=lambda: {seat: [] for seat in Seat})
    looked_at: int = 0

    def watch(self, _language: str, screen: Screen) -> None:
        if isinstance(screen, SharedTable):
            self.games[screen.own] = [*self.games[screen.own][-4:], screen.session.game]

    def check(self) -> None:
        """Look at all that was shown since the last time."""
        guest, display = self.two.guest, self.two.display
        texts = {Seat.P1: ["\n".join(frame.lines) for frame in display.frames], Seat.P2: []}
        display.frames[:-1] = []
        if guest is not None:
            rows = [one for one in guest.messages if isinstance(one, Rows)]
            texts[Seat.P2] = [
                "".join(span.text for span in spans)
                for one in rows
                for spans in one.changed.values()
            ]
            guest.messages.clear()
        for seat, some in texts.items():
            games = self.games[seat]
            if not games or any(game.result is not None for game in games):
                # Nothing is hidden any more, and all of the game may be looked through.
                continue
            name = games[0].header.game
            allowed = {card for game in games for card in known_to(game, seat)}
            for text in some:
                shown = cards_in(name, text)
                assert shown <= allowed, (seat, shown - allowed, text)
                self.looked_at += len(shown)


SIDE_STEPS: tuple[tuple[str, ...], ...] = (
    ("i", "i", "i"),
    ("?", " ", "escape"),
    ("tab", "escape"),
    ("b", " "),
    ("u",),
    ("t", "h", "o", "enter"),
    ("t", "tab", "escape"),
    ("R", "n"),
    ("q", "n"),
)


def press_by_chance(two: TwoTerminals, game: Game, rng: Random, hello: Hello) -> None:
    """Press what goes on at either terminal, or something else, or let something happen."""
    what, seat = rng.random(), rng.choice(list(Seat))
    if two.guest is None:
        two.join(hello)
    elif what < 0.02:
        two.lose_guest()
    elif what < 0.05:
        two.resize(seat, Size(rng.randint(20, 50), rng.randint(70, 130)))
        two.press(seat, " ")
    elif what < 0.052:
        two.press(seat, "R", "y")
        two.press(seat.other, "y")
    elif what < 0.12:
        two.press(seat, *rng.choice(SIDE_STEPS))
        two.press(seat.other, rng.choice("ny"))
    else:
        pending = game.pending
        seats = [pending.seat] if pending is not None and pending.seat is not None else [*Seat]
        for one in seats:
            two.press(one, " ", rng.choice("1234567890-"), "enter")


@pytest.mark.parametrize("game", ["duet", "classic"])
@few(20)
@given(seeds, st.permutations(["en", "fr"]))
def test_no_card_that_a_seat_may_not_know_is_in_any_byte_for_it(
    game: str, seed: int, languages: list[str]
) -> None:
    header: Header = duet(seed % 3 + 1, seed=seed) if game == "duet" else classic(16, seed=seed)
    own, other = languages
    with tempfile.TemporaryDirectory() as folder:
        use_language(own)
        two = TwoTerminals(options_in(Path(folder), Look(animated=seed % 2 == 0)), header)
        witness, rng, hello = Witness(two), Random(seed), replace(HELLO, language=other)
        with watched_screens(witness.watch):
            two.join(hello)
            for _ in at_first(range(MOST_STEPS), STEPS):
                latest = witness.games[Seat.P1][-1]
                if two.meeting.host.is_over or latest.result is not None:
                    # Nothing is hidden any more.
                    break
                press_by_chance(two, latest, rng, hello)
                witness.check()
        two.close()
        use_language("en")
    assert witness.looked_at > 20
