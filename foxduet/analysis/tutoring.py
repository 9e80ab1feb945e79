"""How good a choice in a guided round was, and how much is said from then on."""

from __future__ import annotations

from enum import Enum, auto
from functools import partial
from typing import TYPE_CHECKING, Any

from foxduet.analysis.review import FELT
from foxduet.core.frozen import dataclass, replace

if TYPE_CHECKING:
    from foxduet.ai.partner import Thought

MUCH, SOME, NONE = 2, 1, 0
"""How much is said: what matters and an aim before each choice, the aim only, or nothing."""
RIGHT_IN_A_ROW = 3
"""How many good choices in a row there must be before less is said."""
_COSTLY = 0.04
"""A choice that costs a larger share of the chance to win is explained."""
_SAFE = 0.15
"""A choice after which the path is overrun so much more often, now or later, is not equal."""


class Grade(Enum):
    """How good a choice was, by the adviser's thought."""

    FORCED = auto()
    UNKNOWN = auto()
    ALIKE = auto()
    BEST = auto()
    AS_GOOD = auto()
    FAIR = auto()
    POOR = auto()


GOOD = (Grade.BEST, Grade.AS_GOOD)


@dataclass(frozen=True, slots=True)
class Tutoring:
    """How much ``help`` is given, and how the choices went: those that really differed.

    ``right`` is the number of good ones in a row since the help was changed.
    """

    help: int = MUCH
    right: int = 0
    good: int = 0
    poor: int = 0

    def after(self, grade: Grade) -> Tutoring:
        """Step back after several good choices in a row, and forward after a poor one."""
        match grade:
            case Grade.BEST | Grade.AS_GOOD:
                steps_back = self.help > NONE and self.right + 1 == RIGHT_IN_A_ROW
                if steps_back:
                    return replace(self, help=self.help - 1, right=0, good=self.good + 1)
                return replace(self, right=self.right + 1, good=self.good + 1)
            case Grade.POOR:
                return replace(self, help=min(self.help + 1, MUCH), right=0, poor=self.poor + 1)
            case Grade.FAIR:
                return replace(self, right=0)
            case _:
                return self


AT_FIRST = Tutoring()
"""How a round begins."""


def grade_of(choice: Any, thought: Thought, choices: int) -> Grade:
    """Return how good a choice was among a number of ``choices``."""
    if choices == 1:
        return Grade.FORCED
    worths = _worths(thought)
    if choice not in worths or thought.action not in worths:
        return Grade.UNKNOWN
    if are_alike(thought):
        return Grade.ALIKE
    cost = worths[thought.action] - worths[choice]
    if choice == thought.action:
        return Grade.BEST
    if cost < FELT and not _is_riskier(choice, thought):
        return Grade.AS_GOOD
    return Grade.FAIR if cost <= _COSTLY else Grade.POOR


def worse_than(choice: Any, thought: Thought) -> list[Any]:
    """Return the choices that would have been poor beside another one, the best of them first."""
    worths = _worths(thought)
    poor = [one for one in worths if worths[choice] - worths[one] > _COSTLY]
    return sorted(filter(partial(is_behind, thought), poor), key=lambda one: -worths[one])


def is_behind(thought: Thought, choice: Any) -> bool:
    """Return whether a choice is behind the best one by more than the standard error of that."""
    worths = _worths(thought)
    error: float = dict(zip(worths, thought.errors, strict=False)).get(choice, 0.0)
    return worths[thought.action] - worths[choice] > error


def are_alike(thought: Thought) -> bool:
    """Return whether it hardly matters what is chosen."""
    worths = _worths(thought)
    if any(_is_riskier(choice, thought) for choice in worths):
        return False
    return not worths or max(worths.values()) - min(worths.values()) <= _COSTLY


def _is_riskier(choice: Any, thought: Thought) -> bool:
    """Return whether the path is overrun clearly more often after a choice than after the best."""
    risks = {one.action: _risk_of(one) for one in thought.compared}
    return risks[choice] - risks.get(thought.action, 0.0) >= _SAFE


def _risk_of(one: Any) -> float:
    """Return how often the path is overrun, in this trick or later; 0 where there is no path."""
    return float(getattr(one, "overrun", 0.0) + getattr(one, "later", 0.0))


def _worths(thought: Thought) -> dict[Any, float]:
    return {one.action: one.worth for one in thought.compared}
