"""A terminal without a screen, and whole games played through it by keys alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from foxduet.ai.errands import Errand
from foxduet.ai.partner import Thought
from foxduet.play.game import Header, open_game
from foxduet.play.table import Session, Stage
from foxduet.rules.common import Seat
from foxduet.rules.duet.cards import Card
from foxduet.rules.duet.observation import observe
from foxduet.rules.duet.position import parse_position, restore
from foxduet.store.saved_games import SavedGame
from foxduet.ui.app import draw, press, run
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Frame, Size
from foxduet.ui.kit.look import Look
from foxduet.ui.kit.shell import Input, Interruption
from foxduet.ui.screens import Leave, Options, Screen, TableScreen
from foxduet.ui.table.choices import options_of
from foxduet.ui.table.keeping import begin
from tests.support.deals import setup_of

WINDOW = Size(24, 80)
STILL = Look(animated=False)
# Right holds Doves and must follow Left's 3 of Doves; Stars are trump.
FOLLOW_DOVE = "1.1 5d1r3r9rTr2s5s7s8s/2d4d6d7d8d4r5r6r8r9s 1s 7r1dTd3s6s2rTs p1:3d - {path} p2:play"


def options_in(folder: Path, look: Look = STILL) -> Options:
    """Return options whose games are kept in ``folder``."""
    return Options(records=folder / "records", look=look)


def table_in(folder: Path, level: int = 2, seed: int = 7, look: Look = STILL) -> TableScreen:
    """Deal a game of Left and Right, kept in ``folder``."""
    return begin(options_in(folder, look), level, ("Left", "Right"), seed)


def at_table(session: Session) -> TableScreen:
    """Return a table for ``session``, as if its game were on file."""
    return TableScreen(session, SavedGame(Path("nowhere.toml"), game=session.game))


def text_of(screen: Screen, size: Size = WINDOW, look: Look = STILL) -> str:
    """Return the text of a screen."""
    return "\n".join(draw(screen, size, look).lines)


@dataclass
class ScriptedTerminal:
    """Answers with the inputs of a script, then ends the program; keeps what it was shown."""

    script: list[Input]
    window: Size = WINDOW
    frames: list[Frame] = field(default_factory=list)
    log: list[str] = field(default_factory=list)
    before_input: Callable[[], None] = lambda: None

    def size(self) -> Size:
        return self.window

    def show(self, frame: Frame) -> None:
        self.frames.append(frame)
        self.log.append("show")

    def wait(self, seconds: float | None) -> Input:
        self.before_input()
        self.log.append("wait" if seconds is None else "wait a moment")
        return self.script.pop(0) if self.script else Interruption.ENDED

    def forget_keys(self, seconds: float = 0) -> None:
        self.log.append("ignore keys for a moment" if seconds else "forget keys")

    def suspend(self) -> None:
        self.log.append("suspend")

    @property
    def text(self) -> str:
        """The text of the last frame."""
        return "\n".join(self.frames[-1].lines)


@dataclass
class ScriptedThinker:
    """Thinks what ``think`` says, once it has been asked for ``patience`` times; keeps a log."""

    think: Callable[[Errand], Thought | None] = lambda _errand: None
    patience: int = 0
    errands: list[Errand] = field(default_factory=list)
    log: list[str] = field(default_factory=list)
    asked: int = 0
    under_way: Errand | None = None

    def start(self, errand: Errand) -> None:
        self.errands.append(errand)
        self.log.append("start")
        self.under_way, self.asked = errand, 0

    def thought(self) -> Thought | None:
        assert self.under_way is not None, "nothing is being thought"
        self.asked += 1
        return self.think(self.under_way) if self.asked > self.patience else None

    def stop(self) -> None:
        self.log.append("stop")
        self.under_way = None


def play_script(
    screen: Screen, options: Options, *script: Input, thinker: ScriptedThinker | None = None
) -> tuple[ScriptedTerminal, Leave]:
    """Run the loop with a script of inputs."""
    terminal = ScriptedTerminal(list(script))
    return terminal, run(terminal, screen, options, thinker or ScriptedThinker())


_CARD_IN_PICTURE = re.compile(r"\b(10|[1-9]) ?[⋎✿★]([drs])")
_CARD_IN_WORDS = re.compile(r"\b(10|[1-9]) of (Doves|Roses|Stars)")


def cards_in(text: str) -> set[Card]:
    """Return every card that a frame shows or names, drawn with the Unicode glyphs."""
    drawn = {(rank, "drs".index(suit)) for rank, suit in _CARD_IN_PICTURE.findall(text)}
    named = {
        (rank, ("Doves", "Roses", "Stars").index(suit))
        for rank, suit in _CARD_IN_WORDS.findall(text)
    }
    return {card for card in Card if (str(card.rank), card.suit) in drawn | named}


def next_key(screen: TableScreen, rng: Random) -> str:
    """Choose any key that gets the game on: look, deal, go to an option, or do it."""
    session = screen.session
    if screen.walk is not None or session.stage is not Stage.CHOICE:
        return rng.choice([keys.ENTER, keys.RIGHT, keys.SPACE])
    assert session.viewer is not None
    observation = observe(session.state, session.viewer)
    if options_of(observation)[screen.cursor] in observation.choices:
        return rng.choice([keys.ENTER, keys.RIGHT, keys.LEFT, keys.DOWN, "1", "0"])
    return rng.choice([keys.RIGHT, keys.LEFT, keys.ENTER])


def frames_of_game(
    screen: TableScreen, options: Options, rng: Random, press: Callable[..., Screen | Leave]
) -> Iterator[tuple[TableScreen, str]]:
    """Play by keys at random to the end; yield each table with the text that it shows."""
    current: Screen | Leave = screen
    while True:
        if not isinstance(current, TableScreen):
            assert not isinstance(current, Leave)
            current = press(current, "n", WINDOW, options)
            continue
        yield current, text_of(current, look=options.look)
        if current.session.stage is Stage.OVER and current.walk is None:
            return
        current = press(current, next_key(current, rng), WINDOW, options)


def open_cards(session: Session) -> set[Card]:
    """Return the cards that lie open for everybody."""
    table = session.state.table
    cards = set(table.trick.cards) if table.trick else set()
    return cards | ({table.decree} if table.decree else set())


def table_at(folder: Path, line: str, look_now: Seat | None = None, level: int = 2) -> TableScreen:
    """Return a table at a position, seen by ``look_now`` if a seat is to look."""
    setup = setup_of(level)
    state = restore(parse_position(line), setup)
    game = replace(open_game(Header(level=level, players=("Left", "Right"))), first=state)
    screen = TableScreen(Session(game), SavedGame(folder / "game.toml"))
    return screen if look_now is None else pressed(screen, folder, keys.ENTER)


def pressed(screen: Screen, folder: Path, *script: str, look: Look = STILL) -> TableScreen:
    """Press keys one after the other; the result must be a table."""
    after = press_all(screen, folder, *script, look=look)
    assert isinstance(after, TableScreen)
    return after


def press_all(screen: Screen, folder: Path, *script: str, look: Look = STILL) -> Screen | Leave:
    """Press keys one after the other."""
    return press_keys(screen, options_in(folder, look), *script)


def press_keys(screen: Screen, options: Options, *script: str) -> Screen | Leave:
    """Press keys one after the other, where more than a folder is to be chosen."""
    after: Screen | Leave = screen
    for key in script:
        assert not isinstance(after, Leave)
        after = press(after, key, WINDOW, options)
    return after


def over_at(folder: Path) -> TableScreen:
    """Return the end of a game that is won in round 2 with the last gem."""
    line = "2.6 4d2s/6d8s 1s 7r1d8d6s4s2r4r p1:2d - 000000001# 4 2 p2:play"
    return pressed(table_at(folder, line, Seat.P2), folder, keys.ENTER)
