"""One table with one screen: who must act, who may look, and what is new to each seat."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import Any

from foxduet.core.cards import Deal, Play, Seat
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.play import game as games
from foxduet.play.game import PRACTICE_KEY, TAKEN_BACK_KEY, Game, Turn


class Stage(Enum):
    """What the table is waiting for."""

    BETWEEN_ROUNDS = "a deal"
    TEAM = "the team's choice between rounds"
    HANDOFF = "the next player, to look"
    CHOICE = "the choice of the player who looks"
    PARTNER = "the choice of the partner, whose hand stays hidden"
    OVER = "nothing more"


@dataclass(frozen=True, slots=True)
class TableSession:
    """A game at the table; ``visible_seat`` is the seat whose hand the screen may show, if any.

    The viewer is always the seat that must act, or the one person at the table, who may always
    look; every function here ensures that. ``revocable`` are the numbers of turns of the last
    choices, which can be taken back: nobody has seen anything hidden since. ``own`` is the seat
    of whoever sits here where two people play at two tables, each with one of these.
    """

    game: Game
    visible_seat: Seat | None = None
    revocable: tuple[int, ...] = ()
    own: Seat | None = None

    @property
    def state(self) -> Any:
        """The current state, all cards included; show players observations of it only."""
        return self.game.state

    @property
    def actor(self) -> Seat | None:
        """The seat that must act; None for the team, for a deal, and when the game is over."""
        pending = self.game.pending
        return None if pending is None else pending.seat

    @property
    def person(self) -> Seat | None:
        """The seat of the one person at the table; None where two people share it."""
        return self.game.header.person if self.own is None else self.own

    @property
    def partner(self) -> str | None:
        """The name of the program's partner who plays with a person; None where two people play."""
        return None if self.person is None else self.game.header.ai[self.person.other]

    @property
    def is_won(self) -> bool:
        """Whether the game is over and has a winner, who is the person if only one plays."""
        result = self.game.result
        if result is None:
            return False
        return any(result.won) if self.person is None else result.won[self.person]

    @property
    def resigners(self) -> tuple[Seat, ...]:
        """The seats for which people may resign now: p1 for a team.

        Of two opponents the one who looks at a hand may, or either while nobody does.
        """
        if self.game.rules.cooperative:
            return (Seat.P1,)
        seat = self.visible_seat if self.person is None else self.person
        return tuple(Seat) if seat is None else (seat,)

    @property
    def stage(self) -> Stage:
        """What the table is waiting for."""
        pending = self.game.pending
        if pending is None:
            return Stage.OVER
        if pending.seat is None:
            return Stage.BETWEEN_ROUNDS if pending.choice.is_deal else Stage.TEAM
        if self.visible_seat is None:
            return Stage.HANDOFF
        return Stage.CHOICE if pending.seat is self.visible_seat else Stage.PARTNER


_latest: deque[tuple[Any, Seat, Any]] = deque(maxlen=4)
"""What was observed last: the state, by which seat, and the observation."""


def observe_game(game: Game, seat: Seat) -> Any:
    """Return what a seat may know of a game now.

    Keys and drawing ask for that of the same few states again and again: it is worked out once.
    """
    state = game.state
    for known, looking, observation in _latest:
        if known is state and looking is seat:
            return observation
    observation = game.rules.observe(state, seat)
    _latest.append((state, seat, observation))
    return observation


def act_at_table(session: TableSession, action: Any) -> TableSession:
    """Do ``action``; between two people the hand stays visible only if its seat chooses next.

    Raises IllegalActionError if the rules forbid it.
    """
    game = games.act(session.game, action)
    is_final = (
        isinstance(action, Deal) or game.result is not None or _gained_hidden_cards(session, game)
    )
    # A partner's choice answers what was done before.
    is_final = is_final or (session.person is not None and session.actor is session.person.other)
    after = replace(session, game=game, revocable=() if is_final else (*session.revocable, 1))
    stays = session.visible_seat is not None and session.visible_seat in (
        after.actor,
        session.person,
    )
    return after if stays else hide_hand(after)


def choose_at_table(session: TableSession, option: Any) -> TableSession:
    """Do what was chosen, and then all that leaves people no choice.

    Raises IllegalActionError if the rules forbid it.
    """
    after = session
    for action in expand_option(session, option):
        after = act_at_table(after, action)
    while (only := _only_choice(after)) is not None:
        after = act_at_table(after, only)
    if after.actor is not None and session.visible_seat is after.actor:
        # Nobody else has looked at what another seat had to do meanwhile.
        after = replace(after, visible_seat=session.visible_seat)
    turns = len(after.game.turns) - len(session.game.turns)
    # All of it can be taken back at once, or nothing of it.
    can_be = sum(after.revocable) == sum(session.revocable) + turns
    return replace(after, revocable=(*session.revocable, turns) if can_be else ())


def expand_option(session: TableSession, option: Any) -> tuple[Any, ...]:
    """Return the actions of a choice: itself, or those that the rules have a shortcut for."""
    if session.actor is None:
        return (option,)
    seen = observe_game(session.game, session.actor)
    return session.game.rules.shortcuts(seen).get(option, (option,))


def _only_choice(session: TableSession) -> Any | None:
    """Return what a person has to do next if nothing else can be done, and it is no card."""
    seat = session.actor
    if seat is None or session.game.header.ai[seat] is not None:
        return None
    choices = observe_game(session.game, seat).distinct_choices
    return choices[0] if len(choices) == 1 and not isinstance(choices[0], Play) else None


def _gained_hidden_cards(session: TableSession, after: Game) -> bool:
    """Return whether the seat that acted got cards that were hidden from it."""
    seat = session.actor
    if seat is None:
        return False
    before, now = observe_game(session.game, seat), observe_game(after, seat)
    return not set(now.hand) <= {*before.hand, before.table.decree}


def take_back(session: TableSession) -> TableSession:
    """Return the session before its last choice, and note that in the record.

    Between two people the hand stays visible only if its seat chooses again.
    """
    assert session.revocable, "nobody has seen anything hidden since"
    return _drop_turns(session, session.revocable[-1])


def take_back_in_practice(session: TableSession) -> TableSession:
    """Return the session before the last choice of the one person, whatever was seen since.

    The game is one for practice from now on, which is noted in the record.
    """
    turns = session.game.turns
    own = [at for at in range(len(turns)) if _was_chosen_by_person(session, at)]
    assert own, "something was chosen"
    return _drop_turns(session, len(turns) - own[-1], {PRACTICE_KEY: True})


def can_be_taken_back_in_practice(session: TableSession) -> bool:
    """Return whether one person plays, and has chosen something."""
    choices = range(len(session.game.turns))
    solo = session.game.header.person is not None
    return solo and any(_was_chosen_by_person(session, at) for at in choices)


def _was_chosen_by_person(session: TableSession, at: int) -> bool:
    """Return whether the one person, alone or for the team, chose the turn at an index."""
    game = session.game
    before = replace(session, game=replace(game, turns=game.turns[:at]))
    pending = before.game.pending
    if pending is None or pending.choice.is_deal:
        return False
    return pending.seat in (None, session.person) and _only_choice(before) is None


def _drop_turns(
    session: TableSession, count: int, noted: Mapping[str, object] = MappingProxyType({})
) -> TableSession:
    game = session.game
    turns, header = game.turns[:-count], game.header
    further = {**header.further, **noted, TAKEN_BACK_KEY: header.taken_back + 1}
    header = replace(
        header,
        further=further,
        hints=tuple(one for one in header.hints if one <= len(turns) + 1),
        cut_short=tuple(one for one in header.cut_short if one <= len(turns)),
    )
    revocable = session.revocable
    while revocable and sum(revocable) > sum(session.revocable) - count:
        revocable = revocable[:-1]
    before = replace(session, game=replace(game, header=header, turns=turns), revocable=revocable)
    return before if before.visible_seat in (before.actor, before.person) else hide_hand(before)


def deal_at_table(session: TableSession) -> TableSession:
    """Deal the round that is due; between two people no hand is shown yet."""
    dealt = act_at_table(session, games.make_deal(session.game))
    return dealt if dealt.person is None else show_hand(dealt)


def show_hand(session: TableSession) -> TableSession:
    """Show the hand of the seat that must act, or of the one person at the table.

    What was done before another player looks stays done.
    """
    person, turns = session.person, session.game.turns
    if person is not None:
        return replace(session, visible_seat=person)
    looks_again = bool(turns) and getattr(turns[-1].action, "seat", None) is session.actor
    revocable = session.revocable if looks_again else ()
    return replace(session, visible_seat=session.actor, revocable=revocable)


def hide_hand(session: TableSession) -> TableSession:
    """Show no hand."""
    return replace(session, visible_seat=None)


def hinted_seat(session: TableSession) -> Seat:
    """Return the seat that a hint is for: the viewer, or p1 where both choose together."""
    return Seat.P1 if session.visible_seat is None else session.visible_seat


def events_since_own_card(session: TableSession, seat: Seat) -> tuple[Any, ...]:
    """Return the events from the last card that ``seat`` played, as it may see them (R10).

    In a round in which it has not played yet, they are those from the deal.
    """
    redact = session.game.rules.redact
    return tuple(redact(event, seat) for event in _events_since(session.game, (seat,)))


def has_not_played_yet(session: TableSession, seat: Seat) -> bool:
    """Return whether a round was dealt in which ``seat`` has played no card yet."""
    for turn in reversed(session.game.turns):
        if isinstance(turn.action, Deal):
            return True
        if isinstance(turn.action, Play) and turn.action.seat is seat:
            return False
    return False


def events_of_round(session: TableSession) -> tuple[Any, ...]:
    """Return the events from the last deal, as both may see them (R10)."""
    return _open_events(session, ())


def events_since_last_card(session: TableSession) -> tuple[Any, ...]:
    """Return the events from the last card that either seat played, as both may see them (R10)."""
    return _open_events(session, tuple(Seat))


def events_of_turns(
    session: TableSession, turns: Sequence[Turn], seat: Seat | None
) -> tuple[Any, ...]:
    """Return the events of some turns, as a seat may see them, or both if it is None (R10)."""
    redact = session.game.rules.redact
    events = tuple(event for turn in turns for event in turn.step.events)
    if seat is not None:
        return tuple(redact(event, seat) for event in events)
    return tuple(redact(redact(event, Seat.P1), Seat.P2) for event in events)


def _open_events(session: TableSession, seats: tuple[Seat, ...]) -> tuple[Any, ...]:
    redact = session.game.rules.redact
    both = _events_since(session.game, seats)
    return tuple(redact(redact(event, Seat.P1), Seat.P2) for event in both)


def _events_since(game: Game, seats: tuple[Seat, ...]) -> tuple[Any, ...]:
    """Return the events from the last deal, or the last card that one of ``seats`` played."""
    start = 0
    for at, turn in enumerate(game.turns):
        action = turn.action
        if isinstance(action, Deal) or (isinstance(action, Play) and action.seat in seats):
            start = at
    return tuple(event for turn in game.turns[start:] for event in turn.step.events)
