"""The parts of the table: header, path, trick, message, hand, buttons and keys."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile
from typing import TypeAlias

from foxduet.play.game import Game, Header
from foxduet.rules.common import Exchange, Seat, Trick, trick_number
from foxduet.rules.duet.actions import Action, Forest, Foxes, Move
from foxduet.rules.duet.cards import Card, Suit
from foxduet.rules.duet.events import CardPlayed, Event, RoundEnded
from foxduet.rules.duet.observation import Observation
from foxduet.rules.duet.state import ROUNDS, TRICKS, Outcome, Table
from foxduet.store.saved_games import is_branch
from foxduet.ui.kit.canvas import Canvas, Style, text_width, wrapped
from foxduet.ui.kit.look import Glyphs
from foxduet.ui.table.cards import (
    CardState,
    PathPicture,
    draw_card,
    draw_ends,
    draw_path,
    draw_slot,
    draw_undergrowth,
)
from foxduet.ui.table.choices import OPTION_KEYS, card_of, card_rows
from foxduet.ui.table.keeping import HOUSE_KEY, HOUSE_MEMORY
from foxduet.ui.table.layout import MESSAGE_ROWS, Layout
from foxduet.words.duet.names import (
    Names,
    forest_label,
    keep_label,
    move_label,
    trump_phrase,
)
from foxduet.words.duet.story import tell
from foxduet.words.i18n import _

_TICKS_A_STEP, _LONGEST_TRAIL = 4, 3

Marks: TypeAlias = Mapping[int, tuple[str, Style]]


def draw_header(canvas: Canvas, layout: Layout, game: Game, table: Table, glyphs: Glyphs) -> None:
    """Write level, round, trick, gems left and forest tokens of ``table`` in one row.

    Where others say the level, a branch says that it is one.
    """
    kind = _("Branch") if is_branch(game) else _("Level {level}").format(level=table.setup.level)
    progress = _("Before the first deal")
    if table.round:
        progress = _("Round {round} of {rounds}   Trick {trick} of {tricks}").format(
            round=table.round,
            rounds=ROUNDS,
            trick=trick_number(table.tricks_done, table.trick),
            tricks=TRICKS,
        )
    canvas.put(layout.header, layout.left + 1, f"{kind}   {progress}", Style.TITLE)
    tokens = glyphs.tree * table.reserve or "0"
    left = _("Gems left {gems}   Forest tokens {tokens}").format(
        gems=table.path.gems_left, tokens=tokens
    )
    canvas.put_right(layout.header, layout.left + layout.width - 1, left, Style.TITLE)


def standing_picture(table: Table, marks: Marks) -> PathPicture:
    """Return the path with the fox where the tracker stands, or nowhere if it is lost."""
    fox = 0 if table.outcome is Outcome.LOST else table.path.tracker
    return PathPicture(table.path, table.setup.board, fox, marks)


def draw_forest(
    canvas: Canvas, layout: Layout, picture: PathPicture, names: Names, glyphs: Glyphs
) -> None:
    """Draw the path between its undergrowth and the names of its ends."""
    draw_undergrowth(canvas, layout.canopy, layout.left, layout.width, glyphs)
    draw_path(canvas, layout.path, layout.left, layout.width, picture, glyphs)
    draw_ends(canvas, layout.ends, layout.left + 1, layout.width - 2, names, glyphs)


def draw_trick(
    canvas: Canvas,
    layout: Layout,
    table: Table,
    trick: Trick[Card] | None,
    names: Names,
    glyphs: Glyphs,
) -> None:
    """Draw the decree and the two cards of ``trick`` side by side, each with a caption."""
    decree = table.decree
    if decree is None:
        return
    captions = [_("Decree"), "", ""]
    cards = [decree, None, None]
    if trick is not None:
        leader, follower = names[trick.leader], names[trick.leader.other]
        cards[1:] = [trick.lead, trick.follow]
        captions[1] = (_("{name} led") if trick.lead else _("{name} leads")).format(name=leader)
        captions[2] = (_("{name} followed") if trick.follow else _("{name} follows")).format(
            name=follower
        )
    panel = layout.width // 3
    for at, (card, caption) in enumerate(zip(cards, captions, strict=True)):
        column = layout.left + 1 + at * panel
        if card is not None:
            draw_card(canvas, layout.trick, column, layout.card, card, glyphs)
        elif caption:
            draw_slot(canvas, layout.trick, column, layout.card, glyphs)
        lines = wrapped(caption, panel - layout.card.columns - 2)
        if at == 0:
            lines += wrapped(trump_phrase(decree.suit), panel - layout.card.columns - 2)
        for row, line in enumerate(lines[: layout.card.rows]):
            canvas.put(layout.trick + row + 1, column + layout.card.columns + 1, line)


def tell_trick(events: tuple[Event, ...], names: Names, seat: Seat | None) -> tuple[str, ...]:
    """Tell what happened in the last tricks; the end of a round has a screen of its own."""
    of_trick = takewhile(lambda event: not isinstance(event, RoundEnded), events)
    return tell(tuple(of_trick), names, seat)


def draw_news(
    canvas: Canvas,
    layout: Layout,
    events: tuple[Event, ...],
    names: Names,
    seat: Seat,
    most: int = MESSAGE_ROWS,
) -> int:
    """Tell ``seat`` of ``events`` in up to ``most`` rows; return how many that takes.

    Where there is no room for all, a card just led is left out first: it lies on the table.
    """
    sentences = tell_trick(events, names, seat)
    rows = sum(len(wrapped(sentence, layout.width - 4)) for sentence in sentences)
    if rows > most:
        sentences = tell_trick(tuple(event for event in events if not _is_lead(event)), names, seat)
    return draw_message(canvas, layout, sentences, most)


def _is_lead(event: Event) -> bool:
    return isinstance(event, CardPlayed) and event.leads


def draw_message(
    canvas: Canvas, layout: Layout, sentences: tuple[str, ...], most: int = MESSAGE_ROWS
) -> int:
    """Write the newest of ``sentences`` that fit into ``most`` rows; return how many they take."""
    rows: list[str] = []
    for sentence in reversed(sentences):
        older = wrapped(sentence, layout.width - 4)
        if len(older) + len(rows) > most:
            break
        rows = older + rows
    for at, row in enumerate(rows):
        canvas.put(layout.message + at, layout.left + 2, row)
    return len(rows)


def draw_hand(
    canvas: Canvas,
    layout: Layout,
    observation: Observation,
    chosen: Action | None,
    glyphs: Glyphs,
) -> None:
    """Draw the hand in one or two rows; cards that may not be played are barred."""
    playable = {card_of(action) for action in observation.choices}
    about_cards = playable - {None}
    places = hand_places(layout, len(observation.hand))
    for at, (card, (row, column)) in enumerate(zip(observation.hand, places, strict=True)):
        barred = bool(about_cards) and card not in playable
        state = CardState.BARRED if barred else CardState.PLAIN
        if chosen is not None and card is card_of(chosen):
            state = CardState.CHOSEN_BARRED if barred else CardState.CHOSEN
        key = OPTION_KEYS[at] if about_cards else ""
        draw_card(canvas, row, column, layout.card, card, glyphs, state, key)


def hand_places(layout: Layout, count: int) -> list[tuple[int, int]]:
    """Return row and column of each of ``count`` cards of a hand."""
    rows = card_rows(count)
    top = layout.hand + (layout.card.rows // 2 if len(rows) == 1 else 0)
    return [
        (top + line * layout.card.rows, layout.left + 1 + at * (layout.card.columns + 1))
        for line, in_line in enumerate(rows)
        for at in range(in_line)
    ]


def draw_memory(
    canvas: Canvas, layout: Layout, observation: Observation, header: Header, glyphs: Glyphs
) -> None:
    """List the cards that are out over the path's undergrowth, by a house rule only (R10.3)."""
    if header.further.get(HOUSE_KEY) != HOUSE_MEMORY:
        return
    suits = [
        " ".join(
            (glyphs.suit(suit), *(str(card.rank) for card in observation.out if card.suit is suit))
        )
        for suit in Suit
    ]
    canvas.put(layout.canopy, layout.left, " " * layout.width)
    text = _("Out: {cards}").format(cards="   ".join(suits))
    canvas.put(layout.canopy, layout.left + 2, text, Style.DIM)


def trail(ticks: int, glyphs: Glyphs) -> str:
    """Return a trail that grows and begins anew with the ``ticks``."""
    return glyphs.trail * (1 + ticks // _TICKS_A_STEP % _LONGEST_TRAIL)


def thinking_phrase(name: str, ticks: int, glyphs: Glyphs) -> str:
    """Say that ``name`` is thinking."""
    return _("{name} is thinking {trail}").format(name=name, trail=trail(ticks, glyphs))


def draw_keys(canvas: Canvas, layout: Layout, keys: str) -> None:
    """Write what the keys do into the last row."""
    canvas.put(layout.keys, layout.left + 2, keys, Style.DIM)


def draw_button(
    canvas: Canvas, row: int, column: int, key: str, label: str, *, chosen: bool
) -> int:
    """Draw an option with the key that chooses it; return the column after it."""
    text = f"[{key}: {label}]" if chosen else f" {key}: {label} "
    canvas.put(row, column, text, Style.CHOSEN if chosen else Style.PLAIN)
    return column + text_width(text) + 1


def option_label(option: Action, names: Names, glyphs: Glyphs) -> str:
    """Return an option that is not a card in a few words."""
    match option:
        case Foxes(_, named):
            return names[named]
        case Exchange():
            return keep_label()
        case Move(_, steps):
            return move_label(steps, glyphs.toward)
        case Forest(end):
            return forest_label(names[end])
        case _:
            raise AssertionError("all other options are cards")
