"""The table without a hand: passing the keyboard, between rounds, and the end of a game."""

from __future__ import annotations

from enum import Enum, auto

from foxduet.play.table import Session, hinted_seat, news, since_last_card
from foxduet.rules.duet.actions import Forest
from foxduet.rules.duet.events import GameEnded, RoundDealt
from foxduet.rules.duet.legality import legal_actions
from foxduet.rules.duet.observation import observe
from foxduet.rules.duet.scoring import Score, score, tricks_left
from foxduet.rules.duet.state import ROUNDS, Outcome, Table
from foxduet.rules.errors import N_
from foxduet.ui.kit.canvas import Canvas, Frame, Size, Style, text_width, wrapped
from foxduet.ui.kit.look import Glyphs, Look
from foxduet.ui.screens import TableScreen
from foxduet.ui.table.cards import SMALL_CARD, draw_card, draw_undergrowth
from foxduet.ui.table.choices import OPTION_KEYS
from foxduet.ui.table.duet import (
    draw_button,
    draw_forest,
    draw_header,
    option_label,
    standing_picture,
    thinking_phrase,
    trail,
)
from foxduet.ui.table.hint import hint_lines, options_line, search_phrase, shown_in_full
from foxduet.ui.table.layout import Layout, layout_for
from foxduet.words.duet.help import talking_invitation, talking_reminder
from foxduet.words.duet.hints import forest_advice
from foxduet.words.duet.names import (
    forest_sentence,
    trump_phrase,
    waiting_prompt,
)
from foxduet.words.duet.sharing import shared_lines
from foxduet.words.duet.story import tell, tell_outcome
from foxduet.words.i18n import _

_TEXT_WIDTH = 68


def draw_handoff(screen: TableScreen, size: Size, look: Look) -> Frame:
    """Draw the screen between two players: whose turn it is, and what was played openly."""
    session, glyphs = screen.session, look.glyphs
    alone, actor = session.person, session.actor
    assert actor is not None, "the screen is handed to the seat that must act"
    seat = actor if alone is None else alone
    canvas, names = Canvas(size), session.game.header.players
    table = session.state.table
    top = (size.rows - 20) // 2
    _draw_clearing(canvas, top, glyphs)
    waiting = (
        waiting_prompt(table, names)
        if seat is actor
        else _("{name} goes on when you look again.").format(name=names[actor])
    )
    canvas.put_centred(top + 2, waiting, Style.PROMPT)
    row = _draw_open_cards(canvas, top + 4, table, glyphs)
    events = news(session, seat)
    sentences = list(tell(events, names, None))
    dealt = any(isinstance(event, RoundDealt) for event in events)
    if alone is None and dealt and _is_first_lead(table):
        sentences = [
            _("Round {round} of {rounds}: {dealer} dealt, so {leader} leads.").format(
                round=table.round,
                rounds=ROUNDS,
                dealer=names[seat.other],
                leader=names[seat],
            ),
            talking_reminder(),
        ]
    _draw_sentences(canvas, row + 1, sentences, last=top + 15)
    ready = (
        _("Press Enter when only {name} can see the screen.").format(name=names[seat])
        if alone is None
        else _("Press Enter to see your hand.")
    )
    canvas.put_centred(top + 16, ready, Style.STRONG)
    canvas.put_centred(top + 18, screen.notice, Style.ALERT)
    keys = _("Enter look   Tab cards   ? help   R resign   q leave")
    canvas.put_centred(top + 17, keys, Style.DIM)
    return canvas.frame()


def _is_first_lead(table: Table) -> bool:
    return table.tricks_done == 0 and table.trick is not None and table.trick.lead is None


def _draw_clearing(canvas: Canvas, top: int, glyphs: Glyphs) -> None:
    left = (canvas.size.columns - _TEXT_WIDTH) // 2
    for row in (top, top + 19):
        draw_undergrowth(canvas, row, left, _TEXT_WIDTH, glyphs)


def _draw_open_cards(canvas: Canvas, row: int, table: Table, glyphs: Glyphs) -> int:
    """Draw decree and trick in the middle; return the row below them."""
    decree = table.decree
    assert decree is not None, "a round is under way"
    cards = [decree, *(table.trick.cards if table.trick else ())]
    captions = [trump_phrase(decree.suit), _("led"), _("followed")]
    card = SMALL_CARD
    cell = card.columns + 8
    left = (canvas.size.columns - cell * len(cards)) // 2
    for at, (shown, caption) in enumerate(zip(cards, captions, strict=False)):
        column = left + at * cell
        draw_card(canvas, row, column + 4, card, shown, glyphs)
        middle = column + (cell - text_width(caption)) // 2
        canvas.put(row + card.rows, middle, caption, Style.DIM)
    return row + card.rows + 1


def _draw_sentences(canvas: Canvas, row: int, sentences: list[str], *, last: int) -> int:
    """Write sentences in the middle down to row ``last``; return the row below them.

    Where they are too many, the oldest are left out.
    """
    lines: list[str] = []
    for sentence in reversed(sentences):
        older = wrapped(sentence, _TEXT_WIDTH)
        if row + len(older) + len(lines) > last + 1:
            break
        lines = older + lines
    for line in lines:
        canvas.put_centred(row, line)
        row += 1
    return row


def draw_between_rounds(screen: TableScreen, size: Size, look: Look) -> Frame:
    """Draw the pause after a round: the board as it is now, and the forest token if it is due."""
    session, glyphs = screen.session, look.glyphs
    canvas, layout = Canvas(size), layout_for(size)
    table, names = session.state.table, session.game.header.players
    options = [action for action in legal_actions(session.state) if isinstance(action, Forest)]
    marks = {}
    if options:
        covered = table.path.end_space(options[screen.cursor].end)
        marks = {covered: (glyphs.mark, Style.CHOSEN)}
    draw_header(canvas, layout, session.game, table, glyphs)
    draw_forest(canvas, layout, standing_picture(table, marks), names, glyphs)
    row = layout.ends + 2
    title = _("Round {round} is over").format(round=table.round)
    canvas.put_centred(row, title if table.round else _("Before the first deal"), Style.PROMPT)
    events = since_last_card(session)
    sentences = [*tell(events, names, None), *_invitation(screen, options)]
    advice = _what_is_advised(screen, glyphs) if options else []
    last = layout.outlook - 2
    row = _draw_sentences(canvas, row + 2, sentences, last=last - len(advice))
    if options:
        row = min(row + 1, last - len(advice))
        _draw_forest_choice(canvas, row, options, screen, glyphs)
        for at, line in enumerate(advice):
            canvas.put_centred(row + 3 + at, line, Style.STRONG)
    _draw_notice(canvas, layout, screen)
    keys = (
        _("arrows move  Enter place it  i hint  Tab cards  ? help  R resign  q leave")
        if options
        else _("Enter deal the next round   Tab cards   ? help   R resign   q leave")
    )
    canvas.put_centred(layout.keys, keys, Style.DIM)
    return canvas.frame()


def _invitation(screen: TableScreen, options: list[Forest]) -> list[str]:
    """Invite two people to talk, and one to ask the partner."""
    session = screen.session
    if session.person is None:
        return [talking_invitation()]
    name = session.game.header.players[session.person.other]
    may_ask = bool(options) and screen.advice is None
    return [_("Press p to ask {name}.").format(name=name)] if may_ask else []


def _what_is_advised(screen: TableScreen, glyphs: Glyphs) -> list[str]:
    """Return the partner's advice and a hint, as far as they were asked for, a row each."""
    session, lines = screen.session, []
    names = session.game.header.players
    if screen.advice is not None and session.person is not None:
        thought, name = screen.advice.thought, names[session.person.other]
        lines.append(
            thinking_phrase(name, screen.ticks, glyphs)
            if thought is None
            else forest_advice(thought, name, names)
        )
    if screen.hint is not None:
        thought = screen.hint.thought
        observation = observe(session.state, hinted_seat(session))
        lines.append(
            search_phrase(screen.ticks, glyphs)
            if thought is None
            else hint_lines(screen.hint, observation, names)[-1]
        )
    shown = shown_in_full(screen.hint)
    if shown is not None and shown.estimates:
        lines.append(options_line(list(shown.estimates), names, glyphs))
    return lines


def _draw_forest_choice(
    canvas: Canvas, row: int, options: list[Forest], screen: TableScreen, glyphs: Glyphs
) -> None:
    names = screen.session.game.header.players
    question = (
        _("Together: at which end does the forest close in?")
        if screen.session.person is None
        else _("At which end does the forest close in?")
    )
    canvas.put_centred(row, question, Style.STRONG)
    _draw_buttons(
        canvas,
        row + 1,
        [option_label(option, names, glyphs) for option in options],
        screen.cursor,
    )
    path = screen.session.state.table.path
    canvas.put_centred(row + 2, forest_sentence(options[screen.cursor], path))


def _draw_buttons(canvas: Canvas, row: int, labels: list[str], cursor: int) -> None:
    width = sum(text_width(label) + 5 for label in labels)
    column = (canvas.size.columns - width) // 2
    for at, label in enumerate(labels):
        column = draw_button(canvas, row, column, OPTION_KEYS[at], label, chosen=at == cursor)


def _draw_notice(canvas: Canvas, layout: Layout, screen: TableScreen) -> None:
    canvas.put_centred(layout.prompt, screen.notice, Style.ALERT)


class Ending(Enum):
    """What can be done after a game."""

    PLAY_AGAIN = auto()
    LOOK_THROUGH = auto()
    REVIEW = auto()
    QUIT = auto()
    BACK = auto()


_ENDINGS = {
    Ending.PLAY_AGAIN: N_("Play again"),
    Ending.LOOK_THROUGH: N_("Look through the game"),
    Ending.REVIEW: N_("Review"),
    Ending.QUIT: N_("Quit"),
    Ending.BACK: N_("Back to the review"),
}


def endings_of(screen: TableScreen) -> tuple[Ending, ...]:
    """Return what can be done after the game at the table, in the order of the buttons."""
    if screen.back is not None:
        return Ending.BACK, Ending.LOOK_THROUGH, Ending.REVIEW
    return Ending.PLAY_AGAIN, Ending.LOOK_THROUGH, Ending.REVIEW, Ending.QUIT


def draw_over(screen: TableScreen, size: Size, look: Look) -> Frame:
    """Draw the end of a game: the score item by item, or what was left."""
    session, glyphs = screen.session, look.glyphs
    canvas, layout = Canvas(size), layout_for(size)
    table, names = session.state.table, session.game.header.players
    draw_header(canvas, layout, session.game, table, glyphs)
    draw_forest(canvas, layout, standing_picture(table, {}), names, glyphs)
    row = layout.ends + 2
    canvas.put_centred(row, tell_outcome(_ending(session)), Style.PROMPT)
    sentences = tell(since_last_card(session), names, None)
    if session.state.table.outcome is Outcome.RESIGNED:
        sentences = ()
    row = _draw_sentences(canvas, row + 2, list(sentences), last=layout.outlook) + 1
    points = score(session.state)
    lines = _what_was_left(table) if points is None else _score_lines(points, table)
    for line in lines:
        canvas.put_centred(row, line)
        row += 1
    canvas.put_centred(row, par_sentence(screen, glyphs), Style.STRONG)
    for at, line in enumerate(_on_the_deals(screen, glyphs)):
        canvas.put_centred(row + 1 + at, line, Style.DIM)
    _draw_notice(canvas, layout, screen)
    labels = [_(_ENDINGS[ending]) for ending in endings_of(screen)]
    _draw_buttons(canvas, row + 3, labels, screen.cursor)
    keys = _("arrows choose   Enter go on   q quit")
    if screen.back is not None:
        keys = _("arrows choose   Enter go on   q back")
    canvas.put_centred(layout.keys, keys, Style.DIM)
    return canvas.frame()


def par_sentence(screen: TableScreen, glyphs: Glyphs) -> str:
    """Say what two experts make of the deals, or that they are at it; empty if nobody can know."""
    if screen.par is None:
        return ""
    par = screen.par.par
    if par is None:
        working = _("Par: two experts are playing these deals {trail}")
        return working.format(trail=trail(screen.ticks, glyphs))
    if par.score is None:
        return _("Par: two experts did not win with these deals.")
    return _("Par: {score}, what two experts score with these deals").format(score=par.score)


def _on_the_deals(screen: TableScreen, glyphs: Glyphs) -> tuple[str, ...]:
    """Return the lines of a day to be shared, or how the same cards are dealt once more."""
    if screen.shared is not None:
        return shared_lines(screen.shared, screen.shared.par, glyphs)
    seed = screen.session.game.header.seed
    if seed is None:
        return ()
    return (_("The same deals once more: --seed {seed}").format(seed=seed),)


def _ending(session: Session) -> GameEnded:
    ended = session.game.turns[-1].step.events[-1]
    assert isinstance(ended, GameEnded), "a game that is over ended with its last action"
    return ended


def _score_lines(points: Score, table: Table) -> list[str]:
    rows = [
        (_("Level {level}").format(level=table.setup.level), points.level),
        (_("Cards left in both hands"), points.cards),
        (_("Won in round 2"), points.early),
        (_("Forest tokens left, 3 points each"), points.tokens),
        (_("Score"), points.total),
    ]
    return _aligned(rows)


def _what_was_left(table: Table) -> list[str]:
    rows = [
        (_("Gems left on the path"), table.path.gems_left),
        (_("Tricks that were left"), tricks_left(table.round, table.tricks_done)),
        (_("Forest tokens left"), table.reserve),
    ]
    return _aligned(rows)


def _aligned(rows: list[tuple[str, int]]) -> list[str]:
    width = max(len(label) for label, _count in rows) + 2
    return [f"{label:<{width}}{count:>3}" for label, count in rows]
