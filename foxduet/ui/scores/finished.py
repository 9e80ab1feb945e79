"""A finished game of the scores, opened: how it ended, and what can be done with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass, replace
from foxduet.core.register import FOR_REVIEWS, has_parts
from foxduet.play.game import Game, open_game
from foxduet.store.entries import Entry
from foxduet.ui.kit import keys
from foxduet.ui.kit.answers import GameStarted
from foxduet.ui.kit.canvas import Canvas, Style, draw_buttons, draw_clearing
from foxduet.ui.kit.choices import ChoiceScreen
from foxduet.ui.kit.effects import OpenReplay, OpenReview, StartGame
from foxduet.ui.kit.screen import Binding, Context, Next, Pop, Screen
from foxduet.ui.reader import CARDS, HELP, Readable
from foxduet.ui.table.game_over import par_phrase
from foxduet.ui.table.moves import again
from foxduet.ui.table.parts import draw_figures
from foxduet.ui.table.screen import start
from foxduet.ui.table.state import Exit
from foxduet.words.common import guide_words, table_words
from foxduet.words.i18n import _
from foxduet.words.people import names_at_table
from foxduet.words.scores import day_and_players
from foxduet.words.text import capitalised

if TYPE_CHECKING:
    from foxduet.ui.kit.answers import Event


@dataclass(frozen=True, slots=True)
class FinishedScreen(ChoiceScreen, Readable):
    """A game of the scores, with its record at ``path``."""

    entry: Entry
    game: Game
    path: Path

    @property
    def game_name(self) -> str:
        return self.game.header.game

    def draw(self, canvas: Canvas) -> None:
        """Draw how the game ended, item by item, and what can be done with it."""
        game, par = self.game, self.entry.par
        assert game.result is not None, "only finished games are in the scores"
        top, header = draw_clearing(canvas, 22), game.header
        words = table_words(header.game)
        canvas.put_centred(top + 2, day_and_players(self.entry), Style.TITLE)
        canvas.put_centred(top + 3, words.setup_label(header.setup))
        canvas.put_centred(
            top + 5, words.outcome_sentence(game.state, names_at_table(header)), Style.PROMPT
        )
        rows = guide_words(header.game).score_rows(game.state)
        row = draw_figures(canvas, top + 7, names_at_table(header), rows, Style.PLAIN)
        if par is not None:
            canvas.put_centred(row + 1, par_phrase(par))
        labels = [capitalised(_(label)) for label, _do in self.choices]
        draw_buttons(canvas, top + 16, labels, keys.OPTION_KEYS, self.cursor)
        canvas.put_centred(top + 19, self.notice, Style.ALERT)
        canvas.put_centred(top + 20, self.footer, Style.DIM)

    @property
    def choices(self) -> _Choices:
        """What can be done, by what its button says."""
        same = () if self.game.header.seed is None else ((N_("The same deals again"), _same),)
        review: _Choices = ()
        if has_parts(self.game_name, *FOR_REVIEWS):
            review = (
                (
                    N_("Review"),
                    lambda screen: Next(screen, (OpenReview(screen.game, screen.path),)),
                ),
            )
        return (
            (N_("Look through the game"), lambda screen: Next(screen, (OpenReplay(screen.game),))),
            *review,
            *same,
            (N_("back"), lambda screen: Next(screen, (Pop(),))),
        )

    def receive(self, event: Event, context: Context) -> Next:
        """Open the table of the game that was started."""
        if isinstance(event, GameStarted):
            return Next(start(event.game, event.saved, leads_to=Exit.TITLE))
        return Screen.receive(self, event, context)

    def do(self, choice: _Choice) -> Next:
        _label, act = choice
        return act(self)

    BINDINGS: ClassVar = (
        Binding(keys.CHOOSING, ChoiceScreen.move, (N_("arrows"), N_("choose"))),
        Binding(keys.DECIDE, ChoiceScreen.choose, (N_("Enter"), N_("continue"))),
        HELP,
        replace(CARDS, footer=None),
        Binding(keys.LEAVE, Screen.go_back, (N_("Esc"), N_("back"))),
    )


_Choice: TypeAlias = tuple[str, Callable[[FinishedScreen], Next]]
_Choices: TypeAlias = tuple[_Choice, ...]


def _same(screen: FinishedScreen) -> Next:
    return Next(screen, (StartGame(open_game(again(screen.game.header))),))
