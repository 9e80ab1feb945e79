"""In words, too, nobody hears what they may not, nor does what they did not mean."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.core.common import Deal, Seat
from foxduet.play.game import NO_PARTNERS
from foxduet.ui.plain.table import TABLE
from foxduet.ui.table.state import GameOver, Handoff
from tests.support.conversation import ALONE, a_game, heard_cards, something_to_say
from tests.support.players import few, seeds
from tests.support.solo import PARTNER, solo_turn
from tests.support.tables import options_in, shown_to_all

GAMES = pytest.mark.parametrize("kind", ["duet", "classic"])
ASIDES = (
    *(
        "hand",
        "path",
        "trick",
        "before",
        "decree",
        "score",
        "out",
        "cards",
        "help",
        "again",
        "hint",
        "why",
    ),
    *("undo", "about 7r", "about 9 keys", "nonsense", "17", "resign", "12 stars", ""),
)
"""What may be said at any time, whether it can be done or not; a question is answered with no."""


def may_know(session: Any, *seats: Seat) -> set[tuple[int, int]]:
    """Return the cards that lay open in this game, and those that each of ``seats`` ever held.

    With two of them nobody may hear of a hand.
    """
    cards: set[Any] = set()
    for turn in session.game.turns:
        if isinstance(turn.action, Deal):
            cards.add(turn.action.decree)
        cards |= shown_to_all(turn)
        if len(seats) == 1:
            state = turn.step.state
            own = session.game.rules.observe(state, seats[0])
            cards |= {*own.hand, getattr(own, "own_offer", None), getattr(own, "drawn", None)}
    return {(card.rank, card.suit) for card in cards if card is not None}


def draw_of(session: Any, seat: Seat) -> set[tuple[int, int]]:
    """Return the cards that a Woodcutter put under the deck, which their own seat may hear of."""
    cards = [
        getattr(turn.action, "card", None)
        for turn in session.game.turns
        if getattr(turn.action, "seat", None) is seat
    ]
    return {(card.rank, card.suit) for card in cards if card is not None}


@GAMES
@few(8)
@given(seeds, st.booleans())
def test_nobody_hears_of_a_card_that_they_may_not_know(kind: str, seed: int, alone: bool) -> None:
    chance = Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        talk = a_game(Path(folder), kind, seed, ALONE if alone else NO_PARTNERS)
        said, listener = [*talk.paper.lines], Seat.P1 if alone else None
        for _ in range(120):
            if talk.ended is not None or isinstance(getattr(talk.screen, "shows", None), GameOver):
                break
            clears = len(talk.paper.cleared)
            session = talk.screen.session
            seats = tuple(Seat) if listener is None else (listener,)
            allowed = may_know(session, *seats)
            if listener is not None:
                allowed |= draw_of(session, listener)
            assert heard_cards(said, kind) <= allowed
            asked = not hasattr(talk.screen, "shows")
            aside = chance.random() < 0.4 and not asked
            line = chance.choice(ASIDES) if aside else something_to_say(talk.screen, chance)
            hears_next = session.viewer
            said = [one for one in talk.say(line) if not one.startswith("You have no ")]
            if len(talk.paper.cleared) > clears:
                # Only what was said after the screen was cleared is for the next player.
                cleared = talk.paper.cleared[-1] - (len(talk.paper.lines) - len(said))
                said, listener = said[cleared:], None
            elif not alone:
                screen = talk.screen
                viewer = screen.session.viewer if hasattr(screen, "session") else hears_next
                shows = getattr(screen, "shows", None)
                listener = None if isinstance(shows, Handoff) else viewer


def test_what_was_said_to_one_player_is_cleared_before_the_other_hears(tmp_path: Path) -> None:
    talk = a_game(tmp_path, "duet", 8, NO_PARTNERS)
    assert talk.paper.cleared == []
    hand = talk.say("")
    assert hand[0].startswith("You hold 11 cards: ")
    said = talk.say("1 roses")
    before = len(talk.paper.lines) - len(said)
    assert talk.paper.cleared == [before], "all that was said goes before anything is told"
    assert said == [
        "Right led the 1 of Roses, Musician.",
        "Pass the keyboard to Left. Left, press Enter.",
    ]


def test_what_was_typed_before_a_handoff_was_said_is_thrown_away(tmp_path: Path) -> None:
    talk = a_game(tmp_path, "duet", 8, NO_PARTNERS)
    paper = talk.paper
    assert (paper.forgotten, paper.prompts) == ([len(paper.lines)], 1), "all was told by then"
    talk.say("", "1 roses")
    assert paper.forgotten[1:] == [len(paper.lines)]
    talk.say("resign", "no")
    assert paper.forgotten[2:] == [len(paper.lines)], "a question was between, and is answered"
    assert a_game(tmp_path / "pipe", "duet", 8, NO_PARTNERS, typed=False).paper.forgotten == []


def test_a_key_that_is_held_down_opens_no_hand(tmp_path: Path) -> None:
    talk = a_game(tmp_path, "duet", 8, NO_PARTNERS)
    talk.say("")
    talk.paper.held, prompts = 5, talk.paper.prompts
    talk.say("1 roses")
    assert (talk.paper.held, talk.paper.prompts) == (0, prompts + 1), "no prompt before it ends"


def test_it_is_said_where_what_was_said_before_can_still_be_read(tmp_path: Path) -> None:
    talk = a_game(tmp_path, "duet", 8, NO_PARTNERS)
    talk.paper.lasts = True
    talk.say("")
    assert talk.say("1 roses")[0] == "What was said before can still be read above."


@GAMES
@few(5)
@given(seeds)
def test_with_headphones_nothing_of_a_hand_is_said_unless_somebody_asks(
    kind: str, seed: int
) -> None:
    chance = Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        talk = a_game(Path(folder), kind, seed, NO_PARTNERS, headphones=True)
        said = talk.paper.lines
        for _ in range(80):
            if talk.ended is not None or isinstance(getattr(talk.screen, "shows", None), GameOver):
                break
            assert heard_cards(said, kind) <= may_know(talk.screen.session, *Seat)
            assert not any("You hold" in line or "cannot follow" in line for line in said)
            said = talk.say(something_to_say(talk.screen, chance))


@pytest.mark.parametrize("headphones", [False, True])
def test_with_headphones_no_hand_is_told_while_the_partner_thinks(
    headphones: bool, tmp_path: Path
) -> None:
    context = options_in(tmp_path, headphones=headphones).context
    said = TABLE.tell(solo_turn(tmp_path, PARTNER), None, context)
    assert any(line.startswith("You hold ") for line in said) is not headphones


def test_no_hand_stays_in_sight_where_two_people_leave(tmp_path: Path) -> None:
    talk = a_game(tmp_path, "duet", 8, NO_PARTNERS)
    talk.say("", "leave", "yes")
    assert talk.ended is not None
    assert talk.paper.cleared == [len(talk.paper.lines)]
    talk = a_game(tmp_path, "duet", 8, NO_PARTNERS)
    talk.say("")
    talk.end()
    assert talk.paper.cleared == [len(talk.paper.lines)]
