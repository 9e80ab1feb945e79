"""The wording of hints: what to aim at, what kind of choice, which one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foxduet.core.common import card_of
from foxduet.core.errors import N_
from foxduet.games.classic.rules.cards import Ability
from foxduet.games.classic.rules.observation import Observation
from foxduet.games.classic.words.choices import option_phrase
from foxduet.games.classic.words.names import card_name
from foxduet.games.classic.words.reasons import Cause, Frame, ReasonKind, cause_for
from foxduet.play.game import Names
from foxduet.words.common import percent
from foxduet.words.hints import (
    answer_on,
    as_good_as_best,
    best_and_others,
    kind_of_cards,
    steps_of,
)
from foxduet.words.i18n import _
from foxduet.words.people import fill

if TYPE_CHECKING:
    from foxduet.ai.partner import Estimate, Thought

# In the order of the suits.
_AMONG = (N_("Look among your Bells."), N_("Look among your Keys."), N_("Look among your Moons."))
_AIMS = {
    ReasonKind.ABILITY: N_("Think of what an ability could do now."),
    ReasonKind.KEEP_ABILITY: N_("One of your abilities is worth keeping."),
    ReasonKind.MATCH: N_("Look for what decides the match."),
    ReasonKind.TRUMP: N_("Think of your trumps."),
    ReasonKind.VOID: N_("Think of a suit that you could be without."),
    ReasonKind.LOW: N_("Think of your low cards."),
    ReasonKind.HIGH: N_("Think of your high cards."),
    ReasonKind.KEEP_LOW: N_("Your low cards are worth keeping."),
    ReasonKind.KEEP_HIGH: N_("Your high cards are worth keeping."),
    ReasonKind.MAKE_TRUMP: N_("What counts here is trump in the tricks to come."),
    ReasonKind.AVOID_TRUMP: N_("What counts here is trump in the tricks to come."),
    ReasonKind.SWAP: N_("The decree is better swapped."),
    ReasonKind.KEEP_DECREE: N_("What counts here is trump in the tricks to come."),
    ReasonKind.MORE_TRUMPS: N_("Aim to hold more trumps."),
    ReasonKind.FEWER_TRUMPS: N_("Aim to hold fewer trumps."),
    ReasonKind.HUMBLE: N_("Aim to stay humble: few tricks in this round."),
    ReasonKind.VICTORIOUS: N_("Aim for seven to nine tricks in this round."),
    ReasonKind.NOT_GREEDY: N_("Take care not to end with ten tricks or more."),
    ReasonKind.TREASURES: N_("Think of the Treasures."),
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
    aim, kind = _aim(observation, thought, names), _kind(observation, thought)
    return steps_of(aim, kind, _answer(thought, names))[:steps]


def _aim(observation: Observation, thought: Thought, names: Names) -> str:
    """Say what to aim at; nothing where nothing separates good choices from bad ones."""
    compared, as_good = best_and_others(thought), as_good_as_best(thought)
    if compared is None or len(as_good) == len(thought.compared):
        return ""
    best, others = compared
    worse = [one for one in others if one not in as_good]
    cause = cause_for(observation, (best, *others), best, worse, as_good)
    match cause:
        case None:
            return ""
        case Cause(frame=Frame.ONE_WINS) | Cause(kind=ReasonKind.WIN_TRICK):
            return aim_sentence(observation, names, to_win=True)
        case Cause(frame=Frame.ONE_LEAVES) | Cause(kind=ReasonKind.LEAVE_TRICK):
            return aim_sentence(observation, names, to_win=False)
        case _:
            return _(_AIMS[cause.kind])


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
    cards = [card for card in map(card_of, observation.choices) if card is not None]
    return kind_of_cards(thought, cards, _AMONG)


def _answer(thought: Thought, names: Names) -> str:
    def on_one(option: str, best: Estimate) -> str:
        sentence = _("The best: {option}, with about {win} % to win the match.")
        return sentence.format(option=option, win=percent(best.win))

    return answer_on(thought, lambda one: option_phrase(one, names), card_name, on_one)
