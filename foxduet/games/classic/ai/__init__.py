"""The opponents of the original game by name."""

from __future__ import annotations

from foxduet.ai.partner import (
    KINDS,
    MEASURE,
    Partner,
    PartnerName,
    Partners,
    in_time,
    novice,
    steady_with_noise,
)
from foxduet.games.classic.ai.expert import (
    DEFAULT_ITERATIONS,
    DEFAULT_WORLDS,
    ClassicEstimate,
    ClassicOpenHands,
    calibration_for,
    comparing_expert,
    ismcts,
    reviewer,
)
from foxduet.games.classic.ai.expert import expert as expert_partner
from foxduet.games.classic.ai.steady import choose_steadily, plain_worths

MISTAKE = 0.8
"""How far the novice misjudges a choice (a standard deviation); a trick is worth about 1."""

choose_like_a_novice = novice(plain_worths, MISTAKE)


def named(name: PartnerName, _against: PartnerName | None) -> Partner:
    """Return the opponent with a name; all of them play alike against everybody."""
    match name:
        case PartnerName("novice"):
            return choose_like_a_novice
        case PartnerName("steady", wild=float(wild)):
            return steady_with_noise(plain_worths, wild)
        case PartnerName("steady"):
            return choose_steadily
        case PartnerName("ismcts", worlds=int(iterations)):
            return ismcts(iterations)
        case PartnerName(seconds=float(seconds)):
            return in_time(seconds, expert_partner)
        case _:
            return expert_partner(name.worlds or DEFAULT_ITERATIONS)


def adviser(name: PartnerName, against: PartnerName | None) -> Partner:
    """Return the opponent with a name; an expert compares all choices in each of its worlds."""
    if name.kind == "expert" and name.seconds is None:
        return comparing_expert(name.worlds or DEFAULT_WORLDS)
    return named(name, against)


PARTNERS = Partners(
    named,
    adviser,
    ClassicEstimate,
    ClassicOpenHands,
    (*KINDS, MEASURE),
    calibration_for,
    reviewer,
)
