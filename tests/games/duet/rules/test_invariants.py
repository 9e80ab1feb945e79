"""Whole games: what always holds, and how many positions follow from one."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given

from foxduet.core.common import Deal, Seat
from foxduet.games.duet.rules.actions import Choice, format_action
from foxduet.games.duet.rules.board import GEM_TOKENS, Board
from foxduet.games.duet.rules.cards import DECK
from foxduet.games.duet.rules.engine import apply, new_game
from foxduet.games.duet.rules.events import GameEnded, GemCollected, GemsAdded
from foxduet.games.duet.rules.legality import legal_actions
from foxduet.games.duet.rules.observation import cards_out, observe
from foxduet.games.duet.rules.scoring import can_be_won, score
from foxduet.games.duet.rules.state import GameState, Outcome, Setup
from tests.support.deals import (
    DEAL_BY_P1,
    after,
    assert_cards_accounted_for,
    at,
    line_of,
    setup_of,
    turn,
)
from tests.support.duet_by_hand import Sheet, count_lines, successors
from tests.support.players import few, fewer, random_game, seeds, setups, states_of_game


@few(150)
@given(setups, seeds)
def test_thirty_cards_are_accounted_for(setup: Setup, seed: int) -> None:
    for state in states_of_game(setup, seed):
        assert_cards_accounted_for(state)
        assert len(cards_out(state)) == 2 * state.table.tricks_done


@few(150)
@given(setups, seeds)
def test_hands_are_sorted_and_shrink_with_the_tricks(setup: Setup, seed: int) -> None:
    for state in states_of_game(setup, seed):
        for hand in state.hands:
            assert list(hand) == sorted(hand, key=DECK.index)
        if state.table.round:
            played = len(state.table.trick.cards) if state.table.trick else 0
            offered = state.offer is not None
            in_hands = len(state.hands[0]) + len(state.hands[1])
            assert in_hands == 22 - 2 * state.table.tricks_done - played - offered


@few(150)
@given(setups, seeds)
def test_gems_are_conserved(setup: Setup, seed: int) -> None:
    left = states_of_game(setup, seed)[0].table.path.gems_left
    for _, _, step in random_game(setup, Random(seed)):
        for event in step.events:
            if isinstance(event, GemCollected):
                left -= 1
            elif isinstance(event, GemsAdded):
                left += len(event.spaces)
        assert step.state.table.path.gems_left == left
        assert 0 <= left <= GEM_TOKENS
        assert min(step.state.table.path.gems) >= 0


@few(150)
@given(setups, seeds)
def test_tracker_and_start_are_uncovered_and_covered_spaces_are_bare(
    setup: Setup, seed: int
) -> None:
    for state in states_of_game(setup, seed):
        path = state.table.path
        spaces = range(1, len(path.gems) + 1)
        covered = [space for space in spaces if path.is_covered(space)]
        assert path.tracker not in covered
        assert setup.board.start not in covered
        assert not any(path.gems[space - 1] for space in covered)
        assert len(covered) + state.table.reserve == setup.board.forest_tokens
        assert [*range(path.first, path.last + 1)] == [
            space for space in spaces if space not in covered
        ]


@few(150)
@given(setups, seeds)
def test_there_is_a_choice_until_a_deal_is_due_or_the_game_is_over(setup: Setup, seed: int) -> None:
    for state in states_of_game(setup, seed):
        assert (state.table.pending is None) is (state.table.outcome is not None)
        dealing = state.table.pending is not None and state.table.pending.choice is Choice.DEAL
        assert bool(legal_actions(state)) is (state.table.pending is not None and not dealing)
        if state.table.pending is not None and state.table.pending.choice in (
            Choice.MOVE,
            Choice.FOREST,
        ):
            assert len(legal_actions(state)) > 1


@few(150)
@given(setups, seeds)
def test_a_game_ends_once_and_says_so_last(setup: Setup, seed: int) -> None:
    steps = [step for _, _, step in random_game(setup, Random(seed))]
    ends = [event for step in steps for event in step.events if isinstance(event, GameEnded)]
    assert ends == [steps[-1].events[-1]]
    last = steps[-1].state
    assert last.table.outcome is not None
    points = score(last)
    assert ends[0] == GameEnded(last.table.outcome, points.total if points else None)
    assert (last.table.outcome is Outcome.VICTORY) is (last.table.path.gems_left == 0)


@few(150)
@given(setups, seeds)
def test_a_game_that_cannot_be_won_is_not_won(setup: Setup, seed: int) -> None:
    states = states_of_game(setup, seed)
    winnable = [can_be_won(state.table) for state in states]
    assert winnable == sorted(winnable, reverse=True)
    assert winnable[-1] is (states[-1].table.outcome is Outcome.VICTORY)


@few(60)
@given(setups, seeds)
def test_the_engine_plays_by_the_reference(setup: Setup, seed: int) -> None:
    sheet = Sheet(setup.board.start, setup.board.plus, setup.level)
    for state, action, _ in random_game(setup, Random(seed)):
        if not isinstance(action, Deal):
            legal = legal_actions(state)
            assert successors(line_of(state), sheet) == {
                format_action(choice): line_of(apply(state, choice).state) for choice in legal
            }


def test_random_games_end_in_every_way_in_every_round() -> None:
    board = Board((0, 0, 1, 0, 0, 1, 0, 1, 1, 0, 0), (5, 6, 7), 6, 4)
    last = [states_of_game(Setup(1, board), seed)[-1] for seed in range(60)]
    assert {state.table.outcome for state in last} == {*Outcome} - {Outcome.RESIGNED}
    assert {state.table.round for state in last} == {1, 2, 3}


@few(100)
@given(setups, seeds)
def test_what_the_seats_remember_of_each_other_is_true(setup: Setup, seed: int) -> None:
    for state in states_of_game(setup, seed):
        offered = () if state.offer is None else (state.offer,)
        for seat in Seat:
            seen = observe(state, seat)
            partner = {*state.hands[seat.other], *offered}
            assert partner >= set(seen.partner_known)
            assert list(seen.partner_known) == sorted(set(seen.partner_known), key=DECK.index)
            assert list(seen.partner_voids) == sorted(set(seen.partner_voids))
            unknown = partner - set(seen.partner_known) - {seen.own_offer}
            assert not {card.suit for card in unknown} & set(seen.partner_voids)


def count(state: GameState, depth: int) -> int:
    """Count the lines of ``depth`` actions."""
    legal = legal_actions(state) if depth else ()
    if not legal:
        return 1
    if depth == 1:
        return len(legal)
    return sum(count(apply(state, action).state, depth - 1) for action in legal)


def ends_of_round(state: GameState) -> Counter[str]:
    """Count the lines to the end of the round by their last TURN."""
    legal = legal_actions(state)
    if not legal:
        return Counter([turn(state)])
    return sum((ends_of_round(apply(state, action).state) for action in legal), Counter())


def reference_ends(line: str, sheet: Sheet) -> Counter[str]:
    """Count what ends_of_round counts, with the reference."""
    following = successors(line, sheet)
    if not following:
        return Counter([line.rsplit(" ", maxsplit=1)[-1]])
    return sum((reference_ends(after, sheet) for after in following.values()), Counter())


def sheet_of(level: int) -> Sheet:
    board = setup_of(level).board
    return Sheet(board.start, board.plus, level)


# From the first lead to depth 1, 2, 3, ... Foxes, Gifts, Gazelles and Musicians occur in all of
# them. The path is too long for the board or the level to matter yet.
DEALS = {
    "deal p1 1d4d6d8d1r5r8r9r1s7sTs/3d5d7dTd2rTr2s3s4s6s9s 6r 7r9d2d4r5s3r8s": (
        (11, 50, 417, 2089, 16207, 75945)
    ),
    "deal p2 2d6d8dTd1r2r7r1s4s7sTs/1d7d3r4r5r6r8rTr2s3s9s 4d 9d3d5s6s8s9r5d": (
        (11, 49, 384, 2057, 15490, 71410)
    ),
    "deal p1 1d4d5d8d5r6r7r8r1s3s6s/7d9dTd1r3r4r9rTr4s5s9s 2s 6d2r7s3d2dTs8s": (
        (11, 67, 520, 2956, 22478, 115328)
    ),
    "deal p2 3d5dTd1r3r4r8r5s7s9sTs/1d2d4d6d7d8d5r6r7r9r2s 1s 8s3s6s2r4s9dTr": (
        (11, 51, 437, 2201, 17094, 89552)
    ),
    "deal p2 1d6d8d9dTd4r6r2s8s9sTs/7d2r5r7r9rTr3s4s5s6s7s 4d 8r3d2d1s3r5d1r": (
        (11, 51, 402, 2746, 24037, 122771)
    ),
}

# From late in a round to its end: how many lines end with each TURN.
LATE = [
    (
        # Foxes, a Gift and a Musician; tokens enough, so every line sees the end of the round.
        1,
        "1.8 3d5r8s/7d2r1s 4s 2s3s5s6s7s9sTs p1:- - 11211011211 6 4 p1:play",
        {"deal": 811},
    ),
    (
        # Two Gazelles can meet, and the last two gems can be had early.
        2,
        "2.8 1d5d3r/5r7r9s 8d 3s4s5s6s7s8sTs p2:- - 0000010100 7 1 p2:play",
        {"deal": 1863, "over:victory:30": 2, "over:victory:33": 44, "over:victory:35": 26},
    ),
    (
        # Round 3, no token left: every end of a game but resigning.
        3,
        "3.8 7d3s5s/1d5d3r 2r 2s4s6s7s8s9sTs p1:- - ##00001100 5 0 p1:play",
        {
            "over:lost": 1103,
            "over:out-of-time": 1477,
            "over:victory:30": 108,
            "over:victory:32": 24,
        },
    ),
    (
        # A path of five spaces and one token.
        1,
        "3.7 2dTd1r9s/4d8d5r7s 6d 2s3s4s5s6s8sTs p2:- - ###01010### 6 1 p2:play",
        {
            "over:lost": 1058,
            "over:out-of-time": 170,
            "over:victory:10": 34,
            "over:victory:12": 12,
            "over:victory:15": 2,
            "over:victory:17": 1,
        },
    ),
    (
        # All three Musicians in one hand.
        2,
        "2.8 1d1r1s/2d2rTs 5d 3s4s5s6s7s8s9s p1:- - #100200### 4 0 p1:play",
        {"deal": 6, "over:lost": 15},
    ),
]


@pytest.mark.parametrize(("deal", "figures"), DEALS.items())
def test_lines_from_the_first_lead(deal: str, figures: tuple[int, ...]) -> None:
    expected = fewer(figures, 5)
    dealt = after(new_game(setup_of(1)), deal)
    assert tuple(count(dealt, depth) for depth in range(1, len(expected) + 1)) == expected


@pytest.mark.parametrize("level", [2, 3])
@pytest.mark.parametrize(("deal", "figures"), DEALS.items())
def test_lines_from_the_first_lead_at_higher_levels(
    level: int, deal: str, figures: tuple[int, ...]
) -> None:
    dealt = after(new_game(setup_of(level)), deal)
    assert tuple(count(dealt, depth) for depth in range(1, 5)) == figures[:4]


@pytest.mark.parametrize(("deal", "figures"), DEALS.items())
def test_the_reference_counts_the_same_lines(deal: str, figures: tuple[int, ...]) -> None:
    line = line_of(after(new_game(setup_of(1)), deal))
    assert count_lines(line, sheet_of(1), 4) == figures[3]


@pytest.mark.parametrize(("level", "line", "figures"), LATE)
def test_lines_to_the_end_of_the_round(level: int, line: str, figures: dict[str, int]) -> None:
    assert ends_of_round(at(line, setup_of(level))) == figures
    assert reference_ends(line, sheet_of(level)) == figures


def test_lines_of_two_actions_by_hand() -> None:
    """p2 leads; each lead counts the choices that come next.

    p2 holds 1d 7d 3r 4r 5r 6r 8r Tr 2s 3s 9s, p1 four Doves, three Roses and four Stars. 1d: the
    four Doves may follow. 7d, a Gift: ten cards may be given. 3r and 3s, Foxes: two seats may be
    named, each. 4r 5r 6r 8r Tr: the three Roses, each. 2s: the four Stars. 9s, a Royal Heir: all
    eleven. 4 + 10 + 2 x 2 + 5 x 3 + 4 + 11 = 48.
    """
    dealt = after(new_game(setup_of(1)), DEAL_BY_P1)
    assert count(dealt, 1) == 11
    assert count(dealt, 2) == 48


def test_lines_of_two_tricks_by_hand() -> None:
    """p1 holds 5d 6r, p2 3d 8r, the decree is 1s, nothing is in reserve: no forest is chosen.

    Lead 5d: p2 must follow 3d, Foxes. Named p1 keeps, or named p2 keeps (2 ways): p1 wins and the
    Gazelle gives 1, 2 or 3 steps; 6r then loses to 8r with one move: 2 x 3 = 6. Named p1 exchanges
    6r for 1s: p1 wins, 3 moves, leads 1s, 8r is trump, the Musician's 2 paws go either way:
    3 x 2 = 6. Named p2 exchanges 8r for 1s: p1 wins, 3 moves, leads 6r, now trump, p2 has no Rose
    and plays 1s, either way: 3 x 2 = 6. Together 18.

    Lead 6r: 8r wins, 2 + 2 paws to space 10; p2 leads 3d, its last card. Named p2 has no card to
    exchange: 5d wins, 3 moves. Named p1 keeps: the same 3. Named p1 exchanges 5d for 1s: 3d,
    trump, wins against 1s, 2 paws either way, beyond the path or not: 2. Together 8.

    18 + 8 = 26, and the one line that runs beyond the path loses.
    """
    line = "1.9 5d6r/3d8r 1s 4s5s6s7s8s9sTs p1:- - 11211011211 6 0 p1:play"
    assert ends_of_round(at(line)) == {"deal": 25, "over:lost": 1}
    assert reference_ends(line, sheet_of(1)) == {"deal": 25, "over:lost": 1}
