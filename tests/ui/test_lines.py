"""Lines of play on screens: after a puzzle, in a review, and at a hint, where it tells no hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from foxduet.ai.partner import Thought
from foxduet.ai.reasons import Line, Reason, reason_module, replay_line
from foxduet.analysis.review import DecisionPoint, decision_points
from foxduet.core.cards import Seat
from foxduet.games.duet.ai.expert import DuetEstimate
from foxduet.games.duet.reasons import ReasonKind, make_contrast
from foxduet.plain.loop import get_voice
from foxduet.play.table_session import observe_game
from foxduet.ui.kit import keys
from foxduet.ui.replay import LineScreen, line_screen
from foxduet.ui.review import ReviewScreen
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import Hint
from foxduet.words.game_words import table_words
from tests.support import entries, reviews, tables
from tests.support.players import VICTORY
from tests.support.tables import FOLLOW_DOVE, Desk, of_kind, press_keys, text_of
from tests.ui.test_table_frames import ASCII_LOOK

pytestmark = pytest.mark.usefixtures("strict_canvas")
LINES = reason_module("duet")


def reason_for(observation: Any, best: Any, other: Any) -> Reason:
    """Return a reason with the lines of one world, about the first gem of the best choice."""
    world = next(LINES.play_lines(observation, [best, other], None, Random(1)))
    best_line, other_line = map(Line.played, world)
    space = next(trick.gem for trick in best_line.tricks if trick.gem is not None)
    contrast = make_contrast(ReasonKind.GEM_LATER, space, 0.8, 0.2)
    return Reason(best, other, contrast, (best_line, other_line))


def hinted(screen: TableScreen, steps: int = 3) -> TableScreen:
    observation = observe_game(screen.session.game, Seat.P2)
    thought = tables.made_up(observation)
    other = next(action for action in observation.choices if action != thought.action)
    reason = reason_for(observation, thought.action, other)
    return tables.with_hint(screen, Hint(replace(thought, reasons=(reason,)), steps))


def test_a_line_looks_as_it_did(golden: Callable[[str, str], None]) -> None:
    at, end = reviews.AT, reviews.AT + 12
    actions = [turn.action for turn in VICTORY.turns[at:end]]
    line = replay_line("duet", VICTORY.states[at], actions)
    contrast = make_contrast(ReasonKind.GEM, 0, 1.0, 0.0)
    reason = Reason(actions[0], actions[0], contrast, (line, line))
    screen = replace(line_screen(VICTORY.header, reason, of_best=True), position=4)
    golden("frames/line.txt", text_of(screen) + "\n")
    assert text_of(screen, look=ASCII_LOOK).isascii()


@pytest.fixture
def table(tmp_path: Path) -> TableScreen:
    return tables.table_at(tmp_path, FOLLOW_DOVE.format(path="1202101212 6 3"), Seat.P2)


def test_the_line_of_a_hint_shows_a_sampled_hand_and_leaves_nothing_behind(
    table: TableScreen, desk: Desk
) -> None:
    asked = hinted(table)
    line = of_kind(LineScreen, press_keys(asked, desk, keys.LINE_KEY))
    sampled, real = line.game.initial_state.hands, asked.session.state.hands
    assert sampled[Seat.P2] == real[Seat.P2]
    assert {*sampled[Seat.P1]} != {*real[Seat.P1]}
    begun = text_of(press_keys(line, desk, keys.LEFT))
    known = {*sampled[Seat.P1], *sampled[Seat.P2]} | tables.open_cards(asked.session)
    assert tables.cards_in(begun) == known
    assert "only one possible deal" in begun
    for key in ("q", keys.ESCAPE):
        assert press_keys(line, desk, keys.END, keys.LINE_KEY, key) == asked
    assert text_of(tables.hidden(line)) == text_of(tables.hidden(asked))


def test_a_hint_has_a_line_only_once_it_has_told_all(table: TableScreen, desk: Desk) -> None:
    for screen in (table, hinted(table, steps=2)):
        assert isinstance(press_keys(screen, desk, keys.LINE_KEY), TableScreen)
        assert "line" not in [command.name for command in get_voice(screen).commands(screen)]


@pytest.mark.usefixtures("few_puzzles")
def test_an_answer_opens_the_lines_of_both_choices(desk: Desk) -> None:
    puzzle = entries.thought_over(entries.posed(desk, entries.LEAD), desk)
    wrong = entries.choosing_answer(puzzle, desk, "p1 play 8d")
    assert wrong.reason is not None
    assert press_keys(wrong, desk, keys.LINE_KEY, keys.RIGHT) == wrong, "the answer is not told yet"
    told = press_keys(wrong, desk, "a")
    line = of_kind(LineScreen, press_keys(told, desk, keys.RIGHT))
    assert line == press_keys(told, desk, keys.LINE_KEY)
    assert "After the 8 of Doves: move 1 of " in text_of(line)
    other = of_kind(LineScreen, press_keys(line, desk, keys.RIGHT, keys.LINE_KEY))
    assert "After the 3 of Stars: move 2 of " in text_of(other)
    assert other.game.initial_state == line.game.initial_state
    solved = entries.choosing_answer(puzzle, desk, "p1 play 3s")
    assert "After the 3 of Stars: move 1 of " in text_of(press_keys(solved, desk, keys.RIGHT))


def costly_choice(screen: ReviewScreen) -> tuple[ReviewScreen, DecisionPoint]:
    """Return the review at a costly choice that has a reason, and the choice."""
    decision = next(d for d in decision_points(VICTORY) if d.number == screen.position + 1)
    one = screen.review.assessment_at(decision.number)
    assert one is not None
    one = replace(one, reasons=(reason_for(decision.observation, one.best, one.chosen),))
    assessments = [a if a.number != one.number else one for a in screen.review.assessments]
    return replace(screen, review=replace(screen.review, assessments=(*assessments,))), decision


def test_a_review_opens_the_line_of_a_choice_that_it_may_show(desk: Desk) -> None:
    screen, decision = costly_choice(reviews.reviewing(at=reviews.AT))
    names, phrase = VICTORY.header.players, table_words("duet").choices.choice_phrase
    line = press_keys(screen, desk, keys.LINE_KEY)
    assert f"After {phrase(decision.chosen, names)}: move 1 of " in text_of(line)
    assert press_keys(line, desk, "q") == screen
    for other in (replace(screen, view=decision.seat.other), replace(screen, position=0)):
        assert press_keys(other, desk, keys.LINE_KEY) == other


def test_a_line_is_told_in_a_sentence_for_each_choice(desk: Desk, table: TableScreen) -> None:
    for screen in (hinted(table), costly_choice(reviews.reviewing(at=reviews.AT))[0]):
        (command,) = (c for c in get_voice(screen).commands(screen) if c.name == "line")
        told = command.reply(screen, "", desk.context)
        assert isinstance(told, tuple)
        line = of_kind(LineScreen, press_keys(screen, desk, keys.LINE_KEY))
        for sentence, shown in zip(told, (line, line.other), strict=True):
            assert sentence.startswith(shown.place.partition(":")[0] + ", say, trick ")
        assert "found a gem" in told[not line.of_best]


@pytest.mark.usefixtures("few_puzzles")
@pytest.mark.parametrize("card", ["3", "6"])
def test_an_answer_as_good_as_the_best_has_a_reason_of_its_own(card: str, desk: Desk) -> None:
    screen = entries.posed(desk, entries.LEAD)
    answer = screen.puzzle.answer
    equal = tuple(
        replace(choice, win=answer.win, score=answer.score)
        if choice.text == "p1 play 6s"
        else choice
        for choice in screen.puzzle.choices
    )
    puzzle = replace(screen.puzzle, choices=equal)
    decision = puzzle.decision_point
    actions = decision.observation.choices
    right = [action for action in actions if puzzle.is_right(action)]
    estimates = tuple(
        DuetEstimate(action, choice.win, choice.score, taken=0.5, gem=0.5, overrun=0.0)
        for action, choice in zip(actions, equal, strict=True)
    )
    pairs = product(right, [action for action in actions if action not in right])
    reasons = tuple(reason_for(decision.observation, *pair) for pair in pairs)
    thought = Thought(decision.chosen, estimates, 1000, reasons=reasons)
    screen = replace(screen, posed=replace(screen.posed, puzzle=puzzle), thought=thought)
    answered = entries.choosing_answer(screen, desk, f"p1 play {card}s")
    told = text_of(answered)
    assert f"Correct: the {card} of Stars." in told
    assert f"  The {card} of Stars leads to the gem on space " in told
