"""Screens on which a bouncing or held key might do more than the player meant."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from typing import Any

import pytest

from foxduet.ai.workers import ThinkJob
from foxduet.core.cards import Play, Seat
from foxduet.games.duet.rules.cards import Card, Suit
from foxduet.games.duet.rules.notation import parse_position, restore
from foxduet.games.duet.rules.state import Choice
from foxduet.play.game import Game, open_game
from foxduet.play.table_session import TableSession, act_at_table
from foxduet.store.saved_games import SavedGame, save_game
from foxduet.store.score_entries import make_entry
from foxduet.ui import loop
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Frame, Look, Size
from foxduet.ui.kit.effects import TextKind
from foxduet.ui.kit.keys import Input, Interruption
from foxduet.ui.kit.screen import Screen, Transition
from foxduet.ui.menu import TextScreen, TitleScreen, two_terminals_screen
from foxduet.ui.replay import ReplayScreen
from foxduet.ui.scores import FinishedScreen, ScoresScreen
from foxduet.ui.table.moves import WhoResignsScreen
from foxduet.ui.table.screen import TableScreen, table_screen
from foxduet.ui.table.state import (
    Animating,
    Choosing,
    GameOver,
    Paused,
    Question,
    RoundEnd,
    Together,
    table_drawing,
)
from foxduet.words.scores import ScoresPage
from tests.support import tables
from tests.support.classic import begin_match, classic
from tests.support.entries import TODAY, some_entries
from tests.support.games import setup_of
from tests.support.players import VICTORY, beginning_of, duet
from tests.support.reviews import AT, branching, reviewing
from tests.support.tables import PLAYER, laid_over, options_in, pressed, table_at, table_in

MOVING = Look()
LOSING = "1.9 2d/1d8d 1s 7r9d6d6s4s2r4r p1:5d - 1202101212 10 0 p2:play"
NO_ABILITIES = (
    "1.1 2d4d6d8dTd2r4r6r8rTr/1d3d5d7d9d2s4s6s8sTs 1s 7r1r3r5r9r3s5s p1:- - 1202101212 6 3 p1:play"
)


ONE_CARD = "1.6 5d1r9r5s/6d4r5r6r8r 1s 7r1dTd3s6s2rTs p1:3d - 1202101212 5 3 p2:play"
ONE_ANSWER = "1.6 6d4r5r6r8r/8d1r3r4s5s 1s 7r1dTd3s6s2rTs p2:- - 1202101212 5 3 p2:play"
LAST_TRICK = "1.10 6d/- 1s 7r1d8d6s4s2r4r p2:2d - 1202101212 9 0 p1:play"
GIVE = "1.6 1r9r5s/6d4r5r6r8r 1s 7r1dTd3s6s2rTs p1:7d 5d 1202101212 5 3 p2:give"
FOXES = "1.8 4d6d9s/5d7d 1s 7r1d8d6s4s2r4r p2:3d - 1202101212 6 3 p2:foxes"


def with_cursor(screen: Screen | tables.Left, cursor: int) -> TableScreen:
    """Return the table with the cursor on an option."""
    assert isinstance(screen, TableScreen)
    assert isinstance(screen.mode, Choosing | RoundEnd | GameOver)
    return replace(screen, mode=replace(screen.mode, cursor=cursor))


def following(folder: Path) -> TableScreen:
    """Return a table before the second card of a trick."""
    return with_cursor(
        table_at(folder, tables.FOLLOW_DOVE.format(path="1202101212 5 3"), Seat.P2), 0
    )


def played(screen: TableScreen, desk: tables.Desk) -> TableScreen:
    """Return the moving table after the chosen option is done."""
    return tables.of_kind(
        TableScreen, tables.press_all(screen, desk.records.parent, keys.ENTER, look=MOVING)
    )


def solo_at(folder: Path, turns: int) -> TableScreen:
    """Return the table after some turns of the fixed solo game, saved in a folder."""
    return replace(tables.solo_moment(turns), saved=tables.solo_in(folder).saved)


def paused(folder: Path) -> TableScreen:
    """Return the pause after the partner has followed."""
    return tables.after_partner(tables.THINKING, folder, MOVING)


def walking(folder: Path) -> TableScreen:
    """Return the fox's walk after a trick of two people."""
    after = together(folder)
    assert isinstance(after.mode, Together)
    return replace(after, mode=after.mode.walking)


def together(folder: Path) -> TableScreen:
    """Return the table of two people right after the second card of a trick."""
    return played(following(folder), options_in(folder, MOVING))


def walk_alone(folder: Path, *, arrived: bool) -> TableScreen:
    """Return the fox's walk after a solo trick, or its last step, which stays until Space."""
    shows = paused(folder)
    assert isinstance(shows.mode, Paused)
    assert shows.mode.walking is not None
    walk = shows.mode.walking
    return replace(shows, mode=walk.at_last_step if arrived else walk)


def alone_after(folder: Path, line: str, card: Card) -> TableScreen:
    """Return a solo table after a card was played at a position."""
    header = duet(2, ("Player", "Steady"), seed=7, ai=(None, "steady"))
    first = restore(parse_position(line, setup_of(2)))
    game = replace(open_game(header), initial_state=first)
    assert game.pending is not None, "a card is due"
    session = act_at_table(TableSession(game, Seat.P1), Play(game.pending.decider, card))
    return table_screen(session, SavedGame(folder / "records" / "alone.toml"))


def last_result(folder: Path) -> TableScreen:
    """Return the result of a solo round's last trick; Space then leads to the round's end."""
    after = alone_after(folder, LAST_TRICK, Card.of(Suit.DOVES, 6))
    game = after.session.game
    walk = table_drawing("duet").animation_of(game.initial_state, game.turns[-1])
    assert walk is not None, "a trick is over"
    return replace(after, mode=Animating(walk).at_last_step)


def led_one_card(folder: Path) -> TableScreen:
    """Return the pause after a partner has led, when only one card may follow."""
    after = alone_after(folder, ONE_ANSWER, Card.of(Suit.DOVES, 8))
    return replace(after, mode=Paused())


def giving(folder: Path) -> TableScreen:
    """Return the table after the first card of a Gift, when only one card may be played next."""
    return pressed(table_at(folder, GIVE, Seat.P2), folder, "1")


def between(folder: Path, choice: Choice) -> TableScreen:
    """Return a choice between rounds of a fixed game of two, saved in a folder."""
    at = next(
        at
        for at, state in enumerate(VICTORY.states)
        if state.table.tricks_done == 11
        and state.table.pending is not None
        and state.table.pending.choice is choice
    )
    return table_screen(TableSession(beginning_of(VICTORY, at)), table_in(folder).saved)


def over(folder: Path) -> TableScreen:
    """Return the end of a game of two, saved and entered into the scores."""
    saved = SavedGame(folder / "over.toml", game=VICTORY)
    return replace(table_screen(TableSession(VICTORY), saved), mode=GameOver(entered=True))


def asked(question: Question, yes: bool | None) -> Callable[[Path], Screen]:
    """Return a function that asks a question, with the cursor on ``yes``, on no, or on neither."""

    def ask(folder: Path) -> Screen:
        table = with_cursor(table_at(folder, LOSING, Seat.P2), 1)
        if question is Question.PRACTICE:
            table = with_cursor(solo_at(folder, tables.turns_before(Choice.MOVE, PLAYER)), 0)
        if question is Question.CLOSE_HANDS:
            table = tables.opened(between(folder, Choice.DEAL))
        return tables.question_over(question, yes, below=table)

    return ask


def who_resigns(folder: Path, cursor: int | None) -> WhoResignsScreen:
    """Return the question which of two opponents resigns."""
    asking = pressed_screen(begin_match(options_in(folder), classic(seed=7)), folder, "R")
    assert isinstance(asking, WhoResignsScreen)
    return laid_over(replace(asking, cursor=cursor), tables.below(asking))


def title(folder: Path) -> Screen:
    """Return the title with one unfinished game of two."""
    table_in(folder)
    return tables.open_title(options_in(folder))


def several(folder: Path) -> Screen:
    """Return the title with two unfinished games."""
    table_in(folder)
    return title(folder)


def pressed_screen(screen: Screen, folder: Path, *script: str) -> Screen:
    """Return the screen after some keys."""
    return tables.of_kind(Screen, tables.press_all(screen, folder, *script))


def scores_of(folder: Path, game: Game) -> ScoresScreen:
    path = save_game(SavedGame(folder / "over.toml"), game).path
    scores = ScoresScreen("duet", (make_entry(game, path),), TODAY, page=ScoresPage.RECENT)
    return replace(scores, cursor=0)


def finished_of(folder: Path, cursor: int | None) -> FinishedScreen:
    """Return a finished game opened from the scores, with the cursor on one of its actions."""
    screen = tables.of_kind(
        FinishedScreen, pressed_screen(scores_of(folder, VICTORY), folder, keys.ENTER)
    )
    return laid_over(replace(screen, cursor=cursor), tables.below(screen))


def open_text(table: TableScreen, text: TextKind) -> Screen:
    return laid_over(TextScreen(text, table), table)


SCREENS: dict[str, Callable[[Path], Screen]] = {
    "title": lambda _folder: TitleScreen("duet"),
    "title, resume": title,
    "title, several": several,
    "title, scores": lambda _folder: TitleScreen("duet", cursor=4),
    "title, quit": lambda _folder: TitleScreen("duet", cursor=5),
    "title, two terminals": lambda _folder: two_terminals_screen((), daily=False),
    "unfinished": lambda folder: pressed_screen(several(folder), folder, keys.ENTER),
    "form": lambda folder: tables.open_form(options_in(folder)),
    "form, deal": lambda folder: replace(
        (form := tables.open_form(options_in(folder))), row=form.deal_row
    ),
    "form, deal alone": lambda folder: replace(
        (form := tables.open_form(options_in(folder, solo="expert", seed=7))), row=form.deal_row
    ),
    "handoff": table_in,
    "choosing": lambda folder: pressed(table_in(folder), folder, tables.LOOK),
    "lead": lambda folder: pressed(table_in(folder), folder, tables.LOOK, "1"),
    "follow": following,
    "together": together,
    "walk": walking,
    "alone, covered": lambda folder: pressed(tables.solo_turn(folder, PLAYER), folder, "b"),
    "alone, choosing": lambda folder: tables.solo_turn(folder, PLAYER),
    "alone, lead": lambda folder: pressed(tables.solo_turn(folder, PLAYER), folder, "1"),
    "alone, thinking": lambda folder: tables.solo_turn(folder, tables.PARTNER),
    "alone, pause": paused,
    "alone, walk": lambda folder: walk_alone(folder, arrived=False),
    "alone, result": lambda folder: walk_alone(folder, arrived=True),
    "alone, move": lambda folder: with_cursor(
        solo_at(folder, tables.turns_before(Choice.MOVE, PLAYER)), 0
    ),
    "alone, forest": lambda folder: with_cursor(tables.forest_in(folder), 0),
    "team": lambda folder: between(folder, Choice.FOREST),
    "team, selected": lambda folder: with_cursor(between(folder, Choice.FOREST), 0),
    "round end": lambda folder: between(folder, Choice.DEAL),
    "alone, last result": last_result,
    "only card": lambda folder: table_at(folder, ONE_CARD, Seat.P2),
    "only card, paused": led_one_card,
    "only card, skipped to": lambda folder: pressed(led_one_card(folder), folder, keys.ENTER),
    "only card, after giving": giving,
    "keep": lambda folder: pressed(table_at(folder, FOXES, Seat.P2), folder, "d"),
    "open hands": lambda folder: tables.opened(table_in(folder)),
    "open hands, follow": lambda folder: with_cursor(tables.opened(following(folder)), 0),
    "open hands, deal": lambda folder: tables.opened(between(folder, Choice.DEAL)),
    "game over": over,
    **{
        f"game over, {at}": lambda folder, at=at: with_cursor(over(folder), at)  # type: ignore[misc]
        for at in range(4)
    },
    **{
        f"{question.name}, {yes}": asked(question, yes)
        for question in Question
        if question is not Question.HOPELESS
        for yes in (None, False, True)
    },
    **{
        f"who resigns, {at}": lambda folder, at=at: who_resigns(folder, at)  # type: ignore[misc]
        for at in (None, 0, 1, 2)
    },
    "help": lambda folder: open_text(table_in(folder), TextKind.HELP),
    "cards": lambda folder: open_text(following(folder), TextKind.REFERENCE),
    "replay": lambda folder: laid_over(ReplayScreen(VICTORY, position=30), over(folder)),
    "review": lambda _folder: reviewing(at=AT),
    "branch": lambda _folder: branching(reviewing(at=AT)),
    "scores": lambda _folder: ScoresScreen("duet", some_entries(), TODAY),
    "scores, row": lambda folder: scores_of(folder, VICTORY),
    **{
        f"; {at}": lambda folder, at=at: finished_of(folder, at)  # type: ignore[misc]
        for at in (None, 0, 1, 2, 3)
    },
}


Presses = tuple[tuple[float, Input], ...]
"""Keys or other inputs, each with its time in seconds."""

GAPS = (0.02, 0.1, 0.15, 0.4, 0.5)
DELAYS, RATES = (0.25, 0.4, 0.5, 0.66), (25, 40)
KEYBOARDS = ((0.25, 40), (0.66, 25), (0.4, 25), (0.5, 40))
"""Keyboards with every delay (in seconds) and repeat rate, the fastest and the slowest first."""
HELD_SECONDS = 4.0


def tapped(key: Input, gap: float, until: float = 20.0) -> Presses:
    """Return an input repeated every ``gap`` seconds."""
    return tuple((gap * at, key) for at in range(1, int(until / gap)))


def held(key: str, at: float, delay: float, rate: int) -> Presses:
    """Return a key held for four seconds, as a keyboard repeats it."""
    repeats = range(int((HELD_SECONDS - delay) * rate) + 1)
    return ((at, key), *((at + delay + repeat / rate, key) for repeat in repeats))


@dataclass
class TimedTerminal:
    """A terminal whose keys arrive at their times, until a signal ends the program."""

    presses: list[tuple[float, Input]]
    until: float
    now: float = 0

    def size(self) -> Size:
        return tables.WINDOW

    def show(self, _frame: Frame) -> None:
        pass

    def wait(self, seconds: float | None) -> Input:
        limit = inf if seconds is None else self.now + seconds
        next_key = self.presses[0][0] if self.presses else inf
        self.now = min(limit, next_key, self.until)
        if self.now == self.until:
            return Interruption.ENDED
        return self.presses.pop(0)[1] if self.now == next_key else Interruption.TIME_UP

    def discard_typeahead(self) -> None:
        self.presses = [press for press in self.presses if press[0] > self.now]

    def beep(self) -> None:
        """Stay silent."""

    def clock(self) -> float:
        return self.now

    def suspend(self) -> None:
        raise AssertionError("nobody suspends the program")


@dataclass
class Deeds:
    """Counts of the players' actions: hands opened, choices made and taken back, games started.

    left: whether they left the program.
    """

    opened: int = 0
    chosen: int = 0
    taken_back: int = 0
    games: int = 0
    left: bool = False


@dataclass
class Witness:
    """Records every screen and counts the players' actions."""

    deeds: Deeds = field(default_factory=Deeds)
    screens: list[Screen] = field(default_factory=list)
    looking: Seat | None = None
    counted: dict[Path, int] = field(default_factory=dict)

    def draw(self, screen: Screen, _size: Size, _look: Look) -> Frame:
        """Replace the function that draws: record a screen."""
        is_first = not self.screens
        self.screens.append(screen)
        if isinstance(screen, TableScreen):
            session, path = screen.session, screen.saved.path
            if session.visible_seat not in (None, self.looking) and not is_first:
                self.deeds.opened += 1
            self.looking = session.visible_seat
            own = own_choices(session)
            self.deeds.chosen += max(0, own - self.counted.get(path, own))
            self.counted[path] = own
            self.deeds.taken_back = session.game.header.taken_back
        return Frame(())


def own_choices(session: TableSession) -> int:
    game, person = session.game, session.person
    pending = map(game.rules.pending, game.states[:-1])
    return sum(due is not None and due.seat in (None, person or due.seat) for due in pending)


def deeds_of(
    monkeypatch: pytest.MonkeyPatch,
    screen: Screen,
    desk: tables.Desk,
    presses: Presses,
    until: float = 20.0,
) -> tuple[Deeds, list[Screen]]:
    """Run the loop with timed keys; return the players' actions and all screens shown."""
    coming = sorted(presses, key=lambda press: press[0])
    witness, terminal = Witness(), TimedTerminal(coming, until)
    monkeypatch.setattr(loop, "draw_screen", witness.draw)
    before = records_in(desk)
    loop.run_program(
        terminal, Transition(screen), desk, desk.folders, tables.ScriptedWorker(_thought)
    )
    left, games = terminal.now < terminal.until, records_in(desk) - before
    return replace(witness.deeds, left=left, games=games), witness.screens


def records_in(desk: tables.Desk) -> int:
    return len(list(desk.records.iterdir())) if desk.records.exists() else 0


def _thought(job: Any) -> Any:
    """Answer a ThinkJob with the first choice; never answer other jobs."""
    return tables.first_choice_of(job) if isinstance(job, ThinkJob) else None
