"""Stories of screens, told as text: a table, the keys, and the checks after them.

A story has a title, the table it begins at, and below it lines of keys, each with its checks after
``=>``. A line indented further continues the line above it; a line with the same indent begins
where the other did. A line that begins with ``=>`` adds checks to the line above it::

    Enter plays what is chosen
      table 1.1 5d1r3r9r...
        3 => cursor 2, did nothing
          Enter => did p2 play 6d, "Left won with the 6 of Doves"
          Esc => same, not "You hold"

A check is a text in quotes on the screen (runs of blanks count as one) or in one of its rows (``row
3 "..."``); the actions since (``did``, in record notation, or nothing); whose ``hand`` is visible;
the position of the ``cursor``, from 0; what the screen ``asks``, ``shows`` or ``thinks``; ``same``
as before, or as at a moment marked with ``as``; and the others that ``_holds`` knows. ``not``
before a check negates it.

``NAME: text`` at the beginning of a file defines an abbreviation for the first lines of stories.
Each branch is played from its beginning, in an empty folder.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

from foxduet.ai.partner import Thought
from foxduet.ai.workers import ThinkJob, ThinkPurpose
from foxduet.analysis.progress import PlayerProgress
from foxduet.analysis.rating import training_state
from foxduet.analysis.simulation import FindParJob, ParResult
from foxduet.core.cards import card_in_action
from foxduet.core.registry import rule_set
from foxduet.plain.loop import PlainLoop
from foxduet.play.game import NO_PARTNERS, Header, PartnerNames, open_game
from foxduet.play.table_session import Stage, TableSession
from foxduet.store.journals import Attempt, Journal
from foxduet.store.saved_games import load_game
from foxduet.store.score_entries import Par
from foxduet.ui.effect_handlers import start_game
from foxduet.ui.form import new_form
from foxduet.ui.kit import keys
from foxduet.ui.kit.effects import GameStarted
from foxduet.ui.kit.keys import Input, Interruption, TypedLine
from foxduet.ui.kit.screen import Push, Screen, Transition, call
from foxduet.ui.menu import TitleScreen, TwoTerminalsScreen
from foxduet.ui.players import PlayersScreen
from foxduet.ui.replay import ReplayScreen
from foxduet.ui.scores import ProgressScreen, ScoresScreen
from foxduet.ui.table.moves import AskScreen, WhoResignsScreen
from foxduet.ui.table.screen import TableScreen, resume_table, start_table
from foxduet.ui.table.state import Choosing, GameOver, Question, RoundEnd
from foxduet.words import i18n
from foxduet.words.game_words import guide_words, table_words
from foxduet.words.scores import ScoresPage
from foxduet.words.text import default_names
from tests.support import entries, tables
from tests.support.classic import cards_in as classic_cards_in
from tests.support.classic import match
from tests.support.classic import some_entries as some_matches
from tests.support.entries import TODAY, entry, lessons_on, open_scores_screen, posed
from tests.support.players import DEFEAT, VICTORY
from tests.support.processes import patience
from tests.support.reviews import advice_at, reviewing
from tests.support.tables import Desk, Left, answered, at_random, begin, cards_in, press_keys
from tests.ui.test_scores import CLASSIC, DUET

KEYS = {
    "Watch": tables.WATCH,
    "Look": tables.LOOK,
    "Space": keys.SPACE,
    "Enter": keys.ENTER,
    "Esc": keys.ESCAPE,
    "Tab": keys.TAB,
    "Left": keys.LEFT,
    "Right": keys.RIGHT,
    "Up": keys.UP,
    "Down": keys.DOWN,
    "Backspace": keys.BACKSPACE,
    "Home": keys.HOME,
    "End": keys.END,
    "PageDown": keys.PAGE_DOWN,
    "PageUp": keys.PAGE_UP,
}
HAPPENING = {"(hidden)", "(later)", "(thought)", "(answered)", "(resumed)"}
"""Events between keys: hands are hidden, time is up, or a partner has thought or played."""

Start = Callable[[Desk, str], Screen]
_CHECKS = re.compile(r'\s*((?:[^,"]|"[^"]*")+)(?:,|$)')


@dataclass
class Line:
    """Keys, or at the beginning of a story the table, with the checks after them."""

    number: int
    text: str
    checks: list[str]
    following: list[Line] = field(default_factory=list)


@dataclass(frozen=True)
class Story:
    title: str
    file: str
    starts: list[Line]


@dataclass(frozen=True)
class Moment:
    """A screen in a story; ``before`` is the screen on which the line's keys were pressed."""

    screen: Screen | Left
    before: Screen | Left
    desk: Desk

    @property
    def session(self) -> TableSession:
        """The game on the table, or below a question."""
        return _session(self.screen)

    @property
    def text(self) -> str:
        """The text of the screen, or of the shell after leaving."""
        if isinstance(self.screen, Left):
            return self.screen.shown_in_shell
        return tables.text_of(self.screen, look=self.desk.look)


def _session(screen: Screen | Left) -> TableSession:
    session = getattr(screen, "session", None)
    assert isinstance(session, TableSession), f"there is no game on {screen}"
    return session


def stories_in(file: Path) -> Iterator[Story]:
    names: dict[str, str] = {}
    story, open_lines = Story("", "", []), list[tuple[int, Line]]()
    for number, row in enumerate(file.read_text("utf-8").splitlines(), 1):
        depth, text = len(row) - len(row.lstrip()), row.strip()
        named = re.fullmatch(r"([A-Z_]+): (.*)", row)
        if not text or text.startswith("#"):
            continue
        if named is not None:
            names[named[1]] = named[2]
        elif not depth:
            story = Story(text, file.stem, [])
            open_lines = []
            yield story
        else:
            pressed, _arrow, checks = text.partition("=>")
            checks_of_line = [match[1].strip() for match in _CHECKS.finditer(checks)]
            while open_lines and pressed and open_lines[-1][0] >= depth:
                open_lines.pop()
            if not pressed:
                open_lines[-1][1].checks.extend(checks_of_line)
                continue
            begins = not open_lines
            if begins:
                pressed = re.sub(r"\b[A-Z_]+\b", lambda name: names.get(name[0], name[0]), pressed)
            line = Line(number, pressed.strip(), checks_of_line)
            (story.starts if begins else open_lines[-1][1].following).append(line)
            open_lines.append((depth, line))


def play_story(story: Story, starts: Mapping[str, Start], desk: Callable[[str], Desk]) -> None:
    """Play a story to all its ends; ``desk`` returns an empty desk for the options of a line."""
    assert story.starts, story.title
    checked: set[int] = set()
    marks: dict[str, Screen | Left] = {}
    for path in _paths(story.starts):
        begin, *further = path
        name, _blank, arguments = begin.text.partition(" ")
        arguments, _bracket, options = arguments.partition("[")
        place = desk(options.rstrip("]"))
        screen: Screen | Left = starts[name](place, arguments.strip())
        marks["the start"] = before = screen
        for line in (begin, *further):
            if line is not begin:
                before, screen = screen, pressed_in_story(screen, line.text, place)
            moment = Moment(screen, before, place)
            for check in line.checks:
                if check.startswith("as "):
                    marks[check[3:]] = screen
                elif line.number not in checked:
                    where = f"{story.file}:{line.number}: {line.text} => {check}"
                    assert _holds(check, moment, marks), f"{where}\n{screen!r:.300}\n{moment.text}"
            checked.add(line.number)
    i18n.use_language(i18n.SOURCE)


def _paths(lines: Sequence[Line]) -> Iterator[list[Line]]:
    for line in lines:
        yield from (
            ([line, *rest] for rest in _paths(line.following)) if line.following else [[line]]
        )


def pressed_in_story(screen: Screen | Left, script: str, desk: Desk) -> Screen | Left:
    """Return the screen after a line's keys; other words are typed letter by letter."""
    for word in script.split():
        name, _times, count = word.partition("*") if len(word) > 1 else (word, "", "")
        for _time in range(int(count or 1)):
            assert isinstance(screen, Screen), f"{word}: the program was left"
            if name in HAPPENING:
                screen = _after(screen, name, desk)
                continue
            screen = press_keys(screen, desk, *([KEYS[name]] if name in KEYS else name))
    return screen


def _after(screen: Screen, event: str, desk: Desk) -> Screen:
    match event:
        case "(hidden)":
            return tables.hidden(screen)
        case "(later)":
            return tables.later(screen, desk)
        case "(resumed)":
            assert isinstance(screen, TableScreen)
            return resume_table(*load_game(screen.saved.path)).screen
        case "(answered)":
            screen = answered(screen, desk, _thought)
            steps = patience()
            while _session(screen).stage is not Stage.CHOICE:
                next(steps)
                following = tables.of_kind(Screen, press_keys(screen, desk, keys.SPACE))
                screen = answered(following, desk, _thought)
            return screen
        case _:
            return answered(screen, desk, _thought)


def _thought(job: ThinkJob) -> Thought:
    """Return a random choice for a partner's job, invented figures for others."""
    return at_random(job) if job.purpose is ThinkPurpose.CHOICE else tables.think_it_up(job)


def _holds(check: str, moment: Moment, marks: Mapping[str, Screen | Left]) -> bool:
    if check.startswith("not "):
        return not _holds(check.removeprefix("not "), moment, marks)
    if '"' in check:
        where, said, _end = check.split('"')
        return _says(where.split(), said, moment.text)
    screen = moment.screen
    match check.split():
        case ["cursor", number]:
            return str(tables.cursor_of(screen)).lower() == number
        case ["did", "nothing"]:
            return moment.session == _session(moment.before)
        case ["did", *actions]:
            game = moment.session.game
            since = len(_session(moment.before).game.turns)
            done = [game.rules.format_action(turn.action) for turn in game.turns[since:]]
            return "; ".join(done) == " ".join(actions)
        case ["hand", name]:
            viewer, players = moment.session.visible_seat, moment.session.game.header.players
            return name == ("none" if viewer is None else players[viewer])
        case ["asks", name]:
            return isinstance(screen, AskScreen) and screen.question.name.lower() == name
        case ["answer", name]:
            return isinstance(screen, AskScreen) and str(screen.yes).lower() == name
        case ["same"]:
            return screen == moment.before
        case ["same", "as", *mark]:
            return screen == marks[" ".join(mark)]
        case ["same", "game", "as", *mark]:
            return bool(moment.session.state == _session(marks[" ".join(mark)]).state)
        case ["same", "session", "as", *mark]:
            return moment.session == _session(marks[" ".join(mark)])
        case ["stage", name]:
            at_table = isinstance(screen, TableScreen)
            return at_table and moment.session.stage.name.lower() == name
        case ["shows", name]:
            return isinstance(screen, TableScreen) and type(screen.mode).__name__.lower() == name
        case ["screen", name]:
            return type(screen).__name__ == name
        case ["result", name]:
            outcome = moment.session.state.table.outcome
            return name == ("none" if outcome is None else outcome.name.lower())
        case ["turns", number]:
            return len(moment.session.game.turns) == int(number)
        case ["taken", "back", number]:
            return moment.session.game.header.taken_back == int(number)
        case ["practice"]:
            return moment.session.game.header.is_practice
        case ["fresh"]:
            return isinstance(screen, TableScreen) and screen.is_just_shown
        case ["watched"]:
            return isinstance(screen, Screen) and screen.is_skippable
        case ["arrived"]:
            return isinstance(screen, TableScreen) and getattr(screen.mode, "is_finished", False)
        case ["waits", seconds]:
            return isinstance(screen, Screen) and str(screen.timeout).lower() == seconds
        case ["thinks", *what]:
            job = (
                None
                if isinstance(screen, Left)
                else tables.stack_of(screen).background_job(moment.desk.context)
            )
            if not isinstance(job, ThinkJob):
                return job is None and what == ["nothing"]
            return what == [job.purpose.name.lower(), f"p{job.seat + 1}"]
        case ["hint", "none"]:
            return tables.hint_of(screen) is None
        case ["hints", *turns]:
            return [*map(str, moment.session.game.header.hints)] == turns
        case ["cards", number]:
            return len(_cards_in(moment)) == int(number)
        case ["typed", *rest]:
            assert isinstance(screen, TableScreen)
            return getattr(screen.mode, "typed", None) == ("".join(rest) or "")
        case ["saved"]:
            assert isinstance(screen, TableScreen)
            return bool(load_game(screen.saved.path)[0] == moment.session.game)
        case ["left"]:
            return isinstance(screen, Left)
        case ["own", "hand", "in", "sight"]:
            person = moment.session.person
            assert person is not None
            return {*moment.session.state.hands[person]} <= _cards_in(moment)
        case _:
            raise AssertionError(f"unknown: {check}")


def _says(where: Sequence[str], said: str, text: str) -> bool:
    match where:
        case []:
            return said in " ".join(text.split())
        case ["is"]:
            return said == text
        case ["row", number]:
            return said in text.splitlines()[int(number)]
        case ["row", number, "is"]:
            return said == text.splitlines()[int(number)].rstrip()
        case _:
            raise AssertionError(f"unknown: {where}")


def _cards_in(moment: Moment) -> set[object]:
    game = moment.session.game.header.game
    return {*(classic_cards_in if game == "classic" else cards_in)(moment.text)}


ALONE = (None, "steady")
SUITS = {"duet": ("Doves", "Roses", "Stars"), "classic": ("Bells", "Keys", "Moons")}


@dataclass
class AtOnce:
    """A worker that runs each job when its answer is taken; gives one answer at a time.

    Hints and par, which would take long, are invented.
    """

    answers: Iterator[Any] | None = None

    def start(self, job: Any) -> None:
        if isinstance(job, FindParJob):
            self.answers = iter([ParResult(Par("expert:60", "win", 40))])
        elif isinstance(job, ThinkJob) and job.purpose is not ThinkPurpose.CHOICE:
            is_lesson = job.purpose is ThinkPurpose.LESSON
            game = job.game.header.game
            self.answers = iter([advice_at(game, job.observation, is_lesson=is_lesson)])
        else:
            self.answers = job.run(lambda: False)

    def take_answer(self) -> Any:
        return None if self.answers is None else next(self.answers, None)

    def stop(self) -> None:
        self.answers = None


@dataclass
class Paper:
    """A console that keeps all lines.

    lasts: whether it cannot be cleared.
    log: the lines, and notes when the console was cleared or typed input discarded.
    """

    is_typed: bool = True
    is_read: bool = False
    lasts: bool = False
    lines: list[str] = field(default_factory=list)
    log: list[str] = field(default_factory=list)
    prompts: int = 0
    cleared: list[int] = field(default_factory=list)
    held: int = 0
    seconds: float = 0

    def width(self) -> int:
        return 78

    def write_lines(self, lines: Sequence[str]) -> None:
        self.lines += lines
        self.log += lines

    def prompt(self) -> None:
        self.prompts += 1

    def discard_typeahead(self) -> bool:
        self.log.append("(what was typed is thrown away)")
        self.held = max(0, self.held - 1)
        return self.held > 0

    def clear(self) -> bool:
        if not self.lasts:
            self.cleared.append(len(self.lines))
            self.log.append("(the screen is cleared)")
        return not self.lasts

    def clock(self) -> float:
        return self.seconds


class Conversation:
    """A run of ``--plain``.

    ended: the lines for the shell; None until the program ends.
    transcript: the player's lines after a >, the program's answers, and finally the lines for the
        shell and why the program stopped.
    """

    def __init__(
        self,
        first: Transition,
        desk: Desk,
        worker: Any = None,
        *,
        typed: bool = True,
        paper: Paper | None = None,
    ) -> None:
        self.paper = paper or Paper(is_typed=typed)
        self.loop = PlainLoop(desk, desk.folders, worker or AtOnce(), self.paper)
        self.transcript = self.paper.log
        self.ended: tuple[str, ...] | None = None
        self._patience = patience()
        self._steps = self.loop.steps(first)
        self._go_on(None)

    @property
    def screen(self) -> Any:
        screen = self.loop.memory[-1]
        assert isinstance(screen, Screen)
        return screen

    @property
    def text(self) -> str:
        """All lines so far, in both directions."""
        return "\n".join(self.transcript)

    def say(self, *lines: str) -> list[str]:
        """Say lines one after another; return the program's answer to the last."""
        answer: list[str] = []
        for line in lines:
            next(self._patience)
            assert self.ended is None, f"the program is over before {line}"
            self.transcript.append(f"> {line}")
            answer = self._go_on(TypedLine(line))
        return answer

    def end(self) -> tuple[str, ...]:
        """End the input and so the program; return the lines for the shell."""
        self.transcript.append("> (end)")
        self._go_on(Interruption.ENDED)
        assert self.ended is not None, "the end of the input ends the program"
        return self.ended

    def _go_on(self, entry: Input | TypedLine | None) -> list[str]:
        """Send an input, let all pauses pass, and return the program's new lines."""
        before = len(self.paper.lines)
        try:
            seconds = next(self._steps) if entry is None else self._steps.send(entry)
            while seconds is not None:
                next(self._patience)
                self.paper.seconds += seconds
                seconds = self._steps.send(Interruption.TIME_UP)
        except StopIteration as end:
            self.ended = end.value
            self.transcript += [f"$ {line}" for line in end.value]
            self.transcript += [f"! {self.loop.failure}"] if self.loop.failure else []
            leads_to = self.loop.next_command
            self.transcript += [] if leads_to is None else [f"(foxduet {leads_to.command})"]
        return self.paper.lines[before:]


def a_game(
    folder: Path,
    kind: str,
    seed: int,
    ai: PartnerNames,
    *,
    typed: bool = True,
    headphones: bool = False,
) -> Conversation:
    """Begin a game in words: Duet at a level chosen by the seed, or a short match."""
    desk = replace(tables.options_in(folder), game=kind, pace=0.0, headphones=headphones)
    option = {"level": seed % 3 + 1} if kind == "duet" else {"target": 16}
    setup = rule_set(kind).setup_from(option)
    names = default_names(ai[1])
    started = start_game(open_game(Header(kind, setup, names, seed=seed, ai=ai)), desk.folders)
    assert isinstance(started, GameStarted)
    return Conversation(Transition(start_table(started.game, started.saved)), desk, typed=typed)


def something_to_say(screen: Any, chance: Random) -> str:
    """Return a spoken choice, in English, for a table or for a question over it."""
    if isinstance(screen, AskScreen):
        return "yes" if screen.question in (Question.LOSES, Question.PRACTICE) else "no"
    if isinstance(screen, WhoResignsScreen):
        return "leave"
    session = screen.session
    match screen.mode:
        case Choosing():
            action = chance.choice(session.game.rules.legal_actions(session.state))
            card = card_in_action(action)
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
    """Return the rank and suit of every card that lines name, singly or by suit."""
    text, cards = " ".join(lines), set()
    for at, suit in enumerate(SUITS[kind]):
        cards |= {(int(rank), at) for rank in re.findall(rf"\b(\d+) of {suit}", text)}
        for ranks in re.findall(rf"{suit} ((?:\d+, )*\d+)", text):
            cards |= {(int(rank), at) for rank in ranks.split(", ")}
    return cards


SOLO = replace(
    VICTORY, header=replace(VICTORY.header, ai=(None, "steady"), players=("Player", "Steady"))
)
"""A game with one person, whom the program addresses."""


def game(desk: Desk, kind: str, seed: str, partner: str = "") -> Transition:
    """A new game: Duet at a level chosen by its seed, or a short match; for two people or one."""
    ai: PartnerNames = (None, partner) if partner else NO_PARTNERS
    option = {"level": int(seed) % 3 + 1} if kind == "duet" else {"target": 16}
    header = Header(
        kind, rule_set(kind).setup_from(option), default_names(ai[1]), seed=int(seed), ai=ai
    )
    started = start_game(open_game(header), desk.folders)
    assert isinstance(started, GameStarted)
    return Transition(start_table(started.game, started.saved))


def open_hands(desk: Desk) -> Transition:
    """A game of two with open hands, before the last card of its first round."""
    plays = [at for at, state in enumerate(VICTORY.states) if state.table.tricks_done == 11]
    session = TableSession(replace(VICTORY, turns=VICTORY.turns[: plays[0] - 1]))
    return Transition(tables.opened(replace(begin(desk, 1, ("Ann", "Ben")), session=session)))


def lessons(desk: Desk, kind: str, number: str = "", two: str = "") -> Transition:
    """The list of lessons, or a lesson by its number."""
    menu = lessons_on(replace(desk, game=kind), two=bool(two))
    return menu.open(int(number) - 1) if number else Transition(menu)


def puzzles(desk: Desk, kind: str, number: str = "") -> Transition:
    """The list of puzzles, or a puzzle over it."""
    title = Transition(TitleScreen(kind), (call("score_handlers:open_puzzles", kind),))
    if not number:
        return title
    screen = posed(replace(desk, game=kind), int(number))
    return Transition(Conversation(title, desk).screen, (Push(screen),))


def title(desk: Desk, *games: str) -> Transition:
    """The title, for a newcomer or with some unfinished games."""
    for name in games:
        begin(desk, 2, (name, "Bert"), seed=8)
    return Transition(tables.open_title(desk) if games else tables.open_first_title(desk))


def form(desk: Desk, variant: str) -> Transition:
    """The form of a new game: for a pair, with a proposed rung, or with today's daily deals."""
    if variant == "pair":
        return new_form(replace(desk, names=("Ann", "Ben")))
    if variant == "proposed":
        rung = guide_words("duet").ladder[1]
        return new_form(replace(desk, setup=rung.options, solo=rung.partner), proposal=rung)
    screen = new_form(replace(desk, daily=TODAY), tables.OF_TWO).screen
    played = (entry(1, 38, level=1, day=TODAY), entry(2, level=3, day=TODAY))
    return Transition(replace(screen, played_today=played))  # type: ignore[call-arg]


def scores(desk: Desk, variant: str) -> Transition:
    """The scores of either game, of no game, of odd games, or of some games with records."""
    days = (TODAY - timedelta(days=3), TODAY - timedelta(days=1), TODAY)
    attempts = [
        Attempt("duet", f"{at}", day, right=at > 1, rating=1400, daily=day)
        for at, day in enumerate(days, 1)
    ]
    match variant:
        case "duet":
            training = training_state(Journal((*attempts,)), TODAY)
            return Transition(ScoresScreen("duet", entries.some_entries(), TODAY, puzzles=training))
        case "classic":
            return Transition(ScoresScreen("classic", some_matches(), TODAY))
        case "none":
            return Transition(ScoresScreen("duet", (), TODAY, other_counts={"classic": 3}))
        case "odd":
            own = replace(entry(1, 31).summary, board="0" * 64)
            odd = (replace(entry(1, 31), summary=own), replace(entry(2, 33), deals_known=True))
            return Transition(ScoresScreen("duet", odd, TODAY, ScoresPage.OVERVIEW))
        case _:
            for seed in (7, 8):
                entries.resigned_at_table(begin(desk, 2, ("Left", "Right"), seed), desk)
            return Transition(open_scores_screen(desk))


def progress(_desk: Desk, variant: str) -> Transition:
    newcomer = PlayerProgress("duet")
    return Transition(ProgressScreen({"duet": DUET, "classic": CLASSIC}.get(variant, newcomer)))


STARTS: dict[str, Callable[..., Transition]] = {
    "game": game,
    "lessons": lessons,
    "puzzles": puzzles,
    "title": title,
    "players": lambda desk: replace(title(desk), effects=(Push(PlayersScreen()),)),
    "form": form,
    "scores": scores,
    "progress": progress,
    "terminals": lambda _desk: Transition(TwoTerminalsScreen()),
    "forest": lambda desk: Transition(tables.forest_in(desk.records.parent)),
    "open": open_hands,
    "over": lambda desk: Transition(tables.over_at(desk.records.parent)),
    "replay": lambda _desk, what: Transition(
        ReplayScreen({"lost": DEFEAT, "classic": match(3)}[what])
    ),
    "review": lambda _desk, what: Transition(
        reviewing({"solo": SOLO, "lost": DEFEAT, "classic": match(3)}[what])
    ),
}
