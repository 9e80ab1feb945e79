"""The loop that plays in words: it tells the screen on top, and does what is said to it.

The screens are those that are drawn elsewhere, with their keys and their effects; nothing is
drawn here, no key is timed, and what moves by itself has moved at once.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar

from foxduet.core.frozen import dataclass, field
from foxduet.ui.kit.answers import Answered
from foxduet.ui.kit.canvas import Size
from foxduet.ui.kit.keys import Input, Interruption, Told, Typed
from foxduet.ui.kit.screen import Context, Next, Screen
from foxduet.ui.plain.voice import Refused, reply_to, voice_of, with_question
from foxduet.ui.run import Run, run_steps
from foxduet.ui.stack import Stack, leave_at_once
from foxduet.ui.table.screen import TableScreen
from foxduet.words.i18n import _
from foxduet.words.text import clipped, printable, wrapped

if TYPE_CHECKING:
    from foxduet.ui.kit.effects import Leave

    After: TypeAlias = tuple[Stack, Leave | None]

T = TypeVar("T")
Listening: TypeAlias = Generator[float | None, Input | Typed, T]
"""Steps that are sent lines, too."""

WIDTH = 78
"""The cells of a line, where the terminal is not narrower."""

_TICK = 0.02
"""After how many seconds an answer that is waited for is looked for again."""

_LONGEST_QUOTE = 40
"""Of what was said and cannot be done, so many cells are repeated."""

_UNMEANT = 0.4
"""For so many seconds after a hand was asked for, what is typed may still be held or pasted."""

_PATIENCE, _NEXT_PATIENCE = 2.0, 10.0
"""After how many seconds it is said what is waited for, and said again."""


class Console(Protocol):
    """Where sentences go; ``is_read`` by somebody who may be told that something takes a while.

    Nobody can answer a refusal where commands come from a file or a program: ``is_typed`` says
    whether a person types them.
    """

    @property
    def is_typed(self) -> bool: ...

    @property
    def is_read(self) -> bool: ...

    def width(self) -> int:
        """Return how many cells a line has room for."""

    def say(self, lines: Sequence[str]) -> None:
        """Show some lines."""

    def prompt(self) -> None:
        """Show that something is to be said now."""

    def clear(self) -> bool:
        """Take all that was said out of sight, the rows above too; return whether that is done."""

    def forget(self) -> bool:
        """Throw away what a person has typed and nobody has read yet; return whether there was."""

    def clock(self) -> float:
        """Return the time in seconds, from any moment on."""


class PlainTerminal(Console, Protocol):
    """A console whose lines are waited for."""

    def wait(self, seconds: float | None) -> Input | Typed:
        """Return the next line, or what came instead; give up after ``seconds``."""


@dataclass(slots=True)
class PlainLoop(Run):
    """One run in words; ``memory`` has what was told last of each screen, from the lowest up.

    ``question`` was asked last, and ``is_prompting`` says that nothing was said since the prompt.
    ``ahead`` came while a job was waited for. ``heard`` counts the lines that were said to it, and
    ``failure`` is why the run ended before the last one, if it did.
    """

    console: Console
    memory: list[Screen | None] = field(default_factory=list)
    question: str = ""
    failure: str = ""
    heard: int = 0
    is_prompting: bool = False
    ahead: list[Input | Typed] = field(default_factory=list)

    def size(self) -> Size:
        """Return a size that no text is too large for."""
        return Size(24, 80)

    def clock(self) -> float:
        return self.console.clock()

    @property
    def wants_input(self) -> bool:
        return self.is_prompting or self.console.is_typed

    def steps(self, first: Next) -> Listening[tuple[str, ...]]:
        """Tell screens until the end; return lines for the shell.

        Yields how long to wait for an input at most, and is sent that, or that the time is up.
        """
        stack, leave = self.perform(Stack((first.screen,)), first)
        while leave is None:
            stack, leave = yield from self._settled(stack)
            if leave is not None:
                break
            if self.told and (got := (yield 0.0)) is not Interruption.TIME_UP:
                # What the other player's screens tell at once is heard before anything is asked.
                self.ahead.append(got)
            if not self.ahead:
                is_asked = self._tell(stack, asks=True)
                if is_asked and voice_of(stack.top).hides(stack.top):
                    yield from self._forget_typed()
                self._prompt(stack.top)
            got = self.ahead.pop(0) if self.ahead else (yield None)
            match got:
                case Interruption.ENDED:
                    self._hide_hands(stack)
                    return self.lines(*leave_at_once(stack, self.folders))
                case Interruption.CONTINUED:
                    # What was asked may be out of sight, as what was typed is.
                    self.question, self.is_prompting = "", False
                case Told(what):
                    stack, leave = self.hear(stack, what)
                case Typed(text):
                    stack, leave = self._answered(stack, text)
                    if self.failure:
                        return self.lines(*leave_at_once(stack, self.folders))
                case _:
                    pass
        self._hide_hands(stack)
        self.leads_to = leave.leads_to
        return self.lines(leave)

    def _settled(self, stack: Stack) -> Listening[After]:
        """Let all move that moves by itself, and wait for what nothing can be said before."""
        since, patience = self.clock(), _PATIENCE
        leave: Leave | None = None
        while leave is None:
            context, screen = self.context(), stack.top
            voice = voice_of(screen)
            must_wait = screen.awaits_job and voice.waits(screen, self.console.is_typed)
            # A program hears the same each time: for it, only what is waited for is worked out.
            self.work_on(stack.job(context) if must_wait or self.console.is_typed else None)
            following = voice.follow(screen, context)
            if following is not None:
                stack, leave = self.perform(stack, following)
                continue
            if self.worker is None or self.job is None or not screen.awaits_job:
                return stack, None
            if self.console.is_typed or voice.waits(screen, True):
                self._tell(stack, asks=False)
            answer = self.worker.answer()
            if answer is None and not must_wait:
                return stack, None
            if answer is not None:
                after = screen.receive(Answered(self.job, answer), context)
                stack, leave = self.perform(stack, after)
                continue
            if self.console.is_read and self.clock() - since > patience:
                self._say((voice.waiting(screen),))
                patience += _NEXT_PATIENCE
            got = yield _TICK
            match got:
                case Interruption.ENDED:
                    self.ahead.insert(0, got)
                    return stack, None
                case Told(what):
                    stack, leave = self.hear(stack, what)
                case Typed():
                    self.ahead.append(got)
                case _:
                    pass
        return stack, leave

    def _hide_hands(self, stack: Stack) -> None:
        """Take out of sight what one of two people heard, once the keyboard is left to anybody."""
        tables = (one for one in stack.screens if isinstance(one, TableScreen))
        if any(one.session.person is None and one.session.game.result is None for one in tables):
            self.console.clear()

    def _forget_typed(self) -> Listening[None]:
        """Let nothing open a hand that was typed before a person could hear what for.

        While a key is held down, lines go on coming: nothing counts before they end.
        """
        is_typing = self.console.is_typed
        while is_typing:
            got = yield _UNMEANT
            if got is Interruption.ENDED or isinstance(got, Told):
                self.ahead.append(got)
            if got is Interruption.ENDED:
                return
            is_typing = self.console.forget()

    def _tell(self, stack: Stack, *, asks: bool) -> bool:
        """Tell what is new in the screen on top, and what is to be answered.

        Return whether that was asked now.
        """
        context, screen, depth = self.context(), stack.top, len(stack.screens)
        voice, before = voice_of(screen), None
        if len(self.memory) >= depth and type(self.memory[depth - 1]) is type(screen):
            before = self.memory[depth - 1]
        was_covered = len(self.memory) > depth
        if was_covered and not voice.goes_on:
            before = None
        is_handed_on = before is not None and voice.hides(screen) and not voice.hides(before)
        if is_handed_on and not self.console.clear():
            self._say((_("What was said before can still be read above."),))
        self._tell_beneath(stack.screens[:-1], context)
        said = [*voice.tell(screen, before, context)]
        is_new = before is None or before.notice != screen.notice
        if screen.notice and is_new and screen.notice not in said:
            said.append(screen.notice)
        self.memory = [*self.memory[: depth - 1], *[None] * (depth - 1 - len(self.memory)), screen]
        question = voice.ask(screen, context)
        if said or was_covered:
            # Behind something else even the same question is asked again.
            self.question = ""
        is_asked = asks and bool(question) and question != self.question
        if is_asked or question in said:
            self.question = question
        self._say(with_question(said, question) if is_asked else said)
        return is_asked

    def _tell_beneath(self, screens: Sequence[Screen], context: Context) -> None:
        """Tell what has happened beneath the screen on top: that may be why it is there."""
        for at, screen in enumerate(screens[: len(self.memory)]):
            voice = voice_of(screen)
            beneath = voice.beneath(screen)
            if beneath is None or type(self.memory[at]) is not type(screen):
                continue
            said = voice.tell(beneath, self.memory[at], context)
            if said:
                self._say(said)
                self.memory[at] = beneath

    def _prompt(self, screen: Screen) -> None:
        """Show that something may be said, once behind all that was said here."""
        listens = self.console.is_typed or voice_of(screen).listens(screen)
        if listens and not self.is_prompting:
            self.is_prompting = True
            self.console.prompt()

    def _say(self, sentences: Sequence[str]) -> None:
        self.is_prompting = self.is_prompting and not sentences
        width = min(WIDTH, self.console.width())
        self.console.say([row for one in sentences for row in wrapped(printable(one), width)])

    def _answered(self, stack: Stack, text: str) -> After:
        """Do what was said to the screen on top, or say why not."""
        said, screen, self.is_prompting = text.strip(), stack.top, False
        self.heard += 1
        match reply_to(said, screen, voice_of(screen), self.context()):
            case Refused(reason) if not self.console.is_typed:
                sentence = _("line {number}, {said}: {reason}")
                self.failure = sentence.format(
                    number=self.heard, said=clipped(said, _LONGEST_QUOTE), reason=reason
                )
            case Refused(reason):
                self._say((reason,))
            case Next() as after:
                return self.perform(stack, after)
            case tuple() as sentences:
                self._say(sentences)
        return stack, None


def run_plain(terminal: PlainTerminal, loop: PlainLoop, first: Next) -> tuple[str, ...]:
    """Play in words until the end of the lines, or the program; return lines for the shell."""
    return run_steps(loop, loop.steps(first), terminal.wait)
