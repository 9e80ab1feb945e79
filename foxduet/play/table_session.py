"""A game at one screen: who must act, who may look, and which events are new to each seat."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import Any

from foxduet.core.cards import Deal, Play, Seat
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.play import game as games
from foxduet.play.game import OPEN_HANDS_KEY, PRACTICE_KEY, TAKEN_BACK_KEY, Game, Turn


class Stage(Enum):
    """The choice or deal that the table is waiting for."""

    BETWEEN_ROUNDS = "a deal"
    TEAM = "the team's choice between rounds"
    HANDOFF = "the next player, to look"
    CHOICE = "the choice of the player who looks"
    PARTNER = "the choice of the partner, whose hand stays hidden"
    OVER = "nothing more"


@dataclass(frozen=True, slots=True)
class TableSession:
    """A game at the table.

    visible_seat: the viewer, whose hand the screen may show; None for no hand. It is the seat that
        must act, or the only person, who may always look; every function here ensures that. With
        open hands both people are viewers, and the other hand is visible with it.
    revocable: numbers of turns of the last choices that can still be undone; no player has seen
        anything hidden since.
    own_seat: the player here if two people play at two tables, each with a session.
    """

    game: Game
    visible_seat: Seat | None = None
    revocable: tuple[int, ...] = ()
    own_seat: Seat | None = None

    @property
    def state(self) -> Any:
        """The current state with all cards; players may see only observations of it."""
        return self.game.state

    @property
    def actor(self) -> Seat | None:
        """Seat that must act; None for the team, for a deal, and when the game is over."""
        pending = self.game.pending
        return None if pending is None else pending.seat

    @property
    def person(self) -> Seat | None:
        """Seat of the only person at the table; None if two people or no person are at it."""
        return self.game.header.person if self.own_seat is None else self.own_seat

    @property
    def partner(self) -> str | None:
        """Name of the partner who plays with a person; None without a person or a partner."""
        return None if self.person is None else self.game.header.ai[self.person.other]

    @property
    def has_open_hands(self) -> bool:
        """True if two people share the table, and both see both hands."""
        return self.person is None and self.game.header.has_open_hands

    @property
    def uses_handoffs(self) -> bool:
        """True if two people share the table with closed hands, so one always looks away."""
        return self.person is None and not self.has_open_hands

    @property
    def is_won(self) -> bool:
        """Whether the game is over and won: by the only person, or by either of two."""
        result = self.game.result
        if result is None:
            return False
        return any(result.won) if self.person is None else result.won[self.person]

    @property
    def resigners(self) -> tuple[Seat, ...]:
        """Seats for which people may resign now: p1 for a team.

        Of two opponents at one table only the viewer may resign, or either if no hand is visible.
        """
        if self.game.rules.cooperative:
            return (Seat.P1,)
        seat = self.visible_seat if self.person is None else self.person
        return tuple(Seat) if seat is None else (seat,)

    @property
    def stage(self) -> Stage:
        pending = self.game.pending
        if pending is None:
            return Stage.OVER
        if pending.seat is None:
            return Stage.BETWEEN_ROUNDS if pending.choice.is_deal else Stage.TEAM
        if self.visible_seat is None:
            return Stage.HANDOFF
        return Stage.CHOICE if pending.seat is self.visible_seat else Stage.PARTNER


_recent_observations: deque[tuple[Any, Seat, Any]] = deque(maxlen=4)
"""The last observations: the state, the seat, and the observation."""


def observe_game(game: Game, seat: Seat) -> Any:
    """Return the observation of a game's current state by a seat.

    It is cached, since keys and drawing need the observations of a few states again and again.
    """
    state = game.state
    for observed, viewer, observation in _recent_observations:
        if observed is state and viewer is seat:
            return observation
    observation = game.rules.observe(state, seat)
    _recent_observations.append((state, seat, observation))
    return observation


def act_at_table(session: TableSession, action: Any) -> TableSession:
    """Perform ``action``; raises IllegalActionError if the rules forbid it.

    Between two people with closed hands, the hand stays visible only if its seat chooses next.
    """
    game, seat, person = games.act(session.game, action), session.actor, session.person
    is_final = isinstance(action, Deal) or game.result is not None
    if seat is not None and not is_final:
        view, new_view = observe_game(session.game, seat), observe_game(game, seat)
        gained_hidden_cards = not set(new_view.hand) <= {*view.hand, view.table.decree}
        # The partner knew all earlier choices when it chose.
        is_final = gained_hidden_cards or (person is not None and seat is person.other)
    revocable = () if is_final else (*session.revocable, 1)
    return _adjust_view(session, replace(session, game=game, revocable=revocable))


def _adjust_view(session: TableSession, new_session: TableSession) -> TableSession:
    """Hide a hand that may no longer be visible; open hands stay open unless a key hid them."""
    if new_session.has_open_hands and session.stage is not Stage.HANDOFF:
        return show_hand(new_session)
    viewer = new_session.visible_seat
    may_look = viewer is not None and viewer in (new_session.actor, new_session.person)
    return new_session if may_look else hide_hand(new_session)


def choose_at_table(session: TableSession, option: Any) -> TableSession:
    """Perform an option, and then all actions that leave people no choice.

    Raises IllegalActionError if the rules forbid it.
    """
    new_session = session
    for action in expand_option(session, option):
        new_session = act_at_table(new_session, action)
    while (forced_action := _find_only_choice(new_session)) is not None:
        new_session = act_at_table(new_session, forced_action)
    if new_session.actor is not None and session.visible_seat is new_session.actor:
        # The other player did not look, because the other seat's actions had no alternative.
        new_session = replace(new_session, visible_seat=session.visible_seat)
    return _join_turns(session, new_session)


def _join_turns(session: TableSession, new_session: TableSession) -> TableSession:
    """Return ``new_session`` with its new turns revocable together, or with none revocable."""
    turns = len(new_session.game.turns) - len(session.game.turns)
    is_revocable = sum(new_session.revocable) == sum(session.revocable) + turns
    return replace(new_session, revocable=(*session.revocable, turns) if is_revocable else ())


def play_last_cards(session: TableSession) -> TableSession | None:
    """Return the session after both seats played their last cards; None if a choice is left.

    Taking back returns both cards.
    """
    new_session = session
    for _seat in Seat:
        if new_session.actor is None:
            return None
        choice, *others = observe_game(new_session.game, new_session.actor).choices
        if others or not isinstance(choice, Play):
            return None
        new_session = choose_at_table(new_session, choice)
    return None if new_session.actor is not None else _join_turns(session, new_session)


def expand_option(session: TableSession, option: Any) -> tuple[Any, ...]:
    """Return the actions of an option, which may be a shortcut of the rules."""
    if session.actor is None:
        return (option,)
    observation = observe_game(session.game, session.actor)
    return session.game.rules.shortcuts(observation).get(option, (option,))


def _find_only_choice(session: TableSession) -> Any | None:
    """Return a person's only choice if it is not a card; None otherwise."""
    seat = session.actor
    if seat is None or session.game.header.ai[seat] is not None:
        return None
    choices = observe_game(session.game, seat).distinct_choices
    return choices[0] if len(choices) == 1 and not isinstance(choices[0], Play) else None


def take_back(session: TableSession) -> TableSession:
    """Return the session before its last choice, and count the take-back in the record.

    Between two people with closed hands, the hand stays visible only if its seat chooses again.
    """
    assert session.revocable, "nobody has seen anything hidden since"
    return _drop_turns(session, session.revocable[-1])


def take_back_in_practice(session: TableSession) -> TableSession:
    """Return the session before the last choice of a person, even if cards have appeared since.

    The record marks the game as practice from now on.
    """
    indices = _practice_choice_indices(session)
    assert indices, "a person has chosen"
    return _drop_turns(session, len(session.game.turns) - indices[-1], {PRACTICE_KEY: True})


def can_be_taken_back_in_practice(session: TableSession) -> bool:
    """True if one person plays, or two with open hands, and a person has made a choice."""
    is_allowed = session.game.header.person is not None or session.has_open_hands
    return is_allowed and bool(_practice_choice_indices(session))


def _practice_choice_indices(session: TableSession) -> list[int]:
    """Return the indices of turns that people chose; with open hands, only since the last deal.

    If they took back a deal, they could close their hands and be dealt the cards they have seen.
    """
    turns, start = session.game.turns, 0
    if session.has_open_hands:
        start = len(turns) - len(_turns_since(session.game, ()))
    indices = range(start, len(turns))
    return [index for index in indices if _was_chosen_by_person(session, index)]


def _was_chosen_by_person(session: TableSession, index: int) -> bool:
    """True if a person at this table, alone or for the team, chose the turn at ``index``."""
    game = session.game
    earlier_session = replace(session, game=replace(game, turns=game.turns[:index]))
    pending = earlier_session.game.pending
    if pending is None or pending.choice.is_deal:
        return False
    is_own = session.has_open_hands or pending.seat in (None, session.person)
    return is_own and _find_only_choice(earlier_session) is None


def _drop_turns(
    session: TableSession, count: int, marks: Mapping[str, object] = MappingProxyType({})
) -> TableSession:
    game = session.game
    turns, header = game.turns[:-count], game.header
    header = replace(
        header,
        further={**header.further, **marks, TAKEN_BACK_KEY: header.taken_back + 1},
        hints=tuple(number for number in header.hints if number <= len(turns) + 1),
        cut_short=tuple(number for number in header.cut_short if number <= len(turns)),
    )
    revocable = session.revocable
    while revocable and sum(revocable) > sum(session.revocable) - count:
        revocable = revocable[:-1]
    game = replace(game, header=header, turns=turns)
    return _adjust_view(session, replace(session, game=game, revocable=revocable))


def deal_at_table(session: TableSession) -> TableSession:
    """Deal the round that is due; between two people with closed hands, without showing a hand."""
    dealt = act_at_table(session, games.make_deal(session.game))
    return dealt if dealt.uses_handoffs else show_hand(dealt)


def close_hands(session: TableSession) -> TableSession:
    """Return the session with closed hands to the end of the game, which stays practice."""
    header = session.game.header
    header = replace(header, further={**header.further, OPEN_HANDS_KEY: False})
    return replace(session, game=replace(session.game, header=header))


def show_hand(session: TableSession) -> TableSession:
    """Show the hand of the seat that must act, or of the only person at the table.

    Once another player looks, earlier choices are final.
    """
    person, turns = session.person, session.game.turns
    if person is not None:
        return replace(session, visible_seat=person)
    looks_again = bool(turns) and getattr(turns[-1].action, "seat", None) is session.actor
    revocable = session.revocable if looks_again else ()
    return replace(session, visible_seat=session.actor, revocable=revocable)


def hide_hand(session: TableSession) -> TableSession:
    return replace(session, visible_seat=None)


def hinted_seat(session: TableSession) -> Seat:
    """Return the seat that a hint is for: the viewer, or p1 for a choice of both together."""
    return Seat.P1 if session.visible_seat is None else session.visible_seat


def events_since_own_card(session: TableSession, seat: Seat) -> tuple[Any, ...]:
    """Return the events from the last card of ``seat``, as it may see them (R10).

    In a round in which it has not played yet, they begin with the deal.
    """
    return events_of_turns(session, _turns_since(session.game, (seat,)), seat)


def has_not_played_yet(session: TableSession, seat: Seat) -> bool:
    """True if ``seat`` has played no card since the last deal; False before the first."""
    for turn in reversed(session.game.turns):
        if isinstance(turn.action, Deal):
            return True
        if isinstance(turn.action, Play) and turn.action.seat is seat:
            return False
    return False


def events_of_round(session: TableSession) -> tuple[Any, ...]:
    """Return the events from the last deal, as both seats may see them (R10)."""
    return events_of_turns(session, _turns_since(session.game, ()), None)


def events_since_last_card(session: TableSession) -> tuple[Any, ...]:
    """Return the events from the last card of either seat, as both may see them (R10)."""
    return events_of_turns(session, _turns_since(session.game, tuple(Seat)), None)


def events_of_turns(
    session: TableSession, turns: Sequence[Turn], seat: Seat | None
) -> tuple[Any, ...]:
    """Return the events of ``turns`` as ``seat``, or both seats if None, may see them (R10)."""
    redact = session.game.rules.redact
    events = tuple(event for turn in turns for event in turn.step.events)
    if seat is not None:
        return tuple(redact(event, seat) for event in events)
    return tuple(redact(redact(event, Seat.P1), Seat.P2) for event in events)


def _turns_since(game: Game, seats: tuple[Seat, ...]) -> tuple[Turn, ...]:
    """Return the turns from the last deal, or from the last card of any of ``seats``."""
    start = 0
    for index, turn in enumerate(game.turns):
        action = turn.action
        if isinstance(action, Deal) or (isinstance(action, Play) and action.seat in seats):
            start = index
    return game.turns[start:]
