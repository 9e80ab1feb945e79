"""What the keys do at the table, and how a game begins, is kept, and goes on."""

from __future__ import annotations

from dataclasses import replace

from foxduet.game import Game, Header, fresh_seed, open_game
from foxduet.i18n import _
from foxduet.rules.actions import Action, Play, Resign
from foxduet.rules.legality import legal_actions
from foxduet.rules.observation import observe
from foxduet.rules.scoring import can_be_won
from foxduet.session import Session, Stage, blank, deal, look, take
from foxduet.store.records import SavedGame, new_record_path, save_game
from foxduet.ui import keys
from foxduet.ui.choices import OPTION_KEYS, card_rows, first_choice, options_of
from foxduet.ui.choosing import HOUSE_KEY, HOUSE_MEMORY
from foxduet.ui.layout import HAND_COLUMNS
from foxduet.ui.screens import (
    AskScreen,
    Leave,
    Options,
    Question,
    ReaderScreen,
    ReplayScreen,
    Screen,
    TableScreen,
    Text,
)
from foxduet.ui.stages import ending_labels
from foxduet.ui.walking import walk_of
from foxduet.ui.wording import Names, must_follow_sentence


def begin(options: Options, level: int, names: Names, seed: int | None) -> TableScreen:
    """Deal the first round of a new game and put it on file.

    Raises OSError when its record cannot be written: a game that cannot be kept is not begun.
    """
    now = options.now()
    header = Header(
        level=level,
        players=names,
        board=options.board,
        seed=fresh_seed() if seed is None else seed,
        started=now,
        further={HOUSE_KEY: HOUSE_MEMORY} if options.memory else {},
    )
    session = deal(Session(open_game(header)))
    saved = save_game(SavedGame(new_record_path(options.records, now)), session.game)
    return TableScreen(session, saved)


def resume(game: Game, saved: SavedGame) -> Screen:
    """Go on with a game exactly where it stands, with a blank screen first."""
    return settled(TableScreen(Session(game), saved))


def settled(screen: TableScreen) -> Screen:
    """Return what comes once the fox has arrived: the table, or the news that all is lost."""
    state = screen.session.state
    if screen.walk or screen.warned or state.outcome or can_be_won(state):
        return screen
    return AskScreen(Question.HOPELESS, replace(screen, warned=True))


def concealed(screen: TableScreen) -> TableScreen:
    """Return the table with no hand in sight and the fox where it belongs."""
    return replace(screen, session=blank(screen.session), walk=None, cursor=0)


def act_at_table(screen: TableScreen, action: Action, options: Options) -> Screen:
    """Do a legal action, keep it on file, and show what comes of it."""
    before = screen.session.state
    kept = _kept(screen, take(screen.session, action), options)
    walk = walk_of(before, kept.session.game.turns[-1]) if options.look.animated else None
    return settled(replace(kept, walk=walk))


def _kept(screen: TableScreen, session: Session, options: Options) -> TableScreen:
    """Return the table with ``session``, saved; a disk that refuses is told of, not obeyed."""
    game = session.game
    if game.state.outcome is not None and game.header.finished is None:
        game = replace(game, header=replace(game.header, finished=options.now()))
        session = replace(session, game=game)
    notice, saved = "", screen.saved
    try:
        saved = save_game(saved, game)
        if saved.path != screen.saved.path:
            notice = _("Another program changed the save; your game goes on in a file of its own.")
    except OSError as error:
        notice = _("Not saved: {reason}. You can play on; the next card tries again.").format(
            reason=error.strerror
        )
    return replace(
        screen, session=session, saved=saved, notice=notice, cursor=first_choice(session)
    )


def press_table(screen: TableScreen, key: str, options: Options) -> Screen | Leave:
    """Return what ``key`` leads to at the table."""
    if key == "b":
        return settled(concealed(screen))
    if screen.walk is not None:
        return settled(replace(screen, walk=None))
    over = screen.session.stage is Stage.OVER
    if key == "?":
        return ReaderScreen(Text.RULES, screen)
    if key in keys.REFERENCE:
        return ReaderScreen(Text.REFERENCE, screen)
    if key == "q":
        return Leave() if over else AskScreen(Question.LEAVE, screen, yes=True)
    if key == "R" and not over:
        return AskScreen(Question.RESIGN, screen)
    screen = replace(screen, notice="")
    match screen.session.stage:
        case Stage.HANDOFF:
            return _look(screen) if key in keys.CONFIRM else screen
        case Stage.BETWEEN_ROUNDS:
            return _deal(screen, options) if key in keys.CONFIRM else screen
        case Stage.FOREST:
            return _press_option(screen, key, legal_actions(screen.session.state), options)
        case Stage.CHOICE:
            return _press_choice(screen, key, options)
        case Stage.OVER:
            return _press_ending(screen, key, options)


def _look(screen: TableScreen) -> TableScreen:
    session = look(screen.session)
    return replace(screen, session=session, cursor=first_choice(session))


def _deal(screen: TableScreen, options: Options) -> Screen:
    return settled(_kept(screen, deal(screen.session), options))


def _press_choice(screen: TableScreen, key: str, options: Options) -> Screen:
    session = screen.session
    assert session.viewer is not None, "whoever chooses is looking"
    observation = observe(session.state, session.viewer)
    if key in keys.UPWARD + keys.DOWNWARD:
        count = len(options_of(observation))
        return replace(screen, cursor=_other_row(screen.cursor, key, observation.hand, count))
    return _press_option(screen, key, options_of(observation), options)


def _other_row(cursor: int, key: str, hand: tuple[object, ...], count: int) -> int:
    """Return the option above or below; what is no card stands below the last row."""
    if not count > HAND_COLUMNS and len(card_rows(len(hand))) < 2:
        return cursor
    moved = cursor + (HAND_COLUMNS if key in keys.DOWNWARD else -HAND_COLUMNS)
    if key in keys.DOWNWARD:
        return min(moved, count - 1)
    return moved if moved >= 0 else cursor


def _press_option(
    screen: TableScreen, key: str, choices: tuple[Action, ...], options: Options
) -> Screen:
    cursor = _moved(screen.cursor, key, len(choices))
    if cursor is None:
        return _choose(screen, choices[screen.cursor], options)
    return replace(screen, cursor=cursor)


def _moved(cursor: int, key: str, count: int) -> int | None:
    """Return where ``key`` moves the cursor among options, None if it takes the one it is on."""
    numbered = OPTION_KEYS.find(key)
    if key in keys.CONFIRM or numbered == cursor:
        return None
    if 0 <= numbered < count:
        return numbered
    return (cursor + keys.step_of(key)) % count


def _choose(screen: TableScreen, action: Action, options: Options) -> Screen:
    """Do ``action``, or say why that card may not be played."""
    state = screen.session.state
    if isinstance(action, Play) and action not in legal_actions(state):
        assert state.trick is not None, "only a follower is bound to a suit"
        assert state.trick.lead is not None, "only a follower is bound to a suit"
        return replace(screen, notice=must_follow_sentence(state.trick.lead))
    return act_at_table(screen, action, options)


def _press_ending(screen: TableScreen, key: str, options: Options) -> Screen | Leave:
    cursor = _moved(screen.cursor, key, len(ending_labels()))
    if cursor is None:
        return _end_with(screen, screen.cursor, options)
    return replace(screen, cursor=cursor)


def _end_with(screen: TableScreen, answer: int, options: Options) -> Screen | Leave:
    header = screen.session.game.header
    match answer:
        case 0:
            try:
                again = replace(options, board=header.board)
                return begin(again, header.level, header.players, None)
            except OSError as error:
                notice = _("A new game cannot be saved: {reason}.").format(reason=error.strerror)
                return replace(screen, notice=notice)
        case 1:
            return ReplayScreen(screen.session.game, back=screen)
        case _:
            return Leave()


def press_question(screen: AskScreen, key: str, options: Options) -> Screen | Leave:
    """Return what ``key`` leads to when a question is asked."""
    if key in (keys.ESCAPE, "n"):
        return screen.under
    if key == "y" or (key in keys.CONFIRM and screen.yes):
        if screen.question is Question.LEAVE:
            return _leave(screen.under)
        return act_at_table(concealed(screen.under), Resign(), options)
    if key in keys.CONFIRM:
        return screen.under
    return replace(screen, yes=not screen.yes) if keys.step_of(key) or key == keys.TAB else screen


def _leave(screen: TableScreen) -> Screen | Leave:
    """Leave, unless the game is not on file as it stands and still cannot be put there."""
    try:
        save_game(screen.saved, screen.session.game)
    except OSError as error:
        notice = _("Not saved: {reason}. Ctrl-C leaves all the same.").format(reason=error.strerror)
        return replace(concealed(screen), notice=notice)
    return Leave(_("The game is saved; go on with: foxduet --resume"))


def farewell(screen: Screen) -> Leave:
    """Leave at once, telling how the game under way can be gone on with."""
    table = screen.under if isinstance(screen, AskScreen | ReaderScreen) else screen
    if not isinstance(table, TableScreen) or table.session.stage is Stage.OVER:
        return Leave()
    after = _leave(table)
    if isinstance(after, Leave):
        return after
    return Leave(_("The last of the game could not be saved: the disk refused it."))
