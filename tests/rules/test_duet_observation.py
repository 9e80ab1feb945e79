"""R10: what a seat may know, and what it may not."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.core.cards import Decision, Seat, Trick, hand_of
from foxduet.core.errors import NotationError
from foxduet.games.duet.rules.cards import DECK, LEVELS, Board, Card, ForestPath, Suit
from foxduet.games.duet.rules.engine import apply, legal_actions, new_game
from foxduet.games.duet.rules.notation import (
    Position,
    format_position,
    parse_position,
    position_of,
    restore,
    view_of,
)
from foxduet.games.duet.rules.observation import observe, redact, sample, unseen_cards
from foxduet.games.duet.rules.state import (
    FOREST_DUE,
    GIVE_DUE,
    PLAY_DUE,
    Choice,
    GiftOffered,
    GiftsExchanged,
    Outcome,
    Setup,
    Table,
    parse_action,
)
from tests.contract.duet import DUET
from tests.contract.every import assert_alike, known, views
from tests.support.games import (
    DEAL_BY_P1,
    after,
    at,
    choices,
    parse_card,
    parse_hand,
    play,
    setup_of,
)
from tests.support.players import few

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


# The line of the design: level 2, p1 has led Foxes.
EXAMPLE = (
    "1.1 5d1r3r9rTr2s5s7s8s/2d4d6d7d8d4r5r6r8r9s 1d 7r1sTs3s6s2r4s p1:3d - 1202101212 3 3 p1:foxes"
)


def card(text: str) -> Card:
    return Card.of(Suit("drs".index(text[1])), "123456789T".index(text[0]) + 1)


def test_the_example_is_read_field_by_field() -> None:
    position = parse_position(EXAMPLE, setup_of(2))
    table = position.table
    assert (table.round, table.tricks_done) == (1, 1)
    assert [len(hand) for hand in position.hands] == [9, 10]
    assert position.hands[0][0] is card("5d")
    assert table.decree is card("1d")
    assert position.stock == tuple(map(card, ("7r", "1s", "Ts", "3s", "6s", "2r", "4s")))
    assert table.trick == Trick(Seat.P1, card("3d"))
    assert position.offer == ()
    assert table.path == ForestPath((1, 2, 0, 2, 1, 0, 1, 2, 1, 2), 1, 10, 6, 3)
    assert table.reserve == 3
    assert table.pending == Decision(Choice.FOXES, Seat.P1)


def test_the_example_is_written_as_it_was_read() -> None:
    assert format_position(parse_position(EXAMPLE, setup_of(2))) == EXAMPLE
    assert format_position(position_of(at(EXAMPLE, setup_of(2)))) == EXAMPLE


def test_the_example_is_played_on() -> None:
    assert len(legal_actions(at(EXAMPLE, setup_of(2)))) == 2


def test_the_line_before_the_first_deal() -> None:
    line = "0.0 -/- - - - - 11211011211 6 4 deal"
    assert format_position(position_of(new_game(setup_of(1)))) == line
    assert restore(parse_position(line, setup_of(1))) == new_game(setup_of(1))


TURNS: list[tuple[str, Decision[Choice] | Outcome]] = [
    ("deal", Decision(Choice.DEAL)),
    ("team:forest", Decision(Choice.FOREST)),
    *(
        (f"{who}:{choice.value}", Decision(choice, seat))
        for who, seat in (("p1", Seat.P1), ("p2", Seat.P2))
        for choice in (Choice.PLAY, Choice.FOXES, Choice.EXCHANGE, Choice.GIVE, Choice.MOVE)
    ),
    # Level 1, six cards, four tokens.
    ("over:victory:28", Outcome.VICTORY),
    ("over:lost", Outcome.LOST),
    ("over:out-of-time", Outcome.OUT_OF_TIME),
    ("over:resigned", Outcome.RESIGNED),
]


@pytest.mark.parametrize(("text", "turn"), TURNS)
def test_every_turn(text: str, turn: Decision[Choice] | Outcome) -> None:
    of_a_seat = isinstance(turn, Decision) and turn.seat is not None
    line = LEAD.replace("p1:play", text).replace("p1:- ", "p1:- " if of_a_seat else "- ")
    position = parse_position(line, setup_of(1))
    assert position.table.pending == (turn if isinstance(turn, Decision) else None)
    assert position.table.outcome == (turn if isinstance(turn, Outcome) else None)
    assert format_position(position) == line


@pytest.mark.parametrize(
    ("text", "trick"),
    [
        ("-", None),
        ("p1:-", Trick(Seat.P1)),
        ("p2:-", Trick(Seat.P2)),
        ("p1:7d", Trick(Seat.P1, card("7d"))),
        ("p2:7d3r", Trick(Seat.P2, card("7d"), card("3r"))),
        ("p1:Ts1d", Trick(Seat.P1, card("Ts"), card("1d"))),
    ],
)
def test_every_trick(text: str, trick: Trick[Card] | None) -> None:
    line = LEAD.replace(" p1:- ", f" {text} ").replace("p1:play", "p1:play" if trick else "deal")
    position = parse_position(line, setup_of(1))
    assert position.table.trick == trick
    assert format_position(position) == line


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("11211011211", ForestPath((1, 1, 2, 1, 1, 0, 1, 1, 2, 1, 1), 1, 11, 6, 6)),
        ("##9am0v####", ForestPath((0, 0, 9, 10, 22, 0, 31, 0, 0, 0, 0), 3, 7, 6, 6)),
        ("000000000##", ForestPath((0,) * 11, 1, 9, 6, 6)),
    ],
)
def test_every_path(text: str, path: ForestPath) -> None:
    line = LEAD.replace("11211011211", text)
    position = parse_position(line, setup_of(1))
    assert position.table.path == path
    assert format_position(position) == line


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Draw any position that a line can contain, whether or not the rules lead there."""
    deck = [*draw(st.permutations(DECK))]
    counts = [draw(st.integers(0, most)) for most in (9, 10, 7, 1, 2, 1)]
    one, two, stock, decree, trick, offer = [
        tuple(deck.pop() for _ in range(count)) for count in counts
    ]
    before, after_it = draw(st.integers(0, 3)), draw(st.integers(0, 3))
    gems = draw(st.lists(st.integers(0, 31), min_size=3, max_size=12))
    first, last = before + 1, before + len(gems)
    start, tracker = draw(st.integers(first, last)), draw(st.integers(first, last))
    board = Board((1,) * (last + after_it), (), start, 0)
    turn = draw(st.sampled_from([turn for _, turn in TURNS]))
    under_way = isinstance(turn, Decision) and turn.seat is not None
    table = Table(
        Setup(draw(st.sampled_from(LEVELS)), board),
        ForestPath((0,) * before + tuple(gems) + (0,) * after_it, first, last, start, tracker),
        reserve=draw(st.integers(0, 9)),
        pending=turn if isinstance(turn, Decision) else None,
        round=draw(st.integers(0, 3)),
        tricks_done=draw(st.integers(0, 11)),
        decree=decree[0] if decree else None,
        trick=Trick(draw(st.sampled_from(Seat)), *trick) if under_way else None,
        outcome=turn if isinstance(turn, Outcome) else None,
    )
    return Position(table, (hand_of(one), hand_of(two)), stock, offer)


@few(300)
@given(positions())
def test_every_position_is_read_as_it_is_written(position: Position) -> None:
    line = format_position(position)
    assert len(line.split(" ")) == 10
    assert parse_position(line, position.table.setup) == position


@few(100)
@given(positions(), st.sampled_from(Seat))
def test_every_view_is_read_as_it_is_written(position: Position, seat: Seat) -> None:
    hidden: tuple[None, ...] = (None,) * len(position.hands[seat.other])
    own = position.hands[seat]
    view = Position(
        position.table,
        (own, hidden) if seat is Seat.P1 else (hidden, own),
        (None,) * len(position.stock),
        (None,) * len(position.offer),
    )
    assert parse_position(format_position(view), position.table.setup) == view


@pytest.mark.parametrize(
    ("seat", "hands"), [(Seat.P1, "4d3r6s/??????"), (Seat.P2, "??????/6d8r2s")]
)
def test_a_view_shows_unseen_cards_as_question_marks(seat: Seat, hands: str) -> None:
    line = f"1.8 {hands} 1d {'??' * 7} p1:- - 11211011211 6 4 p1:play"
    view = view_of(observe(at(LEAD), seat))
    assert format_position(view) == line
    assert parse_position(line, setup_of(1)) == view


def test_a_view_cannot_be_restored() -> None:
    view = view_of(observe(at(LEAD), Seat.P1))
    with pytest.raises(NotationError, match="unseen cards: 10"):
        restore(view)


def test_when_the_game_is_over_no_trick_and_no_offer_are_written() -> None:
    gift = "1.8 4d7r6s/6d8r2s 1d 3s4s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play"
    state = after(at(gift), "p1 play 7r", "p1 give 4d", "team resign")
    # The Gift is half done, so p1 still has what it offered.
    line = "1.8 4d6s/6d8r2s 1d 3s4s5s7s8s9sTs - - 11211011211 6 4 over:resigned"
    assert format_position(position_of(state)) == line
    for seat, hands in ((Seat.P1, "4d6s/??????"), (Seat.P2, "????/6d8r2s")):
        view = format_position(view_of(observe(state, seat)))
        assert view == f"1.8 {hands} 1d {'??' * 7} - - 11211011211 6 4 over:resigned"


BAD_LINES = [
    ("", "ten fields"),
    (LEAD + " ", "ten fields"),
    (LEAD.replace(" 6 4", " 6"), "ten fields with one space between, not 9"),
    (LEAD.replace(" 1d ", "  1d "), "ten fields"),
    (LEAD.replace("1.8", "1"), "DONE: '' is not a number"),
    (LEAD.replace("1.8", "x.8"), "ROUND: 'x' is not a number"),
    (LEAD.replace("1.8", "1.8.0"), "DONE: '8.0' is not a number"),
    (LEAD.replace("1.8", "-1.8"), "ROUND: '-1' is not a number"),
    (LEAD.replace("1.8", "01.8"), f"as '{LEAD}'"),
    (LEAD.replace("1.8", "1.08"), f"as '{LEAD}'"),
    (LEAD.replace("/", "|"), "is not a card"),
    (LEAD.replace("/6d8r2s", ""), "there are no cards here"),
    (LEAD.replace("4d3r6s/", "/"), "there are no cards here"),
    (LEAD.replace("4d3r6s", "3r4d6s"), "is not sorted; write 4d3r6s"),
    (LEAD.replace("4d3r6s", "4d4d6s"), "4d appears twice"),
    (LEAD.replace("4d3r6s", "4d3r??"), "'??' is not a card"),
    (LEAD.replace("4d3r6s", "???"), "is not a card"),
    (LEAD.replace(" 1d ", " 1x "), "'1x' is not a card"),
    (LEAD.replace(" 1d ", " ?? "), "'??' is not a card"),
    (LEAD.replace("3s4s5s", "3s3s5s"), "3s appears twice"),
    (LEAD.replace("3s4s5s", "3s??5s"), "'??' is not a card"),
    (LEAD.replace("p1:- ", "p1 "), "there are no cards here"),
    (LEAD.replace("p1:- ", "p1: "), "there are no cards here"),
    (LEAD.replace("p1:- ", "p3:- "), "'p3' is not a seat"),
    (LEAD.replace("p1:- ", "7d "), "there are no cards here"),
    (LEAD.replace("p1:- ", "p1:?? "), "'??' is not a card"),
    (LEAD.replace("p1:- ", "p1:1r2r3r "), "TRICK: 'p1:1r2r3r' has more than two cards"),
    (LEAD.replace("p1:- - ", "p1:- x "), "'x' is not a card"),
    (LEAD.replace("11211011211", ""), "PATH"),
    (LEAD.replace("11211011211", "###########"), "PATH"),
    (LEAD.replace("11211011211", "112#1011211"), "PATH"),
    (LEAD.replace("11211011211", "1121#011211"), "PATH"),
    (LEAD.replace("11211011211", "11211w11211"), "PATH"),
    (LEAD.replace("11211011211", "11211A11211"), "PATH"),
    (LEAD.replace(" 6 4", " 0 4"), "AT: space 0 is not an uncovered space"),
    (LEAD.replace(" 6 4", " 12 4"), "AT: space 12 is not an uncovered space"),
    (LEAD.replace("11211011211", "######11211"), "AT: space 6 is not an uncovered space"),
    (LEAD.replace(" 6 4", " +6 4"), "AT: '+6' is not a number"),
    (LEAD.replace(" 6 4", " 06 4"), f"as '{LEAD}'"),
    (LEAD.replace(" 6 4", " 6 -1"), "RESERVE: '-1' is not a number"),
    (LEAD.replace(" 6 4", " 6 04"), f"as '{LEAD}'"),
    (LEAD + "\n", "TURN"),
    *(
        (LEAD.replace("p1:play", turn), f"TURN: '{turn}' is not a turn")
        for turn in (
            "play",
            "p1",
            "p1:",
            "p3:play",
            "p1:deal",
            "p1:forest",
            "p1:resign",
            "p1:PLAY",
            "p1:play:1",
            "team:play",
            "team:deal",
            "deal:p1",
            "over",
            "over:",
            "over:won",
        )
    ),
    *(
        (LEAD.replace("p1:- ", "- ").replace("p1:play", f"over:{end}"), f" over:{right}'")
        for end, right in (
            ("victory", "victory:28"),
            ("victory:", "victory:28"),
            ("victory:x", "victory:28"),
            ("victory:028", "victory:28"),
            ("victory:+28", "victory:28"),
            ("victory:-3", "victory:28"),
            ("lost:3", "lost"),
        )
    ),
    (LEAD.replace("p1:play", "over:lost"), " 3s4s5s7s8s9sTs - - 11211011211 6 4 over:lost'"),
]


@pytest.mark.parametrize(("line", "reason"), BAD_LINES)
def test_what_is_not_a_position_line(line: str, reason: str) -> None:
    with pytest.raises(NotationError) as raised:
        parse_position(line, setup_of(1))
    assert reason in str(raised.value)


def test_a_second_offered_card_is_refused() -> None:
    with pytest.raises(NotationError):
        parse_position(LEAD.replace("p1:- - ", "p1:7d 1r2r "), setup_of(1))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (LEAD.replace("6d8r2s", "4d8r2s"), "a card appears twice"),
        (LEAD.replace(" 1d ", " 4d "), "a card appears twice"),
        (LEAD.replace("3s4s5s", "6s4s5s"), "a card appears twice"),
        (LEAD.replace(" p1:- ", " p1:4d "), "a card appears twice"),
        (LEAD.replace(" p1:- - ", " p1:7d 4d "), "a card appears twice"),
        (LEAD.replace("4d3r6s", "??????"), "unseen cards: 3; here all cards must be known"),
        (LEAD.replace(" p1:- - ", " p1:7d ?? "), "unseen cards: 1"),
    ],
)
def test_what_cannot_be_restored(line: str, reason: str) -> None:
    position = parse_position(line, setup_of(1))
    with pytest.raises(NotationError, match=re.escape(reason)):
        restore(position)


def test_a_restored_state_knows_only_what_the_line_contains() -> None:
    state = at(LEAD)
    assert state.table.dealer is None
    assert state.table.known == ((), ())
    assert state.table.voids == ((), ())


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("1.0 -/- - - - - 11211011211 6 4 p1:play", "TRICK and TURN contradict each other"),
        ("1.0 -/- - - p1:- - 11211011211 6 4 deal", "TRICK and TURN contradict each other"),
        ("1.0 -/- - - - - ######11211 7 4 deal", "the start, space 6, cannot be covered"),
        ("3.11 -/- - - - - 1121101121 6 4 deal", "10 spaces instead of 11"),
    ],
)
def test_a_position_that_contradicts_itself_is_refused(line: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        parse_position(line, setup_of(1))
