"""Reasons of the original game, by construction: events, shares and lines of play."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from foxduet.ai.partner import never_stop
from foxduet.ai.reasons import Line, Reason, ReasonQuery, find_reasons, replay_line
from foxduet.analysis.puzzles import puzzles_of
from foxduet.core.cards import Seat
from foxduet.games.classic.lines import contrasts
from foxduet.games.classic.reasons import (
    BANDS,
    ReasonKind,
    decisive_trick,
    event_of,
    is_settled,
    trick_meaning,
)
from foxduet.games.classic.rules.engine import apply, band_of, legal_actions
from foxduet.games.classic.rules.observation import Observation, observe
from foxduet.games.classic.rules.state import TRICKS, WINS, Discard
from tests.support.classic import at, filled
from tests.support.reviews import WORLDS, paired_lines

OBSERVATIONS = [puzzle.decision_point.observation for puzzle in puzzles_of("classic")[::9]]


def happens(observation: Observation, kind: ReasonKind, subject: int, line: Line) -> bool:
    """Tell by the last state of a line whether an event has come."""
    seat, state = observation.seat, line.start_state
    winners = []
    for action in line.actions:
        step = apply(state, action)
        if step.state.table.tricks != state.table.tricks:
            is_first = step.state.table.tricks[0] > state.table.tricks[0]
            winners.append(Seat.P1 if is_first else Seat.P2)
        state = step.state
    sevens = [
        (card.suit, trick.winner) for trick in line.tricks for card in trick.cards if card.rank == 7
    ]
    match kind:
        case ReasonKind.WON | ReasonKind.LOST:
            return state.table.outcome is WINS[seat if kind is ReasonKind.WON else seat.other]
        case ReasonKind.TRICK:
            return winners[0] == subject
        case ReasonKind.LEAD:
            return any(trick.leader == subject for trick in line.tricks[1:2])
        case ReasonKind.TREASURE:
            return (subject, seat) in sevens
        case ReasonKind.TREASURE_LOST:
            return (subject, seat.other) in sevens
        case _:
            return band_of(state.table.tricks[seat]) is BANDS[kind]


@pytest.mark.parametrize("number", range(len(OBSERVATIONS)))
def test_each_share_is_a_count_of_lines(number: int) -> None:
    observation = OBSERVATIONS[number]
    lines, others = paired_lines("classic", OBSERVATIONS[number], number)
    for best, worse in ((lines, others), (others, lines)):
        for contrast in contrasts(observation, best, worse):
            event = event_of(contrast)
            for share, of_choice in ((contrast.best_share, best), (contrast.other_share, worse)):
                counted = [
                    happens(observation, contrast.kind, contrast.subject, line)
                    for line in of_choice
                ]
                assert counted == [*map(event, of_choice)]
                assert share == sum(counted) / WORLDS
            assert contrast.gain > 0


@pytest.mark.parametrize("number", range(len(OBSERVATIONS)))
def test_a_settled_trick_ends_alike_whatever_the_other_seat_plays(number: int) -> None:
    observation, rng = OBSERVATIONS[number], Random(number)
    lines, others = paired_lines("classic", OBSERVATIONS[number], number)
    for line in (*lines[:4], *others[:4]) if is_settled(observation) else ():
        actions: tuple[Any, ...] = line.actions
        own = [action for action in actions if action.seat is observation.seat]
        state = others[rng.randrange(WORLDS)].start_state
        while state.table.tricks_done == observation.table.tricks_done:
            action: Any = rng.choice(legal_actions(state))
            if action.seat is observation.seat:
                planned = own.pop(0)
                # What is drawn, and buried, differs between worlds.
                action = action if isinstance(action, Discard) else planned
            state = apply(state, action).state
        assert state.table.tricks == line.tricks[0].tricks


def reasons_of(observation: Observation, seed: int) -> Sequence[Reason]:
    choices = observation.choices
    pairs = [(choices[0], choices[-1]), (choices[-1], choices[0])]
    return find_reasons(ReasonQuery("classic", observation, None, pairs), Random(seed), never_stop)


@pytest.mark.parametrize("number", range(0, len(OBSERVATIONS), 3))
def test_the_line_that_is_told_has_the_event_and_the_other_has_not(number: int) -> None:
    observation = OBSERVATIONS[number]
    for reason in reasons_of(observation, number):
        contrast, (best, other) = reason.contrast, reason.lines
        assert best.start_state == other.start_state
        assert observe(best.start_state, observation.seat) == observation
        assert (best.actions[0], other.actions[0]) == (reason.best, reason.other)
        told, partner = (other, best) if contrast.is_bad else (best, other)
        assert decisive_trick(contrast, partner) is None
        decisive = decisive_trick(contrast, told)
        assert decisive is not None
        assert decisive in told.tricks
        assert replay_line("classic", told.start_state, told.actions) == told
        if contrast.kind in BANDS:
            won, lost = decisive.tricks[observation.seat], decisive.tricks[observation.seat.other]
            ends = {band_of(end) for end in range(won, TRICKS - lost + 1)}
            assert ends == {BANDS[contrast.kind]}


@pytest.mark.parametrize(
    ("tricks", "winner", "expected"),
    [
        ("6-4", Seat.P1, (Seat.P1, 7, ReasonKind.VICTORIOUS)),
        ("4-6", Seat.P1, (Seat.P2, 7, ReasonKind.DEFEATED)),
        ("9-1", Seat.P2, (Seat.P1, 10, ReasonKind.GREEDY)),
        ("3-7", Seat.P2, (Seat.P1, 4, ReasonKind.HUMBLE)),
        ("2-9", Seat.P2, (Seat.P2, 10, ReasonKind.HUMBLE)),
        ("8-3", Seat.P2, (Seat.P2, 4, ReasonKind.GREEDY)),
        ("5-5", Seat.P1, None),
        ("6-4", Seat.P2, None),
    ],
)
def test_what_a_trick_decides(
    tricks: str, winner: Seat, expected: tuple[Seat, int, ReasonKind] | None
) -> None:
    done = sum(map(int, tricks.split("-")))
    own, other = ("".join(f"{rank}{suit}" for rank in range(1, 14 - done)) for suit in "bk")
    state = at(filled(f"1.{done} {own}/{other} 9k * p1:- {tricks} 0-0 p1:play"))
    assert trick_meaning(observe(state, Seat.P1), winner) == expected
