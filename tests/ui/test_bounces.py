"""A key that bounces, or is held down, does no more than the same key pressed once, anywhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from foxduet.play.table import Stage
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Look
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import Question, RoundEnd
from tests.support.bounces import MOVING, NO_ABILITIES, SCREENS, last_result, walking
from tests.support.tables import options_in, pressed, table_at
from tests.support.timed import DELAYS, GAPS, KEYBOARDS, Presses, deeds_of, held


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
            screen, desk = SCREENS[name](place), options_in(place, look)
            deeds, screens = deeds_of(monkeypatch, screen, desk, presses)
            kinds.append(deeds)
            happens = happens or any(one.seconds is not None for one in screens)
        assert [one for one in kinds if one != kinds[0]] == [], name
        if not happens:
            break


@pytest.mark.parametrize("key", [keys.ENTER, keys.SPACE])
@pytest.mark.parametrize("name", SCREENS)
def test_a_double_tap_does_no_more_than_a_single_one(
    name: str, key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripts: list[Presses] = [((1.0, key), (1.0 + gap, key)) for gap in GAPS]
    check(name, key, scripts, tmp_path, monkeypatch)


@pytest.mark.parametrize("key", [keys.ENTER, keys.SPACE])
@pytest.mark.parametrize("name", SCREENS)
def test_a_key_held_for_four_seconds_does_no_more_than_one_that_is_let_go(
    name: str, key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripts = [held(key, 1.0, delay, rate) for delay, rate in KEYBOARDS]
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


@pytest.mark.parametrize("gap", [0.05, 0.11, 0.3, 0.6])
def test_no_tap_during_a_walk_opens_the_hand_after_it(
    gap: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = options_in(tmp_path, MOVING)
    start = walking(tmp_path)
    _deeds, screens = deeds_of(monkeypatch, start, desk, ())
    steps = [one.seconds or 0 for one in screens[:-1]]
    for at in range(1, 40):
        # The second tap comes before anybody could have seen what came up.
        first = at * 0.05
        if first < sum(steps) and first + gap < sum(steps) + 0.45:
            deeds, _screens = deeds_of(
                monkeypatch, start, desk, ((first, keys.SPACE), (first + gap, keys.SPACE))
            )
            assert deeds.opened == 0


@pytest.mark.parametrize("delay", DELAYS)
def test_no_key_held_during_a_walk_opens_the_hand_after_it(
    delay: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, start = options_in(tmp_path, MOVING), walking(tmp_path)
    _deeds, screens = deeds_of(monkeypatch, start, desk, ())
    moving = int(sum(one.seconds or 0 for one in screens[:-1]) / 0.07)
    for at in range(1, moving):
        presses = held(keys.SPACE, at * 0.07, delay, 25)
        assert deeds_of(monkeypatch, start, desk, presses)[0].opened == 0


def test_the_fox_s_walk_of_two_people_is_skipped_by_any_other_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = walking(tmp_path)
    for key in (keys.ENTER, "x", "1"):
        after = pressed(start, tmp_path, key, look=MOVING)
        assert (after.session.stage, after.session.viewer) == (Stage.HANDOFF, None)


def test_a_player_who_takes_half_a_second_for_each_key_is_never_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script, tricks = (keys.SPACE, keys.LEFT, keys.ENTER), 6
    presses = tuple((1.0 + 0.5 * at, key) for at, key in enumerate(script * tricks))
    start = table_at(tmp_path, NO_ABILITIES)
    deeds, screens = deeds_of(monkeypatch, start, options_in(tmp_path), presses)
    assert (deeds.opened, deeds.chosen) == (tricks, tricks)
    assert isinstance(screens[-1], TableScreen)


@pytest.mark.parametrize("delay", DELAYS)
def test_no_key_held_at_the_result_of_the_last_trick_deals_the_next_round(
    delay: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    presses, start = held(keys.SPACE, 1.0, delay, 25), last_result(tmp_path)
    _deeds, screens = deeds_of(monkeypatch, start, options_in(tmp_path, MOVING), presses)
    assert isinstance(screens[-1], TableScreen)
    assert screens[-1].session == start.session
    assert isinstance(screens[-1].shows, RoundEnd)
    # A moment later the same key deals.
    presses += ((6.0, keys.SPACE),)
    _deeds, screens = deeds_of(monkeypatch, start, options_in(tmp_path, MOVING), presses)
    assert isinstance(screens[-1], TableScreen)
    assert len(screens[-1].session.game.turns) > len(start.session.game.turns)
