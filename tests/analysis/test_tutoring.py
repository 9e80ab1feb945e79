"""What a guided round says of a choice: nothing where there was none, and equal only if it is."""

from __future__ import annotations

from dataclasses import replace

from foxduet.ai.partner import Thought
from foxduet.analysis.tutoring import AT_FIRST, Grade, are_alike, grade_of, is_behind, worse_than
from foxduet.core.common import Play, Seat
from foxduet.games.duet.ai.expert import DuetEstimate
from foxduet.games.duet.rules.cards import DECK
from foxduet.words.lessons import text_on, title_on

FIRST, SECOND = (Play(Seat.P1, card) for card in DECK[:2])


def thought_with(*, overrun: float = 0.0, later: float = 0.0) -> Thought:
    """Return a thought on two choices that are worth as much, but for what runs off the path."""
    safe = DuetEstimate(FIRST, 0.9, 20.0, 0.5, 0.5, 0.0)
    other = DuetEstimate(SECOND, 0.9, 20.0, 0.5, 0.5, overrun, later=later)
    return Thought(FIRST, (safe, other))


def test_a_choice_that_forces_the_fox_off_the_path_is_never_called_equal() -> None:
    assert are_alike(thought_with())
    assert grade_of(SECOND, thought_with(), 2) is Grade.ALIKE
    for thought in (thought_with(overrun=0.5), thought_with(later=0.5)):
        assert not are_alike(thought)
        assert grade_of(SECOND, thought, 2) is Grade.FAIR
        assert grade_of(FIRST, thought, 2) is Grade.BEST


def test_nothing_is_said_of_a_choice_that_was_none() -> None:
    grade = grade_of(FIRST, Thought(FIRST), 1)
    assert (title_on(grade, AT_FIRST), text_on(grade, "", "")) == ("", "")


def test_a_good_choice_is_compared_with_poor_ones_the_most_tempting_first() -> None:
    actions = [Play(Seat.P1, card) for card in DECK[:5]]
    wins = (0.5, 0.9, 0.89, 0.8, 0.87)
    every = tuple(
        DuetEstimate(action, win, 20.0, 0.5, 0.5, 0.0)
        for action, win in zip(actions, wins, strict=True)
    )
    thought = Thought(actions[1], every)
    for good in actions[1:3]:
        assert worse_than(good, thought) == [actions[3], actions[0]]
    # What may be noise is compared with nothing.
    doubtful = replace(thought, errors=(0.0, 0.0, 0.0, 0.2, 0.0))
    assert worse_than(actions[1], doubtful) == [actions[0]]
    assert [is_behind(doubtful, one) for one in actions] == [True, False, True, False, True]
