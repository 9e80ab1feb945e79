"""The wording of hints: true to their figures, and short enough for a row."""

from __future__ import annotations

from dataclasses import replace

import pytest

from foxduet.ai.partner import Thought
from foxduet.core.common import Seat
from foxduet.games.duet.ai.expert import DuetEstimate
from foxduet.games.duet.rules.actions import Choice, Forest
from foxduet.games.duet.rules.observation import Observation, observe
from foxduet.games.duet.words.hints import hint_sentences, team_advice
from foxduet.ui.table.hint import hint_lines
from foxduet.ui.table.layout import layout_for
from foxduet.ui.table.state import Hint
from foxduet.words.hints import as_good_as_best
from foxduet.words.text import text_width
from tests.support.players import duet
from tests.support.solo import PLAYER, SOLO, made_up, nearly_sure, turns_before
from tests.support.tables import WINDOW

NAMES = ("Maximiliane!", "Bartholomew!")
HEADER = duet(players=NAMES)
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
    ((0.9, 0.5, 0.5, 0.0), (0.6, 0.5, 0.5, 0.5), "Aim to keep the fox on the path."),
    ((0.9, 0.5, 0.9, 0.0), (0.6, 0.5, 0.2, 0.0), "Aim to end this trick on a gem."),
    ((0.9, 0.9, 0.5, 0.0), (0.6, 0.2, 0.5, 0.0), "Aim to win this trick."),
    ((0.9, 0.1, 0.5, 0.0), (0.6, 0.8, 0.5, 0.0), "Aim to leave this trick to Bartholomew!."),
    ((0.61, 0.5, 0.5, 0.0), (0.6, 0.5, 0.5, 0.0), "All are as good, with about 61 % to win."),
]


@pytest.mark.parametrize(("best", "others", "aim"), CASES)
def test_the_aim_is_how_the_best_choice_differs_from_the_others(
    best: tuple[float, float, float, float], others: tuple[float, float, float, float], aim: str
) -> None:
    seen = seen_at(Choice.PLAY)
    assert hint_sentences(seen, thought_of(seen, best, others), NAMES, 1) == (aim,)


@pytest.mark.parametrize("choice", CHOICES)
def test_choices_that_differ_are_never_said_to_be_as_good(choice: Choice) -> None:
    seen = seen_at(choice)
    thought = thought_of(seen, (0.9, 0.5, 0.5, 0.0), (0.6, 0.5, 0.5, 0.0))
    for sentence in hint_sentences(seen, thought, NAMES, 3):
        assert "as good" not in sentence
        assert "little" not in sentence
    (aim,) = hint_sentences(seen, thought, NAMES, 1)
    assert aim.startswith("The best: ")
    assert aim.endswith("with about 90 % to win.")


def test_an_aim_that_bad_choices_share_is_none() -> None:
    seen = seen_at(Choice.PLAY)
    thought = thought_of(seen, (0.9, 0.1, 0.5, 0.0), (0.6, 0.8, 0.5, 0.0))
    assert hint_sentences(seen, thought, NAMES, 1)[0].startswith("Aim to leave this trick")
    *others, last = thought.estimates
    shares = replace(last, win=0.1, taken=0.05)  # type: ignore[call-arg]
    thought = replace(thought, estimates=(*others, shares))
    assert not hint_sentences(seen, thought, NAMES, 1)[0].startswith("Aim to leave this trick")


@pytest.mark.parametrize("choice", CHOICES)
def test_within_the_noise_no_choice_is_advised_firmly(choice: Choice) -> None:
    seen = seen_at(choice)
    thought = thought_of(seen, (0.9, 0.5, 0.5, 0.0), (0.895, 0.5, 0.5, 0.0))
    assert hint_sentences(seen, thought, NAMES, 3) == ("All are as good, with about 90 % to win.",)
    if len(seen.choices) > 2:
        *others, last = thought.estimates
        thought = replace(thought, estimates=(*others, replace(last, win=0.3)))
        answer = hint_sentences(seen, thought, NAMES, 3)[-1]
        assert answer.startswith(("The best: ", "Each of the best ", "All are as good but "))
        assert text_width(answer) <= LONGEST_ROW


@pytest.mark.parametrize("win", [0.0, 1.0])
def test_there_is_nothing_to_aim_at_where_all_is_lost_or_won(win: float) -> None:
    seen = seen_at(Choice.PLAY)
    thought = thought_of(seen, (win, 0.9, 0.9, 0.0), (win, 0.1, 0.1, 0.5))
    (aim,) = hint_sentences(seen, thought, NAMES, 1)
    assert aim.startswith("All are as good: nearly sure" if win else "It does not matter: ")


def test_a_game_that_cannot_be_won_has_no_aim() -> None:
    seen = seen_at(Choice.PLAY)
    path = replace(seen.table.path, gems=tuple(22 for _ in seen.table.path.gems))
    seen = replace(seen, table=replace(seen.table, path=path))
    thought = thought_of(seen, (0.0, 0.9, 0.9, 0.0), (0.0, 0.1, 0.1, 0.5))
    assert "cannot be won any more" in hint_sentences(seen, thought, NAMES, 1)[0]


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
    answer = hint_sentences(seen, thought, NAMES, 3)[-1]
    assert answer.startswith("All in all the best: ")
    assert "about 90 % to win" in answer


@pytest.mark.parametrize("choice", CHOICES)
def test_where_the_win_is_nearly_sure_a_hint_speaks_in_points(choice: Choice) -> None:
    seen = seen_at(choice)
    thought = nearly_sure(seen)
    answer = hint_sentences(seen, thought, NAMES, 3)[-1]
    assert answer.startswith("As good as won: ")
    assert answer.endswith(", 38.9 points.")
    first, *others = thought.estimates
    unsure = replace(thought, estimates=(replace(first, win=0.97), *others))
    assert " % to win" in hint_sentences(seen, unsure, NAMES, 3)[-1]


def test_points_are_as_good_within_the_noise_of_what_was_compared() -> None:
    seen = seen_at(Choice.PLAY)
    raw = thought_of(seen, (0.9, 0.5, 0.5, 0.0), (0.895, 0.5, 0.5, 0.0)).estimates
    thought = replace(nearly_sure(seen), action=seen.choices[0], raw=raw)
    answer = hint_sentences(seen, thought, NAMES, 3)[-1]
    assert answer.startswith("All are as good: nearly sure to win, with about ")
    rows = [replace(one, win=0.9 if at < 2 else 0.3) for at, one in enumerate(raw)]
    answer = hint_sentences(seen, replace(thought, raw=tuple(rows)), NAMES, 3)[-1]
    assert answer.startswith("The best: ")
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
    answer = hint_sentences(seen, thought, NAMES, 3)[-1]
    assert answer == "All are as good: nearly sure to win, with about 30.0 points."


def test_where_other_choices_have_the_same_percent_the_answer_says_that_points_decide() -> None:
    seen = seen_at(Choice.PLAY)
    raw = thought_of(seen, (0.5, 0.5, 0.5, 0.0), (0.4, 0.5, 0.5, 0.0))
    told = thought_of(seen, (0.972, 0.5, 0.5, 0.0), (0.968, 0.5, 0.5, 0.0))
    first, *others = told.estimates
    thought = replace(told, estimates=(replace(first, score=39.5), *others), raw=raw.estimates)
    answer = hint_sentences(seen, thought, NAMES, 3)[-1]
    assert answer.startswith("The best: ")
    assert answer.endswith(", for its points; about 97 % to win.")
    assert text_width(f"> {answer}") <= LONGEST_ROW
    assert "points" not in hint_sentences(seen, raw, NAMES, 3)[-1]


FOREST = tuple(Forest(end) for end in Seat)


@pytest.mark.parametrize(
    ("own", "other", "said"),
    [
        ((0.9, 33.3), (0.7, 33.1), "Expert would cover Left's end: 90 % to win, else 70 %."),
        ((0.9, 33.3), (0.904, 33.1), "Expert would cover Left's end; the other is about as good."),
        ((1.0, 33.3), (1.0, 33.1), "Expert would cover Left's end: 33.3 points, else 33.1."),
        ((1.0, 33.1), (1.0, 33.3), "Expert would cover Left's end; the other is about as good."),
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
