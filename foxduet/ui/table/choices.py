"""What the cursor goes through at a decision, and where it starts."""

from __future__ import annotations

from foxduet.play.table import Session
from foxduet.rules.common import Exchange, Play
from foxduet.rules.duet.actions import PLAYS, Action, Choice, Give
from foxduet.rules.duet.cards import Card
from foxduet.rules.duet.observation import Observation, observe
from foxduet.ui.kit import keys
from foxduet.ui.table.layout import HAND_COLUMNS

OPTION_KEYS = "1234567890-="
"""The keys that choose the first to the twelfth option: eleven cards and keeping the decree."""


def options_of(observation: Observation) -> tuple[Action, ...]:
    """Return what the cursor goes through: legal actions, or all cards of a hand to be played.

    Cards that may not be played are among them so that trying one can be answered.
    """
    pending = observation.table.pending
    if pending is not None and pending.choice is Choice.PLAY:
        return tuple(PLAYS[observation.seat][card.index] for card in observation.hand)
    return observation.choices


def card_of(action: Action) -> Card | None:
    """Return the card of the hand that an option is about."""
    match action:
        case Play(_, card) | Give(_, card) | Exchange(_, card):
            return card
        case _:
            return None


def first_choice(session: Session) -> int:
    """Return the option that the cursor starts on: the first card that may be played, or keep."""
    if session.viewer is None:
        return 0
    observation = observe(session.state, session.viewer)
    options = options_of(observation)
    if not observation.choices:
        return 0
    if isinstance(options[-1], Exchange):
        return len(options) - 1
    return options.index(observation.choices[0])


def card_rows(count: int) -> tuple[int, ...]:
    """Return how many cards of a hand stand in each row."""
    if count <= HAND_COLUMNS:
        return (count,) if count else ()
    return (HAND_COLUMNS, count - HAND_COLUMNS)


def moved(cursor: int, key: str, count: int, *, picked: bool) -> int | None:
    """Return where ``key`` moves the cursor among options, None if it takes the one it is on.

    An option's own key takes it only if a player has ``picked`` it before.
    """
    numbered = OPTION_KEYS.find(key)
    if key in keys.CONFIRM or (numbered == cursor and picked):
        return None
    if 0 <= numbered < count:
        return numbered
    return (cursor + keys.step_of(key)) % count
