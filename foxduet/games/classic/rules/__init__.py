"""The rules of the original game as one ``RuleSet``."""

from __future__ import annotations

from collections.abc import Mapping

from foxduet.core.cards import Result
from foxduet.core.engine import RuleSet
from foxduet.core.errors import N_, RecordError, get_int
from foxduet.games.classic.rules import engine, notation
from foxduet.games.classic.rules.cards import Hand
from foxduet.games.classic.rules.engine import apply, check, deal, legal_actions, new_game
from foxduet.games.classic.rules.observation import (
    Observation,
    known_other_cards,
    observe,
    redact,
    sample,
)
from foxduet.games.classic.rules.state import (
    RESIGNATIONS,
    TARGETS,
    Action,
    Event,
    GameState,
    Outcome,
    Setup,
    format_action,
    parse_action,
)


def setup_from(table: Mapping[str, object]) -> Setup:
    """Return the setup in a record's keys; raises RecordError."""
    target = get_int(table, "target")
    if target not in TARGETS:
        raise RecordError(N_("target: {value}; the choices are 16, 21 and 35"), value=target)
    return Setup(target)


def _result(state: GameState) -> Result | None:
    outcome = state.table.outcome
    return None if outcome is None else engine.result_of(outcome, state.table.points)


def _result_keys(state: GameState) -> dict[str, object]:
    table = state.table
    if table.resigned is not None:
        return {"resigned": str(table.resigned), "points": None}
    return {"resigned": None, "points": None if table.outcome is None else [*table.points]}


def _other_hand(observation: Observation) -> tuple[Hand, int]:
    known_cards = known_other_cards(observation)
    return known_cards, observation.other_cards - len(known_cards)


RULES: RuleSet[Setup, GameState, Action, Event, Observation] = RuleSet(
    name="classic",
    cooperative=False,
    setup_from=setup_from,
    header_keys=lambda setup: {"target": setup.target},
    setup_key=lambda setup: {"target": setup.target},
    next_setup=lambda _setup: None,
    day_label=lambda setup: f"target {setup.target}",
    new_game=new_game,
    legal_actions=legal_actions,
    check=check,
    apply=apply,
    deal=deal,
    resignation=RESIGNATIONS.__getitem__,
    is_hopeless=lambda _state: False,
    surely_loses=lambda _observation, _action: False,
    result=_result,
    observe=observe,
    redact=redact,
    sample=sample,
    other_hand=_other_hand,
    parse_action=parse_action,
    format_action=format_action,
    parse_position=lambda text, setup: notation.restore(notation.parse_position(text), setup),
    format_position=lambda state: notation.format_position(notation.position_of(state)),
    format_view=lambda observation: notation.format_position(notation.view_of(observation)),
    results=tuple(outcome.value for outcome in Outcome),
    result_keys=_result_keys,
    summarize=engine.summarize,
    setup_columns=engine.SETUP_COLUMNS,
    summary_columns=engine.COLUMNS,
    categories=engine.CATEGORIES,
    summary_row=engine.to_row,
    summary_from=engine.from_row,
    counts=engine.counts,
)
