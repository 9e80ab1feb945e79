"""The candidates for a decision, and their rollouts in a world."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, partial
from random import Random
from typing import NamedTuple, TypeAlias, assert_never

from foxduet.ai.partner import never_stop
from foxduet.ai.search import NO_LIMIT, RolloutOutcome, search
from foxduet.core.cards import Deal, Exchange, Play, Seat
from foxduet.core.lazy_dataclass import dataclass
from foxduet.core.registry import read_resource
from foxduet.games.duet.ai import rollout
from foxduet.games.duet.ai.belief import (
    LAST_TRICKS,
    Determinization,
    enumerate_worlds,
    sample_worlds,
)
from foxduet.games.duet.ai.evaluator import (
    STAGES_FILE,
    Evaluator,
    make_end_evaluator,
    make_evaluator,
)
from foxduet.games.duet.ai.rollout import (
    BIT,
    NO_CARD,
    POLICY_FILE,
    SUIT_OF,
    BitboardPath,
    Order,
    Policy,
    RolloutEnd,
    WorldOutcome,
    bitboard_path,
    bitmask,
    cover_end,
    exchange_candidates,
    mask_of,
    move_fox,
    parse_policy,
    pattern_for,
    pick_card,
    play_tricks,
    steady_policy,
)
from foxduet.games.duet.rules.cards import Ability
from foxduet.games.duet.rules.observation import Observation
from foxduet.games.duet.rules.state import (
    HAND_SIZE,
    TRICKS,
    Forest,
    Foxes,
    Give,
    Move,
    Resign,
    Setup,
)


@dataclass(frozen=True, slots=True)
class TrickPosition:
    """The position of a decision within a trick, in plain ints; cards not played are NO_CARD."""

    seat: int
    path: BitboardPath
    decree: int
    leader: int
    lead: int
    follow: int
    tricks_left: int


@dataclass(frozen=True, slots=True)
class Candidate:
    """A choice with the follow-up choices of its seat.

    choice: its index in the observation's choices.
    play: a card of the hand.
    exchange: a card that becomes the decree.
    give: a card to give; if ``gives``, it is drawn at random.
    names_partner: the partner may exchange the decree.
    steps: a move of the tracker.
    """

    choice: int
    play: int = NO_CARD
    exchange: int = NO_CARD
    give: int = NO_CARD
    gives: bool = False
    names_partner: bool = False
    steps: int | None = None


def trick_position(observation: Observation) -> TrickPosition:
    """Return the position of an observation during a trick."""
    table = observation.table
    trick, decree = table.in_trick
    return TrickPosition(
        seat=observation.seat,
        path=bitboard_path(table.path, table.reserve),
        decree=decree.index,
        leader=trick.leader,
        lead=NO_CARD if trick.lead is None else trick.lead.index,
        follow=NO_CARD if trick.follow is None else trick.follow.index,
        tricks_left=TRICKS - table.tricks_done,
    )


def generate_candidates(observation: Observation, point: TrickPosition) -> Iterator[Candidate]:
    """Yield the candidates worth trying, at least one for each choice, in order.

    Foxes have a candidate that keeps the decree, and a candidate for each other suit in hand. In
    the last tricks a Gift has a candidate for each card to give; the partner's card is drawn.
    """
    plans_gifts = 1 < point.tricks_left <= LAST_TRICKS
    trump = SUIT_OF[point.decree]
    for index, choice in enumerate(observation.choices):
        match choice:
            case Play(_, card) if card.ability is Ability.FOXES:
                yield Candidate(index, play=card.index)
                hand = mask_of(observation.hand) ^ BIT[card.index]
                for new in exchange_candidates(hand, trump):
                    yield Candidate(index, play=card.index, exchange=new)
                if point.lead == NO_CARD:
                    yield Candidate(index, play=card.index, names_partner=True)
            case Play(_, card) if card.ability is Ability.GIFT and plans_gifts:
                for gift in observation.hand:
                    if gift is not card:
                        yield Candidate(index, play=card.index, give=gift.index)
            case Play(_, card):
                yield Candidate(index, play=card.index, gives=card.ability is Ability.GIFT)
            case Foxes(seat, swapper) if swapper is seat:
                yield Candidate(index)
                for new in exchange_candidates(mask_of(observation.hand), trump):
                    yield Candidate(index, exchange=new)
            case Foxes():
                yield Candidate(index, names_partner=True)
            case Exchange(_, new):
                yield Candidate(index, exchange=NO_CARD if new is None else new.index)
            case Give(_, card):
                yield Candidate(index, give=card.index)
            case Move(_, steps):
                yield Candidate(index, steps=steps)
            case Forest() | Deal() | Resign():
                raise AssertionError("no trick is under way")
            case _:
                assert_never(choice)


def roll_out(
    point: TrickPosition, candidate: Candidate, world: Determinization, policy: Policy
) -> tuple[RolloutEnd, RolloutEnd]:
    """Play a candidate and the rest of the round in a world, both seats by ``policy``.

    Returns the end of the trick, and the end of the round or game.
    """
    trick = _finish_trick(point, candidate, world, policy)
    tricks = range(TRICKS - point.tricks_left + 1, TRICKS)
    if trick.outcome or not tricks:
        return trick, trick
    return trick, play_on(trick, tricks, _orders_by_seat(point, world), policy, world.noise)


def trick_start(point: TrickPosition, world: Determinization) -> RolloutEnd:
    """Return the start of the trick: the leader's hand and the other one, with the cards played."""
    hands = [world.own_hand, world.partner_hand]
    for seat, card in ((point.leader, point.lead), (1 - point.leader, point.follow)):
        hands[seat != point.seat] |= BIT[card] if card >= 0 else 0
    first, second = hands if point.leader == point.seat else hands[::-1]
    return RolloutEnd(WorldOutcome.PLAYING, point.leader, first, second, point.decree, point.path)


def trick_ends(
    point: TrickPosition, candidate: Candidate, world: Determinization, policy: Policy
) -> Iterator[RolloutEnd]:
    """Yield the end of each trick of the same rollout."""
    end, orders = _finish_trick(point, candidate, world, policy), _orders_by_seat(point, world)
    yield end
    for trick in range(TRICKS - point.tricks_left + 1, TRICKS):
        if end.outcome:
            return
        end = play_on(end, range(trick, trick + 1), orders, policy, world.noise)
        yield end


def _orders_by_seat(point: TrickPosition, world: Determinization) -> tuple[Order, Order]:
    orders = world.own_order, world.partner_order
    return orders if point.seat == Seat.P1 else orders[::-1]


def play_on(
    end: RolloutEnd, tricks: range, orders: tuple[Order, Order], policy: Policy, noise: bytes
) -> RolloutEnd:
    """Play tricks, numbered from 0, after the end of a trick; ``orders`` are by seat."""
    _outcome, leader, hand, other_hand, decree, path = end
    of_hands = orders if leader == Seat.P1 else orders[::-1]
    hands = hand, other_hand
    return rollout.play_tricks(tricks, path, decree, leader, hands, of_hands, policy, noise)


def _finish_trick(
    point: TrickPosition, candidate: Candidate, world: Determinization, policy: Policy
) -> RolloutEnd:
    hand, partner_hand, own_order, partner_order, noise = world
    seat, decree, lead, follow = point.seat, point.decree, point.lead, point.follow
    if candidate.steps is not None:
        # Only the winner of a trick chooses a move.
        path = move_fox(point.path, candidate.steps)
        if path is None:
            return RolloutEnd(WorldOutcome.LOST, seat, hand, partner_hand, decree, point.path)
        outcome = WorldOutcome.PLAYING if path.mask else WorldOutcome.WON
        return RolloutEnd(outcome, seat, hand, partner_hand, decree, path)
    if candidate.play >= 0:
        hand ^= BIT[candidate.play]
        if lead < 0:
            lead = candidate.play
        else:
            follow = candidate.play
    gift = candidate.give
    if candidate.gives and hand and partner_hand:
        gift = pick_card(hand, own_order)
    if gift >= 0:
        gifts = BIT[gift] | BIT[pick_card(partner_hand, partner_order)]
        hand ^= gifts
        partner_hand ^= gifts
    new = candidate.exchange
    if new >= 0:
        hand ^= BIT[new] | BIT[decree]
        decree = new
    elif candidate.names_partner and follow >= 0:
        pattern = pattern_for(point.path)
        new = rollout.exchange_for_trick(point.leader, partner_hand, lead, follow, decree, pattern)
        if new != decree:
            partner_hand ^= BIT[new] | BIT[decree]
            decree = new
    hands, orders = (hand, partner_hand), (own_order, partner_order)
    if point.leader != seat:
        hands, orders = (partner_hand, hand), (partner_order, own_order)
    this_trick = TRICKS - point.tricks_left
    return rollout.play_tricks(
        range(this_trick, this_trick + 1),
        point.path,
        decree,
        point.leader,
        hands,
        orders,
        policy,
        noise,
        lead,
        follow,
        lead_acts=candidate.names_partner,
    )


TAKEN, GEM, OVERRUN, LATER = range(4)
"""Indices of the observed values of a rollout.

TAKEN: the seat wins the trick. GEM: the space, from 1, where the trick finds a gem; 0 without a
gem. LATER: an overrun in a later trick.
"""

_NO_TRICK = (0, 0, 0)
# Cached at module level: enum attribute access is slow in the inner loop.
_LOST = WorldOutcome.LOST


@dataclass(frozen=True, slots=True)
class Expectations:
    """A search's assumptions: how both seats play in rollouts, and the worth of a rollout's end.

    evaluator_at: returns the evaluator of rollouts that begin in a round after a number of tricks.
    """

    policy: Policy
    evaluator_at: Callable[[Setup, int, int], Evaluator]


@cache
def expectations_for(*, expert: bool) -> Expectations:
    """Return an expert's assumptions with another expert, or with any other partner.

    Prices learned from games of two experts do harm with other partners.
    """
    if not expert:
        return Expectations(steady_policy(), make_end_evaluator)
    values = read_resource(__package__, STAGES_FILE)
    policy = parse_policy(read_resource(__package__, POLICY_FILE))
    return Expectations(policy, partial(make_evaluator, values))


@cache
def advice_expectations(*, expert: bool) -> Expectations:
    """Return an adviser's assumptions; it compares choices by the same figures that it shows."""
    return Expectations(expectations_for(expert=expert).policy, make_end_evaluator)


Trial: TypeAlias = Callable[[Determinization], RolloutOutcome]
"""Tries a candidate in a world."""


def rollout_plans(
    observation: Observation, rng: Random, max_worlds: int, expectations: Expectations
) -> list[Trial]:
    """Return a trial for each choice in a trick, with the best follow-up choices of its seat.

    The seat finds them from its own observation, over up to ``max_worlds`` worlds.
    """
    choices, attempts = trick_rollouts(observation, expectations)
    plans = Counter(choices)
    open_choices = [choice for choice in choices if plans[choice] > 1]
    if not open_choices:
        return attempts
    open_attempts = [attempts[index] for index, choice in enumerate(choices) if plans[choice] > 1]
    all_worlds = enumerate_worlds(observation, rng, max_worlds)
    if all_worlds is None:
        worlds = sample_worlds(observation, rng, max_worlds)
        result = search(open_attempts, worlds, never_stop, NO_LIMIT)
    else:
        cached_trials = [cache(attempt) for attempt in open_attempts]
        result = search(cached_trials, all_worlds, never_stop, NO_LIMIT)
    best_trials = dict(zip(choices, attempts, strict=True))
    for choice in set(open_choices):
        arms = [index for index, other_choice in enumerate(open_choices) if other_choice == choice]
        best_trials[choice] = open_attempts[max(arms, key=lambda index: result.arms[index].mean)]
    return list(best_trials.values())


def trick_rollouts(
    observation: Observation, expectations: Expectations
) -> tuple[list[int], list[Trial]]:
    """Return the candidates in a trick: the indices of their choices, and their trials."""
    point, table, policy = trick_position(observation), observation.table, expectations.policy
    evaluate = expectations.evaluator_at(table.setup, table.round, table.tricks_done)
    candidates = [*generate_candidates(observation, point)]
    attempts: list[Trial] = [
        partial(_try_candidate, point, evaluate, policy, candidate) for candidate in candidates
    ]
    return [candidate.choice for candidate in candidates], attempts


def _try_candidate(
    point: TrickPosition,
    evaluate: Evaluator,
    policy: Policy,
    candidate: Candidate,
    world: Determinization,
) -> RolloutOutcome:
    trick, end = roll_out(point, candidate, world, policy)
    path = trick.path
    overrun = trick.outcome is _LOST or path.reserve < point.path.reserve
    gem = path.fox + 1 if not overrun and path.gems != point.path.gems else 0
    later = not trick.outcome and _is_overrun(path, end)
    return RolloutOutcome(evaluate(end), (trick.leader == point.seat, gem, overrun, later))


def _is_overrun(path: BitboardPath, end: RolloutEnd) -> bool:
    """True if a later trick overruns ``path``, which costs a token or else the game."""
    return end.outcome is _LOST or end.path.reserve < path.reserve


class NextDeal(NamedTuple):
    """A shuffled deck, both hands and then the decree, and the noise of its round."""

    cards: list[int]
    noise: bytes


def end_trials(
    observation: Observation, expectations: Expectations
) -> list[Callable[[NextDeal], RolloutOutcome]]:
    """Return for each end a function that covers it and plays the next round after a deal."""
    table = observation.table
    path, dealer = bitboard_path(table.path, table.reserve), table.dealer
    evaluate, policy = make_end_evaluator(table.setup, table.round + 1), expectations.policy

    def play_round(end: Seat, deal: NextDeal) -> RolloutOutcome:
        cards, noise = deal
        # The dealer of the last round leads in the next. If it is unknown (a position line does not
        # contain it), a card decides.
        leader = Seat(cards[0] % 2) if dealer is None else dealer
        orders = cards[:HAND_SIZE], cards[HAND_SIZE : 2 * HAND_SIZE]
        hands = bitmask(orders[0]), bitmask(orders[1])
        decree, start = cards[2 * HAND_SIZE], cover_end(path, end)
        result = play_tricks(range(TRICKS), start, decree, leader, hands, orders, policy, noise)
        values = *_NO_TRICK, _is_overrun(start, result)
        return RolloutOutcome(evaluate(result), values)

    return [partial(play_round, end) for end in Seat]
