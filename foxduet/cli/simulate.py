"""The simulate command and its reports."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import ceil
from pathlib import Path
from time import monotonic

from foxduet.ai.partner import PartnerNameError, get_partner, is_repeatable
from foxduet.ai.workers import ClusterError
from foxduet.analysis import simulation
from foxduet.analysis.simulation import Series, comparison_report
from foxduet.analysis.standings import LatencyPercentiles, MeanDifference
from foxduet.cli import options as shared
from foxduet.cli.arguments import OK, UserError
from foxduet.core.cards import Seat
from foxduet.core.errors import N_, MissingPartError
from foxduet.core.registry import GUIDE, WORDS, card_game, has_parts, rule_set
from foxduet.play.game import draw_seed
from foxduet.words.game_words import guide_words, table_words
from foxduet.words.i18n import _, decimal, explain, ngettext, percentage

_VERDICTS: Mapping[tuple[simulation.Verdict, simulation.Measure | None], str] = {
    ("better", "win_rate"): N_("{b} is better than {a}: it wins more often."),
    ("worse", "win_rate"): N_("{b} is worse than {a}: it wins less often."),
    ("better", "mean_score"): N_("{b} is better than {a}: its average score is higher."),
    ("worse", "mean_score"): N_("{b} is worse than {a}: its average score is lower."),
    ("no difference shown", None): N_("No significant difference between {a} and {b}."),
}


def series_lines(report: simulation.SeriesReport, series: Series) -> list[str]:
    """Format the report of a series."""
    words = guide_words(series.game)
    heading = ngettext(
        "{setup}, {games} game, {seats}, seeds from {seed}",
        "{setup}, {games} games, {seats}, seeds from {seed}",
        report["games"],
    )
    seats = " + ".join(report["seats"])
    if not rule_set(series.game).cooperative:
        left, right = report["seats"]
        seats = _("{left} against {right}").format(left=left, right=right)
    choices = ngettext(
        "{count} choice; ms: {times}", "{count} choices; ms each: {times}", report["decisions"]
    )
    by_seat = [
        _("{seat} {partner}: {line}").format(seat=seat, partner=report["seats"][seat], line=line)
        for seat, sums in zip(Seat, report.get("by_seat", []), strict=False)
        for line in _seat_lines(sums, series)
    ]
    return [
        heading.format(seats=seats, **_heading_fields(report, series)),
        *(by_seat or (_wins_sentence(report), _score_sentence(report))),
        words.simulated_outcomes(report["outcomes"]),
        choices.format(count=report["decisions"], times=_format_times(report["ms_per_decision"])),
        *_times_by_seat(report["seats"], report),
        *_clock_note(report["seats"], report["cut_short"]),
        _duration_text(report),
    ]


def comparison_lines(comparison: simulation.Comparison, series: Series) -> list[str]:
    """Format the comparison of two series; the last line is the verdict."""
    name_of_a, name_of_b = comparison["compare"]
    a, b = comparison["a"], comparison["b"]
    difference, deals_won = comparison["difference"], comparison["won_only_by"]
    rates = _format_difference(difference["win_rate"], lambda rate: percentage(rate, "+.1f"))
    scores = _format_difference(difference["mean_score"], lambda score: decimal(score, "+.2f"))
    verdict = _(_VERDICTS[comparison["verdict"], comparison["verdict_by"]])
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
        _("B - A: average score {difference}").format(difference=scores),
        _("Deals won only by A: {a}; only by B: {b}").format(a=deals_won["a"], b=deals_won["b"]),
        *_clock_note([*a["seats"], *b["seats"]], a["cut_short"] + b["cut_short"]),
        _duration_text(comparison),
        verdict.format(a=name_of_a, b=name_of_b),
    ]


def contest_lines(report: simulation.Comparison, series: Series) -> list[str]:
    """Format the report of a contest of opponents; the last line is the verdict."""
    (name_of_a, name_of_b), third_partner = report["compare"], report["beside"]
    difference, deals_won = report["difference"], report["won_more_by"]
    heading = ngettext(
        "{setup}, {games} deal, played twice with seats changed, seeds from {seed}",
        "{setup}, {games} deals, each played twice with seats changed, seeds from {seed}",
        report["games"],
    )
    verdict = _(_VERDICTS[report["verdict"], report["verdict_by"]])
    partners = [name_of_a, name_of_b, *([] if third_partner is None else [third_partner])]
    lines = [heading.format(**_heading_fields(report, series))]
    if third_partner is not None:
        lines.append(_("Both play against {partner}").format(partner=third_partner))
    for letter, side in (("A", report["a"]), ("B", report["b"])):
        times = _("ms per choice: {times}").format(times=_format_times(side["ms_per_decision"]))
        lines += _prefix_lines(letter, [side["partner"], *_seat_lines(side, series), times])
    rates = _format_difference(difference["win_rate"], lambda rate: percentage(rate, "+.1f"))
    scores = _format_difference(difference["mean_score"], lambda score: decimal(score, "+.2f"))
    return [
        *lines,
        _("B - A: win rate {difference}, half for a draw").format(difference=rates),
        _("B - A: average score {difference}").format(difference=scores),
        _("Deals where A won more games: {a}; B: {b}").format(a=deals_won["a"], b=deals_won["b"]),
        *_clock_note(partners, report["cut_short"]),
        _duration_text(report),
        verdict.format(a=name_of_a, b=name_of_b),
    ]


def _seat_lines(totals: simulation.SeatTotals, series: Series) -> list[str]:
    rate, low, high = map(percentage, (totals["win_rate"], *totals["wilson95"]))
    sentence = _("won {wins} ({rate}; 95% interval {low} to {high}), {draws} drawn")
    points = _("{score} points a game").format(score=decimal(totals["mean_score"], ".2f"))
    counts = [
        _("{label}: {figure}").format(label=label, figure=figure)
        for label, figure in guide_words(series.game).describe_counts(totals["counts"])
    ]
    return [
        sentence.format(wins=totals["wins"], rate=rate, low=low, high=high, draws=totals["draws"]),
        "   ".join([points, *counts]),
    ]


def _heading_fields(
    report: simulation.SeriesReport | simulation.Comparison, series: Series
) -> dict[str, object]:
    setup = table_words(series.game).setup_label(series.setup)
    return {"setup": setup, "games": report["games"], "seed": report["seed"]}


def _side_lines(letter: str, side: simulation.TeamSide) -> list[str]:
    times = _("ms per choice: {times}").format(times=_format_times(side["ms_per_decision"]))
    by_seat = _times_by_seat(side["seats"], side)
    sentences = [_wins_sentence(side), _score_sentence(side)]
    return _prefix_lines(letter, [" + ".join(side["seats"]), *sentences, *(by_seat or [times])])


def _prefix_lines(letter: str, lines: Sequence[str]) -> list[str]:
    return [_("{label}: {figure}").format(label=letter, figure=line) for line in lines]


def _score_sentence(totals: simulation.Totals) -> str:
    score = decimal(totals["mean_score"], ".2f")
    return _("Average score {score}, counting a loss as 0").format(score=score)


def _duration_text(report: simulation.SeriesReport | simulation.Comparison) -> str:
    seconds = round(report["seconds"], 1)
    text = ngettext("{seconds} second", "{seconds} seconds", seconds)
    return text.format(seconds=decimal(seconds, ".1f"))


def _wins_sentence(totals: simulation.Totals) -> str:
    rate, low, high = map(percentage, (totals["win_rate"], *totals["wilson95"]))
    sentence = _("Won {wins} ({rate}; 95% interval {low} to {high})")
    return sentence.format(wins=totals["wins"], rate=rate, low=low, high=high)


def _format_times(times: LatencyPercentiles) -> str:
    p50, p95, p99, maximum = (decimal(times[name], ".3f") for name in ("p50", "p95", "p99", "max"))
    # Translators: where decimals have a comma, " ; " between them reads better than another comma
    sentence = _("median {p50}, 95% {p95}, 99% {p99}, max {max}")
    return sentence.format(p50=p50, p95=p95, p99=p99, max=maximum)


def _times_by_seat(seats: list[str], totals: simulation.Totals) -> list[str]:
    by_seat = totals.get("ms_per_decision_by_seat", [])
    return [
        _("ms per choice of {partner}: {times}").format(partner=partner, times=_format_times(times))
        for partner, times in zip(seats, by_seat, strict=False)
    ]


def _clock_note(partners: list[str], cut_short: int) -> list[str]:
    lines = [
        _("not repeatable: {partner} is limited by time").format(partner=partner)
        for partner in dict.fromkeys(partners)
        if not is_repeatable(partner)
    ]
    if cut_short:
        lines.append(_("Choices cut short: {count}").format(count=cut_short))
    return lines


def _format_difference(difference: MeanDifference, to_text: Callable[[float], str]) -> str:
    """Format a mean with its interval, which is ``-`` for a single deal."""
    average, interval = to_text(difference["mean"]), difference["interval95"]
    if interval is None:
        return _("{average} (95% interval -)").format(average=average)
    low, high = map(to_text, interval)
    return _("{average} (95% interval {low} to {high})").format(average=average, low=low, high=high)


def add_simulate(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the simulate command."""
    add, count = parser.add_argument, shared.parse_count
    shared.add_game(parser)
    shared.add_setup_options(
        parser,
        _("choose the {option} of all games"),
        _("choose the {option} of all games; by default, {usual}"),
    )
    games = _("play this many games, or compare on this many deals")
    add("--games", type=count, metavar="N", required=True, help=games)
    partners = parser.add_mutually_exclusive_group(required=True)
    seats = _("seat these two partners")
    partners.add_argument("--seats", type=_two_partners, metavar="A,B", help=seats)
    compare = _(
        "play the same deals with A in both seats, then B in both; opponents play each "
        "other, then swap seats"
    )
    partners.add_argument("--compare", type=_two_partners, metavar="A,B", help=compare)
    about = _("with --compare: let A and B both play with this partner, or against it")
    add("--beside", type=shared.parse_partner_option, metavar="C", help=about)
    add("--seed", type=shared.parse_seed, metavar="S", help=_("deal the first game from this seed"))
    shared.add_jobs(parser, 1, _("share the games among this many processes"))
    records = _("write the games' records to this folder")
    add("--records", type=Path, metavar=N_("DIR"), help=records)
    add("--json", action="store_true", help=_("print JSON"))
    parser.set_defaults(run=_simulate, options_of=_simulate_options)


def _simulate_options(parsed: argparse.Namespace, refuse: shared.Refuse) -> argparse.Namespace:
    values, rules = shared.setup_values(parsed, refuse), rule_set(parsed.game)
    for option in card_game(parsed.game).options:
        if option.usual is not None:
            values.setdefault(option.name, option.usual)
        if option.name not in values:
            message = _("the following arguments are required: --{option}")
            refuse(message.format(option=option.name))
    if parsed.compare is None and parsed.beside is not None:
        refuse(_("argument --beside: not allowed without argument --compare"))
    if parsed.compare is not None and parsed.records is not None:
        refuse(_("argument --records: not allowed with argument --compare"))
    setup = rules.setup_from(values)
    if not parsed.json and not has_parts(parsed.game, WORDS, GUIDE):
        message = _("argument --json: required with --game {game}, which has no text report")
        refuse(message.format(game=parsed.game))
    seed = draw_seed() if parsed.seed is None else parsed.seed

    def make_series(seats: tuple[str, str]) -> Series:
        for name in seats:
            try:
                get_partner(parsed.game, name)
            except (PartnerNameError, MissingPartError) as error:
                refuse(explain(error))
        return Series(parsed.game, setup, parsed.games, seats, seed, parsed.records)

    if parsed.compare is None:
        parsed.series = make_series(parsed.seats)
        return parsed
    a, b = (make_series((name, parsed.beside or name)) for name in parsed.compare)
    parsed.series = simulation.make_contest((a, b), parsed.beside)
    return parsed


def _two_partners(text: str) -> tuple[str, str]:
    names = text.split(",")
    if len(names) != 2:
        message = _("'{text}' is not two partners separated by a comma, such as steady,random")
        raise argparse.ArgumentTypeError(message.format(text=text))
    return shared.parse_partner_option(names[0]), shared.parse_partner_option(names[1])


def _simulate(options: argparse.Namespace) -> int:
    try:
        with shared.sigterm_as_interrupt():
            match options.series:
                case Series() as series:
                    lines = _report(series, options)
                case simulation.Contest() as contest:
                    lines = _compare(contest, options)
    except (ClusterError, simulation.RecordsError) as error:
        raise UserError(explain(error)) from None
    print("\n".join(lines))
    return OK


def _report(series: Series, options: argparse.Namespace) -> list[str]:
    for number in range(series.games if series.records is not None else 0):
        path = simulation.record_path(series, number)
        try:
            exists = path.exists()
        except OSError as error:
            # The name is too long, or the folder may not be searched.
            template = N_("cannot write the records to {folder}: {reason}")
            raise simulation.RecordsError(template, folder=path.parent, reason=error) from None
        if exists:
            message = _("{path} already exists; name an empty folder for the records")
            raise UserError(message.format(path=path))
    start = monotonic()
    games = simulation.play_series(series, options.jobs)
    played = list(shared.with_progress(games, partial(_progress, series.games)))
    report = simulation.series_report(series, played, monotonic() - start)
    return [json.dumps(report)] if options.json else series_lines(report, series)


def _compare(contest: simulation.Contest, options: argparse.Namespace) -> list[str]:
    start, first_series = monotonic(), contest.series[0]
    count = sum(series.games for series in contest.series)
    games = simulation.play_interleaved(contest.series, options.jobs)
    played = list(shared.with_progress(games, partial(_progress, count)))
    report = comparison_report(contest, played, monotonic() - start)
    if options.json:
        return [json.dumps(report)]
    to_lines = comparison_lines if rule_set(first_series.game).cooperative else contest_lines
    return to_lines(report, first_series)


def _progress(games: int, _game: simulation.PlayedGame, done_count: int, seconds: float) -> str:
    seconds_left = ceil(seconds / done_count * (games - done_count))
    text = ngettext(
        "{count} of {games} game, about {left} s left",
        "{count} of {games} games, about {left} s left",
        games,
    )
    return text.format(count=done_count, games=games, left=seconds_left)
