"""The names of partners, as the command line and records have them; no partner is loaded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from foxduet.core.errors import N_, FoxduetError, MissingPartError
from foxduet.core.frozen import dataclass
from foxduet.core.register import PARTNERS, require_parts

KINDS = ("novice", "steady", "expert")
"""The partners that a person plays beside, from the weakest to the strongest."""

MEASURE = "ismcts"
"""A search that measures others, in games that have it; nobody plays beside it."""

ADVISER = "expert:500"
"""The partner that works out hints for people."""

REVIEWER_WORLDS = 1000
REVIEWER = f"expert:{REVIEWER_WORLDS}"
"""The partner that judges games in reviews by default."""

# An expert that looks at fewer worlds counts as steady, and below the second number as novice.
_WORLDS_OF_AN_EXPERT, _WORLDS_OF_A_STEADY_ONE = 50, 5

_EFFORT = re.compile(
    r"expert:(?P<worlds>[1-9][0-9]{0,5})"
    r"|expert:(?P<ms>[1-9][0-9]{0,4})ms"
    r"|ismcts:(?P<iterations>[1-9][0-9]{0,5})"
    r"|steady:(?P<percent>100|[1-9]?[0-9])%"
)


class PartnerNameError(FoxduetError):
    """A text is not the name of a partner."""


@dataclass(frozen=True, slots=True)
class PartnerName:
    """What a name says: the ``kind`` of partner, and at most one thing about its effort.

    An expert, or a MEASURE, looks at ``worlds`` possible deals for a decision; an expert also at
    all that it has time for within ``seconds``. A steady partner plays the share ``wild`` (0-1)
    of its cards at random.
    """

    kind: str
    worlds: int | None = None
    seconds: float | None = None
    wild: float | None = None


def no_partner(name: str) -> PartnerNameError:
    """Return the error about a name that is no partner's, which says what would be right."""
    return PartnerNameError(
        N_("'{name}' is no partner; there are: {kinds}, and with their effort {examples}"),
        name=name,
        kinds=", ".join(("random", *KINDS)),
        examples="expert:200, expert:50ms, steady:25%",
    )


def parse_partner(name: str) -> PartnerName:
    """Read a name such as ``steady``, ``expert:200``, ``expert:50ms`` or ``steady:25%``.

    Raises PartnerNameError, which says what would be right.
    """
    if name in ("random", *KINDS):
        return PartnerName(name)
    effort = _EFFORT.fullmatch(name)
    if effort is None:
        raise no_partner(name)
    if effort["worlds"]:
        return PartnerName("expert", worlds=int(effort["worlds"]))
    if effort["iterations"]:
        return PartnerName(MEASURE, worlds=int(effort["iterations"]))
    if effort["ms"]:
        return PartnerName("expert", seconds=int(effort["ms"]) / 1000)
    return PartnerName("steady", wild=int(effort["percent"]) / 100)


def known_partner(name: str | None) -> PartnerName | None:
    """Read the name of who sits at an end; None for a person, and for a name that is none."""
    if name is None:
        return None
    try:
        return parse_partner(name)
    except PartnerNameError:
        return None


def parse_companion(name: str) -> PartnerName:
    """Read the name of a partner for a person: one of KINDS, or like ``expert:200``.

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


def partner_opposite(names: Sequence[str | None], seat: int) -> str | None:
    """Return the name of the partner opposite the one at ``seat``, by the names at both seats.

    It is None where a person sits at either end: what experts expect of each other, they expect
    of nobody else, and advice to a person is about such a game.
    """
    return None if names[seat] is None else names[1 - seat]


def partner_kind(names: Sequence[str | None]) -> str:
    """Return with which kind of partner a game is played, by the names at its seats.

    A person, whose name is None, counts as steady; so do partners that nobody knows any more. An
    expert of few worlds counts as a weaker partner. The kind is that of the other seat;
    where nobody counts as steady it is the weaker one.
    """
    first, second = map(_kind_of, names)
    if "steady" in (first, second):
        return second if first == "steady" else first
    return min(first, second, key=KINDS.index)


def _kind_of(name: str | None) -> str:
    """Return as which of KINDS a partner counts, or a person."""
    match known_partner(name):
        case PartnerName("expert", worlds=int(worlds)) if worlds < _WORLDS_OF_AN_EXPERT:
            return "novice" if worlds < _WORLDS_OF_A_STEADY_ONE else "steady"
        case PartnerName("random"):
            return "novice"
        case PartnerName(kind) if kind in KINDS:
            return kind
        case _:
            return "steady"


def is_repeatable(name: str) -> bool:
    """Return whether a partner chooses the same each time, since no clock limits it."""
    return not name.endswith("ms")


class ResumeError(FoxduetError):
    """A game that is under way cannot be resumed here."""


def check_people_play(game: str, names: Iterable[str | None]) -> None:
    """Return if people can continue one of a game with these partners; None is a person.

    Raises ResumeError when a partner is unknown, or they leave nobody to play.
    """
    people = 0
    for name in names:
        people += name is None
        try:
            if name is not None and parse_partner(name).kind != "random":
                require_parts(game, PARTNERS)
        except (PartnerNameError, MissingPartError):
            raise ResumeError(N_("its partner, '{name}', is unknown here"), name=name) from None
    if not people:
        raise ResumeError(N_("partners sit at both ends, so there is nobody to play"))
