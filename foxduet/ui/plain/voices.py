"""Which voice a screen has: its module is loaded when such a screen is told for the first time."""

from __future__ import annotations

from importlib import import_module

from foxduet.ui.kit.screen import Screen
from foxduet.ui.plain.voice import Voice

_VOICES = {
    "foxduet.ui.table.screen.TableScreen": "table.TABLE",
    "foxduet.ui.table.question.AskScreen": "questions.ASK",
    "foxduet.ui.table.question.WhoResignsScreen": "questions.WHO_RESIGNS",
    "foxduet.ui.learn.menu.LessonsScreen": "learn.LESSONS",
    "foxduet.ui.learn.lesson.LessonScreen": "learn.LESSON",
    "foxduet.ui.learn.guided.GuidedScreen": "learn.GUIDED",
    "foxduet.ui.menu.title.TitleScreen": "menus.TITLE",
    "foxduet.ui.menu.unfinished.UnfinishedScreen": "menus.UNFINISHED",
    "foxduet.ui.menu.terminals.TwoTerminalsScreen": "menus.TWO_TERMINALS",
    "foxduet.ui.menu.form.FormScreen": "form.FORM",
    "foxduet.ui.scores.screen.ScoresScreen": "scores.SCORES",
    "foxduet.ui.scores.finished.FinishedScreen": "scores.FINISHED",
    "foxduet.ui.progress.ProgressScreen": "progress.PROGRESS",
    "foxduet.ui.puzzle.menu.PuzzlesScreen": "puzzles.PUZZLES",
    "foxduet.ui.puzzle.screen.PuzzleScreen": "puzzles.PUZZLE",
    "foxduet.ui.replay.ReplayScreen": "moments.REPLAY",
    "foxduet.ui.review.opening.ReviewWaitScreen": "reviews.REVIEW_WAIT",
    "foxduet.ui.review.screen.ReviewScreen": "reviews.REVIEW",
    "foxduet.ui.review.lesson.ChooseAgainScreen": "choose_again.CHOOSE_AGAIN",
    "foxduet.ui.review.branch.BranchScreen": "branches.BRANCH",
    "foxduet.ui.review.branch.PlayOutScreen": "branches.PLAY_OUT",
    "foxduet.ui.review.parts.ParScreen": "branches.PAR",
    "foxduet.ui.review.parts.ParWaitScreen": "branches.PAR_WAIT",
    "foxduet.ui.remote.table.SharedTable": "terminals.SHARED_TABLE",
    "foxduet.ui.remote.questions.YesNoScreen": "terminals.YES_OR_NO",
    "foxduet.ui.remote.waiting.WaitingScreen": "terminals.WAITING",
}
"""The voice of each kind of screen, in a module beside this one."""


def voice_of(screen: Screen) -> Voice:
    """Return the voice of a screen: that of its kind, or of the nearest kind that it is one of."""
    for one in type(screen).__mro__:
        name = _VOICES.get(f"{one.__module__}.{one.__qualname__}")
        if name is not None:
            module, _dot, value = name.partition(".")
            voice: Voice = getattr(import_module(f"foxduet.ui.plain.{module}"), value)
            return voice
    raise AssertionError(f"{type(screen).__name__} has no voice")
