"""What a person beside a partner sees, as golden text frames, and that nothing is cut off."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.ai.partner import Thought
from foxduet.games.duet.rules.actions import Choice
from foxduet.games.duet.rules.board import Board
from foxduet.games.duet.rules.observation import Observation, observe
from foxduet.games.duet.table import walk_of
from foxduet.play.game import Game
from foxduet.play.table import Session, Stage, hinted_seat
from foxduet.play.table import look as look_at_hand
from foxduet.ui.kit.canvas import Look
from foxduet.ui.kit.screen import Screen
from foxduet.ui.loop import draw
from foxduet.ui.menu.form import FormScreen
from foxduet.ui.menu.title import TitleScreen
from foxduet.ui.table.moves import cover
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import Advice, Hint, Paused, Question, RoundEnd, Walking
from tests.support.players import duet, played_game
from tests.support.solo import (
    BESIDE_EXPERT,
    FOREST,
    PARTNER,
    PLAYER,
    SOLO,
    THINKING,
    after_partner,
    made_up,
    nearly_sure,
    solo_moment,
    turns_before,
    with_hint,
)
from tests.support.tables import STILL, WINDOW, at_table, question_over, text_of
from tests.ui.table.test_frames import ASCII_LOOK, BOARDS, LARGE, LONG_NAMES

LEAD = turns_before(Choice.PLAY, PLAYER)
FOLLOW = turns_before(Choice.PLAY, PLAYER, following=True)
MOVE = turns_before(Choice.MOVE, PLAYER)
EXCHANGE = turns_before(Choice.EXCHANGE, PLAYER)
AT_FOREST = solo_moment(FOREST)


def result() -> TableScreen:
    """Return the table once the fox has arrived after the first trick."""
    for at in range(2, len(SOLO.states)):
        walk = walk_of(SOLO.states[at - 1], SOLO.turns[at - 1])
        if walk is not None:
            return replace(solo_moment(at), shows=Walking(walk).at_its_end)
    raise AssertionError("the fixed game has a trick")


def hinted(
    screen: TableScreen, steps: int, think: Callable[[Observation], Thought] = made_up
) -> TableScreen:
    """Return a table with so many steps of a made-up hint."""
    session = screen.session
    thought = think(observe(session.state, hinted_seat(session)))
    return with_hint(screen, Hint(thought, steps))


def advised(screen: TableScreen, advice: Advice) -> TableScreen:
    """Return a table between rounds at which the partner has been asked."""
    assert isinstance(screen.shows, RoundEnd)
    return replace(screen, shows=replace(screen.shows, advice=advice))


def advice_on(screen: TableScreen) -> Advice:
    """Return what a made-up partner says to the decision of a table."""
    return Advice(made_up(observe(screen.session.state, PARTNER)))


RESULT = result()
SCREENS: dict[str, Screen] = {
    "solo-thinking": replace(solo_moment(THINKING), ticks=9),
    "solo-result": RESULT,
    "solo-covered": cover(solo_moment(THINKING)),
    "solo-forest": AT_FOREST,
    "solo-forest-advice": hinted(advised(AT_FOREST, advice_on(AT_FOREST)), 3),
    "solo-forest-asked": advised(AT_FOREST, Advice()),
    "solo-resign": question_over(Question.RESIGN, below=solo_moment(LEAD)),
    "solo-resign-told": question_over(
        Question.RESIGN, yes=True, advice=Advice(), below=solo_moment(LEAD)
    ),
    "solo-resign-forest": question_over(
        Question.RESIGN, advice=advice_on(AT_FOREST), below=AT_FOREST
    ),
    "solo-practice": question_over(Question.PRACTICE, below=solo_moment(LEAD)),
    "solo-title": TitleScreen("duet", ((SOLO, at_table(Session(SOLO)).saved),)),
    "solo-form": FormScreen("duet", {"level": 2}, ("Player", "Expert"), "expert:200", row=2),
    "hint-asked": with_hint(solo_moment(FOLLOW), Hint()),
    "hint-1": hinted(solo_moment(FOLLOW), 1),
    "hint-2": hinted(solo_moment(LEAD), 2),
    "hint-3": hinted(solo_moment(LEAD), 3),
    "hint-3-follow": hinted(solo_moment(FOLLOW), 3),
    "hint-3-move": hinted(solo_moment(MOVE), 3),
    "hint-3-exchange": hinted(solo_moment(EXCHANGE), 3),
    "hint-3-points": hinted(solo_moment(LEAD), 3, nearly_sure),
    "hint-3-move-points": hinted(solo_moment(MOVE), 3, nearly_sure),
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
    assert isinstance(paused.shows, Paused)
    assert paused.shows.walking is not None
    golden("frames/solo-pause.txt", text_of(paused) + "\n")


@pytest.mark.parametrize("board", BOARDS, ids=["level", "shortest", "longest"])
@pytest.mark.usefixtures("strict_canvas")
def test_nothing_is_cut_off_in_whole_games_with_the_longest_names(board: Board | None) -> None:
    header = duet(3, LONG_NAMES, board=board, seed=24, ai=BESIDE_EXPERT)
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
    walk = walk_of(before, turn)
    walking = None if walk is None else Walking(walk)
    shown: list[Screen] = [screen, replace(screen, shows=Paused(walking))]
    if walking is not None:
        shown += [replace(screen, shows=walking), replace(screen, shows=walking.at_its_end)]
    if session.stage in (Stage.CHOICE, Stage.TEAM):
        shown += [hinted(screen, steps) for steps in (1, 2, 3)]
    if session.stage is Stage.TEAM:
        advice = advice_on(screen)
        shown += [
            hinted(advised(screen, advice), 3),
            question_over(Question.RESIGN, advice=advice, below=screen),
        ]
    if session.stage is not Stage.OVER:
        shown += [question_over(Question.RESIGN, advice=Advice(), below=screen), cover(screen)]
    return shown
