"""The wording of hints: what to aim at, what kind of choice, which one; and partners' advice."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from foxduet.ai.partner import Estimate, Thought
from foxduet.rules.common import Exchange, Play, Seat
from foxduet.rules.duet.actions import Action, Choice, Forest, Foxes, Give, Move
from foxduet.rules.duet.cards import Suit
from foxduet.rules.duet.observation import Observation
from foxduet.rules.duet.scoring import can_be_won, tricks_left
from foxduet.rules.duet.state import GameState
from foxduet.rules.errors import N_
from foxduet.ui.table.choices import card_of
from foxduet.words.duet.names import Names, card_name, forest_label
from foxduet.words.i18n import _

HINT_STEPS = 3
_CLEARLY = 0.2
_LIKELY = 0.5
_HARDLY = 0.02

_AMONG = {
    Suit.DOVES: N_("Look among your Doves."),
    Suit.ROSES: N_("Look among your Roses."),
    Suit.STARS: N_("Look among your Stars."),
}
# Where the trick itself tells no choices apart, but the chances to win do.
_WHAT_COUNTS = {
    Choice.PLAY: N_("What counts here is the hand you keep."),
    Choice.GIVE: N_("What counts here is the hand you keep."),
    Choice.FOXES: N_("What counts here is trump in the tricks to come."),
    Choice.EXCHANGE: N_("What counts here is trump in the tricks to come."),
    Choice.MOVE: N_("What counts here is where the fox can go from there."),
    Choice.FOREST: N_("Compare how far the fox could still run, and where gems would slide."),
}


def percent(share: float) -> int:
    """Return a share in hundredths; only what is certain is 0 or 100."""
    rounded = round(100 * share)
    if 0 < share < 1:
        return min(max(rounded, 1), 99)
    return rounded


def hint_sentences(
    observation: Observation, thought: Thought, names: Names, steps: int
) -> tuple[str, ...]:
    """Return the first ``steps`` sentences of the hint that ``thought`` gives.

    They tell nothing but what follows from the observation that was thought about. Where there
    is one choice only, that is all there is to tell.
    """
    if len(observation.choices) == 1:
        return (_("There is only one choice."),)
    return (
        _aim(observation, thought, names),
        _kind(observation, thought, names),
        _answer(thought, names),
    )[:steps]


def _others(thought: Thought) -> tuple[Estimate, tuple[Estimate, ...]] | None:
    """Part the estimate of what was chosen from the others; None if there is nothing to part."""
    best = [one for one in thought.estimates if one.action == thought.action]
    others = tuple(one for one in thought.estimates if one.action != thought.action)
    return (best[0], others) if best and others else None


def _aim(observation: Observation, thought: Thought, names: Names) -> str:
    parted = _others(thought)
    if parted is None:
        return _("No figures stand behind this hint.")
    best, others = parted
    pending = observation.table.pending
    assert pending is not None, "hints are about a decision"

    def ahead(share: Callable[[Estimate], float]) -> float:
        return share(best) - sum(map(share, others)) / len(others)

    if ahead(lambda one: one.overrun) <= -_CLEARLY:
        return _("Aim to keep the fox on the path.")
    if best.gem >= _LIKELY and ahead(lambda one: one.gem) >= _CLEARLY:
        return _("Aim to end this trick on a gem.")
    if ahead(lambda one: one.taken) >= _CLEARLY:
        return _("Aim to win this trick.")
    if ahead(lambda one: one.taken) <= -_CLEARLY:
        return _("Aim to leave this trick to {name}.").format(name=names[observation.seat.other])
    if _spread(thought.estimates) < _HARDLY:
        return _("No choice stands out; all are about as good.")
    return _(_WHAT_COUNTS[pending.choice])


def _spread(estimates: Sequence[Estimate]) -> float:
    wins = [one.win for one in estimates]
    return max(wins) - min(wins)


def _kind(observation: Observation, thought: Thought, names: Names) -> str:
    match thought.action:
        case Exchange(_, None):
            return _("The decree is better left as it is.")
        case Play() | Give() | Exchange():
            return _kind_of_card(observation, thought.action)
        case Move(_, 0):
            return _("The fox is better left where it is.")
        case Move(_, steps):
            end = Seat.P2 if steps > 0 else Seat.P1
            return _("The way leads toward {name}'s end.").format(name=names[end])
        case _:
            return _weight(thought)


def _kind_of_card(observation: Observation, action: Action) -> str:
    chosen = card_of(action)
    assert chosen is not None, "the choice is about a card"
    cards = [card for card in map(card_of, observation.choices) if card is not None]
    if len({card.suit for card in cards}) > 1:
        return _(_AMONG[chosen.suit])
    if chosen.ability is not None:
        return _("Look at the cards with an ability.")
    if 2 * sum(card.rank < chosen.rank for card in cards) >= len(cards):
        return _("Look at your higher cards.")
    return _("Look at your lower cards.")


def _weight(thought: Thought) -> str:
    if len(thought.estimates) > 1 and _spread(thought.estimates) < _HARDLY:
        return _("It matters little which one.")
    return _("It does matter which one.")


def _answer(thought: Thought, names: Names) -> str:
    best = next((one for one in thought.estimates if one.action == thought.action), None)
    option = option_phrase(thought.action, names)
    if best is None:
        return _("Best looks: {option}.").format(option=option)
    win = percent(best.win)
    if any(percent(one.win) > win for one in thought.estimates):
        sentence = _("Best for win and points together: {option}, about {win} % to win.")
        return sentence.format(option=option, win=win)
    return _("Best looks: {option}, with about {win} % to win.").format(option=option, win=win)


def option_phrase(action: Action, names: Names) -> str:
    """Name an option in a few words, after a colon."""
    match action:
        case Exchange(_, None):
            return _("keep the decree")
        case Play(_, card) | Give(_, card):
            return card_name(card)
        case Exchange(_, card) if card is not None:
            return card_name(card)
        case Foxes(_, named):
            return _("let {name} swap").format(name=names[named])
        case Move(_, 0):
            return _("stay")
        case Move(_, steps):
            end = Seat.P2 if steps > 0 else Seat.P1
            return _("{steps} toward {name}'s end").format(steps=abs(steps), name=names[end])
        case Forest(end):
            return forest_label(names[end])
        case _:
            raise AssertionError("nobody is given a hint for this")


def forest_advice(thought: Thought, name: str, names: Names) -> str:
    """Say where the partner called ``name`` would place the forest token, with its figures."""
    action = thought.action
    assert isinstance(action, Forest), "the partner was asked about the forest"
    parted, end = _others(thought), names[action.end]
    if parted is None:
        return _("{name} would cover {end}'s end.").format(name=name, end=end)
    best, others = parted
    sentence = _("{name} would cover {end}'s end: about {win} % to win against {other} %.")
    return sentence.format(name=name, end=end, win=percent(best.win), other=percent(others[0].win))


def resignation_advice(state: GameState, thought: Thought | None, name: str) -> str:
    """Say whether the partner called ``name`` would resign.

    Without estimates, or in a round, it goes by what lies open to all.
    """
    table = state.table
    gems, tricks = table.path.gems_left, tricks_left(table.round, table.tricks_done)
    if not can_be_won(table):
        return _(
            "{name} would resign. Gems on the path: {gems}, tricks left: {tricks}, too few."
        ).format(name=name, gems=gems, tricks=tricks)
    if thought is not None and thought.estimates:
        win = percent(max(one.win for one in thought.estimates))
        return _("{name} would play on: about {win} % to win.").format(name=name, win=win)
    return _(
        "{name} would play on. Gems on the path: {gems}, tricks left: {tricks}, enough."
    ).format(name=name, gems=gems, tricks=tricks)
