"""The engine: legal actions, their effects, scoring, and the end of a match."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from operator import attrgetter
from typing import TYPE_CHECKING, Any, assert_never

from foxduet.core.cards import Deal, Exchange, Play, Result, Seat, Step, replace_at
from foxduet.core.engine import (
    Counts,
    ResultColumn,
    StateBuilder,
    check_deal,
    check_in_hand,
    check_pending,
    choose_dealer,
    shuffle_deal,
)
from foxduet.core.errors import N_, IllegalActionError
from foxduet.core.lazy_dataclass import dataclass
from foxduet.games.classic.rules import state as actions
from foxduet.games.classic.rules import state as events
from foxduet.games.classic.rules.cards import (
    DECK,
    Ability,
    Card,
    Suit,
    cards_to_follow,
    effective_cards,
)
from foxduet.games.classic.rules.state import (
    DREW_FACT,
    HAND_SIZE,
    PLAYED_FACTS,
    TARGETS,
    TOOK_FACTS,
    TRICKS,
    WINS,
    Draw,
    Event,
    Fact,
    GameState,
    Outcome,
    RoundEnded,
    Setup,
    Table,
    format_pair,
    infer_rank_limit,
)

if TYPE_CHECKING:
    from random import Random


# Each decision needs this kind of action; the sentence rejects all others.
_NEEDED_ACTIONS: dict[actions.Choice, tuple[type[object], str]] = {
    actions.Choice.DEAL: (Deal, N_("the next round must be dealt first")),
    actions.Choice.PLAY: (Play, N_("it is {seat}'s turn to play a card")),
    actions.Choice.EXCHANGE: (
        Exchange,
        N_("{seat} played a Fox and must first swap the decree or keep it"),
    ),
    actions.Choice.DISCARD: (
        actions.Discard,
        N_("{seat} played a Woodcutter and must first put a card under the deck"),
    ),
}

_REFUSALS = {
    Suit.BELLS: N_("a Bell was led and the hand holds Bells, so a Bell must be played"),
    Suit.KEYS: N_("a Key was led and the hand holds Keys, so a Key must be played"),
    Suit.MOONS: N_("a Moon was led and the hand holds Moons, so a Moon must be played"),
}

_MONARCH_REFUSALS = {
    Suit.BELLS: N_(
        "the Monarch of Bells was led and the hand holds Bells, "
        "so the highest Bell or the Swan of Bells must be played"
    ),
    Suit.KEYS: N_(
        "the Monarch of Keys was led and the hand holds Keys, "
        "so the highest Key or the Swan of Keys must be played"
    ),
    Suit.MOONS: N_(
        "the Monarch of Moons was led and the hand holds Moons, "
        "so the highest Moon or the Swan of Moons must be played"
    ),
}

_NOT_THE_DECK = N_(
    "the deal is not the thirty-three cards: one is dealt twice and another is missing"
)


def legal_actions(state: GameState) -> tuple[actions.Action, ...]:
    """Return the legal actions, sorted; empty if a deal is due or the game is over.

    Cards are in hand order, and keeping the decree is last. Resigning is never listed.
    """
    decision = state.table.pending
    if decision is None or decision.seat is None:
        return ()
    seat = decision.seat
    hand = state.hands[seat]
    match decision.choice:
        case actions.Choice.PLAY:
            lead = state.table.lead
            plays = actions.PLAYS[seat]
            cards = hand if lead is None else cards_to_follow(hand, lead)
            return tuple([plays[card.index] for card in cards])
        case actions.Choice.EXCHANGE:
            return (*[actions.EXCHANGES[seat][card.index] for card in hand], actions.KEEPS[seat])
        case actions.Choice.DISCARD:
            return tuple([actions.DISCARDS[seat][card.index] for card in hand])
    raise AssertionError("a deal belongs to no seat")


def check(state: GameState, action: actions.Action) -> None:
    """Raise IllegalActionError, with the reason, if ``action`` is illegal."""
    due = state.table.pending
    if due is None:
        raise IllegalActionError(N_("the game is over"))
    if isinstance(action, actions.Resign):
        return
    check_pending(due, action, _NEEDED_ACTIONS)
    match action:
        case Play() | actions.Discard() | Exchange():
            card, hand = action.card, state.hands[action.seat]
            check_in_hand(hand, action.seat, card)
            lead = state.table.lead if isinstance(action, Play) else None
            if card and lead and card not in cards_to_follow(hand, lead):
                sentences = _MONARCH_REFUSALS if lead.ability is Ability.MONARCH else _REFUSALS
                raise IllegalActionError(sentences[lead.suit])
        case Deal():
            check_deal(action, state.table.dealer, DECK, HAND_SIZE, _NOT_THE_DECK)
        case _:
            assert_never(action)


class Band(Enum):
    """The band of a number of tricks won in a round (C6.1)."""

    HUMBLE = "humble"
    DEFEATED = "defeated"
    VICTORIOUS = "victorious"
    GREEDY = "greedy"


_POINTS = (6, 6, 6, 6, 1, 2, 3, 6, 6, 6, 0, 0, 0, 0)
_BANDS = (*[Band.HUMBLE] * 4, *[Band.DEFEATED] * 3, *[Band.VICTORIOUS] * 3, *[Band.GREEDY] * 4)


def points_of(tricks: int) -> int:
    """Return the points for a number of tricks won in a round (C6.1)."""
    return _POINTS[tricks]


def band_of(tricks: int) -> Band:
    """Return the band of a number of tricks won in a round (C6.1)."""
    return _BANDS[tricks]


def points_for_tricks(tricks: tuple[int, int]) -> tuple[int, int]:
    """Return the points of both seats for their tricks (C6.1)."""
    return points_of(tricks[0]), points_of(tricks[1])


def outcome_of(points: tuple[int, int], round_points: tuple[int, int]) -> Outcome:
    """Return the outcome by points, then by the points of the last round (C6.3)."""
    for p1, p2 in (points, round_points):
        if p1 != p2:
            return Outcome.P1 if p1 > p2 else Outcome.P2
    return Outcome.DRAW


def result_of(outcome: Outcome, points: tuple[int, int]) -> Result:
    """Return the result for an outcome and the points of both seats."""
    won = (outcome is Outcome.P1, outcome is Outcome.P2)
    return Result(outcome.value, won, points)


@dataclass(frozen=True, slots=True)
class RoundScore:
    """A complete round: the tricks of each seat, and its points for Treasures."""

    tricks: tuple[int, int]
    treasures: tuple[int, int]

    @property
    def points(self) -> tuple[int, int]:
        p1, p2 = points_for_tricks(self.tricks)
        return p1 + self.treasures[0], p2 + self.treasures[1]


@dataclass(frozen=True, slots=True)
class Summary:
    """A finished game.

    points: final points, including Treasures of a round that a resignation cut short.
    round: number of the round in which the game ended.
    rounds: the complete rounds.
    """

    target: int
    outcome: Outcome
    resigned: Seat | None
    points: tuple[int, int]
    round: int
    rounds: tuple[RoundScore, ...]

    @property
    def result(self) -> Result:
        return result_of(self.outcome, self.points)

    @property
    def category(self) -> tuple[int | bool, ...]:
        return (self.target,)


def summarize(setup: Setup, steps: Sequence[Step[GameState, Event]]) -> Summary:
    """Return the summary of a finished game from its setup and its steps."""
    table = steps[-1].state.table
    assert table.outcome is not None, "only a finished game has a summary"
    round_ends = (event for step in steps for event in step.events if isinstance(event, RoundEnded))
    return Summary(
        target=setup.target,
        outcome=table.outcome,
        resigned=table.resigned,
        points=table.points,
        round=table.round,
        rounds=tuple(RoundScore(event.tricks, event.treasure_points) for event in round_ends),
    )


def counts(summary: Summary) -> Counts:
    """Return each seat's totals over the complete rounds: rounds, tricks, Treasures and bands."""
    rounds = summary.rounds
    tricks, treasures = ([score.tricks for score in rounds], [score.treasures for score in rounds])
    bands = [[band_of(pair[seat]) for pair in tricks] for seat in Seat]
    return {
        "rounds": (len(rounds), len(rounds)),
        "tricks": _sum_pairs(tricks),
        "treasures": _sum_pairs(treasures),
        **{band.value: (bands[0].count(band), bands[1].count(band)) for band in Band},
    }


def _sum_pairs(pairs: Sequence[tuple[int, int]]) -> tuple[int, int]:
    return sum(p1 for p1, _p2 in pairs), sum(p2 for _p1, p2 in pairs)


SETUP_COLUMNS = (ResultColumn("target", int),)
COLUMNS = (
    *SETUP_COLUMNS,
    ResultColumn("result", str),
    ResultColumn("resigned", str),
    *(ResultColumn(name, int) for name in ("points_p1", "points_p2", "round")),
    ResultColumn("tricks", str),
    ResultColumn("treasures", str),
)
CATEGORIES = ("target",)
_RESIGNED = {"": None, **{str(seat): seat for seat in Seat}}


def to_row(summary: Summary) -> tuple[int | str | None, ...]:
    """Return the values of COLUMNS; tricks and Treasures list a pair for each round."""
    return (
        summary.target,
        summary.outcome.value,
        "" if summary.resigned is None else str(summary.resigned),
        *summary.points,
        summary.round,
        " ".join(format_pair(score.tricks) for score in summary.rounds),
        " ".join(format_pair(score.treasures) for score in summary.rounds),
    )


def from_row(row: Sequence[Any]) -> Summary:
    """Return the summary with the values of COLUMNS; raises ValueError if they are inconsistent."""
    target, outcome, loser_text, *points, round_number, tricks_text, treasures_text = row
    tricks, treasures = (
        [_parse_pair(pair) for pair in text.split()] for text in (tricks_text, treasures_text)
    )
    rounds = tuple(map(RoundScore, tricks, treasures))
    loser, final = _RESIGNED.get(loser_text), tuple(points)
    summary = Summary(target, Outcome(outcome), loser, final, round_number, rounds)
    if target not in TARGETS or loser_text not in _RESIGNED or len(tricks) != len(treasures):
        raise ValueError("there is no such game")
    if not _is_consistent(summary):
        raise ValueError("the rounds do not add up to the result")
    return summary


def _parse_pair(text: str) -> tuple[int, int]:
    p1, p2 = map(int, text.split("-"))
    return p1, p2


def _is_consistent(summary: Summary) -> bool:
    """True if the rounds add up to the points, and the points explain the outcome."""
    p1 = p2 = 0
    for score in summary.rounds:
        if sum(score.tricks) != TRICKS or min(score.tricks) < 0 or max(p1, p2) >= summary.target:
            return False
        p1, p2 = p1 + score.points[0], p2 + score.points[1]
    is_over = max(p1, p2) >= summary.target
    extra_points = (summary.points[0] - p1, summary.points[1] - p2)
    if summary.resigned is not None:
        is_unfinished = summary.round - len(summary.rounds) in (0, 1) and min(extra_points) >= 0
        return is_unfinished and not is_over and summary.outcome is WINS[summary.resigned.other]
    if not is_over or extra_points != (0, 0) or summary.round != len(summary.rounds):
        return False
    return summary.outcome is outcome_of(summary.points, summary.rounds[-1].points)


_get_table_fields = attrgetter(*Table.__slots__)


def new_game(setup: Setup) -> GameState:
    """Return a game before its first deal (C2)."""
    return GameState(Table(setup, actions.DEAL_DUE))


def deal(state: GameState, rng: Random, dealer: Seat | None = None) -> Deal[Card]:
    """Return the deal that is due, shuffled with ``rng`` (C2.2).

    Round 1 is dealt by ``dealer``, or by a random seat; then the seats alternate (C2.1).
    """
    return shuffle_deal(DECK, HAND_SIZE, choose_dealer(state.table.dealer, dealer, rng), rng)


def apply(state: GameState, action: actions.Action) -> Step[GameState, Event]:
    """Perform ``action``; raises IllegalActionError if it is illegal."""
    check(state, action)
    draft = _Draft(state)
    match action:
        case Play():
            _play(draft, action.seat, action.card)
        case Exchange():
            old = draft.exchange_decree(action.seat, action.card)
            if action.card and old:
                facts = PLAYED_FACTS[action.card.index], TOOK_FACTS[old.index]
                draft.add_facts(action.seat, *facts)
            _continue_trick(draft)
        case actions.Discard():
            draft.take_from_hand(action.seat, action.card)
            draft.draws = (*draft.draws, Draw(action.seat, draft.drawn, action.card))
            draft.drawn = None
            draft.events.append(events.CardDiscarded(action.seat, action.card))
            _continue_trick(draft)
        case Deal():
            _deal(draft, action)
        case actions.Resign():
            draft.resigned = action.seat
            _end_game(draft, WINS[action.seat.other])
        case _:
            assert_never(action)
    return Step(draft.freeze(), tuple(draft.events))


class _Draft(StateBuilder[Card]):
    """The state that a call of ``apply`` builds; never leaves this module."""

    play_decisions = actions.PLAY_DUE

    def is_trump(self, card: Card, lead: Card) -> bool:
        """True if ``card`` counts as a trump, as a lone Witch does (C5.2)."""
        is_only_witch = card.ability is Ability.WITCH and lead.ability is not Ability.WITCH
        return is_only_witch or StateBuilder.is_trump(self, card, lead)

    def __init__(self, state: GameState) -> None:
        table = state.table
        self.setup = table.setup
        self.pending = table.pending
        self.round = table.round
        self.tricks = table.tricks
        self.points = table.points
        self.round_points = table.round_points
        self.dealer = table.dealer
        self.decree = table.decree
        self.trick = table.trick
        self.facts = table.facts
        self.outcome = table.outcome
        self.resigned = table.resigned
        self.hands = state.hands
        self.deck = state.deck
        self.draws = state.draws
        self.drawn = state.drawn
        self.events: list[Event] = []

    def freeze(self) -> GameState:
        table = Table(*_get_table_fields(self))
        return GameState(table, self.hands, self.deck, self.draws, self.drawn)

    def add_facts(self, seat: Seat, *facts: Fact) -> None:
        self.facts = replace_at(self.facts, seat, self.facts[seat] + facts)

    def score(self, seat: Seat, points: int) -> None:
        self.points = replace_at(self.points, seat, self.points[seat] + points)
        self.round_points = replace_at(self.round_points, seat, self.round_points[seat] + points)


def _deal(draft: _Draft, action: Deal[Card]) -> None:
    draft.deal_round(action)
    draft.tricks = draft.round_points = (0, 0)
    draft.deck = action.stock
    draft.draws = ()
    draft.facts = ((), ())
    draft.open_trick(action.dealer.other)


def _play(draft: _Draft, seat: Seat, card: Card) -> None:
    lead = draft.play_card(seat, card)
    limit = infer_rank_limit(lead, card) if lead else None
    if limit is not None:
        draft.add_facts(seat, limit)
    draft.add_facts(seat, PLAYED_FACTS[card.index])
    if card.ability is Ability.FOX and draft.hands[seat]:
        draft.pending = actions.EXCHANGE_DUE[seat]
    elif card.ability is Ability.WOODCUTTER:
        drawn, *deck = draft.deck
        draft.deck = tuple(deck)
        draft.put_in_hand(seat, drawn)
        draft.drawn = drawn
        draft.add_facts(seat, DREW_FACT)
        draft.events.append(events.CardDrawn(seat, drawn))
        draft.pending = actions.DISCARD_DUE[seat]
    else:
        _continue_trick(draft)


def _continue_trick(draft: _Draft) -> None:
    win = draft.complete_trick(effective_cards)
    if win is None:
        return
    assert draft.trick is not None, "a trick is won"
    winner, (lead, follow) = win.winner, draft.trick.cards
    losing_card = follow if win.card is lead else lead
    draft.tricks = replace_at(draft.tricks, winner, draft.tricks[winner] + 1)
    treasures = (lead.ability is Ability.TREASURE) + (follow.ability is Ability.TREASURE)
    if treasures:
        draft.score(winner, treasures)
        draft.events.append(events.TreasuresScored(winner, treasures))
    if sum(draft.tricks) == TRICKS:
        _end_round(draft)
    elif losing_card.ability is Ability.SWAN:
        draft.events.append(events.SwanLeads(winner.other))
        draft.open_trick(winner.other)
    else:
        draft.open_trick(winner)


def _end_round(draft: _Draft) -> None:
    treasure_points = draft.round_points
    trick_points = points_for_tricks(draft.tricks)
    for seat in Seat:
        draft.score(seat, trick_points[seat])
    draft.trick = None
    draft.events.append(events.RoundEnded(draft.round, draft.tricks, trick_points, treasure_points))
    if max(draft.points) >= draft.setup.target:
        _end_game(draft, outcome_of(draft.points, draft.round_points))
    else:
        draft.pending = actions.DEAL_DUE


def _end_game(draft: _Draft, outcome: Outcome) -> None:
    draft.pending = None
    draft.outcome = outcome
    draft.events.append(events.GameEnded(outcome, draft.points, draft.resigned))
