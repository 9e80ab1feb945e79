"""The scores of games of opponents as text: who won against whom, and how rounds ended."""

from __future__ import annotations

from collections.abc import Sequence

from foxduet.analysis.opponents import (
    OpponentStanding,
    PlayerCounts,
    opponent_standings,
    player_counts,
)
from foxduet.store.entries import TWO_PEOPLE, Entry
from foxduet.words.common import guide_words, percent, players_phrase
from foxduet.words.i18n import _, decimal, ngettext
from foxduet.words.people import partner_name
from foxduet.words.text import TextLine, Tone, capitalised, clipped, table_lines, text_width

_WIDEST_NAME, _WIDEST_PLAYERS = 12, 26


def opponent_overview(games: Sequence[Entry]) -> list[TextLine]:
    """Return what all games add up to, by pair and by opponent."""
    draws = sum(not any(game.summary.result.won) for game in games)
    counted = ngettext("{count} game, {draws} drawn", "{count} games, {draws} drawn", len(games))
    standings = opponent_standings(games)
    heading = guide_words(games[0].game).category_heading
    who = (capitalised(_(heading)), _("Player"), _("Opponent"))
    results = (_("Games"), _("Won"), _("Lost"), _("Drawn"), _("Rate"), _("95 %"))
    points = (_("Points"), _("Against"), _("Streak"), _("Longest"))
    counts = player_counts(games)
    headings, *rows = _counts_table(counts, games[0].game)
    return [
        TextLine(counted.format(count=len(games), draws=draws), Tone.STRONG),
        TextLine(""),
        *table_lines((*who, *results), [_results_row(one) for one in standings], left={1, 2}),
        TextLine(""),
        TextLine(_("Points a game, and wins in a row"), Tone.TITLE),
        *table_lines((*who, *points), [_points_row(one) for one in standings], left={1, 2}),
        TextLine(""),
        TextLine(_("How rounds ended"), Tone.TITLE),
        *table_lines(headings, rows, left={0}),
    ]


def _who(standing: OpponentStanding) -> list[str]:
    opponent = clipped(standing.opponent, _WIDEST_NAME)
    if standing.kind != TWO_PEOPLE:
        opponent = partner_name(standing.kind)
    category = guide_words(standing.game).category_text(standing.category)
    return [category, clipped(standing.player, _WIDEST_NAME), opponent]


def _results_row(standing: OpponentStanding) -> list[str]:
    low, high = standing.interval
    return [
        *_who(standing),
        str(standing.games),
        str(standing.wins),
        str(standing.losses),
        str(standing.draws),
        _("{share} %").format(share=percent(standing.wins / standing.games)),
        _("{low}-{high} %").format(low=round(100 * low), high=round(100 * high)),
    ]


def _points_row(standing: OpponentStanding) -> list[str]:
    return [
        *_who(standing),
        decimal(standing.mean, ".1f"),
        decimal(standing.mean_against, ".1f"),
        str(standing.streak),
        str(standing.longest),
    ]


def _counts_table(counts: Sequence[PlayerCounts], game: str) -> list[list[str]]:
    """Return the headings, and a row for each player."""
    rows = [(one, guide_words(game).counted(one.counts)) for one in counts]
    headings = [_("Player"), *(label for label, _figure in rows[0][1])]
    return [headings, *([_player(one), *(text for _label, text in row)] for one, row in rows)]


def _player(counts: PlayerCounts) -> str:
    if counts.player is not None:
        return clipped(counts.player, _WIDEST_NAME)
    assert counts.partner is not None, "a player is a person or a partner"
    return partner_name(counts.partner)


def opponent_row(game: Entry) -> list[str]:
    """Return a game as a row of a list, after its date."""
    words, seat, points = guide_words(game.game), game.seat, game.summary.result.points
    return [
        words.category_text(game.summary.category),
        _players(game),
        words.outcome_phrase(game),
        f"{points[seat]}-{points[seat.other]}",
    ]


def _players(game: Entry) -> str:
    """Name both players of a game in the cells that a row has for them."""
    phrase = players_phrase(game.game, game.players, game.seat)
    if text_width(phrase) > _WIDEST_PLAYERS:
        left, right = game.players[game.seat], game.players[game.seat.other]
        phrase = _("{left}, {right}").format(left=left, right=right)
    return clipped(phrase, _WIDEST_PLAYERS)
