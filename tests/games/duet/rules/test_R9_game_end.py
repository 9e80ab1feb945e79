"""R9: outcomes, the score, games that cannot be won any more; and what holds of whole games."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from foxduet.core.common import Seat
from foxduet.games.duet.rules.actions import Choice
from foxduet.games.duet.rules.board import GEM_TOKENS, Board
from foxduet.games.duet.rules.cards import DECK
from foxduet.games.duet.rules.engine import new_game
from foxduet.games.duet.rules.events import GameEnded, GemCollected, GemsAdded
from foxduet.games.duet.rules.legality import legal_actions
from foxduet.games.duet.rules.observation import observe
from foxduet.games.duet.rules.scoring import Score, can_be_won, gems_too_many, score
from foxduet.games.duet.rules.state import GameState, Outcome, Setup
from tests.games.contract import Contract
from tests.games.duet.contract import DUET
from tests.games.every import on_random_games
from tests.support.deals import (
    DEAL_BY_P1,
    DEAL_BY_P2,
    after,
    at,
    choices,
    play,
    refusal,
    setup_of,
    turn,
)
from tests.support.players import random_game, states_of_game

LEAD = "1.8 4d3r6s/6d8r2s 1d 3s4s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play"
GIFT = "1.8 4d7r6s/6d8r2s 1d 3s4s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play"
LAST = "1.10 9d/7d 1s 4s5s6s7s8s9sTs p1:- - 11211011211 6 4 p1:play"
CHOSEN_MOVE = "1.9 5d6s/Td4s 2s 1s3s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play"

DECISIONS = {
    "the first deal": (new_game(setup_of(1)), ()),
    "a lead": (at(LEAD), ()),
    "a follow": (at(LEAD), ("p1 play 4d",)),
    "naming a seat": (at(LEAD), ("p1 play 3r",)),
    "the exchange": (at(LEAD), ("p1 play 3r", "p1 foxes p2")),
    "the first gift card": (at(GIFT), ("p1 play 7r",)),
    "the second gift card": (at(GIFT), ("p1 play 7r", "p1 give 6s")),
    "a move": (at(CHOSEN_MOVE), ("p1 play 5d", "p2 play Td")),
    "the forest": (at(LAST), ("p1 play 9d", "p2 play 7d")),
    "the next deal": (at(LAST), ("p1 play 9d", "p2 play 7d", "team forest p1")),
}


@pytest.mark.parametrize("moment", DECISIONS)
def test_R9_1_the_team_may_resign_at_any_decision(moment: str) -> None:
    start, actions = DECISIONS[moment]
    step = play(after(start, *actions), "team resign")
    assert step.state.table.outcome is Outcome.RESIGNED
    assert turn(step.state) == "over:resigned"
    assert step.events == (GameEnded(Outcome.RESIGNED, None),)


def test_R9_1_the_four_outcomes() -> None:
    assert {outcome.value for outcome in Outcome} == {
        "victory",
        "lost",
        "out-of-time",
        "resigned",
    }


@pytest.mark.parametrize("over", ["over:victory:26", "over:lost", "over:out-of-time"])
@pytest.mark.parametrize(
    "action",
    [
        "p1 play 4d",
        "p1 foxes p1",
        "p1 exchange -",
        "p1 give 4d",
        "p1 move 0",
        "team forest p1",
        "team resign",
        DEAL_BY_P1,
        DEAL_BY_P2,
    ],
)
def test_R9_1_nothing_is_allowed_after_the_end(over: str, action: str) -> None:
    state = at(f"3.9 4d6s/6d8r 1d 3s4s5s7s8s9sTs - - 00000000000 6 4 {over}")
    assert choices(state) == []
    assert refusal(state, action) == "the game is over"


@pytest.mark.parametrize(("level", "round_number"), [(1, 1), (1, 2), (2, 2), (2, 3), (3, 3)])
@pytest.mark.parametrize("reserve", [0, 3])
def test_R9_2_the_score_of_a_victory(level: int, round_number: int, reserve: int) -> None:
    setup = Setup(level, setup_of(1).board)
    state = at(
        f"{round_number}.8 4d3r6s/6d8r2s 1d 3s4s5s7s8s9sTs p1:- - 00000000100 6 {reserve} p1:play",
        setup,
    )
    step = play(state, "p1 play 4d", "p2 play 6d")
    expected = Score(
        level=10 * level,
        cards=4,
        early=10 if round_number == 2 else 0,
        tokens=3 * reserve,
    )
    assert score(step.state) == expected
    assert expected.total == 10 * level + 4 + (10 if round_number == 2 else 0) + 3 * reserve
    assert step.events[-1] == GameEnded(Outcome.VICTORY, expected.total)
    assert turn(step.state) == f"over:victory:{expected.total}"


def test_R9_2_the_cards_left_in_both_hands_count() -> None:
    hands = "4d3r4r5r8r9r/6d1r2s8s9sTs"
    state = at(f"2.5 {hands} 1d 1s3s4s5s6s7sTr p1:- - 00000000100 6 1 p1:play")
    won = after(state, "p1 play 4d", "p2 play 6d")
    assert score(won) == Score(level=10, cards=10, early=10, tokens=3)


@pytest.mark.parametrize("outcome", ["lost", "out-of-time", "resigned"])
def test_R9_2_a_defeat_scores_nothing(outcome: str) -> None:
    state = at(f"3.9 4d6s/6d8r 1d 3s4s5s7s8s9sTs - - 11211011211 6 4 over:{outcome}")
    assert score(state) is None


def test_R9_2_a_game_under_way_has_no_score() -> None:
    assert score(at(LEAD)) is None


def _lead(round_number: int, done: int, path: str, setup: Setup | None = None) -> GameState:
    """Return a lead with ``done`` tricks behind, on a path with no token left."""
    deck = [rank + suit for suit in "drs" for rank in "123456789T"]
    size = 11 - done
    p1, p2, decree, stock = deck[:size], deck[size : 2 * size], deck[22], deck[23:]
    hands = f"{''.join(p1)}/{''.join(p2)}"
    line = f"{round_number}.{done} {hands} {decree} {''.join(stock)} p1:- - {path} 6 0 p1:play"
    return at(line, setup)


@pytest.mark.parametrize(
    ("round_number", "done", "path", "possible"),
    [
        # Round 3: as many gems as tricks are left, and one more.
        (3, 0, "11111111111", True),
        (3, 0, "21111111111", False),
        (3, 8, "11100000000", True),
        (3, 8, "11110000000", False),
        (3, 10, "10000000000", True),
        (3, 10, "20000000000", False),
        # Round 2: what is left then, and five plus gems, against the 11 tricks of round 3.
        (2, 0, "55540000000", False),
        (2, 0, "55520000000", True),
        (2, 10, "70000000000", True),
        (2, 10, "80000000000", False),
        # Round 1: even all 22 gems, less 11, plus 5, less 11, plus 5, are 10 for round 3.
        (1, 0, "m0000000000", True),
        (1, 9, "e0000000000", True),
        (1, 9, "f0000000000", False),
        (1, 6, "h0000000000", True),
        (1, 6, "i0000000000", False),
    ],
)
def test_R9_3_more_gems_than_tricks_cannot_be_collected(
    round_number: int, done: int, path: str, possible: bool
) -> None:
    assert can_be_won(_lead(round_number, done, path).table) is possible


@pytest.mark.parametrize(
    ("round_number", "path", "possible"),
    [
        (2, "b0000000000", True),
        (2, "c0000000000", False),
        # Round 2 takes 11, five are added, and round 3 takes 11.
        (1, "h0000000000", True),
        (1, "i0000000000", False),
    ],
)
@pytest.mark.parametrize(("reserve", "due"), [(0, "deal"), (1, "team:forest")])
def test_R9_3_between_rounds_the_plus_gems_already_lie_on_the_path(
    round_number: int, path: str, possible: bool, reserve: int, due: str
) -> None:
    line = f"{round_number}.11 -/- 1d 3s4s5s7s8s9sTs - - {path} 6 {reserve} {due}"
    assert can_be_won(at(line).table) is possible


def test_R9_3_the_trick_under_way_counts_until_the_tracker_has_moved() -> None:
    state = at("3.10 5d/Td 2s 4s5s6s7s8s9sTs p1:- - 00000000100 6 0 p1:play")
    for action in ("p1 play 5d", "p2 play Td"):
        state = after(state, action)
        assert can_be_won(state.table)
    # +3 reaches the gem, +1 does not: the game is over either way.
    assert can_be_won(after(state, "p2 move +3").table)
    assert not can_be_won(after(state, "p2 move +1").table)


def test_R9_3_a_game_about_to_begin_can_be_won() -> None:
    for level in (1, 2, 3):
        assert can_be_won(new_game(setup_of(level)).table)


def test_R9_3_a_board_can_be_too_rich_to_be_won() -> None:
    # 22 gems; 11 are left after round 1, then 8 are added each time: 19 - 11 + 8 - 11 = 5.
    rich = Board((4, 4, 4, 0, 0, 4, 3, 3), (1, 2, 3, 4, 5, 6, 7, 8), 4, 0)
    assert not can_be_won(new_game(Setup(1, rich)).table)
    assert can_be_won(new_game(Setup(1, replace(rich, plus=(1, 2, 3, 4, 5)))).table)


def test_R9_3_no_more_gems_are_added_than_there_are() -> None:
    # 22 gems, of which 11 are left after each round, when 11 of 19 plus spaces get another one.
    board = Board((2,) * 3 + (1,) * 16, tuple(range(1, 20)), 10, 0)
    assert gems_too_many(new_game(Setup(1, board)).table) == 11


def test_R9_3_gems_that_are_added_after_a_victory_do_not_count() -> None:
    # Eleven gems for eleven tricks; a second round would be hopeless.
    board = Board((1,) * 11 + (0,) * 8, tuple(range(1, 20)), 10, 0)
    assert can_be_won(new_game(Setup(1, board)).table)


def test_R9_3_a_game_that_cannot_be_won_may_be_played_on() -> None:
    hopeless = _lead(3, 8, "11110000000")
    assert choices(hopeless) == ["p1 play 1d", "p1 play 2d", "p1 play 3d"]


@pytest.mark.parametrize(
    ("over", "won"), [("victory:26", True), ("lost", False), ("resigned", False)]
)
def test_R9_3_a_finished_game_can_be_won_only_if_it_was(over: str, won: bool) -> None:
    line = f"3.9 4d6s/6d8r 1d 3s4s5s7s8s9sTs - - 00000000000 6 4 over:{over}"
    assert can_be_won(at(line).table) is won


@on_random_games(150, DUET)
def test_gems_are_conserved(game: Contract, setup: Setup, seed: int) -> None:
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


@on_random_games(150, DUET)
def test_tracker_and_start_are_uncovered_and_covered_spaces_are_bare(
    game: Contract, setup: Setup, seed: int
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


@on_random_games(150, DUET)
def test_a_move_and_an_end_are_asked_for_only_where_there_is_a_choice(
    game: Contract, setup: Setup, seed: int
) -> None:
    for state in states_of_game(setup, seed):
        if state.table.pending and state.table.pending.choice in (Choice.MOVE, Choice.FOREST):
            assert len(legal_actions(state)) > 1


@on_random_games(150, DUET)
def test_the_end_of_a_game_has_its_score_and_a_victory_leaves_no_gem(
    game: Contract, setup: Setup, seed: int
) -> None:
    *_steps, (_before, _action, last) = random_game(setup, Random(seed))
    table, points = last.state.table, score(last.state)
    assert table.outcome is not None
    assert last.events[-1] == GameEnded(table.outcome, points.total if points else None)
    assert (table.outcome is Outcome.VICTORY) is (table.path.gems_left == 0)


@on_random_games(150, DUET)
def test_a_game_that_cannot_be_won_is_not_won(game: Contract, setup: Setup, seed: int) -> None:
    states = states_of_game(setup, seed)
    winnable = [can_be_won(state.table) for state in states]
    assert winnable == sorted(winnable, reverse=True)
    assert winnable[-1] is (states[-1].table.outcome is Outcome.VICTORY)


def test_random_games_end_in_every_way_in_every_round() -> None:
    board = Board((0, 0, 1, 0, 0, 1, 0, 1, 1, 0, 0), (5, 6, 7), 6, 4)
    last = [states_of_game(Setup(1, board), seed)[-1] for seed in range(60)]
    assert {state.table.outcome for state in last} == {*Outcome} - {Outcome.RESIGNED}
    assert {state.table.round for state in last} == {1, 2, 3}


@on_random_games(100, DUET)
def test_what_the_seats_remember_of_each_other_is_true(
    game: Contract, setup: Setup, seed: int
) -> None:
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
