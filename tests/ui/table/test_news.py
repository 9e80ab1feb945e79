"""The rows for news: what matters comes first, and what is settled is gone."""

from __future__ import annotations

from pathlib import Path

from foxduet.core.common import Seat
from foxduet.ui.kit import keys
from foxduet.ui.table.layout import MESSAGE_ROWS
from foxduet.ui.table.parts import heaviest_rows
from tests.support.tables import pressed, table_at, text_of

FOXES_FOLLOW = "1.0 4d6dTd/3d9r 1s 7r1d8d6s4s2r4r p1:- - 1202101212 6 3 p1:play"


def said(text: str) -> str:
    """Return what stands in the rows for news, in one line."""
    return " ".join(" ".join(text.splitlines()[10 : 10 + MESSAGE_ROWS]).split())


def test_that_the_decree_was_kept_is_told_after_its_trick_and_not_in_the_next(
    tmp_path: Path,
) -> None:
    table = table_at(tmp_path, FOXES_FOLLOW, Seat.P1)
    table = pressed(table, tmp_path, "1", keys.ENTER, keys.SPACE, keys.ENTER)
    after = pressed(table, tmp_path, "d", keys.ENTER)
    assert "Right kept the decree. Left won with the 4 of Doves" in said(text_of(after))
    leading = pressed(after, tmp_path, keys.SPACE)
    assert said(text_of(leading)).startswith("Left won with the 4 of Doves")
    followed = pressed(leading, tmp_path, "1", keys.ENTER)
    assert said(text_of(followed)).startswith("Left won with the 4 of Doves")
    following = pressed(followed, tmp_path, keys.SPACE)
    assert "kept the decree" not in text_of(following)


def test_what_matters_is_said_where_there_is_no_room_for_all() -> None:
    trick, gift, lead = "The trick went so. " * 6, "You got a card.", "Left led a card."
    told = ((4, trick.strip()), (3, "The fox turned."), (4, gift), (0, lead))
    rows = heaviest_rows(told, 76, MESSAGE_ROWS)
    assert " ".join(rows) == f"{trick}{gift}"
    # What has no room by itself hides nothing else.
    assert heaviest_rows(told, 76, 1) == [gift]
    # All is said where there is room, and in the order in which it happened.
    everything = " ".join(sentence for _weight, sentence in told)
    assert " ".join(heaviest_rows(told, 76, 5)) == everything
