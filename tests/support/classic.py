"""A second reading of the original game's rules: the lines of text that may follow a position line.

Slow and plain on purpose. It shares no code with the engine, so that both would have to make the
same mistake. It knows neither deals nor resigning.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from hypothesis import strategies as st

from foxduet.ai.partner import get_partner
from foxduet.core.cards import Deal, Exchange, Play, Seat, Step, hand_of
from foxduet.core.registry import rule_set
from foxduet.games.classic.rules import notation
from foxduet.games.classic.rules.cards import DECK, Card, Hand
from foxduet.games.classic.rules.engine import apply, deal, legal_actions, new_game
from foxduet.games.classic.rules.observation import (
    DrawHistory,
    DrawSource,
    Observation,
    Origin,
    Pile,
    Worlds,
)
from foxduet.games.classic.rules.state import (
    CARDS,
    DISCARDS,
    EXCHANGES,
    KEEPS,
    PLAYS,
    TARGETS,
    Action,
    Choice,
    Discard,
    Event,
    GameState,
    Resign,
    Setup,
)
from foxduet.play.game import (
    DAILY_KEY,
    NO_PARTNERS,
    Chooser,
    Game,
    Header,
    Names,
    PartnerNames,
    act,
    daily_seed,
    open_game,
    play_out,
)
from foxduet.play.table_session import TableSession
from foxduet.play.table_session import show_hand as look_at_hand
from foxduet.store.saved_games import SavedGame
from foxduet.store.score_entries import ScoreEntry, make_entry
from foxduet.ui.effect_handlers import start_game
from foxduet.ui.kit.effects import GameStarted
from foxduet.ui.table.screen import TableScreen, start_table
from foxduet.ui.table.state import Choosing, table_options
from tests.support.games import ByRules
from tests.support.processes import patience
from tests.support.tables import Desk, at_table

RANKS, SUITS = "123456789TE", "bkm"
SEATS = ("p1", "p2")
LAST_TRICK = 13


@dataclass(frozen=True)
class Sheet:
    """The facts that a position line lacks: the target, and the points before this round."""

    target: int
    before: tuple[int, int] = (0, 0)


@dataclass
class Table:
    """A parsed position line. Seats are 0 and 1."""

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
    who, _, due = table.turn.partition(":")
    if who in ("deal", "over"):
        return []
    hand = table.hands[SEATS.index(who)]
    if due == "exchange":
        return [f"{who} exchange {card}" for card in [*hand, "-"]]
    if due == "discard":
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
    who, verb, card = action
    hand = table.hands[SEATS.index(who)]
    if card != "-":
        hand.remove(card)
    if verb == "play":
        table.trick.append(card)
        if card[0] == "3" and hand:
            table.turn = f"{who}:exchange"
            return
        if card[0] == "5":
            hand.append(table.stock.pop(0))
            table.turn = f"{who}:discard"
            return
    elif verb == "discard":
        table.stock.append(card)
    elif card != "-":
        hand.append(table.decree)
        table.decree = card
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
"""The other hand, the cards it drew, and those it put under the deck."""


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


NoteEntry: TypeAlias = Played | Exchanged | DrewCard | PutCardUnder


@dataclass
class SeatLog:
    """A seat's visible actions in a round.

    elsewhere: cards that were never dealt to it: the other seat's first hand and draws, the first
        decree.
    """

    seat: Seat
    entries: list[NoteEntry]
    elsewhere: set[Card]

    def note(self, before: GameState, action: Action, after: GameState) -> None:
        """Record what an action shows."""
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
    """Yield every world that fits the visible actions of the seat."""
    seat = log.seat
    unseen = {*state.hands[seat], *state.deck}
    unseen |= {draw.discarded for draw in state.draws if draw.seat is seat and draw.discarded}
    for hand in combinations(sorted(unseen, key=DECK.index), len(state.hands[seat])):
        free = unseen - {*hand}
        for drawn, under in _back(log, len(log.entries), frozenset(hand), free):
            yield frozenset(hand), drawn, under


def is_possible(world: World, log: SeatLog) -> bool:
    """True if a world fits the visible actions of the seat."""
    hand, drawn, under = world
    histories = _back(log, len(log.entries), hand, {*under}, drawn, under)
    return (drawn, under) in histories


def _back(
    log: SeatLog,
    count: int,
    hand: frozenset[Card],
    free: set[Card],
    drawn: tuple[Card, ...] | None = None,
    under: tuple[Card, ...] | None = None,
) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    """Yield the possible draws and discards of the first ``count`` entries, walking backwards.

    If ``drawn`` or ``under`` is given, only those cards are tried.
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


def _tried(cards: Iterable[Card], known: tuple[Card, ...] | None) -> list[Card]:
    return [card for card in cards if known is None or card is known[-1]]


def _may_follow(hand: frozenset[Card], card: Card, lead: Card | None) -> bool:
    if lead is None:
        return True
    of_suit = [held for held in hand if held.suit is lead.suit]
    if card.suit is not lead.suit:
        return not of_suit
    return lead.rank != 11 or card.rank == 1 or card.rank == max(held.rank for held in of_suit)


format_card, parse_card = CARDS.format_card, CARDS.parse_card
format_cards, parse_cards = CARDS.format_cards, CARDS.parse_cards
parse_hand = CARDS.parse_hand
_BY_RULES = ByRules[GameState, Event](rule_set("classic"))
play, after = _BY_RULES.play, _BY_RULES.after
choices, refusal = _BY_RULES.choices, _BY_RULES.refusal

P1_HAND = "2b5b6bEb1k3k6k9kTk1m5m8mEm"
P2_HAND = "1b4b8bTb2k4k7k8k2m3m6m9mTm"
DECREE, STOCK = "7b", "5k3b4m7mEk9b"
DEAL_BY_P1 = f"deal p1 {P1_HAND}/{P2_HAND} {DECREE} {STOCK}"
DEAL_BY_P2 = DEAL_BY_P1.replace("deal p1", "deal p2")


def at(line: str, target: int = 21) -> GameState:
    """Return the state of a position line; it must hold a whole deck."""
    state = notation.restore(notation.parse_position(line), Setup(target))
    assert_cards_accounted_for(state)
    return state


def filled(line: str) -> str:
    """Replace the ``*`` of a line's stock by six cards that the line does not name."""
    unnamed = [text for card in DECK if (text := format_card(card)) not in line]
    return line.replace("*", "".join(unnamed[:6]))


def assert_cards_accounted_for(state: GameState) -> None:
    """Check that each of the thirty-three cards is in one place, except those of earlier tricks."""
    cards = [*state.hands[0], *state.hands[1], *state.stock]
    cards += [] if state.table.decree is None else [state.table.decree]
    cards += state.table.trick.cards if state.table.trick else ()
    assert len(cards) == len(set(cards))
    assert len(cards) + 2 * state.table.tricks_done == (len(DECK) if state.table.round else 0)


def line_of(state: GameState) -> str:
    return notation.format_position(notation.position_of(state))


def turn(state: GameState) -> str:
    """Return the last field of the state's position line."""
    return line_of(state).split(" ")[-1]


def hidden_from(state: GameState, seat: Seat) -> tuple[Card, ...]:
    """Return the cards whose place ``seat`` may not know (C7.2)."""
    own = {draw.discarded for draw in state.draws if draw.seat is seat}
    cards = (*state.hands[seat.other], *state.stock)
    return tuple(card for card in cards if card not in own)


UNIVERSE: tuple[Action, ...] = (
    *(play for plays in PLAYS for play in plays),
    *(exchange for exchanges in EXCHANGES for exchange in exchanges),
    *KEEPS,
    *(discard for discards in DISCARDS for discard in discards),
)
"""Every action except deals and resigning."""

setups = st.sampled_from(TARGETS).map(Setup)
hands: st.SearchStrategy[Hand] = st.sets(st.sampled_from(DECK)).map(lambda some: hand_of([*some]))


def random_game(
    setup: Setup, rng: Random
) -> Iterator[tuple[GameState, Action, Step[GameState, Event]]]:
    """Play a match to its end; yield each state, the action taken in it, and the step."""
    state = new_game(setup)
    steps = patience()
    while state.table.outcome is None:
        next(steps)
        legal = legal_actions(state)
        action: Action = rng.choice(legal) if legal else deal(state, rng)
        step = apply(state, action)
        yield state, action, step
        state = step.state


def states_of_game(setup: Setup, seed: int) -> list[GameState]:
    states = [new_game(setup)]
    states += [step.state for _, _, step in random_game(setup, Random(seed))]
    return states


FIRST = datetime(2026, 10, 19, 11, 30, tzinfo=UTC)
TODAY = date(2026, 11, 21)
NAMES = ("Ann", "Bob")


def header_at(
    number: int,
    players: Names = NAMES,
    ai: PartnerNames = NO_PARTNERS,
    target: int = 21,
    day: date | None = None,
) -> Header:
    """Return the header of match ``number``: 20 minutes long, one day after the previous match."""
    began = FIRST + timedelta(days=number)
    header = Header(
        "classic",
        Setup(target),
        players,
        seed=number,
        started=began,
        finished=began + timedelta(minutes=20),
        ai=ai,
    )
    if day is None:
        return header
    seed = daily_seed(day, f"target {target}")
    return replace(header, seed=seed, further={DAILY_KEY: day.isoformat()})


def match(number: int, **changes: Any) -> Game:
    header = header_at(number, **changes)
    return replace(_played(header.seed or 0, header.setup.target), header=header)


@cache
def _played(seed: int, target: int) -> Game:
    header = Header("classic", Setup(target), NAMES, seed=seed)
    return play_out(open_game(header), (chooser("steady"), chooser("steady")))


def chooser(name: str) -> Chooser:
    """Return a function that chooses as the named opponent."""
    think = get_partner("classic", name)

    def choose(observation: Any, chance: Random) -> Any:
        return think(observation, chance).action

    return choose


def resigned(game: Game, turns: int, seat: Seat) -> Game:
    return act(replace(game, turns=game.turns[:turns]), Resign(seat))


def entry(number: int, **changes: Any) -> ScoreEntry:
    return make_entry(match(number, **changes), Path(f"match-{number}.toml"))


def some_entries() -> tuple[ScoreEntry, ...]:
    """Return matches of all kinds, oldest first."""
    solo = {"players": ("Player", "Expert"), "ai": (None, "expert")}
    left = {"players": ("Steady", "Player"), "ai": ("steady", None)}
    changes: list[dict[str, Any]] = [
        {},
        solo,
        {"players": ("Bob", "Ann")},
        {"target": 16},
        left,
        {**solo, "target": 35},
        solo,
        {},
        {"players": ("Ann", "Cleo")},
        left,
        solo,
        {**solo, "day": TODAY - timedelta(days=2)},
        {**left, "day": TODAY - timedelta(days=1)},
        {"day": TODAY - timedelta(days=1)},
        {**solo, "day": TODAY},
    ]
    games = [entry(number, **change) for number, change in enumerate(changes)]
    game = resigned(match(20), 40, Seat.P2)
    return (*games, make_entry(game, Path("resigned.toml")))


def world_in(state: GameState, seat: Seat) -> World:
    """Return the world of ``seat`` in a state: its hand, its draws, and its discards."""
    drawn = [draw.drawn for draw in state.draws if draw.seat is seat]
    drawn += [state.drawn] if state.drawn in state.hands[seat] else []
    under = [draw.discarded for draw in state.draws if draw.seat is seat]
    return (
        frozenset(state.hands[seat]),
        tuple(card for card in drawn if card),
        tuple(card for card in under if card),
    )


def listed_worlds(worlds: Worlds) -> Iterator[World]:
    """Yield each world; check that each history has the number of worlds it states."""
    for history in worlds.histories:
        listed = list(_with_draws(worlds, history, ()))
        assert len(listed) == history.ways
        yield from listed


def _with_draws(worlds: Worlds, history: DrawHistory, drawn: tuple[Card, ...]) -> Iterator[World]:
    if len(drawn) == len(history.draws):
        yield from _with_discards(worlds, history, drawn, ())
        return
    for card in history.draws[len(drawn)].cards:
        if card not in drawn:
            yield from _with_draws(worlds, history, (*drawn, card))


def _with_discards(
    worlds: Worlds, history: DrawHistory, drawn: tuple[Card, ...], under: tuple[Card, ...]
) -> Iterator[World]:
    if len(under) == len(history.discards):
        yield from _with_hand(worlds, history, drawn, under)
        return
    source = history.discards[len(under)]
    if isinstance(source, DrawSource):
        yield from _with_discards(worlds, history, drawn, (*under, drawn[source.draw - 1]))
        return
    used = under if source.origin is Origin.TAKEN else (*drawn, *under)
    for card in source.cards:
        if card not in used:
            yield from _with_discards(worlds, history, drawn, (*under, card))


def _with_hand(
    worlds: Worlds, history: DrawHistory, drawn: tuple[Card, ...], under: tuple[Card, ...]
) -> Iterator[World]:
    of_origin = {
        origin: [pile for pile in worlds.piles if pile.origin is origin] for origin in Origin
    }
    unseen = {card for pile in of_origin[Origin.UNSEEN] for card in pile.cards}
    taken = {card for pile in of_origin[Origin.TAKEN] for card in pile.cards}
    certain = (taken | (unseen & {*drawn})) - {*under}
    pool = [
        card
        for pile in of_origin[Origin.UNSEEN]
        if pile.fits(pile.first_draw, pile.last_draw)
        for card in pile.cards
        if card not in (*drawn, *under)
    ]
    for dealt in combinations(pool, history.dealt_count):
        yield frozenset(certain | {*dealt}), drawn, under


def has_world(worlds: Worlds, world: World) -> bool:
    """True if ``worlds`` contain the world; does not list them all."""
    hand, drawn, under = world
    hidden = (Origin.UNSEEN, Origin.SHOWN)
    draws = tuple(_pile_of(worlds, card, *hidden) for card in drawn)
    discards: list[Pile | DrawSource | None] = []
    for card in under:
        taken = _pile_of(worlds, card, Origin.TAKEN)
        at = drawn.index(card) + 1 if card in drawn else 0
        discards.append(taken or (DrawSource(at) if at else _pile_of(worlds, card, Origin.UNSEEN)))
    unseen = [card for card in hand if card not in drawn]
    unseen = [card for card in unseen if _pile_of(worlds, card, Origin.TAKEN) is None]
    dealt = [_pile_of(worlds, card, Origin.UNSEEN) for card in unseen]
    if not all(pile and pile.fits(pile.first_draw, pile.last_draw) for pile in dealt):
        return False
    expected = (draws, tuple(discards), len(dealt))
    return any(
        (history.draws, history.discards, history.dealt_count) == expected
        for history in worlds.histories
    )


def _pile_of(worlds: Worlds, card: Card, *origins: Origin) -> Pile | None:
    piles = (pile for pile in worlds.piles if pile.origin in origins and card in pile.cards)
    return next(piles, None)


_CARD_IN_PICTURE = re.compile(r"\b(1[01]|[1-9]) ?([Ω†●♪⊸☾])")
_CARD_IN_WORDS = re.compile(r"\b(1[01]|[1-9]) of (Bells|Keys|Moons)")


def classic(
    target: int = 21,
    players: Names = ("Left", "Right"),
    seed: int = 1,
    ai: PartnerNames = NO_PARTNERS,
) -> Header:
    return Header("classic", Setup(target), players, seed=seed, ai=ai)


def played_match(header: Header) -> Game:
    """Play a match to its end, every choice at random."""
    rng, choices = Random(header.seed), patience()

    def choose(observation: Observation, _chance: Random) -> object:
        next(choices)
        return rng.choice(observation.choices)

    return play_out(open_game(header), (choose, choose))


def begin_match(desk: Desk, header: Header) -> TableScreen:
    """Deal the first round of a new match, saved among the desk's records."""
    started = start_game(open_game(header), desk.folders)
    assert isinstance(started, GameStarted)
    return start_table(started.game, started.saved)


def moment(match: Game, turns: int, *, looking: bool = True) -> TableScreen:
    session = TableSession(Game(match.header, match.initial_state, match.turns[:turns]))
    return at_table(look_at_hand(session) if looking else session)


def turns_before(match: Game, choice: Choice, *, following: bool | None = None) -> int:
    """Return the number of turns before a match's first decision of a kind."""
    for number, state in enumerate(match.states):
        table: GameState = state
        due, lead = table.table.pending, table.table.lead
        is_kind = number and due is not None and due.choice is choice
        if is_kind and following in (None, lead is not None):
            return number
    raise AssertionError(f"the match has no {choice}")


def table_at_line(line: str, folder: Path = Path("nowhere")) -> TableScreen:
    """Return the table at a position, seen by the seat to act, to be saved in a folder."""
    game = replace(open_game(classic()), initial_state=at(line))
    screen = at_table(look_at_hand(TableSession(game)))
    return replace(screen, saved=SavedGame(folder / "game.toml", game=game))


def choosing(screen: TableScreen, text: str) -> TableScreen:
    """Put the cursor on the option whose action has this text, such as "p1 play 7b"."""
    assert isinstance(screen.mode, Choosing)
    rules = screen.session.game.rules
    texts = [rules.format_action(option) for option in table_options(screen)]
    return replace(screen, mode=replace(screen.mode, cursor=texts.index(text)))


def cards_in(text: str) -> set[Card]:
    """Return every card that a frame, drawn with the Unicode glyphs, shows or names."""
    shown = {(int(rank), "Ω†●♪⊸☾".index(suit) % 3) for rank, suit in _CARD_IN_PICTURE.findall(text)}
    suits = ("Bells", "Keys", "Moons")
    shown |= {(int(rank), suits.index(suit)) for rank, suit in _CARD_IN_WORDS.findall(text)}
    return {card for card in DECK if (card.rank, card.suit) in shown}


def open_cards(state: GameState) -> set[Card]:
    table = state.table
    cards: set[Card] = set(table.trick.cards) if table.trick else set()
    return cards | ({table.decree} if table.decree else set())


def actor_of(screen: TableScreen) -> Seat:
    assert screen.session.actor is not None
    return screen.session.actor


LONG_NAMES = ("Maximilianus", "Wilhelmina M")
