"""The review command: each choice of a game judged, on screen or as a report."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from foxduet.ai.cluster import ClusterError
from foxduet.ai.names import REVIEWER_WORLDS
from foxduet.analysis.review import Review
from foxduet.analysis.review_file import Task
from foxduet.cli import options as shared
from foxduet.cli import records
from foxduet.cli.exit_status import OK, UserError, warn
from foxduet.cli.options import WITHOUT_A_FILE
from foxduet.cli.picture_file import check_place, write_picture
from foxduet.cli.progress import ended_by_signals, with_progress
from foxduet.cli.remembered import remembered_or_warn
from foxduet.cli.terminal import LookOptions, check_terminal, look_options, show
from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass
from foxduet.core.register import FOR_REVIEWS, require_parts
from foxduet.words.i18n import _, explain, reason_of

if TYPE_CHECKING:
    from foxduet.ai.workers import Jobs

MOST_WORLDS = 100_000
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
        """Whether nothing is to be printed or written, and there is a screen."""
        wanted = self.text or self.json or self.svg is not None
        return not wanted and sys.stdout.isatty()


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add = parser.add_argument
    add("file", nargs="?", type=Path, metavar=N_("FILE"), help=_(WITHOUT_A_FILE))
    printed = parser.add_mutually_exclusive_group()
    printed.add_argument("--text", action="store_true", help=_("print a report"))
    printed.add_argument("--json", action="store_true", help=_("print one JSON object"))
    svg = _("write a chart of the chance to win (SVG)")
    add("--svg", type=Path, metavar=N_("PICTURE"), help=svg)
    worlds = _("possible hands to look at for each choice, {count} if not given")
    worlds = worlds.format(count=REVIEWER_WORLDS)
    add("--worlds", type=_worlds, metavar="N", default=REVIEWER_WORLDS, help=worlds)
    shared.add_jobs(parser, None, _("processes to share the work, one per core if not given"))
    shared.add_look(parser)


def options_of(parsed: argparse.Namespace, _refuse: shared.Refuse) -> ReviewOptions:
    """Return the arguments as a value."""
    return shared.options_from(
        ReviewOptions, parsed, look=look_options(parsed, remembered_or_warn())
    )


def _worlds(text: str) -> int:
    return shared.count(text, MOST_WORLDS)


def run(options: ReviewOptions) -> int:
    """Review a game: on screen if there is a terminal and nothing is to be printed or written."""
    if options.on_screen:
        check_terminal()
    path = options.file or records.last_finished()
    game, error = records.read_record(path)
    if error is not None and game.result is None:
        raise records.broken_unfinished_record(path)
    if error is not None:
        raise records.broken_record(path, error)
    require_parts(game.header.game, *FOR_REVIEWS)
    if game.result is None and not records.are_hands_given_up(path):
        return OK
    task = Task(game, path, f"expert:{options.worlds}")
    try:
        return _show(options, task) if options.on_screen else _report(options, task)
    except ClusterError as trouble:
        raise UserError(explain(trouble)) from None


def _show(options: ReviewOptions, task: Task) -> int:
    from foxduet.ui.kit.screen import Next, Options
    from foxduet.ui.review.wait import ReviewWaitScreen

    name = task.game.header.game
    screens = Options(options.look.look_of(name), name, jobs=options.jobs)
    return show(Next(ReviewWaitScreen(task)), options.look, name, screens)


def _report(options: ReviewOptions, task: Task) -> int:
    """Work a review out and print what was asked for; return the exit status.

    Raises UserError when the picture cannot be written, before anything is worked out if possible.
    """
    from foxduet.words.review import report_lines, report_object
    from foxduet.words.review_chart import report_svg

    if options.svg is not None:
        check_place(options.svg)
    with ended_by_signals():
        review, trouble = _work_out(task, options.jobs)
    if options.svg is not None:
        write_picture(options.svg, report_svg(review))
    # Where the picture cannot be written, either, its line is enough.
    if trouble is not None:
        warn(_("the review cannot be saved: {reason}").format(reason=reason_of(trouble)))
    if options.json:
        print(json.dumps(report_object(review)))
    elif options.text or options.svg is None:
        glyphs = options.look.look_of(task.game.header.game).glyphs
        print("\n".join(report_lines(review, glyphs)))
    sys.stdout.flush()
    return OK


def _work_out(task: Task, jobs: Jobs) -> tuple[Review, OSError | None]:
    """Return a review, and why it could not be saved, if so."""
    from foxduet.analysis.review_job import work_out
    from foxduet.words.common import progress_phrase

    steps = with_progress(work_out(task, jobs), lambda step, _number, _s: progress_phrase(step))
    *_before, latest = steps
    assert latest.review is not None, "the last progress is that of the whole"
    return latest.review, latest.trouble
