"""The screen of scores: its keys, and how it looks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from foxduet.analysis.par import PAR_PARTNER
from foxduet.games.duet.words.scores import shared_lines
from foxduet.play.game import Game
from foxduet.play.table import Session
from foxduet.store.database import open_scores
from foxduet.store.entries import Entry, Par, Selection, entry_of
from foxduet.store.par import par_of
from foxduet.store.saved_games import SavedGame, save_game
from foxduet.store.scores import enter
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Look, Size
from foxduet.ui.kit.effects import Text
from foxduet.ui.kit.screen import Screen
from foxduet.ui.loop import draw
from foxduet.ui.menu.form import FormScreen
from foxduet.ui.menu.title import TitleScreen
from foxduet.ui.scores.screen import ScoresScreen
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import GameOver
from foxduet.ui.text_screen import TextScreen
from foxduet.words.glyphs import ASCII, UNICODE
from foxduet.words.scores import Page
from tests.support.entries import (
    TODAY,
    daily_header,
    ending_of,
    entry,
    finished,
    open_scores_screen,
    resigned_table,
    some_entries,
)
from tests.support.players import DEFEAT, VICTORY, played_game
from tests.support.screens import open_title
from tests.support.tables import STILL, WINDOW, Desk, at_table, options_in, press_keys, text_of


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


ASCII_LOOK = Look(ASCII, animated=False)
LARGE = Size(45, 130)
PAR = Par("expert:200", "victory", 36)


def over(game: Game, par: Par | None, counting: Entry | None = None) -> TableScreen:
    """Return the end of a game with par, or with the search for it if it is None."""
    shows = GameOver(entered=True, seeks_par=par is None, par=par, counting=counting)
    return replace(at_table(Session(game)), shows=shows, ticks=9)


def day_over() -> TableScreen:
    """Return the end of a game with the deals of a day."""
    game = played_game(daily_header(TODAY, level=1))
    return over(game, PAR, replace(entry_of(game, Path("day.toml")), par=PAR))


SCORES = ScoresScreen("duet", some_entries(), TODAY)
FORM_OF_THE_DAY = FormScreen(
    "duet", {"level": 2}, ("Left", "Right"), row=4, day=TODAY, played=(entry(1, 38, day=TODAY),)
)
SCREENS: dict[str, Screen] = {
    "scores": SCORES,
    "scores-scrolled": replace(SCORES, top=9),
    "scores-best": replace(SCORES, page=Page.BEST),
    "scores-recent": replace(SCORES, page=Page.RECENT, top=2),
    "scores-days": replace(SCORES, page=Page.DAYS),
    "scores-chosen": replace(SCORES, selection=Selection((("level", 2),), "expert")),
    "scores-none-of-these": replace(SCORES, selection=Selection((("level", 3),))),
    "scores-empty": ScoresScreen(
        "duet", (), TODAY, notice="From the records alone: database is locked."
    ),
    "scores-keys": TextScreen(Text.HELP, SCORES),
    "victory-par": over(VICTORY, PAR),
    "defeat-par": over(DEFEAT, None),
    "victory-day": day_over(),
    "form-day": FORM_OF_THE_DAY,
}

WORDED_BEFORE = ("scores-empty", "form-day")
"""Screens that hold sentences: these were put into words, in a language, when they were made."""


@pytest.mark.parametrize("name", SCREENS)
def test_screens_look_as_they_did(name: str, golden: Callable[[str, str], None]) -> None:
    golden(f"frames/{name}.txt", text_of(SCREENS[name]) + "\n")


def test_blanks_around_names_do_not_hide_that_a_day_was_played() -> None:
    form = replace(FORM_OF_THE_DAY, names=("Left ", " Right"))
    assert form.played_already == FORM_OF_THE_DAY.played_already is not None
    assert replace(form, names=("Left", "Another")).played_already is None


@pytest.mark.parametrize("name", SCREENS)
def test_ascii_uses_seven_bits_only(name: str) -> None:
    assert text_of(SCREENS[name], look=ASCII_LOOK).isascii()


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.usefixtures("strict_canvas")
def test_nothing_is_cut_off(name: str) -> None:
    for size in (WINDOW, LARGE):
        for look in (STILL, ASCII_LOOK):
            draw(SCREENS[name], size, look)


def test_the_scores_share_the_card_reference_and_have_their_own_help() -> None:
    assert text_of(TextScreen(Text.REFERENCE, SCORES)) == text_of(
        TextScreen(Text.REFERENCE, FORM_OF_THE_DAY)
    )
    assert text_of(TextScreen(Text.HELP, SCORES)) != text_of(TextScreen(Text.HELP, FORM_OF_THE_DAY))


@pytest.mark.usefixtures("strict_canvas")
def test_the_end_of_a_day_has_room_for_the_longest_names() -> None:
    long = ("Maximilianus", "Wilhelmina M")
    for level in (1, 2, 3):
        for number in range(8):
            header = replace(daily_header(TODAY, level), players=long)
            game = played_game(replace(header, seed=number))
            own = replace(entry_of(game, Path("day.toml")), day=TODAY, par=PAR)
            lines = text_of(over(game, PAR, own)).splitlines()
            told = shared_lines(own, UNICODE)
            at = next(row for row, line in enumerate(lines) if line.strip() == told[0])
            assert lines[at + 1].strip() == told[1]
            assert "Play again" in lines[at + 2]


def test_the_fullest_end_of_a_game_covers_nothing_of_what_it_says() -> None:
    table = over(VICTORY, PAR, replace(entry_of(VICTORY, Path("day.toml")), day=TODAY, par=PAR))
    notice = "This day was played before; the first game counts, as shown above."
    full = replace(ending_of(table), is_best=True, celebration=3)
    lines = [row.strip() for row in text_of(replace(table, shows=full, notice=notice)).splitlines()]
    text = "\n".join(lines)
    for said in (notice, "A new best!", "Par: 36, what", ", par 36", "won in round 3", "7: Quit"):
        assert said in text
    assert "4: Look through the game   5: Review   6: Title   7: Quit" in text
    assert "arrows choose   Enter continue   q quit" in lines[-1]


def test_a_victory_that_is_no_best_does_not_say_so() -> None:
    table = over(VICTORY, PAR)
    assert "A new best!" not in text_of(table)
    best = replace(table, shows=replace(ending_of(table), is_best=True))
    assert "A new best!" in text_of(best)
