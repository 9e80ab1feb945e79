"""A real terminal for tests: a window of tmux, typed into and read."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic

from tests.support.places import PROJECT

PATIENCE_SECONDS = 30
SECONDS_BEFORE_PRESSING_AGAIN = 1.5
_STATUS = re.compile(r"status \d+\.")


class Pane:
    """A window of 80x24 with a shell, on a tmux server of its own."""

    def __init__(self, name: str, home: Path) -> None:
        self._server = name
        self.home = home
        environment = {"FOXDUET_HOME": str(home), "PS1": "$ ", "HISTFILE": "", "LC_ALL": "C.UTF-8"}
        pairs = [part for item in environment.items() for part in ("-e", "=".join(item))]
        self._tmux("-f", os.devnull, "new-session", "-d", "-x", "80", "-y", "24", *pairs, "sh")
        self._tmux("set-option", "-g", "history-limit", "5000")

    def _tmux(self, *arguments: str) -> str:
        command = ["tmux", "-L", self._server, *arguments]
        result = subprocess.run(command, capture_output=True, text=True, check=True, cwd=PROJECT)
        return result.stdout

    def close(self) -> None:
        """End the server and all that runs in it."""
        self._tmux("kill-server")

    def new_window(self) -> None:
        """Go on in a fresh window, with a shell of its own."""
        self._tmux("new-window", "sh")

    def without_alternate_screen(self) -> None:
        """Let programs draw where the shell writes, as old terminals do."""
        self._tmux("set-option", "-g", "alternate-screen", "off")

    def start(self, arguments: str, before: str = "") -> None:
        """Start the game from the shell, which tells its exit status when it is left."""
        line = f"{before} {sys.executable} -m foxduet {arguments}; echo status $?."
        self._tmux("send-keys", "-l", line)
        self._tmux("send-keys", "Enter")

    def start_program(self, program: str) -> None:
        """Start a program of Python's own words instead of the game."""
        file = self.home.with_name("program.py")
        file.write_text(program)
        # Python would not find the game from a file that is elsewhere.
        words = f'exec(open("{file}").read())'
        self._tmux("send-keys", "-l", f"{sys.executable} -c '{words}'; echo status $?.")
        self._tmux("send-keys", "Enter")

    def press(self, *keys: str) -> None:
        """Press keys as tmux names them."""
        self._tmux("send-keys", *keys)

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
        deadline = monotonic() + PATIENCE_SECONDS
        while monotonic() < deadline:
            self.press(key)
            again = monotonic() + SECONDS_BEFORE_PRESSING_AGAIN
            while monotonic() < again:
                text = self.text()
                if text != last:
                    return self.wait_until(_is_whole, "a whole picture")
        raise AssertionError(f"{key} changes nothing of:\n{last}")

    def wait_for_status(self, programs: int = 1) -> str:
        """Return the picture after so many programs have ended."""
        return self.wait_until(lambda text: len(_STATUS.findall(text)) >= programs, "the end")

    def wait_until(self, done: Callable[[str], bool], told: str) -> str:
        """Return the first picture for which ``done`` holds."""
        deadline = monotonic() + PATIENCE_SECONDS
        while monotonic() < deadline:
            text = self.text()
            if done(text):
                return text
        raise AssertionError(f"waited in vain for {told}; there is:\n{self.text()}")

    def resize(self, columns: int, rows: int) -> None:
        """Give the window another size."""
        self._tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def game_process(self) -> int:
        """Return the process of the game."""
        shell = self._tmux("display-message", "-p", "#{pane_pid}").strip()
        listed = subprocess.run(["pgrep", "-P", shell], capture_output=True, text=True, check=True)
        return int(listed.stdout.split()[0])


def _is_whole(text: str) -> bool:
    """Tell whether a picture has its last row, or the program has ended."""
    last_words = ("q ", "any key", "p: ask")
    return any(words in text for words in last_words) or _STATUS.search(text) is not None
