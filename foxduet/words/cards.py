"""How games name their cards, suits and abilities, and what stands on a card."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum, IntEnum
from typing import Any, Generic, Protocol, TypeVar

from foxduet.core.common import Card
from foxduet.core.frozen import dataclass
from foxduet.words.glyphs import Glyphs, corner, pips
from foxduet.words.i18n import _
from foxduet.words.text import TextLine, Tone, text_width, wrapped


@dataclass(frozen=True, slots=True)
class CardFace:
    """What stands on a card: rank and suit in a corner, its value, and an ability, if any.

    ``picture`` is what a large card shows of its rank or ability, in rows; ``short`` is a name for
    a narrow one.
    """

    suit: int
    corner: str
    value: str
    name: str
    text: str
    picture: tuple[str, ...] = ()
    short: str = ""


class CardGlyphs(Protocol):
    """What the special characters of every game have: signs of the suits, and pictures.

    ``pictures`` are those of the abilities, by rank.
    """

    @property
    def suits(self) -> tuple[str, str, str]: ...
    @property
    def pictures(self) -> tuple[tuple[str, str, str], ...]: ...


class AbleCard(Card, Protocol):
    """A card that may have an ability; those of odd rank do."""

    @property
    def ability(self) -> Enum | None: ...


GlyphsT = TypeVar("GlyphsT", bound=CardGlyphs)


@dataclass(frozen=True, slots=True)
class AbilityWords:
    """The words for an ability, marked for the translators: its name, on a card, in a sentence.

    ``short`` returns its name, translated, for a card that is too narrow for the whole one.
    """

    name: str
    text: str
    sentence: str
    short: Callable[[], str] = str


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CardWords(Generic[GlyphsT]):
    """The words and signs of a game's cards; those of suits are in the order of the suits.

    Texts are marked for the translators, functions return translated ones.
    """

    unicode: GlyphsT
    ascii: GlyphsT
    cards: tuple[str, str, str]
    """The names of a card of a ``{rank}``."""
    trumps: tuple[str, str, str]
    """Say that a suit is trump."""
    suits: Callable[[], tuple[str, str, str]]
    """Return what the cards of the suits are called."""
    letters: Callable[[], tuple[str, str, str]]
    """Return the letters that tell the suits apart where there is no colour."""
    abilities: Mapping[Any, AbilityWords]
    no_ability: str
    """Says what counts of a card without an ability."""
    value: Callable[[Any, GlyphsT, Glyphs], str]
    """Return what stands in a card's other corner, by the game's own glyphs and the shared ones."""

    def glyphs(self, shared: Glyphs) -> GlyphsT:
        """Return the game's own glyphs that go with the shared ones."""
        return self.ascii if shared.name == "ascii" else self.unicode

    def suit_signs(self, glyphs: Glyphs) -> tuple[str, str, str]:
        """Return the signs of the suits."""
        return self.glyphs(glyphs).suits

    def _sign(self, suit: IntEnum, glyphs: Glyphs) -> str:
        """Return the sign of a suit, with its letter where there is no colour."""
        sign = self.suit_signs(glyphs)[suit]
        return sign + self.letters()[suit] if glyphs.has_letters else sign

    def card_name(self, card: Card) -> str:
        """Return a card's name, like "7 of Doves"."""
        return _(self.cards[card.suit]).format(rank=card.rank)

    def suit_name(self, suit: IntEnum) -> str:
        """Return the name of a suit's cards."""
        return self.suits()[suit]

    def ability_name(self, ability: Enum) -> str:
        """Return the name of an ability."""
        return _(self.abilities[ability].name)

    def ability_sentence(self, card: AbleCard) -> str:
        """Say in a sentence what a card does."""
        return _(self.abilities[card.ability].sentence if card.ability else self.no_ability)

    def trump_phrase(self, decree: Card) -> str:
        """Say which suit is trump."""
        return _(self.trumps[decree.suit])

    def card_face(self, card: AbleCard, glyphs: Glyphs) -> CardFace:
        """Return what stands on a card."""
        own = self.glyphs(glyphs)
        sign = corner(card.rank, self._sign(card.suit, glyphs))
        value = self.value(card, own, glyphs)
        if card.ability is None:
            return CardFace(card.suit, sign, value, "", "", pips(card.rank, own.suits[card.suit]))
        words, picture = self.abilities[card.ability], own.pictures[card.rank // 2]
        name, text, short = _(words.name), _(words.text), words.short()
        return CardFace(card.suit, sign, value, name, text, picture, short)

    def card_in_line(self, card: Card, glyphs: Glyphs) -> str:
        """Return a card in two to four cells: its rank, and the sign of its suit."""
        return f"{card.rank}{self._sign(card.suit, glyphs)}"

    def cards_out(self, observation: Any, glyphs: Glyphs) -> str:
        """List the cards of earlier tricks by suit, for players with that house rule."""
        listed = [
            " ".join((sign, *(str(card.rank) for card in observation.out if card.suit == suit)))
            for suit, sign in enumerate(self.suit_signs(glyphs))
        ]
        return _("Out: {cards}").format(cards="   ".join(listed))


def reference_page(
    title: str, rows: Iterable[tuple[str, str]], notes: Sequence[str], width: int
) -> list[TextLine]:
    """Return what each rank does, and notes below, wrapped to ``width`` columns.

    A row is what stands before the text, which may be empty, in its columns.
    """
    lines = [TextLine(title, Tone.TITLE)]
    for head, text in rows:
        indent = " " * text_width(head)
        first, *more = wrapped(text, width - len(indent)) or [""]
        tone = Tone.STRONG if text else Tone.PLAIN
        lines.append(TextLine(f"{head}{first}".rstrip(), tone))
        lines += [TextLine(f"{indent}{row}", tone) for row in more]
    lines.append(TextLine(""))
    return [*lines, *(TextLine(row, Tone.DIM) for note in notes for row in wrapped(note, width))]
