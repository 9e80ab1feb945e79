"""A game of a person beside a partner, and thoughts made up for it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

from foxduet.ai.errands import Errand
from foxduet.ai.partner import Estimate, Thought
from foxduet.play.game import Header
from foxduet.play.table import Session, Stage
from foxduet.play.table import look as look_at_hand
from foxduet.rules.common import Seat
from foxduet.rules.duet.actions import Choice
from foxduet.rules.duet.observation import Observation
from foxduet.ui.app import press
from foxduet.ui.kit.look import Look
from foxduet.ui.screens import Leave, Options, Screen, TableScreen
from foxduet.ui.table.attending import considered, errand_of, is_awaited
from foxduet.ui.table.choices import first_choice
from foxduet.ui.table.keeping import begin
from foxduet.ui.table.keys import act_for_partner
from tests.support.players import beginning_of, played_game
from tests.support.tables import STILL, WINDOW, at_table, next_key, options_in

BESIDE_EXPERT = (None, "expert")
SOLO = played_game(
    Header(level=1, players=("Player", "Expert"), seed=0, ai=BESIDE_EXPERT), careful=True
)
PLAYER, PARTNER = Seat.P1, Seat.P2


def solo_in(folder: Path, level: int = 2, seed: int = 7, look: Look = STILL) -> TableScreen:
    """Deal a game of Player beside Expert, kept in ``folder``."""
    return begin(options_in(folder, look), level, ("Player", "Expert"), seed, BESIDE_EXPERT)


def solo_moment(turns: int) -> TableScreen:
    """Return the table after some turns of a fixed game, with the person's hand in sight."""
    session = look_at_hand(Session(beginning_of(SOLO, turns)))
    return replace(at_table(session), cursor=first_choice(session))


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
    """Return the forest choice of the fixed game, on file."""
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
        Estimate(
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


def think_it_up(errand: Errand) -> Thought:
    """Answer an errand with a made-up thought."""
    return made_up(errand.observation)


def first_choice_of(errand: Errand) -> Thought:
    """Choose the first of the choices, without figures."""
    return Thought(errand.observation.choices[0])


def at_random(errand: Errand) -> Thought:
    """Choose by the errand's own chance."""
    return Thought(errand.chance.choice(errand.observation.choices))


def with_thoughts(screen: Screen, options: Options) -> Screen:
    """Return what a screen becomes when all that it waits for has been thought."""
    while (errand := errand_of(screen)) is not None and is_awaited(screen, errand):
        screen = considered(screen, errand, at_random(errand), options)
    return screen


def played_by_keys(start: Screen, options: Options, rng: Random) -> list[TableScreen]:
    """Play a solo game to its end by random keys; return every table on the way."""
    tables: list[TableScreen] = []
    current: Screen | Leave = start
    while True:
        assert not isinstance(current, Leave)
        if isinstance(current, TableScreen):
            tables.append(current)
            if current.session.stage is Stage.OVER and not (current.walk or current.pause):
                return tables
            if (thought_over := with_thoughts(current, options)) is not current:
                current = thought_over
                continue
        key = next_key(current, rng) if isinstance(current, TableScreen) else "n"
        current = press(current, key, WINDOW, options)


def after_partner(turns: int, folder: Path, look: Look) -> TableScreen:
    """Return the table right after the partner's choice that follows so many turns."""
    thought = Thought(SOLO.turns[turns].action)
    screen = replace(solo_moment(turns), saved=solo_in(folder).saved)
    after = act_for_partner(screen, thought, options_in(folder, look))
    assert isinstance(after, TableScreen)
    return after
