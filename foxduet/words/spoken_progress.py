"""A player's progress in words, where there is no screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foxduet.analysis.goals import Goal, goals_reached
from foxduet.analysis.player_progress import PlayerProgress, mistake_kinds
from foxduet.words.common import game_title, guide_words
from foxduet.words.i18n import _, ngettext
from foxduet.words.progress import (
    GAMES_IN_CHART,
    OF_OPPONENTS,
    OF_TEAMS,
    accuracy_figures,
    cost_figure,
    lessons_figures,
    mistakes_heading,
    puzzles_sentences,
    suggested,
    suggestion_sentence,
)
from foxduet.words.spoken_scores import category_label, figures_sentence, standing_sentences
from foxduet.words.text import as_sentence, capitalised, with_figure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from foxduet.words.story import Sentences


def progress_sentences(progress: PlayerProgress) -> Sentences:
    """Say what to do next, then how the player stands in a few words."""
    said = [suggestion_sentence(progress, suggested(progress))]
    if shares := progress.accuracies[-GAMES_IN_CHART:]:
        label = ngettext(
            "Accuracy in {count} reviewed game", "Accuracy in {count} reviewed games", len(shares)
        )
        said.append(f"{label.format(count=len(shares))}. {accuracy_figures(shares)}.")
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
        *mistake_sentences(progress),
        *wins_sentences(progress),
        *goal_sentences(progress),
    )


def mistake_sentences(progress: PlayerProgress) -> Sentences:
    """Say what mistakes were about, those first that cost most."""
    kinds, games = mistake_kinds(progress.recent), len(progress.recent)
    if not kinds:
        return ()
    figures = [
        figures_sentence(
            capitalised(_(kind.theme)),
            [(_("Choices"), str(kind.choices)), (_("Cost a game"), cost_figure(kind, games))],
        )
        for kind in kinds
    ]
    note = _("Cost is the chance to win lost in a game, on average.")
    return (mistakes_heading(progress) + ".", *figures, note)


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
        said.append(_("Reached: {goals}").format(goals=goals) + ".")
    if left:
        goals = ", ".join(_(goal.label) for goal in left)
        said.append(_("Still to reach: {goals}.").format(goals=goals))
    return " ".join(said)
