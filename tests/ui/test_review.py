"""The review on screen: frames, keys, and secrets."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from foxduet.ai.partner import REVIEWER
from foxduet.analysis import review_job
from foxduet.analysis.review import Assessment, ReviewProgress, costly_assessments, decision_points
from foxduet.core.cards import Seat
from foxduet.games.duet.rules.cards import Board
from foxduet.games.duet.rules.observation import observe
from foxduet.games.duet.rules.state import Choice, Forest
from foxduet.games.duet.words.review import cost_sentence
from foxduet.play.game import Game
from foxduet.store.journals import save_par
from foxduet.store.score_entries import PAR_PARTNER, Par
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Size
from foxduet.ui.kit.effects import JobAnswered, TextKind
from foxduet.ui.kit.keys import Input, Interruption
from foxduet.ui.kit.screen import Screen, Transition, call
from foxduet.ui.loop import draw_screen
from foxduet.ui.menu import TextScreen
from foxduet.ui.puzzles import AnswerPage
from foxduet.ui.replay import ParScreen, ParWaitScreen, ReplayScreen
from foxduet.ui.review import (
    PlayOutScreen,
    RetryScreen,
    ReviewScreen,
    ReviewWaitScreen,
    open_with_retry,
)
from foxduet.words.game_words import guide_words, percent
from foxduet.words.review import highlight_sentences, insight_sentence, report_lines
from foxduet.words.text import UNICODE
from tests.support import reviews, tables
from tests.support.classic import match
from tests.support.entries import ended_with
from tests.support.players import DEFEAT, VICTORY, beginning_of, duet, played_game
from tests.support.reviews import AT, LAST, NOWHERE, branched, review_of, reviewing, task_in
from tests.support.tables import (
    ScriptedTerminal,
    of_kind,
    options_in,
    run_screens,
    settled,
    text_of,
)
from tests.ui.test_table_frames import ASCII_LOOK, BOARDS, LARGE, LONG_NAMES

HALF = beginning_of(VICTORY, 40)
SCREENS: dict[str, Screen] = {
    "review": reviewing(at=AT),
    "review-points": replace(reviewing(at=AT), review=reviews.sure_review()),
    "review-hindsight": reviewing(at=AT, hindsight=True),
    "review-left": reviewing(at=AT, view=Seat.P1),
    "review-right": reviewing(at=AT, view=Seat.P2),
    "review-end": reviewing(at=LAST),
    "review-branch": reviews.branching(reviewing(at=AT), 1),
    "review-wait": ReviewWaitScreen(task_in(NOWHERE), ReviewProgress(30, 97, 4.2)),
    "review-glance": TextScreen(TextKind.SUMMARY, reviewing()),
    "review-par": ParScreen(review_of(VICTORY), (2, 4)),
    "review-lesson": reviews.lesson_at(AT),
    "review-keys": TextScreen(TextKind.HELP, reviewing()),
    "review-play-out": PlayOutScreen(HALF, HALF, 0, ticks=5),
    "review-par-wait": ParWaitScreen(task_in(NOWHERE), ticks=2),
    "review-refined": replace(
        reviewing(at=AT), progress=ReviewProgress(97, 97, 4.2, review_of(VICTORY), settled=85)
    ),
}


@pytest.mark.parametrize("name", SCREENS)
def test_screens_look_as_they_did(name: str, golden: Callable[[str, str], None]) -> None:
    golden(f"frames/{name}.txt", text_of(SCREENS[name]) + "\n")


def test_seven_bit_and_large_screens_look_as_they_did(golden: Callable[[str, str], None]) -> None:
    golden("frames/review-ascii.txt", text_of(SCREENS["review"], look=ASCII_LOOK) + "\n")
    golden("frames/review-large.txt", text_of(SCREENS["review"], LARGE) + "\n")


def test_answers_in_a_lesson_look_as_they_did(golden: Callable[[str, str], None]) -> None:
    golden("frames/review-lesson-wrong.txt", text_of(reviews.tried_at(AT)) + "\n")
    golden("frames/review-lesson-found.txt", text_of(reviews.found_at(AT)) + "\n")
    ascii_lesson = text_of(SCREENS["review-lesson"], look=ASCII_LOOK)
    golden("frames/review-lesson-ascii.txt", ascii_lesson + "\n")
    golden("frames/review-par-large.txt", text_of(SCREENS["review-par"], LARGE) + "\n")


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.usefixtures("strict_canvas")
def test_nothing_is_cut_off_and_ascii_uses_seven_bits_only(name: str) -> None:
    for size in (tables.WINDOW, LARGE):
        draw_screen(SCREENS[name], size, tables.STILL)
    assert text_of(SCREENS[name], look=ASCII_LOOK).isascii()
    assert "too small: foxduet needs 80x24" in text_of(SCREENS[name], Size(23, 90))


@pytest.mark.parametrize("board", BOARDS, ids=["level", "shortest", "longest"])
@pytest.mark.usefixtures("strict_canvas")
def test_nothing_is_cut_off_in_whole_games_with_the_longest_names(board: Board | None) -> None:
    header = duet(3, LONG_NAMES, board=board, seed=24)
    game = played_game(header)
    screen = reviewing(game)
    for at in tables.some_moments(game):
        for view in (None, *Seat):
            shown = replace(screen, position=at, view=view)
            draw_screen(shown, tables.WINDOW, tables.STILL)
            draw_screen(replace(shown, hindsight=True), tables.WINDOW, tables.STILL)
        tried = tables.press_all(replace(screen, position=at), NOWHERE, "t")
        assert not isinstance(tried, tables.Left)
        draw_screen(tried, tables.WINDOW, tables.STILL)


def test_a_seat_s_view_shows_nothing_of_the_hand_that_it_did_not_see() -> None:
    review = review_of(VICTORY)
    # Lines of play name cards of sampled hands.
    without_lines = tuple(replace(one, reasons=()) for one in review.assessments)
    screen = reviewing(VICTORY, review=replace(review, assessments=without_lines))
    for at, state in enumerate(VICTORY.states):
        for seat in Seat:
            seen = observe(state, seat)
            hidden = {*state.hands[seat.other], *state.stock}
            if state.offer is not None and seen.own_offer is None:
                hidden.add(state.offer)
            hidden -= {*seen.partner_known}
            shown = replace(screen, position=at, view=seat, hindsight=True)
            text = text_of(shown)
            if state.table.outcome is None:
                assert not tables.cards_in(text) & hidden, (at, seat)
            assert (" gives " in text) is (seen.own_offer is not None)


def test_open_hands_have_the_card_that_is_about_to_be_given() -> None:
    offers, screen = 0, reviewing(VICTORY)
    for at, state in enumerate(VICTORY.states):
        held = {*state.hands[0], *state.hands[1]}
        if state.offer is not None:
            offers += 1
            held.add(state.offer)
        if state.table.outcome is None:
            assert held <= tables.cards_in(text_of(replace(screen, position=at)))
        assert held <= tables.cards_in(text_of(ReplayScreen(VICTORY, at)))
    assert offers


def test_a_choice_is_numbered_as_in_the_report_in_the_trick_on_the_screen() -> None:
    screen = reviewing()
    lines = report_lines(screen.review, UNICODE)
    report = lines[lines.index("Every choice") + 1 :]
    for one, line in zip(screen.review.assessments, report, strict=True):
        place = re.match(r"[ ?!]{3} *(\d+)\. round \d, trick +(\d+)  ", line)
        assert place is not None
        number, trick = place.groups()
        assert int(number) == one.number
        text = text_of(replace(screen, position=one.number - 1))
        assert f"  Move {number} of {LAST}, trick {trick} " in text
        at = "All tricks played" if isinstance(one.chosen, Forest) else f"Trick {trick} of 11"
        assert f"   {at} " in text.splitlines()[0]


def test_at_a_lead_the_new_trick_is_shown_not_the_last_one() -> None:
    state = VICTORY.states[AT]
    assert state.table.trick is not None
    assert state.table.trick.lead is None
    last = VICTORY.states[AT - 1].table.trick
    assert last is not None
    screen = reviewing(at=AT, view=Seat.P1)
    assert not tables.cards_in(text_of(screen)) & {*last.cards}
    assert {*last.cards} <= tables.cards_in(text_of(ReplayScreen(VICTORY, AT)))


def test_the_legend_shows_no_loss_below_nothing() -> None:
    review = review_of(VICTORY)
    one = review.assessment_at(AT + 1)
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
    assert "* best  cost 9.6 pts" in text


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
    seen = screen.review.assessment_at(AT + 1)
    assert seen is not None
    tried = tuple(60 if at == 1 else seen.worlds for at, _one in enumerate(seen.estimates))
    assert "~" not in text_of(screen)
    rough = tuple(
        replace(one, worlds_by_choice=tried) if one is seen else one
        for one in screen.review.assessments
    )
    text = text_of(replace(screen, review=replace(screen.review, assessments=rough)))
    assert text.count("~") == 1
    assert f"~{percent(seen.estimates[1].win)}%" in text


PEOPLE = (VICTORY, DEFEAT)


def solo(game: Game, seat: Seat) -> Game:
    """Return a game as if a partner had played beside a person at a seat."""
    ai = ("expert", None) if seat is Seat.P2 else (None, "expert")
    return replace(game, header=replace(game.header, ai=ai))


def lessons_by(key: str, game: Game) -> list[RetryScreen]:
    """Return the lessons that a key leads to, one after the other."""
    found: list[RetryScreen] = []
    screen: Screen = reviewing(game)
    while True:
        screen = branched(screen, NOWHERE, key)
        if not isinstance(screen, RetryScreen):
            return found
        found.append(screen)


def with_a_cause(game: Game) -> list[Assessment]:
    """Return the costly choices of a game, without those of which only figures can tell why."""
    return [one for one in costly_assessments(review_of(game)) if one.reason is not None]


@pytest.mark.parametrize(("game", "number"), [(DEFEAT, 9), (match(3), 27)], ids=["duet", "classic"])
def test_a_choice_of_which_only_figures_can_tell_why_is_left_out_and_not_counted(
    game: Game, number: int
) -> None:
    review = review_of(game)
    asked = numbers(lessons_by("N", game))
    assert number in asked
    one = review.assessment_at(number)
    assert one is not None
    unexplained = replace(one, reasons=())
    every = tuple(unexplained if each is one else each for each in review.assessments)
    left = replace(review, assessments=every)
    tell = guide_words(game.header.game).cost_sentence
    assert tell(left, unexplained).startswith("No single reason stands out")
    screen: Screen = ReviewScreen(task_in(NOWHERE, game), left)
    for place, following in enumerate([each for each in asked if each != number], 1):
        screen = branched(screen, NOWHERE, "N")
        assert isinstance(screen, RetryScreen)
        assert screen.assessment.number == following
        assert f"Choice {place} of {len(asked) - 1}" in text_of(screen)
    assert isinstance(branched(screen, NOWHERE, "N"), ReviewScreen)


def numbers(lessons: list[RetryScreen]) -> list[int]:
    return [lesson.assessment.number for lesson in lessons]


@pytest.mark.parametrize("game", PEOPLE)
def test_where_two_people_played_n_asks_about_every_costly_choice_in_order(game: Game) -> None:
    expected = sorted(one.number for one in with_a_cause(game))
    assert numbers(lessons_by("n", game)) == numbers(lessons_by("N", game)) == expected


@pytest.mark.parametrize("seat", Seat)
def test_in_solo_n_asks_about_your_own_choices_and_N_about_your_partner_s_too(seat: Seat) -> None:
    game = solo(VICTORY, seat)
    every = with_a_cause(game)
    own = sorted(one.number for one in every if getattr(one.chosen, "seat", None) is seat)
    assert numbers(lessons_by("n", game)) == own
    assert numbers(lessons_by("N", game)) == sorted(one.number for one in every)
    assert len(own) < len(every)
    last = lessons_by("n", game)[-1]
    after = branched(last, NOWHERE, "n")
    assert isinstance(after, ReviewScreen)
    who = game.header.players[seat]
    assert (
        after.notice
        == f"{who} has no other choice to try again; N also goes through the other player's."
    )


@pytest.mark.parametrize("game", PEOPLE)
def test_a_lesson_shows_neither_the_answer_nor_what_the_seat_could_not_see(game: Game) -> None:
    for lesson in lessons_by("N", game):
        one, text = lesson.assessment, text_of(lesson)
        assert "%" not in text
        assert cost_sentence(lesson.review, one) not in " ".join(text.split())
        state = game.states[lesson.position]
        seen = observe(state, one.seat)
        hidden = {*state.hands[one.seat.other], *state.stock} - {*seen.partner_known}
        assert not tables.cards_in(text) & hidden


def test_a_choice_is_made_again_and_then_the_reason_is_told() -> None:
    lesson = reviews.lesson_at(AT)
    one = lesson.assessment
    again = of_kind(RetryScreen, reviews.chosen_in(lesson, one.chosen))
    assert "That's not it" in again.notice
    assert again.attempts == ()
    wrong = of_kind(RetryScreen, reviews.tried_at(AT))
    assert (wrong.page, wrong.is_last_right) == (AnswerPage.TRY_AGAIN, False)
    assert "%" not in text_of(wrong)
    again = of_kind(RetryScreen, branched(wrong, NOWHERE, keys.SPACE))
    found = of_kind(RetryScreen, reviews.chosen_in(again, one.best))
    assert (found.page, found.is_last_right) == (AnswerPage.ANSWER, True)
    assert f"{found.verdict[:-1]}" in text_of(found)
    assert cost_sentence(found.review, one)[:40] in " ".join(text_of(found).split())
    review = of_kind(ReviewScreen, branched(found, NOWHERE, "q"))
    assert review.position == one.number - 1


@pytest.mark.parametrize("key", ["n", "N"])
def test_an_answer_leads_to_the_next_lesson_of_the_same_players(key: str) -> None:
    game = solo(VICTORY, Seat.P1)
    every = lessons_by(key, game)
    for lesson, following in pairwise(every):
        after = of_kind(RetryScreen, branched(lesson, NOWHERE, "a", keys.SPACE))
        assert after.assessment.number == following.assessment.number
    assert isinstance(branched(every[-1], NOWHERE, "a", keys.SPACE), ReviewScreen)


def test_a_choice_of_the_team_is_made_again_between_rounds() -> None:
    (moment,) = (
        one for one in decision_points(VICTORY) if one.state.table.pending.choice is Choice.FOREST
    )
    thought = reviews.thought_of(moment.observation)
    (bad,) = (one.action for one in thought.estimates if one.action != thought.action)
    moment = replace(moment, chosen=bad)
    one = review_job.assessment_from_thought(thought, moment)
    one = replace(one, reasons=reviews.reasons_at(moment, one.best))
    review = replace(review_of(VICTORY), assessments=(one,))
    screen = ReviewScreen(task_in(NOWHERE), review)
    lesson = of_kind(RetryScreen, branched(screen, NOWHERE, "N"))
    assert "Together: what was better than " in text_of(lesson)
    right = of_kind(RetryScreen, reviews.chosen_in(lesson, lesson.answer))
    assert right.verdict in text_of(right)
    assert text_of(right).count("%") >= 2


def test_a_review_opens_as_a_lesson_and_without_one_at_a_glance(tmp_path: Path) -> None:
    review = review_of(VICTORY)
    waiting = ReviewWaitScreen(task_in(tmp_path))
    desk = options_in(tmp_path)
    answered = JobAnswered(None, ReviewProgress(1, 1, 0.0, review))  # type: ignore[arg-type]
    screen = tables.received(waiting, answered, desk)
    assert isinstance(screen, RetryScreen)
    assert screen.place[0] == 1
    best = tuple(replace(one, chosen=one.best) for one in review.assessments)
    spotless = ReviewScreen(task_in(NOWHERE), replace(review, assessments=best))
    end = len(review.game.turns)
    assert open_with_retry(spotless) == Transition(replace(spotless, position=end))
    half = replace(spotless, review=replace(spotless.review, game=beginning_of(VICTORY, 9)))
    assert open_with_retry(half) == Transition(half)


def reviewer(*steps: ReviewProgress) -> tables.ScriptedWorker:
    """Return a worker that has come so far each time it is asked, the last time for good."""
    left = [*steps]
    return tables.ScriptedWorker(lambda _job: left.pop(0) if len(left) > 1 else left[0])


def test_the_end_of_a_game_offers_its_review_which_opens_when_it_is_done(tmp_path: Path) -> None:
    over = tables.over_at(tmp_path)
    waiting = ended_with(over, options_in(tmp_path), "Review")
    assert isinstance(waiting, ReviewWaitScreen)
    assert (waiting.task.path, waiting.task.partner) == (over.saved.path, REVIEWER)
    review = replace(review_of(VICTORY), game=VICTORY)
    worker = reviewer(
        ReviewProgress(1, 9), ReviewProgress(5, 9, 3.0), ReviewProgress(9, 9, 0.0, review)
    )
    script: list[Input] = [*[Interruption.TIME_UP] * 2, *[keys.ESCAPE] * 2]
    terminal = ScriptedTerminal(script)
    run_screens(terminal, waiting, options_in(tmp_path), worker)
    texts = ["\n".join(frame.text_rows) for frame in terminal.frames]
    assert "1 of 9" in texts[0]
    assert "5 of 9 choices judged, about 3 s left" in texts[1]
    assert "what was better" in texts[2]
    assert "* best" in texts[3]
    assert "3: Review" in texts[4]
    assert worker.jobs == [review_job.ReviewGameJob(waiting.task, None)]
    assert worker.log == ["start", "stop"]


@pytest.mark.usefixtures("strict_canvas")
def test_what_cost_most_is_said_at_the_end_of_a_review_and_then_of_the_game(tmp_path: Path) -> None:
    over = tables.over_at(tmp_path)
    review = reviewing(at=LAST, below=over)
    insight = insight_sentence(review.review)
    assert insight.startswith("The costliest habit in this game: the ends of the path (")
    assert insight in _on_a_line(text_of(review))
    assert insight not in _on_a_line(text_of(reviewing(at=LAST - 1)))
    assert insight not in _on_a_line(text_of(over))
    best, turn = highlight_sentences(review.review)
    assert f"{best} {turn}" in _on_a_line(text_of(branched(review, tmp_path, "q")))
    # As long as grades may change nothing is said of them.
    unsettled = replace(review, progress=ReviewProgress(97, 97, 4.2, review.review, settled=85))
    left = branched(tables.laid_over(unsettled, over), tmp_path, "q")
    assert "The costliest choices" not in text_of(left)


def test_a_review_keeps_the_par_that_the_end_has_shown(tmp_path: Path) -> None:
    desk = replace(options_in(tmp_path), scores=tmp_path / "scores.sqlite3")
    assert desk.scores is not None
    save_par(desk.scores, VICTORY.header, Par(PAR_PARTNER, "victory", 40))
    opening = call("review:open_review", VICTORY, tmp_path / "game.toml")
    after = settled(Transition(tables.over_at(tmp_path), (opening,)), desk)
    assert isinstance(after, ReviewWaitScreen)
    par = "Par: 40, the score of two experts on these deals"
    review = reviewing(at=LAST)
    review = replace(review, review=replace(review.review, par=None))
    for known, is_told in ((None, False), (after.known_par, True)):
        assert (par in text_of(replace(review, known_par=known))) is is_told


def _on_a_line(text: str) -> str:
    return " ".join(text.split())


def test_leaving_the_screen_stops_the_work(tmp_path: Path) -> None:
    waiting = ended_with(tables.over_at(tmp_path), options_in(tmp_path), "Review")
    assert isinstance(waiting, ReviewWaitScreen)
    worker, terminal = reviewer(ReviewProgress(1, 9)), ScriptedTerminal(["q"])
    run_screens(terminal, waiting, options_in(tmp_path), worker)
    assert worker.jobs == [review_job.ReviewGameJob(waiting.task, None)]
    assert worker.log == ["start", "stop"]
    assert "[3: Review]" in terminal.text


def test_the_work_stops_before_the_program_is_suspended_and_starts_again_afterwards(
    tmp_path: Path,
) -> None:
    log: list[str] = []
    worker = replace(reviewer(ReviewProgress(1, 9)), log=log)
    terminal = ScriptedTerminal([Interruption.SUSPENDED, Interruption.CONTINUED], log=log)
    run_screens(terminal, ReviewWaitScreen(task_in(tmp_path)), options_in(tmp_path), worker)
    work = [entry for entry in log if entry in ("start", "stop", "suspend")]
    assert work == ["start", "stop", "suspend", "start", "stop"]
    assert worker.jobs == [review_job.ReviewGameJob(task_in(tmp_path), None)] * 2


def test_leaving_by_a_signal_from_a_review_leaves_the_game_that_it_came_from(
    tmp_path: Path,
) -> None:
    over = tables.over_at(tmp_path)
    screens: list[Screen] = [
        reviewing(below=over),
        reviews.branching(reviewing(at=AT, below=over)),
        tables.laid_over(ReplayScreen(VICTORY), reviewing(below=over)),
        tables.laid_over(ReviewWaitScreen(task_in(tmp_path)), over),
    ]
    for screen in screens:
        worker = reviewer(ReviewProgress(1, 9))
        left = run_screens(ScriptedTerminal([]), screen, options_in(tmp_path), worker)
        assert left == tables.Left()
    assert over.saved.path.exists()


def test_a_review_is_refined_while_one_looks_and_says_what_is_left(tmp_path: Path) -> None:
    review = replace(review_of(VICTORY), par=None)
    rough, settled = (
        ReviewProgress(9, 9, 3.0, review, settled=7),
        ReviewProgress(9, 9, 0.0, review, settled=9),
    )
    first, *others = review.assessments
    better = replace(first, best=first.estimates[-1].action)
    refined = replace(review, assessments=(better, *others))
    worker = reviewer(replace(rough, seconds_left=4.0), replace(settled, review=refined))
    screen = ReviewScreen(task_in(tmp_path), review, position=first.number - 1, progress=rough)
    terminal = ScriptedTerminal([Interruption.TIME_UP, keys.ESCAPE])
    run_screens(terminal, screen, options_in(tmp_path), worker)
    before, after = ("\n".join(frame.text_rows) for frame in terminal.frames[:2])
    assert "7 of 9 final, about 4 s left" in before
    assert "settled" not in after
    assert before != after
    assert worker.jobs == [review_job.ReviewGameJob(screen.task, None)]


def test_par_is_played_when_it_is_asked_for_and_stays_while_the_review_is_refined(
    tmp_path: Path,
) -> None:
    known = reviewing()
    par = known.review.par
    assert par is not None
    without = replace(known, review=replace(known.review, par=None))
    waiting = branched(without, tmp_path, "v")
    assert isinstance(waiting, ParWaitScreen)
    worker = tables.ScriptedWorker(lambda _job: review_job.ParGame(par))
    terminal = ScriptedTerminal(["v", Interruption.TIME_UP, "v", *[keys.ESCAPE] * 2])
    run_screens(terminal, without, options_in(tmp_path), worker)
    assert worker.jobs == [review_job.PlayParJob(without.task, None)]
    assert any("Two experts on the same deals" in frame.text_rows[12] for frame in terminal.frames)
    screen = known._with_progress(ReviewProgress(9, 9, 1.0, without.review, settled=8))
    assert screen.review.par == par


def test_hindsight_is_worked_out_for_the_choice_in_sight_when_it_is_asked_for(
    tmp_path: Path,
) -> None:
    known = reviewing(at=AT)
    seen = known.review.assessment_at(AT + 1)
    assert seen is not None
    bare = tuple(replace(one, hindsight=()) for one in known.review.assessments)
    screen = replace(known, review=replace(known.review, assessments=bare))
    worker = tables.ScriptedWorker(lambda _job: review_job.HindsightResult(AT + 1, seen.hindsight))
    terminal = ScriptedTerminal(["o", Interruption.TIME_UP, keys.ESCAPE])
    run_screens(terminal, screen, options_in(tmp_path), worker)
    assert worker.jobs == [review_job.HindsightJob(screen.task, AT + 1)]
    shown = ["\n".join(frame.text_rows) for frame in terminal.frames]
    expected = text_of(replace(known, hindsight=True))
    assert any(text.rstrip() == expected.rstrip() for text in shown)
    # Asked with other eyes it opens nothing.
    assert not replace(screen, hindsight=True, view=Seat.P1).awaits_job
