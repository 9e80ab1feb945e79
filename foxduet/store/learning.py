"""How far players have come in the lessons: a small file beside the records."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from foxduet.core.frozen import dataclass, field, replace
from foxduet.store.files import locked, make_folder, read_limited, write_safely

_FORMAT = "foxduet-lessons/1"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a lesson was left: before a step, from 0, or after actions of its game, as texts."""

    step: int = 0
    actions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Progress:
    """How far players have come with one game: lessons by name, the place left last at the end.

    ``knows_relative`` says that they know the game's relative.
    """

    done: tuple[str, ...] = ()
    places: Mapping[str, Place] = field(default_factory=dict)
    knows_relative: bool = False

    def at(self, lesson: str, place: Place) -> Progress:
        """Return the progress with the place where a lesson was left, as the last one.

        Its beginning is none.
        """
        own = {} if place == Place() else {lesson: place}
        return replace(self, places={**self._other_places(lesson), **own})

    def finished(self, lesson: str) -> Progress:
        """Return the progress with a lesson done, which begins anew the next time."""
        done = (*self.done, lesson) if lesson not in self.done else self.done
        return replace(self, done=done, places=self._other_places(lesson))

    def _other_places(self, lesson: str) -> dict[str, Place]:
        return {name: place for name, place in self.places.items() if name != lesson}


NOWHERE = Progress()
"""The progress of players who have not begun."""


class DamagedProgressError(Exception):
    """The file is not one that this program wrote."""


def learning_file(records: Path) -> Path:
    """Return the file of the lessons beside the folder of the records."""
    return records.with_name("lessons.json")


def load_progress(path: Path, game: str) -> Progress:
    """Return how far players have come with a game: nowhere yet where there is no file.

    Raises DamagedProgressError for a file that cannot be understood, and OSError.
    """
    return _progress_from(_load(path).get(game, {}))


def update_progress(path: Path, game: str, change: Callable[[Progress], Progress]) -> None:
    """Change how far players have come with a game; what else is saved stays. Raises OSError.

    A damaged file is replaced.
    """
    make_folder(path.parent)
    with locked(path):
        games, before = dict[str, Any](), NOWHERE
        with suppress(DamagedProgressError):
            games = _load(path)
            before = _progress_from(games.get(game, {}))
        after = change(before)
        games[game] = {
            "done": [*after.done],
            "places": {
                name: {"step": place.step, "actions": [*place.actions]}
                for name, place in after.places.items()
            },
            "knows_relative": after.knows_relative,
        }
        text = json.dumps({"format": _FORMAT, "games": games}, indent=1)
        write_safely(path, f"{text}\n".encode())


def _load(path: Path) -> dict[str, Any]:
    """Return the entries of all games, by their names."""
    try:
        found = json.loads(read_limited(path))
    except FileNotFoundError:
        return {}
    except (ValueError, RecursionError) as error:
        raise DamagedProgressError from error
    games = found.get("games") if isinstance(found, dict) else None
    if not isinstance(games, dict) or found.get("format") != _FORMAT:
        raise DamagedProgressError
    return games


def _progress_from(entry: Any) -> Progress:
    match entry:
        case {"done": list(done), "places": dict(places), "knows_relative": bool(knows)} if all(
            isinstance(name, str) for name in done
        ):
            found = {str(name): _place_from(place) for name, place in places.items()}
            return Progress(tuple(done), found, knows)
        case {} if not entry and isinstance(entry, dict):
            return NOWHERE
        case _:
            raise DamagedProgressError


def _place_from(entry: Any) -> Place:
    match entry:
        case {"step": int(step), "actions": list(actions)} if step >= 0 and all(
            isinstance(action, str) for action in actions
        ):
            return Place(step, tuple(actions))
        case _:
            raise DamagedProgressError
