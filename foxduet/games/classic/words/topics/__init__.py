"""The topics of help that belong to the original game."""

from __future__ import annotations

from foxduet.games.classic.words.topics import matches, rules

TOPICS = (rules.CLASSIC, matches.MATCHES)
