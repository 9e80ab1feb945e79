"""Duet's results in a few words: on the screen, in the scores, and to share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from foxduet.core.errors import N_
from foxduet.games.duet.rules.scoring import Summary, score, tricks_left
from foxduet.games.duet.rules.state import TRICKS, GameState, Outcome
from foxduet.games.duet.words.names import duet_glyphs
from foxduet.words.common import partner_label
from foxduet.words.glyphs import SPOKEN
from foxduet.words.hints import hints_used
from foxduet.words.i18n import _, day_text, ngettext
from foxduet.words.text import capitalised

if TYPE_CHECKING:
    from foxduet.store.entries import Entry
    from foxduet.words.glyphs import Glyphs

_RESULTS = {
    Outcome.VICTORY: N_("won in round {round}, {points} points"),
    Outcome.LOST: N_("lost in round {round}, {gems}"),
    Outcome.OUT_OF_TIME: N_("out of time, {gems}"),
    Outcome.RESIGNED: N_("resigned in round {round}, {gems}"),
}
_OUTCOMES = {
    Outcome.VICTORY: N_("won in round {round}"),
    Outcome.LOST: N_("lost"),
    Outcome.OUT_OF_TIME: N_("out of time"),
    Outcome.RESIGNED: N_("resigned"),
}


def result_phrase(entry: Entry) -> str:
    """Say how a game ended, with its score or what was left."""
    summary: Summary = entry.summary
    left = ngettext("{gems} gem left", "{gems} gems left", summary.gems_left)
    gems = left.format(gems=summary.gems_left)
    phrase = _(_RESULTS[summary.outcome])
    return phrase.format(round=summary.round, points=entry.points, gems=gems)


def outcome_phrase(entry: Entry) -> str:
    """Say how a game ended, in two or three words."""
    return _(_OUTCOMES[entry.summary.outcome]).format(round=entry.summary.round)


def shared_lines(entry: Entry, glyphs: Glyphs) -> tuple[str, str]:
    """Return a game of a day as two lines: the result; the gems of each round, and who helped.

    The gems come first, then the tricks without one, to hide which trick had what; where all is
    said in words, they are left out.
    """
    assert entry.day is not None, "only the games of days are for sharing"
    summary: Summary = entry.summary
    result, par, gem = result_phrase(entry), entry.par, duet_glyphs(glyphs).gem
    if par is not None and par.score is not None:
        result = _("{result}, par {score}").format(result=result, score=par.score)
    elif par is not None:
        result = _("{result} (two experts did not win)").format(result=result)
    line = _("foxduet daily {day} level {level}: {result}")
    rounds = []
    for at, gems in enumerate(summary.found):
        tricks = min(TRICKS, summary.tricks - TRICKS * at)
        rounds.append(gem * gems + glyphs.dot * (tricks - gems))
    result = line.format(day=day_text(entry.day), level=summary.level, result=result)
    if glyphs is SPOKEN:
        return result + ".", capitalised(_help_phrase(entry)) + "."
    found = " ".join(rounds).strip() or glyphs.dot
    return result, _("{found}   {help}").format(found=found, help=_help_phrase(entry))


def _help_phrase(entry: Entry) -> str:
    """Say who the partner was, and how many hints were used."""
    partner = next((name for name in entry.ai if name is not None), None)
    hints = hints_used(entry.hints)
    if partner is None:
        return _("two people, {hints}").format(hints=hints)
    return _("with {partner}, {hints}").format(partner=partner_label(partner), hints=hints)


def options_label(options: Mapping[str, object]) -> str:
    """Say of which level games are shown."""
    phrase = _("level {level}") if "level" in options else _("all levels")
    return phrase.format(**options)


def category_text(category: tuple[int | bool, ...]) -> str:
    """Return a level, with a star for the players' own boards."""
    level, own_board = category
    return f"{level}*" if own_board else f"{level} "


def category_notes(games: Sequence[Entry]) -> list[str]:
    """Explain the star if one of the games has it."""
    return [_("* on your own board")] if any(game.summary.board for game in games) else []


def simulated_outcomes(outcomes: dict[str, int]) -> str:
    """Say how games ended that were not won."""
    lost, late, resigned = (
        outcomes[one.value] for one in (Outcome.LOST, Outcome.OUT_OF_TIME, Outcome.RESIGNED)
    )
    phrase = _("{lost} lost in the forest, {late} out of time, {resigned} resigned")
    return phrase.format(lost=lost, late=late, resigned=resigned)


def score_rows(state: GameState) -> list[tuple[str, int]]:
    """Return the score of a victory item by item, or what was left after a defeat (R9.2)."""
    table, points = state.table, score(state)
    if points is None:
        return [
            (_("Gems left on the path"), table.path.gems_left),
            (_("Tricks that were left"), tricks_left(table.round, table.tricks_done)),
            (_("Forest tokens left"), table.reserve),
        ]
    return [
        (capitalised(_("level {level}").format(level=table.setup.level)), points.level),
        (_("Cards left in both hands"), points.cards),
        (_("Won in round 2"), points.early),
        (_("Forest tokens left, 3 points each"), points.tokens),
        (_("Score"), points.total),
    ]
