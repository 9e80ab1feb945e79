"""The title and the screens it opens: unfinished games, two terminals, and texts."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from foxduet.ai.partner import UnknownPartnerError
from foxduet.core import registry
from foxduet.core.errors import N_, NC_, fold_names
from foxduet.core.lazy_dataclass import dataclass, field, replace
from foxduet.play.game import Game, has_daily_deals, local_time
from foxduet.store.saved_games import RecordFile, SavedGame
from foxduet.store.settings import MAX_PAIRS
from foxduet.ui.kit import effects, keys, pages
from foxduet.ui.kit.canvas import (
    WIDTH,
    Canvas,
    Size,
    Style,
    draw_buttons,
    draw_clearing,
    draw_notice,
    draw_undergrowth,
)
from foxduet.ui.kit.effects import Players, Seating, TextKind, TitleRow, TodaySummary
from foxduet.ui.kit.screen import (
    Binding,
    Context,
    Effects,
    Environment,
    Push,
    Screen,
    SpokenChoice,
    Transition,
    call,
)
from foxduet.ui.table.keys import help_bindings
from foxduet.ui.table.screen import resume_table
from foxduet.ui.table.state import Exit
from foxduet.words.game_words import (
    due_phrase,
    game_label,
    game_title,
    guide_words,
    players_and_setup,
    spoken_words,
    table_words,
)
from foxduet.words.i18n import _, day_text, explain, ngettext, ordinal, pgettext
from foxduet.words.text import (
    Alert,
    Glyphs,
    OwnNames,
    TextLine,
    capitalize_first,
    clip,
    key_lines,
    names_at_table,
    section_lines,
    text_width,
    title_lines,
    with_default_names,
    wrap,
)

_PLAYERS_ROW, _FIRST_ENTRY_ROW, _DESCRIPTION_ROW = 12, 14, 21
_GROUP_COLUMN, _ENTRY_COLUMN = 24, 36
_ROWS = {
    TitleRow.CONTINUE: (N_("Continue"), N_("Play")),
    TitleRow.NEW: (N_("New game"), N_("Play")),
    TitleRow.DAY: (N_("Daily deal"), N_("Play")),
    TitleRow.LEARN: (N_("Lessons"), N_("Learn")),
    TitleRow.PUZZLES: (N_("Puzzles"), N_("Learn")),
    TitleRow.PROGRESS: (N_("Progress"), N_("Look back")),
    TitleRow.SCORES: (N_("Scores"), N_("Look back")),
}
"""Names of the title's rows, and their groups."""
_ROW_DESCRIPTIONS = {
    TitleRow.NEW: N_("Choose the game, and deal the cards"),
    TitleRow.PROGRESS: N_("How you are getting on, and what to try next"),
    TitleRow.SCORES: N_("Your games and your best, day by day"),
}
# A portrait in ASCII; the title shows two of them.
_PORTRAIT = (
    r"  /\       /\  ",
    r" /  \_____/  \ ",
    r"|    .   .    |",
    r" \_         _/ ",
    r"   \_  ^  _/   ",
    r"     \___/     ",
)


@dataclass(frozen=True, slots=True)
class TitleScreen(pages.ListScreen):
    """The first screen.

    unfinished_games: at most two games to resume.
    players: who plays.
    pairs: the pairs that played last, the newest first.
    today: today's status of the players; None until it is read, after the first frame.
    newcomer: no game was ever finished, so the lessons are selected first.
    is_opening: the cursor goes to the next step of today, unless a key has moved it.
    files: the records that existed when the title was opened.
    """

    game_name: str
    unfinished_games: effects.SavedGames = ()
    cursor: int = field(default=0, kw_only=True)
    players: Players = Seating.ONE
    pairs: tuple[OwnNames, ...] = ()
    today: TodaySummary | None = None
    newcomer: bool = False
    is_opening: bool = False
    files: tuple[RecordFile, ...] = field(default=(), compare=False)

    @property
    def choices(self) -> tuple[TitleRow, ...]:
        """The available rows; a game to resume comes first."""
        missing = set() if self.unfinished_games else {TitleRow.CONTINUE}
        if not has_daily_deals(self.game_name):
            missing.add(TitleRow.DAY)
        if not registry.has_parts(self.game_name, *registry.LESSON_PARTS):
            missing.add(TitleRow.LEARN)
        if not registry.has_parts(self.game_name, registry.PUZZLES, *registry.REVIEW_PARTS):
            missing.add(TitleRow.PUZZLES)
        return tuple(row for row in TitleRow if row not in missing)

    @property
    def seatings(self) -> tuple[Players, ...]:
        """The possible values of ``players``, in the order of the left and right keys."""
        terminals = (Seating.TERMINALS,) * effects.HAS_SOCKETS
        return (Seating.ONE, *self.pairs, Seating.OTHERS, *terminals)

    @property
    def players_label(self) -> str:
        """Who plays, in words."""
        match self.players:
            case Seating.ONE:
                return _("one of us")
            case Seating.OTHERS:
                return _("two others …") if self.pairs else _("two of us …")
            case Seating.TERMINALS:
                return _("two terminals")
            case pair:
                left, right = with_default_names(pair, None)
                return _("{left} and {right}").format(left=left, right=right)

    @property
    def content(self) -> pages.ListContent:
        today, _style = self._about_today
        players = self.players_label.rstrip(" ….")
        who = _("Who plays: {players}.").format(players=players)
        change = _("To change that, say {players}.").format(players=pgettext("command", "players"))
        intro = [f"{who} {change}", *([today] if today else ())]
        if self.newcomer:
            how = _(
                "Say a number, or the first letters of a choice; say {help} at any time to hear "
                "what else you can say."
            )
            intro.append(how.format(help=pgettext("command", "help")))
        items = [pages.ListItem(self._label(row), key=_ROWS[row][0]) for row in self.choices]
        return pages.ListContent(game_title(self.game_name) + ".", items, intro, [who])

    def spoken_choices(self, context: Context) -> list[SpokenChoice]:
        """Return who may play, and the games."""
        from foxduet.words.spoken import synonyms_of

        choices: list[SpokenChoice] = []
        for players in self.seatings:
            title = replace(self, players=players)
            change = partial(self.with_players, players)
            if players == self.players:
                change = partial(Transition, replace(self, notice=self.content.settings[0]))
            key = players.name if isinstance(players, Seating) else ""
            choices.append(SpokenChoice(title.players_label, synonyms_of(key), change))
        for game in registry.games_with(*registry.TABLE_PARTS, registry.SPOKEN):
            title = replace(self, game_name=game, cursor=0, today=None)
            synonyms = _(spoken_words(game).synonyms["title"])
            choices.append(SpokenChoice(game_title(game), synonyms, partial(Transition, title)))
        return choices

    def _label(self, row: TitleRow) -> str:
        match row:
            case TitleRow.CONTINUE if len(self.unfinished_games) > 1:
                return _("Continue a saved game")
            case TitleRow.CONTINUE:
                return resume_label(self.unfinished_games[0][0])
            case _:
                return capitalize_first(_(_ROWS[row][0]))

    def draw(self, canvas: Canvas) -> None:
        size, choices = canvas.size, self.choices
        top, left = (size.rows - 24) // 2, (size.columns - 80) // 2
        draw_undergrowth(canvas, top + 1, (size.columns - WIDTH) // 2, WIDTH, height=2)
        for index, line in enumerate(_PORTRAIT, top + 2):
            canvas.put_centred(index, f"{line}      {line}", Style.PIECE)
        canvas.put_centred(top + 9, "f o x d u e t", Style.TITLE)
        canvas.put_centred(top + 10, game_title(self.game_name))
        canvas.put_centred(top + 11, *self._about_today)
        labels = [capitalize_first(_(_ROWS[row][0])) for row in choices]
        groups = {_(group) for _label, group in _ROWS.values()}
        column = max(_ENTRY_COLUMN, _GROUP_COLUMN + 2 + max(map(text_width, groups)))
        pages.draw_choices(canvas, top + _FIRST_ENTRY_ROW, left + column, labels, self.cursor)
        for index, row in enumerate(choices):
            group = _ROWS[row][1]
            if not index or group != _ROWS[choices[index - 1]][1]:
                canvas.put(
                    top + _FIRST_ENTRY_ROW + index, left + _GROUP_COLUMN, _(group), Style.DIM
                )
        self._draw_players(canvas, top + _PLAYERS_ROW)
        unofficial = _("An unofficial fan project; none of the publisher's text or art is used.")
        canvas.put_centred(top + 23, unofficial, Style.DIM)
        if self.notice:
            draw_notice(canvas, top + _DESCRIPTION_ROW, self.notice, self.footer)
        else:
            canvas.put_centred(top + _DESCRIPTION_ROW, self._about(choices[self.cursor]))
            canvas.put_centred(top + _DESCRIPTION_ROW + 1, self.footer, Style.DIM)

    def _draw_players(self, canvas: Canvas, row: int) -> None:
        back, forth = canvas.glyphs.toward
        shown = f"{back}  {self.players_label}  {forth}"
        canvas.put_centred(row, shown)
        width = text_width(shown)
        left, half = (canvas.size.columns - width) // 2, width // 2
        canvas.add_click_area(row, left, Size(1, half), (keys.LEFT,))
        canvas.add_click_area(row, left + half, Size(1, width - half), (keys.RIGHT,))

    @property
    def _about_today(self) -> tuple[str, Style]:
        if self.newcomer:
            return _("New here? The first lesson takes three minutes."), Style.STRONG
        if self.today is not None and isinstance(self.players, tuple):
            return evening_phrase(self.players, self.today)
        step = None if self.today is None else self.today.step
        return "" if step is None else step.sentence, Style.STRONG

    def with_today(self, today: TodaySummary, notice: str) -> TitleScreen:
        """Return the title with today's status, at first with the cursor on the next step."""
        title, step = replace(self, today=today, notice=notice, is_opening=False), today.step
        if not self.is_opening or self.cursor or step is None or step.row not in self.choices:
            return title
        return replace(title, cursor=self.choices.index(step.row))

    def _about(self, row: TitleRow) -> str:
        match row:
            case TitleRow.CONTINUE:
                game, _saved = self.unfinished_games[0]
                players, setup = players_and_setup(game)
                names = names_at_table(game.header)
                far = table_words(game.header.game).round_sum(game.state, names)
                if len(self.unfinished_games) > 1:
                    sentence = _("{players}, {setup}, round {round}, and other games")
                else:
                    sentence = _("{players}, {setup}, round {round}: {far}")
                fields = {"players": players, "setup": setup, "round": max(1, game.round)}
                about = sentence.format(far=far, **fields)
                return about if text_width(about) <= 78 else resume_label(game)
            case TitleRow.NEW | TitleRow.DAY if self.players is Seating.OTHERS:
                return _("First you both give your names")
            case TitleRow.NEW | TitleRow.DAY if self.players is Seating.TERMINALS:
                return _("Each of you at your own screen, so nobody has to look away")
            case _ if row in _ROW_DESCRIPTIONS:
                return _(_ROW_DESCRIPTIONS[row])
            case _ if self.today is None:
                return ""
            case TitleRow.DAY:
                if self.today.result:
                    return _("Played today: {result}").format(result=self.today.result)
                if self.today.week:
                    return self.today.week
                return _("The same cards for everybody who plays them today")
            case TitleRow.LEARN if not self.today.lessons_done:
                return _("At the table, step by step")
            case TitleRow.LEARN:
                from foxduet.words.lessons import lesson_plan

                count = len(lesson_plan(self.game_name).parts)
                sentence = _("{done} of {count} lessons done")
                return sentence.format(done=self.today.lessons_done, count=count)
            case _:
                rating, due = self.today.rating, self.today.puzzles_due
                phrases = [] if rating is None else [_("Rating {rating}").format(rating=rating)]
                phrases += [due_phrase(due)] if due else []
                return "; ".join(phrases) or _(
                    "Positions with one best choice, chosen to match your rating"
                )

    def help_lines(self, width: int) -> list[TextLine]:
        about = [(row, self._about(row)) for row in self.choices]
        rows = [(capitalize_first(_(_ROWS[row][0])), line) for row, line in about if line]
        players = _("who plays: one of you, two of you at this keyboard, or at two terminals")
        rows.append((capitalize_first(_("left, right")), players))
        keys_now = pages.ScreenWithHelp.help_lines(self, width)
        return [*key_lines(game_title(self.game_name), rows, width), TextLine(""), *keys_now]

    def for_next_game(self) -> TitleScreen | None:
        """Return the title for the next game, or None if there is only one."""
        games = registry.games_with(*registry.TABLE_PARTS)
        if len(games) == 1:
            return None
        return replace(self, game_name=keys.neighbour(games, self.game_name))

    def activate(self, choice: TitleRow) -> Transition:
        game = self.game_name
        match choice:
            case TitleRow.CONTINUE if len(self.unfinished_games) > 1:
                return Transition(self, (call("effect_handlers:open_unfinished"),))
            case TitleRow.CONTINUE:
                return resume_or_explain(self, *self.unfinished_games[0])
            case TitleRow.NEW | TitleRow.DAY:
                return self._open_game(daily=choice is TitleRow.DAY)
            case TitleRow.LEARN:
                two = self.players is not Seating.ONE
                pair = (None, None) if isinstance(self.players, Seating) else self.players
                opening = call("effect_handlers:open_lessons", game, two_people=two, pair=pair)
                return Transition(self, (opening,))
            case TitleRow.PUZZLES:
                # Solving puzzles changes today's status, so it is read again.
                step = None if self.today is None else self.today.step
                source = None if step is None else step.puzzles
                opening = call("score_handlers:open_puzzles", game, at=source)
                return Transition(replace(self, today=None), (opening,))
            case TitleRow.SCORES:
                return Transition(self, (call("score_handlers:open_scores", game),))
            case TitleRow.PROGRESS:
                return Transition(self, (call("score_handlers:open_progress", game),))

    def _open_game(self, *, daily: bool) -> Transition:
        match self.players:
            case Seating.OTHERS:
                return Transition(self, (call("players:ask_for_others"),))
            case Seating.TERMINALS:
                screen = two_terminals_screen(self.unfinished_games, daily=daily)
                return Transition(self, (Push(screen),))
            case players:
                game = self.game_name
                opening = call("effect_handlers:open_form", game, players=players, daily=daily)
                return Transition(self, (opening,))

    def _change_players(self, key: str, _context: Context) -> Transition:
        return self.with_players(keys.neighbour(self.seatings, self.players, key))

    def with_players(self, players: Players) -> Transition:
        """Change who plays, and remember that."""
        screen = replace(self, players=players, today=None)
        if players in self.pairs[1:]:
            # The pair is stored as the newest one only once it plays.
            return Transition(screen)
        return screen.save_players()

    def with_pair(self, pair: OwnNames) -> TitleScreen:
        """Return the title for a pair."""
        others = (other for other in self.pairs if _folded(other) != _folded(pair))
        pairs = (pair, *others)[:MAX_PAIRS]
        return replace(self, players=pair, pairs=pairs, today=None)

    def save_players(self) -> Transition:
        """Remember who plays, if that is one person or a pair."""
        match self.players:
            case Seating.OTHERS | Seating.TERMINALS:
                return Transition(self)
            case players:
                saving = call("effect_handlers:remember_players", players)
                return Transition(self, (saving,))

    def handle_event(self, event: effects.Event, context: Context) -> Transition:
        match event:
            case effects.ScreenClosed(effects.PlayersChosen(pair)):
                # After "two others", the selected row opens; at the start none was selected.
                is_opening = self.players is Seating.OTHERS
                if pair is None:
                    return replace(self, players=Seating.ONE, today=None).save_players()
                title = self.with_pair(pair)
                saving = title.save_players()
                if not is_opening:
                    return saving
                opened = title.activate(self.choices[self.cursor])
                return replace(opened, effects=(*saving.effects, *opened.effects))
            case _:
                return Screen.handle_event(self, event, context)

    def _change_game(self, _key: str, _context: Context) -> Transition:
        row, title = self.choices[self.cursor], self.for_next_game()
        assert title is not None, "there is another game"
        rows = title.choices
        cursor = rows.index(row) if row in rows else 0
        return Transition(replace(title, cursor=cursor, today=None))

    @property
    def timeout(self) -> float | None:
        """Today's status is read after the first frame."""
        return 0 if self.today is None else None

    def on_timeout(self, context: Context) -> Transition:
        title = replace(self, today=TodaySummary())
        return Transition(title, (call("score_handlers:show_today", title),))

    BINDINGS: ClassVar = (
        Binding(keys.LIST_KEYS, pages.ChoiceScreen.move_cursor, (N_("arrows"), N_("choose"))),
        Binding(
            (*keys.BACKWARD, *keys.FORWARD),
            _change_players,
            spoken_command=(NC_("command", "players"), N_("change who plays")),
        ),
        pages.ACTIVATE_BINDING,
        Binding(
            ("g",),
            _change_game,
            (N_("g"), N_("the other game")),
            applies=lambda screen: screen.for_next_game() is not None,
            spoken_command=(NC_("command", "game"), N_("go to the other game")),
        ),
        pages.HELP_BINDING,
        replace(pages.CARDS_BINDING, footer=None),
        Binding(("q",), pages.ScreenWithHelp.go_back, (N_("q"), N_("quit"))),
    )


def title_screen(
    game: str,
    unfinished: effects.SavedGames,
    row: TitleRow | None = None,
    players: Players = Seating.ONE,
    pairs: tuple[OwnNames, ...] = (),
    *,
    newcomer: bool = False,
    damaged: int = 0,
    trouble: str = "",
    files: tuple[RecordFile, ...] = (),
) -> TitleScreen:
    """Return the title; the cursor is on ``row``, or on a game to resume, or on the first row.

    damaged: the number of damaged records among the newest.
    trouble: which records cannot be read; "" if all can.
    """
    notice = ngettext(
        "A saved game is damaged. Run foxduet --resume to see how to recover it.",
        "{count} saved games are damaged. Run foxduet --resume to see how to recover them.",
        damaged,
    ).format(count=damaged)
    notice = notice if damaged else trouble
    notice = Alert(notice) if notice else ""
    title = TitleScreen(
        game,
        unfinished,
        players,
        pairs,
        newcomer=newcomer,
        is_opening=row is None,
        files=files,
        notice=notice,
    )
    preferred = (row, TitleRow.CONTINUE, TitleRow.LEARN if newcomer else None)
    rows = title.choices
    return replace(title, cursor=next((rows.index(row) for row in preferred if row in rows), 0))


def resume_or_explain(screen: Screen, game: Game, saved: SavedGame) -> Transition:
    """Return the table of a resumed game, or ``screen`` with the error in its notice."""
    try:
        return resume_table(game, saved, leads_to=Exit.TITLE)
    except UnknownPartnerError as error:
        notice = _("Could not resume: {reason}.").format(reason=explain(error))
        return Transition(replace(screen, notice=clip(notice, WIDTH)))


def _folded(pair: OwnNames) -> frozenset[str]:
    return fold_names(name or "" for name in pair)


def evening_phrase(pair: OwnNames, today: TodaySummary) -> tuple[str, Style]:
    """Return a sentence about a pair's evening, and its style; "" if ``evening`` is 0."""
    left, right = with_default_names(pair, None)
    match today:
        case TodaySummary(evening=0):
            return "", Style.DIM
        case TodaySummary(evening=1):
            sentence = _("{left} and {right}: your first evening together.")
        case TodaySummary(lead=""):
            sentence = _("{left} and {right}: your {nth} evening together.")
        case _:
            sentence = _("Your {nth} evening together. {lead}")
    nth, style = ordinal(today.evening), Style.DIM if today.has_begun else Style.STRONG
    return sentence.format(left=left, right=right, nth=nth, lead=today.lead), style


def resume_label(game: Game) -> str:
    players, setup = players_and_setup(game)
    sentence = _("Resume: {players}, {setup}, round {round}")
    return sentence.format(players=players, setup=setup, round=game.round)


_PLAYERS_WIDTH = 26


@dataclass(frozen=True, slots=True)
class UnfinishedScreen(pages.ListScreen):
    """A list of all unfinished games, last saved first."""

    games: effects.SavedGames
    cursor: int = field(default=0, kw_only=True)

    @property
    def choices(self) -> effects.SavedGames:
        return self.games

    @property
    def content(self) -> pages.ListContent:
        items, sentence = [], _("{players}, {far}, started {moment}")
        for game, _saved in self.games:
            begun, players, far = game_columns(game)
            spoken = sentence.format(players=players, far=far, moment=begun)
            items.append(pages.ListItem(game_row(game), spoken=spoken))
        return pages.ListContent(_("Continue a saved game") + ".", items)

    def draw(self, canvas: Canvas) -> None:
        rows = [game_row(game) for game, _saved in self.games]
        title = _("Continue a saved game")
        pages.draw_long_list(canvas, title, rows, self.cursor, self.notice, self.footer)

    def activate(self, choice: tuple[Game, SavedGame]) -> Transition:
        return resume_or_explain(self, *choice)

    def _to_title(self, _key: str, _context: Context) -> Transition:
        return Transition(self, (call("effect_handlers:open_title", TitleRow.CONTINUE),))

    BINDINGS: ClassVar = (
        Binding(keys.CURSOR_KEYS, pages.ChoiceScreen.move_cursor, (N_("up, down"), N_("choose"))),
        pages.ACTIVATE_BINDING,
        Binding(keys.LEAVE_KEYS, _to_title, (N_("Esc"), N_("back"))),
    )


def game_row(game: Game) -> str:
    """Return a row with the start, the players and the progress of a game."""
    begun, players, far = game_columns(game)
    players = clip(players, _PLAYERS_WIDTH)
    return f"{begun:<16}  {players}{' ' * (_PLAYERS_WIDTH - text_width(players))}  {far}"


def game_columns(game: Game) -> tuple[str, str, str]:
    """Return the start of a game, its players, and its setup with the progress."""
    header, (players, setup) = game.header, players_and_setup(game)
    begun = "-"
    if header.started is not None:
        moment = local_time(header.started)
        begun = f"{day_text(moment)} {moment:%H:%M}"
    # Before the deal, round and trick are 0.
    round_, trick = (max(1, number) for number in header.rules.progress(game.state))
    far = _("{setup}, round {round}, trick {trick}")
    return begun, players, far.format(setup=setup, round=round_, trick=trick)


_TERMINALS_WIDTH = 64


@dataclass(frozen=True, slots=True)
class TwoTerminalsScreen(pages.ListScreen):
    """The choices of a player at two terminals; ``games`` may be continued.

    daily: a new game has the deals of the day.
    name: the guest's name, typed on the last row.
    """

    games: effects.SavedGames = ()
    daily: bool = False
    name: str = ""
    cursor: int = field(default=0, kw_only=True)

    @property
    def choices(self) -> tuple[effects.TerminalCommand, ...]:
        """Commands to host a new game, to continue one, and to join a hosted game."""
        hosted = (effects.TerminalCommand("host", saved.path) for _game, saved in self.games)
        new = effects.TerminalCommand("host", daily=self.daily)
        return (new, *hosted, effects.TerminalCommand("join", name=self.name.strip()))

    @property
    def is_joining(self) -> bool:
        """True on the row that joins a game, where the player can type a name."""
        return self.cursor == len(self.choices) - 1

    @property
    def content(self) -> pages.ListContent:
        unfinished = [clip(_label(game), _TERMINALS_WIDTH - 2) for game, _saved in self.games]
        new = _("Host the daily deal") if self.daily else _("Host a new game")
        labels = [new, *unfinished, _("Join a game on this machine")]
        about = _(
            "One of you hosts the game and the other joins, each at your own screen, so "
            "nobody has to look away. A player on another machine joins over ssh: the host's "
            "screen shows the command. Without ssh, two machines play with foxduet host --network."
        )
        items = [*map(pages.ListItem, labels)]
        return pages.ListContent(_("Play at two terminals") + ".", items, [about])

    def draw(self, canvas: Canvas) -> None:
        top = draw_clearing(canvas, 22)
        canvas.put_centred(top + 3, _("Play at two terminals"), Style.TITLE)
        for row, line in enumerate(wrap(self.content.intro[0], _TERMINALS_WIDTH), top + 6):
            canvas.put_centred(row, line)
        labels = [item.label for item in self.content.items]
        column = (canvas.size.columns - max(map(text_width, labels))) // 2
        pages.draw_choices(canvas, top + 11, column - 2, labels, self.cursor)
        if self.is_joining:
            row, label = top + 11 + len(labels), _("Your name at the table:")
            canvas.put(row, column, f"{label} {self.name}_", Style.CHOSEN)
            canvas.point(row, column + text_width(label) + 1 + text_width(self.name))
        draw_notice(canvas, top + 19, self.notice, self.footer)

    def handle_key(self, key: str, context: Context) -> Transition:
        if self.accepts_text(key):
            return Transition(replace(self, name=pages.edit_name(self.name, key)))
        return pages.ListScreen.handle_key(self, key, context)

    def accepts_text(self, key: str) -> bool:
        return self.is_joining and (len(key) == 1 or key == keys.BACKSPACE)

    @property
    def takes_pastes(self) -> bool:
        return self.is_joining

    def activate(self, choice: effects.TerminalCommand) -> Transition:
        return Transition(self, (effects.Quit(next_command=choice),))

    @property
    def back_keys(self) -> tuple[str, ...]:
        """The same key may have closed the form above."""
        return keys.LEAVE_KEYS

    BINDINGS: ClassVar = (
        Binding(
            (*keys.ARROWS, *keys.OPTION_KEYS),
            pages.ChoiceScreen.move_cursor,
            (N_("arrows"), N_("choose")),
        ),
        pages.ACTIVATE_BINDING,
        Binding(keys.LEAVE_KEYS, Screen.go_back, (N_("Esc"), N_("back"))),
    )


def two_terminals_screen(games: effects.SavedGames, *, daily: bool) -> TwoTerminalsScreen:
    """Return the screen with the unfinished games between two people."""
    return TwoTerminalsScreen(tuple(save for save in games if not any(save[0].header.ai)), daily)


def _label(game: Game) -> str:
    players, setup = players_and_setup(game)
    sentence = _("Host again: {players}, {setup}, round {round}")
    return sentence.format(players=players, setup=setup, round=max(1, game.round))


_ROWS_AROUND_TEXT = 3


@dataclass(frozen=True, slots=True)
class TextScreen(Screen):
    """A text over the screen ``about``, from row ``top`` of page ``at``.

    ``about`` may be replaced by its counterpart for another game.
    """

    text: TextKind
    about: pages.ScreenWithHelp
    at: int = 0
    top: int = 0

    @property
    def titles(self) -> tuple[str, ...]:
        """The titles of the pages; empty if there is only one."""
        if self.text is not TextKind.HELP:
            return ()
        help_pages = guide_words(self.about.game_name).help_pages
        return (_("Here"), *(_(title) for title, _sections in help_pages), _("Keys"))

    @property
    def nothing_at_stake(self) -> bool:
        return True

    def lines(self, glyphs: Glyphs) -> list[TextLine]:
        about, width = self.about, pages.TEXT_WIDTH - 2
        words = guide_words(about.game_name)
        match self.text:
            case TextKind.SUMMARY:
                return about.summary_lines(width)
            case TextKind.REFERENCE:
                return words.reference(width, glyphs)
            case TextKind.HELP if self.at == 0:
                return [*about.help_lines(width), *_sign_lines(about, width, glyphs)]
            case TextKind.HELP if self.at == len(words.help_pages) + 1:
                bindings = help_bindings(about.game_name)
                return pages.help_page(_("Keys at the table"), bindings, (), width)
            case TextKind.HELP:
                rules = words.rules()
                _title, sections = words.help_pages[self.at - 1]
                return section_lines(tuple(rules[section] for section in sections), width)[1:]

    def draw(self, canvas: Canvas) -> None:
        size, lines = canvas.size, self.lines(canvas.glyphs)
        rows = self._rows(size)
        place = pages.draw_text_rows(canvas, size.rows - rows - 1, lines, self.top, rows)
        has_games = self.about.for_next_game() is not None
        if self.titles:
            left = (size.columns - pages.TEXT_WIDTH) // 2
            draw_buttons(canvas, 1, [*self.titles], keys.OPTION_KEYS, self.at, left)
            footer = _("left, right: page   g game   Esc back")
            footer = footer if has_games else _("left, right: page   Esc back")
        else:
            footer = _("g game   Esc back") if has_games else _("Esc back")
        if place:
            footer = _("{first}-{last} of {count}   Space, arrows: page   Esc back")
            if has_games:
                footer = _("{first}-{last} of {count}   Space, arrows: page   g game   Esc back")
            footer = footer.format(**place)
        if has_games:
            canvas.put_centred(0, game_label(self.about.game_name, canvas.glyphs), Style.DIM)
        style = Style.STRONG if self.notice else Style.DIM
        canvas.put_centred(size.rows - 1, self.notice or footer, style)

    def _rows(self, size: Size) -> int:
        return size.rows - _ROWS_AROUND_TEXT - (1 if self.titles else 0)

    def _open(self, key: str, context: Context) -> Transition:
        text = TextKind.HELP if key in pages.HELP_BINDING.keys else TextKind.REFERENCE
        if text is self.text:
            return self.go_back(key, context)
        return Transition(replace(self, text=text, at=0, top=0))

    def _change_game(self, _key: str, _context: Context) -> Transition:
        about = self.about.for_next_game()
        assert about is not None, "there is another game"
        return Transition(replace(self, about=about, at=0, top=0))

    def _turn(self, key: str, _context: Context) -> Transition:
        at = keys.move_cursor(self.at, key, len(self.titles))
        return Transition(self if at == self.at else replace(self, at=at, top=0))

    def _scroll(self, key: str, context: Context) -> Transition:
        count = len(self.lines(context.options.look.glyphs))
        top = keys.scroll(self.top, key, self._rows(context.size), count)
        return Transition(replace(self, top=top))

    BINDINGS: ClassVar = (
        Binding(keys.LEAVE_KEYS, Screen.go_back),
        Binding(
            pages.SUMMARY_BINDING.keys,
            Screen.go_back,
            applies=lambda page: page.text is TextKind.SUMMARY,
        ),
        Binding((*pages.HELP_BINDING.keys, *pages.CARDS_BINDING.keys), _open),
        Binding(("g",), _change_game, applies=lambda page: page.about.for_next_game() is not None),
        Binding(
            (*keys.BACKWARD, *keys.FORWARD, *keys.OPTION_KEYS),
            _turn,
            applies=lambda page: bool(page.titles),
        ),
        Binding((*keys.ARROWS, *keys.SCROLL_KEYS), _scroll),
    )


def _sign_lines(about: pages.ScreenWithHelp, width: int, glyphs: Glyphs) -> list[TextLine]:
    if not about.has_table:
        return []
    cards, guide = table_words(about.game_name).cards, guide_words(about.game_name)
    rows = [""]
    for part in (*guide.signs(glyphs), *(guide.lead_signs(glyphs) if about.is_leading else ())):
        longer = f"{rows[-1]}   {part}".lstrip()
        rows[-1:] = [longer] if text_width(longer) <= width - 2 else [rows[-1], part]
    suits = map("{} {}".format, cards.suit_signs(glyphs), cards.suits())
    rows.append("   ".join(suits))
    return [*title_lines(_("On the table")), *(TextLine(f"  {row}") for row in rows)]


def open_text(_world: Environment, text: TextKind, about: pages.ScreenWithHelp) -> Effects:
    """Open a text over a screen."""
    return (Push(TextScreen(text, about)),)
