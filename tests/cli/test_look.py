"""How screens are to look and sound, by arguments and by the environment."""

from __future__ import annotations

import sys

import pytest

from foxduet.store.config import NOTHING, remembering
from foxduet.ui.kit.canvas import Theme
from foxduet.words.glyphs import ASCII, UNICODE
from foxduet.words.i18n import language_name
from tests.support.calls import called, opened, options_in

KEYS = ("theme", "mouse", "bell")
COMMANDS = ("play", "replay game.toml", "review game.toml")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_with_screens_has_a_theme_a_mouse_and_a_bell(command: str) -> None:
    usual = options_in(command).look
    assert [usual[key] for key in KEYS] == ["terminal", True, False]
    for theme in Theme:
        look = options_in(f"{command} --theme {theme.value} --no-mouse --bell").look
        assert [look[key] for key in KEYS] == [theme.value, False, True]
        assert look.look_of("duet").theme is theme


def test_no_colours_are_wanted_whatever_the_theme(monkeypatch: pytest.MonkeyPatch) -> None:
    assert options_in("--theme night").look.coloured
    assert not options_in("--theme night --no-color").look.coloured
    monkeypatch.setenv("NO_COLOR", "1")
    assert not options_in("--theme night").look.coloured


def test_other_themes_are_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    status, _out, err = called("--theme desert", capsys, monkeypatch)
    assert status == 2
    assert all(theme.value in err for theme in Theme)


@pytest.mark.parametrize(("argument", "bell"), [("", False), ("--bell", True)])
def test_the_bell_is_an_option_of_the_run(
    argument: str, bell: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    _screen, desk = opened(f"--level 2 {argument}", monkeypatch)
    assert desk.bell is bell


@pytest.mark.parametrize(
    ("session", "arguments", "is_plain"),
    [
        ("", "", True),
        ("", "--no-ascii", False),
        ("c1a0-41", "", False),
        ("c1a0-41", "--ascii", True),
    ],
)
def test_windows_is_in_unicode_where_its_terminal_is_modern_and_where_that_is_asked_for(
    session: str, arguments: str, is_plain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.delenv("TERM", raising=False)
    monkeypatch.setenv("WT_SESSION", session)
    monkeypatch.setattr("locale.nl_langinfo", lambda _item: "cp437", raising=False)
    monkeypatch.setattr("locale.getencoding", lambda: "cp437")
    look = options_in(f"play {arguments}").look
    assert look.look_of("duet").glyphs is (ASCII if is_plain else UNICODE)
    assert language_name("fr") == ("Francais" if is_plain else "Français")
    # The next game is drawn as this one.
    config = remembering(NOTHING, look.given)
    assert config["ascii"] is is_plain
