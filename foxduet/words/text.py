"""Text in the cells of a terminal: widths, signs, names of players and of the program.

A record has names only. A person who plays beside the program and has chosen no name is spoken
to, and hears of "your partner" if that has no chosen name either: ``names_at_table`` says so, and
``format_sentence`` finds the words. Where they differ, a sentence has them all, as in
``{name:wins|win}``: after a name, after "you", and for a partner if not as after a name; ``*``
stands for the player.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence, Set
from enum import Enum, auto
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias, assert_never

from foxduet.core.errors import JOINERS, N_, is_name
from foxduet.core.lazy_dataclass import dataclass, field_values, replace
from foxduet.words.i18n import _, explain, in_every_language, ngettext, to_ascii

if TYPE_CHECKING:
    from foxduet.play.game import Header, Names, PartnerNames
    from foxduet.store.files import FileError
    from foxduet.store.score_entries import ScoreEntry
    from foxduet.store.settings import Config


OwnNames: TypeAlias = tuple[str | None, str | None]
"""Names of players, None for the usual one."""

MAX_NAME_CELLS = 12
"""The columns of the longest name that is typed."""

MOST_MARKS = 4
"""On one letter: a cell of curses has no room for more, and no language needs them."""


@dataclass(frozen=True, slots=True)
class Example:
    """Lines that are shown as they stand: something to type, a file, a table, a picture."""

    text: str


@dataclass(frozen=True, slots=True)
class Pairs:
    """Terms in a column, such as keys, options or files, each with its meaning."""

    rows: tuple[tuple[str, str], ...]


SectionItem: TypeAlias = str | Pairs | Example
"""A piece of a section; a text is a paragraph."""

Sections: TypeAlias = tuple[tuple[str, tuple[SectionItem, ...]], ...]
"""Titles, each with what stands below it, in the player's language."""

_GAP, _MAX_TABLE_WIDTH = "  ", 75
_MAX_TERM_WIDTH = 24
"""Cells of a term that has its meaning beside it, not below."""
# No line break may split a number from its percent sign, nor words with such a blank between.
_WORD = re.compile(r"[^ \t\n]+(?: %[^ \t\n]*)*")
NO_BREAK = "\u00a0\u202f"
"""Blanks at which no line is broken, as French has them before some signs."""


class Tone(Enum):
    """How a line stands out from others; the screens decide how that looks."""

    PLAIN = auto()
    DIM = auto()
    STRONG = auto()
    TITLE = auto()


@dataclass(frozen=True, slots=True)
class TextLine:
    """A row of a page; ``tone`` holds for all of it, and ``entry`` is the game it is about."""

    text: str
    tone: Tone = Tone.PLAIN
    entry: ScoreEntry | None = None


@cache
def cell_width(character: str) -> int:
    """Return how many cells of a terminal ``character`` takes: 0, 1 or 2."""
    # Vowels and last consonants of Hangul join the consonant before them.
    is_joined = "\u1160" <= character <= "\u11ff" or "\ud7b0" <= character <= "\ud7fb"
    if is_joined or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def text_width(text: str) -> int:
    """Return how many cells ``text`` takes."""
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
    """Return ``text`` as a sentence begins."""
    return text[:1].upper() + text[1:]


def as_sentence(text: str) -> str:
    """Return a title or a phrase as a sentence ends."""
    return text if text.endswith(("?", "!", ".")) else f"{text}."


def label_with_value(label: str | int, figure: str | int) -> str:
    """Name something, and its figure."""
    return _("{label}: {count}").format(label=label, count=figure)


def printable(text: str) -> str:
    """Return ``text`` with a ? for each character that is a command to a terminal."""
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
    """Return as much of ``text`` as fits into ``width`` cells."""
    taken = 0
    for at, character in enumerate(text):
        taken += cell_width(character)
        if taken > width:
            return text[:at]
    return text


def wrap(text: str, width: int) -> list[str]:
    """Return ``text`` in lines of at most ``width`` cells, broken at blanks where there are any."""
    lines: list[str] = []
    for word in _WORD.findall(text):
        if lines and text_width(lines[-1]) + 1 + text_width(word) <= width:
            lines[-1] += f" {word}"
            continue
        rest = word
        # A line of one cell would never have room for a character of two.
        while width > 1 and (piece := clip(rest, width)) != rest:
            lines.append(piece)
            rest = rest[len(piece) :]
        lines.append(rest)
    return lines


def wrap_balanced(text: str, width: int) -> list[str]:
    """Return ``text`` wrapped to as few lines, of about the same length: no word stands alone."""
    rows = wrap(text, width)
    longest = max(map(text_width, _WORD.findall(text)), default=0)
    narrower = (wrap(text, at) for at in range(longest, width))
    return next((one for one in narrower if len(one) <= len(rows)), rows)


def key_lines(title: str, meanings: Sequence[tuple[str, str]], width: int) -> list[TextLine]:
    """Return keys, each with what it does, below a title; all are translated already."""
    column = max(text_width(key) for key, _meaning in meanings) + 2
    lines = [TextLine(title, Tone.TITLE)]
    for key, meaning in meanings:
        first, *further = wrap(meaning, width - column)
        lines.append(TextLine(f"  {key}{' ' * (column - text_width(key))}{first}"))
        lines += [TextLine(f"  {' ' * column}{row}") for row in further]
    return lines


def title_lines(title: str) -> tuple[TextLine, TextLine]:
    """Return a title, apart from what stands above it."""
    return TextLine(""), TextLine(title, Tone.TITLE)


def section_lines(sections: Sections, width: int) -> list[TextLine]:
    """Return sections, wrapped to ``width`` columns."""
    lines: list[TextLine] = []
    for title, items in sections:
        lines += title_lines(title)
        lines += [TextLine(f"  {row}") for item in items for row in item_rows(item, width - 2)]
    return lines


def item_rows(item: SectionItem, width: int) -> list[str]:
    """Return a piece of a section, wrapped to ``width`` columns; an example keeps its lines."""
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
    """Return a column of terms with their meanings beside them, or below a long term."""
    widths = [text_width(term) for term, _meaning in pairs]
    column = 2 + max((one for one in widths if one <= _MAX_TERM_WIDTH), default=2)
    rows: list[str] = []
    for (term, meaning), own in zip(pairs, widths, strict=True):
        meanings = wrap(meaning, max(1, width - column))
        is_short = own + 2 <= column
        rows.append(f"{term}{' ' * (column - own)}{meanings.pop(0)}" if is_short else term)
        rows += [f"{' ' * column}{row}" for row in meanings]
    return rows


def table_lines(
    headings: Sequence[str], rows: list[list[str]], left: Set[int] = frozenset()
) -> list[TextLine]:
    """Line columns up, each as wide as its widest cell; those not at the ``left`` to the right.

    The headings come first. All are translated already.
    """
    cells = [[*headings], *rows]
    widths = [max(map(text_width, column)) for column in zip(*cells, strict=True)]
    # The columns are closer together where they would not fit otherwise.
    gap = _GAP if sum(widths) + len(_GAP) * (len(widths) - 1) <= _MAX_TABLE_WIDTH else " "
    lines: list[TextLine] = []
    for row in cells:
        padding = [
            " " * (width - text_width(cell)) for cell, width in zip(row, widths, strict=True)
        ]
        padded = [
            f"{cell}{blanks}" if at in left else f"{blanks}{cell}"
            for at, (cell, blanks) in enumerate(zip(row, padding, strict=True))
        ]
        lines.append(TextLine(gap.join(padded).rstrip(), Tone.PLAIN if lines else Tone.DIM))
    return lines


@dataclass(frozen=True, slots=True)
class Box:
    """The pieces of a frame: the corners from the upper left clockwise, then the sides."""

    corners: tuple[str, str, str, str]
    across: str
    down: str


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The special characters that all games share, each one cell wide.

    A plant of the ``undergrowth`` is rows of equal width, from its top down.
    ``name`` is one of the SIGNS; each game has glyphs of its own for it. ``has_letters`` says
    whether a letter stands beside the sign of a suit, which no colour tells then. ``bar_ends`` are
    the pieces of a cell that a ``bar`` may end with, the thinnest first, and ``column_ends`` those
    of a ``column``, the lowest first; ``heights`` stand for small to large numbers. ``progress``
    grows while something is worked out. ``pieces`` are pictures
    of what moves on a board, the largest first.
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


# Boxes and blocks (U+2500 to U+259F) are drawn by most terminals themselves. All other signs are
# in DejaVu Sans Mono, Liberation Mono, Noto Sans Mono, Cascadia and Menlo, and none is an emoji.
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
"""For terminals that take from other fonts what their own has not: the suits look like suits."""

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
"""The sets of signs by their names, that with the most first."""


def letter_glyphs(glyphs: Glyphs) -> Glyphs:
    """Return glyphs for a terminal without colours: letters tell the suits apart."""
    return glyphs if glyphs.has_letters else replace(glyphs, has_letters=True)


SPOKEN = replace(ASCII)
"""Where all is said in words: no sign of them may stand in a sentence, but names of them."""


def glyph_characters(glyphs: Any) -> str:
    """Return all special characters of a set of glyphs, to see whether they can be encoded."""
    if isinstance(glyphs, str):
        return glyphs
    if isinstance(glyphs, bool):
        return ""
    parts = glyphs
    if not isinstance(glyphs, tuple):
        parts = field_values(glyphs)
    return "".join(map(glyph_characters, parts))


def bar(share: float, width: int, glyphs: Glyphs) -> str:
    """Return a bar of ``width`` cells, of which ``share`` (0-1) is filled."""
    pieces = len(glyphs.bar_ends) + 1
    full, rest = divmod(round(share * width * pieces), pieces)
    end = glyphs.bar_ends[rest - 1] if rest else ""
    return f"{glyphs.bar * full}{end}".ljust(width, " " if glyphs.bar_ends else glyphs.progress)


def filled_rows(shares: Sequence[float | None], height: int, glyphs: Glyphs) -> list[str]:
    """Return a chart of some rows, filled below a line of ``shares`` (0-1), the highest row first.

    A column is empty where nothing is known; a share of 0 is a thin line, not a gap.
    """
    pieces = len(glyphs.column_ends) + 1
    heights = [0 if one is None else max(1, round(one * height * pieces)) for one in shares]
    cells = (" ", *glyphs.column_ends, glyphs.column)
    return [
        "".join(cells[min(max(0, filled - row * pieces), pieces)] for filled in heights)
        for row in reversed(range(height))
    ]


def largest_piece(rows: int, columns: int, glyphs: Glyphs) -> tuple[str, ...]:
    """Return the rows of the largest picture of a piece that fits."""
    fitting = (one for one in glyphs.pieces if len(one) <= rows and len(one[0]) <= columns)
    return next(fitting, glyphs.pieces[-1])


def corner(rank: int, sign: str) -> str:
    """Return the corner of a card, in four cells at most."""
    return f"{rank:<2}{sign}" if len(sign) > 1 else f"{rank} {sign}"


def pips(count: int, sign: str) -> tuple[str, str, str]:
    """Return ``count`` signs in three rows, as they stand on a playing card."""
    outer = (count + 1) // 3
    first, middle = ("  ".join(sign * number) for number in (outer, count - 2 * outer))
    return first, middle, first


_TICKS_A_STEP, _MOST_STEPS = 4, 3


def progress_dots(ticks: int, glyphs: Glyphs) -> str:
    """Return a row of dots that grows and starts again with the ``ticks``."""
    return glyphs.progress * (1 + ticks // _TICKS_A_STEP % _MOST_STEPS)


_TWO_PEOPLE, _PERSON = (N_("Left"), N_("Right")), N_("Player")
_COMPANIONS = (N_("Partner"), N_("Opponent"))
_PARTNER_NAMES = {"novice": N_("Novice"), "steady": N_("Steady"), "expert": N_("Expert")}

_FIELD = re.compile(r"\{(\w+)(?::([^{}]*))?\}")
_ADDRESS_PREFIX = "{name}, "


class Role(Enum):
    """Whom a sentence is about, by its place among the forms of a field."""

    NAMED = 0
    READER = 1
    COMPANION = 2


class Alert(str):
    """News of what may be lost: a game, or what was saved."""

    __slots__ = ()


def mark_alert(notice: str) -> str:
    """Return news with a sign before them that they are of danger, if they are."""
    return f"! {notice}" if isinstance(notice, Alert) else notice


def file_trouble(error: FileError) -> str:
    """Say which of the program's own files cannot be read, and why."""
    sentence = _("The file {file} cannot be read: {reason}.")
    return sentence.format(file=error.path.name, reason=explain(error))


def records_trouble(errors: Sequence[FileError]) -> str:
    """Say how many records cannot be read, and why the first of them; empty if there are none."""
    if not errors:
        return ""
    sentence = ngettext(
        "A record cannot be read: {reason}.",
        "{count} records cannot be read: {reason}.",
        len(errors),
    )
    return sentence.format(count=len(errors), reason=explain(errors[0]))


class Player(str):
    """What a player is called in a label, and, where that is no chosen name, in a sentence."""

    __slots__ = ("phrase", "role")

    phrase: str
    role: Role

    @classmethod
    def create(cls, label: str, phrase: str, role: Role) -> Player:
        """Return a player with a ``label`` for short, and a ``phrase`` for sentences."""
        player = cls(label)
        player.phrase, player.role = phrase, role
        return player


def partner_name(kind: str) -> str:
    """Return what a kind of partner is called at the table."""
    return _(_PARTNER_NAMES[kind]) if kind in _PARTNER_NAMES else kind.capitalize()


def _default_names(partner: str | None) -> Names:
    if partner is None:
        return _TWO_PEOPLE
    kind = partner.partition(":")[0]
    return _PERSON, _PARTNER_NAMES.get(kind, kind.capitalize())


def default_names(partner: str | None) -> Names:
    """Return the names of two people, or of a person and a partner, who have chosen none."""
    left, right = _default_names(partner)
    return _(left), _(right)


def chosen_names(names: Names, partner: str | None) -> Names:
    """Return names without those that are default names in some language."""
    left, right = (
        "" if _is_one_of(name, default) else name
        for name, default in zip(names, _default_names(partner), strict=True)
    )
    return left, right


def _is_one_of(name: str, message: str) -> bool:
    """Return whether a name is a message in some language."""
    # Other catalogues are read only for a name that the player's own language has not.
    if name in (message, _(message)):
        return True
    known = in_every_language(message)
    return name in known or name in map(to_ascii, known)


def can_be_typed(name: str) -> bool:
    """Return whether there is room for a name, or its beginning, and all of it is printable."""
    has_marks_only_on_letters = all(
        cell_width(sign[0]) and len(sign) <= 1 + MOST_MARKS for sign in signs_in(name)
    )
    fits = text_width(name) <= MAX_NAME_CELLS
    return printable(name) == name and fits and has_marks_only_on_letters


def names_key(partner: str | None) -> str:
    """Return the setting with the names of two people, or of a person and a partner."""
    return "names" if partner is None else "names_alone"


def with_default_names(own: OwnNames, partner: str | None) -> Names:
    """Return names, the usual ones in the player's language in place of those that are None."""
    left, right = (
        usual if name is None else name
        for name, usual in zip(own, default_names(partner), strict=True)
    )
    return left, right


def remembered_own_names(config: Config, partner: str | None) -> OwnNames:
    """Return the names that are remembered, None in place of the usual ones."""
    names = (clip(name, MAX_NAME_CELLS).strip() for name in config[names_key(partner)])
    left, right = (name if is_name(name) and can_be_typed(name) else None for name in names)
    whole = with_default_names((left, right), partner)
    return (None, None) if whole[0] == whole[1] else (left, right)


def remembered_names(config: Config, partner: str | None) -> Names:
    """Return the names that are remembered, the usual ones in place of those that are not."""
    return with_default_names(remembered_own_names(config, partner), partner)


def names_at_table(header: Header) -> Names:
    """Return what sentences for those who play a game call them, p1 first.

    Two of one name are told apart by where they sit.
    """
    first, second = header.players
    if first == second:
        return fill_fields(_("{name} (left)"), name=first), fill_fields(
            _("{name} (right)"), name=second
        )
    roles = _roles(header.players, header.ai)
    first, second = (
        name if role is Role.NAMED else _player(role, header, seat)
        for seat, (name, role) in enumerate(zip(header.players, roles, strict=True))
    )
    return first, second


@lru_cache(maxsize=64)
def _roles(players: Names, ai: PartnerNames) -> tuple[Role, ...]:
    partner = next((kind for kind in ai if kind is not None), None)
    if partner is None or None not in ai:
        return Role.NAMED, Role.NAMED
    usual = _default_names(partner)[1]
    roles = tuple(
        Role.READER
        if kind is None and _is_one_of(name, _PERSON)
        else Role.COMPANION
        if kind is not None and any(_is_one_of(name, one) for one in (usual, *_COMPANIONS))
        else Role.NAMED
        for name, kind in zip(players, ai, strict=True)
    )
    return roles if Role.READER in roles else (Role.NAMED, Role.NAMED)


def names_in_story(header: Header) -> Names:
    """Return what the story of a game calls its players: a partner by name."""
    names = names_at_table(header)
    left, right = (str(name) if _role_of(name) is Role.COMPANION else name for name in names)
    return left, right


def address_seat(names: Names, seat: int) -> Names:
    """Return names of which that in a seat is the reader's."""
    left, right = (_reader() if at == seat else name for at, name in enumerate(names))
    return left, right


def _reader() -> Player:
    return Player.create(capitalize_first(_("you")), _("you"), Role.READER)


def _player(role: Role, header: Header, seat: int) -> Player:
    if role is Role.READER:
        return _reader()
    phrase = _("your partner") if header.rules.cooperative else _("your opponent")
    kind, name = str(header.ai[seat]).partition(":")[0], header.players[seat]
    is_of_kind = _is_one_of(name, _PARTNER_NAMES.get(kind, ""))
    return Player.create(partner_name(kind) if is_of_kind else name, phrase, role)


def fill_fields(phrase: str, **fields: object) -> str:
    """Fill the fields of a translated phrase, in the forms that its players need."""
    return _FIELD.sub(lambda found: _choose_form(fields[found[1]], found[2]), phrase)


def format_sentence(sentence: str, /, **fields: object) -> str:
    """Fill the fields of a translated sentence, in the forms that its players need.

    Whoever is spoken to is not called by name as well: "{name}, " at the beginning is left out.
    """
    spoken_to = _role_of(fields.get("name")) is Role.READER and sentence.startswith(_ADDRESS_PREFIX)
    text = fill_fields(sentence.removeprefix(_ADDRESS_PREFIX) if spoken_to else sentence, **fields)
    first = _FIELD.match(sentence)
    if first is not None and _role_of(fields[first[1]]) is not Role.NAMED:
        return capitalize_first(text)
    return text


def format_label(caption: str, **fields: object) -> str:
    """Fill the fields of a translated caption, where a partner is called by a name."""
    short = {
        name: str(value) if _role_of(value) is Role.COMPANION else value
        for name, value in fields.items()
    }
    return format_sentence(caption, **short)


def _role_of(value: object) -> Role:
    return value.role if isinstance(value, Player) else Role.NAMED


def _choose_form(value: object, forms: str | None) -> str:
    phrase = value.phrase if isinstance(value, Player) else str(value)
    if forms is None:
        return phrase
    choices = forms.split("|")
    role = _role_of(value)
    at = role.value if role.value < len(choices) else 0
    return choices[at].replace("*", phrase)
