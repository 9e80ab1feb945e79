"""The scores on the screen: a page at a time, by level and kind of partner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from foxduet.analysis.standings import kinds_of, teams_of
from foxduet.rules.duet.levels import LEVELS
from foxduet.rules.errors import N_
from foxduet.store.selection import SOLO, TWO_PEOPLE, chosen
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Canvas, Frame, Size, Style, text_width
from foxduet.ui.kit.look import Look
from foxduet.ui.kit.reading import text_asked
from foxduet.ui.menu.menu_keys import title
from foxduet.ui.scores.pages import kind_label, page_lines
from foxduet.ui.screens import Options, Page, ScoresScreen, Screen
from foxduet.ui.table.cards import draw_undergrowth
from foxduet.words.duet.help import Line
from foxduet.words.i18n import _

_WIDTH = 76
_FIRST_ROW, _ROWS_BELOW = 3, 3
_PAGES = {
    Page.OVERVIEW: N_("Overview"),
    Page.BEST: N_("Best"),
    Page.RECENT: N_("Recent"),
    Page.DAYS: N_("Days"),
}
_ALL_LEVELS = "0"
_PARTNER_KEY, _NAMES_KEY = "p", "n"

Choice = TypeVar("Choice")


def draw_scores(screen: ScoresScreen, size: Size, look: Look) -> Frame:
    """Draw the names of the pages, one of them, and what it is about."""
    canvas = Canvas(size)
    left = (size.columns - _WIDTH) // 2
    if not screen.games:
        return _draw_empty(canvas, screen, look)
    _draw_tabs(canvas, left, screen)
    lines, rows = _lines(screen, look), _rows(size)
    top = min(screen.top, max(0, len(lines) - rows))
    for at, line in enumerate(lines[top : top + rows]):
        canvas.put(_FIRST_ROW + at, left + 1, line.text, line.style)
    keys_told = _("left, right page   0-3 level   p partner   n names   ? help   Esc back")
    if len(lines) > rows:
        counted = _("{first}-{last} of {count}   up, down scroll").format(
            first=top + 1, last=min(top + rows, len(lines)), count=len(lines)
        )
        canvas.put_centred(size.rows - 2, counted, Style.DIM)
    if screen.notice:
        canvas.put_centred(size.rows - 2, screen.notice, Style.ALERT)
    canvas.put_centred(size.rows - 1, keys_told, Style.DIM)
    return canvas.frame()


def _draw_tabs(canvas: Canvas, left: int, screen: ScoresScreen) -> None:
    column = left + 1
    for page in Page:
        is_shown = page is screen.page
        text = f"[{_(_PAGES[page])}]" if is_shown else f" {_(_PAGES[page])} "
        canvas.put(1, column, text, Style.CHOSEN if is_shown else Style.PLAIN)
        column += text_width(text) + 1
    level, kind = screen.selection.level, screen.selection.kind
    told = _("{level}, {partner}").format(
        level=_("all levels") if level is None else _("level {level}").format(level=level),
        partner=_("all games") if kind is None else kind_label(kind),
    )
    canvas.put_right(1, left + _WIDTH - 1, told, Style.TITLE)
    if screen.selection.names:
        p1, p2 = screen.selection.names
        names = _("{left} and {right}").format(left=p1, right=p2)
        canvas.put_right(2, left + _WIDTH - 1, names, Style.TITLE)


def _draw_empty(canvas: Canvas, screen: ScoresScreen, look: Look) -> Frame:
    top, left = (canvas.size.rows - 12) // 2, (canvas.size.columns - 68) // 2
    draw_undergrowth(canvas, top, left, 68, look.glyphs)
    canvas.put_centred(top + 3, _("No game has been finished here yet."), Style.STRONG)
    canvas.put_centred(top + 5, _("The first one you finish, won or not, will stand here."))
    canvas.put_centred(top + 7, screen.notice, Style.ALERT)
    draw_undergrowth(canvas, top + 9, left, 68, look.glyphs)
    canvas.put_centred(canvas.size.rows - 1, _("Esc back"), Style.DIM)
    return canvas.frame()


def _rows(size: Size) -> int:
    return size.rows - _FIRST_ROW - _ROWS_BELOW


def _lines(screen: ScoresScreen, look: Look) -> list[Line]:
    if not chosen(screen.games, screen.selection):
        return [Line(_("No game of this kind has been finished yet."))]
    return page_lines(screen.page, screen.games, screen.selection, screen.today, look.glyphs)


def _kinds(screen: ScoresScreen) -> list[str]:
    """Return the kinds of partner there are, and all partners together after two people."""
    kinds = kinds_of(screen.games)
    people, partners = kinds[: kinds.count(TWO_PEOPLE)], kinds[kinds.count(TWO_PEOPLE) :]
    return [*people, SOLO, *partners] if len(partners) > 1 else kinds


def _next(chosen_now: Choice | None, choices: Sequence[Choice]) -> Choice | None:
    """Return the choice after this one: after none the first, and after the last none."""
    after = choices.index(chosen_now) + 1 if chosen_now in choices else 0
    return choices[after] if after < len(choices) else None


def press_scores(screen: ScoresScreen, key: str, size: Size, options: Options) -> Screen:
    """Return what ``key`` leads to in the scores."""
    if key in ("q", keys.ESCAPE):
        return title(options)
    if (text := text_asked(screen, key)) is not None:
        return text
    return _turned(screen, key, size, options.look)


def _turned(screen: ScoresScreen, key: str, size: Size, look: Look) -> ScoresScreen:
    """Return the scores after a key that turns a page, scrolls, or chooses games."""
    if key in keys.BACKWARD + keys.FORWARD:
        pages = list(Page)
        at = (pages.index(screen.page) + keys.step_of(key)) % len(pages)
        return replace(screen, page=pages[at], top=0)
    selection = screen.selection
    if key == _ALL_LEVELS or key in map(str, LEVELS):
        level = None if key == _ALL_LEVELS else int(key)
        return replace(screen, selection=replace(selection, level=level), top=0)
    if key == _PARTNER_KEY:
        kind = _next(selection.kind, _kinds(screen))
        return replace(screen, selection=replace(selection, kind=kind), top=0)
    if key == _NAMES_KEY:
        names = _next(selection.names, teams_of(screen.games))
        return replace(screen, selection=replace(selection, names=names or ()), top=0)
    rows, count = _rows(size), len(_lines(screen, look))
    steps = {keys.PAGE_UP: -rows, keys.PAGE_DOWN: rows, keys.SPACE: rows}
    steps |= {keys.HOME: -count, keys.END: count}
    top = screen.top + steps.get(key, keys.step_of(key))
    return replace(screen, top=min(max(top, 0), max(0, count - rows)))
