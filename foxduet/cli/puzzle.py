"""The puzzle command: puzzles at the table, or one printed for other programs."""

from __future__ import annotations

import argparse
import json
from datetime import date
from functools import partial

from foxduet.analysis.puzzles import Puzzle, puzzles_of
from foxduet.cli import options as shared
from foxduet.cli.arguments import OK
from foxduet.cli.config import remembered_or_warn
from foxduet.cli.records import folders
from foxduet.cli.terminal import LookOptions, check_terminal, look_options, show
from foxduet.core.cards import Seat
from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass, replace
from foxduet.core.registry import PUZZLES, has_parts, require_parts
from foxduet.words.i18n import _

_TODAY = "today"
_MOST = 9999


@dataclass(frozen=True, slots=True)
class PuzzleOptions:
    """Which puzzles, and how: one by its ``number``, or that of a ``day``, or else the list.

    ``json`` prints one, and ``answer`` prints what each choice is worth, too.
    """

    game: str
    number: int | None
    day: date | None
    json: bool
    answer: bool
    look: LookOptions


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    shared.add_game(parser)
    which = parser.add_mutually_exclusive_group()
    number = _("show the puzzle with that number")
    parse = partial(shared.count, most=_MOST)
    which.add_argument("--number", type=parse, metavar="N", help=number)
    day = _("show the daily puzzle, the same for everybody; by default, today's")
    which.add_argument(
        "--day", nargs="?", const=_TODAY, type=_day, metavar=N_("YYYY-MM-DD"), help=day
    )
    text = _("print one puzzle as JSON, showing only what the player would see")
    parser.add_argument("--json", action="store_true", help=text)
    answer = _("with --json: add the answer and what each choice is worth")
    parser.add_argument("--answer", action="store_true", help=answer)
    shared.add_look(parser)


def _day(text: str) -> date:
    try:
        return date.today() if text == _TODAY else date.fromisoformat(text)
    except ValueError:
        message = _("'{text}' is not a date; write dates like {example}")
        raise argparse.ArgumentTypeError(
            message.format(text=text, example=date.today().isoformat())
        ) from None


def options_of(parsed: argparse.Namespace, refuse: shared.Refuse) -> PuzzleOptions:
    """Return the arguments as a value; a game without puzzles is refused, and a missing number."""
    if not has_parts(parsed.game, PUZZLES):
        refuse(_("argument --game: {game} has no puzzles").format(game=parsed.game))
    if parsed.answer and not parsed.json:
        refuse(_("argument --answer: only with --json"))
    if parsed.number is not None and _numbered(parsed.game, parsed.number) is None:
        message = _("argument --number: there is no puzzle {number}; the last is {last}")
        last = puzzles_of(parsed.game)[-1].number
        refuse(message.format(number=parsed.number, last=last))
    return shared.options_from(
        PuzzleOptions, parsed, look=look_options(parsed, remembered_or_warn())
    )


def _numbered(game: str, number: int) -> Puzzle | None:
    return next((one for one in puzzles_of(game) if one.number == number), None)


def run(options: PuzzleOptions) -> int:
    """Show puzzles, or print one; return the exit status."""
    if options.json:
        print(json.dumps(puzzle_object(_asked_for(options), answer=options.answer), indent=2))
        return OK
    check_terminal(options.look)
    # Before mistakes are looked for, which are saved at once.
    require_parts(options.game, *options.look.parts)
    from foxduet.ui.kit.screen import Folders
    from foxduet.ui.ledger import puzzles_in

    screen = replace(puzzles_in(Folders(*folders()), options.game), is_first=True)
    first = screen.posing(screen.book.by_number(options.number)) if options.number else None
    if options.day is not None:
        first = screen.posing(screen.book.of_day(options.day))
    return show(first or screen.going_on(None), options.look, options.game)


def _asked_for(options: PuzzleOptions) -> Puzzle:
    from foxduet.analysis.rating import puzzle_of_the_day

    found = None if options.number is None else _numbered(options.game, options.number)
    day = options.day or date.today()
    return found or puzzle_of_the_day(puzzles_of(options.game), options.game, day)


def puzzle_object(puzzle: Puzzle, *, answer: bool) -> dict[str, object]:
    """Return a puzzle as one object; nothing in it tells the ``answer`` unless that is wanted."""
    seen, (option, value) = puzzle.moment.observation, puzzle.setup
    rules = puzzle.begun().rules
    told: dict[str, object] = {
        "game": puzzle.game,
        "number": puzzle.number,
        "kind": puzzle.kind,
        "rating": puzzle.rating,
        "setup": {option: value},
        "seat": str(Seat(puzzle.seat)),
        "position": rules.format_view(seen),
        "choices": [one.text for one in puzzle.choices],
    }
    if answer:
        told["answer"] = puzzle.answer.text
        told["worth"] = [
            {"choice": one.text, "win": one.win, "score": one.score} for one in puzzle.choices
        ]
    return told
