"""The scores and a player's progress in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING

from foxduet.analysis.progress import PlayerProgress, mistake_kinds
from foxduet.analysis.standings import (
    Category,
    Days,
    Goal,
    Standing,
    best_games,
    counting,
    days_played,
    first_of_days,
    goals_reached,
    histogram,
    player_counts,
    standings,
)
from foxduet.core.errors import N_, NC_
from foxduet.core.frozen import replace
from foxduet.core.registry import card_game, rule_set
from foxduet.plain import loop
from foxduet.plain.narration import told_figures, told_par
from foxduet.store.results import Entry, Selection, chosen, summary_values
from foxduet.ui.kit.keys import ENTER, ESCAPE
from foxduet.ui.kit.screen import Context, Next
from foxduet.ui.scores import PAGES, FinishedScreen, ProgressScreen, ScoresScreen
from foxduet.words.game_words import game_title, guide_words, joined, table_words
from foxduet.words.i18n import _, day_text, ngettext, pgettext
from foxduet.words.progress import (
    FEWEST_IN_CHART,
    GAMES_IN_CHART,
    OF_OPPONENTS,
    OF_TEAMS,
    goals_played_for,
    key_figures,
    lessons_figures,
    mistakes_heading,
    newest_sentence,
    puzzles_sentences,
    solved_phrase,
    suggested,
    suggestion_sentence,
    way_of,
)
from foxduet.words.scores import (
    Column,
    Page,
    figures_of,
    games_phrase,
    kind_label,
    local_day,
    no_days,
    not_counting,
    player_label,
    players_of,
    streaks_phrase,
)
from foxduet.words.story import Sentences
from foxduet.words.text import SPOKEN, as_sentence, capitalised, names_at_table, with_figure

if TYPE_CHECKING:
    from foxduet.analysis.rating import Training


_DAYS = 7
"""Of so many days it is said how their puzzles went."""

TEAM_COLUMNS = (
    *(Column.GAMES, Column.WON, Column.RATE, Column.STREAK, Column.LONGEST),
    *(Column.AVERAGE, Column.BEST),
)
OPPONENT_COLUMNS = (
    *(Column.GAMES, Column.WON, Column.LOST, Column.DRAWN),
    *(Column.POINTS, Column.AGAINST, Column.STREAK, Column.LONGEST),
)

# The headings of tables, which have little room, may be short for these.
_FIGURES: Mapping[Column, Callable[[], str]] = {
    Column.GAMES: lambda: pgettext("figure", "games"),
    Column.WON: lambda: pgettext("figure", "won"),
    Column.LOST: lambda: pgettext("figure", "lost"),
    Column.DRAWN: lambda: pgettext("figure", "drawn"),
    Column.RATE: lambda: pgettext("figure", "win rate"),
    Column.POINTS: lambda: pgettext("figure", "average points"),
    Column.AGAINST: lambda: pgettext("figure", "against"),
    Column.AVERAGE: lambda: pgettext("figure", "average score"),
    Column.BEST: lambda: pgettext("figure", "best score"),
    Column.STREAK: lambda: pgettext("figure", "current winning streak"),
    Column.LONGEST: lambda: pgettext("figure", "longest winning streak"),
}


def game_phrase(game: Entry) -> str:
    """Say who played what, and how it ended."""
    words, values = guide_words(game.game), summary_values(game)
    options = {name: values[name] for name in card_game(game.game).usual_options}
    return _("{players}, {setup}: {result}").format(
        players=players_of(game),
        setup=", ".join((words.options_label(options), *_notes(game.game, [game]))),
        result=words.result_phrase(game),
    )


def game_label(game: Entry) -> str:
    """Say when a game was played, by whom, and how it ended."""
    day = game.day
    if day is None and game.finished is not None:
        day = local_day(game.finished)
    phrase = game_phrase(game)
    if game.again:
        phrase = _("{game}; its players already knew the deals").format(game=phrase)
    return (
        phrase if day is None else _("{day}: {players}").format(day=day_text(day), players=phrase)
    )


def page_games(page: Page, every: Sequence[Entry], selection: Selection) -> Sequence[Entry]:
    """Return the games of a page, in its order; an overview lists none."""
    games = chosen(every, selection)
    match page:
        case Page.OVERVIEW:
            return ()
        case Page.BEST:
            return best_games(counting(games))
        case Page.RECENT:
            return games[::-1]
        case Page.DAYS:
            return chosen(first_of_days(every), selection)[::-1]


def page_sentences(
    page: Page, every: Sequence[Entry], selection: Selection, today: date, puzzles: Training | None
) -> Sentences:
    """Say what a page about a selection of ``every`` game has beside the games that it lists."""
    games = page_games(page, every, selection)
    match page:
        case Page.OVERVIEW:
            return _overview(chosen(every, selection))
        case Page.BEST:
            return () if games else (_("No game won yet."),)
        case Page.RECENT:
            return ()
        case Page.DAYS:
            said = [_("No game has been finished yet.")]
            if games:
                said = _days(days_played(games[::-1], today))
            elif every:
                said = [line.text for line in no_days(every[0].game)]
            return (*said, *_days_of_puzzles(puzzles))


def _overview(games: Sequence[Entry]) -> Sentences:
    scores = counting(games)
    aside = [line.text for line in not_counting(games) if line.text]
    if not scores:
        return tuple(aside)
    is_team = rule_set(scores[0].game).cooperative
    further = _won_scores(scores) if is_team else _counts(scores)
    return (games_phrase(scores) + ".", *standing_sentences(scores), *further, *aside)


def standing_sentences(
    games: Sequence[Entry],
    of_teams: Sequence[Column] = TEAM_COLUMNS,
    of_opponents: Sequence[Column] = OPPONENT_COLUMNS,
) -> Sentences:
    """Say what games add up to, by category and partner, or opponents."""
    said = []
    is_team = rule_set(games[0].game).cooperative
    for one in standings(games):
        label = f"{category_label(one.game, one.category, games)}, {_who(one)}"
        shown = of_teams if is_team else of_opponents
        texts = (text for _heading, text in figures_of(one, shown))
        figures = [(_FIGURES[name](), text) for name, text in zip(shown, texts, strict=True)]
        said.append(figures_sentence(label, figures))
    return tuple(said)


def category_label(game: str, category: Category, games: Sequence[Entry]) -> str:
    """Name a category of games, with what its mark in tables stands for."""
    words = guide_words(game)
    name = words.category_text(category).strip(" *")
    notes = _notes(game, [one for one in games if one.summary.category == category])
    return ", ".join((f"{capitalised(_(words.category_heading))} {name}", *notes))


def _notes(game: str, games: Sequence[Entry]) -> list[str]:
    return [note.strip(" *") for note in guide_words(game).category_notes(games)]


def _who(standing: Standing) -> str:
    if rule_set(standing.game).cooperative:
        return kind_label(standing.kind, standing.game)
    (_left, left), (_right, right) = figures_of(standing, (Column.NAME, Column.OPPONENT))
    return _("{left} against {right}").format(left=left, right=right)


def figures_sentence(label: str, figures: Sequence[tuple[str, str]]) -> str:
    """Say figures, each behind its name, but none of what there is nothing of."""
    said = ", ".join(with_figure(*one) for one in figures if one[1] not in ("-", "0"))
    return _("{label}. {both}.").format(label=label, both=capitalised(said))


def _counts(games: Sequence[Entry]) -> list[str]:
    words = guide_words(games[0].game)
    each = (
        figures_sentence(player_label(one), words.counted(one.counts))
        for one in player_counts(games)
    )
    return [_("How rounds ended") + ".", *each]


def _won_scores(games: Sequence[Entry]) -> list[str]:
    ranges = [(low, count) for low, count in histogram(games) if count]
    if not ranges:
        return []
    label = _("{low} to {high} points")
    figures = [(label.format(low=low, high=low + 4), str(count)) for low, count in ranges]
    return [figures_sentence(_("Scores of games won"), figures)]


def _days(days: Days) -> list[str]:
    newest = days.games[-1]
    shared = [
        guide_words(game.game).shared_lines(game, SPOKEN)[0]
        for game in reversed(days.games)
        if game.day == newest.day
    ]
    streaks = capitalised(streaks_phrase(days.streak, days.longest)) + "."
    return [streaks, with_figure(_("To share, without spoilers"), "").rstrip(), *shared]


def _days_of_puzzles(puzzles: Training | None) -> list[str]:
    if puzzles is None or not puzzles.days:
        return []
    streaks = streaks_phrase(puzzles.streak, puzzles.longest)
    last = [
        with_figure(day_text(day), solved_phrase(solved=puzzles.days[day]))
        for day in sorted(puzzles.days)[: -_DAYS - 1 : -1]
    ]
    said = with_figure(_("Daily puzzles"), streaks)
    return [said + ".", joined(last) + "."]


_GAMES_AT_ONCE = 10


def _tell_scores(
    screen: ScoresScreen, before: ScoresScreen | None, context: Context
) -> Sequence[str]:
    if before is not None and replace(before, notice="") == replace(screen, notice=""):
        return ()
    said: list[str] = []
    if before is None or before.game_name != screen.game_name:
        title = game_title(screen.game_name)
        said.append(_("Scores: {game}").format(game=title) + ".")
    if not screen.games and not screen.has_days_of_puzzles:
        how = _("say {word}").format(word=_GAME_OF_SCORES.word())
        return (
            *said,
            screen.empty_sentence,
            screen.elsewhere(how, context.options.parts),
        )
    goes_on = before is not None and screen.top > 0
    if not goes_on:
        selected = () if screen.selection == Selection() else screen.selected
        said.append(", ".join((_(PAGES[screen.page]), *selected)) + ".")
        said += _page(screen)
    shown = _games(screen)[screen.top : screen.top + _GAMES_AT_ONCE]
    return (*said, *loop.numbered([game_label(one) for one in shown], screen.top + 1))


def _page(screen: ScoresScreen) -> Sequence[str]:
    if not page_games(Page.RECENT, screen.games, screen.selection) and screen.page is not Page.DAYS:
        return [line.text for line in screen.lines(SPOKEN)]
    return page_sentences(screen.page, screen.games, screen.selection, screen.today, screen.puzzles)


def _games(screen: ScoresScreen) -> Sequence[Entry]:
    return page_games(screen.page, screen.games, screen.selection)


def _ask_about_scores(screen: ScoresScreen, _context: Context) -> str:
    games = _games(screen)
    if not games:
        others = (name for page, (name, _for) in _COMMANDS.items() if page is not screen.page)
        pages = ", ".join(pgettext("command", name) for name in others)
        return _("Which page: {pages}?").format(pages=pages)
    if screen.top + _GAMES_AT_ONCE < len(games):
        sentence = _("Which number? For more games, say {word}.")
        return sentence.format(word=_MORE_GAMES.word())
    return _("Which number?")


def _answer(screen: ScoresScreen, said: str, context: Context) -> loop.Reply | None:
    number = loop.number_in(said, len(_games(screen)))
    if isinstance(number, int):
        return loop.pressed(replace(screen, cursor=number), ENTER, context)
    return number


_COMMANDS: dict[Page, tuple[str, str]] = {
    Page.BEST: (NC_("command", "best"), N_("hear the best games")),
    Page.RECENT: (NC_("command", "recent"), N_("hear the last games")),
    Page.DAYS: (NC_("command", "days"), N_("hear the days")),
    Page.OVERVIEW: (NC_("command", "overview"), N_("hear the totals")),
}
"""The word that turns to a page, and what that is for."""


def _turning(page: Page) -> loop.Command:
    def turn(screen: ScoresScreen, _rest: str, _context: Context) -> loop.Reply:
        return Next(replace(screen, page=page, top=0, cursor=None))

    return loop.Command(*_COMMANDS[page], turn)


def _more(screen: ScoresScreen, _rest: str, _context: Context) -> loop.Reply:
    top = screen.top + _GAMES_AT_ONCE
    if top >= len(_games(screen)):
        return loop.Refused(_("There are no more games."))
    return Next(replace(screen, top=top))


_MORE_GAMES = loop.Command(NC_("command", "more"), N_("hear the next games of a list"), _more)
_FILTER = loop.press_key(NC_("command", "filter"), N_("choose which games to show"), "f")
_GAME_OF_SCORES = loop.press_key(
    NC_("command", "game"), N_("go to the scores of the other game"), "g"
)


def _commands(screen: ScoresScreen) -> Sequence[loop.Command]:
    own = (*map(_turning, Page), _MORE_GAMES, _FILTER, _GAME_OF_SCORES)
    return (*own, loop.CARDS, loop.RULES, loop.leaving(ESCAPE))


SCORES = loop.Voice(
    _tell_scores,
    _ask_about_scores,
    _commands,
    _answer,
    labels=lambda screen, _context: [game_label(one) for one in _games(screen)],
    choices=lambda screen, context: _tell_scores(screen, None, context),
    forms=lambda screen: (loop.number_form(),) if _games(screen) else (),
)
"""The voice of the scores."""


def _result(screen: FinishedScreen) -> Sequence[str]:
    game, par, header = screen.game, screen.entry.par, screen.game.header
    words, names = table_words(header.game), names_at_table(header)
    figures = told_figures(guide_words(header.game).score_rows(game), names)
    return (
        words.setup_label(header.setup) + ".",
        words.outcome_sentence(game.state, names),
        *figures,
        *(() if par is None else (told_par(par),)),
    )


def _tell_finished(
    screen: FinishedScreen, before: FinishedScreen | None, context: Context
) -> Sequence[str]:
    told = loop.PAGE.tell(screen, before, context)
    return (told[0], *_result(screen), *told[1:]) if told else ()


FINISHED = replace(loop.PAGE, tell=_tell_finished)
"""The voice of a finished game."""


def progress_sentences(progress: PlayerProgress) -> Sentences:
    """Say what to do next, then how the player stands in a few words."""
    said = [suggestion_sentence(progress, suggested(progress))]
    if len(shares := progress.accuracies[-GAMES_IN_CHART:]) >= FEWEST_IN_CHART:
        label = ngettext(
            "Accuracy in {count} reviewed game", "Accuracy in {count} reviewed games", len(shares)
        )
        newest = as_sentence(newest_sentence(shares))
        said.append(f"{label.format(count=len(shares))}. {newest}")
    for label, figure, note in key_figures(progress):
        said.append(as_sentence(with_figure(label, f"{figure}, {note}" if note else figure)))
    category, goals = goals_played_for(progress)
    if reached := [goal for goal, is_reached in goals.items() if is_reached]:
        sentence = _("Goals reached: {goals}").format(goals=", ".join(reached)) + "."
        said.append(f"{capitalised(category)}. {sentence}")
    if (way := way_of(progress)) is not None and way.sentence:
        said.append(way.sentence)
    return tuple(said)


def detail_sentences(progress: PlayerProgress) -> Sentences:
    """Say all that is not told at a glance: mistakes, wins, goals, lessons and puzzles."""
    said = [*mistake_sentences(progress), *wins_sentences(progress), *goal_sentences(progress)]
    if lessons := lessons_figures(progress):
        said.append(with_figure(_("Lessons done"), lessons) + ".")
    if puzzles := puzzles_sentences(progress):
        sentences = [as_sentence(capitalised(one)) for one in puzzles]
        said.append(" ".join((_("Puzzles") + ".", *sentences)))
    return tuple(said)


def all_progress_sentences(progress: PlayerProgress) -> Sentences:
    """Say at once all that can be asked for one by one."""
    return (
        _("Progress: {game}").format(game=game_title(progress.game)) + ".",
        *progress_sentences(progress),
        *detail_sentences(progress),
    )


def mistake_sentences(progress: PlayerProgress) -> Sentences:
    """Say what mistakes were about, those first that cost most."""
    kinds = mistake_kinds(progress.recent)
    if not kinds:
        return ()
    figures = [
        figures_sentence(
            capitalised(_(kind.theme)),
            [(_("Choices"), str(kind.choices)), (_("Games"), str(kind.games))],
        )
        for kind in kinds
    ]
    return (mistakes_heading(progress) + ".", *figures)


def wins_sentences(progress: PlayerProgress) -> Sentences:
    """Say how many games were won, and what is best of them, by kind."""
    if not progress.games:
        return ()
    return standing_sentences(progress.games, OF_TEAMS[1:], OF_OPPONENTS[2:])


def goal_sentences(progress: PlayerProgress) -> Sentences:
    """Say which goals are reached with each kind of game, and which are left."""
    every = guide_words(progress.game).goals
    return tuple(
        _goals_of(category_label(progress.game, category, progress.games), reached, every)
        for category, reached in goals_reached(every, progress.games).items()
        if every
    )


def _goals_of(label: str, reached: Sequence[Goal], every: Sequence[Goal]) -> str:
    left = [goal for goal in every if goal not in reached]
    said = [label + "."]
    if reached:
        goals = ", ".join(_(goal.label) for goal in reached)
        said.append(_("Goals reached: {goals}").format(goals=goals) + ".")
    if left:
        goals = ", ".join(_(goal.label) for goal in left)
        said.append(_("Still to reach: {goals}.").format(goals=goals))
    return " ".join(said)


def _tell_progress(
    screen: ProgressScreen, before: ProgressScreen | None, _context: Context
) -> Sequence[str]:
    if before is not None and before.progress == screen.progress:
        return ()
    heading = _("Progress: {game}").format(game=game_title(screen.game_name)) + "."
    return (heading, *progress_sentences(screen.progress))


def _asking(name: str, meaning: str, tell: Callable[[ProgressScreen], Sentences]) -> loop.Command:
    def reply(screen: ProgressScreen, _rest: str, _context: Context) -> loop.Reply:
        return tell(screen) or (_("There is nothing there yet."),)

    return loop.Command(name, meaning, reply)


_PROGRESS_COMMANDS = (
    _asking(
        NC_("command", "details"),
        N_("hear all details"),
        lambda screen: detail_sentences(screen.progress),
    ),
    _asking(
        NC_("command", "mistakes"),
        N_("hear what your mistakes were about"),
        lambda screen: mistake_sentences(screen.progress),
    ),
    _asking(
        NC_("command", "wins"),
        N_("hear your wins and your best scores"),
        lambda screen: wins_sentences(screen.progress),
    ),
    _asking(
        NC_("command", "goals"),
        N_("hear your goals"),
        lambda screen: goal_sentences(screen.progress),
    ),
)
_GAME_OF_PROGRESS = loop.press_key(
    NC_("command", "game"), N_("hear your progress in the other game"), "g"
)


_NEXT = loop.press_key(NC_("command", "next"), N_("follow that advice"), ENTER)
_PUZZLES = loop.press_key(
    NC_("command", "puzzles"), N_("solve new puzzles about what costs you most"), "p"
)


def _progress_commands(screen: ProgressScreen) -> Sequence[loop.Command]:
    puzzles = (_PUZZLES,) if screen.puzzle_kinds else ()
    return (_NEXT, *puzzles, *_PROGRESS_COMMANDS, _GAME_OF_PROGRESS)


def _ask_about_progress(screen: ProgressScreen, _context: Context) -> str:
    words = ", ".join(one.word() for one in _progress_commands(screen)[1:])
    return _("Press Enter to begin, or say {words}.").format(words=words)


PROGRESS = loop.Voice(
    _tell_progress,
    _ask_about_progress,
    lambda screen: (*_progress_commands(screen), loop.leaving(ESCAPE)),
    lambda screen, said, context: None if said else loop.pressed(screen, ENTER, context),
)
"""The voice of a player's progress."""
