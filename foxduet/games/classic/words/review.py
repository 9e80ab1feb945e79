"""The sentences of reasons and reviews: what a choice does, and what a costly one lost."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import TYPE_CHECKING

from foxduet.core.errors import N_
from foxduet.games.classic.rules.cards import Ability, Suit
from foxduet.games.classic.rules.observation import Observation, observe
from foxduet.games.classic.words.names import choice_phrase, choice_subject, suit_name
from foxduet.games.classic.words.reasons import (
    SHARED_CONTEXTS,
    Cause,
    ClassicReason,
    ReasonKind,
    TrickContext,
    find_reason,
    hand_after,
    trump_after,
)
from foxduet.play.game import Names
from foxduet.words.game_words import percent
from foxduet.words.i18n import _, decimal
from foxduet.words.text import fill_fields, format_sentence

if TYPE_CHECKING:
    from foxduet.analysis.review import Assessment, Review
    from foxduet.games.classic.ai.expert import ClassicDoubleDummy, ClassicEstimate


# Why the best choice was better: what it does, and what the one that was compared does not.
_DIFFERENCE = N_("{Best} {does}; {chosen} {does_not}.")
_CANNOT_SEE = {
    ReasonKind.WIN_TRICK: N_(
        "This trick was worth winning: {best} wins it against {share}% of the hands {other} "
        "can hold; {chosen}, {other_share}%."
    ),
    ReasonKind.LEAVE_TRICK: N_(
        "This trick was better left to {other}: {best} loses it against {share}% of the "
        "hands {other} can hold; {chosen}, {other_share}%."
    ),
}
# What the other seat cannot change any more.
_SEES_ALL = {
    ReasonKind.WIN_TRICK: N_("This trick was worth winning: {best} wins it; {chosen} does not."),
    ReasonKind.LEAVE_TRICK: N_(
        "This trick was better left to {other}: {best} loses it, {chosen} wins it."
    ),
}
_OF_TRUMP = N_(
    "After {best}, {suit} are trump, and {name} {name:holds|hold} {count} of them; after "
    "{chosen}, {other_suit}, and {name} {name:holds|hold} {other_count}."
)
_SENTENCES = {
    ReasonKind.MATCH: N_("{Best} all but wins the match; {chosen} does not."),
    ReasonKind.HUMBLE: N_(
        "After {best}, {name} {name:stays|stay} humble more often: in {share}% of rounds, "
        "against {other_share}% after {chosen}."
    ),
    ReasonKind.VICTORIOUS: N_(
        "After {best}, {name} {name:wins|win} seven to nine tricks more often: in {share}% "
        "of rounds, against {other_share}% after {chosen}."
    ),
    ReasonKind.NOT_GREEDY: N_(
        "After {chosen}, {name} {name:is|are} greedy more often, with ten tricks or more: in "
        "{other_share}% of rounds, against {share}% after {best}."
    ),
    ReasonKind.NOT_DEFEATED: N_(
        "After {chosen}, {other} {other:wins|win} seven to nine tricks more often: in "
        "{other_share}% of rounds, against {share}% after {best}."
    ),
    ReasonKind.TREASURES: N_(
        "After {best}, more Treasures go to {name}: about {points} a round, against "
        "{other_points} after {chosen}."
    ),
}
# By kind: what a choice does, and that another one does not.
_CLAUSES = {
    ReasonKind.MORE_TRUMPS: (
        N_("leaves {name} more trumps for later ({count})"),
        N_("leaves fewer ({other_count})"),
    ),
    ReasonKind.FEWER_TRUMPS: (
        N_("leaves {name} fewer trumps that win tricks ({count})"),
        N_("leaves more ({other_count})"),
    ),
    ReasonKind.VOID: (
        N_("leaves {name} with no {suit}, so that {name} can trump them from then on"),
        N_("does not"),
    ),
}
_USED = {
    Ability.SWAN: (
        N_("loses the trick, but {name} {name:leads|lead} the next one"),
        N_("does not manage that"),
    ),
    Ability.FOX: (N_("can change the trump at once"), N_("cannot do that")),
    Ability.WOODCUTTER: (N_("draws a card and buries a worse one"), N_("does not")),
    Ability.TREASURE: (N_("scores its own point with the trick"), N_("does not")),
    Ability.WITCH: (N_("counts as a trump of rank 9"), N_("does not")),
    Ability.MONARCH: (
        N_("forces out the highest card of its suit, or the Swan"),
        N_("forces nothing"),
    ),
}
_KEPT = {
    Ability.SWAN: N_("keeps the Swan, which regains the lead when it loses"),
    Ability.FOX: N_("keeps the Fox, which can still change the trump"),
    Ability.WOODCUTTER: N_("keeps the Woodcutter to swap a bad card later"),
    Ability.TREASURE: N_("keeps the Treasure for a trick that is sure to be won"),
    Ability.WITCH: N_("keeps the Witch, one more trump"),
    Ability.MONARCH: N_("keeps the Monarch, which can still force out a high card"),
}
_PARTS_WITH_IT = N_("gives it up")
_OF_TRICK = (ReasonKind.WIN_TRICK, ReasonKind.LEAVE_TRICK)
_OF_TRUMPS = (ReasonKind.MORE_TRUMPS, ReasonKind.FEWER_TRUMPS)
# What both choices do in the trick, or the best one alone: surely, or likely.
_FRAMES = {
    TrickContext.BOTH_WIN: (N_("Both win the trick."), N_("Both probably win the trick.")),
    TrickContext.BOTH_LEAVE: (
        N_("Both leave the trick to {other}."),
        N_("Both probably leave the trick to {other}."),
    ),
    TrickContext.ONE_WINS: (
        N_("{Best} wins the trick and {does}; {chosen} leaves it to {other}."),
        N_("{Best} probably wins the trick and {does}; {chosen} is less likely to win it."),
    ),
    TrickContext.ONE_LEAVES: (
        N_("{Best} leaves the trick to {other} and {does}; {chosen} wins it."),
        N_(
            "{Best} probably leaves the trick to {other} and {does}; {chosen} is more likely "
            "to win it."
        ),
    ),
}
# What comes of a cause: how the round ends.
_THEN = {
    ReasonKind.HUMBLE: N_("{name}: humble in {share}% of rounds, not {other_share}%."),
    ReasonKind.VICTORIOUS: N_(
        "{name}: seven to nine tricks in {share}% of rounds, not {other_share}%."
    ),
    ReasonKind.NOT_GREEDY: N_("{name}: greedy in {share}% of rounds, not {other_share}%."),
    ReasonKind.NOT_DEFEATED: N_(
        "{other}: seven to nine tricks in {share}% of rounds, not {other_share}%."
    ),
    ReasonKind.TREASURES: N_("{name}: about {points} a round for Treasures, not {other_points}."),
}
_OF_FRAME = {
    TrickContext.ONE_WINS: ReasonKind.WIN_TRICK,
    TrickContext.ONE_LEAVES: ReasonKind.LEAVE_TRICK,
}
# In the place of these where the trick is the reason: by the number that it would be for the one
# who chose, or for the other.
_OWN = {
    (ReasonKind.WIN_TRICK, ReasonKind.VICTORIOUS, 7): N_("A seventh trick is a victory."),
    (ReasonKind.LEAVE_TRICK, ReasonKind.HUMBLE, 4): N_(
        "It would be the fourth trick, no longer humble."
    ),
    (ReasonKind.LEAVE_TRICK, ReasonKind.NOT_GREEDY, 10): N_(
        "It would be the tenth trick: greedy, no points."
    ),
}
_OF_THE_OTHER = {
    (ReasonKind.WIN_TRICK, ReasonKind.NOT_DEFEATED, 7): N_(
        "For {other} it would be the seventh, a victory."
    ),
    (ReasonKind.LEAVE_TRICK, ReasonKind.NOT_GREEDY, 4): N_(
        "For {other} it would be the fourth, no longer humble."
    ),
    (ReasonKind.LEAVE_TRICK, ReasonKind.HUMBLE, 10): N_(
        "For {other} it would be the tenth: greedy, no points."
    ),
}


_LONGEST = 200


def explanation(
    seen: Observation,
    reason: ClassicReason,
    best: ClassicEstimate,
    chosen: ClassicEstimate,
    names: Names,
    longest: int = _LONGEST,
) -> str:
    """Say why ``best`` was better than ``chosen`` to a seat."""
    fields: dict[str, object] = {
        "name": names[seen.seat],
        "other": names[seen.seat.other],
        "best": choice_phrase(best.action, names),
        "Best": choice_subject(best.action, names),
        "chosen": choice_phrase(chosen.action, names),
    }
    outcome, cause = reason.outcome, reason.cause
    ending = {**fields, **_shares(outcome.best, outcome.other)}
    if cause is None:
        return format_sentence(_(_SENTENCES[outcome.kind]), **ending)
    fields |= _figures(seen, cause, best, chosen)
    told = [
        format_sentence(sentence, **fields)
        for sentence in _sentences(seen, cause, best, chosen, fields)
    ]
    then = format_sentence(_consequence(seen, cause, outcome.kind), **ending)
    # Three rows of a screen have room for so much; what comes of it matters more than why.
    whole, short = " ".join([*told, then]), _(_SENTENCES[outcome.kind])
    return whole if len(whole) <= longest else format_sentence(short, **ending)


def _sentences(
    seen: Observation,
    cause: Cause,
    best: ClassicEstimate,
    chosen: ClassicEstimate,
    fields: dict[str, object],
) -> Iterator[str]:
    kind, frame = cause.kind, cause.frame
    # What the other seat has not replied to yet is never told as certain.
    is_sure = _is_last_to_play(seen) and {best.taken, chosen.taken} <= {0.0, 1.0}
    if frame in SHARED_CONTEXTS:
        yield _(_FRAMES[frame][0 if is_sure else 1])
    if kind in _OF_TRICK:
        yield _((_SEES_ALL if is_sure else _CANNOT_SEE)[kind])
    elif kind in _OF_TRUMPS and fields["suit"] != fields["other_suit"]:
        yield _(_OF_TRUMP)
    else:
        does, does_not = _clauses(cause)
        fields["does"] = fill_fields(_(does), **fields)
        fields["does_not"] = fill_fields(_(does_not), **fields)
        one_of = _FRAMES.get(frame) if frame not in SHARED_CONTEXTS else None
        yield _(one_of[0 if is_sure else 1] if one_of else _DIFFERENCE)


def _is_last_to_play(seen: Observation) -> bool:
    trick = seen.table.trick
    return trick is not None and trick.leader is not seen.seat


def _clauses(cause: Cause) -> tuple[str, str]:
    kind, ability = cause.kind, cause.reason.feature.ability
    match kind:
        case ReasonKind.ABILITY:
            return _USED[ability]
        case ReasonKind.KEEP_ABILITY:
            return _KEPT[ability], _PARTS_WITH_IT
        case _:
            return _CLAUSES[kind]


def _consequence(seen: Observation, cause: Cause, end: ReasonKind) -> str:
    tricks = seen.table.tricks
    own, other = tricks[seen.seat] + 1, tricks[seen.seat.other] + 1
    kind = _OF_FRAME.get(cause.frame, cause.kind)
    if kind is ReasonKind.WIN_TRICK and end is ReasonKind.TREASURES and _has_treasure(seen):
        return _("There was a Treasure in it.")
    of_the_other = _OF_THE_OTHER.get((kind, end, other)) or _THEN[end]
    sentence = _OWN.get((kind, end, own)) or of_the_other
    return _(sentence)


def _has_treasure(seen: Observation) -> bool:
    trick = seen.table.trick
    return trick is not None and any(card.ability is Ability.TREASURE for card in trick.cards)


def _figures(
    seen: Observation, cause: Cause, best: ClassicEstimate, chosen: ClassicEstimate
) -> dict[str, object]:
    found = cause.reason.feature
    good, bad = found.best, found.other
    if cause.kind is ReasonKind.LEAVE_TRICK:
        good, bad = 1 - good, 1 - bad
    trump, other_trump = trump_after(seen, best), trump_after(seen, chosen)
    suit = found.suit if cause.kind is ReasonKind.VOID else trump
    counts = _held(seen, best, suit), _held(seen, chosen, other_trump)
    if trump is other_trump:
        counts = round(good), round(bad)
    return {
        **_shares(good, bad),
        "count": counts[0],
        "other_count": counts[1],
        "suit": suit_name(suit),
        "other_suit": suit_name(other_trump),
    }


def _shares(good: float, bad: float) -> dict[str, object]:
    """Return shares of worlds, or points, as a sentence is filled in with them.

    What depends on hands that are not seen is never told as certain.
    """
    return {
        "share": min(max(percent(good), 1), 99),
        "other_share": min(max(percent(bad), 1), 99),
        "points": decimal(good, ".1f"),
        "other_points": decimal(bad, ".1f"),
    }


def _held(seen: Observation, one: ClassicEstimate, suit: Suit) -> int:
    return sum(card.suit is suit for card in hand_after(seen, one))


_FIGURES = N_(
    "No single reason stands out: {best} wins about {share}% of the time, {chosen} about "
    "{other_share}%."
)
_ALWAYS = 0.995
_MOSTLY = 0.5
# The learned value is not surer than this.
_CLEARLY = 0.02

_TRUMP, _TRICKS = N_("which suit is trump"), N_("how many tricks to end up with")
_WHICH_TRICKS, _SUITS = N_("which tricks to win"), N_("which suit to play")
_THEMES = {
    ReasonKind.MATCH: N_("the end of the match"),
    ReasonKind.WIN_TRICK: _WHICH_TRICKS,
    ReasonKind.LEAVE_TRICK: _WHICH_TRICKS,
    ReasonKind.MORE_TRUMPS: _TRUMP,
    ReasonKind.FEWER_TRUMPS: _TRUMP,
    ReasonKind.VOID: _SUITS,
    ReasonKind.HUMBLE: _TRICKS,
    ReasonKind.VICTORIOUS: _TRICKS,
    ReasonKind.NOT_GREEDY: _TRICKS,
    ReasonKind.NOT_DEFEATED: _TRICKS,
    ReasonKind.TREASURES: N_("the Treasures"),
}
_OF_ABILITIES = {
    Ability.SWAN: N_("the Swan"),
    Ability.FOX: N_("the Fox"),
    Ability.WOODCUTTER: N_("the Woodcutter"),
    Ability.TREASURE: N_("the Treasures"),
    Ability.WITCH: N_("the Witch"),
    Ability.MONARCH: N_("the Monarch"),
}
LESSONS = {
    _WHICH_TRICKS: ("tricks",),
    _TRUMP: ("tricks",),
    _SUITS: ("tricks",),
    _TRICKS: ("counting", "bands"),
    _THEMES[ReasonKind.MATCH]: ("last-round",),
    _OF_ABILITIES[Ability.MONARCH]: ("monarch",),
    _OF_ABILITIES[Ability.WITCH]: ("witches", "witch"),
    _OF_ABILITIES[Ability.SWAN]: ("witches", "swan"),
    _OF_ABILITIES[Ability.FOX]: ("woodcutter",),
    _OF_ABILITIES[Ability.WOODCUTTER]: ("burying", "woodcutter"),
    _OF_ABILITIES[Ability.TREASURE]: ("treasures", "treasure"),
}
"""The lessons for what choices were about, by their names: strategy before the rules."""

PUZZLES = {
    _WHICH_TRICKS: ("trick",),
    _TRUMP: ("fox",),
    _TRICKS: ("humble", "greed", "victorious"),
    _THEMES[ReasonKind.MATCH]: ("match-end",),
    _OF_ABILITIES[Ability.MONARCH]: ("monarch",),
    _OF_ABILITIES[Ability.WITCH]: ("witch",),
    _OF_ABILITIES[Ability.SWAN]: ("swan",),
    _OF_ABILITIES[Ability.FOX]: ("fox",),
    _OF_ABILITIES[Ability.WOODCUTTER]: ("woodcutter",),
    _OF_ABILITIES[Ability.TREASURE]: ("treasures",),
}
"""The kinds of puzzles for what choices were about."""


def cost_sentence(review: Review, one: Assessment) -> str:
    """Say why a decision cost what it did, by what its seat could know."""
    names, state = review.game.header.players, review.game.states[one.number - 1]
    best: ClassicEstimate | None = one.best_estimate  # type: ignore[assignment]
    chosen: ClassicEstimate | None = one.chosen_estimate  # type: ignore[assignment]
    assert best is not None, "what was not estimated cost nothing"
    if chosen is None:
        sentence = _("{name} resigned with a chance of about {win}% to win the match.")
        return format_sentence(sentence, name=names[one.seat], win=percent(best.win))
    reason = reason_of(review, one)
    if reason is not None:
        return explanation(observe(state, one.seat), reason, best, chosen, names)
    return _(_FIGURES).format(
        best=choice_phrase(best.action, names),
        chosen=choice_phrase(chosen.action, names),
        share=percent(best.win),
        other_share=percent(chosen.win),
    )


def reason_of(review: Review, one: Assessment) -> ClassicReason | None:
    """Return why the best choice was better than what was chosen, if that is more than noise."""
    best: ClassicEstimate | None = one.best_estimate  # type: ignore[assignment]
    chosen: ClassicEstimate | None = one.chosen_estimate  # type: ignore[assignment]
    if best is None or chosen is None or one.cost_lower_bound <= 0:
        return None
    estimates: tuple[ClassicEstimate, ...] = one.estimates  # type: ignore[assignment]
    seen = observe(review.game.states[one.number - 1], one.seat)
    worlds = min(map(one.worlds_for, (one.best, one.chosen))) if one.errors else inf
    return find_reason(seen, estimates, best, chosen, worlds)


def is_instructive(review: Review, one: Assessment) -> bool:
    """Return whether a sentence names the cause of what a choice cost."""
    return reason_of(review, one) is not None


def theme(review: Review, one: Assessment) -> str:
    """Name what a costly choice was about, to be translated; empty without a cause."""
    reason = reason_of(review, one)
    if reason is None:
        return ""
    ability = None if reason.cause is None else reason.cause.reason.feature.ability
    return _OF_ABILITIES[ability] if ability else _THEMES[reason.kind]


def hindsight_sentence(one: Assessment, names: Names) -> str:
    """Say what open hands would have shown that nobody could know, if anything."""
    every: tuple[ClassicDoubleDummy, ...] = one.hindsight  # type: ignore[assignment]
    chosen = next((opened for opened in every if opened.action == one.chosen), None)
    if chosen is None:
        return ""
    best = max(every, key=lambda opened: opened.win)
    if best.win - chosen.win < _CLEARLY:
        sentence = _("Even in hindsight, nothing was clearly better than {option}.")
        if one.best != one.chosen:
            sentence = _("In hindsight, though, nothing was clearly better than {option}.")
        return format_sentence(sentence, option=choice_phrase(one.chosen, names))
    sentence = _(
        "In hindsight: {option} was best in the long run, with about {win}% to win the match "
        "against {other_win}%."
    )
    if best.taken >= _MOSTLY > chosen.taken:
        sentence = _("In hindsight: {option} would probably have won the trick, and was best.")
        if best.taken >= _ALWAYS:
            sentence = _("In hindsight: {option} would have won the trick, and was best.")
    elif chosen.taken >= _MOSTLY > best.taken:
        sentence = _(
            "In hindsight: {option} would probably have left the trick to {other}, and was best."
        )
        if best.taken <= 1 - _ALWAYS:
            sentence = _(
                "In hindsight: {option} would have left the trick to {other}, and was best."
            )
    return format_sentence(
        sentence,
        option=choice_phrase(best.action, names),
        other=names[one.seat.other],
        win=percent(best.win),
        other_win=percent(chosen.win),
    )
