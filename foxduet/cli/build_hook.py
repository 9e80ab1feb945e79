"""What hatchling calls when it builds a wheel: the manual page is made then, and put into it.

This module is part of the source only; the wheel has no use for it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ManPageHook(BuildHookInterface):  # type: ignore[misc]
    """Adds share/man/man1/foxduet.1 to the data files of a wheel."""

    def initialize(self, _version: str, build_data: dict[str, Any]) -> None:
        """Make the page."""
        # The build runs in an environment of its own, which knows only what it builds from.
        sys.path.insert(0, self.root)
        # In English, whatever the locale of the build is: nothing has chosen a language here.
        from foxduet.cli.man_page import man_page

        self._folder = TemporaryDirectory()
        page = Path(self._folder.name, "foxduet.1")
        page.write_text(man_page(), "utf-8", newline="\n")
        build_data["shared_data"][str(page)] = "share/man/man1/foxduet.1"

    def finalize(self, _version: str, _build_data: dict[str, Any], _artifact: str) -> None:
        """Remove it again; the wheel has it now."""
        self._folder.cleanup()
