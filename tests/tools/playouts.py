"""Choices played out by the rules, with a simple policy, beside what a seat knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import Any, TypeAlias

from foxduet.core.cards import Seat
from foxduet.core.engine import AnyRuleSet

WORLDS, PLANNING_WORLDS = 160, 40
"""Worlds in which choices are played out, and worlds to plan what follows a choice."""
REPLIES, LINE_WORLDS = 60, 1500
"""Random replies to a claim of certainty, and worlds in which a told line is searched."""

Course: TypeAlias = Sequence[Any]
"""The ends of the tricks of a playout until the round ends, the trick under way first."""
Matches: TypeAlias = Callable[[Any], bool]
"""A test of the end of a trick."""


@dataclass(frozen=True, slots=True)
class Policy:
    """How a judge plays a game.

    choose: returns the choice of the seat to act.
    end_of: returns how a step from a state ends the trick, in a type of the game, or None.
    worth: of the playout of a round, for a seat.
    follow_ups: names of the decisions that a seat plans together with its choice.
    """

    rules: AnyRuleSet
    choose: Callable[[Any, Random], Any]
    end_of: Callable[[Any, Any], Any]
    worth: Callable[[Course, Seat], float]
    follow_ups: frozenset[str]


class Position:
    """A position as its seat sees it, and how choices turn out in the judge's worlds."""

    def __init__(self, policy: Policy, observation: Any, seed: str) -> None:
        self.policy, self.observation, self._seed = policy, observation, seed
        self.seat, self.table = observation.seat, observation.table
        self._courses: dict[Any, list[Course]] = {}

    def _world(self, number: int) -> tuple[Any, Random]:
        rng = Random(f"{self._seed} {number}")
        return self.policy.rules.sample(self.observation, rng), rng

    def share(self, choice: Any, event: Callable[[Course], bool]) -> float:
        """Return the share of playouts (0-1) in which an event comes."""
        return fmean(map(event, self.courses(choice)))

    def mean_worth(self, choice: Any) -> float:
        return self._mean_worth(self.courses(choice))

    def _mean_worth(self, courses: Iterable[Course]) -> float:
        return fmean(self.policy.worth(course, self.seat) for course in courses)

    def courses(self, choice: Any) -> Sequence[Course]:
        """Return playouts of a choice, with the best of the seat's plans for what follows it."""
        if choice not in self._courses:
            plans = self._plans(choice)

            def planned_worth(plan: Sequence[Any]) -> float:
                return self._mean_worth(self._play(plan, i) for i in range(PLANNING_WORLDS))

            plan = max(plans, key=planned_worth) if len(plans) > 1 else plans[0]
            self._courses[choice] = [self._play(plan, number) for number in range(WORLDS)]
        return self._courses[choice]

    def _plans(self, choice: Any) -> list[tuple[Any, ...]]:
        """Return a choice with all that its seat can do before others act."""
        rules, follow_ups = self.policy.rules, self.policy.follow_ups

        def extend(state: Any, plan: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
            after = rules.apply(state, plan[-1]).state
            due = rules.pending(after)
            if due is None or due.seat is not self.seat or due.choice.name not in follow_ups:
                yield plan
            else:
                for action in rules.legal_actions(after):
                    yield from extend(after, (*plan, action))

        return [*extend(self._world(0)[0], (choice,))]

    def _play(self, plan: Sequence[Any], number: int) -> Course:
        rules, planned, ends = self.policy.rules, [*plan], list[Any]()
        (state, rng), is_dealt = self._world(number), self.table.trick is not None
        while (due := rules.pending(state)) is not None:
            if due.choice.is_deal and not is_dealt:
                action, is_dealt = rules.deal(state, rng, None), True
            elif planned and planned[0] in rules.legal_actions(state):
                action = planned.pop(0)
            elif due.seat is None:
                break
            else:
                action = self.policy.choose(state, rng)
            step = rules.apply(state, action)
            ends += filter(None, [self.policy.end_of(state, step)])
            state = step.state
        return ends

    def is_sure(self, choice: Any, matches: Matches, *, by_plan: bool) -> bool:
        """True if the trick always ends so, whatever the other seat does.

        by_plan: whether its own seat acts for that; otherwise it may do anything, too.
        """
        few, rules = any if by_plan else all, self.policy.rules

        def ends(plan: Sequence[Any], number: int) -> Iterator[Any]:
            state, rng = self._world(number)
            for action in plan[:-1]:
                state = rules.apply(state, action).state

            def choices(state: Any, seat: Seat) -> Sequence[Any]:
                legal = rules.legal_actions(state)
                return legal if seat is self.seat else [rng.choice(legal)]

            return self._trick_ends(state, plan[-1], choices)

        def is_sure_by(plan: Sequence[Any]) -> bool:
            return all(few(map(matches, ends(plan, number))) for number in range(REPLIES))

        return few(map(is_sure_by, self._plans(choice)))

    def can_reach(
        self, choice: Any, allows: Matches, has: Callable[[Any], bool], matches: Matches
    ) -> bool:
        """True if in some world the allowed actions after a choice end the trick so.

        has: whether a world has the cards that are told.
        """

        def choices(state: Any, _seat: Seat) -> Sequence[Any]:
            return [*filter(allows, self.policy.rules.legal_actions(state))]

        worlds = (self._world(number)[0] for number in range(LINE_WORLDS))
        return any(
            any(map(matches, self._trick_ends(state, choice, choices)))
            for state in filter(has, worlds)
        )

    def _trick_ends(
        self, state: Any, action: Any, choices: Callable[[Any, Seat], Sequence[Any]]
    ) -> Iterator[Any]:
        """Yield the ends of the trick after an action and all choices that may follow it."""
        step = self.policy.rules.apply(state, action)
        end, due = self.policy.end_of(state, step), self.policy.rules.pending(step.state)
        if end is not None:
            yield end
        elif due is not None and due.seat is not None:
            for following in choices(step.state, due.seat):
                yield from self._trick_ends(step.state, following, choices)
