"""The wording of hints: true to their figures, and short enough for a row."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.ai.partner import REVIEWER, Thought
from foxduet.analysis.review import Assessment, Review
from foxduet.core.cards import Deal, Exchange, Play, Seat, Trick, TrickWon, WinReason
from foxduet.games.duet.ai.expert import DuetEstimate, DuetOpenHands
from foxduet.games.duet.rules.cards import BOARDS, GEM_TOKENS, Board, Card, Landed, Suit
from foxduet.games.duet.rules.notation import parse_position, restore
from foxduet.games.duet.rules.observation import Observation, observe
from foxduet.games.duet.rules.state import (
    Action,
    Choice,
    Event,
    Forest,
    Foxes,
    GameEnded,
    GemCollected,
    Give,
    Move,
    MoveChanged,
    Outcome,
    PathOverrun,
    Resign,
    SpaceCovered,
    TrackerMoved,
    TrackerReset,
    parse_action,
)
from foxduet.games.duet.words.guide import hint_sentences, team_advice
from foxduet.games.duet.words.names import choice_phrase, choice_subject
from foxduet.games.duet.words.reasons import TrickEnd, forced_outcome, trick_ends
from foxduet.games.duet.words.review import cost_sentence, hindsight_sentence, teaches, theme
from foxduet.games.duet.words.story import STORY, round_figures
from foxduet.play.game import Game, Header, act, open_game, play_out
from foxduet.play.table import Session, news, of_the_round, since_last_card
from foxduet.ui.table.advice import hint_lines
from foxduet.ui.table.drawing import layout_for
from foxduet.ui.table.state import Hint
from foxduet.words.hints import as_good_as_best
from foxduet.words.review import chosen_line, cost_phrase
from foxduet.words.text import text_width
from tests.support.games import setup_of, with_table
from tests.support.players import DEFEAT, VICTORY, duet, few, played_game, seeds
from tests.support.reviews import review_of
from tests.support.tables import (
    PLAYER,
    SOLO,
    WINDOW,
    at_table,
    made_up,
    nearly_sure,
    text_of,
    turns_before,
)
from tests.tools.sentences import happens

LONG_NAMES = ("Maximiliane!", "Bartholomew!")
HEADER = duet(players=LONG_NAMES)
LONGEST_ROW = layout_for(WINDOW).width - 4
CHOICES = (Choice.PLAY, Choice.FOXES, Choice.EXCHANGE, Choice.GIVE, Choice.MOVE)


def seen_at(choice: Choice) -> Observation:
    """Return what the player sees before its first choice of a kind."""
    return observe(SOLO.states[turns_before(choice, PLAYER)], PLAYER)


def thought_of(seen: Observation, *shares: tuple[float, float, float, float]) -> Thought:
    """Return a thought with win, taken, gem and overrun for the first and for all other choices."""
    rows = [shares[0]] + [shares[1]] * (len(seen.choices) - 1)
    estimates = tuple(
        DuetEstimate(choice, win, 20.0, taken, gem, overrun)
        for choice, (win, taken, gem, overrun) in zip(seen.choices, rows, strict=True)
    )
    return Thought(seen.choices[0], estimates, worlds=500)


# Chances to win, shares of the trick taken, of a gem, of an overrun; of the best and of the others.
CASES = [
    ((0.9, 0.5, 0.5, 0.0), (0.6, 0.5, 0.5, 0.5), "Keep the fox on the path."),
    ((0.9, 0.5, 0.9, 0.0), (0.6, 0.5, 0.2, 0.0), "End this trick on a gem."),
    ((0.9, 0.9, 0.5, 0.0), (0.6, 0.2, 0.5, 0.0), "Try to win this trick."),
    ((0.9, 0.1, 0.5, 0.0), (0.6, 0.8, 0.5, 0.0), "Leave this trick to Bartholomew!."),
    ((0.61, 0.5, 0.5, 0.0), (0.6, 0.5, 0.5, 0.0), "All are equally good: about 61% to win."),
]


@pytest.mark.parametrize(("best", "others", "aim"), CASES)
def test_the_aim_is_how_the_best_choice_differs_from_the_others(
    best: tuple[float, float, float, float], others: tuple[float, float, float, float], aim: str
) -> None:
    seen = seen_at(Choice.PLAY)
    assert hint_sentences(seen, thought_of(seen, best, others), LONG_NAMES, 1) == (aim,)


@pytest.mark.parametrize("choice", CHOICES)
def test_choices_that_differ_are_never_said_to_be_as_good(choice: Choice) -> None:
    seen = seen_at(choice)
    thought = thought_of(seen, (0.9, 0.5, 0.5, 0.0), (0.6, 0.5, 0.5, 0.0))
    for sentence in hint_sentences(seen, thought, LONG_NAMES, 3):
        assert "as good" not in sentence
        assert "little" not in sentence
    (aim,) = hint_sentences(seen, thought, LONG_NAMES, 1)
    assert aim.startswith("Best: ")
    assert aim.endswith("with about 90% to win.")


def test_an_aim_that_bad_choices_share_is_none() -> None:
    seen = seen_at(Choice.PLAY)
    thought = thought_of(seen, (0.9, 0.1, 0.5, 0.0), (0.6, 0.8, 0.5, 0.0))
    assert hint_sentences(seen, thought, LONG_NAMES, 1)[0].startswith("Leave this trick")
    *others, last = thought.estimates
    shares = replace(last, win=0.1, taken=0.05)  # type: ignore[call-arg]
    thought = replace(thought, estimates=(*others, shares))
    assert not hint_sentences(seen, thought, LONG_NAMES, 1)[0].startswith("Leave this trick")


@pytest.mark.parametrize("choice", CHOICES)
def test_within_the_noise_no_choice_is_advised_firmly(choice: Choice) -> None:
    seen = seen_at(choice)
    thought = thought_of(seen, (0.9, 0.5, 0.5, 0.0), (0.895, 0.5, 0.5, 0.0))
    assert hint_sentences(seen, thought, LONG_NAMES, 3) == (
        "All are equally good: about 90% to win.",
    )
    if len(seen.choices) > 2:
        *others, last = thought.estimates
        thought = replace(thought, estimates=(*others, replace(last, win=0.3)))
        answer = hint_sentences(seen, thought, LONG_NAMES, 3)[-1]
        assert answer.startswith(("Best: ", "The best ", "All are equally good except "))
        assert text_width(answer) <= LONGEST_ROW


@pytest.mark.parametrize("win", [0.0, 1.0])
def test_there_is_nothing_to_aim_at_where_all_is_lost_or_won(win: float) -> None:
    seen = seen_at(Choice.PLAY)
    thought = thought_of(seen, (win, 0.9, 0.9, 0.0), (win, 0.1, 0.1, 0.5))
    (aim,) = hint_sentences(seen, thought, LONG_NAMES, 1)
    assert aim.startswith(
        "All are equally good: nearly sure" if win else "It makes no difference now: "
    )


def test_a_game_that_cannot_be_won_has_no_aim() -> None:
    seen = seen_at(Choice.PLAY)
    path = replace(seen.table.path, gems=tuple(22 for _ in seen.table.path.gems))
    seen = replace(seen, table=replace(seen.table, path=path))
    thought = thought_of(seen, (0.0, 0.9, 0.9, 0.0), (0.0, 0.1, 0.1, 0.5))
    assert "can no longer be won" in hint_sentences(seen, thought, LONG_NAMES, 1)[0]


@pytest.mark.parametrize("choice", CHOICES)
def test_every_hint_fits_its_row_with_the_longest_names(choice: Choice) -> None:
    seen = seen_at(choice)
    thoughts = [made_up(seen), nearly_sure(seen)] + [
        thought_of(seen, best, others) for best, others, _aim in CASES
    ]
    for thought in thoughts:
        for steps in (1, 2, 3):
            for line in hint_lines(Hint(thought, steps), seen, HEADER):
                assert text_width(f"> {line}") <= LONGEST_ROW, line


def test_where_there_is_one_choice_a_hint_says_no_more() -> None:
    seen = seen_at(Choice.PLAY)
    seen = replace(seen, choices=seen.choices[:1])
    lines = hint_lines(Hint(Thought(seen.choices[0]), 3), seen, HEADER)
    assert lines == ["There is only one choice."]
    assert hint_lines(Hint(Thought(seen.choices[0]), 1), seen, HEADER) == lines


def test_a_choice_that_is_best_by_its_points_is_not_said_to_win_most() -> None:
    seen = seen_at(Choice.PLAY)
    thought = thought_of(seen, (0.90, 0.5, 0.5, 0.0), (0.92, 0.5, 0.5, 0.0))
    first, *others = thought.estimates
    thought = replace(thought, estimates=(replace(first, score=30.0), *others))
    answer = hint_sentences(seen, thought, LONG_NAMES, 3)[-1]
    assert answer.startswith("Best overall: ")
    assert "about 90% to win" in answer


@pytest.mark.parametrize("choice", CHOICES)
def test_where_the_win_is_nearly_sure_a_hint_speaks_in_points(choice: Choice) -> None:
    seen = seen_at(choice)
    thought = nearly_sure(seen)
    answer = hint_sentences(seen, thought, LONG_NAMES, 3)[-1]
    assert answer.startswith("As good as won: ")
    assert answer.endswith(", 38.9 points.")
    first, *others = thought.estimates
    unsure = replace(thought, estimates=(replace(first, win=0.97), *others))
    assert "% to win" in hint_sentences(seen, unsure, LONG_NAMES, 3)[-1]


def test_points_are_as_good_within_the_noise_of_what_was_compared() -> None:
    seen = seen_at(Choice.PLAY)
    raw = thought_of(seen, (0.9, 0.5, 0.5, 0.0), (0.895, 0.5, 0.5, 0.0)).estimates
    thought = replace(nearly_sure(seen), action=seen.choices[0], raw=raw)
    answer = hint_sentences(seen, thought, LONG_NAMES, 3)[-1]
    assert answer.startswith("All are equally good: nearly sure to win, with about ")
    rows = [replace(one, win=0.9 if at < 2 else 0.3) for at, one in enumerate(raw)]
    answer = hint_sentences(seen, replace(thought, raw=tuple(rows)), LONG_NAMES, 3)[-1]
    assert answer.startswith("Best: ")
    assert "%" not in answer


def test_what_the_worlds_cannot_tell_apart_is_as_good() -> None:
    seen = seen_at(Choice.PLAY)
    thought = thought_of(seen, (0.9, 0.5, 0.5, 0.0), (0.86, 0.5, 0.5, 0.0))
    assert as_good_as_best(thought) == [thought.estimates[0]]
    errors = (0.0, 0.019, 0.021, *(0.0 for _ in seen.choices[3:]))
    as_good = as_good_as_best(replace(thought, errors=errors))
    assert as_good == [thought.estimates[0], thought.estimates[2]]


def test_what_a_review_would_call_as_good_is_as_good_in_a_hint() -> None:
    seen = seen_at(Choice.PLAY)
    raw = thought_of(seen, (0.9, 0.5, 0.5, 0.0), (0.86, 0.5, 0.5, 0.0))
    told = thought_of(seen, (0.99, 0.5, 0.5, 0.0), (0.981, 0.5, 0.5, 0.0))
    assert len(as_good_as_best(replace(told, raw=raw.estimates))) == len(seen.choices)


def test_a_tenth_of_a_point_more_is_as_good_where_the_bars_show_points() -> None:
    seen = seen_at(Choice.PLAY)
    thought = nearly_sure(seen)
    *others, best = thought.estimates
    told = [replace(one, win=0.985, score=30.1) for one in others]
    best = replace(best, win=1.0, score=30.0)
    thought = replace(thought, estimates=(*told, best), raw=made_up(seen).estimates)
    answer = hint_sentences(seen, thought, LONG_NAMES, 3)[-1]
    assert answer == "All are equally good: nearly sure to win, with about 30.0 points."


def test_where_other_choices_have_the_same_percent_the_answer_says_that_points_decide() -> None:
    seen = seen_at(Choice.PLAY)
    raw = thought_of(seen, (0.5, 0.5, 0.5, 0.0), (0.4, 0.5, 0.5, 0.0))
    told = thought_of(seen, (0.972, 0.5, 0.5, 0.0), (0.968, 0.5, 0.5, 0.0))
    first, *others = told.estimates
    thought = replace(told, estimates=(replace(first, score=39.5), *others), raw=raw.estimates)
    answer = hint_sentences(seen, thought, LONG_NAMES, 3)[-1]
    assert answer.startswith("Best")
    assert answer.endswith("; about 97% to win.")
    assert text_width(f"> {answer}") <= LONGEST_ROW
    assert "points" not in hint_sentences(seen, raw, LONG_NAMES, 3)[-1]


FOREST = tuple(Forest(end) for end in Seat)


@pytest.mark.parametrize(
    ("own", "other", "said"),
    [
        ((0.9, 33.3), (0.7, 33.1), "Expert would cover Left's end: 90% to win, against 70%."),
        ((0.9, 33.3), (0.904, 33.1), "Expert would cover Left's end, but both are about equal."),
        ((1.0, 33.3), (1.0, 33.1), "Expert would cover Left's end: 33.3 points, against 33.1."),
        ((1.0, 33.1), (1.0, 33.3), "Expert would cover Left's end, but both are about equal."),
    ],
)
def test_an_end_that_is_advised_never_looks_worse_than_the_other(
    own: tuple[float, float], other: tuple[float, float], said: str
) -> None:
    estimates = tuple(
        DuetEstimate(action, win, score, 0.0, 0.0, 0.0)
        for action, (win, score) in zip(FOREST, (own, other), strict=True)
    )
    thought = Thought(FOREST[0], estimates, worlds=500)
    assert team_advice(thought, "Expert", ("Left", "Right")) == said


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
    assert story(GIFT, *gift, to=None, reader=Seat.P1)[-1] == (
        "You have each given the other a card."
    )


def test_an_offer_names_its_card_to_its_giver_only() -> None:
    offer = ("p1 play 7d", "p1 give 4d")
    assert story(GIFT, *offer, to=Seat.P1)[-1] == "You give the 4 of Doves."
    assert story(GIFT, *offer, to=Seat.P2)[-1] == "Ann has chosen a card to give."
    assert story(GIFT, *offer, to=None, reader=Seat.P1)[-1] == "Ann has chosen a card to give."


def test_what_a_gift_brought_is_shown_until_the_next_card_of_its_receiver() -> None:
    gift = ("p1 play 7d", "p1 give 4d", "p2 give 5d", "p2 play 4d")
    assert story(GIFT, *gift, to=Seat.P1) == [
        "You gave the 4 of Doves and received the 5 of Doves.",
        (
            "Ann won with the 7 of Doves, the higher card of the suit led; the fox walked from "
            "space 6 to space 5 and found a gem."
        ),
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
            (
                "Bob won with the 6 of Doves, the higher card of the suit led; the fox walked "
                "from space 4 to space 9 and found a gem."
            ),
        ),
        (
            "1.1 2d4d/6d8d 1s 7r1d3d6s4s2r4r p1:- - 1212101212 8 3 p1:play",
            ("p1 play 2d", "p2 play 6d"),
            (
                "Bob won with the 6 of Doves, the higher card of the suit led; the fox "
                "ran off Bob's "
                "end and is back on space 6. The forest now covers space 10."
            ),
        ),
        (
            "1.1 2d4d/6d8d 1s 7r1d3d6s4s2r4r p1:- - 1212101212 8 0 p1:play",
            ("p1 play 2d", "p2 play 6d"),
            (
                "Bob won with the 6 of Doves, the higher card of the suit led; the fox "
                "ran off Bob's "
                "end of the path and is lost in the forest."
            ),
        ),
        (
            "1.1 1d4d/6d8d 1s 7r2d3d6s4s2r4r p1:- - 1212101212 4 3 p1:play",
            ("p1 play 1d", "p2 play 6d"),
            (
                "Bob won with the 6 of Doves, the higher card of the suit led, and chooses where "
                "the fox goes."
            ),
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
    WinReason.HIGHER_OF_LED_SUIT: "the higher card of the suit led",
    WinReason.ONLY_OF_LED_SUIT: "the only card of the suit led",
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
        "; the fox ran off Bob's end and is back on space 5. The forest now covers space 11.",
    ),
    (
        (OVERRUN, GameEnded(Outcome.LOST, None)),
        "; the fox ran off Bob's end of the path and is lost in the forest.",
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
            "With the Musician, Bob sent the fox toward Ann's end.",
        ),
        (
            GAZELLE,
            ("p1 play 5d", "p2 play 6d", "p2 move +2"),
            "With the Gazelle, Bob skipped 1 paw.",
        ),
        (
            GAZELLE,
            ("p1 play 5d", "p2 play 6d", "p2 move +1"),
            "With the Gazelle, Bob skipped 2 paws.",
        ),
        (
            GAZELLE.replace("6d8d", "1d8r"),
            ("p1 play 5d", "p2 play 1d", "p1 move +1"),
            "With the Musician, Ann sent the fox toward Bob's end.",
        ),
        (
            "1.1 4d5d/5r8r 1r 1s2d3d6s4s2r4r p1:- - 1212101212 4 3 p1:play",
            ("p1 play 5d", "p2 play 5r", "p2 move 0"),
            "With the Gazelle, Bob skipped 2 paws.",
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
        "With Musician and Gazelle, Bob turned the fox and skipped 2 paws.",
    )


def test_a_gift_that_comes_too_late_says_that_nothing_was_exchanged() -> None:
    line = "1.10 7d/8d 1s 7r2d3d6s4s2r4r p1:- - 1212101212 4 3 p1:play"
    too_late = "A Gift was played, but nobody had a card left to give."
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
    "Falls off the path",
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


CHOSEN, BEST = Play(Seat.P1, Card.of(Suit.ROSES, 10)), Play(Seat.P1, Card.of(Suit.STARS, 4))
MOVES = Move(Seat.P1, 0), Move(Seat.P1, 1)
ENDS = Forest(Seat.P1), Forest(Seat.P2)
NAMINGS = Foxes(Seat.P1, Seat.P1), Foxes(Seat.P1, Seat.P2)
LEADING: Trick[Card] = Trick(Seat.P1)


def game_at(trick: Trick[Card] | None) -> Game:
    """Return a game that stands at a trick, or between rounds."""
    return Game(duet(1, NAMES), with_table(VICTORY.states[1], trick=trick))


def sentence_on(one: Assessment, trick: Trick[Card] | None) -> str:
    """Return the sentence on the first choice of a game that stands at a trick."""
    return cost_sentence(Review(game_at(trick), REVIEWER, (one,)), one)


def judged(
    trick: Trick[Card] | None,
    *,
    win: tuple[float, float] = (0.4, 0.7),
    score: tuple[float, float] = (10.0, 20.0),
    taken: tuple[float, float] = (0.5, 0.5),
    gem: tuple[float, float] = (0.0, 0.0),
    overrun: tuple[float, float] = (0.0, 0.0),
    edge: tuple[float, float] = (0.0, 0.0),
    reach: tuple[float, float] = (0.0, 0.0),
    later: tuple[float, float] = (0.0, 0.0),
    found: tuple[float, float] = (0.0, 0.0),
    near: tuple[float, float] = (0.0, 0.0),
    to_end: tuple[float, float] = (0.0, 0.0),
    trumps: tuple[float, float] = (0.0, 0.0),
    partner_trumps: tuple[float, float] = (0.0, 0.0),
    actions: tuple[Action, Action] = (CHOSEN, BEST),
) -> str:
    """Return the sentence on a choice and the best one, from a pair of values for each figure."""
    after = near, to_end, trumps, partner_trumps
    figures = zip(win, score, taken, gem, overrun, edge, reach, later, found, *after, strict=True)
    estimates = tuple(
        DuetEstimate(action, *values) for action, values in zip(actions, figures, strict=True)
    )
    return sentence_on(Assessment(1, Seat.P1, *actions, estimates, 500), trick)


def test_what_depends_on_unseen_hands_is_told_in_times_of_ten() -> None:
    assert judged(LEADING, overrun=(0.41, 0.0)) == (
        "The 10 of Roses runs the fox off the path about 4 times in 10; the 4 of Stars, never."
    )
    assert judged(LEADING, gem=(0.1, 0.8)) == (
        "The 4 of Stars finds a gem about 8 times in 10; the 10 of Roses, about once in 10."
    )
    assert judged(LEADING, taken=(0.1, 0.97)) == (
        "This trick was worth winning: the 4 of Stars wins it nearly always; the 10 of "
        "Roses, about once in 10."
    )
    assert judged(LEADING, taken=(0.9, 0.2)) == (
        "This trick was better left to your partner: the 4 of Stars loses it about 8 times "
        "in 10; the 10 of Roses, about once in 10."
    )
    # Where the tens are the same.
    assert judged(LEADING, gem=(0.46, 0.54), win=(0.4, 0.5)) == (
        "Fewer paws were better here: the 4 of Stars has 1, the 10 of Roses 3."
    )
    assert judged(LEADING, later=(0.54, 0.46), actions=MOVES).endswith(
        "about 54 times in 100 after staying; about 46 times in 100 after "
        "going one step toward Bob."
    )


def test_no_cause_is_named_for_a_cost_that_may_be_noise() -> None:
    figures = {"taken": 0.5, "gem": 0.0, "score": 20.0}
    chosen, best = (
        DuetEstimate(action, win=win, overrun=overrun, **figures)
        for action, win, overrun in ((CHOSEN, 0.4, 0.41), (BEST, 0.7, 0.0))
    )
    for error, is_named in ((0.29, True), (0.31, False)):
        one = Assessment(1, Seat.P1, CHOSEN, BEST, (chosen, best), 500, errors=(error, 0.0))
        review = Review(game_at(LEADING), REVIEWER, (one,))
        assert teaches(review, one) is bool(theme(review, one)) is is_named
        assert ("runs the fox off the path" in cost_sentence(review, one)) is is_named


def test_points_are_named_where_nothing_else_can_be() -> None:
    assert judged(LEADING, win=(0.7, 0.7), score=(20.0, 23.1), actions=MOVES) == (
        "Going one step toward Bob was just as sure to win, and worth about 3 points more "
        "than staying."
    )
    score = (20.0, 21.0)
    assert judged(LEADING, win=(0.7, 0.7), score=score, actions=MOVES).count("1 point more") == 1
    assert judged(LEADING, actions=MOVES) == (
        "No single reason stands out: going one step toward Bob wins about 70% of the time, "
        "staying about 40%."
    )
    assert judged(LEADING, win=(0.72, 0.7), score=(10.0, 20.0), actions=MOVES) == (
        "Going one step toward Bob was expected to score more points than staying, about 20 "
        "against 10; that outweighs its lower chance: 70% against 72%."
    )


def test_the_tricks_and_the_round_to_come_are_named_with_what_could_happen_in_them() -> None:
    assert judged(LEADING, later=(0.5, 0.2), actions=MOVES) == (
        "Later in the round the fox runs off the path about 5 times in 10 after staying; "
        "about 2 times in 10 after going one step toward Bob."
    )
    assert judged(LEADING, found=(3.0, 4.5), actions=MOVES) == (
        "By the end of the round you find about 4.5 gems after going one step toward Bob, "
        "about 3.0 after staying."
    )
    # Gems of this trick count, too.
    assert judged(LEADING, gem=(1.0, 0.9), found=(3.0, 4.5), actions=MOVES).startswith(
        "By the end of the round you find about 5.4 gems after going one step toward Bob, "
        "about 4.0 after staying."
    )
    assert judged(None, actions=ENDS, later=(0.5, 0.2)) == (
        "In the next round the fox runs off the path about 5 times in 10 after covering "
        "Ann's end; about 2 times in 10 after covering Bob's end."
    )
    assert judged(None, actions=ENDS, found=(3.0, 4.5)) == (
        "In the next round you find about 4.5 gems after covering Bob's end, about 3.0 after "
        "covering Ann's end."
    )


def test_where_the_fox_stands_is_named() -> None:
    assert judged(LEADING, edge=(0.8, 0.1)) == (
        "The 10 of Roses leaves the fox within a step of an end about 8 times in 10; the 4 "
        "of Stars, about once in 10."
    )
    assert judged(LEADING, reach=(0.0, 1.0)) == (
        "The 4 of Stars leaves the fox within two steps of a gem if your partner plays as "
        "expected; the 10 of Roses, hardly ever."
    )
    assert judged(LEADING, near=(2.0, 3.0)) == (
        "After the 4 of Stars there are gems on 3 spaces within three steps of the fox; "
        "after the 10 of Roses, on 2."
    )
    assert judged(LEADING, to_end=(0.3, 1.0)) == (
        "The 4 of Stars leaves the fox 1 step from the nearer end of the path; the 10 of "
        "Roses, about 0.3."
    )
    assert judged(LEADING, gem=(1.0, 1.0), to_end=(3.0, 1.0)) == (
        "The 4 of Stars finds a gem nearer the end than the 10 of Roses does; gems in the "
        "middle are easier to find later."
    )


def test_the_trumps_that_are_left_are_named() -> None:
    assert judged(LEADING, trumps=(1.0, 2.0), actions=NAMINGS) == (
        "Letting Bob swap leaves you 2 trumps; letting Ann swap, 1."
    )
    assert judged(LEADING, partner_trumps=(0.2, 1.0), actions=NAMINGS) == (
        "Letting Bob swap leaves your partner 1 trump; letting Ann swap, about 0.2."
    )


def test_resigning_is_reported_with_the_chance_that_was_left() -> None:
    estimates = (
        DuetEstimate(BEST, 0.3, 5.0, 0.0, 0.0, 0.0),
        DuetEstimate(CHOSEN, 0.1, 1.0, 0.0, 0.0, 0.0),
    )
    one = Assessment(1, Seat.P1, Resign(), BEST, estimates)
    assert sentence_on(one, LEADING) == ("You resigned with a chance of about 30%.")
    assert chosen_line(game_at(LEADING), one) == "Together: resigning; best the 4 of Stars (30%)."


def sure(
    chosen: float,
    best: float,
    wins: tuple[float, float] = (0.99, 0.99),
    actions: tuple[Action, Action] = (CHOSEN, BEST),
) -> tuple[DuetEstimate, ...]:
    """Return estimates that expect the win with both choices, and so many points."""
    rows = zip(actions, wins, (chosen, best), strict=True)
    return tuple(DuetEstimate(action, win, points, 0.0, 0.0, 0.0) for action, win, points in rows)


def test_where_the_win_is_nearly_sure_a_review_speaks_in_points() -> None:
    one = Assessment(2, Seat.P1, CHOSEN, BEST, sure(30.0, 33.2, (0.981, 0.992)), 500)
    assert one.in_points
    assert cost_phrase(one) == "cost 3.2 points"
    assert chosen_line(game_at(LEADING), one) == (
        "Ann: the 10 of Roses (30.0 points); best the 4 of Stars (33.2 points)."
    )
    moved = Assessment(1, Seat.P1, *MOVES, sure(30.0, 33.2, (0.981, 0.992), MOVES), 500)
    assert sentence_on(moved, LEADING) == (
        "Either was nearly sure to win; going one step toward Bob was worth about 3 points "
        "more than staying."
    )
    as_good = replace(one, chosen=BEST)
    assert chosen_line(game_at(LEADING), as_good).endswith("(33.2 points), as good as anything.")


def test_a_worse_choice_beside_the_same_percent_is_shown_with_its_points() -> None:
    one = Assessment(2, Seat.P1, CHOSEN, BEST, sure(30.0, 33.2, (0.968, 0.972)), 500)
    assert chosen_line(game_at(LEADING), one) == (
        "Ann: the 10 of Roses (97%, 30.0 points); best the 4 of Stars (97%, 33.2 points)."
    )


def test_a_resignation_where_the_win_was_nearly_sure_costs_the_win() -> None:
    one = Assessment(1, Seat.P1, Resign(), BEST, sure(30.0, 33.2), 500)
    assert cost_phrase(one) == "cost 99% to win and 33.2 points"
    assert "99%" in sentence_on(one, LEADING)


def test_a_little_more_chance_is_not_said_to_be_points() -> None:
    for wins in ((0.981, 0.992), (0.8955, 0.9045)):
        one = Assessment(1, Seat.P1, CHOSEN, BEST, sure(33.2, 33.2, wins), 500)
        assert "points" not in sentence_on(one, LEADING)
        assert "only slightly better: less than 1% more" in sentence_on(one, LEADING)


@pytest.mark.parametrize(
    ("win", "score", "phrase"),
    [
        ((0.4, 0.7), (10.0, 20.0), "cost 30% to win and 10.0 points"),
        ((0.72, 0.7), (10.0, 20.0), "cost 10.0 points"),
        ((0.701, 0.7), (10.0, 20.0), "cost 10.0 points"),
        ((0.5, 0.7), (12.0, 10.0), "cost 20% to win"),
        ((0.7, 0.701), (10.0, 10.01), "cost almost nothing"),
    ],
)
def test_a_cost_is_never_said_to_be_nothing_or_less(
    win: tuple[float, float], score: tuple[float, float], phrase: str
) -> None:
    estimates = tuple(
        DuetEstimate(action, chance, points, 0.0, 0.0, 0.0)
        for action, chance, points in zip((CHOSEN, BEST), win, score, strict=True)
    )
    one = Assessment(2, Seat.P1, CHOSEN, BEST, estimates, 500)
    assert one.cost.worth > 0
    assert cost_phrase(one) == phrase


@pytest.mark.parametrize(
    ("action", "phrase"),
    [
        (Play(Seat.P1, Card.of(Suit.DOVES, 1)), "the 1 of Doves"),
        (Give(Seat.P1, Card.of(Suit.DOVES, 1)), "giving the 1 of Doves"),
        (Exchange(Seat.P1, None), "keeping the decree"),
        (Exchange(Seat.P1, Card.of(Suit.DOVES, 1)), "the 1 of Doves as decree"),
        (Foxes(Seat.P1, Seat.P2), "letting Bob swap"),
        (Move(Seat.P1, 0), "staying"),
        (Move(Seat.P1, -3), "going 3 steps toward Ann"),
        (Forest(Seat.P2), "covering Bob's end"),
        (Resign(), "resigning"),
    ],
)
def test_every_kind_of_choice_has_its_words(action: Action, phrase: str) -> None:
    assert choice_phrase(action, NAMES) == phrase
    assert choice_subject(action, NAMES) == phrase[0].upper() + phrase[1:]


def seen_open(*pairs: tuple[float, float, float], space: int = 7) -> Assessment:
    """Return an assessment in hindsight; each choice has win, gem and overrun."""
    opened = tuple(
        DuetOpenHands(action, win, gem, overrun, space if gem else None)
        for action, (win, gem, overrun) in zip((CHOSEN, BEST), pairs, strict=True)
    )
    return Assessment(2, Seat.P1, CHOSEN, BEST, (), 0, opened)


@pytest.mark.parametrize(
    ("pairs", "sentence"),
    [
        (
            ((0.4, 0.0, 0.0), (0.7, 1.0, 0.0)),
            "In hindsight: the 4 of Stars would have found the gem on space 7.",
        ),
        (
            ((0.4, 0.0, 0.0), (0.7, 0.6, 0.0)),
            "In hindsight: the 4 of Stars would probably have found the gem on space 7.",
        ),
        (
            ((0.4, 0.0, 1.0), (0.7, 0.0, 0.0)),
            "In hindsight: the 4 of Stars would have kept the fox on the path.",
        ),
        (
            ((0.4, 0.0, 1.0), (0.7, 0.0, 0.3)),
            "In hindsight: the 4 of Stars would probably have kept the fox on the path.",
        ),
        (
            # As often as not is not likely, and what loses more games is no better.
            ((0.4, 0.0, 0.0), (0.7, 0.5, 0.5)),
            (
                "In hindsight: the 4 of Stars was best in the long run, with about 70% to win "
                "against 40%."
            ),
        ),
        (
            ((0.7, 0.0, 0.0), (0.4, 1.0, 0.0)),
            "Even in hindsight, nothing was better than the 10 of Roses.",
        ),
        (
            ((0.7, 0.0, 0.0), (0.4, 0.0, 0.0)),
            "Even in hindsight, nothing was better than the 10 of Roses.",
        ),
        (
            ((0.4, 0.0, 0.0), (0.7, 0.0, 0.0)),
            (
                "In hindsight: the 4 of Stars was best in the long run, with about 70% to win "
                "against 40%."
            ),
        ),
    ],
)
def test_hindsight_says_what_open_hands_would_have_shown(
    pairs: tuple[tuple[float, float, float], tuple[float, float, float]], sentence: str
) -> None:
    one = seen_open(*pairs)
    assert hindsight_sentence(one, NAMES) == sentence
    assert hindsight_sentence(replace(one, open_hands=()), NAMES) == ""


def test_hindsight_that_hardly_differs_is_not_called_better() -> None:
    one = seen_open((0.991, 0.0, 0.0), (0.994, 0.0, 0.0))
    assert hindsight_sentence(one, NAMES) == (
        "Even in hindsight, nothing was clearly better than the 10 of Roses."
    )
    costly = replace(one, estimates=sure(10.0, 20.0))
    assert hindsight_sentence(costly, NAMES) == (
        "In hindsight, though, nothing was clearly better than the 10 of Roses."
    )


def test_hindsight_can_be_better_than_what_was_known() -> None:
    estimates = tuple(
        DuetEstimate(action, win, 20.0, 0.5, 0.0, 0.0)
        for action, win in ((CHOSEN, 0.4), (BEST, 0.7))
    )
    one = replace(seen_open((0.7, 0.0, 0.0), (0.4, 0.0, 0.0)), estimates=estimates)
    assert hindsight_sentence(one, NAMES) == (
        "In hindsight, though, nothing was better than the 10 of Roses."
    )


def test_every_decision_of_whole_games_has_a_line_and_those_that_cost_a_sentence() -> None:
    for game in (VICTORY, DEFEAT):
        review, names = review_of(game), game.header.players
        for one in review.assessments:
            assert chosen_line(game, one).startswith((names[one.seat], "Together"))
            if one.cost.worth > 0:
                sentence = cost_sentence(review, one)
                assert sentence[0].isupper()
                assert sentence.endswith(".")


EVENTS: dict[str, Callable[[TrickEnd], bool | None]] = {
    "OVERRUN": lambda end: end.overruns,
    "GEM": lambda end: end.finds_gem,
    "WIN_TRICK": lambda end: end.mine,
    "LEAVE_TRICK": lambda end: not end.mine,
}
IN_A_TRICK = (Choice.PLAY, Choice.EXCHANGE, Choice.GIVE, Choice.MOVE)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_called_certain_happens_whatever_is_held_replied_and_moved(seed: int) -> None:
    def choose(observation: Observation, chance: Random) -> Action:
        return chance.choice(observation.choices)

    game = play_out(open_game(duet(1, seed=seed)), (choose, choose))
    said = {event: {True: 0, False: 0} for event in EVENTS}
    for number, state in enumerate(game.states[:-1]):
        due = state.table.pending
        if due is None or due.choice not in IN_A_TRICK:
            continue
        seen = observe(state, due.asked)
        for action in seen.choices:
            one = Assessment(number, seen.seat, action, action)
            for event, of in EVENTS.items():
                answer = forced_outcome(trick_ends(seen, action), of)
                if answer is None:
                    continue
                said[event][answer] += 1
                for world in range(3):
                    chance = Random(f"{seed} {number} {world}")
                    assert happens(state, one, action, event, chance) == answer
    # There was something to check.
    assert all(answers[True] and answers[False] for answers in said.values())


def test_what_the_partner_chooses_is_not_certain() -> None:
    landings = (Landed(3, gem=True), Landed(4, gem=False))
    assert TrickEnd(mine=True, landings=landings).finds_gem is True
    assert TrickEnd(mine=False, landings=landings).finds_gem is None
    assert forced_outcome((), lambda end: end.mine) is None
