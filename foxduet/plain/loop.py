"""The loop of plain mode, and the voices of screens.

Plain mode has the screens, keys and effects of drawn mode. It draws no frames, times no keys, and
ends animations at once.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from foxduet.core.errors import N_, NC_
from foxduet.core.lazy_dataclass import dataclass, field, replace
from foxduet.core.registry import SPOKEN, has_parts
from foxduet.ui.kit.canvas import Size
from foxduet.ui.kit.effects import JobAnswered
from foxduet.ui.kit.keys import (
    ENTER,
    ESCAPE,
    LEAVE_KEYS,
    REFERENCE_KEYS,
    Input,
    Interruption,
    PeerMessage,
    TypedLine,
)
from foxduet.ui.kit.screen import Context, Screen, SpokenChoice, Transition
from foxduet.ui.loop import BaseLoop, ScreenStack, drive, save_and_quit
from foxduet.ui.table.screen import TableScreen
from foxduet.words import game_words, spoken
from foxduet.words.i18n import _, ngettext, pgettext
from foxduet.words.text import Alert, as_sentence, clip, escaped, wrap
from foxduet.words.waiting import SILENT_SECONDS, announce, announced

if TYPE_CHECKING:
    from foxduet.plain.console import Console, PlainTerminal
    from foxduet.ui.kit.effects import Quit
    from foxduet.ui.kit.pages import ListContent, ListScreen, ReportScreen, ScreenWithHelp
    from foxduet.ui.kit.screen import Binding

    StackOrQuit: TypeAlias = tuple[ScreenStack, Quit | None]


@dataclass(frozen=True, slots=True)
class InputRefused:
    """The reason why an input cannot be carried out."""

    reason: str


Reply: TypeAlias = Transition | tuple[str, ...] | InputRefused
"""The result of an input: a transition, sentences that answer it, or a refusal."""


AnswerHelp: TypeAlias = tuple[str, str]
"""An answer that is no command, and its meaning, in the player's language, for the help."""


@dataclass(frozen=True, slots=True, eq=False)
class Command:
    """A word that players may say on a screen, in full or abbreviated.

    name, meaning: marked for translation; the name also finds the synonyms.
    reply: gets the screen, the argument (the rest of the line), and the context.
    takes_argument: further words may follow the command.
    """

    name: str
    meaning: str
    reply: Callable[[Any, str, Context], Reply]
    takes_argument: bool = False

    def word(self) -> str:
        """Return the name in the player's language."""
        return pgettext("command", self.name)

    @property
    def phrases(self) -> list[str]:
        """The word and its synonyms in all games."""
        return [self.word(), *spoken.synonyms_of(self.name).split(",")]

    def action(self, screen: Any, context: Context) -> SpokenChoice:
        """Return the command without an argument as an action of a screen."""
        synonyms = ",".join(self.phrases[1:])
        if (game := getattr(screen, "game_name", "")) and has_parts(game, SPOKEN):
            own = game_words.spoken_words(game).synonyms
            synonyms += f",{_(own[self.name])}" if self.name in own else ""
        return SpokenChoice(self.word(), synonyms, partial(self.reply, screen, "", context))

    def find_argument(self, line: str, commands: Sequence[Command]) -> str | None:
        """Return the argument that a line gives the command, or None.

        The beginning of the word is enough before a number or a letter.
        """
        if not self.takes_argument:
            return None
        phrases = self.phrases
        first, _blank, rest = line.partition(" ")
        first = spoken.normalize_text(first)
        is_begun = [spoken.normalize_text(c.word()).startswith(first) for c in commands]
        if rest and len(first) > 1 and sum(is_begun) == 1 and is_begun[commands.index(self)]:
            is_short = all(t.isdecimal() or len(t) == 1 for t in spoken.tokenize_spoken(rest))
            phrases += [first] if is_short else []
        return spoken.split_after(line, phrases)


@dataclass(frozen=True, slots=True, eq=False)
class Voice:
    """Describes screens of a class in words, and handles the input.

    Sentences are whole, in the player's language, and without signs that cannot be spoken.
    """

    tell: Callable[[Any, Any, Context], Sequence[str]]
    """Describe a screen, or its changes since an earlier screen, which is None at first."""
    ask: Callable[[Any, Context], str]
    """Ask the screen's question; left out if the description contains it."""
    commands: Callable[[Any], Sequence[Command]]
    """Return the commands of a screen, except the commands of all screens."""
    answer: Callable[[Any, str, Context], Reply | None] = lambda _screen, _line, _context: None
    """Handle an input that is no command, or is empty; None if it means nothing here."""
    follow: Callable[[Any, Context], Transition | None] = lambda screen, context: (
        None if screen.timeout is None or screen.awaits_job else screen.on_timeout(context)
    )
    """Return the transition of a screen that needs no input; None if it stays."""
    waits: Callable[[Any, bool], bool] = lambda _screen, _is_typed: True
    """True if a screen takes no input until its job is answered.

    May depend on whether a person types: the output for a program must be reproducible.
    """
    explain_wait: Callable[[Any], str] = lambda _screen: _("One moment.")
    """Say why the program is busy."""
    listens: Callable[[Any], bool] = lambda _screen: True
    """True if a program that sends the input gets a prompt; a person always does."""
    hides_hands: Callable[[Any], bool] = lambda _screen: False
    """True if the keyboard changes hands: earlier text is cleared, and typeahead is discarded."""
    tells_beneath: Callable[[Any], Any] = lambda _screen: None
    """Return the screen to describe before the screen over it, None to skip it."""
    tells_changes_on_return: bool = False
    """True if only changes are described after a screen above was closed."""
    labels: Callable[[Any, Context], Sequence[str]] = lambda _screen, _context: ()
    """Return the names of the numbered choices, for input of their first letters."""
    synonyms: Callable[[Any], Sequence[str]] = lambda _screen: ()
    """Return synonyms for each numbered choice, separated by commas."""
    takes_sentences: Callable[[Any], bool] = lambda _screen: True
    """False if the screen takes any line as an answer, such as a name."""
    is_guarded: Callable[[Any], bool] = lambda _screen: False
    """True if an input may play a card, open a hand, or answer a question for good."""
    choices: Callable[[Any, Context], Sequence[str]] | None = None
    """Describe the choices again after an empty line; None to read the numbered labels."""
    answer_help: Callable[[Any], Sequence[AnswerHelp]] = lambda _screen: ()
    """Return the help for answers besides commands and choices."""


def key_command(name: str, meaning: str, key: str) -> Command:
    """Return the command that presses a key."""
    return Command(name, meaning, lambda screen, _rest, context: handle_key(screen, key, context))


def handle_key(screen: Screen, key: str, context: Context) -> Reply:
    """Return the transition of a key; a notice alone becomes a refusal."""
    return _reply_to(screen, screen.handle_key(key, context))


def _reply_to(screen: Screen, transition: Transition) -> Reply:
    is_same = replace(transition.screen, notice="") == replace(screen, notice="")
    if transition.screen.notice and is_same and not transition.effects:
        return InputRefused(transition.screen.notice)
    return transition


def leave_command(key: str) -> Command:
    """Return the command that presses ``key`` to leave a screen."""
    return key_command(NC_("command", "leave"), N_("go back to where you came from"), key)


def handle_input(line: str, screen: Screen, voice: Voice, context: Context) -> Reply:
    """Apply an input to the screen; an empty line may repeat the choices."""
    commands = list_commands(screen, voice)
    actions = [command.action(screen, context) for command in commands]
    actions += [*_numbered_choices(screen, voice, context), *screen.spoken_choices(context)]
    names = [action.phrases for action in actions]
    if line and (exact := spoken.find_exact(line, names)) is not None:
        applied: Reply = actions[exact].apply()
        return applied
    if (answer := voice.answer(screen, line, context)) is not None:
        return answer
    if not line:
        return repeat_choices(screen, voice, context)
    refusal = None
    for index, command in enumerate(commands if voice.takes_sentences(screen) else ()):
        argument = command.find_argument(line, commands)
        reply = None if argument is None else command.reply(screen, argument, context)
        if isinstance(reply, InputRefused):
            refusal, names[index] = reply, [command.word()]
        elif reply is not None:
            return reply
    is_guarded, words = voice.is_guarded(screen), spoken.synonyms_of("Enter")
    words += "" if is_guarded else f",{spoken.synonyms_of('go on')}"
    enter: Callable[[], Reply] = partial(handle_input, "", screen, voice, context)
    actions.append(SpokenChoice(_("Enter"), words, enter))
    if spoken.find_exact(line, [actions[-1].phrases]) is not None:
        return enter()
    # At a choice a letter means a command, and a question chooses nothing.
    names += [] if is_guarded else [actions[-1].phrases]
    find = partial(spoken.find_nearly, line, choices_from=len(commands) if is_guarded else None)
    found = find(names[: len(commands)]) if is_guarded else []
    if not (is_guarded and (spoken.is_question(line) or len(line) == len(found) == 1)):
        found = find(names)
        # Any other meaning comes before Enter.
        found = found if len(found) == 1 else [index for index in found if index < len(actions) - 1]
    replies: list[Reply] = [actions[index].apply() for index in found]
    match found:
        case [_first, *_further] if all(reply == replies[0] for reply in replies):
            return replies[0]
        case [] if any(map(str.isdecimal, line)) and (question := voice.ask(screen, context)):
            # No number or card means anything here.
            return refusal or InputRefused(question)
        case []:
            found, sentence = (
                spoken.nearest(line, names),
                _("That means nothing here; nearest: {words}. Or say {help}."),
            )
        case _:
            sentence = _("Did you mean: {words}?")
    words = ", ".join(clip(actions[index].label, _MAX_QUOTE_CELLS) for index in found)
    return refusal or InputRefused(sentence.format(words=words, help=_HELP.word()))


def _numbered_choices(screen: Screen, voice: Voice, context: Context) -> list[SpokenChoice]:
    def choose(number: int) -> Reply:
        reply = voice.answer(screen, f"{number}", context)
        assert reply is not None, "each numbered choice has an answer"
        return reply

    labels = voice.labels(screen, context)
    synonyms = voice.synonyms(screen) or [""] * len(labels)
    return [
        SpokenChoice(label, words, partial(choose, number))
        for number, (label, words) in enumerate(zip(labels, synonyms, strict=True), 1)
    ]


def list_commands(screen: Screen, voice: Voice) -> tuple[Command, ...]:
    """Return all commands of a screen."""
    return (*voice.commands(screen), _AGAIN, _HELP)


def repeat_choices(screen: Screen, voice: Voice, context: Context) -> tuple[str, ...]:
    """Describe the choices of a question again, and ask it."""
    tell = voice.choices
    lines = number_lines(voice.labels(screen, context)) if tell is None else tell(screen, context)
    return append_question(lines, voice.ask(screen, context))


def _tell_again(screen: Screen, _rest: str, context: Context) -> Reply:
    voice = get_voice(screen)
    return append_question(voice.tell(screen, None, context), voice.ask(screen, context))


def append_question(sentences: Sequence[str], question: str) -> tuple[str, ...]:
    """Append the question to the sentences, unless they contain it."""
    return (*sentences,) if question in sentences else (*sentences, question)


def _tell_help(screen: Screen, _rest: str, context: Context) -> Reply:
    voice, sentence = get_voice(screen), _("{word}: {meaning}.")
    commands, phrases = list_commands(screen, voice), [*voice.answer_help(screen)]
    if voice.labels(screen, context):
        phrases += [(_("a number"), _("choose what has that number"))]
        phrases += [(_("the first letters of a choice"), _("select it"))]
    phrases += [
        *((command.word(), _(command.meaning)) for command in commands),
    ]
    return tuple(sentence.format(word=phrase, meaning=meaning) for phrase, meaning in phrases)


_AGAIN = Command(NC_("command", "again"), N_("hear this again"), _tell_again)
_HELP = Command(NC_("command", "help"), N_("hear what you can say"), _tell_help)


def enter_help() -> AnswerHelp:
    """Return the help for an empty line, which continues."""
    return _("Enter"), _("go on")


def number_lines(labels: Sequence[str], first: int = 1) -> list[str]:
    """Return a line for each choice, with its number."""
    line = _("{number}: {choice}")
    return [line.format(number=number, choice=label) for number, label in enumerate(labels, first)]


def parse_choice_number(line: str, count: int) -> int | InputRefused | None:
    """Return a choice's index by its number; None if not a number, a refusal if no choice."""
    number = spoken.parse_spoken_number(line)
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


def activate_by_number(screen: Any, line: str, context: Context) -> Reply | None:
    """Activate a choice of a ChoiceScreen by its number; None if ``line`` is no number."""
    index = parse_choice_number(line, len(screen.choices))
    if not isinstance(index, int):
        return index
    return handle_key(replace(screen, cursor=index), ENTER, context)


def _number_items(page: ListContent) -> list[str]:
    return number_lines(
        [item.spoken or ", ".join(filter(None, (item.label, item.status))) for item in page.items]
    )


def _tell_list(screen: ListScreen, previous: ListScreen | None, _context: Context) -> Sequence[str]:
    page = screen.content
    if previous is not None and previous.content.title == page.title:
        known_lines = {*previous.content.settings, *_number_items(previous.content)}
        return [line for line in (*page.settings, *_number_items(page)) if line not in known_lines]
    headings = ((f"{item.heading}.",) if item.heading else () for item in page.items)
    choices = zip(headings, _number_items(page), strict=True)
    lines = (line for heading, item in choices for line in (*heading, item))
    return (page.title, *page.intro, *lines)


def binding_commands(screen: Screen) -> Sequence[Command]:
    """Return the commands of a screen's keys."""
    bindings = [b for b in screen.bindings if b.applies is None or b.applies(screen)]
    named = [(b, b.spoken_command) for b in bindings if b.spoken_command]
    commands = {
        name: Command(name, meaning, partial(_apply_binding, binding))
        for binding, (name, meaning) in named
    }
    texts = (CARDS, RULES) if any(b.keys == REFERENCE_KEYS for b in bindings) else ()
    leaving = next(b for b in bindings if {*b.keys} & {*LEAVE_KEYS})
    return (*commands.values(), *texts, leave_command(leaving.keys[0]))


def _apply_binding(binding: Binding, screen: Any, _rest: str, context: Context) -> Reply:
    if binding.tells is not None:
        return tuple(binding.tells(screen))
    return _reply_to(screen, binding.handler(replace(screen, notice=""), "", context))


LIST_VOICE = Voice(
    _tell_list,
    lambda screen, _context: screen.content.prompt or _("Which number?"),
    binding_commands,
    lambda screen, line, context: (
        handle_key(screen, ENTER, context)
        if screen.content.prompt and not line
        else activate_by_number(screen, line, context)
    ),
    labels=lambda screen, _context: [item.spoken or item.label for item in screen.content.items],
    synonyms=lambda screen: [
        f"{_(item.key)},{spoken.synonyms_of(item.key)}" if item.key else ""
        for item in screen.content.items
    ],
    answer_help=lambda screen: [enter_help()] * bool(screen.content.prompt),
)
"""The voice of lists."""


_REPORT_ROWS = 10


def _tell_report(
    screen: ReportScreen, previous: ReportScreen | None, _context: Context
) -> Sequence[str]:
    if previous is not None and replace(previous, notice="") == replace(screen, notice=""):
        return ()
    known_sentences = () if previous is None else previous.sentences
    new_sentences = [sentence for sentence in screen.sentences if sentence not in known_sentences]
    entries = screen.entries[screen.top : screen.top + _REPORT_ROWS]
    return (*new_sentences, *number_lines([*map(screen.label, entries)], screen.top + 1))


def _ask_about_report(screen: ReportScreen, _context: Context) -> str:
    if screen.top + _REPORT_ROWS < (count := len(screen.entries)):
        return _("Which number? For more games, say {word}.").format(word=_MORE.word())
    return _("Which number?") if count else screen.prompt


def _tell_more(screen: ReportScreen, _rest: str, _context: Context) -> Reply:
    top = screen.top + _REPORT_ROWS
    if top >= len(screen.entries):
        return InputRefused(_("There are no more games."))
    return Transition(replace(screen, top=top))


def _answer_report(screen: ReportScreen, line: str, context: Context) -> Reply | None:
    if not screen.entries:
        has_enter = any(ENTER in b.keys and b.spoken_command for b in screen.bindings)
        return handle_key(screen, ENTER, context) if has_enter and not line else None
    index = parse_choice_number(line, len(screen.entries))
    if not isinstance(index, int):
        return index
    return handle_key(replace(screen, cursor=index), ENTER, context)


_MORE = Command(NC_("command", "more"), N_("hear the next games of a list"), _tell_more)

REPORT = Voice(
    _tell_report,
    _ask_about_report,
    lambda screen: (*([_MORE] if screen.entries else ()), *binding_commands(screen)),
    _answer_report,
    labels=lambda screen, _context: [*map(screen.label, screen.entries)],
    choices=lambda screen, context: _tell_report(screen, None, context),
)
"""The voice of reports."""


def make_waiting_voice(text: Callable[[Any], str], explain_wait: Callable[[Any], str]) -> Voice:
    """Return the voice of a screen that waits for a job."""
    return Voice(
        lambda screen, previous, _context: () if previous is not None else (text(screen),),
        lambda _screen, _context: "",
        lambda _screen: (leave_command(ESCAPE),),
        explain_wait=explain_wait,
    )


def _tell_rules(screen: ScreenWithHelp, argument: str, _context: Context) -> Reply:
    """Tell a part of the rules, or list the parts: the whole is too long to listen to."""
    sections, word = game_words.guide_words(screen.game_name).rules(), RULES.word()
    titles = [title for title, _items in sections]
    part = parse_choice_number(argument, len(sections))
    match part:
        case InputRefused():
            return part
        case None:
            # Each number has the word before it: a bare number would answer the screen.
            question = _("Which part? Say {word} and its number.").format(word=word)
            line = _("{word}: {meaning}.")
            phrases = ((f"{word} {number}", title) for number, title in enumerate(titles, 1))
            return (question, *(line.format(word=phrase, meaning=t) for phrase, t in phrases))
    title, items = sections[part]
    lines = [as_sentence(title), *(item for item in items if isinstance(item, str))]
    for next_title in titles[part + 1 : part + 2]:
        sentence = _("Say {word} {number} to go on: {title}.")
        lines.append(sentence.format(word=word, number=part + 2, title=next_title))
    return tuple(lines)


CARDS = Command(
    NC_("command", "cards"),
    N_("hear what the cards do"),
    lambda screen, _rest, _context: game_words.spoken_words(screen.game_name).reference(),
)
RULES = Command(NC_("command", "rules"), N_("hear the rules, part by part"), _tell_rules, True)

_VOICES = {
    "foxduet.ui.table.screen.TableScreen": "foxduet.plain.table.TABLE",
    "foxduet.ui.table.moves.AskScreen": "foxduet.plain.table.ASK",
    "foxduet.ui.kit.pages.ListScreen": "foxduet.plain.loop.LIST_VOICE",
    "foxduet.ui.lessons.LessonsScreen": "foxduet.plain.menus.LESSONS",
    "foxduet.ui.lessons.LessonScreen": "foxduet.plain.lessons.LESSON",
    "foxduet.ui.guided.GuidedScreen": "foxduet.plain.lessons.GUIDED",
    "foxduet.ui.form.FormScreen": "foxduet.plain.menus.FORM",
    "foxduet.ui.players.PlayersScreen": "foxduet.plain.menus.PLAYERS",
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
"""The voice of each screen class."""


def get_voice(screen: Screen) -> Voice:
    """Return the voice of a screen's class, or of its nearest base class."""
    for kind in type(screen).__mro__:
        name = _VOICES.get(f"{kind.__module__}.{kind.__qualname__}")
        if name is not None:
            module, _dot, value = name.rpartition(".")
            voice: Voice = getattr(import_module(module), value)
            return voice
    raise AssertionError(f"{type(screen).__name__} has no voice")


T = TypeVar("T")
Listening: TypeAlias = Generator[float | None, Input | TypedLine, T]
"""A generator of waiting times, to which inputs are sent."""

_TICK_SECONDS = 0.02
"""How often the loop polls for a job's answer, in seconds."""

_MAX_QUOTE_CELLS = 30
"""Maximum cells of a refused input, or of each thing that it may mean, in the refusal."""

_ACCIDENT_SECONDS = 0.4
"""Input this soon after the keyboard changed hands comes from a held key or a paste."""

_PROGRESS_SECONDS, _MORE_PROGRESS_SECONDS = 2.0, 10.0
"""Seconds until the first line about waiting, and between further ones."""


@dataclass(slots=True)
class PlainLoop(BaseLoop):
    """The loop of plain mode.

    memory: each screen as last described, from the lowest up.
    question, alert: the last question asked, the last alert told.
    failure: why a line from a program ended the run, or "".
    line_number: number of the last line read.
    is_prompting: nothing was written since the prompt.
    queued_input: input that came during a job.
    """

    console: Console
    memory: list[Screen | None] = field(default_factory=list)
    question: str = ""
    failure: str = ""
    alert: str = ""
    line_number: int = 0
    is_prompting: bool = False
    queued_input: list[Input | TypedLine] = field(default_factory=list)

    def size(self) -> Size:
        return Size(24, 80)

    def clock(self) -> float:
        return self.console.clock()

    @property
    def wants_input(self) -> bool:
        return self.is_prompting or self.console.is_typed

    def perform(
        self, stack: ScreenStack, transition: Transition, at: int | None = None
    ) -> StackOrQuit:
        """Perform effects; announce the work if it takes long."""
        if not transition.effects:
            return BaseLoop.perform(self, stack, transition, at)
        with announced():
            return BaseLoop.perform(self, stack, transition, at)

    def steps(self, first: Transition) -> Listening[tuple[str, ...]]:
        """Run until the end; return lines for the shell.

        Yields the maximum time to wait (None: no limit), and is sent an input or TIME_UP.
        """
        stack, leave = self.perform(ScreenStack((first.screen,)), first)
        while leave is None:
            stack, leave = yield from self._advance_until_input(stack)
            if leave is not None:
                break
            if self.outbox and (received := (yield 0.0)) is not Interruption.TIME_UP:
                # A message that the peer sent at once comes before the next question.
                self.queued_input.append(received)
            if not self.queued_input:
                is_asked = self._tell(stack, asks=True)
                if is_asked and get_voice(stack.top).hides_hands(stack.top):
                    yield from self._discard_typeahead()
                self._prompt(stack.top)
            received = self.queued_input.pop(0) if self.queued_input else (yield None)
            match received:
                case Interruption.ENDED:
                    self._hide_hands(stack)
                    return self.exit_lines(*save_and_quit(stack, self.folders))
                case Interruption.CONTINUED:
                    # The question may have scrolled away, and the typed line is lost.
                    self.question, self.is_prompting = "", False
                case PeerMessage(message):
                    stack, leave = self.broadcast(stack, message)
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
            # Without a person, only jobs that must be answered run: the output is reproducible.
            runs_job = must_wait or self.console.is_typed
            self.switch_job(stack.background_job(context) if runs_job else None)
            transition = voice.follow(screen, context)
            if transition is not None:
                stack, leave = self.perform(stack, transition)
                continue
            if self.worker is None or self.job is None or not screen.awaits_job:
                return stack, None
            if self.console.is_typed or voice.waits(screen, True):
                self._tell(stack, asks=False)
            answer = self.worker.take_answer()
            if answer is None and not must_wait:
                return stack, None
            if answer is not None:
                transition = screen.handle_event(JobAnswered(self.job, answer), context)
                stack, leave = self.perform(stack, transition)
                continue
            if self.console.is_read and self.clock() - since > patience:
                self._say((voice.explain_wait(screen),))
                patience += _MORE_PROGRESS_SECONDS
            if not is_announced and self.clock() - since > SILENT_SECONDS:
                announce()
                is_announced = True
            received = yield _TICK_SECONDS
            match received:
                case Interruption.ENDED:
                    self.queued_input.insert(0, received)
                    return stack, None
                case PeerMessage(message):
                    stack, leave = self.broadcast(stack, message)
                case TypedLine():
                    self.queued_input.append(received)
        return stack, leave

    def _hide_hands(self, stack: ScreenStack) -> None:
        """Clear the screen if two people play with closed hands, since it may show a hand."""
        sessions = [table.session for table in stack.screens if isinstance(table, TableScreen)]
        if any(session.uses_handoffs and session.game.result is None for session in sessions):
            self.console.clear()

    def _discard_typeahead(self) -> Listening[None]:
        """Discard typeahead that could open a hand, until a held key is released."""
        is_typing = self.console.is_typed
        while is_typing:
            received = yield _ACCIDENT_SECONDS
            if received is Interruption.ENDED or isinstance(received, PeerMessage):
                self.queued_input.append(received)
            if received is Interruption.ENDED:
                return
            is_typing = self.console.discard_typeahead()

    def _tell(self, stack: ScreenStack, *, asks: bool) -> bool:
        """Describe the changes of the top screen, and ask its question; True if it asked."""
        context, screen, depth = self.context(), stack.top, len(stack.screens)
        voice, previous = get_voice(screen), None
        if len(self.memory) >= depth and type(self.memory[depth - 1]) is type(screen):
            previous = self.memory[depth - 1]
        was_covered = len(self.memory) > depth
        if was_covered and not voice.tells_changes_on_return:
            previous = None
        hides_hands = voice.hides_hands
        is_handed_on = previous is not None and hides_hands(screen) and not hides_hands(previous)
        if is_handed_on and not self.console.clear():
            self._say((_("What was said before can still be read above."),))
        self._tell_beneath(stack.screens[:-1], context)
        lines = [*voice.tell(screen, previous, context)]
        is_new = previous is None or previous.notice != screen.notice
        if isinstance(screen.notice, Alert):
            # Each failed save creates a new alert; tell it once for each input.
            is_new = asks and screen.notice is not self.alert
            self.alert = screen.notice if is_new else self.alert
        if screen.notice and is_new and screen.notice not in lines:
            lines.append(screen.notice)
        self.memory = [*self.memory[: depth - 1], *[None] * (depth - 1 - len(self.memory)), screen]
        question = voice.ask(screen, context)
        if lines or was_covered:
            # After other text, ask even the same question again.
            self.question = ""
        is_asked = asks and bool(question) and question != self.question
        if is_asked or question in lines:
            self.question = question
        self._say(append_question(lines, question) if is_asked else lines)
        return is_asked

    def _tell_beneath(self, screens: Sequence[Screen], context: Context) -> None:
        for index, screen in enumerate(screens[: len(self.memory)]):
            voice, last_told = get_voice(screen), self.memory[index]
            beneath = voice.tells_beneath(screen)
            if beneath is None or type(last_told) is not type(screen):
                continue
            if lines := voice.tell(beneath, last_told, context):
                self._say(lines)
                self.memory[index] = beneath

    def _prompt(self, screen: Screen) -> None:
        """Show a prompt, once after the text."""
        listens = self.console.is_typed or get_voice(screen).listens(screen)
        if listens and not self.is_prompting:
            self.is_prompting = True
            self.console.prompt()

    def _say(self, sentences: Sequence[str]) -> None:
        self.is_prompting = self.is_prompting and not sentences
        width = self.console.width()
        self.console.write_lines([row for text in sentences for row in wrap(escaped(text), width)])

    def _apply_line(self, stack: ScreenStack, text: str) -> StackOrQuit:
        line, screen, self.is_prompting = text.strip(), stack.top, False
        self.line_number += 1
        match handle_input(line, screen, get_voice(screen), self.context()):
            case InputRefused(reason) if not self.console.is_typed:
                sentence = _("line {number}, {said}: {reason}")
                self.failure = sentence.format(
                    number=self.line_number, said=clip(line, _MAX_QUOTE_CELLS), reason=reason
                )
            case InputRefused(reason):
                self._say((reason,))
            case Transition() as transition:
                return self.perform(stack, transition)
            case tuple() as sentences:
                self._say(sentences)
        return stack, None


def run_plain(terminal: PlainTerminal, loop: PlainLoop, first: Transition) -> tuple[str, ...]:
    """Run plain mode until the input or the program ends; return lines for the shell."""
    return drive(loop, loop.steps(first), terminal.wait)
