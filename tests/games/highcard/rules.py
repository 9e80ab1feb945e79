"""The rules of the third game as one value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from foxduet.core import values
from foxduet.core.common import Result, Step
from foxduet.core.errors import RecordError
from foxduet.core.ruleset import Column, RuleSet
from tests.games.highcard.game import (
    DEALS,
    Action,
    Event,
    Observation,
    Outcome,
    Resign,
    Setup,
    State,
    Table,
    apply,
    check,
    deal,
    legal_actions,
    observe,
    sample,
)
from tests.games.highcard.lines import ACTIONS, format_position, format_view, parse_position


@dataclass(frozen=True, slots=True)
class Summary:
    """A finished game, by its rounds and tricks."""

    deals: int
    outcome: Outcome
    won: tuple[int, int]

    @property
    def result(self) -> Result:
        """How the game ended."""
        return result_of(self.outcome, self.won)

    @property
    def category(self) -> tuple[int | bool, ...]:
        """The number of rounds."""
        return (self.deals,)


def result_of(outcome: Outcome, won: tuple[int, int]) -> Result:
    """Return a result."""
    return Result(outcome.value, (outcome is Outcome.P1, outcome is Outcome.P2), won)


def setup_from(keys: Mapping[str, object]) -> Setup:
    """Return the setup in the keys of a record."""
    deals = values.whole_number(keys, "deals")
    if deals not in DEALS:
        raise RecordError("deals: {value}; there are games of 1 and 2", value=deals)
    return Setup(deals)


def summarize(setup: Setup, steps: Sequence[Step[State, Event]]) -> Summary:
    """Sum up a finished game."""
    table = steps[-1].state.table
    assert table.outcome is not None
    return Summary(setup.deals, table.outcome, table.won)


def summary_from(row: Mapping[str, object]) -> Summary:
    """Return the summary in a row of the scores."""
    won = values.count(row, "tricks_p1"), values.count(row, "tricks_p2")
    return Summary(values.count(row, "deals"), Outcome(row["result"]), won)


def result(state: State) -> Result | None:
    """Return how a game ended that is over."""
    outcome = state.table.outcome
    return None if outcome is None else result_of(outcome, state.table.won)


def result_keys(state: State) -> dict[str, object]:
    """Return what a record says of the result beside its name."""
    table = state.table
    tricks = [*table.won] if table.outcome and table.resigned is None else None
    return {"resigned": None if table.resigned is None else str(table.resigned), "tricks": tricks}


SETUP_COLUMNS = (Column("deals", int),)

RULES: RuleSet[Setup, State, Action, Event, Observation] = RuleSet(
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
        Column("result", str),
        Column("tricks_p1", int),
        Column("tricks_p2", int),
    ),
    categories=("deals",),
    summary_row=lambda summary: (summary.deals, summary.outcome.value, *summary.won),
    summary_from=summary_from,
    counts=lambda summary: {"tricks": summary.won},
)
