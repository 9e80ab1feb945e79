"""Reviews of the original game: what could be known, whose chance the line is, and hindsight."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from foxduet.analysis.branches import PlayOut, branch
from foxduet.analysis.review import Assessment, Moment, Review, line_of, line_seat, moments_of
from foxduet.analysis.review_file import SavedReview, Task, fingerprint, load_review, save_review
from foxduet.analysis.review_job import assess, look_back, work_out
from foxduet.core.common import Deal, Play, Seat
from foxduet.games.classic import review_measures as classic
from foxduet.games.classic.ai.expert import ClassicEstimate, ClassicOpenHands
from foxduet.games.classic.review_measures import finish_trick, with_open_hands
from foxduet.games.classic.rules.actions import Choice, Resign
from foxduet.games.classic.rules.engine import apply
from foxduet.games.classic.rules.observation import observe
from foxduet.games.classic.rules.state import GameState, Left
from foxduet.games.classic.rules.worlds import sample
from foxduet.play.game import Game
from tests.support.classic.deals import at, filled, format_card
from tests.support.classic.entries import match, resigned

MATCH = match(3)
BESIDE = {"players": ("Expert", "Ann"), "ai": ("expert", None)}
PARTNER = "expert:20"


def state_of(line: str) -> GameState:
    """Return the state in a position line of a match to 21; ``*`` is a stock of other cards."""
    return at(filled(line))


def moment_of(state: GameState) -> Moment:
    """Return the decision that is due in a state."""
    assert state.table.pending is not None
    return Moment("classic", 1, state, state.table.pending.asked, None)


def hindsight(state: GameState, seed: int = 1) -> dict[str, ClassicOpenHands]:
    """Return the hindsight of each choice, by the text of its card."""
    opened = with_open_hands(moment_of(state), Random(seed))
    return {format_card(one.action.card): one for one in opened}


def made_up(game: Game, win: float = 0.7) -> Review:
    """Return a review in which every choice has the same chance for whoever chooses."""
    assessments = []
    for moment in moments_of(game):
        choices = moment.observation.choices
        estimates = tuple(ClassicEstimate(one, win, 3.0, 0.5) for one in choices)
        best = choices[0] if choices else None
        assessments.append(Assessment(moment.number, moment.seat, moment.chosen, best, estimates))
    return Review(game, PARTNER, tuple(assessments))


def test_every_decision_is_looked_at_and_no_deal() -> None:
    moments = moments_of(MATCH)
    deals = sum(isinstance(turn.action, Deal) for turn in MATCH.turns)
    assert len(moments) == len(MATCH.turns) - deals
    for moment in moments:
        assert moment.chosen in moment.observation.choices
        assert moment.chosen.seat is moment.seat


def test_estimates_come_from_what_the_player_could_know_and_from_nothing_else() -> None:
    moment = moments_of(MATCH)[9]
    other_world = replace(moment, state=sample(moment.observation, Random(3)))
    assert other_world.state.hands != moment.state.hands
    one, other = (assess(PARTNER, "seed", each) for each in (moment, other_world))
    assert len(one.estimates) > 1
    assert (one.estimates, one.best) == (other.estimates, other.best)
    assert look_back("seed", moment) != look_back("seed", other_world)


def test_points_count_nothing_beside_the_chance_to_win_the_match() -> None:
    one = next(each for each in map(_assessed, moments_of(MATCH)[:20]) if len(each.estimates) > 1)
    worse = min(one.estimates, key=lambda estimate: estimate.win)
    changed = replace(one, chosen=worse.action)
    best = one.of_best
    assert best is not None
    assert changed.cost.worth == changed.cost.win == best.win - worse.win


def _assessed(moment: Moment) -> Assessment:
    return assess(PARTNER, "seed", moment)


def test_the_line_is_one_players_chance_to_the_end() -> None:
    for game, seat in ((MATCH, Seat.P1), (match(3, **BESIDE), Seat.P2)):
        assert line_seat(game) is seat
        review = made_up(game)
        *points, last = line_of(review)
        assert game.result is not None
        assert last.number == len(game.turns)
        assert last.win == float(game.result.won[seat])
        by_number = {one.number: one for one in review.assessments}
        for point in points:
            own = by_number[point.number].seat is seat
            assert point.win == pytest.approx(0.7 if own else 0.3)


def test_a_draw_is_half_a_win() -> None:
    drawn = match(15, target=16)
    assert drawn.result is not None
    assert drawn.result.name == "draw"
    assert line_of(made_up(drawn))[-1].win == 0.5


def test_whoever_resigns_out_of_turn_makes_no_choice_that_is_judged() -> None:
    asked = MATCH.states[10].table.pending.asked
    own, other = (resigned(MATCH, 10, seat) for seat in (asked, asked.other))
    last = moments_of(own)[-1]
    assert (last.chosen, last.seat) == (Resign(asked), asked)
    assert moments_of(other) == moments_of(own)[:-1]
    assert line_of(made_up(other))[-1].number == 11
    one = _assessed(last)
    best = one.of_best
    assert best is not None
    assert (one.of_chosen, one.chance, one.cost.win) == (None, 0.0, best.win)


def test_hindsight_has_each_choice_once_and_shares() -> None:
    chance = Random(5)
    for moment in moments_of(MATCH)[:12]:
        choices = moment.observation.choices
        assert moment.has_hindsight is (len(choices) > 1)
        if not moment.has_hindsight:
            continue
        opened = with_open_hands(moment, chance)
        assert tuple(one.action for one in opened) == choices
        for one in opened:
            assert 0 <= one.win <= 1
            assert 0 <= one.taken <= 1


def test_hindsight_knows_the_hands_as_they_were() -> None:
    # p2 holds one Bell and it is higher than the 4 but lower than the 6.
    line = "1.11 4b6b/5b2k 9k * p1:- 5-6 0-1 p1:play"
    found = hindsight(state_of(line))
    assert (found["4b"].taken, found["6b"].taken) == (0.0, 1.0)
    turned = hindsight(state_of(line.replace("5b", "3b")))
    assert (turned["4b"].taken, turned["6b"].taken) == (1.0, 1.0)


def test_the_last_trick_of_a_round_is_judged_by_the_match_table_alone() -> None:
    # p1 follows: with the Moon it wins a seventh trick, which decides the match.
    state = state_of("3.12 8m/- 9m * p2:3b 6-6 12-12 p1:play")
    assert not moment_of(state).has_hindsight
    # One trick before there is a choice: keep the trump for the last trick or not.
    state = state_of("4.11 8k2m/4k 9m * p2:3b 6-5 19-12 p1:play")
    found = hindsight(state)
    assert found["2m"].taken == 1.0
    assert found["8k"].taken == 0.0


def test_the_rest_of_a_trick_is_played_by_what_each_seat_sees() -> None:
    game = match(8)
    at = next(
        number
        for number, state in enumerate(game.states)
        if state.table.pending is not None and state.table.pending.choice is Choice.DISCARD
    )
    state = game.states[at]
    seat = state.table.pending.asked
    seen = observe(state, seat)
    followers = []
    for seed in range(6):
        world = sample(seen, Random(seed))
        assert observe(world, seat) == seen
        ended = finish_trick(world, Random(1))
        followers.append(next(card for card in seen.hand if card not in ended.hands[seat]))
    # It is discarded whatever the other seat and the deck have.
    assert len(set(followers)) == 1


def test_a_follower_does_not_act_on_the_leaders_hand() -> None:
    state, seat = next(
        (state, pending.seat)
        for state in MATCH.states
        if (pending := state.table.pending) is not None
        and pending.choice is Choice.PLAY
        and pending.seat is not None
        and state.table.lead is not None
        and len(observe(state, pending.seat).choices) > 2
    )
    seen, known = observe(state, seat), len(state.table.facts[seat])
    played = set()
    for seed in range(5):
        after = finish_trick(sample(seen, Random(seed)), Random(2))
        facts = after.table.facts[seat][known:]
        played.add(next(fact.card for fact in facts if isinstance(fact, Left)))
    assert len(played) == 1


def test_equal_moments_have_equal_hindsight() -> None:
    moment = moments_of(MATCH)[4]
    assert with_open_hands(moment, Random(1)) == with_open_hands(moment, Random(1))


@pytest.mark.usefixtures("_quick_reviews")
def test_a_review_is_saved_found_again_and_only_for_the_same_game(tmp_path: Path) -> None:
    game = resigned(MATCH, 12, MATCH.states[12].table.pending.asked)
    task = Task(game, tmp_path / "match.toml", PARTNER)
    *_before, latest = work_out(task, 1)
    assert latest.review is not None
    found = load_review(task)
    assert tuple(found.assessments.values()) == latest.review.assessments
    assert load_review(replace(task, partner="expert:21")) == SavedReview({})
    other = replace(MATCH, header=match(3, target=35).header)
    assert fingerprint(other) != fingerprint(MATCH)
    first = {one.number: one for one in latest.review.assessments[:3]}
    save_review(task, SavedReview(first))
    *_before, again = work_out(task, 1)
    assert again.review == latest.review


def test_a_branch_is_played_to_its_end_by_experts(tmp_path: Path) -> None:
    last = moments_of(MATCH)[-3]
    at = last.number - 1
    other = next(
        one
        for moment in moments_of(MATCH)[::-1]
        for one in moment.observation.choices
        if moment.number == last.number
    )
    task = Task(MATCH, tmp_path / "match.toml", PARTNER)
    game = branch(task, at, other, ("steady", "steady"))
    assert game.header.is_branch
    *_before, ended = PlayOut(game, 1.0).run(lambda: False)
    assert ended.result is not None
    assert ended.turns[:at] == MATCH.turns[:at]


def test_a_choice_that_ends_the_trick_needs_one_way_only(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[GameState] = []

    def counting(state: GameState, chance: Random) -> GameState:
        counted.append(state)
        return finish_trick(state, chance)

    monkeypatch.setattr(classic, "finish_trick", counting)
    state = state_of("1.11 4b6b/2k 9k * p2:3b 5-6 0-1 p1:play")
    assert set(hindsight(state)) == {"4b", "6b"}
    assert len(counted) == 2
    after = apply(state, Play(Seat.P1, observe(state, Seat.P1).hand[0])).state
    assert counted[0] == after
