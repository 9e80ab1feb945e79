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
from foxduet.words.common import Figures
from foxduet.words.i18n import _, in_seven_bits, ngettext
from foxduet.words.people import fill
from foxduet.words.story import Sentences

_TOO_HIGH = 100
"""No card has such a rank."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SpokenBoard:
    """How a game's board is told: the ``name`` that asks for it, what that is for, the telling.

    ``also`` has other words that ask for it, with commas between. ``tell`` describes the board of
    a state, or an observation.
    """

    name: str
    meaning: str
    also: str
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
    tally: Callable[[Any], Figures] = lambda _state: ()
    """Return what both have won of a round under way, where that is told after each trick."""
    marks: Callable[[Sequence[Any]], str] = lambda _cards: ""
    """Say what counts on cards beside their suits, ranks and abilities; empty if nothing does."""

    ability_now: Callable[[Any, Any], str] = lambda _observation, _card: ""
    """Say what the ability of a card of the hand does if it is played now; empty without one."""


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
    return sentence.format(count=len(hand), cards=by_suits(words, hand))


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


def by_suits(words: CardWords[Any], cards: Sequence[Any]) -> str:
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
    return _("Out: {cards}").format(cards=by_suits(words, observation.out)) + "."


def typed_card(words: CardWords[Any], said: str) -> tuple[int, int] | None:
    """Return the rank and the suit of a card that is named by them, in any order.

    "7r", "r 7", "roses 7", "play the seven of roses, please"; all else must mean nothing.
    """
    tokens = spoken_tokens(said)
    ranks, suits = _numbers_in(tokens), _suits_in(words, tokens)
    if len(ranks) != 1 or len(suits) != 1 or {*tokens} - {*ranks, *suits} - empty_words():
        return None
    (rank,), (suit,) = ranks.values(), suits.values()
    return (rank, suit) if rank < _TOO_HIGH else None


def typed_number(said: str) -> int | None:
    """Return the number that is all that was said, but for words that mean nothing."""
    tokens = spoken_tokens(said)
    numbers = _numbers_in(tokens)
    is_number = len(numbers) == 1 and not {*tokens} - {*numbers} - empty_words()
    return next(iter(numbers.values())) if is_number else None


def spoken_tokens(said: str) -> list[str]:
    """Return the words and the numbers of what was said, as they are compared."""
    return re.findall(r"[0-9]+|[^\W\d_]+", plain_text(said))


def _numbers_in(tokens: Sequence[str]) -> dict[str, int]:
    """Return the numbers that stand in digits, or else those in words."""
    # Translators: the numerals from 1 on, as they are said, with a blank between
    numerals = spoken_tokens(_("one two three four five six seven eight nine ten eleven"))
    in_words = {one: numerals.index(one) + 1 for one in tokens if one in numerals}
    return {one: int(one) for one in tokens if one.isdecimal()} or in_words


def _suits_in(words: CardWords[Any], tokens: Sequence[str]) -> dict[str, int]:
    """Return the suits that are named whole, or else by beginnings, or else by letters."""
    names = [plain_text(name) for name in words.suits()]
    letters, empty = [plain_text(letter) for letter in words.letters()], empty_words()
    for is_named in (
        lambda token, at: names[at] in (token, f"{token}s"),
        lambda token, at: names[at].startswith(token) and len(token) > 1 and token not in empty,
        lambda token, at: token == letters[at],
    ):
        meant = {token: [at for at in range(len(names)) if is_named(token, at)] for token in tokens}
        found = {token: suits[0] for token, suits in meant.items() if len(suits) == 1}
        if found:
            return found
    return {}


def empty_words() -> set[str]:
    """Return the words that may be said around a card or a number, and change nothing."""
    # Translators: words that may stand beside a card or a number, as in "I play the 7 of Roses,
    # please" or "lesson 3"; with a blank between
    said = _(
        "a an the of my one it i ll d will would like to play lead follow choose pick take give "
        "swap use put do card with number choice option lesson part please thanks"
    )
    return {*spoken_tokens(said)}


def plain_text(text: str) -> str:
    """Return a text as it is compared: without capitals and accents."""
    return in_seven_bits(text).casefold().strip()
