"""The sentences of the original game: what happened, how a round was scored, how it ended."""

from __future__ import annotations

from dataclasses import replace

import pytest

from foxduet.core.common import Seat
from foxduet.games.classic.rules.actions import RESIGNATIONS, parse_action
from foxduet.games.classic.rules.engine import apply
from foxduet.games.classic.rules.observation import observe, redact
from foxduet.games.classic.rules.state import GameState, Outcome
from foxduet.games.classic.words.choices import ability_note, outlook_sentence
from foxduet.games.classic.words.story import (
    STORY,
    outcome_sentence,
    round_figures,
)
from foxduet.words.glyphs import UNICODE
from tests.support.classic.deals import at, play

NAMES = ("Ann", "Bob")
PLAY = "1.2 4b5b8bEb3k4k7kEk6m7mTm/2b3b6b1k2k6kTk3m5m8mEm 9k 9b5k8k2mTb1m p1:- 1-1 0-1 p1:play"
WITCH_WINS = "4.10 2b7k/5b3k7m 2m 1k4kTk9bEb6m p1:9k 5-5 15-13 p2:play"
WITH_SIX_TRICKS = "Ann would win (6 tricks: defeated, pays 3) and lead."
LAST = "4.12 -/7b 2m 1k4kTk9bEb6m p1:5b 6-6 15-13 p2:play"


def told(line: str, *actions: str, seat: Seat | None = None) -> tuple[str, ...]:
    state, events = at(line), []
    for action in actions:
        step = play(state, action)
        state = step.state
        events += [event if seat is None else redact(event, seat) for event in step.events]
    return STORY.tell(tuple(events), NAMES, seat)


def test_a_card_is_named_as_long_as_its_trick_lasts() -> None:
    assert told(PLAY, "p1 play 4b") == ("Ann led the 4 of Bells.",)
    assert told(PLAY, "p1 play 4b", "p2 play 6b") == (
        "Bob won with the 6 of Bells, the higher of the suit led.",
    )


def test_a_woodcutter_tells_its_own_player_more_than_the_other() -> None:
    cut = ("p1 play 5b", "p1 discard 9b")
    assert told(PLAY, *cut, seat=Seat.P1)[-1] == (
        "You drew the 9 of Bells and put it under the deck."
    )
    kept = ("p1 play 5b", "p1 discard 4b")
    assert told(PLAY, *kept, seat=Seat.P1)[-1] == (
        "You drew the 9 of Bells and put the 4 of Bells under the deck."
    )
    for seat in (Seat.P2, None):
        assert told(PLAY, *kept, seat=seat)[-1] == "Ann drew a card and put one under the deck."


@pytest.mark.parametrize(
    ("actions", "sentence"),
    [
        (("p1 play 5b",), "Ann drew the 9 of Bells."),
        (("p1 play 5b", "p1 discard 9b"), "Ann drew the 9 of Bells and put it under the deck."),
        (
            ("p1 play 5b", "p1 discard 4b"),
            "Ann drew the 9 of Bells and put the 4 of Bells under the deck.",
        ),
    ],
)
def test_with_open_hands_a_woodcutter_is_told_with_its_cards(
    actions: tuple[str, ...], sentence: str
) -> None:
    assert STORY.tell_with_open_hands(play(at(PLAY), *actions).events, NAMES)[-1] == sentence


def test_with_open_hands_too_nothing_is_named_that_nobody_knows() -> None:
    # Which card was drawn is not in the line, and the seat that looks knows neither.
    cut = play(at(PLAY), "p1 play 5b", "p1 discard 4b").events
    assert STORY.tell_with_open_hands(cut[-1:], NAMES) == (
        "Ann put the 4 of Bells under the deck.",
    )
    hidden = tuple(redact(event, Seat.P2) for event in cut)
    assert (
        STORY.tell_with_open_hands(hidden, NAMES)[-1]
        == "Ann drew a card and put one under the deck."
    )


def test_a_treasure_is_told_with_its_points() -> None:
    assert told(PLAY, "p1 play 7k", "p2 play Tk") == (
        "Bob won with the 10 of Keys, the higher trump, and scored 1 point for the Treasure.",
    )


def test_a_swan_that_loses_leads() -> None:
    assert told(PLAY, "p1 play Ek", "p2 play 1k") == (
        "Ann won with the 11 of Keys, the higher trump; Bob leads, by the Swan.",
    )


@pytest.mark.parametrize(
    ("lead", "follow", "sentence"),
    [
        ("9b", "8b", "Ann won with the 9 of Bells, the Witch being the only trump."),
        ("8k", "9b", "Bob won with the 9 of Bells, the Witch being the higher trump."),
        # Its suit is trump anyway, or another Witch takes it from being one.
        ("9k", "8b", "Ann won with the 9 of Keys, the only trump."),
        ("8k", "9k", "Bob won with the 9 of Keys, the higher trump."),
        ("9b", "9k", "Bob won with the 9 of Keys, the only trump."),
        ("9b", "9m", "Ann won with the 9 of Bells, the only one of the suit led."),
    ],
)
def test_a_witch_that_wins_is_explained(lead: str, follow: str, sentence: str) -> None:
    line = f"1.12 {lead}/{follow} 2k 3b4b6b7b5b1b p1:- 8-4 0-0 p1:play"
    assert told(line, f"p1 play {lead}", f"p2 play {follow}")[0] == sentence


def test_a_treasure_beside_a_swan_is_told_with_its_point() -> None:
    line = "1.11 7k2m/1k3m 2b 3b4b6b8b5b1b p1:- 8-3 0-0 p1:play"
    assert told(line, "p1 play 7k", "p2 play 1k") == (
        "Ann won with the 7 of Keys, the higher of the suit led, and scored 1 point for the "
        "Treasure; Bob leads, by the Swan.",
    )


def test_a_round_is_reckoned_item_by_item() -> None:
    step = play(at(LAST), "p2 play 7b")
    assert round_figures(step.events, step.state) == [
        ("Tricks in this round", "6, defeated", "7, victorious"),
        ("Points before it", 15, 13),
        ("For the tricks", "+3", "+6"),
        ("For Treasures", "+0", "+1"),
        ("Points in the match", 18, 20),
    ]


def ended(outcome: Outcome, points: tuple[int, int]) -> GameState:
    state = play(at(LAST), "p2 play 7b").state
    return replace(state, table=replace(state.table, outcome=outcome, points=points, pending=None))


@pytest.mark.parametrize(
    ("outcome", "points", "sentence"),
    [
        (Outcome.P1, (22, 14), "Ann wins the match, 22 to 14."),
        (Outcome.P2, (14, 22), "Bob wins the match, 22 to 14."),
        (Outcome.P2, (22, 22), "Bob wins at 22 to 22, by more points in the last round."),
        (Outcome.DRAW, (22, 22), "A draw: Ann and Bob share the victory with 22 points each."),
    ],
)
def test_the_end_says_who_won(outcome: Outcome, points: tuple[int, int], sentence: str) -> None:
    assert outcome_sentence(ended(outcome, points), NAMES) == sentence


def test_a_resignation_says_who_gave_up() -> None:
    step = apply(at(PLAY), RESIGNATIONS[Seat.P1])
    assert outcome_sentence(step.state, NAMES) == "Ann resigned, so Bob wins the match."
    assert STORY.tell_ending(step.events, NAMES) == ()
    assert round_figures(step.events, step.state) == [
        ("Tricks in this round", 1, 1),
        ("Points in the match", 0, 1),
    ]


TO_LEAD = "p1:- 1-1 0-1 p1:play"


@pytest.mark.parametrize(
    ("line", "actions", "action", "sentence", "note"),
    [
        # What a card would do that follows.
        (
            PLAY.replace(TO_LEAD, "p1:9m 1-1 0-1 p2:play").replace("4b5b", "5b"),
            (),
            "p2 play 8m",
            "Ann would win (2 tricks: humble, pays 6) and lead.",
            "",
        ),
        (
            PLAY.replace(TO_LEAD, "p1:Ek 1-1 0-1 p2:play").replace("7kEk", "7k"),
            (),
            "p2 play 1k",
            "Ann would win (2 tricks: humble, pays 6); you lead.",
            "Swan: if you lose the trick with it, you lead the next one.",
        ),
        (
            PLAY.replace(TO_LEAD, "p1:4b 1-1 0-1 p2:play").replace("4b5b", "5b"),
            (),
            "p2 play 3b",
            "The Fox comes first; if the trump stays as it is, Ann would win.",
            "Fox: you may swap the decree with a card of your hand, at once.",
        ),
        # What the decree becomes, and who wins then.
        *(
            (WITCH_WINS, ("p2 play 3k",), f"p2 exchange {card}", WITH_SIX_TRICKS, note)
            for card, note in {
                "5b": "You take the 2 of Moons; the 5 of Bells becomes the decree: "
                "Bells are trump.",
                "7m": "You take the 2 of Moons; the 7 of Moons becomes the decree.",
                "-": "The 2 of Moons stays the decree.",
            }.items()
        ),
        # A leader reads once what the decree becomes.
        (
            PLAY.replace("4b5b", "3b5b").replace("2b3b", "2b4b"),
            ("p1 play 3b",),
            "p1 exchange 6m",
            "You take the 9 of Keys; the 6 of Moons becomes the decree: Moons are trump.",
            "",
        ),
        # A card that may not follow says so instead of what it does.
        (
            PLAY,
            ("p1 play 4b",),
            "p2 play 1k",
            "You hold Bells, and a Bell was led: play a Bell.",
            "",
        ),
        # The prompt says what a Monarch asks for.
        (PLAY, ("p1 play Ek",), "p2 play 2k", "", ""),
    ],
)
def test_a_player_reads_what_a_choice_would_do(
    line: str, actions: tuple[str, ...], action: str, sentence: str, note: str
) -> None:
    chosen = parse_action(action)
    observation = observe(play(at(line), *actions).state, Seat[action[:2].upper()])
    assert outlook_sentence(observation, chosen, NAMES, UNICODE) == sentence
    assert ability_note(observation, chosen) == note
