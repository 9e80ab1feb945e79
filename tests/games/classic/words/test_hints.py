"""The wording of hints: true to their figures, and short enough for a row."""

from __future__ import annotations

from dataclasses import replace

import pytest

from foxduet.ai.partner import Thought
from foxduet.core.common import Seat
from foxduet.games.classic.ai.expert import ClassicEstimate
from foxduet.games.classic.rules.observation import Observation, observe
from foxduet.games.classic.rules.state import Setup
from foxduet.games.classic.words.hints import hint_sentences
from foxduet.play.game import Header
from foxduet.ui.table.hint import hint_lines
from foxduet.ui.table.layout import layout_for
from foxduet.ui.table.state import Hint
from foxduet.words.text import text_width
from tests.support.classic.deals import at, filled
from tests.support.tables import WINDOW

NAMES = ("Maximiliane!", "Bartholomew!")
HEADER = Header("classic", Setup(), NAMES)
LONGEST_ROW = layout_for(WINDOW).width - 4


def seen_with(own: int, other: int, lead: str = "-") -> Observation:
    """Return what p1 sees when both have won so many tricks, and p2 led a card, if one."""
    left = 13 - own - other
    p1 = "4b6b8b2k4k6k8k2m4m6m8mTmEm"[-2 * left :]
    p2 = "1b2b3b5b9b1k3k5k9kTk1m5m7m"[-2 * left :]
    trick = "p1:-"
    if lead != "-":
        assert lead in p2
        p2, trick = p2.replace(lead, ""), f"p2:{lead}"
    line = f"1.{own + other} {p1}/{p2} 7b * {trick} {own}-{other} 0-0 p1:play"
    return observe(at(filled(line)), Seat.P1)


def thought_of(seen: Observation, *shares: tuple[float, float]) -> Thought:
    """Return a thought with win and taken for the first and for all other choices."""
    rows = [shares[0]] + [shares[1]] * (len(seen.choices) - 1)
    estimates = tuple(
        ClassicEstimate(choice, win, 3.0, taken)
        for choice, (win, taken) in zip(seen.choices, rows, strict=True)
    )
    return Thought(seen.choices[0], estimates, worlds=500)


WINS, LEAVES = ((0.6, 0.9), (0.5, 0.2)), ((0.6, 0.1), (0.5, 0.8))
CASES = [
    (WINS, 2, 2, "-", "Aim to win this trick."),
    (WINS, 6, 4, "-", "Aim to win this trick: the seventh is victorious."),
    (WINS, 4, 6, "-", "Aim to win this trick, or Bartholomew! is victorious."),
    (WINS, 2, 2, "7m", "Aim to win this trick: a Treasure lies in it."),
    (LEAVES, 2, 2, "-", "Aim to leave this trick to Bartholomew!."),
    (LEAVES, 3, 5, "-", "Winning this trick would be the fourth: no longer humble."),
    (LEAVES, 9, 2, "-", "Winning this trick would be the tenth: greedy scores nothing."),
    (LEAVES, 5, 3, "-", "Leave this trick to Bartholomew!: the fourth is not humble."),
    (LEAVES, 2, 9, "-", "Leave this trick to Bartholomew!: the tenth is greedy."),
    (((0.5, 0.5), (0.499, 0.1)), 2, 2, "-", "All are as good, with about 50 % to win."),
    (
        ((0.6, 0.5), (0.5, 0.5)),
        2,
        2,
        "-",
        "The best: 4 of Keys, with about 60 % to win the match.",
    ),
]


@pytest.mark.parametrize(("shares", "own", "other", "lead", "aim"), CASES)
def test_the_aim_is_how_the_best_choice_differs_and_the_band_behind_it(
    shares: tuple[tuple[float, float], tuple[float, float]],
    own: int,
    other: int,
    lead: str,
    aim: str,
) -> None:
    seen = seen_with(own, other, lead)
    assert hint_sentences(seen, thought_of(seen, *shares), NAMES, 1) == (aim,)


@pytest.mark.parametrize(("shares", "own", "other", "lead", "_aim"), CASES)
def test_every_hint_fits_its_row_with_the_longest_names(
    shares: tuple[tuple[float, float], tuple[float, float]],
    own: int,
    other: int,
    lead: str,
    _aim: str,
) -> None:
    seen = seen_with(own, other, lead)
    for steps in (1, 2, 3):
        for line in hint_lines(Hint(thought_of(seen, *shares), steps), seen, HEADER):
            assert text_width(f"> {line}") <= LONGEST_ROW, line


def test_the_answer_is_the_chance_to_win_the_match() -> None:
    seen = seen_with(2, 2)
    _aim, kind, answer = hint_sentences(seen, thought_of(seen, *WINS), NAMES, 3)
    assert kind == "Look among your Keys."
    assert answer == "The best: 4 of Keys, with about 60 % to win the match."


def test_an_exchange_and_a_discard_have_words_of_their_own() -> None:
    # The Fox was led by p1, which holds one card less.
    exchange = filled("1.10 4b2k/1b1k1m 7b * p1:3m 5-5 0-0 p1:exchange")
    seen = observe(at(exchange), Seat.P1)
    keep = next(choice for choice in seen.choices if getattr(choice, "card", 0) is None)
    estimates = tuple(
        ClassicEstimate(choice, 0.6 if choice == keep else 0.5, 3.0, 0.5) for choice in seen.choices
    )
    sentences = hint_sentences(seen, Thought(keep, estimates), NAMES, 3)
    assert sentences == ("The best: keep the decree, with about 60 % to win the match.",)


def test_where_there_is_one_choice_a_hint_says_no_more() -> None:
    seen = seen_with(2, 2)
    seen = replace(seen, choices=seen.choices[:1])
    lines = hint_lines(Hint(Thought(seen.choices[0]), 3), seen, HEADER)
    assert lines == ["There is only one choice."]


def test_without_figures_a_hint_names_the_choice_alone() -> None:
    seen = seen_with(2, 2)
    sentences = hint_sentences(seen, Thought(seen.choices[0]), NAMES, 3)
    assert sentences == ("The best: 4 of Keys.",)


def test_an_aim_that_bad_choices_share_is_none() -> None:
    seen = seen_with(2, 2)
    thought = thought_of(seen, *WINS)
    assert hint_sentences(seen, thought, NAMES, 1) == ("Aim to win this trick.",)
    *others, last = thought.estimates
    thought = replace(thought, estimates=(*others, replace(last, win=0.2, taken=0.95)))  # type: ignore[call-arg]
    assert hint_sentences(seen, thought, NAMES, 1) != ("Aim to win this trick.",)


def test_within_the_noise_no_choice_is_advised_firmly() -> None:
    seen = seen_with(2, 2)
    thought = thought_of(seen, (0.6, 0.9), (0.59, 0.2))
    assert hint_sentences(seen, thought, NAMES, 3) == ("All are as good, with about 60 % to win.",)
    *others, last = thought.estimates
    thought = replace(thought, estimates=(*others, replace(last, win=0.3)))
    (*_steps, answer) = hint_sentences(seen, thought, NAMES, 3)
    cards = "4, 6 or 8 of Keys, 2, 4, 6, 8 or 10 of Moons"
    assert answer == f"The best: {cards}; about 60 % to win."
    assert text_width(f"> {answer}") <= LONGEST_ROW


@pytest.mark.parametrize(("win", "end"), [(0.0, "lost."), (1.0, "won.")])
def test_there_is_nothing_to_aim_at_where_all_is_lost_or_won(win: float, end: str) -> None:
    seen = seen_with(2, 2)
    (aim,) = hint_sentences(seen, thought_of(seen, (win, 0.9), (win, 0.1)), NAMES, 1)
    assert aim.startswith("It does not matter")
    assert aim.endswith(end)


def test_an_exchange_that_only_keeping_is_good_for_does_not_give_the_answer_away_at_once() -> None:
    line = filled("1.8 4b6b2k6k/1b5b1k1m9m 7b * p1:3m 4-4 0-0 p1:exchange")
    seen = observe(at(line), Seat.P1)
    keep = next(choice for choice in seen.choices if getattr(choice, "card", 0) is None)
    estimates = tuple(
        ClassicEstimate(choice, 0.6 if choice == keep else 0.5, 3.0, 0.5) for choice in seen.choices
    )
    (aim,) = hint_sentences(seen, Thought(keep, estimates), NAMES, 1)
    assert aim == "What counts here is trump in the tricks to come."
