"""The work that goes on beside the screens: begun when one waits for it, ended when none does.

Who does the work is loaded when it is first needed: the first frame must not wait for that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from foxduet.ui.screens import Options, ReviewWaitScreen, Screen, TableScreen
from foxduet.ui.table.attending import considered, errand_of, is_awaited, sought_par

if TYPE_CHECKING:
    from foxduet.ai.errands import Errand
    from foxduet.analysis.review_file import Task
    from foxduet.play.game import Header
    from foxduet.ui.kit.shell import ParSeeker, Reviewer, Thinker

Job = TypeVar("Job")
Job_contra = TypeVar("Job_contra", contravariant=True)


class _Worker(Protocol[Job_contra]):
    def start(self, job: Job_contra, /) -> None: ...

    def stop(self) -> None: ...


Working = TypeVar("Working", bound=_Worker[Any])


class _Desk(Generic[Job, Working]):
    """Where one job at a time is worked on; ``call_in`` finds who does, when there is a job."""

    def __init__(self, worker: Working | None, call_in: Callable[[], Working]) -> None:
        self._worker, self._call_in = worker, call_in
        self._job: Job | None = None

    def turn_to(self, job: Job | None) -> Working | None:
        """Have ``job`` and nothing else worked on; return who does it."""
        if job != self._job:
            if self._worker is not None and self._job is not None:
                self._worker.stop()
            self._job = job
            if job is not None:
                self._worker = self._worker or self._call_in()
                self._worker.start(job)
        return None if job is None else self._worker


class Background:
    """Has thought, sought and worked out what the screen that is up waits for.

    Without a ``thinker``, ``seeker`` or ``reviewer`` it finds one, which works in threads and
    processes of its own.
    """

    def __init__(
        self,
        options: Options,
        thinker: Thinker | None = None,
        seeker: ParSeeker | None = None,
        reviewer: Reviewer | None = None,
    ) -> None:
        self._options = options
        self._thoughts: _Desk[Errand, Thinker] = _Desk(thinker, self._thinker)
        self._pars: _Desk[Header, ParSeeker] = _Desk(seeker, _seeker)
        self._reviews: _Desk[Task, Reviewer] = _Desk(reviewer, self._reviewer)

    def attend(self, screen: Screen) -> Screen:
        """See to what ``screen`` waits for; return what becomes of it by what is done of that.

        The very same screen if nothing is.
        """
        while True:
            after = self._with_par(self._with_thought(self._with_review(screen)))
            if after is screen or isinstance(after, ReviewWaitScreen):
                return after
            screen = after

    def stop(self) -> None:
        """Let nothing be worked on until a screen is attended to again, if one ever is."""
        self._thoughts.turn_to(None)
        self._pars.turn_to(None)
        self._reviews.turn_to(None)

    def _with_review(self, screen: Screen) -> Screen:
        waiting = screen if isinstance(screen, ReviewWaitScreen) else None
        reviewer = self._reviews.turn_to(None if waiting is None else waiting.task)
        if waiting is None or reviewer is None:
            return screen
        from foxduet.ui.review.keys import worked  # noqa: PLC0415 - see above

        return worked(waiting, reviewer.progress())

    def _with_thought(self, screen: Screen) -> Screen:
        errand = errand_of(screen)
        thinker = self._thoughts.turn_to(errand)
        if errand is None or thinker is None or not is_awaited(screen, errand):
            return screen
        thought = thinker.thought()
        return screen if thought is None else considered(screen, errand, thought, self._options)

    def _with_par(self, screen: Screen) -> Screen:
        seeker = self._pars.turn_to(sought_par(screen))
        if seeker is None or not isinstance(screen, TableScreen):
            return screen
        found = seeker.found()
        if found is None:
            return screen
        from foxduet.ui.table.entering import with_par  # noqa: PLC0415 - see above

        return with_par(screen, found, self._options)

    def _thinker(self) -> Thinker:
        from foxduet.ai.jobs import BackgroundThinker  # noqa: PLC0415 - see above

        return BackgroundThinker(self._options.limit)

    def _reviewer(self) -> Reviewer:
        from foxduet.analysis.review_job import BackgroundReviewer, jobs_of  # noqa: PLC0415 - see above

        return BackgroundReviewer(jobs_of(self._options.jobs))


def _seeker() -> ParSeeker:
    from foxduet.analysis.par import BackgroundPar  # noqa: PLC0415 - see above

    return BackgroundPar()
