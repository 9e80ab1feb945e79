"""The work behind a review: how far it is, what it says in the end, and when it stops."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.ai.names import REVIEWER
from foxduet.analysis.review import Progress
from foxduet.analysis.review_job import Hindsight, LookBack, ParPlayed, PlayPar, ReviewGame
from foxduet.core.common import Seat
from foxduet.ui.kit import keys
from foxduet.ui.kit.keys import Input, Interruption
from foxduet.ui.kit.screen import Screen
from foxduet.ui.replay import ReplayScreen
from foxduet.ui.review.opening import ReviewWaitScreen
from foxduet.ui.review.parts import ParWaitScreen
from foxduet.ui.review.screen import ReviewScreen
from foxduet.words.glance import insight_sentence
from tests.support.entries import ended_with
from tests.support.players import VICTORY
from tests.support.reviews import AT, LAST, branched, branching, review_of, reviewing, task_in
from tests.support.tables import (
    Left,
    ScriptedTerminal,
    ScriptedWorker,
    laid_over,
    options_in,
    over_at,
    run_screens,
    text_of,
)


def reviewer(*steps: Progress) -> ScriptedWorker:
    """Return a worker that has come so far each time it is asked, the last time for good."""
    left = [*steps]
    return ScriptedWorker(lambda _job: left.pop(0) if len(left) > 1 else left[0])


def test_the_end_of_a_game_offers_its_review_which_opens_when_it_is_done(tmp_path: Path) -> None:
    over = over_at(tmp_path)
    waiting = ended_with(over, options_in(tmp_path), "Review")
    assert isinstance(waiting, ReviewWaitScreen)
    assert (waiting.task.path, waiting.task.partner) == (over.saved.path, REVIEWER)
    review = replace(review_of(VICTORY), game=VICTORY)
    worker = reviewer(Progress(1, 9), Progress(5, 9, 3.0), Progress(9, 9, 0.0, review))
    script: list[Input] = [*[Interruption.TIME_UP] * 2, *[keys.ESCAPE] * 2]
    terminal = ScriptedTerminal(script)
    run_screens(terminal, waiting, options_in(tmp_path), worker)
    texts = ["\n".join(frame.lines) for frame in terminal.frames]
    assert "1 decision of 9" in texts[0]
    assert "5 decisions of 9, about 3 s left" in texts[1]
    assert "what would have been better" in texts[2]
    assert "* best" in texts[3]
    assert "4: Review" in texts[4]
    assert worker.jobs == [ReviewGame(waiting.task, None)]
    assert worker.log == ["start", "stop"]


@pytest.mark.usefixtures("strict_canvas")
def test_what_cost_most_is_said_at_the_end_of_a_review_and_then_of_the_game(
    tmp_path: Path,
) -> None:
    over = over_at(tmp_path)
    review = reviewing(at=LAST, below=over)
    insight = insight_sentence(review.review)
    assert insight.startswith("What cost most in this game: the ends of the path, ")
    assert insight in _on_a_line(text_of(review))
    assert insight not in _on_a_line(text_of(reviewing(at=LAST - 1)))
    assert insight not in _on_a_line(text_of(over))
    assert insight in _on_a_line(text_of(branched(review, tmp_path, "q")))
    # As long as grades may change nothing is said of them.
    unsettled = replace(review, progress=Progress(97, 97, 4.2, review.review, settled=85))
    left = branched(laid_over(unsettled, over), tmp_path, "q")
    assert "What cost most" not in text_of(left)


def _on_a_line(text: str) -> str:
    return " ".join(text.split())


def test_leaving_the_screen_stops_the_work(tmp_path: Path) -> None:
    waiting = ended_with(over_at(tmp_path), options_in(tmp_path), "Review")
    assert isinstance(waiting, ReviewWaitScreen)
    worker, terminal = reviewer(Progress(1, 9)), ScriptedTerminal(["q"])
    run_screens(terminal, waiting, options_in(tmp_path), worker)
    assert worker.jobs == [ReviewGame(waiting.task, None)]
    assert worker.log == ["start", "stop"]
    assert "[4: Review]" in terminal.text


def test_the_work_stops_before_the_program_is_suspended_and_starts_again_afterwards(
    tmp_path: Path,
) -> None:
    log: list[str] = []
    worker = replace(reviewer(Progress(1, 9)), log=log)
    terminal = ScriptedTerminal([Interruption.SUSPENDED, Interruption.CONTINUED], log=log)
    run_screens(terminal, ReviewWaitScreen(task_in(tmp_path)), options_in(tmp_path), worker)
    work = [entry for entry in log if entry in ("start", "stop", "suspend")]
    assert work == ["start", "stop", "suspend", "start", "stop"]
    assert worker.jobs == [ReviewGame(task_in(tmp_path), None)] * 2


def test_leaving_by_a_signal_from_a_review_leaves_the_game_that_it_came_from(
    tmp_path: Path,
) -> None:
    over = over_at(tmp_path)
    screens: list[Screen] = [
        reviewing(below=over),
        branching(reviewing(at=AT, below=over)),
        laid_over(ReplayScreen(VICTORY), reviewing(below=over)),
        laid_over(ReviewWaitScreen(task_in(tmp_path)), over),
    ]
    for screen in screens:
        worker = reviewer(Progress(1, 9))
        left = run_screens(ScriptedTerminal([]), screen, options_in(tmp_path), worker)
        assert left == Left()
    assert over.saved.path.exists()


def test_a_review_is_refined_while_one_looks_and_says_what_is_left(tmp_path: Path) -> None:
    review = replace(review_of(VICTORY), par=None)
    rough, settled = Progress(9, 9, 3.0, review, settled=7), Progress(9, 9, 0.0, review, settled=9)
    first, *others = review.assessments
    better = replace(first, best=first.estimates[-1].action)
    refined = replace(review, assessments=(better, *others))
    worker = reviewer(replace(rough, seconds_left=4.0), replace(settled, review=refined))
    screen = ReviewScreen(task_in(tmp_path), review, at=first.number - 1, progress=rough)
    terminal = ScriptedTerminal([Interruption.TIME_UP, keys.ESCAPE])
    run_screens(terminal, screen, options_in(tmp_path), worker)
    before, after = ("\n".join(frame.lines) for frame in terminal.frames[:2])
    assert "7 of 9 settled, about 4 s left" in before
    assert "settled" not in after
    assert before != after
    assert worker.jobs == [ReviewGame(screen.task, None)]


def test_par_is_played_when_it_is_asked_for_and_stays_while_the_review_is_refined(
    tmp_path: Path,
) -> None:
    known = reviewing()
    par = known.review.par
    assert par is not None
    without = replace(known, review=replace(known.review, par=None))
    waiting = branched(without, tmp_path, "v")
    assert isinstance(waiting, ParWaitScreen)
    worker = ScriptedWorker(lambda _job: ParPlayed(par))
    terminal = ScriptedTerminal(["v", Interruption.TIME_UP, "v", *[keys.ESCAPE] * 2])
    run_screens(terminal, without, options_in(tmp_path), worker)
    assert worker.jobs == [PlayPar(without.task, None)]
    assert any("Two experts on the same deals" in frame.lines[12] for frame in terminal.frames)
    screen = known._with_progress(Progress(9, 9, 1.0, without.review, settled=8))
    assert screen.review.par == par


def test_hindsight_is_worked_out_for_the_choice_in_sight_when_it_is_asked_for(
    tmp_path: Path,
) -> None:
    known = reviewing(at=AT)
    seen = known.review.of_action(AT + 1)
    assert seen is not None
    bare = tuple(replace(one, open_hands=()) for one in known.review.assessments)
    screen = replace(known, review=replace(known.review, assessments=bare))
    worker = ScriptedWorker(lambda _job: Hindsight(AT + 1, seen.open_hands))
    terminal = ScriptedTerminal(["o", Interruption.TIME_UP, keys.ESCAPE])
    run_screens(terminal, screen, options_in(tmp_path), worker)
    assert worker.jobs == [LookBack(screen.task, AT + 1)]
    shown = ["\n".join(frame.lines) for frame in terminal.frames]
    expected = text_of(replace(known, hindsight=True))
    assert any(text.rstrip() == expected.rstrip() for text in shown)
    # Asked with other eyes it opens nothing.
    assert not replace(screen, hindsight=True, view=Seat.P1).awaits_job
