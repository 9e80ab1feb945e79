"""Score entries, finished games, unfinished games, and the screens of puzzles and lessons."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import cache
from pathlib import Path

import pytest

from foxduet.analysis import puzzles
from foxduet.analysis.puzzles import puzzle_module, puzzles_of
from foxduet.analysis.simulation import FindParJob, ParResult
from foxduet.games.duet.rules.cards import Board
from foxduet.games.duet.rules.engine import Score, Summary
from foxduet.games.duet.rules.state import Outcome, Resign
from foxduet.play.game import DAILY_KEY, NO_PARTNERS, Game, Header, PartnerNames, act, daily_seed
from foxduet.store.saved_games import SavedGame, collect_saves, list_record_files
from foxduet.store.score_entries import Par, ScoreEntry
from foxduet.store.scores import load_entries, open_scores
from foxduet.ui import score_handlers
from foxduet.ui.guided import Feedback, TutoredTable, TutorLine
from foxduet.ui.kit import keys
from foxduet.ui.kit.effects import JobAnswered
from foxduet.ui.kit.keys import OPTION_KEYS
from foxduet.ui.kit.screen import Screen, Transition, call
from foxduet.ui.lessons import LessonScreen, LessonsScreen
from foxduet.ui.menu import TitleScreen
from foxduet.ui.puzzles import EvaluatePuzzleJob, PuzzleScreen, PuzzlesScreen
from foxduet.ui.scores import ScoresScreen
from foxduet.ui.table.drawing import option_keys
from foxduet.ui.table.moves import do_option, end_actions_for
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import Choosing, GameOver, RoundEnd, table_options
from foxduet.words.i18n import _
from foxduet.words.text import capitalize_first
from tests.support import tables
from tests.support.players import beginning_of, duet, played_game
from tests.support.processes import patience
from tests.support.tables import Desk, Left, begin, of_kind, press_keys, received, settled, stack_of

FIRST = datetime(2026, 10, 19, 11, 30, tzinfo=UTC)
TODAY = date(2026, 11, 21)
SMALL = Board(gems=(1, 0, 1), plus=(), start=2, forest_tokens=0)


def header_at(number: int, level: int = 2, ai: PartnerNames = NO_PARTNERS) -> Header:
    """Return the header of game ``number``: 20 minutes long, one day after the previous game."""
    began = FIRST + timedelta(days=number)
    return duet(
        level,
        ("Left", "Right") if ai == NO_PARTNERS else ("Player", "Expert"),
        seed=number,
        started=began,
        finished=began + timedelta(minutes=20),
        ai=ai,
    )


@cache
def finished(number: int, level: int = 2) -> Game:
    return played_game(header_at(number, level))


def resigned(game: Game, turns: int) -> Game:
    return act(beginning_of(game, turns), Resign())


def entry(
    number: int,
    points: int | None = None,
    level: int = 2,
    partner: str | None = None,
    day: date | None = None,
    par: Par | None = None,
) -> ScoreEntry:
    """Return an invented entry: a victory in round 2 with ``points``, or a defeat if None."""
    header = header_at(number, level, (None, partner))
    seed = number if day is None else daily_seed(day, f"level {level}")
    ended = header.finished
    if day is not None:
        ended = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
    return ScoreEntry(
        game="duet",
        fingerprint=f"{number:064}",
        started=None,
        finished=ended,
        players=header.players,
        ai=header.ai,
        summary=Summary(
            level=level,
            board="",
            outcome=Outcome.LOST if points is None else Outcome.VICTORY,
            score=None if points is None else Score(10 * level, points - 10 * level - 10, 10, 0),
            round=2,
            tricks=19,
            gems_left=3 if points is None else 0,
            beyond=2 if points is None else 0,
            found=(6, 5) if points is None else (8, 7),
        ),
        hints=0,
        seed=seed,
        day=day,
        path=Path(f"game-{number}.toml"),
        par=par,
    )


def some_entries() -> tuple[ScoreEntry, ...]:
    """Return games of all kinds, oldest first."""
    par = Par("expert:200", "victory", 44)
    lost = Par("expert:200", "lost", None)
    scores = [None, 31, 34, None, None, 38, 41, 36, None, 44, 33, 39, 47, None, 42, 40]
    games = [
        entry(
            number,
            points,
            level=1 + number % 2,
            partner=(None, "expert", None, "steady", "expert")[number % 5],
            par=(None, par, lost)[number % 3],
        )
        for number, points in enumerate(scores)
    ]
    days = [(28, 38), (29, None), (31, 36), (32, 41), (33, 38)]
    games += [
        entry(100 + ahead, points, day=FIRST.date() + timedelta(days=ahead), par=par)
        for ahead, points in days
    ]
    return tuple(games)


def daily_header(day: date, level: int = 2, number: int = 0) -> Header:
    header = header_at(number, level)
    return replace(
        header, seed=daily_seed(day, f"level {level}"), further={DAILY_KEY: day.isoformat()}
    )


def resigned_table(desk: Desk, seed: int | None = 7) -> TableScreen:
    return resigned_at_table(begin(desk, 2, ("Left", "Right"), seed), desk)


def resigned_at_table(table: TableScreen, desk: Desk) -> TableScreen:
    """Return the table after its game was resigned and entered into the scores."""
    over = of_kind(TableScreen, settled(do_option(table, Resign(), desk.context), desk))
    assert not ending_of(over).entered
    after = of_kind(TableScreen, tables.later(over, desk))
    assert ending_of(after).entered
    return after


def ending_of(table: TableScreen) -> GameOver:
    assert isinstance(table.mode, GameOver)
    return table.mode


def ended_with(table: TableScreen, desk: Desk, label: str) -> Screen | Left:
    """Press the button after a game whose label begins with ``label``; return the next screen."""
    for screen in (table, of_kind(TableScreen, press_keys(table, desk, "m"))):
        labels = [capitalize_first(_(name)) for name, _end in end_actions_for(screen)]
        for index, name in enumerate(labels):
            if name.startswith(label):
                return press_keys(screen, desk, OPTION_KEYS[index], keys.ENTER)
    raise AssertionError(f"nothing after a game is called {label}")


def entered(table: TableScreen, desk: Desk) -> TableScreen:
    """Return the end of a game after entering its score, perhaps for the second time."""
    command = call("score_handlers:enter_into_scores", table.session.game, table.saved)
    return of_kind(TableScreen, settled(Transition(table, (command,)), desk))


def with_par(table: TableScreen, par: Par | None, desk: Desk) -> TableScreen:
    """Return the end of a game after the search for its par; ``par`` is None if that failed."""
    answered = JobAnswered(FindParJob(table.session.game.header), ParResult(par))
    return of_kind(TableScreen, received(table, answered, desk))


def open_scores_screen(desk: Desk) -> ScoresScreen:
    return of_kind(
        ScoresScreen,
        settled(
            Transition(tables.open_title(desk), (call("score_handlers:open_scores", "duet"),)), desk
        ),
    )


def games(desk: Desk) -> list[tuple[int | None, Outcome]]:
    """Return seed and outcome of each game in the database."""
    assert desk.scores is not None
    with open_scores(desk.scores) as scores:
        return [(game.seed, game.summary.outcome) for game in load_entries(scores, "duet")]


def unfinished(folder: Path) -> tuple[tuple[Game, SavedGame], ...]:
    """Return the unfinished games, last saved first."""
    return collect_saves(list_record_files(folder)).games


def latest_unfinished(folder: Path) -> tuple[Game, SavedGame] | None:
    """Return the unfinished game saved last, or None."""
    return next(iter(unfinished(folder)), None)


PUZZLE_DAY = date(2026, 11, 23)
ENDS, MOVE, LEAD, CARD, FOXES = 1, 2, 3, 4, 5
"""Numbers of Duet's puzzles."""
FOX, WITCH, DISCARD = 1, 2, 3
"""Numbers of the original game's puzzles."""

_DUET = """\
1 | ends | 1140 | level 1 | 2.6 1r6r6s8s/9dTd3r4sTs 5r 7d1s7s8d3d2r2s p1:5s - #210000010# 2 2 \
p2:play | p2 play 4s:0.156:2.03, p2 play Ts:0.725:13.47!
2 | move | 1340 | level 2 | 1.6 1d3d4s8s/2s5s7sTs Td 7d2r1s2d9s3r8r p1:6d5d - 1101000112 2 3 \
p1:move | p1 move -3:0.584:16.75, p1 move -2:0.584:16.75, p1 move -1:0.838:27.89!
3 | card | 1769 | level 1 | 2.4 4d8dTdTr3s6s9s/2d4r6r2s4s5s8s 5d 3d2r9r1r1d1sTs p1:- - \
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
    """Replace the shipped puzzles by a few, and set the date to ``PUZZLE_DAY``."""
    texts = {
        puzzle_module("duet").__package__: _DUET,
        puzzle_module("classic").__package__: _CLASSIC,
    }
    monkeypatch.setattr(puzzles, "read_resource", lambda package, _name: texts[package])
    puzzles_of.cache_clear()
    on_day(PUZZLE_DAY, monkeypatch)


def on_day(day: date, monkeypatch: pytest.MonkeyPatch) -> None:
    class Clock(date):
        """A calendar that always shows the same day."""

        @classmethod
        def today(cls) -> Clock:
            return cls(day.year, day.month, day.day)

    monkeypatch.setattr(score_handlers, "date", Clock)
    monkeypatch.setattr("foxduet.cli.scores.date", Clock)


def puzzles_on(desk: Desk) -> PuzzlesScreen:
    """Return the list of puzzles, opened from the title."""
    title = TitleScreen(desk.game)
    opening = call("score_handlers:open_puzzles", desk.game)
    return of_kind(PuzzlesScreen, settled(Transition(title, (opening,)), desk))


def posed(desk: Desk, number: int) -> PuzzleScreen:
    """Return a puzzle by its number, over the list."""
    menu = puzzles_on(desk)
    asked = menu.open_puzzle(menu.book.by_number(number))
    return of_kind(PuzzleScreen, settled(asked, desk, stack_of(menu)))


def choosing_answer(screen: Screen | Left, desk: Desk, choice: str) -> PuzzleScreen:
    """Choose an answer, given in record notation."""
    assert isinstance(screen, PuzzleScreen)
    rules, options = screen.session.game.rules, table_options(screen)
    at = [rules.format_action(option) for option in options].index(choice)
    return of_kind(PuzzleScreen, press_keys(screen, desk, option_keys(options)[at], keys.ENTER))


def thought_over(screen: PuzzleScreen, desk: Desk) -> PuzzleScreen:
    """Return the puzzle after the job that explains its answer."""
    job = screen.background_job(desk.context)
    assert isinstance(job, EvaluatePuzzleJob)
    (thought,) = job.run(lambda: False)
    return of_kind(PuzzleScreen, received(screen, JobAnswered(job, thought), desk))


def lessons_on(desk: Desk, *, two: bool = False) -> LessonsScreen:
    title = TitleScreen(desk.game)
    opening = call("effect_handlers:open_lessons", desk.game)
    screen = of_kind(LessonsScreen, settled(Transition(title, (opening,)), desk))
    return tables.laid_over(replace(screen, two_people=two), title)


def lesson_on(desk: Desk, number: int, *, two: bool = False) -> LessonScreen:
    menu = lessons_on(desk, two=two)
    return of_kind(LessonScreen, settled(menu.open(number), desk, stack_of(menu)))


def shown(screen: Screen | Left) -> object:
    """Return the page of a tutored table, or else its mode."""
    assert isinstance(screen, TutoredTable)
    return screen.page or screen.mode


def is_choosing(screen: Screen | Left) -> bool:
    """True if the player, or the team, must choose at a tutored table."""
    return isinstance(shown(screen), Choosing | RoundEnd)


def is_done(screen: Screen | Left) -> bool:
    return isinstance(shown(screen), GameOver)


def reading(screen: Screen | Left, desk: Desk) -> LessonScreen:
    """Press Space until the player must choose or the lesson is over."""
    steps = patience()
    while isinstance(shown(screen), TutorLine | Feedback):
        next(steps)
        screen = press_keys(screen, desk, keys.SPACE)
    assert isinstance(screen, LessonScreen)
    return screen


def choosing(screen: LessonScreen, desk: Desk, choice: str) -> LessonScreen:
    """Make a choice, given in record notation, and skip the animations."""
    assert is_choosing(screen)
    rules, options = screen.session.game.rules, table_options(screen)
    at = [rules.format_action(option) for option in options].index(choice)
    after = of_kind(LessonScreen, press_keys(screen, desk, option_keys(options)[at], keys.ENTER))
    steps = patience()
    while after.is_skippable:
        next(steps)
        after = of_kind(LessonScreen, press_keys(after, desk, keys.SPACE))
    return after


def played_through(screen: LessonScreen, desk: Desk) -> LessonScreen:
    """Play a lesson to its end with the right choices."""
    screen = reading(screen, desk)
    steps = patience()
    while not is_done(screen):
        next(steps)
        screen = reading(choosing(screen, desk, screen.current_step.right_choices[0]), desk)
    return screen
