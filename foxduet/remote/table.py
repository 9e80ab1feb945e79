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
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.core.registry import REVIEW_PARTS, has_parts
from foxduet.play import table_session
from foxduet.play.game import Game, Header, open_game, with_recorder_seat
from foxduet.play.table_session import Stage, TableSession, show_hand
from foxduet.store.saved_games import SavedGame
from foxduet.store.score_entries import Par, counts_as_score
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
from foxduet.ui.kit.effects import Event, ScreenClosed, SendToPeer, StartGame
from foxduet.ui.kit.keys import ARROWS, CONTINUE_KEYS
from foxduet.ui.kit.pages import YesNoScreen, help_page
from foxduet.ui.kit.screen import (
    Binding,
    Bindings,
    CloseExpired,
    Context,
    Pop,
    Push,
    Screen,
    Transition,
    call,
)
from foxduet.ui.table import moves, state
from foxduet.ui.table.drawing import layout_for
from foxduet.ui.table.keys import bindings_of, help_bindings, receive
from foxduet.ui.table.screen import TableScreen, resume_table
from foxduet.ui.table.state import GameOver
from foxduet.ui.table.views import draw_overlay_row
from foxduet.words.game_words import guide_words, table_words
from foxduet.words.i18n import _, pgettext
from foxduet.words.text import (
    Glyphs,
    can_be_typed,
    capitalize_first,
    chosen_names,
    format_sentence,
    names_at_table,
    text_width,
    wrap,
)

if TYPE_CHECKING:
    from foxduet.words.text import TextLine


@dataclass(frozen=True, slots=True)
class Consent:
    """The answer to what another player proposes."""

    yes: bool


@dataclass(frozen=True, slots=True)
class LeaveRequested:
    """The player wants to leave the table."""


@dataclass(frozen=True, slots=True)
class ConsentScreen(YesNoScreen):
    """Whether a player agrees to what the other one proposes, as ``proposal`` says."""

    proposal: str

    @property
    def prompt(self) -> str:
        return self.proposal

    def answer(self, *, yes: bool) -> Transition:
        return Transition(self, (Pop(Consent(yes)),))

    @property
    def decision_id(self) -> object:
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
    def prompt(self) -> str:
        question = _("Leave the table? The game is saved, and {name} has to wait for you.")
        if self.is_guest:
            question = _("Leave the table? {name} keeps the saved game and waits for you.")
        return format_sentence(question, name=self.other)

    @property
    def answers(self) -> tuple[str, str]:
        return _("Stay"), capitalize_first(_("leave"))

    def answer(self, *, yes: bool) -> Transition:
        return Transition(self, (Pop(LeaveRequested() if yes else None),))


class ProposalKind(Enum):
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

    kind: ProposalKind
    seat: Seat
    option: Any = None
    after: Game | None = None


@dataclass(frozen=True, slots=True)
class GameChanged:
    """The game was changed at one table, and is saved there as far as it can be."""

    game: Game
    saved: SavedGame


@dataclass(frozen=True, slots=True)
class Declined:
    """A proposal was declined."""

    kind: ProposalKind


@dataclass(frozen=True, slots=True)
class PeerDisconnected:
    """The other player's terminal is gone; the line says what that player types to come back."""

    recipe: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GoalsReached:
    """What the guest's own scores say of a game: goals, by their names, and if it is the best."""

    goals: tuple[str, ...]
    is_best: bool


@dataclass(frozen=True, slots=True)
class PeerReviews:
    """The guest leaves to review the game, of which its own program has the record."""


@dataclass(frozen=True, slots=True)
class TalkLine:
    """What somebody said."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class PlayerAdmitted:
    """The other player may sit down at a table of this game, where these lines were said."""

    game: Game
    saved: SavedGame
    lines: tuple[TalkLine, ...]


@dataclass(frozen=True, slots=True)
class OneKeyboardMode:
    """The game goes on at one keyboard."""


@dataclass(frozen=True, slots=True)
class JoinRequest:
    """Somebody wants to come in: the name given, and the account, "" where nobody tells it.

    ``is_own`` says that it is the host's own account.
    """

    name: str
    account: str
    is_own: bool


@dataclass(frozen=True, slots=True)
class JoinRequestWithdrawn:
    """Nobody need be asked about whoever knocked: they have gone, or were answered."""


@dataclass(frozen=True, slots=True)
class PeerSilent:
    """Nothing has come from the other player's terminal for so long; with 0, something has."""

    seconds: int


@dataclass(frozen=True, slots=True)
class JoinAnswered:
    """What the host said to a knock."""

    yes: bool


@dataclass(frozen=True, slots=True)
class TableReady:
    """There is a table for somebody who was let in."""


@dataclass(frozen=True, slots=True)
class PlayerArrived:
    """Somebody who was let in, and gave a name, wants to sit down."""

    name: str


LONGEST_LINE = 200
_RESERVED_ROWS = 10
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
    lines: tuple[TalkLine, ...]
    refusal: str = ""
    typed: str = ""
    muted: bool = False
    top: int | None = None

    def _talk_rows(self) -> list[str]:
        return [
            row
            for line in self.lines
            if line.name == self.name or not self.muted
            for row in wrap(
                format_sentence(_("{name}: {line}"), name=line.name, line=line.text), WIDTH
            )
        ]

    def draw(self, canvas: Canvas) -> None:
        size, said = canvas.size, self._talk_rows()
        room, left = size.rows - _RESERVED_ROWS, (size.columns - WIDTH) // 2
        draw_undergrowth(canvas, 1, left, WIDTH)
        last = max(0, len(said) - room)
        first = last if self.top is None else min(self.top, last)
        for at, row in enumerate(said[first : first + room], 3):
            canvas.put(at, left, row)
        draw_undergrowth(canvas, size.rows - 6, left, WIDTH)
        for at, row in enumerate(wrap(self.refusal or f"> {self.typed}_", WIDTH)[:4]):
            canvas.put(size.rows - 5 + at, left, row, Style.PROMPT)
            canvas.point(size.rows - 5 + at, left + text_width(row) - 1)
        does = ([] if self.refusal else [_("Enter say")]) + ([_("up, down scroll")] if last else [])
        does += [_("Tab hear again") if self.muted else _("Tab mute"), _("Esc back")]
        canvas.put_centred(size.rows - 1, "   ".join(does), Style.DIM)

    def accepts_text(self, key: str) -> bool:
        return not self.refusal and (len(key) == 1 or key == keys.BACKSPACE)

    def takes(self, key: str) -> bool:
        """True for every key: what may be said now is in sight."""
        return True

    @property
    def takes_pastes(self) -> bool:
        return not self.refusal

    def handle_key(self, key: str, context: Context) -> Transition:
        """Type, say what is typed, look at what was said before, mute, or go back."""
        match key:
            case keys.ENTER if self.typed.strip() and not self.refusal:
                line = TalkLine(self.name, self.typed.strip())
                return Transition(replace(self, typed="", top=None), (SendToPeer(line),))
            case keys.ESCAPE:
                return Transition(self, (Pop(self.muted),))
            case keys.TAB:
                return Transition(replace(self, muted=not self.muted, top=None))
            case _ if key in _SCROLLING:
                return Transition(self._scrolled(key, context.size))
            case _ if not self.accepts_text(key):
                return Transition(self)
            case keys.BACKSPACE:
                return Transition(replace(self, typed=self.typed[:-1]))
            case _ if key.isprintable() and len(self.typed) < LONGEST_LINE:
                return Transition(replace(self, typed=self.typed + key))
            case _:
                return Transition(self)

    def _scrolled(self, key: str, size: Size) -> TalkScreen:
        room, count = size.rows - _RESERVED_ROWS, len(self._talk_rows())
        last = max(0, count - room)
        top = keys.scroll(last if self.top is None else self.top, key, room, count)
        return replace(self, top=None if top == last else top)

    def on_peer_message(self, what: object, context: Context) -> Transition | None:
        """Show what is said meanwhile, and whether anything may be said."""
        match what:
            case TalkLine():
                return Transition(replace(self, lines=(*self.lines, what)))
            case GameChanged(game):
                return Transition(replace(self, refusal=talk_refusal(game)))
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

    waiting: tuple[GameChanged, ...] = ()
    proposed: Proposal | None = None
    asked: Proposal | None = None
    lines: tuple[TalkLine, ...] = ()
    unread: int = 0
    end: GameOver = GameOver(entered=True)
    muted: bool = False
    animated: bool = True

    @property
    def own_seat(self) -> Seat:
        """The seat of whoever sits here."""
        assert self.session.own is not None, "each table has a seat of its own"
        return self.session.own

    @property
    def is_guest(self) -> bool:
        """Whether it is the guest who sits here, and has no files here."""
        return self.own_seat is Seat.P2

    @property
    def other_name(self) -> str:
        """What the other player is called."""
        return names_at_table(self.session.game.header)[self.own_seat.other]

    @property
    def own_name(self) -> str:
        """What the player who sits here is called."""
        return names_at_table(self.session.game.header)[self.own_seat]

    @property
    def command(self) -> str:
        return "host"

    @property
    def talk_refusal(self) -> str:
        """Why nothing may be said now; nothing while it may be."""
        return talk_refusal(self.with_queued_changes.session.game)

    @property
    def with_queued_changes(self) -> Self:
        """The table with all that the other player has done meanwhile."""
        return (
            self
            if not self.waiting
            else apply_remote_change(replace(self, waiting=()), self.waiting[-1])
        )

    def agreement(self, glyphs: Glyphs) -> str:
        match self.asked, self.proposed:
            case Proposal(ProposalKind.DEAL), _:
                return format_sentence(
                    _("{name} is ready for the next deal."), name=self.other_name
                )
            case Proposal(ProposalKind.TEAM, option=option), _:
                sentence = _("{name} proposes: {choice}. Choose it too, with Enter, to agree.")
                return format_sentence(
                    sentence, name=self.other_name, choice=self.label_of(option, glyphs)
                )
            case _, Proposal(ProposalKind.DEAL):
                return format_sentence(
                    _("Waiting for {name} to press Space."), name=self.other_name
                )
            case _, Proposal(ProposalKind.TEAM, option=option):
                sentence = _("You propose: {choice}. {name} has not agreed yet.")
                return format_sentence(
                    sentence, name=self.other_name, choice=self.label_of(option, glyphs)
                )
            case _:
                return ""

    @property
    def is_ready(self) -> bool:
        return self.proposed is not None and self.proposed.kind is ProposalKind.DEAL

    def label_of(self, option: Any, glyphs: Glyphs) -> str:
        """Return what an option of the team is called."""
        header, position = self.session.game.header, self.session.state
        label = table_words(header.game).option_label_of
        return label(position, option, names_at_table(header), glyphs)

    @property
    def changed(self) -> GameChanged:
        """What is to be told of the game as it is here."""
        return GameChanged(self.session.game, self.saved)

    def propose(self, proposal: Proposal) -> Transition:
        """Propose something to the other player."""
        notice = ""
        if proposal.kind not in (ProposalKind.DEAL, ProposalKind.TEAM):
            notice = format_sentence(_("Asking {name}."), name=self.other_name)
        return Transition(replace(self, proposed=proposal, notice=notice), (SendToPeer(proposal),))


SharedStateT = TypeVar("SharedStateT", bound=SharedState)


def with_new_game(screen: SharedStateT, game: Game, saved: SavedGame) -> SharedStateT:
    """Return the table of another game that was just dealt."""
    session = show_hand(TableSession(with_recorder_seat(game, Seat.P1), own=screen.own_seat))
    shows = state.deselected_after_space(state.deselected_after_enter(state.mode_for(session)))
    return replace(
        screen,
        session=session,
        mode=shows,
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


def apply_remote_change(screen: SharedStateT, changed: GameChanged) -> SharedStateT:
    """Return the table as it is after a change at the other one."""
    before, game = screen.session.game, changed.game
    session = replace(screen.session, game=game)
    screen = replace(screen, session=session, saved=changed.saved)
    if game.first is not before.first:
        return with_new_game(screen, game, changed.saved)
    if game.turns == before.turns:
        # A hint was noted, or the time of the end.
        return screen
    session = replace(session, revocable=())
    shows = state.deselected_after_enter(state.deselected_after_space(state.mode_for(session)))
    is_back = len(game.turns) < len(before.turns)
    return replace(
        screen,
        session=session,
        mode=shows,
        warned=screen.warned and not is_back,
        proposed=None,
        asked=None,
        notice="",
    )


def apply_animated_change(screen: SharedStateT, changed: GameChanged) -> SharedStateT:
    """Return the table after a change at the other one, with what was done in sight for a moment.

    While no hand is in sight here, nothing is shown of it, either.
    """
    count, after = len(screen.session.game.turns), apply_remote_change(screen, changed)
    new = after.session.game.turns[count:]
    is_new_game = after.session.game.first is not screen.session.game.first
    if (
        not new
        or is_new_game
        or isinstance(new[-1].action, Deal)
        or after.session.visible_seat is None
    ):
        return after
    walking = moves.start_animation(after.session, animated=screen.animated)
    is_played = any(isinstance(turn.action, Play) for turn in new)
    if walking is None or is_played:
        return replace(after, mode=state.Paused(walking))
    return replace(after, mode=walking)


_WIDTH = 64


@dataclass(frozen=True, slots=True)
class OneKeyboard:
    """The game is to go on at one keyboard."""


@dataclass(frozen=True, slots=True)
class JoinRequestScreen(YesNoScreen):
    """Whether who knocks may come in; the answer goes to the meeting, whatever lies below."""

    knock: JoinRequest

    @property
    def prompt(self) -> str:
        knock = self.knock
        if not knock.account:
            sentence = _("Let {name} in?")
        elif knock.is_own:
            sentence = _("Let {name} in? (your own account, {account})")
        else:
            sentence = _("Let {name} in? (account {account})")
        return format_sentence(sentence, name=knock.name, account=knock.account)

    def answer(self, *, yes: bool) -> Transition:
        return Transition(self, (SendToPeer(JoinAnswered(yes)),))

    def on_peer_message(self, what: object, context: Context) -> Transition | None:
        """Close where whoever knocked comes in, or has gone."""
        return (
            Transition(self, (Pop(),))
            if isinstance(what, PlayerArrived | JoinRequestWithdrawn)
            else None
        )


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
        for line in wrap(self.sentence, _WIDTH):
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

    def _one_keyboard(self, _key: str, _context: Context) -> Transition:
        return Transition(self, (Pop(OneKeyboard()),))

    def _leave(self, _key: str, _context: Context) -> Transition:
        return Transition(self, (Pop(LeaveRequested()),))

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
        due = isinstance(self.mode, state.RoundEnd) and self.session.stage is Stage.BETWEEN_ROUNDS
        own = {**_OWN, CONTINUE_KEYS: {"handler": _ready}} if due else _OWN
        bindings = [replace(one, **own.get(one.keys, {})) for one in bindings_of(self)]
        if not self.is_skippable:
            leaves = next(at for at, one in enumerate(bindings) if "q" in one.keys)
            bindings.insert(leaves, replace(_TALK, footer=None) if self.talk_refusal else _TALK)
        return tuple(bindings)

    @property
    def end_actions(self) -> Sequence[state.EndAction]:
        """What can be done after a game; the guest can review one that its scores have."""
        has_record = not self.is_guest or counts_as_score(self.session.game)
        has_reviews = has_record and has_parts(self.game_name, *REVIEW_PARTS)
        if isinstance(self.mode, GameOver) and self.mode.more:
            return (_SAME, _LOOK_THROUGH, *((moves.SHARE,) if has_record else ()))
        return (_ANOTHER, *((_REVIEW,) if has_reviews else ()), _QUIT, moves.MORE)

    def draw(self, canvas: Canvas) -> None:
        """Draw the table, and over its scenery what the other player has said until it is read."""
        TableScreen.draw(self, canvas)
        if self.unread:
            last = next(line for line in reversed(self.lines) if line.name != self.own_name)
            said = _("{name} says: {line}")
            if self.unread > 1:
                said = _("{count} new lines; t shows them. {name} says: {line}")
            said = format_sentence(said, name=last.name, line=last.text, count=self.unread)
            layout = layout_for(canvas.size)
            row, *more = wrap(said, layout.width - 8)
            draw_overlay_row(canvas, layout.scenery, f"{row} ..." if more else row, Style.STRONG)

    def help_lines(self, width: int) -> list[TextLine]:
        """Return the help of any table, with the line to talk by."""
        rules = guide_words(self.game_name).rules()
        return help_page(_("Keys"), (*help_bindings(self.game_name), _TALK), rules, width)

    def play(self, option: Any, context: Context) -> Transition:
        """Propose what the team is to do, or do what was chosen, which both see for a moment."""
        if self.session.stage is Stage.TEAM:
            if self.asked == Proposal(ProposalKind.TEAM, self.own_seat.other, option):
                return self._do(option, context)
            return self.propose(Proposal(ProposalKind.TEAM, self.own_seat, option))
        if moves.is_losing(self, option):
            return moves.ask(state.Question.LOSES, self, option=option)
        return self._do(option, context)

    def _do(self, option: Any, context: Context) -> Transition:
        after = moves.do_option(replace(self, proposed=None, asked=None), option, context)
        played = after.screen
        assert isinstance(played, SharedTable), "a table stays one"
        if isinstance(played.mode, state.Animating) and isinstance(option, Play):
            # The other player sees the card first, too: so it walks at both tables at once.
            played = replace(played, mode=state.Paused(played.mode))
        return replace(after, screen=played)

    def on_settled(self) -> Transition:
        """Take up what the other player has done once nothing is looked at here."""
        if self.waiting and not isinstance(self.mode, state.Animating | state.Paused):
            first, *others = self.waiting
            return apply_animated_change(replace(self, waiting=tuple(others)), first).on_settled()
        return TableScreen.on_settled(self)

    def on_timeout(self, context: Context) -> Transition:
        """Enter the score at the host's table only: the guest has scores elsewhere."""
        if self.is_guest and isinstance(self.mode, GameOver) and not self.mode.entered:
            shows = replace(self.end, cursor=self.mode.cursor)
            shows = replace(shows, scene=moves.ending_pictures(self, context))
            return Transition(replace(self, mode=shows))
        if isinstance(self.mode, GameOver):
            return moves.enter_score_and_animate(self, self.mode, context)
        return TableScreen.on_timeout(self, context)

    def handle_event(self, event: Event, context: Context) -> Transition:
        """Tell the other table of each change once it is saved, and do what both agree on."""
        match event:
            case effects.GameSaved() | effects.SaveFailed():
                after = receive(self, event, context)
                assert isinstance(after.screen, SharedTable), "a table stays one"
                return replace(after, effects=(SendToPeer(after.screen.changed), *after.effects))
            case effects.GameStarted(game, saved):
                screen = with_new_game(self, game, saved)
                return Transition(screen, (SendToPeer(screen.changed),))
            case ScreenClosed(
                moves.QuestionAnswered(state.Question.RESIGN | state.Question.HOPELESS, yes=True)
            ):
                return self._resign(context)
            case ScreenClosed(
                moves.QuestionAnswered(state.Question.LOSES, yes=True, option=option)
            ):
                return self._do(option, context)
            case ScreenClosed(LeaveRequested()):
                return moves.leave(self)
            case ScreenClosed(Consent(yes)):
                return self._agree(context) if yes else self._decline()
            case ScreenClosed(bool() as muted):
                return Transition(replace(self, muted=muted, unread=0))
            case ScreenClosed(OneKeyboard()):
                game = self.with_queued_changes.session.game
                after = resume_table(game, self.with_queued_changes.saved)
                return replace(after, effects=(SendToPeer(OneKeyboardMode()), *after.effects))
            case _:
                after, before = receive(self, event, context), self.mode
                shows = after.screen.mode if isinstance(after.screen, SharedTable) else None
                if not isinstance(shows, GameOver) or shows.par is None or shows == before:
                    return after
                return replace(after, effects=(SendToPeer(shows.par), *after.effects))

    def on_peer_message(self, what: object, context: Context) -> Transition | None:
        """Show what the other player does, proposes or says."""
        match what:
            case GameChanged():
                after = apply_animated_change(self, what).on_settled()
                if self.waiting or isinstance(self.mode, state.Animating | state.Paused):
                    after = Transition(replace(self, waiting=(*self.waiting, what)))
                is_other = what.game.turns != self.with_queued_changes.session.game.turns
                lapsing = (CloseExpired(),) if is_other else ()
                return replace(after, effects=(*lapsing, *after.effects))
            case Proposal(ProposalKind.DEAL | ProposalKind.TEAM):
                return Transition(replace(self, asked=what))
            case Proposal():
                question = ConsentScreen(_question_of(self, what))
                return Transition(replace(self, asked=what), (CloseExpired(), Push(question)))
            case Declined():
                notice = format_sentence(_("{name} would rather not."), name=self.other_name)
                return Transition(replace(self, proposed=None, notice=notice))
            case TalkLine(name):
                is_new = name != self.own_name and not self.muted
                unread = self.unread + is_new
                return Transition(replace(self, lines=(*self.lines, what), unread=unread))
            case Par():
                return Transition(self._with_known(par=what))
            case GoalsReached(names, is_best) if self.with_queued_changes.session.is_won:
                goals = guide_words(self.game_name).goals
                reached = tuple(goal for goal in goals if goal.name in names)
                return Transition(self._with_known(goals=reached, is_best=is_best))
            case PlayerArrived(name):
                # Where a seat has moved, what was agreed on with the old one is not known there.
                screen = replace(
                    with_name(self.with_queued_changes, name), proposed=None, asked=None, notice=""
                )
                admitted = PlayerAdmitted(screen.session.game, screen.saved, screen.lines)
                return Transition(screen, (CloseExpired(), SendToPeer(admitted)))
            case PeerSilent(seconds):
                sentence = _("No answer from {name} for {seconds} seconds.")
                sentence = sentence if seconds else _("{name} answers again.")
                notice = format_sentence(sentence, name=self.other_name, seconds=str(seconds))
                return Transition(replace(self, notice=notice))
            case PeerDisconnected(recipe) if self.with_queued_changes.session.game.result is None:
                waiting = WaitingScreen(self.session.game.header, recipe, is_lost=True)
                alone = replace(self.with_queued_changes, proposed=None, asked=None)
                return Transition(alone, (CloseExpired(), Push(waiting)))
            case PeerDisconnected():
                notice = format_sentence(_("{name} has left."), name=self.other_name)
                return Transition(replace(self, proposed=None, asked=None, notice=notice))
            case _:
                return None

    def _with_known(self, **known: Any) -> SharedTable:
        shows, end = self.mode, replace(self.end, **known)
        if isinstance(shows, GameOver) and shows.entered:
            shows = replace(shows, **known)
        return replace(self, mode=shows, end=end)

    def _decline(self) -> Transition:
        if self.asked is None:
            return Transition(self)
        return Transition(replace(self, asked=None), (SendToPeer(Declined(self.asked.kind)),))

    def _agree(self, context: Context) -> Transition:
        asked, screen = self.asked, replace(self.with_queued_changes, asked=None)
        if asked is None:
            return Transition(screen)
        match asked.kind:
            case ProposalKind.TAKE_BACK if asked.after is not None:
                session = replace(screen.session, game=asked.after, revocable=())
                return moves.save(
                    replace(screen, session=session, mode=state.mode_for(session), warned=False)
                )
            case ProposalKind.RESIGN if screen.session.game.result is None:
                return moves.do_option(
                    screen, screen.session.game.rules.resignation(Seat.P1), context
                )
            case ProposalKind.SAME | ProposalKind.ANOTHER as kind:
                header = moves.header_for_replay(screen.session.game.header)
                header = header if kind is ProposalKind.SAME else replace(header, seed=None)
                return Transition(screen, (StartGame(open_game(header)),))
            case _:
                return Transition(screen)

    def _resign(self, context: Context) -> Transition:
        screen = self.with_queued_changes
        game = screen.session.game
        if game.result is not None:
            return Transition(screen)
        if game.rules.cooperative:
            return screen.propose(Proposal(ProposalKind.RESIGN, self.own_seat))
        return moves.do_option(screen, game.rules.resignation(self.own_seat), context)


def shared_table(game: Game, saved: SavedGame, seat: Seat, look: Look) -> SharedTable:
    """Return the table of a player: of the host, whose program has the game, or the guest, p2."""
    session = table_session.show_hand(TableSession(with_recorder_seat(game, Seat.P1), own=seat))
    shows = state.deselected_after_enter(state.mode_for(session))
    return SharedTable(session, shows, saved, animated=look.animated)


def _question_of(screen: SharedTable, proposal: Proposal) -> str:
    match proposal.kind:
        case ProposalKind.TAKE_BACK:
            sentence = _("{name} asks to take back the last choice. Agree?")
        case ProposalKind.RESIGN:
            sentence = _("{name} wants to resign. Agree? The game ends in defeat.")
        case ProposalKind.SAME:
            sentence = _("{name} wants to play the same deals again. Do you?")
        case _:
            sentence = _("{name} wants to play another game. Do you?")
    return format_sentence(sentence, name=screen.other_name)


def _take_back(screen: SharedTable, _key: str, _context: Context) -> Transition:
    if not screen.session.revocable or screen.waiting:
        return moves.take_back(replace(screen, session=replace(screen.session, revocable=())))
    after = table_session.take_back(screen.session).game
    return screen.propose(Proposal(ProposalKind.TAKE_BACK, screen.own_seat, after=after))


def _ready(screen: SharedTable, _key: str, _context: Context) -> Transition:
    if screen.asked is None or screen.asked.kind is not ProposalKind.DEAL:
        return screen.propose(Proposal(ProposalKind.DEAL, screen.own_seat))
    session = table_session.deal_at_table(screen.session)
    shows = state.deselected_after_space(state.mode_for(session))
    return moves.save(replace(screen, session=session, mode=shows, proposed=None, asked=None))


def _ask_to_resign(screen: SharedTable, _key: str, _context: Context) -> Transition:
    return moves.ask(state.Question.RESIGN, screen, screen.own_seat)


def _ask_to_leave(screen: SharedTable, _key: str, _context: Context) -> Transition:
    if isinstance(screen.mode, GameOver):
        return moves.leave(screen)
    ask_first = LeaveScreen(is_guest=screen.is_guest, other=screen.other_name)
    return Transition(screen, (Push(ask_first),))


def _talk(screen: SharedTable, _key: str, _context: Context) -> Transition:
    refusal = screen.talk_refusal
    if refusal and not screen.lines:
        return Transition(replace(screen, notice=refusal))
    talk = TalkScreen(screen.own_name, screen.lines, refusal, muted=screen.muted)
    return Transition(screen, (Push(talk),))


def _review(screen: SharedTable, _context: Context) -> Transition:
    if not screen.is_guest:
        return Transition(screen, (moves.opening_review(screen),))
    after = moves.leave(screen)
    return replace(after, effects=(SendToPeer(PeerReviews()), *after.effects))


# Translators: what the key t does: it opens a line to talk by
_SAY = N_("talk")
_TALK = Binding(
    ("t",),
    _talk,
    (N_("t"), _SAY),
    (N_("t"), N_("a line to the other player")),
    # Translators: the key t, in the last row where it has no room for "t" and "talk"
    short_footer=lambda: pgettext("brief", "t talk"),
)
_OWN: dict[Any, dict[str, Any]] = {
    ("u",): {"handler": _take_back},
    ("R",): {"handler": _ask_to_resign},
    ("q",): {"handler": _ask_to_leave},
    ("b",): {"footer": None},
    # Translators: the arrow keys, in the last row where it has no room for "arrows move" either
    ARROWS: {"short_footer": lambda: pgettext("brief", "arrows")},
}
"""What is other than at any table about bindings, by their keys."""

_ANOTHER: state.EndAction = (
    N_("Another game"),
    lambda screen, _context: screen.propose(Proposal(ProposalKind.ANOTHER, screen.own_seat)),
)
_SAME: state.EndAction = (
    N_("The same deals again"),
    lambda screen, _context: screen.propose(Proposal(ProposalKind.SAME, screen.own_seat)),
)
_LOOK_THROUGH: state.EndAction = (
    N_("Look through the game"),
    lambda screen, _context: Transition(screen, (call("replay:open_replay", screen.session.game),)),
)
_REVIEW: state.EndAction = (N_("Review"), _review)
_QUIT: state.EndAction = (N_("quit"), lambda screen, _context: moves.leave(screen))
