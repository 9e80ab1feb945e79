"""The form of a new game: what is to be agreed on before the first deal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Any, ClassVar

from foxduet.ai.names import KINDS
from foxduet.play.game import Header, Names, open_game
from foxduet.rules.errors import N_
from foxduet.rules.games import rule_set
from foxduet.rules.values import is_name
from foxduet.ui.kit import effects, keys
from foxduet.ui.kit.canvas import WIDTH, Canvas, Size, Style, Theme, draw_clearing
from foxduet.ui.kit.screen import Binding, Context, Next, Options
from foxduet.ui.reader import CARDS, HELP, Readable
from foxduet.ui.table.moves import new_header, start
from foxduet.words.common import (
    default_names,
    guide_words,
    partner_label,
    partner_phrase,
    table_words,
    theme_label,
)
from foxduet.words.i18n import _
from foxduet.words.text import text_width, wrapped

if TYPE_CHECKING:
    from foxduet.store.entries import Entry

LONGEST_NAME = 12
"""The columns of the longest name."""


@dataclass(frozen=True, slots=True)
class FormScreen(Readable):
    """A new game to be agreed on: its options, the partner, two names, and the deal, a row each.

    ``values`` are those of the game's options and what was read from files, by name. ``partner``
    is the name of a partner at the right end, None for a person. ``day`` is the day whose deals
    are played, and ``played`` are the games that count for it so far. ``seed`` fixes the deals, and
    ``memory`` is the house rule that shows the cards that are out.
    """

    game_name: str
    values: Mapping[str, Any]
    names: Names
    partner: str | None = None
    row: int = 0
    day: date | None = None
    played: tuple[Entry, ...] = ()
    seed: int | None = None
    memory: bool = False

    stays_on_q: ClassVar = True
    is_typed_into: ClassVar = True

    @property
    def setup(self) -> Any:
        """What the game starts from."""
        return rule_set(self.game_name).setup_from(self.values)

    @property
    def partner_row(self) -> int:
        """The row of the partner, behind those of the options."""
        return len(rule_set(self.game_name).options)

    @property
    def name_rows(self) -> tuple[int, int]:
        """The rows of the two names."""
        return self.partner_row + 1, self.partner_row + 2

    @property
    def theme_row(self) -> int:
        """The row of the colours of all screens."""
        return self.partner_row + 3

    @property
    def deal_row(self) -> int:
        """The last row, which deals the cards."""
        return self.partner_row + 4

    @property
    def people(self) -> frozenset[str]:
        """The names of the people who will play."""
        names = self.names if self.partner is None else self.names[:1]
        return frozenset(name.strip() for name in names)

    @property
    def played_already(self) -> Entry | None:
        """The game with which these people have played the day already."""
        if self.day is None:
            return None
        # Imported this late since the first frame must not wait for the scores.
        from foxduet.analysis.standings import counting_game

        return counting_game(self.played, self.day, self.setup, self.people)

    def draw(self, canvas: Canvas) -> None:
        """Draw what is to be agreed on before the first deal."""
        words, glyphs = table_words(self.game_name), canvas.glyphs
        top, left = draw_clearing(canvas, 22), (canvas.size.columns - WIDTH) // 2
        heading = _("A new game")
        if self.day is not None:
            heading = _("The deals of the day, {day}").format(day=self.day.isoformat())
        canvas.put_centred(top + 2, heading, Style.TITLE)
        if (game := self.played_already) is not None:
            result = guide_words(self.game_name).result_phrase(game)
            already = _("Already played: {result}. That game counts for the day.")
            canvas.put_centred(top + 3, already.format(result=result), Style.STRONG)
        back, forth = glyphs.toward
        rows = [
            (_(words.option_labels[option.name]), f"{back} {self.values[option.name]} {forth}")
            for option in rule_set(self.game_name).options
        ]
        rows += [
            (_("Partner"), f"{back} {partner_label(self.partner)} {forth}"),
            (_("At the left end"), self.names[0]),
            (_("At the right end"), self.names[1]),
            (_("Theme"), f"{back} {theme_label(canvas.theme.value)} {forth}"),
            (_("Deal the cards"), ""),
        ]
        width = max(len(label) for label, _value in rows) + 3
        for at, (label, value) in enumerate(rows):
            chosen = at == self.row
            caret = "_" if chosen and at in self.name_rows else ""
            mark = glyphs.cursor if chosen else " "
            text, row = f"{mark} {label:<{width}}{value}{caret}", top + 5 + 2 * at
            canvas.put(row, left + 12, text, Style.CHOSEN if chosen else Style.PLAIN)
            self._put_areas(canvas, row, left + 12, text, at)
        canvas.put(top + 6, left + 14, words.setup_phrase(self.setup), Style.DIM)
        partner_at = top + 6 + 2 * self.partner_row
        canvas.put(partner_at, left + 14, partner_phrase(self.partner), Style.DIM)
        advice = (
            _(
                "Talk freely now: who sits where, and how you mean to play. From the deal on, not "
                "a word about cards."
            )
            if self.partner is None
            else _(
                "Your partner sees its own cards only, as you see yours only. Press i for a hint."
            )
        )
        for row, line in enumerate(wrapped(advice, 60)):
            canvas.put_centred(top + 17 + row, line)
        canvas.put_centred(top + 19, self.notice, Style.ALERT)
        canvas.put_centred(top + 20, self.footer, Style.DIM)

    def _put_areas(self, canvas: Canvas, row: int, column: int, text: str, at: int) -> None:
        """Let a click choose a row, change its value at one of the signs beside it, or deal."""
        if at == self.row and self._has_a_value():
            back, forth = (column + text.rindex(sign) for sign in canvas.glyphs.toward)
            canvas.put_area(row, back, Size(1, 1), (keys.LEFT,))
            canvas.put_area(row, forth, Size(1, 1), (keys.RIGHT,))
        steps = keys.steps_to(at, self.row, keys.UP, keys.DOWN)
        deals = at == self.row == self.deal_row
        canvas.put_area(row, column, Size(1, text_width(text)), steps, chosen=deals)

    def press(self, key: str, context: Context) -> Next:
        """Type names, move among the rows, change their values, or deal."""
        if self.row in self.name_rows and (len(key) == 1 or key == keys.BACKSPACE):
            return Next(self._typed(key))
        return Readable.press(self, key, context)

    def receive(self, event: effects.Event, context: Context) -> Next:
        """Show the game that was started, why it was not, or what counts for the day."""
        match event:
            case effects.GameStarted(game, saved):
                return Next(start(game, saved))
            case effects.StartFailed(reason):
                notice = _("The game cannot be saved: {reason}.").format(reason=reason)
                return Next(replace(self, notice=notice))
            case effects.DayRead(games, damaged):
                notice = ""
                if damaged:
                    notice = _("The scores were damaged; they are rebuilt from the records.")
                return Next(replace(self, played=games, notice=notice))
            case _:
                return Next(self)

    def _go_to_row(self, key: str, _context: Context) -> Next:
        row = (self.row + keys.step_of(key)) % (self.deal_row + 1)
        return Next(replace(self, row=row))

    def _confirm(self, key: str, context: Context) -> Next:
        if self.row == self.deal_row:
            return self._deal(key, context)
        return Next(replace(self, row=self.row + 1))

    def _deal(self, _key: str, context: Context) -> Next:
        left, right = (name.strip() for name in self.names)
        if not (is_name(left) and is_name(right)):
            return Next(replace(self, notice=_("Both players need a name.")))
        if left == right:
            return Next(replace(self, notice=_("The players need two different names.")))
        header = header_of(replace(self, names=(left, right)), context.options)
        return Next(self, (effects.StartGame(open_game(header)),))

    def _change(self, key: str, context: Context) -> Next:
        """Change the value of an option, or the partner."""
        if self.row == self.partner_row:
            return Next(self._with_partner(keys.step_of(key), context.options))
        if self.row == self.theme_row:
            themes = list(Theme)
            at = themes.index(context.options.look.theme) + keys.step_of(key)
            return Next(self, (effects.UseTheme(themes[at % len(themes)]),))
        option = rule_set(self.game_name).options[self.row]
        at = option.values.index(self.values[option.name]) + keys.step_of(key)
        if key.isdigit() and int(key) in option.values:
            at = option.values.index(int(key))
        value = option.values[min(max(at, 0), len(option.values) - 1)]
        return Next(replace(self, values={**self.values, option.name: value}))

    def _with_partner(self, step: int, options: Options) -> FormScreen:
        """Change the partner, and the names too unless they were given or typed."""
        partners: list[str | None] = [None, *KINDS]
        if options.solo not in partners:
            partners.append(options.solo)
        partner = partners[min(max(partners.index(self.partner) + step, 0), len(partners) - 1)]
        names = self.names
        if options.names is None and names == default_names(self.partner):
            names = default_names(partner)
        return replace(self, partner=partner, names=names)

    def _typed(self, key: str) -> FormScreen:
        left, right = self.names
        name = left if self.row == self.name_rows[0] else right
        if key == keys.BACKSPACE:
            name = name[:-1]
        elif can_be_typed(name + key):
            name += key
        names = (name, right) if self.row == self.name_rows[0] else (left, name)
        return replace(self, names=names, notice="")

    def _to_title(self, _key: str, _context: Context) -> Next:
        return Next(self, (effects.OpenTitle(),))

    def _has_a_value(self) -> bool:
        return self.row <= self.partner_row or self.row == self.theme_row

    BINDINGS: ClassVar = (
        Binding((keys.UP, keys.DOWN, *keys.WHEEL), _go_to_row, (N_("up, down"), N_("move"))),
        Binding(
            (*keys.BACKWARD, *keys.FORWARD),
            _change,
            (N_("left, right"), N_("change")),
            applies=_has_a_value,
        ),
        Binding("123456789", _change, applies=_has_a_value),
        Binding((), _change, (N_("type"), N_("names"))),
        Binding((keys.ENTER,), _confirm, (N_("Enter"), N_("continue"))),
        Binding((keys.ESCAPE,), _to_title, (N_("Esc"), N_("back"))),
        replace(HELP, footer=None),
        replace(CARDS, footer=None),
    )


def can_be_typed(name: str) -> bool:
    """Return whether there is room for a name, or its beginning, and all of it is printable."""
    return name.isprintable() and text_width(name) <= LONGEST_NAME


def new_form(options: Options, *, at_the_deal: bool = False) -> Next:
    """Return the form of a new game as the command line, or the last game, has settled it."""
    values = {option.name: option.values[0] for option in rule_set(options.game).options}
    form = FormScreen(
        game_name=options.game,
        values={**values, **options.setup},
        names=options.names or default_names(options.solo),
        partner=options.solo,
        day=options.daily,
        seed=options.seed,
        memory=options.memory,
    )
    if at_the_deal:
        form = replace(form, row=form.deal_row)
    if options.daily is None:
        return Next(form)
    return Next(form, (effects.ReadDay(options.game, options.daily),))


def header_of(form: FormScreen, options: Options) -> Header:
    """Return the header of the game that was agreed on."""
    agreed = replace(
        options,
        setup=form.values,
        names=form.names,
        memory=form.memory,
        seed=form.seed,
        solo=form.partner,
        daily=form.day,
    )
    return new_header(agreed)
