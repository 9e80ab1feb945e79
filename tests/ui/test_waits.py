"""What is watched takes its own time, whatever comes meanwhile, and pages turn at each tap."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from pathlib import Path

import pytest

from foxduet.core.cards import Seat
from foxduet.play.table_session import Stage
from foxduet.ui.guided import Feedback, GuidedScreen, TutorLine
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Look
from foxduet.ui.kit.keys import Input, Interruption
from foxduet.ui.kit.screen import Screen
from foxduet.ui.lessons import LessonScreen
from foxduet.ui.replay import ReplayScreen
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import (
    STEP_SECONDS,
    Animating,
    Choosing,
    Handoff,
    Paused,
    Question,
    RoundEnd,
    Thinking,
    Together,
)
from tests.support import bounces, tables
from tests.support.bounces import (
    DELAYS,
    GAPS,
    MOVING,
    RATES,
    Presses,
    deeds_of,
    held,
    tapped,
    walking,
)
from tests.support.entries import choosing, lesson_on, lessons_on, reading, shown
from tests.support.players import fewer
from tests.support.tables import PARTNER, Desk, of_kind, options_in, press_keys, pressed, settled

SLOWEST_DELAY = 1.0


def lesson_watched(folder: Path) -> LessonScreen:
    """Return a lesson right after a choice."""
    desk = options_in(folder, MOVING)
    screen = reading(lesson_on(desk, 0), desk)
    watched = of_kind(LessonScreen, press_keys(choosing_first(screen, desk), desk, keys.ENTER))
    assert watched.is_skippable
    return watched


def choosing_first(screen: LessonScreen, desk: Desk) -> Screen:
    """Put the cursor of a lesson on a card that may be played."""
    for _option in range(12):
        moved = of_kind(LessonScreen, press_keys(screen, desk, keys.RIGHT))
        screen = moved
        played = press_keys(screen, desk, keys.ENTER)
        if isinstance(played, LessonScreen) and played.is_skippable:
            return screen
    raise AssertionError("no card may be played")


WATCHED: dict[str, Callable[[Path], Screen]] = {
    "pause": bounces.paused,
    "walk": walking,
    "lesson": lesson_watched,
}


def seen(
    monkeypatch: pytest.MonkeyPatch,
    start: Screen,
    folder: Path,
    presses: Presses,
    until: float = 20.0,
) -> list[Screen]:
    """Return all screens that are shown one after the other, with keys that come in time."""
    return deeds_of(monkeypatch, start, options_in(folder, MOVING), presses, until)[1]


@pytest.mark.parametrize("meanwhile", [keys.WHEEL_DOWN, Interruption.REDRAWN])
@pytest.mark.parametrize("name", WATCHED)
def test_what_is_watched_takes_its_own_time_whatever_comes_meanwhile(
    name: str, meanwhile: Input, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = WATCHED[name](tmp_path)
    in_peace = seen(monkeypatch, start, tmp_path, ())
    disturbed = seen(monkeypatch, start, tmp_path, tapped(meanwhile, 0.05))
    pictures = [one for at, one in enumerate(disturbed) if at == 0 or one != disturbed[at - 1]]
    assert pictures == in_peace


def test_a_resize_does_not_start_the_wait_of_a_lesson_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    resized = tapped(Interruption.RESIZED, 0.05)
    last = seen(monkeypatch, lesson_watched(tmp_path), tmp_path, resized)[-1]
    assert isinstance(last, LessonScreen)
    assert isinstance(last.page, Feedback)


def test_the_sign_of_a_thought_moves_while_a_cursor_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = tables.solo_turn(tmp_path, PARTNER)
    assert isinstance(start.mode, Thinking)
    monkeypatch.setattr("tests.support.bounces._thought", lambda _job: None)
    last = seen(monkeypatch, start, tmp_path, tapped(keys.RIGHT, 0.04), until=2.0)[-1]
    assert last.ticks >= 15


@pytest.mark.parametrize("key", [keys.ENTER, "x", "1"])
@pytest.mark.parametrize("name", WATCHED)
def test_any_key_skips_what_is_watched_and_so_does_one_that_repeats(
    name: str, key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = WATCHED[name](tmp_path)
    presses = held(key, 0.01, 0.04, 25)
    last = seen(monkeypatch, start, tmp_path, presses, until=0.3)[-1]
    assert not last.is_skippable


@pytest.mark.parametrize("gap", [0.25, 0.3, 0.35, 0.4])
def test_taps_of_space_lead_on_beside_a_partner(
    gap: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = bounces.paused(tmp_path)
    last = seen(monkeypatch, start, tmp_path, tapped(keys.SPACE, gap), until=3.5 * gap)[-1]
    assert isinstance(last, TableScreen)
    assert not isinstance(last.mode, Animating | Paused)


@pytest.mark.parametrize("gap", [0.15, 0.3, 0.4])
def test_space_ends_the_walk_of_two_people_at_once_and_opens_nothing(
    gap: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = walking(tmp_path)
    assert isinstance(start.mode, Animating)
    assert gap < start.mode.walk.steps * STEP_SECONDS
    taps, soon = tapped(keys.SPACE, gap), gap + 0.01
    last = seen(monkeypatch, start, tmp_path, taps, until=soon)[-1]
    assert isinstance(last, TableScreen)
    assert isinstance(last.mode, Handoff)
    deeds, _screens = deeds_of(monkeypatch, start, options_in(tmp_path, MOVING), taps)
    assert deeds.opened == 0


@pytest.mark.parametrize("delay", [*DELAYS, SLOWEST_DELAY])
@pytest.mark.parametrize("make", [walking, bounces.together])
def test_a_key_held_from_any_moment_of_a_trick_opens_no_hand(
    make: Callable[[Path], TableScreen],
    delay: float,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk, start = options_in(tmp_path, MOVING), make(tmp_path)
    for at in (0.01, 0.3, 0.6, 0.69, 0.75, 1.2, 1.5, 1.9):
        for key in (keys.SPACE, keys.ENTER, "a", "m"):
            presses = held(key, at, delay, 25)
            assert deeds_of(monkeypatch, start, desk, presses, until=1.95)[0].opened == 0


def test_two_people_look_at_a_trick_before_space_shows_its_effects(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = bounces.together(tmp_path)
    for at, kind, said in (
        (0.6, Together, "Look first, both of you: then press Space."),
        (0.85, Animating, ""),
    ):
        last = seen(monkeypatch, start, tmp_path, ((at, keys.SPACE),), until=at + 0.01)[-1]
        assert isinstance(of_kind(TableScreen, last).mode, kind)
        assert last.notice == said


def test_a_hand_is_not_opened_by_a_key_in_the_moment_of_a_resize(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = walking(tmp_path)
    # Only the last key may be held: another one waits to see whether it repeats.
    before: Presses = ((0.2, keys.ENTER), (0.3, "a"))
    for resized, opened in (((), 1), (((0.85, Interruption.RESIZED),), 0)):
        presses = (*before, (0.8, "a"), *resized)
        deeds, screens = deeds_of(monkeypatch, start, options_in(tmp_path, MOVING), presses)
        assert deeds.opened == opened
        assert isinstance(screens[-1], TableScreen)
        assert (screens[-1].session.stage is Stage.CHOICE) == bool(opened)


@pytest.mark.parametrize("key", [keys.SPACE, keys.ENTER])
@pytest.mark.parametrize("gap", [0.3, 0.35, 0.4])
def test_each_tap_turns_a_page_of_a_lesson(
    key: str, gap: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = options_in(tmp_path, MOVING)
    lesson = lesson_on(desk, 0)
    pages = len(lesson.sentences)
    last = seen(monkeypatch, lesson, tmp_path, tapped(key, gap), until=gap * (pages + 0.5))[-1]
    assert isinstance(last, LessonScreen)
    assert isinstance(shown(last), Choosing)
    judged = choosing(reading(lesson, desk), desk, lesson.current_step.right_choices[0])
    assert isinstance(judged.page, Feedback)
    last = seen(monkeypatch, judged, tmp_path, tapped(key, gap), until=gap * 1.5)[-1]
    assert isinstance(last, LessonScreen)
    assert last.step == 1
    menu = lessons_on(desk)
    guided = of_kind(GuidedScreen, settled(menu.open(menu.names.index("guided")), desk))
    assert isinstance(guided.page, TutorLine)
    last = seen(monkeypatch, guided, tmp_path, tapped(key, gap), until=gap * 2.5)[-1]
    assert isinstance(last, GuidedScreen)
    assert last.page == TutorLine(2)


@pytest.mark.parametrize("delay", DELAYS)
def test_a_held_key_turns_two_pages_at_most(
    delay: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = options_in(tmp_path)
    menu = lessons_on(desk)
    guided = of_kind(GuidedScreen, settled(menu.open(menu.names.index("guided")), desk))
    last = seen(monkeypatch, guided, tmp_path, held(keys.SPACE, 0.2, delay, 25))[-1]
    assert isinstance(last, GuidedScreen)
    assert last.page in (TutorLine(1), TutorLine(2))


@pytest.mark.parametrize("gap", [0.15, 0.3, 0.4])
@pytest.mark.parametrize("key", keys.LEAVE_KEYS)
def test_the_key_that_leaves_a_lesson_leaves_the_list_too_but_not_while_it_is_held(
    key: str, gap: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, lesson = options_in(tmp_path), ((1.0, keys.ENTER),)
    for leaving, left in ((((2.0, key), (2.0 + gap, key)), True), (held(key, 2.0, gap, 25), False)):
        deeds, screens = deeds_of(monkeypatch, lessons_on(desk), desk, (*lesson, *leaving))
        assert isinstance(screens[1], LessonScreen)
        assert deeds.left is left


def check(
    name: str, key: str, scripts: list[Presses], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compare what comes of keys with what comes of the first of them alone.

    Without motion there is less to go wrong: every second script will do, and none where nothing
    happens by itself, so that it would be the same once more.
    """
    for look, some in ((MOVING, scripts), (Look(animated=False), scripts[::2])):
        kinds, happens = [], False
        for at, presses in enumerate([((1.0, key),), *some]):
            place = folder / f"{look.animated} {at}"
            place.mkdir()
            screen, desk = bounces.SCREENS[name](place), options_in(place, look)
            deeds, screens = deeds_of(monkeypatch, screen, desk, presses)
            kinds.append(deeds)
            happens = happens or any(one.timeout is not None for one in screens)
        assert [one for one in kinds if one != kinds[0]] == [], name
        if not happens:
            break


@pytest.mark.parametrize("key", [keys.ENTER, keys.SPACE])
@pytest.mark.parametrize("name", bounces.SCREENS)
def test_a_double_tap_does_no_more_than_a_single_one(
    name: str, key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripts: list[Presses] = [((1.0, key), (1.0 + gap, key)) for gap in GAPS]
    check(name, key, scripts, tmp_path, monkeypatch)


@pytest.mark.parametrize("key", [keys.ENTER, keys.SPACE])
@pytest.mark.parametrize("name", bounces.SCREENS)
def test_a_key_held_for_four_seconds_does_no_more_than_one_that_is_let_go(
    name: str, key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripts = [held(key, 1.0, delay, rate) for delay, rate in fewer(bounces.KEYBOARDS, 2)]
    check(name, key, scripts, tmp_path, monkeypatch)


@pytest.mark.parametrize("key", ["n", "y"])
@pytest.mark.parametrize("question", [one for one in Question if one is not Question.HOPELESS])
def test_an_answer_that_bounces_decides_nothing_else(
    question: Question, key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripts: list[Presses] = [((1.0, key), (1.0 + gap, key)) for gap in GAPS]
    others = (keys.ENTER, keys.SPACE, "y")
    scripts += [((1.0, key), (1.0 + gap, one)) for gap in GAPS if gap < 0.12 for one in others]
    check(f"{question.name}, None", key, scripts, tmp_path, monkeypatch)


def test_the_fox_s_walk_of_two_people_is_skipped_by_any_other_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = walking(tmp_path)
    for key in (keys.ENTER, "x", "1"):
        after = pressed(start, tmp_path, key, look=MOVING)
        assert (after.session.stage, after.session.visible_seat) == (Stage.HANDOFF, None)


def test_a_player_who_takes_half_a_second_for_each_key_is_never_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Right wins, and leads next. Both look for a second, and the walk takes its time.
    plays = (keys.LEFT, keys.ENTER)
    script = ("a", *plays, "m", *plays, "", keys.SPACE, *[""] * 10, "m", *plays, "a", *plays)
    presses = tuple((1.0 + 0.5 * at, key) for at, key in enumerate(script) if key)
    start = tables.table_at(tmp_path, bounces.NO_ABILITIES)
    deeds, screens = deeds_of(monkeypatch, start, options_in(tmp_path), presses)
    assert (deeds.opened, deeds.chosen) == (4, 4)
    assert isinstance(screens[-1], TableScreen)


@pytest.mark.parametrize("delay", [*DELAYS, SLOWEST_DELAY])
def test_no_key_held_at_the_result_of_the_last_trick_deals_the_next_round(
    delay: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    presses, start = held(keys.SPACE, 1.0, delay, 25), bounces.last_result(tmp_path)
    _deeds, screens = deeds_of(monkeypatch, start, options_in(tmp_path, MOVING), presses)
    assert isinstance(screens[-1], TableScreen)
    assert screens[-1].session == start.session
    assert isinstance(screens[-1].mode, RoundEnd)
    # A moment later the same key deals.
    presses += ((6.0, keys.SPACE),)
    _deeds, screens = deeds_of(monkeypatch, start, options_in(tmp_path, MOVING), presses)
    assert isinstance(screens[-1], TableScreen)
    assert len(screens[-1].session.game.turns) > len(start.session.game.turns)


def last_walk(folder: Path) -> TableScreen:
    """Return the fox's walk after the last trick of a round of two people."""
    table = bounces.with_cursor(tables.table_at(folder, bounces.LAST_TRICK, Seat.P1), 0)
    return bounces.played(table, options_in(folder, MOVING))


@pytest.mark.parametrize("gap", [0.2, 0.25, 0.3, 0.4])
@pytest.mark.parametrize("make", [bounces.last_result, last_walk])
def test_steady_taps_of_space_deal_the_next_round(
    make: Callable[[Path], TableScreen],
    gap: float,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start = make(tmp_path)
    screens = seen(monkeypatch, start, tmp_path, tapped(keys.SPACE, gap), until=12.0)
    dealt = of_kind(TableScreen, screens[-1]).session.game
    assert any(isinstance(of_kind(TableScreen, one).mode, RoundEnd) for one in screens)
    assert len(dealt.turns) > len(start.session.game.turns)


@pytest.mark.parametrize("gap", [0.2, 0.3, 0.4])
def test_steady_taps_of_enter_step_through_a_game(
    gap: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    menus = [bounces.finished_of(tmp_path, cursor) for cursor in range(4)]
    desk = options_in(tmp_path)
    leading = [one for one in menus if isinstance(press_keys(one, desk, keys.ENTER), ReplayScreen)]
    taps = tuple((1.0 + gap * at, keys.ENTER) for at in range(10))
    last = seen(monkeypatch, leading[0], tmp_path, taps)[-1]
    assert isinstance(last, ReplayScreen)
    assert last.position >= 5


NOTICE = "Only M opens Right's hand."


@pytest.mark.parametrize("gap", [0.2, 0.3, 0.4])
def test_taps_open_no_hand_of_two_people_and_a_line_says_what_to_do(
    gap: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taps = tuple((1.0 + gap * at, keys.SPACE) for at in range(9))
    last_tap, soon = taps[-1][0], taps[-1][0] + 0.01
    # The first tap deals, so the next ones are the first and the second that do nothing.
    for until, said in ((taps[2][0] + 0.01, ""), (soon, NOTICE)):
        place = tmp_path / str(until)
        place.mkdir()
        start = bounces.SCREENS["round end"](place)
        deeds, screens = deeds_of(monkeypatch, start, options_in(place), taps, until)
        assert deeds.opened == 0
        assert screens[-1].notice == said
    presses = (*taps, (last_tap + 1.0, keys.SPACE))
    deeds, screens = deeds_of(monkeypatch, screens[-1], options_in(place), presses)
    assert deeds.opened == 0
    assert screens[-1].notice == NOTICE


def test_taps_of_a_key_that_must_be_let_go_are_answered_by_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taps = tuple((1.0 + 0.3 * at, keys.ENTER) for at in range(4))
    title = tables.open_title(options_in(tmp_path))
    last = seen(monkeypatch, title, tmp_path, taps)[-1]
    assert last.notice == "Wait a second, then press the key again."


def test_no_line_asks_for_a_key_that_would_do_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    presses = ((1.0, "m"), *((1.3 + 0.3 * at, "m") for at in range(6)))
    start = tables.table_in(tmp_path)
    deeds, screens = deeds_of(monkeypatch, start, options_in(tmp_path), presses)
    assert deeds.opened == 1
    assert not any(one.notice for one in screens)


@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("delay", [*DELAYS, SLOWEST_DELAY])
def test_a_key_that_is_held_is_no_tap(
    delay: float, rate: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start, desk = bounces.SCREENS["round end"](tmp_path), options_in(tmp_path)
    presses = held(keys.SPACE, 1.0, delay, rate)
    deeds, screens = deeds_of(monkeypatch, start, desk, presses)
    assert deeds.opened == 0
    # It is told which key opens a hand, and not to wait.
    assert [notice for notice, _same in groupby(one.notice for one in screens)] == ["", NOTICE]
