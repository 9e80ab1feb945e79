"""The scores command: text, CSV and JSON of the games, and records taken in from elsewhere."""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from datetime import date
from pathlib import Path

from foxduet.analysis.par import PAR_PARTNER, work_out_par
from foxduet.analysis.standings import days_played, first_of_days, standings
from foxduet.cli.exit_status import FAILED, OK, UserError, one_line
from foxduet.play.game import Header
from foxduet.rules.errors import FoxduetError
from foxduet.store.connection import ScoresError
from foxduet.store.entries import Entry, Par, board_digest
from foxduet.store.home import ENVIRONMENT_VARIABLE, records_folder, scores_file
from foxduet.store.importing import Intake, read_scores, take_in_folder
from foxduet.store.repair import with_scores
from foxduet.store.saved_games import load_game
from foxduet.store.scores import keep_par, open_scores
from foxduet.store.selection import Selection, chosen
from foxduet.ui.kit.canvas import printable
from foxduet.ui.kit.look import ASCII, Glyphs, every_glyph
from foxduet.ui.scores.pages import page_lines
from foxduet.ui.screens import Page
from foxduet.words.duet.sharing import shared_lines
from foxduet.words.i18n import _, explain, ngettext

_GAMES_IN_A_LIST = 10

COLUMNS = (
    "started",
    "finished",
    "level",
    "board",
    "p1",
    "p2",
    "partner",
    "ai_p1",
    "ai_p2",
    "outcome",
    "score",
    "score_level",
    "score_cards",
    "score_early",
    "score_tokens",
    "round",
    "tricks",
    "gems_left",
    "found",
    "hints",
    "seed",
    "day",
    "par",
    "par_outcome",
    "fingerprint",
    "record",
)
"""What ``--csv`` and ``--json`` tell of a game, in its order."""


def scores(parsed: argparse.Namespace, glyphs: Glyphs) -> int:
    """Show the scores, or take in the records of a folder; return the exit status."""
    try:
        path, folder = scores_file(), records_folder()
    except OSError as error:
        message = _("{reason} Set {variable} to the folder for your games.")
        raise UserError(
            message.format(reason=error.strerror, variable=ENVIRONMENT_VARIABLE)
        ) from None
    if parsed.action is not None:
        return _import(path, parsed.folder, folder)
    if not _can_print(every_glyph()):
        glyphs = ASCII
    games = _read(path, folder)
    selection = Selection(parsed.level, parsed.kind, tuple(parsed.names or ()))
    if parsed.par:
        games = _with_par(path, games, selection)
    match parsed.form:
        case "csv":
            _print_csv(chosen(games, selection))
        case "json":
            print(json.dumps(_object(games, selection, date.today(), glyphs), indent=2))
        case _:
            _print_text(games, selection, parsed.page, glyphs)
    return OK


def _read(path: Path, folder: Path) -> tuple[Entry, ...]:
    """Return all games; what is wrong with their files is told on standard error."""
    reading = read_scores(path, folder, PAR_PARTNER)
    if reading.trouble is not None:
        message = _("the scores in {path} cannot be used now, so the records tell: {reason}")
        _tell(message.format(path=path, reason=explain(reading.trouble)))
    if reading.aside is not None:
        message = _("the scores were damaged and are now {path}; the records are taken in anew")
        _tell(message.format(path=reading.aside))
    caught_up = reading.caught_up
    if caught_up.trouble is not None:
        message = _("the records in {folder} cannot be read: {reason}")
        _tell(message.format(folder=folder, reason=caught_up.trouble.strerror))
    if caught_up.unreadable:
        message = ngettext(
            "{count} record is not in order; foxduet scores import {folder} tells which",
            "{count} records are not in order; foxduet scores import {folder} tells which",
            len(caught_up.unreadable),
        )
        _tell(message.format(count=len(caught_up.unreadable), folder=folder))
    return reading.games


def _can_print(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _tell(message: str) -> None:
    print(one_line(f"foxduet: {message}"), file=sys.stderr)


def _import(path: Path, folder: Path, records: Path) -> int:
    """Take in a folder of records; return FAILED if some of them cannot be read."""
    try:
        intake, aside = with_scores(
            path, records, lambda scores: take_in_folder(scores, folder, records)
        )
    except OSError as error:
        message = _("the folder {folder} cannot be read: {reason}")
        raise UserError(message.format(folder=folder, reason=error.strerror)) from None
    except ScoresError as error:
        message = _("the scores in {path} cannot be used: {reason}")
        raise UserError(message.format(path=path, reason=explain(error))) from None
    if aside is not None:
        message = _("the scores were damaged and are now {path}; the records are taken in anew")
        _tell(message.format(path=aside))
    for unreadable, fault in intake.unreadable:
        _tell(_("{path} is not taken in: {reason}").format(path=unreadable, reason=_reason(fault)))
    print("\n".join(_report(intake)))
    return FAILED if intake.unreadable else OK


def _reason(error: OSError | FoxduetError) -> str:
    return explain(error) if isinstance(error, FoxduetError) else error.strerror or str(error)


def _report(intake: Intake) -> list[str]:
    rows = [
        (_("taken in"), intake.new),
        (_("known already"), intake.known),
        (_("unfinished"), intake.unfinished),
        (_("played by partners alone, or a branch"), intake.others),
        (_("unreadable"), len(intake.unreadable)),
    ]
    return [f"{count:>6}  {label}" for label, count in rows]


def _with_par(path: Path, games: Sequence[Entry], selection: Selection) -> tuple[Entry, ...]:
    """Work out the par that chosen games lack, of the newest first, and keep it."""
    wanted = chosen(games, selection)[::-1]
    missing = [game for game in wanted if game.par is None and game.seed is not None]
    found = {}
    trouble: ScoresError | None = None
    for at, game in enumerate(missing, 1):
        if sys.stderr.isatty():
            told = _("par of game {at} of {count}").format(at=at, count=len(missing))
            print(f"\r{told:<60}", end="", file=sys.stderr, flush=True)
        header = _deals_of(game)
        if header is None:
            continue
        found[game.fingerprint] = par = work_out_par(header)
        # A database that cannot be used is waited for, and told of, only once.
        if trouble is None:
            trouble = _trouble_in_keeping(path, header, par)
    if trouble is not None:
        _tell(_("par is not kept: {reason}").format(reason=explain(trouble)))
    if missing and sys.stderr.isatty():
        print(f"\r{'':<60}\r", end="", file=sys.stderr, flush=True)
    return tuple(replace(game, par=found.get(game.fingerprint, game.par)) for game in games)


def _deals_of(game: Entry) -> Header | None:
    """Return a header with the deals of ``game``; None if nobody knows its board any more."""
    deals = Header(game.level, ("", ""), seed=game.seed)
    if not game.board:
        return deals
    with suppress(OSError, FoxduetError):
        board = load_game(game.path)[0].header.board
        if board_digest(board) == game.board:
            return replace(deals, board=board)
    return None


def _trouble_in_keeping(path: Path, header: Header, par: Par) -> ScoresError | None:
    try:
        with open_scores(path) as scores:
            keep_par(scores, header, par)
    except ScoresError as error:
        return error
    return None


def _print_text(
    games: Sequence[Entry], selection: Selection, page: Page | None, glyphs: Glyphs
) -> None:
    shown = chosen(games, selection)
    if not shown:
        print(_("No game of this kind has been finished yet."))
        return
    pages: list[tuple[Page, str]] = [(Page.OVERVIEW, "")]
    pages += [(Page.BEST, _("Best scores")), (Page.RECENT, _("Recent games"))]
    if any(game.day for game in shown):
        pages.append((Page.DAYS, _("The deals of the day")))
    if page is not None:
        pages = [(page, "")]
    for at, (each, heading) in enumerate(pages):
        told = page_lines(each, games, selection, date.today(), glyphs, _GAMES_IN_A_LIST)
        lines = [line.text for line in told]
        if at:
            print()
        for line in [heading, *lines] if heading else lines:
            print(printable(line))


def _print_csv(games: Sequence[Entry]) -> None:
    writer = csv.DictWriter(sys.stdout, list(COLUMNS), lineterminator="\n")
    writer.writeheader()
    for game in games:
        # Names of records from elsewhere may command a terminal.
        row = _row(game).items()
        writer.writerow({key: printable(v) if isinstance(v, str) else v for key, v in row})


def _row(game: Entry) -> dict[str, object]:
    """Return a game as ``--csv`` and ``--json`` have it; what it has not is None."""
    items = game.score
    values: tuple[object, ...] = (
        game.started.isoformat() if game.started else None,
        game.finished.isoformat() if game.finished else None,
        game.level,
        game.board or None,
        *game.players,
        game.kind,
        *game.ai,
        game.outcome.value,
        game.points,
        items.level if items else None,
        items.cards if items else None,
        items.early if items else None,
        items.tokens if items else None,
        game.round,
        game.tricks,
        game.gems_left,
        " ".join(map(str, game.found)),
        game.hints,
        game.seed,
        game.day.isoformat() if game.day else None,
        game.par.score if game.par else None,
        game.par.outcome.value if game.par else None,
        game.fingerprint,
        str(game.path),
    )
    return dict(zip(COLUMNS, values, strict=True))


def _object(
    games: Sequence[Entry], selection: Selection, today: date, glyphs: Glyphs
) -> dict[str, object]:
    """Return all that is shown as text, as an object."""
    shown = chosen(games, selection)
    days = days_played(chosen(first_of_days(games), selection), today)
    return {
        "games": [_row(game) for game in shown],
        "standings": [asdict(standing) for standing in standings(shown)],
        "days": {
            "streak": days.streak,
            "longest": days.longest,
            "games": [game.fingerprint for game in days.games],
            "shared": [list(shared_lines(game, game.par, glyphs)) for game in days.games],
        },
    }
