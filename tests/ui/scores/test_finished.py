"""A row of the scores opens its game: to look through it, to review it, to play it again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.play.record import dump_record
from foxduet.ui.kit import keys
from foxduet.ui.loop import draw
from foxduet.ui.replay import ReplayScreen
from foxduet.ui.review.screen import ReviewWaitScreen
from foxduet.ui.scores.finished import FinishedScreen
from foxduet.ui.scores.screen import ScoresScreen
from foxduet.ui.table.screen import TableScreen
from foxduet.words.scores import Page
from tests.support.entries import TODAY, entry, open_scores_screen, resigned_table, some_entries
from tests.support.players import VICTORY, beginning_of
from tests.support.screens import press_to
from tests.support.tables import STILL, WINDOW, Desk, laid_over, options_in, press_keys, text_of

SCORES = ScoresScreen("duet", some_entries(), TODAY)
RECENT = replace(SCORES, page=Page.RECENT)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return options_in(tmp_path, scores=tmp_path / "scores.sqlite3")


def scores(screen: object) -> ScoresScreen:
    assert isinstance(screen, ScoresScreen)
    return screen


def finished_at(desk: Desk) -> FinishedScreen:
    """Return a game that was given up, as the scores open it."""
    resigned_table(desk)
    return press_to(
        FinishedScreen, open_scores_screen(desk), desk, keys.LEFT, keys.LEFT, keys.DOWN, keys.ENTER
    )


def test_up_and_down_choose_games_and_scroll_with_them(desk: Desk) -> None:
    screen: ScoresScreen = RECENT
    for at in range(len(RECENT.games)):
        screen = scores(press_keys(screen, desk, keys.DOWN))
        assert screen.cursor == at
        (row,) = (line for line in text_of(screen).splitlines() if "►" in line)
        ended = RECENT.games[-1 - at].finished
        assert ended is not None
        assert ended.astimezone().date().isoformat() in row
    assert press_keys(screen, desk, keys.DOWN) == screen
    top = press_keys(screen, desk, *[keys.UP] * len(RECENT.games))
    assert top == RECENT
    assert scores(press_keys(RECENT, desk, keys.DOWN, keys.RIGHT)).cursor is None
    assert scores(press_keys(RECENT, desk, keys.DOWN, keys.END)).cursor is None


def test_the_overview_is_scrolled_and_nothing_of_it_opens(desk: Desk) -> None:
    assert scores(press_keys(SCORES, desk, keys.DOWN)).cursor is None
    assert press_keys(SCORES, desk, keys.ENTER) == SCORES
    assert press_keys(RECENT, desk, keys.ENTER) == RECENT


@pytest.mark.parametrize("page", [Page.RECENT, Page.BEST, Page.DAYS])
def test_each_list_of_games_can_be_opened(page: Page, desk: Desk) -> None:
    screen = scores(press_keys(replace(SCORES, page=page), desk, keys.DOWN))
    assert screen.cursor == 0
    missing = scores(press_keys(screen, desk, keys.ENTER))
    assert missing.notice == "The record of this game cannot be read: No such file or directory."


def test_a_game_is_looked_through_reviewed_and_played_again(desk: Desk) -> None:
    screen = finished_at(desk)
    through = press_to(ReplayScreen, screen, desk, "1", keys.ENTER)
    assert through.game == screen.game
    assert press_keys(through, desk, "q") == replace(screen, cursor=0)
    review = press_to(ReviewWaitScreen, screen, desk, "2", keys.ENTER)
    assert review.task.path == screen.path
    again = press_to(TableScreen, screen, desk, "3", keys.ENTER)
    header = again.session.game.header
    assert (header.seed, header.setup) == (screen.game.header.seed, screen.game.header.setup)
    assert again.saved.path != screen.path
    for way in ((keys.ESCAPE,), ("4", keys.ENTER)):
        back = scores(press_keys(screen, desk, *way))
        assert (back.page, back.cursor) == (Page.RECENT, 0)


def test_nothing_is_chosen_when_a_game_comes_up(desk: Desk) -> None:
    screen = finished_at(desk)
    assert screen.cursor is None
    undecided = press_keys(screen, desk, keys.ENTER)
    assert undecided == replace(screen, notice="Nothing is chosen yet: use the arrows, or its key.")
    assert "Nothing is chosen yet" in text_of(undecided)


def test_a_record_that_became_another_game_is_not_shown(desk: Desk) -> None:
    resigned_table(desk)
    opened = press_keys(open_scores_screen(desk), desk, keys.LEFT, keys.LEFT, keys.DOWN)
    (path,) = desk.records.glob("*.toml")
    for text in (dump_record(beginning_of(VICTORY, 20)), dump_record(VICTORY), "no record"):
        path.write_text(text, "utf-8")
        after = scores(press_keys(opened, desk, keys.ENTER))
        assert after.notice == "The record of this game is not what it was."


def test_a_game_whose_deals_are_not_known_is_not_dealt_again() -> None:
    game = replace(VICTORY, header=replace(VICTORY.header, seed=None))
    screen = laid_over(FinishedScreen(entry(1), game, Path("x.toml")), RECENT)
    assert "The same deals again" not in text_of(screen)
    assert "The same deals again" in text_of(replace(screen, game=VICTORY))


def test_a_game_that_cannot_be_saved_is_not_started(desk: Desk) -> None:
    screen = finished_at(desk)
    unwritable = replace(desk, records=desk.scores or Path())
    after = press_to(FinishedScreen, screen, unwritable, "3", keys.ENTER)
    assert after.notice.startswith("A new game cannot be saved: ")


def test_a_click_chooses_a_game(desk: Desk) -> None:
    for start in (RECENT, scores(press_keys(RECENT, desk, keys.DOWN, keys.DOWN))):
        rows = [area for area in draw(start, WINDOW, STILL).areas if area.row > 1]
        for at, area in enumerate(rows):
            after = scores(press_keys(start, desk, *area.keys))
            assert after.cursor == at
            assert area.is_chosen == (start.cursor == at)
