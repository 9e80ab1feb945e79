"""What every partner of every game promises: legal choices, no more knowledge than its seat has."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.ai.names import is_repeatable
from foxduet.ai.partner import Partner, adviser_named, partner_named, stop_after
from foxduet.core.common import Play, Seat
from tests.games.contract import Contract
from tests.games.every import GAMES, chance, drawn, every_game
from tests.support.players import few

every_partner = pytest.mark.parametrize(
    ("game", "name"),
    [(game, name) for game in GAMES for name in game.partners],
    ids=lambda value: getattr(value, "name", value),
)


def decisions(game: Contract, setup: Any, seed: int) -> Iterator[Any]:
    """Yield what a seat, or for a team either, sees in a random game when it must choose."""
    for state in game.states(setup, seed):
        due = game.rules.pending(state)
        if due is not None and not due.choice.is_deal:
            # Either seat may be asked what a team decides.
            seat = Seat(seed % 2) if due.seat is None else due.seat
            yield game.rules.observe(state, seat)


def first_lead(game: Contract) -> Any:
    """Return what is seen where most is to choose: at the first lead."""
    return next(decisions(game, game.setup, 1))


def named(game: Contract, *names: str) -> list[Partner]:
    """Return partners of a game by their names."""
    return [partner_named(game.name, name) for name in names]


@every_partner
@few(6)
@given(chance)
def test_every_decision_is_answered_with_one_of_its_choices(
    game: Contract, name: str, data: st.DataObject
) -> None:
    setup, seed = drawn(game, data)
    partner = partner_named(game.name, name)
    for seen in decisions(game, setup, seed):
        thought = partner(seen, Random(seed))
        assert thought.action in seen.choices
        assert not thought.cut_short
        if thought.estimates:
            assert tuple(one.action for one in thought.estimates) == seen.choices
            assert all(0 <= one.win <= 1 for one in thought.estimates)


@every_partner
@few(3)
@given(chance)
def test_worlds_that_differ_in_what_the_seat_cannot_know_lead_to_the_same_thought(
    game: Contract, name: str, data: st.DataObject
) -> None:
    setup, seed = drawn(game, data)
    partner, rng = partner_named(game.name, name), Random(seed)
    for seen in decisions(game, setup, seed):
        again = game.rules.observe(game.rules.sample(seen, rng), seen.seat)
        assert partner(again, Random(seed)) == partner(seen, Random(seed))


@every_game
def test_steady_leaves_nothing_to_chance(game: Contract) -> None:
    (steady,) = named(game, "steady")
    for seen in decisions(game, game.setup, 5):
        assert len({steady(seen, Random(seed)) for seed in range(3)}) == 1


@every_game
def test_the_share_of_cards_played_at_random(game: Contract) -> None:
    always, never_so, steady = named(game, "steady:100%", "steady:0%", "steady")
    wild = 0
    for seen in decisions(game, game.setup, 8):
        plain = steady(seen, Random(2)).action
        assert never_so(seen, Random(2)).action == plain
        differs = always(seen, Random(2)).action != plain
        assert isinstance(seen.choices[0], Play) or not differs
        wild += differs
    assert wild


@every_game
def test_a_novice_errs_otherwise_each_time(game: Contract) -> None:
    (novice,) = named(game, "novice")
    seen = first_lead(game)
    assert len({novice(seen, Random(seed)).action for seed in range(40)}) > 1


@every_partner
def test_a_partner_that_is_stopped_answers_at_once_and_says_so(game: Contract, name: str) -> None:
    thought = partner_named(game.name, name)(first_lead(game), Random(1), stop_after(0))
    assert thought.action in first_lead(game).choices
    assert thought.worlds <= 1
    assert thought.cut_short is bool(thought.worlds)


@every_game
def test_a_partner_limited_by_the_clock_is_cut_short_only_if_stopped_earlier(
    game: Contract,
) -> None:
    quick, slow = named(game, "expert:20ms", "expert:9999ms")
    thought = quick(first_lead(game), Random(1))
    assert (thought.worlds >= 1, thought.cut_short) == (True, False)
    stopped = slow(first_lead(game), Random(1), stop_after(0))
    assert (stopped.worlds, stopped.cut_short) == (1, True)


@every_game
@few(4)
@given(chance)
def test_an_adviser_estimates_every_choice_in_as_many_worlds_as_it_is_named_for(
    game: Contract, data: st.DataObject
) -> None:
    setup, seed = drawn(game, data)
    for seen in decisions(game, setup, seed):
        thought = adviser_named(game.name, "expert:3")(seen, Random(seed))
        if len(seen.choices) > 1:
            assert tuple(one.action for one in thought.estimates) == seen.choices
            assert thought.action in seen.choices


@every_partner
def test_a_partner_without_estimates_advises_as_it_plays(game: Contract, name: str) -> None:
    seen = first_lead(game)
    thought = partner_named(game.name, name)(seen, Random(1))
    advice = adviser_named(game.name, name)(seen, Random(1))
    assert advice == thought or advice.estimates


@every_partner
def test_only_the_clock_makes_a_partner_unrepeatable(game: Contract, name: str) -> None:
    assert name in game.partners
    assert is_repeatable(name)
    assert not is_repeatable("expert:50ms")
