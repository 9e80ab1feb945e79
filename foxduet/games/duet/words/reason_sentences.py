"""The sentence for each reason: what a choice does, in cards, spaces and counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from foxduet.core.common import card_of
from foxduet.core.errors import N_
from foxduet.games.duet.rules.actions import Give
from foxduet.games.duet.rules.cards import Ability, Suit
from foxduet.games.duet.words.certainty import TrickEnd, certainly, sure_gem, trick_ends
from foxduet.games.duet.words.choices import choice_phrase, choice_subject
from foxduet.games.duet.words.names import ability_name, card_name, suit_name
from foxduet.games.duet.words.properties import NOISE, ReasonKind
from foxduet.games.duet.words.reasons import Among
from foxduet.words.i18n import _, decimal, ngettext

if TYPE_CHECKING:
    from foxduet.games.duet.ai.expert import DuetEstimate
    from foxduet.games.duet.rules.actions import Action
    from foxduet.games.duet.rules.observation import Observation
    from foxduet.games.duet.words.reasons import DuetReason
    from foxduet.play.game import Names

# {best} and {other} are choices, {card} and {other_card} cards; {often} and {other_often} are
# "about 7 times in 10" or the like.
_REASONS = {
    ReasonKind.OVERRUN: N_("{Other} takes the fox off the path {other_often}, {best} {often}."),
    ReasonKind.GEM: N_("{Best} finds a gem {often}, {other} {other_often}."),
    ReasonKind.TOKEN: N_(
        "It was worth a forest token: {best} takes the fox back to the start {often}, {other} "
        "{other_often}."
    ),
    ReasonKind.WIN_TRICK: N_(
        "This trick was worth winning: {best} wins it {often}, {other} {other_often}."
    ),
    ReasonKind.LEAVE_TRICK: N_(
        "This trick was better left to your partner: {best} loses it {often}, {other} "
        "{other_often}."
    ),
    ReasonKind.EDGE: N_(
        "{Other} leaves the fox within a step of an end {other_often}, {best} {often}."
    ),
    ReasonKind.REACH: N_(
        "{Best} leaves the fox within two steps of a gem {often}, {other} {other_often}."
    ),
    ReasonKind.OUTER: N_(
        "{Best} finds a gem further out than {other}; those in the middle are easier to find later."
    ),
    ReasonKind.FEWER_HELD: N_("{Best} leaves fewer paws in your hand than {other}."),
    ReasonKind.SWAP: N_("It was worth swapping the decree: you take the {decree} into your hand."),
    ReasonKind.KEEP_DECREE: N_("It was worth keeping the decree, and your cards with it."),
    ReasonKind.KEEP_ABILITY: N_("It was worth keeping your {ability}: {other} parts with it."),
    ReasonKind.TRUMP: N_("It was worth playing a trump here, such as the {card}."),
    ReasonKind.KEEP_TRUMP: N_("The {other_card} is a trump, and your trumps were worth keeping."),
    ReasonKind.PLAIN: N_("The {other_card} has an ability, and your abilities were worth keeping."),
    ReasonKind.LOW: N_("A low card was better here: the {card} rather than the {other_card}."),
    ReasonKind.HIGH: N_("A high card was better here: the {card} rather than the {other_card}."),
    ReasonKind.KEEP_LOW: N_("The {other_card} is low, and your low cards were worth keeping."),
    ReasonKind.KEEP_HIGH: N_("The {other_card} is high, and your high cards were worth keeping."),
    ReasonKind.FEW_PAWS: N_(
        "Fewer paws were better here: the {card} has {paws}, the {other_card} has {other_paws}."
    ),
    ReasonKind.MANY_PAWS: N_(
        "Paws were better played than kept: the {card} has {paws}, the {other_card} {other_paws}."
    ),
    ReasonKind.MAKE_TRUMP: N_("{suit} were the better trump here."),
    ReasonKind.AVOID_TRUMP: N_("Any other trump was better than {suit} here."),
    ReasonKind.KEEP_CARD: N_(
        "The trick goes the same way with both, but the {other_card} was worth keeping for later."
    ),
    ReasonKind.SPARE_CARD: N_(
        "The trick goes the same way with both, and the {card} is the one that you can spare."
    ),
    ReasonKind.LAST: N_(
        "The {card} is the last of its suit in your hand: without one you may follow that suit "
        "with any card."
    ),
    ReasonKind.KEEP_LAST: N_(
        "The {other_card} is the last of its suit in your hand, and was worth keeping."
    ),
    ReasonKind.SUIT: N_("{suit} could be spared, such as the {card}."),
    ReasonKind.KEEP_SUIT: N_("{suit} were worth keeping, such as the {other_card}."),
    ReasonKind.END_PILE: N_(
        "Gems at an end are hard to reach: {best} leaves {count} on the last space there, {other} "
        "{other_count}."
    ),
    ReasonKind.FEWER_TRUMPS: N_(
        "Fewer trumps were better to hold: {best} leaves you {count}, {other} {other_count}."
    ),
    ReasonKind.LATER: N_(
        "Later in the round {other} leads to an overrun path {other_often}, {best} {often}."
    ),
    ReasonKind.FOUND: N_(
        "By the end of the round {best} finds about {gems} gems, {other} about {other_gems}."
    ),
}
# In the place of these where a card is given.
_PLAYED = {
    Ability.MUSICIAN: N_(
        "It was worth playing your Musician here, the {card}: whoever wins the trick chooses which "
        "way the fox walks."
    ),
    Ability.FOXES: N_(
        "It was worth playing your Foxes here, the {card}: the trump can change at once."
    ),
    Ability.GAZELLE: N_(
        "It was worth playing your Gazelle here, the {card}: whoever wins the trick may leave out "
        "the paws of one card."
    ),
    Ability.GIFT: N_(
        "It was worth playing your Gift here, the {card}: you and your partner pass each other a "
        "card at once."
    ),
    Ability.ROYAL_HEIR: N_(
        "It was worth playing your Royal Heir here, the {card}: your partner may follow with any "
        "suit."
    ),
}
_GIVEN = {
    ReasonKind.ABILITY: N_("It was worth giving your {ability}, the {card}."),
    ReasonKind.TRUMP: N_("It was worth giving a trump, such as the {card}."),
    ReasonKind.LOW: N_("It was worth giving a low card: the {card} rather than the {other_card}."),
    ReasonKind.HIGH: N_(
        "It was worth giving a high card: the {card} rather than the {other_card}."
    ),
    ReasonKind.FEW_PAWS: N_(
        "It was worth giving fewer paws: the {card} has {paws}, the {other_card} has {other_paws}."
    ),
    ReasonKind.MANY_PAWS: N_(
        "It was worth giving more paws: the {card} has {paws}, the {other_card} has {other_paws}."
    ),
    ReasonKind.KEEP_CARD: N_(
        "The trick goes the same way with both, but the {other_card} was worth more in your hand."
    ),
    ReasonKind.SPARE_CARD: N_(
        "The trick goes the same way with both, and the {card} is the one to pass on."
    ),
}
# In the place of these where both are certain, by every hand and every reply.
_CERTAIN = {
    ReasonKind.OVERRUN: N_("{Other} takes the fox off the path; {best} keeps it there."),
    ReasonKind.GEM: N_("{Best} finds a gem; {other} finds none."),
    ReasonKind.TOKEN: N_(
        "It was worth a forest token: {best} takes the fox off the path and back to the start."
    ),
    ReasonKind.WIN_TRICK: N_("This trick was worth winning: {best} wins it, {other} loses it."),
    ReasonKind.LEAVE_TRICK: N_(
        "This trick was better left to your partner: {best} loses it, {other} wins it."
    ),
}
# In the place of these where the gems that are found are certain, and where they lie.
_ON_SPACES = {
    ReasonKind.GEM: N_("{Best} finds the gem on space {space}; {other} finds none."),
    ReasonKind.OUTER: N_(
        "{Best} finds the gem on space {space}, {other} the one on space {other_space}; those in "
        "the middle are easier to find later."
    ),
}
# Between rounds.
_NEXT_ROUND = {
    ReasonKind.LATER: N_(
        "In the round to come {other} leads to an overrun path {other_often}, {best} {often}."
    ),
    ReasonKind.FOUND: N_(
        "In the round to come {best} finds about {gems} gems, {other} about {other_gems}."
    ),
}
_AMONG = {
    Among.ALL: "",
    Among.GEM: N_("That is among choices that find a gem."),
    Among.PATH: N_("That is among choices that stay on the path."),
    Among.TRUMP: N_("That is among choices that lead to the same trump."),
    Among.SUIT: N_("That is among your cards of this suit."),
    Among.PLAIN: N_("That is among choices that keep your abilities."),
    Among.WON: N_("That is among choices that win the trick."),
    Among.LEFT: N_("That is among choices that lose the trick."),
    Among.ALIKE: N_("The trick goes the same way with both."),
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
_PAWS_LATER = N_("That way the fox later leaves the path {often}, else {other_often}.")


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
    often, other_often = _how_often(shares, certain)
    text = sentence.format(
        best=choice_phrase(best.action, names),
        Best=choice_subject(best.action, names),
        other=choice_phrase(other.action, names),
        Other=choice_subject(other.action, names),
        card="" if card is None else card_name(card),
        other_card="" if other_card is None else card_name(other_card),
        paws=0 if card is None else card.paws,
        other_paws=0 if other_card is None else other_card.paws,
        decree="" if decree is None else card_name(decree),
        ability="" if found.ability is None else ability_name(found.ability),
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
        often, other_often = _how_often(later, (None, None))
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
    if kind is ReasonKind.ABILITY and reason.found.ability is not None:
        return _PLAYED[reason.found.ability]
    is_between = seen.table.trick is None
    return _NEXT_ROUND[kind] if is_between and kind in _NEXT_ROUND else _REASONS[kind]


def _counted(kind: ReasonKind, count: float) -> str | None:
    """Return a sentence with a number of things, translated; None if there is none."""
    match kind:
        case ReasonKind.NEAR:
            return ngettext(
                "Within three steps of the fox gems lie on {count} space after {best}, on "
                "{other_count} after {other}.",
                "Within three steps of the fox gems lie on {count} spaces after {best}, on "
                "{other_count} after {other}.",
                _plural(count),
            )
        case ReasonKind.TO_END:
            return ngettext(
                "{Best} leaves the fox {count} step from the nearer end of the path, {other} "
                "{other_count}.",
                "{Best} leaves the fox {count} steps from the nearer end of the path, {other} "
                "{other_count}.",
                _plural(count),
            )
        case ReasonKind.MAKE_TRUMP if count:
            return ngettext(
                "{suit} were the better trump here: you then hold {own} of them.",
                "{suit} were the better trump here: you then hold {own} of them.",
                int(count),
            )
        case ReasonKind.MORE_TRUMPS:
            return ngettext(
                "{Best} leaves you {count} trump, {other} {other_count}.",
                "{Best} leaves you {count} trumps, {other} {other_count}.",
                _plural(count),
            )
        case ReasonKind.PARTNER_TRUMPS:
            return ngettext(
                "{Best} leaves your partner {count} trump, {other} {other_count}.",
                "{Best} leaves your partner {count} trumps, {other} {other_count}.",
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
    answer = certainly(trick_ends(seen, action), event)
    return answer if answer is (share >= _ALWAYS) else None


def _how_often(shares: Sequence[float], certain: Sequence[bool | None]) -> tuple[str, str]:
    """Say how often something happens with the best choice, and with what it is compared with."""
    is_close = round(10 * shares[0]) == round(10 * shares[1])
    best, other = (
        _often(share, one, 100 if is_close else 10)
        for share, one in zip(shares, certain, strict=True)
    )
    return best, other


def _often(share: float, certain: bool | None, times: int) -> str:
    """Say in what share of worlds something happens, and of how many; or that it is certain."""
    match certain:
        case True:
            return _("for sure")
        case False:
            # Translators: how often a choice does what is named, at the end of a sentence
            return _("never")
        case None if share >= _ALWAYS:
            return _("if your partner plays as expected")
        case None if round(times * share) >= times:
            return _("nearly always")
        case None if round(times * share) <= 0:
            return _("hardly ever")
        case None:
            count = round(times * share)
            sentence = ngettext("about once in {times}", "about {count} times in {times}", count)
            return sentence.format(count=count, times=times)
