"""The review, replay and share commands, and writing pictures."""

from __future__ import annotations

import argparse
import errno
import json
import os
import stat
import sys
from functools import partial
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
from foxduet.store.pictures import add_mark, find_picture_path, may_replace
from foxduet.ui.kit.screen import RunOptions, Transition
from foxduet.words.i18n import _, error_text, explain
from foxduet.words.text import escaped

if TYPE_CHECKING:
    from foxduet.ai.workers import Jobs
    from foxduet.play.game import Game


_NONBLOCK = getattr(os, "O_NONBLOCK", 0)


def check_writable(path: Path, game: Game) -> None:
    """Raise UserError if a picture of a game clearly cannot be written to ``path``."""
    try:
        target = _link_target(path, game)
        if target.is_file() or not target.exists():
            TemporaryFile(dir=target.parent).close()
        elif not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        raise _unwritable_error(path, error) from None


def write_picture(path: Path, picture: str, game: Game) -> None:
    """Write a picture of a game: atomically to a file, directly to a device or pipe.

    Raises UserError if this fails, or would replace anything except a picture of this game.
    """
    content = add_mark(picture, game_fingerprint(game))
    try:
        target = _link_target(path, game)
        is_standard_output = _is_standard_output(target)
    except OSError as error:
        raise _unwritable_error(path, error) from None
    if is_standard_output:
        # Text printed earlier may still be in the text layer's buffer.
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        return
    try:
        if target.exists() and not target.is_file():
            with open(target, "wb", opener=_open_nonblocking) as file:
                file.write(content)
        else:
            write_safely(target, content, PUBLIC_MODE)
    except OSError as error:
        raise _unwritable_error(path, error) from None


def _open_nonblocking(path: str, flags: int) -> int:
    """Open a device or pipe; raises BrokenPipeError if the pipe has no reader yet."""
    try:
        descriptor = os.open(path, flags | _NONBLOCK)
    except OSError as error:
        if error.errno == errno.ENXIO and Path(path).is_fifo():
            raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE)) from None
        raise
    if _NONBLOCK:
        # A slow reader must not fail the write.
        os.set_blocking(descriptor, True)
    return descriptor


def _is_standard_output(target: Path) -> bool:
    try:
        return os.path.samestat(target.stat(), os.fstat(sys.stdout.fileno()))
    except OSError:
        # The path does not exist, or the output is no file.
        return False


def _link_target(path: Path, game: Game) -> Path:
    """Return the path to write a picture to: ``path``, with links to files resolved.

    Raises OSError if ``path`` is a folder or its folder is missing, and UserError if another file
    would be replaced.
    """
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        target = Path(os.path.realpath(path))
        target.parent.stat()
        return target
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(mode):
        # /dev/stdout may be a link to a pipe, which has no path to resolve to.
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
    return UserError(message.format(path=path, reason=error_text(error)))


MAX_WORLDS = 100_000
"""The largest value of ``--worlds``."""


@dataclass(frozen=True, slots=True)
class ReviewOptions:
    """Game to review (None for the last finished one), thoroughness, and output."""

    file: Path | None
    text: bool
    json: bool
    svg: Path | None
    worlds: int
    jobs: Jobs
    look: LookOptions

    @property
    def uses_screens(self) -> bool:
        """Whether to show screens: without output options, on a terminal or with --plain."""
        has_output = self.text or self.json or self.svg is not None
        return not has_output and (sys.stdout.isatty() or bool(self.look.arguments.get("plain")))


def add_review(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the review command."""
    add = parser.add_argument
    add("file", nargs="?", type=Path, metavar=N_("FILE"), help=_(FILE_HELP))
    output_forms = parser.add_mutually_exclusive_group()
    output_forms.add_argument("--text", action="store_true", help=_("print a report"))
    output_forms.add_argument("--json", action="store_true", help=_("print JSON"))
    svg = _("write a chart of the chance of winning (SVG)")
    add("--svg", type=Path, metavar=N_("PICTURE"), help=svg)
    worlds = _("try this many possible hands for each choice; by default, {count}")
    worlds = worlds.format(count=REVIEWER_WORLDS)
    parse = partial(shared.parse_count, most=MAX_WORLDS)
    add("--worlds", type=parse, metavar="N", default=REVIEWER_WORLDS, help=worlds)
    jobs = _("share the work among this many processes; by default, one per core")
    shared.add_jobs(parser, None, jobs)
    shared.add_look(parser)
    parser.set_defaults(
        run=run_review,
        options_of=lambda parsed, _refuse: shared.options_from(
            ReviewOptions, parse_with_look(parsed)
        ),
    )


def run_review(options: ReviewOptions) -> int:
    """Review a game on screens, or print and write the report; return the exit status."""
    if options.uses_screens:
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
        if not options.uses_screens:
            return _report(options, task)
        from foxduet.ui.review import ReviewWaitScreen

        name = game.header.game
        run_options = RunOptions(options.look.look_for(name), name, jobs=options.jobs)
        return run_on_terminal(Transition(ReviewWaitScreen(task)), options.look, name, run_options)
    except ClusterError as trouble:
        raise UserError(explain(trouble)) from None


def _report(options: ReviewOptions, task: ReviewTask) -> int:
    """Compute a review and print the report; return the exit status.

    Raises UserError if the picture cannot be written, before the computation if possible.
    """
    from foxduet.words.review import report_lines, report_object, with_table_names
    from foxduet.words.review_chart import chart_svg

    if options.svg is not None:
        check_writable(options.svg, task.game)
    with shared.sigterm_as_interrupt():
        review, save_error = _compute_review(task, options)
    if options.svg is not None:
        write_picture(options.svg, chart_svg(with_table_names(review)), task.game)
    # After writing the picture: if both fail, one error is enough.
    if save_error is not None:
        warn(_("cannot save the review: {reason}").format(reason=error_text(save_error)))
    if options.json:
        print(json.dumps(report_object(review)))
    elif options.text or options.svg is None:
        glyphs = options.look.look_for(task.game.header.game).glyphs
        print("\n".join(report_lines(with_table_names(review), glyphs)))
    sys.stdout.flush()
    return OK


def _compute_review(task: ReviewTask, options: ReviewOptions) -> tuple[Review, OSError | None]:
    from foxduet.analysis.review_job import ReviewExtra, complete_review
    from foxduet.words.game_words import progress_phrase

    extra = ReviewExtra.ALL if options.json else ReviewExtra.REPORT
    if options.svg is not None and not (options.json or options.text):
        extra = ReviewExtra.NOTHING
    steps = complete_review(task, options.jobs, extra)
    *_, final_step = shared.with_progress(steps, lambda step, _number, _s: progress_phrase(step))
    assert final_step.review is not None, "the last step has the complete review"
    return final_step.review, final_step.save_error


def add_replay(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the replay command."""
    parser.add_argument("file", nargs="?", type=Path, metavar=N_("FILE"), help=_(FILE_HELP))
    positions = _("print a position line after each action")
    parser.add_argument("--positions", action="store_true", help=positions)
    shared.add_look(parser)
    parser.set_defaults(run=_replay, options_of=parse_with_look)


def _replay(options: argparse.Namespace) -> int:
    if not options.positions:
        require_terminal(options.look)
    path, status = options.file or shared.last_finished_record(), OK
    game, error = shared.read_record(path)
    if options.positions:
        for state in game.states:
            print(game.rules.format_position(state))
    elif game.result is None and not shared.confirm_revealing_hands(path):
        if error is None:
            return OK
        # The reason could reveal hidden hands.
        raise UserError(_("the record {path} is not valid").format(path=path))
    else:
        from foxduet.ui.replay import ReplayScreen

        notice = "" if error is None else _("The record is not valid from here on.")
        start = Transition(ReplayScreen(game, trouble=notice))
        status = run_on_terminal(start, options.look, game.header.game)
    if error is not None:
        sys.stdout.flush()
        raise shared.broken_record_error(path, error)
    return status


def add_share(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the share command."""
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
    picture = options.output or find_picture_path(path, game_fingerprint(game))
    check_writable(picture, game)
    _records, scores = shared.data_paths()
    write_picture(picture, game_picture(game, path, scores, seed=options.seed), game)
    if options.output is None:
        print(escaped(str(picture)))
    return OK
