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
    # Windows lacks termios and tmux.
    import termios

RETRY_SECONDS = 5
"""Time for a picture to change on a busy machine; a key pressed sooner would count twice."""
NEXT_KEY_SECONDS, SAME_KEY_SECONDS = 0.2, 0.5
"""Shortest time after which a person presses the next key on purpose."""
LOOK_SECONDS = 0.04
"""Pause between pictures, since each starts a program."""
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
        # Tests choose the number of colours.
        environment |= dict.fromkeys(("COLORTERM", "VTE_VERSION", "XTERM_VERSION"), "")
        pairs = [part for item in environment.items() for part in ("-e", "=".join(item))]
        # A killed test closes no window, so a shell watches the test's process.
        end = f"while kill -0 {os.getpid()}; do sleep 1; done; rm {self._server}; kill $PPID"
        new = ("-f", os.devnull, "new-session", "-d", "-x", "80", "-y", "24", *pairs, "sh")
        self._tmux(*new, ";", "run-shell", "-b", end)

    def _tmux(self, *arguments: str) -> str:
        command = ["tmux", "-S", str(self._server), *arguments]
        result = subprocess.run(command, capture_output=True, text=True, check=True, cwd=PROJECT)
        return result.stdout

    def close(self) -> None:
        """End the server, unless its last shell has, and every program in it."""
        with suppress(subprocess.CalledProcessError):
            self._tmux("kill-server")
        self._server.unlink(missing_ok=True)

    def new_window(self) -> None:
        self._tmux("new-window", "sh")

    def without_alternate_screen(self) -> None:
        """Let programs draw on the shell's screen, as old terminals do."""
        self._tmux("set-option", "-g", "alternate-screen", "off")

    def start(self, arguments: str, before: str = "") -> None:
        """Start the game from the shell, which prints the exit status afterwards."""
        line = f"{before} {sys.executable} -m foxduet {arguments}; echo status $?."
        self.type_command(line)

    def start_program(self, program: str) -> None:
        """Start a Python program, given as source, instead of the game."""
        file = self.home.with_name("program.py")
        file.write_text(program, "utf-8")
        # Running the file itself would put its folder, not the project's, on sys.path.
        words = f'exec(open("{file}").read())'
        self.type_command(f"{sys.executable} -c '{words}'; echo status $?.")

    def press(self, *keys: str) -> None:
        """Press keys, named as tmux does, the first no sooner than a person would."""
        self._wait_as_before(keys[0])
        self._unanswered = (keys[0], self.text()) if len(keys) == 1 else None
        self._tmux("send-keys", *keys)
        self._last_key, self._free_from = keys[-1], monotonic()

    def follow(self, *steps: str) -> None:
        """Press the keys before each ``=>``, then wait for the text behind it."""
        for step in steps:
            pressed, _arrow, expected = step.partition("=>")
            for key in pressed.split():
                self.press(key)
            self.wait_for(expected.strip())

    def type_command(self, line: str) -> None:
        """Type a command for the shell; the next key waits as if Enter were still held."""
        self._tmux("send-keys", "-l", line)
        self._tmux("send-keys", "Enter")
        self._last_key = self._unanswered = None

    def _wait_as_before(self, key: str) -> None:
        """Wait as a person does before pressing a key, or clicking, on purpose."""
        may_be_held = self._last_key in (key, None)
        pause = SAME_KEY_SECONDS if may_be_held else NEXT_KEY_SECONDS
        sleep(max(0.0, self._free_from + pause - monotonic()))

    def send(self, codes: bytes) -> None:
        """Send raw bytes, as a terminal does for the mouse."""
        self._tmux("send-keys", "-H", *(f"{code:02x}" for code in codes))

    def paste(self, text: str, *, marked: bool) -> None:
        """Paste text: bracketed if ``marked`` and if the program asked for it, else as if typed."""
        self._tmux("set-buffer", text)
        self._tmux("paste-buffer", *(["-p"] if marked else []))

    @contextmanager
    def driver(self) -> Iterator[int]:
        """Open the terminal of the window's programs; yield its file descriptor."""
        path = self._tmux("display-message", "-p", "#{pane_tty}").strip()
        terminal = os.open(path, os.O_RDWR | os.O_NOCTTY)
        try:
            yield terminal
        finally:
            os.close(terminal)

    def modes(self) -> list[Any]:
        """Return the terminal's modes, as stty shows them."""
        # tmux changes some modes before the prompt appears.
        self.wait_until(lambda text: bool(text.strip()), "a prompt")
        with self.driver() as terminal:
            return termios.tcgetattr(terminal)

    def click(self, row: int, column: int) -> None:
        self._wait_as_before(_CLICK)
        for button in (0, 3):
            self.send(bytes([*b"\x1b[M", 32 + button, 33 + column, 33 + row]))
        self._last_key, self._free_from = _CLICK, monotonic()

    def reports_mouse(self) -> bool:
        return self._tmux("display-message", "-p", "#{mouse_any_flag}").strip() == "1"

    def text(self) -> str:
        return self._tmux("capture-pane", "-p")

    def text_with_escapes(self) -> str:
        """Return the text of the window with its colour sequences."""
        return self._tmux("capture-pane", "-p", "-e")

    def text_with_scrollback(self) -> str:
        """Return the scrollback and the text of the window."""
        return self._tmux("capture-pane", "-p", "-S", "-")

    def wait_for(self, *expected: str) -> str:
        return self.wait_until(lambda text: any(sign in text for sign in expected), str(expected))

    def wait_for_change(self, last: str) -> str:
        """Return the first whole picture of the game that differs from ``last``."""
        return self.wait_until(lambda text: text != last and _is_whole(text), "another picture")

    def press_until_change(self, key: str, last: str) -> str:
        """Press ``key`` until the picture differs from ``last``; the game may ignore early keys."""
        return self._repeat_until_change(lambda: self.press(key), last)

    def play_until(self, sign: str, text: str, key_for: Callable[[str], str], most: int) -> str:
        """Press the key that ``key_for`` returns for each picture until ``sign`` appears.

        Starts with the picture ``text`` and returns the last one. Fails after ``most`` keys.
        """
        for _ in range(most):
            if sign in text:
                break
            text = self.press_until_change(key_for(text), text)
        assert sign in text
        return text

    def click_until_change(self, row: int, column: int, last: str) -> str:
        """Click until the picture differs from ``last``; the game may ignore early clicks."""
        return self._repeat_until_change(lambda: self.click(row, column), last)

    def _repeat_until_change(self, do: Callable[[], None], last: str) -> str:
        deadline = monotonic() + PATIENCE_SECONDS
        while monotonic() < deadline:
            do()
            again = monotonic() + RETRY_SECONDS
            while monotonic() < again:
                text = self.text()
                if text != last:
                    return self.wait_until(_is_whole, "a whole picture")
                sleep(LOOK_SECONDS)
        raise AssertionError(f"nothing changes of:\n{last}")

    def wait_for_status(self, programs: int = 1) -> str:
        """Return the lines in the window after a number of programs have ended.

        Wrapped lines are joined, so that the length of paths does not matter.
        """

        def unwrapped() -> str:
            return self._tmux("capture-pane", "-p", "-J")

        self.wait_until(lambda _text: len(_STATUS.findall(unwrapped())) >= programs, "the end")
        return unwrapped()

    def wait_until(self, done: Callable[[str], bool], told: str) -> str:
        """Return the first picture for which ``done`` is true; errors call it ``told``."""
        deadline = monotonic() + PATIENCE_SECONDS
        again = monotonic() + RETRY_SECONDS
        while monotonic() < deadline:
            text = self.text()
            if done(text):
                self._free_from = monotonic()
                return text
            if self._unanswered is not None and monotonic() > again:
                # On a busy machine the game read the key together with the previous one, as if it
                # bounced.
                key, before = self._unanswered
                self._unanswered = None
                if text == before:
                    self.press(key)
                    again = monotonic() + RETRY_SECONDS
            sleep(LOOK_SECONDS)
        raise AssertionError(f"waited in vain for {told}; there is:\n{self.text()}")

    def cursor_in(self, text: str) -> int:
        """Return the number of characters of a picture before the cursor."""
        position = self._tmux("display-message", "-p", "#{cursor_y} #{cursor_x}")
        row, column = map(int, position.split())
        return sum(len(line) + 1 for line in text.split("\n")[:row]) + column

    def resize(self, columns: int, rows: int) -> None:
        self._tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def game_process(self) -> int:
        shell = self._tmux("display-message", "-p", "#{pane_pid}").strip()
        listed = subprocess.run(["pgrep", "-P", shell], capture_output=True, text=True, check=True)
        return int(listed.stdout.split()[0])


def _is_whole(text: str) -> bool:
    """True if a picture has its last row, or the program has ended."""
    last_words = ("q ", "any key", " skip", "p: ask", " y: ")
    return any(words in text for words in last_words) or _STATUS.search(text) is not None


_HANG_UP, _QUIT = 1, 3
"""SIGHUP and SIGQUIT, which Windows lacks."""
HANDED_OVER = "opens your hand."
LEAVING = {
    "quit": ("keys", "y", 0),
    "ctrl-c": ("keys", "C-c", 128 + signal.SIGINT),
    "ctrl-backslash": ("keys", "C-\\", 128 + _QUIT),
    "terminated": ("signal", str(int(signal.SIGTERM)), 128 + signal.SIGTERM),
    "hung up": ("signal", str(_HANG_UP), 128 + _HANG_UP),
}


def look(pane: Pane) -> str:
    """Open the hand of the player whose turn it is; return the picture with the hand."""
    handoff = pane.wait_for(HANDED_OVER)
    pane.press_until_change(key_for(handoff), handoff)
    return pane.wait_for("b hide")


def key_for(text: str) -> str:
    """Return a key that advances the game from a picture: the first legal choice."""
    if " y: " in text:
        return "y"
    if HANDED_OVER in text:
        return "a" if "A look" in text else "m"
    goes_on = ("Space look", "Space watch", "Space lay", "Space deal", "Space continue", "any key")
    if any(words in text for words in goes_on):
        return "Space"
    if "Choose with 1 or 2" in text or ("where to?" in text and not re.search(r"\[\d: ", text)):
        return "1"
    if "Enter skip" in text:
        return "Enter"
    # These sentences explain why the card at the cursor is illegal.
    if " You hold " in text or "After a Monarch, only" in text:
        return "Right"
    return "Enter" if re.search(r"┏|\[[\d=-]: ", text) else "1"


def play_first_card(pane: Pane) -> None:
    text, steps = pane.text(), patience()
    while HANDED_OVER not in text and "Who may swap?" not in text:
        next(steps)
        text = pane.press_until_change(key_for(text), text)


def saved_position(pane: Pane) -> str:
    latest = latest_unfinished(pane.home / "records")
    assert latest is not None
    return format_position(position_of(latest[0].state))


def wait_for_one_card(pane: Pane, expected: str) -> None:
    """Wait for a picture with ``expected`` and only the decree; a torn picture may show more."""
    pane.wait_until(lambda text: expected in text and len(cards_in(text)) == 1, expected)


def leave(pane: Pane, way: str) -> None:
    """Leave the game in one of the ``LEAVING`` ways."""
    kind, argument, _status = LEAVING[way]
    if kind == "signal":
        os.kill(pane.game_process(), int(argument))
        return
    if way == "quit":
        pane.follow("q => Leave the game?")
    pane.press(argument)


def _cards_played(pane: Pane) -> int | None:
    """Return the number of cards in the hosted game's record; None once the game is over."""
    latest = latest_unfinished(pane.home / "records")
    if latest is None:
        return None
    return sum(" play " in line for line in latest[1].path.read_text("utf-8").splitlines())


def play_cards(host: Pane, guest: Pane, number: int) -> None:
    """Play ``number`` more cards, at either terminal, or to the end of the game."""
    until = (_cards_played(host) or 0) + number
    for _ in range(60):
        played = _cards_played(host)
        if played is None or played >= until:
            return
        for pane in (host, guest):
            text = pane.text()
            if " choosing ..." not in text:
                pane.press(key_for(text))
                pane.wait_until(lambda now, before=text: now != before, "another picture")  # type: ignore[misc]
    raise AssertionError(f"no card is played:\n{host.text()}\n{guest.text()}")
