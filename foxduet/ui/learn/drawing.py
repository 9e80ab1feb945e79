"""What the screens of the lessons draw: the real table, and the one who teaches below it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from foxduet.core.common import Seat, card_of
from foxduet.core.frozen import replace
from foxduet.play.game import Game
from foxduet.ui.kit.canvas import Canvas, Size, Style, draw_button, draw_buttons
from foxduet.ui.kit.keys import KEEP_KEY, OPTION_KEYS, SPACE, moved
from foxduet.ui.learn.stages import Picture
from foxduet.ui.table import parts
from foxduet.ui.table.layout import MESSAGE_ROWS, layout_for
from foxduet.words.common import table_words
from foxduet.words.i18n import _
from foxduet.words.people import names_at_table
from foxduet.words.text import clipped, text_width, wrapped

_TITLE_COLUMNS, _WIDTH_OF_A_VERDICT = 44, 70
_CARD_COLUMNS, _OFFER_COLUMNS = 5, 12


def options_at(game: Game) -> tuple[Any, ...]:
    """Return what the cursor goes through at the decision that is due, none where none is."""
    pending, state = game.pending, game.state
    if pending is None or pending.choice.is_deal:
        return ()
    if pending.seat is None:
        return tuple(game.rules.legal_actions(state))
    return parts.options_of(game.rules.observe(state, pending.seat))


def cursor_after(key: str, cursor: int | None, options: Sequence[Any]) -> int | None:
    """Return where a key moves the cursor; the number of no option leaves it where it is."""
    numbered = parts.option_keys(options).find(key)
    if numbered >= 0 or key in (*OPTION_KEYS, KEEP_KEY):
        return cursor if numbered < 0 else numbered
    return moved(cursor, key, len(options))


def draw_rim(canvas: Canvas, title: str, notice: str, footer: str) -> None:
    """Write which lesson it is in the upper left corner, and news and the keys below."""
    layout = layout_for(canvas.size)
    text = clipped(title, _TITLE_COLUMNS)
    blanks = " " * (_TITLE_COLUMNS - text_width(text))
    canvas.put(layout.header, layout.left + 1, f"{text}{blanks}", Style.TITLE)
    if notice:
        canvas.put(layout.outlook, layout.left, " " * layout.width)
        canvas.put(layout.outlook, layout.left + 2, notice, Style.ALERT)
    parts.draw_footer(canvas, footer)


def draw_moment(
    canvas: Canvas, game: Game, seat: Seat | None, *, chosen: Any = None, active: bool
) -> None:
    """Draw the table as it is, with the hand of ``seat``, from which to choose if ``active``."""
    state = game.state
    parts.draw_header(canvas, game, state)
    parts.art_of(game.header.game).draw_board(canvas, state, names_at_table(game.header), {})
    parts.draw_trick(canvas, game, state.table.decree, parts.last_trick(game))
    if seat is not None:
        own = game.rules.observe(state, seat)
        parts.draw_hand(canvas, game, own if active else replace(own, choices=()), chosen)


def draw_picture(canvas: Canvas, picture: Picture, seat: Seat | None) -> None:
    """Draw what is seen after a choice."""
    game, walk = picture.game, picture.walk
    art = parts.art_of(game.header.game)
    if walk is not None and picture.step is not None:
        art.draw_walk(canvas, game, walk, picture.step)
        return
    shown = game.state if walk is None else game.states[-2]
    parts.draw_header(canvas, game, shown)
    art.draw_board(canvas, shown, names_at_table(game.header), {})
    parts.draw_trick(canvas, game, shown.table.decree, parts.last_trick(game))
    if seat is not None:
        own = replace(game.rules.observe(game.state, seat), choices=())
        parts.draw_hand(canvas, game, own)


def draw_other_hand(canvas: Canvas, game: Game, seat: Seat) -> None:
    """Write the other hand in a row, for two people who learn together."""
    from foxduet.ui.replay import draw_hand_in_line, open_hand

    layout = layout_for(canvas.size)
    hand, offer = open_hand(game, game.state, seat.other)
    holds = _("{name} holds:").format(name=game.header.players[seat.other])
    canvas.put(layout.outlook, layout.left + 2, holds)
    column = layout.left + 3 + text_width(holds)
    room = layout.width - 2 - (column - layout.left) - (_OFFER_COLUMNS if offer else 0)
    # Where there are too many for columns of equal width, each card takes what it needs.
    cell = _CARD_COLUMNS if len(hand) * _CARD_COLUMNS <= room + 1 else None
    draw_hand_in_line(canvas, layout.outlook, column, game, hand, offer, cell)


def draw_saying(canvas: Canvas, sentences: Sequence[str]) -> None:
    """Write what is said above the hand; a click on it is Space."""
    layout = layout_for(canvas.size)
    rows = parts.newest_rows(sentences, layout.width - 4, MESSAGE_ROWS)
    for at, row in enumerate(rows):
        canvas.put(layout.message + at, layout.left + 2, row, Style.STRONG)
    canvas.put_area(layout.message, layout.left + 2, Size(MESSAGE_ROWS, layout.width - 4), (SPACE,))


def draw_prompt(canvas: Canvas, text: str) -> None:
    """Write what is to be done, in the row for that."""
    layout = layout_for(canvas.size)
    canvas.put(layout.prompt, layout.left + 2, text, Style.PROMPT)


def draw_question(canvas: Canvas, game: Game, cursor: int | None, *, two: bool) -> None:
    """Ask what is due as the real table does, with a button for each option that is no card.

    What the team chooses has the row above, too, which is for no hand then.
    """
    layout, words, names = layout_for(canvas.size), table_words(game.header.game), _names(game)
    pending, state = game.pending, game.state
    assert pending is not None, "there is something to choose"
    moment = state if pending.seat is None else game.rules.observe(state, pending.seat)
    column = layout.left + 2
    if pending.seat is None:
        canvas.put(layout.outlook, column, words.team_question(two), Style.PROMPT)
    else:
        question = words.prompt(moment, names)
        draw_prompt(canvas, question)
        column += text_width(question) + 2
    options = options_at(game)
    for at, (option, key) in enumerate(zip(options, parts.option_keys(options), strict=True)):
        if card_of(option) is None:
            label = words.option_label_of(moment, option, names, canvas.glyphs)
            column = draw_button(canvas, layout.prompt, column, key, label, chosen=at == cursor)


def draw_verdict(canvas: Canvas, title: str, text: str, ready: str, *, praised: bool) -> None:
    """Write what is said of a choice in the place of the hand."""
    layout = layout_for(canvas.size)
    row = layout.hand + 1
    canvas.put_centred(row, title, Style.PRIZE if praised else Style.ALERT)
    lines = wrapped(text, _WIDTH_OF_A_VERDICT)
    for at, line in enumerate(lines):
        canvas.put_centred(row + 2 + at, line, Style.STRONG)
    canvas.put_area(row, layout.left + 2, Size(6, layout.width - 4), (SPACE,))
    draw_prompt(canvas, ready)


def draw_story(canvas: Canvas, game: Game, seat: Seat | None) -> None:
    """Say what has happened in a game, to a seat, or else to both."""
    events = tuple(event for turn in game.turns for event in turn.step.events)
    if seat is not None:
        events = tuple(game.rules.redact(event, seat) for event in events)
    words = table_words(game.header.game)
    parts.draw_message(canvas, words.tell_trick(events, _names(game), seat, True))


def draw_ending(
    canvas: Canvas, game: Game, title: str, sentences: Sequence[str], labels: list[str], cursor: int
) -> None:
    """Write that something is done below the board, and what can be done next."""
    layout = layout_for(canvas.size)
    parts.draw_header(canvas, game, game.state)
    parts.art_of(game.header.game).draw_board(canvas, game.state, names_at_table(game.header), {})
    row = layout.ends + 3
    canvas.put_centred(row, title, Style.PROMPT)
    row = parts.draw_sentences(canvas, row + 2, sentences, last=layout.outlook - 2)
    draw_buttons(canvas, row + 2, labels, OPTION_KEYS, cursor)
    parts.draw_wood_below(canvas, row + 4)


def _names(game: Game) -> tuple[str, str]:
    return names_at_table(game.header)
