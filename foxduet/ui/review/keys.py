"""What the keys do in a review, and what becomes of the branches that are tried there."""

from __future__ import annotations

from dataclasses import replace

from foxduet.ai.partner import Thought
from foxduet.analysis.branches import branch
from foxduet.analysis.review import Progress, costly
from foxduet.play.game import Game, Partners, act, next_deal
from foxduet.rules.duet.actions import Action, Choice
from foxduet.store.saved_games import SavedGame, new_record_path, save_game
from foxduet.ui.kit import keys
from foxduet.ui.kit.reading import text_asked
from foxduet.ui.menu.menu_keys import moment_after
from foxduet.ui.review.screen import assessment_due, assessment_seen
from foxduet.ui.screens import (
    BranchScreen,
    Continuation,
    Leave,
    Options,
    PlayOutScreen,
    ReplayScreen,
    ReviewScreen,
    ReviewWaitScreen,
    Screen,
    View,
)
from foxduet.ui.table.keeping import ResumeError, kept_sentence, now, resume
from foxduet.ui.table.keys import settled
from foxduet.words.i18n import _, explain

EXPERTS: Partners = ("expert", "expert")
_NEXT_VIEW = {View.OPEN: View.P1, View.P1: View.P2, View.P2: View.OPEN}


def worked(screen: ReviewWaitScreen, progress: Progress) -> Screen:
    """Return what a screen that waits for a review becomes by its progress."""
    if progress.review is None:
        return replace(screen, progress=progress)
    notice = ""
    if progress.trouble is not None:
        notice = _("The review cannot be kept: {reason}.").format(reason=progress.trouble.strerror)
    return ReviewScreen(screen.task, progress.review, notice=notice, back=screen.back)


def press_wait(screen: ReviewWaitScreen, key: str) -> Screen | Leave:
    """Return what ``key`` leads to while a review is worked out."""
    if key in ("q", keys.ESCAPE):
        return Leave() if screen.back is None else screen.back
    return screen


def press_review(screen: ReviewScreen, key: str) -> Screen | Leave:
    """Return what ``key`` leads to in a review."""
    screen = replace(screen, notice="")
    if key in ("q", keys.ESCAPE):
        if screen.back is None:
            return Leave("\n".join(screen.parting))
        return replace(screen.back, parting=screen.back.parting + screen.parting)
    if (text := text_asked(screen, key)) is not None:
        return text
    match key:
        case "v":
            return replace(screen, view=_NEXT_VIEW[screen.view])
        case "o" if screen.view is not View.OPEN:
            return replace(screen, notice=_("Hindsight is for open hands only: v opens them."))
        case "o":
            return replace(screen, hindsight=not screen.hindsight)
        case "n" | "N":
            return _at_costly(screen, 1 if key == "n" else -1)
        case "t":
            return _try_another(screen)
        case _:
            return replace(screen, at=moment_after(screen.review.game, screen.at, key))


def _at_costly(screen: ReviewScreen, step: int) -> ReviewScreen:
    """Go to the moment before the next or the last choice that cost much."""
    moments = sorted(one.number - 1 for one in costly(screen.review))
    beyond = [at for at in moments if (at - screen.at) * step > 0]
    if not beyond:
        return replace(screen, notice=_("No choice beyond this one cost much."))
    return replace(screen, at=min(beyond) if step > 0 else max(beyond))


def _try_another(screen: ReviewScreen) -> Screen:
    due = assessment_due(screen)
    if due is None or len(due.estimates) < 2:
        return replace(screen, notice=_("There is nothing else to choose here."))
    if assessment_seen(screen) is None:
        return replace(screen, notice=_("To try another choice for your partner, open its view."))
    cursor = [one.action for one in due.estimates].index(due.best)
    return BranchScreen(screen, cursor)


def press_branch(screen: BranchScreen, key: str, options: Options) -> Screen:
    """Return what ``key`` leads to where another choice can be tried."""
    screen = replace(screen, notice="")
    one = assessment_due(screen.under)
    assert one is not None, "there is a choice to be tried"
    if key in ("q", keys.ESCAPE):
        return screen.under
    if key in keys.BACKWARD + keys.FORWARD:
        players = screen.by is Continuation.PLAYERS
        return replace(screen, by=Continuation.EXPERTS if players else Continuation.PLAYERS)
    if key in ("1", "2"):
        return replace(screen, by=Continuation.PLAYERS if key == "1" else Continuation.EXPERTS)
    if key not in keys.CONFIRM:
        cursor = (screen.cursor + keys.step_of(key)) % len(one.estimates)
        return replace(screen, cursor=cursor)
    action = one.estimates[screen.cursor].action
    if action == one.chosen:
        return replace(screen, notice=_("That is what was played; choose another."))
    if screen.by is Continuation.PLAYERS:
        return _played_on(screen, action, options)
    return _dealt(PlayOutScreen(_branch(screen, action, EXPERTS), screen.under), options)


def _branch(screen: BranchScreen, action: Action, ai: Partners) -> Game:
    return branch(screen.under.task, screen.under.at, action, ai, now())


def _played_on(screen: BranchScreen, action: Action, options: Options) -> Screen:
    """Let the players go on from ``action``, in a record of its own."""
    game = _branch(screen, action, screen.under.review.game.header.ai)
    try:
        # Before it is on file: a game that nobody can play is not begun.
        resume(game, SavedGame(options.records))
        table = resume(game, _saved(game, options))
    except ResumeError as error:
        return replace(screen, notice=_("They cannot: {reason}.").format(reason=explain(error)))
    except OSError as error:
        notice = _("The branch cannot be saved: {reason}.").format(reason=error.strerror)
        return replace(screen, notice=notice)
    return settled(replace(table, back=screen.under))


def played_out(screen: PlayOutScreen, thought: Thought, options: Options) -> Screen:
    """Go on with a branch by what an expert has chosen."""
    game = screen.game
    if thought.cut_short:
        numbers = (*game.header.cut_short, len(game.turns) + 1)
        game = replace(game, header=replace(game.header, cut_short=numbers))
    return _dealt(replace(screen, game=act(game, thought.action)), options)


def _dealt(screen: PlayOutScreen, options: Options) -> Screen:
    """Deal what is due; at the end put the branch on file, and show what came of it."""
    game = screen.game
    while game.state.table.pending is not None and game.state.table.pending.choice is Choice.DEAL:
        game = act(game, next_deal(game))
    if game.state.table.pending is not None:
        return replace(screen, game=game)
    game = replace(game, header=replace(game.header, finished=now()))
    trouble = ""
    try:
        notice = kept_sentence(_saved(game, options))
    except OSError as error:
        notice = _("The branch cannot be saved: {reason}.").format(reason=error.strerror)
        trouble = notice
    return ReplayScreen(game, screen.under.at + 1, trouble, replace(screen.under, notice=notice))


def _saved(game: Game, options: Options) -> SavedGame:
    started = game.header.started
    assert started is not None, "a branch has a time at which it was begun"
    return save_game(SavedGame(new_record_path(options.records, started)), game)


def press_play_out(screen: PlayOutScreen, key: str) -> Screen:
    """Return what ``key`` leads to while experts play a branch."""
    return screen.under if key in ("q", keys.ESCAPE) else screen
