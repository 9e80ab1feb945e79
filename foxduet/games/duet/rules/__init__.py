"""The rules of Duet as one ``RuleSet``."""

from __future__ import annotations

from collections.abc import Mapping

from foxduet.core.cards import Result
from foxduet.core.engine import RuleSet
from foxduet.core.errors import N_, RecordError, get_int
from foxduet.games.duet.rules import cards, engine, notation
from foxduet.games.duet.rules.cards import Hand
from foxduet.games.duet.rules.engine import apply, check, deal, legal_actions, new_game
from foxduet.games.duet.rules.observation import (
    Observation,
    keep_decree_shortcut,
    loses_for_certain,
    observe,
    redact,
    sample,
)
from foxduet.games.duet.rules.state import (
    Action,
    Event,
    GameState,
    Outcome,
    Resign,
    Setup,
    format_action,
    parse_action,
)


def setup_from(table: Mapping[str, object]) -> Setup:
    """Return the setup in a record's keys; raises RecordError."""
    level, own_board = get_int(table, "level"), table.get("board")
    if level not in cards.LEVELS:
        raise RecordError(N_("level: {value}; the levels are 1, 2 and 3"), value=level)
    if own_board is None:
        return Setup(level)
    if not isinstance(own_board, dict):
        raise RecordError(N_("board: {value} is not a table"), value=own_board)
    try:
        return Setup(level, cards.board_from_table(own_board))
    except RecordError as error:
        raise RecordError(N_("board: {cause}"), cause=error) from None


def header_keys(setup: Setup) -> dict[str, object]:
    """Return the keys of a record that hold the setup."""
    keys: dict[str, object] = {"level": setup.level}
    if setup.own_board is not None:
        keys["board"] = cards.board_to_table(setup.own_board)
    return keys


def _next_setup(setup: Setup) -> Setup | None:
    has_next = setup.own_board is None and setup.level < cards.LEVELS[-1]
    return Setup(setup.level + 1) if has_next else None


def _result(state: GameState) -> Result | None:
    outcome = state.table.outcome
    return None if outcome is None else engine.result_of(outcome, engine.total_score(state) or 0)


def _other_hand(observation: Observation) -> tuple[Hand, int]:
    known_cards = observation.partner_known
    return known_cards, observation.partner_cards + observation.partner_offered - len(known_cards)


RULES: RuleSet[Setup, GameState, Action, Event, Observation] = RuleSet(
    name="duet",
    cooperative=True,
    setup_from=setup_from,
    header_keys=header_keys,
    setup_key=lambda setup: {"level": setup.level, "board": engine.board_digest(setup.own_board)},
    next_setup=_next_setup,
    day_label=lambda setup: None if setup.own_board else f"level {setup.level}",
    new_game=new_game,
    legal_actions=legal_actions,
    check=check,
    apply=apply,
    deal=deal,
    resignation=lambda _seat: Resign(),
    is_hopeless=lambda state: not engine.can_be_won(state.table),
    surely_loses=loses_for_certain,
    result=_result,
    observe=observe,
    redact=redact,
    sample=sample,
    other_hand=_other_hand,
    parse_action=parse_action,
    format_action=format_action,
    parse_position=lambda text, setup: notation.restore(notation.parse_position(text, setup)),
    format_position=lambda state: notation.format_position(notation.position_of(state)),
    format_view=lambda observation: notation.format_position(notation.view_of(observation)),
    results=tuple(outcome.value for outcome in Outcome),
    result_keys=lambda state: {"score": engine.total_score(state)},
    summarize=engine.summarize,
    setup_columns=engine.SETUP_COLUMNS,
    summary_columns=engine.COLUMNS,
    categories=engine.CATEGORIES,
    summary_row=engine.to_row,
    summary_from=engine.from_row,
    # The seats win and lose together, so that they have no counts of their own.
    counts=lambda _summary: {},
    shortcuts=keep_decree_shortcut,
)
