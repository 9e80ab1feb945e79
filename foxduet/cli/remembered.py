"""What is remembered from the last game, for commands with screens."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from foxduet.cli.exit_status import warn
from foxduet.core.errors import N_, FoxduetError
from foxduet.play.record import format_value
from foxduet.store.config import (
    NOTHING,
    Config,
    ConfigError,
    load_config,
    remembering,
    update_config,
    without,
)
from foxduet.store.files import config_file
from foxduet.store.settings import SYSTEM
from foxduet.words.i18n import _, explain, languages, reason_of


def config_place() -> Path | None:
    """Return the file of what is remembered, None where the user's folders are unknown."""
    try:
        return config_file()
    except OSError:
        return None


def remembered() -> tuple[Config, str]:
    """Return what is remembered, and in one line what of it is ignored and why, if so."""
    path = config_place()
    if path is None:
        return NOTHING, ""
    message = _("all settings are ignored: {reason}")
    try:
        config = _in_known_languages(load_config(path))
    except OSError as error:
        return NOTHING, message.format(reason=reason_of(error))
    except FoxduetError as error:
        return NOTHING, message.format(reason=explain(error))
    if not config.problems:
        return config, ""
    reasons = "; ".join(map(explain, config.problems))
    return config, _("ignored in the settings: {reasons}").format(reasons=reasons)


def _in_known_languages(config: Config) -> Config:
    """Return what is remembered without a language that the program does not speak."""
    language, known = config["lang"], languages()
    if language in (SYSTEM, *known):
        return config
    problem = ConfigError(
        N_("{key}: {value} is none of {right}"),
        key="lang",
        value=format_value(language),
        right=", ".join((*known, SYSTEM)),
    )
    return without(config, "lang", problem)


def remembered_or_warn() -> Config:
    """Return what is remembered; warn of what is ignored."""
    config, trouble = remembered()
    warn_of_settings(trouble)
    return config


def warn_of_settings(trouble: str) -> None:
    """Print what of the settings is ignored, if anything, and where they are."""
    if trouble:
        warn(_("{trouble} ({path})").format(trouble=trouble, path=config_place()))


def remember(values: Mapping[str, Any]) -> None:
    """Remember values of settings that the command line has, if that can be."""
    path = config_place()
    if path is not None and values:
        update_config(path, lambda config: remembering(config, values), _)
