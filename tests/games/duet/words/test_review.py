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
from foxduet.games.duet.words.review import cost_sentence, hindsight_sentence
from foxduet.play.game import Game
from foxduet.words.review import chosen_line, cost_phrase
from tests.support.deals import with_table
from tests.support.players import DEFEAT, VICTORY, duet
from tests.support.reviews import review_of

NAMES = ("Ann", "Bob")
CHOSEN, BEST = Play(Seat.P1, Card.of(Suit.ROSES, 10)), Play(Seat.P1, Card.of(Suit.STARS, 4))
LEADING: Trick[Card] = Trick(Seat.P1)
FOLLOWING = Trick(Seat.P2, Card.of(Suit.STARS, 9))


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
    actions: tuple[Action, Action] = (CHOSEN, BEST),
) -> str:
    """Return the sentence on a choice and the best one, from a pair of values for each figure."""
    figures = zip(win, score, taken, gem, overrun, edge, reach, later, found, strict=True)
    estimates = tuple(
        DuetEstimate(action, *values) for action, values in zip(actions, figures, strict=True)
    )
    return sentence_on(Assessment(1, Seat.P1, *actions, estimates, 500), trick)


def test_a_card_that_could_be_beaten_off_the_path_is_named_as_promised() -> None:
    assert judged(LEADING, taken=(0.59, 0.5), overrun=(0.41, 0.0)) == (
        "The 10 of Roses could overrun the path: 41 % of the hands you could not see beat it."
    )


def test_other_ways_off_the_path_are_described_without_saying_beaten() -> None:
    assert judged(FOLLOWING, taken=(0.59, 0.5), overrun=(0.41, 0.1)) == (
        "The 10 of Roses could overrun the path: it does with 41 % of the hands you could not "
        "see, and with 10 % after the 4 of Stars."
    )
    assert judged(LEADING, taken=(0.8, 0.5), overrun=(0.41, 0.0)).endswith("the 4 of Stars.")
    assert judged(FOLLOWING, overrun=(1.0, 0.0)) == (
        "The 10 of Roses was sure to overrun the path; the 4 of Stars was not."
    )


def test_a_missed_gem_is_named() -> None:
    assert judged(FOLLOWING, gem=(0.0, 1.0)) == (
        "The 4 of Stars was sure to find a gem; the 10 of Roses was not."
    )
    assert judged(LEADING, gem=(0.2, 0.6)) == (
        "The 4 of Stars would find a gem with 60 % of the hands you could not see, the 10 of "
        "Roses with 20 %."
    )


def test_a_trick_that_should_have_gone_the_other_way_is_named() -> None:
    assert judged(LEADING, taken=(0.1, 0.9)).startswith("This trick was worth winning: the 4 of")
    assert judged(LEADING, taken=(0.9, 0.2)) == (
        "This trick was better left to your partner: the 4 of Stars loses it with 80 % of the "
        "hands you could not see, the 10 of Roses with 10 %."
    )


def test_points_and_later_tricks_are_named_where_the_trick_itself_shows_nothing() -> None:
    assert judged(LEADING, win=(0.7, 0.7), score=(20.0, 23.1)) == (
        "The 4 of Stars was as sure to win, and promised about 3 points more than the 10 of Roses."
    )
    assert judged(LEADING, win=(0.7, 0.7), score=(20.0, 21.0)).count("1 point more") == 1
    assert judged(LEADING) == (
        "Only the figures can tell: the 4 of Stars promised about 70 % to win and 20 points, the "
        "10 of Roses 40 % and 10."
    )
    assert judged(LEADING, win=(0.72, 0.7), score=(10.0, 20.0)) == (
        "The 4 of Stars promised more points than the 10 of Roses, about 20 against 10, which "
        "weighs more than its chance to win: 70 % against 72 %."
    )


def test_the_tricks_and_the_round_to_come_are_named_with_what_could_happen_in_them() -> None:
    assert judged(LEADING, later=(0.5, 0.2)) == (
        "The 4 of Stars was safer for the tricks to come: in 20 % of the ways in which the round "
        "could go on the path is overrun, in 50 % after the 10 of Roses."
    )
    assert judged(LEADING, found=(3.0, 4.5)) == (
        "The 4 of Stars left more for the tricks to come: about 4.5 further gems in the round, "
        "against 3.0 after the 10 of Roses."
    )
    ends = Forest(Seat.P1), Forest(Seat.P2)
    assert judged(None, actions=ends, later=(0.5, 0.2)) == (
        "Covering Bob's end was safer for the round to come: in 20 % of the ways in which it could "
        "go the path is overrun, in 50 % after covering Ann's end."
    )
    assert judged(None, actions=ends, found=(3.0, 4.5)) == (
        "Covering Bob's end left more to find in the round to come: about 4.5 gems, against 3.0 "
        "after covering Ann's end."
    )


def test_where_the_fox_stands_is_named() -> None:
    assert judged(LEADING, edge=(0.8, 0.1)) == (
        "The fox was better kept from the ends of the path: it gets within a step of one with 10 % "
        "of the unseen hands after the 4 of Stars, with 80 % after the 10 of Roses."
    )
    assert judged(FOLLOWING, reach=(0.0, 1.0)) == (
        "The fox was better kept near gems: after the 4 of Stars one lies within two steps, after "
        "the 10 of Roses there is none."
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
    chosen: float, best: float, wins: tuple[float, float] = (0.99, 0.99)
) -> tuple[DuetEstimate, ...]:
    """Return estimates that expect the win with both choices, and so many points."""
    rows = zip((CHOSEN, BEST), wins, (chosen, best), strict=True)
    return tuple(DuetEstimate(action, win, points, 0.0, 0.0, 0.0) for action, win, points in rows)


def test_where_the_win_is_nearly_sure_a_review_speaks_in_points() -> None:
    one = Assessment(2, Seat.P1, CHOSEN, BEST, sure(30.0, 33.2, (0.981, 0.992)), 500)
    assert one.in_points
    assert cost_phrase(one) == "cost 3.2 points"
    assert chosen_line(game_at(LEADING), one) == (
        "Ann: the 10 of Roses (30.0 points); best the 4 of Stars (33.2 points)."
    )
    assert sentence_on(replace(one, number=1), LEADING) == (
        "The win was nearly sure with either; the 4 of Stars promised about 3 points more than "
        "the 10 of Roses."
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
        (Move(Seat.P1, -3), "going 3 toward Ann's end"),
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
