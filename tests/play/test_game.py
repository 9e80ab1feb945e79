"""A game as it was played: where its chance comes from."""

from __future__ import annotations

from foxduet.play.game import Header, chance_of, open_game
from foxduet.rules.common import Seat
from tests.support.players import beginning_of, header_of, played_game


def test_each_seat_and_each_turn_has_chance_of_its_own() -> None:
    game = played_game(header_of(seed=3))
    drawn = {chance_of(beginning_of(game, at), seat).random() for at in range(10) for seat in Seat}
    assert len(drawn) == 20


def test_without_a_seed_chance_is_the_system_s() -> None:
    game = open_game(Header(level=2, players=("Left", "Right")))
    assert chance_of(game, Seat.P1).random() != chance_of(game, Seat.P1).random()
