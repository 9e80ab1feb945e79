"""What happened, in sentences, and the figures of a round."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.core.common import Deal, Seat, TrickWon, WinReason
from foxduet.games.duet.rules.actions import Forest, parse_action
from foxduet.games.duet.rules.board import BOARDS, GEM_TOKENS, Board
from foxduet.games.duet.rules.cards import Card, Suit
from foxduet.games.duet.rules.events import (
    Event,
    GameEnded,
    GemCollected,
    MoveChanged,
    PathOverrun,
    SpaceCovered,
    TrackerMoved,
    TrackerReset,
)
from foxduet.games.duet.rules.position import parse_position, restore
from foxduet.games.duet.rules.state import Outcome
from foxduet.games.duet.words.story import STORY, round_figures
from foxduet.play.game import Game, Header, act, open_game
from foxduet.play.table import Session, news, of_the_round, since_last_card
from tests.support.deals import setup_of
from tests.support.players import VICTORY, duet, few, played_game, seeds
from tests.support.tables import at_table, text_of

NAMES = ("Ann", "Bob")


def story(line: str, *actions: str, to: Seat | None, reader: Seat | None = None) -> list[str]:
    """Play from a position; return the sentences for a seat, or for the table of ``reader``."""
    state = restore(parse_position(line, setup_of(2)))
    game = replace(open_game(duet(2, NAMES)), first=state)
    for action in actions:
        game = act(game, parse_action(action))
    session, seat = Session(game), to if to is not None else reader
    events = since_last_card(session) if seat is None else news(session, seat)
    return list(STORY.tell(events, NAMES, to))


GIFT = "1.0 4d7d/5d6d 1s 7r1d8d6s4s2r4r p1:- - 1212101212 6 3 p1:play"


def test_each_player_reads_of_a_gift_in_its_own_way() -> None:
    gift = ("p1 play 7d", "p1 give 4d", "p2 give 5d")
    assert story(GIFT, *gift, to=Seat.P1)[-1] == (
        "You gave the 4 of Doves and received the 5 of Doves."
    )
    assert story(GIFT, *gift, to=Seat.P2)[-1] == (
        "You gave the 5 of Doves and received the 4 of Doves."
    )
    assert story(GIFT, *gift, to=None, reader=Seat.P1)[-1] == "Both have given each other a card."


def test_an_offer_names_its_card_to_its_giver_only() -> None:
    offer = ("p1 play 7d", "p1 give 4d")
    assert story(GIFT, *offer, to=Seat.P1)[-1] == "You are giving the 4 of Doves."
    assert story(GIFT, *offer, to=Seat.P2)[-1] == "Ann has put down a card to give."
    assert story(GIFT, *offer, to=None, reader=Seat.P1)[-1] == "Ann has put down a card to give."


def test_what_a_gift_brought_is_shown_until_the_next_card_of_its_receiver() -> None:
    gift = ("p1 play 7d", "p1 give 4d", "p2 give 5d", "p2 play 4d")
    assert story(GIFT, *gift, to=Seat.P1) == [
        "You gave the 4 of Doves and received the 5 of Doves.",
        "Ann won with the 7 of Doves, the higher of the suit led; "
        "the fox walked from space 6 to space 5 and found a gem.",
    ]


def test_a_change_of_the_decree_is_described() -> None:
    line = GIFT.replace("4d7d", "3d4d")
    foxes = ("p1 play 3d", "p1 foxes p2")
    assert story(line, *foxes, to=Seat.P2)[-1] == "Ann lets Bob swap the decree."
    assert story(line, *foxes, "p2 exchange 6d", to=None, reader=Seat.P1)[-1] == (
        "Bob took the 1 of Stars and made the 6 of Doves the decree."
    )
    assert story(line, *foxes, "p2 exchange -", to=Seat.P1)[-1] == "Bob kept the decree."
    assert story(line, "p1 play 3d", "p1 foxes p1", to=Seat.P1)[-1] == ("Ann may swap the decree.")


@pytest.mark.parametrize(
    ("line", "actions", "sentence"),
    [
        (
            "1.1 2d4d/6d8d 1s 7r1d3d6s4s2r4r p1:- - 1212101212 4 3 p1:play",
            ("p1 play 2d", "p2 play 6d"),
            "Bob won with the 6 of Doves, the higher of the suit led; "
            "the fox walked from space 4 to space 9 and found a gem.",
        ),
        (
            "1.1 2d4d/6d8d 1s 7r1d3d6s4s2r4r p1:- - 1212101212 8 3 p1:play",
            ("p1 play 2d", "p2 play 6d"),
            "Bob won with the 6 of Doves, the higher of the suit led; the fox ran beyond Bob's "
            "end and is back on space 6, and the forest covers space 10.",
        ),
        (
            "1.1 2d4d/6d8d 1s 7r1d3d6s4s2r4r p1:- - 1212101212 8 0 p1:play",
            ("p1 play 2d", "p2 play 6d"),
            "Bob won with the 6 of Doves, the higher of the suit led; "
            "the fox ran beyond Bob's end and is lost in the forest.",
        ),
        (
            "1.1 1d4d/6d8d 1s 7r2d3d6s4s2r4r p1:- - 1212101212 4 3 p1:play",
            ("p1 play 1d", "p2 play 6d"),
            "Bob won with the 6 of Doves, the higher of the suit led, "
            "and chooses where the fox goes.",
        ),
    ],
)
def test_one_sentence_says_who_won_why_and_what_the_fox_did(
    line: str, actions: tuple[str, ...], sentence: str
) -> None:
    assert sentence in story(line, *actions, to=None)


REASONS = {
    WinReason.ONLY_TRUMP: "the only trump",
    WinReason.HIGHER_TRUMP: "the higher trump",
    WinReason.HIGHER_OF_LED_SUIT: "the higher of the suit led",
    WinReason.ONLY_OF_LED_SUIT: "the only one of the suit led",
}
WALK, STAY = TrackerMoved(6, 3), TrackerMoved(6, 6)
OVERRUN = PathOverrun(6, 9, Seat.P2)
# What became of the fox after a trick, and how its sentence continues after the reason.
FATES: list[tuple[tuple[Event, ...], str]] = [
    ((), ", and chooses where the fox goes."),
    ((WALK,), "; the fox walked from space 6 to space 3 and found nothing."),
    ((WALK, GemCollected(3, 4)), "; the fox walked from space 6 to space 3 and found a gem."),
    ((STAY,), "; the fox stayed on space 6 and found nothing."),
    ((STAY, GemCollected(6, 4)), "; the fox stayed on space 6 and found a gem."),
    (
        (OVERRUN, TrackerReset(5), SpaceCovered(11, Seat.P2, 0, 10)),
        "; the fox ran beyond Bob's end and is back on space 5, and the forest covers space 11.",
    ),
    (
        (OVERRUN, GameEnded(Outcome.LOST, None)),
        "; the fox ran beyond Bob's end and is lost in the forest.",
    ),
]


@pytest.mark.parametrize("reason", WinReason)
@pytest.mark.parametrize(("events", "ending"), FATES)
def test_every_reason_and_fate_has_its_sentence(
    reason: WinReason, events: tuple[Event, ...], ending: str
) -> None:
    won = TrickWon(Seat.P1, Card.of(Suit.DOVES, 4), reason)
    assert STORY.tell((won, *events), NAMES, None) == (
        f"Ann won with the 4 of Doves, {REASONS[reason]}{ending}",
    )


def test_gems_that_slide_are_described() -> None:
    line = "1.1 2d4d/6d8d 1s 7r1d3d6s4s2r4r p1:- - 1212101212 8 3 p1:play"
    sentences = story(line, "p1 play 2d", "p2 play 6d", to=None)
    assert sentences[-1] == "2 gems slid from space 10 to space 9."


MUSICIAN = "1.1 1d4d/6d8d 1s 7r2d3d6s4s2r4r p1:- - 1212101212 4 3 p1:play"
GAZELLE = "1.1 4d5d/6d8d 1s 7r2d3d6s4s2r4r p1:- - 1212101212 4 3 p1:play"


@pytest.mark.parametrize(
    ("line", "actions", "sentence"),
    [
        (
            MUSICIAN,
            ("p1 play 1d", "p2 play 6d", "p2 move -2"),
            "By the Musician, Bob sent the fox toward Ann's end.",
        ),
        (
            GAZELLE,
            ("p1 play 5d", "p2 play 6d", "p2 move +2"),
            "By the Gazelle, Bob skipped 1 paw.",
        ),
        (
            GAZELLE,
            ("p1 play 5d", "p2 play 6d", "p2 move +1"),
            "By the Gazelle, Bob skipped 2 paws.",
        ),
        (
            GAZELLE.replace("6d8d", "1d8r"),
            ("p1 play 5d", "p2 play 1d", "p1 move +1"),
            "By the Musician, Ann sent the fox toward Bob's end.",
        ),
        (
            "1.1 4d5d/5r8r 1r 1s2d3d6s4s2r4r p1:- - 1212101212 4 3 p1:play",
            ("p1 play 5d", "p2 play 5r", "p2 move 0"),
            "By the Gazelle, Bob skipped 2 paws.",
        ),
    ],
)
def test_an_ability_that_decided_where_the_fox_went_is_named(
    line: str, actions: tuple[str, ...], sentence: str
) -> None:
    assert story(line, *actions, to=None)[-1] == sentence


def test_no_ability_is_named_where_the_fox_went_as_without_it() -> None:
    for line, led, move in ((MUSICIAN, "1d", "+2"), (GAZELLE, "5d", "+3")):
        said = story(line, f"p1 play {led}", "p2 play 6d", f"p2 move {move}", to=None)
        assert not [sentence for sentence in said if sentence.startswith("By ")]


def test_musician_and_gazelle_of_one_trick_are_named_together() -> None:
    events: tuple[Event, ...] = (MoveChanged(Seat.P2, turned=True, left_out=2),)
    assert STORY.tell(events, NAMES, None) == (
        "By Musician and Gazelle, Bob turned the fox and skipped 2 paws.",
    )


def test_a_gift_that_comes_too_late_says_that_nothing_was_exchanged() -> None:
    line = "1.10 7d/8d 1s 7r2d3d6s4s2r4r p1:- - 1212101212 4 3 p1:play"
    too_late = "A Gift was played, but nothing was exchanged: no cards were left."
    assert too_late in story(line, "p1 play 7d", to=Seat.P2)
    assert too_late in story(line, "p1 play 7d", "p2 play 8d", to=Seat.P1)


def test_foxes_that_come_too_late_say_so() -> None:
    line = "1.10 2d/3d 1s 7r7d8d6s4s2r4r p1:- - 1212101212 4 3 p1:play"
    said = story(line, "p1 play 2d", "p2 play 3d", to=Seat.P1)
    assert "Foxes were played, but nobody had a card left to swap." in said


@pytest.mark.parametrize(("choice", "said"), [("6s", "took the"), ("-", "kept the decree.")])
def test_the_result_of_a_trick_says_what_became_of_the_decree(choice: str, said: str) -> None:
    line = "1.1 3d4d/6d6s 1s 7r2d8d7d4s2r4r p1:- - 1212101212 4 3 p1:play"
    actions = ("p1 play 3d", "p1 foxes p2", f"p2 exchange {choice}", "p2 play 6d")
    first, trick, *_rest = story(line, *actions, to=Seat.P1)
    assert first.startswith("Bob ")
    assert said in first
    assert "Bob won with the 6 of Doves" in trick


LABELS = [
    "Gems found",
    "Tricks without a gem",
    "Times off the path",
]


def recounted(game: Game, at: int) -> tuple[list[int], str]:
    """Count the round that ends in a state by the states of the game alone."""
    start = max(one for one in range(at) if isinstance(game.turns[one].action, Deal)) + 1
    table, dealt = game.states[at].table, game.states[start].table
    board: Board = table.setup.board
    found, lost = 0, 0
    for one in range(start, at):
        before, after = game.states[one].table, game.states[one + 1].table
        if isinstance(game.turns[one].action, Forest):
            continue
        gems = after.path.gems_left
        if (before.tricks_done, after.tricks_done) == (10, 11) and after.outcome is None:
            # The plus gems come on top (R8.2).
            gems -= len(board.plus)
            # A token that could go to one end only was placed without a choice (R8.3).
            lost -= any(getattr(event, "forced", False) for event in game.turns[one].step.events)
        found += before.path.gems_left - gems
        lost += (before.path.last - before.path.first) - (after.path.last - after.path.first)
    assert dealt.tricks_done == 0
    tricks = 11 * (3 - table.round)
    gems = table.path.gems_left
    noun = "gem" if gems == 1 else "gems"
    return [found, 11 - found, lost], f"{gems} {noun} to find, {tricks} tricks to come"


def check(game: Game) -> int:
    """Compare the figures of every round that is over; return how many there are."""
    rounds = 0
    for at, state in enumerate(game.states):
        # Where the tokens run out, how many came on top cannot be seen from the path alone.
        enough = state.table.path.gems_left < GEM_TOKENS
        if state.table.tricks_done == 11 and state.table.outcome is None and enough:
            session = Session(Game(game.header, game.first, game.turns[:at]))
            figures = round_figures(of_the_round(session), state)
            counted, whole = recounted(game, at)
            assert figures == [*zip(LABELS, counted, strict=True)]
            text = text_of(at_table(session))
            # The sum comes first, right below the title.
            rows = text.splitlines()
            title = next(at for at, row in enumerate(rows) if row.endswith(" is over"))
            assert rows[title + 1].strip() == whole
            assert all(f"{label}: {count}" in text for label, count in figures)
            rounds += 1
    return rounds


def test_the_figures_of_a_fixed_game_are_right() -> None:
    assert set(BOARDS) == {1, 2, 3}
    assert check(VICTORY) >= 2


@few(15)
@given(st.integers(1, 3), seeds)
def test_the_figures_of_a_round_are_what_a_recount_gives(level: int, seed: int) -> None:
    header: Header = duet(level, seed=seed)
    check(played_game(header))
