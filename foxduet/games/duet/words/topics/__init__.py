"""The topics of help that belong to Duet."""

from __future__ import annotations

from foxduet.games.duet.words.topics import afterwards, playing, review, rules, simulate

TOPICS = (
    rules.RULES,
    playing.PLAY,
    playing.ALONE,
    playing.HINTS,
    playing.BOARDS,
    afterwards.SCORES,
    afterwards.DAYS,
    review.REVIEW,
    simulate.SIMULATE,
)
