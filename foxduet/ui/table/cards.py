"""Pictures of things: cards, the forest path, the undergrowth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto

from foxduet.rules.common import Seat
from foxduet.rules.duet.board import Board, ForestPath
from foxduet.rules.duet.cards import Card
from foxduet.ui.kit.canvas import Canvas, Size, Style, clipped, text_width, wrapped
from foxduet.ui.kit.look import SUIT_STYLES, Box, Glyphs
from foxduet.words.duet.names import ability_name, card_text, suit_letter

SMALL_CARD = Size(4, 12)
_WIDE_CELL, _WIDEST_CELL = 6, 12


class CardState(Enum):
    """How a card of the table or a hand stands out."""

    PLAIN = auto()
    CHOSEN = auto()
    BARRED = auto()
    CHOSEN_BARRED = auto()


def draw_box(canvas: Canvas, row: int, column: int, size: Size, box: Box, style: Style) -> None:
    """Draw a frame of ``size`` around blanks."""
    inner = size.columns - 2
    upper_left, upper_right, lower_right, lower_left = box.corners
    canvas.put(row, column, f"{upper_left}{box.across * inner}{upper_right}", style)
    for line in range(row + 1, row + size.rows - 1):
        canvas.put(line, column, f"{box.down}{' ' * inner}{box.down}", style)
    canvas.put(row + size.rows - 1, column, f"{lower_left}{box.across * inner}{lower_right}", style)


def draw_card(
    canvas: Canvas,
    row: int,
    column: int,
    size: Size,
    card: Card,
    glyphs: Glyphs,
    state: CardState = CardState.PLAIN,
    key: str = "",
) -> None:
    """Draw a card: rank, suit, paws and ability, its text if ``size`` has rows for it.

    ``key`` stands in the frame: the key that chooses the card.
    """
    barred = state in (CardState.BARRED, CardState.CHOSEN_BARRED)
    chosen = state in (CardState.CHOSEN, CardState.CHOSEN_BARRED)
    box = glyphs.barred if barred else glyphs.card
    ink = Style.DIM if barred else SUIT_STYLES[card.suit]
    frame = Style.DIM if barred else Style.PLAIN
    if chosen:
        box, frame = glyphs.chosen, Style.CHOSEN
    draw_box(canvas, row, column, size, box, frame)
    if key:
        canvas.put(row, column + 1, f" {key} ", frame)
    inner = size.columns - 2
    suit = f"{card.rank:<2}{glyphs.suit(card.suit)}{suit_letter(card.suit)}"
    canvas.put(row + 1, column + 2, suit, ink)
    paws = glyphs.paw * card.paws or glyphs.dot
    canvas.put_right(row + 1, column + size.columns - 2, paws, Style.DIM if barred else Style.PLAIN)
    text_style = Style.DIM if barred else Style.PLAIN
    name_style = Style.DIM if barred else Style.STRONG
    canvas.put(row + 2, column + 1, clipped(ability_name(card), inner).center(inner), name_style)
    text_lines = wrapped(card_text(card), inner)
    if len(text_lines) <= size.rows - 4:
        for line, text in enumerate(text_lines):
            canvas.put(row + 3 + line, column + 1, text.center(inner), text_style)


def draw_slot(canvas: Canvas, row: int, column: int, size: Size, glyphs: Glyphs) -> None:
    """Draw the place of a card that is not there yet."""
    draw_box(canvas, row, column, size, glyphs.barred, Style.DIM)


def card_in_line(card: Card, glyphs: Glyphs) -> str:
    """Return a card in three or four cells: rank, suit glyph, suit letter."""
    return f"{card.rank}{glyphs.suit(card.suit)}{suit_letter(card.suit)}"


def draw_undergrowth(canvas: Canvas, row: int, column: int, width: int, glyphs: Glyphs) -> None:
    """Draw a strip of forest, the same each time it is drawn in a row."""
    plants = glyphs.undergrowth
    for at in range(width):
        draw = (at * 7919 + row * 104729) ^ (at * at * 31)
        if draw % 5 == 0:
            canvas.put(row, column + at, plants[draw // 5 % len(plants)], Style.FOREST)


@dataclass(frozen=True, slots=True)
class PathPicture:
    """A path to be drawn: ``fox`` is the space where the fox is seen, 0 if it is not.

    ``marks`` are short labels under spaces, with their styles; spaces 0 and one more than there
    are stand for what lies beyond the ends.
    """

    path: ForestPath
    board: Board
    fox: int
    marks: Mapping[int, tuple[str, Style]]


PATH_ROWS = 3


def draw_path(
    canvas: Canvas, row: int, column: int, width: int, picture: PathPicture, glyphs: Glyphs
) -> None:
    """Draw gems, spaces and marks in three rows, in the middle of ``width`` columns."""
    path = picture.path
    cell = min(_WIDEST_CELL, width // len(path.gems))
    left = column + (width - cell * len(path.gems)) // 2
    for space in range(1, len(path.gems) + 1):
        middle = left + (space - 1) * cell + cell // 2
        covered = path.is_covered(space)
        gems = _gem_text(path.gems[space - 1], cell, glyphs)
        plus = "+" if space in picture.board.plus else ""
        start = middle - (len(gems) + len(plus)) // 2
        canvas.put(row, start, gems, Style.GEM)
        canvas.put(row, start + len(gems), plus, Style.DIM if covered else Style.STRONG)
        if space < len(path.gems) and not covered and not path.is_covered(space + 1):
            canvas.put(row + 1, middle + 1, glyphs.rail * (cell - 1), Style.PATH)
        _draw_space(canvas, row + 1, middle, cell, space, picture, glyphs)
    for space, (label, style) in picture.marks.items():
        middle = left + (space - 1) * cell + cell // 2
        start = middle - text_width(label) // 2
        within = min(max(start, column), column + width - text_width(label))
        canvas.put(row + 2, within, label, style)


def _gem_text(count: int, cell: int, glyphs: Glyphs) -> str:
    most = 3 if cell >= _WIDE_CELL else 1
    return glyphs.gem * count if count <= most else f"{count}{glyphs.gem}"


def _draw_space(
    canvas: Canvas,
    row: int,
    middle: int,
    cell: int,
    space: int,
    picture: PathPicture,
    glyphs: Glyphs,
) -> None:
    if picture.path.is_covered(space):
        canvas.put(row, middle - 1, glyphs.tree * 3, Style.FOREST)
        return
    is_start = space == picture.path.start
    here = space == picture.fox
    text = glyphs.fox if here else f"{space:^3}"
    if cell >= _WIDE_CELL:
        opening, closing = "[]" if is_start else "()"
        canvas.put(row, middle - 2, opening, Style.PATH)
        canvas.put(row, middle + 2, closing, Style.PATH)
    elif is_start and not here:
        text = f"[{space}]"
    canvas.put(row, middle - 1, text, Style.FOX if here else Style.PATH)


def draw_ends(
    canvas: Canvas, row: int, column: int, width: int, names: tuple[str, str], glyphs: Glyphs
) -> None:
    """Write under the path whose end is whose."""
    p1, p2 = names
    canvas.put(row, column, f"{glyphs.arrow(Seat.P1)} {p1}", Style.STRONG)
    canvas.put_right(row, column + width, f"{p2} {glyphs.arrow(Seat.P2)}", Style.STRONG)
