"""What of a trick is certain by every hand that the partner may hold, each reply and each move."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from foxduet.core.common import Exchange, Play, follow_wins
from foxduet.core.frozen import dataclass
from foxduet.games.duet.rules.actions import Action, Give, Move
from foxduet.games.duet.rules.board import Landing, Overrun, possible_moves
from foxduet.games.duet.rules.cards import Ability, Card, Suit
from foxduet.games.duet.rules.observation import Observation, unseen_cards


@dataclass(frozen=True, slots=True)
class TrickEnd:
    """A way in which the trick may end: who wins it, and where that seat may go."""

    mine: bool
    landings: tuple[Landing, ...]

    @property
    def finds_gem(self) -> bool | None:
        """Whether a gem is found; None if that is for the partner to choose."""
        return self._chosen([not isinstance(one, Overrun) and one.gem for one in self.landings])

    @property
    def overruns(self) -> bool | None:
        """Whether the path is overrun; None if that is for the partner to choose."""
        stays = self._chosen([not isinstance(one, Overrun) for one in self.landings])
        return None if stays is None else not stays

    def _chosen(self, good: Sequence[bool]) -> bool | None:
        """Return whether what is good comes about: the seat that asks takes it if it can."""
        if self.mine or len(set(good)) == 1:
            return any(good)
        return None


def certainly(ends: Sequence[TrickEnd], of: Callable[[TrickEnd], bool | None]) -> bool | None:
    """Return whether something happens however the trick ends; None if that depends on more."""
    answers = {of(end) for end in ends}
    return answers.pop() if len(answers) == 1 else None


def trick_ends(seen: Observation, action: Action) -> tuple[TrickEnd, ...]:
    """Return all ways in which the trick may end after a choice; none if they were not counted.

    What Foxes lead to is not counted where somebody may still swap.
    """
    table, trick = seen.table, seen.table.trick
    if trick is None or table.decree is None:
        return ()
    lead, follow, trump = trick.lead, trick.follow, table.decree.suit
    match action:
        case Move(_, steps):
            return (TrickEnd(True, (table.path.landing(steps),)),)
        case Play(_, card) if card.ability is Ability.FOXES:
            return ()
        case Play(_, card) if lead is not None:
            follow = card
        case Play(_, card):
            lead = card
        case Exchange(_, new):
            trump = trump if new is None else new.suit
        case Give():
            pass
        case _:
            return ()
    assert lead is not None, "a card lies on the table, or is led"
    if follow is not None:
        return (_end(seen, lead, follow, trump),)
    if trick.leader is not seen.seat:
        # What this seat follows with is its own choice.
        return ()
    return tuple({_end(seen, lead, *reply) for reply in _replies(seen, action, lead, trump)})


def _end(seen: Observation, lead: Card, follow: Card, trump: Suit) -> TrickEnd:
    table = seen.table
    assert table.trick is not None, "a trick is under way"
    leader = table.trick.leader
    winner = leader.other if follow_wins(lead, follow, trump) else leader
    moves = possible_moves(lead, follow, winner)
    return TrickEnd(winner is seen.seat, tuple(map(table.path.landing, moves)))


def _replies(
    seen: Observation, action: Action, lead: Card, trump: Suit
) -> Iterator[tuple[Card, Suit]]:
    """Yield every card with which the partner might follow, and what might be trump then."""
    known, voids = seen.partner_known, seen.partner_voids
    possible = [card for card in unseen_cards(seen) if card.suit not in voids]
    if lead.ability is Ability.GIFT or isinstance(action, Give):
        # Any card of the hand may have been given by then.
        replies = [*known, *possible, *(card for card in seen.hand if card is not lead)]
    elif lead.ability is Ability.ROYAL_HEIR:
        replies = [*known, *possible]
    else:
        suited = [card for card in (*known, *possible) if card.suit is lead.suit]
        others = [card for card in (*known, *possible) if card.suit is not lead.suit]
        must = any(card.suit is lead.suit for card in known) or len(others) < seen.partner_cards
        replies = suited if must else [*suited, *others]
    for card in replies:
        for one in Suit if card.ability is Ability.FOXES else (trump,):
            yield card, one
