"""Two people at one keyboard: who opens which hand, and what both see of each trick."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import pytest

from foxduet.core.cards import Seat
from foxduet.play.table_session import TableSession
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Canvas, ClickArea, Look, Size
from foxduet.ui.kit.effects import SaveFailed
from foxduet.ui.kit.layouts import intended_key
from foxduet.ui.loop import draw_screen
from foxduet.ui.table.moves import AskScreen
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import (
    Animating,
    Choosing,
    GameOver,
    Handoff,
    LastCards,
    OpenChoice,
    RoundEnd,
    Together,
)
from foxduet.words import i18n
from foxduet.words.text import ASCII
from tests.support import tables
from tests.support.bounces import LAST_TRICK, MOVING, following, together, walking
from tests.support.tables import (
    LOOK,
    STILL,
    Desk,
    cards_in,
    hidden,
    inside_only,
    later,
    of_kind,
    open_cards,
    options_in,
    press_keys,
    pressed,
    shown_to_all,
    table_at,
    table_in,
    text_of,
)

SIZES = [Size(24, 80), Size(35, 110), Size(45, 140)]
OWN = {"Left": "aAфФαΑ", "Right": "mMьЬμΜ"}  # noqa: RUF001
"""The characters of each player's key on Latin, Russian and Greek keyboards."""


@pytest.mark.parametrize("seat", Seat)
def test_only_the_seat_s_own_key_opens_a_hand(seat: Seat, tmp_path: Path) -> None:
    desk = options_in(tmp_path)
    closed = (
        table_in(tmp_path)
        if seat is Seat.P2
        else pressed(table_in(tmp_path), tmp_path, LOOK, "1", keys.ENTER)
    )
    assert closed.mode == Handoff(seat)
    own, others = OWN["Left"], OWN["Right"]
    if seat is Seat.P2:
        own, others = others, own
    for sign in own:
        key = intended_key(sign, "system", closed.takes)
        assert pressed(closed, tmp_path, key).session.visible_seat is seat
    name, other = (
        closed.session.game.header.players[seat],
        closed.session.game.header.players[seat.other],
    )
    for sign in others:
        after = pressed(closed, tmp_path, intended_key(sign, "system", closed.takes))
        assert after.mode == closed.mode
        assert after.notice == f"Not yet, {other}: it's {name}'s turn, with the {own[1]} key."
    for key in (keys.SPACE, keys.ENTER, "x", "5"):
        after = pressed(closed, tmp_path, key)
        assert after.mode == closed.mode
        assert after.notice == f"Only {own[1]} opens {name}'s hand."
    for key in (*keys.ARROWS, *"0123456789bcdinx"):
        assert getattr(press_keys(closed, desk, key), "mode", closed.mode) == closed.mode


def known_cards(session: TableSession) -> set[object]:
    """Return the cards that have been open to both seats in the game."""
    cards: set[object] = {state.table.decree for state in session.game.states}
    for turn in session.game.turns:
        cards |= shown_to_all(turn)
    return cards | open_cards(session)


def clicks(screen: TableScreen, desk: Desk) -> list[ClickArea]:
    return list(draw_screen(screen, tables.WINDOW, desk.look).areas)


@pytest.mark.parametrize("seed", range(4))
def test_no_random_key_shows_a_hand_that_nobody_opened(seed: int, tmp_path: Path) -> None:
    rng, desk = Random(seed), options_in(tmp_path, MOVING if seed % 2 else STILL)
    screen: object = tables.begin(desk, 1 + seed % 3, ("Ann", "Ben"), 1000 + seed)
    held = 0
    while not (isinstance(screen, TableScreen) and isinstance(screen.mode, GameOver)):
        if not isinstance(screen, TableScreen):
            assert isinstance(screen, AskScreen)
            screen = press_keys(screen, desk, tables.answer_to(screen, rng))
            continue
        before = screen
        if before.session.visible_seat is None:
            assert cards_in(text_of(before, rng.choice(SIZES))) <= known_cards(before.session)
        roll = rng.random()
        if roll < 0.04:
            screen = hidden(before)
        elif roll < 0.2 and before.timeout is not None:
            screen = later(before, desk)
        else:
            script: tuple[str, ...] = (tables.next_key(rng),)
            if roll > 0.9 and (areas := clicks(before, desk)):
                script = rng.choice(areas).keys
            screen = press_keys(before, desk, *script)
            if not isinstance(screen, TableScreen):
                continue
            viewer = screen.session.visible_seat
            if viewer is not None and before.session.visible_seat is None:
                assert isinstance(before.mode, Handoff | OpenChoice)
                assert before.session.actor is viewer
                assert {*script} == {keys.OWN_KEYS[viewer]}
            assert not (
                isinstance(before.mode, Choosing) and isinstance(screen.mode, RoundEnd | GameOver)
            )
        assert isinstance(screen, TableScreen)
        held += (
            isinstance(screen.mode, Animating)
            and screen.mode.is_finished
            and screen.stays_until_key
        )
    assert held


def pictures(start: TableScreen, desk: Desk) -> list[tuple[TableScreen, float | None]]:
    """Return the table after Space and what follows by itself, each with its seconds."""
    screen = of_kind(TableScreen, press_keys(later(start, desk), desk, keys.SPACE))
    shown = [(screen, screen.timeout)]
    while screen.is_skippable:
        screen = of_kind(TableScreen, later(screen, desk))
        shown.append((screen, screen.timeout))
    return shown


def test_the_fox_walks_and_takes_its_gem_while_both_look(tmp_path: Path) -> None:
    line = "1.9 4d/6d8d 1s 7r1d3d6s4s2r4r p1:2d - 1212101212 4 3 p2:play"
    table, desk = table_at(tmp_path, line, Seat.P2), options_in(tmp_path, MOVING)
    start = of_kind(TableScreen, press_keys(table, desk, "1", keys.ENTER))
    *walk, (last, _never) = pictures(start, desk)
    assert [seconds for _screen, seconds in walk] == [0.26] * (len(walk) - 1) + [0.8]
    gems = [text_of(screen).split("Gems left ")[1].split()[0] for screen, _seconds in walk]
    arrived, taken = (text_of(screen).splitlines()[3] for screen, _seconds in walk[-2:])
    assert arrived == taken
    assert [int(gems[-2]) - int(left) for left in gems] == [0] * (len(gems) - 1) + [1]
    assert last.mode == LastCards()


def test_where_nothing_moves_space_leads_straight_to_the_next_hand(tmp_path: Path) -> None:
    # Left's 3 of Doves beats the 2, and the paws of both lead nowhere but to the fox's own space.
    start = together(tmp_path)
    assert isinstance(start.mode, Together)
    walk = start.mode.walking
    still = replace(start, mode=replace(start.mode, walking=walk.at_last_step))
    desk = options_in(tmp_path, Look(animated=False))
    after = of_kind(TableScreen, press_keys(later(still, desk), desk, keys.SPACE))
    assert isinstance(after.mode, Handoff)


@pytest.mark.parametrize("look", [MOVING, STILL], ids=["moving", "still"])
def test_the_last_trick_is_held(look: Look, tmp_path: Path) -> None:
    desk, table = options_in(tmp_path, look), table_at(tmp_path, LAST_TRICK, Seat.P1)
    start = of_kind(TableScreen, press_keys(table, desk, "1", keys.ENTER))
    assert isinstance(start.mode, Together)
    held, seconds = pictures(start, desk)[-1]
    assert (isinstance(held.mode, Animating), seconds) == (True, None)
    assert "That was the last trick of round 1." in text_of(held)
    assert hidden(held) == held
    for key in (keys.ENTER, "a", "m", "x"):
        assert of_kind(TableScreen, press_keys(held, desk, key)).mode == held.mode
    assert isinstance(of_kind(TableScreen, press_keys(held, desk, keys.SPACE)).mode, RoundEnd)


def test_an_interrupted_walk_is_seen_again_from_its_start(tmp_path: Path) -> None:
    desk, walk = (
        options_in(tmp_path, MOVING),
        of_kind(TableScreen, later(walking(tmp_path), options_in(tmp_path, MOVING))),
    )
    assert isinstance(walk.mode, Animating)
    again = hidden(walk)
    assert of_kind(TableScreen, again).mode == Together(replace(walk.mode, step=0))
    assert hidden(again) == again
    for script in (("R", "n"), ("q", keys.ESCAPE)):
        assert press_keys(again, desk, *script) == again
    assert "u take back" in text_of(again)
    back = of_kind(TableScreen, press_keys(again, desk, "u"))
    assert back.mode == Handoff(Seat.P2)


def test_the_fox_walks_soon_without_a_key_if_wanted(tmp_path: Path) -> None:
    desk = options_in(tmp_path, MOVING, walks_soon=True)
    start = of_kind(TableScreen, press_keys(following(tmp_path), desk, keys.ENTER))
    assert start.timeout == 0.7
    ready = of_kind(TableScreen, later(start, desk))
    assert ready.timeout == 4
    assert "The pieces move in a moment. Space: at once" in text_of(ready)
    for after in (later(ready, desk), press_keys(ready, desk, keys.SPACE)):
        assert isinstance(of_kind(TableScreen, after).mode, Animating)
    assert of_kind(TableScreen, later(hidden(ready), desk)).timeout is None


def test_a_refusal_goes_with_the_hand_and_a_game_that_is_not_saved_stays_told(
    tmp_path: Path,
) -> None:
    desk, hand = options_in(tmp_path), following(tmp_path)
    refused = of_kind(TableScreen, press_keys(hand, desk, "6", keys.ENTER))
    assert refused.notice
    assert of_kind(TableScreen, hidden(refused)).notice == ""
    failed = SaveFailed(hand.session.game, "the disk is full", None)
    unsaved = of_kind(TableScreen, tables.received(hand, failed, desk))
    assert of_kind(TableScreen, hidden(unsaved)).notice == unsaved.notice != ""


@pytest.mark.parametrize("size", SIZES[:2], ids=str)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_panels_have_room_for_the_longest_names(
    language: str, size: Size, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    i18n.use_language(language)
    monkeypatch.setattr("foxduet.ui.kit.canvas.Canvas.put", inside_only(Canvas.put))
    names = ("Wilhelmina W", "Bartholomew B")
    for look, seed in product((STILL, Look(glyphs=ASCII, animated=False)), (7, 8)):
        desk = options_in(tmp_path, look)
        table = tables.begin(desk, 2, names, seed)
        for screen in (table, pressed(table, tmp_path, LOOK, "1", keys.ENTER)):
            assert isinstance(screen.mode, Handoff)
            seat = screen.mode.seat
            rows = text_of(screen, size, look).splitlines()
            (row,) = (
                row
                for row in rows
                if f" {'AM'[seat]} " in row[1:-1].replace("=", " ").replace("━", " ")
                and ("┏" in row or "+" in row)
            )
            assert (row.index(f" {'AM'[seat]} ") > size.columns // 2) is (seat is Seat.P2)
            asks = {"en": "look away", "fr": "détournez"}[language]
            if look.glyphs is ASCII:
                asks = i18n.to_ascii(asks)
            (request,) = (line for line in rows if asks in line)
            assert (request.index(asks) > size.columns // 2) is (seat is Seat.P1)
    i18n.use_language(i18n.SOURCE)
