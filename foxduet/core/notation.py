"""Text that the notations of all games share: seats, cards, deals, numbers, tricks.

Each value has one spelling: a parser refuses what its formatter would not have written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

from foxduet.core.common import CardT, Deal, Seat, Trick, hand_of
from foxduet.core.errors import N_, NotationError

NOTHING, HIDDEN = "-", "??"
_SEATS = {str(seat): seat for seat in Seat}


@dataclass(frozen=True, slots=True, eq=False)
class CardNotation(Generic[CardT]):
    """How the cards of a game are written: two letters each, the rank and the suit.

    ``not_a_card`` is the sentence about a ``{text}`` that is no card.
    """

    texts: tuple[str, ...]
    cards: Mapping[str, CardT]
    not_a_card: str

    def format_card(self, card: CardT) -> str:
        """Return two letters: the rank, then the suit."""
        return self.texts[card.index]

    def parse_card(self, text: str) -> CardT:
        """Return the card of two letters; NotationError if there is none."""
        card = self.cards.get(text)
        if card is None:
            raise NotationError(self.not_a_card, text=text)
        return card

    def format_cards(self, cards: Sequence[CardT | None]) -> str:
        """Return cards run together in the order given, ``-`` if there is none.

        None is a card that is hidden from the seat whose view it is.
        """
        texts = self.texts
        return "".join(HIDDEN if card is None else texts[card.index] for card in cards) or NOTHING

    def parse_cards(self, text: str) -> tuple[CardT, ...]:
        """Return the cards in ``text``; NotationError if one is wrong or occurs twice."""
        if text == NOTHING:
            return ()
        cards = tuple(self.parse_card(text[at : at + 2]) for at in range(0, len(text), 2))
        if not cards:
            raise NotationError(N_("cards are missing here; write '-' for none"))
        for at, card in enumerate(cards):
            if card in cards[:at]:
                template = N_("{card} occurs twice in {text}")
                raise NotationError(template, card=self.format_card(card), text=text)
        return cards

    def parse_hand(self, text: str) -> tuple[CardT, ...]:
        """Return the hand in ``text``; NotationError also when it is not sorted."""
        hand = self.parse_cards(text)
        if hand != hand_of(hand):
            template = N_("the hand {text} is not sorted; it should be {right}")
            raise NotationError(template, text=text, right=self.format_cards(hand_of(hand)))
        return hand

    def parse_view(self, text: str) -> tuple[CardT | None, ...]:
        """Return cards that are all hidden, or the cards in ``text``; raises NotationError."""
        return hidden_cards(text) or self.parse_cards(text)

    def parse_hands(self, text: str) -> tuple[tuple[CardT | None, ...], tuple[CardT | None, ...]]:
        """Return two hands, each hidden or not; NotationError where one cannot be read."""
        p1_hand, _, p2_hand = text.partition("/")
        return (
            hidden_cards(p1_hand) or self.parse_hand(p1_hand),
            hidden_cards(p2_hand) or self.parse_hand(p2_hand),
        )

    def parse_decree(self, text: str) -> CardT | None:
        """Return the decree, None before the first deal; NotationError if it is no card."""
        return None if text == NOTHING else self.parse_card(text)

    def format_decree(self, decree: CardT | None) -> str:
        """Return the decree's two letters, ``-`` before the first deal."""
        return NOTHING if decree is None else self.format_card(decree)

    def parse_trick(self, text: str) -> Trick[CardT] | None:
        """Return the trick in ``text``, such as ``p1:-``; NotationError if there is none."""
        if text == NOTHING:
            return None
        leader, _, cards_text = text.partition(":")
        cards = self.parse_cards(cards_text)
        if len(cards) > 2:
            raise NotationError(N_("TRICK: '{text}' has more than two cards"), text=text)
        return Trick(parse_seat(leader), *cards)

    def format_trick(self, trick: Trick[CardT] | None) -> str:
        """Return the leader and the cards of a trick, ``-`` when none is under way."""
        return NOTHING if trick is None else f"{trick.leader}:{self.format_cards(trick.cards)}"

    def format_deal(self, deal: Deal[CardT]) -> str:
        """Return the line of a record for ``deal``."""
        hands = "/".join(map(self.format_cards, deal.hands))
        decree, stock = self.format_card(deal.decree), self.format_cards(deal.stock)
        return f"deal {deal.dealer} {hands} {decree} {stock}"

    def parse_deal(self, dealer: str, hands: str, decree: str, stock: str) -> Deal[CardT]:
        """Return the deal in the words of a record's line; NotationError says what is wrong."""
        p1_hand, slash, p2_hand = hands.partition("/")
        if not slash:
            raise NotationError(N_("'{text}' is not two hands with a / between"), text=hands)
        both = (self.parse_hand(p1_hand), self.parse_hand(p2_hand))
        return Deal(parse_seat(dealer), both, self.parse_card(decree), self.parse_cards(stock))


def card_notation(
    deck: tuple[CardT, ...], ranks: str, suits: str, not_a_card: str
) -> CardNotation[CardT]:
    """Return the notation of a deck by the letters of its ranks, from 1, and of its suits."""
    texts = tuple(ranks[card.rank - 1] + suits[card.suit] for card in deck)
    return CardNotation(texts, dict(zip(texts, deck, strict=True)), not_a_card)


def hidden_cards(text: str) -> tuple[None, ...]:
    """Return as many hidden cards as ``text`` has, none if it is anything else."""
    count = len(text) // 2
    return (None,) * count if text == HIDDEN * count else ()


def parse_seat(text: str) -> Seat:
    """Return the seat; NotationError if ``text`` is neither ``p1`` nor ``p2``."""
    seat = _SEATS.get(text)
    if seat is None:
        raise NotationError(N_("'{text}' is not a seat; the seats are p1 and p2"), text=text)
    return seat


def parse_number(text: str, field: str) -> int:
    """Return a number of up to three digits; NotationError, naming the ``field``, if not one."""
    if not re.fullmatch("[0-9]{1,3}", text):
        raise NotationError(N_("{field}: '{text}' is not a number"), field=field, text=text)
    return int(text)


def check_spelling(text: str, right: str) -> None:
    """Raise NotationError if an action is written otherwise than its formatter would do it."""
    if right != text:
        raise NotationError(N_("'{text}' should be written '{right}'"), text=text, right=right)


def check_line_spelling(line: str, right: str) -> None:
    """Raise NotationError if a position line is written otherwise than its formatter would."""
    if right != line:
        raise NotationError(N_("the line should be written '{right}'"), right=right)
