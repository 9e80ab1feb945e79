"""Candidates for a decision, and how each is tried in a world."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, lru_cache, partial
from random import Random
from typing import NamedTuple, TypeAlias, assert_never

from foxduet.ai.partner import never_stop
from foxduet.ai.search import NO_LIMIT, RolloutOutcome, search
from foxduet.core.cards import Deal, Exchange, Play, Seat
from foxduet.core.lazy_dataclass import dataclass
from foxduet.core.registry import packaged_text
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
    count_gems,
    evaluator,
    make_end_evaluator,
)
from foxduet.games.duet.ai.rollout import (
    BIT,
    NO_CARD,
    POLICY_FILE,
    SUIT_CARDS,
    SUIT_OF,
    BitboardPath,
    Policy,
    RolloutEnd,
    WorldOutcome,
    bitboard_path,
    bitmask,
    cover_end,
    exchanges,
    mask_of,
    move_fox,
    parse_policy,
    pattern_for,
    play_tricks,
    sample_card,
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
    """The moment of a decision within a trick, in plain numbers; cards not played are NO_CARD."""

    seat: int
    path: BitboardPath
    decree: int
    leader: int
    lead: int
    follow: int
    tricks_left: int


@dataclass(frozen=True, slots=True)
class Candidate:
    """A choice, by its place among the observation's, and what its seat does right after it.

    ``play`` is a card of the hand, ``exchange`` one that becomes the decree, ``give`` one that is
    given, which chance draws if ``gives``. ``names_partner`` leaves the exchange to the partner,
    and ``steps`` is a move of the tracker.
    """

    choice: int
    play: int = NO_CARD
    exchange: int = NO_CARD
    give: int = NO_CARD
    gives: bool = False
    names_partner: bool = False
    steps: int | None = None


def trick_position(observation: Observation) -> TrickPosition:
    """Return the moment that ``observation`` shows; a trick must be under way."""
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
    """Yield the candidates that are worth a look, at least one for each choice, in their order.

    With Foxes it counts what they are played for: each other suit has its own candidate. In the
    last tricks so has each card to give for a Gift; the partner's comes by chance, unseen.
    """
    plans_gifts = 1 < point.tricks_left <= LAST_TRICKS
    trump = SUIT_OF[point.decree]
    for number, choice in enumerate(observation.choices):
        match choice:
            case Play(_, card) if card.ability is Ability.FOXES:
                yield Candidate(number, play=card.index)
                hand = mask_of(observation.hand) ^ BIT[card.index]
                for exchanged in exchanges(hand, trump):
                    yield Candidate(number, play=card.index, exchange=exchanged)
                if point.lead == NO_CARD:
                    yield Candidate(number, play=card.index, names_partner=True)
            case Play(_, card) if card.ability is Ability.GIFT and plans_gifts:
                for given in observation.hand:
                    if given is not card:
                        yield Candidate(number, play=card.index, give=given.index)
            case Play(_, card):
                yield Candidate(number, play=card.index, gives=card.ability is Ability.GIFT)
            case Foxes(seat, named) if named is seat:
                yield Candidate(number)
                for exchanged in exchanges(mask_of(observation.hand), trump):
                    yield Candidate(number, exchange=exchanged)
            case Foxes():
                yield Candidate(number, names_partner=True)
            case Exchange(_, exchanged):
                yield Candidate(number, exchange=NO_CARD if exchanged is None else exchanged.index)
            case Give(_, card):
                yield Candidate(number, give=card.index)
            case Move(_, steps):
                yield Candidate(number, steps=steps)
            case Forest() | Deal() | Resign():
                raise AssertionError("no trick is under way")
            case _:
                assert_never(choice)


def roll_out(
    point: TrickPosition, candidate: Candidate, world: Determinization, policy: Policy
) -> tuple[RolloutEnd, RolloutEnd]:
    """Play a candidate and the rest of the round in a world, both seats as ``policy`` says.

    Returns what came of the trick under way, and of the round or game.
    """
    trick = _finish_trick(point, candidate, world, policy)
    fate, leader, hand, other, decree, path = trick
    tricks = range(TRICKS - point.tricks_left + 1, TRICKS)
    if fate or not tricks:
        return trick, trick
    orders = world.own_order, world.partner_order
    if leader != point.seat:
        orders = world.partner_order, world.own_order
    hands = hand, other
    end = rollout.play_tricks(tricks, path, decree, leader, hands, orders, policy, world.noise)
    return trick, end


def _finish_trick(
    point: TrickPosition, candidate: Candidate, world: Determinization, policy: Policy
) -> RolloutEnd:
    own, partner, own_order, partner_order, noise = world
    seat, decree, lead, follow = point.seat, point.decree, point.lead, point.follow
    if candidate.steps is not None:
        # The choosing seat has won the trick.
        path = move_fox(point.path, candidate.steps)
        if path is None:
            return RolloutEnd(WorldOutcome.LOST, seat, own, partner, decree, point.path)
        fate = WorldOutcome.PLAYING if path.mask else WorldOutcome.WON
        return RolloutEnd(fate, seat, own, partner, decree, path)
    if candidate.play >= 0:
        own ^= BIT[candidate.play]
        if lead < 0:
            lead = candidate.play
        else:
            follow = candidate.play
    given = candidate.give
    if candidate.gives and own and partner:
        given = sample_card(own, own_order)
    if given >= 0:
        gifts = BIT[given] | BIT[sample_card(partner, partner_order)]
        own ^= gifts
        partner ^= gifts
    new = candidate.exchange
    if new >= 0:
        own ^= BIT[new] | BIT[decree]
        decree = new
    elif candidate.names_partner and follow >= 0:
        shape = pattern_for(point.path)
        new = rollout.exchange_for_trick(point.leader, partner, lead, follow, decree, shape)
        if new != decree:
            partner ^= BIT[new] | BIT[decree]
            decree = new
    hands, orders = (own, partner), (own_order, partner_order)
    if point.leader != seat:
        hands, orders = (partner, own), (partner_order, own_order)
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


TAKEN, GEM, OVERRUN, EDGE, REACH, LATER, OVERRUN_P1, OVERRUN_P2, GEM_SPACES, PLACES, *_NUMBERS = (
    range(14)
)
NEAR, DISTANCE_TO_END, TRUMPS, PARTNER_TRUMPS = _NUMBERS
"""The places of what can be seen of a trick and of the rest of its round.

For a gem it is the space where it lay, from 1. Later the fox may run off either end, and a number
of gems is found; of all tricks there is a number with a bit for each space where a gem is found.
The last four are numbers, too: of spaces with gems near the fox after the trick, of steps from it
to the nearer end, and of trumps in the hand of the seat that chooses and of its partner.
"""

_NO_TRICK = (0, 0, 0, 0, 0)
# An attribute of an enum costs more than a name of the module, in each trial.
_LOST = WorldOutcome.LOST
# From here on a trick may end off the path, or on a gem; and gems count as near the fox.
_NEAR_THE_END, _IN_REACH, _NEARBY = 2, 2, 3
_REACH_MASK, _NEARBY_MASK = (1 << 2 * _IN_REACH + 1) - 1, (1 << 2 * _NEARBY + 1) - 1

# A decision looks at each of a few paths after its trick many times.
_MAX_CACHED_PATHS = 1_000

EvaluatorFactory: TypeAlias = Callable[[Setup, int, int], Evaluator]
"""Returns what judges the ends of rollouts that begin in a round after a number of tricks."""


@dataclass(frozen=True, slots=True)
class Expectations:
    """How both seats play in rollouts, and what judges the ends of these."""

    policy: Policy
    evaluator_at: EvaluatorFactory


@cache
def expectations_for(*, expert: bool) -> Expectations:
    """Return what an expert expects with another one, or with anybody else.

    What was learned from games of two experts is worse than nothing with others.
    """
    if expert:
        return parse_expectations(
            packaged_text(__package__, POLICY_FILE), packaged_text(__package__, STAGES_FILE)
        )
    return Expectations(steady_policy(), make_end_evaluator)


@cache
def advice_expectations(*, expert: bool) -> Expectations:
    """Return what an adviser expects: it compares choices by the very figures that it tells."""
    return Expectations(expectations_for(expert=expert).policy, make_end_evaluator)


def parse_expectations(prices: str, values: str) -> Expectations:
    """Return what is expected with the prices and the values of two files' texts."""
    return Expectations(parse_policy(prices), partial(evaluator, values))


Trial: TypeAlias = Callable[[Determinization], RolloutOutcome]
"""Tries a candidate in a world."""


def rollout_plans(
    observation: Observation, rng: Random, most: int, expected: Expectations
) -> list[Trial]:
    """Return what tries each choice in a trick, with what its seat does right after it.

    That is the best by what the seat can see, over up to ``most`` worlds.
    """
    places, attempts = trick_rollouts(observation, expected)
    plans = Counter(places)
    open_places = [place for place in places if plans[place] > 1]
    if not open_places:
        return attempts
    open_attempts = [attempts[at] for at, place in enumerate(places) if plans[place] > 1]
    every = enumerate_worlds(observation, rng, most)
    if every is None:
        result = search(open_attempts, sample_worlds(observation, rng, most), never_stop, NO_LIMIT)
    else:
        result = search([cache(attempt) for attempt in open_attempts], every, never_stop, NO_LIMIT)
    best = dict(zip(places, attempts, strict=True))
    for place in set(open_places):
        mean = {at: result.arms[at].mean for at, one in enumerate(open_places) if one == place}
        best[place] = open_attempts[max(mean, key=mean.__getitem__)]
    return list(best.values())


def trick_rollouts(
    observation: Observation, expected: Expectations
) -> tuple[list[int], list[Trial]]:
    """Return the candidates in a trick: the places of their choices, and what tries each."""
    point, table = trick_position(observation), observation.table
    judge, policy = (
        expected.evaluator_at(table.setup, table.round, table.tricks_done),
        expected.policy,
    )
    candidates = [*generate_candidates(observation, point)]
    attempts: list[Trial] = [partial(_trial, point, judge, policy, one) for one in candidates]
    return [candidate.choice for candidate in candidates], attempts


def _trial(
    point: TrickPosition,
    judge: Evaluator,
    policy: Policy,
    candidate: Candidate,
    world: Determinization,
) -> RolloutOutcome:
    trick, end = roll_out(point, candidate, world, policy)
    fate, leader, hand, other, decree, path = trick
    overrun = fate is _LOST or path.reserve < point.path.reserve
    gem = path.at + 1 if not overrun and path.gems != point.path.gems else 0
    edge, reach, *place = _end_flags(path)
    taken, later = leader == point.seat, (0, 0, 0, 0, 0, 0)
    if not fate:
        later = (edge, reach, *_rest_of_round(path, end.path))
    places = _gem_bitmask(point.path, end.path)
    own, others = (hand, other) if taken else (other, hand)
    trumps = SUIT_CARDS[SUIT_OF[decree]]
    held = (own & trumps).bit_count(), (others & trumps).bit_count()
    return RolloutOutcome(judge(end), (taken, gem, overrun, *later, places, *place, *held))


@lru_cache(_MAX_CACHED_PATHS)
def _end_flags(path: BitboardPath) -> tuple[bool, bool, int, int]:
    """Return whether a trick may end off the path from here, or on a gem.

    Also on how many spaces near the fox gems lie, and its steps to the nearer end.
    """
    _gems, mask, at, first, last, _start, _reserve = path
    if at < first:
        return False, False, 0, 0
    edge, reach = (
        min(at - first, last - at) < _NEAR_THE_END,
        mask << _IN_REACH >> at & _REACH_MASK > 0,
    )
    near = mask << _NEARBY >> at & _NEARBY_MASK
    return edge, reach, near.bit_count(), max(0, min(at - first, last - at))


def _rest_of_round(path: BitboardPath, end: BitboardPath) -> tuple[bool, bool, bool, int]:
    """Return whether tricks after ``path`` overrun it, at p1's end, at p2's; and the gems found.

    Where that loses the game, the fox stays beyond the end.
    """
    off_p1 = end.first > path.first or end.at < end.first
    off_p2 = end.last < path.last or end.at > end.last
    return off_p1 or off_p2, off_p1, off_p2, count_gems(path.gems) - count_gems(end.gems)


def _gem_bitmask(path: BitboardPath, end: BitboardPath) -> int:
    """Return a bit for each space of ``path`` where gems were found until its ``end``.

    Gems of a space that is covered slide to the next one: of either nothing is said.
    """
    first = path.first if end.first == path.first else end.first + 1
    last = path.last if end.last == path.last else end.last - 1
    gone, found = path.gems - end.gems, 0
    if gone:
        for space in range(first, last + 1):
            if path.gems >> 5 * space & 31 > end.gems >> 5 * space & 31:
                found |= 1 << space
    return found


class NextDeal(NamedTuple):
    """A shuffled deck, of both hands and then the decree, and the noise of its round."""

    cards: list[int]
    noise: bytes


def end_trials(
    observation: Observation, expected: Expectations
) -> list[Callable[[NextDeal], RolloutOutcome]]:
    """Return for each end a function that covers it and plays the next round after a deal."""
    table = observation.table
    path, dealer, following = (
        bitboard_path(table.path, table.reserve),
        table.dealer,
        table.round + 1,
    )
    judge, policy = make_end_evaluator(table.setup, following), expected.policy

    def play_round(end: Seat, deal: NextDeal) -> RolloutOutcome:
        cards, noise = deal
        # The dealer of the last round leads in the next. A position does not say who that was: a
        # card decides.
        leader = Seat(cards[0] % 2) if dealer is None else dealer
        orders = cards[:HAND_SIZE], cards[HAND_SIZE : 2 * HAND_SIZE]
        hands = bitmask(orders[0]), bitmask(orders[1])
        decree, covered = cards[2 * HAND_SIZE], cover_end(path, end)
        played = play_tricks(range(TRICKS), covered, decree, leader, hands, orders, policy, noise)
        later, places = _rest_of_round(covered, played.path), _gem_bitmask(covered, played.path)
        seen = *_NO_TRICK, *later, places, *_end_flags(covered)[2:], 0, 0
        return RolloutOutcome(judge(played), seen)

    return [partial(play_round, end) for end in Seat]
