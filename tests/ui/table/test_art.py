"""Each game draws at the table all that the shared parts ask for; Duet's path says what is so."""

from __future__ import annotations

from pathlib import Path

import pytest

from foxduet.games.duet import table as duet
from foxduet.ui.kit.canvas import Look, Size
from foxduet.ui.kit.screen import Screen
from foxduet.ui.table.parts import TableArt, art_of
from foxduet.words.glyphs import ASCII, UNICODE, Glyphs
from tests.support.tables import at_table, table_at, text_of
from tests.ui.table.test_classic_frames import SCREENS as CLASSIC_SCREENS
from tests.ui.table.test_frames import SCREENS as DUET_SCREENS

DUET: TableArt = duet


def test_what_a_game_draws_is_the_module_with_its_name() -> None:
    assert art_of("duet") is DUET


def test_R8_2_a_plus_is_drawn_where_its_gem_will_lie(tmp_path: Path) -> None:
    """On level 1 the signs are at spaces 2, 4, 5, 7 and 9."""
    table = table_at(tmp_path, "2.1 4d/6d 4s - p1:- - ####21010## 6 2 p1:play", level=1)
    signs, spaces = text_of(at_table(table.session)).splitlines()[2:4]
    assert signs.split() == ["◊◊+3", "◊", "+", "◊", "+"]
    assert spaces[signs.index("◊◊+3") :].startswith("( 5 )")


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize(
    ("screen", "rows"), [(DUET_SCREENS["follow"], 5), (CLASSIC_SCREENS["lead"], 3)]
)
def test_a_larger_fox_stands_on_the_board_of_a_large_window(
    screen: Screen, rows: int, glyphs: Glyphs
) -> None:
    look = Look(glyphs, animated=False)
    small, large = text_of(screen, look=look), text_of(screen, Size(50, 160), look)
    assert "^.^" in small
    assert "^.^" not in large
    (fox,) = (one for one in glyphs.pieces if len(one) == rows)
    lines = [line.ljust(160) for line in large.splitlines()]
    places = [(row, column) for row in range(len(lines) - rows) for column in range(160)]
    assert any(
        all(lines[row + at].startswith(part, column) for at, part in enumerate(fox))
        for row, column in places
    )
