"""What is told in words where there is no screen: hands, the trick, cards that are typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from typing import Any

from foxduet.core.common import Trick
from foxduet.core.frozen import dataclass
from foxduet.core.register import SPOKEN, part_of
from foxduet.play.game import Names
from foxduet.words.cards import CardWords
from foxduet.words.i18n import _, in_seven_bits, ngettext
from foxduet.words.people import fill
from foxduet.words.story import Sentences

_TOO_LONG = 3
"""No rank has as many digits."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SpokenBoard:
    """How a game's board is told: the ``name`` that asks for it, what that is for, the telling.

    ``tell`` describes the board of a state, or an observation.
    """

    name: str
    meaning: str
    tell: Callable[[Any, Names], Sentences]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SpokenWords:
    """What a game tells of what lies open, where others draw it; all is whole sentences."""

    standing: Callable[[Any, Names], Sentences]
    """Say how far a state, or an observation, is, and what counts in it."""
    reference: Callable[[], Sentences]
    """Say what each rank does."""
    heard: Mapping[str, str]
    """What is said in the rules instead of what is only seen, or done with keys."""
    outcome: Callable[[Any, Names], str]
    """Say how a game ended, beside what was told of its last trick."""
    board: SpokenBoard | None = None
    """None where nothing lies on the table but cards."""
    position: Callable[[Any, Names], Sentences] = lambda _moment, _names: ()
    """Describe what of the board matters to the choice that is due."""
    marks: Callable[[Sequence[Any]], str] = lambda _cards: ""
    """Say what counts on cards beside their suits, ranks and abilities; empty if nothing does."""


def spoken_words(game: str) -> SpokenWords:
    """Return what a game, given by its name, tells in words."""
    words: SpokenWords = part_of(game, SPOKEN)
    return words


def full_name(words: CardWords[Any], card: Any) -> str:
    """Return a card's name with its ability, if it has one."""
    name = words.card_name(card)
    if card.ability is None:
        return name
    return _("{card}, {ability}").format(card=name, ability=words.ability_name(card.ability))


def hand_sentence(words: CardWords[Any], hand: Sequence[Any]) -> str:
    """Name the cards of a hand, suit by suit."""
    if not hand:
        return _("You hold no card.")
    sentence = ngettext(
        "You hold {count} card: {cards}.", "You hold {count} cards: {cards}.", len(hand)
    )
    return sentence.format(count=len(hand), cards=_by_suits(words, hand))


def known_hand_sentence(
    words: CardWords[Any], name: str, hand: Sequence[Any], unseen: int = 0
) -> str:
    """Name the cards of a player's hand that are known, and say how many are not."""
    count, lists = len(hand) + unseen, _suit_lists(words, hand)
    if not count:
        return fill(_("{name} {name:holds|hold} no card."), name=name)
    sentence = ngettext(
        "{name} {name:holds|hold} {count} card: {cards}.",
        "{name} {name:holds|hold} {count} cards: {cards}.",
        count,
    )
    if unseen:
        hidden = ngettext("{count} unseen", "{count} unseen", unseen).format(count=unseen)
        lists.append(hidden)
    return fill(sentence, name=name, count=count, cards=joined(lists))


def _by_suits(words: CardWords[Any], cards: Sequence[Any]) -> str:
    """List cards suit by suit."""
    return joined(_suit_lists(words, cards))


def _suit_lists(words: CardWords[Any], cards: Sequence[Any]) -> list[str]:
    """List the cards of each suit."""
    lists = []
    for suit, name in enumerate(words.suits()):
        ranks = ", ".join(str(card.rank) for card in cards if card.suit == suit)
        if ranks:
            lists.append(f"{name} {ranks}")
    return lists


def joined(lists: Iterable[str]) -> str:
    """Join the parts of a list that have commas themselves."""
    # Translators: one part of a list after the other
    return reduce(lambda before, one: _("{before}; {one}").format(before=before, one=one), lists)


def trick_sentence(words: CardWords[Any], trick: Trick[Any] | None, names: Names) -> str:
    """Say what lies on the table."""
    if trick is None or trick.lead is None:
        return _("No card lies on the table.")
    leader = names[trick.leader]
    card = full_name(words, trick.lead)
    if trick.follow is None:
        return fill(_("{name} led the {card}."), name=leader, card=card)
    sentence = _("{name} led the {card}, and {other} followed with the {followed}.")
    followed, other = full_name(words, trick.follow), names[trick.leader.other]
    return fill(sentence, name=leader, card=card, other=other, followed=followed)


def decree_sentence(words: CardWords[Any], decree: Any) -> str:
    """Say which card is the decree, and which suit is trump by it."""
    if decree is None:
        return _("There is no decree before the first deal.")
    sentence = _("The decree is the {card}: {trump}.")
    return sentence.format(card=words.card_name(decree), trump=words.trump_phrase(decree))


def out_sentence(words: CardWords[Any], observation: Any) -> str:
    """Name the cards of earlier tricks, for players with that house rule."""
    if not observation.out:
        return _("No card is out yet.")
    return _("Out: {cards}").format(cards=_by_suits(words, observation.out)) + "."


def typed_card(words: CardWords[Any], said: str) -> tuple[int, int] | None:
    """Return the rank and the suit of a card that is named by them, in either order.

    "7r", "7 roses", "seven of roses", "roses 7"; between the two may be what is neither. But a
    letter before a number apart is no suit: it may begin a command.
    """
    text = plain_text(said)
    if re.match(r"[^\W\d_]\s", text):
        return None
    tokens = re.findall(r"[0-9]+|[^\W\d_]+", text)
    ranks, suits = [_rank_in(one) for one in tokens], [_suit_in(words, one) for one in tokens]
    if sum(one is not None for one in ranks) != 1 or sum(one is not None for one in suits) != 1:
        return None
    match ranks, suits:
        case ([int(rank), *_], [*_, int(suit)]) | ([*_, int(rank)], [int(suit), *_]):
            return rank, suit
        case _:
            return None


def _rank_in(token: str) -> int | None:
    """Return the rank that digits or a numeral stand for."""
    if token.isdecimal():
        return int(token) if len(token) < _TOO_LONG else None
    # Translators: the numerals from 1 on, as they are said, with a blank between
    numerals = plain_text(_("one two three four five six seven eight nine ten eleven")).split()
    return numerals.index(token) + 1 if token in numerals else None


def _suit_in(words: CardWords[Any], token: str) -> int | None:
    """Return which suit a letter, a name or its beginning stands for, if it is only one."""
    by_letter = [at for at, letter in enumerate(words.letters()) if token == plain_text(letter)]
    by_name = [at for at, name in enumerate(words.suits()) if plain_text(name).startswith(token)]
    suits = by_letter or by_name
    return suits[0] if len(suits) == 1 else None


def plain_text(text: str) -> str:
    """Return a text as it is compared: without capitals and accents."""
    return in_seven_bits(text).casefold().strip()
