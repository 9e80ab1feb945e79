"""How the table looks to one who plays alone: what is new, and notes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.ai.partner import Thought
from foxduet.core.common import Seat
from foxduet.games.duet.rules.actions import Choice
from foxduet.games.duet.rules.board import Board
from foxduet.games.duet.rules.observation import Observation, observe
from foxduet.games.duet.table import walk_of
from foxduet.play.game import Game
from foxduet.play.table import Session, Stage, hinted_seat, look
from foxduet.play.table import look as look_at_hand
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Look
from foxduet.ui.kit.screen import Screen
from foxduet.ui.loop import draw
from foxduet.ui.menu.form import FormScreen
from foxduet.ui.menu.title import TitleScreen
from foxduet.ui.table.layout import MESSAGE_ROWS, layout_for
from foxduet.ui.table.moves import cover, options
from foxduet.ui.table.parts import heaviest_rows
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import Advice, Choosing, Hint, Paused, Question, RoundEnd, Walking
from foxduet.words.common import table_words
from tests.support.classic.screens import classic, played_match
from tests.support.players import VICTORY, beginning_of, duet, played_game, some_of
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
from tests.support.tables import (
    STILL,
    WINDOW,
    at_table,
    pressed,
    question_over,
    some_moments,
    table_at,
    text_of,
)
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
        steps_here = some_of((1, 2, 3), len(session.game.turns))
        shown += [hinted(screen, steps) for steps in steps_here]
    if session.stage is Stage.TEAM:
        advice = advice_on(screen)
        shown += [
            hinted(advised(screen, advice), 3),
            question_over(Question.RESIGN, advice=advice, below=screen),
        ]
    if session.stage is not Stage.OVER:
        shown += [question_over(Question.RESIGN, advice=Advice(), below=screen), cover(screen)]
    return shown


FOXES_FOLLOW = "1.0 4d6dTd/3d9r 1s 7r1d8d6s4s2r4r p1:- - 1202101212 6 3 p1:play"


def said(text: str) -> str:
    """Return what stands in the rows for news, in one line."""
    return " ".join(" ".join(text.splitlines()[10 : 10 + MESSAGE_ROWS]).split())


def test_that_the_decree_was_kept_is_told_after_its_trick_and_not_in_the_next(
    tmp_path: Path,
) -> None:
    table = table_at(tmp_path, FOXES_FOLLOW, Seat.P1)
    table = pressed(table, tmp_path, "1", keys.ENTER, keys.SPACE, keys.ENTER)
    after = pressed(table, tmp_path, "d", keys.ENTER)
    assert "Right kept the decree. Left won with the 4 of Doves" in said(text_of(after))
    leading = pressed(after, tmp_path, keys.SPACE)
    assert said(text_of(leading)).startswith("Left won with the 4 of Doves")
    followed = pressed(leading, tmp_path, "1", keys.ENTER)
    assert said(text_of(followed)).startswith("Left won with the 4 of Doves")
    following = pressed(followed, tmp_path, keys.SPACE)
    assert "kept the decree" not in text_of(following)


def test_what_matters_is_said_where_there_is_no_room_for_all() -> None:
    trick, gift, lead = "The trick went so. " * 6, "You got a card.", "Left led a card."
    told = ((4, trick.strip()), (3, "The fox turned."), (4, gift), (0, lead))
    rows = heaviest_rows(told, 76, MESSAGE_ROWS)
    assert " ".join(rows) == f"{trick}{gift}"
    # What has no room by itself hides nothing else.
    assert heaviest_rows(told, 76, 1) == [gift]
    # All is said where there is room, and in the order in which it happened.
    everything = " ".join(sentence for _weight, sentence in told)
    assert " ".join(heaviest_rows(told, 76, 5)) == everything


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
            every = [*enumerate(options(screen))]
            for cursor, option in some_of(every, len(session.game.turns)):
                rows = rows_of_news(with_cursor(screen, cursor))
                note = table_words(game.header.game).ability_note(observation, option)
                assert [row for row in rows if row and row != note] == [*filter(None, before)]
                if note:
                    cases.add(note in rows)
                    assert (note in rows) == ("" in before)
    assert cases == {True, False}, "the games have both"
