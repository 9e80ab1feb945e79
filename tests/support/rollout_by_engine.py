"""The rollout's simple rule played by the engine: the same choices, all rules by the book."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from foxduet.ai.duet.bitpath import BitPath, bit_path_of, cover_end, move_fox
from foxduet.ai.duet.candidates import Candidate
from foxduet.ai.duet.landing import (
    EXCHANGE_PRICE,
    PRICES,
    UNKNOWN,
    Shape,
    landing_worth,
    lead_in,
    leads_at,
    shape_of,
)
from foxduet.ai.duet.rollout import (
    Fate,
    Order,
    RolloutEnd,
    drawn_from,
    exchange_for_reply,
    exchange_for_trick,
    exchanges,
    play_tricks,
)
from foxduet.ai.duet.tables import TRICKS, mask_of
from foxduet.rules.common import Exchange, Play, Seat, Step
from foxduet.rules.duet.actions import Action, Choice, Forest, Foxes, Give, Move
from foxduet.rules.duet.cards import DECK, Ability, Card
from foxduet.rules.duet.engine import apply, new_game, shuffled_deal
from foxduet.rules.duet.events import Event, RoundEnded
from foxduet.rules.duet.legality import legal_actions
from foxduet.rules.duet.state import GameState, Outcome, Setup

Orders = tuple[Order, Order]
_FATES = {Outcome.VICTORY: Fate.WON, Outcome.LOST: Fate.LOST}


def play_trick(state: GameState, orders: Orders) -> GameState:
    """Play one trick, from its lead on, by the simple rule; ``orders`` are those of p1 and p2."""
    before = state.table.round, state.table.tricks_done
    exchanged: Card | None = None
    while (
        state.table.pending is not None and (state.table.round, state.table.tricks_done) == before
    ):
        action, exchanged = rule_choice(state, orders, exchanged)
        state = apply(state, action).state
    return state


def rule_choice(
    state: GameState, orders: Orders, exchanged: Card | None
) -> tuple[Action, Card | None]:
    """Return what the rule does; ``exchanged`` is what a follower has its Foxes exchange."""
    pending, trick = state.table.pending, state.table.trick
    assert pending is not None
    assert pending.seat is not None
    assert trick is not None
    seat = pending.seat
    match pending.choice:
        case Choice.PLAY if trick.lead is None:
            return Play(seat, _lead(state, seat, orders)), None
        case Choice.PLAY:
            card, exchanged = _reply(state, seat)
            return Play(seat, card), exchanged
        case Choice.FOXES:
            # A leader names the follower, a follower itself.
            return Foxes(seat, trick.leader.other), exchanged
        case Choice.EXCHANGE if trick.follow is None:
            return Exchange(seat, _exchange_for_reply(state, seat)), None
        case Choice.EXCHANGE:
            return Exchange(seat, exchanged), None
        case Choice.GIVE:
            hand = mask_of(state.hands[seat])
            return Give(seat, DECK[drawn_from(hand, orders[seat])]), None
        case _:
            assert pending.choice is Choice.MOVE
            return _move(state), None


def shape_at(state: GameState) -> Shape:
    """Return what tricks are worth where the path is as it is."""
    return shape_of(bit_path_of(state.table.path, state.table.reserve))


def _lead(state: GameState, seat: Seat, orders: Orders) -> Card:
    drawn = [card for card in map(DECK.__getitem__, orders[seat]) if card in state.hands[seat]]
    drawn += [card for card in reversed(state.hands[seat]) if card not in drawn]
    shape = shape_at(state)

    def worth(card: Card) -> float:
        known = shape[leads_at(seat, state.table.trump) + card.index]
        fresh = lead_in(shape, seat, state.table.trump, card.index)
        assert known in (UNKNOWN, fresh)
        return fresh

    return max(drawn[:2], key=worth)


def _reply(state: GameState, seat: Seat) -> tuple[Card, Card | None]:
    trick, shape = state.table.trick, shape_at(state)
    assert trick is not None
    assert trick.lead is not None
    cards = [action.card for action in legal_actions(state) if isinstance(action, Play)]
    lead = trick.lead.index
    best = max(
        cards,
        key=lambda card: (
            shape[TRICKS[trick.leader][state.table.trump][lead][card.index]] - PRICES[card.index]
        ),
    )
    highest = shape[TRICKS[trick.leader][state.table.trump][lead][best.index]] - PRICES[best.index]
    exchanged = None
    for card in cards:
        if card.ability is Ability.FOXES:
            rest = mask_of(tuple(held for held in state.hands[seat] if held is not card))
            for new in map(DECK.__getitem__, exchanges(rest, state.table.trump)):
                kind = TRICKS[trick.leader][new.suit][lead][card.index]
                worth = shape[kind] - PRICES[card.index] - EXCHANGE_PRICE
                if worth > highest:
                    best, highest, exchanged = card, worth, new
    return best, exchanged


def _exchange_for_reply(state: GameState, seat: Seat) -> Card | None:
    trick, decree = state.table.trick, state.table.decree
    assert trick is not None
    assert trick.lead is not None
    assert decree is not None
    new = exchange_for_reply(
        trick.leader, mask_of(state.hands[seat]), trick.lead.index, decree.index, shape_at(state)
    )
    return None if new == decree.index else DECK[new]


def _move(state: GameState) -> Action:
    path = bit_path_of(state.table.path, state.table.reserve)
    moves = [action for action in legal_actions(state) if isinstance(action, Move)]
    return max(
        moves,
        key=lambda move: landing_worth(
            path.mask, path.at + move.steps, path.first, path.last, path.reserve
        ),
    )


def what_the_candidate_does(
    state: GameState, seat: Seat, candidate: Candidate, orders: tuple[Order, Order]
) -> Action | None:
    """Return what follows at once from a candidate of ``seat``; None where the rule plays on."""
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
            new = exchange_for_trick(
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
            return Give(pending.seat, DECK[drawn_from(hand, orders[pending.seat])])
        case _:
            return None


def ignore(state: GameState, action: Action) -> None:
    """Take no note of an action."""


def by_engine(
    state: GameState,
    seat: Seat,
    choice: Action,
    candidate: Candidate,
    orders: Orders,
    note: Callable[[GameState, Action], None] = ignore,
) -> tuple[GameState, GameState]:
    """Return the end of the trick and of the round that a candidate leads to.

    ``note`` is called with each action after the choice, and the state before it.
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
        action = what_the_candidate_does(state, seat, candidate, orders) if scripted else None
        if action is None:
            action, exchanged = rule_choice(state, orders, exchanged)
        note(state, action)
        state = apply(state, action).state
        if same_trick:
            trick = state
    return trick, state


def rollout_plays(state: GameState, orders: Orders, tricks: int) -> RolloutEnd:
    """Let the rollout play ``tricks`` tricks from ``state``, in which a lead is due."""
    assert state.table.trick is not None
    assert state.table.decree is not None
    leader = state.table.trick.leader
    return play_tricks(
        tricks,
        bit_path_of(state.table.path, state.table.reserve),
        state.table.decree.index,
        leader,
        (mask_of(state.hands[leader]), mask_of(state.hands[leader.other])),
        (orders[leader], orders[leader.other]),
    )


def as_played(state: GameState, path: BitPath, winner: Seat) -> RolloutEnd:
    """Return what the rollout should say of ``state``, whose path was ``path`` after the trick."""
    assert state.table.decree is not None
    return RolloutEnd(
        Fate.PLAYING
        if state.table.outcome is None
        else _FATES.get(state.table.outcome, Fate.PLAYING),
        winner,
        mask_of(state.hands[winner]),
        mask_of(state.hands[winner.other]),
        state.table.decree.index,
        path,
    )


def compare_a_game(setup: Setup, rng: Random) -> int:
    """Play a game by engine and rollout; compare every position; return the tricks compared."""
    state = new_game(setup)
    dealer = rng.choice(list(Seat))
    compared = 0
    while state.table.outcome is None:
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
    orders = _orders(state, rng)
    first, number = state, state.table.round
    tricks = 0
    while (
        state.table.outcome is None
        and state.table.round == number
        and state.table.trick is not None
    ):
        one = rollout_plays(state, orders, 1)
        before, state = state, play_trick(state, orders)
        tricks += 1
        at_once = rollout_plays(first, orders, tricks)
        assert at_once == one, f"trick {before.table.tricks_done + 1} of round {number}"
        _compare(state, one, before)
    return state, tricks


def _compare(state: GameState, played: RolloutEnd, before: GameState) -> None:
    ended = state.table.trick is None and state.table.outcome in (None, Outcome.OUT_OF_TIME)
    if ended:
        # Gems have been added since, and a token placed: only the cards can be compared.
        expected = as_played(state, played.path, Seat(played.leader))
        assert played == expected
        return
    if state.table.outcome is Outcome.LOST:
        assert played.fate is Fate.LOST
        return
    winner = Seat(played.leader) if state.table.trick is None else state.table.trick.leader
    assert played == as_played(state, bit_path_of(state.table.path, state.table.reserve), winner)
    assert before.table.tricks_done + 1 == state.table.tricks_done


def _orders(state: GameState, rng: Random) -> Orders:
    def shuffled(hand: Sequence[Card]) -> list[int]:
        return rng.sample([card.index for card in hand], len(hand))

    return shuffled(state.hands[0]), shuffled(state.hands[1])


def assert_same_path(state: GameState, action: Action, step: Step[GameState, Event]) -> None:
    """Compare the path after an action that covers a space or moves the tracker."""
    path, after = bit_path_of(state.table.path, state.table.reserve), step.state
    if isinstance(action, Forest):
        assert cover_end(path, action.end) == bit_path_of(after.table.path, after.table.reserve)
    elif isinstance(action, Move):
        walk = move_fox(path, action.steps)
        assert (walk is None) == (after.table.outcome is Outcome.LOST)
        # At the end of a round gems have been added since, and a token placed.
        if walk is not None and RoundEnded(state.table.round) not in step.events:
            assert walk == bit_path_of(after.table.path, after.table.reserve)
