"""Bars and other pictures made of special characters."""

from __future__ import annotations

import pytest

from foxduet.cli.terminal import every_character
from foxduet.core.register import games
from foxduet.games.classic.rules.cards import DECK as CLASSIC_DECK
from foxduet.games.classic.words.names import classic_glyphs
from foxduet.games.duet.rules.cards import DECK
from foxduet.games.duet.words.names import duet_glyphs
from foxduet.words.common import table_words
from foxduet.words.glyphs import ASCII, MONOCHROME, UNICODE, Glyphs, bar


@pytest.mark.parametrize(
    ("share", "drawn", "ascii_drawn"),
    [
        (0.0, "     ", "....."),
        (1.0, "█████", "====="),
        (0.5, "██▌  ", "==..."),
        (0.99, "█████", "====="),
        (0.03, "▏    ", "....."),
    ],
)
def test_bars_are_as_long_as_the_chance(share: float, drawn: str, ascii_drawn: str) -> None:
    assert bar(share, 5, UNICODE) == drawn
    assert bar(share, 5, ASCII) == ascii_drawn


IN_COMMON_FONTS = "¤ð˙·Ω†‡•←↑→↓∂∆√∞∩≈≡■□▬▲►▼◄◊○●◘◙◦"
"""Signs of each of DejaVu Sans Mono, Liberation Mono, Noto Sans Mono, Cascadia and Menlo."""


@pytest.mark.parametrize("game", games())
def test_every_sign_but_boxes_and_blocks_is_in_the_fonts_that_terminals_have(game: str) -> None:
    signs = {sign for sign in every_character(game) if not sign.isascii()}
    assert {sign for sign in signs if not "\u2500" <= sign <= "\u259f"} <= set(IN_COMMON_FONTS)


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_no_sign_of_a_game_stands_for_two_things(glyphs: Glyphs) -> None:
    duet, classic = duet_glyphs(glyphs), classic_glyphs(glyphs)
    of_duet = [*duet.suits, duet.paw, duet.gem, duet.tree, duet.wood, duet.trail, *glyphs.toward]
    of_classic = [*classic.suits, classic.trail, *glyphs.toward]
    for signs in ([*of_duet, glyphs.mark], [*of_classic, glyphs.mark]):
        assert len({*signs}) == len(signs)


@pytest.mark.parametrize(("game", "card"), [("duet", DECK[6]), ("classic", CLASSIC_DECK[6])])
def test_the_letter_of_a_suit_is_shown_only_where_there_is_no_colour(
    game: str, card: object
) -> None:
    words = table_words(game)
    for glyphs in (UNICODE, MONOCHROME, ASCII):
        sign = words.suit_signs(glyphs)[0]
        letter = "" if glyphs is UNICODE else words.suit_letters()[0]
        assert words.card_face(card, glyphs).corner == f"7 {sign}{letter}"
        assert words.card_in_line(card, glyphs) == f"7{sign}{letter}"
