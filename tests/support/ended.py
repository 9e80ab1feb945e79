"""Games that were given up, and what of them is in the scores."""

from __future__ import annotations

from foxduet.analysis.par import PAR_PARTNER
from foxduet.rules.duet.actions import Resign
from foxduet.rules.duet.state import Outcome
from foxduet.store.scores import entries, open_scores
from foxduet.ui.screens import Options, TableScreen
from foxduet.ui.table.attending import is_to_be_entered
from foxduet.ui.table.entering import entered
from foxduet.ui.table.keeping import begin
from foxduet.ui.table.keys import act_at_table


def resigned_table(options: Options, seed: int | None = 7) -> TableScreen:
    """Return the end of a game that was given up at once."""
    return resigned(begin(options, 2, ("Left", "Right"), seed), options)


def resigned(table: TableScreen, options: Options) -> TableScreen:
    """Return what becomes of a table once its game was given up."""
    over = act_at_table(table, Resign(), options)
    assert isinstance(over, TableScreen)
    assert is_to_be_entered(over)
    after = entered(over, options)
    assert not is_to_be_entered(after)
    return after


def games(options: Options) -> list[tuple[int | None, Outcome]]:
    """Return seed and outcome of all that is in the database."""
    assert options.scores is not None
    with open_scores(options.scores) as scores:
        return [(game.seed, game.outcome) for game in entries(scores, PAR_PARTNER)]
