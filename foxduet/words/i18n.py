"""The translation of all text for players by gettext, and of what Python and the system say.

A catalogue is read when its first sentence is needed, and none is for English.
"""

from __future__ import annotations

import errno
import gettext
import os
import re
import sys
from collections.abc import Callable
from functools import cache, lru_cache
from io import BytesIO

from foxduet.core.errors import N_, NC_, FoxduetError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import date


DOMAIN = "foxduet"
SOURCE = "en"
"""The language of the sentences in the source."""

# Without pathlib, which ``--help`` would have to load for this alone.
LOCALES = os.path.join(os.path.dirname(__file__), "locale")
_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")

_language = SOURCE
_translations: gettext.NullTranslations | None = gettext.NullTranslations()
_encoding = ""
"""That which all text keeps to; nothing for any."""


def languages() -> tuple[str, ...]:
    """Return the codes of the languages that the program speaks."""
    try:
        folders = os.listdir(LOCALES)
    except (NotADirectoryError, FileNotFoundError):
        # The program lies in an archive, in which Windows sees no folder.
        from importlib.resources import files  # noqa: PLC0415

        folders = [one.name for one in files(__package__).joinpath("locale").iterdir()]
    return SOURCE, *sorted(folders)


@cache
def _catalogue_of(language: str) -> gettext.GNUTranslations:
    from pkgutil import get_data  # noqa: PLC0415 - not for English

    content = get_data(__package__, f"locale/{language}/LC_MESSAGES/{DOMAIN}.mo")
    assert content is not None, "packages can be read"
    return gettext.GNUTranslations(BytesIO(content))


def use_language(language: str) -> None:
    """Take all text from now on in one of the ``languages``."""
    global _language, _translations
    if language != _language:
        _language, _translations = language, None


def use_ascii(wanted: bool, encoding: str = "ascii") -> None:
    """Leave out accents and the like from now on that an encoding has not, or no longer."""
    global _encoding  # noqa: PLW0603
    _encoding = encoding if wanted else ""


Speech = tuple[str, "gettext.NullTranslations | None", str]
"""The language of all sentences, with its catalogue, and the encoding they keep to, if any."""


def current_language() -> Speech:
    """Return the language and characters in use, for ``restore_language``."""
    return _language, _catalogue(), _encoding


def restore_language(how: Speech) -> None:
    """Use a language and characters from now on: those that ``current_language`` returned before."""
    global _language, _translations, _encoding
    _language, _translations, _encoding = how


def language_name(language: str) -> str:
    """Return what a language calls itself."""
    own = gettext.NullTranslations() if language == SOURCE else _catalogue_of(language)
    # Translators: what your language calls itself, as "Français"
    return _spelled(own.pgettext("language", "English"))


def preferred_language() -> str:
    """Return the language that the locale asks for, English if the program does not speak it."""
    known = languages()
    for name in _wanted_languages():
        # A locale is like fr_CA.UTF-8@euro; macOS writes fr-CA.
        language = name.split(".")[0].split("@")[0].replace("-", "_").split("_")[0].lower()
        if language in known:
            return language
        if language in ("c", "posix"):
            break
    return SOURCE


def _wanted_languages() -> list[str]:
    # As in other programs, LANGUAGE does not count where the locale is none.
    locales = (value for name in _VARIABLES[1:] if (value := os.environ.get(name)))
    if next(locales, "") in ("C", "POSIX"):
        return [SOURCE]
    for name in _VARIABLES:
        if value := os.environ.get(name):
            return value.split(":")
    if sys.platform == "win32":
        return _languages_of_windows()
    return _languages_of_macos() if sys.platform == "darwin" else []


def _languages_of_windows() -> list[str]:
    import ctypes  # noqa: PLC0415 - needed nowhere else
    import locale  # noqa: PLC0415

    number = ctypes.windll.kernel32.GetUserDefaultUILanguage()  # type: ignore[attr-defined, unused-ignore]
    return [locale.windows_locale.get(number, SOURCE)]


def _languages_of_macos() -> list[str]:
    import plistlib  # noqa: PLC0415 - needed nowhere else

    path = os.path.expanduser("~/Library/Preferences/.GlobalPreferences.plist")
    try:
        with open(path, "rb") as file:
            wanted = plistlib.load(file).get("AppleLanguages")
    except (OSError, ValueError):
        return []
    return [name for name in wanted if isinstance(name, str)] if isinstance(wanted, list) else []


def _catalogue() -> gettext.NullTranslations:
    global _translations  # noqa: PLW0603
    if _translations is None:
        _translations = gettext.NullTranslations()
        if _language != SOURCE:
            _translations = _catalogue_of(_language)
    return _translations


def _(message: str) -> str:
    """Return ``message`` in the player's language."""
    # The empty message is where a catalogue keeps its header.
    return _spelled(_catalogue().gettext(message)) if message else ""


def ngettext(one: str, many: str, count: float) -> str:
    """Return the form of a message for ``count`` in the player's language.

    A number that is shown with a fraction goes with its whole part where 0 is like 1, as in French
    "1,5 point", and with the form for many elsewhere, as in "1.0 points".
    """
    catalogue = _catalogue()
    if isinstance(count, float):
        is_like_one = catalogue.ngettext(one, many, 0) == catalogue.ngettext(one, many, 1)
        count = int(count) if is_like_one else 0
    return _spelled(catalogue.ngettext(one, many, count))


def pgettext(context: str, message: str) -> str:
    """Return ``message`` in the player's language, where ``context`` says what it is about."""
    return _spelled(_catalogue().pgettext(context, message))


def in_every_language(message: str) -> frozenset[str]:
    """Return ``message`` in each of the ``languages``."""
    others = (language for language in languages() if language != SOURCE)
    catalogues = map(_catalogue_of, others)
    return frozenset((message, *(one.gettext(message) for one in catalogues)))


def _spelled(text: str) -> str:
    return text if not _encoding or text.isascii() else to_charset(text)


def to_charset(text: str) -> str:
    """Return ``text`` in seven bits, but for what the encoding in use has."""
    encoding = _encoding or "ascii"
    if encoding == "ascii":
        return to_ascii(text)
    return "".join(sign if sign.encode(encoding, "ignore") else to_ascii(sign) for sign in text)


_ASCII_FALLBACKS = dict.fromkeys("\u00a0\u202f", " ") | dict.fromkeys("«»“”", '"')
_ASCII_FALLBACKS |= {
    "œ": "oe",
    "Œ": "OE",
    "æ": "ae",
    "Æ": "AE",
    "ß": "ss",
    "\u2019": "'",
    "…": "...",
}
_ASCII_FALLBACKS |= {"←": "<", "→": ">"}
# The signs of pictures in texts, as the table has them in seven bits.
_ASCII_FALLBACKS |= {"◄": "<", "►": ">", "◊": "$", "▲": "#", "░": ":", "·": "."}


@lru_cache(maxsize=4096)
def to_ascii(text: str) -> str:
    """Return ``text`` without accents, typographic blanks and quotes; ? stands for the rest."""
    import unicodedata  # noqa: PLC0415 - most players never need it

    plain = text.replace("«\u202f", '"').replace("\u202f»", '"')
    plain = "".join(_ASCII_FALLBACKS.get(sign, sign) for sign in plain)
    letters = (sign for sign in unicodedata.normalize("NFKD", plain))
    kept = "".join(sign for sign in letters if not unicodedata.combining(sign))
    return kept.encode("ascii", "replace").decode()


def replace_for_stream(error: UnicodeError) -> tuple[str | bytes, int]:
    """Replace what a stream cannot encode; an error handler for ``codecs.register_error``."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return to_ascii(error.object[error.start : error.end]), error.end


def decimal_sign() -> str:
    """Return what stands between a whole number and its fraction in the player's language."""
    # Translators: the sign between a whole number and its fraction
    return pgettext("number", ".")


def decimal(number: float, form: str) -> str:
    """Return a number in a ``form`` of str.format, as the player's language writes it."""
    return f"{number:{form}}".replace(".", decimal_sign())


def percentage(share: float, form: str = ".1f") -> str:
    """Return a share of 1 as hundredths, as the player's language writes it."""
    # Translators: a percentage such as 37.5%
    return pgettext("number", "{number}%").format(number=decimal(100 * share, form))


def day_text(day: date) -> str:
    """Return a date in digits as the player's language writes it."""
    # Translators: a date in digits, the same number of cells for each
    form = pgettext("date", "{year:04}-{month:02}-{day:02}")
    return form.format(year=day.year, month=day.month, day=day.day)


_MONTHS = (
    *(NC_("month", "January"), NC_("month", "February"), NC_("month", "March")),
    *(NC_("month", "April"), NC_("month", "May"), NC_("month", "June")),
    *(NC_("month", "July"), NC_("month", "August"), NC_("month", "September")),
    *(NC_("month", "October"), NC_("month", "November"), NC_("month", "December")),
)


def spoken_day(day: date) -> str:
    """Return a day of this year, or nearly, as one says it."""
    # Translators: a day of the year, such as 20 November, and the first of a month
    form = _("{day} {month}") if day.day > 1 else pgettext("the first", "{day} {month}")
    return form.format(day=day.day, month=pgettext("month", _MONTHS[day.month - 1]))


_SYSTEM_FIELDS = ("reason", "cause")
"""Fields of errors with what other programs say: the system, SQLite, TOML."""


def explain(error: FoxduetError) -> str:
    """Return what ``error`` says in the player's language."""
    fields: dict[str, object] = {}
    for name, value in error.fields.items():
        match value:
            case FoxduetError():
                fields[name] = explain(value)
            case OSError():
                fields[name] = reason_of(value)
            case str() if name in _SYSTEM_FIELDS:
                fields[name] = _system_message(value)
            case _:
                fields[name] = value
    return _(error.template).format(**fields)


_SOCKET_ERRORS = {
    errno.ECONNREFUSED: "Connection refused",
    errno.ECONNRESET: "Connection reset by peer",
    errno.EHOSTUNREACH: "No route to host",
    errno.ENETUNREACH: "Network is unreachable",
    errno.ETIMEDOUT: "Connection timed out",
}
"""What the C library of Windows has no words for."""


def reason_of(error: OSError | FoxduetError) -> str:
    """Return why the system, or this program before it asks the system, refused something."""
    if isinstance(error, FoxduetError):
        return explain(error)
    said = error.strerror or str(error)
    if getattr(error, "winerror", None) is not None and error.errno:
        # Windows says it in the user's language and in words of its own.
        said = _SOCKET_ERRORS.get(error.errno) or os.strerror(error.errno)
    return _system_message(said)


def _system_message(sentence: str) -> str:
    return translate(sentence, _)


def Nn_(one: str, many: str) -> tuple[str, str]:
    """Mark both forms of a sentence for the translators; return them unchanged."""
    return one, many


def translate(sentence: str, gettext: Callable[[str], str]) -> str:
    """Return what another program says in the language of ``gettext``, as far as that is known."""
    said, _bracket, place = sentence.partition(" (at ")
    if at := re.fullmatch(r"line (\d+), column (\d+)\)", place):
        # Translators: what is wrong in a file, and where; "said" is one of the sentences on TOML
        whole = gettext(N_("{said} (at line {line}, column {column})"))
        return whole.format(said=_toml_message(said, gettext), line=at[1], column=at[2])
    if place == "end of document)":
        return gettext(N_("{said} (at end of document)")).format(said=_toml_message(said, gettext))
    return gettext(sentence)


def _toml_message(sentence: str, gettext: Callable[[str], str]) -> str:
    for template in TOML_WITH_A_WORD:
        before, after = template.split("{what}")
        if sentence.startswith(before) and sentence.endswith(after) and sentence not in TOML:
            what = sentence[len(before) : len(sentence) - len(after)]
            return gettext(template).format(what=what)
    return gettext(sentence)


SYSTEM = (
    N_("No such file or directory"),
    N_("Permission denied"),
    N_("Operation not permitted"),
    N_("Is a directory"),
    N_("Not a directory"),
    N_("File exists"),
    N_("File too large"),
    N_("File name too long"),
    N_("No space left on device"),
    N_("Disk quota exceeded"),
    N_("Read-only file system"),
    N_("Input/output error"),
    N_("Too many levels of symbolic links"),
    N_("Too many open files"),
    N_("Too many open files in system"),
    N_("Device or resource busy"),
    N_("Text file busy"),
    N_("Cannot allocate memory"),
    N_("Directory not empty"),
    N_("Invalid argument"),
    N_("Invalid cross-device link"),
    N_("No such device"),
    N_("No such device or address"),
    N_("Bad file descriptor"),
    N_("Broken pipe"),
    N_("Stale file handle"),
    N_("Connection refused"),
    N_("Connection timed out"),
    N_("Connection reset by peer"),
    N_("Network is unreachable"),
    N_("No route to host"),
    N_("Name or service not known"),
    N_("Temporary failure in name resolution"),
)

SQLITE = (
    N_("attempt to write a readonly database"),
    N_("database disk image is malformed"),
    N_("database is locked"),
    N_("database or disk is full"),
    N_("database table is locked"),
    N_("disk I/O error"),
    N_("file is not a database"),
    N_("interrupted"),
    N_("out of memory"),
    N_("unable to open database file"),
    N_("unsupported file format"),
)

TOML = (
    N_("Cannot overwrite a value"),
    N_("Expected '=' after a key in a key/value pair"),
    N_("Expected ']' at the end of a table declaration"),
    N_("Expected ']]' at the end of an array declaration"),
    N_("Expected newline or end of document after a statement"),
    N_("Invalid date or datetime"),
    N_("Invalid hex value"),
    N_("Invalid initial character for a key part"),
    N_("Invalid statement"),
    N_("Invalid value"),
    N_("Unclosed array"),
    N_("Unclosed inline table"),
    N_("Unescaped '\\' in a string"),
    N_("Unterminated string"),
    N_("Escaped character is not a Unicode scalar value"),
    N_("a key is too long"),
    N_("a number is too large"),
)
"""What ``tomllib``, and this program in its place, say of a file."""

# Translators: "what" is a piece of the file, quoted as it stands there
TOML_WITH_A_WORD = (
    N_("Cannot declare {what} twice"),
    N_("Cannot mutate immutable namespace {what}"),
    N_("Cannot redefine namespace {what}"),
    N_("Duplicate inline table key {what}"),
    N_("Expected {what}"),
    N_("Found invalid character {what}"),
    N_("Illegal character {what}"),
)

ARGPARSE = (
    N_("usage: "),
    N_("positional arguments"),
    N_("options"),
    N_("subcommands"),
    N_("%(heading)s:"),
    N_("show this help message and exit"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("expected one argument"),
    N_("expected at most one argument"),
    N_("expected at least one argument"),
    *Nn_("expected %s argument", "expected %s arguments"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("invalid choice: %(value)r, maybe you meant %(closest)r? (choose from %(choices)s)"),
    N_("invalid %(type)s value: %(value)r"),
    N_("ignored explicit argument %r"),
    N_("unrecognized arguments: %s"),
    N_("unexpected option string: %s"),
    N_("not allowed with argument %s"),
    N_("one of the arguments %s is required"),
    N_("the following arguments are required: %s"),
    N_("ambiguous option: %(option)s could match %(matches)s"),
    N_("unknown parser %(parser_name)r (choices: %(choices)s)"),
    N_("can't open '%(filename)s': %(error)s"),
    N_(" (default: %(default)s)"),
    N_("%(prog)s: error: %(message)s\n"),
    N_("%(prog)s: warning: %(message)s\n"),
    N_("option '%(option)s' is deprecated"),
    N_("argument '%(argument_name)s' is deprecated"),
    N_("command '%(parser_name)s' is deprecated"),
)
"""What argparse says to users, in the versions of Python that the program runs on."""
