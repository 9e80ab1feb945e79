"""The lessons of Duet, in teaching order, and its guided round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foxduet.core.cards import Seat
from foxduet.core.errors import N_
from foxduet.games.duet.rules.cards import ForestPath
from foxduet.games.duet.rules.observation import Observation
from foxduet.games.duet.rules.state import Choice
from foxduet.play.game import Names
from foxduet.words.i18n import _, ngettext
from foxduet.words.lessons import GuidedRound, LessonPlan, load_lessons
from foxduet.words.text import format_sentence

if TYPE_CHECKING:
    pass


_MAX_STEPS = 6
"""Maximum number of spaces that a trick moves the fox."""

_REMINDERS = {
    Choice.FOXES: N_("Foxes: choose which of you may set the trump."),
    Choice.EXCHANGE: N_("The card you swap in becomes the decree, and its suit is trump."),
    Choice.GIVE: N_("Gift: give a card that is more use to your partner than to you."),
    Choice.MOVE: N_("You won the trick and may choose where the fox goes."),
    Choice.FOREST: N_("Leave the fox some room: look at how close each end is."),
}


def facts(observation: Observation, names: Names) -> tuple[str, ...]:
    """Tell the facts of the table that matter to the choice."""
    table = observation.table
    assert table.pending is not None, "there is something to choose"
    if table.pending.choice is not Choice.PLAY:
        return (_(_REMINDERS[table.pending.choice]),)
    return tuple(_end_fact(table.path, end, names) for end in Seat)


def _end_fact(path: ForestPath, end: Seat, names: Names) -> str:
    step, room = (1 if end is Seat.P2 else -1), abs(path.end_space(end) - path.tracker)
    counts = [
        str(count)
        for count in range(1, min(room, _MAX_STEPS) + 1)
        if path.gems[path.tracker + step * count - 1]
    ]
    if not room:
        return format_sentence(_("The fox is at {name:*'s|your} end."), name=names[end])
    sentence = ngettext(
        "Toward {name}: no gem within reach; path ends after {room} step.",
        "Toward {name}: no gem within reach; path ends after {room} steps.",
        room,
    )
    *near_counts, last_count = counts or ["0"]
    if counts:
        sentence = ngettext(
            "Toward {name}: a gem {last} step away; path ends after {room}.",
            "Toward {name}: a gem {last} steps away; path ends after {room}.",
            int(last_count),
        )
    if near_counts:
        sentence = _("Toward {name}: gems {others} and {last} steps away; path ends after {room}.")
    return format_sentence(
        sentence, name=names[end], others=", ".join(near_counts), last=last_count, room=room
    )


COURSE = LessonPlan(
    setup={"level": 1},
    lessons=load_lessons("foxduet.games.duet", "rules"),
    guided_round=GuidedRound(
        seed=3,
        partner="steady",
        welcome=(
            N_("Now for a whole round of eleven tricks, at level 1. Your partner is patient."),
            N_(
                "Before each card, your adviser says what matters; afterwards, how it turned "
                "out. The better you play, the less it says."
            ),
        ),
        welcome_two=N_(
            "Now for a whole round of eleven tricks, at level 1. You play it together, with "
            "both hands open; your adviser judges as if you saw only your own."
        ),
        facts=facts,
    ),
    strategy=load_lessons("foxduet.games.duet", "strategy"),
    relative_statement=N_("I know The Fox in the Forest, the original game"),
)
