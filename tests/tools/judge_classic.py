"""The judge of the original game: a policy of its own, and sentences read as text.

The policy decides for each trick whether its seat should win it, by the tricks won so far. It
shares nothing with the program's opponents, lines of play and reasons, only the rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from random import Random
from statistics import fmean
from typing import Any

from foxduet.core.cards import CardPlayed, Play, Seat, Step, TrickWon, follow_wins
from foxduet.core.registry import rule_set
from foxduet.games.classic.rules.cards import (
    DECK,
    Ability,
    Card,
    Suit,
    cards_to_follow,
    effective_cards,
)
from foxduet.games.classic.rules.state import Choice, GameState, Outcome
from foxduet.games.classic.words.names import choice_phrase
from tests.tools.playouts import Course, Matches, Policy, Position
from tests.tools.verdicts import (
    NAMES,
    Event,
    Fault,
    FaultKind,
    Item,
    Reader,
    Reading,
    Told,
    compile_words,
)

RULES = rule_set("classic")
TRICKS = 13
POINTS = (6, 6, 6, 6, 1, 2, 3, 6, 6, 6, 0, 0, 0, 0)
WON_BY = (Outcome.P1, Outcome.P2)

_TREASURE, _IMAGINED_HANDS, _MIN_TRICKS = 0.15, 4, 5.5


@dataclass(frozen=True, slots=True)
class End:
    """The end of a trick.

    tricks: of both seats, this one included.
    outcome: of the match, if it is over.
    """

    winner: Seat
    cards: tuple[Card, ...]
    tricks: tuple[int, int]
    outcome: Outcome | None

    @property
    def is_last(self) -> bool:
        return sum(self.tricks) == TRICKS


def end_of(before: GameState, step: Step[GameState, Any]) -> End | None:
    """Return how a step ends the trick; None if it goes on."""
    winner = next((event.winner for event in step.events if isinstance(event, TrickWon)), None)
    if winner is None:
        return None
    trick, _decree = before.table.in_trick
    played = (event.card for event in step.events if isinstance(event, CardPlayed))
    return End(winner, (*trick.cards, *played), step.state.table.tricks, step.state.table.outcome)


def worth_of(course: Course, seat: Seat) -> float:
    """Return the worth of a round; six points are worth 1."""
    last, other = course[-1], seat.other
    points = POINTS[last.tricks[seat]] - POINTS[last.tricks[other]]
    for end in course:
        treasures = sum(card.ability is Ability.TREASURE for card in end.cards)
        points += treasures if end.winner is seat else -treasures
    return (
        points / 6 + 3 * (last.outcome is WON_BY[seat]) - 3 * (last.outcome is WON_BY[seat.other])
    )


def winner_of(lead: Card, follow: Card, leader: Seat, trump: Suit) -> Seat:
    return leader.other if follow_wins(*effective_cards(lead, follow, trump), trump) else leader


def wish(tricks: Sequence[int], seat: Seat, strength: float) -> float:
    """Return how much a seat would win the next trick; negative if it would leave it.

    strength: the number of tricks that its hand may win.
    """
    own, other = tricks[seat], tricks[seat.other]
    if own >= 7:
        return -1.0 if own == 9 or other <= 3 else -0.1
    return -1.0 if own <= 3 and (other >= 7 or own + strength < _MIN_TRICKS) else 1.0


def strength_of(hand: Sequence[Card], trump: Suit) -> float:
    """Return how many tricks a hand may win."""
    ranks = (card.rank + 8 * (card.suit is trump) for card in hand)
    return sum(min(rank / 16, 1.0) for rank in ranks)


def choose(state: GameState, rng: Random) -> Any:
    """Choose what ends the trick best, as far as the seat can know."""
    table, legal, due = state.table, RULES.legal_actions(state), state.table.pending
    assert due is not None
    assert due.seat is not None
    seat, (trick, decree) = due.seat, table.in_trick
    hand, half = state.hands[seat], len(state.hands[seat]) / 2
    strengths = {seat: strength_of(hand, table.trump), seat.other: half}
    wishes = [wish(table.tricks, one, strengths[one]) for one in Seat]

    def worth(lead: Card, follow: Card, trump: Suit, of: Seat) -> float:
        """Return the worth of a trick, and of the card that a seat gets rid of with it."""
        winner = winner_of(lead, follow, trick.leader, trump)
        treasures = sum(card.ability is Ability.TREASURE for card in (lead, follow))
        own = lead if of is trick.leader else follow
        saved = own.rank if winner is not of and wishes[of] < 0 else -own.rank
        is_won = 1 if winner is of else -1
        return wishes[of] * (winner is of) + _TREASURE * treasures * is_won + saved / 100

    def lead_worth(lead: Card) -> float:
        replies = (
            max(cards_to_follow(cards, lead), key=lambda c: worth(lead, c, table.trump, seat.other))
            for cards in hands
        )
        return fmean(worth(lead, reply, table.trump, seat) for reply in replies)

    def swap_worth(new: Card | None) -> float:
        trump = (new or decree).suit
        kept = [card for card in (*hand, decree) if card is not (new or decree)]
        trumps = sum(card.suit is trump for card in kept) / 20
        if trick.follow is None or trick.lead is None:
            return trumps * wishes[seat]
        return worth(trick.lead, trick.follow, trump, seat) + trumps * wishes[seat]

    match due.choice:
        case Choice.PLAY if trick.lead is None:
            unseen = sorted((*state.hands[seat.other], *state.stock), key=lambda card: card.index)
            count = len(state.hands[seat.other])
            hands = [tuple(rng.sample(unseen, count)) for _ in range(_IMAGINED_HANDS)]
            hands = [tuple(sorted(cards, key=lambda card: card.index)) for cards in hands]
            means = {play: lead_worth(play.card) for play in legal}
            return max(legal, key=lambda play: means[play] + rng.random() / 50)
        case Choice.PLAY:
            lead = trick.lead
            assert lead is not None
            return max(legal, key=lambda play: worth(lead, play.card, table.trump, seat))
        case Choice.EXCHANGE:
            return max(legal, key=lambda swap: swap_worth(swap.card))
        case _:
            sign = 1 if wishes[seat] < 0 else -1
            trump = decree.suit
            return max(legal, key=lambda a: sign * (a.card.rank + 20 * (a.card.suit is trump)))


POLICY = Policy(RULES, choose, end_of, worth_of, frozenset({"EXCHANGE"}))

_NAME, _SUIT = rf"(?P<name>{'|'.join(NAMES)})", r"(?P<suit>\w+)"
_ORDINALS = {"fourth": 4, "seventh": 7, "tenth": 10}


def in_band(low: int, high: int) -> Callable[[Position, Told | None], Matches]:
    """Return the test whether the choosing seat ends the round with so many tricks."""
    return lambda at, told: (
        lambda end: end.is_last and low <= end.tricks[at.seat] <= high and is_named(at.seat, told)
    )


def is_named(seat: Seat, told: Told | None) -> bool:
    return told is None or told["name"] == NAMES[seat]


def wins_match(*, is_own: bool) -> Callable[[Position, Told | None], Matches]:
    return lambda at, _told: lambda end: end.outcome is WON_BY[at.seat if is_own else at.seat.other]


def wins_trick(*, is_own: bool) -> Callable[[Position, Told | None], Matches]:
    return lambda at, _told: lambda end: end.winner is (at.seat if is_own else at.seat.other)


def leads_next(seat: Seat) -> Callable[[Position, Told | None], Matches]:
    """Return the test whether a seat leads the next trick: its winner, or the loser by a Swan."""

    def leads(leader: Seat, end: End) -> bool:
        # The cards are in the order of play.
        loser_card = end.cards[1] if end.winner is leader else end.cards[0]
        keeps = loser_card.ability is Ability.SWAN
        return (end.winner is seat) is not keeps

    return lambda at, _told: partial(leads, at.table.in_trick[0].leader)


def wins_treasure(*, is_own: bool) -> Callable[[Position, Told], Matches]:
    def matches(position: Position, told: Told) -> Matches:
        treasure = card_in("7", told["suit"])
        seat = position.seat if is_own else position.seat.other
        return lambda end: end.winner is seat and treasure in end.cards

    return matches


def card_in(rank: str, suit: str) -> Card:
    return Card.of(Suit[suit.upper()], int(rank))


WON = Event(3, False, wins_match(is_own=True), is_final=True)
LOST = Event(-3, False, wins_match(is_own=False), is_final=True)
HUMBLE, VICTORIOUS = Event(1, False, in_band(0, 3)), Event(1, False, in_band(7, 9))
DEFEATED, GREEDY = Event(-0.7, False, in_band(4, 6)), Event(-1, False, in_band(10, 13))
TREASURE = Event(0.17, False, wins_treasure(is_own=True))
TREASURE_LOST = Event(-0.17, False, wins_treasure(is_own=False))
IMPORTANT = {
    "the match won in this round": WON,
    "the match lost in this round": LOST,
    "humble": HUMBLE,
    "greedy": GREEDY,
}
EVENTS = {
    compile_words(pattern): event
    for pattern, event in {
        "B wins the match in this round <B>; C, <C>": WON,
        "B wins the match in this round more often than C": WON,
        "C loses the match in this round more often than B": LOST,
        "C loses the match in this round <C>; B, <B>": LOST,
        f"B keeps {_NAME} humble <B>; C, <C>": HUMBLE,
        f"B makes {_NAME} victorious <B>; C, <C>": VICTORIOUS,
        f"C leaves {_NAME} defeated <C>; B, <B>": DEFEATED,
        f"C makes {_NAME} greedy <C>; B, <B>": GREEDY,
        f"B wins {_NAME} the Treasure of {_SUIT} <B>; C, <C>": TREASURE,
        f"C gives {_NAME} the Treasure of {_SUIT} <C>; B, <B>": TREASURE_LOST,
        f"B wins {_NAME} the Treasure of {_SUIT} (?P<b>now); C, <C>": TREASURE,
        f"C gives {_NAME} the Treasure of {_SUIT} (?P<c>now); B, <B>": TREASURE_LOST,
        "B lets Ann lead the next trick <B>; C, <C>": Event(0.2, True, leads_next(Seat.P1)),
        "B lets Bob lead the next trick <B>; C, <C>": Event(0.2, True, leads_next(Seat.P2)),
        "B wins this trick <B>; C, <C>": Event(0.5, True, wins_trick(is_own=True)),
        r"B leaves this trick to \w+ <B>; C, <C>": Event(0.5, True, wins_trick(is_own=False)),
    }.items()
}
_NOTE = re.compile(
    r"Four tricks for \w+ keep \w+ below ten\.|\w+ stays humble only with .+\."
    r"|\w+ needs seven tricks to be victorious\.|It was close\."
    r"|The fourth, fifth and sixth trick score a point each\."
)
_SETTLED = re.compile(r"B (?P<wins>wins)?(?:leaves|gives)? .+; C (?:wins it|leaves|gives).*\.")
_NUMBER = re.compile(rf"{_NAME}(?:'s| a) (?P<ordinal>{'|'.join(_ORDINALS)})\b")
_CARD = r"(?P<{0}>\d+) of (?P<{0}_suit>\w+)(?: \((?P<{0}_trump>\w+) are trump\))?"
_REPLIES = re.compile(
    rf".*\b[Ss]ay,? \w+'s {_CARD.format('b')} (?P<result>wins|loses) the trick; otherwise \w+'s "
    rf"{_CARD.format('c')} (?:wins|loses) it\."
)
_ONE_REPLY = re.compile(
    rf".*\b[Ss]ay,? \w+ plays the {_CARD.format('b')}: only (?P<only>B|C)(?: \(.+\))? beats it\."
)
_ABILITY = r"the Witch is a trump|a Swan: \w+ leads next|the Monarch draws it"
_BEATS = re.compile(
    rf".*\b[Ss]ay,? (?:trick (?P<number>\d+): )?{_NAME}'s (?P<high>\d+) of (?P<high_suit>\w+) "
    r"beats \w+'s (?P<low>\d+)(?: of (?P<low_suit>\w+))?"
    rf"(?: \((?:{_ABILITY}|(?:after a Fox: )?(?P<trump>\w+) are trump)\))?"
    r"(?P<end>, and .+?)?(?:; otherwise .+)?\."
)
_COUNT = re.compile(rf"{_NAME} ends with (?P<count>\d+) tricks?")
_POINTS = re.compile(rf"{_NAME}(?:, [^;,]+,)? wins (?P<points>\d+) to (?P<fewer>\d+)")


def read(position: Position, item: Item, text: str, words: str, _is_bad: bool) -> Reading | None:
    """Read a sentence on a trick, or on a line of play; None if it is another one."""
    if words.startswith("It would be "):
        return Reading([*_judge_number(position, words)])
    if _NOTE.fullmatch(words):
        return Reading()
    if line := _BEATS.fullmatch(words):
        return Reading([*_judge_line(position, line)], is_shown=True)
    if re.fullmatch(rf"Say \w+'s {_CARD.format('b')} (?:wins|loses) it\.", words):
        return Reading(is_shown=True)
    if replies := _REPLIES.fullmatch(words):
        is_won = replies["result"] == "loses"
        pairs = ((item.best, "b", is_won), (item.chosen, "c", not is_won))
        return Reading([*_judge_replies(position, replies, pairs)], is_shown=True)
    if reply := _ONE_REPLY.fullmatch(text):
        pairs = ((item.best, "b", reply["only"] == "B"), (item.chosen, "b", reply["only"] == "C"))
        return Reading([*_judge_replies(position, reply, pairs)], is_shown=True)
    if settled := _SETTLED.fullmatch(text):
        faults = [*_judge_number(position, words)]
        for choice, is_own in ((item.best, settled["wins"]), (item.chosen, not settled["wins"])):
            matches = wins_trick(is_own=bool(is_own))(position, None)
            if not position.is_sure(choice, matches, by_plan=choice == item.best):
                faults.append(Fault(FaultKind.FALSE, f"{choice_phrase(choice, NAMES)} need not"))
        return Reading(faults, is_told=True, is_shown=True, said=lambda _end: True)
    if re.match(r"(?:Say|After .+, say,) (?:\w+(?:, .+?,)? (?:wins|loses) |the match)", words):
        return Reading(is_shown=True)
    return None


def _judge_number(position: Position, words: str) -> Iterator[Fault]:
    """Yield a fault if the trick has another number for a seat than the sentence says."""
    for told in _NUMBER.finditer(words):
        tricks = position.table.tricks[NAMES.index(told["name"])]
        if tricks + 1 != _ORDINALS[told["ordinal"]]:
            yield Fault(FaultKind.FALSE, f"not the {told['ordinal']}")


def _judge_replies(
    position: Position, told: Told, pairs: Sequence[tuple[Any, str, bool]]
) -> Iterator[Fault]:
    """Yield a fault for each reply that cannot end the trick so."""
    for choice, group, is_own in pairs:
        card = card_in(told[group], told[f"{group}_suit"])

        def allows(action: Any, card: Card = card) -> bool:
            return not isinstance(action, Play) or action.card is card

        def has(state: GameState, card: Card = card) -> bool:
            return card in state.hands[position.seat.other]

        if not position.can_reach(choice, allows, has, wins_trick(is_own=is_own)(position, None)):
            yield Fault(
                FaultKind.FALSE, f"{card} cannot reply so to {choice_phrase(choice, NAMES)}"
            )


def _judge_line(position: Position, told: Told) -> Iterator[Fault]:
    """Yield the faults of a told trick of the round: it must be possible, and the numbers right."""
    seen, table, winner = position.observation, position.table, Seat(NAMES.index(told["name"]))
    high = card_in(told["high"], told["high_suit"])
    low = card_in(told["low"], told["low_suit"] or told["high_suit"])
    if {high, low} & {*seen.out}:
        yield Fault(FaultKind.FALSE, "one of these cards is out of the round")
    left = int(told["number"]) - table.tricks_done if told["number"] else 1
    if not 0 < left <= TRICKS - table.tricks_done:
        yield Fault(FaultKind.FALSE, "there is no such trick")
    own, other = (high, low) if winner is seen.seat else (low, high)
    may_swap = any(card.ability is Ability.FOX for card in {*DECK} - {*seen.out})
    may_draw = any(card.ability is Ability.WOODCUTTER for card in seen.hand)
    if other in seen.hand and not may_swap:
        yield Fault(FaultKind.FALSE, f"the other seat cannot have the {other}")
    if own not in (*seen.hand, *table.in_trick[0].cards) and not (may_swap or may_draw):
        yield Fault(FaultKind.FALSE, f"the seat cannot have the {own}")
    trumps = [Suit[told["trump"].upper()]] if told["trump"] else [*Suit]
    pairs = product(((high, low, winner), (low, high, winner.other)), trumps)
    if not any(winner_of(a, b, leader, trump) is winner for (a, b, leader), trump in pairs):
        yield Fault(FaultKind.FALSE, "it does not beat it")
    for end in _COUNT.finditer(told["end"] or ""):
        own, other = (table.tricks[seat] for seat in (seen.seat, seen.seat.other))
        if NAMES[seen.seat] != end["name"] or not own <= int(end["count"]) <= TRICKS - other:
            yield Fault(FaultKind.FALSE, f"no such end: {end[0]}")
    for points in _POINTS.finditer(told["end"] or ""):
        most = Seat(NAMES.index(points["name"]))
        told_points = int(points["points"]), int(points["fewer"])
        now = table.points[most], table.points[most.other]
        if told_points[0] < table.setup.target or told_points < now:
            yield Fault(FaultKind.FALSE, f"no such points: {points[0]}")


READER = Reader(POLICY, choice_phrase, EVENTS, IMPORTANT, lambda end: end.outcome is not None, read)
