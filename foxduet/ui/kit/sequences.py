"""Decoding of escape sequences and pastes.

Terminfo describes one terminal for each name, but many others go by the same name. ``KEYS`` has the
sequences of xterm, PuTTY, Windows Terminal, Terminal.app, iTerm2, rxvt, VTE, Konsole, kitty,
screen, tmux and the Linux console.
"""

from __future__ import annotations

import re
import sys
from collections import deque
from collections.abc import Callable, Mapping
from typing import TypeAlias, TypeGuard

from foxduet.ui.kit import keys
from foxduet.ui.kit.keys import MAX_PASTE, Input, PastedText

_ESCAPE, _DELETE = "\x1b", "\x7f"
_MOVING = dict(
    zip("ABCDHF", (keys.UP, keys.DOWN, keys.RIGHT, keys.LEFT, keys.HOME, keys.END), strict=True)
)
_EDITING = dict.fromkeys("17", keys.HOME) | dict.fromkeys("48", keys.END)
_EDITING |= {"3": keys.BACKSPACE, "5": keys.PAGE_UP, "6": keys.PAGE_DOWN}
_PAD = dict(zip("jklmnopqrstuvwxyX ", "*+,-./0123456789= ", strict=True))
"""The number pad in application mode; PuTTY and others send these even with Num Lock."""

KEYS: Mapping[str, str] = {
    **{f"[{letter}": key for letter, key in _MOVING.items()},
    **{f"O{letter}": key for letter, key in _MOVING.items()},
    **{f"[{number}~": key for number, key in _EDITING.items()},
    **{f"O{letter}": sign for letter, sign in _PAD.items()},
    "OM": keys.ENTER,
    "OI": keys.TAB,
}
"""Keys by the characters that follow Escape."""

_WHOLE = r"""(?xs)
    \[ (?: [0-?]* [ -/]* [@-LN-Z\\-~] | [0-?]+ [ -/]* M )  # most sequences (ECMA-48, CSI)
    | \[M ...                                              # what X10 sends for the mouse
    | \[\[ .                                               # F1 to F5 of the Linux console
    | O [0-9;]* [^0-9;]                                    # the number pad (SS3)
    | [\]PX^_] .* (?: \x07 | \x1b\\ )                      # answers of the terminal
    | [^\[\]OPX^_]                                         # Alt with a key
"""
_PASTE_BEGINS, _PASTE_ENDS = "[200~", "\x1b[201~"

_REST_MS, _PASTE_REST_MS = 50, 1000
"""A slow line delivers a sequence, or a paste, in pieces."""
# PDCurses rounds waits to steps of 50 ms.
_TOGETHER_MS = 0 if sys.platform == "win32" else 1
"""Keys that follow each other faster than this arrived at once."""
_MIN_BURST = 3
_REPEATING = {*keys.CURSOR_KEYS, keys.BACKSPACE}
"""While such a key is held down, a slow line may deliver several at once."""

Read: TypeAlias = Callable[[int], Input | None]
"""Returns the next character or key; None after the given milliseconds."""


class Decoder:
    """Decodes the characters that ``read`` returns into keys and pastes.

    A paste is text between the brackets that most terminals send, or a burst: three or more
    characters that arrive at once. Two may be typed quickly over a slow line.
    """

    def __init__(self, read: Read) -> None:
        self._read = read
        self._left: deque[Input] = deque()

    def next(self, milliseconds: int) -> Input | None:
        """Return the next key or paste; None for an unknown sequence or after ``milliseconds``."""
        if self._left:
            first: Input | None = self._left.popleft()
        elif _is_character(first := self._read(milliseconds)) and first != _ESCAPE:
            return self._decode_text(first)
        return self._decode_sequence() if first == _ESCAPE else first

    def forget(self) -> None:
        """Discard input that was read but not yet returned."""
        self._left.clear()

    def _decode_sequence(self) -> Input | None:
        first, has_alt = self._read(_REST_MS), False
        while first == _ESCAPE:
            # Alt with an arrow key sends two escapes.
            first, has_alt = self._read(_REST_MS), True
        if first is None:
            return keys.ESCAPE
        if not isinstance(first, str):
            self._left.append(first)
            return keys.ESCAPE
        if not _is_character(first):
            return None
        sequence = first
        while not re.fullmatch(_WHOLE, sequence) and _is_character(more := self._read(_REST_MS)):
            sequence += more
        if sequence != _PASTE_BEGINS:
            return None if has_alt else KEYS.get(sequence)
        text = ""
        while not text.endswith(_PASTE_ENDS):
            received = self._read(_PASTE_REST_MS)
            if received is None:
                break
            text += received if _is_character(received) else ""
        return _make_paste(text.removesuffix(_PASTE_ENDS))

    def _decode_text(self, first: str) -> Input:
        text, milliseconds, is_repeated = first, _TOGETHER_MS, True
        while _is_character(more := self._read(milliseconds)) and more != _ESCAPE:
            text += more
            is_repeated = is_repeated and more == first
            if len(text) >= _MIN_BURST and not is_repeated:
                milliseconds = _REST_MS
        key, *rest = (keys.KEYS_BY_CHARACTER.get(sign, sign) for sign in text)
        is_burst = len(text) >= _MIN_BURST and not (is_repeated and key in _REPEATING)
        self._left.extend([] if is_burst else rest)
        if more is not None:
            self._left.append(more)
        return _make_paste(text) if is_burst else key


def _is_character(received: Input | None) -> TypeGuard[str]:
    return isinstance(received, str) and len(received) == 1


def _make_paste(text: str) -> PastedText:
    """Return a paste in which blanks replace white space, and Backspace is the only control."""
    signs = (" " if sign.isspace() else sign for sign in " ".join(text.splitlines()))
    typed = "".join(signs).replace("\b", _DELETE)
    kept = [sign for sign in typed if sign.isprintable() or sign == _DELETE]
    return PastedText("".join(kept[:MAX_PASTE]))
