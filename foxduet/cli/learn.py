"""The learn and puzzle commands."""

from __future__ import annotations

import argparse
import json
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from foxduet.cli import options as shared
from foxduet.cli.arguments import OK
from foxduet.cli.terminal import parse_with_look, require_terminal, run_on_terminal
from foxduet.core.cards import Seat
from foxduet.core.errors import N_
from foxduet.core.lazy_dataclass import replace
from foxduet.core.registry import PUZZLES, has_parts, require_parts
from foxduet.ui.kit.screen import DataPaths, Transition
from foxduet.words.i18n import _
from foxduet.words.lessons import has_lessons, lesson_plan
from foxduet.words.waiting import announced

if TYPE_CHECKING:
    from foxduet.analysis.puzzles import Puzzle

_TODAY = "today"
_MAX_PUZZLE_NUMBER = 9999


def add_learn(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the learn command."""
    shared.add_game(parser)
    lesson = _("open the lesson with that number in the list")
    parser.add_argument("--lesson", type=shared.parse_count, metavar="N", help=lesson)
    two = _("teach two people at one keyboard, with both hands open")
    parser.add_argument("--two", action="store_true", help=two)
    shared.add_look(parser)
    parser.set_defaults(run=_learn, options_of=_lesson_options)


def _lesson_options(parsed: argparse.Namespace, refuse: shared.Refuse) -> argparse.Namespace:
    if not has_lessons(parsed.game):
        refuse(_("argument --game: {game} has no lessons").format(game=parsed.game))
    max_lesson = len(lesson_plan(parsed.game).parts)
    if parsed.lesson is not None and parsed.lesson > max_lesson:
        refuse(_("argument --lesson: the lessons are 1 to {most}").format(most=max_lesson))
    return parse_with_look(parsed)


def _learn(options: argparse.Namespace) -> int:
    from foxduet.ui.effect_handlers import build_lessons_screen

    require_terminal(options.look)
    lessons = build_lessons_screen(DataPaths(*shared.data_paths()), options.game)
    screen = replace(lessons, two_people=options.two or options.look.config.partner is None)
    start = Transition(screen) if options.lesson is None else screen.open(options.lesson - 1)
    return run_on_terminal(start, options.look, options.game)


def add_puzzle(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the puzzle command."""
    shared.add_game(parser)
    add = parser.add_mutually_exclusive_group().add_argument
    number = _("show the puzzle with that number")
    parse = partial(shared.parse_count, most=_MAX_PUZZLE_NUMBER)
    add("--number", type=parse, metavar="N", help=number)
    day = _("show the daily puzzle, the same for everybody; by default, today's")
    add("--day", nargs="?", const=_TODAY, type=_parse_day, metavar=N_("YYYY-MM-DD"), help=day)
    text = _("print one puzzle as JSON, showing only what the player would see")
    parser.add_argument("--json", action="store_true", help=text)
    answer = _("with --json: add the answer and what each choice is worth")
    parser.add_argument("--answer", action="store_true", help=answer)
    shared.add_look(parser)
    parser.set_defaults(run=_run_puzzle, options_of=_puzzle_options)


def _parse_day(text: str) -> date:
    try:
        return date.today() if text == _TODAY else date.fromisoformat(text)
    except ValueError:
        message, example = _("'{text}' is not a date; write dates like {example}"), date.today()
        raise argparse.ArgumentTypeError(message.format(text=text, example=example)) from None


def _puzzle_options(parsed: argparse.Namespace, refuse: shared.Refuse) -> argparse.Namespace:
    from foxduet.analysis.puzzles import puzzles_of

    if not has_parts(parsed.game, PUZZLES):
        refuse(_("argument --game: {game} has no puzzles").format(game=parsed.game))
    if parsed.answer and not parsed.json:
        refuse(_("argument --answer: only with --json"))
    if parsed.number is not None and _find_puzzle(parsed.game, parsed.number) is None:
        message = _("argument --number: there is no puzzle {number}; the last is {last}")
        last_number = puzzles_of(parsed.game)[-1].number
        refuse(message.format(number=parsed.number, last=last_number))
    return parse_with_look(parsed)


def _find_puzzle(game: str, number: int) -> Puzzle | None:
    from foxduet.analysis.puzzles import puzzles_of

    return next((puzzle for puzzle in puzzles_of(game) if puzzle.number == number), None)


def _run_puzzle(options: argparse.Namespace) -> int:
    if options.json:
        from foxduet.analysis.puzzles import puzzles_of
        from foxduet.analysis.rating import puzzle_of_the_day

        puzzle = None if options.number is None else _find_puzzle(options.game, options.number)
        if puzzle is None:
            day = options.day or date.today()
            puzzle = puzzle_of_the_day(puzzles_of(options.game), options.game, day)
        print(json.dumps(puzzle_object(puzzle, answer=options.answer), indent=2))
        return OK
    require_terminal(options.look)
    # Checked first because building the puzzles screen saves mistakes.
    require_parts(options.game, *options.look.parts)
    from foxduet.ui.score_handlers import build_puzzles_screen

    with announced():
        puzzles = build_puzzles_screen(DataPaths(*shared.data_paths()), options.game)
    screen = replace(puzzles, is_first=True)
    start = screen.open_puzzle(screen.book.by_number(options.number)) if options.number else None
    if options.day is not None:
        start = screen.open_puzzle(screen.book.of_day(options.day))
    return run_on_terminal(start or screen.open_next(None), options.look, options.game)


def puzzle_object(puzzle: Puzzle, *, answer: bool) -> dict[str, object]:
    """Return a puzzle for JSON; nothing reveals the answer unless ``answer`` is set."""
    option, value = puzzle.setup
    rules = puzzle.start_game().rules
    table: dict[str, object] = {
        "game": puzzle.game,
        "number": puzzle.number,
        "kind": puzzle.kind,
        "rating": puzzle.rating,
        "setup": {option: value},
        "seat": str(Seat(puzzle.seat)),
        "position": rules.format_view(puzzle.decision_point.observation),
        "choices": [choice.text for choice in puzzle.choices],
    }
    if answer:
        table["answer"] = puzzle.answer.text
        choices = puzzle.choices
        table["worth"] = [{"choice": c.text, "win": c.win, "score": c.score} for c in choices]
    return table
