"""The table in words: what is new to whoever may hear it, what can be said, and what is asked.

What is told to a seat comes from its observation and from redacted events only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from foxduet.core.common import Deal, RoundEnded, Seat
from foxduet.core.errors import N_, NC_
from foxduet.core.frozen import replace
from foxduet.core.register import PARTNERS, has_parts
from foxduet.play.game import Game
from foxduet.play.table import Session, of_the_round
from foxduet.ui.kit.keys import CONTINUE
from foxduet.ui.kit.screen import Context, Next
from foxduet.ui.plain.hints import ASK_AT_TABLE, HINT, WHY, told_advice, told_hint
from foxduet.ui.plain.table_commands import (
    ABOUT,
    OPTIONS,
    UNDO,
    choice_forms,
    choices_of,
    choose_option,
    names_option,
    open_commands,
    option_labels,
    option_words,
    own_commands,
    play_only_card,
    with_only_card,
)
from foxduet.ui.plain.told import (
    choice_question,
    last_beginning,
    told_board,
    told_decree,
    told_figures,
    told_hand,
    told_header,
    told_last_trick,
    told_options,
    told_par,
    told_standing,
    told_trick,
    told_turns,
)
from foxduet.ui.plain.voice import (
    CARDS,
    RULES,
    Command,
    Form,
    Refused,
    Reply,
    Voice,
    enter_form,
    leaving,
    number_form,
    numbered,
    press_key,
    pressed,
)
from foxduet.ui.table.game_over import reached_sentence, sentences_on_the_deals
from foxduet.ui.table.keys import is_team_choosing
from foxduet.ui.table.moves import stop_watching
from foxduet.ui.table.state import (
    Choosing,
    GameOver,
    Handoff,
    Paused,
    RoundEnd,
    SavedTable,
    Thinking,
    Walking,
)
from foxduet.words.common import choosing_phrase, guide_words, table_words
from foxduet.words.glyphs import SPOKEN
from foxduet.words.i18n import _
from foxduet.words.people import fill, names_at_table
from foxduet.words.spoken import spoken_words
from foxduet.words.text import capitalised


def _tell(screen: SavedTable, before: SavedTable | None, context: Context) -> Sequence[str]:
    """Tell what has happened since the table was told, and what it shows now."""
    game = screen.session.game
    if before is None or before.session.game.first is not game.first:
        return (*_beginning(screen, context), *_shown(screen, None, context))
    count = len(before.session.game.turns)
    if len(game.turns) < count:
        trick = told_trick(game.header, game.state)
        return (_("Taken back."), trick, *_shown(screen, None, context))
    if isinstance(screen.shows, Handoff) and screen.session.person is None:
        if isinstance(before.shows, Handoff) and count == len(game.turns):
            return ()
        count = min(count, _after_own_turn(game, screen.shows.seat))
    told = told_turns(screen.session, count, _listener(screen.session, context))
    return (*told, *_shown(screen, before, context))


def _after_own_turn(game: Game, seat: Seat) -> int:
    """Return the turn behind the last one of a seat, or the deal: both have heard those before.

    Turns from there on may have been told to the other player alone, who had more to choose.
    """
    for at in reversed(range(len(game.turns))):
        action = game.turns[at].action
        if isinstance(action, Deal) or getattr(action, "seat", None) is seat:
            return at + 1
    return 0


def _listener(session: Session, context: Context) -> Seat | None:
    """Return who alone hears what is told: one person, or the seat that looks; None for both.

    With headphones two people hear what both may know: each asks for what only one may.
    """
    if session.person is not None:
        return session.person
    return None if context.options.headphones else session.viewer


def _beginning(screen: SavedTable, context: Context) -> tuple[str, ...]:
    """Say which game it is, who plays, and how far it is."""
    session = screen.session
    sentence = told_header(session.game.header, session.person)
    match screen.shows:
        case RoundEnd() | GameOver():
            return (sentence,)
        case _:
            start, at = last_beginning(session), (session.game.header, session.state)
            turns = told_turns(session, start, _listener(session, context))
            if isinstance(session.game.turns[start].action, Deal):
                # Its round, decree and board are told with a deal.
                return (sentence, *turns)
            far = told_standing(*at)[:1]
            return (sentence, *far, *turns, *told_board(*at), told_decree(*at))


def _shown(screen: SavedTable, before: SavedTable | None, context: Context) -> tuple[str, ...]:
    """Tell what the table shows beside what has happened."""
    match screen.shows:
        case Thinking():
            return () if context.options.headphones else _new_hand(screen, before)
        case Choosing() as shows:
            hand = () if context.options.headphones else _new_hand(screen, before)
            told = None if before is None else before.shows
            hints = () if told == shows else told_hint(screen, shows, told)
            return (*hand, *hints, *_numbered_options(screen, before, context))
        case RoundEnd() as shows:
            if before is not None and isinstance(before.shows, RoundEnd):
                heard = told_advice(before, before.shows)
                return tuple(one for one in told_advice(screen, shows) if one not in heard)
            choices = told_options(screen) if is_team_choosing(screen) else ()
            return (*_round_end(screen), *told_advice(screen, shows), *choices)
        case GameOver() as shows:
            return _game_over(screen, shows, None if before is None else before.shows)
        case Handoff() | Walking() | Paused():
            return ()
        case _:
            assert_never(screen.shows)


def _new_hand(screen: SavedTable, before: SavedTable | None) -> tuple[str, ...]:
    """Name the cards of a hand that has come into sight, and what only its seat may know."""
    session = screen.session
    if session.viewer is None:
        return ()
    is_dealt = before is not None and any(
        isinstance(turn.action, Deal)
        for turn in session.game.turns[len(before.session.game.turns) :]
    )
    if before is not None and before.session.viewer is session.viewer and not is_dealt:
        return ()
    return told_hand(session, session.viewer)


def _numbered_options(
    screen: SavedTable, before: SavedTable | None, context: Context
) -> tuple[str, ...]:
    """Ask for a choice and say the options that are no cards, unless they were told before."""
    session = screen.session
    if before is not None and isinstance(before.shows, Choosing):
        told = before.session
        if told.state is session.state and told.viewer is session.viewer:
            return ()
    return told_options(screen, _ask(screen, context))


def _round_end(screen: SavedTable) -> tuple[str, ...]:
    """Tell how a round went, and what the team must choose, if anything."""
    session, header = screen.session, screen.session.game.header
    words, names, number = table_words(header.game), names_at_table(header), session.game.round
    said = [_round_over(session) if number else _("Before the first deal.")]
    if number:
        said += told_figures(words.round_figures(of_the_round(session), session.state), names)
    if header.rules.cooperative:
        # Of opponents the figures have it all.
        said += told_standing(header, session.state)[1:]
    if session.partner is None and words.talking_invitation:
        said.append(_(words.talking_invitation))
    if is_team_choosing(screen):
        said.append(words.team_question(session.partner is None))
    return tuple(said)


def _round_over(session: Session) -> str:
    return _("Round {round} is over.").format(round=session.game.round)


def _game_over(screen: SavedTable, shows: GameOver, told: object) -> tuple[str, ...]:
    """Tell how a game ended, and what can be done next."""
    session, header = screen.session, screen.session.game.header
    names = names_at_table(header)
    labels = numbered([capitalised(_(label)) for label, _end in screen.endings])
    par = () if shows.par is None else (told_par(shows.par),)
    goals = (reached_sentence(shows.goals) + ".",) if shows.goals else ()
    if isinstance(told, GameOver) and told.entered:
        insight = (shows.insight,) if shows.insight != told.insight else ()
        reached = () if shows.goals == told.goals else goals
        return (*insight, *reached, *(() if shows.par == told.par else par))
    if not shows.entered:
        return ()
    # Its last trick has just been told, unless all is told again.
    words = spoken_words(header.game) if told is not None else None
    tell_outcome = words.outcome if words else table_words(header.game).outcome_sentence
    is_round_over = any(isinstance(one, RoundEnded) for one in session.game.turns[-1].step.events)
    return (
        *([_round_over(session)] if is_round_over and not header.rules.cooperative else []),
        tell_outcome(session.state, names),
        *told_figures(guide_words(header.game).score_rows(session.state), names),
        *([_("A new best!")] if shows.is_best else []),
        *goals,
        *par,
        *sentences_on_the_deals(screen, shows, SPOKEN),
        _what_next(),
        *labels,
    )


def _what_next() -> str:
    return _("What next? Say a number.")


def _ask(screen: SavedTable, context: Context) -> str:
    """Say what is to be answered at the table."""
    session, header = screen.session, screen.session.game.header
    words, names = table_words(header.game), names_at_table(header)
    match screen.shows:
        case Handoff(seat) if session.person is None:
            sentence = _("Pass the keyboard to {name}. {name}, press Enter.")
            if session.game.turns and getattr(session.game.turns[-1].action, "seat", None) is seat:
                sentence = _("{name}, press Enter for your cards.")
            return sentence.format(name=names[seat])
        case Choosing() if _listener(session, context) is None:
            return words.choices.waiting_prompt(session.state, names)
        case Choosing():
            return with_only_card(choice_question(session), screen, context)
        case RoundEnd() if is_team_choosing(screen):
            return _("Which number?")
        case RoundEnd():
            return ready_to_deal(session)
        case GameOver():
            return _what_next()
        case _:
            other = names[Seat.P1 if session.person is None else session.person.other]
            return choosing_phrase(other)


def ready_to_deal(session: Session) -> str:
    """Say what deals the round that is due."""
    if not session.game.round:
        return _("Press Enter to deal the cards.")
    return _("Press Enter to deal the next round.")


def _answer(screen: SavedTable, said: str, context: Context) -> Reply | None:
    """Play a card that is named, do the choice with a number, or go on."""
    match screen.shows:
        case Handoff() if not said:
            return pressed(screen, CONTINUE[0], context)
        case RoundEnd() if not said and not is_team_choosing(screen):
            return pressed(screen, CONTINUE[0], context)
        case Choosing() if not said:
            return play_only_card(screen, context)
        case Choosing() | RoundEnd() | GameOver() if said:
            return choose_option(screen, said, _ask(screen, context), context)
        case _ if names_option(screen.game_name, said):
            return Refused(_ask(screen, context))
        case _:
            return None


def _forms(screen: SavedTable) -> Sequence[Form]:
    """Return how the question of the table is answered."""
    match screen.shows:
        case Choosing():
            return choice_forms(screen)
        case RoundEnd() if is_team_choosing(screen):
            return (number_form(),)
        case GameOver():
            return (number_form(),)
        case Handoff() | RoundEnd():
            return (enter_form(),)
        case _:
            return ()


def _follow(screen: SavedTable, context: Context) -> Next | None:
    """Let all be seen that only moves, and what happens by itself."""
    match screen.shows:
        case Paused() | Walking():
            return stop_watching(screen)
        case Handoff() if screen.session.person is not None:
            return screen.press(CONTINUE[0], context)
        case Handoff(fresh=True) | RoundEnd(fresh=True) | Choosing(fresh=True):
            return screen.later(context)
        case GameOver(entered=False):
            return screen.later(context)
        case _:
            return None


def _hides(screen: SavedTable) -> bool:
    """Return whether the keyboard changes hands: what was said to one is not for the other."""
    return isinstance(screen.shows, Handoff) and screen.session.person is None


def _waiting(screen: SavedTable) -> str:
    session = screen.session
    if isinstance(screen.shows, Thinking) and session.person is not None:
        name = names_at_table(session.game.header)[session.person.other]
        return fill(_("{name} {name:is|are} thinking."), name=name)
    return _("One moment.")


def _last_trick(screen: SavedTable, _rest: str, context: Context) -> Reply:
    return told_last_trick(screen.session, _listener(screen.session, context))


_BEFORE = Command(
    # Translators: asks for the last trick once more
    NC_("command", "before"),
    N_("hear the last trick again"),
    _last_trick,
    N_("last, last trick, who won, who took"),
)
_RESIGN = press_key(NC_("command", "resign"), N_("resign, after a question"), "R", N_("give up"))


def _commands(screen: SavedTable) -> Sequence[Command]:
    """Return what can be said at the table."""
    texts = (CARDS, RULES)
    open_, own = (*open_commands(screen), _BEFORE), own_commands(screen)
    hints = (HINT, WHY) if has_parts(screen.game_name, PARTNERS) else ()
    match screen.shows:
        case GameOver():
            return (*open_, *texts, leaving("q"))
        case Choosing():
            return (*own, *open_, OPTIONS, ABOUT, *hints, UNDO, *texts, _RESIGN, leaving("q"))
        case RoundEnd() if is_team_choosing(screen):
            ask = (ASK_AT_TABLE,) if screen.session.partner is not None else ()
            return (*open_, OPTIONS, *hints, *ask, UNDO, *texts, _RESIGN, leaving("q"))
        case _:
            return (*own, *open_, OPTIONS, UNDO, *texts, _RESIGN, leaving("q"))


TABLE = Voice(
    _tell,
    _ask,
    _commands,
    _answer,
    _follow,
    # Two experts take long to find out par: that is told once they are ready.
    waits=lambda screen, _is_typed: not isinstance(screen.shows, GameOver),
    waiting=_waiting,
    hides=_hides,
    beneath=lambda screen: replace(screen, shows=Thinking()),
    goes_on=True,
    labels=option_labels,
    others=option_words,
    choices=lambda screen, context: choices_of(screen, _ask(screen, context), context),
    forms=_forms,
)
"""The voice of a table where a game is played that is saved."""
