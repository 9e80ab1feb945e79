"""The wording of hints: what to aim at, what kind of choice, which one; and partners' advice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foxduet.core.common import card_of
from foxduet.core.errors import N_
from foxduet.games.duet.rules.actions import Forest, Move
from foxduet.games.duet.rules.observation import Observation
from foxduet.games.duet.rules.scoring import can_be_won, gems_too_many, tricks_left
from foxduet.games.duet.rules.state import ROUNDS, GameState
from foxduet.games.duet.words.choices import end_toward, option_phrase
from foxduet.games.duet.words.names import card_name
from foxduet.games.duet.words.properties import ReasonKind
from foxduet.games.duet.words.reasons import reason_for
from foxduet.play.game import Names
from foxduet.words.common import percent
from foxduet.words.hints import (
    answer_on,
    as_good_as_best,
    best_and_others,
    kind_of_cards,
    points_text,
    steps_of,
)
from foxduet.words.i18n import _, ngettext
from foxduet.words.people import fill

if TYPE_CHECKING:
    from foxduet.ai.partner import Estimate, Thought

# In the order of the suits.
_AMONG = (N_("Look among your Doves."), N_("Look among your Roses."), N_("Look among your Stars."))
_AIMS = {
    ReasonKind.OVERRUN: N_("Aim to keep the fox on the path."),
    ReasonKind.GEM: N_("Aim to end this trick on a gem."),
    ReasonKind.TOKEN: N_("A token is worth it: the fox is better off at the start."),
    ReasonKind.WIN_TRICK: N_("Aim to win this trick."),
    ReasonKind.LEAVE_TRICK: N_("Aim to leave this trick to {name}."),
    ReasonKind.EDGE: N_("Aim to keep the fox away from the ends of the path."),
    ReasonKind.REACH: N_("Aim to keep the fox near gems."),
    ReasonKind.ABILITY: N_("Think of what an ability could do now."),
    ReasonKind.KEEP_ABILITY: N_("One of your abilities is worth keeping."),
    ReasonKind.TRUMP: N_("Think of your trumps."),
    ReasonKind.KEEP_TRUMP: N_("Your trumps are worth keeping."),
    ReasonKind.PLAIN: N_("Your abilities are worth keeping."),
    ReasonKind.LOW: N_("Think of your low cards."),
    ReasonKind.HIGH: N_("Think of your high cards."),
    ReasonKind.KEEP_LOW: N_("Your low cards are worth keeping."),
    ReasonKind.KEEP_HIGH: N_("Your high cards are worth keeping."),
    ReasonKind.FEW_PAWS: N_("Few paws are better here."),
    ReasonKind.MANY_PAWS: N_("Aim to keep few paws in your hand."),
    ReasonKind.MAKE_TRUMP: N_("What counts here is trump in the tricks to come."),
    ReasonKind.AVOID_TRUMP: N_("What counts here is trump in the tricks to come."),
    ReasonKind.SWAP: N_("The decree is better swapped."),
    ReasonKind.KEEP_DECREE: N_("What counts here is trump in the tricks to come."),
    ReasonKind.MORE_TRUMPS: N_("Aim to hold more trumps."),
    ReasonKind.FEWER_TRUMPS: N_("Aim to hold fewer trumps."),
    ReasonKind.NEAR: N_("Aim to keep the fox near gems."),
    ReasonKind.TO_END: N_("Aim to keep the fox away from the ends of the path."),
    ReasonKind.OUTER: N_("Aim for a gem far out: those in the middle are easier to find later."),
    ReasonKind.END_PILE: N_("Aim to leave few gems at the ends of the path."),
    ReasonKind.FEWER_HELD: N_("Aim to keep few paws in your hand."),
    ReasonKind.PARTNER_TRUMPS: N_("Think of the trumps of {name}."),
    ReasonKind.LATER: N_("Aim to keep the fox on the path in the tricks to come."),
    ReasonKind.FOUND: N_("Aim for more gems in the tricks to come."),
    ReasonKind.SUIT: N_("One of your suits can be spared."),
    ReasonKind.KEEP_SUIT: N_("One of your suits is worth keeping."),
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
    aim, kind = _aim(observation, thought, names), _kind(observation, thought, names)
    return steps_of(aim, kind, _answer(observation, thought, names))[:steps]


def _aim(observation: Observation, thought: Thought, names: Names) -> str:
    """Say what to aim at; nothing where nothing separates good choices from bad ones."""
    compared, as_good = best_and_others(thought), as_good_as_best(thought)
    is_lost = not can_be_won(observation.table)
    if compared is None or is_lost or len(as_good) == len(thought.compared):
        return ""
    best, others = compared
    worse = [one for one in others if one not in as_good]
    reason = reason_for(observation.table, (best, *others), best, worse)
    if reason is None or reason.kind not in _AIMS:
        return ""
    return fill(_(_AIMS[reason.kind]), name=names[observation.seat.other])


def _kind(observation: Observation, thought: Thought, names: Names) -> str:
    if not isinstance(thought.action, Move):
        cards = [card for card in map(card_of, observation.choices) if card is not None]
        return kind_of_cards(thought, cards, _AMONG)
    best = [one.action.steps for one in as_good_as_best(thought)]
    every = [one.steps for one in observation.choices if isinstance(one, Move)]
    for toward in (1, -1):
        if min(toward * steps for steps in best) > 0 > min(toward * steps for steps in every):
            return fill(_("Go toward {name:*'s|your} end."), name=names[end_toward(toward)])
    return ""


def _answer(observation: Observation, thought: Thought, names: Names) -> str:
    if thought.estimates and not can_be_won(observation.table):
        return _("There is nothing to aim at: this game cannot be won any more.")

    def on_one(option: str, best: Estimate) -> str:
        if thought.in_points:
            points = round(best.score, 1)
            sentence = ngettext(
                "As good as won: {option}, {points} point.",
                "As good as won: {option}, {points} points.",
                points,
            )
            if any(round(one.score, 1) > points for one in thought.estimates):
                sentence = ngettext(
                    "All in all the best: {option}, about {points} point.",
                    "All in all the best: {option}, about {points} points.",
                    points,
                )
            return sentence.format(option=option, points=points_text(best.score))
        win, wins = percent(best.win), [percent(one.win) for one in thought.estimates]
        sentence = _("The best: {option}, with about {win} % to win.")
        if max(wins) > win:
            sentence = _("All in all the best: {option}, about {win} % to win.")
        elif wins.count(win) > 1:
            sentence = _("The best: {option}, for its points; about {win} % to win.")
        return sentence.format(option=option, win=win)

    return answer_on(thought, lambda one: option_phrase(one, names), card_name, on_one)


def team_advice(thought: Thought, name: str, names: Names) -> str:
    """Say where the partner called ``name`` would place the forest token, with its figures."""
    action = thought.action
    assert isinstance(action, Forest), "the partner was asked about the forest"
    end = names[action.end]
    if best_and_others(thought) is None:
        return fill(_("{name} would cover {side:*'s|your|its own} end."), name=name, side=end)
    best, other = sorted(thought.estimates, key=lambda one: one.action != action)
    fields = {"name": name, "side": end}
    if thought.in_points:
        is_better = round(best.score, 1) > round(other.score, 1)
        fields |= {"points": points_text(best.score), "other": points_text(other.score)}
        sentence = ngettext(
            "{name} would cover {side:*'s|your|its own} end: {points} point, else {other}.",
            "{name} would cover {side:*'s|your|its own} end: {points} points, else {other}.",
            round(best.score, 1),
        )
    else:
        is_better = percent(best.win) > percent(other.win)
        fields |= {"win": f"{percent(best.win)}", "other": f"{percent(other.win)}"}
        sentence = _(
            "{name} would cover {side:*'s|your|its own} end: {win} % to win, else {other} %."
        )
    if not is_better:
        sentence = _("{name} would cover {side:*'s|your|its own} end; the other is about as good.")
    return fill(sentence, **fields)


def resignation_advice(state: GameState, thought: Thought | None, name: str) -> str:
    """Say whether the partner called ``name`` would resign.

    Without estimates, as during a round, it judges by what both players can see.
    """
    table = state.table
    gems, tricks = table.path.gems_left, tricks_left(table.round, table.tricks_done)
    if thought is not None and thought.estimates and can_be_won(table):
        win = percent(max(one.win for one in thought.estimates))
        return fill(_("{name} would play on: about {win} % to win."), name=name, win=win)
    sentence = _("{name} would resign. Gems on the path: {gems}, tricks left: {tricks}, too few.")
    if can_be_won(table):
        sentence = _(
            "{name} would play on. Gems on the path: {gems}, tricks left: {tricks}, enough."
        )
    return fill(sentence, name=name, gems=gems, tricks=tricks)


def hopeless_question(state: GameState) -> str:
    """Say that a game can no longer be won, and ask whether to resign (R9.3)."""
    table = state.table
    assert not can_be_won(table), "the players are asked only then"
    gems, tricks = table.path.gems_left, tricks_left(table.round, table.tricks_done)
    sentence = ngettext(
        "This game cannot be won any more: {gems} gems lie on the path, but only one trick is "
        "left. Do you want to resign?",
        "This game cannot be won any more: {gems} gems lie on the path, but only {tricks} "
        "tricks are left. Do you want to resign?",
        tricks,
    )
    if table.round < ROUNDS:
        sentence = _(
            "This game cannot be won any more: {gems} gems lie on the path, and with those still "
            "to come there are {total} for {tricks} tricks. Do you want to resign?"
        )
    return sentence.format(gems=gems, tricks=tricks, total=tricks + gems_too_many(table))
