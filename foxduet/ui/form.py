"""The form of a new game: its rows, and what is agreed on before the first deal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any, ClassVar

from foxduet.ai.partner import KINDS
from foxduet.core.errors import N_, is_name
from foxduet.core.frozen import dataclass, field, replace
from foxduet.core.registry import (
    FOR_A_TABLE,
    PARTNERS,
    Part,
    card_game,
    games_with,
    has_parts,
    rule_set,
)
from foxduet.play.game import Header, Names, has_days, open_game
from foxduet.store.settings import NOTHING, SETTINGS, SYSTEM, Config, own_options, remembering
from foxduet.ui.kit import effects, keys
from foxduet.ui.kit.canvas import WIDTH, Canvas, Size, Style, Theme, draw_clearing, draw_notice
from foxduet.ui.kit.pages import CARDS, HELP, Readable
from foxduet.ui.kit.screen import Binding, Context, Next, Options, call
from foxduet.ui.remembered import (
    LONGEST_NAME,
    OwnNames,
    can_be_typed,
    own_names_in,
    with_usual_names,
)
from foxduet.ui.table.moves import new_header
from foxduet.ui.table.screen import start
from foxduet.ui.table.state import Exit
from foxduet.words.game_words import (
    advice_before,
    companion_label,
    game_title,
    guide_words,
    partner_label,
    partner_phrase,
    seat_labels,
    table_words,
    theme_label,
)
from foxduet.words.i18n import _, day_text, language_name, languages, pgettext
from foxduet.words.text import capitalised, chosen_names, text_width, wrapped

if TYPE_CHECKING:
    from foxduet.analysis.standings import LadderStep
    from foxduet.store.results import Entry


LEFT, RIGHT, DEAL = "left", "right", "deal"
NAMES = (LEFT, RIGHT)

_FIRST, _LINES, _MOST_LINES, _INDENT = 5, 11, 12, 12
_SET_APART = ("theme", DEAL)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the form, about the setting or the option of a game that ``key`` is.

    One of NAMES is typed, and DEAL deals the cards; any other has a ``value`` among ``choices``,
    which ``shown`` says; after the last of them comes the first if it ``goes_round``. ``note`` is
    said beside it, of a name while it is chosen, and ``phrase`` below it.
    """

    key: str
    label: str
    shown: str = ""
    choices: tuple[Any, ...] = ()
    value: Any = None
    goes_round: bool = False
    note: str = ""
    phrase: str = ""

    @property
    def is_name(self) -> bool:
        """Whether it is typed."""
        return self.key in NAMES

    def choice_of(self, key: str) -> Any:
        """Return the choice that a key leads to: with that number, or beside the one that holds."""
        if key.isdigit():
            return next((one for one in self.choices if str(one) == key), self.value)
        at = self.choices.index(self.value) if self.value in self.choices else 0
        at += keys.step_of(key)
        last = len(self.choices) - 1
        return self.choices[at % (last + 1) if self.goes_round else min(max(at, 0), last)]


@dataclass(frozen=True, slots=True)
class FormRows(Readable):
    """A new game that is to be agreed on, a row for each thing; the last row deals the cards.

    ``values`` are those of the game's options, by name; ``own`` are those from files that may be
    among them. ``partner`` is the name of a partner at the right end, None for a person, among all
    ``partners``. ``own_names`` are those of the players, None for a usual one; ``other_names`` are
    for two people instead of one, or for one. ``day`` is the day whose deals are
    played, and ``played`` are the games that count for it so far. ``seed`` fixes the deals, and
    ``memory`` is the house rule that shows the cards that are out. ``theme`` has the colours.
    ``typed`` says that the name in the chosen row was edited; else the first character replaces
    it. ``config`` is what is remembered. ``leads_to`` is where leaving the game leads.
    """

    game_name: str
    values: Mapping[str, Any]
    own_names: OwnNames = (None, None)
    partner: str | None = None
    partners: tuple[str | None, ...] = (None, *KINDS)
    row: int = 0
    day: date | None = None
    played: tuple[Entry, ...] = ()
    seed: int | None = None
    memory: bool = False
    practice: bool = False
    own: Mapping[str, Any] = field(default_factory=dict)
    other_names: OwnNames = (None, None)
    has_house_rule: bool = False
    theme: Theme = Theme.TERMINAL
    typed: bool = False
    config: Config = NOTHING
    leads_to: Exit = Exit.PROGRAM
    parts: tuple[Part, ...] = FOR_A_TABLE

    @property
    def setup(self) -> Any:
        """What the game starts from."""
        return rule_set(self.game_name).setup_from(self.values)

    @property
    def names(self) -> Names:
        """The names of the players, in the player's language where they are the usual ones."""
        return with_usual_names(self.own_names, self.partner)

    @property
    def games(self) -> tuple[str, ...]:
        """The games that may be chosen: for the deals of a day, those that have such deals."""
        shown = games_with(*self.parts)
        return tuple(game for game in shown if self.day is None or has_days(game))

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows: only those where there is something to be agreed on.

        The deals of a day need no files, and count for the scores.
        """
        game, names = self.game_name, dict(zip(NAMES, self.names, strict=True))
        rows = [*self._rows_of_the_game()]
        if has_parts(game, PARTNERS):
            label, phrase = companion_label(game), partner_phrase(self.partner)
            said = partner_label(self.partner)
            rows.append(Row("partner", label, said, self.partners, self.partner, phrase=phrase))
        if self.partner is not None and self.day is None:
            said, note = _("no"), ""
            if self.practice:
                said, note = _("yes"), _("take anything back; unscored")
            rows.append(_setting("practice", said, (False, True), self.practice, note))
        for key, label in zip(NAMES, seat_labels(game), strict=True):
            note = _("name, up to {most} letters").format(most=LONGEST_NAME)
            if self.typed:
                used = text_width(names[key])
                note = _("{used} of {most}").format(used=used, most=LONGEST_NAME)
            rows.append(Row(key, label, names[key], note=note))
        if self.has_house_rule:
            said = _("shown (house rule)") if self.memory else _("hidden")
            rows.append(_setting("memory", said, (False, True), self.memory))
        language = self.config["lang"]
        said = _("system default") if language == SYSTEM else language_name(language)
        return (
            *rows,
            _setting("theme", theme_label(self.theme.value), tuple(Theme), self.theme),
            _setting("lang", said, (SYSTEM, *languages()), language),
            Row(DEAL, _("Deal the cards")),
        )

    def _rows_of_the_game(self) -> Iterator[Row]:
        """Yield the rows of which game is played, and of its options, those in files last."""
        game, labels = card_game(self.game_name), table_words(self.game_name).option_labels
        if len(self.games) > 1:
            title = game_title(self.game_name)
            yield Row("game", _(SETTINGS["game"].label), title, self.games, self.game_name)
        last = len(game.options) - 1
        for at, option in enumerate(game.options):
            label, value = capitalised(_(labels[option.name])), self.values[option.name]
            phrase = table_words(self.game_name).setup_phrase(self.setup) if at == last else ""
            yield Row(option.name, label, str(value), option.values, value, phrase=phrase)
        for name in (one.name for one in game.file_options if one.name in self.own):
            if self.day is None:
                label, is_own = capitalised(_(labels[name])), name in self.values
                said = _("your own") if is_own else _("the printed one")
                yield Row(name, label, said, (False, True), is_own, goes_round=True)

    @property
    def chosen(self) -> Row:
        """The row that is chosen."""
        return self.rows[self.row]


def _setting(key: str, shown: str, choices: tuple[Any, ...], value: Any, note: str = "") -> Row:
    label = _(SETTINGS[key].label)
    return Row(key, label, shown, choices, value, goes_round=True, note=note)


def draw_rows(canvas: Canvas, top: int, rows: Sequence[Row], cursor: int) -> None:
    """Draw all rows in the clearing at ``top``, with what is said below and beside them."""
    left = (canvas.size.columns - WIDTH) // 2 + _INDENT
    width = max(text_width(row.label) for row in rows) + 3
    phrases = {at: row.phrase for at, row in enumerate(rows) if row.phrase}
    while len(rows) + len(phrases) > _MOST_LINES:
        phrases.popitem()
    spare = max(0, _LINES - len(rows) - len(phrases))
    # Blank lines set the deal apart first, then theme and language from what is agreed on.
    blank = [at for at in range(len(rows) - 1) if at not in phrases]
    apart = sorted(blank, key=lambda at: (rows[at + 1].key not in _SET_APART, -at))[:spare]
    back, forth = canvas.glyphs.toward
    line = top + _FIRST
    for at, row in enumerate(rows):
        chosen = at == cursor
        mark = canvas.glyphs.cursor if chosen else " "
        padding = " " * (width - text_width(row.label))
        value = f"{back} {row.shown} {forth}" if row.choices else row.shown
        caret = "_" if chosen and row.is_name else ""
        text = f"{mark} {row.label}{padding}{value}{caret}"
        canvas.put(line, left, text, Style.CHOSEN if chosen else Style.PLAIN)
        note = row.note if chosen or not row.is_name else ""
        canvas.put(line, left + text_width(text) + 2, note, Style.DIM)
        # A click chooses a row, changes its value at one of the signs beside it, or deals.
        if chosen and row.choices:
            for sign, key in ((back, keys.LEFT), (forth, keys.RIGHT)):
                column = left + text_width(text[: text.rindex(sign)])
                canvas.put_area(line, column, Size(1, 1), (key,))
        steps = keys.steps_to(at, cursor, keys.UP, keys.DOWN)
        deals = chosen and row.key == DEAL
        canvas.put_area(line, left, Size(1, text_width(text)), steps, chosen=deals)
        canvas.put(line + 1, left + 2, phrases.get(at, ""), Style.DIM)
        line += 1 + (at in phrases or at in apart)


_WIDTH_OF_ADVICE = 61


@dataclass(frozen=True, slots=True)
class FormScreen(FormRows):
    """The form of a new game: moving among its rows, changing them, and dealing.

    ``proposal`` is what it proposes, which is said until something else is chosen.
    """

    proposal: LadderStep | None = None

    def row_of(self, key: str) -> int:
        """Return the row that is about something."""
        return [row.key for row in self.rows].index(key)

    @property
    def deal_row(self) -> int:
        """The last row, which deals the cards."""
        return self.row_of(DEAL)

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

    @property
    def talks_first(self) -> bool:
        """Whether a team sits down, and talks, before it deals."""
        return False

    @property
    def heading(self) -> str:
        """What it is the form of."""
        if self.day is None:
            return _("New game")
        return _("Daily deal, {day}").format(day=day_text(self.day))

    @property
    def proposal_sentence(self) -> str:
        """Say what is proposed, unless something else is chosen by now."""
        rung = self.proposal
        if rung is None or rung not in guide_words(self.game_name).ramp:
            return ""
        values = {name: self.values.get(name) for name in rung.options}
        return _(rung.says) if (self.partner, values) == (rung.partner, rung.options) else ""

    def draw(self, canvas: Canvas) -> None:
        """Draw what is to be agreed on before the first deal."""
        top = draw_clearing(canvas, 22)
        canvas.put_centred(top + 2, self.heading, Style.TITLE)
        if (game := self.played_already) is not None:
            result = guide_words(self.game_name).result_phrase(game)
            canvas.put_centred(top + 3, already_played(result), Style.STRONG)
        for row, line in enumerate(wrapped(self.proposal_sentence, WIDTH), top + 3):
            canvas.put_centred(row, line, Style.STRONG)
        draw_rows(canvas, top, self.rows, self.row)
        advice = advice_before(self.game_name, self.partner)
        if self.partner is not None:
            advice = " ".join((advice, _("Press i for a hint.")))
        for row, line in enumerate(wrapped(advice, _WIDTH_OF_ADVICE)):
            canvas.put_centred(top + 17 + row, line)
        draw_notice(canvas, top + 19, self.notice, self.footer)

    def press(self, key: str, context: Context) -> Next:
        """Type names, move among the rows, change their values, or deal."""
        if self.is_text(key):
            return Next(self._typed(key))
        return Readable.press(self, key, context)

    def is_text(self, key: str) -> bool:
        """Return whether a key edits a name."""
        return self.chosen.is_name and (len(key) == 1 or key == keys.BACKSPACE)

    def receive(self, event: effects.Event, context: Context) -> Next:
        """Show the game that was started, why it was not, or what counts for the day."""
        match event:
            case effects.GameStarted(game, saved):
                return Next(start(game, saved, leads_to=self.leads_to))
            case _:
                return Readable.receive(self, event, context)

    def _go_to_row(self, key: str, _context: Context) -> Next:
        row = keys.moved(self.row, key, self.deal_row + 1)
        return Next(replace(self, row=row, typed=False))

    def _confirm(self, key: str, context: Context) -> Next:
        if self.row == self.deal_row:
            return self._deal(key, context)
        return Next(replace(self, row=self.row + 1, typed=False))

    def _deal(self, _key: str, context: Context) -> Next:
        left, right = (name.strip() for name in self.names)
        if not (is_name(left) and is_name(right)):
            return Next(replace(self, notice=_("Both players need a name.")))
        if left == right:
            return Next(replace(self, notice=_("The players need two different names.")))
        header = header_of(replace(self, own_names=(left, right)), context.options)
        return Next(self, (effects.StartGame(open_game(header), self.talks_first),))

    def _change(self, key: str, context: Context) -> Next:
        return self.with_value(self.chosen.choice_of(key), context.options)

    def with_value(self, value: Any, options: Options) -> Next:
        """Change the value in the chosen row, and what depends on it."""
        row = self.chosen
        if value == row.value:
            return Next(self)
        match row.key:
            case "game":
                return self._with_game(value, options)
            case "partner":
                return Next(self._playing_with(value))
            case "practice" | "memory":
                return Next(replace(self, **{row.key: value}))
            case "theme":
                remembering_it = call("performer:remember", theme=value.value)
                return Next(replace(self, theme=value), (effects.UseTheme(value), remembering_it))
            case "lang":
                config = remembering(self.config, {"lang": value})
                return Next(replace(self, config=config), (call("performer:speak", value),))
            case name if name in self.own:
                values = {one: own for one, own in self.values.items() if one != name}
                if value:
                    values[name] = self.own[name]
                return Next(replace(self, values=values))
            case name:
                return Next(replace(self, values={**self.values, name: value}))

    def _with_game(self, game: str, options: Options) -> Next:
        """Change the game, and read what counts for the day of that one if a day is played."""
        values, own = _values_of(game, replace(options, daily=self.day), self.config)
        form = replace(self, game_name=game, values=values, own=own, played=())
        if not has_parts(game, PARTNERS):
            form = form._playing_with(None)
        return Next(form, () if self.day is None else (call("ledger:read_day", form),))

    def _playing_with(self, partner: str | None) -> FormScreen:
        """Change the partner; two people have other names than one."""
        form = self
        if (partner is None) is not (self.partner is None):
            form = replace(self, own_names=self.other_names, other_names=self.own_names)
        return replace(form, partner=partner)

    def _typed(self, key: str) -> FormScreen:
        """Edit a name; the first character replaces all of it."""
        at = NAMES.index(self.chosen.key)
        name = self.names[at]
        if key == keys.BACKSPACE:
            name = name[:-1]
        elif can_be_typed(longer := f"{name if self.typed else ''}{key}"):
            name = longer
        left, right = self.own_names
        names = (name, right) if at == 0 else (left, name)
        return replace(self, own_names=names, typed=True, notice="")

    def _to_title(self, _key: str, _context: Context) -> Next:
        row = effects.TitleRow.NEW if self.day is None else effects.TitleRow.DAY
        return Next(self, (call("performer:open_title", row),))

    def _has_a_value(self) -> bool:
        return bool(self.chosen.choices)

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
            applies=_has_a_value,
            # Translators: two arrow keys, in the last row where it has little room
            brief=lambda: pgettext("brief", "left, right change"),
        ),
        Binding("123456789", _change, applies=_has_a_value),
        Binding((keys.ENTER,), _confirm, (N_("Enter"), N_("continue"))),
        Binding((), _change, (N_("type"), N_("names"))),
        Binding((keys.ESCAPE,), _to_title, (N_("Esc"), N_("back"))),
        replace(HELP, footer=None),
        replace(CARDS, footer=None),
    )


def already_played(result: str) -> str:
    """Say how the game ended that counts for the day."""
    return _("Already played: {result}. That game counts for the day.").format(result=result)


def new_form(
    options: Options,
    config: Config = NOTHING,
    *,
    at_the_deal: bool = False,
    leads_to: Exit = Exit.PROGRAM,
    proposal: LadderStep | None = None,
) -> Next:
    """Return the form of a new game as the command line, or else what is remembered, has it."""
    game = options.game
    partner = config.partner if options.solo is None else options.solo
    if not has_parts(game, PARTNERS):
        partner = None
    memory = options.memory or config["memory"]
    values, own = _values_of(game, options, config)
    form = FormScreen(
        proposal=proposal,
        game_name=game,
        values=values,
        own_names=_own_names(options, config, partner),
        partner=partner,
        partners=tuple(dict.fromkeys((None, *KINDS, options.solo, config.partner))),
        day=options.daily,
        seed=options.seed,
        memory=memory,
        practice=config["practice"],
        own=own,
        other_names=_own_names(options, config, KINDS[0] if partner is None else None),
        has_house_rule=memory,
        theme=options.look.theme,
        config=config,
        leads_to=leads_to,
        parts=options.parts,
    )
    if at_the_deal:
        form = replace(form, row=form.deal_row)
    if options.daily is None:
        return Next(form)
    return Next(form, (call("ledger:read_day", form),))


def _own_names(options: Options, config: Config, partner: str | None) -> OwnNames:
    """Return the names that were given, or else are remembered, None for usual ones."""
    if options.names is None:
        return own_names_in(config, partner)
    left, right = chosen_names(options.names, partner)
    return left or None, right or None


def opened_form(
    options: Options,
    config: Config,
    day: date | None,
    *,
    is_again: bool,
    proposal: LadderStep | None,
) -> Next:
    """Return the form asked for on another screen; whoever has played before may deal at once.

    It begins with what is remembered in ``config``. That it ``is_again`` a form, after a game or
    lessons, counts more than what the command line said of the first one.
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


def _values_of(
    game: str, options: Options, config: Config
) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Return the values of a game's options, and those of them that are from files."""
    given = options.setup if game == options.game else {}
    values = {
        **card_game(game).usual_options,
        **own_options(game, config.setups.get(game, {})),
        **given,
    }
    from_files = {option.name for option in card_game(game).file_options}
    own = {name: value for name, value in values.items() if name in from_files}
    if options.daily is not None:
        # The deals of a day are the same for everybody.
        return {name: value for name, value in values.items() if name not in own}, {}
    return values, own


def header_of(form: FormScreen, options: Options) -> Header:
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
    )
    return new_header(agreed)
