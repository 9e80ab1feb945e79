"""The wording of hints: what to aim at, what kind of choice, which one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from foxduet.play.game import Names
from foxduet.rules.classic.actions import Action, Choice
from foxduet.rules.classic.cards import Ability
from foxduet.rules.classic.observation import Observation
from foxduet.rules.common import Exchange, card_of
from foxduet.rules.errors import N_
from foxduet.words.classic.phrases import option_phrase
from foxduet.words.common import percent
from foxduet.words.i18n import _

if TYPE_CHECKING:
    from foxduet.ai.classic.estimates import ClassicEstimate
    from foxduet.ai.partner import Thought

_CLEARLY = 0.2
_HARDLY = 0.01

# In the order of the suits.
_AMONG = (N_("Look among your Bells."), N_("Look among your Keys."), N_("Look among your Moons."))
# For choices that make no difference to the trick itself, only to the chance to win.
_WHAT_COUNTS = {
    Choice.PLAY: N_("What counts here is the hand you keep."),
    Choice.EXCHANGE: N_("What counts here is trump in the tricks to come."),
    Choice.DISCARD: N_("What counts here is the hand you keep."),
}
# By the number that a trick would be for its winner: where the points change.
_TO_WIN = {
    7: N_("Aim to win this trick: the seventh is victorious."),
}
_TO_LEAVE = {
    4: N_("Winning this trick would be the fourth: no longer humble."),
    10: N_("Winning this trick would be the tenth: greedy scores nothing."),
}
_TO_KEEP_FROM = {
    7: N_("Aim to win this trick, or {name} is victorious."),
}
_TO_FORCE_UPON = {
    4: N_("Leave this trick to {name}: the fourth is not humble."),
    10: N_("Leave this trick to {name}: the tenth is greedy."),
}


def hint_sentences(
    observation: Observation, thought: Thought, names: Names, steps: int
) -> tuple[str, ...]:
    """Return the first ``steps`` sentences of the hint that ``thought`` gives.

    They reveal nothing but what follows from the observation that was thought about. Where there
    is only one choice, they say just that.
    """
    if len(observation.choices) == 1:
        return (_("There is only one choice."),)
    sentences = (
        _aim(observation, thought, names),
        _kind(observation, thought),
        _answer(thought, names),
    )
    return sentences[:steps]


def _aim(observation: Observation, thought: Thought, names: Names) -> str:
    every: tuple[ClassicEstimate, ...] = thought.estimates  # type: ignore[assignment]
    best = next((one for one in every if one.action == thought.action), None)
    others = [one for one in every if one is not best]
    if best is None or not others:
        return _("There are no figures for this hint.")
    pending = observation.table.pending
    assert pending is not None, "hints are about a decision"
    if _spread(every) < _HARDLY:
        return _("No choice stands out; all are about as good.")
    ahead = best.taken - sum(one.taken for one in others) / len(others)
    if abs(ahead) < _CLEARLY:
        return _(_WHAT_COUNTS[pending.choice])
    return aim_sentence(observation, names, to_win=ahead > 0)


def aim_sentence(observation: Observation, names: Names, *, to_win: bool) -> str:
    """Tell a seat to win the trick under way, or to leave it, and why if a band is the reason."""
    seat, tricks = observation.seat, observation.table.tricks
    own, other = tricks[seat] + 1, tricks[seat.other] + 1
    name = names[seat.other]
    if to_win:
        sentence = _(_TO_WIN[own]) if own in _TO_WIN else ""
        if not sentence and other in _TO_KEEP_FROM:
            sentence = _(_TO_KEEP_FROM[other]).format(name=name)
        if not sentence and _has_treasure(observation):
            sentence = _("Aim to win this trick: a Treasure lies in it.")
        return sentence or _("Aim to win this trick.")
    if own in _TO_LEAVE:
        return _(_TO_LEAVE[own])
    if other in _TO_FORCE_UPON:
        return _(_TO_FORCE_UPON[other]).format(name=name)
    return _("Aim to leave this trick to {name}.").format(name=name)


def _has_treasure(observation: Observation) -> bool:
    trick = observation.table.trick
    return trick is not None and any(card.ability is Ability.TREASURE for card in trick.cards)


def _spread(estimates: Sequence[ClassicEstimate]) -> float:
    wins = [one.win for one in estimates]
    return max(wins) - min(wins)


def _kind(observation: Observation, thought: Thought) -> str:
    action: Action = thought.action
    if isinstance(action, Exchange) and action.card is None:
        return _("Better keep the decree as it is.")
    chosen = card_of(action)
    cards = [card for card in map(card_of, observation.choices) if card is not None]
    if len({card.suit for card in cards}) > 1:
        return _(_AMONG[chosen.suit])
    if chosen.ability is not None:
        return _("Look at the cards with an ability.")
    if 2 * sum(card.rank < chosen.rank for card in cards) >= len(cards):
        return _("Look at your higher cards.")
    return _("Look at your lower cards.")


def _answer(thought: Thought, names: Names) -> str:
    best = next((one for one in thought.estimates if one.action == thought.action), None)
    option = option_phrase(thought.action, names)
    if best is None:
        return _("Best looks: {option}.").format(option=option)
    sentence = _("Best looks: {option}, with about {win} % to win the match.")
    return sentence.format(option=option, win=percent(best.win))
