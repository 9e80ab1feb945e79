"""The loop, one run of the program, and the stack of its screens.

It draws the screen in sight, waits for a key or an event, and performs the effects of it.

A screen's module is loaded when the screen comes up for the first time, so that the first frame
does not wait for what may never be opened: so all imports within functions of this room.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

from foxduet.core.lazy_dataclass import dataclass, field, replace
from foxduet.ui.effect_handlers import exit_lines, save_current_game, start_game
from foxduet.ui.kit import effects, keys
from foxduet.ui.kit.canvas import Canvas, Frame, Look, Size, Style
from foxduet.ui.kit.effects import Event, Quit
from foxduet.ui.kit.keys import Click, Input, Interruption, Key, KeyGuard, Pasted, PeerMessage
from foxduet.ui.kit.layouts import meant_by
from foxduet.ui.kit.pages import ScreenWithHelp
from foxduet.ui.kit.screen import (
    Call,
    CloseExpired,
    Context,
    DataPaths,
    Environment,
    HideHands,
    Pop,
    Push,
    ReplaceScreen,
    ResetStack,
    RunOptions,
    Screen,
    ShowNotice,
    Transition,
)
from foxduet.ui.table.drawing import SMALLEST
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import BranchClosed
from foxduet.words.i18n import _
from foxduet.words.text import Alert, wrap

if TYPE_CHECKING:
    from foxduet.ai.workers import Job
    from foxduet.store.saved_games import SavedGame
    from foxduet.ui.kit.screen import Change


@dataclass(frozen=True, slots=True)
class ScreenStack:
    """Screens over one another, the one in sight last; at least one.

    ``unfinished`` are branches that were left, to be resumed. ``openers`` has, by its place, what
    was opened by a screen further down than the one below it, and the place of that one.
    """

    screens: tuple[Screen, ...]
    unfinished: tuple[SavedGame, ...] = ()
    openers: Mapping[int, int] = field(default_factory=dict)

    @property
    def top(self) -> Screen:
        """The screen in sight."""
        return self.screens[-1]

    @property
    def opener_index(self) -> int:
        """The place of what has opened the screen in sight."""
        top = len(self.screens) - 1
        return self.openers.get(top, top - 1)

    def with_screen(self, screen: Screen, at: int | None = None) -> ScreenStack:
        """Return the stack with another screen at a place, in sight if none is given."""
        at = len(self.screens) - 1 if at is None else at
        return replace(self, screens=(*self.screens[:at], screen, *self.screens[at + 1 :]))

    def with_notice(self, notice: str) -> ScreenStack:
        """Return the stack with a notice in sight, unless it is empty or an alert is there."""
        if not notice or isinstance(self.top.notice, Alert):
            return self
        return self.with_screen(replace(self.top, notice=notice))

    def pushed(self, screen: Screen, opener: int | None = None) -> ScreenStack:
        """Return the stack with one more screen, opened by that in sight, or at another place."""
        openers = {at: one for at, one in self.openers.items() if at < len(self.screens)}
        if opener is not None:
            openers[len(self.screens)] = opener
        return replace(self, screens=(*self.screens, screen), openers=openers)

    def background_job(self, context: Context) -> Job[Any] | None:
        """Return what is to be worked out: for the screen in sight, or else for one below."""
        jobs = (screen.background_job(context) for screen in reversed(self.screens))
        return next((job for job in jobs if job is not None), None)

    @property
    def with_hands_hidden(self) -> ScreenStack:
        """The stack with no hand in sight, nor below."""
        screens: list[Screen] = []
        for screen in self.screens:
            after = screen.with_hands_hidden()
            screens.append(after.screen)
            for effect in after.effects:
                match effect:
                    case Push(above):
                        # It asks the screen below: what was over that would get its answer.
                        return replace(self, screens=(*screens, above))
                    case Pop():
                        screens.pop()
        return replace(self, screens=tuple(screens))


def dispatch_key(screen: Screen, key: str, context: Context) -> Transition:
    """Return what ``key`` leads to on a screen; ``b`` hides hands wherever it is no text."""
    if key == keys.HIDE_KEY and not screen.accepts_text(key):
        return Transition(screen, (HideHands(),))
    return screen.handle_key(key, context)


def perform_effects(
    stack: ScreenStack,
    after: Transition,
    context: Context,
    folders: DataPaths,
    told: list[object] | None = None,
    at: int | None = None,
) -> tuple[ScreenStack, Quit | None]:
    """Perform effects, and those that come of their events; return the stack in the end.

    The screen at a place acts, that in sight if none is given, and gets what answers it. The
    program is to end if there is a Leave beside the stack. What is to be told to another player's
    screens is added to ``told``.
    """
    at = len(stack.screens) - 1 if at is None else at
    stack, waiting = stack.with_screen(after.screen, at), [(at, effect) for effect in after.effects]
    while waiting:
        at, effect = waiting.pop(0)
        if isinstance(effect, effects.SendToPeer):
            assert told is not None, "there is somebody to be told"
            told.append(effect.message)
            continue
        if isinstance(effect, Call):
            following = effect.run(Environment(folders, context.options))
            waiting = [*((at, one) for one in following), *waiting]
            continue
        at = min(at, len(stack.screens) - 1)
        asks = stack.opener_index if isinstance(effect, Pop) else at
        stack, event = _perform_effect(stack, effect, folders, at)
        if isinstance(event, Quit):
            return stack, event
        if isinstance(effect, Push):
            at = len(stack.screens) - 1
            waiting = [*((at, one) for one in effect.effects), *waiting]
        if event is not None:
            at = min(asks, len(stack.screens) - 1)
            answered = stack.screens[at].handle_event(event, context)
            stack = stack.with_screen(answered.screen, at)
            waiting = [*((at, one) for one in answered.effects), *waiting]
            if isinstance(event, effects.GameStarted) and event.trouble:
                waiting.append((at, ShowNotice(event.trouble)))
    return stack, None


def _perform_effect(
    stack: ScreenStack, effect: Change, folders: DataPaths, at: int
) -> tuple[ScreenStack, Event | Quit | None]:
    match effect:
        case Quit():
            return stack, replace(effect, unfinished=(*stack.unfinished, *effect.unfinished))
        case HideHands():
            return stack.with_hands_hidden, None
        case CloseExpired():
            lapsed = (
                at for at, screen in enumerate(stack.screens) if screen.expires_on_remote_change
            )
            return replace(stack, screens=stack.screens[: next(lapsed, None)]), None
        case Push(screen):
            return stack.pushed(screen, at), None
        case ResetStack(screen):
            return replace(stack, screens=(screen,)), None
        case ReplaceScreen(screen):
            return stack.with_screen(screen, at), None
        case ShowNotice(text):
            return stack.with_screen(replace(stack.screens[at], notice=text), at), None
        case Pop() if len(stack.screens) == 1:
            return stack, Quit(stack.unfinished)
        case Pop(result):
            stack = replace(stack, screens=stack.screens[:-1])
            if isinstance(result, BranchClosed) and result.is_unfinished:
                stack = replace(stack, unfinished=(*stack.unfinished, result.saved))
            return stack, None if result is None else effects.ScreenClosed(result)
        case effects.StartGame(game, talks_first):
            return stack, start_game(game, folders, talks_first=talks_first)
        case effects.SaveGame(game, saved):
            return stack, save_current_game(game, saved, folders)
        case effects.ChangeLook():
            return stack, None
        case event:
            return stack, event


def save_and_quit(stack: ScreenStack, folders: DataPaths) -> tuple[Quit, ...]:
    """Return how to leave at once: each game under way is saved as it stands, if that can be."""
    tables = [screen for screen in reversed(stack.screens) if isinstance(screen, TableScreen)]
    leaves = tuple(_save_table(table, folders) for table in tables)
    return (*leaves, Quit(stack.unfinished)) if stack.unfinished else leaves


def _save_table(table: TableScreen, folders: DataPaths) -> Quit:
    from foxduet.ui.table.moves import quit_effect

    if not table.is_saved:
        event = save_current_game(table.session.game, table.saved, folders)
        if not isinstance(event, effects.GameSaved):
            lost = _("The end of the game could not be saved: the disk refused it.")
            return Quit(trouble=lost)
        table = replace(table, saved=event.saved)
    return quit_effect(table)


T = TypeVar("T")
ReceivedT = TypeVar("ReceivedT")
InputGenerator: TypeAlias = Generator[float | None, Input, T]
"""What waits for inputs: it yields for how many seconds at most, and returns something."""


class BackgroundWorker(Protocol):
    """What is needed to have jobs done without waiting for them, one at a time."""

    def start(self, job: Job[Any]) -> None:
        """Start with ``job``; the job before is stopped."""

    def take_answer(self) -> Any:
        """Return the newest answer that nobody was given yet, None if there is none."""

    def stop(self) -> None:
        """Let nothing be worked on any more."""


@dataclass(slots=True)
class BaseLoop:
    """What a run is at; ``job`` is what ``worker`` works on, if anything.

    ``told`` is what screens have to tell the other player's, where each has a loop of their own.
    ``leads_to`` is where the program goes on after the end, if it does.
    """

    options: RunOptions
    folders: DataPaths
    worker: BackgroundWorker | None
    job: Job[Any] | None = field(default=None, kw_only=True)
    outbox: list[object] = field(default_factory=list, kw_only=True)
    next_command: effects.TerminalCommand | None = field(default=None, kw_only=True)

    def steps(self, first: Transition) -> InputGenerator[tuple[str, ...]]:
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

    def take_outbox(self) -> list[object]:
        """Return what is to be told since the last time."""
        told = [*self.outbox]
        self.outbox.clear()
        return told

    def broadcast(self, stack: ScreenStack, what: object) -> tuple[ScreenStack, Quit | None]:
        """Let the screens hear what comes from outside; a screen opens over whatever is there."""
        if isinstance(what, Screen):
            return stack.pushed(what), None
        leave: Quit | None = None
        for at in reversed(range(len(stack.screens))):
            after = stack.screens[at].on_peer_message(what, self.context())
            if after is not None and leave is None:
                stack, leave = self.perform(stack, after, at)
        return stack, leave

    def perform(
        self, stack: ScreenStack, after: Transition, at: int | None = None
    ) -> tuple[ScreenStack, Quit | None]:
        """Perform effects of a screen, those that change the options of the run among them."""
        for effect in after.effects:
            if isinstance(effect, effects.ChangeLook):
                self.options = replace(self.options, look=effect.look)
        return perform_effects(stack, after, self.context(), self.folders, self.outbox, at)

    def switch_job(self, job: Job[Any] | None) -> None:
        """Have a job worked on instead of the one before, which may be the same, or none."""
        if job == self.job:
            return
        if self.worker is not None and self.job is not None:
            self.worker.stop()
        self.job = job
        if job is not None:
            if self.worker is None:
                from foxduet.ai.workers import JobRunner

                self.worker = JobRunner[Any]()
            self.worker.start(job)

    def stop_job(self) -> None:
        """Let nothing be worked on until a screen is shown again, if one ever is."""
        self.switch_job(None)

    def exit_lines(self, *leaves: Quit) -> tuple[str, ...]:
        """Return what the shell shows in the end."""
        return tuple(
            line
            for leave in leaves
            for line in exit_lines(leave, self.folders, self.options.look.glyphs)
        )


def drive(
    run: BaseLoop,
    steps: Generator[float | None, ReceivedT, tuple[str, ...]],
    wait: Callable[[float | None], ReceivedT],
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
        run.stop_job()


_BELL_AFTER_SECONDS = 2.0
"""After a thought of more seconds than these the bell sounds."""
_IDLE_KEYS = 3
"""After so many keys in a row that did nothing, a line says so."""
_IN_ANY_WINDOW = ("q", keys.HIDE_KEY)
"""The keys that work where a window is too small for screens."""


class Display(Protocol):
    """What the loop needs of a terminal, whoever waits for its keys."""

    def size(self) -> Size:
        """Return the size of the window now."""

    def show(self, frame: Frame) -> None:
        """Put a frame on the screen."""

    def discard_typeahead(self) -> None:
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


def run_program(
    terminal: Terminal,
    first: Transition,
    options: RunOptions,
    folders: DataPaths,
    worker: BackgroundWorker | None = None,
) -> tuple[str, ...]:
    """Show screens until the players leave or a signal ends the program.

    Returns lines for the shell. Without a ``worker`` there is one in a thread of its own.
    """
    return run_loop(terminal, ScreenLoop(options, folders, worker, terminal), first)


def run_loop(terminal: Terminal, loop: ScreenLoop, first: Transition) -> tuple[str, ...]:
    """Show screens as ``run_program`` does, by a loop that says where it leads to in the end."""
    return drive(loop, loop.steps(first), terminal.wait)


def is_too_small(size: Size) -> bool:
    """Return whether a window has no room for the screens."""
    return size.rows < SMALLEST.rows or size.columns < SMALLEST.columns


def draw_screen(screen: Screen, size: Size, look: Look) -> Frame:
    """Return the picture of a screen in a window of ``size``."""
    canvas = Canvas(size, look)
    if not is_too_small(size):
        screen.draw(canvas)
        return canvas.frame()
    needed = _("too small: foxduet needs {columns}x{rows}, this is {w}x{h}").format(
        columns=SMALLEST.columns, rows=SMALLEST.rows, w=size.columns, h=size.rows
    )
    lines = [*wrap(needed, size.columns), _("q quits")]
    for row, line in enumerate(lines, max(0, (size.rows - len(lines)) // 2)):
        canvas.put_centred(row, line, Style.STRONG)
    return canvas.frame()


@dataclass(slots=True)
class ScreenLoop(BaseLoop):
    """One run of the loop on a terminal.

    ``thinking_since`` is when a partner's thought came into sight, if one is. ``bell_pending`` says
    that a long one is over, but nobody's turn yet. ``timed`` is the picture that changes by itself
    at the ``deadline``, and ``queued_input`` came while it was waited for whether a key repeats.
    ``unknown_keys`` in a row did nothing.
    """

    terminal: Display
    thinking_since: float | None = None
    bell_pending: bool = False
    timed_view: object = None
    deadline: float = 0
    queued_input: Input | None = None
    unknown_keys: int = 0

    def size(self) -> Size:
        return self.terminal.size()

    def clock(self) -> float:
        return self.terminal.clock()

    def steps(self, first: Transition) -> InputGenerator[tuple[str, ...]]:
        """Show screens until the end; return lines for the shell.

        Yields how long to wait for an input at most, and is sent that, or that the time is up.
        """
        stack, leave = self.perform(ScreenStack((first.screen,)), first)
        decision: object = None
        # The key that started the program in a shell may still be held down.
        guard = KeyGuard(keys.ENTER)
        while leave is None:
            stack, leave = self._deliver_answers(stack)
            if leave is not None:
                break
            screen = stack.top
            frame = draw_screen(screen, self.terminal.size(), self.options.look)
            if screen.decision_id != decision:
                # Before the frame can be seen, so that nothing pressed in answer to it is lost.
                self.terminal.discard_typeahead()
                now = self.terminal.clock()
                guard = KeyGuard(
                    guard.last_key,
                    now,
                    True,
                    screen.turns_pages,
                    screen.back_keys,
                    screen.nothing_at_stake,
                )
                decision = screen.decision_id
            self.terminal.show(frame)
            self._ring_bell(screen)
            got = self._read(screen, (yield from self._next_input(screen)))
            if got is Interruption.ENDED or (got == "q" and self._is_too_small):
                return self.exit_lines(*save_and_quit(stack, self.folders))
            if isinstance(got, PeerMessage):
                stack, leave = self.broadcast(stack, got.message)
                continue
            guard, inputs = yield from self._interpret(got, screen, frame, guard)
            for one in inputs:
                if leave is None:
                    stack, leave = self._apply_input(stack, one)
            stack = stack.with_notice(self._idle_keys_notice(screen, got, guard, inputs))
        self.next_command = leave.next_command
        return self.exit_lines(leave)

    def _next_input(self, screen: Screen) -> InputGenerator[Input]:
        if self.queued_input is not None:
            got, self.queued_input = self.queued_input, None
            return got
        unseen = screen.is_skippable and self._is_too_small
        limit = None if unseen else screen.timeout
        if not limit:
            self.timed_view = None
            # What follows at once comes before any key, and before the end of the program.
            return (yield None) if limit is None else Interruption.TIME_UP
        now, picture = self.terminal.clock(), (screen.decision_id, limit)
        if picture != self.timed_view:
            self.timed_view, self.deadline = picture, now + limit
        left = self.deadline - now
        got = (yield left) if left > 0 else Interruption.TIME_UP
        if got is Interruption.TIME_UP:
            self.timed_view = None
        return got

    def _interpret(
        self, got: Key, screen: Screen, frame: Frame, guard: KeyGuard
    ) -> InputGenerator[tuple[KeyGuard, tuple[str | Interruption, ...]]]:
        """Return the guard after an input, and what that means.

        That is nothing for a key that does not count, and the keys of what was clicked in a frame;
        a click anywhere leads on from what is only seen. A paste is what it would type in a text
        field, and nothing elsewhere.
        """
        match got:
            case Click(row, column):
                area = frame.area_at(row, column)
                leads_on = screen.turns_pages or screen.is_skippable
                meant: tuple[str, ...] = (keys.SPACE,) if leads_on else ()
                if area is not None:
                    meant = (keys.ENTER,) if area.is_chosen else area.keys
                decides = keys.ENTER in meant or (keys.SPACE in meant and not leads_on)
                guard, counts = guard.filter_click(self.terminal.clock(), decides=decides)
                return guard, meant if counts else ()
            case str():
                before, now = guard, self.terminal.clock()
                guard, counts = before.filter_key(got, now)
                if screen.is_skippable:
                    # Any key skips it, one that repeats, too; the wheel is no key.
                    counts = got not in keys.WHEEL
                elif (
                    counts
                    and before.may_be_repeat(got, now)
                    and (yield from self._is_key_held(screen, got))
                ):
                    return replace(guard, is_armed=True), ()
                return guard, (got,) if counts else ()
            case Pasted():
                return guard, got.keys if screen.takes_pastes else ()
            case _:
                return guard, (got,)

    def _is_key_held(self, screen: Screen, key: str) -> InputGenerator[bool]:
        """Return whether a key comes again and again at once; only once again, it bounces.

        It counts as held, too, where the hand that it may open is to be covered.
        """
        following = yield keys.REPEAT_SECONDS
        if self._read(screen, following) == key:
            following = yield keys.REPEAT_SECONDS
        if following is Interruption.TIME_UP:
            return False
        self.queued_input = following
        covers = isinstance(following, Interruption) and following is not Interruption.REDRAWN
        return covers or self._read(screen, following) == key

    def _read(self, screen: Screen, got: Input) -> Input:
        """Return an input, a key as the screen takes it, whichever layout has written it."""
        if not isinstance(got, str) or screen.accepts_text(got):
            return got
        takes = _IN_ANY_WINDOW.__contains__ if self._is_too_small else screen.takes
        return meant_by(got, self.options.look.keyboard, takes)

    def _idle_keys_notice(
        self, screen: Screen, got: Key, guard: KeyGuard, inputs: Sequence[str | Interruption]
    ) -> str:
        """Return a line about keys that did nothing several times in a row, empty if they did."""
        if not isinstance(got, str) or got in keys.WHEEL or self._is_too_small:
            return ""
        if guard.ignored >= _IDLE_KEYS and screen.takes(got):
            return _("Wait a second, then press the key again.")
        if not inputs:
            return ""
        is_known = screen.is_skippable or screen.takes(got)
        self.unknown_keys = 0 if is_known else self.unknown_keys + 1
        if self.unknown_keys < _IDLE_KEYS:
            return ""
        if isinstance(screen, ScreenWithHelp) and screen.takes("?"):
            return _("These keys do nothing here. Press ? for help.")
        return _("These keys do nothing here. Try the arrows, Enter or Esc.")

    def _ring_bell(self, screen: Screen) -> None:
        """Sound the bell if it is wanted, and somebody's turn after a long thought."""
        if not self.options.bell:
            return
        if not screen.awaits_partner:
            self.thinking_since = None
        elif self.thinking_since is None:
            self.thinking_since = self.terminal.clock()
        if self.bell_pending and not (screen.awaits_partner or screen.is_skippable):
            self.bell_pending = False
            self.terminal.beep()

    @property
    def _is_too_small(self) -> bool:
        return is_too_small(self.terminal.size())

    def _apply_input(
        self, stack: ScreenStack, got: str | Interruption
    ) -> tuple[ScreenStack, Quit | None]:
        match got:
            case Interruption.TIME_UP:
                return self.perform(stack, stack.top.on_timeout(self.context()))
            case Interruption.SUSPENDED:
                self.stop_job()
                self.terminal.suspend()
                return stack.with_hands_hidden, None
            case Interruption.CONTINUED | Interruption.RESIZED:
                # A smaller window may push rows of the old picture into the scrollback.
                return stack.with_hands_hidden, None
            case str() as key if not self._is_too_small:
                return self.perform(stack, dispatch_key(stack.top, key, self.context()))
            case keys.HIDE_KEY:
                return stack.with_hands_hidden, None
            case _:
                # Other keys would act on what cannot be seen.
                return stack, None

    def _deliver_answers(self, stack: ScreenStack) -> tuple[ScreenStack, Quit | None]:
        while True:
            context = self.context()
            self.switch_job(stack.background_job(context))
            if self.worker is None or self.job is None or not stack.top.awaits_job:
                return stack, None
            answer = self.worker.take_answer()
            if answer is None:
                return stack, None
            if self.thinking_since is not None:
                thought = self.terminal.clock() - self.thinking_since
                self.bell_pending = self.bell_pending or thought > _BELL_AFTER_SECONDS
            after = stack.top.handle_event(effects.JobAnswered(self.job, answer), context)
            stack, leave = self.perform(stack, after)
            if leave is not None or stack.background_job(context) == self.job:
                # How far a job has come is seen before more of it is asked for.
                return stack, leave
