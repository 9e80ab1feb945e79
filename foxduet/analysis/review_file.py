"""Review files (JSON, validated when read), and branches of reviewed games."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import suppress
from dataclasses import Field, fields
from functools import reduce
from hashlib import sha256
from math import isfinite
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from foxduet.ai.partner import (
    NO_SHARE,
    REVIEWER_WORLDS,
    ActionValue,
    DoubleDummyValue,
    EstimateT,
    Stop,
    get_partner,
    opposite_partner,
    parse_partner,
    partners_of,
    stop_at_deadline,
)
from foxduet.ai.reasons import Reason, reason_module, replay_line
from foxduet.analysis.review import Assessment, DecisionPoint, decision_points, hindsight_module
from foxduet.analysis.simulation import replay_par
from foxduet.core import __version__
from foxduet.core.cards import Deal, Seat
from foxduet.core.engine import AnyRuleSet
from foxduet.core.errors import FoxduetError, get_int, get_ints, get_str
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.core.registry import rule_set
from foxduet.play.game import BRANCH_KEY, Chooser, Game, PartnerNames, act, iter_play
from foxduet.store import files
from foxduet.store.score_entries import has_par

FORMAT = "foxduet-review/7"
"""Reviews of other versions are ignored, because their estimates differ."""
REVIEW_SUFFIX = ".review.json"
"""Suffix of review files with the default number of worlds."""

JsonObject: TypeAlias = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ReviewTask:
    """The task of reviewing ``game`` by the partner named ``partner``; ``path`` is its record."""

    game: Game
    path: Path
    partner: str


def game_fingerprint(game: Game) -> str:
    """Return a hash of setup and actions; names, dates and hints do not affect it."""
    setup = hindsight_module(game.header.game).setup_identity(game.header.setup)
    actions = [game.rules.format_action(turn.action) for turn in game.turns]
    text = json.dumps([*setup, actions], sort_keys=True)
    return sha256(text.encode()).hexdigest()[:32]


def review_paths(task: ReviewTask) -> tuple[Path, ...]:
    """Return the paths of the review: next to the record, and in the home folder if known.

    Each number of worlds has its own file, so that reviews do not replace each other.
    """
    worlds = parse_partner(task.partner).worlds
    suffix = REVIEW_SUFFIX if worlds in (None, REVIEWER_WORLDS) else f".review-{worlds}.json"
    own_path = task.path.with_name(f"{task.path.name}{suffix}")
    try:
        home = files.home_folder()
    except OSError:
        return (own_path,)
    return own_path, home / "reviews" / f"{game_fingerprint(task.game)}{suffix}"


@dataclass(frozen=True, slots=True)
class SavedReview:
    """Assessments by action number, possibly incomplete, and the moves of the par game if known."""

    assessments: Mapping[int, Assessment]
    par: tuple[str, ...] | None = None


def load_review(task: ReviewTask) -> SavedReview:
    """Return the review saved at either path, merged; empty if none is valid for ``task``."""
    return reduce(_merge, (_load_file(path, task) for path in review_paths(task)))


def _load_file(path: Path, task: ReviewTask) -> SavedReview:
    with suppress(FoxduetError):
        return files.read_file(path, lambda content: _from_json(json.loads(content), task))
    return SavedReview({})


def _merge(review: SavedReview, other: SavedReview) -> SavedReview:
    """Combine two states of a review: for each decision keep the more settled assessment."""
    assessments = dict(review.assessments)
    for number, new in other.assessments.items():
        old = assessments.get(number, new)
        best = max(new, old, key=lambda known: (known.settled, known.worlds))
        assessments[number] = replace(best, hindsight=new.hindsight or old.hindsight)
    return SavedReview(assessments, other.par or review.par)


def save_review(task: ReviewTask, review: SavedReview) -> None:
    """Save a review, complete or not, merged with the results that another process has saved.

    Raises OSError if no location is writable.
    """
    *paths, last_path = review_paths(task)
    for path in paths:
        with suppress(OSError):
            _save_file(path, task, review)
            return
    files.make_folder(last_path.parent)
    _save_file(last_path, task, review)


def _save_file(path: Path, task: ReviewTask, review: SavedReview) -> None:
    with files.locked(path):
        table = _to_json(task, _merge(_load_file(path, task), review))
        files.write_safely(path, json.dumps(table).encode() + b"\n")


def _to_json(task: ReviewTask, review: SavedReview) -> dict[str, object]:
    rules = task.game.rules
    return {
        "format": FORMAT,
        "version": __version__,
        "fingerprint": game_fingerprint(task.game),
        "partner": task.partner,
        "par": None if review.par is None else list(review.par),
        "decisions": [
            {
                "action": number,
                "best": rules.format_action(assessment.best),
                "worlds": assessment.worlds,
                "settled": assessment.settled,
                "errors": list(assessment.errors),
                "tried": list(assessment.worlds_by_choice),
                "reasons": [_reason_to_json(reason, rules) for reason in assessment.reasons],
                "choices": [estimate_to_json(estimate, rules) for estimate in assessment.estimates],
                "open_hands": [estimate_to_json(value, rules) for value in assessment.hindsight],
            }
            for number, assessment in sorted(review.assessments.items())
        ],
    }


def estimate_to_json(value: ActionValue | DoubleDummyValue, rules: AnyRuleSet) -> dict[str, object]:
    figures = {field.name: getattr(value, field.name) for field in fields(value)}
    table = {k: [*v] if isinstance(v, tuple) else v for k, v in figures.items()}
    return {"choice": rules.format_action(table.pop("action")), **table}


def _reason_to_json(reason: Reason, rules: AnyRuleSet) -> dict[str, object]:
    contrast = reason.contrast
    return {
        "best": rules.format_action(reason.best),
        "kind": contrast.kind.name,
        "subject": contrast.subject,
        "shares": [contrast.best_share, contrast.other_share],
        "equals": [rules.format_action(action) for action in reason.equals],
        "lines": [
            {
                "position": rules.format_position(line.start_state),
                "actions": [rules.format_action(action) for action in line.actions],
            }
            for line in reason.lines
        ],
    }


def _from_json(table: JsonObject, task: ReviewTask) -> SavedReview:
    """Parse a review; raises an error of ``files.DAMAGE`` if it is invalid.

    Empty if it is of another game, partner or version.
    """
    header = _to_json(task, SavedReview({}))
    if any(table[key] != header[key] for key in header.keys() - {"par", "decisions"}):
        return SavedReview({})
    decisions = {decision.number: decision for decision in decision_points(task.game)}
    assessments, setup = {}, task.game.header.setup
    for entry in _parse_objects(table["decisions"]):
        number = get_int(entry, "action")
        assessments[number] = _parse_assessment(entry, decisions[number], setup)
    par = table["par"]
    if isinstance(par, list) and has_par(task.game.header):
        # Moves that do not replay on the game's deals are ignored.
        with suppress(ValueError, TypeError):
            replay_par(task.game.header, par)
            return SavedReview(assessments, tuple(par))
    return SavedReview(assessments)


def _parse_assessment(table: JsonObject, decision: DecisionPoint, setup: Any) -> Assessment:
    rules, partners = rule_set(decision.game), partners_of(decision.game)
    choices = decision.observation.choices
    best, worlds = rules.parse_action(get_str(table, "best")), get_int(table, "worlds")
    estimates = _parse_estimates(table["choices"], partners.estimate_type, rules)
    open_hands = _parse_estimates(table["open_hands"], partners.hindsight_type, rules)
    errors = tuple(_parse_float(NO_SHARE, error) for error in _parse_list(table["errors"]))
    worlds_by_choice = get_ints(table, "tried")
    assessed_choices = choices if len(choices) > 1 else ()
    hindsight_choices = assessed_choices if decision.has_hindsight else ()
    # Hindsight may be missing: it is added on request.
    for values, allowed in ((estimates, [assessed_choices]), (open_hands, [hindsight_choices, ()])):
        if tuple(value.action for value in values) not in allowed:
            raise ValueError("the estimates are of other choices")
    if not {len(errors), len(worlds_by_choice)} <= {0, len(assessed_choices)}:
        raise ValueError("the figures are of other choices")
    if best not in choices:
        raise ValueError("the best choice is not legal")
    if not isinstance(table["settled"], bool):
        raise TypeError("settled is not true or false")
    return Assessment(
        decision.number,
        decision.seat,
        decision.chosen,
        best,
        estimates,
        worlds,
        open_hands,
        errors=errors,
        worlds_by_choice=worlds_by_choice,
        settled=table["settled"],
        reasons=tuple(
            _parse_reason(reason, decision, setup) for reason in _parse_objects(table["reasons"])
        ),
    )


def _parse_reason(table: JsonObject, decision: DecisionPoint, setup: Any) -> Reason:
    """Parse why a choice was better; raises an error of DAMAGE if its lines do not show it."""
    rules, module = rule_set(decision.game), reason_module(decision.game)
    best, other = (_parse_float({}, share) for share in _parse_list(table["shares"]))
    kind = module.ReasonKind[get_str(table, "kind")]
    contrast = module.make_contrast(kind, get_int(table, "subject"), best, other)
    lines = [
        replay_line(
            decision.game,
            rules.parse_position(get_str(line, "position"), setup),
            [rules.parse_action(action) for action in _parse_list(line["actions"])],
        )
        for line in _parse_objects(table["lines"])
    ]
    best_line, other_line = lines
    reason = Reason(
        rules.parse_action(get_str(table, "best")),
        decision.chosen,
        contrast,
        (best_line, other_line),
        tuple(rules.parse_action(action) for action in _parse_list(table["equals"])),
    )
    if [line.actions[0] for line in lines] != [reason.best, reason.other]:
        raise ValueError("these are lines of other choices")
    event = module.event_of(contrast)
    if (event(best_line), event(other_line)) != (not contrast.is_bad, contrast.is_bad):
        raise ValueError("the lines do not differ by the event")
    return reason


def _parse_estimates(
    value: object, estimate_type: type[EstimateT], rules: AnyRuleSet
) -> tuple[EstimateT, ...]:
    """Parse estimates: ints, or floats (0-1 unless NO_SHARE); raises an error of DAMAGE."""
    make: Callable[..., EstimateT] = estimate_type
    return tuple(
        make(
            rules.parse_action(get_str(table, "choice")),
            **{f.name: _parse_field(f, table) for f in fields(estimate_type) if f.name != "action"},
        )
        for table in _parse_objects(value)
    )


def _parse_field(field: Field[object], table: JsonObject) -> float | tuple[float, ...] | None:
    value = table[field.name]
    if field.type == "int | None":
        return None if value is None else get_int(table, field.name)
    if field.type == "tuple[float, ...]":
        return tuple(_parse_float(field.metadata, item) for item in _parse_list(value))
    return _parse_float(field.metadata, value)


def _parse_float(metadata: Mapping[Any, Any], value: object) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise TypeError("this is not a number")
    if not (0 <= value <= 1 + 1e-9 if metadata.get("share", True) else isfinite(value)):
        raise ValueError("this figure is out of range")
    return float(value)


def _parse_objects(value: object) -> Iterable[JsonObject]:
    if not all(isinstance(item, dict) for item in _parse_list(value)):
        raise TypeError("this is not a list of objects")
    return _parse_list(value)


def _parse_list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError("this is not a list")
    return value


def create_branch(task: ReviewTask, index: int, action: Any, ai: PartnerNames) -> Game:
    """Return the first ``index`` actions of the task's game, followed by ``action``.

    ``ai`` names the partners who play on. Raises IllegalActionError.
    """
    game, name = task.game, Path(files.path_text(task.path)).name
    origin = {"record": name, "fingerprint": game_fingerprint(game), "action": index + 1}
    header = replace(
        game.header,
        ai=ai,
        started=None,
        finished=None,
        hints=tuple(number for number in game.header.hints if number <= index),
        cut_short=tuple(number for number in game.header.cut_short if number <= index),
        further={**game.header.further, BRANCH_KEY: origin},
    )
    return act(Game(header, game.initial_state, game.turns[:index]), action)


@dataclass(frozen=True, slots=True)
class PlayOutJob:
    """Job: the partners of ``game`` play it to the end, in up to ``limit`` seconds a choice."""

    game: Game
    limit: float

    def run(self, stop: Stop) -> Generator[Game, None, None]:
        """Yield the game at once and after each decision; the header lists cut-short choices."""
        cut_short = list(self.game.header.cut_short)
        cut_short_flags: list[bool] = []
        p1, p2 = (self._make_chooser(seat, stop, cut_short_flags) for seat in Seat)
        for game in iter_play(self.game, (p1, p2)):
            if cut_short_flags and cut_short_flags.pop():
                # The last action may be a deal that followed the decision.
                are_decisions = [not isinstance(turn.action, Deal) for turn in game.turns]
                cut_short.append(len(are_decisions) - are_decisions[::-1].index(True))
            yield replace(game, header=replace(game.header, cut_short=tuple(cut_short)))

    def _make_chooser(self, seat: Seat, stop: Stop, cut_short_flags: list[bool]) -> Chooser:
        partners = self.game.header.ai
        name, other = partners[seat], opposite_partner(partners, seat)
        assert name is not None, "partners sit at both ends"
        think = get_partner(self.game.header.game, name, other)

        def choose(observation: Any, rng: Random) -> Any:
            is_time_up = stop_at_deadline(self.limit)
            thought = think(observation, rng, lambda: stop() or is_time_up())
            cut_short_flags[:] = [thought.cut_short]
            return thought.action

        return choose
