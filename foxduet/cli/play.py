"""The play command: deals a game, resumes one, or shows the title screen."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from foxduet.ai.partner import UnknownPartnerError, parse_playable_partner
from foxduet.cli import options as shared
from foxduet.cli.arguments import OK, UserError, module_of, warn
from foxduet.cli.config import load_settings, warn_about_settings
from foxduet.cli.terminal import LookOptions, look_options, require_terminal, run_screens_until_quit
from foxduet.core.errors import N_, FoxduetError, fold_names
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.core.registry import PARTNERS, card_game, games, has_parts, require_parts
from foxduet.play.game import Game, Names, has_daily_deals, open_game
from foxduet.play.record import BrokenRecordError
from foxduet.store import saved_games
from foxduet.store.files import HOME_VARIABLE, FileError, decode, read_file
from foxduet.store.settings import ASK, MAX_LIMIT, MIN_LIMIT
from foxduet.ui.effect_handlers import build_title, finished_files, start_game
from foxduet.ui.kit.canvas import WIDTH
from foxduet.ui.kit.effects import GameStarted, Seating, StartFailed
from foxduet.ui.kit.screen import (
    Context,
    DataPaths,
    Push,
    RunOptions,
    ShowNotice,
    Transition,
)
from foxduet.ui.loop import ScreenStack, perform_effects
from foxduet.ui.table.drawing import SMALLEST
from foxduet.ui.table.moves import header_from_options, warn_if_hopeless
from foxduet.ui.table.screen import resume_table, start_table
from foxduet.ui.table.state import HOUSE_MEMORY
from foxduet.words.i18n import _, decimal, decimal_sign, error_text, explain
from foxduet.words.text import clip, remembered_names
from foxduet.words.waiting import announced

LATEST_SAVE = True
"""Value of ``--resume`` without a file; with a file it is a Path."""


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """The game to play, and its options.

    setup: the setup options given.
    files: paths of the game's options that are read from files.
    resume: path of a record, LATEST_SAVE, or None for a new game.
    trouble: one line about ignored settings, or "".
    """

    game: str
    is_game_given: bool
    setup: Mapping[str, int]
    files: Mapping[str, Path]
    look: LookOptions
    solo: str | None
    names: Names | None
    seed: int | None
    daily: bool | None
    house: str | None
    resume: Path | bool | None
    trouble: str

    @property
    def deals_at_once(self) -> bool:
        """Whether the command line has all setup options, so that no form is needed."""
        options = card_game(self.game).options
        return bool(self.setup) and all(option.name in self.setup for option in options)


def add_play(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the play command."""
    add_kind_of_game(parser)
    add, partner = parser.add_argument, partial(shared.validated_text, parse=parse_playable_partner)
    solo = _("play solo, with a partner or opponent: novice, steady or expert; by default, expert")
    add("--solo", nargs="?", type=partner, const="expert", metavar=N_("PARTNER"), help=solo)
    limit = _("let a partner think no longer than this; by default, 1")
    add("--limit", type=_parse_seconds, metavar=N_("SECONDS"), help=limit)
    add_game_options(parser)
    parser.set_defaults(run=run_play, options_of=parse_play_options)


def add_kind_of_game(parser: argparse.ArgumentParser) -> None:
    """Add the choice of a game, and its setup options."""
    shared.add_game(parser)
    parser.set_defaults(game=None)
    shared.add_setup_options(parser, _("choose the {option}, and deal at once"))


def add_game_options(parser: argparse.ArgumentParser) -> None:
    """Add the other options of a new game, ``--resume``, and the look."""
    add = parser.add_argument
    add("--names", nargs=2, type=shared.parse_name, metavar=("A", "B"), help=_("name the players"))
    add("--seed", type=shared.parse_seed, metavar="N", help=_("deal from this seed"))
    daily = _("play the daily deal, the same for everybody")
    add("--daily", action="store_true", default=None, help=daily)
    for option in shared.file_option_names():
        text = _("play on a {option} of your own (TOML)").format(option=_(option))
        add(f"--{option}", type=Path, metavar=N_("FILE"), help=text)
    resume = _("resume the last unfinished game, or the one in FILE")
    add("--resume", nargs="?", type=Path, const=LATEST_SAVE, metavar=N_("FILE"), help=resume)
    memory = _("use a house rule: memory shows the cards played so far")
    add("--house", choices=[HOUSE_MEMORY], help=memory)
    shared.add_look(parser)


def parse_play_options(parsed: argparse.Namespace, refuse: shared.Refuse) -> PlayOptions:
    """Return the options of the play command; refuse contradictory arguments."""

    def given(*names: str) -> dict[str, Any]:
        return {name: value for name in names if (value := getattr(parsed, name)) is not None}

    config, trouble = load_settings()
    warn_about_settings(trouble)
    look = look_options(parsed, config)
    is_game_given = parsed.game is not None
    if not is_game_given:
        names = (*shared.setup_options(), *shared.file_option_names())
        # The game played last must not change the meaning of a command with such options.
        uses_default = parsed.daily or parsed.resume is not None or given(*names)
        parsed.game = games()[0] if uses_default else look.game
    files = given(*(option.name for option in card_game(parsed.game).file_options))
    setup = shared.setup_values(parsed, refuse)
    if parsed.solo is not None and not has_parts(parsed.game, PARTNERS):
        message = _("argument --{option}: not available with --game {game}")
        refuse(message.format(option="solo", game=parsed.game))
    if parsed.names is not None and len(fold_names(parsed.names)) < 2:
        refuse(_("argument --names: the two names must differ"))
    if parsed.resume is not None:
        for option in (*setup, *files, *given("solo", "names", "seed", "house", "daily")):
            message = _("--resume continues a game as it was; leave out --{option}")
            refuse(message.format(option=option))
    if parsed.daily is not None:
        if not has_daily_deals(parsed.game):
            message = _("argument --daily: not available with --game {game}")
            refuse(message.format(game=parsed.game))
        for option in (*given("seed"), *files):
            message = _("argument --daily: not allowed with argument --{option}")
            refuse(message.format(option=option))
    return shared.options_from(
        PlayOptions,
        parsed,
        setup=setup,
        files=files,
        is_game_given=is_game_given,
        look=look,
        names=parsed.names and (parsed.names[0], parsed.names[1]),
        trouble=trouble,
    )


def _parse_seconds(text: str) -> float:
    """Parse a time; its decimal sign is a point or the sign of the player's language."""
    try:
        seconds = float(text.replace(decimal_sign(), "."))
    except ValueError:
        seconds = 0.0
    if not MIN_LIMIT <= seconds <= MAX_LIMIT:
        message = _("'{text}' is not a time from {least} to {most} seconds")
        least, most = decimal(MIN_LIMIT, "g"), decimal(MAX_LIMIT, "g")
        raise argparse.ArgumentTypeError(message.format(text=text, least=least, most=most))
    return seconds


def run_play(options: PlayOptions) -> int:
    """Show screens, and run hosting or joining chosen on the title; return the exit status."""
    require_terminal(options.look)
    # Checked before dealing a game, which saves it.
    require_parts(options.game, *options.look.parts)
    screen_options = run_options(options)
    paths = options.look.data_paths()
    saved_games.remove_stale_files(paths.records)
    start = _first_screen(options, screen_options, paths)
    status, command = run_screens_until_quit(start, options.look, screen_options)
    while status == OK and command is not None:
        trouble = ""
        try:
            from_title = getattr(module_of(command.command), f"{command.command}_from_title")
            status = from_title(options, command)
        except UserError as error:
            trouble = str(error)
        if status == OK:
            look = replace(options.look, config=load_settings()[0])
            options = replace(options, look=look)
            if not options.is_game_given and look.game != options.game:
                # The setup options were for the other game.
                options = replace(options, game=look.game, setup={}, files={})
            start = _title(options, paths, clip(trouble, WIDTH), Seating.TERMINALS)
            status, command = run_screens_until_quit(start, look, run_options(options))
    return status


def run_options(options: PlayOptions) -> RunOptions:
    """Return the options that all screens of the run share."""
    parsers = {option.name: option.parse for option in card_game(options.game).file_options}
    paths = options.files.items()
    files = {name: _read_option_file(name, path, parsers[name]) for name, path in paths}
    return RunOptions(
        look=options.look.look_for(options.game),
        game=options.game,
        setup={**options.setup, **files},
        names=options.names,
        memory=options.house == HOUSE_MEMORY,
        seed=options.seed,
        solo=options.solo,
        limit=options.look["limit"],
        daily=date.today() if options.daily else None,
        is_game_given=options.is_game_given,
        parts=options.look.parts,
    )


def _read_option_file(option: str, path: Path, parse: Any) -> object:
    """Read an option's file; raises UserError with the path and reason."""
    fields = {"option": _(option), "path": path}
    try:
        return read_file(path, lambda content: parse(decode(content)))
    except FileError as error:
        # Translators: "option" is "board" or what else a game reads from a file; no words may
        # depend on its gender
        message = _("cannot read the {option} {path}: {reason}")
        raise UserError(message.format(reason=explain(error), **fields)) from None
    except FoxduetError as error:
        message = _("the {option} {path}: {reason}")
        raise UserError(message.format(reason=explain(error), **fields)) from None


def _first_screen(options: PlayOptions, screen_options: RunOptions, paths: DataPaths) -> Transition:
    if options.resume is not None:
        with announced():
            return _resume_screen(*game_to_resume(options.resume, paths))
    if options.deals_at_once:
        # Without a form, names come from the command line or the settings.
        names = screen_options.names or remembered_names(options.look.config, screen_options.solo)
        screen_options = replace(screen_options, names=names)
        if options.daily:
            from foxduet.ui.form import FormScreen, new_form

            with announced():
                form = new_form(screen_options, at_the_deal=True)
                context = Context(screen_options, SMALLEST)
                stack, _leave = perform_effects(ScreenStack((form.screen,)), form, context, paths)
            assert isinstance(stack.top, FormScreen), "the form shows what counts for the day"
            if stack.top.played_already:
                return Transition(stack.top)
        dealt = deal_new_game(screen_options, paths)
        return with_trouble(warn_if_hopeless(start_table(dealt.game, dealt.saved)), dealt.trouble)
    notice, config = options.trouble, options.look.config
    if options.daily or options.solo or options.is_game_given:
        from foxduet.ui.form import new_form

        form = new_form(screen_options, config, at_the_deal=True)
        start = replace(form, screen=replace(form.screen, notice=notice))
    else:
        start = _title(options, paths, notice)
    is_known = config["players"] != ASK or options.solo or options.names
    if is_known or paths.config is None or not paths.saves_settings:
        return start
    from foxduet.ui.players import PlayersScreen

    return replace(start, effects=(*start.effects, Push(PlayersScreen(notice=notice))))


def _title(
    options: PlayOptions, paths: DataPaths, notice: str, players: Seating | None = None
) -> Transition:
    """Return the title, for ``players`` if given; an empty ``notice`` keeps the title's own."""
    with announced():
        title = build_title(paths, options.look.config, options.game)
    title = replace(title, players=players or title.players, notice=notice or title.notice)
    if options.names is None or players is not None:
        return Transition(title)
    return title.with_pair(options.names).save_players()


def with_trouble(start: Transition, trouble: str) -> Transition:
    """Add a notice about a failed save, unless ``trouble`` is empty."""
    return replace(start, effects=(ShowNotice(trouble), *start.effects)) if trouble else start


def deal_new_game(
    screen_options: RunOptions, paths: DataPaths, *, talks_first: bool = False
) -> GameStarted:
    """Deal and save a new game; raises UserError if it cannot be saved."""
    game = open_game(header_from_options(screen_options))
    match start_game(game, paths, talks_first=talks_first):
        case GameStarted() as dealt:
            return dealt
        case StartFailed(reason, _game):
            message = _(
                "cannot save games in {folder}: {reason}; set {variable} to use another folder"
            )
            fields = {"folder": paths.records, "variable": HOME_VARIABLE}
            raise UserError(message.format(reason=reason, **fields))


def _resume_screen(game: Game, saved: saved_games.SavedGame) -> Transition:
    try:
        return resume_table(game, saved)
    except UnknownPartnerError as error:
        message = _("cannot resume the game in {path}: {reason}")
        raise UserError(message.format(path=saved.path, reason=explain(error))) from None


def game_to_resume(path: Path | bool, paths: DataPaths) -> tuple[Game, saved_games.SavedGame]:
    """Return the game in a file, or the latest save; raises UserError if it cannot be resumed."""
    if isinstance(path, bool):
        return _latest_save(paths)
    try:
        save = read_file(path, partial(saved_games.parse_save, path))
    except FileError as error:
        raise shared.unreadable_record_error(error) from None
    except BrokenRecordError as error:
        if error.intact_game is None:
            raise shared.broken_record_error(path, error) from None
        raise shared.broken_unfinished_error(path) from None
    game = save.intact_game if isinstance(save, saved_games.DamagedSave) else save[0]
    require_parts(game.header.game, *paths.parts)
    if isinstance(save, saved_games.DamagedSave):
        return _restore(save)
    if game.result is not None:
        message = _("the game in {path} is over; foxduet replay {path} shows it")
        raise UserError(message.format(path=path))
    return save


def _restore(save: saved_games.DamagedSave) -> tuple[Game, saved_games.SavedGame]:
    """Save the undamaged part of a game, and warn; raises UserError if it cannot be resumed."""
    # This raises UserError before any file is written.
    _resume_screen(save.intact_game, saved_games.SavedGame(save.path))
    try:
        saved, copy = saved_games.restore_save(save)
    except OSError as error:
        message = _("cannot resume the game in {path}: {reason}")
        raise UserError(message.format(path=save.path, reason=error_text(error))) from None
    message = _(
        "the saved game {path} was damaged: play continues from before the damage; the whole "
        "damaged file is kept as {aside}"
    )
    warn(message.format(path=save.path, aside=copy))
    return save.intact_game, saved


def _latest_save(paths: DataPaths) -> tuple[Game, saved_games.SavedGame]:
    """Return the latest save; raises UserError if it is missing or damaged."""
    folder = paths.records
    try:
        files = saved_games.list_record_files(folder)
        load_finished = partial(finished_files, paths.scores)
        saves = list(saved_games.iter_saves(files, load_finished, paths.parts))
    except OSError as error:
        raise shared.unreadable_folder_error(folder, error) from None
    if not saves:
        message = _("there is no unfinished game in {folder}; run foxduet to start one")
        raise UserError(message.format(folder=folder))
    last, *older = saves
    if isinstance(last, saved_games.DamagedSave):
        raise UserError(shared.damaged_save_message(last.path))
    if isinstance(last, FileError):
        raise shared.unreadable_record_error(last)
    for save in older:
        if isinstance(save, saved_games.DamagedSave):
            warn(shared.damaged_save_message(save.path))
    shared.warn_of_unreadable([save for save in older if isinstance(save, FileError)])
    return last
