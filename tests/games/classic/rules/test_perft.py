"""Counts of lines of play (perft): a change anywhere in the rules changes some figure.

A line is a sequence of legal actions; it ends after ``depth`` actions, or earlier where a deal is
due or the game is over. All figures were counted twice: with the engine and with the reference in
``tests.support.classic.by_hand``, which shares no code with it. The tests do so again where that
is quick; two figures are worked out by hand.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from foxduet.games.classic.rules.engine import apply, new_game
from foxduet.games.classic.rules.legality import legal_actions
from foxduet.games.classic.rules.state import GameState, Setup
from tests.support.classic.by_hand import Sheet, count_lines, successors
from tests.support.classic.deals import DEAL_BY_P1, after, at, line_of, turn
from tests.support.strategies import fewer


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
