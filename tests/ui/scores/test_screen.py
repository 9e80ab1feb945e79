"""The screen of scores: its keys, its pages, and its games, which can be opened."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from foxduet.play.record import dump_record
from foxduet.store.database import open_scores
from foxduet.store.entries import Entry
from foxduet.store.scores import enter
from foxduet.ui.kit import keys
from foxduet.ui.kit.effects import Text
from foxduet.ui.loop import draw
from foxduet.ui.menu.title import TitleScreen
from foxduet.ui.replay import ReplayScreen
from foxduet.ui.review.opening import ReviewWaitScreen
from foxduet.ui.scores.finished import FinishedScreen
from foxduet.ui.scores.screen import ScoresScreen
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.text_screen import TextScreen
from foxduet.words.scores import Page
from tests.support.classic.entries import entry as match_entry
from tests.support.classic.entries import some_entries as some_matches
from tests.support.entries import TODAY, entry, open_scores_screen, resigned_table, some_entries
from tests.support.players import VICTORY, beginning_of
from tests.support.screens import open_title, press_to
from tests.support.tables import STILL, WINDOW, Desk, laid_over, press_keys, text_of

SCORES = ScoresScreen("duet", some_entries(), TODAY)
RECENT = replace(SCORES, page=Page.RECENT)


def test_the_scores_say_if_not_all_records_were_read_in_time(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    resigned_table(desk)
    assert desk.scores is not None
    desk.scores.unlink()
    with monkeypatch.context() as slow:
        slow.setattr("foxduet.ui.scores.ledger._SECONDS_TO_OPEN", -1.0)
        screen = open_scores_screen(desk)
    assert (screen.games, screen.notice) == (
        (),
        "1 more record is read the next time the scores are opened.",
    )
    assert (len(open_scores_screen(desk).games), open_scores_screen(desk).notice) == (1, "")


def test_the_scores_open_from_the_title_and_lead_back(desk: Desk) -> None:
    resigned_table(desk)
    start = open_title(desk)
    screen = press_to(ScoresScreen, start, desk, *[keys.UP] * 3, keys.ENTER)
    assert len(screen.games) == 1
    assert screen.today == date.today()
    for key in ("q", keys.ESCAPE):
        assert isinstance(press_keys(screen, desk, key), TitleScreen)
    assert press_keys(screen, desk, "?") == TextScreen(Text.HELP, screen)
    assert press_keys(screen, desk, "?", "q") == screen
    assert press_keys(screen, desk, keys.TAB, keys.ESCAPE) == screen
    assert press_keys(screen, desk, "b") == screen


def enter_games(desk: Desk, *games: Entry) -> None:
    """Enter games into the scores."""
    assert desk.scores is not None
    with open_scores(desk.scores) as scores:
        enter(scores, games)


def test_scores_without_a_game_say_what_will_stand_there_or_that_the_other_game_has_some(
    desk: Desk,
) -> None:
    assert open_scores_screen(replace(desk, scores=None)).games == ()
    text = text_of(open_scores_screen(desk))
    assert "[The Fox in the Forest Duet]" in text
    assert "No game has been finished here yet." in text
    assert "The first one you finish, won or not, will stand here." in text
    assert "g scores of The Fox in the Forest   Esc back" in text
    for numbers, count in (((1,), "1 finished game"), ((2, 3), "3 finished games")):
        enter_games(desk, *map(match_entry, numbers))
        text = text_of(open_scores_screen(desk))
        assert f"The Fox in the Forest has {count}: press g." in text
        assert "The first one you finish" not in text


def test_g_and_a_click_change_the_game_and_back(desk: Desk) -> None:
    enter_games(desk, match_entry(1), entry(2, 40))
    screen = open_scores_screen(desk)
    for game, title in (
        ("classic", " The Fox in the Forest Duet  [The Fox in the Forest]\n"),
        ("duet", "[The Fox in the Forest Duet]  The Fox in the Forest\n"),
    ):
        screen = press_to(ScoresScreen, screen, desk, "g")
        assert [one.game for one in screen.games] == [game]
        assert title in text_of(screen)
        (area,) = (area for area in draw(screen, WINDOW, STILL).areas if area.row == 0)
        assert area.keys == ("g",)
        other = text_of(screen).splitlines()[0][area.column :][: area.size.columns]
        assert other.startswith(" The Fox in the Forest")


def test_keys_turn_scroll_and_filter_the_pages(desk: Desk) -> None:
    screen = ScoresScreen("duet", some_entries(), TODAY)

    def after(*script: str) -> ScoresScreen:
        return press_to(ScoresScreen, screen, desk, *script)

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


def test_keys_choose_targets_opponents_and_pairs_of_the_other_game(desk: Desk) -> None:
    matches = ScoresScreen("classic", some_matches(), TODAY)
    for key, target in (("1", 21), ("2", 16), ("3", 35)):
        shown = press_to(ScoresScreen, matches, desk, key)
        assert shown.selection.options == (("target", target),)
        assert f"to {target}, all games" in text_of(shown)
        assert press_keys(shown, desk, "0") == matches
    assert press_keys(matches, desk, "4") == matches
    for script, said in (("p", "two people"), ("pp", "any one opponent"), ("n", "Ann and Bob")):
        assert said in text_of(press_keys(matches, desk, *script))


def test_many_games_are_paged(desk: Desk) -> None:
    many = tuple(entry(at, 31 + at % 20) for at in range(200))
    screen = ScoresScreen("duet", many, TODAY, page=Page.RECENT)
    seen = set()
    for _page in range(13):
        seen |= {line for line in text_of(screen).splitlines() if "won in round" in line}
        screen = press_to(ScoresScreen, screen, desk, keys.SPACE)
    assert len(seen) == 200


def finished_at(desk: Desk) -> FinishedScreen:
    """Return a game that was given up, as the scores open it."""
    resigned_table(desk)
    return press_to(
        FinishedScreen, open_scores_screen(desk), desk, keys.LEFT, keys.LEFT, keys.DOWN, keys.ENTER
    )


def test_up_and_down_choose_games_and_scroll_with_them(desk: Desk) -> None:
    screen: ScoresScreen = RECENT
    for at in range(len(RECENT.games)):
        screen = press_to(ScoresScreen, screen, desk, keys.DOWN)
        assert screen.cursor == at
        (row,) = (line for line in text_of(screen).splitlines() if "►" in line)
        ended = RECENT.games[-1 - at].finished
        assert ended is not None
        assert ended.astimezone().date().isoformat() in row
    assert press_keys(screen, desk, keys.DOWN) == screen
    top = press_keys(screen, desk, *[keys.UP] * len(RECENT.games))
    assert top == RECENT
    assert press_to(ScoresScreen, RECENT, desk, keys.DOWN, keys.RIGHT).cursor is None
    assert press_to(ScoresScreen, RECENT, desk, keys.DOWN, keys.END).cursor is None


def test_the_overview_is_scrolled_and_nothing_of_it_opens(desk: Desk) -> None:
    assert press_to(ScoresScreen, SCORES, desk, keys.DOWN).cursor is None
    assert press_keys(SCORES, desk, keys.ENTER) == SCORES
    assert press_keys(RECENT, desk, keys.ENTER) == RECENT


@pytest.mark.parametrize("page", [Page.RECENT, Page.BEST, Page.DAYS])
def test_each_list_of_games_can_be_opened(page: Page, desk: Desk) -> None:
    screen = press_to(ScoresScreen, replace(SCORES, page=page), desk, keys.DOWN)
    assert screen.cursor == 0
    missing = press_to(ScoresScreen, screen, desk, keys.ENTER)
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
        back = press_to(ScoresScreen, screen, desk, *way)
        assert (back.page, back.cursor) == (Page.RECENT, 0)


def test_nothing_is_chosen_when_a_game_comes_up(desk: Desk) -> None:
    screen = finished_at(desk)
    assert screen.cursor is None
    undecided = press_keys(screen, desk, keys.ENTER)
    assert undecided == replace(
        screen, notice="Nothing is chosen yet: use the arrows, or the key of a choice."
    )
    assert "Nothing is chosen yet" in text_of(undecided)


def test_a_record_that_became_another_game_is_not_shown(desk: Desk) -> None:
    resigned_table(desk)
    opened = press_keys(open_scores_screen(desk), desk, keys.LEFT, keys.LEFT, keys.DOWN)
    (path,) = desk.records.glob("*.toml")
    for text in (dump_record(beginning_of(VICTORY, 20)), dump_record(VICTORY), "no record"):
        path.write_text(text, "utf-8")
        after = press_to(ScoresScreen, opened, desk, keys.ENTER)
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
    for start in (RECENT, press_to(ScoresScreen, RECENT, desk, keys.DOWN, keys.DOWN)):
        rows = [area for area in draw(start, WINDOW, STILL).areas if area.row > 1]
        for at, area in enumerate(rows):
            after = press_to(ScoresScreen, start, desk, *area.keys)
            assert after.cursor == at
            assert area.is_chosen == (start.cursor == at)
