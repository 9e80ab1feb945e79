"""The guided round: advice before and after each choice, less of it the better one plays."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from foxduet.ai.partner import Thought
from foxduet.ai.workers import ThinkJob, ThinkPurpose
from foxduet.analysis.review import TutorState
from foxduet.core.cards import Seat
from foxduet.games.duet.ai.expert import DuetEstimate
from foxduet.store.journals import LessonPlace, learning_file, load_progress
from foxduet.ui.form import FormScreen
from foxduet.ui.guided import Feedback, GuidedScreen, Learning, OpponentMoveShown, TutorLine
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Look
from foxduet.ui.kit.effects import JobAnswered
from foxduet.ui.kit.screen import Screen
from foxduet.ui.lessons import LessonScreen, LessonsScreen
from foxduet.ui.table.drawing import option_keys
from foxduet.ui.table.state import Animating, Choosing, Thinking, table_options
from foxduet.words.text import ASCII
from tests.support import entries, reviews, tables
from tests.support.entries import is_choosing, is_done, lesson_on, lessons_on, reading, shown
from tests.support.reviews import GUIDED, begun, chosen, judged_first, played, pressed, went_on
from tests.support.tables import Desk, cards_in, later, press_keys, received, settled, text_of

SEED_OF_A_WHOLE_ROUND = 0


@pytest.mark.parametrize("two", [False, True], ids=["one", "two"])
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.usefixtures("strict_canvas")
def test_a_guided_round_is_played_to_its_end(desk: Desk, seed: int, two: bool) -> None:
    screens = played(begun(desk, two=two), desk, Random(seed))
    for screen in screens:
        text_of(screen)
    assert "The round is over." in text_of(screens[-1])
    assert "guided" in load_progress(learning_file(desk.records), "duet").done


def test_enter_plays_the_only_card_that_may_be_played(desk: Desk) -> None:
    screens = played(begun(desk), desk, Random(SEED_OF_A_WHOLE_ROUND))
    choices = [one for one in screens if is_choosing(one)]
    legal = [len(one.session.game.rules.legal_actions(one.session.game.state)) for one in choices]
    assert min(legal) == 1 < max(legal)
    for one in choices:
        screen = later(one, desk) if one.is_just_shown else one
        assert isinstance(screen, GuidedScreen)
        is_forced = len(screen.session.game.rules.legal_actions(screen.session.game.state)) == 1
        after = pressed(screen, desk, keys.ENTER)
        assert (after.session.game != screen.session.game) is is_forced
        assert ("Nothing is selected yet" in text_of(after)) is not is_forced


def test_advice_steps_back_as_the_player_gets_it_right(desk: Desk) -> None:
    screens = played(begun(desk), desk)
    helps = [one.tutoring.help_amount for one in screens]
    assert helps[0] == 2
    assert helps == sorted(helps, reverse=True)
    assert helps[-1] == 0
    silent = [one for one in screens if one.tutoring.help_amount == 0 and is_choosing(one)]
    assert silent
    assert all("away; path ends" not in text_of(one) for one in silent)
    assert "away; path ends" in text_of(screens[0])


def test_what_the_partner_did_is_told_before_the_next_choice(desk: Desk) -> None:
    screen, told = begun(desk), ""
    while not told:
        # Much is said all the time.
        screen = chosen(replace(screen, tutoring=TutorState()), desk, best=True)
        while not (is_choosing(screen) and screen.thought):
            if screen.awaits_job:
                job = screen.background_job(desk.context)
                assert isinstance(job, ThinkJob)
                answer = JobAnswered(job, judged_first(job))
                after = received(screen, answer, desk)
                assert isinstance(after, GuidedScreen)
                screen = after
                continue
            told = told or (text_of(screen) if isinstance(shown(screen), OpponentMoveShown) else "")
            screen = pressed(screen, desk, keys.SPACE)
    assert "Partner " in told
    assert "Press Space to continue." in told


def test_a_costly_choice_is_explained_and_can_be_taken_back(desk: Desk) -> None:
    first = begun(desk)
    judged = chosen(first, desk, best=False)
    assert isinstance(judged.page, Feedback)
    assert not judged.page.right
    assert "Not quite the best." in text_of(judged)
    assert "Better: " in judged.page.text
    both = replace(first, learning=replace(first.learning, two_people=True))
    unseen = "Not quite the best. Judged without the other hand."
    assert unseen in text_of(chosen(both, desk, best=False))
    assert unseen not in text_of(judged)
    back = pressed(judged, desk, "u")
    assert (back.session.game, back.mode, back.thought) == (
        first.session.game,
        Choosing(),
        first.thought,
    )
    right = chosen(back, desk, best=True)
    assert isinstance(right.page, Feedback)
    assert right.page.right


def test_a_costly_choice_brings_the_advice_back(desk: Desk) -> None:
    screen = begun(desk)
    while screen.tutoring.help_amount:
        screen = went_on(chosen(screen, desk, best=True), desk)
    while len(screen.session.game.rules.legal_actions(screen.session.game.state)) < 2:
        screen = went_on(chosen(screen, desk, best=True), desk)
    assert chosen(screen, desk, best=False).tutoring.help_amount == 1


def test_a_choice_waits_for_the_adviser(desk: Desk) -> None:
    first = begun(desk)
    early = replace(first, thought=None)
    legal = first.session.game.rules.legal_actions(first.session.game.state)
    every = table_options(first)
    key = option_keys(every)[every.index(legal[0])]
    waiting = pressed(early, desk, key, keys.ENTER)
    assert waiting.waiting_option == legal[0]
    assert "is thinking" in text_of(waiting)
    assert pressed(waiting, desk, keys.LEFT, keys.ENTER).mode == waiting.mode
    job = waiting.background_job(desk.context)
    assert isinstance(job, ThinkJob)
    assert job.purpose is ThinkPurpose.LESSON
    after = received(waiting, JobAnswered(job, judged_first(job)), desk)
    assert isinstance(after, GuidedScreen)
    assert after.is_skippable


def test_a_guided_round_that_is_left_continues_where_it_was(desk: Desk) -> None:
    screen = begun(desk)
    for _trick in range(3):
        screen = went_on(chosen(screen, desk, best=True), desk)
    menu = press_keys(screen, desk, "q")
    assert isinstance(menu, LessonsScreen)
    resumed = press_keys(lessons_on(desk), desk, "9", keys.ENTER)
    assert isinstance(resumed, GuidedScreen)
    assert reviews.thought(resumed, desk).session.game == screen.session.game


def test_actions_that_do_not_fit_start_the_round_over(desk: Desk) -> None:
    menu = lessons_on(desk)
    for actions in (("p1 play",), ("p1 play 1d", "p1 play 1d")):
        broken = replace(menu, progress=menu.progress.with_place("guided", LessonPlace(0, actions)))
        after = settled(broken.open(GUIDED), desk)
        learning = Learning("duet", broken.progress)
        assert after == replace(reviews.opened(desk), learning=learning)


def test_the_partner_s_hand_is_never_shown_to_one_person(desk: Desk) -> None:
    for screen in played(begun(desk), desk):
        if isinstance(shown(screen), Choosing | Thinking):
            hidden = {*screen.session.state.hands[1]} - tables.open_cards(screen.session)
            assert not cards_in(text_of(screen)) & hidden


def test_after_the_round_a_game_can_be_played(desk: Desk) -> None:
    done = played(begun(desk), desk)[-1]
    form = press_keys(done, desk, keys.ENTER)
    assert isinstance(form, FormScreen)
    assert (form.game_name, form.partner, form.values["level"]) == ("duet", "steady", 1)
    together = replace(done, learning=replace(done.learning, two_people=True))
    form = press_keys(together, desk, keys.ENTER)
    assert isinstance(form, FormScreen)
    assert form.partner is None
    again = press_keys(done, desk, "2", keys.ENTER)
    assert isinstance(again, GuidedScreen)
    assert again.page == TutorLine()
    assert isinstance(press_keys(done, desk, "3", keys.ENTER), LessonsScreen)


def with_wins(
    screen: GuidedScreen, wins: list[float], gems: tuple[float, ...] = (0.0,)
) -> GuidedScreen:
    """Return a choice of which the adviser thinks as given, the last of each for all others."""
    observation = screen.session.game.rules.observe(screen.session.state, Seat.P1)
    choices = observation.choices
    estimates = tuple(
        DuetEstimate(
            action,
            win=wins[min(at, len(wins) - 1)],
            score=9.0,
            taken=0.5,
            gem=gems[min(at, len(gems) - 1)],
            overrun=0.0,
        )
        for at, action in enumerate(choices)
    )
    best = max(estimates, key=lambda one: one.win)
    # A reason for each pair that differs in gems.
    pairs = tuple(
        (one.action, other.action)
        for one, other in permutations(estimates, 2)
        if one.gem > other.gem
    )
    reasons = reviews.reasons_between("duet", observation, pairs)
    return replace(screen, thought=Thought(best.action, estimates, reasons=reasons))


def verdict_on(screen: GuidedScreen, desk: Desk, at: int) -> GuidedScreen:
    """Return what is said of the choice with a number."""
    legal = screen.session.game.rules.legal_actions(screen.session.game.state)
    every = table_options(screen)
    judged = pressed(screen, desk, option_keys(every)[every.index(legal[at])], keys.ENTER)
    judged = pressed(judged, desk, keys.SPACE) if judged.is_skippable else judged
    assert isinstance(judged.page, Feedback)
    return judged


@pytest.mark.parametrize(
    ("wins", "gems", "at", "title", "text"),
    [
        ([0.50, 0.40], (1, 0), 0, "Well done.", ""),
        ([0.50, 0.495, 0.40], (1, 1, 0), 1, "Well done.", ""),
        ([0.50, 0.47, 0.45], (1, 0), 1, "A sound choice.", "A little better: "),
        ([0.50, 0.47, 0.40], (1, 1, 0), 2, "Not quite the best.", "Better: "),
    ],
)
@pytest.mark.usefixtures("strict_canvas")
def test_only_what_was_clearly_good_is_praised_and_a_reason_is_always_told(
    desk: Desk, wins: list[float], gems: tuple[float, ...], at: int, title: str, text: str
) -> None:
    judged = verdict_on(with_wins(begun(desk), wins, gems), desk, at)
    assert isinstance(judged.page, Feedback)
    assert judged.page.title == title
    assert judged.page.text.startswith(text)
    assert len(judged.page.text) > len(text) + 20
    assert title in text_of(judged)
    counted = judged.tutoring.good_choices + judged.tutoring.poor_choices
    assert counted == (title in ("Well done.", "Not quite the best."))


@pytest.mark.parametrize(
    ("wins", "gems", "at"),
    [
        # Nothing separates the choices but their figures.
        ([0.50, 0.40], (0.0,), 0),
        ([0.50, 0.495, 0.40], (0.0,), 1),
        ([0.50, 0.47, 0.40], (0.0,), 1),
        ([0.50, 0.40], (0.0,), 1),
        # It did not matter.
        ([0.50, 0.49, 0.48], (1.0, 0.0), 0),
        ([0.50, 0.49, 0.48], (1.0, 0.0), 2),
    ],
)
def test_without_a_reason_nothing_is_said_and_the_round_goes_on(
    desk: Desk, wins: list[float], gems: tuple[float, ...], at: int
) -> None:
    first = begun(desk)
    # The trick goes on after a card that is led.
    while first.session.game.state.table.trick.lead is not None:
        first = went_on(chosen(first, desk, best=True), desk)
    first = replace(first, tutoring=TutorState())
    legal = first.session.game.rules.legal_actions(first.session.game.state)
    every = table_options(first)
    key = option_keys(every)[every.index(legal[at])]
    after = pressed(with_wins(first, wins, gems), desk, key, keys.ENTER)
    assert not isinstance(after.page, Feedback)
    assert len(after.session.game.turns) > len(first.session.game.turns)


def test_no_aim_is_named_where_it_does_not_matter(desk: Desk) -> None:
    first = begun(desk)
    assert with_wins(first, [0.5]).advice[-1] == ""


def test_a_choice_after_advice_is_not_counted_as_the_player_s_own(desk: Desk) -> None:
    judged = chosen(begun(desk), desk, best=False)
    again = chosen(pressed(judged, desk, "u"), desk, best=True)
    assert isinstance(again.page, Feedback)
    assert again.page.right
    assert again.tutoring == judged.tutoring == TutorState(poor_choices=1)


def every_screen(desk: Desk) -> list[GuidedScreen]:
    """Return all that is seen of a whole round in which nothing is said any more."""
    screen, seen, rng = begun(desk), [], Random(SEED_OF_A_WHOLE_ROUND)
    while not is_done(screen):
        seen.append(screen)
        if screen.awaits_job:
            job = screen.background_job(desk.context)
            assert isinstance(job, ThinkJob)
            answer = JobAnswered(job, judged_first(job))
            following = received(screen, answer, desk)
            assert isinstance(following, GuidedScreen)
            screen = following
        elif is_choosing(screen):
            silent = replace(screen, tutoring=TutorState(help_amount=0))
            screen = chosen(silent, desk, best=rng.random() < 0.5)
        else:
            screen = pressed(screen, desk, keys.SPACE)
    return [*seen, screen]


def test_every_trick_is_seen_until_a_key_however_little_is_said(desk: Desk) -> None:
    results = 0
    for screen in every_screen(desk):
        tricks = screen.session.game.state.table.tricks_done
        if isinstance(shown(screen), Feedback | Animating) and tricks > results:
            results += 1
            assert tricks == results
            assert " won with the " in text_of(screen)
            assert screen.timeout is None
    assert results == 11


def test_the_last_trick_is_shown_with_the_gems_that_were_left_then(desk: Desk) -> None:
    *screens, last = every_screen(desk)
    done = text_of(last)
    assert "New gems: spaces " in done
    results = [screen for screen in screens if isinstance(shown(screen), Feedback | Animating)]

    def left(frame: str) -> int:
        found = re.search(r"Gems left (\d+)", frame)
        assert found is not None
        return int(found[1])

    assert left(text_of(results[-1])) < left(done)


@pytest.mark.parametrize(
    ("good", "poor", "closing"),
    [
        (5, 0, "You chose well throughout."),
        (3, 2, "Most of your choices were good."),
        (1, 4, "Some choices could have been better"),
        (0, 0, "You'll find out the rest by playing!"),
    ],
)
def test_the_closing_sentence_depends_on_how_it_went(
    desk: Desk, good: int, poor: int, closing: str
) -> None:
    done = replace(
        played(begun(desk), desk)[-1], tutoring=TutorState(good_choices=good, poor_choices=poor)
    )
    assert closing in text_of(done)


def test_a_partner_s_trick_that_was_skipped_to_waits_for_another_key(desk: Desk) -> None:
    moving = replace(desk, look=Look())
    screen = begun(desk)
    while not (isinstance(screen.mode, Animating) and screen.is_skippable and not screen.played):
        if screen.awaits_job:
            job = screen.background_job(moving.context)
            assert isinstance(job, ThinkJob)
            following = received(screen, JobAnswered(job, judged_first(job)), moving)
            assert isinstance(following, GuidedScreen)
            screen = following
        elif is_choosing(screen):
            screen = chosen(screen, desk, best=True)
        else:
            screen = pressed(screen, moving, keys.SPACE)
    skipped = pressed(screen, moving, keys.SPACE)
    assert isinstance(skipped.mode, Animating)
    assert skipped.mode.is_finished
    assert skipped.decision_id != screen.decision_id


@pytest.fixture
def match_desk(tmp_path: Path) -> Desk:
    return replace(tables.options_in(tmp_path), game="classic")


def after(screen: GuidedScreen, match_desk: Desk, *script: str) -> GuidedScreen:
    """Press keys, and let everybody think as little as possible."""
    now = press_keys(screen, match_desk, *script)
    assert isinstance(now, GuidedScreen)
    while True:
        if now.is_skippable or isinstance(shown(now), TutorLine | OpponentMoveShown | Animating):
            following = press_keys(now, match_desk, keys.SPACE)
        elif now.awaits_job:
            job = now.background_job(match_desk.context)
            assert isinstance(job, ThinkJob)
            answer = JobAnswered(job, Thought(job.observation.choices[0]))
            following = received(now, answer, match_desk)
        else:
            return now
        assert isinstance(following, GuidedScreen)
        now = following


@pytest.mark.usefixtures("strict_canvas")
def test_a_guided_round_of_the_original_game_is_played_to_its_end(match_desk: Desk) -> None:
    menu = lessons_on(match_desk)
    start = settled(menu.open(7), match_desk, tables.stack_of(menu))
    assert isinstance(start, GuidedScreen)
    screen, texts = after(start, match_desk), []
    while not is_done(screen):
        text = text_of(screen)
        texts.append(text)
        if is_choosing(screen):
            hidden = screen.session.game.rules.observe(screen.session.game.state, Seat.P2).hand
            lying = {*hidden} & {*screen.session.state.table.trick.cards}
            assert not lying
            legal = screen.session.game.rules.legal_actions(screen.session.game.state)
            every = table_options(screen)
            screen = after(
                screen, match_desk, option_keys(every)[every.index(legal[0])], keys.ENTER
            )
        else:
            assert isinstance(shown(screen), Feedback)
            screen = after(screen, match_desk, keys.SPACE)
    assert "No trick has been won yet." in texts[0]
    assert "Tricks so far: 0 for you, 0 for Opponent." not in texts[0]
    assert any("Tricks so far: " in text for text in texts)
    assert "The round is over." in text_of(screen)


def _bands(match_desk: Desk) -> LessonScreen:
    return reading(lesson_on(match_desk, 1), match_desk)


SCREENS: dict[str, Callable[[Desk], Screen]] = {
    "classic-lessons": lessons_on,
    "classic-lesson-choosing": _bands,
    "classic-lesson-wrong": lambda match_desk: entries.choosing(
        _bands(match_desk), match_desk, "p1 play 8k"
    ),
    "classic-lesson-discard": lambda match_desk: reading(lesson_on(match_desk, 5), match_desk),
}


@pytest.mark.parametrize("name", SCREENS)
def test_lessons_of_the_original_game_look_as_they_did(
    name: str, match_desk: Desk, golden: Callable[[str, str], None]
) -> None:
    screen = SCREENS[name](match_desk)
    golden(f"frames/{name}.txt", text_of(screen) + "\n")
    seven_bits = text_of(screen, look=Look(ASCII, animated=False))
    assert seven_bits.isascii()
    golden(f"frames/{name}-ascii.txt", seven_bits + "\n")
