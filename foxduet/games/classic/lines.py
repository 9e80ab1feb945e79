"""Lines of play: a choice in a sampled world, and the rest of the round by the rules.

Both seats see all hands and play greedily: the network predicts the worth of each choice at the
start of the next trick. Bit positions play the lines; a test compares them with the engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from math import fsum
from random import Random

from foxduet.ai.reasons import Contrast, Line
from foxduet.core.cards import CardPlayed, Play, Seat, TrickWon
from foxduet.games.classic.ai.belief import known_position, sample_positions
from foxduet.games.classic.ai.bit_position import (
    BIT,
    DISCARD,
    EXCHANGE,
    KEEP,
    LOWER,
    NO_CARD,
    OVER,
    PLAY,
    SUIT,
    WINNING_REPLIES,
    BitPosition,
    cards_in,
    mask_of,
)
from foxduet.games.classic.ai.evaluator import (
    LeafEvaluator,
    match_equity,
    normalize_rewards,
    packaged_weights,
    packaged_win_chances,
)
from foxduet.games.classic.ai.expert import action_number
from foxduet.games.classic.reasons import (
    LineTrick,
    ReasonKind,
    clarity,
    decisive_trick,
    event_of,
    make_contrast,
    rank_contrasts,
    traits,
)
from foxduet.games.classic.rules.cards import DECK, Ability
from foxduet.games.classic.rules.engine import outcome_of
from foxduet.games.classic.rules.observation import (
    Observation,
    find_worlds,
    sample_determinization,
)
from foxduet.games.classic.rules.state import (
    DISCARDS,
    EXCHANGES,
    KEEPS,
    PLAYS,
    Action,
    Event,
    GameEnded,
    GameState,
    Table,
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

# The seat plans whether to exchange the decree over this many sampled worlds.
_PLANNING_WORLDS = 40
_TRICK_CARDS = 2
_PLAIN_CARDS = frozenset(card.index for card in DECK if card.ability is None)


def play_lines(
    observation: Observation, choices: Sequence[Action], _opposite: str | None, rng: Random
) -> Iterator[Sequence[Line]]:
    """Yield the lines of all choices in one sampled world after the other, without end."""
    policy, root = _LinePolicy(observation), known_position(observation)
    plans = [
        (action_number(choice), *_plan_exchange(observation, choice, policy, rng))
        for choice in choices
    ]
    worlds, other = find_worlds(observation), observation.seat.other
    while True:
        state = sample_determinization(worlds, rng)
        position = root.copy()
        position.hands[other] = mask_of(state.hands[other])
        position.deck = tuple(card.index for card in state.deck)
        yield [_play_line(state, position.copy(), plan, policy) for plan in plans]


def contrasts(
    observation: Observation, lines: Sequence[Line], others: Sequence[Line]
) -> Iterator[Contrast]:
    """Yield the noticeable differences between two choices, by the chances to win the match."""
    rewards = match_equity(packaged_win_chances(), observation.table, observation.seat)
    return rank_contrasts(observation, lines, others, rewards)


def _plan_exchange(
    observation: Observation, choice: Action, policy: _LinePolicy, rng: Random
) -> tuple[int, ...]:
    """Return the best exchange after a Fox, as far as the seat can know; else nothing."""
    is_fox = isinstance(choice, Play) and choice.card.ability is Ability.FOX
    positions = [*islice(sample_positions(observation, rng), _PLANNING_WORLDS if is_fox else 0)]
    for position in positions:
        position.do(action_number(choice))
    if not positions or positions[0].due != EXCHANGE:
        return ()

    def worth(number: int) -> float:
        return fsum(policy.worth_after(position, number) for position in positions)

    return (max(cards_in(positions[0].legal_choices()), key=worth),)


_ACTIONS: dict[int, Sequence[Sequence[Action]]] = {
    PLAY: PLAYS,
    EXCHANGE: tuple((*EXCHANGES[seat], KEEPS[seat]) for seat in Seat),
    DISCARD: DISCARDS,
}
"""Actions by the kind of decision, by seat, and by number."""


def _play_line(
    first: GameState, position: BitPosition, plan: Sequence[int], policy: _LinePolicy
) -> Line:
    """Play the planned choices, and the rest of the round by the policy.

    ``position`` is the state in bits, and changes.
    """
    actions, tricks, planned = list[Action](), list[LineTrick](), iter(plan)
    leader, cards = position.leader, [c for c in (position.lead, position.follow) if c != NO_CARD]
    while position.due != OVER:
        choice, due, seat = next(planned, -1), position.due, position.seat
        if choice < 0:
            choice = policy.choose(position)
        if due == PLAY:
            cards.append(choice)
        own = position.tricks[0]
        position.do(choice)
        actions.append(_ACTIONS[due][seat][choice])
        if len(cards) == _TRICK_CARDS and position.lead == NO_CARD:
            winner = Seat.P1 if position.tricks[0] > own else Seat.P2
            tricks.append(_line_trick(first.table, position, leader, cards, winner))
            leader, cards = position.leader, []
    return Line(first, tuple(actions), tuple(tricks))


def _line_trick(
    table: Table, position: BitPosition, leader: int, cards: Sequence[int], winner: Seat
) -> LineTrick:
    """Return the trick that has just ended."""
    (p1, p2), (g1, g2) = position.tricks, position.gains
    outcome = None
    if position.due == OVER:
        before = [total - now for total, now in zip(table.points, table.round_points, strict=True)]
        points = before[0] + g1, before[1] + g2
        outcome = outcome_of(points, (g1, g2)) if max(points) >= table.setup.target else None
    lead, follow = cards
    return LineTrick(
        p1 + p2,
        (DECK[lead], DECK[follow]),
        DECK[position.decree],
        Seat(leader),
        winner,
        (p1, p2),
        (g1, g2),
        outcome,
    )


def make_trick(
    before: GameState, _action: Action, events: Sequence[Event], after: GameState
) -> LineTrick:
    """Return the trick that an action ends."""
    trick, table = before.table.in_trick[0], after.table
    assert table.decree is not None, "a round has been dealt"
    played = [event.card for event in events if isinstance(event, CardPlayed)]
    (winner,) = (event.winner for event in events if isinstance(event, TrickWon))
    return LineTrick(
        table.tricks_done,
        (*trick.cards, *(card for card in played if card not in trick.cards)),
        table.decree,
        trick.leader,
        winner,
        table.tricks,
        table.round_points,
        next((event.outcome for event in events if isinstance(event, GameEnded)), None),
    )


class _LinePolicy:
    """Chooses as both seats do in lines of play."""

    def __init__(self, observation: Observation) -> None:
        weights, table, seat = packaged_weights(), observation.table, observation.seat
        rewards = match_equity(weights.chances, table, seat)
        self._rewards, _least, _span = normalize_rewards(rewards, table.round_points, seat)
        self._leaf = LeafEvaluator(weights.network, self._rewards, seat)
        self._seat = seat

    def choose(self, position: BitPosition) -> int:
        """Return the best choice of the seat that must decide."""
        choices = _distinct_choices(position)
        if len(choices) == 1:
            return choices[0]
        return max(choices, key=lambda choice: self.worth_after(position, choice))

    def worth_after(self, position: BitPosition, choice: int) -> float:
        """Return the worth (0-1) of a choice to the seat that makes it."""
        after = position.copy()
        after.do(choice)
        worth = self._worth(after)
        return worth if position.seat == self._seat else 1 - worth

    def _worth(self, position: BitPosition) -> float:
        """Return the worth of a position, after the best reply if the trick lacks it.

        Until then Foxes keep the decree, and Woodcutters bury the card that they draw.
        """
        while position.due != PLAY:
            if position.due == OVER:
                gains = position.gains
                return self._rewards[gains[self._seat]][gains[1 - self._seat]]
            position.do(
                position.deck[position.drawn_count - 1] if position.due == DISCARD else KEEP
            )
        if position.lead == NO_CARD:
            return self._leaf.worth(position)
        worths = []
        for reply in _typical_replies(position):
            after = position.copy()
            after.do(reply)
            worths.append(self._worth(after))
        return max(worths) if position.seat == self._seat else min(worths)


def _distinct_choices(position: BitPosition) -> Sequence[int]:
    """Return the legal choices; of plain cards that beat the same cards, only the lowest."""
    other = position.hands[1 - position.seat]
    if position.lead != NO_CARD:
        other |= BIT[position.lead]
    distinct: dict[object, int] = {}
    for choice in cards_in(position.legal_choices()):
        beaten = other & LOWER[choice] if choice in _PLAIN_CARDS else 0
        key = (SUIT[choice], beaten) if choice in _PLAIN_CARDS else choice
        distinct.setdefault(key, choice)
    return [*distinct.values()]


def _typical_replies(position: BitPosition) -> set[int]:
    """Return the lowest card that wins the trick, and the lowest and highest cards that lose it."""
    legal = position.legal_choices()
    winning = legal & WINNING_REPLIES[SUIT[position.decree]][position.lead]
    losing = legal & ~winning
    bits = winning & -winning, losing & -losing, losing
    return {mask.bit_length() - 1 for mask in bits if mask}
