"""The form of a new game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from foxduet.ai.partner import KINDS
from foxduet.core import registry
from foxduet.core.errors import N_, fold_names, is_name
from foxduet.core.lazy_dataclass import dataclass, field, replace
from foxduet.play.game import Header, Names, has_daily_deals, open_game
from foxduet.store import settings
from foxduet.ui.kit import effects, keys
from foxduet.ui.kit.canvas import (
    WIDTH,
    Canvas,
    Look,
    Size,
    Style,
    Theme,
    draw_notice,
    draw_undergrowth,
)
from foxduet.ui.kit.pages import CARDS_BINDING, HELP_BINDING, ScreenWithHelp, edit_name
from foxduet.ui.kit.screen import (
    Binding,
    Context,
    RunOptions,
    SpokenChoice,
    Transition,
    call,
)
from foxduet.ui.table.drawing import draw_box, layout_for
from foxduet.ui.table.moves import header_from_options
from foxduet.ui.table.screen import start_table
from foxduet.ui.table.state import Exit, table_drawing
from foxduet.words import game_words, text
from foxduet.words.i18n import _, language_name, languages, pgettext, spoken_day
from foxduet.words.text import text_width

if TYPE_CHECKING:
    from foxduet.analysis.standings import Rung
    from foxduet.store.score_entries import ScoreEntry


LEFT, RIGHT = "left", "right"
NAMES = (LEFT, RIGHT)
LOOK_ROWS = ("signs", "theme")
"""Rows of signs and colours, which plain mode leaves out since it draws nothing."""

_PARTNERS = (*KINDS[1:], KINDS[0])
_ROWS, _BOARD_ROWS, _INDENT, _VALUE_INDENT = 24, 5, 6, 9
_HEADING_ROW, _FIRST_ROW, _BOARD, _BUTTON_ROW, _MORE_ROW = 2, 4, 10, 16, 20
_MAX_WIDTH, _BUTTON_WIDTH = 78, 23


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the form.

    key: the setting or game option, or a key in NAMES, whose value the player types.
    shown: the value in words.
    choices: the possible values; empty for names.
    note: a remark next to the value; for a name, only on the selected row.
    changed: the value in words if it is not the default; else "".
    """

    key: str
    label: str
    shown: str
    choices: tuple[Any, ...] = ()
    value: Any = None
    note: str = ""
    changed: str = ""

    @property
    def is_name(self) -> bool:
        """True if the value is typed."""
        return self.key in NAMES


@dataclass(frozen=True, slots=True)
class FormScreen(ScreenWithHelp):
    """The form of a new game: settings in rows, the rarely changed ones last.

    row: index of the chosen row; the number of rows when only dealing is left.
    row_before: the row to return to from the rarely changed rows.
    values: the game's options by name.
    own: the options that were loaded from files, which ``values`` may contain.
    partner: the partner's name; None for two people.
    partners: the partners to choose from.
    own_names: the players' names, None for a default name.
    day: the day whose deals are played.
    played_today: the games that count for ``day``.
    memory: house rule: show which cards are out.
    typed: the chosen name has been edited; if not, the first character replaces it.
    open_hands: two people practise with open hands.
    leads_to: the screen after the game.
    proposal: the proposed ladder step.
    """

    game_name: str
    values: Mapping[str, Any]
    own_names: text.OwnNames = (None, None)
    partner: str | None = None
    partners: tuple[str, ...] = _PARTNERS
    row: int = 0
    row_before: int = 0
    day: date | None = None
    played_today: tuple[ScoreEntry, ...] = ()
    seed: int | None = None
    memory: bool = False
    practice: bool = False
    open_hands: bool = False
    own: Mapping[str, Any] = field(default_factory=dict)
    has_house_rule: bool = False
    look: Look = field(default_factory=Look)
    typed: bool = False
    config: settings.Config = settings.EMPTY_CONFIG
    leads_to: Exit = Exit.PROGRAM
    proposal: Rung | None = None
    parts: tuple[registry.Part, ...] = registry.TABLE_PARTS

    @property
    def setup(self) -> Any:
        """The setup of the game."""
        return registry.rule_set(self.game_name).setup_from(self.values)

    @property
    def names(self) -> Names:
        """The players' names; default names are in the player's language."""
        return text.with_default_names(self.own_names, self.partner)

    @property
    def games(self) -> tuple[str, ...]:
        """The games to choose from; for a daily deal, only games that have daily deals."""
        shown = registry.games_with(*self.parts)
        return tuple(game for game in shown if self.day is None or has_daily_deals(game))

    @property
    def rows(self) -> tuple[Row, ...]:
        """All rows that offer a choice."""
        return (*self.first_rows, *self._more_rows())

    @property
    def first_rows(self) -> tuple[Row, ...]:
        """The rows of the first page: game, options and partner."""
        game, rows = registry.card_game(self.game_name), list[Row]()
        if len(self.games) > 1:
            note = _("as opponents")
            if registry.rule_set(game.name).cooperative:
                note = pgettext("form", "together")
            label, title = _(settings.SETTINGS["game"].label), game_words.game_title(game.name)
            rows.append(Row("game", label, title, self.games, game.name, note))
        words = game_words.table_words(game.name)
        for option in game.options:
            name, value = option.name, self.values[option.name]
            label = text.capitalize_first(_(words.option_labels[name]))
            note = words.setup_phrase(self.setup) if option is game.options[-1] else ""
            rows.append(Row(name, label, str(value), option.values, value, note))
        return (*rows, *self.player_rows())

    def player_rows(self) -> Iterator[Row]:
        """Yield the row of the partner if one person plays."""
        if self.partner is None:
            return
        # Translators: with whom, or against whom, a game is played: a row of its form
        label = pgettext("form", "Against")
        if registry.rule_set(self.game_name).cooperative:
            label = pgettext("form", "With")
        shown = game_words.partner_label(self.partner)
        note = game_words.partner_phrase(self.partner)
        yield Row("partner", label, shown, self.partners, self.partner, note)

    def _more_rows(self) -> Iterator[Row]:
        """Yield the rarely changed rows; a daily deal offers neither practice nor own files."""
        game, language = self.game_name, self.config["lang"]
        ends = zip(NAMES, self.names, game_words.seat_labels(game), self.own_names, strict=True)
        for key, name, place, own in ends:
            note = _("name, up to {most} letters").format(most=text.MAX_NAME_CELLS)
            if self.typed:
                used = text_width(name)
                note = _("{used} of {most}").format(used=used, most=text.MAX_NAME_CELLS)
            elif own is not None:
                note = _("Backspace: the usual name")
            # The names of two people are in sight, as the title's choice.
            changed = "" if own is None or self.partner is None else f"{name} {place}"
            yield Row(key, text.capitalize_first(place), name, note=note, changed=changed)
        if self.partner is not None and self.day is None:
            shown, note = _("no"), ""
            if self.practice:
                shown, note = _("yes"), _("take anything back; unscored")
            changed = pgettext("form", "practice") if self.practice else ""
            yield _setting("practice", shown, (False, True), self.practice, note, changed)
        if self.may_open_hands:
            shown, note, changed = _("no"), "", ""
            if self.open_hands:
                shown, note = _("hands open"), _("take anything back; unscored")
                changed = shown
            label = _(settings.SETTINGS["practice"].label)
            yield Row("open_hands", label, shown, (False, True), self.open_hands, note, changed)
        if self.has_house_rule:
            shown = _("shown (house rule)") if self.memory else _("hidden")
            changed = pgettext("form", "cards played") if self.memory else ""
            yield _setting("memory", shown, (False, True), self.memory, changed=changed)
        words = game_words.table_words(game)
        for option in registry.card_game(game).file_options:
            if (name := option.name) in self.own and self.day is None:
                label, is_own = _(words.option_labels[name]), name in self.values
                shown = _("your own") if is_own else _("the printed one")
                changed = _("your own {thing}").format(thing=label) if is_own else ""
                label = text.capitalize_first(label)
                yield Row(name, label, shown, (False, True), is_own, "", changed)
        if len({*self.look.glyph_sets}) > 1:
            shown = " ".join(words.cards.suit_signs(self.look.glyphs))
            note = changed = ""
            if self.look.signs == settings.SIGN_SETS[0]:
                note = _("automatic")
            else:
                changed = f"{_(settings.SETTINGS['signs'].label).lower()} {shown}"
            yield _setting("signs", shown, settings.SIGN_SETS, self.look.signs, note, changed)
        theme, is_default = self.look.theme, self.look.theme is Theme.TERMINAL
        shown = game_words.theme_label(theme.value)
        changed = "" if is_default else f"{_(settings.SETTINGS['theme'].label).lower()} {shown}"
        yield _setting("theme", shown, (*Theme,), theme, changed=changed)
        shown = _("system default") if language == settings.SYSTEM else language_name(language)
        changed = "" if language == settings.SYSTEM else shown
        yield _setting("lang", shown, (settings.SYSTEM, *languages()), language, changed=changed)

    @property
    def chosen(self) -> Row:
        return self.rows[self.cursor]

    @property
    def cursor(self) -> int:
        """Index of the chosen row; at ``deal_row``, of the row that changes most often."""
        rows, first = self.rows, len(self.first_rows)
        if self.row < len(rows):
            return self.row
        cooperates = registry.rule_set(self.game_name).cooperative
        return max(0, first - 2 if cooperates and rows[first - 1].key == "partner" else first - 1)

    @property
    def shows_more_rows(self) -> bool:
        """True on the page of rarely changed rows."""
        return self.cursor >= len(self.first_rows)

    @property
    def more_phrase(self) -> str:
        """Name the rarely changed rows, or only the changed values."""
        rows = self.rows[len(self.first_rows) :]
        things = [row.changed for row in rows if row.changed] or dict.fromkeys(
            _("names") if row.is_name else row.label.lower() for row in rows
        )
        return text.clip(_("More: {things}").format(things=", ".join(things)), _MAX_WIDTH)

    def row_of(self, key: str) -> int:
        return [row.key for row in self.rows].index(key)

    @property
    def deal_row(self) -> int:
        """Index after the last row, where only dealing is left."""
        return len(self.rows)

    @property
    def people(self) -> frozenset[str]:
        """The names of the human players."""
        names = self.names if self.partner is None else self.names[:1]
        return frozenset(name.strip() for name in names)

    @property
    def played_already(self) -> ScoreEntry | None:
        """The game by these people that already counts for the day, or None."""
        if self.day is None:
            return None
        # The first frame must not wait for the scores.
        from foxduet.analysis.standings import find_daily_game

        return find_daily_game(self.played_today, self.day, self.setup, self.people)

    @property
    def may_open_hands(self) -> bool:
        """True if two people play at this keyboard, except with the deals of a day."""
        return self.partner is None and self.day is None

    @property
    def plays_open(self) -> bool:
        """True if two people practise with open hands."""
        return self.open_hands and self.may_open_hands

    @property
    def defers_deal(self) -> bool:
        """True if the players talk, or agree on open hands, before the first deal."""
        return self.plays_open

    @property
    def agreement(self) -> str:
        """The rule about seeing hands and talking, before the first deal."""
        if self.plays_open:
            return game_words.open_hands_agreement()
        return game_words.advice_before(self.game_name, self.partner)

    @property
    def heading(self) -> str:
        if self.day is None:
            return _("New game")
        return _("Daily deal, {day}").format(day=spoken_day(self.day))

    @property
    def proposal_sentence(self) -> str:
        """Name the proposed rung; empty if the players have chosen something else."""
        rung = self.proposal
        if rung is None or rung not in game_words.guide_words(self.game_name).ladder:
            return ""
        values = {name: self.values.get(name) for name in rung.options}
        return _(rung.proposal) if (self.partner, values) == (rung.partner, rung.options) else ""

    def draw(self, canvas: Canvas) -> None:
        size, layout = canvas.size, layout_for(canvas.size)
        first = layout.scenery + 1 - layout.trees
        board_rows = layout.ends + 1 - first
        extra = board_rows - _BOARD_ROWS
        top = (size.rows - _ROWS - extra) // 2
        draw_undergrowth(canvas, top, (size.columns - WIDTH) // 2, WIDTH)
        canvas.put_centred(top + _HEADING_ROW, self.heading, Style.TITLE)
        split = len(self.first_rows)
        if self.shows_more_rows:
            draw_form_rows(canvas, top + _FIRST_ROW, self.rows[split:], self.cursor - split)
        else:
            draw_form_rows(canvas, top + _FIRST_ROW, self.rows[:split], self.cursor)
            picture = Canvas(size, Look(canvas.glyphs, theme=canvas.theme))
            header = Header(self.game_name, self.setup, self.names, ai=(None, self.partner))
            names = text.names_at_table(header)
            state = registry.rule_set(self.game_name).new_game(self.setup)
            table_drawing(self.game_name).draw_board(picture, state, names, {})
            canvas.paste(top + _BOARD, 0, picture, board_rows, first)
        below = top + extra
        moved = self._draw_advice(canvas, below + _BUTTON_ROW - 1)
        self._draw_button(canvas, below + _BUTTON_ROW + moved)
        if not self.shows_more_rows:
            row = below + _MORE_ROW + max(0, moved - 1)
            canvas.put_centred(row, self.more_phrase, Style.DIM)
            canvas.add_click_area(row, 0, Size(1, size.columns), ("m",))
        long = text_width(self.notice) > _MAX_WIDTH
        draw_notice(canvas, below + _ROWS - 2 - long, self.notice, self.footer)

    def _draw_advice(self, canvas: Canvas, top: int) -> int:
        advice, style = self.proposal_sentence, Style.STRONG
        if (game := self.played_already) is not None:
            result = game_words.guide_words(self.game_name).result_phrase(game)
            advice = daily_result_sentence(result)
        elif not advice and self.partner is None:
            advice, style = self.agreement, Style.DIM
        lines = text.wrap(advice, WIDTH)
        for row, line in enumerate(lines, top):
            canvas.put_centred(row, line, style)
        return max(len(lines) - 1, min(len(lines), 1))

    def _draw_button(self, canvas: Canvas, row: int) -> None:
        label = _("Deal the cards")
        size = Size(3, max(_BUTTON_WIDTH, text_width(label) + 6))
        left = (canvas.size.columns - size.columns) // 2
        draw_box(canvas, row, left, size, canvas.glyphs.chosen, Style.TITLE)
        canvas.put(row + 1, left + (size.columns - text_width(label)) // 2, label, Style.STRONG)
        canvas.put(row + 1, left + size.columns + 3, _("Enter"), Style.DIM)
        canvas.add_click_area(row, left, size, (), chosen=True)

    def handle_key(self, key: str, context: Context) -> Transition:
        if self.accepts_text(key):
            return Transition(self._edit_name(key))
        return ScreenWithHelp.handle_key(self, key, context)

    def accepts_text(self, key: str) -> bool:
        return self.chosen.is_name and (len(key) == 1 or key == keys.BACKSPACE)

    @property
    def takes_pastes(self) -> bool:
        return self.chosen.is_name

    def handle_event(self, event: effects.Event, context: Context) -> Transition:
        match event:
            case effects.GameStarted(game, saved):
                return Transition(start_table(game, saved, leads_to=self.leads_to))
            case effects.ScreenClosed(effects.PlayersChosen(pair)):
                return self._with_players(pair, context.options)
            case _:
                return ScreenWithHelp.handle_event(self, event, context)

    def _go_to_row(self, key: str, _context: Context) -> Transition:
        first, split = 0, len(self.first_rows)
        if self.shows_more_rows:
            first, split = split, len(self.rows) - split
        row = first + keys.move_cursor(self.cursor - first, key, split)
        return Transition(replace(self, row=row, typed=False))

    def _deal(self, _key: str, context: Context) -> Transition:
        left, right = (name.strip() for name in self.names)
        if not (is_name(left) and is_name(right)):
            return Transition(replace(self, notice=_("Both players need a name.")))
        if len(fold_names((left, right))) == 1:
            proposal = text.other_name(right)
            notice = text.equal_names_sentence(proposal)
            return Transition(replace(self, own_names=(left, proposal), notice=notice))
        header = form_header(replace(self, own_names=(left, right)), context.options)
        return Transition(self, (effects.StartGame(open_game(header), self.defers_deal),))

    def _change(self, key: str, context: Context) -> Transition:
        row = self.chosen
        return self.with_value(keys.neighbour(row.choices, row.value, key), context.options)

    def _choose_option(self, key: str, context: Context) -> Transition:
        option = registry.card_game(self.game_name).options[0]
        if int(key) > len(option.values):
            return Transition(self)
        form = replace(self, row=self.row_of(option.name))
        return form.with_value(option.values[int(key) - 1], context.options)

    def with_value(self, value: Any, options: RunOptions) -> Transition:
        """Change the value of the chosen row, and the rows that depend on it."""
        row = self.chosen
        if value == row.value:
            return Transition(self)
        match row.key:
            case "game":
                return self._with_game(value, options)
            case "partner" | "practice" | "open_hands" | "memory":
                return Transition(replace(self, **{row.key: value}))
            case "theme":
                look = replace(self.look, theme=value)
                saving = call("effect_handlers:remember_settings", theme=value.value)
                return Transition(replace(self, look=look), (effects.ChangeLook(look), saving))
            case "signs":
                glyphs = self.look.glyph_sets[settings.SIGN_SETS.index(value)]
                look = replace(self.look, signs=value, glyphs=glyphs)
                saving = call("effect_handlers:switch_glyphs", look)
                return Transition(replace(self, look=look), (effects.ChangeLook(look), saving))
            case "lang":
                form = replace(self, config=settings.with_values(self.config, {"lang": value}))
                return Transition(form, (call("effect_handlers:switch_language", value),))
            case name if name in self.own:
                values = {**self.values, name: self.own[name]}
                if not value:
                    del values[name]
                return Transition(replace(self, values=values))
            case name:
                return Transition(replace(self, values={**self.values, name: value}))

    def spoken_choices(self, context: Context) -> list[SpokenChoice]:
        """Return each drawn row, to go there, and its values; while a name is typed, nothing."""
        from foxduet.words.spoken import synonyms_of

        change_word = pgettext("command", "change")
        choices: list[SpokenChoice] = []
        for index, row in enumerate(() if self.takes_name else self.rows):
            if row.key in LOOK_ROWS:
                continue
            form = replace(self, row=index, typed=False)
            change = f"{change_word} {row.label}"
            choices.append(SpokenChoice(row.label, change, partial(Transition, form)))
            for value in row.choices:
                if row.key == "game" and not registry.has_parts(value, registry.SPOKEN):
                    continue
                after = form.with_value(value, context.options)
                changed = after.screen
                assert isinstance(changed, FormScreen), "a new value does not leave the form"
                label = text.label_with_value(row.label, changed.chosen.shown)
                if index == self.row:
                    shown = changed.at_next_row()
                else:
                    at = changed.deal_row if self.row == self.deal_row else self.row
                    shown = replace(changed, row=at, notice=f"{label}.")
                words = (
                    f"{synonyms_of(f'{row.key} {value}'.lower())},{self._step_words(row, value)}"
                )
                if type(value) is str:
                    words += f",{changed.chosen.shown}"
                if row.key == "game":
                    words += f",{_(game_words.spoken_words(value).synonyms['title'])}"
                choices.append(SpokenChoice(label, words, partial(replace, after, screen=shown)))
        return choices

    def at_next_row(self, step: int = 1) -> FormScreen:
        """Return the form at the next row that plain mode asks about, or at the previous one."""
        rows, row = self.rows, self.row + step
        while row < len(rows) and rows[row].key in LOOK_ROWS:
            row += step
        return replace(self, row=row, typed=False)

    def _step_words(self, row: Row, value: Any) -> str:
        """Return words for the next or previous number, which makes a team's game harder."""
        from foxduet.words.spoken import synonyms_of

        if type(value) is not int or not registry.rule_set(self.game_name).cooperative:
            return ""
        step = row.choices.index(value) - row.choices.index(row.value)
        return synonyms_of({1: "harder", -1: "easier"}.get(step, ""))

    @property
    def takes_name(self) -> bool:
        """True if the player types a name."""
        return self.row < self.deal_row and self.chosen.is_name

    def _with_game(self, game: str, options: RunOptions) -> Transition:
        values, own = _option_values(game, replace(options, daily=self.day), self.config)
        form = replace(self, game_name=game, values=values, own=own, played_today=())
        if not registry.has_parts(game, registry.PARTNERS):
            form = replace(form, partner=None)
        return form.with_daily_games()

    def with_daily_games(self) -> Transition:
        """Ask for the games that already count for the day of a daily deal."""
        if self.day is None:
            return Transition(self)
        return Transition(self, (call("score_handlers:show_daily_games", self),))

    def _with_players(self, pair: text.OwnNames | None, options: RunOptions) -> Transition:
        """Return a form for a pair, or for one person if it is None, and remember them."""
        names = None if pair is None else tuple(name or "" for name in pair)
        config, at_the_deal = settings.with_players(self.config, names), self.row == self.deal_row
        form = new_form(options, config, at_the_deal=at_the_deal, leads_to=self.leads_to)
        players = effects.Seating.ONE if pair is None else pair
        saving = call("effect_handlers:remember_players", players)
        return replace(form, effects=(*form.effects, saving))

    def _edit_name(self, key: str) -> FormScreen:
        """Edit a name: the first key replaces it, and an empty name becomes the default."""
        index = NAMES.index(self.chosen.key)
        name = edit_name(self.names[index] if self.typed else "", key)
        left, right = self.own_names
        own = name or None
        names = (own, right) if index == 0 else (left, own)
        return replace(self, own_names=names, typed=own is not None, notice="")

    def _back(self, _key: str, _context: Context) -> Transition:
        if self.shows_more_rows:
            return Transition(replace(self, row=self.row_before, typed=False))
        row = effects.TitleRow.NEW if self.day is None else effects.TitleRow.DAY
        players = effects.Seating.ONE if self.partner is not None else self.own_names
        return Transition(self, (call("effect_handlers:open_title", row, players=players),))

    BINDINGS: ClassVar = (
        Binding(
            (keys.UP, keys.DOWN, *keys.WHEEL, keys.HOME, keys.END),
            _go_to_row,
            (N_("up, down"), N_("move")),
        ),
        Binding(
            (*keys.BACKWARD, *keys.FORWARD),
            _change,
            (N_("left, right"), N_("change")),
            applies=lambda form: not form.chosen.is_name,
            # Translators: two arrow keys, in the last row where it has little room
            short_footer=lambda: pgettext("brief", "left, right change"),
        ),
        Binding("123456789", _choose_option),
        Binding((keys.ENTER,), _deal, (N_("Enter"), N_("deal"))),
        Binding(
            ("m",),
            lambda form, *_: Transition(
                replace(form, row=len(form.first_rows), row_before=form.cursor)
            ),
            (N_("m"), N_("more")),
            applies=lambda form: not form.shows_more_rows,
        ),
        Binding((), _change, (N_("type"), N_("names")), applies=lambda form: form.chosen.is_name),
        replace(HELP_BINDING, applies=lambda form: not form.chosen.is_name),
        replace(CARDS_BINDING, footer=None),
        Binding((keys.ESCAPE,), _back, (N_("Esc"), N_("back"))),
    )


def _setting(
    key: str, shown: str, choices: tuple[Any, ...], value: Any, note: str = "", changed: str = ""
) -> Row:
    return Row(key, _(settings.SETTINGS[key].label), shown, choices, value, note, changed)


def draw_form_rows(canvas: Canvas, top: int, rows: Sequence[Row], cursor: int) -> None:
    """Draw rows and their notes from ``top`` on, on every second line if they are few."""
    left = (canvas.size.columns - WIDTH) // 2 + _INDENT
    width = max(_VALUE_INDENT, *(text_width(row.label) + 2 for row in rows))
    apart = 2 if len(rows) <= 3 else 1
    back, forth = canvas.glyphs.toward
    for index, row in enumerate(rows):
        line, chosen = top + index * apart, index == cursor
        mark = canvas.glyphs.cursor if chosen else " "
        padding = " " * (width - text_width(row.label))
        value = f"{back} {row.shown} {forth}" if row.choices else row.shown
        caret = "_" if chosen and row.is_name else ""
        shown = f"{mark} {row.label}{padding}{value}{caret}"
        width_shown = text_width(shown)
        canvas.put(line, left, shown, Style.CHOSEN if chosen else Style.PLAIN)
        if caret:
            canvas.point(line, left + width_shown - 1)
        note = row.note if chosen or not row.is_name else ""
        canvas.put(line, left + width_shown + 2, note, Style.DIM)
        # A click chooses a row, or changes its value at the arrows around it.
        if chosen and row.choices:
            for sign, key in ((back, keys.LEFT), (forth, keys.RIGHT)):
                column = left + text_width(shown[: shown.rindex(sign)])
                canvas.add_click_area(line, column, Size(1, 1), (key,))
        steps = keys.keys_to_option(index, cursor, keys.UP, keys.DOWN)
        canvas.add_click_area(line, left, Size(1, width_shown), steps)


def daily_result_sentence(result: str) -> str:
    """Name the result that already counts for the day."""
    return _("Already played: {result}. That game counts for the day.").format(result=result)


def new_form(
    options: RunOptions,
    config: settings.Config = settings.EMPTY_CONFIG,
    *,
    at_the_deal: bool = False,
    leads_to: Exit = Exit.PROGRAM,
    proposal: Rung | None = None,
) -> Transition:
    """Return the form, filled from the command line, or else from the settings."""
    game = options.game
    partner = options.solo or (None if options.names else config.partner)
    if not registry.has_parts(game, registry.PARTNERS):
        partner = None
    memory = options.memory or config["memory"]
    values, own = _option_values(game, options, config)
    partners = dict.fromkeys((*_PARTNERS, partner or _PARTNERS[0]))
    form = FormScreen(
        game_name=game,
        values=values,
        own_names=_own_names(options, config, partner),
        partner=partner,
        partners=(*partners,),
        day=options.daily,
        seed=options.seed,
        memory=memory,
        practice=config["practice"],
        own=own,
        has_house_rule=memory,
        look=options.look,
        config=config,
        leads_to=leads_to,
        proposal=proposal,
        parts=options.parts,
    )
    if at_the_deal:
        form = replace(form, row=form.deal_row)
    return form.with_daily_games()


def _own_names(options: RunOptions, config: settings.Config, partner: str | None) -> text.OwnNames:
    """Return the names from the command line or the settings, None for default names."""
    if options.names is None:
        return text.remembered_own_names(config, partner)
    left, right = text.chosen_names(options.names, partner)
    return left or None, right or None


def open_form_for(
    options: RunOptions,
    config: settings.Config,
    day: date | None,
    *,
    is_again: bool,
    proposal: Rung | None,
) -> Transition:
    """Return the form that another screen opens, ready to deal if the game was played before.

    ``is_again``: the form follows a game or lessons, so that the settings in ``config`` replace the
    options of the command line.
    """
    options = replace(options, daily=day)
    if day is not None or is_again:
        options = replace(options, seed=None)
    if is_again:
        options = replace(options, setup={}, names=None, solo=None, memory=False)
    if config["game"] != options.game:
        options = replace(options, game=config["game"], setup={})
    played = config["game"] in config.setups
    return new_form(options, config, at_the_deal=played, leads_to=Exit.TITLE, proposal=proposal)


def _option_values(
    game: str, options: RunOptions, config: settings.Config
) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    given = options.setup if game == options.game else {}
    values = {
        **registry.card_game(game).usual_options,
        **settings.game_options(game, config.setups.get(game, {})),
        **given,
    }
    from_files = {option.name for option in registry.card_game(game).file_options}
    own = {name: value for name, value in values.items() if name in from_files}
    if options.daily is not None:
        # Daily deals are the same for everybody, so own files are ignored.
        return {name: value for name, value in values.items() if name not in own}, {}
    return values, own


def form_header(form: FormScreen, options: RunOptions) -> Header:
    """Return the header of the game that was agreed on."""
    agreed = replace(
        options,
        game=form.game_name,
        setup=form.values,
        names=form.names,
        memory=form.memory,
        seed=form.seed,
        solo=form.partner,
        daily=form.day,
        practice=form.practice and form.day is None,
        open_hands=form.plays_open,
    )
    return header_from_options(agreed)
