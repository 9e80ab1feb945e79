"""Reviews of the original game on screen: golden frames, long hands, and whose eyes see what."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.analysis.review import costly_assessments, win_curve
from foxduet.core.cards import Seat
from foxduet.games.classic.rules.observation import known_other_cards, observe
from foxduet.games.classic.rules.state import Discard
from foxduet.games.classic.words.names import card_name
from foxduet.play.game import Game
from foxduet.play.record import load_record
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Look, Size
from foxduet.ui.kit.screen import Screen
from foxduet.ui.loop import draw_screen
from foxduet.ui.menu import TextScreen
from foxduet.ui.replay import ReplayScreen
from foxduet.ui.review import PlayOutScreen, visible_assessment
from foxduet.ui.table.screen import TableScreen
from foxduet.words.review_chart import mark_row
from foxduet.words.text import ASCII
from tests.support.classic import LONG_NAMES, cards_in, match
from tests.support.reviews import branching, review_of, reviewing
from tests.support.tables import STILL, WINDOW, Left, options_in, press_keys, some_moments, text_of

ASCII_LOOK = Look(ASCII, animated=False)
LARGE = Size(45, 140)
MATCH = match(3, players=LONG_NAMES)
AT = min(one.number for one in costly_assessments(review_of(MATCH)) if len(one.estimates) > 4) - 1
AT_FIRST = 1
"""The moment of the first lead, when there are most choices."""
HALF = Game(MATCH.header, MATCH.initial_state, MATCH.turns[: AT + 3])

SCREENS: dict[str, Screen] = {
    "classic-review": reviewing(MATCH, AT),
    "classic-review-first": reviewing(MATCH, AT_FIRST),
    "classic-review-hindsight": replace(reviewing(MATCH, AT), hindsight=True),
    "classic-review-left": replace(reviewing(MATCH, AT), view=Seat.P1),
    "classic-review-end": reviewing(MATCH, len(MATCH.turns)),
    "classic-review-branch": branching(reviewing(MATCH, AT_FIRST), 1),
    "classic-review-play-out": PlayOutScreen(HALF, HALF, AT, ticks=5),
}


@pytest.mark.parametrize("name", SCREENS)
def test_screens_look_as_they_did(name: str, golden: Callable[[str, str], None]) -> None:
    golden(f"frames/{name}.txt", text_of(SCREENS[name]) + "\n")


@pytest.mark.parametrize(
    ("name", "label"), [("Maximilianus", " as Maximilianus "), ("Ann", " Ann's view ")]
)
def test_whose_view_it_is_is_said_in_full(name: str, label: str) -> None:
    game = replace(MATCH, header=replace(MATCH.header, players=(name, LONG_NAMES[1])))
    shown = text_of(replace(reviewing(game, AT), view=Seat.P1)).splitlines()[1]
    assert shown.startswith(f" {label} ")


def test_the_help_says_nothing_of_par_which_this_game_has_not(tmp_path: Path) -> None:
    pages = press_keys(SCREENS["classic-review"], options_in(tmp_path), "?")
    assert isinstance(pages, TextScreen)
    text = text_of(pages, Size(60, 80))
    assert "at a glance: how well each of you chose\n" in text
    assert "par:" not in text


def test_seven_bit_and_large_screens_look_as_they_did(golden: Callable[[str, str], None]) -> None:
    screen = SCREENS["classic-review"]
    golden("frames/classic-review-ascii.txt", text_of(screen, look=ASCII_LOOK) + "\n")
    golden("frames/classic-review-large.txt", text_of(screen, LARGE) + "\n")


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.usefixtures("strict_canvas")
def test_nothing_is_cut_off_and_ascii_uses_seven_bits_only(name: str) -> None:
    for size in (WINDOW, LARGE):
        draw_screen(SCREENS[name], size, STILL)
    assert text_of(SCREENS[name], look=ASCII_LOOK).isascii()


@pytest.mark.usefixtures("strict_canvas")
def test_nothing_is_cut_off_in_a_whole_match_with_the_longest_names() -> None:
    screen = reviewing(MATCH)
    for at in some_moments(MATCH):
        for view in (None, *Seat):
            shown = replace(screen, position=at, view=view)
            draw_screen(shown, WINDOW, STILL)
            draw_screen(replace(shown, hindsight=True), WINDOW, STILL)


def test_a_seats_view_shows_nothing_that_it_did_not_see() -> None:
    review = review_of(MATCH)
    # Lines of play name cards of sampled hands.
    without_lines = tuple(replace(one, reasons=()) for one in review.assessments)
    screen = reviewing(MATCH, review=replace(review, assessments=without_lines))
    for at, state in enumerate(MATCH.states):
        if state.table.outcome is not None:
            continue
        for seat in Seat:
            seen = observe(state, seat)
            own = {draw.discarded for draw in seen.draws}
            hidden = {*state.hands[seat.other], *state.stock} - own - {*known_other_cards(seen)}
            text = text_of(replace(screen, position=at, view=seat, hindsight=True))
            assert not cards_in(text) & hidden, (at, seat)


def test_what_a_woodcutter_did_is_named_with_open_hands_and_to_its_own_seat_only() -> None:
    draws = [at for at, turn in enumerate(MATCH.turns) if isinstance(turn.action, Discard)]
    assert draws
    for at in draws:
        discard, drawn = MATCH.turns[at].action, MATCH.states[at].drawn
        card = "it" if discard.card is drawn else f"the {card_name(discard.card)}"
        did = f"drew the {card_name(drawn)} and put {card} under the deck."
        named = f"{LONG_NAMES[discard.seat]} {did}"
        unnamed = f"{LONG_NAMES[discard.seat]} drew a card and put one under the deck."
        screen = reviewing(MATCH, at + 1)
        assert named in text_of(ReplayScreen(MATCH, at + 1))
        seen = visible_assessment(screen)
        if seen is not None and seen.is_costly:
            # The reason may need all three rows of what is said.
            continue
        assert named in text_of(screen)
        assert f"You {did}" in text_of(replace(screen, view=discard.seat))
        assert unnamed in text_of(replace(screen, view=discard.seat.other))


def test_every_choice_of_a_first_lead_is_in_sight_with_its_chance() -> None:
    text = text_of(reviewing(MATCH, AT_FIRST))
    lines = text.splitlines()
    choices = [line for line in lines if line.count("%") >= 3]
    assert sum(line.count("%") for line in choices) == 13


def test_a_round_marks_one_cell_of_the_chart_however_many_there_are() -> None:
    long = match(7, target=35)
    row = mark_row(review_of(long), 60)
    assert len(row) == 60
    assert sum(cell.isdigit() for cell in row) <= long.round


def test_what_the_line_shows_does_not_jump_from_player_to_player() -> None:
    review = review_of(MATCH)
    points = win_curve(review)
    for point in points[:-1]:
        one = review.assessment_at(point.number)
        assert one is not None
        assert one.win_chance is not None
        assert point.win == (one.win_chance if one.seat is Seat.P1 else 1 - one.win_chance)


def test_another_choice_makes_a_branch_that_is_never_a_score(tmp_path: Path) -> None:
    desk = options_in(tmp_path)
    solo = match(3, players=("Ann", "Expert"), ai=(None, "expert"))
    at = next(
        one.number - 1
        for one in review_of(solo).assessments
        if one.seat is Seat.P1 and len(one.estimates) > 3 and one.best != one.chosen
    )
    screen = reviewing(solo, at)
    table = press_keys(press_keys(screen, desk, "t"), desk, keys.ENTER)
    assert not isinstance(table, Left)
    assert isinstance(table, TableScreen)
    header = table.session.game.header
    assert header.is_branch
    (path,) = tmp_path.rglob("*.toml")
    assert load_record(path.read_text("utf-8")).header.is_branch
    assert table.session.game.turns[:at] == solo.turns[:at]


def test_replays_have_room_for_long_hands_and_names() -> None:
    screen = ReplayScreen(MATCH, AT_FIRST)
    hands = MATCH.states[AT_FIRST].hands
    assert {*hands[0], *hands[1]} <= cards_in(text_of(screen))
