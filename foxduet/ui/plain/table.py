"""The table in words: what is new to whoever may hear it, and what can be said there.

What is told to a seat comes from its observation and from redacted events only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, assert_never

from foxduet.core.common import Deal, Play, Seat, card_of
from foxduet.core.errors import N_
from foxduet.core.frozen import replace
from foxduet.core.register import PARTNERS, has_parts
from foxduet.play.game import Game, Header, Turn
from foxduet.play.table import Session, events_of_turns, news, observed, of_the_round, steps_of
from foxduet.ui.kit.keys import CONTINUE, ENTER
from foxduet.ui.kit.screen import Context, Next
from foxduet.ui.plain.voice import (
    Command,
    Refused,
    Reply,
    Voice,
    leaving,
    number_in,
    numbered,
    press_key,
    pressed,
)
from foxduet.ui.table.game_over import (
    par_phrase,
    reached_sentence,
    sentences_on_the_deals,
)
from foxduet.ui.table.hint import hint_sentences
from foxduet.ui.table.keys import is_team_choosing
from foxduet.ui.table.moves import options, stop_watching
from foxduet.ui.table.parts import HOUSE_KEY, HOUSE_MEMORY
from foxduet.ui.table.state import (
    Choosing,
    GameOver,
    Handoff,
    Paused,
    RoundEnd,
    SavedTable,
    TableState,
    Thinking,
    Walking,
)
from foxduet.words.common import (
    Figures,
    choosing_phrase,
    game_title,
    guide_words,
    players_phrase,
    table_words,
)
from foxduet.words.glyphs import SPOKEN
from foxduet.words.i18n import _, pgettext
from foxduet.words.people import fill, names_at_table
from foxduet.words.spoken import (
    decree_sentence,
    full_name,
    hand_sentence,
    out_sentence,
    spoken_words,
    trick_sentence,
    typed_card,
)
from foxduet.words.story import Story
from foxduet.words.text import capitalised


def _tell(screen: SavedTable, before: SavedTable | None, context: Context) -> Sequence[str]:
    """Tell what has happened since the table was told, and what it shows now."""
    game = screen.session.game
    if before is None or before.session.game.first is not game.first:
        return (*_beginning(screen, context), *_shown(screen, None, context))
    count = len(before.session.game.turns)
    if len(game.turns) < count:
        return (_("Taken back."), *_shown(screen, None, context))
    told = told_turns(screen.session, count, _listener(screen.session, context))
    return (*told, *_shown(screen, before, context))


def _listener(session: Session, context: Context) -> Seat | None:
    """Return who alone hears what is told: one person, or the seat that looks; None for both.

    With headphones two people hear what both may know: each asks for what only one may.
    """
    if session.person is not None:
        return session.person
    return None if context.options.headphones else session.viewer


def told_header(header: Header, person: Seat | None) -> str:
    """Say which game it is, and who plays."""
    return _("{title}. {setup}. {players}.").format(
        title=game_title(header.game),
        setup=table_words(header.game).setup_label(header.setup),
        players=players_phrase(header.game, names_at_table(header), person),
    )


def _beginning(screen: SavedTable, context: Context) -> tuple[str, ...]:
    """Say which game it is, who plays, and how far it is."""
    session = screen.session
    sentence = told_header(session.game.header, session.person)
    match screen.shows:
        case RoundEnd() | GameOver():
            return (sentence,)
        case _:
            seat = _listener(session, context)
            turns = told_turns(session, last_beginning(session), seat)
            return (sentence, *turns, *told_board(session))


def last_beginning(session: Session) -> int:
    """Return which turn began the trick under way, or the round, or what was last of it."""
    game = session.game
    for at in reversed(range(len(game.turns))):
        action = game.turns[at].action
        if isinstance(action, Deal):
            return at
        if isinstance(action, Play) and game.states[at].table.trick.lead is None:
            return at
    return 0


def told_turns(session: Session, start: int, seat: Seat | None) -> tuple[str, ...]:
    """Tell the turns from a number on to a seat, or to both players if it is None."""
    game = session.game
    story, numbers = table_words(game.header.game).story, range(start, len(game.turns))
    return told_actions(
        game, numbers, story, seat, lambda turns: events_of_turns(session, turns, seat)
    )


def told_actions(
    game: Game,
    numbers: range,
    story: Story,
    seat: Seat | None,
    events_of: Callable[[Sequence[Turn]], tuple[Any, ...]],
) -> tuple[str, ...]:
    """Tell actions of a game, by their numbers from 0, to a seat that may see these events."""
    words, names = table_words(game.header.game), names_at_table(game.header)
    deals = [at for at in numbers if isinstance(game.turns[at].action, Deal)]
    said: list[str] = []
    for first, last in pairwise(sorted({numbers.start, *deals, numbers.stop})):
        if first in deals:
            said += words.round_start(game.states[first + 1], names)[:1]
        events = events_of(game.turns[first:last])
        said += story.tell_each(events, names, seat, lambda card: full_name(words.cards, card))
    return tuple(said)


def told_board(session: Session) -> tuple[str, ...]:
    """Describe the board of a table, if the game has one, and the decree."""
    return told_board_of(session.game.header, session.state)


def told_board_of(header: Header, state: Any) -> tuple[str, ...]:
    """Describe the board of a state, if the game has one, and the decree."""
    board = spoken_words(header.game).board
    decree = decree_sentence(table_words(header.game).cards, state.table.decree)
    return (*(() if board is None else board.tell(state, names_at_table(header))), decree)


def _shown(screen: SavedTable, before: SavedTable | None, context: Context) -> tuple[str, ...]:
    """Tell what the table shows beside what has happened."""
    match screen.shows:
        case Thinking():
            return () if context.options.headphones else _new_hand(screen, before)
        case Choosing() as shows:
            hand = () if context.options.headphones else _new_hand(screen, before)
            told = None if before is None else before.shows
            hints = () if told == shows else told_hint(screen, shows, told)
            return (*hand, *hints, *_numbered_options(screen, before))
        case RoundEnd() as shows:
            if before is not None and isinstance(before.shows, RoundEnd):
                return _advice(screen, shows)
            choices = _numbered_options(screen, None) if is_team_choosing(screen) else ()
            return (*_round_end(screen), *_advice(screen, shows), *choices)
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


def told_hand(session: Session, seat: Seat) -> tuple[str, ...]:
    """Name the cards that a seat holds; of two people it hears before what only it may know."""
    seen = observed(session.game, seat)
    hand = hand_sentence(table_words(session.game.header.game).cards, seen.hand)
    return (hand,) if session.person is not None else (*_own_news(session, seat), hand)


def _own_news(session: Session, seat: Seat) -> tuple[str, ...]:
    """Tell a seat what has happened since its last card, as far as both were not told."""
    header, redact = session.game.header, session.game.rules.redact
    words, names, events = table_words(header.game), names_at_table(header), news(session, seat)
    openly = tuple(redact(event, seat.other) for event in events)
    tell = words.story.tell
    told = tell(openly, names, None)
    return tuple(one for one in tell(events, names, seat) if one not in told)


def _numbered_options(screen: SavedTable, before: SavedTable | None) -> tuple[str, ...]:
    """Say the options that are no cards, unless they were told before."""
    session, told = screen.session, None if before is None else before.session
    if told is not None and told.state is session.state and told.viewer is session.viewer:
        return ()
    return told_options(screen)


def told_options(screen: TableState) -> tuple[str, ...]:
    """Say the options that are no cards with their numbers, and what each would do."""
    header = screen.session.game.header
    name_option, names = table_words(header.game).choices.option_phrase, names_at_table(header)
    labels = [
        f"{capitalised(name_option(option, names))}. {_outlook(screen, option)}".rstrip()
        for option in options(screen)
        if card_of(option) is None
    ]
    return tuple(numbered(labels))


def _outlook(screen: TableState, option: Any) -> str:
    """Say what an option that is no card would do, if the table says that."""
    session, header = screen.session, screen.session.game.header
    words = table_words(header.game)
    if not screen.looks_ahead:
        return ""
    if session.viewer is not None:
        seen = observed(session.game, session.viewer)
        return words.outlook_sentence(seen, option, names_at_table(header), SPOKEN)
    return words.team_outlook(option, session.state) if is_team_choosing(screen) else ""


def told_hint(screen: TableState, shows: Choosing, told: object) -> tuple[str, ...]:
    """Tell what is new of a hint."""
    session = screen.session
    if shows.hint is None or session.viewer is None:
        return ()
    seen, header = observed(session.game, session.viewer), session.game.header
    heard = told.hint if isinstance(told, Choosing) else None
    already = 0 if heard is None or heard.thought is None else heard.steps
    return tuple(hint_sentences(shows.hint, seen, header)[already : shows.hint.steps])


def told_figures(figures: Figures, names: Sequence[str]) -> tuple[str, ...]:
    """Say items with their figures, one by one."""
    each = _("{label}: {count}").format
    said = []
    for label, *own in figures:
        if len(own) == 1:
            said.append(each(label=label, count=own[0]) + ".")
        else:
            both = ", ".join(
                each(label=name, count=one) for name, one in zip(names, own, strict=True)
            )
            said.append(_("{label}. {both}.").format(label=label, both=both))
    return tuple(said)


def _round_end(screen: SavedTable) -> tuple[str, ...]:
    """Tell how a round went, and what the team must choose, if anything."""
    session, header = screen.session, screen.session.game.header
    words, names, number = table_words(header.game), names_at_table(header), session.game.round
    said = [
        _("Round {round} is over.").format(round=number) if number else _("Before the first deal.")
    ]
    if number:
        said += told_figures(words.round_figures(of_the_round(session), session.state), names)
    said += spoken_words(header.game).standing(session.state, names)[1:]
    if session.partner is None and words.talking_invitation:
        said.append(_(words.talking_invitation))
    if is_team_choosing(screen):
        said.append(words.team_question(session.partner is None))
    return tuple(said)


def _advice(screen: SavedTable, shows: RoundEnd) -> tuple[str, ...]:
    """Tell the partner's advice and a hint, once there is a thought."""
    session, header, said = screen.session, screen.session.game.header, []
    names, guide = names_at_table(header), guide_words(header.game)
    if shows.advice is not None and shows.advice.thought is not None and session.person is not None:
        said.append(guide.team_advice(shows.advice.thought, names[session.person.other], names))
    if shows.hint is not None:
        said += hint_sentences(shows.hint, observed(session.game, Seat.P1), header)
    return tuple(said)


def _game_over(screen: SavedTable, shows: GameOver, told: object) -> tuple[str, ...]:
    """Tell how a game ended, and what can be done next."""
    session, header = screen.session, screen.session.game.header
    words, names = table_words(header.game), names_at_table(header)
    labels = numbered([capitalised(_(label)) for label, _end in screen.endings])
    par = () if shows.par is None else (par_phrase(shows.par),)
    if isinstance(told, GameOver) and told.entered:
        insight = (shows.insight,) if shows.insight != told.insight else ()
        return (*insight, *(() if shows.par == told.par else par))
    if not shows.entered:
        return ()
    return (
        words.outcome_sentence(session.state, names),
        *told_figures(guide_words(header.game).score_rows(session.state), names),
        *([_("A new best!")] if shows.is_best else []),
        *([reached_sentence(shows.goals) + "."] if shows.goals else []),
        *par,
        *sentences_on_the_deals(screen, shows, SPOKEN),
        *labels,
    )


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
            assert session.viewer is not None, "a seat chooses"
            return words.choices.prompt(observed(session.game, session.viewer), names)
        case RoundEnd() if is_team_choosing(screen):
            return _("Which number?")
        case RoundEnd():
            return screen.agreement(SPOKEN) or _("Press Enter to deal the next round.")
        case GameOver():
            return _("What next? Say a number.")
        case _:
            other = names[Seat.P1 if session.person is None else session.person.other]
            return choosing_phrase(other)


def _answer(screen: SavedTable, said: str, context: Context) -> Reply | None:
    """Play a card that is named, do the choice with a number, or go on."""
    match screen.shows:
        case Handoff() if not said:
            return pressed(screen, CONTINUE[0], context)
        case RoundEnd() if not said and not is_team_choosing(screen):
            return pressed(screen, CONTINUE[0], context)
        case Choosing() | RoundEnd() | GameOver() if said[:1].isdecimal():
            return choose_option(screen, said, context)
        case _:
            return None


def choose_option(screen: TableState, said: str, context: Context) -> Reply | None:
    """Do the option that a number or the name of a card stands for."""
    if isinstance(screen.shows, RoundEnd) and not is_team_choosing(screen):
        return None
    at = option_said(screen.game_name, options(screen), said)
    return _at(screen, at, context) if isinstance(at, int) else at


def choose_card(screen: TableState, said: str, context: Context) -> Reply:
    """Do what is chosen by the name of a card."""
    at = card_said(screen.game_name, options(screen), said)
    return _at(screen, at, context) if isinstance(at, int) else at


def option_said(game: str, every: Sequence[Any], said: str) -> int | Refused:
    """Return which option a number, of those that are no cards, or the name of a card means."""
    others = [at for at, option in enumerate(every) if card_of(option) is None]
    if said.isdecimal() and others:
        number = number_in(said, len(others))
        assert number is not None, "it is a number"
        return others[number] if isinstance(number, int) else number
    return card_said(game, every, said)


def card_said(game: str, every: Sequence[Any], said: str) -> int | Refused:
    """Return which of some options the name of a card means."""
    words = table_words(game).cards
    card = typed_card(words, said)
    if card is None:
        letters = ", ".join(
            _("{letter} for {suit}").format(letter=letter, suit=suit)
            for letter, suit in zip(words.letters(), words.suits(), strict=True)
        )
        return Refused(_("Say a card by its rank and its suit: {letters}.").format(letters=letters))
    for at, option in enumerate(every):
        held = card_of(option)
        if held is not None and (held.rank, held.suit) == card:
            return at
    name = _(words.cards[card[1]]).format(rank=card[0])
    return Refused(_("You have no {card} to choose.").format(card=name))


def _at(screen: Any, at: int, context: Context) -> Reply:
    shows = replace(screen.shows, cursor=at)
    if isinstance(shows, Choosing):
        shows = replace(shows, fresh=False, typed=None)
    return pressed(replace(screen, shows=shows), ENTER, context)


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


def _hides(screen: SavedTable, before: SavedTable | None) -> bool:
    """Return whether the keyboard changes hands: what was said to one is not for the other."""
    is_handoff = isinstance(screen.shows, Handoff) and screen.session.person is None
    return is_handoff and before is not None and not isinstance(before.shows, Handoff)


def _waiting(screen: SavedTable) -> str:
    session = screen.session
    if isinstance(screen.shows, Thinking) and session.person is not None:
        name = names_at_table(session.game.header)[session.person.other]
        return fill(_("{name} {name:is|are} thinking."), name=name)
    return _("One moment.")


def _say(word: Any, meaning: str, tell: Any) -> Command:
    """Return a command that is answered by sentences about the table."""
    return Command(word, meaning, lambda screen, _rest, _context: tuple(tell(screen)))


def _seen(screen: TableState) -> Any:
    session = screen.session
    return None if session.viewer is None else observed(session.game, session.viewer)


def _hand(screen: TableState, _rest: str, _context: Context) -> Reply:
    viewer = screen.session.viewer
    if viewer is None:
        return Refused(_("No hand can be heard now."))
    return told_hand(screen.session, viewer)


def _board(screen: TableState) -> Sequence[str]:
    return told_board(screen.session)[:-1]


def _trick(screen: TableState) -> Sequence[str]:
    header, table = screen.session.game.header, screen.session.state.table
    return (trick_sentence(table_words(header.game).cards, table.trick, names_at_table(header)),)


def _decree(screen: TableState) -> Sequence[str]:
    return told_board(screen.session)[-1:]


def _score(screen: TableState) -> Sequence[str]:
    header = screen.session.game.header
    return spoken_words(header.game).standing(screen.session.state, names_at_table(header))


def _out(screen: TableState, _rest: str, _context: Context) -> Reply:
    header, seen = screen.session.game.header, _seen(screen)
    if header.further.get(HOUSE_KEY) != HOUSE_MEMORY:
        return Refused(_("The cards that are out are told by a house rule only: --house memory."))
    if seen is None:
        return Refused(_("No hand can be heard now."))
    return (out_sentence(table_words(header.game).cards, seen),)


def _about(screen: TableState, rest: str, _context: Context) -> Reply:
    """Say what a card would do if it was chosen now."""
    header, seen = screen.session.game.header, _seen(screen)
    words = table_words(header.game)
    card = typed_card(words.cards, rest)
    if seen is None or card is None:
        return Refused(_("Say which card, like {example}.").format(example=_about_example(screen)))
    for option in options(screen):
        held = card_of(option)
        if held is not None and (held.rank, held.suit) == card:
            first = steps_of(screen.session, option)[0]
            if first not in header.rules.legal_actions(screen.session.state):
                return (words.refusal(seen),)
            names = names_at_table(header)
            outlook = words.outlook_sentence(seen, option, names, SPOKEN)
            note = words.ability_note(seen, option)
            return tuple(one for one in (outlook, note) if one)
    return Refused(_("You have no {card} to choose.").format(card=rest))


def _about_example(screen: TableState) -> str:
    words = table_words(screen.game_name).cards
    return f"7{words.letters()[0]}"


def _hint(screen: SavedTable, _rest: str, context: Context) -> Reply:
    return pressed(screen, "i", context)


def _whole_hint(screen: SavedTable, _rest: str, context: Context) -> Reply:
    """Tell all of a hint, or ask for one."""
    shows, session = screen.shows, screen.session
    if isinstance(shows, Choosing) and shows.hint is not None and session.viewer is not None:
        seen = observed(session.game, session.viewer)
        return tuple(hint_sentences(shows.hint, seen, session.game.header))
    return pressed(screen, "i", context)


HAND = Command(lambda: pgettext("command", "hand"), N_("hear your cards"), _hand)
TRICK = _say(lambda: pgettext("command", "trick"), N_("hear what lies on the table"), _trick)
DECREE = _say(
    lambda: pgettext("command", "decree"), N_("hear the decree, and what is trump"), _decree
)
SCORE = _say(lambda: pgettext("command", "score"), N_("hear how far the game is"), _score)
ABOUT = Command(
    lambda: pgettext("command", "about"), N_("before a card: hear what it would do"), _about
)
OUT = Command(
    lambda: pgettext("command", "out"), N_("hear which cards are out, a house rule"), _out
)
_HINT = Command(lambda: pgettext("command", "hint"), N_("a hint, a step further each time"), _hint)
_WHY = Command(lambda: pgettext("command", "why"), N_("the whole hint"), _whole_hint)
_UNDO = press_key(lambda: pgettext("command", "undo"), N_("take back"), "u")
_RESIGN = press_key(lambda: pgettext("command", "resign"), N_("resign, after a question"), "R")
_ASK_PARTNER = press_key(lambda: pgettext("command", "ask"), N_("ask your partner"), "p")


def open_commands(screen: TableState) -> tuple[Command, ...]:
    """Return the commands about what lies open at a table."""
    board = spoken_words(screen.game_name).board
    told = () if board is None else (_say(board.word, board.meaning, _board),)
    return (*told, TRICK, DECREE, SCORE)


def _commands(screen: SavedTable) -> Sequence[Command]:
    """Return what can be said at the table."""
    from foxduet.ui.plain.texts import CARDS, RULES

    texts = (CARDS, RULES)
    open_ = open_commands(screen)
    hints = (_HINT, _WHY) if has_parts(screen.game_name, PARTNERS) else ()
    match screen.shows:
        case GameOver():
            return (*open_, *texts, leaving("q"))
        case Choosing():
            return (HAND, *open_, ABOUT, OUT, *hints, _UNDO, *texts, _RESIGN, leaving("q"))
        case RoundEnd() if is_team_choosing(screen):
            ask = (_ASK_PARTNER,) if screen.session.partner is not None else ()
            return (*open_, *hints, *ask, _UNDO, *texts, _RESIGN, leaving("q"))
        case _:
            return (HAND, *open_, OUT, _UNDO, *texts, _RESIGN, leaving("q"))


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
    goes_on=True,
)
"""The voice of a table where a game is played that is saved."""
