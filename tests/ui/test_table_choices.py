"""Two people at one keyboard: choices that both look at, and cards that leave no choice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile
from pathlib import Path

import pytest

from foxduet.core.cards import Play, Seat
from foxduet.games.duet.rules.state import Choice
from foxduet.play.game import PRACTICE_KEY, Game
from foxduet.play.table_session import TableSession, play_last_cards
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Look, Size, Span, Style
from foxduet.ui.kit.screen import Screen
from foxduet.ui.loop import draw_screen
from foxduet.ui.table.drawing import layout_for
from foxduet.ui.table.moves import AskScreen
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import (
    MAX_GAMES_WITH_REACH,
    Animating,
    Choosing,
    Handoff,
    LastCards,
    OpenChoice,
    Question,
    TableMode,
    Together,
)
from foxduet.words.i18n import languages, use_language
from foxduet.words.text import MAX_NAME_CELLS
from tests.support import tables
from tests.support.classic import classic, played_match
from tests.support.entries import resigned_at_table
from tests.support.players import beginning_of, duet, played_game
from tests.support.tables import (
    PLAYER,
    Desk,
    Left,
    at_table,
    begin,
    cards_in,
    hidden,
    later,
    of_kind,
    open_cards,
    options_in,
    press_keys,
    press_to,
    pressed,
    solo_moment,
    table_at,
    text_of,
    turns_before,
)

PATH = "11211011211"
STOCK = "7r8dTd4s6r4r3r"
# Left leads a Gazelle; with the 8 of Roses Right wins, with the 2 Left does.
GAZELLE = f"1.9 4d/2r8r 1s {STOCK} p1:5r - {PATH} {{at}} 4 p2:play"
PLAYED, OTHER_PLAYED = ("m", "2", keys.ENTER), ("m", "1", keys.ENTER)
OWN = [own[0] for own in keys.OWN_KEYS]


@pytest.fixture
def moving(tmp_path: Path) -> Desk:
    return options_in(tmp_path, Look())


def chosen_table(folder: Path, *script: str, at: int = 6) -> TableScreen:
    """Return the table at which the winner chooses where the fox goes, after further keys."""
    table = pressed(table_at(folder, GAZELLE.format(at=at), level=1), folder, *PLAYED)
    return pressed(table, folder, *script)


def mode_of(screen: Screen | Left) -> TableMode:
    return of_kind(TableScreen, screen).mode


def board_of(screen: Screen, size: Size = tables.WINDOW) -> str:
    """Return the rows of the spaces and of the marks below them."""
    return "\n".join(draw_screen(screen, size, Look()).text_rows[3:5])


def marks_of(screen: Screen) -> list[Span]:
    """Return the marks below the path, in the order of the spaces."""
    row = draw_screen(screen, tables.WINDOW, Look()).rows[4]
    texts = [(text, span.style) for span in row for text in span.text.split()]
    return [Span(text, style) for text, style in texts]


@pytest.mark.parametrize(("played", "winner"), [(PLAYED, "Right"), (OTHER_PLAYED, "Left")])
def test_the_winner_chooses_the_way_before_both(
    moving: Desk, tmp_path: Path, played: tuple[str, ...], winner: str
) -> None:
    table = pressed(table_at(tmp_path, GAZELLE.format(at=6), level=1), tmp_path, *played)
    assert table.mode == OpenChoice(was_visible=winner == "Right")
    text = text_of(table)
    assert cards_in(text) <= open_cards(table.session)
    assert f"{winner} won the trick. {winner}, where to?" in text
    assert "Left, look again: the trick is complete." in text
    gone = press_to(TableScreen, table, moving, "1", keys.ENTER)
    # Both look already.
    assert isinstance(gone.mode, Animating)
    assert not gone.mode.is_finished
    # Nothing moves: the next hand waits.
    assert not isinstance(mode_of(pressed(table, tmp_path, "1", keys.ENTER)), Together | Animating)


def test_ways_are_numbered_on_the_path_in_the_order_of_its_spaces(tmp_path: Path) -> None:
    table = chosen_table(tmp_path, at=9)
    assert marks_of(table) == [
        Span("1", Style.PLAIN),
        Span("2", Style.PLAIN),
        Span("!3", Style.ALERT),
    ]
    chosen = pressed(table, tmp_path, keys.RIGHT, keys.RIGHT)
    assert board_of(chosen) == (
        "  ( 1 )··( 2 )··( 3 )··( 4 )··( 5 )··[ 6 ]··( 7 )··( 8 )··(^.^)··(10 )··(^.^)\n"
        "                                                                   1      2   !3"
    )
    row = draw_screen(chosen, tables.WINDOW, Look()).rows[3]
    assert [span.style for span in row if "^.^" in span.text] == [Style.PIECE, Style.DIM]
    # Nothing stands where the fox would be lost.
    off = pressed(chosen, tmp_path, keys.RIGHT)
    assert board_of(off).count("^.^") == 1
    assert marks_of(off)[2] == Span("!3", Style.CHOSEN)


def test_a_shadow_shows_where_the_fox_would_go_in_solo_play() -> None:
    table = solo_moment(turns_before(Choice.MOVE, PLAYER))
    assert isinstance(table.mode, Choosing)
    for size in (tables.WINDOW, Size(35, 110), Size(50, 160)):
        layout = layout_for(size)
        for mode, has_shadow in ((Choosing(), False), (Choosing(1), True)):
            frame = draw_screen(replace(table, mode=mode), size, Look())
            board = frame.rows[layout.board : layout.ends]
            assert any(span.style is Style.DIM for row in board for span in row) is has_shadow


def test_the_winner_may_open_the_own_hand_first_and_then_both_look(tmp_path: Path) -> None:
    table = chosen_table(tmp_path, "1")
    for key in (OWN[Seat.P1], keys.SPACE):
        refused = pressed(table, tmp_path, key)
        assert refused.mode == table.mode
        assert refused.notice
    opened = pressed(table, tmp_path, OWN[Seat.P2])
    assert isinstance(opened.mode, Choosing)
    assert opened.session.visible_seat is Seat.P2
    assert hidden(opened) == replace(opened, mode=OpenChoice(), session=table.session, notice="")
    gone = pressed(opened, tmp_path, "2", keys.ENTER)
    assert isinstance(gone.mode, Together)
    assert gone.session.visible_seat is None
    # The hand that was opened does not open again.
    assert mode_of(pressed(gone, tmp_path, "u")) == OpenChoice()


def test_the_way_can_be_chosen_again_and_so_can_the_card_before(
    tmp_path: Path, moving: Desk
) -> None:
    table = chosen_table(tmp_path)
    walking = press_to(TableScreen, table, moving, "3", keys.ENTER)
    again = press_to(TableScreen, walking, moving, "u")
    assert again.mode == OpenChoice()
    assert again.session.state == table.session.state
    before = pressed(again, tmp_path, "u")
    assert before.mode == Handoff(Seat.P2)
    assert isinstance(mode_of(hidden(walking)), Together)
    assert mode_of(hidden(pressed(table, tmp_path, "2"))) == OpenChoice()


def test_the_way_waits_behind_a_question_with_nothing_selected(tmp_path: Path) -> None:
    line = f"1.9 4d/2r8r 1s {STOCK} p1:5r - ####1011211 9 0 p2:play"
    table = pressed(table_at(tmp_path, line, level=1), tmp_path, *PLAYED, "3")
    for key, question in (
        (keys.ENTER, Question.LOSES),
        ("R", Question.RESIGN),
        ("q", Question.LEAVE),
    ):
        asked = of_kind(AskScreen, tables.press_all(table, tmp_path, key))
        assert asked.question is question
        after = of_kind(TableScreen, tables.press_all(asked, tmp_path, "n"))
        assert isinstance(after.mode, OpenChoice)
        assert after.mode.cursor is None
    assert len(after.session.game.turns) == 1


def test_a_line_forbids_wishes_before_the_first_way_of_a_game(tmp_path: Path) -> None:
    line = f"1.8 4d6d/2r8r5s 1s {STOCK} p1:5r - {PATH} 6 4 p2:play"
    rule = "No word about what you hope for, as always."
    table = pressed(table_at(tmp_path, line, level=1), tmp_path, *PLAYED)
    assert rule in text_of(table)
    table = pressed(table, tmp_path, "1", keys.ENTER, "m", "2", keys.ENTER)
    table = pressed(table, tmp_path, "a", "1", keys.ENTER)
    assert table.mode == OpenChoice()
    assert rule not in text_of(table)


@pytest.mark.parametrize("language", [*languages()])
def test_the_panel_of_a_way_has_room_for_the_longest_names(tmp_path: Path, language: str) -> None:
    use_language(language)
    table = chosen_table(tmp_path, "2", at=9)
    game = table.session.game
    header = replace(game.header, players=("W" * MAX_NAME_CELLS, "M" * MAX_NAME_CELLS))
    table = replace(table, session=replace(table.session, game=replace(game, header=header)))
    for size in (tables.WINDOW, Size(35, 110)):
        rows = text_of(table, size).splitlines()
        top, end = (next(row for row, text in enumerate(rows) if corner in text) for corner in "┏┗")
        assert all(row.count("┃") == 2 for row in rows[top + 1 : end])
        assert sum("M" in row for row in rows[top + 1 : end]) == 1


LAST = f"1.10 {{hands}} 1s {STOCK} p1:- - {PATH} 2 4 p1:play"


def last_cards(folder: Path, hands: str = "4d/2d") -> TableScreen:
    """Return the table with one card in each hand."""
    return table_at(folder, LAST.format(hands=hands), level=1)


@pytest.mark.parametrize(
    ("hands", "falls"),
    [
        ("4d/2d", True),
        ("2d/7d", True),
        ("7d/2d", True),
        # The follower's Foxes find no card in a hand, but the leader's do.
        ("2d/3d", True),
        ("3d/2d", False),
        ("5d/2d", False),
        ("2d/1d", False),
    ],
)
def test_the_last_two_cards_fall_together_if_no_choice_is_left(
    tmp_path: Path, hands: str, falls: bool
) -> None:
    assert last_cards(tmp_path, hands).mode == (LastCards() if falls else Handoff(Seat.P1))


# In the original game, no ability finds a card to choose from.
@pytest.mark.parametrize(("game", "outcomes"), [("duet", {True, False}), ("classic", {True})])
def test_cards_fall_together_as_players_would_have_to_play_them(
    game: str, outcomes: set[bool]
) -> None:
    met = set()
    for seed in range(12):
        header = duet(1, seed=seed) if game == "duet" else classic(seed=seed)
        whole = played_game(header) if game == "duet" else played_match(header)
        for turns, count in _last_tricks(whole):
            table = at_table(TableSession(beginning_of(whole, turns)))
            seen = [
                whole.rules.observe(state, state.table.pending.seat)
                for state in whole.states[turns : turns + count]
            ]
            is_forced = all(len(observation.distinct_choices) == 1 for observation in seen)
            assert table.mode == (LastCards() if is_forced else Handoff(seen[0].seat))
            met.add(is_forced)
            if (laid := play_last_cards(table.session)) is not None:
                assert laid.game.turns[turns:] == whole.turns[turns : turns + count]
    assert met == outcomes


def _last_tricks(game: Game) -> Iterator[tuple[int, int]]:
    """Yield the number of turns before each trick with the last cards, and its own number."""
    states = game.states
    for turns, state in enumerate(states):
        trick = state.table.trick
        if trick is not None and trick.lead is None and [*map(len, state.hands)] == [1, 1]:
            due = (game.rules.pending(later_state) for later_state in states[turns:])
            yield turns, len([*takewhile(lambda choice: choice and choice.seat is not None, due)])


def test_one_key_lays_both_cards_down_and_they_are_seen_first(tmp_path: Path, moving: Desk) -> None:
    table = last_cards(tmp_path)
    assert press_to(TableScreen, table, moving, keys.SPACE).mode == LastCards()
    ready = of_kind(TableScreen, later(table, moving))
    assert cards_in(text_of(ready)) == open_cards(ready.session)
    for key in (keys.ENTER, *OWN):
        refused = press_to(TableScreen, ready, moving, key)
        assert refused == replace(ready, notice="No hand opens: Space lays both cards down.")
    laid = press_to(TableScreen, ready, moving, keys.SPACE)
    assert [type(turn.action) for turn in laid.session.game.turns] == [Play, Play]
    assert "4 ▼    ● │  │ 2 ▼  ●●●" in text_of(laid)
    assert "(^.^)··( 3 )" in board_of(laid)
    steps = []
    while isinstance(laid.mode, Animating) and laid.timeout is not None:
        steps.append((laid.mode.step, laid.timeout))
        laid = of_kind(TableScreen, later(laid, moving))
    assert steps == [(-1, 0.7), (0, 0.26), (1, 0.26)]
    rows = draw_screen(laid, tables.WINDOW, Look()).text_rows
    assert any("That was the last trick of round 1." in row for row in rows)
    # Both cards are taken back together, and nobody's hand opens.
    assert press_to(TableScreen, laid, moving, "u").mode == LastCards()
    still = pressed(ready, tmp_path, keys.SPACE)
    assert still.mode == laid.mode


def test_the_last_two_cards_are_seen_again_by_who_comes_back(tmp_path: Path, moving: Desk) -> None:
    ready = of_kind(TableScreen, later(last_cards(tmp_path), moving))
    assert mode_of(hidden(ready)) == LastCards()
    assert mode_of(press_keys(ready, moving, "R", "n")) == LastCards()
    laid = press_to(TableScreen, ready, moving, keys.SPACE)
    again = of_kind(TableScreen, hidden(laid))
    assert isinstance(again.mode, Together)
    assert again.mode.walking.step == 0


@pytest.fixture
def leader(tmp_path: Path) -> TableScreen:
    """Return the table of a leader who has selected a card with one paw."""
    line = f"1.9 4d5d/2d9d 1s {STOCK} p1:- - {PATH} 2 4 p1:play"
    return pressed(table_at(tmp_path, line, level=1), tmp_path, "a", "1")


def test_a_leader_sees_how_far_a_card_could_lead_in_the_first_games(
    tmp_path: Path, leader: TableScreen
) -> None:
    assert marks_of(leader) == []
    table = replace(leader, pair_games=MAX_GAMES_WITH_REACH - 1)
    back, forth = Span("◄", Style.DIM), Span("►", Style.DIM)
    assert marks_of(table) == [Span("!", Style.ALERT), back, *[forth] * 4]
    assert board_of(table).splitlines()[1].rstrip() == "!   ◄             ►      ►      ►      ►"
    assert marks_of(replace(table, mode=Choosing())) == []
    # The winner may leave out the Gazelle's paw, or all others.
    gazelle = pressed(table, tmp_path, "2")
    assert marks_of(gazelle)[2] == Span("↑", Style.DIM)
    assert marks_of(replace(table, pair_games=MAX_GAMES_WITH_REACH)) == []


def test_practice_and_help_show_how_far_a_card_could_lead(
    tmp_path: Path, leader: TableScreen
) -> None:
    game = leader.session.game
    practice = replace(game.header, further={PRACTICE_KEY: True})
    session = replace(leader.session, game=replace(game, header=practice))
    assert marks_of(replace(leader, session=session))
    asked = tables.press_all(leader, tmp_path, "?")
    assert "◄► how far the card you lead" in text_of(asked)
    helped = pressed(asked, tmp_path, keys.ESCAPE)
    assert marks_of(helped)
    assert marks_of(pressed(helped, tmp_path, "2"))


def test_a_pair_is_known_by_its_finished_games_in_any_order(desk: Desk) -> None:
    def games_known(names: tuple[str, str]) -> int | None:
        table = begin(desk, 1, names, 3)
        assert isinstance(table.mode, Handoff)
        return press_to(TableScreen, table, desk, OWN[table.mode.seat]).pair_games

    for seed, names in enumerate((("Ann", "Ben"), ("ben", "Ann"), ("Ann", "Cem"))):
        resigned_at_table(begin(desk, 1, names, seed), desk)
    assert [games_known(names) for names in (("Ben", "Ann"), ("Ann", "Dan"))] == [2, 0]
