"""The game in a real terminal, inside tmux: whole games, records and reviews."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from foxduet.core.cards import Play, Seat
from foxduet.core.registry import read_resource
from foxduet.games.classic.rules.notation import format_position, position_of
from foxduet.store.saved_games import SavedGame, load_game, save_game
from tests.support import panes
from tests.support.classic import cards_in as classic_cards_in
from tests.support.classic import classic, moment, played_match
from tests.support.entries import latest_unfinished
from tests.support.panes import HANDED_OVER, Pane, key_for, look, saved_position, wait_for_one_card
from tests.support.players import VICTORY, beginning_of
from tests.support.processes import RECORDS, path_for
from tests.support.quick_reviews import AT_THE_START
from tests.support.tables import cards_in

termios = pytest.importorskip("termios", reason="there are no pseudo-terminals")

SHORT_BOARD = """
gems = [1, 0, 0, 1, 0, 0, 1]
plus = []
start = 4
forest_tokens = 1
"""


def test_a_whole_game_is_played_by_both_seats(pane: Pane, tmp_path: Path) -> None:
    # As many tricks as a game needs that both play in, and not a minute's worth of them.
    board = tmp_path / "board.toml"
    board.write_text(SHORT_BOARD, "utf-8")
    pane.start(f"--level 1 --board {board} --seed 5 --no-animation")
    text = pane.wait_for_change("")
    pane.play_until("Play again", text, key_for, 200)
    pane.press("q")
    assert "status 0." in pane.wait_for_status()
    records = list((pane.home / "records").iterdir())
    assert len(records) == 1
    game = load_game(records[0])[0]
    assert game.state.table.outcome is not None
    assert {turn.action.seat for turn in game.turns if isinstance(turn.action, Play)} == {*Seat}


def test_a_round_ends_and_the_next_one_is_dealt(pane: Pane) -> None:
    turns = max(
        at
        for at, state in enumerate(VICTORY.states)
        if state.table.round == 1 and state.table.tricks_done == 10
    )
    folder = pane.home / "records"
    folder.mkdir(parents=True)
    save_game(SavedGame(folder / "game.toml"), beginning_of(VICTORY, turns))
    pane.start("--resume --no-animation")
    text = pane.wait_for(HANDED_OVER)
    pane.play_until("Round 2", text, key_for, 40)
    pane.press("C-c")
    pane.wait_for_status()
    assert load_game(folder / "game.toml")[0].state.table.round == 2


def test_the_title_screen_starts_a_game(pane: Pane) -> None:
    pane.start("")
    pane.follow("=> Who is playing?", "Escape => New game", "Right => two of us")
    # Somebody new is offered to learn first.
    pane.follow("1 Enter => Who are the two of you?")
    # So many letters at once are a paste.
    pane.press("A", "n", "n")
    pane.follow("=> Ann_", "Enter Enter => Deal the cards", f"Enter => {HANDED_OVER}")
    assert "Ann" in pane.text()


def test_a_killed_game_continues_where_it_was(pane: Pane) -> None:
    pane.start("--level 3 --seed 2 --no-animation")
    for _ in range(2):
        look(pane)
        panes.play_first_card(pane)
    # The second card is Foxes.
    pane.wait_for("Who may swap?")
    before = saved_position(pane)
    os.kill(pane.game_process(), signal.SIGKILL)
    pane.wait_for_status()
    # A kill leaves the terminal as it was; another one is as good.
    pane.new_window()
    pane.start("--resume")
    text = pane.wait_for(HANDED_OVER)
    assert saved_position(pane) == before
    assert len(cards_in(text)) <= 3


def test_a_record_is_replayed(pane: Pane) -> None:
    pane.start(f"replay {RECORDS / 'level2-victory.toml'}")
    pane.wait_for("After move 0 of")
    pane.press("End")
    assert "You win!" in pane.wait_for("After move 102 of 102")
    pane.press("q")
    assert "status 0." in pane.wait_for_status()


def test_an_unfinished_game_is_replayed_only_after_a_question(pane: Pane) -> None:
    pane.start("--level 2 --seed 7")
    pane.wait_for(HANDED_OVER)
    pane.press("C-c")
    pane.wait_for_status()
    latest = latest_unfinished(pane.home / "records")
    assert latest is not None
    pane.start(f"replay {latest[1].path}")
    pane.wait_for("Continue? [y/N]")
    pane.press("n", "Enter")
    pane.wait_for_status(programs=2)
    assert len(cards_in(pane.text_with_scrollback())) <= 1


def test_a_broken_record_is_replayed_up_to_its_error(pane: Pane, tmp_path: Path) -> None:
    text = (RECORDS / "level2-lost.toml").read_text("utf-8")
    record = tmp_path / "broken.toml"
    record.write_text(text.replace("\n]", '\n  "team resign",\n]'), "utf-8")
    pane.start(f"replay {record}")
    assert "From here on" not in pane.wait_for("After move 0 of")
    pane.press("End")
    pane.wait_for("The record is not valid from here on.")
    pane.press("q")
    output = " ".join(pane.wait_for_status().split())
    assert "the game is over" in output
    assert "status 1." in output


def test_a_review_is_left_while_it_is_refined_and_opens_at_once_when_it_is_done(
    pane: Pane, tmp_path: Path
) -> None:
    record = tmp_path / "game.toml"
    shutil.copy(RECORDS / "glade.toml", record)
    quickly = f"PYTHONPATH={shlex.quote(path_for(AT_THE_START, tmp_path))}"
    pane.start(f"review {record} --worlds 100000 --jobs 2", quickly)
    pane.follow("=> what was better", "q => n retry")
    pane.press("q")
    assert "status 0." in pane.wait_for_status()
    saved = tmp_path / "game.toml.review-100000.json"
    assert saved.exists()
    pane.new_window()
    pane.start(f"review {record} --worlds 2 --jobs 2", quickly)
    pane.follow(
        "=> what was better",
        "q => n retry",
        "e e e => Both hands open",
        "o => In hindsight",
        "o t => Who plays on from here?",
        f"Enter => {HANDED_OVER}",
    )
    assert len(list((pane.home / "records").iterdir())) == 1
    pane.follow("q => Leave the branch?", "y => The branch is saved as")
    pane.press("q")
    assert "status 0." in pane.wait_for_status()


def test_a_solo_game_is_played_left_while_thinking_and_resumed(pane: Pane) -> None:
    pane.start("--solo novice --level 1 --seed 5 --limit 0.2")
    text = pane.wait_for_change("")
    for turn in range(12):
        assert HANDED_OVER not in text
        if turn == 6:
            # By now the partner is probably thinking, or there is a pause.
            os.kill(pane.game_process(), signal.SIGKILL)
            pane.wait_for_status()
            pane.new_window()
            pane.start("--resume --no-animation")
            # It comes back as it was.
            text = pane.wait_for_change("")
        text = pane.press_until_change(key_for(text), text)
    while "Play again" not in text:
        text = pane.press_until_change("y" if "y: Resign" in text else "R", text)
    while "Play again" in text:
        # Par may come up on the screen meanwhile.
        text = pane.press_until_change("q", text)
    assert "status 0." in pane.wait_for_status()
    records = list((pane.home / "records").iterdir())
    assert len(records) == 1
    game = load_game(records[0])[0]
    assert game.state.table.outcome is not None
    assert game.header.ai == (None, "novice")


SEED_IN_WHICH_THE_PARTNER_LEADS = "2"
SLOW = """
import sys
from foxduet.ai import workers as thinking
from foxduet.ai.partner import Thought
def slow(observation, rng, stop):
    while not stop():
        pass
    return Thought(observation.choices[0], cut_short=True)
thinking.get_partner = lambda game, name, beside: slow
thinking.stop_at_deadline = lambda seconds: lambda: False
from foxduet.__main__ import main
sys.argv = ["foxduet", "--solo", "--level", "2", "--seed", "{seed}", "--limit", "60"]
sys.exit(main())
"""


def start_slow_partner(pane: Pane) -> None:
    """Start a game in which the partner leads, and thinks until it is stopped."""
    pane.start_program(SLOW.replace("{seed}", SEED_IN_WHICH_THE_PARTNER_LEADS))
    pane.wait_for("Your partner is thinking")


@pytest.mark.parametrize("way", ["quit", "ctrl-c", "terminated", "hung up"])
def test_the_program_is_left_at_once_while_the_partner_thinks(pane: Pane, way: str) -> None:
    start_slow_partner(pane)
    pane.follow("Tab => Musician, after the trick", "Tab => Your partner is thinking")
    pane.press("b")
    wait_for_one_card(pane, "Your partner continues when you look again.")
    pane.press("Space")
    pane.wait_until(
        lambda text: "Your partner is thinking" in text and len(cards_in(text)) >= 12, "the hand"
    )
    panes.leave(pane, way)
    assert "foxduet --resume" in pane.wait_for_status()
    assert len(cards_in(pane.text_with_scrollback())) <= 1


def test_a_suspended_partner_thinks_no_more_and_the_hand_is_covered(pane: Pane) -> None:
    start_slow_partner(pane)
    pane.press("C-z")
    pane.wait_for("Stopped", "suspended")
    assert len(cards_in(pane.text_with_scrollback())) <= 1
    pane.type_command("fg")
    wait_for_one_card(pane, "Press Space to see your hand.")
    pane.press("Space")
    pane.wait_for("Your partner is thinking")


CARDS = 2
"""How many are played at a time: a trick."""
SIZES = ((100, 30), (60, 20), (130, 45), (80, 12), (80, 24))
"""Columns and rows; in the third and the last there is room for screens again."""


@pytest.fixture
def other_pane(pane: Pane) -> Iterator[Pane]:
    """Return a second terminal, on a server and with a home of its own."""
    with closing(Pane(pane.home.with_name("other-home"))) as other:
        yield other


def deal(host: Pane, guest: Pane) -> None:
    """Deal the first round: both have talked, if they wanted to."""
    guest.wait_for("Before the first deal")
    host.follow("Space => Waiting for Zoe to press Space.")
    guest.follow("Space => Round 1")
    host.wait_for("Round 1")


@pytest.fixture
def join(pane: Pane) -> Iterator[str]:
    """Host a game in the first window; return the command of a guest."""
    with TemporaryDirectory(dir="/tmp") as folder:
        place = shlex.quote(f"{folder}/table")
        pane.start(f"host --level 1 --seed 5 --no-animation --socket {place}")
        pane.wait_for("The other player types this at")
        yield f"join {place} --name Zoe --no-animation"


def test_two_terminals_play_and_a_guest_that_is_killed_comes_back(
    pane: Pane, other_pane: Pane, join: str
) -> None:
    other_pane.start(join)
    pane.follow("=> Let Zoe in?", "y => Before the first deal")
    deal(pane, other_pane)
    panes.play_cards(pane, other_pane, CARDS)
    before = saved_position(pane)
    os.kill(other_pane.game_process(), signal.SIGKILL)
    pane.wait_for("Zoe is not at the table.")
    other_pane.new_window()
    other_pane.start(join)
    pane.follow("=> Let Zoe in?", "y => Round 1")
    other_pane.wait_for("Round 1")
    assert saved_position(pane) == before
    panes.play_cards(pane, other_pane, CARDS)
    pane.follow("q => Leave the table?")
    pane.press("y")
    assert "foxduet host --resume" in pane.wait_for_status()
    assert "The host has left" in other_pane.wait_for_status()


def test_the_recipe_for_tmux_is_for_a_window_of_80x24(pane: Pane) -> None:
    (recipe,) = re.findall("tmux new .*", read_resource("foxduet.words", "help/host.md"))
    recipe = recipe.replace("foxduet", f"{sys.executable} -m foxduet")
    with TemporaryDirectory(dir="/tmp") as folder:
        recipe = recipe.replace("tmux", f"tmux -S {folder}/server").replace(
            "host", "host --level 1"
        )
        pane.type_command(f"unset TMUX; export XDG_RUNTIME_DIR={folder}")
        pane.type_command(recipe)
        try:
            pane.follow("=> Let", "y => Before the first deal")
            for key in ("C-b", "n"):
                pane.press(key)
            pane.follow("Space => Waiting for Left", "q => Leave the table?")
            pane.follow("y => is not at the table.", "q => [exited]")
        finally:
            with suppress(subprocess.CalledProcessError):
                pane._tmux("-S", f"{folder}/server", "kill-server")


def test_the_seat_of_a_guest_that_is_stopped_is_taken_over_from_another_terminal(
    pane: Pane, other_pane: Pane, join: str
) -> None:
    # The shell goes on waiting for a program that is stopped.
    other_pane.type_command("set +m")
    other_pane.start(join)
    pane.follow("=> Let Zoe in?", "y => Before the first deal")
    deal(pane, other_pane)
    stopped = other_pane.game_process()
    os.kill(stopped, signal.SIGSTOP)
    other_pane.new_window()
    other_pane.start(f"{join} --plain")
    other_pane.wait_for("Left is choosing ...")
    os.kill(stopped, signal.SIGCONT)
    other_pane._tmux("last-window")
    assert "Your seat has moved to another terminal." in other_pane.wait_for_status()


def resize_in_all_directions(pane: Pane, shown: str) -> None:
    """Make a window larger and smaller, also too small for screens, and as it was."""
    for columns, rows in SIZES:
        pane.resize(columns, rows)
        is_small = columns < 80 or rows < 24
        pane.wait_for(f"this is {columns}x{rows}" if is_small else shown)


@pytest.mark.parametrize("resized", ["host", "guest"])
def test_the_window_of_either_may_have_any_size_at_any_moment(
    pane: Pane, other_pane: Pane, join: str, resized: str
) -> None:
    one = pane if resized == "host" else other_pane
    other_pane.start(join)
    other_pane.wait_for("Asking the host")
    pane.wait_for("Let Zoe in?")
    if resized == "host":
        resize_in_all_directions(one, "Let Zoe in?")
    else:
        one.resize(*SIZES[0])
    pane.follow("y => Before the first deal")
    deal(pane, other_pane)
    resize_in_all_directions(one, "Round 1")
    one.follow("q => Leave the table?")
    resize_in_all_directions(one, "Leave the table?")
    one.follow("n => Round 1")
    panes.play_cards(pane, other_pane, CARDS)


def test_the_window_of_a_guest_in_words_may_have_any_size(
    pane: Pane, other_pane: Pane, join: str
) -> None:
    other_pane.start(f"{join} --plain")
    pane.follow("=> Let Zoe in?", "y => Before the first deal", "Space => Waiting for")
    other_pane.wait_until(lambda text: text.rstrip().endswith(">"), "each prompt")
    other_pane.type_command("")
    other_pane.wait_for("is choosing")
    for columns, rows in SIZES:
        other_pane.resize(columns, rows)
    other_pane.type_command("decree")
    other_pane.wait_until(lambda text: text.count("The decree is the") == 2, "an answer")


def assert_given_back(pane: Pane, modes: list[Any]) -> None:
    """Check that a shell has the terminal as it was, and no brackets around pastes."""
    assert pane.modes() == modes
    pane.paste("pasted", marked=True)
    pane.wait_until(lambda text: text.rstrip().endswith(" pasted"), "the text alone")


@pytest.mark.parametrize("alternate", ["alternate screen", "one screen"])
@pytest.mark.parametrize("way", panes.LEAVING)
def test_no_hand_is_left_behind(pane: Pane, way: str, alternate: str) -> None:
    if alternate == "one screen":
        pane.without_alternate_screen()
    modes = pane.modes()
    pane.start("--level 2 --seed 7")
    hand = cards_in(look(pane))
    assert len(hand) >= 11
    before = saved_position(pane)
    panes.leave(pane, way)
    text = pane.wait_for_status()
    _kind, _what, status = panes.LEAVING[way]
    assert f"status {status}." in text
    assert "-m foxduet --resume" in text
    # The decree lay open; no more than that may be found.
    assert len(cards_in(pane.text_with_scrollback())) <= 1
    assert saved_position(pane) == before
    assert_given_back(pane, modes)


def is_running(process: int) -> bool:
    """Return whether a process has not ended yet."""
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
    # The shell shows no status of a program that a signal has ended in the middle of its list.
    pane.wait_until(lambda _text: not is_running(process), "the end")
    assert len(cards_in(pane.text_with_scrollback())) <= 1


def test_a_larger_window_leaves_no_hand_in_the_scrollback(pane: Pane) -> None:
    pane.without_alternate_screen()
    pane.start("--level 2 --seed 7")
    look(pane)
    pane.resize(130, 45)
    wait_for_one_card(pane, HANDED_OVER)
    assert "each gives a" in look(pane)
    pane.press("b")
    pane.wait_for(HANDED_OVER)
    assert len(cards_in(pane.text_with_scrollback())) <= 1


def test_a_game_stopped_from_outside_comes_back_blank(pane: Pane) -> None:
    # A shell with job control might notice, or not, and take the terminal back.
    modes = pane.modes()
    pane.start("--level 2 --seed 7", before="set +m;")
    look(pane)
    process, taken = pane.game_process(), pane.modes()
    os.kill(process, signal.SIGSTOP)
    with pane.driver() as terminal:
        termios.tcsetattr(terminal, termios.TCSANOW, modes)
    os.kill(process, signal.SIGCONT)
    wait_for_one_card(pane, HANDED_OVER)
    assert pane.modes() == taken


@pytest.mark.parametrize("alternate", ["alternate screen", "one screen"])
def test_a_suspended_game_shows_no_hand_and_comes_back_blank(pane: Pane, alternate: str) -> None:
    if alternate == "one screen":
        pane.without_alternate_screen()
    modes = pane.modes()
    pane.start("--level 2 --seed 7")
    look(pane)
    taken = pane.modes()
    pane.press("C-z")
    pane.wait_for("Stopped", "suspended")
    assert len(cards_in(pane.text_with_scrollback())) <= 1
    assert_given_back(pane, modes)
    pane.press("C-u")
    pane.type_command("fg")
    wait_for_one_card(pane, HANDED_OVER)
    assert "10 ▼" not in pane.text()
    assert pane.modes() == taken
    hand = look(pane)
    paste_to_play(pane)
    assert_nothing_has_come_of_it(pane, hand)


def test_keys_typed_ahead_open_no_hand(pane: Pane) -> None:
    pane.start("--level 2 --seed 7")
    look(pane)
    # More of them without an arrow in between would be a paste.
    pane.press("1", "Enter", "Up", "Enter", "Space", "Up", "Space", "Enter", "Up", "Space")
    text = pane.wait_for(HANDED_OVER)
    assert "it's your turn to follow" in text
    # All that was typed has been read by the time that a later key is answered.
    pane.press("?")
    pane.wait_for("keys and rules")
    pane.press("Escape")
    assert len(cards_in(pane.wait_for(HANDED_OVER))) == 2


DUET, CLASSIC = "--level 2 --seed 7", "--game classic --target 21 --seed 7"
MESSAGE = "see you at 3"


def assert_nothing_has_come_of_it(pane: Pane, shown: str) -> None:
    """Check that a table is as it was: whatever was sent is read before the next key."""
    pane.follow("? => keys and rules")
    pane.press("?")
    pane.wait_until(lambda text: text == shown, "the same picture")


@pytest.mark.parametrize("game", [DUET, CLASSIC])
def test_no_key_stops_the_screen_with_a_hand_on_it(pane: Pane, game: str) -> None:
    pane.start(f"{game} --no-animation")
    hand = look(pane)
    iflag, _oflag, _cflag, lflag, *_others = pane.modes()
    assert not iflag & (termios.IXON | termios.IXOFF)
    # It is about the other keys, on macOS and BSD.
    assert not lflag & termios.IEXTEN
    for key in ("C-s", "C-o", "C-y", "C-t", "C-v"):
        pane.press(key)
    assert_nothing_has_come_of_it(pane, hand)
    pane.follow("C-s =>", f"b => {HANDED_OVER}")


def paste_to_play(pane: Pane) -> None:
    """Paste what would play a card, in brackets, and with so much text that it needs none."""
    pane.paste("3\n", marked=True)
    pane.paste(f"{MESSAGE}\n", marked=False)


@pytest.mark.parametrize("game", [DUET, CLASSIC])
def test_a_paste_plays_no_card(pane: Pane, game: str) -> None:
    pane.start(f"{game} --no-animation")
    hand = look(pane)
    paste_to_play(pane)
    assert_nothing_has_come_of_it(pane, hand)


def test_a_paste_at_a_guest_is_only_what_the_guest_would_say(
    pane: Pane, other_pane: Pane, join: str
) -> None:
    modes = other_pane.modes()
    other_pane.start(join)
    pane.follow("=> Let Zoe in?", "y => Before the first deal")
    other_pane.follow("=> Before the first deal", "t => > _")
    other_pane.paste(f"{MESSAGE}\n", marked=True)
    other_pane.follow(f"=> > {MESSAGE}_", "Escape => Before the first deal")
    deal(pane, other_pane)
    panes.play_cards(pane, other_pane, 1)
    shown, seen = other_pane.text(), pane.text()
    other_pane.press("C-s")
    paste_to_play(other_pane)
    assert_nothing_has_come_of_it(other_pane, shown)
    assert pane.text() == seen
    assert MESSAGE not in pane.text_with_scrollback()
    other_pane.follow("q => Leave the table?")
    other_pane.press("y")
    other_pane.wait_for_status()
    assert_given_back(other_pane, modes)


@pytest.mark.parametrize("term", ["xterm-256color", "vt100"])
def test_the_number_pad_chooses_cards_where_terminfo_does_not_know_it(
    pane: Pane, term: str
) -> None:
    # The first takes some of what PuTTY sends for corners of the pad, the second for F5 to F10.
    pane.start(f"{DUET} --no-animation", f"TERM={term}")
    shown = look(pane)
    for sent, key in ((b"\x1bOs", "3"), (b"\x1bOt", "4"), (b"\x1bOw", "7"), (b"\x1bOm", "-")):
        pane.send(sent)
        by_pad = pane.wait_for_change(shown)
        pane.press_until_change("1", by_pad)
        pane.press(key)
        shown = pane.wait_until(lambda text, expected=by_pad: text == expected, key)  # type: ignore[misc]
    pane.send(b"\x1bOq")
    pane.wait_for_change(shown)
    pane.send(b"\x1bOM")
    pane.wait_for(HANDED_OVER)


FAILING = """
import sys
from foxduet.ui import loop
from foxduet.__main__ import main
press = loop.dispatch_key
def failing(screen, key, *rest):
    return press(screen, key, *rest) if key != "x" else {}["7 of Doves"]
loop.dispatch_key = failing
sys.argv = ["foxduet", "--level", "2", "--seed", "7"]
sys.exit(main())
"""


@pytest.mark.parametrize("alternate", ["alternate screen", "one screen"])
def test_an_error_of_the_program_leaves_one_line_and_no_hand(pane: Pane, alternate: str) -> None:
    if alternate == "one screen":
        pane.without_alternate_screen()
    modes = pane.modes()
    pane.start_program(FAILING)
    assert len(cards_in(look(pane))) >= 11
    before = saved_position(pane)
    pane.press("x")
    text = " ".join(pane.wait_for_status().split())
    assert "internal error (KeyError in " in text
    assert "foxduet --resume continues it status 1." in text
    assert "Traceback" not in text
    assert len(cards_in(pane.text_with_scrollback())) <= 1
    assert saved_position(pane) == before
    assert_given_back(pane, modes)


MATCH = played_match(classic(16, seed=1))


def saved_line(folder: Path) -> str:
    latest = latest_unfinished(folder)
    assert latest is not None
    return format_position(position_of(latest[0].state))


def test_the_last_round_of_a_match_is_played_by_both_seats(pane: Pane) -> None:
    # As many tricks as show a round's end, and not a minute's worth of them.
    turns = next(
        at
        for at in range(len(MATCH.states) - 1, 0, -1)
        if MATCH.states[at].table.tricks_done == 12
        and MATCH.states[at].table.round == MATCH.states[-1].table.round
        and MATCH.states[at].table.trick.lead is None
    )
    folder = pane.home / "records"
    folder.mkdir(parents=True)
    game = moment(MATCH, turns, looking=False).session.game
    save_game(SavedGame(folder / "match.toml"), game)
    pane.start("--resume --no-animation")
    text = pane.wait_for("One card each.")
    text = pane.play_until("Play again", text, key_for, 60)
    assert re.search(r"wins the match, \d+ to \d+\.|share the win|more points in", text)
    assert re.search(r"Round +1 +2 .* Match", text)
    pane.press("q")
    assert "status 0." in pane.wait_for_status()
    assert load_game(folder / "match.toml")[0].result is not None


def test_a_killed_match_continues_where_it_was(pane: Pane) -> None:
    pane.start("--game classic --target 21 --seed 2 --no-animation")
    text = look(pane)
    while HANDED_OVER not in text:
        text = pane.press_until_change(key_for(text), text)
    look(pane)
    before = saved_line(pane.home / "records")
    os.kill(pane.game_process(), signal.SIGKILL)
    pane.wait_for_status()
    pane.new_window()
    pane.start("--resume")
    text = pane.wait_for(HANDED_OVER)
    assert saved_line(pane.home / "records") == before
    assert len(classic_cards_in(text)) <= 2


def test_no_hand_of_a_match_is_left_behind(pane: Pane) -> None:
    pane.without_alternate_screen()
    pane.start("--game classic --target 16 --seed 7")
    assert len(classic_cards_in(look(pane))) == 14
    pane.press("C-c")
    pane.wait_for_status()
    assert len(classic_cards_in(pane.text_with_scrollback())) <= 1


def test_a_level_always_deals_duet(pane: Pane) -> None:
    pane.start("--level 2 --seed 7")
    assert "Level 2" in pane.wait_for(HANDED_OVER)
