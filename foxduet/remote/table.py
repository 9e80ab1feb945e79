"""The table of one of two people at two terminals: their state, questions, talk and waiting.

Both tables show the same game. What one player does is saved and told to the other's table, which
shows it as it shows what a partner does. What concerns both is proposed, and done once the other
player agrees.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from foxduet.core.cards import Deal, Play, Seat
from foxduet.core.errors import N_, is_name
from foxduet.core.frozen import dataclass, replace
from foxduet.core.registry import FOR_REVIEWS, has_parts
from foxduet.play import table
from foxduet.play.game import Game, Header, kept_by, open_game
from foxduet.play.table import Session, Stage, look
from foxduet.store.results import Par, is_for_the_scores
from foxduet.store.saved_games import SavedGame
from foxduet.ui.kit import effects, keys
from foxduet.ui.kit.canvas import (
    WIDTH,
    Canvas,
    Look,
    Size,
    Style,
    draw_clearing,
    draw_notice,
    draw_undergrowth,
)
from foxduet.ui.kit.effects import Closed, Event, StartGame, Tell
from foxduet.ui.kit.keys import ARROWS, CONTINUE
from foxduet.ui.kit.pages import YesNoScreen, help_page
from foxduet.ui.kit.screen import (
    Binding,
    Bindings,
    CloseLapsed,
    Context,
    Next,
    Pop,
    Push,
    Screen,
    call,
)
from foxduet.ui.table import moves, state
from foxduet.ui.table.drawing import layout_for
from foxduet.ui.table.keys import bindings_of, help_bindings, receive
from foxduet.ui.table.screen import TableScreen, resume
from foxduet.ui.table.state import GameOver
from foxduet.ui.table.views import put_over
from foxduet.words.game_words import guide_words, table_words
from foxduet.words.i18n import _, pgettext
from foxduet.words.text import (
    Glyphs,
    can_be_typed,
    capitalised,
    chosen_names,
    format_sentence,
    names_at_table,
    text_width,
    wrapped,
)

if TYPE_CHECKING:
    from foxduet.words.text import TextLine


@dataclass(frozen=True, slots=True)
class Consent:
    """The answer to what another player proposes."""

    yes: bool


@dataclass(frozen=True, slots=True)
class Left:
    """The player wants to leave the table."""


@dataclass(frozen=True, slots=True)
class ConsentScreen(YesNoScreen):
    """Whether a player agrees to what the other one proposes, as ``proposal`` says."""

    proposal: str

    @property
    def text(self) -> str:
        return self.proposal

    def answer(self, *, yes: bool) -> Next:
        return Next(self, (Pop(Consent(yes)),))

    @property
    def decision(self) -> object:
        return type(self), self.proposal

    @property
    def expires_on_remote_change(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class LeaveScreen(YesNoScreen):
    """Whether a player leaves the table; ``is_guest`` says that the game is saved elsewhere."""

    is_guest: bool
    other: str

    @property
    def text(self) -> str:
        question = _("Leave the table? The game is saved, and {name} has to wait for you.")
        if self.is_guest:
            question = _("Leave the table? {name} keeps the saved game and waits for you.")
        return format_sentence(question, name=self.other)

    @property
    def answers(self) -> tuple[str, str]:
        return _("Stay"), capitalised(_("leave"))

    def answer(self, *, yes: bool) -> Next:
        return Next(self, (Pop(Left() if yes else None),))


class Kind(Enum):
    """What needs both players."""

    TAKE_BACK = "take the last choice back"
    RESIGN = "resign as a team"
    DEAL = "deal the next round"
    TEAM = "do something as a team between rounds"
    SAME = "play the same deals again"
    ANOTHER = "play another game"


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a seat proposes; ``option`` is what the team would do, ``after`` the game then."""

    kind: Kind
    seat: Seat
    option: Any = None
    after: Game | None = None


@dataclass(frozen=True, slots=True)
class Changed:
    """The game was changed at one table, and is saved there as far as it can be."""

    game: Game
    saved: SavedGame


@dataclass(frozen=True, slots=True)
class Declined:
    """A proposal was declined."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class Gone:
    """The other player's terminal is gone; the line says what that player types to come back."""

    recipe: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reached:
    """What the guest's own scores say of a game: goals, by their names, and if it is the best."""

    goals: tuple[str, ...]
    is_best: bool


@dataclass(frozen=True, slots=True)
class Reviews:
    """The guest leaves to review the game, of which its own program has the record."""


@dataclass(frozen=True, slots=True)
class Line:
    """What somebody said."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Admitted:
    """The other player may sit down at a table of this game, where these lines were said."""

    game: Game
    saved: SavedGame
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Alone:
    """The game goes on at one keyboard."""


@dataclass(frozen=True, slots=True)
class Knock:
    """Somebody wants to come in: the name given, and the account, "" where nobody tells it.

    ``is_own`` says that it is the host's own account.
    """

    name: str
    account: str
    is_own: bool


@dataclass(frozen=True, slots=True)
class KnockGone:
    """Nobody need be asked about whoever knocked: they have gone, or were answered."""


@dataclass(frozen=True, slots=True)
class Silent:
    """Nothing has come from the other player's terminal for so long; with 0, something has."""

    seconds: int


@dataclass(frozen=True, slots=True)
class Answered:
    """What the host said to a knock."""

    yes: bool


@dataclass(frozen=True, slots=True)
class Hosted:
    """There is a table for somebody who was let in."""


@dataclass(frozen=True, slots=True)
class Arrived:
    """Somebody who was let in, and gave a name, wants to sit down."""

    name: str


LONGEST_LINE = 200
_OTHER_ROWS = 10
"""Rows of the window that what was said leaves free."""
_SCROLLING = (keys.UP, keys.DOWN, keys.PAGE_UP, keys.PAGE_DOWN, keys.HOME, keys.END, *keys.WHEEL)


def talk_refusal(game: Game) -> str:
    """Say why nothing may be said now: a team does not talk within a round (R10.4)."""
    pending = game.pending
    if not game.rules.cooperative or pending is None or pending.seat is None:
        return ""
    return _("No talking during a round: only before the deal and between rounds.")


@dataclass(frozen=True, slots=True)
class TalkScreen(Screen):
    """All that was said, the last of it in sight, and what ``name`` is typing.

    It stays until it is left, and hears more lines meanwhile; after a ``refusal`` nothing can be
    said. Rows are shown from ``top`` on, the last ones where it is None. ``muted`` shows nothing
    of what the other player says.
    """

    name: str
    lines: tuple[Line, ...]
    refusal: str = ""
    typed: str = ""
    muted: bool = False
    top: int | None = None

    def _said(self) -> list[str]:
        return [
            row
            for line in self.lines
            if line.name == self.name or not self.muted
            for row in wrapped(
                format_sentence(_("{name}: {line}"), name=line.name, line=line.text), WIDTH
            )
        ]

    def draw(self, canvas: Canvas) -> None:
        size, said = canvas.size, self._said()
        room, left = size.rows - _OTHER_ROWS, (size.columns - WIDTH) // 2
        draw_undergrowth(canvas, 1, left, WIDTH)
        last = max(0, len(said) - room)
        first = last if self.top is None else min(self.top, last)
        for at, row in enumerate(said[first : first + room], 3):
            canvas.put(at, left, row)
        draw_undergrowth(canvas, size.rows - 6, left, WIDTH)
        for at, row in enumerate(wrapped(self.refusal or f"> {self.typed}_", WIDTH)[:4]):
            canvas.put(size.rows - 5 + at, left, row, Style.PROMPT)
            canvas.point(size.rows - 5 + at, left + text_width(row) - 1)
        does = ([] if self.refusal else [_("Enter say")]) + ([_("up, down scroll")] if last else [])
        does += [_("Tab hear again") if self.muted else _("Tab mute"), _("Esc back")]
        canvas.put_centred(size.rows - 1, "   ".join(does), Style.DIM)

    def is_text(self, key: str) -> bool:
        return not self.refusal and (len(key) == 1 or key == keys.BACKSPACE)

    def takes(self, key: str) -> bool:
        """True for every key: what may be said now is in sight."""
        return True

    @property
    def takes_pastes(self) -> bool:
        return not self.refusal

    def press(self, key: str, context: Context) -> Next:
        """Type, say what is typed, look at what was said before, mute, or go back."""
        match key:
            case keys.ENTER if self.typed.strip() and not self.refusal:
                line = Line(self.name, self.typed.strip())
                return Next(replace(self, typed="", top=None), (Tell(line),))
            case keys.ESCAPE:
                return Next(self, (Pop(self.muted),))
            case keys.TAB:
                return Next(replace(self, muted=not self.muted, top=None))
            case _ if key in _SCROLLING:
                return Next(self._scrolled(key, context.size))
            case _ if not self.is_text(key):
                return Next(self)
            case keys.BACKSPACE:
                return Next(replace(self, typed=self.typed[:-1]))
            case _ if key.isprintable() and len(self.typed) < LONGEST_LINE:
                return Next(replace(self, typed=self.typed + key))
            case _:
                return Next(self)

    def _scrolled(self, key: str, size: Size) -> TalkScreen:
        room, count = size.rows - _OTHER_ROWS, len(self._said())
        last = max(0, count - room)
        top = keys.scrolled(last if self.top is None else self.top, key, room, count)
        return replace(self, top=None if top == last else top)

    def on_remark(self, what: object, context: Context) -> Next | None:
        """Show what is said meanwhile, and whether anything may be said."""
        match what:
            case Line():
                return Next(replace(self, lines=(*self.lines, what)))
            case Changed(game):
                return Next(replace(self, refusal=talk_refusal(game)))
            case _:
                return None


@dataclass(frozen=True, slots=True)
class SharedState(TableScreen):
    """A game of two people, as the one at ``own`` sees it.

    ``waiting`` is what the other player has done while something is looked at here, the first
    first. ``proposed`` is what this player proposes, ``asked`` what the other one does. ``lines``
    were said, of which so many of the last ones are ``unread``. What is known at the ``end`` of the
    game comes from the host's table and the guest's program. Pieces are seen moving if
    ``animated``.
    """

    waiting: tuple[Changed, ...] = ()
    proposed: Proposal | None = None
    asked: Proposal | None = None
    lines: tuple[Line, ...] = ()
    unread: int = 0
    end: GameOver = GameOver(entered=True)
    muted: bool = False
    animated: bool = True

    @property
    def own(self) -> Seat:
        """The seat of whoever sits here."""
        assert self.session.own is not None, "each table has a seat of its own"
        return self.session.own

    @property
    def is_guest(self) -> bool:
        """Whether it is the guest who sits here, and has no files here."""
        return self.own is Seat.P2

    @property
    def other_name(self) -> str:
        """What the other player is called."""
        return names_at_table(self.session.game.header)[self.own.other]

    @property
    def own_name(self) -> str:
        """What the player who sits here is called."""
        return names_at_table(self.session.game.header)[self.own]

    @property
    def command(self) -> str:
        return "host"

    @property
    def talk_refusal(self) -> str:
        """Why nothing may be said now; nothing while it may be."""
        return talk_refusal(self.caught_up.session.game)

    @property
    def caught_up(self) -> Self:
        """The table with all that the other player has done meanwhile."""
        return self if not self.waiting else followed(replace(self, waiting=()), self.waiting[-1])

    def agreement(self, glyphs: Glyphs) -> str:
        match self.asked, self.proposed:
            case Proposal(Kind.DEAL), _:
                return format_sentence(
                    _("{name} is ready for the next deal."), name=self.other_name
                )
            case Proposal(Kind.TEAM, option=option), _:
                sentence = _("{name} proposes: {choice}. Choose it too, with Enter, to agree.")
                return format_sentence(
                    sentence, name=self.other_name, choice=self.label_of(option, glyphs)
                )
            case _, Proposal(Kind.DEAL):
                return format_sentence(
                    _("Waiting for {name} to press Space."), name=self.other_name
                )
            case _, Proposal(Kind.TEAM, option=option):
                sentence = _("You propose: {choice}. {name} has not agreed yet.")
                return format_sentence(
                    sentence, name=self.other_name, choice=self.label_of(option, glyphs)
                )
            case _:
                return ""

    @property
    def is_ready(self) -> bool:
        return self.proposed is not None and self.proposed.kind is Kind.DEAL

    def label_of(self, option: Any, glyphs: Glyphs) -> str:
        """Return what an option of the team is called."""
        header, position = self.session.game.header, self.session.state
        label = table_words(header.game).option_label_of
        return label(position, option, names_at_table(header), glyphs)

    @property
    def changed(self) -> Changed:
        """What is to be told of the game as it is here."""
        return Changed(self.session.game, self.saved)

    def propose(self, proposal: Proposal) -> Next:
        """Propose something to the other player."""
        notice = ""
        if proposal.kind not in (Kind.DEAL, Kind.TEAM):
            notice = format_sentence(_("Asking {name}."), name=self.other_name)
        return Next(replace(self, proposed=proposal, notice=notice), (Tell(proposal),))


SharedStateT = TypeVar("SharedStateT", bound=SharedState)


def begun(screen: SharedStateT, game: Game, saved: SavedGame) -> SharedStateT:
    """Return the table of another game that was just dealt."""
    session = look(Session(kept_by(game, Seat.P1), own=screen.own))
    shows = state.without_selection_after_space(
        state.without_selection_after_enter(state.shown(session))
    )
    return replace(
        screen,
        session=session,
        shows=shows,
        saved=saved,
        warned=False,
        after_saving=None,
        end=GameOver(entered=True),
        proposed=None,
        asked=None,
        notice="",
    )


def with_name(screen: SharedStateT, name: str) -> SharedStateT:
    """Return the table with the name that a guest gave, where nobody has chosen another."""
    game = screen.session.game
    own, _other = game.header.players
    is_chosen = bool(chosen_names(game.header.players, None)[1]) or len(game.turns) > 1
    if is_chosen or not is_name(name) or name == own or not can_be_typed(name):
        return screen
    game = replace(game, header=replace(game.header, players=(own, name)))
    return replace(screen, session=replace(screen.session, game=game))


def followed(screen: SharedStateT, changed: Changed) -> SharedStateT:
    """Return the table as it is after a change at the other one."""
    before, game = screen.session.game, changed.game
    session = replace(screen.session, game=game)
    screen = replace(screen, session=session, saved=changed.saved)
    if game.first is not before.first:
        return begun(screen, game, changed.saved)
    if game.turns == before.turns:
        # A hint was noted, or the time of the end.
        return screen
    session = replace(session, revocable=())
    shows = state.without_selection_after_enter(
        state.without_selection_after_space(state.shown(session))
    )
    is_back = len(game.turns) < len(before.turns)
    return replace(
        screen,
        session=session,
        shows=shows,
        warned=screen.warned and not is_back,
        proposed=None,
        asked=None,
        notice="",
    )


def taken_up(screen: SharedStateT, changed: Changed) -> SharedStateT:
    """Return the table after a change at the other one, with what was done in sight for a moment.

    While no hand is in sight here, nothing is shown of it, either.
    """
    count, after = len(screen.session.game.turns), followed(screen, changed)
    new = after.session.game.turns[count:]
    is_new_game = after.session.game.first is not screen.session.game.first
    if not new or is_new_game or isinstance(new[-1].action, Deal) or after.session.viewer is None:
        return after
    walking = moves.walk_at(after.session, animated=screen.animated)
    is_played = any(isinstance(turn.action, Play) for turn in new)
    if walking is None or is_played:
        return replace(after, shows=state.Paused(walking))
    return replace(after, shows=walking)


_WIDTH = 64


@dataclass(frozen=True, slots=True)
class OneKeyboard:
    """The game is to go on at one keyboard."""


@dataclass(frozen=True, slots=True)
class KnockScreen(YesNoScreen):
    """Whether who knocks may come in; the answer goes to the meeting, whatever lies below."""

    knock: Knock

    @property
    def text(self) -> str:
        knock = self.knock
        if not knock.account:
            sentence = _("Let {name} in?")
        elif knock.is_own:
            sentence = _("Let {name} in? (your own account, {account})")
        else:
            sentence = _("Let {name} in? (account {account})")
        return format_sentence(sentence, name=knock.name, account=knock.account)

    def answer(self, *, yes: bool) -> Next:
        return Next(self, (Tell(Answered(yes)),))

    def on_remark(self, what: object, context: Context) -> Next | None:
        """Close where whoever knocked comes in, or has gone."""
        return Next(self, (Pop(),)) if isinstance(what, Arrived | KnockGone) else None


@dataclass(frozen=True, slots=True)
class WaitingScreen(Screen):
    """The host waits; ``recipe`` is what the other player types, in rows, a blank between ways.

    The connection to one who was there ``is_lost``.
    """

    header: Header
    recipe: tuple[str, ...]
    is_lost: bool = False

    @property
    def heading(self) -> str:
        """Who is waited for."""
        return format_sentence(_("Waiting for {name}"), name=names_at_table(self.header)[1])

    @property
    def sentence(self) -> str:
        """What stands before the lines that the other player types."""
        if not self.is_lost:
            return _("The other player types this at their own terminal:")
        sentence = _(
            "{name} is not at the table. The game is saved exactly as it stands. To join it, "
            "{name} types:"
        )
        return format_sentence(sentence, name=names_at_table(self.header)[1])

    def draw(self, canvas: Canvas) -> None:
        top = draw_clearing(canvas, 22)
        canvas.put_centred(top + 2, self.heading, Style.TITLE)
        row = top + 5
        for line in wrapped(self.sentence, _WIDTH):
            canvas.put_centred(row, line)
            row += 1
        for line in self.recipe:
            row += 1
            canvas.put_centred(row, line, Style.STRONG)
        note = _("You decide who comes in.")
        canvas.put_centred(row + 3, note, Style.DIM)
        draw_notice(canvas, top + 19, self.notice, self.footer)

    @property
    def expires_on_remote_change(self) -> bool:
        return True

    def _one_keyboard(self, _key: str, _context: Context) -> Next:
        return Next(self, (Pop(OneKeyboard()),))

    def _leave(self, _key: str, _context: Context) -> Next:
        return Next(self, (Pop(Left()),))

    BINDINGS: ClassVar = (
        # Translators: the key k, as in "keyboard"; it stays that letter
        Binding(("k",), _one_keyboard, (N_("k"), N_("carry on at one keyboard"))),
        Binding(("q",), _leave, (N_("q"), N_("leave"))),
    )


@dataclass(frozen=True, slots=True)
class SharedTable(SharedState):
    """A game of two people at the table of one of them, in sight."""

    @property
    def bindings(self) -> Bindings:
        """The keys of any table; what concerns both is proposed, and there is a line to talk by.

        The last row has that line where it is open, and leaves out how to blank a screen that
        nobody else looks at: it has no room for more.
        """
        due = isinstance(self.shows, state.RoundEnd) and self.session.stage is Stage.BETWEEN_ROUNDS
        own = {**_OWN, CONTINUE: {"press": _ready}} if due else _OWN
        bindings = [replace(one, **own.get(one.keys, {})) for one in bindings_of(self)]
        if not self.is_skippable:
            leaves = next(at for at, one in enumerate(bindings) if "q" in one.keys)
            bindings.insert(leaves, replace(_TALK, footer=None) if self.talk_refusal else _TALK)
        return tuple(bindings)

    @property
    def endings(self) -> Sequence[state.Ending]:
        """What can be done after a game; the guest can review one that its scores have."""
        has_record = not self.is_guest or is_for_the_scores(self.session.game)
        has_reviews = has_record and has_parts(self.game_name, *FOR_REVIEWS)
        if isinstance(self.shows, GameOver) and self.shows.more:
            return (_SAME, _LOOK_THROUGH, *((moves.SHARE,) if has_record else ()))
        return (_ANOTHER, *((_REVIEW,) if has_reviews else ()), _QUIT, moves.MORE)

    def draw(self, canvas: Canvas) -> None:
        """Draw the table, and over its scenery what the other player has said until it is read."""
        TableScreen.draw(self, canvas)
        if self.unread:
            last = next(one for one in reversed(self.lines) if one.name != self.own_name)
            said = _("{name} says: {line}")
            if self.unread > 1:
                said = _("{count} new lines; t shows them. {name} says: {line}")
            said = format_sentence(said, name=last.name, line=last.text, count=self.unread)
            layout = layout_for(canvas.size)
            row, *more = wrapped(said, layout.width - 8)
            put_over(canvas, layout.scenery, f"{row} ..." if more else row, Style.STRONG)

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
        if moves.is_losing(self, option):
            return moves.ask(state.Question.LOSES, self, option=option)
        return self._do(option, context)

    def _do(self, option: Any, context: Context) -> Next:
        after = moves.do(replace(self, proposed=None, asked=None), option, context)
        played = after.screen
        assert isinstance(played, SharedTable), "a table stays one"
        if isinstance(played.shows, state.Walking) and isinstance(option, Play):
            # The other player sees the card first, too: so it walks at both tables at once.
            played = replace(played, shows=state.Paused(played.shows))
        return replace(after, screen=played)

    def settled(self) -> Next:
        """Take up what the other player has done once nothing is looked at here."""
        if self.waiting and not isinstance(self.shows, state.Walking | state.Paused):
            first, *others = self.waiting
            return taken_up(replace(self, waiting=tuple(others)), first).settled()
        return TableScreen.settled(self)

    def later(self, context: Context) -> Next:
        """Enter the score at the host's table only: the guest has scores elsewhere."""
        if self.is_guest and isinstance(self.shows, GameOver) and not self.shows.entered:
            shows = replace(self.end, cursor=self.shows.cursor)
            shows = replace(shows, scene=moves.scene_of(self, context))
            return Next(replace(self, shows=shows))
        if isinstance(self.shows, GameOver):
            return moves.celebrate(self, self.shows, context)
        return TableScreen.later(self, context)

    def receive(self, event: Event, context: Context) -> Next:
        """Tell the other table of each change once it is saved, and do what both agree on."""
        match event:
            case effects.GameSaved() | effects.SaveFailed():
                after = receive(self, event, context)
                assert isinstance(after.screen, SharedTable), "a table stays one"
                return replace(after, effects=(Tell(after.screen.changed), *after.effects))
            case effects.GameStarted(game, saved):
                screen = begun(self, game, saved)
                return Next(screen, (Tell(screen.changed),))
            case Closed(moves.Answer(state.Question.RESIGN | state.Question.HOPELESS, yes=True)):
                return self._resign(context)
            case Closed(moves.Answer(state.Question.LOSES, yes=True, option=option)):
                return self._do(option, context)
            case Closed(Left()):
                return moves.leave(self)
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

    def on_remark(self, what: object, context: Context) -> Next | None:
        """Show what the other player does, proposes or says."""
        match what:
            case Changed():
                after = taken_up(self, what).settled()
                if self.waiting or isinstance(self.shows, state.Walking | state.Paused):
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
                notice = format_sentence(_("{name} would rather not."), name=self.other_name)
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
                notice = format_sentence(sentence, name=self.other_name, seconds=str(seconds))
                return Next(replace(self, notice=notice))
            case Gone(recipe) if self.caught_up.session.game.result is None:
                waiting = WaitingScreen(self.session.game.header, recipe, is_lost=True)
                alone = replace(self.caught_up, proposed=None, asked=None)
                return Next(alone, (CloseLapsed(), Push(waiting)))
            case Gone():
                notice = format_sentence(_("{name} has left."), name=self.other_name)
                return Next(replace(self, proposed=None, asked=None, notice=notice))
            case _:
                return None

    def _knowing(self, **known: Any) -> SharedTable:
        shows, end = self.shows, replace(self.end, **known)
        if isinstance(shows, GameOver) and shows.entered:
            shows = replace(shows, **known)
        return replace(self, shows=shows, end=end)

    def _decline(self) -> Next:
        if self.asked is None:
            return Next(self)
        return Next(replace(self, asked=None), (Tell(Declined(self.asked.kind)),))

    def _agree(self, context: Context) -> Next:
        asked, screen = self.asked, replace(self.caught_up, asked=None)
        if asked is None:
            return Next(screen)
        match asked.kind:
            case Kind.TAKE_BACK if asked.after is not None:
                session = replace(screen.session, game=asked.after, revocable=())
                return moves.save(
                    replace(screen, session=session, shows=state.shown(session), warned=False)
                )
            case Kind.RESIGN if screen.session.game.result is None:
                return moves.do(screen, screen.session.game.rules.resignation(Seat.P1), context)
            case Kind.SAME | Kind.ANOTHER as kind:
                header = moves.again(screen.session.game.header)
                header = header if kind is Kind.SAME else replace(header, seed=None)
                return Next(screen, (StartGame(open_game(header)),))
            case _:
                return Next(screen)

    def _resign(self, context: Context) -> Next:
        screen = self.caught_up
        game = screen.session.game
        if game.result is not None:
            return Next(screen)
        if game.rules.cooperative:
            return screen.propose(Proposal(Kind.RESIGN, self.own))
        return moves.do(screen, game.rules.resignation(self.own), context)


def shared_table(game: Game, saved: SavedGame, seat: Seat, look: Look) -> SharedTable:
    """Return the table of a player: of the host, whose program has the game, or the guest, p2."""
    session = table.look(Session(kept_by(game, Seat.P1), own=seat))
    shows = state.without_selection_after_enter(state.shown(session))
    return SharedTable(session, shows, saved, animated=look.animated)


def _question_of(screen: SharedTable, proposal: Proposal) -> str:
    match proposal.kind:
        case Kind.TAKE_BACK:
            sentence = _("{name} asks to take back the last choice. Agree?")
        case Kind.RESIGN:
            sentence = _("{name} wants to resign. Agree? The game ends in defeat.")
        case Kind.SAME:
            sentence = _("{name} wants to play the same deals again. Do you?")
        case _:
            sentence = _("{name} wants to play another game. Do you?")
    return format_sentence(sentence, name=screen.other_name)


def _take_back(screen: SharedTable, _key: str, _context: Context) -> Next:
    if not screen.session.revocable or screen.waiting:
        return moves.take_back(replace(screen, session=replace(screen.session, revocable=())))
    after = table.take_back(screen.session).game
    return screen.propose(Proposal(Kind.TAKE_BACK, screen.own, after=after))


def _ready(screen: SharedTable, _key: str, _context: Context) -> Next:
    if screen.asked is None or screen.asked.kind is not Kind.DEAL:
        return screen.propose(Proposal(Kind.DEAL, screen.own))
    session = table.deal(screen.session)
    shows = state.without_selection_after_space(state.shown(session))
    return moves.save(replace(screen, session=session, shows=shows, proposed=None, asked=None))


def _ask_to_resign(screen: SharedTable, _key: str, _context: Context) -> Next:
    return moves.ask(state.Question.RESIGN, screen, screen.own)


def _ask_to_leave(screen: SharedTable, _key: str, _context: Context) -> Next:
    if isinstance(screen.shows, GameOver):
        return moves.leave(screen)
    ask_first = LeaveScreen(is_guest=screen.is_guest, other=screen.other_name)
    return Next(screen, (Push(ask_first),))


def _talk(screen: SharedTable, _key: str, _context: Context) -> Next:
    refusal = screen.talk_refusal
    if refusal and not screen.lines:
        return Next(replace(screen, notice=refusal))
    talk = TalkScreen(screen.own_name, screen.lines, refusal, muted=screen.muted)
    return Next(screen, (Push(talk),))


def _review(screen: SharedTable, _context: Context) -> Next:
    if not screen.is_guest:
        return Next(screen, (moves.opening_review(screen),))
    after = moves.leave(screen)
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

_ANOTHER: state.Ending = (
    N_("Another game"),
    lambda screen, _context: screen.propose(Proposal(Kind.ANOTHER, screen.own)),
)
_SAME: state.Ending = (
    N_("The same deals again"),
    lambda screen, _context: screen.propose(Proposal(Kind.SAME, screen.own)),
)
_LOOK_THROUGH: state.Ending = (
    N_("Look through the game"),
    lambda screen, _context: Next(screen, (call("replay:open_replay", screen.session.game),)),
)
_REVIEW: state.Ending = (N_("Review"), _review)
_QUIT: state.Ending = (N_("quit"), lambda screen, _context: moves.leave(screen))
