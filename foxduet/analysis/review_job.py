"""Working a review out, on as many processes as there are, and going on with what is on file."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, as_completed
from contextlib import suppress
from random import Random
from time import monotonic

from foxduet.ai.partners import adviser_named
from foxduet.analysis.hindsight import with_open_hands
from foxduet.analysis.review import Assessment, Moment, Progress, Review, moments_of
from foxduet.analysis.review_file import Task, keep, load_kept
from foxduet.rules.duet.state import TRICKS

# Often enough that little is lost to a kill, seldom enough not to be felt.
_SECONDS_BETWEEN_SAVES = 2.0


def jobs_of(asked: int | None) -> int:
    """Return how many processes share a review: as many as there are cores if nobody said."""
    return asked or os.cpu_count() or 1


def assess(moment: Moment, partner: str, seed: str) -> Assessment:
    """Judge one decision by what its seat could know; equal arguments lead to equal results."""
    observation = moment.observation
    chance = Random(f"foxduet review {seed} {moment.number}")
    thought = adviser_named(partner)(observation, chance)
    return Assessment(
        moment.number,
        moment.seat,
        moment.chosen,
        thought.action,
        thought.estimates,
        thought.worlds,
        with_open_hands(moment, chance),
    )


def effort_of(moment: Moment) -> int:
    """Return how long a decision takes to judge, beside others."""
    choices = len(moment.observation.choices)
    return 1 if choices == 1 else 1 + choices * (TRICKS + 1 - moment.state.table.tricks_done)


class Work:
    """A review in the making: what is done, on file every few seconds, and what is left."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self._moments = moments_of(task.game)
        self._done: dict[int, Assessment] = load_kept(task)
        self._on_file = len(self._done)
        self._began = self._saved_at = monotonic()
        self._effort_at_first = self._effort_left()
        self.trouble: OSError | None = None

    @property
    def left(self) -> tuple[Moment, ...]:
        """The decisions that are not judged yet."""
        return tuple(moment for moment in self._moments if moment.number not in self._done)

    def add(self, assessment: Assessment) -> None:
        """Take one more assessment in, and put all on file now and then."""
        self._done[assessment.number] = assessment
        if monotonic() - self._saved_at >= _SECONDS_BETWEEN_SAVES:
            self.save()

    def save(self) -> None:
        """Put what is done on file, unless it is there; ``trouble`` tells if that failed."""
        self._saved_at = monotonic()
        if len(self._done) == self._on_file:
            return
        try:
            keep(self.task, self._done)
        except OSError as error:
            self.trouble = error
        else:
            self._on_file, self.trouble = len(self._done), None

    def progress(self) -> Progress:
        """Tell how far it has come."""
        done, total = len(self._done), len(self._moments)
        if done == total:
            return Progress(done, total, 0.0, self._review(), self.trouble)
        left = self._effort_left()
        spent = self._effort_at_first - left
        seconds = (monotonic() - self._began) / spent * left if spent else None
        return Progress(done, total, seconds, trouble=self.trouble)

    def _effort_left(self) -> int:
        return sum(map(effort_of, self.left))

    def _review(self) -> Review:
        assessments = tuple(self._done[moment.number] for moment in self._moments)
        return Review(self.task.game, self.task.partner, assessments)


def work_out(task: Task, jobs: int) -> Generator[Progress, None, None]:
    """Work a review out on ``jobs`` processes; yield how far it is, complete and kept at last.

    Whatever ends it early leaves what is done on file, for the next time to go on from.
    """
    work = Work(task)
    try:
        if jobs > 1 and len(work.left) > 1:
            for assessment in _shared(task, work.left, jobs):
                work.add(assessment)
                yield work.progress()
        for moment in work.left:
            work.add(assess(moment, task.partner, task.fingerprint))
            yield work.progress()
    finally:
        work.save()
    yield work.progress()


def _shared(task: Task, moments: Sequence[Moment], jobs: int) -> Generator[Assessment, None, None]:
    """Yield assessments by other processes as they come; some are missing if one is killed."""
    if (shared_out := _shared_out(task, moments, jobs)) is None:
        return
    pool, futures = shared_out
    try:
        yield from _results(as_completed(futures))
    except BaseException:
        _give_up(pool)
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _shared_out(
    task: Task, moments: Sequence[Moment], jobs: int
) -> tuple[Executor, list[Future[Assessment]]] | None:
    """Share decisions out among processes; return None where the system has none to give."""
    try:
        pool = _processes(min(jobs, len(moments)))
    except OSError:
        return None
    try:
        return pool, list(_submitted(pool, task, moments))
    except (OSError, RuntimeError):
        # What a missing process raises, and what a missing thread does.
        _give_up(pool)
        return None
    except BaseException:
        _give_up(pool)
        raise


def _processes(jobs: int) -> Executor:
    # Imported this late since a game must not wait for processes that it may never need.
    from foxduet.analysis.simulate import start_processes  # noqa: PLC0415

    return start_processes(jobs)


def _give_up(pool: Executor) -> None:
    from foxduet.analysis.simulate import give_up  # noqa: PLC0415 - as above

    give_up(pool)


def _submitted(
    pool: Executor, task: Task, moments: Sequence[Moment]
) -> Iterator[Future[Assessment]]:
    """Have decisions judged: all of them, or those up to the death of a process."""
    with suppress(BrokenExecutor):
        for moment in moments:
            yield pool.submit(assess, moment, task.partner, task.fingerprint)


def _results(futures: Iterable[Future[Assessment]]) -> Iterator[Assessment]:
    """Yield what came of decisions but for those that were lost with a process.

    The system may kill one for want of memory, and the others that share the work end with it.
    """
    for future in futures:
        if not isinstance(future.exception(), BrokenExecutor):
            yield future.result()


class BackgroundReviewer:
    """Works on one review at a time, in processes of its own, while screens are shown.

    If one of them is killed no others are started: what is left is worked out in this process, a
    decision each time that somebody asks for the progress. So is all if none can be started.
    """

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._work: Work | None = None
        self._pool: Executor | None = None
        self._futures: list[Future[Assessment]] = []

    def start(self, task: Task) -> None:
        """Begin with ``task``, or go on with it; whatever was under way is stopped."""
        self.stop()
        work = Work(task)
        self._work = work
        if moments := work.left:
            # From the first thread, which may fork, and not from one of its own.
            self._pool, self._futures = _shared_out(task, moments, self._jobs) or (None, [])

    def progress(self) -> Progress:
        """Tell how far the task started last is. Raises whatever went wrong in working it out."""
        work = self._work
        assert work is not None, "something is being worked on"
        if self._pool is not None:
            self._gather(work, self._pool)
        elif left := work.left:
            work.add(assess(left[0], work.task.partner, work.task.fingerprint))
        if not work.left:
            work.save()
        return work.progress()

    def stop(self) -> None:
        """Let nothing be worked on any more; what is done stays on file."""
        if self._pool is not None:
            _give_up(self._pool)
        if self._work is not None:
            self._work.save()
        self._work, self._pool, self._futures = None, None, []

    def _gather(self, work: Work, pool: Executor) -> None:
        ended = [future for future in self._futures if future.done()]
        self._futures = [future for future in self._futures if future not in ended]
        for assessment in _results(ended):
            work.add(assessment)
        if not self._futures:
            pool.shutdown()
            self._pool = None
