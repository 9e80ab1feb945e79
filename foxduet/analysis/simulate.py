"""Games that partners play by themselves, with others to share them."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeAlias

from foxduet.ai.partner import Partner, partner_named
from foxduet.ai.workers import Jobs, helpers, run_tasks
from foxduet.core.common import Result
from foxduet.core.errors import N_, FoxduetError
from foxduet.core.frozen import dataclass, field, replace
from foxduet.core.register import rule_set
from foxduet.core.ruleset import Counts
from foxduet.play.game import Chooser, Header, open_game, play_out
from foxduet.play.record import dump_record
from foxduet.store.saved_games import SavedGame, write_record

if TYPE_CHECKING:
    from random import Random

# Long compared with handing games over to a process, short for people who wait.
_SECONDS_OF_A_SHARE = 0.1


@dataclass(frozen=True, slots=True)
class Series:
    """Which games to play; game number i, from 0, has the seed ``seed + i``."""

    game: str
    setup: Any
    games: int
    seats: tuple[str, str]
    seed: int
    records: Path | None = None

    @property
    def setup_keys(self) -> dict[str, object]:
        """The setup as records and reports have it."""
        return rule_set(self.game).header_keys(self.setup)

    def with_seats(self, seats: tuple[str, str]) -> Series:
        """Return a series with the same deals for other partners."""
        return replace(self, seats=seats)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game of a series.

    ``seconds`` has the time of each decision, for each seat; ``cut_short`` counts the decisions
    in which a partner was stopped. ``counts`` is what the rules count of it for each seat.
    """

    result: Result
    seconds: tuple[array[float], array[float]]
    cut_short: int
    counts: Counts = field(default_factory=dict)


class RecordsError(FoxduetError):
    """The records of a series cannot be written."""


_Share: TypeAlias = tuple[tuple[Series, int], ...]


def record_path(series: Series, number: int) -> Path:
    """Return the file of game ``number`` in the folder of the series' records."""
    assert series.records is not None, "only a series with records has record files"
    return series.records / f"game-{number + 1:0{len(str(series.games))}d}.toml"


def play_series(series: Series, jobs: Jobs) -> Generator[PlayedGame, None, None]:
    """Play the games as ``jobs`` says; yield them in order, the same whatever that is.

    If this ends early, processes end at once, in the middle of their games. Raises ClusterError
    if a cluster cannot be used, and RecordsError if a record cannot be written, which is done
    here, whoever has played the game.
    """
    return _play(((series, number) for number in range(series.games)), jobs)


def play_in_turn(series: Sequence[Series], jobs: Jobs) -> Generator[PlayedGame, None, None]:
    """Play series of as many games, as ``play_series`` does; yield a game of each in turn."""
    return _play(((one, number) for number in range(series[0].games) for one in series), jobs)


def _play(games: Iterator[tuple[Series, int]], jobs: Jobs) -> Generator[PlayedGame, None, None]:
    size, shared = 1, deque[_Share]()

    def shares() -> Iterator[_Share]:
        while some := tuple(islice(games, size)):
            shared.append(some)
            yield some

    for played, seconds in run_tasks(_play_share, shares(), helpers(jobs)):
        # At most doubled, since a quick game may be followed by those of a slow partner.
        fitting = int(_SECONDS_OF_A_SHARE * len(played) / seconds)
        size = max(1, min(fitting, 2 * len(played)))
        for (series, number), (game, record) in zip(shared.popleft(), played, strict=True):
            if series.records is not None:
                _write(record_path(series, number), record)
            yield game


def _write(path: Path, record: str) -> None:
    content = record.encode()
    try:
        write_record(SavedGame(path, content), content)
    except OSError as error:
        template = N_("the records cannot be written to {folder}: {reason}")
        raise RecordsError(template, folder=path.parent, reason=error) from None


def _play_share(games: _Share) -> tuple[list[tuple[PlayedGame, str]], float]:
    """Play some games; return them with their records, and the seconds that they took."""
    began = perf_counter()
    played = [_play_one(series, number) for series, number in games]
    return played, perf_counter() - began


def _play_one(series: Series, number: int) -> tuple[PlayedGame, str]:
    """Play a game; return it, and its record if that is wanted, else an empty text."""
    game, seats, cut_short = series.game, series.seats, list[bool]()
    seconds: tuple[array[float], array[float]] = array("d"), array("d")
    p1, p2 = (
        _timed(partner_named(game, name, other), times, cut_short)
        for name, other, times in zip(seats, reversed(seats), seconds, strict=True)
    )
    header = Header(game, series.setup, seats, seed=series.seed + number, ai=seats)
    ended = play_out(open_game(header), (p1, p2))
    assert ended.result is not None, "the game has been played to its end"
    record = "" if series.records is None else dump_record(ended)
    counts = ended.rules.counts(
        ended.rules.summarize(ended.header.setup, [turn.step for turn in ended.turns])
    )
    return PlayedGame(ended.result, seconds, sum(cut_short), counts), record


def _timed(partner: Partner, seconds: array[float], cut_short: list[bool]) -> Chooser:
    """Return a chooser that notes the time of each decision, and whether it was cut short."""

    def choose(observation: Any, chance: Random) -> Any:
        began = perf_counter()
        thought = partner(observation, chance)
        seconds.append(perf_counter() - began)
        cut_short.append(thought.cut_short)
        return thought.action

    return choose
