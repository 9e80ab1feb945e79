"""The scores on screen: opened from the title, turned, scrolled and filtered by keys."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from foxduet.analysis.par import PAR_PARTNER
from foxduet.store.database import open_scores
from foxduet.store.par import par_of
from foxduet.store.saved_games import SavedGame, save_game
from foxduet.store.scores import enter
from foxduet.ui.kit import keys
from foxduet.ui.kit.effects import Text
from foxduet.ui.loop import draw
from foxduet.ui.menu.title import TitleScreen
from foxduet.ui.scores.screen import ScoresScreen
from foxduet.ui.text_screen import TextScreen
from foxduet.words.scores import Page
from tests.support.ended import open_scores_screen, resigned_table
from tests.support.entries import TODAY, entry, finished, some_entries
from tests.support.menu import open_title
from tests.support.tables import STILL, WINDOW, Desk, options_in, press_keys, text_of


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return options_in(tmp_path, scores=tmp_path / "scores.sqlite3")


def test_the_scores_say_if_not_all_records_were_read_in_time(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    resigned_table(desk)
    assert desk.scores is not None
    desk.scores.unlink()
    with monkeypatch.context() as slow:
        slow.setattr("foxduet.ui.performer._SECONDS_TO_OPEN", -1.0)
        screen = open_scores_screen(desk)
    assert (screen.games, screen.notice) == (
        (),
        "1 more record is read the next time the scores are opened.",
    )
    assert (len(open_scores_screen(desk).games), open_scores_screen(desk).notice) == (1, "")


def test_the_scores_open_from_the_title_and_lead_back(desk: Desk) -> None:
    resigned_table(desk)
    start = open_title(desk)
    screen = press_keys(start, desk, keys.UP, keys.UP, keys.ENTER)
    assert isinstance(screen, ScoresScreen)
    assert len(screen.games) == 1
    assert screen.today == date.today()
    for key in ("q", keys.ESCAPE):
        assert isinstance(press_keys(screen, desk, key), TitleScreen)
    assert press_keys(screen, desk, "?") == TextScreen(Text.HELP, screen)
    assert press_keys(screen, desk, "?", "q") == screen
    assert press_keys(screen, desk, keys.TAB, keys.ESCAPE) == screen
    assert press_keys(screen, desk, "b") == screen


def test_scores_without_a_game_say_what_will_stand_there(desk: Desk) -> None:
    assert "The first one you finish, won or not, will stand here." in text_of(
        open_scores_screen(desk)
    )
    assert open_scores_screen(replace(desk, scores=None)).games == ()


def test_keys_turn_scroll_and_filter_the_pages(desk: Desk) -> None:
    screen = ScoresScreen("duet", some_entries(), TODAY)

    def after(*script: str) -> ScoresScreen:
        turned = press_keys(screen, desk, *script)
        assert isinstance(turned, ScoresScreen)
        return turned

    assert [after(*[keys.RIGHT] * times).page for times in range(5)] == [*Page, Page.OVERVIEW]
    assert after("h").page is Page.DAYS
    assert after("2").selection.options == (("level", 2),)
    assert after("2", "0").selection.options == ()
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


def test_many_games_are_paged(desk: Desk) -> None:
    many = tuple(entry(at, 31 + at % 20) for at in range(200))
    screen = ScoresScreen("duet", many, TODAY, page=Page.RECENT)
    seen = set()
    for _ in range(30):
        text = "\n".join(draw(screen, WINDOW, STILL).lines)
        seen |= {line for line in text.splitlines() if "won in round" in line}
        after = press_keys(screen, desk, keys.SPACE)
        assert isinstance(after, ScoresScreen)
        screen = after
    assert len(seen) == 200


def test_a_record_older_than_the_scores_is_imported(desk: Desk) -> None:
    desk.records.mkdir(parents=True)
    save_game(SavedGame(desk.records / "old.toml"), finished(1))
    assert [game.seed for game in open_scores_screen(desk).games] == [1]
    assert desk.scores is not None
    with open_scores(desk.scores) as scores:
        assert enter(scores, []) == 0
    assert par_of(desk.scores, finished(1).header, PAR_PARTNER) is None
