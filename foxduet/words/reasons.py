"""Parts of the sentences of all games' reasons: how often an event comes, and room for a line."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor

from foxduet.words.i18n import _, ngettext
from foxduet.words.text import wrap

# Columns of a row of a message, without the mark at its beginning.
_ROW_WIDTH = 73
MAX_ROWS = 3
"""Number of rows of a message that have room for a reason."""


def join_fitting(outcome: str, lines: Sequence[str], equal: str, max_rows: int) -> str:
    """Join an outcome, the first line that fits, and a note on ``equal`` if that fits as well.

    equal: a choice that is as good for another reason; empty without one.
    """
    note = _("{Other} is as good, for another reason.").format(Other=equal) if equal else ""
    texts = [
        " ".join(filter(None, (outcome, line, of_equal)))
        for line in (*lines, "")
        for of_equal in dict.fromkeys((note, ""))
    ]
    return next((text for text in texts if len(wrap(text, _ROW_WIDTH)) <= max_rows), outcome)


def how_often(shares: Sequence[float], certain: Sequence[bool]) -> dict[str, str]:
    """Return the fields ``often`` and ``other_often``; in hundredths if tenths do not differ.

    certain: for each choice, whether the event depends on nothing else.
    """
    times = 10 if _times(shares[0], 10) != _times(shares[1], 10) else 100
    best, other = (
        _often(share, is_sure, times) for share, is_sure in zip(shares, certain, strict=True)
    )
    return {"often": best, "other_often": other}


def _often(share: float, is_sure: bool, times: int) -> str:
    count = _times(share, times)
    if is_sure and share == 1:
        return _("every time")
    if is_sure and share == 0:
        # Translators: how often a choice does what is named, at the end of a sentence
        return _("never")
    if count >= times:
        return _("nearly always")
    if count <= 0:
        return _("hardly ever")
    sentence = ngettext("about once in {times}", "about {count} times in {times}", count)
    return sentence.format(count=count, times=times)


def _times(share: float, trials: int) -> int:
    """Return a share as a count in ``trials``, rounded half up: 1 in 20 is "once in 10"."""
    return floor(trials * share + 0.5)
