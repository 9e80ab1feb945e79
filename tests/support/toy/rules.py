"""The rules of the toy: cards 1 to 12, six each; the higher card wins, most tricks win the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, TypeAlias

from foxduet.core import common
from foxduet.core.common import Decision, Result, Seat, Step
from foxduet.core.errors import IllegalActionError, NotationError
from foxduet.core.ruleset import Column, RuleSet
from foxduet.core.values import count

Hands: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]


class Choice(common.Choice):
    DEAL = common.DEAL
    PLAY = "play"


@dataclass(frozen=True, slots=True)
class State:
    cards: int
    hands: Hands | None = None
    lead: int | None = None
    leader: Seat = Seat.P1
    won: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Deal:
    hands: Hands


@dataclass(frozen=True, slots=True)
class Play:
    seat: Seat
    card: int


@dataclass(frozen=True, slots=True)
class Seen:
    seat: Seat
    hand: tuple[int, ...]
    choices: tuple[Play, ...]

    @property
    def distinct_choices(self) -> tuple[Play, ...]:
        return self.choices


@dataclass(frozen=True, slots=True)
class Summary:
    result: Result
    category: tuple[int | bool, ...]


def pending(state: State) -> Decision[Choice] | None:
    if state.hands is None:
        return Decision(Choice.DEAL)
    seat = state.leader if state.lead is None else state.leader.other
    return Decision(Choice.PLAY, seat) if state.hands[seat] else None


def legal_actions(state: State) -> tuple[Play, ...]:
    due = pending(state)
    if state.hands is None or due is None or due.seat is None:
        return ()
    return tuple(Play(due.seat, card) for card in state.hands[due.seat])


def check(state: State, action: Deal | Play) -> None:
    legal = state.hands is None if isinstance(action, Deal) else action in legal_actions(state)
    if not legal:
        raise IllegalActionError("this is not due")


def apply(state: State, action: Deal | Play) -> Step[State, object]:
    check(state, action)
    if isinstance(action, Deal):
        return Step(replace(state, hands=action.hands), ())
    assert state.hands is not None
    p1, p2 = (tuple(card for card in hand if card != action.card) for hand in state.hands)
    if state.lead is None:
        return Step(replace(state, hands=(p1, p2), lead=action.card), ())
    winner = action.seat if action.card > state.lead else action.seat.other
    won = tuple(count + (seat is winner) for seat, count in zip(Seat, state.won, strict=True))
    return Step(State(state.cards, (p1, p2), None, winner, (won[0], won[1])), ())


def deal(state: State, rng: Random, _dealer: Seat | None) -> Deal:
    cards = rng.sample(range(1, 2 * state.cards + 1), 2 * state.cards)
    return Deal((tuple(sorted(cards[: state.cards])), tuple(sorted(cards[state.cards :]))))


def result(state: State) -> Result | None:
    if pending(state) is not None:
        return None
    p1, p2 = state.won
    return Result("ended", (p1 > p2, p2 > p1), state.won)


def observe(state: State, seat: Seat) -> Seen:
    choices = tuple(play for play in legal_actions(state) if play.seat is seat)
    return Seen(seat, () if state.hands is None else state.hands[seat], choices)


def format_action(action: Deal | Play) -> str:
    if isinstance(action, Play):
        return f"{action.seat} play {action.card}"
    return "deal " + "/".join(",".join(map(str, hand)) for hand in action.hands)


def parse_action(text: str) -> Deal | Play:
    match text.split(" "):
        case ["deal", hands]:
            p1, p2 = (tuple(map(int, hand.split(","))) for hand in hands.split("/"))
            return Deal((p1, p2))
        case ["p1" | "p2" as seat, "play", card]:
            return Play(Seat[seat.upper()], int(card))
    raise NotationError("'{text}' is no action", text=text)


def setup_from(keys: Mapping[str, object]) -> int:
    cards = keys.get("cards", 6)
    assert isinstance(cards, int)
    return cards


def unused(*_arguments: Any) -> Any:
    raise AssertionError("only the screens ask for this")


def summary_row(summary: Summary) -> tuple[int | str | None, ...]:
    return (*summary.category, *summary.result.points)


def summary_from(row: Mapping[str, object]) -> Summary:
    p1, p2 = count(row, "p1_tricks"), count(row, "p2_tricks")
    return Summary(Result("ended", (p1 > p2, p2 > p1), (p1, p2)), (count(row, "cards"),))


def summarize(setup: int, steps: Sequence[Step[State, object]]) -> Summary:
    ended = result(steps[-1].state)
    assert ended is not None
    return Summary(ended, (setup,))


RULES: RuleSet[int, State, Deal | Play, object, Seen] = RuleSet(
    name="toy",
    cooperative=False,
    setup_from=setup_from,
    header_keys=lambda setup: {"cards": setup},
    setup_key=lambda setup: {"cards": setup},
    next_setup=lambda _setup: None,
    day_label=lambda _setup: None,
    new_game=State,
    pending=pending,
    progress=lambda state: (int(state.hands is not None), sum(state.won) + 1),
    legal_actions=legal_actions,
    check=check,
    apply=apply,
    deal=deal,
    resignation=unused,
    is_hopeless=lambda _state: False,
    surely_loses=lambda _observation, _action: False,
    result=result,
    observe=observe,
    redact=lambda event, _seat: event,
    sample=unused,
    other_hand=unused,
    parse_action=parse_action,
    format_action=format_action,
    parse_position=unused,
    format_position=repr,
    format_view=repr,
    results=("ended",),
    result_keys=lambda state: {"tricks": list(state.won)},
    summarize=summarize,
    setup_columns=(Column("cards", int),),
    summary_columns=tuple(Column(name, int) for name in ("cards", "p1_tricks", "p2_tricks")),
    categories=("cards",),
    summary_row=summary_row,
    summary_from=summary_from,
    counts=lambda summary: {"tricks": summary.result.points},
)
