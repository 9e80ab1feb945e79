"""The title and what opens from it: unfinished games, two terminals, today, and texts."""

from __future__ import annotations

import sys
from contextlib import suppress
from datetime import date, datetime
from typing import TYPE_CHECKING, ClassVar, assert_never

from foxduet.ai.partner import ResumeError
from foxduet.analysis.rating import training_of
from foxduet.analysis.standings import days_played, first_of_days
from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass, field, replace
from foxduet.core.registry import FOR_A_TABLE, FOR_REVIEWS, PUZZLES, games_with, has_parts
from foxduet.play.game import Game, has_days, local_time
from foxduet.store.files import is_file
from foxduet.store.journals import load_journal
from foxduet.store.saved_games import RecordFile, SavedGame
from foxduet.store.scores import ScoresError, entries, import_new, open_scores, read_days
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import WIDTH, Canvas, Style, draw_clearing, draw_notice, draw_undergrowth
from foxduet.ui.kit.effects import Leave, SavedGames, Text, TitleRow, TwoTerminals
from foxduet.ui.kit.keys import CHOOSING, DECIDE, LEAVE, beside, scrolled
from foxduet.ui.kit.pages import (
    CARDS,
    HELP,
    PAGE_WIDTH,
    SUMMARY,
    ChoiceScreen,
    Item,
    ListPage,
    PageScreen,
    Readable,
    draw_choices,
    draw_page,
    help_page,
)
from foxduet.ui.kit.screen import (
    Become,
    Binding,
    Context,
    Effects,
    Next,
    Pop,
    Push,
    Screen,
    World,
    call,
    help_rows,
)
from foxduet.ui.remembered import proposal_after
from foxduet.ui.table.keys import HELP_BINDINGS, help_bindings
from foxduet.ui.table.screen import resume
from foxduet.ui.table.state import Exit
from foxduet.words.game_words import (
    due_phrase,
    game_label,
    game_title,
    guide_words,
    players_and_setup,
)
from foxduet.words.i18n import _, day_text, explain, ngettext, pgettext
from foxduet.words.lessons import has_lessons
from foxduet.words.text import (
    Glyphs,
    TextLine,
    capitalised,
    clipped,
    key_lines,
    section_lines,
    text_width,
    wrapped,
)

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from foxduet.analysis.standings import LadderStep
    from foxduet.store.settings import Config


HAS_SOCKETS = sys.platform != "win32"
"""Whether two terminals can meet here: Windows' Python has no sockets for that."""

_FIRST_ENTRY, _NOTICE = 15, 21
_LABELS = {
    TitleRow.NEW: N_("New game"),
    TitleRow.DAY: N_("Daily deal"),
    TitleRow.LEARN: N_("Learn to play"),
    TitleRow.PUZZLES: N_("Puzzles"),
    TitleRow.TERMINALS: N_("Play at two terminals"),
    TitleRow.HELP: N_("Read the rules"),
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
class Today:
    """What awaits players today: on how many days in a row the deals of the day were played.

    These are days up to today or yesterday; ``is_played`` says that today's deals were. ``due``
    puzzles come back by now.
    """

    days: int = 0
    is_played: bool = False
    due: int = 0


@dataclass(frozen=True, slots=True)
class TitleScreen(PageScreen):
    """The first screen; ``unfinished`` are games to be resumed, at most two of them.

    ``today`` is what awaits the players today, None until it is read, once the screen can be seen.
    For a ``newcomer``, who has never finished a game, learning to play is the first choice.
    ``files`` are the records that there were when it was opened.
    """

    game_name: str
    unfinished_games: SavedGames = ()
    cursor: int = field(default=0, kw_only=True)
    today: Today | None = None
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
    def page(self) -> ListPage:
        today, how = capitalised(today_phrase(self.today)), ""
        if self.newcomer:
            how = _(
                "Say a number, or the first letters of a choice; say {help} at any time to hear "
                "what else you can say."
            ).format(help=pgettext("command", "help"))
        items = [Item(self._label(row)) for row in self.choices]
        said = [one for one in (today and f"{today}.", how) if one]
        return ListPage(game_title(self.game_name) + ".", items, said)

    def _label(self, row: TitleRow) -> str:
        match row:
            case TitleRow.CONTINUE if len(self.unfinished_games) > 1:
                return _("Continue a saved game")
            case TitleRow.CONTINUE:
                return resume_label(self.unfinished_games[0][0])
            case _:
                return capitalised(_(_LABELS[row]))

    def draw(self, canvas: Canvas) -> None:
        """Draw the title, two portraits, and the choices; many of these leave less of the wood."""
        size = canvas.size
        top, left = (size.rows - 24) // 2, (size.columns - WIDTH) // 2
        labels = [item.label for item in self.page.items]
        first = min(_FIRST_ENTRY, _NOTICE - len(labels))
        portrait = 3 if first == _FIRST_ENTRY else 2
        wood = first - 4 - portrait - len(_PORTRAIT)
        draw_undergrowth(canvas, top + 1, left, WIDTH, height=2)
        for row, line in enumerate(_PORTRAIT, top + portrait):
            canvas.put_centred(row, f"{line}      {line}", Style.PIECE)
        if wood > 0:
            draw_undergrowth(canvas, top + first - 5, left, WIDTH, height=wood)
        canvas.put_centred(top + first - 3, "f o x d u e t", Style.TITLE)
        subtitle = _("{game}, solo or for two")
        title = game_title(self.game_name)
        canvas.put_centred(top + first - 2, subtitle.format(game=title))
        canvas.put_centred(top + first - 1, today_phrase(self.today), Style.STRONG)
        column = (size.columns - max(map(text_width, labels))) // 2
        draw_choices(canvas, top + first, column - 2, labels, self.cursor)
        unofficial = _("An unofficial fan project; none of the publisher's text or art is used.")
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
                return Next(self, (call("performer:open_unfinished"),))
            case TitleRow.CONTINUE:
                return resumed_from(self, *self.unfinished_games[0])
            case TitleRow.NEW:
                return Next(self, (call("performer:open_form", self.game_name),))
            case TitleRow.DAY:
                return Next(self, (call("performer:open_form", self.game_name, daily=True),))
            case TitleRow.LEARN:
                return Next(self, (call("performer:open_lessons", self.game_name),))
            case TitleRow.PUZZLES:
                # What is due is read again after them.
                opening = call("ledger:open_puzzles", self.game_name)
                return Next(replace(self, today=None), (opening,))
            case TitleRow.TERMINALS:
                return Next(self, (Push(two_terminals(self.unfinished_games)),))
            case TitleRow.HELP:
                return Next(self, (Push(TextScreen(Text.HELP, self)),))
            case TitleRow.SCORES:
                return Next(self, (call("ledger:open_scores", self.game_name),))
            case TitleRow.PROGRESS:
                return Next(self, (call("ledger:open_progress", self.game_name),))
            case TitleRow.QUIT:
                return Next(self, (Leave(),))
            case _:
                assert_never(choice)

    @property
    def seconds(self) -> float | None:
        """What awaits the players today is read once the first frame is shown."""
        return 0 if self.today is None else None

    def later(self, context: Context) -> Next:
        """Read what awaits the players today."""
        title = replace(self, today=Today())
        return Next(title, (call(show_today, title),))

    BINDINGS: ClassVar = (
        Binding(CHOOSING, ChoiceScreen.move, (N_("arrows"), N_("choose"))),
        Binding(DECIDE, ChoiceScreen.choose, (N_("Enter"), N_("continue"))),
        HELP,
        replace(CARDS, footer=None),
        Binding(("q",), Readable.go_back, (N_("q"), N_("quit"))),
    )


def title_of(
    game: str,
    unfinished: SavedGames,
    row: TitleRow | None = None,
    *,
    newcomer: bool = False,
    damaged: int = 0,
    files: tuple[RecordFile, ...] = (),
) -> TitleScreen:
    """Return the title on the row that was left, else on a game to be resumed, else on the first.

    ``damaged`` counts the damaged saves among those that were saved last.
    """
    notice = ngettext(
        "A saved game is damaged. Run foxduet --resume to see how to recover it.",
        "{count} saved games are damaged. Run foxduet --resume to see how to recover them.",
        damaged,
    ).format(count=damaged)
    title = TitleScreen(
        game, unfinished, newcomer=newcomer, files=files, notice=notice if damaged else ""
    )
    rows, wanted = title.choices, (row, TitleRow.CONTINUE)
    return replace(title, cursor=next((rows.index(row) for row in wanted if row in rows), 0))


def resumed_from(screen: Screen, game: Game, saved: SavedGame) -> Next:
    """Return the table of a game that is resumed, or ``screen`` with the news that it cannot be."""
    try:
        return resume(game, saved, leads_to=Exit.TITLE)
    except ResumeError as error:
        notice = _("Could not resume: {reason}.").format(reason=explain(error))
        return Next(replace(screen, notice=clipped(notice, WIDTH)))


def today_phrase(today: Today | None) -> str:
    """Say what awaits players today; empty where there is nothing to be continued."""
    phrases = []
    if today is not None and today.days:
        row = ngettext("{count} day in a row", "{count} days in a row", today.days)
        phrases.append(row.format(count=today.days))
        if not today.is_played:
            phrases.append(_("not played yet today"))
    if today is not None and today.due:
        phrases.append(due_phrase(today.due))
    return ", ".join(phrases)


def resume_label(game: Game) -> str:
    players, setup = players_and_setup(game)
    sentence = _("Resume: {players}, {setup}, round {round}")
    return sentence.format(players=players, setup=setup, round=game.round)


_FIRST_GAME, _ROWS_AROUND_GAMES, _WIDEST_PLAYERS = 5, 9, 26


@dataclass(frozen=True, slots=True)
class UnfinishedScreen(PageScreen):
    """All ``games`` to be resumed, those that were saved last first."""

    games: SavedGames
    cursor: int = field(default=0, kw_only=True)

    @property
    def choices(self) -> SavedGames:
        return self.games

    @property
    def page(self) -> ListPage:
        said = _("{players}, {far}, started {moment}")
        items = [
            Item(row_of(game), said=said.format(players=players, far=far, moment=begun))
            for game, _saved in self.games
            for begun, players, far in [parts_of(game)]
        ]
        return ListPage(_("Continue a saved game") + ".", items)

    def draw(self, canvas: Canvas) -> None:
        """Draw a row for each game, as many as fit."""
        size, left = canvas.size, (canvas.size.columns - PAGE_WIDTH) // 2
        draw_undergrowth(canvas, 1, (size.columns - WIDTH) // 2, WIDTH)
        canvas.put_centred(3, _("Continue a saved game"), Style.TITLE)
        fit = size.rows - _ROWS_AROUND_GAMES
        first = min(max(0, self.cursor - fit // 2), max(0, len(self.games) - fit))
        shown = self.games[first : first + fit]
        texts = [clipped(row_of(game), PAGE_WIDTH - 2) for game, _saved in shown]
        draw_choices(canvas, _FIRST_GAME, left, texts, self.cursor - first, PAGE_WIDTH)
        place = ""
        if len(self.games) > fit:
            place = _("{at} of {count}").format(at=self.cursor + 1, count=len(self.games))
        canvas.put_centred(size.rows - 3, self.notice or place, self._style_of_notice)
        canvas.put_centred(size.rows - 2, self.footer, Style.DIM)

    @property
    def _style_of_notice(self) -> Style:
        return Style.ALERT if self.notice else Style.DIM

    def do(self, choice: tuple[Game, SavedGame]) -> Next:
        return resumed_from(self, *choice)

    def _to_title(self, _key: str, _context: Context) -> Next:
        return Next(self, (call("performer:open_title", TitleRow.CONTINUE),))

    BINDINGS: ClassVar = (
        Binding(keys.CHOOSING, ChoiceScreen.move, (N_("up, down"), N_("choose"))),
        Binding(keys.DECIDE, ChoiceScreen.choose, (N_("Enter"), N_("continue"))),
        Binding(keys.LEAVE, _to_title, (N_("Esc"), N_("back"))),
    )


def row_of(game: Game) -> str:
    """Return a game in a row: when it was begun, who plays what, and how far it is."""
    begun, players, far = parts_of(game)
    players = clipped(players, _WIDEST_PLAYERS)
    return f"{begun:<16}  {players}{' ' * (_WIDEST_PLAYERS - text_width(players))}  {far}"


def parts_of(game: Game) -> tuple[str, str, str]:
    """Say when a game was begun, who plays, and what and how far it is."""
    header, (players, setup) = game.header, players_and_setup(game)
    begun = "-" if header.started is None else _day_and_time(local_time(header.started))
    # A game that is not dealt yet is as good as in its first round.
    round_, trick = (max(1, number) for number in header.rules.progress(game.state))
    far = _("{setup}, round {round}, trick {trick}")
    return begun, players, far.format(setup=setup, round=round_, trick=trick)


def _day_and_time(moment: datetime) -> str:
    return f"{day_text(moment)} {moment:%H:%M}"


_WIDTH = 64


@dataclass(frozen=True, slots=True)
class TwoTerminalsScreen(PageScreen):
    """What each of two players chooses at a terminal of their own; ``games`` may be continued."""

    games: SavedGames = ()
    cursor: int = field(default=0, kw_only=True)

    @property
    def choices(self) -> tuple[TwoTerminals, ...]:
        """A new game to host, those under way, and the game that somebody else hosts here."""
        hosted = (TwoTerminals("host", saved.path) for _game, saved in self.games)
        return (TwoTerminals("host"), *hosted, TwoTerminals("join"))

    @property
    def page(self) -> ListPage:
        under_way = [clipped(_label(*one), _WIDTH - 2) for one in self.games]
        labels = [_("Host a new game"), *under_way, _("Join a game hosted on this machine")]
        about = _(
            "One of you hosts the game and the other joins, each at your own screen, so "
            "nobody has to look away. A player on another machine joins over ssh: the host's "
            "screen shows the command."
        )
        return ListPage(_("Play at two terminals") + ".", [*map(Item, labels)], [about])

    def draw(self, canvas: Canvas) -> None:
        top = draw_clearing(canvas, 22)
        canvas.put_centred(top + 3, _("Play at two terminals"), Style.TITLE)
        for row, line in enumerate(wrapped(self.page.said[0], _WIDTH), top + 6):
            canvas.put_centred(row, line)
        labels = [item.label for item in self.page.items]
        column = (canvas.size.columns - max(map(text_width, labels))) // 2
        draw_choices(canvas, top + 11, column - 2, labels, self.cursor)
        draw_notice(canvas, top + 19, self.notice, self.footer)

    def do(self, choice: TwoTerminals) -> Next:
        return Next(self, (Leave(leads_to=choice),))

    @property
    def leads_back(self) -> tuple[str, ...]:
        """A form was left for the title by the same key, and this by it, too."""
        return keys.LEAVE

    def _back(self, _key: str, _context: Context) -> Next:
        return Next(self, (Pop(),))

    BINDINGS: ClassVar = (
        Binding((*keys.ARROWS, *keys.OPTION_KEYS), ChoiceScreen.move, (N_("arrows"), N_("choose"))),
        Binding(keys.DECIDE, ChoiceScreen.choose, (N_("Enter"), N_("continue"))),
        Binding(keys.LEAVE, _back, (N_("Esc"), N_("back"))),
    )


def two_terminals(games: SavedGames) -> TwoTerminalsScreen:
    """Return the choice, with those games under way that two people play."""
    return TwoTerminalsScreen(tuple(one for one in games if not any(one[0].header.ai)))


def _label(game: Game, _saved: SavedGame) -> str:
    players, setup = players_and_setup(game)
    sentence = _("Host again: {players}, {setup}, round {round}")
    return sentence.format(players=players, setup=setup, round=max(1, game.round))


_SECONDS = 0.2
"""For how long records that are not imported yet may hold the title or the form up."""


def show_today(world: World, title: TitleScreen) -> Effects:
    """Read for the title what awaits the players today."""
    today = read_today(title.game_name, title.files, world.folders.scores)
    return (Become(replace(title, today=today)),)


def read_today(game: str, files: Iterable[RecordFile], scores: Path | None) -> Today:
    """Return what awaits the players of a game today; where there are no scores, nothing does."""
    today = date.today()
    if scores is None:
        return Today()
    due = training_of(load_journal(scores, game), today).due
    games = read_days(scores, files, game, _SECONDS) if is_file(scores) else ()
    days = days_played(first_of_days(games), today)
    return Today(days.streak, any(one.day == today for one in games), due)


def read_proposal(config: Config, records: Path, scores: Path | None) -> LadderStep | None:
    """Return what to play next by the last games, None for no proposal."""
    game = config["game"]
    if scores is None or not is_file(scores):
        return None
    with suppress(ScoresError), open_scores(scores) as opened:
        import_new(opened, records, _SECONDS)
        return proposal_after(config, entries(opened, game))
    return None


_ROWS_AROUND_TEXT = 3
"""Rows of the window that the text leaves free."""

_KEYS = {Text.HELP: HELP.keys, Text.REFERENCE: CARDS.keys, Text.SUMMARY: SUMMARY.keys}


@dataclass(frozen=True, slots=True)
class TextScreen(Screen):
    """A text about a screen, from its row ``top`` on; ``about`` may be as if about another game."""

    text: Text
    about: Readable
    top: int = 0

    def lines(self, glyphs: Glyphs) -> list[TextLine]:
        """Return all rows of the text."""
        about, width = self.about, PAGE_WIDTH - 2
        words = guide_words(about.game_name)
        match self.text:
            case Text.HELP:
                table = help_bindings(about.game_name)
                own = about.help_lines(width)
                return help_page(_("Keys"), table, words.rules(), width) if own is None else own
            case Text.SUMMARY:
                return about.summary_lines(width)
            case Text.REFERENCE:
                return words.reference(width, glyphs)

    def draw(self, canvas: Canvas) -> None:
        size, lines = canvas.size, self.lines(canvas.glyphs)
        place = draw_page(canvas, 1, lines, self.top, size.rows - _ROWS_AROUND_TEXT)
        has_games = self.about.about_next_game() is not None
        keys = _("g game   Esc back") if has_games else _("Esc back")
        if place:
            keys = _("{first}-{last} of {count}   Space, arrows: page   Esc back")
            if has_games:
                keys = _("{first}-{last} of {count}   Space, arrows: page   g game   Esc back")
            keys = keys.format(**place)
        if has_games:
            canvas.put_centred(0, game_label(self.about.game_name, canvas.glyphs), Style.DIM)
        canvas.put_centred(size.rows - 1, keys, Style.DIM)

    def press(self, key: str, context: Context) -> Next:
        """Turn pages, show the other text, or close; a text's own key closes it again."""
        if key in LEAVE or key in _KEYS[self.text]:
            return self.go_back(key, context)
        if key == "g" and (about := self.about.about_next_game()) is not None:
            return Next(replace(self, about=about, top=0))
        for text in (Text.HELP, Text.REFERENCE):
            if key in _KEYS[text]:
                return Next(replace(self, text=text, top=0))
        page = context.size.rows - _ROWS_AROUND_TEXT
        count = len(self.lines(context.options.look.glyphs))
        return Next(replace(self, top=scrolled(self.top, key, page, count)))


def open_text(_world: World, text: Text, about: Readable) -> Effects:
    """Open a text about a screen."""
    return (Push(TextScreen(text, about)),)
