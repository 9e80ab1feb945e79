"""Lessons and guided rounds in words: what is told, what goes on, and what is judged."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from foxduet.analysis.puzzles import puzzles_of
from foxduet.core.cards import card_of
from foxduet.store.journals import learning_file, load_progress
from foxduet.ui.guided import Judged, TutoredTable
from foxduet.ui.kit.canvas import Look
from foxduet.ui.kit.screen import Next, Push, call
from foxduet.ui.lessons import LessonScreen
from foxduet.ui.menu import TitleScreen
from foxduet.ui.table.state import GameOver, options
from foxduet.words.game_words import table_words
from foxduet.words.i18n import _, use_language
from foxduet.words.lessons import course_of
from foxduet.words.text import SPOKEN
from tests.support import calls
from tests.support.entries import LEAD, is_choosing, lessons_on, posed
from tests.support.processes import PROJECT
from tests.support.stories import Conversation, heard_cards
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


@pytest.mark.parametrize(("game", "number"), OF_ALL_GAMES)
def test_whoever_asks_is_answered_at_every_moment_and_told_first_of_another_seat(
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
        meaningless = talk.say("zebra") if not is_over(screen) else []
        for word in ("trick", "decree", "score", "cards", "again", "help"):
            assert talk.say(word) != meaningless, word
        assert len(talk.say("hand")) <= 2
        assert talk.screen == screen
        said = talk.say(choice_in(screen, screen.now.right[0]) if is_choosing(screen) else "")


@GAMES
@pytest.mark.parametrize("two", [False, True], ids=["one", "two"])
def test_a_guided_round_can_be_heard_to_its_end_and_nothing_of_the_other_hand(
    game: str, two: bool, tmp_path: Path
) -> None:
    talk, chance = a_talk(tmp_path, game, GUIDED[game], two=two), Random(5)
    said, seen, asked, taken_back = talk.paper.lines, set[object](), 0, 0
    while not is_over(screen := talk.screen):
        page, now = screen.page, screen.session.game
        table, (own, other) = now.state.table, now.state.hands
        seen |= {*own, table.decree, *(() if table.trick is None else table.trick.cards)}
        hidden = set() if two or not now.turns else {*other} - seen
        assert not heard_cards([*said], game) & {(card.rank, card.suit) for card in hidden}
        if isinstance(page, Judged) and not page.right and taken_back < 3:
            taken_back += 1
            said = talk.say("undo")
            assert said[0] == "Taken back."
            assert talk.screen.session.game == page.made.before
        elif page is not None:
            said = talk.say("")
        else:
            observed = now.rules.observe(now.state, screen.session.viewer)
            asks = table_words(game).choices.prompt(observed, screen.names)
            _before, is_asked, numbers = " ".join(said).rpartition(asks)
            assert is_asked
            only = r"( Press Enter for the \d+ of \w+\.)?"
            assert re.fullmatch(rf"{only}( 1: .*)?", numbers), "what is asked, then its choices"
            legal = now.rules.legal_actions(now.state)
            said = talk.say(line_for(screen, chance.choice(legal)))
            asked += 1
    assert asked > 10
    assert not any(OF_A_SCREEN.search(line) for line in talk.paper.lines if ":" not in line)


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


pytestmark = pytest.mark.usefixtures("few_puzzles")


def list_in_words(desk: Desk) -> Conversation:
    """Begin to talk about the list of puzzles."""
    return Conversation(
        Next(TitleScreen(desk.game), (call("ledger:open_puzzles", desk.game),)), desk
    )


def puzzle_in_words(number: int, desk: Desk, *, typed: bool = True) -> Conversation:
    """Begin to talk about a puzzle, over the list."""
    screen = posed(desk, number)
    menu = list_in_words(desk).screen
    return Conversation(Next(menu, (Push(screen),)), desk, typed=typed)


@pytest.mark.parametrize("game", ["duet", "classic"])
def test_only_what_the_seat_may_know_is_told(game: str, desk: Desk) -> None:
    own = replace(desk, game=game)
    for number in (one.number for one in puzzles_of(game)):
        talk = puzzle_in_words(number, own, typed=False)
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
