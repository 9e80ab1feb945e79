"""Puzzles in words: the position, a choice, another one, the answer, and what is told when."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.analysis.puzzles import puzzles_of
from foxduet.store.puzzles import load_journal
from foxduet.ui.kit.effects import OpenPuzzles
from foxduet.ui.kit.screen import Next, Push
from foxduet.ui.menu.title import TitleScreen
from foxduet.ui.puzzle.menu import PuzzlesScreen
from foxduet.ui.puzzle.screen import PuzzleScreen
from foxduet.ui.replay import ReplayScreen
from tests.support import calls
from tests.support.calls import Call
from tests.support.conversation import Conversation, heard_cards, repeated
from tests.support.puzzles import LEAD, MOVE, posed
from tests.support.tables import Desk, options_in

pytestmark = pytest.mark.usefixtures("few_puzzles")


def list_in_words(desk: Desk) -> Conversation:
    """Begin to talk about the list of puzzles."""
    return Conversation(Next(TitleScreen(desk.game), (OpenPuzzles(desk.game),)), desk)


def puzzle_in_words(number: int, desk: Desk, *, typed: bool = True) -> Conversation:
    """Begin to talk about a puzzle, over the list."""
    screen = posed(desk, number)
    menu = list_in_words(desk).screen
    return Conversation(Next(menu, (Push(screen),)), desk, typed=typed)


@pytest.mark.parametrize("game", ["duet", "classic"])
def test_puzzles_sound_as_they_did(
    game: str, desk: Desk, golden: Callable[[str, str], None]
) -> None:
    repeated(f"puzzles-{game}", list_in_words(replace(desk, game=game)), golden)


def test_after_a_wrong_choice_nothing_is_told_but_that_until_another_is_tried(desk: Desk) -> None:
    talk = puzzle_in_words(LEAD, desk)
    said = talk.say("8 doves")
    assert said == [
        "Not the 8 of Doves: there is something clearly better.",
        "Press Enter to try again, or say answer.",
    ]
    assert "%" not in talk.text
    assert talk.say("") == ["Lead any card."], "the position is not told again"
    assert talk.say("8d") == ["That was not it; choose something else."]
    right = talk.say("3s")
    assert right[0] == "Right this time: the 3 of Stars."
    assert desk.scores is not None
    assert [one.right for one in load_journal(desk.scores, "duet").attempts] == [False]


def test_the_answer_comes_when_it_is_asked_for_with_its_reason_and_every_worth(desk: Desk) -> None:
    talk = puzzle_in_words(LEAD, desk)
    talk.say("8d")
    told = talk.say("answer")
    assert told[0] == "The answer: the 3 of Stars."
    assert told[1].startswith("Your choice: cost ")
    at = told.index("The chance to win with each choice:")
    assert [line.split(":")[0] for line in told[at + 1 : at + 8]] == [
        f"The {card}"
        for card in (
            "4 of Doves",
            "8 of Doves",
            "10 of Doves",
            "10 of Roses",
            "3 of Stars",
            "6 of Stars",
            "9 of Stars",
        )
    ]
    assert told[-1] == "Press Enter for the next puzzle, or say follow."
    assert talk.say("again")[-1] == told[-1]


def test_choices_that_are_no_cards_have_numbers(desk: Desk) -> None:
    talk = puzzle_in_words(MOVE, desk)
    at = talk.paper.lines.index("You hold 4 cards: Doves 1, 3; Stars 4, 8.")
    numbers = [line for line in talk.paper.lines[at:] if line[0].isdigit()]
    said = talk.say(f"{len(numbers) + 1}")
    assert said == [f"There is no number {len(numbers) + 1}: they go from 1 to {len(numbers)}."]
    number = next(line for line in numbers if "One step" in line).split(":")[0]
    assert talk.say(number)[0].startswith("Right: going one step")


def test_leaving_leads_to_the_list_and_an_empty_line_to_the_next_puzzle(desk: Desk) -> None:
    talk = puzzle_in_words(LEAD, desk)
    talk.say("3s", "")
    assert isinstance(talk.screen, PuzzleScreen)
    assert talk.screen.puzzle.number != LEAD
    assert talk.say("leave")[0] == "Puzzles: The Fox in the Forest Duet."
    assert isinstance(talk.screen, PuzzlesScreen)
    assert len(talk.say("rating")) == 2


def test_what_follows_is_told_move_by_move_and_left_for_the_answer(desk: Desk) -> None:
    talk = puzzle_in_words(LEAD, desk)
    talk.say("3s", "follow")
    assert isinstance(talk.screen, ReplayScreen)
    assert talk.say("leave") == ["Press Enter for the next puzzle, or say follow."]


@pytest.mark.parametrize("game", ["duet", "classic"])
def test_only_what_the_seat_may_know_is_told(game: str, desk: Desk) -> None:
    own = replace(desk, game=game)
    for number in (one.number for one in puzzles_of(game)):
        talk = puzzle_in_words(number, own)
        session = talk.screen.session
        seen = session.game.rules.observe(session.game.state, session.viewer)
        trick = seen.table.trick
        cards = {*seen.hand, seen.table.decree, trick.lead, trick.follow} - {None}
        talk.say("hand", "trick", "decree", "score", "again")
        assert heard_cards(talk.paper.lines, game) == {(one.rank, one.suit) for one in cards}


def test_programs_hear_the_same_as_those_who_type(desk: Desk, tmp_path: Path) -> None:
    texts = []
    for typed in (True, False):
        folder = tmp_path / str(typed)
        own = options_in(folder, scores=folder / "scores.sqlite3")
        talk = puzzle_in_words(LEAD, own, typed=typed)
        talk.say("8d", "", "3s", "leave", "leave")
        texts.append(talk.text)
    assert texts[0] == texts[1]


@pytest.mark.parametrize("line", ["puzzle --plain --number 3", "--plain puzzle --number 3"])
def test_the_option_may_stand_before_a_command(line: str) -> None:
    options = calls.options_in(line)
    assert (options.number, options.look.is_plain) == (3, True)


def test_commands_that_open_no_screen_print_as_ever(call: Call) -> None:
    for command in ("config", "help rules"):
        assert call(f"--plain {command}") == call(command)
        assert call(f"--lang fr --plain {command} --ascii".replace("progress --ascii", "progress"))
