"""The review, replay and share commands: what a recorded game was like, and pictures of it."""

from __future__ import annotations

import argparse
import errno
import json
import os
import stat
import sys
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING

from foxduet.ai.partner import REVIEWER_WORLDS
from foxduet.ai.workers import ClusterError
from foxduet.analysis.review import Review
from foxduet.analysis.review_file import ReviewTask, game_fingerprint
from foxduet.cli import options as shared
from foxduet.cli.arguments import BAD_USAGE, OK, UserError, warn
from foxduet.cli.options import FILE_HELP
from foxduet.cli.terminal import LookOptions, parse_with_look, require_terminal, run_on_terminal
from foxduet.core.errors import N_
from foxduet.core.lazy_dataclass import dataclass
from foxduet.core.registry import REVIEW_PARTS, TABLE_PARTS, require_parts
from foxduet.store.files import PUBLIC_MODE, write_safely
from foxduet.store.pictures import free_place, marked, may_replace
from foxduet.ui.kit.screen import RunOptions, Transition
from foxduet.words.i18n import _, explain, reason_of
from foxduet.words.text import escaped

if TYPE_CHECKING:
    from foxduet.ai.workers import Jobs
    from foxduet.play.game import Game


_NONBLOCK = getattr(os, "O_NONBLOCK", 0)


def check_writable(path: Path, game: Game) -> None:
    """Raise UserError if it is clear already that a picture of a game cannot be written there."""
    try:
        place = _link_target(path, game)
        if place.is_file() or not place.exists():
            with TemporaryFile(dir=place.parent):
                pass
        elif not os.access(place, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        raise _unwritable_error(path, error) from None


def write_picture(path: Path, picture: str, game: Game) -> None:
    """Write a picture of a game, into a file in one step, into a device or pipe directly.

    Raises UserError if that fails, or would replace anything but a picture of this game.
    """
    content = marked(picture, game_fingerprint(game))
    try:
        place = _link_target(path, game)
        to_output = _is_output(place)
    except OSError as error:
        raise _unwritable_error(path, error) from None
    if to_output:
        # Other text that is printed goes to the same place, through this buffer.
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        return
    try:
        if place.exists() and not place.is_file():
            with open(place, "wb", opener=_open_nonblocking) as file:
                file.write(content)
        else:
            write_safely(place, content, PUBLIC_MODE)
    except OSError as error:
        raise _unwritable_error(path, error) from None


def _open_nonblocking(path: str, flags: int) -> int:
    """Open a device, or a pipe; BrokenPipeError if nobody reads it, who might never come."""
    try:
        place = os.open(path, flags | _NONBLOCK)
    except OSError as error:
        if error.errno == errno.ENXIO and Path(path).is_fifo():
            raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE)) from None
        raise
    if _NONBLOCK:
        # What reads may take its time.
        os.set_blocking(place, True)
    return place


def _is_output(place: Path) -> bool:
    try:
        return os.path.samestat(place.stat(), os.fstat(sys.stdout.fileno()))
    except OSError:
        # Nothing is there yet, or the output is no file.
        return False


def _link_target(path: Path, game: Game) -> Path:
    """Return where a picture called ``path`` goes: for a link to a file, to that file.

    Raises OSError if there can be no file, and UserError if another file would be replaced.
    """
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        place = Path(os.path.realpath(path))
        place.parent.stat()
        return place
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(mode):
        # A link to a pipe, such as /dev/stdout may be, cannot be resolved to a name.
        return path
    # An empty file may be replaced: a shell creates one before /dev/stdout points to it.
    if not may_replace(path, game_fingerprint(game)):
        message = _(
            "{path} exists and is not a picture of this game; it would be overwritten. "
            "Name another file"
        )
        raise UserError(message.format(path=path), BAD_USAGE)
    return Path(os.path.realpath(path))


def _unwritable_error(path: Path, error: OSError) -> UserError:
    message = _("cannot write the picture {path}: {reason}")
    return UserError(message.format(path=path, reason=reason_of(error)))


MAX_WORLDS = 100_000
"""How many worlds a review may look at for a choice."""


@dataclass(frozen=True, slots=True)
class ReviewOptions:
    """What to review, None for the last finished game, how thoroughly, and where to."""

    file: Path | None
    text: bool
    json: bool
    svg: Path | None
    worlds: int
    jobs: Jobs
    look: LookOptions

    @property
    def on_screen(self) -> bool:
        """Whether nothing is to be printed or written, and there is a screen, or --plain."""
        wanted = self.text or self.json or self.svg is not None
        return not wanted and (sys.stdout.isatty() or bool(self.look.given.get("plain")))


def add_review(parser: argparse.ArgumentParser) -> None:
    """Add what the review command takes."""
    add = parser.add_argument
    add("file", nargs="?", type=Path, metavar=N_("FILE"), help=_(FILE_HELP))
    printed = parser.add_mutually_exclusive_group()
    printed.add_argument("--text", action="store_true", help=_("print a report"))
    printed.add_argument("--json", action="store_true", help=_("print JSON"))
    svg = _("write a chart of the chance of winning (SVG)")
    add("--svg", type=Path, metavar=N_("PICTURE"), help=svg)
    worlds = _("try this many possible hands for each choice; by default, {count}")
    worlds = worlds.format(count=REVIEWER_WORLDS)
    add("--worlds", type=_worlds, metavar="N", default=REVIEWER_WORLDS, help=worlds)
    shared.add_jobs(
        parser, None, _("share the work among this many processes; by default, one per core")
    )
    shared.add_look(parser)
    parser.set_defaults(
        run=run_review,
        options_of=lambda parsed, _refuse: shared.options_from(
            ReviewOptions, parse_with_look(parsed)
        ),
    )


def _worlds(text: str) -> int:
    return shared.parse_count(text, MAX_WORLDS)


def run_review(options: ReviewOptions) -> int:
    """Review a game: on screen if there is a terminal and nothing is to be printed or written."""
    if options.on_screen:
        require_terminal(options.look)
    path = options.file or shared.last_finished_record()
    game, error = shared.read_record(path)
    if error is not None and game.result is None:
        raise shared.broken_unfinished_error(path)
    if error is not None:
        raise shared.broken_record_error(path, error)
    require_parts(game.header.game, *REVIEW_PARTS)
    if game.result is None and not shared.confirm_revealing_hands(path):
        return OK
    task = ReviewTask(game, path, f"expert:{options.worlds}")
    try:
        return _show(options, task) if options.on_screen else _report(options, task)
    except ClusterError as trouble:
        raise UserError(explain(trouble)) from None


def _show(options: ReviewOptions, task: ReviewTask) -> int:
    from foxduet.ui.review import ReviewWaitScreen

    name = task.game.header.game
    screens = RunOptions(options.look.look_for(name), name, jobs=options.jobs)
    return run_on_terminal(Transition(ReviewWaitScreen(task)), options.look, name, screens)


def _report(options: ReviewOptions, task: ReviewTask) -> int:
    """Work a review out and print what was asked for; return the exit status.

    Raises UserError when the picture cannot be written, before anything is worked out if possible.
    """
    from foxduet.words.review import report_lines, report_object, with_table_names
    from foxduet.words.review_chart import report_svg

    if options.svg is not None:
        check_writable(options.svg, task.game)
    with shared.sigterm_as_interrupt():
        found, trouble = _work_out(task, options)
    if options.svg is not None:
        write_picture(options.svg, report_svg(with_table_names(found)), task.game)
    # Where the picture cannot be written, either, its line is enough.
    if trouble is not None:
        warn(_("cannot save the review: {reason}").format(reason=reason_of(trouble)))
    if options.json:
        print(json.dumps(report_object(found)))
    elif options.text or options.svg is None:
        glyphs = options.look.look_for(task.game.header.game).glyphs
        print("\n".join(report_lines(with_table_names(found), glyphs)))
    sys.stdout.flush()
    return OK


def _work_out(task: ReviewTask, options: ReviewOptions) -> tuple[Review, OSError | None]:
    from foxduet.analysis.review_job import ReviewExtra, complete_review
    from foxduet.words.game_words import progress_phrase

    wanted = ReviewExtra.ALL if options.json else ReviewExtra.REPORT
    if options.svg is not None and not (options.json or options.text):
        wanted = ReviewExtra.NOTHING
    under_way = complete_review(task, options.jobs, wanted)
    steps = shared.with_progress(under_way, lambda step, _number, _s: progress_phrase(step))
    *_before, latest = steps
    assert latest.review is not None, "the last progress is that of the whole"
    return latest.review, latest.save_error


def add_replay(parser: argparse.ArgumentParser) -> None:
    """Add what the replay command takes."""
    parser.add_argument("file", nargs="?", type=Path, metavar=N_("FILE"), help=_(FILE_HELP))
    positions = _("print a position line after each action")
    parser.add_argument("--positions", action="store_true", help=positions)
    shared.add_look(parser)
    parser.set_defaults(run=_replay, options_of=parse_with_look)


def _replay(options: argparse.Namespace) -> int:
    if options.positions:
        return _print_positions(options.file or shared.last_finished_record())
    require_terminal(options.look)
    return _show_replay(options.file or shared.last_finished_record(), options.look)


def _print_positions(path: Path) -> int:
    game, error = shared.read_record(path)
    for state in game.states:
        print(game.rules.format_position(state))
    if error is not None:
        sys.stdout.flush()
        raise shared.broken_record_error(path, error)
    return OK


def _show_replay(path: Path, look: LookOptions) -> int:
    from foxduet.ui.replay import ReplayScreen

    game, error = shared.read_record(path)
    if game.result is None and not shared.confirm_revealing_hands(path):
        if error is None:
            return OK
        # The reason could reveal hands that are being played.
        raise UserError(_("the record {path} is not valid").format(path=path))
    notice = "" if error is None else _("The record is not valid from here on.")
    status = run_on_terminal(Transition(ReplayScreen(game, trouble=notice)), look, game.header.game)
    if error is not None:
        raise shared.broken_record_error(path, error)
    return status


def add_share(parser: argparse.ArgumentParser) -> None:
    """Add what the share command takes."""
    add = parser.add_argument
    add("file", nargs="?", type=Path, metavar=N_("FILE"), help=_(FILE_HELP))
    output = _("write the picture to this file (SVG); by default, here, named after the record")
    add("--output", type=Path, metavar=N_("PICTURE"), help=output)
    add("--seed", action="store_true", help=_("show the seed of the deals"))
    parser.set_defaults(run=_share)


def _share(options: argparse.Namespace) -> int:
    from foxduet.ui.table.ending import game_picture

    path = options.file or shared.last_finished_record()
    game, error = shared.read_record(path)
    if error is not None and game.result is not None:
        raise shared.broken_record_error(path, error)
    if game.result is None:
        message = _("the game in {path} is not over, so there is no picture of its end yet")
        raise UserError(message.format(path=path))
    require_parts(game.header.game, *TABLE_PARTS)
    place = options.output or free_place(path, game_fingerprint(game))
    check_writable(place, game)
    _records, scores = shared.data_paths()
    write_picture(place, game_picture(game, path, scores, seed=options.seed), game)
    if options.output is None:
        print(escaped(str(place)))
    return OK
