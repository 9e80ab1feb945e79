"""The config command, and loading the settings for commands with screens."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from foxduet.cli.arguments import BAD_USAGE, ERROR, OK, UserError, warn
from foxduet.core.errors import N_, FoxduetError
from foxduet.core.registry import card_game, games
from foxduet.core.toml import format_key, format_value
from foxduet.store import settings
from foxduet.store.files import HOME_VARIABLE, config_file, is_file
from foxduet.words.i18n import _, error_text, explain, languages
from foxduet.words.text import escaped, text_width


def config_path() -> Path | None:
    """Return the path of the settings; None if the user's folders are unknown."""
    try:
        return config_file()
    except OSError:
        return None


def load_settings() -> tuple[settings.Config, str]:
    """Load the settings; also return one line about ignored settings, or ""."""
    path = config_path()
    if path is None:
        return settings.EMPTY_CONFIG, ""
    message = _("all settings are ignored: {reason}")
    try:
        config = _with_known_language(settings.load_config(path))
    except FoxduetError as error:
        return settings.EMPTY_CONFIG, message.format(reason=explain(error))
    if not config.problems:
        return config, ""
    reasons = "; ".join(map(explain, config.problems))
    return config, _("ignored in the settings: {reasons}").format(reasons=reasons)


def _with_known_language(config: settings.Config) -> settings.Config:
    language, known_languages = config["lang"], languages()
    if language in (settings.SYSTEM, *known_languages):
        return config
    problem = settings.ConfigError(
        N_("{key}: {value} is not one of {right}"),
        key="lang",
        value=format_value(language),
        right=", ".join((*known_languages, settings.SYSTEM)),
    )
    return settings.with_value_ignored(config, "lang", problem)


def load_and_warn() -> settings.Config:
    """Load the settings, and warn about ignored ones."""
    config, trouble = load_settings()
    warn_about_settings(trouble)
    return config


def warn_about_settings(trouble: str) -> None:
    """Print ``trouble`` from ``load_settings`` with the path of the settings, unless empty."""
    if trouble:
        warn(_("{trouble} ({path})").format(trouble=trouble, path=config_path()))


def add_config(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the config command."""
    text = _("a setting and its new value: theme=night, or mouse=false")
    parser.add_argument("settings", nargs="*", metavar="KEY=VALUE", help=text)
    parser.set_defaults(run=_run_config)


def _run_config(options: argparse.Namespace) -> int:
    path = config_path()
    if path is None:
        message = _("no place to keep settings; set {variable} to a folder for your games")
        raise UserError(message.format(variable=HOME_VARIABLE), BAD_USAGE)
    values: dict[str, Any] = {}
    for text in options.settings:
        values |= _parse_value(text)
    save_error = ""
    if values:
        try:
            settings.update_config(path, lambda config: settings.with_values(config, values), _)
        except (OSError, FoxduetError) as error:
            save_error = _("the settings could not be saved: {reason}").format(
                reason=error_text(error)
            )
    config, trouble = load_settings()
    text, exists = escaped(str(path)), trouble or is_file(path)
    print(text if exists else _("{path} (not created yet)").format(path=text))
    trouble = trouble or save_error
    print()
    rows = list(_rows(config))
    width = max(text_width(pair) for pair, _source in rows)
    for pair, source in rows:
        print(f"{pair}{' ' * (width - text_width(pair))}  {source}".rstrip())
    if trouble:
        warn(trouble)
    return ERROR if trouble else OK


def _parse_value(text: str) -> Mapping[str, Any]:
    """Parse KEY=VALUE; the shell may have removed the quotes of a text. Raises UserError."""
    key, _sign, value = text.partition("=")
    if key not in (*settings.SETTINGS, settings.NAMES_KEY):
        message = _("unknown setting: {key}; foxduet config lists them all")
        raise UserError(message.format(key=key), BAD_USAGE)
    for literal in (value, format_value(value)):
        with suppress(FoxduetError):
            config = _with_known_language(settings.parse_config(f"{key} = {literal}"))
            if not config.problems:
                return config.values
    raise UserError(explain(config.problems[0]), BAD_USAGE)


def _rows(config: settings.Config) -> Iterator[tuple[str, str]]:
    note = _("from the file, unknown here")
    for setting in settings.SETTINGS.values():
        key = setting.key
        yield _format_setting(key, config[key]), _name_source(config, "", key)
    for key, value in config.unknown_keys.items():
        yield _format_setting(key, value), note
    for game in games():
        setup = config.setups.get(game, {})
        yield "", ""
        yield f"[{game}]", ""
        options = {**card_game(game).usual_options, **settings.game_options(game, setup)}
        for key, value in {**options, **setup}.items():
            source = _name_source(config, game, key) if key in options else note
            yield _format_setting(key, value), source


def _name_source(config: settings.Config, game: str, key: str) -> str:
    if key in (config.setups.get(game, {}) if game else config.values):
        return _("file")
    if key in config.ignored.get(game, {}):
        return _("default (the file's value is ignored)")
    return _("default")


def _format_setting(key: str, value: object) -> str:
    return escaped(f"{format_key(key)} = {format_value(value)}")
