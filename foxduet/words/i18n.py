"""Translation of all text for players, and of messages of Python and the system, by gettext.

A catalogue is loaded with its first sentence; English needs no catalogue.
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

# Importing pathlib for this would delay ``--help``.
LOCALE_FOLDER = os.path.join(os.path.dirname(__file__), "locale")
_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")

_language = SOURCE
_translations: gettext.NullTranslations | None = gettext.NullTranslations()
_encoding = ""
"""The encoding that all text must fit; empty for any."""


def languages() -> tuple[str, ...]:
    """Return the codes of the languages of the program."""
    try:
        folders = os.listdir(LOCALE_FOLDER)
    except (NotADirectoryError, FileNotFoundError):
        # The program is in a zip archive, whose folders the system does not see.
        from importlib.resources import files  # noqa: PLC0415

        folders = [folder.name for folder in files(__package__).joinpath("locale").iterdir()]
    return SOURCE, *sorted(folders)


@cache
def _catalogue_of(language: str) -> gettext.GNUTranslations:
    from pkgutil import get_data  # noqa: PLC0415 - not for English

    content = get_data(__package__, f"locale/{language}/LC_MESSAGES/{DOMAIN}.mo")
    assert content is not None, "packages can be read"
    return gettext.GNUTranslations(BytesIO(content))


def use_language(language: str) -> None:
    """Translate into ``language`` from now on."""
    global _language, _translations
    if language != _language:
        _language, _translations = language, None


def use_ascii(is_on: bool, encoding: str = "ascii") -> None:
    """Replace characters outside ``encoding`` from now on, or stop doing so."""
    global _encoding  # noqa: PLW0603
    _encoding = encoding if is_on else ""


Speech = tuple[str, "gettext.NullTranslations | None", str]
"""The language, its catalogue, and the encoding of all text (empty for any)."""


def current_language() -> Speech:
    """Return the language and encoding in use, as ``restore_language`` takes them."""
    return _language, _catalogue(), _encoding


def restore_language(speech: Speech) -> None:
    """Use the language and encoding that ``current_language`` returned."""
    global _language, _translations, _encoding
    _language, _translations, _encoding = speech


def language_name(language: str) -> str:
    """Return the name of a language in that language."""
    catalogue = gettext.NullTranslations() if language == SOURCE else _catalogue_of(language)
    # Translators: what your language calls itself, as "Français"
    return _fit_encoding(catalogue.pgettext("language", "English"))


def preferred_language() -> str:
    """Return the language of the locale, or English if the program does not have it."""
    codes = languages()
    for name in _locale_languages():
        # Locales look like fr_CA.UTF-8@euro, and like fr-CA on macOS.
        language = name.split(".")[0].split("@")[0].replace("-", "_").split("_")[0].lower()
        if language in codes:
            return language
        if language in ("c", "posix"):
            break
    return SOURCE


def _locale_languages() -> list[str]:
    """Return the names of the player's locales, best first; empty if the system names none."""
    # As in gettext, LANGUAGE has no effect in the C locale.
    locales = (value for name in _VARIABLES[1:] if (value := os.environ.get(name)))
    if next(locales, "") in ("C", "POSIX"):
        return [SOURCE]
    for name in _VARIABLES:
        if value := os.environ.get(name):
            return value.split(":")
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415 - needed nowhere else
        import locale  # noqa: PLC0415

        number = ctypes.windll.kernel32.GetUserDefaultUILanguage()
        return [locale.windows_locale.get(number, SOURCE)]
    return _macos_languages() if sys.platform == "darwin" else []


def _macos_languages() -> list[str]:
    import plistlib  # noqa: PLC0415 - needed nowhere else

    path = os.path.expanduser("~/Library/Preferences/.GlobalPreferences.plist")
    try:
        with open(path, "rb") as file:
            names = plistlib.load(file).get("AppleLanguages")
    except (OSError, ValueError):
        return []
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []


def _catalogue() -> gettext.NullTranslations:
    global _translations  # noqa: PLW0603
    if _translations is None:
        _translations = gettext.NullTranslations()
        if _language != SOURCE:
            _translations = _catalogue_of(_language)
    return _translations


def _(message: str) -> str:
    """Return ``message`` in the player's language."""
    # A catalogue has its header as the translation of the empty message.
    return _fit_encoding(_catalogue().gettext(message)) if message else ""


def ngettext(singular: str, plural: str, count: float) -> str:
    """Return the form of a message for ``count`` in the player's language.

    A float has the form of its integer part if 0 is singular, as in French "1,5 point", otherwise
    the plural, as in "1.0 points".
    """
    catalogue = _catalogue()
    if isinstance(count, float):
        forms = {catalogue.ngettext(singular, plural, number) for number in (0, 1)}
        count = int(count) if len(forms) == 1 else 0
    return _fit_encoding(catalogue.ngettext(singular, plural, count))


def pgettext(context: str, message: str) -> str:
    """Return ``message`` in the player's language; ``context`` distinguishes equal messages."""
    return _fit_encoding(_catalogue().pgettext(context, message))


def in_every_language(message: str) -> frozenset[str]:
    """Return ``message`` in each of the ``languages``."""
    catalogues = (_catalogue_of(language) for language in languages() if language != SOURCE)
    return frozenset((message, *(catalogue.gettext(message) for catalogue in catalogues)))


def _fit_encoding(text: str) -> str:
    return text if not _encoding or text.isascii() else to_charset(text)


def to_charset(text: str) -> str:
    """Replace characters outside the encoding in use, or outside ASCII if the encoding is unset."""
    encoding = _encoding or "ascii"
    if encoding == "ascii":
        return to_ascii(text)
    return "".join(sign if sign.encode(encoding, "ignore") else to_ascii(sign) for sign in text)


_ASCII_FALLBACKS = dict.fromkeys("\u00a0\u202f", " ") | dict.fromkeys("«»“”", '"') | {"\u2019": "'"}
_ASCII_FALLBACKS |= {"œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "ß": "ss", "…": "..."}
# Signs of pictures in texts become the signs of ``text.ASCII``.
_ASCII_FALLBACKS |= {"←": "<", "→": ">", "◄": "<", "►": ">", "◊": "$", "▲": "#", "░": ":", "·": "."}


@lru_cache(maxsize=4096)
def to_ascii(text: str) -> str:
    """Replace accents and typographic spaces and quotes by ASCII, and other characters by ?."""
    import unicodedata  # noqa: PLC0415 - most players never need it

    result = text.replace("«\u202f", '"').replace("\u202f»", '"')
    result = "".join(_ASCII_FALLBACKS.get(sign, sign) for sign in result)
    signs = unicodedata.normalize("NFKD", result)
    result = "".join(sign for sign in signs if not unicodedata.combining(sign))
    return result.encode("ascii", "replace").decode()


def replace_for_stream(error: UnicodeError) -> tuple[str | bytes, int]:
    """Replace unencodable characters; an error handler for ``codecs.register_error``."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return to_ascii(error.object[error.start : error.end]), error.end


def decimal_sign() -> str:
    """Return the decimal separator of the player's language."""
    # Translators: the sign between a whole number and its fraction
    return pgettext("number", ".")


def decimal(number: float, form: str) -> str:
    """Format a number with the decimal separator of the player's language."""
    return f"{number:{form}}".replace(".", decimal_sign())


def percentage(share: float, form: str = ".1f") -> str:
    """Format a share (0-1) as a percentage in the player's language."""
    # Translators: a percentage such as 37.5%
    return pgettext("number", "{number}%").format(number=decimal(100 * share, form))


def day_text(day: date) -> str:
    """Format a date in digits, in the player's language."""
    # Translators: a date in digits, the same number of cells for each
    form = pgettext("date", "{year:04}-{month:02}-{day:02}")
    return form.format(year=day.year, month=day.month, day=day.day)


_MONTHS = (
    *(NC_("month", "January"), NC_("month", "February"), NC_("month", "March")),
    *(NC_("month", "April"), NC_("month", "May"), NC_("month", "June")),
    *(NC_("month", "July"), NC_("month", "August"), NC_("month", "September")),
    *(NC_("month", "October"), NC_("month", "November"), NC_("month", "December")),
)


def ordinal(number: int) -> str:
    """Return a number of a series in figures, such as 12th."""
    # Translators: such as 1st, 2nd, 3rd and 4th, of an evening
    forms = pgettext("ordinal", "{number}st {number}nd {number}rd {number}th").split()
    last = number % 10 if number // 10 % 10 != 1 and number % 10 in (1, 2, 3) else 4
    return forms[min(last, len(forms)) - 1].format(number=number)


def spoken_day(day: date) -> str:
    """Format a date as day and month, without its year."""
    # Translators: a day of the year, such as 20 November, and the first of a month
    form = _("{day} {month}") if day.day > 1 else pgettext("the first", "{day} {month}")
    return form.format(day=day.day, month=pgettext("month", _MONTHS[day.month - 1]))


_SYSTEM_FIELDS = ("reason", "cause")
"""Fields of errors that contain a message of the system, of SQLite or about TOML."""


def explain(error: FoxduetError) -> str:
    """Return the message of ``error`` in the player's language."""
    fields: dict[str, object] = {}
    for name, value in error.fields.items():
        match value:
            case FoxduetError():
                fields[name] = explain(value)
            case OSError():
                fields[name] = error_text(value)
            case str() if name in _SYSTEM_FIELDS:
                fields[name] = translate(value, _)
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
"""Messages that the C library of Windows lacks."""


def error_text(error: OSError | FoxduetError) -> str:
    """Return the message of an error of the system or this program, in the player's language."""
    if isinstance(error, FoxduetError):
        return explain(error)
    message = error.strerror or str(error)
    if getattr(error, "winerror", None) is not None and error.errno:
        # Windows has its own messages, in the user's language.
        message = _SOCKET_ERRORS.get(error.errno) or os.strerror(error.errno)
    return translate(message, _)


def Nn_(singular: str, plural: str) -> tuple[str, str]:
    """Mark a singular and its plural for the translators; return both unchanged."""
    return singular, plural


def translate(sentence: str, gettext: Callable[[str], str]) -> str:
    """Translate a message of the system, a library or on TOML; others stay as they are."""
    message, _bracket, position = sentence.partition(" (at ")
    if match := re.fullmatch(r"line (\d+), column (\d+)\)", position):
        # Translators: what is wrong in a file, and where; "said" is one of the sentences on TOML
        template = gettext(N_("{said} (at line {line}, column {column})"))
        reason = _toml_message(message, gettext)
        return template.format(said=reason, line=match[1], column=match[2])
    if position == "end of document)":
        reason = _toml_message(message, gettext)
        return gettext(N_("{said} (at end of document)")).format(said=reason)
    return gettext(sentence)


def _toml_message(sentence: str, gettext: Callable[[str], str]) -> str:
    for template in () if sentence in TOML_MESSAGES else TOML_TEMPLATES:
        prefix, suffix = template.split("{what}")
        if sentence.startswith(prefix) and sentence.endswith(suffix):
            what = sentence.removeprefix(prefix).removesuffix(suffix)
            return gettext(template).format(what=what)
    return gettext(sentence)


SYSTEM_MESSAGES = (
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

SQLITE_MESSAGES = (
    N_("attempt to write a readonly database"),
    N_("database is locked"),
    N_("database or disk is full"),
    N_("disk I/O error"),
    N_("out of memory"),
    N_("unable to open database file"),
)

TOML_MESSAGES = (
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
"""Messages about TOML files, by ``tomllib`` and by this program's own checks."""

# Translators: "what" is a piece of the file, quoted as it stands there
TOML_TEMPLATES = (
    N_("Cannot declare {what} twice"),
    N_("Cannot mutate immutable namespace {what}"),
    N_("Cannot redefine namespace {what}"),
    N_("Duplicate inline table key {what}"),
    N_("Expected {what}"),
    N_("Found invalid character {what}"),
    N_("Illegal character {what}"),
)

ARGPARSE_MESSAGES = (
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
"""Messages of argparse in all supported versions of Python."""
