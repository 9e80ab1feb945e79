"""The names of partners, as the command line and records know them.

Names can be read without loading any partner: a game need not wait for those that do not play.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from foxduet.rules.errors import N_, FoxduetError

KINDS = ("novice", "steady", "expert")
"""The partners that a person plays beside, from the weakest to the strongest."""

ADVISER = "expert:500"
"""Who works out hints for people."""

REVIEWER_WORLDS = 1000
REVIEWER = f"expert:{REVIEWER_WORLDS}"
"""Who judges games in reviews if nobody else is named."""

_EFFORT = re.compile(
    r"expert:(?P<worlds>[1-9][0-9]{0,5})"
    r"|expert:(?P<ms>[1-9][0-9]{0,4})ms"
    r"|steady:(?P<percent>100|[1-9]?[0-9])%"
)


class PartnerNameError(FoxduetError):
    """A text names no partner."""


@dataclass(frozen=True, slots=True)
class PartnerName:
    """What a name says: the ``kind`` of partner, and at most one thing about its effort.

    An expert looks at so many ``worlds`` for a decision, or at as many as it has time for within
    ``seconds``; a steady partner plays the share ``wild`` (0-1) of its cards at random.
    """

    kind: str
    worlds: int | None = None
    seconds: float | None = None
    wild: float | None = None


def parse_partner(name: str) -> PartnerName:
    """Return what a name says, such as ``steady``, ``expert:200``, ``expert:50ms``, ``steady:25%``.

    Raises PartnerNameError, which says what would be right.
    """
    if name in ("random", *KINDS):
        return PartnerName(name)
    effort = _EFFORT.fullmatch(name)
    if effort is None:
        raise PartnerNameError(
            N_("'{name}' is no partner; there are: {kinds}, and with their effort {examples}"),
            name=name,
            kinds=", ".join(("random", *KINDS)),
            examples="expert:200, expert:50ms, steady:25%",
        )
    if effort["worlds"]:
        return PartnerName("expert", worlds=int(effort["worlds"]))
    if effort["ms"]:
        return PartnerName("expert", seconds=int(effort["ms"]) / 1000)
    return PartnerName("steady", wild=int(effort["percent"]) / 100)


def parse_companion(name: str) -> PartnerName:
    """Return what a name says that a person may play beside: of KINDS, or like ``expert:200``.

    Raises PartnerNameError, which says what would be right.
    """
    effort = _EFFORT.fullmatch(name)
    if name not in KINDS and not (effort and effort["worlds"]):
        raise PartnerNameError(
            N_("'{name}' is no partner to play beside; there are: {kinds}, and {examples}"),
            name=name,
            kinds=", ".join(KINDS),
            examples="expert:1 - expert:999999",
        )
    return parse_partner(name)


def is_repeatable(name: str) -> bool:
    """Tell whether the partner called ``name`` chooses alike each time: not by the clock."""
    return not name.endswith("ms")
