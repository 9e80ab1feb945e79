"""All worlds of a seat one by one, and where the true one is among them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from foxduet.core.common import Seat
from foxduet.games.classic.rules.cards import Card
from foxduet.games.classic.rules.state import GameState
from foxduet.games.classic.rules.worlds import Drawn, History, Origin, Pile, Worlds
from tests.support.classic.by_hand import World


def world_in(state: GameState, seat: Seat) -> World:
    """Return the hand of ``seat`` in a state, what it drew, and what it put under the deck."""
    drawn = [draw.drawn for draw in state.draws if draw.seat is seat]
    drawn += [state.drawn] if state.drawn in state.hands[seat] else []
    under = [draw.discarded for draw in state.draws if draw.seat is seat]
    return (
        frozenset(state.hands[seat]),
        tuple(card for card in drawn if card),
        tuple(card for card in under if card),
    )


def listed_worlds(worlds: Worlds) -> Iterator[World]:
    """Yield each of the worlds; each history must have as many as it says."""
    for history in worlds.histories:
        listed = list(_with_draws(worlds, history, ()))
        assert len(listed) == history.ways
        yield from listed


def _with_draws(worlds: Worlds, history: History, drawn: tuple[Card, ...]) -> Iterator[World]:
    if len(drawn) == len(history.draws):
        yield from _with_discards(worlds, history, drawn, ())
        return
    for card in history.draws[len(drawn)].cards:
        if card not in drawn:
            yield from _with_draws(worlds, history, (*drawn, card))


def _with_discards(
    worlds: Worlds, history: History, drawn: tuple[Card, ...], under: tuple[Card, ...]
) -> Iterator[World]:
    if len(under) == len(history.discards):
        yield from _with_hand(worlds, history, drawn, under)
        return
    source = history.discards[len(under)]
    if isinstance(source, Drawn):
        yield from _with_discards(worlds, history, drawn, (*under, drawn[source.draw - 1]))
        return
    used = under if source.origin is Origin.TAKEN else (*drawn, *under)
    for card in source.cards:
        if card not in used:
            yield from _with_discards(worlds, history, drawn, (*under, card))


def _with_hand(
    worlds: Worlds, history: History, drawn: tuple[Card, ...], under: tuple[Card, ...]
) -> Iterator[World]:
    of_origin = {
        origin: [pile for pile in worlds.piles if pile.origin is origin] for origin in Origin
    }
    unseen = {card for pile in of_origin[Origin.UNSEEN] for card in pile.cards}
    taken = {card for pile in of_origin[Origin.TAKEN] for card in pile.cards}
    certain = (taken | (unseen & {*drawn})) - {*under}
    pool = [
        card
        for pile in of_origin[Origin.UNSEEN]
        if pile.fits(pile.since, pile.until)
        for card in pile.cards
        if card not in (*drawn, *under)
    ]
    for dealt in combinations(pool, history.dealt):
        yield frozenset(certain | {*dealt}), drawn, under


def has_world(worlds: Worlds, world: World) -> bool:
    """Return whether a world is one of ``worlds``, without listing them all."""
    hand, drawn, under = world
    hidden = (Origin.UNSEEN, Origin.SHOWN)
    draws = tuple(_pile_of(worlds, card, *hidden) for card in drawn)
    discards: list[Pile | Drawn | None] = []
    for card in under:
        taken = _pile_of(worlds, card, Origin.TAKEN)
        at = drawn.index(card) + 1 if card in drawn else 0
        discards.append(taken or (Drawn(at) if at else _pile_of(worlds, card, Origin.UNSEEN)))
    others = [card for card in hand if card not in drawn]
    others = [card for card in others if _pile_of(worlds, card, Origin.TAKEN) is None]
    dealt = [_pile_of(worlds, card, Origin.UNSEEN) for card in others]
    if not all(pile and pile.fits(pile.since, pile.until) for pile in dealt):
        return False
    expected = (draws, tuple(discards), len(dealt))
    return any((one.draws, one.discards, one.dealt) == expected for one in worlds.histories)


def _pile_of(worlds: Worlds, card: Card, *origins: Origin) -> Pile | None:
    found = (pile for pile in worlds.piles if pile.origin in origins and card in pile.cards)
    return next(found, None)
