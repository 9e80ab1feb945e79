"""The review on screen: frames, keys, and secrets."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.analysis.review import Progress
from foxduet.core.common import Seat
from foxduet.games.duet.rules.actions import Choice
from foxduet.games.duet.rules.board import Board
from foxduet.games.duet.rules.observation import observe
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Size
from foxduet.ui.kit.effects import Text
from foxduet.ui.kit.screen import Screen
from foxduet.ui.loop import draw
from foxduet.ui.replay import ReplayScreen
from foxduet.ui.review.branch import PlayOutScreen
from foxduet.ui.review.opening import ReviewWaitScreen
from foxduet.ui.review.parts import ParScreen, ParWaitScreen
from foxduet.ui.review.screen import ReviewScreen
from foxduet.ui.text_screen import TextScreen
from foxduet.words.common import percent
from foxduet.words.glance import costliest_sentences, glance_notes, glance_rows, par_sentence
from foxduet.words.glyphs import UNICODE
from foxduet.words.review_report import report_lines
from tests.support.players import DEFEAT, VICTORY, beginning_of, duet, played_game
from tests.support.reviews import (
    AT,
    LAST,
    NOWHERE,
    branched,
    branching,
    found_at,
    lesson_at,
    review_of,
    reviewing,
    sure_review,
    task_in,
    tried_at,
)
from tests.support.tables import STILL, WINDOW, Left, cards_in, press_all, some_moments, text_of
from tests.ui.table.test_frames import ASCII_LOOK, BOARDS, LARGE, LONG_NAMES

HALF = beginning_of(VICTORY, 40)
SCREENS: dict[str, Screen] = {
    "review": reviewing(at=AT),
    "review-points": replace(reviewing(at=AT), review=sure_review()),
    "review-hindsight": reviewing(at=AT, hindsight=True),
    "review-left": reviewing(at=AT, view=Seat.P1),
    "review-right": reviewing(at=AT, view=Seat.P2),
    "review-end": reviewing(at=LAST),
    "review-branch": branching(reviewing(at=AT), 1),
    "review-wait": ReviewWaitScreen(task_in(NOWHERE), Progress(30, 97, 4.2)),
    "review-glance": TextScreen(Text.SUMMARY, reviewing()),
    "review-par": ParScreen(review_of(VICTORY), (2, 4)),
    "review-lesson": lesson_at(AT),
    "review-keys": TextScreen(Text.HELP, reviewing()),
    "review-play-out": PlayOutScreen(HALF, HALF, 0, ticks=5),
    "review-par-wait": ParWaitScreen(task_in(NOWHERE), ticks=2),
    "review-refined": replace(
        reviewing(at=AT), progress=Progress(97, 97, 4.2, review_of(VICTORY), settled=85)
    ),
}


@pytest.mark.parametrize("name", SCREENS)
def test_screens_look_as_they_did(name: str, golden: Callable[[str, str], None]) -> None:
    golden(f"frames/{name}.txt", text_of(SCREENS[name]) + "\n")


def test_seven_bit_and_large_screens_look_as_they_did(golden: Callable[[str, str], None]) -> None:
    golden("frames/review-ascii.txt", text_of(SCREENS["review"], look=ASCII_LOOK) + "\n")
    golden("frames/review-large.txt", text_of(SCREENS["review"], LARGE) + "\n")


def test_answers_in_a_lesson_look_as_they_did(golden: Callable[[str, str], None]) -> None:
    golden("frames/review-lesson-wrong.txt", text_of(tried_at(AT)) + "\n")
    golden("frames/review-lesson-found.txt", text_of(found_at(AT)) + "\n")
    ascii_lesson = text_of(SCREENS["review-lesson"], look=ASCII_LOOK)
    golden("frames/review-lesson-ascii.txt", ascii_lesson + "\n")
    golden("frames/review-par-large.txt", text_of(SCREENS["review-par"], LARGE) + "\n")


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.usefixtures("strict_canvas")
def test_nothing_is_cut_off_and_ascii_uses_seven_bits_only(name: str) -> None:
    for size in (WINDOW, LARGE):
        draw(SCREENS[name], size, STILL)
    assert text_of(SCREENS[name], look=ASCII_LOOK).isascii()
    assert "foxduet needs 80x24" in text_of(SCREENS[name], Size(23, 90))


@pytest.mark.parametrize("board", BOARDS, ids=["level", "shortest", "longest"])
@pytest.mark.usefixtures("strict_canvas")
def test_nothing_is_cut_off_in_whole_games_with_the_longest_names(board: Board | None) -> None:
    header = duet(3, LONG_NAMES, board=board, seed=24)
    game = played_game(header)
    screen = reviewing(game)
    for at in some_moments(game):
        for view in (None, *Seat):
            shown = replace(screen, at=at, view=view)
            draw(shown, WINDOW, STILL)
            draw(replace(shown, hindsight=True), WINDOW, STILL)
        tried = press_all(replace(screen, at=at), NOWHERE, "t")
        assert not isinstance(tried, Left)
        draw(tried, WINDOW, STILL)


def test_a_seat_s_view_shows_nothing_of_the_hand_that_it_did_not_see() -> None:
    for game in (VICTORY, DEFEAT):
        screen = reviewing(game)
        for at, state in enumerate(game.states):
            for seat in Seat:
                seen = observe(state, seat)
                hidden = {*state.hands[seat.other], *state.stock}
                if state.offer is not None and seen.own_offer is None:
                    hidden.add(state.offer)
                hidden -= {*seen.partner_known}
                shown = replace(screen, at=at, view=seat, hindsight=True)
                text = text_of(shown)
                if state.table.outcome is None:
                    assert not cards_in(text) & hidden, (at, seat)
                assert (" gives " in text) is (seen.own_offer is not None)


def test_open_hands_have_the_card_that_is_about_to_be_given() -> None:
    offers = 0
    for game in (VICTORY, DEFEAT):
        screen = reviewing(game)
        for at, state in enumerate(game.states):
            held = {*state.hands[0], *state.hands[1]}
            if state.offer is not None:
                offers += 1
                held.add(state.offer)
            if state.table.outcome is None:
                assert held <= cards_in(text_of(replace(screen, at=at)))
            assert held <= cards_in(text_of(ReplayScreen(game, at)))
    assert offers


def test_a_choice_is_numbered_as_in_the_report_in_the_trick_on_the_screen() -> None:
    screen = reviewing()
    lines = report_lines(screen.review, UNICODE)
    report = lines[lines.index("Every decision") + 1 :]
    for one, line in zip(screen.review.assessments, report, strict=True):
        place = re.match(r"[ ?!]{3} *(\d+)\. round \d, trick +(\d+)  ", line)
        assert place is not None
        number, trick = place.groups()
        assert int(number) == one.number
        text = text_of(replace(screen, at=one.number - 1))
        assert f"  Action {number} of {LAST}, trick {trick} " in text
        assert f"   Trick {trick} of 11 " in text.splitlines()[0]


def test_at_a_lead_the_new_trick_is_shown_not_the_last_one() -> None:
    state = VICTORY.states[AT]
    assert state.table.trick is not None
    assert state.table.trick.lead is None
    last = VICTORY.states[AT - 1].table.trick
    assert last is not None
    screen = reviewing(at=AT, view=Seat.P1)
    assert not cards_in(text_of(screen)) & {*last.cards}
    assert {*last.cards} <= cards_in(text_of(ReplayScreen(VICTORY, AT)))


def test_the_legend_shows_no_loss_below_nothing() -> None:
    review = review_of(VICTORY)
    one = review.of_action(AT + 1)
    assert one is not None
    # The best has far more points, and wins a little more seldom.
    estimates = tuple(
        replace(each, win=0.7, score=30.0) if each.action == one.best else replace(each, win=0.71)
        for each in one.estimates
    )
    costlier = replace(one, estimates=estimates)
    assessments = tuple(costlier if each is one else each for each in review.assessments)
    text = text_of(reviewing(at=AT, review=replace(review, assessments=assessments)))
    assert costlier.cost.win < 0
    assert "* best  cost 9.6 points" in text


def test_open_hands_show_both_hands() -> None:
    state = VICTORY.states[AT]
    text = text_of(reviewing(at=AT))
    assert {*state.hands[0], *state.hands[1]} <= cards_in(text)


def test_the_keys_step_through_the_game() -> None:
    screen = reviewing()
    for key, at in ((keys.RIGHT, 1), (keys.LEFT, 0), (keys.END, LAST), (keys.HOME, 0)):
        after = press_all(screen, NOWHERE, key)
        assert isinstance(after, ReviewScreen)
        screen = after
        assert screen.at == at
    none_before = press_all(screen, NOWHERE, "p")
    assert "No choice beyond this one cost much." in text_of(none_before)
    trick = press_all(reviewing(at=1), NOWHERE, keys.DOWN)
    assert isinstance(trick, ReviewScreen)
    assert VICTORY.states[trick.at].table.tricks_done == 1


def test_the_end_and_a_page_sum_up_how_well_each_player_chose() -> None:
    screen = reviewing(at=LAST)
    page = press_all(screen, NOWHERE, "g")
    for shown in (screen, page):
        for line in glance_rows(screen.review):
            assert line.rstrip() in text_of(shown)
    assert press_all(page, NOWHERE, "g") == press_all(page, NOWHERE, "q") == screen
    lines = " ".join(line.text.strip() for line in screen.summary_lines(74))
    for sentence in (*costliest_sentences(screen.review), *glance_notes(screen.review)):
        assert sentence in lines
    assert par_sentence(screen.review) in text_of(screen)


def test_views_hindsight_help_and_leaving() -> None:
    screen = reviewing(at=AT)
    views = [screen.view]
    for _ in range(3):
        after = press_all(screen, NOWHERE, "e")
        assert isinstance(after, ReviewScreen)
        screen = after
        views.append(screen.view)
    assert views == [None, Seat.P1, Seat.P2, None]
    assert "With open hands: " in text_of(press_all(screen, NOWHERE, "o"))
    refused = press_all(screen, NOWHERE, "e", "o")
    assert "Hindsight is for open hands only" in text_of(refused)
    assert isinstance(press_all(screen, NOWHERE, "?"), TextScreen)
    assert press_all(screen, NOWHERE, "?", keys.ESCAPE) == screen
    assert press_all(screen, NOWHERE, "q") == Left()


def test_hindsight_stands_apart_from_what_could_be_known() -> None:
    with_it, without = text_of(SCREENS["review-hindsight"]), text_of(SCREENS["review"])
    assert "With open hands: " in with_it
    assert "With open hands: " not in without
    assert "off the path about" in " ".join(without.split())
    assert "off the path about" not in " ".join(with_it.split())


def test_the_help_of_a_review_is_closed_by_q(tmp_path: Path) -> None:
    screen = reviewing(at=AT)
    assert branched(screen, tmp_path, "?", "q") == screen
    assert branched(screen, tmp_path, "?", "?") == screen
    assert branched(screen, tmp_path, keys.TAB, "q") == screen


def test_the_forest_is_the_team_s_choice_and_shown_in_every_view() -> None:
    for at, state in enumerate(VICTORY.states):
        if state.table.pending is not None and state.table.pending.choice is Choice.FOREST:
            for view in (None, *Seat):
                text = text_of(reviewing(at=at, view=view))
                assert "Left's end" in text
            return
    raise AssertionError("the fixed game has a choice of an end")


def test_the_figure_of_a_choice_that_was_dropped_is_rough() -> None:
    screen = reviewing(at=AT)
    seen = screen.review.of_action(AT + 1)
    assert seen is not None
    tried = tuple(60 if at == 1 else seen.worlds for at, _one in enumerate(seen.estimates))
    assert "~" not in text_of(screen)
    rough = tuple(
        replace(one, tried=tried) if one is seen else one for one in screen.review.assessments
    )
    text = text_of(replace(screen, review=replace(screen.review, assessments=rough)))
    assert text.count("~") == 1
    assert f"~{percent(seen.estimates[1].win)}%" in text
