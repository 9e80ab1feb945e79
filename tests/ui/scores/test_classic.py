"""The scores of the original game on screen, and changing from one game to the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.store.database import open_scores
from foxduet.store.entries import Selection
from foxduet.store.scores import enter
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Look, Size
from foxduet.ui.kit.effects import Text, TitleRow
from foxduet.ui.kit.screen import Screen
from foxduet.ui.loop import draw
from foxduet.ui.menu.form import FormScreen
from foxduet.ui.menu.title import TitleScreen
from foxduet.ui.scores.screen import ScoresScreen
from foxduet.ui.text_screen import TextScreen
from foxduet.words.glyphs import ASCII
from foxduet.words.scores import Page
from tests.support.classic.entries import TODAY, entry, some_entries
from tests.support.entries import entry as duet_entry
from tests.support.tables import STILL, WINDOW, Left, options_in, press_keys, text_of

ASCII_LOOK = Look(ASCII, animated=False)
LARGE = Size(45, 130)
SCORES = ScoresScreen("classic", some_entries(), TODAY)
SOLO = {"players": ("Ann", "Expert"), "ai": (None, "expert")}
SCREENS: dict[str, Screen] = {
    "classic-scores": SCORES,
    "classic-scores-scrolled": replace(SCORES, top=12),
    "classic-scores-best": replace(SCORES, page=Page.BEST),
    "classic-scores-recent": replace(SCORES, page=Page.RECENT),
    "classic-scores-days": replace(SCORES, page=Page.DAYS),
    "classic-scores-chosen": replace(SCORES, selection=Selection((("target", 16),), "people")),
    "classic-scores-empty": ScoresScreen("classic", (), TODAY),
    "classic-scores-keys": TextScreen(Text.HELP, SCORES),
    "classic-form-day": FormScreen(
        "classic",
        {"target": 21},
        ("Ann", "Expert"),
        partner="expert",
        day=TODAY,
        played=(entry(1, day=TODAY, **SOLO),),
    ),
}


@pytest.mark.parametrize("name", SCREENS)
def test_screens_look_as_they_did(name: str, golden: Callable[[str, str], None]) -> None:
    golden(f"frames/{name}.txt", text_of(SCREENS[name]) + "\n")


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.usefixtures("strict_canvas")
def test_nothing_is_cut_off_and_ascii_uses_seven_bits_only(name: str) -> None:
    for size in (WINDOW, LARGE):
        for look in (STILL, ASCII_LOOK):
            draw(SCREENS[name], size, look)
    assert text_of(SCREENS[name], look=ASCII_LOOK).isascii()


@pytest.mark.usefixtures("strict_canvas")
def test_there_is_room_for_the_longest_names() -> None:
    long = ("Maximilianus", "Wilhelmina M")
    games = [entry(at, players=long) for at in range(3)]
    games += [entry(9, players=(long[0], "Expert"), ai=(None, "expert"), day=TODAY)]
    for page in Page:
        draw(ScoresScreen("classic", tuple(games), TODAY, page), WINDOW, STILL)
    recent = text_of(ScoresScreen("classic", tuple(games), TODAY, Page.RECENT))
    assert recent.count("  Maximilianus, Wilhelmina M  ") == 3
    assert "  Maximilianus, Expert " in recent


def pressed(screen: Screen, folder: Path, *script: str) -> Screen:
    """Return the screen after keys that do not leave the program."""
    after = press_keys(screen, options_in(folder, scores=folder / "scores.sqlite3"), *script)
    assert not isinstance(after, Left)
    return after


def test_g_changes_the_game_and_back(tmp_path: Path) -> None:
    with open_scores(tmp_path / "scores.sqlite3") as scores:
        enter(scores, [entry(1), duet_entry(2, 40)])
    duet = ScoresScreen("duet", (), TODAY)
    classic = pressed(duet, tmp_path, "g")
    assert isinstance(classic, ScoresScreen)
    assert [game.game for game in classic.games] == ["classic"]
    assert "[The Fox in the Forest]" in text_of(classic)
    again = pressed(classic, tmp_path, "g")
    assert isinstance(again, ScoresScreen)
    assert [game.game for game in again.games] == ["duet"]
    assert "[The Fox in the Forest Duet]  The Fox in the Forest\n" in text_of(again)
    assert isinstance(pressed(classic, tmp_path, "q"), TitleScreen)


def test_where_no_game_is_finished_it_is_said_of_which_and_what_shows_the_other() -> None:
    text = text_of(ScoresScreen("classic", (), TODAY))
    assert "[The Fox in the Forest]" in text
    assert "No game has been finished here yet." in text
    assert "g scores of The Fox in the Forest Duet   Esc back" in text


def test_where_only_the_other_game_is_finished_that_is_said_with_the_key(tmp_path: Path) -> None:
    title = TitleScreen("duet")
    with open_scores(tmp_path / "scores.sqlite3") as scores:
        enter(scores, [entry(1)])
    opened = replace(title, cursor=title.choices.index(TitleRow.SCORES))
    duet = pressed(opened, tmp_path, keys.ENTER)
    assert "The Fox in the Forest has 1 finished game: press g." in text_of(duet)
    assert "The first one you finish" not in text_of(duet)
    assert "1 game, 0 drawn" in text_of(pressed(duet, tmp_path, "g"))
    with open_scores(tmp_path / "scores.sqlite3") as scores:
        enter(scores, [entry(2), entry(3)])
    again = pressed(opened, tmp_path, keys.ENTER)
    assert "The Fox in the Forest has 3 finished games: press g." in text_of(again)


def test_a_click_on_the_name_of_the_other_game_changes_to_it() -> None:
    frame = draw(SCORES, WINDOW, STILL)
    first_row = [area for area in frame.areas if area.row == 0]
    assert [area.keys for area in first_row] == [("g",)]
    text = text_of(SCORES).splitlines()[0]
    assert text[first_row[0].column :].startswith(" The Fox in the Forest Duet ")


def test_digits_choose_the_targets_in_their_order(tmp_path: Path) -> None:
    for key, target in (("1", 21), ("2", 16), ("3", 35)):
        shown = pressed(SCORES, tmp_path, key)
        assert isinstance(shown, ScoresScreen)
        assert shown.selection.options == (("target", target),)
        assert f"to {target}, all games" in text_of(shown)
        back = pressed(shown, tmp_path, "0")
        assert isinstance(back, ScoresScreen)
        assert back.selection.options == ()
    assert pressed(SCORES, tmp_path, "4") == SCORES


def test_the_kinds_of_opponent_and_the_pairs_are_chosen_by_keys(tmp_path: Path) -> None:
    assert "two people" in text_of(pressed(SCORES, tmp_path, "p"))
    assert "any one opponent" in text_of(pressed(SCORES, tmp_path, "p", "p"))
    assert "Ann and Bob" in text_of(pressed(SCORES, tmp_path, "n"))
