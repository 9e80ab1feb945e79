"""Drawings of the table: a turn, and the screen between two players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, assert_never

from foxduet.core.cards import Deal, Play, Seat, card_in_action
from foxduet.core.lazy_dataclass import replace
from foxduet.play.game import Game, Header, Turn
from foxduet.play.table_session import (
    TableSession,
    events_since_last_card,
    events_since_own_card,
    has_not_played_yet,
    observe_game,
)
from foxduet.ui.kit.canvas import Canvas, Size, Style, draw_button, notice_style
from foxduet.ui.kit.keys import OWN_KEYS, SPACE
from foxduet.ui.table import drawing
from foxduet.ui.table.drawing import MESSAGE_ROWS, layout_for
from foxduet.ui.table.state import (
    Animating,
    Choosing,
    Handoff,
    Marks,
    OpenChoice,
    Paused,
    TableState,
    Thinking,
    Together,
    table_drawing,
    table_options,
)
from foxduet.words.game_words import choosing_phrase, table_words, thinking_phrase
from foxduet.words.i18n import _, pgettext
from foxduet.words.text import format_sentence, mark_alert, names_at_table, text_width


def draw_turn(
    screen: TableState, shows: Choosing | Thinking | Paused | Animating, canvas: Canvas
) -> None:
    """Draw the table for the visible seat, or without a hand."""
    seat, layout = screen.session.visible_seat, layout_for(canvas.size)
    if isinstance(shows, Paused | Animating):
        canvas.point(layout.keys, layout.left + 2)
    match shows:
        case Animating():
            _draw_walking(screen, shows, canvas)
        case _ if seat is None:
            draw_without_choice(screen, canvas)
        case Choosing():
            _draw_choosing(screen, shows, seat, canvas)
        case Thinking():
            _draw_thinking(screen, seat, canvas)
        case Paused():
            _draw_pause(screen, shows, seat, canvas)
        case _:
            assert_never(shows)
    drawing.draw_footer(canvas, screen.footer)


def draw_without_choice(screen: TableState, canvas: Canvas) -> None:
    """Draw the table and its news while the visible seat may not act, or no hand is visible."""
    session, state, seat = screen.session, screen.session.state, screen.session.visible_seat
    own = None if seat is None else _own_observation(session, seat)
    _draw_table(canvas, session.game, own, state, state.table.trick, {})
    if seat is not None and screen.shows_news:
        opening, events = _opening(session, seat), events_since_own_card(session, seat)
        drawing.draw_news(canvas, session.game, events, seat, opening=opening)


def _draw_table(
    canvas: Canvas, game: Game, own: Any, moment: Any, trick: Any, marks: Marks, chosen: Any = None
) -> None:
    drawing.draw_header(canvas, game, moment)
    table_drawing(game.header.game).draw_board(canvas, moment, names_at_table(game.header), marks)
    drawing.draw_trick(canvas, game, moment.table.decree, trick)
    if own is not None:
        drawing.draw_cards_out(canvas, game, own)
        drawing.draw_hand(canvas, game, own, chosen)


def _draw_choosing(screen: TableState, shows: Choosing, seat: Seat, canvas: Canvas) -> None:
    session, game, header = screen.session, screen.session.game, screen.session.game.header
    notice = screen.notice
    if shows.typed is not None:
        notice = drawing.typing_notice(screen, canvas.glyphs)
    layout, words = layout_for(canvas.size), table_words(header.game)
    observation = observe_game(game, seat)
    offered = table_options(screen)
    chosen = None if shows.cursor is None else offered[shows.cursor]
    ahead = chosen if screen.shows_outlook else None
    marks: Marks = {}
    if screen.shows_outlook:
        art = table_drawing(header.game)
        marks = art.marks(observation, offered, ahead, canvas.glyphs)
        if screen.shows_reach and ahead is not None:
            marks = marks or art.reach_marks(observation, ahead, canvas.glyphs)
    trick = observation.table.trick
    _draw_table(canvas, game, observation, observation, trick, marks, chosen)
    hint_rows, room = 0, MESSAGE_ROWS
    if session.has_open_hands:
        room = min(room, layout.hand - 1 - layout.message)
    if shows.hint is not None:
        from foxduet.ui.table.advice import draw_chances, draw_hint

        hint_rows = draw_hint(canvas, shows.hint, screen.ticks, observation, header, room)
        draw_chances(canvas, shows.hint, observation, header)
    if session.has_open_hands and hint_rows <= room:
        drawing.draw_other_hand(canvas, layout.hand - 1, game, seat.other)
    rows = room
    if screen.shows_news:
        most, events = max(0, room - hint_rows), events_since_own_card(session, seat)
        rows = drawing.draw_news(canvas, game, events, seat, most, opening=_opening(session, seat))
    if ahead is not None and not hint_rows and rows < room:
        row = layout.message + room - 1
        canvas.put(row, layout.left + 2, words.ability_note(observation, ahead), Style.DIM)
    if notice:
        canvas.put(layout.outlook, layout.left + 2, mark_alert(notice), notice_style(notice))
        typed, caret, _rest = notice.partition("_")
        if shows.typed is not None and caret:
            canvas.point(layout.outlook, layout.left + 2 + text_width(typed))
    elif ahead is not None:
        outlook = words.outlook_sentence(observation, ahead, names_at_table(header), canvas.glyphs)
        canvas.put(layout.outlook, layout.left + 2, outlook)
    _draw_question(canvas, header, observation, offered, shows.cursor)


def _draw_question(
    canvas: Canvas, header: Header, observation: Any, offered: Sequence[Any], cursor: int | None
) -> None:
    layout, words, names = layout_for(canvas.size), table_words(header.game), names_at_table(header)
    labels = {
        index: words.option_label_of(observation, option, names, canvas.glyphs)
        for index, option in enumerate(offered)
        if card_in_action(option) is None
    }
    question = words.choices.prompt(observation, names)
    canvas.put(layout.prompt, layout.left + 2, question, Style.PROMPT)
    canvas.put(layout.prompt, layout.left, canvas.glyphs.cursor, Style.PROMPT)
    column, keys = layout.left + 2 + text_width(question) + 2, drawing.option_keys(offered)
    for index, label in labels.items():
        chosen = index == cursor
        column = draw_button(canvas, layout.prompt, column, keys[index], label, chosen=chosen)


def _draw_thinking(screen: TableState, seat: Seat, canvas: Canvas) -> None:
    layout, session = layout_for(canvas.size), screen.session
    draw_without_choice(screen, canvas)
    name = names_at_table(session.game.header)[seat.other]
    waiting = choosing_phrase(name)
    if screen.awaits_computer:
        waiting = thinking_phrase(name, screen.ticks, canvas.glyphs)
    notice = screen.notice
    canvas.put(layout.outlook, layout.left + 2, mark_alert(notice), notice_style(notice))
    canvas.put(layout.prompt, layout.left + 2, waiting)
    canvas.point(layout.prompt, layout.left + 2)


def _draw_pause(screen: TableState, shows: Paused, seat: Seat, canvas: Canvas) -> None:
    session, game, state = screen.session, screen.session.game, screen.session.state
    trick, events = state.table.trick, events_since_own_card(session, seat)
    latest = sum(len(turn.step.events) for turn in _turns_since_partner(game, seat.other))
    before, just_now = events[:-latest], events[-latest:]
    if shows.walking is not None:
        # The winner and the result of the trick are described after the animation.
        state = game.states[-2]
        trick = drawing.trick_after_action(state, game.turns[-1].action)
        just_now = table_words(game.header.game).story.events_until_trick_end(just_now)
    _draw_table(canvas, game, _own_observation(session, seat), state, trick, {})
    drawing.draw_news(canvas, game, (*before, *just_now), seat, opening=_opening(session, seat))


def _turns_since_partner(game: Game, partner: Seat) -> Sequence[Turn]:
    """Return the partner's last turn, and the person's forced turns after it."""
    seats = [getattr(turn.action, "seat", None) for turn in game.turns]
    return game.turns[max((at for at, seat in enumerate(seats) if seat is partner), default=0) :]


def _opening(session: TableSession, seat: Seat) -> Sequence[str]:
    # Two people with closed hands read this while the keyboard changes hands.
    if session.uses_handoffs or not has_not_played_yet(session, seat):
        return ()
    header = session.game.header
    words, names = table_words(header.game), names_at_table(header)
    return words.round_start(session.state, names)[:1]


def _own_observation(session: TableSession, seat: Seat) -> Any:
    return replace(observe_game(session.game, seat), choices=())


def _draw_walking(screen: TableState, shows: Animating, canvas: Canvas) -> None:
    """Draw an animation without hands; the trick is described once it has finished."""
    session, viewer = screen.session, screen.session.visible_seat
    game, header = session.game, session.game.header
    table_drawing(header.game).draw_animation_step(canvas, game, shows.walk, shows.step)
    names = names_at_table(header)
    story = table_words(header.game).story
    if shows.is_finished:
        events = (
            events_since_last_card(session)
            if viewer is None
            else events_since_own_card(session, viewer)
        )
        drawing.draw_ranked_news(canvas, story.weighted_news(events, names, viewer))
    drawing.draw_hidden_hands(canvas)
    drawing.draw_notice(canvas, screen.notice)
    if viewer is None and shows.is_finished and screen.stays_until_key:
        said = _("That was the last trick of the game.")
        if game.result is None:
            said = _("That was the last trick of round {round}.").format(round=game.round)
        _draw_panel_for_both(canvas, said, _("Press Space to go on."))


def draw_together(screen: TableState, mode: Together, canvas: Canvas) -> None:
    """Draw both cards of a trick for two people, before its effects are visible."""
    session, game = screen.session, screen.session.game
    names, story = names_at_table(game.header), table_words(game.header.game).story
    table_drawing(game.header.game).draw_animation_step(canvas, game, mode.walking.walk, -1)
    action, events = game.turns[-1].action, events_since_last_card(session)
    if isinstance(action, Play):
        # The other player may also have missed a new decree.
        events = events_since_own_card(session, action.seat.other)
    events = story.events_until_trick_end(events)
    drawing.draw_ranked_news(canvas, story.weighted_news(events, names, None))
    drawing.draw_hidden_hands(canvas)
    _draw_panel_for_both(
        canvas,
        _look_again(game),
        _("The pieces move in a moment. Space: at once")
        if mode.soon
        else _("Press Space when you can both see the cards."),
    )
    drawing.draw_notice(canvas, screen.notice)
    drawing.draw_footer(canvas, screen.footer)


def _look_again(game: Game) -> str:
    """Ask the player who looked away from the last card to look again, or else both players."""
    action = game.turns[-1].action
    if not isinstance(action, Play):
        # Both may have watched the choice of the way, and then been interrupted.
        return _("Look again, both of you: the trick is complete.")
    name = names_at_table(game.header)[action.seat.other]
    return format_sentence(_("{name}, look again: the trick is complete."), name=name)


def draw_open_choice(screen: TableState, mode: OpenChoice, canvas: Canvas) -> None:
    """Draw a choice of one player for two people, its options on the board and in a panel."""
    session, game, state = screen.session, screen.session.game, screen.session.state
    layout, names = layout_for(canvas.size), names_at_table(game.header)
    words, options, seat = table_words(game.header.game), table_options(screen), session.actor
    assert seat is not None, "a player must choose"
    observation = observe_game(game, seat)
    chosen = None if mode.cursor is None else options[mode.cursor]
    marks = table_drawing(game.header.game).marks(observation, options, chosen, canvas.glyphs)
    _draw_table(canvas, game, None, state, state.table.trick, marks)
    news = words.story.weighted_news(events_since_last_card(session), names, None)
    drawing.draw_ranked_news(canvas, news)
    drawing.draw_hidden_hands(canvas)
    further = [(_look_again(game), Style.PLAIN)]
    if not any(type(turn.action) is type(options[0]) for turn in game.turns):
        further.append((_("No word about what you hope for, as always."), Style.DIM))
    drawing.draw_choice_panel(
        canvas,
        words.choices.open_prompt(state, names),
        [words.option_label_of(state, option, names, canvas.glyphs) for option in options],
        mode.cursor,
        further,
        _("Enter"),
    )
    if chosen is not None:
        outlook = words.outlook_sentence(observation, chosen, names, canvas.glyphs)
        canvas.put_centred(layout.outlook, outlook)
    drawing.draw_notice(canvas, screen.notice)
    drawing.draw_footer(canvas, screen.footer)


def _draw_panel_for_both(canvas: Canvas, prompt: str, instruction: str) -> None:
    # Translators: the name of the key, in the frame of a panel
    key_name = pgettext("key", "Space")
    drawing.draw_panel(canvas, None, prompt, instruction, key=SPACE, key_name=key_name)


def draw_text_box(
    canvas: Canvas, rows: Sequence[str], *, is_read: bool, style: Style = Style.STRONG
) -> None:
    """Draw rows above the hand instead of the news; a click on them is Space if ``is_read``."""
    layout = layout_for(canvas.size)
    for row, text in enumerate([*rows, *[""] * MESSAGE_ROWS][:MESSAGE_ROWS], layout.message):
        draw_overlay_row(canvas, row, text, style)
    if is_read:
        place = Size(MESSAGE_ROWS, layout.width - 4)
        canvas.add_click_area(layout.message, layout.left + 2, place, (SPACE,))


def draw_overlay_row(canvas: Canvas, row: int, text: str, style: Style) -> None:
    """Replace a row of the table by a text."""
    layout = layout_for(canvas.size)
    canvas.put(row, layout.left, " " * layout.width)
    canvas.put(row, layout.left + 2, text, style)


def draw_handoff(screen: TableState, shows: Handoff, canvas: Canvas) -> None:
    """Draw the screen between two players, or the screen that covers open hands."""
    session, header = screen.session, screen.session.game.header
    words, names = table_words(header.game), names_at_table(header)
    person, actor, state = session.person, shows.seat, session.state
    seat = actor if person is None else person
    middle = _draw_closed_hands(screen, seat, canvas)
    if session.uses_handoffs:
        prompt = words.choices.turn_prompt(state, names)
        _draw_own_panel(canvas, actor, prompt, names[actor.other])
        drawing.draw_notice(canvas, screen.notice)
        drawing.draw_footer(canvas, screen.footer)
        return
    waiting = choosing_phrase(names[actor])
    if screen.awaits_computer:
        waiting = format_sentence(_("{name} continues when you look again."), name=names[actor])
    if seat is actor:
        waiting = words.choices.waiting_prompt(state, names)
    canvas.put_centred(middle - 1, waiting, Style.PROMPT)
    ready = _("Press Space to see your hand.")
    if session.has_open_hands:
        ready = _("Press Space to see both hands.")
    column = (canvas.size.columns - text_width(ready)) // 2
    canvas.put(middle + 1, column, ready, Style.STRONG)
    canvas.point(middle + 1, column)
    canvas.add_click_area(middle + 1, column, Size(1, text_width(ready)), (SPACE,))
    drawing.draw_notice(canvas, screen.notice)
    drawing.draw_footer(canvas, screen.footer)


def draw_last_cards(screen: TableState, canvas: Canvas) -> None:
    """Draw the screen on which two people play their last cards together."""
    seat = screen.session.actor
    assert seat is not None, "a card is due"
    _draw_closed_hands(screen, seat, canvas)
    _draw_panel_for_both(canvas, _("One card each."), _("Space lays them down."))
    drawing.draw_notice(canvas, screen.notice)
    drawing.draw_footer(canvas, screen.footer)


def _draw_closed_hands(screen: TableState, seat: Seat, canvas: Canvas) -> int:
    """Draw the last trick and its news for ``seat``, and closed hands; return the middle row."""
    session, game, state = screen.session, screen.session.game, screen.session.state
    words, names = table_words(game.header.game), names_at_table(game.header)
    _draw_table(canvas, game, None, state, drawing.last_trick(game), {})
    if session.uses_handoffs and game.turns and isinstance(game.turns[-1].action, Deal):
        drawing.draw_message(canvas, words.round_start(state, names))
    else:
        events = events_since_own_card(session, seat)
        drawing.draw_ranked_news(canvas, words.story.weighted_news(events, names, None))
    return drawing.draw_hidden_hands(canvas)


def _draw_own_panel(canvas: Canvas, seat: Seat, prompt: str, other: str) -> None:
    """Draw the panel of a player with a key, and ask the other player to look away."""
    layout, key_name = layout_for(canvas.size), drawing.own_key(seat)
    instruction = _("{key} opens your hand.").format(key=key_name)
    middle = drawing.draw_panel(
        canvas, seat, prompt, instruction, key=OWN_KEYS[seat], key_name=key_name
    )
    request = format_sentence(_("{name}, look away."), name=other)
    half = layout.width // 2
    left = layout.left + (half if seat is Seat.P1 else 0)
    canvas.put(middle, left + (half - text_width(request)) // 2 - 1, f" {request} ", Style.DIM)
