"""Reviews and replays in words: what is told of each choice, and how choices are made again."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from foxduet.analysis.review import MoveQuality, ReviewProgress, costly, quality_of
from foxduet.core.cards import Deal, Play, card_of
from foxduet.play.game import Game
from foxduet.ui.kit.canvas import Look
from foxduet.ui.kit.screen import Next, Screen
from foxduet.ui.replay import ReplayScreen
from foxduet.ui.review import ChooseAgainScreen, ReviewScreen, ReviewWaitScreen
from foxduet.words.game_words import guide_words, table_words
from foxduet.words.review import chosen_line
from foxduet.words.review_chart import Line, turning_points
from foxduet.words.text import SPOKEN
from tests.support.classic import match
from tests.support.players import DEFEAT, VICTORY
from tests.support.reviews import AT, kept_record, review_of, reviewing, task_in
from tests.support.stories import AtOnce, Conversation, Paper, heard_cards
from tests.support.tables import Desk, options_in, over_at

CLASSIC = match(3)
SOLO = replace(
    VICTORY, header=replace(VICTORY.header, ai=(None, "steady"), players=("Player", "Steady"))
)
"""A game of somebody who is spoken to."""

IN_WORDS = Look(SPOKEN, animated=False)
GRADES = {
    MoveQuality.INACCURACY: "An inaccuracy.",
    MoveQuality.MISTAKE: "A mistake.",
    MoveQuality.BLUNDER: "A blunder.",
}
GAMES = pytest.mark.parametrize("game", [DEFEAT, CLASSIC], ids=["duet", "classic"])


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Return the options of a run whose games are saved in a folder of the test."""
    return options_in(tmp_path, IN_WORDS)


def hearing(screen: Screen, desk: Desk, worker: Any = None, *, typed: bool = True) -> Conversation:
    """Begin a conversation with a screen."""
    return Conversation(Next(screen), desk, worker, typed=typed)


def heard(lines: Sequence[str]) -> str:
    """Return what was heard as one text, however it was wrapped."""
    return " ".join(lines)


def say(conversation: Conversation, line: str) -> str:
    """Say a line; return what was heard."""
    return heard(conversation.say(line))


@GAMES
def test_going_on_tells_each_choice_once_with_its_grade_and_its_reason(
    game: Game, desk: Desk
) -> None:
    conversation, steps = hearing(reviewing(game), desk), list[str]()
    while conversation.screen.at < len(game.turns):
        steps.append(say(conversation, ""))
    review, tell = review_of(game), guide_words(game.header.game).cost_sentence
    judged = [one for one in review.assessments if one.estimates]
    assert len(steps) == len(judged) + 1
    for one, step in zip(judged, steps, strict=False):
        assert f"Action {one.number} of {len(game.turns)}" in step
        assert chosen_line(game, one) in step
        told = [grade for grade, words in GRADES.items() if words in step]
        assert told == [grade for grade in GRADES if grade is quality_of(one)]
        assert not one.is_costly or tell(review, one) in step
    for one, after in zip(judged, steps[1:], strict=False):
        # What was just said to be chosen is not told again.
        card = card_of(one.chosen)
        if isinstance(one.chosen, Play):
            name = table_words(game.header.game).cards.card_name(card)
            assert not after.startswith(f"{game.header.players[one.seat]} led the {name}")
            assert not after.startswith(f"{game.header.players[one.seat]} followed with the {name}")


@pytest.mark.parametrize("game", [SOLO, CLASSIC], ids=["duet", "classic"])
def test_a_question_tells_nothing_that_its_seat_could_not_know(game: Game, desk: Desk) -> None:
    conversation, asked = hearing(reviewing(game), desk), 0
    say(conversation, "everyone")
    while isinstance(lesson := conversation.screen, ChooseAgainScreen):
        asked, one, seat = asked + 1, lesson.assessment, lesson.session.viewer
        lines = [
            line
            for command in ("again", "hand", "trick", "decree")
            if seat is not None or command == "again"
            for line in conversation.say(command)
        ]
        assert "%" not in heard(lines)
        state, rules = game.states[lesson.at], game.rules
        if seat is not None:
            seen = rules.observe(state, seat)
            known = {*seen.hand, *rules.other_hand(seen)[0], state.table.decree}
            known |= {card for card in (state.table.trick.lead, state.table.trick.follow) if card}
            known |= {card for card in [card_of(one.chosen)] if card}
            cards = {(card.rank, int(card.suit)) for card in known}
            assert heard_cards(lines, game.header.game) <= cards
        say(conversation, "everyone")
    teaches = guide_words(game.header.game).teaches
    assert asked == sum(teaches(review_of(game), one) for one in costly(review_of(game)))


def test_a_choice_is_made_again_and_then_its_reason_is_told(desk: Desk) -> None:
    conversation = hearing(reviewing(SOLO), desk, typed=False)
    say(conversation, "retry")
    while conversation.screen.at != AT:
        say(conversation, "retry")
    lesson: ChooseAgainScreen = conversation.screen
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
    card = card_of(action)
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
    settled = typed.index("All choices are judged.")
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
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{Conversation.__module__}.Paper", partial(Paper, is_read=True))
    for seconds, is_said in ((1.5, False), (2.5, True)):
        waits = [ReviewProgress(12, TOTAL, 30), *[None] * round(seconds / 0.02)]
        end = ReviewProgress(TOTAL, TOTAL, 0, SETTLED, settled=TOTAL)
        text = wait_for([*waits, end], desk, typed=True).text
        assert (f"12 of {TOTAL} choices judged, about 30 s left." in text) is is_said


def test_chances_are_told_where_the_line_turns_by_a_tenth() -> None:
    values = (0.5, 0.55, 0.52, 0.7, 0.65, 0.68, 0.9, 0.75, 0.8, 0.72, 0.83)
    line = Line(dict(enumerate(values, 2)))
    assert turning_points(line) == [(2, 0.5), (8, 0.9), (11, 0.72), (12, 0.83)]
    assert turning_points(Line({3: 0.5})) == [(3, 0.5)]
    assert turning_points(Line({})) == []


@GAMES
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
            led = "led" if state.table.trick.lead is None else "followed with"
            assert f"{game.header.players[turn.action.seat]} {led} the {name}" in step
    ending = "This is the end. Say back, a number of an action, or leave."
    assert steps[-1].endswith(ending)
    while by_trick.screen.at < len(game.turns):
        say(by_trick, "next trick")
    deals = [at for at, turn in enumerate(game.turns, 1) if isinstance(turn.action, Deal)]
    assert f"After action {deals[-1]} of" in say(by_trick, f"round {len(deals)}")


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
