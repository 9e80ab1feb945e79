"""The table while a round is played: options to choose from, a partner's turn, what moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, assert_never

from foxduet.core.common import Seat, card_of
from foxduet.core.frozen import replace
from foxduet.play.game import Game, Header, Turn
from foxduet.play.table import Session, is_to_begin, news, since_last_card
from foxduet.ui.kit.canvas import Canvas, Style, draw_button
from foxduet.ui.table import parts
from foxduet.ui.table.layout import MESSAGE_ROWS, layout_for
from foxduet.ui.table.parts import Marks, art_of
from foxduet.ui.table.state import Choosing, Paused, TableState, Thinking, Walking
from foxduet.words.common import table_words, thinking_phrase
from foxduet.words.people import names_at_table
from foxduet.words.text import text_width


def draw_turn(
    screen: TableState, shows: Choosing | Thinking | Paused | Walking, canvas: Canvas
) -> None:
    """Draw the table for the seat that looks, if one does."""
    match shows:
        case Choosing():
            _draw_choosing(screen, shows, canvas)
        case Thinking():
            _draw_thinking(screen, canvas)
        case Paused():
            _draw_pause(screen, shows, canvas)
        case Walking():
            _draw_walking(screen, shows, canvas)
        case _:
            assert_never(shows)
    parts.draw_footer(canvas, screen.footer)


def _draw_table(
    canvas: Canvas, game: Game, own: Any, moment: Any, trick: Any, marks: Marks, chosen: Any = None
) -> None:
    """Draw what lies on the table at a moment, and the hand of ``own``, an observation."""
    parts.draw_header(canvas, game, moment)
    art_of(game.header.game).draw_board(canvas, moment, names_at_table(game.header), marks)
    parts.draw_trick(canvas, game, moment.table.decree, trick)
    parts.draw_cards_out(canvas, game, own)
    parts.draw_hand(canvas, game, own, chosen)


def _draw_choosing(screen: TableState, shows: Choosing, canvas: Canvas) -> None:
    """Draw the options, and what the chosen one would do."""
    session, game, header = screen.session, screen.session.game, screen.session.game.header
    assert session.viewer is not None, "a player who chooses is looking"
    layout, words = layout_for(canvas.size), table_words(header.game)
    observation = game.rules.observe(session.state, session.viewer)
    options = parts.offered(game.rules, observation)
    chosen = None if shows.cursor is None else options[shows.cursor]
    marks: Marks = {}
    if chosen is not None:
        marks = art_of(header.game).marks(observation, options, chosen, canvas.glyphs)
    trick = observation.table.trick
    _draw_table(canvas, game, observation, observation, trick, marks, chosen)
    hint_rows = 0
    if shows.hint is not None:
        from foxduet.ui.table.hint import draw_chances, draw_hint

        hint_rows = draw_hint(canvas, shows.hint, screen.ticks, observation, header)
        draw_chances(canvas, shows.hint, observation, header)
    events = news(session, session.viewer)
    most = MESSAGE_ROWS - hint_rows
    opening = _opening(session)
    rows = parts.draw_news(canvas, game, events, session.viewer, most, opening=opening)
    if chosen is not None and not hint_rows and rows < MESSAGE_ROWS:
        row = layout.message + MESSAGE_ROWS - 1
        canvas.put(row, layout.left + 2, words.ability_note(observation, chosen), Style.DIM)
    if screen.notice:
        canvas.put(layout.outlook, layout.left + 2, screen.notice, Style.ALERT)
    elif chosen is not None:
        outlook = words.outlook(observation, chosen, names_at_table(header), canvas.glyphs)
        canvas.put(layout.outlook, layout.left + 2, outlook)
    _draw_question(canvas, header, observation, shows.cursor)


def _draw_question(canvas: Canvas, header: Header, observation: Any, cursor: int | None) -> None:
    """Ask what is due, with a button for each option that is not a card."""
    layout, words, names = layout_for(canvas.size), table_words(header.game), names_at_table(header)
    options = parts.offered(header.rules, observation)
    labels = {
        at: words.option_label_of(observation, option, names, canvas.glyphs)
        for at, option in enumerate(options)
        if card_of(option) is None
    }
    question = words.prompt(observation, names)
    canvas.put(layout.prompt, layout.left + 2, question, Style.PROMPT)
    column, keys = layout.left + 2 + text_width(question) + 2, parts.option_keys(options)
    for at, label in labels.items():
        chosen = at == cursor
        column = draw_button(canvas, layout.prompt, column, keys[at], label, chosen=chosen)


def _draw_thinking(screen: TableState, canvas: Canvas) -> None:
    session, layout, state = screen.session, layout_for(canvas.size), screen.session.state
    person = _person_at(session)
    _draw_table(canvas, session.game, _own(session), state, state.table.trick, {})
    events = news(session, person)
    parts.draw_news(canvas, session.game, events, person, opening=_opening(session))
    name = names_at_table(session.game.header)[person.other]
    thinking = thinking_phrase(name, screen.ticks, canvas.glyphs)
    canvas.put(layout.prompt, layout.left + 2, thinking)


def _draw_pause(screen: TableState, shows: Paused, canvas: Canvas) -> None:
    """Draw what the partner has just done; a finished trick lies there before anything moves."""
    session, person = screen.session, _person_at(screen.session)
    game, state = session.game, session.state
    trick, events = state.table.trick, news(session, person)
    latest = sum(len(turn.step.events) for turn in _since_partner(session))
    before, just_now = events[:-latest], events[-latest:]
    if shows.walking is not None:
        # Who won, and where that leads, is described when it is seen.
        state = game.states[-2]
        trick = parts.trick_shown(state, game.turns[-1].action)
        just_now = table_words(game.header.game).before_the_end(just_now)
    _draw_table(canvas, game, _own(session), state, trick, {})
    parts.draw_news(canvas, game, (*before, *just_now), person, opening=_opening(session))


def _since_partner(session: Session) -> Sequence[Turn]:
    """Return the partner's last turn, and what the person had to do after it."""
    turns, person = session.game.turns, _person_at(session)
    seats = [getattr(turn.action, "seat", None) for turn in turns]
    return turns[max(at for at, seat in enumerate(seats) if seat is person.other) :]


def _opening(session: Session) -> Sequence[str]:
    """Say to one person, up to the first card in a round, who leads it and why.

    Two people read that while the keyboard changes hands.
    """
    if session.person is None or not is_to_begin(session, session.person):
        return ()
    header = session.game.header
    words, names = table_words(header.game), names_at_table(header)
    return words.round_start(session.state, names)[:1]


def _person_at(session: Session) -> Seat:
    assert session.person is not None, "only beside a person there is a partner"
    return session.person


def _own(session: Session) -> Any:
    """Return what the person sees; nothing is to be chosen now, even if it is the person's turn."""
    observation = session.game.rules.observe(session.state, _person_at(session))
    return replace(observation, choices=())


def _draw_walking(screen: TableState, shows: Walking, canvas: Canvas) -> None:
    """Draw what moves after a trick, which is described once it has arrived; all may watch."""
    session, viewer = screen.session, screen.session.viewer
    game, header = session.game, session.game.header
    art_of(header.game).draw_walk(canvas, game, shows.walk, shows.step)
    if shows.arrived:
        events = since_last_card(session) if viewer is None else news(session, viewer)
        news_of_walk = table_words(header.game).tell_news(events, names_at_table(header), viewer)
        parts.draw_told(canvas, news_of_walk)
    parts.draw_closed_hands(canvas)
