"""Whoever plays alone and has chosen no name is spoken to; the record has the names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from foxduet.core.common import Seat
from foxduet.words import i18n
from foxduet.words.common import table_words
from foxduet.words.people import default_names, fill, filled, names_at_table
from tests.support.solo import SOLO
from tests.support.tables import text_of
from tests.ui.table.test_solo_frames import SCREENS

NAMED = "{name} {name:wins|win}, {other:*'s|your|its} end"


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    i18n.use_language(i18n.SOURCE)


def test_sentences_have_a_form_for_a_name_for_you_and_for_a_partner() -> None:
    you, partner = names_at_table(SOLO.header)
    assert fill(NAMED, name="Zoé", other="Ann|Bob") == "Zoé wins, Ann|Bob's end"
    assert fill(NAMED, name=you, other=partner) == "You win, its end"
    assert fill(NAMED, name=partner, other=you) == "Your partner wins, your end"
    assert fill("{name}, lead any card.", name=you) == "Lead any card."
    assert fill("{name}, lead any card.", name="zoé") == "zoé, lead any card."
    assert filled("{name:let * swap|swap yourself}", name=partner) == "let your partner swap"
    # What a name looks like is no part of the sentence.
    assert fill("{name} leads", name="{other}") == "{other} leads"


@pytest.mark.parametrize(
    ("players", "ai", "called"),
    [
        (("Player", "Expert"), (None, "expert"), ("You", "Expert")),
        (("Joueur", "Régulier"), (None, "steady"), ("You", "Steady")),
        (("Joueur", "Regulier"), (None, "steady"), ("You", "Steady")),
        (("Player", "Zoé"), (None, "novice"), ("You", "Zoé")),
        (("Anne", "Expert"), (None, "expert"), ("Anne", "Expert")),
        (("Expert", "Player"), ("expert:200", None), ("Expert", "You")),
        (("Player", "Expert"), (None, None), ("Player", "Expert")),
        (("Player", "Expert"), ("novice", "expert"), ("Player", "Expert")),
    ],
)
def test_only_one_person_without_a_chosen_name_is_spoken_to(
    players: tuple[str, str], ai: tuple[str | None, str | None], called: tuple[str, str]
) -> None:
    names = names_at_table(replace(SOLO.header, players=players, ai=ai))
    assert names == called
    assert [fill("{name} led", name=name) for name in names] == [
        "Your partner led" if spoken_of(name, kind, names) else f"{name} led"
        for name, kind in zip(names, ai, strict=True)
    ]


def spoken_of(name: str, kind: str | None, names: tuple[str, ...]) -> bool:
    """Return whether a player is called a partner."""
    return "You" in names and kind is not None and name in default_names(kind)


@pytest.mark.parametrize("language", i18n.languages())
@pytest.mark.parametrize("name", [name for name in SCREENS if name != "solo-form"])
def test_no_screen_of_a_game_alone_calls_the_person_by_a_name_that_nobody_chose(
    name: str, language: str
) -> None:
    i18n.use_language(language)
    text = text_of(SCREENS[name])
    assert "Player" not in text
    assert "Joueur" not in text


def test_in_french_verbs_agree_with_whoever_is_spoken_to() -> None:
    i18n.use_language("fr")
    names = names_at_table(SOLO.header)
    tricks = [
        sentence
        for turn in SOLO.turns
        for sentence in table_words("duet").story.tell_with_open_hands(turn.step.events, names)
    ]
    own = [sentence for sentence in tricks if sentence.startswith("Vous ")]
    others = [sentence for sentence in tricks if sentence.startswith("Votre partenaire ")]
    assert len(own) > 10
    assert len(others) > 10
    assert all(
        sentence.split()[1]
        in ("ouvrez", "suivez", "gagnez", "gardez", "prenez", "avez", "laissez", "pouvez")
        for sentence in own
    )
    assert all(
        sentence.split()[2]
        in ("ouvre", "suit", "gagne", "garde", "prend", "a", "laisse", "vous", "peut")
        for sentence in others
    )


def test_the_record_has_the_names() -> None:
    assert SOLO.header.players == ("Player", "Expert")
    assert names_at_table(SOLO.header)[Seat.P1] == "You"
