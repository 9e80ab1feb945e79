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

from foxduet.cli.arguments import BAD_USAGE, OK, STOPPED_BY_SIGNAL, UserError, has_limited_font
from foxduet.cli.config import config_path, load_and_warn
from foxduet.cli.options import data_paths
from foxduet.core import registry
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.store.settings import LOOK, MAX_LIMIT, SIGN_SETS, Config, is_legacy_console
from foxduet.ui.kit.canvas import Look, Theme
from foxduet.ui.kit.screen import DataPaths, RunOptions
from foxduet.words.game_words import table_words
from foxduet.words.i18n import _, explain, to_charset, use_ascii
from foxduet.words.text import (
    ASCII,
    GLYPH_SETS,
    MODERN,
    SPOKEN,
    UNICODE,
    Glyphs,
    TextLine,
    escaped,
    glyph_characters,
    letter_glyphs,
    printable,
    wrap,
)

PLAIN_VARIABLE = "FOXDUET_PLAIN"
"""The variable of the environment that has all told in words, or drawn if it is 0."""

_AMBIGUOUS = "╭●"
"""Signs that Unicode lets terminals draw in two cells each, as Chinese and Japanese fonts do."""

if TYPE_CHECKING:
    from collections.abc import Callable

    from foxduet.plain.loop import PlainLoop, StandardConsole
    from foxduet.ui.kit.effects import TerminalCommand
    from foxduet.ui.kit.screen import Transition
    from foxduet.ui.kit.terminal import CursesTerminal

    TerminalProgram = Callable[[CursesTerminal, RunOptions, DataPaths], tuple[str, ...]]
    PlainProgram = Callable[[StandardConsole, PlainLoop], tuple[str, ...]]


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
    def is_scripted(self) -> bool:
        """Whether no person types, so that what a person sees next must not change by it."""
        return self.is_plain and not sys.stdin.isatty()

    @property
    def parts(self) -> tuple[registry.Part, ...]:
        """What a game needs to be shown."""
        return registry.PLAIN_TABLE_PARTS if self.is_plain else registry.TABLE_PARTS

    @property
    def game(self) -> str:
        """The game that was played last, or the first one if that cannot be shown."""
        return next(
            (one for one in registry.games_with(*self.parts) if one == self["game"]),
            registry.games()[0],
        )

    def data_paths(self) -> DataPaths:
        """Return where games live, and what is remembered.

        Raises UserError where the user's folders are unknown.
        """
        remembers = not self.is_scripted
        return DataPaths(*data_paths(), config_path(), remembers, self.parts)

    def look_for(self, game: str) -> Look:
        """Return how to draw a game here, and say all else in seven bits if that is in them."""
        wanted = self["signs"]
        glyphs = glyphs_for(game, wanted)
        is_asked_for = wanted == "ascii" or (wanted == "auto" and is_legacy_console())
        use_ascii(glyphs is ASCII, "ascii" if is_asked_for else _encoding())
        sets = tuple(glyphs_for(game, signs) for signs in SIGN_SETS)
        theme = Theme(self["theme"])
        return Look(glyphs, self["animation"], theme, self["keyboard"], wanted, sets)


def look_options(parsed: argparse.Namespace, config: Config) -> LookOptions:
    """Return the look that was asked for by arguments, or the last time."""
    # Where there are partners, how long they think is an option, too.
    keys = (*(setting.key for setting in LOOK), "lang", "limit")
    values = {key: getattr(parsed, key, None) for key in keys}
    return LookOptions(config, {k: value for k, value in values.items() if value is not None})


def parse_with_look(parsed: argparse.Namespace, _refuse: object = None) -> argparse.Namespace:
    """Add to arguments what look was asked for; warn of what is ignored of what is remembered."""
    parsed.look = look_options(parsed, load_and_warn())
    return parsed


def glyphs_for(game: str, wanted: str) -> Glyphs:
    """Return the signs to draw a game with: those that are ``wanted``, if there are such here."""
    if not can_draw(game) or (wanted == "auto" and is_legacy_console()):
        return ASCII
    return GLYPH_SETS["modern" if wanted == "auto" else wanted]


def glyph_charset(game: str) -> str:
    """Return all special characters that a game is drawn with."""
    cards = table_words(game).cards if registry.has_parts(game, registry.WORDS) else None
    own = "" if cards is None else glyph_characters(cards.unicode) + "".join(cards.modern)
    return glyph_characters(UNICODE) + own


def can_draw(game: str) -> bool:
    """Return whether the locale, and the console's font, have the characters of a game."""
    if has_limited_font():
        return False
    if sys.platform == "win32":
        # PDCurses writes UTF-16, whatever the code page is.
        return True
    return can_encode(glyph_charset(game), _encoding())


def _encoding() -> str:
    """Return the encoding of the locale, seven bits if that is unknown, or the font has no more."""
    encoding = locale.getencoding()
    if hasattr(locale, "CODESET"):
        # Not Python's own idea of it, which UTF-8 mode overrides, but that of curses.
        encoding = locale.nl_langinfo(locale.CODESET)
    return "ascii" if has_limited_font() or not can_encode("", encoding) else encoding


def can_encode(text: str, encoding: str) -> bool:
    """Return whether an encoding is known and has all characters of ``text``."""
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def require_terminal(look: LookOptions) -> None:
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


def run_on_terminal(
    first: Transition, look: LookOptions, game: str, options: RunOptions | None = None
) -> int:
    """Show screens until the players leave; return the exit status.

    Raises MissingPartError if the game cannot be shown.
    """
    return run_screens_until_quit(first, look, options or RunOptions(look.look_for(game), game))[0]


def run_screens_until_quit(
    first: Transition, look: LookOptions, options: RunOptions
) -> tuple[int, TerminalCommand | None]:
    """Show screens as ``run_on_terminal`` does; return the exit status, and where the program goes on."""
    if look.is_plain:
        return run_plain_until_quit(first, look, options)
    from foxduet.ui.loop import ScreenLoop, run_loop

    loops: list[ScreenLoop] = []

    def work(terminal: CursesTerminal, given: RunOptions, places: DataPaths) -> tuple[str, ...]:
        loops.append(ScreenLoop(given, places, None, terminal))
        return run_loop(terminal, loops[0], first)

    status = with_curses(look, options, work)
    return status, loops[0].next_command


def run_plain_until_quit(
    first: Transition, look: LookOptions, options: RunOptions
) -> tuple[int, TerminalCommand | None]:
    """Play in words, without a screen; return as ``run_screens_until_quit`` does."""
    from foxduet.plain.loop import run_plain

    return with_plain_loop(look, options, lambda console, loop: run_plain(console, loop, first))


def with_plain_loop(
    look: LookOptions, options: RunOptions, work: PlainProgram
) -> tuple[int, TerminalCommand | None]:
    """Do something in words, which returns lines for the shell; return as ``run_screens_until_quit`` does.

    Raises UserError for a command that cannot be done, where no person types them.
    """
    registry.require_parts(options.game, *look.parts)
    from foxduet.plain.loop import PlainLoop, open_console

    shown = Look(SPOKEN, animated=False)
    options = replace(options, look=shown, headphones=look["headphones"], parts=look.parts)
    places = look.data_paths()
    with open_console() as console:
        if look.is_scripted:
            # A program plays as fast as it can, and hears the same on a slow machine, too.
            limit = look.given.get("limit", MAX_LIMIT)
            options = replace(options, pace=0.0, limit=limit)
        loop = PlainLoop(options, places, None, console)
        console.write_lines(work(console, loop))
    if loop.failure:
        raise UserError(loop.failure)
    status = OK if console.ended_by is None else STOPPED_BY_SIGNAL + console.ended_by
    return status, loop.next_command


def with_curses(look: LookOptions, options: RunOptions, work: TerminalProgram) -> int:
    """Do something with the terminal, which returns lines for the shell; return the exit status.

    Raises MissingPartError if the game cannot be shown.
    """
    registry.require_parts(options.game, *registry.TABLE_PARTS)
    from foxduet.ui.kit.terminal import open_terminal

    options = replace(options, bell=look["bell"])
    places = look.data_paths()
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
    automatic, *others = look.glyph_sets
    if automatic is not ASCII and terminal.measure(_AMBIGUOUS) not in (None, len(_AMBIGUOUS)):
        look = replace(look, glyph_sets=(ASCII, *others))
        if look.signs == SIGN_SETS[0]:
            look = replace(look, glyphs=ASCII)
            use_ascii(True)
    if not terminal.is_coloured:
        sets = tuple(map(letter_glyphs, look.glyph_sets))
        look = replace(look, glyphs=letter_glyphs(look.glyphs), glyph_sets=sets)
    return look


def glyphs_to_print(game: str, *, ascii_only: bool) -> Glyphs:
    """Return the signs that pages of a game are printed with, and say all in seven bits if so."""
    can_print = can_encode(glyph_charset(game), sys.stdout.encoding or "ascii")
    ascii_only = ascii_only or is_legacy_console()
    is_plain = ascii_only or not can_draw(game) or not can_print
    use_ascii(is_plain, "ascii" if ascii_only else _encoding())
    return ASCII if is_plain else MODERN


def print_sentences(sentences: Sequence[str]) -> None:
    """Print sentences as they are told where there is no screen."""
    from foxduet.plain.loop import WIDTH

    width = min(WIDTH, shutil.get_terminal_size((WIDTH, 0)).columns)
    for sentence in sentences:
        for row in wrap(escaped(sentence), width):
            print(row)


def print_page(lines: Sequence[TextLine], glyphs: Glyphs) -> None:
    """Print the rows of a page."""
    for line in lines:
        text = printable(line.text)
        print(to_charset(text) if glyphs is ASCII else text)
