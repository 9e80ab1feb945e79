"""What a choice surely leads to, against playing it out in every way (R6, R7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.core.common import Play, Seat
from foxduet.games.duet.rules.actions import Action, Choice, Move, format_action
from foxduet.games.duet.rules.board import Landed
from foxduet.games.duet.rules.cards import Ability
from foxduet.games.duet.rules.engine import apply
from foxduet.games.duet.rules.legality import legal_actions
from foxduet.games.duet.rules.observation import (
    exchange_outlook,
    follow_outlook,
    observe,
    surely_loses,
)
from foxduet.games.duet.rules.position import parse_position, restore
from foxduet.games.duet.rules.state import GameState, Outcome, Setup
from tests.support.deals import setup_of, with_table
from tests.support.players import boards, few, random_game, seeds

FOLLOW = "1.1 2d3d/{hand} {decree} 7r9d6d6s4s2r4r p1:{lead} - 1202101212 {at} {reserve} p2:play"


def losing(line: str) -> set[str]:
    """Return those choices at a position that surely lose, as text."""
    state = restore(parse_position(line, setup_of(2)))
    pending = state.table.pending
    assert pending is not None
    assert pending.seat is not None
    seen = observe(state, pending.seat)
    return {format_action(one) for one in legal_actions(state) if surely_loses(seen, one)}


def test_a_move_beyond_the_path_loses_without_a_token() -> None:
    # A Musician may turn the fox: to the right it is lost.
    line = "1.1 4d/6d 5s 7r2d8d9d4s2r4r p1:2s1s - 1202101212 9 {reserve} p1:move"
    assert losing(line.format(reserve=0)) == {"p1 move +3"}
    assert losing(line.format(reserve=1)) == set()


@pytest.mark.parametrize(
    ("hand", "at", "lost"),
    [
        # The 5 of Doves was led. With the 8 it is 1 to 3 spaces; the Musician may turn the fox.
        ("1d8d", 10, {"p2 play 8d"}),
        ("1d8d", 9, set()),
        ("1d8d", 1, set()),
        # A trump wins, and any other suit does not.
        ("8s", 10, {"p2 play 8s"}),
        ("8s", 1, set()),
        ("8r", 10, set()),
        ("8r", 1, {"p2 play 8r"}),
    ],
)
def test_following_loses_if_whoever_wins_must_leave_the_path(
    hand: str, at: int, lost: set[str]
) -> None:
    line = FOLLOW.format(hand=hand, decree="1s", lead="5d", at=at, reserve="{}")
    assert losing(line.format(0)) == lost
    assert losing(line.format(1)) == set()


def test_following_with_foxes_is_never_sure() -> None:
    line = FOLLOW.format(hand="3s8s", decree="1r", lead="5s", at=10, reserve=0)
    assert losing(line) == {"p2 play 8s"}


def test_an_exchange_loses_if_the_new_trump_does() -> None:
    # Left led the 3 of Roses, Right followed with the 6 of Doves: Right wins if Doves are trump.
    line = "1.1 2s9s/5d8s 1s 7r1d8d4s2r4r9d p1:3r6d - 1202101212 9 0 p2:exchange"
    assert losing(line) == {"p2 exchange 5d"}
    assert losing(line.replace(" 9 0 ", " 2 0 ")) == {"p2 exchange 8s", "p2 exchange -"}
    assert losing(line.replace(" 9 0 ", " 9 1 ")) == set()


def test_an_exchange_before_anybody_followed_is_never_sure() -> None:
    line = "1.1 2s9s/5d8s 1s 7r1d8d4s2r4r6d p1:3r - 1202101212 10 0 p2:exchange"
    assert losing(line) == set()


tokenless = st.builds(
    Setup, st.integers(1, 3), boards().map(lambda board: replace(board, forest_tokens=0))
)


def is_trick_over(state: GameState, since: GameState) -> bool:
    """Return whether the trick that was under way is over."""
    pending = state.table.pending
    now, then = state.table, since.table
    return pending is None or (now.round, now.tricks_done) != (then.round, then.tricks_done)


def outcomes(state: GameState, since: GameState) -> Iterator[Outcome | None]:
    """Yield how the trick under way can end, in every way that it can be played."""
    if is_trick_over(state, since):
        yield state.table.outcome
        return
    for action in legal_actions(state):
        yield from outcomes(apply(state, action).state, since)


def is_told(state: GameState, action: Action) -> bool:
    """Return whether what lies open settles where a choice leads."""
    table = state.table
    match action:
        case Move():
            return True
        case Play(_, card):
            return table.lead is not None and card.ability is not Ability.FOXES
        case _:
            pending = table.pending
            exchanges = pending is not None and pending.choice is Choice.EXCHANGE
            return exchanges and table.trick is not None and table.trick.follow is not None


@few(60)
@given(tokenless, seeds)
def test_a_choice_surely_loses_just_if_every_way_to_play_on_does(setup: Setup, seed: int) -> None:
    for state, _action, _step in random_game(setup, Random(seed)):
        pending = state.table.pending
        if pending is None or pending.seat is None:
            continue
        seen = observe(state, pending.seat)
        for action in legal_actions(state):
            ends = {*outcomes(apply(state, action).state, state)} if is_told(state, action) else {}
            assert surely_loses(seen, action) == (ends == {Outcome.LOST})


@few(40)
@given(st.integers(1, 3), seeds)
def test_nothing_surely_loses_with_a_token_left(level: int, seed: int) -> None:
    for state, _action, _step in random_game(setup_of(level), Random(seed)):
        pending = state.table.pending
        if pending is None or pending.seat is None:
            continue
        for tokens in (1, 3):
            with_tokens = with_table(state, reserve=tokens)
            seen = observe(with_tokens, pending.seat)
            assert not any(surely_loses(seen, one) for one in legal_actions(with_tokens))


@few(40)
@given(st.integers(1, 3), seeds)
def test_an_outlook_names_the_winner_and_every_space_that_the_fox_may_come_to(
    level: int, seed: int
) -> None:
    for state, action, step in random_game(setup_of(level), Random(seed)):
        table, outlook = state.table, None
        if isinstance(action, Play) and is_told(state, action):
            outlook = follow_outlook(table, action.card)
        elif getattr(table.pending, "choice", None) is Choice.EXCHANGE:
            outlook = exchange_outlook(table, getattr(action, "card", None))
        if outlook is None:
            continue
        winner, landings = outlook
        spaces = {one.space for one in landings if isinstance(one, Landed)}
        after = step.state.table
        if after.pending is not None and after.pending.choice is Choice.MOVE:
            assert after.pending.seat is winner
        elif is_trick_over(step.state, state) and len(spaces) == len(landings) == 1:
            assert after.path.tracker in spaces
            assert after.trick is None or after.trick.leader in (winner, *Seat)
