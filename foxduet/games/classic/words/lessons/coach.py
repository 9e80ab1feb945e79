"""What is said in the original game's guided round: how the tricks stand, and what was better."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foxduet.games.classic.rules.actions import Action
from foxduet.games.classic.rules.observation import Observation
from foxduet.games.classic.rules.scoring import points_of
from foxduet.games.classic.words.phrases import option_phrase
from foxduet.play.game import Names
from foxduet.words.common import percent
from foxduet.words.i18n import _
from foxduet.words.people import told

if TYPE_CHECKING:
    from foxduet.ai.partner import Thought


def facts(observation: Observation, names: Names) -> tuple[str, ...]:
    """Say how many tricks both have won, and what that would score."""
    tricks, seat = observation.table.tricks, observation.seat
    if not any(tricks):
        return (
            _("No trick has been won yet."),
            _("Seven to nine score 6 points, three or fewer too, ten or more none."),
        )
    sentence = _("Tricks so far: {own} for you, {other} for {name}.")
    would = _("If it stayed so, you would score {own}, and {name} {other}.")
    own, other, name = tricks[seat], tricks[seat.other], names[seat.other]
    return (
        told(sentence, own=own, other=other, name=name),
        told(would, own=points_of(own), other=points_of(other), name=name),
    )


def verdict(_observation: Observation, chosen: Action, thought: Thought, names: Names) -> str:
    """Say what was better than a choice, with the chances to win of both."""
    option = option_phrase(thought.action, names)
    wins = {one.action: percent(one.win) for one in thought.estimates}
    sentence = _("Better: {option}. It wins about {best} % of such matches, your choice {own} %.")
    return sentence.format(option=option, best=wins[thought.action], own=wins[chosen])
