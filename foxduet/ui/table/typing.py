"""A card that is typed at the table: its rank, then the letter of its suit.

The letters are told with the signs of their suits, and may lack their accents. Every other key
does what it does at the table.
"""

from __future__ import annotations

from typing import Any

from foxduet.core.common import card_of
from foxduet.core.frozen import replace
from foxduet.ui.kit.keys import BACKSPACE, ENTER, ESCAPE
from foxduet.ui.table.moves import options
from foxduet.ui.table.state import Choosing, TableStateT
from foxduet.words.common import table_words
from foxduet.words.glyphs import Glyphs
from foxduet.words.i18n import _, in_seven_bits

_LONGEST_RANK = 2


def typing_notice(screen: TableStateT, glyphs: Glyphs) -> str:
    """Return what is typed so far, and what may follow; or why that is no card."""
    assert isinstance(screen.shows, Choosing), "there is something to choose"
    words = table_words(screen.game_name)
    suits = zip(words.cards.letters(), words.cards.suit_signs(glyphs), strict=True)
    letters = ", ".join(f"{letter} {sign}" for letter, sign in suits)
    ask = _("Card: {typed}_  (its rank, then {letters})")
    return screen.notice or ask.format(typed=screen.shows.typed, letters=letters)


def type_key(screen: TableStateT, shows: Choosing, key: str) -> TableStateT | None:
    """Return the table after a key that types, None if the key is for the table itself.

    A digit is for the rank, and the letter of a suit chooses the card. Enter does nothing: it
    would play what was chosen before.
    """
    typed = shows.typed or ""
    screen = replace(screen, notice="")
    if key == ENTER:
        return screen
    if key == ESCAPE or (key == BACKSPACE and not typed):
        return replace(screen, shows=replace(shows, typed=None))
    if key == BACKSPACE:
        return replace(screen, shows=replace(shows, typed=typed[:-1]))
    if key.isdecimal():
        return replace(screen, shows=replace(shows, typed=f"{typed}{key}"[:_LONGEST_RANK]))
    if not names_suit(shows, screen.game_name, key):
        return None
    name = f"{typed}{key}"
    names = [_name_of(option, screen.game_name) for option in options(screen)]
    if _plain(name) not in names:
        notice = _("There is no card {typed} to choose.").format(typed=name)
        return replace(screen, shows=replace(shows, typed=""), notice=notice)
    return replace(screen, shows=replace(shows, cursor=names.index(_plain(name)), typed=None))


def names_suit(shows: Choosing, game: str, key: str) -> bool:
    """Return whether a key is the letter of a suit behind a rank that was typed."""
    return bool(shows.typed) and _plain(key) in map(_plain, table_words(game).cards.letters())


def _name_of(option: Any, game: str) -> str:
    """Return what is typed for an option, nothing for one that is no card."""
    card = card_of(option)
    if card is None:
        return ""
    return _plain(f"{card.rank}{table_words(game).cards.letters()[card.suit]}")


def _plain(text: str) -> str:
    return in_seven_bits(text).lower()
