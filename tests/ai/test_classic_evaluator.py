"""The marks that the learned value looks at, read once more from cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from hypothesis import example, given
from hypothesis import strategies as st

from foxduet.core.cards import Deal
from foxduet.core.errors import NotationError
from foxduet.games.classic.ai import bit_position, network
from foxduet.games.classic.ai.bit_position import CARD_COUNT, OVER, BitPosition, cards_in, mask_of
from foxduet.games.classic.ai.expert import action_number, comparing_expert, ismcts_expert
from foxduet.games.classic.ai.network import HIGHEST_PLAIN, PLAIN_COUNTS, TRUMP_COUNTS
from foxduet.games.classic.rules import RULES
from foxduet.games.classic.rules.cards import DECK, Card, Suit
from foxduet.games.classic.rules.engine import apply, legal_actions
from foxduet.games.classic.rules.state import TRICKS, Action, Choice, GameState, Setup
from tests.support.classic import format_card, line_of, random_game, setups, states_of_game
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
    row = network.features(mask_of(OWN), mask_of(OTHER), Suit.KEYS, (5, 5))
    assert len(row) == network.FEATURES
    assert [marked(row, places) for places in network.PLAIN_RANKS] == [
        Counter({1: 1, 3: 1, 8: 1}),
        Counter({5: 1}),
    ]
    assert [marked(row, places) for places in network.TRUMP_RANKS] == [
        Counter(),
        Counter({2: 1, 9: 1}),
    ]
    # Two Bells without the Witch against one; no Moons.
    assert marked(row, PLAIN_COUNTS) == Counter({2 * 5 + 1: 1, 0: 1})
    assert marked(row, TRUMP_COUNTS) == Counter({1 * 6 + 2: 1})
    assert marked(row, HIGHEST_PLAIN) == Counter({place("100"): 1, place(""): 1})
    assert marked(row, network.LOWEST_PLAIN) == Counter({place("001"): 1, place(""): 1})
    # From above 10, the Witch, 3; from below the Witch is no trump.
    assert marked(row, network.HIGHEST_TRUMPS) == Counter({place("101"): 1})
    assert marked(row, network.LOWEST_TRUMPS) == Counter({place("11"): 1})


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
    row = network.features(mask_of(hands[0]), mask_of(hands[1]), trump, (TRICKS - left, 0))
    for seat, hand in enumerate(hands):
        of_trumps = Counter(card.rank - 1 for card in hand if card.suit is trump)
        assert marked(row, network.TRUMP_RANKS[seat]) == of_trumps
        of_plain = Counter(card.rank - 1 for card in hand if card.suit is not trump)
        assert marked(row, network.PLAIN_RANKS[seat]) == of_plain
    counts, high, low = Counter[int](), Counter[int](), Counter[int]()
    for suit in {*Suit} - {trump}:
        own, other = (
            [card for card in hand if card.suit is suit and card.rank != 9] for hand in hands
        )
        counts[5 * min(4, len(own)) + min(4, len(other))] += 1
        high[place(ends(own, other, highest=True))] += 1
        low[place(ends(own, other, highest=False))] += 1
    assert marked(row, PLAIN_COUNTS) == counts
    assert marked(row, HIGHEST_PLAIN) == high
    assert marked(row, network.LOWEST_PLAIN) == low
    own, other = ([card for card in hand if card.suit is trump] for hand in hands)
    assert marked(row, network.LOWEST_TRUMPS) == Counter([place(ends(own, other, highest=False))])
    own, other = ([card for card in hand if trump is card.suit or card.rank == 9] for hand in hands)
    assert marked(row, TRUMP_COUNTS) == Counter([6 * min(5, len(own)) + min(5, len(other))])
    assert marked(row, network.HIGHEST_TRUMPS) == Counter([place(ends(own, other, highest=True))])


DUE = {
    Choice.PLAY: bit_position.PLAY,
    Choice.EXCHANGE: bit_position.EXCHANGE,
    Choice.DISCARD: bit_position.DISCARD,
}


def dealt(state: GameState) -> BitPosition:
    table = state.table
    assert table.decree is not None
    assert table.trick is not None
    hands = [mask_of(hand) for hand in state.hands]
    deck = tuple(card.index for card in state.deck)
    return BitPosition(hands, deck, table.decree.index, table.trick.leader)


def rounds_played(setup: Setup, seed: int) -> Iterator[tuple[GameState, Action, BitPosition]]:
    """Play a random match; yield what each action led to, and the quick position likewise."""
    position: BitPosition | None = None
    for _state, action, step in random_game(setup, Random(seed)):
        if isinstance(action, Deal):
            position = dealt(step.state)
        else:
            assert position is not None
            position.do(action_number(action))
        yield step.state, action, position


def assert_same(state: GameState, position: BitPosition) -> None:
    table = state.table
    assert tuple(position.gains) == table.round_points
    assert tuple(position.tricks) == table.tricks
    assert table.decree is not None
    assert position.decree == table.decree.index
    assert position.hands == [mask_of(hand) for hand in state.hands]
    if table.trick is None:
        assert position.due == OVER
        return
    assert table.pending is not None
    assert table.pending.seat is not None
    assert (position.seat, position.due) == (table.pending.seat, DUE[table.pending.choice])
    assert position.leader == table.trick.leader
    cards = [card for card in (position.lead, position.follow) if card != bit_position.NO_CARD]
    assert cards == [card.index for card in table.trick.cards]
    left = position.deck[position.drawn_count :]
    assert left == tuple(card.index for card in state.deck)
    assert cards_in(position.legal_choices()) == tuple(map(action_number, legal_actions(state)))


@few(120)
@given(setups, seeds)
def test_every_position_is_that_of_the_rules(setup: Setup, seed: int) -> None:
    for state, _action, position in rounds_played(setup, seed):
        assert_same(state, position)


@few(10)
@given(setups, seeds)
def test_what_is_done_to_a_copy_leaves_the_original_as_it_was(setup: Setup, seed: int) -> None:
    for state, _action, position in rounds_played(setup, seed):
        if position.due != OVER:
            copy = position.copy()
            assert_same(state, copy)
            for choice in cards_in(position.legal_choices())[:3]:
                position.copy().do(choice)
            assert_same(state, position)


def test_bits_and_numbers_of_cards() -> None:
    rng = Random(1)
    for _ in range(300):
        cards = tuple(sorted(rng.sample(range(CARD_COUNT + 1), rng.randrange(20))))
        assert cards_in(sum(1 << card for card in cards)) == cards


_NAMES = [format_card(card) for card in DECK]
_numbers = st.integers(0, 40)


@st.composite
def lines(draw: st.DrawFn) -> tuple[str, Setup]:
    """Return a line of a random match in which numbers and cards are changed, or nothing is."""
    setup = draw(setups)
    states = states_of_game(setup, draw(seeds))
    fields = line_of(draw(st.sampled_from(states))).split(" ")
    round_number, done = fields[0].split(".")
    if draw(st.booleans()):
        fields[0] = f"{draw(st.integers(1, 14))}.{done}"
    else:
        fields[0] = f"{round_number}.{done}"
    if draw(st.booleans()):
        p1 = draw(st.integers(0, int(done)))
        fields[5] = f"{p1}-{int(done) - p1}"
    if draw(st.booleans()):
        fields[6] = f"{draw(_numbers)}-{draw(_numbers)}"
    if draw(st.booleans()):
        one, other = draw(st.sampled_from(_NAMES)), draw(st.sampled_from(_NAMES))
        for at in (2, 3, 4):
            text = fields[at].replace(one, "**").replace(other, one)
            fields[at] = text.replace("**", other)
    return " ".join(fields), setup


def _restored(line: str, setup: Setup) -> GameState | None:
    try:
        return RULES.parse_position(line, setup)
    except NotationError:
        return None


# More points than a round can have brought: the search once looked beyond its table.
@example(("1.11 3b4k/2k8k 1b 3k5k6k7kTk1m p1:- 6-5 22-0 p1:play", Setup()), 1)
@example(("1.11 7b8b/6b7m 1m 1k7kTk9bEb6m p1:- 6-5 9-9 p1:play", Setup()), 1)
@few(60)
@given(lines(), seeds)
def test_every_accepted_line_can_be_hinted_at_and_played_on_by_the_expert(
    case: tuple[str, Setup], seed: int
) -> None:
    line, setup = case
    state = _restored(line, setup)
    if state is None:
        return
    assert line_of(state) == line
    rng, think, advise = Random(seed), ismcts_expert(12), comparing_expert(3)
    while state.table.pending is not None and state.table.pending.seat is not None:
        seen = RULES.observe(state, state.table.pending.seat)
        assert advise(seen, rng).action in legal_actions(state)
        state = apply(state, think(seen, rng).action).state
