"""The loop that ties the stack of screens to a terminal, to files, and to background work.

It draws the screen in sight, waits for a key or an event, and performs the effects of it.
"""

from __future__ import annotations

from typing import Protocol

from foxduet.core.frozen import dataclass, replace
from foxduet.ui.kit import answers, keys
from foxduet.ui.kit.canvas import Canvas, Frame, Look, Size, Style
from foxduet.ui.kit.effects import Leave
from foxduet.ui.kit.keys import Click, Input, Interruption, Key, KeyGuard, Told
from foxduet.ui.kit.screen import Next, Options, Screen
from foxduet.ui.performer import Folders
from foxduet.ui.run import BackgroundWorker, Run, Steps, run_steps
from foxduet.ui.stack import Stack, leave_at_once, press
from foxduet.ui.table.layout import SMALLEST
from foxduet.words.i18n import _
from foxduet.words.text import wrapped

_LONG_THOUGHT = 2.0
"""After a thought of more seconds than these the bell sounds."""


class Display(Protocol):
    """What the loop needs of a terminal, whoever waits for its keys."""

    def size(self) -> Size:
        """Return the size of the window now."""

    def show(self, frame: Frame) -> None:
        """Put a frame on the screen."""

    def forget_keys(self) -> None:
        """Throw away what was typed ahead."""

    def clock(self) -> float:
        """Return the time in seconds, from any moment on."""

    def beep(self) -> None:
        """Sound the bell."""

    def suspend(self) -> None:
        """Give the terminal back blank and stop until the program is continued."""


class Terminal(Display, Protocol):
    """A terminal whose keys the loop waits for."""

    def wait(self, seconds: float | None) -> Input:
        """Return the next key, or what came instead; give up after ``seconds``."""


def run(
    terminal: Terminal,
    first: Next,
    options: Options,
    folders: Folders,
    worker: BackgroundWorker | None = None,
) -> tuple[str, ...]:
    """Show screens until the players leave or a signal ends the program.

    Returns lines for the shell. Without a ``worker`` there is one in a thread of its own.
    """
    return run_loop(terminal, Loop(options, folders, worker, terminal), first)


def run_loop(terminal: Terminal, loop: Loop, first: Next) -> tuple[str, ...]:
    """Show screens as ``run`` does, by a loop that says where it leads to in the end."""
    return run_steps(loop, loop.steps(first), terminal.wait)


def is_too_small(size: Size) -> bool:
    """Return whether a window has no room for the screens."""
    return size.rows < SMALLEST.rows or size.columns < SMALLEST.columns


def draw(screen: Screen, size: Size, look: Look) -> Frame:
    """Return the picture of a screen in a window of ``size``."""
    canvas = Canvas(size, look)
    if not is_too_small(size):
        screen.draw(canvas)
        return canvas.frame()
    needed = _("foxduet needs {columns}x{rows}, this is {w}x{h}").format(
        columns=SMALLEST.columns, rows=SMALLEST.rows, w=size.columns, h=size.rows
    )
    lines = [*wrapped(needed, size.columns), _("q leaves")]
    for row, line in enumerate(lines, max(0, (size.rows - len(lines)) // 2)):
        canvas.put_centred(row, line, Style.STRONG)
    return canvas.frame()


@dataclass(slots=True)
class Loop(Run):
    """One run of the loop on a terminal.

    ``thinking_since`` is when a partner's thought came into sight, if one is. ``bell_is_due`` says
    that a long one is over, but nobody's turn yet. ``timed`` is the picture that changes by itself
    at the ``deadline``, and ``next_input`` came while it was waited for whether a key repeats.
    """

    terminal: Display
    thinking_since: float | None = None
    bell_is_due: bool = False
    timed: object = None
    deadline: float = 0
    next_input: Input | None = None

    def size(self) -> Size:
        return self.terminal.size()

    def clock(self) -> float:
        return self.terminal.clock()

    def steps(self, first: Next) -> Steps[tuple[str, ...]]:
        """Show screens until the end; return lines for the shell.

        Yields how long to wait for an input at most, and is sent that, or that the time is up.
        """
        stack, leave = self.perform(Stack((first.screen,)), first)
        decision: object = None
        # The key that started the program in a shell may still be held down.
        guard = KeyGuard(keys.ENTER)
        while leave is None:
            stack, leave = self._with_answer(stack)
            if leave is not None:
                break
            screen = stack.top
            frame = draw(screen, self.terminal.size(), self.options.look)
            if screen.decision != decision:
                # Before the frame can be seen, so that nothing pressed in answer to it is lost.
                self.terminal.forget_keys()
                now = self.terminal.clock()
                guard = KeyGuard(guard.last, now, True, screen.turns_pages, screen.leads_back)
                decision = screen.decision
            self.terminal.show(frame)
            self._ring(screen)
            got = yield from self._input_for(screen)
            if got is Interruption.ENDED or (got == "q" and self._is_too_small):
                return self.lines(*leave_at_once(stack, self.folders))
            if isinstance(got, Told):
                stack, leave = self.hear(stack, got.what)
                continue
            guard, inputs = yield from self._meant(got, screen, frame, guard)
            for one in inputs:
                if leave is None:
                    stack, leave = self._after(stack, one)
        self.leads_to = leave.leads_to
        return self.lines(leave)

    def _input_for(self, screen: Screen) -> Steps[Input]:
        """Return the next input, or that the time of the picture is up, whatever came meanwhile."""
        if self.next_input is not None:
            got, self.next_input = self.next_input, None
            return got
        unseen = screen.is_watched and self._is_too_small
        limit = None if unseen else screen.seconds
        if not limit:
            self.timed = None
            # What follows at once comes before any key, and before the end of the program.
            return (yield None) if limit is None else Interruption.TIME_UP
        now, picture = self.terminal.clock(), (screen.decision, limit)
        if picture != self.timed:
            self.timed, self.deadline = picture, now + limit
        left = self.deadline - now
        got = (yield left) if left > 0 else Interruption.TIME_UP
        if got is Interruption.TIME_UP:
            self.timed = None
        return got

    def _meant(
        self, got: Key, screen: Screen, frame: Frame, guard: KeyGuard
    ) -> Steps[tuple[KeyGuard, tuple[str | Interruption, ...]]]:
        """Return the guard after an input, and what that means.

        That is nothing for a key that does not count, and the keys of what was clicked in a frame;
        a click anywhere leads on from what is only seen.
        """
        if isinstance(got, str) and not screen.is_text(got):
            got = keys.key_of(got, self.options.look.keyboard)
        match got:
            case Click(row, column):
                area = frame.area_at(row, column)
                leads_on = screen.turns_pages or screen.is_watched
                meant: tuple[str, ...] = (keys.SPACE,) if leads_on else ()
                if area is not None:
                    meant = (keys.ENTER,) if area.is_chosen else area.keys
                decides = keys.ENTER in meant or (keys.SPACE in meant and not leads_on)
                guard, counts = guard.after_click(self.terminal.clock(), decides=decides)
                return guard, meant if counts else ()
            case str():
                before, now = guard, self.terminal.clock()
                guard, counts = before.after(got, now)
                if screen.is_watched:
                    # Any key skips it, one that repeats, too; the wheel is no key.
                    counts = got not in keys.WHEEL
                elif counts and before.may_be_held(got, now) and (yield from self._is_held(got)):
                    return replace(guard, is_up=True), ()
                return guard, (got,) if counts else ()
            case _:
                return guard, (got,)

    def _is_held(self, key: str) -> Steps[bool]:
        """Return whether a key comes again and again at once; only once again, it bounces.

        It counts as held, too, where the hand that it may open is to be covered.
        """
        following = yield keys.SECONDS_OF_A_REPEAT
        if following == key:
            following = yield keys.SECONDS_OF_A_REPEAT
        if following is Interruption.TIME_UP:
            return False
        self.next_input = following
        covers = isinstance(following, Interruption) and following is not Interruption.REDRAWN
        return covers or following == key

    def _ring(self, screen: Screen) -> None:
        """Sound the bell if it is wanted, and somebody's turn after a long thought."""
        if not self.options.bell:
            return
        if not screen.awaits_partner:
            self.thinking_since = None
        elif self.thinking_since is None:
            self.thinking_since = self.terminal.clock()
        if self.bell_is_due and not (screen.awaits_partner or screen.is_watched):
            self.bell_is_due = False
            self.terminal.beep()

    @property
    def _is_too_small(self) -> bool:
        return is_too_small(self.terminal.size())

    def _after(self, stack: Stack, got: str | Interruption) -> tuple[Stack, Leave | None]:
        """Return what a key, or what came instead of one, leads to."""
        match got:
            case Interruption.TIME_UP:
                return self.perform(stack, stack.top.later(self.context()))
            case Interruption.SUSPENDED:
                self.stop_working()
                self.terminal.suspend()
                return stack.with_hands_hidden, None
            case Interruption.CONTINUED | Interruption.RESIZED:
                # A smaller window may push rows of the old picture into the scrollback.
                return stack.with_hands_hidden, None
            case str() as key if not self._is_too_small:
                return self.perform(stack, press(stack.top, key, self.context()))
            case "b":
                return stack.with_hands_hidden, None
            case _:
                # Other keys would act on what cannot be seen.
                return stack, None

    def _with_answer(self, stack: Stack) -> tuple[Stack, Leave | None]:
        """Have worked out what a screen waits for; return what it becomes by what is done."""
        while True:
            context = self.context()
            self.work_on(stack.job(context))
            if self.worker is None or self.job is None or not stack.top.awaits_job:
                return stack, None
            answer = self.worker.answer()
            if answer is None:
                return stack, None
            if self.thinking_since is not None:
                thought = self.terminal.clock() - self.thinking_since
                self.bell_is_due = self.bell_is_due or thought > _LONG_THOUGHT
            after = stack.top.receive(answers.Answered(self.job, answer), context)
            stack, leave = self.perform(stack, after)
            if leave is not None or stack.job(context) == self.job:
                # How far a job has come is seen before more of it is asked for.
                return stack, leave
