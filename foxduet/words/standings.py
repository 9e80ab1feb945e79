"""What games of one kind add up to: the columns of standings, and the tables made of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from foxduet.analysis.standings import Standing
from foxduet.core.errors import N_
from foxduet.core.register import rule_set
from foxduet.store.entries import SOLO, TWO_PEOPLE
from foxduet.words.common import guide_words, percent
from foxduet.words.i18n import _, decimal, pgettext
from foxduet.words.people import partner_name
from foxduet.words.text import TextLine, capitalised, clipped, table_lines

WIDEST_NAME = 12
"""The columns of the longest name in a table."""


def kind_label(kind: str, game: str) -> str:
    """Return the name of a kind of partner in a game, ``SOLO`` and ``TWO_PEOPLE`` included."""
    if kind == SOLO and not rule_set(game).cooperative:
        return _("any one opponent")
    if kind == SOLO:
        return _("any one partner")
    return _("two people") if kind == TWO_PEOPLE else partner_name(kind)


def _opponent(standing: Standing) -> str:
    if standing.kind == TWO_PEOPLE:
        return clipped(standing.opponent, WIDEST_NAME)
    return partner_name(standing.kind)


def _interval(standing: Standing) -> str:
    low, high = (round(100 * bound) for bound in standing.interval)
    return _("{low}-{high} %").format(low=low, high=high)


_BEST = "Best"
_CELLS: Mapping[str, Callable[[Standing], str]] = {
    N_("Partner"): lambda one: kind_label(one.kind, one.game),
    N_("Player"): lambda one: clipped(one.player, WIDEST_NAME),
    N_("Opponent"): _opponent,
    N_("Games"): lambda one: str(one.games),
    N_("Won"): lambda one: str(one.wins),
    N_("Lost"): lambda one: str(one.losses),
    N_("Drawn"): lambda one: str(one.draws),
    N_("Rate"): lambda one: _("{share} %").format(share=percent(one.wins / one.games)),
    N_("95 %"): _interval,
    N_("Streak"): lambda one: str(one.streak),
    N_("Longest"): lambda one: str(one.longest),
    N_("Mean"): lambda one: decimal(one.mean, ".1f"),
    N_("Points"): lambda one: decimal(one.mean, ".1f"),
    N_("Against"): lambda one: decimal(one.mean_against, ".1f"),
    _BEST: lambda one: "-" if one.best is None else str(one.best),
}
"""What columns of standings show, by their headings; before them there is the category."""

_NAMES = ("Partner", "Player", "Opponent")
OF_TEAMS = ("Partner", "Games", "Won", "Rate", "95 %", "Streak", "Longest", "Mean", _BEST)
OF_OPPONENTS = ("Player", "Opponent", "Games", "Won", "Lost", "Drawn", "Rate", "95 %")
POINTS_OF_OPPONENTS = ("Player", "Opponent", "Points", "Against", "Streak", "Longest")


def standings_table(added_up: Sequence[Standing], shown: Sequence[str]) -> list[TextLine]:
    """Return a row for each standing, with the columns of some headings."""
    words = guide_words(added_up[0].game)
    rows = [
        [words.category_text(one.category), *(text for _label, text in figures_of(one, shown))]
        for one in added_up
    ]
    headings = [label for label, _text in figures_of(added_up[0], shown)]
    left = {at for at, heading in enumerate(shown, 1) if heading in _NAMES}
    return table_lines([capitalised(_(words.category_heading)), *headings], rows, left)


def figures_of(standing: Standing, shown: Sequence[str]) -> list[tuple[str, str]]:
    """Return what columns show of a standing, each below its heading."""
    # Translators: the heading of a column of scores
    best = pgettext("score", "Best")
    return [
        (best if heading == _BEST else _(heading), _CELLS[heading](standing)) for heading in shown
    ]
