"""The form of a new game begins as the last game did, and has rows for what there is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from unittest.mock import Mock

import pytest

from foxduet.core import registry
from foxduet.games.duet.rules.cards import BOARDS, board_to_table
from foxduet.games.duet.rules.state import Setup
from foxduet.play.game import PRACTICE_KEY, Header
from foxduet.remote.host import host_form
from foxduet.store.settings import Config, load_config, with_players
from foxduet.ui.effect_handlers import settings_after_game
from foxduet.ui.form import FormScreen, form_header, new_form
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Look, Size, Theme
from foxduet.ui.kit.effects import TitleRow
from foxduet.ui.kit.screen import Transition, call
from foxduet.ui.lessons import LessonsScreen
from foxduet.ui.loop import draw_screen, run_program
from foxduet.ui.menu import TitleScreen
from foxduet.ui.scores import ScoresScreen
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import table_drawing
from foxduet.words.i18n import use_language
from foxduet.words.text import ASCII, MODERN, UNICODE
from tests.contract.highcard.game import GAME as HIGHCARD
from tests.support import tables
from tests.support.entries import TODAY, ended_with, resigned_at_table
from tests.support.tables import Desk, ScriptedTerminal, open_title, press_keys, press_to, text_of

BOARD = board_to_table(BOARDS[3])


OF_TWO = 'players = "two"\n'
"""What is remembered where two people have played."""


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    config = tmp_path / "config.toml"
    config.write_text(OF_TWO)
    return tables.options_in(tmp_path, config=config)


@pytest.fixture
def third_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._GAMES, "highcard", HIGHCARD)
    # As if it had a table, too.
    monkeypatch.setattr("foxduet.core.registry.games_with", lambda *_parts: registry.games())
    drawn = {game: table_drawing(game) for game in registry.games() if game != "highcard"}
    monkeypatch.setattr("foxduet.ui.form.table_drawing", lambda game: drawn.get(game, Mock()))


def form_at(desk: Desk) -> FormScreen:
    """Return the form as the title opens it."""
    title = open_title(desk)
    form = tables.settled(
        Transition(title, (call("effect_handlers:open_form", title.game_name),)), desk
    )
    assert isinstance(form, FormScreen)
    return form


def form_with(config: Config, desk: Desk) -> FormScreen:
    """Return the form of a new game by what is remembered."""
    form = new_form(desk, config).screen
    assert isinstance(form, FormScreen)
    return form


def at(form: FormScreen, key: str) -> FormScreen:
    return replace(form, row=form.row_of(key))


def dealt(form: FormScreen, desk: Desk) -> TableScreen:
    return press_to(TableScreen, form, desk, keys.ENTER)


def test_a_game_of_two_is_there_again(desk: Desk) -> None:
    first = replace(form_at(desk), own_names=("Ann", "Right"), values={"level": 3})
    dealt(first, desk)
    again = form_at(desk)
    assert (again.names, again.values, again.partner) == (("Ann", "Right"), {"level": 3}, None)
    config = load_config(desk.folders.config or Path())
    assert (config["players"], config["pairs"]) == ("two", [["Ann", ""]])


def form_from_title(desk: Desk, *script: str) -> FormScreen:
    """Return the form of a new game after keys on the title."""
    title = open_title(desk)
    title = replace(title, cursor=title.choices.index(TitleRow.NEW))
    return press_to(FormScreen, title, desk, *script, keys.ENTER)


def test_a_game_alone_is_there_again_and_has_names_of_its_own(desk: Desk) -> None:
    dealt(replace(form_at(desk), own_names=("Ann", "Bob")), desk)
    alone = form_from_title(desk, keys.LEFT)
    assert (alone.partner, alone.names) == ("steady", ("Player", "Steady"))
    header = dealt(
        replace(alone, own_names=("Zoe", "Steady"), practice=True), desk
    ).session.game.header
    assert (header.ai, header.is_practice) == ((None, "steady"), True)
    again = form_at(desk)
    assert (again.partner, again.names, again.practice) == ("steady", ("Zoe", "Steady"), True)
    two = form_from_title(desk, keys.RIGHT)
    assert (two.partner, two.names) == (None, ("Ann", "Bob"))
    assert "partner" not in [row.key for row in two.rows]
    assert not dealt(two, desk).session.game.header.is_practice


@pytest.mark.parametrize("game", ["duet", "classic"])
def test_two_people_may_agree_on_open_hands_before_the_first_deal(desk: Desk, game: str) -> None:
    form = form_at(replace(desk, game=game, names=("Ann", "Ben")))
    assert "You see both hands" not in text_of(form)
    chosen = press_to(FormScreen, at(form, "open_hands"), desk, keys.RIGHT)
    assert "◄ hands open ►" in text_of(chosen)
    assert "You see both hands and may talk. It isn't scored." in text_of(chosen)
    assert "hands open" in text_of(at(chosen, "left"))
    table = dealt(chosen, desk)
    assert table.session.game.turns == ()
    assert "You see both hands and may talk. It isn't scored." in text_of(table)
    # There is nothing to close before the first deal.
    assert press_keys(table, desk, "c") == table
    header = table.session.game.header
    assert (header.is_practice, header.has_open_hands) == (True, True)
    # The next pair agrees again, and others are not asked.
    assert not form_at(desk).open_hands
    assert "open_hands" not in {row.key for row in replace(chosen, day=TODAY).rows}
    assert "open_hands" not in {row.key for row in host_form(chosen, ()).rows}
    for other in (replace(chosen, day=TODAY), replace(chosen, partner="steady")):
        assert not form_header(other, desk).is_practice


def test_an_own_board_and_the_house_rule_can_be_switched_off(desk: Desk) -> None:
    dealt(form_at(replace(desk, setup={"board": BOARD}, memory=True)), desk)
    form = form_at(desk)
    assert form.setup.own_board == BOARDS[3]
    assert form.memory
    rows = {row.key for row in form.rows}
    assert {"board", "memory"} <= rows
    assert "More: cards played, your own board" in text_of(form)
    assert "◄ your own ►" in text_of(at(form, "board"))
    printed = press_to(FormScreen, at(form, "board"), desk, keys.RIGHT)
    plain = press_to(FormScreen, at(printed, "memory"), desk, keys.RIGHT)
    assert {row.key for row in plain.rows} == rows
    header = dealt(plain, desk).session.game.header
    assert (header.setup.own_board, dict(header.further)) == (None, {})
    assert not {"board", "memory"} & {row.key for row in form_at(desk).rows}


def test_the_deals_of_a_day_have_no_board_of_ones_own_and_no_practice(desk: Desk) -> None:
    config = Config({"partner": "expert", "practice": True}, {"duet": {"level": 2, "board": BOARD}})
    form = form_with(config, replace(desk, daily=date(2026, 11, 21)))
    assert form.values == {"level": 2}
    assert not {"board", "practice"} & {row.key for row in form.rows}
    header = dealt(form, desk).session.game.header
    assert header.day == date(2026, 11, 21)
    assert PRACTICE_KEY not in header.further
    assert load_config(desk.folders.config or Path()).values.get("practice") is None


def test_the_form_after_a_game_begins_as_that_did(desk: Desk) -> None:
    form = replace(form_at(desk), own_names=("Ann", "Bob"), values={"level": 2})
    over = resigned_at_table(dealt(form, desk), desk)
    given = replace(desk, names=("X", "Y"), setup={"level": 1}, solo="novice", config=None)
    again = ended_with(over, given, "Play again")
    assert isinstance(again, FormScreen)
    assert (again.names, again.values) == (("Ann", "Bob"), {"level": 2})
    assert again.partner is None


def test_whoever_plays_again_starts_at_the_deal(desk: Desk) -> None:
    first = form_at(desk)
    assert first.row == 0
    over = resigned_at_table(dealt(first, desk), desk)
    for config in (desk.config, None):
        after_game = ended_with(over, replace(desk, config=config), "Play again")
        assert isinstance(after_game, FormScreen)
        assert (after_game.row, after_game.chosen.key) == (after_game.deal_row, "level")
    for row in (TitleRow.NEW, TitleRow.DAY):
        title = open_title(desk)
        from_title = press_to(
            FormScreen, replace(title, cursor=title.choices.index(row)), desk, keys.ENTER
        )
        assert (from_title.row, from_title.chosen.key) == (from_title.deal_row, "level")


def test_the_title_is_about_the_game_that_was_played_last(desk: Desk) -> None:
    assert open_title(desk).game_name == "duet"
    form = replace(form_at(desk), game_name="classic", values={"target": 16}, partner="novice")
    title = press_to(TitleScreen, dealt(form, desk), desk, "q", "y")
    assert title.game_name == "classic"
    # The level is one of the other game.
    given = replace(desk, setup={"level": 2})

    def opened(row: TitleRow) -> object:
        return press_keys(replace(title, cursor=title.choices.index(row)), given, keys.ENTER)

    new = opened(TitleRow.NEW)
    assert isinstance(new, FormScreen)
    assert (new.game_name, new.partner) == ("classic", "novice")
    day, scores, lessons = map(opened, (TitleRow.DAY, TitleRow.SCORES, TitleRow.LEARN))
    assert isinstance(day, FormScreen)
    assert (day.game_name, day.values["target"]) == ("classic", 16)
    assert day.day is not None
    assert isinstance(scores, ScoresScreen)
    assert isinstance(lessons, LessonsScreen)
    assert scores.game_name == lessons.game_name == "classic"
    assert open_title(replace(desk, is_game_given=True)).game_name == "duet"


def test_the_command_line_is_stronger_than_what_is_remembered(desk: Desk) -> None:
    config = Config(
        {"players": "two", "pairs": [["A", "B"]], "partner": "novice", "names_alone": ["C", "D"]},
        {"duet": {"level": 3}},
    )
    assert form_with(config, desk).names == ("A", "B")
    assert form_with(config, replace(desk, solo="expert")).names == ("C", "D")
    given = replace(desk, solo="expert", names=("Ann", "Bob"), setup={"level": 2})
    form = form_with(config, given)
    assert (form.partner, form.names, form.values) == ("expert", ("Ann", "Bob"), {"level": 2})
    alone = with_players(config, None)
    assert form_with(alone, desk).names == ("C", "D")
    two = form_with(alone, replace(desk, names=("Ann", "Bob")))
    assert (two.partner, two.names) == (None, ("Ann", "Bob"))


def test_a_bad_value_is_ignored_and_stays_while_others_are_remembered(desk: Desk) -> None:
    path = desk.folders.config
    assert path is not None
    path.write_text(f"{OF_TWO}names_alone = 3")
    form = form_at(desk)
    assert form.names == ("Left", "Right")
    dealt(form, desk)
    assert "\nnames_alone = 3\n" in path.read_text()
    assert load_config(path).setups == {"duet": {"level": 1}}


def test_a_theme_is_remembered_as_soon_as_it_is_chosen(desk: Desk) -> None:
    terminal = ScriptedTerminal([keys.RIGHT])
    form = at(form_at(desk), "theme")
    run_program(terminal, Transition(form), desk, desk.folders, tables.ScriptedWorker())
    assert terminal.frames[-1].theme is Theme.FOREST
    assert load_config(desk.folders.config or Path())["theme"] == "forest"


def test_the_language_changes_at_once_and_is_remembered(
    desk: Desk, request: pytest.FixtureRequest
) -> None:
    request.addfinalizer(lambda: use_language("en"))
    form = at(form_at(desk), "lang")
    assert "◄ system default ►" in text_of(form)
    for key, shown, language in (
        (keys.LEFT, "Langue ◄ Français ►", "fr"),
        (keys.LEFT, "Language ◄ English ►", "en"),
        (keys.LEFT, "Language ◄ system default ►", "system"),
    ):
        changed = press_to(FormScreen, form, desk, key)
        form = changed
        assert " ".join(shown.split()) in " ".join(text_of(form).split())
        assert load_config(desk.folders.config or Path())["lang"] == language


SETS = (MODERN, MODERN, UNICODE, ASCII)
"""What the sets of signs are on a modern terminal."""


def test_signs_are_drawn_changed_at_once_and_remembered(desk: Desk) -> None:
    desk = replace(desk, look=Look(MODERN, animated=False, glyph_sets=SETS))
    terminal = ScriptedTerminal(["m", keys.END, keys.UP, keys.UP, keys.LEFT, keys.ESCAPE])
    run_program(terminal, Transition(form_at(desk)), desk, desk.folders, tables.ScriptedWorker())
    frames = ["\n".join(frame.text_rows) for frame in terminal.frames]
    assert "► Signs             ◄ ▼ ✿ ★ ►  automatic" in frames[-3]
    assert "> Signs             < v @ * >" in frames[-2]
    assert "More: signs v @ *" in frames[-1]
    assert all(frame.isascii() for frame in frames[-2:])
    assert load_config(desk.folders.config or Path())["signs"] == "ascii"


def test_where_all_signs_are_the_same_none_is_to_be_chosen(desk: Desk) -> None:
    for sets in ((), (ASCII,) * 4):
        form = form_at(replace(desk, look=Look(ASCII, glyph_sets=sets)))
        assert "signs" not in [row.key for row in form.rows]


def test_a_digit_chooses_the_level_from_every_row_but_that_of_a_name(desk: Desk) -> None:
    form = form_with(Config({"partner": "steady"}), desk)
    for row in form.rows:
        after = press_to(FormScreen, at(form, row.key), desk, "2")
        typed = (1, row.key, "2") if row.is_name else (2, "level", row.shown)
        assert (after.values["level"], after.chosen.key) == typed[:2]
        assert not row.is_name or after.chosen.shown == "2"
        assert press_keys(after, desk, "4") == after or row.is_name


def test_enter_deals_from_every_row(desk: Desk) -> None:
    form = form_with(Config({"partner": "steady"}), desk)
    for row in form.rows:
        press_to(TableScreen, at(form, row.key), desk, keys.ENTER)


def test_more_is_left_for_the_row_where_it_was_opened(desk: Desk) -> None:
    form = form_with(Config({"partner": "steady"}), desk)
    for row in range(len(form.first_rows)):
        opened = press_to(FormScreen, replace(form, row=row), desk, "m", keys.DOWN)
        assert opened.shows_more_rows
        assert press_to(FormScreen, opened, desk, keys.ESCAPE).row == row


def test_what_is_not_as_usual_is_named_where_it_can_be_undone(desk: Desk) -> None:
    config = Config({"partner": "steady", "practice": True, "names_alone": ["Ada", ""]})
    form = form_with(config, desk)
    assert "More: Ada at the left end, practice" in text_of(form)
    usual = press_to(
        FormScreen, form, desk, "m", keys.BACKSPACE, keys.DOWN, keys.DOWN, keys.RIGHT, keys.ESCAPE
    )
    assert "More: names, practice, colours, language" in text_of(usual)
    dealt(usual, desk)
    remembered = load_config(desk.folders.config or Path())
    assert (remembered["names_alone"], remembered["practice"]) == (["", ""], False)


def test_usual_names_of_a_game_in_another_language_are_not_remembered() -> None:
    for players, partner, remembered in (
        (("Gauche", "Droite"), None, ["", ""]),
        (("Left", "Droite"), None, ["", ""]),
        (("Droite", "Gauche"), None, ["Droite", "Gauche"]),
        (("Moi", "Régulier"), "steady", ["", ""]),
        (("Zoé", "Constant"), "expert", ["Zoé", "Constant"]),
    ):
        header = Header("duet", Setup(1), players, ai=(None, partner))
        config = settings_after_game(Config({}, {}), header)
        assert (config.pair if partner is None else config["names_alone"]) == remembered


@pytest.mark.usefixtures("third_game")
def test_the_form_begins_with_the_game_where_there_is_more_than_one(desk: Desk) -> None:
    config = Config({"players": "two"}, {"highcard": {"deals": 2}, "duet": {"level": 3}})
    form = form_with(config, desk)
    assert (form.chosen.key, form.game_name, form.values) == ("game", "duet", {"level": 3})
    others = len(registry.games()) - 1
    third = press_to(FormScreen, form, desk, *[keys.RIGHT] * others)
    assert (third.game_name, third.values, third.row) == ("highcard", {"deals": 2}, 0)
    assert "◄ High Card ►" in text_of(third)
    assert "deals" in [row.key for row in third.rows]
    assert press_keys(third, desk, keys.RIGHT) == form
    assert press_keys(third, desk, *[keys.LEFT] * others) == form


def test_a_game_that_is_alone_has_no_row(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(registry._GAMES, "classic")
    assert form_at(desk).chosen.key == "level"


@pytest.mark.parametrize("game", ["duet", "classic"])
def test_a_new_game_looks_as_it_did(
    desk: Desk, golden: Callable[[str, str], None], game: str
) -> None:
    look = Look(MODERN, animated=False, glyph_sets=SETS)
    own = replace(desk, game=game, look=look)
    form = new_form(own, Config({"partner": "steady"}), at_the_deal=True).screen
    shown = [text_of(screen, look=look) for screen in (form, press_keys(form, own, "m"))]
    golden(f"frames/new-{game}.txt", "\n".join([*shown, ""]))
    golden(f"frames/new-{game}-large.txt", text_of(form, Size(35, 110), look) + "\n")


FULLEST = Config(
    {"partner": "expert", "practice": True, "memory": True, "names_alone": ["Maximilianus", ""]},
    {"duet": {"level": 2, "board": BOARD}},
)


def test_the_fullest_form_looks_as_it_did(
    desk: Desk, golden: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(registry._GAMES, "highcard", HIGHCARD)
    form = at(form_with(FULLEST, desk), "left")
    golden("frames/form-full.txt", text_of(form) + "\n")
    golden("frames/form-full-ascii.txt", text_of(form, look=Look(ASCII, animated=False)) + "\n")


@pytest.mark.usefixtures("strict_canvas", "third_game")
def test_nothing_of_the_fullest_form_is_cut_off(desk: Desk) -> None:
    form = form_with(FULLEST, desk)
    for row in range(len(form.rows) + 1):
        for size in (tables.WINDOW, Size(45, 130)):
            draw_screen(replace(form, row=row), size, tables.STILL)
