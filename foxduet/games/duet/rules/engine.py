"""The engine: legal actions, their effects, scoring, and the end of a game."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, assert_never

from foxduet.core.cards import (
    Deal,
    Exchange,
    Play,
    Result,
    RoundEnded,
    Seat,
    Step,
    hand_of,
    remove_card,
    replace_at,
)
from foxduet.core.engine import (
    ResultColumn,
    StateBuilder,
    check_deal,
    check_in_hand,
    check_pending,
    choose_dealer,
    shuffle_deal,
)
from foxduet.core.errors import N_, IllegalActionError
from foxduet.core.lazy_dataclass import dataclass, field_values
from foxduet.games.duet.rules import cards
from foxduet.games.duet.rules import state as actions
from foxduet.games.duet.rules import state as events
from foxduet.games.duet.rules.cards import (
    DECK,
    GEM_TOKENS,
    LEVELS,
    Ability,
    Board,
    Card,
    Suit,
    board_to_table,
    format_move,
    must_follow,
    possible_moves,
)
from foxduet.games.duet.rules.state import (
    HAND_SIZE,
    ROUNDS,
    TRICKS,
    Choice,
    Event,
    GameState,
    GemCollected,
    Outcome,
    Setup,
    Table,
)

if TYPE_CHECKING:
    from random import Random


# Each decision needs this kind of action; the sentence rejects all others.
_NEEDED_ACTIONS: dict[Choice, tuple[type[object], str]] = {
    Choice.DEAL: (Deal, N_("the next round must be dealt first")),
    Choice.PLAY: (Play, N_("it is {seat}'s turn to play a card")),
    Choice.FOXES: (actions.Foxes, N_("{seat} played Foxes and must first choose who may swap")),
    Choice.EXCHANGE: (Exchange, N_("{seat} must first swap the decree or keep it")),
    Choice.GIVE: (actions.Give, N_("{seat} must first choose a card to give")),
    Choice.MOVE: (actions.Move, N_("{seat} won the trick and must first choose a move")),
    Choice.FOREST: (actions.Forest, N_("the team must first choose an end for the forest token")),
}

_REFUSALS = {
    Suit.DOVES: N_("a Dove was led and the hand holds Doves, so a Dove must be played"),
    Suit.ROSES: N_("a Rose was led and the hand holds Roses, so a Rose must be played"),
    Suit.STARS: N_("a Star was led and the hand holds Stars, so a Star must be played"),
}

_NOT_THE_DECK = N_("the deal is not the thirty cards: one is dealt twice and another is missing")


def legal_actions(state: GameState) -> tuple[actions.Action, ...]:
    """Return the legal actions, sorted; empty if a deal is due or the game is over.

    Cards are in hand order, p1 is before p2, moves are ascending, and keeping the decree is last.
    Resigning is never listed.
    """
    decision = state.table.pending
    if decision is None:
        return ()
    seat = decision.seat
    if seat is None:
        return actions.FORESTS if decision.choice is Choice.FOREST else ()
    hand = state.hands[seat]
    match decision.choice:
        case Choice.PLAY:
            plays = actions.PLAYS[seat]
            lead = state.table.lead
            if lead is not None and must_follow(hand, lead):
                suit = lead.suit
                return tuple([plays[card.index] for card in hand if card.suit is suit])
            return tuple([plays[card.index] for card in hand])
        case Choice.FOXES:
            return actions.NAMINGS[seat]
        case Choice.EXCHANGE:
            return (*[actions.EXCHANGES[seat][card.index] for card in hand], actions.KEEPS[seat])
        case Choice.GIVE:
            return tuple([actions.GIVES[seat][card.index] for card in hand])
        case Choice.MOVE:
            return tuple([actions.Move(seat, steps) for steps in _moves(state.table, seat)])
    raise AssertionError("a deal and the forest belong to no seat")


def check(state: GameState, action: actions.Action) -> None:
    """Raise IllegalActionError, with the reason, if ``action`` is illegal."""
    due = state.table.pending
    if due is None:
        raise IllegalActionError(N_("the game is over"))
    if isinstance(action, actions.Resign):
        return
    check_pending(due, action, _NEEDED_ACTIONS)
    match action:
        case Play() | actions.Give() | Exchange():
            card, hand = action.card, state.hands[action.seat]
            check_in_hand(hand, action.seat, card)
            lead = state.table.lead if isinstance(action, Play) else None
            if card and lead and card.suit is not lead.suit and must_follow(hand, lead):
                raise IllegalActionError(_REFUSALS[lead.suit])
        case actions.Move():
            moves = _moves(state.table, action.seat)
            if action.steps not in moves:
                template = N_("the fox cannot move {steps} after this trick; possible: {moves}")
                possible = ", ".join(map(format_move, moves))
                raise IllegalActionError(template, steps=format_move(action.steps), moves=possible)
        case Deal():
            check_deal(action, state.table.dealer, DECK, HAND_SIZE, _NOT_THE_DECK)
        case actions.Foxes() | actions.Forest():
            pass
        case _:
            assert_never(action)


def _moves(table: Table, winner: Seat) -> tuple[int, ...]:
    trick, _decree = table.in_trick
    lead, follow = trick.cards
    return possible_moves(lead, follow, winner)


POINTS_PER_LEVEL = 10
POINTS_FOR_ROUND_2 = 10
POINTS_PER_TOKEN = 3


@dataclass(frozen=True, slots=True)
class Score:
    """The points of a victory, by source."""

    level: int
    cards: int
    early: int
    tokens: int

    @property
    def total(self) -> int:
        return self.level + self.cards + self.early + self.tokens


def score_items(level: int, round_number: int, cards_in_hands: int, reserve: int) -> Score:
    """Return the score of a victory in ``round_number`` (R9.2).

    A victory in round 1, possible only on small custom boards, earns no points for being early: the
    rule names round 2 alone.
    """
    return Score(
        level=POINTS_PER_LEVEL * level,
        cards=cards_in_hands,
        early=POINTS_FOR_ROUND_2 if round_number == 2 else 0,
        tokens=POINTS_PER_TOKEN * reserve,
    )


def score(state: GameState) -> Score | None:
    """Return the score; None unless the game is won."""
    table, cards_in_hands = state.table, sum(map(len, state.hands))
    if table.outcome is not Outcome.VICTORY:
        return None
    return score_items(table.setup.level, table.round, cards_in_hands, table.reserve)


def total_score(state: GameState) -> int | None:
    """Return the total of ``score``; None unless the game is won."""
    points = score(state)
    return points.total if points else None


def tricks_left(round_number: int, tricks_done: int) -> int:
    """Return the number of tricks left in the game, later rounds included."""
    return TRICKS * (ROUNDS - round_number) + TRICKS - tricks_done


def can_be_won(table: Table) -> bool:
    """True if enough tricks are left for the gems still to be collected (R9.3).

    A trick collects at most one gem, and each round that does not end the game adds its plus gems.
    """
    if table.outcome is not None:
        return table.outcome is Outcome.VICTORY
    return surplus_gems(table) <= 0


def surplus_gems(table: Table) -> int:
    """Return the number of gems left over if every remaining trick finds one."""
    tricks_now, rounds_after = TRICKS - table.tricks_done, ROUNDS - max(table.round, 1)
    if tricks_now == 0:
        # Between rounds, the plus gems are already on the path (R8.2 precedes the deal).
        tricks_now, rounds_after = TRICKS, rounds_after - 1
    gems = table.path.gems_left - tricks_now
    for _ in range(rounds_after):
        if gems <= 0:
            break
        gems = min(GEM_TOKENS, gems + len(table.setup.board.plus)) - TRICKS
    return max(gems, 0)


_SCORE_ITEMS = ("score_level", "score_cards", "score_early", "score_tokens")
SETUP_COLUMNS = (ResultColumn("level", int), ResultColumn("board", str))
COLUMNS = (
    *SETUP_COLUMNS,
    ResultColumn("outcome", str),
    *(ResultColumn(name, int, optional=True) for name in ("score", *_SCORE_ITEMS)),
    *(ResultColumn(name, int) for name in ("round", "tricks", "gems_left", "beyond")),
    ResultColumn("found", str),
)
CATEGORIES = ("level", "own_board")


@dataclass(frozen=True, slots=True)
class Summary:
    """A finished game; ``score`` is None after a defeat.

    board: digest of a custom board; empty for the board of the level.
    beyond: steps past the end of the path if that lost the game, else 0.
    found: number of gems found in each round.
    """

    level: int
    board: str
    outcome: Outcome
    score: Score | None
    round: int
    tricks: int
    gems_left: int
    beyond: int
    found: tuple[int, ...]

    @property
    def result(self) -> Result:
        """The result, the same for both seats."""
        return result_of(self.outcome, self.score.total if self.score else 0)

    @property
    def category(self) -> tuple[int | bool, ...]:
        """The level, and whether the board was a custom one."""
        return self.level, bool(self.board)


def result_of(outcome: Outcome, points: int) -> Result:
    """Return a result that both seats share."""
    won = outcome is Outcome.VICTORY
    return Result(outcome.value, (won, won), (points, points))


def summarize(setup: Setup, steps: Sequence[Step[GameState, Event]]) -> Summary:
    """Return the summary of a finished game from its setup and its steps."""
    state = steps[-1].state
    table = state.table
    assert table.outcome is not None, "only a finished game has a summary"
    gems_found = [0] * table.round
    for step in steps:
        if gems := sum(isinstance(event, GemCollected) for event in step.events):
            gems_found[step.state.table.round - 1] += gems
    beyond, path = 0, table.path
    for event in steps[-1].events:
        if isinstance(event, events.PathOverrun) and table.outcome is Outcome.LOST:
            end = event.start + event.steps
            beyond = max(path.first - end, end - path.last)
    return Summary(
        level=setup.level,
        board=board_digest(setup.own_board),
        outcome=table.outcome,
        score=score(state),
        round=table.round,
        tricks=TRICKS * max(table.round - 1, 0) + table.tricks_done,
        gems_left=path.gems_left,
        beyond=beyond,
        found=tuple(gems_found),
    )


def board_digest(board: Board | None) -> str:
    """Return a digest of a custom board; empty for None, the board of the level."""
    if board is None:
        return ""
    import json  # noqa: PLC0415 - the first frame does without
    from hashlib import sha256  # noqa: PLC0415

    text = json.dumps(board_to_table(board), sort_keys=True, ensure_ascii=True)
    return sha256(text.encode()).hexdigest()[:12]


def to_row(summary: Summary) -> tuple[int | str | None, ...]:
    """Return the values of COLUMNS."""
    points = summary.score
    items = (None,) * 5 if points is None else (points.total, *field_values(points))
    progress = (summary.round, summary.tricks, summary.gems_left, summary.beyond)
    found_text = " ".join(map(str, summary.found))
    return (summary.level, summary.board, summary.outcome.value, *items, *progress, found_text)


def from_row(row: Sequence[Any]) -> Summary:
    """Return the summary with the values of COLUMNS; raises ValueError if they are inconsistent."""
    level, board, outcome, total, *items, round_number, tricks, gems_left, beyond, found_text = row
    points = None
    if outcome == Outcome.VICTORY.value:
        if None in items or sum(items) != total:
            raise ValueError("the items do not add up to the score")
        points = Score(*items)
    if level not in LEVELS:
        raise ValueError("there is no such level")
    gems = tuple(map(int, found_text.split()))
    kind = Outcome(outcome)
    return Summary(level, board, kind, points, round_number, tricks, gems_left, beyond, gems)


_get_table_fields = attrgetter(*Table.__slots__)


def new_game(setup: Setup) -> GameState:
    """Return a game before its first deal (R2, R3)."""
    path = cards.path_at_setup(setup.board, setup.level)
    return GameState(Table(setup, path, setup.board.forest_tokens, actions.DEAL_DUE))


def deal(state: GameState, rng: Random, dealer: Seat | None = None) -> Deal[Card]:
    """Return the deal that is due, shuffled with ``rng`` (R3.2).

    Round 1 is dealt by ``dealer``, or by a random seat; then the seats alternate (R3.1).
    """
    return deal_shuffled_deck(choose_dealer(state.table.dealer, dealer, rng), rng)


def deal_shuffled_deck(dealer: Seat, rng: Random) -> Deal[Card]:
    """Shuffle the thirty cards with ``rng`` and deal them (R3.2)."""
    return shuffle_deal(DECK, HAND_SIZE, dealer, rng)


def apply(state: GameState, action: actions.Action) -> Step[GameState, Event]:
    """Perform ``action``; raises IllegalActionError if it is illegal."""
    check(state, action)
    draft = _Draft(state)
    match action:
        case Play():
            _play(draft, action.seat, action.card)
        case actions.Foxes():
            can_exchange = bool(draft.hands[action.swapper])
            event = events.SeatNamed(action.seat, action.swapper, hand_empty=not can_exchange)
            draft.events.append(event)
            if can_exchange:
                draft.pending = actions.EXCHANGE_DUE[action.swapper]
            else:
                _continue_trick(draft)
        case Exchange():
            draft.exchange_decree(action.seat, action.card)
            _continue_trick(draft)
        case actions.Give():
            _give(draft, action.seat, action.card)
        case actions.Move():
            _move_tracker(draft, action.seat, action.steps)
        case actions.Forest():
            _cover(draft, action.end)
            draft.pending = actions.DEAL_DUE
        case Deal():
            _deal(draft, action)
        case actions.Resign():
            _cancel_offer(draft)
            _end_game(draft, Outcome.RESIGNED)
        case _:
            assert_never(action)
    return Step(draft.freeze(), tuple(draft.events))


class _Draft(StateBuilder[Card]):
    """The state that a call of ``apply`` builds; never leaves this module."""

    play_decisions = actions.PLAY_DUE

    def __init__(self, state: GameState) -> None:
        table = state.table
        self.setup = table.setup
        self.path = table.path
        self.reserve = table.reserve
        self.pending = table.pending
        self.round = table.round
        self.tricks_done = table.tricks_done
        self.dealer = table.dealer
        self.decree = table.decree
        self.trick = table.trick
        self.outcome = table.outcome
        self.known = table.known
        self.voids = table.voids
        self.hands = state.hands
        self.stock = state.stock
        self.offer = state.offer
        self.events: list[Event] = []

    def freeze(self) -> GameState:
        return GameState(Table(*_get_table_fields(self)), self.hands, self.stock, self.offer)

    def take_from_hand(self, seat: Seat, card: Card) -> None:
        super().take_from_hand(seat, card)
        other = seat.other
        if card in self.known[other]:
            self.known = replace_at(self.known, other, remove_card(self.known[other], card))

    def put_in_hand(self, seat: Seat, card: Card) -> None:
        """Add ``card``, which the other seat knows, to the hand of ``seat``."""
        super().put_in_hand(seat, card)
        other = seat.other
        self.known = replace_at(self.known, other, hand_of((*self.known[other], card)))


def _deal(draft: _Draft, action: Deal[Card]) -> None:
    draft.deal_round(action)
    draft.tricks_done = 0
    draft.stock = action.stock
    draft.known = ((), ())
    draft.voids = ((), ())
    draft.open_trick(action.dealer.other)


def _play(draft: _Draft, seat: Seat, card: Card) -> None:
    lead = draft.play_card(seat, card)
    if lead and card.suit is not lead.suit and lead.ability is not Ability.ROYAL_HEIR:
        suits = tuple(sorted({*draft.voids[seat], lead.suit}))
        draft.voids = replace_at(draft.voids, seat, suits)
    p1_hand, p2_hand = draft.hands
    if card.ability is Ability.FOXES and (p1_hand or p2_hand):
        draft.pending = actions.FOXES_DUE[seat]
    elif card.ability is Ability.GIFT and p1_hand and p2_hand:
        draft.pending = actions.GIVE_DUE[seat]
    else:
        if card.ability in (Ability.FOXES, Ability.GIFT):
            draft.events.append(events.AbilityLapsed(seat, card.ability))
        _continue_trick(draft)


def _give(draft: _Draft, seat: Seat, card: Card) -> None:
    draft.events.append(events.GiftOffered(seat, card))
    offer = draft.offer
    if offer is None:
        # The other seat must not learn yet whether a card that it knows of has left the hand.
        draft.hands = replace_at(draft.hands, seat, remove_card(draft.hands[seat], card))
        draft.offer = card
        draft.pending = actions.GIVE_DUE[seat.other]
        return
    draft.offer = None
    giver = seat.other
    draft.take_from_hand(giver, offer)
    draft.take_from_hand(seat, card)
    draft.put_in_hand(seat, offer)
    draft.put_in_hand(giver, card)
    gifts = (offer, card) if giver is Seat.P1 else (card, offer)
    draft.events.append(events.GiftsExchanged(gifts))
    _continue_trick(draft)


def _cancel_offer(draft: _Draft) -> None:
    """Put the first card of an unfinished Gift back into its hand."""
    if draft.offer is not None and draft.pending is not None and draft.pending.seat is not None:
        giver = draft.pending.seat.other
        hand = hand_of((*draft.hands[giver], draft.offer))
        draft.hands = replace_at(draft.hands, giver, hand)
        draft.offer = None


def _continue_trick(draft: _Draft) -> None:
    win = draft.complete_trick()
    if win is None:
        return
    assert draft.trick is not None, "a trick is won"
    moves = cards.possible_moves(*draft.trick.cards, win.winner)
    if len(moves) > 1:
        draft.pending = actions.MOVE_DUE[win.winner]
    else:
        _move_tracker(draft, win.winner, moves[0])


def _move_tracker(draft: _Draft, winner: Seat, steps: int) -> None:
    trick = draft.trick
    assert trick is not None, "a trick is won"
    paws = sum(card.paws for card in trick.cards)
    turned = steps > 0 if winner is Seat.P1 else steps < 0
    if turned or abs(steps) != paws:
        draft.events.append(events.MoveChanged(winner, turned, paws - abs(steps)))
    draft.trick = None
    draft.tricks_done += 1
    path = draft.path
    landing = path.landing(steps)
    if isinstance(landing, cards.Overrun):
        draft.events.append(events.PathOverrun(path.tracker, steps, landing.end))
        if not draft.reserve:
            _end_game(draft, Outcome.LOST)
            return
        draft.path = path.with_tracker(path.start)
        draft.events.append(events.TrackerReset(path.start))
        _cover(draft, landing.end)
    else:
        draft.events.append(events.TrackerMoved(path.tracker, landing.space))
        draft.path = path.with_tracker(landing.space)
        if landing.gem:
            draft.path = draft.path.with_gems(landing.space, -1)
            draft.events.append(events.GemCollected(landing.space, draft.path.gems_left))
            if not draft.path.gems_left:
                _end_game(draft, Outcome.VICTORY)
                return
    if draft.tricks_done < TRICKS:
        draft.open_trick(winner)
    else:
        _end_round(draft)


def _cover(draft: _Draft, end: Seat, *, forced: bool = False) -> None:
    space = draft.path.end_space(end)
    gems = draft.path.gems[space - 1]
    draft.path = draft.path.cover(end)
    draft.reserve -= 1
    target = draft.path.end_space(end)
    draft.events.append(events.SpaceCovered(space, end, gems, target, forced))


def _end_round(draft: _Draft) -> None:
    draft.events.append(RoundEnded(draft.round))
    if draft.round == ROUNDS:
        _end_game(draft, Outcome.OUT_OF_TIME)
        return
    spaces = cards.spaces_to_refill(draft.path, draft.setup.board)
    for space in spaces:
        draft.path = draft.path.with_gems(space, 1)
    draft.events.append(events.GemsAdded(spaces))
    draft.pending = actions.DEAL_DUE
    if draft.reserve:
        path = draft.path
        for end in Seat:
            if path.tracker == path.end_space(end):
                _cover(draft, end.other, forced=True)
                return
        draft.pending = actions.FOREST_DUE


def _end_game(draft: _Draft, outcome: Outcome) -> None:
    draft.pending = None
    draft.outcome = outcome
    draft.events.append(events.GameEnded(outcome, total_score(draft.freeze())))
