"""The scores as reports: standings, the best and the recent games, and days."""

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
from foxduet.words.game_words import game_title, guide_words, join_lists, percent, players_phrase
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
    label_with_value,
    partner_name,
    table_lines,
    text_width,
)

if TYPE_CHECKING:
    from foxduet.analysis.rating import TrainingState
    from foxduet.analysis.standings import PlayerCounts


MAX_NAME_WIDTH = 12
"""The columns of the longest name in a table."""


def partner_kind_label(kind: str, game: str) -> str:
    """Return the name of a kind of partner in a game, ``SOLO`` and ``TWO_PEOPLE`` included."""
    if kind == SOLO and not rule_set(game).cooperative:
        return _("any opponent")
    if kind == SOLO:
        return _("any partner")
    return _("two people") if kind == TWO_PEOPLE else partner_name(kind)


def _opponent(standing: Standing) -> str:
    if standing.kind == TWO_PEOPLE:
        return clip(standing.opponent, MAX_NAME_WIDTH)
    return partner_name(standing.kind)


def _interval(standing: Standing) -> str:
    low, high = (round(100 * bound) for bound in standing.interval)
    return _("{low}-{high}%").format(low=low, high=high)


def _rate(standing: Standing) -> str:
    return _("{share}%").format(share=percent(standing.wins / standing.games))


# What headings, which have little room, are called where figures are told.
PARTNER = Column(
    lambda: _("Partner"), lambda one: partner_kind_label(one.kind, one.game), left_aligned=True
)
NAME = Column(lambda: _("Name"), lambda one: clip(one.player, MAX_NAME_WIDTH), left_aligned=True)
OPPONENT = Column(lambda: _("Opponent"), _opponent, left_aligned=True)
GAMES = Column(lambda: _("Games"), lambda one: str(one.games), lambda: pgettext("figure", "games"))
WON = Column(lambda: _("Won"), lambda one: str(one.wins), lambda: pgettext("figure", "won"))
LOST = Column(lambda: _("Lost"), lambda one: str(one.losses), lambda: pgettext("figure", "lost"))
DRAWN = Column(lambda: _("Drawn"), lambda one: str(one.draws), lambda: pgettext("figure", "drawn"))
RATE = Column(lambda: _("Rate"), _rate, lambda: pgettext("figure", "win rate"))
INTERVAL = Column(lambda: _("95%"), _interval)
STREAK = Column(
    lambda: _("Streak"),
    lambda one: str(one.streak),
    lambda: pgettext("figure", "current winning streak"),
)
LONGEST = Column(
    lambda: _("Longest"),
    lambda one: str(one.longest),
    lambda: pgettext("figure", "longest winning streak"),
)
AVERAGE = Column(
    lambda: _("Avg"),
    lambda one: decimal(one.mean, ".1f"),
    lambda: pgettext("figure", "average score"),
)
POINTS = Column(
    lambda: _("Points"),
    lambda one: decimal(one.mean, ".1f"),
    lambda: pgettext("figure", "average points"),
)
AGAINST = Column(
    lambda: _("Against"),
    lambda one: decimal(one.mean_against, ".1f"),
    lambda: pgettext("figure", "against"),
)
BEST = Column(
    # Translators: the heading of a column of scores
    lambda: pgettext("score", "Best"),
    lambda one: "-" if one.best is None else str(one.best),
    lambda: pgettext("figure", "best score"),
)
TEAM_STANDINGS = (PARTNER, GAMES, WON, RATE, INTERVAL, STREAK, LONGEST, AVERAGE, BEST)
OPPONENT_STANDINGS = (NAME, OPPONENT, GAMES, WON, LOST, DRAWN, RATE, INTERVAL)
POINTS_OF_OPPONENTS = (NAME, OPPONENT, POINTS, AGAINST, STREAK, LONGEST)


def standings_table(games: Sequence[ScoreEntry], shown: Sequence[Column]) -> Part:
    """Return a table of what games add up to, by category and partner, or opponents."""
    words, is_team = guide_words(games[0].game), not _are_opponents(games)
    category = Column(
        lambda: capitalize_first(_(words.category_heading)),
        lambda one: words.category_text(one.category),
    )

    def name(one: Standing) -> str:
        against = _("{left} against {right}")
        who = (
            PARTNER.cell(one) if is_team else against.format(left=one.player, right=_opponent(one))
        )
        return f"{category_label(one.game, one.category, games)}, {who}"

    return table_part((category, *shown), sums.standings(games), name)


def category_label(game: str, category: Category, games: Sequence[ScoreEntry]) -> str:
    """Name a category of games, with what its mark in tables stands for."""
    words = guide_words(game)
    notes = words.category_notes([one for one in games if one.summary.category == category])
    name = (
        f"{capitalize_first(_(words.category_heading))} {words.category_text(category).strip(' *')}"
    )
    return ", ".join((name, *(each.strip(" *") for each in notes)))


_WEEKS, _DAYS_OF_A_WEEK, _GAP, _DAYS_TOLD = 5, 7, "  ", 7
# The name of a result that has a sign of its own.
_LOST = "lost"

_WEEKDAYS = (N_("Mo"), N_("Tu"), N_("We"), N_("Th"), N_("Fr"), N_("Sa"), N_("Su"))


def _no_days(game: str) -> list[Part]:
    how = _("foxduet --daily deals today's cards, the same for everybody.")
    if game != games()[0]:
        how = _("foxduet --game {game} --daily deals today's cards, the same for everybody.")
        how = how.format(game=game)
    return [sentence_part(_("You have not played a daily deal yet.")), sentence_part(how)]


def _streaks(streak: int, longest: int) -> Part:
    """Say on how many days in a row there was something, and on how many at most."""
    days = ngettext("{count} day in a row", "{count} days in a row", streak)
    most = ngettext("longest streak: {count} day", "longest streak: {count} days", longest)
    said = most = most.format(count=longest)
    if streak:
        said = _("{streak}, {longest}").format(streak=days.format(count=streak), longest=most)
    return sentence_part(capitalize_first(said), Tone.STRONG)


def _calendar(won: Mapping[date, bool], legend: str, today: date, told: Sequence[str] = ()) -> Part:
    """Return the last weeks, a row each, with a sign for each day."""

    def rows(glyphs: Glyphs) -> list[TextLine]:
        monday, signs = today - timedelta(days=today.weekday()), (glyphs.lost, glyphs.won)
        weekdays = _GAP.join(f"{_(name):>2}" for name in _WEEKDAYS)
        found = [TextLine(f"{' ' * len(day_text(today))}{_GAP}{weekdays}", Tone.DIM)]
        for week in range(_WEEKS):
            first = monday - timedelta(weeks=_WEEKS - 1 - week)
            dates = [first + timedelta(days=at) for at in range(_DAYS_OF_A_WEEK)]
            row = [
                f"{signs[won[day]] if day in won else glyphs.dot:>2}"
                for day in dates
                if day <= today
            ]
            found.append(TextLine(f"{day_text(first)}{_GAP}{_GAP.join(row)}"))
        return [*found, TextLine(_signs(legend, glyphs), Tone.DIM)]

    return Part(rows, told)


def _signs(legend: str, glyphs: Glyphs) -> str:
    return legend.format(won=glyphs.won, lost=glyphs.lost, dot=glyphs.dot)


def solved_phrase(*, solved: bool) -> str:
    """Say how the puzzle of a day went."""
    return _("solved first time") if solved else _("not solved first time")


def puzzle_days(puzzles: TrainingState | None, today: date) -> list[Part]:
    """Return the days whose puzzle was answered, if there are any."""
    if puzzles is None or not puzzles.daily_results:
        return []
    last = [
        label_with_value(day_text(day), solved_phrase(solved=puzzles.daily_results[day]))
        for day in sorted(puzzles.daily_results)[: -_DAYS_TOLD - 1 : -1]
    ]
    legend = _("{won} solved first time   {lost} not first time   {dot} not answered")
    return [
        title_part(_("Daily puzzles")),
        _streaks(puzzles.streak, puzzles.longest_streak),
        _calendar(puzzles.daily_results, legend, today, [join_lists(last) + "."]),
    ]


GAMES_IN_LINE = 60
_WIDEST_PLAYERS, _WIDEST_TEAM, _WIDEST_BAR = 26, 22, 40
_KNOWN_DEALS_MARK = "="


class ScoresPage(Enum):
    """The pages of the scores, in their order."""

    RECENT = "the last games"
    BEST = "the highest scores"
    DAYS = "the games with the deals of a day"
    OVERVIEW = "what all games add up to"


@memoize_last
def page_report(
    page: ScoresPage,
    every: Sequence[ScoreEntry],
    selection: Selection,
    today: date,
    most: int | None = None,
    puzzles: TrainingState | None = None,
) -> list[Part]:
    """Return a page about a selection of ``every`` game, oldest first, ``most`` to a list.

    The page of days also has the days of ``puzzles``, if any was answered.
    """
    games = select_entries(every, selection)
    scores = scored_games(games)
    match page:
        case ScoresPage.OVERVIEW:
            return [*(_overview(scores) if scores else ()), *_not_counting(games)]
        case ScoresPage.BEST:
            best = best_games(scores)[:most]
            days = [None if one.finished is None else local_day(one.finished) for one in best]
            listed = [_games_table(_("Date"), days, best), *_notes_on_games(best)] if best else []
            return listed or [sentence_part(_("No game won yet."))]
        case ScoresPage.RECENT:
            return _by_day(games[::-1][:most], today)
        case ScoresPage.DAYS:
            # Which game counts for a day does not depend on the selection.
            of_days = select_entries(daily_games(every), selection)
            found = [sentence_part(_("No game has been finished yet."))]
            if every:
                found = _days(of_days, today, most) if of_days else _no_days(every[0].game)
            return [*found, *puzzle_days(puzzles, today)]


def page_lines(
    page: ScoresPage,
    every: Sequence[ScoreEntry],
    selection: Selection,
    today: date,
    glyphs: Glyphs,
    most: int | None = None,
    puzzles: TrainingState | None = None,
) -> list[TextLine]:
    """Return the rows of a page."""
    return report_rows(page_report(page, every, selection, today, most, puzzles), glyphs)


def _are_opponents(games: Sequence[ScoreEntry]) -> bool:
    return not rule_set(games[0].game).cooperative


def _overview(games: Sequence[ScoreEntry]) -> list[Part]:
    counted = [sentence_part(games_phrase(games), Tone.STRONG), GAP]
    if not _are_opponents(games):
        average = note_part(_("The average score counts a loss as 0."))
        return [
            *counted,
            standings_table(games, TEAM_STANDINGS),
            *_notes_on_categories(games),
            *([] if all(game.won for game in games) else [average]),
            *_games_line(games),
            *_histogram(games),
        ]
    counts = [
        (one, guide_words(games[0].game).describe_counts(one.counts))
        for one in sums.player_counts(games)
    ]
    headings = [_("Name"), *(label for label, _figure in counts[0][1])]
    rows = [[_player_label(one), *(text for _label, text in row)] for one, row in counts]
    told = [figures_sentence(_player_label(one), row) for one, row in counts]
    return [
        *counted,
        standings_table(games, OPPONENT_STANDINGS),
        title_part(_("Points per game, and wins in a row")),
        standings_table(games, POINTS_OF_OPPONENTS),
        title_part(_("How rounds ended")),
        Part(lambda _glyphs: table_lines(headings, rows, left={0}), told),
    ]


def games_phrase(games: Sequence[ScoreEntry]) -> str:
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


def totals_sentence(games: Sequence[ScoreEntry]) -> str:
    """Say how many games there are, and of a team, its highest score of each kind."""
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


def _player_label(counts: PlayerCounts) -> str:
    if counts.player is not None:
        return clip(counts.player, MAX_NAME_WIDTH)
    assert counts.partner is not None, "a player is a person or a partner"
    return partner_name(counts.partner)


def _not_counting(games: Sequence[ScoreEntry]) -> list[Part]:
    again = sum(game.deals_known for game in games)
    if not again:
        return []
    sentence = ngettext(
        "{count} more game does not count, as its players already knew the deals.",
        "{count} more games do not count, as their players already knew the deals.",
        again,
    )
    return [GAP, sentence_part(sentence.format(count=again), Tone.DIM)]


def _games_line(games: Sequence[ScoreEntry]) -> list[Part]:
    last, scores = (
        games[-GAMES_IN_LINE:],
        [game.points for game in games[-GAMES_IN_LINE:] if game.won],
    )
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
    told = [(label.format(low=low, high=low + 4), str(count)) for low, count in ranges if count]

    def rows(glyphs: Glyphs) -> list[TextLine]:
        drawn = [
            bar(n / most, min(_WIDEST_BAR, 4 * most), glyphs) if n else "" for _low, n in ranges
        ]
        return [
            TextLine(f"  {low:>3}-{low + 4:<3} {one.rstrip(glyphs.progress)} {n or ''}".rstrip())
            for (low, n), one in zip(ranges, drawn, strict=True)
        ]

    return [Part(title_part(heading).rows), Part(rows, [figures_sentence(heading, told)])]


def _by_day(games: Sequence[ScoreEntry], today: date) -> list[Part]:
    if not games:
        return [sentence_part(_("No game played yet."))]

    def rows(glyphs: Glyphs) -> list[TextLine]:
        found, before = list[TextLine](), ""
        cells = [[_sign(game, glyphs), *_game_columns(game)] for game in games]
        every = table_lines([""] * 6, cells, left={0, 2, 3, 4})[1:]
        for game, line in zip(games, every, strict=True):
            day = "-" if game.finished is None else _day_label(local_day(game.finished), today)
            if day != before:
                found += [TextLine(""), TextLine(day, Tone.TITLE)]
            before = day
            found.append(TextLine(f"  {line.text}", line.tone, game))
        found.append(TextLine(""))
        if any(game.summary.result.name == _LOST for game in games):
            legend = _("{won} won   {lost} lost   {dot} out of time, or resigned")
            found.append(TextLine(_signs(legend, glyphs), Tone.DIM))
        return found

    total = sentence_part(totals_sentence(games), Tone.STRONG, aloud=False)
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
    """Return points, how a game ended, of which kind it was, with whom, and what stands aside."""
    words, points = guide_words(game.game), game.summary.result.points
    heading = _(words.category_heading)
    category = f"{heading} {words.category_text(game.summary.category)}".rstrip()
    score = str(game.points) if game.won else ""
    par = "" if game.par is None else _("par {score}").format(score=game.par.score or _("none"))
    if not rule_set(game.game).cooperative:
        score, par = f"{points[game.seat]}-{points[game.seat.other]}", ""
    aside = f"{par} {_KNOWN_DEALS_MARK}".strip() if game.deals_known else par
    return [score, words.outcome_phrase(game), category, _players_cell(game), aside]


def _notes_on_games(games: Sequence[ScoreEntry]) -> list[Part]:
    found = _notes_on_categories(games)
    if any(game.deals_known for game in games):
        known = _("{mark} the players already knew the deals; only their first game counts")
        found.append(note_part(known.format(mark=_KNOWN_DEALS_MARK)))
    if any(game.par for game in games):
        found.append(note_part(_("Par is the score of two experts on the same deals.")))
    return found


def local_day(moment: datetime) -> date:
    """Return the day of a moment where the players are."""
    return local_time(moment).date()


def _days(of_days: Sequence[ScoreEntry], today: date, most: int | None) -> list[Part]:
    days = sums.daily_record(of_days, today)
    newest, won = days.games[::-1], dict[date, bool]()
    for game in days.games:
        assert game.day is not None, "these are games of days"
        won[game.day] = won.get(game.day, False) or game.won
    last = [one for one in newest if one.day == newest[0].day]
    share = [guide_words(one.game).shared_lines for one in last]

    def shared(glyphs: Glyphs) -> list[TextLine]:
        return [
            TextLine(line) for one, of in zip(last, share, strict=True) for line in of(one, glyphs)
        ]

    return [
        _streaks(days.streak, days.longest),
        GAP,
        _calendar(won, _("{won} won   {lost} not won   {dot} not played"), today),
        title_part(_("To share, without spoilers")),
        Part(shared, [of(one, SPOKEN)[0] for one, of in zip(last, share, strict=True)]),
        GAP,
        _games_table(_("Day"), [game.day for game in newest], newest, most),
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


def _game_row(game: ScoreEntry) -> list[str]:
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


def _players_of(game: ScoreEntry) -> str:
    person = None if game.kind == TWO_PEOPLE else game.seat
    return players_phrase(game.game, game.players, person)


def _players_cell(game: ScoreEntry) -> str:
    """Name the players of a game in the cells that a row has for them: of opponents, both."""
    phrase, are_opponents = _players_of(game), not rule_set(game.game).cooperative
    if are_opponents and text_width(phrase) > _WIDEST_PLAYERS:
        left, right = game.players[game.seat], game.players[game.seat.other]
        phrase = _("{left}, {right}").format(left=left, right=right)
    return clip(phrase, _WIDEST_PLAYERS if are_opponents else _WIDEST_TEAM)


def when_and_who(game: ScoreEntry) -> str:
    """Say when a game ended, and who played it."""
    if game.finished is None:
        return _players_of(game)
    day = day_text(local_day(game.finished))
    return _("{day}: {players}").format(day=day, players=_players_of(game))


def game_phrase(game: ScoreEntry) -> str:
    """Say who played what, and how it ended."""
    words, values = guide_words(game.game), summary_values(game)
    options = {name: values[name] for name in card_game(game.game).usual_options}
    setup = (
        words.options_label(options),
        *(one.strip(" *") for one in words.category_notes([game])),
    )
    return _("{players}, {setup}: {result}").format(
        players=_players_of(game), setup=", ".join(setup), result=words.result_phrase(game)
    )


def told_game(game: ScoreEntry) -> str:
    """Say when a game was played, by whom, and how it ended."""
    day = local_day(game.finished) if game.day is None and game.finished else game.day
    phrase = game_phrase(game)
    if game.deals_known:
        phrase = _("{game}; its players already knew the deals").format(game=phrase)
    return (
        phrase if day is None else _("{day}: {players}").format(day=day_text(day), players=phrase)
    )


def _games_table(
    when: str, days: Sequence[date | None], games: Sequence[ScoreEntry], most: int | None = None
) -> Part:
    categories = guide_words(games[0].game).category_heading
    headings = [
        when,
        capitalize_first(_(categories)),
        _("Players"),
        _("Outcome"),
        _("Score"),
        _("Par"),
    ]
    if _are_opponents(games):
        headings[-2:] = [_("Points")]
    rows = [
        ["-" if day is None else day_text(day), *_game_row(game)]
        for day, game in zip(days, games, strict=True)
    ][:most]
    if any(game.deals_known for game in games[: len(rows)]):
        headings.append("")
        rows = [
            [*row, _KNOWN_DEALS_MARK * game.deals_known]
            for row, game in zip(rows, games, strict=False)
        ]
    return link_rows(Part(lambda _glyphs: table_lines(headings, rows, left={0, 2, 3})), games)


def _notes_on_categories(games: Sequence[ScoreEntry]) -> list[Part]:
    return [*map(note_part, guide_words(games[0].game).category_notes(games))]
