"""Lessons, reviews and replays in words: what is told, what goes on, and what is judged."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from foxduet.analysis.puzzles import puzzles_of
from foxduet.analysis.review import ChoiceGrade, ReviewProgress, costly_assessments, grade_choice
from foxduet.core.cards import Deal, Play, card_in_action
from foxduet.play.game import Game
from foxduet.store.journals import learning_file, load_progress
from foxduet.ui.guided import Feedback, TutoredTable
from foxduet.ui.kit.canvas import Look
from foxduet.ui.kit.screen import Push, Screen, Transition, call
from foxduet.ui.lessons import LessonScreen
from foxduet.ui.menu import TitleScreen
from foxduet.ui.replay import ReplayScreen
from foxduet.ui.review import RetryScreen, ReviewScreen, ReviewWaitScreen
from foxduet.ui.table.state import GameOver, table_options
from foxduet.words.game_words import guide_words, table_words
from foxduet.words.i18n import _, use_language
from foxduet.words.lessons import lesson_plan
from foxduet.words.review import chosen_line
from foxduet.words.review_chart import ChartLine, turning_points
from foxduet.words.text import SPOKEN
from tests.support import processes
from tests.support.classic import match
from tests.support.entries import LEAD, is_choosing, lessons_on, posed
from tests.support.players import DEFEAT, VICTORY
from tests.support.processes import PROJECT, STILL_WORKING, beside_waiting
from tests.support.reviews import AT, kept_record, review_of, reviewing, task_in
from tests.support.stories import AtOnce, Conversation, Paper, heard_cards
from tests.support.tables import Desk, options_in, over_at
from tests.ui.test_lessons import OF_ALL_GAMES

GAMES = pytest.mark.parametrize("game", ["duet", "classic"])
GUIDED = {"duet": 9, "classic": 8}
OF_A_SCREEN = re.compile(
    r"\bTab\b|\bSpace\b|\barrows\b|\bbelow\b(?! ten)|\babove\.|flèches|Espace|\+"
)
"""What only a screen has: its keys, its signs, where something stands."""


def a_talk(
    folder: Path, game: str, number: int = 0, *, two: bool = False, headphones: bool = False
) -> Conversation:
    """Open a lesson by its number from 1, or the list of them."""
    desk = options_in(folder, Look(SPOKEN, animated=False), headphones=headphones)
    desk = replace(desk, game=game, pace=0.0)
    menu = lessons_on(desk, two=two)
    return Conversation(menu.open(number - 1) if number else Transition(menu), desk)


def line_for(screen: TutoredTable, choice: object) -> str:
    """Return what is said for a choice: a card in few words, or the number of anything else."""
    every = table_options(screen)
    card = card_in_action(choice)
    if card is None:
        return str([one for one in every if card_in_action(one) is None].index(choice) + 1)
    return f"{card.rank} {table_words(screen.game_name).cards.suits()[card.suit]}"


def choice_in(screen: LessonScreen, written: str) -> str:
    """Return what is said for a choice, as records write it."""
    written_by = screen.session.game.rules.format_action
    return line_for(
        screen, next(one for one in table_options(screen) if written_by(one) == written)
    )


def is_over(screen: TutoredTable) -> bool:
    return isinstance(screen.mode, GameOver) and screen.page is None


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
        for wrong in [
            choice for kind in screen.current_step.wrong_choices for choice in kind.choices
        ]:
            judged = talk.say(choice_in(screen, wrong))
            back, *again = talk.say("")
            assert back == _("Everything is back as it was before your choice.")
            assert again != judged, "the question alone is said again"
            assert talk.screen.session.state == screen.session.state
        talk.say(choice_in(screen, screen.current_step.right_choices[0]))
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
    titles = [_(one.title) for one in lesson_plan(game).lessons + lesson_plan(game).strategy]
    for number, title in enumerate(titles, 1):
        part = number + (number > len(lesson_plan(game).lessons))
        heard = a_talk(tmp_path, game, part).paper.lines[0]
        assert heard.endswith(title if title.endswith("?") else f"{title}.")


@pytest.mark.parametrize(("game", "number"), OF_ALL_GAMES)
def test_whoever_asks_is_answered_at_every_moment_and_told_first_of_another_seat(
    game: str, number: int, tmp_path: Path
) -> None:
    talk = a_talk(tmp_path, game, number + 1)
    said, seat, told = talk.paper.lines[1:], None, -1
    while not is_over(screen := talk.screen):
        now = screen.session.visible_seat
        if screen.step > told and screen.current_step.right_choices and now is not None:
            is_told = said[0] == f"You are {screen.names[now]}."
            assert is_told == (now is not seat)
            seat, told = now, screen.step
        meaningless = talk.say("zebra") if not is_over(screen) else []
        for word in ("trick", "decree", "score", "cards", "again", "help"):
            assert talk.say(word) != meaningless, word
        assert len(talk.say("hand")) <= 2
        assert talk.screen == screen
        said = talk.say(
            choice_in(screen, screen.current_step.right_choices[0]) if is_choosing(screen) else ""
        )


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
        if not isinstance(page, Feedback):
            # Reasons name cards of sampled hands.
            assert not heard_cards([*said], game) & {(card.rank, card.suit) for card in hidden}
        if isinstance(page, Feedback) and not page.right and taken_back < 3:
            taken_back += 1
            said = talk.say("undo")
            assert said[0] == "Taken back."
            assert talk.screen.session.game == page.choice.before
        elif page is not None:
            said = talk.say("")
        else:
            observed = now.rules.observe(now.state, screen.session.visible_seat)
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
    assert [beside_waiting(one.stderr) for one in heard] == ["", ""]
    assert load_progress(learning_file(home / "records"), "duet").places["trump"].step == 1


pytestmark = pytest.mark.usefixtures("few_puzzles")


def list_in_words(desk: Desk) -> Conversation:
    """Begin to talk about the list of puzzles."""
    return Conversation(
        Transition(TitleScreen(desk.game), (call("score_handlers:open_puzzles", desk.game),)), desk
    )


def puzzle_in_words(number: int, desk: Desk, *, typed: bool = True) -> Conversation:
    """Begin to talk about a puzzle, over the list."""
    screen = posed(desk, number)
    menu = list_in_words(desk).screen
    return Conversation(Transition(menu, (Push(screen),)), desk, typed=typed)


@pytest.mark.parametrize("game", ["duet", "classic"])
def test_only_what_the_seat_may_know_is_told(game: str, desk: Desk) -> None:
    own = replace(desk, game=game)
    for number in (one.number for one in puzzles_of(game)):
        talk = puzzle_in_words(number, own, typed=False)
        session = talk.screen.session
        seen = session.game.rules.observe(session.game.state, session.visible_seat)
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
    options = processes.options_in(line)
    assert (options.number, options.look.is_plain) == (3, True)


CLASSIC = match(3)
SOLO = replace(
    VICTORY, header=replace(VICTORY.header, ai=(None, "steady"), players=("Player", "Steady"))
)
"""A game of somebody who is spoken to."""

IN_WORDS = Look(SPOKEN, animated=False)
GRADES = {
    ChoiceGrade.INACCURACY: "An inaccuracy.",
    ChoiceGrade.MISTAKE: "A mistake.",
    ChoiceGrade.BLUNDER: "A blunder.",
}
REVIEWED_GAMES = pytest.mark.parametrize("game", [DEFEAT, CLASSIC], ids=["duet", "classic"])


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Return the options of a run whose games are saved in a folder of the test."""
    return options_in(tmp_path, IN_WORDS)


def hearing(screen: Screen, desk: Desk, worker: Any = None, *, typed: bool = True) -> Conversation:
    """Begin a conversation with a screen."""
    return Conversation(Transition(screen), desk, worker, typed=typed)


def heard(lines: Sequence[str]) -> str:
    """Return what was heard as one text, however it was wrapped."""
    return " ".join(lines)


def say(conversation: Conversation, line: str) -> str:
    return heard(conversation.say(line))


@REVIEWED_GAMES
def test_going_on_tells_each_choice_once_with_its_grade_and_its_reason(
    game: Game, desk: Desk
) -> None:
    conversation, steps = hearing(reviewing(game), desk), list[str]()
    while conversation.screen.position < len(game.turns):
        steps.append(say(conversation, ""))
    review, tell = review_of(game), guide_words(game.header.game).cost_sentence
    judged = [one for one in review.assessments if one.estimates]
    assert len(steps) == len(judged) + 1
    for one, step in zip(judged, steps, strict=False):
        assert f"Move {one.number} of {len(game.turns)}" in step
        assert chosen_line(game, one) in step
        told = [grade for grade, words in GRADES.items() if words in step]
        assert told == [grade for grade in GRADES if grade is grade_choice(one)]
        assert not one.is_costly or tell(review, one) in step
    for one, after in zip(judged, steps[1:], strict=False):
        # What was just said to be chosen is not told again.
        card = card_in_action(one.chosen)
        if isinstance(one.chosen, Play):
            name = table_words(game.header.game).cards.card_name(card)
            assert not after.startswith(f"{game.header.players[one.seat]} led the {name}")
            player = game.header.players[one.seat]
            does = "(followed with|trumped with|discarded)"
            assert not re.match(f"{player} {does} the {name}", after)


@pytest.mark.parametrize("game", [SOLO, CLASSIC], ids=["duet", "classic"])
def test_a_question_tells_nothing_that_its_seat_could_not_know(game: Game, desk: Desk) -> None:
    conversation, asked = hearing(reviewing(game), desk), 0
    say(conversation, "everyone")
    while isinstance(lesson := conversation.screen, RetryScreen):
        asked, one, seat = asked + 1, lesson.assessment, lesson.session.visible_seat
        lines = [
            line
            for command in ("again", "hand", "trick", "decree")
            if seat is not None or command == "again"
            for line in conversation.say(command)
        ]
        assert "%" not in heard(lines)
        state, rules = game.states[lesson.position], game.rules
        if seat is not None:
            seen = rules.observe(state, seat)
            known = {*seen.hand, *rules.other_hand(seen)[0], state.table.decree}
            known |= {card for card in (state.table.trick.lead, state.table.trick.follow) if card}
            known |= {card for card in [card_in_action(one.chosen)] if card}
            cards = {(card.rank, int(card.suit)) for card in known}
            assert heard_cards(lines, game.header.game) <= cards
        say(conversation, "everyone")
    assert asked == sum(one.reason is not None for one in costly_assessments(review_of(game)))


def test_a_choice_is_made_again_and_then_its_reason_is_told(desk: Desk) -> None:
    conversation = hearing(reviewing(SOLO), desk, typed=False)
    say(conversation, "retry")
    while conversation.screen.position != AT:
        say(conversation, "retry")
    lesson: RetryScreen = conversation.screen
    one = lesson.assessment
    typed = {each.action: _typed(each.action) for each in one.estimates}
    worst = min(
        (each for each in one.estimates if each.action != one.chosen), key=lambda each: each.win
    )
    wrong = say(conversation, typed[worst.action])
    assert wrong.endswith("is better. Press Enter to try again, or say answer.")
    assert "%" not in conversation.text[conversation.text.rindex("Choice ") :]
    say(conversation, "")
    found = say(conversation, typed[one.best])
    assert found.startswith("Correct this time: ")
    assert guide_words("duet").cost_sentence(lesson.review, one) in found
    assert "Press Enter for the next one" in found
    # No program fails at a wrong answer, but at one that cannot be.
    say(conversation, "")
    say(conversation, "99 stars")
    assert conversation.ended is not None
    assert ", 99 stars: " in conversation.loop.failure


def _typed(action: Any) -> str:
    card = card_in_action(action)
    assert card is not None
    return f"{card.rank} {('doves', 'roses', 'stars')[card.suit]}"


@dataclass
class Given(AtOnce):
    """Gives these answers, whatever the job is, one each time that it is asked."""

    given: list[Any] = field(default_factory=list)

    def start(self, _job: Any) -> None:
        self.answers = iter(self.given)


SETTLED = review_of(DEFEAT)
TOTAL = len(SETTLED.assessments)


def wait_for(progress: Sequence[ReviewProgress | None], desk: Desk, *, typed: bool) -> Conversation:
    """Wait for a review that comes like this, and look at its beginning and its first choice."""
    screen = ReviewWaitScreen(task_in(desk.records, DEFEAT))
    conversation = hearing(screen, desk, Given(given=[*progress]), typed=typed)
    conversation.say("next", "retry", "end")
    return conversation


def test_a_program_hears_a_review_once_it_is_settled_the_same_each_time(desk: Desk) -> None:
    first = replace(
        SETTLED, assessments=tuple(replace(one, best=one.chosen) for one in SETTLED.assessments)
    )
    looked = ReviewProgress(TOTAL, TOTAL, 5, first, settled=3)
    end = ReviewProgress(TOTAL, TOTAL, 0, SETTLED, settled=TOTAL)
    told = [
        wait_for(progress, desk, typed=False).text
        for progress in ([end], [ReviewProgress(1, TOTAL), looked, looked, None, end])
    ]
    assert told[0] == told[1]
    assert "settled" not in told[0]
    assert "Blunders: 3" in told[0]
    typed = wait_for([looked, end], desk, typed=True).text
    begun = f"3 of {TOTAL} choices are final; other numbers may still change."
    assert begun in " ".join(typed.split())
    settled = typed.index("All choices judged.")
    assert typed.index("Blunders: 0") < settled < typed.index("Blunders: 3")


def test_of_a_choice_that_is_not_settled_it_is_said_that_its_figures_may_change(desk: Desk) -> None:
    rough = replace(
        SETTLED, assessments=tuple(replace(one, settled=False) for one in SETTLED.assessments)
    )
    sentence = "These numbers may still change."
    looked = ReviewProgress(TOTAL, TOTAL, 5, rough, settled=0)
    assert sentence in wait_for([looked], desk, typed=True).text
    assert (
        sentence not in wait_for([ReviewProgress(TOTAL, TOTAL, 0, SETTLED)], desk, typed=True).text
    )


def test_whoever_waits_longer_than_two_seconds_hears_how_far_it_is(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(f"{Conversation.__module__}.Paper", partial(Paper, is_read=True))
    for seconds, is_said in ((1.5, False), (2.5, True)):
        waits = [ReviewProgress(12, TOTAL, 30), *[None] * round(seconds / 0.02)]
        end = ReviewProgress(TOTAL, TOTAL, 0, SETTLED, settled=TOTAL)
        text = wait_for([*waits, end], desk, typed=True).text
        assert (f"12 of {TOTAL} choices judged, about 30 s left." in text) is is_said
    assert capsys.readouterr().err == ""


def test_a_program_that_waits_longer_than_two_seconds_is_told_once_on_standard_error(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    for seconds, line in ((1.5, ""), (5.5, STILL_WORKING)):
        end = ReviewProgress(TOTAL, TOTAL, 0, SETTLED, settled=TOTAL)
        wait_for([*[None] * round(seconds / 0.02), end], desk, typed=False)
        assert capsys.readouterr().err == line


def test_chances_are_told_where_the_line_turns_by_a_tenth() -> None:
    values = (0.5, 0.55, 0.52, 0.7, 0.65, 0.68, 0.9, 0.75, 0.8, 0.72, 0.83)
    line = ChartLine(dict(enumerate(values, 2)))
    assert turning_points(line) == [(2, 0.5), (8, 0.9), (11, 0.72), (12, 0.83)]
    assert turning_points(ChartLine({3: 0.5})) == [(3, 0.5)]
    assert turning_points(ChartLine({})) == []


@REVIEWED_GAMES
def test_a_replay_tells_every_action_once_and_both_hands_at_each_deal(
    game: Game, desk: Desk
) -> None:
    by_action, by_trick = (hearing(ReplayScreen(game), desk) for _each in range(2))
    steps = [say(by_action, "") for _turn in game.turns]
    assert all(step.removesuffix("Next?") for step in steps)
    for turn, state, step in zip(game.turns, game.states, steps, strict=False):
        if isinstance(turn.action, Deal):
            assert step.count(" cards: ") == 2
        elif isinstance(turn.action, Play):
            name = table_words(game.header.game).cards.card_name(turn.action.card)
            player, lead = game.header.players[turn.action.seat], state.table.trick.lead
            # A Witch may count as a trump, too.
            does = "led" if lead is None else "followed with"
            if lead is not None and turn.action.card.suit is not lead.suit:
                does = "(trumped with|discarded)"
            assert re.search(f"{player} {does} the {name}", step)
    ending = "This is the end. Say back, the number of a move, or leave."
    assert steps[-1].endswith(ending)
    while by_trick.screen.position < len(game.turns):
        say(by_trick, "next trick")
    deals = [at for at, turn in enumerate(game.turns, 1) if isinstance(turn.action, Deal)]
    assert f"After move {deals[-1]} of" in say(by_trick, f"round {len(deals)}")


def test_the_end_of_a_game_leads_to_its_review_and_its_replay(desk: Desk, tmp_path: Path) -> None:
    end = ReviewProgress(TOTAL, TOTAL, 0, SETTLED, settled=TOTAL)
    conversation = hearing(over_at(tmp_path), desk, Given(given=[end]), typed=False)
    say(conversation, "again")
    for label, kind in (("Review", ReviewScreen), ("More", None), ("Look through", ReplayScreen)):
        labels = [line for line in conversation.transcript if line[:1].isdecimal()]
        number = next(line.partition(":")[0] for line in reversed(labels) if label in line)
        say(conversation, number)
        if kind is not None:
            assert isinstance(conversation.screen, kind)
            say(conversation, "leave")


def told(command: str, lines: Sequence[str]) -> subprocess.CompletedProcess[bytes]:
    """Run a command as a program hears it; return how it ended."""
    return subprocess.run(
        [sys.executable, "-m", "foxduet", *command.split()],
        input="".join(f"{line}\n" for line in lines).encode(),
        capture_output=True,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize("command", ["review", "replay"])
def test_programs_hear_records_through_pipes(command: str, tmp_path: Path) -> None:
    path = kept_record(tmp_path)
    lines = ["", "next", "hands", "score", "20", "end", "leave"]
    first, second = (told(f"{command} --plain {path}", lines) for _each in range(2))
    assert first.returncode == 0, first.stderr
    assert first.stdout == second.stdout
    heard = first.stdout.replace(os.linesep.encode(), b"\n")
    assert not [byte for byte in heard if byte < 32 and byte != 10]
    assert b"of 92" in first.stdout
    failed = told(f"{command} --plain {path}", ["next", "sing"])
    assert failed.returncode == 1
    assert failed.stderr.startswith(b"foxduet: ")
