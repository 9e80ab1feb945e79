"""Puzzles by keys: answers, what is told of them and when, the day's, and what comes back."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest

from foxduet.analysis.puzzles import format_puzzle, puzzles_of
from foxduet.analysis.rating import puzzle_of_the_day, training_state
from foxduet.store.journals import Attempt, Journal, Mistake, load_journal
from foxduet.store.score_entries import Selection
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Style
from foxduet.ui.kit.effects import NextStep, PuzzleSource, TitleRow, TodaySummary
from foxduet.ui.kit.screen import Transition, call
from foxduet.ui.loop import draw_screen
from foxduet.ui.menu import TitleScreen
from foxduet.ui.puzzles import (
    AnswerPage,
    PuzzlePicker,
    PuzzleScreen,
    PuzzlesScreen,
    make_collection,
)
from foxduet.words.scores import ScoresPage as PageOfScores
from foxduet.words.scores import scores_page_lines
from foxduet.words.text import UNICODE
from tests.support import entries, tables
from tests.support.entries import CARD, LEAD, PUZZLE_DAY, choosing_answer, posed, puzzles_on
from tests.support.processes import opened
from tests.support.tables import (
    Desk,
    Left,
    TimedTerminal,
    of_kind,
    press_keys,
    press_to,
    settled,
    text_of,
)

pytestmark = pytest.mark.usefixtures("strict_canvas", "few_puzzles")


def answers_in(desk: Desk) -> list[tuple[str, bool, date | None]]:
    assert desk.scores is not None
    attempts = load_journal(desk.scores, desk.game).attempts
    return [(one.puzzle, one.right, one.daily) for one in attempts]


def test_a_right_answer_is_saved_at_once_and_explained(desk: Desk) -> None:
    answered = choosing_answer(posed(desk, CARD), desk, "p2 play 7d")
    assert answers_in(desk) == [("4", True, None)]
    assert (answered.page, answered.is_solved) == (AnswerPage.ANSWER, True)
    early = text_of(answered)
    assert "Correct: the 7 of Doves." in early
    assert "Looking for the reason" in early
    # The rating stays hidden for ten puzzles.
    assert "ating: " not in early
    counted = replace(answered, training=replace(answered.training, rated_puzzles=10))
    assert "Your rating: 1216 (+16)" in text_of(counted)
    told = text_of(entries.thought_over(answered, desk))
    assert "Looking" not in told
    assert told.count("%") >= 2
    assert "the 7 of Doves" in told


def test_a_verdict_is_calm_and_what_it_gained_or_lost_has_its_own_colour(desk: Desk) -> None:
    rated = replace(training_state(Journal(), PUZZLE_DAY), rated_puzzles=10)
    right = choosing_answer(replace(posed(desk, CARD), training=rated), desk, "p2 play 7d")
    assert {"Correct: the 7 of Doves.", "(+16)"} <= texts_in(right, Style.GAIN)
    wrong = choosing_answer(replace(posed(desk, LEAD), training=rated), desk, "p1 play 8d")
    assert any(text.startswith("Not the 8 of Doves") for text in texts_in(wrong, Style.STRONG))
    shown = of_kind(PuzzleScreen, press_keys(wrong, desk, "a"))
    assert any(text.startswith("(-") for text in texts_in(shown, Style.LOSS))
    for screen in (right, wrong, shown):
        assert not texts_in(screen, Style.ALERT)
        assert not texts_in(screen, Style.PROMPT)


def texts_in(screen: PuzzleScreen, style: Style) -> set[str]:
    rows = draw_screen(screen, tables.WINDOW, tables.STILL).rows
    return {span.text.strip() for row in rows for span in row if span.style is style}


@pytest.mark.parametrize(("before", "is_said"), [(3, False), (4, True), (5, False), (9, True)])
def test_every_fifth_puzzle_in_a_row_that_is_solved_at_once_is_said(
    before: int, is_said: bool, desk: Desk
) -> None:
    screen = posed(desk, CARD)
    screen = replace(screen, training=replace(screen.training, solved_streak=before))
    answered = choosing_answer(screen, desk, "p2 play 7d")
    assert ("in a row, all solved first time." in text_of(answered)) is is_said


def test_after_a_wrong_choice_nothing_is_told_but_that_until_another_is_tried(desk: Desk) -> None:
    screen = entries.thought_over(posed(desk, LEAD), desk)
    wrong = choosing_answer(screen, desk, "p1 play 8d")
    assert (wrong.page, answers_in(desk)) == (AnswerPage.TRY_AGAIN, [("3", False, None)])
    assert "Not the 8 of Doves" in text_of(wrong)
    assert "%" not in text_of(wrong)
    assert "3 of Stars" not in text_of(wrong)
    again = of_kind(PuzzleScreen, press_keys(wrong, desk, keys.SPACE))
    assert choosing_answer(again, desk, "p1 play 8d").page is None
    right = choosing_answer(again, desk, "p1 play 3s")
    assert "Correct this time: the 3 of Stars." in text_of(right)
    assert answers_in(desk) == [("3", False, None)], "only the first answer counts"


def test_the_next_puzzle_is_a_key_away_and_leaving_leads_to_the_list(desk: Desk) -> None:
    answered = choosing_answer(posed(desk, CARD), desk, "p2 play 7d")
    following = of_kind(PuzzleScreen, press_keys(answered, desk, keys.SPACE))
    assert following.posed.name not in ("4", "1")
    left = of_kind(PuzzlesScreen, press_keys(following, desk, "q"))
    assert answers_in(desk) == [("4", True, None)], "no answer counts as none"
    assert left.book.training.rated_puzzles == 1


def test_a_puzzle_that_is_left_half_way_counts_as_it_was_first_answered(desk: Desk) -> None:
    wrong = choosing_answer(posed(desk, LEAD), desk, "p1 play 8d")
    press_keys(wrong, desk, "q")
    assert answers_in(desk) == [("3", False, None)]


def test_what_was_not_solved_comes_back_a_day_later_and_counts_no_more_for_the_rating(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = press_keys(choosing_answer(posed(desk, CARD), desk, "p2 play 9d"), desk, "q")
    assert "none before 24 November" in text_of(left)
    entries.on_day(PUZZLE_DAY + timedelta(days=1), monkeypatch)
    menu = puzzles_on(desk)
    assert "1 puzzle" in text_of(menu)
    again = of_kind(PuzzleScreen, press_keys(menu, desk, "2", keys.ENTER))
    assert (again.puzzle.number, again.posed.counts) == (CARD, False)
    answered = choosing_answer(again, desk, "p2 play 7d")
    assert "rating: " not in text_of(answered)
    after = of_kind(PuzzlesScreen, press_keys(answered, desk, "q"))
    assert after.book.training.rating.value == menu.book.training.rating.value
    assert after.book.training.due_count == 0


def test_once_all_were_met_that_is_said(desk: Desk) -> None:
    for puzzle in puzzles_of("duet"):
        choosing_answer(posed(desk, puzzle.number), desk, puzzle.answer.text)
    menu = puzzles_on(desk)
    assert "0 of 5 left" in text_of(menu)
    assert "You have seen every puzzle" in text_of(press_keys(menu, desk, "3", keys.ENTER))
    assert "Nothing is due today" in text_of(press_keys(menu, desk, "2", keys.ENTER))


def test_the_puzzle_of_the_day_counts_in_the_calendar_and_is_shared_without_giving_it_away(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    for day in (PUZZLE_DAY, PUZZLE_DAY + timedelta(days=1)):
        entries.on_day(day, monkeypatch)
        menu = puzzles_on(desk)
        daily = of_kind(PuzzleScreen, press_keys(menu, desk, "1", keys.ENTER))
        assert daily.puzzle == puzzle_of_the_day(puzzles_of("duet"), "duet", day)
        answered = choosing_answer(daily, desk, daily.puzzle.answer.text)
        menu = of_kind(PuzzlesScreen, press_keys(answered, desk, "q"))
    shared = (
        "foxduet puzzle 2026-11-24, The Fox in the Forest Duet: solved first time, 2 days in a row"
    )
    assert menu.shared == shared
    assert shared in " ".join(text_of(menu).split())
    first = replace(menu, is_first=True)
    assert press_keys(first, desk, "q") == Left(shared)


def test_the_days_of_the_scores_have_a_calendar_of_the_puzzles(desk: Desk) -> None:
    daily = of_kind(PuzzleScreen, press_keys(puzzles_on(desk), desk, "1", keys.ENTER))
    answered = choosing_answer(daily, desk, daily.puzzle.answer.text)
    training = of_kind(PuzzlesScreen, press_keys(answered, desk, "q")).book.training
    games = (entries.entry(1, 30, day=PUZZLE_DAY),)
    for puzzles, count in ((None, 1), (training, 2)):
        lines = scores_page_lines(
            PageOfScores.DAYS, games, Selection(), PUZZLE_DAY, UNICODE, puzzles=puzzles
        )
        texts = [line.text for line in lines]
        assert sum("Mo  Tu  We" in text for text in texts) == count
    assert texts[-1] == "◊ solved first time   ▲ not first time   · not answered"
    assert texts[-2].split()[1:] == ["◊"]


def test_the_days_of_puzzles_are_shown_before_any_game_is_finished(desk: Desk) -> None:
    empty = settled(
        Transition(TitleScreen(desk.game), (call("score_handlers:open_scores", desk.game),)), desk
    )
    assert "solved first time" not in text_of(empty)
    daily = of_kind(PuzzleScreen, press_keys(puzzles_on(desk), desk, "1", keys.ENTER))
    choosing_answer(daily, desk, daily.puzzle.answer.text)
    screen = settled(
        Transition(TitleScreen(desk.game), (call("score_handlers:open_scores", desk.game),)), desk
    )
    assert "No game has been finished yet." in text_of(screen)
    assert "◊ solved first time   ▲ not first time   · not answered" in text_of(screen)
    assert "No game has been finished here yet." in text_of(press_keys(screen, desk, keys.RIGHT))


def test_the_title_reads_again_what_is_due_after_puzzles(desk: Desk) -> None:
    due = NextStep("A puzzle is due again.", TitleRow.PUZZLES, PuzzleSource.DUE)
    title = TitleScreen(desk.game, today=TodaySummary(puzzles_due=1, step=due))
    opened = of_kind(
        PuzzlesScreen, settled(title.activate(TitleRow.PUZZLES), desk, tables.stack_of(title))
    )
    assert opened.choices[opened.cursor] is PuzzleSource.DUE
    back = of_kind(TitleScreen, press_keys(opened, desk, "q"))
    assert back.today is None
    assert back.timeout == 0


@pytest.mark.parametrize("number", [entries.ENDS, entries.MOVE, LEAD, CARD, entries.FOXES])
def test_no_card_is_seen_that_the_seat_may_not_know(number: int, desk: Desk) -> None:
    screen = entries.thought_over(posed(desk, number), desk)
    assert screen.thought is not None
    # Lines of play name cards of sampled hands.
    screen = replace(screen, thought=replace(screen.thought, reasons=()))
    seat = screen.puzzle.seat
    own = {*screen.session.state.hands[seat]} | tables.open_cards(screen.session)
    other = {*screen.session.state.hands[seat.other]}
    answered = choosing_answer(screen, desk, screen.puzzle.answer.text)
    for each in (screen, answered):
        assert tables.cards_in(text_of(each)) <= own
        assert not tables.cards_in(text_of(each)) & other


def test_an_answer_that_cannot_be_saved_is_said(desk: Desk) -> None:
    assert desk.scores is not None
    screen = posed(desk, CARD)
    desk.scores.with_name("puzzles.jsonl").mkdir(parents=True)
    answered = choosing_answer(screen, desk, "p2 play 7d")
    assert "! Your answer is not saved: Is a directory." in text_of(answered)


def test_a_puzzle_of_foxes_offers_no_more_than_it_asks_for(desk: Desk) -> None:
    screen = posed(desk, entries.FOXES)
    assert "keep" not in text_of(screen)
    assert press_keys(screen, desk, keys.KEEP_DECREE_KEY, keys.ENTER) == press_keys(
        screen, desk, keys.ENTER
    )
    assert answers_in(desk) == []
    assert choosing_answer(screen, desk, "p2 foxes p2").is_solved


def test_puzzles_are_chosen_by_topic_and_those_answered_are_listed(desk: Desk) -> None:
    menu = puzzles_on(desk)
    topics = press_to(PuzzlePicker, menu, desk, "4", keys.ENTER)
    rows = [row for row, _pick in topics.rows]
    at = rows.index("Which card to play: 2 new; 0 solved, 0 missed")
    puzzle = press_to(PuzzleScreen, topics, desk, *[keys.DOWN] * at, keys.ENTER)
    assert puzzle.puzzle.kind == "card"
    wrong = next(one.text for one in puzzle.puzzle.choices if one != puzzle.puzzle.answer)
    # The topic stays until another is chosen, and the list has room for everything.
    menu = press_to(PuzzlesScreen, choosing_answer(puzzle, desk, wrong), desk, "q")
    assert "which card to play" in text_of(menu)
    assert "0 solved, 1 missed" in text_of(menu)
    answered = press_to(PuzzlePicker, menu, desk, "5", keys.ENTER)
    assert f"{puzzle.title}, rated {puzzle.puzzle.rating}" in text_of(answered)
    again = press_to(PuzzleScreen, answered, desk, keys.ENTER)
    assert (again.puzzle, again.posed.counts) == (puzzle.puzzle, False)


def test_after_the_last_shipped_puzzle_own_mistakes_are_new_ones() -> None:
    shipped = puzzles_of("duet")
    attempts = [Attempt("duet", f"{one.number}", PUZZLE_DAY, True, 1300) for one in shipped]
    line = format_puzzle(replace(shipped[3], kind="own", rating=1500))
    mistakes = [Mistake(name, PUZZLE_DAY, line, 0.1) for name in ("x:1", "x:2")]
    journal = Journal((*attempts, Attempt("duet", "x:1", PUZZLE_DAY, True)), (*mistakes,))
    book = make_collection("duet", journal, PUZZLE_DAY)
    assert book.training.mistakes_due == ()
    posed = book.next_new()
    assert posed is not None
    assert (posed.name, posed.counts) == ("x:2", False)


def test_the_loop_explains_an_answer_once_it_is_thought_over(desk: Desk) -> None:
    worker = tables.ScriptedWorker(lambda job: next(iter(job.run(lambda: False))), patience=1)
    terminal, _left = tables.play_script(posed(desk, CARD), desk, "1", keys.ENTER, worker=worker)
    assert len(worker.jobs) == 1
    assert "Correct: the 7 of Doves." in terminal.text
    assert "Looking" not in terminal.text


def test_a_key_that_is_tapped_twice_passes_over_no_answer(desk: Desk) -> None:
    taps = [(2.0, "1"), (2.0, keys.ENTER), (0.3, keys.ENTER), (0.3, keys.ENTER)]
    terminal = TimedTerminal([], timed=taps)
    tables.run_screens(terminal, posed(desk, CARD), desk)
    assert "Correct: the 7 of Doves." in terminal.text
    terminal = TimedTerminal([], timed=[*taps[:2], (0.6, keys.ENTER), (1.0, "x")])
    tables.run_screens(terminal, posed(desk, CARD), desk)
    assert "Correct: the 7 of Doves." not in terminal.text


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("puzzle --number 4", 4),
        ("puzzle --game classic --number 2", 2),
        (f"puzzle --day {PUZZLE_DAY}", puzzle_of_the_day),
    ],
)
def test_the_command_opens_the_puzzle_that_is_asked_for(
    line: str, number: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen, desk = opened(line, monkeypatch)
    assert isinstance(screen, PuzzleScreen)
    if number is puzzle_of_the_day:
        number = puzzle_of_the_day(puzzles_of("duet"), "duet", PUZZLE_DAY).number
    assert screen.puzzle.number == number
    assert isinstance(press_keys(screen, desk, "q"), PuzzlesScreen)
    assert press_keys(screen, desk, "q", "q") == Left()
