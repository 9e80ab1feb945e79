"""Check the claims of sentences on choices, read as a player reads them.

The claims are computed again from the position, the figures of two choices, and random playouts of
tricks. No code is shared with the search for reasons.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import sqrt
from random import Random
from typing import Any, TypeAlias

from foxduet.analysis.puzzles import Puzzle
from foxduet.analysis.review import Assessment, Review
from foxduet.core.cards import Exchange, Play, Seat, TrickWon, card_in_action
from foxduet.core.registry import rule_set
from foxduet.games.classic.words import names as classic
from foxduet.games.duet.rules.state import GemCollected, Move, PathOverrun
from foxduet.games.duet.words import names as duet
from foxduet.words.game_words import guide_words, percent
from foxduet.words.review import cost_phrase

PLAYED_OUT, COURSES = 30, 200
"""Number of playouts: of a trick for a claim of certainty, and of a round for an ability."""

OFTEN = (
    r"(?:every time|never|nearly always|hardly ever|if \w+ plays as expected"
    r"|about (?:once|\d+ times) in \d+)"
)
COUNT = r"(?:about )?[\d.]+"


@dataclass(frozen=True)
class Situation:
    """An explained choice: its review, and its assessment."""

    review: Review
    assessed: Assessment

    @property
    def state(self) -> Any:
        """The state before the choice."""
        return self.review.game.states[self.assessed.number - 1]

    @property
    def hand(self) -> tuple[Any, ...]:
        hand: tuple[Any, ...] = self.state.hands[self.assessed.seat]
        return hand

    @property
    def rows(self) -> tuple[Any, Any]:
        """The figures of the best choice and of the choice made."""
        by_action: dict[Any, Any] = {
            estimate.action: estimate for estimate in self.assessed.search_estimates
        }
        return by_action[self.assessed.best], by_action[self.assessed.chosen]

    def names(self, seat: Seat) -> str:
        return str(self.review.game.header.players[seat])

    def is_more(self, share: float, other: float) -> bool:
        """True if a share of worlds exceeds another by more than twice the error."""
        worlds = min(
            self.assessed.worlds_for(action)
            for action in (self.assessed.best, self.assessed.chosen)
        )
        if not self.assessed.errors:
            return share > other
        if self.review.game.header.game == "classic":
            # The samples of a tree search are not independent.
            worlds = max(1, round(worlds / 1.5))
        error = sqrt((share * (1 - share) + other * (1 - other)) / worlds)
        return share - other > 0 and share - other >= 2 * error - 1e-9

    def cards_left(self) -> int:
        """Return the number of cards that the seat will hold after the current trick."""
        held = len(self.hand)
        plays = (
            isinstance(self.assessed.best, Play) or type(self.assessed.best).__name__ == "Discard"
        )
        trick = self.state.table.trick
        is_to_follow = not plays and trick.follow is None and trick.leader is not self.assessed.seat
        return held - (plays or is_to_follow)


Found: TypeAlias = "re.Match[str]"
Check: TypeAlias = Callable[[Situation, Found], Iterator[str]]


def share_fits(words: str, share: float) -> bool:
    """True if words for a frequency fit a share of worlds."""
    match words.split():
        case ["every", "time"] | ["if", *_]:
            return share >= 0.99
        case ["nearly", "always"]:
            return share >= 0.95
        case ["never"]:
            return share <= 0.005
        case ["hardly", "ever"]:
            return share < 0.05
        case ["about", count, *_, times]:
            number = 1 if count == "once" else int(count)
            return abs(number / int(times) - share) <= 0.5 / int(times) + 1e-9
        case _:
            return False


def compared(figure: Callable[[Any], float], *, more: bool, total: Any = None) -> Check:
    """Check shares of worlds: the best choice has more (or less), by more than twice the error.

    total: a figure for the whole round; an early gain must not be lost again later.
    """

    def check(at: Situation, found: Found) -> Iterator[str]:
        best, chosen = map(figure, at.rows)
        high, low = (best, chosen) if more else (chosen, best)
        if not at.is_more(high, low):
            yield f"no such difference: {best:.3f}, {chosen:.3f}"
        for name, share in (("b", best), ("c", chosen)):
            if not share_fits(found[name], share):
                yield f"another share: {share:.3f}"
        if total is not None:
            yield from in_all(at, total, more=more)

    return check


def in_all(at: Situation, total: Callable[[Any], float], *, more: bool) -> Iterator[str]:
    """Yield a fault if the whole round shows the opposite."""
    best, chosen = map(total, at.rows)
    if (best - chosen) * (1 if more else -1) <= 0:
        yield f"in the whole round it is not so: {best:.2f}, {chosen:.2f}"


def total(figure: Callable[[Any], float], *, more: bool) -> Check:
    """Check that the comparison holds for the whole round."""
    return lambda at, _found: in_all(at, figure, more=more)


def gems(estimate: Any) -> float:
    """Return the gems found by the end of the round."""
    return float(estimate.gem + estimate.found)


def overruns(estimate: Any) -> float:
    """Return the number of overruns of the path by the end of the round."""
    return float(estimate.overrun + estimate.later)


def off_end(at: Situation, found: Found) -> Iterator[str]:
    """Check how often the fox runs off an end later."""
    seat = next(seat for seat in Seat if at.names(seat) == found["side"])
    figure = "off_p1" if seat is Seat.P1 else "off_p2"
    yield from compared(lambda row: getattr(row, figure), more=False, total=overruns)(at, found)


def on_space(at: Situation, found: Found) -> Iterator[str]:
    """Check how often a gem is found on a space."""
    space = int(found["space"])
    if at.state.table.trick is not None and not at.state.table.path.gems[space - 1]:
        yield "no gem lies there"

    def share(estimate: Any) -> float:
        return float(estimate.on_spaces[space - 1]) if space <= len(estimate.on_spaces) else 0.0

    yield from compared(share, more=True, total=gems)(at, found)


def certain(event: str, *, best: bool) -> Check:
    """Check by random playouts of the trick that an event happens with one choice only."""

    def check(at: Situation, found: Found) -> Iterator[str]:
        rules, seat = rule_set(at.review.game.header.game), at.assessed.seat
        for action, answer in ((at.assessed.best, best), (at.assessed.chosen, not best)):
            for attempt in range(PLAYED_OUT):
                chance = Random(f"{at.assessed.number} {attempt}")
                if happens(rules, at.state, seat, action, event, chance) != answer:
                    yield "what is called certain is not"
                    break
        if found.groupdict().get("space"):
            _winner, ends = played_out(rules, at.state, seat, at.assessed.best, Random(1))
            spaces = [e.space for end in ends for e in end if isinstance(e, GemCollected)]
            if int(found["space"]) not in spaces:
                yield "the gem lies elsewhere"

    return check


def played_out(
    rules: Any, state: Any, seat: Seat, action: Any, chance: Random
) -> tuple[Seat, list[Any]]:
    """Play out a trick with other hands and random replies; return its winner and the last events.

    There are several lists of events if the choosing seat moves the fox.
    """
    steps = [rules.apply(rules.sample(rules.observe(state, seat), chance), action)]
    winner: Seat | None = seat if isinstance(action, Move) else None
    while winner is None:
        winner = next(
            (event.winner for event in steps[0].events if isinstance(event, TrickWon)), None
        )
        if winner is None:
            steps = [rules.apply(steps[0].state, chosen_at_random(rules, steps[0].state, chance))]
    pending = rules.pending(steps[0].state)
    if pending is not None and pending.choice.name == "MOVE":
        moves = rules.observe(steps[0].state, pending.decider).choices
        moves = moves if winner is seat else (chance.choice(moves),)
        steps = [rules.apply(steps[0].state, move) for move in moves]
    return winner, [step.events for step in steps]


def chosen_at_random(rules: Any, state: Any, chance: Random) -> Any:
    return chance.choice(rules.observe(state, rules.pending(state).decider).choices)


def happens(rules: Any, state: Any, seat: Seat, action: Any, event: str, chance: Random) -> bool:
    """True if an event happens, with the best move of the fox if the choosing seat moves it."""
    winner, ends = played_out(rules, state, seat, action, chance)
    last = [{type(e) for e in events} for events in ends]
    match event:
        case "overrun":
            return all(PathOverrun in events for events in last)
        case "gem":
            return any(GemCollected in events for events in last)
        case _:
            return (winner is seat) == (event == "taken")


def token_left(at: Situation, _found: Found) -> Iterator[str]:
    """Check that a token is left to spend."""
    if not at.state.table.reserve:
        yield "no token is left"


def both(figure: Callable[[Any], float], least_sure: float = 0.995) -> Check:
    """Check that an event happens, or nearly always happens, with both choices."""

    def check(at: Situation, found: Found) -> Iterator[str]:
        least = 0.85 if "nearly" in found[0] or "probably" in found[0] else least_sure
        if min(map(figure, at.rows)) < least - 1e-9:
            yield "not with both"

    return check


def counted(figure: str, *, more: bool) -> Check:
    """Check the stated mean numbers."""

    def check(at: Situation, found: Found) -> Iterator[str]:
        numbers = [float(getattr(row, figure)) for row in at.rows]
        for name, number in zip("bc", numbers, strict=True):
            if abs(float(found[name].removeprefix("about ")) - number) > 0.051:
                yield f"another number: {number}"
        if (numbers[0] > numbers[1]) != more:
            yield "not more of it, or less"

    return check


def held_trumps(*, more: bool) -> Check:
    """Check the number of trumps held: right after a swap, or on average after the trick."""

    def check(at: Situation, found: Found) -> Iterator[str]:
        if isinstance(at.assessed.best, Exchange):
            numbers = [
                trumps_after(at, action) for action in (at.assessed.best, at.assessed.chosen)
            ]
            if [found["b"], found["c"]] != [*map(str, numbers)]:
                yield f"other numbers: {numbers}"
            if (numbers[0] > numbers[1]) != more:
                yield "not more of it, or less"
        else:
            yield from counted("trumps", more=more)(at, found)

    return check


def trumps_after(at: Situation, action: Any) -> int:
    return sum(card.suit is trump_after(at, action) for card in held_after(at, action))


def held_after(at: Situation, action: Any) -> list[Any]:
    card, decree = card_in_action(action), at.state.table.decree
    held = [held_card for held_card in at.hand if held_card is not card]
    return [*held, decree] if isinstance(action, Exchange) and card is not None else held


def trump_after(at: Situation, action: Any) -> Any:
    card = card_in_action(action)
    if isinstance(action, Exchange) and card is not None:
        return card.suit
    return at.state.table.decree.suit


def paws(*, more: bool) -> Check:
    """Check the paws of the two cards."""

    def check(at: Situation, found: Found) -> Iterator[str]:
        numbers = [card_in_action(action).paws for action in (at.assessed.best, at.assessed.chosen)]
        if [int(found["b"]), int(found["c"])] != numbers:
            yield f"other numbers: {numbers}"
        if (numbers[0] > numbers[1]) != more:
            yield "not more of it, or less"

    return check


def end_pile(at: Situation, found: Found) -> Iterator[str]:
    """Check the gems on the last space of an end after it is covered."""
    path = at.state.table.path
    piles = []
    for action in (at.assessed.best, at.assessed.chosen):
        first = action.end is Seat.P1
        end, inner = (path.first, path.first + 1) if first else (path.last, path.last - 1)
        piles.append(path.gems[end - 1] + path.gems[inner - 1])
    if [int(found["b"]), int(found["c"])] != piles or piles[0] >= piles[1]:
        yield f"other piles: {piles}"


def ability_is(card: Any, word: str) -> bool:
    """True if a card has the ability with a name as players see it."""
    ability = getattr(card, "ability", None)
    return ability is not None and ability.name.replace("_", " ").title() == word


def played_now(at: Situation, found: Found) -> Iterator[str]:
    """Check that the best choice plays a card with the ability, and to an effect."""
    word = found["ability"]
    if not ability_is(card_in_action(at.assessed.best), word):
        yield "the best choice is no such card"
    if at.cards_left() == 0 and word in ("Foxes", "Gift", "Royal Heir"):
        yield "as the last card it does nothing"
    if word == "Royal Heir" and at.state.table.lead is not None:
        yield "it does nothing for who follows"


def kept_for_later(at: Situation, found: Found) -> Iterator[str]:
    """Check that the kept card has an effect in some course of the round."""
    word = found["ability"]
    cards = [card for card in held_after(at, at.assessed.best) if ability_is(card, word)]
    if "gives" in found[0] and not ability_is(card_in_action(at.assessed.chosen), word):
        yield "what was chosen gives no such card up"
    chances = (Random(f"{at.assessed.number} {attempt}") for attempt in range(COURSES))
    if not any(acts(at, card, chance) for chance in chances for card in cards):
        yield "no such card can do anything any more"


def acts(at: Situation, card: Any, chance: Random) -> bool:
    """Play out the round at random; true if the card has an effect when its seat plays it."""
    rules, seat = rule_set(at.review.game.header.game), at.assessed.seat
    state = rules.sample(rules.observe(at.state, seat), chance)
    state = rules.apply(state, at.assessed.best).state
    while (pending := rules.pending(state)) is not None and not pending.choice.is_deal:
        action = chosen_at_random(rules, state, chance)
        if isinstance(action, Play) and action.card is card and action.seat is seat:
            hands = state.hands
            if ability_is(card, "Treasure") or ability_is(card, "Witch"):
                return True
            after = rules.apply(state, action).state
            due = rules.pending(after)
            if due is not None and due.choice.name in ("FOXES", "EXCHANGE", "GIVE", "MOVE"):
                return True
            if due is not None and due.choice.name == "DISCARD":
                return len(after.hands[seat]) > 1
            leads = state.table.lead is None
            if leads and (ability_is(card, "Royal Heir") or ability_is(card, "Monarch")):
                return len(hands[seat.other]) > 1
            if ability_is(card, "Swan"):
                return len(hands[seat]) > 1
            if ability_is(card, "Musician") or ability_is(card, "Gazelle"):
                return True
        state = rules.apply(state, action).state
    return False


def figures_of(at: Situation, found: Found) -> Iterator[str]:
    """Check the stated chances of a choice without a prominent reason."""
    stated = [int(found["b"]), int(found["c"])]
    best, chosen = at.assessed.best_estimate, at.assessed.chosen_estimate
    assert best is not None
    assert chosen is not None
    if stated != [percent(best.win), percent(chosen.win)]:
        yield "other chances"


def fine(_at: Situation, _found: Found) -> Iterator[str]:
    """Check nothing: the words repeat figures of the review."""
    return iter(())


def of_all(*checks: Check) -> Check:
    """Combine several checks."""
    return lambda at, found: chain.from_iterable(check(at, found) for check in checks)


def own_trick(number: int, *, of_other: bool = False) -> Check:
    """Check the number that a trick would have for a seat."""

    def check(at: Situation, _found: Found) -> Iterator[str]:
        tricks = at.state.table.tricks[at.assessed.seat.other if of_other else at.assessed.seat]
        if tricks + 1 != number:
            yield f"it would be trick {tricks + 1}"

    return check


def rounds(figure: Callable[[Any], float], *, more: bool) -> Check:
    """Check the share of rounds in which an event happens."""

    def check(at: Situation, found: Found) -> Iterator[str]:
        best, chosen = map(figure, at.rows)
        for name, share in (("b", best), ("c", chosen)):
            if abs(min(max(share, 0.01), 0.99) - int(found[name]) / 100) > 0.0051:
                yield f"another share: {share:.3f}"
        if not at.is_more(*((best, chosen) if more else (chosen, best))):
            yield f"no such difference: {best:.3f}, {chosen:.3f}"

    return check


def defeated(estimate: Any) -> float:
    """Return the share of rounds in which the other seat wins seven to nine tricks."""
    return float(1 - estimate.humble - estimate.victorious - estimate.greedy)


def of_suits(at: Situation, found: Found) -> Iterator[str]:
    """Check the trump suits and the number of trumps held."""
    for action, suit, count in (
        (at.assessed.best, found["suit"], found["b"]),
        (at.assessed.chosen, found["other"], found["c"]),
    ):
        if trump_after(at, action).name.title() != suit:
            yield "another suit is trump"
        if trumps_after(at, action) != int(count):
            yield "another number of trumps"
    if found["b"] == found["c"]:
        yield "there is no difference"


def more_trumps(at: Situation, found: Found) -> Iterator[str]:
    """Check the number of trumps held, Witches included."""
    numbers = []
    for action in (at.assessed.best, at.assessed.chosen):
        trump = trump_after(at, action)
        numbers.append(
            sum(card.suit is trump or ability_is(card, "Witch") for card in held_after(at, action))
        )
    if numbers != [int(found["b"]), int(found["c"])] or numbers[0] == numbers[1]:
        yield f"other numbers: {numbers}"


CAUSE, OUTCOME, PLAIN = "cause", "outcome", "plain"
"""Kinds of sentences; a cause needs an outcome after it."""

_B_C = rf"(?P<b>{OFTEN}); C, (?P<c>{OFTEN})\."
_SIDE = r"(?P<side>\w+)'s end"
DUET: tuple[tuple[str, str, Check], ...] = (
    (
        OUTCOME,
        rf"C runs the fox off the path (?P<c>{OFTEN}); B, (?P<b>{OFTEN})\.",
        compared(lambda row: row.overrun, more=False, total=overruns),
    ),
    (
        OUTCOME,
        r"C runs the fox off the path; B keeps it on\.",
        of_all(certain("overrun", best=False), total(overruns, more=False)),
    ),
    (OUTCOME, rf"B finds a gem {_B_C}", compared(lambda row: row.gem, more=True, total=gems)),
    (
        OUTCOME,
        r"B finds (?:a gem|the gem on space (?P<space>\d+)); C finds none\.",
        of_all(certain("gem", best=True), total(gems, more=True)),
    ),
    (
        OUTCOME,
        rf"(?:Later in the round|In the next round) the fox runs off at {_SIDE} (?P<c>{OFTEN}) "
        rf"after C; (?P<b>{OFTEN}) after B\.",
        off_end,
    ),
    (
        OUTCOME,
        rf"That way the fox later runs off at {_SIDE} (?P<b>{OFTEN}); otherwise, (?P<c>{OFTEN})\.",
        off_end,
    ),
    (
        OUTCOME,
        rf"(?:By the end of the round|In the next round) a gem is found on space (?P<space>\d+) "
        rf"(?P<b>{OFTEN}) after B; (?P<c>{OFTEN}) after C\.",
        on_space,
    ),
    (
        OUTCOME,
        rf"That way a gem is found on space (?P<space>\d+) (?P<b>{OFTEN}); otherwise, "
        rf"(?P<c>{OFTEN})\.",
        on_space,
    ),
    (
        CAUSE,
        rf"A token was worth spending: B sends the fox back to the start {_B_C}",
        of_all(token_left, compared(lambda row: row.overrun, more=True)),
    ),
    (
        CAUSE,
        r"A token was worth spending: B runs the fox off the path and back to the start\.",
        of_all(token_left, certain("overrun", best=True)),
    ),
    (
        CAUSE,
        rf"This trick was worth winning: B wins it {_B_C}",
        compared(lambda row: row.taken, more=True),
    ),
    (
        CAUSE,
        rf"This trick was better left to O: B loses it {_B_C}",
        compared(lambda row: 1 - row.taken, more=True),
    ),
    (
        CAUSE,
        rf"C leaves the fox within a step of an end (?P<c>{OFTEN}); B, (?P<b>{OFTEN})\.",
        compared(lambda row: row.edge, more=False),
    ),
    (
        CAUSE,
        rf"B leaves the fox within two steps of a gem {_B_C}",
        compared(lambda row: row.reach, more=True),
    ),
    (CAUSE, r"B finds a gem nearer the end than C does\.", both(lambda row: row.gem, 0.85)),
    (
        CAUSE,
        r"B finds the gem on space \d+; C, the one on space \d+\.",
        both(lambda row: row.gem, 0.85),
    ),
    (CAUSE, r"B leaves N fewer paws in hand than C does\.", fine),
    (
        CAUSE,
        r"(?:B|The [\w ]+) has fewer paws than (?:C|the [\w ]+): (?P<b>\d) against (?P<c>\d)\.",
        paws(more=False),
    ),
    (
        CAUSE,
        r"(?:B|The [\w ]+) has more paws to get rid of than (?:C|the [\w ]+): (?P<b>\d) against "
        r"(?P<c>\d)\.",
        paws(more=True),
    ),
    (
        CAUSE,
        r"Gems at an end are hard to reach: B leaves (?P<b>\d+) on the last space there; C leaves "
        r"(?P<c>\d+)\.",
        end_pile,
    ),
    (
        CAUSE,
        rf"After B there are gems on (?P<b>{COUNT}) spaces? within three steps of the fox; after "
        rf"C, on (?P<c>{COUNT})\.",
        counted("near", more=True),
    ),
    (
        CAUSE,
        rf"B leaves the fox (?P<b>{COUNT}) steps? from the nearer end of the path; C, "
        rf"(?P<c>{COUNT})\.",
        counted("to_end", more=True),
    ),
    (CAUSE, rf"B leaves N (?P<b>{COUNT}) trumps?; C, (?P<c>{COUNT})\.", held_trumps(more=True)),
    (
        CAUSE,
        rf"It was better to hold fewer trumps: B leaves (?P<b>{COUNT}); C, (?P<c>{COUNT})\.",
        held_trumps(more=False),
    ),
    (
        CAUSE,
        rf"B leaves O (?P<b>{COUNT}) trumps?; C, (?P<c>{COUNT})\.",
        counted("partner_trumps", more=True),
    ),
    (CAUSE, r"This was the moment for the (?P<ability>[A-Z][a-z]+(?: Heir)?), .*", played_now),
    (
        CAUSE,
        r"The (?P<ability>[A-Z][a-z]+(?: Heir)?) (?:was|were) worth keeping: C gives (?:it|them) "
        r"up\.",
        kept_for_later,
    ),
    (PLAIN, r"Both (?:nearly always )?find a gem\.", both(lambda row: row.gem)),
    (
        PLAIN,
        r"Both (?:nearly always )?keep the fox on the path\.",
        both(lambda row: 1 - row.overrun),
    ),
    (PLAIN, r"The trump is the same with both\.", fine),
    (PLAIN, r"The trick goes the same way with either\.", fine),
    (
        OUTCOME,
        r"B was expected to score more points than C, about \d+ against \d+; that outweighs its "
        r"lower chance: (?P<b>\d+)% against (?P<c>\d+)%\.",
        figures_of,
    ),
    (OUTCOME, r"B was only slightly better: less than 1% more to win than C\.", fine),
    (
        OUTCOME,
        r"(?:Either was nearly sure to win; B was|B was just as sure to win, and) worth (?:about "
        r"\d+ points?|less than a point) more than C\.",
        fine,
    ),
)
_TRICK = (
    (CAUSE, r"This trick was worth winning: B wins it[,;] C (?:loses it|does not)\.", True),
    (CAUSE, r"This trick was better left to O: B loses it, C wins it\.", False),
)
_DOES = r"(?P<does>[^.;]+)"
_ROUND = r"(?P<b>\d+)% of rounds, not (?P<c>\d+)%\."
_BANDS = (
    ("N", "stays humble", "humble", lambda row: row.humble, True),
    ("N", "wins seven to nine tricks", "seven to nine tricks", lambda row: row.victorious, True),
    ("N", "is greedy", "greedy", lambda row: row.greedy, False),
    ("O", "wins seven to nine tricks", "seven to nine tricks", defeated, False),
)
_MORE = r"in (?P<b>\d+)% of rounds, against (?P<c>\d+)% after C\."
_LESS = r"in (?P<c>\d+)% of rounds, against (?P<b>\d+)% after B\."


def does(at: Situation, found: Found) -> Iterator[str]:
    """Check the stated effect of a choice of the original game, by its clause."""
    for pattern, check in CLAUSES:
        clause = re.fullmatch(pattern, found["does"])
        if clause is not None:
            yield from check(at, clause)
            return
    yield "no check knows what it does"


def runs_out(at: Situation, found: Found) -> Iterator[str]:
    """Check that no card of a suit is left in the hand, but a trump is."""
    held = held_after(at, at.assessed.best)
    if any(card.suit.name.title() == found["suit"] for card in held):
        yield "there is another card of the suit"
    trump = trump_after(at, at.assessed.best)
    if not any(card.suit is trump or ability_is(card, "Witch") for card in held):
        yield "there is no trump"


def plays(ability: str, *, last_too: bool = False, leads: bool = False) -> Check:
    """Check that the best choice plays a card with an ability, and to an effect."""

    def check(at: Situation, _found: Found) -> Iterator[str]:
        if not ability_is(card_in_action(at.assessed.best), ability):
            yield "the best choice is no such card"
        if not last_too and len(at.hand) < 2:
            yield "as the last card it does nothing"
        if leads and at.state.table.lead is not None:
            yield "it does that only where it leads"

    return check


CLAUSES: tuple[tuple[str, Check], ...] = (
    (r"leaves N (?:more|fewer) trumps[\w ]* \((?P<b>\d+)\)", fine),
    (r"leaves N with no (?P<suit>\w+), so that N can trump them from then on", runs_out),
    (r"loses the trick, but N leads the next one", plays("Swan")),
    (r"can change the trump at once", plays("Fox")),
    ("draws a card and buries a worse one", plays("Woodcutter")),
    (r"scores its own point with the trick", plays("Treasure", last_too=True)),
    (r"counts as a trump of rank 9", plays("Witch", last_too=True)),
    (r"forces out the highest card of its suit, or the Swan", plays("Monarch", leads=True)),
    (r"keeps the (?P<ability>\w+)\b.*", kept_for_later),
)
CLASSIC: tuple[tuple[str, str, Check], ...] = (
    (
        CAUSE,
        r"This trick was worth winning: B wins it against (?P<b>\d+)% of the hands O can hold; C, "
        r"(?P<c>\d+)%\.",
        rounds(lambda row: row.taken, more=True),
    ),
    (
        CAUSE,
        r"This trick was better left to O: B loses it against (?P<b>\d+)% of the hands O can "
        r"hold; C, (?P<c>\d+)%\.",
        rounds(lambda row: 1 - row.taken, more=True),
    ),
    (
        CAUSE,
        r"After B, (?P<suit>\w+) are trump, and N holds (?P<b>\d+) of them; after C, "
        r"(?P<other>\w+), and N holds (?P<c>\d+)\.",
        of_suits,
    ),
    (OUTCOME, r"B all but wins the match; C does not\.", fine),
    *(
        (OUTCOME, rf"{who}: {shortly} in {_ROUND}", rounds(figure, more=more))
        for who, _words, shortly, figure, more in _BANDS
    ),
    *(
        (
            OUTCOME,
            rf"After {'B' if more else 'C'}, {who} {words} more often(?:, with ten tricks or "
            rf"more)?: {_MORE if more else _LESS}",
            rounds(figure, more=more),
        )
        for who, words, _shortly, figure, more in _BANDS
    ),
    (OUTCOME, r"N: about [\d.]+ a round for Treasures, not [\d.]+\.", fine),
    (
        OUTCOME,
        r"After B, more Treasures go to N: about [\d.]+ a round, against [\d.]+ after C\.",
        fine,
    ),
    (OUTCOME, r"A seventh trick is a victory\.", own_trick(7)),
    (OUTCOME, r"It would be the fourth trick, no longer humble\.", own_trick(4)),
    (OUTCOME, r"It would be the tenth trick: greedy, no points\.", own_trick(10)),
    (OUTCOME, r"For O it would be the fourth, no longer humble\.", own_trick(4, of_other=True)),
    (OUTCOME, r"For O it would be the tenth: greedy, no points\.", own_trick(10, of_other=True)),
    (OUTCOME, r"For O it would be the seventh, a victory\.", own_trick(7, of_other=True)),
    (OUTCOME, r"There was a Treasure in it\.", fine),
    (
        CAUSE,
        rf"B (?:probably )?wins the trick and {_DOES}; C (?:leaves it to O|is less likely to win "
        rf"it)\.",
        does,
    ),
    (
        CAUSE,
        rf"B (?:probably )?leaves the trick to O and {_DOES}; C (?:wins it|is more likely to win "
        rf"it)\.",
        does,
    ),
    (CAUSE, rf"B {_DOES}; C [^.;]+\.", does),
)
SHARED: tuple[tuple[str, str, Check], ...] = (
    *((kind, words, certain("taken", best=best)) for kind, words, best in _TRICK),
    (PLAIN, r"Both (?:\w+ )*win the trick\.", both(lambda row: row.taken)),
    (PLAIN, r"Both (?:\w+ )*leave the trick to O\.", both(lambda row: 1 - row.taken)),
    (
        OUTCOME,
        r"No single reason stands out: B wins about (?P<b>\d+)% of the time, C about "
        r"(?P<c>\d+)%\.",
        figures_of,
    ),
)
PHRASES = {"duet": duet.choice_phrase, "classic": classic.choice_phrase}
CLAIMS = {"duet": (*SHARED, *DUET), "classic": (*SHARED, *CLASSIC)}
NAMES = ("Ann", "Bob")


def sentences_of(at: Situation, text: str) -> list[str]:
    """Split into sentences, with B for the best choice, C for the other, N and O for the seats."""
    phrase_of, names = PHRASES[at.review.game.header.game], at.review.game.header.players
    letters = {phrase_of(at.assessed.best, names): "B", phrase_of(at.assessed.chosen, names): "C"}
    for phrase in sorted(letters, key=len, reverse=True):
        text = re.sub(re.escape(phrase), letters[phrase], text, flags=re.IGNORECASE)
    seat = at.assessed.seat
    text = re.sub(rf"\b{names[seat]}\b(?!'s end)", "N", text)
    text = re.sub(rf"\b{names[seat.other]}\b(?!'s end| plays as)", "O", text)
    return re.split(r"(?<=\.) (?=[A-Z])", text)


def untrue(review: Review, assessment: Assessment) -> Iterator[str]:
    """Yield the faults of the sentences on a choice."""
    at, game = Situation(review, assessment), review.game.header.game
    text = guide_words(game).cost_sentence(review, assessment)
    kinds, sentences = [], sentences_of(at, text)
    for sentence in sentences:
        for kind, pattern, check in CLAIMS[game]:
            match = re.fullmatch(pattern, sentence)
            if match is not None:
                kinds.append(kind)
                yield from check(at, match)
                break
        else:
            yield f"no check knows this: {sentence}"
    if re.search(r"worth winning.*N: (?:humble|greedy)|better left.*O: seven", " ".join(sentences)):
        yield "what comes of it is not what such a trick leads to"
    if kinds.count(OUTCOME) != 1 or kinds[-1] is not OUTCOME:
        yield "it does not say what comes of it"
    if re.search(r"\bcost 0 |[^.\d]0 %|\b0\.0\b", cost_phrase(assessment)):
        yield "a cost of nothing"
    if "{" in text or len(text) > 3 * 76:
        yield "it does not fit its place"


def untrue_kind(puzzle: Puzzle, reviews: Sequence[Review]) -> Iterator[str]:
    """Yield contradictions between a puzzle's kind and the reviews of its wrong choices."""
    tries = [Situation(review, review.assessments[0]) for review in reviews]
    at = tries[0]
    if puzzle.kind == "token" and not at.state.table.reserve:
        yield "no token is left"
    if puzzle.kind == "ends" and all(
        overruns(best) >= overruns(chosen) for best, chosen in (trial.rows for trial in tries)
    ):
        yield "it does not keep off the ends"
    is_played = any(
        ability_is(card, puzzle.kind.title())
        for card in (card_in_action(at.assessed.best), at.state.table.lead)
    )
    if puzzle.kind in ("swan", "monarch") and not is_played and at.cards_left() < 2:
        yield "what is kept will be the last card"
