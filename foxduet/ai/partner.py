"""Partners and opponents: what they are asked, what they answer, and which there are in a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from time import monotonic
from types import MappingProxyType
from typing import Any, ClassVar, Protocol, TypeAlias

from foxduet.ai.names import KINDS, PartnerName, no_partner, parse_partner
from foxduet.rules.games import part_of

Stop: TypeAlias = Callable[[], bool]
"""Returns true once a partner must choose at once; called again and again while it thinks."""


NO_SHARE: Mapping[str, bool] = MappingProxyType({"share": False})
"""Marks a field of figures that is a number of something, not a share of worlds (0-1)."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What is expected of one choice, over the worlds that were looked at.

    ``win`` is the chance to win the game (0-1), ``score`` the mean score, a defeat counting 0.
    Each game adds shares of worlds (0-1) in which something happened that players can see.
    """

    POINT: ClassVar[float] = 0.0
    """What a point of score is worth to partners compared with a victory, which is worth 1."""

    action: Any
    win: float
    score: float = field(metadata=NO_SHARE)


@dataclass(frozen=True, slots=True)
class OpenHands:
    """Hindsight: what a choice leads to with the hands as they really were.

    ``win`` is the chance to win (0-1). Each game adds what players can see of it.
    """

    action: Any
    win: float


@dataclass(frozen=True, slots=True)
class Thought:
    """A partner's choice.

    ``estimates`` has one for each of the observation's choices, in their order, or is empty
    where the partner does not work them out; ``worlds`` counts the worlds behind them. A thought
    is ``cut_short`` if it was stopped before all worlds were looked at.
    """

    action: Any
    estimates: tuple[Estimate, ...] = ()
    worlds: int = 0
    cut_short: bool = False


def never() -> bool:
    """Give a partner all the time that its effort needs."""
    return False


def stop_after(seconds: float) -> Stop:
    """Stop a partner ``seconds`` from now."""
    deadline = monotonic() + seconds
    return lambda: monotonic() >= deadline


class Partner(Protocol):
    """Chooses one of ``observation.choices``; all its chance comes from ``rng``.

    Unless it is stopped early, equal observations and generators lead to equal thoughts.
    """

    def __call__(self, observation: Any, rng: Random, stop: Stop = never) -> Thought:
        """Return the choice; as soon as ``stop()`` is true the best one known so far."""


def choose_at_random(observation: Any, rng: Random, stop: Stop = never) -> Thought:
    """Choose any of the legal actions, each equally likely."""
    return Thought(rng.choice(observation.choices))


@dataclass(frozen=True, slots=True)
class Partners:
    """The partners of a game, the random one aside, and its own kinds of estimate and hindsight.

    ``named`` returns the partner with a name, ``adviser`` the one that advises people in its
    place: an expert then compares all choices to the end, since people look at all the figures.
    ``kinds`` are those of the names that there are.
    """

    named: Callable[[PartnerName], Partner]
    adviser: Callable[[PartnerName], Partner]
    estimate: type[Estimate]
    open_hands: type[OpenHands]
    kinds: tuple[str, ...] = KINDS


def partners_of(game: str) -> Partners:
    """Return the partners of a game by its name."""
    partners: Partners = part_of(game, "ai").PARTNERS
    return partners


def partner_named(game: str, name: str) -> Partner:
    """Return the partner of a game with a name such as ``steady`` or ``expert:200``.

    Raises PartnerNameError, which says what would be right.
    """
    parsed = parse_partner(name)
    if parsed.kind == "random":
        return choose_at_random
    return _partners_with(game, parsed, name).named(parsed)


def adviser_named(game: str, name: str) -> Partner:
    """Return the partner that advises people in place of the one with a name; see ``Partners``.

    Raises PartnerNameError, as ``partner_named`` does.
    """
    parsed = parse_partner(name)
    if parsed.kind == "random":
        return choose_at_random
    return _partners_with(game, parsed, name).adviser(parsed)


def _partners_with(game: str, parsed: PartnerName, name: str) -> Partners:
    """Return the partners of a game if there is one with a name; raises PartnerNameError."""
    partners = partners_of(game)
    if parsed.kind not in partners.kinds:
        raise no_partner(name)
    return partners
