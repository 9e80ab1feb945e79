"""What the table makes of events: saves, scores, what was worked out, and answers to questions."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from foxduet.core.frozen import replace
from foxduet.play.game import Game
from foxduet.store.saved_games import SavedGame
from foxduet.ui.kit import answers
from foxduet.ui.kit.answers import Answered
from foxduet.ui.kit.effects import SavePar
from foxduet.ui.kit.screen import Context, Next, Screen
from foxduet.ui.table.moves import (
    after_saving,
    cover,
    do,
    do_for_partner,
    leave,
    started,
    take_back_in_practice,
)
from foxduet.ui.table.question import Answer
from foxduet.ui.table.shown import only_option
from foxduet.ui.table.state import (
    Advice,
    Choosing,
    GameOver,
    Hint,
    Question,
    ReviewLeft,
    RoundEnd,
    SavedTable,
)
from foxduet.words.i18n import _, explain

if TYPE_CHECKING:
    from foxduet.store.entries import Par


def receive(screen: SavedTable, event: answers.Event, context: Context) -> Next:
    """Show the result of a save, a new game, a score, or something worked out."""
    match event:
        case answers.GameSaved(game, saved, elsewhere):
            return _saved(screen, game, saved, elsewhere=elsewhere)
        case answers.SaveFailed(game, reason, copy):
            return Next(_not_saved(screen, game, reason, copy))
        case answers.GameStarted(game, saved):
            return Next(started(screen, game, saved))
        case answers.ScoreEntered():
            return Next(_entered(screen, event))
        case answers.Answered():
            return _take_in(screen, event, context)
        case answers.Closed(Answer() as answer):
            return _agree(screen, answer, context) if answer.yes else Next(_declined(screen))
        case answers.Closed(ReviewLeft(insight)) if isinstance(screen.shows, GameOver):
            return Next(replace(screen, shows=replace(screen.shows, insight=insight)))
        case _:
            return Screen.receive(screen, event, context)


def _saved(screen: SavedTable, game: Game, saved: SavedGame, *, elsewhere: bool) -> Next:
    notice = screen.notice
    if elsewhere:
        notice = _("Another program changed the save; your game continues in a file of its own.")
    session = replace(screen.session, game=game)
    screen = replace(screen, session=session, saved=saved, notice=notice)
    if screen.after_saving is not None:
        return after_saving(screen, screen.after_saving)
    return Next(screen)


def _not_saved(screen: SavedTable, game: Game, reason: str, copy: SavedGame | None) -> SavedTable:
    notice = _("Not saved: {reason}. The next card, or leaving, tries again.")
    if copy is not None:
        notice = _("Its file could not be written; the game is saved with your others.")
    elif screen.after_saving is not None:
        notice = _("Not saved: {reason}. Ctrl-C leaves all the same.")
    return replace(
        screen,
        session=replace(screen.session, game=game),
        saved=copy or screen.saved,
        notice=notice.format(reason=reason),
        after_saving=None,
    )


def _entered(screen: SavedTable, entered: answers.ScoreEntered) -> SavedTable:
    shows = screen.shows
    assert isinstance(shows, GameOver), "only games that are over have a score"
    notice = ""
    if screen.session.game.header.is_branch:
        notice = _("A branch of another game: this is no score.")
    elif entered.trouble is not None:
        reason = explain(entered.trouble)
        notice = _("The score goes in next time: {reason}.").format(reason=reason)
    elif entered.rebuilt:
        notice = _("The scores could not be read; they are rebuilt from the records.")
    elif entered.counted_before:
        notice = _("This day was played before; the first game counts, as shown above.")
    elif entered.again:
        notice = _("You have played these deals before; only your first game counts.")
    shows = replace(
        shows,
        entered=True,
        is_best=entered.is_best,
        seeks_par=entered.has_par and entered.par is None,
        par=entered.par,
        counting=entered.counting,
        # At two terminals it may be the other player who has reached them.
        goals=entered.goals if screen.session.is_won else (),
    )
    return replace(screen, shows=shows, notice=screen.notice or notice)


def _take_in(screen: SavedTable, answered: Answered, context: Context) -> Next:
    """Act on a thought, or show the par of a game."""
    from foxduet.ai.workers import Purpose, Think
    from foxduet.analysis.par import FindPar

    shows, thought = screen.shows, answered.answer
    if isinstance(answered.job, FindPar):
        return _with_par(screen, answered.answer.par)
    assert isinstance(answered.job, Think), "the table waits for thoughts and par"
    match answered.job.purpose:
        case Purpose.CHOICE:
            return do_for_partner(screen, thought, context)
        case Purpose.HINT:
            assert isinstance(shows, Choosing | RoundEnd), "there is something to choose"
            hint = replace(shows.hint or Hint(), thought=thought)
            return Next(replace(screen, shows=replace(shows, hint=hint)))
        case Purpose.ADVICE:
            assert isinstance(shows, RoundEnd), "partners advise between rounds"
            return Next(replace(screen, shows=replace(shows, advice=Advice(thought))))
        case _:
            assert_never(answered.job.purpose)


def _with_par(screen: SavedTable, par: Par | None) -> Next:
    shows = screen.shows
    assert isinstance(shows, GameOver), "par is for games that are over"
    shows = replace(shows, seeks_par=False, par=par)
    if par is None:
        return Next(replace(screen, shows=shows))
    if shows.counting is not None:
        shows = replace(shows, counting=replace(shows.counting, par=par))
    header = screen.session.game.header
    return Next(replace(screen, shows=shows), (SavePar(header, par),))


def _agree(screen: SavedTable, answer: Answer, context: Context) -> Next:
    """Do what was asked about."""
    match answer.question:
        case Question.LEAVE:
            return leave(screen)
        case Question.PRACTICE:
            return take_back_in_practice(screen)
        case Question.LOSES:
            return do(screen, answer.option, context)
        case Question.RESIGN | Question.HOPELESS:
            resignation = screen.session.game.rules.resignation(answer.seat)
            return do(cover(screen), resignation, context)
        case _:
            assert_never(answer.question)


def _declined(screen: SavedTable) -> SavedTable:
    """Return the table after a no; the key that decided may bounce, so nothing is chosen there."""
    shows = screen.shows
    if isinstance(shows, Choosing):
        shows = replace(shows, cursor=None, fresh=only_option(screen.session) is not None)
    elif isinstance(shows, RoundEnd):
        shows = replace(shows, cursor=None)
    return replace(screen, shows=shows)
