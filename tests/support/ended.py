"""Games that were resigned, their scores and their par."""

from __future__ import annotations

from foxduet.analysis.par import FindPar, ParFound
from foxduet.games.duet.rules.actions import Resign
from foxduet.games.duet.rules.state import Outcome
from foxduet.store.database import open_scores
from foxduet.store.entries import Par
from foxduet.store.scores import entries
from foxduet.ui.kit import keys
from foxduet.ui.kit.effects import Answered, EnterScore, OpenScores
from foxduet.ui.kit.keys import OPTION_KEYS
from foxduet.ui.kit.screen import Next, Screen
from foxduet.ui.scores.screen import ScoresScreen
from foxduet.ui.table.moves import do, endings_of
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import GameOver
from foxduet.words.i18n import _
from foxduet.words.text import capitalised
from tests.support.menu import open_title
from tests.support.tables import Desk, Left, begin, later, press_keys, received, settled


def resigned_table(desk: Desk, seed: int | None = 7) -> TableScreen:
    """Return the end of a game that was given up at once."""
    return resigned(begin(desk, 2, ("Left", "Right"), seed), desk)


def resigned(table: TableScreen, desk: Desk) -> TableScreen:
    """Return what becomes of a table once its game was given up, and its score entered."""
    over = settled(do(table, Resign(), desk.context), desk)
    assert isinstance(over, TableScreen)
    assert not ending_of(over).entered
    after = later(over, desk)
    assert isinstance(after, TableScreen)
    assert ending_of(after).entered
    return after


def ending_of(table: TableScreen) -> GameOver:
    """Return what a table shows at the end of its game."""
    assert isinstance(table.shows, GameOver)
    return table.shows


def ended_with(table: TableScreen, desk: Desk, label: str) -> Screen | Left:
    """Return what comes of one of the buttons after a game, by the beginning of its label."""
    labels = [capitalised(_(one)) for one, _end in endings_of(table)]
    (at,) = (at for at, one in enumerate(labels) if one.startswith(label))
    return press_keys(table, desk, OPTION_KEYS[at], keys.ENTER)


def entered(table: TableScreen, desk: Desk) -> TableScreen:
    """Return the end of a game once its score is entered, be it for the second time."""
    command = EnterScore(table.session.game, table.saved)
    after = settled(Next(table, (command,)), desk)
    assert isinstance(after, TableScreen)
    return after


def with_par(table: TableScreen, par: Par | None, desk: Desk) -> TableScreen:
    """Return the end of a game once the par of its deals is found, None if it cannot be."""
    answered = Answered(FindPar(table.session.game.header), ParFound(par))
    after = received(table, answered, desk)
    assert isinstance(after, TableScreen)
    return after


def open_scores_screen(desk: Desk) -> ScoresScreen:
    """Return the scores as the title screen opens them."""
    screen = settled(Next(open_title(desk), (OpenScores("duet"),)), desk)
    assert isinstance(screen, ScoresScreen)
    return screen


def games(desk: Desk) -> list[tuple[int | None, Outcome]]:
    """Return seed and outcome of all that is in the database."""
    assert desk.scores is not None
    with open_scores(desk.scores) as scores:
        return [(game.seed, game.summary.outcome) for game in entries(scores, "duet")]
