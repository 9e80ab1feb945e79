"""Results in a few words, and the two lines that tell of a day and give nothing away."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, assert_never

from foxduet.rules.duet.state import TRICKS, Outcome
from foxduet.words.i18n import _, ngettext

if TYPE_CHECKING:
    from datetime import date

    from foxduet.store.entries import Entry, Par
    from foxduet.ui.kit.look import Glyphs


def result_phrase(entry: Entry) -> str:
    """Say how a game ended, with its score or what was left."""
    left = ngettext("{gems} gem left", "{gems} gems left", entry.gems_left)
    gems = left.format(gems=entry.gems_left)
    match entry.outcome:
        case Outcome.VICTORY:
            return _("won in round {round}, {points} points").format(
                round=entry.round, points=entry.points
            )
        case Outcome.LOST:
            return _("lost in round {round}, {gems}").format(round=entry.round, gems=gems)
        case Outcome.RESIGNED:
            return _("resigned in round {round}, {gems}").format(round=entry.round, gems=gems)
        case Outcome.OUT_OF_TIME:
            return _("out of time, {gems}").format(gems=gems)
        case _:
            assert_never(entry.outcome)


def counting_game(
    games: Iterable[Entry], day: date, level: int, people: frozenset[str]
) -> Entry | None:
    """Return the game that counts for a day, a level and a team, None if there is none."""
    wanted = (day, level, people)
    return next((game for game in games if (game.day, game.level, game.people) == wanted), None)


def shared_lines(entry: Entry, par: Par | None, glyphs: Glyphs) -> tuple[str, str]:
    """Return a game of a day as two lines: the result, and the gems of each round.

    The gems come first, then the tricks without one, so that nobody learns which trick had what.
    """
    assert entry.day is not None, "only the games of days are for sharing"
    result = result_phrase(entry)
    if par is not None and par.score is not None:
        result = _("{result} (par {score})").format(result=result, score=par.score)
    elif par is not None:
        result = _("{result} (two experts did not win)").format(result=result)
    told = _("foxduet daily {day} level {level}: {result}").format(
        day=entry.day.isoformat(), level=entry.level, result=result
    )
    rounds = []
    for at, gems in enumerate(entry.found):
        tricks = min(TRICKS, entry.tricks - TRICKS * at)
        rounds.append(glyphs.gem * gems + glyphs.dot * (tricks - gems))
    return told, " ".join(rounds).strip() or glyphs.dot
