"""The title: games to be continued, the deals of the day, its keys and texts."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from foxduet.core import registry
from foxduet.core.cards import Seat
from foxduet.games.classic.rules.state import Resign as ClassicResign
from foxduet.games.duet.rules.cards import Board, board_to_table
from foxduet.play.game import Game, daily_seed
from foxduet.play.table_session import TableSession
from foxduet.store.journals import (
    Attempt,
    Mistake,
    ScannedReview,
    save_attempt,
    save_par,
    save_scanned_reviews,
)
from foxduet.store.saved_games import SavedGame, load_game, save_game
from foxduet.store.score_entries import PAR_PARTNER, Par
from foxduet.store.scores import import_new, with_scores
from foxduet.store.settings import Config, with_values
from foxduet.ui.form import FormScreen, new_form
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Look, Size
from foxduet.ui.kit.effects import (
    NextStep,
    SavedGames,
    Seating,
    TerminalCommand,
    TitleRow,
    TodaySummary,
)
from foxduet.ui.kit.keys import Interruption
from foxduet.ui.kit.screen import Screen, Transition, call
from foxduet.ui.lessons import LessonsScreen
from foxduet.ui.loop import ScreenLoop, draw_screen, run_loop
from foxduet.ui.menu import TitleScreen, TwoTerminalsScreen, UnfinishedScreen, title_screen
from foxduet.ui.review import ReviewWaitScreen
from foxduet.ui.scores import ScoresScreen
from foxduet.ui.table.moves import do_option
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import Choosing
from foxduet.words import i18n
from foxduet.words.lessons import lesson_plan
from foxduet.words.scores import week_sentence
from foxduet.words.text import ASCII
from tests.contract.highcard.game import GAME as HIGHCARD
from tests.support import entries, tables
from tests.support.entries import ended_with, header_at, resigned_at_table, resigned_table
from tests.support.players import beginning_of, played_game
from tests.support.processes import opened, refuse
from tests.support.tables import LOOK, Desk, Left, open_title, press_keys, press_to, text_of

ASCII_LOOK = Look(ASCII, animated=False)


def under_way(number: int, turns: int = 5) -> Game:
    """Return a game of two people, one of them with a name of its own, after some turns."""
    header = replace(header_at(number), players=(f"Ann {number}", "Bob"))
    return beginning_of(played_game(header), turns)


def save(desk: Desk, *numbers: int) -> None:
    """Save games under way, each later than the one before."""
    desk.records.mkdir(parents=True, exist_ok=True)
    for at, number in enumerate(numbers, 1):
        saved = save_game(SavedGame(desk.records / f"{number}.toml"), under_way(number))
        os.utime(saved.path, (at, at))


def on_row(title: TitleScreen, row: TitleRow) -> TitleScreen:
    return replace(title, cursor=title.choices.index(row))


def unfinished_at(desk: Desk) -> UnfinishedScreen:
    return press_to(UnfinishedScreen, open_title(desk), desk, keys.ENTER)


def test_of_several_games_any_can_be_continued(desk: Desk) -> None:
    save(desk, 1, 2, 3)
    assert "and other games" in text_of(open_title(desk))
    listed = unfinished_at(desk)
    names = [game.header.players[0] for game, _saved in listed.games]
    assert names == ["Ann 3", "Ann 2", "Ann 1"]
    for times, name in enumerate(names):
        table = press_to(TableScreen, listed, desk, *[keys.DOWN] * times, keys.ENTER)
        assert table.session.game.header.players[0] == name
        assert table.session.visible_seat is None


def test_only_games_that_can_be_continued_are_listed(desk: Desk) -> None:
    save(desk, 1, 2)
    (desk.records / "broken.toml").write_text('result = "*"\nnot a record')
    save_game(SavedGame(desk.records / "over.toml"), played_game(header_at(4)))
    branch = under_way(5)
    header = replace(branch.header, further={"branch_of": "x"})
    save_game(SavedGame(desk.records / "branch.toml"), replace(branch, header=header))
    assert len(unfinished_at(desk).games) == 2


def test_where_all_games_were_continued_elsewhere_there_is_no_empty_list(desk: Desk) -> None:
    save(desk, 1, 2)
    title = open_title(desk)
    for path in desk.records.iterdir():
        path.unlink()
    after = press_to(TitleScreen, title, desk, keys.ENTER)
    assert TitleRow.CONTINUE not in after.choices


def test_a_long_list_is_scrolled_and_goes_around(desk: Desk) -> None:
    games = tuple((under_way(at), SavedGame(Path(f"{at}.toml"))) for at in range(25))
    listed = screen = UnfinishedScreen(games)
    for at in range(25):
        text = text_of(screen)
        (row,) = (line for line in text.splitlines() if "►" in line)
        assert f"Ann {at} and Bob" in row
        assert f"{at + 1} of 25" in text
        screen = press_to(UnfinishedScreen, screen, desk, keys.DOWN)
    assert screen == listed
    assert press_keys(listed, desk, keys.UP) == replace(listed, cursor=24)


def test_a_list_shows_no_card_but_what_is_open(desk: Desk) -> None:
    save(desk, 1, 2, 3)
    assert tables.cards_in(text_of(unfinished_at(desk))) == set()


LISTED = UnfinishedScreen(
    tuple((under_way(at, turns=3 + 9 * at), SavedGame(Path(f"{at}.toml"))) for at in range(4)),
    cursor=1,
)


@pytest.mark.usefixtures("strict_canvas")
def test_the_list_looks_as_it_did_and_nothing_is_cut_off(
    golden: Callable[[str, str], None],
) -> None:
    games = [
        (replace(game, header=replace(game.header, started=None)), saved)
        for game, saved in LISTED.games
    ]
    golden("frames/unfinished.txt", text_of(replace(LISTED, games=tuple(games))) + "\n")
    assert text_of(LISTED, look=ASCII_LOOK).isascii()
    draw_screen(LISTED, Size(45, 130), tables.STILL)


def test_a_click_chooses_a_game_of_the_list(desk: Desk) -> None:
    areas = draw_screen(LISTED, tables.WINDOW, tables.STILL).areas
    for at, area in enumerate(areas):
        assert press_keys(LISTED, desk, *area.keys) == replace(LISTED, cursor=at)
    assert [area.is_chosen for area in areas] == [False, True, False, False]


@pytest.mark.parametrize("row", [TitleRow.NEW, TitleRow.DAY, TitleRow.SCORES])
def test_esc_leads_back_to_the_row_that_was_left(row: TitleRow, desk: Desk) -> None:
    save(desk, 1)
    title = on_row(open_title(desk), row)
    opened = press_keys(title, desk, keys.ENTER)
    assert isinstance(opened, FormScreen | ScoresScreen)
    back = press_to(TitleScreen, opened, desk, keys.ESCAPE)
    assert back.choices[back.cursor] is row


def test_esc_leads_from_the_list_back_to_its_row(desk: Desk) -> None:
    save(desk, 1, 2)
    back = press_keys(unfinished_at(desk), desk, keys.DOWN, keys.ESCAPE)
    assert back == title_screen(
        "duet", open_title(desk).unfinished_games, TitleRow.CONTINUE, newcomer=True
    )
    # A row that is gone is the first one.
    assert title_screen("duet", (), TitleRow.CONTINUE).cursor == 0


def test_the_title_leads_to_the_deals_of_the_day(desk: Desk) -> None:
    given = replace(desk, seed=7)
    form = press_to(FormScreen, on_row(open_title(given), TitleRow.DAY), given, keys.ENTER)
    assert (form.day, form.seed) == (date.today(), None)
    table = press_to(TableScreen, replace(form, row=form.deal_row), given, keys.ENTER)
    assert table.session.game.header.day == date.today()
    daily = replace(desk, daily=date.today())
    new = press_to(FormScreen, on_row(open_title(daily), TitleRow.NEW), daily, keys.ENTER)
    assert new.day is None


def test_the_deals_of_the_day_can_be_those_of_the_other_game(desk: Desk) -> None:
    form = press_to(FormScreen, on_row(open_title(desk), TitleRow.DAY), desk, keys.ENTER)
    assert (form.game_name, form.chosen.key) == ("duet", "game")
    classic = press_to(FormScreen, form, desk, keys.RIGHT)
    assert (classic.game_name, classic.day, classic.played_today) == ("classic", form.day, ())
    table = press_to(TableScreen, replace(classic, row=classic.deal_row), desk, keys.ENTER)
    header, today = table.session.game.header, date.today()
    assert (header.game, header.day) == ("classic", today)
    assert header.seed == daily_seed(today, header.rules.day_label(header.setup))
    over = tables.settled(do_option(table, ClassicResign(Seat.P1), desk.context), desk)
    assert isinstance(over, TableScreen)
    tables.later(over, desk)
    # What counts for the day is that of the game that the form is about.
    again = press_keys(form, desk, keys.RIGHT)
    assert "Already played: resigned in round 1" in text_of(again)
    assert "Already played" not in text_of(press_keys(again, desk, keys.LEFT))


def test_the_streak_is_read_once_the_title_can_be_seen(desk: Desk) -> None:
    daily = replace(desk, daily=date.today())
    table = tables.begin(daily, 2, ("Player", "Expert"), ai=tables.BESIDE_EXPERT)
    resigned_at_table(table, desk)
    terminal = tables.ScriptedTerminal([])
    tables.run_screens(terminal, open_title(desk), desk)
    first, *_others, last = ("\n".join(frame.text_rows) for frame in terminal.frames)
    assert "Daily deal" in first
    assert "in a row" not in first
    assert "Today's deal is still face down." not in last


def test_the_line_of_the_title_is_the_next_step_of_today() -> None:
    step = NextStep("Today's deal is still face down.", TitleRow.DAY)
    for newcomer, line in (
        (False, step.sentence),
        (True, "New here? The first lesson takes three"),
    ):
        title = TitleScreen("duet", today=TodaySummary(step=step), newcomer=newcomer)
        assert text_of(title).splitlines()[11].strip().startswith(line)
    assert text_of(TitleScreen("duet")).splitlines()[11] == ""


def test_every_evening_of_a_solo_player_begins_with_another_step(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert desk.scores is not None
    first = date(2026, 11, 2)
    attempts = [Attempt("duet", f"{at}", first, False, 1300) for at in (1, 2)]
    mistakes = tuple(Mistake(f"x:{at}", first, "", 0.1) for at in range(9))
    lines, rows = [], []
    for evening in range(8):
        day = first + timedelta(days=evening)
        entries.on_day(day, monkeypatch)
        title = tables.of_kind(TitleScreen, tables.later(tables.open_first_title(desk), desk))
        lines.append(text_of(title).splitlines()[11].strip())
        row = title.choices[title.cursor]
        rows.append(row)
        # The player does as the line says, and plays a game.
        match row:
            case TitleRow.PUZZLES if "Today's puzzle" in lines[-1]:
                save_attempt(desk.scores, Attempt("duet", "9", day, True, 1300, day))
            case TitleRow.PUZZLES:
                save_attempt(desk.scores, Attempt("duet", "x:1", day, True))
            case TitleRow.DAY:
                daily = replace(entries.daily_header(day, 1), ai=(None, "steady"))
                save_game(SavedGame(desk.records / f"day-{evening}.toml"), played_game(daily))
            case TitleRow.PROGRESS:
                tables.press_to(ReviewWaitScreen, title, desk, keys.ENTER, keys.ENTER)
            case _:
                pass
        header = entries.header_at(evening, 1, (None, "steady"))
        save_game(SavedGame(desk.records / f"game-{evening}.toml"), played_game(header))
        with_scores(desk.scores, lambda scores: import_new(scores, desk.records))
        if evening == 2:
            save_attempt(desk.scores, attempts[0])
            save_scanned_reviews(desk.scores, [ScannedReview("duet", "x", 1, 1, mistakes)])
    assert [(row.name.lower(), line) for row, line in zip(rows, lines, strict=True)] == [
        ("learn", "New here? The first lesson takes three minutes."),
        ("progress", "Review your games to see what costs you most."),
        ("day", "Today's deal is still face down."),
        ("puzzles", "Today's puzzle, rated 1532: when to spend tokens."),
        ("day", "Today's deal waits. Last seven days: 1 of 1 won."),
        ("new", "Your next goal, level 1: a win in round 2."),
        ("puzzles", "3 of your own mistakes are due again."),
        ("puzzles", "Today's puzzle, rated 1713: which card to play."),
    ]
    assert len({*lines}) == 8


@pytest.mark.parametrize(
    ("row", "about"),
    [
        (TitleRow.DAY, "Played today: won in round 2, 31 points"),
        (TitleRow.LEARN, "9 of {count} lessons done"),
        (TitleRow.PUZZLES, "Rating 1819; 2 puzzles due"),
    ],
)
def test_a_line_says_what_the_chosen_row_opens(row: TitleRow, about: str) -> None:
    today = TodaySummary(4, "won in round 2, 31 points", puzzles_due=2, rating=1819, lessons_done=9)
    title = on_row(TitleScreen("duet", today=today), row)
    count = len(lesson_plan("duet").parts)
    assert text_of(title).splitlines()[21].strip() == about.format(count=count)
    assert text_of(replace(title, today=None)).splitlines()[21] == ""


def test_a_streak_of_yesterday_waits_for_the_deals_of_today(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On this day the deal comes before the other steps.
    today = date.fromordinal(4 * 184_000 + 2)
    entries.on_day(today, monkeypatch)
    yesterday = today - timedelta(days=1)
    resigned_table(desk)
    header = replace(entries.daily_header(yesterday, 1), ai=tables.BESIDE_EXPERT)
    game = played_game(header)
    save_game(SavedGame(desk.records / "yesterday.toml"), game)
    title = settled_title(desk)
    assert "Day 2 in a row, and today's deal is still face down." in text_of(title)
    # The cursor is on it, and the last line tells the week, against par as far as it is known.
    assert "Last seven days: 0 of 1 won" in text_of(title)
    assert desk.scores is not None
    save_par(desk.scores, header, Par(PAR_PARTNER, "victory", 99))
    assert "0 of 1 won, 0 at par or better" in text_of(settled_title(desk))
    pars = (Par("", "victory", 30), Par("", "victory", 30), Par("", "lost", None), None)
    week = zip((30, 29, 10, None), pars, strict=True)
    games = [entries.entry(1, points, par=par) for points, par in week]
    assert week_sentence(games) == "Last seven days: 3 of 4 won, 2 at par or better"
    # A key that came first moves the cursor itself, and so it stays.
    moved = press_to(TitleScreen, open_title(desk), desk, keys.DOWN)
    assert tables.of_kind(TitleScreen, tables.later(moved, desk)).cursor == 1


def test_the_title_looks_at_each_record_once(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    resigned_table(desk)
    looked, scan = list[str](), os.scandir

    def scanned(folder: str) -> object:
        looked.append(str(folder))
        return scan(folder)

    monkeypatch.setattr(os, "scandir", scanned)
    assert settled_title(desk).today is not None
    assert looked == [str(desk.records)]


def test_puzzles_that_come_back_today_are_counted_on_the_title(desk: Desk) -> None:
    assert desk.scores is not None
    yesterday = date.today() - timedelta(days=1)
    save_attempt(desk.scores, Attempt("duet", "1", yesterday, False, 1300))
    title = on_row(settled_title(desk), TitleRow.PUZZLES)
    assert "1 puzzle due" in text_of(title).splitlines()[21]
    assert not desk.scores.exists()


def settled_title(desk: Desk) -> TitleScreen:
    """Return the title once it is read what awaits the players."""
    return tables.of_kind(TitleScreen, tables.later(open_title(desk), desk))


def test_a_title_without_scores_makes_none(desk: Desk) -> None:
    title = tables.later(open_title(desk), desk)
    assert isinstance(title, TitleScreen)
    assert isinstance(title.today, TodaySummary)
    assert title.timeout is None
    assert desk.scores is not None
    assert not desk.scores.exists()
    assert "Daily deal" in text_of(title)


def test_the_fullest_title_looks_as_it_did(golden: Callable[[str, str], None]) -> None:
    two = tuple(
        (game, tables.at_table(TableSession(game)).saved) for game, _saved in LISTED.games[:2]
    )
    full = TitleScreen(
        "duet",
        two,
        today=TodaySummary(12, puzzles_due=4, step=NextStep("Day 13 in a row.", TitleRow.DAY)),
        notice="Could not resume: its partner is unknown here.",
    )
    golden("frames/title-full.txt", text_of(full) + "\n")
    assert text_of(full, look=ASCII_LOOK).isascii()


def terminals_at(games: SavedGames = ()) -> TwoTerminalsScreen:
    """Return the choice of a seat at two terminals, as a title with some games opens it."""
    title = on_row(TitleScreen("duet", games, Seating.TERMINALS), TitleRow.NEW)
    return press_to(TwoTerminalsScreen, title, tables.options_in(Path("nowhere")), keys.ENTER)


def left_for(screen: TwoTerminalsScreen, *script: str) -> TerminalCommand | None:
    """Return where the program goes on after some keys."""
    terminal = tables.ScriptedTerminal([*script])
    desk = tables.options_in(Path("nowhere"))
    loop = ScreenLoop(desk, desk.folders, tables.ScriptedWorker(), terminal)
    run_loop(terminal, loop, Transition(screen))
    return loop.next_command


def test_a_seat_at_two_terminals_is_chosen_on_the_title(golden: Callable[[str, str], None]) -> None:
    choice = terminals_at()
    golden("frames/terminals.txt", text_of(choice) + "\n")
    assert left_for(choice, keys.ENTER) == TerminalCommand("host")
    assert left_for(choice, keys.DOWN, keys.ENTER) == TerminalCommand("join")
    named = press_to(
        TwoTerminalsScreen, choice, tables.options_in(Path("nowhere")), keys.DOWN, *"q2"
    )
    assert "Your name at the table: q2_" in text_of(named)
    assert left_for(named, keys.ENTER) == TerminalCommand("join", name="q2")
    assert left_for(choice, keys.ESCAPE) is None


def test_a_game_of_two_people_is_hosted_again_from_the_title() -> None:
    alone = replace(under_way(1), header=replace(under_way(1).header, ai=("novice", None)))
    games = ((alone, SavedGame(Path("1.toml"))), (under_way(2), SavedGame(Path("2.toml"))))
    choice = terminals_at(games)
    assert "Host again: Ann 2 and Bob" in text_of(choice)
    assert "Ann 1" not in text_of(choice)
    assert left_for(choice, "2", keys.ENTER) == TerminalCommand("host", Path("2.toml"))


def test_without_sockets_the_title_has_no_two_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Seating.TERMINALS in TitleScreen("duet").seatings
    monkeypatch.setattr("foxduet.ui.kit.effects.HAS_SOCKETS", False)
    assert Seating.TERMINALS not in TitleScreen("duet").seatings


def test_a_game_without_days_has_no_row_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._GAMES, "highcard", HIGHCARD)
    assert TitleRow.DAY not in TitleScreen("highcard").choices
    assert TitleRow.DAY in TitleScreen("duet").choices


def test_the_title_tells_of_damaged_saves_and_lets_the_sound_ones_be_continued(desk: Desk) -> None:
    for number in range(2):
        saved = save_game(SavedGame(desk.records / f"damaged-{number}.toml"), under_way(number))
        saved.path.write_bytes(
            saved.content.replace(b"\n]", b'\n  "p1 play 7d",\n  "p1 play 7d",\n]')
        )
    notice = "2 saved games are damaged. Run foxduet --resume to see how to recover them."
    assert notice in text_of(open_title(desk))
    save_game(SavedGame(desk.records / "sound.toml"), under_way(3))
    (desk.records / "damaged-0.toml").unlink()
    title = open_title(desk)
    assert "A saved game is damaged. Run foxduet --resume to see how to recover it." in text_of(
        title
    )
    assert isinstance(press_keys(title, desk, keys.ENTER), TableScreen)


def said(screen: Screen | Left) -> str:
    """Return what a screen says, in one line."""
    return " ".join(text_of(screen).split())


def dealt_from_the_title(desk: Desk, game: str, partner: str | None) -> TableScreen:
    """Return the table of a new game that was agreed on in the form that the title opens."""
    title = open_title(desk)
    on_new = replace(title, cursor=title.choices.index(TitleRow.NEW))
    form = press_to(FormScreen, on_new, desk, keys.ENTER)
    values = {"duet": {"level": 2}, "classic": {"target": 16}}[game]
    form = replace(form, game_name=game, values=values, partner=partner)
    return press_to(TableScreen, replace(form, row=form.deal_row), desk, keys.ENTER)


def title_after(screen: Screen | Left) -> TitleScreen:
    """Return the title that leaving has led to, which is on the game that was left."""
    assert isinstance(screen, TitleScreen)
    assert screen.choices[screen.cursor] is TitleRow.CONTINUE
    return screen


@pytest.mark.parametrize("game", ["duet", "classic"])
@pytest.mark.parametrize("partner", [None, "novice"])
def test_a_game_from_the_title_is_left_for_the_title_and_continues_from_there(
    game: str, partner: str | None, desk: Desk
) -> None:
    table = dealt_from_the_title(desk, game, partner)
    assert "can continue it from the title" in said(press_keys(table, desk, "q"))
    title = title_after(press_keys(table, desk, "q", "y"))
    again = press_to(TableScreen, title, desk, keys.ENTER)
    assert again.session.game == table.session.game
    # And so it is however often it is left.
    title_after(press_keys(again, desk, "q", "y"))


def test_a_game_of_the_list_is_left_for_the_title(desk: Desk) -> None:
    for _number in range(2):
        dealt_from_the_title(desk, "duet", None)
    title = open_title(desk)
    assert len(title.unfinished_games) == 2
    table = press_to(TableScreen, title, desk, keys.ENTER, keys.DOWN, keys.ENTER)
    title_after(press_keys(table, desk, "q", "y"))


def test_no_hand_is_left_on_the_title(desk: Desk) -> None:
    table = press_to(TableScreen, dealt_from_the_title(desk, "duet", None), desk, LOOK)
    assert isinstance(table.mode, Choosing)
    title = title_after(press_keys(table, desk, "q", "y"))
    again = press_to(TableScreen, title, desk, keys.ENTER)
    assert again.session.visible_seat is None


@pytest.mark.parametrize("label", ["Play again", "The same deals again"])
def test_another_game_after_one_from_the_title_is_left_for_the_title(
    label: str, desk: Desk
) -> None:
    over = resigned_at_table(dealt_from_the_title(desk, "duet", None), desk)
    again = ended_with(over, desk, label)
    if isinstance(again, FormScreen):
        again = press_keys(replace(again, row=again.deal_row), desk, keys.ENTER)
    assert isinstance(again, TableScreen)
    title_after(press_keys(again, desk, "q", "y"))


def test_quitting_after_a_game_from_the_title_ends_the_program(desk: Desk) -> None:
    over = resigned_at_table(dealt_from_the_title(desk, "duet", None), desk)
    assert isinstance(press_keys(over, desk, "q"), Left)
    assert isinstance(ended_with(over, desk, "Quit"), Left)


@pytest.mark.parametrize("line", ["--level 2", "--game classic --target 16 --solo novice"])
def test_a_game_that_the_command_line_deals_is_left_for_the_shell(
    line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for command in (line, "--resume"):
        table, desk = opened(command, monkeypatch)
        assert isinstance(table, TableScreen)
        assert "see the command to resume it" in said(press_keys(table, desk, "q"))
        left = press_keys(table, desk, "q", "y")
        assert left == Left("Game saved. To resume it: foxduet --resume")


def test_a_game_of_a_form_that_the_command_line_opens_is_left_for_the_shell(desk: Desk) -> None:
    form = new_form(replace(desk, solo="novice"), at_the_deal=True).screen
    table = press_to(TableScreen, form, desk, keys.ENTER)
    assert isinstance(press_keys(table, desk, "q", "y"), Left)


def test_a_game_after_lessons_is_left_for_the_title(desk: Desk) -> None:
    form = tables.settled(
        Transition(
            open_title(desk),
            (call("effect_handlers:open_form", "duet", learned=True, partner="novice"),),
        ),
        desk,
    )
    assert isinstance(form, FormScreen)
    table = press_keys(replace(form, row=form.deal_row), desk, keys.ENTER)
    title_after(press_keys(table, desk, "q", "y"))


def test_a_game_that_cannot_be_saved_is_not_left_for_the_title(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = dealt_from_the_title(desk, "duet", None)
    monkeypatch.setattr("os.fsync", refuse)
    played = press_keys(table, desk, LOOK, "1", keys.ENTER)
    stays = press_to(TableScreen, played, desk, "q", "y")
    assert "Not saved: No space left on device." in text_of(stays)
    monkeypatch.undo()
    title_after(press_keys(stays, desk, "q", "y"))
    assert load_game(stays.saved.path)[0] == stays.session.game


def test_g_shows_the_title_of_the_other_game_on_the_same_row(desk: Desk) -> None:
    title = on_row(settled_title(desk), TitleRow.PUZZLES)
    other = tables.of_kind(TitleScreen, press_keys(title, desk, "g"))
    assert (other.game_name, other.choices[other.cursor]) == ("classic", TitleRow.PUZZLES)
    assert text_of(other).splitlines()[10].strip() == "The Fox in the Forest"
    form = press_to(FormScreen, on_row(other, TitleRow.NEW), desk, keys.ENTER)
    assert form.game_name == "classic"
    back = tables.of_kind(TitleScreen, press_keys(other, desk, "g"))
    assert replace(back, today=title.today) == title


def labels_of(title: TitleScreen) -> list[str]:
    return [item.label for item in title.content.items]


def form_at(desk: Desk) -> FormScreen:
    """Return the form of a new game."""
    return press_to(FormScreen, open_title(desk), desk, keys.ENTER)


def test_a_newcomer_is_offered_to_learn_first(desk: Desk, tmp_path: Path) -> None:
    start = tables.open_first_title(desk)
    assert labels_of(start)[start.cursor] == "Lessons"
    assert isinstance(press_keys(start, desk, keys.ENTER), LessonsScreen)
    # A first game that was left is what most want to continue, even so.
    table = tables.table_in(tmp_path)
    left = tables.open_first_title(desk)
    assert labels_of(left)[0].startswith("Resume: ")
    resumed = press_to(TableScreen, left, desk, keys.ENTER)
    assert resumed.session == table.session


def test_who_has_finished_a_game_is_offered_a_new_one_first(desk: Desk, tmp_path: Path) -> None:
    press_keys(tables.table_in(tmp_path), desk, "R", keys.RIGHT, keys.ENTER)
    assert labels_of(tables.open_first_title(desk)) == labels_of(open_title(desk))
    first = ["New game", "Daily deal", "Lessons"]
    assert labels_of(tables.open_first_title(desk))[:3] == first


def test_pictures_in_the_help_have_the_signs_of_the_table(desk: Desk) -> None:
    window = Size(80, 80)
    help_screen = press_keys(open_title(desk), desk, "?", "3")
    text = text_of(help_screen, window)
    assert "( 1 )·( 2 )·( 3 )·[^.^]·( 5 )·( 6 )  ░▲░" in text
    assert "◄ Left                            Right ►" in text
    i18n.use_ascii(True)
    assert "( 1 ).( 2 ).( 3 ).[^.^].( 5 ).( 6 )  :#:" in text_of(help_screen, window)


def test_a_signal_ends_the_program_at_a_title_that_offers_a_game(
    desk: Desk, tmp_path: Path
) -> None:
    tables.table_in(tmp_path)
    assert tables.hanged_up(open_title(desk), desk).shown_in_shell == ""


def test_a_title_without_a_readable_folder_still_opens(desk: Desk) -> None:
    desk.records.write_text("not a folder")
    notice = "The records cannot be read: Not a directory."
    assert open_title(desk) == TitleScreen("duet", notice=notice, is_opening=True)


def test_names_are_short_printable_and_different(desk: Desk) -> None:
    form = form_at(desk)
    form = replace(form, row=form.row_of("left"))
    long = press_to(FormScreen, form, desk, *"abcdefghijklmnop", keys.PAGE_UP, "\x01")
    assert long.names[0] == "abcdefghijkl"
    marked = press_to(FormScreen, form, desk, "a", *["\u0301"] * 50, "b", "\u0301")
    assert marked.names[0] == "a\u0301\u0301\u0301\u0301b\u0301"
    assert "a\u0301\u0301\u0301\u0301b\u0301_  2 of 12" in text_of(marked)
    persian = press_to(FormScreen, form, desk, *"\u0301ع\u200cل")
    assert persian.names[0] == "ع\u200cل"
    assert "عل_  2 of 12" in text_of(persian)
    to_the_deal = [keys.DOWN] * (form.deal_row - form.row)
    for typed in " ", "\u3164", "\u2800":
        nameless = press_to(
            FormScreen, form, desk, *[keys.BACKSPACE] * 9, typed, *to_the_deal, keys.ENTER
        )
        assert "Both players need a name." in text_of(nameless)
    same = press_to(
        FormScreen, replace(form, own_names=("Ann", "ann"), row=form.deal_row), desk, keys.ENTER
    )
    assert "You need two different names: how about ann 2?" in text_of(same)
    assert press_to(TableScreen, same, desk, keys.ENTER).session.game.header.players[1] == "ann 2"


def test_nothing_is_typed_into_a_name_while_the_window_is_too_small(desk: Desk) -> None:
    form = tables.open_form(desk)
    terminal = tables.ScriptedTerminal(["a", "b", Interruption.RESIZED], window=Size(20, 70))

    def resize() -> None:
        terminal.window = Size(20, 70) if len(terminal.script) > 1 else tables.WINDOW

    terminal.before_input = resize
    tables.run_screens(terminal, replace(form, row=form.row_of("left")), desk)
    assert "Left_" in terminal.text


def test_a_game_that_cannot_be_saved_is_not_started(desk: Desk) -> None:
    desk.records.write_text("not a folder")
    refused = press_to(FormScreen, tables.open_form(desk), desk, keys.UP, keys.ENTER)
    assert "The new game cannot be saved: " in text_of(refused)


def test_an_own_board_is_not_described_as_the_board_of_the_level(desk: Desk) -> None:
    board = Board(gems=(1, 0, 1), plus=(), start=2, forest_tokens=0)
    own = replace(desk, setup={"board": board_to_table(board)})
    text = text_of(form_at(own))
    assert "your own board; the level still sets the score" in text
    assert "long path" not in text


@pytest.mark.parametrize("is_given", [True, False])
def test_an_unusual_partner_that_is_given_or_remembered_is_in_the_form(
    is_given: bool, desk: Desk
) -> None:
    remembered = Config({"names_alone": ["Ann", "Bob"]})
    if not is_given:
        remembered = with_values(remembered, {"partner": "steady:3"})
    desk = replace(desk, solo="steady:3" if is_given else None)
    form = new_form(desk, remembered).screen
    assert isinstance(form, FormScreen)
    form = replace(form, row=form.row_of("partner"))
    assert (form.partner, form.names) == ("steady:3", ("Ann", "Bob"))
    assert "Steady:3" in text_of(form)
    other = press_to(FormScreen, form, desk, keys.LEFT)
    assert (other.partner, other.names) == ("novice", ("Ann", "Bob"))
    assert press_keys(other, desk, keys.RIGHT) == form
