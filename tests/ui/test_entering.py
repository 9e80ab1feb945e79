"""From the table into the scores: entered at the end, par beside them, and days."""

from __future__ import annotations

import errno
import sqlite3
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from foxduet.analysis.par import PAR_PARTNER, ParFound
from foxduet.play.daily import DAILY_KEY, daily_seed
from foxduet.play.game import Header, open_game
from foxduet.play.table import Session
from foxduet.rules.duet.legality import legal_actions
from foxduet.rules.duet.state import Outcome
from foxduet.store import connection
from foxduet.store.entries import Par
from foxduet.store.files import write_safely
from foxduet.store.saved_games import BRANCH_KEY, SavedGame, save_game
from foxduet.store.scores import entries, open_scores
from foxduet.ui.app import patience, run
from foxduet.ui.kit import keys
from foxduet.ui.kit.shell import Interruption
from foxduet.ui.menu.menu_keys import new_form, title
from foxduet.ui.menu.menus import DEAL_ROW
from foxduet.ui.screens import (
    Leave,
    Options,
    ParSought,
    ReaderScreen,
    ReplayScreen,
    TableScreen,
    Text,
)
from foxduet.ui.table.attending import is_to_be_entered, sought_par
from foxduet.ui.table.entering import entered, scores_screen, with_par
from foxduet.ui.table.keeping import begin, begin_again, farewell
from foxduet.ui.table.keys import act_at_table
from tests.support.disks import refuse
from tests.support.ended import games, resigned, resigned_table
from tests.support.entries import TODAY, finished, header_at
from tests.support.solo import BESIDE_EXPERT
from tests.support.tables import ScriptedTerminal, ScriptedThinker, options_in, press_keys, text_of

PAR = Par(PAR_PARTNER, Outcome.VICTORY, 41)


@pytest.fixture
def options(tmp_path: Path) -> Options:
    return replace(options_in(tmp_path), scores=tmp_path / "scores.sqlite3")


@dataclass
class ScriptedSeeker:
    """Finds ``par`` once it has been asked for ``patience`` times; keeps what it was to seek."""

    par: Par | None = PAR
    patience: int = 2
    sought: list[Header | None] = field(default_factory=list)
    asked: int = 0

    def start(self, header: Header) -> None:
        self.sought.append(header)

    def stop(self) -> None:
        self.sought.append(None)

    def found(self) -> ParFound | None:
        assert self.sought[-1] is not None, "nothing is sought"
        self.asked += 1
        return ParFound(self.par) if self.asked > self.patience else None


def test_a_game_is_entered_as_soon_as_it_is_over(options: Options) -> None:
    table = resigned_table(options)
    assert games(options) == [(7, Outcome.RESIGNED)]
    assert table.notice == ""
    assert options.scores is not None
    with open_scores(options.scores) as scores:
        (told,) = entries(scores, PAR_PARTNER)
    assert told.path == table.saved.path
    assert told.finished == table.session.game.header.finished


def test_a_game_alone_is_entered_with_its_partner(options: Options) -> None:
    table = begin(options, 1, ("Player", "Expert"), 3, BESIDE_EXPERT)
    resigned(table, options)
    assert options.scores is not None
    with open_scores(options.scores) as scores:
        assert [game.kind for game in entries(scores, PAR_PARTNER)] == ["expert"]


def test_the_end_is_seen_before_the_scores_are_waited_for(options: Options) -> None:
    terminal = ScriptedTerminal(["R", "y", "q"])
    run(terminal, begin(options, 2, ("Left", "Right"), 7), options, ScriptedThinker())
    ends = [text for frame in terminal.frames if "Play again" in (text := "\n".join(frame.lines))]
    assert ["Par:" in text for text in ends] == [False, True]
    assert games(options) == [(7, Outcome.RESIGNED)]


def test_a_game_from_elsewhere_is_kept_with_the_others(options: Options, tmp_path: Path) -> None:
    saved = save_game(SavedGame(tmp_path / "elsewhere.toml"), open_game(header_at(3)))
    table = TableScreen(Session(saved.game or open_game(header_at(3))), saved)
    over = resigned(table, options)
    (copy,) = options.records.iterdir()
    assert copy.read_bytes() == over.saved.content
    assert options.scores is not None
    options.scores.write_bytes(b"no database" * 99)
    (tmp_path / "elsewhere.toml").unlink()
    assert [game.path for game in scores_screen(options).games] == [copy]


def test_a_file_elsewhere_that_cannot_be_written_costs_no_score(
    options: Options, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick = tmp_path / "stick" / "game.toml"
    saved = save_game(SavedGame(stick), open_game(header_at(3)))
    table = TableScreen(Session(saved.game or open_game(header_at(3))), saved)
    write = write_safely

    def refuse_the_stick(path: Path, content: bytes) -> None:
        if path.parent == stick.parent:
            raise OSError(errno.EROFS, "Read-only file system")
        write(path, content)

    monkeypatch.setattr("foxduet.store.saved_games.write_safely", refuse_the_stick)
    over = resigned(table, options)
    assert over.saved.path.parent == options.records
    assert over.notice == "Its file could not be written; the game is kept with your others."
    assert press_keys(over, options, "q") == Leave()
    assert games(options) == [(3, Outcome.RESIGNED)]
    monkeypatch.undo()
    # Whoever goes on with what stands on the stick has played the same game.
    again = resigned(TableScreen(table.session, saved), options)
    assert again.saved.path == stick
    assert games(options) == [(3, Outcome.RESIGNED)]


def test_a_game_under_way_and_a_branch_are_not_entered(options: Options) -> None:
    assert not is_to_be_entered(begin(options, 2, ("Left", "Right"), 7))
    game = finished(1)
    header = replace(game.header, further={BRANCH_KEY: "game.toml"})
    session = Session(replace(game, header=header))
    branch = TableScreen(session, SavedGame(Path("branch.toml"), game=session.game))
    notice = "A branch of another game: this is no score."
    assert entered(branch, options) == replace(branch, entered=True, notice=notice)
    assert games(options) == []


def test_scores_that_are_locked_cost_one_line_and_nothing_else(
    options: Options, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "BUSY_SECONDS", 0.01)
    resigned_table(options)
    other = sqlite3.connect(str(options.scores), isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    table = resigned_table(options, seed=8)
    assert "The score goes in next time: database is locked." in text_of(table)
    assert table.saved.path.exists()
    seen = scores_screen(options)
    assert {game.seed for game in seen.games} == {7, 8}
    assert "From the records alone: database is locked." in text_of(seen)
    other.execute("ROLLBACK")
    other.close()
    resigned_table(options, seed=9)
    assert {seed for seed, _outcome in games(options)} == {7, 8, 9}


def test_damaged_scores_are_begun_anew_and_told_of(options: Options) -> None:
    resigned_table(options)
    assert options.scores is not None
    options.scores.write_bytes(b"no database at all" * 99)
    table = resigned_table(options, seed=8)
    assert "The scores were damaged; they are begun anew" in text_of(table)
    assert {seed for seed, _outcome in games(options)} == {7, 8}
    options.scores.write_bytes(b"no database at all" * 99)
    assert "The scores were damaged" in text_of(scores_screen(options))
    options.scores.write_bytes(b"no database at all" * 99)
    assert "The scores were damaged" in text_of(new_form(daily(options), DEAL_ROW))
    assert new_form(daily(options), DEAL_ROW).notice == ""
    options.scores.write_bytes(b"no database at all" * 99)
    nowhere = replace(options, records=options.scores)
    told = "The scores were damaged, and the records cannot be read: "
    assert scores_screen(nowhere).notice.startswith(told)
    assert scores_screen(nowhere).notice.startswith("The records cannot be read: ")


def test_two_ends_of_one_record_are_two_games(options: Options) -> None:
    table = begin(options, 2, ("Left", "Right"), 7)
    first = resigned(table, options)
    # Another window has it open still, and goes on.
    played = act_at_table(table, legal_actions(table.session.state)[0], options)
    assert isinstance(played, TableScreen)
    second = resigned(played, options)
    assert first.saved.path != second.saved.path
    assert len(games(options)) == 2


def test_a_record_that_cannot_be_written_is_no_score_before_it_is(
    options: Options, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = begin(options, 2, ("Left", "Right"), 7)

    with monkeypatch.context() as full:
        full.setattr("foxduet.store.files.os.replace", refuse)
        over = resigned(table, options)
    assert "Not saved: No space left" in text_of(over)
    assert games(options) == []
    assert press_keys(over, options, "q") == Leave()
    assert {game.seed for game in scores_screen(options).games} == {7}


def test_par_is_sought_beside_the_score_and_kept(options: Options) -> None:
    table, seeker = resigned_table(options), ScriptedSeeker()
    assert "Par: two experts are playing these deals" in text_of(table)
    assert patience(table) is not None
    terminal = ScriptedTerminal([Interruption.TIME_UP] * 3 + [keys.RIGHT])
    run(terminal, table, options, ScriptedThinker(), seeker)
    assert "Par: 41, what two experts score with these deals" in terminal.text
    assert seeker.sought == [table.session.game.header, None]
    again = entered(table, options)
    assert again.par == ParSought(PAR)
    assert patience(again) is None
    assert sought_par(again) is None
    assert [game.par for game in scores_screen(options).games] == [PAR]


def test_keys_are_answered_while_par_is_sought_and_leaving_ends_that(options: Options) -> None:
    table, seeker = resigned_table(options), ScriptedSeeker(patience=99)
    header = table.session.game.header
    terminal = ScriptedTerminal([keys.RIGHT, keys.ENTER, keys.ESCAPE, "?", keys.ESCAPE, "q"])
    assert run(terminal, table, options, ScriptedThinker(), seeker) == Leave()
    assert terminal.script == []
    # Neither the look back nor a text disturbs it.
    assert seeker.sought == [header, None]
    suspended = ScriptedSeeker(patience=99)
    script = [Interruption.SUSPENDED, Interruption.CONTINUED]
    run(ScriptedTerminal([*script]), table, options, ScriptedThinker(), suspended)
    assert suspended.sought == [header, None, header, None]


def test_par_that_cannot_be_worked_out_is_not_waited_for(options: Options) -> None:
    table, seeker = resigned_table(options), ScriptedSeeker(par=None)
    terminal = ScriptedTerminal([Interruption.TIME_UP] * 3)
    run(terminal, table, options, ScriptedThinker(), seeker)
    assert "Par" not in terminal.text


def test_two_experts_may_lose_as_well(options: Options) -> None:
    table = with_par(
        resigned_table(options), ParFound(Par(PAR_PARTNER, Outcome.LOST, None)), options
    )
    assert "Par: two experts did not win with these deals." in text_of(table)


def test_par_goes_with_the_deals_whoever_plays_them(options: Options) -> None:
    with_par(resigned_table(options), ParFound(PAR), options)
    alone = begin(options, 2, ("Player", "Expert"), 7, BESIDE_EXPERT)
    over = resigned(alone, options)
    assert isinstance(over, TableScreen)
    assert over.par == ParSought(PAR)


def test_par_that_cannot_be_kept_is_shown_all_the_same(options: Options) -> None:
    table = resigned_table(options)
    assert options.scores is not None
    options.scores.unlink()
    options.scores.mkdir()
    assert with_par(table, ParFound(PAR), options).par == ParSought(PAR)


def test_par_is_sought_under_what_lies_over_the_end(options: Options) -> None:
    table = resigned_table(options)
    for screen in (
        ReplayScreen(table.session.game, back=table),
        ReaderScreen(Text.RULES, table),
        ReaderScreen(Text.RULES, ReplayScreen(table.session.game, back=table)),
    ):
        assert sought_par(screen) == table.session.game.header
    assert sought_par(title(options)) is None


def daily(options: Options) -> Options:
    """Return options with the deals of a day."""
    return replace(options, daily=TODAY)


def day_over(options: Options) -> TableScreen:
    """Return the end of a game with the deals of a day, given up at once."""
    return resigned_table(daily(options), None)


def test_the_deals_of_a_day_are_dealt_and_noted(options: Options) -> None:
    header = begin(daily(options), 3, ("Left", "Right"), None).session.game.header
    assert header.seed == daily_seed(TODAY, 3)
    assert header.further == {DAILY_KEY: TODAY.isoformat()}
    remembering = replace(daily(options), memory=True)
    again = begin(remembering, 3, ("Left", "Right"), None).session.game.header
    assert set(again.further) == {DAILY_KEY, "house"}


def test_playing_again_after_a_day_is_an_ordinary_game(options: Options) -> None:
    header = begin_again(daily(options), day_over(options).session.game.header).session.game.header
    assert header.seed != daily_seed(TODAY, 2)
    assert DAILY_KEY not in header.further


def test_a_day_ends_with_two_lines_to_share_on_screen_and_after_leaving(options: Options) -> None:
    table = day_over(options)
    lines = [line.strip() for line in text_of(table).splitlines()]
    first = "foxduet daily 2026-11-21 level 2: resigned in round 1, 13 gems left"
    assert first in lines
    assert press_keys(table, options, "q") == Leave(f"{first}\n·")
    assert farewell(with_par(table, ParFound(PAR), options), options) == Leave(
        f"{first} (par 41)\n·"
    )


def test_only_the_first_game_of_a_day_counts(
    options: Options, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = day_over(options)
    later = datetime.now(UTC) + timedelta(minutes=9)
    monkeypatch.setattr("foxduet.ui.table.keeping.now", lambda: later)
    second = day_over(options)
    assert len(games(options)) == 2
    assert "This day was played before; the first game counts" in text_of(second)
    assert first.shared is not None
    assert second.shared is not None
    assert second.shared.fingerprint == first.shared.fingerprint


def test_a_day_that_was_played_is_offered_as_such(options: Options) -> None:
    day_over(options)
    form = replace(new_form(daily(options), DEAL_ROW), level=2)
    told = "Already played: resigned in round 1, 13 gems left. That game counts for the day."
    assert told in text_of(form)
    assert "The deals of the day, 2026-11-21" in text_of(form)
    assert told not in text_of(replace(form, level=1))
    table = press_keys(form, daily(options), keys.ENTER)
    assert isinstance(table, TableScreen)
    assert table.session.game.header.seed == daily_seed(TODAY, 2)
