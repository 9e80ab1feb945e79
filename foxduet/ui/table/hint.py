"""Hints at the table: sentences above the hand, and the chance of each option as a bar."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from foxduet.ai.partner import Estimate, Thought
from foxduet.core.common import card_of
from foxduet.play.game import Header
from foxduet.ui.kit.canvas import EDGES, Canvas, Style
from foxduet.ui.table.layout import MESSAGE_ROWS, hand_card, hand_places, layout_for
from foxduet.ui.table.parts import options_of, suits_of
from foxduet.ui.table.state import HINT_STEPS, Hint
from foxduet.words.common import guide_words, percent_text, table_words
from foxduet.words.glyphs import Glyphs, bar, progress_dots
from foxduet.words.hints import bar_and_figure
from foxduet.words.i18n import _
from foxduet.words.people import names_at_table
from foxduet.words.text import text_width

_BARS_OF_OPTIONS = (6, 4, 2)
"""How many cells the bar of an option has, fewer where the row has no room for more."""
_ROOM_FOR_OPTIONS = 76


def hint_lines(hint: Hint, observation: Any, header: Header) -> list[str]:
    """Return the sentences of a hint so far, if any, the last one saying that there are more."""
    every = hint_sentences(hint, observation, header)
    lines = every[: hint.steps]
    if len(lines) < len(every):
        lines[-1] = _("{sentence}  (i: more)").format(sentence=lines[-1])
    return lines


def hint_sentences(hint: Hint, observation: Any, header: Header) -> list[str]:
    """Return all sentences of a hint, none before there is a thought."""
    if hint.thought is None:
        return []
    tell = guide_words(header.game).hint_sentences
    return [*tell(observation, hint.thought, names_at_table(header), HINT_STEPS)]


def search_phrase(ticks: int, glyphs: Glyphs) -> str:
    """Say that a hint is being looked for."""
    return _("Looking for a hint {trail}").format(trail=progress_dots(ticks, glyphs))


def draw_hint(canvas: Canvas, hint: Hint, ticks: int, observation: Any, header: Header) -> int:
    """Write the hint that was asked for above the hand; return how many rows it takes."""
    layout, glyphs = layout_for(canvas.size), canvas.glyphs
    lines = hint_lines(hint, observation, header) or [search_phrase(ticks, glyphs)]
    if (thought := shown_in_full(hint, observation, header)) is not None:
        offered = [one for one in options_of(observation) if card_of(one) is None]
        without_cards = [one for one in thought.estimates if one.action in offered]
        if without_cards:
            # Where options have no card to stand on, their bars take the row before the answer.
            bars = options_line(observation, without_cards, header, glyphs)
            lines = [*lines[:-1][:1], bars, lines[-1]]
    top = layout.message + MESSAGE_ROWS - len(lines)
    for at, line in enumerate(lines):
        mark = glyphs.cursor if at == 0 else " "
        style = Style.STRONG if at == len(lines) - 1 else Style.PLAIN
        canvas.put(top + at, layout.left + 2, f"{mark} {line}", style)
    return len(lines)


def options_line(moment: Any, estimates: Sequence[Estimate], header: Header, glyphs: Glyphs) -> str:
    """Return options that are not cards, each with its bar and its chance, in one row."""
    label = table_words(header.game).option_label_of
    line = ""
    for width in _BARS_OF_OPTIONS:
        options = []
        for one in estimates:
            filled, figure = bar_and_figure(one, estimates)
            name = label(moment, one.action, names_at_table(header), glyphs)
            options.append(f"{name} {bar(filled, width, glyphs)} {figure.lstrip()}")
        line = "   ".join(options)
        if text_width(line) <= _ROOM_FOR_OPTIONS:
            break
    return line


def shown_in_full(hint: Hint | None, observation: Any, header: Header) -> Thought | None:
    """Return the thought behind a hint if all of it may be shown by now."""
    if hint is None or hint.thought is None:
        return None
    is_all = hint.steps >= len(hint_sentences(hint, observation, header))
    return hint.thought if is_all else None


def draw_chances(canvas: Canvas, hint: Hint, observation: Any, header: Header) -> None:
    """Draw the chance to win with each card, or its points, into the lower edge of its picture."""
    layout, thought = layout_for(canvas.size), shown_in_full(hint, observation, header)
    if thought is None:
        return
    estimates = {one.action: one for one in thought.estimates}
    suits = suits_of(observation)
    places, (size, _step) = hand_places(layout, suits), hand_card(layout, suits)
    width = size.columns - 3 - text_width(percent_text(1))
    for option, (row, column) in zip(options_of(observation), places, strict=False):
        if option in estimates and (card := card_of(option)) is not None:
            filled, figure = bar_and_figure(estimates[option], thought.estimates)
            text = f"{bar(filled, width, canvas.glyphs)} {figure}"
            style = Style.STRONG if option == thought.action else EDGES[card.suit]
            canvas.put(row + layout.card.rows - 1, column + 1, text, style)
