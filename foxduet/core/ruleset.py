"""RuleSet: the one interface through which every other room uses a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

from foxduet.core.common import Choice, Decision, Result, Seat, Step, trick_number
from foxduet.core.frozen import dataclass

if TYPE_CHECKING:
    from random import Random

SetupT = TypeVar("SetupT")
StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")
EventT = TypeVar("EventT")
ObservationT = TypeVar("ObservationT")


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the scores, of whole numbers or texts; ``optional`` ones may be empty."""

    name: str
    type: type[int] | type[str]
    optional: bool = False


class Summary(Protocol):
    """What the scores save of a finished game, beside what all games have."""

    @property
    def result(self) -> Result:
        """How the game ended."""

    @property
    def category(self) -> tuple[int | bool, ...]:
        """The kind of game, by which categories are sorted; only games of one are compared."""


Counts: TypeAlias = Mapping[str, tuple[int, int]]
"""What is counted for each seat, such as its tricks, by name."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RuleSet(Generic[SetupT, StateT, ActionT, EventT, ObservationT]):
    """The rules of one game as functions on frozen values, and what else it has, as data.

    One decision is pending at a time, and each choice is one action. Randomness enters only as a
    deal. What only one seat may know is in no observation, event or error that the other gets.
    """

    name: str
    """The name in records and for ``--game``."""
    cooperative: bool
    """Whether both seats win or lose together; else they are opponents."""

    setup_from: Callable[[Mapping[str, object]], SetupT]
    """Return the setup in the keys of a record; raises RecordError."""
    header_keys: Callable[[SetupT], dict[str, object]]
    """Return the keys of a record that contain the setup; inverts ``setup_from``."""
    setup_key: Callable[[SetupT], dict[str, int | str]]
    """Return short values that differ between any two setups."""
    next_setup: Callable[[SetupT], SetupT | None]
    """Return the setup to play after a victory with one, None if there is none harder."""
    day_label: Callable[[SetupT], str | None]
    """Return what the seed of a day's deals is made of beside the date; None if there are none."""

    new_game: Callable[[SetupT], StateT]
    legal_actions: Callable[[StateT], tuple[ActionT, ...]]
    """Return the actions among which the pending decision chooses, sorted; none for a deal."""
    check: Callable[[StateT, ActionT], None]
    """Raise IllegalActionError, which says why, if an action is not allowed."""
    apply: Callable[[StateT, ActionT], Step[StateT, EventT]]
    """Check and do an action."""
    deal: Callable[[StateT, Random, Seat | None], ActionT]
    """Return the deal that is due, shuffled; the seat, if any, deals the first round."""
    resignation: Callable[[Seat], ActionT]
    """Return the action by which a seat, or its team, resigns."""
    is_hopeless: Callable[[StateT], bool]
    """Return whether what lies open shows that the team can no longer win."""
    surely_loses: Callable[[ObservationT, ActionT], bool]
    """Return whether what lies open shows that a choice loses the game at once."""
    result: Callable[[StateT], Result | None]

    observe: Callable[[StateT, Seat], ObservationT]
    redact: Callable[[EventT, Seat], EventT]
    """Return an event as a seat may see it."""
    sample: Callable[[ObservationT, Random], StateT]
    """Draw a world that fits: ``observe(sample(o, rng), o.seat) == o``."""
    other_hand: Callable[[ObservationT], tuple[tuple[Any, ...], int]]
    """Return the cards of the other hand that a seat knows, and the number of the others."""

    parse_action: Callable[[str], ActionT]
    """Return the action in a text; raises NotationError. Inverts ``format_action``."""
    format_action: Callable[[ActionT], str]
    parse_position: Callable[[str, SetupT], StateT]
    """Return the state in a position line with all cards open; raises NotationError."""
    format_position: Callable[[StateT], str]
    format_view: Callable[[ObservationT], str]
    """Return the position line as one seat sees it."""

    results: tuple[str, ...]
    """The names of results in records."""
    result_keys: Callable[[StateT], dict[str, object]]
    """Return what else a record says about the result: always the same keys, some with None."""

    summarize: Callable[[SetupT, Sequence[Step[StateT, EventT]]], Summary]
    """Return the summary of a finished game by its setup and what its actions led to."""
    setup_columns: tuple[Column, ...]
    """The columns of ``setup_key``, which are the first columns of a summary, too."""
    summary_columns: tuple[Column, ...]
    categories: tuple[str, ...]
    """The names of the parts of ``Summary.category``."""
    summary_row: Callable[[Any], tuple[int | str | None, ...]]
    """Return a summary as the values of its columns."""
    summary_from: Callable[[Mapping[str, object]], Summary]
    """Return the summary in values by column; raises ValueError. Inverts ``summary_row``."""
    counts: Callable[[Any], Counts]
    """Return what a summary counts for each seat; the names are always the same."""

    shortcuts: Callable[[ObservationT], Mapping[ActionT, tuple[ActionT, ...]]] = lambda _seen: {}
    """Return further choices, each with the actions of the same seat that it stands for."""

    def pending(self, state: Any) -> Decision[Choice] | None:
        """Return what must be decided next, None when the game is over."""
        due: Decision[Choice] | None = state.table.pending
        return due

    def progress(self, state: Any) -> tuple[int, int]:
        """Return the numbers of round and (last) trick, from 1; 0 before the first deal."""
        table = state.table
        return table.round, trick_number(table.tricks_done, table.trick)


AnyRuleSet: TypeAlias = RuleSet[Any, Any, Any, Any, Any]
"""The rule set of any game, for callers that only pass states and actions on."""
