"""Whole matches: what always holds, what fixed ones were, and how many positions follow."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import get_origin

import pytest
from hypothesis import given

from foxduet.ai.partner import choose_at_random
from foxduet.core.common import Deal, Seat
from foxduet.games.classic.rules.actions import Choice, Resign, format_action
from foxduet.games.classic.rules.cards import DECK
from foxduet.games.classic.rules.engine import apply, new_game
from foxduet.games.classic.rules.events import Event, GameEnded, RoundEnded, TreasuresScored
from foxduet.games.classic.rules.legality import legal_actions
from foxduet.games.classic.rules.observation import cards_out
from foxduet.games.classic.rules.ruleset import RULES
from foxduet.games.classic.rules.scoring import points_for_tricks
from foxduet.games.classic.rules.state import GameState, Outcome, Setup
from foxduet.play.game import Chooser, Game, Header, act, open_game, play_out
from foxduet.play.record import BrokenRecordError, dump_record, load_record
from foxduet.store.database import scores_in_memory
from foxduet.store.entries import entry_of
from foxduet.store.scores import enter, entries
from tests.support.calls import Call
from tests.support.classic.by_hand import Sheet, count_lines, successors
from tests.support.classic.deals import (
    DEAL_BY_P1,
    after,
    assert_cards_accounted_for,
    at,
    line_of,
    random_game,
    setups,
    states_of_game,
    turn,
)
from tests.support.machine import RECORDS
from tests.support.players import few, fewer, seeds


@few(100)
@given(setups, seeds)
def test_thirty_three_cards_are_accounted_for(setup: Setup, seed: int) -> None:
    for state in states_of_game(setup, seed):
        assert_cards_accounted_for(state)
        assert len(cards_out(state)) == 2 * state.table.tricks_done


@few(100)
@given(setups, seeds)
def test_hands_are_sorted_and_shrink_with_the_tricks(setup: Setup, seed: int) -> None:
    for state in states_of_game(setup, seed):
        for hand in state.hands:
            assert list(hand) == sorted(hand, key=DECK.index)
        if state.table.round:
            played = len(state.table.trick.cards) if state.table.trick else 0
            drawn = state.drawn is not None
            in_hands = len(state.hands[0]) + len(state.hands[1])
            assert in_hands == 26 - 2 * state.table.tricks_done - played + drawn


@few(100)
@given(setups, seeds)
def test_the_deck_gives_a_card_for_each_draw_and_gets_one_back(setup: Setup, seed: int) -> None:
    for state in states_of_game(setup, seed):
        if state.table.round:
            due = state.table.pending is not None and state.table.pending.choice is Choice.DISCARD
            assert (state.drawn is not None) is due
            assert len(state.draws) + due <= 3
            assert len(state.deck) == 6 - len(state.draws) - due
            assert len(state.stock) == 6 - due


@few(100)
@given(setups, seeds)
def test_points_are_those_of_tricks_and_treasures(setup: Setup, seed: int) -> None:
    points, scored = [0, 0], [0, 0]
    for _, action, step in random_game(setup, Random(seed)):
        if isinstance(action, Deal):
            scored = [0, 0]
        for event in step.events:
            match event:
                case TreasuresScored(seat, more):
                    points[seat] += more
                    scored[seat] += more
                case RoundEnded(_, tricks, for_tricks, for_treasures):
                    assert sum(tricks) == 13
                    assert for_tricks == points_for_tricks(tricks)
                    assert for_treasures == tuple(scored)
                    points = [one + more for one, more in zip(points, for_tricks, strict=True)]
                    scored = [one + more for one, more in zip(scored, for_tricks, strict=True)]
        assert step.state.table.points == tuple(points)
        assert step.state.table.scored == tuple(scored)


@few(100)
@given(setups, seeds)
def test_a_game_ends_once_with_the_target_reached_and_says_so_last(setup: Setup, seed: int) -> None:
    steps = [step for _, _, step in random_game(setup, Random(seed))]
    ends = [event for step in steps for event in step.events if isinstance(event, GameEnded)]
    last = steps[-1].state.table
    assert last.outcome is not None
    assert ends == [steps[-1].events[-1]] == [GameEnded(last.outcome, last.points)]
    assert max(last.points) >= setup.target
    dealt = [step.state.table for step in steps if step.state.table.tricks_done == 0]
    assert all(max(table.points) < setup.target for table in dealt)


@few(60)
@given(setups, seeds)
def test_the_engine_plays_by_the_reference(setup: Setup, seed: int) -> None:
    for state, action, _ in random_game(setup, Random(seed)):
        table = state.table
        p1, p2 = (table.points[seat] - table.scored[seat] for seat in Seat)
        if not isinstance(action, Deal):
            assert successors(line_of(state), Sheet(setup.target, (p1, p2))) == {
                format_action(choice): line_of(apply(state, choice).state)
                for choice in legal_actions(state)
            }


def test_random_games_end_in_every_way_and_at_every_length() -> None:
    last = [states_of_game(Setup(16), seed)[-1].table for seed in range(60)]
    assert {Outcome.P1, Outcome.P2} <= {table.outcome for table in last}
    assert {table.round for table in last} >= {2, 3, 4}


def chooser() -> Chooser:
    return lambda seen, chance: choose_at_random(seen, chance).action


def header(seed: int, target: int = 21) -> Header:
    return Header("classic", Setup(target), ("Left", "Right"), seed=seed)


def played(seed: int, target: int = 21) -> Game:
    return play_out(open_game(header(seed, target)), (chooser(), chooser()))


def resigned(seed: int, turns: int, seat: Seat) -> Game:
    game = played(seed)
    return act(Game(game.header, game.first, game.turns[:turns]), Resign(seat))


GAMES: dict[str, Callable[[], Game]] = {
    "short": lambda: played(seed=3, target=16),
    "usual": lambda: played(seed=1),
    "long": lambda: played(seed=2, target=35),
    "resigned": lambda: resigned(4, 50, Seat.P2),
}


def _positions(game: Game) -> str:
    return "".join(f"{RULES.format_position(state)}\n" for state in game.states)


@pytest.mark.parametrize("name", GAMES)
def test_a_fixed_match_is_as_it_was(name: str, golden: Callable[[str, str], None]) -> None:
    game = GAMES[name]()
    golden(f"records/classic/{name}.toml", dump_record(game))
    golden(f"records/classic/{name}.positions", _positions(game))


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_record_leads_to_its_positions(name: str) -> None:
    folder = RECORDS / "classic"
    game = load_record((folder / f"{name}.toml").read_text("utf-8"))
    assert _positions(game) == (folder / f"{name}.positions").read_text("utf-8")


def _events() -> Iterator[Event]:
    for play in GAMES.values():
        for one in play().turns:
            yield from one.step.events


def test_the_golden_matches_have_both_winners_and_every_kind_of_event() -> None:
    assert {play().state.table.outcome for play in GAMES.values()} >= {Outcome.P1, Outcome.P2}
    assert {type(event) for event in _events()} == {
        get_origin(kind) or kind for kind in Event.__args__
    }


def test_a_record_has_the_target_and_the_points() -> None:
    lines = dump_record(played(seed=1)).splitlines()
    assert lines[:6] == [
        'format = "foxduet-record/1"',
        'game = "classic"',
        "target = 21",
        'players = ["Left", "Right"]',
        'result = "p1"',
        "points = [22, 8]",
    ]


def test_a_record_says_who_resigned_instead_of_points() -> None:
    record = dump_record(resigned(4, 50, Seat.P2))
    assert '\nresult = "p1"\nresigned = "p2"\nseed = 4\n' in record
    assert "points" not in record


@pytest.mark.parametrize(
    ("right", "wrong", "reason"),
    [
        ("points = [22, 8]", "points = [22, 9]", "points: [22, 9], but after"),
        ('result = "p1"', 'result = "draw"', 'result: "draw", but after'),
        ('result = "p1"', 'result = "victory"', "it is one of p1, p2, draw, *"),
        ('result = "p1"', 'result = "p1"\nresigned = "p2"', "but this game has none"),
        ("target = 21", "target = 22", "target: 22; the targets are 16, 21 and 35"),
    ],
)
def test_a_record_that_says_otherwise_is_refused(right: str, wrong: str, reason: str) -> None:
    record = dump_record(played(seed=1))
    assert right in record
    with pytest.raises(BrokenRecordError) as raised:
        load_record(record.replace(right, wrong))
    assert reason in str(raised.value)


def test_matches_are_entered_into_the_scores() -> None:
    ended = [entry_of(play(), Path(f"{name}.toml")) for name, play in GAMES.items()]
    with scores_in_memory() as scores:
        assert enter(scores, ended) == len(ended)
        saved = {one.path: one.summary for one in entries(scores, "classic")}
    assert saved == {one.path: one.summary for one in ended}


def test_matches_are_simulated(call: Call) -> None:
    line = "simulate --game classic --target 16 --games 6 --seats random,random --seed 5 --json"
    status, out, err = call(line)
    assert (status, err) == (0, "")
    report = json.loads(out)
    assert (report["games"], report["target"]) == (6, 16)
    assert sum(report["outcomes"].values()) == 6
    assert [*report["outcomes"]] == ["p1", "p2", "draw"]


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


# From the first lead to depth 1, 2, 3, ... Foxes, Woodcutters and Monarchs occur in all of them.
DEALS = {
    "deal p2 2b3b6b8bTbEb6k7k8kEk1m6m9m/1b7b1k2k3k9kTk2m4m5m7m8mTm 4k 3m5k4bEm5b9b": (
        (13, 58, 572, 3391, 23231, 146417)
    ),
    "deal p1 1b5b8bEb4k6k7k8kTk1m7m9mEm/2b7b9bTb2k3k5k9kEk3m4m6m8m 2m Tm5m1k3b6b4b": (
        (13, 78, 654, 4829, 30547, 240870)
    ),
    "deal p2 2b4b5b6bTb2k3k4k1m3m4m5m9m/1b3b7b8bEb6k7k8kEk2m6m7mTm Tk Em9k8m1k9b5k": (
        (13, 92, 705, 5489, 35639, 282022)
    ),
    "deal p1 6b7bEb3k4k8kTkEk5m6m8m9mTm/1b2b3b8b9bTb1k6k7k1m3m4m7m 5b Em2k2m4b9k5k": (
        (13, 71, 650, 4563, 31077, 215584)
    ),
}

# From late in a round to its end: the target, the points before the round, and how many lines end
# with each TURN.
LATE = [
    (
        # A Fox, a Woodcutter, a Treasure and a Witch; one of the two reaches the target.
        "3.10 3b5k7m/2b7k9m Tk 1b4b6b8b1k2k p1:- 5-5 10-9 p1:play",
        Sheet(16, (10, 8)),
        {"over:p1": 4, "over:p2": 19},
    ),
    (
        # A Swan; who scores too little must deal again.
        "4.10 1b5k9k/3b5m7m 4b 2b6b3k8k2m6m p2:- 6-4 14-17 p2:play",
        Sheet(21, (12, 17)),
        {"deal": 54, "over:p1": 72, "over:p2": 22},
    ),
    (
        # With three Treasures six tricks are worth seven.
        "4.10 5b7b2m/3b8k9m Tk 1b4b6b8b1k2k p1:- 5-5 17-15 p1:play",
        Sheet(21, (15, 15)),
        {"over:draw": 13, "over:p1": 18, "over:p2": 26},
    ),
    (
        # A Monarch; the tenth trick is one too many.
        "6.10 1k7kEk/9b3k5k Tm 2b6b4k8k2m6m p1:- 3-7 22-29 p1:play",
        Sheet(35, (22, 28)),
        {"deal": 2, "over:p2": 58},
    ),
    (
        # All three Woodcutters in one hand.
        "1.10 5b5k5m/1b3k9m Tk 7b4b6b8b1k2k p1:- 6-4 1-1 p1:play",
        Sheet(16, (0, 0)),
        {"deal": 81},
    ),
    (
        # All three Foxes against all three Swans.
        "3.10 3b3k3m/1b1k1m 9b 7b4b6b8b7k2k p2:- 4-6 13-12 p2:play",
        Sheet(16, (13, 11)),
        {"over:p1": 30, "over:p2": 10},
    ),
]


@pytest.mark.parametrize(("deal", "figures"), DEALS.items())
def test_lines_from_the_first_lead(deal: str, figures: tuple[int, ...]) -> None:
    expected = fewer(figures, 5)
    dealt = after(new_game(Setup()), deal)
    assert tuple(count(dealt, depth) for depth in range(1, len(expected) + 1)) == expected


@pytest.mark.parametrize(("deal", "figures"), DEALS.items())
def test_the_reference_counts_the_same_lines(deal: str, figures: tuple[int, ...]) -> None:
    line = line_of(after(new_game(Setup()), deal))
    assert count_lines(line, Sheet(21), 4) == figures[3]


@pytest.mark.parametrize(("line", "sheet", "figures"), LATE)
def test_lines_to_the_end_of_the_round(line: str, sheet: Sheet, figures: dict[str, int]) -> None:
    state = at(line, sheet.target)
    p1, p2 = (has - had for has, had in zip(state.table.points, sheet.before, strict=True))
    state = replace(state, table=replace(state.table, scored=(p1, p2)))
    assert ends_of_round(state) == figures
    assert reference_ends(line, sheet) == figures


def test_lines_of_two_actions_by_hand() -> None:
    """p2 leads; each lead counts the choices that come next.

    p2 holds 1b 4b 8b Tb, 2k 4k 7k 8k, 2m 3m 6m 9m Tm; p1 holds four Bells, five Keys and four
    Moons. A Bell or a Moon: four cards may follow, but for 3m, a Fox: twelve cards may be put out,
    or none. A Key: five. 4 x 4 + 4 x 5 + 4 x 4 + 13 = 65.
    """
    dealt = after(new_game(Setup()), DEAL_BY_P1)
    assert count(dealt, 1) == 13
    assert count(dealt, 2) == 65


def test_lines_of_two_tricks_by_hand() -> None:
    """p1 holds 3b 6k, p2 5b 8m, the decree is 1m, 2k lies on the deck.

    Lead 3b: p1 keeps the decree or puts out 6k for it. Either way p2 must follow with 5b, draws
    2k, puts it or 8m under, wins, and leads what is left; p1 has one card: 2 x 2 = 4.

    Lead 6k: with 8m, trump, p2 wins and leads 5b, draws 2k and must put it under; p1 plays 3b, and
    the Fox of an empty hand asks nothing: 1. With 5b p2 draws 2k and puts it or 8m under; p1 wins
    and leads 3b: 2. Together 4 + 1 + 2 = 7.
    """
    line = "1.11 3b6k/5b8m 1m 2k3k4k7k8k9k p1:- 6-5 0-0 p1:play"
    assert ends_of_round(at(line)) == {"deal": 7}
    assert reference_ends(line, Sheet(21)) == {"deal": 7}
