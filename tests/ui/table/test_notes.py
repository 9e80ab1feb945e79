"""What a chosen card does is noted below the news where they leave room, and never over them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from foxduet.play.game import Game
from foxduet.play.table import Session, look
from foxduet.ui.table.layout import layout_for
from foxduet.ui.table.moves import options
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import Choosing
from foxduet.words.common import table_words
from tests.support.classic.screens import classic, played_match
from tests.support.players import VICTORY, beginning_of
from tests.support.tables import WINDOW, at_table, some_moments, text_of


def choices_of(game: Game) -> Iterator[TableScreen]:
    """Yield the table wherever a seat chooses, with nothing chosen yet."""
    for turns in some_moments(game):
        screen = at_table(look(Session(beginning_of(game, turns))))
        if isinstance(screen.shows, Choosing):
            yield with_cursor(screen, None)


def with_cursor(screen: TableScreen, cursor: int | None) -> TableScreen:
    """Return the table with an option chosen, or none."""
    assert isinstance(screen.shows, Choosing)
    return replace(screen, shows=replace(screen.shows, cursor=cursor))


def rows_of_news(screen: TableScreen) -> list[str]:
    """Return the rows between the trick and the hand."""
    layout = layout_for(WINDOW)
    return [row.strip() for row in text_of(screen).splitlines()[layout.message : layout.hand]]


def test_an_ability_is_noted_where_news_leave_a_row_and_never_covers_them() -> None:
    cases = set()
    for game in (VICTORY, played_match(classic(seed=1))):
        for screen in choices_of(game):
            session, before = screen.session, rows_of_news(screen)
            assert session.viewer is not None
            observation = game.rules.observe(session.state, session.viewer)
            for cursor, option in enumerate(options(screen)):
                rows = rows_of_news(with_cursor(screen, cursor))
                note = table_words(game.header.game).ability_note(observation, option)
                assert [row for row in rows if row and row != note] == [*filter(None, before)]
                if note:
                    cases.add(note in rows)
                    assert (note in rows) == ("" in before)
    assert cases == {True, False}, "the games have both"
