"""A second reading of Duet's rules from text, and states from position lines."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import pytest

from foxduet.core.cards import Seat, Step
from foxduet.core.engine import AnyRuleSet
from foxduet.core.errors import IllegalActionError
from foxduet.core.registry import rule_set
from foxduet.games.duet.rules.cards import DECK, Card
from foxduet.games.duet.rules.notation import format_position, parse_position, position_of, restore
from foxduet.games.duet.rules.state import CARDS, HAND_SIZE, Event, GameState, Setup

RANKS = "123456789T"
PAWS = dict(zip(RANKS, (0, 3, 2, 1, 1, 2, 0, 2, 0, 3), strict=True))
GEM_DIGITS = "0123456789abcdefghijklmnopqrstuv"
SEATS = ("p1", "p2")
ALL_GEMS, LAST_TRICK, LAST_ROUND = 22, 11, 3


@dataclass(frozen=True)
class Sheet:
    """The facts that a position line lacks, printed on the board or agreed on."""

    start: int
    plus: tuple[int, ...]
    level: int


@dataclass
class Table:
    """A parsed position line. Seats are 0 and 1; spaces ``low`` to ``high`` are uncovered."""

    round: int
    done: int
    hands: list[list[str]]
    decree: str
    stock: str
    leader: int
    trick: list[str]
    offer: str
    gems: list[int]
    low: int
    high: int
    at: int
    reserve: int
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
    progress, hands, decree, stock, trick, offer, path, at, reserve, turn = line.split(" ")
    leader, _, played = trick.partition(":")
    uncovered = [space for space, sign in enumerate(path, 1) if sign != "#"]
    return Table(
        round=int(progress.split(".")[0]),
        done=int(progress.split(".")[1]),
        hands=[_cards(hand) for hand in hands.split("/")],
        decree=decree,
        stock=stock,
        leader=SEATS.index(leader) if leader != "-" else -1,
        trick=_cards(played or "-"),
        offer=offer,
        gems=[GEM_DIGITS.find(sign) for sign in path],
        low=uncovered[0],
        high=uncovered[-1],
        at=int(at),
        reserve=int(reserve),
        turn=turn,
    )


def _cards(text: str) -> list[str]:
    return [] if text == "-" else [text[at : at + 2] for at in range(0, len(text), 2)]


def _write(table: Table) -> str:
    hands = ["".join(_sorted(hand)) or "-" for hand in table.hands]
    trick = f"{SEATS[table.leader]}:{''.join(table.trick) or '-'}" if table.leader >= 0 else "-"
    path = [
        GEM_DIGITS[gems] if table.low <= space <= table.high else "#"
        for space, gems in enumerate(table.gems, 1)
    ]
    return (
        f"{table.round}.{table.done} {'/'.join(hands)} {table.decree} {table.stock} {trick} "
        f"{table.offer} {''.join(path)} {table.at} {table.reserve} {table.turn}"
    )


def _sorted(hand: list[str]) -> list[str]:
    return sorted(hand, key=lambda card: (card[1], RANKS.index(card[0])))


def _actions(table: Table) -> list[str]:
    who, _, due = table.turn.partition(":")
    if who in ("deal", "over"):
        return []
    if who == "team":
        return ["team forest p1", "team forest p2"]
    hand = table.hands[SEATS.index(who)]
    if due == "play":
        led = table.trick[0] if table.trick else "9?"
        of_suit = [card for card in hand if card[1] == led[1]]
        free = led[0] == "9" or not of_suit
        return [f"{who} play {card}" for card in (hand if free else of_suit)]
    if due == "foxes":
        return [f"{who} foxes p1", f"{who} foxes p2"]
    if due == "exchange":
        return [f"{who} exchange {card}" for card in [*hand, "-"]]
    if due == "give":
        return [f"{who} give {card}" for card in hand]
    return [f"{who} move {steps:+d}" if steps else f"{who} move 0" for steps in _moves(table)]


def _do(table: Table, sheet: Sheet, action: list[str]) -> None:
    who, verb, argument = action
    if verb == "forest":
        _cover(table, SEATS.index(argument))
        table.turn = "deal"
        return
    seat = SEATS.index(who)
    if verb == "move":
        _move(table, sheet, int(argument))
    elif verb == "play":
        table.hands[seat].remove(argument)
        table.trick.append(argument)
        if argument[0] == "3" and any(table.hands):
            table.turn = f"{who}:foxes"
        elif argument[0] == "7" and all(table.hands):
            table.turn = f"{who}:give"
        else:
            _effects_done(table, sheet)
    elif verb == "foxes" and table.hands[SEATS.index(argument)]:
        table.turn = f"{argument}:exchange"
    elif verb == "give" and table.offer == "-":
        table.hands[seat].remove(argument)
        table.offer = argument
        table.turn = f"{SEATS[1 - seat]}:give"
    else:
        if verb == "give":
            table.hands[seat].remove(argument)
            table.hands[seat].append(table.offer)
            table.hands[1 - seat].append(argument)
            table.offer = "-"
        elif verb == "exchange" and argument != "-":
            table.hands[seat].remove(argument)
            table.hands[seat].append(table.decree)
            table.decree = argument
        _effects_done(table, sheet)


def _effects_done(table: Table, sheet: Sheet) -> None:
    if len(table.trick) == 1:
        table.turn = f"{SEATS[1 - table.leader]}:play"
        return
    moves = _moves(table)
    table.turn = f"{SEATS[_winner(table)]}:move"
    if len(moves) == 1:
        _move(table, sheet, moves[0])


def _winner(table: Table) -> int:
    def strength(card: str) -> tuple[bool, bool, int]:
        return card[1] == table.decree[1], card[1] == table.trick[0][1], RANKS.index(card[0])

    lead, follow = table.trick
    return table.leader if strength(lead) > strength(follow) else 1 - table.leader


def _moves(table: Table) -> list[int]:
    """Try every way to leave out paws, in both directions if a Musician allows it."""
    ranks = [card[0] for card in table.trick]
    toward = (-1, 1)[_winner(table)]
    moves = set()
    for counted in ((), (0,), (1,), (0, 1)):
        if 2 - len(counted) <= ranks.count("5"):
            distance = sum(PAWS[ranks[at]] for at in counted)
            moves.add(toward * distance)
            if "1" in ranks:
                moves.add(-toward * distance)
    return sorted(moves)


def _move(table: Table, sheet: Sheet, steps: int) -> None:
    winner = _winner(table)
    table.leader, table.trick = -1, []
    table.done += 1
    to = table.at + steps
    if table.low <= to <= table.high:
        table.at = to
        if table.gems[to - 1]:
            table.gems[to - 1] -= 1
            if not sum(_open_gems(table)):
                table.turn = f"over:victory:{_score(table, sheet)}"
                return
    elif not table.reserve:
        table.turn = "over:lost"
        return
    else:
        table.at = sheet.start
        _cover(table, 0 if to < table.low else 1)
    if table.done < LAST_TRICK:
        table.leader = winner
        table.turn = f"{SEATS[winner]}:play"
    elif table.round == LAST_ROUND:
        table.turn = "over:out-of-time"
    else:
        _between_rounds(table, sheet)


def _open_gems(table: Table) -> list[int]:
    return table.gems[table.low - 1 : table.high]


def _score(table: Table, sheet: Sheet) -> int:
    early = 10 if table.round == 2 else 0
    return 10 * sheet.level + sum(map(len, table.hands)) + early + 3 * table.reserve


def _cover(table: Table, end: int) -> None:
    if end == 0:
        table.low += 1
        table.gems[table.low - 1] += table.gems[table.low - 2]
    else:
        table.high -= 1
        table.gems[table.high - 1] += table.gems[table.high]
    table.reserve -= 1


def _between_rounds(table: Table, sheet: Sheet) -> None:
    for space in sorted(sheet.plus, key=lambda space: (abs(space - sheet.start), space)):
        if sum(_open_gems(table)) < ALL_GEMS:
            table.gems[min(max(space, table.low), table.high) - 1] += 1
    table.turn = "deal"
    if table.reserve and table.at in (table.low, table.high):
        _cover(table, 1 if table.at == table.low else 0)
    elif table.reserve:
        table.turn = "team:forest"


StateT = TypeVar("StateT")
EventT = TypeVar("EventT")


@dataclass(frozen=True)
class ByRules(Generic[StateT, EventT]):
    """Helpers that apply actions in record notation by the rules of a game."""

    rules: AnyRuleSet

    def play(self, state: StateT, *actions: str) -> Step[StateT, EventT]:
        """Apply actions; return the last state and all events."""
        events: list[EventT] = []
        for action in actions:
            step = self.rules.apply(state, self.rules.parse_action(action))
            state = step.state
            events += step.events
        return Step(state, tuple(events))

    def after(self, state: StateT, *actions: str) -> StateT:
        return self.play(state, *actions).state

    def choices(self, state: StateT) -> list[str]:
        return [self.rules.format_action(action) for action in self.rules.legal_actions(state)]

    def refusal(self, state: StateT, action: str) -> str:
        """Return the reason why both ``check`` and ``apply`` refuse ``action``."""
        with pytest.raises(IllegalActionError) as checked:
            self.rules.check(state, self.rules.parse_action(action))
        with pytest.raises(IllegalActionError) as applied:
            self.rules.apply(state, self.rules.parse_action(action))
        assert str(checked.value) == str(applied.value)
        return str(checked.value)


format_card, parse_card = CARDS.format_card, CARDS.parse_card
format_cards, parse_cards = CARDS.format_cards, CARDS.parse_cards
parse_hand = CARDS.parse_hand
_BY_RULES = ByRules[GameState, Event](rule_set("duet"))
play, after = _BY_RULES.play, _BY_RULES.after
choices, refusal = _BY_RULES.choices, _BY_RULES.refusal

DEAL_BY_P1 = "deal p1 2d6d8dTd1r2r7r1s4s7sTs/1d7d3r4r5r6r8rTr2s3s9s 4d 9d3d5s6s8s9r5d"
DEAL_BY_P2 = DEAL_BY_P1.replace("deal p1", "deal p2")


def setup_of(level: int) -> Setup:
    return Setup(level)


def at(line: str, setup: Setup | None = None) -> GameState:
    """Return the state of a position line, by default at level 1; it must hold a whole deck."""
    state = restore(parse_position(line, setup or setup_of(1)))
    assert_cards_accounted_for(state)
    return state


def position(line: str, setup: Setup | None = None) -> GameState:
    """Return the state of a position line, replacing ``*`` by a stock of cards from all suits."""
    fields = line.split()
    texts = (*fields[1].split("/"), fields[2], fields[4].partition(":")[2], fields[5])
    seen = {card for text in texts for card in parse_cards(text)}
    unseen = [card for card in DECK if card not in seen]
    size = len(DECK) - 2 * HAND_SIZE - 1
    stock = unseen[:: len(unseen) // size][:size]
    return at(line.replace("*", format_cards(tuple(stock))), setup)


def assert_cards_accounted_for(state: GameState) -> None:
    """Check that each of the thirty cards is in one place, except those of earlier tricks."""
    cards = [*state.hands[0], *state.hands[1], *state.stock]
    cards += [card for card in (state.table.decree, state.offer) if card is not None]
    cards += state.table.trick.cards if state.table.trick else ()
    assert len(cards) == len(set(cards))
    assert len(cards) + 2 * state.table.tricks_done == (len(DECK) if state.table.round else 0)


def with_table(state: GameState, **changes: object) -> GameState:
    return replace(state, table=replace(state.table, **changes))  # type: ignore[arg-type]


def line_of(state: GameState) -> str:
    return format_position(position_of(state))


def turn(state: GameState) -> str:
    return line_of(state).split(" ")[9]


def hidden_from(state: GameState, seat: Seat) -> tuple[Card, ...]:
    """Return the cards whose place ``seat`` may not know (R10.2)."""
    cards = [*state.hands[seat.other], *state.stock]
    trick = state.table.trick
    if state.offer is not None and trick is not None:
        # The player of the Gift, the last card played, has made the offer.
        giver = trick.leader if trick.follow is None else trick.leader.other
        cards += [state.offer] if giver is seat.other else []
    return tuple(card for card in cards if card not in state.table.known[seat])
