"""What the keys do outside of a game: title, new game, texts, and looking through a game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from foxduet.play.game import Game
from foxduet.store.saved_games import SavedGame, latest_unfinished
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import text_width
from foxduet.ui.kit.reading import text_asked
from foxduet.ui.menu.menus import (
    DEAL_ROW,
    LONGEST_NAME,
    NAME_ROWS,
    PARTNER_ROW,
    next_level,
    next_partner,
    title_labels,
)
from foxduet.ui.screens import (
    FormScreen,
    Leave,
    Options,
    ReaderScreen,
    ReplayScreen,
    Screen,
    Text,
    TitleScreen,
)
from foxduet.ui.table.choices import moved
from foxduet.ui.table.keeping import ResumeError, begin, resume
from foxduet.ui.table.keys import settled
from foxduet.words.duet.names import Names, partner_name
from foxduet.words.i18n import _

if TYPE_CHECKING:
    from foxduet.store.entries import Entry


def title(options: Options) -> TitleScreen:
    """Return the first screen, offering the game under way that was saved last."""
    try:
        return TitleScreen(latest_unfinished(options.records))
    except OSError:
        return TitleScreen(None)


def default_names(partner: str | None) -> Names:
    """Return what two players are called who have not said so, or a person and a partner."""
    if partner is None:
        return _("Left"), _("Right")
    return _("Player"), partner_name(partner.partition(":")[0])


def new_form(options: Options, row: int) -> FormScreen:
    """Return the form of a new game as the command line has settled it, at one of its rows."""
    played: tuple[Entry, ...] = ()
    notice = ""
    if options.daily is not None:
        # Imported this late since the first frame must not wait for the scores.
        from foxduet.ui.table.entering import played_today  # noqa: PLC0415

        played, notice = played_today(options, options.daily)
    return FormScreen(
        level=1,
        names=options.names or default_names(options.solo),
        partner=options.solo,
        own_board=options.board is not None,
        row=row,
        notice=notice,
        day=options.daily,
        played=played,
    )


def press_title(screen: TitleScreen, key: str, options: Options) -> Screen | Leave:
    """Return what ``key`` leads to on the title screen."""
    if key == "q":
        return Leave()
    if (text := text_asked(screen, key)) is not None:
        return text
    cursor = moved(screen.cursor, key, len(title_labels(screen)), picked=True)
    if cursor is not None:
        return replace(screen, cursor=cursor, notice="")
    match screen.cursor + (screen.unfinished is None):
        case 0:
            assert screen.unfinished is not None, "only then the choice is there"
            return _resume(screen, *screen.unfinished)
        case 1:
            return new_form(options, 0)
        case 2:
            return ReaderScreen(Text.RULES, screen)
        case 3:
            from foxduet.ui.table.entering import scores_screen  # noqa: PLC0415 - as above

            return scores_screen(options)
        case _:
            return Leave()


def _resume(screen: TitleScreen, game: Game, saved: SavedGame) -> Screen:
    try:
        return settled(resume(game, saved))
    except ResumeError:
        # The row is too short for the reason.
        notice = _("This game cannot be resumed here; foxduet --resume says why.")
        return replace(screen, notice=notice)


def press_form(screen: FormScreen, key: str, options: Options) -> Screen:
    """Return what ``key`` leads to in the form of a new game; letters go into names."""
    screen = replace(screen, notice="")
    if key == keys.ESCAPE:
        return title(options)
    if key == keys.TAB:
        return ReaderScreen(Text.REFERENCE, screen)
    if key in (keys.UP, keys.DOWN):
        return replace(screen, row=(screen.row + (-1 if key == keys.UP else 1)) % (DEAL_ROW + 1))
    if key == keys.ENTER:
        deal = screen.row == DEAL_ROW
        return _deal(screen, options) if deal else replace(screen, row=screen.row + 1)
    if screen.row in NAME_ROWS:
        return _type(screen, key)
    if (text := text_asked(screen, key)) is not None:
        return text
    if screen.row == PARTNER_ROW:
        return _with_partner(
            screen, next_partner(screen.partner, keys.step_of(key), options.solo), options
        )
    if screen.row == DEAL_ROW:
        return _deal(screen, options) if key == keys.SPACE else screen
    level = int(key) if key in ("1", "2", "3") else next_level(screen.level, keys.step_of(key))
    return replace(screen, level=level)


def _with_partner(screen: FormScreen, partner: str | None, options: Options) -> FormScreen:
    """Change the partner, and the names too unless they were given or typed."""
    names = screen.names
    if options.names is None and names == default_names(screen.partner):
        names = default_names(partner)
    return replace(screen, partner=partner, names=names)


def _type(screen: FormScreen, key: str) -> FormScreen:
    names = list(screen.names)
    at = screen.row - NAME_ROWS[0]
    name = names[at]
    if key == keys.BACKSPACE:
        name = name[:-1]
    elif len(key) == 1 and key.isprintable() and text_width(name + key) <= LONGEST_NAME:
        name += key
    names[at] = name
    return replace(screen, names=(names[0], names[1]))


def _deal(screen: FormScreen, options: Options) -> Screen:
    names = tuple(name.strip() for name in screen.names)
    if not all(names):
        return replace(screen, notice=_("Both players need a name."))
    if names[0] == names[1]:
        return replace(screen, notice=_("The players need two different names."))
    try:
        players, ai = (names[0], names[1]), (None, screen.partner)
        return begin(options, screen.level, players, options.seed, ai)
    except OSError as error:
        notice = _("The game cannot be saved: {reason}.").format(reason=error.strerror)
        return replace(screen, notice=notice)


def press_replay(screen: ReplayScreen, key: str) -> Screen | Leave:
    """Return what ``key`` leads to when looking through a game."""
    if key in ("q", keys.ESCAPE):
        return Leave() if screen.back is None else screen.back
    if (text := text_asked(screen, key)) is not None:
        return text
    return replace(screen, at=moment_after(screen.game, screen.at, key))


def moment_after(game: Game, at: int, key: str) -> int:
    """Return the moment of ``game``, by the actions before it, that ``key`` leads to."""
    last = len(game.turns)
    if key in keys.UPWARD + keys.DOWNWARD:
        return _next_trick(game, at, -1 if key in keys.UPWARD else 1)
    steps = {keys.HOME: -last, keys.END: last, keys.SPACE: 1, keys.ENTER: 1}
    return min(max(at + steps.get(key, keys.step_of(key)), 0), last)


def _next_trick(game: Game, at: int, step: int) -> int:
    """Return the nearest moment before or after this one at which a trick begins."""
    states, at = game.states, at + step
    while 0 < at < len(states) - 1:
        trick = states[at].table.trick
        if trick is not None and trick.lead is None:
            break
        at += step
    return min(max(at, 0), len(states) - 1)
