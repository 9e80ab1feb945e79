"""How far the tracker may go after a trick (R7.1-R7.4)."""

from __future__ import annotations

from functools import cache

from foxduet.rules.duet.cards import Ability, Card, Seat


@cache
def possible_moves(lead: Card, follow: Card, winner: Seat) -> tuple[int, ...]:
    """Return the distinct moves among which ``winner`` chooses, ascending; + is toward p2's end.

    Paws of both cards toward the winner (R7.1), a Musician lets the direction turn (R7.2), each
    Gazelle lets one card's paws be left out (R7.3), both may apply together (R7.4).
    """
    abilities = (lead.ability, follow.ability)
    left_out = abilities.count(Ability.GAZELLE)
    distances = {lead.paws + follow.paws}
    if left_out >= 1:
        distances |= {lead.paws, follow.paws}
    if left_out == 2:
        distances.add(0)
    toward = 1 if winner is Seat.P2 else -1
    moves = {toward * distance for distance in distances}
    if Ability.MUSICIAN in abilities:
        moves |= {-move for move in moves}
    return tuple(sorted(moves))


def signed(steps: int) -> str:
    """Return a move with its sign, as people write it: ``+3``, ``-2``, ``0``."""
    return f"{steps:+d}" if steps else "0"
