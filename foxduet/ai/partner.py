"""Partners and opponents: their names, their choices, and their estimates."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from time import monotonic
from types import MappingProxyType
from typing import Any, ClassVar, Protocol, TypeAlias, TypeVar

from foxduet.ai.reasons import Reason
from foxduet.core.cards import Play
from foxduet.core.errors import N_, FoxduetError, MissingPartError
from foxduet.core.lazy_dataclass import dataclass, field, replace
from foxduet.core.registry import PARTNERS, load_part, require_parts

KINDS = ("novice", "steady", "expert")
"""The partners for a person, from the weakest to the strongest."""

YARDSTICK = "ismcts"
"""A search that only measures others, in games that have it."""

ADVISER_NAME = "expert:500"
"""The partner that computes hints for people."""

REVIEWER_WORLDS = 1000
REVIEWER = f"expert:{REVIEWER_WORLDS}"
"""The partner that judges games in reviews by default."""

# An expert with fewer worlds counts as steady, or below the second number as novice.
_MIN_EXPERT_WORLDS, _MIN_STEADY_WORLDS = 50, 5

_EFFORT_PATTERN = (
    r"expert:(?P<worlds>[1-9][0-9]{0,5})"
    r"|expert:(?P<ms>[1-9][0-9]{0,4})ms"
    r"|ismcts:(?P<iterations>[1-9][0-9]{0,5})"
    r"|steady:(?P<percent>100|[1-9]?[0-9])%"
)


class PartnerNameError(FoxduetError):
    """A text is not the name of a partner."""


@dataclass(frozen=True, slots=True)
class PartnerName:
    """A parsed name: the ``kind`` of partner, and at most one measure of its effort.

    worlds: deals that an expert, or YARDSTICK, samples for a decision.
    seconds: time in which an expert samples as many deals as it can.
    noise: share (0-1) of cards that a steady partner plays at random.
    """

    kind: str
    worlds: int | None = None
    seconds: float | None = None
    noise: float | None = None


def unknown_partner_error(name: str) -> PartnerNameError:
    """Return the error about an unknown name, which lists valid ones."""
    return PartnerNameError(
        N_("there is no partner '{name}'; choose from {kinds}, or with an effort: {examples}"),
        name=name,
        kinds=", ".join(("random", *KINDS)),
        examples="expert:200, expert:50ms, steady:25%",
    )


def parse_partner(name: str) -> PartnerName:
    """Parse a name like ``expert``, ``expert:200``, ``expert:50ms`` or ``steady:25%``.

    Raises PartnerNameError, which lists valid names.
    """
    if name in ("random", *KINDS):
        return PartnerName(name)
    effort = re.fullmatch(_EFFORT_PATTERN, name)
    if effort is None:
        raise unknown_partner_error(name)
    if effort["worlds"]:
        return PartnerName("expert", worlds=int(effort["worlds"]))
    if effort["iterations"]:
        return PartnerName(YARDSTICK, worlds=int(effort["iterations"]))
    if effort["ms"]:
        return PartnerName("expert", seconds=int(effort["ms"]) / 1000)
    return PartnerName("steady", noise=int(effort["percent"]) / 100)


def parse_partner_or_none(name: str | None) -> PartnerName | None:
    """Parse the name at a seat; None for a person, and for an invalid name."""
    if name is None:
        return None
    try:
        return parse_partner(name)
    except PartnerNameError:
        return None


def parse_playable_partner(name: str) -> PartnerName:
    """Parse the name of a partner for a person: a kind in KINDS, or like ``expert:200``.

    Raises PartnerNameError, which lists valid names.
    """
    effort = None if name in KINDS else re.fullmatch(_EFFORT_PATTERN, name)
    if name not in KINDS and not (effort and effort["worlds"]):
        raise PartnerNameError(
            N_("you cannot play with '{name}'; choose from {kinds}, or {examples}"),
            name=name,
            kinds=", ".join(KINDS),
            examples="expert:1 - expert:999999",
        )
    return parse_partner(name)


def opposite_partner(names: Sequence[str | None], seat: int) -> str | None:
    """Return the name of the partner opposite ``seat``; None if a person sits at either seat.

    Experts have expectations of each other that do not hold for people, and advice is for people.
    """
    return None if names[seat] is None else names[1 - seat]


def partner_kind(names: Sequence[str | None]) -> str:
    """Return the kind of partner in a game, given the names at its seats (None for a person).

    If one seat counts as steady, as people do, the other seat's kind; otherwise the weaker kind.
    """
    first_kind, second_kind = map(kind_of, names)
    if "steady" in (first_kind, second_kind):
        return second_kind if first_kind == "steady" else first_kind
    return min(first_kind, second_kind, key=KINDS.index)


def kind_of(name: str | None) -> str:
    """Return which of KINDS a partner counts as; people (None) and unknown partners are steady."""
    match parse_partner_or_none(name):
        case PartnerName("expert", worlds=int(worlds)) if worlds < _MIN_EXPERT_WORLDS:
            return "novice" if worlds < _MIN_STEADY_WORLDS else "steady"
        case PartnerName("random"):
            return "novice"
        case PartnerName(kind) if kind in KINDS:
            return kind
        case _:
            return "steady"


def is_repeatable(name: str) -> bool:
    """True if a partner always chooses the same, since no clock limits it."""
    return not name.endswith("ms")


class UnknownPartnerError(FoxduetError):
    """People cannot continue an unfinished game with its partners."""


def require_known_partners(game: str, names: Iterable[str | None]) -> None:
    """Raise UnknownPartnerError if a partner is unknown, or if no seat has a person (None)."""
    person_count = 0
    for name in names:
        person_count += name is None
        try:
            if name is not None and parse_partner(name).kind != "random":
                require_parts(game, PARTNERS)
        except (PartnerNameError, MissingPartError):
            raise UnknownPartnerError(
                N_("the game's partner, '{name}', is unknown"), name=name
            ) from None
    if not person_count:
        raise UnknownPartnerError(N_("both seats are played by partners, so none is left for you"))


Stop: TypeAlias = Callable[[], bool]
"""Returns true once a partner must choose at once; called often while it thinks."""


NO_SHARE: Mapping[str, bool] = MappingProxyType({"share": False})
"""Marks a field that is a number of something, not a share of worlds (0-1)."""


@dataclass(frozen=True, slots=True)
class ActionValue:
    """The estimated value of one choice, over the sampled worlds.

    ``win`` is the chance to win the game (0-1), ``score`` the mean score, 0 for a defeat. Each game
    adds the shares of worlds (0-1) in which certain events happen.
    """

    POINT: ClassVar[float] = 0.0
    """Worth of a point of score to partners; a victory is worth 1."""

    action: Any
    win: float
    score: float = field(metadata=NO_SHARE)

    @property
    def worth(self) -> float:
        """The worth to partners: the win chance, plus ``POINT`` for each point of score."""
        return self.win + self.POINT * self.score


@dataclass(frozen=True, slots=True)
class DoubleDummyValue:
    """The value of a choice in hindsight, with the hands as they really were.

    ``win`` is the chance to win (0-1). Each game adds the figures that it shows to players.
    """

    action: Any
    win: float


EstimateT = TypeVar("EstimateT", ActionValue, DoubleDummyValue)

NEAR_CERTAIN_WIN = 0.98
"""If all choices have at least this chance, points tell them apart better."""


def all_nearly_certain(estimates: Sequence[ActionValue]) -> bool:
    """True if the win is nearly certain with every choice, in a game where points count."""
    return bool(estimates) and all(e.POINT and e.win >= NEAR_CERTAIN_WIN for e in estimates)


def display_values(estimates: Sequence[ActionValue]) -> tuple[float, ...]:
    """Return the worth of each choice to players: its points if the win is nearly certain."""
    if all_nearly_certain(estimates):
        return tuple(estimate.POINT * estimate.score for estimate in estimates)
    return tuple(estimate.worth for estimate in estimates)


@dataclass(frozen=True, slots=True)
class Thought:
    """A partner's choice.

    estimates: one for each of the observation's choices, in order; empty if it makes none.
    worlds: the number of worlds behind the estimates.
    cut_short: whether it was stopped before it sampled all worlds.
    raw: the estimates of the search if ``estimates`` were calibrated for players.
    errors: standard errors of each choice's distance to the chosen one; empty if exact.
    worlds_by_choice: the number of worlds in which each choice was tried; empty if in all.
    settled: false if more worlds may change a judgement.
    reasons: why good choices are better than worse ones, for the pairs that were compared.
    """

    action: Any
    estimates: tuple[ActionValue, ...] = ()
    worlds: int = 0
    cut_short: bool = False
    raw: tuple[ActionValue, ...] = ()
    errors: tuple[float, ...] = ()
    worlds_by_choice: tuple[int, ...] = ()
    settled: bool = True
    reasons: tuple[Reason, ...] = ()

    @property
    def search_estimates(self) -> tuple[ActionValue, ...]:
        """The estimates by which choices were compared."""
        return self.raw or self.estimates

    @property
    def uses_points(self) -> bool:
        """Whether players see points instead of chances."""
        return all_nearly_certain(self.estimates)


EQUAL_COST = 0.01
"""A choice that costs less counts as equal to the best."""


def rank_choices(thought: Thought, errors: float) -> tuple[list[Any], list[Any]]:
    """Return the choices that are as good as the best, which comes first, and the worse ones.

    A worse choice is behind by more than this many standard ``errors``. Both lists are empty
    without estimates, and choices between the two are in neither.
    """
    worths = {estimate.action: estimate.worth for estimate in thought.search_estimates}
    by_action = dict(zip(worths, thought.errors, strict=False))
    if thought.action not in worths:
        return [], []
    costs = {action: worths[thought.action] - worth for action, worth in worths.items()}
    others = sorted(
        (action for action in worths if action != thought.action), key=costs.__getitem__
    )
    equals = [action for action in others if costs[action] < EQUAL_COST]
    worse = [
        action
        for action in others
        if costs[action] >= EQUAL_COST and costs[action] > errors * by_action.get(action, 0.0)
    ]
    return [thought.action, *equals], worse


def never_stop() -> bool:
    """Give a partner all the time that its effort needs."""
    return False


def stop_at_deadline(seconds: float) -> Stop:
    """Return a Stop that becomes true ``seconds`` from now."""
    deadline = monotonic() + seconds
    return lambda: monotonic() >= deadline


class Partner(Protocol):
    """Chooses from ``observation.choices``; all its randomness comes from ``rng``.

    Unless it is stopped early, equal observations and generators lead to equal thoughts.
    """

    def __call__(self, observation: Any, rng: Random, stop: Stop = never_stop) -> Thought:
        """Return the choice; as soon as ``stop()`` is true, the best one so far."""


@dataclass(frozen=True, slots=True)
class ReviewQuery:
    """Asks a reviewer how much worse the ``chosen`` choice was than the best choice.

    worths: returns the worth of each choice to players, given the estimates.
    limits: costs that separate grades; the search goes on until the grade is certain enough.
    costly_limit: a member of ``limits``; a choice that may cost as much is tried in more worlds.
    """

    chosen: Any
    worths: Callable[[tuple[ActionValue, ...]], Sequence[float]]
    limits: Sequence[float]
    costly_limit: float
    max_worlds: int


Reviewer: TypeAlias = Callable[[Any, Random, ReviewQuery], Thought]
"""Answers a query about an observation; all its randomness comes from the generator."""


def choose_at_random(observation: Any, rng: Random, stop: Stop = never_stop) -> Thought:
    """Choose any of the legal actions, each equally likely."""
    return Thought(rng.choice(observation.choices))


class Calibration(Protocol):
    """Corrects estimates of the search to agree with games that are really played."""

    def __call__(self, estimates: EstimateT, /) -> EstimateT:
        """Return the estimate with the win chance and the mean score of real games."""


@dataclass(frozen=True, slots=True)
class Partners:
    """The partners of a game except the random one, and its types of estimates and hindsight.

    create: returns a partner, given its name and its opposite's name (None for a person).
    create_adviser: returns the partner that advises people in place of the named partner. An expert
        then compares all choices to the end, since people look at all figures.
    kinds: the kinds that the game has.
    calibration: returns how to correct figures for an observation, given the names at both seats;
        None if players see the figures of the search.
    create_reviewer: returns the expert, with a number of worlds, that judges choices in reviews.
    """

    create: Callable[[PartnerName, PartnerName | None], Partner]
    create_adviser: Callable[[PartnerName, PartnerName | None], Partner]
    estimate_type: type[ActionValue]
    hindsight_type: type[DoubleDummyValue]
    kinds: tuple[str, ...] = KINDS
    calibration: Callable[[Any, Sequence[str | None]], Calibration] | None = None
    create_reviewer: Callable[[int, PartnerName | None], Reviewer] | None = None


def calibrate(
    game: str, observation: Any, names: Sequence[str | None], estimates: tuple[EstimateT, ...]
) -> tuple[EstimateT, ...]:
    """Return the estimates that players see in games of partners with these ``names``."""
    calibration = partners_of(game).calibration
    if calibration is None:
        return estimates
    return tuple(map(calibration(observation, names), estimates))


def calibrate_thought(
    game: str, observation: Any, names: Sequence[str | None], thought: Thought
) -> Thought:
    """Return a thought with calibrated estimates."""
    estimates = calibrate(game, observation, names, thought.estimates)
    if estimates is thought.estimates:
        return thought
    return replace(thought, estimates=estimates, raw=thought.estimates)


def partners_of(game: str) -> Partners:
    """Load the partners of a game; raises MissingPartError, or KeyError for an unknown game."""
    partners: Partners = load_part(game, PARTNERS)
    return partners


def get_partner(game: str, name: str, opposite: str | None = None) -> Partner:
    """Return the partner of a game with a name such as ``steady`` or ``expert:200``.

    ``opposite`` names the partner at the other seat; None for a person. Raises PartnerNameError,
    which lists valid names.
    """
    parsed = parse_partner(name)
    if parsed.kind == "random":
        return choose_at_random
    return _get_partners(game, parsed, name).create(parsed, parse_partner_or_none(opposite))


def get_adviser(game: str, name: str, opposite: str | None = None) -> Partner:
    """Return the partner that advises people in place of the named one; see ``Partners``.

    Raises PartnerNameError, as ``get_partner`` does.
    """
    parsed = parse_partner(name)
    if parsed.kind == "random":
        return choose_at_random
    return _get_partners(game, parsed, name).create_adviser(parsed, parse_partner_or_none(opposite))


def get_reviewer(game: str, name: str, opposite: str | None = None) -> Reviewer:
    """Return the reviewer of a game, given the name of an expert with its worlds."""
    reviewer, worlds = partners_of(game).create_reviewer, parse_partner(name).worlds
    assert reviewer is not None, "games with reviews have somebody who judges"
    return reviewer(worlds or REVIEWER_WORLDS, parse_partner_or_none(opposite))


def _get_partners(game: str, parsed: PartnerName, name: str) -> Partners:
    partners = partners_of(game)
    if parsed.kind not in partners.kinds:
        raise unknown_partner_error(name)
    return partners


Worths: TypeAlias = Callable[[Any], Sequence[float]]
"""Returns the worth of each choice of an observation by plain rules."""

_UNLIMITED_WORLDS = 1_000_000


def greedy_policy(worths: Worths) -> Partner:
    """Return the partner that chooses the highest worth, the first of equals."""

    def choose(observation: Any, rng: Random, stop: Stop = never_stop) -> Thought:
        return _choose_best(observation, worths(observation))

    return choose


def noisy_policy(worths: Worths, deviation: float) -> Partner:
    """Return the partner that judges each choice with a normal error of this ``deviation``."""

    def choose(observation: Any, rng: Random, stop: Stop = never_stop) -> Thought:
        noisy = [worth + rng.gauss(0, deviation) for worth in worths(observation)]
        return _choose_best(observation, noisy)

    return choose


def _choose_best(observation: Any, worths: Sequence[float]) -> Thought:
    return Thought(observation.choices[worths.index(max(worths))])


def epsilon_greedy(worths: Worths, random_share: float) -> Partner:
    """Return the greedy partner, which plays a ``random_share`` (0-1) of its cards at random."""

    def choose(observation: Any, rng: Random, stop: Stop = never_stop) -> Thought:
        if isinstance(observation.choices[0], Play) and rng.random() < random_share:
            return choose_at_random(observation, rng)
        return _choose_best(observation, worths(observation))

    return choose


def anytime_policy(seconds: float, expert: Callable[[int], Partner]) -> Partner:
    """Return the partner that samples worlds for at most ``seconds``."""
    think = expert(_UNLIMITED_WORLDS)

    def choose(observation: Any, rng: Random, stop: Stop = never_stop) -> Thought:
        is_time_up = stop_at_deadline(seconds)
        thought = think(observation, rng, lambda: is_time_up() or stop())
        # Reaching its own time limit does not count as being cut short.
        return replace(thought, cut_short=thought.cut_short and stop())

    return choose
