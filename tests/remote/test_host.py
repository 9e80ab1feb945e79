"""Who knocks is asked for over any screen of the host; what the guest's own program does."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, TypeAlias

import pytest

from foxduet.core.cards import Seat
from foxduet.plain.console import StandardConsole
from foxduet.plain.loop import PlainLoop
from foxduet.remote import wire
from foxduet.remote.guest import KEY_SECONDS, POLL_SECONDS, ScreenGuest, Visit
from foxduet.remote.host import _wait
from foxduet.remote.plain_guest import PlainGuest
from foxduet.remote.table import JoinRequestScreen
from foxduet.ui.kit.canvas import Look, Size, Span, Style, Theme
from foxduet.ui.kit.keys import Input, Interruption, PeerMessage, SignalWatcher, TypedLine
from foxduet.ui.kit.screen import Screen
from foxduet.words.i18n import use_language
from tests.support.meetings import HELLO, Clock, TwoTerminals, watched_screens
from tests.support.players import duet
from tests.support.reviews import AT, branching, lesson_at, reviewing
from tests.support.stories import Paper
from tests.support.tables import WINDOW, ScriptedTerminal, options_in, text_of

pytestmark = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="no such sockets here")

LEFT, RIGHT = Seat.P1, Seat.P2
IN_WORDS = replace(HELLO, words=True)

FORM = {
    "the form": (),
    "a name in the form": ("up", "up", "y"),
    "the help of the form": ("up", "?"),
    "the cards over the form": ("up", "tab"),
}
ROUND = {
    "the table": (),
    "a question": ("R",),
    "a question before leaving": ("q",),
    "what was said": ("t",),
    "the help": ("?",),
    "the cards": ("tab",),
    "no hand": ("b",),
    "the partner's turn": ("1", "enter"),
    "a trick": ("1", "enter", "pass", " "),
}
END: dict[str, tuple[str | Screen, ...]] = {
    "the end": (),
    "the help of the end": ("?",),
    "the line to talk by": ("t", "n"),
    "the game looked through": ("m", "2", "enter"),
    "its help": ("m", "2", "enter", "?"),
    "a review that is begun": ("2", "enter"),
    "a review": (reviewing(),),
    "the help of a review": (reviewing(), "?"),
    "a lesson of a review": (lesson_at(AT),),
    "a branch that is chosen": (branching(reviewing(at=AT)),),
    "a branch that is played": (reviewing(at=AT), "t", "enter"),
}
"""What the host does, by the screen that it leads to, before, in and after a game."""


def at_the_form(folder: Path, keys: tuple[str, ...]) -> TwoTerminals:
    """Return a host who has not begun a game yet."""
    two = TwoTerminals(options_in(folder))
    two.press(LEFT, *keys)
    return two


def left_in_a_round(folder: Path, keys: tuple[str, ...]) -> TwoTerminals:
    """Return a host whose guest has gone while the host was at something."""
    two = TwoTerminals(options_in(folder), duet(1, seed=5))
    two.join()
    for key in keys:
        two.press(*((RIGHT, "2", "enter") if key == "pass" else (LEFT, key)))
    two.lose_guest()
    return two


def left_at_the_end(folder: Path, steps: tuple[str | Screen, ...]) -> TwoTerminals:
    """Return a host whose guest has gone after a game, and who does something then."""
    two = TwoTerminals(options_in(folder), duet(1, seed=5))
    two.join()
    two.press(LEFT, "R", "y")
    two.press(RIGHT, "y")
    two.lose_guest()
    for step in steps:
        two.press(LEFT, PeerMessage(step) if isinstance(step, Screen) else step)
    return two


EVERY_SCREEN: list[tuple[str, Callable[..., TwoTerminals], object]] = [
    (name, begin, steps)
    for begin, table in ((at_the_form, FORM), (left_in_a_round, ROUND), (left_at_the_end, END))
    for name, steps in table.items()
]


@pytest.mark.parametrize("yes", [True, False], ids=["yes", "no"])
@pytest.mark.parametrize(
    ("begin", "steps"), [one[1:] for one in EVERY_SCREEN], ids=[one[0] for one in EVERY_SCREEN]
)
def test_a_knock_is_asked_about_over_every_screen_of_the_host_and_the_answer_counts(
    begin: Callable[..., TwoTerminals], steps: object, yes: bool, tmp_path: Path
) -> None:
    seen: list[str] = []
    two = begin(tmp_path, steps)
    with watched_screens(lambda _language, screen: seen.append(type(screen).__name__)):
        two.press(LEFT, "left")
        before = seen[-1]
        guest = two.knock()
        assert "Zoe" in two.text(LEFT), two.text(LEFT)
        assert seen[-1] == "JoinRequestScreen"
        two.press(LEFT, "y" if yes else "n")
    if not yes:
        assert wire.Refused(wire.Refusal.NO) in guest.messages
        assert seen[-1] == before
        two.close()
        return
    if begin is at_the_form:
        assert guest.messages[-1] == wire.Waiting(may_come_in=True)
        two.press(LEFT, "escape" if before == "TextScreen" else "end", "end", "enter")
    assert "JoinRequestScreen" != seen[-1] != "WaitingScreen"
    assert "Zoe" in two.text(RIGHT), "sits at the table"
    assert "Waiting for" not in two.text(LEFT)
    two.close()


@pytest.mark.parametrize("hello", [HELLO, IN_WORDS], ids=["seen", "heard"])
@pytest.mark.parametrize(
    ("game", "before", "after"),
    [
        (None, (), ("deal",)),
        (None, ("change", "2"), ("deal", "")),
        ("a game", (), ()),
        ("left", ("resign",), ()),
        ("over", (), ()),
        ("over", ("more", "2"), ()),
        ("over", ("2",), ()),
    ],
)
def test_a_host_in_words_is_asked_whatever_they_hear_and_the_answer_counts(
    game: str | None,
    before: tuple[str, ...],
    after: tuple[str, ...],
    hello: wire.Hello,
    tmp_path: Path,
) -> None:
    paper = Paper()
    two = TwoTerminals(options_in(tmp_path), None if game is None else duet(1, seed=5), paper=paper)
    if game in ("left", "over"):
        two.knock(hello)
        two.say(LEFT, "yes")
    if game == "over":
        two.say(LEFT, "resign", "yes")
        two.say(RIGHT, "yes") if hello.words else two.press(RIGHT, "y")
    two.say(LEFT, *before)
    if game in ("left", "over"):
        two.lose_guest()
    paper.lines.clear()
    guest = two.knock(hello)
    assert any("Zoe" in line for line in paper.lines)
    assert paper.lines[-1] == "Yes or no?"
    two.say(LEFT, "yes", *after)
    assert guest.rows or len(guest.heard) > 3, "sits at the table"
    two.close()


def test_who_was_let_in_before_the_game_and_has_gone_is_waited_for(tmp_path: Path) -> None:
    two = TwoTerminals(options_in(tmp_path))
    two.join()
    two.press(LEFT, "up", "down")
    assert "Zoe is in, and waits for the game." in two.text(LEFT)
    two.lose_guest()
    assert "Zoe has left." in two.text(LEFT)
    two.press(LEFT, "enter")
    assert "Waiting for Right" in two.text(LEFT)
    two.join()
    assert "Zoe" in two.text(RIGHT)
    two.close()


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("length", range(1, 41))
def test_no_word_of_the_question_who_may_come_in_stands_alone(length: int, language: str) -> None:
    use_language(language)
    for account in ("", "a" * 8, "a" * 32):
        for is_own in (False, True):
            known = wire.Account(account, is_own) if account else None
            drawn = text_of(JoinRequestScreen("Z" * length, known)).splitlines()
            rows = [row.strip() for row in drawn[9:13] if row.strip()]
            assert rows
            assert len(rows) == 1 or len(rows[-1]) > 15, rows
    use_language("en")


LARGE = Size(30, 100)
Visitor: TypeAlias = Callable[[wire.Connection[wire.FromHost]], Visit]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[wire.FromGuest | wire.Beat]]:
    """Return what a visitor sends to a host who has sent some messages."""

    def visit(visitor: Visitor, *messages: wire.FromHost) -> list[wire.FromGuest | wire.Beat]:
        ours, theirs = socket.socketpair()
        with open(os.devnull) as nothing, theirs:
            monkeypatch.setattr("sys.stdin", nothing)
            theirs.sendall(b"".join(map(wire.format_message, messages)))
            visitor(wire.Connection(ours, wire.parse_from_host, wire.MAX_FROM_HOST)).run(HELLO)
            return [wire.parse_from_guest(line) for line in theirs.recv(1_000_000).splitlines()]

    return visit


def take_no_record(_record: str) -> None:
    """Save nothing."""


def test_who_is_not_let_in_yet_leaves_from_any_layout(
    sent: Callable[..., list[wire.FromGuest | wire.Beat]],
) -> None:
    terminal = ScriptedTerminal(["ц", "й", *"xyz"])
    assert sent(lambda at: ScreenGuest(terminal, at, Look(), take_no_record)) == [HELLO]
    assert terminal.script, "nothing is waited for any more"


def test_each_size_of_the_window_is_sent_and_shown_at_once(
    sent: Callable[..., list[wire.FromGuest | wire.Beat]],
) -> None:
    terminal = ScriptedTerminal([Interruption.TIME_UP, Interruption.RESIZED, Interruption.TIME_UP])

    def resize() -> None:
        terminal.window = LARGE

    terminal.before_input = resize
    picture = wire.Rows(1, HELLO.size, Theme.TERMINAL, (3, 5), {})
    messages = sent(lambda at: ScreenGuest(terminal, at, Look(), take_no_record), picture)
    assert messages == [HELLO, wire.Resized(LARGE)]
    assert len(terminal.frames[-1].rows) == LARGE.rows
    assert terminal.frames[-1].cursor == (3, 5)


class Link:
    """A guest's connection; the host's end of it says only what a test wants."""

    def __init__(self) -> None:
        self.clock = Clock()
        ours, self.host = socket.socketpair()
        self.guest: wire.Connection[wire.FromHost] = wire.Connection(
            ours, wire.parse_from_host, wire.MAX_FROM_HOST, self.clock
        )


@pytest.fixture
def link() -> Iterator[Link]:
    """Return a connection to a silent host."""
    link = Link()
    yield link
    link.guest.close()
    link.host.close()


def picture_of(row: str) -> wire.Rows:
    """Return a picture of which every row is the same."""
    rows = dict.fromkeys(range(WINDOW.rows), (Span(row, Style.PLAIN),))
    return wire.Rows(1, WINDOW, Theme.TERMINAL, (0, 0), rows)


def test_the_guest_s_own_lines_stand_apart_and_alone_in_their_rows(link: Link) -> None:
    terminal = ScriptedTerminal([])
    guest = ScreenGuest(terminal, link.guest, Look(), take_no_record)
    guest.start(HELLO)
    blank = [""] * (WINDOW.rows // 2)
    own = ["Knocking ...", "", "Ctrl-C leaves"]
    assert [line.strip() for line in terminal.frames[-1].text_rows] == [*blank, *own, *blank[3:]]
    guest._handle(picture_of("x" * WINDOW.columns))
    guest._report_silence(20)
    *picture, alert = terminal.frames[-1].text_rows
    assert {*picture} == {"x" * WINDOW.columns}
    assert alert.strip() == "No answer from the host for 20 seconds. Ctrl-C leaves."


@pytest.mark.parametrize(
    "cover", [Interruption.SUSPENDED, Interruption.CONTINUED, Interruption.RESIZED]
)
def test_the_guest_s_window_is_blank_until_the_host_has_covered_the_hand(
    cover: Interruption, link: Link
) -> None:
    terminal = ScriptedTerminal([])
    guest = ScreenGuest(terminal, link.guest, Look(), take_no_record)
    guest._handle(picture_of("7 of Roses"))
    guest.handle_input(cover)
    assert not terminal.text.strip()
    guest._handle(picture_of("Press Space to see your hand."))
    assert "Press Space" in terminal.text


@dataclass
class Narrowing(Paper):
    """A console that gets narrower whenever nothing is typed, and is closed in the end."""

    columns: int = 80

    def width(self) -> int:
        return self.columns

    def poll(self, **_how: bool) -> Input:
        self.columns -= 10
        return Interruption.ENDED if self.columns < 60 else Interruption.TIME_UP


def test_a_guest_in_words_says_how_wide_lines_may_be_now(
    sent: Callable[..., list[wire.FromGuest | wire.Beat]],
) -> None:
    messages = sent(lambda at: PlainGuest(Narrowing(), at, take_no_record))
    assert messages == [HELLO, wire.Resized(Size(24, 70)), wire.Resized(Size(24, 60))]


@pytest.mark.parametrize("is_asked", [False, True])
def test_the_lines_of_a_program_stay_where_they_are_until_it_is_asked(
    is_asked: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    two = TwoTerminals(options_in(tmp_path), duet(1, seed=5), paper=Paper(is_typed=False))
    loop, waits = two.meeting.host.loop, list[float]()
    assert isinstance(loop, PlainLoop)
    loop.is_prompting = is_asked

    def wait(seconds: float) -> Interruption:
        waits.append(seconds)
        return Interruption.TIME_UP

    lines = tmp_path / "lines"
    lines.write_text("yes\n")
    door, street = socket.socketpair()
    with lines.open() as stdin, door, street, closing(two):
        monkeypatch.setattr("sys.stdin", stdin)
        # Somebody is at the door, too, so that nothing is waited for.
        street.sendall(b"knock")
        _wait(wait, door, two.meeting)
    assert waits == [KEY_SECONDS if is_asked else POLL_SECONDS]


ZOE, OTHER = wire.Account("zoe", is_own=False), wire.Account("other", is_own=False)
NEVER = float("inf")
DAY = 24 * 60 * 60


@pytest.mark.parametrize("words", [False, True], ids=["seen", "heard"])
def test_the_host_is_told_that_the_guest_does_not_answer_and_that_they_do_again(
    words: bool, tmp_path: Path
) -> None:
    paper = Paper()
    two = TwoTerminals(options_in(tmp_path), duet(1, seed=5), paper=paper if words else None)
    guest = two.knock()
    two.say(LEFT, "yes") if words else two.press(LEFT, "y")

    def told() -> str:
        return "\n".join(paper.lines) if words else two.text(LEFT)

    two.pass_time(60)
    assert "answer" not in told()
    guest.beat = NEVER
    two.pass_time(15)
    assert "answer" not in told()
    two.pass_time(10)
    assert "No answer from Zoe for 20 seconds." in told()
    two.pass_time(20)
    assert "No answer from Zoe for 40 seconds." in told()
    guest.beat = 0
    two.pass_time(1)
    assert "Zoe answers again." in told()
    two.close()


class Console(Paper):
    """A console at which nothing is typed."""

    def __init__(self, terminal: ScriptedTerminal) -> None:
        super().__init__()
        self.terminal = terminal

    def poll(self, **_how: bool) -> Input:
        return self.terminal.wait(0)


@pytest.mark.parametrize("words", [False, True], ids=["seen", "heard"])
def test_the_guest_is_told_that_the_host_does_not_answer_and_that_it_does_again(
    words: bool, link: Link, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = ScriptedTerminal([Interruption.TIME_UP] * 45)

    def tick() -> None:
        link.clock.now += 1
        if link.clock.now == 42:
            link.host.sendall(wire.format_message(wire.Beat()))

    terminal.before_input, console = tick, Console(terminal)
    with open(os.devnull) as nothing:
        monkeypatch.setattr("sys.stdin", nothing)
        if words:
            PlainGuest(console, link.guest, lambda _record: None).run(HELLO)
        else:
            ScreenGuest(terminal, link.guest, Look(), lambda _record: None).run(HELLO)
    told = [
        f"No answer from the host for {seconds} seconds. Ctrl-C leaves." for seconds in (20, 40)
    ]
    if words:
        assert console.lines == ["Knocking ...", *told, "The host answers again."]
    else:
        assert [frame.text_rows[-1].strip() for frame in terminal.frames] == ["", *told, ""]


@pytest.fixture
def piped(monkeypatch: pytest.MonkeyPatch) -> Iterator[IO[str]]:
    """Return the other end of a pipe that is the standard input."""
    reading, writing = os.pipe()
    with open(reading) as ours, open(writing, "w") as theirs:
        monkeypatch.setattr("sys.stdin", ours)
        yield theirs


def test_the_end_of_the_input_counts_behind_all_lines(piped: IO[str]) -> None:
    console = StandardConsole(SignalWatcher())
    assert console.poll(takes_lines=False, sees_end=True) is Interruption.TIME_UP
    piped.write("one")
    piped.close()
    seen = [console.poll(takes_lines=takes, sees_end=True) for takes in (False, False, True, False)]
    assert seen == [Interruption.TIME_UP] * 2 + [TypedLine("one"), Interruption.ENDED]
    assert console.poll(takes_lines=False) is Interruption.TIME_UP


def test_lines_that_came_together_answer_one_question_each(link: Link, piped: IO[str]) -> None:
    guest = PlainGuest(StandardConsole(SignalWatcher()), link.guest, lambda _record: None)
    piped.write("one\ntwo\n")
    piped.flush()
    for has_input in (True, False):
        guest._handle(wire.Prompt())
        guest._take_input(has_input=has_input)
    link.guest.flush()
    answers = [wire.parse_from_guest(line) for line in link.host.recv(10_000).splitlines()]
    assert [one for one in answers if isinstance(one, wire.Answer)] == [
        wire.Answer("one"),
        wire.Answer("two"),
    ]


def test_a_guest_that_was_stopped_takes_all_pictures_at_once(link: Link) -> None:
    picture = wire.Rows(1, WINDOW, Theme.TERMINAL, (0, 0), {})
    link.host.sendall(wire.format_message(picture) * 600)
    guest = ScreenGuest(ScriptedTerminal([]), link.guest, Look(), take_no_record)
    guest.read()
    assert guest.end is None


def test_nobody_was_silent_while_this_end_was_stopped(link: Link) -> None:
    link.guest.keep_alive()
    link.clock.now += DAY
    assert link.guest.keep_alive() is None
    heard = [link.guest.keep_alive() for link.clock.now in range(DAY + 1, DAY + 31)]
    assert [one for one in heard if one is not None] == [20], "the host is stopped, too"


def test_a_guest_in_words_is_prompted_again_behind_a_silence_or_once_continued(link: Link) -> None:
    console = Console(ScriptedTerminal([Interruption.CONTINUED]))
    guest = PlainGuest(console, link.guest, lambda _record: None)
    guest._report_silence(20)
    assert console.prompts == 0, "nothing is asked yet"
    guest._handle(wire.Prompt())
    guest._report_silence(0)
    assert console.prompts == 2
    guest._take_input(has_input=False)
    assert console.prompts == 3


def test_who_is_continued_after_a_day_finds_few_beats_and_is_heard_at_once(link: Link) -> None:
    for second in range(DAY):
        link.clock.now = second
        link.guest.keep_alive()
    beats = link.host.recv(1_000_000)
    assert 0 < beats.count(b"\n") < 20
    link.host.sendall(beats)
    link.guest.receive()
    assert link.guest.keep_alive() == 0


def test_two_ends_that_were_stopped_together_hear_each_other_again(link: Link) -> None:
    link.clock.now = DAY
    link.guest.keep_alive()
    assert link.host.recv(1_000_000) == wire.format_message(wire.Beat())


def test_the_same_account_takes_its_seat_over_at_once_and_the_old_terminal_is_told(
    tmp_path: Path,
) -> None:
    two = TwoTerminals(options_in(tmp_path), duet(1, seed=5))
    old = two.join(account=ZOE)
    two.press(LEFT, "1", "enter", "R", "y")
    assert "wants to resign" in two.text(RIGHT)
    new = two.knock(account=ZOE)
    old.read()
    assert old.messages[-1] == wire.Ended(wire.Parting.MOVED)
    assert old.is_closed
    assert "Left led the 2 of Doves." in new.text
    assert "Another terminal of the same account now has Zoe's seat." in two.text(LEFT)
    two.press(RIGHT, "2", "enter")
    assert "Space continue" in two.text(LEFT)
    two.close()


@pytest.mark.parametrize("account", [OTHER, None])
def test_no_other_account_does(account: wire.Account | None, tmp_path: Path) -> None:
    two = TwoTerminals(options_in(tmp_path), duet(1, seed=5))
    seated = two.join(account=None if account is None else ZOE)
    other = two.knock_silently(account)
    other.read()
    assert other.messages == [wire.Refused(wire.Refusal.BUSY)]
    two.guest = seated
    two.press(LEFT, "1", "enter")
    assert "Left led" in two.text(RIGHT)
    two.close()


def test_while_somebody_is_asked_about_no_one_else_may_knock(tmp_path: Path) -> None:
    two = TwoTerminals(options_in(tmp_path), duet(1, seed=5))
    first = two.knock(account=ZOE)
    second = two.knock_silently(ZOE)
    second.read()
    assert second.messages == [wire.Refused(wire.Refusal.BUSY)]
    two.guest = first
    two.press(LEFT, "y")
    assert "Left is choosing ..." in two.text(RIGHT)
    two.close()
