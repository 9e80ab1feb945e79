"""What is remembered from the last game, for commands with screens."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from foxduet.cli.exit_status import warn
from foxduet.rules.errors import FoxduetError
from foxduet.store.config import NOTHING, Config, load_config, remembering, update_config
from foxduet.store.files import config_file
from foxduet.words.i18n import _, explain, reason_of


def config_place() -> Path | None:
    """Return the file of what is remembered, None where the user's folders are unknown."""
    try:
        return config_file()
    except OSError:
        return None


def remembered() -> tuple[Config, str]:
    """Return what is remembered, and in one line why that cannot be used, if so."""
    path = config_place()
    if path is None:
        return NOTHING, ""
    message = _("the settings in {path} are ignored: {reason}")
    try:
        return load_config(path), ""
    except OSError as error:
        return NOTHING, message.format(path=path, reason=reason_of(error))
    except FoxduetError as error:
        return NOTHING, message.format(path=path, reason=explain(error))


def remembered_or_warn() -> Config:
    """Return what is remembered; warn if that cannot be used."""
    config, trouble = remembered()
    if trouble:
        warn(trouble)
    return config


def remember(values: Mapping[str, Any]) -> None:
    """Remember values of settings that the command line has, if that can be."""
    path = config_place()
    if path is not None and values:
        update_config(path, lambda config: remembering(config, values), _)
