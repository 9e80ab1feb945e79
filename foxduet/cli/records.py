"""Records named on the command line, where games live, and long work shown on the way."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import NoReturn, TypeVar

from foxduet.cli.arguments import BAD_USAGE, UserError
from foxduet.core.errors import FoxduetError
from foxduet.play.game import Game
from foxduet.play.record import BrokenRecordError, load_record
from foxduet.store.files import HOME_VARIABLE, read_limited, records_folder, scores_file
from foxduet.store.saved_games import decode_record, latest_finished
from foxduet.words.i18n import _, explain, reason_of
from foxduet.words.program_name import program_name, quoted


def read_record(path: Path) -> tuple[Game, FoxduetError | None]:
    """Return the game in a record file, or its good part and the error after it.

    Raises UserError when there is no good part at all.
    """
    try:
        return load_record(decode_record(read_limited(path))), None
    except OSError as error:
        raise unreadable_record(path, error) from None
    except BrokenRecordError as error:
        if error.good is None:
            raise broken_record(path, error) from None
        return error.good, error


def last_finished() -> Path:
    """Return the record of the game that ended last; UserError where there is none."""
    folder, _scores = folders()
    try:
        latest = latest_finished(folder)
    except OSError as error:
        raise unreadable_folder(folder, error) from None
    if latest is None:
        message = _("there is no finished game in {folder}; name a record file instead")
        raise UserError(message.format(folder=folder))
    return latest[1].path


def unreadable_folder(folder: Path, error: OSError) -> UserError:
    """Say that the folder of the games cannot be read."""
    message = _("cannot read the games in {folder}: {reason}")
    return UserError(message.format(folder=folder, reason=reason_of(error)))


def unreadable_record(path: Path, error: OSError) -> UserError:
    """Say that a record cannot be read."""
    message = _("cannot read the record {path}: {reason}")
    return UserError(message.format(path=path, reason=reason_of(error)))


def broken_record(path: Path, error: FoxduetError) -> UserError:
    """Say what is wrong in a record."""
    message = _("the record {path}: {reason}")
    return UserError(message.format(path=path, reason=explain(error)))


def damaged_save(path: Path) -> str:
    """Say that a save of an unfinished game is damaged, and how its good part is resumed."""
    message = _(
        "the saved game {path} is damaged; {program} --resume {quoted} continues it from "
        "before the damage, without showing a hand"
    )
    return message.format(path=path, program=program_name(), quoted=quoted(str(path)))


def broken_unfinished_record(path: Path) -> UserError:
    """Say that a record is not valid; the reason could reveal hands that are being played."""
    message = _("the record {path} is not valid; foxduet replay {path} shows where")
    return UserError(message.format(path=path))


def folders() -> tuple[Path, Path]:
    """Return the folder of the records, and the database of the scores.

    Raises UserError where the user's folders are unknown.
    """
    try:
        return records_folder(), scores_file()
    except OSError as error:
        message = _("{reason} Set {variable} to the folder for your games.")
        said = message.format(reason=reason_of(error), variable=HOME_VARIABLE)
        raise UserError(said, BAD_USAGE) from None


def are_hands_given_up(path: Path) -> bool:
    """Ask for the hidden hands of an unfinished game; UserError where nobody can be asked."""
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


class Stopped(KeyboardInterrupt):
    """A signal ends long work as Ctrl-C does; ``number`` is the signal's."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Let SIGTERM end the work of the block as Ctrl-C does, its processes included."""
    before = signal.signal(signal.SIGTERM, _stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _stop(number: int, _frame: FrameType | None) -> NoReturn:
    raise Stopped(number)


def with_progress(
    steps: Iterator[StepT], progress: Callable[[StepT, int, float], str]
) -> Iterator[StepT]:
    """Pass steps on; on a terminal, show the progress of the first one and then once a second.

    ``progress`` describes it, by a step, its number, and the seconds so far.
    """
    began, due, widest = monotonic(), 0, 0
    try:
        for number, step in enumerate(steps, 1):
            yield step
            seconds = monotonic() - began
            # Every slow step is shown, quick ones not more often than can be read.
            if due <= seconds and sys.stderr.isatty():
                due = int(seconds) + 1
                text = progress(step, number, seconds)
                widest = max(widest, len(text))
                overwrite_line(text.ljust(widest))
    finally:
        if due:
            overwrite_line(" " * widest + "\r")


def overwrite_line(text: str) -> None:
    """Write ``text`` over the last line of standard error, where progress is shown."""
    print("\r" + text, end="", file=sys.stderr, flush=True)
