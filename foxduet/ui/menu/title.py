"""The title screen: a new game, one to be resumed, the rules, the scores."""

from __future__ import annotations

import sys
from typing import ClassVar, assert_never

from foxduet.ai.names import ResumeError
from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass, field, replace
from foxduet.core.register import FOR_A_TABLE, FOR_REVIEWS, PUZZLES, games_with, has_parts
from foxduet.play.game import Game, has_days
from foxduet.store.saved_games import RecordFile, SavedGame
from foxduet.ui.kit import answers, effects
from foxduet.ui.kit.canvas import WIDTH, Canvas, Style, draw_notice, draw_undergrowth
from foxduet.ui.kit.choices import ChoiceScreen, draw_choices
from foxduet.ui.kit.effects import TitleRow
from foxduet.ui.kit.keys import CHOOSING, DECIDE, beside
from foxduet.ui.kit.screen import Binding, Context, Next, Screen, help_rows
from foxduet.ui.reader import CARDS, HELP, Readable
from foxduet.ui.table.keys import HELP_BINDINGS
from foxduet.ui.table.screen import resume
from foxduet.ui.table.state import Exit
from foxduet.words.common import due_phrase, game_title, guide_words, players_and_setup
from foxduet.words.i18n import _, explain, ngettext
from foxduet.words.lessons import has_lessons
from foxduet.words.text import TextLine, capitalised, clipped, key_lines, section_lines, text_width

HAS_SOCKETS = sys.platform != "win32"
"""Whether two terminals can meet here: Windows' Python has no sockets for that."""

_FIRST, _NOTICE = 15, 21
_LABELS = {
    TitleRow.NEW: N_("New game"),
    TitleRow.DAY: N_("The deals of the day"),
    TitleRow.LEARN: N_("Learn to play"),
    TitleRow.PUZZLES: N_("Puzzles"),
    TitleRow.TERMINALS: N_("Two terminals"),
    TitleRow.HELP: N_("How to play"),
    TitleRow.SCORES: N_("Scores"),
    TitleRow.PROGRESS: N_("Progress"),
    TitleRow.QUIT: N_("quit"),
}
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
class TitleScreen(ChoiceScreen, Readable):
    """The first screen; ``unfinished`` are games to be resumed, at most two of them.

    ``today`` is what awaits the players today, None until it is read, once the screen can be seen.
    For a ``newcomer``, who has never finished a game, learning to play is the first choice.
    ``files`` are the records that there were when it was opened.
    """

    game_name: str
    unfinished_games: effects.SavedGames = ()
    cursor: int = field(default=0, kw_only=True)
    today: answers.TodayRead | None = None
    newcomer: bool = False
    files: tuple[RecordFile, ...] = field(default=(), compare=False)

    @property
    def choices(self) -> tuple[TitleRow, ...]:
        """What can be done: a game to be resumed comes first, but for a newcomer the lessons do."""
        missing = set() if self.unfinished_games else {TitleRow.CONTINUE}
        if not has_days(self.game_name):
            missing.add(TitleRow.DAY)
        if not has_lessons(self.game_name):
            missing.add(TitleRow.LEARN)
        if not has_parts(self.game_name, PUZZLES, *FOR_REVIEWS):
            missing.add(TitleRow.PUZZLES)
        if not HAS_SOCKETS:
            missing.add(TitleRow.TERMINALS)
        rows = [row for row in TitleRow if row not in missing]
        if self.newcomer:
            rows.sort(key=lambda row: row is not TitleRow.LEARN)
        return tuple(rows)

    @property
    def labels(self) -> list[str]:
        """What the choices are called."""
        return [self._label(row) for row in self.choices]

    def _label(self, row: TitleRow) -> str:
        match row:
            case TitleRow.CONTINUE if len(self.unfinished_games) > 1:
                return _("Continue one of your games")
            case TitleRow.CONTINUE:
                return resume_label(self.unfinished_games[0][0])
            case _:
                return capitalised(_(_LABELS[row]))

    def draw(self, canvas: Canvas) -> None:
        """Draw the title, two portraits, and the choices; many of these leave less of the wood."""
        size = canvas.size
        top, left = (size.rows - 24) // 2, (size.columns - WIDTH) // 2
        first = min(_FIRST, _NOTICE - len(self.labels))
        portrait = 3 if first == _FIRST else 2
        wood = first - 4 - portrait - len(_PORTRAIT)
        draw_undergrowth(canvas, top + 1, left, WIDTH, height=2)
        for row, line in enumerate(_PORTRAIT, top + portrait):
            canvas.put_centred(row, f"{line}      {line}", Style.PIECE)
        if wood > 0:
            draw_undergrowth(canvas, top + first - 5, left, WIDTH, height=wood)
        canvas.put_centred(top + first - 3, "f o x d u e t", Style.TITLE)
        subtitle = _("{game}, alone or for two")
        title = game_title(self.game_name)
        canvas.put_centred(top + first - 2, subtitle.format(game=title))
        canvas.put_centred(top + first - 1, today_phrase(self.today), Style.STRONG)
        column = (size.columns - max(map(text_width, self.labels))) // 2
        draw_choices(canvas, top + first, column - 2, self.labels, self.cursor)
        unofficial = _("An unofficial fan project, with no text or art of the publisher.")
        canvas.put_centred(top + 23, unofficial, Style.DIM)
        draw_notice(canvas, top + _NOTICE, self.notice, self.footer)

    def help_lines(self, width: int) -> list[TextLine]:
        """Return the rules, which begin with the aim of the game, and the keys at the table."""
        lines = section_lines(guide_words(self.game_name).rules(), width)[1:]
        return [*lines, TextLine(""), *key_lines(_("Keys"), help_rows(HELP_BINDINGS), width)]

    def about_next_game(self) -> TitleScreen | None:
        """Return the title as if the next game were played, for what can be read of it."""
        every = games_with(*FOR_A_TABLE)
        if len(every) == 1:
            return None
        return replace(self, game_name=beside(every, self.game_name))

    def do(self, choice: TitleRow) -> Next:
        match choice:
            case TitleRow.CONTINUE if len(self.unfinished_games) > 1:
                return Next(self, (effects.OpenUnfinished(),))
            case TitleRow.CONTINUE:
                return resumed_from(self, *self.unfinished_games[0])
            case TitleRow.NEW:
                return Next(self, (effects.OpenForm(self.game_name),))
            case TitleRow.DAY:
                return Next(self, (effects.OpenForm(self.game_name, daily=True),))
            case TitleRow.LEARN:
                return Next(self, (effects.OpenLessons(self.game_name),))
            case TitleRow.PUZZLES:
                # What is due is read again after them.
                return Next(replace(self, today=None), (effects.OpenPuzzles(self.game_name),))
            case TitleRow.TERMINALS:
                return Next(self, (effects.OpenTerminals(self.unfinished_games),))
            case TitleRow.HELP:
                return Next(self, (effects.OpenText(effects.Text.HELP),))
            case TitleRow.SCORES:
                return Next(self, (effects.OpenScores(self.game_name),))
            case TitleRow.PROGRESS:
                return Next(self, (effects.OpenProgress(self.game_name),))
            case TitleRow.QUIT:
                return Next(self, (effects.Leave(),))
            case _:
                assert_never(choice)

    def receive(self, event: answers.Event, context: Context) -> Next:
        """Show what awaits the players today once it is read."""
        if isinstance(event, answers.TodayRead):
            return Next(replace(self, today=event))
        return Next(self)

    @property
    def seconds(self) -> float | None:
        """What awaits the players today is read once the first frame is shown."""
        return 0 if self.today is None else None

    def later(self, context: Context) -> Next:
        """Read what awaits the players today."""
        read = effects.ReadToday(self.game_name, self.files)
        return Next(replace(self, today=answers.TodayRead()), (read,))

    BINDINGS: ClassVar = (
        Binding(CHOOSING, ChoiceScreen.move, (N_("arrows"), N_("choose"))),
        Binding(DECIDE, ChoiceScreen.choose, (N_("Enter"), N_("continue"))),
        HELP,
        replace(CARDS, footer=None),
        Binding(("q",), Readable.go_back, (N_("q"), N_("quit"))),
    )


def title_of(game: str, opened: answers.TitleOpened) -> TitleScreen:
    """Return the title on the row that was left, else on a game to be resumed, else on the first.

    ``opened`` says which games there are, and which row.
    """
    notice = ngettext(
        "A save is damaged; foxduet --resume says how it is continued.",
        "{count} saves are damaged; foxduet --resume says how they are continued.",
        opened.damaged,
    ).format(count=opened.damaged)
    title = TitleScreen(
        game,
        opened.unfinished,
        newcomer=opened.newcomer,
        files=opened.files,
        notice=notice if opened.damaged else "",
    )
    rows, wanted = title.choices, (opened.row, TitleRow.CONTINUE)
    return replace(title, cursor=next((rows.index(row) for row in wanted if row in rows), 0))


def resumed_from(screen: Screen, game: Game, saved: SavedGame) -> Next:
    """Return the table of a game that is resumed, or ``screen`` with the news that it cannot be."""
    try:
        return resume(game, saved, leads_to=Exit.TITLE)
    except ResumeError as error:
        notice = _("Not resumed: {reason}.").format(reason=explain(error))
        return Next(replace(screen, notice=clipped(notice, WIDTH)))


def today_phrase(today: answers.TodayRead | None) -> str:
    """Say what awaits players today; empty where there is nothing to be continued."""
    phrases = []
    if today is not None and today.days:
        row = ngettext("{count} day in a row", "{count} days in a row", today.days)
        phrases.append(row.format(count=today.days))
        if not today.is_played:
            phrases.append(_("today's deals to play"))
    if today is not None and today.due:
        phrases.append(due_phrase(today.due))
    return ", ".join(phrases)


def resume_label(game: Game) -> str:
    players, setup = players_and_setup(game)
    sentence = _("Resume: {players}, {setup}, round {round}")
    return sentence.format(players=players, setup=setup, round=game.round)
