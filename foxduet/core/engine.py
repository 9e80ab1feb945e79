"""What the engines of all games do alike: refuse, deal, play cards, exchange the decree."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from foxduet.core.common import (
    CardPlayed,
    CardT,
    Choice,
    Deal,
    Decision,
    DecreeChanged,
    DecreeKept,
    RoundDealt,
    Seat,
    Trick,
    TrickWon,
    follow_wins,
    hand_of,
    replaced,
    win_reason,
    without,
)
from foxduet.core.errors import N_, IllegalActionError

if TYPE_CHECKING:
    from random import Random


def next_dealer(last: Seat | None, first: Seat | None, rng: Random) -> Seat:
    """Return who deals: the seat that did not deal the ``last`` round (R3.1, C2.1).

    The first round is dealt by ``first``, or by the seat that ``rng`` chooses.
    """
    if last is not None:
        return last.other
    return rng.choice(list(Seat)) if first is None else first


def shuffled(deck: tuple[CardT, ...], hand_size: int, dealer: Seat, rng: Random) -> Deal[CardT]:
    """Shuffle ``deck`` with ``rng`` and deal it (R3.2, C2.2)."""
    cards = list(deck)
    rng.shuffle(cards)
    hands = (hand_of(cards[:hand_size]), hand_of(cards[hand_size : 2 * hand_size]))
    return Deal(dealer, hands, cards[2 * hand_size], tuple(cards[2 * hand_size + 1 :]))


def check_due(
    due: Decision[Choice], action: object, needed: Mapping[Any, tuple[type[object], str]]
) -> None:
    """Raise IllegalActionError if ``due`` asks for another kind of action, or another seat.

    ``needed`` has the kind of action for each choice, and the sentence that refuses others.
    """
    kind, refusal = needed[due.choice]
    if not isinstance(action, kind) or due.seat is not getattr(action, "seat", None):
        raise IllegalActionError(refusal, seat=due.seat)


def check_held(hand: tuple[CardT, ...], seat: Seat, card: CardT | None) -> None:
    """Raise IllegalActionError if ``seat`` does not hold a ``card`` that it wants to use."""
    if card is not None and card not in hand:
        raise IllegalActionError(N_("{seat} does not hold that card"), seat=seat)


def check_deal(
    deal: Deal[CardT], last: Seat | None, deck: tuple[CardT, ...], hand_size: int, not_the_deck: str
) -> None:
    """Raise IllegalActionError if a round cannot be dealt like this (R3.1, R3.2, C2.1, C2.2).

    ``last`` dealt the round before, if any. ``not_the_deck`` is the sentence about a deal with a
    card twice and another missing.
    """
    if last is not None and deal.dealer is last:
        raise IllegalActionError(N_("{seat} deals this round"), seat=last.other)
    for seat, hand in zip(Seat, deal.hands, strict=True):
        if len(hand) != hand_size:
            template = N_("cards dealt to {seat}: {count} instead of {size}")
            raise IllegalActionError(template, seat=seat, count=len(hand), size=hand_size)
        if hand != hand_of(hand):
            raise IllegalActionError(N_("the hand of {seat} is not sorted"), seat=seat)
    stock_size = len(deck) - 2 * hand_size - 1
    if len(deal.stock) != stock_size:
        template = N_("cards in the stock: {count} instead of {size}")
        raise IllegalActionError(template, count=len(deal.stock), size=stock_size)
    if hand_of((*deal.hands[0], *deal.hands[1], deal.decree, *deal.stock)) != deck:
        raise IllegalActionError(not_the_deck)


class Draft(Generic[CardT]):
    """The state that one call of apply is working out, as far as all games have it.

    Each game adds its own, and takes all of it from a state; a draft never leaves the engine.
    ``play_due`` has the decision of each seat to play a card.
    """

    play_due: ClassVar[tuple[Decision[Any], ...]]
    pending: Any
    round: int
    dealer: Seat | None
    decree: CardT | None
    trick: Trick[CardT] | None
    hands: tuple[tuple[CardT, ...], tuple[CardT, ...]]
    events: list[Any]

    def take_from_hand(self, seat: Seat, card: CardT) -> None:
        """Take ``card`` out of the hand of ``seat``."""
        self.hands = replaced(self.hands, seat, without(self.hands[seat], card))

    def put_in_hand(self, seat: Seat, card: CardT) -> None:
        """Add ``card`` to the hand of ``seat``."""
        self.hands = replaced(self.hands, seat, hand_of((*self.hands[seat], card)))

    def deal_round(self, dealt: Deal[CardT]) -> None:
        """Begin the next round with what is ``dealt``; the stock is each game's own."""
        self.round += 1
        self.dealer = dealt.dealer
        self.hands = dealt.hands
        self.decree = dealt.decree
        self.events.append(RoundDealt(self.round, dealt.dealer, dealt.decree))

    def play_card(self, seat: Seat, card: CardT) -> CardT | None:
        """Lead or follow with ``card``; return the card that was led, None if this leads."""
        trick = self.trick
        assert trick is not None, "a trick is under way when a card is played"
        lead = trick.lead
        self.trick = Trick(trick.leader, card) if lead is None else Trick(trick.leader, lead, card)
        self.take_from_hand(seat, card)
        self.events.append(CardPlayed(seat, card, leads=lead is None))
        return lead

    def open_trick(self, leader: Seat) -> None:
        """Begin a trick with the card of ``leader``."""
        self.trick = Trick(leader)
        self.pending = self.play_due[leader]

    def complete_trick(
        self, counted: Callable[[CardT, CardT, Any], tuple[CardT, CardT]] | None = None
    ) -> TrickWon[CardT] | None:
        """Return who won the trick if both cards are played; else ask for the other (R6, C5.1).

        ``counted`` returns, by the trump, the cards as which the two count, if not as themselves.
        """
        trick, decree = self.trick, self.decree
        assert trick is not None, "a trick is under way"
        lead, follow = trick.lead, trick.follow
        assert lead is not None, "a card has been played"
        if follow is None:
            self.pending = self.play_due[trick.to_play]
            return None
        assert decree is not None, "there is a decree during a trick"
        trump = decree.suit
        cards = counted(lead, follow, trump) if counted else (lead, follow)
        winner, card = trick.leader, lead
        if follow_wins(*cards, trump):
            winner, card = trick.leader.other, follow
        won = TrickWon(winner, card, win_reason(*cards, trump), as_trump=card not in cards)
        self.events.append(won)
        return won

    def exchange_decree(self, seat: Seat, card: CardT | None) -> CardT | None:
        """Exchange ``card`` with the decree, and return the old one; keep it for None."""
        if card is None:
            self.events.append(DecreeKept(seat))
            return None
        old = self.decree
        assert old is not None, "there is a decree during a trick"
        self.take_from_hand(seat, card)
        self.put_in_hand(seat, old)
        self.decree = card
        self.events.append(DecreeChanged(seat, old, card))
        return old
