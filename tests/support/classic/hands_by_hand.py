"""A second reading of what a seat can know: every hand that the other seat can hold.

Slow and plain on purpose. It goes back from each hand that may be left to the deal, card by card,
by what the other seat was seen to do, and shares no code with the facts and worlds of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from foxduet.core.common import Deal, Exchange, Play, Seat
from foxduet.games.classic.rules.actions import Action, Discard
from foxduet.games.classic.rules.cards import DECK, Card
from foxduet.games.classic.rules.state import GameState

World: TypeAlias = tuple[frozenset[Card], tuple[Card, ...], tuple[Card, ...]]
"""The other hand, what it drew, and what it put under the deck."""


@dataclass(frozen=True)
class Played:
    card: Card
    lead: Card | None


@dataclass(frozen=True)
class Exchanged:
    old: Card
    new: Card


@dataclass(frozen=True)
class DrewCard:
    pass


@dataclass(frozen=True)
class PutCardUnder:
    pass


Entry: TypeAlias = Played | Exchanged | DrewCard | PutCardUnder


@dataclass
class SeatLog:
    """What is seen of one seat in a round, and what of the cards can never have been dealt to it.

    ``elsewhere`` are the other seat's first hand, the first decree, and what that seat drew.
    """

    seat: Seat
    entries: list[Entry]
    elsewhere: set[Card]

    def note(self, before: GameState, action: Action, after: GameState) -> None:
        """Add what an action shows."""
        match action:
            case Deal(_, hands, decree, _):
                self.entries = []
                self.elsewhere = {*hands[self.seat.other], decree}
            case Play(seat, card):
                if seat is self.seat:
                    self.entries.append(Played(card, before.table.lead))
                if card.rank == 5 and seat is self.seat:
                    self.entries.append(DrewCard())
                elif card.rank == 5:
                    self.elsewhere |= {*after.hands[seat]} - {*before.hands[seat]}
            case Exchange(seat, card) if seat is self.seat and card is not None:
                assert before.table.decree is not None
                self.entries.append(Exchanged(before.table.decree, card))
            case Discard(seat, _) if seat is self.seat:
                self.entries.append(PutCardUnder())


def worlds_by_hand(state: GameState, log: SeatLog) -> Iterator[World]:
    """Yield every world that fits what was seen of the seat."""
    seat = log.seat
    unseen = {*state.hands[seat], *state.deck}
    unseen |= {draw.discarded for draw in state.draws if draw.seat is seat and draw.discarded}
    for hand in combinations(sorted(unseen, key=DECK.index), len(state.hands[seat])):
        free = unseen - {*hand}
        for drawn, under in _back(log, len(log.entries), frozenset(hand), free):
            yield frozenset(hand), drawn, under


def is_possible(world: World, log: SeatLog) -> bool:
    """Return whether one world fits what was seen of the seat."""
    hand, drawn, under = world
    found = _back(log, len(log.entries), hand, {*under}, drawn, under)
    return (drawn, under) in found


def _back(
    log: SeatLog,
    count: int,
    hand: frozenset[Card],
    free: set[Card],
    drawn: tuple[Card, ...] | None = None,
    under: tuple[Card, ...] | None = None,
) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    """Yield what can have been drawn and put under, by the first ``count`` entries.

    ``drawn`` and ``under``, where given, are what is to be tried only.
    """
    if not count:
        if len(hand) == 13 and not hand & log.elsewhere:
            yield (), ()
        return
    entry = log.entries[count - 1]
    match entry:
        case Played(card, lead):
            before = hand | {card}
            if card not in hand and _may_follow(before, card, lead):
                yield from _back(log, count - 1, before, free, drawn, under)
        case Exchanged(old, new):
            if old in hand and new not in hand:
                before = hand - {old} | {new}
                yield from _back(log, count - 1, before, free, drawn, under)
        case PutCardUnder():
            for card in _tried(free, under):
                earlier = None if under is None else under[:-1]
                for cards, others in _back(
                    log, count - 1, hand | {card}, free - {card}, drawn, earlier
                ):
                    yield cards, (*others, card)
        case DrewCard():
            for card in _tried(hand, drawn):
                earlier = None if drawn is None else drawn[:-1]
                for cards, others in _back(log, count - 1, hand - {card}, free, earlier, under):
                    yield (*cards, card), others


def _tried(cards: Iterable[Card], given: tuple[Card, ...] | None) -> list[Card]:
    return [card for card in cards if given is None or card is given[-1]]


def _may_follow(hand: frozenset[Card], card: Card, lead: Card | None) -> bool:
    if lead is None:
        return True
    same = [held for held in hand if held.suit is lead.suit]
    if card.suit is not lead.suit:
        return not same
    return lead.rank != 11 or card.rank == 1 or card.rank == max(held.rank for held in same)
