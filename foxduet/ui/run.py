"""One run of the program over its screens, whatever shows them: effects, events, one job."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

from foxduet.core.frozen import dataclass, field, replace
from foxduet.ui.kit import effects
from foxduet.ui.kit.canvas import Size
from foxduet.ui.kit.effects import Leave
from foxduet.ui.kit.keys import Input
from foxduet.ui.kit.screen import Context, Next, Options, Screen
from foxduet.ui.performer import Folders, lines_for_the_shell
from foxduet.ui.stack import Stack, perform_all

if TYPE_CHECKING:
    from foxduet.ai.workers import Job


T = TypeVar("T")
Got = TypeVar("Got")
Steps: TypeAlias = Generator[float | None, Input, T]
"""What waits for inputs: it yields for how many seconds at most, and returns something."""


class BackgroundWorker(Protocol):
    """What is needed to have jobs done without waiting for them, one at a time."""

    def start(self, job: Job[Any]) -> None:
        """Start with ``job``; the job before is stopped."""

    def answer(self) -> Any:
        """Return the newest answer that nobody was given yet, None if there is none."""

    def stop(self) -> None:
        """Let nothing be worked on any more."""


@dataclass(slots=True)
class Run:
    """What a run is at; ``job`` is what ``worker`` works on, if anything.

    ``told`` is what screens have to tell the other player's, where each has a loop of their own.
    ``leads_to`` is where the program goes on after the end, if it does.
    """

    options: Options
    folders: Folders
    worker: BackgroundWorker | None
    job: Job[Any] | None = field(default=None, kw_only=True)
    told: list[object] = field(default_factory=list, kw_only=True)
    leads_to: effects.TwoTerminals | None = field(default=None, kw_only=True)

    def steps(self, first: Next) -> Steps[tuple[str, ...]]:
        """Show screens until the end; return lines for the shell.

        Yields how long to wait for an input at most, and is sent that, or that the time is up.
        """
        raise AssertionError("every run has its steps")

    def size(self) -> Size:
        """Return the size of the window now."""
        raise AssertionError("every run has a size")

    def clock(self) -> float:
        """Return the time in seconds, from any moment on."""
        raise AssertionError("every run has a clock")

    @property
    def wants_input(self) -> bool:
        """Whether anything may be taken from whoever answers: a program waits until it is asked."""
        return True

    def context(self) -> Context:
        """Return what a screen may know now."""
        return Context(self.options, self.size())

    def take_told(self) -> list[object]:
        """Return what is to be told since the last time."""
        told = [*self.told]
        self.told.clear()
        return told

    def hear(self, stack: Stack, what: object) -> tuple[Stack, Leave | None]:
        """Let the screens hear what comes from outside; a screen opens over whatever is there."""
        if isinstance(what, Screen):
            return stack.under(what), None
        leave: Leave | None = None
        for at in reversed(range(len(stack.screens))):
            after = stack.screens[at].hear(what, self.context())
            if after is not None and leave is None:
                stack, leave = self.perform(stack, after, at)
        return stack, leave

    def perform(
        self, stack: Stack, after: Next, at: int | None = None
    ) -> tuple[Stack, Leave | None]:
        """Perform effects of a screen, those that change the options of the run among them."""
        for effect in after.effects:
            if isinstance(effect, effects.UseTheme):
                look = replace(self.options.look, theme=effect.theme)
                self.options = replace(self.options, look=look)
        return perform_all(stack, after, self.context(), self.folders, self.told, at)

    def work_on(self, job: Job[Any] | None) -> None:
        """Have a job worked on instead of the one before, which may be the same, or none."""
        if job == self.job:
            return
        if self.worker is not None and self.job is not None:
            self.worker.stop()
        self.job = job
        if job is not None:
            if self.worker is None:
                from foxduet.ai.workers import Worker

                self.worker = Worker[Any]()
            self.worker.start(job)

    def stop_working(self) -> None:
        """Let nothing be worked on until a screen is shown again, if one ever is."""
        self.work_on(None)

    def lines(self, *leaves: Leave) -> tuple[str, ...]:
        """Return what the shell shows in the end."""
        return tuple(
            line
            for leave in leaves
            for line in lines_for_the_shell(leave, self.folders, self.options.look.glyphs)
        )


def run_steps(
    run: Run,
    steps: Generator[float | None, Got, tuple[str, ...]],
    wait: Callable[[float | None], Got],
) -> tuple[str, ...]:
    """Show screens by the ``steps`` of a run until they end; return lines for the shell.

    ``wait`` returns what comes next, or that so many seconds are up.
    """
    try:
        seconds = next(steps)
        while True:
            seconds = steps.send(wait(seconds))
    except StopIteration as end:
        lines: tuple[str, ...] = end.value
        return lines
    finally:
        run.stop_working()
