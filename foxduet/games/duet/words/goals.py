"""Duet's goals at each level, and its ramp from easy games to hard ones."""

from __future__ import annotations

from foxduet.analysis.goals import Goal, Rung
from foxduet.core.errors import N_
from foxduet.games.duet.rules.board import BOARDS
from foxduet.games.duet.rules.scoring import POINTS_PER_TOKEN, Summary
from foxduet.store.entries import Entry


def _lost_no_token(game: Entry) -> bool:
    """Return whether no token was lost but those that the forest took by itself."""
    summary: Summary = game.summary
    assert summary.score is not None, "a game that was won has a score"
    left = BOARDS[summary.level].forest_tokens - (summary.round - 1)
    return summary.score.tokens >= POINTS_PER_TOKEN * left


GOALS = (
    Goal("win", N_("a win"), lambda _game, _seat: True),
    Goal("early", N_("a win in round 2"), lambda game, _seat: game.summary.round <= 2),
    Goal("tokens", N_("no token lost"), lambda game, _seat: _lost_no_token(game)),
    Goal("no_hint", N_("no hint"), lambda game, _seat: not game.hints),
)

# Two steady partners win 90, 83 and 52 % of games at the three levels; with the expert hardly
# anything can be lost at any of them.
RAMP = (
    Rung(
        {"level": 1},
        "steady",
        N_(
            "For a start: level 1 with the steady partner. In practice you may take back any "
            "choice, but it is no score."
        ),
    ),
    Rung(
        {"level": 2},
        "steady",
        N_("Two wins in a row at level 1: how about level 2?"),
    ),
    Rung(
        {"level": 3},
        "steady",
        N_("Two wins in a row at level 2: how about level 3?"),
    ),
)
