"""Keyboard layouts: number rows without Shift, and letters of other scripts.

A terminal sends characters, not keys. The layouts are those that systems offer first for a
language; if two of them disagree about a letter, the layout of more people counts (Russian before
Bulgarian, Arabic before Persian).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

from foxduet.ui.kit.keys import OPTION_KEYS, SPACE
from foxduet.words.i18n import pgettext

DIGIT_ROWS = {"qwerty": ("1234567890-=",), "azerty": ("&é\"'(-è_çà)=", "&é\"'(§è!çà)")}
"""Characters of the keys from 1 to = without Shift; Macs and others have the second row."""

_DIGIT_OPTIONS = 10
"""Number of options that a digit selects on any keyboard, with or without Shift."""

_LETTERS = "qwertyuiopasdfghjklzxcvbnm"
_LAYOUTS = (
    # Russian, then a letter of Ukrainian at the place of another QWERTY letter
    (_LETTERS, "йцукенгшщзфывапролдячсмить"),
    ("s", "\u0456"),
    # Greek
    (_LETTERS, ";ςερτυθιοπασδφγηξκλζχψωβνμ"),
    # Hebrew, which has / and ' at q and w, and the Latin capitals with Shift
    ("ertyuiopasdfghjklzxcvbnm", "קראטוןםפשדגכעיחלךזסבהנמצ"),
    # Arabic, with Shift as well, then the letters that Persian has elsewhere
    (_LETTERS, "ضصثقفغعهخحشسيبلاتنمئءؤرﻻىة"),
    ("RSN", "\u064c\u064dآ"),
    ("dzxcbnmRN", "یظطزذدپ\u064b\u0654"),
    # Thai (Kedmanee), which has / and - at 2 and 3, and Thai digits with Shift
    (_LETTERS, "ๆไำพะ\u0e31\u0e35รนยฟหกดเ\u0e49\u0e48าสผปแอ\u0e34\u0e37ท"),
    ("14567890-=", "ๅภถ\u0e38\u0e36คตจขช"),
    ("RSN", "ฑฆ\u0e4c"),
    # Korean (two sets), with Shift as well
    (_LETTERS, "ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡ"),
    ("QWERTOP", "ㅃㅉㄸㄲㅆㅒㅖ"),
    # Georgian, with Shift as well
    (_LETTERS, "ქწერტყუიოპასდფგჰჯკლზხცვბნმ"),
    ("WRTSJZC", "ჭღთშჟძჩ"),
    # Armenian (eastern), which has no digits
    (_LETTERS, "ճփբսմուկըթջվգեանիտհժդչյզլք"),
    # Hindi (InScript), with Shift as well
    (
        _LETTERS,
        "\u094c\u0948\u093e\u0940\u0942बहगदज\u094b\u0947\u094d\u093f\u0941परकत\u0946\u0902मनवलस",
    ),
    ("RSN=+?", "ईएळ\u0943ऋ\u095f"),
    # Turkish
    ("iI", "ıİ"),
    # Question marks of other scripts, and the characters of the ? key on some layouts
    ("?????", "؟՞¿/,"),
    # The minus of mathematics, which is no dash in Unicode
    ("-", "\u2212"),
)
"""Keys, and the characters that other layouts type with them."""
_KEYS = {sign: key for keys, signs in _LAYOUTS for key, sign in zip(keys, signs, strict=True)}


def _digit_rows(keyboard: str) -> tuple[str, ...]:
    """Return the digit rows of a keyboard; by default, the usual one in the player's language."""
    # Translators: the usual keyboard for your language, qwerty or azerty: for the row of digits
    usual = pgettext("keyboard", "qwerty")
    return DIGIT_ROWS.get(keyboard) or DIGIT_ROWS.get(usual) or DIGIT_ROWS["qwerty"]


def key_of(sign: str, keyboard: str) -> str:
    """Return the member of ``OPTION_KEYS`` that types ``sign`` on a keyboard; else ``sign``."""
    indices = (row.find(sign) for row in _digit_rows(keyboard))
    return next((OPTION_KEYS[index] for index in indices if index >= 0), sign)


def sign_of(key: str, keyboard: str) -> str:
    """Return the character on an option's key; other keys are returned unchanged."""
    index, (row, *_others) = OPTION_KEYS.find(key), _digit_rows(keyboard)
    return row[index] if _DIGIT_OPTIONS <= index < len(row) else key


def intended_key(sign: str, keyboard: str, takes: Callable[[str], bool]) -> str:
    """Return the key that a screen should receive for a character.

    It is the option's key or the character itself if the screen ``takes`` that, and otherwise the
    key at the same place of another layout, a Latin letter or digit, or the key without Shift.
    """
    key = key_of(sign, keyboard)
    if takes(key):
        return key
    key = key_of(_latin(key), keyboard)
    without_shift = key_of(key.lower(), keyboard)
    return without_shift if takes(without_shift) and not takes(key) else key


def _latin(sign: str) -> str:
    """Return the Latin key that types ``sign`` in another layout; else ``sign``."""
    if len(sign) != 1:
        return sign
    if sign in _KEYS:
        return _KEYS[sign]
    if sign.lower() in _KEYS:
        return _KEYS[sign.lower()].upper()
    match unicodedata.category(sign):
        case "Nd":
            return str(unicodedata.decimal(sign))
        case "Pd":
            return "-"
        case "Zs":
            return SPACE
    is_wide = unicodedata.east_asian_width(sign) == "F"
    return unicodedata.normalize("NFKC", sign) if is_wide else sign
