"""Hints at the table: sentences above the hand, and the chance of each option as a bar."""

from __future__ import annotations

from foxduet.ai.partner import Estimate, Thought
from foxduet.rules.duet.actions import Action
from foxduet.rules.duet.observation import Observation
from foxduet.ui.kit.canvas import Canvas, Style, text_width
from foxduet.ui.kit.look import Glyphs
from foxduet.ui.screens import Hint, TableScreen
from foxduet.ui.table.choices import card_of, options_of
from foxduet.ui.table.duet import hand_places, option_label, trail
from foxduet.ui.table.layout import MESSAGE_ROWS, Layout
from foxduet.words.duet.hints import HINT_STEPS, hint_sentences, percent
from foxduet.words.duet.names import Names
from foxduet.words.i18n import _

_FIGURE_COLUMNS = 5
_BAR_OF_AN_OPTION = 6


def bar(share: float, width: int, glyphs: Glyphs) -> str:
    """Return a bar of ``width`` cells, filled as far as ``share`` says."""
    pieces = len(glyphs.bar_ends) + 1
    full, rest = divmod(round(share * width * pieces), pieces)
    end = glyphs.bar_ends[rest - 1] if rest else ""
    return f"{glyphs.bar * full}{end}".ljust(width, " " if glyphs.bar_ends else glyphs.trail)


def hint_lines(hint: Hint, observation: Observation, names: Names) -> list[str]:
    """Return the sentences of a hint so far, the last one telling that there are more."""
    assert hint.thought is not None, "there is nothing to tell before"
    lines = list(hint_sentences(observation, hint.thought, names, hint.steps))
    if hint.steps < HINT_STEPS and len(observation.choices) > 1:
        lines[-1] = _("{sentence}  (i: more)").format(sentence=lines[-1])
    return lines


def search_phrase(ticks: int, glyphs: Glyphs) -> str:
    """Say that a hint is being looked for."""
    return _("Looking for a hint {trail}").format(trail=trail(ticks, glyphs))


def draw_hint(
    canvas: Canvas, layout: Layout, screen: TableScreen, observation: Observation, glyphs: Glyphs
) -> int:
    """Write the hint that was asked for above the hand; return how many rows it takes."""
    if screen.hint is None:
        return 0
    names, thought = screen.session.game.header.players, screen.hint.thought
    lines = [search_phrase(screen.ticks, glyphs)]
    if thought is not None:
        lines = hint_lines(screen.hint, observation, names)
        if options := _options_line(screen.hint, names, glyphs):
            # Where options have no card to stand on, their bars take the second row.
            lines[1] = options
    top = layout.message + MESSAGE_ROWS - len(lines)
    for at, line in enumerate(lines):
        newest = at == len(lines) - 1
        mark = glyphs.cursor if at == 0 else " "
        style = Style.STRONG if newest else Style.PLAIN
        canvas.put(top + at, layout.left + 2, f"{mark} {line}", style)
    return len(lines)


def _options_line(hint: Hint, names: Names, glyphs: Glyphs) -> str:
    thought = shown_in_full(hint)
    if thought is None:
        return ""
    return options_line(
        [one for one in thought.estimates if not _is_about_a_card(one.action)], names, glyphs
    )


def options_line(estimates: list[Estimate], names: Names, glyphs: Glyphs) -> str:
    """Return options that are no cards, each with its bar and its chance, in one row."""
    return "   ".join(
        f"{option_label(one.action, names, glyphs)} {bar(one.win, _BAR_OF_AN_OPTION, glyphs)} "
        f"{percent(one.win)}%"
        for one in estimates
    )


def _is_about_a_card(action: Action) -> bool:
    return card_of(action) is not None


def shown_in_full(hint: Hint | None) -> Thought | None:
    """Return the thought behind a hint if all of it may be shown by now."""
    return None if hint is None or hint.steps < HINT_STEPS else hint.thought


def draw_chances(
    canvas: Canvas, layout: Layout, screen: TableScreen, observation: Observation, glyphs: Glyphs
) -> None:
    """Draw the chance to win with each card into the lower edge of its picture."""
    thought = shown_in_full(screen.hint)
    if thought is None:
        return
    wins = {one.action: one.win for one in thought.estimates}
    places = hand_places(layout, len(observation.hand))
    width = layout.card.columns - 2 - _FIGURE_COLUMNS
    for option, (row, column) in zip(options_of(observation), places, strict=False):
        if option in wins and _is_about_a_card(option):
            text = f"{bar(wins[option], width, glyphs)} {percent(wins[option]):>3}%"
            assert text_width(text) == layout.card.columns - 2
            style = Style.STRONG if option == thought.action else Style.PLAIN
            canvas.put(row + layout.card.rows - 1, column + 1, text, style)
