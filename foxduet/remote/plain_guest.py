"""Two terminals in words: the voice of the shared table, and the guest's program."""

from __future__ import annotations

from collections.abc import Sequence
from time import sleep
from typing import TYPE_CHECKING, Protocol

from foxduet.core.errors import N_, NC_
from foxduet.core.lazy_dataclass import replace
from foxduet.plain.console import Console
from foxduet.plain.loop import Command, InputRefused, Reply, Voice, key_command, leave_command
from foxduet.plain.narration import with_spoken_names
from foxduet.plain.table import TABLE, deal_prompt
from foxduet.remote import wire
from foxduet.remote.guest import Visit, VisitEnd, silence_sentence
from foxduet.remote.table import (
    MAX_TALK_LENGTH,
    Proposal,
    ProposalKind,
    SharedTable,
    TalkLine,
    WaitingScreen,
)
from foxduet.ui.kit.canvas import Size
from foxduet.ui.kit.effects import ScreenClosed, SendToPeer
from foxduet.ui.kit.keys import Input, Interruption, TypedLine
from foxduet.ui.kit.screen import Context, Transition
from foxduet.ui.table.state import RoundEnd, Thinking, is_team_choosing
from foxduet.words.i18n import _
from foxduet.words.text import SPOKEN, format_sentence, printable

if TYPE_CHECKING:
    from foxduet.plain.loop import PlainLoop
    from foxduet.remote.guest import RecordImporter


def _speak_names(screen: SharedTable) -> SharedTable:
    return replace(screen, session=with_spoken_names(screen.session))


def _reply_to_talk(screen: SharedTable, argument: str, context: Context) -> Reply:
    if argument:
        if screen.talk_refusal:
            return InputRefused(screen.talk_refusal)
        line = TalkLine(screen.own_name, argument[:MAX_TALK_LENGTH])
        return Transition(screen, (SendToPeer(line),))
    own_name, you = screen.own_name, _speak_names(screen).own_name
    talk = (line for line in screen.lines if line.name == own_name or not screen.muted)
    rows = ((you if line.name == own_name else line.name, line.text) for line in talk)
    lines = [format_sentence(_("{name}: {line}"), name=name, line=text) for name, text in rows]
    return (*lines, _ask_to_talk())


def _reply_to_mute(screen: SharedTable, _argument: str, context: Context) -> Reply:
    new_screen = replace(screen, notice=_("You hear the other player again."))
    if not screen.muted:
        new_screen = replace(screen, notice=_("You no longer hear what the other player says."))
    return new_screen.handle_event(ScreenClosed(not screen.muted), context)


_TALK = Command(
    NC_("command", "talk"),
    N_("followed by a line, say that to the other player"),
    _reply_to_talk,
    takes_argument=True,
)
_MUTE = Command(
    NC_("command", "mute"), N_("stop hearing the other player, or hear them again"), _reply_to_mute
)


def _hide_secrets(command: Command) -> Command:
    def reply(screen: SharedTable, text: str, context: Context) -> Reply:
        answer = command.reply(_speak_names(screen), text, context)
        return command.reply(screen, text, context) if isinstance(answer, Transition) else answer

    return replace(command, reply=reply)


def _tell(screen: SharedTable, previous: SharedTable | None, context: Context) -> Sequence[str]:
    proposals = None if previous is None else (previous.peer_proposal, previous.proposal)
    is_new = (screen.peer_proposal, screen.proposal) != proposals
    agreement = _agreement_sentence(screen) if is_new else ""
    new_lines = () if previous is None or screen.muted else screen.lines[len(previous.lines) :]
    talk = [
        format_sentence(_("{name} says: {line}"), name=line.name, line=line.text)
        for line in new_lines
        if line.name != screen.own_name
    ]
    spoken_previous = None if previous is None else _speak_names(previous)
    news = TABLE.tell(_speak_names(screen), spoken_previous, context)
    is_free = isinstance(screen.mode, RoundEnd) and not screen.talk_refusal
    if is_free and (previous is None or not isinstance(previous.mode, RoundEnd)):
        news = (*news, _ask_to_talk())
    return (*news, *((agreement,) if agreement else ()), *talk)


def _ask_to_talk() -> str:
    sentence = _("Say {word}, followed by what the other player should hear.")
    return sentence.format(word=_TALK.word())


def _agreement_sentence(screen: SharedTable) -> str:
    match screen.peer_proposal, screen.proposal:
        case Proposal(ProposalKind.TEAM, option=option), _:
            sentence = _("{name} proposes: {choice}. Say the same number to agree.")
            choice = screen.label_of(option, SPOKEN)
            return format_sentence(sentence, name=screen.other_name, choice=choice)
        case None, Proposal(ProposalKind.DEAL):
            return ""
        case _:
            return screen.agreement(SPOKEN)


def _ask(screen: SharedTable, context: Context) -> str:
    match screen.mode:
        case RoundEnd() if not is_team_choosing(screen):
            if screen.peer_proposal is None and screen.proposal is not None:
                return format_sentence(_("Asking {name}."), name=screen.other_name)
            return deal_prompt(screen.session)
        case _:
            return TABLE.ask(_speak_names(screen), context)


def _answer(screen: SharedTable, text: str, context: Context) -> Reply | None:
    reply = TABLE.answer(_speak_names(screen), text, context)
    return TABLE.answer(screen, text, context) if isinstance(reply, Transition) else reply


SHARED_TABLE = replace(
    TABLE,
    tell=_tell,
    ask=_ask,
    commands=lambda screen: (*map(_hide_secrets, TABLE.commands(screen)), _TALK, _MUTE),
    answer=_answer,
    # A program answers only while the screen waits for this player rather than the other.
    listens=lambda screen: not (screen.is_ready or isinstance(screen.mode, Thinking)),
)
"""The voice of a player's table at two terminals."""


_KEYBOARD_COMMAND = key_command(
    # Translators: what a host says to go on at one keyboard
    NC_("command", "keyboard"),
    N_("carry on at one keyboard"),
    "k",
)

WAITING = Voice(
    lambda screen, before, _context: (
        (screen.sentence, *filter(None, screen.recipe), _("You decide who comes in."))
        if before is None
        else ()
    ),
    lambda screen, _context: screen.heading + ".",
    lambda _screen: (_KEYBOARD_COMMAND, leave_command("q")),
    listens=lambda _screen: False,
)
"""The voice of the host's waiting screen."""


_PAUSE_SECONDS = 0.02
"""Minimum seconds between lines, because the host refuses a flood of messages."""


class TypingConsole(Console, Protocol):
    """A console that reports input typed so far."""

    def poll(self, *, takes_lines: bool = True, sees_end: bool = False) -> Input | TypedLine:
        """Return the next input or TIME_UP; lines only if ``takes_lines``.

        With ``sees_end``, the end of the input is reported even if lines are not taken.
        """


def poll_for_host(console: TypingConsole, loop: PlainLoop) -> Input | TypedLine:
    """Return the host's next input; while they wait alone, the end of input ends the program."""
    is_alone = bool(loop.memory) and isinstance(loop.memory[-1], WaitingScreen)
    return console.poll(takes_lines=loop.wants_input, sees_end=is_alone)


class PlainGuest(Visit):
    """A guest's console at one end of a connection."""

    def __init__(
        self,
        console: TypingConsole,
        connection: wire.Connection[wire.FromHost],
        import_record: RecordImporter,
    ) -> None:
        super().__init__(connection, import_record)
        self._console, self._columns = console, console.width()
        self._is_prompted = self._is_admitted = False

    def _show_notice(self, sentence: str) -> None:
        self._console.write_lines((sentence,))

    def _report_silence(self, seconds: int) -> None:
        self._show_notice(silence_sentence(seconds) if seconds else _("The host answers again."))
        self._prompt_again()

    def _prompt_again(self) -> None:
        if self._is_prompted:
            self._console.prompt()

    def _handle_output(self, message: wire.Rows | wire.Bell | wire.Lines | wire.Prompt) -> None:
        match message:
            case wire.Lines(lines):
                self._is_admitted = True
                self._console.write_lines(lines)
            case wire.Prompt():
                self._is_prompted = True
                self._console.prompt()
            case wire.Rows() | wire.Bell():
                self.end = VisitEnd.INVALID_MESSAGE

    @property
    def _takes_input(self) -> bool:
        """A script's lines stay unread until the host prompts."""
        return self._is_prompted or self._console.is_typed

    def _take_input(self, *, has_input: bool) -> None:
        if self._columns != self._console.width():
            self._columns = self._console.width()
            self._connection.send(wire.Resized(Size(24, self._columns)))
        match self._console.poll(takes_lines=self._takes_input, sees_end=not self._is_admitted):
            case Interruption.ENDED:
                self.end = self.end or VisitEnd.NO_INPUT
            case Interruption.CONTINUED:
                self._prompt_again()
            case TypedLine(text) if self.end is None:
                self._is_prompted = False
                self._connection.send(wire.Answer(printable(text)[: wire.MAX_WORDS_LENGTH]))
                sleep(_PAUSE_SECONDS)
