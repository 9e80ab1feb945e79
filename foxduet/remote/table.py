"""A player's table in a game at two terminals: state, questions, talk and waiting.

Both tables show the same game. A player's action is saved and sent to the other table, which shows
it like a partner's. Actions that concern both are proposed, and done once the other player agrees.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar

from foxduet.core.cards import Deal, Play, Seat
from foxduet.core.errors import N_, is_name
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.core.registry import REVIEW_PARTS, has_parts
from foxduet.play import table_session
from foxduet.play.game import Game, Header, open_game, set_recorder_seat
from foxduet.play.table_session import Stage, TableSession, show_hand
from foxduet.remote.wire import Account, Entered
from foxduet.store.saved_games import SavedGame
from foxduet.store.score_entries import Par, counts_as_score
from foxduet.ui.kit import effects, keys
from foxduet.ui.kit.canvas import (
    WIDTH,
    Canvas,
    Look,
    Style,
    draw_clearing,
    draw_notice,
    draw_undergrowth,
)
from foxduet.ui.kit.effects import Event, ScreenClosed, SendToPeer, StartGame
from foxduet.ui.kit.keys import ARROWS, CONTINUE_KEYS
from foxduet.ui.kit.pages import HELP_BINDING, ScreenWithHelp, YesNoScreen, help_page
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
from foxduet.ui.table.keys import bindings_of, failure_notice, help_bindings, receive
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
    clip,
    format_sentence,
    names_at_table,
    text_width,
    wrap,
)

if TYPE_CHECKING:
    from foxduet.words.text import TextLine


@dataclass(frozen=True, slots=True)
class Consent:
    """The answer to the other player's proposal."""

    yes: bool


class BareMessage(Enum):
    """A message without content, to the meeting, a table or the screen below."""

    ONE_KEYBOARD = "the host continues the game at one keyboard"
    TABLE_READY = "an admitted guest can sit down"
    GUEST_REVIEWS = "the guest leaves to review the game in its own program"
    REQUEST_SETTLED = "the request to join was answered, or the guest has disconnected"
    LEAVE = "the player leaves the table"


@dataclass(frozen=True, slots=True)
class ConsentScreen(YesNoScreen):
    """Asks whether a player agrees to the other's ``proposal``."""

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
    """Asks whether a player leaves the table; for a guest, the game is saved elsewhere."""

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
        return Transition(self, (Pop(BareMessage.LEAVE if yes else None),))


class ProposalKind(Enum):
    """Actions that need both players."""

    TAKE_BACK = "take the last choice back"
    RESIGN = "resign as a team"
    DEAL = "deal the next round"
    TEAM = "do something as a team between rounds"
    SAME = "play the same deals again"
    ANOTHER = "play another game"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposal of a seat.

    option: the team's choice, for TEAM.
    game: the game without the last choice, for TAKE_BACK.
    """

    kind: ProposalKind
    seat: Seat
    option: Any = None
    game: Game | None = None


@dataclass(frozen=True, slots=True)
class GameChanged:
    """The game changed at one table; ``failure`` is set if it could not be saved there."""

    game: Game
    saved: SavedGame
    failure: effects.SaveFailed | None = None


@dataclass(frozen=True, slots=True)
class Declined:
    kind: ProposalKind


@dataclass(frozen=True, slots=True)
class PeerDisconnected:
    """The other player has disconnected; ``recipe`` has the commands to rejoin."""

    recipe: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TalkLine:
    """A line that a player said."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class PlayerAdmitted:
    """The other player may sit down at this game, with the talk so far in ``lines``."""

    game: Game
    saved: SavedGame
    lines: tuple[TalkLine, ...]


@dataclass(frozen=True, slots=True)
class PeerSilent:
    """The other terminal has been silent for ``seconds``; 0 if it answers again."""

    seconds: int


@dataclass(frozen=True, slots=True)
class JoinAnswered:
    """The host's answer to a request to join."""

    yes: bool


@dataclass(frozen=True, slots=True)
class PlayerArrived:
    """An admitted guest with this name wants to sit down.

    has_moved: the guest had the seat before, at another terminal of the same account.
    """

    name: str
    has_moved: bool = False


@dataclass(frozen=True, slots=True)
class FailedArrivals:
    """The number of attempts to come in over the network that have failed."""

    count: int


MAX_TALK_LENGTH = 200
_RESERVED_ROWS = 10
"""Rows of the window not used for talk."""
_MAX_BREAK = 20
"""Maximum cells that the end of a row stays short for the next word."""
_SCROLL_KEYS = (keys.UP, keys.DOWN, keys.PAGE_UP, keys.PAGE_DOWN, keys.HOME, keys.END, *keys.WHEEL)


def talk_refusal(game: Game) -> str:
    """Return why talking is not allowed now, or "": a team must not talk within a round (R10.4)."""
    pending = game.pending
    if not game.rules.cooperative or pending is None or pending.seat is None:
        return ""
    return _("No talking during a round: only before the deal and between rounds.")


@dataclass(frozen=True, slots=True)
class TalkScreen(Screen):
    """All talk, with the last line visible, and the line that the player types.

    It stays open and receives lines.

    name: the player's name.
    refusal: why talking is not allowed; "" if it is.
    muted: hides the other player's lines.
    top: first row shown; None for the end.
    """

    name: str
    lines: tuple[TalkLine, ...]
    refusal: str = ""
    input_text: str = ""
    muted: bool = False
    top: int | None = None

    def _talk_rows(self) -> list[str]:
        lines = (line for line in self.lines if line.name == self.name or not self.muted)
        texts = (format_sentence(_("{name}: {line}"), name=t.name, line=t.text) for t in lines)
        return [row for text in texts for row in wrap(text, WIDTH)]

    def draw(self, canvas: Canvas) -> None:
        size, talk = canvas.size, self._talk_rows()
        room, left_column = size.rows - _RESERVED_ROWS, (size.columns - WIDTH) // 2
        draw_undergrowth(canvas, 1, left_column, WIDTH)
        last_top = max(0, len(talk) - room)
        top = last_top if self.top is None else min(self.top, last_top)
        for row, text in enumerate(talk[top : top + room], 3):
            canvas.put(row, left_column, text)
        draw_undergrowth(canvas, size.rows - 6, left_column, WIDTH)
        input_rows = wrap(self.refusal or f"> {self.input_text}_", WIDTH)[:4]
        for row, text in enumerate(input_rows, size.rows - 5):
            canvas.put(row, left_column, text, Style.PROMPT)
            canvas.point(row, left_column + text_width(text) - 1)
        hints = [] if self.refusal else [_("Enter say")]
        hints += [_("up, down scroll")] if last_top else []
        hints += [_("Tab hear again") if self.muted else _("Tab mute"), _("Esc back")]
        canvas.put_centred(size.rows - 1, "   ".join(hints), Style.DIM)

    def accepts_text(self, key: str) -> bool:
        return not self.refusal and (len(key) == 1 or key == keys.BACKSPACE)

    def takes(self, key: str) -> bool:
        """True for every key: the screen always shows whether talking is allowed."""
        return True

    @property
    def takes_pastes(self) -> bool:
        return not self.refusal

    def handle_key(self, key: str, context: Context) -> Transition:
        """Type, say the line, scroll, mute, or go back."""
        match key:
            case keys.ENTER if self.input_text.strip() and not self.refusal:
                line = TalkLine(self.name, self.input_text.strip())
                return Transition(replace(self, input_text="", top=None), (SendToPeer(line),))
            case keys.ESCAPE:
                return Transition(self, (Pop(self.muted),))
            case keys.TAB:
                return Transition(replace(self, muted=not self.muted, top=None))
            case _ if key in _SCROLL_KEYS:
                room, count = context.size.rows - _RESERVED_ROWS, len(self._talk_rows())
                last_top = max(0, count - room)
                top = keys.scroll(last_top if self.top is None else self.top, key, room, count)
                return Transition(replace(self, top=None if top == last_top else top))
            case _ if not self.accepts_text(key):
                return Transition(self)
            case keys.BACKSPACE:
                return Transition(replace(self, input_text=self.input_text[:-1]))
            case _ if key.isprintable() and len(self.input_text) < MAX_TALK_LENGTH:
                return Transition(replace(self, input_text=self.input_text + key))
            case _:
                return Transition(self)

    def on_peer_message(self, message: object, context: Context) -> Transition | None:
        """Add a line of talk, and update whether talking is allowed."""
        match message:
            case TalkLine():
                return Transition(replace(self, lines=(*self.lines, message)))
            case GameChanged(game):
                return Transition(replace(self, refusal=talk_refusal(game)))
            case _:
                return None


@dataclass(frozen=True, slots=True)
class SharedTable(TableScreen):
    """A game of two people from the perspective of the player here.

    queue: changes by the other player that this table has yet to show, oldest first.
    proposal, peer_proposal: the pending proposals of this player and of the other.
    lines, unread: all talk, and the number of unread lines at its end.
    end: results of the finished game that the host's table or the guest's program has sent.
    animated: the table shows pieces moving.
    """

    queue: tuple[GameChanged, ...] = ()
    proposal: Proposal | None = None
    peer_proposal: Proposal | None = None
    lines: tuple[TalkLine, ...] = ()
    unread: int = 0
    end: GameOver = GameOver(entered=True)
    muted: bool = False
    animated: bool = True

    @property
    def own_seat(self) -> Seat:
        assert self.session.own_seat is not None, "each table has a seat of its own"
        return self.session.own_seat

    @property
    def is_guest(self) -> bool:
        """Whether this is the guest's table, which has no files here."""
        return self.own_seat is Seat.P2

    @property
    def other_name(self) -> str:
        return names_at_table(self.session.game.header)[self.own_seat.other]

    @property
    def own_name(self) -> str:
        return names_at_table(self.session.game.header)[self.own_seat]

    @property
    def command(self) -> str:
        return "host"

    @property
    def talk_refusal(self) -> str:
        """Why talking is not allowed now; "" if it is."""
        return talk_refusal(self.latest_table.session.game)

    @property
    def latest_table(self) -> SharedTable:
        """The table with all changes in ``queue`` applied."""
        if not self.queue:
            return self
        return apply_remote_change(replace(self, queue=()), self.queue[-1])

    def agreement(self, glyphs: Glyphs) -> str:
        name = self.other_name
        match self.peer_proposal, self.proposal:
            case Proposal(ProposalKind.DEAL), _:
                return format_sentence(_("{name} is ready for the next deal."), name=name)
            case Proposal(ProposalKind.TEAM, option=option), _:
                sentence = _("{name} proposes: {choice}. Choose it too, with Enter, to agree.")
                return format_sentence(sentence, name=name, choice=self.label_of(option, glyphs))
            case _, Proposal(ProposalKind.DEAL):
                return format_sentence(_("Waiting for {name} to press Space."), name=name)
            case _, Proposal(ProposalKind.TEAM, option=option):
                sentence = _("You propose: {choice}. {name} has not agreed yet.")
                return format_sentence(sentence, name=name, choice=self.label_of(option, glyphs))
            case _:
                return ""

    @property
    def is_ready(self) -> bool:
        return self.proposal is not None and self.proposal.kind is ProposalKind.DEAL

    def label_of(self, option: Any, glyphs: Glyphs) -> str:
        """Return the label of a team's option."""
        header, position = self.session.game.header, self.session.state
        label = table_words(header.game).option_label_of
        return label(position, option, names_at_table(header), glyphs)

    def propose(self, proposal: Proposal) -> Transition:
        notice = ""
        if proposal.kind not in (ProposalKind.DEAL, ProposalKind.TEAM):
            notice = format_sentence(_("Asking {name}."), name=self.other_name)
        return Transition(replace(self, proposal=proposal, notice=notice), (SendToPeer(proposal),))

    @property
    def bindings(self) -> Bindings:
        """The bindings of any table; joint actions are proposed, and there is a key for talking.

        The last row lists that key, and for lack of room omits blanking the screen, which matters
        less when no other player looks at it.
        """
        changes = _CHANGES
        if isinstance(self.mode, state.RoundEnd) and self.session.stage is Stage.BETWEEN_ROUNDS:
            changes = {**changes, CONTINUE_KEYS: {"handler": _agree_to_deal}}
        bindings = [replace(b, **changes.get(b.keys, {})) for b in bindings_of(self)]
        if not self.is_skippable:
            index = next(i for i, binding in enumerate(bindings) if "q" in binding.keys)
            bindings.insert(index, replace(_TALK, footer=None) if self.talk_refusal else _TALK)
        return tuple(bindings)

    @property
    def end_actions(self) -> Sequence[state.EndAction]:
        """Actions after a game; guests can review games that their scores contain."""
        has_record = not self.is_guest or counts_as_score(self.session.game)
        has_reviews = has_record and has_parts(self.game_name, *REVIEW_PARTS)
        if isinstance(self.mode, GameOver) and self.mode.more:
            return (_SAME_DEALS, _LOOK_THROUGH, *((moves.SHARE,) if has_record else ()))
        return (_ANOTHER_GAME, *((_REVIEW,) if has_reviews else ()), _QUIT, moves.MORE)

    def draw(self, canvas: Canvas) -> None:
        """Draw the table, with unread talk over its scenery."""
        TableScreen.draw(self, canvas)
        if self.unread:
            line = next(line for line in reversed(self.lines) if line.name != self.own_name)
            text = _("{name} says: {line}")
            if self.unread > 1:
                text = _("{count} new lines; t shows them. {name} says: {line}")
            text = format_sentence(text, name=line.name, line=line.text, count=self.unread)
            layout = layout_for(canvas.size)
            room = layout.width - 8
            row, *tail = wrap(text, room)
            if text_width(row) < room - _MAX_BREAK:
                # The next word is very long, such as an address.
                row = clip(text, room)
            draw_overlay_row(canvas, layout.scenery, f"{row} ..." if tail else row, Style.STRONG)

    def help_lines(self, width: int) -> list[TextLine]:
        """Return the help of any table, with the key for talking."""
        rules = guide_words(self.game_name).rules()
        return help_page(_("Keys"), (*help_bindings(self.game_name), _TALK), rules, width)

    def play(self, option: Any, context: Context) -> Transition:
        """Propose a team's option, or play a choice, which both tables show for a moment."""
        if self.session.stage is Stage.TEAM:
            if self.peer_proposal == Proposal(ProposalKind.TEAM, self.own_seat.other, option):
                return self._perform(option, context)
            return self.propose(Proposal(ProposalKind.TEAM, self.own_seat, option))
        if moves.is_losing(self, option):
            return moves.ask(state.Question.LOSES, self, option=option)
        return self._perform(option, context)

    def _perform(self, option: Any, context: Context) -> Transition:
        result = moves.do_option(replace(self, proposal=None, peer_proposal=None), option, context)
        new_screen = result.screen
        assert isinstance(new_screen, SharedTable), "a table stays one"
        if isinstance(new_screen.mode, state.Animating) and isinstance(option, Play):
            # The other table also shows the card first, so that pieces walk at both tables at once.
            new_screen = replace(new_screen, mode=state.Paused(new_screen.mode))
        return replace(result, screen=new_screen)

    def on_settled(self) -> Transition:
        """Apply the other player's next change once no animation or pause is left."""
        if self.queue and not isinstance(self.mode, state.Animating | state.Paused):
            change, *queue = self.queue
            return apply_animated_change(replace(self, queue=tuple(queue)), change).on_settled()
        return TableScreen.on_settled(self)

    def on_timeout(self, context: Context) -> Transition:
        """Enter the score at the host's table only: the guest's scores are elsewhere."""
        if self.is_guest and isinstance(self.mode, GameOver) and not self.mode.entered:
            scene = moves.ending_pictures(self, context)
            mode = replace(self.end, cursor=self.mode.cursor, scene=scene)
            return Transition(replace(self, mode=mode))
        if isinstance(self.mode, GameOver):
            return moves.enter_score_and_animate(self, self.mode, context)
        return TableScreen.on_timeout(self, context)

    def handle_event(self, event: Event, context: Context) -> Transition:
        """Send each change to the other table once it is saved, and act on agreements."""
        match event:
            case effects.GameSaved() | effects.SaveFailed():
                result = receive(self, event, context)
                assert isinstance(result.screen, SharedTable), "a table stays one"
                failure = event if isinstance(event, effects.SaveFailed) else None
                change = GameChanged(result.screen.session.game, result.screen.saved, failure)
                return replace(result, effects=(SendToPeer(change), *result.effects))
            case effects.StartFailed():
                return replace(receive(self, event, context), effects=(SendToPeer(event),))
            case effects.GameStarted(game, saved):
                screen = replace_game(self, game, saved)
                change = GameChanged(screen.session.game, saved)
                return Transition(screen, (SendToPeer(change),))
            case ScreenClosed(
                moves.QuestionAnswered(state.Question.RESIGN | state.Question.HOPELESS, yes=True)
            ):
                return self._resign(context)
            case ScreenClosed(
                moves.QuestionAnswered(state.Question.LOSES, yes=True, option=option)
            ):
                return self._perform(option, context)
            case ScreenClosed(BareMessage.LEAVE):
                return moves.leave(self)
            case ScreenClosed(Consent(yes=True)):
                return self._agree(context)
            case ScreenClosed(Consent()) if self.peer_proposal is not None:
                declined = Declined(self.peer_proposal.kind)
                return Transition(replace(self, peer_proposal=None), (SendToPeer(declined),))
            case ScreenClosed(Consent()):
                return Transition(self)
            case ScreenClosed(bool() as muted):
                return Transition(replace(self, muted=muted, unread=0))
            case ScreenClosed(BareMessage.ONE_KEYBOARD):
                game = self.latest_table.session.game
                result = resume_table(game, self.latest_table.saved)
                return replace(
                    result, effects=(SendToPeer(BareMessage.ONE_KEYBOARD), *result.effects)
                )
            case _:
                result = receive(self, event, context)
                mode = result.screen.mode if isinstance(result.screen, SharedTable) else None
                if not isinstance(mode, GameOver) or mode.par is None or mode == self.mode:
                    return result
                return replace(result, effects=(SendToPeer(mode.par), *result.effects))

    def on_peer_message(self, message: object, context: Context) -> Transition | None:
        """Show the other player's actions, proposals and talk."""
        match message:
            case GameChanged():
                result = apply_animated_change(self, message).on_settled()
                if self.queue or isinstance(self.mode, state.Animating | state.Paused):
                    result = Transition(replace(self, queue=(*self.queue, message)))
                is_other = message.game.turns != self.latest_table.session.game.turns
                effects_before = (CloseExpired(),) if is_other else ()
                return replace(result, effects=(*effects_before, *result.effects))
            case Proposal(ProposalKind.DEAL | ProposalKind.TEAM):
                return Transition(replace(self, peer_proposal=message))
            case Proposal(kind):
                question = format_sentence(_(_QUESTIONS[kind]), name=self.other_name)
                question_effects = CloseExpired(), Push(ConsentScreen(question))
                return Transition(replace(self, peer_proposal=message), question_effects)
            case Declined():
                notice = format_sentence(_("{name} would rather not."), name=self.other_name)
                return Transition(replace(self, proposal=None, notice=notice))
            case TalkLine(name):
                is_new = name != self.own_name and not self.muted
                unread = self.unread + is_new
                return Transition(replace(self, lines=(*self.lines, message), unread=unread))
            case effects.StartFailed():
                return receive(replace(self, proposal=None), message, context)
            case Par():
                return Transition(self._update_end(par=message))
            case Entered(names, is_best) if self.latest_table.session.is_won:
                goals = guide_words(self.game_name).goals
                reached = tuple(goal for goal in goals if goal.name in names)
                return Transition(self._update_end(goals=reached, is_best=is_best))
            case PlayerArrived(name, has_moved):
                moved = _("Another terminal of the same account now has {name}'s seat.")
                notice = format_sentence(moved, name=name) if has_moved else ""
                # A guest who moved to another terminal does not know earlier proposals.
                screen = rename_guest(self.latest_table, name)
                screen = replace(screen, proposal=None, peer_proposal=None, notice=notice)
                admission = PlayerAdmitted(screen.session.game, screen.saved, screen.lines)
                return Transition(screen, (CloseExpired(), SendToPeer(admission)))
            case PeerSilent(seconds):
                sentence = _("No answer from {name} for {seconds} seconds.")
                sentence = sentence if seconds else _("{name} answers again.")
                notice = format_sentence(sentence, name=self.other_name, seconds=str(seconds))
                return Transition(replace(self, notice=notice))
            case PeerDisconnected(recipe) if self.latest_table.session.game.result is None:
                waiting_screen = WaitingScreen(self.session.game.header, recipe, is_lost=True)
                alone = replace(self.latest_table, proposal=None, peer_proposal=None)
                return Transition(alone, (CloseExpired(), Push(waiting_screen)))
            case PeerDisconnected():
                notice = format_sentence(_("{name} has left."), name=self.other_name)
                return Transition(replace(self, proposal=None, peer_proposal=None, notice=notice))
            case _:
                return None

    def _update_end(self, **fields: Any) -> SharedTable:
        mode, end = self.mode, replace(self.end, **fields)
        if isinstance(mode, GameOver) and mode.entered:
            mode = replace(mode, **fields)
        return replace(self, mode=mode, end=end)

    def _agree(self, context: Context) -> Transition:
        proposal, screen = self.peer_proposal, replace(self.latest_table, peer_proposal=None)
        if proposal is None:
            return Transition(screen)
        match proposal.kind:
            case ProposalKind.TAKE_BACK if proposal.game is not None:
                session = replace(screen.session, game=proposal.game, revocable=())
                mode = state.mode_for(session)
                return moves.save(replace(screen, session=session, mode=mode, warned=False))
            case ProposalKind.RESIGN if screen.session.game.result is None:
                option = screen.session.game.rules.resignation(Seat.P1)
                return moves.do_option(screen, option, context)
            case ProposalKind.SAME | ProposalKind.ANOTHER as kind:
                header = moves.header_for_replay(screen.session.game.header)
                header = header if kind is ProposalKind.SAME else replace(header, seed=None)
                return Transition(screen, (StartGame(open_game(header)),))
            case _:
                return Transition(screen)

    def _resign(self, context: Context) -> Transition:
        screen = self.latest_table
        game = screen.session.game
        if game.result is not None:
            return Transition(screen)
        if game.rules.cooperative:
            return screen.propose(Proposal(ProposalKind.RESIGN, self.own_seat))
        return moves.do_option(screen, game.rules.resignation(self.own_seat), context)


def replace_game(screen: SharedTable, game: Game, saved: SavedGame) -> SharedTable:
    """Return the table with a newly dealt game."""
    session = show_hand(TableSession(set_recorder_seat(game, Seat.P1), own_seat=screen.own_seat))
    mode = state.guard_after_space(state.guard_after_enter(state.mode_for(session)))
    screen = replace(screen, session=session, mode=mode, saved=saved, warned=False, notice="")
    end = GameOver(entered=True)
    return replace(screen, after_saving=None, end=end, proposal=None, peer_proposal=None)


def rename_guest(screen: SharedTable, name: str) -> SharedTable:
    """Return the table with the guest's name, unless the guest has another name already."""
    game = screen.session.game
    host_name, _guest_name = game.header.players
    is_chosen = bool(chosen_names(game.header.players, None)[1]) or len(game.turns) > 1
    if is_chosen or not is_name(name) or name == host_name or not can_be_typed(name):
        return screen
    game = replace(game, header=replace(game.header, players=(host_name, name)))
    return replace(screen, session=replace(screen.session, game=game))


def apply_remote_change(screen: SharedTable, message: GameChanged) -> SharedTable:
    """Return the table after a change at the other table."""
    old_game, game = screen.session.game, message.game
    session = replace(screen.session, game=game)
    screen = replace(screen, session=session, saved=message.saved)
    if game.initial_state is not old_game.initial_state:
        return replace_game(screen, game, message.saved)
    if game.turns == old_game.turns:
        # Only a hint or the time of the end was recorded.
        return screen
    session = replace(session, revocable=())
    mode = state.guard_after_enter(state.guard_after_space(state.mode_for(session)))
    warned = screen.warned and len(game.turns) >= len(old_game.turns)
    screen = replace(screen, session=session, mode=mode, warned=warned)
    return replace(screen, proposal=None, peer_proposal=None, notice="")


def apply_animated_change(screen: SharedTable, message: GameChanged) -> SharedTable:
    """Return the table after a change at the other table, with the action shown for a moment.

    Without a visible hand here, the action stays hidden.
    """
    count, new_screen = len(screen.session.game.turns), apply_remote_change(screen, message)
    if message.failure is not None:
        new_screen = replace(new_screen, notice=failure_notice(message.failure))
    new_turns = new_screen.session.game.turns[count:]
    is_new_game = new_screen.session.game.initial_state is not screen.session.game.initial_state
    is_hidden = new_screen.session.visible_seat is None
    if not new_turns or is_new_game or is_hidden or isinstance(new_turns[-1].action, Deal):
        return new_screen
    animation = moves.start_animation(new_screen.session, animated=screen.animated)
    is_played = any(isinstance(turn.action, Play) for turn in new_turns)
    if animation is None or is_played:
        return replace(new_screen, mode=state.Paused(animation))
    return replace(new_screen, mode=animation)


_TEXT_WIDTH = 64


@dataclass(frozen=True, slots=True)
class JoinRequestScreen(YesNoScreen):
    """Asks whether to admit a guest; the answer goes to the meeting, whatever screen is below."""

    name: str
    account: Account | None

    @property
    def prompt(self) -> str:
        sentence, account = _("Let {name} in? (account {account})"), self.account
        if account is None:
            return format_sentence(_("Let {name} in?"), name=self.name)
        if account.is_own:
            sentence = _("Let {name} in? (your own account, {account})")
        return format_sentence(sentence, name=self.name, account=account.name)

    @property
    def urgent_sentence(self) -> str:
        return format_sentence(_("{name} wants to come in."), name=self.name)

    def answer(self, *, yes: bool) -> Transition:
        return Transition(self, (SendToPeer(JoinAnswered(yes)),))

    def on_peer_message(self, message: object, context: Context) -> Transition | None:
        """Close once the guest comes in or has disconnected."""
        is_settled = isinstance(message, PlayerArrived) or message is BareMessage.REQUEST_SETTLED
        return Transition(self, (Pop(),)) if is_settled else None


@dataclass(frozen=True, slots=True)
class WaitingScreen(ScreenWithHelp):
    """The host waits for the other player.

    recipe: the commands that the other player types, one way per block.
    is_lost: a player at the table has disconnected.
    """

    header: Header
    recipe: tuple[str, ...]
    is_lost: bool = False

    @property
    def game_name(self) -> str:
        return self.header.game

    @property
    def heading(self) -> str:
        return format_sentence(_("Waiting for {name}"), name=names_at_table(self.header)[1])

    @property
    def sentence(self) -> str:
        """The introduction to ``recipe``."""
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
        for line in wrap(self.sentence, _TEXT_WIDTH):
            canvas.put_centred(row, line)
            row += 1
        for line in self.recipe:
            row += 1
            canvas.put_centred(row, line, Style.STRONG)
        note = _("You decide who comes in.")
        canvas.put_centred(row + 3, note, Style.DIM)
        draw_notice(canvas, top + 19, self.notice, self.footer)

    def on_peer_message(self, message: object, context: Context) -> Transition | None:
        if not isinstance(message, FailedArrivals):
            return None
        notice = _("Failed attempts to come in: {count}.").format(count=message.count)
        return Transition(replace(self, notice=notice))

    @property
    def expires_on_remote_change(self) -> bool:
        return True

    BINDINGS: ClassVar = (
        Binding(
            ("k",),
            lambda screen, _key, _context: Transition(screen, (Pop(BareMessage.ONE_KEYBOARD),)),
            # Translators: the key k, as in "keyboard"; it stays that letter
            (N_("k"), N_("carry on at one keyboard")),
        ),
        HELP_BINDING,
        Binding(
            ("q",),
            lambda screen, _key, _context: Transition(screen, (Pop(BareMessage.LEAVE),)),
            (N_("q"), N_("leave")),
        ),
    )


def shared_table(game: Game, saved: SavedGame, seat: Seat, look: Look) -> SharedTable:
    """Return a player's table: P1 is the host, whose program has the game; P2 is the guest."""
    session = table_session.show_hand(TableSession(set_recorder_seat(game, Seat.P1), own_seat=seat))
    mode = state.guard_after_enter(state.mode_for(session))
    return SharedTable(session, mode, saved, animated=look.animated)


_QUESTIONS = {
    ProposalKind.TAKE_BACK: N_("{name} asks to take back the last choice. Agree?"),
    ProposalKind.RESIGN: N_("{name} wants to resign. Agree? The game ends in defeat."),
    ProposalKind.SAME: N_("{name} wants to play the same deals again. Do you?"),
    ProposalKind.ANOTHER: N_("{name} wants to play another game. Do you?"),
}


def _take_back(screen: SharedTable, _key: str, _context: Context) -> Transition:
    if not screen.session.revocable or screen.queue:
        return moves.undo(replace(screen, session=replace(screen.session, revocable=())))
    game = table_session.take_back(screen.session).game
    return screen.propose(Proposal(ProposalKind.TAKE_BACK, screen.own_seat, game=game))


def _agree_to_deal(screen: SharedTable, _key: str, _context: Context) -> Transition:
    if screen.peer_proposal is None or screen.peer_proposal.kind is not ProposalKind.DEAL:
        return screen.propose(Proposal(ProposalKind.DEAL, screen.own_seat))
    session = table_session.deal_at_table(screen.session)
    mode = state.guard_after_space(state.mode_for(session))
    screen = replace(screen, session=session, mode=mode)
    return moves.save(replace(screen, proposal=None, peer_proposal=None))


def _ask_to_leave(screen: SharedTable, _key: str, _context: Context) -> Transition:
    if isinstance(screen.mode, GameOver):
        return moves.leave(screen)
    question = LeaveScreen(is_guest=screen.is_guest, other=screen.other_name)
    return Transition(screen, (Push(question),))


def _open_talk(screen: SharedTable, _key: str, _context: Context) -> Transition:
    refusal = screen.talk_refusal
    if refusal and not screen.lines:
        return Transition(replace(screen, notice=refusal))
    talk = TalkScreen(screen.own_name, screen.lines, refusal, muted=screen.muted)
    return Transition(screen, (Push(talk),))


def _open_review(screen: SharedTable, _context: Context) -> Transition:
    if not screen.is_guest:
        return Transition(screen, (moves.opening_review(screen),))
    transition = moves.leave(screen)
    return replace(transition, effects=(SendToPeer(BareMessage.GUEST_REVIEWS), *transition.effects))


# Translators: what the key t does: it opens a line to talk by
_SAY = N_("talk")
_TALK = Binding(
    ("t",),
    _open_talk,
    (N_("t"), _SAY),
    (N_("t"), N_("a line to the other player")),
    # Translators: the key t, in the last row where it has no room for "t" and "talk"
    short_footer=lambda: pgettext("brief", "t talk"),
)
_CHANGES: dict[Any, dict[str, Any]] = {
    ("u",): {"handler": _take_back},
    ("R",): {"handler": lambda table, *_: moves.ask(state.Question.RESIGN, table, table.own_seat)},
    ("q",): {"handler": _ask_to_leave},
    ("b",): {"footer": None},
    # Translators: the arrow keys, in the last row where it has no room for "arrows move" either
    ARROWS: {"short_footer": lambda: pgettext("brief", "arrows")},
}
"""Differences from the bindings of any table, by their keys."""

_ANOTHER_GAME: state.EndAction = (
    N_("Another game"),
    lambda screen, _context: screen.propose(Proposal(ProposalKind.ANOTHER, screen.own_seat)),
)
_SAME_DEALS: state.EndAction = (
    N_("The same deals again"),
    lambda screen, _context: screen.propose(Proposal(ProposalKind.SAME, screen.own_seat)),
)
_LOOK_THROUGH: state.EndAction = (
    N_("Look through the game"),
    lambda screen, _context: Transition(screen, (call("replay:open_replay", screen.session.game),)),
)
_REVIEW: state.EndAction = (N_("Review"), _open_review)
_QUIT: state.EndAction = (N_("quit"), lambda screen, _context: moves.leave(screen))
