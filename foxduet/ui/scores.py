"""Screens for scores, for a finished game, and for the progress of a player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, assert_never

from foxduet.analysis.progress import Activity, PlayerProgress
from foxduet.analysis.standings import Goal, list_teams, next_rung, partner_kinds
from foxduet.core.errors import N_, NC_
from foxduet.core.lazy_dataclass import dataclass, field, replace
from foxduet.core.registry import REVIEW_PARTS, TABLE_PARTS, card_game, games_with, has_parts
from foxduet.play.game import Game, open_game
from foxduet.store.score_entries import SOLO, TWO_PEOPLE, ScoreEntry, Selection, select_entries
from foxduet.ui.kit import keys, pages
from foxduet.ui.kit.canvas import (
    WIDTH,
    Canvas,
    Size,
    Style,
    draw_buttons,
    draw_clearing,
    draw_undergrowth,
    notice_style,
)
from foxduet.ui.kit.effects import GameStarted, PuzzleSource, StartGame, TitleRow
from foxduet.ui.kit.pages import TEXT_WIDTH
from foxduet.ui.kit.screen import Binding, Bindings, Context, Pop, Screen, Transition, call
from foxduet.ui.table.drawing import draw_figures
from foxduet.ui.table.ending import par_phrase
from foxduet.ui.table.moves import header_for_replay
from foxduet.ui.table.screen import start_table
from foxduet.ui.table.state import Exit
from foxduet.words import report, text
from foxduet.words.game_words import game_title, guide_words, item_sentences, table_words
from foxduet.words.i18n import _, error_text, explain, ngettext, pgettext
from foxduet.words.pages import page as page_of_help
from foxduet.words.progress import (
    MAX_CHART_GAMES,
    MIN_CHART_GAMES,
    LadderView,
    accuracy_heading,
    accuracy_rows,
    current_goals,
    detail_sentences,
    glance,
    is_best_so_far,
    key_figures,
    ladder_view,
    lesson_about,
    lessons_left,
    new_puzzle_kinds,
    newest_sentence,
    next_sentences,
    progress_lines,
    progress_report,
    suggest_for_player,
)
from foxduet.words.report import Part, sentence_part
from foxduet.words.scores import (
    ScoresPage,
    dated_game_phrase,
    elsewhere_sentence,
    page_report,
    partner_kind_label,
    when_and_who,
)
from foxduet.words.text import text_width

if TYPE_CHECKING:
    from foxduet.analysis.rating import TrainingState
    from foxduet.store.scores import ScoresRead
    from foxduet.ui.kit.effects import Event
    from foxduet.ui.kit.screen import Call, Effect


@dataclass(frozen=True, slots=True)
class FinishedScreen(pages.ListScreen):
    """A finished game with its score entry and record."""

    entry: ScoreEntry
    game: Game
    path: Path

    @property
    def game_name(self) -> str:
        return self.game.header.game

    @property
    def content(self) -> pages.ListContent:
        items = [pages.ListItem(text.capitalize_first(_(label))) for label, _do in self.choices]
        header, par, names = self.game.header, self.entry.par, text.names_at_table(self.game.header)
        words, figures = table_words(header.game), guide_words(header.game).score_rows(self.game)
        intro = (
            words.setup_label(header.setup) + ".",
            words.outcome_sentence(self.game.state, names),
            *item_sentences(figures, names),
            *(() if par is None else (text.as_sentence(par_phrase(par)),)),
        )
        return pages.ListContent(when_and_who(self.entry) + ".", items, intro)

    def draw(self, canvas: Canvas) -> None:
        game, par = self.game, self.entry.par
        assert game.result is not None, "only finished games are in the scores"
        top, header = draw_clearing(canvas, 22), game.header
        words, names = table_words(header.game), text.names_at_table(header)
        canvas.put_centred(top + 2, when_and_who(self.entry), Style.TITLE)
        canvas.put_centred(top + 3, words.setup_label(header.setup))
        canvas.put_centred(top + 5, words.outcome_sentence(game.state, names), Style.PROMPT)
        rows = guide_words(header.game).score_rows(game)
        row = draw_figures(canvas, top + 7, names, rows, Style.PLAIN)
        if par is not None:
            canvas.put_centred(row + 1, par_phrase(par))
        labels = [item.label for item in self.content.items]
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
            replay = StartGame(open_game(header_for_replay(header)))
            choices.insert(1, (N_("The same deals again"), replay))
        if has_parts(self.game_name, *REVIEW_PARTS):
            choices.insert(1, (N_("Review"), call("review:open_review", game, self.path)))
        return choices

    def handle_event(self, event: Event, context: Context) -> Transition:
        if isinstance(event, GameStarted):
            return Transition(start_table(event.game, event.saved, leads_to=Exit.TITLE))
        return Screen.handle_event(self, event, context)

    def activate(self, choice: tuple[str, Effect]) -> Transition:
        return Transition(self, (choice[1],))

    BINDINGS: ClassVar = (
        Binding(keys.CURSOR_KEYS, pages.ChoiceScreen.move_cursor, (N_("arrows"), N_("choose"))),
        pages.ACTIVATE_BINDING,
        pages.HELP_BINDING,
        replace(pages.CARDS_BINDING, footer=None),
        Binding(keys.LEAVE_KEYS, Screen.go_back, (N_("Esc"), N_("back"))),
    )


_PAUSE_SECONDS = 0.1
"""Between two rounds of reading records, so that keys are answered."""
_MAX_CHOICES = 19
"""The smallest window has this many rows for choices."""
PAGES = {
    ScoresPage.RECENT: N_("Games"),
    ScoresPage.BEST: N_("Best"),
    ScoresPage.DAYS: N_("Days"),
    # Translators: a page of figures in rows and columns
    ScoresPage.OVERVIEW: N_("Table"),
}


@dataclass(frozen=True, slots=True)
class ScoresScreen(pages.ReportScreen):
    """One page of the scores, which were read when the screen was opened.

    games: all entries, oldest first; ``selection`` filters them.
    other_counts: the numbers of scores of the other games, by game.
    puzzles: the state of puzzle training, for the page of days.
    lacks_readable_games: no entry could be read, although there may be some.
    remaining: the number of records still to be read, while the player looks at the newest.
    """

    ROWS_ABOVE: ClassVar = 3
    ROWS_AROUND: ClassVar = 6

    game_name: str
    games: tuple[ScoreEntry, ...]
    today: date
    page: ScoresPage = ScoresPage.RECENT
    selection: Selection = field(default_factory=Selection)
    other_counts: Mapping[str, int] = field(default_factory=dict)
    puzzles: TrainingState | None = None
    lacks_readable_games: bool = False
    remaining: int = 0

    @property
    def timeout(self) -> float | None:
        return _PAUSE_SECONDS if self.remaining else None

    def on_timeout(self, context: Context) -> Transition:
        if context.options.look.glyphs is text.SPOKEN:
            # Figures that grow while they are read aloud would be read again and again.
            return Transition(replace(self, remaining=0))
        return Transition(self, (call("score_handlers:read_on", self),))

    def with_more(self, more: ScoresScreen) -> ScoresScreen:
        """Return this view of newly read scores; reading ends without progress."""
        more = replace(more, remaining=more.remaining if more.remaining < self.remaining else 0)
        if not self.games:
            return more
        more = replace(more, page=self.page, selection=self.selection)
        return replace(more, top=self.top, cursor=self.cursor)

    def draw(self, canvas: Canvas) -> None:
        games, left = games_with(*TABLE_PARTS), (canvas.size.columns - TEXT_WIDTH) // 2
        titles = [game_title(name) for name in games]
        width = sum(text_width(title) + 3 for title in titles) - 1
        current = games.index(self.game_name)
        clicks = ["g" * ((index - current) % len(games)) or None for index in range(len(games))]
        column = (canvas.size.columns - width) // 2
        draw_tabs(canvas, 0, column, titles, current, clicks, Style.DIM)
        if not self.games and not self.has_days_of_puzzles:
            self._draw_empty(canvas)
            return
        labels, current = [_(PAGES[page]) for page in ScoresPage], [*ScoresPage].index(self.page)
        steps = [
            keys.keys_to_option(index, current, keys.LEFT, keys.RIGHT)
            for index in range(len(labels))
        ]
        draw_tabs(canvas, 1, left + 1, labels, current, steps, Style.PLAIN)
        for row, phrase in enumerate(self.filter_phrases, 1):
            canvas.put_right(row, left + TEXT_WIDTH - 1, phrase, Style.TITLE)
        pages.ReportScreen.draw(self, canvas)

    @property
    def filter_phrases(self) -> tuple[str, ...]:
        """The filter in words: options and partners, and the names if limited."""
        options = guide_words(self.game_name).options_label(dict(self.selection.options))
        kind = self.selection.kind
        partner = _("all games") if kind is None else partner_kind_label(kind, self.game_name)
        label = _("{options}, {partner}").format(options=options, partner=partner)
        if not self.selection.names:
            return (label,)
        p1, p2 = self.selection.names
        return label, _("{left} and {right}").format(left=p1, right=p2)

    def _draw_empty(self, canvas: Canvas) -> None:
        size = canvas.size
        following = keys.neighbour(games_with(*TABLE_PARTS), self.game_name)
        top, left = (size.rows - 12) // 2, (size.columns - WIDTH) // 2
        for row in (top, top + 9):
            draw_undergrowth(canvas, row, left, WIDTH)
        canvas.put_centred(top + 3, self.report[0].sentences[0], Style.STRONG)
        canvas.put_centred(top + 5, self.other_game_sentence(_("press g")))
        canvas.put_centred(top + 7, self.notice, Style.ALERT)
        footer = _("g scores of {game}   Esc back").format(game=game_title(following))
        canvas.put_centred(size.rows - 1, footer, Style.DIM)

    def other_game_sentence(self, how: str) -> str:
        """Say how many scores the next game has and ``how`` to see them, or that none exist."""
        game = keys.neighbour(games_with(*TABLE_PARTS), self.game_name)
        return elsewhere_sentence(game, self.other_counts.get(game, 0), how)

    @property
    def has_days_of_puzzles(self) -> bool:
        """True if a daily puzzle was ever answered."""
        return self.puzzles is not None and bool(self.puzzles.daily_results)

    @property
    def report(self) -> list[Part]:
        if not (self.page is ScoresPage.DAYS and self.has_days_of_puzzles):
            if not self.games:
                empty = _("No game has been finished here yet.")
                hidden = _("No finished game could be read.")
                return [sentence_part(hidden if self.lacks_readable_games else empty)]
            if not select_entries(self.games, self.selection):
                return [sentence_part(_("No game of this kind has been finished yet."))]
        return page_report(self.page, self.games, self.selection, self.today, puzzles=self.puzzles)

    def lines(self, glyphs: text.Glyphs) -> list[text.TextLine]:
        return report.report_rows(self.report, glyphs)

    @property
    def sentences(self) -> Sequence[str]:
        heading = _("Scores: {game}").format(game=game_title(self.game_name)) + "."
        if not self.games and not self.has_days_of_puzzles:
            how = _("say {word}").format(word=pgettext("command", "game"))
            return (heading, *report.report_sentences(self.report), self.other_game_sentence(how))
        phrases = () if self.selection == Selection() else self.filter_phrases
        page = ", ".join((_(PAGES[self.page]), *phrases)) + "."
        return (heading, page, *report.report_sentences(self.report))

    @property
    def prompt(self) -> str:
        words = [word for page, (word, _meaning) in _WORDS.items() if page is not self.page]
        words = [pgettext("command", word) for word in words]
        return _("Which page: {pages}?").format(pages=", ".join(words))

    def label(self, entry: ScoreEntry) -> str:
        return dated_game_phrase(entry)

    @property
    def bindings(self) -> Bindings:
        """The bindings of the scores, with Enter only if a game is selected."""
        rows = (_MOVING,) if self.cursor is None else (replace(_MOVING, footer=None), _OPENING)
        return (_TURNING, *_PAGE_WORDS, *rows, *_SCROLLING, *_CHOOSING, *_LEAVING)

    def _open(self, _key: str, _context: Context) -> Transition:
        assert self.cursor is not None, "the key is bound only while a game is selected"
        return Transition(self, (call("score_handlers:open_record", self.entries[self.cursor]),))

    def help_lines(self, width: int) -> list[text.TextLine]:
        sections = guide_words(self.game_name).scores_help()
        bindings = replace(self, cursor=0).bindings
        return pages.help_page(_("Keys in the scores"), bindings, sections, width)

    def turn_to(self, page: ScoresPage) -> Transition:
        return Transition(replace(self, page=page, top=0, cursor=None))

    def _change_game(self, _key: str, context: Context) -> Transition:
        following = keys.neighbour(games_with(*context.options.parts), self.game_name)
        return Transition(self, (call("score_handlers:open_scores", following),))


_WORDS: dict[ScoresPage, tuple[str, str]] = {
    ScoresPage.BEST: (NC_("command", "best"), N_("hear the best games")),
    ScoresPage.RECENT: (NC_("command", "recent"), N_("hear the last games")),
    ScoresPage.DAYS: (NC_("command", "days"), N_("hear the days")),
    ScoresPage.OVERVIEW: (NC_("command", "overview"), N_("hear the totals")),
}
_PAGE_WORDS = tuple(
    Binding((), lambda screen, *_, to=page: screen.turn_to(to), spoken_command=_WORDS[page])
    for page in ScoresPage
)
_TURNING = Binding(
    (*keys.BACKWARD, *keys.FORWARD),
    lambda screen, key, _context: screen.turn_to(keys.neighbour([*ScoresPage], screen.page, key)),
    (N_("left, right"), N_("page")),
    (N_("Left, right, h, l"), N_("previous or next page")),
    # Translators: two arrow keys, in the last row where it has little room
    short_footer=lambda: pgettext("brief", "left, right page"),
)
_MOVING = Binding(
    (*keys.UPWARD, *keys.DOWNWARD),
    ScoresScreen.move,
    (N_("up, down"), N_("game")),
    (N_("Up, down, k, j"), N_("choose a game, or move a row up or down")),
    applies=lambda screen: bool(screen.entries),
)
_OPENING = Binding(
    keys.DECIDE_KEYS,
    ScoresScreen._open,
    (N_("Enter"), N_("open")),
    (N_("Enter"), N_("open the chosen game")),
)
_SCROLLING = (
    Binding(
        keys.SCROLL_KEYS,
        ScoresScreen.scroll,
        help_text=(N_("Page Up, Page Down"), N_("a page up or down, as Space")),
    ),
    Binding(
        (), ScoresScreen.scroll, help_text=(N_("Home, End"), N_("the first and the last rows"))
    ),
)
_CHOOSING = (
    Binding(
        ("f",),
        lambda screen, *_: Transition(FilterScreen(screen, cursor=0)),
        (N_("f"), N_("filter")),
        (N_("f"), N_("choose which games to show")),
        spoken_command=(NC_("command", "filter"), N_("choose which games to show")),
    ),
    Binding(
        ("g",),
        ScoresScreen._change_game,
        (N_("g"), N_("games")),
        (N_("g"), N_("go to the scores of the other game")),
        spoken_command=(NC_("command", "game"), N_("go to the scores of the other game")),
    ),
)
_LEAVING = (
    pages.HELP_BINDING,
    replace(pages.CARDS_BINDING, footer=None),
    Binding(
        keys.LEAVE_KEYS,
        lambda screen, *_: Transition(
            screen, (call("effect_handlers:open_title", TitleRow.SCORES),)
        ),
        (N_("Esc"), N_("back")),
        (N_("q, Esc"), N_("back")),
    ),
)


@dataclass(frozen=True, slots=True)
class FilterScreen(pages.ListScreen):
    """A list of filters: the first drops all conditions, each of the others changes one."""

    scores: ScoresScreen

    @property
    def game_name(self) -> str:
        return self.scores.game_name

    @property
    def choices(self) -> list[tuple[str, Selection]]:
        """The filters by label, with as many pairs of names as fit in the window."""
        words, games = guide_words(self.game_name), self.scores.games
        selection = self.scores.selection
        option = card_game(self.game_name).options[0]
        kinds = partner_kinds(games)
        partners = [kind for kind in kinds if kind != TWO_PEOPLE]
        if len(partners) > 1:
            kinds = [*kinds[: -len(partners)], SOLO, *partners]
        filters = [(_("all games"), Selection())]
        for value in option.values:
            label = words.options_label({option.name: value})
            filters.append((label, replace(selection, options=((option.name, value),))))
        partner = partner_kind_label
        filters += [
            (partner(kind, self.game_name), replace(selection, kind=kind)) for kind in kinds
        ]
        for left, right in list_teams(games)[: _MAX_CHOICES - len(filters)]:
            names = _("{left} and {right}").format(left=left, right=right)
            filters.append((names, replace(selection, names=(left, right))))
        return filters

    @property
    def content(self) -> pages.ListContent:
        items = [pages.ListItem(label) for label, _selection in self.choices]
        return pages.ListContent(_("Which games to show"), items)

    def draw(self, canvas: Canvas) -> None:
        page, left = self.content, (canvas.size.columns - TEXT_WIDTH) // 2
        canvas.put(1, left + 1, page.title, Style.TITLE)
        pages.draw_choices(canvas, 3, left + 1, [item.label for item in page.items], self.cursor)
        canvas.put_centred(canvas.size.rows - 1, self.footer, Style.DIM)

    def activate(self, choice: tuple[str, Selection]) -> Transition:
        _label, selection = choice
        return Transition(replace(self.scores, selection=selection, top=0, cursor=None))

    def go_back(self, _key: str, _context: Context) -> Transition:
        return Transition(self.scores)

    BINDINGS: ClassVar = (
        Binding(keys.CURSOR_KEYS, pages.ChoiceScreen.move_cursor, (N_("arrows"), N_("choose"))),
        pages.ACTIVATE_BINDING,
        Binding(keys.LEAVE_KEYS, go_back, (N_("Esc"), N_("back"))),
    )


def scores_screen(
    game: str, scores: ScoresRead | None, today: date, puzzles: TrainingState | None
) -> ScoresScreen:
    """Return the scores, with errors of reading them in the notice; empty if ``scores`` is None.

    puzzles: the state of puzzle training.
    """
    if scores is None:
        return ScoresScreen(game, (), today)
    notice = scores_notice(scores)
    if not notice and puzzles is not None and puzzles.trouble is not None:
        notice = text.file_trouble(puzzles.trouble)
    screen = ScoresScreen(
        game,
        scores.games,
        today,
        other_counts=scores.other_counts,
        puzzles=puzzles,
        lacks_readable_games=scores.lacks_readable_games,
        remaining=0 if scores.trouble else scores.imported.remaining,
        notice=notice,
    )
    # Without a game, only the page of days may have content.
    return screen if screen.games else replace(screen, page=ScoresPage.DAYS)


def scores_notice(scores: ScoresRead) -> str:
    """Return a notice about errors of reading the scores, or ""."""
    if (unread := scores.imported.trouble) is not None:
        notice = _("The records cannot be read: {reason}.")
        if scores.rebuilt:
            notice = _("Neither the scores nor the records can be read: {reason}.")
        return notice.format(reason=error_text(unread))
    if scores.trouble is not None:
        return _("The scores cannot be saved: {reason}.").format(reason=explain(scores.trouble))
    if scores.rebuilt:
        return _("The scores could not be read; they are rebuilt from the records.")
    if trouble := text.records_trouble(scores.unreadable):
        return trouble
    if left := scores.imported.remaining:
        return ngettext(
            "{count} more record is still to be read.",
            "{count} more records are still to be read.",
            left,
        ).format(count=left)
    return ""


def _tell_report(name: str, screen: ProgressScreen) -> Sequence[str]:
    sentences = report.report_sentences(progress_report(screen.progress)[name])
    return sentences or (_("There is nothing there yet."),)


@dataclass(frozen=True, slots=True)
class ProgressScreen(pages.ReportScreen):
    """A player's progress in a game, read when it was opened: at a glance, or in ``details``.

    is_stale: something was opened from here, so the progress must be read again.
    """

    back_keys: ClassVar[tuple[str, ...]] = keys.LEAVE_KEYS
    """The same key may have closed the details."""

    progress: PlayerProgress
    details: bool = False
    is_stale: bool = False

    @property
    def game_name(self) -> str:
        return self.progress.game

    def draw(self, canvas: Canvas) -> None:
        """Draw the details; or the next step, a chart, three figures, and the goals and ladder."""
        if self.details:
            canvas.put_centred(0, self.sentences[0].removesuffix("."), Style.TITLE)
            pages.ReportScreen.draw(self, canvas)
            return
        progress, size = self.progress, canvas.size
        top, left = (size.rows - _ROWS) // 2, (size.columns - TEXT_WIDTH) // 2 + 1
        canvas.put(top, left, _("Progress"), Style.TITLE)
        canvas.put_right(top, left + TEXT_WIDTH - 2, game_title(self.game_name), Style.DIM)
        _draw_next(progress, canvas, top + _NEXT_ROW, left)
        shares, ladder = progress.accuracies[-MAX_CHART_GAMES:], ladder_view(progress)
        has_chart = len(shares) >= MIN_CHART_GAMES
        if has_chart:
            _draw_accuracy(canvas, top + _PICTURE_ROW, left, shares)
        elif ladder is not None:
            _draw_ladder(canvas, top + _PICTURE_ROW, ladder)
        column = left
        for label, figure, note in key_figures(progress):
            canvas.put(top + _FIGURES_ROW, column, label, Style.DIM)
            canvas.put(top + _FIGURES_ROW + 1, column, figure, Style.STRONG)
            canvas.put(top + _FIGURES_ROW + 2, column, note, Style.DIM)
            column += max(_FIGURE_WIDTH, text_width(label) + 2, text_width(note) + 2)
        category, goals = current_goals(progress)
        row = top + _GOALS_ROW
        if goals:
            row = _draw_goals(canvas, row, left, category, goals)
        if has_chart and ladder is not None:
            _draw_small_ladder(canvas, row, left, ladder)
        if self.notice:
            notice = text.mark_alert(self.notice)
            canvas.put_centred(top + _ROWS - 2, notice, notice_style(self.notice))
        canvas.put_centred(top + _ROWS - 1, self.footer, Style.DIM)

    def lines(self, glyphs: text.Glyphs) -> list[text.TextLine]:
        return progress_lines(self.progress, TEXT_WIDTH - 2, glyphs)

    @property
    def sentences(self) -> Sequence[str]:
        heading = _("Progress: {game}").format(game=game_title(self.game_name)) + "."
        return (heading, *glance(self.progress))

    @property
    def prompt(self) -> str:
        words = [
            pgettext("command", binding.spoken_command[0])
            for binding in self._active_bindings
            if binding.spoken_command and binding.keys != keys.DECIDE_KEYS
        ]
        return _("Press Enter to begin, or say {words}.").format(words=", ".join(words))

    def help_lines(self, width: int) -> list[text.TextLine]:
        sections = page_of_help("foxduet.words", "screens/progress").sections
        return pages.help_page(_("Keys"), self.bindings, sections, width)

    def _change_game(self, _key: str, context: Context) -> Transition:
        following = keys.neighbour(games_with(*context.options.parts), self.game_name)
        return Transition(self, (call("score_handlers:open_progress", following),))

    @property
    def puzzle_kinds(self) -> tuple[str, ...]:
        """Kinds of new puzzles about the costliest mistakes."""
        about = suggest_for_player(self.progress).theme
        return () if about is None else new_puzzle_kinds(self.progress, about.theme)

    def _do_next(self, key: str, context: Context) -> Transition:
        progress, suggestion = self.progress, suggest_for_player(self.progress)
        game, rungs = progress.game, next_rung(guide_words(progress.game).ladder, progress.games)
        match suggestion.activity:
            case Activity.LEARN:
                _number, following = lessons_left(progress)[0]
                return self._follow(call("effect_handlers:open_lesson", game, following.name))
            case Activity.PRACTISE:
                assert suggestion.theme is not None, "it is about a kind of mistake"
                if (lesson := lesson_about(progress, suggestion.theme.theme)) is not None:
                    return self._follow(call("effect_handlers:open_lesson", game, lesson[1].name))
                if self.puzzle_kinds:
                    return self._open_puzzles(key, context)
            case Activity.REVIEW:
                entry = progress.unreviewed[-1]
                return self._follow(call("score_handlers:open_record", entry, reviewing=True))
            case Activity.DAILY:
                return self._follow(call("effect_handlers:open_form", game, daily=True))
            case Activity.PLAY | Activity.ADVANCE | Activity.GOAL | Activity.CONTINUE:
                pass
            case _:
                assert_never(suggestion.activity)
        rung = None if rungs is None else rungs[1]
        return self._follow(call("effect_handlers:open_form", game, rung=rung))

    def _open_puzzles(self, _key: str, _context: Context) -> Transition:
        new, about = PuzzleSource.NEW, self.puzzle_kinds
        opening = call("score_handlers:open_puzzles", self.game_name, goes_on=new, about=about)
        return self._follow(opening)

    def _follow(self, opening: Call) -> Transition:
        advice = suggest_for_player(self.progress).key
        followed = call("score_handlers:follow_advice", self.game_name, advice)
        return Transition(replace(self, is_stale=True), (followed, opening))

    @property
    def timeout(self) -> float | None:
        """0 if the progress must be read again, since the screen is back on top; else None."""
        return 0 if self.is_stale else None

    def on_timeout(self, _context: Context) -> Transition:
        opening = call("score_handlers:open_progress", self.game_name)
        return Transition(replace(self, is_stale=False), (opening,))

    def _back(self, _key: str, _context: Context) -> Transition:
        if self.details:
            return Transition(replace(self, details=False))
        return Transition(self, (call("effect_handlers:open_title", TitleRow.PROGRESS),))

    BINDINGS: ClassVar = (
        Binding(
            keys.DECIDE_KEYS,
            _do_next,
            (N_("Enter"), N_("begin")),
            (N_("Enter"), N_("follow that advice")),
            applies=lambda screen: not screen.details,
            spoken_command=(NC_("command", "next"), N_("follow that advice")),
        ),
        Binding(
            ("p",),
            _open_puzzles,
            (N_("p"), N_("new puzzles")),
            (N_("p"), N_("new puzzles about what costs you most")),
            applies=lambda screen: not screen.details and bool(screen.puzzle_kinds),
            spoken_command=(
                NC_("command", "puzzles"),
                N_("solve new puzzles about what costs you most"),
            ),
        ),
        Binding(
            ("d",),
            lambda screen, *_: Transition(replace(screen, details=True, top=0)),
            (N_("d"), N_("all details")),
            (N_("d"), N_("all details")),
            applies=lambda screen: not screen.details,
            spoken_command=(NC_("command", "details"), N_("hear all details")),
            tells=lambda screen: detail_sentences(screen.progress),
        ),
        *(
            Binding(
                (),
                Screen.go_back,
                spoken_command=(name, meaning),
                tells=partial(_tell_report, name),
            )
            for name, meaning in (
                (NC_("command", "mistakes"), N_("hear what your mistakes were about")),
                (NC_("command", "wins"), N_("hear your wins and your best scores")),
                (NC_("command", "goals"), N_("hear your goals")),
            )
        ),
        Binding(
            keys.SCROLL_KEYS,
            pages.ReportScreen.scroll,
            (N_("up, down"), N_("scroll")),
            (N_("Up, down, k, j"), N_("up or down a row; Page Up, Page Down, Space: a page")),
            applies=lambda screen: screen.details,
        ),
        Binding(
            ("g",),
            _change_game,
            (N_("g"), N_("games")),
            (N_("g"), N_("progress in the other game")),
            spoken_command=(NC_("command", "game"), N_("hear your progress in the other game")),
        ),
        pages.HELP_BINDING,
        Binding(keys.LEAVE_KEYS, _back, (N_("Esc"), N_("back")), (N_("q, Esc"), N_("back"))),
    )


_MIN_LABEL, _FIGURE_WIDTH = 10, 24
_NEXT_ROW, _PICTURE_ROW, _FIGURES_ROW, _GOALS_ROW, _ROWS = 2, 7, 15, 19, 24


def _draw_next(progress: PlayerProgress, canvas: Canvas, row: int, left: int) -> None:
    canvas.put(row, left, _("What next?"), Style.DIM)
    step, *alternatives = next_sentences(progress, suggest_for_player(progress))
    enter, right = _("Enter"), left + TEXT_WIDTH - 2
    lines, row = text.wrap(step, TEXT_WIDTH - 6 - text_width(enter))[:3], row + 1
    canvas.put(row, left, canvas.glyphs.cursor, Style.PROMPT)
    for index, line in enumerate(lines):
        canvas.put(row + index, left + 2, line, Style.STRONG)
    canvas.put_right(row, right, enter, Style.DIM)
    canvas.add_click_area(row, left, Size(len(lines), TEXT_WIDTH - 2), (keys.ENTER,))
    for alternative in alternatives:
        canvas.put(row + len(lines), left + 2, alternative)
        canvas.put_right(row + len(lines), right, _("p"), Style.DIM)


def _draw_accuracy(canvas: Canvas, row: int, left: int, shares: Sequence[float]) -> None:
    canvas.put(row, left, accuracy_heading(len(shares)), Style.DIM)
    chart = accuracy_rows(shares, canvas.glyphs)
    width = max(map(text_width, chart))
    for index, line in enumerate(chart, row + 2):
        canvas.put(index, left, line)
    newest = next(index for index, line in enumerate(chart) if text_width(line) == width)
    (piece,) = canvas.glyphs.pieces[-1]
    canvas.put(row + 1 + newest, left + width - 2, piece, Style.PIECE)
    style = Style.GAIN if is_best_so_far(shares) else Style.DIM
    canvas.put(row + 6, left + 9, newest_sentence(shares), style)


def _draw_goals(
    canvas: Canvas, row: int, left: int, category: str, goals: Mapping[Goal, bool]
) -> int:
    canvas.put(row, left, _("Goals"), Style.DIM)
    canvas.put(row, left + _label_columns(), category, Style.DIM)
    column = left + _label_columns() + text_width(category) + 3
    for goal, is_reached in goals.items():
        label = _(goal.label)
        if column + 2 + text_width(label) > left + TEXT_WIDTH - 1:
            row, column = row + 1, left + _label_columns()
        sign = canvas.glyphs.won if is_reached else canvas.glyphs.dot
        canvas.put(row, column, sign, Style.PRIZE if is_reached else Style.DIM)
        canvas.put(row, column + 2, label)
        column += text_width(label) + 4
    return row + 1


def _draw_ladder(canvas: Canvas, row: int, ladder: LadderView) -> None:
    step_width = (WIDTH - 8) // len(ladder.rung_names)
    left = (canvas.size.columns - step_width * len(ladder.rung_names)) // 2
    canvas.put(row, (canvas.size.columns - TEXT_WIDTH) // 2 + 1, _("Your path"), Style.DIM)
    canvas.put(
        row + 4, left, canvas.glyphs.card.across * step_width * len(ladder.rung_names), Style.WAY
    )
    for index, name in enumerate(ladder.rung_names):
        middle = left + index * step_width + step_width // 2
        canvas.put(row + 4, middle, canvas.glyphs.dot, Style.WAY)
        style = Style.STRONG if index == ladder.player_index else Style.PLAIN
        canvas.put(row + 5, middle - text_width(name) // 2, name, style)
        if index == ladder.player_index:
            piece = text.largest_piece(3, step_width, canvas.glyphs)
            for piece_row, line in enumerate(piece, row + 4 - len(piece)):
                canvas.put(piece_row, middle - len(line) // 2, line, Style.PIECE)
    canvas.put_centred(row + 7, ladder.sentence, Style.DIM)


def _label_columns() -> int:
    return max(_MIN_LABEL, text_width(_("Goals")) + 1, text_width(_("Your path")) + 1)


def _draw_small_ladder(canvas: Canvas, row: int, left: int, ladder: LadderView) -> None:
    canvas.put(row, left, _("Your path"), Style.DIM)
    column, (piece,) = left + _label_columns(), canvas.glyphs.pieces[-1]
    for index, step in enumerate(ladder.rung_names):
        at_player, has_next = index == ladder.player_index, index + 1 < len(ladder.rung_names)
        canvas.put(row, column, step, Style.STRONG if at_player else Style.PLAIN)
        column += text_width(step) + 1
        if has_next:
            canvas.put(row, column, canvas.glyphs.card.across * 5, Style.WAY)
        if at_player:
            canvas.put(row, column + has_next, piece, Style.PIECE)
        column += 6
    if column + 2 + text_width(ladder.sentence) >= left + TEXT_WIDTH:
        row, column = row + 1, left + _label_columns() - 2
    canvas.put(row, column + 2, ladder.sentence, Style.DIM)


def draw_tabs(
    canvas: Canvas,
    row: int,
    column: int,
    labels: Sequence[str],
    current: int,
    clicks: Sequence[Sequence[str] | None],
    style: Style,
) -> None:
    """Draw tabs in a row, the current tab in brackets.

    clicks: for each tab, the keys that a click on it sends, or None.
    """
    for index, (label, steps) in enumerate(zip(labels, clicks, strict=True)):
        tab, width = f"[{label}]" if index == current else f" {label} ", text_width(label) + 2
        canvas.put(row, column, tab, Style.CHOSEN if index == current else style)
        if steps is not None:
            canvas.add_click_area(row, column, Size(1, width), steps)
        column += width + 1


def progress_screen(progress: PlayerProgress, scores: ScoresRead | None = None) -> ProgressScreen:
    """Return the screen of a player's progress; its notice tells errors of reading the files."""
    notice = "" if scores is None else scores_notice(scores)
    if not notice and progress.trouble is not None:
        notice = text.file_trouble(progress.trouble)
    if not notice and (left := progress.pending_reviews):
        notice = ngettext(
            "{count} more review will be added next time.",
            "{count} more reviews will be added next time.",
            left,
        ).format(count=left)
    return ProgressScreen(progress, notice=notice)
