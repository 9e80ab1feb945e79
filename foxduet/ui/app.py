"""The loop that ties screens to a terminal: draw, wait, go on."""

from __future__ import annotations

from dataclasses import replace

from foxduet.play.table import Stage
from foxduet.ui.background import Background
from foxduet.ui.kit.canvas import Canvas, Frame, Size, Style
from foxduet.ui.kit.dialogs import draw_question, draw_reader
from foxduet.ui.kit.look import Look
from foxduet.ui.kit.reading import press_reader
from foxduet.ui.kit.shell import Input, Interruption, ParSeeker, Reviewer, Terminal, Thinker
from foxduet.ui.menu.menu_keys import (
    press_form,
    press_replay,
    press_title,
)
from foxduet.ui.menu.menus import draw_form, draw_title
from foxduet.ui.replay import draw_replay
from foxduet.ui.screens import (
    AskScreen,
    FormScreen,
    Leave,
    Options,
    Pause,
    PlayOutScreen,
    ReaderScreen,
    ReplayScreen,
    ReviewScreen,
    ReviewWaitScreen,
    Screen,
    TableScreen,
    TitleScreen,
    Walk,
)
from foxduet.ui.table.attending import errand_of, is_awaited, is_to_be_entered, sought_par
from foxduet.ui.table.choose import draw_choosing
from foxduet.ui.table.fox_animation import SECONDS_A_STEP, SECONDS_AT_THE_END, draw_walk
from foxduet.ui.table.handoff import draw_between_rounds, draw_handoff, draw_over
from foxduet.ui.table.keeping import farewell
from foxduet.ui.table.keys import after_pause, concealed, press_question, press_table, settled
from foxduet.ui.table.layout import SMALLEST
from foxduet.ui.table.partner_turn import (
    SECONDS_OF_A_PAUSE,
    SECONDS_OF_A_TICK,
    draw_pause,
    draw_thinking,
)
from foxduet.words.i18n import _

# Whoever means to skip a pause may be a moment late; the end of a game is not skipped by mistake.
SECONDS_TO_LOOK, SECONDS_TO_LOOK_AT_THE_END = 0.35, 0.8


def _is_unseen(screen: Screen, size: Size) -> bool:
    """Tell whether a walk or a pause must wait for a window in which it can be seen."""
    return _is_watched(screen) and is_too_small(size)


def is_too_small(size: Size) -> bool:
    """Tell whether a window has no room for the screens."""
    return size.rows < SMALLEST.rows or size.columns < SMALLEST.columns


def draw(screen: Screen, size: Size, look: Look) -> Frame:
    """Return the picture of a screen in a window of ``size``."""
    if is_too_small(size):
        return _too_small(size)
    match screen:
        case TitleScreen():
            return draw_title(screen, size, look)
        case FormScreen():
            return draw_form(screen, size, look)
        case ReaderScreen():
            return draw_reader(screen, size, look)
        case AskScreen():
            return draw_question(screen, size, look)
        case ReplayScreen():
            return draw_replay(screen, size, look)
        case TableScreen():
            return _draw_game(screen, size, look)
        case _:
            # Imported this late since the first frame must not wait for what comes after games.
            from foxduet.ui.studies import draw_study  # noqa: PLC0415

            return draw_study(screen, size, look)


def _draw_game(screen: TableScreen, size: Size, look: Look) -> Frame:
    if screen.walk is not None:
        return draw_walk(screen, size, look)
    if screen.pause is not None:
        return draw_pause(screen, size, look)
    match screen.session.stage:
        case Stage.PARTNER:
            return draw_thinking(screen, size, look)
        case Stage.CHOICE:
            return draw_choosing(screen, size, look)
        case Stage.HANDOFF:
            return draw_handoff(screen, size, look)
        case Stage.BETWEEN_ROUNDS | Stage.FOREST:
            return draw_between_rounds(screen, size, look)
        case Stage.OVER:
            return draw_over(screen, size, look)


def _too_small(size: Size) -> Frame:
    canvas = Canvas(size)
    text = _("foxduet needs {columns}x{rows}, this is {w}x{h}").format(
        columns=SMALLEST.columns, rows=SMALLEST.rows, w=size.columns, h=size.rows
    )
    canvas.put(max(0, size.rows // 2), max(0, (size.columns - len(text)) // 2), text, Style.STRONG)
    return canvas.frame()


def press(screen: Screen, key: str, size: Size, options: Options) -> Screen | Leave:
    """Return what ``key`` leads to."""
    if key == "b" and not isinstance(screen, FormScreen):
        return hidden(screen)
    if key == "q" and isinstance(screen, ReaderScreen):
        under = screen.under
        # In the form it would be a letter of a name; a review has much to be gone on with.
        stays = isinstance(under, FormScreen | ReviewScreen)
        return under if stays else press(under, key, size, options)
    match screen:
        case TitleScreen():
            return press_title(screen, key, options)
        case FormScreen():
            return press_form(screen, key, options)
        case ReaderScreen():
            return press_reader(screen, key, size, options)
        case AskScreen():
            return press_question(screen, key, options)
        case ReplayScreen():
            return press_replay(screen, key)
        case TableScreen():
            return press_table(screen, key, options)
        case _:
            from foxduet.ui.studies import press_study  # noqa: PLC0415 - as above

            return press_study(screen, key, size, options)


def patience(screen: Screen) -> float | None:
    """Return after how many seconds a screen changes by itself, None if it does not."""
    if isinstance(screen, TableScreen) and screen.pause is not None:
        return SECONDS_OF_A_PAUSE
    if isinstance(screen, TableScreen) and screen.walk is not None:
        return SECONDS_AT_THE_END if screen.walk.arrived else SECONDS_A_STEP
    if isinstance(screen, ReviewWaitScreen) or sought_par(screen) is not None:
        return SECONDS_OF_A_TICK
    errand = errand_of(screen)
    return SECONDS_OF_A_TICK if errand is not None and is_awaited(screen, errand) else None


def later(screen: Screen) -> Screen:
    """Return what a screen becomes by itself when its time is up."""
    match screen:
        case TableScreen(pause=Pause()):
            return after_pause(screen)
        case TableScreen(walk=Walk() as walk) if walk.arrived:
            return settled(replace(screen, walk=None))
        case TableScreen(walk=Walk() as walk):
            return replace(screen, walk=replace(walk, at=walk.at + 1))
        case TableScreen():
            return replace(screen, ticks=screen.ticks + 1)
        case AskScreen(under=under):
            return replace(screen, under=replace(under, ticks=under.ticks + 1))
        case PlayOutScreen():
            return replace(screen, ticks=screen.ticks + 1)
        case _:
            return screen


def hidden(screen: Screen) -> Screen:
    """Return a screen with no hand in sight, nor behind it."""
    match screen:
        case TableScreen():
            return settled(concealed(screen))
        case AskScreen():
            return replace(screen, under=concealed(screen.under))
        case ReaderScreen(under=TableScreen() as table):
            return replace(screen, under=concealed(table))
        case ReaderScreen(under=AskScreen() as question):
            return replace(screen, under=replace(question, under=concealed(question.under)))
        case _:
            return screen


def _moment(screen: Screen) -> object:
    """Return what the keys of a screen decide, None where they decide nothing.

    Keys typed before it came up were meant for something else: they must not open a hand,
    answer a question, or play a card for what is seen only now.
    """
    if isinstance(screen, AskScreen):
        return screen.question
    if isinstance(screen, TableScreen) and screen.walk is None and screen.pause is None:
        # While the partner thinks they decide nothing; still, what was typed then is forgotten.
        return screen.session.stage, len(screen.session.game.turns)
    return None


def _is_watched(screen: Screen | None) -> bool:
    """Tell whether a screen shows something that any key skips."""
    return isinstance(screen, TableScreen) and (screen.walk or screen.pause) is not None


def _entered(screen: TableScreen, options: Options) -> TableScreen:
    from foxduet.ui.table.entering import entered  # noqa: PLC0415 - as above

    return entered(screen, options)


def _is_thinking(screen: Screen | None) -> bool:
    return isinstance(screen, TableScreen) and screen.session.stage is Stage.PARTNER


def _seconds_to_look(before: Screen | None, got: Input | None, screen: Screen) -> float:
    """Return for how long keys are ignored once ``screen`` has come up after ``before``.

    A key meant to skip what was watched, or that came just when the partner was done, must not
    decide what comes after it. ``got`` is what came of ``before``, None for a thought.
    """
    came_by_itself = _is_thinking(before) and got is None
    if not (_is_watched(before) or came_by_itself) or _is_watched(screen) or _is_thinking(screen):
        return 0
    if isinstance(screen, TableScreen) and screen.session.stage is Stage.OVER:
        return SECONDS_TO_LOOK_AT_THE_END
    return SECONDS_TO_LOOK


def run(
    terminal: Terminal,
    screen: Screen,
    options: Options,
    thinker: Thinker | None = None,
    seeker: ParSeeker | None = None,
    reviewer: Reviewer | None = None,
) -> Leave:
    """Show screens until the players leave or the program is told to end.

    Without a ``thinker``, ``seeker`` or ``reviewer`` it finds those that work in the background.
    """
    background = Background(options, thinker, seeker, reviewer)
    try:
        return _run(terminal, screen, options, background)
    finally:
        background.stop()


def _run(terminal: Terminal, screen: Screen, options: Options, background: Background) -> Leave:
    shown: object = None
    before: Screen | None = None
    got: Input | None = None
    while True:
        attended = background.attend(screen)
        if attended is not screen:
            screen, got = attended, None
        frame = draw(screen, terminal.size(), options.look)
        moment = _moment(screen)
        if moment is not None and moment != shown:
            # Before the frame can be seen, so that nothing pressed in answer to it is lost.
            terminal.forget_keys()
        shown = moment
        terminal.show(frame)
        if seconds := _seconds_to_look(before, got, screen):
            terminal.forget_keys(seconds)
        before = screen
        if isinstance(screen, TableScreen) and is_to_be_entered(screen):
            # Once its end can be seen: the scores may have to be waited for.
            screen = _entered(screen, options)
            continue
        got = terminal.wait(None if _is_unseen(screen, terminal.size()) else patience(screen))
        match got:
            case Interruption.TIME_UP:
                screen = later(screen)
            case Interruption.RESIZED:
                pass
            case Interruption.SUSPENDED:
                screen = hidden(screen)
                background.stop()
                terminal.suspend()
            case Interruption.CONTINUED:
                screen = hidden(screen)
            case Interruption.ENDED:
                return farewell(screen, options)
            case str() as key if is_too_small(terminal.size()):
                # Other keys would act on what cannot be seen.
                if key == "b":
                    screen = hidden(screen)
            case str() as key:
                after = press(screen, key, terminal.size(), options)
                if isinstance(after, Leave):
                    return after
                screen = after
