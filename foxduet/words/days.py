"""Days on which a game was played or a puzzle answered: streaks, and a calendar of weeks."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import TYPE_CHECKING

from foxduet.core.errors import N_
from foxduet.core.register import games
from foxduet.words.glyphs import Glyphs
from foxduet.words.i18n import _, day_text, ngettext
from foxduet.words.text import TextLine, Tone, titled

if TYPE_CHECKING:
    from foxduet.analysis.training import Training

_WEEKS, _DAYS_OF_A_WEEK, _GAP = 5, 7, "  "

_WEEKDAYS = (N_("Mo"), N_("Tu"), N_("We"), N_("Th"), N_("Fr"), N_("Sa"), N_("Su"))


def no_days(game: str) -> list[TextLine]:
    """Say that no day was played, and which command deals the cards of one."""
    how = _("foxduet --daily deals the cards of the day, the same for everybody.")
    if game != games()[0]:
        how = _("foxduet --game {game} --daily deals the cards of the day, the same for everybody.")
        how = how.format(game=game)
    return [TextLine(_("No day has been played yet.")), TextLine(how)]


def streaks_phrase(streak: int, longest: int) -> str:
    """Say on how many days in a row there was something, and on how many at most."""
    days = ngettext("{count} day in a row", "{count} days in a row", streak)
    most = ngettext("longest: {count} day", "longest: {count} days", longest)
    return _("{streak}, {longest}").format(
        streak=days.format(count=streak), longest=most.format(count=longest)
    )


def calendar(signs: Mapping[date, str], legend: str, today: date, glyphs: Glyphs) -> list[TextLine]:
    """Return the last weeks, a row each, with a sign for each day."""
    monday = today - timedelta(days=today.weekday())
    weekdays = _GAP.join(f"{_(name):>2}" for name in _WEEKDAYS)
    lines = [TextLine(f"{' ' * len(day_text(today))}{_GAP}{weekdays}", Tone.DIM)]
    for week in range(_WEEKS):
        first = monday - timedelta(weeks=_WEEKS - 1 - week)
        dates = [first + timedelta(days=at) for at in range(_DAYS_OF_A_WEEK)]
        row = [f"{signs.get(day, glyphs.dot):>2}" for day in dates if day <= today]
        lines.append(TextLine(f"{day_text(first)}{_GAP}{_GAP.join(row)}"))
    explained = legend.format(won=glyphs.won, lost=glyphs.lost, dot=glyphs.dot)
    return [*lines, TextLine(explained, Tone.DIM)]


def puzzle_days(puzzles: Training | None, today: date, glyphs: Glyphs) -> list[TextLine]:
    """Return the days whose puzzle was answered, if there are any."""
    if puzzles is None or not puzzles.days:
        return []
    signs = {day: glyphs.won if solved else glyphs.lost for day, solved in puzzles.days.items()}
    legend = _("{won} solved at once   {lost} not at once   {dot} not answered")
    return [
        *titled(_("The puzzles of the days")),
        TextLine(streaks_phrase(puzzles.streak, puzzles.longest), Tone.STRONG),
        *calendar(signs, legend, today, glyphs),
    ]
