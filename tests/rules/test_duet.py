"""What clauses of Duet cannot say: boards, what holds of every card and of whole games, secrets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.core.cards import (
    Deal,
    Decision,
    Play,
    RoundEnded,
    Seat,
    Trick,
    TrickWon,
    WinReason,
    follow_wins,
    hand_of,
    has_suit,
    remove_card,
    win_reason,
)
from foxduet.core.errors import NotationError, RecordError
from foxduet.games.duet.rules import RULES, engine, notation, observation
from foxduet.games.duet.rules.cards import (
    BOARDS,
    DECK,
    GEM_TOKENS,
    LEVELS,
    Ability,
    Board,
    Card,
    ForestPath,
    LandsOn,
    Suit,
    board_from_table,
    board_to_table,
    parse_board,
    possible_moves,
)
from foxduet.games.duet.rules.engine import apply, can_be_won, legal_actions, new_game, score
from foxduet.games.duet.rules.observation import loses_for_certain, observe, sample, unseen_cards
from foxduet.games.duet.rules.state import (
    DECISIONS,
    FOREST_DUE,
    PLAY_DUE,
    Action,
    Choice,
    GameEnded,
    GameState,
    GemCollected,
    GemsAdded,
    GiftOffered,
    Move,
    Outcome,
    Setup,
    Table,
    parse_action,
)
from tests.contract.contract import Contract
from tests.contract.duet import DUET
from tests.contract.every import assert_alike, on_random_games
from tests.support.games import (
    DEAL_BY_P1,
    DEAL_BY_P2,
    after,
    at,
    choices,
    line_of,
    parse_card,
    parse_hand,
    play,
    refusal,
    setup_of,
    turn,
    with_table,
)
from tests.support.players import boards, few, random_game, seeds, states_of_game

P1, P2 = Seat.P1, Seat.P2


LEAD = "1.8 4d3r6s/6d8r2s 1d 3s4s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play"


FOXES = ("p1 play 3r", "p1 foxes p2", "p2 exchange 6d")


GIFT = "1.8 4d7r6s/6d8r2s 1d 3s4s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play"


OFFERED = ("p1 play 7r", "p1 give 6s")


PAWS = {1: 0, 2: 3, 3: 2, 4: 1, 5: 1, 6: 2, 7: 0, 8: 2, 9: 0, 10: 3}


ABILITIES = {
    1: Ability.MUSICIAN,
    3: Ability.FOXES,
    5: Ability.GAZELLE,
    7: Ability.GIFT,
    9: Ability.ROYAL_HEIR,
}


def test_R1_thirty_cards_with_their_paws_and_abilities() -> None:
    expected = {
        (suit, rank): (PAWS[rank], ABILITIES.get(rank)) for suit in Suit for rank in range(1, 11)
    }
    assert len(DECK) == 30
    assert {(card.suit, card.rank): (card.paws, card.ability) for card in DECK} == expected


def test_R1_a_hand_is_sorted_by_suit_then_rank() -> None:
    ten, two = parse_card("Td"), parse_card("2r")
    assert hand_of(map(parse_card, ("Ts", "2r", "Td", "9d", "1s"))) == parse_hand("9dTd2r1sTs")
    assert remove_card((ten, two), two) == remove_card((ten,), two) == (ten,)
    assert [suit for suit in Suit if has_suit((ten, two), suit)] == [Suit.DOVES, Suit.ROSES]


OWN = "gems = [1, 0, 2]\nplus = [1]\nstart = 2\nforest_tokens = 1\n"


@pytest.mark.parametrize(
    ("level", "line"),
    [
        (1, "0.0 -/- - - - - 11211011211 6 4 deal"),
        (2, "0.0 -/- - - - - 1212101212 6 3 deal"),
        (3, "0.0 -/- - - - - 1312201312 6 3 deal"),
    ],
)
def test_R2_gems_start_and_tokens_at_setup(level: int, line: str) -> None:
    start = new_game(setup_of(level))
    assert LEVELS == (1, 2, 3)
    assert line_of(start) == line
    assert start == RULES.parse_position(line, setup_of(level))
    assert can_be_won(start.table)


def test_R2_a_custom_board_is_played_on() -> None:
    table = new_game(Setup(2, parse_board(OWN)))
    assert notation.format_position(notation.position_of(table)) == "0.0 -/- - - - - 102 2 1 deal"
    dealt = after(table, DEAL_BY_P1)
    assert turn(dealt) == "p2:play"
    assert len(choices(dealt)) == 11


def test_R2_extra_gems_of_a_custom_board_count_at_level_3_only() -> None:
    board = parse_board(OWN + "extra_gems = [0, 0, 3]\n")
    assert [new_game(Setup(level, board)).table.path.gems_left for level in (1, 2, 3)] == [3, 3, 6]


def test_R2_a_board_is_written_as_it_is_read() -> None:
    for board in (*BOARDS.values(), parse_board(OWN)):
        assert board_from_table(board_to_table(board)) == board


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("gems = [1, 2", "invalid TOML"),
        (OWN.replace("gems = [1, 0, 2]\n", ""), "gems: missing"),
        (OWN.replace("plus = [1]\n", ""), "plus: missing"),
        (OWN.replace("start = 2\n", ""), "start: missing"),
        (OWN.replace("forest_tokens = 1\n", ""), "forest_tokens: missing"),
        (OWN + "colour = 'green'\n", "colour: unknown field"),
        (OWN.replace("[1, 0, 2]", "'102'"), "gems: 102 is not a list of whole numbers"),
        (OWN.replace("[1, 0, 2]", "[1, 0, 2.0]"), "gems: [1, 0, 2.0] is not a list of whole"),
        (OWN.replace("[1, 0, 2]", "[1, true, 2]"), "gems: [1, True, 2] is not a list of whole"),
        (OWN.replace("[1]", "1"), "plus: 1 is not a list of whole numbers"),
        (OWN + "extra_gems = 3\n", "extra_gems: 3 is not a list of whole numbers"),
        (OWN.replace("start = 2", "start = '2'"), "start: 2 is not a whole number"),
        (OWN.replace("start = 2", "start = true"), "start: True is not a whole number"),
        (OWN.replace("tokens = 1", "tokens = 1.5"), "forest_tokens: 1.5 is not a whole number"),
        (OWN.replace("[1, 0, 2]", "[1, 1]"), "gems: a path needs 3 to 19 spaces, not 2"),
        (OWN.replace("[1, 0, 2]", str([1] * 20)), "gems: a path needs 3 to 19 spaces, not 20"),
        (OWN.replace("[1, 0, 2]", "[1, -1, 2]"), "gems: -1 on space 2; it cannot be less than 0"),
        (OWN.replace("[1, 0, 2]", "[0, 0, 0]"), "gems: there are no gems on the board"),
        (OWN.replace("[1, 0, 2]", "[20, 1, 2]"), "gems: 23 gems on the board"),
        (OWN + "extra_gems = [0, 0, -1]\n", "extra_gems: -1 on space 3"),
        (OWN + "extra_gems = [1, 1]\n", "extra_gems: 2 numbers for 3 spaces"),
        (OWN + "extra_gems = [20, 0, 0]\n", "extra_gems: 23 gems on the board"),
        (
            OWN.replace("[1, 0, 2]", "[20, 0, 2]") + "extra_gems = [1, 0, 0]\n",
            "extra_gems: 23 gems on the board",
        ),
        (OWN.replace("[1]", "[4]"), "plus: there is no space 4; the path has spaces 1 to 3"),
        (OWN.replace("[1]", "[0]"), "plus: there is no space 0; the path"),
        (OWN.replace("[1]", "[1, 1]"), "plus: name each space once, in ascending order"),
        (OWN.replace("[1]", "[2, 1]"), "plus: name each space once, in ascending order"),
        (OWN.replace("start = 2", "start = 0"), "start: there is no space 0; the path"),
        (OWN.replace("start = 2", "start = 4"), "start: there is no space 4; the path"),
        (OWN.replace("tokens = 1", "tokens = -1"), "forest_tokens: -1; use 0 to 9"),
        (OWN.replace("tokens = 1", "tokens = 10"), "forest_tokens: 10; use 0 to 9"),
        (OWN.replace("tokens = 1", "tokens = 2"), "forest_tokens: 2; each side of the start"),
        (OWN.replace("start = 2", "start = 1"), "forest_tokens: 1; each side of the start"),
        (OWN.replace("start = 2", "start = 3"), "forest_tokens: 1; each side of the start"),
    ],
)
def test_R2_a_custom_board_that_is_refused_names_the_field(text: str, reason: str) -> None:
    with pytest.raises(RecordError, match="^" + re.escape(reason)):
        parse_board(text)


@pytest.mark.parametrize(
    "board",
    [
        Board(gems=(1, 0, 0), plus=(), start=1, forest_tokens=0),
        Board(gems=(0, 22, 0), plus=(1, 2, 3), start=2, forest_tokens=1),
        Board(gems=(1,) * 19, plus=tuple(range(1, 20)), start=10, forest_tokens=9),
        Board(gems=(1, 0, 0), plus=(), start=3, forest_tokens=0, extra_gems=(0, 0, 21)),
    ],
)
def test_R2_boards_at_the_limits_are_played_on(board: Board) -> None:
    table = new_game(Setup(3, board))
    assert turn(after(table, DEAL_BY_P1)) == "p2:play"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "write '-' for none"),
        ("7d7", "'7' is not a card"),
        ("7d 8d", "' 8' is not a card"),
        ("7d-", "'-' is not a card"),
        ("--", "'--' is not a card"),
        ("7d??", "is not a card"),
        ("7d7d", "7d appears twice in 7d7d"),
        ("7d8d7d", "7d appears twice"),
        ("8d7d", "not sorted; write 7d8d"),
        ("1r7d", "not sorted; write 7d1r"),
        ("Td9d", "not sorted; write 9dTd"),
        ("1sTr", "not sorted; write Tr1s"),
    ],
)
def test_what_is_not_a_hand(text: str, reason: str) -> None:
    with pytest.raises(NotationError) as raised:
        parse_hand(text)
    assert reason in str(raised.value)


@pytest.mark.parametrize(
    ("steps", "reason"), [("\u0663", "as 'p1 move +3'"), ("9" * 5000, "is not a move")]
)
def test_what_is_not_a_number_of_steps(steps: str, reason: str) -> None:
    with pytest.raises(NotationError, match=re.escape(reason)):
        parse_action(f"p1 move {steps}")


def test_the_parser_accepts_illegal_actions() -> None:
    assert parse_action("deal p1 -/- 1d -") == Deal(Seat.P1, ((), ()), DECK[0], ())
    assert parse_action("p1 move +7") == Move(Seat.P1, 7)


def test_R3_1_the_other_seat_deals_each_later_round() -> None:
    for seed in range(20):
        dealers = [
            action.dealer
            for _, action, _ in random_game(setup_of(1), Random(seed))
            if isinstance(action, Deal)
        ]
        assert dealers == [dealers[0], dealers[0].other, dealers[0]][: len(dealers)]


def test_R3_1_the_same_seat_cannot_deal_twice_running() -> None:
    state = after(new_game(setup_of(1)), DEAL_BY_P1)
    while turn(state) != "deal":
        state = apply(state, legal_actions(state)[0]).state
    assert refusal(state, DEAL_BY_P1) == "it is p2's turn to deal"
    assert turn(after(state, DEAL_BY_P2)) == "p1:play"


def test_R3_2_shuffling_deals_the_thirty_cards_as_eleven_eleven_one_and_seven() -> None:
    deals = [engine.deal_shuffled_deck(Seat.P2, Random(seed)) for seed in range(50)]
    for deal in deals:
        assert deal.dealer is Seat.P2
        assert [len(deal.hands[0]), len(deal.hands[1]), len(deal.stock)] == [11, 11, 7]
        assert hand_of((*deal.hands[0], *deal.hands[1], deal.decree, *deal.stock)) == DECK
        assert turn(apply(new_game(setup_of(1)), deal).state) == "p1:play"
    assert len(set(deals)) == len(deals)
    assert deals[3] == engine.deal_shuffled_deck(Seat.P2, Random(3))


def test_R3_2_an_unsorted_hand_is_refused() -> None:
    deal = parse_action(DEAL_BY_P1)
    assert isinstance(deal, Deal)
    unsorted = Deal(deal.dealer, (deal.hands[0][::-1], deal.hands[1]), deal.decree, deal.stock)
    with pytest.raises(ValueError, match="not sorted"):
        apply(new_game(setup_of(1)), unsorted)


def test_R3_4_eleven_tricks_a_round_and_at_most_three_rounds() -> None:
    full_games = 0
    for seed in range(40):
        tricks, ended = [0], []
        for _, _, step in random_game(setup_of(1), Random(seed)):
            tricks[-1] += sum(isinstance(event, TrickWon) for event in step.events)
            for event in step.events:
                if isinstance(event, RoundEnded):
                    ended.append(event.round)
                    tricks.append(0)
            last = step.state
        assert tricks[: len(ended)] == [11] * len(ended)
        assert ended == [1, 2, 3][: len(ended)]
        full_games += ended == [1, 2, 3]
        assert last.table.outcome is not None
    assert full_games


@pytest.mark.parametrize("trump", Suit)
def test_R6_the_highest_trump_or_else_the_highest_of_the_led_suit_wins_and_why(trump: Suit) -> None:
    for lead, follow in permutations(DECK, 2):
        beats = _strength(follow, lead.suit, trump) > _strength(lead, lead.suit, trump)
        assert follow_wins(lead, follow, trump) is beats
        trumps, same = (lead.suit, follow.suit).count(trump), lead.suit is follow.suit
        others = WinReason.HIGHER_OF_LED_SUIT if same else WinReason.ONLY_OF_LED_SUIT
        reasons = (others, WinReason.ONLY_TRUMP, WinReason.HIGHER_TRUMP)
        assert win_reason(lead, follow, trump) is reasons[trumps]


def _strength(card: Card, led: Suit, trump: Suit) -> int:
    """Order all cards of a trick at once: trumps, then the led suit, then the rest."""
    return card.rank + 100 * (card.suit is trump) + 50 * (card.suit is led)


def _every_way(lead: Card, follow: Card, winner: Seat) -> set[int]:
    """Leave out each set of cards that the Gazelles allow, in each allowed direction."""
    toward = 1 if winner is Seat.P2 else -1
    gazelles = (lead.rank, follow.rank).count(5)
    ways = [(lead.paws, follow.paws)]
    ways += [(lead.paws, 0), (0, follow.paws)] if gazelles >= 1 else []
    ways += [(0, 0)] if gazelles == 2 else []
    directions = (toward, -toward) if 1 in (lead.rank, follow.rank) else (toward,)
    return {direction * sum(way) for way in ways for direction in directions}


@pytest.mark.parametrize("winner", Seat)
def test_R7_the_moves_of_every_trick(winner: Seat) -> None:
    for lead, follow in permutations(DECK, 2):
        moves = possible_moves(lead, follow, winner)
        assert moves == tuple(sorted(_every_way(lead, follow, winner)))


def test_R9_2_a_victory_scores_by_the_level_cards_and_tokens_left_and_in_round_2() -> None:
    lead = "2.8 4d3r6s/6d8r2s 1d 3s4s5s7s8s9sTs p1:- - 0000000010 6 3 p1:play"
    won = after(at(lead, setup_of(2)), "p1 play 4d", "p2 play 6d")
    assert score(won) == engine.Score(level=20, cards=4, early=10, tokens=9)
    for state in (at(LEAD), after(at(LEAD), "team resign")):
        assert score(state) is None


def test_R9_3_a_board_can_be_too_rich_to_be_won() -> None:
    # 22 gems; 11 are left after round 1, then 8 are added each time: 19 - 11 + 8 - 11 = 5.
    rich = Board((4, 4, 4, 0, 0, 4, 3, 3), (1, 2, 3, 4, 5, 6, 7, 8), 4, 0)
    assert engine.surplus_gems(new_game(Setup(1, rich)).table) == 5
    assert not can_be_won(new_game(Setup(1, rich)).table)
    assert can_be_won(new_game(Setup(1, replace(rich, plus=(1, 2, 3, 4, 5)))).table)


def test_R9_3_no_more_gems_are_added_than_there_are() -> None:
    # 22 gems, of which 11 are left after each round, when 11 of 19 plus spaces get another one.
    board = Board((2,) * 3 + (1,) * 16, tuple(range(1, 20)), 10, 0)
    assert engine.surplus_gems(new_game(Setup(1, board)).table) == 11


def test_R9_3_gems_that_are_added_after_a_victory_do_not_count() -> None:
    # Eleven gems for eleven tricks; a second round would be hopeless.
    board = Board((1,) * 11 + (0,) * 8, tuple(range(1, 20)), 10, 0)
    assert can_be_won(new_game(Setup(1, board)).table)


@on_random_games(150, DUET)
def test_gems_are_conserved(game: Contract, setup: Setup, seed: int) -> None:
    left = states_of_game(setup, seed)[0].table.path.gems_left
    for _, _, step in random_game(setup, Random(seed)):
        for event in step.events:
            if isinstance(event, GemCollected):
                left -= 1
            elif isinstance(event, GemsAdded):
                left += len(event.spaces)
        assert step.state.table.path.gems_left == left
        assert 0 <= left <= GEM_TOKENS
        assert min(step.state.table.path.gems) >= 0


@on_random_games(150, DUET)
def test_tracker_and_start_are_uncovered_and_covered_spaces_are_bare(
    game: Contract, setup: Setup, seed: int
) -> None:
    for state in states_of_game(setup, seed):
        path = state.table.path
        spaces = range(1, len(path.gems) + 1)
        covered = [space for space in spaces if path.is_covered(space)]
        assert path.tracker not in covered
        assert setup.board.start not in covered
        assert not any(path.gems[space - 1] for space in covered)
        assert len(covered) + state.table.reserve == setup.board.forest_tokens
        assert [*range(path.first, path.last + 1)] == [
            space for space in spaces if space not in covered
        ]


@on_random_games(150, DUET)
def test_a_move_and_an_end_are_asked_for_only_where_there_is_a_choice(
    game: Contract, setup: Setup, seed: int
) -> None:
    for state in states_of_game(setup, seed):
        if state.table.pending and state.table.pending.choice in (Choice.MOVE, Choice.FOREST):
            assert len(legal_actions(state)) > 1


@on_random_games(150, DUET)
def test_the_end_of_a_game_has_its_score_and_a_victory_leaves_no_gem(
    game: Contract, setup: Setup, seed: int
) -> None:
    *_steps, (_before, _action, last) = random_game(setup, Random(seed))
    table, points = last.state.table, score(last.state)
    assert table.outcome is not None
    assert last.events[-1] == GameEnded(table.outcome, points.total if points else None)
    assert (table.outcome is Outcome.VICTORY) is (table.path.gems_left == 0)


@on_random_games(150, DUET)
def test_a_game_that_cannot_be_won_is_not_won(game: Contract, setup: Setup, seed: int) -> None:
    states = states_of_game(setup, seed)
    winnable = [can_be_won(state.table) for state in states]
    assert winnable == sorted(winnable, reverse=True)
    assert winnable[-1] is (states[-1].table.outcome is Outcome.VICTORY)


def test_random_games_end_in_every_way_in_every_round() -> None:
    board = Board((0, 0, 1, 0, 0, 1, 0, 1, 1, 0, 0), (5, 6, 7), 6, 4)
    last = [states_of_game(Setup(1, board), seed)[-1] for seed in range(60)]
    assert {state.table.outcome for state in last} == {*Outcome} - {Outcome.RESIGNED}
    assert {state.table.round for state in last} == {1, 2, 3}


@on_random_games(100, DUET)
def test_what_the_seats_remember_of_each_other_is_true(
    game: Contract, setup: Setup, seed: int
) -> None:
    for state in states_of_game(setup, seed):
        offered = () if state.offer is None else (state.offer,)
        for seat in Seat:
            seen = observe(state, seat)
            partner = {*state.hands[seat.other], *offered}
            assert partner >= set(seen.partner_known)
            assert list(seen.partner_known) == sorted(set(seen.partner_known), key=DECK.index)
            assert list(seen.partner_voids) == sorted(set(seen.partner_voids))
            unknown = partner - set(seen.partner_known) - {seen.own_offer}
            assert not {card.suit for card in unknown} & set(seen.partner_voids)


tokenless = st.builds(
    Setup, st.integers(1, 3), boards().map(lambda board: replace(board, forest_tokens=0))
)


def is_trick_over(state: GameState, since: GameState) -> bool:
    pending = state.table.pending
    now, then = state.table, since.table
    return pending is None or (now.round, now.tricks_done) != (then.round, then.tricks_done)


def outcomes(state: GameState, since: GameState) -> Iterator[Outcome | None]:
    """Yield how the trick under way can end, in every way that it can be played."""
    if is_trick_over(state, since):
        yield state.table.outcome
        return
    for action in legal_actions(state):
        yield from outcomes(apply(state, action).state, since)


def is_told(state: GameState, action: Action) -> bool:
    """Return whether what lies open settles where a choice leads."""
    table = state.table
    match action:
        case Move():
            return True
        case Play(_, card):
            return table.lead is not None and card.ability is not Ability.FOXES
        case _:
            pending = table.pending
            exchanges = pending is not None and pending.choice is Choice.EXCHANGE
            return exchanges and table.trick is not None and table.trick.follow is not None


@few(60)
@given(tokenless, seeds)
def test_a_choice_surely_loses_just_if_every_way_to_play_on_does(setup: Setup, seed: int) -> None:
    for state, _action, _step in random_game(setup, Random(seed)):
        pending = state.table.pending
        if pending is None or pending.seat is None:
            continue
        seen = observe(state, pending.seat)
        for action in legal_actions(state):
            ends = {*outcomes(apply(state, action).state, state)} if is_told(state, action) else {}
            assert loses_for_certain(seen, action) == (ends == {Outcome.LOST})


@few(40)
@given(st.integers(1, 3), seeds)
def test_nothing_surely_loses_with_a_token_left(level: int, seed: int) -> None:
    for state, _action, _step in random_game(setup_of(level), Random(seed)):
        pending = state.table.pending
        if pending is None or pending.seat is None:
            continue
        for tokens in (1, 3):
            with_tokens = with_table(state, reserve=tokens)
            seen = observe(with_tokens, pending.seat)
            assert not any(loses_for_certain(seen, one) for one in legal_actions(with_tokens))


@few(40)
@given(st.integers(1, 3), seeds)
def test_an_outlook_names_the_winner_and_every_space_that_the_fox_may_come_to(
    level: int, seed: int
) -> None:
    for state, action, step in random_game(setup_of(level), Random(seed)):
        table, outlook = state.table, None
        if isinstance(action, Play) and is_told(state, action):
            outlook = observation.follow_outlook(table, action.card)
        elif getattr(table.pending, "choice", None) is Choice.EXCHANGE:
            outlook = observation.exchange_outlook(table, getattr(action, "card", None))
        if outlook is None:
            continue
        winner, landings = outlook
        spaces = {one.space for one in landings if isinstance(one, LandsOn)}
        after = step.state.table
        if after.pending is not None and after.pending.choice is Choice.MOVE:
            assert after.pending.seat is winner
        elif is_trick_over(step.state, state) and len(spaces) == len(landings) == 1:
            assert after.path.tracker in spaces
            assert after.trick is None or after.trick.leader in (winner, *Seat)


def test_R10_1_only_the_seat_whose_turn_it_is_sees_choices_and_both_those_of_the_team() -> None:
    state = at(LEAD)
    assert observe(state, P1).choices == tuple(map(parse_action, choices(state)))
    assert observe(state, P2).choices == ()
    assert observe(state, P2).table.pending == PLAY_DUE[P1]
    state = at("1.11 -/- 1d 3s4s5s7s8s9sTs - - 11211011211 6 4 team:forest")
    for seat in Seat:
        assert observe(state, seat).table.pending == FOREST_DUE
        assert len(observe(state, seat).choices) == 2


def test_R10_1_a_world_has_no_card_of_a_void_in_the_partner_s_hand() -> None:
    line = "1.7 2d4d3r6s/1r6r2s8s 5r 1d3s6d5s7d9sTs p1:- - 11211011211 6 4 p1:play"
    seen = observe(after(at(line), "p1 play 2d", "p2 play 2s"), P1)
    for seed in range(20):
        world = sample(seen, Random(seed))
        assert not has_suit(world.hands[P2], Suit.DOVES)


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


def test_R10_2_the_partner_sees_that_a_card_is_offered_but_not_which() -> None:
    assert_alike(DUET, GIFT, OFFERED[:1], "p1 give 6s", "p1 give 4d")
    # p1 took the decree 8s before all eyes; whether it is what p1 offers stays open.
    line = "1.7 4d7r9r6s/6d3r4r2s 8s 1s3s4s5s7s9sTs p2:- - 11211011211 6 4 p2:play"
    taken = ("p2 play 3r", "p2 foxes p1", "p1 exchange 4d", "p1 play 7r")
    assert_alike(DUET, line, taken, "p1 give 8s", "p1 give 6s")


def test_R10_2_only_a_gift_that_is_offered_is_redacted_and_for_the_partner_only() -> None:
    step = play(at(GIFT), *OFFERED, "p2 give 2s", "p2 play 8r")
    for event in step.events:
        giver = event.seat if isinstance(event, GiftOffered) else None
        for seat in Seat:
            seen = event if giver in (None, seat) else GiftOffered(seat.other, None)
            assert observation.redact(event, seat) == seen


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


@st.composite
def positions(draw: st.DrawFn) -> notation.Position:
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
    turn = draw(st.sampled_from((*DECISIONS, *Outcome)))
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
    return notation.Position(table, (hand_of(one), hand_of(two)), stock, offer)


@few(300)
@given(positions())
def test_every_position_is_read_as_it_is_written(position: notation.Position) -> None:
    line = notation.format_position(position)
    assert len(line.split(" ")) == 10
    assert notation.parse_position(line, position.table.setup) == position


@few(100)
@given(positions(), st.sampled_from(Seat))
def test_every_view_is_read_as_it_is_written(position: notation.Position, seat: Seat) -> None:
    hidden: tuple[None, ...] = (None,) * len(position.hands[seat.other])
    own = position.hands[seat]
    view = notation.Position(
        position.table,
        (own, hidden) if seat is Seat.P1 else (hidden, own),
        (None,) * len(position.stock),
        (None,) * len(position.offer),
    )
    assert notation.parse_position(notation.format_position(view), position.table.setup) == view


def test_a_view_cannot_be_restored_and_is_read_as_it_was_seen() -> None:
    view = notation.view_of(observe(at(LEAD), Seat.P1))
    assert notation.parse_position(notation.format_position(view), setup_of(1)) == view
    with pytest.raises(NotationError, match="unseen cards: 10"):
        notation.restore(view)


@pytest.mark.parametrize(
    ("line", "reason"), [("", "ten fields"), (LEAD + " ", "ten fields"), (LEAD + "\n", "TURN")]
)
def test_a_position_line_is_written_without_blanks_around_it(line: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        notation.parse_position(line, setup_of(1))


def test_a_restored_state_knows_only_what_the_line_contains() -> None:
    state = at(LEAD)
    assert state.table.dealer is None
    assert state.table.known == ((), ())
    assert state.table.voids == ((), ())
