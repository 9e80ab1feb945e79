"""Nobody sees what they must not at two terminals: every byte that a guest gets is read.

The keys are pressed by chance, at both terminals, in both games and languages; windows change
their size, connections break off, and somebody joins again.
"""

from __future__ import annotations

import re
import socket
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from itertools import cycle
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.core.cards import CardPlayed, Deal, Seat
from foxduet.play.game import Game, Header
from foxduet.remote.table import SharedTable
from foxduet.remote.wire import Finished, Hello, Rows
from foxduet.store.saved_games import SavedGame, save_game
from foxduet.ui.kit.canvas import Look, Size
from foxduet.ui.kit.keys import Input, Interruption
from foxduet.ui.kit.screen import Screen
from foxduet.ui.table.state import Choosing
from foxduet.words.i18n import use_language
from tests.support.classic import classic, played_match
from tests.support.meetings import HELLO, TwoTerminals, watched_screens
from tests.support.players import at_first, duet, few, played_game, seeds
from tests.support.tables import (
    WINDOW,
    first_decisions,
    keys_that_tell_of_a_hand,
    options_in,
)

pytestmark = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="no such sockets here")

Cards = set[tuple[int, int]]

PICTURES = {"duet": "▼¤*", "classic": "Ω†●"}
NAMES = {
    "duet": ("Doves|Colombes", "Roses", "Stars|Étoiles"),
    "classic": ("Bells|Cloches", "Keys|Clés", "Moons|Lunes"),
}
STEPS, MOST_STEPS = 40, 2000
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
    happened: set[tuple[str, str]] = field(default_factory=set)

    @property
    def latest(self) -> Game:
        """The game as the host's table has it."""
        return self.games[Seat.P1][-1]

    @property
    def is_over(self) -> bool:
        """Whether nothing is hidden any more, or the host has left."""
        return self.latest.result is not None or self.two.meeting.host.is_over

    @property
    def is_well_into_round_two(self) -> bool:
        """Whether some tricks of the second round were played."""
        return self.latest.round >= 2 and self.latest.state.table.tricks_done > 3

    def watch(self, language: str, screen: Screen) -> None:
        self.happened.add((language, type(screen).__name__))
        if isinstance(screen, SharedTable):
            if isinstance(screen.mode, Choosing) and screen.mode.hint is not None:
                self.happened.add((language, "Hint"))
            self.games[screen.own_seat].append(screen.session.game)

    def check(self) -> None:
        """Look at all that was shown since the last time."""
        guest, display = self.two.guest, self.two.display
        # The first was the last one then.
        new = ["\n".join(frame.text_rows) for frame in display.frames[1:]]
        display.frames[:-1] = []
        texts = {Seat.P1: new, Seat.P2: []}
        if guest is not None:
            rows = [one for one in guest.messages if isinstance(one, Rows)]
            if any(isinstance(one, Finished) for one in guest.messages):
                assert self.two.saved.result is not None, "no record of a game under way"
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
            del games[:-2]


SIDE_STEPS: tuple[tuple[str, ...], ...] = (
    ("?", " ", "escape"),
    ("tab", "escape"),
    ("b", " "),
    ("t", "h", "o", "enter", "escape"),
    ("t", "tab", "escape"),
    ("R", "n"),
    ("q", "n"),
)


EVERYTHING = {
    (language, screen)
    for language in ("en", "fr")
    # A hint, help, a choice that is taken back, and resigning.
    for screen in ("Hint", "TextScreen", "ConsentScreen", "AskScreen", "LeaveScreen")
}


def play_by_chance(two: TwoTerminals, game: Game, rng: Random, hello: Hello) -> None:
    """Press what goes on at either terminal, or something else, or let something happen."""
    what, seat = rng.random(), rng.choice(list(Seat))
    if two.guest is None:
        two.join(hello)
    elif what < 0.02:
        two.lose_guest()
    elif what < 0.05:
        for size in (Size(20, 70), Size(rng.randint(24, 50), rng.randint(80, 130))):
            two.resize(seat, size)
        two.press(seat, " ")
    elif what < 0.2:
        two.press(seat, *rng.choice(SIDE_STEPS))
        two.press(seat.other, rng.choice("ny"))
    else:
        pending = game.pending
        seats = [pending.seat] if pending is not None and pending.seat is not None else [*Seat]
        count = len(game.rules.legal_actions(game.state))
        for one in seats:
            hints = "iii" if rng.random() < 0.2 else ""
            two.press(one, " ", *hints, *["right"] * rng.randint(1, max(1, min(4, count))), "enter")
            if rng.random() < 0.2:
                two.press(one, "u")
                two.press(one.other, rng.choice("ny"))


def resign(two: TwoTerminals, seat: Seat) -> None:
    """Let a seat resign, or propose it to a teammate who agrees."""
    two.press(seat, " ", "escape", "R", "y")
    two.press(seat.other, "y")


@contextmanager
def witnessed(header: Header, seed: int, own: str, other: str) -> Iterator[tuple[Witness, Hello]]:
    """Let two people sit down who speak these languages; afterwards, all was looked at."""
    hello = replace(HELLO, language=other)
    with tempfile.TemporaryDirectory() as folder:
        use_language(own)
        two = TwoTerminals(options_in(Path(folder), Look(animated=seed % 3 == 2)), header)
        witness = Witness(two)
        with watched_screens(witness.watch):
            two.join(hello)
            yield witness, hello
            witness.check()
        two.close()
        use_language("en")
    assert witness.looked_at > 20 or witness.is_over


def header_of(game: str, seed: int) -> Header:
    return duet(seed % 3 + 1, seed=seed) if game == "duet" else classic(16, seed=seed)


@pytest.mark.parametrize("game", ["duet", "classic"])
@few(15)
@given(seeds, st.permutations(["en", "fr"]))
def test_no_card_that_a_seat_may_not_know_is_in_any_byte_for_it(
    game: str, seed: int, languages: list[str]
) -> None:
    rng = Random(seed)
    with witnessed(header_of(game, seed), seed, *languages) as (witness, hello):
        for _ in at_first(range(MOST_STEPS), STEPS):
            if witness.is_over:
                break
            play_by_chance(witness.two, witness.latest, rng, hello)
            if rng.random() < 0.002:
                resign(witness.two, rng.choice(list(Seat)))
            witness.check()


@pytest.mark.parametrize(
    ("game", "own", "other", "likely"), [("duet", "en", "fr", 9), ("classic", "fr", "en", 1)]
)
def test_nor_in_a_game_that_goes_on_into_round_two_with_all_that_may_happen(
    game: str, own: str, other: str, likely: int
) -> None:
    happened = set()
    # With a likely seed all of it happens in one game.
    for seed in range(likely, 20):
        rng = Random(seed)
        with witnessed(header_of(game, seed), seed, own, other) as (witness, hello):
            while not witness.is_over and not witness.is_well_into_round_two:
                play_by_chance(witness.two, witness.latest, rng, hello)
                witness.check()
            happened |= witness.happened
            if witness.is_well_into_round_two and happened >= EVERYTHING:
                resign(witness.two, rng.choice(list(Seat)))
                assert witness.latest.result is not None
                return
    raise AssertionError(f"no game goes on so far, or in none of them: {EVERYTHING - happened}")


COVERS: tuple[Input | Size, ...] = (
    "b",
    Interruption.SUSPENDED,
    Interruption.CONTINUED,
    Interruption.RESIZED,
    Size(20, 70),
)


def cover(two: TwoTerminals, seat: Seat, how: Input | Size) -> str:
    """Cover a hand, by a window that is too small for a moment among others; return what shows."""
    if isinstance(how, Size):
        two.resize(seat, how)
        two.resize(seat, WINDOW)
    else:
        two.press(seat, how)
    return two.text(seat)


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("name", ["duet", "classic"])
def test_nothing_that_was_said_of_a_hand_outlives_its_cover(
    name: str, seat: Seat, tmp_path: Path
) -> None:
    desk, covers = options_in(tmp_path), cycle(COVERS)
    played = played_game(duet(1, seed=0)) if name == "duet" else played_match(classic(16, seed=0))
    for game in first_decisions(played, seat=seat):
        saved = save_game(SavedGame(tmp_path / f"{len(game.turns)}.toml"), game)
        with closing(TwoTerminals(desk, path=saved.path)) as two:
            two.join()
            covered = cover(two, seat, "b")
            assert cards_in(name, covered) <= known_to(game, seat.other)
            for told_by in keys_that_tell_of_a_hand(game):
                two.press(seat, " ", *told_by)
                assert cover(two, seat, next(covers)) == covered, told_by
            for opener in ("?", "tab", "q", "R"):
                two.press(seat, " ", opener)
                cover(two, seat, next(covers))
                two.press(seat, "escape")
                assert two.text(seat) == covered, opener
