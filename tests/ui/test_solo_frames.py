"""What a person beside a partner sees, as golden text frames, and that nothing is cut off."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.play.game import Game, Header
from foxduet.play.table import Session, Stage, blank, hinted_seat
from foxduet.play.table import look as look_at_hand
from foxduet.rules.duet.actions import Choice
from foxduet.rules.duet.observation import observe
from foxduet.ui.app import draw
from foxduet.ui.kit.look import ASCII, UNICODE, Look
from foxduet.ui.screens import (
    Advice,
    AskScreen,
    FormScreen,
    Hint,
    Pause,
    Question,
    Screen,
    TableScreen,
    TitleScreen,
)
from foxduet.ui.table.fox_animation import walk_of
from foxduet.ui.table.hint import bar
from tests.support.players import played_game
from tests.support.solo import (
    BESIDE_EXPERT,
    FOREST,
    PARTNER,
    PLAYER,
    SOLO,
    THINKING,
    after_partner,
    made_up,
    solo_moment,
    turns_before,
)
from tests.support.tables import STILL, WINDOW, at_table, text_of
from tests.ui.test_frames import ASCII_LOOK, BOARDS, LARGE, LONG_NAMES

LEAD = turns_before(Choice.PLAY, PLAYER)
FOLLOW = turns_before(Choice.PLAY, PLAYER, following=True)
MOVE = turns_before(Choice.MOVE, PLAYER)
EXCHANGE = turns_before(Choice.EXCHANGE, PLAYER)


def hinted(screen: TableScreen, steps: int) -> TableScreen:
    """Return a table with so many steps of a made-up hint."""
    session = screen.session
    thought = made_up(observe(session.state, hinted_seat(session)))
    return replace(screen, hint=Hint(thought, steps))


def advised(screen: TableScreen) -> TableScreen:
    """Return a table at which the partner has been asked."""
    return replace(screen, advice=Advice(made_up(observe(screen.session.state, PARTNER))))


def covered(screen: TableScreen) -> TableScreen:
    """Return a table whose hand is covered."""
    return replace(screen, session=blank(screen.session))


SCREENS: dict[str, Screen] = {
    "solo-thinking": replace(solo_moment(THINKING), ticks=9),
    "solo-covered": covered(solo_moment(THINKING)),
    "solo-forest": solo_moment(FOREST),
    "solo-forest-advice": hinted(advised(solo_moment(FOREST)), 3),
    "solo-forest-asked": replace(solo_moment(FOREST), advice=Advice()),
    "solo-resign": AskScreen(Question.RESIGN, solo_moment(LEAD)),
    "solo-resign-told": AskScreen(
        Question.RESIGN, replace(solo_moment(LEAD), advice=Advice()), yes=True
    ),
    "solo-resign-forest": AskScreen(Question.RESIGN, advised(solo_moment(FOREST))),
    "solo-title": TitleScreen((SOLO, at_table(Session(SOLO)).saved)),
    "solo-form": FormScreen(2, ("Player", "Expert"), "expert:200", row=1),
    "hint-asked": replace(solo_moment(FOLLOW), hint=Hint()),
    "hint-1": hinted(solo_moment(FOLLOW), 1),
    "hint-2": hinted(solo_moment(LEAD), 2),
    "hint-3": hinted(solo_moment(LEAD), 3),
    "hint-3-follow": hinted(solo_moment(FOLLOW), 3),
    "hint-3-move": hinted(solo_moment(MOVE), 3),
    "hint-3-exchange": hinted(solo_moment(EXCHANGE), 3),
}


@pytest.mark.parametrize("name", SCREENS)
def test_screens_look_as_they_did(name: str, golden: Callable[[str, str], None]) -> None:
    golden(f"frames/{name}.txt", text_of(SCREENS[name]) + "\n")


@pytest.mark.parametrize("name", ["solo-thinking", "hint-1", "hint-3", "solo-forest-advice"])
def test_seven_bit_screens_look_as_they_did(name: str, golden: Callable[[str, str], None]) -> None:
    golden(f"frames/{name}-ascii.txt", text_of(SCREENS[name], look=ASCII_LOOK) + "\n")


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.usefixtures("strict_canvas")
def test_nothing_is_cut_off_and_ascii_uses_seven_bits_only(name: str) -> None:
    for size in (WINDOW, LARGE):
        draw(SCREENS[name], size, STILL)
    assert text_of(SCREENS[name], look=ASCII_LOOK).isascii()


def test_a_partner_s_card_is_seen_before_the_fox_walks(
    tmp_path: Path, golden: Callable[[str, str], None]
) -> None:
    paused = after_partner(THINKING, tmp_path, Look())
    assert paused.pause is not None
    assert paused.pause.walk is not None
    golden("frames/solo-pause.txt", text_of(paused) + "\n")


@pytest.mark.parametrize("board", BOARDS, ids=["level", "shortest", "longest"])
@pytest.mark.usefixtures("strict_canvas")
def test_nothing_is_cut_off_in_whole_games_with_the_longest_names(board: object) -> None:
    header = Header(level=3, players=LONG_NAMES, board=board, seed=24, ai=BESIDE_EXPERT)  # type: ignore[arg-type]
    game = played_game(header)
    for at in range(2, len(game.states)):
        played = Game(header, game.first, game.turns[:at])
        screen = at_table(look_at_hand(Session(played)))
        for shown in drawn_in_solo(screen):
            draw(shown, WINDOW, STILL)


def drawn_in_solo(screen: TableScreen) -> list[Screen]:
    """Return what a table can look like while a hint, advice or the partner is in play."""
    session = screen.session
    turn, before = session.game.turns[-1], session.game.states[-2]
    shown: list[Screen] = [screen, replace(screen, pause=Pause(walk_of(before, turn)))]
    if session.stage in (Stage.CHOICE, Stage.FOREST):
        shown += [hinted(screen, steps) for steps in (1, 2, 3)]
    if session.stage is Stage.FOREST:
        shown += [hinted(advised(screen), 3), AskScreen(Question.RESIGN, advised(screen))]
    if session.stage is not Stage.OVER:
        told = replace(screen, advice=Advice())
        shown += [AskScreen(Question.RESIGN, told), covered(screen)]
    return shown


@pytest.mark.parametrize(
    ("share", "drawn", "ascii_drawn"),
    [
        (0.0, "     ", "....."),
        (1.0, "█████", "====="),
        (0.5, "██▌  ", "==..."),
        (0.99, "█████", "====="),
        (0.03, "▏    ", "....."),
    ],
)
def test_bars_are_as_long_as_the_chance(share: float, drawn: str, ascii_drawn: str) -> None:
    assert bar(share, 5, UNICODE) == drawn
    assert bar(share, 5, ASCII) == ascii_drawn
