"""Nobody sees what they must not: every frame of whole games, key by key."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.ai.workers import Purpose, Think
from foxduet.core.common import CardPlayed, Deal, DecreeChanged, Play, Seat
from foxduet.games.duet.rules.cards import Card
from foxduet.games.duet.rules.events import GiftsExchanged
from foxduet.games.duet.rules.observation import observe
from foxduet.games.duet.table import walk_of
from foxduet.play.game import NO_PARTNERS, Game, PartnerNames
from foxduet.play.table import Session, Stage, look
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Look
from foxduet.ui.kit.keys import Interruption
from foxduet.ui.table.question import AskScreen
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import Choosing, Hint, Question, Walking
from tests.support.players import duet, few, played_game, seeds
from tests.support.solo import (
    BESIDE_EXPERT,
    PARTNER,
    PLAYER,
    made_up,
    played_by_keys,
    solo_in,
    with_hint,
)
from tests.support.tables import (
    STILL,
    at_table,
    cards_in,
    hidden,
    open_cards,
    options_in,
    play_script,
    press_keys,
    question_over,
    table_in,
    tables_of_game,
    text_of,
)


def named_openly(session: Session, seats: tuple[Seat, ...] = tuple(Seat)) -> set[Card]:
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
        desk = options_in(Path(folder), look)
        start = table_in(Path(folder), level, seed, look)
        for screen in tables_of_game(start, desk, Random(seed)):
            text = text_of(screen, look=look)
            session, viewer = screen.session, screen.session.viewer
            allowed = open_cards(session)
            if viewer is None:
                assert cards_in(text) <= allowed | named_openly(session)
            else:
                own = observe(session.state, viewer)
                allowed |= {*own.hand, *({own.own_offer} if own.own_offer else ())}
                assert cards_in(text) <= allowed | named_openly(session, (viewer,))
                assert set(own.hand) <= cards_in(text)


@few(8)
@given(st.integers(1, 3), seeds)
def test_only_the_seat_that_must_act_ever_looks(level: int, seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        desk = options_in(Path(folder))
        before: TableScreen | None = None
        start = table_in(Path(folder), level, seed)
        for screen in tables_of_game(start, desk, Random(seed)):
            viewer, actor = screen.session.viewer, screen.session.actor
            assert viewer in (None, actor)
            asked = before is not None and screen.warned and not before.warned
            if before is not None and before.session.viewer not in (None, viewer) and not asked:
                # The hand went because the other seat, the team or nobody is next, or since the
                # trick is over, which both may watch.
                tricks = {one.session.state.table.tricks_done for one in (before, screen)}
                assert actor is not before.session.viewer or len(tricks) == 2
            before = screen


@pytest.mark.parametrize(
    "script",
    [
        (keys.SPACE, "b"),
        (keys.SPACE, Interruption.SUSPENDED),
        (keys.SPACE, Interruption.CONTINUED),
        (keys.SPACE, Interruption.RESIZED),
        (keys.SPACE, "q"),
        (keys.SPACE, "R"),
        (keys.SPACE, "?"),
        (keys.SPACE, keys.TAB),
        (keys.SPACE, keys.TAB, Interruption.SUSPENDED, keys.ESCAPE),
        (keys.SPACE, "q", Interruption.SUSPENDED, "n"),
    ],
)
def test_the_hand_is_gone_after(script: tuple[str, ...], tmp_path: Path) -> None:
    terminal, _leave = play_script(table_in(tmp_path), options_in(tmp_path), *script)
    hand = cards_in("\n".join(terminal.frames[1].lines))
    assert len(hand) >= 11
    assert len(cards_in(terminal.text)) <= 1


def test_the_screen_is_hidden_before_the_program_is_suspended(tmp_path: Path) -> None:
    terminal, _leave = play_script(
        table_in(tmp_path), options_in(tmp_path), keys.SPACE, Interruption.SUSPENDED
    )
    assert terminal.log[-4:] == ["suspend", "forget keys", "show", "wait"]


def test_keys_typed_ahead_are_forgotten_whenever_the_screen_is_for_all(tmp_path: Path) -> None:
    terminal, _leave = play_script(
        table_in(tmp_path), options_in(tmp_path), keys.SPACE, "1", keys.ENTER
    )
    changed = ["forget keys", "show", "wait"]
    assert terminal.log == [*changed, *changed, "show", "wait", *changed]


def test_a_resize_during_the_handoff_stays_blank(tmp_path: Path) -> None:
    terminal, _leave = play_script(table_in(tmp_path), options_in(tmp_path), Interruption.RESIZED)
    assert terminal.frames[0] == terminal.frames[1]


def test_a_hidden_screen_has_no_hand_behind_it(tmp_path: Path) -> None:
    desk = options_in(tmp_path)
    looking = press_keys(table_in(tmp_path), desk, keys.SPACE)
    assert isinstance(looking, TableScreen)
    assert looking.session.viewer is not None
    question = press_keys(looking, desk, "q")
    assert isinstance(question, AskScreen)
    back = press_keys(hidden(question), desk, "n")
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
        desk = options_in(Path(folder), look)
        start = solo_in(Path(folder), level, seed, look)
        looked_at: set[tuple[int, type]] = set()
        for screen in played_by_keys(start, desk, Random(seed)):
            session = screen.session
            own = observe(session.state, PLAYER)
            told = open_cards(session) | named_openly(session, (PLAYER,))
            allowed = told | {*own.hand}
            if own.own_offer is not None:
                allowed.add(own.own_offer)
            assert cards_in(text_of(screen, look=look)) <= allowed
            assert session.stage is not Stage.HANDOFF
            # Whatever is chosen, these are the same.
            moment = len(session.game.turns), type(screen.shows)
            if moment not in looked_at and session.stage in (Stage.CHOICE, Stage.PARTNER):
                looked_at.add(moment)
                assert cards_in(text_of(hidden(screen))) <= told
                for steps in (2, 3):
                    if isinstance(screen.shows, Choosing):
                        hinted = with_hint(screen, Hint(made_up(own), steps))
                        assert cards_in(text_of(hinted, look=look)) <= allowed


def moments(seed: int, ai: PartnerNames, *, careful: bool) -> Iterator[TableScreen]:
    """Return the table at every moment of a game, with no hand in sight between two people."""
    game = played_game(duet(seed % 3 + 1, seed=seed, ai=ai), careful=careful)
    for at in range(1, len(game.states)):
        yield at_table(Session(Game(game.header, game.first, game.turns[:at])))


@few(12)
@given(seeds, st.booleans())
def test_the_screen_between_two_players_shows_what_lies_open_and_no_more(
    seed: int, careful: bool
) -> None:
    for screen in moments(seed, NO_PARTNERS, careful=careful):
        session = screen.session
        if session.stage is Stage.HANDOFF:
            text, table = text_of(screen), session.state.table
            shown = cards_in(text)
            assert shown <= open_cards(session) | named_openly(session)
            assert table.decree in shown
            # Neither by a sentence that is cut off, nor by how many cards there are.
            assert str(len(session.state.hands[0])) + " cards" not in text
            assert f"Round {table.round} of 3" in text
            assert f"Gems left {table.path.gems_left}" in text


@few(12)
@given(seeds, st.booleans(), st.sampled_from([NO_PARTNERS, BESIDE_EXPERT]))
def test_the_screen_on_which_the_fox_walks_shows_no_hand(
    seed: int, careful: bool, ai: PartnerNames
) -> None:
    for screen in moments(seed, ai, careful=careful):
        session = screen.session
        walk = walk_of(session.game.states[-2], session.game.turns[-1])
        if walk is None:
            continue
        if session.person is not None:
            session = look(session)
        seats = tuple(Seat) if session.person is None else (session.person,)
        told = open_cards(session) | named_openly(session, seats)
        for step in (*range(min(walk.steps, 3)), walk.steps - 1):
            moving = replace(screen, session=session, shows=Walking(walk, step))
            before = open_cards(Session(replace(session.game, turns=session.game.turns[:-1])))
            assert cards_in(text_of(moving)) <= told | before


@few(6)
@given(seeds)
def test_questions_show_no_card(seed: int) -> None:
    for screen in moments(seed, BESIDE_EXPERT, careful=False):
        below = replace(screen, session=look(screen.session))
        for question in Question:
            screen_of = question_over(question, below=below)
            is_hopeless = screen.session.game.rules.is_hopeless(screen.session.state)
            if question is not Question.HOPELESS or is_hopeless:
                assert cards_in(text_of(screen_of)) == set()


@few(8)
@given(seeds)
def test_figures_between_rounds_and_the_end_name_no_card_in_a_hand(seed: int) -> None:
    for screen in moments(seed, NO_PARTNERS, careful=True):
        if screen.session.stage in (Stage.BETWEEN_ROUNDS, Stage.TEAM, Stage.OVER):
            assert cards_in(text_of(screen)) <= named_openly(screen.session)


def test_a_resize_covers_the_hand_and_redrawing_does_not(tmp_path: Path) -> None:
    for got, cards in ((Interruption.RESIZED, 1), (Interruption.REDRAWN, 12)):
        terminal, _leave = play_script(
            table_in(tmp_path), options_in(tmp_path), keys.SPACE, got, Interruption.TIME_UP
        )
        assert len(cards_in(terminal.text)) == cards


@few(5)
@given(st.integers(1, 3), seeds)
def test_what_a_partner_is_asked_is_what_its_seat_may_know(level: int, seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        desk = options_in(Path(folder))
        start = solo_in(Path(folder), level, seed)
        for screen in played_by_keys(start, desk, Random(seed)):
            job = screen.job(desk.context)
            if job is not None:
                assert isinstance(job, Think)
                assert job.purpose is Purpose.CHOICE
                assert job.observation == observe(screen.session.state, PARTNER)
                assert job.observation.choices
