"""What each command does, from its parsed arguments to its exit status."""

from __future__ import annotations

import argparse
import locale
import os
import sys
from contextlib import suppress
from dataclasses import replace
from datetime import date
from pathlib import Path

from foxduet.cli.exit_status import BAD_USAGE, OK, STOPPED_BY_SIGNAL, UserError
from foxduet.play.game import Game
from foxduet.play.record import BrokenRecordError, load_record
from foxduet.rules.duet.board import Board
from foxduet.rules.duet.levels import parse_board
from foxduet.rules.errors import BoardError, FoxduetError
from foxduet.store.files import read_limited
from foxduet.store.home import ENVIRONMENT_VARIABLE, records_folder, scores_file
from foxduet.store.saved_games import SavedGame, decode_record, latest_unfinished, load_game, sweep
from foxduet.ui.app import run as show_screens
from foxduet.ui.kit.look import ASCII, UNICODE, Look, every_glyph
from foxduet.ui.menu.menu_keys import default_names, new_form, title
from foxduet.ui.menu.menus import DEAL_ROW, played_already
from foxduet.ui.screens import (
    LONGEST_THOUGHT,
    FormScreen,
    Options,
    ReplayScreen,
    ReviewWaitScreen,
    Screen,
)
from foxduet.ui.table.keeping import HOUSE_MEMORY, ResumeError, begin, resume
from foxduet.ui.table.keys import settled
from foxduet.words.i18n import _, explain

# The font of the Linux console has no suits; there 7 bits are the better choice.
_TERMS_WITH_FEW_GLYPHS = ("linux", "vt100", "vt220", "cons25")


def run(parsed: argparse.Namespace) -> int:
    """Do what the command line says; return the exit status. Raises UserError."""
    match parsed.command:
        case "simulate":
            # Imported this late since a game must not wait for the statistics.
            from foxduet.cli.simulate import simulate  # noqa: PLC0415

            return simulate(parsed)
        case "scores":
            from foxduet.cli.scores import scores  # noqa: PLC0415 - nor for these

            return scores(parsed, _look(parsed).glyphs)
        case "review":
            return _review(parsed)
        case "replay" if parsed.positions:
            return _print_positions(parsed.file)
        case "replay":
            return _replay(parsed)
        case _:
            return _play(parsed)


def read_board(path: Path) -> Board:
    """Return the board in a file; UserError, naming file and field, if there is none."""
    try:
        return parse_board(read_limited(path).decode())
    except OSError as error:
        message = _("the board {path} cannot be read: {reason}")
        raise UserError(message.format(path=path, reason=error.strerror)) from None
    except UnicodeDecodeError:
        raise UserError(_("the board {path} is not text in UTF-8").format(path=path)) from None
    except BoardError as error:
        message = _("the board {path}: {reason}")
        raise UserError(message.format(path=path, reason=explain(error))) from None


def read_record(path: Path) -> tuple[Game, FoxduetError | None]:
    """Return the game in a record file, or its good part and what is wrong after it.

    Raises UserError when there is no good part at all.
    """
    try:
        return load_record(decode_record(read_limited(path))), None
    except OSError as error:
        raise _unreadable_record(path, error) from None
    except BrokenRecordError as error:
        if error.good is None:
            raise _broken_record(path, error) from None
        return error.good, error


def _unreadable_record(path: Path, error: OSError) -> UserError:
    message = _("the record {path} cannot be read: {reason}")
    return UserError(message.format(path=path, reason=error.strerror))


def _broken_record(path: Path, error: FoxduetError) -> UserError:
    message = _("the record {path}: {reason}")
    return UserError(message.format(path=path, reason=explain(error)))


def _print_positions(path: Path) -> int:
    # Imported this late since a game must not wait for what it does without.
    from foxduet.rules.duet.position import format_position, position_of  # noqa: PLC0415

    game, trouble = read_record(path)
    for state in game.states:
        print(format_position(position_of(state)))
    if trouble is not None:
        sys.stdout.flush()
        raise _broken_record(path, trouble)
    return OK


def _play(parsed: argparse.Namespace) -> int:
    """Open the table: a game at once, a game resumed, or the title screen."""
    _check_terminal()
    options = _options(parsed)
    sweep(options.records)
    screen: Screen
    try:
        if parsed.resume is not None:
            screen = _resumed(*_game_to_resume(parsed.resume))
        elif (form := _form_of_a_played_day(options, parsed.level)) is not None:
            screen = form
        elif parsed.level is not None:
            names = options.names or default_names(options.solo)
            ai = (None, options.solo)
            screen = begin(options, parsed.level, names, options.seed, ai)
        elif options.solo is not None or options.daily is not None:
            screen = new_form(options, DEAL_ROW)
        else:
            screen = title(options)
    except OSError as error:
        message = _(
            "games cannot be kept in {folder}: {reason}; {variable} can name another folder"
        )
        raise UserError(
            message.format(
                folder=options.records, reason=error.strerror, variable=ENVIRONMENT_VARIABLE
            )
        ) from None
    return _show(screen, options, coloured=_is_coloured(parsed))


def _resumed(game: Game, saved: SavedGame) -> Screen:
    try:
        return settled(resume(game, saved))
    except ResumeError as error:
        message = _("the game in {path} cannot be gone on with: {reason}")
        raise UserError(message.format(path=saved.path, reason=explain(error))) from None


def _options(parsed: argparse.Namespace) -> Options:
    """Gather what holds for a run with games to be played."""
    return Options(
        records=_records_folder(),
        look=_look(parsed),
        names=None if parsed.names is None else (parsed.names[0], parsed.names[1]),
        board=None if parsed.board is None else read_board(parsed.board),
        memory=parsed.house == HOUSE_MEMORY,
        seed=parsed.seed,
        solo=parsed.solo,
        limit=LONGEST_THOUGHT if parsed.limit is None else parsed.limit,
        scores=scores_file(),
        daily=None if parsed.daily is None else date.today(),
    )


def _form_of_a_played_day(options: Options, level: int | None) -> FormScreen | None:
    """Return the form that tells how the deals of the day have ended at ``level``, if they did."""
    if options.daily is None or level is None:
        return None
    form = replace(new_form(options, DEAL_ROW), level=level)
    return form if played_already(form) is not None else None


def _records_folder() -> Path:
    try:
        return records_folder()
    except OSError as error:
        message = _("{reason} Set {variable} to the folder for your games.")
        raise UserError(
            message.format(reason=error.strerror, variable=ENVIRONMENT_VARIABLE)
        ) from None


def _look(parsed: argparse.Namespace) -> Look:
    return Look(
        glyphs=ASCII if parsed.ascii or not _can_encode_glyphs() else UNICODE,
        animated=not getattr(parsed, "no_animation", False),
    )


def _check_terminal() -> None:
    try:
        # Imported this late since Windows has no curses of its own.
        from foxduet.ui.kit.terminal import NoTerminalError, check_terminal  # noqa: PLC0415
    except ModuleNotFoundError as error:
        message = _("Python's {module} is missing here; on Windows, pip install windows-curses")
        raise UserError(message.format(module=error.name), BAD_USAGE) from None
    try:
        check_terminal()
    except NoTerminalError as error:
        raise UserError(explain(error), BAD_USAGE) from None


def _can_encode_glyphs() -> bool:
    """Tell whether the locale, and the console's font, have the characters of UNICODE."""
    if os.environ.get("TERM") in _TERMS_WITH_FEW_GLYPHS:
        return False
    encoding = locale.getencoding()
    if hasattr(locale, "nl_langinfo"):
        # Not Python's own idea of it, which UTF-8 mode overrides, but that of curses.
        encoding = locale.nl_langinfo(locale.CODESET)
    try:
        every_glyph().encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _is_coloured(parsed: argparse.Namespace) -> bool:
    return not parsed.no_color and not os.environ.get("NO_COLOR")


def _game_to_resume(named: Path | bool) -> tuple[Game, SavedGame]:
    """Return the game in a file, or the one saved last if no file was named."""
    if isinstance(named, bool):
        latest = latest_unfinished(_records_folder())
        if latest is None:
            message = _("there is no unfinished game in {folder}; start one with --level")
            raise UserError(message.format(folder=_records_folder()))
        return latest
    path = named
    try:
        game, saved = load_game(path)
    except OSError as error:
        raise _unreadable_record(path, error) from None
    except BrokenRecordError as error:
        # The whole reason would tell of hands that are still being played.
        message = _("the record {path} is not in order; foxduet replay {path} tells where")
        if error.good is None:
            raise _broken_record(path, error) from None
        raise UserError(message.format(path=path)) from None
    if game.state.table.outcome is not None:
        message = _("the game in {path} is over; foxduet replay {path} shows it")
        raise UserError(message.format(path=path))
    return game, saved


def _show(screen: Screen, options: Options, *, coloured: bool) -> int:
    """Show screens until the players leave; return the exit status."""
    from foxduet.ui.kit.terminal import open_terminal  # noqa: PLC0415 - no curses on Windows

    with open_terminal(coloured=coloured) as terminal:
        leave = show_screens(terminal, screen, options)
    if leave.farewell:
        with suppress(OSError):
            # After a hang-up there is nobody to tell.
            print(leave.farewell, flush=True)
    return OK if terminal.ended_by is None else STOPPED_BY_SIGNAL + terminal.ended_by


def _replay(parsed: argparse.Namespace) -> int:
    """Step through a record on screen, asking first if its hands are still being played."""
    _check_terminal()
    options = Options(records=_records_folder(), look=_look(parsed))
    game, trouble = read_record(parsed.file)
    if game.state.table.outcome is None and not _hands_may_be_shown():
        if trouble is None:
            return OK
        # The whole reason would tell of hands that are still being played.
        raise UserError(_("the record {path} is not in order").format(path=parsed.file))
    notice = "" if trouble is None else _("From here on the record is not in order.")
    status = _show(ReplayScreen(game, trouble=notice), options, coloured=_is_coloured(parsed))
    if trouble is not None:
        raise _broken_record(parsed.file, trouble)
    return status


def _hands_may_be_shown() -> bool:
    question = _("This game is not over, and looking through it shows both hands. Go on? [y/N] ")
    try:
        return input(question).strip().lower() in ("y", "yes", _("y"), _("yes"))
    except (EOFError, UnicodeDecodeError):
        return False


def _review(parsed: argparse.Namespace) -> int:
    """Review a game: on screen if there is a terminal and nothing is to be printed or written."""
    wanted = parsed.text or parsed.json or parsed.svg is not None
    on_screen = not wanted and sys.stdout.isatty()
    if on_screen:
        _check_terminal()
    game, trouble = read_record(parsed.file)
    if trouble is not None:
        if game.state.table.outcome is None:
            # The whole reason would tell of hands that are still being played.
            message = _("the record {path} is not in order; foxduet replay {path} tells where")
            raise UserError(message.format(path=parsed.file))
        raise _broken_record(parsed.file, trouble)
    if game.state.table.outcome is None and not _hands_are_given_up(parsed.file):
        return OK
    # Imported this late since a game must not wait for reviews.
    from foxduet.analysis.review_file import Task  # noqa: PLC0415

    task = Task(game, parsed.file, f"expert:{parsed.worlds}")
    if on_screen:
        options = Options(
            records=_records_folder(), look=_look(parsed), scores=scores_file(), jobs=parsed.jobs
        )
        return _show(ReviewWaitScreen(task), options, coloured=_is_coloured(parsed))
    from foxduet.cli.review import report  # noqa: PLC0415 - as above

    return report(parsed, task, _look(parsed).glyphs)


def _hands_are_given_up(path: Path) -> bool:
    """Ask for the hidden hands of a game under way; UserError where nobody can be asked."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        message = _("the game in {path} is not over; a terminal is needed to ask for its hands")
        raise UserError(message.format(path=path), BAD_USAGE)
    return _hands_may_be_shown()
