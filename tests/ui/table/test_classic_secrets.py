"""Nobody sees what they must not in the original game: every frame of whole matches."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.core.common import CardPlayed, DecreeChanged, Play, Seat
from foxduet.games.classic.rules.actions import Choice, Discard
from foxduet.games.classic.rules.cards import Card
from foxduet.games.classic.rules.events import CardDiscarded, CardDrawn
from foxduet.games.classic.table import walk_of
from foxduet.play.game import NO_PARTNERS, Game, PartnerNames
from foxduet.play.table import Session, Stage, look
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Look
from foxduet.ui.kit.keys import Interruption
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import Handoff, Walking
from tests.support.classic.screens import (
    begin_match,
    cards_in,
    classic,
    open_cards,
    played_match,
    table_at_line,
)
from tests.support.players import few, seeds
from tests.support.solo import played_by_keys
from tests.support.tables import (
    STILL,
    at_table,
    hidden,
    options_in,
    play_script,
    press_keys,
    tables_of_game,
    text_of,
)

AGAINST_STEADY = (None, "steady")
PLAYER = Seat.P1
# Right leads the 5 of Moons; the deck's top card is the 9 of Bells.
WOODCUTTER = (
    "1.2 4b5b8bEb3k4k7kEk6m7mTm/2b3b6b1k2k6kTk3m5m8mEm 9k 9b5k8k2mTb1m p2:- 1-1 0-1 p2:play"
)


def told(session: Session, seats: tuple[Seat, ...] = tuple(Seat)) -> set[Card]:
    """Return the cards that may be shown or named to ``seats`` together, beside their hands."""
    cards, turns = open_cards(session.state), session.game.turns
    last_plays = [at for at, turn in enumerate(turns) if isinstance(turn.action, Play)][-3:]
    for turn in turns[last_plays[0] if last_plays else 0 :]:
        for event in turn.step.events:
            match event:
                case CardPlayed(_, card):
                    cards.add(card)
                case DecreeChanged(_, old, new):
                    cards |= {old, new}
                case CardDrawn(seat, card) | CardDiscarded(seat, card) if seats == (seat,):
                    assert card is not None
                    cards.add(card)
                case _:
                    pass
    return cards


def hand_of(session: Session, seat: Seat) -> set[Card]:
    return {*session.game.rules.observe(session.state, seat).hand}


@few(4)
@given(seeds, st.sampled_from([STILL, Look()]))
def test_no_frame_shows_a_card_that_its_viewer_may_not_know(seed: int, look: Look) -> None:
    with tempfile.TemporaryDirectory() as folder:
        desk = options_in(Path(folder), look)
        start = begin_match(desk, classic(16, seed=seed))
        for screen in tables_of_game(start, desk, Random(seed)):
            text = text_of(screen, look=look)
            session, viewer = screen.session, screen.session.viewer
            if viewer is None:
                assert cards_in(text) <= told(session)
            else:
                own = hand_of(session, viewer)
                assert own <= cards_in(text) <= told(session, (viewer,)) | own
                assert viewer is session.actor


@few(4)
@given(seeds, st.sampled_from([STILL, Look()]))
def test_no_frame_of_a_solo_match_shows_a_card_of_the_opponent(seed: int, look: Look) -> None:
    with tempfile.TemporaryDirectory() as folder:
        desk = options_in(Path(folder), look)
        header = classic(16, ("Player", "Steady"), seed, AGAINST_STEADY)
        looked_at: set[tuple[int, type]] = set()
        for screen in played_by_keys(begin_match(desk, header), desk, Random(seed)):
            session = screen.session
            allowed = told(session, (PLAYER,))
            assert cards_in(text_of(screen, look=look)) <= allowed | hand_of(session, PLAYER)
            assert session.stage is not Stage.HANDOFF
            # Whatever is chosen, this is the same.
            moment = len(session.game.turns), type(screen.shows)
            if moment not in looked_at and session.stage in (Stage.CHOICE, Stage.PARTNER):
                looked_at.add(moment)
                assert cards_in(text_of(hidden(screen))) <= told(session)


def moments(seed: int, ai: PartnerNames) -> Iterator[TableScreen]:
    """Return the table at every moment of a match, with no hand in sight between two people."""
    match = played_match(classic(16, seed=seed, ai=ai))
    for at in range(1, len(match.states)):
        yield at_table(Session(Game(match.header, match.first, match.turns[:at])))


@few(6)
@given(seeds)
def test_the_screen_between_two_players_shows_what_lies_open_and_no_more(seed: int) -> None:
    for screen in moments(seed, NO_PARTNERS):
        if isinstance(screen.shows, Handoff):
            shown = cards_in(text_of(screen))
            assert shown <= told(screen.session)
            assert screen.session.state.table.decree in shown


@few(6)
@given(seeds, st.sampled_from([NO_PARTNERS, AGAINST_STEADY]))
def test_the_screen_on_which_a_fox_counts_shows_no_hand(seed: int, ai: PartnerNames) -> None:
    for screen in moments(seed, ai):
        session = screen.session
        walk = walk_of(session.game.states[-2], session.game.turns[-1])
        if walk is None:
            continue
        session = session if session.person is None else look(session)
        seats = tuple(Seat) if session.person is None else (session.person,)
        for step in range(walk.steps):
            moving = replace(screen, session=session, shows=Walking(walk, step))
            assert cards_in(text_of(moving)) <= told(session, seats)


def test_a_woodcutter_shows_its_cards_to_its_own_player_only(tmp_path: Path) -> None:
    desk = options_in(tmp_path)
    looking = table_at_line(WOODCUTTER, tmp_path)
    drawn = press_keys(looking, desk, "9", keys.ENTER)
    assert isinstance(drawn, TableScreen)
    assert drawn.session.game.pending is not None
    assert drawn.session.game.pending.choice is Choice.DISCARD
    assert "You drew the 9 of Bells." in text_of(drawn)
    covered = text_of(hidden(drawn))
    assert "9 of Bells" not in covered
    assert "Right drew a card" in covered
    after = press_keys(drawn, desk, "1", keys.ENTER)
    assert isinstance(after, TableScreen)
    assert isinstance(after.session.game.turns[-1].action, Discard)
    for screen in (after, press_keys(after, desk, keys.SPACE)):
        text = text_of(screen)
        assert "Right drew a card and put one under the deck." in text
        assert "9 of Bells" not in text
        assert "2 of Bells" not in text


def test_what_was_drawn_cannot_be_taken_back(tmp_path: Path) -> None:
    desk = options_in(tmp_path)
    drawn = press_keys(table_at_line(WOODCUTTER, tmp_path), desk, "9", keys.ENTER, "u")
    assert isinstance(drawn, TableScreen)
    assert "Nothing can be taken back" in text_of(drawn)
    assert len(drawn.session.game.turns) == 1


@pytest.mark.parametrize(
    "script",
    [
        (keys.SPACE, "b"),
        (keys.SPACE, Interruption.SUSPENDED),
        (keys.SPACE, Interruption.RESIZED),
        (keys.SPACE, "q"),
        (keys.SPACE, "R"),
        (keys.SPACE, "?"),
        (keys.SPACE, keys.TAB),
    ],
)
def test_the_hand_is_gone_after(script: tuple[str, ...], tmp_path: Path) -> None:
    desk = options_in(tmp_path)
    terminal, _leave = play_script(begin_match(desk, classic()), desk, *script)
    assert len(cards_in("\n".join(terminal.frames[1].lines))) == 14
    assert len(cards_in(terminal.text)) <= 1
