"""A game of a person beside a partner, and thoughts made up for it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from foxduet.ai.thought import Estimate, Thought
from foxduet.errands import Errand
from foxduet.game import Game, Header
from foxduet.rules.actions import Choice
from foxduet.rules.cards import Seat
from foxduet.rules.observation import Observation
from foxduet.session import Session
from foxduet.session import look as look_at_hand
from foxduet.ui.choices import first_choice
from foxduet.ui.keeping import begin
from foxduet.ui.look import Look
from foxduet.ui.play import act_for_partner
from foxduet.ui.screens import TableScreen
from tests.players import played_game
from tests.ui.tables import STILL, at_table, options_in

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
    session = look_at_hand(Session(Game(SOLO.header, SOLO.first, SOLO.turns[:turns])))
    return replace(at_table(session), cursor=first_choice(session))


def turns_before(choice: Choice, seat: Seat | None, *, following: bool = False) -> int:
    """Return the turns of the fixed game before the first decision of a kind."""
    for at, state in enumerate(SOLO.states):
        pending, trick = state.pending, state.trick
        if pending is not None and (pending.choice, pending.seat) == (choice, seat):
            led = trick is not None and trick.lead is not None
            if led or not following:
                return at
    raise AssertionError(f"the fixed game has no {choice} of {seat}")


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


def after_partner(turns: int, folder: Path, look: Look) -> TableScreen:
    """Return the table right after the partner's choice that follows so many turns."""
    thought = Thought(SOLO.turns[turns].action)
    screen = replace(solo_moment(turns), saved=solo_in(folder).saved)
    after = act_for_partner(screen, thought, options_in(folder, look))
    assert isinstance(after, TableScreen)
    return after
