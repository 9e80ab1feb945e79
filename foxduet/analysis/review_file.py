"""Reviews on file beside their records: found again at once, and gone on with if interrupted."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from math import isfinite
from pathlib import Path
from typing import TypeAlias

from foxduet import __version__
from foxduet.ai.names import REVIEWER_WORLDS, parse_partner
from foxduet.ai.partner import Estimate
from foxduet.analysis.review import Assessment, Assessments, Moment, OpenHands, moments_of
from foxduet.play.game import Game
from foxduet.rules.duet.actions import Action
from foxduet.rules.duet.levels import board_to_table
from foxduet.rules.duet.notation import format_action, parse_action
from foxduet.rules.errors import FoxduetError
from foxduet.store.files import read_limited, write_safely
from foxduet.store.home import home_folder

FORMAT = "foxduet-review/2"
SUFFIX = ".review.json"
"""How the files of reviews end that look at as many worlds as they do if nobody says how many."""

_SHARES = ("win", "taken", "gem", "overrun")

Table: TypeAlias = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Task:
    """A review to be worked out: of ``game``, kept in the record at ``path``, by ``partner``."""

    game: Game
    path: Path
    partner: str

    @property
    def fingerprint(self) -> str:
        """What tells the game from all others: its level, its board and its actions."""
        return fingerprint(self.game)


def fingerprint(game: Game) -> str:
    """Return what tells ``game`` from all others; names, dates and hints are no part of it."""
    header = game.header
    board = board_to_table(header.setup.board)
    actions = [format_action(turn.action) for turn in game.turns]
    text = json.dumps([header.level, board, actions], sort_keys=True)
    return sha256(text.encode()).hexdigest()[:32]


def places_of(task: Task) -> tuple[Path, ...]:
    """Return where a review may be kept: beside its record, else in the user's own folder.

    Each strength has files of its own, so that none replaces what another has worked out.
    """
    suffix = _suffix(task.partner)
    beside = task.path.with_name(f"{task.path.name}{suffix}")
    try:
        home = home_folder()
    except OSError:
        return (beside,)
    return beside, home / "reviews" / f"{task.fingerprint}{suffix}"


def _suffix(partner: str) -> str:
    worlds = parse_partner(partner).worlds
    return SUFFIX if worlds in (None, REVIEWER_WORLDS) else f".review-{worlds}.json"


def load_kept(task: Task) -> dict[int, Assessment]:
    """Return what is on file of a review; nothing if it is of another game, strength or program.

    What is not in order is passed over, for it can be worked out again.
    """
    best: dict[int, Assessment] = {}
    for place in places_of(task):
        with suppress(OSError, ValueError, KeyError, TypeError, RecursionError):
            found = _read(json.loads(read_limited(place)), task)
            best = max(best, found, key=len)
    return best


def keep(task: Task, assessments: Assessments) -> None:
    """Put a review, or as much of it as there is, on file.

    Raises OSError if it can be kept in no place.
    """
    content = json.dumps(_table(task, assessments)).encode() + b"\n"
    *first, last = places_of(task)
    for place in first:
        with suppress(OSError):
            write_safely(place, content)
            return
    last.parent.mkdir(parents=True, exist_ok=True)
    write_safely(last, content)


def _table(task: Task, assessments: Assessments) -> dict[str, object]:
    return {
        "format": FORMAT,
        "version": __version__,
        "fingerprint": task.fingerprint,
        "partner": task.partner,
        "decisions": [_decision(assessments[number]) for number in sorted(assessments)],
    }


def _decision(one: Assessment) -> dict[str, object]:
    return {
        "action": one.number,
        "best": format_action(one.best),
        "worlds": one.worlds,
        "choices": [estimate_table(estimate) for estimate in one.estimates],
        "open_hands": [open_hands_table(opened) for opened in one.open_hands],
    }


def estimate_table(one: Estimate) -> dict[str, object]:
    """Return an estimate as an object of JSON."""
    return {
        "choice": format_action(one.action),
        "win": one.win,
        "score": one.score,
        "taken": one.taken,
        "gem": one.gem,
        "overrun": one.overrun,
    }


def open_hands_table(one: OpenHands) -> dict[str, object]:
    """Return a choice in hindsight as an object of JSON."""
    return {
        "choice": format_action(one.action),
        "win": one.win,
        "gem": one.gem,
        "overrun": one.overrun,
        "space": one.space,
    }


def _read(table: Table, task: Task) -> dict[int, Assessment]:
    """Return the assessments in ``table``; ValueError, KeyError or TypeError if it is not fit."""
    right = {key: value for key, value in _table(task, {}).items() if key != "decisions"}
    if any(table[key] != value for key, value in right.items()):
        return {}
    moments = {moment.number: moment for moment in moments_of(task.game)}
    found = {}
    for decision in _tables(table["decisions"]):
        moment = moments[_whole(decision["action"])]
        found[moment.number] = _assessment(decision, moment)
    return found


def _assessment(table: Table, moment: Moment) -> Assessment:
    choices = moment.observation.choices
    estimates = tuple(map(_estimate, _tables(table["choices"])))
    open_hands = tuple(map(_open_hands, _tables(table["open_hands"])))
    best = _action(table["best"])
    tried = choices if len(choices) > 1 else ()
    _check_same(estimates, tried)
    _check_same(open_hands, tried if moment.observation.table.trick is not None else ())
    if best not in choices:
        raise ValueError("the best is none of the choices")
    return Assessment(
        moment.number,
        moment.seat,
        moment.chosen,
        best,
        estimates,
        _whole(table["worlds"]),
        open_hands,
    )


def _check_same(told: Sequence[Estimate | OpenHands], choices: tuple[Action, ...]) -> None:
    if tuple(one.action for one in told) != choices:
        raise ValueError("these are other choices")


def _estimate(table: Table) -> Estimate:
    win, taken, gem, overrun = (_share(table[key]) for key in _SHARES)
    action, score = _action(table["choice"]), _number(table["score"])
    return Estimate(action, win=win, score=score, taken=taken, gem=gem, overrun=overrun)


def _open_hands(table: Table) -> OpenHands:
    space = table["space"]
    return OpenHands(
        _action(table["choice"]),
        win=_share(table["win"]),
        gem=_share(table["gem"]),
        overrun=_share(table["overrun"]),
        space=None if space is None else _whole(space),
    )


def _tables(value: object) -> Iterable[Table]:
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise TypeError("this is no list of objects")
    return value


def _action(value: object) -> Action:
    if not isinstance(value, str):
        raise TypeError("an action is a text")
    try:
        return parse_action(value)
    except FoxduetError:
        raise ValueError("this is no action") from None


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError("this is no whole number")
    return value


def _number(value: object) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise TypeError("this is no number")
    try:
        number = float(value)
    except OverflowError:
        raise ValueError("this is too large a number") from None
    if not isfinite(number):
        raise ValueError("this is no number that can be shown")
    return number


def _share(value: object) -> float:
    share = _number(value)
    if not 0 <= share <= 1 + 1e-9:
        raise ValueError("this is no share")
    return share
