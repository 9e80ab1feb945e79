"""Where the parts of the table go in a window of a given size."""

from __future__ import annotations

from dataclasses import dataclass

from foxduet.ui.kit.canvas import Size
from foxduet.ui.table.cards import PATH_ROWS, SMALL_CARD

SMALLEST = Size(24, 80)
HAND_COLUMNS = 6
MESSAGE_ROWS = 3
_ROWS_FOR_CARD_TEXT, _TALLEST_CARD = 6, 7
_WIDEST_CARD = 18
_GAPS = 6


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the parts of the table are in a window: first rows, and the size of a card."""

    left: int
    width: int
    card: Size
    header: int
    canopy: int
    path: int
    ends: int
    trick: int
    message: int
    hand: int
    outlook: int
    prompt: int
    keys: int


def layout_for(size: Size) -> Layout:
    """Fit the table into a window of at least 80x24; a larger one gets larger cards and air."""
    columns = min(_WIDEST_CARD, (size.columns - 7) // HAND_COLUMNS)
    width = HAND_COLUMNS * columns + 8
    # Header, canopy, ends of the path, outlook, prompt and keys take a row each.
    fixed = 6 + PATH_ROWS + MESSAGE_ROWS
    rows = min(_TALLEST_CARD, (size.rows - fixed) // 3)
    if rows < _ROWS_FOR_CARD_TEXT:
        rows = SMALL_CARD.rows
    spare = size.rows - fixed - 3 * rows
    gaps = [min(2, (spare + _GAPS - 1 - at) // _GAPS) for at in range(_GAPS)]
    top = (spare - sum(gaps)) // 2
    before_trick, before_hand, before_canopy, before_keys, before_message, before_outlook = gaps
    canopy = top + 1 + before_canopy
    path = canopy + 1
    ends = path + PATH_ROWS
    trick = ends + 1 + before_trick
    message = trick + rows + before_message
    hand = message + MESSAGE_ROWS + before_hand
    outlook = hand + 2 * rows + before_outlook
    return Layout(
        left=(size.columns - width) // 2,
        width=width,
        card=Size(rows, columns),
        header=top,
        canopy=canopy,
        path=path,
        ends=ends,
        trick=trick,
        message=message,
        hand=hand,
        outlook=outlook,
        prompt=outlook + 1,
        keys=outlook + 2 + before_keys,
    )
