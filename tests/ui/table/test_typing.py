"""A card can be typed at the table: its rank, then its suit's letter in the player's language."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.core.common import Seat
from foxduet.games.classic.rules.actions import parse_action as parse_classic
from foxduet.games.classic.rules.position import parse_position, restore
from foxduet.games.duet.rules.actions import parse_action
from foxduet.play.game import open_game
from foxduet.play.table import Session
from foxduet.store.saved_games import SavedGame
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Look
from foxduet.ui.kit.screen import Screen
from foxduet.ui.table.screen import TableScreen, table_of
from foxduet.ui.table.state import Choosing, Handoff
from foxduet.ui.text_screen import TextScreen
from foxduet.words import i18n
from foxduet.words.glyphs import MONOCHROME
from tests.support.classic.screens import classic
from tests.support.tables import (
    Left,
    cursor_of,
    hidden,
    options_in,
    press_keys,
    pressed,
    table_at,
    text_of,
)

LED = "1.2 4b5b8bEb3k4k7kEk6m7mTm/2b3b6b1k2k6kTk3m5m8mEm 9k 9b5k8k2mTb1m p1:- 1-1 0-1 p1:play"
MOVE = "1.1 4d/6d 1s 7r1d8d6s4s2r4r p1:5d7d - 1202101212 6 3 p2:move"
EXCHANGE = "1.0 4d6d/5d7d 1s 7r1d8d6s4s2r4r p1:3d - 1202101212 6 3 p2:exchange"


@pytest.fixture
def match(tmp_path: Path) -> TableScreen:
    header = classic(21, ("Left", "Right"))
    state = restore(parse_position(LED), header.setup)
    game = replace(open_game(header), first=state)
    return pressed(table_of(Session(game), SavedGame(tmp_path / "match.toml")), tmp_path, " ")


def test_a_card_is_chosen_by_its_name_and_enter_plays_it(
    following: TableScreen, tmp_path: Path
) -> None:
    chosen = pressed(following, tmp_path, *"c6d")
    assert chosen.session == following.session
    assert cursor_of(chosen) == 2
    played = pressed(chosen, tmp_path, keys.ENTER)
    assert played.session.game.turns[-1].action == parse_action("p2 play 6d")


def test_ranks_of_two_digits_and_letters_that_are_keys_elsewhere_can_be_typed(
    match: TableScreen, tmp_path: Path
) -> None:
    for typed, action in (
        ("c8b", "p1 play 8b"),
        ("c10m", "p1 play Tm"),
        ("c11K", "p1 play Ek"),
    ):
        played = pressed(match, tmp_path, *typed, keys.ENTER)
        assert played.session.game.turns[-1].action == parse_classic(action)


@pytest.mark.parametrize(
    ("typed", "action"),
    [("c6c", "6d"), ("c6C", "6d"), ("c9É", "9s"), ("c9é", "9s"), ("c9e", "9s"), ("c4r", "4r")],
)
def test_suits_are_typed_with_french_letters_in_french(
    following: TableScreen, tmp_path: Path, typed: str, action: str
) -> None:
    i18n.use_language("fr")
    chosen = pressed(following, tmp_path, *typed)
    hand = chosen.session.game.rules.observe(chosen.session.state, Seat.P2).hand
    at = cursor_of(chosen)
    assert at is not None
    assert hand[at] == parse_action(f"p2 play {action}").card  # type: ignore[union-attr]


def test_the_letters_that_are_asked_for_stand_beside_the_signs_on_the_cards(
    match: TableScreen, following: TableScreen, tmp_path: Path
) -> None:
    desk = options_in(tmp_path)
    assert "Card: _  (its rank, then d ▼, r ¤, s *)" in text_of(press_keys(following, desk, "c"))
    assert "Card: 1_  (its rank, then b Ω, k ð, m ◙)" in text_of(press_keys(match, desk, *"c1"))
    i18n.use_language("fr")
    assert "C ▼, R ¤, É *" in text_of(press_keys(following, desk, "c"))
    assert "6 ▼C" in text_of(following, look=Look(MONOCHROME))
    assert "C Ω, É ð, L ◙" in text_of(press_keys(match, desk, "c"))


def test_a_card_that_is_not_there_is_refused_and_nothing_is_chosen(
    following: TableScreen, tmp_path: Path
) -> None:
    desk, chosen = options_in(tmp_path), pressed(following, tmp_path, "1")
    for typed in ("3d", "6s", "99d", "0r"):
        refused = press_keys(chosen, desk, "c", *typed)
        assert f"There is no card {typed} to choose." in text_of(refused)
        # Neither what was chosen before is played, nor what a digit of the name would choose.
        assert press_keys(refused, desk, keys.ENTER, keys.ESCAPE) == chosen
        assert cursor_of(press_keys(refused, desk, *"8d")) == 4


def typed_at(screen: Screen | Left) -> str | None:
    """Return the beginning of a card that is typed, None while none is."""
    assert isinstance(screen, TableScreen)
    assert isinstance(screen.shows, Choosing)
    return screen.shows.typed


def test_typing_is_mended_and_ended_and_enter_plays_nothing(
    following: TableScreen, tmp_path: Path
) -> None:
    desk, chosen = options_in(tmp_path), pressed(following, tmp_path, "1")
    typing = press_keys(chosen, desk, *"c1", keys.ENTER)
    assert typed_at(typing) == "1"
    assert press_keys(typing, desk, keys.ESCAPE) == chosen
    assert typed_at(press_keys(typing, desk, keys.BACKSPACE)) == ""
    assert press_keys(typing, desk, keys.BACKSPACE, keys.BACKSPACE) == chosen
    assert cursor_of(press_keys(typing, desk, keys.BACKSPACE, *"8d")) == 4


def test_all_other_keys_do_what_they_do_at_the_table(
    following: TableScreen, tmp_path: Path
) -> None:
    desk = options_in(tmp_path)
    covered = press_keys(following, desk, "c", "b")
    assert isinstance(covered, TableScreen)
    assert isinstance(covered.shows, Handoff)
    assert isinstance(press_keys(following, desk, "c", "?"), TextScreen)
    assert isinstance(press_keys(following, desk, "c", "r"), TextScreen)
    assert cursor_of(press_keys(following, desk, "c", keys.RIGHT)) == 0


def test_a_hand_is_covered_while_a_card_is_typed(following: TableScreen, tmp_path: Path) -> None:
    typing = press_keys(following, options_in(tmp_path), *"c6")
    assert typed_at(typing) == "6"
    assert hidden(typing) == hidden(following)


def test_a_card_for_the_decree_is_typed_and_where_there_is_none_nothing_is(tmp_path: Path) -> None:
    table = table_at(tmp_path, EXCHANGE, Seat.P2)
    assert cursor_of(pressed(table, tmp_path, *"c7d")) == 1
    moving = table_at(tmp_path, MOVE, Seat.P2)
    assert pressed(moving, tmp_path, "c") == moving
