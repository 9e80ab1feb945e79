"""The only module that knows curses: frames go to the screen, keys and signals come from it."""

from __future__ import annotations

import curses
import os
import re
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from time import monotonic
from types import FrameType

from foxduet.rules.errors import N_, FoxduetError
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Frame, Size, Style, text_width
from foxduet.ui.kit.shell import Input, Interruption

_FALLBACK_TERM = "xterm-256color"
_PADDING = re.compile(rb"\$<[^>]*>")
_ESCAPE_DELAY_MS = 25
_LONGEST_SLEEP = 0.25
_ERRORS_OF_A_DEAD_TERMINAL = 40
_REPAINT = "\x0c"
"""Ctrl-L."""

_CURSES_KEYS: Mapping[int, str] = {
    curses.KEY_LEFT: keys.LEFT,
    curses.KEY_RIGHT: keys.RIGHT,
    curses.KEY_UP: keys.UP,
    curses.KEY_DOWN: keys.DOWN,
    curses.KEY_HOME: keys.HOME,
    curses.KEY_END: keys.END,
    curses.KEY_PPAGE: keys.PAGE_UP,
    curses.KEY_NPAGE: keys.PAGE_DOWN,
    curses.KEY_ENTER: keys.ENTER,
    curses.KEY_BACKSPACE: keys.BACKSPACE,
    curses.KEY_DC: keys.BACKSPACE,
}
_CHARACTER_KEYS: Mapping[str, str] = {
    "\n": keys.ENTER,
    "\r": keys.ENTER,
    "\t": keys.TAB,
    "\x1b": keys.ESCAPE,
    "\x7f": keys.BACKSPACE,
    "\b": keys.BACKSPACE,
}

# For each style: a colour of 256 that is legible on light and dark, one of 8, and attributes.
_DEFAULT = -1
_INKS: Mapping[Style, tuple[int, int, int]] = {
    Style.PLAIN: (_DEFAULT, _DEFAULT, curses.A_NORMAL),
    Style.DIM: (_DEFAULT, _DEFAULT, curses.A_DIM),
    Style.STRONG: (_DEFAULT, _DEFAULT, curses.A_BOLD),
    Style.TITLE: (65, curses.COLOR_GREEN, curses.A_BOLD),
    Style.DOVES: (32, curses.COLOR_CYAN, curses.A_BOLD),
    Style.ROSES: (168, curses.COLOR_MAGENTA, curses.A_BOLD),
    Style.STARS: (136, curses.COLOR_YELLOW, curses.A_BOLD),
    Style.FOX: (166, curses.COLOR_RED, curses.A_BOLD),
    Style.GEM: (160, curses.COLOR_RED, curses.A_BOLD),
    Style.PATH: (137, curses.COLOR_YELLOW, curses.A_NORMAL),
    Style.FOREST: (65, curses.COLOR_GREEN, curses.A_NORMAL),
    Style.CHOSEN: (_DEFAULT, _DEFAULT, curses.A_BOLD | curses.A_REVERSE),
    Style.PROMPT: (166, curses.COLOR_RED, curses.A_BOLD),
    Style.ALERT: (160, curses.COLOR_RED, curses.A_BOLD),
}


class NoTerminalError(FoxduetError):
    """There is no terminal that the game could be shown on."""


def check_terminal() -> None:
    """Return if standard input and output are a terminal that can move its cursor.

    An unknown kind of terminal is taken for an xterm. Raises NoTerminalError.
    """
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        raise NoTerminalError(
            N_("the game needs a terminal for its input and its output; start it in one")
        )
    if sys.platform == "win32":
        return
    name = os.environ.setdefault("TERM", _FALLBACK_TERM) or _FALLBACK_TERM
    try:
        curses.setupterm(name)
    except curses.error:
        name = _FALLBACK_TERM
        with suppress(curses.error):
            curses.setupterm(name)
    os.environ["TERM"] = name
    try:
        able = name != "dumb" and bool(curses.tigetstr("cup"))
    except curses.error:
        able = False
    if not able:
        raise NoTerminalError(
            N_(
                "this terminal (TERM={name}) cannot move its cursor; use another, or set TERM "
                "to what it is, like xterm-256color"
            ),
            name=name,
        )


@contextmanager
def open_terminal(*, coloured: bool) -> Iterator[CursesTerminal]:
    """Take the terminal over; on every way out it is blank and as it was."""
    for name in ("LINES", "COLUMNS"):
        # Where they are set, curses holds on to them and is blind to resizes.
        os.environ.pop(name, None)
    window = curses.initscr()
    terminal = None
    try:
        terminal = CursesTerminal(window, coloured=coloured)
        yield terminal
    finally:
        try:
            _wipe(window)
        finally:
            curses.endwin()
            # Not before: a second signal must not end the program with the screen as it was.
            if terminal is not None:
                terminal.release_signals()


class CursesTerminal:
    """The terminal of this process; there is one at a time."""

    def __init__(self, window: curses.window, *, coloured: bool) -> None:
        self._window = window
        self._interruption: Interruption | None = None
        self.ended_by: int | None = None
        self._shown_size = self.size()
        curses.noecho()
        curses.cbreak()
        window.keypad(True)
        with suppress(curses.error):
            curses.curs_set(0)
        if hasattr(curses, "set_escdelay"):
            curses.set_escdelay(_ESCAPE_DELAY_MS)
        self._attributes = _attributes(coloured=coloured)
        self._handlers = {
            number: signal.signal(number, self._on_signal) for number in _handled_signals()
        }

    def _on_signal(self, number: int, _frame: FrameType | None) -> None:
        if number == getattr(signal, "SIGTSTP", None):
            self._interruption = Interruption.SUSPENDED
        elif number == getattr(signal, "SIGCONT", None):
            if self._interruption is None:
                self._interruption = Interruption.CONTINUED
        else:
            self.ended_by = number

    def release_signals(self) -> None:
        """Let signals do again what they did before."""
        for number, handler in self._handlers.items():
            signal.signal(number, handler)

    def size(self) -> Size:
        """Return the size of the window now; LINES and COLS lag behind a resize."""
        return Size(*self._window.getmaxyx())

    def show(self, frame: Frame) -> None:
        """Paint a frame; curses sends only what has changed."""
        window = self._window
        if self._shown_size != self.size():
            _blank_rows(window)
        self._shown_size = self.size()
        # Not clear(): that would push the old picture into the scrollback of some terminals.
        window.erase()
        for row, spans in enumerate(frame.rows):
            column = 0
            for span in spans:
                text = span.text.encode(window.encoding, "replace").decode(window.encoding)
                if not (text.isspace() and span.style is Style.PLAIN):
                    # Writing the last cell of a window raises after it has been written.
                    with suppress(curses.error):
                        window.addstr(row, column, text, self._attributes[span.style])
                column += text_width(span.text)
        window.refresh()

    def wait(self, seconds: float | None) -> Input:
        """Return the next key, or what came instead; give up after ``seconds``."""
        deadline = None if seconds is None else monotonic() + seconds
        errors = 0
        while True:
            if self.ended_by is not None:
                return Interruption.ENDED
            if self._interruption is not None:
                interruption, self._interruption = self._interruption, None
                if interruption is Interruption.CONTINUED:
                    # The shell has written over what curses believes to be there.
                    self._window.redrawwin()
                return interruption
            if self.size() != self._shown_size:
                # Its KEY_RESIZE may have been thrown away with what was typed ahead.
                return Interruption.RESIZED
            began = monotonic()
            left = _LONGEST_SLEEP if deadline is None else min(_LONGEST_SLEEP, deadline - began)
            if left <= 0:
                return Interruption.TIME_UP
            self._window.timeout(max(1, int(left * 1000)))
            try:
                key = _key_name(self._window.get_wch())
            except curses.error:
                # A terminal that has gone answers at once, without end.
                errors = errors + 1 if monotonic() - began < left / 4 else 0
                if errors > _ERRORS_OF_A_DEAD_TERMINAL and not os.isatty(sys.stdin.fileno()):
                    return Interruption.ENDED
                continue
            except KeyboardInterrupt:
                return Interruption.ENDED
            if key == _REPAINT:
                self._window.redrawwin()
                return Interruption.RESIZED
            if key is not None:
                return key

    def forget_keys(self, seconds: float = 0) -> None:
        """Throw away what was typed ahead, and what is typed within ``seconds`` from now."""
        curses.napms(int(1000 * seconds))
        curses.flushinp()

    def suspend(self) -> None:
        """Give the terminal back blank and stop; go on when the shell says so."""
        _wipe(self._window)
        curses.endwin()
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._on_signal)
        self._window.refresh()


def _wipe(window: curses.window) -> None:
    """Leave nothing on the screen, nor in the scrollback where there is no alternate screen.

    A screen that turns blank as a whole is cleared by ESC[J, which pushes it into the scrollback
    of tmux and others. So one character stays while the rest goes line by line, then it goes.
    """
    window.erase()
    with suppress(curses.error):
        window.addstr(window.getmaxyx()[0] - 1, 0, ".")
    window.refresh()
    window.erase()
    window.refresh()


def _blank_rows(window: curses.window) -> None:
    """Blank what a window of another size has left, row by row and past curses.

    Curses itself clears the whole screen after a resize, which pushes what stands there into the
    scrollback where there is no alternate screen.
    """
    if sys.platform == "win32":
        return
    move, erase = curses.tigetstr("cup"), curses.tigetstr("el")
    if move and erase:
        rows = range(window.getmaxyx()[0])
        blank = b"".join(curses.tparm(move, row, 0) + erase for row in rows)
        os.write(sys.stdout.fileno(), _PADDING.sub(b"", blank))


def _handled_signals() -> list[int]:
    names = ["SIGINT", "SIGQUIT", "SIGTERM", "SIGHUP", "SIGBREAK", "SIGTSTP", "SIGCONT"]
    return [getattr(signal, name) for name in names if hasattr(signal, name)]


def _key_name(got: str | int) -> Input | None:
    if isinstance(got, str):
        return _CHARACTER_KEYS.get(got, got)
    if got == curses.KEY_RESIZE:
        if sys.platform == "win32":
            curses.resize_term(0, 0)
        return Interruption.RESIZED
    return _CURSES_KEYS.get(got)


def _attributes(*, coloured: bool) -> dict[Style, int]:
    """Return the curses attribute of each style, with as many colours as there are."""
    colours = 0
    if coloured:
        with suppress(curses.error):
            curses.start_color()
            curses.use_default_colors()
            colours = curses.COLORS
    attributes = {}
    for pair, (style, (rich, plain, attribute)) in enumerate(_INKS.items(), 1):
        ink = rich if colours >= 256 else plain
        attributes[style] = attribute
        if colours >= 8 and ink != _DEFAULT:
            curses.init_pair(pair, ink, -1)
            attributes[style] |= curses.color_pair(pair)
    return attributes
