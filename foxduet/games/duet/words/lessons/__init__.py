"""Duet's lessons, in the order in which they are taught, and its guided round."""

from __future__ import annotations

from foxduet.core.errors import N_
from foxduet.games.duet.words.lessons import abilities, basics, coach, rounds
from foxduet.words.lessons import Course, GuidedRound

COURSE = Course(
    setup={"level": 1},
    lessons=(
        basics.PATH,
        basics.FOLLOWING,
        basics.TRUMP,
        basics.ENDS,
        abilities.MUSICIAN_AND_GAZELLE,
        abilities.FOXES,
        abilities.GIFT_AND_HEIR,
        rounds.BETWEEN_ROUNDS,
    ),
    guided=GuidedRound(
        "guided",
        N_("A guided round"),
        seed=3,
        partner="steady",
        welcome=(
            N_("Now a whole round of eleven tricks, at level 1. Your partner is patient."),
            N_(
                "Before each of your cards you hear what matters, and afterwards what came of it. "
                "The better you get, the less is said."
            ),
        ),
        facts=coach.facts,
        verdict=coach.verdict,
    ),
    relative=N_("I know The Fox in the Forest, the original game"),
)
