"""What hatchling calls when it builds: it makes the description for PyPI, pages and completions."""

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


class DocumentsHook(BuildHookInterface):  # type: ignore[misc]
    """Adds what is made of the grammar: manual pages, and completions, in all languages."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make them; a program that runs from its source finds no completions in its package."""
        # The build runs in an environment of its own, which knows only what it builds from.
        sys.path.insert(0, self.root)
        # In all languages, whatever the locale of the build is.
        from foxduet.cli.help import completion_scripts, man_pages  # noqa: PLC0415

        self._folder = TemporaryDirectory()
        # The first version of the list of changes is this one.
        changes = Path(self.root, "CHANGELOG.md").read_text("utf-8")
        date = re.findall(r"^## .* \((.*)\)$", changes, re.MULTILINE)[0]
        build_data["shared_data"] |= self._written(man_pages(date))
        if version != "editable":
            scripts = {f"foxduet/cli/{at}": text for at, text in completion_scripts().items()}
            build_data["force_include"] |= self._written(scripts)

    def _written(self, texts: dict[str, str]) -> dict[str, str]:
        files = {}
        for place, text in texts.items():
            file = Path(self._folder.name, place)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8", newline="\n")
            files[str(file)] = place
        return files

    def finalize(self, _version: str, _build_data: dict[str, Any], _artifact: str) -> None:
        """Remove them again; the wheel has them now."""
        self._folder.cleanup()
