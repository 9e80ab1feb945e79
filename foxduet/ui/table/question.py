"""Questions over the table before something that cannot be taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from foxduet.core.common import Seat
from foxduet.core.frozen import dataclass, replace
from foxduet.play.table import Session, Stage
from foxduet.ui.kit.answers import Answered, Event
from foxduet.ui.kit.canvas import Canvas, Style, answer_keys, draw_buttons, draw_clearing
from foxduet.ui.kit.choices import ChoiceScreen, YesNoScreen
from foxduet.ui.kit.keys import ARROWS, DECIDE, ESCAPE, OPTION_KEYS
from foxduet.ui.kit.screen import Binding, Context, Next, Pop
from foxduet.ui.reader import CARDS, HELP, Readable
from foxduet.ui.table.state import Advice, Question
from foxduet.words.common import guide_words, thinking_phrase
from foxduet.words.glyphs import Glyphs
from foxduet.words.i18n import _
from foxduet.words.people import fill, names_at_table
from foxduet.words.text import capitalised

if TYPE_CHECKING:
    from foxduet.ai.workers import Job


_SEAT_KEYS = OPTION_KEYS[: len(Seat)]


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question; ``seat`` is the one that resigns, ``option`` was to be done."""

    question: Question
    yes: bool
    seat: Seat = Seat.P1
    option: Any = None


@dataclass(frozen=True, slots=True)
class AskScreen(YesNoScreen, Readable):
    """A question about a game.

    ``is_saved`` says whether all of the game is, and ``to_title`` whether leaving it leads to the
    title, and not to the shell. ``seat`` is the one that would resign, and ``option`` what would be
    done. ``advice`` is what the partner says to it, once it was asked for.
    """

    question: Question
    session: Session
    advice: Advice | None = None
    seat: Seat = Seat.P1
    option: Any = None
    is_saved: bool = True
    to_title: bool = False

    @property
    def game_name(self) -> str:
        return self.session.game.header.game

    @property
    def text(self) -> str:
        """The question in full."""
        session = self.session
        alone, header = session.person is not None, session.game.header
        match self.question:
            case Question.LEAVE if not self.is_saved:
                return _("Leave the game? Its last cards are not saved yet; leaving tries again.")
            case Question.LEAVE if header.is_branch:
                return _("Leave the branch? It is saved in a file of its own, to be resumed.")
            case Question.LEAVE if self.to_title and alone:
                return _("Leave the game? It is saved, and can be continued from the title.")
            case Question.LEAVE if self.to_title:
                return _(
                    "Leave the game? It is saved, and can be continued from the title, with a "
                    "blank screen first."
                )
            case Question.LEAVE if alone:
                return _(
                    "Leave the game? It is saved, and the shell then shows the command that "
                    "continues it."
                )
            case Question.LEAVE:
                return _(
                    "Leave the game? It is saved, and the shell then shows the command that "
                    "continues it, with a blank screen first."
                )
            case Question.RESIGN if not header.rules.cooperative:
                names = names_at_table(header)
                sentence = _("{name}, do you want to resign? If so, {other} wins.")
                return fill(sentence, name=names[self.seat], other=names[self.seat.other])
            case Question.RESIGN if alone:
                return _("Do you want to resign? The game then ends in defeat.")
            case Question.RESIGN:
                return _("Do you both want to resign? The game then ends in defeat.")
            case Question.HOPELESS:
                return guide_words(self.game_name).hopeless_question(session.state)
            case Question.PRACTICE:
                return _(
                    "Something hidden has been seen since. Take it back for practice? Then "
                    "anything can be taken back in this game, and it is never a score."
                )
            case Question.LOSES:
                return _("This loses the game at once, and another choice does not. Do it anyway?")

    @property
    def answers(self) -> tuple[str, str]:
        match self.question:
            case Question.LEAVE:
                return _("Stay"), capitalised(_("leave"))
            case Question.LOSES:
                return _("Choose again"), _("Do it")
            case Question.PRACTICE:
                return _("Leave it"), _("Take it back")
            case _:
                return _("Play on"), capitalised(_("resign"))

    def note(self, glyphs: Glyphs) -> tuple[str, Style]:
        """Return what the partner says to a resignation, or how it can be asked."""
        session = self.session
        if not self.may_ask_partner or session.person is None:
            return "", Style.PLAIN
        name = names_at_table(session.game.header)[session.person.other]
        if self.advice is None:
            return fill(_("p: ask {name}"), name=name), Style.DIM
        if self._asks_partner:
            return thinking_phrase(name, self.ticks, glyphs), Style.PLAIN
        advise = guide_words(self.game_name).resignation_advice
        return advise(session.state, self.advice.thought, name), Style.STRONG

    @property
    def may_ask_partner(self) -> bool:
        """Whether there is a partner to be asked for its opinion."""
        resigning, session = self.question in (Question.RESIGN, Question.HOPELESS), self.session
        is_team = session.game.rules.cooperative
        return resigning and is_team and session.partner is not None

    @property
    def _asks_partner(self) -> bool:
        """Whether the partner is still to think; in a round it judges by the cards on the table."""
        between_rounds = self.session.stage is Stage.TEAM
        return self.advice is not None and self.advice.thought is None and between_rounds

    def receive(self, event: Event, context: Context) -> Next:
        """Show what the partner says."""
        if isinstance(event, Answered) and self._asks_partner:
            return Next(replace(self, advice=Advice(event.answer)))
        return Next(self)

    def job(self, context: Context) -> Job[Any] | None:
        """Return the partner's thought that was asked for."""
        if not self._asks_partner:
            return None
        from foxduet.ai.workers import Purpose
        from foxduet.ui.table.background import partner_job

        return partner_job(self.session, Purpose.ADVICE, context)

    @property
    def awaits_job(self) -> bool:
        """Whether an answer can be shown now: only one to this question."""
        return self._asks_partner

    @property
    def lapses(self) -> bool:
        return self.question is not Question.LEAVE

    def hide_hands(self) -> Next:
        """Close a question about a card that is in sight; any other needs no hand."""
        if self.question is Question.LOSES:
            return Next(self, (Pop(),))
        return Next(replace(self, advice=None))

    @property
    def decision(self) -> object:
        return type(self), self.question

    def answer(self, *, yes: bool) -> Next:
        return Next(self, (Pop(Answer(self.question, yes, self.seat, self.option)),))

    def _ask_partner(self, _key: str, _context: Context) -> Next:
        if not self.may_ask_partner or self.advice is not None:
            return Next(self)
        return Next(replace(self, advice=Advice()))

    BINDINGS: ClassVar = (
        *YesNoScreen.BINDINGS,
        Binding(("p",), _ask_partner),
        HELP,
        CARDS,
    )


@dataclass(frozen=True, slots=True)
class WhoResignsScreen(ChoiceScreen, Readable):
    """The question who of two opponents resigns, which either may while no hand is in sight."""

    session: Session

    @property
    def game_name(self) -> str:
        return self.session.game.header.game

    @property
    def choices(self) -> tuple[Seat | None, ...]:
        """Playing on, or a seat that resigns."""
        return (None, *Seat)

    def draw(self, canvas: Canvas) -> None:
        """Draw the question, playing on, and a name for each seat."""
        top = draw_clearing(canvas, 10)
        question = _("Who wants to resign? The other then wins.")
        canvas.put_centred(top + 2, question, Style.STRONG)
        labels = [_("Play on"), *self.session.game.header.players]
        draw_buttons(canvas, top + 7, labels, f"{answer_keys()[0]}{_SEAT_KEYS}", self.cursor)
        canvas.put_centred(top + 11, self.notice, Style.ALERT)

    def press(self, key: str, context: Context) -> Next:
        """Play on by the letter of the player's language, too."""
        return Readable.press(self, "n" if key == answer_keys()[0] else key, context)

    def go_back(self, _key: str, _context: Context) -> Next:
        return self.do(None)

    def do(self, choice: Seat | None) -> Next:
        if choice is None:
            return Next(self, (Pop(Answer(Question.RESIGN, yes=False)),))
        return Next(AskScreen(Question.RESIGN, self.session, seat=choice))

    def _ask(self, key: str, _context: Context) -> Next:
        return self.do(Seat(_SEAT_KEYS.index(key)))

    BINDINGS: ClassVar = (
        Binding((ESCAPE, "n"), go_back),
        Binding(tuple(_SEAT_KEYS), _ask),
        Binding(DECIDE, ChoiceScreen.choose),
        Binding(ARROWS, ChoiceScreen.move),
        HELP,
        CARDS,
    )
