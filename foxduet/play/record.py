"""A game as a TOML record: the format of saved games, replays and tests.

The result is redundant: it is computed from the actions when a record is written, and must agree
with them when it is read. Replay is strict and repairs nothing.
"""

from __future__ import annotations

import re
from datetime import datetime

from foxduet.core import errors
from foxduet.core.cards import Seat
from foxduet.core.errors import N_, RecordError
from foxduet.core.lazy_dataclass import replace
from foxduet.core.registry import games, rule_set
from foxduet.core.toml import format_key, format_value, parse_toml
from foxduet.play.game import (
    Game,
    Header,
    PartnerNames,
    Turn,
    check_action_numbers,
    known_record_keys,
    open_game,
)

FORMAT = "foxduet-record/1"
UNFINISHED = "*"
_COMPLETE_ACTIONS_PATTERN = r'(?ms).*?^actions = \[\n(?:[ \t]*"[^"\n]*",[ \t]*\n)*'


class BrokenRecordError(RecordError):
    """A record is broken.

    intact_game: the game before the error; None if no part of it can be read.
    number: number of the broken action, from 1; None if the error is elsewhere.
    """

    def __init__(
        self,
        template: str,
        *,
        intact_game: Game | None = None,
        number: int | None = None,
        **fields: object,
    ) -> None:
        super().__init__(template, number=number, **fields)
        self.intact_game = intact_game
        self.number = number


def result_name(game: Game) -> str:
    """Return the name of the result, ``*`` for an unfinished game."""
    return UNFINISHED if game.result is None else game.result.name


def dump_record(game: Game) -> str:
    """Return the record of ``game`` as text."""
    header, rules = game.header, game.rules
    keys = rules.header_keys(header.setup)
    # Tables come after short values.
    tables = {key: value for key, value in keys.items() if isinstance(value, dict)}
    pairs: list[tuple[str, object]] = [
        ("format", FORMAT),
        ("game", header.game),
        *((key, value) for key, value in keys.items() if key not in tables),
        ("players", list(header.players)),
        ("result", result_name(game)),
        *rules.result_keys(game.state).items(),
        ("seed", header.seed),
        ("started", header.started),
        ("finished", header.finished),
        ("ai", {str(seat): header.ai[seat] for seat in Seat if header.ai[seat]} or None),
        ("hints", list(header.hints) or None),
        ("cut_short", list(header.cut_short) or None),
        *tables.items(),
        *header.further.items(),
    ]
    lines = [f"{format_key(k)} = {format_value(v)}" for k, v in pairs if v is not None]
    actions = [f"  {format_value(rules.format_action(turn.action))}," for turn in game.turns]
    return "\n".join([*lines, "actions = [", *actions, "]", ""])


def load_record(text: str) -> Game:
    """Read a record and play its actions; raises BrokenRecordError, which has the intact part.

    If only a player's name is invalid, that part is the whole game, with the seat as the name.
    """
    try:
        table = parse_toml(text)
    except RecordError as error:
        raise _unreadable_error(text, error) from None
    game, names = _replay(table), table.get("players")
    if names != list(game.header.players):
        template = N_("players: {value}; a name must have 1 to {most} visible characters")
        value = _quote_value(names)
        raise BrokenRecordError(
            template, intact_game=game, value=value, most=errors.MAX_NAME_LENGTH
        )
    _check_result(game, table)
    return game


def _unreadable_error(text: str, error: RecordError) -> BrokenRecordError:
    """Return the error for text that is not TOML, with the game up to its last complete action."""
    match = re.match(_COMPLETE_ACTIONS_PATTERN, text)
    if match is None:
        return _broken_error(error)
    try:
        game = _replay(parse_toml(f"{match.group()}]"))
    except BrokenRecordError as broken:
        return broken
    except RecordError:
        return _broken_error(error)
    count = len(game.turns)
    if "\n" in text[match.end() :]:
        template = N_("cannot read action {number}: {reason}")
        return BrokenRecordError(template, intact_game=game, number=count + 1, reason=error)
    template = N_(
        "the file breaks off after action {count}; the position at that point: {position}"
    )
    position = game.rules.format_position(game.state)
    return BrokenRecordError(template, intact_game=game, count=count, position=position)


def _broken_error(error: RecordError) -> BrokenRecordError:
    """Return ``error`` as a BrokenRecordError with its value in TOML notation."""
    fields = {k: _quote_value(v) if k == "value" else v for k, v in error.fields.items()}
    return BrokenRecordError(error.template, intact_game=None, number=None, **fields)


def _quote_value(value: object) -> str:
    return "-" if value is None else format_value(value)


def _replay(table: errors.Values) -> Game:
    try:
        game, texts = open_game(_parse_header(table)), table.get("actions")
        if not errors.is_str_list(texts):
            raise RecordError(N_("actions: give a list of texts, one for each action"))
    except RecordError as error:
        raise _broken_error(error) from None
    rules, state, turns = game.rules, game.initial_state, list[Turn]()
    for number, text in enumerate(texts, 1):
        try:
            action = rules.parse_action(text)
            turns.append(Turn(action, rules.apply(state, action)))
        except errors.FoxduetError as reason:
            raise BrokenRecordError(
                N_("action {number} '{text}': {reason}; the position before that: {position}"),
                intact_game=replace(game, turns=tuple(turns)),
                number=number,
                reason=reason,
                text=text,
                position=rules.format_position(state),
            ) from None
        state = turns[-1].step.state
    return replace(game, turns=tuple(turns))


def _parse_header(table: errors.Values) -> Header:
    if table.get("format") != FORMAT:
        template = N_("format: {value}; this program reads {right}")
        raise RecordError(template, value=table.get("format"), right=format_value(FORMAT))
    game, players = table.get("game"), table.get("players")
    if game not in games():
        names = ", ".join(map(format_value, games()))
        template = N_("game: {value}; this program can play {right}")
        raise RecordError(template, value=game, right=names)
    rules = rule_set(str(game))
    setup = rules.setup_from(table)
    if not errors.is_str_list(players) or len(players) != 2:
        raise RecordError(N_("players: {value}; give two names"), value=players)
    # Earlier versions accepted any text as a name.
    p1, p2 = (name if errors.is_name(name) else f"p{n}" for n, name in enumerate(players, 1))
    known_keys = known_record_keys(rules, setup)
    return Header(
        game=rules.name,
        setup=setup,
        players=(p1, p2),
        seed=errors.get_int(table, "seed") if "seed" in table else None,
        started=_parse_time(table, "started"),
        finished=_parse_time(table, "finished"),
        ai=_parse_partners(table),
        hints=check_action_numbers("hints", table.get("hints", [])),
        cut_short=check_action_numbers("cut_short", table.get("cut_short", [])),
        further={key: value for key, value in table.items() if key not in known_keys},
    )


def _parse_time(table: errors.Values, key: str) -> datetime | None:
    value = table.get(key)
    if value is not None and not isinstance(value, datetime):
        raise RecordError(N_("{key}: {value} is not a date and time"), key=key, value=value)
    return value


def _parse_partners(table: errors.Values) -> PartnerNames:
    names, (p1, p2) = table.get("ai", {}), map(str, Seat)
    if not isinstance(names, dict) or not names.keys() <= {p1, p2}:
        raise RecordError(N_("ai: {value}; name the partners at p1 and p2 here"), value=names)
    return names.get(p1), names.get(p2)


def _check_result(game: Game, table: errors.Values) -> None:
    valid_names = (*game.rules.results, UNFINISHED)
    if table.get("result") not in valid_names:
        value, names_text = _quote_value(table.get("result")), ", ".join(valid_names)
        template = N_("result: {value}; it must be one of {known}")
        raise BrokenRecordError(template, intact_game=game, value=value, known=names_text)
    expected_values = {"result": result_name(game), **game.rules.result_keys(game.state)}
    for key, expected_value in expected_values.items():
        if key in table and table[key] != expected_value:
            raise BrokenRecordError(
                N_("{key}: {value}, but this game has no such key")
                if expected_value is None
                else N_("{key}: {value}, but after the last action, {count}, it should be {right}"),
                intact_game=game,
                key=key,
                value=_quote_value(table[key]),
                count=len(game.turns),
                right=_quote_value(expected_value),
            )
