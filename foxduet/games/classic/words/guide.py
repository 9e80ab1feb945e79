"""The words of the original game beside its play: hints, results, reviews, its card reference."""

from __future__ import annotations

from foxduet.core.errors import N_
from foxduet.games.classic.words import goals, hints, names, review_words, scores, story
from foxduet.words.common import GuideWords
from foxduet.words.pages import page

_GAME = "foxduet.games.classic"

GUIDE = GuideWords(
    score_rows=story.score_rows,
    hint_sentences=hints.hint_sentences,
    cost_sentence=review_words.cost_sentence,
    hindsight_sentence=review_words.hindsight_sentence,
    teaches=review_words.teaches,
    theme=review_words.theme,
    lessons=review_words.LESSONS,
    puzzles=review_words.PUZZLES,
    goals=goals.GOALS,
    ramp=goals.RAMP,
    puzzle_kinds=names.PUZZLE_KINDS,
    result_phrase=scores.result_phrase,
    outcome_phrase=scores.outcome_phrase,
    shared_lines=scores.shared_lines,
    options_label=scores.options_label,
    scores_footer=(N_("0-3"), N_("target")),
    scores_key=(N_("1, 2, 3"), N_("the matches to 21, 16 or 35 points; 0 shows all")),
    category_heading=N_("target"),
    category_text=scores.category_text,
    category_notes=scores.category_notes,
    simulated_outcomes=scores.simulated_outcomes,
    counted=scores.counted,
    # Without how to start a match, and without the table of both games.
    rules=lambda: page(_GAME, "classic").sections[1:-1],
    review_help=lambda: page(_GAME, "screens/review").sections,
    scores_help=lambda: page(_GAME, "screens/scores").sections,
    reference=names.reference,
)
