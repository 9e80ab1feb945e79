"""The table of one of two people who play at two terminals, each with a screen of their own.

Both tables show the same game. What one player does is saved and told to the other's table, which
shows it as it shows what a partner does. What concerns both is proposed, and done once the other
player agrees.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from foxduet.core.common import Play, Seat
from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass, replace
from foxduet.core.register import FOR_REVIEWS, has_parts
from foxduet.play import table
from foxduet.play.game import Game, kept_by, open_game
from foxduet.play.table import Session, Stage
from foxduet.store.entries import Par, is_for_the_scores
from foxduet.store.saved_games import SavedGame
from foxduet.ui.kit import answers
from foxduet.ui.kit.answers import Closed, Event
from foxduet.ui.kit.canvas import Canvas, Look, Style
from foxduet.ui.kit.effects import OpenReplay, OpenReview, StartGame, Tell
from foxduet.ui.kit.keys import ARROWS, CONTINUE
from foxduet.ui.kit.screen import Binding, Bindings, CloseLapsed, Context, Next, Push
from foxduet.ui.reader import help_page
from foxduet.ui.remote.questions import Consent, ConsentScreen, LeaveScreen, Left
from foxduet.ui.remote.remarks import (
    Admitted,
    Alone,
    Arrived,
    Changed,
    Declined,
    Gone,
    Kind,
    Line,
    Proposal,
    Reached,
    Reviews,
    Silent,
)
from foxduet.ui.remote.state import SharedState, begun, taken_up, with_name
from foxduet.ui.remote.talk import TalkScreen
from foxduet.ui.remote.waiting import OneKeyboard, WaitingScreen
from foxduet.ui.table.events import receive
from foxduet.ui.table.keys import bindings_of, help_bindings
from foxduet.ui.table.layout import layout_for
from foxduet.ui.table.moves import (
    again,
    ask,
    celebrate,
    do,
    is_losing,
    leave,
    save,
    take_back,
)
from foxduet.ui.table.question import Answer
from foxduet.ui.table.screen import TableScreen, resume
from foxduet.ui.table.shown import not_by_enter, not_by_space, shown
from foxduet.ui.table.state import (
    PICTURES_OF_A_CELEBRATION,
    Ending,
    GameOver,
    Paused,
    Question,
    RoundEnd,
    Walking,
)
from foxduet.ui.table.turn import put_over
from foxduet.words.common import guide_words
from foxduet.words.i18n import _, pgettext
from foxduet.words.people import fill
from foxduet.words.text import wrapped

if TYPE_CHECKING:
    from foxduet.words.text import TextLine


@dataclass(frozen=True, slots=True)
class SharedTable(SharedState):
    """A game of two people at the table of one of them, in sight."""

    @property
    def bindings(self) -> Bindings:
        """The keys of any table; what concerns both is proposed, and there is a line to talk by.

        The last row has that line where it is open, and leaves out how to blank a screen that
        nobody else looks at: it has no room for more.
        """
        due = isinstance(self.shows, RoundEnd) and self.session.stage is Stage.BETWEEN_ROUNDS
        own = {**_OWN, CONTINUE: {"press": _ready}} if due else _OWN
        bindings = [replace(one, **own.get(one.keys, {})) for one in bindings_of(self)]
        if not self.is_watched:
            leaves = next(at for at, one in enumerate(bindings) if "q" in one.keys)
            bindings.insert(leaves, replace(_TALK, footer=None) if self.talk_refusal else _TALK)
        return tuple(bindings)

    @property
    def endings(self) -> Sequence[Ending]:
        """What can be done after a game; the guest can review one that its scores have."""
        has_record = not self.is_guest or is_for_the_scores(self.session.game)
        has_reviews = has_record and has_parts(self.game_name, *FOR_REVIEWS)
        return (_ANOTHER, _SAME, _LOOK_THROUGH, *((_REVIEW,) if has_reviews else ()), _QUIT)

    def draw(self, canvas: Canvas) -> None:
        """Draw the table, and over its scenery what the other player has said until it is read."""
        TableScreen.draw(self, canvas)
        if self.unread:
            last = next(one for one in reversed(self.lines) if one.name != self.own_name)
            said = _("{name} says: {line}")
            if self.unread > 1:
                said = _("{count} new lines; t shows them. {name} says: {line}")
            said = fill(said, name=last.name, line=last.text, count=self.unread)
            layout = layout_for(canvas.size)
            row, *more = wrapped(said, layout.width - 8)
            put_over(canvas, layout.scenery, f"{row} ..." if more else row, Style.ALERT)

    def help_lines(self, width: int) -> list[TextLine]:
        """Return the help of any table, with the line to talk by."""
        rules = guide_words(self.game_name).rules()
        return help_page(_("Keys"), (*help_bindings(self.game_name), _TALK), rules, width)

    def play(self, option: Any, context: Context) -> Next:
        """Propose what the team is to do, or do what was chosen, which both see for a moment."""
        if self.session.stage is Stage.TEAM:
            if self.asked == Proposal(Kind.TEAM, self.own.other, option):
                return self._do(option, context)
            return self.propose(Proposal(Kind.TEAM, self.own, option))
        if is_losing(self, option):
            return ask(Question.LOSES, self, option=option)
        return self._do(option, context)

    def _do(self, option: Any, context: Context) -> Next:
        after = do(replace(self, proposed=None, asked=None), option, context)
        played = after.screen
        assert isinstance(played, SharedTable), "a table stays one"
        if isinstance(played.shows, Walking) and isinstance(option, Play):
            # The other player sees the card first, too: so it walks at both tables at once.
            played = replace(played, shows=Paused(played.shows))
        return replace(after, screen=played)

    def settled(self) -> Next:
        """Take up what the other player has done once nothing is looked at here."""
        if self.waiting and not isinstance(self.shows, Walking | Paused):
            first, *others = self.waiting
            return taken_up(replace(self, waiting=tuple(others)), first).settled()
        return TableScreen.settled(self)

    def later(self, context: Context) -> Next:
        """Enter the score at the host's table only: the guest has scores elsewhere."""
        if self.is_guest and isinstance(self.shows, GameOver) and not self.shows.entered:
            shows = replace(self.end, cursor=self.shows.cursor)
            if context.options.look.animated and self.session.is_won:
                shows = replace(shows, celebration=PICTURES_OF_A_CELEBRATION)
            return Next(replace(self, shows=shows))
        if isinstance(self.shows, GameOver):
            return celebrate(self, self.shows, context)
        return TableScreen.later(self, context)

    def receive(self, event: Event, context: Context) -> Next:
        """Tell the other table of each change once it is saved, and do what both agree on."""
        match event:
            case answers.GameSaved() | answers.SaveFailed():
                after = receive(self, event, context)
                assert isinstance(after.screen, SharedTable), "a table stays one"
                return replace(after, effects=(Tell(after.screen.changed), *after.effects))
            case answers.GameStarted(game, saved):
                screen = begun(self, game, saved)
                return Next(screen, (Tell(screen.changed),))
            case Closed(Answer(Question.RESIGN | Question.HOPELESS, yes=True)):
                return self._resign(context)
            case Closed(Answer(Question.LOSES, yes=True, option=option)):
                return self._do(option, context)
            case Closed(Left()):
                return leave(self)
            case Closed(Consent(yes)):
                return self._agree(context) if yes else self._decline()
            case Closed(bool() as muted):
                return Next(replace(self, muted=muted, unread=0))
            case Closed(OneKeyboard()):
                game = self.caught_up.session.game
                after = resume(game, self.caught_up.saved)
                return replace(after, effects=(Tell(Alone()), *after.effects))
            case _:
                after, before = receive(self, event, context), self.shows
                shows = after.screen.shows if isinstance(after.screen, SharedTable) else None
                if not isinstance(shows, GameOver) or shows.par is None or shows == before:
                    return after
                return replace(after, effects=(Tell(shows.par), *after.effects))

    def hear(self, what: object, context: Context) -> Next | None:
        """Show what the other player does, proposes or says."""
        match what:
            case Changed():
                after = taken_up(self, what).settled()
                if self.waiting or isinstance(self.shows, Walking | Paused):
                    after = Next(replace(self, waiting=(*self.waiting, what)))
                is_other = what.game.turns != self.caught_up.session.game.turns
                lapsing = (CloseLapsed(),) if is_other else ()
                return replace(after, effects=(*lapsing, *after.effects))
            case Proposal(Kind.DEAL | Kind.TEAM):
                return Next(replace(self, asked=what))
            case Proposal():
                question = ConsentScreen(_question_of(self, what))
                return Next(replace(self, asked=what), (CloseLapsed(), Push(question)))
            case Declined():
                notice = fill(_("{name} would rather not."), name=self.other_name)
                return Next(replace(self, proposed=None, notice=notice))
            case Line(name):
                is_new = name != self.own_name and not self.muted
                unread = self.unread + is_new
                return Next(replace(self, lines=(*self.lines, what), unread=unread))
            case Par():
                return Next(self._knowing(par=what))
            case Reached(names, is_best) if self.caught_up.session.is_won:
                goals = guide_words(self.game_name).goals
                reached = tuple(goal for goal in goals if goal.name in names)
                return Next(self._knowing(goals=reached, is_best=is_best))
            case Arrived(name):
                # Where a seat has moved, what was agreed on with the old one is not known there.
                screen = replace(
                    with_name(self.caught_up, name), proposed=None, asked=None, notice=""
                )
                admitted = Admitted(screen.session.game, screen.saved, screen.lines)
                return Next(screen, (CloseLapsed(), Tell(admitted)))
            case Silent(seconds):
                sentence = _("No answer from {name} for {seconds} seconds.")
                sentence = sentence if seconds else _("{name} answers again.")
                notice = fill(sentence, name=self.other_name, seconds=str(seconds))
                return Next(replace(self, notice=notice))
            case Gone(recipe) if self.caught_up.session.game.result is None:
                waiting = WaitingScreen(self.session.game.header, recipe, is_lost=True)
                alone = replace(self.caught_up, proposed=None, asked=None)
                return Next(alone, (CloseLapsed(), Push(waiting)))
            case Gone():
                notice = fill(_("{name} has left."), name=self.other_name)
                return Next(replace(self, proposed=None, asked=None, notice=notice))
            case _:
                return None

    def _knowing(self, **known: Any) -> SharedTable:
        """Return the guest's table with more that is known at the end of a game."""
        shows, end = self.shows, replace(self.end, **known)
        if isinstance(shows, GameOver) and shows.entered:
            shows = replace(shows, **known)
        return replace(self, shows=shows, end=end)

    def _decline(self) -> Next:
        if self.asked is None:
            return Next(self)
        return Next(replace(self, asked=None), (Tell(Declined(self.asked.kind)),))

    def _agree(self, context: Context) -> Next:
        """Do what the other player proposes, unless that cannot be done any more."""
        asked, screen = self.asked, replace(self.caught_up, asked=None)
        if asked is None:
            return Next(screen)
        match asked.kind:
            case Kind.TAKE_BACK if asked.after is not None:
                session = replace(screen.session, game=asked.after, revocable=())
                return save(replace(screen, session=session, shows=shown(session), warned=False))
            case Kind.RESIGN if screen.session.game.result is None:
                return do(screen, screen.session.game.rules.resignation(Seat.P1), context)
            case Kind.SAME | Kind.ANOTHER as kind:
                header = again(screen.session.game.header)
                header = header if kind is Kind.SAME else replace(header, seed=None)
                return Next(screen, (StartGame(open_game(header)),))
            case _:
                return Next(screen)

    def _resign(self, context: Context) -> Next:
        """Resign alone, or propose it to a teammate."""
        screen = self.caught_up
        game = screen.session.game
        if game.result is not None:
            return Next(screen)
        if game.rules.cooperative:
            return screen.propose(Proposal(Kind.RESIGN, self.own))
        return do(screen, game.rules.resignation(self.own), context)


def shared_table(game: Game, saved: SavedGame, seat: Seat, look: Look) -> SharedTable:
    """Return the table of a player: of the host, whose program has the game, or the guest, p2."""
    session = table.look(Session(kept_by(game, Seat.P1), own=seat))
    shows = not_by_enter(shown(session))
    return SharedTable(session, shows, saved, animated=look.animated)


def _question_of(screen: SharedTable, proposal: Proposal) -> str:
    match proposal.kind:
        case Kind.TAKE_BACK:
            sentence = _("{name} asks to take the last choice back. Do you agree?")
        case Kind.RESIGN:
            sentence = _("{name} wants to resign. Do you, too? The game then ends in defeat.")
        case Kind.SAME:
            sentence = _("{name} would like to play the same deals again. Would you?")
        case _:
            sentence = _("{name} would like to play another game. Would you?")
    return fill(sentence, name=screen.other_name)


def _take_back(screen: SharedTable, _key: str, _context: Context) -> Next:
    """Ask the other player, who has seen it, whether the last choice may be taken back."""
    if not screen.session.revocable or screen.waiting:
        return take_back(replace(screen, session=replace(screen.session, revocable=())))
    after = table.take_back(screen.session).game
    return screen.propose(Proposal(Kind.TAKE_BACK, screen.own, after=after))


def _ready(screen: SharedTable, _key: str, _context: Context) -> Next:
    """Deal the next round once both players have looked at this one."""
    if screen.asked is None or screen.asked.kind is not Kind.DEAL:
        return screen.propose(Proposal(Kind.DEAL, screen.own))
    session = table.deal(screen.session)
    shows = not_by_space(shown(session))
    return save(replace(screen, session=session, shows=shows, proposed=None, asked=None))


def _ask_to_resign(screen: SharedTable, _key: str, _context: Context) -> Next:
    return ask(Question.RESIGN, screen, screen.own)


def _ask_to_leave(screen: SharedTable, _key: str, _context: Context) -> Next:
    if isinstance(screen.shows, GameOver):
        return leave(screen)
    ask_first = LeaveScreen(is_guest=screen.is_guest, other=screen.other_name)
    return Next(screen, (Push(ask_first),))


def _talk(screen: SharedTable, _key: str, _context: Context) -> Next:
    """Open the place to talk, unless nothing was said, and nothing may be."""
    refusal = screen.talk_refusal
    if refusal and not screen.lines:
        return Next(replace(screen, notice=refusal))
    talk = TalkScreen(screen.own_name, screen.lines, refusal, muted=screen.muted)
    return Next(screen, (Push(talk),))


def _review(screen: SharedTable, _context: Context) -> Next:
    """Open the review; the guest leaves for it, as its own program has the record."""
    if not screen.is_guest:
        return Next(screen, (OpenReview(screen.session.game, screen.saved.path),))
    after = leave(screen)
    return replace(after, effects=(Tell(Reviews()), *after.effects))


# Translators: what the key t does: it opens a line to talk by
_SAY = N_("talk")
_TALK = Binding(
    ("t",),
    _talk,
    (N_("t"), _SAY),
    (N_("t"), N_("a line to the other player")),
    # Translators: the key t, in the last row where it has no room for "t" and "talk"
    brief=lambda: pgettext("brief", "t talk"),
)
_OWN: dict[Any, dict[str, Any]] = {
    ("u",): {"press": _take_back},
    ("R",): {"press": _ask_to_resign},
    ("q",): {"press": _ask_to_leave},
    ("b",): {"footer": None},
    # Translators: the arrow keys, in the last row where it has no room for "arrows move" either
    ARROWS: {"brief": lambda: pgettext("brief", "arrows")},
}
"""What is other than at any table about bindings, by their keys."""

_ANOTHER: Ending = (
    N_("Another game"),
    lambda screen, _context: screen.propose(Proposal(Kind.ANOTHER, screen.own)),
)
_SAME: Ending = (
    N_("The same deals again"),
    lambda screen, _context: screen.propose(Proposal(Kind.SAME, screen.own)),
)
_LOOK_THROUGH: Ending = (
    N_("Look through the game"),
    lambda screen, _context: Next(screen, (OpenReplay(screen.session.game),)),
)
_REVIEW: Ending = (N_("Review"), _review)
_QUIT: Ending = (N_("quit"), lambda screen, _context: leave(screen))
