"""The loop that ties screens to a terminal: draw, wait, go on."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import assert_never

from foxduet.i18n import _
from foxduet.par import BackgroundPar
from foxduet.review.kept import Task
from foxduet.review.work import BackgroundReviewer
from foxduet.session import Stage
from foxduet.thinking import Errand
from foxduet.ui.attending import considered, errand_of, is_awaited
from foxduet.ui.branching import draw_branch, draw_play_out, draw_wait
from foxduet.ui.canvas import Canvas, Frame, Size, Style
from foxduet.ui.choosing import draw_choosing
from foxduet.ui.dialogs import draw_question, draw_reader
from foxduet.ui.entering import sought_par, with_par
from foxduet.ui.keeping import farewell
from foxduet.ui.layout import SMALLEST
from foxduet.ui.look import Look
from foxduet.ui.menu_keys import (
    press_form,
    press_reader,
    press_replay,
    press_scores,
    press_title,
)
from foxduet.ui.menus import draw_form, draw_title
from foxduet.ui.play import after_pause, concealed, press_question, press_table, settled
from foxduet.ui.review_keys import press_branch, press_play_out, press_review, press_wait, worked
from foxduet.ui.reviewed import draw_review
from foxduet.ui.scores import draw_scores
from foxduet.ui.screens import (
    AskScreen,
    BranchScreen,
    FormScreen,
    Leave,
    Options,
    Pause,
    PlayOutScreen,
    ReaderScreen,
    ReplayScreen,
    ReviewScreen,
    ReviewWaitScreen,
    ScoresScreen,
    Screen,
    TableScreen,
    TitleScreen,
    Walk,
)
from foxduet.ui.shell import Input, Interruption, ParSeeker, Reviewer, Terminal, Thinker
from foxduet.ui.stages import draw_between_rounds, draw_handoff, draw_over
from foxduet.ui.viewer import draw_replay
from foxduet.ui.waiting import (
    SECONDS_OF_A_PAUSE,
    SECONDS_OF_A_TICK,
    draw_pause,
    draw_thinking,
)
from foxduet.ui.walking import SECONDS_A_STEP, SECONDS_AT_THE_END, draw_walk

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
        case ReviewWaitScreen():
            return draw_wait(screen, size, look)
        case ReviewScreen():
            return draw_review(screen, size, look)
        case BranchScreen():
            return draw_branch(screen, size, look)
        case PlayOutScreen():
            return draw_play_out(screen, size, look)
        case TableScreen():
            return _draw_game(screen, size, look)
        case ScoresScreen():
            return draw_scores(screen, size, look)
        case _:
            assert_never(screen)


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
        # In the form it would be a letter of a name.
        under = screen.under
        return under if isinstance(under, FormScreen) else press(under, key, size, options)
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
        case ScoresScreen():
            return press_scores(screen, key, size, options)
        case ReviewWaitScreen():
            return press_wait(screen, key)
        case ReviewScreen():
            return press_review(screen, key)
        case BranchScreen():
            return press_branch(screen, key, options)
        case PlayOutScreen():
            return press_play_out(screen, key)
        case TableScreen():
            return press_table(screen, key, options)
        case _:
            assert_never(screen)


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
    thinker: Thinker,
    seeker: ParSeeker | None = None,
    reviewer: Reviewer | None = None,
) -> Leave:
    """Show screens until the players leave or the program is told to end.

    Without a ``seeker`` and a ``reviewer`` it has some of its own, which work in processes.
    """
    seeker = seeker or BackgroundPar()
    reviewer = reviewer or BackgroundReviewer(options.jobs or os.cpu_count() or 1)
    try:
        return _run(terminal, screen, options, thinker, seeker, reviewer)
    finally:
        thinker.stop()
        seeker.seek(None)
        reviewer.stop()


def _run(
    terminal: Terminal,
    screen: Screen,
    options: Options,
    thinker: Thinker,
    seeker: ParSeeker,
    reviewer: Reviewer,
) -> Leave:
    shown: object = None
    before: Screen | None = None
    got: Input | None = None
    under_way: Errand | None = None
    at_work: Task | None = None
    while True:
        task = screen.task if isinstance(screen, ReviewWaitScreen) else None
        if task != at_work:
            reviewer.stop()
            if task is not None:
                reviewer.start(task)
            at_work = task
        if isinstance(screen, ReviewWaitScreen):
            screen = worked(screen, reviewer.progress())
        errand = errand_of(screen)
        if errand != under_way:
            thinker.stop()
            if errand is not None:
                thinker.start(errand)
            under_way = errand
        if errand is not None and is_awaited(screen, errand):
            thought = thinker.thought()
            if thought is not None:
                screen, got = considered(screen, errand, thought, options), None
                continue
        seeker.seek(sought_par(screen))
        if isinstance(screen, TableScreen) and sought_par(screen) is not None:
            found = seeker.found()
            if found is not None:
                screen = with_par(screen, found, options)
                continue
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
        got = terminal.wait(None if _is_unseen(screen, terminal.size()) else patience(screen))
        match got:
            case Interruption.TIME_UP:
                screen = later(screen)
            case Interruption.RESIZED:
                pass
            case Interruption.SUSPENDED:
                screen = hidden(screen)
                thinker.stop()
                under_way = None
                seeker.seek(None)
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
