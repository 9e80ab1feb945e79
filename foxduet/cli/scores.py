"""The scores and progress commands: statistics as text, CSV or JSON, and importing records."""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import asdict
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from foxduet.analysis.rating import TrainingState, training_state
from foxduet.analysis.standings import (
    daily_games,
    daily_record,
    player_counts,
    reached_goals,
    scored_games,
    standings,
)
from foxduet.cli import options as shared
from foxduet.cli.arguments import ERROR, OK, UserError, warn
from foxduet.cli.config import load_settings
from foxduet.cli.terminal import glyphs_to_print, look_options, print_page, print_sentences
from foxduet.core.cards import Seat
from foxduet.core.errors import N_, FoxduetError
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.core.registry import GUIDE, PARTNERS, WORDS, games, has_parts, require_parts, rule_set
from foxduet.play.game import Header
from foxduet.store import score_entries
from foxduet.store.files import FileError
from foxduet.store.journals import load_journal, save_par
from foxduet.store.saved_games import DamagedSaveError, load_game
from foxduet.store.score_entries import ScoreEntry
from foxduet.store.scores import (
    ScoresError,
    ScoresRead,
    import_folder,
    read_scores,
    with_scores,
)
from foxduet.words import report
from foxduet.words.game_words import game_title, guide_words
from foxduet.words.i18n import _, error_text, explain, ngettext
from foxduet.words.lessons import has_lessons, lesson_plan
from foxduet.words.scores import ScoresPage, dated_game_phrase, page_report, scores_page_lines
from foxduet.words.text import Glyphs, printable
from foxduet.words.waiting import announced

if TYPE_CHECKING:
    from threading import Timer

    from foxduet.analysis.progress import PlayerProgress

_COLUMNS: Mapping[str, Callable[[ScoreEntry], object]] = {
    "started": lambda game: game.started and game.started.isoformat(),
    "finished": lambda game: game.finished and game.finished.isoformat(),
    "p1": lambda game: game.players[Seat.P1],
    "p2": lambda game: game.players[Seat.P2],
    "partner": lambda game: game.kind,
    "ai_p1": lambda game: game.ai[Seat.P1],
    "ai_p2": lambda game: game.ai[Seat.P2],
    "hints": lambda game: game.hints,
    "seed": lambda game: game.seed,
    "day": lambda game: game.day and game.day.isoformat(),
    "again": lambda game: game.deals_known,
    "par": lambda game: game.par and game.par.score,
    "par_outcome": lambda game: game.par and game.par.outcome,
    "fingerprint": lambda game: game.fingerprint,
    "record": lambda game: str(game.path),
}
"""Columns of every game; setup columns go before the players, summary columns after them."""
_FORMULA_PREFIXES = ("=", "+", "-", "@", "\t", "\r")
_PLAYERS, _OTHERS, _PAR_COLUMNS = 2, 7, ("par", "par_outcome")


def columns_of(game: str) -> tuple[str, ...]:
    """Return the ordered names of the columns of ``--csv`` and keys of ``--json``."""
    rules = rule_set(game)
    setup = [column.name for column in rules.setup_columns]
    summary = [column.name for column in rules.summary_columns if column.name not in setup]
    # Only cooperative games have par.
    names = [name for name in _COLUMNS if rules.cooperative or name not in _PAR_COLUMNS]
    times, players, others = names[:_PLAYERS], names[_PLAYERS:_OTHERS], names[_OTHERS:]
    return (*times, *setup, *players, *summary, *others)


def escape_csv_cell(text: str) -> str:
    """Escape a text that could be a formula in a spreadsheet or control a terminal.

    Names in records from elsewhere may contain either.
    """
    return printable(f"'{text}" if text.startswith(_FORMULA_PREFIXES) else text)


def _entry_values(game: ScoreEntry) -> dict[str, object]:
    """Return a game's values for ``--csv`` and ``--json``; None for missing ones."""
    values = score_entries.summary_values(game).items()
    summary = {name: None if value == "" else value for name, value in values}
    if "score" in summary:
        summary["score"] = game.points
    row = {**summary, **{name: value_of(game) for name, value_of in _COLUMNS.items()}}
    return {name: row[name] for name in columns_of(game.game)}


def scores_object(
    game: str,
    games: Sequence[ScoreEntry],
    selection: score_entries.Selection,
    today: date,
    glyphs: Glyphs,
) -> dict[str, object]:
    """Return the contents of all score pages for JSON."""
    selected = score_entries.select_entries(games, selection)
    days = daily_record(score_entries.select_entries(daily_games(games), selection), today)
    return {
        "games": [_entry_values(entry) for entry in selected],
        **standings_object(game, scored_games(selected)),
        "days": {
            "streak": days.streak,
            "longest": days.longest_streak,
            "games": [entry.fingerprint for entry in days.games],
            # Games without days may lack a guide.
            "shared": [list(guide_words(game).shared_lines(day, glyphs)) for day in days.games],
        },
    }


_OPPONENT_KEYS, _TEAM_KEYS = ("player", "opponent", "losses", "draws", "mean_against"), ("best",)


def standings_object(game: str, games: Sequence[ScoreEntry]) -> dict[str, object]:
    """Return the standings of games for JSON; for opponents also the counts of each player."""
    rows = []
    for standing in standings(games):
        rules = rule_set(standing.game)
        category = dict(zip(rules.categories, standing.category, strict=True))
        omitted_keys = ("game", "category", *(_OPPONENT_KEYS if rules.cooperative else _TEAM_KEYS))
        values = asdict(standing)
        rows.append({**category, **{key: values[key] for key in values if key not in omitted_keys}})
    if rule_set(game).cooperative:
        return {"standings": rows}
    return {"standings": rows, "players": [asdict(counts) for counts in player_counts(games)]}


_MAX_LISTED_GAMES = 10
_PAGE_WIDTH = 76
_MIN_PROGRESS_RECORDS = 50
"""Fewer records than this are read too quickly to show progress."""


@dataclass(frozen=True, slots=True)
class ScoresOptions:
    """Which games to show, and how.

    is_game_given: the command line names the game.
    page: one page of the text; None for all except empty ones.
    form: "csv", "json", or None for text.
    is_plain: print sentences instead of tables.
    """

    game: str
    is_game_given: bool
    selection: score_entries.Selection
    page: ScoresPage | None
    form: str | None
    par: bool
    ascii: bool
    is_plain: bool


def add_scores(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the scores command."""
    shared.add_game(parser)
    parser.set_defaults(game=None, run=_run_scores, options_of=_scores_options)
    shared.add_setup_options(parser, _("show only games of one {option}"))
    add, names = parser.add_argument, _("show only games of these players")
    add("--names", nargs="+", type=shared.parse_name, metavar=N_("NAME"), help=names)
    days = _("show your daily deals, and the last one to share")
    kinds, forms = parser.add_mutually_exclusive_group(), parser.add_mutually_exclusive_group()
    for group, option, field, value, text in (
        (kinds, "--solo", "kind", score_entries.SOLO, _("show only solo games with a partner")),
        (kinds, "--two", "kind", score_entries.TWO_PEOPLE, _("show only games of two people")),
        (forms, "--daily", "page", ScoresPage.DAYS, days),
        (forms, "--csv", "form", "csv", _("print one row per game")),
        (forms, "--json", "form", "json", _("print JSON")),
    ):
        group.add_argument(option, dest=field, action="store_const", const=value, help=text)
    add("--par", action="store_true", help=_("work out missing par scores"))
    add("--ascii", action="store_true", help=_("use 7-bit characters only"))
    shared.add_plain(parser)
    actions = parser.add_subparsers(dest="action", metavar=N_("[import DIR]"))
    importing = actions.add_parser("import", help=_("import the records of a folder"))
    importing.add_argument("folder", type=Path, metavar=N_("DIR"))


def _scores_options(parsed: argparse.Namespace, refuse: shared.Refuse) -> ScoresOptions | Path:
    is_game_given = parsed.game is not None
    if not is_game_given:
        parsed.game = games()[0]
    setup = shared.setup_values(parsed, refuse)
    if parsed.names is not None and len(parsed.names) > 2:
        refuse(_("argument --names: give one name or two"))
    if parsed.action is not None:
        if setup or parsed.names or parsed.kind or parsed.page or parsed.form or parsed.par:
            refuse(_("scores import needs a folder, and nothing else"))
        return Path(parsed.folder)
    plays_par = rule_set(parsed.game).cooperative and has_parts(parsed.game, PARTNERS)
    if parsed.par and not plays_par:
        refuse(_("argument --par: not available with --game {game}").format(game=parsed.game))
    names = tuple(parsed.names or ())
    selection = score_entries.Selection(tuple(setup.items()), parsed.kind, names)
    is_plain = look_options(parsed, load_settings()[0]).is_plain
    values = {"selection": selection, "is_game_given": is_game_given, "is_plain": is_plain}
    return shared.options_from(ScoresOptions, parsed, **values)


def _run_scores(options: ScoresOptions | Path) -> int:
    records, path = shared.data_paths()
    if isinstance(options, Path):
        return _run_import(path, options, records)
    glyphs = glyphs_to_print(options.game, ascii_only=options.ascii)
    if options.form is None:
        require_parts(options.game, WORDS, GUIDE)
    reading = read_or_warn(path, records, options.game)
    if options.par:
        entries = _compute_missing_par(path, reading.games, options.selection)
        reading = replace(reading, games=entries)
    entries = reading.games
    match options.form:
        case "csv":
            writer = csv.DictWriter(sys.stdout, columns_of(options.game), lineterminator="\n")
            writer.writeheader()
            for entry in score_entries.select_entries(entries, options.selection):
                row = _entry_values(entry).items()
                cells = {k: escape_csv_cell(v) if isinstance(v, str) else v for k, v in row}
                writer.writerow(cells)
        case "json":
            today, selection = date.today(), options.selection
            table = scores_object(options.game, entries, selection, today, glyphs)
            print(json.dumps(table, indent=2))
        case _:
            # Other games are not mentioned if the command names a game or its options.
            is_specific = options.is_game_given or options.selection.options
            _print_text(options, reading, {} if is_specific else reading.other_counts, glyphs)
    return OK


def read_or_warn(path: Path, folder: Path, game: str) -> ScoresRead:
    """Return all entries of a game; warn about problems with the files."""
    with announced() as timer:
        watch = partial(_show_progress, timer)
        reading = read_scores(path, folder, game, score_entries.PAR_PARTNER, watch=watch)
    if reading.trouble is not None:
        message = _("cannot save the scores in {path}: {reason}")
        warn(message.format(path=path, reason=explain(reading.trouble)))
    if reading.rebuilt:
        _warn_of_rebuilding()
    imported = reading.imported
    if imported.trouble is not None:
        message = _("cannot read the records in {folder}: {reason}")
        warn(message.format(folder=folder, reason=error_text(imported.trouble)))
    shared.warn_of_unreadable(reading.unreadable)
    damaged_paths = [p for p, error in imported.unreadable if isinstance(error, DamagedSaveError)]
    for save in damaged_paths:
        warn(shared.damaged_save_message(save))
    if invalid_count := len(imported.unreadable) - len(damaged_paths) - len(reading.unreadable):
        message = ngettext(
            "{count} record is not valid; foxduet scores import {folder} shows which",
            "{count} records are not valid; foxduet scores import {folder} shows which",
            invalid_count,
        )
        warn(message.format(count=invalid_count, folder=folder))
    return reading


def _show_progress(timer: Timer, paths: Sequence[Path]) -> Iterator[Path]:
    """Pass on the paths of records; on a terminal, show progress if there are many."""
    if len(paths) < _MIN_PROGRESS_RECORDS:
        return iter(paths)
    timer.cancel()
    text = _("record {at} of {count}")

    def progress(_path: Path, number: int, _seconds: float) -> str:
        return text.format(at=number, count=len(paths))

    return shared.with_progress(iter(paths), progress)


def _warn_of_rebuilding() -> None:
    warn(_("the scores could not be read; they are rebuilt from the records"))


def _warn_of_file(error: FileError | None) -> None:
    if error is not None:
        warn(_("cannot read {path}: {reason}").format(path=error.path, reason=explain(error)))


def _run_import(path: Path, folder: Path, records: Path) -> int:
    try:
        with announced() as timer:
            watch = partial(_show_progress, timer)
            work = partial(import_folder, folder=folder, records=records, watch=watch)
            imported, rebuilt = with_scores(path, work)
    except OSError as error:
        message = _("cannot read the folder {folder}: {reason}")
        raise UserError(message.format(folder=folder, reason=error_text(error))) from None
    except ScoresError as error:
        message = _("cannot use the scores in {path}: {reason}")
        raise UserError(message.format(path=path, reason=explain(error))) from None
    if rebuilt:
        _warn_of_rebuilding()
    for file, cause in imported.unreadable:
        if isinstance(cause, DamagedSaveError):
            warn(shared.damaged_save_message(file))
            continue
        warn(_("{path} was not imported: {reason}").format(path=file, reason=explain(cause)))
    for count, label in (
        (imported.new, _("imported")),
        (imported.known, _("already known")),
        (imported.unfinished, _("unfinished")),
        (imported.unscored, _("partners only, or a branch")),
        (len(imported.unreadable), _("unreadable")),
    ):
        print(f"{count:>6}  {label}")
    return ERROR if imported.unreadable else OK


def _compute_missing_par(
    path: Path, games: Sequence[ScoreEntry], selection: score_entries.Selection
) -> tuple[ScoreEntry, ...]:
    """Compute and save missing par of the selected games, newest first."""
    from foxduet.analysis.simulation import compute_pars

    entries = score_entries.select_entries(games, selection)[::-1]
    missing = [game for game in entries if game.par is None and game.seed is not None]
    deals = {game.fingerprint: header for game in missing if (header := _deals_header(game))}
    new_pars = {}
    trouble: OSError | None = None
    with (
        shared.sigterm_as_interrupt(),
        announced() as timer,
        closing(compute_pars([*deals.values()], None)) as pars,
    ):
        for number, (fingerprint, header) in enumerate(deals.items(), 1):
            if sys.stderr.isatty():
                timer.cancel()
                text = _("par of game {at} of {count}").format(at=number, count=len(deals))
                shared.overwrite_line(f"{text:<60}")
            new_pars[fingerprint] = par = next(pars)
            try:
                save_par(path, header, par)
            except OSError as error:
                trouble = error
    if trouble is not None:
        warn(_("cannot save par: {reason}").format(reason=error_text(trouble)))
    if missing and sys.stderr.isatty():
        shared.overwrite_line(f"{'':<60}\r")
    return tuple(replace(game, par=new_pars.get(game.fingerprint, game.par)) for game in games)


def _deals_header(game: ScoreEntry) -> Header | None:
    """Return a header with the deals of ``game``; None if its setup cannot be restored."""
    rules, values = rule_set(game.game), score_entries.summary_values(game)
    key = {column.name: values[column.name] for column in rules.setup_columns}
    options = {name: value for name, value in key.items() if value != ""}
    setup_finders: tuple[Callable[[], object], ...] = (
        lambda: rules.setup_from(options),
        lambda: load_game(game.path)[0].header.setup,
    )
    for find_setup in setup_finders:
        with suppress(FoxduetError):
            setup = find_setup()
            if rules.setup_key(setup) == key:
                return Header(game.game, setup, game.players, seed=game.seed)
    return None


def _print_text(
    options: ScoresOptions, reading: ScoresRead, others: Mapping[str, int], glyphs: Glyphs
) -> None:
    """Print the score pages, or that no game was finished; mention the commands for ``others``.

    Without any game, only the page of days is printed, and only if a daily puzzle was answered.
    """
    today, entries = date.today(), reading.games
    puzzles = training_state(load_journal(shared.data_paths()[1], options.game), today)
    _warn_of_file(puzzles.trouble)
    selected = score_entries.select_entries(entries, options.selection)
    if selected or (puzzles.daily_results and not entries):
        _print_pages(options, entries, today, puzzles, glyphs)
        if others:
            print()
    elif entries:
        print(_("No game of this kind has been finished yet."))
    elif reading.lacks_readable_games:
        print(_("No finished game could be read."))
    elif others:
        sentence = _("No game of {title} has been finished yet.")
        print(sentence.format(title=game_title(options.game)))
    else:
        print(_("No game has been finished yet."))
    for game, count in others.items():
        sentence = ngettext(
            "{title}: {count} game has been finished; foxduet scores --game {game} shows it.",
            "{title}: {count} games have been finished; foxduet scores --game {game} shows them.",
            count,
        )
        print(sentence.format(title=game_title(game), count=count, game=game))


def _print_pages(
    options: ScoresOptions,
    games: Sequence[ScoreEntry],
    today: date,
    puzzles: TrainingState,
    glyphs: Glyphs,
) -> None:
    selection, page = options.selection, options.page if games else ScoresPage.DAYS
    selected = score_entries.select_entries(games, selection)
    pages = {
        ScoresPage.OVERVIEW: "",
        ScoresPage.BEST: _("Best scores"),
        ScoresPage.RECENT: _("Recent games"),
    }
    if puzzles.daily_results or any(game.day for game in selected):
        pages[ScoresPage.DAYS] = _("Daily deal")
    if page is not None:
        pages = {page: ""}
    for index, (page, heading) in enumerate(pages.items()):
        if options.is_plain:
            rows = page_report(page, games, selection, today, _MAX_LISTED_GAMES, puzzles)
            entries = [line.entry for line in report.report_rows(rows, glyphs) if line.entry]
            sentences = (*report.report_sentences(rows), *map(dated_game_phrase, entries))
            print_sentences((*([f"{heading}."] if heading else []), *sentences))
            continue
        lines = scores_page_lines(page, games, selection, today, glyphs, _MAX_LISTED_GAMES, puzzles)
        if index:
            print()
        if heading:
            print(heading)
        print_page(lines, glyphs)


def add_progress(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the progress command."""
    shared.add_game(parser)
    parser.set_defaults(game=games()[0], run=_run_progress, options_of=_progress_options)
    parser.add_argument("--json", action="store_true", help=_("print JSON"))
    parser.add_argument("--ascii", action="store_true", help=_("use 7-bit characters only"))
    shared.add_plain(parser)


def _progress_options(parsed: argparse.Namespace, _refuse: shared.Refuse) -> argparse.Namespace:
    parsed.is_plain = look_options(parsed, load_settings()[0]).is_plain
    return parsed


def _run_progress(options: argparse.Namespace) -> int:
    from foxduet.analysis.progress import read_player_progress
    from foxduet.words.progress import detail_sentences, glance, progress_lines

    records, scores = shared.data_paths()
    glyphs = glyphs_to_print(options.game, ascii_only=options.ascii)
    require_parts(options.game, WORDS, GUIDE)
    entries = read_or_warn(scores, records, options.game).games
    theme_of, today = guide_words(options.game).theme, date.today()
    with announced():
        progress = read_player_progress(options.game, entries, records, scores, theme_of, today)
    _warn_of_file(progress.trouble)
    if options.json and progress.training is not None:
        _warn_of_file(progress.training.trouble)
    if options.json:
        print(json.dumps(progress_object(progress), indent=2))
    elif options.is_plain:
        heading = _("Progress: {game}").format(game=game_title(progress.game)) + "."
        print_sentences((heading, *glance(progress), *detail_sentences(progress)))
    else:
        print_page(progress_lines(progress, _PAGE_WIDTH, glyphs), glyphs)
    return OK


def progress_object(progress: PlayerProgress) -> dict[str, object]:
    """Return the contents of the progress page for JSON."""
    from foxduet.analysis.progress import total_by_theme
    from foxduet.words import progress as words

    name, suggestion = progress.game, words.suggest_for_player(progress)
    theme = None if suggestion.theme is None else suggestion.theme.theme
    lesson = None if theme is None else words.lesson_about(progress, theme)
    end_times = {entry.fingerprint: entry.finished for entry in progress.games}
    lessons = [part.name for part in lesson_plan(name).parts] if has_lessons(name) else []
    return {
        "game": name,
        "suggestion": {
            "step": suggestion.activity.value,
            "theme": theme,
            "lesson": None if lesson is None else lesson[1].name,
            "puzzles": 0 if theme is None else words.new_puzzles_about(progress, theme),
            "sentence": words.suggestion_sentence(progress, suggestion),
        },
        "accuracy": [
            {
                "fingerprint": game.fingerprint,
                "finished": (moment := end_times[game.fingerprint]) and moment.isoformat(),
                "choices": game.choices,
                "accuracy": game.accuracy,
            }
            for game in progress.reviewed
        ],
        "mistakes": [asdict(total) for total in total_by_theme(progress.recent_reviews)],
        **standings_object(name, progress.games),
        "goals": _goal_objects(progress),
        "lessons": {
            "done": [name for name in lessons if name in progress.lessons],
            "left": [name for name in lessons if name not in progress.lessons],
        },
        "puzzles": None if progress.training is None else _puzzles_object(progress.training),
    }


def _puzzles_object(training: TrainingState) -> dict[str, object]:
    rating = training.rating if training.rated_puzzles else None
    return {
        "rating": None if rating is None else asdict(rating),
        "counted": training.rated_puzzles,
        "solved": training.solved_puzzles,
        "due": training.due_count,
        "learned": training.mistakes_learned,
    }


def _goal_objects(progress: PlayerProgress) -> list[dict[str, object]]:
    goals, names = guide_words(progress.game).goals, rule_set(progress.game).categories
    return [
        {
            **dict(zip(names, category, strict=True)),
            "reached": [goal.name for goal in category_goals],
            "left": [goal.name for goal in goals if goal not in category_goals],
        }
        for category, category_goals in reached_goals(goals, progress.games).items()
    ]
