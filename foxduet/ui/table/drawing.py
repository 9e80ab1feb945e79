"""The parts of the table that all games share, and their layout in a window."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from foxduet.core.cards import Deal, Play, Seat, card_in_action
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.play.game import Game, Names
from foxduet.ui.kit.canvas import (
    EDGE_STYLES,
    SUIT_STYLES,
    Canvas,
    Size,
    Style,
    draw_buttons,
    draw_undergrowth,
    notice_style,
)
from foxduet.ui.kit.keys import KEEP_DECREE_KEY, OPTION_KEYS, OWN_KEYS
from foxduet.ui.kit.layouts import sign_of
from foxduet.ui.table.state import HOUSE_KEY, HOUSE_MEMORY, Choosing, TableStateT, keeps_decree
from foxduet.words.game_words import Figures, table_words
from foxduet.words.i18n import _
from foxduet.words.story import DEFAULT_WEIGHT, SETTLED_WEIGHT, CardFace, NewsItem
from foxduet.words.text import (
    Box,
    Glyphs,
    clip,
    format_label,
    format_sentence,
    mark_alert,
    names_at_table,
    text_width,
    wrap,
    wrap_balanced,
)


def typing_notice(screen: TableStateT, glyphs: Glyphs) -> str:
    """Return the screen's notice, or else the typed part of a card and the letters of suits."""
    assert isinstance(screen.mode, Choosing), "there is something to choose"
    words = table_words(screen.game_name)
    suits = zip(words.cards.letters(), words.cards.suit_signs(glyphs), strict=True)
    letters = ", ".join(f"{letter} {sign}" for letter, sign in suits)
    template = _("Card: {typed}_  (rank, then {letters})")
    return screen.notice or template.format(typed=screen.mode.typed, letters=letters)


SMALLEST = Size(24, 80)
HAND_COLUMNS = 6
MESSAGE_ROWS = 3
SMALL_CARD = Size(4, 12)
_ROWS_FOR_CARD_TEXT, _MAX_CARD_HEIGHT = 6, 9
_MAX_CARD_WIDTH = 20
_SPACE_SIZES = ((11, 5), (3, 3))
"""(minimum of spare rows, rows of a space on the board), largest first."""
_GAP_COUNT = 6
_SUIT_GAP = 3
_MIN_FIGURE_WIDTH = 3
_SENTENCE_WIDTH, _MAX_SENTENCE_WIDTH = 68, 76
_OPENING_WEIGHT = 2


@dataclass(frozen=True, slots=True)
class Layout:
    """First rows of the parts of the table in a window, and the size of a card.

    scenery: the lowest row of trees, which are up to ``trees`` high.
    spaces: rows of a space on the board, between a row for its contents and a row for marks.
    """

    left: int
    width: int
    card: Size
    header: int
    scenery: int
    trees: int
    board: int
    spaces: int
    ends: int
    trick: int
    message: int
    hand: int
    outlook: int
    prompt: int
    keys: int


@cache
def layout_for(size: Size) -> Layout:
    """Fit the table into a window of at least 80x24; larger windows get larger cards and gaps."""
    columns = min(_MAX_CARD_WIDTH, (size.columns - 7) // HAND_COLUMNS)
    width = HAND_COLUMNS * columns + 8
    # Header, scenery, ends of the board, outlook, prompt and keys take a row each, the board three.
    fixed = 9 + MESSAGE_ROWS
    rows = min(_MAX_CARD_HEIGHT, (size.rows - fixed) // 3)
    if rows < _ROWS_FOR_CARD_TEXT:
        rows = SMALL_CARD.rows
    spare = size.rows - fixed - 3 * rows
    spaces = next((rows for minimum, rows in _SPACE_SIZES if spare >= minimum), 1)
    spare -= spaces - 1
    gaps = [min(2, (spare + _GAP_COUNT - 1 - index) // _GAP_COUNT) for index in range(_GAP_COUNT)]
    top = (spare - sum(gaps)) // 2
    before_scenery, before_trick, before_hand, before_keys, before_message, before_outlook = gaps
    scenery = top + 1 + before_scenery
    board = scenery + 1
    ends = board + spaces + 2
    trick = ends + 1 + before_trick
    message = trick + rows + before_message
    hand = message + MESSAGE_ROWS + before_hand
    outlook = hand + 2 * rows + before_outlook
    return Layout(
        left=(size.columns - width) // 2,
        width=width,
        card=Size(rows, columns),
        header=top,
        scenery=scenery,
        trees=1 + before_scenery,
        board=board,
        spaces=spaces,
        ends=ends,
        trick=trick,
        message=message,
        hand=hand,
        outlook=outlook,
        prompt=outlook + 1,
        keys=outlook + 2 + before_keys,
    )


def card_rows(suits: Sequence[int]) -> tuple[int, ...]:
    """Return the number of cards in each row of a hand, by the suits of its cards in order.

    The second row begins with a suit if both rows then fit; the most even split wins.
    """
    count = len(suits)
    if count <= HAND_COLUMNS:
        return (count,) if count else ()
    limit = max(HAND_COLUMNS, (count + 1) // 2)
    splits = [index for index in range(1, count) if suits[index] != suits[index - 1]]
    fitting_splits = [index for index in splits if index <= limit and count - index <= limit]
    upper = max(fitting_splits, key=lambda index: min(index, count - index), default=limit)
    return (upper, count - upper)


def hand_card_size(layout: Layout, suits: Sequence[int]) -> tuple[Size, int]:
    """Return the size of a hand's cards, and the columns from a card to the next.

    In a row that is too long for the window, neighbours share an edge.
    """
    longest, room = max(card_rows(suits), default=0), layout.width - 2
    columns = layout.card.columns
    if longest * columns <= room:
        return layout.card, columns
    step = (room - 1) // longest
    return Size(layout.card.rows, step + 1), step


def hand_positions(layout: Layout, suits: Sequence[int]) -> list[tuple[int, int]]:
    """Return row and column of each card of a hand, with gaps between suits if there is room."""
    rows, positions, start = card_rows(suits), [], 0
    row = layout.hand + (layout.card.rows // 2 if len(rows) == 1 else 0)
    card, step = hand_card_size(layout, suits)
    for count in rows:
        gaps = [suits[index] != suits[index - 1] for index in range(start + 1, start + count)]
        width = (count - 1) * step + card.columns
        gap = _SUIT_GAP if width + sum(gaps) * _SUIT_GAP <= layout.width - 2 else 0
        column = layout.left + (layout.width - width - sum(gaps) * gap) // 2
        for has_gap in (False, *gaps):
            column += has_gap * gap
            positions.append((row, column))
            column += step
        row, start = row + card.rows, start + count
    return positions


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

    ``label`` is in the upper edge of its frame, ``foot`` in the lower one. The cursor on a
    ``barred`` card marks its label only.
    """
    box, edge, ink = canvas.glyphs.card, EDGE_STYLES[face.suit], SUIT_STYLES[face.suit]
    plain, strong, label_style = Style.PLAIN, Style.STRONG, Style.PLAIN
    if barred:
        box, edge, ink, plain, strong, label_style = canvas.glyphs.barred, *[Style.DIM] * 5
    if chosen:
        label_style = Style.CHOSEN
    if chosen and not barred:
        box, edge = canvas.glyphs.chosen, SUIT_STYLES[face.suit]
    draw_box(canvas, row, column, size, box, edge)
    for edge_row, text in ((row, label), (row + size.rows - 1, foot)):
        if text:
            canvas.put(edge_row, column + 2, f" {text} ", label_style)
    inner = size.columns - 2
    canvas.put(row + 1, column + 2, face.corner, ink)
    canvas.put_right(row + 1, column + size.columns - 2, face.value, plain)
    # The name has at least one blank on both sides.
    name = face.name if text_width(face.name) <= inner - 2 else face.short or face.name
    lines = [(clip(name, inner - 2), strong)] if name else []
    picture = [(text, plain if barred else edge) for text in face.picture]
    room, text_lines = size.rows - 3, wrap(face.text, inner)
    has_picture = len(lines + picture) + len(text_lines) <= room
    # A blank parts the text from the frame if that breaks no word and costs no picture.
    narrow_lines = wrap(face.text, inner - 2)
    used_rows = len(lines) + has_picture * len(picture)
    if " ".join(narrow_lines) == face.text and used_rows + len(narrow_lines) <= room:
        text_lines = narrow_lines
    text_rows = [(text, plain) for text in text_lines]
    if not lines and 2 * len(picture) - 1 <= room:
        picture = [row for line in picture for row in (line, ("", plain))][:-1]
    for part in (picture, text_rows) if has_picture else (text_rows,):
        lines += part if len(lines + part) <= room else []
    top = row + 2 + (0 if face.name else (room - len(lines)) // 2)
    for line_row, (text, style) in enumerate(lines, top):
        canvas.put(line_row, column + 1 + (inner - text_width(text)) // 2, text, style)
    if chosen:
        canvas.point(row + 1, column + 2)


def draw_header(canvas: Canvas, game: Game, state: Any, progress: str = "") -> None:
    """Draw the kind of game and its setup, progress, and the standing in one row.

    A branch has no room for its setup; daily deals name theirs if there is room. The default
    ``progress`` is the round and trick of the state.
    """
    layout, words, header = layout_for(canvas.size), table_words(game.header.game), game.header
    kind = _("Branch") if header.is_branch else words.setup_label(header.setup)
    progress = progress or words.progress(state)
    left, right = f"{kind}   {progress}", words.standing(state, canvas.glyphs)
    if header.day is not None and not header.is_branch:
        daily = _("Daily")
        left = f"{daily}   {left}"
        if text_width(f"{left}{right}") > layout.width - 4:
            left = f"{daily}   {progress}"
    canvas.put(layout.header, layout.left + 1, left, Style.TITLE)
    canvas.put_right(layout.header, layout.left + layout.width - 1, right, Style.TITLE)


def draw_trick(canvas: Canvas, game: Game, decree: Any, trick: Any) -> None:
    """Draw the decree, and the cards of ``trick`` in the middle, each at its player's side."""
    if decree is None:
        return
    layout, words = layout_for(canvas.size), table_words(game.header.game)
    card, trump = layout.card, words.cards.trump_phrase(decree)
    foot = trump if text_width(trump) <= card.columns - 5 else _("trump")
    face = words.cards.card_face(decree, canvas.glyphs)
    draw_card(canvas, layout.trick, layout.left + 1, card, face, _("Decree"), foot)
    if trick is None:
        return
    middle, room = layout.left + layout.width // 2, layout.width // 2 - 2 * card.columns - 4
    for seat, column in zip(Seat, (middle - card.columns - 1, middle + 1), strict=True):
        is_leader = seat is trick.leader
        played_card = trick.lead if is_leader else trick.follow
        if played_card is not None:
            face = words.cards.card_face(played_card, canvas.glyphs)
            draw_card(canvas, layout.trick, column, card, face)
        else:
            draw_box(canvas, layout.trick, column, card, canvas.glyphs.barred, Style.DIM)
        captions = (
            (_("{name} {name:leads|lead}"), _("{name} led"))
            if is_leader
            else (_("{name} {name:follows|follow}"), _("{name} followed"))
        )
        caption = captions[played_card is not None]
        caption = format_label(caption, name=names_at_table(game.header)[seat])
        lines = wrap(caption, room)[: card.rows - 1]
        for row, line in enumerate(lines, layout.trick + card.rows // 2 - 1):
            if seat is Seat.P1:
                canvas.put_right(row, column - 1, line)
            else:
                canvas.put(row, column + card.columns + 1, line)


def trick_after_action(state: Any, action: Any) -> Any:
    """Return the trick right after ``action``, even if it is complete then; None between tricks."""
    trick = state.table.trick
    if trick is None or not isinstance(action, Play):
        return trick
    if trick.lead is None:
        return replace(trick, lead=action.card)
    return replace(trick, follow=action.card)


def last_trick(game: Game) -> Any:
    """Return the latest trick of the round that has cards, or else the current trick or None."""
    current_trick = game.state.table.trick
    if current_trick is not None and current_trick.lead is not None:
        return current_trick
    for state, turn in zip(reversed(game.states[:-1]), reversed(game.turns), strict=True):
        if isinstance(turn.action, Deal):
            break
        trick = trick_after_action(state, turn.action)
        if trick is not None and trick.follow is not None:
            return trick
    return current_trick


def draw_message(canvas: Canvas, sentences: Sequence[str], most: int = MESSAGE_ROWS) -> int:
    """Draw the newest of ``sentences`` that fit into ``most`` rows; return the rows they take."""
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
    """Describe ``events`` to ``seat`` in up to ``most`` rows; return the rows that takes.

    ``opening`` comes before them and says how the round began.
    """
    story, names = table_words(game.header.game).story, names_at_table(game.header)
    news = [item for item in story.weighted_news(events, names, seat) if item[0] != SETTLED_WEIGHT]
    return draw_ranked_news(canvas, [*((_OPENING_WEIGHT, line) for line in opening), *news], most)


def draw_ranked_news(canvas: Canvas, news: Sequence[NewsItem], most: int = MESSAGE_ROWS) -> int:
    """Draw the most important news in up to ``most`` rows; return the rows they take."""
    return _draw_rows(canvas, most_important_rows(news, layout_for(canvas.size).width - 4, most))


def _draw_rows(canvas: Canvas, rows: Sequence[str]) -> int:
    layout = layout_for(canvas.size)
    for row, text in enumerate(rows, layout.message):
        canvas.put(row, layout.left + 2, text)
    return len(rows)


def most_important_rows(news: Sequence[NewsItem], width: int, most: int) -> list[str]:
    """Return the most important news in up to ``most`` rows, in the order of the events.

    The lightest news are left out first, and the oldest of these. Two sentences are left out last:
    the latest of the heaviest, and the latest that says more than the cards on the table show.
    """
    kept = [(weight, wrap(sentence, width)) for weight, sentence in news]
    while sum(len(rows) for _weight, rows in kept) > most:
        heaviest = max(reversed(kept), key=lambda item: item[0])
        newest = next((item for item in reversed(kept) if item[0] >= DEFAULT_WEIGHT), heaviest)
        kept.remove(min(kept, key=lambda item: (item in (heaviest, newest), item[0])))
    return [row for _weight, rows in kept for row in rows]


def newest_rows(sentences: Sequence[str], width: int, most: int) -> list[str]:
    """Return the newest of ``sentences`` that fit into ``most`` rows of ``width``."""
    rows: list[str] = []
    for sentence in reversed(sentences):
        older_rows = wrap(sentence, width)
        if len(older_rows) + len(rows) > most:
            break
        rows = older_rows + rows
    return rows


def draw_sentences(
    canvas: Canvas, row: int, sentences: Sequence[str], *, last_row: int, style: Style = Style.PLAIN
) -> int:
    """Draw sentences centred, down to row ``last_row``; return the row below them.

    Too many sentences take wider rows first, then the oldest are left out.
    """
    most, width = last_row + 1 - row, _SENTENCE_WIDTH
    if sum(len(wrap(sentence, width)) for sentence in sentences) > most:
        width = _MAX_SENTENCE_WIDTH
    for line in newest_rows(sentences, width, most):
        canvas.put_centred(row, line, style)
        row += 1
    return row


def draw_figures(
    canvas: Canvas, row: int, names: Names, figures: Figures, last_style: Style = Style.STRONG
) -> int:
    """Draw items with a figure, or one below each player's name; return the row below."""
    label_width = max(text_width(f"{label}") for label, *_figures in figures)
    columns = max(len(item) for item in figures) - 1
    headings = names if columns > 1 else ()
    cells = [*headings, *(f"{cell}" for _label, *own in figures for cell in own)]
    width = max(_MIN_FIGURE_WIDTH, *map(text_width, cells)) + 2
    left = (canvas.size.columns - label_width - columns * width) // 2
    lines = [*([("", *headings)] if headings else []), *figures]
    for index, (label, *own) in enumerate(lines):
        style = last_style if index == len(lines) - 1 else Style.PLAIN
        if headings and not index:
            style = Style.TITLE
        canvas.put(row + index, left, f"{label}", style)
        for column, figure in enumerate(own, 1):
            right = left + label_width + column * width
            canvas.put_right(row + index, right, f"{figure}", style)
    return row + len(lines)


def option_keys(options: Sequence[Any]) -> str:
    """Return the key of each option: its number, or "d" to keep the decree."""
    return "".join(
        KEEP_DECREE_KEY if keeps_decree(option) else OPTION_KEYS[index]
        for index, option in enumerate(options)
    )


def hand_suits(observation: Any) -> list[int]:
    """Return the suits of the cards in a hand, in order."""
    return [card.suit for card in observation.hand]


def draw_hand(canvas: Canvas, game: Game, observation: Any, chosen: Any = None) -> None:
    """Draw the hand in one or two rows; cards that may not be played are barred.

    ``chosen`` is the selected option or None.
    """
    layout, words = layout_for(canvas.size), table_words(game.header.game)
    playable = {card_in_action(choice) for choice in observation.choices} - {None}
    suits = hand_suits(observation)
    positions, (size, _step) = hand_positions(layout, suits), hand_card_size(layout, suits)
    hand = [*zip(observation.hand, positions, OPTION_KEYS, strict=False)]
    chosen_card = card_in_action(chosen)
    # Cards may overlap: the chosen card is drawn last.
    for card, (row, column), option_key in sorted(hand, key=lambda item: item[0] is chosen_card):
        face, key = words.cards.card_face(card, canvas.glyphs), option_key if playable else ""
        barred = bool(playable) and card not in playable
        is_chosen = card is chosen_card
        sign = sign_of(key, canvas.keyboard) if key else ""
        draw_card(canvas, row, column, size, face, sign, chosen=is_chosen, barred=barred)
        if playable:
            canvas.add_click_area(row, column, size, key, chosen=is_chosen)


def visible_hand(game: Game, state: Any, seat: Seat) -> tuple[Any, Any]:
    """Return a hand, and the card that it is about to give away or None."""
    observation = game.rules.observe(state, seat)
    return observation.hand, getattr(observation, "own_offer", None)


def draw_hand_in_line(
    canvas: Canvas, row: int, column: int, game: Game, hand: Any, offer: Any, cell: int | None
) -> int:
    """Draw a hand in a row, with ``cell`` columns for each card; return the column after it.

    Without ``cell``, each card takes its own width and a blank.
    """
    card_label = table_words(game.header.game).cards.card_in_line
    for card in hand:
        label = card_label(card, canvas.glyphs)
        canvas.put(row, column, label, SUIT_STYLES[card.suit])
        column += text_width(label) + 1 if cell is None else cell
    if offer is not None:
        caption = _("gives")
        canvas.put(row, column, caption, Style.DIM)
        column += text_width(caption) + 1
        canvas.put(row, column, card_label(offer, canvas.glyphs), SUIT_STYLES[offer.suit])
    return column


_CARD_COLUMNS, _OFFER_COLUMNS = 5, 12


def draw_other_hand(canvas: Canvas, row: int, game: Game, seat: Seat) -> None:
    """Draw the open hand of ``seat``, whose player does not choose, in place of a row."""
    layout, (hand, offer) = layout_for(canvas.size), visible_hand(game, game.state, seat)
    if not hand and offer is None:
        return
    caption = format_sentence(_("{name} holds:"), name=names_at_table(game.header)[seat])
    canvas.put(row, layout.left, " " * layout.width)
    canvas.put(row, layout.left + 2, caption)
    column = layout.left + 3 + text_width(caption)
    room = layout.width - 2 - (column - layout.left) - (_OFFER_COLUMNS if offer else 0)
    # If the cards do not fit in equal columns, each takes only its own width.
    cell = _CARD_COLUMNS if len(hand) * _CARD_COLUMNS <= room + 1 else None
    draw_hand_in_line(canvas, row, column, game, hand, offer, cell)


def draw_hidden_hands(canvas: Canvas, light: Style = Style.SCENERY) -> int:
    """Draw a wood in place of a hand; return the row in its middle."""
    layout = layout_for(canvas.size)
    rows = 2 * layout.card.rows
    depth = rows // 4
    for row in (layout.hand + depth - 1, layout.hand + rows - 1):
        draw_undergrowth(canvas, row, layout.left, layout.width, light, height=depth)
    return layout.hand + layout.card.rows


def own_key(seat: Seat) -> str:
    """Return the name of the key that opens a player's hand at a table for two."""
    return OWN_KEYS[seat].upper()


_MAX_PANEL_WIDTH, _PANEL_MARGINS = 60, 4


def draw_panel(
    canvas: Canvas,
    seat: Seat | None,
    prompt: str,
    instruction: str,
    *,
    key: str | None,
    key_name: str,
) -> int:
    """Draw a prompt and an instruction in a frame over the wood; return its middle row.

    The frame has the name of the key that answers the prompt in its edge; a click on the
    instruction is ``key``. It is on the side of ``seat``, or in the middle for both players.
    """
    width, left = _panel_columns(canvas, seat)
    prompt_lines = wrap_balanced(prompt, width - _PANEL_MARGINS)
    lines = [*prompt_lines, "", *wrap(instruction, width - _PANEL_MARGINS)]
    first_row, middle_row = _draw_panel_frame(canvas, seat, len(lines), key_name)
    for index, line in enumerate(lines):
        row, column = first_row + index, left + (width - text_width(line)) // 2
        canvas.put(row, column, line, Style.PROMPT if index < len(prompt_lines) else Style.PLAIN)
        if line and key is not None and index > len(prompt_lines):
            # Only the instruction takes clicks: a card was clicked in the same place just before.
            canvas.add_click_area(row, column, Size(1, text_width(line)), (key,))
    return middle_row


def _panel_columns(canvas: Canvas, seat: Seat | None) -> tuple[int, int]:
    """Return the width of a panel, and its first column."""
    layout = layout_for(canvas.size)
    width = min((layout.width if seat is None else layout.width // 2) - 2, _MAX_PANEL_WIDTH)
    if seat is None:
        return width, layout.left + (layout.width - width) // 2
    return width, layout.left + (1 if seat is Seat.P1 else layout.width - 1 - width)


def _draw_panel_frame(
    canvas: Canvas, seat: Seat | None, line_count: int, key_name: str
) -> tuple[int, int]:
    """Draw the frame of a panel around some lines; return their first row and the middle row."""
    layout, (width, left) = layout_for(canvas.size), _panel_columns(canvas, seat)
    max_height = 2 * layout.card.rows
    height = min(line_count + (4 if line_count + 4 <= max_height else 2), max_height)
    top = layout.hand + (max_height - height) // 2
    draw_box(canvas, top, left, Size(height, width), canvas.glyphs.chosen, Style.WAY)
    sign = f" {key_name} "
    sign_left = left + 2
    if seat is not Seat.P1:
        room = width - text_width(sign)
        sign_left = left + (room // 2 if seat is None else room - 2)
    canvas.put(top, sign_left, sign, Style.CHOSEN)
    canvas.point(top, sign_left + 1)
    return top + (height - line_count) // 2, top + height // 2


def draw_choice_panel(
    canvas: Canvas,
    prompt: str,
    labels: Sequence[str],
    chosen: int | None,
    further_lines: Sequence[tuple[str, Style]],
    key_name: str,
) -> None:
    """Draw a prompt for both players, its options as buttons, and the further lines that fit."""
    width, _left = _panel_columns(canvas, None)
    room = width - _PANEL_MARGINS
    lines = [(line, Style.PROMPT) for line in wrap(prompt, room)]
    buttons_index = len(lines) + 1
    lines += [("", Style.PLAIN)] * 3
    for text, style in further_lines:
        wrapped = wrap(text, room)
        if len(lines) + len(wrapped) <= 2 * layout_for(canvas.size).card.rows - 2:
            lines += [(line, style) for line in wrapped]
    row, _middle = _draw_panel_frame(canvas, None, len(lines), key_name)
    for index, (line, style) in enumerate(lines):
        canvas.put_centred(row + index, line, style)
    draw_buttons(canvas, row + buttons_index, [*labels], OPTION_KEYS, chosen)


def draw_lower_scenery(canvas: Canvas, row: int) -> None:
    """Draw a wood at the lower end of a large window, well below ``row``."""
    layout = layout_for(canvas.size)
    height = (layout.outlook - row) // 4
    if height > 1:
        draw_undergrowth(canvas, layout.outlook, layout.left, layout.width, height=height)


def draw_cards_out(canvas: Canvas, game: Game, observation: Any) -> None:
    """List the played cards above the scenery if the house rule says so (R10.3, C2.4)."""
    if game.header.further.get(HOUSE_KEY) == HOUSE_MEMORY:
        layout = layout_for(canvas.size)
        text = table_words(game.header.game).cards.cards_out(observation, canvas.glyphs)
        row = layout.scenery - layout.trees + 1
        canvas.put(row, layout.left, " " * layout.width)
        canvas.put(row, layout.left + 2, text, Style.DIM)


def draw_ends(canvas: Canvas, names: Names) -> None:
    """Draw the players' names under their ends of the board."""
    layout, (p1, p2), (back, forth) = layout_for(canvas.size), names, canvas.glyphs.toward
    canvas.put(layout.ends, layout.left + 1, f"{back} {p1}", Style.STRONG)
    canvas.put_right(layout.ends, layout.left + layout.width - 1, f"{p2} {forth}", Style.STRONG)


def draw_notice(canvas: Canvas, notice: str) -> None:
    """Draw the notice of a screen without a hand, in the row above the keys."""
    canvas.put_centred(layout_for(canvas.size).prompt, mark_alert(notice), notice_style(notice))


def draw_footer(canvas: Canvas, keys: str) -> None:
    """Draw the footer into the last row."""
    layout = layout_for(canvas.size)
    canvas.put(layout.keys, layout.left + 2, keys, Style.DIM)
