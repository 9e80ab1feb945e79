"""The simulate command: series of games, their progress, and how they end."""

from __future__ import annotations

import argparse
import json
import signal
import sys
from collections.abc import Iterator
from math import ceil
from time import monotonic
from types import FrameType
from typing import NoReturn

from foxduet.analysis.comparison import comparison, summary
from foxduet.analysis.simulate import Played, Series, play_in_turn, play_series, record_path
from foxduet.cli.exit_status import OK, STOPPED_BY_SIGNAL, UserError
from foxduet.play.game import fresh_seed
from foxduet.words.i18n import _
from foxduet.words.simulate_text import comparison_lines, report_lines


def simulate(parsed: argparse.Namespace) -> int:
    """Play series of games and print what they add up to; return the exit status."""
    seed = fresh_seed() if parsed.seed is None else parsed.seed
    before = signal.signal(signal.SIGTERM, stop_by_signal)
    try:
        if parsed.compare is None:
            _report(parsed, seed)
        else:
            _compare(parsed, seed)
    except KeyboardInterrupt as stopped:
        # Ctrl-C's own, which Python raises, names no signal.
        return STOPPED_BY_SIGNAL + (stopped.args[0] if stopped.args else signal.SIGINT)
    finally:
        signal.signal(signal.SIGTERM, before)
    return OK


def stop_by_signal(number: int, _frame: FrameType | None) -> NoReturn:
    """End long work on a signal; KeyboardInterrupt carries its number."""
    # As Ctrl-C does, so that the processes that share the games end as well.
    raise KeyboardInterrupt(number)


def _report(parsed: argparse.Namespace, seed: int) -> None:
    """Play one series and report it."""
    series = Series(parsed.level, parsed.games, parsed.seats, seed, parsed.records)
    if series.records is not None:
        _check_free(series)
    began = monotonic()
    try:
        played = list(_with_progress(play_series(series, parsed.jobs), series.games))
    except OSError as error:
        message = _("the records cannot be written to {folder}: {reason}")
        reason = error.strerror or str(error)
        raise UserError(message.format(folder=series.records, reason=reason)) from None
    report = summary(series, played, monotonic() - began)
    print(json.dumps(report) if parsed.json else "\n".join(report_lines(report)))


def _compare(parsed: argparse.Namespace, seed: int) -> None:
    """Play the same deals with each of two partners and report how they compare."""
    a, b = (
        Series(parsed.level, parsed.games, (partner, parsed.beside or partner), seed)
        for partner in parsed.compare
    )
    began = monotonic()
    played = list(_with_progress(play_in_turn(a, b, parsed.jobs), 2 * parsed.games))
    report = comparison((a, b), (played[0::2], played[1::2]), monotonic() - began)
    print(json.dumps(report) if parsed.json else "\n".join(comparison_lines(report)))


def _check_free(series: Series) -> None:
    """Refuse a folder in which a record would be overwritten."""
    for number in range(series.games):
        path = record_path(series, number)
        if path.exists():
            message = _("{path} is there already; name an empty folder for the records")
            raise UserError(message.format(path=path))


def _with_progress(played: Iterator[Played], games: int) -> Iterator[Played]:
    """Pass games on; on a terminal, tell after the first one and then once a second."""
    began = monotonic()
    told = 0
    try:
        for count, game in enumerate(played, 1):
            yield game
            seconds = monotonic() - began
            # Slow games are all told of, quick ones not more often than can be read.
            if told <= seconds and sys.stderr.isatty():
                told += 1
                left = seconds / count * (games - count)
                text = _("{count} of {games} games, about {left} s left")
                overwrite(text.format(count=count, games=games, left=ceil(left)).ljust(60))
    finally:
        if told:
            overwrite(" " * 60 + "\r")


def overwrite(text: str) -> None:
    """Write ``text`` over the line of standard error that tells of progress."""
    print("\r" + text, end="", file=sys.stderr, flush=True)
