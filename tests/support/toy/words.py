"""The words of the toy game that the form of a new game needs."""

from __future__ import annotations

from types import SimpleNamespace

UNICODE = ()

TABLE = SimpleNamespace(
    title="The Toy",
    talking_rule="Talk as you like.",
    option_labels={"cards": "Cards"},
    setup_phrase=lambda setup: f"With {setup} cards",
)
