"""Nobody sees what they must not: every frame of whole games, key by key."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.ai.errands import Purpose
from foxduet.play.table import Session, Stage
from foxduet.rules.common import Deal, Play, Seat
from foxduet.rules.duet.cards import Card
from foxduet.rules.duet.events import CardPlayed, DecreeChanged, GiftsExchanged
from foxduet.rules.duet.observation import observe
from foxduet.ui.app import hidden, press
from foxduet.ui.kit import keys
from foxduet.ui.kit.look import Look
from foxduet.ui.kit.shell import Interruption
from foxduet.ui.screens import AskScreen, Hint, TableScreen
from foxduet.ui.table.attending import errand_of
from tests.support.solo import PARTNER, PLAYER, made_up, played_by_keys, solo_in
from tests.support.strategies import few, seeds
from tests.support.tables import (
    STILL,
    WINDOW,
    cards_in,
    frames_of_game,
    open_cards,
    options_in,
    play_script,
    table_in,
    text_of,
)


def told_openly(session: Session, seats: tuple[Seat, ...] = tuple(Seat)) -> set[Card]:
    """Return the cards that sentences may name: those played or made decree in the last tricks."""
    turns = session.game.turns
    last_plays = [at for at, turn in enumerate(turns) if isinstance(turn.action, Play)][-3:]
    cards: set[Card] = set()
    for turn in turns[last_plays[0] if last_plays else 0 :]:
        for event in turn.step.events:
            match event:
                case CardPlayed(_, card):
                    cards.add(card)
                case DecreeChanged(_, old, new):
                    cards |= {old, new}
                case GiftsExchanged(given) if len(seats) == 1:
                    cards |= set(given)
                case _:
                    pass
    return cards


@few(8)
@given(st.integers(1, 3), seeds, st.sampled_from([STILL, Look()]))
def test_no_frame_shows_a_card_that_its_viewer_may_not_know(
    level: int, seed: int, look: Look
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        options = options_in(Path(folder), look)
        start = table_in(Path(folder), level, seed, look)
        for screen, text in frames_of_game(start, options, Random(seed), press):
            session, viewer = screen.session, screen.session.viewer
            allowed = open_cards(session)
            if viewer is None:
                assert cards_in(text) <= allowed | told_openly(session)
            else:
                own = observe(session.state, viewer)
                allowed |= {*own.hand, *({own.own_offer} if own.own_offer else ())}
                assert cards_in(text) <= allowed | told_openly(session, (viewer,))
                assert set(own.hand) <= cards_in(text)


@few(8)
@given(st.integers(1, 3), seeds)
def test_only_the_seat_that_must_act_ever_looks(level: int, seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        options = options_in(Path(folder))
        before: TableScreen | None = None
        for screen, _text in frames_of_game(
            table_in(Path(folder), level, seed), options, Random(seed), press
        ):
            viewer, actor = screen.session.viewer, screen.session.actor
            assert viewer in (None, actor)
            asked = before is not None and screen.warned and not before.warned
            if before is not None and before.session.viewer not in (None, viewer) and not asked:
                # The hand went because the other seat, the team or nobody is next.
                assert actor is not before.session.viewer
            before = screen


@pytest.mark.parametrize(
    "script",
    [
        (keys.ENTER, "b"),
        (keys.ENTER, Interruption.SUSPENDED),
        (keys.ENTER, Interruption.CONTINUED),
        (keys.ENTER, "q"),
        (keys.ENTER, "R"),
        (keys.ENTER, "?"),
        (keys.ENTER, keys.TAB),
        (keys.ENTER, keys.TAB, Interruption.SUSPENDED, keys.ESCAPE),
        (keys.ENTER, "q", Interruption.SUSPENDED, "n"),
    ],
)
def test_the_hand_is_gone_after(script: tuple[str, ...], tmp_path: Path) -> None:
    terminal, _leave = play_script(table_in(tmp_path), options_in(tmp_path), *script)
    hand = cards_in("\n".join(terminal.frames[1].lines))
    assert len(hand) >= 11
    assert len(cards_in(terminal.text)) <= 1


def test_the_screen_is_hidden_before_the_program_is_suspended(tmp_path: Path) -> None:
    terminal, _leave = play_script(
        table_in(tmp_path), options_in(tmp_path), keys.ENTER, Interruption.SUSPENDED
    )
    assert terminal.log[-4:] == ["suspend", "forget keys", "show", "wait"]


def test_keys_typed_ahead_are_forgotten_whenever_the_screen_is_for_all(tmp_path: Path) -> None:
    terminal, _leave = play_script(table_in(tmp_path), options_in(tmp_path), keys.ENTER, keys.ENTER)
    assert terminal.log == ["forget keys", "show", "wait"] * 3


def test_a_resize_during_the_handoff_stays_blank(tmp_path: Path) -> None:
    terminal, _leave = play_script(table_in(tmp_path), options_in(tmp_path), Interruption.RESIZED)
    assert terminal.frames[0] == terminal.frames[1]


def test_a_hidden_screen_has_no_hand_behind_it(tmp_path: Path) -> None:
    looking = press(table_in(tmp_path), keys.ENTER, WINDOW, options_in(tmp_path))
    assert isinstance(looking, TableScreen)
    assert looking.session.viewer is not None
    question = press(looking, "q", WINDOW, options_in(tmp_path))
    assert isinstance(question, AskScreen)
    back = press(hidden(question), "n", WINDOW, options_in(tmp_path))
    assert isinstance(back, TableScreen)
    assert back.session.stage is Stage.HANDOFF


def test_the_deal_is_in_no_frame(tmp_path: Path) -> None:
    screen = table_in(tmp_path)
    deal = screen.session.game.turns[0].action
    assert isinstance(deal, Deal)
    assert cards_in(text_of(screen)) == {deal.decree}


@few(5)
@given(st.integers(1, 3), seeds, st.sampled_from([STILL, Look()]))
def test_no_frame_of_a_solo_game_shows_a_card_of_the_partner(
    level: int, seed: int, look: Look
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        options = options_in(Path(folder), look)
        start = solo_in(Path(folder), level, seed, look)
        for screen in played_by_keys(start, options, Random(seed)):
            session = screen.session
            own = observe(session.state, PLAYER)
            told = open_cards(session) | told_openly(session, (PLAYER,))
            allowed = told | {*own.hand}
            if own.own_offer is not None:
                allowed.add(own.own_offer)
            assert cards_in(text_of(screen, look=look)) <= allowed
            if session.stage in (Stage.CHOICE, Stage.PARTNER):
                assert cards_in(text_of(hidden(screen))) <= told
            for steps in (2, 3):
                if session.stage is Stage.CHOICE and not screen.walk:
                    hinted = replace(screen, hint=Hint(made_up(own), steps))
                    assert cards_in(text_of(hinted, look=look)) <= allowed
            assert session.stage is not Stage.HANDOFF


@few(5)
@given(st.integers(1, 3), seeds)
def test_what_a_partner_is_asked_is_what_its_seat_may_know(level: int, seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        options = options_in(Path(folder))
        start = solo_in(Path(folder), level, seed)
        for screen in played_by_keys(start, options, Random(seed)):
            errand = errand_of(screen)
            if errand is not None:
                assert errand.purpose is Purpose.CHOICE
                assert errand.observation == observe(screen.session.state, PARTNER)
                assert errand.observation.choices
