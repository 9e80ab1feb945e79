"""The facts about a game that the contract tests need: random play, secrets, examples.

Each game has one ``Contract``; ``test_contract`` checks the same promises for each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

from hypothesis import strategies as st

from foxduet.core.cards import Play, Seat, Step, card_in_action
from foxduet.core.engine import AnyRuleSet
from foxduet.core.notation import CardNotation
from tests.support.processes import patience

Moments: TypeAlias = Iterator[tuple[Any, Any, Step[Any, Any]]]
"""Each state of a game, the action taken in it, and the step."""


def at_random(rules: AnyRuleSet, setup: Any, rng: Random) -> Moments:
    """Play a game to its end, each choice at random."""
    state = rules.new_game(setup)
    steps = patience()
    while rules.pending(state) is not None:
        next(steps)
        legal = rules.legal_actions(state)
        action = rng.choice(legal) if legal else rules.deal(state, rng, None)
        step = rules.apply(state, action)
        yield state, action, step
        state = step.state


def same_action(rules: AnyRuleSet, state: Any, world: Any, _seat: Seat) -> list[tuple[Any, Any]]:
    """Return the actions that are legal in both worlds, paired with themselves."""
    there = rules.legal_actions(world)
    return [(action, action) for action in rules.legal_actions(state) if action in there]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Contract:
    rules: AnyRuleSet
    setups: st.SearchStrategy[Any]
    universe: tuple[Any, ...]
    """Every action except deals and resigning."""
    deck: tuple[Any, ...]
    cards: CardNotation[Any]
    card_fields: slice
    """The fields of a position line that may contain cards."""
    play: Callable[[Any, Random], Moments]
    """Plays a random game to its end; every kind of ending occurs."""
    unseen: Callable[[Any], Sequence[Any]]
    """Returns the cards of an observation whose place its seat does not know."""
    hidden: Callable[[Any, Seat], Sequence[Any]]
    """Returns the expected ``unseen`` cards, computed from the state."""
    secrets: Callable[[Any, Seat], Sequence[Any]]
    """Returns the cards of a state that must never be named to a seat."""
    shared: Callable[[AnyRuleSet, Any, Any, Seat], list[tuple[Any, Any]]]
    """Returns pairs of actions in two worlds that look the same to a seat."""
    due: Mapping[str, tuple[str, tuple[str, ...], str]]
    """By the reason of a refusal: a position line, actions after it, and the decision then due."""
    one_of_each: tuple[str, ...]
    """An action for every kind of decision of either seat, each legal somewhere in ``due``."""
    setup: Any
    """Setup of the lines in ``due``."""
    language: Mapping[str, Any]
    """Actions of each kind by their lines."""
    not_cards: tuple[str, ...]
    partners: tuple[str, ...] = ("random", "novice", "steady", "steady:25%", "expert:6")
    sees_by_chance: Callable[[Any, Seat], bool] = lambda _state, _seat: False
    """Whether a seat has seen a card by chance, not by a choice."""
    lost_by_line: Callable[[Any, Any], tuple[bool, bool]] = lambda _before, _step: (False, False)
    """Whether a line lacks facts that the next line, and the next events, depend on."""

    @property
    def name(self) -> str:
        return self.rules.name

    def states(self, setup: Any, seed: int) -> list[Any]:
        steps = [step.state for _, _, step in self.play(setup, Random(seed))]
        return [self.rules.new_game(setup), *steps]

    def place(self, action: Any) -> tuple[int, int]:
        """Return the sort key of a legal action: by card, keeping the decree last."""
        card = card_in_action(action)
        if card is not None:
            return 0, self.deck.index(card)
        return 1, self.universe.index(action)

    def named(self, text: str, cards: Sequence[Any]) -> list[str]:
        """Return the reprs of ``cards`` that occur in ``text``."""
        return [repr(card) for card in cards if repr(card) in text]


def plays(deck: Sequence[Any]) -> tuple[Play[Any], ...]:
    return tuple(Play(seat, card) for seat in Seat for card in deck)
