"""The translation of all text for players: gettext, with English as its source."""

from __future__ import annotations

import gettext
import os.path

from foxduet.rules.errors import FoxduetError

DOMAIN = "foxduet"
# Without pathlib, which ``--help`` would have to load for this alone.
_LOCALES = os.path.join(os.path.dirname(os.path.dirname(__file__)), "locale")
# argparse looks its own words up in the global domain.
gettext.bindtextdomain(DOMAIN, _LOCALES)
gettext.textdomain(DOMAIN)
_translations: gettext.NullTranslations = gettext.translation(DOMAIN, _LOCALES, fallback=True)


def use_translations(translations: gettext.NullTranslations) -> None:
    """Take all text from ``translations`` from now on; tests use it for other languages."""
    global _translations  # noqa: PLW0603 - one language per process, as gettext itself has it
    _translations = translations


def _(message: str) -> str:
    """Return ``message`` in the player's language."""
    return _translations.gettext(message)


def ngettext(one: str, many: str, count: int) -> str:
    """Return the form of a message for ``count`` in the player's language."""
    return _translations.ngettext(one, many, count)


def explain(error: FoxduetError) -> str:
    """Return what ``error`` says in the player's language."""
    fields = {
        name: explain(value) if isinstance(value, FoxduetError) else value
        for name, value in error.fields.items()
    }
    return _(error.template).format(**fields)


def reason_of(error: OSError) -> str:
    """Return why the system, or this program before it asks the system, refused something."""
    return _(error.strerror or str(error))
