"""Learning from a review in words: what cost much is asked again, with the answer untold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from foxduet.core.common import card_of
from foxduet.core.errors import N_, NC_
from foxduet.core.frozen import replace
from foxduet.play.game import Names
from foxduet.ui.kit.keys import ENTER
from foxduet.ui.kit.screen import Context, Next, Pop
from foxduet.ui.plain import moments
from foxduet.ui.plain.table_commands import cards_sentence, forms_of, option_said
from foxduet.ui.plain.told import told_board, told_decree, told_standing, told_trick
from foxduet.ui.plain.voice import Command, Refused, Reply, Voice, numbered
from foxduet.ui.review.lesson import (
    ChooseAgainScreen,
    LessonLeft,
    lesson_from,
    wrong_sentence,
)
from foxduet.words.common import table_words
from foxduet.words.i18n import _
from foxduet.words.people import names_at_table
from foxduet.words.spoken import typed_card
from foxduet.words.text import capitalised

if TYPE_CHECKING:
    from foxduet.ui.review.screen import ReviewScreen

_OWN, _ANYBODYS, _EARLIER, _ANSWER = "n", "N", "p", "a"
"""The keys of the screen."""


def _learn(screen: ReviewScreen | ChooseAgainScreen, key: str, context: Context) -> Reply:
    """Go to the lesson that a key leads to; without one all is told of the one in question."""
    if lesson_from(screen.review, screen.at, key) is not None:
        leaves = _with_open_hands(screen) if isinstance(screen, ChooseAgainScreen) else screen
        return leaves.press(key, context)
    sentence = _("No choice beyond this one cost much.")
    if key == _OWN and screen.review.game.header.person is not None:
        sentence = _(
            "No further choice of yours cost much; say {all} for the other player's, too."
        ).format(all=ALL.word())
    if isinstance(screen, ChooseAgainScreen):
        return Next(screen, (Pop(LessonLeft(screen.at, None, sentence)),))
    return (sentence,)


def _with_open_hands(screen: ChooseAgainScreen) -> ChooseAgainScreen:
    """Return what a choice is made in: the hands are open behind it, names as at the table."""
    return replace(screen, view=None, review=moments.addressed(screen.review))


def _learning(name: str, meaning: str, key: str) -> Command:
    """Return the command that goes to the lesson that a key leads to."""
    return Command(name, meaning, lambda screen, _rest, context: _learn(screen, key, context))


LEARN = _learning(
    NC_("command", "learn"), N_("choose again where a choice of yours cost much"), _OWN
)
ALL = _learning(NC_("command", "everyone"), N_("the same for the choices of anybody"), _ANYBODYS)


def _tell(
    screen: ChooseAgainScreen, before: ChooseAgainScreen | None, context: Context
) -> Sequence[str]:
    """Tell the position as its seat knew it, and the choices that are no cards."""
    if before is not None and before.at == screen.at:
        return ()
    scene, (number, count) = moments.scene_of(screen), screen.place
    place = _("Choice {number} of {count} that cost much").format(number=number, count=count)
    at = scene.header, scene.state
    said = [f"{place}.", *told_standing(*at)[:1], *told_board(*at), told_decree(*at)]
    if screen.view is not None:
        said += [told_trick(*at), *moments.told_hand(scene, screen.view)]
    labels = numbered(_labels(screen, context))
    return (*said, *((_ask(screen, context), *labels) if labels else ()))


def _labels(screen: ChooseAgainScreen, _context: Context) -> list[str]:
    """Return what the choices are called that are no cards."""
    words, names = table_words(screen.game_name).choices, _names(screen)
    others = [action for action in _actions(screen) if card_of(action) is None]
    return [capitalised(words.option_phrase(one, names)) for one in others]


def _choices(screen: ChooseAgainScreen, context: Context) -> tuple[str, ...]:
    cards = [card for one in _actions(screen) if (card := card_of(one)) is not None]
    labels = numbered(_labels(screen, context))
    asked = (_ask(screen, context),) if labels else ()
    return (*asked, *labels, *cards_sentence(screen.game_name, cards))


def _ask(screen: ChooseAgainScreen, _context: Context) -> str:
    return _with_open_hands(screen).question


def _names(screen: ChooseAgainScreen) -> Names:
    return names_at_table(screen.review.game.header)


def _actions(screen: ChooseAgainScreen) -> list[object]:
    return [one.action for one in screen.assessment.estimates]


def _answer(screen: ChooseAgainScreen, said: str, context: Context) -> Reply | None:
    """Choose by a number, or by the name of a card, and say if there is something better."""
    if not said:
        return None
    at = option_said(screen.game_name, _actions(screen), said, _ask(screen, context))
    if not isinstance(at, int):
        return _barred(screen, said) or at
    after = replace(_with_open_hands(screen), cursor=at).press(ENTER, context)
    words, names = table_words(screen.game_name).choices, _names(screen)
    if after.effects:
        return after
    action = _actions(screen)[at]
    if action == screen.assessment.chosen:
        return (after.screen.notice,)
    again = _("Try again, or say {answer}.").format(answer=_SHOW.word())
    return (f"{wrong_sentence(words.choice_phrase(action, names))} {again}",)


def _barred(screen: ChooseAgainScreen, said: str) -> Refused | None:
    """Say why a card that is in the hand may not be played, if it is one."""
    if all(card_of(action) is None for action in _actions(screen)):
        return None
    words, scene = table_words(screen.game_name), moments.scene_of(screen)
    card = typed_card(words.cards, said)
    seen = scene.game.rules.observe(scene.state, screen.assessment.seat)
    is_held = any((held.rank, held.suit) == card for held in seen.hand)
    return Refused(words.refusal(seen)) if is_held else None


_SHOW = Command(
    NC_("command", "answer"),
    N_("hear the answer"),
    lambda screen, _rest, context: _with_open_hands(screen).press(_ANSWER, context),
)
_NEXT = _learning(NC_("command", "next"), N_("to the next one, without the answer"), _OWN)
_BACK = _learning(NC_("command", "back"), N_("to the one before"), _EARLIER)
_LEAVE = Command(NC_("command", "leave"), N_("to the review, with the answer"), _SHOW.reply)

CHOOSE_AGAIN = Voice(
    _tell,
    _ask,
    lambda screen: (_SHOW, _NEXT, _BACK, LEARN, ALL, *moments.scene_commands(screen), _LEAVE),
    _answer,
    labels=_labels,
    choices=_choices,
    forms=lambda screen: forms_of(screen.game_name, _actions(screen)),
)
"""The voice of a choice that is to be made again."""
