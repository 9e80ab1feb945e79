"""The simulate command: series of games, their progress, and how they end."""

from __future__ import annotations

import argparse
import json
from functools import partial
from math import ceil
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from foxduet.ai.cluster import ClusterError
from foxduet.ai.names import PartnerNameError
from foxduet.ai.partner import partner_named
from foxduet.analysis.comparison import Contest, comparison, contest_of, summary
from foxduet.analysis.simulate import (
    PlayedGame,
    RecordsError,
    Series,
    play_in_turn,
    play_series,
    record_path,
)
from foxduet.cli import options as shared
from foxduet.cli.exit_status import OK, UserError
from foxduet.cli.long_work import ended_by_signals, with_progress
from foxduet.core.errors import N_, MissingPartError
from foxduet.core.frozen import dataclass
from foxduet.core.register import GUIDE, WORDS, card_game, has_parts, rule_set
from foxduet.play.game import fresh_seed
from foxduet.words.i18n import _, explain, ngettext
from foxduet.words.simulation import comparison_lines, contest_lines, report_lines

if TYPE_CHECKING:
    from foxduet.ai.workers import Jobs


@dataclass(frozen=True, slots=True)
class SimulateOptions:
    """Which games to play: a series, or those by which partners are compared."""

    series: Series | Contest
    jobs: Jobs
    json: bool


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add, count = parser.add_argument, shared.count
    shared.add_game(parser)
    shared.add_setup_options(
        parser,
        _("play games of this {option}"),
        _("play games of this {option}; {usual} if not given"),
    )
    games = _("how many games to play, or deals to compare")
    add("--games", type=count, metavar="N", required=True, help=games)
    partners = parser.add_mutually_exclusive_group(required=True)
    seats = _("the partners that play together, or against each other")
    partners.add_argument("--seats", type=_two_partners, metavar="A,B", help=seats)
    compare = _(
        "play the same deals with A in both seats and with B in both; opponents play each other, "
        "and again with seats changed"
    )
    partners.add_argument("--compare", type=_two_partners, metavar="A,B", help=compare)
    about = _("compare A with B beside this partner, or against it")
    add("--beside", type=shared.partner, metavar="C", help=about)
    add("--seed", type=shared.seed, metavar="S", help=_("the first game's seed"))
    shared.add_jobs(parser, 1, _("processes to share the games"))
    add("--records", type=Path, metavar=N_("DIR"), help=_("a folder for the games' records"))
    add("--json", action="store_true", help=_("print one JSON object"))


def options_of(parsed: argparse.Namespace, refuse: shared.Refuse) -> SimulateOptions:
    """Return the arguments as a value; some combinations are refused."""
    given, rules = shared.setup_values(parsed, refuse), rule_set(parsed.game)
    for option in card_game(parsed.game).options:
        if option.usual is not None:
            given.setdefault(option.name, option.usual)
        if option.name not in given:
            message = _("the following arguments are required: --{name}")
            refuse(message.format(name=option.name))
    if parsed.compare is None and parsed.beside is not None:
        refuse(_("argument --beside: not allowed without argument --compare"))
    if parsed.compare is not None and parsed.records is not None:
        refuse(_("argument --records: not allowed with argument --compare"))
    setup = rules.setup_from(given)
    if not parsed.json and not has_parts(parsed.game, WORDS, GUIDE):
        message = _("argument --json: needed with --game {game}, which has no words for a report")
        refuse(message.format(game=parsed.game))
    seed = fresh_seed() if parsed.seed is None else parsed.seed

    def series(seats: tuple[str, str]) -> Series:
        for name in seats:
            try:
                partner_named(parsed.game, name)
            except (PartnerNameError, MissingPartError) as error:
                refuse(explain(error))
        return Series(parsed.game, setup, parsed.games, seats, seed, parsed.records)

    if parsed.compare is None:
        return SimulateOptions(series(parsed.seats), parsed.jobs, parsed.json)
    a, b = (series((one, parsed.beside or one)) for one in parsed.compare)
    return SimulateOptions(contest_of((a, b), parsed.beside), parsed.jobs, parsed.json)


def _two_partners(text: str) -> tuple[str, str]:
    names = text.split(",")
    if len(names) != 2:
        message = _("'{text}' is not two partners with a comma between, as in steady,random")
        raise argparse.ArgumentTypeError(message.format(text=text))
    return shared.partner(names[0]), shared.partner(names[1])


def run(options: SimulateOptions) -> int:
    """Play series of games and print what they add up to; return the exit status."""
    try:
        with ended_by_signals():
            match options.series:
                case Series() as series:
                    lines = _report(series, options)
                case Contest() as contest:
                    lines = _compare(contest, options)
    except (ClusterError, RecordsError) as error:
        raise UserError(explain(error)) from None
    print("\n".join(lines))
    return OK


def _report(series: Series, options: SimulateOptions) -> list[str]:
    """Play one series and report it."""
    if series.records is not None:
        _check_free(series)
    began = monotonic()
    games = play_series(series, options.jobs)
    played = list(with_progress(games, partial(_progress, series.games)))
    report = summary(series, played, monotonic() - began)
    return [json.dumps(report)] if options.json else report_lines(report, series)


def _compare(contest: Contest, options: SimulateOptions) -> list[str]:
    """Play the same deals with two partners and report how these compare."""
    began, first = monotonic(), contest.series[0]
    count = sum(one.games for one in contest.series)
    games = play_in_turn(contest.series, options.jobs)
    played = list(with_progress(games, partial(_progress, count)))
    report = comparison(contest, played, monotonic() - began)
    if options.json:
        return [json.dumps(report)]
    lines_of = comparison_lines if rule_set(first.game).cooperative else contest_lines
    return lines_of(report, first)


def _check_free(series: Series) -> None:
    """Refuse a folder in which a record would be overwritten."""
    for number in range(series.games):
        path = record_path(series, number)
        try:
            is_there = path.exists()
        except OSError as error:
            # A name that is too long, or a folder that may not be looked into.
            template = N_("the records cannot be written to {folder}: {reason}")
            raise RecordsError(template, folder=path.parent, reason=error) from None
        if is_there:
            message = _("{path} already exists; name an empty folder for the records")
            raise UserError(message.format(path=path))


def _progress(games: int, _game: PlayedGame, done: int, seconds: float) -> str:
    left = ceil(seconds / done * (games - done))
    text = ngettext(
        "{count} of {games} game, about {left} s left",
        "{count} of {games} games, about {left} s left",
        games,
    )
    return text.format(count=done, games=games, left=left)
