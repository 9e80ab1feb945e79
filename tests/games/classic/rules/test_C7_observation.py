"""C7: what a seat may know, and what it may not."""

from __future__ import annotations

import pytest

from foxduet.core.common import Seat
from foxduet.games.classic.rules.actions import DISCARD_DUE, PLAY_DUE, parse_action
from foxduet.games.classic.rules.cards import Suit
from foxduet.games.classic.rules.engine import new_game
from foxduet.games.classic.rules.events import CardDiscarded, CardDrawn
from foxduet.games.classic.rules.observation import observe, redact
from foxduet.games.classic.rules.ruleset import RULES
from foxduet.games.classic.rules.state import DREW, Draw, Left, Limit, Setup, Took
from tests.games.classic.contract import CLASSIC
from tests.games.every import assert_alike, known, views
from tests.support.classic.deals import DEAL_BY_P1, after, at, choices, parse_card, parse_hand, play

P1, P2 = Seat.P1, Seat.P2
LEAD = "1.10 3b4k6m/6b8k2m 1b 2k3k5k6k7kTk p1:- 5-5 2-0 p1:play"
CUT = "1.10 5b4k6m/6b8k2m 1b 2k3k5k6k7kTk p1:- 5-5 2-0 p1:play"


def test_C7_1_a_seat_sees_its_hand_the_decree_the_trick_tricks_and_points() -> None:
    state = after(at(LEAD), "p1 play 4k")
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
    state = at(LEAD)
    assert observe(state, P1).choices == tuple(map(parse_action, choices(state)))
    assert observe(state, P2).choices == ()
    assert observe(state, P2).table.pending == PLAY_DUE[P1]


def test_C7_1_a_seat_sees_its_own_drawn_and_discarded_cards_and_where_they_lie() -> None:
    led = after(at(CUT), "p1 play 5b")
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
        (LEAD, TOOK[:2], "-/1b"),
        (LEAD, TOOK[:4], "-/1b"),
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
            LEAD,
            (),
            "1.10 3b4k6m/?????? 1b ???????????? p1:- 5-5 2-0 p1:play",
            "1.10 ??????/6b8k2m 1b ???????????? p1:- 5-5 2-0 p1:play",
        ),
        # What the other seat drew and put under is hidden, too.
        (
            CUT,
            ("p1 play 5b",),
            "1.10 2k4k6m/?????? 1b ?????????? p1:5b 5-5 2-0 p1:discard",
            "1.10 ??????/6b8k2m 1b ?????????? p1:5b 5-5 2-0 p1:discard",
        ),
        (
            CUT,
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
    assert_alike(CLASSIC, CUT, ("p1 play 5b",), "p1 discard 6m", f"p1 discard {card}")


def test_C7_2_putting_a_card_under_that_the_other_knew_makes_no_difference_to_it() -> None:
    # p1 took the decree 1b before all eyes; whether it lies under the deck now stays open.
    line = "1.9 3b5b4k6m/6b8kTk2m 1b 2k3k5k6k7k9k p1:- 5-4 2-0 p1:play"
    led = (*TOOK, "p2 play Tk", "p1 play 5b")
    assert known(CLASSIC, line, *led) == "-/1b"
    assert_alike(CLASSIC, line, led, "p1 discard 1b", "p1 discard 2k")
    assert known(CLASSIC, line, *led, "p1 discard 1b") == "-/-"


def test_C7_2_all_events_but_two_may_be_seen_by_both() -> None:
    step = play(at(CUT), "p1 play 5b", "p1 discard 6m", "p2 play 6b")
    private = [event for event in step.events if redact(event, P2) != event]
    assert private == [CardDrawn(P1, parse_card("2k")), CardDiscarded(P1, parse_card("6m"))]
    assert all(redact(event, P1) == event for event in step.events)


VOID = "1.8 2b4b3k6m8m/1k6k8k2mTm 5k 1b3b7bTbEb4k p1:- 4-4 0-0 p1:play"


def test_C7_3_not_following_shows_a_void() -> None:
    state = after(at(VOID), "p1 play 2b", "p2 play 2m")
    assert state.table.facts[P2] == (Limit(Suit.BELLS, 0), Left(parse_card("2m")))


def test_C7_3_following_suit_shows_nothing_but_the_card() -> None:
    state = after(at(LEAD), "p1 play 4k", "p2 play 8k")
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
    led = after(at(CUT), "p1 play 5b")
    for seat in Seat:
        assert observe(led, seat).table.pending == DISCARD_DUE[P1]
    assert observe(led, P2).choices == ()
