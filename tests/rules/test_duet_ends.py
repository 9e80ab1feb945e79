"""R8: the end of a round, plus gems and the forest token between rounds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.core.cards import Play, RoundEnded, Seat
from foxduet.games.duet.rules.cards import DECK, GEM_TOKENS, Ability, Board, Landed
from foxduet.games.duet.rules.engine import (
    Score,
    apply,
    can_be_won,
    gems_too_many,
    legal_actions,
    new_game,
    score,
)
from foxduet.games.duet.rules.notation import parse_position, restore
from foxduet.games.duet.rules.observation import (
    exchange_outlook,
    follow_outlook,
    observe,
    surely_loses,
)
from foxduet.games.duet.rules.state import (
    Action,
    Choice,
    GameEnded,
    GameState,
    GemCollected,
    GemsAdded,
    Move,
    Outcome,
    Setup,
    SpaceCovered,
    TrackerMoved,
    format_action,
)
from tests.contract.contract import Contract
from tests.contract.duet import DUET
from tests.contract.every import on_random_games
from tests.support.games import (
    DEAL_BY_P1,
    DEAL_BY_P2,
    after,
    at,
    choices,
    path,
    play,
    refusal,
    setup_of,
    turn,
    with_table,
)
from tests.support.players import boards, few, random_game, seeds, states_of_game

STAYS = ("p1 play 9d", "p2 play 7d")


def _last_trick(where: str, round_number: int = 1, setup: Setup | None = None) -> GameState:
    """Return the last trick of a round; 9d and 7d leave the tracker in its place."""
    return at(
        f"{round_number}.10 9d/7d 1s 4s5s6s7s8s9sTs p1:- - {where} p1:play",
        setup,
    )


def _ended(where: str, round_number: int = 1, setup: Setup | None = None) -> GameState:
    return after(_last_trick(where, round_number, setup), *STAYS)


def test_R8_1_out_of_time_after_trick_11_of_round_3() -> None:
    step = play(_last_trick("11211011211 6 2", 3), *STAYS)
    assert step.state.table.outcome is Outcome.OUT_OF_TIME
    assert turn(step.state) == "over:out-of-time"
    assert step.events[-2:] == (RoundEnded(3), GameEnded(Outcome.OUT_OF_TIME, None))


def test_R8_1_after_round_3_no_gem_is_added_and_nothing_is_covered() -> None:
    assert path(_ended("11211011211 6 2", 3)) == "11211011211 6 2"


def test_R8_1_lost_on_the_last_trick_is_not_out_of_time() -> None:
    state = at("3.10 4d/6d 1s 4s5s6s7s8s9sTs p1:- - 11211011211 9 0 p1:play")
    assert turn(after(state, "p1 play 4d", "p2 play 6d")) == "over:lost"


def test_R8_1_a_round_does_not_end_before_trick_11() -> None:
    state = at("3.9 9d6s/8d4s 1s 2s3s5s7s8s9sTs p1:- - 11211011211 6 2 p1:play")
    assert turn(after(state, "p1 play 9d", "p2 play 8d")) == "p1:play"


@pytest.mark.parametrize("round_number", [1, 2])
def test_R8_2_each_plus_space_gets_one_gem(round_number: int) -> None:
    step = play(_last_trick("11211011211 6 0", round_number), *STAYS)
    assert path(step.state) == "12222021311 6 0"
    assert step.events[-3:] == (
        TrackerMoved(6, 6),
        RoundEnded(round_number),
        # Nearest the start (6) first, the lower number first.
        GemsAdded((5, 7, 4, 9, 2)),
    )


def test_R8_2_plus_spaces_of_side_b() -> None:
    side_b = at("1.10 9d/7d 1s 4s5s6s7s8s9sTs p1:- - 1212101212 6 0 p1:play", _side_b())
    assert path(after(side_b, *STAYS)) == "1223202222 6 0"


def _side_b() -> Setup:
    return Setup(2, Board((1, 2, 1, 2, 1, 0, 1, 2, 1, 2), (3, 4, 5, 7, 9), 6, 3))


@pytest.mark.parametrize(
    ("gems", "served"),
    [
        ("22222022222", (5, 7)),
        ("22222022223", (5,)),
        ("22222022224", ()),
        ("22222022221", (5, 7, 4)),
        ("22222022220", (5, 7, 4, 9)),
        ("22222022210", (5, 7, 4, 9, 2)),
    ],
)
def test_R8_2_ruling_a_short_supply_serves_the_spaces_nearest_the_start(
    gems: str, served: tuple[int, ...]
) -> None:
    step = play(_last_trick(f"{gems} 6 0"), *STAYS)
    assert step.events[-1] == GemsAdded(served)
    assert step.state.table.path.gems_left == min(GEM_TOKENS, sum(map(int, gems)) + 5)


def test_R8_2_ruling_of_two_equally_near_spaces_the_lower_is_served() -> None:
    assert path(_ended("22222022223 6 0")) == "22223022223 6 0"


@pytest.mark.parametrize(
    ("before", "after_round", "spaces"),
    [
        ("##321011211 6 0", "##432021311", (5, 7, 4, 9, 3)),
        ("11211013### 6 0", "12222024###", (5, 7, 4, 8, 2)),
        ("####5011211 6 0", "####8021311", (5, 7, 5, 9, 5)),
    ],
)
def test_R8_2_ruling_a_gem_for_a_covered_space_goes_to_the_nearest_toward_the_start(
    before: str, after_round: str, spaces: tuple[int, ...]
) -> None:
    step = play(_last_trick(before), *STAYS)
    assert path(step.state) == f"{after_round} 6 0"
    assert step.events[-1] == GemsAdded(spaces)


def test_R8_2_ruling_the_printed_distance_counts_also_for_covered_spaces() -> None:
    # Two gems are left for 5 7 4 9 2, though the gem of space 4 would go to 5.
    assert path(_ended("####b090000 6 0")) == "####c0a0000 6 0"


def test_R8_2_a_gem_taken_on_the_last_trick_is_back_in_the_supply() -> None:
    # 22 on the board, one of them on the tracker's space.
    assert path(_ended("22222222222 6 0")) == "22223122222 6 0"


def test_R8_2_gems_come_before_the_forest_token() -> None:
    state = _ended("11211011211 6 4")
    assert path(state) == "12222021311 6 4"
    assert turn(state) == "team:forest"


def test_R8_2_the_gem_just_added_slides_when_its_space_is_covered() -> None:
    state = _ended("#1211011211 6 3")
    assert path(after(state, "team forest p1")) == "##422021311 6 2"


def test_R8_3_the_team_chooses_the_end() -> None:
    state = _ended("11211011211 6 4")
    assert choices(state) == ["team forest p1", "team forest p2"]
    p1_end = play(state, "team forest p1")
    assert path(p1_end.state) == "#3222021311 6 3"
    assert p1_end.events == (SpaceCovered(1, Seat.P1, gems=1, to=2),)
    p2_end = play(state, "team forest p2")
    assert path(p2_end.state) == "1222202132# 6 3"
    assert p2_end.events == (SpaceCovered(11, Seat.P2, gems=1, to=10),)


def test_R8_3_the_token_is_placed_before_the_deal() -> None:
    state = _ended("11211011211 6 4")
    assert "must first choose an end for the forest token" in refusal(state, DEAL_BY_P1)
    assert turn(after(state, "team forest p1")) == "deal"


def test_R8_3_nothing_is_chosen_about_the_forest_at_other_times() -> None:
    assert "turn to play a card" in refusal(_last_trick("11211011211 6 4"), "team forest p1")


@pytest.mark.parametrize(
    ("before", "after_round", "covered"),
    [
        ("01211011211 1 4", "0222202132# 1 3", SpaceCovered(11, Seat.P2, 1, 10, forced=True)),
        ("11211011210 11 4", "#3222021310 11 3", SpaceCovered(1, Seat.P1, 1, 2, forced=True)),
        ("##011011211 3 2", "##12202132# 3 1", SpaceCovered(11, Seat.P2, 1, 10, forced=True)),
        ("1121101120# 10 3", "#322202130# 10 2", SpaceCovered(1, Seat.P1, 1, 2, forced=True)),
    ],
)
def test_R8_3_forced_to_the_other_end_when_the_tracker_stands_on_an_end(
    before: str, after_round: str, covered: SpaceCovered
) -> None:
    step = play(_last_trick(before), *STAYS)
    assert path(step.state) == after_round
    assert step.events[-1] == covered
    assert turn(step.state) == "deal"


def test_R8_3_an_overrun_on_the_last_trick_leaves_the_choice() -> None:
    state = at("1.10 4d/6d 1s 4s5s6s7s8s9sTs p1:- - 11211011211 9 2 p1:play")
    ended = after(state, "p1 play 4d", "p2 play 6d")
    assert path(ended) == "1222202132# 6 1"
    assert turn(ended) == "team:forest"
    assert path(after(ended, "team forest p2")) == "122220215## 6 0"


@pytest.mark.parametrize("tracker", [1, 6, 11])
def test_R8_3_with_none_in_reserve_nothing_happens(tracker: int) -> None:
    state = _ended(f"01211011210 {tracker} 0")
    assert turn(state) == "deal"
    assert path(state) == f"02222021310 {tracker} 0"


def test_R8_4_the_next_round_is_dealt() -> None:
    for ended in (_ended("11211011211 6 0"), after(_ended("11211011211 6 1"), "team forest p1")):
        assert choices(ended) == []
        dealt = after(ended, DEAL_BY_P2)
        assert (dealt.table.round, dealt.table.tricks_done) == (2, 0)
        assert turn(dealt) == "p1:play"
        assert [len(hand) for hand in dealt.hands] == [11, 11]


def test_R8_4_the_path_stays_as_it_is_for_the_next_round() -> None:
    ended = after(_ended("11211011211 6 4"), "team forest p2")
    assert path(after(ended, DEAL_BY_P2)) == path(ended)


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
