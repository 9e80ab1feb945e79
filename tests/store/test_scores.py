"""The scores: right to the item, entered once, and all that is accepted can be read back."""

from __future__ import annotations

import argparse
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import timedelta, timezone
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.cli.options import parse_name as name_argument
from foxduet.core.cards import Seat
from foxduet.games.duet.rules.cards import Board, Card, Suit
from foxduet.games.duet.rules.engine import Score
from foxduet.games.duet.rules.notation import parse_position, restore
from foxduet.games.duet.rules.state import PLAYS, GemsAdded, Outcome, Resign, Setup
from foxduet.play.game import BRANCH_KEY, DAILY_KEY, Game, Header, act, open_game
from foxduet.play.record import BrokenRecordError, dump_record, load_record
from foxduet.store import saved_games, score_entries
from foxduet.store import score_entries as rows
from foxduet.store import scores as module
from foxduet.store.files import read_file
from foxduet.store.journals import save_par
from foxduet.store.saved_games import (
    SavedGame,
    collect_saves,
    list_record_files,
    load_game,
    save_game,
)
from foxduet.store.score_entries import (
    Par,
    ScoreEntry,
    entry_row,
    has_par,
    knew_deals,
    make_entry,
)
from foxduet.store.scores import (
    ImportReport,
    create_tables,
    import_folder,
    import_new,
    insert_entries,
    insert_finished_game,
    load_entries,
    load_known_files,
    open_scores,
    read_scores,
    with_scores,
)
from foxduet.words.game_words import guide_words
from tests.support import players
from tests.support.classic import match
from tests.support.classic import resigned as given_up
from tests.support.entries import SMALL, finished, header_at, resigned
from tests.support.games import setup_of
from tests.support.players import beginning_of, boards, duet, few, names, played_game, seeds
from tests.support.processes import RECORDS

EFFORT = "expert:200"


def put(folder: Path, name: str, game: Game) -> Path:
    """Write the record of a game, as the program does at its end."""
    return save_game(SavedGame(folder / f"{name}.toml"), game).path


def read(path: Path, records: Path) -> tuple[ScoreEntry, ...]:
    """Return all scores, the records imported first, without any trouble."""
    reading = read_scores(path, records, "duet", EFFORT)
    assert (reading.trouble, reading.rebuilt, reading.imported.unreadable) == (None, False, ())
    return reading.games


def ended_at(line: str, card: Card, level: int, **header: Any) -> Game:
    """Return a game that p2 ends by playing ``card`` in a position."""
    state = restore(parse_position(line, setup_of(level)))
    game = replace(open_game(duet(level, **header)), initial_state=state)
    return act(game, PLAYS[Seat.P2][card.index])


SIX_OF_DOVES = Card.of(Suit.DOVES, 6)


@pytest.mark.parametrize(
    ("line", "level", "outcome", "score", "tricks", "gems", "told"),
    [
        (
            "2.9 4d/6d8s 1s 7r1d8d6s4s2r4r p1:2d - 000000001# 4 2 p2:play",
            *(2, Outcome.VICTORY, Score(20, 2, 10, 6), 21, 0, "won in round 2"),
        ),
        (
            "3.9 4d/6d8s 1s 7r1d8d6s4s2r4r p1:2d - 000000001# 4 1 p2:play",
            *(3, Outcome.VICTORY, Score(30, 2, 0, 3), 32, 0, "won in round 3"),
        ),
        (
            "2.9 4d/6d8s 1s 7r1d8d6s4s2r4r p1:2d - 000002001# 8 0 p2:play",
            *(2, Outcome.LOST, None, 21, 3, "lost, 3 gems left"),
        ),
        (
            "3.10 -/6d 1s 7r1d8d6s4s2r4r p1:2d - 120210121# 3 2 p2:play",
            *(3, Outcome.OUT_OF_TIME, None, 33, 9, "out of time, 9 gems left"),
        ),
        (
            "3.10 -/6d 1s 7r1d8d6s4s2r4r p1:2d - 010000000# 3 2 p2:play",
            *(3, Outcome.OUT_OF_TIME, None, 33, 1, "out of time, one gem short"),
        ),
        (
            "2.9 4d/6d8s 1s 7r1d8d6s4s2r4r p1:2d - 000002001# 5 0 p2:play",
            *(2, Outcome.LOST, None, 21, 3, "lost, one step too many"),
        ),
    ],
    ids=["round 2", "round 3", "lost", "out of time", "one short", "one step"],
)
def test_scores_are_right_to_the_item(
    line: str,
    level: int,
    outcome: Outcome,
    score: Score | None,
    tricks: int,
    gems: int,
    told: str,
    path: Path,
    records: Path,
) -> None:
    game = ended_at(line, SIX_OF_DOVES, level, seed=5, hints=(3, 9))
    entry = make_entry(game, records / "game.toml")
    summary = entry.summary
    assert (summary.outcome, summary.score) == (outcome, score)
    assert (summary.tricks, summary.gems_left) == (tricks, gems)
    assert guide_words("duet").outcome_phrase(entry) == told
    assert (summary.round, entry.hints, entry.seed, summary.level) == (int(line[0]), 2, 5, level)
    assert entry.points == (score.total if score else 0)
    with open_scores(path) as scores:
        insert_entries(scores, [entry])
        assert load_entries(scores, "duet") == (entry,)


@pytest.mark.parametrize("name", sorted(path.stem for path in RECORDS.glob("*.toml")))
def test_scores_agree_with_the_saved_records(name: str, path: Path) -> None:
    record = RECORDS / f"{name}.toml"
    text = record.read_text("utf-8")
    game = load_record(text)
    if game.state.table.outcome is None:
        return
    entry = make_entry(game, record)
    assert f'result = "{entry.summary.outcome.value}"' in text
    assert (f"score = {entry.points}\n" in text) == entry.won
    assert (entry.summary.level, entry.players) == (game.header.setup.level, game.header.players)


def test_resignations_solo_games_and_custom_boards_are_entered_as_played(
    path: Path, records: Path
) -> None:
    given_up = resigned(finished(3), 30)
    alone = played_game(header_at(4, level=1, ai=(None, "steady:25%")))
    own = played_game(replace(header_at(5), setup=Setup(2, SMALL)))
    for at, game in enumerate((given_up, alone, own)):
        put(records, f"game-{at}", game)
    first, second, third = read(path, records)
    assert (first.summary.outcome, first.summary.score) == (Outcome.RESIGNED, None)
    assert first.kind == "people"
    done = given_up.state.table.tricks_done
    assert first.summary.tricks == 11 * (first.summary.round - 1) + done
    assert (second.kind, second.ai) == ("steady", (None, "steady:25%"))
    assert (second.players, second.summary.board) == (("Player", "Expert"), "")
    assert len(third.summary.board) == 12
    assert third.path == records / "game-2.toml"
    assert third.finished == header_at(5).finished


@few(40)
@given(seed=seeds, board=boards())
def test_gems_are_found_left_or_were_never_there(seed: int, board: Board) -> None:
    game = played_game(duet(2, board=board, seed=seed), careful=False)
    summary = make_entry(game, Path("game.toml")).summary
    added = sum(
        len(event.spaces)
        for turn in game.turns
        for event in turn.step.events
        if isinstance(event, GemsAdded)
    )
    assert sum(summary.found) + summary.gems_left == game.initial_state.table.path.gems_left + added
    assert len(summary.found) == summary.round
    assert all(found <= 11 for found in summary.found)
    assert 11 * (summary.round - 1) < summary.tricks <= 11 * summary.round


def test_a_game_is_entered_only_once_from_any_folder(path: Path, records: Path) -> None:
    game = finished(1)
    first = put(records, "first", game)
    with open_scores(path) as scores:
        insert_finished_game(scores, game, first, records)
    put(records, "copy", game)
    assert len(read(path, records)) == 1
    other = records.parent / "elsewhere"
    other.mkdir()
    put(other, "again", game)
    put(other, "new", finished(2))
    with open_scores(path) as scores:
        assert import_folder(scores, other, records) == ImportReport(new=1, known=1)
        assert len(load_entries(scores, "duet")) == 2
        assert import_folder(scores, other, records) == ImportReport(known=2)


def test_the_records_themselves_are_imported_as_they_are(path: Path, records: Path) -> None:
    put(records, "first", finished(1))
    with open_scores(path) as scores:
        assert import_folder(scores, records, records) == ImportReport(new=1)
    assert [one.name for one in records.iterdir()] == ["first.toml"]


def test_the_same_deals_played_alike_at_another_time_are_another_game(
    path: Path, records: Path
) -> None:
    game = resigned(finished(1), 1)
    put(records, "first", game)
    put(records, "later", replace(game, header=replace(game.header, started=header_at(2).started)))
    assert len(read(path, records)) == 2


def test_a_record_that_was_moved_is_found_where_it_is(path: Path, records: Path) -> None:
    old = put(records, "old", finished(1))
    assert read(path, records)[0].path == old
    new = old.rename(records / "new.toml")
    assert read(path, records)[0].path == new


def test_branches_and_games_of_partners_are_no_scores(path: Path, records: Path) -> None:
    branch = replace(finished(1).header, further={BRANCH_KEY: "game.toml"})
    put(records, "branch", replace(finished(1), header=branch))
    put(records, "simulated", played_game(header_at(2, ai=("steady", "steady"))))
    put(records, "unfinished", beginning_of(finished(3), 9))
    assert read(path, records) == ()
    with open_scores(path) as scores:
        report = import_folder(scores, records, records)
        assert (report.new, report.unscored, report.unfinished) == (0, 2, 1)
        insert_finished_game(
            scores, replace(finished(1), header=branch), records / "branch.toml", records
        )
        assert load_entries(scores, "duet") == ()


def test_a_killed_program_loses_no_score(path: Path, records: Path) -> None:
    put(records, "first", finished(1))
    # Here it was killed: the record is written, the scores are not.
    with open_scores(path) as scores:
        insert_finished_game(scores, finished(2), put(records, "second", finished(2)), records)
        assert len(load_entries(scores, "duet")) == 2


def test_a_file_is_read_again_only_if_it_has_changed(
    path: Path, records: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(records, "first", finished(1))
    put(records, "second", finished(2))
    assert len(read(path, records)) == 2
    with monkeypatch.context() as nothing_is_read:
        nothing_is_read.setattr(module, "read_file", None)
        assert len(read(path, records)) == 2
    saved = load_game(records / "first.toml")[1]
    save_game(saved, finished(3))
    assert len(read(path, records)) == 3


def test_files_that_are_not_records_are_ignored_and_reported(path: Path, records: Path) -> None:
    put(records, "good", finished(1))
    (records / "bad.toml").write_text('result = "victory"\nthis is not a record')
    (records / "notes.txt").write_text("nothing")
    reading = read_scores(path, records, "duet", EFFORT)
    assert len(reading.games) == 1
    assert [path.name for path, _error in reading.imported.unreadable] == ["bad.toml"]


def test_many_records_do_not_delay_the_end_of_a_game(
    path: Path, records: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        put(records, f"game-{number}", finished(number))
    monkeypatch.setattr(module, "_END_IMPORT_SECONDS", -1.0)
    with_scores(
        path,
        lambda scores: insert_finished_game(scores, finished(1), records / "game-1.toml", records),
    )
    with open_scores(path) as scores:
        assert len(load_entries(scores, "duet")) == 1
        assert import_new(scores, records, -1.0) == ImportReport(remaining=3)
        assert import_new(scores, records) == ImportReport(new=2, known=1)


def test_a_resignation_before_the_first_deal_is_a_score_as_well(path: Path) -> None:
    game = act(open_game(header_at(1)), Resign())
    summary = make_entry(game, Path("game.toml")).summary
    assert (summary.round, summary.tricks, summary.found) == (0, 0, ())


def test_records_of_both_games_are_imported_each_to_its_own_scores(
    path: Path, records: Path
) -> None:
    duet, classic = finished(1), match(2)
    one, two = put(records, "one", duet), put(records, "two", classic)
    assert read(path, records) == (make_entry(duet, one),)
    reading = read_scores(path, records, "classic", EFFORT)
    assert (reading.games, dict(reading.other_counts)) == ((make_entry(classic, two),), {"duet": 1})


def test_the_first_game_of_the_same_people_on_the_same_deals_counts(
    path: Path, records: Path
) -> None:
    def at(number: int, **changed: Any) -> Game:
        """Return a game with the deals of the first one, played later."""
        header = replace(header_at(1), **changed)
        later = header_at(number)
        return played_game(replace(header, started=later.started, finished=later.finished))

    others = {"players": ("Left", "Zoe")}
    games = [
        at(1),
        at(2),
        at(3, players=("Right", "Left")),
        at(4, **others),
        at(5, setup=Setup(1)),
        at(6, setup=Setup(2, SMALL)),
        at(7, seed=8),
        at(8, ai=(None, "steady")),
        at(9, ai=(None, "novice")),
        at(10, **others),
    ]
    for number, game in enumerate(reversed(games)):
        put(records, f"game-{number}", game)
    again = [game.deals_known for game in read(path, records)]
    assert again == [at in (1, 2, 8, 9) for at in range(len(games))]
    *before, last = read(path, records)
    assert knew_deals(last, before)
    assert not knew_deals(replace(last, seed=None), before)
    assert not knew_deals(before[0], before[5:8])


def test_finished_records_that_are_imported_are_not_read_for_the_games_to_be_resumed(
    path: Path, records: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        put(records, f"game-{number}", finished(number))
    put(records, "under-way", beginning_of(finished(4), 9))
    read(path, records)
    monkeypatch.setattr(saved_games, "_MAX_UNINDEXED", 3)
    tried: list[str] = []

    def noted(path: Path, parse: Callable[[bytes], Any]) -> Any:
        tried.append(path.stem)
        return read_file(path, parse)

    monkeypatch.setattr(saved_games, "read_file", noted)

    def seeds() -> list[int | None]:
        tried.clear()
        games = collect_saves(list_record_files(records), 2, partial(load_known_files, path)).games
        return [game.header.seed for game, _saved in games]

    assert (seeds(), tried) == ([4], ["under-way"])
    save_game(load_game(records / "game-1.toml")[1], finished(5))
    assert (seeds(), sorted(tried)) == ([4], ["game-1", "under-way"])
    path.write_bytes(b"SQLite format 3\0garbage" * 999)
    assert (seeds(), len(tried)) == ([4], 4)
    path.unlink()
    assert (seeds(), len(tried), path.exists()) == ([4], 4, False)


def test_games_are_read_without_being_written_again(
    path: Path, records: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        put(records, f"game-{number}", finished(number))
    save_par(path, finished(1).header, Par(EFFORT, "victory", 40))
    before = read(path, records)
    monkeypatch.setattr(rows, "entry_row", None)
    monkeypatch.setattr(rows, "summary_values", None)
    assert read(path, records) == before
    assert [game.par is not None for game in before] == [False, True, False]


PATH = Path("game.toml")
SHORT = resigned(finished(1), 3)

odd_texts = st.text() | names | st.text(st.sampled_from("\0\x1b\x9b\u3164\u2800\u200d\u202eA "))
zones = st.none() | st.integers(-1439, 1439).map(lambda some: timezone(timedelta(minutes=some)))
moments = st.none() | st.datetimes(timezones=zones)
numbers = st.integers() | st.sampled_from([2**63, -(2**63), 10**900])
headers = st.fixed_dictionaries(
    {
        "game": st.just("duet"),
        "setup": st.builds(Setup, st.just(2), st.none()),
        "players": st.tuples(odd_texts, odd_texts),
        "seed": st.none() | numbers,
        "started": moments,
        "finished": moments,
        "ai": st.tuples(st.none(), st.none() | odd_texts),
        "hints": st.sets(st.integers(1, 10**20)).map(sorted).map(tuple),
        "further": st.dictionaries(
            st.sampled_from([DAILY_KEY, "house", "\u3164", "a.b"]), players.toml_values, max_size=2
        ),
    }
)


def assert_read_back(entry: ScoreEntry) -> None:
    """Enter a game into new scores; nothing there must be wrong or different."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as scores:
        create_tables(scores)
        assert insert_entries(scores, [entry]) == 1
        assert load_entries(scores, entry.game) == (entry,)
        assert insert_entries(scores, [entry]) == 0


def loaded(game: Game) -> Game | None:
    """Return the game that the record of ``game`` has, None if the record is refused."""
    try:
        again = load_record(dump_record(game))
    except BrokenRecordError:
        return None
    assert load_record(dump_record(again)) == again
    return again


@few(300)
@given(headers)
def test_a_header_that_is_accepted_is_that_of_a_score_that_can_be_read(
    values: dict[str, Any],
) -> None:
    try:
        header = Header(**values)
    except ValueError:
        return
    game = loaded(replace(SHORT, header=header))
    assert game is not None
    assert_read_back(make_entry(game, PATH))


@few(40)
@given(headers, names, names, st.none() | names)
def test_a_record_with_good_names_is_accepted(
    values: dict[str, Any], one: str, other: str, partner: str | None
) -> None:
    header = Header(**{**values, "players": (one, other), "ai": (None, partner)})
    assert loaded(replace(SHORT, header=header)) is not None


@few(200)
@given(odd_texts)
def test_a_name_on_the_command_line_can_be_read_back(text: str) -> None:
    try:
        name = name_argument(text)
    except argparse.ArgumentTypeError:
        return
    game = loaded(replace(SHORT, header=replace(header_at(1), players=(name, "B"))))
    assert game is not None
    assert_read_back(make_entry(game, PATH))


@few(40)
@given(st.integers(0, 20), st.integers(1, 60), st.sampled_from([*Seat, None]))
def test_every_match_is_read_back_as_it_was_entered(
    number: int, turns: int, seat: Seat | None
) -> None:
    game = match(number) if seat is None else given_up(match(number), turns, seat)
    assert_read_back(make_entry(game, PATH))


@pytest.mark.parametrize(
    "changed",
    [{"points_p1": 99}, {"tricks": "7-7"}, {"target": 17}, {"treasures": ""}, {"resigned": "p1"}],
)
def test_a_row_that_does_not_add_up_is_no_match(changed: dict[str, object]) -> None:
    row = entry_row(make_entry(match(1), PATH))
    other = "p2" if row["result"] == "p1" else "p1"
    for wrong in (changed, {"result": other}):
        with pytest.raises(ValueError, match=r"no such game|not add up|valid"):
            score_entries.entry_from_row("classic", [*{**row, **wrong}.values()])


def test_only_a_team_has_par_and_only_on_deals_from_a_seed() -> None:
    header = header_at(1)
    assert [*map(has_par, (header, replace(header, seed=None), match(1).header))] == [
        *(True, False, False)
    ]
