"""The rules by clauses: each one in ``duet.txt`` and ``classic.txt`` comes out as it says.

A clause has a position, and below it, further in, what is done there: ``a > b`` are actions one
after the other, ``a ! why`` is one that is refused, as is ``position ! why``. Below an action are
the events (``+``), the position after it (``=``), what may be done next (``?``), and what else is
asked (``name:``). The rules write a clause anew, and it must be the same to the letter; ``...``
stands for the rest of a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from foxduet.core.cards import Seat, hand_of
from foxduet.core.engine import AnyRuleSet
from foxduet.core.errors import NotationError
from foxduet.core.notation import CardNotation
from foxduet.games.classic.rules import RULES as CLASSIC
from foxduet.games.classic.rules import state as classic_state
from foxduet.games.classic.rules.observation import find_worlds
from foxduet.games.duet.rules import RULES as DUET
from foxduet.games.duet.rules import state as duet_state
from foxduet.games.duet.rules.engine import can_be_won
from foxduet.games.duet.rules.observation import loses_for_certain
from tests.support import classic, games
from tests.support.games import ByRules

HERE = Path(__file__).parent


def cut(reason: str, expected: str) -> str:
    """Return a reason as a clause has it, which may give its beginning only, and ``...``."""
    begins_so = expected.endswith("...") and reason.startswith(expected.removesuffix("..."))
    return expected if begins_so else reason


@dataclass(frozen=True)
class Clauses:
    """The clauses of a game: how its positions are read, and what may be asked about them."""

    rules: AnyRuleSet
    cards: CardNotation[Any]
    setups: Mapping[str, Any]
    asked: Mapping[str, Callable[[Any], str]]

    def told(self, lines: list[str]) -> Iterator[str]:
        """Yield the lines of a clause as they come out by the rules."""
        rules: ByRules[Any, Any] = ByRules(self.rules)
        steps: list[tuple[Any, str]] = []
        for line in lines:
            text = line.lstrip(" ")
            margin = line.removesuffix(text)
            del steps[len(margin) // 2 :]
            if not margin:
                position, _, refusal = text.partition(" ! ")
                if refusal:
                    yield f"{position} ! {cut(self.why_not(position), refusal)}"
                else:
                    steps.append((self.state(position), ""))
                    yield line
                continue
            state, events = steps[-1]
            action, _, refusal = text.partition(" ! ")
            name, is_asked, _ = text.partition(": ")
            if refusal:
                yield f"{margin}{action} ! {cut(self.refusal(state, action), refusal)}"
            elif is_asked:
                yield f"{margin}{name}: {self.asked[name](state)}"
            elif text.startswith("+ "):
                yield f"{margin}+ {events}"
            elif text.startswith("= "):
                yield f"{margin}= {self.rules.format_position(state)}"
            elif text.startswith("? "):
                yield f"{margin}? {', '.join(rules.choices(state)) or '-'}"
            else:
                step = rules.play(state, *text.split(" > "))
                steps.append((step.state, ", ".join(map(self.event, step.events))))
                yield line

    def state(self, text: str) -> Any:
        """Return the state of a position line, which may say with which setup it is played."""
        setup, _, line = text.rpartition(": ")
        return self.rules.parse_position(line, self.setups[setup])

    def refusal(self, state: Any, action: str) -> str:
        """Return why an action is refused, or is none."""
        try:
            self.rules.parse_action(action)
        except NotationError as error:
            return str(error)
        return ByRules[Any, Any](self.rules).refusal(state, action)

    def why_not(self, line: str) -> str:
        """Return why a position is refused."""
        with pytest.raises(NotationError) as refused:
            self.state(line)
        return str(refused.value)

    def event(self, event: Any) -> str:
        """Return an event as a clause has it: its name, then its values."""
        values = (self.value(name, getattr(event, name)) for name in event.__slots__)
        return " ".join((type(event).__name__, *filter(None, values)))

    def value(self, name: str, value: Any) -> str:
        """Return a value of an event: its name for true, and nothing for what is not so."""
        match value:
            case None | False:
                return ""
            case True:
                return name
            case tuple():
                return "/".join(self.value(name, one) for one in value) or "-"
            case Enum() if not isinstance(value, Seat):
                return f"({value.name.lower().replace('_', ' ')})"
            case int():
                return str(value)
            case _:
                return self.cards.format_card(value)


def _views(rules: AnyRuleSet) -> dict[str, Callable[[Any], str]]:
    def view(seat: Seat) -> Callable[[Any], str]:
        return lambda state: rules.format_view(rules.observe(state, seat))

    return {f"{seat} sees": view(seat) for seat in Seat}


def _known(rules: AnyRuleSet, cards: CardNotation[Any]) -> Callable[[Any], str]:
    """Return what tells the cards that p1 is known to hold, then those of p2."""

    def known(state: Any) -> str:
        others = (rules.other_hand(rules.observe(state, seat.other))[0] for seat in Seat)
        return "/".join(map(cards.format_cards, others))

    return known


def _sure_to_lose(state: duet_state.GameState) -> str:
    """Return the choices of which the seat to act may know that they lose."""
    assert state.table.pending is not None
    seen = DUET.observe(state, state.table.pending.decider)
    lost = [DUET.format_action(one) for one in seen.choices if loses_for_certain(seen, one)]
    return ", ".join(lost) or "-"


def _shown(state: classic_state.GameState) -> str:
    """Return what the seats have shown of their hands, p1 first."""
    told = CLAUSES["classic"].event
    return " / ".join(", ".join(map(told, facts)) or "-" for facts in state.table.facts)


def _may_hold(state: classic_state.GameState) -> str:
    """Return what p2 can hold in the eyes of p1, what for certain, and in how many ways."""
    worlds = find_worlds(CLASSIC.observe(state, Seat.P1))
    hands = [hand for hand, _drawn, _under in classic.listed_worlds(worlds)]
    some = classic.format_cards(hand_of({*chain(*hands)}))
    certain = classic.format_cards(hand_of(frozenset.intersection(*hands)))
    return f"{some}, for certain {certain}, {len({*hands})} hands in {worlds.count} worlds"


CLAUSES = {
    "duet": Clauses(
        DUET,
        duet_state.CARDS,
        {"": games.setup_of(1), **{f"level {level}": games.setup_of(level) for level in (1, 2, 3)}},
        {
            **_views(DUET),
            "known": _known(DUET, duet_state.CARDS),
            "void": lambda state: "/".join(
                "".join(suit.name[0] for suit in suits) or "-" for suits in state.table.voids
            ),
            "can be won": lambda state: "yes" if can_be_won(state.table) else "no",
            "sure to lose": _sure_to_lose,
        },
    ),
    "classic": Clauses(
        CLASSIC,
        classic_state.CARDS,
        {
            "": classic_state.Setup(),
            **{f"target {target}": classic_state.Setup(target) for target in (16, 35)},
        },
        {
            **_views(CLASSIC),
            "known": _known(CLASSIC, classic_state.CARDS),
            "shown": _shown,
            "p2 may hold": _may_hold,
        },
    ),
}


def _read(game: str) -> Iterator[Any]:
    """Yield each clause of a game: its name, and its lines, with the deal that they abbreviate."""
    head, *clauses = (HERE / f"{game}.txt").read_text("utf-8").strip().split("\n\n# ")
    short, _, deal = head.splitlines()[-1].partition(" = ")
    for clause in clauses:
        name, *lines = clause.split("\n")
        yield pytest.param(game, [line.replace(short, deal) for line in lines], id=name)


@pytest.mark.parametrize(("game", "lines"), [one for game in CLAUSES for one in _read(game)])
def test_it_comes_out_as_the_clause_says(game: str, lines: list[str]) -> None:
    assert list(CLAUSES[game].told(lines)) == lines
