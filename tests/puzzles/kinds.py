"""What a puzzle is about: by what is to choose, the cards involved, and the reviews' reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from foxduet.ai.partner import Estimate
from foxduet.analysis.review import Assessment, Review
from foxduet.core.common import card_of
from foxduet.games.classic.rules.actions import Choice as ClassicChoice
from foxduet.games.classic.rules.cards import Ability
from foxduet.games.classic.words.reasons import ReasonKind as Cause
from foxduet.games.classic.words.review_words import cause_of
from foxduet.games.duet.rules.actions import Choice as DuetChoice
from foxduet.games.duet.words.properties import ReasonKind
from foxduet.games.duet.words.review_words import reason_of

_OF_DECISIONS: Mapping[Any, str] = {
    DuetChoice.FOXES: "trump",
    DuetChoice.EXCHANGE: "trump",
    DuetChoice.GIVE: "give",
    DuetChoice.MOVE: "move",
    ClassicChoice.EXCHANGE: "fox",
    ClassicChoice.DISCARD: "woodcutter",
}

_OF_DUET_REASONS: Mapping[ReasonKind, str] = {
    **dict.fromkeys(
        (ReasonKind.OVERRUN, ReasonKind.EDGE, ReasonKind.TO_END, ReasonKind.OUTER), "ends"
    ),
    **dict.fromkeys((ReasonKind.GEM, ReasonKind.REACH, ReasonKind.NEAR), "gem"),
    **dict.fromkeys((ReasonKind.TOKEN, ReasonKind.END_PILE), "token"),
    **dict.fromkeys((ReasonKind.WIN_TRICK, ReasonKind.LEAVE_TRICK), "lead"),
    **dict.fromkeys((ReasonKind.TRUMP, ReasonKind.KEEP_TRUMP), "trump"),
    **dict.fromkeys((ReasonKind.MAKE_TRUMP, ReasonKind.AVOID_TRUMP), "trump"),
    **dict.fromkeys(
        (ReasonKind.MORE_TRUMPS, ReasonKind.FEWER_TRUMPS, ReasonKind.PARTNER_TRUMPS), "trump"
    ),
}

_OF_CLASSIC_REASONS: Mapping[Cause, str] = {
    Cause.MATCH: "match-end",
    Cause.HUMBLE: "humble",
    Cause.NOT_GREEDY: "greed",
    Cause.VICTORIOUS: "victorious",
    Cause.TREASURES: "treasures",
    Cause.WIN_TRICK: "trick",
    Cause.LEAVE_TRICK: "trick",
}

_OF_ABILITIES: Mapping[Ability, str] = {
    Ability.SWAN: "swan",
    Ability.FOX: "fox",
    Ability.WOODCUTTER: "woodcutter",
    Ability.TREASURE: "treasures",
    Ability.WITCH: "witch",
    Ability.MONARCH: "monarch",
}

# So few gems are left that the next tricks may find the last one.
_LAST_GEMS = 2
# With so many points to go at most, the round under way may end the match.
_LAST_POINTS = 6
_HUMBLE, _VICTORIOUS = 3, 7


def kinds_by_decision(game: str, state: Any) -> frozenset[str] | None:
    """Return the only kinds that a puzzle of a decision may have, None if it may have others."""
    kind = _OF_DECISIONS.get(state.table.pending.choice)
    if kind is None or game == "classic":
        return None
    return frozenset({kind, "finish"} if kind == "move" else {kind})


def kinds_of(review: Review, one: Assessment) -> list[str]:
    """Return all kinds that a puzzle may have, by the review of a wrong choice in it."""
    state = review.game.states[0]
    found = _duet_kinds if review.game.header.game == "duet" else _classic_kinds
    kinds = [*dict.fromkeys(found(review, one, state))]
    only = kinds_by_decision(review.game.header.game, state)
    return [kind for kind in kinds if only is None or kind in only]


def _duet_kinds(review: Review, one: Assessment, state: Any) -> Iterator[str]:
    reason = reason_of(review, one)
    assert reason is not None, "a puzzle has a reason"
    table, best, chosen = state.table, one.of_best, one.of_chosen
    if table.pending.choice in _OF_DECISIONS:
        yield _OF_DECISIONS[table.pending.choice]
    finds: Any = best
    misses: Any = chosen
    if table.path.gems_left <= _LAST_GEMS and finds.gem - misses.gem >= 0.1:
        yield "finish"
    if reason.kind is ReasonKind.OVERRUN and table.reserve:
        yield "token"
    yield _OF_DUET_REASONS.get(reason.kind, "card")


def _classic_kinds(review: Review, one: Assessment, state: Any) -> Iterator[str]:
    cause = cause_of(review, one)
    assert cause is not None, "a puzzle has a reason"
    table = state.table
    if max(table.points) >= table.setup.target - _LAST_POINTS:
        yield "match-end"
    yield from _classic_ends(one, table)
    if table.pending.choice in _OF_DECISIONS:
        yield _OF_DECISIONS[table.pending.choice]
    if cause.kind in _OF_CLASSIC_REASONS:
        yield _OF_CLASSIC_REASONS[cause.kind]
    cards = [card_of(one.best), table.lead]
    abilities = [cause.reason.found.ability, *(card.ability for card in cards if card)]
    yield from (_OF_ABILITIES[ability] for ability in abilities if ability)


def _classic_ends(one: Assessment, table: Any) -> Iterator[str]:
    """Yield the kinds about how the round ends, if the best choice ends it that way more often."""
    best: Any = one.of_best
    chosen: Any = one.of_chosen
    if best.humble - chosen.humble >= 0.15 and table.tricks[one.seat] <= _HUMBLE:
        yield "humble"
    if chosen.greedy - best.greedy >= 0.15:
        yield "greed"
    if best.victorious - chosen.victorious >= 0.15 and table.tricks[one.seat] < _VICTORIOUS:
        yield "victorious"


def is_ahead(best: Estimate, other: Estimate, times: float = 1.0) -> bool:
    """Return whether a choice is clearly better: by 6 % to win, or as sure to win by 3 points."""
    win, score = best.win - other.win, best.score - other.score
    return win >= 0.06 * times or (score >= 3 * times and win > -0.005)
