"""Arguments shared by several commands, errors about records, and progress of long work."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import Any, NoReturn, TypeVar

from foxduet.ai.partner import parse_partner
from foxduet.cli.arguments import BAD_USAGE, UserError, warn
from foxduet.core.errors import N_, FoxduetError, is_name
from foxduet.core.lazy_dataclass import field_names
from foxduet.core.registry import card_game, games
from foxduet.play.game import Game
from foxduet.play.record import BrokenRecordError
from foxduet.store.files import HOME_VARIABLE, FileError, records_folder, scores_file
from foxduet.store.saved_games import latest_finished, load_game
from foxduet.store.settings import LOOK_SETTINGS, SETTINGS, is_legacy_console
from foxduet.words.i18n import _, error_text, explain
from foxduet.words.text import MAX_NAME_CELLS, can_be_typed, escaped
from foxduet.words.waiting import announced

OptionsT = TypeVar("OptionsT")

Refuse = Callable[[str], NoReturn]
"""Ends the program with status 2 and a one-line error."""


_MAX_SEED = 10**18 - 1

_MAX_DIGITS = 1000

FILE_HELP = N_("a game's record; by default, your last finished game")


def options_from(kind: type[OptionsT], parsed: argparse.Namespace, **differing: object) -> OptionsT:
    """Return the options of a command: the fields of ``parsed``, except ``differing``."""
    names = (name for name in field_names(kind) if name not in differing)
    return kind(**{name: getattr(parsed, name) for name in names}, **differing)


def add_look(parser: argparse.ArgumentParser) -> None:
    """Add the options of the look in a group; None means the value in the settings."""
    look = parser.add_argument_group(_("look and controls; 'foxduet config' keeps them"))
    for setting in sorted(LOOK_SETTINGS, key=lambda setting: bool(setting.choices)):
        kind: Any = {"choices": setting.choices}
        kind = kind if setting.choices else {"action": argparse.BooleanOptionalAction}
        look.add_argument(f"--{setting.key}", default=None, help=_(setting.option_help), **kind)
    # On an old Windows console, "auto" would still mean ASCII.
    automatic = "simple" if is_legacy_console() else "auto"
    for flag, signs, text in (
        ("--ascii", "ascii", _("draw with 7-bit characters only, as --signs ascii")),
        ("--no-ascii", automatic, _("draw with all the signs that the terminal has")),
    ):
        look.add_argument(flag, dest="signs", action="store_const", const=signs, help=text)


def add_plain(parser: argparse.ArgumentParser) -> None:
    """Add the ``--plain`` option; None means the value in the settings."""
    text, action = _(SETTINGS["plain"].option_help), argparse.BooleanOptionalAction
    parser.add_argument("--plain", default=None, help=text, action=action)


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add the choice of a game, hidden from ``--help`` if there is only one."""
    names = games()
    text = argparse.SUPPRESS
    if len(names) > 1:
        text = _("choose the game: {games}; by default, {usual}")
        text = text.format(games=", ".join(names), usual=names[0])
    parser.add_argument("--game", choices=names, default=names[0], help=text)


def add_setup_options(parser: argparse.ArgumentParser, text: str, default_text: str = "") -> None:
    """Add the setup options of all games; ``text`` is the help about an ``{option}``.

    ``default_text`` replaces it for options with a default (``{usual}``), if given.
    """
    options = (option for game in games() for option in card_game(game).options)
    defaults = {option.name: option.usual for option in options}
    for name, values in setup_options().items():
        template = text if defaults[name] is None or not default_text else default_text
        help_text = template.format(option=_(name), usual=defaults[name])
        parser.add_argument(f"--{name}", type=int, choices=values, help=help_text)


def setup_values(parsed: argparse.Namespace, refuse: Refuse) -> dict[str, int]:
    """Return the setup options given; refuse those that the game lacks, and other values."""
    allowed_values = {option.name: option.values for option in card_game(parsed.game).options}
    given = {}
    for name in setup_options():
        value = getattr(parsed, name)
        if value is not None and value not in allowed_values.get(name, ()):
            message = _("argument --{option}: not available with --game {game}")
            refuse(message.format(option=name, game=parsed.game))
        if value is not None:
            given[name] = value
    return given


def file_option_names() -> tuple[str, ...]:
    """Return the names of options that any game reads from a file."""
    options = (option for game in games() for option in card_game(game).file_options)
    return tuple(sorted({option.name for option in options}))


def setup_options() -> dict[str, tuple[int, ...]]:
    """Return the values of the setup options of all games, by name."""
    values: dict[str, tuple[int, ...]] = {}
    for game in games():
        for option in card_game(game).options:
            values[option.name] = (*values.get(option.name, ()), *option.values)
    return values


def parse_seed(text: str) -> int:
    number = _parse_digits(text)
    if number is None or number > _MAX_SEED:
        message = _("'{text}' is not a seed; use a whole number from 0 to {most}")
        raise argparse.ArgumentTypeError(message.format(text=text, most=_MAX_SEED))
    return number


def parse_count(text: str, most: int = 999_999_999) -> int:
    """Parse an int from 1 to ``most``; raises ArgumentTypeError."""
    number = _parse_digits(text)
    if number is None or not 1 <= number <= most:
        message = _("'{text}' is not a whole number from 1 to {most}")
        raise argparse.ArgumentTypeError(message.format(text=text, most=most))
    return number


def _parse_digits(text: str) -> int | None:
    is_number = text.isascii() and text.isdigit() and len(text) < _MAX_DIGITS
    return int(text) if is_number else None


def parse_name(text: str) -> str:
    stripped = text.strip()
    if not is_name(stripped) or not can_be_typed(stripped):
        message = _("'{text}' is not a name of 1 to {most} visible characters")
        text = escaped(stripped)
        if not is_name(text):
            # Some signs are blank on the screen although they are letters.
            text = ascii(stripped)[1:-1]
        raise argparse.ArgumentTypeError(message.format(text=text, most=MAX_NAME_CELLS))
    return stripped


def add_jobs(parser: argparse.ArgumentParser, default: int | None, text: str) -> None:
    """Add ``--jobs`` (local processes) and ``--cluster``; both set ``jobs``."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--jobs", type=parse_count, metavar="J", default=default, help=text)
    text = _(
        "share the work among the workers of this scheduler of dask.distributed; only a cluster "
        "that you trust"
    )
    add, name = group.add_argument, N_("ADDRESS")
    add("--cluster", dest="jobs", type=_parse_address, metavar=name, default=default, help=text)


def _parse_address(text: str) -> object:
    from foxduet.ai.workers import parse_cluster

    return parse_cluster(validated_text(text, parse_cluster))


def parse_partner_option(text: str) -> str:
    return validated_text(text, parse_partner)


def validated_text(text: str, parse: Callable[[str], object]) -> str:
    """Return ``text`` if ``parse`` accepts it; raises ArgumentTypeError otherwise."""
    try:
        parse(text)
    except FoxduetError as error:
        raise argparse.ArgumentTypeError(explain(error)) from None
    return text


def read_record(path: Path) -> tuple[Game, FoxduetError | None]:
    """Read a record file; return the game, or its valid part and the error after it.

    Raises UserError if there is no valid part.
    """
    try:
        return load_game(path)[0], None
    except FileError as error:
        raise unreadable_record_error(error) from None
    except BrokenRecordError as error:
        if error.intact_game is None:
            raise broken_record_error(path, error) from None
        return error.intact_game, error


def last_finished_record() -> Path:
    """Return the path of the game that ended last; raises UserError if it is not found."""
    folder, _scores = data_paths()
    try:
        with announced():
            latest = latest_finished(folder)
    except OSError as error:
        raise unreadable_folder_error(folder, error) from None
    except FileError as error:
        raise unreadable_record_error(error) from None
    if latest is None:
        message = _("there is no finished game in {folder}; name a record file instead")
        raise UserError(message.format(folder=folder))
    return latest[1].path


def unreadable_folder_error(folder: Path, error: OSError) -> UserError:
    message = _("cannot read the games in {folder}: {reason}")
    return UserError(message.format(folder=folder, reason=error_text(error)))


def unreadable_record_error(error: FileError) -> UserError:
    message = _("cannot read the record {path}: {reason}")
    return UserError(message.format(path=error.path, reason=explain(error)))


def warn_of_unreadable(errors: Sequence[FileError]) -> None:
    """Warn about the number of unreadable records, with the first error."""
    if len(errors) == 1:
        warn(str(unreadable_record_error(errors[0])))
    elif errors:
        message = _("cannot read {count} records, such as {path}: {reason}")
        reason = explain(errors[0])
        warn(message.format(count=len(errors), path=errors[0].path, reason=reason))


def broken_record_error(path: Path, error: FoxduetError) -> UserError:
    message = _("the record {path}: {reason}")
    return UserError(message.format(path=path, reason=explain(error)))


def damaged_save_message(path: Path) -> str:
    """Return a message on how to resume a damaged save."""
    from foxduet.words.program_name import program_name, shell_quote

    message = _(
        "the saved game {path} is damaged; {program} --resume {quoted} continues it from "
        "before the damage, without showing a hand"
    )
    return message.format(path=path, program=program_name(), quoted=shell_quote(str(path)))


def broken_unfinished_error(path: Path) -> UserError:
    """Return an error for an invalid record without the reason, which could reveal hidden hands."""
    message = _("the record {path} is not valid; foxduet replay {path} shows where")
    return UserError(message.format(path=path))


def data_paths() -> tuple[Path, Path]:
    """Return the folder of the records and the scores database.

    Raises UserError if the user's folders are unknown.
    """
    try:
        return records_folder(), scores_file()
    except OSError as error:
        message = _("{reason} Set {variable} to the folder for your games.")
        text = message.format(reason=error_text(error), variable=HOME_VARIABLE)
        raise UserError(text, BAD_USAGE) from None


def confirm_revealing_hands(path: Path) -> bool:
    """Ask whether to reveal an unfinished game's hands; raises UserError without a terminal."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        message = _(
            "the game in {path} is not over; a terminal is needed to ask whether to show its hands"
        )
        raise UserError(message.format(path=path), BAD_USAGE)
    question = _("This game is not over, and both hands would be shown. Continue? [y/N] ")
    try:
        return input(question).strip().lower() in ("y", "yes", _("y"), _("yes"))
    except (EOFError, UnicodeDecodeError):
        return False


StepT = TypeVar("StepT")


class SignalReceived(KeyboardInterrupt):
    """Signal ``number`` interrupts long work like Ctrl-C."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextmanager
def sigterm_as_interrupt() -> Iterator[None]:
    """Make SIGTERM interrupt the block and its processes, like Ctrl-C."""

    def interrupt(number: int, _frame: FrameType | None) -> NoReturn:
        raise SignalReceived(number)

    previous_handler = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, previous_handler)


def with_progress(
    steps: Iterator[StepT], progress: Callable[[StepT, int, float], str]
) -> Iterator[StepT]:
    """Pass on steps; on a terminal, show the progress at the first step and then once a second.

    Elsewhere one line announces long work. ``progress`` formats a step, its number (from 1), and
    the elapsed seconds.
    """
    start, due, width = monotonic(), 0, 0
    try:
        with announced() as announcement:
            for number, step in enumerate(steps, 1):
                yield step
                seconds = monotonic() - start
                # Shows every slow step, but quick ones only as often as can be read.
                if due <= seconds and sys.stderr.isatty():
                    announcement.cancel()
                    due = int(seconds) + 1
                    text = progress(step, number, seconds)
                    width = max(width, len(text))
                    overwrite_line(text.ljust(width))
    finally:
        if due:
            overwrite_line(" " * width + "\r")


def overwrite_line(text: str) -> None:
    """Replace the last line of standard error, which shows progress."""
    print("\r" + text, end="", file=sys.stderr, flush=True)
