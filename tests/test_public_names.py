"""What is public: names, and pictures of the screens."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest

import foxduet
from foxduet.ui.kit.canvas import Canvas, Look, Size, Style
from foxduet.ui.loop import draw
from tests.pictures import FOLDER, SCREENS, TITLES, picture
from tests.support.machine import PROJECT
from tests.support.svg import svg
from tests.support.tables import STILL, WINDOW


@pytest.mark.parametrize("name", foxduet.__all__)
def test_each_public_name_is_there_with_its_docstring(name: str) -> None:
    assert name in dir(foxduet)
    assert (inspect.getdoc(getattr(foxduet, name)) or "").strip()


def test_other_names_are_not_there() -> None:
    with pytest.raises(AttributeError, match="'foxduet' has no attribute 'curses'"):
        _ = foxduet.curses  # type: ignore[attr-defined]


def test_importing_the_package_loads_nothing_of_it() -> None:
    program = "import sys, foxduet; print([name for name in sys.modules if 'foxduet.' in name])"
    command = [sys.executable, "-c", program]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert loaded.strip() == "[]"


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
