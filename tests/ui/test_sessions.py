"""Sessions on screens as golden transcripts: keys, and the rows of the picture that they change.

The first line of a file in ``tests/golden/sessions`` names what it begins with, in brackets; each
line behind a > has keys, as in stories. To add one, write these, and read what
``pytest --write-golden`` makes of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from foxduet.ui.kit.canvas import Look, Size
from foxduet.ui.kit.screen import Screen
from foxduet.ui.loop import draw_screen
from foxduet.words.i18n import use_language
from foxduet.words.text import ASCII
from tests.support.processes import GOLDEN
from tests.support.stories import STARTS, pressed_in_story
from tests.support.tables import STILL, Left, options_in, settled, text_of

LARGE, SEVEN_BITS = Size(45, 140), Look(ASCII, animated=False)
FILES = sorted((GOLDEN / "sessions").glob("*.txt"))


@pytest.mark.usefixtures("few_puzzles", "quick_experts", "strict_canvas")
@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_a_session_looks_as_it_did(
    file: Path, golden: Callable[[str, str], None], tmp_path: Path
) -> None:
    first, *lines = file.read_text("utf-8").splitlines()
    name, *arguments = first.strip("[]").split()
    config = tmp_path / "config.toml"
    desk = options_in(tmp_path, seed=8, scores=tmp_path / "scores.sqlite3", config=config)
    screen: Screen | Left = settled(STARTS[name](desk, *arguments), desk)
    rows, written, seen = [""] * 24, [first], dict[tuple[str, ...], str]()
    for line in (">", *(line for line in lines if line.startswith("> "))):
        if line != ">":
            written.append(line)
            screen = pressed_in_story(screen, line[2:], desk)
        before, rows = rows, pictured(screen)
        if not isinstance(screen, Left):
            draw_screen(screen, LARGE, STILL)
            assert text_of(screen, look=SEVEN_BITS).isascii()
        some = [*changed(before, rows)]
        again = seen.setdefault((*rows,), line)
        written += some if again is line or len(some) < 5 else [f"    as after {again}"]
    use_language("en")
    golden(f"sessions/{file.name}", "\n".join(written) + "\n")


def pictured(screen: Screen | Left) -> list[str]:
    """Return the rows of a screen; of the shell if the program was left."""
    if isinstance(screen, Left):
        return [f"$ {screen.shown_in_shell}".rstrip()]
    return [row.rstrip() for row in text_of(screen).splitlines()]


def changed(before: list[str], after: list[str]) -> Iterator[str]:
    """Yield the rows that are others now, with their numbers; all of another screen."""
    old = dict(enumerate(before))
    rows = {at: row for at, row in enumerate(after) if old.get(at, "") != row}
    yield from (f"{at:2}  {row}".rstrip() for at, row in rows.items())
