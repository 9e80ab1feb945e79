"""Who knocks is asked for over any screen of the host, and then sits down, or is sent away."""

from __future__ import annotations

import socket
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.core.cards import Seat
from foxduet.remote.table import Knock, KnockScreen
from foxduet.remote.wire import Hello, Refusal, Refused, Waiting
from foxduet.ui.kit.keys import Told
from foxduet.ui.kit.screen import Screen
from foxduet.words.i18n import use_language
from tests.support.meetings import HELLO, TwoTerminals, watched_screens
from tests.support.players import duet
from tests.support.reviews import AT, branching, lesson_at, reviewing
from tests.support.stories import Paper
from tests.support.tables import options_in, text_of

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
    "the game looked through": ("3", "enter"),
    "its help": ("3", "enter", "?"),
    "a review that is begun": ("4", "enter"),
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
        two.press(LEFT, Told(step) if isinstance(step, Screen) else step)
    return two


EVERY_SCREEN: list[tuple[str, Callable[..., TwoTerminals], object]] = [
    (name, begin, steps)
    for begin, table in ((at_the_form, FORM), (left_in_a_round, ROUND), (left_at_the_end, END))
    for name, steps in table.items()
]


@pytest.mark.parametrize("yes", [True, False], ids=["yes", "no"])
@pytest.mark.parametrize(
    ("begin", "steps"),
    [one[1:] for one in EVERY_SCREEN],
    ids=[one[0] for one in EVERY_SCREEN],
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
        assert seen[-1] == "KnockScreen"
        two.press(LEFT, "y" if yes else "n")
    if not yes:
        assert Refused(Refusal.NO) in guest.messages
        assert seen[-1] == before
        two.close()
        return
    if begin is at_the_form:
        assert guest.messages[-1] == Waiting(may_come_in=True)
        two.press(LEFT, "escape" if before == "TextScreen" else "end", "end", "enter")
    assert "KnockScreen" != seen[-1] != "WaitingScreen"
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
        ("over", ("3",), ()),
        ("over", ("4",), ()),
    ],
)
def test_a_host_in_words_is_asked_whatever_they_hear_and_the_answer_counts(
    game: str | None,
    before: tuple[str, ...],
    after: tuple[str, ...],
    hello: Hello,
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
    two.lose_guest()
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
            drawn = text_of(KnockScreen(Knock("Z" * length, account, is_own))).splitlines()
            rows = [row.strip() for row in drawn[9:13] if row.strip()]
            assert rows
            assert len(rows) == 1 or len(rows[-1]) > 15, rows
    use_language("en")
