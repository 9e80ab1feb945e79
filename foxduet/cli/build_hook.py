"""What hatchling calls when it builds: it makes the manual pages and the description for PyPI.

This module is part of the source only; the wheel has no use for it.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

_TARGET = re.compile(r"(!?)(\[[^]]*\]\()(?!\w+:)")
"""What comes before the target of a link or of a picture (``!``) in the source."""


class DescriptionHook(MetadataHookInterface):  # type: ignore[misc]
    """Makes the README the description, with the addresses that its targets have in public."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add it."""
        source, tag = metadata["urls"]["Source"], "v" + metadata["version"]

        def absolute(found: re.Match[str]) -> str:
            return f"{found[0]}{source}/{'raw' if found[1] else 'blob'}/{tag}/"

        text = _TARGET.sub(absolute, Path(self.root, "README.md").read_text("utf-8"))
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


class ManPageHook(BuildHookInterface):  # type: ignore[misc]
    """Adds share/man/man1/foxduet.1, and those of other languages, to the data files of a wheel."""

    def initialize(self, _version: str, build_data: dict[str, Any]) -> None:
        """Make the pages."""
        # The build runs in an environment of its own, which knows only what it builds from.
        sys.path.insert(0, self.root)
        # In all languages, whatever the locale of the build is.
        from foxduet.cli.help import man_pages

        self._folder = TemporaryDirectory()
        for place, page in man_pages().items():
            file = Path(self._folder.name, place)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(page, "utf-8", newline="\n")
            build_data["shared_data"][str(file)] = place

    def finalize(self, _version: str, _build_data: dict[str, Any], _artifact: str) -> None:
        """Remove them again; the wheel has them now."""
        self._folder.cleanup()
