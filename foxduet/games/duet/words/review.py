"""The sentences of reasons and reviews: what a choice does, and what a costly one lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import floor, inf
from typing import TYPE_CHECKING

from foxduet.analysis.review import NEGLIGIBLE_COST
from foxduet.core.cards import Exchange, card_in_action
from foxduet.core.errors import N_
from foxduet.games.duet.rules.cards import Ability
from foxduet.games.duet.rules.observation import observe
from foxduet.games.duet.rules.state import Give
from foxduet.games.duet.words.names import (
    card_name,
    choice_phrase,
    choice_subject,
)
from foxduet.games.duet.words.reasons import (
    DuetReason,
    ReasonKind,
    ReasonScope,
    TrickEnd,
    certain_gem,
    certain_outcome,
    enumerate_trick_ends,
    find_reason,
)
from foxduet.play.game import Names
from foxduet.words.game_words import percent
from foxduet.words.i18n import _, decimal, ngettext
from foxduet.words.text import fill_fields, format_sentence

if TYPE_CHECKING:
    from foxduet.analysis.reasons import Feature
    from foxduet.analysis.review import Assessment, Review
    from foxduet.games.duet.ai.expert import DuetDoubleDummy, DuetEstimate
    from foxduet.games.duet.rules.observation import Observation
    from foxduet.games.duet.rules.state import Action


# {name} had the choice, and plays with {other}. {best} and {chosen} are choices, {card} and
# {other_card} cards; {often} and {other_often} are "about 7 times in 10" or the like.
_REASONS = {
    ReasonKind.OVERRUN: N_("{Chosen} runs the fox off the path {other_often}; {best}, {often}."),
    ReasonKind.GEM: N_("{Best} finds a gem {often}; {chosen}, {other_often}."),
    ReasonKind.LATER: N_(
        "Later in the round the fox runs off at {side:*'s|your} end {other_often} after "
        "{chosen}; {often} after {best}."
    ),
    ReasonKind.FOUND: N_(
        "By the end of the round a gem is found on space {space} {often} after {best}; "
        "{other_often} after {chosen}."
    ),
    ReasonKind.TOKEN: N_(
        "A token was worth spending: {best} sends the fox back to the start {often}; "
        "{chosen}, {other_often}."
    ),
    ReasonKind.WIN_TRICK: N_(
        "This trick was worth winning: {best} wins it {often}; {chosen}, {other_often}."
    ),
    ReasonKind.LEAVE_TRICK: N_(
        "This trick was better left to {other}: {best} loses it {often}; {chosen}, {other_often}."
    ),
    ReasonKind.EDGE: N_(
        "{Chosen} leaves the fox within a step of an end {other_often}; {best}, {often}."
    ),
    ReasonKind.REACH: N_(
        "{Best} leaves the fox within two steps of a gem {often}; {chosen}, {other_often}."
    ),
    ReasonKind.OUTER: N_("{Best} finds a gem nearer the end than {chosen} does."),
    ReasonKind.FEWER_HELD: N_("{Best} leaves {name} fewer paws in hand than {chosen} does."),
    ReasonKind.FEW_PAWS: N_(
        "The {card} has fewer paws than the {other_card}: {paws} against {other_paws}."
    ),
    ReasonKind.MANY_PAWS: N_(
        "The {card} has more paws to get rid of than the {other_card}: {paws} against {other_paws}."
    ),
    ReasonKind.END_PILE: N_(
        "Gems at an end are hard to reach: {best} leaves {count} on the last space there; "
        "{chosen} leaves {other_count}."
    ),
    ReasonKind.FEWER_TRUMPS: N_(
        "It was better to hold fewer trumps: {best} leaves {count}; {chosen}, {other_count}."
    ),
}
_PLAYED = {
    Ability.MUSICIAN: N_(
        "This was the moment for the Musician, the {card}: the trick's winner chooses which way "
        "the fox walks."
    ),
    Ability.FOXES: N_(
        "This was the moment for the Foxes, the {card}: the trump can change at once."
    ),
    Ability.GAZELLE: N_(
        "This was the moment for the Gazelle, the {card}: the trick's winner may leave out the "
        "paws of one card."
    ),
    Ability.GIFT: N_(
        "This was the moment for the Gift, the {card}: {name} and {other} swap a card at once."
    ),
    Ability.ROYAL_HEIR: N_(
        "This was the moment for the Royal Heir, the {card}: {other} may follow with any suit."
    ),
}
_KEPT = {
    Ability.MUSICIAN: N_("The Musician was worth keeping: {chosen} gives it up."),
    Ability.FOXES: N_("The Foxes were worth keeping: {chosen} gives them up."),
    Ability.GAZELLE: N_("The Gazelle was worth keeping: {chosen} gives it up."),
    Ability.GIFT: N_("The Gift was worth keeping: {chosen} gives it up."),
    Ability.ROYAL_HEIR: N_("The Royal Heir was worth keeping: {chosen} gives it up."),
}
# In the place of these where both are certain, by every hand and every reply.
_CERTAIN = {
    ReasonKind.OVERRUN: N_("{Chosen} runs the fox off the path; {best} keeps it on."),
    ReasonKind.GEM: N_("{Best} finds a gem; {chosen} finds none."),
    ReasonKind.TOKEN: N_(
        "A token was worth spending: {best} runs the fox off the path and back to the start."
    ),
    ReasonKind.WIN_TRICK: N_("This trick was worth winning: {best} wins it, {chosen} loses it."),
    ReasonKind.LEAVE_TRICK: N_(
        "This trick was better left to {other}: {best} loses it, {chosen} wins it."
    ),
}
# In the place of these where the gems that are found are certain, and where they lie.
_ON_SPACES = {
    ReasonKind.GEM: N_("{Best} finds the gem on space {space}; {chosen} finds none."),
    ReasonKind.OUTER: N_(
        "{Best} finds the gem on space {space}; {chosen}, the one on space {other_space}."
    ),
}
# Between rounds.
_NEXT_ROUND = {
    ReasonKind.LATER: N_(
        "In the next round the fox runs off at {side:*'s|your} end {other_often} after "
        "{chosen}; {often} after {best}."
    ),
    ReasonKind.FOUND: N_(
        "In the next round a gem is found on space {space} {often} after {best}; "
        "{other_often} after {chosen}."
    ),
}
# What comes of a cause.
_THEN = {
    ReasonKind.LATER: N_(
        "That way the fox later runs off at {side:*'s|your} end {often}; otherwise, {other_often}."
    ),
    ReasonKind.FOUND: N_(
        "That way a gem is found on space {space} {often}; otherwise, {other_often}."
    ),
}
# What both choices have in common, before a cause that separates such choices; nothing where the
# cause says it by itself.
_AMONG = {
    ReasonScope.GEM: (N_("Both find a gem."), N_("Both nearly always find a gem.")),
    ReasonScope.PATH: (
        N_("Both keep the fox on the path."),
        N_("Both nearly always keep the fox on the path."),
    ),
    ReasonScope.TRUMP: (N_("The trump is the same with both."),) * 2,
    ReasonScope.WON: (N_("Both win the trick."), N_("Both nearly always win the trick.")),
    ReasonScope.LEFT: (
        N_("Both leave the trick to {other}."),
        N_("Both nearly always leave the trick to {other}."),
    ),
    ReasonScope.ALIKE: (N_("The trick goes the same way with either."),) * 2,
}
# These causes say by themselves what both choices do in the trick.
_OF_BOTH = (ReasonKind.OUTER, ReasonKind.WIN_TRICK, ReasonKind.LEAVE_TRICK)
_SHARED: Mapping[ReasonScope, Callable[[DuetEstimate], float]] = {
    ReasonScope.GEM: lambda one: one.gem,
    ReasonScope.PATH: lambda one: 1 - one.overrun,
    ReasonScope.WON: lambda one: one.taken,
    ReasonScope.LEFT: lambda one: 1 - one.taken,
}
_EVENTS: Mapping[ReasonKind, Callable[[TrickEnd], bool | None]] = {
    ReasonKind.OVERRUN: lambda end: end.overruns,
    ReasonKind.GEM: lambda end: end.finds_gem,
    ReasonKind.TOKEN: lambda end: end.overruns,
    ReasonKind.WIN_TRICK: lambda end: end.is_won,
    ReasonKind.LEAVE_TRICK: lambda end: not end.is_won,
}
# Shares of worlds that are as good as all of them, or none; and what means are as good as whole.
_ALWAYS, _NEARLY, _NEVER, _EXACT = 0.995, 0.99, 0.005, 0.005
# Three rows of a screen have room for so much.
_LONGEST = 210


def reason_sentence(
    seen: Observation,
    reason: DuetReason,
    best: DuetEstimate,
    other: DuetEstimate,
    names: Names,
    longest: int = _LONGEST,
) -> str:
    """Return the sentences on why ``best`` was better than ``other``, by what a seat saw.

    A cause for which there is no room is left out.
    """
    cause, outcome, partner = reason.cause, reason.outcome, names[seen.seat.other]
    card, other_card = card_in_action(best.action), card_in_action(other.action)
    fields: dict[str, object] = {
        "name": names[seen.seat],
        "other": partner,
        "best": choice_phrase(best.action, names),
        "Best": choice_subject(best.action, names),
        "chosen": choice_phrase(other.action, names),
        "Chosen": choice_subject(other.action, names),
        "card": "" if card is None else card_name(card),
        "other_card": "" if other_card is None else card_name(other_card),
        "paws": 0 if card is None else card.paws,
        "other_paws": 0 if other_card is None else other_card.paws,
    }
    # Nothing so far ahead is as good as certain.
    later = [min(share, _NEARLY) for share in (outcome.best, outcome.other)]
    then = {
        "side": names[outcome.end],
        "space": outcome.space,
        **_how_often(later, (None, None), partner),
    }
    if cause is None:
        if outcome.kind in (ReasonKind.LATER, ReasonKind.FOUND):
            templates = _NEXT_ROUND if seen.table.trick is None else _REASONS
            return format_sentence(_(templates[outcome.kind]), **fields, **then)
        return _of_trick(seen, outcome.kind, (outcome.best, outcome.other), best, other, fields)
    shares = [cause.best, cause.other]
    if cause.kind is ReasonKind.LEAVE_TRICK:
        shares = [1 - share for share in shares]
    sentences = [
        *(() if cause.kind in _OF_BOTH else _in_common(reason.among, best, other, fields)),
        _of_cause(seen, cause, shares, best, other, fields),
        format_sentence(_(_THEN[outcome.kind]), **fields, **then),
    ]
    whole = " ".join(sentences)
    if len(whole) <= longest:
        return whole
    return reason_sentence(seen, DuetReason(outcome), best, other, names)


def _in_common(
    among: ReasonScope, best: DuetEstimate, other: DuetEstimate, fields: Mapping[str, object]
) -> Iterator[str]:
    """Yield what both choices do, of which a cause is told that only separates such choices."""
    if among in _AMONG:
        of = _SHARED.get(among)
        is_sure = of is None or min(map(of, (best, other))) >= _ALWAYS
        yield format_sentence(_(_AMONG[among][0 if is_sure else 1]), **fields)


def _of_cause(
    seen: Observation,
    cause: Feature,
    shares: Sequence[float],
    best: DuetEstimate,
    other: DuetEstimate,
    fields: Mapping[str, object],
) -> str:
    if cause.ability is not None:
        of_abilities = _PLAYED if cause.kind is ReasonKind.ABILITY else _KEPT
        return format_sentence(_(of_abilities[cause.ability]), **fields)
    counts = {"count": _count(cause.best), "other_count": _count(cause.other)}
    counted = _counted(cause.kind, cause.best)
    if counted is not None:
        return format_sentence(counted, **fields, **counts)
    return _of_trick(seen, cause.kind, shares, best, other, {**fields, **counts})


def _of_trick(
    seen: Observation,
    kind: ReasonKind,
    shares: Sequence[float],
    best: DuetEstimate,
    other: DuetEstimate,
    fields: Mapping[str, object],
) -> str:
    certain = [
        _certain(seen, one.action, kind, share)
        for one, share in zip((best, other), shares, strict=True)
    ]
    spaces = [certain_gem(enumerate_trick_ends(seen, one.action)) for one in (best, other)]
    sentence = _certain_template(kind, certain, spaces) or _REASONS[kind]
    return format_sentence(
        _(sentence),
        **fields,
        space=spaces[0],
        other_space=spaces[1],
        **_how_often(shares, certain, str(fields["other"])),
    )


def _certain_template(
    kind: ReasonKind, certain: Sequence[bool | None], spaces: Sequence[int | None]
) -> str | None:
    """Return the sentence on what is certain with both choices; None if it depends on more."""
    if kind is ReasonKind.OUTER and None not in spaces:
        return _ON_SPACES[kind]
    happens = [False, True] if kind is ReasonKind.OVERRUN else [True, False]
    if certain != happens:
        return None
    return (
        _ON_SPACES[kind] if kind is ReasonKind.GEM and spaces[0] is not None else _CERTAIN.get(kind)
    )


def _counted(kind: ReasonKind, count: float) -> str | None:
    match kind:
        case ReasonKind.NEAR:
            return ngettext(
                "After {best} there are gems on {count} space within three steps of the fox; "
                "after {chosen}, on {other_count}.",
                "After {best} there are gems on {count} spaces within three steps of the "
                "fox; after {chosen}, on {other_count}.",
                _plural(count),
            )
        case ReasonKind.TO_END:
            return ngettext(
                "{Best} leaves the fox {count} step from the nearer end of the path; "
                "{chosen}, {other_count}.",
                "{Best} leaves the fox {count} steps from the nearer end of the path; "
                "{chosen}, {other_count}.",
                _plural(count),
            )
        case ReasonKind.MORE_TRUMPS:
            return ngettext(
                "{Best} leaves {name} {count} trump; {chosen}, {other_count}.",
                "{Best} leaves {name} {count} trumps; {chosen}, {other_count}.",
                _plural(count),
            )
        case ReasonKind.PARTNER_TRUMPS:
            return ngettext(
                "{Best} leaves {other} {count} trump; {chosen}, {other_count}.",
                "{Best} leaves {other} {count} trumps; {chosen}, {other_count}.",
                _plural(count),
            )
        case _:
            return None


def _plural(number: float) -> float:
    """Return the number by which a word is one or many, as it is written."""
    return round(number) if abs(number - round(number)) < _EXACT else round(number, 1)


def _count(number: float) -> str:
    """Return a mean number: a whole one if it is the same in all worlds."""
    if abs(number - round(number)) < _EXACT:
        return str(round(number))
    tenths = round(number, 1)
    return _("about {number}").format(number=decimal(tenths, ".0f" if tenths % 1 == 0 else ".1f"))


def _certain(seen: Observation, action: Action, kind: ReasonKind, share: float) -> bool | None:
    """Return whether what happens in a share of worlds is certain, or that it does not."""
    event = _EVENTS.get(kind)
    if event is None or _NEVER < share < _ALWAYS:
        return None
    answer = certain_outcome(enumerate_trick_ends(seen, action), event)
    return answer if answer is (share >= _ALWAYS) else None


def _how_often(
    shares: Sequence[float], certain: Sequence[bool | None], partner: str
) -> dict[str, str]:
    """Say how often something happens with the best choice, and with what it is compared with."""
    is_close = _times(shares[0], 10) == _times(shares[1], 10)
    best, other = (
        _often(share, one, 100 if is_close else 10, partner)
        for share, one in zip(shares, certain, strict=True)
    )
    return {"often": best, "other_often": other}


def _often(share: float, certain: bool | None, times: int, partner: str) -> str:
    """Say in what share of worlds something happens, and of how many; or that it is certain."""
    count = _times(share, times)
    match certain:
        case True:
            return _("every time")
        case False:
            # Translators: how often a choice does what is named, at the end of a sentence
            return _("never")
        case None if share >= _ALWAYS:
            return fill_fields(_("if {name} {name:plays|play} as expected"), name=partner)
        case None if count >= times:
            return _("nearly always")
        case None if count <= 0:
            return _("hardly ever")
        case None:
            sentence = ngettext("about once in {times}", "about {count} times in {times}", count)
            return sentence.format(count=count, times=times)


def _times(share: float, of: int) -> int:
    """Return a share as a count ``of`` so many, rounded half up: once in 20 is not hardly ever."""
    return floor(of * share + 0.5)


# A share of orders of cards that is as good as all of them.
_MOSTLY = 0.5


def cost_sentence(review: Review, one: Assessment) -> str:
    """Say in one sentence why a decision cost what it did, by what its seat could know."""
    names = review.game.header.players
    best: DuetEstimate | None = one.best_estimate  # type: ignore[assignment]
    chosen: DuetEstimate | None = one.chosen_estimate  # type: ignore[assignment]
    assert best is not None, "what was not estimated cost nothing"
    if chosen is None:
        sentence = _("Resigning gave up a chance of about {win}%.")
        return sentence.format(win=percent(best.win))
    reason = reason_of(review, one)
    if reason is None:
        sentence = _figures_sentence(best, chosen, in_points=one.uses_points)
        return sentence.format(
            best=choice_phrase(best.action, names),
            Best=choice_subject(best.action, names),
            chosen=choice_phrase(chosen.action, names),
            **_figures(best, chosen),
        )
    seen = observe(review.game.states[one.number - 1], one.seat)
    return reason_sentence(seen, reason, best, chosen, names)


def reason_of(review: Review, one: Assessment) -> DuetReason | None:
    """Return why the best choice was better than what was chosen; None if only figures can tell.

    What may be noise has no cause.
    """
    compared = {each.action: each for each in one.search_estimates}
    best: DuetEstimate | None = compared.get(one.best)  # type: ignore[assignment]
    chosen: DuetEstimate | None = compared.get(one.chosen)  # type: ignore[assignment]
    if best is None or chosen is None or one.cost_lower_bound <= 0:
        return None
    table = review.game.states[one.number - 1].table
    every: tuple[DuetEstimate, ...] = one.search_estimates  # type: ignore[assignment]
    worlds = min(map(one.worlds_for, (one.best, one.chosen))) if one.errors else inf
    return find_reason(table, every, best, chosen, worlds)


def is_instructive(review: Review, one: Assessment) -> bool:
    """Return whether a sentence names the cause of what a choice cost."""
    reason = reason_of(review, one)
    return reason is not None


_ENDS, _GEMS = N_("the ends of the path"), N_("gems within reach")
_TOKENS, _PAWS = N_("when to spend tokens"), N_("how many paws to play")
_WIN, _LEAVE = N_("which tricks to win"), N_("which tricks to leave")
_TRUMPS, _CARDS = N_("choosing the trump"), N_("which card to give")
_THEMES = {
    **dict.fromkeys(
        (ReasonKind.OVERRUN, ReasonKind.EDGE, ReasonKind.TO_END, ReasonKind.LATER), _ENDS
    ),
    **dict.fromkeys(
        (*(ReasonKind.GEM, ReasonKind.REACH, ReasonKind.NEAR), ReasonKind.OUTER, ReasonKind.FOUND),
        _GEMS,
    ),
    **dict.fromkeys((ReasonKind.TOKEN, ReasonKind.END_PILE), _TOKENS),
    ReasonKind.WIN_TRICK: _WIN,
    ReasonKind.LEAVE_TRICK: _LEAVE,
    **dict.fromkeys((ReasonKind.FEW_PAWS, ReasonKind.MANY_PAWS, ReasonKind.FEWER_HELD), _PAWS),
    **dict.fromkeys(
        (ReasonKind.MORE_TRUMPS, ReasonKind.FEWER_TRUMPS, ReasonKind.PARTNER_TRUMPS), _TRUMPS
    ),
}
_OF_ABILITIES = {
    Ability.MUSICIAN: N_("the Musician"),
    Ability.FOXES: N_("the Foxes"),
    Ability.GAZELLE: N_("the Gazelle"),
    Ability.GIFT: N_("the Gift"),
    Ability.ROYAL_HEIR: N_("the Royal Heir"),
}
LESSONS = {
    _ENDS: ("middle", "ends"),
    _TOKENS: ("tokens", "ends"),
    _GEMS: ("path",),
    _PAWS: ("brakes", "path"),
    _WIN: ("following",),
    _LEAVE: ("following",),
    _TRUMPS: ("trumps", "trump"),
    _CARDS: ("giving", "gift"),
    _OF_ABILITIES[Ability.MUSICIAN]: ("musician",),
    _OF_ABILITIES[Ability.GAZELLE]: ("musician",),
    _OF_ABILITIES[Ability.FOXES]: ("trumps", "foxes"),
    _OF_ABILITIES[Ability.GIFT]: ("giving", "gift"),
    _OF_ABILITIES[Ability.ROYAL_HEIR]: ("gift",),
}
"""The lessons for what choices were about, by their names: strategy before the rules."""

PUZZLES = {
    _ENDS: ("ends",),
    _TOKENS: ("token",),
    _GEMS: ("gem",),
    _WIN: ("lead",),
    _LEAVE: ("lead",),
    _TRUMPS: ("trump",),
    _CARDS: ("card", "give"),
    _OF_ABILITIES[Ability.MUSICIAN]: ("move",),
    _OF_ABILITIES[Ability.GAZELLE]: ("move",),
    _OF_ABILITIES[Ability.FOXES]: ("trump",),
    _OF_ABILITIES[Ability.GIFT]: ("give",),
}
"""The kinds of puzzles for what choices were about; some things are hardly ever a puzzle."""


def theme(review: Review, one: Assessment) -> str:
    """Name what a costly choice was about, to be translated; empty without a cause."""
    reason = reason_of(review, one)
    if reason is None:
        return ""
    if reason.cause is not None and reason.cause.ability is not None:
        return _OF_ABILITIES[reason.cause.ability]
    match one.best:
        case Give():
            return _CARDS
        case Exchange():
            return _TRUMPS
        case _:
            return _THEMES[reason.kind]


def _figures_sentence(best: DuetEstimate, chosen: DuetEstimate, *, in_points: bool) -> str:
    win, other = percent(best.win), percent(chosen.win)
    if in_points or win == other:
        return _points_sentence(best.score - chosen.score, in_points=in_points)
    if win < other:
        return _(
            "{Best} was expected to score more points than {chosen}, about {score} against "
            "{other_score}; that outweighs its lower chance: {win}% against {other_win}%."
        )
    return _(
        "No single reason stands out: {best} wins about {win}% of the time, {chosen} about "
        "{other_win}%."
    )


def _points_sentence(points: float, *, in_points: bool) -> str:
    if points <= 0:
        return _("{Best} was only slightly better: less than 1% more to win than {chosen}.")
    if in_points:
        if round(points, 1) < 1:
            return _(
                "Either was nearly sure to win; {best} was worth less than a point more than "
                "{chosen}."
            )
        return ngettext(
            "Either was nearly sure to win; {best} was worth about {points} point more than "
            "{chosen}.",
            "Either was nearly sure to win; {best} was worth about {points} points more than "
            "{chosen}.",
            round(points),
        )
    if round(points, 1) < 1:
        return _("{Best} was just as sure to win, and worth less than a point more than {chosen}.")
    return ngettext(
        "{Best} was just as sure to win, and worth about {points} point more than {chosen}.",
        "{Best} was just as sure to win, and worth about {points} points more than {chosen}.",
        round(points),
    )


def _figures(best: DuetEstimate, chosen: DuetEstimate) -> dict[str, object]:
    return {
        "win": percent(best.win),
        "other_win": percent(chosen.win),
        "score": round(best.score),
        "other_score": round(chosen.score),
        "points": round(best.score - chosen.score),
    }


def hindsight_sentence(one: Assessment, names: Names) -> str:
    """Say what open hands would have shown that the players could not know, if anything."""
    every: tuple[DuetDoubleDummy, ...] = one.hindsight  # type: ignore[assignment]
    chosen = next((opened for opened in every if opened.action == one.chosen), None)
    if chosen is None:
        return ""
    others = [opened for opened in every if opened is not chosen]
    no_worse = [opened for opened in others if opened.win >= chosen.win]
    finds = [opened for opened in no_worse if opened.gem > _MOSTLY >= chosen.gem]
    if finds:
        return _gem_in_hindsight(max(finds, key=lambda opened: (opened.win, opened.gem)), names)
    keeps = [opened for opened in no_worse if opened.overrun < _MOSTLY <= chosen.overrun]
    if keeps:
        safest = max(keeps, key=lambda opened: opened.win)
        sentence = _("In hindsight: {option} would probably have kept the fox on the path.")
        if safest.overrun <= 1 - _ALWAYS:
            sentence = _("In hindsight: {option} would have kept the fox on the path.")
        return sentence.format(option=choice_phrase(safest.action, names))
    best = max(every, key=lambda opened: opened.win)
    if percent(best.win) <= percent(chosen.win):
        return _best_in_hindsight(one, names, hardly=best.win > chosen.win)
    option, win = choice_phrase(best.action, names), percent(best.win)
    return _(
        "In hindsight: {option} was best in the long run, with about {win}% to win against "
        "{other_win}%."
    ).format(option=option, win=win, other_win=percent(chosen.win))


def _best_in_hindsight(one: Assessment, names: Names, *, hardly: bool) -> str:
    if one.cost.worth < NEGLIGIBLE_COST:
        sentence = _("Even in hindsight, nothing was better than {option}.")
        if hardly:
            sentence = _("Even in hindsight, nothing was clearly better than {option}.")
    else:
        sentence = _("In hindsight, though, nothing was better than {option}.")
        if hardly:
            sentence = _("In hindsight, though, nothing was clearly better than {option}.")
    return sentence.format(option=choice_phrase(one.chosen, names))


def _gem_in_hindsight(found: DuetDoubleDummy, names: Names) -> str:
    sentence = _("In hindsight: {option} would probably have found the gem on space {space}.")
    if found.gem >= _ALWAYS:
        sentence = _("In hindsight: {option} would have found the gem on space {space}.")
    return sentence.format(option=choice_phrase(found.action, names), space=found.space)
