"""A scripted terminal, tables, and helpers that play them by keys alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, TypeVar
from unicodedata import category, east_asian_width

from foxduet.ai.partner import Thought
from foxduet.ai.reasons import Line, Reason
from foxduet.ai.workers import ThinkJob
from foxduet.core.cards import CardPlayed, DecreeChanged, Play, Seat
from foxduet.games.duet.ai.expert import DuetEstimate
from foxduet.games.duet.reasons import ReasonKind, make_contrast
from foxduet.games.duet.rules.cards import DECK, Card
from foxduet.games.duet.rules.notation import parse_position, restore
from foxduet.games.duet.rules.observation import Observation
from foxduet.games.duet.rules.state import Choice
from foxduet.play.game import (
    NO_PARTNERS,
    OPEN_HANDS_KEY,
    PRACTICE_KEY,
    Game,
    Names,
    PartnerNames,
    Turn,
    open_game,
)
from foxduet.play.table_session import TableSession
from foxduet.play.table_session import show_hand as look_at_hand
from foxduet.store.saved_games import SavedGame
from foxduet.store.settings import EMPTY_CONFIG, with_players
from foxduet.ui.effect_handlers import exit_lines, start_game
from foxduet.ui.form import FormScreen, form_header, new_form
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Canvas, ClickArea, Frame, Look, Size, Style
from foxduet.ui.kit.effects import Event, GameStarted, JobAnswered
from foxduet.ui.kit.keys import Click, Input, Interruption
from foxduet.ui.kit.screen import Context, DataPaths, Push, RunOptions, Screen, Transition, call
from foxduet.ui.loop import (
    ScreenStack,
    dispatch_key,
    draw_screen,
    perform_effects,
    run_program,
    save_and_quit,
)
from foxduet.ui.menu import TitleScreen
from foxduet.ui.table.moves import AskScreen, do_for_partner
from foxduet.ui.table.screen import TableScreen, start_table, table_screen
from foxduet.ui.table.state import (
    Animating,
    Choosing,
    GameOver,
    Hint,
    Question,
    RoundEnd,
    Together,
)
from foxduet.words.text import text_width
from tests.support.games import setup_of
from tests.support.players import beginning_of, duet, played_game
from tests.support.processes import patience

ScreenT = TypeVar("ScreenT", bound=Screen)

WINDOW = Size(24, 80)
OF_TWO = with_players(EMPTY_CONFIG, ("", ""))
"""The settings after a game of two people without names of their own."""
STILL = Look(animated=False)
# Right holds Doves and must follow Left's 3 of Doves; Stars are trump.
FOLLOW_DOVE = "1.1 5d1r3r9rTr2s5s7s8s/2d4d6d7d8d4r5r6r8r9s 1s 7r1dTd3s6s2rTs p1:3d - {path} p2:play"


@dataclass(frozen=True, slots=True)
class Desk(RunOptions):
    """The options of a run, and the folders for its games."""

    records: Path = Path("nowhere")
    scores: Path | None = None
    config: Path | None = None

    @property
    def folders(self) -> DataPaths:
        return DataPaths(self.records, self.scores, self.config)

    @property
    def context(self) -> Context:
        return Context(self, WINDOW)


@dataclass(frozen=True, slots=True)
class Left:
    """The end of a run; ``shown_in_shell`` is the text for the shell."""

    shown_in_shell: str = ""


def options_in(folder: Path, look: Look = STILL, **options: Any) -> Desk:
    return Desk(look, "duet", records=folder / "records", **options)


def begin(
    desk: Desk, level: int, names: Names, seed: int | None = None, ai: PartnerNames = NO_PARTNERS
) -> TableScreen:
    """Deal the first round of a new game."""
    form = new_form(replace(desk, setup={"level": level}, names=names, seed=seed)).screen
    assert isinstance(form, FormScreen)
    header = replace(form_header(replace(form, day=desk.daily), replace(desk, seed=seed)), ai=ai)
    started = start_game(open_game(header), desk.folders)
    assert isinstance(started, GameStarted)
    return start_table(started.game, started.saved)


def table_in(folder: Path, level: int = 2, seed: int = 7, look: Look = STILL) -> TableScreen:
    """Deal a game of Left and Right, saved in ``folder``."""
    return begin(options_in(folder, look), level, ("Left", "Right"), seed)


def opened(screen: TableScreen) -> TableScreen:
    """Return a table whose two people practise with open hands."""
    game = screen.session.game
    header = replace(game.header, further={PRACTICE_KEY: True, OPEN_HANDS_KEY: True})
    return table_screen(look_at_hand(TableSession(replace(game, header=header))), screen.saved)


def at_table(session: TableSession) -> TableScreen:
    return table_screen(session, SavedGame(Path("nowhere.toml"), game=session.game))


def some_moments(game: Game) -> list[int]:
    """Return every third moment of a game, and all between rounds and at its end.

    At the others a seat leads or follows in turn, so that each kind of choice occurs.
    """
    decisions = map(game.rules.pending, game.states)
    return [
        at for at, due in enumerate(decisions) if at % 3 == 0 or due is None or due.seat is None
    ]


def cursor_of(screen: Screen | Left) -> int | None:
    """Return the index of a table's cursor; None if nothing is chosen."""
    assert isinstance(screen, TableScreen)
    assert isinstance(screen.mode, Choosing | RoundEnd | GameOver)
    return screen.mode.cursor


def text_of(screen: Screen | Left, size: Size = WINDOW, look: Look = STILL) -> str:
    assert isinstance(screen, Screen)
    frame = draw_screen(screen, size, look)
    check_cursor(frame)
    return "\n".join(frame.text_rows)


def check_cursor(frame: Frame) -> None:
    """Check that the cursor is on the chosen option, or on a text if nothing is chosen."""
    row, column = frame.cursor
    cells = [
        (sign, span.style)
        for span in frame.rows[row]
        for sign in span.text
        for _cell in range(2 if east_asian_width(sign) in "WF" else category(sign) != "Mn")
    ]
    sign, style = cells[column]
    chosen = [area for area in frame.areas if area.is_chosen]
    picture = "\n".join(frame.text_rows)
    message = f"the cursor is at {row}, {column} of:\n{picture}"
    if style is not Style.CHOSEN and not any(c.contains(row, column) for c in chosen):
        assert all(span.style is not Style.CHOSEN for row in frame.rows for span in row), message
    assert not sign.isspace() or style is Style.CHOSEN, message


@dataclass
class ScriptedTerminal:
    """A terminal that gives the inputs of a script, then ends the program; keeps all frames."""

    script: list[Input]
    window: Size = WINDOW
    frames: list[Frame] = field(default_factory=list)
    log: list[str] = field(default_factory=list)
    seconds: float = 0
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

    def discard_typeahead(self) -> None:
        self.log.append("forget keys")

    def clock(self) -> float:
        """Return a time two seconds after the last, so that no key seems to bounce."""
        self.seconds += 2
        return self.seconds

    def beep(self) -> None:
        self.log.append("beep")

    def suspend(self) -> None:
        self.log.append("suspend")

    @property
    def text(self) -> str:
        return "\n".join(self.frames[-1].text_rows)


@dataclass
class ScriptedWorker:
    """A worker that answers jobs by ``work`` after ``patience`` vain requests; keeps a log."""

    work: Callable[[Any], Any] = lambda _job: None
    patience: int = 0
    jobs: list[Any] = field(default_factory=list)
    log: list[str] = field(default_factory=list)
    asked: int = 0
    under_way: Any = None

    def start(self, job: Any) -> None:
        self.jobs.append(job)
        self.log.append("start")
        self.under_way, self.asked = job, 0

    def take_answer(self) -> Any:
        assert self.under_way is not None, "nothing is being worked on"
        self.asked += 1
        return self.work(self.under_way) if self.asked > self.patience else None

    def stop(self) -> None:
        self.log.append("stop")
        self.under_way = None


def run_screens(
    terminal: ScriptedTerminal, screen: Screen, desk: Desk, worker: ScriptedWorker | None = None
) -> Left:
    """Run the loop; return how it ended."""
    bottom, *above = stack_of(screen).screens
    first = Transition(bottom, tuple(map(Push, above)))
    lines = run_program(terminal, first, desk, desk.folders, worker or ScriptedWorker())
    return Left("\n".join(lines))


def play_script(
    screen: Screen, desk: Desk, *script: Input, worker: ScriptedWorker | None = None
) -> tuple[ScriptedTerminal, Left]:
    terminal = ScriptedTerminal(list(script))
    return terminal, run_screens(terminal, screen, desk, worker)


_CARD_IN_PICTURE = re.compile(r"\b(10|[1-9]) ?([▼¤*✿★])")
_CARD_IN_WORDS = re.compile(r"\b(10|[1-9]) of (Doves|Roses|Stars)")


def cards_in(text: str) -> set[Card]:
    """Return every card that a frame, drawn with the Unicode glyphs, shows or names."""
    drawn = {(rank, "▼¤*▼✿★".index(suit) % 3) for rank, suit in _CARD_IN_PICTURE.findall(text)}
    named = {
        (rank, ("Doves", "Roses", "Stars").index(suit))
        for rank, suit in _CARD_IN_WORDS.findall(text)
    }
    return {card for card in DECK if (str(card.rank), card.suit) in drawn | named}


def open_cards(session: TableSession) -> set[Card]:
    table = session.state.table
    cards = set(table.trick.cards) if table.trick else set()
    return cards | ({table.decree} if table.decree else set())


def shown_to_all(turn: Turn) -> set[Any]:
    """Return the cards that a turn showed to both seats: cards played, and old and new decrees."""
    cards: set[Any] = set()
    for event in turn.step.events:
        match event:
            case CardPlayed(_, card):
                cards.add(card)
            case DecreeChanged(_, old, new):
                cards |= {old, new}
            case _:
                pass
    return cards


def table_at(folder: Path, line: str, look_now: Seat | None = None, level: int = 2) -> TableScreen:
    """Return the table at a position; ``look_now`` is a seat that looks at its hand, or None."""
    setup = setup_of(level)
    state = restore(parse_position(line, setup))
    game = replace(open_game(duet(level, ("Left", "Right"))), initial_state=state)
    screen = table_screen(TableSession(game), SavedGame(folder / "game.toml"))
    return screen if look_now is None else pressed(screen, folder, LOOK)


def pressed(screen: Screen | Left, folder: Path, *script: str, look: Look = STILL) -> TableScreen:
    after = press_all(screen, folder, *script, look=look)
    assert isinstance(after, TableScreen)
    return after


def press_all(
    screen: Screen | Left, folder: Path, *script: str, look: Look = STILL
) -> Screen | Left:
    return press_keys(screen, options_in(folder, look), *script)


STACKS: dict[int, ScreenStack] = {}
"""The stacks of the screens that tests hold, by identity; this keeps the screens alive."""


def stack_of(screen: Screen) -> ScreenStack:
    """Return the stack below a screen, itself on top; the screen alone if it has no stack."""
    return STACKS.get(id(screen), ScreenStack((screen,)))


def laid_over(screen: ScreenT, *below: Screen) -> ScreenT:
    """Return a copy of the screen over others, lowest first."""
    screen = replace(screen)
    STACKS[id(screen)] = ScreenStack((*below, screen))
    return screen


def below(screen: Screen | Left) -> Screen:
    assert isinstance(screen, Screen)
    stack = stack_of(screen)
    return _in_sight(replace(stack, screens=stack.screens[:-1]))


SUIT_LETTERS = {"duet": "drs", "classic": "bkm"}


def _answers_to_cards(game: Game) -> list[str]:
    """Return, for each card of the hand to play from, "played", "asked about" or "refused"."""
    rules, due = game.rules, game.rules.legal_actions(game.state)
    if not isinstance(due[0], Play):
        return []
    seen = rules.observe(game.state, due[0].seat)
    losing = [option for option in due if rules.surely_loses(seen, option)]
    plays = [Play(due[0].seat, card) for card in seen.hand]
    asked = losing if len(losing) < len(due) else []
    return [
        "asked about" if play in asked else "played" if play in due else "refused" for play in plays
    ]


def keys_that_tell_of_a_hand(game: Game) -> Iterator[tuple[str, ...]]:
    """Yield keys after which the table reveals something of the hand of the seat to act.

    They choose an option, press Enter on a refused card and on one that needs confirmation, type
    cards, and ask for each step of a hint. No key acts in the game.
    """
    answers, letters = _answers_to_cards(game), SUIT_LETTERS[game.header.game]
    for answer, key in dict(zip(answers or ["played"], keys.OPTION_KEYS, strict=False)).items():
        yield (key,) if answer == "played" else (key, keys.ENTER)
    if any(getattr(due, "card", None) is not None for due in game.rules.legal_actions(game.state)):
        yield from (("c", "1", "0", letter) for letter in letters)
        yield ("c",) if "b" in letters else ("c", "1")
    yield from ((keys.ENTER,), ("x", "x", "x"), ("p",), ("i",), ("i", "i"), ("i", "i", "i"))


def first_decisions(*games: Game, seat: Seat) -> Iterator[Game]:
    """Yield the games up to the first decision of each kind, of ``seat`` or of the team."""
    met = set()
    for game in games:
        for turns in range(1, len(game.states)):
            before = beginning_of(game, turns)
            pending = before.pending
            if pending is None or pending.choice.is_deal or pending.seat is seat.other:
                continue
            kind = pending.choice, frozenset(_answers_to_cards(before))
            if kind not in met:
                yield before
            met.add(kind)


def question_over(
    question: Question, yes: bool | None = None, *, below: TableScreen, **fields: Any
) -> AskScreen:
    asked = AskScreen(question, below.session, yes=yes, is_saved=below.is_saved, **fields)
    return laid_over(asked, below)


def _in_sight(stack: ScreenStack) -> Screen:
    STACKS[id(stack.top)] = stack
    return stack.top


WATCH, LOOK = "watch", "look"
"""Not keys: WATCH lets two people watch what waits for them; LOOK opens the next hand, too."""


def press_keys(screen: Screen | Left, desk: Desk, *script: str) -> Screen | Left:
    """Return the screen after some keys; for desks with more than a folder."""
    after: Screen | Left = screen
    for key in script:
        assert isinstance(after, Screen)
        if key in (WATCH, LOOK):
            after = _watched(after, desk)
        if key == LOOK:
            assert isinstance(after, TableScreen)
            seat = after.session.actor
            assert seat is not None, "a hand is closed"
            after = press_keys(after, desk, keys.OWN_KEYS[seat])
        elif key != WATCH:
            after = settled(dispatch_key(after, key, desk.context), desk, stack_of(after))
    return after


def _watched(screen: Screen, desk: Desk) -> Screen:
    while isinstance(screen, TableScreen) and isinstance(screen.mode, Together | Animating):
        screen = of_kind(Screen, press_keys(later(screen, desk), desk, keys.SPACE))
    return screen


def of_kind(kind: type[ScreenT], screen: Screen | Left) -> ScreenT:
    assert isinstance(screen, kind)
    return screen


def settled(after: Transition, desk: Desk, stack: ScreenStack | None = None) -> Screen | Left:
    """Perform all effects; return the screen in sight, or the end of the run."""
    stack = stack or stack_of(after.screen)
    stack, leave = perform_effects(stack, after, desk.context, desk.folders, [])
    if leave is None:
        return _in_sight(stack)
    return Left("\n".join(exit_lines(leave, desk.folders, desk.look.glyphs)))


def received(screen: Screen | Left, event: Event, desk: Desk) -> Screen | Left:
    assert isinstance(screen, Screen)
    return settled(screen.handle_event(event, desk.context), desk, stack_of(screen))


def hidden(screen: Screen | Left) -> Screen:
    """Return the screen in sight after hiding all hands."""
    assert isinstance(screen, Screen)
    return _in_sight(stack_of(screen).with_hands_hidden)


def later(screen: Screen, desk: Desk) -> Screen:
    """Return the screen after its timeout."""
    after = settled(screen.on_timeout(desk.context), desk, stack_of(screen))
    assert isinstance(after, Screen)
    return after


def hanged_up(screen: Screen | Left, desk: Desk) -> Left:
    """Return the end of a run that a signal ends."""
    assert isinstance(screen, Screen)
    leaves = save_and_quit(stack_of(screen), desk.folders)
    lines = [line for leave in leaves for line in exit_lines(leave, desk.folders, desk.look.glyphs)]
    return Left("\n".join(lines))


def over_at(folder: Path) -> TableScreen:
    """Return the end of a game won in round 2 by finding the last gem."""
    line = "2.9 4d/6d8s 1s 7r1d8d6s4s2r4r p1:2d - 000000001# 4 2 p2:play"
    return pressed(table_at(folder, line, Seat.P2), folder, "1", keys.ENTER, WATCH)


BESIDE_EXPERT = (None, "expert")
SOLO = played_game(duet(1, ("Player", "Expert"), seed=0, ai=BESIDE_EXPERT), careful=True)
PLAYER, PARTNER = Seat.P1, Seat.P2


def solo_in(folder: Path, level: int = 2, seed: int = 7, look: Look = STILL) -> TableScreen:
    """Deal a game of Player with Expert, saved in ``folder``."""
    return begin(options_in(folder, look), level, ("Player", "Expert"), seed, BESIDE_EXPERT)


def solo_moment(turns: int) -> TableScreen:
    """Return the table after some turns of the fixed game, with the person's hand visible."""
    return at_table(look_at_hand(TableSession(beginning_of(SOLO, turns))))


def turns_before(choice: Choice, seat: Seat | None, *, following: bool = False) -> int:
    """Return the number of turns before the fixed game's first decision of a kind."""
    for at, state in enumerate(SOLO.states):
        pending, trick = state.table.pending, state.table.trick
        if pending is not None and (pending.choice, pending.seat) == (choice, seat):
            led = trick is not None and trick.lead is not None
            if led or not following:
                return at
    raise AssertionError(f"the fixed game has no {choice} of {seat}")


THINKING = turns_before(Choice.PLAY, PARTNER, following=True)
FOREST = turns_before(Choice.FOREST, None)


def forest_in(folder: Path) -> TableScreen:
    """Return the forest choice of the fixed game, saved in ``folder``."""
    return replace(solo_moment(FOREST), saved=solo_in(folder).saved)


def solo_turn(folder: Path, seat: Seat, look: Look = STILL) -> TableScreen:
    """Return a fresh game in which ``seat`` leads first."""
    return next(
        screen
        for screen in (solo_in(folder, seed=seed, look=look) for seed in range(20))
        if screen.session.actor is seat
    )


def made_up(observation: Observation) -> Thought:
    """Invent a thought with a chance for each choice, the last choice's the best."""
    choices = observation.choices
    estimates = tuple(
        DuetEstimate(
            action,
            win=0.86 if at == len(choices) - 1 else 0.58 + 0.035 * ((3 * at + 2) % 7),
            score=20.0,
            taken=0.5,
            gem=0.9 if at == len(choices) - 1 else 0.2,
            overrun=0.1,
        )
        for at, action in enumerate(choices)
    )
    nothing = Line(None, (), ())
    contrast = make_contrast(ReasonKind.GEM, 0, 0.9, 0.2)
    reason = Reason(choices[-1], choices[0], contrast, (nothing, nothing))
    reasons = (reason,) if len(choices) > 1 else ()
    return Thought(choices[-1], estimates, worlds=500, reasons=reasons)


def nearly_sure(observation: Observation) -> Thought:
    """Invent a thought in which each choice nearly surely wins, with different points."""
    thought = made_up(observation)
    figures = [
        replace(estimate, win=0.985 + estimate.win / 100, score=20 + 22 * estimate.win)
        for estimate in thought.estimates
    ]
    return replace(thought, estimates=tuple(figures))


def think_it_up(job: ThinkJob) -> Thought:
    return made_up(job.observation)


def first_choice_of(job: ThinkJob) -> Thought:
    """Return the first choice as a thought without estimates."""
    return Thought(job.observation.choices[0])


def at_random(job: ThinkJob) -> Thought:
    """Return a random choice, drawn by the job's generator."""
    return Thought(job.rng.choice(job.observation.choices))


def hint_of(screen: Screen | Left) -> Hint | None:
    assert isinstance(screen, TableScreen)
    return screen.mode.hint if isinstance(screen.mode, Choosing | RoundEnd) else None


def with_hint(screen: TableScreen, hint: Hint) -> TableScreen:
    assert isinstance(screen.mode, Choosing | RoundEnd)
    return replace(screen, mode=replace(screen.mode, hint=hint))


def think_of(screen: Screen | Left, desk: Desk) -> ThinkJob:
    """Return the job that a screen awaits, a ThinkJob."""
    assert isinstance(screen, Screen)
    job = screen.background_job(desk.context)
    assert isinstance(job, ThinkJob)
    return job


def with_answer(screen: Screen | Left, desk: Desk, answer: object) -> Screen:
    """Return the screen after an answer to the job that it awaits."""
    assert isinstance(screen, Screen)
    job = screen.background_job(desk.context)
    assert job is not None
    return of_kind(Screen, received(screen, JobAnswered(job, answer), desk))


def answered(screen: Screen, desk: Desk, work: Callable[[Any], Any]) -> Screen:
    """Return the screen after ``work`` has answered all jobs that it awaits."""
    while (job := screen.background_job(desk.context)) is not None and screen.awaits_job:
        screen = with_answer(screen, desk, work(job))
    return screen


def with_thoughts(screen: Screen, desk: Desk) -> Screen:
    """Return the screen after random answers to all jobs that it awaits."""
    return answered(screen, desk, at_random)


def next_key(rng: Random) -> str:
    """Return a random key that advances the game: look, continue, go to an option, or do it."""
    often = [keys.ENTER, keys.SPACE, "a", "m"] * 3
    return rng.choice([*often, keys.RIGHT, keys.LEFT, keys.DOWN, "1", "0"])


def tables_of_game(start: TableScreen, desk: Desk, rng: Random) -> Iterator[TableScreen]:
    """Play a game, solo or for two, to its end by random keys; yield every table."""
    current: Screen | Left = start
    for _ in patience():
        assert isinstance(current, Screen)
        if isinstance(current, TableScreen):
            yield current
            if isinstance(current.mode, GameOver):
                return
            if isinstance(current.mode, Together) and current.is_just_shown:
                current = later(current, desk)
                continue
            if (thought_over := with_thoughts(current, desk)) is not current:
                current = thought_over
                continue
        key = next_key(rng) if isinstance(current, TableScreen) else answer_to(current, rng)
        current = press_keys(current, desk, key)


def answer_to(screen: Screen | Left, rng: Random) -> str:
    """Answer a question: at random for the last choice before a defeat, no for all others."""
    assert isinstance(screen, AskScreen)
    return rng.choice("yn") if screen.question is Question.LOSES else "n"


def after_partner(turns: int, folder: Path, look: Look) -> TableScreen:
    """Return the table right after the partner's choice that follows ``turns`` turns."""
    desk, thought = options_in(folder, look), Thought(SOLO.turns[turns].action)
    screen = replace(solo_moment(turns), saved=solo_in(folder).saved)
    return of_kind(TableScreen, settled(do_for_partner(screen, thought, desk.context), desk))


Put = Callable[..., None]


def inside_only(put: Put) -> Put:
    """Return a ``put`` for canvases that fails on text beyond the edge of the window."""

    def put_inside(canvas: Canvas, row: int, column: int, text: str, *style: object) -> None:
        inside = column >= 0 and column + text_width(text) <= canvas.size.columns
        assert inside, f"cut off: {text!r}"
        assert 0 <= row < canvas.size.rows, f"off the window: {text!r}"
        put(canvas, row, column, text, *style)

    return put_inside


@dataclass
class TimedTerminal(ScriptedTerminal):
    """A terminal that gives inputs, each some seconds after the last, then ends the program."""

    timed: Iterable[tuple[float, Input]] = ()
    _coming: Iterator[tuple[float, Input]] = field(init=False)

    def __post_init__(self) -> None:
        self._coming = iter(self.timed)

    def wait(self, seconds: float | None) -> Input:
        self.log.append("wait" if seconds is None else "wait a moment")
        gap, got = next(self._coming, (1.0, Interruption.ENDED))
        self.seconds += gap
        return got

    def clock(self) -> float:
        return self.seconds


def areas_of(screen: Screen, size: Size = WINDOW, look: Look = STILL) -> tuple[ClickArea, ...]:
    return draw_screen(screen, size, look).areas


def click_on(area: ClickArea) -> Click:
    return Click(area.row + area.size.rows // 2, area.column + area.size.columns // 2)


def press_to(kind: type[ScreenT], screen: Screen | Left, desk: Desk, *script: str) -> ScreenT:
    return of_kind(kind, press_keys(screen, desk, *script))


def open_first_title(desk: Desk) -> TitleScreen:
    """Return the title screen for a newcomer, or with the unfinished game."""
    opening = call("effect_handlers:open_title")
    return of_kind(TitleScreen, settled(Transition(TitleScreen(desk.game), (opening,)), desk))


def open_title(desk: Desk) -> TitleScreen:
    """Return the title screen for a player who has finished a game before."""
    return replace(open_first_title(desk), newcomer=False, cursor=0)


def open_form(desk: Desk) -> FormScreen:
    """Return the form of a new game of two after its effects, which count today's daily games."""
    return of_kind(FormScreen, settled(new_form(desk, OF_TWO), desk))
