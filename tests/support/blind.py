"""What choices are worth to a seat that sees only its own cards: solved by listing every world.

Slow and plain on purpose: it plays position lines by the second reading of the rules, and shares
no code with searches or reviews. Worlds that a seat cannot tell apart are one information set, in
which it has one choice. The other seat gives a card by chance, each as often.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations, product

Values = tuple[Fraction, ...]
"""What a plan is worth in each of some worlds."""


class UnsolvableError(Exception):
    """The other seat has a choice that matters, and cannot see what it should be."""


@dataclass(frozen=True)
class Rules:
    """A game in text: what may follow a line, and what a line is worth to a seat, None before.

    ``top_counts`` says that the top card of the stock counts. The turns that end as ``by_chance``
    are decided by chance where they are the other seat's. In all else that one plays for the same
    end if it ``helps``, and sees all that this end needs; otherwise nothing else may matter.
    """

    successors: Callable[[str], Mapping[str, str]]
    worth: Callable[[str, str], Fraction | None]
    top_counts: bool = False
    by_chance: str = ":give"
    helps: bool = False


@dataclass(frozen=True)
class Node:
    """A world as it stands in a plan: how likely it is, and its line."""

    chance: Fraction
    line: str


def worlds_of(rules: Rules, line: str, seat: str) -> list[str]:
    """Return all lines that ``seat`` cannot tell from ``line``; nothing is known of hidden cards.

    A card that is offered lies with the other hand; the order of a stock counts by its top card.
    """
    fields = line.split(" ")
    hands = fields[1].split("/")
    at = 1 - _place(seat)
    offered = _hidden_offer(fields, seat)
    hidden = sorted(_cards(hands[at]) + _cards(fields[3]) + offered)
    found = []
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
            found.append(" ".join(changed))
    assert any(_is_same(rules, one, line) for one in found)
    return found


def _is_same(rules: Rules, one: str, line: str) -> bool:
    """Return whether two worlds differ in the order of the stock only, as far as that counts."""
    mine, other = one.split(" "), line.split(" ")
    if rules.top_counts and mine[3][:2] != other[3][:2]:
        return False
    return mine[:3] + mine[4:] == other[:3] + other[4:]


def solve(rules: Rules, line: str, seat: str) -> dict[str, list[dict[str, Fraction]]]:
    """Return for each choice of ``seat`` what its best plans are worth in each world, by line.

    There are several if plans are equally good on average, but not in each world.
    """
    nodes = [Node(Fraction(1), one) for one in worlds_of(rules, line, seat)]
    solved = {}
    for action in rules.successors(line):
        after = [Node(one.chance, rules.successors(one.line)[action]) for one in nodes]
        plans = _by_observation(rules, after, seat)
        solved[action] = [
            dict(zip((one.line for one in nodes), plan, strict=True)) for plan in sorted(plans)
        ]
    return solved


def _by_observation(rules: Rules, nodes: Sequence[Node], seat: str) -> set[Values]:
    """Return the best plans where ``seat`` sees what it sees in each of the nodes."""
    groups: dict[str, list[int]] = {}
    for at, node in enumerate(nodes):
        groups.setdefault(seen(node.line, seat), []).append(at)
    solved = [_best(rules, [nodes[at] for at in group], seat) for group in groups.values()]
    found = set()
    for plans in product(*solved):
        values: dict[int, Fraction] = {}
        for group, plan in zip(groups.values(), plans, strict=True):
            values.update(zip(group, plan, strict=True))
        found.add(tuple(values[at] for at in range(len(nodes))))
    return found


def _best(rules: Rules, nodes: Sequence[Node], seat: str) -> set[Values]:
    """Return the best plans in one information set of ``seat``, or in a turn of the other's."""
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
    found = set()
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
        found.add(tuple(values))
    return found


def seen(line: str, seat: str) -> str:
    """Return a line as ``seat`` sees it: neither the other hand, nor the stock, nor its offer."""
    fields = line.split(" ")
    hands = fields[1].split("/")
    at = 1 - _place(seat)
    hands[at] = str(len(_cards(hands[at])))
    fields[1], fields[3] = "/".join(hands), "?"
    if _hidden_offer(line.split(" "), seat):
        fields[5] = "??"
    return " ".join(fields)


def _hidden_offer(fields: Sequence[str], seat: str) -> list[str]:
    """Return the card that the other seat offers, which nobody but it has seen."""
    return _cards(fields[5]) if fields[-1] == f"{seat}:give" else []


def means(solved: Mapping[str, Sequence[Mapping[str, Fraction]]]) -> dict[str, Fraction]:
    """Return the mean of each choice over all worlds."""
    return {
        action: sum(plans[0].values(), Fraction(0)) / len(plans[0])
        for action, plans in solved.items()
    }


def in_world(
    rules: Rules, solved: Mapping[str, Sequence[Mapping[str, Fraction]]], line: str
) -> dict[str, list[Fraction]]:
    """Return what each choice is worth in the world as it is, by any of its best plans."""
    worlds = next(iter(solved.values()))[0]
    true = next(one for one in worlds if _is_same(rules, one, line))
    return {action: [plan[true] for plan in plans] for action, plans in solved.items()}


def if_all_were_seen(rules: Rules, line: str, seat: str) -> dict[str, Fraction]:
    """Return the mean of each choice if both seats saw all cards from then on: what none can."""

    def best(one: str) -> Fraction:
        worth = rules.worth(one, seat)
        if worth is not None:
            return worth
        return max(map(best, rules.successors(one).values()))

    worlds = worlds_of(rules, line, seat)
    return {
        action: sum((best(rules.successors(one)[action]) for one in worlds), Fraction(0))
        / len(worlds)
        for action in rules.successors(line)
    }


def _place(seat: str) -> int:
    return ("p1", "p2").index(seat)


def _cards(text: str) -> list[str]:
    return [] if text in ("-", "?") else [text[at : at + 2] for at in range(0, len(text), 2)]


def _sorted(cards: Sequence[str], line: str) -> Iterator[str]:
    """Yield cards by suit, then by rank, as lines of both games have them."""
    ranks = "123456789TE"
    suits = "bkm" if any(suit in line.split(" ")[2] for suit in "bkm") else "drs"
    yield from sorted(cards, key=lambda card: (suits.index(card[1]), ranks.index(card[0])))
