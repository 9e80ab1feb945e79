"""The lessons of the original game, in teaching order, and its guided round."""

from __future__ import annotations

from foxduet.core.errors import N_
from foxduet.games.classic.rules.engine import points_of
from foxduet.games.classic.rules.observation import Observation
from foxduet.play.game import Names
from foxduet.words.i18n import _
from foxduet.words.lessons import GuidedRound, LessonPlan, load_lessons
from foxduet.words.text import format_sentence


def facts(observation: Observation, names: Names) -> tuple[str, ...]:
    """Return sentences on the tricks that both have won, and the points for them."""
    tricks, seat = observation.table.tricks, observation.seat
    if not any(tricks):
        return (
            _("No trick has been won yet."),
            _("Seven to nine tricks score 6, three or fewer also 6, ten or more nothing."),
        )
    sentence = _("Tricks so far: {own} for you, {other} for {name}.")
    forecast = _("If the round ended now, you would score {own}, and {name} {other}.")
    points, name = [points_of(count) for count in tricks], names[seat.other]
    return (
        format_sentence(sentence, own=tricks[seat], other=tricks[seat.other], name=name),
        format_sentence(forecast, own=points[seat], other=points[seat.other], name=name),
    )


COURSE = LessonPlan(
    setup={"target": 21},
    lessons=load_lessons("foxduet.games.classic", "rules"),
    guided_round=GuidedRound(
        seed=4,
        partner="novice",
        welcome=(
            N_("Now for a whole round of thirteen tricks, against an easy opponent."),
            N_(
                "Before each card, your adviser says what matters; afterwards, whether there "
                "was something better. The better you play, the less it says."
            ),
        ),
        welcome_two=N_(
            "Now for a whole round of thirteen tricks. You play each other, with both hands "
            "open; your adviser judges as if you saw only your own."
        ),
        facts=facts,
    ),
    strategy=load_lessons("foxduet.games.classic", "strategy"),
    relative_statement=N_("I know The Fox in the Forest Duet"),
)
