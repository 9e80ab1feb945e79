"""The scores in words: a page at a time, a line for each game, and one game that is opened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from foxduet.core.errors import N_, NC_
from foxduet.core.frozen import replace
from foxduet.core.register import card_game
from foxduet.store.entries import Selection
from foxduet.ui.kit.keys import ENTER, ESCAPE
from foxduet.ui.kit.screen import Context, Next
from foxduet.ui.plain.told import told_figures, told_par
from foxduet.ui.plain.voice import (
    CARDS,
    RULES,
    Command,
    Form,
    Refused,
    Reply,
    Voice,
    leaving,
    list_voice,
    number_form,
    number_in,
    numbered,
    press_key,
    pressed,
)
from foxduet.ui.scores.finished import FinishedScreen
from foxduet.ui.scores.screen import PAGES, ScoresScreen
from foxduet.words.common import game_title, guide_words, table_words
from foxduet.words.glyphs import SPOKEN
from foxduet.words.i18n import _, pgettext
from foxduet.words.people import names_at_table
from foxduet.words.scores import Page, day_and_players
from foxduet.words.spoken_scores import game_label, page_games, page_sentences
from foxduet.words.text import capitalised

if TYPE_CHECKING:
    from foxduet.store.entries import Entry

_GAMES_AT_ONCE = 10


def _tell(screen: ScoresScreen, before: ScoresScreen | None, context: Context) -> Sequence[str]:
    """Tell the page, and which games it is about where these are not all."""
    if before is not None and replace(before, notice="") == replace(screen, notice=""):
        return ()
    said: list[str] = []
    if before is None or before.game_name != screen.game_name:
        title = game_title(screen.game_name)
        said.append(_("Scores: {game}").format(game=title) + ".")
    if not screen.games and not screen.has_days_of_puzzles:
        how = _("say {word}").format(word=_GAME.word())
        return (
            *said,
            _("No game has been finished here yet."),
            screen.elsewhere(how, context.options.parts),
        )
    goes_on = before is not None and screen.top > 0
    if not goes_on:
        said.append(", ".join((_(PAGES[screen.page]), *_selected(screen))) + ".")
        said += _page(screen)
    shown = _games(screen)[screen.top : screen.top + _GAMES_AT_ONCE]
    return (*said, *numbered([game_label(one) for one in shown], screen.top + 1))


def _selected(screen: ScoresScreen) -> tuple[str, ...]:
    """Say which games are shown, unless these are all."""
    return () if screen.selection == Selection() else screen.selected


def _page(screen: ScoresScreen) -> Sequence[str]:
    """Say what a page has beside its games."""
    if not page_games(Page.RECENT, screen.games, screen.selection) and screen.page is not Page.DAYS:
        return [line.text for line in screen.lines(SPOKEN)]
    return page_sentences(screen.page, screen.games, screen.selection, screen.today, screen.puzzles)


def _games(screen: ScoresScreen) -> Sequence[Entry]:
    return page_games(screen.page, screen.games, screen.selection)


def _ask(screen: ScoresScreen, _context: Context) -> str:
    games = _games(screen)
    if not games:
        others = (name for page, (name, _for) in _COMMANDS.items() if page is not screen.page)
        pages = ", ".join(pgettext("command", name) for name in others)
        return _("Which page: {pages}?").format(pages=pages)
    if screen.top + _GAMES_AT_ONCE < len(games):
        sentence = _("Which number? {word} tells the next games.")
        return sentence.format(word=capitalised(_MORE.word()))
    return _("Which number?")


def _answer(screen: ScoresScreen, said: str, context: Context) -> Reply | None:
    """Open the game with a number."""
    number = number_in(said, len(_games(screen)))
    if isinstance(number, int):
        return pressed(replace(screen, cursor=number), ENTER, context)
    return number


def _forms(screen: ScoresScreen) -> Sequence[Form]:
    return (number_form(),) if _games(screen) else ()


_COMMANDS: dict[Page, tuple[str, str]] = {
    Page.OVERVIEW: (NC_("command", "overview"), N_("hear what all games add up to")),
    Page.BEST: (NC_("command", "best"), N_("hear the best games")),
    Page.RECENT: (NC_("command", "recent"), N_("hear the last games")),
    Page.DAYS: (NC_("command", "days"), N_("hear the days")),
}
"""The word that turns to a page, and what that is for."""


def _turning(page: Page) -> Command:
    def turn(screen: ScoresScreen, _rest: str, _context: Context) -> Reply:
        return Next(replace(screen, page=page, top=0, cursor=None))

    return Command(*_COMMANDS[page], turn)


def _more(screen: ScoresScreen, _rest: str, _context: Context) -> Reply:
    top = screen.top + _GAMES_AT_ONCE
    if top >= len(_games(screen)):
        return Refused(_("There are no more games."))
    return Next(replace(screen, top=top))


def _by_option(screen: ScoresScreen, rest: str, context: Context) -> Reply:
    """Show the games with a value of the game's first option only."""
    values = card_game(screen.game_name).options[0].values
    if rest not in map(str, values):
        choices = ", ".join(map(str, values))
        return Refused(_("Say which: {choices}.").format(choices=choices))
    return pressed(screen, str(values.index(int(rest)) + 1), context)


def _all(screen: ScoresScreen, _rest: str, _context: Context) -> Reply:
    return Next(replace(screen, selection=Selection(), top=0, cursor=None))


_MORE = Command(NC_("command", "more"), N_("hear the next games of a list"), _more)
_ALL = Command(NC_("command", "all"), N_("all games again"), _all)
_PARTNER = press_key(
    NC_("command", "partner"), N_("the games with one kind of partner, then with the next"), "p"
)
_NAMES = press_key(
    NC_("command", "names"), N_("the games of one pair of players, then of the next"), "n"
)
_GAME = press_key(NC_("command", "game"), N_("the scores of the next game"), "g")


def _commands(screen: ScoresScreen) -> Sequence[Command]:
    option = table_words(screen.game_name).option_labels[
        card_game(screen.game_name).options[0].name
    ]
    # It is translated already, and stays as it is.
    by_option = Command(_(option), N_("before a number, only the games with that"), _by_option)
    pages = (_turning(page) for page in Page)
    return (*pages, _MORE, by_option, _PARTNER, _NAMES, _ALL, _GAME, CARDS, RULES, leaving(ESCAPE))


SCORES = Voice(
    _tell,
    _ask,
    _commands,
    _answer,
    labels=lambda screen, _context: [game_label(one) for one in _games(screen)],
    choices=lambda screen, context: _tell(screen, None, context),
    forms=_forms,
)
"""The voice of the scores."""


def _result(screen: FinishedScreen) -> Sequence[str]:
    """Tell how a game ended, item by item."""
    game, par, header = screen.game, screen.entry.par, screen.game.header
    words, names = table_words(header.game), names_at_table(header)
    figures = told_figures(guide_words(header.game).score_rows(game.state), names)
    return (
        words.setup_label(header.setup) + ".",
        words.outcome_sentence(game.state, names),
        *figures,
        *(() if par is None else (told_par(par),)),
    )


FINISHED = list_voice(
    lambda screen: day_and_players(screen.entry) + ".",
    lambda screen: [capitalised(_(label)) for label, _do in screen.choices],
    ESCAPE,
    before=_result,
    commands=lambda _screen: (CARDS, RULES),
)
"""The voice of a finished game."""
