"""The reports of simulate for people, line by line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from foxduet.ai.names import is_repeatable
from foxduet.analysis.comparison import (
    Comparison,
    Measure,
    Report,
    SeatSums,
    Sums,
    TeamSide,
    Verdict,
)
from foxduet.analysis.simulate import Series
from foxduet.analysis.statistics import Difference, Times
from foxduet.core.common import Seat
from foxduet.core.errors import N_
from foxduet.core.register import rule_set
from foxduet.words.common import guide_words, table_words
from foxduet.words.i18n import _, decimal, ngettext, percentage

_VERDICTS: Mapping[tuple[Verdict, Measure | None], str] = {
    ("better", "win_rate"): N_("{b} is better than {a}: it wins more often."),
    ("worse", "win_rate"): N_("{b} is worse than {a}: it wins less often."),
    ("better", "mean_score"): N_("{b} is better than {a}: its mean score is higher."),
    ("worse", "mean_score"): N_("{b} is worse than {a}: its mean score is lower."),
    ("no difference shown", None): N_("No difference between {a} and {b} is shown."),
}


def report_lines(report: Report, series: Series) -> list[str]:
    """Return the report of a series."""
    words = guide_words(series.game)
    heading = ngettext(
        "{setup}, {games} game, {seats}, seeds from {seed}",
        "{setup}, {games} games, {seats}, seeds from {seed}",
        report["games"],
    )
    fields = _heading_fields(report, series) | {"seats": _seats(report, series)}
    decisions = ngettext(
        "{count} decision; ms: {times}", "{count} decisions; ms each: {times}", report["decisions"]
    )
    of_seats = [
        _("{seat} {partner}: {line}").format(seat=seat, partner=report["seats"][seat], line=line)
        for seat, sums in zip(Seat, report.get("by_seat", []), strict=False)
        for line in _seat_lines(sums, series)
    ]
    return [
        heading.format(**fields),
        *(of_seats or (_won(report), _mean_score(report))),
        words.simulated_outcomes(report["outcomes"]),
        decisions.format(count=report["decisions"], times=_times(report["ms_per_decision"])),
        *_times_by_seat(report["seats"], report),
        *_by_the_clock(report["seats"], report["cut_short"]),
        _seconds(report),
    ]


def _seats(report: Report, series: Series) -> str:
    """Name the partners in their seats."""
    if rule_set(series.game).cooperative:
        return " + ".join(report["seats"])
    left, right = report["seats"]
    return _("{left} against {right}").format(left=left, right=right)


def comparison_lines(comparison: Comparison, series: Series) -> list[str]:
    """Return the report of two series that are compared; its last line is the verdict."""
    name_of_a, name_of_b = comparison["compare"]
    a, b = comparison["a"], comparison["b"]
    difference, only = comparison["difference"], comparison["won_only_by"]
    rates = _difference(difference["win_rate"], lambda rate: percentage(rate, "+.1f"))
    scores = _difference(difference["mean_score"], lambda score: decimal(score, "+.2f"))
    shown = comparison["verdict"], comparison["verdict_by"]
    verdict = _(_VERDICTS[shown])
    heading = ngettext(
        "{setup}, {games} deal, seeds from {seed}",
        "{setup}, {games} deals, seeds from {seed}",
        comparison["games"],
    )
    return [
        heading.format(**_heading_fields(comparison, series)),
        *_side_lines("A", a),
        *_side_lines("B", b),
        _("B - A: win rate {difference}").format(difference=rates),
        _("B - A: mean score {difference}").format(difference=scores),
        _("Deals won by A alone: {a}; by B alone: {b}").format(a=only["a"], b=only["b"]),
        *_by_the_clock([*a["seats"], *b["seats"]], a["cut_short"] + b["cut_short"]),
        _seconds(comparison),
        verdict.format(a=name_of_a, b=name_of_b),
    ]


def contest_lines(report: Comparison, series: Series) -> list[str]:
    """Return the report of a contest of opponents; its last line is the verdict."""
    (name_of_a, name_of_b), against = report["compare"], report["beside"]
    difference, more = report["difference"], report["won_more_by"]
    heading = ngettext(
        "{setup}, {games} deal, played twice with seats changed, seeds from {seed}",
        "{setup}, {games} deals, each played twice with seats changed, seeds from {seed}",
        report["games"],
    )
    shown = report["verdict"], report["verdict_by"]
    verdict = _(_VERDICTS[shown])
    played = [name_of_a, name_of_b, *([] if against is None else [against])]
    lines = [heading.format(**_heading_fields(report, series))]
    if against is not None:
        lines.append(_("Both play against {partner}").format(partner=against))
    for letter, side in (("A", report["a"]), ("B", report["b"])):
        times = _("ms per decision: {times}").format(times=_times(side["ms_per_decision"]))
        of_side = [side["partner"], *_seat_lines(side, series), times]
        lines += _of_side(letter, of_side)
    rates = _difference(difference["win_rate"], lambda rate: percentage(rate, "+.1f"))
    scores = _difference(difference["mean_score"], lambda score: decimal(score, "+.2f"))
    return [
        *lines,
        _("B - A: win rate {difference}, half for a draw").format(difference=rates),
        _("B - A: mean score {difference}").format(difference=scores),
        _("Deals of which A won more games: {a}; B: {b}").format(a=more["a"], b=more["b"]),
        *_by_the_clock(played, report["cut_short"]),
        _seconds(report),
        verdict.format(a=name_of_a, b=name_of_b),
    ]


def _seat_lines(sums: SeatSums, series: Series) -> list[str]:
    """Return what the games of an opponent add up to."""
    rate, low, high = map(percentage, (sums["win_rate"], *sums["wilson95"]))
    won = _("won {wins} ({rate}; 95 % interval {low} to {high}), {draws} drawn")
    points = _("{score} points a game").format(score=decimal(sums["mean_score"], ".2f"))
    counted = [
        _("{label}: {figure}").format(label=label, figure=figure)
        for label, figure in guide_words(series.game).counted(sums["counts"])
    ]
    return [
        won.format(wins=sums["wins"], rate=rate, low=low, high=high, draws=sums["draws"]),
        "   ".join([points, *counted]),
    ]


def _heading_fields(report: Report | Comparison, series: Series) -> dict[str, object]:
    setup = table_words(series.game).setup_label(series.setup)
    return {"setup": setup, "games": report["games"], "seed": report["seed"]}


def _side_lines(letter: str, side: TeamSide) -> list[str]:
    times = _("ms per decision: {times}").format(times=_times(side["ms_per_decision"]))
    by_seat = _times_by_seat(side["seats"], side)
    lines = [" + ".join(side["seats"]), _won(side), _mean_score(side), *(by_seat or [times])]
    return _of_side(letter, lines)


def _of_side(letter: str, lines: Sequence[str]) -> list[str]:
    return [_("{label}: {figure}").format(label=letter, figure=line) for line in lines]


def _mean_score(sums: Sums) -> str:
    score = decimal(sums["mean_score"], ".2f")
    return _("Mean score {score}, a defeat counting 0").format(score=score)


def _seconds(report: Report | Comparison) -> str:
    seconds = round(report["seconds"], 1)
    text = ngettext("{seconds} second", "{seconds} seconds", seconds)
    return text.format(seconds=decimal(seconds, ".1f"))


def _won(sums: Sums) -> str:
    rate, low, high = map(percentage, (sums["win_rate"], *sums["wilson95"]))
    sentence = _("Won {wins} ({rate}; 95 % interval {low} to {high})")
    return sentence.format(wins=sums["wins"], rate=rate, low=low, high=high)


def _times(times: Times) -> str:
    p50, p95, p99, most = (decimal(times[name], ".3f") for name in ("p50", "p95", "p99", "max"))
    # Translators: where decimals have a comma, " ; " between them reads better than another comma
    sentence = _("median {p50}, 95 % {p95}, 99 % {p99}, max {max}")
    return sentence.format(p50=p50, p95=p95, p99=p99, max=most)


def _times_by_seat(seats: list[str], sums: Sums) -> list[str]:
    """Return a line for each partner, none if they are the same."""
    by_seat = sums.get("ms_per_decision_by_seat", [])
    return [
        _("ms per decision of {partner}: {times}").format(partner=partner, times=_times(times))
        for partner, times in zip(seats, by_seat, strict=False)
    ]


def _by_the_clock(seats: list[str], cut_short: int) -> list[str]:
    """Return how the clock has influenced the games, if it has."""
    lines = [
        _("not repeatable: {partner} is limited by the clock").format(partner=partner)
        for partner in dict.fromkeys(seats)
        if not is_repeatable(partner)
    ]
    if cut_short:
        lines.append(_("Decisions cut short: {count}").format(count=cut_short))
    return lines


def _difference(difference: Difference, written: Callable[[float], str]) -> str:
    """Return a mean with its interval, ``-`` where a single deal has none."""
    mean, interval = written(difference["mean"]), difference["interval95"]
    if interval is None:
        return _("{mean} (95 % interval -)").format(mean=mean)
    low, high = map(written, interval)
    return _("{mean} (95 % interval {low} to {high})").format(mean=mean, low=low, high=high)
