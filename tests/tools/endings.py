"""Check how games are said to have ended: python -m tests.tools.endings --games 1000.

Every sentence is worked out again from position lines and actions as text, by code that shares
nothing with what tells the story.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from random import Random
from typing import TypeAlias

from foxduet import Header, open_game, partner, play_out, rule_set
from foxduet.play.game import Game
from foxduet.words.game_words import guide_words

Fact: TypeAlias = tuple[int, str, str, object]
"""The number of a template, the letter of its family, what it says, and what that is about."""

NAMES = ("Ann", "Bob")
_WORDS = [
    *("0", "1", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen"),
]
_PAWS = dict(zip("123456789T", (0, 3, 2, 1, 1, 2, 0, 2, 0, 3), strict=True))
_DIGITS = "0123456789abcdefghijklmnopqrstuv"
_POINTS = (6, 6, 6, 6, 1, 2, 3, 6, 6, 6, 0, 0, 0, 0)


@dataclass
class Trick:
    """A trick as two position lines and an action show it; spaces count from 1."""

    round: int
    number: int
    name: str
    gems: dict[int, int]
    at: int
    tokens: int
    steps: int
    paws: int

    @property
    def to(self) -> int:
        return self.at + self.steps

    @property
    def off(self) -> int:
        return max(min(self.gems) - self.to, self.to - max(self.gems), 0)

    @property
    def found(self) -> bool:
        return self.gems.get(self.to, 0) > 0

    @property
    def left(self) -> int:
        return 33 - 11 * (self.round - 1) - (self.number - 1)

    @property
    def sum(self) -> int:
        return sum(self.gems.values())

    @property
    def turned(self) -> bool:
        return bool(self.steps) and (self.steps > 0) != (self.name == NAMES[1])

    @property
    def is_changed(self) -> bool:
        return self.turned or abs(self.steps) != self.paws


def lines_of(game: Game) -> tuple[list[str], list[str]]:
    """Return the position lines of a game, and the texts of its actions."""
    rules = game.rules
    lines = [rules.format_position(state) for state in game.states]
    return lines, [rules.format_action(turn.action) for turn in game.turns]


def open_gems(path: str) -> dict[int, int]:
    """Return the gems on each space that is not covered."""
    return {at: _DIGITS.index(sign) for at, sign in enumerate(path, 1) if sign != "#"}


def tricks_of(lines: Sequence[str], actions: Sequence[str]) -> Iterator[Trick]:
    """Yield the tricks of a game of Duet."""
    cards: list[str] = []
    for before, after, action in zip(lines, lines[1:], actions, strict=False):
        fields, verb, what = before.split(), action.split()[1], action.split()[2:]
        cards += what if verb == "play" else []
        is_done = after.split()[4].endswith(":-") or after.split()[4] == "-"
        if len(cards) < 2 or not is_done or verb == "resign":
            continue
        round_, done = map(int, fields[0].split("."))
        # A new decree may be what has just been chosen.
        trump = what[0][1] if verb == "exchange" and what != ["-"] else fields[2][1]
        order = [
            (one[1] == trump, one[1] == cards[0][1], "123456789T".find(one[0])) for one in cards
        ]
        leader = fields[4][:2] if fields[4] != "-" else before.split()[9][:2]
        seat = (leader == "p2") == (order[0] > order[1])
        paws = sum(_PAWS[one[0]] for one in cards)
        steps = int(what[0]) if verb == "move" else paws * (1 if seat else -1)
        gems = open_gems(fields[6])
        yield Trick(
            round_, done + 1, NAMES[seat], gems, int(fields[7]), int(fields[8]), steps, paws
        )
        cards = []


def facts_of_duet(lines: Sequence[str], actions: Sequence[str]) -> Iterator[Fact]:
    """Yield what may be said of a game of Duet, in the order of the templates."""
    tricks, turn = [*tricks_of(lines, actions)], lines[-1].split()[9]
    last, third = tricks[-1], [one for one in tricks if one.round == 3]
    found = Counter(one.round for one in tricks if one.found)
    if turn.startswith("over:victory"):
        for one in third:
            if one.sum == one.left and one.left > 1:
                count = _WORDS[one.left]
                yield (
                    1,
                    "F",
                    f"With {count} tricks left and {count} gems to find, you missed",
                    one.left,
                )
                break
        if last.left == 1:
            said = "The very last trick brought the very last gem."
            if last.turned:
                said += (
                    f" With the Musician, {last.name} turned the fox around, onto space {last.to}."
                )
            elif last.is_changed:
                said += f" With the Gazelle, {last.name}"
            yield 3, "F", said, last.to
        tight = [(one.left - one.sum, -one.sum) for one in third if one.sum > 3]
        tight = [one for one in tight if 1 <= one[0] <= 3]
        if tight:
            spare, gems = min(tight)
            words = _WORDS[spare - gems], _WORDS[-gems]
            said = "With {} tricks left, there were still {} gems to find.".format(*words)
            yield 4, "F", said, spare - gems
        bare = [one.tokens == 0 for one in tricks]
        alone = len(bare) - bare.index(True) if True in bare else 0
        if alone > 7:
            yield 5, "D", "you had no forest token left, yet the fox stayed", alone
        edges = sum(
            not one.tokens and one.to in (min(one.gems), max(one.gems)) for one in tricks[:-1]
        )
        if edges > 2:
            yield 6, "D", f"{_WORDS[edges].capitalize()} times the fox was on the last space", edges
        for number in (1, 2, 3):
            if found[number] == 11:
                yield 7, "T", f"Round {number} was perfect", number
                break
        if last.is_changed and last.left > 1:
            how = "turned the fox around." if last.turned else "skipped"
            yield 8, "F", f"For the last gem, {last.name} {how}", None
        if not any(one.off for one in tricks):
            yield 9, "P", "he fox never once left the path.", None
        if last.round == 2:
            yield 10, "F", f"the last gem came in trick {last.number} of round 2.", last.number
        return
    rest = open_gems(lines[-1].split()[6])
    left = sum(rest.values())
    if turn == "over:out-of-time" and left == 1:
        (space,) = (at for at, count in rest.items() if count)
        over = [
            one.number
            for one in third
            if not one.off
            and one.gems.get(space)
            and (one.at < space < one.to or one.to < space < one.at)
        ]
        if over:
            yield 11, "F", f"One gem short. It is on space {space}, and", space
        if not last.off and abs(last.to - space) in (1, 2):
            spaces = ("", "one space", "two spaces")[abs(last.to - space)]
            yield 12, "F", f"One gem short: the fox stopped {spaces} from it.", None
    if turn == "over:lost" and last.off == 1:
        yield 13, "D", f"One step too many. The fox was on space {last.at}, ", last.at
    if turn == "over:out-of-time" and left == 1:
        yield 14, "F", f"One gem short. It is still on space {space}.", space
    if turn == "over:lost" and left < 3 and last.round == 3:
        (about,) = [at for at, count in rest.items() if count] if left == 1 else [left]
        which = "single gem was left" if left == 1 else "only two gems were left"
        yield 15, "F", which, about
    if turn == "over:out-of-time" and left in (2, 3):
        missed = sum(not one.found for one in third)
        yield 16, "F", f"{_WORDS[left].capitalize()} gems short", missed
    for number in (3, 2, 1):
        if found[number] > 9:
            yield 17, "T", f"ound {number} was a fine one: {_WORDS[found[number]]} gems", None


def facts_of_match(lines: Sequence[str], actions: Sequence[str], target: int) -> Iterator[Fact]:
    """Yield what may be said of a match of the original game that was won."""
    rounds, plain = rounds_of(lines, actions)
    totals = [
        *accumulate((scored for _tricks, scored in rounds), lambda a, b: (a[0] + b[0], a[1] + b[1]))
    ]
    own = int(lines[-1].split()[7] == "over:p2")
    winner, loser, leads = NAMES[own], NAMES[1 - own], [one[own] - one[1 - own] for one in totals]
    (tricks, scored), final = rounds[-1], totals[-1]
    if not leads[-1]:
        said = f"Level on points: the last round decided, {scored[own]} to {scored[1 - own]}."
        yield 18, "F", said, None
    for giver, taker in ((1 - own, own), (own, 1 - own)):
        after = [*tricks]
        after[giver] -= 1
        after[taker] += 1
        if not plain[giver] or min(after) < 0:
            continue
        points = [final[at] - _POINTS[tricks[at]] + _POINTS[after[at]] for at in (0, 1)]
        if points[1 - own] > points[own] and points[1 - own] >= target:
            way = "one too many" if giver != own else "one too few"
            said = f"{loser} won {_WORDS[tricks[1 - own]]} tricks in the last round, {way}: with "
            said += (
                f"{_WORDS[after[1 - own]]}, it would have been {points[1 - own]} to {points[own]}"
            )
            yield 19, "F", said, tricks[1 - own]
            break
    if min(leads) <= -7:
        after_round = leads.index(min(leads)) + 1
        said = f"{winner} was {-min(leads)} points behind after round {after_round}, and still won."
        yield 20, "F", said, -min(leads)
    if len(leads) > 1 and leads[-2] < 0:
        said = f"Before the last round, {loser} led {totals[-2][1 - own]} to {totals[-2][own]}."
        yield 21, "F", said, None
    if tricks[1 - own] > 9:
        few = ("no trick at all", "one trick", "two tricks", "three tricks")[tricks[own]]
        said = f"{few} in the last round, and {loser}, with {_WORDS[tricks[1 - own]]}, was greedy."
        yield 22, "T", said, tricks[own]
    treasures = [sum(one[1][at] - _POINTS[one[0][at]] for one in rounds) for at in (0, 1)]
    if 0 < leads[-1] <= treasures[own] - treasures[1 - own]:
        yield 23, "T", f"difference: {treasures[own]} point", None
    signs = [one > 0 for one in leads if one]
    if (changes := sum(a != b for a, b in pairwise(signs))) > 1:
        times = "twice" if changes == 2 else f"{_WORDS[changes]} times"
        yield 24, "P", f"The lead changed hands {times}.", changes
    if len(leads) > 2 and leads[-1] > 5 and min(leads) >= 0:
        yield 25, "P", f"{winner} never trailed after a round.", None


def rounds_of(
    lines: Sequence[str], actions: Sequence[str]
) -> tuple[list[tuple[list[int], tuple[int, int]]], list[bool]]:
    """Return tricks and points of each round, and who won a last-round trick without a Treasure."""
    rounds: list[tuple[list[int], tuple[int, int]]] = []
    before, plain, cards = [0, 0], [False, False], ""
    for line, after, action in zip(lines, lines[1:], actions, strict=False):
        verb, what = action.split()[1], action.split()[2:]
        if verb == "deal":
            plain, cards = [False, False], ""
            continue
        cards += what[0] if verb == "play" else ""
        tricks = [int(one) for one in line.split()[5].split("-")]
        then = [int(one) for one in after.split()[5].split("-")]
        if tricks != then:
            seat = 0 if then[0] > tricks[0] else 1
            plain[seat] |= "7" not in cards[::2]
            cards = ""
        if sum(then) == 13 and tricks != then:
            points = [int(one) for one in after.split()[6].split("-")]
            rounds.append((then, (points[0] - before[0], points[1] - before[1])))
            before = points
    return rounds, plain


def faults_of(game: Game) -> list[str]:
    """Return what is wrong with the story of a finished game, nothing if all of it is true."""
    lines, actions = lines_of(game)
    if game.header.game == "duet":
        facts = [*facts_of_duet(lines, actions)]
    else:
        facts = [*facts_of_match(lines, actions, game.header.setup.target)]
    story = guide_words(game.header.game).ending_story(game, NAMES)
    if not facts:
        return [] if len(story) < 2 else [f"two sentences without a fact: {story}"]
    first, *others = facts
    faults = [] if story and first[2] in story[0] else [f"{first} is first, not {story}"]
    second = next(
        (one for one in others if one[1] != first[1] and (one[3] is None or one[3] != first[3])),
        None,
    )
    if (second is None) != (len(story) < 2):
        faults.append(f"{second} is second, not {story}")
    elif (
        second is not None
        and second[2] not in story[1]
        and (first[0], second[0])
        not in {
            (3, 5),
            (13, 15),
        }
    ):
        faults.append(f"{second} is second, not {story[1]}")
    return faults


def games(kind: str, count: int, seed: int) -> Iterator[Game]:
    """Yield games of partners of all kinds, at all levels."""
    for one in range(seed, seed + count):
        rng = Random(one)
        setup = {"level": rng.choice((1, 2, 3))} if kind == "duet" else {"target": 21}
        left, right = (partner(kind, rng.choice(("novice", "steady"))) for _ in range(2))
        header = Header(kind, rule_set(kind).setup_from(setup), NAMES, seed=one)
        choosers = (
            lambda seen, chance, think=left: think(seen, chance).action,
            lambda seen, chance, think=right: think(seen, chance).action,
        )
        yield play_out(open_game(header), choosers)


def main() -> None:
    """Check as many games of each kind as are asked for, and count the first sentences."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=9_300_001)
    options = parser.parse_args()
    for kind in ("duet", "classic"):
        first: Counter[str] = Counter()
        faults = 0
        for game in games(kind, options.games, options.seed):
            for fault in faults_of(game):
                faults += 1
                print(f"{kind} {game.header.seed}: {fault}")
            story = guide_words(kind).ending_story(game, NAMES)
            first[" ".join(story[0].split()[:3]) if story else "-"] += 1
        print(f"{kind}: {faults} faults in {options.games} games; the most frequent beginnings:")
        print("\n".join(f"  {count} {words}" for words, count in first.most_common(6)))


if __name__ == "__main__":
    main()
