"""One table with one screen: who must act, who may look, and what each seat has yet to hear."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from foxduet.play import game as games
from foxduet.play.game import Game
from foxduet.rules.common import Deal, Play, Seat
from foxduet.rules.duet.actions import Action, Choice
from foxduet.rules.duet.events import Event
from foxduet.rules.duet.observation import redact
from foxduet.rules.duet.state import GameState


class Stage(Enum):
    """What the table is waiting for."""

    BETWEEN_ROUNDS = "a deal"
    FOREST = "the team's choice of an end"
    HANDOFF = "the next player, to look"
    CHOICE = "the choice of the player who looks"
    PARTNER = "the choice of the partner, whose hand nobody sees"
    OVER = "nothing more"


@dataclass(frozen=True, slots=True)
class Session:
    """A game at the table; ``viewer`` is the seat whose hand the screen may show, if any.

    Only the seat that must act is ever the viewer, or the one person at the table, who may
    always look: every function here keeps to that.
    """

    game: Game
    viewer: Seat | None = None

    @property
    def state(self) -> GameState:
        """The game as it stands, all cards included; show players observations of it only."""
        return self.game.state

    @property
    def actor(self) -> Seat | None:
        """The seat that must act; None for the team, a deal, and when the game is over."""
        return None if self.state.table.pending is None else self.state.table.pending.seat

    @property
    def person(self) -> Seat | None:
        """The seat of the one person who plays beside a partner; None where two people play."""
        people = [seat for seat in Seat if self.game.header.ai[seat] is None]
        return people[0] if len(people) == 1 else None

    @property
    def partner(self) -> str | None:
        """The name of the partner who plays beside a person; None where two people play."""
        return None if self.person is None else self.game.header.ai[self.person.other]

    @property
    def stage(self) -> Stage:
        """What the table is waiting for."""
        pending = self.state.table.pending
        if pending is None:
            return Stage.OVER
        if pending.choice is Choice.DEAL:
            return Stage.BETWEEN_ROUNDS
        if pending.choice is Choice.FOREST:
            return Stage.FOREST
        if self.viewer is None:
            return Stage.HANDOFF
        return Stage.CHOICE if pending.seat is self.viewer else Stage.PARTNER


def take(session: Session, action: Action) -> Session:
    """Do ``action``; between two people the hand stays in view only if its seat chooses next.

    Raises IllegalActionError if the rules forbid it.
    """
    after = replace(session, game=games.act(session.game, action))
    stays = session.viewer is not None and session.viewer in (after.actor, session.person)
    return after if stays else blank(after)


def deal(session: Session) -> Session:
    """Deal the round that is due; between two people nobody looks yet."""
    dealt = take(session, games.next_deal(session.game))
    return dealt if dealt.person is None else look(dealt)


def look(session: Session) -> Session:
    """Let the seat that must act see its hand, or the one person at the table."""
    alone = session.person
    return replace(session, viewer=session.actor if alone is None else alone)


def hinted_seat(session: Session) -> Seat:
    """Return the seat that a hint is for; where both choose, no hand is left to tell them apart."""
    return Seat.P1 if session.viewer is None else session.viewer


def blank(session: Session) -> Session:
    """Let nobody see a hand."""
    return replace(session, viewer=None)


def news(session: Session, seat: Seat) -> tuple[Event, ...]:
    """Return what happened from the last card that ``seat`` played on, as it may see it (R10).

    In a round in which it has not played yet, all from the deal on.
    """
    return tuple(redact(event, seat) for event in _events_since(session, (seat,)))


def since_last_card(session: Session) -> tuple[Event, ...]:
    """Return what happened from the last card played by anybody on, as both may see it (R10)."""
    both = _events_since(session, tuple(Seat))
    return tuple(redact(redact(event, Seat.P1), Seat.P2) for event in both)


def _events_since(session: Session, seats: tuple[Seat, ...]) -> tuple[Event, ...]:
    """Return the events from the last deal, or the last card that one of ``seats`` played, on."""
    turns = session.game.turns
    start = 0
    for at in range(len(turns) - 1, -1, -1):
        action = turns[at].action
        if isinstance(action, Deal) or (isinstance(action, Play) and action.seat in seats):
            start = at
            break
    return tuple(event for turn in turns[start:] for event in turn.step.events)
