"""The README's pictures are those of the program as it is, and show what its screens show."""

from __future__ import annotations

import re
import sys
from xml.etree import ElementTree

import pytest

from foxduet.ui.kit.canvas import Canvas, Look, Size, Style
from foxduet.ui.loop import draw
from tests.pictures import FOLDER, SCREENS, TITLES, picture
from tests.support.places import PROJECT
from tests.support.svg import svg
from tests.support.tables import STILL, WINDOW

LARGEST = 30_000
"""Bytes of a picture: a README with six of them should come at once."""

DRAWN = "─│╭╮╯╰━┃┏┓┛┗╌╎▏▎▍▌▋▊▉█▁▂▃▄▅▆▇"


@pytest.mark.skipif(sys.platform == "win32", reason="curses there has no dim letters")
@pytest.mark.parametrize("name", SCREENS)
def test_pictures_are_up_to_date(name: str) -> None:
    path = FOLDER / f"{name}.svg"
    text = path.read_text("utf-8") if path.exists() else ""
    assert text == picture(name), (
        f"{path.relative_to(PROJECT)} shows another screen than the program now does: "
        "make the pictures again with python -m tests.pictures, and look at them"
    )


def test_there_are_no_other_pictures() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == {*SCREENS} == {*TITLES}


@pytest.mark.parametrize("name", SCREENS)
def test_a_picture_has_every_word_and_sign_of_its_screen(name: str) -> None:
    root = ElementTree.fromstring(picture(name))
    drawn = [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]
    text = "".join(draw(SCREENS[name], WINDOW, STILL).lines)
    expected = re.sub(rf"[\s{DRAWN}]", "", text)
    assert sorted(re.sub(r"[\s\ufe0e]", "", "".join(drawn))) == sorted(expected)
    assert TITLES[name] in (root[0].text or "")


@pytest.mark.parametrize("name", SCREENS)
def test_a_picture_is_small_and_needs_nothing_from_elsewhere(name: str) -> None:
    text = picture(name)
    assert len(text.encode()) < LARGEST
    assert "prefers-color-scheme: dark" in text
    namespace = "http://www.w3.org/2000/svg"
    assert not re.findall(r"url\(|href|@import|<image|https?://", text.replace(namespace, ""))


@pytest.mark.parametrize("style", Style)
def test_every_style_can_be_drawn(style: Style) -> None:
    canvas = Canvas(Size(1, 30), Look())
    canvas.put(0, 0, f"a <b> {DRAWN[:10]}", style)
    root = ElementTree.fromstring(svg(canvas.frame(), "T"))
    assert "a <b>" in {element.text for element in root.iter("{http://www.w3.org/2000/svg}text")}
