"""The screens on which games are studied once they are over: scores, reviews, branches."""

from __future__ import annotations

from typing import TypeAlias, assert_never

from foxduet.ui.kit.canvas import Frame, Size
from foxduet.ui.kit.look import Look
from foxduet.ui.review.branch import draw_branch, draw_play_out, draw_wait
from foxduet.ui.review.keys import press_branch, press_play_out, press_review, press_wait
from foxduet.ui.review.screen import draw_review
from foxduet.ui.scores.screen import draw_scores, press_scores
from foxduet.ui.screens import (
    BranchScreen,
    Leave,
    Options,
    PlayOutScreen,
    ReviewScreen,
    ReviewWaitScreen,
    ScoresScreen,
    Screen,
)

Study: TypeAlias = ScoresScreen | ReviewWaitScreen | ReviewScreen | BranchScreen | PlayOutScreen


def draw_study(screen: Study, size: Size, look: Look) -> Frame:
    """Return the picture of a screen in a window of ``size``."""
    match screen:
        case ScoresScreen():
            return draw_scores(screen, size, look)
        case ReviewWaitScreen():
            return draw_wait(screen, size, look)
        case ReviewScreen():
            return draw_review(screen, size, look)
        case BranchScreen():
            return draw_branch(screen, size, look)
        case PlayOutScreen():
            return draw_play_out(screen, size, look)
        case _:
            assert_never(screen)


def press_study(screen: Study, key: str, size: Size, options: Options) -> Screen | Leave:
    """Return what ``key`` leads to."""
    match screen:
        case ScoresScreen():
            return press_scores(screen, key, size, options)
        case ReviewWaitScreen():
            return press_wait(screen, key)
        case ReviewScreen():
            return press_review(screen, key)
        case BranchScreen():
            return press_branch(screen, key, options)
        case PlayOutScreen():
            return press_play_out(screen, key)
        case _:
            assert_never(screen)
