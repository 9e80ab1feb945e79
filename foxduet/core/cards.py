"""Terms that all games share: seats, cards, tricks, actions, events, decisions, results."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, IntEnum
from operator import attrgetter
from typing import Any, Generic, Protocol, TypeVar

from foxduet.core.lazy_dataclass import dataclass


class Seat(IntEnum):
    """One of the two players; its value is the index in every pair ``(p1's, p2's)``."""

    P1 = 0
    P2 = 1

    @property
    def other(self) -> Seat:
        """The seat opposite."""
        return _OTHER[self]

    def __str__(self) -> str:
        return self.name.lower()

    def __format__(self, spec: str) -> str:
        # IntEnum would format the number.
        return format(str(self), spec)


_OTHER = (Seat.P2, Seat.P1)


class Card(Protocol):
    """A card: suits sort as in a hand, ranks count from 1, and the higher rank wins.

    ``index`` is its position in a sorted deck, from 0.
    """

    @property
    def suit(self) -> IntEnum: ...
    @property
    def rank(self) -> int: ...
    @property
    def index(self) -> int: ...


CardT = TypeVar("CardT", bound=Card)
CardT_co = TypeVar("CardT_co", bound=Card, covariant=True)
ValueT = TypeVar("ValueT")


_get_index = attrgetter("index")


def hand_of(cards: Iterable[CardT]) -> tuple[CardT, ...]:
    """Return ``cards`` as a hand: sorted by suit, then rank."""
    return tuple(sorted(cards, key=_get_index))


def remove_card(hand: tuple[CardT, ...], card: CardT) -> tuple[CardT, ...]:
    """Return ``hand`` without ``card``, unchanged if it does not hold the card."""
    return tuple([held for held in hand if held is not card])


def replace_at(pair: tuple[ValueT, ValueT], seat: Seat, value: ValueT) -> tuple[ValueT, ValueT]:
    """Return ``pair`` with ``value`` as the value of ``seat``."""
    return (value, pair[1]) if seat is Seat.P1 else (pair[0], value)


def has_suit(hand: tuple[CardT, ...], suit: IntEnum) -> bool:
    """True if ``hand`` holds a card of ``suit``."""
    for card in hand:  # noqa: SIM110 - a generator would cost more than the loop
        if card.suit is suit:
            return True
    return False


@dataclass(frozen=True, slots=True)
class Trick(Generic[CardT_co]):
    """The cards of a trick; a card is None until it is played."""

    leader: Seat
    lead: CardT_co | None = None
    follow: CardT_co | None = None

    @property
    def cards(self) -> tuple[CardT_co, ...]:
        """The cards played so far, the lead first."""
        if self.lead is None:
            return ()
        if self.follow is None:
            return (self.lead,)
        return (self.lead, self.follow)

    @property
    def to_play(self) -> Seat:
        """The seat that plays the next card."""
        return self.leader if self.lead is None else self.leader.other

    def card_at(self, seat: Seat) -> CardT_co | None:
        """Return the card that a seat has played, or None if it has not."""
        return self.lead if seat is self.leader else self.follow


def find_unseen(
    deck: tuple[CardT, ...],
    decree: CardT | None,
    trick: Trick[CardT] | None,
    cards: Iterable[CardT | None],
) -> tuple[CardT, ...]:
    """Return the cards that are neither open nor in ``cards``; empty before the first deal."""
    if decree is None:
        return ()
    open_cards = {*cards, decree}
    if trick is not None:
        open_cards.update(trick.cards)
    return tuple([card for card in deck if card not in open_cards])


def trick_number(tricks_done: int, trick: Trick[Card] | None) -> int:
    """Return the number (from 1) of the current trick, or of the last one between tricks."""
    return tricks_done + (trick is not None)


class WinReason(Enum):
    """The reason why a card won its trick (R6, C5.1)."""

    ONLY_TRUMP = "only trump"
    HIGHER_TRUMP = "higher trump"
    HIGHER_OF_LED_SUIT = "higher of the led suit"
    ONLY_OF_LED_SUIT = "only card of the led suit"


def follow_wins(lead: Card, follow: Card, trump: IntEnum) -> bool:
    """True if the second card wins the trick (R6, C5.1)."""
    if follow.suit is lead.suit:
        return follow.rank > lead.rank
    return follow.suit is trump


def win_reason(lead: Card, follow: Card, trump: IntEnum) -> WinReason:
    """Return the reason why the better card wins the trick (R6, C5.1)."""
    if follow.suit is lead.suit:
        return WinReason.HIGHER_TRUMP if lead.suit is trump else WinReason.HIGHER_OF_LED_SUIT
    if trump in (lead.suit, follow.suit):
        return WinReason.ONLY_TRUMP
    return WinReason.ONLY_OF_LED_SUIT


@dataclass(frozen=True, slots=True)
class Deal(Generic[CardT_co]):
    """The action of chance: who deals, both hands, the decree and the stock (R3.2, C2.2)."""

    dealer: Seat
    hands: tuple[tuple[CardT_co, ...], tuple[CardT_co, ...]]
    decree: CardT_co
    stock: tuple[CardT_co, ...]


@dataclass(frozen=True, slots=True)
class Play(Generic[CardT_co]):
    """Lead or follow with a card (R4, C3)."""

    seat: Seat
    card: CardT_co


@dataclass(frozen=True, slots=True)
class Exchange(Generic[CardT_co]):
    """Exchange ``card`` with the decree, or keep the decree if ``card`` is None (R5.1, C4.1)."""

    seat: Seat
    card: CardT_co | None


def card_in_action(action: object) -> Any:
    """Return the hand card that an action uses, or None if it uses none."""
    return getattr(action, "card", None)


@dataclass(frozen=True, slots=True)
class RoundDealt(Generic[CardT_co]):
    """A round was dealt; the seat that did not deal leads (R3, C2)."""

    round: int
    dealer: Seat
    decree: CardT_co


class PlayKind(Enum):
    """The role of a card in its trick (R4, C3)."""

    LEAD = "lead"
    FOLLOW = "follow"
    TRUMP = "trump"
    DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class CardPlayed(Generic[CardT_co]):
    """``seat`` led ``card``, followed suit with it, trumped with it, or discarded it (R4, C3)."""

    seat: Seat
    card: CardT_co
    kind: PlayKind

    @property
    def is_lead(self) -> bool:
        return self.kind is PlayKind.LEAD


@dataclass(frozen=True, slots=True)
class DecreeChanged(Generic[CardT_co]):
    """``seat`` took the decree ``old`` into its hand and made ``new`` the decree (R5.1, C4.1)."""

    seat: Seat
    old: CardT_co
    new: CardT_co


@dataclass(frozen=True, slots=True)
class DecreeKept:
    """``seat`` had the choice to exchange the decree, and kept it (R5.1, C4.1)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TrickWon(Generic[CardT_co]):
    """``winner`` took the trick with ``card``, for ``reason`` (R6, C5.1).

    counts_as_trump: whether the card counts as a trump though its suit is another (C5.2).
    """

    winner: Seat
    card: CardT_co
    reason: WinReason
    counts_as_trump: bool = False


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """The last trick of ``round`` is complete (R8, C6.1)."""

    round: int


DEAL = "deal"


class Choice(Enum):
    """A kind of decision in a game; a member with the value DEAL is decided by chance."""

    @property
    def is_deal(self) -> bool:
        """Whether chance decides: a deal is due."""
        return bool(self.value == DEAL)

    @property
    def is_open(self) -> bool:
        """Whether no hand matters for the choice, so that both players may look at the options."""
        return False


ChoiceT = TypeVar("ChoiceT", bound=Choice)
ChoiceT_co = TypeVar("ChoiceT_co", bound=Choice, covariant=True)


@dataclass(frozen=True, slots=True)
class Decision(Generic[ChoiceT_co]):
    """A pending decision; ``seat`` is None for chance, and for a team together."""

    choice: ChoiceT_co
    seat: Seat | None = None

    @property
    def decider(self) -> Seat:
        """The seat that decides: p1 for a team."""
        return Seat.P1 if self.seat is None else self.seat


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a game: its name in records, and each seat's victory or defeat and points."""

    name: str
    won: tuple[bool, bool]
    points: tuple[int, int]


StateT_co = TypeVar("StateT_co", covariant=True)
EventT_co = TypeVar("EventT_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Step(Generic[StateT_co, EventT_co]):
    """The new state after an action, and the events on the way, in order."""

    state: StateT_co
    events: tuple[EventT_co, ...]
