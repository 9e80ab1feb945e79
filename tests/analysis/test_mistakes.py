"""Costly choices of reviewed games become puzzles of one's own."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

from foxduet.analysis.mistakes import mistakes_in, new_reviews
from foxduet.analysis.puzzles import parse_puzzle
from foxduet.analysis.review import Review, costly
from foxduet.analysis.review_file import save_review
from foxduet.core.common import Seat
from foxduet.play.game import Game, kept_by
from foxduet.store.puzzles import Journal
from foxduet.ui.puzzle.posed import book_of
from tests.support.players import VICTORY
from tests.support.reviews import kept_record, review_of, saved_review, task_in

DAY = date(2026, 11, 23)


def beside(*ai: str | None) -> Game:
    """Return the game as if partners had played at some seats."""
    first, second = ai
    return replace(VICTORY, header=replace(VICTORY.header, ai=(first, second)))


def seats_of(review: Review) -> set[Seat]:
    found = mistakes_in(review, DAY)
    return {parse_puzzle("duet", mistake.line).seat for mistake in found}


def test_a_mistake_is_the_position_with_all_choices_and_the_best_of_them() -> None:
    review = review_of(VICTORY)
    seated = [one for one in costly(review) if getattr(one.chosen, "seat", None) is not None]
    mistakes = mistakes_in(review, DAY)
    assert len(mistakes) == len(seated) > 0
    rules = VICTORY.rules
    for one, mistake in zip(seated, mistakes, strict=True):
        puzzle = parse_puzzle("duet", mistake.line)
        assert mistake.name.endswith(f":{one.number}")
        assert puzzle.position == rules.format_position(VICTORY.states[one.number - 1])
        choices = puzzle.moment.observation.choices
        assert [choice.text for choice in puzzle.choices] == [*map(rules.format_action, choices)]
        assert puzzle.answer.text == rules.format_action(one.best)
        assert puzzle.seat is one.chosen.seat


def test_only_people_make_mistakes_of_their_own() -> None:
    assert seats_of(review_of(beside(None, None))) == {Seat.P1, Seat.P2}
    assert seats_of(review_of(beside(None, "steady"))) == {Seat.P1}
    assert seats_of(review_of(beside("steady", None))) == {Seat.P2}
    assert mistakes_in(review_of(beside("steady", "steady")), DAY) == ()
    for seat in Seat:
        assert seats_of(review_of(kept_by(VICTORY, seat))) == {seat}


def test_a_review_is_searched_once_and_again_if_it_has_changed(tmp_path: Path) -> None:
    kept_record(tmp_path)
    (found,) = new_reviews(tmp_path, {}, DAY)
    assert (found.game, found.mistakes) == ("duet", mistakes_in(review_of(VICTORY), DAY))
    known = {found.file: (found.mtime_ns, found.size)}
    assert [*new_reviews(tmp_path, known, DAY)] == []
    assert len([*new_reviews(tmp_path, {found.file: (1, found.size)}, DAY)]) == 1


def test_a_review_that_is_not_settled_or_none_at_all_is_searched_later(tmp_path: Path) -> None:
    kept_record(tmp_path)
    review = saved_review()
    number = min(review.assessments)
    unsettled = replace(review.assessments[number], settled=False)
    changed = {**review.assessments, number: unsettled}
    (tmp_path / "game.toml.review.json").unlink()
    save_review(task_in(tmp_path), replace(review, assessments=changed))
    assert [*new_reviews(tmp_path, {}, DAY)] == []
    (tmp_path / "game.toml.review.json").write_text("{")
    assert [*new_reviews(tmp_path, {}, DAY)] == []
    assert [*new_reviews(tmp_path / "nowhere", {}, DAY)] == []


def test_mistakes_come_back_before_all_else_and_damaged_ones_never() -> None:
    found = mistakes_in(review_of(VICTORY), DAY)
    broken = replace(found[0], line=found[0].line.replace("|", "/", 1))
    journal = Journal((), (broken, *found[1:]))
    assert book_of("duet", journal, DAY).due() is None
    posed = book_of("duet", journal, DAY + timedelta(days=1)).due()
    assert posed is not None
    assert (posed.name, posed.found, posed.counts) == (found[1].name, DAY, False)
