"""The original game's own special characters: suits and pictures."""

from __future__ import annotations

from foxduet.core.frozen import dataclass
from foxduet.words.glyphs import Glyphs


@dataclass(frozen=True, slots=True)
class ClassicGlyphs:
    """Every special character of the original game, each one cell wide.

    ``pictures`` are those of the abilities, by rank: a swan, a fox, an axe, a chest, a hat, a
    crown.
    """

    suits: tuple[str, str, str]
    trail: str
    divider: str
    pictures: tuple[tuple[str, str, str], ...]


UNICODE = ClassicGlyphs(
    suits=("Ω", "ð", "◙"),
    trail="·",
    divider="│",
    pictures=(
        ("►╮     ", " │ ╭─╱╱", " ╰────╯"),
        ("╱╲___╱╲", "╲ · · ╱", " ╲_▼_╱ "),
        ("╭──┬╮", "╰──┤│", "   └┘"),
        ("╭─────╮", "├──◊──┤", "└─────┘"),
        ("  ╱╲  ", " ╱╌╌╲ ", "──────"),
        ("◦  ◦  ◦", "│╲╱ ╲╱│", "╰─────╯"),
    ),
)
ASCII = ClassicGlyphs(
    suits=("&", "%", "("),
    trail=".",
    divider="|",
    pictures=(
        (">.     ", " | .-//", " `----'"),
        ("/\\___/\\", "\\ . . /", " \\_^_/ "),
        (".--+.", "`--||", "   ||"),
        ("+-----+", "|--$--|", "+-----+"),
        ("  /\\  ", " /--\\ ", "------"),
        (".  .  .", "|\\/ \\/|", "|_____|"),
    ),
)


def classic_glyphs(glyphs: Glyphs) -> ClassicGlyphs:
    """Return the original game's glyphs that go with the shared ones."""
    return ASCII if glyphs.name == "ascii" else UNICODE
