"""What lies ahead of a choice by what lies open: who would win, and where the fox could go."""

from __future__ import annotations

from foxduet.core.common import Exchange, Play, Seat, follow_wins
from foxduet.games.duet.rules.actions import Action, Move
from foxduet.games.duet.rules.board import Landing, Overrun, possible_moves
from foxduet.games.duet.rules.cards import Ability, Card, Suit
from foxduet.games.duet.rules.observation import Observation
from foxduet.games.duet.rules.state import Table


def trick_outlook(table: Table, follow: Card, trump: Suit) -> tuple[Seat, tuple[Landing, ...]]:
    """Return who wins the trick with ``follow`` by a trump, and where the winner may go (R6, R7).

    A card must have been led.
    """
    assert table.trick is not None, "a card was led"
    lead, leader = table.trick.lead, table.trick.leader
    assert lead is not None, "a card was led"
    winner = leader.other if follow_wins(lead, follow, trump) else leader
    moves = possible_moves(lead, follow, winner)
    return winner, tuple(table.path.landing(steps) for steps in moves)


def follow_outlook(table: Table, follow: Card) -> tuple[Seat, tuple[Landing, ...]]:
    """Return who would win with ``follow``, as trump stands, and the winner's landings."""
    assert table.decree is not None, "a round is under way"
    return trick_outlook(table, follow, table.decree.suit)


def exchange_outlook(table: Table, new: Card | None) -> tuple[Seat, tuple[Landing, ...]] | None:
    """Return what comes of the trick if ``new``, or the old card, is the decree (R5.1).

    None as long as nobody has followed.
    """
    if table.trick is None or table.trick.follow is None or table.decree is None:
        return None
    return trick_outlook(table, table.trick.follow, (new or table.decree).suit)


def landings_of(table: Table, action: Action) -> tuple[Landing, ...]:
    """Return where the fox could go by a choice, as trump stands; none if that depends on more."""
    match action:
        case Move(_, steps):
            return (table.path.landing(steps),)
        case Play(_, card) if table.lead is not None and card.ability is not Ability.FOXES:
            return follow_outlook(table, card)[1]
        case Exchange(_, card) if (outlook := exchange_outlook(table, card)) is not None:
            return outlook[1]
        case _:
            return ()


def surely_loses(observation: Observation, action: Action) -> bool:
    """Return whether a choice surely runs the fox off the path with no forest token left (R7.5)."""
    if observation.table.reserve:
        return False
    landings = landings_of(observation.table, action)
    return bool(landings) and all(isinstance(one, Overrun) for one in landings)
