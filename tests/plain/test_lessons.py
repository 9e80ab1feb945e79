"""Lessons and guided rounds in words: what is told, what goes on, and what is judged."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from foxduet.analysis.puzzles import puzzles_of
from foxduet.core.cards import card_of
from foxduet.store.journals import learning_file, load_journal, load_progress
from foxduet.ui.guided import GuidedScreen, Judged, Saying, TutoredTable
from foxduet.ui.kit.canvas import Look
from foxduet.ui.kit.effects import OpenPuzzles
from foxduet.ui.kit.screen import Next, Push
from foxduet.ui.lessons import LessonScreen, LessonsScreen
from foxduet.ui.menu import TitleScreen
from foxduet.ui.puzzles import PuzzleScreen, PuzzlesScreen
from foxduet.ui.replay import ReplayScreen
from foxduet.ui.table.state import GameOver, options
from foxduet.words.game_words import table_words
from foxduet.words.i18n import _, use_language
from foxduet.words.lessons import course_of
from foxduet.words.text import SPOKEN
from tests.support import calls
from tests.support.calls import Call
from tests.support.entries import LEAD, MOVE, is_choosing, lessons_on, posed
from tests.support.processes import PROJECT
from tests.support.stories import Conversation, heard_cards, repeated
from tests.support.tables import Desk, options_in
from tests.ui.test_lessons import OF_ALL_GAMES

GAMES = pytest.mark.parametrize("game", ["duet", "classic"])
GUIDED = {"duet": 9, "classic": 8}
OF_A_SCREEN = re.compile(r"\bTab\b|\bSpace\b|\barrows\b|\bbelow\b|\babove\.|flèches|Espace|\+")
"""What only a screen has: its keys, its signs, where something stands."""


def a_talk(
    folder: Path, game: str, number: int = 0, *, two: bool = False, headphones: bool = False
) -> Conversation:
    """Open a lesson by its number from 1, or the list of them."""
    desk = options_in(folder, Look(SPOKEN, animated=False), headphones=headphones)
    desk = replace(desk, game=game, pace=0.0)
    menu = lessons_on(desk, two=two)
    return Conversation(menu.open(number - 1) if number else Next(menu), desk)


def line_for(screen: TutoredTable, choice: object) -> str:
    """Return what is said for a choice: a card in few words, or the number of anything else."""
    every = options(screen)
    card = card_of(choice)
    if card is None:
        return str([one for one in every if card_of(one) is None].index(choice) + 1)
    return f"{card.rank} {table_words(screen.game_name).cards.suits()[card.suit]}"


def choice_in(screen: LessonScreen, written: str) -> str:
    """Return what is said for a choice, as records write it."""
    written_by = screen.session.game.rules.format_action
    return line_for(screen, next(one for one in options(screen) if written_by(one) == written))


def is_over(screen: TutoredTable) -> bool:
    return isinstance(screen.shows, GameOver) and screen.page is None


def listened(talk: Conversation) -> LessonScreen:
    """Go on with empty lines until something is to be chosen, or the lesson is over."""
    while talk.screen.page is not None:
        talk.say("")
    screen = talk.screen
    assert isinstance(screen, LessonScreen)
    return screen


@pytest.mark.parametrize(
    ("name", "game", "number"),
    [
        ("lesson-path", "duet", 1),
        ("lesson-foxes", "duet", 6),
        ("lesson-tricks", "classic", 1),
        ("guided-duet", "duet", 9),
    ],
)
def test_a_lesson_sounds_as_it_did(
    name: str, game: str, number: int, golden: Callable[[str, str], None], tmp_path: Path
) -> None:
    repeated(name, a_talk(tmp_path, game, number), golden)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("two", [False, True], ids=["one", "two"])
@pytest.mark.parametrize(("game", "number"), OF_ALL_GAMES)
def test_each_lesson_can_be_heard_to_its_end(
    game: str, number: int, two: bool, language: str, tmp_path: Path
) -> None:
    use_language(language)
    talk = a_talk(tmp_path, game, number + 1, two=two)
    while is_choosing(screen := listened(talk)):
        for wrong in [choice for kind in screen.now.wrong for choice in kind.choices]:
            judged = talk.say(choice_in(screen, wrong))
            back, *again = talk.say("")
            assert back == _("Everything is back as it was before your choice.")
            assert again != judged, "the question alone is said again"
            assert talk.screen.session.state == screen.session.state
        talk.say(choice_in(screen, screen.now.right[0]))
    name = screen.lesson.name
    assert load_progress(learning_file(talk.loop.folders.records), game).done == (name,)
    for line in talk.paper.lines:
        assert len(line) <= 78
        assert not OF_A_SCREEN.search(line)
        assert all(sign.isprintable() or sign in "\u00a0\u202f" for sign in line)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", ["duet", "classic"])
def test_a_title_that_asks_ends_once(game: str, language: str, tmp_path: Path) -> None:
    use_language(language)
    titles = [_(one.title) for one in course_of(game).lessons + course_of(game).strategy]
    for number, title in enumerate(titles, 1):
        part = number + (number > len(course_of(game).lessons))
        heard = a_talk(tmp_path, game, part).paper.lines[0]
        assert heard.endswith(title if title.endswith("?") else f"{title}.")


def test_a_lead_that_a_question_names_is_told_once(tmp_path: Path) -> None:
    talk = a_talk(tmp_path, "duet", 5)
    while is_choosing(screen := listened(talk)):
        talk.say(choice_in(screen, screen.now.right[0]))
    assert talk.text.count("Right led the 5 of Roses, Gazelle.") == 1
    assert talk.text.count("Right led the 5") == 1


def test_an_empty_line_goes_on_and_begins_what_comes_next(tmp_path: Path) -> None:
    talk = a_talk(tmp_path, "duet")
    assert talk.paper.lines[-1].endswith("press Enter for 1: The path and the fox.")
    talk.say("")
    assert talk.say("6 doves") == ["Press Enter to go on."]
    assert talk.say("")[0].startswith("You each play a card")
    screen = listened(talk)
    question = talk.paper.lines[-3:]
    assert talk.say("") == ["You can choose: Doves 6, 10.", *question], "it is asked again"
    while is_choosing(screen):
        talk.say(choice_in(screen, screen.now.right[0]))
        screen = listened(talk)
    assert talk.say("")[0] == "Lesson 2: Leading and following."


def test_back_at_the_list_only_what_has_changed_there_is_told(tmp_path: Path) -> None:
    talk = a_talk(tmp_path, "duet")
    talk.say("2")
    screen = listened(talk)
    while is_choosing(screen):
        talk.say(choice_in(screen, screen.now.right[0]))
        screen = listened(talk)
    question = "Which lesson? Say its number, or press Enter for 3: Trump and the decree."
    assert talk.say("leave") == ["2: Leading and following, done", question]
    assert talk.say("two")[0] == "For two people at one keyboard, with both hands open."
    assert talk.say("known")[0].endswith("the original game: yes.")
    assert "1: Tricks and trump" in talk.say("game")
    assert isinstance(talk.screen, LessonsScreen)
    assert talk.screen.game_name == "classic"


def test_a_step_can_be_heard_again_skipped_and_left(tmp_path: Path) -> None:
    talk = a_talk(tmp_path, "duet", 1)
    first = [*talk.paper.lines]
    talk.say("")
    assert talk.say("back") == first[2:], "the title and the seat are said once"
    talk.say("skip")
    asked = talk.say("skip")
    assert talk.say("again")[2:] == asked
    assert talk.say("hand")[0] == "You hold 3 cards: Doves 6, 10; Roses 2."
    assert talk.say("skip")[0] == "You are Right."
    assert talk.say("again")[:2] == [
        "Lesson 1: The path and the fox.",
        "You are Right.",
    ]
    assert talk.say("next")[0] == "Lesson 2: Leading and following."


@pytest.mark.parametrize(("game", "number"), OF_ALL_GAMES)
def test_whoever_asks_is_answered_at_every_moment_of_a_lesson(
    game: str, number: int, tmp_path: Path
) -> None:
    talk = a_talk(tmp_path, game, number + 1)
    while True:
        screen = talk.screen
        for word in ("trick", "decree", "score", "cards", "again", "help"):
            if not is_over(screen):
                assert not talk.say(word)[0].startswith(f"{word} means nothing")
        assert len(talk.say("hand")) <= 2
        assert talk.screen == screen
        if is_over(screen):
            break
        is_asked = is_choosing(screen)
        talk.say(choice_in(screen, screen.now.right[0]) if is_asked else "")


@pytest.mark.parametrize(("game", "number"), OF_ALL_GAMES)
def test_who_one_is_is_said_first_whenever_the_seat_changes(
    game: str, number: int, tmp_path: Path
) -> None:
    talk = a_talk(tmp_path, game, number + 1)
    said, seat, told = talk.paper.lines[1:], None, -1
    while not is_over(screen := talk.screen):
        now = screen.session.viewer
        if screen.step > told and screen.now.right and now is not None:
            is_told = said[0] == f"You are {screen.names[now]}."
            assert is_told == (now is not seat)
            seat, told = now, screen.step
        said = talk.say(choice_in(screen, screen.now.right[0]) if is_choosing(screen) else "")


def test_two_people_hear_both_hands_and_whose_turn_it_is(tmp_path: Path) -> None:
    talk = a_talk(tmp_path, "classic", 2, two=True)
    talk.say("")
    assert talk.say("4 keys", "")[:4] == [
        "Right, this one is for you.",
        "Left led the 6 of Keys.",
        "Right holds 2 cards: Keys 4, 8.",
        "Left holds 1 card: Bells 2.",
    ]


def guided(talk: Conversation, choose: Callable[[GuidedScreen], object]) -> int:
    """Play a guided round to its end; return how many choices there were, all of them asked for."""
    asked, taken_back, said = 0, 0, talk.paper.lines
    while not is_over(talk.screen):
        screen = talk.screen
        page = screen.page
        if isinstance(page, Judged) and not page.right and taken_back < 3:
            taken_back += 1
            said = talk.say("undo")
            assert said[0] == "Taken back."
            assert talk.screen.session.game == page.made.before
        elif page is not None:
            said = talk.say("")
        else:
            game, words = screen.session.game, table_words(screen.game_name).choices
            seen = game.rules.observe(game.state, screen.session.viewer)
            _before, asks, numbers = " ".join(said).rpartition(words.prompt(seen, screen.names))
            assert asks
            only = r"( Press Enter for the \d+ of \w+\.)?"
            assert re.fullmatch(rf"{only}( 1: .*)?", numbers), "what is asked, then its choices"
            said = talk.say(line_for(screen, choose(screen)))
            asked += 1
    return asked


def best_for(screen: GuidedScreen) -> object:
    assert screen.thought is not None, "nobody is asked before the adviser knows"
    return screen.thought.action


@GAMES
@pytest.mark.parametrize("two", [False, True], ids=["one", "two"])
def test_a_guided_round_can_be_heard_to_its_end(game: str, two: bool, tmp_path: Path) -> None:
    chance = Random(5)
    talk = a_talk(tmp_path, game, GUIDED[game], two=two)

    def any_choice(screen: GuidedScreen) -> object:
        now = screen.session.game
        return chance.choice(now.rules.legal_actions(now.state))

    assert guided(talk, any_choice) > 10
    assert "The round is over." in talk.paper.lines
    assert not any(OF_A_SCREEN.search(line) for line in talk.paper.lines if ":" not in line)
    assert talk.say("3")[0] == "Learn to play. " + table_words(game).title + "."


@GAMES
def test_less_is_said_the_better_it_goes_but_every_question(game: str, tmp_path: Path) -> None:
    talk = a_talk(tmp_path, game, GUIDED[game])
    guided(talk, best_for)
    fewer = [at for at, line in enumerate(talk.paper.lines) if "less from now on" in line]
    assert len(fewer) == 2
    facts = ("Toward ", "Tricks so far")
    assert [line for line in talk.paper.lines[: fewer[0]] if line.startswith(facts)]
    assert not [line for line in talk.paper.lines[fewer[0] :] if line.startswith(facts)]
    assert not [line for line in talk.paper.lines[fewer[1] :] if line.startswith("Aim ")]
    tallies = [line for line in talk.paper.lines if line.startswith(("Tricks so far", "Tricks. "))]
    assert len(tallies) == (12 if game == "classic" else 0)


@GAMES
def test_nothing_is_heard_of_the_other_hand_in_a_guided_round(game: str, tmp_path: Path) -> None:
    talk = a_talk(tmp_path, game, GUIDED[game])
    while isinstance(talk.screen.page, Saying):
        talk.say("")
    suits = table_words(game).cards.suits()
    rng, seen, said = Random(1), set(), [*talk.paper.lines]
    while not is_over(screen := talk.screen):
        state, table = screen.session.state, screen.session.state.table
        own, other = state.hands
        seen |= {*own, table.decree, *(() if table.trick is None else table.trick.cards)}
        text = " ".join(said)
        for card in {*other} - seen:
            assert f"{card.rank} of {suits[card.suit]}" not in text
        legal = screen.session.game.rules.legal_actions(state)
        line = "" if screen.page is not None else line_for(screen, rng.choice(legal))
        said = talk.say(line)


@pytest.mark.parametrize(("game", "number"), [("duet", 1), *GUIDED.items()])
def test_with_headphones_a_hand_is_told_to_who_asks(game: str, number: int, tmp_path: Path) -> None:
    talk = a_talk(tmp_path, game, number, headphones=True)
    while talk.screen.page is not None:
        talk.say("")
    assert not [line for line in talk.paper.lines if line.startswith(("You hold", "Paws"))]
    assert talk.say("hand")[0].startswith("You hold ")


def test_a_lesson_can_be_heard_through_a_pipe_and_goes_on_there_the_next_time(home: Path) -> None:
    program = [sys.executable, "-m", "foxduet", "learn", "--plain", "--lesson", "3"]
    heard = [
        subprocess.run(program, input=said, capture_output=True, text=True, check=True, cwd=PROJECT)
        for said in ("\n2 stars\n\n", "again\n")
    ]
    first, second = (one.stdout.split(">\n") for one in heard)
    title = "Lesson 3: Trump and the decree.\n"
    assert first[0].startswith(title)
    assert second == [title + first[3], title + first[3], ""]
    assert [one.stderr for one in heard] == ["", ""]
    assert load_progress(learning_file(home / "records"), "duet").places["trump"].step == 1


def test_a_card_can_be_called_as_it_is_told(tmp_path: Path) -> None:
    use_language("fr")
    talk = a_talk(tmp_path, "duet", 3)
    talk.say("")
    assert talk.say("2 d\u2019Étoiles")[0].startswith("Gauche gagne avec le 2 d\u2019Étoiles")


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
        "Not the 8 of Doves: something else is clearly better.",
        "Press Enter to try again, or say answer.",
    ]
    assert "%" not in talk.text
    assert talk.say("") == ["Lead any card."], "the position is not told again"
    assert talk.say("8d") == ["That's not it; try something else."]
    right = talk.say("3s")
    assert right[0] == "Correct this time: the 3 of Stars."
    assert desk.scores is not None
    assert [one.right for one in load_journal(desk.scores, "duet").attempts] == [False]


def test_the_answer_comes_when_it_is_asked_for_with_its_reason_and_every_worth(desk: Desk) -> None:
    talk = puzzle_in_words(LEAD, desk)
    talk.say("8d")
    told = talk.say("answer")
    assert told[0] == "The answer: the 3 of Stars."
    assert told[1].startswith("Your choice cost ")
    at = told.index("The chance of winning with each choice:")
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
    assert talk.say(number)[0].startswith("Correct: going one step")


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
