"""The pages of the scores: what all games add up to, the best, the recent, and the days."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from foxduet.store.entries import Entry, Selection
from foxduet.words.glyphs import ASCII, UNICODE
from foxduet.words.scores import Page, page_lines
from tests.support.entries import TODAY, entry, some_entries


@pytest.mark.parametrize("page", Page)
@pytest.mark.parametrize("name", ["", "-ascii"])
def test_pages_look_as_they_did_and_fit_80_columns(
    page: Page, name: str, golden: Callable[[str, str], None]
) -> None:
    glyphs = ASCII if name else UNICODE
    lines = page_lines(page, some_entries(), Selection(), TODAY, glyphs)
    text = "\n".join(line.text for line in lines)
    golden(f"scores/{page.name.lower()}{name}.txt", text + "\n")
    assert max(map(len, text.splitlines())) <= 76
    assert text.isascii() or not name


def test_which_game_counts_for_a_day_does_not_depend_on_the_selection() -> None:
    games = [entry(1, 40, partner="steady", day=TODAY), entry(2, 50, partner="expert", day=TODAY)]

    def page(kind: str) -> str:
        lines = page_lines(Page.DAYS, games, Selection(kind=kind), TODAY, UNICODE)
        return "\n".join(line.text for line in lines)

    assert "40 points" in page("steady")
    assert "No day has been played yet." in page("expert")


def test_games_with_deals_that_were_known_are_marked_and_count_for_nothing() -> None:
    games = [entry(1, 40), replace(entry(2, 55), again=True), replace(entry(3), again=True)]

    def page(page: Page, games: list[Entry]) -> str:
        lines = page_lines(page, games, Selection(), TODAY, UNICODE)
        return "\n".join(line.text for line in lines)

    overview = page(Page.OVERVIEW, games)
    assert overview.startswith("1 game, 1 won\n")
    assert "2 more games do not count: their players knew the deals." in overview
    assert "55" not in overview
    assert "55" not in page(Page.BEST, games)
    recent = page(Page.RECENT, games).splitlines()
    assert [line.endswith("=") for line in recent[1:4]] == [True, True, False]
    assert recent[-1] == "= the players knew the deals: only their first game counts"
    assert "=" not in page(Page.RECENT, games[:1])
    alone = page(Page.OVERVIEW, games[2:])
    assert alone.strip() == "1 more game does not count: its players knew the deals."
    assert page(Page.BEST, games[1:]) == "No game has been won yet."
