"""Text in terminal cells: widths, glyphs, and the names of players and partners.

A record holds names only. A person who plays with the program under the default name is addressed
as "you", and a partner under a default name is then "your partner": ``names_at_table`` returns such
names, and ``format_sentence`` inserts them. Where the words differ, a sentence has all forms, as in
``{name:wins|win}``: for a name, for "you", and for "your partner" if that needs a third form. In a
form, ``*`` is replaced by the player's name or phrase.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence, Set
from enum import Enum, auto
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias, assert_never

from foxduet.core.errors import JOINERS, N_, fold_names, is_name
from foxduet.core.lazy_dataclass import dataclass, field_values, replace
from foxduet.words.i18n import _, explain, in_every_language, ngettext, to_ascii

if TYPE_CHECKING:
    from foxduet.play.game import Header, Names, PartnerNames
    from foxduet.store.files import FileError
    from foxduet.store.score_entries import ScoreEntry
    from foxduet.store.settings import Config


OwnNames: TypeAlias = tuple[str | None, str | None]
"""Names of both players; None for a default name."""

MAX_NAME_CELLS = 12
"""Width of the longest name that can be typed."""

MAX_MARKS = 4
"""Maximum of combining marks on one letter: a cell of curses has no room for more."""


@dataclass(frozen=True, slots=True)
class Example:
    """Lines that keep their breaks: a command to type, a file, a table or a picture."""

    text: str


@dataclass(frozen=True, slots=True)
class Pairs:
    """Terms in a column, such as keys, options or files, each with its meaning."""

    rows: tuple[tuple[str, str], ...]


SectionItem: TypeAlias = str | Pairs | Example
"""A piece of a section; a str is a paragraph."""

Sections: TypeAlias = tuple[tuple[str, tuple[SectionItem, ...]], ...]
"""Titles, each with the items below it, in the player's language."""

_GAP, _MAX_TABLE_WIDTH = "  ", 75
_MAX_TERM_WIDTH = 24
"""Longer terms have their meaning below, not next to them."""
# No line break may separate a number from its percent sign, or words at a no-break space.
_WORD = re.compile(r"[^ \t\n]+(?: %[^ \t\n]*)*")
NO_BREAK = "\u00a0\u202f"
"""Spaces at which no line is broken, as French has them before some signs."""


class Tone(Enum):
    """The emphasis of a line; the screens decide how it looks."""

    PLAIN = auto()
    DIM = auto()
    STRONG = auto()
    TITLE = auto()


@dataclass(frozen=True, slots=True)
class TextLine:
    """A row of a page.

    tone: of the whole row.
    entry: the game that the row opens, or None.
    """

    text: str
    tone: Tone = Tone.PLAIN
    entry: ScoreEntry | None = None


@cache
def cell_width(character: str) -> int:
    """Return the number of terminal cells of ``character``: 0, 1 or 2."""
    # Vowels and last consonants of Hangul join the consonant before them.
    is_joined = "\u1160" <= character <= "\u11ff" or "\ud7b0" <= character <= "\ud7fb"
    if is_joined or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def text_width(text: str) -> int:
    """Return the number of terminal cells of ``text``."""
    return len(text) if text.isascii() else sum(map(cell_width, text))


def signs_in(text: str) -> Iterator[str]:
    """Yield the signs of a text, each with the marks on it."""
    sign = ""
    for character in text:
        if sign and cell_width(character):
            yield sign
            sign = ""
        sign += character
    if sign:
        yield sign


def capitalize_first(text: str) -> str:
    return text[:1].upper() + text[1:]


def as_sentence(text: str) -> str:
    """Return ``text`` with a full stop, unless it ends like a sentence already."""
    return text if text.endswith(("?", "!", ".")) else f"{text}."


def label_with_value(label: str | int, figure: str | int) -> str:
    """Return "label: figure" as the player's language writes it."""
    return _("{label}: {count}").format(label=label, count=figure)


def printable(text: str) -> str:
    """Return ``text`` with ? for each unprintable character, which a terminal might obey."""
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() or sign in NO_BREAK or sign in JOINERS else "?" for sign in text
    )


def escaped(text: str) -> str:
    """Return ``text`` with an escape, such as \\x1b, for each character that moves a terminal."""
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() or sign in NO_BREAK else sign.encode("unicode_escape").decode()
        for sign in text
    )


def clip(text: str, width: int) -> str:
    """Return the longest beginning of ``text`` that fits into ``width`` cells."""
    cells = 0
    for index, character in enumerate(text):
        cells += cell_width(character)
        if cells > width:
            return text[:index]
    return text


def wrap(text: str, width: int) -> list[str]:
    """Break ``text`` into lines of at most ``width`` cells, and words only if they are longer."""
    lines: list[str] = []
    for word in _WORD.findall(text):
        if lines and text_width(lines[-1]) + 1 + text_width(word) <= width:
            lines[-1] += f" {word}"
            continue
        rest = word
        # A line of one cell has no room for a character of two.
        while width > 1 and (piece := clip(rest, width)) != rest:
            lines.append(piece)
            rest = rest[len(piece) :]
        lines.append(rest)
    return lines


def wrap_balanced(text: str, width: int) -> list[str]:
    """Wrap ``text`` to the fewest lines, of similar length, so that no word is left alone."""
    rows = wrap(text, width)
    longest = max(map(text_width, _WORD.findall(text)), default=0)
    candidates = (wrap(text, narrower) for narrower in range(longest, width))
    return next((lines for lines in candidates if len(lines) <= len(rows)), rows)


def key_lines(title: str, meanings: Sequence[tuple[str, str]], width: int) -> list[TextLine]:
    """Return keys with their meanings below a title; all texts are already translated."""
    column = max(text_width(key) for key, _meaning in meanings) + 2
    lines = [TextLine(title, Tone.TITLE)]
    for key, meaning in meanings:
        first, *further = wrap(meaning, width - column)
        lines.append(TextLine(f"  {key}{' ' * (column - text_width(key))}{first}"))
        lines += [TextLine(f"  {' ' * column}{row}") for row in further]
    return lines


def title_lines(title: str) -> tuple[TextLine, TextLine]:
    """Return a title below an empty row."""
    return TextLine(""), TextLine(title, Tone.TITLE)


def section_lines(sections: Sections, width: int) -> list[TextLine]:
    """Return the lines of sections, wrapped to ``width`` columns."""
    lines: list[TextLine] = []
    for title, items in sections:
        lines += title_lines(title)
        lines += [TextLine(f"  {row}") for item in items for row in item_rows(item, width - 2)]
    return lines


def item_rows(item: SectionItem, width: int) -> list[str]:
    """Return the rows of an item, wrapped to ``width`` columns; an example keeps its lines."""
    match item:
        case str(paragraph):
            return wrap(paragraph, width)
        case Example(text):
            return [f"  {row}" for row in text.splitlines()]
        case Pairs(pairs):
            return _pair_rows(pairs, width)
        case _:
            assert_never(item)


def _pair_rows(pairs: Sequence[tuple[str, str]], width: int) -> list[str]:
    """Return terms with their meanings next to them, or below a long term."""
    widths = [text_width(term) for term, _meaning in pairs]
    column = 2 + max((width for width in widths if width <= _MAX_TERM_WIDTH), default=2)
    rows: list[str] = []
    for (term, meaning), term_width in zip(pairs, widths, strict=True):
        meanings = wrap(meaning, max(1, width - column))
        is_short = term_width + 2 <= column
        rows.append(f"{term}{' ' * (column - term_width)}{meanings.pop(0)}" if is_short else term)
        rows += [f"{' ' * column}{row}" for row in meanings]
    return rows


def table_lines(
    headings: Sequence[str], rows: list[list[str]], left_columns: Set[int] = frozenset()
) -> list[TextLine]:
    """Return a table with columns as wide as their widest cells; all texts are already translated.

    Columns are right-aligned, except for those whose index is in ``left_columns``.
    """
    cells = [[*headings], *rows]
    widths = [max(map(text_width, column)) for column in zip(*cells, strict=True)]
    gap = _GAP if sum(widths) + len(_GAP) * (len(widths) - 1) <= _MAX_TABLE_WIDTH else " "
    lines: list[TextLine] = []
    for row in cells:
        padded = []
        for index, (cell, width) in enumerate(zip(row, widths, strict=True)):
            blanks = " " * (width - text_width(cell))
            padded.append(f"{cell}{blanks}" if index in left_columns else f"{blanks}{cell}")
        lines.append(TextLine(gap.join(padded).rstrip(), Tone.PLAIN if lines else Tone.DIM))
    return lines


@dataclass(frozen=True, slots=True)
class Box:
    """The pieces of a frame; ``corners`` are clockwise from the upper left."""

    corners: tuple[str, str, str, str]
    across: str
    down: str


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The special characters that all games share, each one cell wide.

    name: key in ``GLYPH_SETS``; each game has its own glyphs to go with it.
    undergrowth: plants, each as rows of equal width from the top down.
    progress: repeated while the program is busy.
    pieces: pictures of a piece that moves on a board, largest first.
    bar_ends: partial cells at the end of a ``bar``, thinnest first.
    heights: signs for small to large numbers.
    column_ends: partial cells on top of a ``column``, lowest first.
    has_letters: letters follow the signs of suits, since no colour distinguishes them.
    """

    name: str
    won: str
    lost: str
    undergrowth: tuple[tuple[str, ...], ...]
    mark: str
    toward: tuple[str, str]
    card: Box
    chosen: Box
    barred: Box
    dot: str
    cursor: str
    progress: str
    pieces: tuple[tuple[str, ...], ...]
    bar: str
    bar_ends: str
    heights: str
    column: str
    column_ends: str
    has_letters: bool = False


# Most terminals draw boxes and blocks (U+2500 to U+259F) themselves. All other signs are in DejaVu
# Sans Mono, Liberation Mono, Noto Sans Mono, Cascadia and Menlo, and are no emoji.
UNICODE = Glyphs(
    name="simple",
    won="◊",
    lost="▲",
    undergrowth=(
        ("∆",),
        ("·",),
        ("∆",),
        ("˙",),
        ("╱╲", "╱╲"),
        (" ╱╲ ", "╱__╲"),
        (" ╱╲ ", " ╱╲ ", "╱__╲"),
    ),
    mark="↑",
    toward=("◄", "►"),
    card=Box(("╭", "╮", "╯", "╰"), "─", "│"),
    chosen=Box(("┏", "┓", "┛", "┗"), "━", "┃"),
    barred=Box(("╭", "╮", "╯", "╰"), "╌", "╎"),
    dot="·",
    cursor="►",
    progress="·",
    pieces=(
        ("╱╲     ╱╲", "│ ╲___╱ │", "│ ·   · │", " ╲_   _╱ ", "   ╲▼╱   "),
        ("╱╲___╱╲", "╲ · · ╱", " ╲_▼_╱ "),
        ("╱╲_╱╲", "╲·▼·╱"),
        ("^.^",),
    ),
    bar="█",
    bar_ends="▏▎▍▌▋▊▉",
    heights="▁▂▃▄▅▆▇█",
    column="█",
    column_ends="▁▂▃▄▅▆▇",
)

MODERN = replace(UNICODE, name="modern")
"""For terminals that take missing characters from other fonts: the suits look like suits."""

ASCII = Glyphs(
    name="ascii",
    won="$",
    lost="#",
    undergrowth=(
        ("/\\",),
        ("   ",),
        ("/\\", "/\\"),
        (" /\\ ", "/__\\"),
        (" /\\ ", " /\\ ", "/__\\"),
    ),
    mark="X",
    toward=("<", ">"),
    card=Box(("+", "+", "+", "+"), "-", "|"),
    chosen=Box(("+", "+", "+", "+"), "=", "I"),
    barred=Box((".", ".", ".", "."), ".", ":"),
    dot="-",
    cursor=">",
    progress=".",
    pieces=(
        ("/\\     /\\", "| \\___/ |", "| .   . |", " \\_   _/ ", "   \\^/   "),
        ("/\\___/\\", "\\ . . /", " \\_^_/ "),
        ("/\\_/\\", "\\.^./"),
        ("^.^",),
    ),
    bar="=",
    bar_ends="",
    heights=".:=+*%@#",
    column="#",
    column_ends=".:",
    has_letters=True,
)

GLYPH_SETS: Mapping[str, Glyphs] = {glyphs.name: glyphs for glyphs in (MODERN, UNICODE, ASCII)}
"""The sets of glyphs by name, richest first."""


def letter_glyphs(glyphs: Glyphs) -> Glyphs:
    """Return the glyphs with letters after the signs of suits, for a terminal without colours."""
    return glyphs if glyphs.has_letters else replace(glyphs, has_letters=True)


SPOKEN = replace(ASCII)
"""Glyphs of plain mode, which names signs instead of drawing them."""


def glyph_characters(glyphs: Any) -> str:
    """Return all characters of a set of glyphs, to check that they can be encoded."""
    if isinstance(glyphs, str):
        return glyphs
    if isinstance(glyphs, bool):
        return ""
    parts = glyphs if isinstance(glyphs, tuple) else field_values(glyphs)
    return "".join(map(glyph_characters, parts))


def bar(share: float, width: int, glyphs: Glyphs) -> str:
    """Return a bar of ``width`` cells with ``share`` (0-1) of it filled."""
    pieces = len(glyphs.bar_ends) + 1
    full, rest = divmod(round(share * width * pieces), pieces)
    end = glyphs.bar_ends[rest - 1] if rest else ""
    return f"{glyphs.bar * full}{end}".ljust(width, " " if glyphs.bar_ends else glyphs.progress)


def filled_rows(shares: Sequence[float | None], height: int, glyphs: Glyphs) -> list[str]:
    """Return a chart of ``height`` rows, filled below ``shares`` (0-1), top row first.

    A None leaves its column empty; a share of 0 is a thin line, not a gap.
    """
    pieces = len(glyphs.column_ends) + 1
    heights = [0 if share is None else max(1, round(share * height * pieces)) for share in shares]
    cells = (" ", *glyphs.column_ends, glyphs.column)
    return [
        "".join(cells[min(max(0, filled - row * pieces), pieces)] for filled in heights)
        for row in reversed(range(height))
    ]


def largest_piece(rows: int, columns: int, glyphs: Glyphs) -> tuple[str, ...]:
    """Return the largest picture of a piece that fits, otherwise the smallest."""
    fitting = (piece for piece in glyphs.pieces if len(piece) <= rows and len(piece[0]) <= columns)
    return next(fitting, glyphs.pieces[-1])


def corner(rank: int, sign: str) -> str:
    """Return the corner of a card, at most four cells wide."""
    return f"{rank:<2}{sign}" if len(sign) > 1 else f"{rank} {sign}"


def pips(count: int, sign: str) -> tuple[str, str, str]:
    """Return ``count`` signs in three rows, arranged as on a playing card."""
    outer = (count + 1) // 3
    outer_row, middle_row = ("  ".join(sign * number) for number in (outer, count - 2 * outer))
    return outer_row, middle_row, outer_row


_TICKS_PER_DOT, _MAX_DOTS = 4, 3


def progress_dots(ticks: int, glyphs: Glyphs) -> str:
    """Return a few dots, whose number grows with ``ticks`` and then starts again."""
    return glyphs.progress * (1 + ticks // _TICKS_PER_DOT % _MAX_DOTS)


_TWO_PEOPLE, _PERSON = (N_("Left"), N_("Right")), N_("Player")
_COMPANIONS = (N_("Partner"), N_("Opponent"))
_PARTNER_NAMES = {"novice": N_("Novice"), "steady": N_("Steady"), "expert": N_("Expert")}

_FIELD = re.compile(r"\{(\w+)(?::([^{}]*))?\}")
_ADDRESS_PREFIX = "{name}, "


class Role(Enum):
    """How a sentence refers to a player; the value is the index of the form in a field."""

    NAMED = 0
    READER = 1
    COMPANION = 2


class Alert(str):
    """A notice about something that may be lost: a game, or saved data."""

    __slots__ = ()


def mark_alert(notice: str) -> str:
    """Return the notice, with an exclamation mark in front of an alert."""
    return f"! {notice}" if isinstance(notice, Alert) else notice


def file_trouble(error: FileError) -> str:
    """Return a sentence that one of the program's own files cannot be read, and why."""
    sentence = _("The file {file} cannot be read: {reason}.")
    return sentence.format(file=error.path.name, reason=explain(error))


def records_trouble(errors: Sequence[FileError]) -> str:
    """Say how many records cannot be read, and why the first cannot; empty without errors."""
    if not errors:
        return ""
    sentence = ngettext(
        "A record cannot be read: {reason}.",
        "{count} records cannot be read: {reason}.",
        len(errors),
    )
    return sentence.format(count=len(errors), reason=explain(errors[0]))


class Player(str):
    """The label of a player, with the phrase that sentences use instead."""

    __slots__ = ("phrase", "role")

    phrase: str
    role: Role

    @classmethod
    def create(cls, label: str, phrase: str, role: Role) -> Player:
        """Return a player with a short ``label``, and a ``phrase`` for sentences."""
        player = cls(label)
        player.phrase, player.role = phrase, role
        return player


def partner_name(kind: str) -> str:
    """Return the name of a kind of partner at the table."""
    return _(_PARTNER_NAMES[kind]) if kind in _PARTNER_NAMES else kind.capitalize()


def _default_names(partner: str | None) -> Names:
    if partner is None:
        return _TWO_PEOPLE
    kind = partner.partition(":")[0]
    return _PERSON, _PARTNER_NAMES.get(kind, kind.capitalize())


def default_names(partner: str | None) -> Names:
    """Return the default names of two people, or of a person and a partner."""
    left, right = _default_names(partner)
    return _(left), _(right)


def chosen_names(names: Names, partner: str | None) -> Names:
    """Return names, with default names of any language replaced by empty strings."""
    left, right = (
        "" if _is_translation(name, default) else name
        for name, default in zip(names, _default_names(partner), strict=True)
    )
    return left, right


def _is_translation(name: str, message: str) -> bool:
    """True if ``name`` is the translation of ``message`` into some language."""
    # Reading the other catalogues is slow, so the player's own language comes first.
    if name in (message, _(message)):
        return True
    translations = in_every_language(message)
    return name in translations or name in map(to_ascii, translations)


def can_be_typed(name: str) -> bool:
    """True if a name, or the beginning of one, is printable and not too wide."""
    has_marks_only_on_letters = all(
        cell_width(sign[0]) and len(sign) <= 1 + MAX_MARKS for sign in signs_in(name)
    )
    fits = text_width(name) <= MAX_NAME_CELLS
    return printable(name) == name and fits and has_marks_only_on_letters


def other_name(name: str) -> str:
    """Return a name for the other of two players who gave the same name."""
    number = 3 if name.endswith(" 2") else 2
    return f"{clip(name, MAX_NAME_CELLS - 2).strip()} {number}"


def equal_names_sentence(proposal: str) -> str:
    """Return a sentence that rejects two equal names, and proposes one for the second player."""
    return _("You need two different names: how about {proposal}?").format(proposal=proposal)


def with_default_names(own: OwnNames, partner: str | None) -> Names:
    """Replace each None by the default name in the player's language."""
    left, right = (
        default if name is None else name
        for name, default in zip(own, default_names(partner), strict=True)
    )
    return left, right


def remembered_own_names(config: Config, partner: str | None) -> OwnNames:
    """Return the names in the settings; None for invalid ones, and for both if they are equal."""
    return own_names(config.pair if partner is None else config["names_alone"], partner)


def own_names(stored: Sequence[str], partner: str | None = None) -> OwnNames:
    """Return a pair of the settings; None for invalid names, and for both if they are equal."""
    names = (clip(name, MAX_NAME_CELLS).strip() for name in stored)
    left, right = (name if is_name(name) and can_be_typed(name) else None for name in names)
    is_twice = len(fold_names(with_default_names((left, right), partner))) == 1
    return (None, None) if is_twice else (left, right)


def remembered_names(config: Config, partner: str | None) -> Names:
    """Return the names in the settings, with default names in place of invalid ones."""
    return with_default_names(remembered_own_names(config, partner), partner)


def names_at_table(header: Header) -> Names:
    """Return the names of the players for sentences addressed to them, p1 first.

    Equal names are followed by the seats.
    """
    p1, p2 = header.players
    if p1 == p2:
        left_template, right_template = _("{name} (left)"), _("{name} (right)")
        return fill_fields(left_template, name=p1), fill_fields(right_template, name=p2)
    roles = _roles(header.players, header.ai)
    p1, p2 = (
        name if role is Role.NAMED else _player(role, header, seat)
        for seat, (name, role) in enumerate(zip(header.players, roles, strict=True))
    )
    return p1, p2


@lru_cache(maxsize=64)
def _roles(players: Names, ai: PartnerNames) -> tuple[Role, ...]:
    partner = next((kind for kind in ai if kind is not None), None)
    if partner is None or None not in ai:
        return Role.NAMED, Role.NAMED
    defaults = _default_names(partner)[1], *_COMPANIONS
    roles = tuple(
        Role.READER
        if kind is None and _is_translation(name, _PERSON)
        else Role.COMPANION
        if kind is not None and any(_is_translation(name, default) for default in defaults)
        else Role.NAMED
        for name, kind in zip(players, ai, strict=True)
    )
    return roles if Role.READER in roles else (Role.NAMED, Role.NAMED)


def names_in_story(header: Header) -> Names:
    """Return the names of the players for the story of a game, which names a partner."""
    names = names_at_table(header)
    left, right = (str(name) if _role_of(name) is Role.COMPANION else name for name in names)
    return left, right


def address_seat(names: Names, seat: int) -> Names:
    """Return the names with "you" for the player in ``seat``."""
    left, right = (_reader() if index == seat else name for index, name in enumerate(names))
    return left, right


def _reader() -> Player:
    return Player.create(capitalize_first(_("you")), _("you"), Role.READER)


def _player(role: Role, header: Header, seat: int) -> Player:
    if role is Role.READER:
        return _reader()
    phrase = _("your partner") if header.rules.cooperative else _("your opponent")
    kind, name = str(header.ai[seat]).partition(":")[0], header.players[seat]
    is_of_kind = _is_translation(name, _PARTNER_NAMES.get(kind, ""))
    return Player.create(partner_name(kind) if is_of_kind else name, phrase, role)


def fill_fields(phrase: str, **fields: object) -> str:
    """Fill the fields of a translated phrase, with the form that fits each player."""
    return _FIELD.sub(lambda match: _choose_form(fields[match[1]], match[2]), phrase)


def format_sentence(sentence: str, /, **fields: object) -> str:
    """Fill the fields of a translated sentence, with the form that fits each player.

    A "{name}, " at the beginning is left out for a reader, who would be addressed twice.
    """
    is_reader = _role_of(fields.get("name")) is Role.READER
    text = fill_fields(sentence.removeprefix(_ADDRESS_PREFIX) if is_reader else sentence, **fields)
    match = _FIELD.match(sentence)
    if match is not None and _role_of(fields[match[1]]) is not Role.NAMED:
        return capitalize_first(text)
    return text


def format_label(caption: str, **fields: object) -> str:
    """Fill the fields of a translated caption, which names a partner."""
    label_fields = {
        name: str(value) if _role_of(value) is Role.COMPANION else value
        for name, value in fields.items()
    }
    return format_sentence(caption, **label_fields)


def _role_of(value: object) -> Role:
    return value.role if isinstance(value, Player) else Role.NAMED


def _choose_form(value: object, forms: str | None) -> str:
    phrase = value.phrase if isinstance(value, Player) else str(value)
    if forms is None:
        return phrase
    choices = forms.split("|")
    index = _role_of(value).value
    return choices[index if index < len(choices) else 0].replace("*", phrase)
