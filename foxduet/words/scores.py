"""The scores as reports: standings, the best games, recent games, and daily deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from enum import Enum
from typing import TYPE_CHECKING

from foxduet.analysis import standings as sums
from foxduet.analysis.standings import Category, Standing, best_games, daily_games, scored_games
from foxduet.core.errors import N_
from foxduet.core.registry import card_game, games, rule_set
from foxduet.play.game import local_time
from foxduet.store.score_entries import (
    SOLO,
    TWO_PEOPLE,
    ScoreEntry,
    Selection,
    select_entries,
    summary_values,
)
from foxduet.words.game_words import (
    game_title,
    guide_words,
    join_lists,
    percent_label,
    players_phrase,
)
from foxduet.words.i18n import _, day_text, decimal, ngettext, pgettext, spoken_day
from foxduet.words.report import (
    GAP,
    Column,
    Part,
    figures_sentence,
    link_rows,
    memoize_last,
    note_part,
    report_rows,
    sentence_part,
    table_part,
    title_part,
)
from foxduet.words.text import (
    SPOKEN,
    Glyphs,
    TextLine,
    Tone,
    bar,
    capitalize_first,
    clip,
    format_sentence,
    label_with_value,
    partner_name,
    table_lines,
    text_width,
)

if TYPE_CHECKING:
    from foxduet.analysis.rating import TrainingState
    from foxduet.analysis.standings import PairRecord, PlayerCounts


MAX_NAME_WIDTH = 12
"""Columns of the longest name in a table."""


def partner_kind_label(kind: str, game: str) -> str:
    """Return the name of a kind of partner, including ``SOLO`` and ``TWO_PEOPLE``."""
    if kind == SOLO and not rule_set(game).cooperative:
        return _("any opponent")
    if kind == SOLO:
        return _("any partner")
    return _("two people") if kind == TWO_PEOPLE else partner_name(kind)


def _opponent(standing: Standing) -> str:
    if standing.kind == TWO_PEOPLE:
        return clip(standing.opponent, MAX_NAME_WIDTH)
    return partner_name(standing.kind)


# The figures are whole words, since plain mode has more room than headings.
PARTNER = Column(
    lambda: _("Partner"), lambda row: partner_kind_label(row.kind, row.game), left_aligned=True
)
NAME = Column(lambda: _("Name"), lambda row: clip(row.player, MAX_NAME_WIDTH), left_aligned=True)
OPPONENT = Column(lambda: _("Opponent"), _opponent, left_aligned=True)
GAMES = Column(lambda: _("Games"), lambda row: str(row.games), lambda: pgettext("figure", "games"))
WON = Column(lambda: _("Won"), lambda row: str(row.wins), lambda: pgettext("figure", "won"))
LOST = Column(lambda: _("Lost"), lambda row: str(row.losses), lambda: pgettext("figure", "lost"))
DRAWN = Column(lambda: _("Drawn"), lambda row: str(row.draws), lambda: pgettext("figure", "drawn"))
RATE = Column(
    lambda: _("Rate"),
    lambda row: percent_label(row.wins / row.games),
    lambda: pgettext("figure", "win rate"),
)
INTERVAL = Column(
    lambda: _("95%"),
    lambda row: _("{low}-{high}%").format(
        low=round(100 * row.interval[0]), high=round(100 * row.interval[1])
    ),
)
STREAK = Column(
    lambda: _("Streak"),
    lambda row: str(row.streak),
    lambda: pgettext("figure", "current winning streak"),
)
LONGEST = Column(
    lambda: _("Longest"),
    lambda row: str(row.longest),
    lambda: pgettext("figure", "longest winning streak"),
)
AVERAGE = Column(
    lambda: _("Avg"),
    lambda row: decimal(row.mean, ".1f"),
    lambda: pgettext("figure", "average score"),
)
POINTS = Column(
    lambda: _("Points"),
    lambda row: decimal(row.mean, ".1f"),
    lambda: pgettext("figure", "average points"),
)
AGAINST = Column(
    lambda: _("Against"),
    lambda row: decimal(row.mean_against, ".1f"),
    lambda: pgettext("figure", "against"),
)
BEST = Column(
    # Translators: the heading of a column of scores
    lambda: pgettext("score", "Best"),
    lambda row: "-" if row.best is None else str(row.best),
    lambda: pgettext("figure", "best score"),
)
TEAM_STANDINGS = (PARTNER, GAMES, WON, RATE, INTERVAL, STREAK, LONGEST, AVERAGE, BEST)
OPPONENT_STANDINGS = (NAME, OPPONENT, GAMES, WON, LOST, DRAWN, RATE, INTERVAL)
OPPONENT_POINTS = (NAME, OPPONENT, POINTS, AGAINST, STREAK, LONGEST)


def standings_table(games: Sequence[ScoreEntry], columns: Sequence[Column]) -> Part:
    """Return a table of standings by category and partner or opponents."""
    words, is_team = guide_words(games[0].game), not _are_opponents(games)
    category = Column(
        lambda: capitalize_first(_(words.category_heading)),
        lambda row: words.category_text(row.category),
    )

    def name(row: Standing) -> str:
        players = _("{left} against {right}").format(left=row.player, right=_opponent(row))
        players = PARTNER.cell(row) if is_team else players
        return f"{category_label(row.game, row.category, games)}, {players}"

    return table_part((category, *columns), sums.standings(games), name)


def category_label(game: str, category: Category, games: Sequence[ScoreEntry]) -> str:
    """Name a category of games, and explain its marks in tables."""
    words = guide_words(game)
    notes = words.category_notes([game for game in games if game.summary.category == category])
    heading = capitalize_first(_(words.category_heading))
    name = f"{heading} {words.category_text(category).strip(' *')}"
    return ", ".join((name, *(note.strip(" *") for note in notes)))


_WEEKS, _WEEK_DAYS, _GAP, _SPOKEN_DAYS = 5, 7, "  ", 7
_LOST = "lost"

_WEEKDAYS = (N_("Mo"), N_("Tu"), N_("We"), N_("Th"), N_("Fr"), N_("Sa"), N_("Su"))


def _streaks(streak: int, longest: int) -> Part:
    """Return the current and the longest streak of days."""
    days = ngettext("{count} day in a row", "{count} days in a row", streak)
    record = ngettext("longest streak: {count} day", "longest streak: {count} days", longest)
    phrase = record = record.format(count=longest)
    if streak:
        phrase = _("{streak}, {longest}").format(streak=days.format(count=streak), longest=record)
    return sentence_part(capitalize_first(phrase), Tone.STRONG)


def _calendar(
    won: Mapping[date, bool], legend: str, today: date, sentences: Sequence[str] = ()
) -> Part:
    """Return the last weeks with a sign for each day."""

    def rows(glyphs: Glyphs) -> list[TextLine]:
        monday, signs = today - timedelta(days=today.weekday()), (glyphs.lost, glyphs.won)
        weekdays = _GAP.join(f"{_(name):>2}" for name in _WEEKDAYS)
        lines = [TextLine(f"{' ' * len(day_text(today))}{_GAP}{weekdays}", Tone.DIM)]
        for week in range(_WEEKS):
            first = monday - timedelta(weeks=_WEEKS - 1 - week)
            days = [first + timedelta(days=number) for number in range(_WEEK_DAYS)]
            row = [
                f"{signs[won[day]] if day in won else glyphs.dot:>2}"
                for day in days
                if day <= today
            ]
            lines.append(TextLine(f"{day_text(first)}{_GAP}{_GAP.join(row)}"))
        return [*lines, TextLine(_fill_signs(legend, glyphs), Tone.DIM)]

    return Part(rows, sentences)


def _fill_signs(legend: str, glyphs: Glyphs) -> str:
    return legend.format(won=glyphs.won, lost=glyphs.lost, dot=glyphs.dot)


def solved_phrase(*, solved: bool) -> str:
    """Return the result of a daily puzzle."""
    return _("solved first time") if solved else _("not solved first time")


def puzzle_days(puzzles: TrainingState | None, today: date) -> list[Part]:
    """Return the results of daily puzzles; empty before the first."""
    if puzzles is None or not puzzles.daily_results:
        return []
    last = [
        label_with_value(day_text(day), solved_phrase(solved=puzzles.daily_results[day]))
        for day in sorted(puzzles.daily_results)[: -_SPOKEN_DAYS - 1 : -1]
    ]
    legend = _("{won} solved first time   {lost} not first time   {dot} not answered")
    return [
        title_part(_("Daily puzzles")),
        _streaks(puzzles.streak, puzzles.longest_streak),
        _calendar(puzzles.daily_results, legend, today, [join_lists(last) + "."]),
    ]


MAX_LINE_GAMES = 60
_MAX_OPPONENTS_WIDTH, _MAX_TEAM_WIDTH, _MAX_BAR_WIDTH = 26, 22, 40
_KNOWN_DEALS_MARK = "="


class ScoresPage(Enum):
    """The pages of the scores, in order."""

    RECENT = "the last games"
    BEST = "the highest scores"
    DAYS = "the games with the deals of a day"
    OVERVIEW = "what all games add up to"


@memoize_last
def page_report(
    page: ScoresPage,
    all_games: Sequence[ScoreEntry],
    selection: Selection,
    today: date,
    most: int | None = None,
    puzzles: TrainingState | None = None,
) -> list[Part]:
    """Return a page about the selected games; its lists contain at most ``most`` games.

    ``all_games`` are oldest first; the first game of a day counts, even if it is not selected.
    The page of daily deals ends with the answered daily puzzles.
    """
    games = select_entries(all_games, selection)
    scores = scored_games(games)
    match page:
        case ScoresPage.OVERVIEW:
            return [*(_overview(scores) if scores else ()), *_not_counting(games)]
        case ScoresPage.BEST:
            best = best_games(scores)[:most]
            if not best:
                return [sentence_part(_("No game won yet."))]
            days = [None if game.finished is None else local_day(game.finished) for game in best]
            return [_games_table(_("Date"), days, best), *_notes_on_games(best)]
        case ScoresPage.RECENT:
            return [*_pair_parts(games, selection.names), *_by_day(games[::-1][:most], today)]
        case ScoresPage.DAYS:
            daily = select_entries(daily_games(all_games), selection)
            parts = [sentence_part(_("No game has been finished yet."))]
            if all_games:
                parts = _days(all_games[0].game, daily, today, most)
            return [*parts, *puzzle_days(puzzles, today)]


def scores_page_lines(
    page: ScoresPage,
    all_games: Sequence[ScoreEntry],
    selection: Selection,
    today: date,
    glyphs: Glyphs,
    most: int | None = None,
    puzzles: TrainingState | None = None,
) -> list[TextLine]:
    """Return the drawn rows of a page; see ``page_report``."""
    return report_rows(page_report(page, all_games, selection, today, most, puzzles), glyphs)


def _are_opponents(games: Sequence[ScoreEntry]) -> bool:
    return not rule_set(games[0].game).cooperative


def _overview(games: Sequence[ScoreEntry]) -> list[Part]:
    total = [sentence_part(games_phrase(games), Tone.STRONG), GAP]
    if not _are_opponents(games):
        average = note_part(_("The average score counts a loss as 0."))
        return [
            *total,
            standings_table(games, TEAM_STANDINGS),
            *map(note_part, guide_words(games[0].game).category_notes(games)),
            *([] if all(game.won for game in games) else [average]),
            *_games_line(games),
            *_histogram(games),
        ]
    describe_counts = guide_words(games[0].game).describe_counts
    counts = [
        (_player_label(player), describe_counts(player.counts))
        for player in sums.player_counts(games)
    ]
    headings = [_("Name"), *(label for label, _figure in counts[0][1])]
    rows = [[name, *(text for _label, text in figures)] for name, figures in counts]
    sentences = [figures_sentence(name, figures) for name, figures in counts]
    return [
        *total,
        standings_table(games, OPPONENT_STANDINGS),
        title_part(_("Points per game, and wins in a row")),
        standings_table(games, OPPONENT_POINTS),
        title_part(_("How rounds ended")),
        Part(lambda _glyphs: table_lines(headings, rows, left_columns={0}), sentences),
    ]


def games_phrase(games: Sequence[ScoreEntry]) -> str:
    """Return the number of games and of wins, or of draws if two people played."""
    if _are_opponents(games) and any(len(game.people) > 1 for game in games):
        draws = sum(not any(game.summary.result.won) for game in games)
        if not draws:
            return ngettext("{count} game", "{count} games", len(games)).format(count=len(games))
        phrase = ngettext("{count} game, {draws} drawn", "{count} games, {draws} drawn", len(games))
        return phrase.format(count=len(games), draws=draws)
    wins = sum(game.won for game in games)
    phrase = ngettext("{count} game, {wins} won", "{count} games, {wins} won", len(games))
    return phrase.format(count=len(games), wins=wins)


def totals_sentence(games: Sequence[ScoreEntry]) -> str:
    """Return the number of games, and a team's best score in each category."""
    words, best = guide_words(games[0].game), dict[tuple[int | bool, ...], int]()
    if not _are_opponents(games):
        for game in scored_games(games):
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


def _pair_parts(games: Sequence[ScoreEntry], names: Sequence[str]) -> list[Part]:
    """Return the record of two people who are selected by their names; empty for others."""
    record = sums.pair_record(games, names)
    if not record.evenings:
        return []
    last = record.evenings[-1]
    sentence = ngettext(
        "One evening together, on {day} {year}.",
        "{count} evenings together, the last on {day} {year}.",
        len(record.evenings),
    )
    fields = {"count": len(record.evenings), "day": spoken_day(last), "year": last.year}
    lead = lead_sentence(record)
    parts = [sentence_part(sentence.format(**fields)), Part(sentences=[totals_sentence(games)])]
    return [*parts, sentence_part(lead)] if lead else parts


def week_sentence(games: Sequence[ScoreEntry]) -> str:
    """Count the wins of a week's daily games, and the scores not below par; empty without games."""
    if not games:
        return ""
    won, pars = sum(game.won for game in games), [game.par for game in games]
    sentence = _("Last seven days: {won} of {count} won")
    if any(pars):
        sentence = _("Last seven days: {won} of {count} won, {matched} at par or better")
    matched = sum(
        game.won and (par.score is None or game.points >= par.score)
        for game, par in zip(games, pars, strict=True)
        if par is not None
    )
    return sentence.format(won=won, count=len(games), matched=matched)


def lead_sentence(record: PairRecord) -> str:
    """Say which of two opponents has won more matches; empty before the first, or for a team."""
    (first, most), (second, least) = sorted(record.wins.items(), key=lambda won: -won[1])
    if not most:
        return ""
    if most == least:
        sentence = ngettext(
            "{left} and {right} have won {count} match each.",
            "{left} and {right} have won {count} matches each.",
            most,
        )
        return sentence.format(left=first, right=second, count=most)
    sentence = ngettext(
        "{winner} leads by {count} match to {least}.",
        "{winner} leads by {count} matches to {least}.",
        most,
    )
    return format_sentence(sentence, winner=first, count=most, least=least)


def _player_label(counts: PlayerCounts) -> str:
    if counts.player is not None:
        return clip(counts.player, MAX_NAME_WIDTH)
    assert counts.partner is not None, "a player is a person or a partner"
    return partner_name(counts.partner)


def _not_counting(games: Sequence[ScoreEntry]) -> list[Part]:
    known = sum(game.deals_known for game in games)
    if not known:
        return []
    sentence = ngettext(
        "{count} more game does not count, as its players already knew the deals.",
        "{count} more games do not count, as their players already knew the deals.",
        known,
    )
    return [GAP, sentence_part(sentence.format(count=known), Tone.DIM)]


def _games_line(games: Sequence[ScoreEntry]) -> list[Part]:
    last = games[-MAX_LINE_GAMES:]
    scores = [game.points for game in last if game.won]
    low, high = min(scores, default=0), max(scores, default=0)
    heading = ngettext("Last game", "Last {count} games, newest on the right", len(last))
    legend = _("{dot} is a loss")
    if scores:
        legend = _("from {low} to {high} points; {dot} is a loss")
    if scores and low == high:
        legend = _("{low} points each; {dot} is a loss")

    def rows(glyphs: Glyphs) -> list[TextLine]:
        heights = glyphs.heights
        row = "".join(
            heights[(game.points - low) * (len(heights) - 1) // max(1, high - low)]
            if game.won
            else glyphs.dot
            for game in last
        )
        explained = legend.format(low=low, high=high, dot=glyphs.dot)
        return [TextLine(f"  {row}"), TextLine(f"  {explained}", Tone.DIM)]

    return [Part(title_part(heading.format(count=len(last))).rows), Part(rows)]


def _histogram(games: Sequence[ScoreEntry]) -> list[Part]:
    ranges = sums.histogram(games)
    if not ranges:
        return []
    most, heading = max(count for _low, count in ranges), _("Scores of games won")
    label = _("{low} to {high} points")
    figures = [(label.format(low=low, high=low + 4), str(count)) for low, count in ranges if count]

    def rows(glyphs: Glyphs) -> list[TextLine]:
        lines, width = [], min(_MAX_BAR_WIDTH, 4 * most)
        for low, count in ranges:
            drawn = bar(count / most, width, glyphs).rstrip(glyphs.progress) if count else ""
            lines.append(TextLine(f"  {low:>3}-{low + 4:<3} {drawn} {count or ''}".rstrip()))
        return lines

    return [Part(title_part(heading).rows), Part(rows, [figures_sentence(heading, figures)])]


def _by_day(games: Sequence[ScoreEntry], today: date) -> list[Part]:
    if not games:
        return [sentence_part(_("No game played yet."))]

    def rows(glyphs: Glyphs) -> list[TextLine]:
        lines, before = list[TextLine](), ""
        cells = [[_sign(game, glyphs), *_game_columns(game)] for game in games]
        table = table_lines([""] * 6, cells, left_columns={0, 2, 3, 4})[1:]
        for game, line in zip(games, table, strict=True):
            day = "-" if game.finished is None else _day_label(local_day(game.finished), today)
            if day != before:
                lines += [TextLine(""), TextLine(day, Tone.TITLE)]
            before = day
            lines.append(TextLine(f"  {line.text}", line.tone, game))
        lines.append(TextLine(""))
        if any(game.summary.result.name == _LOST for game in games):
            legend = _("{won} won   {lost} lost   {dot} out of time, or resigned")
            lines.append(TextLine(_fill_signs(legend, glyphs), Tone.DIM))
        return lines

    total = sentence_part(totals_sentence(games), Tone.STRONG, is_spoken=False)
    return [total, Part(rows), *_notes_on_games(games)]


def _sign(game: ScoreEntry, glyphs: Glyphs) -> str:
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
    return spoken_day(day) if day.year == today.year else f"{spoken_day(day)} {day.year}"


def _game_columns(game: ScoreEntry) -> list[str]:
    """Return score, outcome, category, players and notes."""
    words, points = guide_words(game.game), game.summary.result.points
    heading = _(words.category_heading)
    category = f"{heading} {words.category_text(game.summary.category)}".rstrip()
    score = str(game.points) if game.won else ""
    par = "" if game.par is None else _("par {score}").format(score=game.par.score or _("none"))
    if not rule_set(game.game).cooperative:
        score, par = f"{points[game.seat]}-{points[game.seat.other]}", ""
    note = f"{par} {_KNOWN_DEALS_MARK}".strip() if game.deals_known else par
    return [score, words.outcome_phrase(game), category, _players_cell(game), note]


def _notes_on_games(games: Sequence[ScoreEntry]) -> list[Part]:
    notes = [*map(note_part, guide_words(games[0].game).category_notes(games))]
    if any(game.deals_known for game in games):
        known = _("{mark} the players already knew the deals; only their first game counts")
        notes.append(note_part(known.format(mark=_KNOWN_DEALS_MARK)))
    if any(game.par for game in games):
        notes.append(note_part(_("Par is the score of two experts on the same deals.")))
    return notes


def local_day(moment: datetime) -> date:
    """Return the date of a moment in the local time zone."""
    return local_time(moment).date()


def _days(game: str, daily: Sequence[ScoreEntry], today: date, most: int | None) -> list[Part]:
    """Return the parts about daily deals, or advice if no game with daily deals was played."""
    if not daily:
        advice = _("foxduet --daily deals today's cards, the same for everybody.")
        if game != games()[0]:
            advice = _("foxduet --game {game} --daily deals today's cards, the same for everybody.")
        unplayed = _("You have not played a daily deal yet.")
        return [sentence_part(unplayed), sentence_part(advice.format(game=game))]
    record = sums.daily_record(daily, today)
    newest, won = record.games[::-1], dict[date, bool]()
    for entry in record.games:
        assert entry.day is not None, "daily games have a day"
        won[entry.day] = won.get(entry.day, False) or entry.won
    last = [entry for entry in newest if entry.day == newest[0].day]
    shared_lines = guide_words(game).shared_lines

    def shared(glyphs: Glyphs) -> list[TextLine]:
        return [TextLine(line) for entry in last for line in shared_lines(entry, glyphs)]

    return [
        _streaks(record.streak, record.longest_streak),
        GAP,
        _calendar(won, _("{won} won   {lost} not won   {dot} not played"), today),
        title_part(_("To share, without spoilers")),
        Part(shared, [shared_lines(entry, SPOKEN)[0] for entry in last]),
        GAP,
        _games_table(_("Day"), [entry.day for entry in newest], newest, most),
    ]


def elsewhere_sentence(game: str, count: int, how: str) -> str:
    """Say how many games another game has and ``how`` to open them, or that there are no games."""
    if not count:
        return _("Your first finished game will appear here, won or lost.")
    # Translators: "how" is "press g" or the like
    sentence = ngettext(
        "{title} has {count} finished game: {how}.",
        "{title} has {count} finished games: {how}.",
        count,
    )
    return sentence.format(title=game_title(game), count=count, how=how)


def _players_of(game: ScoreEntry) -> str:
    person = None if game.kind == TWO_PEOPLE else game.seat
    return players_phrase(game.game, game.players, person)


def _players_cell(game: ScoreEntry) -> str:
    """Name the players of a game in the width of a row's cell, both if they are opponents."""
    phrase, are_opponents = _players_of(game), not rule_set(game.game).cooperative
    if are_opponents and text_width(phrase) > _MAX_OPPONENTS_WIDTH:
        left, right = game.players[game.seat], game.players[game.seat.other]
        phrase = _("{left}, {right}").format(left=left, right=right)
    return clip(phrase, _MAX_OPPONENTS_WIDTH if are_opponents else _MAX_TEAM_WIDTH)


def when_and_who(game: ScoreEntry) -> str:
    """Return the day and the players of a game."""
    if game.finished is None:
        return _players_of(game)
    day = day_text(local_day(game.finished))
    return _("{day}: {players}").format(day=day, players=_players_of(game))


def game_phrase(game: ScoreEntry) -> str:
    """Return the players, the setup and the result of a game."""
    words, values = guide_words(game.game), summary_values(game)
    options = {name: values[name] for name in card_game(game.game).usual_options}
    notes = (note.strip(" *") for note in words.category_notes([game]))
    setup = words.options_label(options), *notes
    return _("{players}, {setup}: {result}").format(
        players=_players_of(game), setup=", ".join(setup), result=words.result_phrase(game)
    )


def dated_game_phrase(game: ScoreEntry) -> str:
    """Return the day, the players, the setup and the result of a game."""
    day = local_day(game.finished) if game.day is None and game.finished else game.day
    phrase = game_phrase(game)
    if game.deals_known:
        phrase = _("{game}; its players already knew the deals").format(game=phrase)
    if day is None:
        return phrase
    return _("{day}: {players}").format(day=day_text(day), players=phrase)


def _games_table(
    when: str, days: Sequence[date | None], games: Sequence[ScoreEntry], most: int | None = None
) -> Part:
    words, are_opponents = guide_words(games[0].game), _are_opponents(games)
    figures = [_("Points")] if are_opponents else [_("Score"), _("Par")]
    category = capitalize_first(_(words.category_heading))
    headings = [when, category, _("Players"), _("Outcome"), *figures]
    rows = []
    for day, game in zip(days[:most], games[:most], strict=True):
        points, par = game.summary.result.points, game.par
        figures = [f"{points[game.seat]}-{points[game.seat.other]}"]
        if not are_opponents:
            score = str(game.points) if game.won else ""
            figures = [score, "" if par is None else str(par.score or _("none"))]
        category = words.category_text(game.summary.category)
        players, outcome = _players_cell(game), words.outcome_phrase(game)
        rows.append(["-" if day is None else day_text(day), category, players, outcome, *figures])
    if any(game.deals_known for game in games[:most]):
        headings.append("")
        for row, game in zip(rows, games, strict=False):
            row.append(_KNOWN_DEALS_MARK * game.deals_known)
    table = Part(lambda _glyphs: table_lines(headings, rows, left_columns={0, 2, 3}))
    return link_rows(table, games)
