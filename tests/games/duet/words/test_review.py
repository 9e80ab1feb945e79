"""One sentence for each costly choice, in the terms of the game; and hindsight, never as blame."""

from __future__ import annotations

from dataclasses import replace

import pytest

from foxduet.ai.names import REVIEWER
from foxduet.analysis.review import Assessment, Review
from foxduet.core.common import Exchange, Play, Seat, Trick
from foxduet.games.duet.ai.expert import DuetEstimate, DuetOpenHands
from foxduet.games.duet.rules.actions import Action, Forest, Foxes, Give, Move, Resign
from foxduet.games.duet.rules.cards import Card, Suit
from foxduet.games.duet.words.choices import choice_phrase, choice_subject
from foxduet.games.duet.words.review_words import cost_sentence, hindsight_sentence, teaches, theme
from foxduet.play.game import Game
from foxduet.words.review_report import chosen_line, cost_phrase
from tests.support.deals import with_table
from tests.support.players import DEFEAT, VICTORY, duet
from tests.support.reviews import review_of

NAMES = ("Ann", "Bob")
CHOSEN, BEST = Play(Seat.P1, Card.of(Suit.ROSES, 10)), Play(Seat.P1, Card.of(Suit.STARS, 4))
MOVES = Move(Seat.P1, 0), Move(Seat.P1, 1)
ENDS = Forest(Seat.P1), Forest(Seat.P2)
NAMINGS = Foxes(Seat.P1, Seat.P1), Foxes(Seat.P1, Seat.P2)
LEADING: Trick[Card] = Trick(Seat.P1)


def game_at(trick: Trick[Card] | None) -> Game:
    """Return a game that stands at a trick, or between rounds."""
    return Game(duet(1, NAMES), with_table(VICTORY.states[1], trick=trick))


def sentence_on(one: Assessment, trick: Trick[Card] | None) -> str:
    """Return the sentence on the first choice of a game that stands at a trick."""
    return cost_sentence(Review(game_at(trick), REVIEWER, (one,)), one)


def judged(
    trick: Trick[Card] | None,
    *,
    win: tuple[float, float] = (0.4, 0.7),
    score: tuple[float, float] = (10.0, 20.0),
    taken: tuple[float, float] = (0.5, 0.5),
    gem: tuple[float, float] = (0.0, 0.0),
    overrun: tuple[float, float] = (0.0, 0.0),
    edge: tuple[float, float] = (0.0, 0.0),
    reach: tuple[float, float] = (0.0, 0.0),
    later: tuple[float, float] = (0.0, 0.0),
    found: tuple[float, float] = (0.0, 0.0),
    near: tuple[float, float] = (0.0, 0.0),
    to_end: tuple[float, float] = (0.0, 0.0),
    trumps: tuple[float, float] = (0.0, 0.0),
    partner_trumps: tuple[float, float] = (0.0, 0.0),
    actions: tuple[Action, Action] = (CHOSEN, BEST),
) -> str:
    """Return the sentence on a choice and the best one, from a pair of values for each figure."""
    after = near, to_end, trumps, partner_trumps
    figures = zip(win, score, taken, gem, overrun, edge, reach, later, found, *after, strict=True)
    estimates = tuple(
        DuetEstimate(action, *values) for action, values in zip(actions, figures, strict=True)
    )
    return sentence_on(Assessment(1, Seat.P1, *actions, estimates, 500), trick)


def test_what_depends_on_unseen_hands_is_told_in_times_of_ten() -> None:
    assert judged(LEADING, overrun=(0.41, 0.0)) == (
        "The 10 of Roses takes the fox off the path about 4 times in 10, the 4 of Stars never."
    )
    assert judged(LEADING, gem=(0.1, 0.8)) == (
        "The 4 of Stars finds a gem about 8 times in 10, the 10 of Roses about once in 10."
    )
    assert judged(LEADING, taken=(0.1, 0.97)) == (
        "This trick was worth winning: the 4 of Stars wins it nearly always, the 10 of Roses about "
        "once in 10."
    )
    assert judged(LEADING, taken=(0.9, 0.2)) == (
        "This trick was better left to your partner: the 4 of Stars loses it about 8 times in 10, "
        "the 10 of Roses about once in 10."
    )
    # Where the tens are the same.
    assert judged(LEADING, gem=(0.46, 0.54), win=(0.4, 0.5)) == (
        "Fewer paws were better here: the 4 of Stars has 1, the 10 of Roses has 3."
    )
    assert judged(LEADING, later=(0.54, 0.46), actions=MOVES).endswith(
        "about 54 times in 100, going one step toward Bob about 46 times in 100."
    )


def test_no_cause_is_named_for_a_cost_that_may_be_noise() -> None:
    figures = {"taken": 0.5, "gem": 0.0, "score": 20.0}
    chosen, best = (
        DuetEstimate(action, win=win, overrun=overrun, **figures)
        for action, win, overrun in ((CHOSEN, 0.4, 0.41), (BEST, 0.7, 0.0))
    )
    for error, is_named in ((0.29, True), (0.31, False)):
        one = Assessment(1, Seat.P1, CHOSEN, BEST, (chosen, best), 500, errors=(error, 0.0))
        review = Review(game_at(LEADING), REVIEWER, (one,))
        assert teaches(review, one) is bool(theme(review, one)) is is_named
        assert ("takes the fox off the path" in cost_sentence(review, one)) is is_named


def test_points_are_named_where_nothing_else_can_be() -> None:
    assert judged(LEADING, win=(0.7, 0.7), score=(20.0, 23.1), actions=MOVES) == (
        "Going one step toward Bob was as sure to win, and promised about 3 points more than "
        "staying."
    )
    score = (20.0, 21.0)
    assert judged(LEADING, win=(0.7, 0.7), score=score, actions=MOVES).count("1 point more") == 1
    assert judged(LEADING, actions=MOVES) == (
        "Only the figures can tell: going one step toward Bob promised about 70 % to win, staying "
        "40 %."
    )
    assert judged(LEADING, win=(0.72, 0.7), score=(10.0, 20.0), actions=MOVES) == (
        "Going one step toward Bob promised more points than staying, about 20 against 10, which "
        "weighs more than its chance to win: 70 % against 72 %."
    )


def test_the_tricks_and_the_round_to_come_are_named_with_what_could_happen_in_them() -> None:
    assert judged(LEADING, later=(0.5, 0.2), actions=MOVES) == (
        "Later in the round staying leads to an overrun path about 5 times in 10, going one step "
        "toward Bob about 2 times in 10."
    )
    assert judged(LEADING, found=(3.0, 4.5), actions=MOVES) == (
        "By the end of the round going one step toward Bob finds about 4.5 gems, staying about 3.0."
    )
    # Gems of this trick count, too.
    assert judged(LEADING, gem=(1.0, 0.9), found=(3.0, 4.5), actions=MOVES).startswith(
        "By the end of the round going one step toward Bob finds about 5.4 gems, staying about 4.0."
    )
    assert judged(None, actions=ENDS, later=(0.5, 0.2)) == (
        "In the round to come covering Ann's end leads to an overrun path about 5 times in 10, "
        "covering Bob's end about 2 times in 10."
    )
    assert judged(None, actions=ENDS, found=(3.0, 4.5)) == (
        "In the round to come covering Bob's end finds about 4.5 gems, covering Ann's end about "
        "3.0."
    )


def test_where_the_fox_stands_is_named() -> None:
    assert judged(LEADING, edge=(0.8, 0.1)) == (
        "The 10 of Roses leaves the fox within a step of an end about 8 times in 10, the 4 of "
        "Stars about once in 10."
    )
    assert judged(LEADING, reach=(0.0, 1.0)) == (
        "The 4 of Stars leaves the fox within two steps of a gem if your partner plays as "
        "expected, the 10 of Roses hardly ever."
    )
    assert judged(LEADING, near=(2.0, 3.0)) == (
        "Within three steps of the fox gems lie on 3 spaces after the 4 of Stars, on 2 after the "
        "10 of Roses."
    )
    assert judged(LEADING, to_end=(0.3, 1.0)) == (
        "The 4 of Stars leaves the fox 1 step from the nearer end of the path, the 10 of Roses "
        "about 0.3."
    )
    assert judged(LEADING, gem=(1.0, 1.0), to_end=(3.0, 1.0)) == (
        "The 4 of Stars finds a gem further out than the 10 of Roses; those in the middle are "
        "easier to find later."
    )


def test_the_trumps_that_are_left_are_named() -> None:
    assert judged(LEADING, trumps=(1.0, 2.0), actions=NAMINGS) == (
        "Letting Bob swap leaves you 2 trumps, letting Ann swap 1."
    )
    assert judged(LEADING, partner_trumps=(0.2, 1.0), actions=NAMINGS) == (
        "Letting Bob swap leaves your partner 1 trump, letting Ann swap about 0.2."
    )


def test_resigning_is_reported_with_the_chance_that_was_left() -> None:
    estimates = (
        DuetEstimate(BEST, 0.3, 5.0, 0.0, 0.0, 0.0),
        DuetEstimate(CHOSEN, 0.1, 1.0, 0.0, 0.0, 0.0),
    )
    one = Assessment(1, Seat.P1, Resign(), BEST, estimates)
    assert sentence_on(one, LEADING) == ("You resigned with about 30 % left to win.")
    assert chosen_line(game_at(LEADING), one) == "Together: resigning; best the 4 of Stars (30 %)."


def sure(
    chosen: float,
    best: float,
    wins: tuple[float, float] = (0.99, 0.99),
    actions: tuple[Action, Action] = (CHOSEN, BEST),
) -> tuple[DuetEstimate, ...]:
    """Return estimates that expect the win with both choices, and so many points."""
    rows = zip(actions, wins, (chosen, best), strict=True)
    return tuple(DuetEstimate(action, win, points, 0.0, 0.0, 0.0) for action, win, points in rows)


def test_where_the_win_is_nearly_sure_a_review_speaks_in_points() -> None:
    one = Assessment(2, Seat.P1, CHOSEN, BEST, sure(30.0, 33.2, (0.981, 0.992)), 500)
    assert one.in_points
    assert cost_phrase(one) == "cost 3.2 points"
    assert chosen_line(game_at(LEADING), one) == (
        "Ann: the 10 of Roses (30.0 points); best the 4 of Stars (33.2 points)."
    )
    moved = Assessment(1, Seat.P1, *MOVES, sure(30.0, 33.2, (0.981, 0.992), MOVES), 500)
    assert sentence_on(moved, LEADING) == (
        "The win was nearly sure with either; going one step toward Bob promised about 3 points "
        "more than staying."
    )
    as_good = replace(one, chosen=BEST)
    assert chosen_line(game_at(LEADING), as_good).endswith("(33.2 points), as good as any.")


def test_a_worse_choice_beside_the_same_percent_is_shown_with_its_points() -> None:
    one = Assessment(2, Seat.P1, CHOSEN, BEST, sure(30.0, 33.2, (0.968, 0.972)), 500)
    assert chosen_line(game_at(LEADING), one) == (
        "Ann: the 10 of Roses (97 %, 30.0 points); best the 4 of Stars (97 %, 33.2 points)."
    )


def test_a_resignation_where_the_win_was_nearly_sure_costs_the_win() -> None:
    one = Assessment(1, Seat.P1, Resign(), BEST, sure(30.0, 33.2), 500)
    assert cost_phrase(one) == "cost 99 % to win, 33.2 points"
    assert "99 %" in sentence_on(one, LEADING)


def test_a_little_more_chance_is_not_said_to_be_points() -> None:
    for wins in ((0.981, 0.992), (0.8955, 0.9045)):
        one = Assessment(1, Seat.P1, CHOSEN, BEST, sure(33.2, 33.2, wins), 500)
        assert "points" not in sentence_on(one, LEADING)
        assert "a little surer" in sentence_on(one, LEADING)


@pytest.mark.parametrize(
    ("win", "score", "phrase"),
    [
        ((0.4, 0.7), (10.0, 20.0), "cost 30 % to win, 10.0 points"),
        ((0.72, 0.7), (10.0, 20.0), "cost 10.0 points"),
        ((0.701, 0.7), (10.0, 20.0), "cost 10.0 points"),
        ((0.5, 0.7), (12.0, 10.0), "cost 20 % to win"),
        ((0.7, 0.701), (10.0, 10.01), "cost next to nothing"),
    ],
)
def test_a_cost_is_never_said_to_be_nothing_or_less(
    win: tuple[float, float], score: tuple[float, float], phrase: str
) -> None:
    estimates = tuple(
        DuetEstimate(action, chance, points, 0.0, 0.0, 0.0)
        for action, chance, points in zip((CHOSEN, BEST), win, score, strict=True)
    )
    one = Assessment(2, Seat.P1, CHOSEN, BEST, estimates, 500)
    assert one.cost.worth > 0
    assert cost_phrase(one) == phrase


@pytest.mark.parametrize(
    ("action", "phrase"),
    [
        (Play(Seat.P1, Card.of(Suit.DOVES, 1)), "the 1 of Doves"),
        (Give(Seat.P1, Card.of(Suit.DOVES, 1)), "giving the 1 of Doves"),
        (Exchange(Seat.P1, None), "keeping the decree"),
        (Exchange(Seat.P1, Card.of(Suit.DOVES, 1)), "the 1 of Doves as decree"),
        (Foxes(Seat.P1, Seat.P2), "letting Bob swap"),
        (Move(Seat.P1, 0), "staying"),
        (Move(Seat.P1, -3), "going 3 steps toward Ann"),
        (Forest(Seat.P2), "covering Bob's end"),
        (Resign(), "resigning"),
    ],
)
def test_every_kind_of_choice_has_its_words(action: Action, phrase: str) -> None:
    assert choice_phrase(action, NAMES) == phrase
    assert choice_subject(action, NAMES) == phrase[0].upper() + phrase[1:]


def seen_open(*pairs: tuple[float, float, float], space: int = 7) -> Assessment:
    """Return an assessment in hindsight; each choice has win, gem and overrun."""
    opened = tuple(
        DuetOpenHands(action, win, gem, overrun, space if gem else None)
        for action, (win, gem, overrun) in zip((CHOSEN, BEST), pairs, strict=True)
    )
    return Assessment(2, Seat.P1, CHOSEN, BEST, (), 0, opened)


@pytest.mark.parametrize(
    ("pairs", "sentence"),
    [
        (
            ((0.4, 0.0, 0.0), (0.7, 1.0, 0.0)),
            "With open hands: the 4 of Stars would have found the gem on space 7.",
        ),
        (
            ((0.4, 0.0, 0.0), (0.7, 0.6, 0.0)),
            "With open hands: the 4 of Stars would likely have found the gem on space 7.",
        ),
        (
            ((0.4, 0.0, 1.0), (0.7, 0.0, 0.0)),
            "With open hands: the 4 of Stars would have kept the fox on the path.",
        ),
        (
            ((0.4, 0.0, 1.0), (0.7, 0.0, 0.3)),
            "With open hands: the 4 of Stars would likely have kept the fox on the path.",
        ),
        (
            # As often as not is not likely, and what loses more games is no better.
            ((0.4, 0.0, 0.0), (0.7, 0.5, 0.5)),
            "With open hands: the 4 of Stars was best for the tricks to come, with about 70 % to "
            "win, against 40 %.",
        ),
        (
            ((0.7, 0.0, 0.0), (0.4, 1.0, 0.0)),
            "With open hands, too, nothing was better than the 10 of Roses.",
        ),
        (
            ((0.7, 0.0, 0.0), (0.4, 0.0, 0.0)),
            "With open hands, too, nothing was better than the 10 of Roses.",
        ),
        (
            ((0.4, 0.0, 0.0), (0.7, 0.0, 0.0)),
            "With open hands: the 4 of Stars was best for the tricks to come, with about 70 % to "
            "win, against 40 %.",
        ),
    ],
)
def test_hindsight_says_what_open_hands_would_have_shown(
    pairs: tuple[tuple[float, float, float], tuple[float, float, float]], sentence: str
) -> None:
    one = seen_open(*pairs)
    assert hindsight_sentence(one, NAMES) == sentence
    assert hindsight_sentence(replace(one, open_hands=()), NAMES) == ""


def test_hindsight_that_hardly_differs_is_not_called_better() -> None:
    one = seen_open((0.991, 0.0, 0.0), (0.994, 0.0, 0.0))
    assert hindsight_sentence(one, NAMES) == (
        "With open hands, too, nothing was clearly better than the 10 of Roses."
    )
    costly = replace(one, estimates=sure(10.0, 20.0))
    assert hindsight_sentence(costly, NAMES) == (
        "With open hands, though, nothing was clearly better than the 10 of Roses."
    )


def test_hindsight_can_be_better_than_what_was_known() -> None:
    estimates = tuple(
        DuetEstimate(action, win, 20.0, 0.5, 0.0, 0.0)
        for action, win in ((CHOSEN, 0.4), (BEST, 0.7))
    )
    one = replace(seen_open((0.7, 0.0, 0.0), (0.4, 0.0, 0.0)), estimates=estimates)
    assert hindsight_sentence(one, NAMES) == (
        "With open hands, though, nothing was better than the 10 of Roses."
    )


def test_every_decision_of_whole_games_has_a_line_and_those_that_cost_a_sentence() -> None:
    for game in (VICTORY, DEFEAT):
        review, names = review_of(game), game.header.players
        for one in review.assessments:
            assert chosen_line(game, one).startswith((names[one.seat], "Together"))
            if one.cost.worth > 0:
                sentence = cost_sentence(review, one)
                assert sentence[0].isupper()
                assert sentence.endswith(".")
