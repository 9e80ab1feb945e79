"""Every reason given for a costly choice separates good choices from bad ones in its position."""

from __future__ import annotations

import pytest

from foxduet.analysis.review import costly
from tests.sentences import given_by, reviewed_game, untrue


@pytest.mark.parametrize("number", [0, 3])
def test_every_sentence_on_a_costly_choice_keeps_the_rule(number: int) -> None:
    review = reviewed_game(number, 20, "classic")
    assert costly(review)
    for one in costly(review):
        assert list(untrue(review, one)) == []
    named = [given_by(review, one) is not None for one in costly(review)]
    assert sum(named) >= len(named) / 2
