"""The sentences of reasons and reviews: what a choice does, and what a costly one lost."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from foxduet.analysis.review import FELT
from foxduet.core.cards import card_of
from foxduet.core.errors import N_
from foxduet.games.duet.rules.cards import Ability, Suit
from foxduet.games.duet.rules.observation import observe
from foxduet.games.duet.rules.state import Give
from foxduet.games.duet.words.names import (
    card_name,
    choice_phrase,
    choice_subject,
    suit_name,
)
from foxduet.games.duet.words.reasons import (
    NO_CAUSE,
    NOISE,
    Among,
    ReasonKind,
    TrickEnd,
    forced_outcome,
    reason_against,
    sure_gem,
    trick_ends,
)
from foxduet.play.game import Names
from foxduet.words.game_words import percent
from foxduet.words.i18n import _, decimal, ngettext
from foxduet.words.text import filled, format_sentence

if TYPE_CHECKING:
    from foxduet.analysis.review import Assessment, Review
    from foxduet.games.duet.ai.expert import DuetEstimate, DuetOpenHands
    from foxduet.games.duet.rules.observation import Observation
    from foxduet.games.duet.rules.state import Action
    from foxduet.games.duet.words.reasons import DuetReason


# {name} had the choice, and plays with {other}. {best} and {chosen} are choices, {card} and
# {other_card} cards; {often} and {other_often} are "about 7 times in 10" or the like.
_REASONS = {
    ReasonKind.OVERRUN: N_("{Chosen} runs the fox off the path {other_often}; {best}, {often}."),
    ReasonKind.GEM: N_("{Best} finds a gem {often}; {chosen}, {other_often}."),
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
    ReasonKind.OUTER: N_(
        "{Best} finds a gem nearer the end than {chosen} does; gems in the middle are easier "
        "to find later."
    ),
    ReasonKind.FEWER_HELD: N_("{Best} leaves {name} fewer paws in hand than {chosen} does."),
    ReasonKind.SWAP: N_(
        "The decree was worth taking: the {decree} comes into {name:*'s|your} hand."
    ),
    ReasonKind.KEEP_DECREE: N_(
        "The decree was best left alone: no card was worth giving up for it."
    ),
    ReasonKind.TRUMP: N_("This was the moment for a trump, such as the {card}."),
    ReasonKind.KEEP_TRUMP: N_("The {other_card} is a trump, and trumps were worth keeping."),
    ReasonKind.PLAIN: N_("The {other_card} has an ability worth saving for later."),
    ReasonKind.LOW: N_("A low card was better here: the {card}, not the {other_card}."),
    ReasonKind.HIGH: N_("A high card was better here: the {card}, not the {other_card}."),
    ReasonKind.KEEP_LOW: N_("Low cards were worth keeping, and the {other_card} is one of them."),
    ReasonKind.KEEP_HIGH: N_("High cards were worth keeping, and the {other_card} is one of them."),
    ReasonKind.FEW_PAWS: N_(
        "Fewer paws were better here: the {card} has {paws}, the {other_card} {other_paws}."
    ),
    ReasonKind.MANY_PAWS: N_(
        "It was better to spend paws than to keep them: the {card} has {paws}, the "
        "{other_card} {other_paws}."
    ),
    ReasonKind.MAKE_TRUMP: N_("{suit} were the better trump here."),
    ReasonKind.AVOID_TRUMP: N_("Any other trump was better than {suit} here."),
    ReasonKind.KEEP_CARD: N_(
        "The trick goes the same way with either card, but the {other_card} was worth "
        "keeping for later."
    ),
    ReasonKind.SPARE_CARD: N_(
        "The trick goes the same way with either card, and the {card} was easier to spare."
    ),
    ReasonKind.LAST: N_(
        "The {card} is {name:*'s|your} last card of its suit: once it is gone, {name} may play "
        "anything when that suit is led."
    ),
    ReasonKind.KEEP_LAST: N_(
        "The {other_card} is {name:*'s|your} last card of its suit, and was worth keeping."
    ),
    ReasonKind.SUIT: N_("{suit} were easier to spare, such as the {card}."),
    ReasonKind.KEEP_SUIT: N_("{suit} were worth keeping, such as the {other_card}."),
    ReasonKind.END_PILE: N_(
        "Gems at an end are hard to reach: {best} leaves {count} on the last space there; "
        "{chosen} leaves {other_count}."
    ),
    ReasonKind.FEWER_TRUMPS: N_(
        "It was better to hold fewer trumps: {best} leaves {count}; {chosen}, {other_count}."
    ),
    ReasonKind.LATER: N_(
        "Later in the round the fox runs off the path {other_often} after {chosen}; {often} "
        "after {best}."
    ),
    ReasonKind.FOUND: N_(
        "By the end of the round about {gems} gems are found after {best}; about "
        "{other_gems} after {chosen}."
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
# In the place of these where a card is given.
_GIVEN = {
    ReasonKind.ABILITY: N_("The {card} was a good card to give, ability and all."),
    ReasonKind.TRUMP: N_("A trump was the card to give, such as the {card}."),
    ReasonKind.LOW: N_("A low card was the one to give: the {card}, not the {other_card}."),
    ReasonKind.HIGH: N_("A high card was the one to give: the {card}, not the {other_card}."),
    ReasonKind.FEW_PAWS: N_(
        "A card with fewer paws was the one to give: the {card} has {paws}, the {other_card} "
        "{other_paws}."
    ),
    ReasonKind.MANY_PAWS: N_(
        "A card with more paws was the one to give: the {card} has {paws}, the {other_card} "
        "{other_paws}."
    ),
    ReasonKind.SPARE_CARD: N_(
        "The trick goes the same way with either card, and the {card} is the one to give."
    ),
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
        "{Best} finds the gem on space {space}; {chosen}, the one on space {other_space}. "
        "Gems in the middle are easier to find later."
    ),
}
# Between rounds.
_NEXT_ROUND = {
    ReasonKind.LATER: N_(
        "In the next round the fox runs off the path {other_often} after {chosen}; {often} "
        "after {best}."
    ),
    ReasonKind.FOUND: N_(
        "In the next round about {gems} gems are found after {best}; about {other_gems} after "
        "{chosen}."
    ),
}
_AMONG = {
    Among.ALL: "",
    Among.GEM: N_("(Comparing only choices that find a gem.)"),
    Among.PATH: N_("(Comparing only choices that stay on the path.)"),
    Among.TRUMP: N_("(Comparing only choices with the same trump.)"),
    Among.SUIT: N_("(Comparing only cards of this suit.)"),
    Among.PLAIN: N_("(Comparing only cards without an ability.)"),
    Among.WON: N_("(Comparing only choices that win the trick.)"),
    Among.LEFT: N_("(Comparing only choices that lose the trick.)"),
    Among.ALIKE: N_("The trick goes the same way with either."),
}
_EVENTS: Mapping[ReasonKind, Callable[[TrickEnd], bool | None]] = {
    ReasonKind.OVERRUN: lambda end: end.overruns,
    ReasonKind.GEM: lambda end: end.finds_gem,
    ReasonKind.TOKEN: lambda end: end.overruns,
    ReasonKind.WIN_TRICK: lambda end: end.mine,
    ReasonKind.LEAVE_TRICK: lambda end: not end.mine,
}
# Shares of worlds that are as good as all of them, or none; and what means are as good as whole.
_ALWAYS, _NEARLY, _NEVER, _EXACT = 0.995, 0.99, 0.005, 0.005
_SAY_IT_THEMSELVES = (ReasonKind.KEEP_CARD, ReasonKind.SPARE_CARD)
# Why paws matter is said where it shows: those that stay in a hand may be too many later.
_OF_PAWS = (ReasonKind.FEW_PAWS, ReasonKind.MANY_PAWS, ReasonKind.FEWER_HELD)
_PAWS_LATER = N_("That way the fox runs off later {often}; otherwise, {other_often}.")


def reason_sentence(
    seen: Observation, reason: DuetReason, best: DuetEstimate, other: DuetEstimate, names: Names
) -> str:
    """Return the sentence on why ``best`` was better than ``other``, by what a seat saw."""
    found, kind = reason.found, reason.kind
    card, other_card, decree = card_of(best.action), card_of(other.action), seen.table.decree
    shares = [found.best, found.other]
    if kind is ReasonKind.LEAVE_TRICK:
        shares = [1 - share for share in shares]
    certain = [
        _certain(seen, one.action, kind, share)
        for one, share in zip((best, other), shares, strict=True)
    ]
    spaces = [sure_gem(trick_ends(seen, one.action)) for one in (best, other)]
    own = 0 if found.suit is None else _held_after(seen, best.action, found.suit)
    sentence = _counted(kind, own if kind is ReasonKind.MAKE_TRUMP else found.best)
    if sentence is None:
        template = _certain_template(kind, certain, spaces) or _template(reason, seen, other)
        sentence = _(template)
    partner = names[seen.seat.other]
    often, other_often = _how_often(shares, certain, partner)
    text = format_sentence(
        sentence,
        name=names[seen.seat],
        other=partner,
        best=choice_phrase(best.action, names),
        Best=choice_subject(best.action, names),
        chosen=choice_phrase(other.action, names),
        Chosen=choice_subject(other.action, names),
        card="" if card is None else card_name(card),
        other_card="" if other_card is None else card_name(other_card),
        paws=0 if card is None else card.paws,
        other_paws=0 if other_card is None else other_card.paws,
        decree="" if decree is None else card_name(decree),
        suit="" if found.suit is None else suit_name(found.suit),
        own=own,
        count=_count(found.best),
        other_count=_count(found.other),
        gems=decimal(found.best, ".1f"),
        other_gems=decimal(found.other, ".1f"),
        space=spaces[0],
        other_space=spaces[1],
        often=often,
        other_often=other_often,
    )
    if kind in _OF_PAWS and other.later - best.later >= NOISE:
        # Nothing so far ahead is as good as certain.
        later = [min(one.later, _NEARLY) for one in (best, other)]
        often, other_often = _how_often(later, (None, None), partner)
        text = f"{text} {_(_PAWS_LATER).format(often=often, other_often=other_often)}"
    among = "" if kind in _SAY_IT_THEMSELVES else _AMONG[reason.among]
    return f"{text} {_(among)}" if among else text


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


def _held_after(seen: Observation, choice: Action, suit: Suit) -> int:
    """Return how many cards of a suit a seat holds after it has swapped, or kept, the decree."""
    given, decree = card_of(choice), seen.table.decree
    held = [card for card in seen.hand if card is not given]
    if given is not None and decree is not None:
        held.append(decree)
    return sum(card.suit is suit for card in held)


def _template(reason: DuetReason, seen: Observation, other: DuetEstimate) -> str:
    """Return the sentence on a reason: another where a card is given, or between rounds."""
    kind = reason.kind
    if isinstance(other.action, Give) and kind in _GIVEN:
        return _GIVEN[kind]
    if reason.found.ability is not None:
        played = kind is ReasonKind.ABILITY
        return (_PLAYED if played else _KEPT)[reason.found.ability]
    is_between = seen.table.trick is None
    return _NEXT_ROUND[kind] if is_between and kind in _NEXT_ROUND else _REASONS[kind]


def _counted(kind: ReasonKind, count: float) -> str | None:
    """Return a sentence with a number of things, translated; None if there is none."""
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
        case ReasonKind.MAKE_TRUMP if count:
            return ngettext(
                "{suit} were the better trump here: {name} then {name:holds|hold} {own}.",
                "{suit} were the better trump here: {name} then {name:holds|hold} {own}.",
                int(count),
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
    answer = forced_outcome(trick_ends(seen, action), event)
    return answer if answer is (share >= _ALWAYS) else None


def _how_often(
    shares: Sequence[float], certain: Sequence[bool | None], partner: str
) -> tuple[str, str]:
    """Say how often something happens with the best choice, and with what it is compared with."""
    is_close = round(10 * shares[0]) == round(10 * shares[1])
    best, other = (
        _often(share, one, 100 if is_close else 10, partner)
        for share, one in zip(shares, certain, strict=True)
    )
    return best, other


def _often(share: float, certain: bool | None, times: int, partner: str) -> str:
    """Say in what share of worlds something happens, and of how many; or that it is certain."""
    match certain:
        case True:
            return _("every time")
        case False:
            # Translators: how often a choice does what is named, at the end of a sentence
            return _("never")
        case None if share >= _ALWAYS:
            return filled(_("if {name} {name:plays|play} as expected"), name=partner)
        case None if round(times * share) >= times:
            return _("nearly always")
        case None if round(times * share) <= 0:
            return _("hardly ever")
        case None:
            count = round(times * share)
            sentence = ngettext("about once in {times}", "about {count} times in {times}", count)
            return sentence.format(count=count, times=times)


# A share of orders of cards that is as good as all of them.
_MOSTLY = 0.5


def cost_sentence(review: Review, one: Assessment) -> str:
    """Say in one sentence why a decision cost what it did, by what its seat could know."""
    names = review.game.header.players
    best: DuetEstimate | None = one.best_value  # type: ignore[assignment]
    chosen: DuetEstimate | None = one.chosen_value  # type: ignore[assignment]
    assert best is not None, "what was not estimated cost nothing"
    if chosen is None:
        sentence = _("Resigning gave up a chance of about {win}%.")
        return sentence.format(win=percent(best.win))
    reason = reason_of(review, one)
    if reason is None:
        sentence = _figures_sentence(best, chosen, in_points=one.in_points)
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
    compared = {each.action: each for each in one.compared}
    best: DuetEstimate | None = compared.get(one.best)  # type: ignore[assignment]
    chosen: DuetEstimate | None = compared.get(one.chosen)  # type: ignore[assignment]
    if best is None or chosen is None or one.least_cost <= 0:
        return None
    table = review.game.states[one.number - 1].table
    every: tuple[DuetEstimate, ...] = one.compared  # type: ignore[assignment]
    return reason_against(table, every, best, chosen)


def teaches(review: Review, one: Assessment) -> bool:
    """Return whether a sentence names the cause of what a choice cost."""
    reason = reason_of(review, one)
    return reason is not None and reason.kind not in NO_CAUSE


_ENDS, _GEMS = N_("the ends of the path"), N_("gems within reach")
_TOKENS, _PAWS = N_("when to spend tokens"), N_("how many paws to play")
_WIN, _LEAVE = N_("which tricks to win"), N_("which tricks to leave")
_TRUMPS, _ABILITIES = N_("choosing the trump"), N_("when to use abilities")
_CARDS = N_("which card to give")
_THEMES = {
    **dict.fromkeys(
        (
            ReasonKind.OVERRUN,
            ReasonKind.EDGE,
            ReasonKind.TO_END,
            ReasonKind.OUTER,
            ReasonKind.LATER,
        ),
        _ENDS,
    ),
    **dict.fromkeys((ReasonKind.GEM, ReasonKind.REACH, ReasonKind.NEAR, ReasonKind.FOUND), _GEMS),
    ReasonKind.TOKEN: _TOKENS,
    ReasonKind.END_PILE: _TOKENS,
    ReasonKind.WIN_TRICK: _WIN,
    ReasonKind.LEAVE_TRICK: _LEAVE,
    ReasonKind.FEW_PAWS: _PAWS,
    ReasonKind.MANY_PAWS: _PAWS,
    ReasonKind.PLAIN: _ABILITIES,
    **dict.fromkeys(
        (ReasonKind.TRUMP, ReasonKind.KEEP_TRUMP, ReasonKind.MAKE_TRUMP, ReasonKind.AVOID_TRUMP),
        _TRUMPS,
    ),
    **dict.fromkeys(
        (ReasonKind.MORE_TRUMPS, ReasonKind.FEWER_TRUMPS, ReasonKind.PARTNER_TRUMPS), _TRUMPS
    ),
    **dict.fromkeys((ReasonKind.SWAP, ReasonKind.KEEP_DECREE), _TRUMPS),
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
"""The lessons for what choices were about, by their names: strategy before the rules.

None is about when to use abilities.
"""

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
    if reason is None or reason.kind in NO_CAUSE:
        return ""
    if reason.found.ability:
        return _OF_ABILITIES[reason.found.ability]
    return _THEMES.get(reason.kind, _CARDS)


def _figures_sentence(best: DuetEstimate, chosen: DuetEstimate, *, in_points: bool) -> str:
    """Return the sentence for choices that differ in nothing that could be named."""
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
    """Return the sentence for choices as sure to win, of which the best has more ``points``."""
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
    every: tuple[DuetOpenHands, ...] = one.open_hands  # type: ignore[assignment]
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
    """Say that nothing was better than what was chosen, or that something hardly was."""
    if one.cost.worth < FELT:
        sentence = _("Even in hindsight, nothing was better than {option}.")
        if hardly:
            sentence = _("Even in hindsight, nothing was clearly better than {option}.")
    else:
        sentence = _("In hindsight, though, nothing was better than {option}.")
        if hardly:
            sentence = _("In hindsight, though, nothing was clearly better than {option}.")
    return sentence.format(option=choice_phrase(one.chosen, names))


def _gem_in_hindsight(found: DuetOpenHands, names: Names) -> str:
    sentence = _("In hindsight: {option} would probably have found the gem on space {space}.")
    if found.gem >= _ALWAYS:
        sentence = _("In hindsight: {option} would have found the gem on space {space}.")
    return sentence.format(option=choice_phrase(found.action, names), space=found.space)
