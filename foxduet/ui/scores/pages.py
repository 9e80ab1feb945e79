"""The scores as pages of text: what all games add up to, the best, the recent, and the days."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import date, datetime, timedelta

from foxduet.analysis.standings import (
    Days,
    Standing,
    best_games,
    days_played,
    first_of_days,
    histogram,
    standings,
)
from foxduet.rules.common import Seat
from foxduet.rules.duet.state import Outcome
from foxduet.rules.errors import N_
from foxduet.store.entries import Entry, Par
from foxduet.store.selection import SOLO, TWO_PEOPLE, Selection, chosen
from foxduet.ui.kit.canvas import Style, clipped, text_width
from foxduet.ui.kit.look import Glyphs
from foxduet.ui.screens import Page
from foxduet.ui.table.hint import bar
from foxduet.words.duet.help import Line
from foxduet.words.duet.hints import percent
from foxduet.words.duet.names import partner_name
from foxduet.words.duet.sharing import shared_lines
from foxduet.words.i18n import _, ngettext

GAMES_IN_LINE = 60
_WIDEST_PLAYERS, _WIDEST_BAR = 26, 40
_WEEKS, _DAYS_OF_A_WEEK = 5, 7
_GAP = "  "

_OUTCOMES = {
    Outcome.LOST: N_("lost"),
    Outcome.OUT_OF_TIME: N_("out of time"),
    Outcome.RESIGNED: N_("resigned"),
}
_WEEKDAYS = (N_("Mo"), N_("Tu"), N_("We"), N_("Th"), N_("Fr"), N_("Sa"), N_("Su"))


def page_lines(
    page: Page,
    every: Sequence[Entry],
    selection: Selection,
    today: date,
    glyphs: Glyphs,
    most: int | None = None,
) -> list[Line]:
    """Return a page about those of ``every`` game, oldest first, that a selection is about.

    At most so many of them are in a list.
    """
    games = chosen(every, selection)
    match page:
        case Page.OVERVIEW:
            return _overview(games, glyphs)
        case Page.BEST:
            return _listed(best_games(games)[:most], _("No game has been won yet."))
        case Page.RECENT:
            return _listed(games[::-1][:most], _("No game has been played yet."))
        case Page.DAYS:
            # Which game counts for a day does not depend on what is looked at.
            counting = chosen(first_of_days(every), selection)
            return _days(days_played(counting, today), today, glyphs, most)


def kind_label(kind: str) -> str:
    """Name a kind of partner, or say that there is none."""
    if kind == SOLO:
        return _("any one partner")
    return _("two people") if kind == TWO_PEOPLE else partner_name(kind)


def _overview(games: Sequence[Entry], glyphs: Glyphs) -> list[Line]:
    wins = sum(game.won for game in games)
    counted = ngettext("{count} game, {wins} won", "{count} games, {wins} won", len(games))
    lines = [Line(counted.format(count=len(games), wins=wins), Style.STRONG), Line("")]
    lines += _table(
        [
            (_("Level"), str.rjust),
            (_("Partner"), str.ljust),
            (_("Games"), str.rjust),
            (_("Won"), str.rjust),
            (_("Rate"), str.rjust),
            (_("95 %"), str.rjust),
            (_("Streak"), str.rjust),
            (_("Longest"), str.rjust),
            (_("Mean"), str.rjust),
            (_("Best"), str.rjust),
        ],
        [_standing_row(standing) for standing in standings(games)],
    )
    lines += _board_note(games)
    if wins < len(games):
        lines.append(Line(_("In the mean score a defeat counts 0."), Style.DIM))
    return [*lines, *_line_of_games(games, glyphs), *_histogram(games, glyphs)]


def _standing_row(standing: Standing) -> list[str]:
    low, high = standing.interval
    return [
        _level_text(standing.level, own_board=standing.own_board),
        kind_label(standing.kind),
        str(standing.games),
        str(standing.wins),
        _("{share} %").format(share=percent(standing.wins / standing.games)),
        _("{low}-{high} %").format(low=round(100 * low), high=round(100 * high)),
        str(standing.streak),
        str(standing.longest),
        f"{standing.mean:.1f}",
        "-" if standing.best is None else str(standing.best),
    ]


def _line_of_games(games: Sequence[Entry], glyphs: Glyphs) -> list[Line]:
    last = games[-GAMES_IN_LINE:]
    scores = [game.points for game in last if game.won]
    low, high = min(scores, default=0), max(scores, default=0)
    heights = glyphs.heights
    steps = [
        heights[(game.points - low) * (len(heights) - 1) // max(1, high - low)]
        if game.won
        else glyphs.dot
        for game in last
    ]
    told = ngettext(
        "The last game", "The last {count} games, the newest at the right", len(last)
    ).format(count=len(last))
    legend = (
        _("from {low} to {high} points; {dot} is a defeat").format(
            low=low, high=high, dot=glyphs.dot
        )
        if scores
        else _("{dot} is a defeat").format(dot=glyphs.dot)
    )
    return [
        Line(""),
        Line(told, Style.TITLE),
        Line(f"  {''.join(steps)}"),
        Line(f"  {legend}", Style.DIM),
    ]


def _histogram(games: Sequence[Entry], glyphs: Glyphs) -> list[Line]:
    ranges = histogram(games)
    if not ranges:
        return []
    most = max(count for _low, count in ranges)
    width = min(_WIDEST_BAR, 4 * most)
    rows = [
        f"  {low:>3}-{low + 4:<3} {bar(count / most, width, glyphs).rstrip(glyphs.trail)} {count}"
        if count
        else f"  {low:>3}-{low + 4:<3}"
        for low, count in ranges
    ]
    heading = Line(_("Scores of the games won"), Style.TITLE)
    return [Line(""), heading, *(Line(row.rstrip()) for row in rows)]


def _listed(games: Sequence[Entry], empty: str) -> list[Line]:
    if not games:
        return [Line(empty)]
    rows = [
        [
            "-" if game.finished is None else _local_day(game.finished).isoformat(),
            *_game_row(game),
        ]
        for game in games
    ]
    return [*_games_table(_("Date"), rows), *_footnotes(games)]


def _local_day(moment: datetime) -> date:
    with suppress(OverflowError, OSError):
        moment = moment.astimezone()
    return moment.date()


def _days(days: Days, today: date, glyphs: Glyphs, most: int | None) -> list[Line]:
    if not days.games:
        return [
            Line(_("No day has been played yet.")),
            Line(_("foxduet --daily deals the cards of the day, the same for everybody.")),
        ]
    streak = ngettext("{count} day in a row", "{count} days in a row", days.streak)
    longest = ngettext("longest: {count} day", "longest: {count} days", days.longest)
    told = _("{streak}, {longest}").format(
        streak=streak.format(count=days.streak), longest=longest.format(count=days.longest)
    )
    newest = days.games[::-1]
    lines = [Line(told, Style.STRONG), Line(""), *_calendar(days, today, glyphs), Line("")]
    lines.append(Line(_("To share, with nothing given away"), Style.TITLE))
    for game in newest:
        if game.day == newest[0].day:
            lines += map(Line, shared_lines(game, game.par, glyphs))
    lines.append(Line(""))
    rows = [
        ["-" if game.day is None else game.day.isoformat(), *_game_row(game)] for game in newest
    ]
    return [*lines, *_games_table(_("Day"), rows[:most])]


def _calendar(days: Days, today: date, glyphs: Glyphs) -> list[Line]:
    """Return the last weeks, a row each: a gem for a day won, a tree for one that was not."""
    signs: dict[date, str] = {}
    for game in days.games:
        assert game.day is not None, "it is the game of a day"
        if signs.get(game.day) != glyphs.gem:
            signs[game.day] = glyphs.gem if game.won else glyphs.tree
    monday = today - timedelta(days=today.weekday())
    lines = [Line(" " * 12 + _GAP.join(f"{_(name):>2}" for name in _WEEKDAYS), Style.DIM)]
    for week in range(_WEEKS):
        first = monday - timedelta(weeks=_WEEKS - 1 - week)
        dates = [first + timedelta(days=at) for at in range(_DAYS_OF_A_WEEK)]
        row = [f"{signs.get(day, glyphs.dot):>2}" for day in dates if day <= today]
        lines.append(Line(f"{first.isoformat()}{_GAP}{_GAP.join(row)}"))
    legend = _("{won} won   {lost} not won   {dot} not played").format(
        won=glyphs.gem, lost=glyphs.tree, dot=glyphs.dot
    )
    return [*lines, Line(legend, Style.DIM)]


def _game_row(game: Entry) -> list[str]:
    return [
        _level_text(game.level, own_board=bool(game.board)),
        clipped(_players(game), _WIDEST_PLAYERS),
        _("won in round {round}").format(round=game.round)
        if game.won
        else _(_OUTCOMES[game.outcome]),
        str(game.points) if game.won else "",
        _par_text(game.par),
    ]


def _level_text(level: int, *, own_board: bool) -> str:
    return f"{level}*" if own_board else f"{level} "


def _par_text(par: Par | None) -> str:
    if par is None:
        return ""
    return _("none") if par.score is None else str(par.score)


def _players(game: Entry) -> str:
    left, right = game.players
    if game.kind == TWO_PEOPLE:
        return _("{left} and {right}").format(left=left, right=right)
    person = next(seat for seat in Seat if game.ai[seat] is None)
    return _("{person} with {partner}").format(
        person=game.players[person], partner=game.players[person.other]
    )


def _games_table(when: str, rows: list[list[str]]) -> list[Line]:
    headings: list[tuple[str, Callable[[str, int], str]]] = [
        (when, str.ljust),
        (_("Level"), str.rjust),
        (_("Players"), str.ljust),
        (_("Outcome"), str.ljust),
        (_("Score"), str.rjust),
        (_("Par"), str.rjust),
    ]
    return _table(headings, rows)


def _board_note(games: Sequence[Entry]) -> list[Line]:
    own = any(game.board for game in games)
    return [Line(_("* on a board of your own"), Style.DIM)] if own else []


def _footnotes(games: Sequence[Entry]) -> list[Line]:
    lines = _board_note(games)
    if any(game.par for game in games):
        lines.append(Line(_("Par is what two experts score on the same deals."), Style.DIM))
    return lines


def _table(
    headings: list[tuple[str, Callable[[str, int], str]]], rows: list[list[str]]
) -> list[Line]:
    """Line columns up: each as wide as its widest cell, to the left or to the right."""
    cells = [[heading for heading, _side in headings], *rows]
    widths = [max(map(text_width, column)) for column in zip(*cells, strict=True)]
    lines: list[Line] = []
    for row in cells:
        padded = [
            # Padding counts characters, and some take two cells or none.
            side(cell, width - text_width(cell) + len(cell))
            for cell, width, (_heading, side) in zip(row, widths, headings, strict=True)
        ]
        lines.append(Line(_GAP.join(padded).rstrip(), Style.PLAIN if lines else Style.DIM))
    return lines
