"""Games of two experts, and what is fitted to them: choices, ends of rollouts, results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from foxduet.core.cards import Play, Seat
from foxduet.games.duet.ai.belief import worlds_of
from foxduet.games.duet.ai.candidates import (
    Expectations,
    candidates_of,
    decision_point_of,
    follow_candidate,
)
from foxduet.games.duet.ai.evaluator import gems_on
from foxduet.games.duet.ai.expert import expert
from foxduet.games.duet.ai.rollout import (
    EXCHANGE_PRICE,
    RANKS,
    TRICKS,
    RolloutEnd,
    WorldOutcome,
    bit_path_of,
    lead_worth,
    shape_of,
)
from foxduet.games.duet.rules.cards import Ability, Card
from foxduet.games.duet.rules.engine import apply, new_game, score, shuffled_deal
from foxduet.games.duet.rules.observation import Observation, observe
from foxduet.games.duet.rules.state import ROUNDS, Action, Choice, Setup


class Option(NamedTuple):
    """A card that could be played: its ``worth`` for the trick, its price's place, if it wins.

    Prices have a place for each rank off trump, then for each rank of trumps; a lead never counts
    as winning.
    """

    worth: float
    price: int
    wins: bool


class Pick(NamedTuple):
    """A card chosen, by its place among the options, in a trick of a round, from 0."""

    trick: int
    leads: bool
    options: tuple[Option, ...]
    chosen: int


class Ends(NamedTuple):
    """The ends of rollouts after what was chosen in a trick, summed up as ``LeafValues`` counts.

    The shares of ends lost and won; on average the gems left beyond one, the tokens, and the
    cards in hand after a victory.
    """

    round: int
    trick: int
    row: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A game: its actions, what was picked, and the score, if won."""

    seed: int
    actions: tuple[Action, ...]
    picks: tuple[Pick, ...]
    score: int | None


@dataclass(frozen=True, slots=True)
class Table:
    """Where games to learn from are played: by two experts with so many worlds each."""

    level: int
    expected: Expectations
    worlds: int


def play(table: Table, seed: int) -> Played:
    """Play a game; equal seeds lead to equal games."""
    rng, think = Random(f"fit {seed}"), expert(table.worlds, table.expected)
    state, dealer = new_game(Setup(table.level)), Seat(seed // 2 % 2)
    actions: list[Action] = []
    picks: list[Pick] = []
    while (pending := state.table.pending) is not None:
        action: Action
        if pending.choice is Choice.DEAL:
            action, dealer = shuffled_deal(dealer, rng), dealer.other
        else:
            seen = observe(state, pending.asked)
            action = think(seen, rng).action
            if isinstance(action, Play) and len(seen.choices) > 1:
                picks.append(pick_of(seen, action))
        actions.append(action)
        state = apply(state, action).state
    points = score(state)
    total = None if points is None else points.total
    return Played(seed, tuple(actions), tuple(picks), total)


def pick_of(seen: Observation, chosen: Play[Card]) -> Pick:
    """Return what a card was chosen from."""
    table = seen.table
    trick, trump = table.trick, table.trump
    assert trick is not None, "a trick is under way when a card is due"
    shape = shape_of(bit_path_of(table.path, table.reserve))
    options = []
    for choice in seen.choices:
        assert isinstance(choice, Play), "cards are due"
        card = choice.card
        place = card.index % RANKS + (RANKS if card.suit is trump else 0)
        if trick.lead is None:
            options.append(Option(lead_worth(shape, seen.seat, trump, card.index), place, False))
            continue
        kind = TRICKS[trick.leader][trump][trick.lead.index][card.index]
        worth, wins = shape.best[kind], kind % 2 == 1
        if card.ability is Ability.FOXES:
            for suit in {held.suit for held in seen.hand if held is not card} - {trump}:
                kind = TRICKS[trick.leader][suit][trick.lead.index][card.index]
                if shape.best[kind] - EXCHANGE_PRICE > worth:
                    worth, wins = shape.best[kind] - EXCHANGE_PRICE, kind % 2 == 1
        options.append(Option(worth, place, wins))
    at = seen.choices.index(chosen)
    return Pick(table.tricks_done, trick.lead is None, tuple(options), at)


def ends_in(table: Table, game: Played) -> list[Ends]:
    """Return the ends of rollouts after each card that was played in rounds 1 and 2."""
    rng, state = Random(f"ends {game.seed}"), new_game(Setup(table.level))
    found = []
    for action in game.actions:
        if isinstance(action, Play) and state.table.round < ROUNDS:
            found.append(_ends_after(table, observe(state, action.seat), action, rng))
        state = apply(state, action).state
    return found


def _ends_after(table: Table, seen: Observation, action: Play[Card], rng: Random) -> Ends:
    point, at = decision_point_of(seen), seen.table
    judge = table.expected.judge_at(at.setup, at.round, at.tricks_done)
    worlds = list(worlds_of(seen, rng, table.worlds))
    policy, plans = table.expected.policy, list[list[RolloutEnd]]()
    for candidate in candidates_of(seen, point):
        if seen.choices[candidate.choice] == action:
            plans.append([follow_candidate(point, candidate, one, policy)[1] for one in worlds])
    best = max(plans, key=lambda ends: sum(judge(end).total for end in ends))
    return Ends(at.round, at.tricks_done, tuple(_mean(map(_row_of, best))))


def _row_of(end: RolloutEnd) -> tuple[float, ...]:
    fate, cards = end.fate, end.hand.bit_count() + end.other.bit_count()
    lost, won = fate is WorldOutcome.LOST, fate is WorldOutcome.WON
    gems = 0 if lost or won else gems_on(end.path.gems) - 1
    tokens = 0 if lost else end.path.reserve
    return lost, won, gems, tokens, cards * won


def _mean(rows: Iterator[Sequence[float]]) -> list[float]:
    columns = list(zip(*rows, strict=True))
    return [sum(column) / len(column) for column in columns]
