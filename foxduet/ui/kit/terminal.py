"""The curses terminal: the only module that imports curses."""

from __future__ import annotations

import curses
import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from time import monotonic

from foxduet.core.errors import N_, FoxduetError
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import (
    EMPHASIS,
    PALETTES,
    BasicColour,
    Emphasis,
    Frame,
    Palette,
    Size,
    Style,
    Theme,
)
from foxduet.ui.kit.keys import Click, Input, Interruption, SignalWatcher
from foxduet.ui.kit.sequences import KEYS, Decoder
from foxduet.words.text import text_width

if sys.platform != "win32":
    import termios

    _TERMINAL_ERRORS = (curses.error, OSError, termios.error)
else:
    _TERMINAL_ERRORS = (curses.error, OSError)

_FALLBACK_TERM = "xterm-256color"
_VARIABLES_OF_MANY_COLOURS = ("XTERM_VERSION", "VTE_VERSION", "COLORTERM")
"""Variables of terminals with 256 colours, even if TERM is xterm, whose entry has 8."""
_PADDING = re.compile(rb"\$<[^>]*>")
_ESCAPE_DELAY_MS = 25
_MAX_WAIT_SECONDS = 0.25
_MAX_READ_ERRORS = 40
_REPAINT_KEY = "\x0c"
_MIN_COLOURS = 8
_PALETTE_SIZES = (256, 768)
"""Palette sizes whose first 256 colours are xterm's; PDCurses has 768.

In other palettes, such as xterm-direct's, a number above 7 may be the colour itself.
"""
_DEFAULT_COLOUR = -1
_CURSOR_QUERY = b"\x1b[6n"
_CURSOR_ANSWER = re.compile(r"\x1b\[2;(\d+)R$")
"""The cursor in the second row; an answer for the first row could be F3 with Shift."""
_ANSWER_SECONDS = 0.2
_MAX_TYPED_AHEAD = 32
"""curses can take back this many keys."""
_WHEEL_UP, _WHEEL_DOWN = curses.BUTTON4_PRESSED, getattr(curses, "BUTTON5_PRESSED", 0)
# The release has no meaning, but getch() outlasts its timeout if it must hide an event.
_BUTTONS = curses.BUTTON1_PRESSED | curses.BUTTON1_RELEASED | _WHEEL_UP | _WHEEL_DOWN

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
_KEYPAD_NAMES = {
    "PADENTER": keys.ENTER,
    "PADSTOP": keys.BACKSPACE,
    "PADMINUS": "-",
    "PADPLUS": "+",
    "PADSTAR": "*",
    "PADSLASH": "/",
    "KEY_A1": keys.HOME,
    "KEY_A2": keys.UP,
    "KEY_A3": keys.PAGE_UP,
    "KEY_B1": keys.LEFT,
    "KEY_B3": keys.RIGHT,
    "KEY_C1": keys.END,
    "KEY_C2": keys.DOWN,
    "KEY_C3": keys.PAGE_DOWN,
}
"""Keypad keys without Num Lock; most names exist in PDCurses only."""
_KEYPAD_KEYS = {getattr(curses, name, None): key for name, key in _KEYPAD_NAMES.items()}
_CAPABILITIES = {
    getattr(curses, f"KEY_{name.upper()}"): f"k{name}" for name in ("a1", "a3", "b2", "c1", "c3")
} | {curses.KEY_F0 + number: f"kf{number}" for number in range(11)}
"""Terminfo names of keys that ncurses knows and some terminals have on the number pad."""

_ATTRIBUTES: Mapping[Emphasis, int] = {
    Emphasis.BOLD: curses.A_BOLD,
    Emphasis.FAINT: curses.A_DIM,
    Emphasis.REVERSE: curses.A_REVERSE,
}


class NoTerminalError(FoxduetError):
    """There is no terminal to show the game on."""


def check_terminal() -> None:
    """Check that standard input and output are a terminal with cursor addressing.

    An unknown TERM is treated as xterm with 256 colours. Raises NoTerminalError.
    """
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        raise NoTerminalError(
            N_(
                "no terminal to play in; start it from a terminal, or play in words: foxduet "
                "--plain"
            )
        )
    if sys.platform == "win32":
        return
    names = [os.environ.get("TERM") or _FALLBACK_TERM, _FALLBACK_TERM]
    if names[0] == "xterm" and any(map(os.environ.get, _VARIABLES_OF_MANY_COLOURS)):
        names.reverse()
    for name in names:
        with suppress(curses.error):
            curses.setupterm(name)
            break
    os.environ["TERM"] = name
    try:
        can_move_cursor = name != "dumb" and bool(curses.tigetstr("cup"))
    except curses.error:
        can_move_cursor = False
    if not can_move_cursor:
        raise NoTerminalError(
            N_(
                "this terminal (TERM={name}) cannot move its cursor; play in words (foxduet "
                "--plain), or set TERM correctly, such as xterm-256color"
            ),
            name=name,
        )


@contextmanager
def open_terminal(*, coloured: bool, mouse: bool) -> Iterator[CursesTerminal]:
    """Take over the terminal during the block, and restore it, cleared, on every exit.

    Without ``mouse``, mouse events are left to the terminal.
    """
    for name in ("LINES", "COLUMNS"):
        # If these are set, curses trusts them and never notices a resize.
        os.environ.pop(name, None)
    signals = SignalWatcher()
    # Handle signals throughout: a signal must not end the program with the screen taken over.
    with signals.installed():
        window = curses.initscr()
        try:
            terminal = CursesTerminal(window, signals, coloured=coloured, mouse=mouse)
            with _hangup_on_error(signals):
                _take_keys_from_driver()
                _mark_pastes(on=True)
            yield terminal
        finally:
            with _hangup_on_error(signals):
                _clear_without_scrollback(window)
            with _hangup_on_error(signals):
                _mark_pastes(on=False)
            with _hangup_on_error(signals):
                curses.endwin()


@contextmanager
def _hangup_on_error(signals: SignalWatcher) -> Iterator[None]:
    try:
        yield
    except _TERMINAL_ERRORS:
        if _is_connected():
            raise
        signals.note_hangup()


def _is_connected() -> bool:
    return os.isatty(sys.stdin.fileno()) and os.isatty(sys.stdout.fileno())


class CursesTerminal:
    """The terminal of this process; there is only one."""

    def __init__(
        self, window: curses.window, signals: SignalWatcher, *, coloured: bool, mouse: bool
    ) -> None:
        self._window = window
        self._signals = signals
        self._decoder = Decoder(self._read)
        self._shown_size = self._known_size = self.size()
        with _hangup_on_error(signals):
            curses.noecho()
            curses.cbreak()
            window.keypad(True)
        with suppress(curses.error):
            curses.curs_set(0)
        if hasattr(curses, "set_escdelay"):
            curses.set_escdelay(_ESCAPE_DELAY_MS)
        if mouse:
            with suppress(curses.error):
                curses.mousemask(_BUTTONS)
                # Report presses at once, without waiting for double clicks.
                curses.mouseinterval(0)
        self._colours = 0
        if coloured:
            with suppress(curses.error):
                curses.start_color()
                curses.use_default_colors()
                self._colours = curses.COLORS
        self._use_theme(Theme.TERMINAL)

    def _use_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._attributes = _attributes(PALETTES[theme], self._colours)
        self._window.bkgdset(" ", self._attributes[Style.PLAIN])

    def measure(self, text: str) -> int | None:
        """Return the width of ``text`` in the terminal, in cells; None if it does not answer.

        The text is erased at once, and keys typed meanwhile are not lost.
        """
        if sys.platform == "win32" or curses.tigetstr("u7") != _CURSOR_QUERY:
            return None
        move, erase = curses.tigetstr("cup"), curses.tigetstr("el")
        if not (move and erase):
            return None
        start, home = curses.tparm(move, 1, 0), curses.tparm(move, 0, 0)
        with _hangup_on_error(self._signals):
            # This leaves curses with a blank screen and the cursor in the corner.
            self._window.erase()
            self._window.refresh()
            _write_codes(start + text.encode(self._window.encoding) + _CURSOR_QUERY)
            column = self._take_cursor_answer()
            _write_codes(start + erase + home)
            return column
        return None

    def _take_cursor_answer(self) -> int | None:
        """Return the column in the terminal's answer (from 0); give other keys back to curses."""
        deadline, typed, column = monotonic() + _ANSWER_SECONDS, list[str | int](), None
        while column is None and (left := deadline - monotonic()) > 0:
            self._window.timeout(max(1, int(left * 1000)))
            try:
                typed.append(self._window.get_wch())
            except curses.error:
                break
            signs = "".join(key if isinstance(key, str) else "\0" for key in typed)
            if answer := _CURSOR_ANSWER.search(signs):
                column = int(answer[1]) - 1
                del typed[answer.start() :]
        for key in reversed(typed[:_MAX_TYPED_AHEAD]):
            put_back = curses.unget_wch if isinstance(key, str) else curses.ungetch
            put_back(key)
        return column

    @property
    def is_coloured(self) -> bool:
        return self._colours >= _MIN_COLOURS

    @property
    def ended_by(self) -> int | None:
        """The signal that ended the program, or None."""
        return self._signals.ended_by

    def size(self) -> Size:
        """Return the current window size; curses.LINES and COLS lag behind a resize."""
        return Size(*self._window.getmaxyx())

    def show(self, frame: Frame) -> None:
        """Display a frame; curses sends only the changes."""
        with _hangup_on_error(self._signals):
            self._paint(frame)

    def _paint(self, frame: Frame) -> None:
        window = self._window
        if frame.theme is not self._theme:
            self._use_theme(frame.theme)
        if self._shown_size != self.size():
            _blank_rows(window)
        self._shown_size = self.size()
        # Not clear(): some terminals would copy the old picture to the scrollback.
        window.erase()
        for row, spans in enumerate(frame.rows):
            column = 0
            for span in spans:
                text = _encodable(span.text, window.encoding)
                if not (text.isspace() and span.style is Style.PLAIN):
                    # curses raises after writing the last cell of the window.
                    with suppress(curses.error):
                        window.addstr(row, column, text, self._attributes[span.style])
                column += text_width(span.text)
        with suppress(curses.error):
            # The window may have become smaller than the frame.
            window.move(*frame.cursor)
        window.refresh()

    def wait(self, seconds: float | None) -> Input:
        """Return the next key or interruption; TIME_UP after ``seconds``.

        Each resize is reported once.
        """
        deadline = None if seconds is None else monotonic() + seconds
        errors = 0
        while True:
            interruption = self._signals.take()
            if interruption is not None:
                if interruption is Interruption.CONTINUED:
                    self._retake()
                return interruption
            if self.size() != self._known_size:
                # flushinp() may have discarded the KEY_RESIZE.
                self._known_size = self.size()
                return Interruption.RESIZED
            began = monotonic()
            left = _MAX_WAIT_SECONDS
            if deadline is not None:
                left = min(left, deadline - began)
            if left <= 0:
                return Interruption.TIME_UP
            try:
                key = self._decoder.next(max(1, int(left * 1000)))
            except KeyboardInterrupt:
                return Interruption.ENDED
            if key is None:
                # Reads from a closed terminal fail immediately, over and over.
                errors = errors + 1 if monotonic() - began < left / 4 else 0
                if errors > _MAX_READ_ERRORS and not _is_connected():
                    self._signals.note_hangup()
                continue
            if key == _REPAINT_KEY:
                self._window.redrawwin()
                return Interruption.REDRAWN
            if key is Interruption.RESIZED:
                self._known_size = self.size()
            if key:
                return key

    def _read(self, milliseconds: int) -> Input | None:
        """Return the next character or key; None after ``milliseconds``, or if the program ends."""
        if self._signals.ended_by is not None:
            return None
        self._window.timeout(milliseconds)
        try:
            return _translate_key(self._window.get_wch())
        except curses.error:
            return None

    def _retake(self) -> None:
        """Take the terminal back from the shell, whose output curses does not know."""
        self._window.redrawwin()
        with _hangup_on_error(self._signals):
            if sys.platform != "win32":
                curses.reset_prog_mode()
            _mark_pastes(on=True)

    def beep(self) -> None:
        with suppress(curses.error):
            curses.beep()

    def discard_typeahead(self) -> None:
        self._decoder.forget()
        curses.flushinp()

    def clock(self) -> float:
        return monotonic()

    def suspend(self) -> None:
        """Restore the terminal and stop until the process is continued."""
        with _hangup_on_error(self._signals):
            _clear_without_scrollback(self._window)
            _mark_pastes(on=False)
            curses.endwin()
        self._signals.stop_process()
        with _hangup_on_error(self._signals):
            self._use_theme(self._theme)
            self._window.refresh()


def _encodable(text: str, encoding: str) -> str:
    """Replace characters that curses cannot encode by "?"."""
    if sys.platform == "win32":
        # PDCurses writes UTF-16, whatever the code page.
        return text
    return text.encode(encoding, "replace").decode(encoding)


def _clear_without_scrollback(window: curses.window) -> None:
    """Clear the screen without leaving the picture in the scrollback.

    When a whole screen turns blank, curses sends ESC[J, which tmux and others copy to the
    scrollback. So one character is kept until the other rows are gone.
    """
    window.bkgdset(" ", curses.A_NORMAL)
    window.erase()
    with suppress(curses.error):
        window.addstr(window.getmaxyx()[0] - 1, 0, ".")
    window.refresh()
    window.erase()
    window.refresh()


def _blank_rows(window: curses.window) -> None:
    """Clear the rows left from another window size, bypassing curses.

    After a resize curses would clear the whole screen, which terminals without an alternate screen
    copy to the scrollback.
    """
    if sys.platform == "win32":
        return
    move, erase = curses.tigetstr("cup"), curses.tigetstr("el")
    if move and erase:
        rows = range(window.getmaxyx()[0])
        _write_codes(b"".join(curses.tparm(move, row, 0) + erase for row in rows))


def _write_codes(codes: bytes) -> None:
    os.write(sys.stdout.fileno(), _PADDING.sub(b"", codes))


def _take_keys_from_driver() -> None:
    r"""Restrict the terminal driver to Ctrl-C, Ctrl-\ and Ctrl-Z.

    Ctrl-S would stop all output while a hand is in sight. IEXTEN is about Ctrl-V and, on macOS and
    BSD, Ctrl-O, Ctrl-T and Ctrl-Y.
    """
    if sys.platform == "win32":
        return
    terminal = sys.stdin.fileno()
    iflag, oflag, cflag, lflag, *rest = termios.tcgetattr(terminal)
    iflag &= ~(termios.IXON | termios.IXOFF | termios.IXANY)
    lflag &= ~termios.IEXTEN
    modes = [iflag, oflag, cflag, lflag, *rest]
    termios.tcsetattr(terminal, termios.TCSANOW, modes)
    # refresh() restores these modes after endwin().
    curses.def_prog_mode()


def _mark_pastes(*, on: bool) -> None:
    """Switch bracketed paste on or off; terminals without it ignore the code."""
    if sys.platform != "win32":
        os.write(sys.stdout.fileno(), b"\x1b[?2004" + (b"h" if on else b"l"))


def _translate_key(key: str | int) -> Input:
    """Return the input of a key of curses, or "" if it has no meaning; characters are unchanged."""
    if isinstance(key, str):
        return key
    if key == curses.KEY_RESIZE:
        if sys.platform == "win32":
            curses.resize_term(0, 0)
        return Interruption.RESIZED
    if key != curses.KEY_MOUSE:
        return _CURSES_KEYS.get(key) or _pad_key(key) or _KEYPAD_KEYS.get(key, "")
    try:
        _device, column, row, _depth, buttons = curses.getmouse()
    except curses.error:
        return ""
    if buttons & _WHEEL_UP:
        return keys.WHEEL_UP
    if buttons & _WHEEL_DOWN:
        return keys.WHEEL_DOWN
    return Click(row, column) if buttons & curses.BUTTON1_PRESSED else ""


def _pad_key(number: int) -> str | None:
    """Return a key of the number pad by its terminfo sequence, or None for another key."""
    if sys.platform == "win32":
        return None
    # ncurses names keys that it does not know as terminfo does.
    name = _CAPABILITIES.get(number) or curses.keyname(number).decode("ascii", "replace")
    sequence = curses.tigetstr(name) or b""
    return KEYS.get(sequence[1:].decode("ascii", "replace"))


def _attributes(palette: Palette, colours: int) -> dict[Style, int]:
    ground, inks = _DEFAULT_COLOUR, dict.fromkeys(Style, _DEFAULT_COLOUR)
    lost = Emphasis.FAINT
    if colours in _PALETTE_SIZES:
        ground = _DEFAULT_COLOUR if palette.background_256 is None else palette.background_256
        inks |= palette.colours_256
    elif colours >= _MIN_COLOURS:
        if palette.background_8 is not None:
            ground = _curses_colour(palette.background_8)
        if palette.background_8 is not BasicColour.BLACK:
            # Many terminals draw bold text in brighter colours, illegible on a light ground.
            lost |= Emphasis.BOLD
        inks |= {style: _curses_colour(colour) for style, colour in palette.colours_8.items()}
    attributes = {}
    for pair, (style, ink) in enumerate(inks.items(), 1):
        traits = EMPHASIS.get(style, Emphasis(0))
        is_coloured = ink != _DEFAULT_COLOUR or ground != _DEFAULT_COLOUR
        if is_coloured:
            traits &= ~lost
        attributes[style] = sum(_ATTRIBUTES[trait] for trait in traits)
        if is_coloured:
            curses.init_pair(pair, ink, ground)
            attributes[style] |= curses.color_pair(pair)
    return attributes


def _curses_colour(colour: BasicColour) -> int:
    return int(getattr(curses, f"COLOR_{colour.name}"))
