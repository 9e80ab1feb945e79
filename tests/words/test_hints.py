"""What hints and lessons say, in all games."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from statistics import fmean
from typing import Any

import pytest

from foxduet.ai.partner import Thought
from foxduet.analysis.review import moments_of
from foxduet.core.cards import Seat, card_of
from foxduet.core.registry import games, rule_set
from foxduet.games.classic.words.reasons import cause_for
from foxduet.games.duet.ai.expert import DuetEstimate
from foxduet.games.duet.rules.state import Move
from foxduet.games.duet.words import reasons as duet_reasons
from foxduet.words.game_words import guide_words, table_words
from foxduet.words.hints import as_good_as_best, bar_and_figure
from foxduet.words.lessons import Lesson, LessonPlan, Step, course_of, has_lessons
from foxduet.words.text import wrapped
from tests.support.players import VICTORY, fewer
from tests.tools.sentences import reviewed_game

# Choices are as good that are so close in what was compared, or in what is told.
NOISE, FELT = 0.015, 0.01
# From this chance on with every choice only points are told.
SURE = 0.98
NAMES = ("Ann", "Bob")
# The games of all three levels, by the number of a game, and a match.
GAMES = fewer([("duet", 1), ("classic", 1), ("duet", 0), ("duet", 2)], 2)


@cache
def hinted(game: str, number: int) -> tuple[tuple[Any, Thought, tuple[str, ...]], ...]:
    """Return the observation, thought and whole hint at each decision of a game."""
    return tuple(_hinted(game, number))


def _hinted(game: str, number: int) -> Iterator[tuple[Any, Thought, tuple[str, ...]]]:
    review = reviewed_game(number, 15, game)
    for one in review.assessments:
        if one.estimates:
            state = review.game.states[one.number - 1]
            seen = review.game.rules.observe(state, one.seat)
            thought = Thought(one.best, one.estimates, one.worlds, raw=one.raw)
            yield seen, thought, guide_words(game).hint_sentences(seen, thought, NAMES, 3)


def worths(thought: Thought) -> dict[Any, float]:
    """Return what each choice is worth."""
    return {one.action: one.worth for one in thought.compared}


def near(thought: Thought) -> set[Any]:
    """Return the choices that are as good as the best one."""
    worth, best = worths(thought), thought.action
    in_points = thought.estimates[0].POINT and min(one.win for one in thought.estimates) >= SURE
    told = {
        one.action: one.POINT * one.score if in_points else one.worth for one in thought.estimates
    }
    return {
        each
        for each in worth
        if worth[each] >= worth[best] - NOISE or told[each] > told[best] - FELT
    }


def named(game: str, thought: Thought, answer: str) -> set[Any]:
    """Return the choices that an answer names as the best, read back from its words."""
    words = table_words(game)
    told = answer.replace("to win the match", "to win")
    _before, _colon, listed = told.partition(": ")
    found = set()
    for one in thought.estimates:
        option = words.choices.option_phrase(one.action, NAMES)
        rank, of, suit = option.partition(" of ")
        row = rf"((?:\d|, | or | and )+) of {suit}\b"
        ranks = [each.group(1) for each in re.finditer(row, listed)]
        in_list = rank in re.findall(r"\d+", " ".join(ranks)) if of else option in listed
        found |= {one.action} if in_list else set()
    if told.startswith("All are equally good except"):
        return {one.action for one in thought.estimates} - found
    return found


@pytest.mark.parametrize(("game", "number"), GAMES)
def test_the_best_that_are_named_are_exactly_those_that_are_as_good(game: str, number: int) -> None:
    firm = several = 0
    for _seen, thought, (*_steps, answer) in hinted(game, number):
        as_good = near(thought)
        if len(as_good) == len(thought.estimates):
            assert answer.startswith(
                ("All are equally good", "It makes no difference now", "There is nothing")
            )
        elif not answer.startswith(("The best", "There is nothing")):
            assert named(game, thought, answer) == as_good, answer
            last = " and " if answer.startswith("All") else " or "
            in_a_list = answer.partition(": ")[2].partition(";")[0] if last == " or " else answer
            choices = len(as_good if last == " or " else {*worths(thought)} - as_good)
            assert (last in in_a_list) == (choices > 1), answer
            assert not re.search(r"\d, \d+ of ", in_a_list), "each suit ends its list by a word"
            firm, several = firm + (len(as_good) == 1), several + (len(as_good) > 1)
    assert min(firm, several) >= 5


def test_where_the_bars_show_points_the_choice_with_the_most_is_among_the_best() -> None:
    moment = next(one for one in moments_of(VICTORY) if len(one.observation.choices) > 3)
    first, second, *_others = moment.observation.choices
    told = {first: (1.0, 30.0), second: (0.981, 30.2)}
    estimates = tuple(
        DuetEstimate(action, *told.get(action, (0.98, 20.0)), 0.0, 0.0, 0.0)
        for action in moment.observation.choices
    )
    as_good = as_good_as_best(Thought(first, estimates, 500))
    assert [one.action for one in as_good] == [first, second]


@pytest.mark.parametrize(
    ("wins", "filled"),
    [((0.9, 0.93), (0.7, 1.0)), ((0.9, 0.92, 0.91), (0.8, 1.0, 0.9)), ((0.5, 0.6), (0.5, 0.6))],
)
def test_bars_of_close_chances_differ(wins: Sequence[float], filled: Sequence[float]) -> None:
    estimates = [
        DuetEstimate(Move(Seat.P1, at), win, 0.0, 0.0, 0.0, 0.0) for at, win in enumerate(wins)
    ]
    shown = [bar_and_figure(one, estimates)[0] for one in estimates]
    assert shown == pytest.approx(filled)


@pytest.mark.parametrize(("game", "number"), GAMES)
def test_a_hint_without_an_aim_goes_straight_to_the_choice(game: str, number: int) -> None:
    straight = 0
    for seen, thought, (*steps, answer) in hinted(game, number):
        assert len({*steps, answer}) == len(steps) + 1
        straight += not steps
        if len(near(thought)) == len(thought.estimates):
            assert not steps
        cards = [card for card in map(card_of, seen.choices) if card is not None]
        if "Look at the cards with an ability." in steps:
            assert not all(card.ability for card in cards)
    assert straight


@pytest.mark.parametrize(("game", "number"), GAMES)
def test_the_aim_that_is_named_separates_the_choices(game: str, number: int) -> None:
    count = 0
    for seen, thought, (*steps, _answer) in hinted(game, number):
        if not steps:
            continue
        count += 1
        worth = worths(thought)
        (best,) = (one for one in thought.compared if one.action == thought.action)
        others = [one for one in thought.compared if one is not best]
        as_good = [one for one in others if one.action in near(thought)]
        worse = [one for one in others if one not in as_good]
        if game == "duet":
            found = duet_reasons.reason_for(seen.table, (best, *others), best, worse)  # type: ignore[arg-type]
        else:
            cause = cause_for(seen, (best, *others), best, worse, as_good)  # type: ignore[arg-type]
            found = None if cause is None else cause.reason
        assert found is not None
        has = dict(zip(found.compared, found.found.has, strict=True))
        assert all(has[one] for one in (best, *as_good))
        cost = worth[best.action] - fmean(worth[one.action] for one in worse)
        good = [worth[one.action] for one in has if has[one]]
        bad = [worth[one.action] for one in has if not has[one]]
        assert fmean(good) - fmean(bad) >= cost / 2
    assert count >= 5


@pytest.mark.parametrize(("game", "number"), GAMES)
def test_the_first_of_several_steps_names_no_choice(game: str, number: int) -> None:
    for _seen, thought, (*steps, _answer) in hinted(game, number):
        for one in thought.estimates:
            label = table_words(game).choices.choice_phrase(one.action, NAMES)
            assert not any(label in step for step in steps)


WITH_LESSONS = [game for game in games() if has_lessons(game)]
LESSONS = [(game, lesson) for game in WITH_LESSONS for lesson in course_of(game).lessons]
STEPS = [
    pytest.param(game, step, id=f"{game}-{lesson.name}-{at}")
    for game, lesson in LESSONS
    for at, step in enumerate(lesson.steps)
]


def start_of(game: str, step: Step) -> Any:
    """Return the state that a step is about."""
    rules = rule_set(game)
    return rules.parse_position(step.position, rules.setup_from(course_of(game).setup))


def after(game: str, step: Step, choice: str) -> Any:
    """Return the state after a choice and the replies to it."""
    rules, state = rule_set(game), start_of(game, step)
    action = rules.parse_action(choice)
    for one in shortcuts_at(game, step).get(action, (action,)):
        state = rules.apply(state, one).state
    progress = rules.progress(start_of(game, step))
    while rules.progress(state) == progress:
        reply = next(_allowed(game, state, step.replies), None)
        if reply is None:
            break
        state = rules.apply(state, reply).state
    return state


def shortcuts_at(game: str, step: Step) -> Mapping[Any, tuple[Any, ...]]:
    """Return what a choice does that stands for several actions in a row."""
    rules, state = rule_set(game), start_of(game, step)
    due = rules.pending(state)
    return (
        {} if due is None or due.seat is None else rules.shortcuts(rules.observe(state, due.seat))
    )


def _allowed(game: str, state: Any, replies: tuple[str, ...]) -> Iterator[Any]:
    rules = rule_set(game)
    for reply in replies:
        action = rules.parse_action(reply)
        if action in rules.legal_actions(state):
            yield action


@pytest.mark.parametrize(("game", "step"), STEPS)
def test_every_legal_choice_is_either_praised_or_explained_once(game: str, step: Step) -> None:
    rules, state = rule_set(game), start_of(game, step)
    legal = [rules.format_action(action) for action in rules.legal_actions(state)]
    wrong = [choice for kind in step.wrong for choice in kind.choices]
    if not step.right:
        assert (step.ask, step.praise, wrong) == ("", "", [])
        return
    shortcuts = map(rules.format_action, shortcuts_at(game, step))
    assert sorted([*step.right, *wrong]) == sorted([*legal, *shortcuts])
    assert step.praise
    assert step.ask


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_every_kind_of_wrong_choice_has_a_reason_of_its_own(game: str, lesson: Lesson) -> None:
    for step in lesson.steps:
        said = [step.praise, *(kind.why for kind in step.wrong)]
        assert len({*said}) == len(said)
        assert all(kind.choices and kind.why for kind in step.wrong)


@pytest.mark.parametrize(("game", "step"), STEPS)
def test_a_right_choice_comes_to_something_else_than_any_wrong_one(game: str, step: Step) -> None:
    rules = rule_set(game)
    right = {rules.format_position(after(game, step, choice)) for choice in step.right}
    for kind in step.wrong:
        for choice in kind.choices:
            assert rules.format_position(after(game, step, choice)) not in right


@pytest.mark.parametrize(("game", "step"), STEPS)
def test_what_is_said_fits_into_the_rows_above_the_hand(game: str, step: Step) -> None:
    for text in (*step.says, step.ask, step.praise, *(kind.why for kind in step.wrong)):
        assert len(wrapped(text, 76)) <= 3


@pytest.mark.parametrize("game", WITH_LESSONS)
def test_lessons_have_names_of_their_own(game: str) -> None:
    course: LessonPlan = course_of(game)
    names = [*(lesson.name for lesson in course.lessons), course.guided.name]
    assert len({*names}) == len(names)


def test_duet_has_eight_lessons_for_both_seats() -> None:
    course = course_of("duet")
    assert len(course.lessons) == 8
    seats = [line.position.rpartition(" ")[2] for one in course.lessons for line in one.steps]
    assert {"p1:play", "p2:play", "p1:move", "p1:foxes", "p1:exchange", "p1:give"} <= {*seats}
    assert "team:forest" in seats
