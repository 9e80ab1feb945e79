"""Lines of play: a choice in a sampled world, and the rest of the round by the rules.

Both seats play as they do in the rollouts of the search, but the engine applies each action, so the
table can show a line. A test compares lines with rollouts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import NamedTuple

from foxduet.ai.partner import never_stop, parse_partner_or_none
from foxduet.ai.reasons import Line, LineRecorder
from foxduet.ai.search import NO_LIMIT, search
from foxduet.core.cards import CardPlayed, Exchange, Play, Seat, TrickWon
from foxduet.games.duet.ai import is_expert, rollout
from foxduet.games.duet.ai.belief import sample_worlds
from foxduet.games.duet.ai.candidates import (
    Candidate,
    Expectations,
    advice_expectations,
    generate_candidates,
    trick_position,
    trick_rollouts,
)
from foxduet.games.duet.ai.rollout import Policy, bitboard_path, mask_of
from foxduet.games.duet.reasons import (
    LineTrick,
    ReasonKind,
    contrasts,
    decisive_trick,
    event_of,
    make_contrast,
    traits,
)
from foxduet.games.duet.rules.cards import DECK, Ability, Card, Suit
from foxduet.games.duet.rules.engine import deal_shuffled_deck, legal_actions
from foxduet.games.duet.rules.observation import Observation, sample
from foxduet.games.duet.rules.state import (
    TRICKS,
    Action,
    Choice,
    Event,
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
    "contrasts",
    "decisive_trick",
    "event_of",
    "make_contrast",
    "make_trick",
    "play_lines",
    "traits",
)

# A seat plans its follow-up choices over this many sampled worlds.
_PLANNING_WORLDS = 60


class Manner(NamedTuple):
    """How both seats play in a world: a policy, its noise, and the orders in which Gifts draw."""

    policy: Policy
    noise: bytes
    orders: tuple[rollout.Order, rollout.Order]


def play_lines(
    observation: Observation, choices: Sequence[Action], opposite: str | None, rng: Random
) -> Iterator[Sequence[Line]]:
    """Yield the lines of all choices in one sampled world after the other, without end.

    Between rounds they contain the next round after the same deal.
    """
    expectations = advice_expectations(expert=is_expert(parse_partner_or_none(opposite)))
    plans = _plan_all(observation, choices, expectations, rng)
    while True:
        orders = rng.sample(range(len(DECK)), len(DECK)), rng.sample(range(len(DECK)), len(DECK))
        manner = Manner(expectations.policy, rng.randbytes(TRICKS), orders)
        state, deal = sample(observation, rng), rng.random()
        yield [
            play_line(state, (choice, *plan), manner, deal)
            for choice, plan in zip(choices, plans, strict=True)
        ]


def make_trick(
    before: GameState, action: Action, events: Sequence[Event], after: GameState
) -> LineTrick:
    """Return the trick that an action ends."""
    trick, _decree = before.table.in_trick
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
    )


def play_line(
    first: GameState, planned: Sequence[Action], manner: Manner, deal: float = 0.0
) -> Line:
    """Play the planned actions where they are due, and the rest of the round by the policy."""
    recorder, plan, exchange = LineRecorder("duet", first, make_trick), [*planned], None
    number = first.table.round + (first.table.trick is None)
    while (pending := recorder.state.table.pending) is not None:
        state = recorder.state
        if plan and plan[0] in legal_actions(state):
            recorder.add(plan.pop(0))
        elif pending.choice is Choice.DEAL and state.table.round < number:
            dealer = state.table.dealer
            leader = Seat.P1 if dealer is None else dealer.other
            recorder.add(deal_shuffled_deck(leader, Random(deal)))
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
) -> list[tuple[Action, ...]]:
    """Return the best follow-up actions of the seat after each choice, before others act."""
    if observation.table.trick is None:
        return [()] * len(choices)
    candidates = [*generate_candidates(observation, trick_position(observation))]
    _choices, attempts = trick_rollouts(observation, expectations)
    plans = []
    for choice in choices:
        index = observation.choices.index(choice)
        own = [arm for arm, candidate in enumerate(candidates) if candidate.choice == index]
        if len(own) > 1:
            worlds = islice(sample_worlds(observation, rng, _PLANNING_WORLDS), _PLANNING_WORLDS)
            arms = search([attempts[arm] for arm in own], worlds, never_stop, NO_LIMIT).arms
            own = [max(zip(arms, own, strict=True), key=lambda pair: pair[0].mean)[1]]
        plans.append(follow_ups(observation.seat, choice, candidates[own[0]]))
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
