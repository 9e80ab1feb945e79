"""The style of sentences, as far as it can be counted: in the program, and in its catalogues."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.processes import lacking, tree_of

pytest.importorskip("babel", reason=lacking("translate"))

import foxduet
from foxduet.ai.partner import REVIEWER
from foxduet.analysis.review import Assessment, Review
from foxduet.core.cards import Play, Seat, Trick
from foxduet.games.duet.ai.expert import DuetEstimate
from foxduet.games.duet.rules.cards import Card, Suit
from foxduet.games.duet.rules.state import Foxes
from foxduet.games.duet.words.names import choice_phrase
from foxduet.play.game import Game
from foxduet.words.review import chosen_line, with_table_names
from tests.support.games import with_table
from tests.support.tables import SOLO
from tests.tools.translations import files, forms, language_of, load, messages

SOURCES = sorted(Path(foxduet.__file__).parent.rglob("*.py"))
PERSONS = {"name", "named", "other", "leader", "dealer", "side", "winner", "player"}
"""The fields of sentences that are players."""


def fields_of_formats(path: Path) -> list[tuple[int, set[str]]]:
    """Return the lines in which a file calls str.format, and the fields that it fills there."""
    calls = [one for one in ast.walk(tree_of(path)) if isinstance(one, ast.Call)]
    return [
        (call.lineno, {each.arg for each in call.keywords if each.arg})
        for call in calls
        if isinstance(call.func, ast.Attribute) and call.func.attr == "format"
    ]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: "-".join(path.parts[-2:]))
def test_a_sentence_with_a_person_is_filled_by_what_knows_how_to_speak_of_persons(
    path: Path,
) -> None:
    for line, fields in fields_of_formats(path):
        # {own} and {other} are the figures of two players.
        persons = PERSONS - {"other"} if "own" in fields else PERSONS
        assert not fields & persons, f"{path}:{line}"


def test_a_review_speaks_of_the_partner_s_choices_to_the_reader() -> None:
    header = replace(SOLO.header, players=("Player", "Steady"), ai=(None, "steady"))
    chosen, best = Play(Seat.P2, Card.of(Suit.ROSES, 10)), Play(Seat.P2, Card.of(Suit.STARS, 4))
    lost, won = (
        DuetEstimate(action, win, score=10.0, taken=0.5, gem=0.5, overrun=0.0)
        for action, win in ((chosen, 0.4), (best, 0.7))
    )
    one = Assessment(1, Seat.P2, chosen, best, (lost, won), 500)
    game = Game(header, with_table(SOLO.states[1], trick=Trick(Seat.P2)))
    review = with_table_names(Review(game, REVIEWER, (one,)))
    assert chosen_line(review.game, one).startswith("Steady: the 10 of Roses")
    names = review.game.header.players
    assert choice_phrase(Foxes(Seat.P2, Seat.P1), names) == "letting you swap"
    assert choice_phrase(Foxes(Seat.P2, Seat.P2), names) == "letting your partner swap"
    assert choice_phrase(Foxes(Seat.P1, Seat.P1), names) == "swapping yourself"


NEVER = re.compile(
    r"\bdear(?:est)?\b|\b(?:is|are) (?:told|said|asked)\b|\bwhat there is\b|\bthat there are\b"
    r"|\bwhat comes of it\b|\bas ever\b|\ball in all\b|\bby sight\b|\bwith it in it\b|\bit is no\b"
    r"|\bis none\b|\bsees with whose eyes\b|\blies in it\b"
)
"""What nobody says at a table."""
LONGEST = 28
"""Words of a sentence."""


def english() -> Iterator[str]:
    """Yield every text of the program."""
    for message in messages(load(files()[0])):
        yield from forms(message.id)


def test_a_percent_sign_follows_its_number() -> None:
    assert [text for text in english() if re.search(r"[\d}]\s%", text)] == []


def test_no_sentence_has_words_that_nobody_says() -> None:
    assert [text for text in english() if NEVER.search(text)] == []


def test_no_sentence_is_longer_than_can_be_said_in_a_breath() -> None:
    # A text that keeps its lines is a table or a picture; a list of words has commas at most.
    prose = (text for text in english() if "\n" not in text.strip() and re.search(r"[.:;!?]", text))
    sentences = (one for text in prose for one in re.split(r"(?<=[.!?])\s+", text))
    assert [one for one in sentences if len(one.split()) > LONGEST] == []


@pytest.mark.parametrize("path", files(), ids=language_of)
def test_no_card_or_choice_stands_in_quotation_marks(path: Path) -> None:
    quoted = re.compile(r"[«“„]\s?\{(?:card|best|chosen|option|choice|other_card)\}", re.IGNORECASE)
    texts = (form for one in messages(load(path)) for form in forms(one.string))
    assert [text for text in texts if quoted.search(text)] == []
