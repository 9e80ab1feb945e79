"""The replay command: the positions of a record, and records that are not valid."""

from __future__ import annotations

from pathlib import Path

import pytest

from foxduet.games.duet.rules.position import format_position, position_of
from foxduet.play.record import dump_record
from tests.support.calls import called
from tests.support.places import RECORDS
from tests.support.players import header_of, played_game


def test_positions_of_a_record(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = f"replay {RECORDS / 'level2-victory.toml'} --positions"
    status, out, err = called(line, capsys, monkeypatch)
    assert (status, err) == (0, "")
    assert out == (RECORDS / "level2-victory.positions").read_text("utf-8")


def test_the_good_part_of_a_broken_record_is_printed_and_the_status_is_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = played_game(header_of())
    path = tmp_path / "game.toml"
    path.write_text(dump_record(game).replace("\n]", '\n  "team resign",\n]'), "utf-8")
    status, out, err = called(f"replay {path} --positions", capsys, monkeypatch)
    assert status == 1
    assert out.splitlines() == [format_position(position_of(state)) for state in game.states]
    assert f"action {len(game.turns) + 1} 'team resign': the game is over" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "cannot be read: No such file or directory"),
        (b"", 'format: -; this program reads "foxduet-record/1"'),
        (b"\xff\xfe\x00", "this is not TOML"),
        (b"x = ", "this is not TOML"),
        (b"x = " + b"9" * 5000, "this is not TOML"),
        (b"x = " + b"[" * 5000, "nested too deeply"),
        (b"x" * 1_000_001, "cannot be read: File too large"),
    ],
)
def test_files_that_are_no_records_are_refused(
    content: bytes | None,
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "game.toml"
    if content is not None:
        path.write_bytes(content)
    status, out, err = called(f"replay {path} --positions", capsys, monkeypatch)
    assert (status, out) == (1, "")
    assert message in err
    assert err.count("\n") == 1


def test_control_characters_of_a_record_do_not_reach_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.toml"
    path.write_text(
        dump_record(played_game(header_of())).replace('"deal', '"\\u001b[31mdeal', 1), "utf-8"
    )
    status, _out, err = called(f"replay {path} --positions", capsys, monkeypatch)
    assert status == 1
    assert err.strip().isprintable()
