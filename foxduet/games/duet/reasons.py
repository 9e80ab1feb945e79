"""Reasons of Duet: the events by which two choices differ, in order of importance.

An event that ends the game comes first, then the trick under way, then the rest of the round, which
always includes the trick under way.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from enum import Enum, auto
from typing import NamedTuple

from foxduet.ai.reasons import (
    FIRST_WORLDS,
    Contrast,
    Event,
    Line,
    LinePair,
    replay_line,
    share_of,
)
from foxduet.core.cards import Exchange, Play, Seat
from foxduet.games.duet.rules.cards import Card, Suit, possible_moves
from foxduet.games.duet.rules.engine import apply, legal_actions
from foxduet.games.duet.rules.observation import Observation
from foxduet.games.duet.rules.state import Action, Foxes, GameState, Give, Move, Outcome


class LineTrick(NamedTuple):
    """A trick of a line.

    number: from 1.
    cards: in the order of play.
    start, end: the fox's space before and after its walk.
    gem: the space where it found a gem, or None.
    off: the end off which it ran, or None.
    outcome: VICTORY or LOST if the trick ended the game in this way, or None.
    trump: the trump that decided it.
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
    trump: Suit


class ReasonKind(Enum):
    """The event of a reason; events of the trick under way come first.

    TOKEN is an overrun on purpose. GEM_SOON is a gem in this trick or the next. The subject is the
    end's seat, the gem's space, or the number of gems of GEMS_LATER.
    """

    WON = auto()
    LOST = auto()
    OVERRUN = auto()
    GEM = auto()
    TOKEN = auto()
    GEM_SOON = auto()
    LOST_LATER = auto()
    OVERRUN_LATER = auto()
    OVERRUNS_LATER = auto()
    GEM_LATER = auto()
    GEMS_LATER = auto()
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
    ReasonKind.OVERRUNS_LATER,
)

# The least differences between shares of worlds: of the end of the game, of the trick, of a token
# spent on purpose, of the round, and as a last resort.
_MIN_GAME_GAIN, _MIN_TRICK_GAIN, _MIN_TOKEN_GAIN = 0.1, 0.15, 0.25
_MIN_ROUND_GAIN, _MIN_GAIN = 0.1, 0.05
# The least difference of victories behind figures that already say how often a choice wins.
_IN_FIGURES = 0.02
# How much of the whole difference in worth the worlds must make in which an event comes after one
# choice only: an event of the trick, a token spent on purpose, or an event of the round.
_TRICK_PART, _TOKEN_PART, _ROUND_PART = 0.2, 0.5, 0.3
# A trick after so many others is far away.
_NEAR_TRICKS = 3
# If an event comes so much more often, a far line with any cards shows it a little.
_MIN_TYPICAL_GAIN, _LEAST_CLARITY = 0.3, 0.05
# A token is spent on purpose in this share of worlds.
_MIN_PURPOSE_SHARE = 0.5
# A general event comes before a special one only if it explains so much more.
_GENERAL = {
    ReasonKind.OVERRUNS_LATER: 0.7,
    ReasonKind.GEMS_LATER: 0.7,
    ReasonKind.WON_LATER: 0.7,
}


def contrasts(
    observation: Observation, lines: Sequence[Line], others: Sequence[Line]
) -> Iterator[Contrast]:
    """Yield the noticeable differences between the lines of two choices, most important first."""
    worlds = len(lines)
    gains = [line.worth - other.worth for line, other in zip(lines, others, strict=True)]
    net = sum(gains)

    def measure(kind: ReasonKind, subject: int = 0) -> Contrast:
        event = _event(kind, subject)
        return make_contrast(kind, subject, share_of(event, lines), share_of(event, others))

    def part(contrast: Contrast) -> float:
        """Return the part of the net worth that an event makes, or 0 if others make up for it."""
        event, own = event_of(contrast), 0.0
        for line, other, gain in zip(lines, others, gains, strict=True):
            own += gain if event(line) is not event(other) else 0.0
        return min(own / net, 1.0) if net > 0 else 0.0

    if observation.table.trick is not None:
        won, lost, overrun, gem, token = map(measure, OF_TRICK)
        yield from (
            contrast for contrast in (won, lost) if contrast.is_noticeable(_MIN_GAME_GAIN, worlds)
        )
        is_on_purpose = token.best_share >= _MIN_PURPOSE_SHARE and token.is_noticeable(
            _MIN_TOKEN_GAIN, worlds
        )
        if is_on_purpose and part(token) >= _TOKEN_PART:
            yield token
        for contrast in (overrun, gem, measure(ReasonKind.GEM_SOON)):
            if contrast.is_noticeable(_MIN_TRICK_GAIN, worlds) and part(contrast) >= _TRICK_PART:
                yield contrast
    later = [measure(kind, subject) for kind, subject in _later_events(observation, lines, others)]
    parts = {
        contrast: part(contrast) * _GENERAL.get(contrast.kind, 1.0)
        for contrast in later
        if contrast.is_noticeable(_MIN_GAIN, worlds, errors=1)
    }
    ranked = sorted(parts, key=lambda contrast: (parts[contrast], contrast.gain), reverse=True)
    noticeable = [
        contrast for contrast in ranked if contrast.is_noticeable(_MIN_ROUND_GAIN, worlds)
    ]
    yield from (
        contrast
        for contrast in noticeable
        if _is_found_at_once(contrast, lines) and parts[contrast] >= _TRICK_PART
    )
    yield from (
        contrast
        for contrast in noticeable
        if parts[contrast] >= _ROUND_PART * _GENERAL.get(contrast.kind, 1.0)
    )
    if worlds <= FIRST_WORLDS:
        return
    yield from (contrast for contrast in ranked if parts[contrast] >= _ROUND_PART)
    # A better chance to win was found by the search; here it only needs a line that shows it.
    win = measure(ReasonKind.WON_LATER)
    if win.gain >= _IN_FIGURES:
        yield win


def _is_found_at_once(contrast: Contrast, lines: Sequence[Line]) -> bool:
    """True if the trick under way finds a gem that another choice may find later."""
    if contrast.kind is not ReasonKind.GEM_LATER or contrast.gain < _MIN_TYPICAL_GAIN:
        return False
    return all(line.tricks[0].gem == contrast.subject for line in lines)


def _later_events(
    observation: Observation, lines: Sequence[Line], others: Sequence[Line]
) -> Iterator[tuple[ReasonKind, int]]:
    """Yield the events of the round: their kinds and subjects."""
    is_dealt = observation.table.trick is not None
    yield from ((ReasonKind.LOST_LATER, end) for end in Seat)
    # Without a token an overrun is the lost game.
    if observation.table.reserve > (0 if is_dealt else 1):
        yield from ((ReasonKind.OVERRUN_LATER, end) for end in Seat)
        yield ReasonKind.OVERRUNS_LATER, 0
    spaces = _found_spaces((*lines, *others)) - _unfit_spaces(observation)
    yield from ((ReasonKind.GEM_LATER, space) for space in sorted(spaces))
    counts, other_counts = ([*map(_gems, some)] for some in (lines, others))

    def more_often(least: int) -> int:
        return sum(n >= least for n in counts) - sum(n >= least for n in other_counts)

    # All gems are the game.
    most = min(max((*counts, *other_counts)), observation.table.path.gems_left - 1)
    if most > 0:
        yield ReasonKind.GEMS_LATER, max(range(1, most + 1), key=more_often)
    yield ReasonKind.WON_LATER, 0


def _found_spaces(lines: Sequence[Line]) -> set[int]:
    return {trick.gem for line in lines for trick in line.tricks if trick.gem is not None}


def _unfit_spaces(observation: Observation) -> set[int]:
    """Return the spaces whose gems explain nothing.

    They have no gem yet, or the forest covers them with either choice, or gems slide to them.
    """
    path = observation.table.path
    empty = {space for space, gems in enumerate(path.gems, 1) if not gems}
    if observation.table.trick is not None:
        return empty
    return empty | {path.first, path.first + 1, path.last - 1, path.last}


def _gems(line: Line) -> int:
    return sum(trick.gem is not None for trick in line.tricks)


def make_contrast(
    kind: ReasonKind, subject: int, best_share: float, other_share: float
) -> Contrast:
    """Return the contrast of an event with these shares of worlds."""
    return Contrast(kind, subject, best_share, other_share, kind in _BAD)


def event_of(contrast: Contrast) -> Event:
    """Return the event of a contrast."""
    return _event(contrast.kind, contrast.subject)


def _event(kind: ReasonKind, subject: int) -> Event:
    return lambda line: _find_trick(kind, subject, line) is not None


def decisive_trick(contrast: Contrast, line: Line) -> LineTrick | None:
    """Return the trick of a line in which the event comes, or None."""
    return _find_trick(contrast.kind, contrast.subject, line)


def told_trick(contrast: Contrast, pair: LinePair) -> LineTrick:
    """Return the trick of a pair of lines that shows the event.

    Of several gems it is the first that is not found at the same time in the other line.
    """
    told = pair[contrast.is_bad]
    decisive = decisive_trick(contrast, told)
    assert decisive is not None, "the event comes in this line"
    tricks: Sequence[LineTrick] = told.tricks
    if contrast.kind in (ReasonKind.GEMS_LATER, ReasonKind.WON_LATER):
        numbers = {trick.number for trick in pair[1].tricks if trick.gem is not None}
        found = (trick for trick in tricks if trick.gem is not None)
        return next((trick for trick in found if trick.number not in numbers), decisive)
    return decisive


def _find_trick(kind: ReasonKind, subject: int, line: Line) -> LineTrick | None:
    tricks: Sequence[LineTrick] = line.tricks
    if kind is ReasonKind.GEMS_LATER:
        found = [trick for trick in tricks if trick.gem is not None]
        return found[subject - 1] if len(found) >= subject else None
    happens = _HAPPENS[kind]
    count = 1 if kind in OF_TRICK else 2 if kind is ReasonKind.GEM_SOON else len(tricks)
    return next((trick for trick in tricks[:count] if happens(trick, subject)), None)


_HAPPENS: dict[ReasonKind, Callable[[LineTrick, int], bool]] = {
    **dict.fromkeys(
        (ReasonKind.WON, ReasonKind.WON_LATER),
        lambda trick, _subject: trick.outcome is Outcome.VICTORY,
    ),
    ReasonKind.LOST: lambda trick, _subject: trick.outcome is Outcome.LOST,
    ReasonKind.LOST_LATER: lambda trick, end: trick.outcome is Outcome.LOST and trick.off == end,
    **dict.fromkeys(
        (ReasonKind.OVERRUN, ReasonKind.TOKEN, ReasonKind.OVERRUNS_LATER),
        lambda trick, _subject: trick.off is not None,
    ),
    **dict.fromkeys(
        (ReasonKind.GEM, ReasonKind.GEM_SOON), lambda trick, _subject: trick.gem is not None
    ),
    ReasonKind.OVERRUN_LATER: lambda trick, end: trick.off == end,
    ReasonKind.GEM_LATER: lambda trick, space: trick.gem == space,
}


def traits(contrast: Contrast, pair: LinePair) -> Iterator[Hashable]:
    """Yield the traits of a pair of lines by which a typical pair is found.

    They are of the decisive trick: its number, cards and winner, and the fox's walk, in both lines.
    """
    decisive = told_trick(contrast, pair)
    yield "number", decisive.number
    yield "start", decisive.start
    for side, line in enumerate(pair):
        for trick in line.tricks:
            if trick.number == decisive.number:
                yield side, trick.start, trick.end, trick.off, trick.winner
                yield from ((side, card) for card in trick.cards)


def clarity(observation: Observation, contrast: Contrast, pair: LinePair) -> float:
    """Return how well a pair of lines shows a contrast; 0 if not at all.

    The event comes soon, or it comes with a card of the two choices or under another trump. The
    seat could not have made it come, or avoided it, by itself after the other choice.
    """
    told, partner = pair[:: -1 if contrast.is_bad else 1]
    decisive = told_trick(contrast, pair)
    distance = _distance(decisive, told)
    other = next((trick for trick in partner.tricks if trick.number == decisive.number), None)
    if not contrast.is_bad and other is not None and other.gem is not None:
        is_clear = contrast.gain >= _MIN_TYPICAL_GAIN and _may_be_settled(observation, told)
        return _LEAST_CLARITY if distance else 1.0 if is_clear else 0.5
    if pair[0].worth < pair[1].worth or _could_do_as_well(observation, contrast, pair[1]):
        return 0.0
    if _has_given_card(told, decisive):
        return _LEAST_CLARITY
    if distance < _NEAR_TRICKS:
        return 1.0 + _NEAR_TRICKS - distance
    choices = [line.actions[0] for line in pair]
    is_swap = any(isinstance(choice, Exchange | Foxes) for choice in choices)
    has_card = any(getattr(choice, "card", None) in decisive.cards for choice in choices)
    if has_card or (is_swap and other is not None and other.trump is not decisive.trump):
        return 1.0 / distance
    return _LEAST_CLARITY if contrast.gain >= _MIN_TYPICAL_GAIN else 0.0


def _has_given_card(line: Line, trick: LineTrick) -> bool:
    """True if a Gift or a second exchange brought a card of a later trick to its player."""
    state = line.start_state
    if line.play is not None or state.table.trick is None:
        return False
    open_cards = {*state.table.trick.cards, state.table.decree}
    players = zip((trick.leader, trick.leader.other), trick.cards, strict=True)
    return any(card not in {*state.hands[seat], *open_cards} for seat, card in players)


def _distance(trick: LineTrick, line: Line) -> int:
    first: LineTrick = line.tricks[0]
    return trick.number - first.number


def _may_be_settled(observation: Observation, line: Line) -> bool:
    return line.play is not None or is_settled(observation, line)


def _could_do_as_well(observation: Observation, contrast: Contrast, line: Line) -> bool:
    """True if after the other choice the seat itself could end the trick of a played line as well.

    It knows all cards of the trick by then; later tricks do not count.
    """
    if line.play is not None or observation.table.trick is None:
        return False
    if contrast.is_bad and decisive_trick(contrast, line) is not line.tricks[0]:
        return False
    event = event_of(contrast)
    return any(
        event(other) is not contrast.is_bad for other in _last_alternatives(observation, line)
    )


def _last_alternatives(observation: Observation, line: Line) -> Iterator[Line]:
    """Yield the trick under way of a line with all that the seat can do after its partner."""
    actions = trick_actions(observation, line)
    partner = observation.seat.other
    fixed = 1 + max(
        number
        for number, action in enumerate(actions)
        if not number or getattr(action, "seat", None) is partner
    )
    state = line.start_state
    for action in actions[:fixed]:
        state = apply(state, action).state

    def extend(state: GameState, actions: Sequence[Action]) -> Iterator[Line]:
        pending = state.table.pending
        if state.table.tricks_done != observation.table.tricks_done:
            yield replay_line("duet", line.start_state, actions)
        elif pending is not None and pending.seat is observation.seat:
            for action in legal_actions(state):
                yield from extend(apply(state, action).state, (*actions, action))

    yield from extend(state, actions[:fixed])


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
    state = line.start_state
    for count, action in enumerate(line.actions, 1):
        state = apply(state, action).state
        if state.table.tricks_done != observation.table.tricks_done:
            return line.actions[:count]
    return line.actions
