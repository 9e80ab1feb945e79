"""The settings: a table from which their file, its listing, and the options of the look come."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress

from foxduet.ai.names import PartnerNameError, parse_companion
from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass
from foxduet.core.register import FOR_A_TABLE, games, games_with
from foxduet.core.values import is_name

PERSON = "person"
"""What stands in a partner's place where two people play."""

THEMES = ("terminal", "forest", "night", "contrast")
"""The values of Theme in ui/kit/canvas.py."""

SYSTEM = "system"
"""What stands in a language's place where the system's holds, in a keyboard's the language's."""

KEYBOARDS = (SYSTEM, "qwerty", "azerty")
"""All but the first are the keyboards of ui/kit/keys.py."""

SHORTEST_LIMIT, USUAL_LIMIT, LONGEST_LIMIT = 0.05, 1.0, 60.0
"""How many seconds a partner may think: at least, if nobody says otherwise, and at most."""

_PAIR = N_('{key}: {value}; two names are needed, and "" is the usual one')


@dataclass(frozen=True, slots=True)
class Setting:
    """Something to be remembered, with what is ``usual`` if it is not, or a function of that.

    ``purpose`` explains it, and ``refusal`` is the template of the error about a ``{value}`` that
    it does not accept; ``option`` says what its option in the command line does if that is one of
    the look, with one of ``choices`` or else on and off. ``label`` is for its row in the form of a
    new game. All these texts are marked for the translators.
    """

    key: str
    usual: object
    purpose: str
    accepts: Callable[[object], bool]
    refusal: str
    option: str = ""
    choices: tuple[str, ...] = ()
    label: str = ""

    @property
    def default(self) -> object:
        """What holds if nothing is remembered."""
        return self.usual() if callable(self.usual) else self.usual


def is_console_of_few_glyphs() -> bool:
    """Return whether this is a console of Windows that does not say that it is a modern one.

    The fonts of old ones have no suits.
    """
    return sys.platform == "win32" and not os.environ.get("WT_SESSION")


def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


def _is_partner(value: object) -> bool:
    if not isinstance(value, str):
        return False
    with suppress(PartnerNameError):
        return value == PERSON or bool(parse_companion(value))
    return False


def _is_pair(value: object) -> bool:
    if not isinstance(value, list) or len(value) != 2:
        return False
    return all(name == "" or is_name(name) for name in value)


def _is_language(value: object) -> bool:
    # One that the program does not speak, or no longer, does no harm.
    return value == SYSTEM or (isinstance(value, str) and bool(re.fullmatch("[a-z]{2,3}", value)))


def _is_limit(value: object) -> bool:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    return SHORTEST_LIMIT <= value <= LONGEST_LIMIT


def _switch(key: str, usual: object, purpose: str, option: str = "", label: str = "") -> Setting:
    refusal = N_("{key}: {value} is neither true nor false")
    return Setting(key, usual, purpose, _is_flag, refusal, option, label=label)


def _choice(
    key: str, of: tuple[str, ...], purpose: str, refusal: str, option: str, label: str = ""
) -> Setting:
    return Setting(key, of[0], purpose, of.__contains__, refusal, option, of, label)


_ALL = (
    Setting(
        "game",
        games()[0],
        N_("the game that was played last"),
        lambda value: value in games_with(*FOR_A_TABLE),
        N_("{key}: {value} is no game that is played here"),
        label=N_("Game"),
    ),
    Setting(
        "partner",
        PERSON,
        N_("who plays with you: person, novice, steady or expert"),
        _is_partner,
        N_("{key}: {value} is no partner"),
    ),
    Setting("names", ["", ""], N_('two people; "" is the usual name'), _is_pair, _PAIR),
    Setting("names_alone", ["", ""], N_("one person, and the partner beside"), _is_pair, _PAIR),
    _switch(
        "practice",
        False,
        N_("whether one person plays for practice, which is never a score"),
        label=N_("Practice"),
    ),
    _switch(
        "memory",
        False,
        N_("a house rule: show the cards that are out"),
        label=N_("Cards that are out"),
    ),
    Setting(
        "limit",
        USUAL_LIMIT,
        N_("the longest time that a partner may think, in seconds"),
        _is_limit,
        N_("{key}: {value} is not a time from 0.05 to 60 seconds"),
    ),
    _switch("ascii", is_console_of_few_glyphs, *2 * (N_("draw with 7-bit characters only"),)),
    _switch("color", True, N_("use colours"), N_("use colours, unless NO_COLOR is set")),
    _switch(
        "animation", True, N_("let pieces walk"), N_("let pieces walk; else they arrive at once")
    ),
    Setting(
        "lang",
        SYSTEM,
        N_("the language, by its code, such as en; system is that of your system"),
        _is_language,
        N_("{key}: {value} is no language"),
        label=N_("Language"),
    ),
    _switch("plain", False, *2 * (N_("tell all in words, without a screen"),)),
    _switch(
        "headphones",
        False,
        *2 * (N_("in words, say nothing of a hand unless somebody asks"),),
    ),
    _choice(
        "theme",
        THEMES,
        N_("the colours: terminal, forest, night or contrast"),
        N_("{key}: {value} is no theme"),
        N_("the colours: the terminal's own, or light, dark, or of most contrast"),
        N_("Theme"),
    ),
    _choice(
        "keyboard",
        KEYBOARDS,
        N_("the signs of the digit row: qwerty or azerty; system is that of the language"),
        N_("{key}: {value} is no keyboard"),
        N_("the signs of the digit row without Shift; system: those of the language"),
    ),
    _switch(
        "mouse",
        True,
        N_("let clicks choose"),
        N_("let clicks choose, and Shift with the mouse select text"),
    ),
    _switch(
        "bell",
        False,
        *2 * (N_("sound the bell when it is your turn after a partner's long thought"),),
    ),
)

SETTINGS = {setting.key: setting for setting in _ALL}
"""All settings by their keys, in the order of the file."""

LOOK = tuple(setting for setting in _ALL if setting.option)
"""Those of the look, which are options of the command line, too."""
