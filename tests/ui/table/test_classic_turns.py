"""The original game at the table: its turns and what they score."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest

from foxduet.core.common import Exchange, Play, Seat, card_of
from foxduet.core.register import rule_set
from foxduet.games.classic.rules.actions import Choice, Resign
from foxduet.play.game import DAILY_KEY, Game, PartnerNames, daily_seed
from foxduet.play.record import dump_record, load_record
from foxduet.play.table import Session
from foxduet.store.database import open_scores
from foxduet.store.entries import Entry
from foxduet.store.saved_games import SavedGame
from foxduet.store.scores import entries
from foxduet.ui import performer
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Look, Size
from foxduet.ui.kit.effects import Leave
from foxduet.ui.kit.keys import OPTION_KEYS
from foxduet.ui.menu.form import FormScreen
from foxduet.ui.performer import lines_for_the_shell
from foxduet.ui.table.moves import do, options
from foxduet.ui.table.parts import option_keys
from foxduet.ui.table.question import AskScreen
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
    table_at_line,
    turns_before,
)
from tests.support.entries import ending_of
from tests.support.tables import (
    Desk,
    at_table,
    later,
    options_in,
    press_keys,
    pressed,
    settled,
    text_of,
)

MATCH = played_match(classic(seed=1))
MONARCH = "1.2 4b5b8bEb3k4k7k6m7mTm/2b3b6b1k2k6kTk3m5m8mEm 9k 9b5k8k2mTb1m p1:Ek 1-1 0-1 p2:play"
NO_SWAN = "1.2 4b5b8bEb1k3k4k7k6mTm/2b3b6b2k6kTk3m5m7m8mEm 9k 9b5k8k2mTb1m p1:Ek 1-1 0-1 p2:play"
FOX_FOLLOWS = "4.9 2b4b8b/3b3k8k1m 2m 1k7kTk9bEb6m p1:1b 6-3 15-13 p2:play"
LAST_CARD = "4.12 -/7b 2m 1k7kTk9bEb6m p1:5b 6-6 15-13 p2:play"


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


def test_the_thirteenth_card_is_played_by_its_key(tmp_path: Path) -> None:
    table = begin_match(options_in(tmp_path), classic())
    hand = table.session.state.hands[actor_of(table)]
    after = pressed(table, tmp_path, keys.SPACE, OPTION_KEYS[12], keys.ENTER)
    assert after.session.game.turns[-1].action == Play(actor_of(table), hand[12])


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (MONARCH, "A Monarch was led: your highest Key or your Swan."),
        (NO_SWAN, "A Monarch was led: your highest Key."),
    ],
)
def test_a_monarch_says_what_it_asks_for_and_refuses_the_rest(
    line: str, sentence: str, tmp_path: Path
) -> None:
    table = table_at_line(line, tmp_path)
    assert sentence in text_of(table)
    refused = pressed(table, tmp_path, "5", keys.ENTER)
    assert refused.notice == sentence
    assert refused.session.game.turns == ()


def test_who_looks_at_a_hand_resigns_for_nobody_else(tmp_path: Path) -> None:
    table = begin_match(options_in(tmp_path), classic())
    seat = actor_of(table)
    mine, other = ("Left", "Right") if seat is Seat.P1 else ("Right", "Left")
    asked = press_keys(table, options_in(tmp_path), keys.SPACE, "R")
    assert isinstance(asked, AskScreen)
    assert f"{mine}, do you want to resign? If so, {other} wins." in text_of(asked)
    assert "both" not in text_of(asked)
    after = press_keys(asked, options_in(tmp_path), "y")
    assert isinstance(after, TableScreen)
    assert after.session.game.result is not None
    assert after.session.game.result.won[seat.other]
    assert f"{mine} resigned, so {other} wins the match." in text_of(after)


def test_a_person_resigns_while_the_opponent_thinks(tmp_path: Path) -> None:
    for seed in range(20):
        header = classic(seed=seed, players=("Player", "Steady"), ai=(None, "steady"))
        table = begin_match(options_in(tmp_path), header)
        if actor_of(table) is Seat.P2:
            break
    after = press_keys(table, options_in(tmp_path), "R", "y")
    assert isinstance(after, TableScreen)
    assert "You resigned, so your opponent wins the match." in text_of(after)


@pytest.mark.parametrize("keys_of_seat", [("1",), (keys.RIGHT, keys.RIGHT, keys.ENTER), ("2",)])
@pytest.mark.parametrize("choice", [Choice.PLAY, Choice.DISCARD, Choice.DEAL])
def test_while_no_hand_is_in_sight_either_resigns(
    choice: Choice, keys_of_seat: tuple[str, ...], tmp_path: Path
) -> None:
    table = moment(MATCH, turns_before(MATCH, choice), looking=False)
    table = replace(table, saved=SavedGame(tmp_path / "match.toml"))
    desk, seat = options_in(tmp_path), Seat.P2 if keys_of_seat == ("2",) else Seat.P1
    assert isinstance(table.shows, RoundEnd if choice is Choice.DEAL else Handoff)
    who = press_keys(table, desk, "R")
    assert "Who wants to resign? The other then wins." in text_of(who)
    back = press_keys(who, desk, "n")
    assert isinstance(back, TableScreen)
    assert replace(back, shows=table.shows) == table
    assert type(back.shows) is type(table.shows)
    assert press_keys(who, desk, keys.ESCAPE) == back
    undecided = press_keys(who, desk, keys.ENTER)
    assert "Nothing is chosen yet" in text_of(undecided)
    assert press_keys(undecided, desk, keys.SPACE) == who
    asked = press_keys(who, desk, *keys_of_seat)
    mine, other = ("Left", "Right") if seat is Seat.P1 else ("Right", "Left")
    assert f"{mine}, do you want to resign? If so, {other} wins." in text_of(asked)
    assert press_keys(asked, desk, keys.ESCAPE) == back
    after = press_keys(asked, desk, "y")
    assert isinstance(after, TableScreen)
    assert after.session.game.turns[-1].action == Resign(seat)
    assert f"{mine} resigned, so {other} wins the match." in text_of(after)


def test_between_the_rounds_of_a_match_a_person_resigns_for_none_but_themselves(
    tmp_path: Path,
) -> None:
    header = replace(MATCH.header, players=("Expert", "Ann"), ai=("expert", None))
    game = Game(header, MATCH.first, MATCH.turns[: turns_before(MATCH, Choice.DEAL)])
    asked = press_keys(at_table(Session(game)), options_in(tmp_path), "R")
    assert "Ann, do you want to resign? If so, Expert wins." in text_of(asked)


def test_no_opponent_is_asked_whether_to_resign(tmp_path: Path) -> None:
    header = classic(players=("Player", "Expert"), ai=(None, "expert"))
    table = begin_match(options_in(tmp_path), header)
    asked = press_keys(table, options_in(tmp_path), "R")
    assert isinstance(asked, AskScreen)
    assert "ask your opponent" not in text_of(asked)
    assert press_keys(asked, options_in(tmp_path), "p") == asked


@pytest.mark.parametrize(("person", "celebrates"), [(Seat.P1, True), (Seat.P2, False)])
def test_only_the_winner_s_table_celebrates(person: Seat, celebrates: bool, tmp_path: Path) -> None:
    assert MATCH.result is not None
    loser = MATCH.result.won.index(False)
    ai = (None, "steady") if (loser == 1) is celebrates else ("steady", None)
    header = replace(MATCH.header, ai=ai)
    table = at_table(Session(Game(header, MATCH.first, MATCH.turns)))
    after = later(table, options_in(tmp_path, Look()))
    assert isinstance(after, TableScreen)
    assert isinstance(after.shows, GameOver)
    assert bool(after.shows.celebration) is celebrates


def test_play_again_opens_the_form_of_the_game_that_was_played(tmp_path: Path) -> None:
    desk = options_in(tmp_path)
    assert desk.game == "duet"
    resigned = press_keys(begin_match(desk, classic(35)), desk, keys.SPACE, "R", "y")
    form = press_keys(resigned, desk, "1", keys.ENTER)
    assert isinstance(form, FormScreen)
    assert (form.game_name, form.values) == ("classic", {"target": 35})


def test_every_moment_of_a_match_is_resumed_exactly_where_it_was() -> None:
    for at in range(1, len(MATCH.states) - 1, 7):
        game = Game(MATCH.header, MATCH.first, MATCH.turns[:at])
        loaded = load_record(dump_record(game))
        assert loaded.state == game.state
        screen = resume(loaded, at_table(Session(loaded)).saved).screen
        assert isinstance(screen, TableScreen)
        assert screen.session.viewer is None
        assert isinstance(screen.shows, Handoff | RoundEnd)


def test_the_last_card_says_what_the_last_trick_leads_to(tmp_path: Path) -> None:
    table = table_at_line(LAST_CARD, tmp_path)
    text = text_of(pressed(table, tmp_path, "1"))
    assert "You would win the last (Treasure +1; 7 tricks: victorious, pays 6)." in text


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


def test_a_card_for_the_decree_is_looked_ahead_when_following(tmp_path: Path) -> None:
    fox = pressed(table_at_line(FOX_FOLLOWS, tmp_path), tmp_path, "1", keys.ENTER)
    assert isinstance(options(fox)[-1], Exchange)
    assert card_of(options(fox)[-1]) is None
    kept = "You would win (4 tricks: defeated, pays 1); Left leads."
    assert kept in text_of(pressed(fox, tmp_path, "d"))
    assert "↑" in text_of(pressed(fox, tmp_path, "1"))


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return options_in(tmp_path, scores=tmp_path / "scores.sqlite3")


def ended(desk: Desk, ai: PartnerNames, *, is_daily: bool, seat: Seat = Seat.P1) -> TableScreen:
    """Return the end of a match that a seat gave up at once, its score entered."""
    header = classic(players=("Ann", "Bob" if ai[1] is None else "Steady"), seed=4, ai=ai)
    if is_daily:
        seed = daily_seed(TODAY, "target 21")
        header = replace(header, seed=seed, further={DAILY_KEY: TODAY.isoformat()})
    over = settled(do(begin_match(desk, header), Resign(seat), desk.context), desk)
    assert isinstance(over, TableScreen)
    after = later(over, desk)
    assert isinstance(after, TableScreen)
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
