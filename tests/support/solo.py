"""A game of a person beside a partner, and thoughts made up for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from foxduet.ai.partner import Thought
from foxduet.ai.workers import Think
from foxduet.core.common import Seat
from foxduet.games.duet.ai.expert import DuetEstimate
from foxduet.games.duet.rules.actions import Choice
from foxduet.games.duet.rules.observation import Observation
from foxduet.play.table import Session
from foxduet.play.table import look as look_at_hand
from foxduet.ui.kit import keys
from foxduet.ui.kit.answers import Answered
from foxduet.ui.kit.canvas import Look
from foxduet.ui.kit.screen import Screen
from foxduet.ui.table.moves import do_for_partner
from foxduet.ui.table.question import AskScreen
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import Choosing, GameOver, Hint, Question, RoundEnd
from tests.support.machine import patience
from tests.support.players import beginning_of, duet, played_game
from tests.support.tables import (
    STILL,
    Desk,
    Left,
    at_table,
    begin,
    of_kind,
    options_in,
    press_keys,
    received,
    settled,
)

BESIDE_EXPERT = (None, "expert")
SOLO = played_game(duet(1, ("Player", "Expert"), seed=0, ai=BESIDE_EXPERT), careful=True)
PLAYER, PARTNER = Seat.P1, Seat.P2


def solo_in(folder: Path, level: int = 2, seed: int = 7, look: Look = STILL) -> TableScreen:
    """Deal a game of Player beside Expert, saved in ``folder``."""
    return begin(options_in(folder, look), level, ("Player", "Expert"), seed, BESIDE_EXPERT)


def solo_moment(turns: int) -> TableScreen:
    """Return the table after some turns of a fixed game, with the person's hand in sight."""
    return at_table(look_at_hand(Session(beginning_of(SOLO, turns))))


def turns_before(choice: Choice, seat: Seat | None, *, following: bool = False) -> int:
    """Return the turns of the fixed game before the first decision of a kind."""
    for at, state in enumerate(SOLO.states):
        pending, trick = state.table.pending, state.table.trick
        if pending is not None and (pending.choice, pending.seat) == (choice, seat):
            led = trick is not None and trick.lead is not None
            if led or not following:
                return at
    raise AssertionError(f"the fixed game has no {choice} of {seat}")


THINKING = turns_before(Choice.PLAY, PARTNER, following=True)
FOREST = turns_before(Choice.FOREST, None)


def forest_in(folder: Path) -> TableScreen:
    """Return the forest choice of the fixed game, saved in ``folder``."""
    return replace(solo_moment(FOREST), saved=solo_in(folder).saved)


def solo_turn(folder: Path, seat: Seat, look: Look = STILL) -> TableScreen:
    """Return a fresh game in which ``seat`` leads first."""
    return next(
        screen
        for screen in (solo_in(folder, seed=seed, look=look) for seed in range(20))
        if screen.session.actor is seat
    )


def made_up(observation: Observation) -> Thought:
    """Return a thought with a chance for each choice, the last one's the best."""
    choices = observation.choices
    estimates = tuple(
        DuetEstimate(
            action,
            win=0.86 if at == len(choices) - 1 else 0.58 + 0.035 * ((3 * at + 2) % 7),
            score=20.0,
            taken=0.5,
            gem=0.9 if at == len(choices) - 1 else 0.2,
            overrun=0.1,
        )
        for at, action in enumerate(choices)
    )
    return Thought(choices[-1], estimates, worlds=500)


def nearly_sure(observation: Observation) -> Thought:
    """Return a thought that expects the win with each choice, and points that differ."""
    thought = made_up(observation)
    figures = [
        replace(one, win=0.985 + one.win / 100, score=20 + 22 * one.win)
        for one in thought.estimates
    ]
    return replace(thought, estimates=tuple(figures))


def think_it_up(job: Think) -> Thought:
    """Answer a job with a made-up thought."""
    return made_up(job.observation)


def first_choice_of(job: Think) -> Thought:
    """Choose the first of the choices, without figures."""
    return Thought(job.observation.choices[0])


def at_random(job: Think) -> Thought:
    """Choose by the job's own chance."""
    return Thought(job.chance.choice(job.observation.choices))


def hint_of(screen: Screen | Left) -> Hint | None:
    """Return the hint that a table shows, or will show once it is thought."""
    assert isinstance(screen, TableScreen)
    return screen.shows.hint if isinstance(screen.shows, Choosing | RoundEnd) else None


def with_hint(screen: TableScreen, hint: Hint) -> TableScreen:
    """Return a table where something is to be chosen, with a hint."""
    assert isinstance(screen.shows, Choosing | RoundEnd)
    return replace(screen, shows=replace(screen.shows, hint=hint))


def think_of(screen: Screen | Left, desk: Desk) -> Think:
    """Return the thought that a screen waits for."""
    assert isinstance(screen, Screen)
    job = screen.job(desk.context)
    assert isinstance(job, Think)
    return job


def with_answer(screen: Screen | Left, desk: Desk, answer: object) -> Screen:
    """Return what a screen becomes by an answer to the job that it waits for."""
    assert isinstance(screen, Screen)
    job = screen.job(desk.context)
    assert job is not None
    return of_kind(Screen, received(screen, Answered(job, answer), desk))


def answered(screen: Screen, desk: Desk, work: Callable[[Any], Any]) -> Screen:
    """Return what a screen becomes when all that it waits for has been worked out."""
    while (job := screen.job(desk.context)) is not None and screen.awaits_job:
        screen = with_answer(screen, desk, work(job))
    return screen


def with_thoughts(screen: Screen, desk: Desk) -> Screen:
    """Return what a screen becomes when all that it waits for has been thought."""
    return answered(screen, desk, at_random)


def next_key(rng: Random) -> str:
    """Choose any key that gets the game on: look, continue, go to an option, or do it."""
    often = [keys.ENTER, keys.SPACE] * 3
    return rng.choice([*often, keys.RIGHT, keys.LEFT, keys.DOWN, "1", "0"])


def tables_of_game(start: TableScreen, desk: Desk, rng: Random) -> Iterator[TableScreen]:
    """Play a game, alone or for two, to its end by random keys; yield every table on the way."""
    current: Screen | Left = start
    for _ in patience():
        assert isinstance(current, Screen)
        if isinstance(current, TableScreen):
            yield current
            if isinstance(current.shows, GameOver):
                return
            if (thought_over := with_thoughts(current, desk)) is not current:
                current = thought_over
                continue
        key = next_key(rng) if isinstance(current, TableScreen) else answer_to(current, rng)
        current = press_keys(current, desk, key)


def answer_to(screen: Screen | Left, rng: Random) -> str:
    """Choose an answer to a question: any to the last one before a defeat, no to all others."""
    assert isinstance(screen, AskScreen)
    return rng.choice("yn") if screen.question is Question.LOSES else "n"


def after_partner(turns: int, folder: Path, look: Look) -> TableScreen:
    """Return the table right after the partner's choice that follows so many turns."""
    desk, thought = options_in(folder, look), Thought(SOLO.turns[turns].action)
    screen = replace(solo_moment(turns), saved=solo_in(folder).saved)
    return of_kind(TableScreen, settled(do_for_partner(screen, thought, desk.context), desk))
