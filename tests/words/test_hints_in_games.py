"""Hints in whole games: aims that separate, nothing firm in the noise, no aim without a gain."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from statistics import fmean
from typing import Any

import pytest

from foxduet.ai.partner import Thought
from foxduet.core.common import Seat
from foxduet.games.classic.words import reasons as classic_reasons
from foxduet.games.duet.words import reasons as duet_reasons
from foxduet.words.common import guide_words, table_words
from tests.sentences import reviewed_game
from tests.support.strategies import fewer

# Choices are as good that are so close in what was compared, or in what is told.
NOISE, FELT = 0.015, 0.01
NAMES = ("Ann", "Bob")
# The games of all three levels, by the number of a game, and a match.
GAMES = fewer([("duet", 1), ("classic", 1), ("duet", 0), ("duet", 2)], 2)
NO_AIM = ("There is nothing to aim at", "No choice stands out", "No single aim", "There is only")


@cache
def hinted(game: str, number: int) -> tuple[tuple[Any, Thought, tuple[str, ...]], ...]:
    """Return the observation, thought and whole hint at each decision of a game."""
    return tuple(_hinted(game, number))


def _hinted(game: str, number: int) -> Iterator[tuple[Any, Thought, tuple[str, ...]]]:
    review = reviewed_game(number, 30, game)
    for one in review.assessments:
        if one.estimates:
            state = review.game.states[one.number - 1]
            seen = review.game.rules.observe(state, one.seat)
            thought = Thought(one.best, one.estimates, one.worlds, raw=one.raw)
            yield seen, thought, guide_words(game).hint_sentences(seen, thought, NAMES, 3)


def worths(thought: Thought) -> dict[Any, float]:
    """Return what each choice is worth."""
    return {one.action: one.worth for one in thought.compared}


def near(thought: Thought) -> set[Any]:
    """Return the choices that are as good as the best one."""
    worth, told = worths(thought), {one.action: one.worth for one in thought.estimates}
    best = thought.action
    return {
        each
        for each in worth
        if worth[each] >= worth[best] - NOISE or told[each] > told[best] - FELT
    }


@pytest.mark.parametrize(("game", "number"), GAMES)
def test_advice_is_firm_only_where_no_other_choice_is_as_good(game: str, number: int) -> None:
    firm = 0
    for _seen, thought, (aim, kind, answer) in hinted(game, number):
        as_good = near(thought)
        is_firm = answer.startswith(("Best", "As good as won: "))
        assert is_firm == (len(as_good) == 1), (aim, kind, answer)
        says_several = kind in ("Several are as good.", "It matters little which one.")
        assert says_several == (len(as_good) > 1)
        assert not answer.startswith(kind.removesuffix("."))
        firm += len(as_good) == 1
    assert 10 <= firm < len(hinted(game, number))


@pytest.mark.parametrize(("game", "number"), GAMES)
def test_there_is_no_aim_where_nothing_is_to_be_gained(game: str, number: int) -> None:
    for _seen, thought, (aim, *_others) in hinted(game, number):
        if max(one.win for one in thought.estimates) <= 0.005:
            assert aim.startswith("There is nothing to aim at")
        elif len(near(thought)) == len(thought.estimates):
            assert aim.startswith(NO_AIM)


@pytest.mark.parametrize(("game", "number"), GAMES)
def test_the_aim_that_is_named_separates_the_choices(game: str, number: int) -> None:
    named = 0
    for seen, thought, (aim, *_others) in hinted(game, number):
        if aim.startswith(NO_AIM):
            continue
        named += 1
        worth = worths(thought)
        (best,) = (one for one in thought.compared if one.action == thought.action)
        others = [one for one in thought.compared if one is not best]
        as_good = [one for one in others if one.action in near(thought)]
        worse = [one for one in others if one not in as_good]
        has: dict[Any, bool]
        if game == "duet":
            reason = duet_reasons.reason_for(seen.table, (best, *others), best, worse)  # type: ignore[arg-type]
            assert reason is not None
            has = dict(zip([best, *others], reason.found.has, strict=True))
        else:
            found = classic_reasons.reason_for(
                seen.table,
                (best, *others),  # type: ignore[arg-type]
                best,  # type: ignore[arg-type]
                worse,  # type: ignore[arg-type]
                as_good,  # type: ignore[arg-type]
            )
            assert found is not None
            has = dict(zip([best, *others], found.has, strict=True))
        assert all(has[one] for one in (best, *as_good))
        cost = worth[best.action] - fmean(worth[one.action] for one in worse)
        good = [worth[one.action] for one in has if has[one]]
        bad = [worth[one.action] for one in has if not has[one]]
        assert fmean(good) - fmean(bad) >= cost / 2
    assert named >= 10


@pytest.mark.parametrize(("game", "number"), GAMES)
def test_the_first_step_names_no_card_and_no_choice(game: str, number: int) -> None:
    for seen, thought, (aim, *_others) in hinted(game, number):
        for one in thought.estimates:
            label = table_words(game).choice_phrase(one.action, NAMES)
            assert label not in aim
        assert seen.seat in Seat
