"""The opponents of the original game by name."""

from __future__ import annotations

from foxduet.ai import partner
from foxduet.ai.partner import PartnerName
from foxduet.games.classic.ai import expert
from foxduet.games.classic.ai.expert import ismcts_expert as expert_partner
from foxduet.games.classic.ai.steady import choose_steadily, estimate_worths

MISTAKE_DEVIATION = 0.8
"""Standard deviation of the novice's misjudgements; a trick is worth about 1."""

choose_like_a_novice = partner.noisy_policy(estimate_worths, MISTAKE_DEVIATION)


def create_partner(name: PartnerName, _opposite: PartnerName | None) -> partner.Partner:
    """Return the opponent with a name; the other player's name has no effect."""
    match name:
        case PartnerName("novice"):
            return choose_like_a_novice
        case PartnerName("steady", noise=float(noise)):
            return partner.epsilon_greedy(estimate_worths, noise)
        case PartnerName("steady"):
            return choose_steadily
        case PartnerName("ismcts", worlds=int(iterations)):
            return expert.ismcts(iterations)
        case PartnerName(seconds=float(seconds)):
            return partner.anytime_policy(seconds, expert_partner)
        case _:
            return expert_partner(name.worlds or expert.DEFAULT_ITERATIONS)


def create_adviser(name: PartnerName, opposite: PartnerName | None) -> partner.Partner:
    """Return the adviser with a name; an untimed expert tries all choices in each of its worlds."""
    if name.kind == "expert" and name.seconds is None:
        return expert.comparing_expert(name.worlds or expert.DEFAULT_WORLDS)
    return create_partner(name, opposite)


PARTNERS = partner.Partners(
    create_partner,
    create_adviser,
    expert.ClassicEstimate,
    expert.ClassicDoubleDummy,
    (*partner.KINDS, partner.YARDSTICK),
    expert.calibration_for,
    expert.reviewer,
)
