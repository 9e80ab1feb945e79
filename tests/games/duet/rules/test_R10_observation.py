"""R10: what a seat may know, and what it may not."""

from __future__ import annotations

from random import Random

import pytest

from foxduet.core.common import Seat, hand_of
from foxduet.games.duet.rules.actions import FOREST_DUE, GIVE_DUE, PLAY_DUE, parse_action
from foxduet.games.duet.rules.cards import Suit
from foxduet.games.duet.rules.engine import apply, new_game
from foxduet.games.duet.rules.events import GiftOffered, GiftsExchanged
from foxduet.games.duet.rules.observation import observe, redact, sample, unseen_cards
from tests.games.duet.contract import DUET
from tests.games.every import assert_alike, known, views
from tests.support.deals import (
    DEAL_BY_P1,
    after,
    at,
    choices,
    parse_card,
    parse_hand,
    play,
    setup_of,
)

P1, P2 = Seat.P1, Seat.P2
LEAD = "1.8 4d3r6s/6d8r2s 1d 3s4s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play"
FOXES = ("p1 play 3r", "p1 foxes p2", "p2 exchange 6d")
GIFT = "1.8 4d7r6s/6d8r2s 1d 3s4s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play"
OFFERED = ("p1 play 7r", "p1 give 6s")


def test_R10_1_a_seat_sees_its_hand_the_decree_the_trick_and_the_path() -> None:
    state = after(at(LEAD), "p1 play 4d")
    seen = observe(state, P2)
    assert seen.hand == parse_hand("6d8r2s")
    assert seen.table.decree is parse_card("1d")
    assert seen.table.trick == state.table.trick
    assert seen.table.path == state.table.path
    assert (seen.table.round, seen.table.tricks_done, seen.table.reserve) == (1, 8, 4)
    assert (seen.partner_cards, seen.stock_cards) == (2, 7)
    assert seen.table.pending == PLAY_DUE[P2]


def test_R10_1_both_seats_see_both_cards_of_a_trick_whose_move_is_due() -> None:
    line = "1.9 5d6s/Td4s 2s 1s3s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play"
    state = after(at(line), "p1 play 5d", "p2 play Td")
    for seat in Seat:
        trick = observe(state, seat).table.trick
        assert trick is not None
        assert trick.cards == (parse_card("5d"), parse_card("Td"))


def test_R10_1_only_the_seat_whose_turn_it_is_sees_choices_and_both_those_of_the_team() -> None:
    state = at(LEAD)
    assert observe(state, P1).choices == tuple(map(parse_action, choices(state)))
    assert observe(state, P2).choices == ()
    assert observe(state, P2).table.pending == PLAY_DUE[P1]
    state = at("1.11 -/- 1d 3s4s5s7s8s9sTs - - 11211011211 6 4 team:forest")
    for seat in Seat:
        assert observe(state, seat).table.pending == FOREST_DUE
        assert len(observe(state, seat).choices) == 2


def test_R10_1_a_seat_sees_its_own_offer_and_that_the_partner_is_to_choose() -> None:
    seen = observe(after(at(GIFT), *OFFERED), P1)
    assert seen.own_offer is parse_card("6s")
    assert seen.partner_offered is False
    assert seen.table.pending == GIVE_DUE[P2]


TAKING = "1.6 3d3r4r5r6r/1s2s3s4s5s 1d 1r7r8r9rTr9sTs p1:- - 11211011211 6 4 p1:play"
TAKEN = ("p1 play 3d", "p1 foxes p2", "p2 exchange 2s")
GIVING = "1.7 4d7d7r6s/6d8r2s8s 1d 1s3s4s5s7s9sTs p1:- - 11211011211 6 4 p1:play"
GIVEN = ("p1 play 7d", "p1 give 6s", "p2 give 8s", "p2 play 6d")


@pytest.mark.parametrize(
    ("line", "actions", "expected"),
    [
        (GIFT, (*OFFERED, "p2 give 6d"), "6s/6d"),
        # The given card is played.
        (GIFT, (*OFFERED, "p2 give 6d", "p2 play 8r", "p2 play 6s", "p1 play 4d"), "-/6d"),
        # The old decree, in the hand that took it.
        (LEAD, FOXES, "1d/-"),
        # It becomes the decree again.
        (TAKING, TAKEN, "1d/-"),
        (TAKING, (*TAKEN, "p2 play 1d"), "-/-"),
        # It is given back.
        (GIVING, GIVEN, "6s/8s"),
        (GIVING, (*GIVEN, "p1 play 7r", "p1 give 8s", "p2 give 6s"), "8s/6s"),
    ],
)
def test_R10_1_what_came_openly_to_the_other_hand_is_known_while_it_is_there(
    line: str, actions: tuple[str, ...], expected: str
) -> None:
    assert known(DUET, line, *actions) == expected


@pytest.mark.parametrize("seat", Seat)
def test_R10_1_at_a_new_deal_nothing_is_remembered(seat: Seat) -> None:
    line = "1.10 7r/4d 1s 4s5s6s7s8s9sTs p1:- - 11211011211 6 0 p1:play"
    ended = after(at(line), "p1 play 7r", "p2 play 4d")
    assert observe(ended, P1).partner_voids == (Suit.ROSES,)
    dealt = observe(after(ended, DEAL_BY_P1), seat)
    assert dealt.table.voids == ((), ())
    assert dealt.table.known == ((), ())


VOID = "1.7 2d4d3r6s/1r6r2s8s 5r 1s3s4s5s7s9sTs p1:- - 11211011211 6 4 p1:play"
BESIDE_GIFT = "1.8 4d7r6s/1r8r2s 1d 3s4s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play"
HEIR = "1.8 2d9d4s/1d6d2s 5r 3s5s6s7s8s9sTs p1:- - 11211011211 6 4 p1:play"
LONG = "1.5 2d4d6d8dTd6s/2r4r6r8r2s8s 9s Tr1s3s4s5s7sTs p1:- - 11211111211 6 4 p1:play"
STARS = "1.9 2d4r/2s8s 9d 1s3s4s5s7s9sTs p1:- - 11211011211 6 4 p1:play"
ONCE = ("p1 play 2d", "p2 play 2r", "p1 play 4d", "p2 play 2s")
TWICE = (*ONCE, "p2 play 4r", "p1 play 6d", "p2 play 6r", "p1 play 6s")
GIVEN_STAR = ("p1 play 7r", "p1 give 6s", "p2 give 2s", "p2 play 1r")


@pytest.mark.parametrize(
    ("line", "actions", "of_p1", "of_p2"),
    [
        (VOID, ("p1 play 2d", "p2 play 2s"), (), (Suit.DOVES,)),
        # Following suit shows nothing, nor does a led Royal Heir.
        (LEAD, ("p1 play 4d", "p2 play 6d"), (), ()),
        (HEIR, ("p1 play 9d", "p2 play 2s"), (), ()),
        # p2 has no Dove, twice; p1 has no Rose; then p2 leads Stars.
        (LONG, ONCE, (), (Suit.DOVES,)),
        (LONG, TWICE, (Suit.ROSES,), (Suit.DOVES,)),
        (LONG, (*TWICE, "p1 play 8d", "p2 play 8s"), (Suit.ROSES,), (Suit.DOVES,)),
        # p2 has neither a Dove nor a Rose, which is seen one after the other.
        (
            STARS,
            ("p1 play 2d", "p2 play 2s", "p1 play 4r", "p2 play 8s"),
            (),
            (Suit.DOVES, Suit.ROSES),
        ),
        # The known card of another suit is played.
        (BESIDE_GIFT, GIVEN_STAR, (), ()),
        (BESIDE_GIFT, (*GIVEN_STAR, "p1 play 4d", "p2 play 6s"), (), (Suit.DOVES,)),
    ],
)
def test_R10_1_not_following_shows_a_void_to_the_partner(
    line: str, actions: tuple[str, ...], of_p1: tuple[Suit, ...], of_p2: tuple[Suit, ...]
) -> None:
    state = after(at(line), *actions)
    assert state.table.voids == (of_p1, of_p2)
    assert [observe(state, seat).partner_voids for seat in Seat] == [of_p2, of_p1]


def test_R10_1_a_void_survives_a_known_card_of_the_suit_coming_in() -> None:
    # p2 has no Dove, then takes the decree, a Dove, for all to see.
    line = "1.7 2d3d4d6s/1r6r2s8s 5d 1s3s4s5s7s9sTs p1:- - 11211011211 6 4 p1:play"
    void = after(at(line), "p1 play 2d", "p2 play 2s")
    taken = after(void, "p1 play 3d", "p1 foxes p2", "p2 exchange 8s")
    seen = observe(taken, P1)
    assert seen.partner_known == parse_hand("5d")
    assert seen.partner_voids == (Suit.DOVES,)
    for seed in range(20):
        world = sample(seen, Random(seed))
        assert [card for card in world.hands[P2] if card.suit is Suit.DOVES] == [parse_card("5d")]


PATH = "11211011211"


@pytest.mark.parametrize(
    ("line", "actions", "p1", "p2"),
    [
        (
            LEAD,
            (),
            f"1.8 4d3r6s/?????? 1d ?????????????? p1:- - {PATH} 6 4 p1:play",
            f"1.8 ??????/6d8r2s 1d ?????????????? p1:- - {PATH} 6 4 p1:play",
        ),
        # The partner's pending offer is hidden, too.
        (
            GIFT,
            OFFERED,
            f"1.8 4d/?????? 1d ?????????????? p1:7r 6s {PATH} 6 4 p2:give",
            f"1.8 ??/6d8r2s 1d ?????????????? p1:7r ?? {PATH} 6 4 p2:give",
        ),
        # R10.3: the cards of earlier tricks are never listed.
        (
            LEAD,
            ("p1 play 4d", "p2 play 6d"),
            "1.9 3r6s/???? 1d ?????????????? p2:- - 11211011111 9 4 p2:play",
            "1.9 ????/8r2s 1d ?????????????? p2:- - 11211011111 9 4 p2:play",
        ),
    ],
)
def test_R10_2_R10_3_a_view_hides_the_partner_s_cards_the_stock_and_earlier_tricks(
    line: str, actions: tuple[str, ...], p1: str, p2: str
) -> None:
    assert views(DUET, line, *actions) == [p1, p2]


def test_R10_2_the_partner_sees_that_a_card_is_offered_but_not_which() -> None:
    seen = observe(after(at(GIFT), *OFFERED), P2)
    assert seen.own_offer is None
    assert seen.partner_offered is True
    assert seen.partner_cards == 1
    assert_alike(DUET, GIFT, OFFERED[:1], "p1 give 6s", "p1 give 4d")


def test_R10_2_offering_a_card_known_to_the_partner_is_hidden_too() -> None:
    # p1 took the decree 8s before all eyes; whether it is what p1 offers stays open.
    line = f"1.7 4d7r9r6s/6d3r4r2s 8s 1s3s4s5s7s9sTs p2:- - {PATH} 6 4 p2:play"
    taken = ("p2 play 3r", "p2 foxes p1", "p1 exchange 4d", "p1 play 7r")
    assert known(DUET, line, *taken) == "-/8s"
    assert_alike(DUET, line, taken, "p1 give 8s", "p1 give 6s")


def test_R10_2_a_gift_offered_is_redacted_for_the_partner_only() -> None:
    (offered,) = play(after(at(GIFT), "p1 play 7r"), "p1 give 6s").events
    assert redact(offered, P1) == GiftOffered(P1, parse_card("6s"))
    assert redact(offered, P2) == GiftOffered(P1, None)


def test_R10_2_all_other_events_may_be_seen_by_both() -> None:
    step = play(at(GIFT), *OFFERED, "p2 give 2s", "p2 play 8r")
    for event in step.events:
        if not isinstance(event, GiftOffered):
            assert redact(event, P1) == redact(event, P2) == event
    assert GiftsExchanged((parse_card("6s"), parse_card("2s"))) in step.events


def test_R10_3_a_good_memory_has_the_cards_of_earlier_tricks_of_the_round() -> None:
    dealt = after(new_game(setup_of(1)), DEAL_BY_P1)
    for seat in Seat:
        assert observe(dealt, seat).out == ()
    played = after(dealt, "p2 play 8r", "p1 play 7r", "p1 give 4s", "p2 give 3s")
    for seat in Seat:
        assert observe(played, seat).out == parse_hand("7r8r")


@pytest.mark.parametrize("seat", Seat)
def test_R10_sample_leaves_open_what_the_seat_does_not_know(seat: Seat) -> None:
    state = after(new_game(setup_of(1)), DEAL_BY_P1)
    seen = observe(state, seat)
    worlds = [sample(seen, Random(seed)) for seed in range(60)]
    held = {card for world in worlds for card in world.hands[seat.other]}
    assert held == set(unseen_cards(seen)) == {*state.hands[seat.other], *state.stock}
    assert len({world.stock for world in worlds}) == len(worlds)
    assert any(world.stock != hand_of(world.stock) for world in worlds)


def test_R10_sample_draws_the_partner_s_offer_too() -> None:
    seen = observe(after(at(GIFT), *OFFERED), P2)
    offers = {sample(seen, Random(seed)).offer for seed in range(200)}
    assert offers == set(unseen_cards(seen))
    assert len(offers) == 2 + 7


RESIGNED_AT = {
    "a lead": (LEAD, ()),
    "a follow": (LEAD, ("p1 play 4d",)),
    "the exchange": (LEAD, FOXES[:2]),
    "the first gift card": (GIFT, OFFERED[:1]),
    "the second gift card": (GIFT, OFFERED),
}


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("moment", RESIGNED_AT)
def test_R10_sample_fits_what_was_seen_when_the_team_resigned(moment: str, seat: Seat) -> None:
    line, actions = RESIGNED_AT[moment]
    seen = observe(after(at(line), *actions, "team resign"), seat)
    assert observe(sample(seen, Random(1)), seat) == seen


def test_R10_sample_continues_like_the_world_that_was_observed() -> None:
    state = after(at(GIFT), *OFFERED)
    world = sample(observe(state, P1), Random(5))
    # p1's own offer is the same card in any world; what p2 gives for it is not.
    for action in observe(world, P2).choices:
        given = apply(world, action).state
        assert parse_card("6s") in given.hands[P2]
