"""The topics of help that belong to Duet."""

from __future__ import annotations

from foxduet.games.duet.words.topics import playing, review, rules, scores

TOPICS = (
    rules.RULES,
    playing.PLAY,
    playing.ALONE,
    playing.HINTS,
    playing.BOARDS,
    scores.SCORES,
    scores.DAYS,
    review.REVIEW,
    scores.SIMULATE,
)
