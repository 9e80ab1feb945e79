"""How many lines of play follow a position: by the engine, by a second reading, by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.core.cards import Deal, Seat, hand_of
from foxduet.core.errors import NotationError
from foxduet.games.classic.rules.state import GameState, Setup
from tests.contract.classic import CLASSIC
from tests.contract.contract import Contract
from tests.contract.duet import DUET
from tests.contract.every import chance, every_game, of_all, on_random_games
from tests.support import classic as classic_by_hand
from tests.support import games
from tests.support.classic import DEAL_BY_P1 as CLASSIC_DEAL
from tests.support.classic import at as match_at
from tests.support.games import DEAL_BY_P1, at, setup_of
from tests.support.players import few, fewer, seeds


def named(value: object) -> str | None:
    """Return the name of a game for the tests' names."""
    return value.name if isinstance(value, Contract) else None


def followers(game: Contract, state: Any) -> dict[str, Any]:
    """Return the states that follow, by what leads to them."""
    rules = game.rules
    return {
        rules.format_action(action): rules.apply(state, action).state
        for action in rules.legal_actions(state)
    }


def dealt(game: Contract, setup: Any, deal: str) -> Any:
    """Return the state after the first deal."""
    rules = game.rules
    return rules.apply(rules.new_game(setup), rules.parse_action(deal)).state


def count(game: Contract, state: Any, depth: int) -> int:
    """Count the lines of ``depth`` actions."""
    if depth < 2:
        return len(game.rules.legal_actions(state)) if depth else 1
    following = followers(game, state).values()
    return sum(count(game, after, depth - 1) for after in following) if following else 1


def ends_of_round(game: Contract, state: Any) -> Counter[str]:
    """Count the lines to the end of the round by their last TURN."""
    following = followers(game, state).values()
    if not following:
        return Counter([game.rules.format_position(state).split(" ")[-1]])
    return sum((ends_of_round(game, after) for after in following), Counter())


def second_reading(game: Contract, state: Any) -> Callable[[str], dict[str, str]]:
    """Return what reads from a line of a state's round which lines follow."""
    table = state.table
    if game is DUET:
        board, level = table.setup.board, table.setup.level
        sheet = games.Sheet(board.start, board.plus, level)
        return partial(games.successors, sheet=sheet)
    p1, p2 = (table.points[seat] - table.scored[seat] for seat in Seat)
    before = classic_by_hand.Sheet(table.setup.target, (p1, p2))
    return partial(classic_by_hand.successors, sheet=before)


def reference_lines(game: Contract, state: Any, depth: int = -1) -> Counter[str]:
    """Count what follows in a second reading: lines to the end of the round, or of a depth."""
    following = second_reading(game, state)

    def ends(line: str, depth: int) -> Counter[str]:
        after = following(line) if depth else {}
        if not after:
            return Counter([line.rsplit(" ", maxsplit=1)[-1]])
        return sum((ends(one, depth - 1) for one in after.values()), Counter())

    return ends(game.rules.format_position(state), depth)


@on_random_games(60, DUET, CLASSIC)
def test_the_engine_plays_by_the_reference(game: Contract, setup: Any, seed: int) -> None:
    for state, action, _step in game.play(setup, Random(seed)):
        if not isinstance(action, Deal):
            lines = {
                text: game.rules.format_position(after)
                for text, after in followers(game, state).items()
            }
            assert second_reading(game, state)(game.rules.format_position(state)) == lines


# From the first lead to depth 1, 2, 3, ... All abilities with a choice occur in all of them. Duet's
# path is too long for the board or the level to matter yet.
DEALS: dict[str, dict[str, tuple[int, ...]]] = {
    "duet": {
        "deal p1 1d4d6d8d1r5r8r9r1s7sTs/3d5d7dTd2rTr2s3s4s6s9s 6r 7r9d2d4r5s3r8s": (
            (11, 50, 417, 2089, 16207, 75945)
        ),
        "deal p2 2d6d8dTd1r2r7r1s4s7sTs/1d7d3r4r5r6r8rTr2s3s9s 4d 9d3d5s6s8s9r5d": (
            (11, 49, 384, 2057, 15490, 71410)
        ),
        "deal p1 1d4d5d8d5r6r7r8r1s3s6s/7d9dTd1r3r4r9rTr4s5s9s 2s 6d2r7s3d2dTs8s": (
            (11, 67, 520, 2956, 22478, 115328)
        ),
        "deal p2 3d5dTd1r3r4r8r5s7s9sTs/1d2d4d6d7d8d5r6r7r9r2s 1s 8s3s6s2r4s9dTr": (
            (11, 51, 437, 2201, 17094, 89552)
        ),
        "deal p2 1d6d8d9dTd4r6r2s8s9sTs/7d2r5r7r9rTr3s4s5s6s7s 4d 8r3d2d1s3r5d1r": (
            (11, 51, 402, 2746, 24037, 122771)
        ),
    },
    "classic": {
        "deal p2 2b3b6b8bTbEb6k7k8kEk1m6m9m/1b7b1k2k3k9kTk2m4m5m7m8mTm 4k 3m5k4bEm5b9b": (
            (13, 58, 572, 3391, 23231, 146417)
        ),
        "deal p1 1b5b8bEb4k6k7k8kTk1m7m9mEm/2b7b9bTb2k3k5k9kEk3m4m6m8m 2m Tm5m1k3b6b4b": (
            (13, 78, 654, 4829, 30547, 240870)
        ),
        "deal p2 2b4b5b6bTb2k3k4k1m3m4m5m9m/1b3b7b8bEb6k7k8kEk2m6m7mTm Tk Em9k8m1k9b5k": (
            (13, 92, 705, 5489, 35639, 282022)
        ),
        "deal p1 6b7bEb3k4k8kTkEk5m6m8m9mTm/1b2b3b8b9bTb1k6k7k1m3m4m7m 5b Em2k2m4b9k5k": (
            (13, 71, 650, 4563, 31077, 215584)
        ),
    },
}
FIRST_LEADS = [
    *((DUET, setup_of(1), deal, figures, 5) for deal, figures in DEALS["duet"].items()),
    *((CLASSIC, Setup(), deal, figures, 5) for deal, figures in DEALS["classic"].items()),
    *(
        (DUET, setup_of(level), deal, figures[:4], 3)
        for deal, figures in DEALS["duet"].items()
        for level in (2, 3)
    ),
]


@pytest.mark.parametrize(("game", "setup", "deal", "figures", "most"), FIRST_LEADS, ids=named)
def test_lines_from_the_first_lead(
    game: Contract, setup: Any, deal: str, figures: tuple[int, ...], most: int
) -> None:
    state, expected = dealt(game, setup, deal), fewer(figures, most)
    counted = tuple(count(game, state, depth) for depth in range(1, len(expected) + 1))
    assert counted == expected


@pytest.mark.parametrize(
    ("game", "setup", "deal", "figures"), [row[:4] for row in FIRST_LEADS if row[4] == 5], ids=named
)
def test_the_reference_counts_the_same_lines(
    game: Contract, setup: Any, deal: str, figures: tuple[int, ...]
) -> None:
    depth = len(fewer(figures[:4], 3))
    assert reference_lines(game, dealt(game, setup, deal), depth).total() == figures[depth - 1]


def since(line: str, target: int, before: tuple[int, int]) -> GameState:
    """Return a position of a match to a target in which seats had points before the round."""
    state = match_at(line, target)
    p1, p2 = (has - had for has, had in zip(state.table.points, before, strict=True))
    return replace(state, table=replace(state.table, scored=(p1, p2)))


# From late in a round to its end: how many lines end with each TURN.
LATE: list[tuple[Contract, Any, Mapping[str, int]]] = [
    (
        # Foxes, a Gift and a Musician; tokens enough, so every line sees the end of the round.
        DUET,
        at("1.8 3d5r8s/7d2r1s 4s 2s3s5s6s7s9sTs p1:- - 11211011211 6 4 p1:play", setup_of(1)),
        {"deal": 811},
    ),
    (
        # Two Gazelles can meet, and the last two gems can be had early.
        DUET,
        at("2.8 1d5d3r/5r7r9s 8d 3s4s5s6s7s8sTs p2:- - 0000010100 7 1 p2:play", setup_of(2)),
        {"deal": 1863, "over:victory:30": 2, "over:victory:33": 44, "over:victory:35": 26},
    ),
    (
        # Round 3, no token left: every end of a game but resigning.
        DUET,
        at("3.8 7d3s5s/1d5d3r 2r 2s4s6s7s8s9sTs p1:- - ##00001100 5 0 p1:play", setup_of(3)),
        {
            "over:lost": 1103,
            "over:out-of-time": 1477,
            "over:victory:30": 108,
            "over:victory:32": 24,
        },
    ),
    (
        # A path of five spaces and one token.
        DUET,
        at("3.7 2dTd1r9s/4d8d5r7s 6d 2s3s4s5s6s8sTs p2:- - ###01010### 6 1 p2:play", setup_of(1)),
        {
            "over:lost": 1058,
            "over:out-of-time": 170,
            "over:victory:10": 34,
            "over:victory:12": 12,
            "over:victory:15": 2,
            "over:victory:17": 1,
        },
    ),
    (
        # All three Musicians in one hand.
        DUET,
        at("2.8 1d1r1s/2d2rTs 5d 3s4s5s6s7s8s9s p1:- - #100200### 4 0 p1:play", setup_of(2)),
        {"deal": 6, "over:lost": 15},
    ),
    (
        # p1 holds 5d 6r, p2 3d 8r, the decree is 1s, nothing is in reserve: no forest is chosen.
        #
        # Lead 5d: p2 must follow 3d, Foxes. Named p1 keeps, or named p2 keeps (2 ways): p1 wins and
        # the Gazelle gives 1, 2 or 3 steps; 6r then loses to 8r with one move: 2 x 3 = 6. Named p1
        # exchanges 6r for 1s: p1 wins, 3 moves, leads 1s, 8r is trump, the Musician's 2 paws go
        # either way: 3 x 2 = 6. Named p2 exchanges 8r for 1s: p1 wins, 3 moves, leads 6r, now
        # trump, p2 has no Rose and plays 1s, either way: 3 x 2 = 6. Together 18.
        #
        # Lead 6r: 8r wins, 2 + 2 paws to space 10; p2 leads 3d, its last card. Named p2 has no card
        # to exchange: 5d wins, 3 moves. Named p1 keeps: the same 3. Named p1 exchanges 5d for 1s:
        # 3d, trump, wins against 1s, 2 paws either way, beyond the path or not: 2. Together 8.
        #
        # 18 + 8 = 26, and the one line that runs beyond the path loses.
        DUET,
        at("1.9 5d6r/3d8r 1s 4s5s6s7s8s9sTs p1:- - 11211011211 6 0 p1:play"),
        {"deal": 25, "over:lost": 1},
    ),
    (
        # A Fox, a Woodcutter, a Treasure and a Witch; one of the two reaches the target.
        CLASSIC,
        since("3.10 3b5k7m/2b7k9m Tk 1b4b6b8b1k2k p1:- 5-5 10-9 p1:play", 16, (10, 8)),
        {"over:p1": 4, "over:p2": 19},
    ),
    (
        # A Swan; who scores too little must deal again.
        CLASSIC,
        since("4.10 1b5k9k/3b5m7m 4b 2b6b3k8k2m6m p2:- 6-4 14-17 p2:play", 21, (12, 17)),
        {"deal": 54, "over:p1": 72, "over:p2": 22},
    ),
    (
        # With three Treasures six tricks are worth seven.
        CLASSIC,
        since("4.10 5b7b2m/3b8k9m Tk 1b4b6b8b1k2k p1:- 5-5 17-15 p1:play", 21, (15, 15)),
        {"over:draw": 13, "over:p1": 18, "over:p2": 26},
    ),
    (
        # A Monarch; the tenth trick is one too many.
        CLASSIC,
        since("6.10 1k7kEk/9b3k5k Tm 2b6b4k8k2m6m p1:- 3-7 22-29 p1:play", 35, (22, 28)),
        {"deal": 2, "over:p2": 58},
    ),
    (
        # All three Woodcutters in one hand.
        CLASSIC,
        since("1.10 5b5k5m/1b3k9m Tk 7b4b6b8b1k2k p1:- 6-4 1-1 p1:play", 16, (0, 0)),
        {"deal": 81},
    ),
    (
        # All three Foxes against all three Swans.
        CLASSIC,
        since("3.10 3b3k3m/1b1k1m 9b 7b4b6b8b7k2k p2:- 4-6 13-12 p2:play", 16, (13, 11)),
        {"over:p1": 30, "over:p2": 10},
    ),
    (
        # p1 holds 3b 6k, p2 5b 8m, the decree is 1m, 2k lies on the deck.
        #
        # Lead 3b: p1 keeps the decree or puts out 6k for it. Either way p2 must follow with 5b,
        # draws 2k, puts it or 8m under, wins, and leads what is left; p1 has one card: 2 x 2 = 4.
        #
        # Lead 6k: with 8m, trump, p2 wins and leads 5b, draws 2k and must put it under; p1 plays
        # 3b, and the Fox of an empty hand asks nothing: 1. With 5b p2 draws 2k and puts it or 8m
        # under; p1 wins and leads 3b: 2. Together 4 + 1 + 2 = 7.
        CLASSIC,
        match_at("1.11 3b6k/5b8m 1m 2k3k4k7k8k9k p1:- 6-5 0-0 p1:play"),
        {"deal": 7},
    ),
]


@pytest.mark.parametrize(("game", "state", "figures"), LATE, ids=named)
def test_lines_to_the_end_of_the_round(
    game: Contract, state: Any, figures: Mapping[str, int]
) -> None:
    assert ends_of_round(game, state) == figures
    assert reference_lines(game, state) == figures


def test_lines_of_two_actions_by_hand() -> None:
    """p2 leads; each lead counts the choices that come next.

    Duet: p2 holds 1d 7d 3r 4r 5r 6r 8r Tr 2s 3s 9s, p1 four Doves, three Roses and four Stars. 1d:
    the four Doves may follow. 7d, a Gift: ten cards may be given. 3r and 3s, Foxes: two seats may
    be named, each. 4r 5r 6r 8r Tr: the three Roses, each. 2s: the four Stars. 9s, a Royal Heir: all
    eleven. 4 + 10 + 2 x 2 + 5 x 3 + 4 + 11 = 48.

    The original game: p2 holds 1b 4b 8b Tb, 2k 4k 7k 8k, 2m 3m 6m 9m Tm; p1 holds four Bells, five
    Keys and four Moons. A Bell or a Moon: four cards may follow, but for 3m, a Fox: twelve cards
    may be put out, or none. A Key: five. 4 x 4 + 4 x 5 + 4 x 4 + 13 = 65.
    """
    duet = dealt(DUET, setup_of(1), DEAL_BY_P1)
    match = dealt(CLASSIC, Setup(), CLASSIC_DEAL)
    assert [count(DUET, duet, depth) for depth in (1, 2)] == [11, 48]
    assert [count(CLASSIC, match, depth) for depth in (1, 2)] == [13, 65]


@every_game
def test_every_card_is_read_as_it_is_written(game: Contract) -> None:
    texts = [game.cards.format_card(card) for card in game.deck]
    assert len(set(texts)) == len(game.deck)
    assert [game.cards.parse_card(text) for text in texts] == list(game.deck)


@every_game
@given(chance)
def test_cards_are_read_as_they_are_written(game: Contract, data: st.DataObject) -> None:
    some = data.draw(st.lists(st.sampled_from(game.deck), unique=True))
    hand = hand_of(some)
    assert game.cards.parse_hand(game.cards.format_cards(hand)) == hand
    assert game.cards.parse_cards(game.cards.format_cards(some)) == tuple(some)


@every_game
def test_every_action_is_read_as_it_is_written(game: Contract) -> None:
    actions = [*game.universe, *(game.rules.resignation(seat) for seat in Seat)]
    texts = [game.rules.format_action(action) for action in actions]
    assert [game.rules.parse_action(text) for text in texts] == actions
    assert len(set(texts)) == len(set(actions))


@every_game
@given(seed=seeds, dealer=st.sampled_from(Seat), data=chance)
def test_every_deal_is_read_as_it_is_written(
    game: Contract, seed: int, dealer: Seat, data: st.DataObject
) -> None:
    rules = game.rules
    deal = rules.deal(rules.new_game(data.draw(game.setups)), Random(seed), dealer)
    assert deal.dealer is dealer
    assert rules.parse_action(rules.format_action(deal)) == deal


@of_all("language")
def test_the_language_of_records(game: Contract, value: str) -> None:
    assert game.rules.parse_action(value) == game.language[value]
    assert game.rules.format_action(game.language[value]) == value


@of_all("language")
def test_an_action_is_written_in_one_way(game: Contract, value: str) -> None:
    blanks = (f" {value}", f"{value} ", f"{value}\n", value.replace(" ", "  "), f"{value} now")
    for text in ("", *blanks, value.replace(" ", "\t"), value.upper(), value.split(maxsplit=1)[0]):
        with pytest.raises(NotationError):
            game.rules.parse_action(text)


@of_all("not_cards")
def test_what_is_not_a_card(game: Contract, value: str) -> None:
    with pytest.raises(NotationError, match="is not a card"):
        game.cards.parse_card(value)


@every_game
@given(data=chance, text=st.text(max_size=20))
def test_a_text_is_refused_or_is_the_spelling_of_its_action(
    game: Contract, data: st.DataObject, text: str
) -> None:
    line = data.draw(st.sampled_from([*game.language, text]))
    cut, put = data.draw(st.integers(0, len(line))), data.draw(st.text(max_size=2))
    changed = line[:cut] + put + line[cut + 1 :]
    try:
        action = game.rules.parse_action(changed)
    except NotationError:
        return
    assert game.rules.format_action(action) == changed


@every_game
@given(chance)
def test_a_text_is_refused_or_is_the_spelling_of_its_position(
    game: Contract, data: st.DataObject
) -> None:
    line = data.draw(st.sampled_from([line for line, _actions, _due in game.due.values()]))
    cut, put = data.draw(st.integers(0, len(line))), data.draw(st.text(max_size=2))
    changed = line[:cut] + put + line[cut + 1 :]
    try:
        state = game.rules.parse_position(changed, game.setup)
    except NotationError:
        return
    assert game.rules.format_position(state) == changed


@few(200)
@given(seed=seeds, data=chance)
def test_a_position_of_the_original_game_is_refused_or_the_round_can_be_played_on(
    seed: int, data: st.DataObject
) -> None:
    """Each field is that of one moment or of another; no match need come to them together."""
    rules, states = CLASSIC.rules, [*CLASSIC.states(Setup(), seed)]
    at = data.draw(st.integers(0, len(states) - 2))
    moments = states[at], states[data.draw(st.integers(at + 1, min(at + 4, len(states) - 1)))]
    fields = zip(*(rules.format_position(moment).split(" ") for moment in moments), strict=True)
    try:
        state = rules.parse_position(
            " ".join(data.draw(st.sampled_from(f)) for f in fields), Setup()
        )
    except NotationError:
        return
    while (due := rules.pending(state)) is not None and not due.choice.is_deal:
        choice = data.draw(st.sampled_from(rules.legal_actions(state)))
        state = rules.apply(state, choice).state


@on_random_games(50)
def test_a_position_line_is_played_on_like_the_original(
    game: Contract, setup: Any, seed: int
) -> None:
    rules = game.rules
    for state, action, step in game.play(setup, Random(seed)):
        assert rules.parse_action(rules.format_action(action)) == action
        line = rules.format_position(state)
        restored = rules.parse_position(line, setup)
        assert rules.format_position(restored) == line
        assert rules.legal_actions(restored) == rules.legal_actions(state)
        again = rules.apply(restored, action)
        other_line, other_events = game.lost_by_line(state, step)
        if not other_line:
            assert rules.format_position(again.state) == rules.format_position(step.state)
        if not other_events:
            assert again.events == step.events


@on_random_games(50)
def test_a_view_hides_the_cards_that_a_line_shows(game: Contract, setup: Any, seed: int) -> None:
    for state in game.states(setup, seed):
        line = game.rules.format_position(state)
        for seat in Seat:
            view = game.rules.format_view(game.rules.observe(state, seat))
            assert len(view) == len(line)
            changed = [new for old, new in zip(line, view, strict=True) if old != new]
            assert set(changed) <= {"?"}
            if "?" in view:
                with pytest.raises(NotationError, match=r"unseen cards|is not a card"):
                    game.rules.parse_position(view, setup)
