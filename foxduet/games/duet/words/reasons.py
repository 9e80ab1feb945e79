"""Why one choice of Duet is better than another: their features, and what is certain of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum, auto
from functools import partial
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, TypeGuard

from foxduet.analysis.reasons import (
    Contrast,
    Feature,
    Metric,
    Reason,
    has_both_groups,
    is_significantly_greater,
)
from foxduet.core.cards import Exchange, Play, Seat, card_in_action, follow_wins
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.games.duet.rules.cards import (
    Ability,
    Card,
    Landing,
    LandsOn,
    Overrun,
    Suit,
    possible_moves,
)
from foxduet.games.duet.rules.observation import Observation, unseen_cards
from foxduet.games.duet.rules.state import TRICKS, Action, Forest, Give, Move, Table

if TYPE_CHECKING:
    from foxduet.games.duet.ai.expert import DuetEstimate


class ReasonKind(Enum):
    """What a property is about."""

    OVERRUN = auto()
    GEM = auto()
    TOKEN = auto()
    WIN_TRICK = auto()
    LEAVE_TRICK = auto()
    EDGE = auto()
    REACH = auto()
    ABILITY = auto()
    KEEP_ABILITY = auto()
    TRUMP = auto()
    KEEP_TRUMP = auto()
    PLAIN = auto()
    LOW = auto()
    HIGH = auto()
    KEEP_LOW = auto()
    KEEP_HIGH = auto()
    FEW_PAWS = auto()
    MANY_PAWS = auto()
    MAKE_TRUMP = auto()
    AVOID_TRUMP = auto()
    SWAP = auto()
    KEEP_DECREE = auto()
    MORE_TRUMPS = auto()
    FEWER_TRUMPS = auto()
    NEAR = auto()
    TO_END = auto()
    OUTER = auto()
    END_PILE = auto()
    FEWER_HELD = auto()
    PARTNER_TRUMPS = auto()
    SUIT = auto()
    KEEP_SUIT = auto()
    LATER = auto()
    FOUND = auto()


_LOW_RANKS, _HIGH_RANKS = (4, 3), (7, 8)
# With fewer choices what some of them have in common shows nothing.
_FEWEST_CARDS = 4
# The best choice runs off the path so much more often than what it is compared with.
_RUNS_OFF = 0.15
# It misses a gem so much more often; that others stay near then is no merit of it.
_MISSES = 0.2
# What happens in the trick differs by this share of the chance to win that differs, or more.
_OF_THE_LOSS = 0.5
NEARLY_ALL = 0.9
"""This share of worlds is as good as all of them."""
NOISE = 0.08
"""Two standard errors of the difference between shares of 300 worlds.

Reviews look at no fewer for a costly choice.
"""
_AT_ONCE = (Ability.FOXES, Ability.GIFT)
_NEED_OTHER_CARDS = (*_AT_ONCE, Ability.ROYAL_HEIR)


def trick_features(
    table: Table, compared: Contrast, share_of_felt: float = 1.0
) -> Iterator[Feature]:
    """Yield what can be said of the trick under way; smaller differences count, too, if asked."""
    rows = [
        Metric(ReasonKind.OVERRUN, lambda one: one.overrun, 0.15, lower_is_better=True),
        Metric(ReasonKind.GEM, lambda one: one.gem, 0.2),
    ]
    if table.reserve:
        rows.append(Metric(ReasonKind.TOKEN, lambda one: one.overrun, 0.25))
    if compared.deficit(lambda one: -one.overrun) < _RUNS_OFF:
        # Otherwise where else the fox goes, and who wins, is not what matters.
        rows += [
            Metric(ReasonKind.WIN_TRICK, lambda one: one.taken, 0.25),
            Metric(ReasonKind.LEAVE_TRICK, lambda one: one.taken, 0.25, lower_is_better=True),
            Metric(ReasonKind.EDGE, lambda one: one.edge, 0.2, lower_is_better=True),
        ]
        if compared.deficit(lambda one: one.gem) < _MISSES:
            rows.append(Metric(ReasonKind.REACH, lambda one: one.reach, 0.2))
    # What happens in fewer worlds than this cannot have lost the others.
    least = _OF_THE_LOSS * -compared.deficit(lambda one: one.win)
    for row in rows:
        felt = max(row.threshold * share_of_felt, least, NOISE)
        yield from compared.split_by(replace(row, threshold=felt))


def round_features(compared: Contrast) -> Iterator[Feature]:
    """Yield what can be said of the tricks to come."""
    yield from compared.split_by(
        Metric(ReasonKind.LATER, lambda one: one.later, NOISE, lower_is_better=True)
    )
    yield from compared.split_by(Metric(ReasonKind.FOUND, lambda one: one.gem + one.found, 0.2))


def card_features(table: Table, compared: Contrast, every: Contrast) -> Iterator[Feature]:
    """Yield what can be said of the cards that are played, given, or become the decree.

    ``every`` compares all choices, of which those of a group may be ``compared``.
    """
    cards = [card_in_action(one.action) for one in compared.estimates]
    if table.trick is None:
        return
    plays = isinstance(compared.best.action, Play)
    if isinstance(compared.best.action, Exchange):
        held = [card for one in every.estimates if (card := card_in_action(one.action)) is not None]
        yield from _of_exchanges(table, compared, cards, held)
    elif plays or isinstance(compared.best.action, Give):
        shown = [card for card in cards if card is not None]
        if plays:
            yield from _of_abilities_played(table, shown)
        if len(cards) >= _FEWEST_CARDS:
            yield from _of_abilities(table, shown, plays=plays)
            yield from _of_classes(table, shown)


def suit_features(compared: Contrast) -> Iterator[Feature]:
    """Yield the suits that can be played or given, or kept."""
    cards = [card_in_action(one.action) for one in compared.estimates]
    if not isinstance(compared.best.action, Play | Give):
        return
    for suit in Suit:
        has = tuple(card is not None and card.suit is suit for card in cards)
        yield from _if_classes(Feature(ReasonKind.SUIT, has, suit=suit))
        kept = tuple(not one for one in has)
        yield from _if_classes(Feature(ReasonKind.KEEP_SUIT, kept, suit=suit))


def place_features(_table: Table, compared: Contrast) -> Iterator[Feature]:
    """Yield what can be said of where a choice leaves the fox: near gems, far from the ends.

    Where all find a gem, one far out may be better: those in the middle are found later, too.
    """
    if compared.deficit(lambda one: one.gem) < _MISSES:
        yield from compared.split_by(Metric(ReasonKind.NEAR, lambda one: one.near, 0.5))
    if compared.deficit(lambda one: -one.overrun) < _RUNS_OFF:
        yield from compared.split_by(Metric(ReasonKind.TO_END, lambda one: one.to_end, 0.5))
    if all(one.gem >= NEARLY_ALL for one in compared.estimates):
        yield from compared.split_by(
            Metric(ReasonKind.OUTER, lambda one: one.to_end, 0.75, lower_is_better=True)
        )


def forest_features(table: Table, compared: Contrast) -> Iterator[Feature]:
    """Yield what can be said of an end to cover: the pile of gems on the last space there."""

    def pile(one: DuetEstimate) -> float:
        path = table.path.cover(one.action.end)
        return path.gems[path.end_space(one.action.end) - 1]

    if isinstance(compared.best.action, Forest):
        yield from compared.split_by(Metric(ReasonKind.END_PILE, pile, 1.0, lower_is_better=True))


def paw_features(table: Table, compared: Contrast) -> Iterator[Feature]:
    """Yield what can be said of the paws that are played, given, or taken with the decree."""

    def paws(one: DuetEstimate) -> float:
        card = card_in_action(one.action)
        return 0 if card is None else card.paws

    def taken(one: DuetEstimate) -> float:
        old = table.decree
        return 0 if old is None or one.action.card is None else old.paws - paws(one)

    match compared.best.action:
        case Play() | Give():
            yield from compared.split_by(
                Metric(ReasonKind.FEW_PAWS, paws, 1.0, lower_is_better=True)
            )
            yield from compared.split_by(Metric(ReasonKind.MANY_PAWS, paws, 1.0))
        case Exchange():
            yield from compared.split_by(
                Metric(ReasonKind.FEWER_HELD, taken, 1.0, lower_is_better=True)
            )


def trump_features(_table: Table, compared: Contrast) -> Iterator[Feature]:
    """Yield what can be said of the trumps that are held after the trick.

    Those that a decree leaves its seat are counted at once, with the cards.
    """
    swaps = isinstance(compared.best.action, Exchange)
    mine = Metric(ReasonKind.MORE_TRUMPS, lambda one: one.trumps, 0.75)
    partners = Metric(ReasonKind.PARTNER_TRUMPS, lambda one: one.partner_trumps, 0.75)
    fewer = replace(mine, kind=ReasonKind.FEWER_TRUMPS, lower_is_better=True)
    for measure in (partners,) if swaps else (mine, partners, fewer):
        yield from compared.split_by(measure)


def _of_abilities_played(table: Table, cards: Sequence[Card]) -> Iterator[Feature]:
    """Yield the abilities that do something by being played, one of them only if it leads."""
    for ability in _NEED_OTHER_CARDS:
        # Played second the Royal Heir does nothing (R4.3), and last nothing of this does (R5.2).
        is_led = ability is not Ability.ROYAL_HEIR or table.lead is None
        if is_led and _tricks_after(table):
            has = tuple(card.ability is ability for card in cards)
            yield Feature(ReasonKind.ABILITY, has, ability=ability)


def _of_abilities(table: Table, cards: Sequence[Card], *, plays: bool) -> Iterator[Feature]:
    for ability in Ability:
        has = tuple(card.ability is ability for card in cards)
        if plays and ability not in _NEED_OTHER_CARDS:
            # What is put away or given does nothing now.
            yield from _if_classes(Feature(ReasonKind.ABILITY, has, ability=ability))
        if _acts_later(table, ability):
            yield Feature(ReasonKind.KEEP_ABILITY, tuple(not one for one in has), ability=ability)


def _tricks_after(table: Table) -> int:
    return TRICKS - 1 - table.tricks_done


def _acts_later(table: Table, ability: Ability) -> bool:
    """Return whether a card that is kept may still do something; the last card of a hand may not.

    What it does to the fox even that one does.
    """
    return _tricks_after(table) > (ability in _NEED_OTHER_CARDS)


def _of_classes(table: Table, cards: Sequence[Card]) -> Iterator[Feature]:
    def having(kind: ReasonKind, has: Sequence[bool]) -> Iterator[Feature]:
        yield from _if_classes(Feature(kind, tuple(has)))

    yield from having(ReasonKind.TRUMP, [card.suit is table.trump for card in cards])
    yield from having(ReasonKind.KEEP_TRUMP, [card.suit is not table.trump for card in cards])
    yield from having(ReasonKind.PLAIN, [card.ability is None for card in cards])
    for low, high in zip(_LOW_RANKS, _HIGH_RANKS, strict=True):
        yield from having(ReasonKind.LOW, [card.rank <= low for card in cards])
        yield from having(ReasonKind.HIGH, [card.rank >= high for card in cards])
        yield from having(ReasonKind.KEEP_LOW, [card.rank > low for card in cards])
        yield from having(ReasonKind.KEEP_HIGH, [card.rank < high for card in cards])


def _of_exchanges(
    table: Table, compared: Contrast, cards: Sequence[Card | None], hand: Sequence[Card]
) -> Iterator[Feature]:
    trump = table.trump
    for suit in Suit:
        has = tuple((trump if card is None else card.suit) is suit for card in cards)
        yield Feature(ReasonKind.MAKE_TRUMP, has, suit=suit)
        yield Feature(ReasonKind.AVOID_TRUMP, tuple(not one for one in has), suit=suit)
    for ability in Ability:
        has = tuple(card is None or card.ability is not ability for card in cards)
        if _acts_later(table, ability):
            yield Feature(ReasonKind.KEEP_ABILITY, has, ability=ability)
    plain = tuple(card is None or card.ability is None for card in cards)
    yield from _if_classes(Feature(ReasonKind.PLAIN, plain))
    kept = tuple(card is None for card in cards)
    yield Feature(ReasonKind.KEEP_DECREE, kept)
    yield Feature(ReasonKind.SWAP, tuple(not one for one in kept))

    def trumps(one: DuetEstimate) -> float:
        new = card_in_action(one.action)
        held = [card for card in hand if card is not new]
        if new is None:
            return sum(card.suit is trump for card in held)
        return sum(card.suit is new.suit for card in held) + (trump is new.suit)

    yield from compared.split_by(Metric(ReasonKind.MORE_TRUMPS, trumps, 1.0))
    yield from compared.split_by(Metric(ReasonKind.FEWER_TRUMPS, trumps, 1.0, lower_is_better=True))
    for low, high in zip(_LOW_RANKS, _HIGH_RANKS, strict=True):
        kept_low = tuple(card is None or card.rank > low for card in cards)
        kept_high = tuple(card is None or card.rank < high for card in cards)
        yield from _if_classes(Feature(ReasonKind.KEEP_LOW, kept_low))
        yield from _if_classes(Feature(ReasonKind.KEEP_HIGH, kept_high))


def _if_classes(found: Feature) -> Iterator[Feature]:
    if has_both_groups(found.has):
        yield found


# Smaller differences in the trick are named where nothing else is to be said.
_SMALLER = 0.5
# This share of worlds is as good as none.
_HARDLY_ANY = 0.05
# A trick goes the same way if its shares, and where it leaves the fox, differ by so little.
_ALIKE, _STEPS = 0.15, 0.5
# What costs less may be the noise of the worlds.
_LEAST_COST = 0.02


class ReasonScope(Enum):
    """The choices that a reason holds for, those that are compared among them."""

    ALL = "all"
    GEM = "those that find a gem"
    PATH = "those that stay on the path"
    TRUMP = "those that lead to the same trump"
    SUIT = "cards of the same suit"
    PLAIN = "cards without an ability"
    WON = "those that win the trick"
    LEFT = "those that leave the trick to the partner"
    ALIKE = "those after which the trick goes the same way"


@dataclass(frozen=True, slots=True)
class TrickEffect:
    """What happens in more worlds after one choice than after another, or in fewer.

    ``best`` and ``other`` are shares of worlds. ``kind`` is OVERRUN or GEM for the trick under way;
    later in the round it is LATER at an ``end``, or FOUND on a ``space``. In gems, ``worth`` is how
    much of the cost it explains.
    """

    kind: ReasonKind
    best: float
    other: float
    worth: float
    end: Seat = Seat.P1
    space: int = 0


@dataclass(frozen=True, slots=True)
class DuetReason:
    """What happens more often, and the cause that separates the choices, if one does.

    The cause holds ``among`` some choices.
    """

    outcome: TrickEffect
    cause: Feature | None = None
    among: ReasonScope = ReasonScope.ALL

    @property
    def kind(self) -> ReasonKind:
        """What the reason is about."""
        kind: ReasonKind = self.outcome.kind if self.cause is None else self.cause.kind
        return kind


# What it costs on average that the fox runs off the path once more, in gems; and the least that
# is felt.
_GEMS_OF_AN_OVERRUN, _LEAST_WORTH = 1.5, 0.05
_OF_ANY = (
    *(ReasonKind.TOKEN, ReasonKind.WIN_TRICK, ReasonKind.LEAVE_TRICK),
    *(ReasonKind.ABILITY, ReasonKind.KEEP_ABILITY),
    *(ReasonKind.MORE_TRUMPS, ReasonKind.FEWER_TRUMPS, ReasonKind.PARTNER_TRUMPS),
)
_OF_OVERRUNS = (
    *(ReasonKind.EDGE, ReasonKind.TO_END),
    *(ReasonKind.FEW_PAWS, ReasonKind.MANY_PAWS, ReasonKind.FEWER_HELD),
    *_OF_ANY,
)
_OF_GEMS = (
    *(ReasonKind.REACH, ReasonKind.NEAR, ReasonKind.OUTER, ReasonKind.END_PILE),
    *_OF_ANY,
)


def outcomes_between(
    table: Table, best: DuetEstimate, other: DuetEstimate, worlds: float
) -> list[TrickEffect]:
    """Return what happens after ``best`` for the better, what explains most first.

    Only what is more than noise in so many worlds, and is not made up for by the rest of the round.
    """
    more_gems = best.gem + best.found - other.gem - other.found
    fewer_overruns = other.overrun + other.later - best.overrun - best.later

    def of_gems(kind: ReasonKind, most: float, least: float, space: int = 0) -> TrickEffect:
        return TrickEffect(kind, most, least, min(most - least, more_gems), space=space)

    def of_overruns(
        kind: ReasonKind, least: float, most: float, end: Seat = Seat.P1
    ) -> TrickEffect:
        worth = _GEMS_OF_AN_OVERRUN * min(most - least, fewer_overruns)
        return TrickEffect(kind, least, most, worth, end)

    on_spaces = zip_longest(best.on_spaces, other.on_spaces, fillvalue=0.0)
    # Where an end is covered, its gems slide.
    first, last = (0, 99) if table.trick else (table.path.first + 2, table.path.last - 2)
    every = (
        of_overruns(ReasonKind.OVERRUN, best.overrun, other.overrun),
        of_gems(ReasonKind.GEM, best.gem, other.gem),
        of_overruns(ReasonKind.LATER, best.off_p1, other.off_p1, Seat.P1),
        of_overruns(ReasonKind.LATER, best.off_p2, other.off_p2, Seat.P2),
        *(
            of_gems(ReasonKind.FOUND, *both, space)
            for space, both in enumerate(on_spaces, 1)
            if first <= space <= last
        ),
    )
    felt = [
        one
        for one in every
        if one.worth >= _LEAST_WORTH
        and is_significantly_greater(max(one.best, one.other), min(one.best, one.other), worlds)
    ]
    return sorted(felt, key=lambda one: -one.worth)


def find_reason(
    table: Table,
    estimates: Sequence[DuetEstimate],
    best: DuetEstimate,
    chosen: DuetEstimate,
    worlds: float,
) -> DuetReason | None:
    """Return why ``best`` is better than ``chosen``, None if only the figures can tell.

    Both were tried in that number of ``worlds``, inf if these were all.

    It is the outcome that explains most. What separates all choices, and may cause it, comes before
    what separates those of a group that both belong to: those that find a gem, say.
    """
    every = Contrast(estimates, best, [chosen])
    outcome = next(iter(outcomes_between(table, best, chosen, worlds)), None)
    if every.cost < _LEAST_COST or outcome is None:
        return None
    if outcome.kind in (ReasonKind.OVERRUN, ReasonKind.GEM):
        return DuetReason(outcome)
    groups = [(ReasonScope.ALL, every), *_groups(table, every)]
    if (alike := _alike(table, every)) is not None:
        groups.append((ReasonScope.ALIKE, alike))
    causes = _OF_OVERRUNS if outcome.kind is ReasonKind.LATER else _OF_GEMS
    of_cards = partial(card_features, every=every)
    of_table = (trick_features, place_features, forest_features, of_cards, paw_features)
    found = (
        DuetReason(outcome, reason.feature, among)
        for features in (*of_table, trump_features)
        for among, group in groups
        for reason in group.discriminating(features(table, group))
        if reason.kind in causes
    )
    return next(found, DuetReason(outcome))


def find_hint_reason(
    table: Table,
    estimates: Sequence[DuetEstimate],
    best: DuetEstimate,
    others: Sequence[DuetEstimate],
) -> Reason | None:
    """Return why ``best``, and all that is as good, is better than ``others``.

    None if only the figures can tell.
    """
    every = Contrast(estimates, best, others)
    as_good = [one for one in estimates if one not in others]
    found = chain(
        trick_features(table, every),
        place_features(table, every),
        forest_features(table, every),
        card_features(table, every, every),
        paw_features(table, every),
        trick_features(table, every, _SMALLER),
        trump_features(table, every),
        suit_features(every),
        round_features(every),
    )
    return next((one for one in every.discriminating(found) if one.holds_for_all(as_good)), None)


def _alike(table: Table, compared: Contrast) -> Contrast | None:
    """Return the choices after which the trick goes as after the best; None if others are not."""
    group = [one for one in compared.estimates if _goes_like(table, one, compared.best)]
    if not all(one in group for one in compared.others):
        return None
    return Contrast(group, compared.best, compared.others)


def _goes_like(table: Table, one: DuetEstimate, other: DuetEstimate) -> bool:
    if isinstance(other.action, Exchange) and not _leads_to_same_trump(table, one, other):
        return False
    shares = (one.taken - other.taken, one.gem - other.gem, one.overrun - other.overrun)
    steps = (one.to_end - other.to_end, one.near - other.near)
    return all(abs(by) <= _ALIKE for by in shares) and all(abs(by) <= _STEPS for by in steps)


def _groups(table: Table, compared: Contrast) -> Iterator[tuple[ReasonScope, Contrast]]:
    for among, belongs in _GROUPS.items():
        group = [one for one in compared.estimates if belongs(table, one, compared.best)]
        both = all(one in group for one in (compared.best, *compared.others))
        if both and len(group) < len(compared.estimates):
            yield among, Contrast(group, compared.best, compared.others)


def _leads_to_same_trump(table: Table, one: DuetEstimate, best: DuetEstimate) -> bool:
    if not isinstance(best.action, Exchange):
        return False
    cards = card_in_action(one.action), card_in_action(best.action)
    first, second = (table.trump if card is None else card.suit for card in cards)
    return first is second


def _is_of_same_suit(_table: Table, one: DuetEstimate, best: DuetEstimate) -> bool:
    card, other = card_in_action(one.action), card_in_action(best.action)
    of_hand = not isinstance(best.action, Exchange)
    return of_hand and card is not None and other is not None and card.suit is other.suit


def _keeps_abilities(_table: Table, one: DuetEstimate, _best: DuetEstimate) -> bool:
    card = card_in_action(one.action)
    return card is None or card.ability is None


_GROUPS: Mapping[ReasonScope, Callable[[Table, DuetEstimate, DuetEstimate], bool]] = {
    ReasonScope.GEM: lambda _table, one, _best: (
        one.gem >= NEARLY_ALL and one.overrun <= _HARDLY_ANY
    ),
    ReasonScope.PATH: lambda _table, one, _best: one.overrun <= _HARDLY_ANY,
    ReasonScope.TRUMP: _leads_to_same_trump,
    ReasonScope.SUIT: _is_of_same_suit,
    ReasonScope.WON: lambda _table, one, _best: one.taken >= NEARLY_ALL,
    ReasonScope.LEFT: lambda _table, one, _best: one.taken <= 1 - NEARLY_ALL,
    ReasonScope.PLAIN: _keeps_abilities,
}


@dataclass(frozen=True, slots=True)
class TrickEnd:
    """A way in which the trick may end: who wins it, and where that seat may go."""

    is_won: bool
    landings: tuple[Landing, ...]

    @property
    def finds_gem(self) -> bool | None:
        """Whether a gem is found; None if that is for the partner to choose."""
        return self._chosen([_is_gem(one) for one in self.landings])

    @property
    def overruns(self) -> bool | None:
        """Whether the path is overrun; None if that is for the partner to choose."""
        stays = self._chosen([not isinstance(one, Overrun) for one in self.landings])
        return None if stays is None else not stays

    def _chosen(self, good: Sequence[bool]) -> bool | None:
        """Return whether what is good comes about: the seat that asks takes it if it can."""
        if self.is_won or len(set(good)) == 1:
            return any(good)
        return None


def certain_outcome(ends: Sequence[TrickEnd], of: Callable[[TrickEnd], bool | None]) -> bool | None:
    """Return whether something happens however the trick ends; None if that depends on more."""
    answers = {of(end) for end in ends}
    return answers.pop() if len(answers) == 1 else None


def certain_gem(ends: Sequence[TrickEnd]) -> int | None:
    """Return the space of the gem that is certainly found; None if it may be one or another."""
    if certain_outcome(ends, lambda end: end.finds_gem) is not True:
        return None
    spaces = {one.space for end in ends for one in end.landings if _is_gem(one)}
    return spaces.pop() if len(spaces) == 1 else None


def _is_gem(landing: Landing) -> TypeGuard[LandsOn]:
    return isinstance(landing, LandsOn) and landing.gem


def enumerate_trick_ends(seen: Observation, action: Action) -> tuple[TrickEnd, ...]:
    """Return all ways in which the trick may end after a choice; none if they were not counted.

    What Foxes lead to is not counted where somebody may still swap.
    """
    table, trick = seen.table, seen.table.trick
    if trick is None or table.decree is None:
        return ()
    lead, follow, trump = trick.lead, trick.follow, table.decree.suit
    match action:
        case Move(_, steps):
            return (TrickEnd(True, (table.path.landing(steps),)),)
        case Play(_, card) if card.ability is Ability.FOXES:
            return ()
        case Play(_, card) if lead is not None:
            follow = card
        case Play(_, card):
            lead = card
        case Exchange(_, new):
            trump = trump if new is None else new.suit
        case Give():
            pass
        case _:
            return ()
    assert lead is not None, "a card lies on the table, or is led"
    if follow is not None:
        return (_end(seen, lead, follow, trump),)
    if trick.leader is not seen.seat:
        # What this seat follows with is its own choice.
        return ()
    return tuple({_end(seen, lead, *reply) for reply in _replies(seen, action, lead, trump)})


def _end(seen: Observation, lead: Card, follow: Card, trump: Suit) -> TrickEnd:
    table = seen.table
    assert table.trick is not None, "a trick is under way"
    leader = table.trick.leader
    winner = leader.other if follow_wins(lead, follow, trump) else leader
    moves = possible_moves(lead, follow, winner)
    return TrickEnd(winner is seen.seat, tuple(map(table.path.landing, moves)))


def _replies(
    seen: Observation, action: Action, lead: Card, trump: Suit
) -> Iterator[tuple[Card, Suit]]:
    """Yield every card with which the partner might follow, and what might be trump then."""
    known, voids = seen.partner_known, seen.partner_voids
    possible = [card for card in unseen_cards(seen) if card.suit not in voids]
    if lead.ability is Ability.GIFT or isinstance(action, Give):
        # Any card of the hand may have been given by then.
        replies = [*known, *possible, *(card for card in seen.hand if card is not lead)]
    elif lead.ability is Ability.ROYAL_HEIR:
        replies = [*known, *possible]
    else:
        suited = [card for card in (*known, *possible) if card.suit is lead.suit]
        others = [card for card in (*known, *possible) if card.suit is not lead.suit]
        must = any(card.suit is lead.suit for card in known) or len(others) < seen.partner_cards
        replies = suited if must else [*suited, *others]
    for card in replies:
        for one in Suit if card.ability is Ability.FOXES else (trump,):
            yield card, one
