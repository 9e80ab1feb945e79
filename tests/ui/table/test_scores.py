"""From the table into the scores: games entered at the end, par beside them, and days."""

from __future__ import annotations

import errno
import sqlite3
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from foxduet.analysis.par import PAR_PARTNER, FindPar, ParFound
from foxduet.games.duet.rules.legality import legal_actions
from foxduet.games.duet.rules.state import Outcome
from foxduet.play.game import BRANCH_KEY, DAILY_KEY, daily_seed, open_game
from foxduet.play.table import Session, Stage
from foxduet.store import database
from foxduet.store.database import open_scores
from foxduet.store.entries import Par
from foxduet.store.files import write_safely
from foxduet.store.saved_games import SavedGame, load_game, save_game
from foxduet.store.scores import entries
from foxduet.ui import performer
from foxduet.ui.kit import keys
from foxduet.ui.kit.keys import Interruption
from foxduet.ui.menu.form import FormScreen
from foxduet.ui.table.moves import do
from foxduet.ui.table.screen import TableScreen, table_of
from foxduet.ui.table.state import GameOver
from tests.support.entries import (
    TODAY,
    ended_with,
    ending_of,
    entered,
    finished,
    games,
    header_at,
    open_scores_screen,
    resigned_at_table,
    resigned_table,
    with_par,
)
from tests.support.machine import refuse
from tests.support.screens import open_form, open_title
from tests.support.solo import BESIDE_EXPERT
from tests.support.tables import (
    Desk,
    Left,
    ScriptedTerminal,
    ScriptedWorker,
    begin,
    hanged_up,
    later,
    of_kind,
    press_keys,
    run_screens,
    settled,
    stack_of,
    text_of,
)

PAR = Par(PAR_PARTNER, "victory", 41)


def par_finder(par: Par | None = PAR, patience: int = 2) -> ScriptedWorker:
    """Return a worker that finds ``par`` once it has been asked for ``patience`` times."""
    return ScriptedWorker(lambda _job: ParFound(par), patience)


def test_a_game_is_entered_as_soon_as_it_is_over(desk: Desk) -> None:
    table = resigned_table(desk)
    assert games(desk) == [(7, Outcome.RESIGNED)]
    assert table.notice == ""
    assert desk.scores is not None
    with open_scores(desk.scores) as scores:
        (told,) = entries(scores, "duet")
    assert told.path == table.saved.path
    assert told.finished == table.session.game.header.finished


def test_a_game_alone_is_entered_with_its_partner(desk: Desk) -> None:
    table = begin(desk, 1, ("Player", "Expert"), 3, BESIDE_EXPERT)
    resigned_at_table(table, desk)
    assert desk.scores is not None
    with open_scores(desk.scores) as scores:
        assert [game.kind for game in entries(scores, "duet")] == ["expert"]


def test_the_end_is_shown_before_the_score_is_entered(desk: Desk) -> None:
    terminal = ScriptedTerminal(["R", "y", "q"])
    run_screens(terminal, begin(desk, 2, ("Left", "Right"), 7), desk)
    ends = [text for frame in terminal.frames if "Play again" in (text := "\n".join(frame.lines))]
    assert ["Par:" in text for text in ends] == [False, True]
    assert games(desk) == [(7, Outcome.RESIGNED)]


def test_a_game_from_another_folder_is_copied_to_the_others(desk: Desk, tmp_path: Path) -> None:
    saved = save_game(SavedGame(tmp_path / "elsewhere.toml"), open_game(header_at(3)))
    table = table_of(Session(saved.game or open_game(header_at(3))), saved)
    over = resigned_at_table(table, desk)
    (copy,) = desk.records.iterdir()
    assert copy.read_bytes() == over.saved.content
    assert desk.scores is not None
    desk.scores.write_bytes(b"no database" * 99)
    (tmp_path / "elsewhere.toml").unlink()
    assert [game.path for game in open_scores_screen(desk).games] == [copy]


def test_a_game_whose_file_cannot_be_written_still_has_its_score(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick = tmp_path / "stick" / "game.toml"
    saved = save_game(SavedGame(stick), open_game(header_at(3)))
    table = table_of(Session(saved.game or open_game(header_at(3))), saved)
    write = write_safely

    def refuse_the_stick(path: Path, content: bytes) -> None:
        if path.parent == stick.parent:
            raise OSError(errno.EROFS, "Read-only file system")
        write(path, content)

    monkeypatch.setattr("foxduet.store.saved_games.write_safely", refuse_the_stick)
    over = resigned_at_table(table, desk)
    assert over.saved.path.parent == desk.records
    assert over.notice == "Its file could not be written; the game is saved with your others."
    assert press_keys(over, desk, "q") == Left()
    assert games(desk) == [(3, Outcome.RESIGNED)]
    monkeypatch.undo()
    # Whoever continues what is on the stick has played the same game.
    again = resigned_at_table(table_of(table.session, saved), desk)
    assert again.saved.path == stick
    assert games(desk) == [(3, Outcome.RESIGNED)]


def test_a_game_under_way_and_a_branch_are_not_entered(desk: Desk) -> None:
    table = begin(desk, 2, ("Left", "Right"), 7)
    assert not table.later(desk.context).effects
    game = finished(1)
    header = replace(game.header, further={BRANCH_KEY: "game.toml"})
    session = Session(replace(game, header=header))
    branch = table_of(session, SavedGame(Path("branch.toml"), game=session.game))
    notice = "A branch of another game: this is no score."
    assert later(branch, desk) == replace(branch, shows=GameOver(entered=True), notice=notice)
    assert games(desk) == []


def test_locked_scores_cost_one_line_and_nothing_else(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.01)
    resigned_table(desk)
    other = sqlite3.connect(str(desk.scores), isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    table = resigned_table(desk, seed=8)
    assert "The score goes in next time: database is locked." in text_of(table)
    assert table.saved.path.exists()
    seen = open_scores_screen(desk)
    assert {game.seed for game in seen.games} == {7, 8}
    assert "From the records alone: database is locked." in text_of(seen)
    other.execute("ROLLBACK")
    other.close()
    resigned_table(desk, seed=9)
    assert {seed for seed, _outcome in games(desk)} == {7, 8, 9}


BROKEN = b"SQLite format 3\0and then something else"


def test_damaged_scores_are_rebuilt_and_reported(desk: Desk) -> None:
    resigned_table(desk)
    assert desk.scores is not None
    desk.scores.write_bytes(BROKEN)
    table = resigned_table(desk, seed=8)
    assert "The scores could not be read; they are rebuilt from the records" in text_of(table)
    assert {seed for seed, _outcome in games(desk)} == {7, 8}
    desk.scores.write_bytes(BROKEN)
    assert "The scores could not be read" in text_of(open_scores_screen(desk))
    desk.scores.write_bytes(BROKEN)
    assert "The scores could not be read" in text_of(open_form(daily(desk)))
    assert open_form(daily(desk)).notice == ""
    desk.scores.write_bytes(BROKEN)
    nowhere = replace(desk, records=desk.scores)
    told = "Neither the scores nor the records can be read: "
    assert open_scores_screen(nowhere).notice.startswith(told)
    assert open_scores_screen(nowhere).notice.startswith("The records cannot be read: ")


def test_two_ends_of_one_record_are_two_games(desk: Desk) -> None:
    table = begin(desk, 2, ("Left", "Right"), 7)
    first = resigned_at_table(table, desk)
    # Another window has it open still, and continues.
    played = settled(do(table, legal_actions(table.session.state)[0], desk.context), desk)
    assert isinstance(played, TableScreen)
    second = resigned_at_table(played, desk)
    assert first.saved.path != second.saved.path
    assert len(games(desk)) == 2


def test_a_game_is_no_score_before_its_record_is_written(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = begin(desk, 2, ("Left", "Right"), 7)

    with monkeypatch.context() as full:
        full.setattr("foxduet.store.files.os.replace", refuse)
        over = resigned_at_table(table, desk)
    assert "Not saved: No space left" in text_of(over)
    assert games(desk) == []
    assert press_keys(over, desk, "q") == Left()
    assert {game.seed for game in open_scores_screen(desk).games} == {7}


def test_par_is_found_beside_the_score_and_saved(desk: Desk) -> None:
    table, worker = resigned_table(desk), par_finder()
    job = FindPar(table.session.game.header)
    assert "Par: two experts are playing these deals" in text_of(table)
    assert table.seconds is not None
    terminal = ScriptedTerminal([*[Interruption.TIME_UP] * 3, keys.RIGHT])
    run_screens(terminal, table, desk, worker)
    assert "Par: 41, what two experts score with these deals" in terminal.text
    assert (worker.jobs, worker.log) == ([job], ["start", "stop"])
    again = entered(table, desk)
    assert (ending_of(again).par, ending_of(again).seeks_par) == (PAR, False)
    assert again.seconds is None
    assert again.job(desk.context) is None
    assert [game.par for game in open_scores_screen(desk).games] == [PAR]


def test_keys_work_while_par_is_looked_for_and_leaving_stops_that(desk: Desk) -> None:
    table, worker = resigned_table(desk), par_finder(patience=99)
    job = FindPar(table.session.game.header)
    terminal = ScriptedTerminal([keys.RIGHT, keys.ENTER, keys.ESCAPE, "?", keys.ESCAPE, "q"])
    assert run_screens(terminal, table, desk, worker) == Left()
    assert terminal.script == []
    # Neither the replay nor a text disturbs it.
    assert (worker.jobs, worker.log) == ([job], ["start", "stop"])
    suspended = par_finder(patience=99)
    script = [Interruption.SUSPENDED, Interruption.CONTINUED]
    run_screens(ScriptedTerminal([*script]), table, desk, suspended)
    assert suspended.jobs == [job, job]
    assert suspended.log == ["start", "stop", "start", "stop"]


def test_par_that_cannot_be_worked_out_is_not_waited_for(desk: Desk) -> None:
    table, worker = resigned_table(desk), par_finder(par=None)
    terminal = ScriptedTerminal([Interruption.TIME_UP] * 3)
    run_screens(terminal, table, desk, worker)
    assert "Par" not in terminal.text


def test_two_experts_may_lose_as_well(desk: Desk) -> None:
    table = with_par(resigned_table(desk), Par(PAR_PARTNER, "lost", None), desk)
    assert "Par: two experts did not win with these deals." in text_of(table)


def test_the_same_deals_again_are_no_score_and_that_is_said(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Within a second they would be the same game.
    moments = (header_at(number).started for number in count(1))
    monkeypatch.setattr(performer, "now", lambda: next(moments))
    first = resigned_table(desk)
    again = of_kind(TableScreen, ended_with(first, desk, "The same deals again"))
    over = resigned_at_table(again, desk)
    assert over.notice == "You have played these deals before; only your first game counts."
    assert [game.again for game in open_scores_screen(desk).games] == [False, True]


def test_par_goes_with_the_deals_whoever_plays_them(desk: Desk) -> None:
    with_par(resigned_table(desk), PAR, desk)
    alone = begin(desk, 2, ("Player", "Expert"), 7, BESIDE_EXPERT)
    over = ending_of(resigned_at_table(alone, desk))
    assert (over.par, over.seeks_par) == (PAR, False)


def test_par_that_cannot_be_saved_is_shown_all_the_same(desk: Desk) -> None:
    table = resigned_table(desk)
    assert desk.scores is not None
    desk.scores.unlink()
    desk.scores.mkdir()
    assert ending_of(with_par(table, PAR, desk)).par == PAR


def test_par_is_looked_for_under_what_lies_over_the_end(desk: Desk) -> None:
    table = resigned_table(desk)
    for script in ("?", "3", "4"):
        screen = press_keys(table, desk, script, *([keys.ENTER] if script.isdigit() else []))
        assert not isinstance(screen, Left)
        stack = stack_of(screen)
        assert len(stack.screens) == 2
        if not screen.awaits_job:
            assert stack.job(desk.context) == FindPar(table.session.game.header)
    assert open_title(desk).job(desk.context) is None


def daily(desk: Desk) -> Desk:
    """Return a desk with the deals of a day."""
    return replace(desk, daily=TODAY)


def day_over(desk: Desk) -> TableScreen:
    """Return the end of a game with the deals of a day, given up at once."""
    return resigned_table(daily(desk), None)


def test_the_deals_of_a_day_are_dealt_and_recorded(desk: Desk) -> None:
    header = begin(daily(desk), 3, ("Left", "Right"), None).session.game.header
    assert header.seed == daily_seed(TODAY, "level 3")
    assert header.further == {DAILY_KEY: TODAY.isoformat()}
    remembering = replace(daily(desk), memory=True)
    again = begin(remembering, 3, ("Left", "Right"), None).session.game.header
    assert set(again.further) == {DAILY_KEY, "house"}


def test_playing_again_after_a_day_is_an_ordinary_game(desk: Desk) -> None:
    over = day_over(desk)
    assert over.session.game.header.day == TODAY
    form = ended_with(over, replace(daily(desk), seed=over.session.game.header.seed), "Play again")
    assert isinstance(form, FormScreen)
    again = press_keys(replace(form, row=form.deal_row), daily(desk), keys.ENTER)
    assert isinstance(again, TableScreen)
    header = again.session.game.header
    assert header.seed is not None
    assert header.seed != daily_seed(TODAY, "level 2")
    assert DAILY_KEY not in header.further


def test_a_day_ends_with_two_lines_to_share_on_screen_and_in_the_shell(desk: Desk) -> None:
    table = day_over(desk)
    lines = [line.strip() for line in text_of(table).splitlines()]
    first = "foxduet daily 2026-11-21 level 2: resigned in round 1, 13 gems left"
    second = "·   two people, no hints"
    assert {first, second} <= {*lines}
    assert press_keys(table, desk, "q") == Left(f"{first}\n{second}")
    assert hanged_up(with_par(table, PAR, desk), desk) == Left(f"{first}, par 41\n{second}")


def test_only_the_first_game_of_a_day_counts(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    first = ending_of(day_over(desk)).counting
    after_a_while = datetime.now(UTC) + timedelta(minutes=9)
    monkeypatch.setattr("foxduet.ui.performer.now", lambda: after_a_while)
    table = day_over(desk)
    second = ending_of(table).counting
    assert len(games(desk)) == 2
    assert "This day was played before; the first game counts" in text_of(table)
    assert first is not None
    assert second is not None
    assert second.fingerprint == first.fingerprint


def test_the_form_shows_that_a_day_was_played(desk: Desk) -> None:
    day_over(desk)
    form = replace(open_form(daily(desk)), values={"level": 2})
    told = "Already played: resigned in round 1, 13 gems left. That game counts for the day."
    assert told in text_of(form)
    assert "The deals of the day, 2026-11-21" in text_of(form)
    assert told not in text_of(replace(form, values={"level": 1}))
    table = press_keys(replace(form, row=form.deal_row), daily(desk), keys.ENTER)
    assert isinstance(table, TableScreen)
    assert table.session.game.header.seed == daily_seed(TODAY, "level 2")


def test_a_practice_game_is_saved_and_never_enters_the_scores(desk: Desk) -> None:
    table = begin(desk, 1, ("Player", "Expert"), 3, BESIDE_EXPERT)
    header = replace(table.session.game.header, further={"practice": True})
    session = replace(table.session, game=replace(table.session.game, header=header))
    over = resigned_at_table(replace(table, session=session), desk)
    assert over.session.stage is Stage.OVER
    assert "A game for practice: it can be reviewed, but is no score." in text_of(over)
    assert load_game(over.saved.path)[0].header.is_practice
    # Neither now, nor when the records are read the next time.
    assert games(desk) == [] if desk.scores and desk.scores.exists() else True
    assert open_scores_screen(desk).games == ()
    resigned_at_table(begin(desk, 1, ("Player", "Expert"), 4, BESIDE_EXPERT), desk)
    assert [game.seed for game in open_scores_screen(desk).games] == [4]


def test_a_game_with_something_taken_back_is_still_a_score(desk: Desk) -> None:
    back = press_keys(begin(desk, 2, ("Left", "Right"), 7), desk, keys.SPACE, "1", keys.ENTER, "u")
    assert isinstance(back, TableScreen)
    assert back.session.game.header.taken_back == 1
    resigned_at_table(back, desk)
    assert [game.seed for game in open_scores_screen(desk).games] == [7]
