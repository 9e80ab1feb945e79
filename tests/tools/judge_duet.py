"""The judge of Duet: it plays choices out by a policy of its own, and reads sentences as text.

The policy looks no further than the trick. It shares nothing with the program's partners, lines of
play and reasons, only the rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from statistics import fmean
from typing import Any

from foxduet.core.cards import Exchange, Play, Seat, Step, follow_wins
from foxduet.core.registry import rule_set
from foxduet.games.duet.rules.cards import (
    Ability,
    Card,
    ForestPath,
    Overrun,
    Suit,
    must_follow,
    possible_moves,
)
from foxduet.games.duet.rules.observation import unseen_cards
from foxduet.games.duet.rules.state import (
    TRICKS,
    Choice,
    GameEnded,
    GameState,
    GemCollected,
    Outcome,
    PathOverrun,
    TrackerMoved,
)
from foxduet.games.duet.words.names import choice_phrase
from tests.tools.playouts import Course, Matches, Policy, Position
from tests.tools.verdicts import (
    NAMES,
    Event,
    Fault,
    FaultKind,
    Item,
    Reader,
    Reading,
    Told,
    compile_words,
)

RULES = rule_set("duet")

# The worth of the end of a trick, in gems.
_LAST_GEM, _OVERRUN, _DEFEAT = 6.0, -1.5, -6.0
_SAFE_STEP, _NEAR_GEM, _OUTER_STEP, _NEAR = 0.08, 0.05, 0.08, 3
_IMAGINED_HANDS = 3


@dataclass(frozen=True, slots=True)
class End:
    """The end of a trick: the fox's space, a gem or an end that it ran off, the game's outcome."""

    space: int
    gem: int | None = None
    off: Seat | None = None
    outcome: Outcome | None = None


def end_of(_before: GameState, step: Step[GameState, Any]) -> End | None:
    """Return how a step ends the trick; None if it goes on."""
    space, gem, off, outcome = None, None, None, None
    for event in step.events:
        match event:
            case TrackerMoved():
                space = event.end
            case PathOverrun():
                space, off = event.start, event.end
            case GemCollected():
                gem = event.space
            case GameEnded():
                outcome = event.outcome
    return None if space is None else End(space, gem, off, outcome)


def worth_of(course: Course, _seat: Seat) -> float:
    """Return the worth of a playout, in gems."""
    gems = sum(end.gem is not None for end in course)
    overruns = sum(end.off is not None for end in course)
    outcomes = [end.outcome for end in course]
    end = (Outcome.VICTORY in outcomes) - (Outcome.LOST in outcomes)
    return gems - 1.5 * overruns + 3 * end


@cache
def step_worths(path: ForestPath, has_token: bool) -> dict[int, float]:
    """Return the worth of each number of steps."""

    def worth(steps: int) -> float:
        landing = path.landing(steps)
        if isinstance(landing, Overrun):
            return _OVERRUN if has_token else _DEFEAT
        near = path.gems[max(0, landing.space - 1 - _NEAR) : landing.space + _NEAR]
        to_end = min(landing.space - path.first, path.last - landing.space, 2)
        outer = abs(landing.space - (path.first + path.last) / 2)
        gem = landing.gem * (_LAST_GEM if path.gems_left == 1 else 1.0 + _OUTER_STEP * outer)
        return gem + _SAFE_STEP * to_end + _NEAR_GEM * sum(count > 0 for count in near)

    return {steps: worth(steps) for steps in range(-6, 7)}


def choose(state: GameState, rng: Random) -> Any:
    """Choose what ends the trick best, as far as the seat can know."""
    table, due, legal = state.table, state.table.pending, RULES.legal_actions(state)
    assert due is not None
    assert due.seat is not None
    worths = step_worths(table.path, table.reserve > 0)
    (trick, decree), seat, hand = table.in_trick, due.seat, state.hands[due.seat]

    def trick_worth(lead: Card, follow: Card, trump: Suit) -> float:
        winner = trick.leader.other if follow_wins(lead, follow, trump) else trick.leader
        return max(worths[steps] for steps in possible_moves(lead, follow, winner))

    def best_reply(lead: Card, cards: Sequence[Card], trump: Suit) -> float:
        bound = must_follow(tuple(cards), lead)
        replies = [card for card in cards if not bound or card.suit is lead.suit]
        return max((trick_worth(lead, card, trump) for card in replies), default=0.0)

    def reply_worth(card: Card) -> float:
        assert trick.lead is not None
        is_foxes = card.ability is Ability.FOXES
        trumps = {table.trump, *(held.suit for held in hand if is_foxes and held is not card)}
        return max(trick_worth(trick.lead, card, trump) for trump in trumps) + card.rank / 100

    def swap_worth(new: Card | None) -> float:
        assert trick.lead is not None
        trump, left = decree.suit if new is None else new.suit, new or decree
        cards = (trick.follow,) if trick.follow else [c for c in (*hand, decree) if c is not left]
        return best_reply(trick.lead, cards, trump) - (new is not None) / 10

    match due.choice:
        case Choice.MOVE:
            return max(legal, key=lambda move: worths[move.steps])
        case Choice.PLAY if trick.lead is None:
            seen = RULES.observe(state, seat)
            hands = [RULES.sample(seen, rng).hands[seat.other] for _ in range(_IMAGINED_HANDS)]
            means = {
                play: fmean(best_reply(play.card, cards, table.trump) for cards in hands)
                for play in legal
            }
            return max(legal, key=lambda play: means[play] + rng.random() / 20)
        case Choice.PLAY:
            return max(legal, key=lambda play: reply_worth(play.card))
        case Choice.FOXES:
            return next(name for name in legal if (name.swapper is seat) == bool(trick.follow))
        case Choice.EXCHANGE if trick.follow is None and seat is trick.leader:
            return legal[-1]
        case Choice.EXCHANGE:
            return max(legal, key=lambda swap: swap_worth(swap.card))
        case _:
            return rng.choice(legal)


POLICY = Policy(RULES, choose, end_of, worth_of, frozenset({"FOXES", "EXCHANGE", "GIVE"}))


@dataclass(frozen=True, slots=True)
class Reply:
    """What seats are said to do next: to make a card the decree, or keep it, and to play a card."""

    swapper: Seat | None
    new: Card | None
    player: Seat | None
    card: Card | None

    def allows(self, action: Any) -> bool:
        match action:
            case Play(seat, card):
                return seat is not self.player or self.card in (None, card)
            case Exchange(seat, card):
                return seat is not self.swapper or card is self.new
            case _:
                return True


_NAME = "|".join(NAMES)
_OFF = rf"off (?P<side>{_NAME})'s end"
_ROUND = "(?: this round| in the next round)"
_PLACE = "(?P<{}>(?:goes|stays|ends|finds|runs) .+?)"
_TO_B, _TO_C = _PLACE.format("b"), _PLACE.format("c")


def is_off(told: Told) -> Matches:
    return lambda end: end.off is not None and NAMES[end.off] == told["side"]


def is_gem(told: Told) -> Matches:
    return lambda end: end.gem == int(told["space"])


def is_outcome(outcome: Outcome, matches: Matches = lambda _end: True) -> Matches:
    return lambda end: end.outcome is outcome and matches(end)


WON = Event(3, True, lambda _at, _told: is_outcome(Outcome.VICTORY), is_final=True)
LOST = Event(-3, True, lambda _at, _told: is_outcome(Outcome.LOST), is_final=True)
OVERRUN = Event(-1.5, True, lambda _at, _told: lambda end: end.off is not None)
TOKEN = Event(1.5, True, OVERRUN.matches)
GEM = Event(1, True, lambda _at, _told: lambda end: end.gem is not None)
GEM_LATER = Event(1, False, lambda _at, told: is_gem(told))
OFF_LATER = Event(-1.5, False, lambda _at, told: is_off(told))
ANY_GEM = Event(1, False, GEM.matches)
GEM_SOON = Event(1, False, GEM.matches, is_soon=True)
ANY_OFF_LATER = Event(-1.5, False, OVERRUN.matches)
WON_LATER = Event(1.5, False, WON.matches, is_final=True)
LOST_LATER = Event(
    -2, False, lambda _at, told: is_outcome(Outcome.LOST, is_off(told)), is_final=True
)
IMPORTANT = {
    "the last gem in this trick": WON,
    "the game lost in this trick": LOST,
    "an overrun in this trick": OVERRUN,
    "a gem in this trick": GEM,
    "the game lost in this round": Event(-2, False, LOST.matches, is_final=True),
}
EVENTS = {
    compile_words(pattern): event
    for pattern, event in {
        "B finds the last gem at once <B>; C, <C>": WON,
        "C loses the game at once, with no token left,? <C>; B, <B>": LOST,
        "C runs the fox off the path at once <C>; B, <B>": OVERRUN,
        "B finds a gem at once <B>; C, <C>": GEM,
        "A token was worth spending: B sends the fox back to the start <B>; C, <C>": TOKEN,
        "B finds a gem in this trick or the next <B>; C, <C>": GEM_SOON,
        rf"B finds (?:a gem|(?P<count>\d+) gems or more){_ROUND} <B>; C, <C>": ANY_GEM,
        f"C runs the fox off the path{_ROUND} <C>; B, <B>": ANY_OFF_LATER,
        f"C (?:uses up the tokens and )?loses the game {_OFF}{_ROUND} <C>; B, <B>": LOST_LATER,
        f"C runs the fox {_OFF}{_ROUND} <C>; B, <B>": OFF_LATER,
        rf"B leads to the gem on space (?P<space>\d+){_ROUND} <B>; C, <C>": GEM_LATER,
        r"B finds the gem on space (?P<space>\d+) (?P<b>now); after C it is found this round "
        "<C>": GEM_LATER,
        "B wins in th(?:is|e next) round <B>; C, <C>": WON_LATER,
    }.items()
}
PLACES: dict[str, Callable[[Told], Matches]] = {
    r"(?:finds|goes to|stays and finds) the last gem, on (?:space )?(?P<space>\d+)"
    r"(?:, and wins the game)?": (lambda told: is_outcome(Outcome.VICTORY, is_gem(told))),
    rf"runs (?:the fox )?{_OFF}(?: with no token left)?, and the game is lost": (
        lambda told: is_outcome(Outcome.LOST, is_off(told))
    ),
    rf"runs (?:the fox )?{_OFF}(?P<token>, which costs a token)?": (
        lambda told: (
            lambda end: is_off(told)(end) and not (told["token"] and end.outcome is Outcome.LOST)
        )
    ),
    r"(?:finds|goes to|stays and finds) the gem on (?:space )?(?P<space>\d+)": (
        lambda told: lambda end: is_gem(told)(end) and end.outcome is not Outcome.VICTORY
    ),
    r"(?:ends on space|goes to|stays where it is, on) (?P<space>\d+)(?:, without a gem)?": (
        lambda told: lambda end: end == End(int(told["space"]), outcome=end.outcome)
    ),
}
"""The tests of told places."""
_EFFECTS = re.compile(rf"B {_TO_B}; C {_TO_C}\.")
_REPLIES = (
    re.compile(
        rf"After (?P<first>B|C) the fox {_TO_B}; "
        rf"after (?:B|C)(?:, say, (?P<c_reply>.+?):)? it {_TO_C}\."
    ),
    re.compile(rf"After (?P<first>B|C) the fox {_TO_B}\."),
    re.compile(rf"After (?P<first>B|C), say, (?P<reply>.+?): the fox {_TO_B}\."),
    re.compile(
        rf"Say (?P<reply>.+?): the fox {_TO_B}"
        rf"(?:; after (?:B|C)(?:, (?P<c_reply>.+?):)? it {_TO_C})?\."
    ),
)
_CARD = r"(?P<rank>\d+) of (?P<suit>\w+)"
_REPLY = re.compile(
    rf"(?:(?P<swapper>{_NAME}) makes the (?P<new>\d+) of (?P<new_suit>\w+) the decree"
    rf"(?:, and (?={_NAME}|$)|(?= and plays))?)?"
    rf"(?:(?P<name>{_NAME})?(?:(?:'s| plays the| and plays the) {_CARD}"
    r"(?:, with the (?P<own>\d+) of (?P<own_suit>\w+) as decree)?|'s choice"
    r"|(?P<keeps> keeping the decree)))?"
)
_TRICK = re.compile(
    rf".+ trick (?P<number>\d+): (?P<leader>{_NAME})'s (?P<lead>\d+)(?: of (?P<lead_suit>\w+))? "
    rf"and (?:{_NAME})'s (?P<follow>\d+) of (?P<suit>\w+)(?: \((?P<trump>\w+) are trump\))?"
    r"(?:, with the fox on \d+|, and the fox (?P<verb>goes|runs) from (?P<start>\d+) "
    r"(?P<to>[^;]+?)|, and the fox (?P<stays>stays [^;]+?))?(?:; after .+)?\."
)


def read(position: Position, item: Item, text: str, words: str, is_bad: bool) -> Reading | None:
    """Read a sentence on places, or on a line of play; None if it is another one."""
    if text == "It was close.":
        return Reading([])
    if effects := _EFFECTS.fullmatch(text):
        faults = [
            fault
            for choice, place in ((item.best, effects["b"]), (item.chosen, effects["c"]))
            for fault in _judge_place(position, choice, place)
        ]
        return Reading(faults, is_told=True, is_shown=True, said=lambda _end: True)
    if trick := _TRICK.fullmatch(words):
        return Reading([*_judge_trick(position, item, trick)], is_shown=True)
    if replies := next(filter(None, (pattern.fullmatch(text) for pattern in _REPLIES)), None):
        # The line with the event comes first.
        first = replies.groupdict().get("first") or ("C" if is_bad else "B")
        choices = (item.best, item.chosen)[:: 1 if first == "B" else -1]
        faults = [*_judge_replies(position, choices, replies.groupdict())]
        return Reading(faults, is_shown=True, said=lambda _end: True)
    return None


def _judge_place(position: Position, choice: Any, words: str) -> Iterator[Fault]:
    """Yield a fault unless a choice takes the fox to a place whatever the other seat does."""
    place, name = place_in(words), choice_phrase(choice, NAMES)
    if place is None or not position.is_sure(choice, place, by_plan=not words.startswith("runs")):
        yield Fault(FaultKind.FALSE, f"{name} need not: {words}")
    if "without" in words and not position.is_sure(choice, lambda end: not end.gem, by_plan=False):
        yield Fault(FaultKind.FALSE, f"{name} may find a gem")


def place_in(words: str) -> Matches | None:
    """Return the test of a told place; None if the words name none."""
    words = re.sub(r", thanks to the (?:Gazelle|Musician)", "", words)
    found = ((re.fullmatch(pattern, words), matches) for pattern, matches in PLACES.items())
    return next((matches(told) for told, matches in found if told), None)


def _judge_replies(
    position: Position, choices: Sequence[Any], told: dict[str, str | None]
) -> Iterator[Fault]:
    """Yield a fault for each reply that cannot take the fox to the place told."""
    reply = told.get("reply")
    other_reply = told.get("c_reply")
    if reply and not other_reply and told.get("c") and not _is_sure(position, choices[1], told):
        other_reply = reply
    for choice, letter, words in zip(choices, "bc", (reply, other_reply), strict=True):
        where = told.get(letter)
        if where is None:
            continue
        if words is None:
            yield from _judge_place(position, choice, where)
            continue
        place, found = place_in(where), _REPLY.fullmatch(words)
        if place is None or found is None:
            yield Fault(FaultKind.FALSE, f"not understood: {words}, {where}")
            continue
        told_reply = reply_in(found)

        def has(state: GameState, reply: Reply = told_reply) -> bool:
            return reply.card not in state.stock and reply.new not in state.stock

        if not position.can_reach(choice, told_reply.allows, has, place):
            name = choice_phrase(choice, NAMES)
            yield Fault(FaultKind.FALSE, f"cannot be after {name}: {words}, {where}")


def _is_sure(position: Position, choice: Any, told: dict[str, str | None]) -> bool:
    """True if the second choice takes the fox to the told place whatever the other seat does."""
    place = place_in(told["c"] or "")
    return place is not None and position.is_sure(choice, place, by_plan=True)


def reply_in(told: Told) -> Reply:
    """Return the reply of words that name it."""
    swapper = told["swapper"] or (told["name"] if told["keeps"] else None)
    player = told["name"] or (swapper if told["rank"] else None)
    seats = [Seat(NAMES.index(name)) if name else None for name in (swapper, player)]
    new = card_in(told["new"], told["new_suit"]) if told["new"] else None
    if told["own"]:
        seats[0], new = seats[1], card_in(told["own"], told["own_suit"])
    card = card_in(told["rank"], told["suit"]) if told["rank"] else None
    return Reply(seats[0], new, seats[1], card)


def card_in(rank: str, suit: str) -> Card:
    return Card.of(Suit[suit.upper()], int(rank))


def _judge_trick(position: Position, item: Item, told: Told) -> Iterator[Fault]:
    """Yield a fault if a told trick of the round cannot be played so."""
    seen, table = position.observation, position.table
    lead = card_in(told["lead"], told["lead_suit"] or told["suit"])
    follow = card_in(told["follow"], told["suit"])
    if table.trick is not None:
        if {lead, follow} & {*seen.out}:
            yield Fault(FaultKind.FALSE, "one of these cards is out of the round")
        if not table.tricks_done < int(told["number"]) <= TRICKS:
            yield Fault(FaultKind.FALSE, "there is no such trick")
        left = {*unseen_cards(seen), *seen.hand, *seen.partner_known, *table.trick.cards}
        if not any(card.ability in (Ability.FOXES, Ability.GIFT) for card in left) and (
            {lead, follow} <= {*seen.hand} or table.decree in (lead, follow)
        ):
            yield Fault(FaultKind.FALSE, "these cards cannot meet")
    if not told["to"] and not told["stays"]:
        return
    words = told["stays"] or f"{told['verb']} {told['to']}"
    # A fox that stays is on the space that the words name.
    start = int(told["start"] or re.findall(r"\d+", words)[-1])
    place, spare = place_in(words), table.reserve + (table.trick is None)
    trumps = [Suit[told["trump"].upper()]] if told["trump"] else [*Suit]
    if table.trick is not None and not told["trump"]:
        swaps = (item.best, item.chosen)
        made = [swap.card.suit for swap in swaps if isinstance(swap, Exchange) and swap.card]
        trumps = [table.trump, *made]
    ends, leader = [], Seat(NAMES.index(told["leader"]))
    for trump in trumps:
        winner = leader.other if follow_wins(lead, follow, trump) else leader
        for steps in possible_moves(lead, follow, winner):
            space = start + steps
            outcomes = (None, *Outcome)
            ends += [End(space, gem, None, o) for gem in (space, None) for o in outcomes]
            if space < table.path.first + spare:
                ends += [End(start, None, Seat.P1, outcome) for outcome in outcomes]
            if space > table.path.last - spare:
                ends += [End(start, None, Seat.P2, outcome) for outcome in outcomes]
    if place is None or not any(map(place, ends)):
        yield Fault(FaultKind.FALSE, "the fox cannot walk so")


READER = Reader(POLICY, choice_phrase, EVENTS, IMPORTANT, lambda end: end.outcome is not None, read)
