"""A game as a TOML record: the format of saved games, replays and tests.

A record says nothing that its actions do not: the result is worked out when it is written, and
must agree when it is read. Replay is strict and repairs nothing.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta

from foxduet.core import errors
from foxduet.core.cards import Seat
from foxduet.core.errors import N_, RecordError
from foxduet.core.lazy_dataclass import replace
from foxduet.core.registry import games, rule_set
from foxduet.play.game import (
    Game,
    Header,
    Names,
    PartnerNames,
    Turn,
    action_numbers,
    known_record_keys,
    open_game,
)

FORMAT = "foxduet-record/1"
UNFINISHED = "*"
_BARE_KEY = re.compile("[A-Za-z0-9_-]+")
_ESCAPES = {code: f"\\u{code:04x}" for code in (*range(0x20), 0x7F)}
_ESCAPES |= str.maketrans(
    {"\b": r"\b", "\t": r"\t", "\n": r"\n", "\f": r"\f", "\r": r"\r", '"': r"\"", "\\": r"\\"}
)
_WHOLE_ACTIONS = re.compile(
    r'.*?^actions = \[\n(?:[ \t]*"[^"\n]*",[ \t]*\n)*', re.DOTALL | re.MULTILINE
)


class BrokenRecordError(RecordError):
    """A record is broken; ``good`` is the part before the error, if any can be read.

    ``number`` is that of the broken action, from 1, None where it is no action.
    """

    def __init__(
        self,
        template: str,
        *,
        good: Game | None = None,
        number: int | None = None,
        **fields: object,
    ) -> None:
        super().__init__(template, number=number, **fields)
        self.good = good
        self.number = number


def result_name(game: Game) -> str:
    """Return the name of the result, ``*`` while the game is under way."""
    return UNFINISHED if game.result is None else game.result.name


def dump_record(game: Game) -> str:
    """Return the text of the record of ``game``."""
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
    lines = [
        f"{format_key(key)} = {format_value(value)}" for key, value in pairs if value is not None
    ]
    actions = [f"  {format_value(rules.format_action(turn.action))}," for turn in game.turns]
    return "\n".join([*lines, "actions = [", *actions, "]", ""])


def load_record(text: str) -> Game:
    """Return the game of a record, with its actions played.

    Raises BrokenRecordError, which says what is wrong and where, with the good part before it. For
    a player without a valid name that is the whole game, in which the seat takes the name's place.
    """
    try:
        table = errors.parse_toml(text)
    except RecordError as error:
        raise _unreadable_error(text, error) from None
    game = _replay(table)
    _check_names(game, table)
    _check_result(game, table)
    return game


def _unreadable_error(text: str, error: RecordError) -> BrokenRecordError:
    """Return ``error`` with the game up to the last whole action, if it can be read so far."""
    whole = _WHOLE_ACTIONS.match(text)
    if whole is None:
        return _broken_error(error)
    try:
        game = _replay(errors.parse_toml(f"{whole.group()}]"))
    except BrokenRecordError as broken:
        return broken
    except RecordError:
        return _broken_error(error)
    count = len(game.turns)
    if "\n" in text[whole.end() :]:
        template = N_("cannot read action {number}: {reason}")
        return BrokenRecordError(template, good=game, number=count + 1, reason=error)
    template = N_(
        "the file breaks off after action {count}; the position at that point: {position}"
    )
    position = game.rules.format_position(game.state)
    return BrokenRecordError(template, good=game, count=count, position=position)


def _broken_error(error: RecordError) -> BrokenRecordError:
    """Return ``error`` with the value that it is about as it stands in the record."""
    fields = {
        key: _quote_value(field) if key == "value" else field for key, field in error.fields.items()
    }
    return BrokenRecordError(error.template, good=None, number=None, **fields)


def _quote_value(value: object) -> str:
    return "-" if value is None else format_value(value)


def _replay(table: errors.Values) -> Game:
    try:
        game, texts = open_game(_header(table)), _actions(table)
    except RecordError as error:
        raise _broken_error(error) from None
    rules, state, turns = game.rules, game.first, list[Turn]()
    for number, text in enumerate(texts, 1):
        try:
            action = rules.parse_action(text)
            turns.append(Turn(action, rules.apply(state, action)))
        except errors.FoxduetError as reason:
            raise BrokenRecordError(
                N_("action {number} '{text}': {reason}; the position before that: {position}"),
                good=replace(game, turns=tuple(turns)),
                number=number,
                reason=reason,
                text=text,
                position=rules.format_position(state),
            ) from None
        state = turns[-1].step.state
    return replace(game, turns=tuple(turns))


def _header(table: errors.Values) -> Header:
    if table.get("format") != FORMAT:
        template = N_("format: {value}; this program reads {right}")
        raise RecordError(template, value=table.get("format"), right=format_value(FORMAT))
    game, players = table.get("game"), table.get("players")
    if game not in games():
        plays = ", ".join(map(format_value, games()))
        raise RecordError(
            N_("game: {value}; this program can play {right}"), value=game, right=plays
        )
    rules = rule_set(str(game))
    setup = rules.setup_from(table)
    if not errors.is_str_list(players) or len(players) != 2:
        raise RecordError(N_("players: {value}; give two names"), value=players)
    own_keys = known_record_keys(rules, setup)
    return Header(
        game=rules.name,
        setup=setup,
        players=_names_for(players),
        seed=errors.get_int(table, "seed") if "seed" in table else None,
        started=_parse_time(table, "started"),
        finished=_parse_time(table, "finished"),
        ai=_partners(table),
        hints=action_numbers("hints", table.get("hints", [])),
        cut_short=action_numbers("cut_short", table.get("cut_short", [])),
        further={key: value for key, value in table.items() if key not in own_keys},
    )


def _names_for(players: list[str]) -> Names:
    """Return names that can be shown: earlier versions have read records with any texts."""
    p1, p2 = (
        name if errors.is_name(name) else str(seat)
        for name, seat in zip(players, Seat, strict=True)
    )
    return p1, p2


def _parse_time(table: errors.Values, key: str) -> datetime | None:
    value = table.get(key)
    if value is not None and not isinstance(value, datetime):
        raise RecordError(N_("{key}: {value} is not a date and time"), key=key, value=value)
    return value


def _partners(table: errors.Values) -> PartnerNames:
    named, (p1, p2) = table.get("ai", {}), map(str, Seat)
    if not isinstance(named, dict) or not named.keys() <= {p1, p2}:
        raise RecordError(N_("ai: {value}; name the partners at p1 and p2 here"), value=named)
    return named.get(p1), named.get(p2)


def _actions(table: errors.Values) -> list[str]:
    actions = table.get("actions")
    if not errors.is_str_list(actions):
        raise RecordError(N_("actions: give a list of texts, one for each action"))
    return actions


def _check_names(game: Game, table: errors.Values) -> None:
    if table.get("players") != list(game.header.players):
        template = N_("players: {value}; a name must have 1 to {most} visible characters")
        value = _quote_value(table.get("players"))
        raise BrokenRecordError(template, good=game, value=value, most=errors.MAX_NAME_LENGTH)


def _check_result(game: Game, table: errors.Values) -> None:
    given, known = table.get("result"), (*game.rules.results, UNFINISHED)
    if given not in known:
        template = N_("result: {value}; it must be one of {known}")
        raise BrokenRecordError(
            template, good=game, value=_quote_value(given), known=", ".join(known)
        )
    right = {"result": result_name(game), **game.rules.result_keys(game.state)}
    for key, value in right.items():
        if key in table and table[key] != value:
            raise BrokenRecordError(
                N_("{key}: {value}, but this game has no such key")
                if value is None
                else N_("{key}: {value}, but after the last action, {count}, it should be {right}"),
                good=game,
                key=key,
                value=_quote_value(table[key]),
                count=len(game.turns),
                right=_quote_value(value),
            )


def format_key(key: str) -> str:
    """Return ``key`` as TOML has it, quoted where needed."""
    return key if _BARE_KEY.fullmatch(key) else format_value(key)


def format_value(value: object) -> str:
    """Return what ``tomllib`` reads back as ``value``, on one line.

    Tables become inline tables. Raises TypeError for a value that TOML does not have.
    """
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return f'"{value.translate(_ESCAPES)}"'
        case int() | float():
            return repr(value)
        case datetime() if (value.utcoffset() or timedelta()) % timedelta(minutes=1):
            return format_value(value.astimezone(UTC))
        case datetime() | date() | time():
            return value.isoformat()
        case list() | tuple():
            return f"[{', '.join(map(format_value, value))}]"
        case dict():
            pairs = (f"{format_key(key)} = {format_value(item)}" for key, item in value.items())
            return f"{{{', '.join(pairs)}}}"
        case _:
            raise TypeError(f"TOML has no {type(value).__name__}")
