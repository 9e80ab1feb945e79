"""Replays, reviews, retries and branches in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from foxduet.analysis.review import (
    NEGLIGIBLE_COST,
    ChoiceGrade,
    Review,
    costly_assessments,
    grade_choice,
)
from foxduet.core.cards import CardPlayed, Deal, Seat
from foxduet.core.errors import N_, NC_
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.plain import loop, narration
from foxduet.plain.lessons import EXERCISE
from foxduet.plain.loop import Command, Reply
from foxduet.plain.table import TRICK, open_commands
from foxduet.play.game import Game, Header
from foxduet.ui import replay
from foxduet.ui.kit.keys import DOWN, END, ESCAPE, HOME, LEFT, RIGHT, UP
from foxduet.ui.kit.screen import Context, Transition
from foxduet.ui.puzzles import AnswerPage
from foxduet.ui.replay import ReplayScreen
from foxduet.ui.review import (
    BranchPlayers,
    BranchScreen,
    RetryScreen,
    ReviewScreen,
    ReviewWaitScreen,
    hindsight_sentences,
    next_assessment,
    next_retry,
    visible_assessment,
)
from foxduet.words.game_words import (
    guide_words,
    normalize_text,
    progress_phrase,
    spoken_words,
    table_words,
)
from foxduet.words.i18n import _, pgettext
from foxduet.words.review import (
    chances_notes,
    chart_heading,
    chosen_line,
    costliest_sentences,
    glance_figures,
    insight_sentence,
    par_sentence,
    spoken_cost,
    threshold_sentences,
)
from foxduet.words.review_chart import chart_line, turning_points
from foxduet.words.text import format_label, format_sentence, label_with_value, names_at_table

if TYPE_CHECKING:
    Recorded: TypeAlias = ReplayScreen | ReviewScreen


@dataclass(frozen=True, slots=True)
class Scene:
    """A recorded game after ``at`` actions, seen by seat ``view``; None for open hands."""

    game: Game
    at: int
    view: Seat | None

    @property
    def header(self) -> Header:
        return self.game.header

    @property
    def state(self) -> Any:
        return self.game.states[self.at]


def scene_of(screen: Recorded) -> Scene:
    """Return the scene that a screen shows."""
    if isinstance(screen, ReplayScreen):
        return Scene(screen.game, screen.at, None)
    return Scene(screen.review.game, screen.at, screen.view)


def describe_since(scene: Scene, start: int, *, is_card_told: bool = False) -> tuple[str, ...]:
    """Tell the actions after the first ``start`` up to a scene, and the end of the game.

    The first card is left out if ``is_card_told``.
    """
    game, view = scene.game, scene.view
    words = table_words(game.header.game)
    story = words.story.with_hands_open if view is None else words.story

    def visible_events(turns: Sequence[Any]) -> tuple[Any, ...]:
        events = [event for turn in turns for event in turn.step.events]
        return tuple(event if view is None else game.rules.redact(event, view) for event in events)

    lines = narration.describe_actions(game, range(start, scene.at), story, view, visible_events)
    first_events = visible_events(game.turns[start : start + 1])
    if is_card_told and first_events and isinstance(first_events[0], CardPlayed):
        lines = lines[1:]
    return (*lines, *replay.ending_at(game, scene.at, spoken_words(game.header.game).outcome))


def describe_hand_at(scene: Scene, seat: Seat) -> tuple[str, ...]:
    """Name the visible cards of a hand."""
    game, state, view = scene.game, scene.state, scene.view
    return narration.describe_known_hand(
        game.header, seat, *replay.hand_in_view(game, state, seat, view)
    )


def describe_hands(scene: Scene) -> tuple[str, ...]:
    """Name the cards of both hands."""
    return tuple(sentence for seat in Seat for sentence in describe_hand_at(scene, seat))


_HANDS = Command(
    NC_("command", "hands"),
    N_("hear both hands"),
    lambda screen, _rest, _context: describe_hands(scene_of(screen)),
)


def scene_commands(screen: Recorded) -> tuple[Command, ...]:
    """Return the commands about the table in a scene."""
    about = open_commands(screen, lambda now: (scene_of(now).header, scene_of(now).state))
    return (_HANDS, *about, loop.CARDS, loop.RULES)


def matches_command(name: str, line: str) -> bool:
    """True if ``line`` is a command's word, or its beginning."""
    word = pgettext("command", name)
    return bool(line) and normalize_text(word).startswith(normalize_text(line))


def go_to(screen: Recorded, at: int, context: Context) -> Reply:
    """Go to the position after ``at`` actions; tell it again if it is the current one."""
    if at == screen.at:
        return tuple(loop.get_voice(screen).tell(screen, None, context))
    return Transition(replace(screen, at=at, notice=""))


def go_to_round(screen: Recorded, rest: str, context: Context, step: int = 1) -> Reply:
    """Go to the start of a round by its number, or of the next or previous round."""
    game = scene_of(screen).game
    starts = [at for at, turn in enumerate(game.turns, 1) if isinstance(turn.action, Deal)]
    number = loop.parse_choice_number(rest, len(starts))
    if isinstance(number, loop.InputRefused):
        return number
    if number is not None:
        return go_to(screen, starts[number], context)
    if step > 0:
        later = (at for at in starts if at > screen.at)
        return go_to(screen, min(later, default=len(game.turns)), context)
    return go_to(screen, max((at for at in starts if at < screen.at), default=0), context)


ROUND = Command(
    NC_("command", "round"), N_("go to the next round; with a number, to that round"), go_to_round
)
START = Command(
    NC_("command", "start"),
    N_("go to the start of the game"),
    lambda screen, _rest, context: go_to(screen, 0, context),
)
TO_THE_END = Command(
    NC_("command", "end"),
    N_("to the end of the game"),
    lambda screen, _rest, context: go_to(screen, len(scene_of(screen).game.turns), context),
)


def _step(step: int, screen: ReplayScreen, rest: str, context: Context) -> Reply:
    if matches_command(TRICK, rest):
        key = DOWN if step > 0 else UP
        return go_to(screen, replay.position_after_key(screen.game, screen.at, key), context)
    if matches_command(ROUND.name, rest):
        return go_to_round(screen, "", context, step)
    return go_to(screen, min(max(screen.at + step, 0), len(screen.game.turns)), context)


_ACTION_ON = Command(
    NC_("command", "next"),
    N_("forward one action; also next trick, next round"),
    partial(_step, 1),
)
_ACTION_BACK = Command(
    NC_("command", "back"),
    N_("back one action; also back trick, back round"),
    partial(_step, -1),
)


def _tell_replay(
    screen: ReplayScreen, before: ReplayScreen | None, _context: Context
) -> Sequence[str]:
    scene, game, at = scene_of(screen), screen.game, screen.at
    if before is not None and before.at == at:
        return ()
    lines: list[str] = []
    is_dealt = at > 0 and isinstance(game.turns[at - 1].action, Deal)
    # A jump of more than a trick does not tell the actions that it skips.
    if before is not None and before.at < at <= max(
        before.at + 1, replay.position_after_key(game, before.at, DOWN)
    ):
        # An action without a sentence is named as a choice.
        lines += describe_since(scene, before.at) or (_choice_line(scene),)
    else:
        if not at:
            lines.append(narration.describe_header(game.header, game.header.person))
        position = _("After action {at} of {count}").format(at=at, count=len(game.turns))
        lines.append(f"{position}.")
        lines += [] if is_dealt else narration.describe_standing(scene.header, scene.state)[:1]
        lines += describe_since(scene, max(0, at - 1))
    lines += describe_hands(scene) if is_dealt else ()
    if at == len(game.turns) and screen.trouble:
        lines.append(screen.trouble)
    return lines


def _choice_line(scene: Scene) -> str:
    header, action = scene.game.header, scene.game.turns[scene.at - 1].action
    names, words = names_at_table(header), table_words(header.game)
    name = _("Together") if words.is_shared(action) else names[action.seat]
    choice = words.choices.choice_phrase(action, names)
    return format_label(_("{name}: {choice}."), name=name, choice=choice)


def ask_to_go_on(screen: Recorded, _context: Context) -> str:
    """Ask how to go on in a recorded game, or say that this is its end."""
    if screen.at == len(scene_of(screen).game.turns):
        return _("This is the end. Say back, the number of an action, or leave.")
    return _("Next?")


def action_forms(_screen: Recorded) -> tuple[loop.Form, ...]:
    """Return the forms of input in a recorded game."""
    return loop.enter_form(), (_("a number"), _("go to the action with that number"))


def _answer_replay(screen: ReplayScreen, line: str, context: Context) -> Reply | None:
    if not line:
        return _ACTION_ON.reply(screen, "", context)
    number = loop.parse_choice_number(line, len(screen.game.turns))
    return go_to(screen, number + 1, context) if isinstance(number, int) else number


REPLAY = loop.Voice(
    _tell_replay,
    ask_to_go_on,
    lambda screen: (
        *(_ACTION_ON, _ACTION_BACK, ROUND, START, TO_THE_END),
        *(*scene_commands(screen), loop.leave_command(ESCAPE)),
    ),
    _answer_replay,
    forms=action_forms,
)
"""The voice of a replay, with both hands open."""


def _who(screen: BranchScreen) -> str:
    name = {BranchPlayers.PLAYERS: _("The players"), BranchPlayers.EXPERTS: _("Two experts")}
    return _("Who plays on from here?") + f" {name[screen.by]}."


def _tell_branch(
    screen: BranchScreen, before: BranchScreen | None, _context: Context
) -> Sequence[str]:
    if before is not None:
        return () if screen.by is before.by else (_who(screen),)
    assessment, header = screen.assessment, screen.review.game.header
    words, names = table_words(header.game).choices, names_at_table(header)
    title = _("What would have happened instead of {choice}?")
    return (
        title.format(choice=words.choice_phrase(assessment.chosen, names)),
        _("A branch is a game of its own, with its own record, and is never scored."),
        _who(screen),
        *loop.number_lines(narration.choice_labels(screen.review, assessment)),
    )


def _choose_players(
    by: BranchPlayers, screen: BranchScreen, _rest: str, _context: Context
) -> Reply:
    return (_who(screen),) if screen.by is by else Transition(replace(screen, by=by, notice=""))


_BRANCH_COMMANDS = (
    Command(
        NC_("command", "players"),
        N_("the players play on"),
        partial(_choose_players, BranchPlayers.PLAYERS),
    ),
    Command(
        NC_("command", "experts"),
        N_("two experts play on"),
        partial(_choose_players, BranchPlayers.EXPERTS),
    ),
    loop.leave_command(ESCAPE),
)

BRANCH = loop.Voice(
    _tell_branch,
    lambda _screen, _context: _("Which number?"),
    lambda _screen: _BRANCH_COMMANDS,
    loop.activate_by_number,
    labels=lambda screen, _context: narration.choice_labels(screen.review, screen.assessment),
    forms=lambda _screen: (loop.number_form(),),
)
"""The voice of the choices of a branch."""

PLAY_OUT = loop.make_waiting_voice(
    lambda _screen: _("Two experts play on {trail}").format(trail="").rstrip() + ".",
    lambda screen: narration.describe_standing(screen.game.header, screen.game.state)[0],
)
"""The voice of a branch that experts play."""

PAR_WAIT = loop.make_waiting_voice(
    lambda _screen: _("Two experts play the same deals {trail}").format(trail="").rstrip() + ".",
    lambda _screen: _("One moment."),
)
"""The voice of the wait for the experts' game."""


def _tell_par(
    screen: replay.ParScreen, before: replay.ParScreen | None, _context: Context
) -> Sequence[str]:
    if before is not None and before.place == screen.place:
        return ()
    number, trick = screen.place
    lines = [_("Round {round}, trick {trick}.").format(round=number, trick=trick)]
    for title, game in _games(screen):
        outcome = spoken_words(game.header.game).outcome
        position = replay.position_of_trick(game, screen.place)
        last: Sequence[str] = replay.sentences_at(game, position, None, outcome)
        if game.rules.progress(game.state) < screen.place:
            last = (_("The other game was already over."),)
        lines.append(f"{title}. {' '.join(last)}")
    return lines if before is not None else (par_sentence(screen.review), *lines)


def _games(screen: replay.ParScreen) -> list[tuple[str, Game]]:
    titles = (_("This game"), _("Two experts on the same deals"))
    return [*zip(titles, screen.games, strict=True)]


def _standings(screen: replay.ParScreen, _rest: str, _context: Context) -> Reply:
    lines = []
    for title, game in _games(screen):
        state = game.states[replay.position_of_trick(game, screen.place)]
        lines.append(f"{title}. {' '.join(narration.describe_standing(game.header, state))}")
    return tuple(lines)


def _ask_par(screen: replay.ParScreen, context: Context) -> str:
    is_last = screen.handle_key(END, context).screen == screen
    return _("This is the end. Say back or leave.") if is_last else _("Next?")


def _step_par(key: str, screen: replay.ParScreen, _rest: str, context: Context) -> Reply:
    after = screen.handle_key(key, context)
    return (_ask_par(screen, context),) if after.screen == screen else after


_PAR_COMMANDS = (
    Command(NC_("command", "next"), N_("forward one trick"), partial(_step_par, RIGHT)),
    Command(NC_("command", "back"), N_("back one trick"), partial(_step_par, LEFT)),
    Command(NC_("command", "start"), N_("to the first trick"), partial(_step_par, HOME)),
    Command(NC_("command", "end"), N_("to the last trick"), partial(_step_par, END)),
    Command(NC_("command", "score"), N_("hear how far both games have got"), _standings),
    loop.leave_command(ESCAPE),
)

PAR = loop.Voice(
    _tell_par,
    _ask_par,
    lambda _screen: _PAR_COMMANDS,
    lambda screen, line, context: None if line else _PAR_COMMANDS[0].reply(screen, "", context),
    forms=lambda _screen: (loop.enter_form(),),
)
"""The voice of par: two games on the same deals, side by side."""


_OWN_KEY, _ALL_KEY, _EARLIER_KEY = "n", "N", "p"
"""Keys of the screen for retries."""


def _retry(screen: ReviewScreen | RetryScreen, key: str, context: Context) -> Reply:
    if next_retry(screen.review, screen.at, key) is not None:
        return screen.handle_key(key, context)
    sentence, header = _("No further choice was costly."), screen.review.game.header
    if key == _OWN_KEY and header.person is not None:
        sentence = format_sentence(
            _("{name} made no other costly choice; say {all} to include the other player's."),
            name=header.players[header.person],
            all=ALL.word(),
        )
    return screen.close(notice=sentence) if isinstance(screen, RetryScreen) else (sentence,)


def _retry_command(name: str, meaning: str, key: str) -> Command:
    return Command(name, meaning, lambda screen, _rest, context: _retry(screen, key, context))


LEARN = _retry_command(NC_("command", "retry"), N_("try your costly choices again"), _OWN_KEY)
ALL = _retry_command(NC_("command", "everyone"), N_("try anybody's costly choices again"), _ALL_KEY)
_PREVIOUS_RETRY = _retry_command(NC_("command", "back"), N_("go to the previous one"), _EARLIER_KEY)
_NEXT_RETRY = Command(
    NC_("command", "next"),
    N_("go to the next one, without the answer"),
    lambda screen, _rest, context: _retry(screen, screen.key, context),
)

CHOOSE_AGAIN = replace(
    EXERCISE,
    commands=lambda screen: (
        *(_NEXT_RETRY, _PREVIOUS_RETRY, LEARN, ALL),
        *EXERCISE.commands(screen),
    ),
    answer=lambda screen, line, context: (
        _retry(screen, screen.key, context)
        if screen.page is AnswerPage.ANSWER and not line
        else EXERCISE.answer(screen, line, context)
    ),
)
"""The voice of a retry."""

_GRADES = {
    ChoiceGrade.INACCURACY: N_("An inaccuracy."),
    ChoiceGrade.MISTAKE: N_("A mistake."),
    ChoiceGrade.BLUNDER: N_("A blunder."),
}


def _glance(review: Review) -> tuple[str, ...]:
    labels, figures = glance_figures(review)
    return tuple(
        " ".join(f"{item}." for item in (name, *map(label_with_value, labels, own)))
        for name, *own in figures
    )


def _opening(screen: ReviewScreen) -> tuple[str, ...]:
    review, game = screen.review, screen.review.game
    lines = (
        narration.describe_header(game.header, game.header.person),
        *replay.ending_at(game, len(game.turns)),
        *_glance(review),
        insight_sentence(review),
        par_sentence(review),
    )
    return tuple(filter(None, lines))


def _verdict(screen: ReviewScreen) -> tuple[str, ...]:
    upcoming, assessment = next_assessment(screen), visible_assessment(screen)
    if upcoming is None:
        return ()
    if assessment is None:
        sentence = _("{name} {name:chooses|choose}; {command} shows the hands.")
        name = screen.review.game.header.players[upcoming.seat]
        command = _VIEW_COMMAND.word()
        return (format_sentence(sentence, name=name, command=command),)
    lines = [chosen_line(screen.review.game, assessment)]
    if grade_choice(assessment) is not ChoiceGrade.GOOD:
        lines.append(f"{_(_GRADES[grade_choice(assessment)])} {spoken_cost(assessment)}")
    if assessment.is_costly:
        lines.append(guide_words(screen.game_name).cost_sentence(screen.review, assessment))
    return tuple(lines)


def _position(screen: ReviewScreen, *, is_new: bool) -> tuple[str, ...]:
    scene, upcoming = scene_of(screen), next_assessment(screen)
    assessment, game, number = visible_assessment(screen), scene.game, scene.at + 1
    if number > len(game.turns):
        return ()
    words, pending = table_words(game.header.game).choices, game.rules.pending(scene.state)
    sentence = _("Action {number} of {count}, before the first deal.")
    round_number, trick = game.rules.progress(scene.state)
    if round_number:
        sentence = _("Action {number} of {count}, round {round}, trick {trick}.")
    lines = [sentence.format(number=number, count=len(game.turns), round=round_number, trick=trick)]
    if upcoming is None or pending is None:
        return (*lines, *describe_since(replace(scene, at=number), scene.at))
    if is_new and pending.seat is None:
        lines.append(table_words(game.header.game).team_question(game.header.person is None))
    elif is_new and pending.choice in words.waiting_prompts:
        lines.append(words.waiting_prompt(scene.state, names_at_table(game.header)))
    elif is_new:
        lines.append(narration.describe_trick(scene.header, scene.state))
    if is_new:
        lines.append(narration.describe_decree(scene.header, scene.state))
    is_bad = assessment is not None and grade_choice(assessment) is not ChoiceGrade.GOOD
    if is_bad and pending.seat is not None:
        lines += describe_hand_at(scene, pending.seat)
    return tuple(lines)


def _tell_review(
    screen: ReviewScreen, before: ReviewScreen | None, _context: Context
) -> Sequence[str]:
    scene, at = scene_of(screen), screen.at
    if before is None or before.at != at:
        if not at:
            return (*_opening(screen), *_progress(screen))
        if before is not None and screen.notice:
            # The player returns from a retry, which has told the position.
            return (screen.notice, *_verdict(screen))
        is_step = before is not None and at == _after(before)
        since = describe_since(scene, before.at, is_card_told=True) if before and is_step else ()
        if not is_step and at == len(scene.game.turns):
            since = replay.ending_at(scene.game, at)
        position = (line for line in _position(screen, is_new=not is_step) if line not in since)
        assessment = visible_assessment(screen)
        is_final = assessment is None or assessment.settled
        note = () if is_final else (_("These numbers may still change."),)
        return (*since, *position, *_verdict(screen), *note)
    lines: list[str] = []
    if screen.view is not before.view:
        lines += [f"{replay.view_phrase(screen.review.game, screen.view)}.", *describe_hands(scene)]
    if _hindsight(screen) != _hindsight(before):
        lines += _hindsight(screen)
    if not screen.awaits_job and before.progress != screen.progress and screen.progress:
        lines.append(progress_phrase(screen.progress) + ".")
        lines += () if at or _glance(screen.review) == _glance(before.review) else _opening(screen)
    if at and _verdict(screen) != _verdict(before):
        lines += _verdict(screen)
    return lines


def _progress(screen: ReviewScreen) -> tuple[str, ...]:
    progress = screen.progress
    if progress is None or progress.is_settled:
        return ()
    sentence = _("{settled} of {total} choices are final; other numbers may still change.")
    return (sentence.format(settled=progress.settled, total=progress.total),)


def _hindsight(screen: ReviewScreen) -> tuple[str, ...]:
    if not screen.hindsight or screen.view is not None:
        return ()
    return tuple(hindsight_sentences(screen, visible_assessment(screen)))


def _ask_review(screen: ReviewScreen, context: Context) -> str:
    upcoming, further = next_assessment(screen), next_retry(screen.review, screen.at, "n")
    if screen.notice and upcoming is not None and upcoming.is_costly and further is not None:
        sentence = _("Say {learn} for the next one, or press Enter to carry on from here.")
        return sentence.format(learn=LEARN.word())
    if screen.at:
        return ask_to_go_on(screen, context)
    if further is None:
        return _("Press Enter to hear it choice by choice.")
    sentence = _("Press Enter to hear it choice by choice, or say {learn} to choose again.")
    return sentence.format(learn=LEARN.word())


def _judged(screen: ReviewScreen) -> list[int]:
    return [a.number - 1 for a in screen.review.assessments if a.estimates]


def _after(screen: ReviewScreen) -> int:
    """Return the position before the next choice with an alternative, or the end of the game."""
    end = len(screen.review.game.turns)
    return min((at for at in _judged(screen) if at > screen.at), default=end)


def _move(screen: ReviewScreen, at: int, context: Context) -> Reply:
    return go_to(replace(screen, hindsight=False), at, context)


def _next(screen: ReviewScreen, rest: str, context: Context) -> Reply:
    for command in (_MISTAKE, ROUND):
        if matches_command(command.name, rest):
            return command.reply(screen, "", context)
    return _move(screen, _after(screen), context)


def _back(screen: ReviewScreen, rest: str, context: Context) -> Reply:
    if matches_command(ROUND.name, rest):
        return go_to_round(screen, "", context, -1)
    return _move(screen, max((at for at in _judged(screen) if at < screen.at), default=0), context)


def _mistake(screen: ReviewScreen, _rest: str, context: Context) -> Reply:
    later = [a.number - 1 for a in costly_assessments(screen.review) if a.number - 1 > screen.at]
    if not later:
        return (_("No further choice was costly."),)
    return _move(screen, min(later), context)


def _worst(screen: ReviewScreen, _rest: str, context: Context) -> Reply:
    costly = costly_assessments(screen.review)
    if not costly:
        return (_("No choice was costly."),)
    return _move(screen, costly[0].number - 1, context)


def _why(screen: ReviewScreen, _rest: str, _context: Context) -> Reply:
    assessment = visible_assessment(screen)
    if assessment is None or assessment.cost.worth < NEGLIGIBLE_COST:
        return _verdict(screen) or (_ask_review(screen, _context),)
    return (guide_words(screen.game_name).cost_sentence(screen.review, assessment),)


def _review_choices(screen: ReviewScreen, _rest: str, _context: Context) -> Reply:
    assessment = visible_assessment(screen)
    if assessment is None or not assessment.estimates:
        return _verdict(screen) or (_("There is nothing else to choose here."),)
    return tuple(f"{label}." for label in narration.choice_labels(screen.review, assessment))


def _chances(screen: ReviewScreen, _rest: str, _context: Context) -> Reply:
    chart, sentence = chart_line(screen.review), _("After action {number}: {value}.")
    lines = [chart_heading(screen.review) + "."]
    for number, value in turning_points(chart):
        figure = narration.figure_text(value, chart.uses_points)
        lines.append(sentence.format(number=number, value=figure))
    return tuple(lines)


def _ask_hindsight(screen: ReviewScreen, _rest: str, context: Context) -> Reply:
    if screen.hindsight and (lines := _hindsight(screen)):
        return lines
    # Hindsight needs open hands.
    return loop.handle_key(replace(screen, view=None, hindsight=False), "o", context)


def _grades(screen: ReviewScreen, _rest: str, _context: Context) -> Reply:
    review, choices = screen.review, len(screen.review.assessments)
    counted = _(
        "This game has {actions} actions, including deals. Of these, {choices} were "
        "choices by players; {judged} had an alternative, and only those are judged."
    ).format(actions=len(review.game.turns), choices=choices, judged=len(_judged(screen)))
    return (*threshold_sentences(review), *chances_notes(review.game.header), counted)


_NEXT_CHOICE = Command(
    NC_("command", "next"), N_("go to the next choice; also next mistake, next round"), _next
)
_CHOICE_BEFORE = Command(
    NC_("command", "back"), N_("go to the previous choice; also back round"), _back
)
_MISTAKE = Command(NC_("command", "mistake"), N_("go to the next costly choice"), _mistake)
_WORST = Command(NC_("command", "worst"), N_("go to the costliest choice"), _worst)
_WHY = Command(NC_("command", "why"), N_("hear why it was costly"), _why)
_CHOICES = Command(
    NC_("command", "choices"), N_("hear every choice with its number"), _review_choices
)
_CHANCES = Command(NC_("command", "chances"), N_("hear where the game turned"), _chances)
_HINDSIGHT = Command(
    NC_("command", "hindsight"), N_("hear what only both hands could show"), _ask_hindsight
)
_GLANCE = Command(
    NC_("command", "glance"),
    N_("hear how well each of you chose"),
    lambda screen, _rest, _context: (
        *_glance(screen.review),
        *costliest_sentences(screen.review),
        *filter(None, [par_sentence(screen.review)]),
    ),
)
_EXPLAIN_GRADES = Command(NC_("command", "grades"), N_("hear what counts as a mistake"), _grades)
_VIEW_COMMAND = loop.key_command(
    NC_("command", "view"),
    N_("hear it with both hands open, as the left player, as the right player"),
    "e",
)
_TRY = loop.key_command(NC_("command", "try"), N_("try another choice"), "t")
_PAR = loop.key_command(NC_("command", "par"), N_("hear what two experts made of these deals"), "v")


def _answer_review(screen: ReviewScreen, line: str, context: Context) -> Reply | None:
    if not line:
        return _next(screen, "", context)
    number = loop.parse_choice_number(line, len(screen.review.game.turns))
    return _move(screen, number, context) if isinstance(number, int) else number


def _waiting(screen: ReviewWaitScreen | ReviewScreen) -> str:
    if screen.progress is None or (isinstance(screen, ReviewScreen) and screen.hindsight):
        return _("One moment.")
    # A count of 0 would not be worth hearing.
    return progress_phrase(screen.progress) + "." if screen.progress.done else _("One moment.")


REVIEW_WAIT = loop.make_waiting_voice(
    lambda _screen: _("Looking at each choice of the game."), _waiting
)
"""The voice of the wait for a review."""

REVIEW = loop.Voice(
    _tell_review,
    _ask_review,
    lambda screen: (
        *(_NEXT_CHOICE, _CHOICE_BEFORE, _MISTAKE, _WORST, LEARN, ALL, _WHY, _CHOICES, _CHANCES),
        *(_GLANCE, _EXPLAIN_GRADES, _HINDSIGHT, _VIEW_COMMAND, _TRY),
        *([_PAR] if screen.review.game.rules.cooperative else []),
        *(ROUND, START, TO_THE_END, *scene_commands(screen), loop.leave_command(ESCAPE)),
    ),
    _answer_review,
    # A person need not wait; for a program the output must be final.
    waits=lambda screen, is_typed: not is_typed or (screen.hindsight and not _hindsight(screen)),
    waiting=_waiting,
    continues_on_enter=True,
    forms=action_forms,
)
"""The voice of a review."""
