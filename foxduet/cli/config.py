"""The config command: where the settings are, and which of them hold."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from foxduet.cli.exit_status import BAD_USAGE, FAILED, OK, UserError, warn
from foxduet.cli.options import Refuse
from foxduet.cli.remembered import config_place, remembered
from foxduet.core.frozen import dataclass
from foxduet.core.register import card_game, games
from foxduet.play.record import format_key, format_value
from foxduet.store.config import Config, own_options
from foxduet.store.files import HOME_VARIABLE, is_file
from foxduet.store.settings import SETTINGS
from foxduet.words.i18n import _
from foxduet.words.text import printable, text_width


@dataclass(frozen=True, slots=True)
class ConfigOptions:
    """There is nothing to choose."""


def add_arguments(_parser: argparse.ArgumentParser) -> None:
    """Add no argument: the command has none."""


def options_of(_parsed: argparse.Namespace, _refuse: Refuse) -> ConfigOptions:
    """Return the arguments as a value."""
    return ConfigOptions()


def run(_options: ConfigOptions) -> int:
    """Print the settings; return FAILED if anything in their file cannot be used."""
    path = config_place()
    if path is None:
        message = _("the settings have no place here; set {variable} to the folder for your games")
        raise UserError(message.format(variable=HOME_VARIABLE), BAD_USAGE)
    config, trouble = remembered()
    shown = printable(str(path))
    print(shown if is_file(path) else _("{path} (not written yet)").format(path=shown))
    print()
    rows = list(_rows(config))
    width = max(text_width(pair) for pair, _source in rows)
    for pair, source in rows:
        print(f"{pair}{' ' * (width - text_width(pair))}  {source}".rstrip())
    if trouble:
        warn(trouble)
    return FAILED if trouble else OK


def _rows(config: Config) -> Iterator[tuple[str, str]]:
    """Yield each setting with its value, and where that comes from."""
    for setting in SETTINGS.values():
        yield _pair(setting.key, config[setting.key]), _source(config, "", setting.key)
    for key, value in config.further.items():
        yield _pair(key, value), _("file, unknown here")
    for game in games():
        own = config.setups.get(game, {})
        yield "", ""
        yield f"[{game}]", ""
        known = {**card_game(game).usual_options, **own_options(game, own)}
        for key, value in {**known, **own}.items():
            source = _source(config, game, key) if key in known else _("file, unknown here")
            yield _pair(key, value), source


def _source(config: Config, game: str, key: str) -> str:
    """Return where the value of a setting, or of an option of a game, comes from."""
    if key in (config.setups.get(game, {}) if game else config.values):
        return _("file")
    if key in config.ignored.get(game, {}):
        return _("default, as the file's is ignored")
    return _("default")


def _pair(key: str, value: object) -> str:
    return printable(f"{format_key(key)} = {format_value(value)}")
