"""Reasons: an event that comes more often after one choice than after another.

Both choices are played out in the same sampled worlds, so that their shares are paired (common
random numbers). The rules engine has reported every event in a line of play, and a pair
of such lines shows how the event comes about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from enum import Enum
from itertools import islice
from math import sqrt
from operator import itemgetter
from random import Random
from typing import Any, Protocol, TypeAlias

from foxduet.core.lazy_dataclass import dataclass, field, replace
from foxduet.core.registry import REASONS, load_part, rule_set

FIRST_WORLDS, MAX_WORLDS = 100, 300
"""Number of worlds at first, and the largest number, to find a noticeable difference."""
_MIN_WORLDS, _MAX_EQUALS = 20, 1
# A share is like the best choice's if it differs by at most this part of best minus other.
_HALF_WAY = 0.5
# The rules play at most this many typical pairs for each of this many contrasts. A later contrast
# must gain this part of the largest gain.
_MAX_PLAYED_PAIRS, _MAX_CONTRASTS, _MIN_GAIN_SHARE = 3, 6, 0.7


MakeTrick: TypeAlias = Callable[[Any, Any, Sequence[Any], Any], Any]


@dataclass(frozen=True, slots=True)
class Line:
    """A choice in a sampled world, and how play went on.

    start_state: the state before the choice, with all cards. Lines with equal actions and tricks
        are equal, because a file keeps less of the state.
    actions: the choice, and the actions after it.
    tricks: the tricks of the line, in the game's own type.
    play: plays a sketched line by the rules; None after that.
    worth: value of the end of a sketched line, in the game's own unit.
    """

    start_state: Any = field(compare=False)
    actions: tuple[Any, ...]
    tricks: tuple[Any, ...]
    play: Callable[[], Line] | None = field(default=None, compare=False)
    worth: float = field(default=0.0, compare=False)

    def played(self) -> Line:
        """Return the line with all its actions."""
        return self if self.play is None else replace(self.play(), worth=self.worth)


class LineRecorder:
    """Applies the actions of a line by the rules, and collects its tricks.

    make_trick: returns the trick that an action ends, from the state before it, the action, the
        events of the trick and the state after it.
    """

    def __init__(self, game: str, start_state: Any, make_trick: MakeTrick) -> None:
        self.state = self._start_state = start_state
        self._apply, self._make_trick = rule_set(game).apply, make_trick
        self._actions: list[Any] = []
        self._tricks: list[Any] = []
        self._events: list[Any] = []

    def add(self, action: Any) -> None:
        """Apply an action; raises IllegalActionError."""
        before = self.state
        step = self._apply(before, action)
        self.state = step.state
        self._actions.append(action)
        self._events += step.events
        done = step.state.table.tricks_done
        if before.table.trick is not None and done != before.table.tricks_done:
            self._tricks.append(self._make_trick(before, action, self._events, step.state))
            self._events = []

    def line(self) -> Line:
        return Line(self._start_state, tuple(self._actions), tuple(self._tricks))


Event: TypeAlias = Callable[[Line], bool]
LinePair: TypeAlias = tuple[Line, Line]
"""The lines of the best choice and of the other one, in one world."""


def share_of(event: Event, lines: Sequence[Line]) -> float:
    """Return the share of lines (0-1) in which an event comes."""
    return sum(map(event, lines)) / len(lines)


@dataclass(frozen=True, slots=True)
class Contrast:
    """An event, and the share of worlds (0-1) in which it comes after either of two choices.

    kind: the game's kind of reason.
    subject: the seat or the space that the event is about.
    is_bad: whether players want to avoid the event.
    """

    kind: Any
    subject: int
    best_share: float
    other_share: float
    is_bad: bool

    @property
    def gain(self) -> float:
        """How much more often the best choice does well."""
        return (
            self.other_share - self.best_share
            if self.is_bad
            else self.best_share - self.other_share
        )

    def is_noticeable(self, least: float, worlds: int, errors: float = 2) -> bool:
        """True if the gain is at least ``least`` and ``errors`` standard errors."""
        variance = self.best_share * (1 - self.best_share) + self.other_share * (
            1 - self.other_share
        )
        return self.gain >= max(least, errors * sqrt(variance / worlds))


@dataclass(frozen=True, slots=True)
class Reason:
    """Why ``best`` is better than ``other``.

    contrast: the event that comes more often after one choice than after the other.
    lines: a pair of lines with the event after only one choice.
    equals: choices as good as the best one, after which the event is not as frequent.
    """

    best: Any
    other: Any
    contrast: Contrast
    lines: LinePair
    equals: tuple[Any, ...] = ()


class ReasonModule(Protocol):
    """Interface of a game's module ``reasons``."""

    ReasonKind: type[Enum]

    def play_lines(
        self, observation: Any, choices: Sequence[Any], opposite: str | None, rng: Random
    ) -> Iterator[Sequence[Line]]:
        """Yield the lines of all choices in one sampled world after the other, without end."""

    def make_trick(self, before: Any, action: Any, events: Sequence[Any], after: Any) -> Any:
        """Return the trick that an action ends; see ``LineRecorder``."""

    def contrasts(
        self, observation: Any, lines: Sequence[Line], others: Sequence[Line]
    ) -> Iterator[Contrast]:
        """Yield the noticeable differences between two choices, the most important first."""

    def make_contrast(
        self, kind: Any, subject: int, best_share: float, other_share: float
    ) -> Contrast:
        """Return the contrast of an event with these shares of worlds."""

    def event_of(self, contrast: Contrast) -> Event:
        """Return the event of a contrast."""

    def decisive_trick(self, contrast: Contrast, line: Line) -> Any:
        """Return the trick of a line in which the event comes or is decided, or None."""

    def traits(self, contrast: Contrast, pair: LinePair) -> Iterator[Hashable]:
        """Yield the traits of a pair of lines by which a typical pair is found."""

    def clarity(self, observation: Any, contrast: Contrast, pair: LinePair) -> float:
        """Return how well a pair of lines shows a contrast; 0 if not at all."""


def reason_module(game: str) -> ReasonModule:
    """Return a game's reason module; raises MissingPartError without it."""
    module: ReasonModule = load_part(game, REASONS)
    return module


def replay_line(game: str, start_state: Any, actions: Iterable[Any]) -> Line:
    """Return the line with these actions; raises IllegalActionError."""
    recorder = LineRecorder(game, start_state, reason_module(game).make_trick)
    for action in actions:
        recorder.add(action)
    return recorder.line()


@dataclass(frozen=True, slots=True)
class ReasonQuery:
    """Asks why the best choice of each pair is better than the other one.

    opposite: the name of the partner at the other seat; None for a person.
    equals: choices that are as good as the best ones.
    """

    game: str
    observation: Any
    opposite: str | None
    pairs: Sequence[tuple[Any, Any]]
    equals: Sequence[Any] = ()


def find_reasons(query: ReasonQuery, rng: Random, stop: Callable[[], bool]) -> tuple[Reason, ...]:
    """Return the reasons that sampled worlds show, at most one for each pair.

    Once ``stop()`` is true, only the worlds so far count; empty if they are too few.
    """
    module = reason_module(query.game)
    equals = query.equals[: _MAX_EQUALS + 1]
    actions = (*(action for pair in query.pairs for action in pair), *equals)
    choices = [*dict.fromkeys(actions)]
    worlds = module.play_lines(query.observation, choices, query.opposite, rng)
    lines: dict[Any, list[Line]] = {choice: [] for choice in choices}
    reasons: dict[tuple[Any, Any], Reason] = {}
    pairs, count = query.pairs, 0
    for limit in (FIRST_WORLDS, MAX_WORLDS):
        for world in islice(worlds, limit - count if pairs else 0):
            for choice, line in zip(choices, world, strict=True):
                lines[choice].append(line)
            count += 1
            if stop():
                break
        if count < min(limit, _MIN_WORLDS):
            break
        for best, other in pairs:
            rivals = [action for action in query.equals if action != best][:_MAX_EQUALS]
            reason = _find_reason(module, query.observation, best, other, rivals, lines)
            if reason is not None:
                reasons[best, other] = reason
        if count < limit:
            break
        # More worlds are only for pairs with the best choice that still lack a reason.
        best, _other = query.pairs[0]
        pairs = [pair for pair in pairs if pair[0] == best and pair not in reasons]
    return tuple(reasons.values())


def _find_reason(
    module: ReasonModule,
    observation: Any,
    best: Any,
    other: Any,
    equals: Sequence[Any],
    lines: dict[Any, list[Line]],
) -> Reason | None:
    """Return a reason by the first contrast that lines show clearly and all equals share, or None.

    If no contrast has both, it need only be clear.
    """
    found: list[tuple[tuple[float, bool], Reason]] = []
    for contrast in module.contrasts(observation, lines[best], lines[other]):
        event = module.event_of(contrast)
        pairs = [
            pair
            for pair in zip(lines[best], lines[other], strict=True)
            if event(pair[0]) is not contrast.is_bad and event(pair[1]) is contrast.is_bad
        ]
        most = max((reason.contrast.gain for rank, reason in found if rank[0]), default=0.0)
        if not pairs or contrast.gain < _MIN_GAIN_SHARE * most:
            continue
        lacking = tuple(
            action for action in equals if not _is_like_best(contrast, event, lines[action])
        )
        clarity, pair = _best_pair(module, observation, contrast, pairs)
        rank = min(clarity, 1.0), not lacking
        found.append((rank, Reason(best, other, contrast, pair, lacking)))
        if rank == (1.0, True) or len(found) == _MAX_CONTRASTS:
            break
    return max(found, key=itemgetter(0))[1] if found else None


def _is_like_best(contrast: Contrast, event: Event, lines: Sequence[Line]) -> bool:
    distance = abs(share_of(event, lines) - contrast.best_share)
    return distance <= _HALF_WAY * abs(contrast.best_share - contrast.other_share)


def _best_pair(
    module: ReasonModule, observation: Any, contrast: Contrast, pairs: Sequence[LinePair]
) -> tuple[float, LinePair]:
    """Return the clearest of the most typical pairs of lines, and how clear it is."""
    clarities = {id(pair): module.clarity(observation, contrast, pair) for pair in pairs}
    typical = _sort_by_traits(module, contrast, pairs)
    candidates = sorted(typical, key=lambda pair: -clarities[id(pair)])[:_MAX_PLAYED_PAIRS]
    found = []
    for pair in candidates:
        played = pair[0].played(), pair[1].played()
        found.append((module.clarity(observation, contrast, played), played))
        # Playing can only make the pairs that follow less clear.
        if 0 < found[-1][0] >= clarities[id(pair)]:
            break
    return max(found, key=itemgetter(0))


def _sort_by_traits(
    module: ReasonModule, contrast: Contrast, pairs: Sequence[LinePair]
) -> Sequence[LinePair]:
    """Return pairs of lines, those first that have most traits in common with the others."""
    traits = [[*module.traits(contrast, pair)] for pair in pairs]
    counts = Counter(trait for pair_traits in traits for trait in pair_traits)
    sums = [sum(counts[trait] for trait in pair_traits) for pair_traits in traits]
    order = sorted(range(len(pairs)), key=lambda index: -sums[index])
    return [pairs[index] for index in order]
