"""Learning from choices that cost much: the answer is hidden until it is found or given up."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.analysis.review import Assessment, Progress, costly
from foxduet.core.common import Seat
from foxduet.games.duet.rules.observation import observe
from foxduet.games.duet.words.review_words import cost_sentence, teaches
from foxduet.play.game import Game
from foxduet.ui.kit.answers import Answered
from foxduet.ui.kit.screen import Next, Screen
from foxduet.ui.review.lesson import ChooseAgainScreen
from foxduet.ui.review.opening import ReviewWaitScreen, opened
from foxduet.ui.review.screen import ReviewScreen
from foxduet.words.common import guide_words
from tests.support.classic.entries import match
from tests.support.players import DEFEAT, VICTORY
from tests.support.reviews import NOWHERE, branched, review_of, reviewing, task_in
from tests.support.tables import (
    below,
    cards_in,
    laid_over,
    options_in,
    press_all,
    received,
    text_of,
)

PEOPLE = (VICTORY, DEFEAT)


def solo(game: Game, seat: Seat) -> Game:
    """Return a game as if a partner had played beside a person at a seat."""
    ai = ("expert", None) if seat is Seat.P2 else (None, "expert")
    return replace(game, header=replace(game.header, ai=ai))


def lessons_by(key: str, game: Game) -> list[ChooseAgainScreen]:
    """Return the lessons that a key leads to, one after the other."""
    found: list[ChooseAgainScreen] = []
    screen: Screen = reviewing(game)
    while True:
        screen = branched(screen, NOWHERE, key)
        if not isinstance(screen, ChooseAgainScreen):
            return found
        found.append(screen)


def with_a_cause(game: Game) -> list[Assessment]:
    """Return the costly choices of a game, without those of which only figures can tell why."""
    return [one for one in costly(review_of(game)) if teaches(review_of(game), one)]


@pytest.mark.parametrize(("game", "number"), [(DEFEAT, 9), (match(3), 27)], ids=["duet", "classic"])
def test_a_choice_of_which_only_figures_can_tell_why_is_left_out_and_not_counted(
    game: Game, number: int
) -> None:
    review = review_of(game)
    asked = numbers(lessons_by("N", game))
    assert number in asked
    one = review.of_action(number)
    assert one is not None
    figures = {"taken": 0.5, **({"gem": 0.5, "overrun": 0.0} if game is DEFEAT else {})}
    alike = tuple(replace(each, **figures) for each in one.estimates)
    unexplained = replace(one, estimates=alike)
    every = tuple(unexplained if each is one else each for each in review.assessments)
    left = replace(review, assessments=every)
    tell = guide_words(game.header.game).cost_sentence
    assert tell(left, unexplained).startswith("Only the figures can tell")
    screen: Screen = ReviewScreen(task_in(NOWHERE, game), left)
    for place, following in enumerate([each for each in asked if each != number], 1):
        screen = branched(screen, NOWHERE, "N")
        assert isinstance(screen, ChooseAgainScreen)
        assert screen.assessment.number == following
        assert f"Choice {place} of {len(asked) - 1} that cost much" in text_of(screen)
    assert isinstance(branched(screen, NOWHERE, "N"), ReviewScreen)


def numbers(lessons: list[ChooseAgainScreen]) -> list[int]:
    return [lesson.assessment.number for lesson in lessons]


@pytest.mark.parametrize("game", PEOPLE)
def test_where_two_people_played_n_asks_about_every_costly_choice_in_order(game: Game) -> None:
    expected = sorted(one.number for one in with_a_cause(game))
    assert numbers(lessons_by("n", game)) == numbers(lessons_by("N", game)) == expected


@pytest.mark.parametrize("seat", Seat)
def test_in_solo_n_asks_about_your_own_choices_and_N_about_your_partner_s_too(seat: Seat) -> None:
    game = solo(VICTORY, seat)
    every = with_a_cause(game)
    own = sorted(one.number for one in every if getattr(one.chosen, "seat", seat) is seat)
    assert numbers(lessons_by("n", game)) == own
    assert numbers(lessons_by("N", game)) == sorted(one.number for one in every)
    assert len(own) < len(every)
    last = lessons_by("n", game)[-1]
    after = branched(last, NOWHERE, "n")
    assert isinstance(after, ReviewScreen)
    assert "N asks about the other player's" in after.notice


@pytest.mark.parametrize("game", PEOPLE)
def test_a_lesson_shows_neither_the_answer_nor_what_the_seat_could_not_see(game: Game) -> None:
    for lesson in lessons_by("N", game):
        one, text = lesson.assessment, text_of(lesson)
        assert "%" not in text
        # A star behind a rank is the sign of a suit.
        assert not re.search(r"(?<!\d)(?<!\d )\*", text)
        assert cost_sentence(lesson.review, one) not in " ".join(text.split())
        state = game.states[lesson.at]
        seen = observe(state, one.seat)
        hidden = {*state.hands[one.seat.other], *state.stock} - {*seen.partner_known}
        assert not cards_in(text) & hidden


def test_a_choice_is_made_until_it_is_found_and_then_the_reason_is_told() -> None:
    lesson = lessons_by("n", VICTORY)[0]
    one = lesson.assessment
    actions = [estimate.action for estimate in one.estimates]
    played, best = actions.index(one.chosen), actions.index(one.best)
    again = press_all(lesson, NOWHERE, *["right"] * (played + 1), "enter")
    assert isinstance(again, ChooseAgainScreen)
    assert "That is what was played" in again.notice
    worst = min(range(len(actions)), key=lambda at: (one.estimates[at].win, at == played))
    wrong = laid_over(replace(lesson, cursor=worst), below(lesson))
    if worst != played:
        wrong_again = press_all(wrong, NOWHERE, "enter")
        assert isinstance(wrong_again, ChooseAgainScreen)
        assert wrong_again.tried == {worst}
    found = press_all(laid_over(replace(lesson, cursor=best), below(lesson)), NOWHERE, "enter")
    assert isinstance(found, ReviewScreen)
    assert found.at == one.number - 1
    assert found.notice.startswith("Found: ")
    shown = " ".join(text_of(found).split())
    assert cost_sentence(found.review, one)[:40] in shown


def test_who_gives_up_sees_the_answer_with_the_reason() -> None:
    lesson = lessons_by("n", VICTORY)[0]
    shown = press_all(lesson, NOWHERE, "a")
    assert isinstance(shown, ReviewScreen)
    assert shown.notice.startswith("The answer: ")
    text = " ".join(text_of(shown).split())
    assert cost_sentence(shown.review, lesson.assessment)[:40] in text


def test_nothing_is_chosen_before_the_cursor_is_moved() -> None:
    lesson = lessons_by("n", VICTORY)[0]
    after = press_all(lesson, NOWHERE, "enter")
    assert isinstance(after, ChooseAgainScreen)
    assert after.tried == frozenset()
    assert "arrows" in after.notice


def test_a_review_opens_as_a_lesson_and_without_one_at_the_beginning(tmp_path: Path) -> None:
    review = review_of(VICTORY)
    waiting = ReviewWaitScreen(task_in(tmp_path))
    desk = options_in(tmp_path)
    answered = Answered(None, Progress(1, 1, 0.0, review))  # type: ignore[arg-type]
    screen = received(waiting, answered, desk)
    assert isinstance(screen, ChooseAgainScreen)
    assert screen.place[0] == 1
    best = tuple(replace(one, chosen=one.best) for one in review.assessments)
    spotless = ReviewScreen(task_in(NOWHERE), replace(review, assessments=best))
    assert opened(spotless) == Next(spotless)


def test_p_leads_back_to_the_lesson_before() -> None:
    lessons = lessons_by("N", VICTORY)
    back = press_all(lessons[2], NOWHERE, "p")
    assert isinstance(back, ChooseAgainScreen)
    assert back.assessment.number == lessons[1].assessment.number
