"""Puzzles: their lines, what is shipped, and what is said of a choice in one."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import pytest

from foxduet.analysis.puzzles import (
    PUZZLES_FILE,
    Puzzle,
    evaluate_puzzle,
    extract_mistakes,
    format_puzzle,
    parse_puzzle,
    puzzle_module,
    puzzles_of,
    review_attempt,
    scan_new_reviews,
)
from foxduet.analysis.review import Review, costly_assessments
from foxduet.analysis.review_file import save_review
from foxduet.core import registry
from foxduet.core.cards import Seat, card_in_action
from foxduet.core.lazy_dataclass import replace
from foxduet.core.registry import card_game, read_resource, rule_set
from foxduet.games.classic.rules.cards import Ability as ClassicAbility
from foxduet.games.duet.rules.cards import Ability as DuetAbility
from foxduet.play.game import Game, PartnerNames, set_recorder_seat
from foxduet.store.journals import Journal
from foxduet.ui.puzzles import make_collection as book_on_screen
from foxduet.ui.review import next_retry
from foxduet.words.game_words import guide_words
from tests.support.classic import match
from tests.support.entries import SMALL
from tests.support.players import DEFEAT, VICTORY, duet
from tests.support.reviews import kept_record, review_of, saved_review, shown_review, task_in
from tests.tools.puzzle_kinds import SOLVERS, ratings_of
from tests.tools.puzzles import LOGS, looked_at

GAMES = ("duet", "classic")
FEWEST = {"duet": 280, "classic": 200}
ABILITIES = {"duet": DuetAbility, "classic": ClassicAbility}
SETUPS = {
    "duet": {("level", 1), ("level", 2), ("level", 3)},
    "classic": {("target", 16), ("target", 21), ("target", 35)},
}
LINE = (
    "2 | gem | 1300 | level 3 | 1.8 9r3s/2d5d 9d 7s8r2s5s2r6d4s p1:1r3d - 1202001102 2 3 p2:move"
    " | p2 move -2:0.256:8.80, p2 move +2:0.509:18.74!"
)


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    """Return the name of a game that has puzzles."""
    return str(request.param)


def test_each_line_is_read_and_written_the_same(game: str) -> None:
    lines = read_resource(puzzle_module(game).__package__, PUZZLES_FILE).splitlines()
    assert [*map(format_puzzle, puzzles_of(game))] == lines
    assert [one.number for one in puzzles_of(game)] == [*range(1, len(lines) + 1)]


def test_there_are_enough_of_each_kind_setup_and_seat(game: str) -> None:
    puzzles = puzzles_of(game)
    assert len(puzzles) >= FEWEST[game]
    kinds = Counter(one.kind for one in puzzles)
    assert {kind for kind in puzzle_module(game).KINDS if kinds[kind] < 15} == set()
    setups = Counter(one.setup for one in puzzles)
    assert {*setups} == SETUPS[game]
    assert min(setups.values()) >= len(puzzles) / 5
    assert min(Counter(one.seat for one in puzzles)[seat] for seat in Seat) >= len(puzzles) / 3


def test_no_two_are_from_one_game_and_ratings_are_those_that_were_measured(game: str) -> None:
    log = [json.loads(line) for line in (LOGS / f"{game}.jsonl").read_text().splitlines()]
    puzzles = puzzles_of(game)
    assert [one["number"] for one in log] == [one.number for one in puzzles]
    assert len({one["seed"] for one in log}) == len(log)
    assert len({one.position for one in puzzles}) == len(puzzles)
    assert ratings_of([one["solved"] for one in log]) == [one.rating for one in puzzles]


def test_the_choices_of_each_are_the_legal_ones_and_its_answer_is_clearly_the_best(
    game: str,
) -> None:
    rules = rule_set(game)
    for puzzle in puzzles_of(game):
        moment = puzzle.decision_point
        assert rules.format_position(moment.state) == puzzle.position
        legal = [rules.format_action(action) for action in rules.legal_actions(moment.state)]
        assert [one.text for one in puzzle.choices] == legal
        best = puzzle.answer
        for one in puzzle.choices:
            wins, scores = best.win - one.win >= 0.06, best.score - one.score >= 3
            assert one is best or wins or (scores and best.win >= one.win - 0.01), puzzle.number


def test_a_position_in_which_nobody_is_to_choose_is_no_puzzle(game: str) -> None:
    puzzle, rules = puzzles_of(game)[0], rule_set(game)
    begun = puzzle.start_game(("Left", "Right"))
    over = rules.apply(begun.state, rules.resignation(Seat.P1)).state
    for state in (rules.new_game(begun.header.setup), over):
        with pytest.raises(ValueError, match="nobody is to choose"):
            assert replace(puzzle, position=rules.format_position(state)).decision_point


def test_every_ability_occurs(game: str) -> None:
    involved = Counter(ability for one in puzzles_of(game) for ability in _abilities_in(one))
    assert {ability for ability in ABILITIES[game] if not involved[ability]} == set()


def _abilities_in(puzzle: Puzzle) -> set[object]:
    """Return the abilities of the answer's card, and of the card that was led."""
    moment = puzzle.decision_point
    cards = (card_in_action(moment.chosen), moment.state.table.lead)
    return {card.ability for card in cards if card is not None and card.ability}


@pytest.mark.parametrize(
    ("right", "wrong", "wrong_in"),
    [
        ("2 |", "02 |", "not a number"),
        ("| gem", "| swan", "no kind of puzzle: swan"),
        ("| 1300", "| 0", "not a number"),
        ("level 3", "level3", "not an option"),
        ("level 3", "level 03", "should be written"),
        ("-2:0.256", "-2:0.25", "not a choice"),
        ("18.74!", "18.74", "not several choices, one of them marked"),
        ("8.80,", "8.80!,", "not several choices, one of them marked"),
        (", p2 move +2:0.509:18.74", "", "not several choices"),
        (" | p2", " | - | p2", "six fields"),
    ],
)
def test_a_line_that_would_be_written_otherwise_is_refused(
    right: str, wrong: str, wrong_in: str
) -> None:
    assert right in LINE
    parse_puzzle("duet", LINE)
    with pytest.raises(ValueError, match=wrong_in):
        parse_puzzle("duet", LINE.replace(right, wrong, 1))


def test_a_game_that_lacks_puzzles_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    solitaire = replace(card_game("duet"), name="solitaire", puzzles=None)
    monkeypatch.setitem(registry._GAMES, "solitaire", solitaire)
    assert puzzles_of("solitaire") == ()


def test_a_wrong_choice_is_judged_as_a_review_would_each_time_the_same() -> None:
    puzzle = parse_puzzle("duet", LINE)
    thought = evaluate_puzzle(puzzle)
    assert thought == evaluate_puzzle(puzzle)
    assert thought.action == puzzle.decision_point.chosen
    wrong = rule_set("duet").parse_action("p2 move -2")
    review = review_attempt(puzzle, thought, wrong, ("Ann", "Bob"))
    (one,) = review.assessments
    assert (one.chosen, one.best) == (wrong, puzzle.decision_point.chosen)
    assert one.reason is not None
    assert "off Ann's end" in guide_words("duet").cost_sentence(review, one)


def test_what_fewer_solve_has_a_higher_rating() -> None:
    none = dict.fromkeys(SOLVERS, 0)
    half = {name: tries // 2 for name, tries in SOLVERS.items()}
    hard, fair, easy = ratings_of([none, half, SOLVERS])
    assert hard > fair > easy


def test_the_check_of_a_puzzle_finds_a_wrong_answer() -> None:
    # With the fewest cards left and only the fox to be moved all is worked out quickly.
    moves = [one for one in puzzles_of("duet") if one.position.endswith(":move")]
    puzzle = min(moves, key=lambda one: len(one.position))
    assert looked_at(puzzle).troubles == []
    wrong = replace(puzzle, best_index=(puzzle.best_index + 1) % len(puzzle.choices))
    assert "its own figures do not favour the answer" in looked_at(wrong).troubles
    assert "the third generator finds another answer" in looked_at(wrong).troubles


DAY = date(2026, 11, 23)


def beside(*ai: str | None) -> Game:
    """Return the game as if partners had played at some seats."""
    first, second = ai
    return replace(VICTORY, header=replace(VICTORY.header, ai=(first, second)))


@pytest.mark.parametrize("game", [VICTORY, DEFEAT, match(3)], ids=["won", "lost", "classic"])
@pytest.mark.parametrize("ai", [(None, None), (None, "steady"), ("steady", None)])
def test_a_review_asks_about_as_many_costly_choices_as_become_puzzles(
    game: Game, ai: PartnerNames
) -> None:
    review = review_of(replace(game, header=replace(game.header, ai=ai)))
    mistakes, lessons, at = extract_mistakes(review, DAY), 0, -1
    while (lesson := next_retry(review, at, "n")) is not None:
        lessons, at = lessons + 1, lesson.position
        assert lesson.place == (lessons, len(mistakes))
    assert lessons == len(mistakes) > 0


def seats_of(review: Review) -> set[Seat]:
    found = extract_mistakes(review, DAY)
    return {parse_puzzle("duet", mistake.line).seat for mistake in found}


def test_a_mistake_is_the_position_with_all_choices_and_the_best_of_them() -> None:
    review = review_of(VICTORY)
    every = (one for one in costly_assessments(review) if one.reason is not None)
    seated = [one for one in every if getattr(one.chosen, "seat", None) is not None]
    mistakes = extract_mistakes(review, DAY)
    assert len(mistakes) == len(seated) > 0
    rules = VICTORY.rules
    for one, mistake in zip(seated, mistakes, strict=True):
        puzzle = parse_puzzle("duet", mistake.line)
        assert mistake.name.endswith(f":{one.number}")
        assert puzzle.position == rules.format_position(VICTORY.states[one.number - 1])
        choices = puzzle.decision_point.observation.choices
        assert [choice.text for choice in puzzle.choices] == [*map(rules.format_action, choices)]
        assert puzzle.answer.text == rules.format_action(one.best)
        assert puzzle.seat is one.chosen.seat


@pytest.mark.parametrize(
    ("partner", "kept"),
    [(None, None), ("steady", None), ("expert:400", "expert"), ("expert:3", "novice")],
)
def test_a_mistake_keeps_the_partner_with_whom_it_was_made(
    partner: str | None, kept: str | None
) -> None:
    mistakes = extract_mistakes(review_of(beside(None, partner)), DAY)
    assert {parse_puzzle("duet", one.line).partner for one in mistakes} == {kept}


def test_a_choice_in_a_mistake_is_judged_by_the_chances_beside_its_partner() -> None:
    wrong = rule_set("duet").parse_action("p2 move -2")

    def chance(setup: str) -> float:
        puzzle = parse_puzzle("duet", LINE.replace("level 3", setup))
        review = review_attempt(puzzle, evaluate_puzzle(puzzle), wrong, ("Ann", "Bob"))
        (one,) = review.assessments
        assert one.chosen_estimate is not None
        return one.chosen_estimate.win

    assert chance("level 3 with novice") < chance("level 3") < chance("level 3 with expert")


def test_only_people_make_mistakes_of_their_own() -> None:
    assert seats_of(review_of(beside(None, None))) == {Seat.P1, Seat.P2}
    assert seats_of(review_of(beside(None, "steady"))) == {Seat.P1}
    assert seats_of(review_of(beside("steady", None))) == {Seat.P2}
    assert extract_mistakes(review_of(beside("steady", "steady")), DAY) == ()
    # A puzzle has no board of its own.
    small = replace(VICTORY, header=replace(VICTORY.header, setup=duet(1, board=SMALL).setup))
    assert extract_mistakes(review_of(small), DAY) == ()
    for seat in Seat:
        assert seats_of(review_of(set_recorder_seat(VICTORY, seat))) == {seat}


def test_a_review_is_searched_once_and_again_if_it_has_changed(tmp_path: Path) -> None:
    kept_record(tmp_path)
    (found,) = scan_new_reviews(tmp_path, {}, DAY)
    assert (found.game, found.mistakes) == (
        "duet",
        extract_mistakes(shown_review(VICTORY), DAY),
    )
    known = {found.file: (found.mtime_ns, found.size)}
    assert [*scan_new_reviews(tmp_path, known, DAY)] == []
    assert len([*scan_new_reviews(tmp_path, {found.file: (1, found.size)}, DAY)]) == 1


def test_a_review_that_is_not_settled_or_none_at_all_is_searched_later(tmp_path: Path) -> None:
    kept_record(tmp_path)
    review = saved_review()
    number = min(review.assessments)
    unsettled = replace(review.assessments[number], settled=False)
    changed = {**review.assessments, number: unsettled}
    (tmp_path / "game.toml.review.json").unlink()
    save_review(task_in(tmp_path), replace(review, assessments=changed))
    assert [*scan_new_reviews(tmp_path, {}, DAY)] == []
    (tmp_path / "game.toml.review.json").write_text("{")
    assert [*scan_new_reviews(tmp_path, {}, DAY)] == []
    assert [*scan_new_reviews(tmp_path / "nowhere", {}, DAY)] == []


def test_mistakes_come_back_before_all_else_and_damaged_ones_never() -> None:
    found = extract_mistakes(review_of(VICTORY), DAY)
    broken = replace(found[0], line=found[0].line.replace("|", "/", 1))
    journal = Journal((), (broken, *found[1:]))
    assert book_on_screen("duet", journal, DAY).next_due() is None
    posed = book_on_screen("duet", journal, DAY + timedelta(days=1)).next_due()
    assert posed is not None
    assert (posed.name, posed.found_on, posed.counts) == (found[1].name, DAY, False)
