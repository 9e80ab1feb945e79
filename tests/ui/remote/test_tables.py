"""Two people at two terminals: each sees the own hand, and both the same game."""

from __future__ import annotations

import socket
from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.analysis.goals import goals_reached
from foxduet.analysis.par import PAR_PARTNER
from foxduet.analysis.standings import standings
from foxduet.core.common import Seat
from foxduet.play.record import load_record
from foxduet.store.config import NOTHING, remembering
from foxduet.store.entries import Par
from foxduet.store.par import save_par
from foxduet.store.sockets import Account
from foxduet.ui.kit.answers import ProgressOpened
from foxduet.ui.kit.canvas import Size
from foxduet.ui.kit.effects import OpenProgress
from foxduet.ui.kit.keys import Interruption
from foxduet.ui.menu.form import FormScreen, new_form
from foxduet.ui.performer import Folders, perform, take_in_record
from foxduet.ui.remote.host import host_form
from foxduet.ui.remote.messages import (
    VERSION,
    Ended,
    Entered,
    Finished,
    Parting,
    Pressed,
    Refusal,
    Refused,
)
from foxduet.words.common import guide_words
from tests.support.classic.screens import classic
from tests.support.meetings import HELLO, RECIPE, TwoTerminals, saved_game
from tests.support.players import duet
from tests.support.tables import cards_in, options_in, press_keys, text_of

pytestmark = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="no such sockets here")

LEFT, RIGHT = Seat.P1, Seat.P2


def play_round(two: TwoTerminals) -> None:
    """Play until a round is over, at both terminals."""
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
    two.knock(account=Account("zoe", is_own=False))
    assert "Zoe (account zoe) would like to come in." in two.text(LEFT)
    two.press(LEFT, "y")
    assert '"Zoe"' in saved_game(two) or "Zoe" in two.text(RIGHT)
    two.close()


def test_who_is_not_let_in_is_told_so(tmp_path: Path) -> None:
    two = TwoTerminals(options_in(tmp_path), duet(1, seed=5))
    guest = two.knock()
    two.press(LEFT, "n")
    assert Refused(Refusal.NO, VERSION) in guest.messages
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
    assert Refused(Refusal.BUSY, VERSION) in second.messages
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
    assert "Press Space when only Left can see the screen." in two.text(LEFT)
    late = two.knock_silently()
    late.read()
    assert late.messages == [Refused(Refusal.BUSY, VERSION)]


def test_a_game_is_hosted_again_where_it_stands(two: TwoTerminals) -> None:
    two.press(LEFT, "1", "enter")
    two.press(LEFT, "q", "y")
    guest = two.guest
    assert two.meeting.host.lines == ("The game is saved; resume it with: foxduet host --resume",)
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
    assert two.meeting.host.lines == ("The game is saved; resume it with: foxduet host --resume",)


def test_at_one_keyboard_the_usual_command_resumes(two: TwoTerminals) -> None:
    two.lose_guest()
    two.press(LEFT, "k", Interruption.ENDED)
    assert two.meeting.host.lines == ("The game is saved; resume it with: foxduet --resume",)


def test_the_guest_is_told_that_the_host_has_left(two: TwoTerminals) -> None:
    guest = two.guest
    assert guest is not None
    two.press(LEFT, "q", "y")
    assert guest.messages[-1] == Ended(Parting.HOST_LEFT)


@pytest.mark.parametrize("leaves", Seat)
def test_nobody_is_asked_before_leaving_a_game_that_is_over(
    two: TwoTerminals, leaves: Seat
) -> None:
    guest = two.guest
    assert guest is not None
    two.press(LEFT, "R", "y")
    two.press(RIGHT, "y")
    two.press(leaves, "q")
    how = Parting.HOST_LEFT if leaves is LEFT else Parting.LEFT
    assert guest.messages[-1] == Ended(how)


def test_a_guest_may_leave_and_come_back(two: TwoTerminals) -> None:
    guest = two.guest
    assert guest is not None
    two.press(RIGHT, "q", "y")
    assert guest.messages[-1] == Ended(Parting.LEFT), "and did not lose the connection"
    assert "Waiting for Zoe" in two.text(LEFT)
    two.join()
    assert "Left is choosing ..." in two.text(RIGHT)


def test_what_was_seen_is_taken_back_only_if_the_other_agrees(two: TwoTerminals) -> None:
    two.press(LEFT, "1", "enter", "u")
    assert "Left asks to take the last choice back." in two.text(RIGHT)
    assert "Zoe is asked." in two.text(LEFT)
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
    assert "Do you agree?" in two.text(RIGHT)
    two.press(LEFT, "R", "y")
    assert "wants to resign" in two.text(RIGHT)
    two.press(RIGHT, "n")
    two.press(RIGHT, "1", "enter")
    two.press(LEFT, " ")
    assert "Do you agree?" not in two.text(RIGHT)


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
    assert ("Reached: a win" in match.text(LEFT)) is (winner is LEFT)
    match.close()


@pytest.mark.parametrize("words", [False, True], ids=["seen", "heard"])
def test_the_guest_s_end_has_the_goals_of_their_own_scores(words: bool, tmp_path: Path) -> None:
    two = TwoTerminals(options_in(tmp_path), classic(16, seed=5))
    guest = two.join(replace(HELLO, words=words))
    two.press(LEFT, "R", "y")
    guest.send(Entered(("win",), is_best=True))
    two.meeting.read_guest()
    two.settle()
    assert "Reached: a win" in ("\n".join(guest.heard) if words else two.text(RIGHT))
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
    guest = Folders(tmp_path / "guest" / "records", tmp_path / "guest" / "scores")
    take_in_record(saved_game(match), guest)
    match.close()
    for seat, folders in ((LEFT, desk.folders), (RIGHT, guest)):
        opened = perform(OpenProgress("classic"), folders)
        assert isinstance(opened, ProgressOpened)
        (own,) = standings(opened.progress.games)
        assert (own.wins, own.losses) == ((1, 0) if seat is winner else (0, 1))
        reached = goals_reached(guide_words("classic").goals, opened.progress.games)
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


def test_the_guest_leaves_for_the_review_of_the_record_that_came_before(
    two: TwoTerminals,
) -> None:
    guest = two.guest
    assert guest is not None
    two.press(LEFT, "R", "y")
    two.press(RIGHT, "y")
    assert "4: Review" in two.text(RIGHT)
    two.press(RIGHT, "4", "enter")
    *before, ended = (one for one in guest.messages if isinstance(one, Finished | Ended))
    assert ended == Ended(Parting.REVIEW)
    assert all(isinstance(one, Finished) for one in before)
    assert guest.records
    assert "Zoe has left." in two.text(LEFT)


def test_the_same_deals_are_played_again_if_both_want_to(two: TwoTerminals) -> None:
    hand = cards_in(two.text(RIGHT))
    two.press(LEFT, "R", "y")
    two.press(RIGHT, "y")
    assert "2: The same deals again" in two.text(LEFT)
    assert "Title" not in two.text(LEFT)
    two.press(LEFT, "2", "enter")
    assert "Left would like to play the same deals again." in two.text(RIGHT)
    two.press(RIGHT, "y")
    assert cards_in(two.text(RIGHT)) == hand
    assert "Left, lead any card." in two.text(LEFT)
    assert len([*two.desk.records.iterdir()]) == 2


def test_a_round_is_dealt_once_both_have_looked_at_the_last(match: TwoTerminals) -> None:
    play_round(match)
    match.press(RIGHT, " ")
    assert "Left is still to press Space." in match.text(RIGHT)
    assert "Zoe is ready for the next round." in match.text(LEFT)
    assert "Round 1 is over" in match.text(RIGHT)
    match.press(LEFT, " ")
    assert all("Round 2" in match.text(seat) for seat in Seat)


def test_a_team_talks_between_rounds_only(two: TwoTerminals) -> None:
    two.press(LEFT, "t")
    assert "A team does not talk within a round" in two.text(LEFT)
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


def test_each_is_spoken_to_in_their_own_language_and_drawn_for_in_their_own_window(
    tmp_path: Path,
) -> None:
    two = TwoTerminals(options_in(tmp_path), duet(1, seed=5))
    french = replace(HELLO, language="fr", size=Size(40, 120), few_signs=True, has_colours=False)
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
        guest.send(Pressed(key, seen))
        two.meeting.read_guest()
        two.settle()
    assert "Zoe is choosing ..." in two.text(LEFT)


def test_the_form_of_a_host_has_no_partner_and_leads_to_a_table_that_waits(tmp_path: Path) -> None:
    desk = options_in(tmp_path)
    form = new_form(desk, remembering(NOTHING, {"partner": "steady"}), at_the_deal=True).screen
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
    two.press(LEFT, "k", "escape")
    assert "Press Space when only Left can see the screen." in two.text(LEFT)
