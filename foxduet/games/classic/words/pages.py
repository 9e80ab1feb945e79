"""The original game's card reference: what every rank does, and what tricks pay."""

from __future__ import annotations

from foxduet.games.classic.rules.cards import RANKS, Card, Suit
from foxduet.games.classic.words.names import ability_sentence
from foxduet.words.glyphs import Glyphs
from foxduet.words.i18n import _
from foxduet.words.text import TextLine, Tone, wrapped


def reference_page(width: int, _glyphs: Glyphs) -> list[TextLine]:
    """Return what every rank does, and what tricks pay, wrapped to ``width`` columns."""
    lines = [TextLine(_("Rank  Ability"), Tone.TITLE)]
    for rank in RANKS:
        card = Card.of(Suit.BELLS, rank)
        if card.ability is None:
            lines.append(TextLine(f"{rank:>3}"))
            continue
        rows = wrapped(ability_sentence(card), width - 6)
        lines.append(TextLine(f"{rank:>3}   {rows[0]}", Tone.STRONG))
        lines += [TextLine(f"{'':6}{row}", Tone.STRONG) for row in rows[1:]]
    notes = (
        _(
            "The same in every suit. The Fox and the Woodcutter act at once, before the other "
            "card is played and before anybody has won."
        ),
        _(
            "A round pays 6 points for 0 to 3 tricks (humble), 1, 2 or 3 for 4, 5 or 6 (defeated), "
            "6 for 7 to 9 (victorious), and none for 10 or more (greedy)."
        ),
    )
    lines.append(TextLine(""))
    return [*lines, *(TextLine(row, Tone.DIM) for note in notes for row in wrapped(note, width))]
