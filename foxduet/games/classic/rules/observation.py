"""The observation of one seat (C7), and the worlds that fit it, all equally likely (C7.3).

A world is a deal with the cards that the other seat has put under the deck; together with the
public state they fix the whole round. It fits if the other seat could have held each card when
it revealed it, and if each card that it played was legal. Its choice among
legal cards does not count as evidence.

Time is counted in draws of the other seat: between them, only cards that both seats see enter or
leave its hand. A fact that bars a card from the hand after draw 1 still allows it to arrive with
draw 2, or to have gone under the deck by draw 1.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from enum import Enum, auto
from itertools import accumulate
from math import comb
from typing import TYPE_CHECKING

from foxduet.core.cards import Seat, find_unseen, follow_wins, hand_of, replace_at
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.games.classic.rules.cards import DECK, Ability, Card, Hand, Suit, effective_cards
from foxduet.games.classic.rules.engine import legal_actions
from foxduet.games.classic.rules.state import (
    TRICKS,
    Action,
    CardDiscarded,
    CardDrawn,
    Draw,
    DrewCard,
    Event,
    Facts,
    GameState,
    Played,
    RankLimit,
    Table,
    TookDecree,
)

if TYPE_CHECKING:
    from random import Random


@dataclass(frozen=True, slots=True)
class Observation:
    """Everything that ``seat`` may know at one moment (C7.1), and nothing else (C7.2).

    other_cards: number of cards in the other hand.
    deck_cards: number of cards left in the draw deck.
    draws: complete draws of this round, in order, without the other seat's cards.
    drawn: the seat's own card just drawn, until it discards; else None.
    out: sorted cards of the round's earlier tricks (C2.4: not displayed by default).
    choices: the legal actions; empty unless the seat must decide.
    """

    table: Table
    seat: Seat
    hand: Hand
    other_cards: int
    deck_cards: int
    draws: tuple[Draw, ...]
    drawn: Card | None
    out: Hand
    choices: tuple[Action, ...]

    @property
    def distinct_choices(self) -> tuple[Action, ...]:
        """The choices that lead to different states: all of them."""
        return self.choices

    @property
    def stock(self) -> tuple[Card | None, ...]:
        """Face-down cards, top first; None except for cards that the seat put there."""
        return ((None,) * self.deck_cards) + tuple(draw.discarded for draw in self.draws)


def observe(state: GameState, seat: Seat) -> Observation:
    """Return the observation of ``seat`` (C7)."""
    pending = state.table.pending
    is_own_decision = pending is not None and pending.seat is seat
    p1_hand, p2_hand = state.hands
    return Observation(
        table=state.table,
        seat=seat,
        hand=state.hands[seat],
        other_cards=len(state.hands[seat.other]),
        deck_cards=len(state.deck),
        draws=tuple(
            draw if draw.seat is seat else Draw(draw.seat, None, None) for draw in state.draws
        ),
        drawn=state.drawn if state.drawn in state.hands[seat] else None,
        out=_list_others(state.table, *p1_hand, *p2_hand, *state.stock),
        choices=legal_actions(state) if is_own_decision else (),
    )


def unseen_cards(observation: Observation) -> Hand:
    """Return the hidden cards: the other hand, the deck, and the other seat's discards."""
    return _list_others(observation.table, *observation.hand, *observation.out, *observation.stock)


def _list_others(table: Table, *cards: Card | None) -> Hand:
    return find_unseen(DECK, table.decree, table.trick, cards)


def known_other_cards(observation: Observation) -> Hand:
    """Return the cards that the other seat surely holds: old decrees that it took (C7.1).

    Cards that it may have put under the deck since, after a Woodcutter, are left out (C7.3).
    """
    other = observation.seat.other
    draws_left = sum(draw.seat is other for draw in observation.draws)
    known_cards: set[Card] = set()
    for fact in observation.table.facts[other]:
        match fact:
            case TookDecree(card):
                known_cards.add(card)
            case Played(card):
                known_cards.discard(card)
            case DrewCard() if draws_left:
                draws_left -= 1
                known_cards.clear()
    return hand_of(known_cards)


def redact(event: Event, seat: Seat) -> Event:
    """Return ``event`` as ``seat`` may see it (C7.2)."""
    if isinstance(event, CardDrawn | CardDiscarded) and event.seat is not seat:
        return replace(event, card=None)
    return event


@dataclass(frozen=True, slots=True)
class TrickOutlook:
    """How a trick would end.

    tricks: the winner's tricks in the round, including this trick.
    treasures: the winner's points for the trick.
    next_leader: the seat that leads the next trick; None after the last.
    """

    winner: Seat
    tricks: int
    treasures: int
    next_leader: Seat | None


def trick_outlook(table: Table, follow: Card, trump: Suit) -> TrickOutlook:
    """Return how the trick ends with ``follow`` if ``trump`` is the trump suit (C5).

    A card must have been led.
    """
    lead, leader = table.lead, table.in_trick[0].leader
    assert lead is not None, "a card was led"
    wins = follow_wins(*effective_cards(lead, follow, trump), trump)
    winner, losing_card = (leader.other, lead) if wins else (leader, follow)
    next_leader = winner.other if losing_card.ability is Ability.SWAN else winner
    return TrickOutlook(
        winner,
        tricks=table.tricks[winner] + 1,
        treasures=sum(card.ability is Ability.TREASURE for card in (lead, follow)),
        next_leader=None if table.tricks_done + 1 == TRICKS else next_leader,
    )


def follow_outlook(table: Table, follow: Card) -> TrickOutlook:
    """Return how the trick ends with ``follow`` under the current trump."""
    return trick_outlook(table, follow, table.trump)


def exchange_outlook(table: Table, new: Card | None) -> TrickOutlook | None:
    """Return how the trick ends with ``new`` as the decree; None before both cards are played.

    If ``new`` is None, the old decree stays (C4.1).
    """
    if table.trick is None or table.trick.follow is None:
        return None
    return trick_outlook(table, table.trick.follow, table.trump if new is None else new.suit)


class Origin(Enum):
    """How the seat knows cards that the other hand has, or may have, held."""

    UNSEEN = auto()
    """Never seen: in the hand, in the deck, or under it."""
    TAKEN = auto()
    """Seen when the other seat took them as old decrees: in the hand, or under the deck."""
    SHOWN = auto()
    """Seen when they left the hand, into which they were dealt or drawn."""


@dataclass(frozen=True, slots=True, eq=False)
class Pile:
    """Cards that the known facts do not distinguish.

    first_draw, last_draw: draws after which the other hand may have held them; 0 is the deal.
    barred_draws: bits of the draws after which it surely did not hold them.
    """

    origin: Origin
    cards: Hand
    first_draw: int
    last_draw: int
    barred_draws: int

    @property
    def can_be_held(self) -> bool:
        """Whether the hand may have held the cards from ``first_draw`` to ``last_draw``."""
        return self.fits(self.first_draw, self.last_draw)

    def fits(self, start: int, end: int) -> bool:
        """True if the hand may have held the cards after draws ``start`` to ``end``."""
        return not self.barred_draws >> start & (1 << max(0, end + 1 - start)) - 1


@dataclass(frozen=True, slots=True)
class DrawSource:
    """Source of a discard: the card of ``draw`` (from 1), the latest draw or an earlier one."""

    draw: int


@dataclass(frozen=True, slots=True)
class DrawHistory:
    """Sources of the other seat's hidden cards, by pile but not by card.

    draws: the pile of each card drawn.
    discards: the source of each card put under the deck.
    dealt_count: number of unseen cards in the hand since the deal.
    ways: number of worlds with this history.
    """

    draws: tuple[Pile, ...]
    discards: tuple[Pile | DrawSource, ...]
    dealt_count: int
    ways: int


@dataclass(frozen=True, slots=True)
class Worlds:
    """All worlds that fit an observation, up to the order of the deck.

    totals: running totals of the histories' ways.
    """

    observation: Observation
    piles: tuple[Pile, ...]
    histories: tuple[DrawHistory, ...]
    totals: tuple[int, ...]

    @property
    def count(self) -> int:
        return self.totals[-1]


def find_worlds(observation: Observation) -> Worlds:
    """Return the worlds that fit ``observation``."""
    seat = observation.seat.other
    facts = observation.table.facts[seat]
    piles = _find_piles(observation, facts)
    discards = sum(draw.seat is seat for draw in observation.draws)
    prefixes = [DrawHistory((), (), 0, 1)]
    for number in range(1, facts.count(DrewCard()) + 1):
        prefixes = [child for history in prefixes for child in _add_draw(history, piles)]
        if number <= discards:
            prefixes = [child for history in prefixes for child in _add_discard(history, piles)]
    histories = tuple(
        complete
        for history in prefixes
        for complete in _add_dealt(history, piles, observation.other_cards)
    )
    totals = tuple(accumulate(history.ways for history in histories))
    return Worlds(observation, piles, histories, totals)


def _find_piles(observation: Observation, facts: Facts) -> tuple[Pile, ...]:
    draws = 0
    barred_draws: dict[Card, int] = defaultdict(int)
    take_draws: dict[Card, int] = {}
    piles: dict[tuple[Origin, int, int, int], list[Card]] = defaultdict(list)
    for fact in facts:
        match fact:
            case DrewCard():
                draws += 1
            case RankLimit(suit, rank):
                for card in DECK:
                    if card.suit is suit and card.rank > rank:
                        barred_draws[card] |= 1 << draws
            case TookDecree(card):
                take_draws[card] = draws
                barred_draws[card] = 0
            case Played(card):
                if take_draws.pop(card, None) is None and draws:
                    piles[Origin.SHOWN, 0, draws, barred_draws[card]].append(card)
    for card in unseen_cards(observation):
        origin = Origin.TAKEN if card in take_draws else Origin.UNSEEN
        piles[origin, take_draws.get(card, 0), draws, barred_draws[card]].append(card)
    return tuple(
        Pile(origin, hand_of(cards), first_draw, last_draw, bars)
        for (origin, first_draw, last_draw, bars), cards in piles.items()
    )


def _unused_cards(history: DrawHistory, pile: Pile) -> int:
    return len(pile.cards) - history.draws.count(pile) - history.discards.count(pile)


def _add_draw(history: DrawHistory, piles: tuple[Pile, ...]) -> Iterator[DrawHistory]:
    number = len(history.draws) + 1
    for pile in piles:
        is_shown = pile.origin is Origin.SHOWN
        if is_shown and not (number <= pile.last_draw and pile.fits(number, pile.last_draw)):
            continue
        if pile.origin is not Origin.TAKEN and (ways := _unused_cards(history, pile)):
            yield replace(history, draws=(*history.draws, pile), ways=history.ways * ways)


def _add_discard(history: DrawHistory, piles: tuple[Pile, ...]) -> Iterator[DrawHistory]:
    number = len(history.discards) + 1
    for draw, pile in _unseen_draws(history):
        if pile.fits(draw, number - 1):
            yield replace(history, discards=(*history.discards, DrawSource(draw)))
    for pile in piles:
        if pile.origin is Origin.SHOWN or pile.first_draw >= number:
            continue
        if pile.fits(pile.first_draw, number - 1) and (ways := _unused_cards(history, pile)):
            yield replace(history, discards=(*history.discards, pile), ways=history.ways * ways)


def _unseen_draws(history: DrawHistory) -> list[tuple[int, Pile]]:
    return [
        (draw, pile)
        for draw, pile in enumerate(history.draws, 1)
        if pile.origin is Origin.UNSEEN and DrawSource(draw) not in history.discards
    ]


def _add_dealt(history: DrawHistory, piles: tuple[Pile, ...], hand: int) -> Iterator[DrawHistory]:
    """Yield ``history`` with its number of dealt cards, unless the hand cannot have its size."""
    kept_draws = _unseen_draws(history)
    dealt, pool = hand - len(kept_draws), 0
    if not all(pile.fits(draw, pile.last_draw) for draw, pile in kept_draws):
        return
    for pile in piles:
        unused, fits = _unused_cards(history, pile), pile.can_be_held
        if pile.origin is Origin.UNSEEN:
            pool += unused if fits else 0
        elif unused and not fits:
            return
        elif pile.origin is Origin.TAKEN:
            dealt -= unused
    if 0 <= dealt <= pool:
        yield replace(history, dealt_count=dealt, ways=history.ways * comb(pool, dealt))


def sample_determinization(worlds: Worlds, rng: Random) -> GameState:
    """Sample a world; all are equally likely."""
    observation, seat = worlds.observation, worlds.observation.seat
    history = worlds.histories[bisect_right(worlds.totals, rng.randrange(worlds.count))]
    cards_left = {pile: rng.sample(pile.cards, len(pile.cards)) for pile in worlds.piles}
    drawn_cards = [cards_left[pile].pop() for pile in history.draws]
    discarded_cards = [
        drawn_cards[source.draw - 1] if isinstance(source, DrawSource) else cards_left[source].pop()
        for source in history.discards
    ]
    hand = [drawn_cards[draw - 1] for draw, _pile in _unseen_draws(history)]
    deck: list[Card] = []
    for pile, cards in cards_left.items():
        match pile.origin:
            case Origin.TAKEN:
                hand += cards
            case Origin.UNSEEN if pile.can_be_held:
                hand += cards[: history.dealt_count]
                deck += cards[history.dealt_count :]
            case Origin.UNSEEN:
                deck += cards
    rng.shuffle(deck)
    hidden = iter(zip(drawn_cards, discarded_cards, strict=False))
    return GameState(
        table=observation.table,
        hands=replace_at((observation.hand, observation.hand), seat.other, hand_of(hand)),
        deck=tuple(deck),
        draws=tuple(
            draw if draw.seat is seat else Draw(draw.seat, *next(hidden))
            for draw in observation.draws
        ),
        drawn=observation.drawn if len(drawn_cards) == len(discarded_cards) else drawn_cards[-1],
    )


def sample(observation: Observation, rng: Random) -> GameState:
    """Sample a world that fits: ``observe(sample(o, rng), o.seat) == o``.

    All worlds that fit are equally likely, whatever the other seat has chosen.
    """
    return sample_determinization(find_worlds(observation), rng)
