"""Working a review out with others, and saving it beside its record so that it is resumed."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import suppress
from dataclasses import Field, fields
from functools import partial
from hashlib import sha256
from math import isfinite
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, TypeAlias, TypeVar

from foxduet import __version__
from foxduet.ai.names import REVIEWER_WORLDS, kind_beside, parse_partner
from foxduet.ai.partner import (
    Estimate,
    OpenHands,
    Stop,
    adviser_named,
    calibrate,
    never,
    partners_of,
)
from foxduet.ai.workers import Jobs, helpers, run_tasks
from foxduet.analysis.par import has_par, par_moves, replay_par
from foxduet.analysis.review import Assessment, Moment, Progress, Review, measures_of, moments_of
from foxduet.core.errors import FoxduetError
from foxduet.core.frozen import dataclass, replace
from foxduet.core.register import rule_set
from foxduet.core.ruleset import AnyRuleSet
from foxduet.play.game import Game
from foxduet.store.files import home_folder, make_folder, read_limited, write_safely

FORMAT = "foxduet-review/5"
"""A file of another format is made again: what the expert expects, and so its figures, changed."""
SUFFIX = ".review.json"
"""The suffix of the files of reviews with the default number of worlds."""

Table: TypeAlias = Mapping[str, object]
FiguresT = TypeVar("FiguresT", Estimate, OpenHands)


@dataclass(frozen=True, slots=True)
class Task:
    """A review to be worked out: of ``game``, whose record is at ``path``, by ``partner``."""

    game: Game
    path: Path
    partner: str


def fingerprint(game: Game) -> str:
    """Return what identifies ``game``: its setup and actions, without names, dates and hints."""
    setup = measures_of(game.header.game).identity_of(game.header.setup)
    actions = [game.rules.format_action(turn.action) for turn in game.turns]
    text = json.dumps([*setup, actions], sort_keys=True)
    return sha256(text.encode()).hexdigest()[:32]


def review_paths(task: Task) -> tuple[Path, ...]:
    """Return where a review may be saved: beside its record, else in the home folder.

    Each number of worlds has its own files, so that no review replaces another.
    """
    worlds = parse_partner(task.partner).worlds
    suffix = SUFFIX if worlds in (None, REVIEWER_WORLDS) else f".review-{worlds}.json"
    beside = task.path.with_name(f"{task.path.name}{suffix}")
    try:
        home = home_folder()
    except OSError:
        return (beside,)
    return beside, home / "reviews" / f"{fingerprint(task.game)}{suffix}"


@dataclass(frozen=True, slots=True)
class SavedReview:
    """Assessments by number, complete or not, and the actions of the experts' game if known."""

    assessments: Mapping[int, Assessment]
    par: tuple[str, ...] | None = None


def load_review(task: Task) -> SavedReview:
    """Return what is saved of a review; nothing of another game, strength or version.

    Invalid files are ignored, since they can be worked out again.
    """
    best = SavedReview({})
    for place in review_paths(task):
        with suppress(OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError):
            found = _read(json.loads(read_limited(place)), task)
            best = max(best, found, key=lambda saved: len(saved.assessments))
    return best


def save_review(task: Task, saved: SavedReview) -> None:
    """Save a review, complete or not; raises OSError if no place can be written."""
    content = json.dumps(_table(task, saved)).encode() + b"\n"
    *first, last = review_paths(task)
    for place in first:
        with suppress(OSError):
            write_safely(place, content)
            return
    make_folder(last.parent)
    write_safely(last, content)


def _table(task: Task, saved: SavedReview) -> dict[str, object]:
    rules = task.game.rules
    return {
        "format": FORMAT,
        "version": __version__,
        "fingerprint": fingerprint(task.game),
        "partner": task.partner,
        "par": None if saved.par is None else list(saved.par),
        "decisions": [
            {
                "action": number,
                "best": rules.format_action(one.best),
                "worlds": one.worlds,
                "choices": [figures_table(estimate, rules) for estimate in one.estimates],
                "open_hands": [figures_table(opened, rules) for opened in one.open_hands],
            }
            for number, one in sorted(saved.assessments.items())
        ],
    }


def figures_table(one: Estimate | OpenHands, rules: AnyRuleSet) -> dict[str, object]:
    """Return the figures of a choice as an object of JSON."""
    table = {field.name: getattr(one, field.name) for field in fields(one)}
    return {"choice": rules.format_action(table.pop("action")), **table}


def _read(table: Table, task: Task) -> SavedReview:
    """Return the review in ``table``; raises ValueError, KeyError or TypeError."""
    right = _table(task, SavedReview({}))
    if any(table[key] != right[key] for key in right.keys() - {"par", "decisions"}):
        return SavedReview({})
    moments = {moment.number: moment for moment in moments_of(task.game)}
    found = [
        _assessment(decision, moments[_whole(decision["action"])])
        for decision in _tables(table["decisions"])
    ]
    return SavedReview({one.number: one for one in found}, _par(table["par"], task))


def _par(value: object, task: Task) -> tuple[str, ...] | None:
    """Return the actions of the experts' game if they are those of one, on the same deals."""
    if not isinstance(value, list) or not has_par(task.game.header):
        return None
    with suppress(FoxduetError, ValueError, TypeError):
        replay_par(task.game.header, value)
        return tuple(value)
    return None


def _assessment(table: Table, moment: Moment) -> Assessment:
    rules, partners = rule_set(moment.game), partners_of(moment.game)
    choices = moment.observation.choices
    best, worlds = _action(table["best"], rules), _whole(table["worlds"])
    estimates = _figures(table["choices"], partners.estimate, rules)
    open_hands = _figures(table["open_hands"], partners.open_hands, rules)
    opened = measures_of(moment.game).has_open_hands(moment)
    for found, expected in ((estimates, len(choices) > 1), (open_hands, opened)):
        if tuple(one.action for one in found) != (choices if expected else ()):
            raise ValueError("these are other choices")
    if best not in choices:
        raise ValueError("the best is none of the choices")
    number, seat, chosen = moment.number, moment.seat, moment.chosen
    return Assessment(number, seat, chosen, best, estimates, worlds, open_hands)


def _figures(value: object, kind: type[FiguresT], rules: AnyRuleSet) -> tuple[FiguresT, ...]:
    """Read the figures of choices: shares, but for what is marked NO_SHARE and what is counted."""
    make: Callable[..., FiguresT] = kind
    return tuple(
        make(
            _action(table["choice"], rules),
            **{
                field.name: _figure(field, table[field.name])
                for field in fields(kind)
                if field.name != "action"
            },
        )
        for table in _tables(value)
    )


def _figure(field: Field[object], value: object) -> float | None:
    if field.type == "int | None":
        return None if value is None else _whole(value)
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise TypeError("this is not a number")
    if not (0 <= value <= 1 + 1e-9 if field.metadata.get("share", True) else isfinite(value)):
        raise ValueError("this is not a share, nor any other figure")
    return float(value)


def _tables(value: object) -> Iterable[Table]:
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise TypeError("this is not a list of objects")
    return value


def _action(value: object, rules: AnyRuleSet) -> Any:
    if not isinstance(value, str):
        raise TypeError("an action is a text")
    return rules.parse_action(value)


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError("this is not a whole number")
    return value


# Often enough that little is lost to a kill, seldom enough not to be felt.
_SECONDS_BETWEEN_SAVES = 2.0


def assess(partner: str, seed: str, moment: Moment) -> Assessment:
    """Judge a decision by what its seat could know; equal seeds lead to equal results."""
    chance = Random(f"foxduet review {seed} {moment.number}")
    thought = adviser_named(moment.game, partner, moment.beside)(moment.observation, chance)
    return Assessment(
        moment.number,
        moment.seat,
        moment.chosen,
        thought.action,
        thought.estimates,
        thought.worlds,
        measures_of(moment.game).with_open_hands(moment, chance),
    )


def calibrated_assessment(moment: Moment, one: Assessment, beside: str) -> Assessment:
    """Return an assessment with the figures that players see beside a kind of partner."""
    told = partial(calibrate, moment.game, moment.observation, beside)
    estimates = told(one.estimates)
    if estimates is one.estimates:
        return one
    return replace(one, estimates=estimates, open_hands=told(one.open_hands), raw=one.estimates)


class Work:
    """A review in progress: what is done, which is saved every few seconds, and what is left."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._moments = moments_of(task.game)
        saved = load_review(task)
        self._done, self._par = dict(saved.assessments), saved.par
        self._saved = len(self._done)
        self._saved_at = monotonic()
        # When the first decision was done, which tells how long it takes to begin, and what was
        # left then.
        self._first: tuple[float, int] | None = None
        self._trouble: OSError | None = None

    @property
    def _left(self) -> list[Moment]:
        return [moment for moment in self._moments if moment.number not in self._done]

    @property
    def _needs_par(self) -> bool:
        # Of a game that is not over it would show cards that are not dealt yet.
        game = self._task.game
        return self._par is None and game.result is not None and has_par(game.header)

    def progress(self) -> Progress:
        """Return how far it has come."""
        done, total = len(self._done), len(self._moments)
        if done == total and not self._needs_par:
            par = None
            if self._par is not None:
                par = replay_par(self._task.game.header, self._par)
            assessments = tuple(
                calibrated_assessment(
                    moment, self._done[moment.number], kind_beside(self._task.game.header.ai)
                )
                for moment in self._moments
            )
            review = Review(self._task.game, self._task.partner, assessments, par)
            return Progress(done, total, 0.0, review, self._trouble)
        return Progress(done, total, self._seconds_left(), trouble=self._trouble)

    def _seconds_left(self) -> float | None:
        """Return how long it will take, by the decisions done after the first one."""
        left = sum(map(_effort_of, self._left))
        if self._first is None or left == self._first[1]:
            return None
        since, left_then = self._first
        return (monotonic() - since) / (left_then - left) * left

    def finish(self, jobs: Jobs, stop: Stop) -> Generator[Progress, None, None]:
        """Work out the rest as ``jobs`` says; yield each progress.

        It is saved in the end, however it ends: the next time it continues from there. Raises
        ClusterError if a cluster cannot be used.
        """
        judge, left = partial(assess, self._task.partner, fingerprint(self._task.game)), self._left
        try:
            for assessment in run_tasks(judge, left, helpers(jobs) if len(left) > 1 else 0, stop):
                self._done[assessment.number] = assessment
                if self._first is None:
                    self._first = monotonic(), sum(map(_effort_of, self._left))
                late = monotonic() - self._saved_at >= _SECONDS_BETWEEN_SAVES
                if late or len(self._done) == len(self._moments):
                    self._save()
                yield self.progress()
            if self._needs_par and not self._left:
                header = self._task.game.header
                for par in run_tasks(par_moves, [header], helpers(jobs), stop):
                    self._par, self._saved = par, 0
        finally:
            self._save()
        yield self.progress()

    def _save(self) -> None:
        self._saved_at = monotonic()
        if len(self._done) == self._saved:
            return
        try:
            save_review(self._task, SavedReview(self._done, self._par))
        except OSError as error:
            self._trouble = error
        else:
            self._saved, self._trouble = len(self._done), None


def _effort_of(moment: Moment) -> int:
    """Return how long a decision takes to judge, compared with others."""
    choices = len(moment.observation.choices)
    return 1 if choices == 1 else 1 + choices * (1 + len(moment.observation.hand))


def work_out(task: Task, jobs: Jobs) -> Generator[Progress, None, None]:
    """Work a review out as ``jobs`` says; see ``Work.finish``."""
    return Work(task).finish(jobs, never)


@dataclass(frozen=True, slots=True)
class ReviewGame:
    """A job: the review of ``task``, worked out as ``jobs`` says."""

    task: Task
    jobs: Jobs

    def run(self, stop: Stop) -> Generator[Progress, None, None]:
        """Yield how far it is before anything else, and then as ``Work.finish`` does."""
        work = Work(self.task)
        yield work.progress()
        yield from work.finish(self.jobs, stop)
