"""The loop that plays in words: voices of screens, and the console that speaks and listens.

The screens are those that are drawn elsewhere, with their keys and their effects; nothing is
drawn here, no key is timed, and what moves by itself has moved at once.
"""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

from foxduet.core.errors import N_, NC_
from foxduet.core.lazy_dataclass import dataclass, field, replace
from foxduet.ui.kit.canvas import Size
from foxduet.ui.kit.effects import JobAnswered
from foxduet.ui.kit.keys import (
    ENTER,
    ESCAPE,
    REFERENCE_KEYS,
    Input,
    Interruption,
    PeerMessage,
    SignalWatcher,
    TypedLine,
)
from foxduet.ui.kit.screen import Context, Screen, Transition
from foxduet.ui.loop import BaseLoop, ScreenStack, drive, save_and_quit
from foxduet.ui.table.screen import TableScreen
from foxduet.words import game_words
from foxduet.words.i18n import _, ngettext, pgettext
from foxduet.words.text import Alert, as_sentence, clip, escaped, wrap
from foxduet.words.waiting import SILENT_SECONDS, announce, announced

if TYPE_CHECKING:
    from foxduet.ui.kit.effects import Quit
    from foxduet.ui.kit.pages import ListContent, ListScreen, ReportScreen, ScreenWithHelp
    from foxduet.ui.kit.screen import Binding

    StackOrQuit: TypeAlias = tuple[ScreenStack, Quit | None]


@dataclass(frozen=True, slots=True)
class InputRefused:
    """Why what was said cannot be done."""

    reason: str


Reply: TypeAlias = Transition | tuple[str, ...] | InputRefused
"""What comes of what was said: another state of the screen, sentences that answer it, or a no."""


Form: TypeAlias = tuple[str, str]
"""How something is said that is no command, and what that does, in the player's language."""


@dataclass(frozen=True, slots=True, eq=False)
class Command:
    """A word that may be said to a screen, whole or its beginning.

    ``name`` and ``meaning`` are marked for translation, as is ``also``: what else is understood,
    with commas between. ``reply`` gets the screen, what was said behind the word, and the context.
    """

    name: str
    meaning: str
    reply: Callable[[Any, str, Context], Reply]
    also: str = ""

    def word(self) -> str:
        """Return the word in the player's language."""
        return pgettext("command", self.name)

    @property
    def phrases(self) -> list[str]:
        """All that is understood, as it is compared."""
        also = _(self.also).split(",") if self.also else []
        return [_normalize(one) for one in (self.word(), *also)]


def _advance_automatically(screen: Any, context: Context) -> Transition | None:
    return (
        screen.on_timeout(context) if screen.timeout is not None and not screen.awaits_job else None
    )


@dataclass(frozen=True, slots=True, eq=False)
class Voice:
    """How the screens of a kind are told, and answered.

    All sentences are whole, in the player's language, without a sign that cannot be spoken.
    """

    tell: Callable[[Any, Any, Context], Sequence[str]]
    """Tell a screen, or what is new in it since an earlier one was told, which is None at first."""
    ask: Callable[[Any, Context], str]
    """Say what is to be answered; not again if that was told, with numbered choices behind it."""
    commands: Callable[[Any], Sequence[Command]]
    """Return what may be said to a screen, beside what all screens understand."""
    answer: Callable[[Any, str, Context], Reply | None] = lambda _screen, _said, _context: None
    """Answer what is no command, or nothing at all; None if it means nothing here."""
    follow: Callable[[Any, Context], Transition | None] = _advance_automatically
    """Return what a screen becomes by itself before anything is said; None if it stays."""
    waits: Callable[[Any, bool], bool] = lambda _screen, _is_typed: True
    """Return whether nothing can be said to a screen until its job is answered.

    That may depend on whether a person types; a program hears the same each time.
    """
    waiting: Callable[[Any], str] = lambda _screen: _("One moment.")
    """Say what is waited for."""
    listens: Callable[[Any], bool] = lambda _screen: True
    """Return whether a program has anything to say now; a person may always ask for things."""
    hides_hands: Callable[[Any], bool] = lambda _screen: False
    """Return whether the keyboard changes hands: what was told before must go out of sight first,
    and what a person typed before must not answer."""
    tells_beneath: Callable[[Any], Any] = lambda _screen: None
    """Return a screen as it is told before what was put over it, None if nothing of it is."""
    continues_on_enter: bool = False
    """Whether only what is new is told where something over the screen was closed."""
    labels: Callable[[Any, Context], Sequence[str]] = lambda _screen, _context: ()
    """Return what the numbered choices are called, for those who say how one begins."""
    others: Callable[[Any], Sequence[str]] = lambda _screen: ()
    """Return other words for each of these choices."""
    choices: Callable[[Any, Context], Sequence[str]] | None = None
    """Tell the choices again, for those who only press Enter, if these are not the labels."""
    forms: Callable[[Any], Sequence[Form]] = lambda _screen: ()
    """Return how the question is answered, beside the commands."""


def telling(
    told: Callable[[Any], Sequence[str]], subject: Callable[[Any], object]
) -> Callable[[Any, Any, Context], Sequence[str]]:
    """Return what tells of a screen only what was not told before of the same subject."""

    def tell(screen: Any, before: Any, _context: Context) -> Sequence[str]:
        is_same = before is not None and subject(before) is subject(screen)
        known = told(before) if is_same else ()
        return [one for one in told(screen) if one not in known]

    return tell


def key_command(name: str, meaning: str, key: str, also: str = "") -> Command:
    """Return the command that does what a key does."""
    return Command(
        name, meaning, lambda screen, _rest, context: handle_key(screen, key, context), also
    )


def handle_key(screen: Screen, key: str, context: Context) -> Reply:
    """Return what a key leads to; a notice alone is a refusal."""
    after = screen.handle_key(key, context)
    is_same = replace(after.screen, notice="") == replace(screen, notice="")
    if after.screen.notice and is_same and not after.effects:
        return InputRefused(after.screen.notice)
    return after


def leave_command(key: str) -> Command:
    """Return the command that leaves a screen by one of its keys."""
    meaning = N_("go back to where you came from")
    also = N_("q, quit, exit, stop, bye")
    return key_command(NC_("command", "leave"), meaning, key, also)


def handle_input(said: str, screen: Screen, voice: Voice, context: Context) -> Reply:
    """Return what comes of what was said to a screen; of nothing, what is to be answered."""
    commands, spoken = list_commands(screen, voice), _normalize(said)
    for command in commands:
        if spoken in command.phrases:
            return command.reply(screen, "", context)
    answer = voice.answer(screen, said, context)
    if answer is not None:
        return answer
    if not said:
        return repeat_choices(screen, voice, context)
    word, _space, rest = said.partition(" ")
    begun, labels = _match_command_prefix(word, rest, commands), voice.labels(screen, context)
    is_whole = [game_words.normalize_text(word)] == [
        game_words.normalize_text(command.word()) for command in begun
    ]
    # At a table a letter stays the command that it is in every other moment.
    is_letter = voice.choices is not None and len(spoken) == len(begun) == 1
    named = (
        []
        if is_whole or is_letter
        else match_labels(said, labels, voice.others(screen), anywhere=not begun)
    )
    meant = _find_commands(spoken, commands) if not begun and not named else ()
    match begun or [command for command, _rest in meant], named:
        case [command], []:
            after = meant[0][1] if meant else rest.strip()
            return command.reply(screen, after, context)
        case [], [at]:
            return handle_input(f"{at + 1}", screen, voice, context)
        case [], [] if spoken in _(_CONTINUE_WORDS).split(", "):
            return handle_input("", screen, voice, context)
        case [], []:
            sentence, words = _("That means nothing here; say {words}."), [_help(voice).word()]
        case found, _:
            sentence = _("Did you mean: {words}?")
            words = [*(command.word() for command in found), *(labels[at] for at in named)]
    return InputRefused(sentence.format(words=", ".join(words)))


def list_commands(screen: Screen, voice: Voice) -> tuple[Command, ...]:
    """Return all that may be said to a screen."""
    return (*voice.commands(screen), _again(voice), _help(voice))


def _command_forms(screen: Screen, voice: Voice) -> tuple[Form, ...]:
    every = list_commands(screen, voice)
    return (*voice.forms(screen), *((command.word(), _(command.meaning)) for command in every))


def _normalize(said: str) -> str:
    """Return what was said as it is compared, without signs beside words."""
    return " ".join(game_words.tokenize_spoken(said)) or game_words.normalize_text(said)


def _match_command_prefix(word: str, rest: str, commands: Sequence[Command]) -> list[Command]:
    """Return the commands that a word, or its beginning, may stand for; a whole word for one.

    One letter stands for a command only by itself: before a number it may be a suit. A longer
    beginning does so before a number, too, but before words it most likely begins a sentence.
    """
    typed = game_words.normalize_text(word)
    words = [(game_words.normalize_text(command.word()), command) for command in commands]
    whole = [command for name, command in words if name == typed]
    tokens = game_words.tokenize_spoken(rest)
    has_words = bool(tokens) and (len(typed) == 1 or not _is_short(tokens))
    return whole or [command for name, command in words if name.startswith(typed) and not has_words]


def _is_short(tokens: Sequence[str]) -> bool:
    return all(token.isdecimal() or len(token) == 1 for token in tokens)


def _find_commands(spoken: str, commands: Sequence[Command]) -> list[tuple[Command, str]]:
    """Return the commands that are named by most words anywhere, each with what stands behind."""
    text = f" {spoken} "
    found = [
        (phrase, command)
        for command in commands
        for phrase in command.phrases
        if f" {phrase} " in text and len(phrase) > 1
    ]
    most = max((len(phrase.split()) for phrase, _command in found), default=0)
    longest = {one: phrase for phrase, one in found if len(phrase.split()) == most}
    return [(one, text.partition(f" {phrase} ")[2].strip()) for one, phrase in longest.items()]


def repeat_choices(screen: Screen, voice: Voice, context: Context) -> tuple[str, ...]:
    """Tell the choices of a question again, and ask it."""
    tell = voice.choices
    told = number_lines(voice.labels(screen, context)) if tell is None else tell(screen, context)
    return append_question(told, voice.ask(screen, context))


def _again(voice: Voice) -> Command:
    def repeat(screen: Screen, _rest: str, context: Context) -> Reply:
        return append_question(voice.tell(screen, None, context), voice.ask(screen, context))

    also = N_("repeat, pardon, sorry")
    return Command(NC_("command", "again"), N_("hear this again"), repeat, also)


def append_question(said: Sequence[str], question: str) -> tuple[str, ...]:
    """Return what is said to a screen with its question, unless that is in it already."""
    return (*said,) if question in said else (*said, question)


def _help(voice: Voice) -> Command:
    def explain(screen: Screen, _rest: str, _context: Context) -> Reply:
        sentence = _("{word}: {meaning}.")
        return tuple(
            sentence.format(word=how, meaning=meaning)
            for how, meaning in _command_forms(screen, voice)
        )

    also = N_("?, what can I say, can I say")
    return Command(NC_("command", "help"), N_("hear what you can say"), explain, also)


def number_form() -> Form:
    """Return how a numbered choice is said."""
    return _("a number"), _("choose what has that number")


def beginning_form() -> Form:
    """Return how a choice is said that has a name."""
    return _("the first letters of a choice"), _("select it")


def enter_form() -> Form:
    """Return how an empty line is said, which goes on."""
    return _("Enter"), _("go on")


def number_lines(labels: Sequence[str], first: int = 1) -> list[str]:
    """Return choices with their numbers, one below the other."""
    line = _("{number}: {choice}")
    return [line.format(number=at, choice=label) for at, label in enumerate(labels, first)]


def parse_choice_number(said: str, count: int) -> int | InputRefused | None:
    """Return which of ``count`` choices a number stands for, from 0; None if it is no number."""
    number = game_words.parse_spoken_number(said)
    if number is None:
        return None
    if 1 <= number <= count:
        return number - 1
    sentence = ngettext(
        "There is no number {number}: the only one is 1.",
        "There is no number {number}: they go from 1 to {most}.",
        count,
    )
    return InputRefused(sentence.format(number=number, most=count))


def match_labels(
    said: str, labels: Sequence[str], others: Sequence[str] = (), *, anywhere: bool = True
) -> list[int]:
    """Return which labels, from 0, begin with what was said; or else have such words.

    ``others`` are further words for each label, if there are any.
    """
    tokens, empty = game_words.tokenize_spoken(said), game_words.filler_words()
    if not tokens or not labels:
        return []
    meant = [one for one in tokens if one not in empty] or tokens
    whole = [game_words.tokenize_spoken(label) for label in labels]
    brief = [[one for one in label if one not in empty] for label in whole]
    for typed, heard in ((tokens, whole), (meant, brief)):
        text, names = " ".join(typed), [" ".join(one) for one in heard]
        if begin := [at for at, name in enumerate(names) if name.startswith(text)]:
            return [at for at in begin if names[at] == text] or begin
    if not anywhere:
        return []
    texts = [f" {' '.join(one)} {also}" for one, also in zip(whole, others or labels, strict=True)]
    return [at for at, text in enumerate(texts) if all(f" {token}" in text for token in meant)]


def activate_by_number(screen: Any, said: str, context: Context) -> Reply | None:
    """Do the choice of a ChoiceScreen with a number; None if none was said."""
    at = parse_choice_number(said, len(screen.choices))
    return handle_key(replace(screen, cursor=at), ENTER, context) if isinstance(at, int) else at


def _items(page: ListContent) -> list[str]:
    states = (", ".join(filter(None, (item.label, item.status))) for item in page.items)
    return number_lines(
        [item.spoken or told for item, told in zip(page.items, states, strict=True)]
    )


def _tell_list(screen: ListScreen, before: ListScreen | None, _context: Context) -> Sequence[str]:
    page = screen.content
    if before is not None and before.content.title == page.title:
        known = {*before.content.news, *_items(before.content)}
        return [one for one in (*page.news, *_items(page)) if one not in known]
    headings = ((f"{item.heading}.",) if item.heading else () for item in page.items)
    choices = zip(headings, _items(page), strict=True)
    return (page.title, *page.intro, *(one for above, item in choices for one in (*above, item)))


def commands_of(screen: Screen) -> Sequence[Command]:
    """Return what the keys of a screen are called; the last of them leads back."""
    every = [one for one in screen.bindings if one.applies is None or one.applies(screen)]
    words = [
        Command(*one.spoken_command, _replying(one))
        for one in every
        if one.spoken_command is not None
    ]
    texts = (CARDS, RULES) if any(one.keys == REFERENCE_KEYS for one in every) else ()
    return (*words, *texts, leave_command(every[-1].keys[0]))


def _replying(binding: Binding) -> Callable[[Any, str, Context], Reply]:
    def reply(screen: Any, _rest: str, context: Context) -> Reply:
        if binding.tells is not None:
            return tuple(binding.tells(screen))
        return binding.handler(replace(screen, notice=""), "", context)

    return reply


def _answer_page(screen: ListScreen, said: str, context: Context) -> Reply | None:
    is_chosen = screen.content.prompt and not said
    return (
        handle_key(screen, ENTER, context)
        if is_chosen
        else activate_by_number(screen, said, context)
    )


LIST_VOICE = Voice(
    _tell_list,
    lambda screen, _context: screen.content.prompt or _("Which number?"),
    commands_of,
    _answer_page,
    labels=lambda screen, _context: [item.spoken or item.label for item in screen.content.items],
    forms=lambda screen: (
        number_form(),
        beginning_form(),
        *[enter_form()] * bool(screen.content.prompt),
    ),
)
"""The voice of all pages."""


_ROWS_AT_ONCE = 10


def _tell_report(
    screen: ReportScreen, before: ReportScreen | None, _context: Context
) -> Sequence[str]:
    if before is not None and replace(before, notice="") == replace(screen, notice=""):
        return ()
    known = () if before is None else before.sentences
    new = [one for one in screen.sentences if one not in known]
    shown = screen.entries[screen.top : screen.top + _ROWS_AT_ONCE]
    return (*new, *number_lines([*map(screen.label, shown)], screen.top + 1))


def _ask_about_report(screen: ReportScreen, _context: Context) -> str:
    if screen.top + _ROWS_AT_ONCE < (count := len(screen.entries)):
        return _("Which number? For more games, say {word}.").format(word=_MORE.word())
    return _("Which number?") if count else screen.prompt


def _more(screen: ReportScreen, _rest: str, _context: Context) -> Reply:
    top = screen.top + _ROWS_AT_ONCE
    if top >= len(screen.entries):
        return InputRefused(_("There are no more games."))
    return Transition(replace(screen, top=top))


def _answer_report(screen: ReportScreen, said: str, context: Context) -> Reply | None:
    if not screen.entries:
        begins = not said and any(
            ENTER in one.keys and one.spoken_command for one in screen.bindings
        )
        return handle_key(screen, ENTER, context) if begins else None
    at = parse_choice_number(said, len(screen.entries))
    return handle_key(replace(screen, cursor=at), ENTER, context) if isinstance(at, int) else at


_MORE = Command(NC_("command", "more"), N_("hear the next games of a list"), _more)

REPORT = Voice(
    _tell_report,
    _ask_about_report,
    lambda screen: (*([_MORE] if screen.entries else ()), *commands_of(screen)),
    _answer_report,
    labels=lambda screen, _context: [*map(screen.label, screen.entries)],
    choices=lambda screen, context: _tell_report(screen, None, context),
    forms=lambda screen: (number_form(),) if screen.entries else (),
)
"""The voice of all reports."""


def make_waiting_voice(text: Callable[[Any], str], waiting: Callable[[Any], str]) -> Voice:
    """Return the voice of a screen on which something is waited for."""
    return Voice(
        lambda screen, before, _context: () if before is not None else (text(screen),),
        lambda _screen, _context: "",
        lambda _screen: (leave_command(ESCAPE),),
        waiting=waiting,
    )


def _cards(screen: ScreenWithHelp, _rest: str, _context: Context) -> Reply:
    return game_words.spoken_words(screen.game_name).reference()


def _rules(screen: ScreenWithHelp, rest: str, _context: Context) -> Reply:
    """Tell a part of the rules, or which parts there are: they are long to listen to."""
    sections, word = game_words.guide_words(screen.game_name).rules(), RULES.word()
    titles = [title for title, _items in sections]
    part = parse_choice_number(rest, len(sections))
    match part:
        case InputRefused():
            return part
        case None:
            # With the word before each number, no bare number is said, which would be an answer.
            which = _("Which part? Say {word} and its number.").format(word=word)
            line = _("{word}: {meaning}.")
            parts = enumerate(titles, 1)
            return (which, *(line.format(word=f"{word} {at}", meaning=one) for at, one in parts))
    title, items = sections[part]
    paragraphs = [one for one in items if isinstance(one, str)]
    further = _("Say {word} {number} to go on: {title}.")
    coming = [further.format(word=word, number=at, title=one) for at, one in enumerate(titles, 1)]
    return (as_sentence(title), *paragraphs, *coming[part + 1 : part + 2])


_CONTINUE_WORDS = N_("ok, okay, yes, sure, enter, continue, go, go on, ready, deal")
"""What stands for an empty line."""

CARDS = Command(NC_("command", "cards"), N_("hear what the cards do"), _cards)
RULES = Command(NC_("command", "rules"), N_("hear the rules, part by part"), _rules)

_VOICES = {
    "foxduet.ui.table.screen.TableScreen": "foxduet.plain.table.TABLE",
    "foxduet.ui.table.moves.AskScreen": "foxduet.plain.table.ASK",
    "foxduet.ui.kit.pages.ListScreen": "foxduet.plain.loop.LIST_VOICE",
    "foxduet.ui.lessons.LessonsScreen": "foxduet.plain.menus.LESSONS",
    "foxduet.ui.lessons.LessonScreen": "foxduet.plain.lessons.LESSON",
    "foxduet.ui.guided.GuidedScreen": "foxduet.plain.lessons.GUIDED",
    "foxduet.ui.form.FormScreen": "foxduet.plain.menus.FORM",
    "foxduet.ui.kit.pages.ReportScreen": "foxduet.plain.loop.REPORT",
    "foxduet.ui.puzzles.PuzzlesScreen": "foxduet.plain.lessons.PUZZLES",
    "foxduet.ui.puzzles.PuzzleScreen": "foxduet.plain.lessons.EXERCISE",
    "foxduet.ui.replay.ReplayScreen": "foxduet.plain.reviews.REPLAY",
    "foxduet.ui.review.ReviewWaitScreen": "foxduet.plain.reviews.REVIEW_WAIT",
    "foxduet.ui.review.ReviewScreen": "foxduet.plain.reviews.REVIEW",
    "foxduet.ui.review.RetryScreen": "foxduet.plain.reviews.CHOOSE_AGAIN",
    "foxduet.ui.review.BranchScreen": "foxduet.plain.reviews.BRANCH",
    "foxduet.ui.review.PlayOutScreen": "foxduet.plain.reviews.PLAY_OUT",
    "foxduet.ui.replay.ParScreen": "foxduet.plain.reviews.PAR",
    "foxduet.ui.replay.ParWaitScreen": "foxduet.plain.reviews.PAR_WAIT",
    "foxduet.remote.table.SharedTable": "foxduet.remote.plain_guest.SHARED_TABLE",
    "foxduet.ui.kit.pages.YesNoScreen": "foxduet.plain.table.YES_OR_NO",
    "foxduet.remote.table.WaitingScreen": "foxduet.remote.plain_guest.WAITING",
}
"""The voice of each kind of screen, in a module beside this one."""


def get_voice(screen: Screen) -> Voice:
    """Return the voice of a screen: that of its kind, or of the nearest kind that it is one of."""
    for one in type(screen).__mro__:
        name = _VOICES.get(f"{one.__module__}.{one.__qualname__}")
        if name is not None:
            module, _dot, value = name.rpartition(".")
            voice: Voice = getattr(import_module(module), value)
            return voice
    raise AssertionError(f"{type(screen).__name__} has no voice")


T = TypeVar("T")
Listening: TypeAlias = Generator[float | None, Input | TypedLine, T]
"""Steps that are sent lines, too."""

WIDTH = 78
"""The cells of a line, where the terminal is not narrower."""

_TICK = 0.02
"""After how many seconds an answer that is waited for is looked for again."""

_LONGEST_QUOTE = 40
"""Of what was said and cannot be done, so many cells are repeated."""

_ACCIDENT_SECONDS = 0.4
"""For so many seconds after a hand was asked for, what is typed may still be held or pasted."""

_PROGRESS_SECONDS, _MORE_PROGRESS_SECONDS = 2.0, 10.0
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

    def write_lines(self, lines: Sequence[str]) -> None:
        """Show some lines."""

    def prompt(self) -> None:
        """Show that something is to be said now."""

    def clear(self) -> bool:
        """Take all that was said out of sight, the rows above too; return whether that is done."""

    def discard_typeahead(self) -> bool:
        """Throw away what a person has typed and nobody has read yet; return whether there was."""

    def clock(self) -> float:
        """Return the time in seconds, from any moment on."""


class PlainTerminal(Console, Protocol):
    """A console whose lines are waited for."""

    def wait(self, seconds: float | None) -> Input | TypedLine:
        """Return the next line, or what came instead; give up after ``seconds``."""


@dataclass(slots=True)
class PlainLoop(BaseLoop):
    """One run in words; ``memory`` has what was told last of each screen, from the lowest up.

    ``question`` was asked last, and ``is_prompting`` says that nothing was said since the prompt.
    ``queued_input`` came while a job was waited for. ``heard`` counts the lines that were said to it, and
    ``failure`` is why the run ended before the last one, if it did. ``alert`` was told last.
    """

    console: Console
    memory: list[Screen | None] = field(default_factory=list)
    question: str = ""
    failure: str = ""
    alert: str = ""
    failures_told: int = 0
    is_prompting: bool = False
    queued_input: list[Input | TypedLine] = field(default_factory=list)

    def size(self) -> Size:
        """Return a size that no text is too large for."""
        return Size(24, 80)

    def clock(self) -> float:
        return self.console.clock()

    @property
    def wants_input(self) -> bool:
        return self.is_prompting or self.console.is_typed

    def perform(self, stack: ScreenStack, after: Transition, at: int | None = None) -> StackOrQuit:
        """Perform effects, and say so where that takes long."""
        if not after.effects:
            return BaseLoop.perform(self, stack, after, at)
        with announced():
            return BaseLoop.perform(self, stack, after, at)

    def steps(self, first: Transition) -> Listening[tuple[str, ...]]:
        """Tell screens until the end; return lines for the shell.

        Yields how long to wait for an input at most, and is sent that, or that the time is up.
        """
        stack, leave = self.perform(ScreenStack((first.screen,)), first)
        while leave is None:
            stack, leave = yield from self._advance_until_input(stack)
            if leave is not None:
                break
            if self.outbox and (got := (yield 0.0)) is not Interruption.TIME_UP:
                # What the other player's screens tell at once is heard before anything is asked.
                self.queued_input.append(got)
            if not self.queued_input:
                is_asked = self._tell(stack, asks=True)
                if is_asked and get_voice(stack.top).hides_hands(stack.top):
                    yield from self._forget_typed()
                self._prompt(stack.top)
            got = self.queued_input.pop(0) if self.queued_input else (yield None)
            match got:
                case Interruption.ENDED:
                    self._hide_hands(stack)
                    return self.exit_lines(*save_and_quit(stack, self.folders))
                case Interruption.CONTINUED:
                    # What was asked may be out of sight, as what was typed is.
                    self.question, self.is_prompting = "", False
                case PeerMessage(what):
                    stack, leave = self.broadcast(stack, what)
                case TypedLine(text):
                    stack, leave = self._apply_line(stack, text)
                    if self.failure:
                        return self.exit_lines(*save_and_quit(stack, self.folders))
        self._hide_hands(stack)
        self.next_command = leave.next_command
        return self.exit_lines(leave)

    def _advance_until_input(self, stack: ScreenStack) -> Listening[StackOrQuit]:
        since, patience, is_announced = self.clock(), _PROGRESS_SECONDS, self.console.is_read
        leave: Quit | None = None
        while leave is None:
            context, screen = self.context(), stack.top
            voice = get_voice(screen)
            must_wait = screen.awaits_job and voice.waits(screen, self.console.is_typed)
            # A program hears the same each time: for it, only what is waited for is worked out.
            self.switch_job(
                stack.background_job(context) if must_wait or self.console.is_typed else None
            )
            following = voice.follow(screen, context)
            if following is not None:
                stack, leave = self.perform(stack, following)
                continue
            if self.worker is None or self.job is None or not screen.awaits_job:
                return stack, None
            if self.console.is_typed or voice.waits(screen, True):
                self._tell(stack, asks=False)
            answer = self.worker.take_answer()
            if answer is None and not must_wait:
                return stack, None
            if answer is not None:
                after = screen.handle_event(JobAnswered(self.job, answer), context)
                stack, leave = self.perform(stack, after)
                continue
            if self.console.is_read and self.clock() - since > patience:
                self._say((voice.waiting(screen),))
                patience += _MORE_PROGRESS_SECONDS
            if not is_announced and self.clock() - since > SILENT_SECONDS:
                announce()
                is_announced = True
            got = yield _TICK
            match got:
                case Interruption.ENDED:
                    self.queued_input.insert(0, got)
                    return stack, None
                case PeerMessage(what):
                    stack, leave = self.broadcast(stack, what)
                case TypedLine():
                    self.queued_input.append(got)
        return stack, leave

    def _hide_hands(self, stack: ScreenStack) -> None:
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
            got = yield _ACCIDENT_SECONDS
            if got is Interruption.ENDED or isinstance(got, PeerMessage):
                self.queued_input.append(got)
            if got is Interruption.ENDED:
                return
            is_typing = self.console.discard_typeahead()

    def _tell(self, stack: ScreenStack, *, asks: bool) -> bool:
        """Tell what is new in the screen on top, and what is to be answered.

        Return whether that was asked now.
        """
        context, screen, depth = self.context(), stack.top, len(stack.screens)
        voice, before = get_voice(screen), None
        if len(self.memory) >= depth and type(self.memory[depth - 1]) is type(screen):
            before = self.memory[depth - 1]
        was_covered = len(self.memory) > depth
        if was_covered and not voice.continues_on_enter:
            before = None
        is_handed_on = (
            before is not None and voice.hides_hands(screen) and not voice.hides_hands(before)
        )
        if is_handed_on and not self.console.clear():
            self._say((_("What was said before can still be read above."),))
        self._tell_beneath(stack.screens[:-1], context)
        said = [*voice.tell(screen, before, context)]
        is_new = before is None or before.notice != screen.notice
        if isinstance(screen.notice, Alert):
            # It is made anew whenever something cannot be saved, and told once for each answer.
            is_new = asks and screen.notice is not self.alert
            self.alert = screen.notice if is_new else self.alert
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
        self._say(append_question(said, question) if is_asked else said)
        return is_asked

    def _tell_beneath(self, screens: Sequence[Screen], context: Context) -> None:
        for at, screen in enumerate(screens[: len(self.memory)]):
            voice = get_voice(screen)
            beneath = voice.tells_beneath(screen)
            if beneath is None or type(self.memory[at]) is not type(screen):
                continue
            said = voice.tell(beneath, self.memory[at], context)
            if said:
                self._say(said)
                self.memory[at] = beneath

    def _prompt(self, screen: Screen) -> None:
        """Show that something may be said, once behind all that was said here."""
        listens = self.console.is_typed or get_voice(screen).listens(screen)
        if listens and not self.is_prompting:
            self.is_prompting = True
            self.console.prompt()

    def _say(self, sentences: Sequence[str]) -> None:
        self.is_prompting = self.is_prompting and not sentences
        width = min(WIDTH, self.console.width())
        self.console.write_lines([row for one in sentences for row in wrap(escaped(one), width)])

    def _apply_line(self, stack: ScreenStack, text: str) -> StackOrQuit:
        said, screen, self.is_prompting = text.strip(), stack.top, False
        self.failures_told += 1
        match handle_input(said, screen, get_voice(screen), self.context()):
            case InputRefused(reason) if not self.console.is_typed:
                sentence = _("line {number}, {said}: {reason}")
                self.failure = sentence.format(
                    number=self.failures_told, said=clip(said, _LONGEST_QUOTE), reason=reason
                )
            case InputRefused(reason):
                self._say((reason,))
            case Transition() as after:
                return self.perform(stack, after)
            case tuple() as sentences:
                self._say(sentences)
        return stack, None


def run_plain(terminal: PlainTerminal, loop: PlainLoop, first: Transition) -> tuple[str, ...]:
    """Play in words until the end of the lines, or the program; return lines for the shell."""
    return drive(loop, loop.steps(first), terminal.wait)


if sys.platform == "win32":
    import msvcrt
else:
    import termios

_POLL_SECONDS = 0.25
"""After how many seconds of waiting a signal is seen at the latest."""

_LONGEST_LINE, _CHUNK = 1000, 4096
_CLEAR = "\x1b[H\x1b[2J\x1b[3J"
_PROMPT = "> "


class StandardConsole:
    """Standard input and output; nothing is written in answer to what is typed."""

    def __init__(self, signals: SignalWatcher) -> None:
        self._signals = signals
        self._unread = b""
        self._is_at_end = self._is_closed = self._is_prompting = False
        self.is_typed = sys.stdin.isatty()
        self.is_read = sys.stdout.isatty()

    @property
    def ended_by(self) -> int | None:
        """The number of the signal that ended the program, if one did."""
        return self._signals.ended_by

    def width(self) -> int:
        """Return the columns of the terminal; many where there is none."""
        with suppress(OSError, ValueError):
            return os.get_terminal_size(sys.stdout.fileno()).columns or _LONGEST_LINE
        return _LONGEST_LINE

    def write_lines(self, lines: Sequence[str]) -> None:
        """Write lines; not behind a prompt that was not answered."""
        beginning = "\n" if lines and self._is_prompting else ""
        self._is_prompting = self._is_prompting and not lines
        self._write(beginning + "".join(f"{line}\n" for line in lines))

    def prompt(self) -> None:
        """Write a prompt, in a line of its own where no line is typed behind it."""
        self._is_prompting = self.is_typed
        self._write(_PROMPT if self.is_typed else f"{_PROMPT.rstrip()}\n")

    def clear(self) -> bool:
        """Clear the screen and what was scrolled out of it, if the output is a terminal."""
        if not self.is_read or os.environ.get("TERM", "dumb") == "dumb":
            return False
        self._write(_CLEAR)
        return True

    def discard_typeahead(self) -> bool:
        """Throw away what a person has typed ahead; what comes through a pipe is all meant."""
        if not self.is_typed:
            return False
        is_ahead, self._unread = bool(self._unread), b""
        if sys.platform == "win32":
            while msvcrt.kbhit():
                msvcrt.getwch()
                is_ahead = True
        else:
            if select.select([sys.stdin], [], [], 0)[0]:
                is_ahead = bool(os.read(sys.stdin.fileno(), _CHUNK))
                self._is_at_end = not is_ahead
            with suppress(termios.error):
                termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
        return is_ahead

    def clock(self) -> float:
        """Return the time in seconds, from any moment on."""
        return monotonic()

    def wait(self, seconds: float | None) -> Input | TypedLine:
        """Return the next line; with ``seconds`` nothing is read, and these pass.

        What is typed meanwhile waits in the terminal.
        """
        if seconds is not None:
            sleep(seconds)
            ended = self._interruption() is Interruption.ENDED
            return Interruption.ENDED if ended else Interruption.TIME_UP
        while (interruption := self._interruption()) is None:
            line = self._line()
            if line is not None:
                self._is_prompting = False
                return TypedLine(line)
            if self._is_at_end:
                return Interruption.ENDED
            self._read()
        return interruption

    def look(self, *, takes_lines: bool = True, sees_end: bool = False) -> Input | TypedLine:
        """Return what has come, lines if they are wanted; that the time is up if nothing has.

        With ``sees_end``, the end of the input counts before any line is wanted.
        """
        interruption = self._interruption()
        if interruption is not None or not (takes_lines or (sees_end and not self._unread)):
            return interruption or Interruption.TIME_UP
        line = self._line() if takes_lines else None
        if line is None and not self._is_at_end:
            self._read(0)
            line = self._line() if takes_lines else None
        if line is not None:
            self._is_prompting = False
            return TypedLine(line)
        is_over = self._is_at_end and not self._unread
        return Interruption.ENDED if is_over else Interruption.TIME_UP

    def _interruption(self) -> Interruption | None:
        """Return that the program is to end, or was continued after it was stopped, if so."""
        interruption = Interruption.ENDED if self._is_closed else self._signals.take()
        if interruption is Interruption.SUSPENDED:
            self._signals.stop_process()
            self._is_prompting = False
            return self._signals.take()
        return interruption

    def _line(self) -> str | None:
        """Return the first line that was read whole; at the end, what is left."""
        line, newline, rest = self._unread.partition(b"\n")
        if not newline and not (self._is_at_end and line):
            return None
        self._unread = rest
        return line[:_LONGEST_LINE].decode(sys.stdin.encoding, "replace").rstrip("\r")

    def _read(self, seconds: float = _POLL_SECONDS) -> None:
        """Read some of the input, unless a signal or nothing comes for so many seconds.

        Of a line that is too long, only the beginning is kept.
        """
        piece = b""
        with suppress(OSError):
            if sys.platform == "win32":
                piece = self._read_on_windows()
            elif select.select([sys.stdin], [], [], seconds)[0]:
                piece = os.read(sys.stdin.fileno(), _CHUNK)
            else:
                return
        if b"\n" not in self._unread:
            self._unread = self._unread[:_LONGEST_LINE]
        self._unread += piece
        self._is_at_end = not piece

    def _read_on_windows(self) -> bytes:
        """Read some of the input; of a console a line, as only that is read in every language.

        What waits for a line there goes on after a signal that raises nothing.
        """
        if not self.is_typed:
            return os.read(sys.stdin.fileno(), _CHUNK)
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            return sys.stdin.readline().encode(sys.stdin.encoding)
        except KeyboardInterrupt:
            self._signals.ended_by = signal.SIGINT
            return b""
        finally:
            signal.signal(signal.SIGINT, before)

    def _write(self, text: str) -> None:
        """Write at once; whoever has closed the other end has left."""
        try:
            sys.stdout.write(text)
            sys.stdout.flush()
        except OSError:
            self._is_closed = True
            if self.is_read:
                self._signals.note_hangup()


@contextmanager
def open_console() -> Iterator[StandardConsole]:
    """Take standard input and output over, with signals noted instead of what they did before."""
    signals = SignalWatcher()
    with signals.installed():
        yield StandardConsole(signals)
