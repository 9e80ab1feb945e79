"""Handlers for scores, progress and puzzles; imported when first needed."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from itertools import takewhile
from time import monotonic
from typing import TYPE_CHECKING

from foxduet.analysis.progress import Activity, PlayerProgress, read_player_progress
from foxduet.analysis.puzzles import puzzles_of, scan_new_reviews
from foxduet.analysis.rating import TrainingState, puzzle_of_the_day, training_state
from foxduet.analysis.standings import (
    daily_games,
    daily_record,
    find_daily_game,
    is_new_best,
    missing_wins,
    newly_reached_goals,
    next_rung,
    pair_record,
    rung_index,
)
from foxduet.core import registry
from foxduet.core.errors import FoxduetError, fold_names
from foxduet.core.lazy_dataclass import replace
from foxduet.play.game import has_daily_deals
from foxduet.store import journals, score_entries
from foxduet.store import scores as database
from foxduet.store.files import FileError, is_file
from foxduet.store.saved_games import SavedGame, load_game
from foxduet.store.scores import (
    ScoresError,
    insert_finished_game,
    load_entries,
    read_scores,
    with_scores,
)
from foxduet.store.settings import game_options
from foxduet.ui.kit import effects
from foxduet.ui.kit.screen import (
    DataPaths,
    Effects,
    Environment,
    Push,
    ReplaceScreen,
    ResetStack,
    ShowNotice,
    call,
)
from foxduet.words.game_words import guide_words
from foxduet.words.i18n import _, error_text, explain
from foxduet.words.progress import (
    daily_deal_sentence,
    daily_puzzle_sentence,
    due_sentence,
    short_suggestion,
    suggest_for_player,
    unfinished_sentence,
)
from foxduet.words.scores import lead_sentence, week_sentence
from foxduet.words.text import Alert, file_trouble, with_default_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path
    from sqlite3 import Connection

    from foxduet.analysis.standings import Rung
    from foxduet.play.game import Game, Header, Names
    from foxduet.store.saved_games import RecordFile
    from foxduet.store.score_entries import Par
    from foxduet.store.scores import ScoresRead
    from foxduet.store.settings import Config
    from foxduet.ui.form import FormScreen
    from foxduet.ui.kit.effects import PuzzleSource
    from foxduet.ui.menu import TitleScreen
    from foxduet.ui.puzzles import PuzzlesScreen
    from foxduet.ui.scores import ScoresScreen

_MAX_IMPORT_SECONDS, _MAX_STARTUP_SECONDS = 2.0, 0.2
"""Longest times for importing new records: before the scores open, and before the title, the form
or a key in the scores is answered."""


def enter_into_scores(environment: Environment, game: Game, saved: SavedGame) -> Effects:
    """Enter a finished game into the scores; answered by ScoreEntered."""
    return (enter_score(game, saved, environment.folders.records, environment.folders.scores),)


def count_pair_games(environment: Environment, header: Header) -> Effects:
    """Count the finished games of two people; answered by PairGamesCounted if scores are kept."""
    path, pair = environment.folders.scores, _pair_key(header.players)
    if path is None:
        return ()
    known: tuple[score_entries.ScoreEntry, ...] = ()
    if is_file(path):
        with suppress(ScoresError), database.open_scores(path) as scores:
            known = load_entries(scores, header.game)
    played = [entry for entry in known if entry.kind == score_entries.TWO_PEOPLE]
    count = sum(_pair_key(entry.players) == pair for entry in played)
    return (effects.PairGamesCounted(count),)


def _pair_key(names: Names) -> frozenset[str]:
    return frozenset(name.casefold() for name in names)


def store_par(environment: Environment, header: Header, par: Par) -> Effects:
    """Save the par of a game's deals."""
    # Only a cache: par can be computed again.
    with suppress(OSError):
        if environment.folders.scores is not None:
            journals.save_par(environment.folders.scores, header, par)
    return ()


def enter_score(
    game: Game, saved: SavedGame, records: Path, path: Path | None
) -> effects.ScoreEntered:
    """Enter a finished game, if it counts as a score.

    If the scores cannot be written, the game is imported from its record the next time.
    """
    header = game.header
    if path is None or not score_entries.counts_as_score(game):
        return effects.ScoreEntered()
    own, seeks_par = score_entries.make_entry(game, saved.path), score_entries.has_par(header)

    def work(scores: Connection) -> tuple[score_entries.ScoreEntry, ...]:
        # A game whose record is not saved is not entered: the scores are rebuilt from records.
        if saved.game is game:
            insert_finished_game(scores, game, saved.path, records)
        return load_entries(scores, header.game)

    par = journals.par_of(path, header, score_entries.PAR_PARTNER) if seeks_par else None
    known: tuple[score_entries.ScoreEntry, ...] = ()
    try:
        known, rebuilt = with_scores(path, work)
        others = [entry for entry in known if entry.fingerprint != own.fingerprint]
        own = replace(own, deals_known=score_entries.knew_deals(own, others))
        is_best = is_new_best(own, others)
        goals = newly_reached_goals(guide_words(header.game).goals, own, others)
        entered = effects.ScoreEntered(
            par,
            seeks_par,
            is_best,
            own.deals_known,
            rebuilt=rebuilt,
            goals=goals,
            missing_wins=_missing_wins(own, [*others, own]),
        )
    except ScoresError as error:
        entered = effects.ScoreEntered(par, seeks_par, trouble=error)
    if header.day is None:
        return entered
    counting = find_daily_game(daily_games(known), header.day, header.setup, own.people)
    counting = replace(counting or own, par=par)
    counted_before = counting.fingerprint != own.fingerprint
    return replace(entered, daily_entry=counting, had_daily_entry=counted_before)


def _missing_wins(own: score_entries.ScoreEntry, games: Sequence[score_entries.ScoreEntry]) -> int:
    ladder = guide_words(own.game).ladder
    if not ladder or not (rung := ladder[rung_index(ladder, games)]).matches(own):
        return 0
    return missing_wins(rung, games)


def open_record(
    environment: Environment, entry: score_entries.ScoreEntry, *, reviewing: bool = False
) -> Effects:
    """Open a game from the scores, or its review, unless its record has changed."""
    from foxduet.ui.scores import FinishedScreen

    changed = (ShowNotice(_("This game's record has changed since it was scored.")),)
    try:
        game, saved = load_game(entry.path)
    except FileError as error:
        notice = _("This game's record cannot be read: {reason}.")
        return (ShowNotice(notice.format(reason=explain(error))),)
    except FoxduetError:
        # Do not quote the reason: it could reveal hands of a game in progress.
        return changed
    current = None if game.result is None else score_entries.make_entry(game, saved.path)
    if current is None or current.fingerprint != entry.fingerprint:
        return changed
    review = (call("review:open_review", game, saved.path),) if reviewing else ()
    return (Push(FinishedScreen(entry, game, saved.path), review),)


def open_scores(environment: Environment, game: str) -> Effects:
    screen = _build_scores_screen(environment.folders, game, _MAX_IMPORT_SECONDS)
    return (ResetStack(screen),)


def read_on(environment: Environment, before: ScoresScreen) -> Effects:
    """Read more records for a moment, and show them on the same page of the scores."""
    more = _build_scores_screen(environment.folders, before.game_name, _MAX_STARTUP_SECONDS)
    return (ReplaceScreen(before.with_more(more)),)


def _build_scores_screen(folders: DataPaths, game: str, seconds: float) -> ScoresScreen:
    from foxduet.ui.scores import scores_screen

    today, path = date.today(), folders.scores
    puzzles = None if path is None else training_state(journals.load_journal(path, game), today)
    return scores_screen(game, _read_game_scores(game, folders, seconds), today, puzzles)


def _read_game_scores(
    game: str, folders: DataPaths, seconds: float = _MAX_IMPORT_SECONDS
) -> ScoresRead | None:
    if folders.scores is None:
        return None
    effort = score_entries.PAR_PARTNER
    return read_scores(folders.scores, folders.records, game, effort, seconds)


def open_progress(environment: Environment, game: str) -> Effects:
    from foxduet.ui.scores import progress_screen

    scores = _read_game_scores(game, environment.folders)
    games = scores.games if scores else ()
    progress = _read_progress(game, games, environment.folders, date.today(), _MAX_IMPORT_SECONDS)
    _save_advice(environment.folders, game, suggest_for_player(progress).key, followed=False)
    return (ResetStack(progress_screen(progress, scores)),)


def _read_progress(
    game: str,
    games: Sequence[score_entries.ScoreEntry],
    folders: DataPaths,
    today: date,
    seconds: float,
) -> PlayerProgress:
    theme_of = guide_words(game).theme
    return read_player_progress(
        game, games, folders.records, folders.scores, theme_of, today, seconds
    )


def follow_advice(environment: Environment, game: str, advice: str) -> Effects:
    """Note that the player follows advice, which then gives way to the next."""
    _save_advice(environment.folders, game, advice, followed=True)
    return ()


def _save_advice(folders: DataPaths, game: str, advice: str, *, followed: bool) -> None:
    # Without the file, the player gets the same advice again.
    with suppress(OSError):
        if folders.scores is not None:
            journals.save_advice(folders.scores, game, advice, date.today(), followed=followed)


def show_daily_games(environment: Environment, form: FormScreen) -> Effects:
    """Show in the form which games already count for its day."""
    scores = _read_game_scores(form.game_name, environment.folders)
    if scores is None:
        return ()
    games = tuple(entry for entry in daily_games(scores.games) if entry.day == form.day)
    rebuilt = _("The scores could not be read; they are rebuilt from the records.")
    notice = rebuilt if scores.rebuilt else ""
    return (ReplaceScreen(replace(form, played_today=games, notice=notice)),)


_MAX_SEARCH_SECONDS = 0.5
"""Longest time for scanning new reviews before the puzzles open."""


def open_puzzles(
    environment: Environment,
    game: str,
    before: PuzzlesScreen | None = None,
    goes_on: PuzzleSource | None = None,
    about: tuple[str, ...] = (),
    at: PuzzleSource | None = None,
) -> Effects:
    """Open the puzzles, with the cursor ``at`` a row: on top, or in place of ``before`` if given.

    With ``goes_on``, the next puzzle from that source opens at once, if possible of a kind in
    ``about``.
    """
    opened = build_puzzles_screen(environment.folders, game, before, about, at).open_next(goes_on)
    if before is None:
        return (Push(opened.screen, opened.effects),)
    return (ReplaceScreen(opened.screen), *opened.effects)


def build_puzzles_screen(
    folders: DataPaths,
    game: str,
    before: PuzzlesScreen | None = None,
    about: tuple[str, ...] = (),
    at: PuzzleSource | None = None,
) -> PuzzlesScreen:
    """Build the list of puzzles, after scanning new reviews for mistakes to repeat."""
    from foxduet.ui.puzzles import puzzles_screen

    today, scores, notice = date.today(), folders.scores, ""
    if scores is None:
        return puzzles_screen(game, journals.Journal(), today, before, about=about, at=at)
    deadline, journal = monotonic() + _MAX_SEARCH_SECONDS, journals.load_journal(scores, game)
    if journal.trouble is not None:
        return puzzles_screen(game, journal, today, before, about=about, at=at)

    reviews = scan_new_reviews(folders.records, journal.read, today)
    try:
        journals.save_scanned_reviews(
            scores, takewhile(lambda _review: monotonic() <= deadline, reviews)
        )
    except OSError as error:
        notice = Alert(_("Your mistakes are not saved: {reason}.").format(reason=error_text(error)))
    journal = journals.load_journal(scores, game)
    return puzzles_screen(game, journal, today, before, notice, about, at)


def save_puzzle_answer(
    environment: Environment,
    game: str,
    puzzle: str,
    daily: date | None,
    *,
    right: bool,
    rating: int | None,
    choices: int,
) -> Effects:
    """Save the first answer to a puzzle."""
    if environment.folders.scores is None:
        return ()
    try:
        attempt = journals.Attempt(game, puzzle, date.today(), right, rating, daily, choices)
        journals.save_attempt(environment.folders.scores, attempt)
    except OSError as error:
        notice = _("Your answer is not saved: {reason}.")
        return (ShowNotice(Alert(notice.format(reason=error_text(error)))),)
    return ()


def show_today(environment: Environment, title: TitleScreen) -> Effects:
    """Read today's status and show it on the title screen."""
    players, folders = title.players, environment.folders
    pair = with_default_names(players, None) if isinstance(players, tuple) else None
    today = summarize_today(title.game_name, title.files, folders, pair)
    if title.unfinished_games and pair is None:
        sentence = unfinished_sentence(title.unfinished_games[0][0], date.today())
        today = replace(today, step=effects.NextStep(sentence, effects.TitleRow.CONTINUE))
    notice = title.notice or (Alert(today.trouble) if today.trouble else "")
    return (ReplaceScreen(title.with_today(today, notice)),)


def summarize_today(
    game: str, files: Iterable[RecordFile], folders: DataPaths, pair: Names | None
) -> effects.TodaySummary:
    """Return today's status of a pair, or of one person; empty if there are no scores."""
    today, scores = date.today(), folders.scores
    if scores is None:
        return effects.TodaySummary()
    training = training_state(journals.load_journal(scores, game), today)
    conditions = {game: database.DAILY}
    if pair is not None:
        conditions = dict.fromkeys(registry.games(), database.BETWEEN_PEOPLE)
    known: tuple[score_entries.ScoreEntry, ...] = ()
    if is_file(scores):
        known = database.read_entries(scores, files, conditions, _MAX_STARTUP_SECONDS)
    games = [entry for entry in known if entry.game == game and _is_played_by(entry, pair)]
    phrase = guide_words(game).result_phrase
    played = next((phrase(entry) for entry in games if entry.day == today), "")
    lessons, troubles = 0, [] if training.trouble is None else [training.trouble]
    try:
        lessons = len(journals.load_progress(journals.learning_file(folders.records), game).done)
    except FileError as error:
        troubles.append(error)
    rating = None if training.is_provisional else round(training.rating.value)
    daily = daily_games(games)
    days = daily_record(daily, today).streak
    trouble = " ".join(map(file_trouble, troubles))
    summary = effects.TodaySummary(days, played, training.due_count, rating, lessons, trouble)
    if pair is None:
        par = journals.load_par(scores, game, score_entries.PAR_PARTNER)
        week = [
            replace(entry, par=par.get(tuple(score_entries.entry_deal_key(entry).items())))
            for entry in daily
            if entry.day is not None and 0 < (today - entry.day).days <= _DAYS_OF_WEEK
        ]
        summary = replace(summary, week=week_sentence(week))
        return replace(summary, step=_next_step(game, files, folders, training, summary))
    evenings = pair_record(known, pair).evenings
    has_begun, lead = today in evenings, lead_sentence(pair_record(games, pair))
    return replace(summary, evening=len({*evenings, today}), has_begun=has_begun, lead=lead)


_DAYS_OF_WEEK = 7


def _next_step(
    game: str,
    files: Iterable[RecordFile],
    folders: DataPaths,
    training: TrainingState,
    summary: effects.TodaySummary,
) -> effects.NextStep:
    """Return the next step of one person: puzzles due, today's puzzle or deal, or else advice.

    Each of the four comes first every fourth day, so that an evening begins unlike the last one.
    """
    today, puzzles = date.today(), puzzles_of(game)
    steps: list[effects.NextStep | None] = [None, None, None]
    if training.due_count:
        row, source = effects.TitleRow.PUZZLES, effects.PuzzleSource.DUE
        steps[0] = effects.NextStep(due_sentence(training), row, source)
    if puzzles and today not in training.daily_results:
        sentence = daily_puzzle_sentence(puzzle_of_the_day(puzzles, game, today))
        row, source = effects.TitleRow.PUZZLES, effects.PuzzleSource.DAY
        steps[1] = effects.NextStep(sentence, row, source)
    if has_daily_deals(game) and not summary.result:
        sentence = daily_deal_sentence(summary.days, summary.week)
        steps[2] = effects.NextStep(sentence, effects.TitleRow.DAY)
    turn = today.toordinal() % (len(steps) + 1)
    # Backwards, so that the next day does not begin with the same step.
    in_turn = [steps[turn - at] for at in range(len(steps))] if turn < len(steps) else []
    step = next((step for step in in_turn if step is not None), None)
    return _advise(game, files, folders, today) if step is None else step


_ADVICE_ROWS = {
    Activity.LEARN: effects.TitleRow.LEARN,
    Activity.PLAY: effects.TitleRow.NEW,
    Activity.ADVANCE: effects.TitleRow.NEW,
    Activity.GOAL: effects.TitleRow.NEW,
    Activity.DAILY: effects.TitleRow.DAY,
}


def _advise(
    game: str, files: Iterable[RecordFile], folders: DataPaths, today: date
) -> effects.NextStep:
    games: tuple[score_entries.ScoreEntry, ...] = ()
    if folders.scores is not None and is_file(folders.scores):
        games = database.read_entries(folders.scores, files, {game: "TRUE"}, _MAX_STARTUP_SECONDS)
    progress = _read_progress(game, games, folders, today, _MAX_STARTUP_SECONDS)
    suggestion = suggest_for_player(progress)
    if games:
        _save_advice(folders, game, suggestion.key, followed=False)
    row = _ADVICE_ROWS.get(suggestion.activity, effects.TitleRow.PROGRESS)
    return effects.NextStep(short_suggestion(progress, suggestion), row)


def _is_played_by(entry: score_entries.ScoreEntry, pair: Names | None) -> bool:
    if pair is None:
        return entry.kind != score_entries.TWO_PEOPLE
    return fold_names(entry.people) == fold_names(pair)


def propose_next_rung(config: Config, records: Path, scores: Path | None) -> Rung | None:
    """Return the rung to propose after the latest games.

    None if those games did not complete a rung, or the settings differ from that rung.
    """
    game, rungs = registry.card_game(config["game"]), None
    if scores is None or not is_file(scores):
        return None
    with suppress(ScoresError), database.open_scores(scores) as opened:
        database.import_new(opened, records, _MAX_STARTUP_SECONDS)
        rungs = next_rung(guide_words(game.name).ladder, load_entries(opened, game.name))
    if rungs is None or config["practice"]:
        return None
    mastered, proposal = rungs
    values = {**game.usual_options, **game_options(game.name, config.setups.get(game.name, {}))}
    is_customized = any(option.name in values for option in game.file_options)
    wanted = mastered.options.items()
    is_at_rung = config.partner == mastered.partner and not is_customized
    return proposal if is_at_rung and all(values[key] == value for key, value in wanted) else None
