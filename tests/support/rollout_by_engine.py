"""Lines of play beside rollouts: the same choices by the full rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from foxduet.core.cards import RoundEnded, Seat, Step
from foxduet.games.duet.ai import rollout
from foxduet.games.duet.ai.candidates import Candidate, expectations_for
from foxduet.games.duet.ai.rollout import RolloutEnd, WorldOutcome, bitboard_path, mask_of
from foxduet.games.duet.lines import Manner, follow_ups, play_line
from foxduet.games.duet.rules.engine import apply, deal_shuffled_deck, legal_actions, new_game
from foxduet.games.duet.rules.state import (
    Action,
    Choice,
    Event,
    Forest,
    GameState,
    Move,
    Outcome,
    Setup,
)
from tests.support.processes import patience

Orders = tuple[rollout.Order, rollout.Order]
EXPERTS = expectations_for(expert=True).policy

_FATES = {Outcome.VICTORY: WorldOutcome.WON, Outcome.LOST: WorldOutcome.LOST}


def ignore(state: GameState, action: Action) -> None: ...


def tricks_by_engine(
    state: GameState,
    manner: Manner,
    planned: tuple[Action, ...] = (),
    note: Callable[[GameState, Action], None] = ignore,
) -> Iterator[GameState]:
    """Yield the state after each trick of a line.

    ``note`` receives each action of the policy, and the state before it.
    """
    for number, action in enumerate(play_line(state, planned, manner).actions):
        if number:
            note(state, action)
        done = state.table.round, state.table.tricks_done
        state = apply(state, action).state
        if (state.table.round, state.table.tricks_done) != done:
            yield state


def by_engine(
    state: GameState,
    seat: Seat,
    choice: Action,
    candidate: Candidate,
    manner: Manner,
    note: Callable[[GameState, Action], None] = ignore,
) -> tuple[GameState, GameState]:
    """Return the states at the end of the trick and of the round after a candidate."""
    planned = (choice, *follow_ups(seat, choice, candidate))
    trick, *rest = tricks_by_engine(state, manner, planned, note)
    return trick, [trick, *rest][-1]


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
            state = apply(state, deal_shuffled_deck(dealer, rng)).state
            dealer = dealer.other
            continue
        if state.table.pending is not None and state.table.pending.seat is None:
            state = apply(state, rng.choice(legal_actions(state))).state
            continue
        state, tricks = _compare_a_round(state, rng)
        compared += tricks
    return compared


def _compare_a_round(first: GameState, rng: Random) -> tuple[GameState, int]:
    manner, state, before, tricks = _manner(first, rng), first, first, 0
    for tricks, state in enumerate(tricks_by_engine(first, manner), 1):
        end = rollout_plays(before, manner, 1)
        at_once = rollout_plays(first, manner, tricks)
        assert at_once == end, f"trick {tricks} of round {first.table.round}"
        _compare(state, end, before)
        before = state
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
    p1, p2 = ([card.index for card in hand] for hand in state.hands)
    orders = rng.sample(p1, len(p1)), rng.sample(p2, len(p2))
    return Manner(rng.choice([EXPERTS, rollout.steady_policy()]), rng.randbytes(11), orders)


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
