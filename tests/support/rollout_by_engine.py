"""The rollout's policies played by the engine: the same choices by the full rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from foxduet.core.cards import Exchange, Play, RoundEnded, Seat, Step
from foxduet.games.duet.ai import rollout
from foxduet.games.duet.ai.candidates import Candidate, expectations_for
from foxduet.games.duet.ai.rollout import Policy, RolloutEnd, WorldOutcome, bitboard_path, mask_of
from foxduet.games.duet.rules.cards import DECK, Ability, Card, Suit
from foxduet.games.duet.rules.engine import apply, legal_actions, new_game, shuffled_deal
from foxduet.games.duet.rules.state import (
    Action,
    Choice,
    Event,
    Forest,
    Foxes,
    GameState,
    Give,
    Move,
    Outcome,
    Setup,
)
from tests.support.processes import patience

Orders = tuple[rollout.Order, rollout.Order]
EXPERTS = expectations_for(expert=True).policy


@dataclass(frozen=True, slots=True)
class Manner:
    """The manner of both seats: orders in which chance draws, a policy and its noise."""

    orders: Orders
    policy: Policy = EXPERTS
    noise: bytes = rollout.NO_NOISE


_FATES = {Outcome.VICTORY: WorldOutcome.WON, Outcome.LOST: WorldOutcome.LOST}


def play_trick(state: GameState, manner: Manner) -> GameState:
    before = state.table.round, state.table.tricks_done
    exchanged: Card | None = None
    while (
        state.table.pending is not None and (state.table.round, state.table.tricks_done) == before
    ):
        action, exchanged = rule_choice(state, manner, exchanged)
        state = apply(state, action).state
    return state


def rule_choice(
    state: GameState, manner: Manner, exchanged: Card | None
) -> tuple[Action, Card | None]:
    """Return the policy's action, and the exchange planned for a follower's Foxes."""
    pending, trick = state.table.pending, state.table.trick
    assert pending is not None
    assert pending.seat is not None
    assert trick is not None
    seat = pending.seat
    match pending.choice:
        case Choice.PLAY if trick.lead is None:
            return Play(seat, _lead(state, seat, manner)), None
        case Choice.PLAY:
            card, exchanged = _reply(state, seat, manner.policy)
            return Play(seat, card), exchanged
        case Choice.FOXES:
            # A leader names the follower; a follower names itself.
            return Foxes(seat, trick.leader.other), exchanged
        case Choice.EXCHANGE if trick.follow is None:
            return Exchange(seat, _exchange_for_reply(state, seat, manner.policy)), None
        case Choice.EXCHANGE:
            return Exchange(seat, exchanged), None
        case Choice.GIVE:
            hand = mask_of(state.hands[seat])
            return Give(seat, DECK[rollout.pick_card(hand, manner.orders[seat])]), None
        case _:
            assert pending.choice is Choice.MOVE
            return _move(state), None


def shape_at(state: GameState) -> rollout.MoveValues:
    """Return the values of tricks for the current path."""
    return rollout.pattern_for(bitboard_path(state.table.path, state.table.reserve))


def _lead(state: GameState, seat: Seat, manner: Manner) -> Card:
    shape, table = shape_at(state), state.table
    row = manner.policy.leads[table.tricks_done][table.trump][manner.noise[table.tricks_done]]

    def worth(card: Card) -> float:
        return rollout.lead_worth(shape, seat, table.trump, card.index) + row[card.index]

    return max(state.hands[seat], key=worth)


def _reply(state: GameState, seat: Seat, policy: Policy) -> tuple[Card, Card | None]:
    table, shape = state.table, shape_at(state)
    trick = table.trick
    assert trick is not None
    assert trick.lead is not None
    lead = trick.lead.index
    cards = [action.card for action in legal_actions(state) if isinstance(action, Play)]

    def worth(card: Card, trump: Suit) -> float:
        price = policy.replies[table.tricks_done][trump][lead][card.index]
        return shape.best[rollout.TRICKS[trick.leader][trump][lead][card.index]] - price

    best = max(cards, key=lambda card: worth(card, table.trump))
    highest = worth(best, table.trump)
    exchanged = None
    for card in cards:
        if card.ability is Ability.FOXES:
            rest = mask_of(tuple(held for held in state.hands[seat] if held is not card))
            for new in map(DECK.__getitem__, rollout.exchange_candidates(rest, table.trump)):
                if worth(card, new.suit) - rollout.EXCHANGE_PRICE > highest:
                    best, exchanged = card, new
                    highest = worth(card, new.suit) - rollout.EXCHANGE_PRICE
    return best, exchanged


def _exchange_for_reply(state: GameState, seat: Seat, policy: Policy) -> Card | None:
    trick, decree = state.table.trick, state.table.decree
    assert trick is not None
    assert trick.lead is not None
    assert decree is not None
    new = rollout.exchange_for_reply(
        trick.leader,
        mask_of(state.hands[seat]),
        trick.lead.index,
        decree.index,
        shape_at(state).best,
        policy.replies[state.table.tricks_done],
    )
    return None if new == decree.index else DECK[new]


def _move(state: GameState) -> Action:
    path = bitboard_path(state.table.path, state.table.reserve)
    moves = [action for action in legal_actions(state) if isinstance(action, Move)]
    return max(
        moves,
        key=lambda move: rollout.landing_worth(
            path.mask, path.fox + move.steps, path.first, path.last, path.reserve
        ),
    )


def what_the_candidate_does(
    state: GameState, seat: Seat, candidate: Candidate, orders: Orders
) -> Action | None:
    """Return the action that a candidate of ``seat`` dictates; None if the policy decides."""
    pending, trick, decree = state.table.pending, state.table.trick, state.table.decree
    assert pending is not None
    assert pending.seat is not None
    assert trick is not None
    assert trick.lead is not None
    assert decree is not None
    match pending.choice:
        case Choice.FOXES if pending.seat is seat:
            return Foxes(seat, seat.other if candidate.names_partner else seat)
        case Choice.EXCHANGE if pending.seat is seat:
            return Exchange(seat, None if candidate.exchange < 0 else DECK[candidate.exchange])
        case Choice.EXCHANGE if trick.follow is not None:
            new = rollout.exchange_for_trick(
                trick.leader,
                mask_of(state.hands[pending.seat]),
                trick.lead.index,
                trick.follow.index,
                decree.index,
                shape_at(state),
            )
            return Exchange(pending.seat, None if new == decree.index else DECK[new])
        case Choice.GIVE if pending.seat is seat and candidate.give >= 0:
            return Give(seat, DECK[candidate.give])
        case Choice.GIVE:
            hand = mask_of(state.hands[pending.seat])
            return Give(pending.seat, DECK[rollout.pick_card(hand, orders[pending.seat])])
        case _:
            return None


def ignore(state: GameState, action: Action) -> None: ...


def by_engine(
    state: GameState,
    seat: Seat,
    choice: Action,
    candidate: Candidate,
    manner: Manner,
    note: Callable[[GameState, Action], None] = ignore,
) -> tuple[GameState, GameState]:
    """Return the states at the end of the trick and of the round after a candidate.

    ``note`` receives each action after the choice, and the state before it.
    """
    number = state.table.round, state.table.tricks_done
    exchanged: Card | None = None
    state = trick = apply(state, choice).state
    scripted = True
    while (
        state.table.trick is not None
        and state.table.outcome is None
        and state.table.round == number[0]
    ):
        assert state.table.pending is not None
        same_trick = (state.table.round, state.table.tricks_done) == number
        scripted = scripted and same_trick and state.table.pending.choice is not Choice.PLAY
        action = (
            what_the_candidate_does(state, seat, candidate, manner.orders) if scripted else None
        )
        if action is None:
            action, exchanged = rule_choice(state, manner, exchanged)
        note(state, action)
        state = apply(state, action).state
        if same_trick:
            trick = state
    return trick, state


def rollout_plays(state: GameState, manner: Manner, tricks: int) -> RolloutEnd:
    """Let the rollout play ``tricks`` tricks from ``state``, in which a seat must lead."""
    assert state.table.trick is not None
    assert state.table.decree is not None
    leader, orders, done = state.table.trick.leader, manner.orders, state.table.tricks_done
    return rollout.play_tricks(
        range(done, done + tricks),
        bitboard_path(state.table.path, state.table.reserve),
        state.table.decree.index,
        leader,
        (mask_of(state.hands[leader]), mask_of(state.hands[leader.other])),
        (orders[leader], orders[leader.other]),
        manner.policy,
        manner.noise,
    )


def as_played(state: GameState, path: rollout.BitboardPath, winner: Seat) -> RolloutEnd:
    """Return the rollout's expected end at ``state``, with ``path`` after the trick."""
    assert state.table.decree is not None
    return RolloutEnd(
        WorldOutcome.PLAYING
        if state.table.outcome is None
        else _FATES.get(state.table.outcome, WorldOutcome.PLAYING),
        winner,
        mask_of(state.hands[winner]),
        mask_of(state.hands[winner.other]),
        state.table.decree.index,
        path,
    )


def compare_a_game(setup: Setup, rng: Random) -> int:
    """Play a game by engine and rollout; compare every position; return the number of tricks."""
    state = new_game(setup)
    dealer = rng.choice(list(Seat))
    compared = 0
    steps = patience()
    while state.table.outcome is None:
        next(steps)
        if state.table.pending is not None and state.table.pending.choice is Choice.DEAL:
            state = apply(state, shuffled_deal(dealer, rng)).state
            dealer = dealer.other
            continue
        if state.table.pending is not None and state.table.pending.seat is None:
            state = apply(state, rng.choice(legal_actions(state))).state
            continue
        state, tricks = _compare_a_round(state, rng)
        compared += tricks
    return compared


def _compare_a_round(state: GameState, rng: Random) -> tuple[GameState, int]:
    manner = _manner(state, rng)
    first, number = state, state.table.round
    tricks = 0
    while (
        state.table.outcome is None
        and state.table.round == number
        and state.table.trick is not None
    ):
        end = rollout_plays(state, manner, 1)
        before, state = state, play_trick(state, manner)
        tricks += 1
        at_once = rollout_plays(first, manner, tricks)
        assert at_once == end, f"trick {before.table.tricks_done + 1} of round {number}"
        _compare(state, end, before)
    return state, tricks


def _compare(state: GameState, played: RolloutEnd, before: GameState) -> None:
    ended = state.table.trick is None and state.table.outcome in (None, Outcome.OUT_OF_TIME)
    if ended:
        # The round's end has added gems and placed a token, so only the cards can be compared.
        expected = as_played(state, played.path, Seat(played.leader))
        assert played == expected
        return
    if state.table.outcome is Outcome.LOST:
        assert played.outcome is WorldOutcome.LOST
        return
    winner = Seat(played.leader) if state.table.trick is None else state.table.trick.leader
    assert played == as_played(state, bitboard_path(state.table.path, state.table.reserve), winner)
    assert before.table.tricks_done + 1 == state.table.tricks_done


def _manner(state: GameState, rng: Random) -> Manner:
    def shuffled(hand: Sequence[Card]) -> list[int]:
        return rng.sample([card.index for card in hand], len(hand))

    orders = shuffled(state.hands[0]), shuffled(state.hands[1])
    return Manner(orders, rng.choice([EXPERTS, rollout.steady_policy()]), rng.randbytes(11))


def assert_same_path(state: GameState, action: Action, step: Step[GameState, Event]) -> None:
    """Compare the path after an action that covers a space or moves the tracker."""
    path, after = bitboard_path(state.table.path, state.table.reserve), step.state
    if isinstance(action, Forest):
        assert rollout.cover_end(path, action.end) == bitboard_path(
            after.table.path, after.table.reserve
        )
    elif isinstance(action, Move):
        walk = rollout.move_fox(path, action.steps)
        assert (walk is None) == (after.table.outcome is Outcome.LOST)
        # The end of a round also adds gems and places a token.
        if walk is not None and RoundEnded(state.table.round) not in step.events:
            assert walk == bitboard_path(after.table.path, after.table.reserve)
