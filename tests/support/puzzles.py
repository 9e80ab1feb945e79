"""A few puzzles that stay as they are, whichever are shipped, and answers to them by keys."""

from __future__ import annotations

from datetime import date

import pytest

from foxduet.analysis import puzzles
from foxduet.analysis.puzzles import book_of, puzzles_of
from foxduet.ui.kit import keys
from foxduet.ui.kit.answers import Answered
from foxduet.ui.kit.effects import OpenPuzzles
from foxduet.ui.kit.screen import Next, Screen
from foxduet.ui.menu.title import TitleScreen
from foxduet.ui.puzzle import journal
from foxduet.ui.puzzle.menu import PuzzlesScreen
from foxduet.ui.puzzle.posed import JudgePuzzle
from foxduet.ui.puzzle.screen import PuzzleScreen
from foxduet.ui.table.moves import options
from foxduet.ui.table.parts import option_keys
from tests.support.tables import (
    Desk,
    Left,
    of_kind,
    press_keys,
    received,
    settled,
    stack_of,
)

TODAY = date(2026, 11, 23)
ENDS, MOVE, LEAD, CARD, FOXES = 1, 2, 3, 4, 5
"""The numbers of Duet's."""
FOX, WITCH, DISCARD = 1, 2, 3
"""The numbers of the original game's."""

_DUET = """\
1 | ends | 1140 | level 1 | 2.6 1r6r6s8s/9dTd3r4sTs 5r 7d1s7s8d3d2r2s p1:5s - #210000010# 2 2 \
p2:play | p2 play 4s:0.156:2.03, p2 play Ts:0.725:13.47!
2 | move | 1340 | level 2 | 1.6 1d3d4s8s/2s5s7sTs Td 7d2r1s2d9s3r8r p1:6d5d - 1101000112 2 3 \
p1:move | p1 move -3:0.584:16.75, p1 move -2:0.584:16.75, p1 move -1:0.838:27.89!
3 | lead | 1769 | level 1 | 2.4 4d8dTdTr3s6s9s/2d4r6r2s4s5s8s 5d 3d2r9r1r1d1sTs p1:- - \
##210000200 5 2 p1:play | p1 play 4d:0.381:5.97, p1 play 8d:0.306:4.82, p1 play Td:0.402:6.34, \
p1 play Tr:0.426:6.76, p1 play 3s:0.742:14.89!, p1 play 6s:0.529:9.65, p1 play 9s:0.426:7.11
4 | card | 1616 | level 3 | 3.4 Td1r6r4s6s7s/7d9d3r7r8r2s8s 3s 8d9s9r5s5r4dTr p1:2d - ##1200010# \
5 0 p2:play | p2 play 7d:0.523:18.04!, p2 play 9d:0.442:15.14
5 | trump | 1694 | level 2 | 3.4 2d6d1r2r6r2sTs/1d3d9d5rTr9s 5d 4d4r8s5s1s7d3r p2:3s - #01010010# \
9 1 p2:foxes | p2 foxes p1:0.736:20.40, p2 foxes p2:0.850:24.17!
"""
_CLASSIC = """\
1 | fox | 1587 | target 21 | 1.11 3k7k/2b5b 6k TbEb8b1m1b5k p1:- 8-3 2-0 p1:play | \
p1 play 3k:0.482:2.48!, p1 play 7k:0.365:1.00
2 | witch | 1355 | target 35 | 1.11 4k/2b Tb 8k4mEb8b6b7b p2:9b3b 9-2 2-0 p1:exchange | \
p1 exchange 4k:0.523:2.67, p1 exchange -:0.726:6.00!
3 | match-end | 1446 | target 35 | 6.11 9m/1b8k 9k 1m9b5bTb2k p1:3k5k 3-8 22-29 p2:discard | \
p2 discard 1b:0.699:1.96, p2 discard 8k:0.924:4.98!
"""


def use_few_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let there be the few puzzles only, and let it be ``TODAY``."""
    texts = {book_of("duet").__package__: _DUET, book_of("classic").__package__: _CLASSIC}
    monkeypatch.setattr(puzzles, "packaged_text", lambda package, _name: texts[package])
    puzzles_of.cache_clear()
    on_day(TODAY, monkeypatch)


def on_day(day: date, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let it be another day."""

    class Clock(date):
        """A calendar that always shows the same day."""

        @classmethod
        def today(cls) -> Clock:
            return cls(day.year, day.month, day.day)

    monkeypatch.setattr(journal, "date", Clock)
    monkeypatch.setattr("foxduet.ui.menu.today.date", Clock)


def puzzles_on(desk: Desk) -> PuzzlesScreen:
    """Return the list of puzzles, as it is opened from the title."""
    title = TitleScreen(desk.game)
    return of_kind(PuzzlesScreen, settled(Next(title, (OpenPuzzles(desk.game),)), desk))


def posed(desk: Desk, number: int) -> PuzzleScreen:
    """Return a puzzle that was asked for by its number, over the list."""
    menu = puzzles_on(desk)
    asked = menu.posing(menu.book.by_number(number))
    return of_kind(PuzzleScreen, settled(asked, desk, stack_of(menu)))


def choosing(screen: Screen | Left, desk: Desk, choice: str) -> PuzzleScreen:
    """Make a choice, as records write it."""
    assert isinstance(screen, PuzzleScreen)
    rules, every = screen.session.game.rules, options(screen)
    at = [rules.format_action(option) for option in every].index(choice)
    return of_kind(PuzzleScreen, press_keys(screen, desk, option_keys(every)[at], keys.ENTER))


def thought_over(screen: PuzzleScreen, desk: Desk) -> PuzzleScreen:
    """Return a puzzle once the thought that explains its answer is there."""
    job = screen.job(desk.context)
    assert isinstance(job, JudgePuzzle)
    (thought,) = job.run(lambda: False)
    return of_kind(PuzzleScreen, received(screen, Answered(job, thought), desk))
