"""The topics of help that belong to the original game."""

from __future__ import annotations

from foxduet.words.topics.classic import matches, rules

TOPICS = (rules.CLASSIC, matches.MATCHES)
