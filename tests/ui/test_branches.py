"""Branches of a game under review, and par beside it."""

from __future__ import annotations

import errno
import os
from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.ai.partner import never_stop
from foxduet.analysis.review import decision_points
from foxduet.analysis.review_file import PlayOutJob, game_fingerprint
from foxduet.core.cards import Seat
from foxduet.games.duet.rules.cards import DECK
from foxduet.play.game import BRANCH_KEY, Game
from foxduet.play.record import load_record
from foxduet.play.table_session import Stage
from foxduet.store.saved_games import SavedGame
from foxduet.store.score_entries import counts_as_score
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Size
from foxduet.ui.kit.keys import Interruption
from foxduet.ui.kit.screen import Screen
from foxduet.ui.replay import ParScreen, ReplayScreen, position_of_trick, trick_places
from foxduet.ui.review import BranchScreen, PlayOutScreen, ReviewScreen, ReviewWaitScreen
from foxduet.ui.table.screen import TableScreen
from foxduet.words.review import par_sentence
from tests.support import tables
from tests.support.entries import ended_with, latest_unfinished
from tests.support.players import DEFEAT, VICTORY
from tests.support.reviews import AT, NOWHERE, branched, branching, reviewing
from tests.support.tables import SOLO, hanged_up, options_in, press_all, press_keys, text_of


def refused_by_the_disk(saved: SavedGame, game: Game) -> SavedGame:
    """Fail like ``save_game`` on a full disk."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def records_in(folder: Path) -> list[Game]:
    return [load_record(path.read_text("utf-8")) for path in (folder / "records").glob("*.toml")]


def test_another_choice_is_tried_by_the_players_in_a_record_of_its_own(tmp_path: Path) -> None:
    screen = reviewing(at=AT)
    asked = branched(screen, tmp_path, "t")
    assert isinstance(asked, BranchScreen)
    one = screen.review.assessment_at(AT + 1)
    assert one is not None
    # It starts on what would have been best.
    assert one.estimates[asked.cursor].action == one.best
    table = branched(asked, tmp_path, keys.ENTER)
    assert isinstance(table, TableScreen)
    assert table.session.game.turns[AT].action == one.best
    assert table.session.visible_seat is None
    (game,) = records_in(tmp_path)
    assert game.turns == table.session.game.turns
    assert game.turns[:AT] == VICTORY.turns[:AT]
    assert not counts_as_score(game)
    assert game.header.further[BRANCH_KEY] == {
        "record": "game.toml",
        "fingerprint": game_fingerprint(VICTORY),
        "action": AT + 1,
    }
    assert game.header.seed == VICTORY.header.seed
    assert game.header.finished is None


def test_a_branch_of_a_solo_game_continues_beside_the_partner(tmp_path: Path) -> None:
    at = next(moment.number for moment in decision_points(SOLO) if moment.seat is Seat.P1) - 1
    table = branched(reviewing(SOLO, at), tmp_path, "t", keys.ENTER)
    if isinstance(table, BranchScreen):
        table = branched(table, tmp_path, keys.DOWN, keys.ENTER)
    assert isinstance(table, TableScreen)
    assert table.session.visible_seat is Seat.P1
    assert table.session.stage in (Stage.PARTNER, Stage.CHOICE)


@pytest.mark.usefixtures("quick_experts")
def test_experts_play_a_branch_out_and_its_record_replays(tmp_path: Path) -> None:
    screen = reviewing(at=AT)
    playing = branched(screen, tmp_path, "t", keys.RIGHT, keys.ENTER)
    assert isinstance(playing, PlayOutScreen)
    assert playing.game.header.ai == ("expert", "expert")
    pieces = PlayOutJob(playing.start, options_in(tmp_path).limit).run(never_stop)
    worker = tables.ScriptedWorker(lambda _job: next(pieces), patience=1)
    terminal = tables.ScriptedTerminal([Interruption.TIME_UP] * 300)
    terminal.script += [keys.ESCAPE]

    def stop_at_the_end() -> None:
        if terminal.frames and "After action" in terminal.text:
            terminal.script[:] = terminal.script[-1:]

    terminal.before_input = stop_at_the_end
    tables.run_screens(terminal, playing, options_in(tmp_path), worker)
    assert worker.jobs == [PlayOutJob(playing.start, options_in(tmp_path).limit)]
    (game,) = records_in(tmp_path)
    assert game.state.table.outcome is not None
    assert game.header.finished is not None
    assert game.turns[:AT] == VICTORY.turns[:AT]
    assert not counts_as_score(game)
    texts = ["\n".join(frame.text_rows) for frame in terminal.frames]
    assert "Two experts play on" in texts[0]
    assert any(f"After move {AT + 1} of {len(game.turns)}" in text for text in texts)
    assert "hindsight" in texts[-1]
    (path,) = options_in(tmp_path).records.glob("*.toml")
    assert f"The branch is saved as {path.name}." in texts[-1]


def test_a_branch_says_that_it_is_one_where_others_say_the_level(tmp_path: Path) -> None:
    screen = reviewing(at=AT)
    table = branched(screen, tmp_path, "t", keys.ENTER, keys.SPACE)
    assert "Level 1   Round" in text_of(screen)
    assert "Branch   Round" in text_of(table)
    assert "Level 1" not in text_of(table)


def test_leaving_a_branch_leads_back_to_its_review(tmp_path: Path) -> None:
    screen = reviewing(at=AT)
    table = branched(screen, tmp_path, "t", keys.ENTER)
    left = branched(table, tmp_path, "q", "y")
    assert isinstance(table, TableScreen)
    assert isinstance(left, ReviewScreen)
    notice = f"The branch is saved as {table.saved.path.name}."
    assert left == replace(screen, notice=notice)
    assert notice in text_of(left)
    assert "Leave the branch?" in text_of(branched(table, tmp_path, "q"))


def test_leaving_a_branch_names_the_file_that_it_was_saved_in_at_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = branched(reviewing(at=AT), tmp_path, "t", keys.ENTER)
    assert isinstance(table, TableScreen)
    with monkeypatch.context() as full:
        full.setattr("foxduet.store.saved_games.save_game", refused_by_the_disk)
        over = branched(table, tmp_path, "R", "y")
        still = branched(over, tmp_path, "q")
        assert isinstance(still, TableScreen)
        assert still.notice.startswith("Not saved: ")
    table.saved.path.write_text("another program's")
    left = branched(over, tmp_path, "q")
    assert isinstance(left, ReviewScreen)
    (other,) = set((tmp_path / "records").glob("*.toml")) - {table.saved.path}
    assert left.notice == f"The branch is saved as {other.name}."


@pytest.mark.usefixtures("quick_experts")
def test_a_branch_that_experts_played_is_shown_even_if_it_cannot_be_saved(tmp_path: Path) -> None:
    playing = branched(reviewing(at=AT), tmp_path, "t", keys.RIGHT, keys.ENTER)
    (tmp_path / "records").write_text("no folder")
    assert isinstance(playing, PlayOutScreen)
    desk = options_in(tmp_path)
    *_before, game = PlayOutJob(playing.start, desk.limit).run(never_stop)
    after = tables.with_answer(playing, desk, game)
    assert isinstance(after, ReplayScreen)
    assert after.game.turns == game.turns
    assert "cannot be saved" in text_of(replace(after, position=len(after.game.turns)))
    assert "The branch cannot be saved: " in text_of(branched(after, tmp_path, "q"))


def test_the_shell_says_how_to_resume_the_branches_that_were_left(tmp_path: Path) -> None:
    paths = []
    screen: Screen = reviewing(at=AT, below=tables.over_at(tmp_path))
    for _branch in range(2):
        table = branched(screen, tmp_path, "t", keys.ENTER)
        assert isinstance(table, TableScreen)
        paths.append(table.saved.path)
        screen = branched(table, tmp_path, "q", "y")
    desk = options_in(tmp_path)
    ended = press_keys(screen, desk, "q")
    assert isinstance(ended, TableScreen)
    assert isinstance(screen, ReviewScreen)
    for left in (
        press_keys(ended, desk, "q"),
        press_keys(ended_with(ended, desk, "Title"), desk, "q"),
        hanged_up(ended, desk),
        hanged_up(screen, desk),
        hanged_up(press_keys(screen, desk, "?"), desk),
    ):
        assert isinstance(left, tables.Left)
        lines = left.shown_in_shell.splitlines()
        assert all(line.startswith("Branch saved. To resume it: ") for line in lines)
        assert [str(path) in line for path, line in zip(paths, lines, strict=True)] == [True, True]


def test_a_branch_that_is_over_leads_back_to_its_review_and_says_where_it_is(
    tmp_path: Path,
) -> None:
    screen = reviewing(at=AT)
    over = branched(screen, tmp_path, "t", keys.ENTER, "R", "y")
    assert isinstance(over, TableScreen)
    text = text_of(over)
    assert "1: Back to the review   2: Look through the game   3: Review" in text
    assert "q back" in text
    assert "Play again" not in text
    notice = f"The branch is saved as {over.saved.path.name}."
    assert branched(over, tmp_path, "q") == replace(screen, notice=notice)
    assert branched(over, tmp_path, "1", keys.ENTER) == replace(screen, notice=notice)
    looking = branched(over, tmp_path, "2", keys.ENTER)
    assert isinstance(looking, ReplayScreen)
    assert looking.game == over.session.game
    assert isinstance(branched(over, tmp_path, "3", keys.ENTER), ReviewWaitScreen)


def test_a_branch_takes_no_other_game_s_place(tmp_path: Path) -> None:
    own = tables.begin(options_in(tmp_path), 2, ("Ann", "Bob"), 7)
    table = branched(reviewing(at=AT), tmp_path, "t", keys.ENTER)
    assert isinstance(table, TableScreen)
    os.utime(own.saved.path, (1, 1))
    found = latest_unfinished(tmp_path / "records")
    assert found is not None
    assert found[1].path == own.saved.path
    left = hanged_up(table, options_in(tmp_path))
    assert str(table.saved.path) in left.shown_in_shell


def test_a_signal_in_a_branch_saves_the_game_behind_it_as_well(tmp_path: Path) -> None:
    over = tables.over_at(tmp_path)
    over.saved.path.unlink()
    unsaved = replace(over, saved=replace(over.saved, game=None, content=b""))
    screen = reviewing(at=AT, below=unsaved)
    table = branched(screen, tmp_path, "t", keys.ENTER)
    assert isinstance(table, TableScreen)
    left = hanged_up(table, options_in(tmp_path))
    assert over.saved.path.exists()
    assert str(table.saved.path) in left.shown_in_shell


def test_a_branch_that_is_left_while_experts_play_is_dropped(tmp_path: Path) -> None:
    screen = reviewing(at=AT)
    assert branched(screen, tmp_path, "t", "2", keys.ENTER, "q") == screen
    assert not (tmp_path / "records").exists()


def test_a_branch_is_refused_in_words_where_there_is_none(tmp_path: Path) -> None:
    screen = reviewing(at=AT)
    one = screen.review.assessment_at(AT + 1)
    assert one is not None
    played = [each.action for each in one.estimates].index(one.chosen)
    same = branched(branching(screen, played), tmp_path, keys.ENTER)
    assert "That is what was played" in text_of(same)
    assert "nothing else to choose" in text_of(branched(replace(screen, position=0), tmp_path, "t"))
    other = replace(screen, view=Seat.P1 if one.seat is Seat.P2 else Seat.P2)
    assert "switch to their view" in text_of(branched(other, tmp_path, "t"))
    nobody = replace(VICTORY.header, ai=("expert", "expert"))
    experts = reviewing(replace(VICTORY, header=nobody), AT)
    refused = branched(experts, tmp_path, "t", keys.ENTER)
    assert "none is left for you" in " ".join(text_of(refused).split())
    assert not (tmp_path / "records").exists()
    (tmp_path / "records").write_text("no folder")
    assert "The branch cannot be saved: " in text_of(branched(screen, tmp_path, "t", keys.ENTER))


def test_a_branch_of_a_branch_names_the_branch(tmp_path: Path) -> None:
    table = branched(reviewing(at=AT), tmp_path, "t", keys.ENTER)
    assert isinstance(table, TableScreen)
    game = table.session.game
    again = branched(reviewing(game, 1), tmp_path, "t", keys.ENTER)
    if isinstance(again, BranchScreen):
        again = branched(again, tmp_path, keys.DOWN, keys.ENTER)
    assert isinstance(again, TableScreen)
    origin = again.session.game.header.further[BRANCH_KEY]
    assert origin == {"record": "game.toml", "fingerprint": game_fingerprint(game), "action": 2}


def test_a_branch_of_a_record_whose_name_is_no_text_can_be_saved(tmp_path: Path) -> None:
    under = reviewing(at=AT)
    strange = replace(under, task=replace(under.task, path=tmp_path / "fox\udcff.toml"))
    table = branched(strange, tmp_path, "t", keys.ENTER)
    assert isinstance(table, TableScreen)
    (game,) = records_in(tmp_path)
    origin = game.header.further[BRANCH_KEY]
    assert origin == {
        "record": "fox?.toml",
        "fingerprint": game_fingerprint(VICTORY),
        "action": AT + 1,
    }


def beside(at: int = 0) -> ParScreen:
    """Return par beside a review at one of its moments."""
    screen = press_all(reviewing(at=at), NOWHERE, "v")
    assert isinstance(screen, ParScreen)
    return screen


def test_what_was_left_on_the_table_fits_the_smallest_screen() -> None:
    screen = beside(AT)
    review = replace(screen.review, game=DEFEAT)
    sentence = par_sentence(review)
    assert sentence.endswith("This game left 20 points on the table.")
    shown = replace(screen, review=review)
    assert sentence in text_of(shown, Size(24, 80))


def test_each_trick_of_both_games_is_shown_when_it_is_over() -> None:
    for game in (VICTORY, DEFEAT):
        for place in trick_places(game):
            at = position_of_trick(game, place)
            before = game.states[at - 1]
            assert game.rules.progress(before) == place
            assert before.table.trick is not None


def test_the_first_deals_are_the_same_cards() -> None:
    game, par = beside().games
    assert game.turns[0].action == par.turns[0].action
    assert {*game.states[1].hands[0], *game.states[1].hands[1]} < {*DECK}


def test_keys_step_through_the_tricks_of_the_longer_game() -> None:
    screen = beside()
    places = sorted({place for game in screen.games for place in trick_places(game)})
    assert screen.place == places[0]
    for place in places[1:]:
        screen = press_all(screen, NOWHERE, "right")  # type: ignore[assignment]
        assert screen.place == place
        for size in (Size(24, 80), Size(30, 100), Size(45, 140)):
            assert "This game" in text_of(screen, size)
    assert press_all(screen, NOWHERE, "right") == screen
    assert press_all(screen, NOWHERE, "home") == replace(screen, place=places[0])


def test_without_a_seed_there_is_no_par() -> None:
    header = replace(VICTORY.header, seed=None)
    without = reviewing(replace(VICTORY, header=header))
    after = press_all(without, NOWHERE, "v")
    assert isinstance(after, ReviewScreen)
    assert "No par" in after.notice
