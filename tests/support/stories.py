"""Stories of screens, told as text: what stands on the table, the keys, and what comes of them.

A story has a title, the table it begins at, and below it what is pressed, each line with what must
hold after ``=>``. A line that stands further in continues the line above it; a line as far in as
another begins where that one did. A line that begins with ``=>`` says more about the one above it::

    Enter plays what is chosen
      table 1.1 5d1r3r9r...
        3 => cursor 2, did nothing
          Enter => did p2 play 6d, "Left won with the 6 of Doves"
          Esc => same, not "You hold"

What must hold is text in quotes that the screen has, its blanks as one, or one of its rows
(``row 3 "..."``); or what was done (``did``, with actions as records have them, or nothing);
who sees a ``hand``; where the ``cursor`` is, from 0; what it ``asks``, ``shows`` or ``thinks``;
that all is the ``same``, or the same as at a moment that was marked with ``as``; and what else
``_holds`` knows. Each may have ``not`` before it.

``NAME: text`` at the beginning of a file stands for that text in lines that begin a story. Each
branch is played from its beginning, in a folder that is empty again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from foxduet.ai.partner import Thought
from foxduet.ai.workers import Purpose, Think
from foxduet.play.table import Session, Stage
from foxduet.store.saved_games import load_game
from foxduet.ui.kit import keys
from foxduet.ui.kit.screen import Screen
from foxduet.ui.table.question import AskScreen
from foxduet.ui.table.screen import TableScreen, resume
from foxduet.words import i18n
from tests.support.classic.screens import cards_in as classic_cards_in
from tests.support.solo import answered, at_random, hint_of, think_it_up
from tests.support.tables import (
    Desk,
    Left,
    cards_in,
    cursor_of,
    hidden,
    later,
    of_kind,
    press_keys,
    stack_of,
    text_of,
)

KEYS = {
    "Space": keys.SPACE,
    "Enter": keys.ENTER,
    "Esc": keys.ESCAPE,
    "Tab": keys.TAB,
    "Left": keys.LEFT,
    "Right": keys.RIGHT,
    "Up": keys.UP,
    "Down": keys.DOWN,
    "Backspace": keys.BACKSPACE,
}
HAPPENING = {"(hidden)", "(later)", "(thought)", "(answered)", "(resumed)"}
"""What may stand between keys: hands are hidden, time is up, or a partner has thought or played."""

Start = Callable[[Desk, str], Screen]
_CHECKS = re.compile(r'\s*((?:[^,"]|"[^"]*")+)(?:,|$)')


@dataclass
class Line:
    """What is pressed, or at the beginning of a story the table, and what must hold then."""

    number: int
    text: str
    checks: list[str]
    following: list[Line] = field(default_factory=list)


@dataclass(frozen=True)
class Story:
    """A story of a file."""

    title: str
    file: str
    starts: list[Line]


@dataclass(frozen=True)
class Moment:
    """A screen in a story; ``before`` is the one on which the keys of its line were pressed."""

    screen: Screen | Left
    before: Screen | Left
    desk: Desk

    @property
    def session(self) -> Session:
        """The game on the table, or below a question."""
        return _session(self.screen)

    @property
    def text(self) -> str:
        """All that is on the screen, or in the shell if the program was left."""
        if isinstance(self.screen, Left):
            return self.screen.shown_in_shell
        return text_of(self.screen, look=self.desk.look)


def _session(screen: Screen | Left) -> Session:
    found = getattr(screen, "session", None)
    assert isinstance(found, Session), f"there is no game on {screen}"
    return found


def stories_in(file: Path) -> Iterator[Story]:
    """Return the stories of a file."""
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
            every = [found[1].strip() for found in _CHECKS.finditer(checks)]
            while open_lines and pressed and open_lines[-1][0] >= depth:
                open_lines.pop()
            if not pressed:
                open_lines[-1][1].checks.extend(every)
                continue
            begins = not open_lines
            if begins:
                pressed = re.sub(r"\b[A-Z_]+\b", lambda name: names.get(name[0], name[0]), pressed)
            line = Line(number, pressed.strip(), every)
            (story.starts if begins else open_lines[-1][1].following).append(line)
            open_lines.append((depth, line))


def play_story(story: Story, starts: Mapping[str, Start], desk: Callable[[str], Desk]) -> None:
    """Play a story to all of its ends; ``desk`` returns an empty one for some options of a line."""
    assert story.starts, story.title
    checked: set[int] = set()
    marks: dict[str, Screen | Left] = {}
    for path in _paths(story.starts):
        begin, *others = path
        name, _blank, arguments = begin.text.partition(" ")
        arguments, _bracket, options = arguments.partition("[")
        place = desk(options.rstrip("]"))
        screen: Screen | Left = starts[name](place, arguments.strip())
        marks["the start"] = before = screen
        for line in (begin, *others):
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
    """Return the screen after the keys of a line; a word that is no key is typed."""
    for word in script.split():
        name, _times, count = word.partition("*") if len(word) > 1 else (word, "", "")
        for _time in range(int(count or 1)):
            assert isinstance(screen, Screen), f"{word}: the program was left"
            if name in HAPPENING:
                screen = _after(screen, name, desk)
                continue
            screen = press_keys(screen, desk, *([KEYS[name]] if name in KEYS else name))
    return screen


def _after(screen: Screen, what: str, desk: Desk) -> Screen:
    match what:
        case "(hidden)":
            return hidden(screen)
        case "(later)":
            return later(screen, desk)
        case "(resumed)":
            assert isinstance(screen, TableScreen)
            return resume(*load_game(screen.saved.path)).screen
        case "(answered)":
            screen = answered(screen, desk, _thought)
            while _session(screen).stage is not Stage.CHOICE:
                following = of_kind(Screen, press_keys(screen, desk, keys.SPACE))
                screen = answered(following, desk, _thought)
            return screen
        case _:
            return answered(screen, desk, _thought)


def _thought(job: Think) -> Thought:
    """Return a card by chance as a partner's choice, and made-up figures as advice."""
    return at_random(job) if job.purpose is Purpose.CHOICE else think_it_up(job)


def _holds(check: str, moment: Moment, marks: Mapping[str, Screen | Left]) -> bool:
    """Return whether what a line says holds."""
    if check.startswith("not "):
        return not _holds(check.removeprefix("not "), moment, marks)
    if '"' in check:
        where, said, _end = check.split('"')
        return _says(where.split(), said, moment.text)
    screen = moment.screen
    match check.split():
        case ["cursor", number]:
            return str(cursor_of(screen)).lower() == number
        case ["did", "nothing"]:
            return moment.session == _session(moment.before)
        case ["did", *actions]:
            game = moment.session.game
            since = len(_session(moment.before).game.turns)
            done = [game.rules.format_action(turn.action) for turn in game.turns[since:]]
            return "; ".join(done) == " ".join(actions)
        case ["hand", name]:
            viewer, players = moment.session.viewer, moment.session.game.header.players
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
            return isinstance(screen, TableScreen) and type(screen.shows).__name__.lower() == name
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
            return isinstance(screen, TableScreen) and screen.is_fresh
        case ["watched"]:
            return isinstance(screen, Screen) and screen.is_watched
        case ["arrived"]:
            return isinstance(screen, TableScreen) and getattr(screen.shows, "arrived", False)
        case ["waits", seconds]:
            return isinstance(screen, Screen) and str(screen.seconds).lower() == seconds
        case ["thinks", *what]:
            job = None if isinstance(screen, Left) else stack_of(screen).job(moment.desk.context)
            if not isinstance(job, Think):
                return job is None and what == ["nothing"]
            return what == [job.purpose.name.lower(), f"p{job.seat + 1}"]
        case ["hint", "none"]:
            return hint_of(screen) is None
        case ["hints", *turns]:
            return [*map(str, moment.session.game.header.hints)] == turns
        case ["cards", number]:
            return len(_cards_in(moment)) == int(number)
        case ["typed", *rest]:
            assert isinstance(screen, TableScreen)
            return getattr(screen.shows, "typed", None) == ("".join(rest) or "")
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
