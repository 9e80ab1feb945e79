"""What commands make of what is remembered, and what foxduet config says of it."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from foxduet.games.duet.rules.cards import BOARDS, board_to_table
from foxduet.games.duet.rules.state import Setup
from foxduet.store.files import config_file
from foxduet.store.settings import Config, dump_config, load_config
from foxduet.ui.form import FormScreen
from foxduet.ui.kit.canvas import Theme
from foxduet.ui.menu import TitleScreen
from foxduet.ui.table.screen import TableScreen
from foxduet.words.i18n import use_language
from tests.support.processes import Call, opened, options_in, refuse
from tests.support.tables import text_of

EVERYTHING = Config(
    {
        "game": "duet",
        "players": "one",
        "pairs": [["Ann", "Bob"]],
        "partner": "novice",
        "names_alone": ["Zoe", ""],
        "practice": True,
        "memory": True,
        "limit": 0.5,
        "signs": "simple",
        "color": False,
        "animation": False,
        "theme": "night",
        "keyboard": "azerty",
        "mouse": False,
        "bell": True,
    },
    {"duet": {"level": 3, "board": board_to_table(BOARDS[1])}},
)


def remember(config: Config = EVERYTHING) -> Path:
    """Write what is remembered."""
    path = config_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(dump_config(config), "utf-8")
    return path


def table_of(line: str, monkeypatch: pytest.MonkeyPatch) -> TableScreen:
    """Return the table that a command line opens at once."""
    screen, _desk = opened(line, monkeypatch)
    assert isinstance(screen, TableScreen)
    return screen


def form_of(line: str, monkeypatch: pytest.MonkeyPatch) -> FormScreen:
    screen, _desk = opened(line, monkeypatch)
    assert isinstance(screen, FormScreen)
    return screen


def test_a_level_deals_for_two_people_whatever_was_played_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    remember()
    header = table_of("--level 2", monkeypatch).session.game.header
    assert (header.game, header.setup, header.ai) == ("duet", Setup(2), (None, None))
    assert (header.players, dict(header.further)) == (("Ann", "Bob"), {})


def test_a_level_with_solo_deals_for_one_person_and_no_practice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    remember()
    header = table_of("--level 2 --solo steady", monkeypatch).session.game.header
    assert (header.setup, header.ai) == (Setup(2), (None, "steady"))
    assert (header.players, dict(header.further)) == (("Zoe", "Steady"), {})
    given = table_of("--level 1 --names A B", monkeypatch).session.game.header
    assert given.players == ("A", "B")


def test_the_deals_of_a_day_at_a_level_are_for_two_people(monkeypatch: pytest.MonkeyPatch) -> None:
    remember()
    header = table_of("--daily --level 1", monkeypatch).session.game.header
    assert (header.ai, header.setup, header.is_practice) == ((None, None), Setup(1), False)
    assert header.day is not None


def test_the_form_has_what_was_played_last_unless_the_command_line_says_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    remember()
    form = form_of("--solo", monkeypatch)
    assert (form.partner, form.values["level"], form.row) == ("expert", 3, form.deal_row)
    assert (form.names, form.practice, form.memory) == (("Zoe", "Expert"), True, True)
    day = form_of("--daily", monkeypatch)
    assert (day.partner, day.values, day.row) == ("novice", {"level": 3}, day.deal_row)


def test_a_game_is_remembered_when_it_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    table_of("--level 2 --solo steady --names Ann Steady", monkeypatch)
    config = load_config(config_file())
    assert config.setups == {"duet": {"level": 2}}
    assert config.values == {"players": "one", "names_alone": ["Ann", ""]}
    table_of("--level 3", monkeypatch)
    # Two people without names are no pair that takes the place of one person.
    assert load_config(config_file()).partner == "steady"
    assert form_of("--daily", monkeypatch).values == {"level": 3}


LOOKS = {
    "color": (True, False),
    "animation": (True, False),
    "mouse": (True, False),
    "bell": (False, True),
}


@pytest.mark.parametrize("key", LOOKS)
def test_what_is_tried_once_is_not_kept_and_what_config_keeps_is(
    key: str, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    usual, other = LOOKS[key]
    switch = f"--{key}" if other else f"--no-{key}"
    assert options_in(f"play {switch}").look[key] is other
    table_of(f"--level 2 {switch}", monkeypatch)
    for command in ("play", "review", "replay"):
        assert options_in(command).look[key] is usual
    status, out, _err = call(f"config {key}={str(other).lower()}")
    assert status == 0
    assert re.search(rf"^{key} = {str(other).lower()} +file$", out, re.MULTILINE)
    for command in ("play", "review", "replay"):
        assert options_in(command).look[key] is other
    back = f"--{key}" if usual else f"--no-{key}"
    assert options_in(f"replay {back}").look[key] is usual


def test_settings_of_every_kind_are_kept_and_nothing_of_a_command_line_with_a_bad_one(
    monkeypatch: pytest.MonkeyPatch, call: Call, request: pytest.FixtureRequest
) -> None:
    request.addfinalizer(lambda: use_language("en"))
    tried = "--ascii --theme night --lang fr --keyboard azerty --limit 3 --plain"
    assert options_in(tried).look["theme"] == "night"
    table_of("--level 2 --ascii --theme night --lang fr --keyboard azerty --limit 3", monkeypatch)
    kept = {"signs", "theme", "lang", "keyboard", "limit", "plain"}
    assert not kept & {*load_config(config_file()).values}
    assert call("config theme=night bell=3")[0] == 2
    assert options_in("").look["theme"] == "terminal"
    assert call('config keyboard=azerty limit=3 theme=night pairs=[["Zoe",""]]')[0] == 0
    assert options_in("").look.look_for("duet").keyboard == "azerty"
    assert options_in("--keyboard system").look.look_for("duet").keyboard == "system"
    assert opened("--solo", monkeypatch)[1].limit == 3
    assert opened("--solo --limit 0.5", monkeypatch)[1].limit == 0.5
    assert load_config(config_file())["pairs"] == [["Zoe", ""]]
    # Settings of earlier versions
    assert call('config names=["Ann","Ben"]')[0] == 0
    config = load_config(config_file())
    assert (config["players"], config["pairs"]) == ("two", [["Ann", "Ben"]])
    assert call("config players=one partner=person")[0] == 0
    assert load_config(config_file())["players"] == "two"


def test_no_color_is_stronger_than_what_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    remember(Config({"color": True}))
    monkeypatch.setenv("NO_COLOR", "1")
    assert not options_in("").look.uses_colours
    assert not options_in("--color").look.uses_colours
    table_of("--level 2", monkeypatch)
    assert load_config(config_file())["color"] is True


@pytest.mark.parametrize("line", ["", "--solo", "--level 2 --theme night"])
def test_a_bad_value_is_one_line_and_stays(
    line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = remember()
    path.write_text('theme = "night"\nbell = 3\n')
    screen, desk = opened(line, monkeypatch)
    err = capsys.readouterr().err
    why = "ignored in the settings: bell: 3 is neither true nor false"
    assert err == f"foxduet: {why} ({path})\n"
    assert "\nbell = 3\n" in path.read_text()
    assert (desk.bell, desk.look.theme) == (False, Theme.NIGHT)
    if isinstance(screen, TitleScreen | FormScreen):
        assert why in text_of(screen)


def test_a_setting_that_cannot_be_saved_is_said_so(call: Call) -> None:
    config_file().mkdir(parents=True)
    status, _out, err = call("config bell=true")
    assert (status, err.count("\n")) == (1, 1)


@pytest.mark.parametrize("line", ["", "--solo"])
def test_why_a_file_cannot_be_read_is_said_to_its_end_on_the_first_screen(
    line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = remember()
    path.write_text('theme = "night"\nbell\n')
    screen, _desk = opened(line, monkeypatch, answer=())
    said = " ".join(text_of(screen).split())
    assert "all settings are ignored: invalid TOML: " in said
    assert "(at line 2, column 5)" in said
    assert "Esc play alone" in said or "Esc back" in said


def test_a_language_that_is_not_spoken_is_named_and_the_system_s_holds(call: Call) -> None:
    path = remember()
    path.write_text('lang = "de"\nbell = true\n')
    status, out, err = call("config")
    assert (status, err.count("\n")) == (1, 1)
    assert 'lang: "de" is not one of en, ' in err
    assert re.search(r'^lang = "system" +default \(the file.s value is ignored', out, re.MULTILINE)
    assert re.search(r"^bell = true +file$", out, re.MULTILINE)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="nobody may write but the root")
def test_a_folder_that_cannot_be_written_hinders_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = config_file().parent
    (folder / "records").mkdir(parents=True)
    folder.chmod(0o500)
    try:
        table_of("--level 2 --theme night", monkeypatch)
    finally:
        folder.chmod(0o700)
    assert not config_file().exists()


def test_settings_that_cannot_be_written_hinder_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("foxduet.store.settings.write_safely", refuse)
    table_of("--level 2 --theme night", monkeypatch)
    assert not config_file().exists()


def test_bad_usage_is_not_remembered(monkeypatch: pytest.MonkeyPatch, call: Call) -> None:
    monkeypatch.setattr("foxduet.ui.kit.terminal.check_terminal", lambda: None)
    assert call("--resume --theme night")[0] == 1
    assert not config_file().exists()


def test_the_command_says_where_the_file_is_and_what_holds(call: Call) -> None:
    status, out, err = call("config")
    assert (status, err) == (0, "")
    assert out.splitlines()[0] == f"{config_file()} (not created yet)"
    assert out.count("default") == len(re.findall(" = ", out))
    remember(Config({"theme": "night"}, {"duet": {"level": 3}}, {"wind": "\x9b2J"}))
    status, out, err = call("config")
    assert out.splitlines()[0] == f"{config_file()}"
    assert re.search(r'^theme = "night" +file$', out, re.MULTILINE)
    assert re.search(r"^bell = false +default$", out, re.MULTILINE)
    assert re.search(r"^\[duet\]\nlevel = 3 +file$", out, re.MULTILINE)
    assert re.search(r'^wind = "\\x9b2J" +from the file, unknown here$', out, re.MULTILINE)
    assert out.replace("\n", "").isprintable()


def test_the_command_says_what_is_broken_and_shows_what_holds(call: Call) -> None:
    path = remember()
    path.write_text("bell = 3")
    status, out, err = call("config")
    assert (status, err.count("\n")) == (1, 1)
    assert "bell: 3 is neither true nor false" in err
    assert "file\n" not in out
    assert path.read_text() == "bell = 3"


def test_what_was_played_last_makes_no_other_game_of_a_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    remember(Config({"game": "classic"}))
    assert options_in("").game == "classic"
    assert options_in("--solo").game == "classic"
    for line in ("--level 2", "--board x", "--daily", "--resume", "--game duet"):
        assert options_in(line).game == "duet"
    assert options_in("--target 16 --game classic").game == "classic"
    assert table_of("--level 2", monkeypatch).session.game.header.game == "duet"


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["Ann", ""], ("Ann", "Right")),
        (["Right", ""], ("Left", "Right")),
        (["A" * 60, "B"], ("A" * 12, "B")),
        ([" " * 20 + "x", "B"], ("Left", "B")),
        (["A" + 50 * "\u0301", "e\u0302\u0301"], ("Left", "e\u0302\u0301")),
        (["森" * 20, "B"], ("森" * 6, "B")),
    ],
)
def test_names_that_are_remembered_can_be_played_with(
    names: list[str], expected: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    remember(Config({"players": "two", "pairs": [names]}))
    assert table_of("--level 2", monkeypatch).session.game.header.players == expected


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
@pytest.mark.parametrize("is_there", [False, True])
def test_the_name_of_a_folder_commands_no_terminal(
    is_there: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    monkeypatch.setenv("FOXDUET_HOME", str(tmp_path / "a\n\x1b[2J"))
    if is_there:
        remember()
    status, out, err = call("config")
    assert (status, err) == (0, "")
    assert out.splitlines()[0].startswith(f"{tmp_path}/a\\n\\x1b[2J/config.toml")
    assert "\x1b" not in out
