"""Rollouts of a round on bitboards: a second, faster implementation of the rules, for the search.

Both seats play by a ``Policy``. A leader plays the card with the highest mean worth over the
follower's possible hands, minus its price, plus random noise. A follower plays the legal reply with
the best landing, minus its price, plus a bonus for winning. A test plays the same rollouts by the
engine, and compares every position.

The steady partner's prices were tuned by hand and by random search, on games of the steady partner
with itself at all three levels. Other prices, for each stage of a round, are fitted to games of
experts. They are in ``policy.toml``; ``python -m tests.tools.fit_expert`` fits them.
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
from foxduet.games.duet.rules.state import TRICKS

CARD_COUNT = len(DECK)
SUIT_COUNT = len(Suit)
RANK_COUNT = CARD_COUNT // SUIT_COUNT
BIT = tuple(1 << index for index in range(CARD_COUNT))
SUIT_OF = tuple(card.suit.value for card in DECK)
ALL = (1 << CARD_COUNT) - 1
SUIT_CARDS = tuple(sum(BIT[card.index] for card in DECK if card.suit is suit) for suit in Suit)
FOXES = sum(BIT[card.index] for card in DECK if card.ability is Ability.FOXES)
GIFTS = sum(BIT[card.index] for card in DECK if card.ability is Ability.GIFT)
ACTING = FOXES | GIFTS
"""Cards whose ability takes effect when they are played."""
BOUND = tuple(ALL if card.ability is Ability.ROYAL_HEIR else SUIT_CARDS[card.suit] for card in DECK)
"""For each led card, the cards that its follower must play if it holds any (R4)."""


def mask_of(hand: Hand) -> int:
    return bitmask(card.index for card in hand)


def bitmask(cards: Iterable[int]) -> int:
    """Return cards, given by index, as a bitmask."""
    return sum([BIT[card] for card in cards])


def cards_in(mask: int) -> tuple[int, ...]:
    """Return the indices of the cards in a bitmask, ascending."""
    return DOVES[mask & 1023] + ROSES[mask >> 10 & 1023] + STARS[mask >> 20]


def _subsets(suit: Suit) -> tuple[tuple[int, ...], ...]:
    subsets: list[tuple[int, ...]] = [()]
    for card in range(10 * suit, 10 * suit + 10):
        subsets += [(*subset, card) for subset in subsets]
    return tuple(subsets)


DOVES, ROSES, STARS = (_subsets(suit) for suit in Suit)
"""For each bitmask of the ten cards of a suit, their indices."""

_move_classes: dict[tuple[int, ...], int] = {}


def _trick_class(leader: Seat, trump: Suit, lead: Card, follow: Card) -> int:
    follower_wins = follow_wins(lead, follow, trump)
    winner = leader.other if follower_wins else leader
    # The moves depend on ranks alone.
    moves = possible_moves(DECK[lead.rank - 1], DECK[follow.rank - 1], winner)
    return 2 * _move_classes.setdefault(moves, len(_move_classes)) + follower_wins


TRICK_CLASSES = tuple(
    tuple(
        tuple(bytes(_trick_class(leader, trump, lead, follow) for follow in DECK) for lead in DECK)
        for trump in Suit
    )
    for leader in Seat
)
"""The class of a trick, by leader, trump, lead and follow; odd if the follower wins."""

MOVES = tuple(moves for moves in _move_classes for _ in (False, True))
"""The possible moves of the fox after a trick, by class."""


class BitboardPath(NamedTuple):
    """A path in plain ints; spaces are numbered from 0, from p1's end.

    gems: five bits for each space.
    mask: a bit for each space with gems.
    fox: the fox's space, from ``first`` to ``last``.
    """

    gems: int
    mask: int
    fox: int
    first: int
    last: int
    start: int
    reserve: int

    @property
    def counts(self) -> list[int]:
        """Number of gems on each space from ``first`` to ``last``."""
        return [self.gems >> 5 * space & 31 for space in range(self.first, self.last + 1)]


def bitboard_path(path: ForestPath, reserve: int) -> BitboardPath:
    return BitboardPath(
        gems=sum(count << 5 * space for space, count in enumerate(path.gems)),
        mask=sum(1 << space for space, count in enumerate(path.gems) if count),
        fox=path.tracker - 1,
        first=path.first - 1,
        last=path.last - 1,
        start=path.start - 1,
        reserve=reserve,
    )


def move_fox(path: BitboardPath, steps: int) -> BitboardPath | None:
    """Return the path after a move of the fox (R7.5, R7.6); None if that loses the game."""
    fox = path.fox + steps
    if fox < path.first or fox > path.last:
        if not path.reserve:
            return None
        end = Seat.P1 if fox < path.first else Seat.P2
        return cover_end(path._replace(fox=path.start), end)
    if not path.mask >> fox & 1:
        return path._replace(fox=fox)
    gems = path.gems - (1 << 5 * fox)
    mask = path.mask if gems >> 5 * fox & 31 else path.mask ^ 1 << fox
    return path._replace(gems=gems, mask=mask, fox=fox)


def cover_end(path: BitboardPath, end: Seat) -> BitboardPath:
    """Cover the last space of ``end``; its gems go one space toward the start (R7.8)."""
    space, target = (path.first, path.first + 1) if end is Seat.P1 else (path.last, path.last - 1)
    gems = path.gems >> 5 * space & 31
    return path._replace(
        gems=path.gems + (gems << 5 * target) - (gems << 5 * space),
        mask=path.mask & ~(1 << space) | (1 << target if gems else 0),
        first=target if end is Seat.P1 else path.first,
        last=target if end is Seat.P2 else path.last,
        reserve=path.reserve - 1,
    )


OVERRUN_WORTH = -1.2
LOST_WORTH = -30.0
PROSPECT_WORTH = 0.11
"""Worth of a sure gem in the next trick; a gem in this trick is worth 1."""

PRICES = (0.10, 0.036, 0.04, 0.03, 0.133, 0.006, 0.024, 0.0, 0.07, 0.0) * SUIT_COUNT
"""Cost of spending each card, by index: highest for Musician and Gazelle."""

EXCHANGE_PRICE = 0.05
"""Cost of changing the decree."""


class MoveValues(NamedTuple):
    """Values of tricks for one pattern of gems and fox.

    best, steps: for each class of tricks, the worth of the best move, and that move.
    leads: for each leader and trump, the ``lead_worth`` of all cards; empty until it is needed.
    """

    best: list[float]
    steps: list[int]
    leads: list[tuple[list[float], ...]]


# A trick moves the fox 0 to 6 steps this often, over all pairs of cards and choices of moves.
_STEP_CHANCES = (0.113, 0.144, 0.226, 0.221, 0.138, 0.124, 0.034)
_MAX_STEPS = len(_STEP_CHANCES) - 1
# For each class of tricks, its moves as indices of landings. Classes come in pairs with the same
# moves, one for each winner, so every second class is skipped.
_MOVE_INDICES = tuple(tuple(move + _MAX_STEPS for move in moves) for moves in MOVES[::2])
# A follower holds each possible reply with about this probability.
_HELD_PROBABILITY = 0.5
# The patterns may take about 40 MB. They are counted whenever a batch has been added.
_MAX_PATTERNS, _PATTERN_BATCH = 12_000, 256
_MAX_CACHED_LANDINGS = 2_000

TrickPatterns: TypeAlias = dict[int, MoveValues]
"""The patterns of paths with the same ends, by ``mask << 5 | fox``."""

_PATTERN_CACHE: dict[tuple[int, int, bool], TrickPatterns] = {}


def known_patterns(first: int, last: int, reserve: int) -> TrickPatterns:
    """Return the cached patterns of paths from ``first`` to ``last``; callers add to them."""
    return _PATTERN_CACHE.setdefault((first, last, reserve > 0), {})


def add_pattern(
    patterns: TrickPatterns, mask: int, fox: int, first: int, last: int, reserve: int
) -> MoveValues:
    """Compute the pattern of a path, and add it to ``patterns``."""
    all_worths = _landing_worths(mask, first, last, reserve > 0)
    worths = all_worths[fox - first : fox - first + 2 * _MAX_STEPS + 1]
    moves = [max(indices, key=worths.__getitem__) for indices in _MOVE_INDICES]
    best = [worths[index] for index in moves for _winner in Seat]
    steps = [index - _MAX_STEPS for index in moves for _winner in Seat]
    if len(patterns) % _PATTERN_BATCH == 0:
        caches = _PATTERN_CACHE.values()
        if sum(map(len, caches)) > _MAX_PATTERNS:
            for pattern_cache in caches:
                pattern_cache.clear()
    pattern = patterns[mask << 5 | fox] = MoveValues(best, steps, [()] * len(Seat))
    return pattern


def pattern_for(path: BitboardPath) -> MoveValues:
    _gems, mask, fox, first, last, _start, reserve = path
    patterns = known_patterns(first, last, reserve)
    return patterns.get(mask << 5 | fox) or add_pattern(patterns, mask, fox, first, last, reserve)


@lru_cache(_MAX_CACHED_LANDINGS)
def _landing_worths(mask: int, first: int, last: int, has_reserve: bool) -> list[float]:
    spaces = range(first - _MAX_STEPS, last + _MAX_STEPS + 1)
    return [landing_worth(mask, space, first, last, has_reserve) for space in spaces]


def landing_worth(mask: int, fox: int, first: int, last: int, reserve: int) -> float:
    """Return the worth of a move of the fox to the space ``fox``, including a gem there."""
    if not first <= fox <= last:
        return OVERRUN_WORTH if reserve else LOST_WORTH
    gem, mask = mask >> fox & 1, mask & ~(1 << fox)
    # Twice the difference of two chances: that the next trick finds a gem, and that it overruns.
    prospect = 0.0
    for steps, chance in enumerate(_STEP_CHANCES):
        for space in (fox - steps, fox + steps):
            prospect += chance * (mask >> space & 1) if first <= space <= last else -chance
    return gem + PROSPECT_WORTH * (prospect / 2)


def compute_lead_values(pattern: MoveValues, leader: int) -> tuple[list[float], ...]:
    """Compute the worth of leading each card under each trump, and add it to ``pattern``.

    Only ranks matter, since a follower is bound to the suit. After a lead that allows any suit,
    trump matters also.
    """
    trump_row = [lead_worth(pattern, leader, Suit.DOVES, card) for card in range(RANK_COUNT)]
    plain_row = [
        lead_worth(pattern, leader, Suit.ROSES, card) if BOUND[card] == ALL else worth
        for card, worth in enumerate(trump_row)
    ]
    leads = pattern.leads[leader] = tuple(
        plain_row * trump + trump_row + plain_row * (SUIT_COUNT - 1 - trump)
        for trump in range(SUIT_COUNT)
    )
    return leads


def lead_worth(pattern: MoveValues, leader: int, trump: Suit, lead: int) -> float:
    """Return the mean worth of a lead over the follower's hands, before the price of the lead."""
    get_worths, prices, chances = _reply_values(leader, trump, lead)
    worths = sorted(map(sub, get_worths(pattern.best), prices), reverse=True)
    return fsum(map(mul, chances, worths))


@cache
def _reply_values(
    leader: int, trump: Suit, lead: int
) -> tuple[Callable[[Sequence[float]], tuple[float, ...]], Sequence[float], Sequence[float]]:
    """Return a getter for the worths of all replies to a lead, their prices, and chances.

    ``chances[index]`` is the chance that the best reply held is at ``index`` among all, best first;
    the last also includes the chance that the hand has no reply.
    """
    row, replies = TRICK_CLASSES[leader][trump][lead], cards_in(BOUND[lead] & ~BIT[lead])
    count = len(replies)
    chances = [
        _HELD_PROBABILITY * (1 - _HELD_PROBABILITY) ** index
        + (1 - _HELD_PROBABILITY) ** count * (index == count - 1)
        for index in range(count)
    ]
    return itemgetter(*(row[card] for card in replies)), [PRICES[card] for card in replies], chances


POLICY_FILE = "policy.toml"
STAGES = (range(4), range(4, 7), range(7, 9), range(9, TRICKS))
"""The tricks of a round, from 0, in each stage."""

NO_NOISE = bytes(TRICKS)
"""For each trick, the row of a policy's noise that is all zeros."""

_NOISE_ROWS = 256
_NOISE_SEED = "foxduet noise"
STEADY_INVERSE_TEMPERATURE = 12.0
"""Tuned on games with the steady partner, and with a noisier one."""


@dataclass(frozen=True, slots=True)
class Policy:
    """Tables of a playout policy, for each trick of a round.

    leads: by trump and row of noise, the noise (none in row 0) minus the price of leading a card.
    replies: by trump and lead, the price of each card that follows, minus the bonus if it wins.
    """

    leads: Sequence[Sequence[Sequence[Sequence[float]]]]
    replies: Sequence[Sequence[Sequence[Sequence[float]]]]


@dataclass(frozen=True, slots=True)
class PolicyWeights:
    """The cost of playing each rank in one stage, as a ``plain`` card and as a ``trump``.

    ``sureness`` is the inverse temperature of the noise, and ``bonus`` the worth of winning.
    """

    plain: Sequence[float]
    trump: Sequence[float]
    sureness: float
    bonus: float = 0.0

    def card_prices(self, trump: int) -> list[float]:
        """Return the price of each card under a trump."""
        suits = (self.trump if suit == trump else self.plain for suit in range(SUIT_COUNT))
        return [price for prices in suits for price in prices]


def parse_policy(text: str) -> Policy:
    """Parse a policy from TOML."""
    table = tomllib.loads(text)
    stages = [table[f"stage_{number}"] for number in range(1, len(STAGES) + 1)]
    leads = [PolicyWeights(**stage["lead"]) for stage in stages]
    replies = [PolicyWeights(**stage["reply"]) for stage in stages]
    return make_policy(leads, replies)


@cache
def steady_policy(sureness: float = STEADY_INVERSE_TEMPERATURE) -> Policy:
    """Return the policy of the steady partner with noise."""
    weights = [PolicyWeights(PRICES[:RANK_COUNT], PRICES[:RANK_COUNT], sureness)] * len(STAGES)
    return make_policy(weights, weights)


def make_policy(leads: Sequence[PolicyWeights], replies: Sequence[PolicyWeights]) -> Policy:
    """Build the policy with these weights for leading and replying in each stage."""
    noise = _noise()
    lead_tables = [_lead_tables(weights, noise) for weights in leads]
    reply_tables = [_reply_tables(weights) for weights in replies]
    stages = [stage for stage, tricks in enumerate(STAGES) for _ in tricks]
    return Policy(
        [lead_tables[stage] for stage in stages], [reply_tables[stage] for stage in stages]
    )


def _lead_tables(
    weights: PolicyWeights, noise: Sequence[Sequence[float]]
) -> Sequence[Sequence[Sequence[float]]]:
    trump_prices = [weights.card_prices(trump) for trump in range(SUIT_COUNT)]
    return [
        [
            [value / weights.sureness - price for value, price in zip(row, prices, strict=True)]
            for row in noise
        ]
        for prices in trump_prices
    ]


def _reply_tables(weights: PolicyWeights) -> Sequence[Sequence[Sequence[float]]]:
    def row(trump: int, lead: int) -> list[float]:
        # Who wins does not depend on who leads.
        kinds = TRICK_CLASSES[Seat.P1][trump][lead]
        return [
            price - weights.bonus * (kind & 1)
            for price, kind in zip(weights.card_prices(trump), kinds, strict=True)
        ]

    return [[row(trump, lead) for lead in range(CARD_COUNT)] for trump in range(SUIT_COUNT)]


@cache
def _noise() -> Sequence[Sequence[float]]:
    """Return rows of Gumbel noise; row 0 is all zeros.

    With a row added to the worths, the best card is a softmax choice.
    """
    rng = Random(_NOISE_SEED)
    rows = [[-log(rng.expovariate(1.0)) for _ in range(CARD_COUNT)] for _ in range(_NOISE_ROWS - 1)]
    return [[0.0] * CARD_COUNT, *rows]


NO_CARD = -1
_MIN_WORTH = -1000.0

Order = Sequence[int]
"""Cards of a hand in the order in which Gifts draw them."""


class WorldOutcome(IntEnum):
    """The state of a game after some tricks of a rollout."""

    PLAYING = 0
    WON = 1
    LOST = 2


class RolloutEnd(NamedTuple):
    """The position after some tricks; ``leader`` won the last one, and ``hand`` is the leader's."""

    outcome: WorldOutcome
    leader: int
    hand: int
    other_hand: int
    decree: int
    path: BitboardPath


# Cached at module level: enum attribute access is slow in the inner loop.
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
    """Play ``tricks``, numbered from 0, by ``policy``; stop at the end of the game.

    This is the inner loop of the search and deliberately unrolled: calls, tuples and attributes
    would make it slower.

    hands, orders: of the leader and of the follower.
    noise: a row of the policy's noise for each trick of the round.
    lead, follow: cards already on the table, no longer in the hands.
    lead_acts: the ability of such a ``lead`` is pending; Foxes name the follower.
    """
    gems, mask, fox, first, last, start, reserve = path
    a, b = hands
    order_a, order_b = orders
    lead_extras, reply_prices = policy.leads, policy.replies
    patterns = known_patterns(first, last, reserve)
    trump = SUIT_OF[decree]
    outcome = _PLAYING
    for trick in tricks:
        pattern = patterns.get(mask << 5 | fox)
        if pattern is None:
            pattern = add_pattern(patterns, mask, fox, first, last, reserve)
        best, steps, leads = pattern
        # Choose the lead: three loops are faster than one over a concatenated tuple.
        if lead < 0:
            worths = (leads[leader] or compute_lead_values(pattern, leader))[trump]
            extras = lead_extras[trick][trump][noise[trick]]
            highest = _MIN_WORTH
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
            # The lead acts before the reply.
            if lead_acts and ACTING >> lead & 1 and b:
                if FOXES >> lead & 1:
                    new = exchange_for_reply(leader, b, lead, decree, best, reply_prices[trick])
                    if new != decree:
                        b ^= BIT[new] | BIT[decree]
                        decree = new
                        trump = SUIT_OF[decree]
                elif a:
                    gifts = BIT[pick_card(a, order_a)] | BIT[pick_card(b, order_b)]
                    a ^= gifts
                    b ^= gifts
            row = TRICK_CLASSES[leader][trump][lead]
            # The follower chooses the greedy reply.
            prices = reply_prices[trick][trump][lead]
            replies = b & BOUND[lead] or b
            highest = _MIN_WORTH
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
                    for swap in exchange_candidates(b ^ BIT[card], trump):
                        suit = SUIT_OF[swap]
                        worth = best[TRICK_CLASSES[leader][suit][lead][card]] - EXCHANGE_PRICE
                        worth -= reply_prices[trick][suit][lead][card]
                        if worth > highest:
                            highest = worth
                            follow = card
                            new = swap
            # The reply acts before the trick is decided.
            b ^= BIT[follow]
            if new != decree:
                b ^= BIT[new] | BIT[decree]
                decree = new
                trump = SUIT_OF[decree]
                row = TRICK_CLASSES[leader][trump][lead]
            elif GIFTS >> follow & 1 and a and b:
                gifts = BIT[pick_card(a, order_a)] | BIT[pick_card(b, order_b)]
                a ^= gifts
                b ^= gifts
            kind = row[follow]
        else:
            kind = TRICK_CLASSES[leader][trump][lead][follow]
        # The fox walks, and the winner leads.
        fox += steps[kind]
        if kind & 1:
            leader ^= 1
            a, b = b, a
            order_a, order_b = order_b, order_a
        if first <= fox <= last:
            if mask >> fox & 1:
                gems -= 1 << 5 * fox
                if not gems >> 5 * fox & 31:
                    mask ^= 1 << fox
                    if not mask:
                        outcome = _WON
                        break
        elif not reserve:
            outcome = _LOST
            break
        else:
            reserve -= 1
            if fox < first:
                space = first
                first = target = first + 1
            else:
                space = last
                last = target = last - 1
            fox = start
            moved_gems = gems >> 5 * space & 31
            if moved_gems:
                gems += (moved_gems << 5 * target) - (moved_gems << 5 * space)
                mask = mask & ~(1 << space) | 1 << target
            patterns = known_patterns(first, last, reserve)
        lead = follow = NO_CARD
    path = BitboardPath(gems, mask, fox, first, last, start, reserve)
    return RolloutEnd(outcome, leader, a, b, decree, path)


def pick_card(hand: int, order: Order) -> int:
    """Return a card of ``hand``: the first in ``order``, or else the highest."""
    for card in order:
        if hand >> card & 1:
            return card
    return hand.bit_length() - 1


def exchange_candidates(hand: int, trump: int) -> list[int]:
    """Return the cards considered for the decree: the highest of each suit except trump."""
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
    """Return the best decree for the follower of ``lead``, who may exchange it."""
    choice, highest = decree, _MIN_WORTH
    for new in (decree, *exchange_candidates(hand, SUIT_OF[decree])):
        cards = hand if new == decree else hand ^ BIT[new] | BIT[decree]
        trump = SUIT_OF[new]
        row, costs = TRICK_CLASSES[leader][trump][lead], prices[trump][lead]
        price = 0.0 if new == decree else EXCHANGE_PRICE
        for card in cards_in(cards & BOUND[lead] or cards):
            worth = best[row[card]] - costs[card] - price
            if worth > highest:
                choice, highest = new, worth
    return choice


def exchange_for_trick(
    leader: int, hand: int, lead: int, follow: int, decree: int, pattern: MoveValues
) -> int:
    """Return the best decree for a complete trick: the old decree or a card of ``hand``."""

    def worth(new: int) -> float:
        price = 0.0 if new == decree else EXCHANGE_PRICE
        return pattern.best[TRICK_CLASSES[leader][SUIT_OF[new]][lead][follow]] - price

    return max((decree, *exchange_candidates(hand, SUIT_OF[decree])), key=worth)
