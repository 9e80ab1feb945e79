"""What is remembered: every value comes back, and no broken file is used or changed."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.core.errors import FoxduetError, is_name
from foxduet.games.duet.rules.cards import BOARDS, board_to_table
from foxduet.store import settings
from foxduet.store.settings import dump_config, load_config, update_config, with_values
from foxduet.ui.kit.canvas import Theme
from foxduet.words.i18n import explain
from foxduet.words.text import GLYPH_SETS
from tests.support.processes import refuse

NAMES = st.lists(st.just("") | st.text(max_size=12).filter(is_name), min_size=2, max_size=2)
SWITCHES = (
    *("practice", "memory", "color", "animation", "plain", "headphones"),
    *("mouse", "bell"),
)
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "game": st.just("duet"),
    "players": st.sampled_from(["ask", "one", "two"]),
    "pairs": st.lists(NAMES, max_size=3),
    "partner": st.sampled_from(["novice", "steady", "expert", "expert:1000"]),
    "names_alone": NAMES,
    "limit": st.floats(0.05, 60) | st.integers(1, 60),
    "signs": st.sampled_from(settings.SIGN_SETS),
    "theme": st.sampled_from(settings.THEMES),
    "keyboard": st.sampled_from(settings.KEYBOARDS),
    "watch": st.sampled_from(["space", "soon"]),
    "lang": st.sampled_from(["system", "en", "fr", "xx"]),
    **dict.fromkeys(SWITCHES, st.booleans()),
}
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
FOREIGN = st.recursive(
    st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=5,
)
SETUPS = st.fixed_dictionaries(
    {"level": st.integers(1, 3)}, optional={"board": st.just(board_to_table(BOARDS[3]))}
)
CONFIGS = st.builds(
    settings.Config,
    st.fixed_dictionaries({}, optional=VALUES),
    st.dictionaries(st.just("duet"), SETUPS),
    st.dictionaries(TEXTS.map(lambda text: f"x-{text}"), FOREIGN, max_size=3),
)


@given(CONFIGS)
def test_all_that_is_remembered_comes_back(config: settings.Config) -> None:
    assert settings.parse_config(dump_config(config)) == config
    assert settings.parse_config(dump_config(config).replace("\n", "\r\n")) == config


def test_every_setting_has_a_value_to_be_tried() -> None:
    assert {*settings.SETTINGS} == {*VALUES}
    assert {theme.value for theme in Theme} == {*settings.THEMES}
    assert ("auto", *GLYPH_SETS) == settings.SIGN_SETS


def test_the_file_explains_each_setting_and_shows_what_holds_without_it() -> None:
    text = dump_config(with_values(settings.EMPTY_CONFIG, {"theme": "night", "bell": False}))
    assert '\ntheme = "night"\n' in text
    assert "\n# bell = false\n" in text
    for setting in settings.SETTINGS.values():
        assert re.search(rf"\n# {re.escape(setting.purpose)}\n(# )?{setting.key} = ", text)
        assert setting.purpose[0].islower()
    without = re.sub(r"^# (?=\w+ = )", "", text, flags=re.MULTILINE)
    assert settings.parse_config(without).values.keys() == VALUES.keys()


at_night = partial(with_values, values={"theme": "night"})

INVALID = {
    'theme = "desert"': "theme: ",
    'keyboard = "dvorak"': "keyboard: ",
    'bell = "yes"': "bell: ",
    'signs = "runes"': "signs: ",
    "limit = 0": "limit: ",
    "limit = nan": "limit: ",
    "limit = true": "limit: ",
    'players = "three"': "players: ",
    'pairs = ["Ann", "Ben"]': "pairs: ",
    'pairs = [["Ann", 3]]': "pairs: ",
    r'names_alone = ["\u001b[2J", ""]': "names_alone: ",
    'partner = "granny"': "partner: ",
    "partner = {}": "partner: ",
    'game = "chess"': "game: ",
    "duet = 3": "duet: ",
    "[duet]\nlevel = 9": "duet.level: ",
    "[duet]\nlevel = true": "duet.level: ",
    "[duet]\nlevel = 2.0": "duet.level: ",
    "[duet]\nboard = {gems = [1, 1]}": "duet.board: ",
    "colour = false": "unknown setting colour; did you mean color?",
    "[duet]\nlevle = 2": "unknown setting duet.levle; did you mean duet.level?",
    "[dute]\nlevel = 2": "unknown setting dute; did you mean duet?",
}
BROKEN = {"theme": "invalid TOML", "x = " + "[" * 5000: "nested to read", "\udcff\udcfe": "UTF-8"}


@pytest.mark.parametrize("text", INVALID)
def test_one_bad_value_or_key_is_named_and_ignored_alone_and_stays_in_the_file(
    text: str, tmp_path: Path
) -> None:
    path = tmp_path / "config.toml"
    path.write_text(f"mouse = false\nwind = 3\n{text}\n\n[classic]\ntarget = 35\n")
    config = load_config(path)
    (problem,) = config.problems
    assert explain(problem).startswith(INVALID[text])
    assert config.values == {"mouse": False}
    assert config.setups["classic"] == {"target": 35}
    assert "level" not in config.setups.get("duet", {})
    update_config(path, partial(with_values, values={"animation": False}))
    after = load_config(path)
    assert after.values == {"mouse": False, "animation": False}
    assert [str(one) for one in after.problems] == [str(problem)]


def test_a_value_takes_the_place_of_one_that_was_ignored(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text("bell = 3\nclassic = 1\n[duet]\nlevel = 9\n")
    assert len(load_config(path).problems) == 3
    update_config(path, partial(with_values, values={"bell": True}))
    for game, setup in (("duet", {"level": 2}), ("classic", {"target": 35})):
        update_config(path, partial(with_values, values={}, game=game, setup=setup))
    config = load_config(path)
    assert (config.problems, config.values) == ((), {"bell": True})
    assert config.setups == {"duet": {"level": 2}, "classic": {"target": 35}}


def test_two_people_of_an_earlier_version_are_the_first_pair() -> None:
    for text, players, pairs in (
        ('names = ["Ann", ""]', "two", [["Ann", ""]]),
        ('partner = "person"', "two", []),
        ('partner = "novice"\nnames = ["Ann", "Ben"]', "one", [["Ann", "Ben"]]),
        ('partner = "person"\nplayers = "one"\npairs = []\nnames = ["Ann", "Ben"]', "one", []),
        (f"pairs = {[['Ann', 'Ben']] * 3 + [['Cem', 3]]}", "ask", [["Ann", "Ben"]] * 3),
    ):
        config = settings.parse_config(text)
        assert (config["players"], config["pairs"], config.problems) == (players, pairs, ())
        assert "names =" not in dump_config(config)


def test_a_long_value_is_not_repeated_at_length() -> None:
    (problem,) = settings.parse_config(f'theme = "{"x" * 500}"').problems
    assert len(str(problem)) < 90


@pytest.mark.parametrize("text", BROKEN)
def test_a_broken_file_is_refused_and_stays(text: str, tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    content = text.encode(errors="surrogateescape")
    path.write_bytes(content)
    with pytest.raises(FoxduetError, match=re.escape(BROKEN[text])):
        load_config(path)
    with pytest.raises(FoxduetError, match=re.escape(BROKEN[text])):
        update_config(path, at_night)
    assert path.read_bytes() == content
    assert list(tmp_path.glob("*config*")) == [path]


LINES = st.sampled_from(
    [*INVALID, "theme", "[duet]", "level = 2", "", "#", 'names = ["a", "b"]', "[[duet]]"]
)


@given(st.lists(LINES | TEXTS, max_size=6).map("\n".join))
def test_any_text_is_read_or_refused_in_words(text: str) -> None:
    try:
        config = settings.parse_config(text)
    except FoxduetError as error:
        explain(error)
    else:
        after = settings.parse_config(dump_config(config))
        # As texts, since what is no number differs from itself.
        assert dump_config(after) == dump_config(config)
        assert sorted(map(explain, after.problems)) == sorted(map(explain, config.problems))


def test_no_file_remembers_nothing(tmp_path: Path) -> None:
    assert load_config(tmp_path / "no" / "config.toml") == settings.EMPTY_CONFIG
    (tmp_path / "file").write_text("")
    assert load_config(tmp_path / "file" / "config.toml") == settings.EMPTY_CONFIG
    assert settings.EMPTY_CONFIG.partner == "steady"
    assert settings.EMPTY_CONFIG["theme"] == "terminal"


def test_what_is_not_known_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text(
        'colour = "mauve"\nbell = true\n[duet]\nlevel = 2\nwind = 3\n[chess]\nelo = 1\n'
    )
    update_config(
        path, lambda config: with_values(config, {"theme": "night"}, "duet", {"level": 3})
    )
    after = load_config(path)
    assert after.unknown_keys == {"colour": "mauve", "chess": {"elo": 1}}
    assert after.values == {"bell": True, "theme": "night"}
    assert after.setups == {"duet": {"level": 3, "wind": 3}}


def test_a_file_is_only_written_if_something_changes(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text("# mine\nbell = true\n")
    update_config(path, lambda config: with_values(config, {"bell": True, "theme": "terminal"}))
    assert path.read_text() == "# mine\nbell = true\n"
    update_config(path, lambda config: with_values(config, {"bell": False}))
    assert load_config(path).values == {"bell": False}


def test_a_file_that_cannot_be_written_stays_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "config.toml"
    path.write_text("bell = true")
    monkeypatch.setattr("os.fsync", refuse)
    for place in (path, path / "below" / "config.toml"):
        with pytest.raises(OSError, match="Errno"):
            update_config(place, at_night)
    assert path.read_text() == "bell = true"
    assert list(tmp_path.glob("*config*")) == [path]
