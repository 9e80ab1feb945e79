"""What is said of puzzles: the rating and its curve, what is due, and a day's line to share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING

from foxduet.analysis.rating import Rating
from foxduet.words.common import game_title, guide_words
from foxduet.words.glyphs import Glyphs, filled_rows
from foxduet.words.i18n import _, day_text, ngettext

if TYPE_CHECKING:
    from foxduet.analysis.training import Training

_LEAST_HEIGHT = 100
"""A curve is drawn over this many points of rating at least."""


def kind_label(game: str, kind: str) -> str:
    """Say what a puzzle is about."""
    return _(guide_words(game).puzzle_kinds[kind])


def rating_text(rating: Rating) -> str:
    """Return a rating with how sure it is: two times out of three the true one is that near."""
    return _("{rating}, give or take {deviation}").format(
        rating=round(rating.value), deviation=round(rating.deviation)
    )


def rating_sentence(training: Training) -> str:
    """Say which rating a player has, and by how many puzzles."""
    if not training.counted:
        return _("Your rating begins with the first puzzle.")
    sentence = _("Your rating: {rating}. Solved at once: {solved} of {count}.")
    rating = rating_text(training.rating)
    return sentence.format(rating=rating, count=training.counted, solved=training.solved)


def change_sentence(before: Rating, after: Rating) -> str:
    """Say which rating a player has after a puzzle, and by how much it has changed."""
    change = f"{round(after.value) - round(before.value):+}"
    return _("Your rating: {rating} ({change})").format(rating=round(after.value), change=change)


def curve_rows(
    curve: Sequence[tuple[date, float]], width: int, height: int, glyphs: Glyphs
) -> list[str]:
    """Return the chart of a rating day by day, the newest at the right, with its axis; or nothing.

    It begins with the rating before the first puzzle. Days without puzzles take no room.
    """
    if not curve:
        return []
    values = [Rating().value, *(value for _day, value in curve)][-width:]
    low, high = min(values), max(values)
    missing = max(0.0, _LEAST_HEIGHT - (high - low)) / 2
    low, high = low - missing, high + missing
    rows = filled_rows([(value - low) / (high - low) for value in values], height, glyphs)
    labels = [""] * height
    labels[0], labels[-1] = str(round(high)), str(round(low))
    return [f"{label:>5} {row}" for label, row in zip(labels, rows, strict=True)]


def solved_phrase(*, solved: bool) -> str:
    """Say how the puzzle of a day went."""
    return _("solved at once") if solved else _("not solved at once")


def day_label(training: Training, today: date) -> str:
    """Say how the puzzle of today went, and on how many days in a row there was one."""
    solved = training.days.get(today)
    state = _("new")
    if solved is not None:
        state = solved_phrase(solved=solved)
    if not training.streak:
        return state
    row = ngettext("{count} day in a row", "{count} days in a row", training.streak)
    return _("{state}, {row}").format(state=state, row=row.format(count=training.streak))


def due_label(training: Training) -> str:
    """Say how many puzzles come back by now, and how many of them are one's own mistakes."""
    if training.next_due is None:
        return _("nothing yet")
    if not training.due:
        return _("nothing before {day}").format(day=day_text(training.next_due))
    label = ngettext("{count} puzzle", "{count} puzzles", training.due)
    own = len(training.mistakes_due)
    if not own:
        return label.format(count=training.due)
    mistakes = ngettext("{count} mistake of your own", "{count} mistakes of your own", own)
    if own == training.due:
        return mistakes.format(count=own)
    return _("{puzzles}, {mistakes} among them").format(
        puzzles=label.format(count=training.due), mistakes=mistakes.format(count=own)
    )


def shared_line(game: str, day: date, days: Mapping[date, bool], streak: int) -> str:
    """Return the line of a day's puzzle to share, which gives nothing away."""
    solved = solved_phrase(solved=days[day])
    line = _("foxduet puzzle {day}, {title}: {solved}")
    if streak > 1:
        line = ngettext(
            "foxduet puzzle {day}, {title}: {solved}, {streak} day in a row",
            "foxduet puzzle {day}, {title}: {solved}, {streak} days in a row",
            streak,
        )
    fields = {"day": day_text(day), "title": game_title(game), "streak": streak}
    return line.format(solved=solved, **fields)
