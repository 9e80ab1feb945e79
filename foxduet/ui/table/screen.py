"""The table on the screen: its state, with its keys, its drawing, and what it makes of events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, assert_never

from foxduet.ai.partner import check_people_play
from foxduet.core.frozen import dataclass, replace
from foxduet.play.game import Game
from foxduet.play.table import Session, look
from foxduet.store.saved_games import SavedGame
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Canvas
from foxduet.ui.kit.pages import Readable
from foxduet.ui.kit.screen import Bindings, Context, Next
from foxduet.ui.table import moves, state

if TYPE_CHECKING:
    from foxduet.ai.workers import Job
    from foxduet.ui.kit.effects import Event


_TYPING = (*"0123456789", keys.ENTER, keys.ESCAPE, keys.BACKSPACE)
"""The keys that type a card, besides the letters of suits."""


@dataclass(frozen=True, slots=True)
class PlayScreen(state.TableState):
    """A table that takes keys and waits for thoughts, with a tutor beside it or without."""

    def press(self, key: str, context: Context) -> Next:
        """Do what ``key`` is bound to in what the table shows, or skip what is watched."""
        if isinstance(self.shows, state.Choosing) and self.shows.typed is not None:
            from foxduet.ui.table.keys import type_key

            typed = type_key(self, self.shows, key)
            if typed is not None:
                return Next(typed)
            return Readable.press(
                replace(self, shows=replace(self.shows, typed=None)), key, context
            )
        return Readable.press(self, key, context)

    def press_unbound(self, key: str) -> Next:
        """Skip what is watched by any key that does nothing else."""
        return moves.stop_watching(self, key) if self.is_skippable else Next(self)

    def is_text(self, key: str) -> bool:
        if not isinstance(self.shows, state.Choosing):
            return False
        from foxduet.ui.table.keys import names_suit

        return names_suit(self.shows, self.game_name, key)

    def takes(self, key: str) -> bool:
        """True if a key does something here, or belongs to a card that is typed."""
        is_typing = isinstance(self.shows, state.Choosing) and self.shows.typed is not None
        return (is_typing and key in _TYPING) or Readable.takes(self, key)

    def job(self, context: Context) -> Job[Any] | None:
        if not self.is_waiting:
            return None
        from foxduet.ui.table.advice import job_of

        return job_of(self, context)

    def later(self, context: Context) -> Next:
        return moves.later(self)


@dataclass(frozen=True, slots=True)
class TableScreen(PlayScreen, state.SavedTable):
    """A game at the table, in sight, which is saved as it is played."""

    def draw(self, canvas: Canvas) -> None:
        match self.shows:
            case state.Handoff() as shows:
                from foxduet.ui.table.views import draw_handoff

                draw_handoff(self, shows, canvas)
            case state.Choosing() | state.Thinking() | state.Paused() | state.Walking() as shows:
                from foxduet.ui.table.views import draw_turn

                draw_turn(self, shows, canvas)
            case state.RoundEnd() as shows:
                from foxduet.ui.table.advice import draw_round_end

                draw_round_end(self, shows, canvas)
            case state.GameOver() as shows:
                from foxduet.ui.table.ending import draw_game_over

                draw_game_over(self, shows, canvas)
            case _:
                assert_never(self.shows)

    @property
    def bindings(self) -> Bindings:
        from foxduet.ui.table.keys import bindings_of

        return bindings_of(self)

    @property
    def endings(self) -> Sequence[state.Ending]:
        return moves.endings_of(self)

    def play(self, option: Any, context: Context) -> Next:
        """Do what was chosen; ask before if it surely loses the game."""
        if moves.is_losing(self, option):
            return moves.ask(state.Question.LOSES, self, option=option)
        return moves.do(self, option, context)

    def settled(self) -> Next:
        return moves.settle(self)

    def press(self, key: str, context: Context) -> Next:
        """Press a key; while the scene at the end plays, any key shows its last picture."""
        if isinstance(self.shows, state.GameOver) and self.shows.scene:
            return Next(replace(self, shows=replace(self.shows, scene=0)))
        return PlayScreen.press(self, key, context)

    def receive(self, event: Event, context: Context) -> Next:
        from foxduet.ui.table.keys import receive

        return receive(self, event, context)

    def later(self, context: Context) -> Next:
        if isinstance(self.shows, state.GameOver):
            return moves.celebrate(self, self.shows, context)
        return PlayScreen.later(self, context)

    def hide_hands(self) -> Next:
        return moves.cover(self).settled()


def table_of(session: Session, saved: SavedGame) -> TableScreen:
    """Return the table of a session, whose game is saved."""
    return TableScreen(session, state.shown(session), saved)


def start(
    game: Game, saved: SavedGame, *, leads_to: state.Exit = state.Exit.PROGRAM
) -> TableScreen:
    """Return the table of a game that was just dealt and saved."""
    session = Session(game)
    table = table_of(session if session.person is None else look(session), saved)
    return replace(table, leads_to=leads_to)


def resume(game: Game, saved: SavedGame, *, leads_to: state.Exit = state.Exit.PROGRAM) -> Next:
    """Continue a game exactly where it stands, with a blank screen first between two people.

    Raises ResumeError, as ``check_people_play`` does.
    """
    check_people_play(game.header.game, game.header.ai)
    return moves.settle(start(game, saved, leads_to=leads_to))
