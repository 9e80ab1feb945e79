"""Lines of play: a choice in a sampled world, and the rest of the round by the rules.

Both seats play as in the rollouts of the search. A rollout of each trick finds how often an event
comes. The engine applies the actions of the few lines that players see. A test compares both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from random import Random
from typing import NamedTuple

from foxduet.ai.partner import never_stop, parse_partner_or_none
from foxduet.ai.reasons import MAX_WORLDS, Line, LineRecorder
from foxduet.ai.search import NO_LIMIT, search
from foxduet.core.cards import CardPlayed, Deal, Exchange, Play, Seat, TrickWon
from foxduet.games.duet.ai import is_expert, rollout
from foxduet.games.duet.ai.belief import Determinization, sample_worlds
from foxduet.games.duet.ai.candidates import (
    Candidate,
    Expectations,
    advice_expectations,
    generate_candidates,
    play_on,
    trick_ends,
    trick_position,
    trick_rollouts,
    trick_start,
)
from foxduet.games.duet.ai.rollout import (
    BIT,
    Policy,
    RolloutEnd,
    WorldOutcome,
    bitboard_path,
    cards_in,
    cover_end,
    mask_of,
)
from foxduet.games.duet.reasons import (
    LineTrick,
    ReasonKind,
    clarity,
    contrasts,
    decisive_trick,
    event_of,
    make_contrast,
    traits,
)
from foxduet.games.duet.rules.cards import DECK, Ability, Card, Suit
from foxduet.games.duet.rules.engine import deal_shuffled_deck, legal_actions
from foxduet.games.duet.rules.observation import Observation, sample, unseen_cards
from foxduet.games.duet.rules.state import (
    TRICKS,
    Action,
    Choice,
    Event,
    Forest,
    Foxes,
    GameEnded,
    GameState,
    GemCollected,
    Give,
    Move,
    Outcome,
    PathOverrun,
)

__all__ = (
    "ReasonKind",
    "clarity",
    "contrasts",
    "decisive_trick",
    "event_of",
    "make_contrast",
    "make_trick",
    "play_lines",
    "traits",
)

# Cached at module level: an enum call is slow for each trick.
SEATS = tuple(Seat)
# A seat plans its follow-up choices over this many sampled worlds.
_PLANNING_WORLDS = 60


class Manner(NamedTuple):
    """How both seats play in a world: a policy, its noise, and the orders in which Gifts draw."""

    policy: Policy
    noise: bytes
    orders: tuple[rollout.Order, rollout.Order]


class _Plan(NamedTuple):
    """A choice, the actions of its seat that follow it, and their candidate in rollouts."""

    choice: Action
    actions: tuple[Action, ...]
    candidate: Candidate


def play_lines(
    observation: Observation, choices: Sequence[Action], opposite: str | None, rng: Random
) -> Iterator[Sequence[Line]]:
    """Yield the lines of all choices in one sampled world after the other.

    Between rounds they contain the next round after the same deal.
    """
    expectations = advice_expectations(expert=is_expert(parse_partner_or_none(opposite)))
    if observation.table.trick is None:
        yield from _lines_of_next_round(observation, choices, expectations, rng)
        return
    point, policy = trick_position(observation), expectations.policy
    plans = _plan_all(observation, choices, expectations, rng)
    sketch = _Sketcher(observation, observation.table.round, expectations)

    def line(plan: _Plan, world: Determinization) -> Line:
        def play() -> Line:
            orders = world.own_order, world.partner_order
            by_seat = orders if observation.seat is Seat.P1 else orders[::-1]
            manner = Manner(policy, world.noise, by_seat)
            return play_line(world_state(observation, world), (plan.choice, *plan.actions), manner)

        ends = trick_ends(point, plan.candidate, world, policy)
        return sketch.line(
            plan.choice, trick_start(point, world), ends, play, plan.candidate.steps or 0
        )

    for world in sample_worlds(observation, rng, MAX_WORLDS):
        yield [line(plan, world) for plan in plans]


def world_state(observation: Observation, world: Determinization) -> GameState:
    """Return the state of a game in a world; an offered card is the first that its order draws."""
    partner, offer = world.partner_hand, observation.own_offer
    if observation.partner_offered:
        offer = DECK[rollout.pick_card(partner, world.partner_order)]
        partner ^= BIT[offer.index]
    held = tuple(DECK[card] for card in cards_in(partner))
    stock = tuple(card for card in unseen_cards(observation) if card not in held and card != offer)
    own = observation.hand
    hands = (own, held) if observation.seat is Seat.P1 else (held, own)
    return GameState(observation.table, hands, stock, offer)


def _lines_of_next_round(
    observation: Observation, choices: Sequence[Action], expectations: Expectations, rng: Random
) -> Iterator[Sequence[Line]]:
    table, policy = observation.table, expectations.policy
    sketch = _Sketcher(observation, table.round + 1, expectations)
    dealer = Seat.P1 if table.dealer is None else table.dealer.other
    path = bitboard_path(table.path, table.reserve)

    def line(choice: Action, state: GameState, deal: Deal[Card], manner: Manner) -> Line:
        assert isinstance(choice, Forest), "the team covers an end of the path"
        leader, covered = dealer.other, cover_end(path, choice.end)
        hands = mask_of(deal.hands[leader]), mask_of(deal.hands[leader.other])
        start = RolloutEnd(WorldOutcome.PLAYING, leader, *hands, deal.decree.index, covered)
        play = partial(play_line, state, (choice,), manner, deal)
        return sketch.line(choice, start, _ends_after(start, manner), play)

    for _ in range(MAX_WORLDS):
        state, deal = sample(observation, rng), deal_shuffled_deck(dealer, rng)
        first, second = (rng.sample(range(len(DECK)), len(DECK)) for _seat in Seat)
        manner = Manner(policy, rng.randbytes(TRICKS), (first, second))
        yield [line(choice, state, deal, manner) for choice in choices]


def _ends_after(end: RolloutEnd, manner: Manner) -> Iterator[RolloutEnd]:
    """Yield the end of each trick of a round after a deal."""
    for trick in range(TRICKS):
        end = play_on(end, range(trick, trick + 1), manner.orders, manner.policy, manner.noise)
        yield end
        if end.outcome:
            return


class _Sketcher:
    """Makes lines of a round from rollouts; their actions are unknown until they are played."""

    def __init__(self, observation: Observation, number: int, expectations: Expectations) -> None:
        self._first, self._done = observation, observation.table.tricks_done % TRICKS
        self._evaluate = expectations.evaluator_at(observation.table.setup, number, self._done)

    def line(
        self,
        choice: Action,
        start: RolloutEnd,
        ends: Iterable[RolloutEnd],
        play: Callable[[], Line],
        steps: int = 0,
    ) -> Line:
        """Return the line of a choice; ``steps`` is a move that it makes itself.

        start: the hands include the cards on the table.
        """
        tricks, end = [], start
        for number, after in enumerate(ends, self._done + 1):
            tricks.append(_sketch_trick(number, end, after, steps))
            end, steps = after, 0
        return Line(self._first, (choice,), tuple(tricks), play, self._evaluate(end).total)


def _sketch_trick(number: int, before: RolloutEnd, after: RolloutEnd, steps: int) -> LineTrick:
    """Return the trick between two ends; its cards are in order of the deck."""
    path, new_path, off, outcome = before.path, after.path, None, None
    if after.outcome is WorldOutcome.LOST:
        # A move that loses the game leaves the fox where it was.
        off = Seat.P1 if new_path.fox + steps < path.first else Seat.P2
        outcome = Outcome.LOST
    elif new_path.reserve < path.reserve:
        off = Seat.P1 if new_path.first > path.first else Seat.P2
    elif after.outcome is WorldOutcome.WON:
        outcome = Outcome.VICTORY
    winner, start, space = SEATS[after.leader], path.fox + 1, new_path.fox + 1
    gem = space if off is None and new_path.gems != path.gems else None
    played = _cards_of(before) & ~_cards_of(after)
    cards, trump = tuple(DECK[card] for card in cards_in(played)), DECK[after.decree].suit
    leader = SEATS[before.leader]
    return LineTrick(number, cards, leader, winner, start, space, gem, off, outcome, trump)


def _cards_of(end: RolloutEnd) -> int:
    return end.hand | end.other_hand | BIT[end.decree]


def make_trick(
    before: GameState, action: Action, events: Sequence[Event], after: GameState
) -> LineTrick:
    """Return the trick that an action ends."""
    trick, decree = before.table.in_trick
    if isinstance(action, Exchange) and action.card is not None:
        decree = action.card
    played = [event.card for event in events if isinstance(event, CardPlayed)]
    cards = [*trick.cards, *(card for card in played if card not in trick.cards)]
    winner = next((event.winner for event in events if isinstance(event, TrickWon)), None)
    if winner is None:
        assert isinstance(action, Move), "a line may begin with the winner's move"
        winner = action.seat
    outcome = next((event.outcome for event in events if isinstance(event, GameEnded)), None)
    return LineTrick(
        after.table.tricks_done,
        tuple(cards),
        trick.leader,
        winner,
        before.table.path.tracker,
        after.table.path.tracker,
        next((event.space for event in events if isinstance(event, GemCollected)), None),
        next((event.end for event in events if isinstance(event, PathOverrun)), None),
        None if outcome is Outcome.OUT_OF_TIME else outcome,
        decree.suit,
    )


def play_line(
    first: GameState, planned: Sequence[Action], manner: Manner, deal: Deal[Card] | None = None
) -> Line:
    """Play the planned actions where they are due, and the rest of the round by the policy."""
    recorder, plan, exchange = LineRecorder("duet", first, make_trick), [*planned], None
    while (pending := recorder.state.table.pending) is not None:
        state = recorder.state
        if plan and plan[0] in legal_actions(state):
            recorder.add(plan.pop(0))
        elif pending.choice is Choice.DEAL and deal is not None:
            recorder.add(deal)
            deal = None
        elif pending.seat is None:
            break
        else:
            action, exchange = _choose(state, manner, exchange)
            recorder.add(action)
    return recorder.line()


def _plan_all(
    observation: Observation,
    choices: Sequence[Action],
    expectations: Expectations,
    rng: Random,
) -> list[_Plan]:
    """Return the best follow-up actions of the seat after each choice, before others act."""
    candidates = [*generate_candidates(observation, trick_position(observation))]
    _choices, attempts = trick_rollouts(observation, expectations)
    plans = []
    for choice in choices:
        index = observation.choices.index(choice)
        own = [arm for arm, candidate in enumerate(candidates) if candidate.choice == index]
        if len(own) > 1:
            worlds = sample_worlds(observation, rng, _PLANNING_WORLDS)
            arms = search([attempts[arm] for arm in own], worlds, never_stop, NO_LIMIT).arms
            own = [max(zip(arms, own, strict=True), key=lambda pair: pair[0].mean)[1]]
        candidate = candidates[own[0]]
        plans.append(_Plan(choice, follow_ups(observation.seat, choice, candidate), candidate))
    return plans


def follow_ups(seat: Seat, choice: Action, candidate: Candidate) -> tuple[Action, ...]:
    """Return the actions of a seat after its choice, as a candidate of the search plans them."""
    exchange = Exchange(seat, None if candidate.exchange < 0 else DECK[candidate.exchange])
    match choice:
        case Play(_, card) if card.ability is Ability.FOXES:
            if candidate.names_partner:
                return (Foxes(seat, seat.other),)
            return Foxes(seat, seat), exchange
        case Play() if candidate.give >= 0:
            return (Give(seat, DECK[candidate.give]),)
        case Foxes(_, swapper) if swapper is seat:
            return (exchange,)
        case _:
            return ()


def _choose(
    state: GameState, manner: Manner, planned: Exchange[Card] | None
) -> tuple[Action, Exchange[Card] | None]:
    """Return the policy's action, and the exchange that a follower plans with its Foxes."""
    table, pending = state.table, state.table.pending
    trick, decree = table.in_trick
    assert pending is not None
    assert pending.seat is not None
    seat, hand = pending.seat, mask_of(state.hands[pending.seat])
    path = bitboard_path(table.path, table.reserve)
    pattern, prices = rollout.pattern_for(path), manner.policy.replies[table.tricks_done]
    match pending.choice:
        case Choice.PLAY if trick.lead is None:
            worths = pattern.leads[seat] or rollout.compute_lead_values(pattern, seat)
            noise = manner.policy.leads[table.tricks_done][table.trump]
            extras, by_card = noise[manner.noise[table.tricks_done]], worths[table.trump]
            card = max(state.hands[seat], key=lambda c: by_card[c.index] + extras[c.index])
            return Play(seat, card), None
        case Choice.PLAY:
            card, exchanged = _choose_reply(state, seat, prices, pattern)
            return Play(seat, card), Exchange(seat, exchanged)
        case Choice.FOXES:
            # A leader names the follower; a follower names itself.
            return Foxes(seat, trick.leader.other), planned
        case Choice.EXCHANGE if trick.lead is not None and trick.follow is None:
            new = rollout.exchange_for_reply(
                trick.leader, hand, trick.lead.index, decree.index, pattern.best, prices
            )
            return Exchange(seat, None if new == decree.index else DECK[new]), None
        case Choice.EXCHANGE if planned is not None and seat is planned.seat:
            return planned, None
        case Choice.EXCHANGE:
            lead, follow = (card.index for card in trick.cards)
            new = rollout.exchange_for_trick(
                trick.leader, hand, lead, follow, decree.index, pattern
            )
            return Exchange(seat, None if new == decree.index else DECK[new]), None
        case Choice.GIVE:
            return Give(seat, DECK[rollout.pick_card(hand, manner.orders[seat])]), None
        case _:
            moves = [action for action in legal_actions(state) if isinstance(action, Move)]
            return max(moves, key=lambda move: _move_worth(path, move)), None


def _move_worth(path: rollout.BitboardPath, move: Move) -> float:
    fox = path.fox + move.steps
    return rollout.landing_worth(path.mask, fox, path.first, path.last, path.reserve)


def _choose_reply(
    state: GameState,
    seat: Seat,
    prices: Sequence[Sequence[Sequence[float]]],
    pattern: rollout.MoveValues,
) -> tuple[Card, Card | None]:
    """Return the best reply, and the card that its Foxes exchange, or None."""
    trick, trump = state.table.trick, state.table.trump
    assert trick is not None
    assert trick.lead is not None
    lead, leader = trick.lead.index, trick.leader

    def worth(card: Card, suit: Suit) -> float:
        trick_class = rollout.TRICK_CLASSES[leader][suit][lead][card.index]
        return pattern.best[trick_class] - prices[suit][lead][card.index]

    cards = [action.card for action in legal_actions(state) if isinstance(action, Play)]
    replies: list[tuple[float, Card, Card | None]] = [
        (worth(card, trump), card, None) for card in cards
    ]
    for card in cards:
        if card.ability is Ability.FOXES:
            rest = mask_of(state.hands[seat]) ^ rollout.BIT[card.index]
            replies += [
                (worth(card, DECK[new].suit) - rollout.EXCHANGE_PRICE, card, DECK[new])
                for new in rollout.exchange_candidates(rest, trump)
            ]
    _worth, card, exchanged = max(replies, key=lambda reply: reply[0])
    return card, exchanged
