"""The title screen: a new game, one to be resumed, the rules, the scores."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, assert_never

from foxduet.play.game import Game, has_days
from foxduet.rules.errors import N_
from foxduet.store.saved_games import SavedGame
from foxduet.ui.kit import effects
from foxduet.ui.kit.canvas import WIDTH, Canvas, Size, Style, draw_undergrowth
from foxduet.ui.kit.effects import Leave, OpenForm, OpenScores, OpenUnfinished, TitleRow
from foxduet.ui.kit.keys import ARROWS, DECIDE, OPTION_KEYS, moved
from foxduet.ui.kit.screen import Binding, Context, Next, Screen
from foxduet.ui.reader import CARDS, HELP, Readable, ReaderScreen, Text
from foxduet.ui.table.moves import ResumeError, resume, settle
from foxduet.words.common import guide_words, table_words
from foxduet.words.i18n import _, explain, ngettext
from foxduet.words.text import clipped, text_width

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
    """The first screen; ``unfinished`` are games to be resumed, at most two of them.

    ``streak`` is on how many days in a row the deals of the day were played, None until it is
    read, once the screen can be seen.
    """

    game_name: str
    unfinished_games: effects.SavedGames = ()
    cursor: int = 0
    streak: int | None = None

    @property
    def rows(self) -> tuple[TitleRow, ...]:
        """The choices: a game to be resumed is the first of them."""
        missing = set() if self.unfinished_games else {TitleRow.CONTINUE}
        if not has_days(self.game_name):
            missing.add(TitleRow.DAY)
        return tuple(row for row in TitleRow if row not in missing)

    @property
    def labels(self) -> list[str]:
        """What the choices are called."""
        return [self._label(row) for row in self.rows]

    def _label(self, row: TitleRow) -> str:
        match row:
            case TitleRow.CONTINUE if len(self.unfinished_games) > 1:
                return _("Continue one of your games")
            case TitleRow.CONTINUE:
                return resume_label(self.unfinished_games[0][0])
            case TitleRow.NEW:
                return _("New game")
            case TitleRow.DAY if self.streak:
                label = ngettext(
                    "The deals of the day: {count} day in a row",
                    "The deals of the day: {count} days in a row",
                    self.streak,
                )
                return label.format(count=self.streak)
            case TitleRow.DAY:
                return _("The deals of the day")
            case TitleRow.HELP:
                return _("How to play")
            case TitleRow.SCORES:
                return _("Scores")
            case TitleRow.QUIT:
                return _("Quit")
            case _:
                assert_never(row)

    def draw(self, canvas: Canvas) -> None:
        """Draw the title, two portraits, and the choices."""
        size, cursor = canvas.size, canvas.glyphs.cursor
        top, left = (size.rows - 24) // 2, (size.columns - WIDTH) // 2
        for row in (1, 10):
            draw_undergrowth(canvas, top + row, left, WIDTH, height=2)
        for row, line in enumerate(_PORTRAIT):
            canvas.put_centred(top + 3 + row, f"{line}      {line}", Style.PIECE)
        canvas.put_centred(top + 12, "f o x d u e t", Style.TITLE)
        title = table_words(self.game_name).title
        subtitle = _("{game}, alone or for two at one keyboard").format(game=_(title))
        canvas.put_centred(top + 13, subtitle)
        column = (size.columns - max(map(text_width, self.labels))) // 2
        for at, label in enumerate(self.labels):
            chosen = at == self.cursor
            style = Style.CHOSEN if chosen else Style.PLAIN
            canvas.put(top + 15 + at, column - 2, f"{cursor if chosen else ' '} {label}", style)
            size_of_row = Size(1, text_width(label) + 2)
            key = OPTION_KEYS[at]
            canvas.put_area(top + 15 + at, column - 2, size_of_row, key, chosen=chosen)
        canvas.put_centred(top + 21, self.notice, Style.ALERT)
        canvas.put_centred(top + 22, self.footer, Style.DIM)
        unofficial = _("An unofficial fan project, with no text or art of the publisher.")
        canvas.put_centred(top + 23, unofficial, Style.DIM)

    def _move(self, key: str, _context: Context) -> Next:
        return Next(replace(self, cursor=moved(self.cursor, key, len(self.labels))))

    def _choose(self, _key: str, context: Context) -> Next:
        match self.rows[self.cursor]:
            case TitleRow.CONTINUE if len(self.unfinished_games) > 1:
                return Next(self, (OpenUnfinished(),))
            case TitleRow.CONTINUE:
                return resumed_from(self, *self.unfinished_games[0])
            case TitleRow.NEW:
                return Next(self, (OpenForm(),))
            case TitleRow.DAY:
                return Next(self, (OpenForm(daily=True),))
            case TitleRow.HELP:
                return Next(ReaderScreen(Text.HELP, below=self))
            case TitleRow.SCORES:
                return Next(self, (OpenScores(context.options.game),))
            case TitleRow.QUIT:
                return Next(self, (Leave(),))
            case _:
                assert_never(self.rows[self.cursor])

    def receive(self, event: effects.Event, context: Context) -> Next:
        """Show the streak once it is read."""
        if isinstance(event, effects.StreakRead):
            return Next(replace(self, streak=event.days))
        return Next(self)

    @property
    def seconds(self) -> float | None:
        """The streak is read once the first frame is shown."""
        return 0 if self.streak is None else None

    def later(self, context: Context) -> Next:
        """Read the streak."""
        return Next(replace(self, streak=0), (effects.ReadStreak(self.game_name),))

    BINDINGS: ClassVar = (
        Binding((*ARROWS, *OPTION_KEYS), _move, (N_("arrows"), N_("choose"))),
        Binding(DECIDE, _choose, (N_("Enter"), N_("continue"))),
        HELP,
        replace(CARDS, footer=None),
        Binding(("q",), Readable.go_back, (N_("q"), N_("quit"))),
    )


def title_at(game: str, unfinished: effects.SavedGames, row: TitleRow | None) -> TitleScreen:
    """Return the title on a row, if that is there; else on the first."""
    title = TitleScreen(game, unfinished)
    return replace(title, cursor=title.rows.index(row)) if row in title.rows else title


def resumed_from(screen: Screen, game: Game, saved: SavedGame) -> Next:
    """Return the table of a game that is resumed, or ``screen`` with the news that it cannot be."""
    try:
        return Next(settle(resume(game, saved)))
    except ResumeError as error:
        notice = _("Not resumed: {reason}.").format(reason=explain(error))
        return Next(replace(screen, notice=clipped(notice, WIDTH)))


def resume_label(game: Game) -> str:
    header = game.header
    left, right = header.players
    sentence = _("Resume: {left} and {right}, {setup}, round {round}")
    if header.person is not None:
        left, right = header.players[header.person], header.players[header.person.other]
        sentence = _("Resume: {left} with {right}, {setup}, round {round}")
    setup = guide_words(header.game).options_label(header.rules.setup_key(header.setup))
    return sentence.format(left=left, right=right, setup=setup, round=game.round)
