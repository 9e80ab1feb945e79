"""Records named on the command line, and the folders where games live."""

from __future__ import annotations

import sys
from pathlib import Path

from foxduet.cli.exit_status import BAD_USAGE, UserError
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
        message = _("there is no finished game in {folder}; name the file of another record")
        raise UserError(message.format(folder=folder))
    return latest[1].path


def unreadable_folder(folder: Path, error: OSError) -> UserError:
    """Say that the folder of the games cannot be read."""
    message = _("the games in {folder} cannot be read: {reason}")
    return UserError(message.format(folder=folder, reason=reason_of(error)))


def unreadable_record(path: Path, error: OSError) -> UserError:
    """Say that a record cannot be read."""
    message = _("the record {path} cannot be read: {reason}")
    return UserError(message.format(path=path, reason=reason_of(error)))


def broken_record(path: Path, error: FoxduetError) -> UserError:
    """Say what is wrong in a record."""
    message = _("the record {path}: {reason}")
    return UserError(message.format(path=path, reason=explain(error)))


def damaged_save(path: Path) -> str:
    """Say that a save of an unfinished game is damaged, and how its good part is resumed."""
    message = _(
        "the save {path} of an unfinished game is damaged; {program} --resume {quoted} continues "
        "it from before the damage, and shows no hand"
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
        message = _("the game in {path} is not over; a terminal is needed to ask for its hands")
        raise UserError(message.format(path=path), BAD_USAGE)
    question = _("This game is not over, and this shows both hands. Continue? [y/N] ")
    try:
        return input(question).strip().lower() in ("y", "yes", _("y"), _("yes"))
    except (EOFError, UnicodeDecodeError):
        return False
