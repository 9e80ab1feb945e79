"""Partners and opponents: their names, what they are asked, and what they answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from random import Random
from time import monotonic
from types import MappingProxyType
from typing import Any, ClassVar, Protocol, TypeAlias, TypeVar

from foxduet.core.cards import Play
from foxduet.core.errors import N_, FoxduetError, MissingPartError
from foxduet.core.lazy_dataclass import dataclass, field, replace
from foxduet.core.registry import PARTNERS, load_part, require_parts

KINDS = ("novice", "steady", "expert")
"""The partners that a person plays beside, from the weakest to the strongest."""

YARDSTICK = "ismcts"
"""A search that measures others, in games that have it; nobody plays beside it."""

ADVISER_NAME = "expert:500"
"""The partner that works out hints for people."""

REVIEWER_WORLDS = 1000
REVIEWER = f"expert:{REVIEWER_WORLDS}"
"""The partner that judges games in reviews by default."""

# An expert that looks at fewer worlds counts as steady, and below the second number as novice.
_EXPERT_SAMPLE, _STEADY_SAMPLE = 50, 5

_EFFORT_PATTERN = re.compile(
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
    all that it has time for within ``seconds``. A steady partner plays the share ``noise`` (0-1)
    of its cards at random.
    """

    kind: str
    worlds: int | None = None
    seconds: float | None = None
    noise: float | None = None


def unknown_partner_error(name: str) -> PartnerNameError:
    """Return the error about a name that is no partner's, which says what would be right."""
    return PartnerNameError(
        N_("there is no partner '{name}'; choose from {kinds}, or with an effort: {examples}"),
        name=name,
        kinds=", ".join(("random", *KINDS)),
        examples="expert:200, expert:50ms, steady:25%",
    )


def parse_partner(name: str) -> PartnerName:
    """Read a name such as ``greedy_policy``, ``expert:200``, ``expert:50ms`` or ``steady:25%``.

    Raises PartnerNameError, which says what would be right.
    """
    if name in ("random", *KINDS):
        return PartnerName(name)
    effort = _EFFORT_PATTERN.fullmatch(name)
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
    """Read the name of who sits at an end; None for a person, and for a name that is none."""
    if name is None:
        return None
    try:
        return parse_partner(name)
    except PartnerNameError:
        return None


def parse_playable_partner(name: str) -> PartnerName:
    """Read the name of a partner for a person: one of KINDS, or like ``expert:200``.

    Raises PartnerNameError, which says what would be right.
    """
    effort = _EFFORT_PATTERN.fullmatch(name)
    if name not in KINDS and not (effort and effort["worlds"]):
        raise PartnerNameError(
            N_("you cannot play with '{name}'; choose from {kinds}, or {examples}"),
            name=name,
            kinds=", ".join(KINDS),
            examples="expert:1 - expert:999999",
        )
    return parse_partner(name)


def opposite_partner(names: Sequence[str | None], seat: int) -> str | None:
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
    first, second = map(kind_of, names)
    if "steady" in (first, second):
        return second if first == "steady" else first
    return min(first, second, key=KINDS.index)


def kind_of(name: str | None) -> str:
    """Return as which of KINDS a partner counts, or a person."""
    match parse_partner_or_none(name):
        case PartnerName("expert", worlds=int(worlds)) if worlds < _EXPERT_SAMPLE:
            return "novice" if worlds < _STEADY_SAMPLE else "steady"
        case PartnerName("random"):
            return "novice"
        case PartnerName(kind) if kind in KINDS:
            return kind
        case _:
            return "steady"


def is_repeatable(name: str) -> bool:
    """Return whether a partner chooses the same each time, since no clock limits it."""
    return not name.endswith("ms")


class UnknownPartnerError(FoxduetError):
    """A game that is under way cannot be resumed here."""


def require_known_partners(game: str, names: Iterable[str | None]) -> None:
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
            raise UnknownPartnerError(
                N_("the game's partner, '{name}', is not known here"), name=name
            ) from None
    if not people:
        raise UnknownPartnerError(N_("both seats are played by partners, so none is left for you"))


Stop: TypeAlias = Callable[[], bool]
"""Returns true once a partner must choose at once; called again and again while it thinks."""


NO_SHARE: Mapping[str, bool] = MappingProxyType({"share": False})
"""Marks a field of figures that is a number of something, not a share of worlds (0-1)."""


@dataclass(frozen=True, slots=True)
class ActionValue:
    """What is expected of one choice, over the worlds that were looked at.

    ``win`` is the chance to win the game (0-1), ``score`` the mean score, a defeat counting 0.
    Each game adds shares of worlds (0-1) in which something happened that players can see.
    """

    POINT: ClassVar[float] = 0.0
    """What a point of score is worth to partners compared with a victory, which is worth 1."""

    action: Any
    win: float
    score: float = field(metadata=NO_SHARE)

    @property
    def worth(self) -> float:
        """What the choice is worth to partners: the win, then the points."""
        return self.win + self.POINT * self.score


@dataclass(frozen=True, slots=True)
class DoubleDummyValue:
    """Hindsight: what a choice leads to with the hands as they really were.

    ``win`` is the chance to win (0-1). Each game adds what players can see of it.
    """

    action: Any
    win: float


FiguresT = TypeVar("FiguresT", ActionValue, DoubleDummyValue)

NEAR_CERTAIN_WIN = 0.98
"""From this chance on with every choice, points tell choices apart better than chances."""


def all_nearly_certain(estimates: Sequence[ActionValue]) -> bool:
    """Return whether the win is nearly sure with every choice, in a game where points count."""
    return bool(estimates) and all(one.POINT and one.win >= NEAR_CERTAIN_WIN for one in estimates)


def display_values(estimates: Sequence[ActionValue]) -> tuple[float, ...]:
    """Return what choices are worth to players: where the win is nearly sure, their points."""
    if all_nearly_certain(estimates):
        return tuple(one.POINT * one.score for one in estimates)
    return tuple(one.worth for one in estimates)


@dataclass(frozen=True, slots=True)
class Thought:
    """A partner's choice.

    ``estimates`` has one for each of the observation's choices, in their order, or is empty
    where the partner does not work them out; ``worlds`` counts the worlds behind them. A thought
    is ``cut_short`` if it was stopped before all worlds were looked at. ``raw`` has the estimates
    as the search found them, where players are shown others. ``errors`` are the standard errors of
    how far each is behind the choice, in their order; empty where nothing was left to chance.
    ``tried`` counts the worlds of each, empty where all were tried in all of them. A judgement
    that more worlds may change is not ``settled``.
    """

    action: Any
    estimates: tuple[ActionValue, ...] = ()
    worlds: int = 0
    cut_short: bool = False
    raw: tuple[ActionValue, ...] = ()
    errors: tuple[float, ...] = ()
    tried: tuple[int, ...] = ()
    settled: bool = True

    @property
    def search_estimates(self) -> tuple[ActionValue, ...]:
        """The estimates by which choices were compared."""
        return self.raw or self.estimates

    @property
    def uses_points(self) -> bool:
        """Whether players see points instead of chances, since the win is nearly sure."""
        return all_nearly_certain(self.estimates)


def never_stop() -> bool:
    """Give a partner all the time that its effort needs."""
    return False


def stop_at_deadline(seconds: float) -> Stop:
    """Stop a partner ``seconds`` from now."""
    deadline = monotonic() + seconds
    return lambda: monotonic() >= deadline


class Partner(Protocol):
    """Chooses one of ``observation.choices``; all its chance comes from ``rng``.

    Unless it is stopped early, equal observations and generators lead to equal thoughts.
    """

    def __call__(self, observation: Any, rng: Random, stop: Stop = never_stop) -> Thought:
        """Return the choice; as soon as ``stop()`` is true the best one known so far."""


@dataclass(frozen=True, slots=True)
class ReviewQuery:
    """How much worse than the best choice was the one that was ``chosen``?

    ``worths`` returns what each choice is worth to players, by the estimates. The answer is settled
    once it is sure enough between which of the ``limits`` of costs it lies, of which ``costly`` is
    one from which on more worlds are looked at. It may look at ``max_worlds`` worlds.
    """

    chosen: Any
    worths: Callable[[tuple[ActionValue, ...]], Sequence[float]]
    limits: Sequence[float]
    costly: float
    max_worlds: int


Reviewer: TypeAlias = Callable[[Any, Random, ReviewQuery], Thought]
"""Answers a question about an observation; all its chance comes from the generator."""


def choose_at_random(observation: Any, rng: Random, stop: Stop = never_stop) -> Thought:
    """Choose any of the legal actions, each equally likely."""
    return Thought(rng.choice(observation.choices))


class Calibration(Protocol):
    """What the figures that a search found mean in games that are really played."""

    def __call__(self, one: FiguresT) -> FiguresT:
        """Return figures with the chance to win, and the mean score, of such games."""


@dataclass(frozen=True, slots=True)
class Partners:
    """The partners of a game, the random one aside, and its own kinds of estimate and hindsight.

    ``named`` returns the partner with a name, opposite another or a person (None), ``create_adviser``
    the one that advises people in its place: an expert then compares all choices to the end,
    since people look at all the figures. ``create_reviewer`` returns the expert of a number of worlds
    that judges choices that were made, None where a game has no reviews. ``kinds`` are those of the
    names that there are. ``calibration`` returns how the search's figures are corrected for what
    a seat sees, by the names at both ends; it is None where players see the figures as they are.
    """

    create: Callable[[PartnerName, PartnerName | None], Partner]
    create_adviser: Callable[[PartnerName, PartnerName | None], Partner]
    estimate: type[ActionValue]
    open_hands: type[DoubleDummyValue]
    kinds: tuple[str, ...] = KINDS
    calibration: Callable[[Any, Sequence[str | None]], Calibration] | None = None
    create_reviewer: Callable[[int, PartnerName | None], Reviewer] | None = None


def calibrate(
    game: str, observation: Any, names: Sequence[str | None], figures: tuple[FiguresT, ...]
) -> tuple[FiguresT, ...]:
    """Return the figures that players see in games of partners with these ``names``."""
    calibration = partners_of(game).calibration
    if calibration is None:
        return figures
    return tuple(map(calibration(observation, names), figures))


def calibrate_thought(
    game: str, observation: Any, names: Sequence[str | None], thought: Thought
) -> Thought:
    """Return a thought with the figures that players see; see ``calibrate``."""
    calibrated = calibrate(game, observation, names, thought.estimates)
    if calibrated is thought.estimates:
        return thought
    return replace(thought, estimates=calibrated, raw=thought.estimates)


def partners_of(game: str) -> Partners:
    """Return the partners of a game by its name."""
    partners: Partners = load_part(game, PARTNERS)
    return partners


def get_partner(game: str, name: str, opposite: str | None = None) -> Partner:
    """Return the partner of a game with a name such as ``greedy_policy`` or ``expert:200``.

    ``opposite`` names the partner at the other end; without one a person sits there. Raises
    PartnerNameError, which says what would be right.
    """
    parsed = parse_partner(name)
    if parsed.kind == "random":
        return choose_at_random
    return _partners_for(game, parsed, name).create(parsed, parse_partner_or_none(opposite))


def get_adviser(game: str, name: str, opposite: str | None = None) -> Partner:
    """Return the partner that advises people in place of the one with a name; see ``Partners``.

    Raises PartnerNameError, as ``get_partner`` does.
    """
    parsed = parse_partner(name)
    if parsed.kind == "random":
        return choose_at_random
    return _partners_for(game, parsed, name).create_adviser(parsed, parse_partner_or_none(opposite))


def get_reviewer(game: str, name: str, opposite: str | None = None) -> Reviewer:
    """Return what judges the choices of a game, by the name of an expert with its worlds."""
    reviewer, worlds = partners_of(game).create_reviewer, parse_partner(name).worlds
    assert reviewer is not None, "games with reviews have somebody who judges"
    return reviewer(worlds or REVIEWER_WORLDS, parse_partner_or_none(opposite))


def _partners_for(game: str, parsed: PartnerName, name: str) -> Partners:
    partners = partners_of(game)
    if parsed.kind not in partners.kinds:
        raise unknown_partner_error(name)
    return partners


Worths: TypeAlias = Callable[[Any], Sequence[float]]
"""Returns what each choice of an observation is worth by plain rules."""

_UNLIMITED_WORLDS = 1_000_000


def greedy_policy(worths: Worths) -> Partner:
    """Return the partner that chooses what is worth most; the first of several that are equal."""
    return partial(_choose_greedily, worths=worths)


def _choose_greedily(
    observation: Any, rng: Random, stop: Stop = never_stop, *, worths: Worths
) -> Thought:
    return _best_of(observation, worths(observation))


def noisy_policy(worths: Worths, mistake: float) -> Partner:
    """Return the partner that judges each choice with an error, normal with a deviation."""
    return partial(_choose_noisily, worths=worths, mistake=mistake)


def _choose_noisily(
    observation: Any, rng: Random, stop: Stop = never_stop, *, worths: Worths, mistake: float
) -> Thought:
    return _best_of(observation, [worth + rng.gauss(0, mistake) for worth in worths(observation)])


def _best_of(observation: Any, worths: Sequence[float]) -> Thought:
    return Thought(observation.choices[worths.index(max(worths))])


def epsilon_greedy(worths: Worths, wild: float) -> Partner:
    """Return the steady partner, but for a share of its cards, which it plays at random."""
    return partial(_choose_epsilon_greedily, worths=worths, wild=wild)


def _choose_epsilon_greedily(
    observation: Any, rng: Random, stop: Stop = never_stop, *, worths: Worths, wild: float
) -> Thought:
    plays = isinstance(observation.choices[0], Play)
    if plays and rng.random() < wild:
        return choose_at_random(observation, rng)
    return _best_of(observation, worths(observation))


def anytime_policy(seconds: float, expert: Callable[[int], Partner]) -> Partner:
    """Return the partner that looks at as many worlds as there is time for."""
    return partial(_choose_by_deadline, seconds=seconds, think=expert(_UNLIMITED_WORLDS))


def _choose_by_deadline(
    observation: Any, rng: Random, stop: Stop = never_stop, *, seconds: float, think: Partner
) -> Thought:
    time_is_up = stop_at_deadline(seconds)
    thought = think(observation, rng, lambda: time_is_up() or stop())
    # The end of its own time does not cut it short.
    return replace(thought, cut_short=thought.cut_short and stop())
