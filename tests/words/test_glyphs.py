"""Special characters, and the program by its name."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from pathlib import Path

import pytest

from foxduet.cli.terminal import every_character
from foxduet.core.register import games
from foxduet.games.classic.rules.cards import DECK as CLASSIC_DECK
from foxduet.games.classic.words.names import CARDS
from foxduet.games.duet.rules.cards import DECK
from foxduet.games.duet.words.names import duet_glyphs
from foxduet.words import program_name as naming
from foxduet.words.cards import AbleCard
from foxduet.words.common import table_words
from foxduet.words.glyphs import ASCII, MONOCHROME, UNICODE, Glyphs, bar
from foxduet.words.program_name import program_name


@pytest.mark.parametrize(
    ("share", "drawn", "ascii_drawn"),
    [
        (0.0, "     ", "....."),
        (1.0, "█████", "====="),
        (0.5, "██▌  ", "==..."),
        (0.99, "█████", "====="),
        (0.03, "▏    ", "....."),
    ],
)
def test_bars_are_as_long_as_the_chance(share: float, drawn: str, ascii_drawn: str) -> None:
    assert bar(share, 5, UNICODE) == drawn
    assert bar(share, 5, ASCII) == ascii_drawn


IN_COMMON_FONTS = "¤ð˙·Ω†‡•←↑→↓∂∆√∞∩≈≡■□▬▲►▼◄◊○●◘◙◦"
"""Signs of each of DejaVu Sans Mono, Liberation Mono, Noto Sans Mono, Cascadia and Menlo."""


@pytest.mark.parametrize("game", games())
def test_every_sign_but_boxes_and_blocks_is_in_the_fonts_that_terminals_have(game: str) -> None:
    signs = {sign for sign in every_character(game) if not sign.isascii()}
    assert {sign for sign in signs if not "\u2500" <= sign <= "\u259f"} <= set(IN_COMMON_FONTS)


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_no_sign_of_a_game_stands_for_two_things(glyphs: Glyphs) -> None:
    duet, classic = duet_glyphs(glyphs), CARDS.glyphs(glyphs)
    of_duet = [*duet.suits, duet.paw, duet.gem, duet.tree, duet.wood, duet.trail, *glyphs.toward]
    of_classic = [*classic.suits, *glyphs.toward]
    for signs in ([*of_duet, glyphs.mark], [*of_classic, glyphs.mark]):
        assert len({*signs}) == len(signs)


@pytest.mark.parametrize(("game", "card"), [("duet", DECK[6]), ("classic", CLASSIC_DECK[6])])
def test_the_letter_of_a_suit_is_shown_only_where_there_is_no_colour(
    game: str, card: AbleCard
) -> None:
    words = table_words(game)
    for glyphs in (UNICODE, MONOCHROME, ASCII):
        sign = words.cards.suit_signs(glyphs)[0]
        letter = "" if glyphs is UNICODE else words.cards.letters()[0]
        assert words.cards.card_face(card, glyphs).corner == f"7 {sign}{letter}"
        assert words.cards.card_in_line(card, glyphs) == f"7{sign}{letter}"


def start(monkeypatch: pytest.MonkeyPatch, *line: str, found: str | None = None) -> str:
    """Return the name of the program that was started by a line as Python sees it."""
    monkeypatch.setattr(sys, "orig_argv", [*line])
    monkeypatch.setattr(sys, "argv", [line[1]] if len(line) > 1 else [""])
    monkeypatch.setattr(naming, "which", lambda _command: found)
    return program_name()


@pytest.mark.parametrize("interpreter", ["python3", "python", ".venv/bin/python", "py"])
def test_an_interpreter_is_said_as_it_was_typed(
    interpreter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = "/somewhere/foxduet/__main__.py"
    assert start(monkeypatch, interpreter, module) == f"{interpreter} -m foxduet"
    assert start(monkeypatch, interpreter, module, found="/usr/bin/foxduet").endswith("-m foxduet")


@pytest.mark.skipif(sys.platform == "win32", reason="quotes of a POSIX shell")
def test_a_path_with_blanks_can_be_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    said = start(monkeypatch, "/my env/python", "/somewhere/foxduet/__main__.py")
    assert said == "'/my env/python' -m foxduet"


@pytest.mark.parametrize(
    ("word", "typed"),
    [
        (r"C:\Games\fox-1.toml", r"C:\Games\fox-1.toml"),
        (r"C:\My Games\1.toml", r'"C:\My Games\1.toml"'),
        *((f"{sign}.toml", f'"{sign}.toml"') for sign in "&()^,;=!|<>'@"),
        (r"C:\%TEMP%\é.toml", r'"C:\\"^%"TEMP"^%"\é.toml"'),
        ("100%", '"100"^%'),
        ("C:\\a b\\", r'"C:\a b\\"'),
    ],
)
def test_the_prompt_of_windows_takes_each_path_as_it_is(word: str, typed: str) -> None:
    assert naming._quoted_for_cmd(word) == typed


def is_wine() -> bool:
    """Return whether this Windows is none."""
    if sys.platform == "win32":
        return hasattr(ctypes.windll.ntdll, "wine_get_version")
    return False


@pytest.mark.skipif(sys.platform != "win32", reason="only Windows has this prompt")
@pytest.mark.parametrize("word", [r"C:\a b\&(x)^=;,!'.toml", r"C:\%TEMP%\%x", "C:\\a b\\"])
def test_a_program_is_given_what_is_typed_into_the_prompt(word: str) -> None:
    if "%" in word and is_wine():
        pytest.skip("Wine's prompt leaves a caret in front of % where it is, unlike Windows'")
    program = '-c "import sys; print(ascii(sys.argv[1]))"'
    line = f"{naming.quoted(sys.executable)} {program} {naming.quoted(word)}"
    assert subprocess.check_output(line, shell=True, text=True).strip() == ascii(word)


def test_the_command_is_said_where_a_shell_finds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "foxduet"
    script.write_text("")
    assert start(monkeypatch, "python3", str(script), found=str(script)) == "foxduet"
    assert start(monkeypatch, "python3", str(script)) == naming.quoted(str(script))
