"""Notation that all games share: seats, cards, deals, actions, numbers, tricks.

Each value has one spelling, its formatter's. Actions and positions in any other are rejected;
``check_canonical`` does so for positions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from foxduet.core.cards import CardT, Choice, ChoiceT, Deal, Decision, Seat, Trick, hand_of
from foxduet.core.errors import N_, NotationError
from foxduet.core.lazy_dataclass import dataclass

NO_CARDS, HIDDEN, TEAM = "-", "??", "team"
ActionT = TypeVar("ActionT")
_SEATS = {str(seat): seat for seat in Seat}


@dataclass(frozen=True, slots=True, eq=False)
class CardNotation(Generic[CardT]):
    """The notation of a game's cards: two letters each, the rank and the suit.

    ``not_a_card`` is the error's sentence for any other ``{text}``.
    """

    texts: tuple[str, ...]
    cards: Mapping[str, CardT]
    not_a_card: str

    def format_card(self, card: CardT) -> str:
        return self.texts[card.index]

    def parse_card(self, text: str) -> CardT:
        """Parse the two letters of a card; raises NotationError."""
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
        """A card, or None as ``-``, as a word of an action."""
        return Word(self.parse_optional, self.format_optional)

    def format_cards(self, cards: Sequence[CardT | None]) -> str:
        """Join cards in the order given, ``-`` if empty; None for a card that is hidden."""
        texts = self.texts
        return "".join(HIDDEN if card is None else texts[card.index] for card in cards) or NO_CARDS

    def parse_cards(self, text: str) -> tuple[CardT, ...]:
        """Parse joined cards; raises NotationError if a card is wrong or occurs twice."""
        if text == NO_CARDS:
            return ()
        cards = tuple(self.parse_card(text[i : i + 2]) for i in range(0, len(text), 2))
        if not cards:
            raise NotationError(N_("there are no cards here; write '-' for none"))
        for index, card in enumerate(cards):
            if card in cards[:index]:
                template = N_("{card} appears twice in {text}")
                raise NotationError(template, card=self.format_card(card), text=text)
        return cards

    def parse_hand(self, text: str) -> tuple[CardT, ...]:
        """Parse a hand; raises NotationError also if it is not sorted."""
        hand = self.parse_cards(text)
        if hand != hand_of(hand):
            template = N_("the hand {text} is not sorted; write {right}")
            raise NotationError(template, text=text, right=self.format_cards(hand_of(hand)))
        return hand

    def parse_hidden_or_cards(self, text: str) -> tuple[CardT | None, ...]:
        """Parse cards that are all hidden or all open; raises NotationError."""
        return parse_hidden_cards(text) or self.parse_cards(text)

    def parse_hands(self, text: str) -> tuple[tuple[CardT | None, ...], tuple[CardT | None, ...]]:
        """Parse two hands, each hidden or open; raises NotationError."""
        texts = text.partition("/")[::2]
        p1_hand, p2_hand = (parse_hidden_cards(hand) or self.parse_hand(hand) for hand in texts)
        return p1_hand, p2_hand

    def parse_optional(self, text: str) -> CardT | None:
        """Parse a card, or ``-`` as None; raises NotationError."""
        return None if text == NO_CARDS else self.parse_card(text)

    def format_optional(self, card: CardT | None) -> str:
        return NO_CARDS if card is None else self.format_card(card)

    def parse_trick(self, text: str) -> Trick[CardT] | None:
        """Parse a trick such as ``p1:-``; None for ``-``. Raises NotationError."""
        if text == NO_CARDS:
            return None
        leader, _, cards_text = text.partition(":")
        cards = self.parse_cards(cards_text)
        if len(cards) > 2:
            raise NotationError(N_("TRICK: '{text}' has more than two cards"), text=text)
        return Trick(parse_seat(leader), *cards)

    def format_trick(self, trick: Trick[CardT] | None) -> str:
        """Return the leader and the cards of a trick, ``-`` between tricks."""
        return NO_CARDS if trick is None else f"{trick.leader}:{self.format_cards(trick.cards)}"

    def check_trick(self, trick: Trick[CardT] | None, *, is_under_way: bool) -> None:
        """Raise NotationError unless TRICK has a trick exactly while a trick is under way."""
        if (trick is not None) is not is_under_way:
            raise NotationError(
                N_("TRICK: '{text}', but a trick is under way; write it like p1:-")
                if is_under_way
                else N_("TRICK: '{text}', but no trick is under way; write '-'"),
                text=self.format_trick(trick),
            )

    def check_turn(self, turn: str, turns: Sequence[str], trick: Trick[CardT] | None) -> None:
        """Raise NotationError if TURN is not among the ``turns``, or TRICK allows none."""
        if trick is not None and not turns:
            template = N_(
                "TRICK: '{text}' is over, with nothing to choose; write the trick after it"
            )
            raise NotationError(template, text=self.format_trick(trick))
        if turn not in turns:
            template = N_("TURN: {turn} does not fit the rest of the line; possible: {turns}")
            raise NotationError(template, turn=turn, turns=", ".join(turns))


def make_card_notation(
    deck: tuple[CardT, ...], ranks: str, suits: str, not_a_card: str
) -> CardNotation[CardT]:
    """Return the notation of a deck by the letters of its ranks, from 1, and of its suits."""
    texts = tuple(ranks[card.rank - 1] + suits[card.suit] for card in deck)
    return CardNotation(texts, dict(zip(texts, deck, strict=True)), not_a_card)


def parse_hidden_cards(text: str) -> tuple[None, ...]:
    """Return as many hidden cards as ``text`` has, empty for any other text."""
    count = len(text) // 2
    return (None,) * count if text == HIDDEN * count else ()


def parse_seat(text: str) -> Seat:
    """Parse ``p1`` or ``p2``; raises NotationError."""
    seat = _SEATS.get(text)
    if seat is None:
        raise NotationError(N_("'{text}' is not a seat; the seats are p1 and p2"), text=text)
    return seat


def parse_number(text: str, field: str) -> int:
    """Parse a number of one to three digits; raises NotationError, which names the ``field``."""
    if not re.fullmatch("[0-9]{1,3}", text):
        raise NotationError(N_("{field}: '{text}' is not a number"), field=field, text=text)
    return int(text)


def check_canonical(line: str, canonical: str) -> None:
    """Raise NotationError unless a position line has its formatter's spelling."""
    if canonical != line:
        raise NotationError(N_("write the line as '{right}'"), right=canonical)


@dataclass(frozen=True, slots=True, eq=False)
class Word:
    """The notation of one field of an action."""

    parse: Callable[[str], Any]
    format: Callable[[Any], str]


SEAT = Word(parse_seat, str)


@dataclass(frozen=True, slots=True, eq=False)
class Verb:
    """The notation of one kind of action: the seat, or ``team``, then a name, and maybe a word.

    ``words`` are for the fields of ``kind``, in order.
    """

    name: str
    kind: type[Any]
    words: tuple[Word, ...]
    is_team: bool = False

    def parse(self, texts: Sequence[str]) -> Any:
        """Parse the words of a line; None if their number or the team fits another kind of action.

        Raises NotationError if a word is invalid.
        """
        seat, _name, *values = texts
        if not self.is_team:
            values.insert(0, seat)
        elif seat != TEAM:
            return None
        if len(values) != len(self.words):
            return None
        return self.kind(*[word.parse(text) for word, text in zip(self.words, values, strict=True)])

    def format(self, action: Any) -> str:
        fields = zip(self.words, self.kind.__match_args__, strict=True)
        values = [word.format(getattr(action, field)) for word, field in fields]
        seat = TEAM if self.is_team else values.pop(0)
        return " ".join((seat, self.name, *values))


class ActionNotation(Generic[CardT, ActionT]):
    """The notation of a game's actions: a deal, or an action in a table of verbs.

    ``not_an_action`` is the error's sentence for any other ``{text}``.
    """

    def __init__(
        self, cards: CardNotation[CardT], verbs: Iterable[Verb], not_an_action: str
    ) -> None:
        self._cards = cards
        self._verbs = {verb.name: verb for verb in verbs}
        self._by_kind = {verb.kind: verb for verb in self._verbs.values()}
        self._not_an_action = not_an_action

    def format(self, action: ActionT) -> str:
        """Return an action as a line of a record."""
        if not isinstance(action, Deal):
            return self._by_kind[type(action)].format(action)
        cards, hands = self._cards, "/".join(map(self._cards.format_cards, action.hands))
        decree, stock = cards.format_card(action.decree), cards.format_cards(action.stock)
        return f"deal {action.dealer} {hands} {decree} {stock}"

    def parse(self, text: str) -> ActionT:
        """Parse a line of a record, legal or not; raises NotationError with the reason."""
        parsed: Any = None
        cards = self._cards
        match text.split(" "):
            case ["deal", dealer, hands, decree, stock]:
                p1_hand, slash, p2_hand = hands.partition("/")
                if not slash:
                    template = N_("'{text}' is not two hands with a / between")
                    raise NotationError(template, text=hands)
                card_hands = (cards.parse_hand(p1_hand), cards.parse_hand(p2_hand))
                seat, card = parse_seat(dealer), cards.parse_card(decree)
                parsed = Deal(seat, card_hands, card, cards.parse_cards(stock))
            case [_who, name, *_values] as words if name in self._verbs:
                parsed = self._verbs[name].parse(words)
        if parsed is None:
            raise NotationError(self._not_an_action, text=text)
        action: ActionT = parsed
        canonical = self.format(action)
        if canonical != text:
            raise NotationError(N_("write '{text}' as '{right}'"), text=text, right=canonical)
        return action


def format_pending(decision: Decision[Choice]) -> str:
    """Return a decision as in a position line, such as ``p1:play`` or ``deal``."""
    if decision.choice.is_deal:
        return str(decision.choice.value)
    return f"{TEAM if decision.seat is None else decision.seat}:{decision.choice.value}"


def parse_pending(text: str, decisions: Iterable[Decision[ChoiceT]]) -> Decision[ChoiceT] | None:
    """Return the decision that is written like this; None if no decision is."""
    return next((decision for decision in decisions if format_pending(decision) == text), None)


def check_no_duplicates(cards: Sequence[CardT | None], open_cards: Sequence[CardT | None]) -> None:
    """Raise NotationError if a card of a position is unseen, or any card occurs twice.

    ``open_cards`` are the decree and the cards of the trick; None for no card.
    """
    if unseen := cards.count(None):
        raise NotationError(N_("unseen cards: {count}; here all cards must be known"), count=unseen)
    known_cards = [card for card in (*cards, *open_cards) if card is not None]
    if len(set(known_cards)) != len(known_cards):
        raise NotationError(N_("a card appears twice in the position"))


def check_count(field: str, count: int, maximum: int) -> None:
    """Raise NotationError if the number in a ``field`` is larger than it can be here."""
    if count > maximum:
        template = N_("{field}: {count}; here it is at most {most}")
        raise NotationError(template, field=field, count=count, most=maximum)


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
