"""The scores on screen: opened from the title, turned, scrolled and narrowed by keys."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from foxduet.analysis.par import PAR_PARTNER
from foxduet.store.saved_games import SavedGame, save_game
from foxduet.store.scores import enter, open_scores, par_of
from foxduet.ui.app import draw
from foxduet.ui.kit import keys
from foxduet.ui.menu.menu_keys import title
from foxduet.ui.screens import Options, Page, ReaderScreen, ScoresScreen, Text, TitleScreen
from foxduet.ui.table.entering import scores_screen
from tests.support.ended import resigned_table
from tests.support.entries import TODAY, entry, finished, some_entries
from tests.support.tables import STILL, WINDOW, options_in, press_keys, text_of


@pytest.fixture
def options(tmp_path: Path) -> Options:
    return replace(options_in(tmp_path), scores=tmp_path / "scores.sqlite3")


def test_scores_that_were_not_all_read_in_time_say_so(
    options: Options, monkeypatch: pytest.MonkeyPatch
) -> None:
    resigned_table(options)
    assert options.scores is not None
    options.scores.unlink()
    with monkeypatch.context() as slow:
        slow.setattr("foxduet.ui.table.entering._SECONDS_TO_OPEN", -1.0)
        screen = scores_screen(options)
    assert (screen.games, screen.notice) == (
        (),
        "1 more record is read the next time the scores are opened.",
    )
    assert (len(scores_screen(options).games), scores_screen(options).notice) == (1, "")


def test_the_scores_open_from_the_title_and_lead_back(options: Options) -> None:
    resigned_table(options)
    start = title(options)
    screen = press_keys(start, options, keys.DOWN, keys.DOWN, keys.ENTER)
    assert isinstance(screen, ScoresScreen)
    assert len(screen.games) == 1
    assert screen.today == date.today()
    for key in ("q", keys.ESCAPE):
        assert isinstance(press_keys(screen, options, key), TitleScreen)
    assert press_keys(screen, options, "?") == ReaderScreen(Text.SCORES_KEYS, screen)
    assert press_keys(screen, options, "?", "q") == title(options)
    assert press_keys(screen, options, keys.TAB, keys.ESCAPE) == screen
    assert press_keys(screen, options, "b") == screen


def test_without_a_game_the_scores_are_friendly(options: Options) -> None:
    assert "The first one you finish, won or not, will stand here." in text_of(
        scores_screen(options)
    )
    assert scores_screen(replace(options, scores=None)).games == ()


def test_the_pages_are_turned_scrolled_and_narrowed_by_keys(options: Options) -> None:
    screen = ScoresScreen(some_entries(), TODAY)

    def after(*script: str) -> ScoresScreen:
        turned = press_keys(screen, options, *script)
        assert isinstance(turned, ScoresScreen)
        return turned

    assert [after(*[keys.RIGHT] * times).page for times in range(5)] == [*Page, Page.OVERVIEW]
    assert after("h").page is Page.DAYS
    assert after("2").selection.level == 2
    assert after("2", "0").selection.level is None
    kinds = [after(*["p"] * times).selection.kind for times in range(5)]
    assert kinds == [None, "people", "solo", "steady", "expert"]
    assert after(*["p"] * 5).selection.kind is None
    names = [after(*["n"] * times).selection.names for times in range(4)]
    assert names == [(), ("Expert", "Player"), ("Left", "Right"), ()]
    assert "Expert and Player" in text_of(after("n"))
    last = after(keys.END).top
    assert 0 < last == after(keys.PAGE_DOWN, keys.PAGE_DOWN).top
    assert after(keys.DOWN, "j").top == min(2, last)
    assert after(keys.END, keys.HOME) == screen
    assert after(keys.DOWN, keys.RIGHT).top == 0


def test_many_games_are_paged(options: Options) -> None:
    many = tuple(entry(at, 31 + at % 20) for at in range(200))
    screen = ScoresScreen(many, TODAY, page=Page.RECENT)
    seen = set()
    for _ in range(30):
        text = "\n".join(draw(screen, WINDOW, STILL).lines)
        seen |= {line for line in text.splitlines() if "won in round" in line}
        after = press_keys(screen, options, keys.SPACE)
        assert isinstance(after, ScoresScreen)
        screen = after
    assert len(seen) == 200


def test_a_game_on_file_from_before_there_were_scores_is_there(options: Options) -> None:
    options.records.mkdir(parents=True)
    save_game(SavedGame(options.records / "old.toml"), finished(1))
    assert [game.seed for game in scores_screen(options).games] == [1]
    assert options.scores is not None
    with open_scores(options.scores) as scores:
        assert enter(scores, []) == 0
        assert par_of(scores, finished(1).header, PAR_PARTNER) is None
