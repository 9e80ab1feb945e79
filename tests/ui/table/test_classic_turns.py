"""The original game at the table: its turns and what they score."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest

from foxduet.core.common import Seat
from foxduet.core.register import rule_set
from foxduet.games.classic.rules.actions import Choice, Resign
from foxduet.play.game import DAILY_KEY, Game, PartnerNames, daily_seed
from foxduet.play.record import dump_record, load_record
from foxduet.play.table import Session
from foxduet.store.database import open_scores
from foxduet.store.entries import Entry
from foxduet.store.scores import entries
from foxduet.ui import performer
from foxduet.ui.kit.canvas import Look, Size
from foxduet.ui.kit.effects import Leave
from foxduet.ui.performer import lines_for_the_shell
from foxduet.ui.table.moves import do, options
from foxduet.ui.table.parts import option_keys
from foxduet.ui.table.screen import TableScreen, resume
from foxduet.ui.table.state import GameOver, Handoff, RoundEnd
from foxduet.words.glyphs import UNICODE
from tests.support.classic.entries import TODAY
from tests.support.classic.screens import (
    actor_of,
    begin_match,
    classic,
    moment,
    played_match,
    turns_before,
)
from tests.support.entries import ending_of
from tests.support.tables import (
    Desk,
    at_table,
    later,
    of_kind,
    options_in,
    press_keys,
    pressed,
    settled,
    text_of,
)

MATCH = played_match(classic(seed=1))


def test_every_option_has_a_key_of_its_own() -> None:
    for at, state in enumerate(MATCH.states):
        if state.table.pending is None or state.table.pending.seat is None:
            continue
        every = options(moment(MATCH, at))
        own = option_keys(every)
        assert len(own) == len(every) == len(set(own))


def test_keeping_the_decree_has_the_same_key_beside_any_number_of_cards() -> None:
    rules = rule_set("classic")
    numbers = set()
    for seed in range(1, 30):
        match = played_match(classic(seed=seed))
        for state in match.states:
            due = rules.pending(state)
            if due is None or due.choice is not Choice.EXCHANGE:
                continue
            choices = rules.legal_actions(state)
            assert option_keys(choices)[-1] == "d"
            numbers.add(len(choices))
    assert {2, 12, 13} <= numbers


def test_between_the_rounds_of_a_match_a_person_resigns_for_none_but_themselves(
    tmp_path: Path,
) -> None:
    header = replace(MATCH.header, players=("Expert", "Ann"), ai=("expert", None))
    game = Game(header, MATCH.first, MATCH.turns[: turns_before(MATCH, Choice.DEAL)])
    asked = press_keys(at_table(Session(game)), options_in(tmp_path), "R")
    assert "Ann, do you want to resign? If so, Expert wins." in text_of(asked)


@pytest.mark.parametrize(("person", "celebrates"), [(Seat.P1, True), (Seat.P2, False)])
def test_only_the_winner_s_table_celebrates(person: Seat, celebrates: bool, tmp_path: Path) -> None:
    assert MATCH.result is not None
    loser = MATCH.result.won.index(False)
    ai = (None, "steady") if (loser == 1) is celebrates else ("steady", None)
    header = replace(MATCH.header, ai=ai)
    table = at_table(Session(Game(header, MATCH.first, MATCH.turns)))
    after = of_kind(TableScreen, later(table, options_in(tmp_path, Look())))
    assert isinstance(after.shows, GameOver)
    assert bool(after.shows.celebration) is celebrates


def test_every_moment_of_a_match_is_resumed_exactly_where_it_was() -> None:
    for at in range(1, len(MATCH.states) - 1, 7):
        game = Game(MATCH.header, MATCH.first, MATCH.turns[:at])
        loaded = load_record(dump_record(game))
        assert loaded.state == game.state
        screen = of_kind(TableScreen, resume(loaded, at_table(Session(loaded)).saved).screen)
        assert screen.session.viewer is None
        assert isinstance(screen.shows, Handoff | RoundEnd)


def test_the_preview_is_what_comes_of_the_card() -> None:
    rules = rule_set("classic")
    checked = 0
    for at, state in enumerate(MATCH.states):
        due, lead = state.table.pending, state.table.lead
        if due is None or due.choice is not Choice.PLAY or lead is None:
            continue
        action = MATCH.turns[at].action
        after = MATCH.states[at + 1].table
        if sum(after.tricks) != sum(state.table.tricks) + 1:
            continue
        table = moment(MATCH, at)
        key = option_keys(options(table))[options(table).index(action)]
        text = text_of(pressed(table, Path("nowhere"), key))
        winner = 0 if after.tricks[0] > state.table.tricks[0] else 1
        name = "You" if due.seat == winner else MATCH.header.players[winner]
        tricks = after.tricks[winner]
        assert f"{name} would win" in text
        assert f"{tricks} trick" in text
        leader = rules.pending(MATCH.states[at + 1])
        if leader is not None and leader.seat is not None:
            assert (" and lead." in text) is (leader.seat == winner)
        checked += 1
    assert checked > 20


@pytest.mark.parametrize("size", [Size(24, 80), Size(30, 100), Size(45, 140)], ids=str)
def test_long_hands_stand_in_two_rows_that_fit(size: Size) -> None:
    table = moment(MATCH, 1)
    hand = MATCH.states[1].hands[actor_of(table)]
    lines = text_of(table, size).splitlines()
    corners = sum(line.count("╭─ ") for line in lines)
    assert len(hand) == 13
    assert corners == 14
    assert all(len(line) <= size.columns for line in lines)


def ended(desk: Desk, ai: PartnerNames, *, is_daily: bool, seat: Seat = Seat.P1) -> TableScreen:
    """Return the end of a match that a seat gave up at once, its score entered."""
    header = classic(players=("Ann", "Bob" if ai[1] is None else "Steady"), seed=4, ai=ai)
    if is_daily:
        seed = daily_seed(TODAY, "target 21")
        header = replace(header, seed=seed, further={DAILY_KEY: TODAY.isoformat()})
    over = settled(do(begin_match(desk, header), Resign(seat), desk.context), desk)
    assert isinstance(over, TableScreen)
    after = of_kind(TableScreen, later(over, desk))
    assert ending_of(after).entered
    return after


def entered(desk: Desk) -> tuple[Entry, ...]:
    """Return what is in the scores of the original game."""
    assert desk.scores is not None
    with open_scores(desk.scores) as scores:
        assert entries(scores, "duet") == ()
        return entries(scores, "classic")


@pytest.mark.parametrize("ai", [(None, None), (None, "steady")])
def test_a_match_is_entered_at_its_end_and_seeks_no_par(ai: PartnerNames, desk: Desk) -> None:
    table = ended(desk, ai, is_daily=False)
    shows = ending_of(table)
    assert (shows.par, shows.seeks_par, shows.is_best) == (None, False, False)
    assert table.job(desk.context) is None
    (entry,) = entered(desk)
    assert (entry.summary.resigned, entry.ai) == (Seat.P1, ai)
    assert "Par" not in text_of(table)
    assert "The seed of these deals: 4" in text_of(table)


def test_the_first_match_of_a_day_is_the_one_to_share(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments = (datetime(2026, 11, 21, 12, minute, tzinfo=UTC) for minute in count())
    monkeypatch.setattr(performer, "now", lambda: next(moments))
    solo: PartnerNames = (None, "steady")
    first = ended(desk, solo, is_daily=True)
    line = "foxduet daily 2026-11-21 target 21: resigned in round 1 at 0-0"
    assert line in text_of(first)
    again = ended(desk, (None, "novice"), is_daily=True)
    shows = ending_of(again)
    assert shows.counting is not None
    assert shows.counting.path == first.saved.path
    lines = lines_for_the_shell(Leave(shared=shows.counting), desk.folders, UNICODE)
    assert lines == (line, f"{UNICODE.dot}   against Steady, no hints")
    assert [entry.day for entry in entered(desk)] == [TODAY, TODAY]


def test_a_match_against_a_person_is_told_from_the_left(desk: Desk) -> None:
    table = ended(desk, (None, None), is_daily=True, seat=Seat.P2)
    assert "foxduet daily 2026-11-21 target 21: resigned in round 1 at 0-0" in text_of(table)
    (entry,) = entered(desk)
    assert entry.won
