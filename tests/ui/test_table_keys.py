"""What the keys do at the table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.game import Header, open_game
from foxduet.notation import parse_action
from foxduet.position import parse_position, restore
from foxduet.rules.actions import Exchange
from foxduet.rules.cards import Seat
from foxduet.rules.observation import observe
from foxduet.rules.state import Outcome
from foxduet.session import Session, Stage
from foxduet.store.records import SavedGame, load_game
from foxduet.ui import keys
from foxduet.ui.app import Interruption, later, patience, press, run
from foxduet.ui.canvas import Size
from foxduet.ui.choices import options_of
from foxduet.ui.keeping import farewell
from foxduet.ui.look import Look
from foxduet.ui.screens import (
    AskScreen,
    Leave,
    Question,
    ReaderScreen,
    ReplayScreen,
    Screen,
    TableScreen,
    Text,
)
from tests.deals import setup_of
from tests.ui.tables import (
    STILL,
    WINDOW,
    ScriptedTerminal,
    options_in,
    play_script,
    table_in,
    text_of,
)

# Right holds Doves and must follow Left's 3 of Doves; Stars are trump.
FOLLOW_DOVE = (
    "1.1 5d1r3r9r2s5s7s8sTr/2d4d6d7d8d4r5r6r8r9s 1s 7r1dTd3s6s2rTs p1:3d - {path} p2:play"
).replace("9r2s5s7s8sTr", "9rTr2s5s7s8s")
ON_SPACE_3 = "1202101212 3 3"


def table_at(folder: Path, line: str, look_now: Seat | None = None, level: int = 2) -> TableScreen:
    """Return a table at a position, seen by ``look_now`` if a seat is to look."""
    setup = setup_of(level)
    state = restore(parse_position(line), setup)
    game = replace(open_game(Header(level=level, players=("Left", "Right"))), first=state)
    screen = TableScreen(Session(game), SavedGame(folder / "game.toml"))
    return screen if look_now is None else pressed(screen, folder, keys.ENTER)


def pressed(screen: Screen, folder: Path, *script: str, look: Look = STILL) -> TableScreen:
    """Press keys one after the other; the result must be a table."""
    after = press_all(screen, folder, *script, look=look)
    assert isinstance(after, TableScreen)
    return after


def press_all(screen: Screen, folder: Path, *script: str, look: Look = STILL) -> Screen | Leave:
    """Press keys one after the other."""
    after: Screen | Leave = screen
    for key in script:
        assert not isinstance(after, Leave)
        after = press(after, key, WINDOW, options_in(folder, look))
    return after


@pytest.fixture
def following(tmp_path: Path) -> TableScreen:
    """Right looks, with Doves in hand, and the 3 of Doves is led; Stars are trump."""
    return table_at(tmp_path, FOLLOW_DOVE.format(path=ON_SPACE_3), Seat.P2)


def test_the_cursor_starts_on_a_card_that_may_be_played(following: TableScreen) -> None:
    options = options_of(observe(following.session.state, Seat.P2))
    assert options[following.cursor] in observe(following.session.state, Seat.P2).choices


def test_trying_a_card_that_may_not_be_played_says_why(
    following: TableScreen, tmp_path: Path
) -> None:
    # The sixth card is the first Rose.
    after = pressed(following, tmp_path, "6", keys.ENTER)
    assert after.session == following.session
    assert "You hold Doves, and a Dove was led" in text_of(after)
    assert "You hold Doves" not in text_of(pressed(after, tmp_path, keys.RIGHT))


@pytest.mark.parametrize("key", [keys.RIGHT, "l"])
def test_keys_to_the_right_go_to_the_next_card_and_around(
    following: TableScreen, tmp_path: Path, key: str
) -> None:
    assert pressed(following, tmp_path, key).cursor == 1
    assert pressed(following, tmp_path, *([key] * 10)).cursor == 0


@pytest.mark.parametrize("key", [keys.LEFT, "h"])
def test_keys_to_the_left_go_to_the_card_before_and_around(
    following: TableScreen, tmp_path: Path, key: str
) -> None:
    assert pressed(following, tmp_path, key).cursor == 9


@pytest.mark.parametrize(("down", "up"), [(keys.DOWN, keys.UP), ("j", "k")])
def test_up_and_down_go_to_the_other_row(
    following: TableScreen, tmp_path: Path, down: str, up: str
) -> None:
    assert pressed(following, tmp_path, down).cursor == 6
    assert pressed(following, tmp_path, down, up).cursor == 0


def test_up_and_down_reach_what_is_no_card(tmp_path: Path) -> None:
    line = "1.0 4d6d/5d7d 1s 7r1d8d6s4s2r4r p1:3d - 1202101212 6 3 p2:exchange"
    table = table_at(tmp_path, line, Seat.P2)
    assert pressed(table, tmp_path, keys.UP).cursor == 1
    assert pressed(table, tmp_path, keys.UP, keys.DOWN).cursor == table.cursor
    line = "1.0 4d6d/5d7d 1s 7r1d8d6s4s2r4r p2:3d - 1202101212 6 3 p2:foxes"
    table = table_at(tmp_path, line, Seat.P2)
    assert pressed(table, tmp_path, keys.DOWN).cursor == 1
    assert pressed(table, tmp_path, keys.DOWN, keys.UP).cursor == 0


def test_a_number_chooses_and_the_same_number_plays(following: TableScreen, tmp_path: Path) -> None:
    chosen = pressed(following, tmp_path, "3")
    assert (chosen.cursor, chosen.session) == (2, following.session)
    played = pressed(chosen, tmp_path, "3")
    assert played.session.game.turns[-1].action == parse_action("p2 play 6d")


@pytest.mark.parametrize("key", [keys.ENTER, keys.SPACE])
def test_enter_and_space_play(following: TableScreen, tmp_path: Path, key: str) -> None:
    played = pressed(following, tmp_path, key)
    assert played.session.game.turns[-1].action == parse_action("p2 play 2d")


def test_every_action_is_on_file_before_it_is_seen(following: TableScreen, tmp_path: Path) -> None:
    screen = table_in(tmp_path)
    for key in (keys.ENTER, keys.ENTER, keys.ENTER, keys.ENTER):
        screen = pressed(screen, tmp_path, key)
        game, _saved = load_game(screen.saved.path)
        assert game == screen.session.game


def test_while_following_the_chosen_card_shows_what_it_would_do(following: TableScreen) -> None:
    text = text_of(following)
    # Left's 3 of Doves beats the 2: 2 + 3 paws toward Left from space 3.
    assert "Left would win; the fox would run off the path: a token lost, no gem." in text


def test_following_with_the_last_token_gone_warns_of_the_defeat(tmp_path: Path) -> None:
    table = table_at(tmp_path, FOLLOW_DOVE.format(path="12021012## 3 0"), Seat.P2)
    assert "run off the path: the game is lost" in text_of(table)


def test_following_with_a_gazelle_shows_all_the_places_it_could_lead_to(tmp_path: Path) -> None:
    line = "1.1 2s3s/5d7d 1s 7r1d8d6s4s2r4r p1:6d - 1202101212 6 3 p2:play"
    table = table_at(tmp_path, line, Seat.P2)
    assert "Left would win and choose among: 3, 4 (gem), 5 (gem)." in text_of(table)


def test_blank_hides_the_hand_and_enter_brings_it_back(
    following: TableScreen, tmp_path: Path
) -> None:
    blanked = pressed(following, tmp_path, "b")
    assert blanked.session.stage is Stage.HANDOFF
    assert pressed(blanked, tmp_path, keys.ENTER).session == following.session


@pytest.mark.parametrize("over", ["?", keys.TAB, "q", "R"])
def test_blank_hides_the_hand_behind_texts_and_questions_too(
    following: TableScreen, tmp_path: Path, over: str
) -> None:
    back = pressed(following, tmp_path, over, "b", keys.ESCAPE)
    assert back.session.stage is Stage.HANDOFF


def test_leaving_is_asked_from_a_text_as_well(following: TableScreen, tmp_path: Path) -> None:
    question = press_all(following, tmp_path, "?", "q")
    assert question == press_all(following, tmp_path, "q")


def test_leaving_is_asked_and_tells_how_to_go_on(following: TableScreen, tmp_path: Path) -> None:
    question = press_all(following, tmp_path, "q")
    assert isinstance(question, AskScreen)
    assert question.question is Question.LEAVE
    assert press_all(question, tmp_path, "n") == following
    assert press_all(question, tmp_path, keys.ESCAPE) == following
    left = press_all(question, tmp_path, keys.ENTER)
    elsewhere = following.saved.path
    assert left == Leave(f"The game is saved; go on with: foxduet --resume {elsewhere}")


def test_a_game_in_its_usual_place_is_gone_on_with_by_no_name(tmp_path: Path) -> None:
    left = press_all(table_in(tmp_path), tmp_path, "q", keys.ENTER)
    assert left == Leave("The game is saved; go on with: foxduet --resume")


def test_the_end_of_a_game_that_cannot_be_saved_is_not_left_in_silence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = "2.6 4d2s/6d8s 1s 7r1d8d6s4s2r4r p1:2d - 000000001# 4 2 p2:play"
    table = table_at(tmp_path, line, Seat.P2)

    def refuse(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", refuse)
    over = pressed(table, tmp_path, keys.ENTER)
    assert over.session.stage is Stage.OVER
    for script in (("q",), ("3", "3"), ("1", "1")):
        stays = pressed(over, tmp_path, *script)
        assert "Not saved: No space left on device." in text_of(stays)
    monkeypatch.undo()
    assert press_all(over, tmp_path, "q") == Leave()
    assert b'result = "victory"\nscore = 39\nfinished = ' in over.saved.path.read_bytes()


def test_resigning_is_asked_of_both_and_enter_alone_does_not_do_it(
    following: TableScreen, tmp_path: Path
) -> None:
    question = press_all(following, tmp_path, "R")
    assert isinstance(question, AskScreen)
    stayed = pressed(question, tmp_path, keys.ENTER)
    assert stayed.session.state == following.session.state
    # Both have looked at the screen, so no hand comes up by itself.
    assert stayed.session.stage is Stage.HANDOFF
    resigned = pressed(following, tmp_path, "R", "y")
    assert resigned.session.state.outcome is Outcome.RESIGNED
    assert "You have given the game up." in text_of(resigned)
    by_arrow = pressed(following, tmp_path, "R", keys.RIGHT, keys.ENTER)
    assert by_arrow.session.state == resigned.session.state


@pytest.mark.parametrize(
    ("key", "text"), [("?", Text.RULES), ("r", Text.REFERENCE), (keys.TAB, Text.REFERENCE)]
)
def test_help_and_reference_are_a_key_away_everywhere(
    following: TableScreen, tmp_path: Path, key: str, text: Text
) -> None:
    question = press_all(following, tmp_path, "q")
    screens = (following, pressed(following, tmp_path, "b"), over_at(tmp_path), question)
    for screen in screens:
        assert isinstance(screen, TableScreen | AskScreen)
        reader = press_all(screen, tmp_path, key)
        assert reader == ReaderScreen(text, screen)
        assert press_all(reader, tmp_path, keys.ESCAPE) == screen


def test_the_keeping_of_the_decree_is_the_first_choice_of_an_exchange(tmp_path: Path) -> None:
    line = "1.0 4d6d/5d7d 1s 7r1d8d6s4s2r4r p1:3d - 1202101212 6 3 p2:exchange"
    table = table_at(tmp_path, line, Seat.P2)
    options = options_of(observe(table.session.state, Seat.P2))
    assert options[table.cursor] == Exchange(Seat.P2, None)
    assert "[3: Keep the decree]" in text_of(table)
    assert "The 1 of Stars stays the decree." in text_of(table)
    other = pressed(table, tmp_path, "1")
    assert "You take the 1 of Stars; the 5 of Doves becomes the decree." in text_of(other)


def test_twelve_options_of_an_exchange_each_have_a_key(tmp_path: Path) -> None:
    p2 = "2d4d5d6d7d8d9dTd1r2r3r"
    line = f"1.0 1d4r5r6r7r8r9rTr1s2s/{p2} 4s 5s6s7s8s9sTs3s p1:3d - 1212101212 6 3 p2:exchange"
    table = table_at(tmp_path, line, Seat.P2)
    assert "[=: Keep the decree]" in text_of(table)
    assert pressed(table, tmp_path, "-").cursor == 10


def test_the_winner_sees_the_possible_moves_on_the_path(tmp_path: Path) -> None:
    line = "1.1 4d/6d 1s 7r1d8d6s4s2r4r p1:5d7d - 1202101212 6 3 p2:move"
    table = table_at(tmp_path, line, Seat.P2)
    text = text_of(table)
    assert "Right, where should the fox go?" in text
    assert "[1: stay]  2: ▶ 1" in text
    marks = text.splitlines()[4]
    spaces = text.splitlines()[3]
    assert marks.index("1") == spaces.index("^.^") + 1
    assert marks.index("2") == spaces.index("7")


def test_the_forest_token_is_placed_by_both_without_a_hand(tmp_path: Path) -> None:
    line = "1.10 -/6d 1s 7r1d8d6s4s2r4r p1:2d - 1202101212 3 3 p2:play"
    table = pressed(table_at(tmp_path, line, Seat.P2), tmp_path, keys.ENTER)
    assert table.session.stage is Stage.FOREST
    assert "Round 1 is over" in text_of(table)
    assert "New gems: spaces 3, 4, 5, 7, 9." in text_of(table)
    assert "[1: Left's end]  2: Right's end" in text_of(table)
    assert "cover space 1; its gem would slide to space 2." in text_of(table)
    other = pressed(table, tmp_path, keys.RIGHT)
    assert "cover space 10; its 2 gems would slide to space 9." in text_of(other)
    placed = pressed(other, tmp_path, keys.ENTER)
    assert placed.session.state.path.last == 9
    assert "The forest covers space 10 at Right's end." in text_of(placed)
    assert "You may talk as freely as you like until the next deal." in text_of(placed)
    dealt = pressed(placed, tmp_path, keys.ENTER)
    assert dealt.session.stage is Stage.HANDOFF
    assert "From now on, not a word about cards" in text_of(dealt)


def over_at(folder: Path) -> TableScreen:
    """Return the end of a game that is won in round 2 with the last gem."""
    line = "2.6 4d2s/6d8s 1s 7r1d8d6s4s2r4r p1:2d - 000000001# 4 2 p2:play"
    return pressed(table_at(folder, line, Seat.P2), folder, keys.ENTER)


def test_a_victory_tells_its_score_item_by_item(tmp_path: Path) -> None:
    text = text_of(over_at(tmp_path))
    assert "All gems are found. You have won!" in text
    items = [" ".join(row.split()) for row in text.splitlines()]
    assert items[items.index("Level 2 20") :][:5] == [
        "Level 2 20",
        "Cards left in both hands 3",
        "Won in round 2 10",
        "Forest tokens left, 3 points each 6",
        "Score 39",
    ]


def test_a_defeat_tells_what_was_left(tmp_path: Path) -> None:
    line = "2.6 4d2s/6d8s 1s 7r1d8d6s4s2r4r p1:2d - 000002001# 8 0 p2:play"
    text = text_of(pressed(table_at(tmp_path, line, Seat.P2), tmp_path, keys.ENTER))
    assert "The fox is lost in the forest." in text
    items = [" ".join(row.split()) for row in text.splitlines()]
    assert {"Gems left on the path 3", "Tricks that were left 15", "Forest tokens left 0"} <= {
        *items
    }


def test_the_end_offers_another_game_a_look_back_and_to_quit(tmp_path: Path) -> None:
    over = over_at(tmp_path)
    assert press_all(over, tmp_path, "q") == Leave()
    replayed = press_all(over, tmp_path, keys.RIGHT, keys.ENTER)
    assert isinstance(replayed, ReplayScreen)
    assert press_all(replayed, tmp_path, keys.ESCAPE) == replace(over, cursor=1, picked=True)
    again = pressed(over, tmp_path, keys.ENTER)
    assert again.session.game.header.players == ("Left", "Right")
    assert (again.session.state.round, again.session.stage) == (1, Stage.HANDOFF)


def test_a_game_that_cannot_be_won_any_more_says_so_once(tmp_path: Path) -> None:
    line = "3.8 4d2s/6d8d9d 1s 7r1d3d6s4s2r4r p1:8s - 000000300# 6 2 p2:play"
    table = table_at(tmp_path, line, Seat.P2)
    question = press_all(table, tmp_path, keys.ENTER)
    assert isinstance(question, AskScreen)
    assert question.question is Question.HOPELESS
    assert "3 gems lie on the path, but only 2 tricks are left" in " ".join(
        text_of(question).split()
    )
    on = pressed(question, tmp_path, keys.ENTER)
    assert on.session.state.outcome is None
    assert on.session.viewer is None
    assert pressed(on, tmp_path, keys.ENTER, keys.ENTER).session.stage is Stage.HANDOFF
    assert pressed(question, tmp_path, "y").session.state.outcome is Outcome.RESIGNED


def test_the_key_of_the_card_that_the_cursor_starts_on_does_not_play_at_once(
    following: TableScreen, tmp_path: Path
) -> None:
    once = pressed(following, tmp_path, "1")
    assert once.session == following.session
    assert pressed(once, tmp_path, "1").session.game.turns[-1].action == parse_action("p2 play 2d")


def test_a_game_that_nothing_was_done_in_is_not_written_on_leaving(tmp_path: Path) -> None:
    table = table_in(tmp_path)
    ahead = pressed(table, tmp_path, keys.ENTER, keys.ENTER)
    assert isinstance(press_all(table, tmp_path, "q", "y"), Leave)
    assert [path.name for path in table.saved.path.parent.iterdir()] == [table.saved.path.name]
    assert load_game(table.saved.path)[0] == ahead.session.game


def test_a_lost_fox_is_seen_no_more(tmp_path: Path) -> None:
    line = "1.1 4d2s/6d8d 1s 7r1d3d6s4s2r4r p1:2d - 1212101212 8 0 p2:play"
    walking = pressed(table_at(tmp_path, line, Seat.P2), tmp_path, keys.ENTER, look=Look())
    assert walking.walk is not None
    assert walking.walk.spaces == (8, 9, 10)
    lost = pressed(walking, tmp_path, "x", look=Look())
    assert "^.^" not in text_of(lost)


def test_a_walk_at_the_end_of_a_round_shows_the_path_as_the_trick_left_it(tmp_path: Path) -> None:
    line = "1.10 -/6d 1s 7r1d8d6s4s2r4r p1:2d - 1202101212 3 3 p2:play"
    walking = pressed(table_at(tmp_path, line, Seat.P2), tmp_path, keys.ENTER, look=Look())
    screen: Screen = walking
    while isinstance(screen, TableScreen) and screen.walk is not None and not screen.walk.arrived:
        screen = later(screen)
    assert "Gems left 11" in text_of(screen)
    assert "Gems left 16" in text_of(later(screen))


def test_blank_works_in_a_window_that_is_too_small_as_well(tmp_path: Path) -> None:
    terminal = ScriptedTerminal([keys.ENTER, Interruption.RESIZED, "b", Interruption.RESIZED])

    def resize() -> None:
        terminal.window = Size(10, 60) if len(terminal.script) in (2, 3) else WINDOW

    terminal.before_input = resize
    run(terminal, table_in(tmp_path), options_in(tmp_path))
    assert "can see the screen." in terminal.text


def test_the_fox_walks_its_steps_and_any_key_skips(tmp_path: Path) -> None:
    line = "1.1 4d2s/6d8d 1s 7r1d3d6s4s2r4r p1:2d - 1212101212 4 3 p2:play"
    table = table_at(tmp_path, line, Seat.P2)
    walking = pressed(table, tmp_path, keys.ENTER, look=Look())
    assert walking.walk is not None
    assert walking.walk.spaces == (4, 5, 6, 7, 8, 9)
    spaces = []
    screen: Screen = walking
    while isinstance(screen, TableScreen) and screen.walk is not None:
        assert patience(screen) is not None
        spaces.append(text_of(screen).splitlines()[3].index("^.^"))
        screen = later(screen)
    assert spaces == sorted(set(spaces))
    assert len(spaces) == 6
    skipped = pressed(walking, tmp_path, "x", look=Look())
    assert skipped == screen
    assert patience(skipped) is None


def test_a_walk_beyond_the_path_ends_on_the_start(tmp_path: Path) -> None:
    line = "1.1 4d2s/6d8d 1s 7r1d3d6s4s2r4r p1:2d - 1212101212 8 3 p2:play"
    walking = pressed(table_at(tmp_path, line, Seat.P2), tmp_path, keys.ENTER, look=Look())
    assert walking.walk is not None
    assert walking.walk.spaces == (8, 9, 10, 6)


def test_time_goes_by_in_the_loop_too(tmp_path: Path) -> None:
    line = "1.1 4d2s/6d8d 1s 7r1d3d6s4s2r4r p1:2d - 1212101212 4 3 p2:play"
    table = table_at(tmp_path, line, Seat.P2)
    ticks = [Interruption.TIME_UP] * 6
    terminal, _leave = play_script(table, options_in(tmp_path, Look()), keys.ENTER, *ticks)
    assert terminal.log.count("wait a moment") == 6
    assert terminal.log[-1] == "wait"


def test_the_memory_rule_lists_the_cards_that_are_out_and_default_does_not(tmp_path: Path) -> None:
    line = "1.1 4d5d6d7d8d4r5r6r7r8r/1d2d3d4s5s6s7s8s9sTs 1s 1r2r3r9rTr2s9d p1:- - "
    table = table_at(tmp_path, line + "1212101212 6 3 p1:play", Seat.P1)
    assert "Out:" not in text_of(table)
    header = replace(table.session.game.header, further={"house": "memory"})
    game = replace(table.session.game, header=header)
    aided = replace(table, session=replace(table.session, game=game))
    out = next(row for row in text_of(aided).splitlines() if "Out:" in row)
    assert out.split() == ["Out:", "⋎", "10", "✿", "★", "3"]


@pytest.mark.parametrize(("key", "cursor"), [("2", 1), ("3", 2)])
def test_the_end_s_buttons_have_number_keys(tmp_path: Path, key: str, cursor: int) -> None:
    assert pressed(over_at(tmp_path), tmp_path, key).cursor == cursor
    assert press_all(over_at(tmp_path), tmp_path, "3", "3") == Leave()


def test_keys_typed_ahead_do_not_choose_for_the_same_player_again(tmp_path: Path) -> None:
    line = "1.1 4d6s8s/6d8d9d 1s 7r1d3d5s4s2r4r p1:7d - 1212101212 4 3 p2:play"
    table = table_at(tmp_path, line)
    # Right looks, follows and wins, and leads next: that choice must be made afresh.
    terminal, _leave = play_script(table, options_in(tmp_path), keys.ENTER, "2", "2")
    assert terminal.log[-3:] == ["forget keys", "show", "wait"]
    # To go to another card, though, is no new choice.
    assert terminal.log[-5:-3] == ["show", "wait"]


def test_keys_do_nothing_in_a_window_too_small_to_show_what_they_do(tmp_path: Path) -> None:
    terminal = ScriptedTerminal([keys.ENTER, "q", keys.ENTER], window=Size(20, 70))
    table = table_in(tmp_path)
    run(terminal, table, options_in(tmp_path))
    assert len(set(terminal.frames)) == 1
    assert "foxduet needs 80x24, this is 70x20" in terminal.text


def test_a_disk_that_refuses_is_told_of_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = pressed(table_in(tmp_path), tmp_path, keys.ENTER)

    def refuse(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", refuse)
    played = pressed(table, tmp_path, keys.ENTER)
    assert "Not saved: No space left on device." in text_of(played)
    assert "Press Enter when only Left can see the screen." in text_of(played)
    assert load_game(played.saved.path)[0] == table.session.game
    stays = press_all(played, tmp_path, "q", keys.ENTER)
    assert isinstance(stays, TableScreen)
    assert "Not saved: No space left on device." in text_of(stays)
    assert "could not be saved" in farewell(stays, options_in(tmp_path)).farewell
    monkeypatch.undo()
    monkeypatch.setenv("FOXDUET_HOME", str(tmp_path))
    assert "The game is saved" in farewell(stays, options_in(tmp_path)).farewell
    assert load_game(played.saved.path)[0] == played.session.game


def test_a_record_changed_elsewhere_is_told_of(tmp_path: Path) -> None:
    table = pressed(table_in(tmp_path), tmp_path, keys.ENTER)
    table.saved.path.write_text("something else")
    played = pressed(table, tmp_path, keys.ENTER)
    assert "Another program changed the save; your game goes on in a file of its own." in text_of(
        played
    )
    assert table.saved.path.read_text() == "something else"
    assert load_game(played.saved.path)[0] == played.session.game


def test_a_choice_beyond_the_path_is_marked_at_its_end(tmp_path: Path) -> None:
    line = "1.1 4d/6d 1s 7r1d8d6s4s2r4r p1:5d6r - 120210121# 8 3 p1:move"
    rows = text_of(table_at(tmp_path, line, Seat.P1)).splitlines()
    marks = {mark: rows[4].index(mark) for mark in rows[4].split()}
    assert set(marks) == {"1", "2", "3"}
    line = "1.1 4d/6d 1s 7r1d8d6s4s2r4r p1:6r5d - ##02101212 3 3 p1:move"
    rows = text_of(table_at(tmp_path, line, Seat.P1)).splitlines()
    assert rows[4].split() == ["1"]


def test_following_with_foxes_promises_nothing_about_the_winner(tmp_path: Path) -> None:
    line = "1.1 4d8d/3d6d 1s 7r1d9d6s4s2r4r p1:2d - 1202101212 3 3 p2:play"
    text = text_of(table_at(tmp_path, line, Seat.P2))
    assert "Foxes come first; if the trump stays as it is, Right would win." in text
    assert "Foxes: you name a player, who may swap a card with the decree." in text
