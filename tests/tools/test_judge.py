"""The judge finds what is wrong in sentences on choices."""

from __future__ import annotations

import pytest

from foxduet.analysis.puzzles import puzzles_of
from foxduet.core.registry import rule_set
from tests.tools.judge import READERS
from tests.tools.verdicts import FaultKind, Item, judge

FALSE, SHARE, MISLEADING = FaultKind.FALSE, FaultKind.SHARE, FaultKind.MISLEADING
EMPTY, FOUND_NOTHING = FaultKind.EMPTY, FaultKind.FOUND_NOTHING


def faults_in(game: str, number: int, best: str, chosen: str, text: str) -> set[FaultKind]:
    """Return the kinds of faults in a text on two choices of a shipped puzzle."""
    puzzle = puzzles_of(game)[number - 1]
    seen, parse = puzzle.decision_point.observation, rule_set(game).parse_action
    item = Item(text, seen, parse(best), parse(chosen), (), True, text)
    return {fault.kind for fault in judge(READERS[game], item)}


# 3.7: the 8 of Doves was led, and the fox is on 4. The 2 of Stars takes it to the gem on 9.
@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        (
            "The 2 of Stars finds the gem on space 9; the 4 of Stars ends on space 7, without a "
            "gem.",
            set(),
        ),
        ("The 2 of Stars is 9 times as good.", {FALSE, FOUND_NOTHING, MISLEADING}),
        (
            "The 2 of Stars finds the gem on space 9; the 4 of Stars ends on space 8, without a "
            "gem.",
            {FALSE},
        ),
        (
            "The 2 of Stars leads to the gem on space 9 this round hardly ever; the 4 of Stars, "
            "nearly always.",
            {SHARE, EMPTY},
        ),
        (
            "The 2 of Stars finds a gem at once never; the 4 of Stars, every time.",
            {FALSE, SHARE, EMPTY},
        ),
        (
            "The 4 of Stars runs the fox off the path at once about once in 10; the 2 of Stars, "
            "hardly ever.",
            {EMPTY, MISLEADING},
        ),
        (
            "The 2 of Stars leads to the gem on space 9 this round nearly always; the 4 of Stars, "
            "about 5 times in 10. Say trick 9: Ann's 10 of Doves and Bob's 9 of Stars, and the fox "
            "goes from 7 to the gem on 9.",
            {FALSE},
        ),
        (
            "No single reason stands out: the 2 of Stars wins about 60% of the time, the 4 of "
            "Stars about 50%.",
            {FOUND_NOTHING, MISLEADING},
        ),
    ],
)
def test_the_judge_of_duet_finds_each_kind_of_fault(text: str, kinds: set[FaultKind]) -> None:
    assert faults_in("duet", 121, "p2 play 2s", "p2 play 4s", text) == kinds


# 1.10: the 6 of Keys was led by Ann, who has six tricks. The 3 of Bells is a trump.
@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("The 3 of Bells wins the trick; the 2 of Bells gives Ann a seventh: victorious.", set()),
        ("The 3 of Bells wins the trick; the 2 of Bells gives Ann a fourth: humble.", {FALSE}),
        ("The 3 of Bells leaves the trick to Ann; the 2 of Bells wins it.", {FALSE}),
        (
            "The 2 of Bells makes Bob greedy about 5 times in 10; the 3 of Bells, hardly ever. Say "
            "trick 12: Bob's 4 of Keys beats Ann's 7, and Bob ends with 10 tricks.",
            {FALSE, SHARE},
        ),
    ],
)
def test_the_judge_of_the_original_game_finds_faults(text: str, kinds: set[FaultKind]) -> None:
    assert faults_in("classic", 1, "p2 play 3b", "p2 play 2b", text) == kinds
