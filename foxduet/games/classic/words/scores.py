"""Results of matches in a few words: on the screen, in the scores, to share, and of series."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from foxduet.games.classic.rules.scoring import Band, Summary
from foxduet.games.classic.words.names import band_name, winner_of
from foxduet.words.common import partner_label, percent
from foxduet.words.glyphs import SPOKEN
from foxduet.words.hints import hints_used
from foxduet.words.i18n import _, day_text, decimal, ngettext
from foxduet.words.text import capitalised, clipped

if TYPE_CHECKING:
    from foxduet.store.entries import Entry
    from foxduet.words.glyphs import Glyphs

_WIDEST_NAME = 10


def result_phrase(entry: Entry) -> str:
    """Say how a match ended: the person's points first, or those of the left one of two people."""
    summary: Summary = entry.summary
    own, other = summary.points[entry.seat], summary.points[entry.seat.other]
    if summary.resigned is not None:
        sentence = _("resigned in round {round} at {own}-{other}")
        return sentence.format(round=summary.round, own=own, other=other)
    sentence = ngettext(
        "{own}-{other} in {rounds} round", "{own}-{other} in {rounds} rounds", summary.round
    )
    if len(entry.people) == 1:
        won = winner_of(summary.outcome)
        sentence = _("drawn {own}-{other} in {rounds} rounds")
        if won is not None:
            sentence = _("lost {own}-{other} in {rounds} rounds")
        if won is entry.seat:
            sentence = _("won {own}-{other} in {rounds} rounds")
    return sentence.format(own=own, other=other, rounds=summary.round)


def outcome_phrase(entry: Entry) -> str:
    """Say how a match ended, in two or three words."""
    summary: Summary = entry.summary
    winner = winner_of(summary.outcome)
    if winner is None:
        return _("drawn")
    if len(entry.people) == 1:
        if summary.resigned is entry.seat:
            return _("resigned")
        return _("won") if winner is entry.seat else _("lost")
    if summary.resigned is not None:
        name = clipped(entry.players[summary.resigned], _WIDEST_NAME)
        return _("{name} resigned").format(name=name)
    return _("{name} won").format(name=clipped(entry.players[winner], _WIDEST_NAME))


def shared_lines(entry: Entry, glyphs: Glyphs) -> tuple[str, str]:
    """Return a match of a day as two lines: the result; the points of each round, and who played.

    The points are the person's and the opponent's, or those of the left and the right person;
    where all is said in words, they are left out.
    """
    assert entry.day is not None, "only the games of days are for sharing"
    summary: Summary = entry.summary
    line, seat = _("foxduet daily {day} target {target}: {result}"), entry.seat
    result = line.format(
        day=day_text(entry.day), target=summary.target, result=result_phrase(entry)
    )
    if glyphs is SPOKEN:
        return result + ".", capitalised(_players_phrase(entry)) + "."
    rounds = [f"{one.points[seat]}-{one.points[seat.other]}" for one in summary.rounds]
    return result, f"{' '.join(rounds) or glyphs.dot}   {_players_phrase(entry)}"


def _players_phrase(entry: Entry) -> str:
    """Say who the opponent was, and how many hints were used."""
    opponent = next((name for name in entry.ai if name is not None), None)
    phrase = _("two people, {hints}")
    if opponent is not None:
        phrase = _("against {opponent}, {hints}")
    return phrase.format(opponent=partner_label(opponent), hints=hints_used(entry.hints))


def options_label(options: Mapping[str, object]) -> str:
    """Say to which target the matches go that are shown."""
    phrase = _("to {target}") if "target" in options else _("all targets")
    return phrase.format(**options)


def category_text(category: tuple[int | bool, ...]) -> str:
    """Return a target."""
    (target,) = category
    return f"{target}"


def category_notes(_games: Sequence[Entry]) -> list[str]:
    """Return nothing: targets have no marks to explain."""
    return []


def simulated_outcomes(outcomes: dict[str, int]) -> str:
    """Say how many matches each seat won, and how many were drawn."""
    return _("p1 won {p1}, p2 won {p2}, {draw} drawn").format(**outcomes)


def counted(counts: Mapping[str, int]) -> list[tuple[str, str]]:
    """Return what matches add up to for a player, item by item."""
    rounds = counts["rounds"]

    def each(name: str) -> str:
        return decimal(counts[name] / rounds, ".2f") if rounds else "-"

    def share(name: str) -> str:
        return _("{share} %").format(share=percent(counts[name] / rounds)) if rounds else "-"

    return [
        (_("Rounds"), f"{rounds}"),
        (_("Tricks"), each("tricks")),
        (_("Treasures"), each("treasures")),
        *((band_name(band).capitalize(), share(band.value)) for band in Band),
    ]
