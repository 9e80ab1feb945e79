"""The simulate command: a series of games, its progress, and its report."""

from __future__ import annotations

import argparse
import json
import signal
import sys
from collections.abc import Iterator
from time import monotonic

from foxduet.game import fresh_seed
from foxduet.i18n import _
from foxduet.rules.state import Outcome
from foxduet.simulate import Played, Report, Series, play_series, record_path, summary
from foxduet.statuses import OK, UserError


def simulate(parsed: argparse.Namespace) -> int:
    """Play a series of games and print what they add up to; return the exit status."""
    seed = fresh_seed() if parsed.seed is None else parsed.seed
    series = Series(parsed.level, parsed.games, parsed.seats, seed, parsed.records)
    if series.records is not None:
        _check_free(series)
    began = monotonic()
    # As Ctrl-C does, so that the processes that share the games end as well.
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        played = list(_with_progress(play_series(series, parsed.jobs), series.games))
    except OSError as error:
        message = _("the records cannot be written to {folder}: {reason}")
        reason = error.strerror or str(error)
        raise UserError(message.format(folder=series.records, reason=reason)) from None
    finally:
        signal.signal(signal.SIGTERM, before)
    report = summary(series, played, monotonic() - began)
    if parsed.json:
        print(json.dumps(report))
    else:
        print("\n".join(_report_lines(report)))
    return OK


def _check_free(series: Series) -> None:
    """Refuse a folder in which a record would be overwritten."""
    for number in range(series.games):
        path = record_path(series, number)
        if path.exists():
            message = _("{path} is there already; name an empty folder for the records")
            raise UserError(message.format(path=path))


def _with_progress(played: Iterator[Played], games: int) -> Iterator[Played]:
    """Pass games on; on a terminal, tell how far they are once a second has gone by."""
    told = began = monotonic()
    shown = False
    try:
        for count, game in enumerate(played, 1):
            yield game
            now = monotonic()
            if sys.stderr.isatty() and now - told >= 1:
                told, shown = now, True
                left = (now - began) / count * (games - count)
                text = _("{count} of {games} games, about {left} s left")
                _overwrite(text.format(count=count, games=games, left=round(left)).ljust(60))
    finally:
        if shown:
            _overwrite(" " * 60 + "\r")


def _overwrite(text: str) -> None:
    print("\r" + text, end="", file=sys.stderr, flush=True)


def _report_lines(report: Report) -> list[str]:
    """Return the report of a series for people."""
    low, high = report["wilson95"]
    times = report["ms_per_decision"]
    outcomes = report["outcomes"]
    return [
        _("Level {level}, {games} games, {seats}, seeds from {seed}").format(
            level=report["level"],
            games=report["games"],
            seats=" + ".join(report["seats"]),
            seed=report["seed"],
        ),
        _("Won {wins} ({rate:.1%}; 95 % interval {low:.1%} to {high:.1%})").format(
            wins=report["wins"], rate=report["win_rate"], low=low, high=high
        ),
        _("Mean score {score:.2f}, a defeat counting 0").format(score=report["mean_score"]),
        _("{lost} lost in the forest, {late} out of time, {resigned} resigned").format(
            lost=outcomes[Outcome.LOST.value],
            late=outcomes[Outcome.OUT_OF_TIME.value],
            resigned=outcomes[Outcome.RESIGNED.value],
        ),
        _("{count} decisions; ms each: median {p50:.3f}, 95 % {p95:.3f}, max {max:.3f}").format(
            count=report["decisions"], p50=times["p50"], p95=times["p95"], max=times["max"]
        ),
        _("{seconds:.1f} seconds").format(seconds=report["seconds"]),
    ]
