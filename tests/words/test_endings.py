"""How games are said to have ended: true by what happened, and checked without what tells it."""

from __future__ import annotations

from collections import Counter

import pytest

from foxduet.words.ending import Family, Remark, number_word, story_of
from foxduet.words.game_words import guide_words
from tests.tools.endings import NAMES, faults_of, games


@pytest.mark.parametrize("kind", ["duet", "classic"])
def test_each_story_is_true_and_begins_with_the_rarest_thing(kind: str) -> None:
    beginnings: Counter[str] = Counter()
    for game in games(kind, 40, 9_310_001):
        assert faults_of(game) == []
        story = guide_words(kind).ending_story(game, NAMES)
        assert len(story) <= 2
        beginnings[story[0][:20] if story else ""] += 1
    assert max(beginnings.values()) <= 40 / 3


def test_a_second_sentence_is_about_something_else_and_has_another_number() -> None:
    first = Remark("one", Family.FINISH, "A.", 3)
    same_family = Remark("two", Family.FINISH, "B.", 4)
    same_number = Remark("three", Family.PATH, "C.", 3)
    another = Remark("four", Family.ROUND, "D.", None, {"one": "And d."})
    assert story_of([first, same_family, same_number], "E.") == ("A.",)
    assert story_of([first, same_number, another], "E.") == ("A.", "And d.")
    assert story_of([], "E.") == ("E.",)
    assert story_of([], "") == ()


def test_numbers_are_words_from_two_to_thirteen() -> None:
    assert [number_word(count) for count in (1, 2, 13, 14)] == ["1", "two", "thirteen", "14"]
