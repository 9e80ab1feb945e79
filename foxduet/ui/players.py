"""The question who is playing: asked at the first start, and for the names of another pair."""

from __future__ import annotations

from typing import ClassVar

from foxduet.core.errors import N_, fold_names, is_name
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Canvas, Size, Style, draw_clearing, draw_notice
from foxduet.ui.kit.effects import PlayersChosen
from foxduet.ui.kit.pages import edit_name
from foxduet.ui.kit.screen import (
    Binding,
    Context,
    Effects,
    Environment,
    Pop,
    Push,
    Screen,
    Transition,
)
from foxduet.words import text
from foxduet.words.i18n import _
from foxduet.words.text import OwnNames, text_width

ONE, TWO, LEFT, RIGHT = range(4)
"""The rows: one person, two people, and the names of the two."""

_ROWS, _HEADING_ROW, _ANSWERS_ROW, _NAMES_ROW, _NOTE_ROW, _NOTICE_ROW = 22, 4, 7, 10, 12, 17
_LEFT_COLUMN, _NAME_COLUMNS, _CLICK_WIDTH = 14, 28, 58


@dataclass(frozen=True, slots=True)
class PlayersScreen(Screen):
    """Asks whether one person plays or two, and for the names of two. Closes with PlayersChosen.

    row: the chosen row; on the row of a name, its player types it.
    pair: the names; None for a default name.
    asks_only_names: two other people play.
    """

    row: int = ONE
    pair: OwnNames = (None, None)
    asks_only_names: bool = False

    @property
    def is_typing(self) -> bool:
        """True on the row of a name."""
        return self.row >= LEFT

    @property
    def heading(self) -> str:
        return _("Who are the two of you?") if self.asks_only_names else _("Who is playing?")

    @property
    def answers(self) -> tuple[tuple[str, str], tuple[str, str]]:
        """The labels of one person and of two, each with its meaning."""
        return (
            (text.capitalize_first(_("one of us")), _("with a partner that the program plays")),
            (_("Two of us"), _("at this keyboard, taking turns to look")),
        )

    @property
    def name(self) -> str:
        """The name of the player whose row is chosen."""
        return text.with_default_names(self.pair, None)[self.row - LEFT]

    def draw(self, canvas: Canvas) -> None:
        top, left = draw_clearing(canvas, _ROWS), (canvas.size.columns - 80) // 2 + _LEFT_COLUMN
        canvas.put_centred(top + _HEADING_ROW, self.heading, Style.TITLE)
        if not self.asks_only_names:
            self._draw_answers(canvas, top + _ANSWERS_ROW, left)
        if self.row != ONE:
            self._draw_names(canvas, top + _NAMES_ROW, left + 2)
            note = _("Leave your name empty to be called {left} or {right}.")
            p1, p2 = text.default_names(None)
            canvas.put_centred(top + _NOTE_ROW, note.format(left=p1, right=p2), Style.DIM)
        draw_notice(canvas, top + _NOTICE_ROW, self.notice, self.footer)

    def _draw_answers(self, canvas: Canvas, top: int, left: int) -> None:
        width = max(text_width(label) for label, _meaning in self.answers) + 6
        for index, (label, meaning) in enumerate(self.answers):
            is_chosen = index == self.row
            # The answer stays marked while its names are typed.
            mark = canvas.glyphs.cursor if is_chosen or (self.is_typing and index == TWO) else " "
            style = Style.CHOSEN if is_chosen else Style.PLAIN
            canvas.put(top + index, left, f"{mark} {label}", style)
            canvas.put(top + index, left + width, meaning, Style.DIM)
            steps = keys.keys_to_option(index, self.row, keys.UP, keys.DOWN)
            area = Size(1, _CLICK_WIDTH)
            canvas.add_click_area(top + index, left, area, steps, chosen=is_chosen)

    def _draw_names(self, canvas: Canvas, row: int, left: int) -> None:
        for index, (label, own) in enumerate(zip(text.default_names(None), self.pair, strict=True)):
            name_row, column, name = LEFT + index, left + index * _NAME_COLUMNS, own or ""
            is_chosen = name_row == self.row
            field = f"{label}  {name}_" if is_chosen else f"{label}  {name}"
            end, width = column + text_width(field), text_width(label) + 2 + text.MAX_NAME_CELLS
            canvas.put(row, column, field, Style.CHOSEN if is_chosen else Style.PLAIN)
            canvas.put(row, end, "_" * (column + width - end), Style.DIM)
            if is_chosen:
                canvas.point(row, end - 1)
            steps = keys.keys_to_option(name_row, self.row, keys.UP, keys.DOWN)
            canvas.add_click_area(row, column, Size(1, width), steps)

    def handle_key(self, key: str, context: Context) -> Transition:
        if self.accepts_text(key):
            typing = self if self.is_typing else replace(self, row=LEFT)
            name = typing.pair[typing.row - LEFT] or ""
            return Transition(typing.with_name(edit_name(name, key)))
        return Screen.handle_key(self, key, context)

    def accepts_text(self, key: str) -> bool:
        """True while a name is typed; a letter begins one on the row of two people."""
        if self.row == TWO:
            return len(key) == 1 and key.isalpha()
        return self.is_typing and (len(key) == 1 or key == keys.BACKSPACE)

    @property
    def takes_pastes(self) -> bool:
        return self.is_typing

    def with_name(self, name: str) -> PlayersScreen:
        """Return the question with a name in the chosen row; the default if it is empty."""
        left, right = self.pair
        own = name or None
        pair = (own, right) if self.row == LEFT else (left, own)
        return replace(self, pair=pair, notice="")

    def _move(self, key: str, _context: Context) -> Transition:
        if key in keys.OPTION_KEYS:
            return Transition(replace(self, row=keys.OPTION_KEYS.index(key)))
        step = 1 if key == keys.TAB else keys.key_direction(key)
        min_row = LEFT if self.asks_only_names else ONE
        return Transition(replace(self, row=min(max(min_row, self.row + step), RIGHT)))

    def _go_on(self, _key: str, _context: Context) -> Transition:
        """Go to the next name, or close the question after the last."""
        if self.row == ONE:
            return Transition(self, (Pop(PlayersChosen(None)),))
        if self.row != RIGHT:
            return Transition(replace(self, row=self.row + 1))
        left, right = (
            name if is_name(name) else None for name in ((own or "").strip() for own in self.pair)
        )
        names = text.with_default_names((left, right), None)
        if len(fold_names(names)) == 1:
            proposal = text.other_name(names[1])
            notice = text.equal_names_sentence(proposal)
            return Transition(replace(self, pair=(left, proposal), notice=notice))
        return Transition(self, (Pop(PlayersChosen((left, right))),))

    def _go_back(self, key: str, context: Context) -> Transition:
        if self.asks_only_names:
            return self.go_back(key, context)
        if self.is_typing:
            return Transition(replace(self, row=TWO))
        return Transition(self, (Pop(PlayersChosen(None)),))

    BINDINGS: ClassVar = (
        Binding((*keys.WHEEL, keys.UP, keys.DOWN), _move, (N_("up, down"), N_("choose"))),
        Binding((keys.LEFT, keys.RIGHT, keys.TAB), _move, applies=lambda screen: screen.is_typing),
        Binding("12", _move, applies=lambda screen: not screen.is_typing),
        Binding((), _move, (N_("type"), N_("names")), applies=lambda screen: screen.row != ONE),
        Binding((keys.ENTER,), _go_on, (N_("Enter"), N_("continue"))),
        Binding(
            (keys.ESCAPE,),
            _go_back,
            (N_("Esc"), N_("play alone")),
            applies=lambda screen: not screen.is_typing,
        ),
        Binding(
            (keys.ESCAPE,),
            _go_back,
            (N_("Esc"), N_("back")),
            applies=lambda screen: screen.is_typing,
        ),
    )


def ask_for_others(_environment: Environment) -> Effects:
    """Ask for the names of two other people."""
    return (Push(PlayersScreen(row=LEFT, asks_only_names=True)),)
