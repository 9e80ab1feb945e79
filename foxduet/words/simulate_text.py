"""The reports of simulate for people, line by line."""

from __future__ import annotations

from collections.abc import Mapping

from foxduet.ai.names import is_repeatable
from foxduet.analysis.comparison import Comparison, Measure, Report, Side, Sums, Verdict
from foxduet.analysis.statistics import Difference, Times
from foxduet.rules.duet.state import Outcome
from foxduet.rules.errors import N_
from foxduet.words.i18n import _

_VERDICTS: Mapping[tuple[Verdict, Measure | None], str] = {
    ("better", "win_rate"): N_("{b} is better than {a}: it wins more often."),
    ("worse", "win_rate"): N_("{b} is worse than {a}: it wins less often."),
    ("better", "mean_score"): N_("{b} is better than {a}: its mean score is higher."),
    ("worse", "mean_score"): N_("{b} is worse than {a}: its mean score is lower."),
    ("no difference shown", None): N_("No difference between {a} and {b} is shown."),
}


def report_lines(report: Report) -> list[str]:
    """Return the report of a series."""
    outcomes = report["outcomes"]
    return [
        _("Level {level}, {games} games, {seats}, seeds from {seed}").format(
            level=report["level"],
            games=report["games"],
            seats=" + ".join(report["seats"]),
            seed=report["seed"],
        ),
        _won(report),
        _("Mean score {score:.2f}, a defeat counting 0").format(score=report["mean_score"]),
        _("{lost} lost in the forest, {late} out of time, {resigned} resigned").format(
            lost=outcomes[Outcome.LOST.value],
            late=outcomes[Outcome.OUT_OF_TIME.value],
            resigned=outcomes[Outcome.RESIGNED.value],
        ),
        _("{count} decisions; ms each: {times}").format(
            count=report["decisions"], times=_times(report["ms_per_decision"])
        ),
        *_times_by_seat(report["seats"], report),
        *_by_the_clock(report["seats"], report["cut_short"]),
        _("{seconds:.1f} seconds").format(seconds=report["seconds"]),
    ]


def comparison_lines(comparison: Comparison) -> list[str]:
    """Return the report of two series that are compared; its last line says what it comes to."""
    name_of_a, name_of_b = comparison["compare"]
    a, b = comparison["a"], comparison["b"]
    difference, only = comparison["difference"], comparison["won_only_by"]
    return [
        _("Level {level}, {games} deals, seeds from {seed}").format(
            level=comparison["level"], games=comparison["games"], seed=comparison["seed"]
        ),
        *_side_lines("A", a),
        *_side_lines("B", b),
        _("B - A: win rate {difference}").format(
            difference=_difference(difference["win_rate"], "{:+.1%}")
        ),
        _("B - A: mean score {difference}").format(
            difference=_difference(difference["mean_score"], "{:+.2f}")
        ),
        _("Deals won by A alone: {a}; by B alone: {b}").format(a=only["a"], b=only["b"]),
        *_by_the_clock([*a["seats"], *b["seats"]], a["cut_short"] + b["cut_short"]),
        _("{seconds:.1f} seconds").format(seconds=comparison["seconds"]),
        _(_VERDICTS[comparison["verdict"], comparison["verdict_by"]]).format(
            a=name_of_a, b=name_of_b
        ),
    ]


def _side_lines(letter: str, side: Side) -> list[str]:
    lines = [
        " + ".join(side["seats"]),
        _won(side),
        _("Mean score {score:.2f}, a defeat counting 0").format(score=side["mean_score"]),
        *(
            _times_by_seat(side["seats"], side)
            or [_("ms per decision: {times}").format(times=_times(side["ms_per_decision"]))]
        ),
    ]
    return [f"{letter}: {line}" for line in lines]


def _won(sums: Sums) -> str:
    low, high = sums["wilson95"]
    return _("Won {wins} ({rate:.1%}; 95 % interval {low:.1%} to {high:.1%})").format(
        wins=sums["wins"], rate=sums["win_rate"], low=low, high=high
    )


def _times(times: Times) -> str:
    return _("median {p50:.3f}, 95 % {p95:.3f}, 99 % {p99:.3f}, max {max:.3f}").format(**times)


def _times_by_seat(seats: list[str], sums: Sums) -> list[str]:
    """Return a line for each partner, none if they do not differ."""
    by_seat = sums.get("ms_per_decision_by_seat", [])
    return [
        _("ms per decision of {partner}: {times}").format(partner=partner, times=_times(times))
        for partner, times in zip(seats, by_seat, strict=False)
    ]


def _by_the_clock(seats: list[str], cut_short: int) -> list[str]:
    """Return what the clock had to do with the games, nothing if it had not."""
    lines = [
        _("not repeatable: {partner} is limited by the clock").format(partner=partner)
        for partner in dict.fromkeys(seats)
        if not is_repeatable(partner)
    ]
    if cut_short:
        lines.append(_("Decisions cut short: {count}").format(count=cut_short))
    return lines


def _difference(difference: Difference, form: str) -> str:
    """Return a mean with its interval, ``-`` where a single deal has none."""
    mean, interval = form.format(difference["mean"]), difference["interval95"]
    if interval is None:
        return _("{mean} (95 % interval -)").format(mean=mean)
    low, high = map(form.format, interval)
    return _("{mean} (95 % interval {low} to {high})").format(mean=mean, low=low, high=high)
