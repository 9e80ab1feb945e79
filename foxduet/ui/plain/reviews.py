"""A review in words: in a glance, choice by choice, and what is opened over it."""

from __future__ import annotations

from collections.abc import Sequence

from foxduet.analysis.review import FELT, Grade, Review, costly, grade_of
from foxduet.core.errors import N_, NC_
from foxduet.core.frozen import replace
from foxduet.ui.kit.keys import ESCAPE
from foxduet.ui.kit.screen import Context
from foxduet.ui.plain import moments
from foxduet.ui.plain.choose_again import ALL, LEARN
from foxduet.ui.plain.moments import addressed, go_to, is_meant, scene_of, told_since
from foxduet.ui.plain.told import (
    choice_labels,
    figure_text,
    told_decree,
    told_figures,
    told_header,
    told_trick,
)
from foxduet.ui.plain.voice import (
    Command,
    Reply,
    Voice,
    leaving,
    number_in,
    press_key,
    pressed,
    waiting_voice,
)
from foxduet.ui.replay import ending_at
from foxduet.ui.review.lesson import lesson_from
from foxduet.ui.review.opening import ReviewWaitScreen
from foxduet.ui.review.parts import view_phrase
from foxduet.ui.review.screen import (
    ReviewScreen,
    assessment_due,
    assessment_seen,
    hindsight_said,
)
from foxduet.words.common import guide_words, progress_phrase, table_words
from foxduet.words.glance import (
    chances_notes,
    costliest_sentences,
    glance_figures,
    insight_sentence,
    limit_sentences,
    par_sentence,
)
from foxduet.words.i18n import _
from foxduet.words.people import fill, names_at_table
from foxduet.words.review_chart import charted_line, turning_points
from foxduet.words.review_report import chosen_line, line_heading, told_cost

_GRADES = {
    Grade.INACCURACY: N_("An inaccuracy."),
    Grade.MISTAKE: N_("A mistake."),
    Grade.BLUNDER: N_("A blunder."),
}


def _glance(review: Review) -> tuple[str, ...]:
    """Sum up how well each player chose."""
    labels, figures = glance_figures(addressed(review))
    return told_figures(figures, labels)


def _opening(screen: ReviewScreen) -> tuple[str, ...]:
    """Say which game it is, how it ended, and how well each player chose."""
    review, game = screen.review, screen.review.game
    said = (
        told_header(game.header, game.header.person),
        *ending_at(game, len(game.turns)),
        *_glance(review),
        insight_sentence(review),
        par_sentence(review),
    )
    return tuple(filter(None, said))


def _verdict(screen: ReviewScreen) -> tuple[str, ...]:
    """Say what was chosen, and if something else was better: what, by how much, and why."""
    due, seen, game = assessment_due(screen), assessment_seen(screen), screen.review.game
    if due is None:
        return ()
    if seen is None:
        sentence = _("{name} {name:chooses|choose} here; {command} opens the hands.")
        name, command = names_at_table(game.header)[due.seat], _EYES.word()
        return (fill(sentence, name=name, command=command),)
    review = addressed(screen.review)
    said = [chosen_line(review.game, seen)]
    if grade_of(seen) is not Grade.GOOD:
        said.append(f"{_(_GRADES[grade_of(seen)])} {told_cost(seen)}")
    if seen.is_costly:
        said.append(guide_words(screen.game_name).cost_sentence(review, seen))
    return tuple(said)


def _position(screen: ReviewScreen, *, is_new: bool) -> tuple[str, ...]:
    """Say which choice it is, and from which hand if it was not good; all of a new place."""
    scene, due, seen = scene_of(screen), assessment_due(screen), assessment_seen(screen)
    game, number = scene.game, scene.at + 1
    if number > len(game.turns):
        return ()
    words, pending = table_words(game.header.game).choices, game.rules.pending(scene.state)
    sentence = _("Action {number} of {count}, before the first deal.")
    round_number, trick = game.rules.progress(scene.state)
    if round_number:
        sentence = _("Action {number} of {count}, round {round}, trick {trick}.")
    said = [sentence.format(number=number, count=len(game.turns), round=round_number, trick=trick)]
    if due is None or pending is None:
        return (*said, *told_since(replace(scene, at=number), scene.at))
    if is_new and pending.seat is None:
        said.append(table_words(game.header.game).team_question(game.header.person is None))
    elif is_new and pending.choice in words.waiting:
        said.append(words.waiting_prompt(scene.state, names_at_table(game.header)))
    elif is_new:
        said.append(told_trick(scene.header, scene.state))
    if is_new:
        said.append(told_decree(scene.header, scene.state))
    is_bad = seen is not None and grade_of(seen) is not Grade.GOOD
    if is_bad and pending.seat is not None:
        said += moments.told_hand(scene, pending.seat)
    return tuple(said)


def _tell(screen: ReviewScreen, before: ReviewScreen | None, _context: Context) -> Sequence[str]:
    """Tell the glance, or the choice that comes next, or what is new of it."""
    scene, at = scene_of(screen), screen.at
    if before is None or before.at != at:
        if not at:
            return (*_opening(screen), *_progress(screen))
        if before is not None and screen.notice:
            # A lesson was about it, and has told all that was to be known.
            return (screen.notice, *_verdict(screen))
        is_step = before is not None and at == _after(before)
        since = told_since(scene, before.at, is_card_told=True) if before and is_step else ()
        if not is_step and at == len(scene.game.turns):
            since = ending_at(scene.game, at)
        position = (one for one in _position(screen, is_new=not is_step) if one not in since)
        seen = assessment_seen(screen)
        is_final = seen is None or seen.settled
        note = () if is_final else (_("These figures may still change."),)
        return (*since, *position, *_verdict(screen), *note)
    said: list[str] = []
    if screen.view is not before.view:
        said += [
            f"{view_phrase(addressed(screen.review).game, screen.view)}.",
            *moments.told_hands(scene),
        ]
    if _hindsight(screen) != _hindsight(before):
        said += _hindsight(screen)
    if not screen.awaits_job and before.progress != screen.progress and screen.progress:
        said.append(progress_phrase(screen.progress) + ".")
        said += () if at or _glance(screen.review) == _glance(before.review) else _opening(screen)
    if at and _verdict(screen) != _verdict(before):
        said += _verdict(screen)
    return said


def _progress(screen: ReviewScreen) -> tuple[str, ...]:
    """Say how far a review is, if figures may still change."""
    progress = screen.progress
    if progress is None or progress.is_settled:
        return ()
    sentence = _("{settled} of {total} decisions are settled; other figures may still change.")
    return (sentence.format(settled=progress.settled, total=progress.total),)


def _hindsight(screen: ReviewScreen) -> tuple[str, ...]:
    """Return what hindsight says, if it was asked for and is there."""
    if not screen.hindsight or screen.view is not None:
        return ()
    named = replace(screen, review=addressed(screen.review))
    return tuple(hindsight_said(named, assessment_seen(screen)))


def _ask(screen: ReviewScreen, context: Context) -> str:
    due, further = assessment_due(screen), lesson_from(screen.review, screen.at, "n")
    if screen.notice and due is not None and due.is_costly and further is not None:
        sentence = _("Say {learn} for the next one, or press Enter to go on from here.")
        return sentence.format(learn=LEARN.word())
    if screen.at:
        return moments.ask_to_go_on(screen, context)
    if further is None:
        return _("Press Enter to hear it choice by choice.")
    sentence = _("Press Enter to hear it choice by choice, or say {learn} to choose again.")
    return sentence.format(learn=LEARN.word())


def _judged(screen: ReviewScreen) -> list[int]:
    """Return the moments before choices with an alternative."""
    return [one.number - 1 for one in screen.review.assessments if one.estimates]


def _after(screen: ReviewScreen) -> int:
    """Return the moment before the next choice with an alternative, or the end of the game."""
    return min((at for at in _judged(screen) if at > screen.at), default=_end(screen))


def _end(screen: ReviewScreen) -> int:
    return len(screen.review.game.turns)


def _moved(screen: ReviewScreen, at: int, context: Context) -> Reply:
    return go_to(replace(screen, hindsight=False), at, context)


def _next(screen: ReviewScreen, rest: str, context: Context) -> Reply:
    for command in (_MISTAKE, moments.ROUND):
        if is_meant(command.name, rest):
            return command.reply(screen, "", context)
    return _moved(screen, _after(screen), context)


def _back(screen: ReviewScreen, rest: str, context: Context) -> Reply:
    if is_meant(moments.ROUND.name, rest):
        return moments.go_to_round(screen, "", context, -1)
    return _moved(screen, max((at for at in _judged(screen) if at < screen.at), default=0), context)


def _mistake(screen: ReviewScreen, _rest: str, context: Context) -> Reply:
    beyond = [one.number - 1 for one in costly(screen.review) if one.number - 1 > screen.at]
    if not beyond:
        return (_("No choice beyond this one cost much."),)
    return _moved(screen, min(beyond), context)


def _worst(screen: ReviewScreen, _rest: str, context: Context) -> Reply:
    found = costly(screen.review)
    if not found:
        return (_("No choice cost much."),)
    return _moved(screen, found[0].number - 1, context)


def _why(screen: ReviewScreen, _rest: str, _context: Context) -> Reply:
    """Say why a choice cost what it did, however little that was."""
    seen = assessment_seen(screen)
    if seen is None or seen.cost.worth < FELT:
        return _verdict(screen) or (_ask(screen, _context),)
    return (guide_words(screen.game_name).cost_sentence(addressed(screen.review), seen),)


def _choices(screen: ReviewScreen, _rest: str, _context: Context) -> Reply:
    seen = assessment_seen(screen)
    if seen is None or not seen.estimates:
        return _verdict(screen) or (_("There is nothing else to choose here."),)
    return tuple(f"{label}." for label in choice_labels(screen.review, seen))


def _chances(screen: ReviewScreen, _rest: str, _context: Context) -> Reply:
    """Tell where the line of the game begins, turns and ends."""
    line, sentence = charted_line(screen.review), _("After action {number}: {value}.")
    said = [line_heading(screen.review) + "."]
    for number, value in turning_points(line):
        said.append(sentence.format(number=number, value=figure_text(value, line.in_points)))
    return tuple(said)


def _ask_hindsight(screen: ReviewScreen, _rest: str, context: Context) -> Reply:
    if screen.hindsight and (said := _hindsight(screen)):
        return said
    # Whoever asks for open hands gets them.
    return pressed(replace(screen, view=None, hindsight=False), "o", context)


def _whole_glance(screen: ReviewScreen, _rest: str, _context: Context) -> Reply:
    review = addressed(screen.review)
    said = (*_glance(review), *costliest_sentences(review), par_sentence(review))
    return tuple(filter(None, said))


def _grades(screen: ReviewScreen, _rest: str, _context: Context) -> Reply:
    review, actions, decisions = screen.review, _end(screen), len(screen.review.assessments)
    counted = _(
        "This game has {actions} actions, deals among them. {decisions} are decisions of players; "
        "{judged} of these had an alternative, and only they are judged."
    ).format(actions=actions, decisions=decisions, judged=len(_judged(screen)))
    return (*limit_sentences(review), *chances_notes(review.game.header), counted)


_NEXT = Command(
    NC_("command", "next"), N_("to the next choice; also next mistake, next round"), _next
)
_BACK = Command(NC_("command", "back"), N_("to the choice before; also back round"), _back)
_MISTAKE = Command(NC_("command", "mistake"), N_("to the next choice that cost much"), _mistake)
_WORST = Command(NC_("command", "worst"), N_("to the choice that cost most"), _worst)
_WHY = Command(NC_("command", "why"), N_("hear why it cost that"), _why)
_CHOICES = Command(NC_("command", "choices"), N_("hear every choice with its figure"), _choices)
_CHANCES = Command(NC_("command", "chances"), N_("hear where the game turned"), _chances)
_HINDSIGHT = Command(
    NC_("command", "hindsight"), N_("hear what only open hands could tell"), _ask_hindsight
)
_GLANCE = Command(NC_("command", "glance"), N_("hear how well each of you chose"), _whole_glance)
_GRADES_TOLD = Command(NC_("command", "grades"), N_("hear what counts as a mistake"), _grades)
_EYES = press_key(
    NC_("command", "eyes"), N_("hear it with open hands, as the left player, as the right one"), "e"
)
_TRY = press_key(NC_("command", "try"), N_("try another choice"), "t")
_PAR = press_key(NC_("command", "par"), N_("what two experts made of the deals"), "v")


def _commands(screen: ReviewScreen) -> Sequence[Command]:
    par = (_PAR,) if screen.review.game.rules.cooperative else ()
    return (
        _NEXT,
        _BACK,
        _MISTAKE,
        _WORST,
        LEARN,
        ALL,
        _WHY,
        _CHOICES,
        _CHANCES,
        _GLANCE,
        _GRADES_TOLD,
        _HINDSIGHT,
        _EYES,
        _TRY,
        *par,
        moments.ROUND,
        moments.START,
        moments.END,
        *moments.scene_commands(screen),
        leaving(ESCAPE),
    )


def _answer(screen: ReviewScreen, said: str, context: Context) -> Reply | None:
    """Go on to the next choice, or to the action with a number."""
    if not said:
        return _next(screen, "", context)
    number = number_in(said, _end(screen))
    return _moved(screen, number, context) if isinstance(number, int) else number


def _waiting(screen: ReviewWaitScreen | ReviewScreen) -> str:
    if screen.progress is None or (isinstance(screen, ReviewScreen) and screen.hindsight):
        return _("One moment.")
    # Before the first decision is done, a count says nothing.
    return progress_phrase(screen.progress) + "." if screen.progress.done else _("One moment.")


REVIEW_WAIT = waiting_voice(
    lambda _screen: _("Each choice of the game is being looked at."), _waiting
)
"""The voice of a review that is worked out."""

REVIEW = Voice(
    _tell,
    _ask,
    _commands,
    _answer,
    # While a person listens it is settled; a program hears of it once nothing can change.
    waits=lambda screen, is_typed: not is_typed or (screen.hindsight and not _hindsight(screen)),
    waiting=_waiting,
    goes_on=True,
    forms=moments.action_forms,
)
"""The voice of a review."""
