"""The original game's goals for each target, and its ramp from easy opponents to hard ones."""

from __future__ import annotations

from foxduet.analysis.goals import Goal, Rung
from foxduet.core.common import Seat
from foxduet.core.errors import N_
from foxduet.games.classic.rules.scoring import Band, Summary, band_of
from foxduet.store.entries import Entry

_CLEAR_LEAD = 10


def _was_humble_and_victorious(game: Entry, seat: Seat) -> bool:
    summary: Summary = game.summary
    bands = {band_of(one.tricks[seat]) for one in summary.rounds}
    return {Band.HUMBLE, Band.VICTORIOUS} <= bands


def _led_clearly(game: Entry, seat: Seat) -> bool:
    points = game.summary.points
    return bool(points[seat] - points[seat.other] >= _CLEAR_LEAD)


GOALS = (
    Goal("win", N_("a win"), lambda _game, _seat: True),
    Goal("lead", N_("a win by 10 points"), _led_clearly),
    Goal("bands", N_("humble and victorious"), _was_humble_and_victorious),
    Goal("no_hint", N_("no hint"), lambda game, _seat: not game.hints),
)

# Against steady play the novice wins 20 % of matches, and the expert 96 %.
RAMP = (
    Rung(
        {},
        "novice",
        N_(
            "For a start: the novice. In practice you may take back any choice, but it is no score."
        ),
    ),
    Rung(
        {},
        "steady",
        N_("Two wins in a row over the novice: how about steady?"),
    ),
    Rung(
        {},
        "expert",
        N_("Two wins in a row over steady: how about the expert?"),
    ),
)
