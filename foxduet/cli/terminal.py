"""The terminal that screens are shown on, and pages printed: whether, and how, to draw there."""

from __future__ import annotations

import argparse
import locale
import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from foxduet.cli.arguments import BAD_USAGE, OK, STOPPED_BY_SIGNAL, UserError, has_few_signs
from foxduet.cli.config import config_place, remembered_or_warn
from foxduet.cli.options import folders
from foxduet.core import registry
from foxduet.core.frozen import dataclass, replace
from foxduet.store.settings import LONGEST_LIMIT, LOOK, SIGN_SETS, Config, is_console_of_few_glyphs
from foxduet.ui.kit.canvas import Look, Theme
from foxduet.ui.kit.screen import Folders, Options
from foxduet.words.game_words import table_words
from foxduet.words.i18n import _, explain, in_few_signs, use_seven_bits
from foxduet.words.text import (
    ASCII,
    MODERN,
    SIGNS,
    SPOKEN,
    UNICODE,
    Glyphs,
    TextLine,
    characters_in,
    escaped,
    printable,
    with_letters,
    wrapped,
)

PLAIN_VARIABLE = "FOXDUET_PLAIN"
"""The variable of the environment that has all told in words, or drawn if it is 0."""

_AMBIGUOUS = "╭●"
"""Signs that Unicode lets terminals draw in two cells each, as Chinese and Japanese fonts do."""

if TYPE_CHECKING:
    from collections.abc import Callable

    from foxduet.plain.loop import PlainLoop, StandardConsole
    from foxduet.ui.kit.effects import TwoTerminals
    from foxduet.ui.kit.screen import Next
    from foxduet.ui.kit.terminal import CursesTerminal

    Work = Callable[[CursesTerminal, Options, Folders], tuple[str, ...]]
    WorkInWords = Callable[[StandardConsole, PlainLoop], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class LookOptions:
    """How players want screens to be drawn.

    ``given`` are the settings that the command line has, by their keys; ``config`` has the others.
    """

    config: Config
    given: Mapping[str, Any]

    def __getitem__(self, key: str) -> Any:
        """Return the value of a setting that was asked for, or else remembered."""
        return self.given[key] if key in self.given else self.config[key]

    @property
    def coloured(self) -> bool:
        """Whether colours are wanted, by the environment, too."""
        return bool(self["color"]) and not os.environ.get("NO_COLOR")

    @property
    def is_plain(self) -> bool:
        """Whether all is to be told in words, by the environment or what is remembered, too."""
        wanted = os.environ.get(PLAIN_VARIABLE)
        if wanted and "plain" not in self.given:
            return wanted != "0"
        return bool(self["plain"])

    @property
    def is_for_a_program(self) -> bool:
        """Whether no person types, so that what a person sees next must not change by it."""
        return self.is_plain and not sys.stdin.isatty()

    @property
    def parts(self) -> tuple[registry.Part, ...]:
        """What a game needs to be shown."""
        return registry.FOR_LISTENERS if self.is_plain else registry.FOR_A_TABLE

    @property
    def game(self) -> str:
        """The game that was played last, or the first one if that cannot be shown."""
        return next(
            (one for one in registry.games_with(*self.parts) if one == self["game"]),
            registry.games()[0],
        )

    def places(self) -> Folders:
        """Return where games live, and what is remembered.

        Raises UserError where the user's folders are unknown.
        """
        remembers = not self.is_for_a_program
        return Folders(*folders(), config_place(), remembers, self.parts)

    def look_of(self, game: str) -> Look:
        """Return how to draw a game here, and say all else in seven bits if that is in them."""
        wanted = self["signs"]
        glyphs = glyphs_for(game, wanted)
        is_asked_for = wanted == "ascii" or (wanted == "auto" and is_console_of_few_glyphs())
        use_seven_bits(glyphs is ASCII, "ascii" if is_asked_for else _encoding())
        sets = tuple(glyphs_for(game, signs) for signs in SIGN_SETS)
        theme = Theme(self["theme"])
        return Look(glyphs, self["animation"], theme, self["keyboard"], wanted, sets)


def look_options(parsed: argparse.Namespace, config: Config) -> LookOptions:
    """Return the look that was asked for by arguments, or the last time."""
    # Where there are partners, how long they think is an option, too.
    keys = (*(setting.key for setting in LOOK), "lang", "limit")
    values = {key: getattr(parsed, key, None) for key in keys}
    return LookOptions(config, {k: value for k, value in values.items() if value is not None})


def with_look(parsed: argparse.Namespace, _refuse: object = None) -> argparse.Namespace:
    """Add to arguments what look was asked for; warn of what is ignored of what is remembered."""
    parsed.look = look_options(parsed, remembered_or_warn())
    return parsed


def glyphs_for(game: str, wanted: str) -> Glyphs:
    """Return the signs to draw a game with: those that are ``wanted``, if there are such here."""
    if not can_draw(game) or (wanted == "auto" and is_console_of_few_glyphs()):
        return ASCII
    return SIGNS["modern" if wanted == "auto" else wanted]


def every_character(game: str) -> str:
    """Return all special characters that a game is drawn with."""
    cards = table_words(game).cards if registry.has_parts(game, registry.WORDS) else None
    own = "" if cards is None else characters_in(cards.unicode) + "".join(cards.modern)
    return characters_in(UNICODE) + own


def can_draw(game: str) -> bool:
    """Return whether the locale, and the console's font, have the characters of a game."""
    if has_few_signs():
        return False
    if sys.platform == "win32":
        # PDCurses writes UTF-16, whatever the code page is.
        return True
    return can_encode(every_character(game), _encoding())


def _encoding() -> str:
    """Return the encoding of the locale, seven bits if that is unknown, or the font has no more."""
    encoding = locale.getencoding()
    if hasattr(locale, "CODESET"):
        # Not Python's own idea of it, which UTF-8 mode overrides, but that of curses.
        encoding = locale.nl_langinfo(locale.CODESET)
    return "ascii" if has_few_signs() or not can_encode("", encoding) else encoding


def can_encode(text: str, encoding: str) -> bool:
    """Return whether an encoding is known and has all characters of ``text``."""
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def check_terminal(look: LookOptions) -> None:
    """Raise UserError if there is no terminal that screens can be shown on; words need none."""
    if look.is_plain:
        return
    try:
        from foxduet.ui.kit.terminal import NoTerminalError, check_terminal
    except ModuleNotFoundError as error:
        message = _(
            "Python's {module} module is missing; on Windows, pip install windows-curses, or "
            "play in words: foxduet --plain"
        )
        raise UserError(message.format(module=error.name), BAD_USAGE) from None
    try:
        check_terminal()
    except NoTerminalError as error:
        raise UserError(explain(error), BAD_USAGE) from None


def show(first: Next, look: LookOptions, game: str, options: Options | None = None) -> int:
    """Show screens until the players leave; return the exit status.

    Raises MissingPartError if the game cannot be shown.
    """
    return show_until(first, look, options or Options(look.look_of(game), game))[0]


def show_until(first: Next, look: LookOptions, options: Options) -> tuple[int, TwoTerminals | None]:
    """Show screens as ``show`` does; return the exit status, and where the program goes on."""
    if look.is_plain:
        return tell_until(first, look, options)
    from foxduet.ui.loop import Loop, run_loop

    loops: list[Loop] = []

    def work(terminal: CursesTerminal, given: Options, places: Folders) -> tuple[str, ...]:
        loops.append(Loop(given, places, None, terminal))
        return run_loop(terminal, loops[0], first)

    status = on_terminal(look, options, work)
    return status, loops[0].leads_to


def tell_until(first: Next, look: LookOptions, options: Options) -> tuple[int, TwoTerminals | None]:
    """Play in words, without a screen; return as ``show_until`` does."""
    from foxduet.plain.loop import run_plain

    return in_words(look, options, lambda console, loop: run_plain(console, loop, first))


def in_words(
    look: LookOptions, options: Options, work: WorkInWords
) -> tuple[int, TwoTerminals | None]:
    """Do something in words, which returns lines for the shell; return as ``show_until`` does.

    Raises UserError for a command that cannot be done, where no person types them.
    """
    registry.require_parts(options.game, *look.parts)
    from foxduet.plain.loop import PlainLoop, open_console

    shown = Look(SPOKEN, animated=False)
    options = replace(options, look=shown, headphones=look["headphones"], parts=look.parts)
    places = look.places()
    with open_console() as console:
        if look.is_for_a_program:
            # A program plays as fast as it can, and hears the same on a slow machine, too.
            limit = look.given.get("limit", LONGEST_LIMIT)
            options = replace(options, pace=0.0, limit=limit)
        loop = PlainLoop(options, places, None, console)
        console.say(work(console, loop))
    if loop.failure:
        raise UserError(loop.failure)
    status = OK if console.ended_by is None else STOPPED_BY_SIGNAL + console.ended_by
    return status, loop.leads_to


def on_terminal(look: LookOptions, options: Options, work: Work) -> int:
    """Do something with the terminal, which returns lines for the shell; return the exit status.

    Raises MissingPartError if the game cannot be shown.
    """
    registry.require_parts(options.game, *registry.FOR_A_TABLE)
    from foxduet.ui.kit.terminal import open_terminal

    options = replace(options, bell=look["bell"])
    places = look.places()
    with open_terminal(coloured=look.coloured, mouse=look["mouse"]) as terminal:
        options = replace(options, look=_look_on(terminal, options.look))
        lines = work(terminal, options, places)
    with suppress(OSError):
        # After a hang-up nobody can read them.
        for line in lines:
            print(line, flush=True)
    return OK if terminal.ended_by is None else STOPPED_BY_SIGNAL + terminal.ended_by


def _look_on(terminal: CursesTerminal, look: Look) -> Look:
    """Return a look with what a terminal can show; say all in seven bits if it has no others."""
    automatic, *others = look.sets
    if automatic is not ASCII and terminal.measure(_AMBIGUOUS) not in (None, len(_AMBIGUOUS)):
        look = replace(look, sets=(ASCII, *others))
        if look.signs == SIGN_SETS[0]:
            look = replace(look, glyphs=ASCII)
            use_seven_bits(True)
    if not terminal.is_coloured:
        sets = tuple(map(with_letters, look.sets))
        look = replace(look, glyphs=with_letters(look.glyphs), sets=sets)
    return look


def glyphs_to_print(game: str, *, ascii_only: bool) -> Glyphs:
    """Return the signs that pages of a game are printed with, and say all in seven bits if so."""
    can_print = can_encode(every_character(game), sys.stdout.encoding or "ascii")
    ascii_only = ascii_only or is_console_of_few_glyphs()
    is_plain = ascii_only or not can_draw(game) or not can_print
    use_seven_bits(is_plain, "ascii" if ascii_only else _encoding())
    return ASCII if is_plain else MODERN


def print_sentences(sentences: Sequence[str]) -> None:
    """Print sentences as they are told where there is no screen."""
    from foxduet.plain.loop import WIDTH

    width = min(WIDTH, shutil.get_terminal_size((WIDTH, 0)).columns)
    for sentence in sentences:
        for row in wrapped(escaped(sentence), width):
            print(row)


def print_page(lines: Sequence[TextLine], glyphs: Glyphs) -> None:
    """Print the rows of a page."""
    for line in lines:
        text = printable(line.text)
        print(in_few_signs(text) if glyphs is ASCII else text)
