"""Duet's own special characters: suits, paws, gems and the forest."""

from __future__ import annotations

from foxduet.core.frozen import dataclass
from foxduet.words.glyphs import Glyphs


@dataclass(frozen=True, slots=True)
class DuetGlyphs:
    """Every special character of Duet, each one cell wide.

    A ``tree`` is a forest token; ``wood`` is around the one that covers a space.
    ``pictures`` are those of the abilities, by rank: the Musician's notes, a fox, a gazelle, a
    gift, a crown.
    """

    suits: tuple[str, str, str]
    paw: str
    gem: str
    tree: str
    wood: str
    trail: str
    pictures: tuple[tuple[str, str, str], ...]


UNICODE = DuetGlyphs(
    suits=("▼", "¤", "*"),
    paw="●",
    gem="◊",
    tree="▲",
    wood="░",
    trail="·",
    pictures=(
        (" ┌──┐", " │  │", "●┘ ●┘"),
        ("╱╲___╱╲", "╲ · · ╱", " ╲_▼_╱ "),
        ("╲╲  ╱╱", " (··) ", "  ╲╱  "),
        ("  ╲╱  ", "┌─┬┬─┐", "└─┴┴─┘"),
        ("◦  ◦  ◦", "│╲╱ ╲╱│", "╰─────╯"),
    ),
)
ASCII = DuetGlyphs(
    suits=("v", "@", "*"),
    paw="o",
    gem="$",
    tree="#",
    wood=":",
    trail=".",
    pictures=(
        (" |~~|", " |  |", "o| o|"),
        ("/\\___/\\", "\\ . . /", " \\_^_/ "),
        ("\\\\  //", " (..) ", "  \\/  "),
        ("  {}  ", "+-||-+", "+-||-+"),
        (".  .  .", "|\\/ \\/|", "|_____|"),
    ),
)


def duet_glyphs(glyphs: Glyphs) -> DuetGlyphs:
    """Return Duet's glyphs that go with the shared ones."""
    return ASCII if glyphs.name == "ascii" else UNICODE
