"""The game in a real terminal, inside tmux: whole games, and what is left behind on leaving."""

from __future__ import annotations

import os
import re
import shutil
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic

import pytest

from foxduet.position import format_position, position_of
from foxduet.store.records import latest_unfinished, load_game
from tests.panes import Pane
from tests.places import RECORDS
from tests.ui.tables import cards_in

HANDED_OVER = "can see the screen."
SEED_IN_WHICH_THE_PARTNER_LEADS = "2"

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="there is no tmux here")


@pytest.fixture
def pane(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Pane]:
    name = re.sub("[^a-z0-9]", "", request.node.name.lower())[-40:]
    pane = Pane(f"foxduet-{os.getpid()}-{name}", tmp_path / "home")
    yield pane
    pane.close()


def look(pane: Pane) -> str:
    """Confirm a handoff; return the picture with the hand."""
    pane.wait_for(HANDED_OVER)
    pane.press("Enter")
    return pane.wait_for("b blank")


def position_on_file(pane: Pane) -> str:
    """Return the position of the game under way as its record has it."""
    latest = latest_unfinished(pane.home / "records")
    assert latest is not None
    return format_position(position_of(latest[0].state))


def test_a_whole_game_is_played_by_both_seats(pane: Pane) -> None:
    pane.start("--level 1 --seed 5 --no-animation")
    last = ""
    for _ in range(400):
        text = pane.wait_for_change(last)
        last = text
        if "Play again" in text:
            break
        pane.press("y" if "[y: Resign]" in text else "Enter")
    assert "Play again" in text
    pane.press("q")
    assert "status 0." in pane.wait_for_status()
    records = list((pane.home / "records").iterdir())
    assert len(records) == 1
    assert load_game(records[0])[0].state.outcome is not None


def test_the_title_screen_starts_a_game(pane: Pane) -> None:
    pane.start("")
    pane.wait_for("New game")
    pane.press("Enter")
    pane.wait_for("Deal the cards")
    pane.press(
        "Down", "Down", "BSpace", "BSpace", "BSpace", "BSpace", "A", "n", "n", "Down", "Down"
    )
    pane.wait_for("▸ Deal the cards")
    pane.press("Enter")
    text = pane.wait_for(HANDED_OVER)
    assert "Ann" in text


def test_a_solo_game_is_played_left_while_thinking_and_resumed(pane: Pane) -> None:
    pane.start("--solo novice --level 1 --seed 5 --limit 0.2")
    text = pane.wait_for_change("")
    for turn in range(24):
        assert HANDED_OVER not in text
        if turn == 12:
            # As likely as not the partner is thinking now, or a pause is on.
            os.kill(pane.game_process(), signal.SIGKILL)
            pane.wait_for_status()
            pane.new_window()
            pane.start("--resume --no-animation")
            # It comes back as it was.
            text = pane.wait_for_change("")
        text = pane.press_until_change("Enter", text)
    while "Play again" not in text:
        text = pane.press_until_change("y" if "y: Resign" in text else "R", text)
    while "Play again" in text:
        # Par may come up on the screen meanwhile.
        text = pane.press_until_change("q", text)
    assert "status 0." in pane.wait_for_status()
    records = list((pane.home / "records").iterdir())
    assert len(records) == 1
    game = load_game(records[0])[0]
    assert game.state.outcome is not None
    assert game.header.ai == (None, "novice")


def wait_for_one_card(pane: Pane, expected: str) -> None:
    """Wait for a picture with ``expected`` and one card, the decree; a torn one may show more."""
    pane.wait_until(lambda text: expected in text and len(cards_in(text)) == 1, expected)


SLOW = """
import sys
from foxduet import thinking
from foxduet.ai.thought import Thought
def slow(observation, rng, stop):
    while not stop():
        pass
    return Thought(observation.choices[0], cut_short=True)
thinking.partner_named = lambda name: slow
from foxduet.__main__ import main
sys.argv = ["foxduet", "--solo", "--level", "2", "--seed", "{seed}", "--limit", "60"]
sys.exit(main())
"""


@pytest.mark.parametrize("way", ["quit", "ctrl-c", "terminated", "hung up"])
def test_the_program_is_left_at_once_while_the_partner_thinks(
    pane: Pane, way: str, tmp_path: Path
) -> None:
    program = tmp_path / "slow.py"
    program.write_text(SLOW.replace("{seed}", SEED_IN_WHICH_THE_PARTNER_LEADS))
    pane.start_program(f'exec(open("{program}").read())')
    pane.wait_for("Expert is thinking")
    pane.press("Tab")
    pane.wait_for("Musician: the winner")
    pane.press("Tab")
    pane.wait_for("Expert is thinking")
    pane.press("b")
    wait_for_one_card(pane, "Expert goes on when you look again.")
    pane.press("Enter")
    pane.wait_until(
        lambda text: "Expert is thinking" in text and len(cards_in(text)) >= 12, "the hand"
    )
    kind, what, _status = LEAVING[way]
    if kind == "signal":
        os.kill(pane.game_process(), int(what))
    else:
        for key in what.split():
            pane.press(key)
            if key == "q":
                pane.wait_for("Leave the game?")
    began = monotonic()
    assert "foxduet --resume" in pane.wait_for_status()
    assert monotonic() - began < 5
    assert len(cards_in(pane.text_with_scrollback())) <= 1


def test_a_suspended_partner_thinks_no_more_and_the_hand_is_covered(
    pane: Pane, tmp_path: Path
) -> None:
    program = tmp_path / "slow.py"
    program.write_text(SLOW.replace("{seed}", SEED_IN_WHICH_THE_PARTNER_LEADS))
    pane.start_program(f'exec(open("{program}").read())')
    pane.wait_for("Expert is thinking")
    pane.press("C-z")
    pane.wait_for("Stopped", "suspended")
    assert len(cards_in(pane.text_with_scrollback())) <= 1
    pane.press("f", "g", "Enter")
    wait_for_one_card(pane, "Press Enter to see your hand.")
    pane.press("Enter")
    pane.wait_for("Expert is thinking")


LEAVING = {
    "quit": ("keys", "q Enter", 0),
    "ctrl-c": ("keys", "C-c", 128 + signal.SIGINT),
    "ctrl-backslash": ("keys", "C-\\", 128 + signal.SIGQUIT),
    "terminated": ("signal", str(int(signal.SIGTERM)), 128 + signal.SIGTERM),
    "hung up": ("signal", str(int(signal.SIGHUP)), 128 + signal.SIGHUP),
}


@pytest.mark.parametrize("alternate", ["alternate screen", "one screen"])
@pytest.mark.parametrize("way", LEAVING)
def test_no_hand_is_left_behind(pane: Pane, way: str, alternate: str) -> None:
    if alternate == "one screen":
        pane.without_alternate_screen()
    pane.start("--level 2 --seed 7")
    hand = cards_in(look(pane))
    assert len(hand) >= 11
    before = position_on_file(pane)
    kind, what, status = LEAVING[way]
    if kind == "signal":
        os.kill(pane.game_process(), int(what))
    else:
        for key in what.split():
            pane.press(key)
            if key == "q":
                pane.wait_for("Leave the game?")
    text = pane.wait_for_status()
    assert f"status {status}." in text
    assert "foxduet --resume" in text
    # The decree lay open; no more than that may be found.
    assert len(cards_in(pane.text_with_scrollback())) <= 1
    assert position_on_file(pane) == before


def is_running(process: int) -> bool:
    """Tell whether a process has not ended yet."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_second_signal_on_the_way_out_leaves_nothing_either(pane: Pane) -> None:
    pane.without_alternate_screen()
    pane.start("--level 2 --seed 7")
    look(pane)
    process = pane.game_process()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        with suppress(ProcessLookupError):
            os.kill(process, number)
    # The shell tells no status of a program that a signal has ended in the middle of its list.
    pane.wait_until(lambda _text: not is_running(process), "the end")
    assert len(cards_in(pane.text_with_scrollback())) <= 1


def test_a_larger_window_leaves_no_hand_in_the_scrollback(pane: Pane) -> None:
    pane.without_alternate_screen()
    pane.start("--level 2 --seed 7")
    look(pane)
    pane.resize(130, 45)
    pane.wait_for("both swap one")
    pane.press("b")
    pane.wait_for(HANDED_OVER)
    assert len(cards_in(pane.text_with_scrollback())) <= 1


def test_a_game_stopped_from_outside_comes_back_blank(pane: Pane) -> None:
    pane.start("--level 2 --seed 7")
    look(pane)
    process = pane.game_process()
    os.kill(process, signal.SIGSTOP)
    os.kill(process, signal.SIGCONT)
    if "Stopped" in pane.wait_for(HANDED_OVER, "Stopped", "suspended"):
        # The shell was quick enough to notice, and has taken the terminal back.
        pane.press("f", "g", "Enter")
    wait_for_one_card(pane, HANDED_OVER)


def test_keys_typed_ahead_open_no_hand(pane: Pane) -> None:
    pane.start("--level 2 --seed 7")
    look(pane)
    pane.press("Enter", "Enter", "Enter", "Enter", "Space", "Enter")
    text = pane.wait_for("Left can see the screen.")
    assert "it is your turn to follow" in text
    # Whatever was typed has been read by the time that a later key is answered.
    pane.press("?")
    pane.wait_for("What you are after")
    pane.press("Escape")
    assert len(cards_in(pane.wait_for("Left can see the screen."))) == 2


def colours(pane: Pane) -> set[str]:
    """Return the colours of letters in the window, as the terminal was told them."""
    return set(re.findall(r"\x1b\[(?:[01];)*(38;5;\d+|3[1-7])m", pane.text_with_escapes()))


@pytest.mark.parametrize(
    ("before", "arguments", "expected"),
    [
        ("TERM=tmux-256color", "", "38;5;"),
        ("TERM=xterm", "", "3"),
        ("NO_COLOR=1", "", None),
        ("", "--no-color", None),
    ],
)
def test_colours_are_as_many_as_wanted(
    pane: Pane, before: str, arguments: str, expected: str | None
) -> None:
    pane.start(f"--level 2 --seed 7 {arguments}", before)
    look(pane)
    used = colours(pane)
    if expected is None:
        assert used == set()
    else:
        assert len(used) >= 4
        assert all(colour.startswith(expected) for colour in used)


@pytest.mark.parametrize("alternate", ["alternate screen", "one screen"])
def test_a_suspended_game_shows_no_hand_and_comes_back_blank(pane: Pane, alternate: str) -> None:
    if alternate == "one screen":
        pane.without_alternate_screen()
    pane.start("--level 2 --seed 7")
    look(pane)
    pane.press("C-z")
    pane.wait_for("Stopped", "suspended")
    assert len(cards_in(pane.text_with_scrollback())) <= 1
    pane.press("f", "g", "Enter")
    wait_for_one_card(pane, HANDED_OVER)
    assert "10⋎d" not in pane.text()
    look(pane)


def test_a_killed_game_goes_on_where_it_was(pane: Pane) -> None:
    pane.start("--level 3 --seed 2 --no-animation")
    for _ in range(2):
        look(pane)
        pane.press("Enter")
    # The second card is Foxes.
    pane.wait_for("who may swap the decree?")
    before = position_on_file(pane)
    os.kill(pane.game_process(), signal.SIGKILL)
    pane.wait_for_status()
    # Nobody puts the terminal right after a kill; another one is as good.
    pane.new_window()
    pane.start("--resume")
    text = pane.wait_for(HANDED_OVER)
    assert position_on_file(pane) == before
    assert len(cards_in(text)) <= 3


def test_a_resize_in_any_direction_is_followed(pane: Pane) -> None:
    pane.start("--level 2 --seed 7")
    pane.wait_for(HANDED_OVER)
    pane.resize(60, 20)
    pane.wait_for("foxduet needs 80x24, this is 60x20")
    pane.resize(130, 45)
    text = pane.wait_for(HANDED_OVER)
    assert len(cards_in(text)) == 1
    pane.press("Enter")
    assert "both swap one" in pane.wait_for("b blank")
    pane.resize(10, 3)
    pane.wait_until(lambda text: not cards_in(text), "the hand to go")
    pane.resize(80, 24)
    pane.wait_until(lambda text: len(cards_in(text)) >= 11, "the hand to come back")


@pytest.mark.parametrize(
    ("before", "arguments"),
    [
        ("env -u TERM", ""),
        ("TERM=", ""),
        ("TERM=no-such-terminal", ""),
        ("TERM=vt100", ""),
        ("NO_COLOR=1", ""),
        ("TERM=xterm", "--no-color"),
        ("LINES=5 COLUMNS=5", ""),
    ],
)
def test_many_kinds_of_terminal_will_do(pane: Pane, before: str, arguments: str) -> None:
    pane.start(f"--level 2 --seed 7 {arguments}", before)
    assert "Royal Heir" in look(pane)
    pane.press("C-c")
    assert "status 130." in pane.wait_for_status()


@pytest.mark.parametrize(
    ("before", "arguments"), [("LC_ALL=C", ""), ("TERM=linux", ""), ("", "--ascii")]
)
def test_seven_bits_where_wanted_or_needed(pane: Pane, before: str, arguments: str) -> None:
    pane.start(f"--level 2 --seed 7 {arguments}", before)
    assert look(pane).isascii()
    assert re.search(r"\b[1-9] +[v@*][drs]", pane.text())


def test_a_terminal_that_cannot_move_its_cursor_is_refused(pane: Pane) -> None:
    pane.start("--level 2", "TERM=dumb")
    text = pane.wait_for_status()
    assert "this terminal (TERM=dumb) cannot move its cursor" in " ".join(text.split())
    assert "status 2." in text


def test_a_record_is_looked_through(pane: Pane) -> None:
    pane.start(f"replay {RECORDS / 'level2-victory.toml'}")
    pane.wait_for("After action 0 of")
    pane.press("End")
    assert "You have won!" in pane.wait_for("After action 102 of 102")
    pane.press("q")
    assert "status 0." in pane.wait_for_status()


def test_a_game_under_way_is_looked_through_only_after_a_question(pane: Pane) -> None:
    pane.start("--level 2 --seed 7")
    pane.wait_for(HANDED_OVER)
    pane.press("C-c")
    pane.wait_for_status()
    latest = latest_unfinished(pane.home / "records")
    assert latest is not None
    pane.start(f"replay {latest[1].path}")
    pane.wait_for("Go on? [y/N]")
    pane.press("n", "Enter")
    pane.wait_for_status(programs=2)
    assert len(cards_in(pane.text_with_scrollback())) <= 1


FAILING = """
import sys
from foxduet.ui import app
from foxduet.__main__ import main
press = app.press
def failing(screen, key, *rest):
    return press(screen, key, *rest) if key != "x" else {}["7 of Doves"]
app.press = failing
sys.argv = ["foxduet", "--level", "2", "--seed", "7"]
sys.exit(main())
"""


@pytest.mark.parametrize("alternate", ["alternate screen", "one screen"])
def test_an_error_of_the_program_leaves_one_line_and_no_hand(
    pane: Pane, alternate: str, tmp_path: Path
) -> None:
    if alternate == "one screen":
        pane.without_alternate_screen()
    program = tmp_path / "failing.py"
    program.write_text(FAILING)
    pane.start_program(f'exec(open("{program}").read())')
    assert len(cards_in(look(pane))) >= 11
    before = position_on_file(pane)
    pane.press("x")
    text = " ".join(pane.wait_for_status().split())
    assert "an error of the program (KeyError in " in text
    assert "foxduet --resume goes on with it status 1." in text
    assert "Traceback" not in text
    assert len(cards_in(pane.text_with_scrollback())) <= 1
    assert position_on_file(pane) == before


def test_a_broken_record_is_looked_through_up_to_its_fault(pane: Pane, tmp_path: Path) -> None:
    text = (RECORDS / "level2-lost.toml").read_text("utf-8")
    record = tmp_path / "broken.toml"
    record.write_text(text.replace("\n]", '\n  "team resign",\n]'))
    pane.start(f"replay {record}")
    assert "From here on" not in pane.wait_for("After action 0 of")
    pane.press("End")
    pane.wait_for("From here on the record is not in order.")
    pane.press("q")
    told = " ".join(pane.wait_for_status().split())
    assert "the game is over" in told
    assert "status 1." in told


def test_a_review_is_left_under_way_and_opens_at_once_when_it_is_done(
    pane: Pane, tmp_path: Path
) -> None:
    record = tmp_path / "game.toml"
    shutil.copy(RECORDS / "level1-victory.toml", record)
    pane.start(f"review {record} --worlds 3000")
    pane.wait_for("decisions, about")
    pane.press("q")
    assert "status 0." in pane.wait_for_status()
    kept = tmp_path / "game.toml.review.json"
    assert kept.exists()
    pane.new_window()
    pane.start(f"review {record} --worlds 20 --jobs 2")
    pane.wait_for("Both hands open")
    pane.press("n", "o")
    pane.wait_for("With open hands")
    pane.press("o", "t")
    pane.wait_for("Who plays on from there?")
    pane.press("Enter")
    pane.wait_for(HANDED_OVER)
    assert len(list((pane.home / "records").iterdir())) == 1
    pane.press("q")
    pane.wait_for("Leave the game?")
    pane.press("Enter")
    assert "status 0." in pane.wait_for_status()
