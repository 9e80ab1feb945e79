"""Sentences on choices with their positions, and what judges of all games find wrong in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from typing import Any, TypeAlias

from tests.tools.playouts import Course, Matches, Policy, Position

NAMES = ("Ann", "Bob")
"""The players' names in judged sentences."""

OFTEN = r"(?:every time|never|nearly always|hardly ever|about once in \d+|about \d+ times in \d+)"
MAX_ERROR, MIN_UNSAID = 0.4, 0.4
"""Largest error of a told share, and the least worth of an event that must be told."""
LARGE_GAIN, NOISE = 0.3, 0.05
"""A told gain must exist if it is as large, and otherwise may be less than none by noise."""
MIN_GAIN, MIN_PART = 0.15, 0.25
"""Choices as good need this part of a gain, if it is at least so large."""

Told: TypeAlias = "re.Match[str]"
Phrase: TypeAlias = Callable[[Any, tuple[str, str]], str]
"""Names a choice within a sentence."""


class FaultKind(Enum):
    """A kind of fault, in order of weight; FOUND_NOTHING is allowed a few times."""

    FALSE = "false"
    SHARE = "wrong direction or size"
    MISLEADING = "misleading"
    EMPTY = "without mechanism"
    FOUND_NOTHING = "found nothing"


LIMITS = {
    FaultKind.FALSE: 0.0,
    FaultKind.SHARE: 0.05,
    FaultKind.MISLEADING: 0.03,
    FaultKind.EMPTY: 0.03,
    FaultKind.FOUND_NOTHING: 0.06,
}
"""The largest share of sentences with each kind of fault."""


@dataclass(frozen=True, slots=True)
class Fault:
    kind: FaultKind
    text: str


@dataclass(frozen=True, slots=True)
class Item:
    """A sentence on a choice, beside what the seat knew.

    equals: other choices as good as the best one.
    is_costly: whether the choice cost so much that it should have a reason.
    """

    where: str
    observation: Any
    best: Any
    chosen: Any
    equals: tuple[Any, ...]
    is_costly: bool
    text: str


def share_in(words: str) -> float:
    """Return the share of worlds (0-1) that words for a frequency mean."""
    match words.split():
        case ["every", "time"] | ["nearly", "always"] | ["now"]:
            return 1.0
        case ["about", "once", "in", times]:
            return 1 / int(times)
        case ["about", count, *_, times]:
            return int(count) / int(times)
        case _:
            return 0.0


def compile_words(pattern: str) -> re.Pattern[str]:
    """Compile a sentence with <B> and <C> for the frequencies after both choices."""
    for letter in "BC":
        pattern = pattern.replace(f"<{letter}>", f"(?P<{letter.lower()}>{OFTEN})")
    return re.compile(rf"{pattern}\.")


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a sentence, in the trick under way or until the round ends.

    worth: to the choosing seat; negative if it is bad.
    matches: returns the test of a trick's end for a position and the sentence.
    is_final: whether it ends the match or the game.
    is_soon: whether it comes in the trick under way or the next one.
    least: in so many tricks.
    """

    worth: float
    is_in_trick: bool
    matches: Callable[[Position, Any], Matches]
    is_final: bool = False
    is_soon: bool = False
    least: int = 1

    def shares(self, position: Position, item: Item, matches: Matches) -> tuple[float, float]:
        """Return the shares of playouts in which it comes after the best and the other choice."""

        def comes(course: Course) -> bool:
            tricks = 1 if self.is_in_trick else 2 if self.is_soon else len(course)
            return sum(map(matches, course[:tricks])) >= self.least

        return position.share(item.best, comes), position.share(item.chosen, comes)


@dataclass(frozen=True, slots=True)
class Reading:
    """What another sentence says, and its faults.

    is_told, is_shown: whether it tells an event, and how it comes about.
    said: which ends of tricks it tells.
    """

    faults: Sequence[Fault] = ()
    is_told: bool = False
    is_shown: bool = False
    said: Matches = lambda _end: False


@dataclass(frozen=True, slots=True)
class Reader:
    """How a judge reads the sentences of a game.

    events: the event of each sentence on shares, compiled by ``compile_words``.
    important: events that a sentence on a lesser one must not leave unsaid.
    is_over: whether the end of a trick ends the game or the match.
    read: reads any other sentence, with letters and as it is, after a sentence on an event that may
        be bad; None if it is unknown.
    """

    policy: Policy
    phrase_of: Phrase
    events: Mapping[re.Pattern[str], Event]
    important: Mapping[str, Event]
    is_over: Matches
    read: Callable[[Position, Item, str, str, bool], Reading | None]


_FIGURES = re.compile(
    r"(?P<nothing>No single reason|B was|Either was)?.*(?:\d%|point|only slightly).*"
)


def judge(reader: Reader, item: Item) -> Iterator[Fault]:
    """Yield the faults of the sentences on a choice."""
    position = Position(reader.policy, item.observation, item.where)
    sentences = _lettered(reader, item)
    worth, is_bad, is_told, is_shown, said = 0.0, False, False, False, list[Matches]()
    excused = any("as good, for another reason" in words for _text, words in sentences)
    for text, words in sentences:
        found = ((pattern.fullmatch(text), event) for pattern, event in reader.events.items())
        told, event = next(((told, event) for told, event in found if told), (None, None))
        if told is not None and event is not None:
            event = replace(event, least=int(told.groupdict().get("count") or 1))
            matches = event.matches(position, told)
            shares = event.shares(position, item, matches)
            worth, is_bad, is_told = (shares[0] - shares[1]) * event.worth, event.worth < 0, True
            is_shown |= "now" in told.groupdict().values()
            said += [matches, reader.is_over] if event.is_final else [matches]
            yield from _judge_shares(position, item, event, told, shares)
            if not excused and worth >= MIN_GAIN:
                yield from _judge_equals(reader, position, item, event, matches, shares)
        elif reading := reader.read(position, item, text, words, is_bad):
            is_told, is_shown = is_told or reading.is_told, is_shown or reading.is_shown
            said.append(reading.said)
            yield from reading.faults
        elif figures := _FIGURES.fullmatch(text):
            is_told |= not figures["nothing"]
            said.append(reader.is_over)
        elif "as good, for another reason" not in text:
            yield Fault(FaultKind.FALSE, f"not understood: {text}")
    if is_told and not is_shown:
        yield Fault(FaultKind.EMPTY, "no line, and no place")
    elif item.is_costly and not is_shown:
        yield Fault(FaultKind.FOUND_NOTHING, "no reason")
    yield from _judge_unsaid(reader, position, item, worth, said)


# After these words a card is no choice.
_BEFORE = r"(?<![\w'])(?<!for )(?<!makes )(?<!plays )(?<!with )"


def _lettered(reader: Reader, item: Item) -> list[tuple[str, str]]:
    """Split into sentences; return each with B for the best choice, C for the other, and as it is.

    E stands for a choice that is as good.
    """
    letters = {reader.phrase_of(action, NAMES): "E" for action in item.equals}
    letters |= {reader.phrase_of(item.best, NAMES): "B", reader.phrase_of(item.chosen, NAMES): "C"}
    sentences = []
    for sentence in re.split(r"(?<=\.) (?=[A-Z])", item.text):
        text = sentence
        for phrase in sorted(letters, key=len, reverse=True):
            pattern = rf"{_BEFORE}{re.escape(phrase)}(?!\w)"
            text = re.sub(pattern, letters[phrase], text, flags=re.IGNORECASE)
        sentences.append((text, sentence))
    return sentences


def _judge_shares(
    position: Position, item: Item, event: Event, told: Told, shares: tuple[float, float]
) -> Iterator[Fault]:
    """Compare the told shares with the judge's."""
    groups, matches = told.groupdict(), event.matches(position, told)
    sign = 1 if event.worth > 0 else -1
    gain = (shares[0] - shares[1]) * sign
    stated = [share_in(groups[letter]) for letter in "bc" if groups.get(letter)]
    is_large = len(stated) == 2 and abs(stated[0] - stated[1]) >= LARGE_GAIN
    if len(stated) == 2 and (stated[0] - stated[1]) * sign < 0:
        yield Fault(FaultKind.SHARE, "it speaks against the best choice")
    if gain < (0.0 if is_large else -NOISE):
        yield Fault(FaultKind.SHARE, f"not more often: {shares[0]:.2f}, {shares[1]:.2f}")
    for letter, choice, share in zip("bc", (item.best, item.chosen), shares, strict=True):
        words, sure = groups.get(letter) or "", True
        if words in ("every time", "now"):
            sure = position.is_sure(choice, matches, by_plan=event.worth > 0)
        elif words == "never":
            sure = position.is_sure(choice, lambda end: not matches(end), by_plan=event.worth < 0)
        elif words and abs(share_in(words) - share) > MAX_ERROR:
            yield Fault(FaultKind.SHARE, f"{letter.upper()}: {share:.2f}, not {words}")
        if not sure:
            yield Fault(FaultKind.FALSE, f"{letter.upper()}: not {words}")


def _judge_equals(
    reader: Reader,
    position: Position,
    item: Item,
    event: Event,
    matches: Matches,
    shares: tuple[float, float],
) -> Iterator[Fault]:
    """Yield the choices as good as the best after which the event comes as after the other."""
    for action in item.equals:
        share, _chosen = event.shares(position, replace(item, best=action), matches)
        if (share - shares[1]) / (shares[0] - shares[1]) < MIN_PART:
            phrase = reader.phrase_of(action, NAMES)
            yield Fault(FaultKind.MISLEADING, f"{phrase} is as good: {share:.2f}")


def _judge_unsaid(
    reader: Reader, position: Position, item: Item, worth: float, said: Sequence[Matches]
) -> Iterator[Fault]:
    """Yield the most important event that sentences on another one leave unsaid."""
    net, found = position.mean_worth(item.best) - position.mean_worth(item.chosen), []
    for name, event in reader.important.items():
        if position.table.trick is None and event.is_in_trick:
            continue
        matches = event.matches(position, None)
        best, chosen = event.shares(position, item, partial(_is_unsaid, matches, said))
        gain = (best - chosen) * event.worth
        # An event that the rest of the round makes up for need not be told.
        gain = gain if event.is_final else min(gain, net)
        found.append((gain, f"{name}: {best:.2f}, {chosen:.2f}"))
    most, text = max(found, default=(0.0, ""))
    if most >= max(MIN_UNSAID, 2 * worth):
        yield Fault(FaultKind.MISLEADING, f"unsaid: {text}")


def _is_unsaid(matches: Matches, said: Sequence[Matches], end: Any) -> bool:
    return matches(end) and not any(other(end) for other in said)
