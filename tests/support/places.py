"""Where the project and its golden files lie."""

from __future__ import annotations

from pathlib import Path

PROJECT = Path(__file__).parents[2]
GOLDEN = PROJECT / "tests" / "golden"
RECORDS = GOLDEN / "records"
