"""Reasons of Duet, by construction: events, shares and lines of play, in files too."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain, islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from foxduet.ai.partner import never_stop
from foxduet.ai.reasons import Line, ReasonQuery, find_reasons, replay_line
from foxduet.analysis.puzzles import puzzles_of
from foxduet.analysis.review import decision_points
from foxduet.analysis.review_file import SavedReview, load_review, save_review
from foxduet.core.lazy_dataclass import replace
from foxduet.games.duet.lines import play_lines
from foxduet.games.duet.reasons import (
    OF_TRICK,
    ReasonKind,
    contrasts,
    decisive_trick,
    event_of,
    is_settled,
    trick_actions,
)
from foxduet.games.duet.rules.engine import apply, legal_actions
from foxduet.games.duet.rules.observation import observe
from foxduet.games.duet.rules.state import (
    Choice,
    GameEnded,
    GemCollected,
    Outcome,
    PathOverrun,
)
from tests.support.players import VICTORY
from tests.support.reviews import WORLDS, assessment_of, paired_lines, task_in

FOREST = next(
    decision
    for decision in decision_points(VICTORY)
    if decision.state.table.pending.choice is Choice.FOREST
)
OBSERVATIONS = [
    FOREST.observation,
    *(puzzle.decision_point.observation for puzzle in puzzles_of("duet")[::15]),
]
each_position = pytest.mark.parametrize("number", range(len(OBSERVATIONS)))


def happens(kind: ReasonKind, subject: int, line: Line) -> bool:
    """Tell by what the engine reports whether an event comes in a line."""
    state, events, tricks = line.start_state, list[Any](), 0
    for action in line.actions:
        step = apply(state, action)
        events += step.events
        tricks += step.state.table.tricks_done != state.table.tricks_done
        if (kind in OF_TRICK and tricks) or (kind is ReasonKind.GEM_SOON and tricks > 1):
            break
        state = step.state
    outcomes = [event.outcome for event in events if isinstance(event, GameEnded)]
    ends = [event.end for event in events if isinstance(event, PathOverrun)]
    spaces = [event.space for event in events if isinstance(event, GemCollected)]
    match kind:
        case ReasonKind.WON | ReasonKind.WON_LATER:
            return outcomes == [Outcome.VICTORY]
        case ReasonKind.LOST:
            return outcomes == [Outcome.LOST]
        case ReasonKind.LOST_LATER:
            return outcomes == [Outcome.LOST] and ends[-1] == subject
        case ReasonKind.OVERRUN | ReasonKind.TOKEN | ReasonKind.OVERRUNS_LATER:
            return bool(ends)
        case ReasonKind.OVERRUN_LATER:
            return subject in ends
        case ReasonKind.GEM | ReasonKind.GEM_SOON:
            return bool(spaces)
        case ReasonKind.GEMS_LATER:
            return len(spaces) >= subject
        case ReasonKind.GEM_LATER:
            return subject in spaces


@each_position
def test_each_share_counts_the_lines_in_which_the_engine_reports_the_event(number: int) -> None:
    lines, others = paired_lines("duet", OBSERVATIONS[number], number)
    for best, worse in ((lines, others), (others, lines)):
        for contrast in contrasts(OBSERVATIONS[number], best, worse):
            event = event_of(contrast)
            for share, of_choice in ((contrast.best_share, best), (contrast.other_share, worse)):
                counted = [happens(contrast.kind, contrast.subject, line) for line in of_choice]
                assert counted == [*map(event, of_choice)]
                assert share == sum(counted) / WORLDS
            assert contrast.gain > 0


@each_position
def test_a_sketched_line_ends_each_trick_as_the_played_one(number: int) -> None:
    observation = OBSERVATIONS[number]
    worlds = play_lines(observation, observation.choices[::2], None, Random(number))
    for line in chain.from_iterable(islice(worlds, 8)):
        played = line.played()
        assert observe(played.start_state, observation.seat) == observation
        for trick, other in zip(line.tricks, played.tricks, strict=True):
            # A lost fox stays where it was on the table.
            end = trick.end if trick.outcome is Outcome.LOST else other.end
            assert trick == other._replace(cards=trick.cards, end=end)
            assert {*trick.cards} == {*other.cards}


@each_position
def test_a_settled_trick_ends_alike_whatever_the_other_seat_does(number: int) -> None:
    observation, rng = OBSERVATIONS[number], Random(number)
    lines, others = paired_lines("duet", OBSERVATIONS[number], number)
    for line in (*lines[:4], *others[:4]):
        if not is_settled(observation, line):
            continue
        actions: Sequence[Any] = trick_actions(observation, line)
        own = [action for action in actions if action.seat is observation.seat]
        state = others[rng.randrange(WORLDS)].start_state
        while state.table.tricks_done == observation.table.tricks_done:
            assert state.table.pending is not None
            is_own = state.table.pending.seat is observation.seat
            action = own.pop(0) if is_own else rng.choice(legal_actions(state))
            before, state = state, apply(state, action).state
        again = replay_line("duet", before, [action]).tricks[0]
        expected = line.tricks[0]
        assert again == expected._replace(cards=again.cards)
        assert {*again.cards} == {*expected.cards}


@pytest.mark.parametrize("number", range(0, len(OBSERVATIONS), 3))
def test_the_line_that_is_told_has_the_event_and_the_other_has_not(number: int) -> None:
    observation = OBSERVATIONS[number]
    choices = observation.choices
    pairs = [(choices[0], choices[-1]), (choices[-1], choices[0])]
    query = ReasonQuery("duet", observation, None, pairs)
    for reason in find_reasons(query, Random(number), never_stop):
        contrast, (best, other) = reason.contrast, reason.lines
        assert best.start_state == other.start_state
        assert observe(best.start_state, observation.seat) == observation
        assert (best.actions[0], other.actions[0]) == (reason.best, reason.other)
        told, partner = (other, best) if contrast.is_bad else (best, other)
        assert decisive_trick(contrast, partner) is None
        assert decisive_trick(contrast, told) in told.tricks
        assert replay_line("duet", told.start_state, told.actions) == told


@cache
def review_with_reasons() -> SavedReview:
    """Return a review in which a few decisions have a reason, that on the forest too."""
    assessments = {}
    for decision in (FOREST, *decision_points(VICTORY)[24:36]):
        choices = decision.observation.choices
        if len(choices) == 1:
            continue
        others = tuple(choice for choice in choices if choice != decision.chosen)
        pairs = [(other, decision.chosen) for other in others[:3]]
        query = ReasonQuery("duet", decision.observation, None, pairs)
        assessments[decision.number] = replace(
            assessment_of(decision),
            reasons=tuple(
                replace(reason, equals=others[1:])
                for reason in find_reasons(query, Random(decision.number), never_stop)
            ),
        )
    return SavedReview(assessments)


def test_a_review_file_returns_the_reasons_that_it_was_given(tmp_path: Path) -> None:
    review, rules = review_with_reasons(), VICTORY.rules
    save_review(task_in(tmp_path), review)
    again = load_review(task_in(tmp_path))
    pairs = [
        (reason, other)
        for number, assessment in review.assessments.items()
        for reason, other in zip(assessment.reasons, again.assessments[number].reasons, strict=True)
    ]
    assert len(pairs) >= 3
    for reason, other in pairs:
        assert replace(other, lines=reason.lines) == reason
        # A position line leaves out what seats know of each other.
        for line, other_line in zip(reason.lines, other.lines, strict=True):
            assert replace(other_line, start_state=line.start_state) == line
            assert rules.format_position(other_line.start_state) == rules.format_position(
                line.start_state
            )


@pytest.mark.parametrize(
    "damage",
    [
        lambda reason: reason["lines"][0]["actions"].pop(1),
        lambda reason: reason["lines"].reverse(),
        lambda reason: reason["lines"].pop(),
        lambda reason: reason.update(kind="LOST_LATER", subject=1),
        lambda reason: reason.update(kind="EDGE"),
        lambda reason: reason.update(shares=[0.5, 2]),
        lambda reason: reason.update(best="deal"),
        lambda reason: reason["lines"][0].update(position="1.0"),
    ],
)
def test_a_review_with_a_reason_that_its_lines_do_not_show_is_ignored(
    damage: Callable[[dict[str, Any]], object], tmp_path: Path
) -> None:
    task = task_in(tmp_path)
    save_review(task, review_with_reasons())
    (path,) = tmp_path.glob("*.json")
    table = json.loads(path.read_text("utf-8"))
    damage(next(reason for entry in table["decisions"] for reason in entry["reasons"]))
    path.write_text(json.dumps(table), "utf-8")
    assert load_review(task) == SavedReview({})
