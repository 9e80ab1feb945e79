"""Every reason given for a costly choice separates good choices from bad ones in its position."""

from __future__ import annotations

import pytest

from foxduet.analysis.review import costly
from tests.sentences import reason_of, reviewed_game, untrue
from tests.support.strategies import fewer


@pytest.mark.parametrize("number", fewer([0, 3, 2, 5], 2))
def test_every_sentence_on_a_costly_choice_keeps_the_rule(number: int) -> None:
    review = reviewed_game(number, worlds=12)
    assert costly(review)
    for one in costly(review):
        assert list(untrue(review, one)) == []


def test_most_costly_choices_have_a_reason_that_can_be_named() -> None:
    review = reviewed_game(0, worlds=30)
    named = [reason_of(review, one) is not None for one in costly(review)]
    assert sum(named) >= len(named) * 2 / 3
