"""A guided round played by keys, with thoughts that need no adviser."""

from __future__ import annotations

from random import Random

from foxduet.ai.partner import Thought
from foxduet.ai.workers import Think
from foxduet.games.duet.ai.expert import DuetEstimate
from foxduet.ui.kit import keys
from foxduet.ui.kit.answers import Answered
from foxduet.ui.kit.screen import Screen
from foxduet.ui.learn.guided import GuidedScreen
from foxduet.ui.learn.tutor import Judged, OtherPlayed, Saying
from foxduet.ui.table.moves import options
from foxduet.ui.table.parts import option_keys
from foxduet.ui.table.state import Walking
from tests.support.learning import is_done, lessons_on, shown
from tests.support.machine import patience
from tests.support.tables import Desk, press_keys, received, settled, stack_of

GUIDED = 8


def opened(desk: Desk, *, two: bool = False) -> GuidedScreen:
    """Return the guided round as the list of the lessons opens it."""
    menu = lessons_on(desk, two=two)
    screen = settled(menu.open(GUIDED), desk, stack_of(menu))
    assert isinstance(screen, GuidedScreen)
    return screen


def judged_first(job: Think) -> Thought:
    """Answer that the first choice is the best by far, since it alone finds a gem."""
    estimates = tuple(
        DuetEstimate(
            action, win=0.2 if at else 0.8, score=9.0, taken=0.5, gem=float(not at), overrun=0.0
        )
        for at, action in enumerate(job.observation.choices)
    )
    return Thought(estimates[0].action, estimates)


def thought(screen: GuidedScreen, desk: Desk) -> GuidedScreen:
    """Return the screen once all that it waits for was thought."""
    steps = patience()
    while screen.awaits_job:
        next(steps)
        job = screen.job(desk.context)
        assert isinstance(job, Think)
        after = received(screen, Answered(job, judged_first(job)), desk)
        assert isinstance(after, GuidedScreen)
        screen = after
        while screen.is_watched or isinstance(shown(screen), OtherPlayed | Walking):
            screen = pressed(screen, desk, keys.SPACE)
    return screen


def pressed(screen: Screen, desk: Desk, *script: str) -> GuidedScreen:
    after = press_keys(screen, desk, *script)
    assert isinstance(after, GuidedScreen)
    return after


def begun(desk: Desk, *, two: bool = False) -> GuidedScreen:
    """Return the first choice of the player."""
    screen = opened(desk, two=two)
    steps = patience()
    while isinstance(shown(screen), Saying):
        next(steps)
        screen = pressed(screen, desk, keys.SPACE)
    return thought(screen, desk)


def chosen(screen: GuidedScreen, desk: Desk, best: bool) -> GuidedScreen:
    """Choose the best option, or another one if there is any."""
    assert screen.thought is not None
    legal = screen.session.game.rules.legal_actions(screen.session.game.state)
    action = next((one for one in legal if (one == screen.thought.action) is best), legal[0])
    every = options(screen)
    key = option_keys(every)[every.index(action)]
    after = pressed(screen, desk, key, keys.ENTER)
    return pressed(after, desk, keys.SPACE) if after.is_watched else after


def went_on(screen: GuidedScreen, desk: Desk) -> GuidedScreen:
    """Read what is said of a choice, and let the partner choose."""
    steps = patience()
    while isinstance(shown(screen), Judged | OtherPlayed):
        next(steps)
        screen = pressed(screen, desk, keys.SPACE)
    return thought(screen, desk)


def played(screen: GuidedScreen, desk: Desk, rng: Random | None = None) -> list[GuidedScreen]:
    """Play to the end; return every choice, and what was said of it."""
    seen = []
    steps = patience()
    while not is_done(screen):
        next(steps)
        seen.append(screen)
        judged = chosen(screen, desk, rng is None or rng.random() < 0.5)
        seen.append(judged)
        screen = went_on(judged, desk)
    return [*seen, screen]
