"""The scores on the screen, and a finished game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from foxduet.analysis.standings import rating_categories, teams_of
from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass, field, replace
from foxduet.core.registry import FOR_A_TABLE, FOR_REVIEWS, Part, card_game, games_with, has_parts
from foxduet.play.game import Game, open_game
from foxduet.store.results import SOLO, TWO_PEOPLE, Entry, Selection, chosen
from foxduet.ui.kit import keys, pages
from foxduet.ui.kit.canvas import (
    WIDTH,
    Canvas,
    Size,
    Style,
    draw_buttons,
    draw_clearing,
    draw_undergrowth,
)
from foxduet.ui.kit.effects import GameStarted, StartGame, TitleRow
from foxduet.ui.kit.screen import Binding, Bindings, Context, Next, Pop, Screen, call
from foxduet.ui.table.drawing import draw_figures
from foxduet.ui.table.ending import par_phrase
from foxduet.ui.table.moves import again
from foxduet.ui.table.screen import start
from foxduet.ui.table.state import Exit
from foxduet.words.game_words import game_title, guide_words, table_words
from foxduet.words.i18n import _, explain, ngettext, pgettext, reason_of
from foxduet.words.scores import Page, day_and_players, elsewhere_sentence, kind_label, page_lines
from foxduet.words.text import Glyphs, TextLine, capitalised, names_at_table, text_width

if TYPE_CHECKING:
    from foxduet.analysis.rating import Training
    from foxduet.store.scores import ScoresRead
    from foxduet.ui.kit.effects import Event
    from foxduet.ui.kit.screen import Effect


@dataclass(frozen=True, slots=True)
class FinishedScreen(pages.PageScreen):
    """A game of the scores, with its record at ``path``."""

    entry: Entry
    game: Game
    path: Path

    @property
    def game_name(self) -> str:
        return self.game.header.game

    @property
    def page(self) -> pages.ListPage:
        items = [pages.Item(capitalised(_(label))) for label, _do in self.choices]
        return pages.ListPage(day_and_players(self.entry) + ".", items)

    def draw(self, canvas: Canvas) -> None:
        game, par = self.game, self.entry.par
        assert game.result is not None, "only finished games are in the scores"
        top, header = draw_clearing(canvas, 22), game.header
        words = table_words(header.game)
        canvas.put_centred(top + 2, day_and_players(self.entry), Style.TITLE)
        canvas.put_centred(top + 3, words.setup_label(header.setup))
        canvas.put_centred(
            top + 5, words.outcome_sentence(game.state, names_at_table(header)), Style.PROMPT
        )
        rows = guide_words(header.game).score_rows(game)
        row = draw_figures(canvas, top + 7, names_at_table(header), rows, Style.PLAIN)
        if par is not None:
            canvas.put_centred(row + 1, par_phrase(par))
        labels = [item.label for item in self.page.items]
        draw_buttons(canvas, top + 16, labels, keys.OPTION_KEYS, self.cursor)
        canvas.put_centred(top + 19, self.notice, Style.ALERT)
        canvas.put_centred(top + 20, self.footer, Style.DIM)

    @property
    def choices(self) -> list[tuple[str, Effect]]:
        game, header = self.game, self.game.header
        choices: list[tuple[str, Effect]] = [
            (N_("Look through the game"), call("replay:open_replay", game)),
            (N_("back"), Pop()),
        ]
        if header.seed is not None:
            choices.insert(1, (N_("The same deals again"), StartGame(open_game(again(header)))))
        if has_parts(self.game_name, *FOR_REVIEWS):
            choices.insert(1, (N_("Review"), call("review:open_review", game, self.path)))
        return choices

    def receive(self, event: Event, context: Context) -> Next:
        if isinstance(event, GameStarted):
            return Next(start(event.game, event.saved, leads_to=Exit.TITLE))
        return Screen.receive(self, event, context)

    def do(self, choice: tuple[str, Effect]) -> Next:
        return Next(self, (choice[1],))

    BINDINGS: ClassVar = (
        Binding(keys.CHOOSING, pages.ChoiceScreen.move, (N_("arrows"), N_("choose"))),
        Binding(keys.DECIDE, pages.ChoiceScreen.choose, (N_("Enter"), N_("continue"))),
        pages.HELP,
        replace(pages.CARDS, footer=None),
        Binding(keys.LEAVE, Screen.go_back, (N_("Esc"), N_("back"))),
    )


_FIRST_ROW, _OTHER_ROWS = 3, 6
_MOST_CHOICES = 19
"""As many as the smallest window has rows for."""
PAGES = {
    Page.RECENT: N_("Games"),
    Page.BEST: N_("Best"),
    Page.DAYS: N_("Days"),
    # Translators: a page of figures in rows and columns
    Page.OVERVIEW: N_("Table"),
}


@dataclass(frozen=True, slots=True)
class ScoresScreen(pages.Readable):
    """The scores as they were when it was opened, a page of them from its row ``top`` on.

    ``games`` are all there are, oldest first, of which ``selection`` has some. ``cursor`` counts
    the rows of the page that are about one game, of which one may be chosen. ``others`` are the
    numbers of entries that other games have. The page of days has those of ``puzzles``, too.
    """

    game_name: str
    games: tuple[Entry, ...]
    today: date
    page: Page = Page.RECENT
    selection: Selection = field(default_factory=Selection)
    top: int = 0
    cursor: int | None = None
    others: Mapping[str, int] = field(default_factory=dict)
    puzzles: Training | None = None

    def draw(self, canvas: Canvas) -> None:
        self._draw_games(canvas)
        if not self.games and not self.has_days_of_puzzles:
            self._draw_empty(canvas)
            return
        rows = canvas.size.rows
        self._draw_tabs(canvas)
        lines = self.lines(canvas.glyphs)
        place = pages.draw_page(canvas, _FIRST_ROW, lines, self.top, rows - _OTHER_ROWS)
        self._draw_cursor(canvas, lines)
        if self.notice:
            canvas.put_centred(rows - 2, self.notice, Style.ALERT)
        else:
            canvas.put_centred(rows - 2, self._hint(place), Style.DIM)
        canvas.put_centred(rows - 1, self.footer, Style.DIM)

    def _draw_games(self, canvas: Canvas) -> None:
        every = games_with(*FOR_A_TABLE)
        titles = {name: game_title(name) for name in every}
        labels = [
            f"[{title}]" if name == self.game_name else f" {title} "
            for name, title in titles.items()
        ]
        column = (canvas.size.columns - sum(map(text_width, labels)) - len(labels) + 1) // 2
        for at, (name, label) in enumerate(zip(every, labels, strict=True)):
            style = Style.CHOSEN if name == self.game_name else Style.DIM
            canvas.put(0, column, label, style)
            steps = (at - every.index(self.game_name)) % len(every)
            if steps:
                canvas.put_area(0, column, Size(1, text_width(label)), "g" * steps)
            column += text_width(label) + 1

    def _hint(self, place: dict[str, int]) -> str:
        if not self._has_games():
            return _("{first}-{last} of {count}   up, down scroll").format(**place) if place else ""
        if not place:
            return _("up, down choose a game")
        return _("{first}-{last} of {count}   up, down choose a game").format(**place)

    def _draw_cursor(self, canvas: Canvas, lines: list[TextLine]) -> None:
        shown, games = canvas.size.rows - _OTHER_ROWS, _rows_of_games(lines)
        first = pages.first_shown(lines, self.top, shown)
        left = (canvas.size.columns - pages.PAGE_WIDTH) // 2
        for at, line in enumerate(games):
            if not first <= line < first + shown:
                continue
            row, chosen = _FIRST_ROW + line - first, at == self.cursor
            if chosen:
                canvas.put(
                    row, left - 1, f"{canvas.glyphs.cursor} {lines[line].text}", Style.CHOSEN
                )
            before = -1 if self.cursor is None else self.cursor
            steps = keys.steps_to(at, before, keys.UP, keys.DOWN)
            canvas.put_area(row, left, Size(1, pages.PAGE_WIDTH), steps, chosen=chosen)

    def _draw_tabs(self, canvas: Canvas) -> None:
        left = (canvas.size.columns - pages.PAGE_WIDTH) // 2
        column = left + 1
        for page in Page:
            is_shown = page is self.page
            text = f"[{_(PAGES[page])}]" if is_shown else f" {_(PAGES[page])} "
            canvas.put(1, column, text, Style.CHOSEN if is_shown else Style.PLAIN)
            every = list(Page)
            steps = keys.steps_to(every.index(page), every.index(self.page), keys.LEFT, keys.RIGHT)
            canvas.put_area(1, column, Size(1, text_width(text)), steps)
            column += text_width(text) + 1
        for row, selected in enumerate(self.selected, 1):
            canvas.put_right(row, left + pages.PAGE_WIDTH - 1, selected, Style.TITLE)

    @property
    def selected(self) -> tuple[str, ...]:
        """Which games are shown: of which options and partners, and of whom."""
        options = guide_words(self.game_name).options_label(dict(self.selection.options))
        label = _("{options}, {partner}").format(options=options, partner=self._partner_label)
        if not self.selection.names:
            return (label,)
        p1, p2 = self.selection.names
        return label, _("{left} and {right}").format(left=p1, right=p2)

    def next_game(self, parts: Iterable[Part] = FOR_A_TABLE) -> str:
        """Return the game whose scores a key leads to: the next one with some parts."""
        return keys.beside(games_with(*parts), self.game_name)

    @property
    def _partner_label(self) -> str:
        kind = self.selection.kind
        return _("all games") if kind is None else kind_label(kind, self.game_name)

    def _draw_empty(self, canvas: Canvas) -> None:
        size = canvas.size
        top, left = (size.rows - 12) // 2, (size.columns - WIDTH) // 2
        draw_undergrowth(canvas, top, left, WIDTH)
        canvas.put_centred(top + 3, _("No game has been finished here yet."), Style.STRONG)
        canvas.put_centred(top + 5, self.elsewhere(_("press g")))
        canvas.put_centred(top + 7, self.notice, Style.ALERT)
        draw_undergrowth(canvas, top + 9, left, WIDTH)
        footer = _("g scores of {game}   Esc back").format(game=game_title(self.next_game()))
        canvas.put_centred(size.rows - 1, footer, Style.DIM)

    def elsewhere(self, how: str, parts: Iterable[Part] = FOR_A_TABLE) -> str:
        """Say how many games the next game has, and how they are shown, or what will stand here."""
        game = self.next_game(parts)
        return elsewhere_sentence(game, self.others.get(game, 0), how)

    @property
    def has_days_of_puzzles(self) -> bool:
        """Whether the puzzle of a day was ever answered."""
        return self.puzzles is not None and bool(self.puzzles.days)

    def lines(self, glyphs: Glyphs) -> list[TextLine]:
        """Return the rows of the page."""
        shows_puzzles = self.page is Page.DAYS and self.has_days_of_puzzles
        if not self.games and not shows_puzzles:
            return [TextLine(_("No game has been finished here yet."))]
        if not chosen(self.games, self.selection) and not shows_puzzles:
            return [TextLine(_("No game of this kind has been finished yet."))]
        return page_lines(
            self.page, self.games, self.selection, self.today, glyphs, puzzles=self.puzzles
        )

    @property
    def bindings(self) -> Bindings:
        """The keys of the scores; Enter is among them once a game is chosen."""
        rows = (_MOVING,) if self.cursor is None else (replace(_MOVING, footer=None), _OPENING)
        return (_TURNING, *rows, *_SCROLLING, *_CHOOSING, *_LEAVING)

    def _has_games(self) -> bool:
        return any(self._may_list(game) for game in chosen(self.games, self.selection))

    def _may_list(self, game: Entry) -> bool:
        match self.page:
            case Page.OVERVIEW:
                return False
            case Page.BEST:
                return game.won and not game.again
            case Page.RECENT:
                return True
            case Page.DAYS:
                return game.day is not None

    def _move(self, key: str, context: Context) -> Next:
        lines = self.lines(context.options.look.glyphs)
        games, shown = _rows_of_games(lines), context.size.rows - _OTHER_ROWS
        at = (-1 if self.cursor is None else self.cursor) + keys.step_of(key)
        if not games or at < 0:
            return Next(replace(self, cursor=None, top=0))
        at = min(at, len(games) - 1)
        top = pages.first_shown(lines, self.top, shown)
        top = min(max(top, games[at] - shown + 1), games[at])
        return Next(replace(self, cursor=at, top=top))

    def _open(self, _key: str, context: Context) -> Next:
        assert self.cursor is not None, "only then the key does this"
        lines = self.lines(context.options.look.glyphs)
        entry = lines[_rows_of_games(lines)[self.cursor]].entry
        assert entry is not None, "these are the rows of games"
        return Next(self, (call("ledger:open_record", entry),))

    def help_lines(self, width: int) -> list[TextLine]:
        sections = guide_words(self.game_name).scores_help()
        return pages.help_page(
            _("Keys in the scores"), replace(self, cursor=0).bindings, sections, width
        )

    def _turn(self, key: str, _context: Context) -> Next:
        every = list(Page)
        at = (every.index(self.page) + keys.step_of(key)) % len(every)
        return Next(replace(self, page=every[at], top=0, cursor=None))

    def _scroll(self, key: str, context: Context) -> Next:
        rows = context.size.rows - _OTHER_ROWS
        count = len(self.lines(context.options.look.glyphs))
        top = keys.scrolled(self.top, key, rows, count)
        return Next(replace(self, top=top, cursor=None))

    def _change_game(self, _key: str, context: Context) -> Next:
        following = self.next_game(context.options.parts)
        return Next(self, (call("ledger:open_scores", following),))

    def _back(self, _key: str, _context: Context) -> Next:
        return Next(self, (call("performer:open_title", TitleRow.SCORES),))


_TURNING = Binding(
    (*keys.BACKWARD, *keys.FORWARD),
    ScoresScreen._turn,
    (N_("left, right"), N_("page")),
    (N_("Left, right, h, l"), N_("previous or next page")),
    # Translators: two arrow keys, in the last row where it has little room
    brief=lambda: pgettext("brief", "left, right page"),
)
_MOVING = Binding(
    (*keys.UPWARD, *keys.DOWNWARD),
    ScoresScreen._move,
    (N_("up, down"), N_("game")),
    (N_("Up, down, k, j"), N_("choose a game, or move a row up or down")),
    applies=ScoresScreen._has_games,
)
_OPENING = Binding(
    keys.DECIDE,
    ScoresScreen._open,
    (N_("Enter"), N_("open")),
    (N_("Enter"), N_("open the chosen game")),
)
_SCROLLING = (
    Binding(
        keys.SCROLLING,
        ScoresScreen._scroll,
        help=(N_("Page Up, Page Down"), N_("a page up or down, as Space")),
    ),
    Binding((), ScoresScreen._scroll, help=(N_("Home, End"), N_("the first and the last rows"))),
)
_CHOOSING = (
    Binding(
        ("f",),
        lambda screen, *_: Next(FilterScreen(screen, cursor=0)),
        (N_("f"), N_("filter")),
        (N_("f"), N_("choose which games to show")),
    ),
    Binding(
        ("g",),
        ScoresScreen._change_game,
        (N_("g"), N_("games")),
        (N_("g"), N_("go to the scores of the other game")),
    ),
)
_LEAVING = (
    replace(pages.HELP, help=None),
    replace(pages.CARDS, footer=None),
    Binding(keys.LEAVE, ScoresScreen._back, (N_("Esc"), N_("back")), (N_("q, Esc"), N_("back"))),
)


@dataclass(frozen=True, slots=True)
class FilterScreen(pages.PageScreen):
    """What the scores can be limited to: one thing at a time, beside what was chosen before."""

    scores: ScoresScreen

    @property
    def game_name(self) -> str:
        return self.scores.game_name

    @property
    def choices(self) -> list[tuple[str, Selection]]:
        """What may be shown, by its name, as many pairs of names as there is room for."""
        words, games, now = guide_words(self.game_name), self.scores.games, self.scores.selection
        option = card_game(self.game_name).options[0]
        kinds = rating_categories(games)
        partners = [kind for kind in kinds if kind != TWO_PEOPLE]
        if len(partners) > 1:
            kinds = [*kinds[: -len(partners)], SOLO, *partners]
        every = [(_("all games"), Selection())]
        for value in option.values:
            own = replace(now, options=((option.name, value),))
            every.append((words.options_label(dict(own.options)), own))
        every += [(kind_label(one, self.game_name), replace(now, kind=one)) for one in kinds]
        for left, right in teams_of(games)[: _MOST_CHOICES - len(every)]:
            names = _("{left} and {right}").format(left=left, right=right)
            every.append((names, replace(now, names=(left, right))))
        return every

    @property
    def page(self) -> pages.ListPage:
        items = [pages.Item(label) for label, _selection in self.choices]
        return pages.ListPage(_("Which games to show"), items)

    def draw(self, canvas: Canvas) -> None:
        page, left = self.page, (canvas.size.columns - pages.PAGE_WIDTH) // 2
        canvas.put(1, left + 1, page.title, Style.TITLE)
        pages.draw_choices(canvas, 3, left + 1, [one.label for one in page.items], self.cursor)
        canvas.put_centred(canvas.size.rows - 1, self.footer, Style.DIM)

    def do(self, choice: tuple[str, Selection]) -> Next:
        _label, selection = choice
        return Next(replace(self.scores, selection=selection, top=0, cursor=None))

    def go_back(self, _key: str, _context: Context) -> Next:
        return Next(self.scores)

    BINDINGS: ClassVar = (
        Binding(keys.CHOOSING, pages.ChoiceScreen.move, (N_("arrows"), N_("choose"))),
        Binding(keys.DECIDE, pages.ChoiceScreen.choose, (N_("Enter"), N_("continue"))),
        Binding(keys.LEAVE, go_back, (N_("Esc"), N_("back"))),
    )


def _rows_of_games(lines: list[TextLine]) -> list[int]:
    return [at for at, line in enumerate(lines) if line.entry is not None]


def scores_screen(
    game: str, read: ScoresRead | None, today: date, puzzles: Training | None
) -> ScoresScreen:
    """Return the scores that were read; what is wrong with them, if anything, in its notice.

    ``puzzles`` is how a player stands with the game's puzzles.
    """
    if read is None:
        return ScoresScreen(game, (), today)
    screen = ScoresScreen(
        game, read.games, today, others=read.others, puzzles=puzzles, notice=notice_of(read)
    )
    # Without a game no other page has anything.
    return screen if screen.games else replace(screen, page=Page.DAYS)


def notice_of(scores: ScoresRead) -> str:
    """Say what is wrong with the scores that were read, if anything."""
    if (unread := scores.imported.trouble) is not None:
        notice = _("The records cannot be read: {reason}.")
        if scores.rebuilt:
            notice = _("Neither the scores nor the records can be read: {reason}.")
        return notice.format(reason=reason_of(unread))
    if scores.trouble is not None:
        return _("Read from the records only: {reason}.").format(reason=explain(scores.trouble))
    if scores.rebuilt:
        return _("The scores could not be read; they are rebuilt from the records.")
    if left := scores.imported.left:
        return ngettext(
            "{count} more record will be read next time you open the scores.",
            "{count} more records will be read next time you open the scores.",
            left,
        ).format(count=left)
    return ""
