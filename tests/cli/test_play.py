"""The play command, how it goes on, and the picture of a finished game, to send."""

from __future__ import annotations

import json
import os
import re
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path
from xml.etree import ElementTree

import pytest

from foxduet.analysis.review_file import game_fingerprint
from foxduet.cli import play
from foxduet.core.cards import Seat
from foxduet.games.classic.rules.notation import format_position, parse_position, position_of
from foxduet.games.duet.rules.cards import Board
from foxduet.games.duet.rules.state import Outcome, Setup
from foxduet.play.game import Game, PartnerNames, act, daily_seed
from foxduet.play.record import dump_record, load_record
from foxduet.play.table_session import TableSession
from foxduet.store.files import config_file, records_folder, scores_file
from foxduet.store.journals import save_par
from foxduet.store.pictures import add_mark
from foxduet.store.saved_games import SavedGame, load_game, save_game
from foxduet.store.score_entries import PAR_PARTNER, Par
from foxduet.store.settings import load_config
from foxduet.ui.form import FormScreen, form_header, new_form
from foxduet.ui.kit.canvas import Look
from foxduet.ui.kit.effects import Seating
from foxduet.ui.kit.screen import RunOptions, Transition
from foxduet.ui.menu import TitleScreen, title_screen
from foxduet.ui.table.ending import game_picture
from foxduet.ui.table.screen import TableScreen, table_screen
from foxduet.ui.table.state import GameOver, Handoff
from foxduet.words.text import ASCII, MODERN, UNICODE
from tests.support.classic import match, resigned
from tests.support.entries import ended_with, finished, resigned_at_table
from tests.support.entries import resigned as resigned_early
from tests.support.players import DEFEAT, VICTORY, beginning_of, played_game
from tests.support.players import header_of as some_header
from tests.support.processes import Call, NoTerminal, opened, options_in, refuse
from tests.support.reviews import kept_record
from tests.support.tables import of_kind
from tests.support.tables import options_in as desk_in


def screen_options(line: str) -> RunOptions:
    return play.run_options(options_in(line))


def form_of(options: RunOptions) -> FormScreen:
    """Return the form of a new game."""
    form = new_form(options).screen
    assert isinstance(form, FormScreen)
    return form


def test_every_option_of_a_game_reaches_it(tmp_path: Path) -> None:
    board = tmp_path / "board.toml"
    board.write_text("gems = [1, 0, 2]\nplus = [1]\nstart = 2\nforest_tokens = 1")
    line = f"--names Ann Bob --seed 5 --house memory --no-animation --ascii --board {board}"
    options = screen_options(line)
    assert options.names == ("Ann", "Bob")
    assert (options.seed, options.memory) == (5, True)
    own = Board(gems=(1, 0, 2), plus=(1,), start=2, forest_tokens=1)
    assert form_header(form_of(options), options).setup == Setup(1, own)
    level_3 = screen_options(f"--level 3 {line}")
    assert form_header(form_of(level_3), level_3).setup == Setup(3, own)
    look = Look(
        ASCII, animated=False, keyboard="system", signs="ascii", glyph_sets=options.look.glyph_sets
    )
    assert options.look == look
    plain = screen_options("")
    assert (plain.names, plain.seed, plain.memory, plain.setup) == (None, None, False, {})
    assert form_header(form_of(plain), plain).setup == Setup(1)
    assert plain.look.animated


@pytest.mark.parametrize(
    ("line", "variable", "coloured"),
    [("", "", True), ("--no-color", "", False), ("", "1", False), ("--no-color", "1", False)],
)
def test_colours_can_be_switched_off(
    line: str, variable: str, coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", variable)
    assert options_in(line).look.uses_colours is coloured


def test_signs_that_take_two_cells_are_drawn_if_they_are_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(NoTerminal, "measure", lambda *_text: 4)
    _title, desk = opened("", monkeypatch)
    assert desk.look.glyphs is ASCII
    assert desk.look.glyph_sets == (ASCII, MODERN, UNICODE, ASCII)
    _title, desk = opened("--signs modern", monkeypatch)
    assert desk.look.glyphs is MODERN


def test_without_options_the_title_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    assert opened("", monkeypatch)[0] == title_screen("duet", (), newcomer=True)
    table, _options = opened("--level 3", monkeypatch)
    assert isinstance(table, TableScreen)
    title, _options = opened("", monkeypatch)
    assert isinstance(title, TitleScreen)
    assert title.unfinished_games
    assert title.unfinished_games[0][0] == table.session.game


def test_solo_with_a_level_deals_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, desk = opened("--solo --level 2 --seed 3 --limit 0.5", monkeypatch)
    assert isinstance(screen, TableScreen)
    header = screen.session.game.header
    assert (header.ai, header.players) == ((None, "expert"), ("Player", "Expert"))
    assert screen.session.visible_seat is Seat.P1
    assert desk.limit == 0.5
    again, _options = opened("--resume", monkeypatch)
    assert isinstance(again, TableScreen)
    assert again.session == screen.session


def test_solo_without_a_level_opens_the_form_with_the_cursor_on_the_deal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen, desk = opened("--solo steady --names Ann Bob", monkeypatch)
    assert isinstance(screen, FormScreen)
    assert screen == FormScreen(
        "duet",
        {"level": 1},
        ("Ann", "Bob"),
        "steady",
        row=screen.deal_row,
        look=desk.look,
    )
    assert (desk.solo, desk.limit) == ("steady", 1.0)


@pytest.mark.parametrize(
    ("line", "players", "pairs"),
    [
        ("", "one", []),
        ("--game classic", "one", []),
        ("--daily", "one", []),
        ("--solo", "ask", []),
        ("--level 2", "two", [["", ""]]),
        ("--level 2 --solo", "one", []),
        ("--names Ann Ben", "two", [["Ann", "Ben"]]),
        ("--names Ann Ben --game classic", "ask", []),
    ],
)
def test_who_plays_is_asked_at_the_first_start_unless_the_command_line_says_it(
    line: str, players: str, pairs: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    screen, _desk = opened(line, monkeypatch)
    config = load_config(config_file())
    assert (config["players"], config["pairs"]) == (players, pairs)
    if isinstance(screen, FormScreen):
        assert (screen.partner is None) is ("--names" in line)
    # It is asked once.
    if players != "ask":
        again, _desk = opened("", monkeypatch, answer=())
        assert isinstance(again, TitleScreen)
        assert (again.players is Seating.ONE) is (players == "one")


def test_the_deals_of_the_day_are_dealt_at_once_or_agreed_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    today = date.today()
    screen, desk = opened("--daily --level 2 --solo novice", monkeypatch)
    assert isinstance(screen, TableScreen)
    header = screen.session.game.header
    assert (header.seed, header.ai) == (daily_seed(today, "level 2"), (None, "novice"))
    assert desk.scores == scores_file()
    form, _options = opened("--daily", monkeypatch)
    assert isinstance(form, FormScreen)
    assert (form.day, form.played_today, form.row) == (today, (), form.deal_row)
    resigned_at_table(screen, desk)
    again, _options = opened("--daily --level 2 --solo steady", monkeypatch)
    assert isinstance(again, FormScreen)
    assert (again.setup, again.row) == (Setup(2), again.deal_row)
    assert [game.summary.outcome for game in again.played_today] == [Outcome.RESIGNED]
    for another in ("--daily --level 3 --solo", "--daily --level 2"):
        # Another level, and other people.
        other, _options = opened(another, monkeypatch)
        assert isinstance(other, TableScreen)


@pytest.fixture
def _terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the commands believe that there is a terminal; it must not be used."""
    monkeypatch.setattr("foxduet.ui.kit.terminal.check_terminal", lambda: None)
    monkeypatch.setattr(
        play, "run_screens_until_quit", lambda *_a, **_k: pytest.fail("nothing to be shown")
    )


SAVED = beginning_of(played_game(replace(some_header(), hints=(3, 21))), 20)


def damaged_save(folder: Path, name: str = "game") -> Path:
    """Write the save of a game whose 21st action is damaged; return its path."""
    text = dump_record(SAVED)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.toml"
    path.write_text(text[:-1].replace("\n]", '\n  "p1 play 7d",\n  "p1 play 7d",\n]'))
    return path


def resumed_screen(monkeypatch: pytest.MonkeyPatch) -> list[Transition]:
    """Let commands show nothing; return the list of what they would have shown first."""
    shown: list[Transition] = []

    def show(first: Transition, *_options: object) -> tuple[int, None]:
        shown.append(first)
        return 0, None

    monkeypatch.setattr("foxduet.ui.kit.terminal.check_terminal", lambda: None)
    monkeypatch.setattr(play, "run_screens_until_quit", show)
    return shown


@pytest.mark.parametrize("damage", ["action", "result", "cut"])
def test_a_damaged_save_is_resumed_from_before_its_damage_with_no_hand_in_sight(
    damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    path = damaged_save(tmp_path)
    whole = dump_record(SAVED)
    if damage != "action":
        path.write_text(whole[:-3] if damage == "cut" else whole.replace('"*"', '"("'))
    before = path.read_bytes()
    shown = resumed_screen(monkeypatch)
    status, out, err = call(f"--resume {path}")
    ((first, aside),) = ((one, two) for one in shown for two in tmp_path.glob("*-damaged-*"))
    assert (status, out) == (0, "")
    assert err == (
        f"foxduet: the saved game {path} was damaged: play continues from before the damage; "
        f"the whole damaged file is kept as {aside}\n"
    )
    assert aside.read_bytes() == before
    # Nobody knows whether the line that is cut off was whole.
    turns = 19 if damage == "cut" else 20
    good = replace(SAVED.header, hints=SAVED.header.hints[: turns - 18])
    assert load_game(path)[0] == replace(beginning_of(SAVED, turns), header=good)
    assert isinstance(first.screen, TableScreen)
    assert isinstance(first.screen.mode, Handoff)
    assert first.screen.session.visible_seat is None


@pytest.mark.parametrize("damage", ["from its deal on", "after its end", "said to have ended"])
def test_a_record_that_is_broken_and_cannot_be_played_on_reveals_no_cards(
    damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    path = damaged_save(tmp_path)
    text, over = path.read_text(), dump_record(played_game(some_header()))
    match damage:
        case "from its deal on":
            text = text.replace("deal p", "deal x")
        case "after its end":
            text = re.sub("(?m)^result = .*", 'result = "*"', over)[:-2] + '  "p1 play 7d",\n]\n'
        case _:
            text = text.replace('"*"', '"victory"')
    path.write_text(text)
    before = path.read_bytes()
    resumed_screen(monkeypatch)
    status, out, err = call(f"--resume {path}")
    assert (status, out) == (1, "")
    assert err == f"foxduet: the record {path} is not valid; foxduet replay {path} shows where\n"
    assert path.read_bytes() == before


def test_a_damaged_save_is_named_where_the_last_game_is_resumed(
    monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    damaged = damaged_save(records_folder(), "damaged")
    os.utime(damaged, (5, 5))
    shown = resumed_screen(monkeypatch)
    sentence = f"the saved game {damaged} is damaged; "
    command = f"--resume {damaged} continues it from before the damage, without showing a hand\n"
    for saved_at, status in ((None, 1), (4, 1), (6, 0)):
        if saved_at is not None:
            good = records_folder() / "good.toml"
            good.write_text(dump_record(beginning_of(played_game(some_header()), 9)))
            os.utime(good, (saved_at, saved_at))
        ended, out, err = call("--resume")
        assert (ended, out, err.count("\n")) == (status, "", 1)
        assert sentence in err
        assert err.endswith(command)
    assert len(shown) == 1


@pytest.mark.usefixtures("_terminal")
@pytest.mark.parametrize(
    ("ai", "why"),
    [
        ((None, "granny"), "the game's partner, 'granny', is unknown"),
        (("steady", "expert"), "both seats are played by partners, so none is left for you"),
    ],
)
def test_a_game_whose_partner_is_unknown_is_not_resumed(
    ai: PartnerNames, why: str, tmp_path: Path, call: Call
) -> None:
    whole = played_game(some_header())
    game = Game(replace(whole.header, ai=ai), whole.initial_state, whole.turns[:20])
    path = tmp_path / "game.toml"
    path.write_text(dump_record(game), "utf-8")
    status, _out, err = call(f"--resume {path}")
    assert status == 1
    assert err.startswith(f"foxduet: cannot resume the game in {path}: {why}")
    assert err.count("\n") == 1
    status, out, _err = call(f"replay {path} --positions")
    assert (status, out.count("\n")) == (0, 21)


@pytest.mark.usefixtures("_terminal")
@pytest.mark.skipif(sys.platform == "win32", reason="the root of POSIX has /dev/null")
@pytest.mark.parametrize("line", ["--level 2", "--daily --level 2", "--solo --level 1"])
def test_a_home_that_cannot_be_written_is_reported_with_a_way_out(
    line: str, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    monkeypatch.setenv("FOXDUET_HOME", "/dev/null/home")
    status, _out, err = call(line)
    assert (status, err.count("\n")) == (1, 1)
    assert "cannot save games in /dev/null/home/records: Not a directory" in err
    assert "set FOXDUET_HOME to use another folder" in err


SERIES = "simulate --game classic --target 16"
SOLO = {"players": ("Ann", "Expert"), "ai": (None, "expert")}


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
    assert "choose the target of all games; by default, 21" in help_text
    assert "choose the level of all games --" in help_text


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


@pytest.mark.usefixtures("_quick_reviews")
def test_a_match_is_reviewed_as_text_json_and_picture(tmp_path: Path, call: Call) -> None:
    game = match(3, **SOLO)
    short = resigned(game, 12, Seat.P1)
    path, picture = tmp_path / "match.toml", tmp_path / "match.svg"
    path.write_text(dump_record(short), "utf-8")
    status, out, err = call(f"review {path} --worlds 10 --jobs 1 --text --svg {picture}")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[:2] == ["To 21: Ann against Expert", "Ann resigned, so Expert wins the match."]
    assert "Ann's chance of winning after each choice, as expert:10 sees it" in lines
    assert not any(line.startswith("Score: ") for line in lines)
    assert "points" not in "".join(line for line in lines if "cost " in line)
    assert "Ann&#x27;s chance of winning" in picture.read_text("utf-8")
    table = json.loads(call(f"review {path} --worlds 10 --jobs 1 --json")[1])
    assert (table["target"], table["result"], table["resigned"]) == (21, "p2", "p1")
    assert table["line_seat"] == "p1"
    assert table["line"][-1]["win"] == 0.0
    for decision in table["decisions"]:
        for choice in decision["choices"]:
            assert set(choice) == {"choice", "win", "score", "rough"}
        assert len(decision["hindsight"]) == len(decision["choices"])
        assert all(0 <= one["win"] <= 1 for one in decision["hindsight"])


CHANCE = "Chance of winning after each choice"
GAMES = {
    "victory": VICTORY,
    "defeat": DEFEAT,
    "resigned": resigned_early(VICTORY, 20),
    "match": match(3),
    "match given up": resigned(match(3), 30, Seat.P1),
}


def words_of(picture: str) -> str:
    """Return all text in a picture, one piece after the other."""
    root = ElementTree.fromstring(picture)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    return " ".join(one.text or "" for one in root.iter("{http://www.w3.org/2000/svg}text"))


def recorded(game: Game, folder: Path) -> Path:
    path = folder / "evening.toml"
    path.write_text(dump_record(game), "utf-8")
    return path


def with_hands_exchanged(game: Game) -> Game:
    """Return a game whose players hold each other's cards at its end."""
    *before, last = game.turns
    first, second = game.state.hands
    state = replace(game.state, hands=(second, first))
    last = replace(last, step=replace(last.step, state=state))
    return replace(game, turns=(*before, last))


def test_it_tells_story_score_and_who_played(tmp_path: Path) -> None:
    shown = words_of(game_picture(VICTORY, recorded(VICTORY, tmp_path), None))
    for said in ("Left and Right", "You found every gem. You win!", "round 3: 6", "Score", "16"):
        assert said in shown
    shown = words_of(game_picture(match(3), recorded(match(3), tmp_path), None))
    for said in ("Ann against Bob", "Bob wins the match, 23 to 19.", "Tricks"):
        assert said in shown


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if any(game.state.hands)])
def test_no_hand_is_in_it(name: str, tmp_path: Path) -> None:
    game, path = GAMES[name], tmp_path / "evening.toml"
    other = with_hands_exchanged(game)
    assert other.state.hands != game.state.hands
    assert game_picture(other, path, None) == game_picture(game, path, None)


@pytest.mark.parametrize("name", GAMES)
def test_no_path_of_the_machine_is_in_it(name: str, tmp_path: Path) -> None:
    text = game_picture(GAMES[name], recorded(GAMES[name], tmp_path), tmp_path / "scores.sqlite3")
    assert not {part for part in tmp_path.parts if len(part) > 3 and part in text}
    assert "evening" not in text


def test_par_and_the_chance_to_win_are_in_it_once_they_are_known(tmp_path: Path) -> None:
    scores, path = tmp_path / "scores.sqlite3", recorded(VICTORY, tmp_path)
    before = words_of(game_picture(VICTORY, path, scores))
    assert "Par" not in before
    assert CHANCE not in before
    save_par(scores, VICTORY.header, Par(PAR_PARTNER, "victory", 37))
    assert "Par: 37," in words_of(game_picture(VICTORY, path, scores))
    assert CHANCE in words_of(game_picture(VICTORY, kept_record(tmp_path), scores))


def test_names_cannot_break_it(tmp_path: Path) -> None:
    game = replace(VICTORY, header=replace(VICTORY.header, players=("<A>&", '"B"')))
    assert '<A>& and "B"' in words_of(game_picture(game, tmp_path / "x.toml", None))


def test_the_command_draws_the_last_game_in_this_folder_and_says_where(
    call: Call, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (home / "records").mkdir(parents=True)
    path = recorded(VICTORY, home / "records")
    assert call("share") == (0, "foxduet-evening.svg\n", "")
    text = Path("foxduet-evening.svg").read_text("utf-8")
    assert "You found every gem" in words_of(text)
    assert "Seed" not in text
    assert call(f"share {path} --seed --output {tmp_path / 'mine.svg'}") == (0, "", "")
    assert "Seed of these deals: 0" in words_of((tmp_path / "mine.svg").read_text("utf-8"))


def test_a_picture_replaces_that_of_the_same_game_only(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    other = replace(VICTORY, turns=VICTORY.turns[:-1])
    other = act(other, other.rules.resignation(Seat.P1))
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
    first, second = recorded(VICTORY, tmp_path / "one"), recorded(other, tmp_path / "two")
    own = Path("foxduet-evening-3.svg")
    own.write_text("<svg/>", "utf-8")
    names = ["foxduet-evening.svg\n", "foxduet-evening-2.svg\n", "foxduet-evening-4.svg\n"]
    for path, name in ((first, names[0]), (second, names[1]), (first, names[0])):
        assert call(f"share {path}") == (0, name, "")
    Path("foxduet-evening-2.svg").write_text("mine", "utf-8")
    assert call(f"share {second}") == (0, names[2], "")
    for place in (own, Path("foxduet-evening.svg")):
        before = place.read_bytes()
        status, out, err = call(f"share {second} --output {place}")
        assert (status, out) == (2, "")
        assert err == (
            f"foxduet: {place} exists and is not a picture of this game; it would be overwritten. "
            "Name another file\n"
        )
        assert place.read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="no such names there")
def test_a_name_cannot_command_the_terminal(
    call: Call, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (home / "records").mkdir(parents=True)
    path = recorded(VICTORY, home / "records")
    path = path.rename(path.with_name("a\x1b]0;b\x07\x9b1m\u202ec\u00a0d.toml"))
    escaped = r"a\x1b]0;b\x07\x9b1m\u202ec" "\u00a0d"
    assert call("share") == (0, f"foxduet-{escaped}.svg\n", "")
    path.write_text("damaged", "utf-8")
    monkeypatch.setattr("foxduet.cli.options.last_finished_record", lambda: path)
    for line in ("share", "review --text", "replay --positions"):
        _status, out, err = call(line)
        assert out == ""
        assert f"{escaped}.toml" in err


def test_where_it_cannot_be_written_one_line_says_so(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = recorded(VICTORY, tmp_path)
    (tmp_path / "letter.txt").write_text("Dear all", "utf-8")
    for place, failed in (("no/such.svg", 1), ("letter.txt", 2)):
        status, out, err = call(f"share {path} --output {tmp_path / place}")
        assert (status, out, err.count("\n")) == (failed, "", 1)
    monkeypatch.setattr("foxduet.cli.review.write_safely", refuse)
    status, out, err = call(f"share {path} --output {tmp_path / 'x.svg'}")
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert "No space left on device" in err


def test_a_game_under_way_has_no_picture(call: Call, tmp_path: Path) -> None:
    path = recorded(beginning_of(VICTORY, 20), tmp_path)
    status, out, err = call(f"share {path} --output {tmp_path / 'x.svg'}")
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert "is not over" in err
    assert not (tmp_path / "x.svg").exists()


def test_more_at_the_end_writes_it_and_says_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path, desk = recorded(VICTORY, tmp_path), desk_in(tmp_path)
    Path("foxduet-evening.svg").write_text("<svg/>", "utf-8")
    table = table_screen(TableSession(VICTORY), SavedGame(path, game=VICTORY))
    table = replace(table, mode=GameOver(entered=True))
    after = of_kind(TableScreen, ended_with(table, desk, "Share"))
    assert after.notice == "Picture saved in the current folder: foxduet-evening-2.svg"
    written = Path("foxduet-evening-2.svg").read_bytes()
    assert written == add_mark(game_picture(VICTORY, path, None), game_fingerprint(VICTORY))
    monkeypatch.setattr("foxduet.ui.table.ending.write_safely", refuse)
    after = of_kind(TableScreen, ended_with(table, desk, "Share"))
    assert after.notice == "The picture cannot be written: No space left on device."
