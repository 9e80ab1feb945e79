"""The marks that the learned value looks at, read once more from cards."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given

from foxduet.games.classic.ai.bit_position import mask_of
from foxduet.games.classic.ai.features import (
    COUNTS_OF_PLAIN,
    COUNTS_OF_TRUMPS,
    FEATURES,
    HIGHEST_PLAIN,
    HIGHEST_TRUMPS,
    LOWEST_PLAIN,
    LOWEST_TRUMPS,
    RANKS_OF_PLAIN,
    RANKS_OF_TRUMPS,
    features,
)
from foxduet.games.classic.rules.cards import DECK, Card, Suit
from foxduet.games.classic.rules.state import TRICKS
from tests.support.players import few, seeds

OWN = [Card.of(Suit.BELLS, 2), Card.of(Suit.BELLS, 4), Card.of(Suit.BELLS, 9)]
OTHER = [Card.of(Suit.BELLS, 6), Card.of(Suit.KEYS, 3), Card.of(Suit.KEYS, 10)]
"""Keys are trump: the leader's Witch counts as one."""


def marked(row: tuple[float, ...], places: slice) -> Counter[int]:
    """Return how often each of some places is marked, from 0."""
    return Counter({at: int(count) for at, count in enumerate(row[places]) if count})


def place(holders: str) -> int:
    """Return the place for whose cards are at an end: the leader's are ``0``, the other's ``1``."""
    return int(f"1{holders}", 2) - 1


def test_marks_of_a_position_worked_out_by_hand() -> None:
    row = features(mask_of(OWN), mask_of(OTHER), Suit.KEYS, (5, 5))
    assert len(row) == FEATURES
    assert [marked(row, places) for places in RANKS_OF_PLAIN] == [
        Counter({1: 1, 3: 1, 8: 1}),
        Counter({5: 1}),
    ]
    assert [marked(row, places) for places in RANKS_OF_TRUMPS] == [Counter(), Counter({2: 1, 9: 1})]
    # Two Bells without the Witch against one; no Moons.
    assert marked(row, COUNTS_OF_PLAIN) == Counter({2 * 5 + 1: 1, 0: 1})
    assert marked(row, COUNTS_OF_TRUMPS) == Counter({1 * 6 + 2: 1})
    assert marked(row, HIGHEST_PLAIN) == Counter({place("100"): 1, place(""): 1})
    assert marked(row, LOWEST_PLAIN) == Counter({place("001"): 1, place(""): 1})
    # From above 10, the Witch, 3; from below the Witch is no trump.
    assert marked(row, HIGHEST_TRUMPS) == Counter({place("101"): 1})
    assert marked(row, LOWEST_TRUMPS) == Counter({place("11"): 1})


def ends(own: list[Card], other: list[Card], *, highest: bool) -> str:
    """Return whose the three highest or lowest ranks are."""
    leaders = {card.rank for card in own}
    ranks = sorted(leaders | {card.rank for card in other}, reverse=highest)
    return "".join("0" if rank in leaders else "1" for rank in ranks[:3])


@few(30)
@given(seeds)
def test_marks_are_those_of_the_cards(seed: int) -> None:
    rng = Random(seed)
    left, trump = rng.randint(1, TRICKS - 1), rng.choice([*Suit])
    cards = rng.sample(DECK, 2 * left)
    hands = cards[:left], cards[left:]
    row = features(mask_of(hands[0]), mask_of(hands[1]), trump, (TRICKS - left, 0))
    for seat, hand in enumerate(hands):
        of_trumps = Counter(card.rank - 1 for card in hand if card.suit is trump)
        assert marked(row, RANKS_OF_TRUMPS[seat]) == of_trumps
        of_plain = Counter(card.rank - 1 for card in hand if card.suit is not trump)
        assert marked(row, RANKS_OF_PLAIN[seat]) == of_plain
    counts, high, low = Counter[int](), Counter[int](), Counter[int]()
    for suit in {*Suit} - {trump}:
        own, other = (
            [card for card in hand if card.suit is suit and card.rank != 9] for hand in hands
        )
        counts[5 * min(4, len(own)) + min(4, len(other))] += 1
        high[place(ends(own, other, highest=True))] += 1
        low[place(ends(own, other, highest=False))] += 1
    assert marked(row, COUNTS_OF_PLAIN) == counts
    assert marked(row, HIGHEST_PLAIN) == high
    assert marked(row, LOWEST_PLAIN) == low
    own, other = ([card for card in hand if card.suit is trump] for hand in hands)
    assert marked(row, LOWEST_TRUMPS) == Counter([place(ends(own, other, highest=False))])
    own, other = ([card for card in hand if trump is card.suit or card.rank == 9] for hand in hands)
    assert marked(row, COUNTS_OF_TRUMPS) == Counter([6 * min(5, len(own)) + min(5, len(other))])
    assert marked(row, HIGHEST_TRUMPS) == Counter([place(ends(own, other, highest=True))])
