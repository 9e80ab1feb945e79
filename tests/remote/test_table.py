"""Two people at two terminals: each sees the own hand, and both the same game."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.analysis.standings import reached_goals, standings
from foxduet.core.cards import Seat
from foxduet.play.game import Game, set_recorder_seat
from foxduet.play.record import dump_record, load_record
from foxduet.remote import wire
from foxduet.remote.host import host_form
from foxduet.remote.table import (
    MAX_TALK_LENGTH,
    GameChanged,
    SharedTable,
    apply_animated_change,
    shared_table,
)
from foxduet.store.journals import save_par
from foxduet.store.saved_games import SavedGame, save_game
from foxduet.store.score_entries import PAR_PARTNER, Par
from foxduet.store.scores import insert_finished_game, open_scores, read_scores
from foxduet.store.settings import EMPTY_CONFIG, with_values
from foxduet.ui.effect_handlers import import_guest_record
from foxduet.ui.form import FormScreen, new_form
from foxduet.ui.kit.canvas import WIDTH, Look, Size, Theme
from foxduet.ui.kit.keys import Interruption, PastedText
from foxduet.ui.kit.screen import Context, DataPaths, Environment, ResetStack, RunOptions, Screen
from foxduet.ui.score_handlers import open_progress
from foxduet.ui.scores import ProgressScreen
from foxduet.ui.table.state import Animating, Choosing, GameOver, Paused, RoundEnd, Thinking
from foxduet.words.game_words import guide_words
from foxduet.words.i18n import use_language
from foxduet.words.text import text_width
from tests.support import meetings
from tests.support.classic import classic, played_match
from tests.support.meetings import HELLO, RECIPE, TwoTerminals, saved_between_rounds, saved_game
from tests.support.players import VICTORY, beginning_of, duet
from tests.support.processes import refuse
from tests.support.stories import Paper
from tests.support.tables import WINDOW, Desk, cards_in, of_kind, options_in, press_keys, text_of

pytestmark = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="no such sockets here")

LEFT, RIGHT = Seat.P1, Seat.P2


def play_round(two: TwoTerminals) -> None:
    for _ in range(80):
        for seat in Seat:
            if "Round 1 is over" in two.text(seat):
                continue
            two.press(seat, " ")
            for key in "1234567890":
                if "Enter p" not in two.text(seat):
                    break
                two.press(seat, key, "enter")
        if all("Round 1 is over" in two.text(seat) for seat in Seat):
            return
    raise AssertionError("the round goes on and on")


def test_each_sees_the_own_hand_at_once(two: TwoTerminals) -> None:
    assert "Left, lead any card." in two.text(LEFT)
    assert "Left is choosing ..." in two.text(RIGHT)
    left, right = (cards_in(two.text(seat)) for seat in (LEFT, RIGHT))
    assert len(left) == len(right) == 12
    assert len(left & right) == 1, "the decree"


def test_a_card_is_seen_at_both_terminals(two: TwoTerminals) -> None:
    two.press(LEFT, "1", "enter")
    assert "Left led the 2 of Doves." in two.text(RIGHT)
    assert "Zoe is choosing ..." in two.text(LEFT)


def test_the_end_of_a_trick_stays_at_each_terminal_until_its_own_key(two: TwoTerminals) -> None:
    two.press(LEFT, "1", "enter")
    two.press(RIGHT, "2", "enter")
    assert all("Space continue" in two.text(seat) for seat in Seat)
    winner = LEFT if "Left wins" in two.text(LEFT) else RIGHT
    two.press(winner, " ", "1", "enter")
    assert "Space continue" in two.text(winner.other)
    two.press(winner.other, " ")
    assert "led the" in two.text(winner.other)


def test_the_guest_has_the_name_that_was_given_and_the_account_is_told(tmp_path: Path) -> None:
    two = TwoTerminals(options_in(tmp_path), duet(1, seed=5))
    two.knock(account=wire.Account("zoe", is_own=False))
    assert "Let Zoe in? (account zoe)" in two.text(LEFT)
    two.resize(LEFT, Size(12, 60))
    assert "Zoe wants to come in." in two.text(LEFT)
    two.resize(LEFT, WINDOW)
    two.press(LEFT, "y")
    assert '"Zoe"' in saved_game(two) or "Zoe" in two.text(RIGHT)
    two.close()


def test_who_is_not_let_in_is_told_so(tmp_path: Path) -> None:
    two = TwoTerminals(options_in(tmp_path), duet(1, seed=5))
    guest = two.knock()
    two.press(LEFT, "n")
    assert wire.Refused(wire.Refusal.NO, wire.VERSION) in guest.messages
    assert not any(getattr(one, "changed", None) for one in guest.messages)
    assert "Waiting for Right" in two.text(LEFT)
    two.join()
    assert "Left is choosing ..." in two.text(RIGHT)
    two.close()


def test_who_knocks_is_drawn_for_in_the_window_as_it_is_when_they_come_in(tmp_path: Path) -> None:
    two = TwoTerminals(options_in(tmp_path), duet(1, seed=5))
    guest = two.knock()
    two.resize(RIGHT, Size(40, 120))
    two.press(LEFT, "y")
    assert len(guest.rows) == 40
    two.close()


def test_one_guest_at_a_time(two: TwoTerminals) -> None:
    first = two.guest
    second = two.knock_silently()
    second.read()
    assert wire.Refused(wire.Refusal.BUSY, wire.VERSION) in second.messages
    two.guest = first
    two.press(LEFT, "1", "enter")
    assert "Left led" in two.text(RIGHT)
    second.end.close()


def test_a_lost_connection_loses_nothing(two: TwoTerminals) -> None:
    two.press(LEFT, "1", "enter")
    before = saved_game(two)
    two.lose_guest()
    assert "Waiting for Zoe" in two.text(LEFT)
    assert "foxduet join" in two.text(LEFT)
    assert cards_in(two.text(LEFT)) == set()
    two.join()
    assert "Left led the 2 of Doves." in two.text(RIGHT)
    assert "Zoe is choosing ..." in two.text(LEFT)
    assert saved_game(two) == before


def test_the_host_may_go_on_at_one_keyboard(two: TwoTerminals) -> None:
    two.lose_guest()
    two.press(LEFT, "k")
    assert "A opens your hand." in two.text(LEFT)
    late = two.knock_silently()
    late.read()
    assert late.messages == [wire.Refused(wire.Refusal.BUSY, wire.VERSION)]


def test_a_game_is_hosted_again_where_it_stands(two: TwoTerminals) -> None:
    two.press(LEFT, "1", "enter")
    two.press(LEFT, "q", "y")
    guest = two.guest
    assert two.meeting.host.lines == ("Game saved. To resume it: foxduet host --resume",)
    assert guest is None
    (path,) = two.desk.records.iterdir()
    again = TwoTerminals(two.desk, path=path)
    again.join()
    assert "Left led the 2 of Doves." in again.text(RIGHT)
    again.close()


def test_who_hosts_is_told_how_to_host_again_wherever_a_signal_comes(two: TwoTerminals) -> None:
    two.lose_guest()
    assert "Waiting for Zoe" in two.text(LEFT)
    two.press(LEFT, Interruption.ENDED)
    assert two.meeting.host.lines == ("Game saved. To resume it: foxduet host --resume",)


def test_at_one_keyboard_the_usual_command_resumes(two: TwoTerminals) -> None:
    two.lose_guest()
    two.press(LEFT, "k", Interruption.ENDED)
    assert two.meeting.host.lines == ("Game saved. To resume it: foxduet --resume",)


def test_the_guest_is_told_that_the_host_has_left(two: TwoTerminals) -> None:
    guest = two.guest
    assert guest is not None
    two.press(LEFT, "q", "y")
    assert guest.messages[-1] == wire.Ended(wire.Parting.HOST_LEFT)


@pytest.mark.parametrize("leaves", Seat)
def test_nobody_is_asked_before_leaving_a_game_that_is_over(
    two: TwoTerminals, leaves: Seat
) -> None:
    guest = two.guest
    assert guest is not None
    two.press(LEFT, "R", "y")
    two.press(RIGHT, "y")
    two.press(leaves, "q")
    how = wire.Parting.HOST_LEFT if leaves is LEFT else wire.Parting.LEFT
    assert guest.messages[-1] == wire.Ended(how)


def test_a_guest_may_leave_and_come_back(two: TwoTerminals) -> None:
    guest = two.guest
    assert guest is not None
    two.press(RIGHT, "q", "y")
    assert guest.messages[-1] == wire.Ended(wire.Parting.LEFT), "and did not lose the connection"
    assert "Waiting for Zoe" in two.text(LEFT)
    two.join()
    assert "Left is choosing ..." in two.text(RIGHT)


def test_what_was_seen_is_taken_back_only_if_the_other_agrees(two: TwoTerminals) -> None:
    two.press(LEFT, "1", "enter", "u")
    assert "Left asks to take back the last choice." in two.text(RIGHT)
    assert "Asking Zoe." in two.text(LEFT)
    two.press(RIGHT, "n")
    assert "Zoe would rather not." in two.text(LEFT)
    two.press(LEFT, "u")
    two.press(RIGHT, "y")
    assert "Left, lead any card." in two.text(LEFT)
    assert "taken_back = 1" in saved_game(two)


def test_what_the_other_agreed_to_is_done_where_a_trick_is_still_looked_at(
    two: TwoTerminals,
) -> None:
    two.press(LEFT, "1", "enter")
    before = two.text(RIGHT)
    two.press(RIGHT, "2", "enter", "u")
    two.press(LEFT, "y")
    # Another size of the window covers what is looked at.
    two.resize(RIGHT, Size(24, 80))
    two.press(RIGHT, " ")
    assert two.text(RIGHT).splitlines()[-2] == before.splitlines()[-2], "Right chooses again"
    two.press(RIGHT, "2", "enter")
    assert "taken_back = 1" in saved_game(two)


def test_a_question_lapses_when_the_game_goes_on(two: TwoTerminals) -> None:
    two.press(LEFT, "1", "enter", "u")
    assert "Agree?" in two.text(RIGHT)
    two.press(LEFT, "R", "y")
    assert "wants to resign" in two.text(RIGHT)
    two.press(RIGHT, "n")
    two.press(RIGHT, "1", "enter")
    two.press(LEFT, " ")
    assert "Agree?" not in two.text(RIGHT)


def test_a_full_disk_at_the_host_is_told_to_both(
    two: TwoTerminals, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = "Not saved: No space left on device."
    with monkeypatch.context() as full:
        full.setattr("os.fsync", refuse)
        two.press(LEFT, "1", "enter")
        assert all(said in two.text(seat) for seat in Seat)
        two.press(RIGHT, "2", "enter")
        assert all(said in two.text(seat) for seat in Seat)
    two.press(LEFT, " ", "R", "y")
    two.press(RIGHT, "y")
    assert not any(said in two.text(seat) for seat in Seat)
    monkeypatch.setattr("os.fsync", refuse)
    two.press(LEFT, "1", "enter")
    two.press(RIGHT, "y")
    said = "The new game cannot be saved: No space left on device."
    assert all(said in two.text(seat) for seat in Seat)


def test_a_team_resigns_only_together(two: TwoTerminals) -> None:
    two.press(LEFT, "R", "y")
    assert "resigned" not in saved_game(two)
    two.press(RIGHT, "y")
    assert 'result = "resigned"' in saved_game(two)


def test_an_opponent_resigns_alone(match: TwoTerminals) -> None:
    match.press(RIGHT, "R", "y")
    assert 'result = "*"' not in saved_game(match)


@pytest.mark.parametrize("winner", Seat)
def test_the_host_is_told_only_of_goals_of_their_own(winner: Seat, tmp_path: Path) -> None:
    match = TwoTerminals(options_in(tmp_path, scores=tmp_path / "scores"), classic(16, seed=5))
    match.join()
    match.press(winner.other, "R", "y")
    assert "resigned" in match.text(LEFT)
    assert ("Goals reached: a win" in match.text(LEFT)) is (winner is LEFT)
    match.close()


@pytest.mark.parametrize("words", [False, True], ids=["seen", "heard"])
def test_the_guest_s_end_has_the_goals_of_their_own_scores(words: bool, tmp_path: Path) -> None:
    two = TwoTerminals(options_in(tmp_path), classic(16, seed=5))
    guest = two.join(replace(HELLO, words=words))
    two.press(LEFT, "R", "y")
    guest.send(wire.Entered(("win",), is_best=True))
    two.meeting.read_connections()
    two.settle()
    assert "Goals reached: a win" in ("\n".join(guest.heard) if words else two.text(RIGHT))
    two.close()


@pytest.mark.parametrize("words", [False, True], ids=["seen", "heard"])
def test_the_guest_s_end_has_par(words: bool, tmp_path: Path) -> None:
    scores, header = tmp_path / "scores", duet(1, seed=5)
    save_par(scores, header, Par(PAR_PARTNER, "victory", 37))
    two = TwoTerminals(options_in(tmp_path, scores=scores), header)
    guest = two.join(replace(HELLO, words=words))
    two.press(LEFT, "R", "y")
    if words:
        two.say(RIGHT, "yes")
    else:
        two.press(RIGHT, "y")
    assert "Par: 37" in two.text(LEFT)
    assert "Par: 37" in ("\n".join(guest.heard) if words else two.text(RIGHT))
    two.close()


@pytest.mark.parametrize("winner", Seat)
def test_each_of_two_homes_counts_the_wins_of_its_own_player(winner: Seat, tmp_path: Path) -> None:
    desk = options_in(tmp_path, scores=tmp_path / "scores")
    match = TwoTerminals(desk, classic(16, seed=5))
    match.join()
    match.press(winner.other, "R", "y")
    guest = DataPaths(tmp_path / "guest" / "records", tmp_path / "guest" / "scores")
    import_guest_record(saved_game(match), guest)
    match.close()
    for seat, folders in ((LEFT, desk.folders), (RIGHT, guest)):
        (opened,) = open_progress(Environment(folders, desk), "classic")
        assert isinstance(opened, ResetStack)
        progress = of_kind(ProgressScreen, opened.screen).progress
        (own,) = standings(progress.games)
        assert (own.wins, own.losses) == ((1, 0) if seat is winner else (0, 1))
        reached = reached_goals(guide_words("classic").goals, progress.games)
        assert ("win" in [goal.name for goal in reached[16,]]) is (seat is winner)


def test_the_guest_gets_the_record_once_the_game_is_over_and_not_before(two: TwoTerminals) -> None:
    guest = two.guest
    assert guest is not None
    two.press(LEFT, "1", "enter")
    assert guest.records == []
    two.press(LEFT, "R", "y")
    two.press(RIGHT, "y")
    (record,) = set(guest.records)
    assert load_record(record).result is not None
    assert record == saved_game(two)


def test_the_guest_leaves_for_the_review_of_the_record_that_came_before(two: TwoTerminals) -> None:
    guest = two.guest
    assert guest is not None
    two.press(LEFT, "R", "y")
    two.press(RIGHT, "y")
    assert "2: Review" in two.text(RIGHT)
    two.press(RIGHT, "2", "enter")
    *before, ended = (one for one in guest.messages if isinstance(one, wire.Finished | wire.Ended))
    assert ended == wire.Ended(wire.Parting.REVIEW)
    assert all(isinstance(one, wire.Finished) for one in before)
    assert guest.records
    assert "Zoe has left." in two.text(LEFT)


def test_each_can_send_a_picture_of_the_game(
    two: TwoTerminals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    two.press(LEFT, "R", "y")
    two.press(RIGHT, "y")
    for seat in (LEFT, RIGHT):
        two.press(seat, "m", "3", "enter")
        assert "Picture saved in the current folder: foxduet-" in two.text(seat)
        (picture,) = tmp_path.glob("foxduet-*.svg")
        picture.unlink()


def test_the_same_deals_are_played_again_if_both_want_to(two: TwoTerminals) -> None:
    hand = cards_in(two.text(RIGHT))
    two.press(LEFT, "R", "y")
    two.press(RIGHT, "y")
    assert "Title" not in two.text(LEFT)
    two.press(LEFT, "m")
    assert "1: The same deals again" in two.text(LEFT)
    two.press(LEFT, "1", "enter")
    assert "Left wants to play the same deals again." in two.text(RIGHT)
    two.press(RIGHT, "y")
    assert cards_in(two.text(RIGHT)) == hand
    assert "Left, lead any card." in two.text(LEFT)
    assert len([*two.desk.records.iterdir()]) == 2


def test_a_round_is_dealt_once_both_have_looked_at_the_last(match: TwoTerminals) -> None:
    play_round(match)
    match.press(RIGHT, " ")
    assert "Waiting for Left to press Space." in match.text(RIGHT)
    assert "Press Space to deal" not in match.text(RIGHT)
    assert "Press Space to deal" in match.text(LEFT)
    assert "Zoe is ready for the next deal." in match.text(LEFT)
    assert "Round 1 is over" in match.text(RIGHT)
    match.press(LEFT, " ")
    assert all("Round 2" in match.text(seat) for seat in Seat)


def test_a_team_talks_between_rounds_only(two: TwoTerminals) -> None:
    two.press(LEFT, "t")
    assert "No talking during a round" in two.text(LEFT)
    assert "Enter say" not in two.text(LEFT)
    two.press(LEFT, "R", "y")
    two.press(RIGHT, "y", "t", *"hello", "enter")
    assert "Zoe says: hello" in two.text(LEFT)


def test_opponents_talk_as_they_like_and_may_mute_it(match: TwoTerminals) -> None:
    match.press(LEFT, "t", *"hi \x1b[2J", "enter")
    assert "Left says: hi [2J" in match.text(RIGHT)
    match.press(RIGHT, "t", "tab", "escape")
    match.press(LEFT, *"again", "enter")
    assert "again" not in match.text(RIGHT)
    match.press(RIGHT, "t")
    assert "Left: again" not in match.text(RIGHT)
    match.press(RIGHT, "tab")
    assert "Left: again" in match.text(RIGHT), "muted, but not lost"
    assert "hi" not in saved_game(match)


def test_a_paste_is_said_once_it_is_sent_and_counts_nowhere_else(match: TwoTerminals) -> None:
    for seat in Seat:
        before = [match.text(one) for one in Seat], saved_game(match)
        match.press(seat, PastedText("see you at 3"))
        assert ([match.text(one) for one in Seat], saved_game(match)) == before
        match.press(seat, "t", PastedText("see you at 3\x7f"), PastedText("4"))
        assert "> see you at 4_" in match.text(seat)
        assert match.text(seat.other) == before[0][seat.other]
        match.press(seat, "enter", "escape")
        assert "see you at 4" in match.text(seat.other)
        match.press(seat.other, "t", "escape")
    match.press(RIGHT, "t")
    assert match.guest is not None
    match.guest.send(wire.Pasted("before that", 0))
    match.meeting.read_connections()
    match.press(RIGHT, "!")
    assert "> !_" in match.text(RIGHT)


def test_each_is_spoken_to_in_their_own_language_and_drawn_for_in_their_own_window(
    tmp_path: Path,
) -> None:
    two = TwoTerminals(options_in(tmp_path), duet(1, seed=5))
    french = replace(HELLO, language="fr", size=Size(40, 120), signs="ascii", has_colours=False)
    guest = two.join(french)
    assert "lead any card" in two.text(LEFT)
    assert "Manche 1 sur 3" in two.text(RIGHT)
    assert len(guest.rows) == 40
    assert two.text(RIGHT).isascii()
    assert not two.text(LEFT).isascii()
    two.resize(RIGHT, Size(24, 80))
    assert len(guest.rows) == 24
    two.close()


def test_only_rows_that_changed_are_sent(two: TwoTerminals) -> None:
    guest = two.guest
    assert guest is not None
    guest.messages.clear()
    two.press(LEFT, "right")
    assert not guest.messages, "the host's cursor is the host's own"
    two.press(LEFT, "1", "enter")
    rows = [len(getattr(one, "changed", ())) for one in guest.messages]
    assert 0 < max(rows) < 24


def test_a_key_that_was_pressed_before_a_picture_was_seen_does_not_count_for_it(
    two: TwoTerminals,
) -> None:
    guest = two.guest
    assert guest is not None
    seen = guest.number
    two.press(LEFT, "1", "enter")
    for key in ("1", "enter"):
        two.clock.now += 2
        guest.send(wire.Pressed(key, seen))
        two.meeting.read_connections()
        two.settle()
    assert "Zoe is choosing ..." in two.text(LEFT)


def test_the_form_of_a_host_has_no_partner_and_leads_to_a_table_that_waits(tmp_path: Path) -> None:
    desk = options_in(tmp_path)
    form = new_form(desk, with_values(EMPTY_CONFIG, {"partner": "steady"}), at_the_deal=True).screen
    assert isinstance(form, FormScreen)
    host = host_form(replace(form, partner=None), RECIPE)
    assert "Teammate" not in text_of(host)
    assert "Waiting for Right" in text_of(press_keys(host, desk, "enter"))


def test_the_help_of_the_table_has_the_line_to_talk_by(two: TwoTerminals) -> None:
    two.resize(LEFT, Size(60, 80))
    two.press(LEFT, " ", "?")
    assert "a line to the other player" in two.text(LEFT)


@pytest.mark.parametrize("over", ["?", "tab", "q"])
def test_what_is_agreed_to_over_anything_is_done_and_told(over: str, two: TwoTerminals) -> None:
    two.press(RIGHT, over)
    two.press(LEFT, "1", "enter", "u")
    two.press(RIGHT, "y", "escape")
    assert "taken_back = 1" in saved_game(two)
    assert "Left, lead any card." in two.text(LEFT)
    assert "Left is choosing ..." in two.text(RIGHT)


def test_who_is_alone_may_go_on_at_one_keyboard_whatever_lies_below(two: TwoTerminals) -> None:
    two.press(LEFT, "?")
    two.lose_guest()
    two.press(LEFT, "?")
    assert "Keys right now" in two.text(LEFT)
    two.press(LEFT, "escape", "k", "escape")
    assert "A opens your hand." in two.text(LEFT)


def test_both_tables_pause_and_the_fox_walks_on_both_at_the_same_moment(tmp_path: Path) -> None:
    two = TwoTerminals(options_in(tmp_path, Look(animated=True)), duet(1, seed=5))
    two.join(replace(HELLO, animated=True))
    seen: dict[Seat, list[tuple[float, object]]] = {seat: [] for seat in Seat}

    def watch(_language: str, screen: Screen) -> None:
        if isinstance(screen, SharedTable) and isinstance(screen.mode, Paused | Animating):
            step = screen.mode.step if isinstance(screen.mode, Animating) else "paused"
            if (two.clock.now, step) not in seen[screen.own_seat]:
                seen[screen.own_seat].append((two.clock.now, step))

    two.press(LEFT, "1", "enter")
    with meetings.watched_screens(watch):
        two.press(RIGHT, "2", "enter")
    two.close()
    steps = [step for _now, step in seen[LEFT]]
    assert seen[LEFT] == seen[RIGHT]
    assert steps[0] == "paused"
    assert sum(step != "paused" for step in steps) > 1, "the fox walks"
    assert len({now for now, _step in seen[LEFT]}) == len(seen[LEFT]), "not all of it at once"


@pytest.fixture
def choosing(tmp_path: Path) -> TwoTerminals:
    """Return a game at which the team is to choose between rounds."""
    desk = options_in(tmp_path)
    two = TwoTerminals(desk, path=saved_between_rounds(desk))
    two.join()
    return two


def tables_of(game: Game, context: Context) -> Iterator[SharedTable]:
    """Yield both tables of two people after each turn of a game, and before it is shown there."""
    saved = SavedGame(Path("game.toml"))
    for at, turn in enumerate(game.turns):
        before, after = beginning_of(game, at), GameChanged(beginning_of(game, at + 1), saved)
        for seat in Seat:
            screen = shared_table(before, saved, seat, context.options.look)
            shown: list[Screen] = [screen, apply_animated_change(screen, after)]
            pending = before.pending
            if pending is not None and pending.seat in (screen.own_seat, None):
                shown.append(screen.play(turn.action, context).screen)
            shown.append(shared_table(after.game, saved, seat, context.options.look))
            for one in shown:
                assert isinstance(one, SharedTable)
                yield one


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "game", [VICTORY, played_match(classic(16, seed=5))], ids=["duet", "classic"]
)
def test_the_last_row_has_room_for_the_keys_of_every_state_of_the_table(
    game: Game, language: str
) -> None:
    use_language(language)
    seen = set()
    for screen in tables_of(game, Context(RunOptions(Look(), game.header.game), WINDOW)):
        in_row = [one for one in screen._active_bindings if one.footer is not None]
        said = [*filter(None, screen.footer.split("  "))]
        assert len(said) == len(in_row), screen.footer
        assert text_width(screen.footer) <= 78
        seen.add(type(screen.mode))
    assert seen >= {Choosing, Thinking, Animating, Paused, RoundEnd, GameOver}


def turns_saved(two: TwoTerminals) -> int:
    """Return how many turns the one saved game has."""
    return len(two.saved.turns)


@pytest.mark.parametrize("proposes", Seat)
def test_either_proposes_what_the_team_chooses_between_rounds_and_the_other_agrees(
    choosing: TwoTerminals, proposes: Seat
) -> None:
    two, before = choosing, turns_saved(choosing)
    two.press(proposes, "1", "enter")
    assert "You propose:" in two.text(proposes)
    assert "proposes:" in two.text(proposes.other)
    assert turns_saved(two) == before
    # To propose the same again is not to agree with oneself.
    two.press(proposes, "1", "enter")
    assert turns_saved(two) == before
    two.press(proposes.other, "2", "enter")
    assert turns_saved(two) == before, "the other one proposes something else"
    two.press(proposes, "2", "enter")
    assert turns_saved(two) == before + 1
    assert "propose" not in two.text(LEFT) + two.text(RIGHT)
    two.close()


def test_another_game_has_other_deals_if_both_want_it(two: TwoTerminals) -> None:
    hand = cards_in(two.text(RIGHT))
    two.press(LEFT, "R", "y")
    two.press(RIGHT, "y", "1", "enter")
    assert "Zoe wants to play another game." in two.text(LEFT)
    two.press(LEFT, "n")
    assert "Left would rather not." in two.text(RIGHT)
    assert len([*two.desk.records.iterdir()]) == 1
    two.press(RIGHT, "1", "enter")
    two.press(LEFT, "y")
    assert "Round 1" in two.text(LEFT)
    assert cards_in(two.text(RIGHT)) != hand
    assert len([*two.desk.records.iterdir()]) == 2


def test_a_line_has_two_hundred_characters_at_most(match: TwoTerminals) -> None:
    match.press(LEFT, "t", *"x" * (MAX_TALK_LENGTH + 30), "enter")
    assert "Left says: xxxx" in match.text(RIGHT)
    match.press(RIGHT, "t")
    assert match.text(RIGHT).count("x") == MAX_TALK_LENGTH == 200


def test_talk_is_in_the_middle_of_a_larger_window(match: TwoTerminals) -> None:
    match.resize(LEFT, Size(40, 120))
    match.press(LEFT, "t", *"hi", "enter", "t")
    rows, left = match.text(LEFT).splitlines(), (120 - WIDTH) // 2
    assert any(row.startswith(f"{'':{left}}Left: hi") for row in rows)
    assert not any(row[:left].strip() or row[left + WIDTH :].strip() for row in rows)


def last_rows(two: TwoTerminals) -> wire.Rows:
    """Return the last picture that came to the guest."""
    assert two.guest is not None
    return [one for one in two.guest.messages if isinstance(one, wire.Rows)][-1]


OWN = replace(HELLO, theme=Theme.NIGHT, keyboard="azerty")


def joined(folder: Path, hello: wire.Hello) -> TwoTerminals:
    """Return a match that a guest has joined who has a look of their own."""
    two = TwoTerminals(options_in(folder), duet(1, seed=5))
    two.join(hello)
    return two


def test_each_has_colours_and_a_keyboard_of_their_own(tmp_path: Path) -> None:
    two = joined(tmp_path, OWN)
    assert last_rows(two).theme is Theme.NIGHT
    assert two.display.frames[-1].theme is not Theme.NIGHT
    two.press(LEFT, "1", "enter")
    # The second key from the left of the digits' row, where letters with accents are.
    two.press(RIGHT, "é", "enter")
    assert "Space continue" in two.text(RIGHT)
    two.close()


def test_a_guest_has_a_layout_of_their_own(two: TwoTerminals) -> None:
    two.press(LEFT, "1", "enter")
    two.press(RIGHT, "\uff12", "enter")
    assert "Space continue" in two.text(RIGHT)
    two.press(RIGHT, "\u00a0")
    assert "Space continue" not in two.text(RIGHT)
    two.press(RIGHT, "й")
    assert "Leave the table?" in two.text(RIGHT)
    two.press(RIGHT, "т")
    assert "Leave the table?" not in two.text(RIGHT)
    two.press(RIGHT, "§", "§", "§")
    assert "These keys do nothing here." in two.text(RIGHT)
    assert "These keys do nothing here." not in two.text(LEFT)


def scores_of(desk: Desk) -> int:
    """Return how many games the scores have."""
    assert desk.scores is not None
    return len(read_scores(desk.scores, desk.records, "duet", "expert", 5.0).games)


def test_a_finished_game_is_entered_once(desk: Desk) -> None:
    for _ in range(2):
        import_guest_record(dump_record(VICTORY), desk.folders)
    assert scores_of(desk) == 1
    (record,) = desk.records.iterdir()
    assert record.read_text("utf-8") == dump_record(set_recorder_seat(VICTORY, Seat.P2))


@pytest.mark.parametrize("first", Seat)
def test_two_terminals_of_one_home_have_scores_of_both(first: Seat, desk: Desk) -> None:
    assert desk.scores is not None
    for seat in (first, first.other, first):
        saved = save_game(
            SavedGame(desk.records / f"{seat}.toml"), set_recorder_seat(VICTORY, seat)
        )
        with open_scores(desk.scores) as scores:
            insert_finished_game(scores, set_recorder_seat(VICTORY, seat), saved.path, desk.records)
        (entry,) = read_scores(desk.scores, desk.records, "duet", "expert").games
        assert entry.own_seats == ((first,) if len([*desk.records.iterdir()]) == 1 else (*Seat,))


@pytest.mark.parametrize("record", ["nonsense", dump_record(beginning_of(VICTORY, 9))])
def test_nothing_else_is(record: str, desk: Desk) -> None:
    import_guest_record(record, desk.folders)
    assert not desk.records.exists()


def say(two: TwoTerminals, seat: Seat, *lines: str) -> None:
    """Say lines, one after the other, and go back to the table."""
    two.press(seat, "t", *(key for line in lines for key in (*line, "enter")), "escape")


@pytest.mark.parametrize(
    "before",
    [(), ("?",), ("tab",), ("t",), ("t", "o", "h"), ("R",), ("q",), ("u",), ("b",)],
    ids=" ".join,
)
def test_a_line_is_read_whatever_it_comes_upon_and_stays_until_it_is(
    before: tuple[str, ...], match: TwoTerminals
) -> None:
    match.press(LEFT, *before)
    say(match, RIGHT, "first", "second")
    if before[:1] != ("t",):
        match.press(LEFT, "escape", "left", "right")
        assert "2 new lines; t shows them. Zoe says: second" in match.text(LEFT)
        match.press(LEFT, "t")
    assert "Zoe: first" in match.text(LEFT)
    assert "Zoe: second" in match.text(LEFT)
    assert f"> {''.join(before[1:])}_" in match.text(LEFT), "what was being typed is still there"
    match.press(LEFT, "escape")
    assert "Zoe" not in match.text(LEFT).splitlines()[1]


def test_a_line_that_comes_while_a_trick_is_looked_at_outlives_it(match: TwoTerminals) -> None:
    match.press(LEFT, "1", "enter")
    for key in "1234567890":
        match.press(RIGHT, key, "enter")
    assert all("Space continue" in match.text(seat) for seat in Seat)
    say(match, RIGHT, "well done")
    match.press(LEFT, " ", "left", "left", "1", "enter")
    assert "Zoe says: well done" in match.text(LEFT)


def test_what_is_said_leaves_the_place_to_talk_open(match: TwoTerminals) -> None:
    match.press(LEFT, "t", *"one", "enter", *"two", "enter", "enter")
    assert "Left: one" in match.text(LEFT)
    assert "Left: two" in match.text(LEFT)
    assert "Enter say" in match.text(LEFT)


@pytest.mark.parametrize("size", [Size(24, 80), Size(50, 120)])
def test_all_that_was_said_can_be_scrolled_through(size: Size, match: TwoTerminals) -> None:
    match.resize(LEFT, size)
    say(match, RIGHT, *(f"line {number}." for number in range(60)))
    match.press(LEFT, "t")
    assert "line 59." in match.text(LEFT)
    assert match.text(LEFT).count("Zoe: line") == size.rows - 10
    seen = ""
    for _ in range(6):
        seen += match.text(LEFT)
        match.press(LEFT, "page up")
    assert all(f"line {number}." in seen for number in range(60))
    match.press(LEFT, "home", "up")
    assert "line 0." in match.text(LEFT)
    say(match, RIGHT, "more")
    assert "line 0." in match.text(LEFT), "it stays where it is read"
    match.press(LEFT, "end")
    assert "Zoe: more" in match.text(LEFT)


@pytest.mark.parametrize("who", ["zoe", "eve"])
def test_whoever_comes_back_finds_what_was_said_and_nobody_else_does(
    who: str, tmp_path: Path
) -> None:
    two = TwoTerminals(options_in(tmp_path), classic(16, seed=5))
    two.knock(account=wire.Account("zoe", is_own=False))
    two.press(LEFT, "y")
    say(two, RIGHT, "back soon")
    two.lose_guest()
    two.knock(account=wire.Account(who, is_own=False))
    two.press(LEFT, "y")
    two.press(RIGHT, "t")
    assert ("Zoe: back soon" in two.text(RIGHT)) is (who == "zoe")
    two.close()


@pytest.mark.parametrize(("more", "fits"), [("", True), ("!", False)])
def test_the_row_of_what_was_said_is_filled_before_a_line_is_cut(
    more: str, fits: bool, match: TwoTerminals
) -> None:
    line = "a line of sixty-two signs or cells that fills a row to the end"
    say(match, RIGHT, line + more)
    row = match.text(LEFT).splitlines()[1].strip()
    assert row == f"Zoe says: {line}" if fits else row.endswith("to the ...")


def hosted(folder: Path, *, paper: Paper | None = None, words: bool = False) -> TwoTerminals:
    """Return a team that has sat down, as a host begins a new game."""
    two = TwoTerminals(options_in(folder), paper=paper)
    two.knock(replace(HELLO, words=words))
    if paper is None:
        two.press(LEFT, "y", "enter")
    else:
        two.say(LEFT, "yes", "deal")
    return two


def test_a_team_sits_down_and_talks_before_the_first_deal(tmp_path: Path) -> None:
    two = hosted(tmp_path)
    for seat in Seat:
        assert "Before the first deal" in two.text(seat)
        assert "You may talk freely" in two.text(seat)
        assert "Press Space to deal the cards." in two.text(seat)
        assert cards_in(two.text(seat)) == set()
    say(two, RIGHT, "I like to lead")
    assert "Zoe says: I like to lead" in two.text(LEFT)
    two.press(RIGHT, " ")
    assert "Before the first deal" in two.text(RIGHT)
    two.press(LEFT, " ")
    assert all("Round 1 of 3" in two.text(seat) for seat in Seat)
    assert len(two.saved.turns) == 1
    two.close()


def test_a_team_that_has_not_dealt_yet_goes_on_there(tmp_path: Path) -> None:
    two = hosted(tmp_path)
    two.press(LEFT, "q", "y")
    (path,) = two.desk.records.iterdir()
    again = TwoTerminals(two.desk, path=path)
    again.join()
    assert "Before the first deal" in again.text(RIGHT)
    again.press(RIGHT, " ")
    again.press(LEFT, " ")
    assert "Round 1 of 3" in again.text(RIGHT)
    again.close()


def test_what_was_said_before_a_deal_can_be_read_in_the_round_and_nothing_said(
    tmp_path: Path,
) -> None:
    two = hosted(tmp_path)
    two.press(RIGHT, " ", "t", *"one more")
    two.press(LEFT, "t", *"shall we", "enter", "escape", " ")
    assert "Left: shall we" in two.text(RIGHT)
    assert "No talking during a round" in two.text(RIGHT)
    two.press(RIGHT, *" thing", "enter")
    assert "thing" not in two.text(RIGHT) + two.text(LEFT)
    two.press(RIGHT, "escape", "t")
    assert "Left: shall we" in two.text(RIGHT)
    two.close()


def test_a_line_between_rounds_does_not_hide_that_the_other_is_ready(match: TwoTerminals) -> None:
    play_round(match)
    say(match, RIGHT, "one more round")
    match.press(RIGHT, " ")
    assert "Zoe says: one more round" in match.text(LEFT)
    assert "Zoe is ready for the next deal." in match.text(LEFT)


@pytest.mark.parametrize("before", ["", "resign", "leave", "rules"])
def test_in_words_every_line_is_heard_once(before: str, tmp_path: Path) -> None:
    paper = Paper()
    two = hosted(tmp_path, paper=paper, words=True)
    two.say(LEFT, before)
    two.say(RIGHT, "talk hello", "talk hello", "talk shall we")
    if before in ("resign", "leave"):
        two.say(LEFT, "no")
    assert paper.lines.count("Zoe says: hello") == 2
    assert paper.lines.count("Zoe says: shall we") == 1
    two.say(LEFT, "talk")
    assert paper.lines.count("Zoe: hello") == 2
    two.close()
