"""A second reading of the original game's rules: what may follow a position line, as text.

Slow and plain on purpose. It shares no code with the engine, so that a mistake would have to be
made twice to stay unseen. It knows neither deals nor resigning.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from foxduet.core.common import Deal, Exchange, Play, Seat
from foxduet.games.classic.rules.actions import Action, Discard
from foxduet.games.classic.rules.cards import DECK, Card
from foxduet.games.classic.rules.state import GameState

RANKS, SUITS = "123456789TE", "bkm"
SEATS = ("p1", "p2")
LAST_TRICK = 13


@dataclass(frozen=True)
class Sheet:
    """What a position line does not say: the target, and the points before this round."""

    target: int
    before: tuple[int, int] = (0, 0)


@dataclass
class Table:
    """A position line taken apart. Seats are 0 and 1."""

    round: str
    hands: list[list[str]]
    decree: str
    stock: list[str]
    leader: int
    trick: list[str]
    tricks: list[int]
    points: list[int]
    turn: str


def successors(line: str, sheet: Sheet) -> dict[str, str]:
    """Return the position line after each action, by the action's text."""
    table = _read(line)
    after = {}
    for action in _actions(table):
        copy = deepcopy(table)
        _do(copy, sheet, action.split(" "))
        after[action] = _write(copy)
    return after


def _read(line: str) -> Table:
    progress, hands, decree, stock, trick, tricks, points, turn = line.split(" ")
    leader, _, played = trick.partition(":")
    return Table(
        round=progress.split(".")[0],
        hands=[_cards(hand) for hand in hands.split("/")],
        decree=decree,
        stock=_cards(stock),
        leader=SEATS.index(leader) if leader != "-" else -1,
        trick=_cards(played or "-"),
        tricks=[int(number) for number in tricks.split("-")],
        points=[int(number) for number in points.split("-")],
        turn=turn,
    )


def _cards(text: str) -> list[str]:
    return [] if text == "-" else [text[at : at + 2] for at in range(0, len(text), 2)]


def _write(table: Table) -> str:
    hands = "/".join("".join(_sorted(hand)) or "-" for hand in table.hands)
    trick = f"{SEATS[table.leader]}:{''.join(table.trick) or '-'}" if table.leader >= 0 else "-"
    one, two = table.tricks
    points = f"{table.points[0]}-{table.points[1]}"
    stock = "".join(table.stock)
    return (
        f"{table.round}.{one + two} {hands} {table.decree} {stock} {trick} "
        f"{one}-{two} {points} {table.turn}"
    )


def _rank(card: str) -> int:
    return RANKS.index(card[0]) + 1


def _sorted(hand: list[str]) -> list[str]:
    return sorted(hand, key=lambda card: (SUITS.index(card[1]), _rank(card)))


def _actions(table: Table) -> list[str]:
    who, _, what = table.turn.partition(":")
    if who in ("deal", "over"):
        return []
    hand = table.hands[SEATS.index(who)]
    if what == "exchange":
        return [f"{who} exchange {card}" for card in [*hand, "-"]]
    if what == "discard":
        return [f"{who} discard {card}" for card in hand]
    return [f"{who} play {card}" for card in hand if _may_play(table, hand, card)]


def _may_play(table: Table, hand: list[str], card: str) -> bool:
    if not table.trick:
        return True
    led = table.trick[0]
    of_suit = [held for held in hand if held[1] == led[1]]
    if not of_suit:
        return True
    if card not in of_suit:
        return False
    higher = [held for held in of_suit if _rank(held) > _rank(card)]
    return led[0] != "E" or card[0] == "1" or not higher


def _do(table: Table, sheet: Sheet, action: list[str]) -> None:
    who, verb, what = action
    hand = table.hands[SEATS.index(who)]
    if what != "-":
        hand.remove(what)
    if verb == "play":
        table.trick.append(what)
        if what[0] == "3" and hand:
            table.turn = f"{who}:exchange"
            return
        if what[0] == "5":
            hand.append(table.stock.pop(0))
            table.turn = f"{who}:discard"
            return
    elif verb == "discard":
        table.stock.append(what)
    elif what != "-":
        hand.append(table.decree)
        table.decree = what
    if len(table.trick) == 1:
        table.turn = f"{SEATS[1 - table.leader]}:play"
    else:
        _finish_trick(table, sheet)


def _finish_trick(table: Table, sheet: Sheet) -> None:
    lead, follow = table.trick
    winner = table.leader if _strength(table, lead) > _strength(table, follow) else 1 - table.leader
    table.tricks[winner] += 1
    table.points[winner] += (lead + follow).count("7")
    lost = follow if winner == table.leader else lead
    table.leader = 1 - winner if lost[0] == "1" else winner
    table.trick = []
    table.turn = f"{SEATS[table.leader]}:play"
    if sum(table.tricks) == LAST_TRICK:
        table.leader = -1
        _finish_round(table, sheet)


def _strength(table: Table, card: str) -> tuple[bool, bool, int]:
    ranks = [other[0] for other in table.trick]
    lone_witch = card[0] == "9" and ranks.count("9") == 1
    trump = card[1] == table.decree[1] or lone_witch
    return trump, trump or card[1] == table.trick[0][1], _rank(card)


def _finish_round(table: Table, sheet: Sheet) -> None:
    for seat, won in enumerate(table.tricks):
        if won <= 3 or 7 <= won <= 9:
            table.points[seat] += 6
        elif won <= 6:
            table.points[seat] += won - 3
    table.turn = "deal"
    if max(table.points) >= sheet.target:
        final = [(table.points[at], table.points[at] - sheet.before[at]) for at in (0, 1)]
        names = {True: "p1", False: "p2"}
        table.turn = "over:draw" if final[0] == final[1] else f"over:{names[final[0] > final[1]]}"


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
