"""Scripted players, games that hypothesis draws, and a solver of endgames."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations, islice, permutations, product
from random import Random
from typing import Any, TypeVar

from hypothesis import settings
from hypothesis import strategies as st

from foxduet.core.cards import Seat, Step, hand_of
from foxduet.games.duet.rules.cards import (
    DECK,
    GEM_TOKENS,
    MAX_FOREST_TOKENS,
    MAX_SPACES,
    MIN_SPACES,
    Board,
    Hand,
)
from foxduet.games.duet.rules.engine import apply, deal_shuffled_deck, legal_actions, new_game
from foxduet.games.duet.rules.state import (
    EXCHANGES,
    FORESTS,
    GIVES,
    KEEPS,
    NAMINGS,
    PLAYS,
    Action,
    Choice,
    Event,
    GameState,
    Move,
    Outcome,
    Setup,
)
from foxduet.play.game import Game, Header, Names, act, make_deal, open_game
from tests.support.games import setup_of
from tests.support.processes import patience


def worth(state: GameState) -> float:
    """Return the worth of a state to a cautious team: gems first, then tokens, then the middle."""
    if state.table.outcome is not None:
        return 1000.0 if state.table.outcome is Outcome.VICTORY else -1000.0
    path = state.table.path
    middle = (path.first + path.last) / 2
    return -10 * path.gems_left + 12 * state.table.reserve - abs(path.tracker - middle)


def careful_choice(state: GameState, rng: Random) -> Action:
    """Return the choice with the best state after the current trick."""
    scored = [
        (_looking_ahead(apply(state, action).state, state), rng.random(), action)
        for action in legal_actions(state)
    ]
    return max(scored, key=lambda entry: entry[:2])[2]


def _looking_ahead(state: GameState, since: GameState) -> float:
    pending = state.table.pending
    done = pending is None or (state.table.round, state.table.tricks_done) != (
        since.table.round,
        since.table.tricks_done,
    )
    if done or pending is None or pending.choice in (Choice.EXCHANGE, Choice.GIVE):
        return worth(state)
    return max(
        (_looking_ahead(apply(state, action).state, state) for action in legal_actions(state)),
        default=worth(state),
    )


def random_choice(state: GameState, rng: Random) -> Action:
    return rng.choice(legal_actions(state))


def played_game(header: Header, *, careful: bool = True) -> Game:
    """Play a game with the header's seed to its end."""
    choose = careful_choice if careful else random_choice
    rng = Random(header.seed)
    game = open_game(header)
    steps = patience()
    while game.state.table.pending is not None:
        next(steps)
        due = game.state.table.pending.choice is Choice.DEAL
        game = act(game, make_deal(game) if due else choose(game.state, rng))
    return game


def duet(
    level: int = 2, players: Names = ("Left", "Right"), board: Board | None = None, **keys: Any
) -> Header:
    return Header("duet", Setup(level, board), players, **keys)


def header_of(level: int = 2, seed: int = 1) -> Header:
    return duet(level, seed=seed)


VICTORY = played_game(header_of(level=1, seed=0))
DEFEAT = played_game(header_of(level=2, seed=0))


def beginning_of(game: Game, turns: int) -> Game:
    return Game(game.header, game.initial_state, game.turns[:turns])


UNIVERSE: tuple[Action, ...] = (
    *(play for plays in PLAYS for play in plays),
    *(give for gives in GIVES for give in gives),
    *(exchange for exchanges in EXCHANGES for exchange in exchanges),
    *KEEPS,
    *(naming for namings in NAMINGS for naming in namings),
    *(Move(seat, steps) for seat in Seat for steps in range(-7, 8)),
    *FORESTS,
)
"""Every action except deals and resigning, with moves one step beyond the longest."""


THOROUGH = 100
"""Number of examples in the thorough profile."""


def few(examples: int) -> settings:
    """Return settings for ``examples`` percent of the profile's examples."""
    # The first example is always the simplest; at least one more is random.
    return settings(max_examples=max(2, examples * settings().max_examples // 100))


CasesT = TypeVar("CasesT", bound=Sequence[Any])


def some_of(cases: CasesT, turn: int) -> CasesT:
    """Return every third case, starting at ``turn``; all cases in the thorough profile."""
    return cases if settings().max_examples >= THOROUGH else cases[turn % 3 :: 3]  # type: ignore[return-value]


StepT = TypeVar("StepT")


def fewer(cases: CasesT, most: int) -> CasesT:
    """Return the first ``most`` cases; all cases in the thorough profile."""
    # mypy does not know that a slice of a list is a list.
    return cases if settings().max_examples >= THOROUGH else cases[:most]  # type: ignore[return-value]


def at_first(steps: Iterable[StepT], most: int) -> Iterator[StepT]:
    """Return the first ``most`` steps; all steps in the thorough profile."""
    return islice(steps, None if settings().max_examples >= THOROUGH else most)


seeds = st.integers(0, 2**32 - 1)
hands: st.SearchStrategy[Hand] = st.sets(st.sampled_from(DECK)).map(lambda some: hand_of([*some]))


names = st.text(st.characters(exclude_categories=["Cc", "Cf", "Cs", "Zl", "Zp"]), max_size=20).map(
    lambda some: f"{some}A"
)
"""Names of players and partners, in any language."""


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Draw any playable board, including odd ones."""
    spaces = draw(st.integers(MIN_SPACES, MAX_SPACES))
    start = draw(st.integers(1, spaces))
    most_tokens = min(MAX_FOREST_TOKENS, start - 1, spaces - start)
    anywhere = st.integers(1, spaces)
    gems = draw(st.lists(anywhere, min_size=1, max_size=GEM_TOKENS))
    at_setup = draw(st.integers(1, len(gems)))
    return Board(
        gems=tuple(gems[:at_setup].count(space) for space in range(1, spaces + 1)),
        plus=tuple(sorted(draw(st.sets(anywhere)))),
        start=start,
        forest_tokens=draw(st.integers(0, most_tokens)),
        extra_gems=tuple(gems[at_setup:].count(space) for space in range(1, spaces + 1))
        if draw(st.booleans()) or at_setup < len(gems)
        else (),
    )


toml_scalars = (
    st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False)
    | st.text()
    | st.datetimes()
    | st.dates()
    | st.times()
)
toml_values = st.recursive(
    toml_scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)

setups: st.SearchStrategy[Setup] = st.integers(1, 3).map(setup_of) | st.builds(
    Setup, st.integers(1, 3), boards()
)


def random_game(
    setup: Setup, rng: Random
) -> Iterator[tuple[GameState, Action, Step[GameState, Event]]]:
    """Play a game to its end; yield each state, the action taken in it, and the step.

    The best of a few random actions is taken: careless games are lost early, careful games reach
    the third round or a victory.
    """
    state = new_game(setup)
    care = rng.choice((1, 4, 16))
    dealer = rng.choice(tuple(Seat))
    steps = patience()
    while state.table.outcome is None:
        next(steps)
        action: Action
        if state.table.pending is not None and state.table.pending.choice is Choice.DEAL:
            action = deal_shuffled_deck(dealer, rng)
            dealer = dealer.other
        else:
            action = min(rng.choices(legal_actions(state), k=care), key=partial(_loss, state))
        step = apply(state, action)
        yield state, action, step
        state = step.state


def _loss(before: GameState, action: Action) -> int:
    state = apply(before, action).state
    if state.table.outcome is Outcome.LOST:
        return 1000
    path = state.table.path
    off_centre = abs(2 * path.tracker - path.first - path.last)
    return 4 * path.gems_left + off_centre - 20 * state.table.reserve


def states_of_game(setup: Setup, seed: int) -> list[GameState]:
    states = [new_game(setup)]
    states += [step.state for _, _, step in random_game(setup, Random(seed))]
    return states


Values = tuple[Fraction, ...]
"""The value of a plan in each of some worlds."""


class UnsolvableError(Exception):
    """The other seat has a choice that matters, but cannot see which is right."""


@dataclass(frozen=True)
class Rules:
    """A game in text: the lines that may follow a line, and the worth of a line to a seat.

    worth: None before the end.
    top_counts: whether the top card of the stock matters.
    by_chance: suffix of the other seat's turns that are decided by chance.
    helps: whether the other seat plays for the same goal and sees everything it needs; otherwise
        none of its other choices may matter.
    """

    successors: Callable[[str], Mapping[str, str]]
    worth: Callable[[str, str], Fraction | None]
    top_counts: bool = False
    by_chance: str = ":give"
    helps: bool = False


@dataclass(frozen=True)
class Node:
    """A world in a plan: its probability and its line."""

    chance: Fraction
    line: str


def worlds_of(rules: Rules, line: str, seat: str) -> list[str]:
    """Return all lines that ``seat`` cannot tell from ``line``, assuming no hidden card is known.

    An offered card counts as part of the other hand. Only the top card of a stock can matter.
    """
    fields = line.split(" ")
    hands = fields[1].split("/")
    at = 1 - _place(seat)
    offered = _hidden_offer(fields, seat)
    hidden = sorted(_cards(hands[at]) + _cards(fields[3]) + offered)
    worlds = []
    size = len(_cards(hands[at]))
    for held in combinations(hidden, size):
        others = [card for card in hidden if card not in held]
        rests = permutations(others, 1) if rules.top_counts or offered else [()]
        for first in rests:
            rest = [*first, *(card for card in others if card not in first)]
            changed = [*fields]
            if offered:
                changed[5] = rest.pop(0)
            both = [*hands]
            both[at] = "".join(_sorted(held, line)) or "-"
            changed[1] = "/".join(both)
            changed[3] = "".join(rest)
            worlds.append(" ".join(changed))
    assert any(_is_same(rules, world, line) for world in worlds)
    return worlds


def _is_same(rules: Rules, world: str, line: str) -> bool:
    """True if two worlds differ at most in the part of the stock's order that does not matter."""
    mine, other = world.split(" "), line.split(" ")
    if rules.top_counts and mine[3][:2] != other[3][:2]:
        return False
    return mine[:3] + mine[4:] == other[:3] + other[4:]


def solve(rules: Rules, line: str, seat: str) -> dict[str, list[dict[str, Fraction]]]:
    """Return, for each choice of ``seat``, the values of its best plans by the line of the world.

    There are several if plans are equally good on average, but not in each world.
    """
    nodes = [Node(Fraction(1), world) for world in worlds_of(rules, line, seat)]
    solved = {}
    for action in rules.successors(line):
        after = [Node(node.chance, rules.successors(node.line)[action]) for node in nodes]
        plans = _by_observation(rules, after, seat)
        solved[action] = [
            dict(zip((node.line for node in nodes), plan, strict=True)) for plan in sorted(plans)
        ]
    return solved


def _by_observation(rules: Rules, nodes: Sequence[Node], seat: str) -> set[Values]:
    """Return the best plans if ``seat`` sees only its own view of each node."""
    groups: dict[str, list[int]] = {}
    for at, node in enumerate(nodes):
        groups.setdefault(seen(node.line, seat), []).append(at)
    solved = [_best(rules, [nodes[at] for at in group], seat) for group in groups.values()]
    plans_of_all = set()
    for plans in product(*solved):
        values: dict[int, Fraction] = {}
        for group, plan in zip(groups.values(), plans, strict=True):
            values.update(zip(group, plan, strict=True))
        plans_of_all.add(tuple(values[at] for at in range(len(nodes))))
    return plans_of_all


def _best(rules: Rules, nodes: Sequence[Node], seat: str) -> set[Values]:
    """Return the best plans in an information set of ``seat``, or in a turn of the other seat."""
    turn = nodes[0].line.split(" ")[-1]
    worths = tuple(rules.worth(node.line, seat) for node in nodes)
    known = tuple(worth for worth in worths if worth is not None)
    if known:
        assert len(known) == len(worths), "what a line is worth is there for both to see"
        return {known}
    if turn.startswith(seat):
        return _own(rules, nodes, seat)
    return _others(rules, nodes, seat, turn)


def _own(rules: Rules, nodes: Sequence[Node], seat: str) -> set[Values]:
    plans: set[Values] = set()
    for action in rules.successors(nodes[0].line):
        after = [Node(node.chance, rules.successors(node.line)[action]) for node in nodes]
        plans |= _by_observation(rules, after, seat)

    def mean(values: Values) -> Fraction:
        pairs = zip(nodes, values, strict=True)
        return sum((node.chance * value for node, value in pairs), Fraction(0))

    highest = max(map(mean, plans))
    return {plan for plan in plans if mean(plan) == highest}


def _others(rules: Rules, nodes: Sequence[Node], seat: str, turn: str) -> set[Values]:
    after = [[*rules.successors(node.line).values()] for node in nodes]
    children = [
        Node(node.chance / len(lines), line)
        for node, lines in zip(nodes, after, strict=True)
        for line in lines
    ]
    combined = set()
    for plan in _by_observation(rules, children, seat):
        left = iter(plan)
        values = []
        for lines in after:
            mine = [next(left) for _ in lines]
            if turn.endswith(rules.by_chance) or len({*mine}) == 1:
                values.append(sum(mine, Fraction(0)) / len(mine))
            elif rules.helps:
                values.append(max(mine))
            else:
                raise UnsolvableError(turn)
        combined.add(tuple(values))
    return combined


def seen(line: str, seat: str) -> str:
    """Return a line as ``seat`` sees it: without the other hand, the stock, and hidden offers."""
    fields = line.split(" ")
    hands = fields[1].split("/")
    at = 1 - _place(seat)
    hands[at] = str(len(_cards(hands[at])))
    fields[1], fields[3] = "/".join(hands), "?"
    if _hidden_offer(line.split(" "), seat):
        fields[5] = "??"
    return " ".join(fields)


def _hidden_offer(fields: Sequence[str], seat: str) -> list[str]:
    return _cards(fields[5]) if fields[-1] == f"{seat}:give" else []


def means(solved: Mapping[str, Sequence[Mapping[str, Fraction]]]) -> dict[str, Fraction]:
    return {
        action: sum(plans[0].values(), Fraction(0)) / len(plans[0])
        for action, plans in solved.items()
    }


def in_world(
    rules: Rules, solved: Mapping[str, Sequence[Mapping[str, Fraction]]], line: str
) -> dict[str, list[Fraction]]:
    """Return the value of each choice in the true world, by any of its best plans."""
    worlds = next(iter(solved.values()))[0]
    true = next(world for world in worlds if _is_same(rules, world, line))
    return {action: [plan[true] for plan in plans] for action, plans in solved.items()}


def if_all_were_seen(rules: Rules, line: str, seat: str) -> dict[str, Fraction]:
    """Return the mean value of each choice if both seats saw all cards from then on."""

    def best(after: str) -> Fraction:
        worth = rules.worth(after, seat)
        if worth is not None:
            return worth
        return max(map(best, rules.successors(after).values()))

    worlds = worlds_of(rules, line, seat)
    return {
        action: sum((best(rules.successors(world)[action]) for world in worlds), Fraction(0))
        / len(worlds)
        for action in rules.successors(line)
    }


def _place(seat: str) -> int:
    return ("p1", "p2").index(seat)


def _cards(text: str) -> list[str]:
    return [] if text in ("-", "?") else [text[at : at + 2] for at in range(0, len(text), 2)]


def _sorted(cards: Sequence[str], line: str) -> Iterator[str]:
    ranks = "123456789TE"
    suits = "bkm" if any(suit in line.split(" ")[2] for suit in "bkm") else "drs"
    yield from sorted(cards, key=lambda card: (suits.index(card[1]), ranks.index(card[0])))
