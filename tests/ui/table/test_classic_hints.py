"""Hints in the original game: told in steps, with a bar for each choice, and nothing hidden."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from foxduet.ai.partner import Thought, adviser_named
from foxduet.ai.workers import Purpose, Think
from foxduet.core.common import Seat
from foxduet.games.classic.rules.actions import Choice
from foxduet.games.classic.rules.observation import Observation, observe
from foxduet.games.classic.rules.worlds import sample
from foxduet.games.classic.words.hints import hint_sentences
from foxduet.play.game import Game
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Look
from foxduet.ui.loop import draw
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import Hint
from foxduet.words.glyphs import ASCII
from tests.support.classic.entries import match
from tests.support.classic.screens import (
    LONG_NAMES,
    begin_match,
    cards_in,
    classic,
    moment,
    open_cards,
    turns_before,
)
from tests.support.reviews import thought_of
from tests.support.solo import with_hint
from tests.support.tables import (
    STILL,
    WINDOW,
    ScriptedWorker,
    options_in,
    play_script,
    text_of,
)

MATCH = match(3)
LONG = match(3, players=LONG_NAMES)
MOMENTS = {
    "lead": turns_before(MATCH, Choice.PLAY),
    "follow": turns_before(MATCH, Choice.PLAY, following=True),
    "exchange": turns_before(MATCH, Choice.EXCHANGE),
    "discard": turns_before(MATCH, Choice.DISCARD),
}


def seen_at(game: Game, turns: int) -> Observation:
    """Return what the seat sees that must choose after some turns."""
    state = game.states[turns]
    assert state.table.pending is not None
    return observe(state, state.table.pending.asked)


def hinted(game: Game, turns: int, steps: int) -> TableScreen:
    """Return the table after some turns with so much of a hint."""
    thought = thought_of(seen_at(game, turns))
    return with_hint(moment(game, turns), Hint(thought, steps))


@pytest.mark.parametrize("name", MOMENTS)
def test_hints_look_as_they_did(name: str, golden: Callable[[str, str], None]) -> None:
    for steps in (1, 3):
        screen = hinted(MATCH, MOMENTS[name], steps)
        golden(f"frames/classic-hint-{steps}-{name}.txt", text_of(screen) + "\n")


@pytest.mark.parametrize("name", MOMENTS)
@pytest.mark.usefixtures("strict_canvas")
def test_nothing_of_a_hint_is_cut_off(name: str) -> None:
    for steps in (1, 2, 3):
        for look in (STILL, Look(ASCII, animated=False)):
            screen = hinted(LONG, MOMENTS[name], steps)
            draw(screen, WINDOW, look)
    assert text_of(screen, look=Look(ASCII, animated=False)).isascii()


def test_a_hint_shows_no_card_that_its_player_may_not_see() -> None:
    for turns, state in enumerate(MATCH.states[:60]):
        pending = state.table.pending
        if pending is None or pending.choice is Choice.DEAL:
            continue
        screen = hinted(MATCH, turns, 3)
        known = {*seen_at(MATCH, turns).hand} | open_cards(state)
        told = {card for sentence in _sentences(MATCH, turns) for card in cards_in(sentence)}
        assert told <= known
        hidden = {*state.hands[pending.asked.other]} - known
        text = text_of(screen)
        said = "\n".join(text.splitlines()[10:13])
        assert not cards_in(said) & {card for card in hidden if card not in _played(MATCH, turns)}


def _sentences(game: Game, turns: int) -> tuple[str, ...]:
    seen = seen_at(game, turns)
    return hint_sentences(seen, thought_of(seen), game.header.players, 3)


def _played(game: Game, turns: int) -> set[object]:
    return {getattr(turn.action, "card", None) for turn in game.turns[:turns]}


def test_i_asks_the_adviser_once_and_tells_more_each_time(tmp_path: Path) -> None:
    desk, worker = options_in(tmp_path), ScriptedWorker(think_it_up, patience=1)
    tables = (begin_match(desk, classic(seed=seed, ai=(None, "steady"))) for seed in range(20))
    table = next(table for table in tables if table.session.actor is Seat.P1)
    pressed = ("i", "i", "i", "i", keys.RIGHT)
    terminal, _leave = play_script(table, desk, *pressed, worker=worker)
    assert [(job.purpose, job.partner) for job in worker.jobs] == [(Purpose.HINT, "expert:500")]
    texts = ["\n".join(frame.lines) for frame in terminal.frames]
    for said in ("Looking for a hint", "(i: more)", "% to win the match."):
        assert any(said in text for text in texts)


def think_it_up(job: Think) -> Thought:
    """Return a made-up thought for a job."""
    return thought_of(job.observation)


def test_the_adviser_compares_all_choices_by_what_lies_open_to_the_seat() -> None:
    seen = seen_at(MATCH, MOMENTS["follow"])
    think = adviser_named("classic", "expert:20")
    thought = think(seen, Random(1))
    assert [one.action for one in thought.estimates] == [*seen.choices]
    world = sample(seen, Random(2))
    assert think(observe(world, seen.seat), Random(1)) == thought
    assert seen.seat in tuple(Seat)
