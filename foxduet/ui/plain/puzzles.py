"""Puzzles in words: their list, and one at the table with its answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from foxduet.ai.partner import are_nearly_sure
from foxduet.core.errors import N_, NC_
from foxduet.core.frozen import replace
from foxduet.core.register import FOR_LISTENERS, games_with
from foxduet.core.register import PUZZLES as PUZZLE_BOOK
from foxduet.play.table import observed
from foxduet.ui.kit.keys import ESCAPE, SPACE
from foxduet.ui.kit.screen import Context
from foxduet.ui.plain.table_commands import (
    ABOUT,
    HAND,
    OPTIONS,
    choice_forms,
    choices_of,
    choose_option,
    open_commands,
    option_labels,
    option_words,
)
from foxduet.ui.plain.told import (
    choice_question,
    told_board,
    told_decree,
    told_hand,
    told_options,
    told_standing,
    told_trick,
)
from foxduet.ui.plain.voice import (
    CARDS,
    RULES,
    Command,
    Reply,
    Voice,
    enter_form,
    leaving,
    list_voice,
    press_key,
    pressed,
)
from foxduet.ui.puzzle.menu import LABELS, PuzzlesScreen
from foxduet.ui.puzzle.screen import Page, PuzzleScreen
from foxduet.ui.puzzle.tries import cost_of
from foxduet.ui.table.state import Choosing
from foxduet.words.common import game_title, guide_words, table_words
from foxduet.words.hints import bar_and_figure
from foxduet.words.i18n import _, day_text
from foxduet.words.people import names_at_table
from foxduet.words.puzzles import rating_sentence
from foxduet.words.text import capitalised, with_figure

_DAYS_OF_A_CURVE = 10


def _title(screen: PuzzlesScreen) -> str:
    return _("Puzzles: {game}").format(game=game_title(screen.game_name)) + "."


def _labels(screen: PuzzlesScreen) -> list[str]:
    return [with_figure(_(LABELS[row]), screen.state(row)) for row in screen.choices]


def _standing(screen: PuzzlesScreen) -> Sequence[str]:
    """Say how the player stands, and what there is to share of today."""
    shared = (screen.shared + ".",) if screen.shared else ()
    return (rating_sentence(screen.book.training), *shared)


def _curve(screen: PuzzlesScreen, _rest: str, _context: Context) -> Reply:
    """Say how the rating has changed, day by day."""
    training = screen.book.training
    days = [
        with_figure(day_text(day), round(value)) + "."
        for day, value in training.curve[-_DAYS_OF_A_CURVE:]
    ]
    return (rating_sentence(training), *days)


_RATING = Command(NC_("command", "rating"), N_("hear your rating, day by day"), _curve)
_GAME = press_key(NC_("command", "game"), N_("go to the other game"), "g")


def _commands_of_the_list(_screen: PuzzlesScreen) -> Sequence[Command]:
    others = (_GAME,) if len(games_with(PUZZLE_BOOK, *FOR_LISTENERS)) > 1 else ()
    return (_RATING, *others, CARDS, RULES)


PUZZLES = list_voice(_title, _labels, ESCAPE, before=_standing, commands=_commands_of_the_list)
"""The voice of the list of puzzles."""


def _tell(screen: PuzzleScreen, before: PuzzleScreen | None, _context: Context) -> Sequence[str]:
    """Tell the position, then what comes of each choice."""
    position = () if before is not None and before.posed == screen.posed else _position(screen)
    match screen.page:
        case None:
            question = choice_question(screen.session)
            return (*position, *told_options(_choosing(screen), question)) if position else ()
        case Page.TRY_AGAIN:
            is_told = before is not None and before.tries.made == screen.tries.made and not position
            return position if is_told else (*position, screen.tries.not_right)
        case Page.ANSWER:
            return (*position, *_told_answer(screen, None if position else before))
        case _:
            assert_never(screen.page)


def _choosing(screen: PuzzleScreen) -> PuzzleScreen:
    """Return the puzzle as if nothing of its answer was read."""
    return replace(screen, page=None, shows=Choosing())


def _position(screen: PuzzleScreen) -> tuple[str, ...]:
    """Say what is asked, and all that the seat may know that is to choose."""
    session, header = screen.session, screen.session.game.header
    assert session.viewer is not None, "a seat looks"
    seen = observed(session.game, session.viewer)
    return (
        f"{screen.tries.title}. {table_words(header.game).setup_label(header.setup)}.",
        screen.tries.question,
        *told_standing(header, seen),
        *told_board(header, seen),
        told_decree(header, seen),
        told_trick(header, seen),
        *told_hand(session, session.viewer),
    )


def _told_answer(screen: PuzzleScreen, before: PuzzleScreen | None) -> tuple[str, ...]:
    """Tell what was right, and once that is worked out, why, and what each choice is worth."""
    is_told = before is not None and before.page is Page.ANSWER
    verdict = () if is_told else (screen.tries.verdict,)
    review = screen.tries.review
    if review is None or (is_told and before is not None and before.tries.thought is not None):
        return verdict
    (one,), words = review.assessments, table_words(screen.game_name)
    names = names_at_table(screen.session.game.header)
    worths = [
        with_figure(
            capitalised(words.choices.choice_phrase(each.action, names)),
            bar_and_figure(each, one.estimates)[1].lstrip() + ".",
        )
        for each in one.estimates
    ]
    of_all = _("The chance to win with each choice:")
    if are_nearly_sure(one.estimates):
        of_all = _("The points with each choice:")
    cost = () if screen.tries.is_found else (cost_of(one),)
    said = guide_words(screen.game_name).cost_sentence(review, one)
    rating = screen.tries.changed_rating(screen.rating)
    further = [sentence for sentence in (screen.tries.about, rating and rating + ".") if sentence]
    return (*verdict, *cost, said, of_all, *worths, *further)


def _ask(screen: PuzzleScreen, _context: Context) -> str:
    match screen.page:
        case None:
            return choice_question(screen.session)
        case Page.TRY_AGAIN:
            word = _ANSWER.word()
            return _("Press Enter to try again, or say {answer}.").format(answer=word)
        case Page.ANSWER:
            word = _FOLLOW.word()
            return _("Press Enter for the next puzzle, or say {follow}.").format(follow=word)
        case _:
            assert_never(screen.page)


def _answer(screen: PuzzleScreen, said: str, context: Context) -> Reply | None:
    """Choose by the name of a card or a number, or go on."""
    if screen.page is None:
        return choose_option(screen, said, _ask(screen, context), context) if said else None
    return None if said else pressed(screen, SPACE, context)


def _choices(screen: PuzzleScreen, context: Context) -> Sequence[str]:
    return choices_of(screen, _ask(screen, context), context) if screen.page is None else ()


_ANSWER = press_key(NC_("command", "answer"), N_("hear the answer"), "a")
_FOLLOW = press_key(NC_("command", "follow"), N_("hear what follows"), "f")


def _commands(screen: PuzzleScreen) -> Sequence[Command]:
    own = {None: (OPTIONS, ABOUT), Page.TRY_AGAIN: (_ANSWER,), Page.ANSWER: (_FOLLOW,)}[screen.page]
    return (*own, HAND, *open_commands(screen), CARDS, RULES, leaving(ESCAPE))


PUZZLE = Voice(
    _tell,
    _ask,
    _commands,
    _answer,
    waits=lambda screen, _is_typed: screen.page is Page.ANSWER,
    waiting=lambda _screen: _("Looking for the reason."),
    goes_on=True,
    labels=lambda screen, context: () if screen.page else option_labels(screen, context),
    others=option_words,
    choices=_choices,
    forms=lambda screen: choice_forms(screen) if screen.page is None else (enter_form(),),
)
"""The voice of a puzzle."""
