"""The original game on the command line: series, scores, reviews, positions, refusals."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from foxduet.core.common import Seat
from foxduet.games.classic.rules.position import format_position, parse_position, position_of
from foxduet.play.record import dump_record, load_record
from foxduet.store.files import records_folder
from foxduet.store.saved_games import SavedGame, save_game
from tests.support.calls import Call
from tests.support.classic.entries import TODAY, match, resigned
from tests.support.entries import finished

SERIES = "simulate --game classic --target 16"
SOLO = {"players": ("Ann", "Expert"), "ai": (None, "expert")}


def save_matches() -> None:
    """Save some finished matches, none of them in the scores yet."""
    records_folder().mkdir(parents=True)
    games = [match(1), match(2, **SOLO), match(3, target=16), match(4, day=TODAY, **SOLO)]
    games.append(resigned(match(5), 30, Seat.P2))
    for at, game in enumerate(games):
        save_game(SavedGame(records_folder() / f"match-{at}.toml"), game)


def test_a_series_reports_each_seat(call: Call) -> None:
    status, out, err = call(f"{SERIES} --games 4 --seats steady,random --seed 3 --json")
    assert (status, err) == (0, "")
    report = json.loads(out)
    assert (report["target"], report["games"], report["seats"]) == (16, 4, ["steady", "random"])
    p1, p2 = report["by_seat"]
    assert set(p1) == {"wins", "draws", "win_rate", "wilson95", "mean_score", "counts"}
    assert p1["wins"] + p2["wins"] + p1["draws"] == 4
    assert p1["counts"]["tricks"] + p2["counts"]["tricks"] == 13 * p1["counts"]["rounds"]
    assert [*report["outcomes"]] == ["p1", "p2", "draw"]


def test_a_series_goes_to_21_if_no_target_is_given(call: Call) -> None:
    line = "simulate --game classic --games 1 --seed 3 --json"
    for seats in ("--seats random,random", "--compare random,random"):
        status, out, err = call(f"{line} {seats}")
        assert (status, err) == (0, "")
        assert json.loads(out)["target"] == 21
    help_text = " ".join(call("simulate --help")[1].split())
    assert "play games of this target; 21 if not given" in help_text
    assert "play games of this level --" in help_text


def test_a_series_for_people_names_both_seats(call: Call) -> None:
    status, out, _err = call(f"{SERIES} --games 2 --seats steady,novice --seed 3")
    lines = out.splitlines()
    assert status == 0
    assert lines[0] == "To 16, 2 games, steady against novice, seeds from 3"
    assert lines[1].startswith("p1 steady: won ")
    assert lines[3].startswith("p2 novice: won ")
    assert "Victorious: " in lines[2]


def test_a_series_is_the_same_whatever_jobs_is(call: Call) -> None:
    line = f"{SERIES} --games 6 --seats steady,random --seed 3 --json"
    one, two = (json.loads(call(f"{line} --jobs {jobs}")[1]) for jobs in (1, 2))
    timed = {"seconds", "ms_per_decision", "ms_per_decision_by_seat"}
    assert {key: one[key] for key in set(one) - timed} == {
        key: two[key] for key in set(two) - timed
    }


def test_a_comparison_plays_each_deal_with_seats_changed(call: Call) -> None:
    for seats in ("steady,random", "random,steady"):
        call(f"{SERIES} --games 3 --seats {seats} --seed 4 --json")
    straight, changed = (
        json.loads(call(f"{SERIES} --games 3 --seats {seats} --seed 4 --json")[1])
        for seats in ("steady,random", "random,steady")
    )
    _status, out, _err = call(f"{SERIES} --games 3 --compare steady,random --seed 4 --json")
    compared = json.loads(out)
    a, b = compared["a"], compared["b"]
    assert a["wins"] == straight["by_seat"][0]["wins"] + changed["by_seat"][1]["wins"]
    assert b["wins"] == straight["by_seat"][1]["wins"] + changed["by_seat"][0]["wins"]
    assert (compared["games"], compared["compare"]) == (3, ["steady", "random"])
    assert a["decisions"] + b["decisions"] == straight["decisions"] + changed["decisions"]
    assert compared["difference"]["win_rate"]["interval95"] is not None


def test_a_comparison_against_another_partner(call: Call) -> None:
    line = f"{SERIES} --games 2 --compare steady,novice --beside random --seed 4"
    status, out, _err = call(line)
    assert status == 0
    assert "Both play against random" in out.splitlines()
    assert json.loads(call(f"{line} --json")[1])["beside"] == "random"


def test_the_measure_of_the_original_game_is_a_partner_there_only(call: Call) -> None:
    line = "--games 1 --seats ismcts:2,random --seed 1"
    assert call(f"{SERIES} {line} --json")[0] == 0
    status, _out, err = call(f"simulate --level 1 {line}")
    assert (status, "is no partner" in err) == (2, True)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("simulate --game classic --level 1 --games 1 --seats random,random", "--level: not for"),
        (f"{SERIES} --games 1 --seats random", "is not two partners"),
        (f"{SERIES} --games 1 --compare random,random --records x", "--records: not allowed"),
        ("scores --game classic --level 1", "--level: not for --game classic"),
        ("scores --game classic --par", "--par: not for --game classic"),
        ("scores --target 21", "--target: not for --game duet"),
        ("scores --game classic --target 17", "invalid choice"),
    ],
)
def test_bad_usage_is_one_line(line: str, said: str, call: Call) -> None:
    status, out, err = call(line)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert said in err


def test_records_of_a_series_are_replayed_to_the_same_end(tmp_path: Path, call: Call) -> None:
    line = f"{SERIES} --games 2 --seats steady,novice --seed 3 --records {tmp_path}"
    assert call(line)[0] == 0
    for path in sorted(tmp_path.iterdir()):
        game = load_record(path.read_text("utf-8"))
        assert game.result is not None
        status, out, err = call(f"replay --positions {path}")
        assert (status, err) == (0, "")
        lines = out.splitlines()
        assert lines == [format_position(position_of(state)) for state in game.states]
        assert [format_position(parse_position(one)) for one in lines] == lines


def test_the_good_part_of_a_broken_record_is_printed(tmp_path: Path, call: Call) -> None:
    game = match(1)
    path = tmp_path / "match.toml"
    path.write_text(dump_record(game).replace("\n]", '\n  "p1 resign",\n]'), "utf-8")
    status, out, err = call(f"replay {path} --positions")
    assert status == 1
    assert len(out.splitlines()) == len(game.states)
    assert f"action {len(game.turns) + 1} 'p1 resign': the game is over" in err


def test_scores_of_matches_as_text(call: Call) -> None:
    save_matches()
    status, out, err = call("scores --game classic --ascii")
    assert (status, err) == (0, "")
    assert out.startswith("5 games, 0 drawn\n")
    for heading in ("How rounds ended", "Best scores", "Recent games", "The deals of the day"):
        assert f"\n{heading}\n" in out
    assert "Bob resigned" in out
    assert "Par" not in out
    assert max(map(len, out.splitlines())) <= 80
    assert out.isascii()
    assert call("scores --game duet")[1] == "No game has been finished yet.\n"


def test_scores_of_matches_as_csv(call: Call) -> None:
    save_matches()
    _status, out, _err = call("scores --game classic --csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert len(rows) == 5
    own = "target result resigned points_p1 points_p2 round tricks treasures"
    assert set(own.split()) < set(rows[0])
    assert not {"par", "par_outcome", "level", "score"} & set(rows[0])
    by_seed = {row["seed"]: row for row in rows}
    assert (by_seed["5"]["resigned"], by_seed["5"]["result"]) == ("p2", "p1")
    tricks = by_seed["1"]["tricks"].split()
    assert [sum(map(int, pair.split("-"))) for pair in tricks] == [13] * len(tricks)
    chosen = list(csv.DictReader(io.StringIO(call("scores --game classic --target 16 --csv")[1])))
    assert [row["target"] for row in chosen] == ["16"]


def test_scores_of_matches_as_json(call: Call) -> None:
    save_matches()
    table = json.loads(call("scores --game classic --json")[1])
    assert len(table["games"]) == 5
    own = "target player opponent kind games wins losses draws interval streak longest mean"
    for standing in table["standings"]:
        assert set(standing) == {*own.split(), "mean_against"}
    assert {one["player"] or one["partner"] for one in table["players"]} == {"Ann", "Bob", "expert"}
    ((first, second),) = table["days"]["shared"]
    assert first.startswith("foxduet daily 2026-11-21 target 21: ")
    rounds, _space, played = second.partition("   ")
    assert played == "against Expert, no hints"
    assert all("-" in pair for pair in rounds.split())


def test_the_days_of_matches_say_which_command_deals_them(call: Call) -> None:
    save_matches()
    assert call("scores --game classic --daily --names Bob")[1] == (
        "No day has been played yet.\n"
        "foxduet --game classic --daily deals the cards of the day, the same for everybody.\n"
    )


ONE_MATCH = (
    "The Fox in the Forest: 1 game has been finished; foxduet scores --game classic shows it.\n"
)


def test_the_scores_of_duet_have_no_matches_in_them(call: Call) -> None:
    records_folder().mkdir(parents=True)
    save_game(SavedGame(records_folder() / "duet.toml"), finished(1))
    forms = ("--csv", "--json", "--game duet", "--level 2", "--game duet --solo")
    before = [call(f"scores {form}")[1] for form in forms]
    text = call("scores")[1]
    save_game(SavedGame(records_folder() / "match.toml"), match(1))
    assert [call(f"scores {form}")[1] for form in forms] == before
    # Who asks for no game is told where there is more.
    assert call("scores")[1] == f"{text}\n{ONE_MATCH}"


def test_scores_without_a_game_say_which_command_shows_the_matches(call: Call) -> None:
    records_folder().mkdir(parents=True)
    save_game(SavedGame(records_folder() / "match.toml"), match(1))
    nothing = "No game of The Fox in the Forest Duet has been finished yet.\n"
    for selected in ("", "--two", "--names Ann", "--daily"):
        assert call(f"scores {selected}") == (0, nothing + ONE_MATCH, "")
    save_game(SavedGame(records_folder() / "another.toml"), match(2))
    two = "2 games have been finished; foxduet scores --game classic shows them.\n"
    assert call("scores")[1].endswith(two)
    save_game(SavedGame(records_folder() / "duet.toml"), finished(1))
    of_kind = "No game of this kind has been finished yet.\n"
    assert call("scores --solo")[1] == f"{of_kind}The Fox in the Forest: {two}"


@pytest.mark.usefixtures("_quick_reviews")
def test_a_match_is_reviewed_as_text_json_and_picture(tmp_path: Path, call: Call) -> None:
    game = match(3, **SOLO)
    short = resigned(game, 12, Seat.P1)
    path, picture = tmp_path / "match.toml", tmp_path / "match.svg"
    path.write_text(dump_record(short), "utf-8")
    status, out, err = call(f"review {path} --worlds 10 --jobs 1 --text --svg {picture}")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[:2] == ["To 21: Ann and Expert", "Ann resigned, so Expert wins the match."]
    assert "Ann's chance to win after each choice, as expert:10 sees it" in lines
    assert not any(line.startswith("Score: ") for line in lines)
    assert "points" not in "".join(line for line in lines if "cost " in line)
    assert "Ann&#x27;s chance to win" in picture.read_text("utf-8")
    table = json.loads(call(f"review {path} --worlds 10 --jobs 1 --json")[1])
    assert (table["target"], table["result"], table["resigned"]) == (21, "p2", "p1")
    assert table["line_seat"] == "p1"
    assert table["line"][-1]["win"] == 0.0
    for decision in table["decisions"]:
        for choice in decision["choices"]:
            bands = {"humble", "victorious", "greedy"}
            assert set(choice) == {"choice", "win", "score", "taken", *bands, "treasures", "rough"}
        assert len(decision["hindsight"]) == len(decision["choices"])
        assert all(0 <= one["win"] <= 1 for one in decision["hindsight"])
