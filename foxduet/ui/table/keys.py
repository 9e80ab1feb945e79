"""What the keys do at the table, and at the questions asked there."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from foxduet.ai.names import REVIEWER
from foxduet.ai.partner import Thought
from foxduet.play.table import Stage, blank, deal, look, take
from foxduet.rules.common import Play
from foxduet.rules.duet.actions import Action, Resign
from foxduet.rules.duet.legality import legal_actions
from foxduet.rules.duet.observation import observe
from foxduet.rules.duet.scoring import can_be_won
from foxduet.store.saved_games import is_saved
from foxduet.ui.kit import keys
from foxduet.ui.kit.reading import text_asked
from foxduet.ui.screens import (
    Advice,
    AskScreen,
    Leave,
    Options,
    Pause,
    Question,
    ReplayScreen,
    ReviewWaitScreen,
    Screen,
    TableScreen,
)
from foxduet.ui.table.choices import card_of, card_rows, first_choice, moved, options_of
from foxduet.ui.table.fox_animation import walk_of
from foxduet.ui.table.handoff import Ending, endings_of
from foxduet.ui.table.keeping import begin_again, filed, hinted, kept, kept_sentence, leave
from foxduet.ui.table.layout import HAND_COLUMNS
from foxduet.words.duet.hints import HINT_STEPS
from foxduet.words.duet.names import must_follow_sentence
from foxduet.words.i18n import _


def settled(screen: TableScreen) -> Screen:
    """Return what comes once the fox has arrived: the table, or the news that all is lost."""
    state = screen.session.state
    if (
        screen.pause
        or screen.walk
        or screen.warned
        or state.table.outcome
        or can_be_won(state.table)
    ):
        return screen
    return AskScreen(Question.HOPELESS, _behind_a_question(replace(screen, warned=True)))


def concealed(screen: TableScreen) -> TableScreen:
    """Return the table with no hand in sight, no hint, and the fox where it belongs."""
    return replace(
        screen,
        session=blank(screen.session),
        walk=None,
        cursor=0,
        picked=False,
        pause=None,
        hint=None,
        advice=None,
    )


def _behind_a_question(screen: TableScreen) -> TableScreen:
    """Return the table behind a question to all players: of two, nobody's hand may come up."""
    return screen if screen.session.person is not None else concealed(screen)


def act_at_table(screen: TableScreen, action: Action, options: Options) -> Screen:
    """Do a legal action, keep it on file, and show what comes of it."""
    before = screen.session.state
    after = kept(screen, take(screen.session, action), options)
    walk = walk_of(before, after.session.game.turns[-1])
    if walk is not None and not options.look.animated:
        # Between two people the screen that passes the keyboard on tells of the trick.
        walk = None if after.session.person is None else walk.at_its_end
    return settled(replace(after, walk=walk))


def act_for_partner(screen: TableScreen, thought: Thought, options: Options) -> Screen:
    """Do what the partner has chosen, and let the person see it before anything follows."""
    session, before = screen.session, screen.session.state
    if thought.cut_short:
        game, number = session.game, len(session.game.turns) + 1
        numbers = tuple(sorted({*game.header.cut_short, number}))
        game = replace(game, header=replace(game.header, cut_short=numbers))
        session = replace(session, game=game)
    after = kept(screen, take(session, thought.action), options)
    walk = walk_of(before, after.session.game.turns[-1])
    if walk is not None and not options.look.animated:
        walk = walk.at_its_end
    if walk is not None and not isinstance(thought.action, Play):
        # What was chosen is where the fox goes.
        return replace(after, walk=walk)
    return replace(after, pause=Pause(walk))


def after_pause(screen: TableScreen) -> Screen:
    """Return what comes after a pause: the fox's walk, or whatever is due."""
    walk = None if screen.pause is None else screen.pause.walk
    return settled(replace(screen, pause=None, walk=walk))


def press_table(screen: TableScreen, key: str, options: Options) -> Screen | Leave:
    """Return what ``key`` leads to at the table."""
    if screen.pause is not None:
        return after_pause(screen)
    if screen.walk is not None:
        return settled(replace(screen, walk=None))
    over = screen.session.stage is Stage.OVER
    if (text := text_asked(screen, key)) is not None:
        return text
    if key == "q":
        return _left(screen, options) if over else AskScreen(Question.LEAVE, screen, yes=True)
    if key == "R" and not over:
        return AskScreen(Question.RESIGN, _behind_a_question(screen))
    screen = replace(screen, notice="")
    if key == "i" and screen.session.stage in (Stage.CHOICE, Stage.FOREST):
        return _hint(screen)
    if key == keys.ESCAPE:
        return replace(screen, hint=None, advice=None)
    match screen.session.stage:
        case Stage.HANDOFF:
            return _look(screen) if key in keys.CONFIRM else screen
        case Stage.BETWEEN_ROUNDS:
            return _deal(screen, options) if key in keys.CONFIRM else screen
        case Stage.PARTNER:
            return screen
        case Stage.FOREST if key == "p" and screen.session.partner is not None:
            return _ask_partner(screen)
        case Stage.FOREST:
            return _press_option(screen, key, legal_actions(screen.session.state), options)
        case Stage.CHOICE:
            return _press_choice(screen, key, options)
        case Stage.OVER:
            return _press_ending(screen, key, options)


def _look(screen: TableScreen) -> TableScreen:
    session = look(screen.session)
    return replace(screen, session=session, cursor=first_choice(session), picked=False)


def _deal(screen: TableScreen, options: Options) -> Screen:
    return settled(kept(screen, deal(screen.session), options))


def _hint(screen: TableScreen) -> TableScreen:
    """Ask for a hint, or for more of the one that has been given."""
    if screen.hint is None:
        return hinted(screen)
    if screen.hint.thought is None:
        return screen
    steps = min(screen.hint.steps + 1, HINT_STEPS)
    return replace(screen, hint=replace(screen.hint, steps=steps))


def _ask_partner(screen: TableScreen) -> TableScreen:
    return screen if screen.advice is not None else replace(screen, advice=Advice())


def _press_choice(screen: TableScreen, key: str, options: Options) -> Screen:
    session = screen.session
    assert session.viewer is not None, "whoever chooses is looking"
    observation = observe(session.state, session.viewer)
    choices = options_of(observation)
    if key in keys.UPWARD + keys.DOWNWARD and card_of(choices[0]) is not None:
        cards = len(observation.hand)
        cursor = _other_row(screen.cursor, key, cards, len(choices))
        return replace(screen, cursor=cursor, picked=True)
    return _press_option(screen, key, choices, options)


def _other_row(cursor: int, key: str, cards: int, count: int) -> int:
    """Return the option above or below; what is no card stands below the last row of cards."""
    if key in keys.DOWNWARD:
        below = len(card_rows(cards)) > 1 or count > cards
        return min(cursor + HAND_COLUMNS, count - 1) if below else cursor
    if cursor >= cards:
        return cards - 1
    return cursor - HAND_COLUMNS if cursor >= HAND_COLUMNS else cursor


def _press_option(
    screen: TableScreen, key: str, choices: tuple[Action, ...], options: Options
) -> Screen:
    cursor = moved(screen.cursor, key, len(choices), picked=screen.picked)
    if cursor is None:
        return _choose(screen, choices[screen.cursor], options)
    return replace(screen, cursor=cursor, picked=True)


def _choose(screen: TableScreen, action: Action, options: Options) -> Screen:
    """Do ``action``, or say why that card may not be played."""
    state = screen.session.state
    if isinstance(action, Play) and action not in legal_actions(state):
        assert state.table.trick is not None, "only a follower is bound to a suit"
        assert state.table.trick.lead is not None, "only a follower is bound to a suit"
        return replace(screen, notice=must_follow_sentence(state.table.trick.lead))
    return act_at_table(screen, action, options)


def _press_ending(screen: TableScreen, key: str, options: Options) -> Screen | Leave:
    cursor = moved(screen.cursor, key, len(endings_of(screen)), picked=screen.picked)
    if cursor is None:
        return _end_with(screen, endings_of(screen)[screen.cursor], options)
    return replace(screen, cursor=cursor, picked=True)


def _end_with(screen: TableScreen, ending: Ending, options: Options) -> Screen | Leave:
    match ending:
        case Ending.PLAY_AGAIN:
            # What ended may be unsaved still; then this game is not left behind either.
            after = leave(screen, options)
            if isinstance(after, TableScreen):
                return after
            try:
                again = begin_again(options, screen.session.game.header)
                return replace(again, parting=screen.parting)
            except OSError as error:
                notice = _("A new game cannot be saved: {reason}.").format(reason=error.strerror)
                return replace(screen, notice=notice)
        case Ending.LOOK_THROUGH:
            return ReplayScreen(screen.session.game, back=screen)
        case Ending.REVIEW:
            # Imported this late since the first frame must not wait for reviews.
            from foxduet.analysis.review_file import Task  # noqa: PLC0415

            task = Task(screen.session.game, screen.saved.path, REVIEWER)
            return ReviewWaitScreen(task, back=screen)
        case Ending.QUIT | Ending.BACK:
            return _left(screen, options)
        case _:
            assert_never(ending)


def _left(screen: TableScreen, options: Options) -> Screen | Leave:
    """Leave the table, a branch for the review that it was begun in."""
    review = screen.back
    if review is None:
        return leave(screen, options)
    # It may go into another file than the one that it was kept in so far.
    screen = filed(screen)
    after = leave(screen, options) if is_saved(screen.saved, screen.session.game) else screen
    if isinstance(after, TableScreen):
        return after
    told = (after.farewell,) if after.farewell else ()
    return replace(review, parting=review.parting + told, notice=kept_sentence(screen.saved))


def may_ask_partner(screen: AskScreen) -> bool:
    """Tell whether there is a partner to be asked for its opinion on a question."""
    return screen.question is not Question.LEAVE and screen.under.session.partner is not None


def press_question(screen: AskScreen, key: str, options: Options) -> Screen | Leave:
    """Return what ``key`` leads to when a question is asked."""
    if key in (keys.ESCAPE, "n"):
        return screen.under
    if (text := text_asked(screen, key)) is not None:
        return text
    if key == "y" or (key in keys.CONFIRM and screen.yes):
        if screen.question is Question.LEAVE:
            return _left(screen.under, options)
        return act_at_table(concealed(screen.under), Resign(), options)
    if key in keys.CONFIRM:
        return screen.under
    if key == "p" and may_ask_partner(screen):
        return replace(screen, under=_ask_partner(screen.under))
    return replace(screen, yes=not screen.yes) if keys.step_of(key) else screen
