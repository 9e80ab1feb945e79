"""The topics of the program's help: data, which ``foxduet help`` and the manual page show.

Nothing here loads a rule set or a screen, so that help comes at once.
"""

from __future__ import annotations

from foxduet.core.register import TOPICS, games_with, part_of
from foxduet.words.topics import common
from foxduet.words.topics.topic import Topic


def all_topics() -> dict[str, Topic]:
    """Return all topics by their names: those of each game, then those that games share."""
    own: list[Topic] = [topic for game in games_with(TOPICS) for topic in part_of(game, TOPICS)]
    return {topic.name: topic for topic in (*own, *common.TOPICS)}
