"""Who plays is asked once, is changed on the title, and decides what the rows of the title open."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from foxduet.play.game import Header, Names
from foxduet.store.saved_games import SavedGame, save_game
from foxduet.store.scores import with_scores
from foxduet.store.settings import Config, dump_config, load_config, with_players
from foxduet.ui.effect_handlers import current_time
from foxduet.ui.form import FormScreen
from foxduet.ui.guided import GuidedScreen
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Style
from foxduet.ui.kit.effects import Seating, TitleRow
from foxduet.ui.kit.keys import PastedText
from foxduet.ui.kit.screen import Push, Screen, Transition
from foxduet.ui.lessons import LessonScreen, LessonsScreen
from foxduet.ui.loop import draw_screen
from foxduet.ui.menu import TitleScreen, TwoTerminalsScreen
from foxduet.ui.players import LEFT, RIGHT, TWO, PlayersScreen
from foxduet.ui.table.screen import TableScreen
from tests.support import classic, entries, tables
from tests.support.players import played_game
from tests.support.tables import Desk, press_keys, press_to, text_of

TODAY = date.today()


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    scores, config = tmp_path / "scores.sqlite3", tmp_path / "config.toml"
    return tables.options_in(tmp_path, scores=scores, config=config)


def remembered(desk: Desk) -> Config:
    return load_config(desk.folders.config or Path())


def remember(desk: Desk, *pairs: Names) -> None:
    """Write settings in which the last of some pairs plays, or one person without any."""
    config = with_players(Config({}), None)
    for pair in pairs:
        config = with_players(config, pair)
    (desk.folders.config or Path()).write_text(dump_config(config), "utf-8")


def asked(desk: Desk) -> PlayersScreen:
    """Return the question over the title, as at the first start."""
    title = Transition(tables.open_title(desk), (Push(PlayersScreen()),))
    return tables.of_kind(PlayersScreen, tables.settled(title, desk))


def on_row(title: Screen, row: TitleRow) -> TitleScreen:
    assert isinstance(title, TitleScreen)
    return replace(title, cursor=title.choices.index(row))


def test_enter_and_esc_play_alone_and_names_make_a_pair(desk: Desk) -> None:
    for script in ((keys.ENTER,), (keys.ESCAPE,), ("2", keys.ENTER, keys.ESCAPE, keys.ESCAPE)):
        remember(desk, ("Ann", "Ben"))
        title = press_to(TitleScreen, asked(desk), desk, *script)
        assert (title.players, remembered(desk)["players"]) == (Seating.ONE, "one")
    script = ("2", keys.ENTER, *"Zoe", keys.ENTER, *" ", keys.ENTER)
    title = press_to(TitleScreen, asked(desk), desk, *script)
    assert title.players == ("Zoe", None)
    assert remembered(desk)["pairs"] == [["Zoe", ""], ["Ann", "Ben"]]
    assert "◄  Zoe and Right  ►" in text_of(title)


def test_keys_lead_from_name_to_name_and_a_paste_is_a_name(desk: Desk) -> None:
    question = press_to(PlayersScreen, asked(desk), desk, keys.DOWN, keys.DOWN)
    assert question.row == LEFT
    rows = (keys.TAB, RIGHT), (keys.RIGHT, RIGHT), (keys.LEFT, LEFT), (keys.UP, TWO)
    for key, row in rows:
        question = press_to(PlayersScreen, question, desk, key)
        assert question.row == row
    # b would hide hands elsewhere.
    begun = press_to(PlayersScreen, question, desk, *"bo")
    assert (begun.row, begun.pair) == (LEFT, ("bo", None))
    typing = replace(question, row=LEFT)
    assert typing.takes_pastes
    assert not question.takes_pastes
    long = press_to(PlayersScreen, typing, desk, *PastedText("Maximiliane 1234").keys)
    assert long.pair == ("Maximiliane ", None)


def test_a_form_of_the_command_line_is_for_those_who_are_asked(desk: Desk) -> None:
    from foxduet.ui.form import new_form

    form = new_form(desk, at_the_deal=True)
    for script, partner in (((keys.ENTER,), "steady"), (("2", *[keys.ENTER] * 3), None)):
        question = tables.settled(replace(form, effects=(Push(PlayersScreen()),)), desk)
        after = press_to(FormScreen, question, desk, *script)
        assert (after.partner, after.row) == (partner, after.deal_row)
        assert remembered(desk).partner == partner


def test_left_and_right_change_who_plays_from_every_row_and_it_is_remembered(desk: Desk) -> None:
    remember(desk, ("Ann", "Ben"), ("Cem", "Dee"), ("Eva", "Fay"), ("ben", "ann"))
    title = tables.open_title(desk)
    assert title.pairs == (("ben", "ann"), ("Eva", "Fay"), ("Cem", "Dee"))
    for row in range(len(title.choices)):
        title = press_to(TitleScreen, replace(title, cursor=row), desk, keys.RIGHT)
        assert title.cursor == row
    # They are as many as the rows.
    assert title.players == ("ben", "ann")
    title = press_to(TitleScreen, title, desk, keys.LEFT)
    assert (title.players, remembered(desk)["players"]) == (Seating.ONE, "one")
    for players in (*title.seatings[1:], Seating.ONE):
        title = press_to(TitleScreen, title, desk, "l")
        assert title.players is players
    # Looking at other pairs keeps the order in which they played.
    assert tables.open_title(desk).pairs == title.pairs
    title = press_to(TitleScreen, title, desk, "l")
    assert (remembered(desk).pair, remembered(desk)["players"]) == (["ben", "ann"], "two")


@pytest.mark.parametrize("pairs", [(), (("Ann", "Ben"),)])
@pytest.mark.parametrize("row", [TitleRow.NEW, TitleRow.DAY])
def test_two_people_never_land_in_a_game_with_a_program(
    pairs: tuple[Names, ...], row: TitleRow, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    remember(desk, *pairs)
    # Whoever won twice alone is proposed another game alone, but no pair is.
    for seed in (1, 2):
        header = replace(entries.header_at(seed, 1), ai=(None, "steady"))
        save_game(SavedGame(desk.records / f"{seed}.toml"), played_game(header))
    given = replace(desk, solo="expert")
    title = tables.open_title(given)
    # Settings that cannot be saved change nothing of that.
    monkeypatch.setattr("foxduet.store.settings.write_safely", _refuse)
    for players in title.seatings:
        opened = press_keys(on_row(replace(title, players=players), row), given, keys.ENTER)
        match players:
            case Seating.ONE:
                assert tables.of_kind(FormScreen, opened).partner == "expert"
                continue
            case Seating.TERMINALS:
                commands = tables.of_kind(TwoTerminalsScreen, opened).choices
                assert commands[0].daily is (row is TitleRow.DAY)
                continue
            case Seating.OTHERS:
                names = (*"Eva", keys.ENTER, *"Fay", keys.ENTER)
                opened = press_keys(opened, given, *names)
        form = tables.of_kind(FormScreen, opened)
        assert (form.partner, form.day is not None) == (None, row is TitleRow.DAY)
        assert form.names == (("Eva", "Fay") if players is Seating.OTHERS else pairs[0])


def _refuse(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_lessons_begin_for_those_who_play(desk: Desk) -> None:
    remember(desk, ("Ann", "Ben"))
    for players in (title := tables.open_title(desk)).seatings:
        row = on_row(replace(title, players=players), TitleRow.LEARN)
        lessons = press_to(LessonsScreen, row, desk, keys.ENTER)
        assert lessons.two_people is (players is not Seating.ONE)
    lessons = press_to(LessonsScreen, on_row(title, TitleRow.LEARN), desk, keys.ENTER)
    # A position's sentences name Left and Right; the round is the pair's own.
    lesson = press_to(LessonScreen, replace(lessons, cursor=0), desk, keys.ENTER)
    assert lesson.seat_sentence == "Ann, this one is for you: you are Left."
    guided = replace(lessons, cursor=lessons.names.index("guided"))
    assert press_to(GuidedScreen, guided, desk, keys.ENTER).names == ("Ann", "Ben")


def finish(desk: Desk, header: Header, days_ago: int) -> None:
    """Save a game that was finished some days ago."""
    ended = current_time() - timedelta(days=days_ago)
    header = replace(header, started=ended, finished=ended)
    play = classic.played_match if header.game == "classic" else played_game
    name = f"{days_ago}-{header.seed}-{header.players[0]}.toml"
    save_game(SavedGame(desk.records / name), play(header))
    # The title reads scores, but makes none.
    with_scores(desk.scores or Path(), lambda _scores: None)


def settled_title(desk: Desk, game: str = "duet") -> TitleScreen:
    """Return the title for the remembered players, once their day is read."""
    title = replace(tables.open_title(desk), game_name=game)
    return tables.of_kind(TitleScreen, tables.later(title, desk))


def test_a_pair_is_told_which_evening_it_is(desk: Desk) -> None:
    remember(desk, ("Ann", "Ben"))
    assert "Ann and Ben: your first evening together." in text_of(settled_title(desk))
    duet = entries.header_at(1)
    for days_ago, players in ((9, ("Ann", "Ben")), (9, ("Ben", "Ann")), (4, ("ANN", "ben"))):
        finish(desk, replace(duet, players=players), days_ago)
    # A third person makes another pair, and a program is none.
    finish(desk, replace(duet, players=("Ann", "Cem")), 3)
    finish(desk, replace(duet, players=("Ann", "Ben"), ai=(None, "novice")), 2)
    finish(desk, classic.classic(players=("Ben", "Ann")), 1)
    before = settled_title(desk)
    assert "Ann and Ben: your 4th evening together." in text_of(before)
    finish(desk, replace(duet, players=("Ann", "Ben")), 0)
    after = settled_title(desk)
    assert "Ann and Ben: your 4th evening together." in text_of(after)
    for title, style in ((before, Style.STRONG), (after, Style.DIM)):
        row = draw_screen(title, tables.WINDOW, tables.STILL).rows[11]
        assert {span.style for span in row if span.text.strip()} == {style}


def test_the_original_game_says_who_leads(desk: Desk) -> None:
    remember(desk, ("Ann", "Ben"))
    wins = {"Ann": 0, "Ben": 0}
    for seed in range(4):
        players = (("Ann", "Ben"), ("ben", "ann"))[seed % 2]
        header = classic.classic(players=players, seed=seed)
        won = classic.played_match(header).result.won  # type: ignore[union-attr]
        for name, has_won in zip(players, won, strict=True):
            wins[name.capitalize()] += has_won
        finish(desk, header, 1)
    (first, most), (_second, least) = sorted(wins.items(), key=lambda item: -item[1])
    assert most > least
    lead = f"Your 2nd evening together. {first} leads by {most} matches to {least}."
    assert lead in text_of(settled_title(desk, "classic"))
    assert "Ann and Ben: your 2nd evening together." in text_of(settled_title(desk))


def test_the_deals_of_a_day_are_those_of_the_pair(desk: Desk) -> None:
    daily = entries.daily_header(TODAY)
    finish(desk, replace(daily, players=("Ann", "Ben")), 0)
    for pair, is_played in ((("ben", "Ann"), True), (("Ann", "Cem"), False)):
        remember(desk, pair)
        shown = text_of(on_row(settled_title(desk), TitleRow.DAY))
        assert ("Played today: " in shown) is is_played
    remember(desk)
    alone = on_row(settled_title(desk), TitleRow.DAY)
    assert "The same cards for everybody" in text_of(alone)
    assert "Played today: " not in text_of(alone)


def test_a_game_changes_who_is_remembered(desk: Desk) -> None:
    remember(desk, ("Ann", "Ben"))
    tables.begin(desk, 2, ("Player", "Steady"), ai=(None, "steady"))
    assert remembered(desk)["players"] == "one"
    title = tables.open_title(desk)
    assert (title.players, title.pairs) == (Seating.ONE, (("Ann", "Ben"),))
    two = on_row(press_to(TitleScreen, title, desk, keys.RIGHT), TitleRow.NEW)
    form = press_to(FormScreen, two, desk, keys.ENTER)
    table = press_to(TableScreen, form, desk, keys.ENTER)
    assert table.session.game.header.players == ("Ann", "Ben")
    assert remembered(desk)["players"] == "two"
