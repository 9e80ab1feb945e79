"""Puzzles: their files, judging tries, and a player's own mistakes as puzzles.

A line of a game's ``puzzles.txt`` is a puzzle: its number, kind and rating, the setup, the position
line with all cards open, and each choice of the seat that is to choose, with the chance to win
(0-1) and the mean score that ``expert:4000`` found beside a steady partner; the best is marked with
``!``. These are the figures of the search itself, by which reviews compare choices, too; players
see others, which allow for how people play. The setup of a player's own mistake may end with whom
it was made with, ``with expert``; otherwise that was a person, or steady, as which people count.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import date
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Protocol

from foxduet.ai.partner import REVIEWER, Thought, get_adviser, kind_of
from foxduet.analysis.review import Assessment, DecisionPoint, Review, own_costly_assessments
from foxduet.analysis.review_file import REVIEW_SUFFIX, ReviewTask, game_fingerprint
from foxduet.analysis.review_job import ReviewRun, assessment_from_thought, calibrate_assessment
from foxduet.core.cards import Seat
from foxduet.core.errors import FoxduetError
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.core.registry import PUZZLES, card_game, has_parts, load_part, packaged_text, rule_set
from foxduet.play.game import Game, Header, Names, act, open_game
from foxduet.store.journals import Mistake, ScannedReview
from foxduet.store.saved_games import KnownFiles, RecordFile, load_game, record_files

_FIELD_SEPARATOR, _CHOICE_SEPARATOR = " | ", ", "
_SETUP_PATTERN = re.compile(
    r"(?P<name>[a-z]+) (?P<value>[0-9]{1,3})(?: with (?P<partner>novice|expert))?"
)
_CHOICE_PATTERN = re.compile(
    r"(?P<text>[^:|,]+):(?P<win>[01]\.[0-9]{3}):(?P<score>[0-9]{1,3}\.[0-9]{2})"
)
_NUMBER_PATTERN = re.compile(r"[1-9][0-9]{0,3}")
_MIN_CHOICES = 2


PUZZLES_FILE = "puzzles.txt"

OWN_MISTAKE = "own"
"""The kind of a puzzle that is a player's own mistake."""


class PuzzleModule(Protocol):
    """The puzzles of a game: its module ``puzzles``, beside the file ``puzzles.txt``."""

    __package__: str

    KINDS: tuple[str, ...]
    """What puzzles of the game are about, in the words of their lines."""


@dataclass(frozen=True, slots=True)
class PuzzleChoice:
    """A choice as records have it, with the chance to win (0-1) and the mean score."""

    text: str
    win: float
    score: float


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which a seat is to choose, and one of its ``choices`` is clearly the best.

    No other puzzle of the game ever gets its ``number``. ``rating`` says how hard it is: a player
    of the same rating solves it every other time. ``setup`` has the name and the value of the
    game's option. ``choices`` are all there are, in their order; ``best`` is the answer's place.
    The other end is played by a person, or a ``partner`` of another strength.
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
        """The best choice."""
        return self.choices[self.best_index]

    def start_game(self, names: Names = ("p1", "p2")) -> Game:
        """Return the game at the position; raises NotationError if the position is none."""
        rules, (option, value) = rule_set(self.game), self.setup
        header = Header(self.game, rules.setup_from({option: value}), names)
        return replace(open_game(header), first=rules.parse_position(self.position, header.setup))

    @property
    def decision_point(self) -> DecisionPoint:
        """The decision, with the answer chosen."""
        state = self.start_game().state
        rules = rule_set(self.game)
        pending = rules.pending(state)
        if pending is None or pending.choice.is_deal:
            raise ValueError(f"puzzle {self.number}: nobody is to choose")
        answer = rules.parse_action(self.answer.text)
        seat, partner = pending.asked, self.partner
        partners = (None, partner) if seat is Seat.P1 else (partner, None)
        return DecisionPoint(self.game, 1, state, seat, answer, partners)

    @property
    def seat(self) -> Seat:
        """The seat that is to choose."""
        return self.decision_point.seat


def format_puzzle(puzzle: Puzzle) -> str:
    """Return the line of a puzzle."""
    option, value = puzzle.setup
    choices = [f"{one.text}:{one.win:.3f}:{one.score:.2f}" for one in puzzle.choices]
    choices[puzzle.best_index] += "!"
    fields = (
        str(puzzle.number),
        puzzle.kind,
        str(puzzle.rating),
        f"{option} {value}"
        if puzzle.partner is None
        else f"{option} {value} with {puzzle.partner}",
        puzzle.position,
        _CHOICE_SEPARATOR.join(choices),
    )
    return _FIELD_SEPARATOR.join(fields)


def parse_puzzle(game: str, line: str) -> Puzzle:
    """Return the puzzle of a game in a line; ValueError, which says what is wrong, if it is none.

    It is not checked whether the game has such a position, and whether it has those choices.
    """
    fields = line.split(_FIELD_SEPARATOR)
    if len(fields) != 6:
        raise ValueError(f"a puzzle has six fields, not {len(fields)}: {line}")
    number, kind, rating, setup, position, choices = fields
    if kind not in (OWN_MISTAKE, *puzzle_module(game).KINDS):
        raise ValueError(f"no kind of puzzle: {kind}")
    option = _SETUP_PATTERN.fullmatch(setup)
    if option is None:
        raise ValueError(f"not an option and its value: {setup}")
    puzzle = Puzzle(
        game,
        _parse_number(number),
        kind,
        _parse_number(rating),
        (option["name"], int(option["value"])),
        position,
        *_parse_choices(choices),
        option["partner"],
    )
    if format_puzzle(puzzle) != line:
        raise ValueError(f"the line should be written '{format_puzzle(puzzle)}'")
    return puzzle


def _parse_number(text: str) -> int:
    if not _NUMBER_PATTERN.fullmatch(text):
        raise ValueError(f"not a number from 1: {text}")
    return int(text)


def _parse_choices(text: str) -> tuple[tuple[PuzzleChoice, ...], int]:
    texts = text.split(_CHOICE_SEPARATOR)
    best = [at for at, one in enumerate(texts) if one.endswith("!")]
    if len(texts) < _MIN_CHOICES or len(best) != 1:
        raise ValueError(f"not several choices, one of them marked as the best: {text}")
    return tuple(_parse_choice(one.removesuffix("!")) for one in texts), best[0]


def _parse_choice(text: str) -> PuzzleChoice:
    found = _CHOICE_PATTERN.fullmatch(text)
    if found is None:
        raise ValueError(f"not a choice with its chance and score: {text}")
    return PuzzleChoice(found["text"], float(found["win"]), float(found["score"]))


def puzzle_module(game: str) -> PuzzleModule:
    """Return the puzzles of a game as its folder has them; MissingPartError if there are none."""
    book: PuzzleModule = load_part(game, PUZZLES)
    return book


@cache
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game by their numbers, none if the game has none."""
    if not has_parts(game, PUZZLES):
        return ()
    lines = packaged_text(puzzle_module(game).__package__, PUZZLES_FILE).splitlines()
    return tuple(parse_puzzle(game, line) for line in lines)


def evaluate_puzzle(puzzle: Puzzle) -> Thought:
    """Return what a review would think of all choices, the same each time."""
    think = get_adviser(puzzle.game, REVIEWER, None)
    return think(puzzle.decision_point.observation, Random(f"foxduet puzzle {puzzle.position}"))


def review_attempt(puzzle: Puzzle, thought: Thought, chosen: Any, names: Names) -> Review:
    """Return the review of a choice in a puzzle, with the figures that players see.

    Its game has that choice only, and it has one assessment. ``thought`` is the ``evaluate_puzzle``.
    """
    moment = replace(puzzle.decision_point, chosen=chosen)
    judged = calibrate_assessment(moment, assessment_from_thought(thought, moment))
    return Review(act(puzzle.start_game(names), chosen), REVIEWER, (judged,))


_UNUSED_RATING = 1500
"""The line of a puzzle needs a rating; that of a mistake is never used."""


def iter_new_reviews(
    records: Path, known: KnownFiles, today: date, teaches: Callable[[Review, Assessment], bool]
) -> Iterator[ScannedReview]:
    """Yield the reviews of records that are not ``known`` as they are, with their mistakes.

    A review counts once no grade in it can change any more. Mistakes are what ``teaches``.
    """
    files: list[RecordFile] = []
    with suppress(OSError):
        files = record_files(records)
    for record in files:
        with suppress(OSError, FoxduetError):
            path = record.path.with_name(f"{record.path.name}{REVIEW_SUFFIX}")
            stat = path.stat()
            if known.get(path.name) == (stat.st_mtime_ns, stat.st_size):
                continue
            game, _saved = load_game(record.path)
            found = ReviewRun(ReviewTask(game, record.path, REVIEWER)).progress()
            if found.review is not None and found.is_settled:
                mistakes = extract_mistakes(found.review, today, teaches)
                name = game.header.game
                yield ScannedReview(name, path.name, stat.st_mtime_ns, stat.st_size, mistakes)


def extract_mistakes(
    review: Review, found: date, teaches: Callable[[Review, Assessment], bool]
) -> tuple[Mistake, ...]:
    """Return what ``teaches`` of the costly choices of a game's owners as puzzles."""
    game = review.game
    setup, start = _single_option(game), game_fingerprint(game)[:16]
    return tuple(
        Mistake(
            f"{start}:{one.number}",
            found,
            format_puzzle(_mistake_puzzle(game, one, setup)),
            one.cost.worth,
        )
        for one in own_costly_assessments(review)
        if setup is not None and teaches(review, one)
    )


def _single_option(game: Game) -> tuple[str, int] | None:
    rules, (option, *_others) = game.rules, card_game(game.header.game).options
    value = rules.setup_key(game.header.setup).get(option.name)
    if isinstance(value, int) and rules.setup_from({option.name: value}) == game.header.setup:
        return option.name, value
    return None


def _mistake_puzzle(game: Game, one: Assessment, setup: tuple[str, int]) -> Puzzle:
    rules, compared = game.rules, one.search_estimates
    choices = tuple(
        PuzzleChoice(rules.format_action(each.action), each.win, each.score) for each in compared
    )
    best = [each.action for each in compared].index(one.best)
    position = rules.format_position(game.states[one.number - 1])
    kind = kind_of(game.header.ai[one.seat.other])
    partner = None if kind == kind_of(None) else kind
    name = game.header.game
    return Puzzle(
        name, one.number, OWN_MISTAKE, _UNUSED_RATING, setup, position, choices, best, partner
    )
