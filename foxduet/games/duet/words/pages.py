"""Duet's pages of text: help for reviews and scores, and the reference of abilities."""

from __future__ import annotations

from foxduet.core.errors import N_
from foxduet.games.duet.rules.cards import RANKS, Card, Suit
from foxduet.games.duet.words.names import duet_glyphs, timed_ability
from foxduet.words.glyphs import Glyphs
from foxduet.words.i18n import _
from foxduet.words.text import Sections, TextLine, Tone, wrapped

REVIEW: Sections = (
    (
        N_("The choice you are at"),
        N_(
            "The bars show the chance to win with each choice, by what the player who chose could "
            "know: over the hands that fitted all that had been seen. Its cost is how much worse "
            "it was than the best one."
        ),
        N_(
            "Hindsight is what each choice would have led to with the hands as they were. Nobody "
            "could know that, so it is shown apart and costs nothing."
        ),
    ),
    (
        N_("The line below"),
        N_(
            "It is the chance to win over the whole game. The rounds are numbered; ?! marks an "
            "inaccuracy, ? a mistake, ?? a blunder. Where there is no room for two marks, the "
            "worse choice has its own. g says from which cost on a choice is what."
        ),
    ),
)

SCORES: Sections = (
    (
        N_("What the figures say"),
        N_(
            "Every game that people finish is listed here, won or not. The rate is the share of "
            "games won, with its 95 % interval beside it. A streak is wins in a row: the current "
            "one, and the longest."
        ),
        N_(
            "Par is what two experts score on the same deals. Games on your own board are marked "
            "with a star, and come last among the best."
        ),
    ),
    (
        N_("The days"),
        N_(
            "foxduet --daily deals the same cards to everybody who plays that level on that date. "
            "The first game that you finish for a day and level counts."
        ),
    ),
)


def reference_page(width: int, glyphs: Glyphs) -> list[TextLine]:
    """Return what every rank does, and its paws, wrapped to ``width`` columns."""
    lines = [TextLine(_("Rank  Paws  Ability"), Tone.TITLE)]
    for rank in RANKS:
        card = Card.of(Suit.DOVES, rank)
        paws = duet_glyphs(glyphs).paw * card.paws or glyphs.dot
        if card.ability is None:
            lines.append(TextLine(f"{rank:>3}   {paws:<4}", Tone.PLAIN))
            continue
        rows = wrapped(timed_ability(card.ability), width - 12)
        lines.append(TextLine(f"{rank:>3}   {paws:<4}  {rows[0]}", Tone.STRONG))
        lines += [TextLine(f"{'':12}{row}", Tone.STRONG) for row in rows[1:]]
    note = _(
        "The same in every suit. The fox walks the paws of both cards, toward the winner's end."
    )
    return [*lines, TextLine(""), *(TextLine(row, Tone.DIM) for row in wrapped(note, width))]
