"""Handlers of effects: starting and saving games, settings, navigation, and lines for the shell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from foxduet.core.cards import Seat
from foxduet.core.errors import FoxduetError
from foxduet.core.lazy_dataclass import replace
from foxduet.core.registry import games_with
from foxduet.play.game import (
    Game,
    Header,
    deal_if_pending,
    draw_seed,
    local_time,
    set_recorder_seat,
)
from foxduet.play.record import load_record
from foxduet.store import saved_games, settings
from foxduet.ui.kit import effects
from foxduet.ui.kit.effects import Seating, TitleRow
from foxduet.ui.kit.screen import (
    DataPaths,
    Effects,
    Environment,
    Push,
    ReplaceScreen,
    ResetStack,
    ShowNotice,
)
from foxduet.ui.table.state import HOUSE_KEY, HOUSE_MEMORY
from foxduet.words.game_words import guide_words
from foxduet.words.i18n import (
    _,
    error_text,
    explain,
    preferred_language,
    use_ascii,
    use_language,
)
from foxduet.words.text import (
    ASCII,
    Alert,
    Glyphs,
    OwnNames,
    chosen_names,
    escaped,
    own_names,
    records_trouble,
    remembered_own_names,
)

if TYPE_CHECKING:
    from foxduet.analysis.standings import Rung
    from foxduet.store.journals import LessonProgress
    from foxduet.store.saved_games import KnownFiles, RecordFile, Saves
    from foxduet.ui.kit.canvas import Look
    from foxduet.ui.kit.effects import Players
    from foxduet.ui.lessons import LessonsScreen
    from foxduet.ui.menu import TitleScreen

_MAX_TITLE_GAMES = 2
"""Two unfinished games are enough for the title screen to link to a list of all of them."""


def current_time() -> datetime:
    """Return the local time with its zone, to the second."""
    return local_time(datetime.now(UTC)).replace(microsecond=0)


def start_game(
    game: Game, folders: DataPaths, *, talks_first: bool = False
) -> effects.GameStarted | effects.StartFailed:
    """Deal the first round of a new game and save it; StartFailed if it cannot be saved.

    With ``talks_first``, a team, or two people with open hands, deal later. The game starts even if
    the settings cannot be saved.
    """
    started = current_time()
    game = replace(game, header=replace(game.header, started=started))
    if not game.turns:
        seed = draw_seed() if game.header.seed is None else game.header.seed
        game = replace(game, header=replace(game.header, seed=seed))
        can_talk = game.rules.cooperative or game.header.has_open_hands
        if not (talks_first and can_talk):
            game = deal_if_pending(game)
    game = _with_finish_time(game)
    try:
        path = saved_games.new_record_path(folders.records, started)
        saved = saved_games.save_game(saved_games.SavedGame(path), game)
    except OSError as error:
        return effects.StartFailed(error_text(error), game)
    trouble = ""
    if not game.header.is_branch:
        trouble = _update_settings(folders, lambda config: settings_after_game(config, game.header))
    return effects.GameStarted(game, saved, trouble)


def remember_settings(environment: Environment, **values: object) -> Effects:
    trouble = _update_settings(environment.folders, partial(settings.with_values, values=values))
    return (ShowNotice(trouble),) if trouble else ()


def switch_language(environment: Environment, language: str) -> Effects:
    """Switch to a language by its code (SYSTEM for the locale's), and remember it."""
    use_language(preferred_language() if language == settings.SYSTEM else language)
    return remember_settings(environment, lang=language)


def switch_glyphs(environment: Environment, look: Look) -> Effects:
    """Switch text to or from ASCII as the look's glyphs require, and remember the setting."""
    use_ascii(look.glyphs is ASCII, "ascii")
    return remember_settings(environment, signs=look.signs)


def remember_players(environment: Environment, players: Players) -> Effects:
    """Remember who plays from now on."""
    trouble = _update_settings(
        environment.folders, lambda config: settings_for_players(config, players)
    )
    return (ShowNotice(trouble),) if trouble else ()


def settings_for_players(config: settings.Config, players: Players) -> settings.Config:
    """Return the settings for one person or a pair; unchanged for others."""
    match players:
        case Seating.ONE:
            return settings.with_players(config, None)
        case (left, right):
            return settings.with_players(config, (left or "", right or ""))
        case _:
            return config


def _update_settings(
    folders: DataPaths, change: Callable[[settings.Config], settings.Config]
) -> str:
    """Change the settings; return the sentence why they are not saved, or ""."""
    if folders.config is not None and folders.saves_settings:
        try:
            settings.update_config(folders.config, change, _)
        except (OSError, FoxduetError) as error:
            sentence = _("Your settings were not saved: {reason}.")
            return Alert(sentence.format(reason=error_text(error)))
    return ""


def load_settings(folders: DataPaths) -> settings.Config:
    """Return the stored settings; empty if unreadable, which the program reported at the start."""
    with suppress(FoxduetError):
        if folders.config is not None:
            return settings.load_config(folders.config)
    return settings.EMPTY_CONFIG


def settings_after_game(
    config: settings.Config, header: Header, *, started: bool = True
) -> settings.Config:
    """Return the settings with the choices of a game, as the form of the next game begins.

    Practice is included only when a game has ``started``: later, its header does not tell whether
    the players agreed on practice or the game became practice.
    """
    partner = next((name for name in header.ai if name is not None), None)
    names = chosen_names(header.players, partner)
    if partner is not None or any(names) or config["players"] != settings.ONE:
        # Two people without names are no pair to remember in place of one person.
        config = settings.with_players(config, names if partner is None else None)
    memory = header.further.get(HOUSE_KEY) == HOUSE_MEMORY
    values: dict[str, object] = {"game": header.game, "memory": memory}
    if partner is not None:
        values |= {"partner": partner, "names_alone": [*names]}
    if started and partner is not None and header.day is None:
        values["practice"] = header.is_practice
    return settings.with_values(config, values, header.game, header.rules.header_keys(header.setup))


def settings_for_newcomer(config: settings.Config) -> tuple[settings.Config, Rung | None]:
    """Return the settings for a first game, and the rung to propose or None."""
    ladder = guide_words(config["game"]).ladder
    if not ladder:
        return config, None
    return settings.with_values(config, {"partner": ladder[0].partner}), ladder[0]


def settings_at_rung(config: settings.Config, rung: Rung) -> settings.Config:
    game = config["game"]
    setup = {**settings.game_options(game, config.setups.get(game, {})), **rung.options}
    config = settings.with_players(config, None)
    return settings.with_values(config, {"partner": rung.partner}, game, setup)


def open_form(
    environment: Environment,
    game: str,
    last_header: Header | None = None,
    *,
    players: Players | None = None,
    daily: bool = False,
    learned: bool = False,
    partner: str | None = None,
    rung: Rung | None = None,
) -> Effects:
    """Open the form for a new game, filled from the remembered settings.

    last_header: begin as the game with this header did.
    players: who plays, by the title, whatever the command line or the settings say.
    daily: ask for today's deals.
    learned: the lessons were just finished. ``partner`` is for players without a remembered
        partner; None if two people learned together.
    rung: the rung to propose, if already chosen.
    """
    from foxduet.ui.form import open_form_for

    folders, options, proposal = environment.folders, environment.options, rung
    config = settings.with_values(load_settings(folders), {"game": game})
    if players is not None:
        config = settings_for_players(config, players)
        if config.partner is None or options.solo is None:
            options = replace(options, names=None, solo=None)
    if learned:
        config, proposal = _settings_after_lessons(config, partner)
    elif not daily:
        if last_header is not None:
            config = settings_after_game(config, last_header, started=False)
        from foxduet.ui.score_handlers import propose_next_rung

        proposal = rung or propose_next_rung(config, folders.records, folders.scores)
        if proposal is not None:
            config = settings_at_rung(config, proposal)
        elif folders.config is not None and _is_first_game(config):
            config, proposal = settings_for_newcomer(config)
    day = date.today() if daily else None
    is_again = learned or last_header is not None
    form = open_form_for(options, config, day, is_again=is_again, proposal=proposal)
    return (ResetStack(form.screen), *form.effects)


def _is_first_game(config: settings.Config) -> bool:
    """True if one person has neither dealt a game nor named a partner."""
    is_for_one = config["players"] != settings.TWO
    return is_for_one and not config.setups and "partner" not in config.values


def _settings_after_lessons(
    config: settings.Config, partner: str | None
) -> tuple[settings.Config, Rung | None]:
    if partner is None:
        return settings.with_players(config, config.pair), None
    if config.partner is None or _is_first_game(config):
        config = settings.with_values(config, {"partner": partner})
        return settings_for_newcomer(settings.with_players(config, None))
    return config, None


def _with_finish_time(game: Game) -> Game:
    if game.result is None or game.header.finished is not None:
        return game
    return replace(game, header=replace(game.header, finished=current_time()))


def save_current_game(
    game: Game, saved: saved_games.SavedGame, folders: DataPaths
) -> effects.GameSaved | effects.SaveFailed:
    """Save a game in progress or just finished.

    A finished game outside the records folder is copied there first, so that the scores will find
    it even if this save fails or the program ends.
    """
    game, copy = _with_finish_time(game), None
    if game.result is not None and folders.scores and saved.path.parent != folders.records:
        # Imported here so that the first frame does not wait for sqlite.
        from foxduet.store.scores import copy_to_records

        copy = copy_to_records(game, saved.path, folders.records)
    try:
        new_saved = saved_games.save_game(saved, game)
    except OSError as error:
        return effects.SaveFailed(game, error_text(error), copy)
    return effects.GameSaved(game, new_saved, new_saved.path != saved.path)


def import_guest_record(
    record: str, folders: DataPaths
) -> tuple[Path, effects.ScoreEntered] | None:
    """Save the record of a finished game that the peer hosted, and enter it into the scores.

    Returns the record's path and the score; None if the game is unfinished, or its record cannot be
    read or saved (the host still has it).
    """
    from foxduet.store.scores import copy_to_records
    from foxduet.ui.score_handlers import enter_score

    try:
        game = set_recorder_seat(load_record(record), Seat.P2)
    except FoxduetError:
        return None
    copy = None
    if game.result is not None and folders.scores is not None:
        copy = copy_to_records(game, Path("two-terminals.toml"), folders.records)
    if copy is None:
        return None
    return copy.path, enter_score(game, copy, folders.records, folders.scores)


def open_title(
    environment: Environment,
    row: TitleRow | None = None,
    *,
    last_header: Header | None = None,
    players: Players | None = None,
) -> Effects:
    """Open the title, for the game played last unless one was named on the command line.

    It is for the players of the game with ``last_header``, or for ``players``, stored or not.
    """
    folders, options = environment.folders, environment.options
    config, game = load_settings(folders), options.game
    if last_header is not None:
        config = settings_after_game(config, last_header, started=False)
    elif players is not None:
        config = settings_for_players(config, players)
    is_known = folders.config is not None and config["game"] in games_with(*folders.parts)
    if is_known and not options.is_game_given:
        game = config["game"]
    return (ResetStack(build_title(folders, config, game, row)),)


def build_title(
    folders: DataPaths, config: settings.Config, game: str, row: TitleRow | None = None
) -> TitleScreen:
    """Build the title screen, with the unfinished games and the remembered players."""
    from foxduet.ui.menu import title_screen

    is_for_two = config["players"] == settings.TWO
    stored = [config.pair] if is_for_two else []
    pairs = tuple(dict.fromkeys(map(own_names, [*stored, *config["pairs"]])))
    players = pairs[0] if is_for_two else Seating.ONE
    try:
        files = saved_games.list_record_files(folders.records)
    except OSError as error:
        trouble = _("The records cannot be read: {reason}.").format(reason=error_text(error))
        return title_screen(game, (), row, players, pairs, trouble=trouble)
    saves = _find_saves(files, folders, _MAX_TITLE_GAMES)
    return title_screen(
        game,
        saves.games,
        row,
        players,
        pairs,
        newcomer=not saved_games.has_finished_game(files),
        damaged=len(saves.damaged),
        trouble=records_trouble(saves.unreadable),
        files=tuple(files),
    )


def open_unfinished(environment: Environment) -> Effects:
    """Open the list of all unfinished games, last saved first."""
    from foxduet.ui.menu import UnfinishedScreen

    files: list[RecordFile] = []
    with suppress(OSError):
        files = saved_games.list_record_files(environment.folders.records)
    games = _find_saves(files, environment.folders).games
    # Without any, another process has finished or removed them.
    return (ResetStack(UnfinishedScreen(games)),) if games else open_title(environment)


def _find_saves(
    files: Sequence[RecordFile], folders: DataPaths, max_games: int | None = None
) -> Saves:
    load_finished = partial(finished_files, folders.scores)
    return saved_games.collect_saves(files, max_games, load_finished, folders.parts)


def finished_files(scores: Path | None) -> KnownFiles:
    """Return the finished records that the scores already know, so that they are not read again."""
    from foxduet.store.scores import load_known_files

    return {} if scores is None else load_known_files(scores)


def open_lessons(
    environment: Environment,
    game: str,
    previous: LessonsScreen | None = None,
    *,
    two_people: bool = False,
    pair: OwnNames = (None, None),
) -> Effects:
    """Open the list of lessons, in place of the ``previous`` list of another game if given."""
    screen = build_lessons_screen(environment.folders, game)
    if previous is None:
        return (Push(replace(screen, two_people=two_people, own_names=pair)),)
    return (
        ReplaceScreen(
            replace(screen, two_people=previous.two_people, own_names=previous.own_names)
        ),
    )


def open_lesson(environment: Environment, game: str, name: str) -> Effects:
    """Open a lesson on top of its list."""
    config = load_settings(environment.folders)
    lessons = replace(
        build_lessons_screen(environment.folders, game),
        two_people=config.partner is None,
        own_names=remembered_own_names(config, None),
    )
    transition = lessons.open(lessons.names.index(name))
    return (Push(transition.screen, transition.effects),)


def build_lessons_screen(folders: DataPaths, game: str) -> LessonsScreen:
    """Build the list of lessons with the players' progress."""
    from foxduet.store.files import DamagedFileError, FileError
    from foxduet.store.journals import NO_PROGRESS, learning_file, load_progress
    from foxduet.ui.lessons import lessons_screen

    try:
        return lessons_screen(game, load_progress(learning_file(folders.records), game))
    except DamagedFileError:
        notice = _("Your progress file was damaged; lessons start again from the beginning.")
    except FileError as error:
        notice = _("Your progress cannot be read: {reason}.").format(reason=explain(error))
    return lessons_screen(game, NO_PROGRESS, notice)


def save_lesson_progress(
    environment: Environment, game: str, change: Callable[[LessonProgress], LessonProgress]
) -> Effects:
    """Apply ``change`` to the saved progress; show a notice if it cannot be saved."""
    from foxduet.store.journals import learning_file, update_progress

    try:
        update_progress(learning_file(environment.folders.records), game, change)
    except (OSError, FoxduetError) as error:
        notice = _("Your progress was not saved: {reason}.")
        return (ShowNotice(notice.format(reason=error_text(error))),)
    return ()


def exit_lines(leave: effects.Quit, folders: DataPaths, glyphs: Glyphs) -> tuple[str, ...]:
    """Return the lines to print in the shell when the program ends."""
    lines = tuple(resume_hint(saved, folders, leave.command) for saved in leave.unfinished)
    if leave.entry_to_share is not None:
        lines += guide_words(leave.entry_to_share.game).shared_lines(leave.entry_to_share, glyphs)
    lines += leave.lines
    return (*lines, leave.trouble) if leave.trouble else lines


def resume_hint(saved: saved_games.SavedGame, folders: DataPaths, command: str = "") -> str:
    """Return the sentence that tells how to resume a game.

    Branches always use the plain command, because one player plays both seats.
    """
    from foxduet.words.program_name import program_name, shell_quote

    path, game, program = saved.path, saved.game, program_name()
    is_branch = game is not None and game.header.is_branch
    if command and not is_branch:
        program = f"{program} {command}"
    if is_branch:
        sentence = _("Branch saved. To resume it: {program} --resume {path}")
    elif path.parent == folders.records:
        sentence = _("Game saved. To resume it: {program} --resume")
    else:
        sentence = _("Game saved. To resume it: {program} --resume {path}")
    return escaped(sentence.format(program=program, path=shell_quote(str(path))))
