"""The title screen: a new game, one to be resumed, the rules, the scores."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from foxduet.play.game import Game
from foxduet.rules.errors import N_
from foxduet.store.saved_games import SavedGame
from foxduet.ui.kit.canvas import WIDTH, Canvas, Size, Style, draw_undergrowth
from foxduet.ui.kit.effects import Leave, OpenScores
from foxduet.ui.kit.keys import ARROWS, DECIDE, OPTION_KEYS, moved
from foxduet.ui.kit.screen import Binding, Context, Next
from foxduet.ui.menu.form import new_form
from foxduet.ui.reader import CARDS, HELP, Readable, ReaderScreen, Text
from foxduet.ui.table.moves import ResumeError, resume, settle
from foxduet.words.common import guide_words, table_words
from foxduet.words.i18n import _
from foxduet.words.text import text_width

# A portrait in seven bits; two of them sit in the clearing.
_PORTRAIT = (
    r"  /\       /\  ",
    r" /  \_____/  \ ",
    r"|    .   .    |",
    r" \_         _/ ",
    r"   \_  ^  _/   ",
    r"     \___/     ",
)


@dataclass(frozen=True, slots=True)
class TitleScreen(Readable):
    """The first screen; ``latest`` is a game to be resumed, if there is one."""

    game_name: str
    latest: tuple[Game, SavedGame] | None
    cursor: int = 0

    @property
    def labels(self) -> list[str]:
        """What the choices are called; a game to be resumed is the first of them."""
        labels = [_("New game"), _("How to play"), _("Scores"), _("Quit")]
        return labels if self.latest is None else [_resume_label(self.latest[0]), *labels]

    def draw(self, canvas: Canvas) -> None:
        """Draw the title, two portraits, and the choices."""
        size, cursor = canvas.size, canvas.glyphs.cursor
        top, left = (size.rows - 23) // 2, (size.columns - WIDTH) // 2
        for row in (1, 10):
            draw_undergrowth(canvas, top + row, left, WIDTH, height=2)
        for row, line in enumerate(_PORTRAIT):
            canvas.put_centred(top + 3 + row, f"{line}      {line}", Style.PIECE)
        canvas.put_centred(top + 12, "f o x d u e t", Style.TITLE)
        title = table_words(self.game_name).title
        subtitle = _("{game}, alone or for two at one keyboard").format(game=_(title))
        canvas.put_centred(top + 13, subtitle)
        column = (size.columns - max(map(len, self.labels))) // 2
        for at, label in enumerate(self.labels):
            chosen = at == self.cursor
            style = Style.CHOSEN if chosen else Style.PLAIN
            canvas.put(top + 15 + at, column - 2, f"{cursor if chosen else ' '} {label}", style)
            size_of_row = Size(1, text_width(label) + 2)
            key = OPTION_KEYS[at]
            canvas.put_area(top + 15 + at, column - 2, size_of_row, key, chosen=chosen)
        canvas.put_centred(top + 20, self.notice, Style.ALERT)
        canvas.put_centred(top + 21, self.footer, Style.DIM)
        unofficial = _("An unofficial fan project, with no text or art of the publisher.")
        canvas.put_centred(top + 22, unofficial, Style.DIM)

    def _move(self, key: str, _context: Context) -> Next:
        return Next(replace(self, cursor=moved(self.cursor, key, len(self.labels))))

    def _choose(self, _key: str, context: Context) -> Next:
        match self.cursor + (self.latest is None):
            case 0:
                return self._resume()
            case 1:
                return new_form(context.options)
            case 2:
                return Next(ReaderScreen(Text.HELP, below=self))
            case 3:
                return Next(self, (OpenScores(context.options.game),))
            case _:
                return Next(self, (Leave(),))

    def _resume(self) -> Next:
        assert self.latest is not None, "only then the choice is there"
        try:
            return Next(settle(resume(*self.latest)))
        except ResumeError:
            # The row is too short for the reason.
            notice = _("This game cannot be resumed here; foxduet --resume says why.")
            return Next(replace(self, notice=notice))

    BINDINGS: ClassVar = (
        Binding((*ARROWS, *OPTION_KEYS), _move, (N_("arrows"), N_("choose"))),
        Binding(DECIDE, _choose, (N_("Enter"), N_("continue"))),
        HELP,
        replace(CARDS, footer=None),
        Binding(("q",), Readable.go_back, (N_("q"), N_("quit"))),
    )


def _resume_label(game: Game) -> str:
    header = game.header
    left, right = header.players
    sentence = _("Resume: {left} and {right}, {setup}, round {round}")
    if header.person is not None:
        left, right = header.players[header.person], header.players[header.person.other]
        sentence = _("Resume: {left} with {right}, {setup}, round {round}")
    setup = guide_words(header.game).options_label(header.rules.setup_key(header.setup))
    return sentence.format(left=left, right=right, setup=setup, round=game.round)
