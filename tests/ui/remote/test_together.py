"""What two people at two terminals do at the same moment, agree on, and have each of their own."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.core.common import Seat
from foxduet.play.game import Game
from foxduet.store.saved_games import SavedGame
from foxduet.ui.kit.canvas import WIDTH, Look, Size, Theme
from foxduet.ui.kit.screen import Context, Options, Screen
from foxduet.ui.remote.messages import Hello, Rows
from foxduet.ui.remote.remarks import Changed
from foxduet.ui.remote.state import taken_up
from foxduet.ui.remote.table import SharedTable, shared_table
from foxduet.ui.remote.talk import LONGEST_LINE
from foxduet.ui.table.state import Choosing, GameOver, Paused, RoundEnd, Thinking, Walking
from foxduet.words.i18n import use_language
from foxduet.words.text import text_width
from tests.support.classic.screens import classic, played_match
from tests.support.meetings import HELLO, TwoTerminals, saved_between_rounds, watched_screens
from tests.support.players import VICTORY, beginning_of, duet
from tests.support.tables import WINDOW, cards_in, options_in

pytestmark = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="no such sockets here")

LEFT, RIGHT = Seat.P1, Seat.P2


def test_both_tables_pause_and_the_fox_walks_on_both_at_the_same_moment(tmp_path: Path) -> None:
    two = TwoTerminals(options_in(tmp_path, Look(animated=True)), duet(1, seed=5))
    two.join(replace(HELLO, animated=True))
    seen: dict[Seat, list[tuple[float, object]]] = {seat: [] for seat in Seat}

    def watch(_language: str, screen: Screen) -> None:
        if isinstance(screen, SharedTable) and isinstance(screen.shows, Paused | Walking):
            step = screen.shows.step if isinstance(screen.shows, Walking) else "paused"
            if (two.clock.now, step) not in seen[screen.own]:
                seen[screen.own].append((two.clock.now, step))

    two.press(LEFT, "1", "enter")
    with watched_screens(watch):
        two.press(RIGHT, "2", "enter")
    two.close()
    steps = [step for _now, step in seen[LEFT]]
    assert seen[LEFT] == seen[RIGHT]
    assert steps[0] == "paused"
    assert sum(step != "paused" for step in steps) > 1, "the fox walks"
    assert len({now for now, _step in seen[LEFT]}) == len(seen[LEFT]), "not all of it at once"


@pytest.fixture
def choosing(tmp_path: Path) -> TwoTerminals:
    """Return a game at which the team is to choose between rounds."""
    desk = options_in(tmp_path)
    two = TwoTerminals(desk, path=saved_between_rounds(desk))
    two.join()
    return two


def tables_of(game: Game, context: Context) -> Iterator[SharedTable]:
    """Yield both tables of two people after each turn of a game, and before it is shown there."""
    saved = SavedGame(Path("game.toml"))
    for at, turn in enumerate(game.turns):
        before, after = beginning_of(game, at), Changed(beginning_of(game, at + 1), saved)
        for seat in Seat:
            screen = shared_table(before, saved, seat, context.options.look)
            shown: list[Screen] = [screen, taken_up(screen, after)]
            pending = before.pending
            if pending is not None and pending.seat in (screen.own, None):
                shown.append(screen.play(turn.action, context).screen)
            shown.append(shared_table(after.game, saved, seat, context.options.look))
            for one in shown:
                assert isinstance(one, SharedTable)
                yield one


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "game", [VICTORY, played_match(classic(16, seed=5))], ids=["duet", "classic"]
)
def test_the_last_row_has_room_for_the_keys_of_every_state_of_the_table(
    game: Game, language: str
) -> None:
    use_language(language)
    seen = set()
    for screen in tables_of(game, Context(Options(Look(), game.header.game), WINDOW)):
        in_row = [one for one in screen._applicable if one.footer is not None]
        said = [*filter(None, screen.footer.split("  "))]
        assert len(said) == len(in_row), screen.footer
        assert text_width(screen.footer) <= 78
        seen.add(type(screen.shows))
    assert seen >= {Choosing, Thinking, Walking, Paused, RoundEnd, GameOver}


def turns_saved(two: TwoTerminals) -> int:
    """Return how many turns the one saved game has."""
    return len(two.saved.turns)


@pytest.mark.parametrize("proposes", Seat)
def test_either_proposes_what_the_team_chooses_between_rounds_and_the_other_agrees(
    choosing: TwoTerminals, proposes: Seat
) -> None:
    two, before = choosing, turns_saved(choosing)
    two.press(proposes, "1", "enter")
    assert "You propose:" in two.text(proposes)
    assert "proposes:" in two.text(proposes.other)
    assert turns_saved(two) == before
    # To propose the same again is not to agree with oneself.
    two.press(proposes, "1", "enter")
    assert turns_saved(two) == before
    two.press(proposes.other, "2", "enter")
    assert turns_saved(two) == before, "the other one proposes something else"
    two.press(proposes, "2", "enter")
    assert turns_saved(two) == before + 1
    assert "propose" not in two.text(LEFT) + two.text(RIGHT)
    two.close()


def test_another_game_has_other_deals_if_both_want_it(two: TwoTerminals) -> None:
    hand = cards_in(two.text(RIGHT))
    two.press(LEFT, "R", "y")
    two.press(RIGHT, "y", "1", "enter")
    assert "Zoe would like to play another game." in two.text(LEFT)
    two.press(LEFT, "n")
    assert "Left would rather not." in two.text(RIGHT)
    assert len([*two.desk.records.iterdir()]) == 1
    two.press(RIGHT, "1", "enter")
    two.press(LEFT, "y")
    assert "Round 1" in two.text(LEFT)
    assert cards_in(two.text(RIGHT)) != hand
    assert len([*two.desk.records.iterdir()]) == 2


def test_a_line_has_two_hundred_characters_at_most(match: TwoTerminals) -> None:
    match.press(LEFT, "t", *"x" * (LONGEST_LINE + 30), "enter")
    match.press(RIGHT, "t")
    assert match.text(RIGHT).count("x") == LONGEST_LINE == 200


def test_talk_is_in_the_middle_of_a_larger_window(match: TwoTerminals) -> None:
    match.resize(LEFT, Size(40, 120))
    match.press(LEFT, "t", *"hi", "enter", "t")
    rows, left = match.text(LEFT).splitlines(), (120 - WIDTH) // 2
    assert any(row.startswith(f"{'':{left}}Left: hi") for row in rows)
    assert not any(row[:left].strip() or row[left + WIDTH :].strip() for row in rows)


def last_rows(two: TwoTerminals) -> Rows:
    """Return the last picture that came to the guest."""
    assert two.guest is not None
    return [one for one in two.guest.messages if isinstance(one, Rows)][-1]


OWN = replace(HELLO, theme=Theme.NIGHT, keyboard="azerty")


def joined(folder: Path, hello: Hello) -> TwoTerminals:
    """Return a match that a guest has joined who has a look of their own."""
    two = TwoTerminals(options_in(folder), duet(1, seed=5))
    two.join(hello)
    return two


def test_each_has_colours_and_a_keyboard_of_their_own(tmp_path: Path) -> None:
    two = joined(tmp_path, OWN)
    assert last_rows(two).theme is Theme.NIGHT
    assert two.display.frames[-1].theme is not Theme.NIGHT
    two.press(LEFT, "1", "enter")
    # The second key from the left of the digits' row, where letters with accents are.
    two.press(RIGHT, "é", "enter")
    assert "Space continue" in two.text(RIGHT)
    two.close()
