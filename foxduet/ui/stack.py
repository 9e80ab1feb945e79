"""The stack of screens: what opens over what, and what comes up when one is closed.

A screen's module is loaded when the screen comes up for the first time, so that the first frame
does not wait for what may never be opened: so all imports within functions of this room.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from foxduet.core.frozen import dataclass, field, replace
from foxduet.ui.kit import answers, effects
from foxduet.ui.kit.answers import Event
from foxduet.ui.kit.effects import Leave
from foxduet.ui.kit.screen import CloseLapsed, Context, HideHands, Next, Pop, Push, Screen
from foxduet.ui.performer import Folders, perform
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import BranchLeft
from foxduet.words.i18n import _

if TYPE_CHECKING:
    from foxduet.ai.workers import Job
    from foxduet.store.saved_games import SavedGame
    from foxduet.ui.kit.screen import Change
    from foxduet.ui.reader import Readable


@dataclass(frozen=True, slots=True)
class Stack:
    """Screens over one another, the one in sight last; at least one.

    ``unfinished`` are branches that were left, to be resumed. ``openers`` has, by its place, what
    was opened by a screen further down than the one below it, and the place of that one.
    """

    screens: tuple[Screen, ...]
    unfinished: tuple[SavedGame, ...] = ()
    openers: Mapping[int, int] = field(default_factory=dict)

    @property
    def top(self) -> Screen:
        """The screen in sight."""
        return self.screens[-1]

    @property
    def opener(self) -> int:
        """The place of what has opened the screen in sight."""
        top = len(self.screens) - 1
        return self.openers.get(top, top - 1)

    def showing(self, screen: Screen, at: int | None = None) -> Stack:
        """Return the stack with another screen at a place, in sight if none is given."""
        at = len(self.screens) - 1 if at is None else at
        return replace(self, screens=(*self.screens[:at], screen, *self.screens[at + 1 :]))

    def under(self, screen: Screen, opener: int | None = None) -> Stack:
        """Return the stack with one more screen, opened by that in sight, or at another place."""
        openers = {at: one for at, one in self.openers.items() if at < len(self.screens)}
        if opener is not None:
            openers[len(self.screens)] = opener
        return replace(self, screens=(*self.screens, screen), openers=openers)

    def job(self, context: Context) -> Job[Any] | None:
        """Return what is to be worked out: for the screen in sight, or else for one below."""
        jobs = (screen.job(context) for screen in reversed(self.screens))
        return next((job for job in jobs if job is not None), None)

    @property
    def with_hands_hidden(self) -> Stack:
        """The stack with no hand in sight, nor below."""
        screens: list[Screen] = []
        for screen in self.screens:
            after = screen.hide_hands()
            screens.append(after.screen)
            for effect in after.effects:
                match effect:
                    case Push(above):
                        # It asks the screen below: what was over that would get its answer.
                        return replace(self, screens=(*screens, above))
                    case Pop():
                        screens.pop()
        return replace(self, screens=tuple(screens))


def press(screen: Screen, key: str, context: Context) -> Next:
    """Return what ``key`` leads to on a screen; ``b`` hides hands wherever it is no text."""
    if key == "b" and not screen.is_text(key):
        return Next(screen, (HideHands(),))
    return screen.press(key, context)


def perform_all(
    stack: Stack,
    after: Next,
    context: Context,
    folders: Folders,
    told: list[object] | None = None,
    at: int | None = None,
) -> tuple[Stack, Leave | None]:
    """Perform effects, and those that come of their events; return the stack in the end.

    The screen at a place acts, that in sight if none is given, and gets what answers it. The
    program is to end if there is a Leave beside the stack. What is to be told to another player's
    screens is added to ``told``.
    """
    at = len(stack.screens) - 1 if at is None else at
    stack, waiting = stack.showing(after.screen, at), [(at, effect) for effect in after.effects]
    while waiting:
        at, effect = waiting.pop(0)
        if isinstance(effect, effects.Tell):
            assert told is not None, "there is somebody to be told"
            told.append(effect.what)
            continue
        asks = stack.opener if isinstance(effect, Pop) else at
        stack, event = _perform(stack, effect, context, folders, at)
        if isinstance(event, Leave):
            return stack, event
        if event is not None:
            at = min(asks, len(stack.screens) - 1)
            answered = stack.screens[at].receive(event, context)
            stack = stack.showing(answered.screen, at)
            waiting = [*((at, one) for one in answered.effects), *waiting]
    return stack, None


def _perform(
    stack: Stack, effect: Change, context: Context, folders: Folders, at: int
) -> tuple[Stack, Event | Leave | None]:
    """Return the stack after an effect of the screen at a place, and what answers it, if any."""
    match effect:
        case Leave():
            return stack, replace(effect, unfinished=(*stack.unfinished, *effect.unfinished))
        case HideHands():
            return stack.with_hands_hidden, None
        case CloseLapsed():
            lapsed = (at for at, screen in enumerate(stack.screens) if screen.lapses)
            return replace(stack, screens=stack.screens[: next(lapsed, None)]), None
        case Push(screen):
            return stack.under(screen, at), None
        case Pop() if len(stack.screens) == 1:
            return stack, Leave(stack.unfinished)
        case Pop(result):
            stack = replace(stack, screens=stack.screens[:-1])
            if isinstance(result, BranchLeft) and result.is_unfinished:
                stack = replace(stack, unfinished=(*stack.unfinished, result.saved))
            return stack, None if result is None else answers.Closed(result)
        case effects.OpenText(text):
            from foxduet.ui.text_screen import TextScreen

            about: Readable = stack.top  # type: ignore[assignment]
            return stack.under(TextScreen(text, about)), None
        case effects.OpenTerminals(games):
            from foxduet.ui.menu.terminals import two_terminals

            return stack.under(two_terminals(games)), None
        case effects.OpenReplay(game, at, trouble):
            from foxduet.ui.replay import ReplayScreen

            return stack.under(ReplayScreen(game, at, trouble)), None
        case effects.OpenReview(game, path):
            from foxduet.ui.review.opening import wait_for_review

            return stack.under(wait_for_review(game, path)), None
        case effects.OpenBranch(game, saved):
            from foxduet.ui.table.screen import resume
            from foxduet.ui.table.state import Exit

            table = resume(game, saved, leads_to=Exit.REVIEW)
            return perform_all(stack.under(table.screen), table, context, folders)
        case _:
            event = perform(effect, folders)
            return (stack, None) if event is None else _opened(stack, event, context, folders)


def _opened(
    stack: Stack, event: Event, context: Context, folders: Folders
) -> tuple[Stack, Event | Leave | None]:
    """Return the stack that an event leads to if it opens a screen; else it is for the top one."""
    match event:
        case answers.TitleOpened(game=played_last):
            from foxduet.ui.menu.title import title_of

            game = context.options.game
            if played_last and not context.options.is_game_given:
                game = played_last
            return replace(stack, screens=(title_of(game, event),)), None
        case answers.UnfinishedOpened(()):
            # Another program has continued them, or they are gone.
            return _perform(stack, effects.OpenTitle(), context, folders, 0)
        case answers.UnfinishedOpened(games):
            from foxduet.ui.menu.unfinished import UnfinishedScreen

            return replace(stack, screens=(UnfinishedScreen(games),)), None
        case answers.FormOpened():
            from foxduet.ui.menu.form import opened_form

            form = opened_form(event, context.options)
            return perform_all(replace(stack, screens=(form.screen,)), form, context, folders)
        case answers.ScoresOpened():
            from foxduet.ui.scores.screen import scores_screen

            return replace(stack, screens=(scores_screen(event),)), None
        case answers.ProgressOpened():
            from foxduet.ui.progress import progress_screen

            return replace(stack, screens=(progress_screen(event),)), None
        case answers.LessonsOpened():
            from foxduet.ui.learn.menu import LessonsScreen, lessons_screen

            if isinstance(stack.top, LessonsScreen):
                # Only the game was changed.
                lessons = replace(lessons_screen(event), two=stack.top.two)
                return stack.showing(lessons), None
            return stack.under(lessons_screen(event)), None
        case answers.PuzzlesOpened():
            from foxduet.ui.puzzle.menu import PuzzlesScreen, puzzles_screen

            if not isinstance(stack.top, PuzzlesScreen):
                stack = stack.under(puzzles_screen(event))
            opened = puzzles_screen(event, stack.top)
            return perform_all(stack, opened.going_on(event.goes_on), context, folders)
        case _:
            return stack, event


def leave_at_once(stack: Stack, folders: Folders) -> tuple[Leave, ...]:
    """Return how to leave at once: each game under way is saved as it stands, if that can be."""
    tables = [screen for screen in reversed(stack.screens) if isinstance(screen, TableScreen)]
    leaves = tuple(_saved_or_not(table, folders) for table in tables)
    return (*leaves, Leave(stack.unfinished)) if stack.unfinished else leaves


def _saved_or_not(table: TableScreen, folders: Folders) -> Leave:
    from foxduet.ui.table.moves import leave_with

    if not table.is_saved:
        event = perform(effects.SaveGame(table.session.game, table.saved), folders)
        if not isinstance(event, answers.GameSaved):
            lost = _("The last of the game could not be saved: the disk refused it.")
            return Leave(trouble=lost)
        table = replace(table, saved=event.saved)
    return leave_with(table)
