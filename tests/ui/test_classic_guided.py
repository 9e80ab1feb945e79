"""The guided round of the original game: against an opponent, whose hand nobody sees."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.ai.partner import Thought
from foxduet.ai.workers import Think
from foxduet.core.cards import Seat
from foxduet.ui.guided import GuidedScreen, Judged, OtherPlayed, Saying
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Look
from foxduet.ui.kit.effects import Answered
from foxduet.ui.kit.screen import Screen
from foxduet.ui.lessons import LessonScreen
from foxduet.ui.table.drawing import option_keys
from foxduet.ui.table.state import Walking, options
from foxduet.words.text import ASCII
from tests.support.entries import (
    choosing,
    is_choosing,
    is_done,
    lesson_on,
    lessons_on,
    reading,
    shown,
)
from tests.support.tables import Desk, options_in, press_keys, received, settled, stack_of, text_of


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return replace(options_in(tmp_path), game="classic")


def after(screen: GuidedScreen, desk: Desk, *script: str) -> GuidedScreen:
    """Press keys, and let everybody think as little as possible."""
    now = press_keys(screen, desk, *script)
    assert isinstance(now, GuidedScreen)
    while True:
        if now.is_skippable or isinstance(shown(now), Saying | OtherPlayed | Walking):
            following = press_keys(now, desk, keys.SPACE)
        elif now.awaits_job:
            job = now.job(desk.context)
            assert isinstance(job, Think)
            answer = Answered(job, Thought(job.observation.choices[0]))
            following = received(now, answer, desk)
        else:
            return now
        assert isinstance(following, GuidedScreen)
        now = following


@pytest.mark.usefixtures("strict_canvas")
def test_a_guided_round_of_the_original_game_is_played_to_its_end(desk: Desk) -> None:
    menu = lessons_on(desk)
    start = settled(menu.open(7), desk, stack_of(menu))
    assert isinstance(start, GuidedScreen)
    screen, texts = after(start, desk), []
    while not is_done(screen):
        text = text_of(screen)
        texts.append(text)
        if is_choosing(screen):
            hidden = screen.session.game.rules.observe(screen.session.game.state, Seat.P2).hand
            lying = {*hidden} & {*screen.session.state.table.trick.cards}
            assert not lying
            legal = screen.session.game.rules.legal_actions(screen.session.game.state)
            every = options(screen)
            screen = after(screen, desk, option_keys(every)[every.index(legal[0])], keys.ENTER)
        else:
            assert isinstance(shown(screen), Judged)
            screen = after(screen, desk, keys.SPACE)
    assert "No trick has been won yet." in texts[0]
    assert "Tricks so far: 0 for you, 0 for Opponent." not in texts[0]
    assert any("Tricks so far: " in text for text in texts)
    assert "The round is over." in text_of(screen)


def _bands(desk: Desk) -> LessonScreen:
    return reading(lesson_on(desk, 1), desk)


SCREENS: dict[str, Callable[[Desk], Screen]] = {
    "classic-lessons": lessons_on,
    "classic-lesson-choosing": _bands,
    "classic-lesson-wrong": lambda desk: choosing(_bands(desk), desk, "p1 play 8k"),
    "classic-lesson-discard": lambda desk: reading(lesson_on(desk, 5), desk),
}


@pytest.mark.parametrize("name", SCREENS)
def test_lessons_of_the_original_game_look_as_they_did(
    name: str, desk: Desk, golden: Callable[[str, str], None]
) -> None:
    screen = SCREENS[name](desk)
    golden(f"frames/{name}.txt", text_of(screen) + "\n")
    seven_bits = text_of(screen, look=Look(ASCII, animated=False))
    assert seven_bits.isascii()
    golden(f"frames/{name}-ascii.txt", seven_bits + "\n")
