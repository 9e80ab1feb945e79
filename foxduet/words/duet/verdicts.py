"""The sentences of a review: what a costly choice lost, and what only open hands could tell."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import assert_never

from foxduet.ai.partner import Estimate
from foxduet.analysis.review import Assessment, OpenHands, Progress, Review
from foxduet.rules.common import Deal, Exchange, Play, Seat, Trick
from foxduet.rules.duet.actions import Action, Forest, Foxes, Give, Move, Resign
from foxduet.rules.duet.cards import Card
from foxduet.rules.errors import N_
from foxduet.words.duet.hints import percent
from foxduet.words.duet.names import Names, card_name
from foxduet.words.i18n import _, ngettext

# From these differences on, a trick has gone another way that a player can see.
_OVERRUN, _GEM, _TAKEN = 0.15, 0.2, 0.25
_AS_SURE = 0.02
_ALWAYS = 0.995
_MOSTLY = 0.5
_FELT = 0.01


def choice_subject(action: Action, names: Names) -> str:
    """Name a choice so that a sentence can begin with it."""
    subject, _phrase, fields = _worded(action, names)
    return _(subject).format(**fields)


def choice_phrase(action: Action, names: Names) -> str:
    """Name a choice within a sentence."""
    _subject, phrase, fields = _worded(action, names)
    return _(phrase).format(**fields)


def _worded(action: Action, names: Names) -> tuple[str, str, Mapping[str, object]]:
    """Return the words for a choice: at the beginning, within a sentence, and their fields."""
    match action:
        case Play(_, card):
            return N_("The {card}"), N_("the {card}"), {"card": card_name(card)}
        case Give(_, card):
            return N_("Giving the {card}"), N_("giving the {card}"), {"card": card_name(card)}
        case Exchange(_, None):
            return N_("Keeping the decree"), N_("keeping the decree"), {}
        case Exchange(_, card):
            assert card is not None, "that is told above"
            fields = {"card": card_name(card)}
            return N_("The {card} as decree"), N_("the {card} as decree"), fields
        case Foxes(_, named):
            return N_("Letting {name} swap"), N_("letting {name} swap"), {"name": names[named]}
        case Move(_, 0):
            return N_("Staying"), N_("staying"), {}
        case Move(_, steps):
            end = Seat.P2 if steps > 0 else Seat.P1
            return (
                N_("Going {steps} toward {name}'s end"),
                N_("going {steps} toward {name}'s end"),
                {"steps": abs(steps), "name": names[end]},
            )
        case Forest(end):
            return N_("Covering {name}'s end"), N_("covering {name}'s end"), {"name": names[end]}
        case Resign():
            return N_("Resigning"), N_("resigning"), {}
        case Deal():
            raise AssertionError("nobody chooses a deal")
        case _:
            assert_never(action)


def cost_sentence(one: Assessment, trick: Trick[Card] | None, names: Names) -> str:
    """Say in one sentence of the game why a choice cost what it did.

    ``trick`` is the one under way when it was made, None between rounds. The sentence tells
    nothing but what the seat that chose could know.
    """
    best, chosen = one.of_best, one.of_chosen
    assert best is not None, "what was not estimated cost nothing"
    if chosen is None:
        return _("The game was given up with about {win} % left to win it.").format(
            win=percent(best.win)
        )
    fields = {
        "choice": choice_subject(chosen.action, names),
        "best": choice_phrase(best.action, names),
        "Best": choice_subject(best.action, names),
        "other": choice_phrase(chosen.action, names),
    }
    if chosen.overrun - best.overrun >= _OVERRUN:
        leads = trick is not None and trick.lead is None
        return _overrun_sentence(best, chosen, fields, leads=leads)
    if best.gem - chosen.gem >= _GEM:
        return _gem_sentence(best, chosen, fields)
    if abs(best.taken - chosen.taken) >= _TAKEN:
        return _taken_sentence(best, chosen, fields)
    if best.win - chosen.win < _AS_SURE:
        points = max(1, round(best.score - chosen.score))
        return ngettext(
            "{Best} was as sure to win, and promised about {points} point more than {other}.",
            "{Best} was as sure to win, and promised about {points} points more than {other}.",
            points,
        ).format(points=points, **fields)
    return _later_sentence(best, chosen, trick, fields)


def _overrun_sentence(
    best: Estimate, chosen: Estimate, fields: dict[str, str], *, leads: bool
) -> str:
    if chosen.overrun >= _ALWAYS:
        return _("{choice} was sure to overrun the path; {best} was not.").format(**fields)
    # Whether all that beat the card send the fox off the path, and nothing else does.
    by_beating = abs(chosen.overrun - (1 - chosen.taken)) < _AS_SURE
    if leads and by_beating and isinstance(chosen.action, Play):
        return _(
            "{choice} could overrun the path: {share} % of the hands you could not see beat it."
        ).format(share=percent(chosen.overrun), **fields)
    return _(
        "{choice} could overrun the path: so it goes with {share} % of the hands you could not "
        "see, and with {other_share} % after {best}."
    ).format(share=percent(chosen.overrun), other_share=percent(best.overrun), **fields)


def _gem_sentence(best: Estimate, chosen: Estimate, fields: dict[str, str]) -> str:
    if best.gem >= _ALWAYS:
        return _("{Best} was sure to find a gem; {other} was not.").format(**fields)
    return _(
        "{Best} would find a gem with {share} % of the hands you could not see, {other} with "
        "{other_share} %."
    ).format(share=percent(best.gem), other_share=percent(chosen.gem), **fields)


def _taken_sentence(best: Estimate, chosen: Estimate, fields: dict[str, str]) -> str:
    if best.taken > chosen.taken:
        return _(
            "This trick was worth winning: {best} wins it with {share} % of the hands you could "
            "not see, {other} with {other_share} %."
        ).format(share=percent(best.taken), other_share=percent(chosen.taken), **fields)
    return _(
        "This trick was better left to your partner: {best} loses it with {share} % of the hands "
        "you could not see, {other} with {other_share} %."
    ).format(share=percent(1 - best.taken), other_share=percent(1 - chosen.taken), **fields)


def _later_sentence(
    best: Estimate, chosen: Estimate, trick: Trick[Card] | None, fields: dict[str, str]
) -> str:
    figures = {"win": percent(best.win), "other_win": percent(chosen.win)}
    if trick is None:
        return _(
            "{Best} left more room for the round to come: about {win} % to win, against "
            "{other_win} % after {other}."
        ).format(**figures, **fields)
    return _(
        "For the tricks to come {best} was better: about {win} % to win, against {other_win} % "
        "after {other}."
    ).format(**figures, **fields)


def hindsight_sentence(one: Assessment, names: Names) -> str:
    """Say what open hands would have told, empty where they would have told nothing.

    It is no judgement: nobody at the table could know it.
    """
    chosen = next((opened for opened in one.open_hands if opened.action == one.chosen), None)
    if chosen is None:
        return ""
    others = [opened for opened in one.open_hands if opened is not chosen]
    finds = [opened for opened in others if opened.gem >= _MOSTLY > chosen.gem]
    if finds:
        return _gem_in_hindsight(max(finds, key=lambda opened: (opened.win, opened.gem)), names)
    keeps = [opened for opened in others if opened.overrun < _MOSTLY <= chosen.overrun]
    if keeps:
        option = choice_phrase(max(keeps, key=lambda opened: opened.win).action, names)
        return _("With open hands: {option} would have kept the fox on the path.").format(
            option=option
        )
    best = max(one.open_hands, key=lambda opened: opened.win)
    if percent(best.win) <= percent(chosen.win):
        if one.cost.worth < _FELT:
            sentence = _("With open hands, too, nothing was better than {option}.")
        else:
            sentence = _("With open hands, though, nothing was better than {option}.")
        return sentence.format(option=choice_phrase(one.chosen, names))
    return _(
        "With open hands: {option} was best for the tricks to come, with about {win} % to win, "
        "against {other} %."
    ).format(
        option=choice_phrase(best.action, names),
        win=percent(best.win),
        other=percent(chosen.win),
    )


def _gem_in_hindsight(found: OpenHands, names: Names) -> str:
    option = choice_phrase(found.action, names)
    if found.gem >= _ALWAYS:
        sentence = _("With open hands: {option} would have found the gem on space {space}.")
    else:
        sentence = _("With open hands: {option} would likely have found the gem on space {space}.")
    return sentence.format(option=option, space=found.space)


def chooser_name(one: Assessment, names: Names) -> str:
    """Name who chose: a player, or both for what is the team's to choose."""
    match one.chosen:
        case Forest() | Resign():
            return _("Together")
        case _:
            return names[one.seat]


def chosen_line(one: Assessment, names: Names) -> str:
    """Say in a line what was chosen, and what the best choice was if it was another."""
    name, option = chooser_name(one, names), choice_phrase(one.chosen, names)
    best, chosen = one.of_best, one.of_chosen
    if best is None:
        return _("{name}: {option}, the only choice.").format(name=name, option=option)
    if chosen is None:
        return _("{name}: {option}; best {best} ({best_win} %).").format(
            name=name,
            option=option,
            best=choice_phrase(one.best, names),
            best_win=percent(best.win),
        )
    if one.cost.worth < _FELT:
        return _("{name}: {option} ({win} %), good for win and points.").format(
            name=name, option=option, win=percent(chosen.win)
        )
    return _("{name}: {option} ({win} %); best {best} ({best_win} %).").format(
        name=name,
        option=option,
        win=percent(chosen.win),
        best=choice_phrase(one.best, names),
        best_win=percent(best.win),
    )


def cost_phrase(one: Assessment) -> str:
    """Say what a choice cost, in chances and in points."""
    return _("cost {win} % to win, {points} points").format(**cost_figures(one))


def cost_figures(one: Assessment) -> Mapping[str, str]:
    """Return what was lost, as it is told: a gain that the other loss outweighs is no loss.

    Of the chance to win it is the difference between the figures that are shown.
    """
    best, chosen = one.of_best, one.of_chosen
    assert best is not None, "what was not estimated cost nothing"
    lost = percent(best.win) - (0 if chosen is None else percent(chosen.win))
    return {"win": f"{max(0, lost)}", "points": f"{max(0.0, one.cost.score):.1f}"}


def sentence_of(review: Review, one: Assessment) -> str:
    """Return the sentence on a decision of ``review`` that cost something."""
    names = review.game.header.players
    return cost_sentence(one, review.game.states[one.number - 1].table.trick, names)


def progress_phrase(progress: Progress) -> str:
    """Say how far a review is, and how long it will take."""
    if progress.seconds_left is None:
        return _("{done} of {total} decisions").format(done=progress.done, total=progress.total)
    return _("{done} of {total} decisions, about {left} s left").format(
        done=progress.done, total=progress.total, left=ceil(progress.seconds_left)
    )
