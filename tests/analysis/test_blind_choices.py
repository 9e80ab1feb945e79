"""Nobody acts on what it cannot see: reviews, hindsight and hints beside solved positions.

Each position is solved over all worlds that its seat cannot tell apart, by ``tests.support.blind``,
and the solution stands beside it. If seats saw more than they do, most figures would be others.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random
from typing import TypeVar

import pytest

from foxduet.ai.partner import adviser_named
from foxduet.analysis.review import Moment, Review, moments_of
from foxduet.analysis.review_job import assess, look_back
from foxduet.core.common import Seat
from foxduet.core.register import rule_set
from foxduet.games.classic.ai.expert import ClassicEstimate, ClassicOpenHands
from foxduet.games.duet.ai.expert import DuetEstimate, DuetOpenHands
from foxduet.games.duet.review_measures import with_open_hands
from foxduet.games.duet.words.review_words import cost_sentence, hindsight_sentence
from foxduet.play.record import load_record
from foxduet.words.review_report import chosen_line
from tests.support import blind, duet_by_hand
from tests.support.classic import by_hand
from tests.support.classic import deals as classic_deals
from tests.support.deals import at as duet_at
from tests.support.machine import GOLDEN

ValueT = TypeVar("ValueT")

DUET_SHEET = duet_by_hand.Sheet(6, (2, 4, 5, 7, 9), 1)
CLASSIC_SHEET = by_hand.Sheet(21)

# One gem lies on the path: whether the trick under way finds it. Gifts led and given.
OF_TRICKS = {
    "3.9 8r7s/Tr4s 4d 8s4r2s1d6s7d3r p1:- - 00000000100 7 0 p1:play": {"8r": "1/4", "7s": "2/9"},
    "3.9 7r7s/Td8s 1d 9r2s1s3r5d4r6d p1:- - 00100000000 1 0 p1:play": {"7r": "1/9", "7s": "1/3"},
    "3.9 7d6r/2d9d 8d 3d3s4sTs5r1r5d p1:- - 00001000000 5 0 p1:play": {"7d": "4/9", "6r": "0"},
    "3.9 7d1r/3d9d 3s 4s9s8rTr1s2r2s p1:- - 00001000000 5 0 p1:play": {"7d": "8/9", "1r": "1/3"},
    "3.9 7d9d/3r4s Ts 6d9s5r1d7s8d6r p1:- - 00000010000 5 1 p1:play": {"7d": "1/9", "9d": "1/18"},
    "3.8 5d6d/7d7rTs 5s 1d3r4s6r3d2s1s p1:7s - 00100000000 5 0 p1:give": {
        "5d": "4/15",
        "6d": "1/3",
    },
    "3.8 3d5r/4d3r6r 3s 2d1s7s5s1d2sTr p1:7r - 00010010000 4 1 p1:give": {"3d": "29/45", "5r": "1"},
    "3.8 8r2s/6d1s7s 4s 3s2d5r5d8s4d6s p1:7r - 00001000000 8 0 p1:give": {"8r": "0", "2s": "8/45"},
    "3.8 3d4r3s/Tr 9r 9s3r4s5d8s6s7d p2:7r 5r 00010000000 3 1 p1:give": {
        "3d": "1",
        "4r": "1/3",
        "3s": "1",
    },
    "3.8 9d2r6r/4d 5d 5r5s7s2s9r8d9s p2:7d 3r 00010000000 2 0 p1:give": {
        "9d": "7/9",
        "2r": "0",
        "6r": "0",
    },
}
# Whether the game is won: a Gift that follows, the second card of one, Foxes, and a move.
OF_ROUNDS = {
    "3.9 7r9s/6r 8s 6s6d5r4sTd7s4r p2:9d - 00010000000 6 0 p1:play": {"7r": "0", "9s": "1/4"},
    "3.9 2s7s/4d 9r TdTrTs6d1d1s4r p2:8s - 00000000001 3 1 p1:play": {"2s": "3/8", "7s": "1/8"},
    "3.9 6r2s/- 1s 3r7dTrTd5s5d9d p2:7r 1r 00000001000 6 1 p1:give": {"6r": "1/8", "2s": "1"},
    "3.9 4s/4d 2d 4rTd1d1s3r7d7s p2:6d3d - 00000000001 1 0 p1:exchange": {"4s": "1/8", "-": "0"},
    "3.9 2s/4s 4r 1s9sTs7r1d1r4d p2:6d3d - 00000010000 1 1 p1:exchange": {"2s": "1/4", "-": "0"},
    "3.9 Ts/Tr 6r 2s8r6s4s3d8d2r p1:5rTd - 10000000000 7 1 p1:move": {
        "-4": "0",
        "-3": "0",
        "-1": "3/8",
    },
}
# Whether the match is won: Woodcutters, what they draw and put away, and the Fox.
OF_MATCHES = {
    "5.11 5b9m/7m 2k 1b7k9b6k4m2m p2:8k 2-9 16-18 p1:play": {"5b": "1", "9m": "3/7"},
    "5.11 5b8k/1k 6b 4b9b6kEkEb3b p2:Tm 2-9 18-16 p1:play": {"5b": "31/42", "8k": "1"},
    "5.11 6b5k/Ek4m 7k 1b5m8b6m4bTm p1:- 3-8 16-17 p1:play": {"6b": "1/28", "5k": "17/84"},
    "5.11 9b4m/4b Tb 3mEkTk8b6k p2:6m5k 3-8 16-19 p1:discard": {"9b": "5/6", "4m": "0"},
    "5.11 9k8m/4b 3b 6m9b7k9m5b p2:2k5m 6-5 19-17 p1:discard": {"9k": "1/6", "8m": "2/3"},
    "5.11 8b3k/6b1m 2k Tb7k2mTmEm p1:5k 3-8 16-15 p1:discard": {"8b": "0", "3k": "5/21"},
    "5.11 2m/7kTm Ek 6b1m6k7m2kEb p1:3m 5-6 17-19 p1:exchange": {"2m": "13/28", "-": "1/28"},
    "5.11 8k/6b Tm 1b1k5k8b5bEm p2:3b3k 6-5 18-18 p1:exchange": {"8k": "1", "-": "2/7"},
    "5.11 Em/7m 3m 6b2m2k9b2b4k p2:9k3k 9-2 20-16 p1:exchange": {"Em": "2/7", "-": "0"},
}
# The learned value that judges the last trick of a round there is not surer than this: less so
# where all cards are open, which matches seldom end with.
LEARNED, LEARNED_OPEN = 0.15, 0.3
# Early in a round reviews draw their worlds.
DRAWN = 0.04


@cache
def duet_lines(line: str) -> dict[str, str]:
    """Return what may follow a line of Duet."""
    return duet_by_hand.successors(line, DUET_SHEET)


@cache
def classic_lines(line: str) -> dict[str, str]:
    """Return what may follow a line of the original game."""
    return by_hand.successors(line, CLASSIC_SHEET)


def won(line: str, seat: str) -> Fraction | None:
    """Return what the end of a game is worth to a seat; a draw is half a win."""
    turn = line.rsplit(" ", 1)[-1]
    if not turn.startswith("over"):
        return None
    if turn == "over:draw":
        return Fraction(1, 2)
    return Fraction(turn.startswith(("over:victory", f"over:{seat}")))


def trick_of(start: str) -> blind.Rules:
    """Return Duet as far as the trick under way: whether it finds a gem."""

    def gems(line: str) -> int:
        return sum(int(space) for space in line.split(" ")[6] if space != "#")

    def found(line: str, _seat: str) -> Fraction | None:
        same_trick = line.startswith(start.partition(" ")[0] + " ")
        if same_trick and not line.rpartition(" ")[2].startswith("over"):
            return None
        return Fraction(gems(line) < gems(start))

    return blind.Rules(duet_lines, found, helps=True)


ROUND = blind.Rules(duet_lines, won)
MATCH = blind.Rules(classic_lines, won, top_counts=True, by_chance="by nobody")


def solution(rules: blind.Rules, line: str) -> dict[str, Fraction]:
    """Return the means of all choices of p1, by their last word."""
    return by_last_word(blind.means(blind.solve(rules, line, "p1")))


def by_last_word(values: dict[str, ValueT]) -> dict[str, ValueT]:
    """Return values by the last word of their action."""
    return {action.rsplit(" ", 1)[-1]: value for action, value in values.items()}


def moment_at(game: str, line: str) -> Moment:
    """Return the decision of p1 that is due at a line."""
    state = classic_deals.at(line) if game == "classic" else duet_at(line)
    return Moment(game, 1, state, Seat.P1, None)


def name_of(game: str, action: object) -> str:
    """Return the last word of an action."""
    return rule_set(game).format_action(action).rsplit(" ", 1)[-1]


@pytest.mark.parametrize("line", [*OF_TRICKS, *OF_ROUNDS, *OF_MATCHES])
def test_the_solutions_are_what_all_worlds_of_a_seat_add_up_to(line: str) -> None:
    for rules, table in ((trick_of(line), OF_TRICKS), (ROUND, OF_ROUNDS), (MATCH, OF_MATCHES)):
        if line in table:
            expected = {name: Fraction(text) for name, text in table[line].items()}
            assert solution(rules, line) == expected


@pytest.mark.parametrize("line", [*OF_TRICKS, *OF_ROUNDS])
def test_a_review_of_duet_is_as_solved(line: str) -> None:
    moment = moment_at("duet", line)
    rules = trick_of(line) if line in OF_TRICKS else ROUND
    expected = {name: float(value) for name, value in solution(rules, line).items()}
    judged = assess("expert:1000", "any seed", moment)
    assert len(judged.estimates) == len(expected)
    for one in judged.estimates:
        assert isinstance(one, DuetEstimate)
        found = one.gem if line in OF_TRICKS else one.win
        assert found == pytest.approx(expected[name_of("duet", one.action)])


@pytest.mark.parametrize("line", [*OF_TRICKS, *OF_ROUNDS])
def test_hindsight_of_duet_is_what_the_best_blind_plan_comes_to_with_the_hands_as_they_were(
    line: str,
) -> None:
    moment = moment_at("duet", line)
    rules = trick_of(line) if line in OF_TRICKS else ROUND
    solved = blind.solve(rules, line, "p1")
    expected = by_last_word(blind.in_world(rules, solved, line))
    for seed in range(2):
        for one in with_open_hands(moment, Random(seed)):
            found = one.gem if line in OF_TRICKS else one.win
            values = expected[name_of("duet", one.action)]
            assert any(found == pytest.approx(float(value)) for value in values)


@pytest.mark.parametrize("line", OF_MATCHES)
def test_a_review_of_the_original_game_is_as_solved(line: str) -> None:
    moment = moment_at("classic", line)
    judged = assess("expert:400", "any seed", moment)
    expected = solution(MATCH, line)
    assert name_of("classic", judged.best) == max(expected, key=expected.__getitem__)
    for one in judged.estimates:
        assert isinstance(one, ClassicEstimate)
        exact = float(expected[name_of("classic", one.action)])
        assert one.win <= exact + LEARNED
        # A search that looks a draw ahead does not know yet what it would do with each card.
        assert one.win >= exact - LEARNED or (one.action.card.rank == 5 and "play" in line)
    solved = blind.solve(MATCH, line, "p1")
    opened = by_last_word(blind.in_world(MATCH, solved, line))
    for each in look_back("any seed", moment):
        assert isinstance(each, ClassicOpenHands)
        values = opened[name_of("classic", each.action)]
        assert any(each.win == pytest.approx(float(value), abs=LEARNED_OPEN) for value in values)


def test_most_of_these_positions_would_be_judged_otherwise_if_cards_were_seen() -> None:
    others = 0
    for line in (*OF_TRICKS, *OF_ROUNDS):
        rules = trick_of(line) if line in OF_TRICKS else ROUND
        seen = by_last_word(blind.if_all_were_seen(rules, line, "p1"))
        solved = solution(rules, line)
        assert all(seen[name] >= solved[name] for name in solved)
        others += seen != solved
    assert others >= 8


def test_a_card_given_earlier_in_a_round_is_judged_over_all_hands_and_all_cards_given() -> None:
    # p2 follows the 7 of Roses with what it has then; three of p1's cards can be given.
    line = "3.7 2dTd4s/3d6r1s8s 8r 9s2s5s4d1d6s4r p1:7r - 00010100000 5 1 p1:give"
    expected = solution(trick_of(line), line)
    # Advice looks at every choice in all worlds, where reviews drop what is clearly worse.
    think = adviser_named("duet", "expert:4000")
    advice = think(moment_at("duet", line).observation, Random(1))
    assert len({*expected.values()}) > 1
    for one in advice.estimates:
        assert isinstance(one, DuetEstimate)
        exact = float(expected[name_of("duet", one.action)])
        # The other seat may have reasons to leave a gem.
        assert exact - 2 * DRAWN <= one.gem <= exact + DRAWN


def test_where_the_forest_closes_in_is_judged_before_any_card_of_the_next_round() -> None:
    game = load_record((GOLDEN / "review" / "gift-chosen-blind.toml").read_text("utf-8"))
    moment = next(one for one in moments_of(game) if one.state.table.trick is None)
    stocks = (moment.state.stock, moment.state.stock[::-1])
    judged = [
        assess("expert:60", "seed", replace(moment, state=replace(moment.state, stock=stock)))
        for stock in stocks
    ]
    assert len(judged[0].estimates) == 2
    assert judged[0].estimates == judged[1].estimates
    assert look_back("any seed", moment) == ()
    assert not any(moment.state.hands)


def test_action_65_of_the_game_that_showed_it_is_no_sure_gem() -> None:
    game = load_record((GOLDEN / "review" / "gift-chosen-blind.toml").read_text("utf-8"))
    moment = next(one for one in moments_of(game) if one.number == 65)
    judged = assess("expert:1000", "any seed", moment)
    judged = replace(judged, open_hands=look_back("any seed", moment))
    for one in (*judged.estimates, *judged.open_hands):
        assert isinstance(one, DuetEstimate | DuetOpenHands)
        if name_of("duet", one.action) == "7r":
            # The partner gives one of two cards, and the 5 of Roses is one of them.
            assert (one.gem, one.overrun) == pytest.approx((1 / 2, 1 / 2))
            break
    else:
        raise AssertionError("the 7 of Roses is one of the choices")
    review = Review(game, "expert:1000", (judged,))
    assert cost_sentence(review, judged) == (
        "The 7 of Roses finds a gem about 5 times in 10, the 2 of Roses never."
    )
    for sentence in (hindsight_sentence(judged, game.header.players), chosen_line(game, judged)):
        assert "sure" not in sentence
        assert "100 %" not in sentence
        assert "would have found" not in sentence
