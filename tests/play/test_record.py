"""Games and their records: written, read and replayed."""

from __future__ import annotations

import os
import time
import tomllib
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, get_origin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.ai.partner import choose_at_random
from foxduet.core.cards import Seat
from foxduet.core.errors import RecordError
from foxduet.core.toml import format_key, format_value
from foxduet.games.classic.rules.state import Event as MatchEvent
from foxduet.games.classic.rules.state import Outcome as Winner
from foxduet.games.classic.rules.state import Resign as ClassicResign
from foxduet.games.classic.rules.state import Setup as Match
from foxduet.games.duet.rules.cards import Board
from foxduet.games.duet.rules.state import Event, Outcome, Resign, Setup, format_action
from foxduet.play.game import (
    Game,
    Header,
    act,
    hint_rng,
    make_deal,
    open_game,
    partner_rng,
    play_out,
)
from foxduet.play.record import BrokenRecordError, dump_record, load_record
from foxduet.store.saved_games import load_game
from foxduet.store.score_entries import Selection, make_entry
from foxduet.store.scores import (
    ImportReport,
    import_folder,
    load_entries,
    open_scores,
    read_scores,
)
from foxduet.ui.effect_handlers import save_current_game, start_game
from foxduet.ui.kit.effects import GameSaved, GameStarted
from foxduet.ui.kit.screen import DataPaths
from foxduet.ui.menu import game_columns
from foxduet.words.scores import ScoresPage, local_day, scores_page_lines
from foxduet.words.text import UNICODE
from tests.store.test_scores import EFFORT, put, read
from tests.support import players
from tests.support.entries import TODAY, finished, resigned
from tests.support.players import DEFEAT, VICTORY, beginning_of, duet, header_of, names, played_game
from tests.support.processes import RECORDS

UNDER_WAY = dump_record(beginning_of(finished(2), 30)).replace('result = "*"', "result = '*'")


def test_an_unfinished_record_in_other_words_is_unfinished(path: Path, records: Path) -> None:
    put(records, "good", finished(1))
    (records / "odd.toml").write_text(UNDER_WAY, "utf-8")
    assert [game.seed for game in read(path, records)] == [1]


def test_a_broken_game_under_way_reveals_nothing_about_its_hands(path: Path, records: Path) -> None:
    (records / "odd.toml").write_text(
        UNDER_WAY.replace("actions = [", 'actions = [\n "2d",'), "utf-8"
    )
    later = UNDER_WAY.removesuffix("]\n") + '  "p1 plays nothing",\n]\n'
    (records / "later.toml").write_text(later, "utf-8")
    unreadable = read_scores(path, records, "duet", EFFORT).imported.unreadable
    reasons = {path.stem: str(error) for path, error in unreadable}
    assert reasons == {
        "odd": "it is not valid; foxduet replay shows where",
        "later": "it is a damaged save of an unfinished game",
    }


@pytest.mark.skipif(os.name == "nt", reason="names of files are text on Windows")
def test_a_file_name_that_is_not_text_is_accepted(path: Path, records: Path) -> None:
    put(records, "good", finished(1))
    odd = records / os.fsdecode(b"odd\xff.toml")
    try:
        odd.write_bytes(dump_record(finished(2)).encode())
    except OSError:
        pytest.skip("this file system refuses such names")
    for _again in range(2):
        assert {game.seed for game in read(path, records)} == {1, 2}


@pytest.mark.parametrize("key", ["seed", "level", "hints", "foreign"])
def test_a_number_that_cannot_be_shown_is_refused(key: str, path: Path, records: Path) -> None:
    put(records, "good", finished(1))
    number = f"0x{'f' * 6000}"
    text = dump_record(replace(finished(2), header=replace(finished(2).header, seed=None)))
    lines = [line for line in text.splitlines() if not line.startswith(f"{key} = ")]
    value = f"[{number}]" if key == "hints" else number
    (records / "odd.toml").write_text("\n".join([f"{key} = {value}", *lines]), "utf-8")
    reading = read_scores(path, records, "duet", EFFORT)
    assert [game.seed for game in reading.games] == [1]
    ((odd, error),) = reading.imported.unreadable
    assert (odd.name, str(error)) == ("odd.toml", "invalid TOML: a number is too large")


def test_a_seed_of_hundreds_of_digits_is_played(path: Path, records: Path) -> None:
    header = replace(finished(1).header, seed=10**900)
    game = replace(finished(1), header=header)
    assert load_record(dump_record(game)).header.seed == 10**900
    put(records, "large", game)
    assert [game.seed for game in read(path, records)] == [10**900]
    with pytest.raises(BrokenRecordError):
        load_record(dump_record(game).replace(f"seed = {10**900}", f"seed = {10**1001}"))
    with pytest.raises(RecordError):
        replace(header, seed=10**1001)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_among_the_records_is_named_and_the_others_are_read(
    path: Path, records: Path
) -> None:
    put(records, "good", finished(1))
    os.mkfifo(records / "pipe.toml")
    found = read_scores(path, records, "duet", EFFORT)
    assert len(found.games) == 1
    assert [unread.name for unread, _error in found.imported.unreadable] == ["pipe.toml"]


def test_a_folder_of_records_that_is_a_file_is_reported(path: Path, tmp_path: Path) -> None:
    assert read_scores(path, tmp_path / "none yet", "duet", EFFORT).imported == ImportReport()
    (tmp_path / "file").write_text("no folder")
    assert read_scores(path, tmp_path / "file", "duet", EFFORT).imported.trouble is not None


@pytest.mark.skipif(os.name == "nt", reason="making links takes a privilege on Windows")
def test_a_link_that_leads_nowhere_is_no_folder_to_import(path: Path, records: Path) -> None:
    loop = records.parent / "loop"
    loop.symlink_to(loop)
    with open_scores(path) as scores, pytest.raises(OSError, match=r"loop|[Ll]evels"):
        import_folder(scores, loop, records)


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the zone cannot be set here")
def test_a_time_without_a_zone_is_the_same_game_in_every_zone(
    path: Path, records: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    header = replace(finished(1).header, started=finished(1).header.started)
    assert header.started is not None
    naive = replace(header, started=header.started.replace(tzinfo=None))
    game = replace(finished(1), header=naive)
    fingerprints = set()
    try:
        for zone in ("UTC", "Asia/Tokyo"):
            monkeypatch.setenv("TZ", zone)
            time.tzset()
            fingerprints.add(make_entry(game, path).fingerprint)
    finally:
        monkeypatch.undo()
        time.tzset()
    assert len(fingerprints) == 1


# No offset of a day or more, or with seconds, can be in a record.
@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the zone cannot be set here")
@pytest.mark.parametrize("zone", ["XXX99", "XXX-99", "XXX1:02:03", "Asia/Tokyo"])
def test_a_game_is_started_ended_and_shown_in_any_zone(
    zone: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = DataPaths(tmp_path / "records", tmp_path / "scores.sqlite3")
    try:
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        started = start_game(open_game(duet(1)), folders)
        assert isinstance(started, GameStarted)
        assert game_columns(load_game(started.saved.path)[0])[0] != "-"
        ended = save_current_game(act(started.game, Resign()), started.saved, folders)
        assert isinstance(ended, GameSaved)
        (entry,) = read(tmp_path / "scores.sqlite3", tmp_path / "records")
        assert entry.finished is not None
        assert entry.finished == ended.game.header.finished
        assert abs(local_day(entry.finished) - entry.finished.date()) <= timedelta(days=1)
    finally:
        monkeypatch.undo()
        time.tzset()


def test_the_end_of_the_calendar_is_shown(path: Path, records: Path) -> None:
    header = finished(1).header
    assert header.finished is not None
    last = replace(header, finished=header.finished.replace(year=9999, month=12, day=31, hour=23))
    put(records, "last", replace(finished(1), header=last))
    games = read(path, records)
    lines = scores_page_lines(ScoresPage.RECENT, games, Selection(), TODAY, UNICODE)
    assert any("31 December 9999" in line.text for line in lines)


def test_a_file_from_another_age_is_read_each_time(path: Path, records: Path) -> None:
    odd = put(records, "odd", finished(1))
    for year in (2400, 1600):
        seconds = (year - 1970) * 365 * 24 * 3600
        try:
            os.utime(odd, (seconds, seconds))
        except (OSError, OverflowError):
            pytest.skip("this file system has no such times")
        for _again in range(2):
            assert len(read(path, records)) == 1


def test_a_file_with_the_longest_possible_name_is_imported(
    path: Path, records: Path, tmp_path: Path
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    put(stick, "good", finished(2))
    saved = put(stick, "odd", finished(1))
    try:
        saved.rename(stick / f"{'a' * 250}.toml")
    except OSError:
        pytest.skip("this file system has shorter names")
    with open_scores(path) as scores:
        assert import_folder(scores, stick, records) == ImportReport(new=2)
    assert {game.path.parent for game in read(path, records)} == {records}


def test_an_imported_file_that_changes_is_imported_as_another_game(
    path: Path, records: Path, tmp_path: Path
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    put(stick, "game", finished(1))
    with open_scores(path) as scores:
        assert import_folder(scores, stick, records) == ImportReport(new=1)
        (stick / "game.toml").write_text(dump_record(finished(3)), "utf-8")
        assert import_folder(scores, stick, records) == ImportReport(new=1)
        paths = {game.seed: game.path for game in load_entries(scores, "duet")}
    assert {place.parent for place in paths.values()} == {records}
    for seed, place in paths.items():
        assert load_record(place.read_text("utf-8")).header.seed == seed


def test_partners_named_like_a_kind_of_game_are_shown_in_brackets() -> None:
    for name in ("people", "solo", "solo:3"):
        header = replace(finished(1).header, ai=(None, name))
        entry = make_entry(replace(finished(1), header=header), Path("game.toml"))
        assert entry.kind == f"({name.partition(':')[0]})"


GLADE = Board(
    gems=(1, 0, 2, 0, 1), plus=(2, 4), start=3, forest_tokens=1, extra_gems=(0, 1, 0, 1, 0)
)


def match(seed: int, target: int = 21) -> Game:
    """Play a match of the original game, each choice at random."""

    def choose(seen: Any, chance: Random) -> Any:
        return choose_at_random(seen, chance).action

    header = Header("classic", Match(target), ("Left", "Right"), seed=seed)
    return play_out(open_game(header), (choose, choose))


GAMES: dict[str, Callable[[], Game]] = {
    "level1-victory": lambda: played_game(header_of(level=1, seed=0)),
    "level2-victory": lambda: played_game(header_of(level=2, seed=10)),
    "level3-victory": lambda: played_game(header_of(level=3, seed=8)),
    "level3-out-of-time": lambda: played_game(header_of(level=3, seed=0)),
    "level2-lost": lambda: played_game(header_of(level=2, seed=0)),
    "level3-resigned": lambda: resigned(played_game(header_of(level=3, seed=1)), 40),
    "glade": lambda: played_game(
        duet(3, ("Left", "Right"), board=GLADE, seed=5, further={"note": "own"})
    ),
    "classic/short": lambda: match(seed=3, target=16),
    "classic/usual": lambda: match(seed=1),
    "classic/long": lambda: match(seed=2, target=35),
    "classic/resigned": lambda: act(beginning_of(match(seed=4), 50), ClassicResign(Seat.P2)),
}
OUTCOMES = {*Outcome, Winner.P1, Winner.P2}
EVENTS = {get_origin(kind) or kind for kind in (*Event.__args__, *MatchEvent.__args__)}


def _positions(game: Game) -> str:
    return "".join(f"{game.rules.format_position(state)}\n" for state in game.states)


@cache
def golden_game(name: str) -> Game:
    return GAMES[name]()


@pytest.mark.parametrize("name", GAMES)
def test_a_fixed_game_is_as_it_was(name: str, golden: Callable[[str, str], None]) -> None:
    game = golden_game(name)
    golden(f"records/{name}.toml", dump_record(game))
    golden(f"records/{name}.positions", _positions(game))


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_record_leads_to_its_positions(name: str) -> None:
    game = load_record((RECORDS / f"{name}.toml").read_text("utf-8"))
    assert _positions(game) == (RECORDS / f"{name}.positions").read_text("utf-8")


def test_the_golden_games_have_every_outcome_and_every_kind_of_event() -> None:
    games = [*map(golden_game, GAMES)]
    assert {game.state.table.outcome for game in games} >= OUTCOMES
    assert {
        type(one) for game in games for turn in game.turns for one in turn.step.events
    } == EVENTS


partner_names = st.none() | names
action_numbers = st.sets(st.integers(1, 999)).map(sorted).map(tuple)


@players.few(200)
@given(st.text(), players.toml_values)
def test_toml_text_is_read_back(key: str, value: object) -> None:
    assert tomllib.loads(f"{format_key(key)} = {format_value(value)}") == {key: value}


def test_a_moment_in_a_zone_with_seconds_is_written_in_universal_time() -> None:
    moment = datetime(1900, 1, 1, tzinfo=timezone(timedelta(seconds=561)))
    assert tomllib.loads(f"moment = {format_value(moment)}") == {"moment": moment}


def test_toml_has_no_none() -> None:
    with pytest.raises(TypeError, match="NoneType"):
        format_value(None)


@players.few(60)
@given(
    st.builds(
        Header,
        game=st.just("duet"),
        setup=st.builds(Setup, st.integers(1, 3), st.none() | players.boards()),
        players=st.tuples(names, names),
        seed=st.none() | players.seeds,
        started=st.none() | st.datetimes(timezones=st.just(UTC)),
        finished=st.none() | st.datetimes(),
        ai=st.tuples(partner_names, partner_names),
        hints=action_numbers,
        cut_short=action_numbers,
        further=st.dictionaries(
            st.from_regex("x[a-z]+", fullmatch=True), players.toml_values, max_size=2
        ),
    ),
    st.integers(0, 60),
)
def test_a_record_is_read_back_as_it_was_written(header: Header, length: int) -> None:
    rng = Random(length)
    game = open_game(header)
    while len(game.turns) < length and game.state.table.pending is not None:
        due = game.state.table.pending.choice.value == "deal"
        game = act(game, make_deal(game) if due else players.random_choice(game.state, rng))
    text = dump_record(game)
    assert load_record(text) == game
    assert dump_record(load_record(text)) == text


odd_names = names | st.text(max_size=61) | st.just("A\x7fB")
odd_numbers = st.integers() | st.sampled_from([10**1000 - 1, -(10**1000)])
odd_values = st.recursive(
    players.toml_scalars | odd_numbers | st.just("\udcff"),
    lambda inner: st.lists(inner, max_size=1),
)
# The last is of a town from before there were zones.
odd_zones = st.sampled_from(
    [timezone(timedelta(seconds=seconds)) for seconds in (0, -34_200, 50_400, 561)]
)
odd_moments = st.none() | st.datetimes(
    datetime(1000, 1, 1), datetime(9000, 1, 1), timezones=odd_zones
)


@players.few(300)
@given(
    setup=st.builds(Setup, st.integers(0, 4), st.none() | players.boards()),
    players=st.tuples(odd_names, odd_names),
    seed=st.none() | odd_numbers,
    started=odd_moments,
    ai=st.tuples(st.none() | odd_names, st.none() | odd_names),
    hints=action_numbers | st.tuples(odd_numbers, odd_numbers),
    further=st.dictionaries(
        st.sampled_from(["level", "actions", "score"]) | st.text() | st.just("x" * 1002),
        odd_values,
        max_size=2,
    ),
)
def test_a_header_that_cannot_be_read_back_cannot_be_made(**values: Any) -> None:
    try:
        game = open_game(Header("duet", **values))
    except ValueError:
        return
    assert load_record(dump_record(game).encode().decode()) == game


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": ("A\x7fB", "Right")},
        {"players": ("Left", "")},
        {"setup": Setup(4)},
        {"seed": 10**1000},
        {"seed": True},
        {"ai": (None, "")},
        {"hints": (0,)},
        {"cut_short": (3, 2)},
        {"further": {"score": 3}},
        {"further": {"x": "\udcff"}},
        {"further": {"x" * 1002: 1}},
    ],
)
def test_what_is_wrong_with_a_header_is_said_when_it_is_made(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - each has a sentence of its own
        replace(DEFEAT.header, **wrong)


def test_unknown_keys_are_written_again() -> None:
    text = dump_record(beginning_of(DEFEAT, 3)).replace(
        "actions = [", 'coach = "none"\nnote = { by = [1, 2.5], "a b" = 2026-11-21 }\nactions = ['
    )
    again = dump_record(load_record(text))
    assert tomllib.loads(again) == tomllib.loads(text)


def test_a_record_starts_as_designed() -> None:
    lines = dump_record(beginning_of(DEFEAT, 2)).splitlines()
    assert lines[:7] == [
        *('format = "foxduet-record/1"', 'game = "duet"', "level = 2"),
        *('players = ["Left", "Right"]', 'result = "*"', "seed = 0", "actions = ["),
    ]
    assert lines[7].startswith('  "deal p')
    assert lines[8] == f'  "{format_action(DEFEAT.turns[1].action)}",'
    assert lines[9:] == ["]"]


def broken(text: str) -> BrokenRecordError:
    with pytest.raises(BrokenRecordError) as caught:
        load_record(text)
    assert "\n" not in str(caught.value)
    return caught.value


DEALT = format_action(DEFEAT.turns[0].action)


@pytest.mark.parametrize(
    ("number", "action", "reasons"),
    [
        (3, "p1 move +1", ("it is p2's turn to play a card;", "; the position before that: 1.0 ")),
        (2, "p2 play 7x", ("'7x' is not a card",)),
        # The decree is in the stock, too.
        (1, f"{DEALT[:-14]}{DEALT.split()[-2]}{DEALT[-12:]}", ("not the thirty cards",)),
    ],
)
def test_a_bad_action_is_named_with_its_reason_and_the_position_before_it(
    number: int, action: str, reasons: tuple[str, ...]
) -> None:
    right = format_action(DEFEAT.turns[number - 1].action)
    error = broken(dump_record(DEFEAT).replace(f'"{right}"', f'"{action}"', 1))
    assert (error.number, error.intact_game) == (number, beginning_of(DEFEAT, number - 1))
    assert f"action {number} '{action[:20]}" in str(error)
    assert [reason for reason in reasons if reason not in str(error)] == []


def test_actions_after_the_end_are_refused() -> None:
    error = broken(dump_record(DEFEAT).replace("\n]", '\n  "team resign",\n]'))
    assert error.number == len(DEFEAT.turns) + 1
    assert "the game is over" in str(error)
    assert error.intact_game == DEFEAT


@pytest.mark.parametrize("cut", [2, 3, 4, 20])
def test_a_cut_off_file_keeps_its_whole_actions(cut: int) -> None:
    text = dump_record(beginning_of(DEFEAT, 30))
    error = broken(text[:-cut])
    assert isinstance(error, RecordError)
    assert error.intact_game is not None
    whole = len(error.intact_game.turns)
    assert error.intact_game == beginning_of(DEFEAT, whole)
    assert whole >= 28
    assert f"the file breaks off after action {whole}" in str(error)


def test_a_file_cut_off_in_its_header_has_no_good_part() -> None:
    error = broken(dump_record(DEFEAT)[:50])
    assert error.intact_game is None
    assert "invalid TOML" in str(error)


def test_invalid_toml_among_the_actions_keeps_the_actions_before_it() -> None:
    lines = dump_record(DEFEAT).splitlines()
    lines[9] = "  oops"
    error = broken("\n".join(lines))
    assert error.intact_game == beginning_of(DEFEAT, 2)
    assert error.number == 3
    assert "cannot read action 3" in str(error)
    assert "line 10" in str(error)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("foxduet-record/1", "foxduet-record/2", 'this program reads "foxduet-record/1"'),
        ('"duet"', '"chess"', 'game: "chess"; this program can play "duet"'),
        ("level = 2", "level = 4", "level: 4; the levels are 1, 2 and 3"),
        ("level = 2", 'level = "2"', 'level: "2" is not a whole number'),
        ('["Left", "Right"]', '["Left"]', "give two names"),
        ("seed = 0", "seed = true", "seed: true is not a whole number"),
        ("seed = 0", "started = 3", "started: 3 is not a date and time"),
        ("seed = 0", "board = 3", "board: 3 is not a table"),
        ("seed = 0", "board = { gems = [1, 1, 1] }", "board: plus: missing"),
        ("seed = 0", 'ai = "expert"', "the partners at p1 and p2 here"),
        (
            "seed = 0",
            'ai = { p3 = "expert" }',
            'ai: {p3 = "expert"}; name the partners at p1 and p2',
        ),
        ("seed = 0", "ai = { p2 = 3 }", "a partner's name must have"),
        ("seed = 0", 'ai = { p2 = "" }', "a partner's name must have"),
        ("seed = 0", 'ai = { p2 = "a\\u0000" }', "a partner's name must have"),
        (
            "seed = 0",
            "hints = 3",
            "hints: 3; give numbers of actions, from 1 and in ascending order",
        ),
        ("seed = 0", "hints = [true]", "hints: [true]; give numbers"),
        ("seed = 0", "hints = [0]", "hints: [0]; give numbers"),
        ("seed = 0", "cut_short = [4, 4]", "cut_short: [4, 4]; give numbers"),
        ("actions = [", "moves = [", "actions: give a list of texts"),
        ('result = "lost"', 'result = "draw"', 'result: "draw"; it must be one of victory, lost'),
        ('result = "lost"', 'result = "victory"', 'it should be "lost"'),
        ('result = "lost"', 'result = "*"', 'it should be "lost"'),
        ('result = "lost"', "", "result: -; it must be one of"),
        ("seed = 0", "score = 12", "score: 12, but this game has no such key"),
    ],
)
def test_a_bad_header_is_named(old: str, new: str, message: str) -> None:
    assert message in str(broken(dump_record(DEFEAT).replace(old, new, 1)))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("points = [22, 8]", "points = [22, 9]", "points: [22, 9], but after"),
        ('result = "p1"', 'result = "draw"', 'result: "draw", but after'),
        ('result = "p1"', 'result = "victory"', "it must be one of p1, p2, draw, *"),
        ('result = "p1"', 'result = "p1"\nresigned = "p2"', "but this game has no such key"),
        ("target = 21", "target = 22", "target: 22; the choices are 16, 21 and 35"),
    ],
)
def test_the_bad_header_of_a_match_is_named(old: str, new: str, message: str) -> None:
    record = dump_record(golden_game("classic/usual"))
    assert old in record
    assert message in str(broken(record.replace(old, new)))


@pytest.mark.parametrize(
    "name", [r"A\u0000", r"\u001b[2J", r"\u3164", r"\u2800", "", " ", r"\u202eA", "A" * 61]
)
def test_a_record_with_what_is_no_name_is_refused_but_can_be_replayed(name: str) -> None:
    error = broken(dump_record(DEFEAT).replace("Left", name))
    assert "a name must have 1 to 60 visible characters" in str(error)
    assert error.intact_game is not None
    assert error.intact_game.header.players == ("p1", "Right")
    assert error.intact_game.turns == DEFEAT.turns


def test_a_score_that_the_actions_do_not_lead_to_is_refused() -> None:
    error = broken(dump_record(VICTORY).replace("score = 16", "score = 17"))
    assert "score: 17, but after the last action, 92, it should be 16" in str(error)
    assert error.intact_game == VICTORY


def test_the_generator_of_a_partner_is_fixed_by_seed_seat_and_turn() -> None:
    game = beginning_of(VICTORY, 3)
    drawn = [
        rng.random()
        for rng in (
            partner_rng(game, Seat.P2),
            partner_rng(game, Seat.P1),
            hint_rng(game, Seat.P2),
            partner_rng(beginning_of(VICTORY, 4), Seat.P2),
            partner_rng(beginning_of(DEFEAT, 3), Seat.P2),
        )
    ]
    assert partner_rng(game, Seat.P2).random() == drawn[0]
    assert drawn[0] == Random("foxduet 0 p2 3").random()
    # VICTORY and DEFEAT differ in level and cards, not in their seed.
    assert len(set(drawn)) == 4
    seedless = Game(replace(game.header, seed=None), game.initial_state, game.turns)
    others = {partner_rng(seedless, Seat.P2).random() for _ in range(2)}
    assert len({*drawn, *others}) == 6


def test_a_record_names_partners_hints_and_thoughts_cut_short() -> None:
    game = beginning_of(DEFEAT, 2)
    header = replace(game.header, ai=(None, "expert"), hints=(2, 3), cut_short=(1,))
    lines = dump_record(replace(game, header=header)).splitlines()
    assert lines[6:9] == ['ai = {p2 = "expert"}', "hints = [2, 3]", "cut_short = [1]"]


def test_a_record_with_an_unknown_partner_is_replayed() -> None:
    text = dump_record(DEFEAT).replace("seed = 0", 'seed = 0\nai = {p1 = "granny"}')
    assert load_record(text).header.ai == ("granny", None)


def test_a_game_without_a_seed_can_be_dealt() -> None:
    game = open_game(duet(1, ("a", "b"), started=datetime(2026, 11, 21, tzinfo=UTC)))
    assert act(game, make_deal(game)).state.table.round == 1


def test_a_custom_board_is_in_the_record() -> None:
    board = Board(gems=(1, 0, 1), plus=(1,), start=2, forest_tokens=1, extra_gems=(0, 1, 0))
    game = open_game(duet(3, ("a", "b"), board=board))
    assert load_record(dump_record(game)).state.table.path.gems == (1, 1, 1)
