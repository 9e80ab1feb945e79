"""The laboratory's matches: each deal twice, with seats changed."""

from __future__ import annotations

import pytest

from tests.benchmarks.classic_matches import Deals, main, play_both


def test_changing_seats_with_oneself_changes_nothing() -> None:
    for seed in range(5):
        played = play_both(Deals(("steady", "steady"), 21, seed))
        assert sum(played.won) == 1


def test_steady_beats_random() -> None:
    won = [play_both(Deals(("steady", "random"), 16, seed)).won for seed in range(20)]
    assert sum(map(sum, won)) > 28


def test_the_command_tells_who_won_how_often(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    line = "matches steady,random novice,steady --matches 4 --target 16 --every 2"
    monkeypatch.setattr("sys.argv", line.split(" "))
    main()
    lines = capsys.readouterr().out.splitlines()
    starts = ["steady,random: ", "steady,random: ", "novice,steady: ", "novice,steady: "]
    assert [one.startswith(start) for one, start in zip(lines, starts, strict=True)] == [True] * 4
    assert [one.split(" of ")[1].split(" ")[0] for one in lines] == ["2", "4", "2", "4"]
    assert all("p50" in one for one in lines)
