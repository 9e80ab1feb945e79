"""The scores in words, where there is no screen: whole sentences, and a line for each game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, assert_never

from foxduet.analysis.standings import (
    Category,
    Days,
    Standing,
    best_games,
    counting,
    days_played,
    first_of_days,
    histogram,
    player_counts,
    standings,
)
from foxduet.core.register import card_game, rule_set
from foxduet.store.entries import Entry, Selection, chosen, summary_values
from foxduet.words.common import guide_words
from foxduet.words.days import no_days, streaks_phrase
from foxduet.words.glyphs import SPOKEN
from foxduet.words.i18n import _, day_text, pgettext
from foxduet.words.puzzles import solved_phrase
from foxduet.words.scores import (
    Page,
    games_phrase,
    local_day,
    not_counting,
    player_label,
    players_of,
)
from foxduet.words.spoken import joined
from foxduet.words.standings import figures_of, kind_label
from foxduet.words.text import capitalised, with_figure

if TYPE_CHECKING:
    from foxduet.analysis.training import Training
    from foxduet.words.story import Sentences

_DAYS = 7
"""Of so many days it is said how their puzzles went."""

OF_TEAMS = ("Games", "Won", "Rate", "Streak", "Longest", "Mean", "Best")
OF_OPPONENTS = ("Games", "Won", "Lost", "Drawn", "Points", "Against", "Streak", "Longest")

# The headings of tables, which have little room, may be short for these.
_FIGURES: Mapping[str, Callable[[], str]] = {
    "Games": lambda: pgettext("figure", "games"),
    "Won": lambda: pgettext("figure", "won"),
    "Lost": lambda: pgettext("figure", "lost"),
    "Drawn": lambda: pgettext("figure", "drawn"),
    "Rate": lambda: pgettext("figure", "rate"),
    "Points": lambda: pgettext("figure", "mean points"),
    "Against": lambda: pgettext("figure", "the opponent's"),
    "Mean": lambda: pgettext("figure", "mean score"),
    "Best": lambda: pgettext("figure", "best score"),
    "Streak": lambda: pgettext("figure", "wins in a row now"),
    "Longest": lambda: pgettext("figure", "most wins in a row"),
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
        phrase = _("{game}; its players knew the deals").format(game=phrase)
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
        case _:
            assert_never(page)


def page_sentences(
    page: Page,
    every: Sequence[Entry],
    selection: Selection,
    today: date,
    puzzles: Training | None,
) -> Sentences:
    """Say what a page about a selection of ``every`` game has beside the games that it lists."""
    games = page_games(page, every, selection)
    match page:
        case Page.OVERVIEW:
            return _overview(chosen(every, selection))
        case Page.BEST:
            return () if games else (_("No game has been won yet."),)
        case Page.RECENT:
            return ()
        case Page.DAYS:
            said = [_("No game has been finished yet.")]
            if games:
                said = _days(days_played(games[::-1], today))
            elif every:
                said = [line.text for line in no_days(every[0].game)]
            return (*said, *_days_of_puzzles(puzzles))
        case _:
            assert_never(page)


def _overview(games: Sequence[Entry]) -> Sentences:
    """Say what games add up to."""
    scores = counting(games)
    aside = [line.text for line in not_counting(games) if line.text]
    if not scores:
        return tuple(aside)
    is_team = rule_set(scores[0].game).cooperative
    further = _won_scores(scores) if is_team else _counts(scores)
    return (games_phrase(scores) + ".", *standing_sentences(scores), *further, *aside)


def standing_sentences(
    games: Sequence[Entry],
    of_teams: Sequence[str] = OF_TEAMS,
    of_opponents: Sequence[str] = OF_OPPONENTS,
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
    """Return what the marks of games stand for, without the marks."""
    return [note.strip(" *") for note in guide_words(game).category_notes(games)]


def _who(standing: Standing) -> str:
    """Name the partner whom games were played with, or both opponents."""
    if rule_set(standing.game).cooperative:
        return kind_label(standing.kind, standing.game)
    (_left, left), (_right, right) = figures_of(standing, ("Player", "Opponent"))
    return _("{left} against {right}").format(left=left, right=right)


def figures_sentence(label: str, figures: Sequence[tuple[str, str]]) -> str:
    """Say figures, each behind its name, but none of what there is nothing of."""
    said = ", ".join(with_figure(*one) for one in figures if one[1] not in ("-", "0"))
    return _("{label}. {both}.").format(label=label, both=capitalised(said))


def _counts(games: Sequence[Entry]) -> list[str]:
    """Say what the rules count in the games of each player."""
    words = guide_words(games[0].game)
    each = (
        figures_sentence(player_label(one), words.counted(one.counts))
        for one in player_counts(games)
    )
    return [_("How rounds ended") + ".", *each]


def _won_scores(games: Sequence[Entry]) -> list[str]:
    """Say how many of the games won had how many points."""
    ranges = [(low, count) for low, count in histogram(games) if count]
    if not ranges:
        return []
    label = _("{low} to {high} points")
    figures = [(label.format(low=low, high=low + 4), str(count)) for low, count in ranges]
    return [figures_sentence(_("Scores of the games won"), figures)]


def _days(days: Days) -> list[str]:
    """Say on how many days in a row there were games, and what is to share of the last one."""
    newest = days.games[-1]
    shared = [
        guide_words(game.game).shared_lines(game, SPOKEN)[0]
        for game in reversed(days.games)
        if game.day == newest.day
    ]
    streaks = capitalised(streaks_phrase(days.streak, days.longest)) + "."
    return [streaks, _("To share, with nothing given away") + ":", *shared]


def _days_of_puzzles(puzzles: Training | None) -> list[str]:
    """Say on how many days in a row the puzzle was answered, and how the last ones went."""
    if puzzles is None or not puzzles.days:
        return []
    streaks = streaks_phrase(puzzles.streak, puzzles.longest)
    last = [
        with_figure(day_text(day), solved_phrase(solved=puzzles.days[day]))
        for day in sorted(puzzles.days)[: -_DAYS - 1 : -1]
    ]
    said = with_figure(_("The puzzles of the days"), streaks)
    return [said + ".", joined(last) + "."]
