"""A game as it was played: where its chance comes from."""

from __future__ import annotations

from foxduet.core.common import Seat
from foxduet.play.game import chance_of, open_game
from tests.support.players import beginning_of, duet, header_of, played_game


def test_each_seat_and_each_turn_has_its_own_generator() -> None:
    game = played_game(header_of(seed=3))
    drawn = {chance_of(beginning_of(game, at), seat).random() for at in range(10) for seat in Seat}
    assert len(drawn) == 20


def test_without_a_seed_the_generator_is_random() -> None:
    game = open_game(duet(2, ("Left", "Right")))
    assert chance_of(game, Seat.P1).random() != chance_of(game, Seat.P1).random()
