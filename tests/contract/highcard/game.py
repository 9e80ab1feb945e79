"""The third game: cards, state, legal actions, observations, notation, and its contract."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import partial
from operator import attrgetter
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from hypothesis import strategies as st

from foxduet.ai.partner import choose_at_random, get_partner
from foxduet.core import cards as common
from foxduet.core import engine, errors, notation
from foxduet.core.cards import (
    CardPlayed,
    Deal,
    Decision,
    Play,
    Result,
    RoundDealt,
    RoundEnded,
    Seat,
    Step,
    Trick,
    TrickWon,
    find_unseen,
    hand_of,
    replace_at,
)
from foxduet.core.errors import IllegalActionError, NotationError, RecordError
from foxduet.core.notation import SEAT, ActionNotation, Verb, make_card_notation, parse_number
from foxduet.core.registry import CardGame, Option, lazy_loader
from foxduet.play.game import Chooser, Game, Header, PartnerNames, open_game, play_out
from foxduet.play.record import dump_record
from tests.contract.contract import Contract, at_random, plays, same_action

TRICKS = 6
DEALS = (1, 2)
"""Possible numbers of rounds, the default first."""


class Suit(IntEnum):
    """One of the three suits."""

    XS = 0
    YS = 1
    ZS = 2


RANKS = range(1, 6)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Card:
    suit: Suit
    rank: int
    index: int

    @property
    def ability(self) -> None:
        """None: the game has no abilities."""

    def __repr__(self) -> str:
        return f"<{self.suit.name} {self.rank}>"

    def __reduce__(self) -> tuple[Callable[[int], Card], tuple[int]]:
        return _card_at, (self.index,)


def _card_at(index: int) -> Card:
    return DECK[index]


Cards: TypeAlias = tuple[Card, ...]
Seen: TypeAlias = tuple[Card | None, ...]

DECK: Cards = tuple(Card(suit, rank, 5 * suit + rank - 1) for suit in Suit for rank in RANKS)


@dataclass(frozen=True, slots=True)
class Resign:
    seat: Seat


Action: TypeAlias = Deal[Card] | Play[Card] | Resign


class Choice(common.Choice):
    """Kinds of decisions."""

    DEAL = common.DEAL
    PLAY = "play"


DEAL_DUE = Decision(Choice.DEAL)
PLAY_DUE = tuple(Decision(Choice.PLAY, seat) for seat in Seat)


@dataclass(frozen=True, slots=True)
class Setup:
    """The number of rounds."""

    deals: int = DEALS[0]


class Outcome(Enum):
    """The winner of a game."""

    P1 = "p1"
    P2 = "p2"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Table:
    """The open state of a game; ``won`` counts the tricks of all rounds."""

    setup: Setup
    pending: Decision[Choice] | None = DEAL_DUE
    round: int = 0
    won: tuple[int, int] = (0, 0)
    dealer: Seat | None = None
    decree: Card | None = None
    trick: Trick[Card] | None = None
    outcome: Outcome | None = None

    @property
    def tricks_done(self) -> int:
        return sum(self.won) - TRICKS * max(self.round - 1, 0)

    @property
    def resigned(self) -> Seat | None:
        """The seat that resigned in a game that ended before its last trick, else None."""
        if self.outcome is None or sum(self.won) == TRICKS * self.setup.deals:
            return None
        return Seat.P2 if self.outcome is Outcome.P1 else Seat.P1


@dataclass(frozen=True, slots=True)
class State:
    table: Table
    hands: tuple[Cards, Cards] = ((), ())
    stock: Cards = ()


@dataclass(frozen=True, slots=True)
class Observation:
    """The knowledge of one seat; ``out`` are the cards of earlier tricks."""

    table: Table
    seat: Seat
    hand: Cards
    other_cards: int
    stock_cards: int
    out: Cards
    choices: tuple[Action, ...]

    @property
    def distinct_choices(self) -> tuple[Action, ...]:
        """The choices that lead to different states: all choices."""
        return self.choices


@dataclass(frozen=True, slots=True)
class GameEnded:
    outcome: Outcome


Event: TypeAlias = RoundDealt[Card] | CardPlayed[Card] | TrickWon[Card] | RoundEnded | GameEnded

_NEEDED = {
    Choice.DEAL: (Deal, "the next round must be dealt first"),
    Choice.PLAY: (Play, "it is {seat}'s turn to play a card"),
}
_OPEN = attrgetter(*Table.__slots__)


class _Draft(engine.StateBuilder[Card]):
    play_decisions = PLAY_DUE

    def __init__(self, state: State) -> None:
        for name in Table.__slots__:
            setattr(self, name, getattr(state.table, name))
        self.pending = state.table.pending
        self.won = state.table.won
        self.hands = state.hands
        self.stock = state.stock
        self.outcome: Outcome | None = None
        self.events: list[Event] = []

    def freeze(self) -> Step[State, Event]:
        table = Table(*_OPEN(self))
        return Step(State(table, self.hands, self.stock), tuple(self.events))

    def end(self, outcome: Outcome) -> None:
        self.pending, self.outcome = None, outcome
        self.events.append(GameEnded(outcome))


def legal_actions(state: State) -> tuple[Action, ...]:
    """Return all plays of the seat to act; empty if a deal is due or the game is over."""
    due = state.table.pending
    if due is None or due.seat is None:
        return ()
    return tuple(Play(due.seat, card) for card in state.hands[due.seat])


def check(state: State, action: Action) -> None:
    """Raise IllegalActionError with the reason if an action is illegal."""
    due = state.table.pending
    if due is None:
        raise IllegalActionError("the game is over")
    if isinstance(action, Resign):
        return
    engine.check_pending(due, action, _NEEDED)
    if isinstance(action, Deal):
        engine.check_deal(action, state.table.dealer, DECK, TRICKS, "this is not the deck")
    else:
        engine.check_in_hand(state.hands[action.seat], action.seat, action.card)


def apply(state: State, action: Action) -> Step[State, Event]:
    check(state, action)
    draft = _Draft(state)
    match action:
        case Deal():
            draft.deal_round(action)
            draft.stock = action.stock
            draft.open_trick(action.dealer.other)
        case Resign(seat):
            draft.end(Outcome.P2 if seat is Seat.P1 else Outcome.P1)
        case Play(seat, card):
            draft.play_card(seat, card)
            if (won := draft.complete_trick()) is not None:
                _finish_trick(draft, won.winner, state.table.setup)
    return draft.freeze()


def _finish_trick(draft: _Draft, winner: Seat, setup: Setup) -> None:
    draft.won = replace_at(draft.won, winner, draft.won[winner] + 1)
    if any(draft.hands):
        draft.open_trick(winner)
        return
    draft.trick = None
    draft.events.append(RoundEnded(draft.round))
    if draft.round < setup.deals:
        draft.pending = DEAL_DUE
    else:
        draft.end(outcome_of(draft.won))


def outcome_of(won: tuple[int, int]) -> Outcome:
    if won[0] == won[1]:
        return Outcome.DRAW
    return Outcome.P1 if won[0] > won[1] else Outcome.P2


def deal(state: State, rng: Random, dealer: Seat | None = None) -> Deal[Card]:
    return engine.shuffle_deal(
        DECK, TRICKS, engine.choose_dealer(state.table.dealer, dealer, rng), rng
    )


def observe(state: State, seat: Seat) -> Observation:
    table, pending = state.table, state.table.pending
    held = (*state.hands[0], *state.hands[1], *state.stock)
    return Observation(
        table,
        seat,
        state.hands[seat],
        len(state.hands[seat.other]),
        len(state.stock),
        find_unseen(DECK, table.decree, table.trick, held),
        legal_actions(state) if pending is not None and pending.seat is seat else (),
    )


def unseen(seen: Observation) -> Cards:
    table = seen.table
    return find_unseen(DECK, table.decree, table.trick, (*seen.hand, *seen.out))


def sample(seen: Observation, rng: Random) -> State:
    """Return a random state consistent with an observation."""
    cards = list(unseen(seen))
    rng.shuffle(cards)
    other = hand_of(cards[: seen.other_cards])
    hands = replace_at((other, other), seen.seat, seen.hand)
    return State(seen.table, hands, tuple(cards[seen.other_cards :]))


CARDS = make_card_notation(DECK, "12345", "xyz", "'{text}' is not a card; a card is like 3x")
ACTIONS: ActionNotation[Card, Action] = ActionNotation(
    CARDS,
    (Verb("play", Play, (SEAT, CARDS.card)), Verb("resign", Resign, (SEAT,))),
    "'{text}' is not an action; actions are deal, play and resign",
)
_OUTCOMES = {f"over:{outcome.value}": outcome for outcome in Outcome}


def _line(table: Table, hands: tuple[Seen, Seen], stock: Seen) -> str:
    turn = (
        "over:" + table.outcome.value
        if table.outcome
        else notation.format_pending(table.pending or DEAL_DUE)
    )
    return " ".join(
        (
            f"{table.round}",
            "/".join(map(CARDS.format_cards, hands)),
            CARDS.format_optional(table.decree),
            CARDS.format_cards(stock),
            CARDS.format_trick(None if table.outcome else table.trick),
            f"{table.won[0]}-{table.won[1]}",
            turn,
        )
    )


def format_position(state: State) -> str:
    return _line(state.table, state.hands, state.stock)


def format_view(seen: Observation) -> str:
    """Return the position line as one seat sees it."""
    other: Seen = (None,) * seen.other_cards
    hands = replace_at((other, other), seen.seat, seen.hand)
    return _line(seen.table, hands, (None,) * seen.stock_cards)


def parse_position(text: str, setup: Setup) -> State:
    """Return the state in a position line; raises NotationError."""
    fields = text.split(" ")
    if len(fields) != 7:
        raise NotationError("a position line has seven fields, not {count}", count=len(fields))
    number, both, decree, stock_text, trick, won, turn = fields
    p1, _, p2 = won.partition("-")
    outcome, due = _OUTCOMES.get(turn), notation.parse_pending(turn, (DEAL_DUE, *PLAY_DUE))
    if outcome is None and due is None:
        raise NotationError("TURN: '{text}' is not a turn", text=turn)
    table = Table(
        setup,
        due,
        parse_number(number, "ROUND"),
        (parse_number(p1, "WON"), parse_number(p2, "WON")),
        decree=CARDS.parse_optional(decree),
        trick=CARDS.parse_trick(trick),
        outcome=outcome,
    )
    hands, stock = CARDS.parse_hands(both), CARDS.parse_hidden_or_cards(stock_text)
    open_cards = (table.decree, *(table.trick.cards if table.trick else ()))
    notation.check_no_duplicates((*hands[0], *hands[1], *stock), open_cards)
    h1, h2, rest = (tuple(filter(None, cards)) for cards in (*hands, stock))
    if (table.trick is None) is (due in PLAY_DUE) or (table.decree is None and table.trick):
        raise NotationError("TRICK and TURN contradict each other")
    state = State(table, (h1, h2), rest)
    notation.check_canonical(text, format_position(state))
    return state


@dataclass(frozen=True, slots=True)
class Summary:
    """A finished game, by its rounds and tricks."""

    deals: int
    outcome: Outcome
    won: tuple[int, int]

    @property
    def result(self) -> Result:
        return result_of(self.outcome, self.won)

    @property
    def category(self) -> tuple[int | bool, ...]:
        return (self.deals,)


def result_of(outcome: Outcome, won: tuple[int, int]) -> Result:
    return Result(outcome.value, (outcome is Outcome.P1, outcome is Outcome.P2), won)


def setup_from(keys: Mapping[str, object]) -> Setup:
    deals = errors.get_int(keys, "deals")
    if deals not in DEALS:
        raise RecordError("deals: {value}; there are games of 1 and 2", value=deals)
    return Setup(deals)


def summarize(setup: Setup, steps: Sequence[Step[State, Event]]) -> Summary:
    table = steps[-1].state.table
    assert table.outcome is not None
    return Summary(setup.deals, table.outcome, table.won)


def summary_from(row: Sequence[Any]) -> Summary:
    deals, outcome, *won = row
    return Summary(deals, Outcome(outcome), tuple(won))


def result(state: State) -> Result | None:
    """Return the result of a game; None if it is not over."""
    outcome = state.table.outcome
    return None if outcome is None else result_of(outcome, state.table.won)


def result_keys(state: State) -> dict[str, object]:
    """Return the keys of a result in a record, besides its name."""
    table = state.table
    tricks = [*table.won] if table.outcome and table.resigned is None else None
    return {"resigned": None if table.resigned is None else str(table.resigned), "tricks": tricks}


SETUP_COLUMNS = (engine.ResultColumn("deals", int),)

RULES: engine.RuleSet[Setup, State, Action, Event, Observation] = engine.RuleSet(
    name="highcard",
    cooperative=False,
    setup_from=setup_from,
    header_keys=lambda setup: {"deals": setup.deals},
    setup_key=lambda setup: {"deals": setup.deals},
    next_setup=lambda _setup: None,
    day_label=lambda _setup: None,
    new_game=lambda setup: State(Table(setup)),
    legal_actions=legal_actions,
    check=check,
    apply=apply,
    deal=deal,
    resignation=Resign,
    is_hopeless=lambda _state: False,
    surely_loses=lambda _observation, _action: False,
    result=result,
    observe=observe,
    redact=lambda event, _seat: event,
    sample=sample,
    other_hand=lambda seen: ((), seen.other_cards),
    parse_action=ACTIONS.parse,
    format_action=ACTIONS.format,
    parse_position=parse_position,
    format_position=format_position,
    format_view=format_view,
    results=tuple(outcome.value for outcome in Outcome),
    result_keys=result_keys,
    summarize=summarize,
    setup_columns=SETUP_COLUMNS,
    summary_columns=(
        *SETUP_COLUMNS,
        engine.ResultColumn("result", str),
        engine.ResultColumn("tricks_p1", int),
        engine.ResultColumn("tricks_p2", int),
    ),
    categories=("deals",),
    summary_row=lambda summary: (summary.deals, summary.outcome.value, *summary.won),
    summary_from=summary_from,
    counts=lambda summary: {"tricks": summary.won},
)


GAME = CardGame(
    "highcard",
    rules=lazy_loader("tests.contract.highcard.game", "RULES"),
    options=(Option("deals", (1, 2), usual=1),),
    partners=lazy_loader("tests.contract.highcard.faces", "PARTNERS"),
    words=lazy_loader("tests.contract.highcard.faces", "TABLE"),
    guide=lazy_loader("tests.contract.highcard.faces", "GUIDE"),
    table=lazy_loader("tests.contract.highcard.faces"),
)


_LEAD = "1 1x2x3x/4x5x1y 2y 3y4y p1:- 2-1 p1:play"
_BETWEEN = "1 -/- 2y 3y4y - 4-2 deal"
_DEAL = RULES.format_action(RULES.deal(RULES.new_game(Setup()), Random(1), Seat.P1))


def hidden(state: State, seat: Seat) -> tuple[Card, ...]:
    return (*state.hands[seat.other], *state.stock)


HIGHCARD = Contract(
    rules=RULES,
    setups=st.sampled_from(DEALS).map(Setup),
    universe=plays(DECK),
    deck=DECK,
    cards=CARDS,
    card_fields=slice(1, 5),
    play=partial(at_random, RULES),
    unseen=unseen,
    hidden=hidden,
    secrets=hidden,
    shared=same_action,
    setup=Setup(2),
    due={
        "it is p1's turn to play a card": (_LEAD, (), "p1 play"),
        "it is p2's turn to play a card": (_LEAD, ("p1 play 1x",), "p2 play"),
        "the next round must be dealt first": (_BETWEEN, (), "deal"),
    },
    one_of_each=(_DEAL, "p1 play 1x", "p2 play 4x"),
    language={"p2 play 5z": Play(Seat.P2, DECK[-1]), "p1 resign": Resign(Seat.P1)},
    not_cards=("", "5", "z5", "6x", "-"),
)


def chooser(name: str) -> Chooser:
    """Return a function that chooses as a partner does, or at random without partners."""
    partner = choose_at_random if name == "random" else get_partner("highcard", name)
    return lambda seen, chance: partner(seen, chance).action


def played(
    seed: int = 1, seats: tuple[str, str] = ("random", "random"), ai: PartnerNames = (None, None)
) -> Game:
    header = Header("highcard", Setup(1), ("A", "B"), seed=seed, ai=ai)
    return play_out(open_game(header), (chooser(seats[0]), chooser(seats[1])))


def saved(game: Game, folder: Path, name: str = "game") -> Path:
    """Save a game's record in the program's folder; return its path."""
    path = folder / "records" / f"{name}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(dump_record(game), "utf-8")
    return path
