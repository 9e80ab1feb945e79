"""C7.3: the worlds that fit the facts, no more and no less, each equally likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.core.cards import Decision, Seat, Trick, hand_of
from foxduet.core.errors import NotationError
from foxduet.games.classic.rules import RULES
from foxduet.games.classic.rules.cards import DECK, Card, Suit
from foxduet.games.classic.rules.engine import legal_actions, new_game
from foxduet.games.classic.rules.notation import (
    Over,
    Position,
    format_position,
    parse_position,
    restore,
    view_of,
)
from foxduet.games.classic.rules.observation import (
    observe,
    redact,
    sample,
    sample_determinization,
    unseen_cards,
    worlds_of,
)
from foxduet.games.classic.rules.state import (
    DISCARD_DUE,
    DREW,
    PLAY_DUE,
    CardDiscarded,
    CardDrawn,
    Choice,
    Draw,
    GameState,
    Left,
    Limit,
    Outcome,
    Setup,
    Took,
    parse_action,
)
from tests.contract.classic import CLASSIC
from tests.contract.contract import Contract
from tests.contract.every import assert_alike, known, on_random_games, views
from tests.support.classic import (
    DEAL_BY_P1,
    SeatLog,
    World,
    after,
    at,
    choices,
    format_cards,
    has_world,
    hidden_from,
    is_possible,
    line_of,
    listed_worlds,
    parse_card,
    parse_hand,
    play,
    random_game,
    world_in,
    worlds_by_hand,
)
from tests.support.players import few

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
NO_KEYS = "1.9 2b4b6b8m/1k3k8k2m 5k 7b9b4k6k7kTm p1:- 5-4 0-0 p1:play"
# The same, but p2 has a Woodcutter, and a Bell on top of the deck.
CUTTER = "1.9 2b4b6b8m/1k3k8k5m 4k 7b9b6k7kTk2m p1:- 5-4 0-0 p1:play"


def test_C7_3_what_nothing_is_known_of_can_be_held() -> None:
    seen = observe(at(NO_KEYS), P1)
    assert cards_for_p1(NO_KEYS) == {*_pairs("1k3k8k2m7b9b4k6k7kTm")}
    assert {*unseen_cards(seen)} == {*hidden_from(at(NO_KEYS), P1)}


def test_C7_3_a_void_excludes_the_suit() -> None:
    held = cards_for_p1(NO_KEYS, "p1 play 2b", "p2 play 2m")
    assert held == {*_pairs("1k3k8k4k6k7kTm")}


def test_C7_3_what_a_void_excludes_lies_in_the_deck() -> None:
    state = after(at(NO_KEYS), "p1 play 2b", "p2 play 2m")
    for seed in range(20):
        world = sample(observe(state, P1), Random(seed))
        assert {parse_card("7b"), parse_card("9b")} <= {*world.deck}


def test_C7_3_any_card_of_the_deck_may_be_its_top_card() -> None:
    seen = observe(after(at(NO_KEYS), "p1 play 2b", "p2 play 2m"), P1)
    worlds, rng = worlds_of(seen), Random(3)
    tops = Counter(sample_determinization(worlds, rng).deck[0] for _ in range(1800))
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


SEEN_LEAD = "1.10 3b4k6m/6b8k2m 1b 2k3k5k6k7kTk p1:- 5-5 2-0 p1:play"
SEEN_CUT = "1.10 5b4k6m/6b8k2m 1b 2k3k5k6k7kTk p1:- 5-5 2-0 p1:play"


def test_C7_1_a_seat_sees_its_hand_the_decree_the_trick_tricks_and_points() -> None:
    state = after(at(SEEN_LEAD), "p1 play 4k")
    seen = observe(state, P2)
    assert seen.hand == parse_hand("6b8k2m")
    assert seen.table.decree is parse_card("1b")
    assert seen.table.trick == state.table.trick
    assert (seen.table.tricks, seen.table.points) == ((5, 5), (2, 0))
    assert (seen.other_cards, seen.deck_cards) == (2, 6)
    assert seen.table.pending == PLAY_DUE[P2]


def test_C7_1_both_seats_see_both_cards_of_a_trick_whose_discard_is_due() -> None:
    state = at("1.10 6b4k6m/5b8k2m 1b 2k3k5k6k7kTk p1:- 5-5 2-0 p1:play")
    followed = after(state, "p1 play 6b", "p2 play 5b")
    for seat in Seat:
        trick = observe(followed, seat).table.trick
        assert trick is not None
        assert trick.cards == (parse_card("6b"), parse_card("5b"))


def test_C7_1_only_the_seat_whose_turn_it_is_sees_choices() -> None:
    state = at(SEEN_LEAD)
    assert observe(state, P1).choices == tuple(map(parse_action, choices(state)))
    assert observe(state, P2).choices == ()
    assert observe(state, P2).table.pending == PLAY_DUE[P1]


def test_C7_1_a_seat_sees_its_own_drawn_and_discarded_cards_and_where_they_lie() -> None:
    led = after(at(SEEN_CUT), "p1 play 5b")
    assert observe(led, P1).drawn is parse_card("2k")
    put = after(led, "p1 discard 6m")
    seen = observe(put, P1)
    assert seen.drawn is None
    assert seen.draws == (Draw(P1, parse_card("2k"), parse_card("6m")),)
    assert seen.stock == (None,) * 5 + (parse_card("6m"),)


def test_C7_1_a_seat_sees_where_its_own_card_lies_among_those_of_the_other() -> None:
    state = at("1.9 5b5k6kTm/8b2m5m8m 1k 2k3k4m7k8kTk p1:- 5-4 0-0 p1:play")
    played = after(state, "p1 play 5b", "p1 discard Tm", "p2 play 8b", "p2 play 5m")
    played = after(played, "p2 discard 2m", "p1 play 5k", "p1 discard 2k")
    tm, two_m, two_k = (parse_card(text) for text in ("Tm", "2m", "2k"))
    assert observe(played, P1).stock == (None, None, None, tm, None, two_k)
    assert observe(played, P2).stock == (None, None, None, None, two_m, None)


TWO_FOXES = "1.9 3b4k3m6m/6b8k2mTm 1b 2k3k5k6k7kTk p1:- 5-4 2-0 p1:play"
TOOK = ("p1 play 3b", "p1 exchange 6m", "p2 play 6b", "p2 play 8k", "p1 play 4k")
LATER_CUT = "1.8 3b5b4k5m6m/2b6b8kTk9m 1b 2k3k5k6k7k9k p1:- 4-4 2-0 p1:play"
# p1 put a card under the deck before it took 1b, which it still holds while the next is due.
CUT_AGAIN = ("p1 play 5b", "p1 discard 2k", "p2 play 2b", *TOOK, "p2 play 9m", "p1 play 5m")


@pytest.mark.parametrize(
    ("line", "actions", "expected"),
    [
        # The old decree, in the hand that took it.
        (SEEN_LEAD, TOOK[:2], "-/1b"),
        (SEEN_LEAD, TOOK[:4], "-/1b"),
        # It is put out, for another one, or played, or kept.
        (TWO_FOXES, TOOK, "-/1b"),
        (TWO_FOXES, (*TOOK, "p2 play 2m", "p1 play 3m", "p1 exchange 1b"), "-/6m"),
        (TWO_FOXES, (*TOOK, "p2 play 2m", "p1 play 3m", "p1 exchange -"), "-/1b"),
        (TWO_FOXES, (*TOOK, "p2 play 2m", "p1 play 3m", "p1 exchange -", "p1 play 1b"), "-/-"),
        # It may lie under the deck once a discard was chosen.
        (LATER_CUT, CUT_AGAIN, "-/1b"),
        (LATER_CUT, (*CUT_AGAIN, "p1 discard 3k"), "-/-"),
    ],
)
def test_C7_1_the_old_decree_is_known_while_it_is_surely_in_the_hand_that_took_it(
    line: str, actions: tuple[str, ...], expected: str
) -> None:
    assert known(CLASSIC, line, *actions) == expected


@pytest.mark.parametrize("seat", Seat)
def test_C7_1_at_a_new_deal_nothing_is_remembered(seat: Seat) -> None:
    line = "1.12 5k/4b 1m 3k4k6k7k9kTk p1:- 8-4 0-0 p1:play"
    ended = after(at(line), "p1 play 5k", "p1 discard 3k", "p2 play 4b")
    assert observe(ended, seat).table.facts == (
        (Left(parse_card("5k")), DREW),
        (Limit(Suit.KEYS, 0), Left(parse_card("4b"))),
    )
    dealt = observe(after(ended, DEAL_BY_P1), seat)
    assert dealt.table.facts == ((), ())
    assert (dealt.draws, dealt.out) == ((), ())


@pytest.mark.parametrize(
    ("line", "actions", "p1", "p2"),
    [
        (
            SEEN_LEAD,
            (),
            "1.10 3b4k6m/?????? 1b ???????????? p1:- 5-5 2-0 p1:play",
            "1.10 ??????/6b8k2m 1b ???????????? p1:- 5-5 2-0 p1:play",
        ),
        # What the other seat drew and put under is hidden, too.
        (
            SEEN_CUT,
            ("p1 play 5b",),
            "1.10 2k4k6m/?????? 1b ?????????? p1:5b 5-5 2-0 p1:discard",
            "1.10 ??????/6b8k2m 1b ?????????? p1:5b 5-5 2-0 p1:discard",
        ),
        (
            SEEN_CUT,
            ("p1 play 5b", "p1 discard 6m"),
            "1.10 2k4k/?????? 1b ??????????6m p1:5b 5-5 2-0 p2:play",
            "1.10 ????/6b8k2m 1b ???????????? p1:5b 5-5 2-0 p2:play",
        ),
    ],
)
def test_C7_2_a_view_hides_the_other_hand_and_the_deck(
    line: str, actions: tuple[str, ...], p1: str, p2: str
) -> None:
    assert views(CLASSIC, line, *actions) == [p1, p2]


@pytest.mark.parametrize("card", ["2k", "4k"])
def test_C7_2_what_was_put_under_makes_no_difference_to_the_other(card: str) -> None:
    assert_alike(CLASSIC, SEEN_CUT, ("p1 play 5b",), "p1 discard 6m", f"p1 discard {card}")


def test_C7_2_putting_a_card_under_that_the_other_knew_makes_no_difference_to_it() -> None:
    # p1 took the decree 1b before all eyes; whether it lies under the deck now stays open.
    line = "1.9 3b5b4k6m/6b8kTk2m 1b 2k3k5k6k7k9k p1:- 5-4 2-0 p1:play"
    led = (*TOOK, "p2 play Tk", "p1 play 5b")
    assert known(CLASSIC, line, *led) == "-/1b"
    assert_alike(CLASSIC, line, led, "p1 discard 1b", "p1 discard 2k")
    assert known(CLASSIC, line, *led, "p1 discard 1b") == "-/-"


def test_C7_2_all_events_but_two_may_be_seen_by_both() -> None:
    step = play(at(SEEN_CUT), "p1 play 5b", "p1 discard 6m", "p2 play 6b")
    private = [event for event in step.events if redact(event, P2) != event]
    assert private == [CardDrawn(P1, parse_card("2k")), CardDiscarded(P1, parse_card("6m"))]
    assert all(redact(event, P1) == event for event in step.events)


VOID = "1.8 2b4b3k6m8m/1k6k8k2mTm 5k 1b3b7bTbEb4k p1:- 4-4 0-0 p1:play"


def test_C7_3_not_following_shows_a_void() -> None:
    state = after(at(VOID), "p1 play 2b", "p2 play 2m")
    assert state.table.facts[P2] == (Limit(Suit.BELLS, 0), Left(parse_card("2m")))


def test_C7_3_following_suit_shows_nothing_but_the_card() -> None:
    state = after(at(SEEN_LEAD), "p1 play 4k", "p2 play 8k")
    assert state.table.facts == ((Left(parse_card("4k")),), (Left(parse_card("8k")),))


@pytest.mark.parametrize(
    ("follow", "shown"),
    [
        # Two Keys and the Swan: the highest shows that there is none above, the Swan nothing.
        ("8k", (Limit(Suit.KEYS, 8), Left(parse_card("8k")))),
        ("1k", (Left(parse_card("1k")),)),
    ],
)
def test_C7_3_a_reply_under_a_monarch_shows_a_limit_unless_it_is_the_swan(
    follow: str, shown: tuple[object, ...]
) -> None:
    state = at("1.10 TkEk6m/1k8k2m 5k 1b3b7bTbEb4k p1:- 5-5 0-0 p1:play")
    assert after(state, "p1 play Ek", f"p2 play {follow}").table.facts[P2] == shown


def test_C7_3_a_void_shown_under_a_monarch_is_a_void() -> None:
    state = at("1.10 TkEk6m/1b8b2m 5k 1k3b7bTbEb4k p1:- 5-5 0-0 p1:play")
    played = after(state, "p1 play Ek", "p2 play 2m")
    assert played.table.facts[P2] == (Limit(Suit.KEYS, 0), Left(parse_card("2m")))


def test_C7_3_facts_are_in_order_with_draws_and_old_decrees() -> None:
    state = at("1.9 3b5b4k6m/6b8kTk2m 1b 2k3k5k6k7k9k p1:- 5-4 2-0 p1:play")
    played = after(
        state,
        "p1 play 3b",
        "p1 exchange 6m",
        "p2 play 6b",
        "p2 play 8k",
        "p1 play 4k",
        "p2 play Tk",
        "p1 play 5b",
        "p1 discard 1b",
    )
    assert played.table.facts[P1] == (
        Left(parse_card("3b")),
        Left(parse_card("6m")),
        Took(parse_card("1b")),
        Left(parse_card("4k")),
        Limit(Suit.KEYS, 0),
        Left(parse_card("5b")),
        DREW,
    )


def test_C7_4_opponents_may_say_what_they_like() -> None:
    assert RULES.cooperative is False
    # And no program can say that it is hopeless for both.
    assert RULES.is_hopeless(new_game(Setup())) is False


def test_C7_a_discard_due_is_seen_by_both() -> None:
    led = after(at(SEEN_CUT), "p1 play 5b")
    for seat in Seat:
        assert observe(led, seat).table.pending == DISCARD_DUE[P1]
    assert observe(led, P2).choices == ()


# The line of the design.
EXAMPLE = "1.2 4b5b8bEb3k4k7kEk6m7mTm/2b3b6b1k2k6kTk3m5m8mEm 9k 9b5k8k2mTb1m p1:- 1-1 0-1 p1:play"
LEAD = "1.10 3b5b4k/6b8k2m 1b 2k3k5k6k7kTk p1:- 5-5 2-0 p1:play"


def test_the_example_is_read_field_by_field() -> None:
    position = parse_position(EXAMPLE)
    assert (position.round, position.tricks_done) == (1, 2)
    assert [len(hand) for hand in position.hands] == [11, 11]
    assert position.hands[0][0] is parse_card("4b")
    assert position.decree is parse_card("9k")
    assert position.stock == tuple(map(parse_card, ("9b", "5k", "8k", "2m", "Tb", "1m")))
    assert position.trick == Trick(Seat.P1)
    assert (position.tricks, position.points) == ((1, 1), (0, 1))
    assert position.turn == Decision(Choice.PLAY, Seat.P1)


def test_the_example_is_written_as_it_was_read() -> None:
    assert format_position(parse_position(EXAMPLE)) == EXAMPLE
    assert line_of(at(EXAMPLE)) == EXAMPLE
    assert len(legal_actions(at(EXAMPLE))) == 11


def test_the_line_before_the_first_deal() -> None:
    line = "0.0 -/- - - - 0-0 0-0 deal"
    assert line_of(new_game(Setup())) == line
    assert RULES.parse_position(line, Setup()) == new_game(Setup())


TURNS: list[tuple[str, Decision[Choice] | Over]] = [
    ("deal", Decision(Choice.DEAL)),
    *(
        (f"{seat}:{choice.value}", Decision(choice, seat))
        for seat in Seat
        for choice in (Choice.PLAY, Choice.EXCHANGE, Choice.DISCARD)
    ),
    ("over:p1", Over(Outcome.P1)),
    ("over:p2", Over(Outcome.P2)),
    ("over:draw", Over(Outcome.DRAW)),
]


@pytest.mark.parametrize(("text", "turn"), TURNS)
def test_every_turn(text: str, turn: Decision[Choice] | Over) -> None:
    line = LEAD.replace("p1:play", text)
    assert parse_position(line).turn == turn
    assert format_position(parse_position(line)) == line


@pytest.mark.parametrize(
    ("text", "trick"),
    [
        ("-", None),
        ("p2:-", Trick(Seat.P2)),
        ("p1:7b", Trick(Seat.P1, parse_card("7b"))),
        ("p2:Em1b", Trick(Seat.P2, parse_card("Em"), parse_card("1b"))),
    ],
)
def test_every_trick(text: str, trick: Trick[Card] | None) -> None:
    line = LEAD.replace(" p1:- ", f" {text} ")
    assert parse_position(line).trick == trick
    assert format_position(parse_position(line)) == line


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Draw any position that a line can contain, whether or not the rules lead there."""
    deck = [*draw(st.permutations(DECK))]
    counts = [draw(st.integers(0, most)) for most in (11, 11, 6, 1, 2)]
    one, two, stock, decree, trick = [tuple(deck.pop() for _ in range(count)) for count in counts]
    under_way = draw(st.booleans())
    hidden = draw(st.sets(st.sampled_from(stock))) if stock else set()
    numbers = st.integers(0, 99)
    return Position(
        round=draw(st.integers(0, 9)),
        hands=(hand_of(one), hand_of(two)),
        decree=decree[0] if decree else None,
        stock=tuple(None if card in hidden else card for card in stock),
        trick=Trick(draw(st.sampled_from(Seat)), *trick) if trick or under_way else None,
        tricks=(draw(st.integers(0, 13)), draw(st.integers(0, 13))),
        points=(draw(numbers), draw(numbers)),
        turn=draw(st.sampled_from([turn for _, turn in TURNS])),
    )


@few(300)
@given(positions())
def test_every_position_is_read_as_it_is_written(position: Position) -> None:
    line = format_position(position)
    assert len(line.split(" ")) == 8
    assert parse_position(line) == position


def test_a_view_cannot_be_restored() -> None:
    with pytest.raises(NotationError, match="unseen cards: 9"):
        restore(view_of(observe(at(LEAD), Seat.P1)), Setup())


def test_a_drawn_card_shows_in_its_hand_while_the_discard_is_due() -> None:
    state = after(at(LEAD), "p1 play 5b")
    assert line_of(state) == "1.10 3b2k4k/6b8k2m 1b 3k5k6k7kTk p1:5b 5-5 2-0 p1:discard"


def test_when_the_game_is_over_no_trick_is_written() -> None:
    state = after(at(LEAD), "p1 play 5b", "p2 resign")
    assert line_of(state) == "1.10 3b2k4k/6b8k2m 1b 3k5k6k7kTk - 5-5 2-0 over:p1"


BAD_LINES = [
    ("", "eight fields"),
    (LEAD + " ", "eight fields with one space between, not 9"),
    (LEAD.replace(" 5-5", ""), "eight fields with one space between, not 7"),
    (LEAD.replace("1.10", "1"), "DONE: '' is not a number"),
    (LEAD.replace("1.10", "x.10"), "ROUND: 'x' is not a number"),
    (LEAD.replace("1.10", "1.9"), "DONE and TRICKS contradict each other"),
    (LEAD.replace("1.10", "01.10"), f"as '{LEAD}'"),
    (LEAD.replace("/6b8k2m", ""), "there are no cards here"),
    (LEAD.replace("3b5b4k", "5b3b4k"), "is not sorted"),
    (LEAD.replace("3b5b4k", "3b??4k"), "'??' is not a card"),
    (LEAD.replace(" 1b ", " ?? "), "'??' is not a card"),
    (LEAD.replace("2k3k5k", "2k2k5k"), "2k appears twice"),
    (LEAD.replace("2k3k5k", "2k?2k?"), "'?2' is not a card"),
    (LEAD.replace("2k3k5k6k7kTk", "??2k??2k"), "2k appears twice"),
    (LEAD.replace("2k3k5k6k7kTk", ""), "there are no cards here"),
    (LEAD.replace("p1:- ", "p1 "), "there are no cards here"),
    (LEAD.replace("p1:- ", "p3:- "), "'p3' is not a seat"),
    (LEAD.replace("p1:- ", "p1:1k8b9b "), "TRICK: 'p1:1k8b9b' has more than two cards"),
    (LEAD.replace("5-5", "5"), "TRICKS: '' is not a number"),
    (LEAD.replace("5-5", "5:5"), "TRICKS: '5:5' is not a number"),
    (LEAD.replace("2-0", "2-1-0"), "POINTS: '1-0' is not a number"),
    (LEAD.replace("2-0", "2-+1"), "POINTS: '+1' is not a number"),
    (LEAD.replace("2-0", "2-00"), f"as '{LEAD}'"),
    (LEAD + "\n", "TURN"),
    *(
        (LEAD.replace("p1:play", turn), f"TURN: '{turn}' is not a turn")
        for turn in (
            *("play", "p1", "p1:", "p3:play", "p1:deal", "p1:resign", "p1:PLAY", "p1:play:1"),
            *("p1:foxes", "team:play", "deal:p1", "over", "over:", "over:p3", "over:p1:21"),
        )
    ),
]


@pytest.mark.parametrize(("line", "reason"), BAD_LINES)
def test_what_is_not_a_position_line(line: str, reason: str) -> None:
    with pytest.raises(NotationError) as raised:
        parse_position(line)
    assert reason in str(raised.value)


FOX = "1.10 5b4k/6b8k2m 1b 2k3k5k6k7kTk p1:3b 5-5 2-0 p1:exchange"
CUT = "1.10 3b2k4k/6b8k2m 1b 3k5k6k7kTk p1:5b 5-5 2-0 p1:discard"
BETWEEN = "2.13 -/- 1b 2k3k5k6k7kTk - 7-6 12-9 deal"
# p2 followed the led Key with a Bell, and has two Keys left, only one of which it drew.
LAST_FOLLOW = "1.10 3b2m/6b6kTk 1b 2k3k5k7k9k p1:8k5b 5-5 0-0 p2:discard"
RESIGNED = "1.10 3b2k4k/6b8k 1b 3k5k6k7kTk - 5-5 2-0 over:p1"
OVER = "4.13 -/- 1b 2k3k5k6k7kTk - 7-6 22-19 over:p1"


@pytest.mark.parametrize("line", [EXAMPLE, LEAD, FOX, CUT, BETWEEN, OVER])
def test_a_position_is_restored(line: str) -> None:
    assert line_of(at(line)) == line


CONTRADICTIONS = [
    (LEAD.replace("6b8k2m", "3b8k2m"), "a card appears twice"),
    (LEAD.replace(" 1b ", " 3b "), "a card appears twice"),
    (LEAD.replace("2k3k", "4k3k"), "a card appears twice"),
    (LEAD.replace("3b5b4k", "??????"), "unseen cards: 3; here all cards must be known"),
    (LEAD.replace("3b5b4k", "3b5b"), "cards in the hand of p1: 2 instead of 3"),
    (LEAD.replace("6b8k2m", "6b8k2m3m"), "cards in the hand of p2: 4 instead of 3"),
    (LEAD.replace("2k3k", "2k"), "STOCK: [0-9] instead of 6 cards"),
    (LEAD.replace(" 1b ", " - "), "ROUND and DECREE contradict each other"),
    (LEAD.replace("1.10", "0.10"), "DONE and TURN contradict each other"),
    (
        LEAD.replace("1.10", "1.14").replace("5-5", "9-5"),
        "DONE: 14 tricks, but a round has only 13",
    ),
    (LEAD.replace("p1:play", "deal"), "TRICK and TURN contradict each other"),
    (LEAD.replace("p1:- ", "- "), "TRICK and TURN contradict each other"),
    (LEAD.replace("p1:play", "p2:play"), "TRICK and TURN contradict each other"),
    (LEAD.replace("p1:play", "p1:exchange"), "TRICK and TURN contradict each other"),
    (LEAD.replace("p1:play", "over:p1"), "TRICK and TURN contradict each other"),
    (FOX.replace("p1:exchange", "p1:discard"), "TRICK and TURN contradict each other"),
    (FOX.replace("p1:exchange", "p2:exchange"), "TRICK and TURN contradict each other"),
    (FOX.replace("p1:exchange", "p1:play"), "TRICK and TURN contradict each other"),
    (FOX.replace("p1:3b", "p1:4m"), "TRICK and TURN contradict each other"),
    (FOX.replace("p1:3b", "p1:3b6m"), "TRICK and TURN contradict each other"),
    (CUT.replace("3b2k4k", "3b2k"), "cards in the hand of p1: 2 instead of 3"),
    (CUT.replace("3k5k", "3k5k9m"), "STOCK: [0-9] instead of 5 cards"),
    (BETWEEN.replace("2.13", "0.13"), "DONE and TURN contradict each other"),
    (BETWEEN.replace("2.13", "2.12").replace("7-6", "6-6"), "DONE and TURN contradict each other"),
    (BETWEEN.replace("12-9", "21-9"), "POINTS and TURN contradict each other"),
    (BETWEEN.replace("-/-", "3b/-"), "cards in the hand of p1: 1 instead of 0"),
    (OVER.replace("over:p1", "over:p2"), "POINTS and TURN contradict each other"),
    (OVER.replace("over:p1", "over:draw"), "POINTS and TURN contradict each other"),
    (BETWEEN.replace("deal", "over:draw"), "POINTS and TURN contradict each other"),
    (LEAD.replace("2-0", "2-1"), "POINTS: 2-1 is more than these rounds, tricks and Treasures"),
    (LEAD.replace("5-5", "10-0").replace("2-0", "0-1"), "POINTS: 0-1 is more than"),
    (LEAD.replace("1.10", "2.10").replace("2-0", "12-0"), "POINTS: 12-0 is more than"),
    (BETWEEN.replace("2.13", "1.13"), "POINTS: 12-9 is more than"),
    (BETWEEN.replace("12-9", "16-9"), "POINTS: 16-9 is more than"),
    (BETWEEN.replace("2.13", "8.13"), "ROUND: a match to 21 cannot have a round 8"),
    (BETWEEN.replace("2.13", "999.13"), "ROUND: a match to 21 cannot have a round 999"),
    (OVER.replace("22-19", "99-19"), "POINTS: 99-19 is more than"),
    (OVER.replace("-/-", "3b/-"), "cards in the hand of p1: 1 instead of 0"),
    (OVER.replace("2k3k", "2k"), "STOCK: [0-9] instead of 6 cards"),
    (OVER.replace(" 1b ", " - "), "ROUND and DECREE contradict each other"),
    ("0.0 -/- - - - 0-0 0-1 deal", "POINTS: 0-1 is more than"),
    ("0.1 -/- - - - 1-0 0-0 over:p1", "DONE and TURN contradict each other"),
    (LAST_FOLLOW, "TRICK: the second card was not allowed to follow the first"),
    (
        LAST_FOLLOW.replace("8k5b", "Ek5k").replace("3k5k", "3k4k"),
        "TRICK: the second card was not allowed to follow",
    ),
    (RESIGNED.replace("6b8k", "6b"), "cards in the hand of p2: 1 instead of 3"),
    (RESIGNED.replace("3k5k6k7kTk", "3k5k6k7k"), "STOCK: [0-9] instead of 6 cards"),
    ("1.12 -/- 1b 2k3k5k6k7kTk - 6-6 0-0 over:p1", "cards in the hand of p1: 0 instead of 1"),
    ("1.0 -/- - - - 0-0 0-0 deal", "DONE and TURN contradict each other"),
    ("0.0 -/- 1b - - 0-0 0-0 deal", "ROUND and DECREE contradict each other"),
    ("1.13 3b/6b 1b 2k3k5k6k7kTk p1:- 7-6 0-0 p1:play", "DONE and TURN contradict each other"),
]


@pytest.mark.parametrize(("line", "reason"), CONTRADICTIONS)
def test_a_position_that_contradicts_itself_is_not_restored(line: str, reason: str) -> None:
    position = parse_position(line)
    with pytest.raises(NotationError, match=reason):
        restore(position, Setup())


def test_a_restored_state_knows_only_what_the_line_contains() -> None:
    state = at(LEAD)
    assert state.table.dealer is None
    assert state.table.facts == ((), ())
    assert state.draws == ()


def test_which_card_was_drawn_is_not_in_the_line() -> None:
    state = at(CUT)
    assert state.drawn is None
    assert state.table.facts == ((DREW,), ())
    put = after(state, "p1 discard 4k")
    assert put.draws == (Draw(Seat.P1, None, parse_card("4k")),)


@pytest.mark.parametrize(
    ("line", "resigned"),
    [
        (OVER, None),
        (OVER.replace("22-19", "22-22"), None),
        (BETWEEN.replace("deal", "over:p1"), "p2"),
        (BETWEEN.replace("deal", "over:p2"), "p1"),
        (LEAD.replace("p1:- ", "- ").replace("p1:play", "over:p2"), "p1"),
        ("0.0 -/- - - - 0-0 0-0 over:p1", "p2"),
        (RESIGNED, "p2"),
        (RESIGNED.replace("6b8k", "6b8k2m"), "p2"),
    ],
)
def test_a_result_that_the_points_do_not_explain_is_a_resignation(
    line: str, resigned: str | None
) -> None:
    state = RULES.parse_position(line, Setup())
    assert RULES.result_keys(state)["resigned"] == resigned


@pytest.mark.parametrize(("round_number", "scored"), [(1, (2, 0)), (2, (0, 0))])
def test_what_was_scored_before_in_the_round_is_known_in_round_1_only(
    round_number: int, scored: tuple[int, int]
) -> None:
    assert at(LEAD.replace("1.10", f"{round_number}.10")).table.scored == scored
