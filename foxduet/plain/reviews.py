"""Replays, reviews, retries and branches in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from foxduet.ai.partner import EQUAL_COST
from foxduet.analysis.review import (
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
from foxduet.plain.table import open_commands
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
    highlight_sentences,
    insight_sentence,
    par_sentence,
    spoken_cost,
    threshold_sentences,
)
from foxduet.words.review_chart import chart_line, turning_points
from foxduet.words.spoken import normalize_text
from foxduet.words.text import format_label, format_sentence, label_with_value, names_at_table

if TYPE_CHECKING:
    Recorded: TypeAlias = ReplayScreen | ReviewScreen


@dataclass(frozen=True, slots=True)
class Scene:
    """A recorded game after ``position`` actions, seen by seat ``view``; None for open hands."""

    game: Game
    position: int
    view: Seat | None

    @property
    def header(self) -> Header:
        return self.game.header

    @property
    def state(self) -> Any:
        return self.game.states[self.position]


def scene_of(screen: Recorded) -> Scene:
    """Return the scene that a screen shows."""
    if isinstance(screen, ReplayScreen):
        return Scene(screen.game, screen.position, None)
    return Scene(screen.review.game, screen.position, screen.view)


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

    numbers, outcome = range(start, scene.position), spoken_words(game.header.game).outcome
    lines = narration.describe_actions(game, numbers, story, view, visible_events)
    first_events = visible_events(game.turns[start : start + 1])
    if is_card_told and first_events and isinstance(first_events[0], CardPlayed):
        lines = lines[1:]
    return (*lines, *replay.tell_result(game, scene.position, outcome))


def describe_seat_hand(scene: Scene, seat: Seat) -> tuple[str, ...]:
    """Name the visible cards of a hand."""
    game, state, view = scene.game, scene.state, scene.view
    return narration.describe_known_hand(
        game.header, seat, *replay.known_hand(game, state, seat, view)
    )


def describe_hands(scene: Scene) -> tuple[str, ...]:
    """Name the cards of both hands."""
    return tuple(sentence for seat in Seat for sentence in describe_seat_hand(scene, seat))


_HANDS = Command(
    NC_("command", "hands"),
    N_("hear both hands"),
    lambda screen, _rest, _context: describe_hands(scene_of(screen)),
)


def scene_commands(screen: Recorded) -> tuple[Command, ...]:
    """Return the commands about the table in a scene."""
    about = open_commands(screen, lambda shown: (scene_of(shown).header, scene_of(shown).state))
    return (_HANDS, *about)


def matches_command(name: str, line: str) -> bool:
    """True if ``line`` is a command's word, or its beginning."""
    word = pgettext("command", name)
    return bool(line) and normalize_text(word).startswith(normalize_text(line))


def go_to(screen: Recorded, position: int, context: Context) -> Reply:
    """Go to the position after ``position`` actions; tell it again if it is the current one."""
    if position == screen.position:
        return tuple(loop.get_voice(screen).tell(screen, None, context))
    return Transition(replace(screen, position=position, notice=""))


def nearest_position(screen: Recorded, positions: Sequence[int], step: int = 1) -> int:
    """Return the next or previous of ``positions``; else the end or start of the game."""
    if step > 0:
        end = len(scene_of(screen).game.turns)
        return min((p for p in positions if p > screen.position), default=end)
    return max((p for p in positions if p < screen.position), default=0)


def go_to_round(screen: Recorded, argument: str, context: Context, step: int = 1) -> Reply:
    """Go to the start of a round by its number, or of the next or previous round."""
    turns = enumerate(scene_of(screen).game.turns, 1)
    starts = [position for position, turn in turns if isinstance(turn.action, Deal)]
    number = loop.parse_choice_number(argument, len(starts))
    if isinstance(number, loop.InputRefused):
        return number
    if number is not None:
        return go_to(screen, starts[number], context)
    return go_to(screen, nearest_position(screen, starts, step), context)


ROUND = Command(
    NC_("command", "round"),
    N_("go to the next round; with a number, to that round"),
    go_to_round,
    takes_argument=True,
)
GO_TO_START = Command(
    NC_("command", "start"),
    N_("go to the start of the game"),
    lambda screen, _rest, context: go_to(screen, 0, context),
)
GO_TO_END = Command(
    NC_("command", "end"),
    N_("to the end of the game"),
    lambda screen, _rest, context: go_to(screen, len(scene_of(screen).game.turns), context),
)


def _step(step: int, screen: ReplayScreen, argument: str, context: Context) -> Reply:
    if matches_command("trick", argument):
        key = DOWN if step > 0 else UP
        return go_to(screen, replay.position_after_key(screen.game, screen.position, key), context)
    if matches_command(ROUND.name, argument):
        return go_to_round(screen, "", context, step)
    return go_to(screen, min(max(screen.position + step, 0), len(screen.game.turns)), context)


_NEXT_ACTION = Command(
    NC_("command", "next"),
    N_("forward one move; also next trick, next round"),
    partial(_step, 1),
    takes_argument=True,
)
_PREVIOUS_ACTION = Command(
    NC_("command", "back"),
    N_("back one move; also back trick, back round"),
    partial(_step, -1),
    takes_argument=True,
)


def _tell_replay(
    screen: ReplayScreen, previous: ReplayScreen | None, _context: Context
) -> Sequence[str]:
    scene, game, position = scene_of(screen), screen.game, screen.position
    if previous is not None and previous.position == position:
        return ()
    lines: list[str] = []
    is_dealt = position > 0 and isinstance(game.turns[position - 1].action, Deal)
    # A jump of more than a trick does not tell the actions that it skips.
    if previous is not None and previous.position < position <= max(
        previous.position + 1, replay.position_after_key(game, previous.position, DOWN)
    ):
        # An action without a sentence is named as a choice.
        lines += describe_since(scene, previous.position) or (_phrase_action(scene),)
    else:
        if not position:
            lines.append(narration.describe_header(game.header, game.header.person))
        heading = _("After move {at} of {count}").format(at=position, count=len(game.turns))
        lines.append(f"{heading}.")
        lines += [] if is_dealt else narration.describe_standing(scene.header, scene.state)[:1]
        lines += describe_since(scene, max(0, position - 1))
    lines += describe_hands(scene) if is_dealt else ()
    if position == len(game.turns) and screen.trouble:
        lines.append(screen.trouble)
    return lines


def _phrase_action(scene: Scene) -> str:
    header, action = scene.game.header, scene.game.turns[scene.position - 1].action
    names, words = names_at_table(header), table_words(header.game)
    name = _("Together") if words.is_shared(action) else names[action.seat]
    choice = words.choices.choice_phrase(action, names)
    return format_label(_("{name}: {choice}."), name=name, choice=choice)


def ask_to_go_on(screen: Recorded, _context: Context) -> str:
    """Ask how to go on in a recorded game, or say that this is its end."""
    if screen.position == len(scene_of(screen).game.turns):
        return _("This is the end. Say back, the number of a move, or leave.")
    return _("Next?")


def action_help(_screen: Recorded) -> tuple[loop.AnswerHelp, ...]:
    """Return the help for answers in a recorded game."""
    return loop.enter_help(), (_("a number"), _("go to the move with that number"))


def _answer_replay(screen: ReplayScreen, line: str, context: Context) -> Reply | None:
    if not line:
        return _NEXT_ACTION.reply(screen, "", context)
    number = loop.parse_choice_number(line, len(screen.game.turns))
    return go_to(screen, number + 1, context) if isinstance(number, int) else number


REPLAY = loop.Voice(
    _tell_replay,
    ask_to_go_on,
    lambda screen: (
        *(_NEXT_ACTION, _PREVIOUS_ACTION, ROUND, GO_TO_START, GO_TO_END),
        *(*scene_commands(screen), *loop.binding_commands(screen)),
    ),
    _answer_replay,
    answer_help=action_help,
)
"""The voice of a replay, with both hands open."""


def _tell_players(screen: BranchScreen) -> str:
    name = {BranchPlayers.PLAYERS: _("The players"), BranchPlayers.EXPERTS: _("Two experts")}
    return _("Who plays on from here?") + f" {name[screen.players]}."


def _tell_branch(
    screen: BranchScreen, previous: BranchScreen | None, _context: Context
) -> Sequence[str]:
    if previous is not None:
        return () if screen.players is previous.players else (_tell_players(screen),)
    assessment, header = screen.assessment, screen.review.game.header
    words, names = table_words(header.game).choices, names_at_table(header)
    title = _("What would have happened instead of {choice}?")
    return (
        title.format(choice=words.choice_phrase(assessment.chosen, names)),
        _("A branch is a game of its own, with its own record, and is never scored."),
        _tell_players(screen),
        *loop.number_lines(narration.choice_labels(screen.review, assessment)),
    )


def _choose_players(
    players: BranchPlayers, screen: BranchScreen, _rest: str, _context: Context
) -> Reply:
    if screen.players is players:
        return (_tell_players(screen),)
    return Transition(replace(screen, players=players, notice=""))


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
    screen: replay.ParScreen, previous: replay.ParScreen | None, _context: Context
) -> Sequence[str]:
    if previous is not None and previous.place == screen.place:
        return ()
    number, trick = screen.place
    lines = [_("Round {round}, trick {trick}.").format(round=number, trick=trick)]
    for title, game in _titled_games(screen):
        outcome = spoken_words(game.header.game).outcome
        position = replay.position_of_trick(game, screen.place)
        sentences: Sequence[str] = replay.tell_last_action(game, position, None, outcome)
        if game.rules.progress(game.state) < screen.place:
            sentences = (_("The other game was already over."),)
        lines.append(f"{title}. {' '.join(sentences)}")
    return lines if previous is not None else (par_sentence(screen.review), *lines)


def _titled_games(screen: replay.ParScreen) -> list[tuple[str, Game]]:
    titles = (_("This game"), _("Two experts on the same deals"))
    return [*zip(titles, screen.games, strict=True)]


def _tell_standings(screen: replay.ParScreen, _rest: str, _context: Context) -> Reply:
    lines = []
    for title, game in _titled_games(screen):
        state = game.states[replay.position_of_trick(game, screen.place)]
        lines.append(f"{title}. {' '.join(narration.describe_standing(game.header, state))}")
    return tuple(lines)


def _ask_par(screen: replay.ParScreen, context: Context) -> str:
    is_last = screen.handle_key(END, context).screen == screen
    return _("This is the end. Say back or leave.") if is_last else _("Next?")


def _step_par(key: str, screen: replay.ParScreen, _rest: str, context: Context) -> Reply:
    transition = screen.handle_key(key, context)
    return (_ask_par(screen, context),) if transition.screen == screen else transition


_PAR_COMMANDS = (
    Command(NC_("command", "next"), N_("forward one trick"), partial(_step_par, RIGHT)),
    Command(NC_("command", "back"), N_("back one trick"), partial(_step_par, LEFT)),
    Command(NC_("command", "start"), N_("to the first trick"), partial(_step_par, HOME)),
    Command(NC_("command", "end"), N_("to the last trick"), partial(_step_par, END)),
    Command(NC_("command", "score"), N_("hear how far both games have got"), _tell_standings),
    loop.leave_command(ESCAPE),
)

PAR = loop.Voice(
    _tell_par,
    _ask_par,
    lambda _screen: _PAR_COMMANDS,
    lambda screen, line, context: None if line else _PAR_COMMANDS[0].reply(screen, "", context),
    answer_help=lambda _screen: (loop.enter_help(),),
)
"""The voice of par: two games on the same deals, side by side."""


_OWN_KEY, _ALL_KEY, _EARLIER_KEY = "n", "N", "p"
"""Keys of the screen for retries."""


def _retry(screen: ReviewScreen | RetryScreen, key: str, context: Context) -> Reply:
    if next_retry(screen.review, screen.position, key) is not None:
        return screen.handle_key(key, context)
    sentence, header = _("There is no further choice to try again."), screen.review.game.header
    if key == _OWN_KEY and header.person is not None:
        sentence = format_sentence(
            _(
                "{name} {name:has|have} no other choice to try again; say {all} to include the "
                "other player's."
            ),
            name=header.players[header.person],
            all=RETRY_ALL.word(),
        )
    return screen.close(notice=sentence) if isinstance(screen, RetryScreen) else (sentence,)


def _retry_command(name: str, meaning: str, key: str) -> Command:
    return Command(name, meaning, lambda screen, _rest, context: _retry(screen, key, context))


RETRY_OWN = _retry_command(NC_("command", "retry"), N_("try your costly choices again"), _OWN_KEY)
RETRY_ALL = _retry_command(
    NC_("command", "everyone"), N_("try anybody's costly choices again"), _ALL_KEY
)
_PREVIOUS_RETRY = _retry_command(NC_("command", "back"), N_("go to the previous one"), _EARLIER_KEY)
_NEXT_RETRY = Command(
    NC_("command", "next"),
    N_("go to the next one, without the answer"),
    lambda screen, _rest, context: _retry(screen, screen.key, context),
)

CHOOSE_AGAIN = replace(
    EXERCISE,
    commands=lambda screen: (
        *(_NEXT_RETRY, _PREVIOUS_RETRY, RETRY_OWN, RETRY_ALL),
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


def _tell_glance(review: Review) -> tuple[str, ...]:
    labels, figures = glance_figures(review)
    return tuple(
        " ".join(f"{item}." for item in (name, *map(label_with_value, labels, values)))
        for name, *values in figures
    )


def _tell_opening(screen: ReviewScreen) -> tuple[str, ...]:
    review, game = screen.review, screen.review.game
    lines = (
        narration.describe_header(game.header, game.header.person),
        *replay.tell_result(game, len(game.turns)),
        *_tell_glance(review),
        insight_sentence(review),
        *highlight_sentences(review),
        screen.par_line,
    )
    return tuple(filter(None, lines))


def _tell_verdict(screen: ReviewScreen) -> tuple[str, ...]:
    next_choice, assessment = next_assessment(screen), visible_assessment(screen)
    if next_choice is None:
        return ()
    if assessment is None:
        sentence = _("{name} {name:chooses|choose}; {command} shows the hands.")
        name = screen.review.game.header.players[next_choice.seat]
        command = pgettext("command", "view")
        return (format_sentence(sentence, name=name, command=command),)
    lines = [chosen_line(screen.review.game, assessment)]
    if grade_choice(assessment) is not ChoiceGrade.GOOD:
        lines.append(f"{_(_GRADES[grade_choice(assessment)])} {spoken_cost(assessment)}")
    if assessment.is_costly:
        lines.append(guide_words(screen.game_name).cost_sentence(screen.review, assessment))
    return tuple(lines)


def _tell_position(screen: ReviewScreen, *, is_new: bool) -> tuple[str, ...]:
    scene, next_choice = scene_of(screen), next_assessment(screen)
    assessment, game, number = visible_assessment(screen), scene.game, scene.position + 1
    if number > len(game.turns):
        return ()
    words, pending = table_words(game.header.game).choices, game.rules.pending(scene.state)
    sentence = _("Move {number} of {count}, before the first deal.")
    round_number, trick = game.rules.progress(scene.state)
    if round_number:
        sentence = _("Move {number} of {count}, round {round}, trick {trick}.")
    lines = [sentence.format(number=number, count=len(game.turns), round=round_number, trick=trick)]
    if next_choice is None or pending is None:
        return (*lines, *describe_since(replace(scene, position=number), scene.position))
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
        lines += describe_seat_hand(scene, pending.seat)
    return tuple(lines)


def _tell_review(
    screen: ReviewScreen, previous: ReviewScreen | None, _context: Context
) -> Sequence[str]:
    scene, position = scene_of(screen), screen.position
    if previous is None or previous.position != position:
        if not position:
            return (*_tell_opening(screen), *_tell_progress(screen))
        if previous is not None and screen.notice:
            # The player returns from a retry, which has told the position.
            return (screen.notice, *_tell_verdict(screen))
        is_step, actions = False, tuple[str, ...]()
        if previous is not None and position == _next_position(previous):
            is_step, actions = True, describe_since(scene, previous.position, is_card_told=True)
        elif position == len(scene.game.turns):
            actions = replay.tell_result(scene.game, position)
        lines = [line for line in _tell_position(screen, is_new=not is_step) if line not in actions]
        assessment = visible_assessment(screen)
        is_final = assessment is None or assessment.settled
        note = () if is_final else (_("These numbers may still change."),)
        return (*actions, *lines, *_tell_verdict(screen), *note)
    lines = []
    if screen.view is not previous.view:
        lines += [f"{replay.view_phrase(screen.review.game, screen.view)}.", *describe_hands(scene)]
    if _hindsight(screen) != _hindsight(previous):
        lines += _hindsight(screen)
    if not screen.awaits_job and previous.progress != screen.progress and screen.progress:
        lines.append(progress_phrase(screen.progress) + ".")
        is_same = _tell_glance(screen.review) == _tell_glance(previous.review)
        lines += () if position or is_same else _tell_opening(screen)
    if position and _tell_verdict(screen) != _tell_verdict(previous):
        lines += _tell_verdict(screen)
    return lines


def _tell_progress(screen: ReviewScreen) -> tuple[str, ...]:
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
    next_choice, retry = next_assessment(screen), next_retry(screen.review, screen.position, "n")
    if screen.notice and next_choice is not None and next_choice.is_costly and retry is not None:
        sentence = _("Say {learn} for the next one, or press Enter to carry on from here.")
        return sentence.format(learn=RETRY_OWN.word())
    if screen.position:
        return ask_to_go_on(screen, context)
    if retry is None:
        return _("Press Enter to hear it choice by choice.")
    sentence = _("Press Enter to hear it choice by choice, or say {learn} to choose again.")
    return sentence.format(learn=RETRY_OWN.word())


def _judged_positions(screen: ReviewScreen) -> list[int]:
    return [a.number - 1 for a in screen.review.assessments if a.estimates]


def _next_position(screen: ReviewScreen) -> int:
    """Return the position before the next choice with an alternative, or the end of the game."""
    return nearest_position(screen, _judged_positions(screen))


def _move(screen: ReviewScreen, position: int, context: Context) -> Reply:
    return go_to(replace(screen, hindsight=False), position, context)


def _go_to_next(screen: ReviewScreen, _rest: str, context: Context) -> Reply:
    return _move(screen, _next_position(screen), context)


def _go_back(screen: ReviewScreen, argument: str, context: Context) -> Reply:
    if matches_command(ROUND.name, argument):
        return go_to_round(screen, "", context, -1)
    return _move(screen, nearest_position(screen, _judged_positions(screen), -1), context)


def _go_to_mistake(screen: ReviewScreen, _rest: str, context: Context) -> Reply:
    positions = [assessment.number - 1 for assessment in costly_assessments(screen.review)]
    if screen.position >= max(positions, default=0):
        return (_("No further choice was costly."),)
    return _move(screen, nearest_position(screen, positions), context)


def _go_to_worst(screen: ReviewScreen, _rest: str, context: Context) -> Reply:
    costly = costly_assessments(screen.review)
    if not costly:
        return (_("No choice was costly."),)
    return _move(screen, costly[0].number - 1, context)


def _tell_reason(screen: ReviewScreen, _rest: str, context: Context) -> Reply:
    assessment = visible_assessment(screen)
    if assessment is None or assessment.cost.worth < EQUAL_COST:
        return _tell_verdict(screen) or (_ask_review(screen, context),)
    return (guide_words(screen.game_name).cost_sentence(screen.review, assessment),)


def _tell_choices(screen: ReviewScreen, _rest: str, _context: Context) -> Reply:
    assessment = visible_assessment(screen)
    if assessment is None or not assessment.estimates:
        return _tell_verdict(screen) or (_("There is nothing else to choose here."),)
    return tuple(f"{label}." for label in narration.choice_labels(screen.review, assessment))


def _tell_chances(screen: ReviewScreen, _rest: str, _context: Context) -> Reply:
    chart, sentence = chart_line(screen.review), _("After move {number}: {value}.")
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


def _explain_grades(screen: ReviewScreen, _rest: str, _context: Context) -> Reply:
    review, choices = screen.review, len(screen.review.assessments)
    sentence = _(
        "This game has {moves} moves, including deals. Of these, {choices} were "
        "choices by players; {judged} had an alternative, and only those are judged."
    ).format(moves=len(review.game.turns), choices=choices, judged=len(_judged_positions(screen)))
    return (*threshold_sentences(review), *chances_notes(review.game.header), sentence)


_NEXT_CHOICE = Command(
    NC_("command", "next"),
    N_("go to the next choice; also next mistake, next round"),
    _go_to_next,
)
_PREVIOUS_CHOICE = Command(
    NC_("command", "back"), N_("go to the previous choice; also back round"), _go_back, True
)
_MISTAKE = Command(NC_("command", "mistake"), N_("go to the next costly choice"), _go_to_mistake)
_WORST = Command(NC_("command", "worst"), N_("go to the costliest choice"), _go_to_worst)
_WHY = Command(NC_("command", "why"), N_("hear why it was costly"), _tell_reason)
_CHOICES = Command(
    NC_("command", "choices"), N_("hear every choice with its number"), _tell_choices
)
_CHANCES = Command(NC_("command", "chances"), N_("hear where the game turned"), _tell_chances)
_HINDSIGHT = Command(
    NC_("command", "hindsight"), N_("hear what only both hands could show"), _ask_hindsight
)
_GLANCE = Command(
    NC_("command", "glance"),
    N_("hear how well each of you chose"),
    lambda screen, _rest, _context: (
        *_tell_glance(screen.review),
        *costliest_sentences(screen.review),
        *filter(None, [screen.par_line]),
    ),
)
_EXPLAIN_GRADES = Command(
    NC_("command", "grades"), N_("hear what counts as a mistake"), _explain_grades
)


def _answer_review(screen: ReviewScreen, line: str, context: Context) -> Reply | None:
    if not line:
        return _go_to_next(screen, "", context)
    number = loop.parse_choice_number(line, len(screen.review.game.turns))
    return _move(screen, number, context) if isinstance(number, int) else number


def _explain_wait(screen: ReviewWaitScreen | ReviewScreen) -> str:
    if screen.progress is None or (isinstance(screen, ReviewScreen) and screen.hindsight):
        return _("One moment.")
    # A count of 0 would not be worth hearing.
    return progress_phrase(screen.progress) + "." if screen.progress.done else _("One moment.")


REVIEW_WAIT = loop.make_waiting_voice(
    lambda _screen: _("Looking at each choice of the game."), _explain_wait
)
"""The voice of the wait for a review."""

REVIEW = loop.Voice(
    _tell_review,
    _ask_review,
    lambda screen: (
        *(_NEXT_CHOICE, _PREVIOUS_CHOICE, _MISTAKE, _WORST, RETRY_OWN, RETRY_ALL),
        *(_WHY, *narration.line_commands(screen), _CHOICES, _CHANCES),
        *(_GLANCE, _EXPLAIN_GRADES, _HINDSIGHT),
        *(ROUND, GO_TO_START, GO_TO_END, *scene_commands(screen), *loop.binding_commands(screen)),
    ),
    _answer_review,
    # A person need not wait; for a program the output must be final.
    waits=lambda screen, is_typed: not is_typed or (screen.hindsight and not _hindsight(screen)),
    explain_wait=_explain_wait,
    tells_changes_on_return=True,
    answer_help=action_help,
)
"""The voice of a review."""
