"""Make the program's puzzles, or check them: python -m tests.tools.puzzles COMMAND.

``make`` continues until there are enough; with ``--into FOLDER`` it writes other puzzles there, to
GAME.txt and GAME.jsonl, after each puzzle. ``check`` computes everything again; its exit status is
1 if a puzzle is wrong. ``label`` changes the kinds that the reasons no longer allow, and nothing
else. ``drop classic:17`` removes puzzles and renumbers those after them, which is forbidden once
they are released.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import foxduet
from foxduet.ai.partner import ActionValue, Thought, get_adviser, get_partner
from foxduet.analysis.puzzles import (
    Puzzle,
    PuzzleChoice,
    evaluate_puzzle,
    format_puzzle,
    parse_puzzle,
    puzzle_module,
    puzzles_of,
    review_attempt,
)
from foxduet.analysis.review import Review
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.core.registry import rule_set
from foxduet.play.game import Chooser, Header, iter_play, open_game
from tests.tools.judge import judge_assessment
from tests.tools.puzzle_kinds import (
    MAX_SHARE_OF_TWO,
    MEAN,
    PLAIN,
    SOLVERS,
    STYLES,
    is_ahead,
    kinds_by_decision,
    kinds_of,
    ratings_of,
    shares_against,
    shares_of_steady,
    solved_by,
    solved_too_often,
)
from tests.tools.verdicts import FaultKind

PACKAGE, LOGS = Path(foxduet.__file__).parent, Path(__file__).parent
"""The program's folder, and the folder of the logs that say how each puzzle was found."""

FIRST_SEED = 600_001
WANTED = {"duet": 306, "classic": 220}
"""A few more than needed, since later checks may reject some."""
MAX_PER_KIND = {"duet": 48, "classic": 21}
SETUPS = {
    "duet": (("level", 1), ("level", 2), ("level", 3)),
    "classic": (("target", 21), ("target", 16), ("target", 35)),
}
PAIRS = (("novice", "steady"), ("steady", "novice"), ("novice", "novice"), ("steady", "steady"))

# Factors of the required lead of the best choice, at first sight and later.
_GLANCE, _AT_A_GLANCE = "expert:60", 1.4
JUDGE, _AHEAD = "expert:4000", 1.3
_BESIDE_EXPERTS = "expert:1000"
_NAMES = ("Left", "Right")
# Worlds in which rounds are played out; close shares get more.
_HANDS, _CLOSE = (range(16), range(80)), 0.08
_HANDS_OF_STEADY, _OTHER_HANDS = range(200), range(10_000, 10_200)
# Positions tried per game, and the largest share of easy puzzles.
_POSITIONS, _EASY = 40, 0.3
# Every third game tries early positions first, since most clear choices come late in a round.
_EARLY, _LATE = 3, 7


@dataclass(frozen=True, slots=True)
class Made:
    """A puzzle, the seed of its game, and how often each solver solved it."""

    puzzle: Puzzle
    seed: int
    solved: dict[str, int]


class Workshop:
    """The puzzles of a game made so far; their files are rewritten after each.

    They are the program's own puzzles, or those in a folder.
    """

    def __init__(self, game: str, folder: Path | None = None) -> None:
        self.game = game
        self._lines, self._log = (
            (PACKAGE / "games" / game / "puzzles.txt", LOGS / f"{game}.jsonl")
            if folder is None
            else (folder / f"{game}.txt", folder / f"{game}.jsonl")
        )
        self.made: list[Made] = []
        if self._log.exists():
            lines = self._lines.read_text().splitlines()
            # A puzzle that was being written when the tool stopped is in one file only, and made
            # again.
            for line, entry in zip(lines, self._log.read_text().splitlines(), strict=False):
                log = json.loads(entry)
                self.made.append(Made(parse_puzzle(game, line), log["seed"], log["solved"]))
        self._kinds = Counter(made.puzzle.kind for made in self.made)
        self._setups = Counter(made.puzzle.setup for made in self.made)

    @property
    def share(self) -> float:
        """Share of the wanted puzzles that exist (0-1)."""
        return len(self.made) / WANTED[self.game]

    def make_next(self) -> Made:
        """Play games until one has a puzzle; add and return it."""
        seed = max((m.seed for m in self.made), default=FIRST_SEED - 1)
        while True:
            seed += 1
            made = self._puzzle_in(seed)
            if made is not None:
                self.made.append(made)
                self._kinds[made.puzzle.kind] += 1
                self._setups[made.puzzle.setup] += 1
                self.write()
                return made

    def leave_out(self, numbers: Container[int]) -> None:
        """Remove puzzles and renumber the others."""
        kept = [made for made in self.made if made.puzzle.number not in numbers]
        self.made = [
            replace(made, puzzle=replace(made.puzzle, number=number))
            for number, made in enumerate(kept, 1)
        ]

    def write(self) -> None:
        """Rate all puzzles; write them and their log."""
        ratings = ratings_of([made.solved for made in self.made])
        puzzles = [
            replace(made.puzzle, rating=rating)
            for made, rating in zip(self.made, ratings, strict=True)
        ]
        self._lines.write_text("".join(format_puzzle(puzzle) + "\n" for puzzle in puzzles))
        entries = (
            {"number": made.puzzle.number, "seed": made.seed, "solved": made.solved}
            for made in self.made
        )
        self._log.write_text("".join(json.dumps(made) + "\n" for made in entries))

    def _puzzle_in(self, seed: int) -> Made | None:
        """Return a puzzle from the game with a seed; None if it has none."""
        setup = min(SETUPS[self.game], key=lambda option: self._setups[option])
        positions = [*positions_of(self.game, setup, seed)]
        chance = Random(f"foxduet puzzles {self.game} {seed}")
        sample = chance.sample(positions, min(_POSITIONS, len(positions)))
        if seed % _EARLY == 0:
            sample.sort(key=_is_late)
        for line in sample:
            made = self._puzzle_at(setup, line, seed)
            if made is not None:
                return made
        return None

    def _puzzle_at(self, setup: tuple[str, int], line: str, seed: int) -> Made | None:
        rules = rule_set(self.game)
        state: Any = rules.parse_position(line, rules.setup_from(dict([setup])))
        only = kinds_by_decision(self.game, state)
        if only is not None and not any(map(self._has_room, only)):
            return None
        seen = rules.observe(state, state.table.pending.seat)
        chance = Random(f"foxduet puzzles {line}")
        thought = get_adviser(self.game, _GLANCE)(seen, chance)
        if not best_is_ahead(thought, _AT_A_GLANCE):
            return None
        puzzle = _draft(self.game, len(self.made) + 1, setup, line, thought)
        kinds = [kind for kind in self._kinds_of(puzzle) if self._has_room(kind)]
        if not kinds:
            return None
        puzzle = replace(puzzle, kind=min(kinds, key=lambda kind: self._kinds[kind]))
        solved = {name: solved_by(puzzle, name) for name in PLAIN}
        easy = sum(is_easy(m.solved) for m in self.made)
        if is_easy(solved) and easy >= _EASY * (len(self.made) + 1):
            return None
        puzzles = [*(m.puzzle for m in self.made), puzzle]
        two = sum(len(m.choices) == 2 for m in puzzles)
        if len(puzzle.choices) == 2 and two > MAX_SHARE_OF_TWO * len(puzzles):
            return None
        if solved_too_often(puzzles):
            return None
        judged = self._judged(puzzle)
        if judged is None:
            return None
        return Made(judged, seed, {name: solved_by(puzzle, name) for name in SOLVERS})

    def label(self) -> Iterator[str]:
        """Change each kind that is no longer possible to the rarest possible one; yield changes."""
        for index, made in enumerate(self.made):
            puzzle = made.puzzle
            thought = replace(evaluate_puzzle(puzzle), action=puzzle.decision_point.chosen)
            reviews = (
                review_attempt(puzzle, thought, action, _NAMES)
                for action in puzzle.decision_point.observation.choices
                if not puzzle.is_right(action)
            )
            kinds = {kind for review in reviews for kind in kinds_of(review, *review.assessments)}
            if puzzle.kind not in kinds:
                kind = min(sorted(kinds), key=lambda kind: self._kinds[kind])
                self._kinds.update({puzzle.kind: -1, kind: 1})
                self.made[index] = replace(made, puzzle=replace(puzzle, kind=kind))
                yield f"{puzzle.number}: {puzzle.kind}, now {kind}"

    def _has_room(self, kind: str) -> bool:
        return self._kinds[kind] < MAX_PER_KIND[self.game]

    def _kinds_of(self, puzzle: Puzzle) -> list[str]:
        """Return the kinds of a puzzle; empty without a true reason against the usual mistake."""
        thought = evaluate_puzzle(puzzle)
        if thought.action != puzzle.decision_point.chosen or not best_is_ahead(thought, _AHEAD):
            return []
        review = review_attempt(puzzle, thought, usual_mistake(puzzle), _NAMES)
        (assessment,) = review.assessments
        if assessment.best != thought.action or assessment.reason is None:
            return []
        if judge_assessment(review, assessment, puzzle.position):
            return []
        return kinds_of(review, assessment)

    def _judged(self, puzzle: Puzzle) -> Puzzle | None:
        """Return a puzzle with the figures of many worlds; None if these do not confirm it."""
        chance = Random(f"foxduet puzzle {puzzle.position} figures")
        thought = get_adviser(self.game, JUDGE)(puzzle.decision_point.observation, chance)
        if thought.action != puzzle.decision_point.chosen or not best_is_ahead(thought, _AHEAD):
            return None
        judged = _draft(self.game, puzzle.number, puzzle.setup, puzzle.position, thought)
        return replace(judged, kind=puzzle.kind) if keeps_its_answer(judged) else None


def positions_of(game: str, setup: tuple[str, int], seed: int) -> Iterator[str]:
    """Yield the position lines of a partners' game in which a seat has a choice.

    Joint choices of the team are left out: they come between rounds, and a line then lacks the next
    dealer.
    """
    rules = rule_set(game)
    header = Header(game, rules.setup_from(dict([setup])), _NAMES, seed=seed)
    first, second = PAIRS[seed % len(PAIRS)]
    for played in iter_play(open_game(header), (_chooser(game, first), _chooser(game, second))):
        is_of_seat = played.pending is not None and played.pending.seat is not None
        if is_of_seat and len(rules.legal_actions(played.state)) > 1:
            yield rules.format_position(played.state)


def _is_late(line: str) -> bool:
    return int(line.partition(" ")[0].partition(".")[2]) >= _LATE


def _chooser(game: str, name: str) -> Chooser:
    think = get_partner(game, name)
    return lambda seen, chance: think(seen, chance).action


def best_is_ahead(thought: Thought, times: float) -> bool:
    """True if the best choice is clearly better than every other."""
    (best,) = (estimate for estimate in thought.estimates if estimate.action == thought.action)
    return all(
        estimate is best or is_ahead(best, estimate, times) for estimate in thought.estimates
    )


def _draft(game: str, number: int, setup: tuple[str, int], line: str, thought: Thought) -> Puzzle:
    """Return a puzzle with the figures of a thought, but without its kind and rating."""
    rules = rule_set(game)
    choices = tuple(
        PuzzleChoice(rules.format_action(estimate.action), estimate.win, estimate.score)
        for estimate in thought.estimates
    )
    best = [estimate.action for estimate in thought.estimates].index(thought.action)
    return Puzzle(game, number, puzzle_module(game).KINDS[0], MEAN, setup, line, choices, best)


def usual_mistake(puzzle: Puzzle) -> Any:
    """Return the wrong choice that novices make most often."""
    moment, think = puzzle.decision_point, get_partner(puzzle.game, "novice")
    tries: Sequence[Any] = [
        think(moment.observation, Random(f"foxduet puzzle {puzzle.position} mistake {at}")).action
        for at in range(20)
    ]
    wrong = Counter(action for action in tries if action != moment.chosen)
    wrong.update(action for action in moment.observation.choices if action != moment.chosen)
    return wrong.most_common(1)[0][0]


def best_mistake(puzzle: Puzzle) -> Any:
    """Return the best of the wrong choices."""
    others = [choice for choice in puzzle.choices if choice is not puzzle.answer]
    best = max(others, key=lambda c: (c.win, c.score))
    return rule_set(puzzle.game).parse_action(best.text)


def is_easy(solved: Mapping[str, int]) -> bool:
    """True if the solvers with plain rules nearly always solve a puzzle."""
    return all(solved[name] >= 0.85 * SOLVERS[name] for name in PLAIN)


def keeps_its_answer(puzzle: Puzzle) -> bool:
    """True if the same choice is best with an expert partner and with two steady seats.

    In the original game, against a steady opponent, for an expert and for a steady player.
    """
    moment = puzzle.decision_point
    compared = (moment.chosen, best_mistake(puzzle))
    if rule_set(puzzle.game).cooperative:
        chance = Random(f"foxduet puzzle {puzzle.position} expert")
        think = get_adviser(puzzle.game, _BESIDE_EXPERTS, "expert")
        right, wrong = shares_of_steady(puzzle, compared, _HANDS_OF_STEADY)
        return right > wrong and think(moment.observation, chance).action == moment.chosen
    return all(_is_better(puzzle, compared, styles) for styles in STYLES if "steady" in styles)


def _is_better(puzzle: Puzzle, compared: tuple[Any, Any], styles: tuple[str, str]) -> bool:
    for hands in _HANDS:
        right, wrong = shares_against(puzzle, compared, styles, hands)
        if right - wrong >= _CLOSE:
            break
    return right > wrong


MIN_PUZZLES = {"duet": 280, "classic": 200}
MIN_PER_KIND = 15

_CHECKING_NAMES = ("Ann", "Bob")
_WIN, _POINTS = 0.06, 3.0
# Chances that differ by no more than their errors count as equal.
_AS_SURE = 0.01
# Worlds in which rounds are played out; ``make`` uses lower numbers.
_CHECKING_HANDS = (range(10_000, 10_024), range(10_024, 10_200))
_TOO_CLOSE = 0.06


def log_of(game: str) -> list[dict[str, Any]]:
    """Return the log of a game: each puzzle's number, its game's seed, and its solvers."""
    return [json.loads(line) for line in (LOGS / f"{game}.jsonl").read_text().splitlines()]


def troubles_of_all(game: str, puzzles: Sequence[Puzzle]) -> Iterator[str]:
    """Yield the faults of a game's puzzles as a whole."""
    log, kinds = log_of(game), Counter(puzzle.kind for puzzle in puzzles)
    if len(puzzles) < MIN_PUZZLES[game]:
        yield f"{len(puzzles)} puzzles"
    if [puzzle.number for puzzle in puzzles] != [*range(1, len(puzzles) + 1)]:
        yield "the numbers are not 1, 2, 3, ..."
    for kind in puzzle_module(game).KINDS:
        if kinds[kind] < MIN_PER_KIND:
            yield f"{kinds[kind]} of the kind {kind}"
    if sum(len(puzzle.choices) == 2 for puzzle in puzzles) > MAX_SHARE_OF_TWO * len(puzzles):
        yield "too many have two choices only"
    for (group, rule), share in solved_too_often(puzzles).items():
        yield f"{rule!r} solves {share:.0%} of {group}"
    if [entry["number"] for entry in log] != [puzzle.number for puzzle in puzzles]:
        yield "the log is about other puzzles"
    if len({entry["seed"] for entry in log}) < len(log):
        yield "two puzzles are from one game"
    if ratings_of([entry["solved"] for entry in log]) != [puzzle.rating for puzzle in puzzles]:
        yield "the ratings are not those by the log"


@dataclass(frozen=True, slots=True)
class Report:
    """The faults of a puzzle, and for how many of its wrong choices reviews name the cause."""

    troubles: list[str]
    wrong_choices: int
    caused: int


def looked_at(puzzle: Puzzle) -> Report:
    """Check everything about a puzzle again."""
    reviews = [*_reviews_of(puzzle)]
    troubles = chain(
        _of_line(puzzle), _of_figures(puzzle), _of_styles(puzzle), _of_reasons(puzzle, reviews)
    )
    caused = sum(review.assessments[0].reason is not None for review in reviews)
    return Report([*troubles], len(reviews), caused)


def _of_line(puzzle: Puzzle) -> Iterator[str]:
    """Yield faults of a puzzle's line, its position and its source game."""
    rules, (option, value) = rule_set(puzzle.game), puzzle.setup
    if parse_puzzle(puzzle.game, format_puzzle(puzzle)) != puzzle:
        yield "its line says something else"
    state = rules.parse_position(puzzle.position, rules.setup_from({option: value}))
    legal = [rules.format_action(action) for action in rules.legal_actions(state)]
    if [choice.text for choice in puzzle.choices] != legal:
        yield "its choices are not the legal ones"
    if not _leads(
        puzzle.answer, [choice for choice in puzzle.choices if choice is not puzzle.answer]
    ):
        yield "its own figures do not favour the answer"
    seed = log_of(puzzle.game)[puzzle.number - 1]["seed"]
    if puzzle.position not in positions_of(puzzle.game, puzzle.setup, seed):
        yield "its position is not from the game with its seed"


def _leads(best: ActionValue | PuzzleChoice, others: Iterable[ActionValue | PuzzleChoice]) -> bool:
    for other in others:
        wins_more = best.win - other.win >= _WIN
        scores_more = best.score - other.score >= _POINTS and other.win - best.win <= _AS_SURE
        if not wins_more and not scores_more:
            return False
    return True


def _of_figures(puzzle: Puzzle) -> Iterator[str]:
    """Yield the generators whose search does not clearly find the answer."""
    moment = puzzle.decision_point
    think = get_adviser(puzzle.game, "expert:4000")
    for name in ("third", "fourth"):
        thought = think(moment.observation, Random(f"check of {puzzle.position} {name}"))
        by_action = {estimate.action: estimate for estimate in thought.estimates}
        best = by_action.pop(moment.chosen)
        if thought.action != moment.chosen:
            yield f"the {name} generator finds another answer"
        elif not _leads(best, by_action.values()):
            yield f"the {name} generator finds no clear answer"


def _of_styles(puzzle: Puzzle) -> Iterator[str]:
    """Yield the styles of the other seat for which the answer is not the best choice."""
    moment, compared = puzzle.decision_point, (puzzle.decision_point.chosen, best_mistake(puzzle))
    if rule_set(puzzle.game).cooperative:
        think = get_adviser(puzzle.game, "expert:1500", "expert")
        chance = Random(f"check of {puzzle.position} expert")
        if think(moment.observation, chance).action != moment.chosen:
            yield "another choice is best beside an expert"
        right, wrong = shares_of_steady(puzzle, compared, _OTHER_HANDS)
        if right < wrong - _TOO_CLOSE / 2:
            yield "the second best choice is better if both are steady"
        return
    for styles in STYLES:
        for hands in _CHECKING_HANDS:
            right, wrong = shares_against(puzzle, compared, styles, hands)
            if abs(right - wrong) >= _TOO_CLOSE:
                break
        if right <= wrong:
            yield f"the second best choice is better: {' against '.join(styles)}"


def _reviews_of(puzzle: Puzzle) -> Iterator[Review]:
    moment, thought = puzzle.decision_point, evaluate_puzzle(puzzle)
    for chosen in moment.observation.choices:
        if chosen != moment.chosen:
            yield review_attempt(puzzle, thought, chosen, _CHECKING_NAMES)


def _of_reasons(puzzle: Puzzle, reviews: Iterable[Review]) -> Iterator[str]:
    """Yield faults of the sentences on wrong choices."""
    usual, answer = usual_mistake(puzzle), puzzle.decision_point.chosen
    for review in reviews:
        (assessment,) = review.assessments
        if assessment.best != answer:
            yield "reviews find another answer"
            return
        if assessment.chosen == usual and assessment.reason is None:
            yield "no reason against the usual mistake"
        for fault in judge_assessment(review, assessment, puzzle.position):
            if fault.kind is FaultKind.FALSE:
                yield fault.text


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.puzzles",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True)
    make = commands.add_parser("make")
    make.add_argument("--into", type=Path, metavar="FOLDER")
    label = commands.add_parser("label")
    label.add_argument("game", choices=[*WANTED])
    drop = commands.add_parser("drop")
    drop.add_argument("puzzles", nargs="+", metavar="GAME:NUMBER")
    check = commands.add_parser("check")
    check.add_argument("--jobs", type=int, default=1)
    check.add_argument("--every", type=int, default=1, metavar="N", help="only each Nth puzzle")
    check.add_argument("--game", choices=[*WANTED], action="append")
    options = parser.parse_args()
    match options.command:
        case "make":
            return _make(options.into)
        case "label":
            return _label(options.game)
        case "drop":
            return _drop(options.puzzles)
        case _:
            return _check(options.game or [*WANTED], options.jobs, options.every)


def _make(folder: Path | None) -> int:
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    shops = [Workshop(game, folder) for game in WANTED]
    begin = monotonic()
    while (shop := min(shops, key=lambda s: s.share)).share < 1:
        made = shop.make_next()
        seconds, puzzle = monotonic() - begin, made.puzzle
        line = f"{seconds:.0f} s: {shop.game} {puzzle.number} {puzzle.kind}, seed {made.seed}"
        print(line, flush=True)
    return 0


def _label(game: str) -> int:
    shop = Workshop(game)
    for change in shop.label():
        print(change, flush=True)
    shop.write()
    return 0


def _drop(numbers: Sequence[str]) -> int:
    for game in WANTED:
        shop = Workshop(game)
        shop.leave_out(
            {int(number.partition(":")[2]) for number in numbers if number.startswith(game)}
        )
        shop.write()
        print(f"{game}: {len(shop.made)} puzzles")
    return 0


def _check(games: list[str], jobs: int, every: int) -> int:
    begin, wrong = monotonic(), 0
    with ProcessPoolExecutor(jobs) as pool:
        for game in games:
            puzzles = puzzles_of(game)
            for trouble in troubles_of_all(game, puzzles):
                wrong += 1
                print(f"{game}: {trouble}", flush=True)
            some, choices, caused = puzzles[::every], 0, 0
            for puzzle, report in zip(some, pool.map(looked_at, some), strict=True):
                wrong += len(report.troubles)
                choices, caused = choices + report.wrong_choices, caused + report.caused
                for trouble in report.troubles:
                    print(f"{game}:{puzzle.number} {puzzle.kind}: {trouble}", flush=True)
            line = f"{caused} of {choices} wrong choices have a reason against them"
            print(f"{game}: {len(some)} puzzles; {line}", flush=True)
    print(f"{wrong} wrong, {monotonic() - begin:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
