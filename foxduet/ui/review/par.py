"""Par beside a game under review: trick by trick what the players did, and two experts."""

from __future__ import annotations

from typing import ClassVar

from foxduet.analysis.review import Review
from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass, replace
from foxduet.play.game import Game
from foxduet.ui import replay
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Canvas, Look, Style
from foxduet.ui.kit.screen import Binding, Context, Next, Screen
from foxduet.ui.table.layout import SMALLEST, layout_for
from foxduet.ui.table.parts import draw_footer
from foxduet.words.glance import par_sentence
from foxduet.words.i18n import _
from foxduet.words.text import clipped

_LAYOUT = layout_for(SMALLEST)
# From the row at the top to the cards of the trick.
_HALF_ROWS = _LAYOUT.trick + _LAYOUT.card.rows


@dataclass(frozen=True, slots=True)
class ParScreen(Screen):
    """Two games on the same deals, both after a trick: ``place`` is its round and its number."""

    review: Review
    place: tuple[int, int]

    @property
    def games(self) -> tuple[Game, Game]:
        """The game of the players, and that of the experts."""
        assert self.review.par is not None, "there is par to be looked at"
        return self.review.game, self.review.par

    def draw(self, canvas: Canvas) -> None:
        """Draw both boards, one below the other, with the trick on each."""
        left, top = (canvas.size.columns - SMALLEST.columns) // 2, (canvas.size.rows - 24) // 2
        titles = (_("Your game"), _("Two experts on the same deals"))
        for half, (game, title) in enumerate(zip(self.games, titles, strict=True)):
            picture = Canvas(SMALLEST, Look(canvas.glyphs, theme=canvas.theme))
            replay.draw_moment(picture, game, moment_at(game, self.place))
            picture.put(_LAYOUT.scenery, _LAYOUT.left + 1, f" {title} ", Style.STRONG)
            canvas.paste(top + half * (_HALF_ROWS + 1), left, picture, _HALF_ROWS)
        said = clipped(self.notice or par_sentence(self.review), SMALLEST.columns - 2)
        canvas.put(top + SMALLEST.rows - 2, left + 2, said, Style.PROMPT)
        draw_footer(canvas, self.footer)

    def _step(self, key: str, _context: Context) -> Next:
        places = sorted({place for game in self.games for place in places_of(game)})
        at = places.index(self.place)
        if key in (keys.HOME, keys.END):
            return Next(replace(self, place=places[0 if key == keys.HOME else -1]))
        step = 1 if key == keys.SPACE else keys.step_of(key)
        return Next(replace(self, place=places[min(max(at + step, 0), len(places) - 1)]))

    BINDINGS: ClassVar = (
        Binding(
            (*keys.ARROWS, keys.HOME, keys.END, keys.SPACE), _step, (N_("arrows"), N_("a trick"))
        ),
        Binding((), _step, (N_("Home,"), N_("End"))),
        Binding(("v", *keys.LEAVE), Screen.go_back, (N_("v"), N_("back to the review"))),
    )


def par_at(review: Review, at: int) -> ParScreen:
    """Return both games at the trick after ``at`` actions, from the beginning at the first one."""
    game = review.game
    places = places_of(game)
    here = game.rules.progress(game.states[at])
    place = next((place for place in places if place >= here), places[-1])
    return ParScreen(review, place)


def places_of(game: Game) -> list[tuple[int, int]]:
    """Return round and number of each trick that was led in a game, in their order."""
    progress = [game.rules.progress(state) for state in game.states]
    return sorted({place for place in progress if 0 not in place})


def moment_at(game: Game, place: tuple[int, int]) -> int:
    """Return the moment at which the trick of a place is over, or the game if that was before."""
    for at, state in enumerate(game.states):
        progress = game.rules.progress(state)
        if progress > place or (progress == place and state.table.trick is None):
            return at
    return len(game.turns)
