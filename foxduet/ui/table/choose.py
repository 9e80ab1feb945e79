"""The table as the player who must choose sees it: the options, and what each would do."""

from __future__ import annotations

from foxduet.play.table import news
from foxduet.rules.common import Exchange, Play, Seat
from foxduet.rules.duet.actions import Action, Foxes, Move
from foxduet.rules.duet.board import Landed, Landing, Overrun
from foxduet.rules.duet.observation import Observation, observe
from foxduet.rules.duet.state import Table
from foxduet.ui.kit.canvas import Canvas, Frame, Size, Style, text_width
from foxduet.ui.kit.look import Glyphs, Look
from foxduet.ui.screens import TableScreen
from foxduet.ui.table.choices import OPTION_KEYS, card_of, options_of
from foxduet.ui.table.duet import (
    Marks,
    draw_button,
    draw_forest,
    draw_hand,
    draw_header,
    draw_keys,
    draw_memory,
    draw_news,
    draw_trick,
    option_label,
    standing_picture,
)
from foxduet.ui.table.hint import draw_chances, draw_hint
from foxduet.ui.table.layout import MESSAGE_ROWS, Layout, layout_for
from foxduet.words.duet.names import (
    Names,
    ability_sentence,
    exchange_sentence,
    follow_outlook,
    follow_sentence,
    give_sentence,
    move_sentence,
    naming_sentence,
    prompt,
)
from foxduet.words.i18n import _


def draw_choosing(screen: TableScreen, size: Size, look: Look) -> Frame:
    """Draw the table for the seat that looks and must choose."""
    session, glyphs = screen.session, look.glyphs
    assert session.viewer is not None, "whoever chooses is looking"
    canvas, layout = Canvas(size), layout_for(size)
    observation = observe(session.state, session.viewer)
    table, header = observation.table, session.game.header
    options = options_of(observation)
    chosen = options[screen.cursor]
    marks = _marks(observation, options, chosen, glyphs)
    draw_header(canvas, layout, session.game, table, glyphs)
    draw_forest(canvas, layout, standing_picture(table, marks), header.players, glyphs)
    draw_trick(canvas, layout, table, table.trick, header.players, glyphs)
    draw_memory(canvas, layout, observation, header, glyphs)
    hint_rows = draw_hint(canvas, layout, screen, observation, glyphs)
    most = MESSAGE_ROWS - hint_rows
    events = news(session, session.viewer)
    rows = draw_news(canvas, layout, events, header.players, session.viewer, most)
    if not hint_rows and rows < MESSAGE_ROWS:
        _draw_ability(canvas, layout, observation, chosen)
    draw_hand(canvas, layout, observation, chosen, glyphs)
    draw_chances(canvas, layout, screen, observation, glyphs)
    if screen.notice:
        canvas.put(layout.outlook, layout.left + 2, screen.notice, Style.ALERT)
    else:
        outlook = _outlook(observation, chosen, header.players)
        canvas.put(layout.outlook, layout.left + 2, outlook)
    _draw_question(canvas, layout, screen, observation, glyphs)
    keys = (
        _("arrows move  Enter play  i hint  Tab cards  ? help  b blank  R resign  q leave")
        if isinstance(chosen, Play)
        else _("arrows move  Enter pick  i hint  Tab cards  ? help  b blank  R resign  q leave")
    )
    draw_keys(canvas, layout, keys)
    return canvas.frame()


def _draw_question(
    canvas: Canvas, layout: Layout, screen: TableScreen, observation: Observation, glyphs: Glyphs
) -> None:
    """Ask what is due, with a button for each option that is no card."""
    names = screen.session.game.header.players
    question = prompt(observation, names)
    canvas.put(layout.prompt, layout.left + 2, question, Style.PROMPT)
    column = layout.left + 2 + text_width(question) + 2
    for at, option in enumerate(options_of(observation)):
        if card_of(option) is None:
            label, chosen = option_label(option, names, glyphs), at == screen.cursor
            column = draw_button(
                canvas, layout.prompt, column, OPTION_KEYS[at], label, chosen=chosen
            )


def _draw_ability(canvas: Canvas, layout: Layout, observation: Observation, chosen: Action) -> None:
    """Say what the chosen card does while the row for that tells where it would lead."""
    following = observation.table.trick is not None and observation.table.trick.lead is not None
    if isinstance(chosen, Play) and chosen.card.ability is not None and following:
        row = layout.message + MESSAGE_ROWS - 1
        canvas.put(row, layout.left + 2, ability_sentence(chosen.card), Style.DIM)


def _outlook(observation: Observation, chosen: Action, names: Names) -> str:
    """Say in a sentence what the chosen option would do."""
    table = observation.table
    assert table.decree is not None, "a round is under way"
    match chosen:
        case Play(_, card) if table.trick is not None and table.trick.lead is not None:
            return follow_sentence(table, card, names) if chosen in observation.choices else ""
        case Play(_, card):
            return ability_sentence(card)
        case Foxes(_, named):
            return naming_sentence(names[named])
        case Exchange():
            return exchange_sentence(chosen, table.decree)
        case Move(_, steps):
            return move_sentence(steps, table, names)
        case _:
            return give_sentence(names[observation.seat.other])


def _marks(
    observation: Observation, options: tuple[Action, ...], chosen: Action, glyphs: Glyphs
) -> Marks:
    """Mark the spaces where the fox would or could get to."""
    table = observation.table
    if isinstance(chosen, Move):
        moves = [option for option in options if isinstance(option, Move)]
        return {
            _space_of(table.path.landing(move.steps), table): (
                OPTION_KEYS[at],
                Style.CHOSEN if move is chosen else Style.PLAIN,
            )
            # The chosen one last: where two lead beyond the same end, it is the one to be seen.
            for at, move in sorted(enumerate(moves), key=lambda pair: pair[1] is chosen)
        }
    following = table.trick is not None and table.trick.lead is not None
    if isinstance(chosen, Play) and following and chosen in observation.choices:
        _winner, landings = follow_outlook(table, chosen.card)
        return {_space_of(landing, table): _mark(landing, glyphs) for landing in landings}
    return {}


def _space_of(landing: Landing, table: Table) -> int:
    """Return where a landing is marked; one beyond the path next to its last uncovered space."""
    match landing:
        case Overrun(end):
            return table.path.end_space(end) + (1 if end is Seat.P2 else -1)
        case Landed(space, _):
            return space


def _mark(landing: Landing, glyphs: Glyphs) -> tuple[str, Style]:
    match landing:
        case Overrun(end):
            return glyphs.arrow(end), Style.ALERT
        case Landed(_, gem):
            return glyphs.mark, Style.GEM if gem else Style.PLAIN
