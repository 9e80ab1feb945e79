"""A conversation with the program in words, without a terminal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

from foxduet.ai.workers import Purpose, Think
from foxduet.core.common import card_of
from foxduet.core.register import rule_set
from foxduet.play.game import Header, PartnerNames, open_game
from foxduet.play.table import Stage
from foxduet.ui.kit.answers import GameStarted
from foxduet.ui.kit.keys import Input, Interruption, Typed
from foxduet.ui.kit.screen import Next, Screen
from foxduet.ui.performer import start_game
from foxduet.ui.plain.loop import PlainLoop
from foxduet.ui.table.question import AskScreen, WhoResignsScreen
from foxduet.ui.table.screen import start
from foxduet.ui.table.state import Choosing, GameOver, Question, RoundEnd
from foxduet.words.common import table_words
from foxduet.words.people import default_names
from tests.support.machine import GOLDEN, patience
from tests.support.reviews import thought_of
from tests.support.tables import Desk, options_in

ALONE = (None, "steady")
SUITS = {"duet": ("Doves", "Roses", "Stars"), "classic": ("Bells", "Keys", "Moons")}


@dataclass
class AtOnce:
    """Does each job at once when it is asked for an answer; gives one answer after the other.

    Hints, which would take their time, are made up.
    """

    answers: Iterator[Any] | None = None

    def start(self, job: Any) -> None:
        is_hint = isinstance(job, Think) and job.purpose is not Purpose.CHOICE
        self.answers = iter([thought_of(job.observation)]) if is_hint else job.run(lambda: False)

    def answer(self) -> Any:
        return None if self.answers is None else next(self.answers, None)

    def stop(self) -> None:
        self.answers = None


@dataclass
class Paper:
    """A console that keeps what is said; it cannot be cleared if ``lasts``."""

    is_typed: bool = True
    is_read: bool = False
    lasts: bool = False
    lines: list[str] = field(default_factory=list)
    prompts: int = 0
    cleared: list[int] = field(default_factory=list)
    forgotten: list[int] = field(default_factory=list)
    held: int = 0
    seconds: float = 0

    def width(self) -> int:
        return 80

    def say(self, lines: Sequence[str]) -> None:
        self.lines += lines

    def prompt(self) -> None:
        self.prompts += 1

    def forget(self) -> bool:
        self.forgotten.append(len(self.lines))
        self.held = max(0, self.held - 1)
        return self.held > 0

    def clear(self) -> bool:
        if not self.lasts:
            self.cleared.append(len(self.lines))
        return not self.lasts

    def clock(self) -> float:
        return self.seconds


class Conversation:
    """A run in words; ``ended`` has the lines for the shell once it is over.

    ``transcript`` has what was said to the program behind a >, and what it said.
    """

    def __init__(self, first: Next, desk: Desk, worker: Any = None, *, typed: bool = True) -> None:
        self.paper = Paper(is_typed=typed)
        self.loop = PlainLoop(desk, desk.folders, worker or AtOnce(), self.paper)
        self.transcript: list[str] = []
        self.ended: tuple[str, ...] | None = None
        self._patience = patience()
        self._steps = self.loop.steps(first)
        self._go_on(None)

    @property
    def screen(self) -> Any:
        """The screen that was told last."""
        screen = self.loop.memory[-1]
        assert isinstance(screen, Screen)
        return screen

    @property
    def text(self) -> str:
        """All that was said so far, in both directions."""
        return "\n".join(self.transcript)

    def say(self, *lines: str) -> list[str]:
        """Say lines one after the other; return what the program said to the last one."""
        said: list[str] = []
        for line in lines:
            next(self._patience)
            self.transcript.append(f"> {line}")
            said = self._go_on(Typed(line))
        return said

    def end(self) -> tuple[str, ...]:
        """End the program as at the end of its input; return the lines for the shell."""
        self._go_on(Interruption.ENDED)
        assert self.ended is not None, "the end of the input ends the program"
        return self.ended

    def _go_on(self, got: Input | Typed | None) -> list[str]:
        """Send an input, then wait until a line is waited for; return what was said."""
        before = len(self.paper.lines)
        try:
            seconds = next(self._steps) if got is None else self._steps.send(got)
            while seconds is not None:
                self.paper.seconds += seconds
                seconds = self._steps.send(Interruption.TIME_UP)
        except StopIteration as end:
            self.ended = end.value
        said = self.paper.lines[before:]
        self.transcript += said
        return said


def a_game(
    folder: Path,
    kind: str,
    seed: int,
    ai: PartnerNames,
    *,
    typed: bool = True,
    headphones: bool = False,
) -> Conversation:
    """Begin a game in words: Duet at some level, or a short match of the original."""
    desk = replace(options_in(folder), game=kind, pace=0.0, headphones=headphones)
    option = {"level": seed % 3 + 1} if kind == "duet" else {"target": 16}
    setup = rule_set(kind).setup_from(option)
    names = default_names(ai[1])
    started = start_game(open_game(Header(kind, setup, names, seed=seed, ai=ai)), desk.folders)
    assert isinstance(started, GameStarted)
    return Conversation(Next(start(started.game, started.saved)), desk, typed=typed)


def something_to_say(screen: Any, chance: Random) -> str:
    """Return a choice that can be said to a table, or to a question over it, in English."""
    if isinstance(screen, AskScreen):
        return "yes" if screen.question in (Question.LOSES, Question.PRACTICE) else "no"
    if isinstance(screen, WhoResignsScreen):
        return "leave"
    session = screen.session
    match screen.shows:
        case Choosing():
            action = chance.choice(session.game.rules.legal_actions(session.state))
            card = card_of(action)
            if card is None:
                return "1"
            suits = table_words(session.game.header.game).cards.suits()
            return (
                f"{card.rank} {chance.choice([str.lower, str.upper, str.title])(suits[card.suit])}"
            )
        case GameOver():
            return "leave"
        case RoundEnd() if session.stage is Stage.TEAM:
            return chance.choice(["1", "2"])
        case _:
            return ""


def heard_cards(lines: list[str], kind: str) -> set[tuple[int, int]]:
    """Return the rank and suit of every card that lines name, one by one or suit by suit."""
    text, cards = " ".join(lines), set()
    for at, suit in enumerate(SUITS[kind]):
        cards |= {(int(rank), at) for rank in re.findall(rf"\b(\d+) of {suit}", text)}
        for ranks in re.findall(rf"{suit} ((?:\d+, )*\d+)", text):
            cards |= {(int(rank), at) for rank in ranks.split(", ")}
    return cards


def repeated(name: str, talk: Conversation, golden: Callable[[str, str], None]) -> None:
    """Say again what was said in a golden transcript, and compare all of it."""
    script = (GOLDEN / "plain" / f"{name}.txt").read_text("utf-8").splitlines()
    talk.say(*(line[2:] for line in script if line.startswith("> ")))
    golden(f"plain/{name}.txt", f"{talk.text}\n")
