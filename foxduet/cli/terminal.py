"""Setting up the terminal for screens and printed pages."""

from __future__ import annotations

import argparse
import locale
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from foxduet.cli.arguments import BAD_USAGE, OK, STOPPED_BY_SIGNAL, UserError, has_limited_font
from foxduet.cli.config import config_path, load_and_warn
from foxduet.cli.options import data_paths
from foxduet.core import registry
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.store.settings import LOOK_SETTINGS, MAX_LIMIT, SIGN_SETS, Config, is_legacy_console
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
"""This environment variable turns on ``--plain``, or off if it is 0."""

_WIDE_SIGNS = "╭●"
"""Signs of ambiguous width in Unicode: Chinese and Japanese fonts may use two cells for each."""

if TYPE_CHECKING:
    from collections.abc import Callable

    from foxduet.plain.console import StandardConsole
    from foxduet.plain.loop import PlainLoop
    from foxduet.ui.kit.effects import TerminalCommand
    from foxduet.ui.kit.screen import Transition
    from foxduet.ui.kit.terminal import CursesTerminal

    TerminalProgram = Callable[[CursesTerminal, RunOptions, DataPaths], tuple[str, ...]]
    PlainProgram = Callable[[StandardConsole, PlainLoop], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class LookOptions:
    """How players want screens to be drawn.

    config: the settings file.
    arguments: settings from the command line, which take precedence.
    """

    config: Config
    arguments: Mapping[str, Any]

    def __getitem__(self, key: str) -> Any:
        """Return the value of a setting."""
        return self.arguments[key] if key in self.arguments else self.config[key]

    @property
    def uses_colours(self) -> bool:
        """Whether to use colours; NO_COLOR in the environment turns them off."""
        return bool(self["color"]) and not os.environ.get("NO_COLOR")

    @property
    def is_plain(self) -> bool:
        """Whether to use words instead of screens, by command line, environment or settings."""
        value = os.environ.get(PLAIN_VARIABLE)
        if value and "plain" not in self.arguments:
            return value != "0"
        return bool(self["plain"])

    @property
    def is_scripted(self) -> bool:
        """True if input comes from a script, which must not change settings of the person."""
        return self.is_plain and not sys.stdin.isatty()

    @property
    def parts(self) -> tuple[registry.Part, ...]:
        """The parts that a game needs for a table of this kind."""
        return registry.PLAIN_TABLE_PARTS if self.is_plain else registry.TABLE_PARTS

    @property
    def game(self) -> str:
        """The game played last; the first game if the last lacks ``parts``."""
        name: str = self["game"]
        return name if name in registry.games_with(*self.parts) else registry.games()[0]

    def data_paths(self) -> DataPaths:
        """Return the paths of games and settings.

        Raises UserError if the user's folders are unknown.
        """
        return DataPaths(*data_paths(), config_path(), not self.is_scripted, self.parts)

    def look_for(self, game: str) -> Look:
        """Return the look for a game; if it is ASCII, also limit all text to an encoding."""
        signs_setting = self["signs"]
        glyphs = glyphs_for(game, signs_setting)
        wants_ascii = signs_setting == "ascii" or (signs_setting == "auto" and is_legacy_console())
        use_ascii(glyphs is ASCII, "ascii" if wants_ascii else _find_encoding())
        sets = tuple(glyphs_for(game, signs) for signs in SIGN_SETS)
        theme = Theme(self["theme"])
        return Look(glyphs, self["animation"], theme, self["keyboard"], signs_setting, sets)


def look_options(parsed: argparse.Namespace, config: Config) -> LookOptions:
    """Return the look by arguments and settings."""
    # Commands with partners also have --limit.
    keys = (*(setting.key for setting in LOOK_SETTINGS), "lang", "limit")
    values = {key: getattr(parsed, key, None) for key in keys}
    return LookOptions(config, {k: value for k, value in values.items() if value is not None})


def parse_with_look(parsed: argparse.Namespace, _refuse: object = None) -> argparse.Namespace:
    """Add the look to parsed arguments; warn about ignored settings."""
    parsed.look = look_options(parsed, load_and_warn())
    return parsed


def glyphs_for(game: str, signs: str) -> Glyphs:
    """Return the glyphs to draw a game: the set ``signs``, or ASCII if it cannot be drawn."""
    if not can_draw(game) or (signs == "auto" and is_legacy_console()):
        return ASCII
    return GLYPH_SETS["modern" if signs == "auto" else signs]


def glyph_charset(game: str) -> str:
    """Return all special characters for drawing a game."""
    cards = table_words(game).cards if registry.has_parts(game, registry.WORDS) else None
    card_signs = "" if cards is None else glyph_characters(cards.unicode) + "".join(cards.modern)
    return glyph_characters(UNICODE) + card_signs


def can_draw(game: str) -> bool:
    """True if the locale and the console's font have the characters of a game."""
    if has_limited_font():
        return False
    if sys.platform == "win32":
        # PDCurses writes UTF-16, regardless of the code page.
        return True
    return can_encode(glyph_charset(game), _find_encoding())


def _find_encoding() -> str:
    """Return the locale's encoding; "ascii" if it is unknown or the font is limited."""
    encoding = locale.getencoding()
    if hasattr(locale, "CODESET"):
        # The encoding that curses uses, by the C library's name.
        encoding = locale.nl_langinfo(locale.CODESET)
    return "ascii" if has_limited_font() or not can_encode("", encoding) else encoding


def can_encode(text: str, encoding: str) -> bool:
    """True if the encoding exists and has all characters of ``text``."""
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def require_terminal(look: LookOptions) -> None:
    """Raise UserError if screens are wanted but there is no suitable terminal."""
    if look.is_plain:
        return
    try:
        from foxduet.ui.kit.terminal import NoTerminalError, check_terminal
    except ModuleNotFoundError as error:
        message = _(
            "Python's {module} module is missing; on Windows, pip install windows-curses brings it "
            "for Python 3.11 to 3.14, but not on ARM. Without it, play in words: foxduet --plain"
        )
        raise UserError(message.format(module=error.name), BAD_USAGE) from None
    try:
        check_terminal()
    except NoTerminalError as error:
        raise UserError(explain(error), BAD_USAGE) from None


def run_on_terminal(
    start: Transition, look: LookOptions, game: str, options: RunOptions | None = None
) -> int:
    """Show screens until the players leave; return the exit status.

    Raises MissingPartError if the game lacks a part.
    """
    return run_screens_until_quit(start, look, options or RunOptions(look.look_for(game), game))[0]


def run_screens_until_quit(
    start: Transition, look: LookOptions, options: RunOptions
) -> tuple[int, TerminalCommand | None]:
    """Show screens like ``run_on_terminal``; also return the command to run next, or None."""
    if look.is_plain:
        from foxduet.plain.loop import run_plain

        return run_in_words(look, options, lambda console, loop: run_plain(console, loop, start))
    from foxduet.ui.loop import ScreenLoop, run_loop

    loops: list[ScreenLoop] = []

    def work(terminal: CursesTerminal, options: RunOptions, paths: DataPaths) -> tuple[str, ...]:
        loops.append(ScreenLoop(options, paths, None, terminal))
        return run_loop(terminal, loops[0], start)

    status = run_on_screens(look, options, work)
    return status, loops[0].next_command


def run_in_words(
    look: LookOptions, options: RunOptions, work: PlainProgram
) -> tuple[int, TerminalCommand | None]:
    """Run ``work`` in words and print its lines; return like ``run_screens_until_quit``.

    Raises UserError for a command that fails in a script.
    """
    registry.require_parts(options.game, *look.parts)
    from foxduet.plain.console import open_console
    from foxduet.plain.loop import PlainLoop

    spoken = Look(SPOKEN, animated=False)
    options = replace(options, look=spoken, headphones=look["headphones"], parts=look.parts)
    paths = look.data_paths()
    with open_console() as console:
        if look.is_scripted:
            # A script plays without pauses, and gets the same output on a slow machine.
            options = replace(options, pace=0.0, limit=look.arguments.get("limit", MAX_LIMIT))
        loop = PlainLoop(options, paths, None, console)
        console.write_lines(work(console, loop))
    if loop.failure:
        raise UserError(loop.failure)
    status = OK if console.ended_by is None else STOPPED_BY_SIGNAL + console.ended_by
    return status, loop.next_command


def run_on_screens(look: LookOptions, options: RunOptions, work: TerminalProgram) -> int:
    """Run ``work`` on the terminal and print its lines afterwards; return the exit status.

    Raises MissingPartError if the game lacks a part.
    """
    registry.require_parts(options.game, *registry.TABLE_PARTS)
    from foxduet.ui.kit.terminal import open_terminal

    options = replace(options, bell=look["bell"], walks_soon=look["watch"] == "soon")
    paths = look.data_paths()
    with open_terminal(coloured=look.uses_colours, mouse=look["mouse"]) as terminal:
        options = replace(options, look=_adapt_look(terminal, options.look))
        lines = work(terminal, options, paths)
    with suppress(OSError):
        # After a hang-up printing fails.
        for line in lines:
            print(line, flush=True)
    return OK if terminal.ended_by is None else STOPPED_BY_SIGNAL + terminal.ended_by


def _adapt_look(terminal: CursesTerminal, look: Look) -> Look:
    """Adapt a look to the terminal; switch text to ASCII if wide signs would break the layout."""
    auto, *other_sets = look.glyph_sets
    if auto is not ASCII and terminal.measure(_WIDE_SIGNS) not in (None, len(_WIDE_SIGNS)):
        look = replace(look, glyph_sets=(ASCII, *other_sets))
        if look.signs == SIGN_SETS[0]:
            look = replace(look, glyphs=ASCII)
            use_ascii(True)
    if not terminal.is_coloured:
        sets = tuple(map(letter_glyphs, look.glyph_sets))
        look = replace(look, glyphs=letter_glyphs(look.glyphs), glyph_sets=sets)
    return look


def glyphs_to_print(game: str, *, ascii_only: bool) -> Glyphs:
    """Return the signs for printing pages of a game; limit text as ``look_for`` does."""
    can_print = can_encode(glyph_charset(game), sys.stdout.encoding or "ascii")
    ascii_only = ascii_only or is_legacy_console()
    is_plain = ascii_only or not can_draw(game) or not can_print
    use_ascii(is_plain, "ascii" if ascii_only else _find_encoding())
    return ASCII if is_plain else MODERN


def print_sentences(sentences: Sequence[str]) -> None:
    """Print wrapped sentences as in ``--plain``."""
    from foxduet.plain.console import line_width

    width = line_width()
    for sentence in sentences:
        for row in wrap(escaped(sentence), width):
            print(row)


def print_page(lines: Sequence[TextLine], glyphs: Glyphs) -> None:
    """Print the rows of a page."""
    for line in lines:
        text = printable(line.text)
        print(to_charset(text) if glyphs is ASCII else text)
