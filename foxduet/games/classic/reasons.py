"""Reasons of the original game: the events by which two choices differ, in order of importance.

The end of the match comes first, then a trick that decides how the round ends, then the ends of the
round, which always include the trick under way.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from enum import Enum, auto
from typing import NamedTuple

from foxduet.ai.reasons import Contrast, Event, Line, LinePair, share_of
from foxduet.core.cards import Seat
from foxduet.core.lazy_dataclass import dataclass
from foxduet.games.classic.rules.cards import Ability, Card, Suit
from foxduet.games.classic.rules.engine import Band, band_of, outcome_of, points_for_tricks
from foxduet.games.classic.rules.observation import Observation
from foxduet.games.classic.rules.state import TRICKS, WINS, Discard, Outcome


@dataclass(frozen=True, slots=True)
class LineTrick:
    """A trick of a line.

    number: from 1.
    cards: in the order of play.
    decree: the decree at the end of the trick.
    tricks, points: tricks and points of both seats in this round, after the trick.
    outcome: the outcome of the match, or None if it goes on.
    """

    number: int
    cards: tuple[Card, ...]
    decree: Card
    leader: Seat
    winner: Seat
    tricks: tuple[int, int]
    points: tuple[int, int]
    outcome: Outcome | None

    @property
    def treasures(self) -> tuple[Card, ...]:
        return tuple(card for card in self.cards if card.ability is Ability.TREASURE)


class ReasonKind(Enum):
    """The event of a reason.

    The seat that chooses wins or loses the match, ends the round in a band, or wins a Treasure;
    TREASURE_LOST is a Treasure that the other seat wins. The subject of TRICK is the winning seat,
    of LEAD the seat that leads the next trick, and a suit for Treasures; other kinds have 0.
    """

    WON = auto()
    LOST = auto()
    TRICK = auto()
    HUMBLE = auto()
    VICTORIOUS = auto()
    DEFEATED = auto()
    GREEDY = auto()
    TREASURE = auto()
    TREASURE_LOST = auto()
    LEAD = auto()


_TREASURES = (ReasonKind.TREASURE, ReasonKind.TREASURE_LOST)
_BAD = (
    ReasonKind.LOST,
    ReasonKind.DEFEATED,
    ReasonKind.GREEDY,
    ReasonKind.TREASURE_LOST,
)
BANDS = {
    ReasonKind.HUMBLE: Band.HUMBLE,
    ReasonKind.VICTORIOUS: Band.VICTORIOUS,
    ReasonKind.DEFEATED: Band.DEFEATED,
    ReasonKind.GREEDY: Band.GREEDY,
}
"""The kinds about the end of the round, each with its band."""

# The least differences between shares of worlds: of the trick, of the round, and as a last resort.
_MIN_TRICK_GAIN, _MIN_ROUND_GAIN, _MIN_GAIN = 0.15, 0.1, 0.08
# How much of the whole difference in worth comes from worlds in which the event differs.
_PART = 0.4
# A trick decides a band if the band's share differs by this part of the trick's share.
_TRICK_PART = 0.35
# An end of the round comes before a trick if it differs by this factor.
_FACTOR = 2.0
# A trick with a card of the choice counts as so many common traits.
_CHOSEN_WEIGHT = 3


class TrickMeaning(NamedTuple):
    """A trick that decides a band: the number that it is for a seat that may win it."""

    seat: Seat
    number: int
    band: ReasonKind


def trick_meaning(observation: Observation, winner: Seat) -> TrickMeaning | None:
    """Return why ``winner`` should win the trick under way, by both seats' tricks; None if open."""
    seat, tricks = observation.seat, observation.table.tricks
    own, other = tricks[seat] + 1, tricks[seat.other] + 1
    meanings = (
        *((seat, 7, ReasonKind.VICTORIOUS), (seat.other, 7, ReasonKind.DEFEATED)),
        *((seat, 4, ReasonKind.HUMBLE), (seat, 10, ReasonKind.GREEDY)),
        *((seat.other, 10, ReasonKind.HUMBLE), (seat.other, 4, ReasonKind.GREEDY)),
    )
    for of_seat, number, band in meanings[:2] if winner is seat else meanings[2:]:
        if number == (own if of_seat is seat else other):
            return TrickMeaning(of_seat, number, band)
    return None


def rank_contrasts(
    observation: Observation,
    lines: Sequence[Line],
    others: Sequence[Line],
    rewards: Sequence[Sequence[float]],
) -> Iterator[Contrast]:
    """Yield the noticeable differences between the lines of two choices, most important first.

    rewards: the worth of the round to the seat, by both seats' points.
    """
    seat, worlds = observation.seat, len(lines)

    def worth(line: Line) -> float:
        points: tuple[int, int] = line.tricks[-1].points
        return rewards[points[seat]][points[seat.other]]

    gains = [worth(line) - worth(other) for line, other in zip(lines, others, strict=True)]
    net = sum(gains)

    def measure(kind: ReasonKind, subject: int = 0) -> Contrast:
        event = _event(kind, subject)
        return make_contrast(kind, subject, share_of(event, lines), share_of(event, others))

    def part(contrast: Contrast) -> float:
        """Return the part of the net worth that an event makes; 0 if others make up for it.

        A Treasure counts where both rounds end with the same number of tricks.
        """
        event, own = event_of(contrast), 0.0
        for line, other, gain in zip(lines, others, gains, strict=True):
            is_other_end = contrast.kind in _TREASURES and _extra_tricks((line, other))
            own += gain if event(line) is not event(other) and not is_other_end else 0.0
        return min(own, net) / max(own, net) if min(own, net) > 0 else 0.0

    match = [measure(ReasonKind.WON), measure(ReasonKind.LOST)]
    bands = {kind: measure(kind) for kind in BANDS}
    treasures = [measure(kind, suit) for kind in _TREASURES for suit in Suit]
    # The other seat does not see a discarded card, which therefore decides no trick under way.
    winners = () if isinstance(lines[0].actions[0], Discard) else Seat
    tricks = [measure(ReasonKind.TRICK, winner) for winner in winners]
    parts = {contrast: part(contrast) for contrast in (*match, *bands.values(), *treasures)}
    events = sorted(parts, key=parts.__getitem__, reverse=True)
    explaining = [
        contrast
        for contrast in events
        if contrast.is_noticeable(_MIN_ROUND_GAIN, worlds) and parts[contrast] >= _PART
    ]
    deciding = [
        contrast
        for contrast in tricks
        if contrast.is_noticeable(_MIN_TRICK_GAIN, worlds)
        and _band_gain(observation, contrast, bands) >= _TRICK_PART * contrast.gain
    ]
    most = max((contrast.gain for contrast in explaining), default=0.0)
    yield from (c for c in explaining if c in match and _FACTOR * c.gain > most)
    yield from (contrast for contrast in deciding if _FACTOR * contrast.gain > most)
    yield from explaining
    yield from deciding
    for contrast in events:
        least = _MIN_TRICK_GAIN if contrast.kind in _TREASURES else _MIN_GAIN
        if contrast.is_noticeable(least, worlds):
            yield contrast
    leads = [measure(ReasonKind.LEAD, leader) for leader in Seat]
    yield from (c for c in (*tricks, *leads) if c.is_noticeable(_MIN_TRICK_GAIN, worlds))


def _band_gain(
    observation: Observation, trick: Contrast, bands: Mapping[ReasonKind, Contrast]
) -> float:
    """Return the gain of the band that a trick decides, or 0."""
    meaning = trick_meaning(observation, Seat(trick.subject))
    return 0.0 if meaning is None else bands[meaning.band].gain


def make_contrast(
    kind: ReasonKind, subject: int, best_share: float, other_share: float
) -> Contrast:
    """Return the contrast of an event with these shares of worlds."""
    return Contrast(kind, subject, best_share, other_share, kind in _BAD)


def event_of(contrast: Contrast) -> Event:
    """Return the event of a contrast."""
    return _event(contrast.kind, contrast.subject)


def _event(kind: ReasonKind, subject: int) -> Event:
    return lambda line: _HAPPENS[kind](line, subject)


def _own_seat(line: Line) -> Seat:
    """Return the seat that chooses at the beginning of a line."""
    seat: Seat = line.actions[0].seat
    return seat


def find_treasure(line: Line, suit: int) -> LineTrick | None:
    """Return the trick with the Treasure of a suit, or None."""
    tricks: Sequence[LineTrick] = line.tricks
    return next((t for t in tricks if any(card.suit == suit for card in t.treasures)), None)


def _wins_treasure(line: Line, suit: int, seat: Seat) -> bool:
    trick = find_treasure(line, suit)
    return trick is not None and trick.winner is seat


def _ends_in(band: Band) -> Callable[[Line, int], bool]:
    return lambda line, _subject: band_of(line.tricks[-1].tricks[_own_seat(line)]) is band


_HAPPENS: dict[ReasonKind, Callable[[Line, int], bool]] = {
    ReasonKind.WON: lambda line, _subject: line.tricks[-1].outcome is WINS[_own_seat(line)],
    ReasonKind.LOST: lambda line, _subject: line.tricks[-1].outcome is WINS[_own_seat(line).other],
    ReasonKind.TRICK: lambda line, seat: line.tricks[0].winner == seat,
    ReasonKind.LEAD: lambda line, seat: any(trick.leader == seat for trick in line.tricks[1:2]),
    **{kind: _ends_in(band) for kind, band in BANDS.items()},
    ReasonKind.TREASURE: lambda line, suit: _wins_treasure(line, suit, _own_seat(line)),
    ReasonKind.TREASURE_LOST: lambda line, suit: _wins_treasure(line, suit, _own_seat(line).other),
}


def decisive_trick(contrast: Contrast, line: Line) -> LineTrick | None:
    """Return the trick of a line that decides the event, or None if the event does not come."""
    tricks: Sequence[LineTrick] = line.tricks
    if not event_of(contrast)(line):
        return None
    match contrast.kind:
        case ReasonKind.TRICK | ReasonKind.LEAD:
            return tricks[0]
        case ReasonKind.TREASURE | ReasonKind.TREASURE_LOST:
            return find_treasure(line, contrast.subject)
        case ReasonKind.WON | ReasonKind.LOST:
            return _first_decided(tricks, lambda trick: len(_outcomes_after(line, trick)) == 1)
        case _:
            return _first_decided(tricks, lambda trick: len(_bands_after(trick)) == 1)


def _first_decided(
    tricks: Sequence[LineTrick], is_decided: Callable[[LineTrick], bool]
) -> LineTrick:
    return next(trick for trick in tricks if is_decided(trick))


def _splits_after(trick: LineTrick) -> list[tuple[int, int]]:
    """Return all numbers of tricks with which both seats may end the round."""
    own, other = trick.tricks
    return [(count, TRICKS - count) for count in range(own, TRICKS - other + 1)]


def _bands_after(trick: LineTrick) -> set[Band]:
    return {band_of(own) for own, _other in _splits_after(trick)}


def _outcomes_after(line: Line, trick: LineTrick) -> set[Outcome | None]:
    """Return the possible outcomes of the match, whichever seat wins later tricks."""
    table, last = line.start_state.table, line.tricks[-1]
    before = [total - now for total, now in zip(table.points, table.round_points, strict=True)]
    treasures = [
        points - of_tricks
        for points, of_tricks in zip(last.points, points_for_tricks(last.tricks), strict=True)
    ]
    later = [other for other in line.tricks if other.number > trick.number]
    won_later = [
        sum(len(other.treasures) for other in later if other.winner is seat) for seat in Seat
    ]
    fixed, open_count = [treasures[seat] - won_later[seat] for seat in Seat], sum(won_later)
    outcomes: set[Outcome | None] = set()
    for split in _splits_after(trick):
        for count in range(open_count + 1):
            extra = count, open_count - count
            gained = [
                points + fixed[seat] + extra[seat]
                for seat, points in enumerate(points_for_tricks(split))
            ]
            p1, p2 = (before[seat] + gained[seat] for seat in Seat)
            is_over = max(p1, p2) >= table.setup.target
            outcomes.add(outcome_of((p1, p2), (gained[0], gained[1])) if is_over else None)
    return outcomes


def _extra_tricks(pair: LinePair) -> int:
    """Return how many more tricks the seat wins in the first line of a pair than in the other."""
    seat, (line, other_line) = _own_seat(pair[0]), pair
    count: int = line.tricks[-1].tricks[seat] - other_line.tricks[-1].tricks[seat]
    return count


def told_trick(contrast: Contrast, pair: LinePair) -> LineTrick:
    """Return the trick, in the line with the event, that best shows how the event comes.

    If the number of tricks matters, it is the trick from which on the seat has more of them, or
    fewer, than in the other line.
    """
    tricks: Sequence[LineTrick] = pair[contrast.is_bad].tricks
    extra, seat = _extra_tricks(pair), _own_seat(pair[0])
    if contrast.kind in (*_TREASURES, ReasonKind.TRICK, ReasonKind.LEAD) or not extra:
        decisive = decisive_trick(contrast, pair[contrast.is_bad])
        assert decisive is not None, "the event comes in this line"
        return decisive
    counts = enumerate(zip(*(line.tricks for line in pair), strict=True), 1)
    behind = (
        number
        for number, (best, other) in counts
        if (best.tricks[seat] - other.tricks[seat]) * extra <= 0
    )
    return tricks[max(behind, default=0)]


def traits(contrast: Contrast, pair: LinePair) -> Iterator[Hashable]:
    """Yield the traits of a pair of lines by which to find a typical pair.

    A pair has more of them if its told trick comes soon, has a card of either choice, or makes most
    of the difference. The other traits are of both lines' trick of this number.
    """
    told, choices = told_trick(contrast, pair), [line.actions[0] for line in pair]
    yield from (("by", number) for number in range(told.number, TRICKS + 1))
    yield from (("apart", count) for count in range(abs(_extra_tricks(pair)), TRICKS))
    for side, line in enumerate(pair):
        for trick in line.tricks:
            if trick.number == told.number:
                yield side, trick.leader, trick.winner
                yield from ((side, card) for card in trick.cards)
                if {*trick.cards} & {getattr(choice, "card", None) for choice in choices}:
                    yield from (("chosen", number) for number in range(_CHOSEN_WEIGHT))


def clarity(_observation: Observation, _contrast: Contrast, _pair: LinePair) -> float:
    """Return 1: players see any pair of lines."""
    return 1.0


def is_settled(observation: Observation) -> bool:
    """True if the winner of the trick under way follows from the seat's own choices alone."""
    return observation.table.in_trick[0].leader is not observation.seat
