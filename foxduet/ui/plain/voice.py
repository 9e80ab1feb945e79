"""A voice: how a kind of screen is told in words, and what may be said to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias

from foxduet.core.errors import N_, NC_
from foxduet.core.frozen import dataclass, replace
from foxduet.ui.kit.choices import ChoiceScreen
from foxduet.ui.kit.keys import ENTER, ESCAPE
from foxduet.ui.kit.screen import Context, Next, Screen
from foxduet.words.common import guide_words
from foxduet.words.i18n import _, ngettext, pgettext
from foxduet.words.lessons import told_aloud
from foxduet.words.spoken import (
    empty_words,
    plain_text,
    spoken_tokens,
    spoken_words,
    typed_number,
)
from foxduet.words.text import as_sentence

if TYPE_CHECKING:
    from foxduet.ui.reader import Readable


@dataclass(frozen=True, slots=True)
class Refused:
    """Why what was said cannot be done."""

    reason: str


Reply: TypeAlias = Next | tuple[str, ...] | Refused
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
        return [_compared(one) for one in (self.word(), *also)]


def _due_by_itself(screen: Any, context: Context) -> Next | None:
    """Return what comes by itself: what is due at once, or is only seen moving."""
    return screen.later(context) if screen.seconds is not None and not screen.awaits_job else None


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
    follow: Callable[[Any, Context], Next | None] = _due_by_itself
    """Return what a screen becomes by itself before anything is said; None if it stays."""
    waits: Callable[[Any, bool], bool] = lambda _screen, _is_typed: True
    """Return whether nothing can be said to a screen until its job is answered.

    That may depend on whether a person types; a program hears the same each time.
    """
    waiting: Callable[[Any], str] = lambda _screen: _("One moment.")
    """Say what is waited for."""
    listens: Callable[[Any], bool] = lambda _screen: True
    """Return whether a program has anything to say now; a person may always ask for things."""
    hides: Callable[[Any], bool] = lambda _screen: False
    """Return whether the keyboard changes hands: what was told before must go out of sight first,
    and what a person typed before must not answer."""
    beneath: Callable[[Any], Any] = lambda _screen: None
    """Return a screen as it is told before what was put over it, None if nothing of it is."""
    goes_on: bool = False
    """Whether only what is new is told where something over the screen was closed."""
    labels: Callable[[Any, Context], Sequence[str]] = lambda _screen, _context: ()
    """Return what the numbered choices are called, for those who say how one begins."""
    others: Callable[[Any], Sequence[str]] = lambda _screen: ()
    """Return other words for each of these choices."""
    choices: Callable[[Any, Context], Sequence[str]] | None = None
    """Tell the choices again, for those who only press Enter, if these are not the labels."""
    forms: Callable[[Any], Sequence[Form]] = lambda _screen: ()
    """Return how the question is answered, beside the commands."""


def press_key(name: str, meaning: str, key: str, also: str = "") -> Command:
    """Return the command that does what a key does."""
    return Command(
        name, meaning, lambda screen, _rest, context: pressed(screen, key, context), also
    )


def pressed(screen: Screen, key: str, context: Context) -> Reply:
    """Return what a key leads to; a notice alone is a refusal."""
    after = screen.press(key, context)
    is_same = replace(after.screen, notice="") == replace(screen, notice="")
    if after.screen.notice and is_same and not after.effects:
        return Refused(after.screen.notice)
    return after


def leaving(key: str) -> Command:
    """Return the command that leaves a screen by one of its keys."""
    meaning = N_("go back to where you came from")
    also = N_("q, quit, exit, stop, bye")
    return press_key(NC_("command", "leave"), meaning, key, also)


def reply_to(said: str, screen: Screen, voice: Voice, context: Context) -> Reply:
    """Return what comes of what was said to a screen; of nothing, what is to be answered."""
    commands, spoken = every_command(screen, voice), _compared(said)
    for command in commands:
        if spoken in command.phrases:
            return command.reply(screen, "", context)
    answer = voice.answer(screen, said, context)
    if answer is not None:
        return answer
    if not said:
        return told_choices(screen, voice, context)
    word, _space, rest = said.partition(" ")
    begun, labels = _commands_begun(word, rest, commands), voice.labels(screen, context)
    is_whole = [plain_text(word)] == [plain_text(command.word()) for command in begun]
    # At a table a letter stays the command that it is in every other moment.
    is_letter = voice.choices is not None and len(spoken) == len(begun) == 1
    named = (
        []
        if is_whole or is_letter
        else labels_said(said, labels, voice.others(screen), anywhere=not begun)
    )
    meant = _commands_within(spoken, commands) if not begun and not named else ()
    match begun or [command for command, _rest in meant], named:
        case [command], []:
            after = meant[0][1] if meant else rest.strip()
            return command.reply(screen, after, context)
        case [], [at]:
            return reply_to(f"{at + 1}", screen, voice, context)
        case [], [] if spoken in _(_GOING_ON).split(", "):
            return reply_to("", screen, voice, context)
        case [], []:
            sentence, words = _("That means nothing here; say {words}."), [_help(voice).word()]
        case found, _:
            sentence = _("That may be: {words}.")
            words = [*(command.word() for command in found), *(labels[at] for at in named)]
    return Refused(sentence.format(words=", ".join(words)))


def every_command(screen: Screen, voice: Voice) -> tuple[Command, ...]:
    """Return all that may be said to a screen."""
    return (*voice.commands(screen), _again(voice), _help(voice))


def _sayings(screen: Screen, voice: Voice) -> tuple[Form, ...]:
    """Return all that may be said to a screen, and what each does: what is asked for first."""
    every = every_command(screen, voice)
    return (*voice.forms(screen), *((command.word(), _(command.meaning)) for command in every))


def _compared(said: str) -> str:
    """Return what was said as it is compared, without signs beside words."""
    return " ".join(spoken_tokens(said)) or plain_text(said)


def _commands_begun(word: str, rest: str, commands: Sequence[Command]) -> list[Command]:
    """Return the commands that a word, or its beginning, may stand for; a whole word for one.

    One letter stands for a command only by itself: before a number it may be a suit. A longer
    beginning does so before a number, too, but before words it most likely begins a sentence.
    """
    typed = plain_text(word)
    words = [(plain_text(command.word()), command) for command in commands]
    whole = [command for name, command in words if name == typed]
    tokens = spoken_tokens(rest)
    has_words = bool(tokens) and (len(typed) == 1 or not _are_brief(tokens))
    return whole or [command for name, command in words if name.startswith(typed) and not has_words]


def _are_brief(tokens: Sequence[str]) -> bool:
    """Return whether nothing but a number, or a card in short, is said."""
    return all(token.isdecimal() or len(token) == 1 for token in tokens)


def _commands_within(spoken: str, commands: Sequence[Command]) -> list[tuple[Command, str]]:
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


def told_choices(screen: Screen, voice: Voice, context: Context) -> tuple[str, ...]:
    """Tell the choices of a question again, and ask it."""
    tell = voice.choices
    told = numbered(voice.labels(screen, context)) if tell is None else tell(screen, context)
    return with_question(told, voice.ask(screen, context))


def _again(voice: Voice) -> Command:
    def repeat(screen: Screen, _rest: str, context: Context) -> Reply:
        return with_question(voice.tell(screen, None, context), voice.ask(screen, context))

    also = N_("repeat, pardon, sorry")
    return Command(NC_("command", "again"), N_("hear this again"), repeat, also)


def with_question(said: Sequence[str], question: str) -> tuple[str, ...]:
    """Return what is said to a screen with its question, unless that is in it already."""
    return (*said,) if question in said else (*said, question)


def _help(voice: Voice) -> Command:
    def explain(screen: Screen, _rest: str, _context: Context) -> Reply:
        sentence = _("{word}: {meaning}.")
        return tuple(
            sentence.format(word=how, meaning=meaning) for how, meaning in _sayings(screen, voice)
        )

    also = N_("?, what can I say, can I say")
    return Command(NC_("command", "help"), N_("hear what you can say"), explain, also)


def number_form() -> Form:
    """Return how a numbered choice is said."""
    return _("a number"), _("choose what has that number")


def beginning_form() -> Form:
    """Return how a choice is said that has a name."""
    return _("the beginning of a choice"), _("choose it")


def enter_form() -> Form:
    """Return how an empty line is said, which goes on."""
    return _("Enter"), _("go on")


def numbered(labels: Sequence[str], first: int = 1) -> list[str]:
    """Return choices with their numbers, one below the other."""
    line = _("{number}: {choice}")
    return [line.format(number=at, choice=label) for at, label in enumerate(labels, first)]


def number_in(said: str, count: int) -> int | Refused | None:
    """Return which of ``count`` choices a number stands for, from 0; None if it is no number."""
    number = typed_number(said)
    if number is None:
        return None
    if 1 <= number <= count:
        return number - 1
    sentence = ngettext(
        "There is no number {number}: the only one is 1.",
        "There is no number {number}: they go from 1 to {most}.",
        count,
    )
    return Refused(sentence.format(number=number, most=count))


def labels_said(
    said: str, labels: Sequence[str], others: Sequence[str] = (), *, anywhere: bool = True
) -> list[int]:
    """Return which labels, from 0, begin with what was said; or else have such words.

    ``others`` are further words for each label, if there are any.
    """
    tokens, empty = spoken_tokens(said), empty_words()
    if not tokens:
        return []
    meant = [one for one in tokens if one not in empty] or tokens
    whole = [spoken_tokens(label) for label in labels]
    brief = [[one for one in label if one not in empty] for label in whole]
    for typed, heard in ((tokens, whole), (meant, brief)):
        text, names = " ".join(typed), [" ".join(one) for one in heard]
        if begin := [at for at, name in enumerate(names) if name.startswith(text)]:
            return [at for at in begin if names[at] == text] or begin
    if not anywhere:
        return []
    texts = [f" {' '.join(one)} {also}" for one, also in zip(whole, others or labels, strict=True)]
    return [at for at, text in enumerate(texts) if all(f" {token}" in text for token in meant)]


def choose(screen: Any, said: str, context: Context) -> Reply | None:
    """Do the choice of a ChoiceScreen with a number; None if none was said."""
    at = number_in(said, len(screen.choices))
    return _choose_at(screen, at, context) if isinstance(at, int) else at


def _choose_at(screen: Any, at: int, context: Context) -> Reply:
    """Do one of the choices of a ChoiceScreen."""
    return pressed(replace(screen, cursor=at), ENTER, context)


def list_voice(
    title: Callable[[Any], str],
    labels: Callable[[Any], Sequence[str]],
    leave: str,
    *,
    before: Callable[[Any], Sequence[str]] = lambda _screen: (),
    commands: Callable[[Any], Sequence[Command]] = lambda _screen: (),
    instead: Callable[[Any, int, Context], Reply | None] = lambda *_: None,
) -> Voice:
    """Return the voice of a ChoiceScreen: a title, what is told ``before``, and numbered choices.

    ``leave`` is the key that leaves it. What ``instead`` returns is said where a choice is not
    done, but only told.
    """

    def tell(screen: ChoiceScreen, told: ChoiceScreen | None, _context: Context) -> Sequence[str]:
        every = (title(screen), *before(screen), *numbered(labels(screen)))
        if told is not None and every == (title(told), *before(told), *numbered(labels(told))):
            return ()
        return every

    def done(screen: ChoiceScreen, at: int | Refused | None, context: Context) -> Reply | None:
        if at is None or isinstance(at, Refused):
            return at
        return instead(screen, at, context) or _choose_at(screen, at, context)

    return Voice(
        tell,
        lambda _screen, _context: _("Which number?"),
        lambda screen: (*commands(screen), leaving(leave)),
        lambda screen, said, context: done(screen, number_in(said, len(screen.choices)), context),
        labels=lambda screen, _context: labels(screen),
        forms=lambda _screen: (number_form(), beginning_form()),
    )


def waiting_voice(text: Callable[[Any], str], waiting: Callable[[Any], str]) -> Voice:
    """Return the voice of a screen on which something is waited for."""
    return Voice(
        lambda screen, before, _context: () if before is not None else (text(screen),),
        lambda _screen, _context: "",
        lambda _screen: (leaving(ESCAPE),),
        waiting=waiting,
    )


def _cards(screen: Readable, _rest: str, _context: Context) -> Reply:
    return spoken_words(screen.game_name).reference()


def _rules(screen: Readable, rest: str, _context: Context) -> Reply:
    """Tell a part of the rules, or which parts there are: they are long to listen to."""
    sections, word = guide_words(screen.game_name).rules(), RULES.word()
    titles = [title for title, _items in sections]
    part = number_in(rest, len(sections))
    match part:
        case Refused():
            return part
        case None:
            # With the word before each number, no bare number is said, which would be an answer.
            which = _("Which part? Say {word} and its number.").format(word=word)
            line = _("{word}: {meaning}.")
            parts = enumerate(titles, 1)
            return (which, *(line.format(word=f"{word} {at}", meaning=one) for at, one in parts))
    title, items = sections[part]
    heard = spoken_words(screen.game_name).heard
    paragraphs = [told_aloud(one, heard) for one in items if isinstance(one, str)]
    further = _("Say {word} {number} to go on: {title}.")
    coming = [further.format(word=word, number=at, title=one) for at, one in enumerate(titles, 1)]
    return (as_sentence(title), *paragraphs, *coming[part + 1 : part + 2])


_GOING_ON = N_("ok, okay, yes, sure, enter, continue, go, go on, ready, deal")
"""What stands for an empty line."""

CARDS = Command(NC_("command", "cards"), N_("hear what the cards do"), _cards)
RULES = Command(NC_("command", "rules"), N_("hear the rules, part by part"), _rules)

_VOICES = {
    "foxduet.ui.table.screen.TableScreen": "table.TABLE",
    "foxduet.ui.table.question.AskScreen": "questions.ASK",
    "foxduet.ui.table.question.WhoResignsScreen": "questions.WHO_RESIGNS",
    "foxduet.ui.learn.menu.LessonsScreen": "lesson_list.LESSONS",
    "foxduet.ui.learn.lesson.LessonScreen": "learn.LESSON",
    "foxduet.ui.learn.guided.GuidedScreen": "learn.GUIDED",
    "foxduet.ui.menu.title.TitleScreen": "menus.TITLE",
    "foxduet.ui.menu.unfinished.UnfinishedScreen": "menus.UNFINISHED",
    "foxduet.ui.menu.terminals.TwoTerminalsScreen": "menus.TWO_TERMINALS",
    "foxduet.ui.menu.form.FormScreen": "form.FORM",
    "foxduet.ui.scores.screen.ScoresScreen": "scores.SCORES",
    "foxduet.ui.scores.finished.FinishedScreen": "scores.FINISHED",
    "foxduet.ui.progress.ProgressScreen": "progress.PROGRESS",
    "foxduet.ui.puzzle.menu.PuzzlesScreen": "puzzles.PUZZLES",
    "foxduet.ui.puzzle.screen.PuzzleScreen": "puzzles.PUZZLE",
    "foxduet.ui.replay.ReplayScreen": "moments.REPLAY",
    "foxduet.ui.review.opening.ReviewWaitScreen": "reviews.REVIEW_WAIT",
    "foxduet.ui.review.screen.ReviewScreen": "reviews.REVIEW",
    "foxduet.ui.review.lesson.ChooseAgainScreen": "choose_again.CHOOSE_AGAIN",
    "foxduet.ui.review.branch.BranchScreen": "branches.BRANCH",
    "foxduet.ui.review.branch.PlayOutScreen": "branches.PLAY_OUT",
    "foxduet.ui.review.parts.ParScreen": "branches.PAR",
    "foxduet.ui.review.parts.ParWaitScreen": "branches.PAR_WAIT",
    "foxduet.ui.remote.table.SharedTable": "terminals.SHARED_TABLE",
    "foxduet.ui.kit.choices.YesNoScreen": "questions.YES_OR_NO",
    "foxduet.ui.remote.waiting.WaitingScreen": "terminals.WAITING",
}
"""The voice of each kind of screen, in a module beside this one."""


def voice_of(screen: Screen) -> Voice:
    """Return the voice of a screen: that of its kind, or of the nearest kind that it is one of."""
    for one in type(screen).__mro__:
        name = _VOICES.get(f"{one.__module__}.{one.__qualname__}")
        if name is not None:
            module, _dot, value = name.partition(".")
            voice: Voice = getattr(import_module(f"foxduet.ui.plain.{module}"), value)
            return voice
    raise AssertionError(f"{type(screen).__name__} has no voice")
