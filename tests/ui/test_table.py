"""From the table into the scores: games entered at the end, par beside them, and days."""

from __future__ import annotations

import errno
import sqlite3
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from foxduet.analysis.simulation import FindParJob, ParResult
from foxduet.core.cards import Seat
from foxduet.core.registry import rule_set
from foxduet.games.classic.rules import cards as classic_cards
from foxduet.games.duet.rules import cards as duet_cards
from foxduet.games.duet.rules.engine import legal_actions
from foxduet.games.duet.rules.state import Outcome
from foxduet.play.game import BRANCH_KEY, DAILY_KEY, daily_seed, open_game
from foxduet.play.table_session import Stage, TableSession
from foxduet.store import scores as database
from foxduet.store.files import write_safely
from foxduet.store.saved_games import SavedGame, load_game, save_game
from foxduet.store.score_entries import PAR_PARTNER, Par
from foxduet.store.scores import load_entries, open_scores
from foxduet.ui import effect_handlers
from foxduet.ui.form import FormScreen
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Canvas, Look, Size
from foxduet.ui.kit.keys import Interruption
from foxduet.ui.kit.screen import Screen
from foxduet.ui.table import keys as table_keys
from foxduet.ui.table.drawing import SMALL_CARD, draw_card, layout_for
from foxduet.ui.table.moves import AskScreen, do_option
from foxduet.ui.table.screen import TableScreen, resume_table, table_screen
from foxduet.ui.table.state import GameOver
from foxduet.words import i18n
from foxduet.words.game_words import table_words
from foxduet.words.story import AbilityCard
from foxduet.words.text import UNICODE
from tests.support import tables
from tests.support.classic import begin_match, classic
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
from tests.support.players import VICTORY
from tests.support.processes import refuse
from tests.support.tables import Desk, Left, begin, options_in, press_keys, text_of

PAR = Par(PAR_PARTNER, "victory", 41)


def par_finder(par: Par | None = PAR, patience: int = 2) -> tables.ScriptedWorker:
    """Return a worker that finds ``par`` once it has been asked for ``patience`` times."""
    return tables.ScriptedWorker(lambda _job: ParResult(par), patience)


def test_a_game_is_entered_as_soon_as_it_is_over(desk: Desk) -> None:
    table = resigned_table(desk)
    assert games(desk) == [(7, Outcome.RESIGNED)]
    assert table.notice == ""
    assert desk.scores is not None
    with open_scores(desk.scores) as scores:
        (told,) = load_entries(scores, "duet")
    assert told.path == table.saved.path
    assert told.finished == table.session.game.header.finished


def test_a_game_alone_is_entered_with_its_partner(desk: Desk) -> None:
    table = begin(desk, 1, ("Player", "Expert"), 3, tables.BESIDE_EXPERT)
    resigned_at_table(table, desk)
    assert desk.scores is not None
    with open_scores(desk.scores) as scores:
        assert [game.kind for game in load_entries(scores, "duet")] == ["expert"]


def test_the_end_is_shown_before_the_score_is_entered(desk: Desk) -> None:
    terminal = tables.ScriptedTerminal(["R", "y", "q"])
    tables.run_screens(terminal, begin(desk, 2, ("Left", "Right"), 7), desk)
    ends = [
        text for frame in terminal.frames if "Play again" in (text := "\n".join(frame.text_rows))
    ]
    assert ["Par:" in text for text in ends] == [False, True]
    assert games(desk) == [(7, Outcome.RESIGNED)]


def test_a_game_from_another_folder_is_copied_to_the_others(desk: Desk, tmp_path: Path) -> None:
    saved = save_game(SavedGame(tmp_path / "elsewhere.toml"), open_game(header_at(3)))
    table = table_screen(TableSession(saved.game or open_game(header_at(3))), saved)
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
    table = table_screen(TableSession(saved.game or open_game(header_at(3))), saved)
    write = write_safely

    def refuse_the_stick(path: Path, content: bytes) -> None:
        if path.parent == stick.parent:
            raise OSError(errno.EROFS, "Read-only file system")
        write(path, content)

    monkeypatch.setattr("foxduet.store.saved_games.write_safely", refuse_the_stick)
    over = resigned_at_table(table, desk)
    assert over.saved.path.parent == desk.records
    assert (
        over.notice == "That file could not be written, so the game is saved with your other games."
    )
    assert press_keys(over, desk, "q") == Left()
    assert games(desk) == [(3, Outcome.RESIGNED)]
    monkeypatch.undo()
    # Whoever continues what is on the stick has played the same game.
    again = resigned_at_table(table_screen(table.session, saved), desk)
    assert again.saved.path == stick
    assert games(desk) == [(3, Outcome.RESIGNED)]


def test_a_game_under_way_and_a_branch_are_not_entered(desk: Desk) -> None:
    table = begin(desk, 2, ("Left", "Right"), 7)
    assert not table.on_timeout(desk.context).effects
    game = finished(1)
    header = replace(game.header, further={BRANCH_KEY: "game.toml"})
    session = TableSession(replace(game, header=header))
    branch = table_screen(session, SavedGame(Path("branch.toml"), game=session.game))
    notice = "A branch of another game: not scored."
    assert tables.later(branch, desk) == replace(branch, mode=GameOver(entered=True), notice=notice)
    assert games(desk) == []


def test_locked_scores_cost_one_line_and_nothing_else(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "LOCK_SECONDS", 0.01)
    resigned_table(desk)
    other = sqlite3.connect(str(desk.scores), isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    table = resigned_table(desk, seed=8)
    assert "The score will be added next time: database is locked." in text_of(table)
    assert table.saved.path.exists()
    seen = open_scores_screen(desk)
    assert {game.seed for game in seen.games} == {7, 8}
    assert "The scores cannot be saved: database is locked." in text_of(seen)
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
    assert "The scores could not be read" in text_of(tables.open_form(daily(desk)))
    assert tables.open_form(daily(desk)).notice == ""
    desk.scores.write_bytes(BROKEN)
    nowhere = replace(desk, records=desk.scores)
    told = "Neither the scores nor the records can be read: "
    assert open_scores_screen(nowhere).notice.startswith(told)
    assert open_scores_screen(nowhere).notice.startswith("The records cannot be read: ")


def test_two_ends_of_one_record_are_two_games(desk: Desk) -> None:
    table = begin(desk, 2, ("Left", "Right"), 7)
    first = resigned_at_table(table, desk)
    # Another window has it open still, and continues.
    played = tables.settled(
        do_option(table, legal_actions(table.session.state)[0], desk.context), desk
    )
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
    job = FindParJob(table.session.game.header)
    assert "Par: two experts are playing these deals" in text_of(table)
    assert table.timeout is not None
    terminal = tables.ScriptedTerminal([*[Interruption.TIME_UP] * 3, keys.RIGHT])
    tables.run_screens(terminal, table, desk, worker)
    assert "Par: 41, the score of two experts on these deals" in terminal.text
    assert (worker.jobs, worker.log) == ([job], ["start", "stop"])
    again = entered(table, desk)
    assert (ending_of(again).par, ending_of(again).seeks_par) == (PAR, False)
    assert again.on_timeout(desk.context).screen.timeout is None
    assert again.background_job(desk.context) is None
    assert [game.par for game in open_scores_screen(desk).games] == [PAR]


def test_keys_work_while_par_is_looked_for_and_leaving_stops_that(desk: Desk) -> None:
    table, worker = resigned_table(desk), par_finder(patience=99)
    job = FindParJob(table.session.game.header)
    terminal = tables.ScriptedTerminal([keys.RIGHT, keys.ENTER, keys.ESCAPE, "?", keys.ESCAPE, "q"])
    assert tables.run_screens(terminal, table, desk, worker) == Left()
    assert terminal.script == []
    # Neither the replay nor a text disturbs it.
    assert (worker.jobs, worker.log) == ([job], ["start", "stop"])
    suspended = par_finder(patience=99)
    script = [Interruption.SUSPENDED, Interruption.CONTINUED]
    tables.run_screens(tables.ScriptedTerminal([*script]), table, desk, suspended)
    assert suspended.jobs == [job, job]
    assert suspended.log == ["start", "stop", "start", "stop"]


def test_par_that_cannot_be_worked_out_is_not_waited_for(desk: Desk) -> None:
    table, worker = resigned_table(desk), par_finder(par=None)
    terminal = tables.ScriptedTerminal([Interruption.TIME_UP] * 3)
    tables.run_screens(terminal, table, desk, worker)
    assert "Par" not in terminal.text


def test_two_experts_may_lose_as_well(desk: Desk) -> None:
    table = with_par(resigned_table(desk), Par(PAR_PARTNER, "lost", None), desk)
    assert "No par: two experts lost these deals." in text_of(table)


def test_the_same_deals_again_are_no_score_and_that_is_said(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Within a second they would be the same game.
    moments = (header_at(number).started for number in count(1))
    monkeypatch.setattr(effect_handlers, "current_time", lambda: next(moments))
    first = resigned_table(desk)
    again = tables.of_kind(TableScreen, ended_with(first, desk, "The same deals again"))
    over = resigned_at_table(again, desk)
    assert over.notice == "You have played these deals before; only your first game counts."
    assert [game.deals_known for game in open_scores_screen(desk).games] == [False, True]


def test_par_goes_with_the_deals_whoever_plays_them(desk: Desk) -> None:
    with_par(resigned_table(desk), PAR, desk)
    alone = begin(desk, 2, ("Player", "Expert"), 7, tables.BESIDE_EXPERT)
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
    for script in ("?", "2"):
        screen = press_keys(table, desk, script, *([keys.ENTER] if script.isdigit() else []))
        assert not isinstance(screen, Left)
        stack = tables.stack_of(screen)
        assert len(stack.screens) == 2
        if not screen.awaits_job:
            assert stack.background_job(desk.context) == FindParJob(table.session.game.header)
    assert tables.open_title(desk).background_job(desk.context) is None


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


def test_the_table_and_the_end_of_a_daily_deal_say_that_it_is_the_daily(desk: Desk) -> None:
    table, over = begin(daily(desk), 3, ("Left", "Right"), None), day_over(desk)
    assert text_of(table).startswith(" Daily   Round 1 of 3   Trick 1 of 11 ")
    assert text_of(table, Size(45, 140)).lstrip().startswith("Daily   Level 3   Round 1 of 3 ")
    assert text_of(over).lstrip().startswith("Daily   Level 2   Left and Right ")


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
    more = press_keys(table, desk, "m")
    assert isinstance(more, TableScreen)
    lines = [line.strip() for line in text_of(more).splitlines()]
    first = "foxduet daily 2026-11-21 level 2: resigned in round 1, 13 gems left"
    second = "·   two people, no hints"
    assert {first, second} <= {*lines}
    assert press_keys(table, desk, "q") == Left(f"{first}\n{second}")
    assert tables.hanged_up(with_par(table, PAR, desk), desk) == Left(f"{first}, par 41\n{second}")


def test_only_the_first_game_of_a_day_counts(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    first = ending_of(day_over(desk)).counting
    after_a_while = datetime.now(UTC) + timedelta(minutes=9)
    monkeypatch.setattr("foxduet.ui.effect_handlers.current_time", lambda: after_a_while)
    table = day_over(desk)
    second = ending_of(table).counting
    assert len(games(desk)) == 2
    assert "You have already played this day's deal; only your first" in text_of(table)
    assert first is not None
    assert second is not None
    assert second.fingerprint == first.fingerprint


def test_the_form_shows_that_a_day_was_played(desk: Desk) -> None:
    day_over(desk)
    form = replace(tables.open_form(daily(desk)), values={"level": 2})
    told = "Already played: resigned in round 1, 13 gems left. That game counts for the day."
    assert told in " ".join(text_of(form).split())
    assert "Daily deal, 21 November" in text_of(form)
    assert told not in " ".join(text_of(replace(form, values={"level": 1})).split())
    table = press_keys(form, daily(desk), keys.ENTER)
    assert isinstance(table, TableScreen)
    assert table.session.game.header.seed == daily_seed(TODAY, "level 2")


def test_a_practice_game_is_saved_and_never_enters_the_scores(desk: Desk) -> None:
    table = begin(desk, 1, ("Player", "Expert"), 3, tables.BESIDE_EXPERT)
    header = replace(table.session.game.header, further={"practice": True})
    session = replace(table.session, game=replace(table.session.game, header=header))
    over = resigned_at_table(replace(table, session=session), desk)
    assert over.session.stage is Stage.OVER
    assert "A practice game: you can review it, but it isn't scored." in text_of(over)
    assert load_game(over.saved.path)[0].header.is_practice
    # Neither now, nor when the records are read the next time.
    assert games(desk) == [] if desk.scores and desk.scores.exists() else True
    assert open_scores_screen(desk).games == ()
    resigned_at_table(begin(desk, 1, ("Player", "Expert"), 4, tables.BESIDE_EXPERT), desk)
    assert [game.seed for game in open_scores_screen(desk).games] == [4]


def test_a_game_with_something_taken_back_is_still_a_score(desk: Desk) -> None:
    back = press_keys(begin(desk, 2, ("Left", "Right"), 7), desk, tables.LOOK, "1", keys.ENTER, "u")
    assert isinstance(back, TableScreen)
    assert back.session.game.header.taken_back == 1
    resigned_at_table(back, desk)
    assert [game.seed for game in open_scores_screen(desk).games] == [7]


@pytest.mark.skipif(sys.platform == "win32", reason="no file may be called so there")
def test_the_command_that_resumes_is_quoted_for_a_shell(
    following: TableScreen, tmp_path: Path
) -> None:
    for name, quoted in (("my game.toml", "my game.toml"), ("a\x1b[2J.toml", r"a\x1b[2J.toml")):
        path = tmp_path / name
        table = replace(following, saved=replace(following.saved, path=path))
        left = tables.hanged_up(table, options_in(tmp_path))
        assert left.shown_in_shell.endswith(f"foxduet --resume '{tmp_path / quoted}'")


def test_leaving_the_end_of_a_game_that_cannot_be_saved_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = "2.9 4d/6d8s 1s 7r1d8d6s4s2r4r p1:2d - 000000001# 4 2 p2:play"
    table = tables.table_at(tmp_path, line, Seat.P2)

    monkeypatch.setattr("os.replace", refuse)
    over = tables.pressed(table, tmp_path, "1", keys.ENTER, tables.WATCH)
    assert over.session.stage is Stage.OVER
    for script in (("q",), ("1", keys.ENTER), ("m", "3", keys.ENTER)):
        stays = tables.pressed(over, tmp_path, *script)
        assert "Not saved: No space left on device." in text_of(stays)
    monkeypatch.undo()
    assert tables.press_all(over, tmp_path, "q") == Left()
    assert b'result = "victory"\nscore = 38\nfinished = ' in over.saved.path.read_bytes()


def test_leaving_an_unchanged_game_writes_nothing(tmp_path: Path) -> None:
    table = tables.table_in(tmp_path)
    ahead = tables.pressed(table, tmp_path, tables.LOOK, "1", keys.ENTER)
    assert isinstance(tables.press_all(table, tmp_path, "q", "y"), Left)
    assert [path.name for path in table.saved.path.parent.iterdir()] == [table.saved.path.name]
    assert load_game(table.saved.path)[0] == ahead.session.game


def test_a_record_with_other_spacing_counts_as_saved(tmp_path: Path) -> None:
    path = tables.table_in(tmp_path).saved.path
    spaced = path.read_text("utf-8").replace('result = "*"', 'result   =   "*"')
    path.write_text(spaced, encoding="utf-8")
    question = tables.of_kind(
        AskScreen, tables.press_all(resume_table(*load_game(path)).screen, tmp_path, "q")
    )
    assert "Leave the game? It's saved" in text_of(question)
    assert isinstance(tables.press_all(question, tmp_path, "y"), Left)
    assert path.read_text("utf-8") == spaced


def test_a_full_disk_is_reported_and_the_game_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tables.pressed(tables.table_in(tmp_path), tmp_path, tables.LOOK, "1")

    monkeypatch.setattr("os.fsync", refuse)
    played = tables.pressed(table, tmp_path, keys.ENTER)
    assert "Not saved: No space left on device." in text_of(played)
    assert "A opens your hand." in text_of(played)
    assert text_of(tables.hidden(played)) == text_of(played)
    assert load_game(played.saved.path)[0] == table.session.game
    stays = tables.of_kind(TableScreen, tables.press_all(played, tmp_path, "q", "y"))
    assert "Not saved: No space left on device." in text_of(stays)
    assert "could not be saved" in tables.hanged_up(stays, options_in(tmp_path)).shown_in_shell
    monkeypatch.undo()
    monkeypatch.setenv("FOXDUET_HOME", str(tmp_path))
    assert "Game saved" in tables.hanged_up(stays, options_in(tmp_path)).shown_in_shell
    assert load_game(played.saved.path)[0] == played.session.game


def test_a_record_changed_by_another_program_is_reported(tmp_path: Path) -> None:
    table = tables.pressed(tables.table_in(tmp_path), tmp_path, tables.LOOK, "1")
    table.saved.path.write_text("something else")
    played = tables.pressed(table, tmp_path, keys.ENTER)
    assert "Another program changed this game's file; your game goes on in a new one." in text_of(
        played
    )
    assert table.saved.path.read_text() == "something else"
    assert load_game(played.saved.path)[0] == played.session.game


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    ("game", "deck"), [("duet", duet_cards.DECK), ("classic", classic_cards.DECK)]
)
def test_no_name_of_an_ability_touches_the_edges_of_its_card(
    game: str, deck: tuple[AbilityCard, ...], language: str
) -> None:
    i18n.use_language(language)
    for card in deck:
        canvas = Canvas(SMALL_CARD, tables.STILL)
        draw_card(canvas, 0, 0, SMALL_CARD, table_words(game).cards.card_face(card, UNICODE))
        row = canvas.frame().text_rows[2]
        assert (row[0], row[1], row[-2], row[-1]) == ("│", " ", " ", "│"), row


@pytest.mark.parametrize(
    ("game", "deck"), [("duet", duet_cards.DECK), ("classic", classic_cards.DECK)]
)
def test_no_text_of_an_ability_touches_the_edges_of_a_large_card(
    game: str, deck: tuple[AbilityCard, ...]
) -> None:
    card_size = layout_for(Size(35, 110)).card
    for card in deck:
        canvas = Canvas(card_size, tables.STILL)
        draw_card(canvas, 0, 0, card_size, table_words(game).cards.card_face(card, UNICODE))
        for row in canvas.frame().text_rows[1:-1]:
            assert (row[0], row[1], row[-2], row[-1]) == ("│", " ", " ", "│"), row


def test_playing_again_keeps_what_was_agreed_on_but_not_the_deals(tmp_path: Path) -> None:
    # The seed of the command line is for the first game only.
    desk = options_in(tmp_path, seed=5, memory=False)
    header = replace(VICTORY.header, players=("Ann", "Bob"), further={"house": "memory"})
    form = ended_with(
        tables.at_table(TableSession(replace(VICTORY, header=header))), desk, "Play again"
    )
    assert isinstance(form, FormScreen)
    again = tables.of_kind(TableScreen, press_keys(form, desk, keys.ENTER))
    dealt = again.session.game.header
    assert (dealt.setup.level, dealt.players) == (1, ("Ann", "Bob"))
    assert dealt.further == {"house": "memory"}
    assert dealt.seed not in (5, VICTORY.header.seed)


def test_the_same_deals_again_are_a_new_game_with_the_same_cards(tmp_path: Path) -> None:
    over = tables.at_table(TableSession(VICTORY))
    again = tables.of_kind(TableScreen, ended_with(over, options_in(tmp_path), "The same deals"))
    game = again.session.game
    assert [turn.action for turn in game.turns] == [VICTORY.turns[0].action]
    assert again.saved.path != over.saved.path
    assert again.session.stage is Stage.HANDOFF


def test_a_day_s_deals_again_are_no_game_of_that_day(tmp_path: Path) -> None:
    header = replace(VICTORY.header, further={DAILY_KEY: "2026-11-21", "house": "memory"})
    over = tables.at_table(TableSession(replace(VICTORY, header=header)))
    again = tables.of_kind(TableScreen, ended_with(over, options_in(tmp_path), "The same deals"))
    assert again.session.game.header.further == {"house": "memory"}


def test_blank_also_works_in_a_window_that_is_too_small(tmp_path: Path) -> None:
    terminal = tables.ScriptedTerminal(["m", Interruption.RESIZED, "b", Interruption.RESIZED])

    def resize() -> None:
        terminal.window = Size(10, 60) if len(terminal.script) in (2, 3) else tables.WINDOW

    terminal.before_input = resize
    tables.run_screens(terminal, tables.table_in(tmp_path), options_in(tmp_path))
    assert "M opens your hand." in terminal.text


def test_the_loop_moves_the_fox_when_time_is_up(tmp_path: Path) -> None:
    line = "1.9 4d/6d8d 1s 7r1d3d6s4s2r4r p1:2d - 1212101212 4 3 p2:play"
    table = tables.table_at(tmp_path, line, Seat.P2)
    ticks = [Interruption.TIME_UP] * 8
    terminal, _leave = tables.play_script(
        table, options_in(tmp_path, Look()), "1", keys.ENTER, ticks[0], keys.SPACE, *ticks
    )
    assert terminal.log.count("wait a moment") == 9
    assert terminal.log[-1] == "wait"


def test_keys_typed_ahead_do_not_choose_for_the_same_player_again(tmp_path: Path) -> None:
    line = "1.8 4d6s/6d8d9d 1s 7r1d3d5s4s2r4r p1:7d - 1212101212 4 3 p2:play"
    table = tables.table_at(tmp_path, line)
    # Right looks, follows and wins, and leads next: that is a new choice.
    terminal, _leave = tables.play_script(table, options_in(tmp_path), "m", "2", "3", keys.ENTER)
    # Both look at the trick, which is new; going to another card is no new choice.
    assert terminal.log[-5:] == ["show", "wait", "forget keys", "show", "wait a moment"]


def test_keys_do_nothing_in_a_window_too_small_to_show_what_they_do(tmp_path: Path) -> None:
    terminal = tables.ScriptedTerminal(["m", "1", keys.ENTER], window=Size(20, 70))
    table = tables.table_in(tmp_path)
    tables.run_screens(terminal, table, options_in(tmp_path))
    assert len(set(terminal.frames)) == 1
    assert "too small: foxduet needs 80x24, this is 70x20" in terminal.text


@pytest.mark.parametrize("under", ["table", "question", "text", "form"])
def test_q_leaves_a_window_that_is_too_small_whatever_is_under_way(
    under: str, tmp_path: Path
) -> None:
    table, desk = tables.table_in(tmp_path), options_in(tmp_path)
    scripts = {"table": ("m",), "question": ("m", "q"), "text": ("?",)}
    screen = tables.press_all(table, tmp_path, *scripts.get(under, ()))
    if under == "form":
        form = tables.open_form(desk)
        screen = replace(form, row=form.row_of("left"))
    assert isinstance(screen, Screen)
    terminal = tables.ScriptedTerminal([keys.ENTER, "q", keys.ENTER], window=Size(23, 80))
    left = tables.run_screens(terminal, screen, desk)
    assert terminal.script == [keys.ENTER]
    assert "q quits" in terminal.text
    assert left == (Left() if under == "form" else tables.hanged_up(table, desk))


@pytest.fixture
def worked_out(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """Note what is observed, and each time that the keys of a table are looked up."""
    noted: list[object] = []
    kept: list[object] = []
    every = {name: rule_set(name).observe for name in ("duet", "classic")}
    look_up = table_keys.bindings_of

    def noting(real: Callable[[Any, Seat], Any]) -> Callable[[Any, Seat], Any]:
        def observe_noted(state: Any, seat: Seat) -> Any:
            kept.append(state)
            noted.append((id(state), seat))
            return real(state, seat)

        return observe_noted

    def look_up_noted(screen: Any) -> Any:
        noted.append("bindings")
        return look_up(screen)

    for name, real in every.items():
        object.__setattr__(rule_set(name), "observe", noting(real))
    monkeypatch.setattr(table_keys, "bindings_of", look_up_noted)
    yield noted
    for name, real in every.items():
        object.__setattr__(rule_set(name), "observe", real)


@pytest.mark.parametrize("game", ["duet", "classic"])
def test_what_a_seat_sees_and_the_keys_are_worked_out_once_for_a_key_and_once_for_a_frame(
    tmp_path: Path, game: str, worked_out: list[object]
) -> None:
    desk, rng = options_in(tmp_path), Random(1)
    start = tables.table_in(tmp_path) if game == "duet" else begin_match(desk, classic(seed=7))
    screen: Screen | Left = start
    observed = 0
    for _key in range(400):
        assert isinstance(screen, Screen)
        text_of(screen)
        observed += len({*worked_out} - {"bindings"})
        assert len({*worked_out}) == len(worked_out), "something was worked out twice for a frame"
        worked_out.clear()
        is_asked = not isinstance(screen, TableScreen)
        if isinstance(screen, TableScreen) and screen.is_just_shown:
            screen = tables.later(screen, desk)
            worked_out.clear()
            continue
        key = tables.answer_to(screen, rng) if is_asked else tables.next_key(rng)
        screen = press_keys(screen, desk, key)
        observed += len({*worked_out} - {"bindings"})
        assert len({*worked_out}) == len(worked_out), f"something was worked out twice for {key}"
        worked_out.clear()
    assert observed > 10
