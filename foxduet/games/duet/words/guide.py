"""The words of Duet beside its play: hints, results, reviews, and its pages to read."""

from __future__ import annotations

from foxduet.core.errors import N_
from foxduet.games.duet.words import goals, hints, names, review_words, scores
from foxduet.words.common import GuideWords
from foxduet.words.pages import page

_GAME = "foxduet.games.duet"

GUIDE = GuideWords(
    hopeless_question=hints.hopeless_question,
    score_rows=scores.score_rows,
    hint_sentences=hints.hint_sentences,
    team_advice=hints.team_advice,
    resignation_advice=hints.resignation_advice,
    cost_sentence=review_words.cost_sentence,
    hindsight_sentence=review_words.hindsight_sentence,
    theme=review_words.theme,
    lessons=review_words.LESSONS,
    puzzles=review_words.PUZZLES,
    goals=goals.GOALS,
    ramp=goals.RAMP,
    puzzle_kinds=names.PUZZLE_KINDS,
    teaches=review_words.teaches,
    result_phrase=scores.result_phrase,
    outcome_phrase=scores.outcome_phrase,
    shared_lines=scores.shared_lines,
    options_label=scores.options_label,
    scores_footer=(N_("0-3"), N_("level")),
    scores_key=(N_("1, 2, 3"), N_("the games of one level; 0 shows all")),
    category_heading=N_("level"),
    category_text=scores.category_text,
    category_notes=scores.category_notes,
    simulated_outcomes=scores.simulated_outcomes,
    rules=lambda: page(_GAME, "rules").sections,
    review_help=lambda: page(_GAME, "screens/review").sections,
    scores_help=lambda: page(_GAME, "screens/scores").sections,
    reference=names.reference,
)
