"""The main loop: draws the top screen, waits for input, and performs effects on the stack.

Screens' modules are imported inside functions throughout this package, so that the first frame does
not wait for screens that may never open.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

from foxduet.core.lazy_dataclass import dataclass, field, replace
from foxduet.ui.effect_handlers import exit_lines, save_current_game, start_game
from foxduet.ui.kit import effects, keys
from foxduet.ui.kit.canvas import Canvas, Frame, Look, Size, Style
from foxduet.ui.kit.effects import Event, Quit
from foxduet.ui.kit.keys import Click, Input, Interruption, Key, KeyGuard, PastedText, PeerMessage
from foxduet.ui.kit.layouts import intended_key
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
    """The open screens, the visible one last; never empty.

    unfinished: saved branches that were closed, to be resumed from the shell.
    openers: for screens not opened by the screen directly below, the index of their opener.
    """

    screens: tuple[Screen, ...]
    unfinished: tuple[SavedGame, ...] = ()
    openers: Mapping[int, int] = field(default_factory=dict)

    @property
    def top(self) -> Screen:
        return self.screens[-1]

    @property
    def opener_index(self) -> int:
        """Index of the screen that opened the top one."""
        top = len(self.screens) - 1
        return self.openers.get(top, top - 1)

    def with_screen(self, screen: Screen, at: int | None = None) -> ScreenStack:
        """Return the stack with the screen at index ``at`` replaced, by default the top one."""
        at = len(self.screens) - 1 if at is None else at
        return replace(self, screens=(*self.screens[:at], screen, *self.screens[at + 1 :]))

    def with_notice(self, notice: str) -> ScreenStack:
        """Return the stack with a notice in sight, unless it is empty or an alert is there."""
        if not notice or isinstance(self.top.notice, Alert):
            return self
        return self.with_screen(replace(self.top, notice=notice))

    def pushed(self, screen: Screen, opener: int | None = None) -> ScreenStack:
        """Return the stack with a screen on top, opened by the screen at index ``opener``."""
        openers = {at: opened for at, opened in self.openers.items() if at < len(self.screens)}
        if opener is not None:
            openers[len(self.screens)] = opener
        return replace(self, screens=(*self.screens, screen), openers=openers)

    def background_job(self, context: Context) -> Job[Any] | None:
        """Return the job of the topmost screen that has one."""
        jobs = (screen.background_job(context) for screen in reversed(self.screens))
        return next((job for job in jobs if job is not None), None)

    @property
    def with_hands_hidden(self) -> ScreenStack:
        """The stack with all hands hidden."""
        screens: list[Screen] = []
        for screen in self.screens:
            transition = screen.with_hands_hidden()
            screens.append(transition.screen)
            for effect in transition.effects:
                match effect:
                    case Push(above):
                        # The new screen asks the screen below, so nothing may stay between them to
                        # receive the answer.
                        return replace(self, screens=(*screens, above))
                    case Pop():
                        screens.pop()
        return replace(self, screens=tuple(screens))


def dispatch_key(screen: Screen, key: str, context: Context) -> Transition:
    """Return the transition for a key; HIDE_KEY hides hands unless the screen accepts text."""
    if key == keys.HIDE_KEY and not screen.accepts_text(key):
        return Transition(screen, (HideHands(),))
    return screen.handle_key(key, context)


def perform_effects(
    stack: ScreenStack,
    transition: Transition,
    context: Context,
    folders: DataPaths,
    outbox: list[object] | None = None,
    at: int | None = None,
) -> tuple[ScreenStack, Quit | None]:
    """Apply a transition, and perform its effects and the effects of the events that follow.

    ``at`` is the index of the acting screen, by default the top one; it receives the events,
    except that the result of a popped screen goes to its opener.
    Returns the new stack, and a Quit if the program must end. Messages for the peer are appended to
    ``outbox``.
    """
    at = len(stack.screens) - 1 if at is None else at
    stack = stack.with_screen(transition.screen, at)
    waiting = [(at, effect) for effect in transition.effects]
    while waiting:
        at, effect = waiting.pop(0)
        if isinstance(effect, effects.SendToPeer):
            assert outbox is not None, "messages need an outbox"
            outbox.append(effect.message)
            continue
        if isinstance(effect, Call):
            following = effect.run(Environment(folders, context.options))
            waiting = [*((at, effect) for effect in following), *waiting]
            continue
        at = min(at, len(stack.screens) - 1)
        receiver_index = stack.opener_index if isinstance(effect, Pop) else at
        stack, event = _perform_effect(stack, effect, folders, at)
        if isinstance(event, Quit):
            return stack, event
        if isinstance(effect, Push):
            at = len(stack.screens) - 1
            waiting = [*((at, pushed) for pushed in effect.effects), *waiting]
        if event is not None:
            at = min(receiver_index, len(stack.screens) - 1)
            answered = stack.screens[at].handle_event(event, context)
            stack = stack.with_screen(answered.screen, at)
            waiting = [*((at, effect) for effect in answered.effects), *waiting]
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
            screens = enumerate(stack.screens)
            expired = (index for index, screen in screens if screen.expires_on_remote_change)
            return replace(stack, screens=stack.screens[: next(expired, None)]), None
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
    """Save each game in progress and return a Quit for each, which tells how to resume it."""
    tables = [screen for screen in reversed(stack.screens) if isinstance(screen, TableScreen)]
    quits = tuple(_save_table(table, folders) for table in tables)
    return (*quits, Quit(stack.unfinished)) if stack.unfinished else quits


def _save_table(table: TableScreen, folders: DataPaths) -> Quit:
    from foxduet.ui.table.moves import quit_effect

    if not table.is_saved:
        event = save_current_game(table.session.game, table.saved, folders)
        if not isinstance(event, effects.GameSaved):
            lost = _("The end of the game could not be saved to disk.")
            return Quit(trouble=lost)
        table = replace(table, saved=event.saved)
    return quit_effect(table)


T = TypeVar("T")
ReceivedT = TypeVar("ReceivedT")
InputGenerator: TypeAlias = Generator[float | None, Input, T]
"""A generator that yields the seconds to wait, and is sent an input (or TIME_UP)."""


class BackgroundWorker(Protocol):
    """Runs one job at a time in the background."""

    def start(self, job: Job[Any]) -> None:
        """Start ``job``, stopping the previous one."""

    def take_answer(self) -> Any:
        """Return the newest answer not yet taken, or None."""

    def stop(self) -> None: ...


@dataclass(slots=True)
class BaseLoop:
    """State of a run that both loops share.

    job: the current job of ``worker``.
    outbox: messages for the other player's loop.
    next_command: the command to run after this program ends.
    """

    options: RunOptions
    folders: DataPaths
    worker: BackgroundWorker | None
    job: Job[Any] | None = field(default=None, kw_only=True)
    outbox: list[object] = field(default_factory=list, kw_only=True)
    next_command: effects.TerminalCommand | None = field(default=None, kw_only=True)

    def steps(self, first: Transition) -> InputGenerator[tuple[str, ...]]:
        """Run until the program ends; return the lines to print in the shell."""
        raise AssertionError("every run has its steps")

    def size(self) -> Size:
        raise AssertionError("every run has a size")

    def clock(self) -> float:
        raise AssertionError("every run has a clock")

    @property
    def wants_input(self) -> bool:
        """Whether input may be read now; scripts wait for a question."""
        return True

    def context(self) -> Context:
        return Context(self.options, self.size())

    def take_outbox(self) -> list[object]:
        messages = [*self.outbox]
        self.outbox.clear()
        return messages

    def broadcast(self, stack: ScreenStack, message: object) -> tuple[ScreenStack, Quit | None]:
        """Deliver a peer's message to all screens, top first; a Screen is opened on top instead."""
        if isinstance(message, Screen):
            return stack.pushed(message), None
        leave: Quit | None = None
        for at in reversed(range(len(stack.screens))):
            transition = stack.screens[at].on_peer_message(message, self.context())
            if transition is not None and leave is None:
                stack, leave = self.perform(stack, transition, at)
        return stack, leave

    def perform(
        self, stack: ScreenStack, transition: Transition, at: int | None = None
    ) -> tuple[ScreenStack, Quit | None]:
        """Apply a transition; see ``perform_effects``. Also applies changes of the look."""
        for effect in transition.effects:
            if isinstance(effect, effects.ChangeLook):
                self.options = replace(self.options, look=effect.look)
        return perform_effects(stack, transition, self.context(), self.folders, self.outbox, at)

    def switch_job(self, job: Job[Any] | None) -> None:
        """Make ``job`` the background job, unless it already is."""
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
        self.switch_job(None)

    def exit_lines(self, *quits: Quit) -> tuple[str, ...]:
        return tuple(
            line
            for quit_effect in quits
            for line in exit_lines(quit_effect, self.folders, self.options.look.glyphs)
        )


def drive(
    loop: BaseLoop,
    steps: Generator[float | None, ReceivedT, tuple[str, ...]],
    wait: Callable[[float | None], ReceivedT],
) -> tuple[str, ...]:
    """Run a loop's generator to its end, fed from ``wait``; return its lines for the shell."""
    try:
        seconds = next(steps)
        while True:
            seconds = steps.send(wait(seconds))
    except StopIteration as end:
        lines: tuple[str, ...] = end.value
        return lines
    finally:
        loop.stop_job()


_BELL_AFTER_SECONDS = 2.0
"""The bell rings only after thoughts longer than this."""
_IDLE_KEYS = 3
"""Number of keys in a row without effect after which a line says so."""
_HELD_REPEATS = 5
"""Number of repeats of a held key, which has no effect, after which a line may say so."""
_SMALL_WINDOW_KEYS = ("q", keys.HIDE_KEY)
"""The keys that work in a window that is too small for screens."""


class Display(Protocol):
    """A surface for the loop to draw on; input comes separately."""

    def size(self) -> Size: ...

    def show(self, frame: Frame) -> None: ...

    def discard_typeahead(self) -> None: ...

    def clock(self) -> float:
        """Return a monotonic time in seconds."""

    def beep(self) -> None: ...

    def suspend(self) -> None:
        """Restore the terminal and stop until the process is continued."""


class Terminal(Display, Protocol):
    """A display that also delivers input."""

    def wait(self, seconds: float | None) -> Input:
        """Return the next key or interruption; TIME_UP after ``seconds``."""


def run_program(
    terminal: Terminal,
    first: Transition,
    options: RunOptions,
    folders: DataPaths,
    worker: BackgroundWorker | None = None,
) -> tuple[str, ...]:
    """Show screens until the players quit or a signal comes; return lines for the shell.

    The default ``worker`` runs jobs in a thread.
    """
    return run_loop(terminal, ScreenLoop(options, folders, worker, terminal), first)


def run_loop(terminal: Terminal, loop: ScreenLoop, first: Transition) -> tuple[str, ...]:
    """Like ``run_program``, with a loop whose ``next_command`` the caller can read afterwards."""
    return drive(loop, loop.steps(first), terminal.wait)


def is_too_small(size: Size) -> bool:
    return size.rows < SMALLEST.rows or size.columns < SMALLEST.columns


def draw_screen(screen: Screen, size: Size, look: Look) -> Frame:
    """Return the screen's frame, or a message if the window is too small."""
    canvas = Canvas(size, look)
    if not is_too_small(size):
        screen.draw(canvas)
        return canvas.frame()
    needed = _("too small: foxduet needs {columns}x{rows}, this is {w}x{h}").format(
        columns=SMALLEST.columns, rows=SMALLEST.rows, w=size.columns, h=size.rows
    )
    urgent = wrap(screen.urgent_sentence, size.columns)
    lines = [*urgent, *wrap(needed, size.columns), _("q quits")]
    for row, line in enumerate(lines, max(0, (size.rows - len(lines)) // 2)):
        canvas.put_centred(row, line, Style.STRONG)
    return canvas.frame()


@dataclass(slots=True)
class ScreenLoop(BaseLoop):
    """The loop for a terminal with frames and keys.

    thinking_since: when the visible thought began.
    bell_pending: a long thought has ended; ring at the next turn.
    timed_view, deadline: the picture on the screen, and when ``on_timeout`` is called for it.
    queued_input: input read while checking whether a key is held.
    unknown_keys: keys in a row that had no effect.
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
        stack, leave = self.perform(ScreenStack((first.screen,)), first)
        decision: object = None
        # The Enter that started the program may still be held down.
        guard = KeyGuard(keys.ENTER)
        while leave is None:
            stack, leave = self._deliver_answers(stack)
            if leave is not None:
                break
            screen = stack.top
            frame = draw_screen(screen, self.terminal.size(), self.options.look)
            if screen.decision_id != decision:
                # Before showing the frame, so that no key pressed in response to it is lost.
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
            received = self._translate_key(screen, (yield from self._next_input(screen)))
            if received is Interruption.ENDED or (received == "q" and self._is_too_small):
                return self.exit_lines(*save_and_quit(stack, self.folders))
            if isinstance(received, PeerMessage):
                stack, leave = self.broadcast(stack, received.message)
                continue
            guard, inputs = yield from self._interpret(received, screen, frame, guard)
            for key in inputs:
                if leave is None:
                    stack, leave = self._apply_input(stack, key)
            stack = stack.with_notice(self._idle_keys_notice(screen, received, guard, inputs))
        self.next_command = leave.next_command
        return self.exit_lines(leave)

    def _next_input(self, screen: Screen) -> InputGenerator[Input]:
        if self.queued_input is not None:
            received, self.queued_input = self.queued_input, None
            return received
        unseen = screen.is_skippable and self._is_too_small
        limit = None if unseen else screen.timeout
        if not limit:
            self.timed_view = None
            # A timeout of 0 comes before any key, and before the program ends.
            return (yield None) if limit is None else Interruption.TIME_UP
        now, picture = self.terminal.clock(), (screen.decision_id, limit)
        if picture != self.timed_view:
            self.timed_view, self.deadline = picture, now + limit
        left = self.deadline - now
        received = (yield left) if left > 0 else Interruption.TIME_UP
        if received is Interruption.TIME_UP:
            self.timed_view = None
        return received

    def _interpret(
        self, received: Key, screen: Screen, frame: Frame, guard: KeyGuard
    ) -> InputGenerator[tuple[KeyGuard, tuple[str | Interruption, ...]]]:
        """Return the guard after an input, and the keys that it means, if it counts.

        A click means the keys of its area, or Space where any key continues. A paste is the
        keys of its text in a text field, and nothing elsewhere.
        """
        match received:
            case Click(row, column):
                area = frame.area_at(row, column)
                leads_on = screen.turns_pages or screen.is_skippable
                meant: tuple[str, ...] = (keys.SPACE,) if leads_on else ()
                if area is not None:
                    meant = (keys.ENTER,) if area.is_chosen else area.keys
                opening = () if leads_on else (keys.SPACE, *keys.OWN_KEYS)
                decides = any(key in meant for key in (keys.ENTER, *opening))
                guard, counts = guard.filter_click(self.terminal.clock(), decides=decides)
                return guard, meant if counts else ()
            case str():
                before, now = guard, self.terminal.clock()
                guard, counts = before.filter_key(received, now)
                if screen.is_skippable:
                    # Any key skips, even a repeating one, but not the mouse wheel, nor Space while
                    # it is held: it may have started the animation that two people watch.
                    is_held = (
                        received == before.last_key == keys.SPACE and not screen.nothing_at_stake
                    )
                    counts = received not in keys.WHEEL and (counts or not is_held)
                elif (
                    counts
                    and before.may_be_repeat(received, now)
                    and (yield from self._is_key_held(screen, received))
                ):
                    return replace(guard, is_armed=True), ()
                return guard, (received,) if counts else ()
            case PastedText():
                return guard, received.keys if screen.takes_pastes else ()
            case _:
                return guard, (received,)

    def _is_key_held(self, screen: Screen, key: str) -> InputGenerator[bool]:
        """True if ``key`` repeats quickly, and more than once (once is a bounce).

        Also true if the hand that it may open is about to be covered.
        """
        following = yield keys.REPEAT_SECONDS
        if self._translate_key(screen, following) == key:
            following = yield keys.REPEAT_SECONDS
        if following is Interruption.TIME_UP:
            return False
        self.queued_input = following
        covers = isinstance(following, Interruption) and following is not Interruption.REDRAWN
        return covers or self._translate_key(screen, following) == key

    def _translate_key(self, screen: Screen, received: Input) -> Input:
        """Return an input; keys are translated from the keyboard's layout to the screen's keys."""
        if not isinstance(received, str) or screen.accepts_text(received):
            return received
        takes = _SMALL_WINDOW_KEYS.__contains__ if self._is_too_small else screen.takes
        return intended_key(received, self.options.look.keyboard, takes)

    def _idle_keys_notice(
        self, screen: Screen, received: Key, guard: KeyGuard, inputs: Sequence[str | Interruption]
    ) -> str:
        """Return a line about a held key or several keys that did nothing; "" for none."""
        if not isinstance(received, str) or received in keys.WHEEL or self._is_too_small:
            return ""
        if guard.ignored_taps >= _IDLE_KEYS and screen.takes(received):
            return _("Wait a second, then press the key again.")
        if guard.ignored_taps >= _IDLE_KEYS or guard.ignored_repeats >= _HELD_REPEATS:
            return screen.idle_reason
        if not inputs:
            return ""
        is_known = screen.is_skippable or screen.takes(received) or bool(screen.idle_reason)
        self.unknown_keys = 0 if is_known else self.unknown_keys + 1
        if self.unknown_keys < _IDLE_KEYS:
            return ""
        if isinstance(screen, ScreenWithHelp) and screen.takes("?"):
            return _("These keys do nothing here. Press ? for help.")
        return _("These keys do nothing here. Try the arrows, Enter or Esc.")

    def _ring_bell(self, screen: Screen) -> None:
        """Ring, if enabled, when a long thought has ended and a player can act."""
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
        self, stack: ScreenStack, received: str | Interruption
    ) -> tuple[ScreenStack, Quit | None]:
        match received:
            case Interruption.TIME_UP:
                return self.perform(stack, stack.top.on_timeout(self.context()))
            case Interruption.SUSPENDED:
                self.stop_job()
                self.terminal.suspend()
                return stack.with_hands_hidden, None
            case Interruption.CONTINUED | Interruption.RESIZED:
                # Shrinking a window may copy old rows, with a hand, to the scrollback.
                return stack.with_hands_hidden, None
            case str() as key if not self._is_too_small:
                return self.perform(stack, dispatch_key(stack.top, key, self.context()))
            case keys.HIDE_KEY:
                return stack.with_hands_hidden, None
            case _:
                # The window is too small: other keys would act on an invisible screen.
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
            transition = stack.top.handle_event(effects.JobAnswered(self.job, answer), context)
            stack, leave = self.perform(stack, transition)
            if leave is not None or stack.background_job(context) == self.job:
                # Show this progress before taking the job's next answer.
                return stack, leave
