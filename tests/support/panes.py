"""Windows of tmux, and games played in them."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from tempfile import gettempdir
from time import monotonic, sleep
from typing import Any

from foxduet.games.duet.rules.notation import format_position, position_of
from tests.support.entries import latest_unfinished
from tests.support.processes import PATIENCE_SECONDS, PROJECT, patience
from tests.support.tables import cards_in

with suppress(ImportError):
    # Windows has neither this nor tmux.
    import termios

SECONDS_BEFORE_PRESSING_AGAIN = 5
"""Long enough for a picture to change on a busy machine: the key would count twice otherwise."""
SECONDS_TO_ANOTHER_KEY, SECONDS_TO_THE_SAME_KEY = 0.2, 0.5
"""How soon after a picture or a key a person who means it presses the next one."""
SECONDS_BETWEEN_LOOKS = 0.04
"""Each look starts a program."""
_CLICK = "click"
_SERVERS = count()
_STATUS = re.compile(r"status \d+\.")


class Pane:
    """A window of 80x24 with a shell, on a tmux server of its own."""

    def __init__(self, home: Path) -> None:
        self._server = Path(gettempdir(), f"foxduet-{os.getpid()}-{next(_SERVERS)}")
        self.home = home
        self._last_key: str | None = None
        self._free_from = 0.0
        self._unanswered: tuple[str, str] | None = None
        environment = {"FOXDUET_HOME": str(home), "PS1": "$ ", "HISTFILE": "", "LC_ALL": "C.UTF-8"}
        pairs = [part for item in environment.items() for part in ("-e", "=".join(item))]
        # Tests that are killed close no window.
        end = f"while kill -0 {os.getpid()}; do sleep 1; done; rm {self._server}; kill $PPID"
        new = ("-f", os.devnull, "new-session", "-d", "-x", "80", "-y", "24", *pairs, "sh")
        self._tmux(*new, ";", "run-shell", "-b", end)

    def _tmux(self, *arguments: str) -> str:
        command = ["tmux", "-S", str(self._server), *arguments]
        result = subprocess.run(command, capture_output=True, text=True, check=True, cwd=PROJECT)
        return result.stdout

    def close(self) -> None:
        """End the server, unless its last shell has, and all that runs in it."""
        with suppress(subprocess.CalledProcessError):
            self._tmux("kill-server")
        self._server.unlink(missing_ok=True)

    def new_window(self) -> None:
        """Go on in a fresh window, with a shell of its own."""
        self._tmux("new-window", "sh")

    def without_alternate_screen(self) -> None:
        """Let programs draw where the shell writes, as old terminals do."""
        self._tmux("set-option", "-g", "alternate-screen", "off")

    def start(self, arguments: str, before: str = "") -> None:
        """Start the game from the shell, which tells its exit status when it is left."""
        line = f"{before} {sys.executable} -m foxduet {arguments}; echo status $?."
        self.type_command(line)

    def start_program(self, program: str) -> None:
        """Start a program of Python's own words instead of the game."""
        file = self.home.with_name("program.py")
        file.write_text(program, "utf-8")
        # Python would not find the game from a file that is elsewhere.
        words = f'exec(open("{file}").read())'
        self.type_command(f"{sys.executable} -c '{words}'; echo status $?.")

    def press(self, *keys: str) -> None:
        """Press keys as tmux names them, the first no sooner than a person would."""
        self._wait_as_before(keys[0])
        self._unanswered = (keys[0], self.text()) if len(keys) == 1 else None
        self._tmux("send-keys", *keys)
        self._last_key, self._free_from = keys[-1], monotonic()

    def follow(self, *steps: str) -> None:
        """Press each key that stands before ``=>``, and wait for what stands behind it."""
        for step in steps:
            pressed, _arrow, expected = step.partition("=>")
            for key in pressed.split():
                self.press(key)
            self.wait_for(expected.strip())

    def type_command(self, line: str) -> None:
        """Type a command for the shell; the game waits until its Enter must have been let go."""
        self._tmux("send-keys", "-l", line)
        self._tmux("send-keys", "Enter")
        self._last_key = self._unanswered = None

    def _wait_as_before(self, key: str) -> None:
        """Wait as a person does before a key, or a click, that is meant."""
        may_be_held = self._last_key in (key, None)
        pause = SECONDS_TO_THE_SAME_KEY if may_be_held else SECONDS_TO_ANOTHER_KEY
        sleep(max(0.0, self._free_from + pause - monotonic()))

    def send(self, codes: bytes) -> None:
        """Send bytes as they are, as a terminal does for the mouse."""
        self._tmux("send-keys", "-H", *(f"{code:02x}" for code in codes))

    def paste(self, text: str, *, marked: bool) -> None:
        """Paste text, in brackets if the program wants it ``marked``, or as if it were typed."""
        self._tmux("set-buffer", text)
        self._tmux("paste-buffer", *(["-p"] if marked else []))

    @contextmanager
    def driver(self) -> Iterator[int]:
        """Open the terminal that programs in the window have."""
        path = self._tmux("display-message", "-p", "#{pane_tty}").strip()
        terminal = os.open(path, os.O_RDWR | os.O_NOCTTY)
        try:
            yield terminal
        finally:
            os.close(terminal)

    def modes(self) -> list[Any]:
        """Return all that stty shows of the terminal."""
        # Before that tmux sets some.
        self.wait_until(lambda text: bool(text.strip()), "a prompt")
        with self.driver() as terminal:
            return termios.tcgetattr(terminal)

    def click(self, row: int, column: int) -> None:
        """Press and release the first button of the mouse on a cell."""
        self._wait_as_before(_CLICK)
        for button in (0, 3):
            self.send(bytes([*b"\x1b[M", 32 + button, 33 + column, 33 + row]))
        self._last_key, self._free_from = _CLICK, monotonic()

    def reports_mouse(self) -> bool:
        """Return whether what runs in the window has asked for the mouse."""
        return self._tmux("display-message", "-p", "#{mouse_any_flag}").strip() == "1"

    def text(self) -> str:
        """Return what the window shows."""
        return self._tmux("capture-pane", "-p")

    def text_with_escapes(self) -> str:
        """Return what the window shows, its colours told."""
        return self._tmux("capture-pane", "-p", "-e")

    def text_with_scrollback(self) -> str:
        """Return all that can be scrolled back to, and what the window shows."""
        return self._tmux("capture-pane", "-p", "-S", "-")

    def wait_for(self, *expected: str) -> str:
        """Return the first picture that has one of ``expected`` in it."""
        return self.wait_until(lambda text: any(one in text for one in expected), str(expected))

    def wait_for_change(self, last: str) -> str:
        """Return the first picture of the game that is not ``last``."""
        return self.wait_until(lambda text: text != last and _is_whole(text), "another picture")

    def press_until_change(self, key: str, last: str) -> str:
        """Press ``key`` until the picture is not ``last``; one that comes too soon is ignored."""
        return self._repeat_until_change(lambda: self.press(key), last)

    def play_until(self, sign: str, text: str, key_for: Callable[[str], str], most: int) -> str:
        """Press what ``key_for`` says of each picture, from ``text`` on, until it has a sign.

        Returns the last picture; after so many keys it must have come.
        """
        for _ in range(most):
            if sign in text:
                break
            text = self.press_until_change(key_for(text), text)
        assert sign in text
        return text

    def click_until_change(self, row: int, column: int, last: str) -> str:
        """Click until the picture is not ``last``; a click that comes too soon is ignored."""
        return self._repeat_until_change(lambda: self.click(row, column), last)

    def _repeat_until_change(self, do: Callable[[], None], last: str) -> str:
        deadline = monotonic() + PATIENCE_SECONDS
        while monotonic() < deadline:
            do()
            again = monotonic() + SECONDS_BEFORE_PRESSING_AGAIN
            while monotonic() < again:
                text = self.text()
                if text != last:
                    return self.wait_until(_is_whole, "a whole picture")
                sleep(SECONDS_BETWEEN_LOOKS)
        raise AssertionError(f"nothing changes of:\n{last}")

    def wait_for_status(self, programs: int = 1) -> str:
        """Return the lines in the window after so many programs have ended.

        A line that the window has wrapped comes back whole, whatever the length of the paths in it.
        """

        def unwrapped() -> str:
            return self._tmux("capture-pane", "-p", "-J")

        self.wait_until(lambda _text: len(_STATUS.findall(unwrapped())) >= programs, "the end")
        return unwrapped()

    def wait_until(self, done: Callable[[str], bool], told: str) -> str:
        """Return the first picture for which ``done`` holds."""
        deadline = monotonic() + PATIENCE_SECONDS
        again = monotonic() + SECONDS_BEFORE_PRESSING_AGAIN
        while monotonic() < deadline:
            text = self.text()
            if done(text):
                self._free_from = monotonic()
                return text
            if self._unanswered is not None and monotonic() > again:
                # A busy machine read the key together with one before it, as if it had bounced.
                key, before = self._unanswered
                self._unanswered = None
                if text == before:
                    self.press(key)
                    again = monotonic() + SECONDS_BEFORE_PRESSING_AGAIN
            sleep(SECONDS_BETWEEN_LOOKS)
        raise AssertionError(f"waited in vain for {told}; there is:\n{self.text()}")

    def cursor_in(self, text: str) -> int:
        """Return how many characters of a picture are before the cursor."""
        place = self._tmux("display-message", "-p", "#{cursor_y} #{cursor_x}")
        row, column = map(int, place.split())
        return sum(len(line) + 1 for line in text.split("\n")[:row]) + column

    def resize(self, columns: int, rows: int) -> None:
        """Give the window another size."""
        self._tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def game_process(self) -> int:
        shell = self._tmux("display-message", "-p", "#{pane_pid}").strip()
        listed = subprocess.run(["pgrep", "-P", shell], capture_output=True, text=True, check=True)
        return int(listed.stdout.split()[0])


def _is_whole(text: str) -> bool:
    """Tell whether a picture has its last row, or the program has ended."""
    last_words = ("q ", "any key", " skip", "p: ask", " y: ")
    return any(words in text for words in last_words) or _STATUS.search(text) is not None


_HANG_UP, _QUIT = 1, 3
"""SIGHUP and SIGQUIT, which Windows does not have."""
HANDED_OVER = "can see the screen."
LEAVING = {
    "quit": ("keys", "y", 0),
    "ctrl-c": ("keys", "C-c", 128 + signal.SIGINT),
    "ctrl-backslash": ("keys", "C-\\", 128 + _QUIT),
    "terminated": ("signal", str(int(signal.SIGTERM)), 128 + signal.SIGTERM),
    "hung up": ("signal", str(_HANG_UP), 128 + _HANG_UP),
}


def look(pane: Pane) -> str:
    """Confirm a handoff; return the picture with the hand."""
    pane.press_until_change("Space", pane.wait_for(HANDED_OVER))
    return pane.wait_for("b hide")


def key_for(text: str) -> str:
    """Return a key that gets a game on from a picture: the first choice that is allowed."""
    if " y: " in text:
        return "y"
    if any(words in text for words in ("Space look", "Space deal", "Space continue", "any key")):
        return "Space"
    if "Enter skip" in text:
        return "Enter"
    # The second time a Monarch is named it is why the card at the cursor was not taken.
    if " You hold " in text or text.count("A Monarch was led") > 1:
        return "Right"
    return "Enter" if re.search(r"┏|\[[\d=-]: ", text) else "1"


def play_first_card(pane: Pane) -> None:
    """Play the first card that may be played, the hand being in sight."""
    text, steps = pane.text(), patience()
    while HANDED_OVER not in text and "Who may swap?" not in text:
        next(steps)
        text = pane.press_until_change(key_for(text), text)


def saved_position(pane: Pane) -> str:
    """Return the position of the game under way as its record has it."""
    latest = latest_unfinished(pane.home / "records")
    assert latest is not None
    return format_position(position_of(latest[0].state))


def wait_for_one_card(pane: Pane, expected: str) -> None:
    """Wait for a picture with ``expected`` and one card, the decree; a torn one may show more."""
    pane.wait_until(lambda text: expected in text and len(cards_in(text)) == 1, expected)


def leave(pane: Pane, way: str) -> None:
    """Leave the game in one of the ways."""
    kind, what, _status = LEAVING[way]
    if kind == "signal":
        os.kill(pane.game_process(), int(what))
        return
    if way == "quit":
        pane.follow("q => Leave the game?")
    pane.press(what)


def _cards_played(pane: Pane) -> int | None:
    """Return how many cards the hosted game has on record, None once it is over."""
    latest = latest_unfinished(pane.home / "records")
    if latest is None:
        return None
    return sum(" play " in line for line in latest[1].path.read_text("utf-8").splitlines())


def play_cards(host: Pane, guest: Pane, number: int) -> None:
    """Play so many cards more, whoever's turn it is, or to the end of the game."""
    until = (_cards_played(host) or 0) + number
    for _ in range(60):
        played = _cards_played(host)
        if played is None or played >= until:
            return
        for one in (host, guest):
            text = one.text()
            if " choosing ..." not in text:
                one.press(key_for(text))
                one.wait_until(lambda now, before=text: now != before, "another picture")  # type: ignore[misc]
    raise AssertionError(f"no card is played:\n{host.text()}\n{guest.text()}")
