"""Goals and the ramp: what games reach, what is reached for the first time, what comes next."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from foxduet.analysis.goals import Rung, goals_reached, next_rung, reached_first
from foxduet.core.common import Seat
from foxduet.games.classic.rules.scoring import RoundScore
from foxduet.games.classic.rules.scoring import Summary as MatchSummary
from foxduet.games.classic.rules.state import Outcome as MatchOutcome
from foxduet.games.duet.rules.scoring import Score
from foxduet.store.entries import Entry
from foxduet.words.common import guide_words
from foxduet.words.lessons import course_of
from tests.support.classic.entries import entry as match_entry
from tests.support.entries import entry

DUET, CLASSIC = guide_words("duet"), guide_words("classic")


def victory(round_: int, tokens: int, level: int = 1, **changes: Any) -> Entry:
    """Return a victory in a round with so many tokens left."""
    won = entry(round_, 30, level=level)
    points = Score(10 * level, 0, 10 if round_ == 2 else 0, 3 * tokens)
    return replace(won, summary=replace(won.summary, round=round_, score=points), **changes)


def match(p1: int, p2: int, *tricks: int, hints: int = 0) -> Entry:
    """Return a match of a person at p1 who won so many tricks in each round."""
    played = match_entry(1, players=("Player", "Novice"), ai=(None, "novice"))
    outcome = MatchOutcome.P1 if p1 > p2 else MatchOutcome.P2
    rounds = tuple(RoundScore((own, 13 - own), (0, 0)) for own in tricks)
    summary = MatchSummary(21, outcome, None, (p1, p2), len(rounds), rounds)
    return replace(played, summary=summary, hints=hints)


def names(goals: Any) -> list[str]:
    return [goal.name for goal in goals]


# Level 1 has 4 tokens, the others 3; between two rounds the forest takes one by itself.
@pytest.mark.parametrize(
    ("game", "reached"),
    [
        (victory(2, 3), ["win", "early", "tokens", "no_hint"]),
        (victory(3, 2), ["win", "tokens", "no_hint"]),
        (victory(3, 1), ["win", "no_hint"]),
        (victory(2, 2, level=2), ["win", "early", "tokens", "no_hint"]),
        (victory(2, 1, level=3, hints=1), ["win", "early"]),
        (entry(1, None), []),
        (victory(2, 3, again=True), []),
    ],
)
def test_goals_of_duet_are_reached_by_winning(game: Entry, reached: list[str]) -> None:
    assert names(reached_first(DUET.goals, game, [])) == reached


@pytest.mark.parametrize(
    ("game", "reached"),
    [
        (match(21, 11, 8, 2), ["win", "lead", "bands", "no_hint"]),
        (match(21, 12, 8, 2, hints=2), ["win", "bands"]),
        (match(22, 12, 8, 7, 9), ["win", "lead", "no_hint"]),
        (match(22, 12, 3, 0, 4), ["win", "lead", "no_hint"]),
        (match(11, 21, 8, 2), []),
    ],
)
def test_goals_of_the_original_game_are_those_of_the_person(
    game: Entry, reached: list[str]
) -> None:
    assert names(reached_first(CLASSIC.goals, game, [])) == reached


@pytest.mark.parametrize(
    ("own", "reached"),
    [(None, []), (Seat.P1, ["win", "lead", "bands", "no_hint"]), (Seat.P2, [])],
    ids=["at one keyboard", "of the winner", "of the loser"],
)
def test_goals_of_two_opponents_are_those_of_whose_scores_they_are(
    own: Seat | None, reached: list[str]
) -> None:
    game = replace(match(21, 11, 8, 2), ai=(None, None), own=own)
    assert names(reached_first(CLASSIC.goals, game, [])) == reached
    assert game.won is (own is not Seat.P2)


@pytest.mark.parametrize("own", [None, *Seat])
def test_both_of_a_team_reach_its_goals(own: Seat | None) -> None:
    assert names(reached_first(DUET.goals, victory(3, 1, own=own), [])) == ["win", "no_hint"]


def test_a_goal_is_reached_for_the_first_time_only_once_in_each_kind_of_game() -> None:
    first = victory(3, 1, fingerprint="1")
    better = victory(2, 3, fingerprint="2")
    assert names(reached_first(DUET.goals, better, [first])) == ["early", "tokens"]
    assert reached_first(DUET.goals, better, [first, better]) == ()
    assert names(reached_first(DUET.goals, replace(better, hints=3), [victory(2, 2, level=2)])) == [
        "win",
        "early",
        "tokens",
    ]
    reached = goals_reached(DUET.goals, [victory(2, 2, level=2), first, better])
    assert [(category, names(own)) for category, own in reached.items()] == [
        ((1, False), ["win", "early", "tokens", "no_hint"]),
        ((2, False), ["win", "early", "tokens", "no_hint"]),
    ]


def test_a_board_of_ones_own_reaches_no_goal_and_is_at_no_rung() -> None:
    own = victory(2, 3)
    own = replace(own, summary=replace(own.summary, board="0123456789ab"), ai=(None, "steady"))
    assert reached_first(DUET.goals, own, []) == ()
    assert next_rung(DUET.ramp, [own, own]) is None


def played(*games: tuple[int, str | None, bool]) -> list[Entry]:
    """Return games at levels beside partners, won or not, oldest first."""
    return [
        entry(at, 30 if won else None, level=level, partner=partner)
        for at, (level, partner, won) in enumerate(games)
    ]


WIN, LOSS, HARDER = (1, "steady", True), (1, "steady", False), (2, "steady", True)


@pytest.mark.parametrize(
    ("games", "proposed"),
    [
        ((), None),
        ((WIN,), None),
        ((WIN, WIN), 2),
        ((LOSS, WIN, WIN), 2),
        ((WIN, LOSS, WIN), None),
        # Whoever stays and wins again is not asked again.
        ((WIN, WIN, WIN), None),
        ((WIN, WIN, LOSS, WIN, WIN), 2),
        ((WIN, WIN, HARDER), None),
        ((WIN, WIN, HARDER, HARDER), 3),
        ((WIN, WIN, (1, "expert", True)), None),
        (((1, "expert", True), (1, "expert", True)), None),
        (((1, None, True), (1, None, True)), None),
        (((3, "steady", True), (3, "steady", True)), None),
    ],
)
def test_after_two_wins_in_a_row_the_next_step_is_proposed_once(
    games: tuple[tuple[int, str | None, bool], ...], proposed: int | None
) -> None:
    found = next_rung(DUET.ramp, played(*games))
    assert (found and found[1].options["level"]) == proposed


def test_the_ramp_of_the_original_game_leads_to_stronger_opponents() -> None:
    won = match(21, 11, 8, 2)
    found = next_rung(CLASSIC.ramp, [won, replace(won, fingerprint="2")])
    assert found is not None
    assert [rung.partner for rung in found] == ["novice", "steady"]
    assert next_rung(CLASSIC.ramp, [won, match(2, 21, 1)]) is None


def test_deals_that_were_known_are_no_wins_in_a_row() -> None:
    known = [replace(game, again=True) for game in played(WIN)]
    assert next_rung(DUET.ramp, [*played(WIN), *known]) is None


@pytest.mark.parametrize("game", ["duet", "classic"])
def test_the_ramp_begins_where_the_guided_round_was(game: str) -> None:
    first: Rung = guide_words(game).ramp[0]
    course = course_of(game)
    assert first.partner == course.guided.partner
    assert first.options.items() <= course.setup.items()
