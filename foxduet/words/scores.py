"""The scores as pages of text: standings, the best and the recent games, and days."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, timedelta
from enum import Enum
from typing import TYPE_CHECKING

from foxduet.analysis.standings import (
    Days,
    PlayerCounts,
    Standing,
    best_games,
    counting,
    days_played,
    first_of_days,
    histogram,
    player_counts,
    standings,
)
from foxduet.core.errors import N_, NC_
from foxduet.core.frozen import replace
from foxduet.core.registry import games, rule_set
from foxduet.play.game import local_time
from foxduet.store.results import SOLO, TWO_PEOPLE, Entry, Selection, chosen
from foxduet.words.game_words import game_title, guide_words, percent, players_phrase
from foxduet.words.i18n import _, day_text, decimal, ngettext, pgettext, said_day
from foxduet.words.text import (
    Glyphs,
    TextLine,
    Tone,
    bar,
    capitalised,
    clipped,
    partner_name,
    table_lines,
    text_width,
    titled,
)

if TYPE_CHECKING:
    from foxduet.analysis.rating import Training


WIDEST_NAME = 12
"""The columns of the longest name in a table."""


def kind_label(kind: str, game: str) -> str:
    """Return the name of a kind of partner in a game, ``SOLO`` and ``TWO_PEOPLE`` included."""
    if kind == SOLO and not rule_set(game).cooperative:
        return _("any opponent")
    if kind == SOLO:
        return _("any partner")
    return _("two people") if kind == TWO_PEOPLE else partner_name(kind)


def _opponent(standing: Standing) -> str:
    if standing.kind == TWO_PEOPLE:
        return clipped(standing.opponent, WIDEST_NAME)
    return partner_name(standing.kind)


def _interval(standing: Standing) -> str:
    low, high = (round(100 * bound) for bound in standing.interval)
    return _("{low}-{high}%").format(low=low, high=high)


class Column(Enum):
    """A column of standings, by its heading; before them there is the category."""

    PARTNER = N_("Partner")
    NAME = N_("Name")
    OPPONENT = N_("Opponent")
    GAMES = N_("Games")
    WON = N_("Won")
    LOST = N_("Lost")
    DRAWN = N_("Drawn")
    RATE = N_("Rate")
    INTERVAL = N_("95%")
    STREAK = N_("Streak")
    LONGEST = N_("Longest")
    AVERAGE = N_("Avg")
    POINTS = N_("Points")
    AGAINST = N_("Against")
    BEST = NC_("score", "Best")


_CELLS: Mapping[Column, Callable[[Standing], str]] = {
    Column.PARTNER: lambda one: kind_label(one.kind, one.game),
    Column.NAME: lambda one: clipped(one.player, WIDEST_NAME),
    Column.OPPONENT: _opponent,
    Column.GAMES: lambda one: str(one.games),
    Column.WON: lambda one: str(one.wins),
    Column.LOST: lambda one: str(one.losses),
    Column.DRAWN: lambda one: str(one.draws),
    Column.RATE: lambda one: _("{share}%").format(share=percent(one.wins / one.games)),
    Column.INTERVAL: _interval,
    Column.STREAK: lambda one: str(one.streak),
    Column.LONGEST: lambda one: str(one.longest),
    Column.AVERAGE: lambda one: decimal(one.mean, ".1f"),
    Column.POINTS: lambda one: decimal(one.mean, ".1f"),
    Column.AGAINST: lambda one: decimal(one.mean_against, ".1f"),
    Column.BEST: lambda one: "-" if one.best is None else str(one.best),
}
"""What columns of standings show."""

_NAMES = (Column.PARTNER, Column.NAME, Column.OPPONENT)
OF_TEAMS = (
    Column.PARTNER,
    Column.GAMES,
    Column.WON,
    Column.RATE,
    Column.INTERVAL,
    Column.STREAK,
    Column.LONGEST,
    Column.AVERAGE,
    Column.BEST,
)
OF_OPPONENTS = (
    Column.NAME,
    Column.OPPONENT,
    Column.GAMES,
    Column.WON,
    Column.LOST,
    Column.DRAWN,
    Column.RATE,
    Column.INTERVAL,
)
POINTS_OF_OPPONENTS = (
    Column.NAME,
    Column.OPPONENT,
    Column.POINTS,
    Column.AGAINST,
    Column.STREAK,
    Column.LONGEST,
)


def standings_table(added_up: Sequence[Standing], shown: Sequence[Column]) -> list[TextLine]:
    """Return a row for each standing, with the columns of some headings."""
    words = guide_words(added_up[0].game)
    rows = [
        [words.category_text(one.category), *(text for _label, text in figures_of(one, shown))]
        for one in added_up
    ]
    headings = [label for label, _text in figures_of(added_up[0], shown)]
    left = {at for at, heading in enumerate(shown, 1) if heading in _NAMES}
    return table_lines([capitalised(_(words.category_heading)), *headings], rows, left)


def figures_of(standing: Standing, shown: Sequence[Column]) -> list[tuple[str, str]]:
    """Return what columns show of a standing, each below its heading."""
    # Translators: the heading of a column of scores
    best = pgettext("score", "Best")
    return [(best if one is Column.BEST else _(one.value), _CELLS[one](standing)) for one in shown]


_WEEKS, _DAYS_OF_A_WEEK, _GAP = 5, 7, "  "
# The name of a result that has a sign of its own.
_LOST = "lost"

_WEEKDAYS = (N_("Mo"), N_("Tu"), N_("We"), N_("Th"), N_("Fr"), N_("Sa"), N_("Su"))


def no_days(game: str) -> list[TextLine]:
    """Say that no day was played, and which command deals the cards of one."""
    how = _("foxduet --daily deals today's cards, the same for everybody.")
    if game != games()[0]:
        how = _("foxduet --game {game} --daily deals today's cards, the same for everybody.")
        how = how.format(game=game)
    return [TextLine(_("You have not played a daily deal yet.")), TextLine(how)]


def streaks_phrase(streak: int, longest: int) -> str:
    """Say on how many days in a row there was something, and on how many at most."""
    days = ngettext("{count} day in a row", "{count} days in a row", streak)
    most = ngettext("longest streak: {count} day", "longest streak: {count} days", longest)
    most = most.format(count=longest)
    if not streak:
        return most
    return _("{streak}, {longest}").format(streak=days.format(count=streak), longest=most)


def calendar(signs: Mapping[date, str], legend: str, today: date, glyphs: Glyphs) -> list[TextLine]:
    """Return the last weeks, a row each, with a sign for each day."""
    monday = today - timedelta(days=today.weekday())
    weekdays = _GAP.join(f"{_(name):>2}" for name in _WEEKDAYS)
    lines = [TextLine(f"{' ' * len(day_text(today))}{_GAP}{weekdays}", Tone.DIM)]
    for week in range(_WEEKS):
        first = monday - timedelta(weeks=_WEEKS - 1 - week)
        dates = [first + timedelta(days=at) for at in range(_DAYS_OF_A_WEEK)]
        row = [f"{signs.get(day, glyphs.dot):>2}" for day in dates if day <= today]
        lines.append(TextLine(f"{day_text(first)}{_GAP}{_GAP.join(row)}"))
    explained = legend.format(won=glyphs.won, lost=glyphs.lost, dot=glyphs.dot)
    return [*lines, TextLine(explained, Tone.DIM)]


def puzzle_days(puzzles: Training | None, today: date, glyphs: Glyphs) -> list[TextLine]:
    """Return the days whose puzzle was answered, if there are any."""
    if puzzles is None or not puzzles.days:
        return []
    signs = {day: glyphs.won if solved else glyphs.lost for day, solved in puzzles.days.items()}
    legend = _("{won} solved first time   {lost} not first time   {dot} not answered")
    return [
        *titled(_("Daily puzzles")),
        TextLine(capitalised(streaks_phrase(puzzles.streak, puzzles.longest)), Tone.STRONG),
        *calendar(signs, legend, today, glyphs),
    ]


GAMES_IN_LINE = 60
_WIDEST_PLAYERS, _WIDEST_TEAM, _WIDEST_BAR = 26, 22, 40
_AGAIN = "="


class Page(Enum):
    """The pages of the scores, in their order."""

    RECENT = "the last games"
    BEST = "the highest scores"
    DAYS = "the games with the deals of a day"
    OVERVIEW = "what all games add up to"


def page_lines(
    page: Page,
    every: Sequence[Entry],
    selection: Selection,
    today: date,
    glyphs: Glyphs,
    most: int | None = None,
    puzzles: Training | None = None,
) -> list[TextLine]:
    """Return a page about a selection of ``every`` game, oldest first, ``most`` to a list.

    The page of days also has the days of ``puzzles``, if any was answered.
    """
    games = chosen(every, selection)
    scores = counting(games)
    match page:
        case Page.OVERVIEW:
            return [*(_overview(scores, glyphs) if scores else ()), *not_counting(games)]
        case Page.BEST:
            return _listed(best_games(scores)[:most], _("No game won yet."))
        case Page.RECENT:
            return _by_day(games[::-1][:most], today, glyphs)
        case Page.DAYS:
            # Which game counts for a day does not depend on the selection.
            of_days = chosen(first_of_days(every), selection)
            if of_days:
                lines = _days(days_played(of_days, today), today, glyphs, most)
            elif every:
                lines = no_days(every[0].game)
            else:
                lines = [TextLine(_("No game has been finished yet."))]
            return [*lines, *puzzle_days(puzzles, today, glyphs)]


def _are_opponents(games: Sequence[Entry]) -> bool:
    return not rule_set(games[0].game).cooperative


def _overview(games: Sequence[Entry], glyphs: Glyphs) -> list[TextLine]:
    if _are_opponents(games):
        return _opponents_overview(games)
    wins = sum(game.won for game in games)
    lines = [
        TextLine(games_phrase(games), Tone.STRONG),
        TextLine(""),
        *standings_table(standings(games), OF_TEAMS),
        *_notes_on_categories(games),
    ]
    if wins < len(games):
        lines.append(TextLine(_("The average score counts a loss as 0."), Tone.DIM))
    return [*lines, *_line_of_games(games, glyphs), *_histogram(games, glyphs)]


def games_phrase(games: Sequence[Entry]) -> str:
    """Say how many games there are, and how many of them were won, or by two people drawn."""
    if _are_opponents(games) and any(len(game.people) > 1 for game in games):
        draws = sum(not any(game.summary.result.won) for game in games)
        if not draws:
            return ngettext("{count} game", "{count} games", len(games)).format(count=len(games))
        drawn = ngettext("{count} game, {draws} drawn", "{count} games, {draws} drawn", len(games))
        return drawn.format(count=len(games), draws=draws)
    wins = sum(game.won for game in games)
    counted = ngettext("{count} game, {wins} won", "{count} games, {wins} won", len(games))
    return counted.format(count=len(games), wins=wins)


def totals_sentence(games: Sequence[Entry]) -> str:
    """Say how many games there are, and of a team, its highest score of each kind."""
    words, best = guide_words(games[0].game), dict[tuple[int | bool, ...], int]()
    if not _are_opponents(games):
        for game in counting(games):
            if game.won:
                category = game.summary.category
                best[category] = max(game.points, best.get(category, 0))
    if not best:
        return games_phrase(games) + "."
    heading = _(words.category_heading)
    bests = (
        _("{score} at {category}").format(
            score=score, category=f"{heading} {words.category_text(category)}".rstrip()
        )
        for category, score in sorted(best.items())
    )
    return _("{games}. Best: {bests}.").format(games=games_phrase(games), bests=", ".join(bests))


def _opponents_overview(games: Sequence[Entry]) -> list[TextLine]:
    added_up, counts = standings(games), player_counts(games)
    headings, *rows = _counts_table(counts, games[0].game)
    return [
        TextLine(games_phrase(games), Tone.STRONG),
        TextLine(""),
        *standings_table(added_up, OF_OPPONENTS),
        *titled(_("Points per game, and wins in a row")),
        *standings_table(added_up, POINTS_OF_OPPONENTS),
        *titled(_("How rounds ended")),
        *table_lines(headings, rows, left={0}),
    ]


def _counts_table(counts: Sequence[PlayerCounts], game: str) -> list[list[str]]:
    rows = [(one, guide_words(game).counted(one.counts)) for one in counts]
    headings = [_("Name"), *(label for label, _figure in rows[0][1])]
    return [headings, *([player_label(one), *(text for _label, text in row)] for one, row in rows)]


def player_label(counts: PlayerCounts) -> str:
    """Name a player whose games are added up."""
    if counts.player is not None:
        return clipped(counts.player, WIDEST_NAME)
    assert counts.partner is not None, "a player is a person or a partner"
    return partner_name(counts.partner)


def not_counting(games: Sequence[Entry]) -> list[TextLine]:
    """Say how many games do not count, if any."""
    again = sum(game.again for game in games)
    if not again:
        return []
    sentence = ngettext(
        "{count} more game does not count, as its players already knew the deals.",
        "{count} more games do not count, as their players already knew the deals.",
        again,
    )
    return [TextLine(""), TextLine(sentence.format(count=again), Tone.DIM)]


def _line_of_games(games: Sequence[Entry], glyphs: Glyphs) -> list[TextLine]:
    last, heights = games[-GAMES_IN_LINE:], glyphs.heights
    scores = [game.points for game in last if game.won]
    low, high = min(scores, default=0), max(scores, default=0)

    def step(game: Entry) -> str:
        if not game.won:
            return glyphs.dot
        return heights[(game.points - low) * (len(heights) - 1) // max(1, high - low)]

    heading = ngettext("Last game", "Last {count} games, newest on the right", len(last))
    legend = _("{dot} is a loss")
    if scores:
        legend = _("from {low} to {high} points; {dot} is a loss")
    if scores and low == high:
        legend = _("{low} points each; {dot} is a loss")
    return [
        *titled(heading.format(count=len(last))),
        TextLine(f"  {''.join(map(step, last))}"),
        TextLine(f"  {legend.format(low=low, high=high, dot=glyphs.dot)}", Tone.DIM),
    ]


def _histogram(games: Sequence[Entry], glyphs: Glyphs) -> list[TextLine]:
    ranges = histogram(games)
    if not ranges:
        return []
    most = max(count for _low, count in ranges)
    width = min(_WIDEST_BAR, 4 * most)
    lines = [*titled(_("Scores of games won"))]
    for low, count in ranges:
        drawn = bar(count / most, width, glyphs).rstrip(glyphs.progress) if count else ""
        lines.append(TextLine(f"  {low:>3}-{low + 4:<3} {drawn} {count or ''}".rstrip()))
    return lines


def _by_day(games: Sequence[Entry], today: date, glyphs: Glyphs) -> list[TextLine]:
    if not games:
        return [TextLine(_("No game played yet."))]
    rows = [[_sign(game, glyphs), *_told(game)] for game in games]
    lines = [TextLine(totals_sentence(games), Tone.STRONG)]
    before = ""
    for game, line in zip(games, table_lines([""] * 6, rows, left={0, 2, 3, 4})[1:], strict=True):
        day = "-" if game.finished is None else _day_label(local_day(game.finished), today)
        if day != before:
            lines += [TextLine(""), TextLine(day, Tone.TITLE)]
        before = day
        lines.append(replace(line, text=f"  {line.text}", entry=game))
    lines.append(TextLine(""))
    if any(game.summary.result.name == _LOST for game in games):
        legend = _("{won} won   {lost} lost   {dot} out of time, or resigned")
        legend = legend.format(won=glyphs.won, lost=glyphs.lost, dot=glyphs.dot)
        lines.append(TextLine(legend, Tone.DIM))
    return lines + _notes_on_games(games)


def _sign(game: Entry, glyphs: Glyphs) -> str:
    if game.summary.result.name == _LOST:
        return glyphs.lost
    return glyphs.won if game.won else glyphs.dot


def _day_label(day: date, today: date) -> str:
    if day == today:
        # Translators: above the games of that day
        return _("Today")
    if day == today - timedelta(days=1):
        # Translators: above the games of that day
        return _("Yesterday")
    return said_day(day) if day.year == today.year else f"{said_day(day)} {day.year}"


def _told(game: Entry) -> list[str]:
    """Return points, how a game ended, of which kind it was, with whom, and what stands aside."""
    words, points = guide_words(game.game), game.summary.result.points
    heading = _(words.category_heading)
    category = f"{heading} {words.category_text(game.summary.category)}".rstrip()
    score = str(game.points) if game.won else ""
    par = "" if game.par is None else _("par {score}").format(score=game.par.score or _("none"))
    if not rule_set(game.game).cooperative:
        score, par = f"{points[game.seat]}-{points[game.seat.other]}", ""
    aside = f"{par} {_AGAIN}".strip() if game.again else par
    return [score, words.outcome_phrase(game), category, _players_cell(game), aside]


def _listed(games: Sequence[Entry], empty: str) -> list[TextLine]:
    if not games:
        return [TextLine(empty)]
    days = [None if game.finished is None else local_day(game.finished) for game in games]
    return _games_table(_("Date"), days, games) + _notes_on_games(games)


def _notes_on_games(games: Sequence[Entry]) -> list[TextLine]:
    lines = _notes_on_categories(games)
    if any(game.again for game in games):
        note = _("{mark} the players already knew the deals; only their first game counts")
        lines.append(TextLine(note.format(mark=_AGAIN), Tone.DIM))
    if any(game.par for game in games):
        lines.append(TextLine(_("Par is the score of two experts on the same deals."), Tone.DIM))
    return lines


def local_day(moment: datetime) -> date:
    """Return the day of a moment where the players are."""
    return local_time(moment).date()


def _days(days: Days, today: date, glyphs: Glyphs, most: int | None) -> list[TextLine]:
    newest = days.games[::-1]
    shared = [
        TextLine(line)
        for game in newest
        if game.day == newest[0].day
        for line in guide_words(game.game).shared_lines(game, glyphs)
    ]
    signs: dict[date, str] = {}
    for game in days.games:
        assert game.day is not None, "these are games of days"
        if signs.get(game.day) != glyphs.won:
            signs[game.day] = glyphs.won if game.won else glyphs.lost
    legend = _("{won} won   {lost} not won   {dot} not played")
    return [
        TextLine(capitalised(streaks_phrase(days.streak, days.longest)), Tone.STRONG),
        TextLine(""),
        *calendar(signs, legend, today, glyphs),
        *titled(_("To share, without spoilers")),
        *shared,
        TextLine(""),
        *_games_table(_("Day"), [game.day for game in newest], newest, most),
    ]


def elsewhere_sentence(game: str, count: int, how: str) -> str:
    """Say how many games another game has, and ``how`` to come there, or what will stand here."""
    if not count:
        return _("Your first finished game will appear here, won or lost.")
    # Translators: "how" is "press g" or the like
    sentence = ngettext(
        "{title} has {count} finished game: {how}.",
        "{title} has {count} finished games: {how}.",
        count,
    )
    return sentence.format(title=game_title(game), count=count, how=how)


def _game_row(game: Entry) -> list[str]:
    words, seat, par = guide_words(game.game), game.seat, game.par
    points = game.summary.result.points
    own = (
        words.category_text(game.summary.category),
        _players_cell(game),
        words.outcome_phrase(game),
    )
    if not rule_set(game.game).cooperative:
        return [*own, f"{points[seat]}-{points[seat.other]}"]
    score = str(game.points) if game.won else ""
    return [*own, score, "" if par is None else _("none") if par.score is None else str(par.score)]


def players_of(game: Entry) -> str:
    """Name who played a game, the person first."""
    person = None if game.kind == TWO_PEOPLE else game.seat
    return players_phrase(game.game, game.players, person)


def _players_cell(game: Entry) -> str:
    """Name the players of a game in the cells that a row has for them: of opponents, both."""
    phrase, are_opponents = players_of(game), not rule_set(game.game).cooperative
    if are_opponents and text_width(phrase) > _WIDEST_PLAYERS:
        left, right = game.players[game.seat], game.players[game.seat.other]
        phrase = _("{left}, {right}").format(left=left, right=right)
    return clipped(phrase, _WIDEST_PLAYERS if are_opponents else _WIDEST_TEAM)


def day_and_players(game: Entry) -> str:
    """Say when a game ended, and who played it."""
    if game.finished is None:
        return players_of(game)
    day = day_text(local_day(game.finished))
    return _("{day}: {players}").format(day=day, players=players_of(game))


def _games_table(
    when: str, days: Sequence[date | None], games: Sequence[Entry], most: int | None = None
) -> list[TextLine]:
    categories = guide_words(games[0].game).category_heading
    headings = [when, capitalised(_(categories)), _("Players"), _("Outcome"), _("Score"), _("Par")]
    if _are_opponents(games):
        headings[-2:] = [_("Points")]
    rows = [
        ["-" if day is None else day_text(day), *_game_row(game)]
        for day, game in zip(days, games, strict=True)
    ][:most]
    if any(game.again for game in games[: len(rows)]):
        headings.append("")
        rows = [[*row, _AGAIN * game.again] for row, game in zip(rows, games, strict=False)]
    heading, *lines = table_lines(headings, rows, left={0, 2, 3})
    return [heading, *(replace(line, entry=one) for line, one in zip(lines, games, strict=False))]


def _notes_on_categories(games: Sequence[Entry]) -> list[TextLine]:
    return [TextLine(note, Tone.DIM) for note in guide_words(games[0].game).category_notes(games)]
