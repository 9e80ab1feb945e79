"""The screen of a table: its state with its keys, drawing and event handling."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, assert_never

from foxduet.ai.partner import require_known_partners
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.play.game import Game
from foxduet.play.table_session import TableSession, show_hand
from foxduet.store.saved_games import SavedGame
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Canvas
from foxduet.ui.kit.pages import ScreenWithHelp
from foxduet.ui.kit.screen import Bindings, Context, SpokenChoice, Transition
from foxduet.ui.table import moves, state
from foxduet.words.i18n import _
from foxduet.words.text import capitalize_first

if TYPE_CHECKING:
    from foxduet.ai.workers import Job
    from foxduet.ui.kit.effects import Event


_TYPING = (*"0123456789", keys.ENTER, keys.ESCAPE, keys.BACKSPACE)
"""The keys that type a card, besides the letters of suits."""


@dataclass(frozen=True, slots=True)
class PlayScreen(state.TableState):
    """A table that handles keys and waits for jobs, with or without a tutor."""

    def handle_key(self, key: str, context: Context) -> Transition:
        screen = self
        if isinstance(self.mode, state.Choosing) and self.mode.typed is not None:
            from foxduet.ui.table.keys import type_key

            typed = type_key(self, self.mode, key)
            if typed is not None:
                return Transition(typed)
            screen = replace(self, mode=replace(self.mode, typed=None))
        return ScreenWithHelp.handle_key(screen, key, context)

    def handle_unbound_key(self, key: str) -> Transition:
        """Skip a running pause or animation, or tell which key is needed."""
        if self.is_skippable:
            return moves.skip_animation(self)
        return Transition(self if key in keys.WHEEL else replace(self, notice=self.idle_reason))

    def accepts_text(self, key: str) -> bool:
        if not isinstance(self.mode, state.Choosing):
            return False
        from foxduet.ui.table.keys import is_suit_letter

        return is_suit_letter(self.mode, self.game_name, key)

    def takes(self, key: str) -> bool:
        """True if a key does something here, or types a card."""
        is_typing = isinstance(self.mode, state.Choosing) and self.mode.typed is not None
        return (is_typing and key in _TYPING) or ScreenWithHelp.takes(self, key)

    def background_job(self, context: Context) -> Job[Any] | None:
        if not self.is_waiting:
            return None
        from foxduet.ui.table.advice import table_job

        return table_job(self, context)

    def on_timeout(self, context: Context) -> Transition:
        return moves.on_table_timeout(self)


@dataclass(frozen=True, slots=True)
class TableScreen(PlayScreen, state.SavedTable):
    """A game at the table that is drawn, and saved after each action."""

    def draw(self, canvas: Canvas) -> None:
        match self.mode:
            case state.Handoff() as shows:
                from foxduet.ui.table.views import draw_handoff

                draw_handoff(self, shows, canvas)
            case state.Choosing() | state.Thinking() | state.Paused() | state.Animating() as shows:
                from foxduet.ui.table.views import draw_turn

                draw_turn(self, shows, canvas)
            case state.Together() as shows:
                from foxduet.ui.table.views import draw_together

                draw_together(self, shows, canvas)
            case state.OpenChoice() as shows:
                from foxduet.ui.table.views import draw_open_choice

                draw_open_choice(self, shows, canvas)
            case state.LastCards():
                from foxduet.ui.table.views import draw_last_cards

                draw_last_cards(self, canvas)
            case state.RoundEnd() as shows if self.has_interlude:
                from foxduet.ui.table.interlude import draw_interlude

                draw_interlude(self, shows, canvas)
            case state.RoundEnd() as shows:
                from foxduet.ui.table.advice import draw_round_end

                draw_round_end(self, shows, canvas)
            case state.GameOver() as shows:
                from foxduet.ui.table.ending import draw_game_over

                draw_game_over(self, shows, canvas)
            case _:
                assert_never(self.mode)

    @property
    def bindings(self) -> Bindings:
        from foxduet.ui.table.keys import bindings_of

        return bindings_of(self)

    @property
    def idle_reason(self) -> str:
        from foxduet.ui.table.keys import idle_reason

        return idle_reason(self)

    @property
    def end_actions(self) -> Sequence[state.EndAction]:
        return moves.end_actions_for(self)

    def spoken_choices(self, context: Context) -> list[SpokenChoice]:
        """Return the buttons behind More."""
        from foxduet.words.spoken import synonyms_of

        if not isinstance(self.mode, state.GameOver):
            return []
        more, shown = replace(self, mode=replace(self.mode, more=True)), [*self.end_actions]
        return [
            SpokenChoice(
                capitalize_first(_(label)), synonyms_of(label), partial(end, more, context)
            )
            for label, end in more.end_actions
            if (label, end) not in shown
        ]

    def play(self, option: Any, context: Context) -> Transition:
        """Play an option; ask first if it surely loses the game."""
        if moves.is_losing(self, option):
            return moves.ask(state.Question.LOSES, self, option=option)
        return moves.do_option(self, option, context)

    def on_settled(self) -> Transition:
        return moves.warn_if_hopeless(self)

    def handle_key(self, key: str, context: Context) -> Transition:
        """Handle a key; any key skips the scene at the end."""
        if isinstance(self.mode, state.GameOver) and self.mode.scene:
            return Transition(replace(self, mode=replace(self.mode, scene=0)))
        return PlayScreen.handle_key(self, key, context)

    def handle_event(self, event: Event, context: Context) -> Transition:
        from foxduet.ui.table.keys import receive

        return receive(self, event, context)

    def on_timeout(self, context: Context) -> Transition:
        if isinstance(self.mode, state.GameOver):
            return moves.enter_score_and_animate(self, self.mode, context)
        return PlayScreen.on_timeout(self, context)

    def with_hands_hidden(self) -> Transition:
        return moves.hide_hands_at_table(self).on_settled()


def table_screen(session: TableSession, saved: SavedGame) -> TableScreen:
    """Return the table of a session, whose game is saved."""
    return TableScreen(session, state.mode_for(session), saved)


def start_table(
    game: Game, saved: SavedGame, *, leads_to: state.Exit = state.Exit.PROGRAM
) -> TableScreen:
    """Return the table of a game that was just dealt and saved."""
    session = TableSession(game)
    table = table_screen(session if session.uses_handoffs else show_hand(session), saved)
    return replace(table, leads_to=leads_to)


def resume_table(
    game: Game, saved: SavedGame, *, leads_to: state.Exit = state.Exit.PROGRAM
) -> Transition:
    """Resume a game, behind a blank screen if two people hide their hands; raises ResumeError.

    See ``require_known_partners``.
    """
    require_known_partners(game.header.game, game.header.ai)
    return moves.warn_if_hopeless(start_table(game, saved, leads_to=leads_to))
