"""The settings: their table, and the file that keeps them from game to game."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from foxduet.ai.partner import PartnerNameError, parse_playable_partner
from foxduet.core.errors import N_, FoxduetError, Values, fold_names, is_name
from foxduet.core.lazy_dataclass import dataclass, field, replace
from foxduet.core.registry import TABLE_PARTS, card_game, games, games_with, rule_set
from foxduet.core.toml import format_key, format_value, parse_toml
from foxduet.store.files import (
    MissingFileError,
    decode,
    locked,
    make_folder,
    read_file,
    write_safely,
)

ASK, ONE, TWO = "ask", "one", "two"
"""Values of ``players``: unknown until asked, one person with a program, two people."""

MAX_PAIRS = 3
"""How many pairs of names are remembered."""

SIGN_SETS = ("auto", "modern", "simple", "ascii")
"""All except "auto" are keys of GLYPH_SETS in words/text.py."""

THEMES = ("terminal", "forest", "night", "contrast")
"""The values of Theme in ui/kit/canvas.py."""

SYSTEM = "system"
"""Follow the system (``lang``), or the language (``keyboard``)."""

KEYBOARDS = (SYSTEM, "qwerty", "azerty")
"""All except SYSTEM are keyboards of ui/kit/layouts.py."""

MIN_LIMIT, DEFAULT_LIMIT, MAX_LIMIT = 0.05, 1.0, 60.0
"""Thinking time of a partner, in seconds."""

NAMES_KEY, _PERSON = "names", "person"
"""A former setting, the names of two people, and the former ``partner`` of such games."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting. Its texts are marked for translation.

    default_value: the default, or a function that returns it.
    purpose: explanation, shown in the file and by ``foxduet config``.
    error_template: template of the error about an invalid ``{value}``.
    option_help: help for its command-line option; empty without an option.
    choices: values of that option; empty for a switch.
    label: label in the form for a new game.
    """

    key: str
    default_value: object
    purpose: str
    accepts: Callable[[object], bool]
    error_template: str
    option_help: str = ""
    choices: tuple[str, ...] = ()
    label: str = ""

    @property
    def default(self) -> object:
        """The value of a setting that the file does not set."""
        return self.default_value() if callable(self.default_value) else self.default_value


def is_legacy_console() -> bool:
    """True on a Windows console that does not identify itself as Windows Terminal.

    The fonts of old consoles lack suits.
    """
    return sys.platform == "win32" and not os.environ.get("WT_SESSION")


def _is_partner(value: object) -> bool:
    if not isinstance(value, str):
        return False
    with suppress(PartnerNameError):
        return bool(parse_playable_partner(value))
    return False


def _is_pair(value: object) -> bool:
    if not isinstance(value, list) or len(value) != 2:
        return False
    return all(name == "" or is_name(name) for name in value)


def _are_pairs(value: object) -> bool:
    return isinstance(value, list) and len(value) <= MAX_PAIRS and all(map(_is_pair, value))


def _is_language(value: object) -> bool:
    # An unavailable language is reported elsewhere, and does no harm.
    return value == SYSTEM or (isinstance(value, str) and bool(re.fullmatch("[a-z]{2,3}", value)))


def _is_limit(value: object) -> bool:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    return MIN_LIMIT <= value <= MAX_LIMIT


def _bool_setting(
    key: str, default: object, purpose: str, option_help: str = "", label: str = ""
) -> Setting:
    error_template = N_("{key}: {value} is neither true nor false")
    return Setting(
        key,
        default,
        purpose,
        lambda value: isinstance(value, bool),
        error_template,
        option_help,
        label=label,
    )


def _choice_setting(
    key: str, values: tuple[str, ...], purpose: str, option_help: str, label: str = ""
) -> Setting:
    error_template = N_("{key}: {value} is not one of {right}")
    return Setting(
        key, values[0], purpose, values.__contains__, error_template, option_help, values, label
    )


_ALL_SETTINGS = (
    Setting(
        "game",
        games()[0],
        N_("the game that was played last"),
        lambda value: value in games_with(*TABLE_PARTS),
        N_("{key}: this program has no game {value}"),
        label=N_("Game"),
    ),
    Setting(
        "players",
        ASK,
        N_("who plays: one (with a partner), two (at one keyboard), or ask at the next start"),
        (ASK, ONE, TWO).__contains__,
        N_("{key}: {value} is not one of {right}"),
        choices=(ASK, ONE, TWO),
    ),
    Setting(
        "pairs",
        [],
        N_('the last three pairs of people, the newest first; "" is the usual name'),
        _are_pairs,
        N_('{key}: {value}; give at most three pairs of names, "" for the usual one'),
    ),
    Setting(
        "partner",
        "steady",
        N_("who plays with one person: novice, steady or expert"),
        _is_partner,
        N_("{key}: {value} is not a partner; say novice, steady or expert"),
    ),
    Setting(
        "names_alone",
        ["", ""],
        N_('a person, and their partner; "" is the usual name'),
        _is_pair,
        N_('{key}: {value}; give two names, "" for the usual one'),
    ),
    _bool_setting(
        "practice",
        False,
        N_("whether a solo game is for practice, which is never scored"),
        label=N_("Practice"),
    ),
    _bool_setting(
        "memory", False, N_("a house rule: show the cards played so far"), label=N_("Cards played")
    ),
    Setting(
        "limit",
        DEFAULT_LIMIT,
        N_("the longest a partner may think, in seconds"),
        _is_limit,
        N_("{key}: {value} is not a time from 0.05 to 60 seconds"),
    ),
    _choice_setting(
        "signs",
        SIGN_SETS,
        N_("the signs of the suits: auto, modern, simple or ascii"),
        N_("choose the signs of the suits: modern, simple, or 7-bit characters; by default, auto"),
        N_("Signs"),
    ),
    _bool_setting("color", True, N_("use colours"), N_("use colours, unless NO_COLOR is set")),
    _bool_setting(
        "animation",
        True,
        N_("animate the pieces"),
        N_("animate the pieces; otherwise they move at once"),
    ),
    Setting(
        "lang",
        SYSTEM,
        N_("the language, by its code, such as en; system means your system's"),
        _is_language,
        N_("{key}: {value} is not an available language"),
        label=N_("Language"),
    ),
    _bool_setting("plain", False, *2 * (N_("put everything into words, without a screen"),)),
    _bool_setting(
        "headphones", False, *2 * (N_("in words, say nothing about a hand until asked"),)
    ),
    _choice_setting(
        "theme",
        THEMES,
        N_("the colours: terminal (your own), forest (light), night (dark), contrast (high)"),
        N_("choose the colours: your terminal's own, a light theme, a dark one, or high contrast"),
        N_("Colours"),
    ),
    _choice_setting(
        "keyboard",
        KEYBOARDS,
        N_("what the number row types: qwerty or azerty; system follows the language"),
        N_(
            "set what the number row types without Shift; by default (system), it follows the "
            "language"
        ),
    ),
    _choice_setting(
        "watch",
        ("space", "soon"),
        N_("after a trick between two people, move on with space, or soon without a key"),
        N_("move on after a trick of two people with space (the default), or soon without a key"),
    ),
    _bool_setting(
        "mouse", True, N_("use the mouse"), N_("choose with the mouse; Shift selects text")
    ),
    _bool_setting(
        "bell",
        False,
        *2 * (N_("ring the bell when it is your turn and a partner has thought for a long time"),),
    ),
)

SETTINGS = {setting.key: setting for setting in _ALL_SETTINGS}
"""All settings by key, in the order of the file."""

LOOK_SETTINGS = tuple(setting for setting in _ALL_SETTINGS if setting.option_help)
"""Settings of the look, which are also options of the command line."""


_MAX_FILE_BYTES = 100_000
_MAX_VALUE_LENGTH = 24
_HEADER_COMMENTS = (
    N_("What foxduet remembers of your last game; the next one starts with it."),
    N_("A setting after # is not set; it shows the default."),
)


class ConfigError(FoxduetError):
    """A setting is invalid."""


@dataclass(frozen=True, slots=True)
class Config:
    """The contents of a settings file.

    values: valid settings by key.
    setups: options by game.
    unknown_keys: keys and values that this version does not know.
    ignored: invalid values, by game and key (settings: game ""); kept in the file until replaced.
    problems: errors about invalid values and about keys that may be misspelt.
    """

    values: Mapping[str, Any] = field(default_factory=dict)
    setups: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    unknown_keys: Mapping[str, object] = field(default_factory=dict)
    ignored: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    problems: tuple[ConfigError, ...] = field(default=(), compare=False)

    def __getitem__(self, key: str) -> Any:
        """Return the value of a setting, or its default."""
        return self.values[key] if key in self.values else SETTINGS[key].default

    @property
    def partner(self) -> str | None:
        """Name of the partner of one person; None for two people."""
        return None if self["players"] == TWO else str(self["partner"])

    @property
    def pair(self) -> list[str]:
        """Names of the two people who played last; "" for a default name."""
        pairs: list[list[str]] = self["pairs"]
        return pairs[0] if pairs else ["", ""]


EMPTY_CONFIG = Config()


def load_config(path: Path) -> Config:
    """Read a settings file; empty if it does not exist.

    Raises FoxduetError if it cannot be read, or is not TOML.
    """
    try:
        return read_file(path, lambda content: parse_config(decode(content)), _MAX_FILE_BYTES)
    except MissingFileError:
        return EMPTY_CONFIG


def parse_config(text: str) -> Config:
    """Parse a settings file, ignoring invalid values; raises FoxduetError if it is not TOML."""
    values: dict[str, Any] = {}
    setups: dict[str, Mapping[str, Any]] = {}
    unknown: dict[str, object] = {}
    ignored: dict[str, dict[str, object]] = {}
    problems: list[ConfigError] = []
    for key, value in _with_current_keys(parse_toml(text)).items():
        if key in games() and isinstance(value, dict):
            setup_problems = _find_setup_problems(key, value)
            problems += setup_problems.values()
            setups[key] = {name: value[name] for name in value if name not in setup_problems}
            if len(setups[key]) < len(value):
                ignored[key] = {name: value[name] for name in value if name in setup_problems}
            option_names = card_game(key).option_names
            problems += _suggest_keys(setups[key].keys() - option_names, option_names, key)
        elif key in SETTINGS and SETTINGS[key].accepts(value):
            values[key] = value
        elif key in SETTINGS or key in games():
            ignored.setdefault("", {})[key] = value
            template, valid = N_("{key}: {value} is not a table"), ""
            if key in SETTINGS:
                template, valid = SETTINGS[key].error_template, ", ".join(SETTINGS[key].choices)
            problems.append(ConfigError(template, key=key, value=_clip(value), right=valid))
        else:
            unknown[key] = value
    problems += _suggest_keys(unknown, {*SETTINGS, *games()})
    return Config(values, setups, unknown, ignored, tuple(problems))


def _with_current_keys(table: Values) -> Values:
    """Return settings with ``players`` and ``pairs`` in place of former values.

    Of too many pairs the first ones are kept: they played last.
    """
    current = dict(table)
    if isinstance(pairs := current.get("pairs"), list):
        current["pairs"] = pairs[:MAX_PAIRS]
    if current.get("partner") == _PERSON:
        del current["partner"]
        current.setdefault("players", TWO)
    if _is_pair(current.get(NAMES_KEY)):
        current.setdefault("pairs", [current.pop(NAMES_KEY)])
        current.setdefault("players", ONE if "partner" in current else TWO)
    return current


def _clip(value: object) -> str:
    text = format_value(value)
    return text if len(text) <= _MAX_VALUE_LENGTH else f"{text[:_MAX_VALUE_LENGTH]}..."


def _find_setup_problems(game: str, table: Values) -> dict[str, ConfigError]:
    """Return errors about a game's options by name."""
    defaults, problems = card_game(game).usual_options, dict[str, ConfigError]()
    valid_values = {option.name: option.values for option in card_game(game).options}
    for name, value in game_options(game, table).items():
        if name in valid_values and (isinstance(value, bool) or value not in valid_values[name]):
            problems[name] = ConfigError(
                N_("{game}.{key}: {value} is not one of {right}"),
                game=game,
                key=name,
                value=_clip(value),
                right=", ".join(map(str, valid_values[name])),
            )
            continue
        if name in valid_values and isinstance(value, int):
            # This avoids loading the rules of a game that is not played now.
            continue
        try:
            rule_set(game).setup_from({**defaults, name: value})
        except FoxduetError as reason:
            problems[name] = ConfigError(N_("{game}.{reason}"), game=game, reason=reason)
    return problems


def _suggest_keys(
    keys: Iterable[str], valid_keys: Iterable[str], game: str = ""
) -> Iterator[ConfigError]:
    """Yield an error for each unknown key that resembles a valid one."""
    for key in sorted(keys):
        from difflib import get_close_matches  # noqa: PLC0415 - most files have no such key

        for meant in get_close_matches(key, valid_keys, 1):
            yield ConfigError(
                N_("unknown setting {key}; did you mean {meant}?"),
                key=f"{game}.{key}" if game else key,
                meant=f"{game}.{meant}" if game else meant,
            )


def with_value_ignored(config: Config, key: str, problem: ConfigError) -> Config:
    """Return ``config`` with the value of a setting ignored because of ``problem``."""
    values = dict(config.values)
    ignored = {**config.ignored.get("", {}), key: values.pop(key)}
    return replace(
        config,
        values=values,
        ignored={**config.ignored, "": ignored},
        problems=(*config.problems, problem),
    )


def game_options(game: str, table: Mapping[str, Any]) -> dict[str, Any]:
    """Return the entries of ``table`` that are options of the game, including files."""
    names = card_game(game).option_names
    return {key: value for key, value in table.items() if key in names}


def dump_config(config: Config, translate: Callable[[str], str] = str) -> str:
    """Return the text of a settings file; ``translate`` is for its comments."""
    lines = [f"# {translate(line)}" for line in _HEADER_COMMENTS]
    file_values = {**config.ignored.get("", {}), **config.values}
    for setting in SETTINGS.values():
        comment_sign = "" if setting.key in file_values else "# "
        line_text = f"{setting.key} = {format_value(file_values.get(setting.key, setting.default))}"
        lines += ["", f"# {translate(setting.purpose)}", f"{comment_sign}{line_text}"]
    misplaced_values = {
        game: file_values[game] for game in games() if game in file_values.keys() - config.setups
    }
    if unknown := {**config.unknown_keys, **misplaced_values}:
        lines += ["", "# " + translate(N_("settings that this version does not know"))]
        lines += _setting_lines(unknown)
    for game, table in config.setups.items():
        lines += ["", f"[{game}]", *_setting_lines({**config.ignored.get(game, {}), **table})]
    return "\n".join([*lines, ""])


def _setting_lines(table: Values) -> Iterable[str]:
    return (f"{format_key(key)} = {format_value(value)}" for key, value in table.items())


def with_values(
    config: Config,
    values: Mapping[str, Any],
    game: str = "",
    setup: Mapping[str, Any] | None = None,
) -> Config:
    """Return ``config`` with new settings, and with any ``setup`` as the options of ``game``.

    Defaults that were not set before are left out.
    """
    new_values = {k: v for k, v in values.items() if k in config.values or v != config[k]}
    setups = dict(config.setups)
    if setup is not None:
        old = setups.get(game, {})
        kept = {key: value for key, value in old.items() if key not in game_options(game, old)}
        setups[game] = {**setup, **kept}
    return replace(config, values={**config.values, **new_values}, setups=setups)


def with_players(config: Config, pair: Iterable[str] | None) -> Config:
    """Return ``config`` for two people, now the newest pair, or for one person if it is None."""
    if pair is None:
        return with_values(config, {"players": ONE})
    names = [*pair]
    others = [other for other in config["pairs"] if fold_names(other) != fold_names(names)]
    return with_values(config, {"players": TWO, "pairs": [names, *others][:MAX_PAIRS]})


def update_config(
    path: Path, change: Callable[[Config], Config], translate: Callable[[str], str] = str
) -> None:
    """Change a settings file.

    Raises OSError if it cannot be written, and FoxduetError if it cannot be read, or is not TOML;
    it is then unchanged.
    """
    config = load_config(path)
    if change(config) == config:
        return
    make_folder(path.parent)
    with locked(path):
        config = change(load_config(path))
        write_safely(path, dump_config(config, translate).encode())
