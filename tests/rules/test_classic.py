"""What clauses of the original game cannot say: every card, whole matches, scores, all worlds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.core.cards import Deal, Decision, Result, Seat, Trick, TrickWon, follow_wins, hand_of
from foxduet.core.errors import NotationError, RecordError
from foxduet.core.registry import card_game
from foxduet.games.classic.rules import RULES, engine, observation
from foxduet.games.classic.rules.cards import (
    DECK,
    Ability,
    Card,
    Hand,
    Suit,
    cards_to_follow,
    effective_cards,
)
from foxduet.games.classic.rules.engine import Band, RoundScore, Summary, apply, deal, new_game
from foxduet.games.classic.rules.notation import Over, Position, format_position, parse_position
from foxduet.games.classic.rules.observation import find_worlds, observe, redact, sample
from foxduet.games.classic.rules.state import (
    DECISIONS,
    DREW_FACT,
    TARGETS,
    CardDiscarded,
    CardDrawn,
    Choice,
    Draw,
    Event,
    GameEnded,
    GameState,
    Outcome,
    RoundEnded,
    Setup,
    TreasuresScored,
    parse_action,
)
from tests.contract.classic import CLASSIC
from tests.contract.contract import Contract
from tests.contract.every import assert_alike, on_random_games
from tests.support import classic
from tests.support.classic import DEAL_BY_P1, after, at, parse_card, random_game, turn, world_in
from tests.support.players import few

P1, P2 = Seat.P1, Seat.P2
LEAD = "1.10 3b5b4k/6b8k2m 1b 2k3k5k6k7kTk p1:- 5-5 2-0 p1:play"


ABILITIES = {
    1: Ability.SWAN,
    3: Ability.FOX,
    5: Ability.WOODCUTTER,
    7: Ability.TREASURE,
    9: Ability.WITCH,
    11: Ability.MONARCH,
}


def test_C1_thirty_three_cards_with_their_abilities() -> None:
    expected = {(suit, rank): ABILITIES.get(rank) for suit in Suit for rank in range(1, 12)}
    assert len(DECK) == 33
    assert {(card.suit, card.rank): card.ability for card in DECK} == expected


def test_C2_1_chance_chooses_the_first_dealer_where_nobody_else_has() -> None:
    dealers = {deal(new_game(Setup()), Random(seed)).dealer for seed in range(20)}
    assert dealers == {*Seat}
    for seat in Seat:
        assert deal(new_game(Setup()), Random(1), seat).dealer is seat


def test_C2_1_the_other_seat_deals_each_later_round() -> None:
    for seed in range(20):
        game = random_game(Setup(35), Random(seed))
        dealers = [action.dealer for _, action, _ in game if isinstance(action, Deal)]
        assert len(dealers) > 2
        assert all(one is other.other for one, other in pairwise(dealers))


def test_C2_1_the_same_seat_cannot_deal_twice_running() -> None:
    state = after(new_game(Setup()), DEAL_BY_P1)
    while turn(state) != "deal":
        state = apply(state, engine.legal_actions(state)[0]).state
    assert classic.refusal(state, DEAL_BY_P1) == "it is p2's turn to deal"
    assert turn(after(state, classic.DEAL_BY_P2)) == "p1:play"


def test_C2_2_shuffling_deals_the_cards_as_thirteen_thirteen_one_and_six() -> None:
    deals = [deal(new_game(Setup()), Random(seed)) for seed in range(50)]
    for one in deals:
        assert [len(one.hands[0]), len(one.hands[1]), len(one.stock)] == [13, 13, 6]
        assert hand_of((*one.hands[0], *one.hands[1], one.decree, *one.stock)) == DECK
        apply(new_game(Setup()), one)
    assert len(set(deals)) == len(deals)
    assert deals[3] == deal(new_game(Setup()), Random(3))


def test_C2_2_an_unsorted_hand_is_refused() -> None:
    dealt = parse_action(DEAL_BY_P1)
    assert isinstance(dealt, Deal)
    unsorted = Deal(dealt.dealer, (dealt.hands[0][::-1], dealt.hands[1]), dealt.decree, dealt.stock)
    with pytest.raises(ValueError, match="the hand of p1 is not sorted"):
        apply(new_game(Setup()), unsorted)


def test_C2_3_a_round_has_thirteen_tricks() -> None:
    steps = [step for _, _, step in random_game(Setup(16), Random(1))]
    events = [event for step in steps for event in step.events]
    rounds = sum(isinstance(event, RoundEnded) for event in events)
    assert sum(isinstance(event, TrickWon) for event in events) == 13 * rounds


def test_C2_4_a_good_memory_has_the_cards_of_earlier_tricks() -> None:
    dealt = after(new_game(Setup()), DEAL_BY_P1)
    assert observe(dealt, Seat.P1).out == ()
    # p2 has the two Keys, trump is Bells.
    played = after(dealt, "p2 play 2k", "p1 play Tk")
    for seat in Seat:
        assert observe(played, seat).out == (parse_card("2k"), parse_card("Tk"))


@few(300)
@given(classic.hands)
def test_C3_following_keeps_the_order_of_the_hand_and_leaves_a_choice(hand: Hand) -> None:
    for lead in DECK:
        held = tuple(card for card in hand if card is not lead)
        may = cards_to_follow(held, lead)
        assert list(may) == [card for card in held if card in may]
        assert bool(may) is bool(held)
        if lead.ability is Ability.MONARCH and may != held:
            assert len(may) <= 2


def _strength(card: Card, led: Suit, trump: Suit, *, is_lone_witch: bool) -> int:
    """Order all cards of a trick at once: trumps, then the led suit, then the rest."""
    if card.suit is trump or is_lone_witch:
        return 200 + card.rank
    return 100 * (card.suit is led) + card.rank


@pytest.mark.parametrize("trump", Suit)
def test_C5_2_just_one_witch_counts_as_the_trump_of_rank_9_and_the_highest_wins(
    trump: Suit,
) -> None:
    for trick in permutations(DECK, 2):
        witches = [card for card in trick if card.ability is Ability.WITCH]
        as_played = tuple(Card.of(trump, 9) if witches == [card] else card for card in trick)
        assert effective_cards(*trick, trump) == as_played
        lead, follow = (
            _strength(card, trick[0].suit, trump, is_lone_witch=witches == [card]) for card in trick
        )
        assert follow_wins(*as_played, trump) is (follow > lead)


def test_C4_2_only_the_two_cards_of_a_woodcutter_are_hidden_from_the_other_seat() -> None:
    line = "1.10 5b4k6m/6b8k2m 1b 2k3k5k6k7kTk p1:- 5-5 0-0 p1:play"
    events = classic.play(at(line), "p1 play 5b", "p1 discard 6m", "p2 play 6b").events
    hidden: list[Event] = [CardDrawn(P1, parse_card("2k")), CardDiscarded(P1, parse_card("6m"))]
    assert [event for event in events if redact(event, P2) != event] == hidden
    assert [redact(event, P2) for event in hidden] == [CardDrawn(P1, None), CardDiscarded(P1, None)]
    assert all(redact(event, P1) == event for event in events)


def test_C4_2_at_most_three_draws_a_round_so_the_deck_never_runs_out() -> None:
    draws = {len(state.draws): state for state, _, _ in random_game(Setup(35), Random(5))}
    assert max(draws) == 3
    assert len(draws[3].deck) == 3


BANDS = (
    *((tricks, 6, Band.HUMBLE) for tricks in range(4)),
    *((4, 1, Band.DEFEATED), (5, 2, Band.DEFEATED), (6, 3, Band.DEFEATED)),
    *((tricks, 6, Band.VICTORIOUS) for tricks in (7, 8, 9)),
    *((tricks, 0, Band.GREEDY) for tricks in range(10, 14)),
)


def last_trick(tricks: str, points: str, round_number: int = 4, target: int = 21) -> GameState:
    """Return the last trick of a round, before p2 wins it with 6b."""
    line = f"{round_number}.12 4b/6b 3k 1k2k5k6k9kTk p1:- {tricks} {points} p1:play"
    return at(line, target)


@pytest.mark.parametrize(("tricks", "points", "band"), BANDS)
def test_C6_1_points_and_band_of_the_tricks_of_a_round(
    tricks: int, points: int, band: Band
) -> None:
    assert engine.points_of(tricks) == points
    assert engine.band_of(tricks) is band


def test_C6_2_the_usual_target_is_21() -> None:
    assert Setup().target == 21
    assert card_game("classic").options[0].name == "target"
    assert card_game("classic").options[0].values == (21, 16, 35)


@pytest.mark.parametrize(("scored", "result"), [((2, 0), "over:draw"), ((1, 0), "over:p2")])
def test_C6_3_treasures_count_in_what_was_scored_in_the_last_round(
    scored: tuple[int, int], result: str
) -> None:
    # Six tricks score three, and a Treasure one; seven tricks score six.
    start = at("4.12 7b/6b 4k 1k3k5k6k9kTk p1:- 5-7 17-15 p1:play")
    start = replace(start, table=replace(start.table, round_points=scored))
    state = after(start, "p1 play 7b", "p2 play 6b")
    assert state.table.points == (21, 21)
    assert turn(state) == result


def test_C6_3_ruling_still_equal_is_a_shared_victory() -> None:
    # Before the round it was 10 to 10; six tricks and three Treasures score as seven tricks.
    start = last_trick("6-6", "13-10", target=16)
    start = replace(start, table=replace(start.table, round_points=(3, 0)))
    state = after(start, "p1 play 4b", "p2 play 6b")
    assert state.table.points == (16, 16)
    assert state.table.round_points == (6, 6)
    assert turn(state) == "over:draw"
    assert RULES.result(state) == Result("draw", (False, False), (16, 16))


@pytest.mark.parametrize("seat", Seat)
def test_C6_4_who_resigns_loses_and_the_record_has_no_points(seat: Seat) -> None:
    under_way = last_trick("3-9", "15-10")
    resigned = after(under_way, f"{seat} resign")
    result = RULES.result(resigned)
    assert result is not None
    assert (result.name, result.won[seat], result.won[seat.other]) == (str(seat.other), False, True)
    assert RULES.result_keys(resigned) == {"resigned": str(seat), "points": None}
    assert RULES.result_keys(under_way) == {"resigned": None, "points": None}
    over = after(under_way, "p1 play 4b", "p2 play 6b")
    assert RULES.result_keys(over) == {"resigned": None, "points": [21, 10]}


@on_random_games(100, CLASSIC)
def test_the_deck_gives_a_card_for_each_draw_and_gets_one_back(
    game: Contract, setup: Setup, seed: int
) -> None:
    for state in classic.states_of_game(setup, seed):
        if state.table.round:
            due = state.table.pending is not None and state.table.pending.choice is Choice.DISCARD
            assert (state.drawn is not None) is due
            assert len(state.draws) + due <= 3
            assert len(state.deck) == 6 - len(state.draws) - due
            assert len(state.stock) == 6 - due


@on_random_games(100, CLASSIC)
def test_points_are_those_of_tricks_and_treasures(game: Contract, setup: Setup, seed: int) -> None:
    points, scored = [0, 0], [0, 0]
    for _, action, step in random_game(setup, Random(seed)):
        if isinstance(action, Deal):
            scored = [0, 0]
        for event in step.events:
            match event:
                case TreasuresScored(seat, more):
                    points[seat] += more
                    scored[seat] += more
                case RoundEnded(_, tricks, for_tricks, for_treasures):
                    assert sum(tricks) == 13
                    assert for_tricks == engine.points_for_tricks(tricks)
                    assert for_treasures == tuple(scored)
                    points = [one + more for one, more in zip(points, for_tricks, strict=True)]
                    scored = [one + more for one, more in zip(scored, for_tricks, strict=True)]
        assert step.state.table.points == tuple(points)
        assert step.state.table.round_points == tuple(scored)


@on_random_games(100, CLASSIC)
def test_a_match_ends_once_the_target_is_reached(game: Contract, setup: Setup, seed: int) -> None:
    steps = [step for _, _, step in random_game(setup, Random(seed))]
    last = steps[-1].state.table
    assert last.outcome is not None
    assert steps[-1].events[-1] == GameEnded(last.outcome, last.points)
    assert max(last.points) >= setup.target
    dealt = [step.state.table for step in steps if step.state.table.tricks_done == 0]
    assert all(max(table.points) < setup.target for table in dealt)


def test_random_games_end_in_every_way_and_at_every_length() -> None:
    last = [classic.states_of_game(Setup(16), seed)[-1].table for seed in range(60)]
    assert {Outcome.P1, Outcome.P2} <= {table.outcome for table in last}
    assert {table.round for table in last} >= {2, 3, 4}


PLAYED_OUT = Summary(
    target=16,
    outcome=Outcome.P2,
    resigned=None,
    points=(13, 17),
    round=3,
    rounds=(RoundScore((3, 10), (1, 2)), RoundScore((4, 9), (0, 3)), RoundScore((5, 8), (3, 0))),
)


RESIGNED = Summary(
    target=21,
    outcome=Outcome.P1,
    resigned=Seat.P2,
    points=(8, 3),
    round=2,
    rounds=(RoundScore((7, 6), (1, 0)),),
)


@pytest.mark.parametrize("target", TARGETS)
def test_the_setup_is_the_target_in_a_record(target: int) -> None:
    setup = RULES.setup_from({"target": target, "players": ["A", "B"]})
    assert setup == Setup(target)
    assert RULES.header_keys(setup) == RULES.setup_key(setup) == {"target": target}
    assert RULES.day_label(setup) == f"target {target}"


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        ({}, "target: None is not a whole number"),
        ({"target": "21"}, "target: 21 is not a whole number"),
        ({"target": 20}, "target: 20; the choices are 16, 21 and 35"),
        ({"level": 2}, "target: None is not a whole number"),
    ],
)
def test_a_record_with_another_target_is_refused(keys: dict[str, object], reason: str) -> None:
    with pytest.raises(RecordError) as raised:
        RULES.setup_from(keys)
    assert str(raised.value) == reason


def test_progress_counts_rounds_and_tricks_from_1() -> None:
    table = new_game(Setup())
    assert RULES.progress(table) == (0, 0)
    dealt = after(table, DEAL_BY_P1)
    assert RULES.progress(dealt) == (1, 1)
    assert RULES.progress(after(dealt, "p2 play 2k", "p1 play Tk")) == (1, 2)


def _row(summary: Summary) -> dict[str, object]:
    """Return a summary as its values by column."""
    names = [column.name for column in RULES.summary_columns]
    return dict(zip(names, engine.to_row(summary), strict=True))


def test_a_row_has_the_rounds_as_pairs() -> None:
    assert _row(PLAYED_OUT) == {
        "target": 16,
        "result": "p2",
        "resigned": "",
        "points_p1": 13,
        "points_p2": 17,
        "round": 3,
        "tricks": "3-10 4-9 5-8",
        "treasures": "1-2 0-3 3-0",
    }
    assert PLAYED_OUT.result == Result("p2", (False, True), (13, 17))


@pytest.mark.parametrize("summary", [PLAYED_OUT, RESIGNED])
def test_a_summary_is_read_from_its_row(summary: Summary) -> None:
    assert engine.from_row(engine.to_row(summary)) == summary


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"target": 20}, "there is no such game"),
        ({"target": 21}, "the rounds do not add up"),
        ({"result": "p1"}, "the rounds do not add up"),
        ({"result": "draw"}, "the rounds do not add up"),
        ({"result": "lost"}, "'lost' is not a valid Outcome"),
        ({"resigned": "p1"}, "the rounds do not add up"),
        ({"resigned": "team"}, "there is no such game"),
        ({"points_p1": 12}, "the rounds do not add up"),
        ({"round": 2}, "the rounds do not add up"),
        ({"tricks": "3-10 4-9"}, "there is no such game"),
        ({"tricks": "3-10 4-9 5-7"}, "the rounds do not add up"),
        ({"tricks": "3-10 4-9 -5-18"}, "invalid literal|too many values"),
        ({"tricks": "3-10 4-9 58"}, "not enough values"),
        ({"tricks": "", "treasures": ""}, "the rounds do not add up"),
        ({"treasures": "1-2 0-3"}, "there is no such game"),
        ({"treasures": "1-2 0-3 2-1"}, "the rounds do not add up"),
        ({"treasures": "1-2 0-3 x-0"}, "invalid literal"),
    ],
)
def test_a_row_that_is_no_game_is_refused(wrong: dict[str, object], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        engine.from_row([*{**_row(PLAYED_OUT), **wrong}.values()])


@pytest.mark.parametrize(
    "wrong",
    [
        replace(RESIGNED, outcome=Outcome.P2),
        replace(RESIGNED, points=(6, 3)),
        replace(RESIGNED, round=3),
        replace(RESIGNED, rounds=(RoundScore((7, 6), (15, 0)),), points=(21, 3)),
    ],
)
def test_a_row_of_a_game_that_was_resigned_must_add_up_too(wrong: Summary) -> None:
    with pytest.raises(ValueError, match="do not add up"):
        engine.from_row(engine.to_row(wrong))


def test_what_is_counted_of_a_match_is_that_of_its_complete_rounds() -> None:
    assert RULES.counts(PLAYED_OUT) == {
        "rounds": (3, 3),
        "tricks": (12, 27),
        "treasures": (4, 5),
        "humble": (1, 0),
        "defeated": (2, 0),
        "victorious": (0, 2),
        "greedy": (0, 1),
    }
    early = replace(RESIGNED, rounds=())
    assert set(RULES.counts(early)) == set(RULES.counts(PLAYED_OUT))
    assert {*RULES.counts(early).values()} == {(0, 0)}


def test_C7_4_opponents_may_say_what_they_like() -> None:
    assert RULES.cooperative is False
    # And no program can say that it is hopeless for both.
    assert RULES.is_hopeless(new_game(Setup())) is False


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Draw any position that a line can contain, whether or not the rules lead there."""
    deck = [*draw(st.permutations(DECK))]
    counts = [draw(st.integers(0, most)) for most in (11, 11, 6, 1, 2)]
    one, two, stock, decree, trick = [tuple(deck.pop() for _ in range(count)) for count in counts]
    under_way = draw(st.booleans())
    hidden = draw(st.sets(st.sampled_from(stock))) if stock else set()
    numbers = st.integers(0, 99)
    turns: list[Decision[Choice] | Over] = [*DECISIONS, *map(Over, Outcome)]
    return Position(
        round=draw(st.integers(0, 9)),
        hands=(hand_of(one), hand_of(two)),
        decree=decree[0] if decree else None,
        stock=tuple(None if card in hidden else card for card in stock),
        trick=Trick(draw(st.sampled_from(Seat)), *trick) if trick or under_way else None,
        tricks=(draw(st.integers(0, 13)), draw(st.integers(0, 13))),
        points=(draw(numbers), draw(numbers)),
        turn=draw(st.sampled_from(turns)),
    )


@few(300)
@given(positions())
def test_every_position_is_read_as_it_is_written(position: Position) -> None:
    line = format_position(position)
    assert len(line.split(" ")) == 8
    assert parse_position(line) == position


@pytest.mark.parametrize(
    ("line", "reason"), [("", "eight fields"), (LEAD + " ", "eight fields"), (LEAD + "\n", "TURN")]
)
def test_a_position_line_is_written_without_blanks_around_it(line: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        parse_position(line)


def test_the_position_line_before_the_first_deal() -> None:
    line = "0.0 -/- - - - 0-0 0-0 deal"
    assert classic.line_of(new_game(Setup())) == line
    assert RULES.parse_position(line, Setup()) == new_game(Setup())


def test_a_restored_state_knows_only_what_the_line_contains() -> None:
    state = at(LEAD)
    assert (state.table.dealer, state.table.facts, state.draws) == (None, ((), ()), ())
    # Which card was drawn is not in the line.
    state = at("1.10 3b2k4k/6b8k2m 1b 3k5k6k7kTk p1:5b 5-5 2-0 p1:discard")
    assert state.drawn is None
    assert state.table.facts == ((DREW_FACT,), ())
    assert after(state, "p1 discard 4k").draws == (Draw(P1, None, parse_card("4k")),)


BETWEEN = "2.13 -/- 1b 2k3k5k6k7kTk - 7-6 12-9 deal"


GIVEN_UP = "1.10 3b2k4k/6b8k 1b 3k5k6k7kTk - 5-5 2-0 over:p1"


OVER = "4.13 -/- 1b 2k3k5k6k7kTk - 7-6 22-19 over:p1"


@pytest.mark.parametrize(
    ("line", "resigned"),
    [
        (OVER, None),
        (OVER.replace("22-19", "22-22"), None),
        (BETWEEN.replace("deal", "over:p1"), "p2"),
        (BETWEEN.replace("deal", "over:p2"), "p1"),
        (LEAD.replace("p1:- ", "- ").replace("p1:play", "over:p2"), "p1"),
        ("0.0 -/- - - - 0-0 0-0 over:p1", "p2"),
        (GIVEN_UP, "p2"),
        (GIVEN_UP.replace("6b8k", "6b8k2m"), "p2"),
    ],
)
def test_a_result_that_the_points_do_not_explain_is_a_resignation(
    line: str, resigned: str | None
) -> None:
    state = RULES.parse_position(line, Setup())
    assert RULES.result_keys(state)["resigned"] == resigned


@pytest.mark.parametrize(
    ("progress", "points", "scored"),
    [
        ("1.10", "2-0", (2, 0)),
        # A Treasure is still to come: three points were there before the round.
        ("1.10", "2-1", (0, 0)),
        ("2.10", "2-0", (0, 0)),
    ],
)
def test_what_was_scored_before_in_the_round_is_known_in_round_1_only(
    progress: str, points: str, scored: tuple[int, int]
) -> None:
    state = at(LEAD.replace("1.10", progress).replace("2-0", points))
    assert state.table.round_points == scored


# p1 leads Bells, of which p2 has none; the deck hides two of them and a Moon.
NO_KEYS = "1.9 2b4b6b8m/1k3k8k2m 5k 7b9b4k6k7kTm p1:- 5-4 0-0 p1:play"


# The same, but p2 has a Woodcutter, and a Bell on top of the deck.
CUTTER = "1.9 2b4b6b8m/1k3k8k5m 4k 7b9b6k7kTk2m p1:- 5-4 0-0 p1:play"


def test_C7_3_any_card_of_the_deck_may_be_its_top_card() -> None:
    seen = observe(after(at(NO_KEYS), "p1 play 2b", "p2 play 2m"), P1)
    worlds, rng = find_worlds(seen), Random(3)
    tops = Counter(observation.sample_determinization(worlds, rng).deck[0] for _ in range(1800))
    # The two Bells lie in each deck of six, and three of the seven other cards are in the hand.
    assert {*tops} == {*observation.unseen_cards(seen)}
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
        assert find_worlds(seen).count == 27132
        worlds = [sample(seen, Random(seed)) for seed in range(60)]
        held = {card for world in worlds for card in world.hands[seat.other]}
        assert held == {*observation.unseen_cards(seen)}
        assert len({world.deck for world in worlds}) == len(worlds)


def test_C7_3_before_the_first_deal_there_is_one_world() -> None:
    table = new_game(Setup())
    assert sample(observe(table, P1), Random(1)) == table


def test_C7_3_a_world_has_the_draw_under_way_too() -> None:
    state = after(at(CUTTER), "p1 play 2b", "p2 play 5m")
    drawn = {sample(observe(state, P1), Random(seed)).drawn for seed in range(200)}
    # A Bell only, and anything else, can have been drawn.
    assert drawn == {*observation.unseen_cards(observe(state, P1))}


def _frequencies(
    state: GameState, seat: Seat, draws: int
) -> tuple[Counter[classic.World], list[classic.World]]:
    worlds, rng = find_worlds(observe(state, seat)), Random(7)
    drawn = Counter(
        world_in(observation.sample_determinization(worlds, rng), seat.other) for _ in range(draws)
    )
    return drawn, list(classic.listed_worlds(worlds))


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


def _with_logs(setup: Setup, seed: int) -> Iterator[tuple[GameState, classic.SeatLog]]:
    """Play a random match; yield each state with what was seen of each seat."""
    logs = [classic.SeatLog(seat, [], set()) for seat in Seat]
    for before, action, step in random_game(setup, Random(seed)):
        for log in logs:
            log.note(before, action, step.state)
            yield step.state, log


@on_random_games(12, CLASSIC)
def test_C7_3_the_worlds_are_those_of_a_second_reading(
    game: Contract, setup: Setup, seed: int
) -> None:
    for state, log in _with_logs(setup, seed):
        worlds = find_worlds(observe(state, log.seat.other))
        if worlds.count < 600:
            listed = list(classic.listed_worlds(worlds))
            assert len({*listed}) == len(listed) == worlds.count
            assert {*listed} == {*classic.worlds_by_hand(state, log)}


@on_random_games(30, CLASSIC)
def test_C7_3_no_fact_excludes_the_true_world_and_each_drawn_one_fits_what_was_seen(
    game: Contract, setup: Setup, seed: int
) -> None:
    rng = Random(seed)
    for state, log in _with_logs(setup, seed):
        worlds = find_worlds(observe(state, log.seat.other))
        true = world_in(state, log.seat)
        assert classic.is_possible(true, log)
        assert classic.has_world(worlds, true)
        assert classic.is_possible(
            world_in(observation.sample_determinization(worlds, rng), log.seat), log
        )


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
