"""The play command: a game at once, one that is resumed, or the title screen."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from foxduet.ai.partner import ResumeError, parse_companion
from foxduet.cli import options as shared
from foxduet.cli.arguments import OK, UserError, module_of, warn
from foxduet.cli.config import remembered, warn_of_settings
from foxduet.cli.terminal import LookOptions, check_terminal, look_options, show_until
from foxduet.core.errors import N_, FoxduetError
from foxduet.core.frozen import dataclass, replace
from foxduet.core.registry import PARTNERS, card_game, games, has_parts, require_parts
from foxduet.play.game import Game, Names, has_days, open_game
from foxduet.play.record import BrokenRecordError
from foxduet.store import saved_games
from foxduet.store.files import HOME_VARIABLE, FileError, decode, read_file
from foxduet.store.settings import LONGEST_LIMIT, SHORTEST_LIMIT
from foxduet.ui.kit.canvas import WIDTH
from foxduet.ui.kit.effects import GameStarted, StartFailed, TitleRow, TwoTerminals
from foxduet.ui.kit.screen import Context, Folders, Next, Notice, Options
from foxduet.ui.loop import Stack, perform_all
from foxduet.ui.performer import finished_files, start_game, title_in
from foxduet.ui.table.drawing import SMALLEST
from foxduet.ui.table.moves import new_header, settle
from foxduet.ui.table.screen import resume, start
from foxduet.ui.table.state import HOUSE_MEMORY
from foxduet.words.i18n import _, decimal, decimal_sign, explain, reason_of
from foxduet.words.text import clipped, names_in
from foxduet.words.waiting import announced

LATEST = True
"""What --resume without a file is parsed to; with one it is a Path."""


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """What to play, and how.

    ``setup`` are the options of the game that were given, and ``files`` what is to be read from
    files; ``resume`` is a record, LATEST for the one that was saved last, None for a new game.
    ``trouble`` is why what is remembered cannot be used, if so.
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
    def is_agreed(self) -> bool:
        """Whether the command line says all that a game needs: it is dealt at once."""
        options = card_game(self.game).options
        return bool(self.setup) and all(one.name in self.setup for one in options)


def add_play(parser: argparse.ArgumentParser) -> None:
    """Add what the play command takes."""
    add_kind_of_game(parser)
    add = parser.add_argument
    about = _("play solo, with a partner or opponent: novice, steady or expert; by default, expert")
    add("--solo", nargs="?", type=_companion, const="expert", metavar=N_("PARTNER"), help=about)
    limit = _("let a partner think no longer than this; by default, 1")
    add("--limit", type=_seconds, metavar=N_("SECONDS"), help=limit)
    add_agreed(parser)
    parser.set_defaults(run=run, options_of=options_of)


def add_kind_of_game(parser: argparse.ArgumentParser) -> None:
    """Add which game is played, and its options."""
    shared.add_game(parser)
    parser.set_defaults(game=None)
    shared.add_setup_options(parser, _("choose the {option}, and deal at once"))


def add_agreed(parser: argparse.ArgumentParser) -> None:
    """Add what else is agreed on before a game, which game is resumed, and the look."""
    add = parser.add_argument
    add("--names", nargs=2, type=shared.name, metavar=("A", "B"), help=_("name the players"))
    add("--seed", type=shared.seed, metavar="N", help=_("deal from this seed"))
    daily = _("play the daily deal, the same for everybody")
    add("--daily", action="store_true", default=None, help=daily)
    for option in shared.file_option_names():
        text = _("play on a {option} of your own (TOML)").format(option=_(option))
        add(f"--{option}", type=Path, metavar=N_("FILE"), help=text)
    resume = _("resume the last unfinished game, or the one in FILE")
    add("--resume", nargs="?", type=Path, const=LATEST, metavar=N_("FILE"), help=resume)
    memory = _("use a house rule: memory shows the cards played so far")
    add("--house", choices=[HOUSE_MEMORY], help=memory)
    shared.add_look(parser)


def options_of(parsed: argparse.Namespace, refuse: shared.Refuse) -> PlayOptions:
    """Return the arguments as a value; some combinations are refused."""

    def given(*names: str) -> dict[str, Any]:
        return {name: value for name in names if (value := getattr(parsed, name)) is not None}

    config, trouble = remembered()
    warn_of_settings(trouble)
    look = look_options(parsed, config)
    is_game_given = parsed.game is not None
    if not is_game_given:
        named = (*shared.setup_option_names(), *shared.file_option_names())
        # What was played last never makes another game of a command.
        usual = parsed.daily or parsed.resume is not None or given(*named)
        parsed.game = games()[0] if usual else look.game
    files = given(*(option.name for option in card_game(parsed.game).file_options))
    setup = shared.setup_values(parsed, refuse)
    if parsed.solo is not None and not has_parts(parsed.game, PARTNERS):
        refuse(
            _("argument --{option}: not available with --game {game}").format(
                option="solo", game=parsed.game
            )
        )
    if parsed.names is not None and len(set(parsed.names)) < 2:
        refuse(_("argument --names: the two names must differ"))
    if parsed.resume is not None:
        for option in (*setup, *files, *given("solo", "names", "seed", "house", "daily")):
            message = _("--resume continues a game as it was; leave out --{option}")
            refuse(message.format(option=option))
    if parsed.daily is not None:
        if not has_days(parsed.game):
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


def _companion(text: str) -> str:
    return shared.checked(text, parse_companion)


def _seconds(text: str) -> float:
    """Return a time, whose fraction may also be written as in the player's language."""
    try:
        seconds = float(text.replace(decimal_sign(), "."))
    except ValueError:
        seconds = 0.0
    if not SHORTEST_LIMIT <= seconds <= LONGEST_LIMIT:
        message = _("'{text}' is not a time from {least} to {most} seconds")
        raise argparse.ArgumentTypeError(
            message.format(
                text=text, least=decimal(SHORTEST_LIMIT, "g"), most=decimal(LONGEST_LIMIT, "g")
            )
        )
    return seconds


def run(options: PlayOptions) -> int:
    """Open the table, and play; return the exit status."""
    check_terminal(options.look)
    # Before a game is dealt, which is saved at once.
    require_parts(options.game, *options.look.parts)
    screen_options = options_for_screens(options)
    places = options.look.places()
    saved_games.remove_stale_files(places.records)
    with announced():
        first = _first(options, screen_options, places)
    status, leads_to = show_until(first, options.look, screen_options)
    while status == OK and leads_to is not None:
        status, trouble = _at_two_terminals(leads_to, options)
        if status == OK:
            options = _remembering_again(options)
            with announced():
                first = _title(options, places, clipped(trouble, WIDTH), TitleRow.TERMINALS)
            status, leads_to = show_until(first, options.look, options_for_screens(options))
    return status


def _remembering_again(options: PlayOptions) -> PlayOptions:
    look = replace(options.look, config=remembered()[0])
    options = replace(options, look=look)
    if options.is_game_given or look.game == options.game:
        return options
    # What was given of a setup was for the other game.
    return replace(options, game=look.game, setup={}, files={})


def _at_two_terminals(seat: TwoTerminals, options: PlayOptions) -> tuple[int, str]:
    try:
        from_title = getattr(module_of(seat.command), f"{seat.command}_from_title")
        status: int = from_title(options, seat.resumed)
    except UserError as error:
        return OK, str(error)
    return status, ""


def options_for_screens(options: PlayOptions) -> Options:
    """Return what holds for all screens of the run."""
    parse = {option.name: option.parse for option in card_game(options.game).file_options}
    files = {name: _read(name, path, parse[name]) for name, path in options.files.items()}
    return Options(
        look=options.look.look_of(options.game),
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


def _read(option: str, path: Path, parse: Any) -> object:
    """Return what a file has for an option; UserError, naming file and field, if it has nothing."""
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


def _first(options: PlayOptions, screens: Options, folders: Folders) -> Next:
    if options.resume is not None:
        return _resumed(*game_to_resume(options.resume, folders))
    if options.is_agreed:
        # A game that is dealt at once is the one that the command line says.
        names = screens.names or names_in(options.look.config, screens.solo)
        screens = replace(screens, names=names)
        if not options.daily:
            return _dealt(screens, folders)
        return _day(screens, folders)
    notice = options.trouble
    if options.daily or options.solo or options.is_game_given:
        from foxduet.ui.form import new_form

        form = new_form(screens, options.look.config, at_the_deal=True)
        return replace(form, screen=replace(form.screen, notice=notice))
    return _title(options, folders, notice)


def _title(
    options: PlayOptions, folders: Folders, notice: str, row: TitleRow | None = None
) -> Next:
    """Return the title on a row; if there is no ``notice``, it may have one of its own."""
    title = title_in(folders, options.game, row)
    return Next(replace(title, notice=notice or title.notice))


def _day(screens: Options, folders: Folders) -> Next:
    from foxduet.ui.form import FormScreen, new_form

    form = new_form(screens, at_the_deal=True)
    stack = Stack((form.screen,))
    stack, _leave = perform_all(stack, form, Context(screens, SMALLEST), folders)
    screen = stack.top
    assert isinstance(screen, FormScreen), "the form shows what counts for the day"
    return Next(screen) if screen.played_already else _dealt(screens, folders)


def _dealt(screens: Options, folders: Folders) -> Next:
    dealt = deal(screens, folders)
    return with_trouble(settle(start(dealt.game, dealt.saved)), dealt.trouble)


def with_trouble(after: Next, trouble: str) -> Next:
    """Return ``after`` with a notice of what was not saved, if anything."""
    return replace(after, effects=(Notice(trouble), *after.effects)) if trouble else after


def deal(screens: Options, folders: Folders, *, talks_first: bool = False) -> GameStarted:
    """Return a new game, dealt and saved; UserError where it cannot be saved."""
    match start_game(open_game(new_header(screens)), folders, talks_first=talks_first):
        case GameStarted() as dealt:
            return dealt
        case StartFailed(reason, _game):
            message = _(
                "cannot save games in {folder}: {reason}; set {variable} to use another folder"
            )
            folder = folders.records
            raise UserError(message.format(folder=folder, reason=reason, variable=HOME_VARIABLE))


def _resumed(game: Game, saved: saved_games.SavedGame) -> Next:
    try:
        return resume(game, saved)
    except ResumeError as error:
        message = _("cannot resume the game in {path}: {reason}")
        raise UserError(message.format(path=saved.path, reason=explain(error))) from None


def game_to_resume(path: Path | bool, folders: Folders) -> tuple[Game, saved_games.SavedGame]:
    """Return the game in a file, or the one that was saved last, if it can be shown."""
    if isinstance(path, bool):
        return _latest(folders)
    try:
        save = read_file(path, partial(saved_games.save_in, path))
    except FileError as error:
        raise shared.unreadable_record(error) from None
    except BrokenRecordError as error:
        if error.good is None:
            raise shared.broken_record(path, error) from None
        raise shared.broken_unfinished_record(path) from None
    game = save.good if isinstance(save, saved_games.DamagedSave) else save[0]
    require_parts(game.header.game, *folders.parts)
    if isinstance(save, saved_games.DamagedSave):
        return _restored(save)
    if game.result is not None:
        message = _("the game in {path} is over; foxduet replay {path} shows it")
        raise UserError(message.format(path=path))
    return save


def _restored(save: saved_games.DamagedSave) -> tuple[Game, saved_games.SavedGame]:
    """Save the part of a game before its damage, and say so; UserError if that cannot be done."""
    # Nothing is written for a game that cannot be resumed at all.
    _resumed(save.good, saved_games.SavedGame(save.path))
    try:
        saved, aside = saved_games.restore_save(save)
    except OSError as error:
        message = _("cannot resume the game in {path}: {reason}")
        raise UserError(message.format(path=save.path, reason=reason_of(error))) from None
    message = _(
        "the saved game {path} was damaged: play continues from before the damage; the whole "
        "damaged file is kept as {aside}"
    )
    warn(message.format(path=save.path, aside=aside))
    return save.good, saved


def _latest(folders: Folders) -> tuple[Game, saved_games.SavedGame]:
    """Return the game that was saved last; UserError if there is none, or if it is damaged."""
    folder = folders.records
    try:
        known = partial(finished_files, folders.scores)
        found = list(saved_games.iter_saves(saved_games.files_in(folder), known, folders.parts))
    except OSError as error:
        raise shared.unreadable_folder(folder, error) from None
    if not found:
        message = _("there is no unfinished game in {folder}; run foxduet to start one")
        raise UserError(message.format(folder=folder))
    last, *others = found
    if isinstance(last, saved_games.DamagedSave):
        raise UserError(shared.damaged_save(last.path))
    if isinstance(last, FileError):
        raise shared.unreadable_record(last)
    for save in others:
        if isinstance(save, saved_games.DamagedSave):
            warn(shared.damaged_save(save.path))
    shared.warn_of_unreadable([save for save in others if isinstance(save, FileError)])
    return last
