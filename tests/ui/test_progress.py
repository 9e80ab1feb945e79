"""The screen of progress: how it looks, what it is opened with, and where it leads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest

from foxduet.analysis.player_progress import PlayerProgress
from foxduet.analysis.training import training_of
from foxduet.store.learning import Progress, learning_file, update_progress
from foxduet.store.puzzles import Attempt, Journal
from foxduet.store.reviews import Mistakes, ReviewedGame
from foxduet.ui.kit import keys
from foxduet.ui.kit.answers import ProgressOpened
from foxduet.ui.kit.canvas import Look, Size
from foxduet.ui.kit.effects import Text, TitleRow
from foxduet.ui.kit.screen import Screen
from foxduet.ui.loop import draw
from foxduet.ui.menu.title import TitleScreen
from foxduet.ui.progress import ProgressScreen, progress_screen
from foxduet.ui.text_screen import TextScreen
from foxduet.words.common import guide_words
from foxduet.words.glyphs import ASCII, UNICODE
from foxduet.words.i18n import languages, use_language
from foxduet.words.progress import progress_lines
from foxduet.words.text import text_width
from tests.support.classic.entries import some_entries as some_matches
from tests.support.entries import TODAY, resigned_table, some_entries
from tests.support.screens import open_title, press_to
from tests.support.tables import STILL, Desk, press_keys, text_of

ASCII_LOOK = Look(ASCII, animated=False)


def reviews(*accuracies: float, **mistakes: tuple[int, float]) -> tuple[ReviewedGame, ...]:
    """Return reviewed games, the last two of which have mistakes."""
    found = {theme.replace("_", " "): Mistakes(*own) for theme, own in mistakes.items()}
    last = len(accuracies) - 2
    return tuple(
        ReviewedGame(f"{at:064}", "1 1", 30, accuracy, found if at >= last else {})
        for at, accuracy in enumerate(accuracies)
    )


JOURNAL = Journal(
    tuple(
        Attempt("duet", f"{number}", TODAY - timedelta(days=9 - number), number % 3 > 0, 1400)
        for number in range(1, 8)
    )
)
DUET = PlayerProgress(
    "duet",
    some_entries(),
    reviews(
        *(0.71, 0.78, 0.75, 0.84, 0.9, 0.88, 0.97),
        Foxes=(4, 0.31),
        gems_within_reach=(3, 0.24),
        the_ends_of_the_path=(1, 0.05),
    ),
    ("path", "following", "trump"),
    training=training_of(JOURNAL, TODAY),
    new_puzzles={"trump": 4, "gem": 7},
)
CLASSIC = PlayerProgress(
    "classic", some_matches(), reviews(0.93, 0.86, the_Fox=(5, 0.4)), ("tricks", "bands")
)
PAGE = ProgressScreen(DUET)
SCREENS: dict[str, Screen] = {
    "progress": PAGE,
    "progress-end": replace(PAGE, top=99),
    "progress-keys": TextScreen(Text.HELP, PAGE),
    "progress-newcomer": ProgressScreen(PlayerProgress("duet")),
    "classic-progress": ProgressScreen(CLASSIC),
    "classic-progress-end": ProgressScreen(CLASSIC, top=99),
}


@pytest.mark.usefixtures("strict_canvas")
@pytest.mark.parametrize("name", SCREENS)
def test_it_looks_as_it_did_and_nothing_is_cut_off(
    name: str, golden: Callable[[str, str], None]
) -> None:
    golden(f"frames/{name}.txt", text_of(SCREENS[name]) + "\n")
    draw(SCREENS[name], Size(50, 130), STILL)
    use_language("fr")
    draw(SCREENS[name], Size(24, 80), STILL)


@pytest.mark.usefixtures("strict_canvas")
@pytest.mark.parametrize("name", ["progress", "progress-end"])
def test_in_seven_bits_it_looks_as_it_did(name: str, golden: Callable[[str, str], None]) -> None:
    text = text_of(SCREENS[name], look=ASCII_LOOK)
    golden(f"frames/{name}-ascii.txt", text + "\n")
    assert text.isascii()


def test_the_widest_table_fits_in_every_language() -> None:
    themes = sorted(guide_words("duet").lessons)
    worst = {theme: Mistakes(100, 20.0) for theme in themes}
    progress = PlayerProgress("duet", some_entries(), (ReviewedGame("1", "", 1, 0.5, worst),))
    for language in languages():
        use_language(language)
        lines = [line.text for line in progress_lines(progress, 74, UNICODE)]
        bars = [line for line in lines if line.endswith("████████████████")]
        assert len(bars) == len(themes)
        assert {line.index("█") for line in bars} == {bars[0].index("█")}
        assert max(map(text_width, lines)) <= 76


def test_the_title_leads_to_it_and_back_to_its_row(desk: Desk) -> None:
    finished = partial(Progress.finished, lesson="path")
    update_progress(learning_file(desk.records), "duet", finished)
    resigned_table(desk)
    title = open_title(desk)
    title = replace(title, cursor=title.choices.index(TitleRow.PROGRESS))
    page = press_to(ProgressScreen, title, desk, keys.ENTER)
    assert page.game_name == "duet"
    assert (len(page.progress.games), page.progress.lessons) == (1, ("path",))
    assert "Review two games or more" in text_of(page)
    classic = press_to(ProgressScreen, page, desk, "g")
    assert (classic.game_name, classic.progress.games) == ("classic", ())
    assert press_to(ProgressScreen, classic, desk, "g") == page
    back = press_to(TitleScreen, page, desk, keys.ESCAPE)
    assert back.choices[back.cursor] is TitleRow.PROGRESS


def test_it_is_scrolled_no_further_than_its_end(desk: Desk) -> None:
    end = press_to(ProgressScreen, PAGE, desk, keys.END)
    assert press_keys(end, desk, keys.DOWN) == end
    assert "2 puzzles due" in text_of(end)
    assert press_keys(end, desk, keys.HOME) == PAGE


def test_what_is_still_to_be_read_is_told() -> None:
    page = progress_screen(ProgressOpened(replace(DUET, unread=2)))
    assert "2 more reviews are read the next time." in text_of(page)
