"""The table with a tutor beside it: what the tutor says over it, and when it is the player's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self, TypeAlias, assert_never

from foxduet.core.common import Seat
from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass, field, replace
from foxduet.play.game import Game, Names
from foxduet.play.table import Session, look, news, since_last_card
from foxduet.store.learning import NOWHERE, Progress
from foxduet.ui.kit.answers import Event, NotSaved
from foxduet.ui.kit.canvas import Canvas, Size, Style, draw_buttons
from foxduet.ui.kit.keys import ENTER, ESCAPE, OPTION_KEYS, SPACE
from foxduet.ui.kit.screen import Binding, Bindings, Context, Next, Pop
from foxduet.ui.reader import CARDS, HELP, help_page
from foxduet.ui.table import parts
from foxduet.ui.table.keys import PLAYING, playing_bindings
from foxduet.ui.table.layout import MESSAGE_ROWS, layout_for
from foxduet.ui.table.moves import save, walk_at
from foxduet.ui.table.round_end import draw_team_question
from foxduet.ui.table.screen import PlayScreen
from foxduet.ui.table.shown import not_by_enter, shown
from foxduet.ui.table.state import (
    Choosing,
    GameOver,
    Handoff,
    Paused,
    RoundEnd,
    Thinking,
    Walking,
)
from foxduet.ui.table.turn import draw_quiet, draw_turn, put_over, say_over
from foxduet.words.common import guide_words, table_words
from foxduet.words.i18n import _
from foxduet.words.people import names_at_table
from foxduet.words.text import TextLine, clipped, text_width, wrapped

_TITLE_COLUMNS, _WIDTH_OF_A_VERDICT = 44, 70
_CARD_COLUMNS, _OFFER_COLUMNS = 5, 12


@dataclass(frozen=True, slots=True)
class Learning:
    """Who learns a game, and how far they have come; ``two`` people learn with both hands open."""

    game_name: str
    progress: Progress = NOWHERE
    two: bool = False


@dataclass(frozen=True, slots=True)
class LessonLeft:
    """A lesson was left, or finished, with the progress so far; ``number`` is chosen next.

    ``opens`` says that that lesson begins at once.
    """

    progress: Progress
    number: int
    opens: bool = False


@dataclass(frozen=True, slots=True)
class Saying:
    """One sentence, counted from 0, is to be read before anything is chosen."""

    at: int = 0


@dataclass(frozen=True, slots=True)
class OtherPlayed:
    """What the other player has done is to be read."""


@dataclass(frozen=True, slots=True)
class Made:
    """A choice: an option of a seat, or the team's, in a game as it was before."""

    before: Game
    seat: Seat | None
    option: Any


@dataclass(frozen=True, slots=True)
class Judged:
    """What is said of a choice that was played out; ``title`` stands above it."""

    made: Made
    right: bool
    text: str
    title: str


Page: TypeAlias = Saying | OtherPlayed | Judged
"""What is read at the table before anything else is done."""


@dataclass(frozen=True, slots=True)
class TutoredTable(PlayScreen):
    """A table with a tutor; nothing of it is a game that is saved, or a score.

    ``page`` is to be read, None while the table is played at; ``made`` is to be judged.
    """

    learning: Learning
    page: Page | None = field(default=None, kw_only=True)
    made: Made | None = field(default=None, kw_only=True)

    @property
    def names(self) -> Names:
        """What the players are called."""
        return names_at_table(self.session.game.header)

    @property
    def title(self) -> str:
        """What stands in the upper left corner."""
        raise AssertionError("every lesson has a title")

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is said before anything is chosen, page by page."""
        raise AssertionError("every lesson begins with something to read")

    @property
    def advice(self) -> Sequence[str]:
        """What the tutor says while something is to be chosen; the news if it is nothing."""
        raise AssertionError("every tutor advises")

    @property
    def progress(self) -> Progress:
        """How far the players have come by now."""
        return self.learning.progress

    @property
    def own_bindings(self) -> Bindings:
        """The keys of the lesson itself, in the order in which the help has them."""
        raise AssertionError("every lesson has keys of its own")

    @property
    def way_back(self) -> tuple[Binding, str]:
        """The key that leads on after a choice that was not right, and what is said of it."""
        raise AssertionError("every tutor says what was not right")

    def speak(self) -> Next:
        """Say what is to be said of what has just been seen, once nothing moves."""
        raise AssertionError("every tutor speaks")

    def go_on(self) -> Next:
        """Go on from what was read."""
        raise AssertionError("every lesson goes on")

    @property
    def is_read(self) -> bool:
        """Whether there is something to read first."""
        return self.page is not None

    @property
    def decision(self) -> object:
        at, game = self.page.at if isinstance(self.page, Saying) else 0, self.session.game
        read, seen = (type(self.page), at), (type(self.shows), self.is_watched, self.is_fresh)
        return read, seen, game.first, len(game.turns)

    @property
    def way_on(self) -> tuple[Binding, str]:
        """The key that leads on from what is read, and what is said of it."""
        if isinstance(self.page, Judged) and not self.page.right:
            return self.way_back
        return CONTINUE, _("Press Space to continue.")

    @property
    def bindings(self) -> Bindings:
        if self.is_read:
            return (self.way_on[0], *self.own_bindings)
        playing = playing_bindings(self)
        if isinstance(self.shows, GameOver):
            playing = (_GO_ON_AT_END, *playing)
        return playing if self.is_watched else (*playing, *self.own_bindings)

    def help_lines(self, width: int) -> list[TextLine]:
        """Return the keys of the lesson, and the rules."""
        rules = guide_words(self.game_name).rules()
        return help_page(_("Keys"), (CONTINUE, *PLAYING, *self.own_bindings), rules, width)

    def receive(self, event: Event, context: Context) -> Next:
        """Say that the progress could not be saved."""
        if isinstance(event, NotSaved):
            return Next(replace(self, notice=not_saved(event)))
        return Next(self)

    def settled(self) -> Next:
        shows = self.shows
        moves = isinstance(shows, Paused) or (isinstance(shows, Walking) and not shows.arrived)
        return Next(self) if moves else self.speak()

    def after_choice(self, option: Any, after: Session, context: Context) -> Next:
        """Show what came of a choice, with the eyes of the seat that made it while it moves."""
        seat = self.session.viewer
        walking = walk_at(after, animated=context.options.look.animated)
        shows: Walking | Paused = Paused(walking)
        if walking and not walking.arrived and after.game.turns[-1].action.seat is seat:
            # Any other card is seen before anything moves, or is said.
            shows = walking
        made, session = Made(self.session.game, seat, option), replace(after, viewer=seat)
        return save(replace(self, session=session, shows=shows, made=made))

    def continued(self, session: Session) -> Self:
        """Return the table at which whoever must act now looks, with nothing to read."""
        session = look(session)
        return replace(self, session=session, shows=not_by_enter(shown(session)), page=None)

    def over(self) -> Self:
        """Return the table at the end of the lesson, with the first of what can be done chosen."""
        return replace(self, shows=GameOver(cursor=0, entered=True), page=None, made=None)

    def leave(self, number: int, *, opens: bool = False) -> Next:
        """Go to the list of the lessons, with one of them chosen, which may open at once."""
        return Next(self, (Pop(LessonLeft(self.progress, number, opens)),))

    def draw(self, canvas: Canvas) -> None:
        """Draw the table, and what the tutor says."""
        layout = layout_for(canvas.size)
        match self.page:
            case None:
                self._draw_play(canvas)
            case Saying(at):
                draw_quiet(self, canvas)
                self._say(canvas, (self.sentences[at],))
                self._draw_other_hand(canvas)
            case OtherPlayed():
                draw_quiet(self, canvas)
                put_over(canvas, layout.prompt, self.way_on[1], Style.PROMPT)
                self._draw_other_hand(canvas)
            case Judged() as judged:
                self._draw_judged(canvas, judged)
            case _:
                assert_never(self.page)
        title = clipped(self.title, _TITLE_COLUMNS)
        blanks = " " * (_TITLE_COLUMNS - text_width(title))
        canvas.put(layout.header, layout.left + 1, f"{title}{blanks}", Style.TITLE)
        if self.notice:
            put_over(canvas, layout.outlook, self.notice, Style.ALERT)
        parts.draw_footer(canvas, self.footer)

    def _draw_play(self, canvas: Canvas) -> None:
        layout = layout_for(canvas.size)
        match self.shows:
            case Choosing(cursor, typed=typed) as shows:
                draw_turn(self, shows, canvas)
                self._say(canvas, self.advice)
                if typed is None and (cursor is None or not self.looks_ahead):
                    self._draw_other_hand(canvas)
            case Thinking() | Paused() | Walking() as shows:
                draw_turn(self, shows, canvas)
            case RoundEnd() as shows:
                draw_quiet(self, canvas)
                self._say(canvas, self.advice)
                draw_team_question(self, canvas, layout.hand + 1, shows, two=self.learning.two)
            case GameOver() as shows:
                parts.draw_header(canvas, self.session.game, self.session.state)
                art = parts.art_of(self.game_name)
                art.draw_board(canvas, self.session.state, self.names, {})
                row = self.draw_end(canvas, layout.ends + 3)
                labels = [label for label, _do in self.endings]
                draw_buttons(canvas, row + 2, labels, OPTION_KEYS, shows.cursor)
                parts.draw_wood_below(canvas, row + 4)
                put_over(canvas, layout.prompt, self.way_on[1], Style.PROMPT)
            case Handoff():
                raise AssertionError("whoever must act looks")
            case _:
                assert_never(self.shows)

    def draw_end(self, canvas: Canvas, row: int) -> int:
        """Write what is done, and how it went, from a row on; return the row below."""
        raise AssertionError("every lesson ends")

    def _say(self, canvas: Canvas, sentences: Sequence[str]) -> None:
        """Write sentences, as far as there are any, and how to go on after a page."""
        layout = layout_for(canvas.size)
        rows = parts.newest_rows(sentences, layout.width - 4, MESSAGE_ROWS)
        if rows:
            say_over(canvas, rows, is_read=self.is_read)
        if self.is_read:
            put_over(canvas, layout.prompt, self.way_on[1], Style.PROMPT)

    def _draw_other_hand(self, canvas: Canvas) -> None:
        """Write the other hand in a row, for two people who learn together."""
        from foxduet.ui.replay import draw_hand_in_line, open_hand

        seat, game = self.session.viewer, self.session.game
        if not self.learning.two or seat is None:
            return
        layout = layout_for(canvas.size)
        hand, offer = open_hand(game, game.state, seat.other)
        holds = _("{name} holds:").format(name=game.header.players[seat.other])
        put_over(canvas, layout.outlook, holds, Style.PLAIN)
        column = layout.left + 3 + text_width(holds)
        room = layout.width - 2 - (column - layout.left) - (_OFFER_COLUMNS if offer else 0)
        # Where there are too many for columns of equal width, each card takes what it needs.
        cell = _CARD_COLUMNS if len(hand) * _CARD_COLUMNS <= room + 1 else None
        draw_hand_in_line(canvas, layout.outlook, column, game, hand, offer, cell)

    def _draw_judged(self, canvas: Canvas, judged: Judged) -> None:
        """Draw what came of a choice, and what is said of it in the place of the hand."""
        layout, game = layout_for(canvas.size), self.session.game
        art = parts.art_of(self.game_name)
        walk = art.walk_of(game.states[-2], game.turns[-1])
        if walk is not None:
            art.draw_walk(canvas, game, walk, walk.steps - 1)
        else:
            draw_quiet(replace(self, session=replace(self.session, viewer=None)), canvas)
        seat = judged.made.seat
        events = since_last_card(self.session) if seat is None else news(self.session, seat)
        items = table_words(self.game_name).story.tell_news(events, self.names, seat)
        parts.draw_weighed_news(canvas, items)
        row = layout.hand + 1
        canvas.put_centred(row, judged.title, Style.PRIZE if judged.right else Style.ALERT)
        for at, line in enumerate(wrapped(judged.text, _WIDTH_OF_A_VERDICT), row + 2):
            canvas.put_centred(at, line, Style.STRONG)
        canvas.put_area(row, layout.left + 2, Size(6, layout.width - 4), (SPACE,))
        put_over(canvas, layout.prompt, self.way_on[1], Style.PROMPT)


def not_saved(event: NotSaved) -> str:
    """Say that the progress could not be saved."""
    return _("Your progress is not saved: {reason}.").format(reason=event.reason)


CONTINUE = Binding(
    (SPACE, ENTER),
    lambda screen, *_: screen.go_on(),
    (N_("Space"), N_("continue")),
    (N_("Space, Enter"), N_("continue")),
)
_GO_ON_AT_END = Binding((SPACE,), lambda screen, _key, context: screen.press(ENTER, context))
"""The key that has led through the lesson leads on, too."""

TEXTS = (CARDS, HELP)
LEAVE_KEYS = ("q", ESCAPE)
