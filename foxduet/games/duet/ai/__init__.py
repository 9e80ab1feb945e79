"""The partners of Duet by name."""

from __future__ import annotations

from functools import partial

from foxduet.ai import partner
from foxduet.ai.partner import PartnerName
from foxduet.ai.search import NO_LIMIT
from foxduet.games.duet.ai.candidates import advice_expectations, expectations_for
from foxduet.games.duet.ai.expert import (
    ADVICE_WORLDS,
    DEFAULT_WORLDS,
    DuetDoubleDummy,
    DuetEstimate,
    calibration_for,
    reviewer,
)
from foxduet.games.duet.ai.expert import expert as expert_partner
from foxduet.games.duet.ai.steady import choose_steadily, plain_worths

MISTAKE = 0.5
"""How far the novice misjudges a choice (a standard deviation); a gem is worth 1."""

choose_like_a_novice = partner.noisy_policy(plain_worths, MISTAKE)


def named(name: PartnerName, opposite: PartnerName | None) -> partner.Partner:
    """Return the partner with a name, for a game with another one opposite, or a person."""
    match name:
        case PartnerName("novice"):
            return choose_like_a_novice
        case PartnerName("steady", noise=float(wild)):
            return partner.epsilon_greedy(plain_worths, wild)
        case PartnerName("steady"):
            return choose_steadily
        case PartnerName(seconds=float(seconds)):
            expected = expectations_for(expert=is_expert(opposite))
            return partner.anytime_policy(seconds, partial(expert_partner, expected=expected))
        case _:
            expected = expectations_for(expert=is_expert(opposite))
            return expert_partner(name.worlds or DEFAULT_WORLDS, expected)


def adviser(name: PartnerName, opposite: PartnerName | None) -> partner.Partner:
    """Return the partner with a name; an expert follows each choice in all its worlds."""
    if name.kind == "expert" and name.seconds is None:
        expected = advice_expectations(expert=is_expert(opposite))
        return expert_partner(name.worlds or ADVICE_WORLDS, expected, NO_LIMIT)
    return named(name, opposite)


def reviewer_of(worlds: int, opposite: PartnerName | None) -> partner.Reviewer:
    """Return what judges choices that were made with a partner, in up to a number of worlds."""
    return reviewer(worlds, advice_expectations(expert=is_expert(opposite)))


def is_expert(opposite: PartnerName | None) -> bool:
    """Return whether an expert sits at the other end; people (None) count as steady."""
    return opposite is not None and opposite.kind == "expert"


PARTNERS = partner.Partners(
    named,
    adviser,
    DuetEstimate,
    DuetDoubleDummy,
    calibration=calibration_for,
    create_reviewer=reviewer_of,
)
