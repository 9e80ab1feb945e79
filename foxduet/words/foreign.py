"""What Python, SQLite and the system say, marked for the translators, and its translation."""

from __future__ import annotations

import re
from collections.abc import Callable

from foxduet.core.errors import N_


def Nn_(one: str, many: str) -> tuple[str, str]:
    """Mark both forms of a sentence for the translators; return them unchanged."""
    return one, many


def translate(sentence: str, gettext: Callable[[str], str]) -> str:
    """Return what another program says in the language of ``gettext``, as far as that is known."""
    said, _bracket, place = sentence.partition(" (at ")
    if at := re.fullmatch(r"line (\d+), column (\d+)\)", place):
        # Translators: what is wrong in a file, and where; "said" is one of the sentences on TOML
        whole = gettext(N_("{said} (at line {line}, column {column})"))
        return whole.format(said=_of_toml(said, gettext), line=at[1], column=at[2])
    if place == "end of document)":
        return gettext(N_("{said} (at end of document)")).format(said=_of_toml(said, gettext))
    return gettext(sentence)


def _of_toml(sentence: str, gettext: Callable[[str], str]) -> str:
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
