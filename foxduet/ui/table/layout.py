"""Where the parts of the table go in a window of a given size."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from foxduet.core.frozen import dataclass
from foxduet.ui.kit.canvas import Size

SMALLEST = Size(24, 80)
HAND_COLUMNS = 6
MESSAGE_ROWS = 3
SMALL_CARD = Size(4, 12)
_ROWS_FOR_CARD_TEXT, _TALLEST_CARD = 6, 9
_WIDEST_CARD = 20
_LARGE_SPACES = ((11, 5), (3, 3))
"""How many spare rows there must be, and how many a space on the board has then."""
_GAPS = 6
_GAP_OF_SUITS = 3


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the parts of the table are in a window: first rows, and the size of a card.

    ``scenery`` is the lowest row of trees that are up to ``trees`` high, and ``spaces`` are the
    rows of a space on the board, between a row for what lies there and one for marks.
    """

    left: int
    width: int
    card: Size
    header: int
    scenery: int
    trees: int
    board: int
    spaces: int
    ends: int
    trick: int
    message: int
    hand: int
    outlook: int
    prompt: int
    keys: int


@cache
def layout_for(size: Size) -> Layout:
    """Fit the table into a window of at least 80x24; a larger one gets larger cards and air."""
    columns = min(_WIDEST_CARD, (size.columns - 7) // HAND_COLUMNS)
    width = HAND_COLUMNS * columns + 8
    # Header, scenery, ends of the board, outlook, prompt and keys take a row each, the board three.
    fixed = 9 + MESSAGE_ROWS
    rows = min(_TALLEST_CARD, (size.rows - fixed) // 3)
    if rows < _ROWS_FOR_CARD_TEXT:
        rows = SMALL_CARD.rows
    spare = size.rows - fixed - 3 * rows
    spaces = next((rows for fewest, rows in _LARGE_SPACES if spare >= fewest), 1)
    spare -= spaces - 1
    gaps = [min(2, (spare + _GAPS - 1 - at) // _GAPS) for at in range(_GAPS)]
    top = (spare - sum(gaps)) // 2
    before_scenery, before_trick, before_hand, before_keys, before_message, before_outlook = gaps
    scenery = top + 1 + before_scenery
    board = scenery + 1
    ends = board + spaces + 2
    trick = ends + 1 + before_trick
    message = trick + rows + before_message
    hand = message + MESSAGE_ROWS + before_hand
    outlook = hand + 2 * rows + before_outlook
    return Layout(
        left=(size.columns - width) // 2,
        width=width,
        card=Size(rows, columns),
        header=top,
        scenery=scenery,
        trees=1 + before_scenery,
        board=board,
        spaces=spaces,
        ends=ends,
        trick=trick,
        message=message,
        hand=hand,
        outlook=outlook,
        prompt=outlook + 1,
        keys=outlook + 2 + before_keys,
    )


def card_rows(suits: Sequence[int]) -> tuple[int, ...]:
    """Return how many cards of a hand stand in each row, by the suits of its cards in order.

    The second row begins with a suit where that is possible, so that both are about as long.
    """
    count = len(suits)
    if count <= HAND_COLUMNS:
        return (count,) if count else ()
    most = max(HAND_COLUMNS, (count + 1) // 2)
    changes = [at for at in range(1, count) if suits[at] != suits[at - 1]]
    fitting = [at for at in changes if at <= most and count - at <= most]
    first = max(fitting, key=lambda at: min(at, count - at), default=most)
    return (first, count - first)


def hand_card(layout: Layout, suits: Sequence[int]) -> tuple[Size, int]:
    """Return the size of a hand's cards, and the columns from one to the next.

    In a hand with a row that is too long for the window, neighbours share an edge.
    """
    most, room = max(card_rows(suits), default=0), layout.width - 2
    columns = layout.card.columns
    if most * columns <= room:
        return layout.card, columns
    step = (room - 1) // most
    return Size(layout.card.rows, step + 1), step


def hand_places(layout: Layout, suits: Sequence[int]) -> list[tuple[int, int]]:
    """Return row and column of each card of a hand, with gaps between suits if there is room."""
    rows, places, at = card_rows(suits), [], 0
    row = layout.hand + (layout.card.rows // 2 if len(rows) == 1 else 0)
    card, step = hand_card(layout, suits)
    for count in rows:
        gaps = [suits[one] != suits[one - 1] for one in range(at + 1, at + count)]
        width = (count - 1) * step + card.columns
        gap = _GAP_OF_SUITS if width + sum(gaps) * _GAP_OF_SUITS <= layout.width - 2 else 0
        column = layout.left + (layout.width - width - sum(gaps) * gap) // 2
        for has_gap in (False, *gaps):
            column += has_gap * gap
            places.append((row, column))
            column += step
        row, at = row + card.rows, at + count
    return places
