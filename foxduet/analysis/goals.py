"""Goals, and the ramp from easy games to hard ones: what finished games have reached of them.

Each game declares its own; all is worked out from the scores, and nothing of it is saved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from foxduet.analysis.standings import Category, counting
from foxduet.core.common import Seat
from foxduet.core.frozen import dataclass
from foxduet.core.register import rule_set
from foxduet.store.entries import Entry

WINS_FOR_THE_NEXT = 2
"""How many wins in a row at one rung lead to a proposal of the next."""


@dataclass(frozen=True, slots=True)
class Goal:
    """Something to be reached by winning; ``reached`` says whether a seat that won has done so.

    ``name`` is what JSON calls it, and ``label`` is marked for the translators.
    """

    name: str
    label: str
    reached: Callable[[Any, Seat], bool]


@dataclass(frozen=True, slots=True)
class Rung:
    """A step of the ramp: values of the game's options, and a kind of partner to play with.

    ``says`` proposes it, marked for the translators.
    """

    options: Mapping[str, Any]
    partner: str
    says: str

    def is_of(self, game: Entry) -> bool:
        """Return whether a game was played at this rung."""
        values = {name: getattr(game.summary, name) for name in self.options}
        return game.kind == self.partner and values == self.options and has_goals(game)


def has_goals(game: Entry) -> bool:
    """Return whether a game counts for goals: not one of a marked category, as on an own board."""
    return not any(part is True for part in game.summary.category)


def goals_reached(goals: Sequence[Goal], games: Iterable[Entry]) -> dict[Category, list[Goal]]:
    """Return the goals reached in each category of the games that count for any."""
    found: dict[Category, list[Goal]] = {}
    for game in counting(games):
        if has_goals(game):
            own = found.setdefault(game.summary.category, [])
            own += [goal for goal in goals if goal not in own and _is_reached(goal, game)]
    return {
        category: [goal for goal in goals if goal in found[category]] for category in sorted(found)
    }


def _is_reached(goal: Goal, game: Entry) -> bool:
    won, seats = game.summary.result.won, game.own_seats
    if len(seats) > 1 and not rule_set(game.game).cooperative:
        # Of two opponents at one keyboard one always wins, and nobody knows whose goals these are.
        return False
    return any(won[seat] and goal.reached(game, seat) for seat in seats)


def reached_first(goals: Sequence[Goal], own: Entry, others: Iterable[Entry]) -> tuple[Goal, ...]:
    """Return the goals that a game reached, and no other of its category."""
    category = own.summary.category
    before = goals_reached(goals, others).get(category, [])
    reached = goals_reached(goals, [own]).get(category, [])
    return tuple(goal for goal in reached if goal not in before)


def next_rung(ramp: Sequence[Rung], games: Sequence[Entry]) -> tuple[Rung, Rung] | None:
    """Return the rung of the last games, and the one to propose after them; None for no proposal.

    ``games`` are oldest first. The next rung is proposed only once, right after the last of the
    wins that it takes: players who then win at the same rung again have chosen to stay.
    """
    games = counting(games)
    for now, following in pairwise(ramp):
        wins = 0
        for game in reversed(games):
            if not (now.is_of(game) and game.won):
                break
            wins += 1
        if wins == WINS_FOR_THE_NEXT:
            return now, following
    return None
