"""What one of two tables shows, of one game that two people play at two terminals."""

from __future__ import annotations

from typing import Any, Self, TypeVar

from foxduet.core.common import Deal, Play, Seat
from foxduet.core.frozen import dataclass, replace
from foxduet.core.values import is_name
from foxduet.play.game import Game, kept_by
from foxduet.play.table import Session, look
from foxduet.store.saved_games import SavedGame
from foxduet.ui.kit.effects import Tell
from foxduet.ui.kit.screen import Next
from foxduet.ui.remembered import can_be_typed
from foxduet.ui.remote.remarks import Changed, Kind, Line, Proposal
from foxduet.ui.remote.talk import talk_refusal
from foxduet.ui.table.moves import walk_at
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.shown import not_by_enter, not_by_space, shown
from foxduet.ui.table.state import GameOver, Paused
from foxduet.words.common import table_words
from foxduet.words.glyphs import Glyphs
from foxduet.words.i18n import _
from foxduet.words.people import chosen_names, fill, names_at_table


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
                return fill(_("{name} is ready for the next round."), name=self.other_name)
            case Proposal(Kind.TEAM, option=option), _:
                sentence = _("{name} proposes: {choice}. Enter on that agrees.")
                return fill(sentence, name=self.other_name, choice=self.label_of(option, glyphs))
            case _, Proposal(Kind.DEAL):
                return fill(_("{name} is still to press Space."), name=self.other_name)
            case _, Proposal(Kind.TEAM, option=option):
                sentence = _("You propose: {choice}. {name} is still to agree.")
                return fill(sentence, name=self.other_name, choice=self.label_of(option, glyphs))
            case _:
                return ""

    def label_of(self, option: Any, glyphs: Glyphs) -> str:
        """Return what an option of the team is called."""
        header, state = self.session.game.header, self.session.state
        label = table_words(header.game).option_label_of
        return label(state, option, names_at_table(header), glyphs)

    @property
    def changed(self) -> Changed:
        """What is to be told of the game as it is here."""
        return Changed(self.session.game, self.saved)

    def propose(self, proposal: Proposal) -> Next:
        """Propose something to the other player."""
        notice = ""
        if proposal.kind not in (Kind.DEAL, Kind.TEAM):
            notice = fill(_("{name} is asked."), name=self.other_name)
        return Next(replace(self, proposed=proposal, notice=notice), (Tell(proposal),))


SharedStateT = TypeVar("SharedStateT", bound=SharedState)


def begun(screen: SharedStateT, game: Game, saved: SavedGame) -> SharedStateT:
    """Return the table of another game that was just dealt."""
    session = look(Session(kept_by(game, Seat.P1), own=screen.own))
    shows = not_by_space(not_by_enter(shown(session)))
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
    shows = not_by_enter(not_by_space(shown(session)))
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
    walking = walk_at(after.session, animated=screen.animated)
    is_played = any(isinstance(turn.action, Play) for turn in new)
    if walking is None or is_played:
        return replace(after, shows=Paused(walking))
    return replace(after, shows=walking)
