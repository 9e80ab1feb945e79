"""What people say to the game in words, in both languages and both games, and what it means."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from foxduet.core.cards import card_of
from foxduet.play.game import NO_PARTNERS
from foxduet.ui.table.moves import AskScreen
from foxduet.ui.table.state import options
from foxduet.words.game_words import table_words, typed_card
from foxduet.words.i18n import use_language
from tests.plain.test_lessons import a_talk
from tests.support.stories import ALONE, a_game

WAYS = {
    "en": (
        "the {rank} of {suits}",
        "play the {rank} of {suits}",
        "{rank} of {suits} please",
        "I'd like to play my {rank} of {suits}, please!",
        "{suit} {rank}",
        "{letter} {rank}",
        "{rank} {letter}",
        "{letter}{rank}",
        "{numeral} of {suits}",
    ),
    "fr": (
        "le {rank} de {suits}",
        "joue le {rank} de {suits}",
        "je voudrais jouer le {rank} de {suits}, s'il vous plaît",
        "{suit} {rank}",
        "{letter} {rank}",
        "{rank} {letter}",
        "{numeral} de {suits}",
    ),
}
NUMERALS = {
    "en": ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"],
    "fr": ["un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze"],
}
NO_CARDS = {
    "en": (
        "don't play the 4 of {suits}",
        "should I play 4 of {suits}",
        "4 of hearts",
        "4 or 5 of {suits}",
        "4 {suits} or hearts",
        "104 {suits}",
    ),
    "fr": ("ne joue pas le 4 de {suits}", "le 4 ou le 5 de {suits}", "4 de cœurs"),
}

MEANT = {
    "en": {
        "help": ("?", "help!", "What can I say?"),
        "again": ("repeat", "Repeat please", "say it again", "sorry?"),
        "hand": ("my cards", "what do I have?", "read my hand"),
        "decree": ("d", "trump", "What's trump?", "which suit is trump"),
        "path": ("gems", "where are the gems?", "where is the fox"),
        "score": (
            "s",
            "points",
            "what is the score",
            "what round is it",
            "how many points do I have",
        ),
        "options": (
            "whose turn is it?",
            "is it my turn?",
            "What can I play?",
            "which cards can I play",
            "do I have to follow suit?",
        ),
        "hint": ("i", "a hint please", "what should I play?"),
        "about 7 {letter}": ("what does the 7 of {suits} do?", "about the 7 of {suits}"),
        "before": ("last", "the last trick", "who won?", "Who won the last trick?"),
    },
    "fr": {
        "aide": ("?", "que puis-je dire ?"),
        "encore": ("répète", "hein ?", "Répétez s'il vous plaît"),
        "main": ("mes cartes", "lis ma main"),
        "décret": ("d", "atout", "quel est l'atout ?"),
        "sentier": ("gemmes", "où sont les gemmes ?", "où est le renard ?"),
        "score": ("points", "quel est le score"),
        "options": ("que puis-je jouer ?", "qu'est-ce que je peux jouer ?", "qui commence ?"),
        "indice": ("i", "un indice", "que dois-je jouer ?"),
        "effet 7 {letter}": ("que fait le 7 de {suits} ?",),
        "avant": ("le dernier pli", "qui a gagné ?"),
    },
}
LEAVING = {"en": ("q", "quit", "leave", "exit"), "fr": ("q", "quitter", "quit", "sortir")}

AT_CHOICES: dict[str, dict[str, dict[str, tuple[str, ...]]]] = {
    "en": {
        "swap the decree": {"1": ("keep", "keep it", "Keep the decree", "no", "k")},
        "who swaps": {
            "1": ("swap", "self", "myself", "swap yourself", "me"),
            "2": ("let", "partner", "let my partner", "let your partner swap"),
            "3": ("keep", "keep the decree"),
        },
        "leave": {"no": ("stay", "n", "Stay!"), "yes": ("leave", "y", "ok", "q", "quit")},
    },
    "fr": {
        "swap the decree": {"1": ("garder", "non", "garder le décret")},
        "who swaps": {"1": ("moi", "échanger"), "2": ("laisser", "partenaire"), "3": ("garder",)},
        "leave": {"non": ("rester", "n"), "oui": ("quitter", "sortir", "o", "q", "d'accord")},
    },
}
REACHED = {
    "swap the decree": ("2 doves", "2 stars"),
    "who swaps": ("2 doves", "2 stars", "9 doves", "8 doves", "3 roses"),
    "leave": ("leave",),
}
"""What leads to a question in a game alone."""


BOTH = pytest.mark.parametrize(
    ("language", "kind"), [(one, kind) for one in ("en", "fr") for kind in ("duet", "classic")]
)


@contextmanager
def spoken(language: str) -> Iterator[None]:
    """Speak a language for a while."""
    use_language(language)
    try:
        yield
    finally:
        use_language("en")


def names_of(kind: str, suit: int) -> dict[str, str]:
    words = table_words(kind).cards
    name = words.suits()[suit].lower()
    return {"suits": name, "suit": name.removesuffix("s"), "letter": words.letters()[suit]}


@BOTH
def test_a_card_may_be_named_as_one_speaks(language: str, kind: str) -> None:
    with spoken(language):
        words = table_words(kind).cards
        for suit in range(3):
            for rank in range(1, 11):
                numeral = NUMERALS[language][rank - 1]
                for way in WAYS[language]:
                    said = way.format(rank=rank, numeral=numeral, **names_of(kind, suit))
                    assert typed_card(words, said) == (rank, suit), said
            for way in NO_CARDS[language]:
                assert typed_card(words, way.format(**names_of(kind, suit))) is None, way


@BOTH
def test_a_letter_before_a_number_is_a_card(language: str, kind: str, tmp_path: Path) -> None:
    with spoken(language):
        talk = a_game(tmp_path, kind, 8, NO_PARTNERS)
        talk.say("")
        card = card_of(options(talk.screen)[0])
        talk.say(f"{table_words(kind).cards.letters()[card.suit]} {card.rank}")
        assert card_of(talk.screen.session.game.turns[1].action) == card


def heard(folder: Path, kind: str, *lines: str) -> tuple[list[str], object]:
    """Return what the last of some lines is answered in a game alone, and the state then."""
    talk = a_game(folder, kind, 8, ALONE)
    return talk.say(*lines), talk.screen.session.state


@BOTH
def test_what_one_wants_to_hear_may_be_asked_for_as_one_speaks(
    language: str, kind: str, tmp_path: Path
) -> None:
    with spoken(language):
        for word, ways in MEANT[language].items():
            if kind == "classic" and word in ("path", "sentier"):
                continue
            names = names_of(kind, 1)
            expected = heard(tmp_path, kind, word.format(**names))
            for way in ways:
                assert heard(tmp_path, kind, way.format(**names)) == expected, way


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("question", REACHED)
def test_a_choice_may_be_called_by_its_own_words(
    question: str, language: str, tmp_path: Path
) -> None:
    for number, ways in AT_CHOICES[language][question].items():
        answers = []
        for way in (number, *ways):
            talk = a_game(tmp_path, "duet", 8, ALONE)
            talk.say(*REACHED[question])
            with spoken(language):
                answers.append((way, talk.say(way), talk.ended))
        assert [one for one in answers if one[1:] != answers[0][1:]] == []
        assert answers[0][1:] != ([], None)


@pytest.mark.parametrize(
    ("language", "ways", "title"),
    [
        ("en", ("trump", "trump and", "decree", "lesson 3", "three", "number 3"), "Lesson 3: "),
        ("fr", ("atout", "leçon 3", "trois", "numéro 3"), "Leçon 3"),
    ],
)
def test_a_lesson_may_be_called_by_its_name(
    language: str, ways: tuple[str, ...], title: str, tmp_path: Path
) -> None:
    with spoken(language):
        for way in ways:
            assert a_talk(tmp_path, "duet").say(way)[0].startswith(title), way


@pytest.mark.parametrize("language", ["en", "fr"])
def test_one_leaves_in_many_words(language: str, tmp_path: Path) -> None:
    with spoken(language):
        for way in LEAVING[language]:
            talk = a_game(tmp_path, "duet", 8, ALONE)
            talk.say(way)
            assert isinstance(talk.screen, AskScreen), way


@BOTH
def test_a_refusal_is_one_short_line(language: str, kind: str, tmp_path: Path) -> None:
    with spoken(language):
        refusals = {
            line
            for ai in (ALONE, NO_PARTNERS)
            for before in ((), ("",), ("leave",))
            for nonsense in ("zebra", "play the zebra of hearts", "!!")
            for line in heard_by(tmp_path, kind, ai, *before, nonsense)
        }
        (refusal,) = refusals
        assert len(refusal) < 50


def heard_by(folder: Path, kind: str, ai: Any, *lines: str) -> list[str]:
    return a_game(folder, kind, 8, ai).say(*lines)
