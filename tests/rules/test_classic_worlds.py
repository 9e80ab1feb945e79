"""C7.3: the worlds that fit what a seat has seen, no more and no less, each equally likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from foxduet.core.cards import Seat
from foxduet.games.classic.rules.engine import new_game
from foxduet.games.classic.rules.observation import (
    observe,
    sample,
    sample_determinization,
    unseen_cards,
    worlds_of,
)
from foxduet.games.classic.rules.state import (
    Draw,
    GameState,
    Setup,
)
from tests.contract.classic import CLASSIC
from tests.contract.contract import Contract
from tests.contract.every import assert_alike, on_random_games
from tests.support.classic import (
    DEAL_BY_P1,
    SeatLog,
    World,
    after,
    at,
    has_world,
    is_possible,
    listed_worlds,
    parse_card,
    random_game,
    world_in,
    worlds_by_hand,
)

P1, P2 = Seat.P1, Seat.P2


# p1 leads Bells, of which p2 has none; the deck hides two of them and a Moon.
NO_KEYS = "1.9 2b4b6b8m/1k3k8k2m 5k 7b9b4k6k7kTm p1:- 5-4 0-0 p1:play"


# The same, but p2 has a Woodcutter, and a Bell on top of the deck.
CUTTER = "1.9 2b4b6b8m/1k3k8k5m 4k 7b9b6k7kTk2m p1:- 5-4 0-0 p1:play"


def test_C7_3_any_card_of_the_deck_may_be_its_top_card() -> None:
    seen = observe(after(at(NO_KEYS), "p1 play 2b", "p2 play 2m"), P1)
    worlds, rng = worlds_of(seen), Random(3)
    tops = Counter(sample_determinization(worlds, rng).deck[0] for _ in range(1800))
    # The two Bells lie in each deck of six, and three of the seven other cards are in the hand.
    assert {*tops} == {*unseen_cards(seen)}
    for bell in ("7b", "9b"):
        assert 240 < tops[parse_card(bell)] < 360


KNOWN = "1.8 2b4b6b8mTm/3k5k6k2m4m 5b 1k7b9b4k7kTk p2:- 5-3 0-0 p2:play"


def test_C7_3_what_cannot_be_in_the_other_hand_lies_face_down() -> None:
    # A void excludes Bells; a Bell that would have had to follow was put under the deck.
    state = after(at(NO_KEYS), "p1 play 2b", "p2 play 2m")
    taken = ("p2 play 3k", "p2 exchange 4m", "p1 play 2b", "p2 play 5k", "p2 discard 5b")
    put = after(at(KNOWN), *taken, "p1 play 8m", "p1 play 4b", "p2 play 2m")
    for seed in range(20):
        assert {parse_card("7b"), parse_card("9b")} <= {
            *sample(observe(state, P1), Random(seed)).deck
        }
        assert sample(observe(put, P1), Random(seed)).stock[-1] is parse_card("5b")


def test_C7_3_an_own_card_under_the_deck_is_never_in_the_other_hand() -> None:
    state = after(at(CUTTER), "p1 play 2b", "p2 play 5m", "p2 discard 3k")
    for seed in range(20):
        world = sample(observe(state, P2), Random(seed))
        assert world.stock[-1] is parse_card("3k")
        assert parse_card("3k") not in world.hands[P1]


def test_C7_3_before_a_card_is_played_every_hand_is_possible() -> None:
    dealt = after(new_game(Setup()), DEAL_BY_P1)
    for seat in Seat:
        seen = observe(dealt, seat)
        # Nineteen cards are unseen, thirteen of them in the other hand.
        assert worlds_of(seen).count == 27132
        worlds = [sample(seen, Random(seed)) for seed in range(60)]
        held = {card for world in worlds for card in world.hands[seat.other]}
        assert held == {*unseen_cards(seen)}
        assert len({world.deck for world in worlds}) == len(worlds)


def test_C7_3_before_the_first_deal_there_is_one_world() -> None:
    table = new_game(Setup())
    assert sample(observe(table, P1), Random(1)) == table


def test_C7_3_a_world_has_the_draw_under_way_too() -> None:
    state = after(at(CUTTER), "p1 play 2b", "p2 play 5m")
    drawn = {sample(observe(state, P1), Random(seed)).drawn for seed in range(200)}
    # A Bell only, and anything else, can have been drawn.
    assert drawn == {*unseen_cards(observe(state, P1))}


def _frequencies(state: GameState, seat: Seat, draws: int) -> tuple[Counter[World], list[World]]:
    worlds, rng = worlds_of(observe(state, seat)), Random(7)
    drawn = Counter(world_in(sample_determinization(worlds, rng), seat.other) for _ in range(draws))
    return drawn, list(listed_worlds(worlds))


@pytest.mark.parametrize(
    "actions",
    [
        ("p1 play 4b", "p2 play 3k", "p2 exchange 2m"),
        ("p1 play 4b", "p2 play 5m"),
        ("p1 play 4b", "p2 play 5m", "p2 discard 2m"),
    ],
)
def test_C7_3_every_world_is_equally_likely(actions: tuple[str, ...]) -> None:
    line = "1.11 4b6b/{} 1k 7b9bTk6k7kTm p1:- 6-5 0-0 p1:play"
    start = at(line.format("3k2m" if "3k" in actions[1] else "2m5m"))
    drawn, listed = _frequencies(after(start, *actions), P1, 20000)
    assert {*drawn} == {*listed}
    expected = 20000 / len(listed)
    # Six standard deviations.
    assert all(abs(count - expected) < 6 * expected**0.5 for count in drawn.values())


def _with_logs(setup: Setup, seed: int) -> Iterator[tuple[GameState, SeatLog]]:
    """Play a random match; yield each state with what was seen of each seat."""
    logs = [SeatLog(seat, [], set()) for seat in Seat]
    for before, action, step in random_game(setup, Random(seed)):
        for log in logs:
            log.note(before, action, step.state)
            yield step.state, log


@on_random_games(12, CLASSIC)
def test_C7_3_the_worlds_are_those_of_a_second_reading(
    game: Contract, setup: Setup, seed: int
) -> None:
    for state, log in _with_logs(setup, seed):
        worlds = worlds_of(observe(state, log.seat.other))
        if worlds.count < 600:
            listed = list(listed_worlds(worlds))
            assert len({*listed}) == len(listed) == worlds.count
            assert {*listed} == {*worlds_by_hand(state, log)}


@on_random_games(30, CLASSIC)
def test_C7_3_no_fact_excludes_the_true_world_and_each_drawn_one_fits_what_was_seen(
    game: Contract, setup: Setup, seed: int
) -> None:
    rng = Random(seed)
    for state, log in _with_logs(setup, seed):
        worlds = worlds_of(observe(state, log.seat.other))
        true = world_in(state, log.seat)
        assert is_possible(true, log)
        assert has_world(worlds, true)
        assert is_possible(world_in(sample_determinization(worlds, rng), log.seat), log)


SEEN_CUT = "1.10 5b4k6m/6b8k2m 1b 2k3k5k6k7kTk p1:- 5-5 2-0 p1:play"


def test_C7_1_a_seat_sees_what_it_drew_and_put_under_the_deck() -> None:
    led = after(at(SEEN_CUT), "p1 play 5b")
    assert [observe(led, seat).drawn for seat in Seat] == [parse_card("2k"), None]
    put = after(led, "p1 discard 6m")
    draw = Draw(P1, parse_card("2k"), parse_card("6m"))
    assert [observe(put, seat).draws for seat in Seat] == [(draw,), (Draw(P1, None, None),)]
    assert [observe(put, seat).drawn for seat in Seat] == [None, None]


@pytest.mark.parametrize("seat", Seat)
def test_C7_1_at_a_new_deal_nothing_is_remembered(seat: Seat) -> None:
    line = "1.12 5k/4b 1m 3k4k6k7k9kTk p1:- 8-4 0-0 p1:play"
    ended = after(at(line), "p1 play 5k", "p1 discard 3k", "p2 play 4b")
    dealt = observe(after(ended, DEAL_BY_P1), seat)
    assert dealt.table.facts == ((), ())
    assert (dealt.draws, dealt.out) == ((), ())


TOOK = ("p1 play 3b", "p1 exchange 6m", "p2 play 6b", "p2 play 8k", "p1 play 4k")


@pytest.mark.parametrize("card", ["2k", "4k"])
def test_C7_2_what_was_put_under_makes_no_difference_to_the_other(card: str) -> None:
    assert_alike(CLASSIC, SEEN_CUT, ("p1 play 5b",), "p1 discard 6m", f"p1 discard {card}")


def test_C7_2_putting_a_card_under_that_the_other_knew_makes_no_difference_to_it() -> None:
    # p1 took the decree 1b before all eyes; whether it lies under the deck now stays open.
    line = "1.9 3b5b4k6m/6b8kTk2m 1b 2k3k5k6k7k9k p1:- 5-4 2-0 p1:play"
    led = (*TOOK, "p2 play Tk", "p1 play 5b")
    assert_alike(CLASSIC, line, led, "p1 discard 1b", "p1 discard 2k")
