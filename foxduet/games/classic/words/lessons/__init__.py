"""The original game's lessons, in the order in which they are taught, and its guided round."""

from __future__ import annotations

from foxduet.core.errors import N_
from foxduet.games.classic.words.lessons import abilities, coach, tricks
from foxduet.words.lessons import Course, GuidedRound

COURSE = Course(
    setup={"target": 21},
    lessons=(
        tricks.TRICKS,
        tricks.BANDS,
        abilities.MONARCH,
        abilities.WITCH,
        abilities.SWAN,
        abilities.WOODCUTTER,
        abilities.TREASURE,
    ),
    guided=GuidedRound(
        "guided",
        N_("A guided round"),
        seed=4,
        partner="novice",
        welcome=(
            N_("Now a whole round of thirteen tricks, against an easy opponent."),
            N_(
                "Before each of your cards you hear what matters, and afterwards whether there was "
                "something better. The better you get, the less is said."
            ),
        ),
        facts=coach.facts,
        verdict=coach.verdict,
    ),
    relative=N_("I know The Fox in the Forest Duet"),
)
