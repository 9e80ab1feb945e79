"""The expert: the same worlds for each choice, rounds played out, judged by a learned value."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from foxduet.ai.duet.belief import World, is_settled, worlds_of
from foxduet.ai.duet.bitpath import covered, trail_of
from foxduet.ai.duet.candidates import Line, Spot, follow_line, lines_of, spot_of
from foxduet.ai.duet.rollout import Fate, Played, play_tricks
from foxduet.ai.duet.steady import plain_worths
from foxduet.ai.duet.tables import CARDS, bits_of
from foxduet.ai.duet.value import DEFEAT, RoundValue, Worth, value_after, victory
from foxduet.ai.partner import Estimate, Partner, Stop, Thought, never
from foxduet.ai.search import FIRST_LOOK, NO_LOOK, Findings, Tally, Trial, search
from foxduet.rules.common import Seat
from foxduet.rules.duet.actions import Action, Choice
from foxduet.rules.duet.observation import Observation
from foxduet.rules.duet.state import HAND_SIZE, TRICKS

if TYPE_CHECKING:
    from random import Random

DEFAULT_WORLDS = 200
_NEAR = 0.003
"""A difference in worth that nobody can feel: the plainer of two such choices is taken."""


def expert(worlds: int = DEFAULT_WORLDS) -> Partner:
    """Return the expert that looks at so many worlds for a decision.

    Choices that fall behind are left alone on the way: their figures are rough.
    """
    return partial(_choose, most=worlds, first_look=FIRST_LOOK)


def adviser(worlds: int = DEFAULT_WORLDS) -> Partner:
    """Return an expert that follows each choice in all its worlds, so that figures compare."""
    return partial(_choose, most=worlds, first_look=NO_LOOK)


def _choose(
    observation: Observation, rng: Random, stop: Stop = never, *, most: int, first_look: int
) -> Thought:
    if len(observation.choices) == 1:
        return Thought(observation.choices[0])
    pending = observation.table.pending
    assert pending is not None, "somebody must choose"
    if pending.choice is Choice.FOREST:
        places = list(range(len(observation.choices)))
        findings = search(tries_of_ends(observation), _deals(rng, most), stop, first_look)
    else:
        spot = spot_of(observation)
        lines = lines_of(observation, spot)
        places = [line.choice for line in lines]
        judge = _Judge(spot, value_after(observation.table.setup, observation.table.round))
        attempts = [partial(judge.attempt, line) for line in lines]
        if is_settled(observation):
            # All hands are looked at once: the figures of all choices are to be exact.
            first_look = NO_LOOK
        findings = search(attempts, worlds_of(observation, rng, most), stop, first_look)
    best = best_of_each(places, findings.tallies)
    return Thought(
        observation.choices[_plainest(observation, findings, best)],
        tuple(
            _estimate(choice, findings.tallies[at])
            for choice, at in zip(observation.choices, best, strict=True)
        ),
        findings.worlds,
        findings.cut_short,
    )


@dataclass(frozen=True, slots=True)
class _Judge:
    """Follows lines from one moment of a round."""

    spot: Spot
    value: RoundValue

    def attempt(self, line: Line, world: World) -> Trial:
        """Follow ``line`` in ``world``."""
        spot = self.spot
        trick, end = follow_line(spot, line, world)
        lost = trick.fate is Fate.LOST
        overrun = lost or trick.trail.reserve < spot.trail.reserve
        return Trial(
            worth_at(end, spot.level, spot.round, self.value),
            taken=trick.leader == spot.seat,
            gem=not overrun and trick.trail.gems != spot.trail.gems,
            overrun=overrun,
        )


def worth_at(end: Played, level: int, round_number: int, value: RoundValue) -> Worth:
    """Return what the end of a round, or of the game in it, is worth."""
    if end.fate is Fate.WON:
        cards = end.hand.bit_count() + end.other.bit_count()
        return victory(level, round_number, cards, end.trail.reserve)
    return DEFEAT if end.fate is Fate.LOST else value(end.trail)


def _deals(rng: Random, most: int) -> Iterator[list[int]]:
    """Yield shuffled decks: both hands, then the decree."""
    return (rng.sample(range(CARDS), CARDS) for _ in range(most))


def tries_of_ends(observation: Observation) -> list[Callable[[list[int]], Trial]]:
    """Return for each end what comes of it if the forest token covers its last space."""
    trail = trail_of(observation.table.path, observation.table.reserve)
    dealer, following = observation.table.dealer, observation.table.round + 1
    assert dealer is not None, "a round has been dealt"
    value = value_after(observation.table.setup, following)

    def play_round(end: Seat, cards: list[int]) -> Trial:
        # Whoever dealt the last round leads in the next.
        orders = cards[:HAND_SIZE], cards[HAND_SIZE : 2 * HAND_SIZE]
        hands = bits_of(orders[0]), bits_of(orders[1])
        decree = cards[2 * HAND_SIZE]
        played = play_tricks(TRICKS, covered(trail, end), decree, dealer, hands, orders)
        return Trial(worth_at(played, observation.table.setup.level, following, value))

    return [partial(play_round, end) for end in Seat]


def best_of_each(places: Sequence[int], tallies: Sequence[Tally]) -> list[int]:
    """Return for each choice the best of its candidates, by their places.

    One that was followed further comes before those that were dropped, however well they began.
    """
    return [
        max(
            (at for at, place in enumerate(places) if place == choice),
            key=lambda at: (tallies[at].worlds, tallies[at].mean),
        )
        for choice in range(places[-1] + 1)
    ]


def _plainest(observation: Observation, findings: Findings, best: Sequence[int]) -> int:
    """Return the best choice; among those as good, what the steady partner likes most.

    What was dropped on the way is out, however well it began.
    """
    tallies = [findings.tallies[at] for at in best]
    highest = max(tally.mean for tally in tallies if tally.worlds == findings.worlds)
    near = [
        choice
        for choice, tally in enumerate(tallies)
        if tally.worlds == findings.worlds and tally.mean >= highest - _NEAR
    ]
    plain = plain_worths(observation)
    return max(near, key=plain.__getitem__)


def _estimate(action: Action, tally: Tally) -> Estimate:
    return Estimate(
        action,
        win=tally.win / tally.worlds,
        score=tally.score / tally.worlds,
        taken=tally.taken / tally.worlds,
        gem=tally.gem / tally.worlds,
        overrun=tally.overrun / tally.worlds,
    )
