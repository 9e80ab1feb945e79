"""The wording of hints: what to aim at, what kind of choice, which one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foxduet.core.common import Exchange, card_of
from foxduet.core.errors import N_
from foxduet.games.classic.rules.actions import Action
from foxduet.games.classic.rules.cards import Ability
from foxduet.games.classic.rules.observation import Observation
from foxduet.games.classic.words.choices import option_phrase
from foxduet.games.classic.words.reasons import Kind, reason_for
from foxduet.play.game import Names
from foxduet.words.common import percent
from foxduet.words.hints import (
    as_good_as_best,
    best_and_others,
    kind_of_card,
    kind_of_several,
)
from foxduet.words.i18n import _
from foxduet.words.people import fill
from foxduet.words.text import text_width

if TYPE_CHECKING:
    from foxduet.ai.partner import Thought

_LOST, _WON, _MOST_LISTED, _WIDEST = 0.005, 0.995, 3, 72

# In the order of the suits.
_AMONG = (N_("Look among your Bells."), N_("Look among your Keys."), N_("Look among your Moons."))
_AIMS = {
    Kind.ABILITY: N_("Think of what an ability could do now."),
    Kind.KEEP_ABILITY: N_("One of your abilities is worth keeping."),
    Kind.TRUMP: N_("Think of your trumps."),
    Kind.KEEP_TRUMP: N_("Your trumps are worth keeping."),
    Kind.LOW: N_("Think of your low cards."),
    Kind.HIGH: N_("Think of your high cards."),
    Kind.KEEP_LOW: N_("Your low cards are worth keeping."),
    Kind.KEEP_HIGH: N_("Your high cards are worth keeping."),
    Kind.MAKE_TRUMP: N_("What counts here is trump in the tricks to come."),
    Kind.AVOID_TRUMP: N_("What counts here is trump in the tricks to come."),
    Kind.SWAP: N_("The decree is better swapped."),
    Kind.KEEP_DECREE: N_("What counts here is trump in the tricks to come."),
    Kind.MORE_TRUMPS: N_("Aim to hold more trumps."),
    Kind.FEWER_TRUMPS: N_("Aim to hold fewer trumps."),
    Kind.POINTS: N_("Think of the points of this round: how many tricks do you want?"),
    Kind.SUIT: N_("One of your suits can be spared."),
    Kind.KEEP_SUIT: N_("One of your suits is worth keeping."),
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
    compared = best_and_others(thought)
    if compared is None:
        return _("There are no figures for this hint.")
    best, others = compared
    wins = [one.win for one in (best, *others)]
    if max(wins) <= _LOST:
        return _("There is nothing to aim at: all choices are as good as lost.")
    if min(wins) >= _WON:
        return _("There is nothing to aim at: all choices are as good as won.")
    as_good = as_good_as_best(thought)
    if len(as_good) > len(others):
        return _("No choice stands out; all are about as good.")
    worse = [one for one in others if one not in as_good]
    reason = reason_for(observation.table, (best, *others), best, worse, as_good)
    if reason is None:
        return _("No single aim decides here: compare what the choices do.")
    if reason.kind in (Kind.WIN_TRICK, Kind.LEAVE_TRICK):
        return aim_sentence(observation, names, to_win=reason.kind is Kind.WIN_TRICK)
    return _(_AIMS[reason.kind])


def aim_sentence(observation: Observation, names: Names, *, to_win: bool) -> str:
    """Tell a seat to win the trick under way, or to leave it, and why if a band is the reason."""
    seat, tricks = observation.seat, observation.table.tricks
    own, other = tricks[seat] + 1, tricks[seat.other] + 1
    name = names[seat.other]
    if to_win:
        sentence = _(_TO_WIN[own]) if own in _TO_WIN else ""
        if not sentence and other in _TO_KEEP_FROM:
            sentence = fill(_(_TO_KEEP_FROM[other]), name=name)
        if not sentence and _has_treasure(observation):
            sentence = _("Aim to win this trick: a Treasure lies in it.")
        return sentence or _("Aim to win this trick.")
    if own in _TO_LEAVE:
        return _(_TO_LEAVE[own])
    if other in _TO_FORCE_UPON:
        return fill(_(_TO_FORCE_UPON[other]), name=name)
    return fill(_("Aim to leave this trick to {name}."), name=name)


def _has_treasure(observation: Observation) -> bool:
    trick = observation.table.trick
    return trick is not None and any(card.ability is Ability.TREASURE for card in trick.cards)


def _kind(observation: Observation, thought: Thought) -> str:
    if several := kind_of_several(thought):
        return several
    action: Action = thought.action
    if isinstance(action, Exchange) and action.card is None:
        return _("Better keep the decree as it is.")
    chosen = card_of(action)
    cards = [card for card in map(card_of, observation.choices) if card is not None]
    return kind_of_card(chosen, cards, _AMONG)


def _answer(thought: Thought, names: Names) -> str:
    best = next((one for one in thought.estimates if one.action == thought.action), None)
    option = option_phrase(thought.action, names)
    if best is None:
        return _("Best looks: {option}.").format(option=option)
    win, as_good = percent(best.win), as_good_as_best(thought)
    if len(as_good) > 1 and len(as_good) == len(thought.estimates):
        return _("All are as good, with about {win} % to win.").format(win=win)
    for count in range(min(len(as_good), _MOST_LISTED), 1, -1):
        listed = ", ".join(option_phrase(one.action, names) for one in as_good[:count])
        sentence = _("The best: {options}; about {win} % to win.")
        sentence = sentence.format(options=listed, win=win)
        if text_width(sentence) <= _WIDEST:
            return sentence
    sentence = _("Best looks: {option}, with about {win} % to win the match.")
    if len(as_good) > 1:
        sentence = _("Each of the best has about {win} % to win.")
    return sentence.format(option=option, win=win)
