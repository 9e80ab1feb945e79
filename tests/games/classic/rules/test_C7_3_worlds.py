"""C7.3: the worlds that fit the facts, no more and no less, each equally likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from foxduet.core.common import Seat, hand_of
from foxduet.games.classic.rules.engine import new_game
from foxduet.games.classic.rules.observation import observe, unseen_cards
from foxduet.games.classic.rules.state import GameState, Setup
from foxduet.games.classic.rules.worlds import draw_world, sample, worlds_of
from tests.games.classic.contract import CLASSIC
from tests.games.contract import Contract
from tests.games.every import on_random_games
from tests.support.classic.by_hand import SeatLog, World, is_possible, worlds_by_hand
from tests.support.classic.deals import (
    DEAL_BY_P1,
    after,
    at,
    format_cards,
    hidden_from,
    parse_card,
    random_game,
)
from tests.support.classic.listed_worlds import has_world, listed_worlds, world_in

P1, P2 = Seat.P1, Seat.P2


def hands_for_p1(line: str, *actions: str) -> set[str]:
    """Return the hands that p2 can hold in the eyes of p1 after some actions."""
    worlds = worlds_of(observe(after(at(line), *actions), P1))
    return {format_cards(hand_of(hand)) for hand, _drawn, _under in listed_worlds(worlds)}


def cards_for_p1(line: str, *actions: str) -> set[str]:
    """Return the cards that p2 can hold in the eyes of p1 after some actions."""
    return {card for hand in hands_for_p1(line, *actions) for card in _pairs(hand)}


def _pairs(text: str) -> list[str]:
    return [text[at : at + 2] for at in range(0, len(text), 2)]


# p1 leads Bells, of which p2 has none; the deck hides two of them and a Moon.
VOID = "1.9 2b4b6b8m/1k3k8k2m 5k 7b9b4k6k7kTm p1:- 5-4 0-0 p1:play"
# The same, but p2 has a Woodcutter, and a Bell on top of the deck.
CUTTER = "1.9 2b4b6b8m/1k3k8k5m 4k 7b9b6k7kTk2m p1:- 5-4 0-0 p1:play"


def test_C7_3_what_nothing_is_known_of_can_be_held() -> None:
    seen = observe(at(VOID), P1)
    assert cards_for_p1(VOID) == {*_pairs("1k3k8k2m7b9b4k6k7kTm")}
    assert {*unseen_cards(seen)} == {*hidden_from(at(VOID), P1)}


def test_C7_3_a_void_excludes_the_suit() -> None:
    held = cards_for_p1(VOID, "p1 play 2b", "p2 play 2m")
    assert held == {*_pairs("1k3k8k4k6k7kTm")}


def test_C7_3_what_a_void_excludes_lies_in_the_deck() -> None:
    state = after(at(VOID), "p1 play 2b", "p2 play 2m")
    for seed in range(20):
        world = sample(observe(state, P1), Random(seed))
        assert {parse_card("7b"), parse_card("9b")} <= {*world.deck}


def test_C7_3_any_card_of_the_deck_may_be_its_top_card() -> None:
    seen = observe(after(at(VOID), "p1 play 2b", "p2 play 2m"), P1)
    worlds, rng = worlds_of(seen), Random(3)
    tops = Counter(draw_world(worlds, rng).deck[0] for _ in range(1800))
    # The two Bells lie in each deck of six, and three of the seven other cards are in the hand.
    assert {*tops} == {*unseen_cards(seen)}
    for bell in ("7b", "9b"):
        assert 240 < tops[parse_card(bell)] < 360


def test_C7_3_a_led_monarch_followed_with_its_highest_excludes_higher_cards() -> None:
    line = "1.10 Ek6mTm/2k8k2m 5k 1b3b7b9kTkEb p1:- 5-5 0-0 p1:play"
    played = ("p1 play Ek", "p2 play 8k")
    assert cards_for_p1(line, *played) == {*_pairs("1b3b7bEb2k2m")}


def test_C7_3_the_swan_under_a_monarch_excludes_nothing() -> None:
    line = "1.10 Ek6mTm/1k8k2m 5k 1b3b7b9kTkEb p1:- 5-5 0-0 p1:play"
    assert cards_for_p1(line, "p1 play Ek", "p2 play 1k") == {*_pairs("1b3b7bEb8k9kTk2m")}


def test_C7_3_a_void_ends_with_a_draw_for_one_card() -> None:
    # p2 has no Bell, then draws: one of the two may be in its hand, but not both.
    hands = hands_for_p1(CUTTER, "p1 play 2b", "p2 play 5m", "p2 discard 3k")
    assert any("7b" in hand for hand in hands)
    assert any("9b" in hand for hand in hands)
    assert not any("7b" in hand and "9b" in hand for hand in hands)


def test_C7_3_a_void_shown_again_ends_what_the_draw_may_have_brought() -> None:
    line = "1.8 2b4b6b8mTm/1k3k8k5m6m 4k 9b6k7kTk2m7b p1:- 5-3 0-0 p1:play"
    cut = ("p1 play 2b", "p2 play 5m", "p2 discard 9b", "p1 play 4b")
    assert cards_for_p1(line, *cut) & {"7b", "9b"} == {"7b", "9b"}
    assert cards_for_p1(line, *cut, "p2 play 6m") & {"7b", "9b"} == set()


def test_C7_3_a_card_shown_after_a_void_is_what_was_drawn() -> None:
    # Once p2 has played the Bell that it drew, no other can have come in.
    line = "1.8 2b4b6b8mTm/1k3k8k5m6m 4k 7b9b6k7kTk2m p1:- 5-3 0-0 p1:play"
    cut = ("p1 play 2b", "p2 play 5m", "p2 discard 6m", "p1 play 4b")
    assert any("9b" in hand for hand in hands_for_p1(line, *cut))
    shown = after(at(line), *cut, "p2 play 7b")
    worlds = worlds_of(observe(shown, P1))
    assert {drawn for _hand, drawn, _under in listed_worlds(worlds)} == {(parse_card("7b"),)}
    assert not any("9b" in hand for hand in hands_for_p1(line, *cut, "p2 play 7b"))


def test_C7_3_an_old_decree_is_held_for_certain() -> None:
    line = "1.10 2b4b6m/3b8k2m 1k 5b9b4k6k7kTk p2:- 5-5 0-0 p2:play"
    hands = hands_for_p1(line, "p2 play 3b", "p2 exchange 2m")
    assert all("1k" in hand for hand in hands)


def test_C7_3_a_void_stays_when_an_old_decree_of_the_suit_comes_in() -> None:
    line = "1.8 2b4b6b8mTm/3k6k8k2m4m 5b 7b9b1k4k7kTk p1:- 5-3 0-0 p1:play"
    played = ("p1 play 2b", "p2 play 3k", "p2 exchange 4m")
    hands = hands_for_p1(line, *played)
    assert all("5b" in hand for hand in hands)
    assert not any("7b" in hand or "9b" in hand for hand in hands)


KNOWN = "1.8 2b4b6b8mTm/3k5k6k2m4m 5b 1k7b9b4k7kTk p2:- 5-3 0-0 p2:play"


def test_C7_3_a_woodcutter_may_have_put_a_known_card_under_the_deck() -> None:
    taken = ("p2 play 3k", "p2 exchange 4m", "p1 play 2b", "p2 play 5k")
    assert all("5b" in hand for hand in hands_for_p1(KNOWN, *taken))
    put = hands_for_p1(KNOWN, *taken, "p2 discard 2m")
    assert any("5b" in hand for hand in put)
    assert any("5b" not in hand for hand in put)


def test_C7_3_a_known_card_that_would_have_had_to_follow_must_lie_under_the_deck() -> None:
    taken = ("p2 play 3k", "p2 exchange 4m", "p1 play 2b", "p2 play 5k", "p2 discard 5b")
    played = (*taken, "p1 play 8m", "p1 play 4b", "p2 play 2m")
    hands = hands_for_p1(KNOWN, *played)
    assert hands
    assert not any("5b" in hand for hand in hands)
    world = sample(observe(after(at(KNOWN), *played), P1), Random(1))
    assert world.stock[-1] is parse_card("5b")


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
    drawn = Counter(world_in(draw_world(worlds, rng), seat.other) for _ in range(draws))
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
        assert is_possible(world_in(draw_world(worlds, rng), log.seat), log)
