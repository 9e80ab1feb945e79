"""The picture of a finished game, to send: what it shows and what not, and where it is written."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from foxduet.core.cards import Seat
from foxduet.play.game import Game
from foxduet.play.record import dump_record
from foxduet.play.table import Session
from foxduet.store.journals import save_par
from foxduet.store.results import PAR_PARTNER, Par
from foxduet.store.saved_games import SavedGame
from foxduet.ui.share import name_of, picture_of
from foxduet.ui.table.screen import TableScreen, table_of
from foxduet.ui.table.state import GameOver
from tests.support.classic import match
from tests.support.classic import resigned as match_resigned
from tests.support.entries import ended_with, resigned
from tests.support.players import DEFEAT, VICTORY, beginning_of
from tests.support.processes import Call, refuse
from tests.support.reviews import kept_record
from tests.support.tables import of_kind, options_in

CHANCE = "Chance of winning after each choice"
GAMES = {
    "victory": VICTORY,
    "defeat": DEFEAT,
    "resigned": resigned(VICTORY, 20),
    "match": match(3),
    "match given up": match_resigned(match(3), 30, Seat.P1),
}


def words_of(picture: str) -> str:
    """Return all text in a picture, one piece after the other."""
    root = ElementTree.fromstring(picture)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    return " ".join(one.text or "" for one in root.iter("{http://www.w3.org/2000/svg}text"))


def recorded(game: Game, folder: Path) -> Path:
    """Write the record of a game; return its path."""
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
    shown = words_of(picture_of(VICTORY, recorded(VICTORY, tmp_path), None))
    for said in ("Left and Right", "You found every gem. You win!", "round 3: 6", "Score", "16"):
        assert said in shown
    shown = words_of(picture_of(match(3), recorded(match(3), tmp_path), None))
    for said in ("Ann against Bob", "Bob wins the match, 23 to 19.", "Tricks"):
        assert said in shown


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if any(game.state.hands)])
def test_no_hand_is_in_it(name: str, tmp_path: Path) -> None:
    game, path = GAMES[name], tmp_path / "evening.toml"
    other = with_hands_exchanged(game)
    assert other.state.hands != game.state.hands
    assert picture_of(other, path, None) == picture_of(game, path, None)


@pytest.mark.parametrize("name", GAMES)
def test_no_path_of_the_machine_is_in_it(name: str, tmp_path: Path) -> None:
    text = picture_of(GAMES[name], recorded(GAMES[name], tmp_path), tmp_path / "scores.sqlite3")
    assert not {part for part in tmp_path.parts if len(part) > 3 and part in text}
    assert "evening" not in text


def test_par_and_the_chance_to_win_are_in_it_once_they_are_known(tmp_path: Path) -> None:
    scores, path = tmp_path / "scores.sqlite3", recorded(VICTORY, tmp_path)
    before = words_of(picture_of(VICTORY, path, scores))
    assert "Par" not in before
    assert CHANCE not in before
    save_par(scores, VICTORY.header, Par(PAR_PARTNER, "victory", 37))
    assert "Par: 37," in words_of(picture_of(VICTORY, path, scores))
    assert CHANCE in words_of(picture_of(VICTORY, kept_record(tmp_path), scores))


def test_names_cannot_break_it(tmp_path: Path) -> None:
    game = replace(VICTORY, header=replace(VICTORY.header, players=("<A>&", '"B"')))
    assert '<A>& and "B"' in words_of(picture_of(game, tmp_path / "x.toml", None))


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


def test_where_it_cannot_be_written_one_line_says_so(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = recorded(VICTORY, tmp_path)
    (tmp_path / "letter.txt").write_text("Dear all", "utf-8")
    for place in ("no/such.svg", "letter.txt"):
        status, out, err = call(f"share {path} --output {tmp_path / place}")
        assert (status, out, err.count("\n")) == (1, "", 1)
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
    path, desk = recorded(VICTORY, tmp_path), options_in(tmp_path)
    table = table_of(Session(VICTORY), SavedGame(path, game=VICTORY))
    table = replace(table, shows=GameOver(entered=True))
    after = of_kind(TableScreen, ended_with(table, desk, "Share"))
    assert after.notice == "The picture is foxduet-evening.svg, in the folder you are in."
    assert Path(name_of(path)).read_text("utf-8") == picture_of(VICTORY, path, None)
    monkeypatch.setattr("foxduet.ui.share.write_safely", refuse)
    after = of_kind(TableScreen, ended_with(table, desk, "Share"))
    assert after.notice == "The picture cannot be written: No space left on device."
