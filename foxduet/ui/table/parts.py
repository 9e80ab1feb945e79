"""The parts of the table that all games share, and what each game draws of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from foxduet.core.common import Deal, Exchange, Play, Seat, card_of
from foxduet.core.frozen import replace
from foxduet.core.register import DRAWING, part_of
from foxduet.core.ruleset import AnyRuleSet
from foxduet.play.game import Game, Names, Turn
from foxduet.ui.kit.canvas import EDGES, SUITS, Canvas, Size, Style, draw_undergrowth
from foxduet.ui.kit.keys import KEEP_KEY, OPTION_KEYS, sign_of
from foxduet.ui.table.layout import MESSAGE_ROWS, hand_card, hand_places, layout_for
from foxduet.words.cards import CardFace
from foxduet.words.common import Figures, table_words
from foxduet.words.glyphs import Box, Glyphs
from foxduet.words.i18n import _
from foxduet.words.people import fill_short, names_at_table
from foxduet.words.story import SETTLED, NewsItem
from foxduet.words.text import clipped, text_width, wrapped

_NARROWEST_FIGURE = 3

HOUSE_KEY, HOUSE_MEMORY = "house", "memory"
"""The key and value of a record whose players look at the cards that are out."""

_USUAL_SENTENCE, _WIDEST_SENTENCE = 68, 76
_WEIGHT_OF_AN_OPENING = 2

Marks: TypeAlias = Mapping[int, tuple[str, Style]]
"""Short labels at places of the board, with their styles."""


class Walk(Protocol):
    """Something that is seen moving on the board after a trick, step by step."""

    @property
    def steps(self) -> int:
        """The number of pictures, of which the last stays for a moment."""


class TableArt(Protocol):
    """What a game draws of its own: its module ``table``."""

    def draw_board(self, canvas: Canvas, moment: Any, names: Names, marks: Marks) -> None:
        """Draw the board of a state, or of an observation, with marks."""

    def marks(
        self, observation: Any, options: tuple[Any, ...], chosen: Any, glyphs: Glyphs
    ) -> Marks:
        """Mark where the chosen one among the options of an observation could lead."""

    def team_marks(self, state: Any, chosen: Any, glyphs: Glyphs) -> Marks:
        """Mark what a choice of the team would change in a state."""

    def walk_of(self, before: Any, turn: Turn) -> Walk | None:
        """Return what moved in a turn from a state, None if nothing did."""

    def draw_walk(self, canvas: Canvas, game: Game, walk: Any, step: int) -> None:
        """Draw header, board and trick at one of the steps of a walk, from 0."""


def art_of(game: str) -> TableArt:
    """Return what a game draws of its own, by its name."""
    art: TableArt = part_of(game, DRAWING)
    return art


def draw_box(canvas: Canvas, row: int, column: int, size: Size, box: Box, style: Style) -> None:
    """Draw a frame of ``size`` around blanks."""
    inner = size.columns - 2
    upper_left, upper_right, lower_right, lower_left = box.corners
    canvas.put(row, column, f"{upper_left}{box.across * inner}{upper_right}", style)
    for line in range(row + 1, row + size.rows - 1):
        canvas.put(line, column, f"{box.down}{' ' * inner}{box.down}", style)
    canvas.put(row + size.rows - 1, column, f"{lower_left}{box.across * inner}{lower_right}", style)


def draw_card(
    canvas: Canvas,
    row: int,
    column: int,
    size: Size,
    face: CardFace,
    label: str = "",
    foot: str = "",
    *,
    chosen: bool = False,
    barred: bool = False,
) -> None:
    """Draw a card: rank, suit, value and ability; picture and text if ``size`` has rows for them.

    ``label`` and ``foot`` stand in the upper and the lower edge of its frame.
    """
    box, edge, ink = canvas.glyphs.card, EDGES[face.suit], SUITS[face.suit]
    plain, strong, tag = Style.PLAIN, Style.STRONG, Style.PLAIN
    if barred:
        box, edge, ink, plain, strong = canvas.glyphs.barred, *[Style.DIM] * 4
        tag = Style.DIM
    if chosen:
        box, edge, tag = canvas.glyphs.chosen, SUITS[face.suit], Style.CHOSEN
    draw_box(canvas, row, column, size, box, edge)
    for at, text in ((row, label), (row + size.rows - 1, foot)):
        if text:
            canvas.put(at, column + 2, f" {text} ", tag)
    inner = size.columns - 2
    canvas.put(row + 1, column + 2, face.corner, ink)
    canvas.put_right(row + 1, column + size.columns - 2, face.value, plain)
    # A blank at least stands on both sides of the name.
    name = face.name if text_width(face.name) <= inner - 2 else face.short or face.name
    lines = [(clipped(name, inner - 2), strong)] if name else []
    text_rows = [(text, plain) for text in wrapped(face.text, inner)]
    picture = [(text, plain if barred else edge) for text in face.picture]
    room = size.rows - 3
    if not lines and 2 * len(picture) - 1 <= room:
        picture = [one for line in picture for one in (line, ("", plain))][:-1]
    for part in (picture, text_rows) if len(lines + picture + text_rows) <= room else (text_rows,):
        lines += part if len(lines + part) <= room else []
    top = row + 2 + (0 if face.name else (room - len(lines)) // 2)
    for at, (text, style) in enumerate(lines):
        canvas.put(top + at, column + 1 + (inner - text_width(text)) // 2, text, style)


def draw_header(canvas: Canvas, game: Game, state: Any) -> None:
    """Write the setup, round and trick, and what matters in figures, in one row.

    A branch says that it is one instead of its setup.
    """
    layout, words, header = layout_for(canvas.size), table_words(game.header.game), game.header
    kind = _("Branch") if header.is_branch else words.setup_label(header.setup)
    left = f"{kind}   {words.progress(state)}"
    canvas.put(layout.header, layout.left + 1, left, Style.TITLE)
    right = words.standing(state, canvas.glyphs)
    canvas.put_right(layout.header, layout.left + layout.width - 1, right, Style.TITLE)


def draw_trick(canvas: Canvas, game: Game, decree: Any, trick: Any) -> None:
    """Draw the cards of ``trick`` in the middle, each at its player's side, the decree apart."""
    if decree is None:
        return
    layout, words = layout_for(canvas.size), table_words(game.header.game)
    card, trump = layout.card, words.cards.trump_phrase(decree)
    foot = trump if text_width(trump) <= card.columns - 4 else _("trump")
    face = words.cards.card_face(decree, canvas.glyphs)
    draw_card(canvas, layout.trick, layout.left + 1, card, face, _("Decree"), foot)
    if trick is None:
        return
    middle, room = layout.left + layout.width // 2, layout.width // 2 - 2 * card.columns - 4
    for seat, column in zip(Seat, (middle - card.columns - 1, middle + 1), strict=True):
        led = seat is trick.leader
        one = trick.lead if led else trick.follow
        if one is not None:
            face = words.cards.card_face(one, canvas.glyphs)
            draw_card(canvas, layout.trick, column, card, face)
        else:
            draw_box(canvas, layout.trick, column, card, canvas.glyphs.barred, Style.DIM)
        said = (
            (_("{name} {name:leads|lead}"), _("{name} led"))
            if led
            else (_("{name} {name:follows|follow}"), _("{name} followed"))
        )
        caption = fill_short(said[one is not None], name=names_at_table(game.header)[seat])
        for at, line in enumerate(wrapped(caption, room)[: card.rows - 1]):
            row = layout.trick + card.rows // 2 - 1 + at
            if seat is Seat.P1:
                canvas.put_right(row, column - 1, line)
            else:
                canvas.put(row, column + card.columns + 1, line)


def trick_shown(before: Any, action: Any) -> Any:
    """Return the trick as it lies on the table right after ``action``, complete if it was."""
    trick = before.table.trick
    if trick is None or not isinstance(action, Play):
        return trick
    if trick.lead is None:
        return replace(trick, lead=action.card)
    return replace(trick, follow=action.card)


def last_trick(game: Game) -> Any:
    """Return the trick that is under way, else the one before it in the round, None without one."""
    under_way = game.state.table.trick
    if under_way is not None and under_way.lead is not None:
        return under_way
    for before, turn in zip(reversed(game.states[:-1]), reversed(game.turns), strict=True):
        if isinstance(turn.action, Deal):
            break
        trick = trick_shown(before, turn.action)
        if trick is not None and trick.follow is not None:
            return trick
    return under_way


def draw_message(canvas: Canvas, sentences: Sequence[str], most: int = MESSAGE_ROWS) -> int:
    """Write the newest of ``sentences`` that fit into ``most`` rows; return how many they take."""
    return _draw_rows(canvas, newest_rows(sentences, layout_for(canvas.size).width - 4, most))


def draw_news(
    canvas: Canvas,
    game: Game,
    events: tuple[Any, ...],
    seat: Seat,
    most: int = MESSAGE_ROWS,
    *,
    opening: Sequence[str] = (),
) -> int:
    """Describe ``events`` to ``seat`` in up to ``most`` rows; return how many that takes.

    ``opening`` says before them how the round began.
    """
    news = table_words(game.header.game).story.tell_news(events, names_at_table(game.header), seat)
    still = [one for one in news if one[0] != SETTLED]
    return draw_weighed_news(
        canvas, [*((_WEIGHT_OF_AN_OPENING, one) for one in opening), *still], most
    )


def draw_weighed_news(canvas: Canvas, news: Sequence[NewsItem], most: int = MESSAGE_ROWS) -> int:
    """Write what matters most of the news into ``most`` rows; return how many that takes."""
    return _draw_rows(canvas, heaviest_rows(news, layout_for(canvas.size).width - 4, most))


def _draw_rows(canvas: Canvas, rows: Sequence[str]) -> int:
    layout = layout_for(canvas.size)
    for at, row in enumerate(rows):
        canvas.put(layout.message + at, layout.left + 2, row)
    return len(rows)


def heaviest_rows(news: Sequence[NewsItem], width: int, most: int) -> list[str]:
    """Return what matters most of the news in up to ``most`` rows, in the order of the events.

    Of sentences that weigh the same the oldest is left out first.
    """
    left = [(weight, wrapped(sentence, width)) for weight, sentence in news]
    while sum(len(rows) for _weight, rows in left) > most:
        left.remove(min(left, key=lambda one: one[0]))
    return [row for _weight, rows in left for row in rows]


def newest_rows(sentences: Sequence[str], width: int, most: int) -> list[str]:
    """Return the newest of ``sentences`` that fit into ``most`` rows of ``width``."""
    rows: list[str] = []
    for sentence in reversed(sentences):
        older = wrapped(sentence, width)
        if len(older) + len(rows) > most:
            break
        rows = older + rows
    return rows


def draw_sentences(
    canvas: Canvas,
    row: int,
    sentences: Sequence[str],
    *,
    last: int,
    style: Style = Style.PLAIN,
) -> int:
    """Write sentences in the middle down to row ``last``; return the row below them.

    Where they are too many, the oldest are left out; before that they take wider rows.
    """
    most, width = last + 1 - row, _USUAL_SENTENCE
    if sum(len(wrapped(sentence, width)) for sentence in sentences) > most:
        width = _WIDEST_SENTENCE
    for line in newest_rows(sentences, width, most):
        canvas.put_centred(row, line, style)
        row += 1
    return row


def draw_figures(
    canvas: Canvas, row: int, names: Names, figures: Figures, last: Style = Style.STRONG
) -> int:
    """Draw items with their figures, those of each player below its name; return the row below."""
    labels = max(text_width(f"{label}") for label, *_figures in figures)
    columns = max(len(figure) for figure in figures) - 1
    heads = names if columns > 1 else ()
    cells = [*heads, *(f"{one}" for _label, *own in figures for one in own)]
    width = max(_NARROWEST_FIGURE, *map(text_width, cells)) + 2
    left = (canvas.size.columns - labels - columns * width) // 2
    lines = [("", *heads)] if heads else []
    for at, (label, *own) in enumerate([*lines, *figures]):
        style = Style.PLAIN
        if heads and not at:
            style = Style.TITLE
        elif at == len(lines) + len(figures) - 1:
            style = last
        canvas.put(row + at, left, f"{label}", style)
        for column, one in enumerate(own, 1):
            canvas.put_right(row + at, left + labels + column * width, f"{one}", style)
    return row + len(lines) + len(figures)


def option_keys(options: Sequence[Any]) -> str:
    """Return the key of each option: that of its number, but for keeping the decree."""
    return "".join(
        KEEP_KEY if keeps_decree(option) else OPTION_KEYS[at] for at, option in enumerate(options)
    )


def keeps_decree(option: Any) -> bool:
    """Return whether an option is to keep the decree, which has a key of its own."""
    return isinstance(option, Exchange) and option.card is None


def options_of(observation: Any) -> tuple[Any, ...]:
    """Return what the cursor goes through: legal actions, or all cards of a hand to be played.

    Cards that may not be played are among them so that trying one can be answered; of actions that
    lead to the same there is one.
    """
    if isinstance(observation.choices[0], Play):
        return tuple(Play(observation.seat, card) for card in observation.hand)
    return tuple(observation.distinct_choices)


def offered(rules: AnyRuleSet, observation: Any) -> tuple[Any, ...]:
    """Return what a player chooses from: the options, with shortcuts for several in a row.

    A shortcut for a single one takes its place.
    """
    shortcuts = rules.shortcuts(observation)
    instead = shortcuts.values()
    return (*[one for one in options_of(observation) if (one,) not in instead], *shortcuts)


def suits_of(observation: Any) -> list[int]:
    """Return the suits of the cards in a hand, in their order."""
    return [card.suit for card in observation.hand]


def draw_hand(canvas: Canvas, game: Game, observation: Any, chosen: Any = None) -> None:
    """Draw the hand in one or two rows, by suits; cards that may not be played are barred.

    ``chosen`` is the option that the cursor is on, None while there is nothing to choose.
    """
    layout, words = layout_for(canvas.size), table_words(game.header.game)
    playable = {card_of(one) for one in observation.choices} - {None}
    suits = suits_of(observation)
    places, (size, _step) = hand_places(layout, suits), hand_card(layout, suits)
    hand = [*zip(observation.hand, places, OPTION_KEYS, strict=False)]
    # Where cards overlap, the chosen one lies on top.
    for card, (row, column), option_key in sorted(hand, key=lambda one: one[0] is card_of(chosen)):
        face, key = words.cards.card_face(card, canvas.glyphs), option_key if playable else ""
        barred = bool(playable) and card not in playable
        is_chosen = chosen is not None and card is card_of(chosen)
        sign = sign_of(key, canvas.keyboard) if key else ""
        draw_card(canvas, row, column, size, face, sign, chosen=is_chosen, barred=barred)
        if playable:
            canvas.put_area(row, column, size, key, chosen=is_chosen)


def draw_closed_hands(canvas: Canvas) -> int:
    """Draw a wood around the place of a hand; return the row in its middle."""
    layout = layout_for(canvas.size)
    rows = 2 * layout.card.rows
    depth = rows // 4
    for row in (layout.hand + depth - 1, layout.hand + rows - 1):
        draw_undergrowth(canvas, row, layout.left, layout.width, height=depth)
    return layout.hand + layout.card.rows


def draw_wood_below(canvas: Canvas, row: int) -> None:
    """Draw a wood at the lower end of a large window, well below ``row``."""
    layout = layout_for(canvas.size)
    height = (layout.outlook - row) // 4
    if height > 1:
        draw_undergrowth(canvas, layout.outlook, layout.left, layout.width, height=height)


def draw_cards_out(canvas: Canvas, game: Game, observation: Any) -> None:
    """List the cards that are out at the top of the scenery, by a house rule only (R10.3, C2.4)."""
    if game.header.further.get(HOUSE_KEY) == HOUSE_MEMORY:
        layout = layout_for(canvas.size)
        text = table_words(game.header.game).cards.cards_out(observation, canvas.glyphs)
        row = layout.scenery - layout.trees + 1
        canvas.put(row, layout.left, " " * layout.width)
        canvas.put(row, layout.left + 2, text, Style.DIM)


def draw_ends(canvas: Canvas, names: Names) -> None:
    """Write under the board whose end is whose."""
    layout, (p1, p2), (back, forth) = layout_for(canvas.size), names, canvas.glyphs.toward
    canvas.put(layout.ends, layout.left + 1, f"{back} {p1}", Style.STRONG)
    canvas.put_right(layout.ends, layout.left + layout.width - 1, f"{p2} {forth}", Style.STRONG)


def draw_footer(canvas: Canvas, keys: str) -> None:
    """Write what the keys do into the last row."""
    layout = layout_for(canvas.size)
    canvas.put(layout.keys, layout.left + 2, keys, Style.DIM)
