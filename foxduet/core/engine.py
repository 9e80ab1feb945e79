"""RuleSet, the interface to a game, and the parts that all engines share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

from foxduet.core.cards import (
    CardPlayed,
    CardT,
    Choice,
    Deal,
    Decision,
    DecreeChanged,
    DecreeKept,
    PlayKind,
    Result,
    RoundDealt,
    Seat,
    Step,
    Trick,
    TrickWon,
    follow_wins,
    hand_of,
    remove_card,
    replace_at,
    trick_number,
    win_reason,
)
from foxduet.core.errors import N_, IllegalActionError
from foxduet.core.lazy_dataclass import dataclass

if TYPE_CHECKING:
    from random import Random


SetupT = TypeVar("SetupT")
StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")
EventT = TypeVar("EventT")
ObservationT = TypeVar("ObservationT")


@dataclass(frozen=True, slots=True)
class ResultColumn:
    """A column of ints or strings in the scores; ``optional`` ones may be empty."""

    name: str
    type: type[int] | type[str]
    optional: bool = False


class Summary(Protocol):
    """The part of a finished game in the scores that is particular to its rules."""

    @property
    def result(self) -> Result: ...

    @property
    def category(self) -> tuple[int | bool, ...]:
        """The kind of game, a sort key; scores are compared within one category."""


Counts: TypeAlias = Mapping[str, tuple[int, int]]
"""A count for each seat, such as its tricks, by name."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RuleSet(Generic[SetupT, StateT, ActionT, EventT, ObservationT]):
    """The rules of one game as functions on frozen values, and its other properties as data.

    One decision is pending at a time, and each choice is one action. Randomness enters only as a
    deal. No observation, event or error tells a seat anything that only the other may know.
    """

    name: str
    """The name in records and for ``--game``."""
    cooperative: bool
    """Whether both seats win or lose together; otherwise they are opponents."""

    setup_from: Callable[[Mapping[str, object]], SetupT]
    """Return the setup in the keys of a record; raises RecordError."""
    header_keys: Callable[[SetupT], dict[str, object]]
    """Return the keys of a record that contain the setup; inverts ``setup_from``."""
    setup_key: Callable[[SetupT], dict[str, int | str]]
    """Return short values that differ between any two setups."""
    next_setup: Callable[[SetupT], SetupT | None]
    """Return the next harder setup, to play after a victory; None if the setup is the hardest."""
    day_label: Callable[[SetupT], str | None]
    """Return the label of a setup in seeds of the day; None if it has no deals of the day."""

    new_game: Callable[[SetupT], StateT]
    legal_actions: Callable[[StateT], tuple[ActionT, ...]]
    """Return the actions that the pending decision allows, sorted; empty for a deal."""
    check: Callable[[StateT, ActionT], None]
    """Raise IllegalActionError, with the reason, if an action is not allowed."""
    apply: Callable[[StateT, ActionT], Step[StateT, EventT]]
    """Check and perform an action."""
    deal: Callable[[StateT, Random, Seat | None], ActionT]
    """Return the deal that is due, shuffled; the seat, unless None, deals the first round."""
    resignation: Callable[[Seat], ActionT]
    """Return the action by which a seat, or its team, resigns."""
    is_hopeless: Callable[[StateT], bool]
    """True if public information shows that the team can no longer win."""
    surely_loses: Callable[[ObservationT, ActionT], bool]
    """True if the observation shows that a choice loses the game at once."""
    result: Callable[[StateT], Result | None]

    observe: Callable[[StateT, Seat], ObservationT]
    redact: Callable[[EventT, Seat], EventT]
    """Return an event as a seat may see it."""
    sample: Callable[[ObservationT, Random], StateT]
    """Draw a world that fits: ``observe(sample(o, rng), o.seat) == o``."""
    other_hand: Callable[[ObservationT], tuple[tuple[Any, ...], int]]
    """Return the cards of the other hand that a seat knows, and the number of unknown ones."""

    parse_action: Callable[[str], ActionT]
    """Parse an action; raises NotationError. Inverts ``format_action``."""
    format_action: Callable[[ActionT], str]
    parse_position: Callable[[str, SetupT], StateT]
    """Parse a position line with all cards open; raises NotationError."""
    format_position: Callable[[StateT], str]
    format_view: Callable[[ObservationT], str]
    """Return the position line as one seat sees it."""

    results: tuple[str, ...]
    """Names of results in records."""
    result_keys: Callable[[StateT], dict[str, object]]
    """Return further keys of a record about the result: always the same keys, some with None."""

    summarize: Callable[[SetupT, Sequence[Step[StateT, EventT]]], Summary]
    """Summarize a finished game, given its setup and steps."""
    setup_columns: tuple[ResultColumn, ...]
    """The columns of ``setup_key``, also the first columns of a summary."""
    summary_columns: tuple[ResultColumn, ...]
    categories: tuple[str, ...]
    """Names of the parts of ``Summary.category``."""
    summary_row: Callable[[Any], tuple[int | str | None, ...]]
    """Return a summary as the values of its columns."""
    summary_from: Callable[[Sequence[Any]], Summary]
    """Return the summary in a row; raises ValueError. Inverts ``summary_row``."""
    counts: Callable[[Any], Counts]
    """Return the counts in a summary; the names are always the same."""

    shortcuts: Callable[[ObservationT], Mapping[ActionT, tuple[ActionT, ...]]] = lambda _seen: {}
    """Return further choices, each with the actions of the same seat that it combines."""

    def pending(self, state: Any) -> Decision[Choice] | None:
        """Return the decision that is due; None when the game is over."""
        decision: Decision[Choice] | None = state.table.pending
        return decision

    def progress(self, state: Any) -> tuple[int, int]:
        """Return the numbers of round and (last) trick, from 1; 0 before the first deal."""
        table = state.table
        return table.round, trick_number(table.tricks_done, table.trick)


AnyRuleSet: TypeAlias = RuleSet[Any, Any, Any, Any, Any]
"""The rule set of any game, for callers that only pass states and actions on."""


def choose_dealer(last_dealer: Seat | None, first_dealer: Seat | None, rng: Random) -> Seat:
    """Return the dealer of the next round: the other seat than ``last_dealer`` (R3.1, C2.1).

    In the first round, without a ``last_dealer``, it is ``first_dealer`` or, if None, random.
    """
    if last_dealer is not None:
        return last_dealer.other
    return rng.choice(list(Seat)) if first_dealer is None else first_dealer


def shuffle_deal(deck: tuple[CardT, ...], hand_size: int, dealer: Seat, rng: Random) -> Deal[CardT]:
    """Shuffle ``deck`` with ``rng`` and deal it (R3.2, C2.2)."""
    cards = list(deck)
    rng.shuffle(cards)
    hands = (hand_of(cards[:hand_size]), hand_of(cards[hand_size : 2 * hand_size]))
    return Deal(dealer, hands, cards[2 * hand_size], tuple(cards[2 * hand_size + 1 :]))


def check_pending(
    decision: Decision[Choice], action: object, requirements: Mapping[Any, tuple[type[object], str]]
) -> None:
    """Raise IllegalActionError unless ``decision`` asks this seat for this kind of action.

    ``requirements`` maps each choice to its kind of action and the sentence that rejects others.
    """
    kind, refusal = requirements[decision.choice]
    if not isinstance(action, kind) or decision.seat is not getattr(action, "seat", None):
        raise IllegalActionError(refusal, seat=decision.seat)


def check_in_hand(hand: tuple[CardT, ...], seat: Seat, card: CardT | None) -> None:
    """Raise IllegalActionError if ``seat`` does not hold ``card``; None always passes."""
    if card is not None and card not in hand:
        raise IllegalActionError(N_("{seat} does not hold that card"), seat=seat)


def check_deal(
    deal: Deal[CardT], last_dealer: Seat | None, deck: tuple[CardT, ...], hand_size: int, error: str
) -> None:
    """Raise IllegalActionError if a round cannot be dealt like this (R3.1, R3.2, C2.1, C2.2).

    last_dealer: None in the first round.
    error: the sentence for a deal in which a card occurs twice or is missing.
    """
    if last_dealer is not None and deal.dealer is last_dealer:
        raise IllegalActionError(N_("it is {seat}'s turn to deal"), seat=last_dealer.other)
    for seat, hand in zip(Seat, deal.hands, strict=True):
        if len(hand) != hand_size:
            template = N_("{count} cards dealt to {seat}; it should be {size}")
            raise IllegalActionError(template, seat=seat, count=len(hand), size=hand_size)
        if hand != hand_of(hand):
            raise IllegalActionError(N_("the hand of {seat} is not sorted"), seat=seat)
    stock_size = len(deck) - 2 * hand_size - 1
    if len(deal.stock) != stock_size:
        template = N_("{count} cards in the stock; it should be {size}")
        raise IllegalActionError(template, count=len(deal.stock), size=stock_size)
    if hand_of((*deal.hands[0], *deal.hands[1], deal.decree, *deal.stock)) != deck:
        raise IllegalActionError(error)


class StateBuilder(Generic[CardT]):
    """The mutable state that a call of ``apply`` builds: the part that all games share.

    Each game adds its fields and copies all of them from a state; a builder never leaves the
    engine. ``play_decisions`` has, by seat, the decision to play a card.
    """

    play_decisions: ClassVar[tuple[Decision[Any], ...]]
    pending: Any
    round: int
    dealer: Seat | None
    decree: CardT | None
    trick: Trick[CardT] | None
    hands: tuple[tuple[CardT, ...], tuple[CardT, ...]]
    events: list[Any]

    def take_from_hand(self, seat: Seat, card: CardT) -> None:
        self.hands = replace_at(self.hands, seat, remove_card(self.hands[seat], card))

    def put_in_hand(self, seat: Seat, card: CardT) -> None:
        self.hands = replace_at(self.hands, seat, hand_of((*self.hands[seat], card)))

    def deal_round(self, deal: Deal[CardT]) -> None:
        """Begin the next round with a deal; each game stores the stock itself."""
        self.round += 1
        self.dealer, self.hands, self.decree = deal.dealer, deal.hands, deal.decree
        self.events.append(RoundDealt(self.round, deal.dealer, deal.decree))

    def play_card(self, seat: Seat, card: CardT) -> CardT | None:
        """Lead or follow with ``card``; return the lead card, None if ``card`` is the lead."""
        trick = self.trick
        assert trick is not None, "a trick is under way when a card is played"
        lead = trick.lead
        self.trick = Trick(trick.leader, card) if lead is None else Trick(trick.leader, lead, card)
        self.take_from_hand(seat, card)
        if lead is None:
            kind = PlayKind.LEAD
        elif card.suit is lead.suit:
            kind = PlayKind.FOLLOW
        else:
            kind = PlayKind.TRUMP if self.is_trump(card, lead) else PlayKind.DISCARD
        self.events.append(CardPlayed(seat, card, kind))
        return lead

    def is_trump(self, card: CardT, _lead: CardT) -> bool:
        """True if a card of another suit than the lead counts as a trump."""
        return self.decree is not None and card.suit is self.decree.suit

    def open_trick(self, leader: Seat) -> None:
        """Begin a trick; ``leader`` must play a card."""
        self.trick = Trick(leader)
        self.pending = self.play_decisions[leader]

    def complete_trick(
        self, convert: Callable[[CardT, CardT, Any], tuple[CardT, CardT]] | None = None
    ) -> TrickWon[CardT] | None:
        """Complete a trick; None if its second card is still due (R6, C5.1).

        ``convert`` maps both cards, given the trump, to the cards that they count as.
        """
        trick, decree = self.trick, self.decree
        assert trick is not None, "a trick is under way"
        lead, follow = trick.lead, trick.follow
        assert lead is not None, "a card has been played"
        if follow is None:
            self.pending = self.play_decisions[trick.to_play]
            return None
        assert decree is not None, "there is a decree during a trick"
        trump = decree.suit
        cards = convert(lead, follow, trump) if convert else (lead, follow)
        winner, card = trick.leader, lead
        if follow_wins(*cards, trump):
            winner, card = trick.leader.other, follow
        event = TrickWon(winner, card, win_reason(*cards, trump), counts_as_trump=card not in cards)
        self.events.append(event)
        return event

    def exchange_decree(self, seat: Seat, card: CardT | None) -> CardT | None:
        """Exchange ``card`` with the decree and return the old decree; None if ``card`` is None."""
        if card is None:
            self.events.append(DecreeKept(seat))
            return None
        old = self.decree
        assert old is not None, "there is a decree during a trick"
        self.take_from_hand(seat, card)
        self.put_in_hand(seat, old)
        self.decree = card
        self.events.append(DecreeChanged(seat, old, card))
        return old
