"""Hints and advice in words: each step once, all of it again, and nothing left unsaid."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random

from hypothesis import given

from foxduet.play.game import NO_PARTNERS
from foxduet.ui.table.keys import is_team_choosing
from foxduet.ui.table.state import Choosing, SavedTable
from tests.support.conversation import ALONE, Conversation, a_game, something_to_say
from tests.support.players import few, seeds


def between_rounds(talk: Conversation) -> Conversation:
    """Play on until the team must choose, between two rounds."""
    chance = Random(0)
    while not (isinstance(talk.screen, SavedTable) and is_team_choosing(talk.screen)):
        assert talk.ended is None, "the game goes on for a second round"
        talk.say(something_to_say(talk.screen, chance))
    return talk


def test_a_hint_is_told_again_once_all_of_it_was_told(tmp_path: Path) -> None:
    talk = a_game(tmp_path, "duet", 8, ALONE)
    talk.say("2 doves", "hint", "hint", "hint")
    assert talk.say("hint") == talk.say("why") != []


@few(10)
@given(seeds)
def test_each_hint_says_something_and_why_says_all_of_it_at_once(seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asked, whole = (a_game(Path(folder), "duet", seed, ALONE) for _ in range(2))
        chance = Random(seed)
        for _ in range(8):
            if not isinstance(asked.screen.shows, Choosing):
                break
            with_question, all_of_it = whole.say("why"), whole.say("why")
            assert with_question[: len(all_of_it)] == all_of_it != []
            steps: list[str] = []
            while len(steps) < len(all_of_it):
                new = [line for line in asked.say("hint") if line in all_of_it]
                assert new
                steps += new
            assert steps == asked.say("hint") == all_of_it
            line = something_to_say(asked.screen, chance)
            asked.say(line)
            whole.say(line)


def test_nothing_between_rounds_is_said_twice(tmp_path: Path) -> None:
    talk = between_rounds(a_game(tmp_path, "duet", 8, NO_PARTNERS))
    assert not any(line.startswith("New gems come") for line in talk.say("path")), "they lie there"
    advice = talk.say("hint")
    assert len({*advice}) == len(advice) > 1
    assert talk.say("hint") == talk.say("why") == advice[:-1]
    for aside in ("score", "decree", "trick", "path"):
        assert not {*talk.say(aside)} & {*advice[:-1]}


def test_a_partner_who_is_asked_again_says_the_same_again(tmp_path: Path) -> None:
    talk = between_rounds(a_game(tmp_path, "duet", 6, ALONE))
    said = talk.say("ask")
    assert said[0].startswith("Your partner would cover ")
    assert talk.say("ask") == said[:-1]
