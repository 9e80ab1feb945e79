"""A language that nobody speaks: every sentence is marked, spelt in other letters, and longer."""

from __future__ import annotations

import gettext
import re
import string
from functools import cache
from math import ceil

from foxduet.ui.remembered import LONGEST_NAME
from tests.translations.catalogues import files, forms, length, load, messages, room_of

FIRST, LAST = "\u2039", "\u203a"
"""What every sentence begins and ends with, so that it can be seen whether one is whole."""

PHRASES = ("you", "your partner", "your opponent")
"""What sentences call players without a name: one who plays alone, and the program."""

_FIELD = re.compile(r"(\{[^{}]*\}|%\(\w+\)[srd]|%[srd])")
_LETTERS = str.maketrans(
    {
        letter: chr(first + at)
        for letters, first in ((string.ascii_lowercase, 0x430), (string.ascii_uppercase, 0x410))
        for at, letter in enumerate(letters)
    }
)


@cache
def rooms() -> dict[tuple[str | None, str], int]:
    """Return for how many cells sentences have room, where that is not enough to grow."""
    found = {
        (one.context, form): room_of(one)
        for one in messages(load(files()[0]))
        for form in forms(one.id)
    }
    return {name: room for name, room in found.items() if room is not None}


def _forms_spelt(field: str) -> str:
    """Return a field with its forms in other letters, if it has any."""
    name, _colon, forms = field.partition(":")
    return f"{name}:{forms.translate(_LETTERS)}" if "|" in forms else field


class Pseudo(gettext.NullTranslations):
    """Translate everything into longer sentences in other letters, keeping the placeholders."""

    growth = 1.5
    """How much longer a sentence is than the English one, where there is room."""

    def gettext(self, message: str) -> str:
        return self._grown(None, message)

    def _grown(self, context: str | None, message: str) -> str:
        spelt = "".join(
            _forms_spelt(part) if _FIELD.fullmatch(part) else part.translate(_LETTERS)
            for part in _FIELD.split(message)
        )
        own = length(message)
        if message in PHRASES:
            # Sentences have room for a name, which these stand for.
            return spelt[:LONGEST_NAME]
        if (own < 2 and message == message.strip()) or message.startswith("{rank}"):
            # The letter of a suit or a key, or nothing but placeholders; and the names of cards,
            # of which there may be several in a row.
            return spelt
        if "\n" in message.strip():
            # A picture, or a table.
            return spelt
        room = min(ceil(self.growth * own), rooms().get((context, message), 1000))
        padding = "".join(
            " " if at % 6 == 0 else "ю" for at in range(1, max(0, room - own - 2) + 1)
        )
        if own + 2 > room:
            return spelt
        return f"{FIRST}{spelt}{padding}{LAST}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return message if context in ("number", "date") else self._grown(context, message)
