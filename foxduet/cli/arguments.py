"""The command line: what it accepts, and what is said of what it does not."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from foxduet import __version__
from foxduet.ai.names import (
    REVIEWER_WORLDS,
    PartnerName,
    PartnerNameError,
    parse_companion,
    parse_partner,
)
from foxduet.cli.exit_status import BAD_USAGE, one_line
from foxduet.rules.duet.levels import LEVELS
from foxduet.store.selection import SOLO, TWO_PEOPLE
from foxduet.ui.kit.canvas import text_width
from foxduet.ui.menu.menus import LONGEST_NAME
from foxduet.ui.screens import Page
from foxduet.words.i18n import _, explain

LATEST = True
"""What --resume without a file is parsed to; with one it is a Path."""

SHORTEST_LIMIT, LONGEST_LIMIT = 0.05, 60
"""Between how many seconds --limit may be."""

MOST_WORLDS = 100_000
"""How many worlds a review may look at for a choice."""

COMMANDS = ("play", "replay", "review", "simulate", "scores")


class _Parser(argparse.ArgumentParser):
    """Report bad usage in one line, without the usage text before it."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_USAGE, f"{one_line(f'{self.prog}: {message}')}\n")


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    """Return the parsed command line; ``play`` is understood where no command is named.

    Bad arguments end the program with status 2 (SystemExit) and one line on standard error.
    """
    first = arguments[0] if arguments else ""
    if first not in (*COMMANDS, "-h", "--help", "--version"):
        if first and not first.startswith("-"):
            message = _("there is no command '{command}'; the commands are {commands}")
            _parser().error(message.format(command=first, commands=", ".join(COMMANDS)))
        arguments = ["play", *arguments]
    parsed = _parser().parse_args(arguments)
    if parsed.command == "play" and parsed.names is not None and len(set(parsed.names)) < 2:
        _parser().error(_("argument --names: the players need two different names"))
    if parsed.command == "play" and parsed.resume is not None:
        for name in ("level", "solo", "names", "seed", "board", "house", "daily"):
            if getattr(parsed, name) is not None:
                _parser().error(
                    _("--resume goes on with a game as it is; leave out --{name}").format(name=name)
                )
    if parsed.command == "play" and parsed.daily is not None:
        for name in ("seed", "board"):
            if getattr(parsed, name) is not None:
                message = _("argument --daily: not allowed with argument --{name}")
                _parser().error(message.format(name=name))
    if parsed.command == "scores":
        _check_scores(parsed)
    if parsed.command == "simulate" and parsed.compare is None and parsed.beside is not None:
        _parser().error(_("argument --beside: only --compare has partners beside another"))
    if parsed.command == "simulate" and parsed.compare is not None and parsed.records is not None:
        _parser().error(_("argument --records: not allowed with argument --compare"))
    return parsed


def _check_scores(parsed: argparse.Namespace) -> None:
    if parsed.names is not None and len(parsed.names) > 2:
        _parser().error(_("argument --names: one name or two, as there are two players"))
    narrowed = parsed.level or parsed.names or parsed.kind or parsed.page or parsed.form
    if parsed.action is not None and (narrowed or parsed.par):
        _parser().error(_("scores import takes a folder and nothing else"))


def _parser() -> _Parser:
    parser = _Parser(
        prog="foxduet",
        description=_(
            "The Fox in the Forest Duet in a terminal, alone or for two at one keyboard."
        ),
        epilog=_("Without a command: play. 'foxduet COMMAND --help' tells of its options."),
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"foxduet {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    play = commands.add_parser("play", help=_("play a game"), allow_abbrev=False)
    play.add_argument("--level", type=int, choices=LEVELS, help=_("deal a game of this level"))
    play.add_argument(
        "--solo",
        nargs="?",
        type=_companion,
        const="expert",
        metavar="PARTNER",
        help=_("play alone beside a partner: novice, steady or expert"),
    )
    play.add_argument(
        "--limit",
        type=_seconds,
        metavar="SECONDS",
        help=_("the longest time a partner may think, 1 if not given"),
    )
    play.add_argument("--names", nargs=2, type=_name, metavar=("A", "B"), help=_("players' names"))
    play.add_argument("--seed", type=_seed, metavar="N", help=_("the seed of the three deals"))
    play.add_argument(
        "--daily",
        action="store_const",
        const=True,
        help=_("play the deals of the day, the same for everybody"),
    )
    play.add_argument("--board", type=Path, metavar="FILE", help=_("a board of your own (TOML)"))
    play.add_argument(
        "--resume",
        nargs="?",
        type=Path,
        const=LATEST,
        metavar="FILE",
        help=_("go on with the last unfinished game, or the one in FILE"),
    )
    play.add_argument(
        "--house", choices=["memory"], help=_("a house rule: memory shows the cards that are out")
    )
    _add_look(play)

    replay = commands.add_parser("replay", help=_("look through a record"), allow_abbrev=False)
    replay.add_argument("file", type=Path, metavar="FILE")
    replay.add_argument(
        "--positions", action="store_true", help=_("print the position line after each action")
    )
    _add_look(replay)

    review = commands.add_parser(
        "review", help=_("look at each choice of a game once more"), allow_abbrev=False
    )
    _add_review(review)

    simulate = commands.add_parser(
        "simulate", help=_("let partners play by themselves"), allow_abbrev=False
    )
    _add_simulate(simulate)
    _add_scores(commands.add_parser("scores", help=_("show the scores"), allow_abbrev=False))
    return parser


def _add_scores(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--level", type=int, choices=LEVELS, help=_("only games of this level"))
    parser.add_argument(
        "--names", nargs="+", type=_name, metavar="NAME", help=_("only games of these players")
    )
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument(
        "--solo",
        dest="kind",
        action="store_const",
        const=SOLO,
        help=_("only games of one person beside a partner"),
    )
    kinds.add_argument(
        "--two",
        dest="kind",
        action="store_const",
        const=TWO_PEOPLE,
        help=_("only games of two people"),
    )
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument(
        "--daily",
        dest="page",
        action="store_const",
        const=Page.DAYS,
        help=_("show the days played, and the last one to be shared"),
    )
    for form, told in (("csv", _("print a row for each game")), ("json", _("print one object"))):
        forms.add_argument(f"--{form}", dest="form", action="store_const", const=form, help=told)
    parser.add_argument(
        "--par", action="store_true", help=_("work out what two experts score, where it is missing")
    )
    parser.add_argument("--ascii", action="store_true", help=_("print 7-bit characters only"))
    actions = parser.add_subparsers(dest="action", metavar="[import DIR]")
    taking_in = actions.add_parser(
        "import", help=_("take in the records of a folder"), allow_abbrev=False
    )
    taking_in.add_argument("folder", type=Path, metavar="DIR")


def _add_simulate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--level", type=int, choices=LEVELS, required=True)
    parser.add_argument("--games", type=_count, metavar="N", required=True)
    partners = parser.add_mutually_exclusive_group(required=True)
    partners.add_argument(
        "--seats", type=_two_partners, metavar="A,B", help=_("the partners that play together")
    )
    partners.add_argument(
        "--compare",
        type=_two_partners,
        metavar="A,B",
        help=_("play the same deals with A in both seats and with B in both"),
    )
    parser.add_argument(
        "--beside", type=_partner, metavar="C", help=_("compare A with B beside this partner")
    )
    parser.add_argument("--seed", type=_seed, metavar="S", help=_("the first game's seed"))
    parser.add_argument(
        "--jobs", type=_count, metavar="J", default=1, help=_("processes to share the games")
    )
    parser.add_argument(
        "--records", type=Path, metavar="DIR", help=_("a folder for the games' records")
    )
    parser.add_argument("--json", action="store_true", help=_("print one JSON object"))


def _add_review(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE")
    printed = parser.add_mutually_exclusive_group()
    printed.add_argument("--text", action="store_true", help=_("print a report"))
    printed.add_argument("--json", action="store_true", help=_("print one JSON object"))
    parser.add_argument(
        "--svg", type=Path, metavar="PICTURE", help=_("write the line of the chance to win (SVG)")
    )
    parser.add_argument(
        "--worlds",
        type=_worlds,
        metavar="N",
        default=REVIEWER_WORLDS,
        help=_("possible hands to look at for each choice, {count} if not given").format(
            count=REVIEWER_WORLDS
        ),
    )
    parser.add_argument(
        "--jobs", type=_count, metavar="J", help=_("processes to share the work, else one a core")
    )
    _add_look(parser)


def _add_look(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--ascii", action="store_true", help=_("draw with 7-bit characters only"))
    parser.add_argument("--no-color", action="store_true", help=_("use no colours"))
    parser.add_argument("--no-animation", action="store_true", help=_("let the fox arrive at once"))


def _name(text: str) -> str:
    name = text.strip()
    if not name or not name.isprintable() or text_width(name) > LONGEST_NAME:
        raise argparse.ArgumentTypeError(
            _("'{text}' is not a name of 1 to {most} printable characters").format(
                text=ascii(text)[1:-1], most=LONGEST_NAME
            )
        )
    return name


def _seed(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise argparse.ArgumentTypeError(
            _("'{text}' is not a seed; a seed is a whole number from 0 on").format(text=text)
        )
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not SHORTEST_LIMIT <= seconds <= LONGEST_LIMIT:
        raise argparse.ArgumentTypeError(
            _("'{text}' is not a time from {least} to {most} seconds").format(
                text=text, least=SHORTEST_LIMIT, most=LONGEST_LIMIT
            )
        )
    return seconds


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9 or int(text) < 1:
        raise argparse.ArgumentTypeError(
            _("'{text}' is not a whole number from 1 on").format(text=text)
        )
    return int(text)


def _worlds(text: str) -> int:
    worlds = _count(text)
    if worlds > MOST_WORLDS:
        raise argparse.ArgumentTypeError(
            _("'{text}' is more than {most} worlds").format(text=text, most=MOST_WORLDS)
        )
    return worlds


def _partner(text: str) -> str:
    return _checked(text, parse_partner)


def _companion(text: str) -> str:
    return _checked(text, parse_companion)


def _checked(name: str, parse: Callable[[str], PartnerName]) -> str:
    try:
        parse(name)
    except PartnerNameError as error:
        raise argparse.ArgumentTypeError(explain(error)) from None
    return name


def _two_partners(text: str) -> tuple[str, str]:
    names = text.split(",")
    if len(names) != 2:
        raise argparse.ArgumentTypeError(
            _("'{text}' is not two partners with a comma between, as in steady,random").format(
                text=text
            )
        )
    return _partner(names[0]), _partner(names[1])
