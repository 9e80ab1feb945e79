"""Rounds played out in plain numbers, greedily by weights: the rules again, for a search.

Both seats play by a ``Policy``: the leader the best of its cards by what they are worth on any
hand behind them, their price and some noise; the follower sees the lead and plays the greedy
reply. A test plays the same by the engine, and compares every position.

The figures were tuned by hand and by random search, on games of the steady partner with itself
at all three levels.

A leader takes the card with the best worth of leading it, less its price, more a random noise; a
follower the best legal reply by where it lands, less its price, more a bonus for winning. Plain
prices are those of the steady partner; others, for each stage of a round, are fitted to what
experts do. They are in ``policy.toml``; ``python -m tests.tools.fit_expert`` fits them again.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from functools import cache, lru_cache
from math import fsum, log
from operator import itemgetter, mul, sub
from random import Random
from typing import NamedTuple, TypeAlias

from foxduet.core.cards import Seat, follow_wins
from foxduet.core.lazy_dataclass import dataclass
from foxduet.games.duet.rules.cards import (
    DECK,
    Ability,
    Card,
    ForestPath,
    Hand,
    Suit,
    possible_moves,
)
from foxduet.games.duet.rules.state import TRICKS as TRICKS_OF_ROUND

CARDS = len(DECK)
SUITS = len(Suit)
RANKS = CARDS // SUITS
BIT = tuple(1 << index for index in range(CARDS))
SUIT_OF = tuple(card.suit.value for card in DECK)
ALL = (1 << CARDS) - 1
SUIT_CARDS = tuple(sum(BIT[card.index] for card in DECK if card.suit is suit) for suit in Suit)
FOXES = sum(BIT[card.index] for card in DECK if card.ability is Ability.FOXES)
GIFTS = sum(BIT[card.index] for card in DECK if card.ability is Ability.GIFT)
ACTING = FOXES | GIFTS
"""The cards that do something as soon as they are played."""
BOUND = tuple(ALL if card.ability is Ability.ROYAL_HEIR else SUIT_CARDS[card.suit] for card in DECK)
"""For each led card the cards that its follower must play if it holds one of them (R4)."""


def mask_of(hand: Hand) -> int:
    """Return ``hand`` as bits."""
    return bitmask(card.index for card in hand)


def bitmask(cards: Iterable[int]) -> int:
    """Return cards by number as a hand of bits."""
    return sum([BIT[card] for card in cards])


def cards_in(mask: int) -> tuple[int, ...]:
    """Return the cards of a hand of bits, ascending."""
    return DOVES[mask & 1023] + ROSES[mask >> 10 & 1023] + STARS[mask >> 20]


def _subsets(suit: Suit) -> tuple[tuple[int, ...], ...]:
    subsets: list[tuple[int, ...]] = [()]
    for card in range(10 * suit, 10 * suit + 10):
        subsets += [(*subset, card) for subset in subsets]
    return tuple(subsets)


DOVES, ROSES, STARS = (_subsets(suit) for suit in Suit)

_classes: dict[tuple[int, ...], int] = {}


def _trick_class(leader: Seat, trump: Suit, lead: Card, follow: Card) -> int:
    follower_wins = follow_wins(lead, follow, trump)
    winner = leader.other if follower_wins else leader
    # By ranks, on which alone the moves depend.
    moves = possible_moves(DECK[lead.rank - 1], DECK[follow.rank - 1], winner)
    return 2 * _classes.setdefault(moves, len(_classes)) + follower_wins


TRICKS = tuple(
    tuple(
        tuple(bytes(_trick_class(leader, trump, lead, follow) for follow in DECK) for lead in DECK)
        for trump in Suit
    )
    for leader in Seat
)
"""``TRICKS[leader][trump][lead][follow]`` is the class of a trick; odd if the follower wins."""

MOVES = tuple(moves for moves in _classes for _ in (False, True))
"""The possible moves of the tracker after a trick, by its class."""


class BitboardPath(NamedTuple):
    """A path; spaces are numbered from 0, from p1's end.

    ``gems`` has five bits for each space, ``mask`` a bit for each space where gems lie; the
    tracker stands ``at`` a space from ``first`` to ``last``; ``reserve`` counts forest tokens.
    """

    gems: int
    mask: int
    at: int
    first: int
    last: int
    start: int
    reserve: int

    @property
    def counts(self) -> list[int]:
        """The gems on each space from ``first`` to ``last``."""
        return [self.gems >> 5 * space & 31 for space in range(self.first, self.last + 1)]


def bitboard_path(path: ForestPath, reserve: int) -> BitboardPath:
    """Return ``path`` in plain numbers."""
    return BitboardPath(
        gems=sum(count << 5 * space for space, count in enumerate(path.gems)),
        mask=sum(1 << space for space, count in enumerate(path.gems) if count),
        at=path.tracker - 1,
        first=path.first - 1,
        last=path.last - 1,
        start=path.start - 1,
        reserve=reserve,
    )


def move_fox(path: BitboardPath, steps: int) -> BitboardPath | None:
    """Move the tracker (R7.5, R7.6); None if that loses the game."""
    at = path.at + steps
    if at < path.first or at > path.last:
        if not path.reserve:
            return None
        end = Seat.P1 if at < path.first else Seat.P2
        return cover_end(path._replace(at=path.start), end)
    if not path.mask >> at & 1:
        return path._replace(at=at)
    gems = path.gems - (1 << 5 * at)
    mask = path.mask if gems >> 5 * at & 31 else path.mask ^ 1 << at
    return path._replace(gems=gems, mask=mask, at=at)


def cover_end(path: BitboardPath, end: Seat) -> BitboardPath:
    """Cover the last space of ``end``; its gems go one space toward the start (R7.8)."""
    space, to = (path.first, path.first + 1) if end is Seat.P1 else (path.last, path.last - 1)
    slid = path.gems >> 5 * space & 31
    return path._replace(
        gems=path.gems + (slid << 5 * to) - (slid << 5 * space),
        mask=path.mask & ~(1 << space) | (1 << to if slid else 0),
        first=to if end is Seat.P1 else path.first,
        last=to if end is Seat.P2 else path.last,
        reserve=path.reserve - 1,
    )


OVERRUN = -1.2
LOST = -30.0
PROSPECT = 0.11
"""What a certain gem with the next trick is worth compared with one collected now, which is 1."""

PRICES = (0.10, 0.036, 0.04, 0.03, 0.133, 0.006, 0.024, 0.0, 0.07, 0.0) * SUITS
"""What it costs to spend a card, by its number: most for Musician and Gazelle."""

EXCHANGE_PRICE = 0.05
"""What it costs to change the decree rather than keep it."""


class MoveValues(NamedTuple):
    """What tricks are worth where gems and tracker lie as they do.

    For each class of tricks (``numbers.MOVES``) the worth of its ``best`` move, and the ``steps``
    of that move; and in ``leads[leader][trump]`` what it is worth to lead each card, on any hand
    behind it and before the card's own price: nothing until ``compute_lead_values`` has worked it out.
    """

    best: list[float]
    steps: list[int]
    leads: list[tuple[list[float], ...]]


# How often a trick moves the fox so far, over all pairs of cards and all choices of moves.
_CHANCES = (0.113, 0.144, 0.226, 0.221, 0.138, 0.124, 0.034)
_LONGEST = len(_CHANCES) - 1
# The moves of each class of tricks by their places among all moves, from the longest to p1's end;
# those of every other class, since whoever wins, the next one has the same.
_PLACES = tuple(tuple(move + _LONGEST for move in moves) for moves in MOVES[::2])
# A follower has about this share of the cards with which it could reply.
_HELD_PROBABILITY = 0.5
# The most shapes, which take about 40 MB, and how many are added before they are counted again.
_MOST_SHAPES, _SHAPES_AT_A_TIME = 12_000, 256
_MAX_CACHED_LANDINGS = 2_000

TrickPatterns: TypeAlias = dict[int, MoveValues]
"""Shapes of a path by ``mask << 5 | at``."""

_PATTERN_CACHE: dict[tuple[int, int, bool], TrickPatterns] = {}


def known_patterns(first: int, last: int, reserve: int) -> TrickPatterns:
    """Return the shapes known of a path from ``first`` to ``last``; ``add_pattern`` adds to them."""
    return _PATTERN_CACHE.setdefault((first, last, reserve > 0), {})


def add_pattern(
    shapes: TrickPatterns, mask: int, at: int, first: int, last: int, reserve: int
) -> MoveValues:
    """Work out the shape of a path, and add it to ``shapes``."""
    landings = _landings(mask, first, last, reserve > 0)
    worths = landings[at - first : at - first + 2 * _LONGEST + 1]
    moves = [max(places, key=worths.__getitem__) for places in _PLACES]
    best = [worths[place] for place in moves for _next in (False, True)]
    steps = [place - _LONGEST for place in moves for _next in (False, True)]
    if (
        len(shapes) % _SHAPES_AT_A_TIME == 0
        and sum(map(len, _PATTERN_CACHE.values())) > _MOST_SHAPES
    ):
        for known in _PATTERN_CACHE.values():
            known.clear()
    shape = shapes[mask << 5 | at] = MoveValues(best, steps, [()] * len(Seat))
    return shape


def pattern_for(path: BitboardPath) -> MoveValues:
    """Return the shape of ``path``."""
    _gems, mask, at, first, last, _start, reserve = path
    shapes = known_patterns(first, last, reserve)
    return shapes.get(mask << 5 | at) or add_pattern(shapes, mask, at, first, last, reserve)


@lru_cache(_MAX_CACHED_LANDINGS)
def _landings(mask: int, first: int, last: int, reserve: bool) -> list[float]:
    spaces = range(first - _LONGEST, last + _LONGEST + 1)
    return [landing_worth(mask, at, first, last, reserve) for at in spaces]


def landing_worth(mask: int, at: int, first: int, last: int, reserve: int) -> float:
    """Return what it is worth to land ``at`` a space, and to collect a gem there, if any."""
    if not first <= at <= last:
        return OVERRUN if reserve else LOST
    here = mask >> at & 1
    return here + PROSPECT * _prospect(mask & ~(1 << at), at, first, last)


def _prospect(mask: int, at: int, first: int, last: int) -> float:
    """Return the chance that the next trick ends on a gem, less that of overrunning the path."""
    total = 0.0
    for steps, chance in enumerate(_CHANCES):
        for space in (at - steps, at + steps):
            total += chance * (mask >> space & 1) if first <= space <= last else -chance
    return total / 2


def compute_lead_values(shape: MoveValues, leader: int) -> tuple[list[float], ...]:
    """Work out for each trump what it is worth to lead each card, and add it to ``shape``.

    Only ranks count, since a follower is bound to the suit: but for cards that bind it to
    nothing, whose worth depends on whether they are trump.
    """
    of_ranks = [lead_worth(shape, leader, Suit.DOVES, card) for card in range(RANKS)]
    off_trump = [
        lead_worth(shape, leader, Suit.ROSES, card) if BOUND[card] == ALL else worth
        for card, worth in enumerate(of_ranks)
    ]
    leads = shape.leads[leader] = tuple(
        off_trump * trump + of_ranks + off_trump * (SUITS - 1 - trump) for trump in range(SUITS)
    )
    return leads


def lead_worth(shape: MoveValues, leader: int, trump: Suit, lead: int) -> float:
    """Return what it is worth to lead a card, on any hand behind it, before its own price."""
    worths_in, prices, chances = _reply_values(leader, trump, lead)
    worths = sorted(map(sub, worths_in(shape.best), prices), reverse=True)
    return fsum(map(mul, chances, worths))


@cache
def _reply_values(
    leader: int, trump: Suit, lead: int
) -> tuple[Callable[[Sequence[float]], tuple[float, ...]], Sequence[float], Sequence[float]]:
    """Return what picks the worths of all replies to a lead from a shape's, and their prices.

    Also the chance that the first, second, … best of them is the best one held; the worst is the
    reply, too, where none is.
    """
    row, replies = TRICKS[leader][trump][lead], cards_in(BOUND[lead] & ~BIT[lead])
    count = len(replies)
    chances = [
        _HELD_PROBABILITY * (1 - _HELD_PROBABILITY) ** at
        + (1 - _HELD_PROBABILITY) ** count * (at == count - 1)
        for at in range(count)
    ]
    return itemgetter(*(row[card] for card in replies)), [PRICES[card] for card in replies], chances


POLICY_FILE = "policy.toml"
STAGES = (range(4), range(4, 7), range(7, 9), range(9, TRICKS_OF_ROUND))
"""The tricks of a round, from 0, that have the same prices."""

NO_NOISE = bytes(TRICKS_OF_ROUND)
"""The rows of noise for a world in which seats are not noisy at all."""

_ROWS = 256
_SEED = "foxduet noise"
STEADY_INVERSE_TEMPERATURE = 12.0
"""How sure seats are of steady play: tuned on games beside steady, and beside a wilder one."""


@dataclass(frozen=True, slots=True)
class Policy:
    """Tables of how seats play, for each trick of a round.

    ``leads[trick][trump][row]`` is what is added to the worth of leading each card: its price,
    negative, and one of the rows of noise, of which the first is none. ``replies[trick][trump]
    [lead]`` is the price of each card that follows, less the bonus if it wins.
    """

    leads: Sequence[Sequence[Sequence[Sequence[float]]]]
    replies: Sequence[Sequence[Sequence[Sequence[float]]]]


@dataclass(frozen=True, slots=True)
class PolicyWeights:
    """What it costs to play each rank in one stage, as ``plain`` card and as ``trump``.

    ``sureness`` is how many times larger worths are than a noise of 1; ``bonus`` is for winning.
    """

    plain: Sequence[float]
    trump: Sequence[float]
    sureness: float
    bonus: float = 0.0

    def card_prices(self, trump: int) -> list[float]:
        """Return the price of each card."""
        suits = (self.trump if suit == trump else self.plain for suit in range(SUITS))
        return [price for prices in suits for price in prices]


def parse_policy(text: str) -> Policy:
    """Return the policy with the prices of a file's text."""
    fitted = tomllib.loads(text)
    stages = [fitted[f"stage_{number}"] for number in range(1, len(STAGES) + 1)]
    leads, replies = (
        [PolicyWeights(**stage[kind]) for stage in stages] for kind in ("lead", "reply")
    )
    return make_policy(leads, replies)


@cache
def steady_policy(sureness: float = STEADY_INVERSE_TEMPERATURE) -> Policy:
    """Return how seats play by the steady rules, and a little less surely."""
    prices = [PolicyWeights(PRICES[:RANKS], PRICES[:RANKS], sureness)] * len(STAGES)
    return make_policy(prices, prices)


def make_policy(leads: Sequence[PolicyWeights], replies: Sequence[PolicyWeights]) -> Policy:
    """Return the policy with these prices of leading and of replying in each stage."""
    noise = _noise()
    of_leads = [_lead_tables(prices, noise) for prices in leads]
    of_replies = [_reply_tables(prices) for prices in replies]
    stage_of = [stage for stage, tricks in enumerate(STAGES) for _ in tricks]
    return Policy(
        [of_leads[stage] for stage in stage_of], [of_replies[stage] for stage in stage_of]
    )


def _lead_tables(
    prices: PolicyWeights, noise: Sequence[Sequence[float]]
) -> Sequence[Sequence[Sequence[float]]]:
    by_trump = [prices.card_prices(trump) for trump in range(SUITS)]
    return [
        [
            [one / prices.sureness - price for one, price in zip(row, cards, strict=True)]
            for row in noise
        ]
        for cards in by_trump
    ]


def _reply_tables(prices: PolicyWeights) -> Sequence[Sequence[Sequence[float]]]:
    def row(trump: int, lead: int) -> list[float]:
        # Who wins does not depend on who leads.
        kinds = TRICKS[Seat.P1][trump][lead]
        return [
            price - prices.bonus * (kind & 1)
            for price, kind in zip(prices.card_prices(trump), kinds, strict=True)
        ]

    return [[row(trump, lead) for lead in range(CARDS)] for trump in range(SUITS)]


@cache
def _noise() -> Sequence[Sequence[float]]:
    """Return rows of noise for each card: Gumbel's, with which a choice is a logit; first none."""
    rng = Random(_SEED)
    rows = [[-log(rng.expovariate(1.0)) for _ in range(CARDS)] for _ in range(_ROWS - 1)]
    return [[0.0] * CARDS, *rows]


NO_CARD = -1
_NOTHING = -1000.0

Order = Sequence[int]
"""Cards of a hand in the order in which chance draws them."""


class WorldOutcome(IntEnum):
    """How a game stands after some tricks."""

    PLAYING = 0
    WON = 1
    LOST = 2


class RolloutEnd(NamedTuple):
    """What tricks led to; ``leader`` (a seat's number) has won the last one and leads the next.

    ``hand`` is the leader's, ``other`` that of the other seat.
    """

    outcome: WorldOutcome
    leader: int
    hand: int
    other: int
    decree: int
    path: BitboardPath


# An attribute of an enum costs more than a name of the module, once for each rollout.
_PLAYING, _WON, _LOST = WorldOutcome
_DOVES, _ROSES, _STARS = SUIT_CARDS


def play_tricks(
    tricks: range,
    path: BitboardPath,
    decree: int,
    leader: int,
    hands: tuple[int, int],
    orders: tuple[Order, Order],
    policy: Policy,
    noise: bytes,
    lead: int = NO_CARD,
    follow: int = NO_CARD,
    *,
    lead_acts: bool = False,
) -> RolloutEnd:
    """Play up to all of ``tricks``, by their numbers from 0, as ``policy`` says.

    ``hands`` and ``orders`` are those of the leader and of the follower; ``noise`` has a row of
    the policy's noise for each trick of the round. A ``lead`` and a ``follow`` that lie on the
    table already are no longer in the hands; if ``lead_acts``, the ability of such a lead is
    still to come: the follower is named for Foxes.
    """
    gems, mask, at, first, last, start, reserve = path
    a, b = hands
    order_a, order_b = orders
    prices_of_leads, prices_of_replies = policy.leads, policy.replies
    shapes = known_patterns(first, last, reserve)
    trump = SUIT_OF[decree]
    fate = _PLAYING
    for trick in tricks:
        shape = shapes.get(mask << 5 | at)
        if shape is None:
            shape = add_pattern(shapes, mask, at, first, last, reserve)
        best, steps, leads = shape
        # The lead; three loops rather than one over a tuple made for it.
        if lead < 0:
            worths = (leads[leader] or compute_lead_values(shape, leader))[trump]
            extras = prices_of_leads[trick][trump][noise[trick]]
            highest = _NOTHING
            for card in DOVES[a & 1023]:
                worth = worths[card] + extras[card]
                if worth > highest:
                    highest = worth
                    lead = card
            for card in ROSES[a >> 10 & 1023]:
                worth = worths[card] + extras[card]
                if worth > highest:
                    highest = worth
                    lead = card
            for card in STARS[a >> 20]:
                worth = worths[card] + extras[card]
                if worth > highest:
                    highest = worth
                    lead = card
            a ^= BIT[lead]
            lead_acts = True
        if follow < 0:
            # What the lead does at once.
            if lead_acts and ACTING >> lead & 1 and b:
                if FOXES >> lead & 1:
                    new = exchange_for_reply(
                        leader, b, lead, decree, best, prices_of_replies[trick]
                    )
                    if new != decree:
                        b ^= BIT[new] | BIT[decree]
                        decree = new
                        trump = SUIT_OF[decree]
                elif a:
                    gifts = BIT[sample_card(a, order_a)] | BIT[sample_card(b, order_b)]
                    a ^= gifts
                    b ^= gifts
            row = TRICKS[leader][trump][lead]
            # The greedy reply.
            prices = prices_of_replies[trick][trump][lead]
            replies = b & BOUND[lead] or b
            highest = _NOTHING
            for card in DOVES[replies & 1023]:
                worth = best[row[card]] - prices[card]
                if worth > highest:
                    highest = worth
                    follow = card
            for card in ROSES[replies >> 10 & 1023]:
                worth = best[row[card]] - prices[card]
                if worth > highest:
                    highest = worth
                    follow = card
            for card in STARS[replies >> 20]:
                worth = best[row[card]] - prices[card]
                if worth > highest:
                    highest = worth
                    follow = card
            new = decree
            foxes = replies & FOXES
            if foxes:
                for card in cards_in(foxes):
                    for swap in exchanges(b ^ BIT[card], trump):
                        suit = SUIT_OF[swap]
                        worth = best[TRICKS[leader][suit][lead][card]] - EXCHANGE_PRICE
                        worth -= prices_of_replies[trick][suit][lead][card]
                        if worth > highest:
                            highest = worth
                            follow = card
                            new = swap
            # What the reply does at once.
            b ^= BIT[follow]
            if new != decree:
                b ^= BIT[new] | BIT[decree]
                decree = new
                trump = SUIT_OF[decree]
                row = TRICKS[leader][trump][lead]
            elif GIFTS >> follow & 1 and a and b:
                gifts = BIT[sample_card(a, order_a)] | BIT[sample_card(b, order_b)]
                a ^= gifts
                b ^= gifts
            kind = row[follow]
        else:
            kind = TRICKS[leader][trump][lead][follow]
        # The fox walks, and the winner leads.
        at += steps[kind]
        if kind & 1:
            leader ^= 1
            a, b = b, a
            order_a, order_b = order_b, order_a
        if first <= at <= last:
            if mask >> at & 1:
                gems -= 1 << 5 * at
                if not gems >> 5 * at & 31:
                    mask ^= 1 << at
                    if not mask:
                        fate = _WON
                        break
        elif not reserve:
            fate = _LOST
            break
        else:
            reserve -= 1
            if at < first:
                space = first
                first = to = first + 1
            else:
                space = last
                last = to = last - 1
            at = start
            slid = gems >> 5 * space & 31
            if slid:
                gems += (slid << 5 * to) - (slid << 5 * space)
                mask = mask & ~(1 << space) | 1 << to
            shapes = known_patterns(first, last, reserve)
        lead = follow = NO_CARD
    path = BitboardPath(gems, mask, at, first, last, start, reserve)
    return RolloutEnd(fate, leader, a, b, decree, path)


def sample_card(hand: int, order: Order) -> int:
    """Return the first card of ``order`` that is in ``hand``, else its highest: a card drawn."""
    for card in order:
        if hand >> card & 1:
            return card
    return hand.bit_length() - 1


def exchanges(hand: int, trump: int) -> list[int]:
    """Return for each suit but trump the highest card of ``hand``: what the rule exchanges."""
    doves, roses, stars = hand & _DOVES, hand & _ROSES, hand & _STARS
    highest = []
    if doves and trump != 0:
        highest.append(doves.bit_length() - 1)
    if roses and trump != 1:
        highest.append(roses.bit_length() - 1)
    if stars and trump != 2:
        highest.append(stars.bit_length() - 1)
    return highest


def exchange_for_reply(
    leader: int,
    hand: int,
    lead: int,
    decree: int,
    best: Sequence[float],
    prices: Sequence[Sequence[Sequence[float]]],
) -> int:
    """Return the best decree for the follower of ``lead``, which may exchange it.

    ``best`` is a shape's, and ``prices`` are those of replies by trump and lead.
    """
    choice, highest = decree, _NOTHING
    for new in (decree, *exchanges(hand, SUIT_OF[decree])):
        held = hand if new == decree else hand ^ BIT[new] | BIT[decree]
        trump = SUIT_OF[new]
        row, costs = TRICKS[leader][trump][lead], prices[trump][lead]
        price = 0.0 if new == decree else EXCHANGE_PRICE
        for card in cards_in(held & BOUND[lead] or held):
            worth = best[row[card]] - costs[card] - price
            if worth > highest:
                choice, highest = new, worth
    return choice


def exchange_for_trick(
    leader: int, hand: int, lead: int, follow: int, decree: int, shape: MoveValues
) -> int:
    """Return the best decree for a trick of two cards, of those that ``hand`` allows."""

    def worth(new: int) -> float:
        price = 0.0 if new == decree else EXCHANGE_PRICE
        return shape.best[TRICKS[leader][SUIT_OF[new]][lead][follow]] - price

    return max((decree, *exchanges(hand, SUIT_OF[decree])), key=worth)
