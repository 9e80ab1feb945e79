"""Branches of a game under review, and par, in words."""

from __future__ import annotations

from collections.abc import Sequence

from foxduet.core.errors import N_, NC_
from foxduet.core.frozen import replace
from foxduet.play.game import Game
from foxduet.ui.kit.keys import END, ESCAPE, HOME, LEFT, RIGHT
from foxduet.ui.kit.screen import Context, Next
from foxduet.ui.plain.told import choice_labels, told_standing
from foxduet.ui.plain.voice import (
    Command,
    Reply,
    Voice,
    choose,
    enter_form,
    leaving,
    number_form,
    numbered,
    waiting_voice,
)
from foxduet.ui.replay import sentences_at
from foxduet.ui.review.branch import BranchScreen, Continuation, PlayOutScreen
from foxduet.ui.review.parts import ParScreen, moment_at
from foxduet.words.common import table_words
from foxduet.words.glance import par_sentence
from foxduet.words.i18n import _
from foxduet.words.people import names_at_table
from foxduet.words.spoken import spoken_words


def _who(screen: BranchScreen) -> str:
    name = {Continuation.PLAYERS: _("The players"), Continuation.EXPERTS: _("Two experts")}
    return _("Who plays on from there?") + f" {name[screen.by]}."


def _tell_branch(
    screen: BranchScreen, before: BranchScreen | None, _context: Context
) -> Sequence[str]:
    if before is not None:
        return () if screen.by is before.by else (_who(screen),)
    one, names = screen.assessment, names_at_table(screen.review.game.header)
    words = table_words(screen.review.game.header.game).choices
    title = _("What would have come instead of {choice}?")
    return (
        title.format(choice=words.choice_phrase(one.chosen, names)),
        _("A branch is a game of its own, with a record of its own, and never a score."),
        _who(screen),
        *numbered(choice_labels(screen.review, one)),
    )


def _by(name: str, meaning: str, by: Continuation) -> Command:
    def reply(screen: BranchScreen, _rest: str, _context: Context) -> Reply:
        return (_who(screen),) if screen.by is by else Next(replace(screen, by=by, notice=""))

    return Command(name, meaning, reply)


_BRANCH_COMMANDS = (
    _by(NC_("command", "players"), N_("the players play on"), Continuation.PLAYERS),
    _by(NC_("command", "experts"), N_("two experts play on"), Continuation.EXPERTS),
    leaving(ESCAPE),
)

BRANCH = Voice(
    _tell_branch,
    lambda _screen, _context: _("Which number?"),
    lambda _screen: _BRANCH_COMMANDS,
    choose,
    labels=lambda screen, _context: choice_labels(screen.review, screen.assessment),
    forms=lambda _screen: (number_form(),),
)
"""The voice of the choices to be tried in a review."""


def _progress_of(screen: PlayOutScreen) -> str:
    return told_standing(screen.game.header, screen.game.state)[0]


PLAY_OUT = waiting_voice(
    lambda _screen: _("Two experts play on {trail}").format(trail="").rstrip() + ".", _progress_of
)
"""The voice of a branch that experts play."""

PAR_WAIT = waiting_voice(
    lambda _screen: _("Two experts play the same deals {trail}").format(trail="").rstrip() + ".",
    lambda _screen: _("One moment."),
)
"""The voice of the experts' game that is waited for."""


def _tell_par(screen: ParScreen, before: ParScreen | None, _context: Context) -> Sequence[str]:
    """Tell the same trick of both games."""
    if before is not None and before.place == screen.place:
        return ()
    number, trick = screen.place
    said = [_("Round {round}, trick {trick}.").format(round=number, trick=trick)]
    for title, game in _games(screen):
        outcome = spoken_words(game.header.game).outcome
        last: Sequence[str] = sentences_at(game, moment_at(game, screen.place), None, outcome)
        if game.rules.progress(game.state) < screen.place:
            last = (_("It was over before."),)
        said.append(f"{title}. {' '.join(last)}")
    return said if before is not None else (par_sentence(screen.review), *said)


def _games(screen: ParScreen) -> list[tuple[str, Game]]:
    titles = (_("Your game"), _("Two experts on the same deals"))
    return [*zip(titles, screen.games, strict=True)]


def _standings(screen: ParScreen, _rest: str, _context: Context) -> Reply:
    said = []
    for title, game in _games(screen):
        state = game.states[moment_at(game, screen.place)]
        said.append(f"{title}. {' '.join(told_standing(game.header, state))}")
    return tuple(said)


def _ask_par(screen: ParScreen, context: Context) -> str:
    """Ask for the next trick, or say that there is none."""
    is_last = screen.press(END, context).screen == screen
    return _("This is the end. Say back or leave.") if is_last else _("Next?")


def _step_of_par(name: str, meaning: str, key: str) -> Command:
    def reply(screen: ParScreen, _rest: str, context: Context) -> Reply:
        after = screen.press(key, context)
        return (_ask_par(screen, context),) if after.screen == screen else after

    return Command(name, meaning, reply)


_PAR_COMMANDS = (
    _step_of_par(NC_("command", "next"), N_("a trick on"), RIGHT),
    _step_of_par(NC_("command", "back"), N_("a trick back"), LEFT),
    _step_of_par(NC_("command", "start"), N_("to the first trick"), HOME),
    _step_of_par(NC_("command", "end"), N_("to the last trick"), END),
    Command(NC_("command", "score"), N_("hear how far both games are"), _standings),
    leaving(ESCAPE),
)

PAR = Voice(
    _tell_par,
    _ask_par,
    lambda _screen: _PAR_COMMANDS,
    lambda screen, said, context: None if said else _PAR_COMMANDS[0].reply(screen, "", context),
    forms=lambda _screen: (enter_form(),),
)
"""The voice of par: two games on the same deals, beside each other."""
