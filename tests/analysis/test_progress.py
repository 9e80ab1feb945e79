"""A player's progress: what reviews say of games, what is suggested, and what that rests on."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.ai.partner import REVIEWER
from foxduet.analysis.progress import (
    RECENT_REVIEWS,
    Activity,
    PlayerProgress,
    read_player_progress,
    read_reviews,
    suggest_activities,
    summarize_review,
    total_by_theme,
)
from foxduet.analysis.puzzles import puzzle_module, puzzles_of
from foxduet.analysis.review import ChoiceGrade, Review, accuracy_from_cost, grade_choice
from foxduet.analysis.review_file import REVIEW_SUFFIX, ReviewTask, SavedReview, save_review
from foxduet.analysis.standings import Rung
from foxduet.core.cards import Seat
from foxduet.play.game import Game
from foxduet.play.record import dump_record
from foxduet.store import journals
from foxduet.store.journals import (
    MistakeTotal,
    ReviewedGame,
    advice_file,
    reviews_file,
    save_advice,
    save_reviewed_games,
)
from foxduet.store.score_entries import ScoreEntry, make_entry
from foxduet.words.game_words import guide_words
from foxduet.words.lessons import lesson_plan
from foxduet.words.progress import lesson_about, suggest_for_player, suggestion_sentence
from tests.support.classic import match
from tests.support.entries import TODAY, entry, finished, header_at
from tests.support.players import VICTORY, beginning_of, played_game
from tests.support.reviews import review_of, shown_review

THEME_OF = guide_words("duet").theme
GEMS = "gems within reach"
THEMES = sorted({*guide_words("duet").lessons, "when to use abilities"})
SOLO = played_game(header_at(8, 1, (None, "expert")))


def reviewed(number: int, **mistakes: tuple[int, float]) -> ReviewedGame:
    """Return what a review found, by themes with _ in the place of blanks."""
    found = {theme.replace("_", " "): MistakeTotal(*own) for theme, own in mistakes.items()}
    return ReviewedGame(f"{number:064}", "1 1", 20, 0.9, found)


some_mistakes = st.dictionaries(
    st.sampled_from(THEMES),
    st.builds(MistakeTotal, st.integers(1, 4), st.floats(0.02, 0.9)),
    max_size=4,
)


@given(st.lists(some_mistakes, max_size=30))
def test_a_suggestion_names_a_kind_only_by_its_figures(
    found: list[Mapping[str, MistakeTotal]],
) -> None:
    games = tuple(ReviewedGame(str(at), "", 20, 0.9, mistakes) for at, mistakes in enumerate(found))
    progress = PlayerProgress("duet", (entry(1, 30),), games)
    suggestion = suggest_for_player(progress)
    sentence = suggestion_sentence(progress, suggestion)
    # Added up anew, one choice after the other.
    costs: dict[str, list[tuple[int, int, float]]] = {}
    for at, mistakes in enumerate(found[-RECENT_REVIEWS:]):
        for theme, own in mistakes.items():
            costs.setdefault(theme, []).append((at, own.choices, own.cost))
    named = [theme for theme in costs if f"habit: {theme[0]}" in sentence and theme in sentence]
    if suggestion.activity is not Activity.PRACTISE:
        assert (suggestion.theme, named) == (None, [])
        return
    assert suggestion.theme is not None
    theme = suggestion.theme.theme
    assert theme in named
    assert len(costs[theme]) >= 2
    assert sum(choices for _at, choices, _cost in costs[theme]) >= 3
    most = {one: sum(cost for _at, _choices, cost in costs[one]) for one in costs}
    assert most[theme] == pytest.approx(max(most.values()))


@pytest.mark.parametrize(
    ("games", "found", "lessons_left", "steps"),
    [
        (0, [], True, ["learn"]),
        (0, [], False, ["play"]),
        (1, [], True, ["review"]),
        (5, [reviewed(1, Foxes=(9, 2.0))], False, ["review"]),
        (5, [reviewed(1, Foxes=(1, 0.5)), reviewed(2, Foxes=(1, 0.5))], False, []),
        (5, [reviewed(1), reviewed(2)], False, []),
        (
            5,
            [reviewed(1, Foxes=(2, 0.1), Gift=(2, 0.2)), reviewed(2, Foxes=(1, 0.1), Gift=(1, 1))],
            True,
            ["practise Gift", "practise Foxes"],
        ),
        # What costs most is too rare to be named, and nothing else is named instead.
        (
            5,
            [reviewed(1, Foxes=(2, 0.1), Gift=(1, 0.9)), reviewed(2, Foxes=(2, 0.1))],
            False,
            [],
        ),
    ],
)
def test_what_is_suggested_is_what_the_figures_lack_first(
    games: int, found: list[ReviewedGame], lessons_left: bool, steps: list[str]
) -> None:
    entries = tuple(entry(number, 30) for number in range(games))
    progress = PlayerProgress("duet", entries, tuple(found))
    suggested = suggest_activities(progress, has_lessons_left=lessons_left)
    assert [advice.key for advice in suggested] == steps


def test_a_winner_is_sent_to_no_lesson_on_the_rules() -> None:
    found = (reviewed(1, **{GEMS: (2, 0.1)}), reviewed(2, **{GEMS: (1, 0.1)}))
    told = {}
    for level in (1, 2):
        games = (entry(1, 30, level=level, partner="steady"),)
        progress = PlayerProgress("duet", games, found, new_puzzles={"gem": 3})
        told[level] = suggestion_sentence(progress, suggest_for_player(progress))
    assert "Lesson 1 covers it" in told[1]
    assert told[2] == "Your costliest habit: gems within reach. 3 new puzzles are about it."


def test_advice_gives_way_once_it_was_shown_on_two_evenings_or_followed(tmp_path: Path) -> None:
    scores, day = tmp_path / "scores.sqlite3", TODAY
    found = (reviewed(1, Foxes=(2, 0.1), Gift=(2, 9)), reviewed(2, Foxes=(1, 0.1), Gift=(1, 9)))
    games = [entry(at, 30, level=3, partner="steady") for at in (1, 2)]

    def advised(day: date) -> str:
        progress = read_player_progress("duet", games, tmp_path, scores, THEME_OF, day)
        return suggest_for_player(replace(progress, reviewed=found)).key

    evenings = []
    for _evening in range(8):
        # The page is opened twice, and says the same.
        for _time in range(2):
            save_advice(scores, "duet", advised(day), day, followed=False)
        evenings.append(advised(day))
        day += timedelta(days=1)
    assert evenings == [
        *["practise Gift"] * 2,
        *["practise Foxes"] * 2,
        # Both games at level 3 were won.
        *["daily"] * 2,
        *["goal tokens"] * 2,
    ]
    assert advised(day) == "practise Gift"
    save_advice(scores, "duet", advised(day), day, followed=True)
    assert advised(day) == "practise Foxes"
    with advice_file(scores).open("ab") as file:
        file.write(b'\n{"game": "duet", "advice"\n{"game": "duet", "day": 7, "followed": true}\n')
    assert advised(day) == "practise Foxes"


def test_who_knows_the_rules_is_told_to_play_before_strategy_is_learned() -> None:
    rules = tuple(lesson.name for lesson in lesson_plan("duet").lessons)
    assert suggest_for_player(PlayerProgress("duet", lessons=rules[1:])).activity is Activity.LEARN
    assert suggest_for_player(PlayerProgress("duet", lessons=rules)).activity is Activity.PLAY


def test_what_was_learned_since_is_not_held_against_a_player() -> None:
    old = [reviewed(number, Foxes=(5, 1.0)) for number in range(5)]
    new = [reviewed(number, Gift=(1, 0.1)) for number in range(5, 5 + RECENT_REVIEWS)]
    progress = PlayerProgress("duet", (entry(1, 30),), (*old, *new))
    assert [kind.theme for kind in total_by_theme(progress.recent_reviews)] == ["Gift"]
    assert len(progress.accuracies) == 25


@pytest.mark.parametrize("game", ["duet", "classic"])
def test_every_lesson_about_a_theme_is_there(game: str) -> None:
    lessons = guide_words(game).lessons
    assert lessons
    assert {name for names in lessons.values() for name in names} <= {
        part.name for part in lesson_plan(game).parts
    }


def test_the_lesson_that_is_suggested_is_the_first_not_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lessons = {"Foxes": ("trump", "foxes")}
    monkeypatch.setattr("foxduet.words.progress.guide_words", lambda _game: Some(lessons))

    def suggested_after(*done: str) -> str | None:
        found = lesson_about(PlayerProgress("duet", lessons=done), "Foxes")
        return found and found[1].name

    assert suggested_after() == suggested_after("foxes") == "trump"
    assert suggested_after("trump") == "foxes"
    assert suggested_after("trump", "foxes") is None
    assert lesson_about(PlayerProgress("duet"), "nothing of the kind") is None


@dataclass
class Some:
    """Words of a game with some lessons."""

    lessons: Mapping[str, tuple[str, ...]]
    ladder: tuple[Rung, ...] = ()


def of_people(
    review: Review, seats: tuple[Seat, ...]
) -> tuple[list[float], dict[str, list[float]]]:
    """Return accuracies and costs by theme of some seats and of the team, choice by choice."""
    accuracies, costs = [], dict[str, list[float]]()
    for one in review.assessments:
        if one.estimates and getattr(one.chosen, "seat", seats[0]) in seats:
            accuracies.append(accuracy_from_cost(one.cost.worth))
            theme = THEME_OF(review, one) if grade_choice(one) is not ChoiceGrade.GOOD else ""
            if theme:
                costs.setdefault(theme, []).append(one.cost.worth)
    return accuracies, costs


@pytest.mark.parametrize(("game", "seats"), [(VICTORY, (Seat.P1, Seat.P2)), (SOLO, (Seat.P1,))])
def test_a_review_counts_for_the_people_who_played(game: Game, seats: tuple[Seat, ...]) -> None:
    review = shown_review(game)
    found = summarize_review(make_entry(game, Path("x.toml")), "", review, THEME_OF)
    accuracies, costs = of_people(review, seats)
    assert found.choices == len(accuracies)
    assert found.accuracy == pytest.approx(sum(accuracies) / len(accuracies))
    assert {theme: own.choices for theme, own in found.mistakes.items()} == {
        theme: len(own) for theme, own in costs.items()
    }
    assert costs
    assert all(found.mistakes[theme].cost == pytest.approx(sum(costs[theme])) for theme in costs)


def saved(folder: Path, game: Game, *, complete: bool = True) -> ScoreEntry:
    """Save a record and its review in a folder; return its entry."""
    folder.mkdir(exist_ok=True)
    path = folder / f"game-{game.header.seed}.toml"
    path.write_text(dump_record(game), "utf-8")
    assessments = {one.number: one for one in review_of(game).assessments}
    if not complete:
        assessments.popitem()
    save_review(ReviewTask(game, path, REVIEWER), SavedReview(assessments))
    return make_entry(game, path)


def test_finished_reviews_are_read_once_and_then_from_their_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scores = tmp_path / "scores.sqlite3"
    one, half = saved(tmp_path / "records", finished(1)), finished(2)
    games = [one, saved(tmp_path / "records", half, complete=False), entry(7, 30)]
    # Another game lies there now, or one that is not over.
    under_way = tmp_path / "under-way.toml"
    under_way.write_text(dump_record(beginning_of(finished(3), 9)), "utf-8")
    games += [replace(entry(8, 30), path=path) for path in (one.path, under_way)]
    read = read_reviews(scores, games, THEME_OF, 60)
    assert [found.fingerprint for found in read.games] == [one.fingerprint]
    assert read.remaining == 0
    lines = reviews_file(scores).read_bytes()

    def never(*_: object) -> str:
        raise AssertionError("it was read before")

    assert read_reviews(scores, games[:1], never, 60) == read
    # Without its review, or its record, it still counts.
    one.path.with_name(f"{one.path.name}{REVIEW_SUFFIX}").unlink()
    one.path.unlink()
    assert read_reviews(scores, games[:1], never, 60) == read
    assert reviews_file(scores).read_bytes() == lines
    saved(tmp_path / "records", half)
    assert len(read_reviews(scores, games, THEME_OF, 60).games) == 2


def test_a_review_that_goes_on_is_read_again(tmp_path: Path) -> None:
    scores, one = tmp_path / "scores.sqlite3", saved(tmp_path / "records", finished(1))
    read_reviews(scores, [one], THEME_OF, 60)
    review = one.path.with_name(f"{one.path.name}{REVIEW_SUFFIX}")
    # Windows counts time in hundreds of nanoseconds.
    os.utime(review, ns=(100, 100))
    first, again = (
        journals.load_reviewed_games(scores, "duet"),
        read_reviews(scores, [one], THEME_OF, 60).games,
    )
    assert [replace(found, version="") for found in again] == [
        replace(found, version="") for found in first.values()
    ]
    assert again[0].version.startswith("100 ")
    assert reviews_file(scores).read_text().count("fingerprint") == 2


def test_reviews_of_no_use_are_passed_over(tmp_path: Path) -> None:
    records, scores = tmp_path / "records", tmp_path / "scores.sqlite3"
    other, broken, gone, sound = (saved(records, finished(number)) for number in (1, 2, 3, 4))
    other.path.write_text(dump_record(finished(5)), "utf-8")
    broken.path.write_text("not a record", "utf-8")
    gone.path.unlink()
    read = read_reviews(scores, [other, broken, gone, sound], THEME_OF, 60)
    assert [one.fingerprint for one in read.games] == [sound.fingerprint]


def test_without_time_reviews_are_left_for_the_next_time(tmp_path: Path) -> None:
    scores, one = tmp_path / "scores.sqlite3", saved(tmp_path / "records", finished(1))
    read = read_reviews(scores, [one], THEME_OF, -1)
    assert (read.games, read.remaining) == ((), 1)
    assert not reviews_file(scores).exists()


@pytest.mark.parametrize(
    "damage",
    [
        {"accuracy": 1.5},
        {"accuracy": "high"},
        {"accuracy": True},
        {"choices": -1},
        {"mistakes": []},
        {"mistakes": {"Foxes": {"choices": 1, "cost": float("inf")}}},
        {"mistakes": {"Foxes": {"choices": 1}}},
        {"mistakes": {"Foxes": {"choices": 1, "cost": 1e308}}},
        {"accuracy": 10**400},
        {"fingerprint": 5},
    ],
)
def test_a_damaged_line_is_ignored_and_loses_no_other(
    damage: dict[str, object], tmp_path: Path
) -> None:
    scores = tmp_path / "scores.sqlite3"
    sound = [reviewed(1, Foxes=(2, 0.5)), replace(reviewed(2), accuracy=None)]
    save_reviewed_games(scores, "duet", sound[:1])
    line = json.loads(reviews_file(scores).read_text())
    with reviews_file(scores).open("a") as file:
        file.write("\n".join(["", json.dumps({**line, "fingerprint": "9", **damage}), "[", "5"]))
    save_reviewed_games(scores, "duet", sound[1:])
    save_reviewed_games(scores, "classic", [reviewed(3)])
    assert journals.load_reviewed_games(scores, "duet") == {one.fingerprint: one for one in sound}


def test_progress_has_games_that_count_and_lessons_that_are_done(tmp_path: Path) -> None:
    records, scores = tmp_path / "records", tmp_path / "scores.sqlite3"
    known = replace(entry(2, 30), deals_known=True)
    journals.update_progress(
        journals.learning_file(records), "duet", lambda _: journals.LessonProgress(("path", "ends"))
    )
    progress = read_player_progress("duet", [entry(1, 30), known], records, scores, THEME_OF, TODAY)
    assert (progress.games, progress.reviewed) == ((entry(1, 30),), ())
    assert progress.lessons == ("path", "ends")
    journals.learning_file(records).write_text("[")
    nothing = read_player_progress("duet", (), records, None, THEME_OF, TODAY)
    assert (nothing.games, nothing.reviewed, nothing.lessons) == ((), (), ())


def test_puzzles_that_were_tried_are_not_new_and_those_due_come_back(tmp_path: Path) -> None:
    records, scores = tmp_path / "records", tmp_path / "scores.sqlite3"
    first, second = puzzles_of("duet")[:2]
    before = TODAY - timedelta(days=1)
    for puzzle, right in ((first, True), (second, False)):
        journals.save_attempt(
            scores, journals.Attempt("duet", f"{puzzle.number}", before, right, puzzle.rating)
        )
    progress = read_player_progress("duet", (), records, scores, THEME_OF, TODAY)
    assert sum(progress.new_puzzles.values()) == len(puzzles_of("duet")) - 2
    assert progress.training is not None
    assert (progress.training.rated_puzzles, progress.training.due_count) == (2, 1)


def test_the_puzzles_that_are_suggested_are_new_ones_about_it() -> None:
    found = (reviewed(1, the_Foxes=(2, 0.5)), reviewed(2, the_Foxes=(2, 0.5)))
    progress = PlayerProgress("duet", (entry(1, 30),), found, new_puzzles={"gem": 5})

    def sentence(new: Mapping[str, int]) -> str:
        some = replace(progress, new_puzzles=new)
        return suggestion_sentence(some, suggest_for_player(some))

    assert "puzzle" not in sentence({"gem": 5})
    assert sentence({"gem": 5, "trump": 4}).endswith("4 new puzzles are about it.")
    assert sentence({"trump": 1}).endswith("1 new puzzle is about it.")


@pytest.mark.parametrize("game", ["duet", "classic"])
def test_every_kind_of_puzzle_about_a_theme_is_there(game: str) -> None:
    kinds = {kind for some in guide_words(game).puzzles.values() for kind in some}
    assert kinds <= {*puzzle_module(game).KINDS}


def test_matches_of_the_original_game_are_reviewed_for_the_person(tmp_path: Path) -> None:
    game = match(3, players=("Player", "Expert"), ai=(None, "expert"))
    theme_of = guide_words("classic").theme
    scores, one = tmp_path / "scores.sqlite3", saved(tmp_path / "records", game)
    (found,) = read_reviews(scores, [one], theme_of, 60).games
    own = [each for each in review_of(game).assessments if each.estimates and each.seat is Seat.P1]
    assert found.choices == len(own)
