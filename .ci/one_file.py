#!/usr/bin/env python3
"""Write the whole program into one file, which Python runs: ``one_file.py foxduet.pyz``.

Python cannot keep the compiled modules of a zip file, so they are in it, for the version that runs
this script; another version compiles the sources at each start, which takes some seconds.
"""

from __future__ import annotations

import sys
from importlib.util import MAGIC_NUMBER
from marshal import dumps
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

_SOURCE = Path(__file__).parents[1]
_START = "from foxduet.__main__ import run\n\nrun()\n"
_UNCHECKED = (0b01).to_bytes(4, "little") + bytes(8)
"""The header of a compiled module that is never compared with its source."""


def write_program(target: Path) -> None:
    """Write the package without the sources of its translations, the same bytes each time."""
    with target.open("wb") as file:
        file.write(b"#!/usr/bin/env python3\n")
        with ZipFile(file, "w") as archive:
            _add(archive, "__main__.py", _START.encode())
            for path in sorted((_SOURCE / "foxduet").rglob("*")):
                if path.is_dir() or path.suffix == ".po" or "__pycache__" in path.parts:
                    continue
                name, content = path.relative_to(_SOURCE).as_posix(), path.read_bytes()
                _add(archive, name, content)
                if path.suffix == ".py":
                    code = compile(content, name, "exec", dont_inherit=True)
                    _add(archive, f"{name}c", MAGIC_NUMBER + _UNCHECKED + dumps(code))
    target.chmod(0o755)


def _add(archive: ZipFile, name: str, content: bytes) -> None:
    entry = ZipInfo(name)
    entry.external_attr = 0o644 << 16
    archive.writestr(entry, content, ZIP_DEFLATED, 9)


if __name__ == "__main__":
    write_program(Path(sys.argv[1]))
