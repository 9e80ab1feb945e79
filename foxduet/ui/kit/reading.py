"""What the keys do that open, turn and close a text over another screen."""

from __future__ import annotations

from dataclasses import replace

from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Size
from foxduet.ui.kit.dialogs import last_top, page_rows
from foxduet.ui.screens import (
    Options,
    ReaderScreen,
    ReviewScreen,
    ScoresScreen,
    Screen,
    Text,
    WithTexts,
)


def text_asked(screen: WithTexts, key: str) -> ReaderScreen | None:
    """Return the text over ``screen`` that ``key`` opens there, None if it opens none."""
    if key == "?":
        match screen:
            case ReviewScreen():
                return ReaderScreen(Text.REVIEW_KEYS, screen)
            case ScoresScreen():
                return ReaderScreen(Text.SCORES_KEYS, screen)
            case _:
                return ReaderScreen(Text.RULES, screen)
    return ReaderScreen(Text.REFERENCE, screen) if key in keys.REFERENCE else None


def press_reader(screen: ReaderScreen, key: str, size: Size, options: Options) -> Screen:
    """Return what ``key`` leads to in a text; a text's own key closes it again."""
    asked = text_asked(screen.under, key)
    if key in (keys.ESCAPE, keys.ENTER) or (asked is not None and asked.text is screen.text):
        return screen.under
    if asked is not None:
        return asked
    page, last = page_rows(size), last_top(screen.text, size, options.look)
    steps = {keys.PAGE_UP: -page, keys.PAGE_DOWN: page, keys.SPACE: page}
    steps |= {keys.HOME: -last, keys.END: last}
    top = screen.top + steps.get(key, keys.step_of(key))
    return replace(screen, top=min(max(top, 0), last))
