"""Puzzles: the file format, evaluating answers, and turning a player's mistakes into puzzles.

Each line of a game's ``puzzles.txt`` is a puzzle: number, kind, rating, setup, position line with
all cards shown, and the choices. Each choice has its win chance (0-1) and mean score as found by
``expert:4000`` with a steady partner; the best choice is marked ``!``. These are raw search
estimates, which reviews also use to compare choices; players see calibrated estimates. The setup of
a player's own mistake may end in ``with novice`` or ``with expert``, the partner in that game;
without it the partner was steady or a person (treated as steady).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, Protocol

from foxduet.ai.partner import (
    EQUAL_COST,
    REVIEWER,
    Thought,
    get_adviser,
    kind_of,
    never_stop,
    partners_of,
)
from foxduet.ai.reasons import ReasonQuery, find_reasons
from foxduet.analysis.review import Assessment, DecisionPoint, Review, own_costly_assessments
from foxduet.analysis.review_file import REVIEW_SUFFIX, ReviewTask, game_fingerprint
from foxduet.analysis.review_job import ReviewRun, assessment_from_thought, calibrate_assessment
from foxduet.core.cards import Seat
from foxduet.core.errors import FoxduetError
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.core.registry import PUZZLES, card_game, has_parts, load_part, read_resource, rule_set
from foxduet.play.game import Game, Header, Names, act, open_game
from foxduet.store.journals import Mistake, ScannedReview
from foxduet.store.saved_games import KnownFiles, RecordFile, load_game, scan_record_files

_FIELD_SEPARATOR, _CHOICE_SEPARATOR = " | ", ", "
_SETUP = re.compile(r"(?P<name>[a-z]+) (?P<value>[0-9]{1,3})(?: with (?P<partner>novice|expert))?")
_CHOICE = re.compile(r"(?P<text>[^:|,]+):(?P<win>[01]\.[0-9]{3}):(?P<score>[0-9]{1,3}\.[0-9]{2})")
_NUMBER = re.compile(r"[1-9][0-9]{0,3}")
_MIN_CHOICES = 2


PUZZLES_FILE = "puzzles.txt"

OWN_MISTAKE = "own"
"""Kind of a puzzle made from the player's own mistake."""


class PuzzleModule(Protocol):
    """Interface of the part of a game that has its kinds of puzzles, next to ``puzzles.txt``."""

    __package__: str

    KINDS: tuple[str, ...]
    """Kinds of puzzles, as spelled in the puzzle file."""


@dataclass(frozen=True, slots=True)
class PuzzleChoice:
    """A choice in record notation, with its win chance (0-1) and mean score."""

    text: str
    win: float
    score: float


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which one seat must choose and one choice is clearly best.

    number: permanent; never reused within the game.
    rating: a player with the same rating solves it half of the time.
    setup: name and value of the game's one option.
    choices: all legal choices, in the rules' order; ``best_index`` points at the answer.
    partner: kind of the program's partner; None if steady, or for a person.
    """

    game: str
    number: int
    kind: str
    rating: int
    setup: tuple[str, int]
    position: str
    choices: tuple[PuzzleChoice, ...]
    best_index: int
    partner: str | None = None

    @property
    def answer(self) -> PuzzleChoice:
        return self.choices[self.best_index]

    def start_game(self, names: Names = ("p1", "p2")) -> Game:
        """Return a game that starts here; raises NotationError if the position is invalid."""
        rules, (option, value) = rule_set(self.game), self.setup
        header = Header(self.game, rules.setup_from({option: value}), names)
        return replace(
            open_game(header), initial_state=rules.parse_position(self.position, header.setup)
        )

    @property
    def decision_point(self) -> DecisionPoint:
        """The decision to solve, with the answer as the chosen action; may raise ValueError."""
        state = self.start_game().state
        rules = rule_set(self.game)
        pending = rules.pending(state)
        if pending is None or pending.choice.is_deal:
            raise ValueError(f"puzzle {self.number}: nobody is to choose")
        answer = rules.parse_action(self.answer.text)
        seat, partner = pending.decider, self.partner
        partners = (None, partner) if seat is Seat.P1 else (partner, None)
        return DecisionPoint(self.game, 1, state, seat, answer, partners)

    @property
    def seat(self) -> Seat:
        return self.decision_point.seat

    def is_right(self, action: Any) -> bool:
        """True if a choice is as good as the answer."""
        text = rule_set(self.game).format_action(action)
        point = partners_of(self.game).estimate_type.POINT
        worths = {choice.text: choice.win + point * choice.score for choice in self.choices}
        return worths[self.answer.text] - worths[text] < EQUAL_COST


def format_puzzle(puzzle: Puzzle) -> str:
    option, value = puzzle.setup
    setup = f"{option} {value}" + (f" with {puzzle.partner}" if puzzle.partner else "")
    choices = [f"{choice.text}:{choice.win:.3f}:{choice.score:.2f}" for choice in puzzle.choices]
    choices[puzzle.best_index] += "!"
    number, rating = str(puzzle.number), str(puzzle.rating)
    fields = number, puzzle.kind, rating, setup, puzzle.position, _CHOICE_SEPARATOR.join(choices)
    return _FIELD_SEPARATOR.join(fields)


def parse_puzzle(game: str, line: str) -> Puzzle:
    """Parse one line of a puzzle file; raises ValueError with the reason.

    Does not check that the position is legal or that the choices match it.
    """
    fields = line.split(_FIELD_SEPARATOR)
    if len(fields) != 6:
        raise ValueError(f"a puzzle has six fields, not {len(fields)}: {line}")
    number, kind, rating, setup, position, choices = fields
    if kind not in (OWN_MISTAKE, *puzzle_module(game).KINDS):
        raise ValueError(f"no kind of puzzle: {kind}")
    match = _SETUP.fullmatch(setup)
    if match is None:
        raise ValueError(f"not an option and its value: {setup}")
    puzzle = Puzzle(
        game,
        _parse_number(number),
        kind,
        _parse_number(rating),
        (match["name"], int(match["value"])),
        position,
        *_parse_choices(choices),
        match["partner"],
    )
    if format_puzzle(puzzle) != line:
        raise ValueError(f"the line should be written '{format_puzzle(puzzle)}'")
    return puzzle


def _parse_number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"not a number from 1: {text}")
    return int(text)


def _parse_choices(text: str) -> tuple[tuple[PuzzleChoice, ...], int]:
    fields = text.split(_CHOICE_SEPARATOR)
    best_indices = [index for index, field in enumerate(fields) if field.endswith("!")]
    if len(fields) < _MIN_CHOICES or len(best_indices) != 1:
        raise ValueError(f"not several choices, one of them marked as the best: {text}")
    choices = []
    for field in fields:
        match = _CHOICE.fullmatch(field.removesuffix("!"))
        if match is None:
            raise ValueError(f"not a choice with its chance and score: {field.removesuffix('!')}")
        choices.append(PuzzleChoice(match["text"], float(match["win"]), float(match["score"])))
    return tuple(choices), best_indices[0]


def puzzle_module(game: str) -> PuzzleModule:
    """Return a game's puzzle module; raises MissingPartError without it."""
    module: PuzzleModule = load_part(game, PUZZLES)
    return module


@cache
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """Return a game's shipped puzzles, in the file's order; may be empty."""
    if not has_parts(game, PUZZLES):
        return ()
    lines = read_resource(puzzle_module(game).__package__, PUZZLES_FILE).splitlines()
    return tuple(parse_puzzle(game, line) for line in lines)


def evaluate_puzzle(puzzle: Puzzle) -> Thought:
    """Search all choices as an adviser does, in as many worlds as a review.

    The result is deterministic for each puzzle. Its reasons compare each right choice with each
    wrong one.
    """
    observation, answer = puzzle.decision_point.observation, puzzle.decision_point.chosen
    thought = get_adviser(puzzle.game, REVIEWER, None)(
        observation, Random(f"foxduet puzzle {puzzle.position}")
    )
    right_choices = [choice for choice in observation.choices if puzzle.is_right(choice)]
    right_choices.sort(key=lambda choice: choice != answer)
    wrong_choices = [choice for choice in observation.choices if choice not in right_choices]
    pairs = [*product(right_choices, wrong_choices)]
    query = ReasonQuery(puzzle.game, observation, None, pairs, right_choices)
    rng = Random(f"foxduet reasons {puzzle.position}")
    return replace(thought, reasons=find_reasons(query, rng, never_stop))


def review_attempt(puzzle: Puzzle, thought: Thought, chosen: Any, names: Names) -> Review:
    """Return a review of one choice, ``chosen``, with calibrated figures.

    ``thought`` is the result of ``evaluate_puzzle``.
    """
    decision = replace(puzzle.decision_point, chosen=chosen)
    assessment = calibrate_assessment(decision, assessment_from_thought(thought, decision))
    return Review(act(puzzle.start_game(names), chosen), REVIEWER, (assessment,))


_UNUSED_RATING = 1500
"""The format requires a rating, but own mistakes are unrated."""


def scan_new_reviews(folder: Path, known_files: KnownFiles, today: date) -> Iterator[ScannedReview]:
    """Yield the mistakes of each review file that is not in ``known_files`` (by time and size).

    Reviews that cannot be read or whose grades may still change are skipped.
    """
    files: list[RecordFile] = []
    with suppress(OSError):
        files = scan_record_files(folder)
    for record in files:
        with suppress(OSError, FoxduetError):
            path = record.path.with_name(f"{record.path.name}{REVIEW_SUFFIX}")
            stat = path.stat()
            if known_files.get(path.name) == (stat.st_mtime_ns, stat.st_size):
                continue
            game, _saved = load_game(record.path)
            progress = ReviewRun(ReviewTask(game, record.path, REVIEWER)).progress()
            if progress.review is not None and progress.is_settled:
                mistakes = extract_mistakes(progress.review, today)
                name = game.header.game
                yield ScannedReview(name, path.name, stat.st_mtime_ns, stat.st_size, mistakes)


def extract_mistakes(review: Review, today: date) -> tuple[Mistake, ...]:
    """Turn the costly choices of the game's owners into puzzles, if a reason explains the cost."""
    game = review.game
    rules, setup, fingerprint = game.rules, game.header.setup, game_fingerprint(game)[:16]
    option = card_game(game.header.game).options[0].name
    value = rules.setup_key(setup).get(option)
    if not isinstance(value, int) or rules.setup_from({option: value}) != setup:
        # A puzzle can name only this option, so a setup with others makes no puzzle.
        return ()
    return tuple(
        Mistake(
            f"{fingerprint}:{assessment.number}",
            today,
            format_puzzle(_make_mistake_puzzle(game, assessment, (option, value))),
            assessment.cost.worth,
        )
        for assessment in own_costly_assessments(review)
        if assessment.reason is not None
    )


def _make_mistake_puzzle(game: Game, assessment: Assessment, setup: tuple[str, int]) -> Puzzle:
    rules, estimates = game.rules, assessment.search_estimates
    choices = tuple(
        PuzzleChoice(rules.format_action(estimate.action), estimate.win, estimate.score)
        for estimate in estimates
    )
    best_index = [estimate.action for estimate in estimates].index(assessment.best)
    position = rules.format_position(game.states[assessment.number - 1])
    kind = kind_of(game.header.ai[assessment.seat.other])
    partner = None if kind == kind_of(None) else kind
    return Puzzle(
        game.header.game,
        assessment.number,
        OWN_MISTAKE,
        _UNUSED_RATING,
        setup,
        position,
        choices,
        best_index,
        partner,
    )
