"""Reasons of Duet: the events by which two choices differ, in order of importance.

An event that ends the game comes first, then the trick under way, then the rest of the round, which
always includes the trick under way.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from enum import Enum, auto

from foxduet.ai.reasons import Contrast, Event, Line, LinePair, share_of
from foxduet.core.cards import Exchange, Play, Seat
from foxduet.core.lazy_dataclass import dataclass
from foxduet.games.duet.rules.cards import Card, possible_moves
from foxduet.games.duet.rules.engine import apply
from foxduet.games.duet.rules.observation import Observation
from foxduet.games.duet.rules.state import ROUNDS, Action, Foxes, Give, Move, Outcome


@dataclass(frozen=True, slots=True)
class LineTrick:
    """A trick of a line.

    number: from 1.
    cards: in the order of play.
    start, end: the fox's space before and after its walk.
    gem: the space where it found a gem, or None.
    off: the end off which it ran, or None.
    outcome: VICTORY or LOST if the trick ended the game in this way, or None.
    """

    number: int
    cards: tuple[Card, ...]
    leader: Seat
    winner: Seat
    start: int
    end: int
    gem: int | None
    off: Seat | None
    outcome: Outcome | None


class ReasonKind(Enum):
    """The event of a reason; events of the trick under way come first.

    TOKEN is an overrun on purpose. The subject is the end's seat, or the gem's space.
    """

    WON = auto()
    LOST = auto()
    OVERRUN = auto()
    GEM = auto()
    TOKEN = auto()
    LOST_LATER = auto()
    OVERRUN_LATER = auto()
    GEM_LATER = auto()
    WON_LATER = auto()


OF_TRICK = (
    ReasonKind.WON,
    ReasonKind.LOST,
    ReasonKind.OVERRUN,
    ReasonKind.GEM,
    ReasonKind.TOKEN,
)
"""The kinds about the trick under way."""
_BAD = (
    ReasonKind.LOST,
    ReasonKind.OVERRUN,
    ReasonKind.LOST_LATER,
    ReasonKind.OVERRUN_LATER,
)
_GEMS_PER_OVERRUN = 1.5
"""The worth of an overrun avoided, in gems."""
_GEMS_PER_GAME = 3.0
"""The worth of a victory, and of a defeat avoided, in gems."""

# The least differences between shares of worlds: of the end of the game, of the trick, of a token
# spent on purpose, of the round, and as a last resort.
_OF_GAME, _IN_TRICK, _OF_TOKEN, _IN_ROUND, _AT_LEAST = 0.1, 0.15, 0.25, 0.1, 0.05
# The least difference of victories behind figures that already say how often a choice wins.
_IN_FIGURES = 0.02
# How much of the round's whole difference an event of the trick, or of the round, must make, unless
# its own difference is large.
_TRICK_PART, _ROUND_PART, _LARGE = 0.35, 0.25, 0.4
# A token is spent on purpose in this share of worlds, and if later gems are this share of all.
_ON_PURPOSE, _LATER_PART = 0.5, 0.5
# Another event of the round comes before a defeat if it differs by this factor.
_FACTOR = 2.0


def contrasts(
    observation: Observation, lines: Sequence[Line], others: Sequence[Line]
) -> Iterator[Contrast]:
    """Yield the noticeable differences between the lines of two choices, most important first."""
    worlds = len(lines)
    gem_gain = (sum(map(_gems, lines)) - sum(map(_gems, others))) / worlds
    overrun_gain = (sum(map(_overruns, others)) - sum(map(_overruns, lines))) / worlds
    net = (sum(map(_worth, lines)) - sum(map(_worth, others))) / worlds

    def measure(kind: ReasonKind, subject: int = 0) -> Contrast:
        event = _event(kind, subject)
        return make_contrast(kind, subject, share_of(event, lines), share_of(event, others))

    def explains(contrast: Contrast, least_part: float) -> bool:
        """True if an event is not made up for, and makes a part of the net difference."""
        worth, total = _worth_of(contrast), overrun_gain if contrast.is_bad else gem_gain
        is_large = contrast.gain >= _LARGE or worth >= least_part * net
        return is_large and net >= least_part * worth and total >= least_part * contrast.gain

    if observation.table.trick is not None:
        won, lost, overrun, gem, token = map(measure, OF_TRICK)
        yield from (
            contrast for contrast in (won, lost) if contrast.is_noticeable(_OF_GAME, worlds)
        )
        is_on_purpose = token.best >= _ON_PURPOSE and token.is_noticeable(_OF_TOKEN, worlds)
        later_gain = gem_gain - gem.gain
        if is_on_purpose and later_gain >= max(_LATER_PART * gem_gain, _OF_TOKEN):
            yield token
        for contrast in (overrun, gem):
            if contrast.is_noticeable(_IN_TRICK, worlds) and explains(contrast, _TRICK_PART):
                yield contrast
    spaces = _found_spaces((*lines, *others)) - _changed_spaces(observation)
    later = [measure(ReasonKind.OVERRUN_LATER, end) for end in Seat]
    later += [measure(ReasonKind.GEM_LATER, space) for space in sorted(spaces)]
    later.sort(
        key=lambda contrast: (min(_worth_of(contrast), net), _worth_of(contrast)), reverse=True
    )
    explaining = [
        contrast
        for contrast in later
        if contrast.is_noticeable(_IN_ROUND, worlds) and explains(contrast, _ROUND_PART)
    ]
    defeats = [measure(ReasonKind.LOST_LATER, end) for end in Seat]
    defeats.sort(key=lambda contrast: -contrast.gain)
    most = max((contrast.gain for contrast in explaining), default=0.0)
    noticeable_defeats = [
        contrast for contrast in defeats if contrast.is_noticeable(_OF_GAME, worlds)
    ]
    yield from (contrast for contrast in noticeable_defeats if _FACTOR * contrast.gain > most)
    yield from explaining
    win = measure(ReasonKind.WON_LATER)
    yield from (
        contrast
        for contrast in (*noticeable_defeats, win)
        if contrast.is_noticeable(_OF_GAME, worlds)
    )
    if net > 0:
        yield from (
            contrast for contrast in (*later, win) if contrast.is_noticeable(_AT_LEAST, worlds)
        )
    # A better chance to win was found by the search; here it only needs a line that shows it.
    if win.gain >= _IN_FIGURES:
        yield win


def _found_spaces(lines: Sequence[Line]) -> set[int]:
    return {trick.gem for line in lines for trick in line.tricks if trick.gem is not None}


def _changed_spaces(observation: Observation) -> set[int]:
    """Return the spaces that the forest covers with either choice, and those that gems slide to.

    A covered space has no gem, which explains nothing.
    """
    path = observation.table.path
    if observation.table.trick is not None:
        return set()
    return {path.first, path.first + 1, path.last - 1, path.last}


def _worth_of(contrast: Contrast) -> float:
    """Return the gain of a contrast in gems."""
    return contrast.gain * (_GEMS_PER_OVERRUN if contrast.is_bad else 1.0)


def _gems(line: Line) -> int:
    return sum(trick.gem is not None for trick in line.tricks)


def _overruns(line: Line) -> int:
    return sum(trick.off is not None for trick in line.tricks)


def _worth(line: Line) -> float:
    """Return the worth of a line, in gems; in the last round nothing but a victory saves a game."""
    table, outcome = line.first.table, line.tricks[-1].outcome
    if table.round + (table.trick is None) == ROUNDS:
        return _gems(line) + _GEMS_PER_GAME * (outcome is Outcome.VICTORY)
    end = (outcome is Outcome.VICTORY) - (outcome is Outcome.LOST)
    return _gems(line) - _GEMS_PER_OVERRUN * _overruns(line) + _GEMS_PER_GAME * end


def make_contrast(kind: ReasonKind, subject: int, best: float, other: float) -> Contrast:
    """Return the contrast of an event with these shares of worlds."""
    return Contrast(kind, subject, best, other, kind in _BAD)


def event_of(contrast: Contrast) -> Event:
    """Return the event of a contrast."""
    return _event(contrast.kind, contrast.subject)


def _event(kind: ReasonKind, subject: int) -> Event:
    return lambda line: _find_trick(kind, subject, line) is not None


def decisive_trick(contrast: Contrast, line: Line) -> LineTrick | None:
    """Return the trick of a line in which the event comes, or None."""
    return _find_trick(contrast.kind, contrast.subject, line)


def _find_trick(kind: ReasonKind, subject: int, line: Line) -> LineTrick | None:
    tricks: Sequence[LineTrick] = line.tricks
    happens = _HAPPENS[kind]
    candidates = tricks[:1] if kind in OF_TRICK else tricks
    return next((trick for trick in candidates if happens(trick, subject)), None)


_HAPPENS: dict[ReasonKind, Callable[[LineTrick, int], bool]] = {
    **dict.fromkeys(
        (ReasonKind.WON, ReasonKind.WON_LATER),
        lambda trick, _subject: trick.outcome is Outcome.VICTORY,
    ),
    ReasonKind.LOST: lambda trick, _subject: trick.outcome is Outcome.LOST,
    ReasonKind.LOST_LATER: lambda trick, end: trick.outcome is Outcome.LOST and trick.off == end,
    **dict.fromkeys(
        (ReasonKind.OVERRUN, ReasonKind.TOKEN), lambda trick, _subject: trick.off is not None
    ),
    ReasonKind.GEM: lambda trick, _subject: trick.gem is not None,
    ReasonKind.OVERRUN_LATER: lambda trick, end: trick.off == end,
    ReasonKind.GEM_LATER: lambda trick, space: trick.gem == space,
}


def traits(contrast: Contrast, pair: LinePair) -> Iterator[Hashable]:
    """Yield the traits of a pair of lines by which a typical pair is found.

    They are of the decisive trick: its number, cards and winner, and the fox's walk, in both lines.
    """
    decisive = decisive_trick(contrast, pair[contrast.is_bad])
    assert decisive is not None, "the event comes in this line"
    yield "number", decisive.number
    yield "start", decisive.start
    for side, line in enumerate(pair):
        for trick in line.tricks:
            if trick.number == decisive.number:
                yield side, trick.start, trick.end, trick.off, trick.winner
                yield from ((side, card) for card in trick.cards)


def is_settled(observation: Observation, line: Line) -> bool:
    """True if the fox's walk in the trick under way follows from the seat's own choices alone.

    Its partner neither plays nor exchanges a card after the choice, nor has two spaces to go to.
    A seat that finds no gem with its Foxes could have let its partner exchange, and a seat that
    plays after a Gift may have got a better card.
    """
    if observation.table.trick is None:
        return False
    partner, trick = observation.seat.other, line.tricks[0]
    followers = trick_actions(observation, line)[1:]
    acts = [action for action in followers if getattr(action, "seat", None) is partner]
    could_name = trick.gem is None and any(isinstance(action, Foxes) for action in followers)
    is_given = any(isinstance(action, Give) for action in trick_actions(observation, line))
    plays_gift = is_given and any(isinstance(action, Play) for action in followers)
    if could_name or plays_gift:
        return False
    if any(isinstance(action, Play | Exchange | Foxes) for action in acts):
        return False
    if not any(isinstance(action, Move) for action in acts):
        return True
    moves = possible_moves(*trick.cards, trick.winner)
    return len({observation.table.path.landing(steps) for steps in moves}) == 1


def trick_actions(observation: Observation, line: Line) -> Sequence[Action]:
    """Return the actions of a line until the trick under way ends, the choice first."""
    state = line.first
    for count, action in enumerate(line.actions, 1):
        state = apply(state, action).state
        if state.table.tricks_done != observation.table.tricks_done:
            return line.actions[:count]
    return line.actions
