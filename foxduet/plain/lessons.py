"""Lessons, guided rounds and puzzles in words.

A lesson describes the table once in each step, when the player must choose.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from foxduet.ai.partner import all_nearly_certain
from foxduet.core.cards import CardPlayed, Play, Seat, TrickWon
from foxduet.core.errors import N_, NC_
from foxduet.core.lazy_dataclass import replace
from foxduet.plain import loop, narration, table
from foxduet.plain.loop import LIST_VOICE, RULES, Command, Reply, enter_help, leave_command
from foxduet.play.table_session import events_of_turns, observe_game
from foxduet.ui.guided import Feedback, GuidedScreen, OpponentMoveShown, TutoredTable, TutorLine
from foxduet.ui.kit.keys import ENTER, SPACE
from foxduet.ui.kit.screen import Context, Transition
from foxduet.ui.lessons import LessonScreen, lesson_screen
from foxduet.ui.puzzles import AnswerPage, ExerciseScreen, PuzzlesScreen
from foxduet.ui.table.moves import skip_animation
from foxduet.ui.table.state import (
    Animating,
    Choosing,
    GameOver,
    Paused,
    keeps_decree,
    table_options,
)
from foxduet.words import text
from foxduet.words.game_words import (
    guide_words,
    hand_sentence,
    item_sentences,
    known_hand_sentence,
    spoken_words,
    table_words,
)
from foxduet.words.hints import bar_and_figure, points_phrase
from foxduet.words.i18n import _, pgettext, spoken_day
from foxduet.words.lessons import closing_sentence
from foxduet.words.progress import rating_sentence
from foxduet.words.review import cost_phrase


def _tell_events(screen: TutoredTable, start: int, seat: Seat | None) -> tuple[str, ...]:
    session = screen.session
    events = events_of_turns(session, session.game.turns[start:], seat)
    if not screen.learning.two_people:
        events = tuple(e for e in events if not isinstance(e, CardPlayed) or e.seat is not seat)
    sentences = narration.describe_events(screen.game_name, events, screen.names, seat)
    if isinstance(screen, GuidedScreen) and not screen.facts:
        for turn in range(start, len(session.game.turns)):
            sentences = (*sentences, *narration.describe_tally(session.game, turn))
    return sentences


def _name_hands(screen: TutoredTable) -> tuple[str, ...]:
    game, seat = screen.session.game, screen.session.visible_seat
    if seat is None:
        return ()
    words = table_words(screen.game_name).cards
    if not screen.learning.two_people:
        return (hand_sentence(words, observe_game(game, seat).hand),)
    return tuple(
        known_hand_sentence(words, screen.names[owner], observe_game(game, owner).hand)
        for owner in (seat, seat.other)
    )


def _list_end_actions(screen: TutoredTable) -> tuple[str, ...]:
    labels = [text.capitalize_first(label) for label, _end in screen.end_actions]
    return _(_WHAT_NEXT), *loop.number_lines(labels)


_WHAT_NEXT = N_("What next? Say a number, or press Enter for 1.")


def _tell_lesson(
    screen: LessonScreen, previous: LessonScreen | None, context: Context
) -> Sequence[str]:
    is_begun = previous is not None and previous.number == screen.number
    told_state = None
    if previous is not None and is_begun and previous.step == screen.step:
        told_state = previous.page, previous.mode
    if told_state == (screen.page, screen.mode):
        return ()
    title = () if is_begun and not _is_over(previous) else (text.as_sentence(screen.title),)
    turn = screen.seat_sentence if title else screen.new_seat_sentence
    heading = (*title, *((turn,) if turn and told_state is None else ()))
    speak = screen.current_step.spoken_text
    match screen.page:
        case TutorLine(index):
            return (*heading, speak(screen.sentences[index]))
        case Feedback(choice) as feedback:
            events = _tell_events(screen, len(choice.before.turns), choice.seat)
            return (*events, f"{feedback.title} {speak(feedback.text)}".strip())
        case _ if _is_over(screen):
            return (screen.closing_sentence, *_list_end_actions(screen))
        case _ if told_state is not None and not isinstance(told_state[0], TutorLine):
            # The table has not changed: the input was refused, or the player must choose again.
            is_again = isinstance(told_state[0], Feedback) and not told_state[0].right
            return (_("Everything is back as it was before your choice."),) if is_again else ()
        case _ if previous is not None and _asks_again(screen, previous):
            return narration.describe_options(screen, _question(screen))
        case _:
            return (*heading, *_describe_lesson_table(screen, context))


def _is_over(screen: TutoredTable | None) -> bool:
    return screen is not None and isinstance(screen.mode, GameOver)


def _asks_again(screen: LessonScreen, previous: LessonScreen) -> bool:
    """True if the next step asks about the position of the last step."""

    if (previous.number, previous.step) != (screen.number, screen.step - 1):
        return False
    fields = [step.position.split()[:-1] for step in (previous.current_step, screen.current_step)]
    return fields[0] == fields[1]


def _question(screen: LessonScreen) -> str:
    return screen.current_step.spoken_text(_(screen.current_step.question))


def _describe_lesson_table(screen: LessonScreen, context: Context) -> tuple[str, ...]:
    session, trick = screen.session, screen.session.state.table.trick
    words, seat = table_words(screen.game_name).cards, session.visible_seat
    spoken, question = spoken_words(screen.game_name), _question(screen)
    lines = [*spoken.position(session.state, screen.names)]
    if seat is None:
        return (*lines, *narration.describe_options(screen, question))
    steps = range(screen.step + 1)
    screens = (lesson_screen(screen.learning, screen.number, step) for step in steps)
    if any(map(_has_trump_in_sight, screens)):
        lines.append(narration.describe_decree(session.game.header, session.state))
    if trick.lead is not None and words.card_name(trick.lead) not in question:
        lines.append(narration.describe_trick(session.game.header, session.state))
    if not context.options.headphones:
        marks = spoken.marks(_visible_cards(screen, seat))
        lines += [*_name_hands(screen), *filter(None, (marks,))]
    return (*lines, *narration.describe_options(screen, question))


def _visible_cards(screen: LessonScreen, seat: Seat) -> tuple[Any, ...]:
    observation = observe_game(screen.session.game, seat)
    return (*observation.table.trick.cards, *observation.hand)


def _has_trump_in_sight(screen: LessonScreen) -> bool:
    seat, trump = screen.session.visible_seat, screen.session.state.table.decree.suit
    if seat is None:
        return False
    has_trump = any(card.suit is trump for card in _visible_cards(screen, seat))
    return has_trump or any(map(keeps_decree, table_options(screen)))


def _ask_lesson(screen: LessonScreen | GuidedScreen, context: Context) -> str:
    match screen.page:
        case None if _is_over(screen):
            return _(_WHAT_NEXT)
        case None if isinstance(screen, LessonScreen):
            return _question(screen)
        case None if screen.session.visible_seat is not None:
            question = narration.choice_question(screen.session)
            return table.append_only_card(question, screen, context)
        case TutorLine() | Feedback():
            return _ask_to_continue(screen)
        case _:
            return ""


def _ask_to_continue(screen: LessonScreen | GuidedScreen) -> str:
    if not isinstance(screen.page, Feedback) or screen.page.right:
        return _("Press Enter to go on.")
    if isinstance(screen, LessonScreen):
        return _("Press Enter to try again.")
    return _("Press Enter to carry on, or say undo.")


def _answer_lesson(
    screen: LessonScreen | GuidedScreen, line: str, context: Context
) -> Reply | None:
    if not line and (screen.has_text_to_read or _is_over(screen)):
        return loop.handle_key(screen, ENTER, context)
    if screen.has_text_to_read:
        return None
    if not line:
        return table.play_only_card(screen, context) if isinstance(screen, GuidedScreen) else None
    return table.choose_option(screen, line, context)


def _answer_help(screen: LessonScreen | GuidedScreen) -> Sequence[loop.AnswerHelp]:
    if _is_over(screen):
        return (enter_help(),)
    return (enter_help(),) if screen.has_text_to_read else table.choice_help(screen)


def _follow(screen: TutoredTable, _context: Context) -> Transition | None:
    match screen.page:
        case OpponentMoveShown() | Feedback(text="", right=True):
            return screen.advance()
        case None if isinstance(screen.mode, Paused | Animating):
            return skip_animation(screen)
        case _:
            return None


def _name_hands_and_marks(screen: TutoredTable, seat: Seat) -> tuple[str, ...]:
    hand = observe_game(screen.session.game, seat).hand
    return (*_name_hands(screen), *filter(None, (spoken_words(screen.game_name).marks(hand),)))


_HAND = table.hand_command(_name_hands_and_marks)


def _tutor_commands(screen: LessonScreen | GuidedScreen) -> Sequence[Command]:
    if _is_over(screen):
        return (RULES, leave_command("q"))
    is_open = isinstance(screen, LessonScreen) or screen.page is None
    options = (table.OPTIONS, table.ABOUT) if is_open else ()
    return (_HAND, *table.open_commands(screen), *options, *loop.binding_commands(screen))


LESSON = loop.Voice(
    _tell_lesson,
    _ask_lesson,
    _tutor_commands,
    _answer_lesson,
    _follow,
    labels=lambda screen, context: (
        () if screen.has_text_to_read else table.option_labels(screen, context)
    ),
    synonyms=lambda screen: () if screen.has_text_to_read else table.option_synonyms(screen),
    is_guarded=lambda screen: not (screen.has_text_to_read or _is_over(screen)),
    choices=lambda screen, context: (
        ()
        if screen.has_text_to_read
        else table.describe_choices(screen, _ask_lesson(screen, context), context)
    ),
    answer_help=_answer_help,
)
"""The voice of a lesson."""


def _tell_guided(
    screen: GuidedScreen, previous: GuidedScreen | None, context: Context
) -> Sequence[str]:
    game = screen.session.game
    if previous is not None and previous.session.game.initial_state is not game.initial_state:
        previous = None
    title: tuple[str, ...] = ()
    if previous is None:
        title, start = (text.as_sentence(screen.title),), narration.last_trick_start(screen.session)
    else:
        start = len(previous.session.game.turns)
    match screen.page:
        case TutorLine(index):
            is_known = previous is not None and previous.page == screen.page
            return () if is_known else (*title, screen.sentences[index])
        case Feedback(choice) as feedback:
            if previous is not None and previous.page == feedback:
                return ()
            start = max(start, len(choice.before.turns)) if previous is None else start
            judgement = f"{feedback.title} {feedback.text}".strip()
            return (*title, *_tell_events(screen, start, choice.seat), judgement)
        case _ if _is_over(screen):
            return () if _is_over(previous) else (*title, *_tell_guided_end(screen, start))
        case _:
            return (*title, *_tell_guided_table(screen, previous, start, context))


def _tell_guided_table(
    screen: GuidedScreen, previous: GuidedScreen | None, start: int, context: Context
) -> tuple[str, ...]:
    count = len(screen.session.game.turns)
    if count < start:
        return (_("Taken back."),)
    lines = _tell_events(screen, start, screen.session.visible_seat)
    is_first = previous is None or isinstance(previous.page, TutorLine)
    if is_first:
        decree = narration.describe_decree(screen.session.game.header, screen.session.state)
        hands = () if context.options.headphones else _name_hands(screen)
        lines = (decree, *lines, *hands)
    had_choice = previous is not None and previous.page is None and _has_advice(previous)
    if (had_choice and count == start) or not _has_advice(screen):
        return lines
    choices = narration.describe_options(screen, _ask_lesson(screen, context))
    return (*lines, *_new_facts(screen), *filter(None, (screen.aim,)), *choices)


def _new_facts(screen: GuidedScreen) -> tuple[str, ...]:
    """Return the facts for a choice, except those told with the choice before."""
    session, turns = screen.session, screen.session.game.turns
    plays = [index for index, turn in enumerate(turns) if isinstance(turn.action, Play)]
    is_to_play = isinstance(table_options(screen)[0], Play)
    if not plays or (is_to_play and not screen.learning.two_people):
        # No facts came before the other player's lead.
        return screen.facts
    if not is_to_play and any(isinstance(event, TrickWon) for event in turns[-1].step.events):
        return ()
    game = replace(session.game, turns=turns[: plays[-1]])
    known_facts = replace(screen, session=replace(session, game=game)).facts
    return tuple(fact for fact in screen.facts if fact not in known_facts)


def _has_advice(screen: GuidedScreen) -> bool:
    return isinstance(screen.mode, Choosing) and not screen.awaits_adviser


def _tell_guided_end(screen: GuidedScreen, start: int) -> tuple[str, ...]:
    session = screen.session
    # The figures of a round give the outcome for opponents.
    outcome = (f"{screen.outcome}.",) if session.game.rules.cooperative else ()
    if session.game.result is not None:
        outcome = (spoken_words(screen.game_name).outcome(session.state, screen.names),)
    return (
        *_tell_events(screen, start, session.visible_seat),
        _("The round is over."),
        *outcome,
        *item_sentences(screen.figures, screen.names),
        closing_sentence(screen.tutoring),
        *_list_end_actions(screen),
    )


def _explain_wait(screen: GuidedScreen) -> str:
    name = _("Your adviser") if screen.awaits_adviser else screen.names[Seat.P2]
    return text.format_sentence(_("{name} {name:is|are} thinking."), name=name)


GUIDED = replace(LESSON, tell=_tell_guided, explain_wait=_explain_wait)
"""The voice of a guided round."""


_CURVE_DAYS = 10


def _tell_rating(screen: PuzzlesScreen, _rest: str, _context: Context) -> Reply:
    training = screen.book.training
    days = [
        text.label_with_value(spoken_day(day), round(value)) + "."
        for day, value in training.shown_curve[-_CURVE_DAYS:]
    ]
    return (rating_sentence(training), *days)


_RATING = Command(NC_("command", "rating"), N_("hear your rating, day by day"), _tell_rating)

PUZZLES = replace(LIST_VOICE, commands=lambda screen: (_RATING, *LIST_VOICE.commands(screen)))
"""The voice of the list of puzzles."""


def _tell_exercise(
    screen: ExerciseScreen, previous: ExerciseScreen | None, _context: Context
) -> Sequence[str]:
    known_sentences: Sequence[str] = ()
    if previous is not None and previous.session is screen.session:
        known_sentences = _describe_exercise(previous)
    return [sentence for sentence in _describe_exercise(screen) if sentence not in known_sentences]


def _describe_exercise(screen: ExerciseScreen) -> tuple[str, ...]:
    match screen.page:
        case None:
            options = narration.describe_options(screen, _exercise_question(screen))
            return (*_describe_position(screen), *options)
        case AnswerPage.TRY_AGAIN:
            return (*_describe_position(screen), screen.wrong_sentence)
        case AnswerPage.ANSWER:
            return (*_describe_position(screen), screen.verdict, *_tell_reasons(screen))


def _exercise_question(screen: ExerciseScreen) -> str:
    session = screen.session
    if session.visible_seat is not None:
        return narration.choice_question(session)
    return table_words(screen.game_name).team_question(session.partner is None)


def _describe_position(screen: ExerciseScreen) -> tuple[str, ...]:
    session, header = screen.session, screen.session.game.header
    seat = session.visible_seat
    view = session.state if seat is None else observe_game(session.game, seat)
    cards = () if seat is None else _name_hand(screen, seat)
    trick = () if seat is None else (narration.describe_trick(header, view),)
    return (
        f"{screen.title}. {table_words(header.game).setup_label(header.setup)}.",
        screen.question,
        *narration.describe_standing(header, view),
        *narration.describe_board(header, view),
        narration.describe_decree(header, view),
        *trick,
        *cards,
    )


def _name_hand(screen: ExerciseScreen, seat: Seat) -> tuple[str, ...]:
    """Name the cards of a seat and its player, who may be the partner."""
    game = screen.session.game
    name, hand = text.names_at_table(game.header)[seat], observe_game(game, seat).hand
    return (known_hand_sentence(table_words(screen.game_name).cards, name, hand),)


def _tell_reasons(screen: ExerciseScreen) -> tuple[str, ...]:
    if screen.comparison is None:
        return ()
    (review, assessment), words = screen.comparison, table_words(screen.game_name)
    names = text.names_at_table(screen.session.game.header)
    worths = [
        text.label_with_value(
            text.capitalize_first(words.choices.choice_phrase(estimate.action, names)),
            bar_and_figure(estimate, assessment.estimates)[1].lstrip() + ".",
        )
        for estimate in assessment.estimates
    ]
    heading = _("The chance of winning with each choice:")
    if all_nearly_certain(assessment.estimates):
        heading = _("The expected points with each choice:")
    cost = screen.cost_sentence(cost_phrase(assessment, points_phrase))
    costs = () if screen.is_last_right else (cost,)
    reason = guide_words(screen.game_name).cost_sentence(review, assessment)
    return (*costs, reason, heading, *worths, *map(text.as_sentence, filter(None, screen.further)))


def _ask_exercise(screen: ExerciseScreen, _context: Context) -> str:
    if screen.page is None:
        return _exercise_question(screen)
    if screen.page is AnswerPage.TRY_AGAIN:
        sentence = _("Press Enter to try again, or say {answer}.")
        return sentence.format(answer=pgettext("command", "answer"))
    if screen.reason is None:
        return _("Press Enter for the next one.")
    return _("Press Enter for the next one, or say {line}.").format(
        line=pgettext("command", "line")
    )


def _answer_exercise(screen: ExerciseScreen, line: str, context: Context) -> Reply | None:
    if screen.page is None:
        return table.choose_option(screen, line, context) if line else None
    return None if line else loop.handle_key(screen, SPACE, context)


_TRY_FIRST_SENTENCE = N_("Choose first; after a wrong try, say answer. Or say leave.")
_TRY_FIRST = Command(
    NC_("command", "answer"),
    N_("hear the answer, after a wrong try"),
    lambda _screen, _rest, _context: (_(_TRY_FIRST_SENTENCE),),
)


def _exercise_commands(screen: ExerciseScreen) -> Sequence[Command]:
    is_asked = screen.page is None
    choice_commands = (table.OPTIONS, table.ABOUT) if is_asked else narration.line_commands(screen)
    if is_asked and not screen.excluded_choices:
        choice_commands = (*choice_commands, _TRY_FIRST)
    hand = () if screen.session.visible_seat is None else (table.hand_command(_name_hand),)
    return (*choice_commands, *hand, *table.open_commands(screen), *loop.binding_commands(screen))


EXERCISE = loop.Voice(
    _tell_exercise,
    _ask_exercise,
    _exercise_commands,
    _answer_exercise,
    waits=lambda screen, _is_typed: screen.page is AnswerPage.ANSWER,
    explain_wait=lambda _screen: _("Looking for the reason."),
    tells_changes_on_return=True,
    labels=lambda screen, context: () if screen.page else table.option_labels(screen, context),
    synonyms=lambda screen: () if screen.page else table.option_synonyms(screen),
    is_guarded=lambda screen: screen.page is None,
    choices=lambda screen, context: (
        ()
        if screen.page
        else table.describe_choices(screen, _ask_exercise(screen, context), context)
    ),
    answer_help=lambda screen: (
        table.choice_help(screen) if screen.page is None else (enter_help(),)
    ),
)
"""The voice of a puzzle, and in part of a retry."""
