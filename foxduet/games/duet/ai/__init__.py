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
from foxduet.games.duet.ai.steady import choose_steadily, estimate_worths

MISTAKE_DEVIATION = 0.5
"""Standard deviation of the novice's misjudgements; a gem is worth 1."""

choose_like_a_novice = partner.noisy_policy(estimate_worths, MISTAKE_DEVIATION)


def create_partner(name: PartnerName, opposite: PartnerName | None) -> partner.Partner:
    """Return the partner with a name; ``opposite`` plays at the other end, None for a person."""
    match name:
        case PartnerName("novice"):
            return choose_like_a_novice
        case PartnerName("steady", noise=float(noise)):
            return partner.epsilon_greedy(estimate_worths, noise)
        case PartnerName("steady"):
            return choose_steadily
        case PartnerName(seconds=float(seconds)):
            expectations = expectations_for(expert=is_expert(opposite))
            think = partial(expert_partner, expectations=expectations)
            return partner.anytime_policy(seconds, think)
        case _:
            expectations = expectations_for(expert=is_expert(opposite))
            return expert_partner(name.worlds or DEFAULT_WORLDS, expectations)


def create_adviser(name: PartnerName, opposite: PartnerName | None) -> partner.Partner:
    """Return the adviser with a name; an untimed expert tries each choice in all of its worlds."""
    if name.kind == "expert" and name.seconds is None:
        expectations = advice_expectations(expert=is_expert(opposite))
        return expert_partner(name.worlds or ADVICE_WORLDS, expectations, NO_LIMIT)
    return create_partner(name, opposite)


def is_expert(opposite: PartnerName | None) -> bool:
    """True if an expert plays at the other end; a person (None) counts as steady."""
    return opposite is not None and opposite.kind == "expert"


PARTNERS = partner.Partners(
    create_partner,
    create_adviser,
    DuetEstimate,
    DuetDoubleDummy,
    calibration=calibration_for,
    create_reviewer=lambda worlds, opposite: reviewer(
        worlds, advice_expectations(expert=is_expert(opposite))
    ),
)
