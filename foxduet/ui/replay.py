"""Looking through a game, both hands open."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from foxduet.core.common import Deal, Play, Seat
from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass, replace
from foxduet.play.game import Game, Names
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import SUITS, Canvas, Style
from foxduet.ui.kit.screen import Binding, Context, Next, Screen
from foxduet.ui.reader import CARDS, HELP, Readable, help_page
from foxduet.ui.table.layout import layout_for
from foxduet.ui.table.parts import (
    art_of,
    draw_footer,
    draw_header,
    draw_message,
    draw_trick,
    trick_shown,
)
from foxduet.words.common import guide_words, table_words
from foxduet.words.i18n import _
from foxduet.words.people import names_at_table
from foxduet.words.text import text_width

if TYPE_CHECKING:
    from foxduet.words.text import TextLine

Outcome: TypeAlias = Callable[[Any, Names], str]
"""Says how a game ended."""


@dataclass(frozen=True, slots=True)
class ReplayScreen(Readable):
    """A game to be looked through after ``at`` of its actions.

    ``trouble`` says what is wrong behind the part that can be shown.
    """

    game: Game
    at: int = 0
    trouble: str = ""

    @property
    def game_name(self) -> str:
        return self.game.header.game

    def draw(self, canvas: Canvas) -> None:
        """Draw the board, both hands, and what happened."""
        game, layout = self.game, layout_for(canvas.size)
        draw_moment(canvas, game, self.at)
        draw_message(canvas, sentences_at(game, self.at, None))
        for at, seat in enumerate(Seat):
            row, name = layout.hand + 1 + 3 * at, names_at_table(game.header)[seat]
            canvas.put(row, layout.left + 2, name, Style.STRONG)
            hand, offer = open_hand(game, game.states[self.at], seat)
            draw_hand_in_line(canvas, row + 1, layout.left + 2, game, hand, offer, 6)
        if self.at == len(game.turns):
            canvas.put(layout.outlook, layout.left + 2, self.trouble, Style.ALERT)
        count = _("After action {at} of {count}").format(at=self.at, count=len(game.turns))
        canvas.put(layout.prompt, layout.left + 2, count, Style.PROMPT)
        draw_footer(canvas, self.footer)

    def _step(self, key: str, _context: Context) -> Next:
        return Next(replace(self, at=moment_after(self.game, self.at, key)))

    def help_lines(self, width: int) -> list[TextLine]:
        rules = guide_words(self.game_name).rules()
        return help_page(_("Keys in a replay"), self.BINDINGS, rules, width)

    BINDINGS: ClassVar = (
        Binding(
            keys.STEPPING,
            _step,
            (N_("arrows"), N_("step")),
            (N_("Left, right, h, l"), N_("a step back or on in the game")),
        ),
        Binding(
            (),
            _step,
            (N_("up, down"), N_("a trick")),
            (N_("Up, down, k, j"), N_("a trick back or on")),
        ),
        Binding(
            (),
            _step,
            (N_("Home,"), N_("End")),
            (N_("Home, End"), N_("the beginning and the end of the game")),
        ),
        CARDS,
        replace(HELP, help=None),
        Binding(keys.LEAVE, Screen.go_back, (N_("q"), N_("back")), (N_("q, Esc"), N_("back"))),
    )


def draw_moment(canvas: Canvas, game: Game, at: int, *, choosing: bool = False) -> None:
    """Draw what all could see after ``at`` actions of ``game``.

    A trick that is just over lies there still; not for those who are ``choosing`` what comes next
    in a new one.
    """
    state = game.states[at]
    trick = state.table.trick
    art_of(game.header.game).draw_board(canvas, state, names_at_table(game.header), {})
    if at and not (choosing and trick is not None):
        trick = trick_shown(game.states[at - 1], game.turns[at - 1].action) or trick
    # A trick that is just over is counted as it lies there, not the next one.
    counted = state
    if trick != state.table.trick:
        counted = replace(state, table=replace(state.table, trick=None))
    draw_header(canvas, game, counted)
    draw_trick(canvas, game, state.table.decree, trick)


def sentences_at(
    game: Game, at: int, seat: Seat | None, outcome: Outcome | None = None
) -> tuple[str, ...]:
    """Describe the last of ``at`` actions to ``seat``, or as seen with open hands if it is None.

    A finished trick needs the events since its last card. ``outcome`` as in ``ending_at``.
    """
    if not at:
        return ()
    start, rules, words = at - 1, game.rules, table_words(game.header.game)
    names = names_at_table(game.header)
    while start > 0 and not isinstance(game.turns[start].action, Play | Deal):
        start -= 1
    events = tuple(event for turn in game.turns[start:at] for event in turn.step.events)
    sentences = words.story.tell_with_open_hands(events, names)
    if seat is not None:
        seen = tuple(rules.redact(event, seat) for event in events)
        sentences = words.story.tell(seen, names, seat)
    return (*sentences, *ending_at(game, at, outcome))


def ending_at(game: Game, at: int, outcome: Outcome | None = None) -> tuple[str, ...]:
    """Say how a game ended, if it did after ``at`` actions: in other words with ``outcome``."""
    result = game.rules.result(game.states[at])
    if result is None:
        return ()
    names = names_at_table(game.header)
    tell = outcome or table_words(game.header.game).outcome_sentence
    ending = tell(game.states[at], names)
    if game.rules.cooperative and any(result.won):
        scored = _("{outcome} Score: {score}.")
        ending = scored.format(outcome=ending, score=max(result.points))
    return (ending,)


def open_hand(game: Game, state: Any, seat: Seat) -> tuple[Any, Any]:
    """Return a hand, and a card that is in no hand since it is about to be given away, if any."""
    observation = game.rules.observe(state, seat)
    return observation.hand, getattr(observation, "own_offer", None)


def draw_hand_in_line(
    canvas: Canvas, row: int, column: int, game: Game, hand: Any, offer: Any, cell: int | None
) -> int:
    """Draw a hand in a row, ``cell`` columns a card; return the column behind it.

    Without a ``cell`` each card takes its own columns, and a blank.
    """
    words = table_words(game.header.game)
    for card in hand:
        text = words.cards.card_in_line(card, canvas.glyphs)
        canvas.put(row, column, text, SUITS[card.suit])
        column += text_width(text) + 1 if cell is None else cell
    if offer is not None:
        gives = _("gives")
        canvas.put(row, column, gives, Style.DIM)
        column += text_width(gives) + 1
        canvas.put(row, column, words.cards.card_in_line(offer, canvas.glyphs), SUITS[offer.suit])
    return column


def moment_after(game: Game, at: int, key: str) -> int:
    """Return the moment of ``game``, by the actions before it, that ``key`` leads to."""
    last = len(game.turns)
    if key in keys.UPWARD + keys.DOWNWARD:
        return _next_trick(game, at, keys.step_of(key))
    steps = {keys.HOME: -last, keys.END: last, keys.SPACE: 1, keys.ENTER: 1}
    return min(max(at + steps.get(key, keys.step_of(key)), 0), last)


def _next_trick(game: Game, at: int, step: int) -> int:
    """Return the nearest moment before or after this one at which a trick begins."""
    states, at = game.states, at + step
    while 0 < at < len(states) - 1:
        trick = states[at].table.trick
        if trick is not None and trick.lead is None:
            break
        at += step
    return min(max(at, 0), len(states) - 1)
