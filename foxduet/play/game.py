"""A game: its header, and every action with the step that it led to."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import date, datetime
from itertools import pairwise
from random import Random
from typing import Any, TypeAlias

from foxduet.core.cards import Choice, Decision, Result, Seat, Step
from foxduet.core.engine import AnyRuleSet
from foxduet.core.errors import MAX_NAME_LENGTH, N_, RecordError, get_int, is_int_list, is_name
from foxduet.core.lazy_dataclass import dataclass, field, replace
from foxduet.core.registry import card_game, rule_set
from foxduet.core.toml import check_values

Names: TypeAlias = tuple[str, str]
"""Names of the players, p1 first."""

PartnerNames: TypeAlias = tuple[str | None, str | None]
"""The name of the partner at each seat, p1 first; None for a person."""

NO_PARTNERS: PartnerNames = (None, None)

DAILY_KEY = "daily"
"""Record key: the day whose deals the game was started with."""

BRANCH_KEY = "branch_of"
"""Record key: the game that is continued here from an earlier moment."""

TAKEN_BACK_KEY = "taken_back"
"""Record key: the number of take-backs."""

PRACTICE_KEY = "practice"
"""Record key: true if the person may take back any choice; practice is never a score."""

OPEN_HANDS_KEY = "open_hands"
"""Record key, for practice of two people: true while both see both hands, false once closed."""

_SHARED_KEYS = {"format", "game", "players", "result", "seed", "started", "finished", "ai", "hints"}
_SHARED_KEYS |= {"cut_short", "actions"}
RECORDER_KEY = "scores_of"
"""Record key, for two terminals: the seat of the player who keeps the record."""

Chooser: TypeAlias = Callable[[Any, Random], Any]
"""Chooses an action for an observation; all its randomness comes from the generator."""


@dataclass(frozen=True, slots=True)
class Header:
    """The content of a record besides the actions; only values that a record can hold are valid.

    setup: the start of the game in terms of its rule set.
    seed: fixes the deals of all rounds; None if they were dealt otherwise.
    hints: the actions before which a person looked at a hint; numbers from 1, ascending.
    cut_short: the actions whose partner was stopped by its time limit, also as numbers.
    further: all other keys, including keys of other programs.
    """

    game: str
    setup: Any
    players: Names
    seed: int | None = None
    started: datetime | None = None
    finished: datetime | None = None
    ai: PartnerNames = NO_PARTNERS
    hints: tuple[int, ...] = ()
    cut_short: tuple[int, ...] = ()
    further: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Raise ValueError for values that no record can hold, RecordError for invalid ones."""
        if not all(map(is_name, self.players)):
            template = N_("players: {value}; a name must have 1 to {most} visible characters")
            raise RecordError(template, value=list(self.players), most=MAX_NAME_LENGTH)
        partners = {str(seat): name for seat in Seat if (name := self.ai[seat]) is not None}
        if not all(map(is_name, partners.values())):
            template = N_("ai: {value}; a partner's name must have 1 to {most} visible characters")
            raise RecordError(template, value=partners, most=MAX_NAME_LENGTH)
        check_action_numbers("hints", [*self.hints])
        check_action_numbers("cut_short", [*self.cut_short])
        rules = self.rules
        rules.setup_from(rules.header_keys(self.setup))
        if self.seed is not None:
            get_int({"seed": self.seed}, "seed")
        check_values([self.seed, *self.hints, *self.cut_short])
        if self.further:
            check_values(dict(self.further))
            if known_keys := self.further.keys() & known_record_keys(rules, self.setup):
                raise ValueError(f"these keys say something else in a record: {sorted(known_keys)}")

    @property
    def rules(self) -> AnyRuleSet:
        return rule_set(self.game)

    @property
    def is_branch(self) -> bool:
        """Whether the game continues another from an earlier moment; a branch is never a score."""
        return BRANCH_KEY in self.further

    @property
    def taken_back(self) -> int:
        """Number of take-backs."""
        count = self.further.get(TAKEN_BACK_KEY)
        return count if isinstance(count, int) else 0

    @property
    def is_practice(self) -> bool:
        """True if people may take back any choice, or could with open hands; never a score."""
        return self.further.get(PRACTICE_KEY) is True

    @property
    def has_open_hands(self) -> bool:
        """True if two people practise with both hands open, until they close them at a deal."""
        is_open = self.is_practice and self.further.get(OPEN_HANDS_KEY) is True
        return is_open and self.ai == NO_PARTNERS

    @property
    def person(self) -> Seat | None:
        """Seat of the only person, who plays with a partner; None for two people or none."""
        people = [seat for seat in Seat if self.ai[seat] is None]
        return people[0] if len(people) == 1 else None

    @property
    def recorder_seat(self) -> Seat | None:
        """Seat of the player who keeps a record of two terminals; None for other records."""
        keeper = self.further.get(RECORDER_KEY) if self.ai == NO_PARTNERS else None
        return next((seat for seat in Seat if keeper == str(seat)), None)

    @property
    def own_seats(self) -> tuple[Seat, ...]:
        """People's seats whose scores count here; of two terminals, only the keeper's."""
        people = tuple(seat for seat in Seat if self.ai[seat] is None)
        return people if self.recorder_seat is None else (self.recorder_seat,)

    @property
    def day(self) -> date | None:
        """The day whose deals the game has; None for other deals."""
        try:
            day = date.fromisoformat(str(self.further.get(DAILY_KEY)))
        except ValueError:
            return None
        seed = daily_seed(day, self.rules.day_label(self.setup))
        return day if seed is not None and seed == self.seed else None


@dataclass(frozen=True, slots=True)
class Turn:
    """An action, and the step that it led to."""

    action: Any
    step: Step[Any, Any]


@dataclass(frozen=True, slots=True)
class Game:
    """A header, the state before the first action, and the turns so far."""

    header: Header
    initial_state: Any
    turns: tuple[Turn, ...] = ()

    @property
    def rules(self) -> AnyRuleSet:
        return self.header.rules

    @property
    def state(self) -> Any:
        return self.turns[-1].step.state if self.turns else self.initial_state

    @property
    def states(self) -> tuple[Any, ...]:
        """All states, from before the first action to now."""
        return (self.initial_state, *(turn.step.state for turn in self.turns))

    @property
    def pending(self) -> Decision[Choice] | None:
        """The decision that is due; None when the game is over."""
        return self.rules.pending(self.state)

    @property
    def round(self) -> int:
        """Number of the round, 0 before the first deal."""
        return self.rules.progress(self.state)[0]

    @property
    def result(self) -> Result | None:
        """The result, None while the game is unfinished."""
        return self.rules.result(self.state)


def known_record_keys(rules: AnyRuleSet, setup: Any) -> set[str]:
    """Return the record keys with a meaning in this game; all others are ``Header.further``."""
    result = rules.result_keys(rules.new_game(setup))
    return {*_SHARED_KEYS, *result, *card_game(rules.name).option_names}


def check_action_numbers(key: str, numbers: object) -> tuple[int, ...]:
    """Return ``numbers`` as a tuple; raises RecordError unless ascending ints from 1."""
    if not is_int_list(numbers) or any(a >= b for a, b in pairwise([0, *numbers])):
        template = N_("{key}: {value}; give numbers of actions, from 1 and in ascending order")
        raise RecordError(template, key=key, value=numbers)
    return tuple(numbers)


def open_game(header: Header) -> Game:
    """Return a game before its first action."""
    return Game(header, header.rules.new_game(header.setup))


def set_recorder_seat(game: Game, seat: Seat) -> Game:
    """Return a game of two terminals with the seat of its record's keeper."""
    further = {**game.header.further, RECORDER_KEY: str(seat)}
    return replace(game, header=replace(game.header, further=further))


def act(game: Game, action: Any) -> Game:
    """Return ``game`` after ``action``; raises IllegalActionError if the rules forbid it."""
    turn = Turn(action, game.rules.apply(game.state, action))
    return replace(game, turns=(*game.turns, turn))


def local_time(moment: datetime) -> datetime:
    """Return a moment in the local zone, unchanged if no record can hold it there."""
    with suppress(OverflowError, OSError, ValueError):
        local = moment.astimezone()
        # TOML has no zones with seconds.
        if len(f"{local:%z}") == len("+0000"):
            return local
    return moment


def draw_seed() -> int:
    """Return a random seed, short enough to share with friends."""
    return int.from_bytes(os.urandom(4))


def daily_seed(day: date, label: str | None) -> int | None:
    """Return the seed of ``day`` for setups with ``label``; None if ``label`` is None.

    It is the first four bytes, big-endian, of the SHA-256 of a text like ``2026-11-21 LABEL``.
    """
    if label is None:
        return None
    from hashlib import sha256  # noqa: PLC0415 - the first frame does without

    return int.from_bytes(sha256(f"{day.isoformat()} {label}".encode()).digest()[:4])


def has_daily_deals(game: str) -> bool:
    """True if a game, given by its name, has deals of the day."""
    rules = rule_set(game)
    return rules.day_label(rules.setup_from(card_game(game).usual_options)) is not None


def make_deal(game: Game) -> Any:
    """Return the deal that is due.

    The game's seed fixes the first dealer and the cards of each round, whatever is played in
    between. Without a seed they are random.
    """
    seed = game.header.seed
    if seed is None:
        return game.rules.deal(game.state, Random(), None)
    first_dealer = Random(f"foxduet {seed} dealer").choice(list(Seat))
    shuffler = Random(f"foxduet {seed} round {game.round + 1}")
    return game.rules.deal(game.state, shuffler, first_dealer)


def deal_if_pending(game: Game) -> Game:
    """Return ``game`` with the next round dealt if a deal is due."""
    while (pending := game.pending) is not None and pending.choice.is_deal:
        game = act(game, make_deal(game))
    return game


def iter_play(game: Game, choosers: tuple[Chooser, Chooser]) -> Iterator[Game]:
    """Yield ``game`` after the deal that is due, and after each decision, up to its end.

    Each seat's chooser makes its decisions; p1's also decides for a team.
    """
    game = deal_if_pending(game)
    yield game
    while (pending := game.pending) is not None:
        seat = pending.decider
        observation = game.rules.observe(game.state, seat)
        game = deal_if_pending(act(game, choosers[seat](observation, partner_rng(game, seat))))
        yield game


def play_out(game: Game, choosers: tuple[Chooser, Chooser]) -> Game:
    """Return ``game`` played to its end; see ``iter_play``."""
    return deque(iter_play(game, choosers), maxlen=1).pop()


def partner_rng(game: Game, seat: Seat) -> Random:
    """Return the generator for the next choice of the partner at ``seat``.

    The seed, the seat and the number of turns fix it, so equal choices of a person lead to equal
    games, resumed or not. Without a seed it is random.
    """
    return _derived_rng(game, f"{seat}")


def hint_rng(game: Game, seat: Seat) -> Random:
    """Return the generator for a hint to ``seat``, fixed like a partner's but different from it."""
    return _derived_rng(game, f"hint {seat}")


def _derived_rng(game: Game, use: str) -> Random:
    seed = game.header.seed
    return Random() if seed is None else Random(f"foxduet {seed} {use} {len(game.turns)}")
