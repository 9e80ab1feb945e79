"""Text that the notations of all games share: seats, cards, deals, actions, numbers, tricks.

Each value has one spelling: a parser refuses what its formatter would not have written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from foxduet.core.cards import CardT, Choice, ChoiceT, Deal, Decision, Seat, Trick, hand_of
from foxduet.core.errors import N_, NotationError
from foxduet.core.lazy_dataclass import dataclass

NO_CARDS, HIDDEN, TEAM = "-", "??", "team"
ActionT = TypeVar("ActionT")
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

    @property
    def card(self) -> Word:
        """A card as a word of an action."""
        return Word(self.parse_card, self.format_card)

    @property
    def card_or_none(self) -> Word:
        """A card as a word of an action, or ``-``."""
        return Word(self.parse_optional, self.format_optional)

    def format_cards(self, cards: Sequence[CardT | None]) -> str:
        """Return cards run together in the order given, ``-`` if there is none.

        None is a card that is hidden from the seat whose view it is.
        """
        texts = self.texts
        return "".join(HIDDEN if card is None else texts[card.index] for card in cards) or NO_CARDS

    def parse_cards(self, text: str) -> tuple[CardT, ...]:
        """Return the cards in ``text``; NotationError if one is wrong or occurs twice."""
        if text == NO_CARDS:
            return ()
        cards = tuple(self.parse_card(text[at : at + 2]) for at in range(0, len(text), 2))
        if not cards:
            raise NotationError(N_("there are no cards here; write '-' for none"))
        for at, card in enumerate(cards):
            if card in cards[:at]:
                template = N_("{card} appears twice in {text}")
                raise NotationError(template, card=self.format_card(card), text=text)
        return cards

    def parse_hand(self, text: str) -> tuple[CardT, ...]:
        """Return the hand in ``text``; NotationError also when it is not sorted."""
        hand = self.parse_cards(text)
        if hand != hand_of(hand):
            template = N_("the hand {text} is not sorted; write {right}")
            raise NotationError(template, text=text, right=self.format_cards(hand_of(hand)))
        return hand

    def parse_hidden_or_cards(self, text: str) -> tuple[CardT | None, ...]:
        """Return cards that are all hidden, or the cards in ``text``; raises NotationError."""
        return hidden_cards(text) or self.parse_cards(text)

    def parse_hands(self, text: str) -> tuple[tuple[CardT | None, ...], tuple[CardT | None, ...]]:
        """Return two hands, each hidden or not; NotationError where one cannot be read."""
        p1_hand, _, p2_hand = text.partition("/")
        return (
            hidden_cards(p1_hand) or self.parse_hand(p1_hand),
            hidden_cards(p2_hand) or self.parse_hand(p2_hand),
        )

    def parse_optional(self, text: str) -> CardT | None:
        """Return a card, None for ``-``; NotationError if it is neither."""
        return None if text == NO_CARDS else self.parse_card(text)

    def format_optional(self, decree: CardT | None) -> str:
        """Return two letters, ``-`` for None."""
        return NO_CARDS if decree is None else self.format_card(decree)

    def parse_trick(self, text: str) -> Trick[CardT] | None:
        """Return the trick in ``text``, such as ``p1:-``; NotationError if there is none."""
        if text == NO_CARDS:
            return None
        leader, _, cards_text = text.partition(":")
        cards = self.parse_cards(cards_text)
        if len(cards) > 2:
            raise NotationError(N_("TRICK: '{text}' has more than two cards"), text=text)
        return Trick(parse_seat(leader), *cards)

    def format_trick(self, trick: Trick[CardT] | None) -> str:
        """Return the leader and the cards of a trick, ``-`` when none is under way."""
        return NO_CARDS if trick is None else f"{trick.leader}:{self.format_cards(trick.cards)}"

    def check_trick(self, trick: Trick[CardT] | None, *, is_under_way: bool) -> None:
        """Raise NotationError if TRICK has no trick while one is under way, or the reverse."""
        if (trick is not None) is not is_under_way:
            raise NotationError(
                N_("TRICK: '{text}', but a trick is under way; write it like p1:-")
                if is_under_way
                else N_("TRICK: '{text}', but no trick is under way; write '-'"),
                text=self.format_trick(trick),
            )

    def check_turn(self, turn: str, possible: Sequence[str], trick: Trick[CardT] | None) -> None:
        """Raise NotationError if TURN is not among the ``possible``, or none is after TRICK."""
        if trick is not None and not possible:
            template = N_(
                "TRICK: '{text}' is over, with nothing to choose; write the trick after it"
            )
            raise NotationError(template, text=self.format_trick(trick))
        if turn not in possible:
            template = N_("TURN: {turn} does not fit the rest of the line; possible: {turns}")
            raise NotationError(template, turn=turn, turns=", ".join(possible))

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


def check_canonical(line: str, right: str) -> None:
    """Raise NotationError if a position line is written otherwise than its formatter would."""
    if right != line:
        raise NotationError(N_("write the line as '{right}'"), right=right)


@dataclass(frozen=True, slots=True, eq=False)
class Word:
    """How one field of an action is written as a word of its line."""

    parse: Callable[[str], Any]
    format: Callable[[Any], str]


SEAT = Word(parse_seat, str)


class Verb(NamedTuple):
    """How one kind of action is written: the seat, or ``team``, then a name, and maybe a word.

    The words are those of the fields of ``kind``, in their order.
    """

    name: str
    kind: type[Any]
    words: tuple[Word, ...]
    is_team: bool = False

    def parse(self, words: Sequence[str]) -> Any:
        """Return the action in the words of a line, None if they are not of this kind."""
        who, _name, *values = words
        if not self.is_team:
            values.insert(0, who)
        elif who != TEAM:
            return None
        if len(values) != len(self.words):
            return None
        return self.kind(*[word.parse(text) for word, text in zip(self.words, values, strict=True)])

    def format(self, action: Any) -> str:
        """Return the line for an action of this kind."""
        fields = zip(self.words, self.kind.__match_args__, strict=True)
        values = [word.format(getattr(action, field)) for word, field in fields]
        who = TEAM if self.is_team else values.pop(0)
        return " ".join((who, self.name, *values))


class ActionNotation(Generic[CardT, ActionT]):
    """How the actions of a game are written: a deal, or by a table of verbs.

    ``not_an_action`` is the sentence about a ``{text}`` that is none.
    """

    def __init__(
        self, cards: CardNotation[CardT], verbs: Iterable[Verb], not_an_action: str
    ) -> None:
        self._cards = cards
        self._verbs = {verb.name: verb for verb in verbs}
        self._by_kind = {verb.kind: verb for verb in self._verbs.values()}
        self._not_an_action = not_an_action

    def format(self, action: ActionT) -> str:
        """Return the line of a record for ``action``."""
        if isinstance(action, Deal):
            return self._cards.format_deal(action)
        return self._by_kind[type(action)].format(action)

    def parse(self, text: str) -> ActionT:
        """Return the action of a record's line, legal or not; NotationError says what is wrong."""
        action: ActionT | None = self._parse(text.split(" "))
        if action is None:
            raise NotationError(self._not_an_action, text=text)
        right = self.format(action)
        if right != text:
            raise NotationError(N_("write '{text}' as '{right}'"), text=text, right=right)
        return action

    def _parse(self, words: Sequence[str]) -> Any:
        match words:
            case ["deal", dealer, hands, decree, stock]:
                return self._cards.parse_deal(dealer, hands, decree, stock)
            case [_who, name, *_values] if name in self._verbs:
                return self._verbs[name].parse(words)
        return None


def format_pending(due: Decision[Choice]) -> str:
    """Return what is due as a position line has it, such as ``p1:play`` or ``deal``."""
    if due.choice.is_deal:
        return str(due.choice.value)
    return f"{TEAM if due.seat is None else due.seat}:{due.choice.value}"


def parse_pending(text: str, decisions: Iterable[Decision[ChoiceT]]) -> Decision[ChoiceT] | None:
    """Return the one of a game's ``decisions`` that is written like this, None if there is none."""
    return next((due for due in decisions if format_pending(due) == text), None)


def check_no_duplicates(shown: Sequence[CardT | None], open_cards: Sequence[CardT | None]) -> None:
    """Raise NotationError if one of the cards ``shown`` in a position is unseen or occurs twice.

    ``open_cards`` are the decree and those of the trick, as far as there are any.
    """
    if unseen := shown.count(None):
        raise NotationError(N_("unseen cards: {count}; here all cards must be known"), count=unseen)
    cards = [card for card in (*shown, *open_cards) if card is not None]
    if len(set(cards)) != len(cards):
        raise NotationError(N_("a card appears twice in the position"))


def check_count(field: str, count: int, most: int) -> None:
    """Raise NotationError if the number in a ``field`` is larger than it can be here."""
    if count > most:
        template = N_("{field}: {count}; here it is at most {most}")
        raise NotationError(template, field=field, count=count, most=most)


def check_decree(decree: object, *, is_dealt: bool) -> None:
    """Raise NotationError if there is a decree before the first deal, or none after it."""
    if (decree is not None) is not is_dealt:
        raise NotationError(N_("DECREE: '-' before the first deal only, and a card from then on"))


def check_sizes(
    hands: Sequence[Sequence[object]],
    sizes: Sequence[int],
    stock: Sequence[object],
    stock_size: int,
) -> None:
    """Raise NotationError if the hands or the stock of a position have another number of cards."""
    for seat, hand, size in zip(Seat, hands, sizes, strict=True):
        if len(hand) != size:
            template = N_("cards in the hand of {seat}: {count} instead of {size}")
            raise NotationError(template, seat=seat, count=len(hand), size=size)
    if len(stock) != stock_size:
        template = N_("STOCK: {count} instead of {size} cards")
        raise NotationError(template, count=len(stock), size=stock_size)
