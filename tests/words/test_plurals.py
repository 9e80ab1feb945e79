"""Numbers and words agree, in French too, where the plural starts at 2."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from foxduet.analysis.review import Progress
from foxduet.words import i18n
from foxduet.words.common import progress_phrase
from foxduet.words.i18n import decimal, ngettext


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    i18n.use_language(i18n.SOURCE)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["0.0 seconds", "0.5 seconds", "1.0 seconds", "1.5 seconds", "2.0 seconds"]),
        ("fr", ["0,0 seconde", "0,5 seconde", "1,0 seconde", "1,5 seconde", "2,0 secondes"]),
    ],
)
def test_decimals_have_the_form_that_the_language_gives_them(
    language: str, said: list[str]
) -> None:
    i18n.use_language(language)
    forms = [
        ngettext("{seconds} second", "{seconds} seconds", number).format(
            seconds=decimal(number, ".1f")
        )
        for number in (0.0, 0.5, 1.0, 1.5, 2.0)
    ]
    assert forms == said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["1 decision of 92", "2 decisions of 92, about 3 s left"]),
        ("fr", ["1 décision sur 92", "2 décisions sur 92, encore 3 s environ"]),
    ],
)
def test_the_progress_of_a_review_agrees_with_what_is_done(language: str, said: list[str]) -> None:
    i18n.use_language(language)
    assert [progress_phrase(Progress(1, 92)), progress_phrase(Progress(2, 92, 3.0))] == said
