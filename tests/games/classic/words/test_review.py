"""The sentences of reviews of the original game, and their reasons."""

from __future__ import annotations

from dataclasses import replace

import pytest

from foxduet.analysis.review import Assessment, Review, costly
from foxduet.core.common import Exchange, Play, Seat
from foxduet.games.classic.ai.expert import ClassicEstimate, ClassicOpenHands
from foxduet.games.classic.rules.actions import Action, Resign
from foxduet.games.classic.rules.cards import Card
from foxduet.games.classic.rules.state import GameState, Setup
from foxduet.games.classic.words.review_words import cost_sentence, hindsight_sentence
from foxduet.play.game import Game, Header
from foxduet.words.common import guide_words
from foxduet.words.glyphs import ASCII
from foxduet.words.review_chart import report_svg
from foxduet.words.review_report import chosen_line, cost_phrase, report_lines, report_object
from tests.sentences import given_by, reviewed_game, untrue
from tests.support.classic.deals import at, filled, parse_card
from tests.support.classic.entries import match

NAMES = ("Ann", "Bob")
CHOSEN, BEST = Play(Seat.P1, parse_card("Tm")), Play(Seat.P1, parse_card("4k"))


def state_with(own: int, other: int) -> GameState:
    """Return a state in which p1 leads and both have won so many tricks."""
    left = 13 - own - other
    p1 = "4b6b8b2k4k6k8k2m4m6m8mTmEm"[-2 * left :]
    p2 = "1b2b3b5b9b1k3k5k9kTk1m5m9m"[-2 * left :]
    return at(filled(f"1.{own + other} {p1}/{p2} 7b * p1:- {own}-{other} 0-0 p1:play"))


def reviewed(
    *,
    taken: tuple[float, float] = (0.5, 0.5),
    win: tuple[float, float] = (0.4, 0.5),
    tricks: tuple[int, int] = (2, 2),
    actions: tuple[Action, Action] = (CHOSEN, BEST),
    **ends: tuple[float, float],
) -> tuple[Review, Assessment]:
    """Return a review of one choice and the best one, from a pair of values for each figure."""
    estimates = tuple(
        ClassicEstimate(
            action, win[at], 3.0, taken[at], **{band: pair[at] for band, pair in ends.items()}
        )
        for at, action in enumerate(actions)
    )
    one = Assessment(1, Seat.P1, *actions, estimates, 500)
    game = Game(Header("classic", Setup(), NAMES), state_with(*tricks))
    return Review(game, "expert:500", (one,)), one


def sentence(**figures: tuple[float, float]) -> str:
    """Return the sentence about the choice of ``reviewed``."""
    return cost_sentence(*reviewed(**figures))  # type: ignore[arg-type]


WON = (
    "This trick was worth winning: the 4 of Keys wins it with 80 % of the hands that Bob can "
    "hold, the 10 of Moons with 20 %."
)
LEFT = (
    "This trick was better left to Bob: the 4 of Keys loses it with 80 % of the hands that Bob "
    "can hold, the 10 of Moons with 10 %."
)


def test_no_cause_is_named_for_a_cost_that_may_be_noise() -> None:
    review, one = reviewed(taken=(0.2, 0.8))
    words = guide_words("classic")
    for error, is_named in ((0.09, True), (0.11, False)):
        judged = replace(one, errors=(error, 0.0))
        assert words.teaches(review, judged) is is_named
        assert bool(words.theme(review, judged)) is is_named
        assert (words.cost_sentence(review, judged) == WON) is is_named


@pytest.mark.parametrize(
    ("tricks", "end", "shares", "why"),
    [
        ((6, 2), "victorious", (0.4, 0.8), "The seventh trick is victorious."),
        ((4, 2), "victorious", (0.4, 0.8), "Ann gets to seven tricks more often that way."),
        ((2, 6), "greedy", (0.5, 0.2), "Ann is greedy less often that way."),
    ],
)
def test_a_trick_that_was_worth_winning_says_what_comes_of_it(
    tricks: tuple[int, int], end: str, shares: tuple[float, float], why: str
) -> None:
    assert sentence(taken=(0.2, 0.8), tricks=tricks) == WON
    assert sentence(taken=(0.2, 0.8), tricks=tricks, **{end: shares}) == f"{WON} {why}"


@pytest.mark.parametrize(
    ("tricks", "end", "shares", "why"),
    [
        ((9, 1), "greedy", (0.9, 0.4), "It would be the tenth trick: greedy scores nothing."),
        ((3, 4), "humble", (0.0, 0.3), "It would be the fourth trick: no longer humble."),
        ((4, 3), "greedy", (0.5, 0.2), "For Bob it would be the fourth: no longer humble."),
        ((1, 9), "humble", (0.2, 0.6), "For Bob it would be the tenth: greedy scores nothing."),
    ],
)
def test_a_number_of_tricks_is_a_cause_only_where_it_is_within_reach(
    tricks: tuple[int, int], end: str, shares: tuple[float, float], why: str
) -> None:
    assert sentence(taken=(0.9, 0.2), tricks=tricks, **{end: shares}) == f"{LEFT} {why}"
    # Whoever ends like that in any case, or in none, is told nothing of it.
    assert sentence(taken=(0.9, 0.2), tricks=tricks, **{end: (0.02, 0.02)}) == LEFT


def test_whoever_has_seven_tricks_is_not_told_to_get_there() -> None:
    ends = {"victorious": (0.2, 0.8), "greedy": (0.8, 0.2)}
    assert sentence(taken=(0.9, 0.2), tricks=(8, 2), **ends) == (
        f"{LEFT} Ann is greedy less often that way."
    )


def test_what_nobody_can_change_is_said_as_a_fact() -> None:
    line = filled("1.4 4b6b8b2k4k6k8kTk4m/1b2b3b5b9b1k3k5k 7b * p2:9k 2-2 0-0 p1:play")
    state = at(line)
    low, high = Play(Seat.P1, parse_card("2k")), Play(Seat.P1, parse_card("Tk"))
    review, one = reviewed(actions=(high, low), taken=(1.0, 0.0))
    review = replace(review, game=Game(review.game.header, state))
    assert cost_sentence(review, one) == (
        "This trick was better left to Bob: the 2 of Keys loses it, the 10 of Keys wins it."
    )


def test_a_choice_between_cards_that_both_win_is_named_for_what_else_it_does() -> None:
    line = filled("1.4 4b6b8b2k4k6k7kTk4m/1b2b3b5b9b1k3k9k 7b * p2:5k 2-2 0-0 p1:play")
    cards = [Play(Seat.P1, parse_card(card)) for card in ("2k", "4k", "6k", "7k", "Tk")]
    figures = ((0.3, 0.0), (0.3, 0.0), (0.3, 1.0), (0.5, 1.0), (0.3, 1.0))
    estimates = tuple(
        ClassicEstimate(card, win, 3.0, taken)
        for card, (win, taken) in zip(cards, figures, strict=True)
    )
    one = Assessment(1, Seat.P1, cards[-1], cards[3], estimates, 500)
    game = Game(Header("classic", Setup(), NAMES), at(line))
    assert cost_sentence(Review(game, "expert:500", (one,)), one) == (
        "The 7 of Keys scores its own point with the trick; the 10 of Keys does not."
    )


def test_no_trick_is_told_as_sure_before_the_other_seat_has_replied() -> None:
    line = "1.4 4b6b2k4k6k8kTk2mTm/1b2b3b5b9b1k3k9k7m 7b * p1:- 2-2 0-0 p1:play"
    figures = {
        **dict.fromkeys(("4b", "6b"), (0.3, 1.0)),
        **dict.fromkeys(("8k", "Tk"), (0.5, 1.0)),
        **dict.fromkeys(("2m", "Tm"), (0.3, 0.0)),
    }
    estimates = tuple(
        ClassicEstimate(Play(Seat.P1, parse_card(card)), win, 3.0, taken)
        for card, (win, taken) in figures.items()
    )
    one = Assessment(1, Seat.P1, estimates[0].action, estimates[3].action, estimates, 500)
    game = Game(Header("classic", Setup(), NAMES), at(filled(line)))
    assert cost_sentence(Review(game, "expert:500", (one,)), one).startswith(
        "Both likely win the trick. "
    )


def test_where_the_trick_goes_the_same_way_the_match_tells_the_difference() -> None:
    assert sentence(win=(0.4, 0.52)) == (
        "Only the figures can tell: the 4 of Keys promised about 52 % to win the match, the 10 of "
        "Moons 40 %."
    )


def test_an_exchange_is_named_for_what_it_does() -> None:
    keep: Exchange[Card] = Exchange(Seat.P1, None)
    swap = Exchange(Seat.P1, parse_card("4k"))
    review, one = reviewed(actions=(keep, swap))
    assert cost_sentence(review, one) == (
        "After the 4 of Keys as decree Keys are trump, and Ann holds 2 of them; after keeping the "
        "decree Bells, and Ann holds 0."
    )
    assert chosen_line(review.game, one) == (
        "Ann: keeping the decree (40 %); best the 4 of Keys as decree (50 %)."
    )


def test_a_resignation_names_the_chance_that_was_left() -> None:
    review, one = reviewed(win=(0.4, 0.37))
    given_up = replace(one, chosen=Resign(Seat.P1))
    assert cost_sentence(review, given_up) == "Ann resigned with about 37 % left to win the match."
    assert cost_phrase(given_up) == "cost 37 % to win"


def test_what_a_choice_cost_has_no_points_where_these_count_nothing() -> None:
    review, one = reviewed()
    assert cost_phrase(one) == "cost 10 % to win"
    best = replace(one, chosen=BEST)
    assert chosen_line(review.game, best) == "Ann: the 4 of Keys (50 %), as good as any."


def opened(win: tuple[float, float], taken: tuple[float, float]) -> Assessment:
    """Return a choice with hindsight about it and about the best."""
    _review, one = reviewed()
    hands = tuple(
        ClassicOpenHands(action, chance, share)
        for action, chance, share in zip((CHOSEN, BEST), win, taken, strict=True)
    )
    return replace(one, open_hands=hands)


def test_hindsight_names_what_would_have_won_or_left_the_trick() -> None:
    for win, taken, said in (
        ((0.4, 0.6), (0.0, 1.0), "the 4 of Keys would have won the trick, and was best."),
        ((0.4, 0.6), (0.2, 0.8), "the 4 of Keys would likely have won the trick, and was best."),
        ((0.4, 0.6), (1.0, 0.0), "the 4 of Keys would have left the trick to Bob, and was best."),
        (
            (0.4, 0.6),
            (0.8, 0.2),
            "the 4 of Keys would likely have left the trick to Bob, and was best.",
        ),
        (
            (0.4, 0.6),
            (1.0, 1.0),
            "the 4 of Keys was best for the tricks to come, about 60 % to win the match against "
            "40 %.",
        ),
    ):
        assert hindsight_sentence(opened(win, taken), NAMES) == f"With open hands: {said}"


def test_hindsight_is_fair_to_a_choice_that_was_right_after_all() -> None:
    right = opened((0.6, 0.4), (1.0, 0.0))
    assert hindsight_sentence(right, NAMES) == (
        "With open hands, though, nothing was clearly better than the 10 of Moons."
    )
    assert hindsight_sentence(replace(right, best=CHOSEN), NAMES) == (
        "With open hands, too, nothing was clearly better than the 10 of Moons."
    )
    near = opened((0.59, 0.6), (1.0, 0.0))
    assert "nothing was clearly better" in hindsight_sentence(near, NAMES)
    assert hindsight_sentence(replace(right, open_hands=()), NAMES) == ""


def test_the_object_and_the_picture_say_whose_chance_the_line_is() -> None:
    for ai, players, seat in (
        ((None, None), NAMES, "p1"),
        (("steady", None), ("Steady", "Bob"), "p2"),
    ):
        game = match(3, ai=ai, players=players)
        assert game.result is not None
        table = report_object(Review(game, "expert:500", ()))
        assert (table["line_seat"], table["target"]) == (seat, 21)
        assert (table["result"], table["points"]) == (game.result.name, [*game.result.points])
        picture = report_svg(Review(game, "expert:500", ()))
        whose = players[0 if seat == "p1" else 1]
        assert f"{players[0]} and {players[1]}: {whose}&#x27;s chance to win" in picture


@pytest.mark.parametrize("number", [0, 3])
def test_every_sentence_on_a_costly_choice_keeps_the_rule(number: int) -> None:
    review = reviewed_game(number, 20, "classic")
    assert costly(review)
    for one in costly(review):
        assert list(untrue(review, one)) == []
    named = [given_by(review, one) is not None for one in costly(review)]
    assert sum(named) >= len(named) / 2


@pytest.mark.parametrize("game", ["classic", "duet"])
def test_one_insight_says_what_cost_most_by_kind_of_reason(game: str) -> None:
    review = reviewed_game(3, 12, game)
    bad = [one for one in review.assessments if one.least_cost >= 0.02 and one.of_chosen]
    # Of opponents it is about the one whose line is shown.
    about = [one for one in bad if game == "duet" or one.chosen.seat is Seat.P1]
    costs: dict[str, list[float]] = {}
    for one in about:
        if theme := guide_words(game).theme(review, one):
            costs.setdefault(theme, []).append(one.cost.worth)
    told = report_object(review)["insight"]
    assert isinstance(told, dict)
    costliest = max(costs, key=lambda theme: sum(costs[theme]))
    assert told["theme"] == costliest
    assert told["choices"] == len(costs[costliest])
    assert told["cost"] == pytest.approx(sum(costs[costliest]))
    (sentence,) = [one for one in report_lines(review, ASCII) if "What cost most in this" in one]
    assert costliest in sentence
    assert f"{len(costs[costliest])} choice" in sentence
    good = tuple(replace(one, chosen=one.best) for one in review.assessments)
    assert report_object(replace(review, assessments=good))["insight"] is None
