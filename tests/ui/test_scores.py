"""The screen of scores: its keys, its pages, and its games, which can be opened."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from functools import partial
from pathlib import Path

import pytest

from foxduet.analysis.progress import PlayerProgress
from foxduet.analysis.rating import training_state
from foxduet.games.duet.words.guide import shared_lines
from foxduet.play.game import Game
from foxduet.play.record import dump_record
from foxduet.play.table_session import TableSession
from foxduet.store import journals
from foxduet.store.journals import Attempt, Journal, LessonProgress, MistakeTotal, ReviewedGame
from foxduet.store.saved_games import SavedGame, save_game
from foxduet.store.score_entries import Par, ScoreEntry, Selection, make_entry
from foxduet.store.scores import insert_entries, open_scores
from foxduet.ui.form import FormScreen
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Look, Size
from foxduet.ui.kit.effects import TextKind, TitleRow
from foxduet.ui.kit.screen import Screen
from foxduet.ui.lessons import LessonScreen
from foxduet.ui.loop import draw_screen
from foxduet.ui.menu import TextScreen, TitleScreen
from foxduet.ui.puzzles import PuzzleScreen
from foxduet.ui.replay import ReplayScreen
from foxduet.ui.review import ReviewWaitScreen
from foxduet.ui.scores import FinishedScreen, ProgressScreen, ScoresScreen, progress_screen
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import GameOver
from foxduet.words.game_words import guide_words
from foxduet.words.i18n import languages, use_language
from foxduet.words.lessons import lesson_plan
from foxduet.words.progress import progress_lines
from foxduet.words.scores import ScoresPage
from foxduet.words.text import ASCII, SPOKEN, UNICODE, text_width
from tests.support import entries, tables
from tests.support.classic import entry as match_entry
from tests.support.classic import some_entries as some_matches
from tests.support.entries import TODAY, entry, open_scores_screen, resigned_table, some_entries
from tests.support.players import DEFEAT, VICTORY, beginning_of, played_game
from tests.support.tables import STILL, WINDOW, Desk, laid_over, press_keys, press_to, text_of

SCORES = ScoresScreen("duet", some_entries(), TODAY, ScoresPage.OVERVIEW)
RECENT = replace(SCORES, page=ScoresPage.RECENT)


def test_records_that_were_not_read_in_time_are_read_while_one_looks(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    resigned_table(desk)
    for number in (1, 2):
        save_game(
            SavedGame(desk.records / f"{number}.toml"), played_game(entries.header_at(number))
        )
    assert desk.scores is not None
    desk.scores.unlink()
    monkeypatch.setattr("foxduet.ui.score_handlers._MAX_IMPORT_SECONDS", -1.0)
    screen = open_scores_screen(desk)
    assert (screen.games, screen.notice) == ((), "3 more records are still to be read.")
    # Spoken scores do not change while they are read aloud.
    spoken = replace(desk, look=Look(SPOKEN, animated=False))
    assert tables.of_kind(ScoresScreen, tables.later(screen, spoken)).timeout is None
    after = tables.of_kind(ScoresScreen, tables.later(screen, desk))
    assert (len(after.games), after.notice, after.timeout) == (3, "", None)
    # The page, the row and the filter stay; once nothing new is found, reading ends.
    looking = replace(after, page=ScoresPage.BEST, top=1, cursor=0, remaining=1)
    assert looking.with_more(after) == replace(looking, remaining=0)
    assert looking.with_more(replace(after, remaining=1)).timeout is None


def test_the_scores_open_from_the_title_and_lead_back(desk: Desk) -> None:
    resigned_table(desk)
    start = tables.open_title(desk)
    screen = press_to(ScoresScreen, start, desk, keys.UP, keys.ENTER)
    assert len(screen.games) == 1
    assert screen.today == date.today()
    for key in ("q", keys.ESCAPE):
        assert isinstance(press_keys(screen, desk, key), TitleScreen)
    assert press_keys(screen, desk, "?") == TextScreen(TextKind.HELP, screen)
    assert press_keys(screen, desk, "?", "q") == screen
    assert press_keys(screen, desk, keys.TAB, keys.ESCAPE) == screen
    assert press_keys(screen, desk, "b") == screen


def enter_games(desk: Desk, *games: ScoreEntry) -> None:
    assert desk.scores is not None
    with open_scores(desk.scores) as scores:
        insert_entries(scores, games)


def test_scores_without_a_game_say_what_will_stand_there_or_that_the_other_game_has_some(
    desk: Desk,
) -> None:
    assert open_scores_screen(replace(desk, scores=None)).games == ()
    text = text_of(open_scores_screen(desk))
    assert "[The Fox in the Forest Duet]" in text
    assert "No game has been finished here yet." in text
    assert "Your first finished game will appear here, won or lost." in text
    assert "g scores of The Fox in the Forest   Esc back" in text
    for numbers, count in (((1,), "1 finished game"), ((2, 3), "3 finished games")):
        enter_games(desk, *map(match_entry, numbers))
        text = text_of(open_scores_screen(desk))
        assert f"The Fox in the Forest has {count}: press g." in text
        assert "Your first finished game will appear here" not in text


def test_g_and_a_click_change_the_game_and_back(desk: Desk) -> None:
    enter_games(desk, match_entry(1), entry(2, 40))
    screen = open_scores_screen(desk)
    for game, title in (
        ("classic", " The Fox in the Forest Duet  [The Fox in the Forest]\n"),
        ("duet", "[The Fox in the Forest Duet]  The Fox in the Forest\n"),
    ):
        screen = press_to(ScoresScreen, screen, desk, "g")
        assert [one.game for one in screen.games] == [game]
        assert title in text_of(screen)
        (area,) = (area for area in draw_screen(screen, WINDOW, STILL).areas if area.row == 0)
        assert area.keys == ("g",)
        other = text_of(screen).splitlines()[0][area.column :][: area.size.columns]
        assert other.startswith(" The Fox in the Forest")


def test_many_games_are_paged(desk: Desk) -> None:
    many = tuple(entry(at, 31 + at) for at in range(60))
    screen = ScoresScreen("duet", many, TODAY, page=ScoresPage.RECENT)
    seen = set()
    for _page in range(12):
        seen |= {line for line in text_of(screen).splitlines() if "won in round" in line}
        screen = press_to(ScoresScreen, screen, desk, keys.SPACE)
    assert len(seen) == 60


def finished_at(desk: Desk) -> FinishedScreen:
    """Return a game that was given up, as the scores open it."""
    resigned_table(desk)
    return press_to(FinishedScreen, open_scores_screen(desk), desk, keys.DOWN, keys.ENTER)


def test_up_and_down_choose_games_and_scroll_with_them(desk: Desk) -> None:
    screen: ScoresScreen = RECENT
    for at in range(len(RECENT.games)):
        screen = press_to(ScoresScreen, screen, desk, keys.DOWN)
        assert screen.cursor == at
        (row,) = (line for line in text_of(screen).splitlines() if "►" in line)
        assert guide_words("duet").outcome_phrase(RECENT.games[-1 - at]) in row
    assert press_keys(screen, desk, keys.DOWN) == screen
    top = press_keys(screen, desk, *[keys.UP] * len(RECENT.games))
    assert top == RECENT
    assert press_to(ScoresScreen, RECENT, desk, keys.DOWN, keys.RIGHT).cursor is None
    assert press_to(ScoresScreen, RECENT, desk, keys.DOWN, keys.END).cursor is None


@pytest.mark.parametrize("page", [ScoresPage.RECENT, ScoresPage.BEST, ScoresPage.DAYS])
def test_each_list_of_games_can_be_opened(page: ScoresPage, desk: Desk) -> None:
    screen = press_to(ScoresScreen, replace(SCORES, page=page), desk, keys.DOWN)
    assert screen.cursor == 0
    missing = press_to(ScoresScreen, screen, desk, keys.ENTER)
    assert missing.notice == "This game's record cannot be read: No such file or directory."


def test_a_game_is_looked_through_reviewed_and_played_again(desk: Desk) -> None:
    screen = finished_at(desk)
    through = press_to(ReplayScreen, screen, desk, "1", keys.ENTER)
    assert through.game == screen.game
    assert press_keys(through, desk, "q") == replace(screen, cursor=0)
    review = press_to(ReviewWaitScreen, screen, desk, "2", keys.ENTER)
    assert review.task.path == screen.path
    again = press_to(TableScreen, screen, desk, "3", keys.ENTER)
    header = again.session.game.header
    assert (header.seed, header.setup) == (screen.game.header.seed, screen.game.header.setup)
    assert again.saved.path != screen.path
    for way in ((keys.ESCAPE,), ("4", keys.ENTER)):
        back = press_to(ScoresScreen, screen, desk, *way)
        assert (back.page, back.cursor) == (ScoresPage.RECENT, 0)


def test_nothing_is_chosen_when_a_game_comes_up(desk: Desk) -> None:
    screen = finished_at(desk)
    assert screen.cursor is None
    undecided = press_keys(screen, desk, keys.ENTER)
    assert undecided == replace(
        screen, notice="Nothing is selected yet: use the arrow keys, or a choice's own key."
    )
    assert "Nothing is selected yet" in text_of(undecided)


def test_a_record_that_became_another_game_is_not_shown(desk: Desk) -> None:
    resigned_table(desk)
    opened = press_keys(open_scores_screen(desk), desk, keys.DOWN)
    (path,) = desk.records.glob("*.toml")
    for text in (dump_record(beginning_of(VICTORY, 20)), dump_record(VICTORY), "no record"):
        path.write_text(text, "utf-8")
        after = press_to(ScoresScreen, opened, desk, keys.ENTER)
        assert after.notice == "This game's record has changed since it was scored."


def test_a_game_whose_deals_are_not_known_is_not_dealt_again() -> None:
    game = replace(VICTORY, header=replace(VICTORY.header, seed=None))
    screen = laid_over(FinishedScreen(entry(1), game, Path("x.toml")), RECENT)
    assert "The same deals again" not in text_of(screen)
    assert "The same deals again" in text_of(replace(screen, game=VICTORY))


def test_a_game_that_cannot_be_saved_is_not_started(desk: Desk) -> None:
    screen = finished_at(desk)
    unwritable = replace(desk, records=desk.scores or Path())
    after = press_to(FinishedScreen, screen, unwritable, "3", keys.ENTER)
    assert after.notice.startswith("The new game cannot be saved: ")


def test_a_click_chooses_a_game(desk: Desk) -> None:
    for start in (RECENT, press_to(ScoresScreen, RECENT, desk, keys.DOWN, keys.DOWN)):
        rows = [area for area in draw_screen(start, WINDOW, STILL).areas if area.row > 1]
        for at, area in enumerate(rows):
            after = press_to(ScoresScreen, start, desk, *area.keys)
            assert after.cursor == at
            assert area.is_chosen == (start.cursor == at)


ASCII_LOOK = Look(ASCII, animated=False)
PAR = Par("expert:200", "victory", 36)
LONG_NAMES = ("Maximilianus", "Wilhelmina M")


def over(game: Game, par: Par | None, counting: ScoreEntry | None = None) -> TableScreen:
    """Return the end of a game with par, or with the search for it if it is None."""
    shows = GameOver(entered=True, seeks_par=par is None, par=par, counting=counting)
    return replace(tables.at_table(TableSession(game)), mode=shows, ticks=9)


def day_over() -> TableScreen:
    """Return the end of a game with the deals of a day."""
    game = played_game(entries.daily_header(TODAY, level=1))
    return over(game, PAR, replace(make_entry(game, Path("day.toml")), par=PAR))


def opened(game: Game, par: Par) -> Screen:
    own = replace(make_entry(game, Path("x.toml")), par=par)
    return laid_over(FinishedScreen(own, game, Path("x.toml"), cursor=1), RECENT)


MATCHES = ScoresScreen("classic", some_matches(), TODAY, ScoresPage.OVERVIEW)
FORM_OF_THE_DAY = FormScreen(
    "duet",
    {"level": 2},
    ("Left", "Right"),
    row=3,
    day=TODAY,
    played_today=(entry(1, 38, day=TODAY),),
)
SCREENS: dict[str, Screen] = {
    "scores": SCORES,
    "scores-scrolled": replace(SCORES, top=9),
    "scores-best": replace(SCORES, page=ScoresPage.BEST),
    "scores-recent": replace(RECENT, top=2),
    "scores-pair": replace(RECENT, selection=Selection(names=("Left", "Right"))),
    "scores-days": replace(SCORES, page=ScoresPage.DAYS),
    "scores-chosen": replace(SCORES, selection=Selection((("level", 2),), "expert")),
    "scores-none-of-these": replace(SCORES, selection=Selection((("level", 3),))),
    "scores-empty": ScoresScreen(
        "duet", (), TODAY, notice="The scores cannot be saved: database is locked."
    ),
    "scores-keys": TextScreen(TextKind.HELP, SCORES),
    "scores-row": replace(RECENT, cursor=3, top=2),
    "scores-day-row": replace(SCORES, page=ScoresPage.DAYS, cursor=2, top=5),
    "finished": opened(VICTORY, PAR),
    "finished-defeat": opened(DEFEAT, replace(PAR, score=None)),
    "victory-par": over(VICTORY, PAR),
    "defeat-par": over(DEFEAT, None),
    "victory-day": day_over(),
    "form-day": FORM_OF_THE_DAY,
    "classic-scores": MATCHES,
    "classic-scores-scrolled": replace(MATCHES, top=12),
    "classic-scores-best": replace(MATCHES, page=ScoresPage.BEST),
    "classic-scores-recent": replace(MATCHES, page=ScoresPage.RECENT),
    "classic-scores-pair": replace(
        MATCHES, page=ScoresPage.RECENT, selection=Selection(names=("Ann", "Bob"))
    ),
    "classic-scores-days": replace(MATCHES, page=ScoresPage.DAYS),
    "classic-scores-chosen": replace(MATCHES, selection=Selection((("target", 16),), "people")),
    "classic-scores-empty": ScoresScreen("classic", (), TODAY),
    "classic-scores-keys": TextScreen(TextKind.HELP, MATCHES),
    "classic-form-day": FormScreen(
        "classic",
        {"target": 21},
        ("Ann", "Expert"),
        partner="expert",
        day=TODAY,
        played_today=(match_entry(1, day=TODAY, players=("Ann", "Expert"), ai=(None, "expert")),),
    ),
}

WORDED_BEFORE = ("scores-empty", "form-day")
"""Screens that hold sentences: these were put into words, in a language, when they were made."""


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.usefixtures("strict_canvas")
def test_screens_look_as_they_did_and_nothing_is_cut_off(
    name: str, golden: Callable[[str, str], None]
) -> None:
    golden(f"frames/{name}.txt", text_of(SCREENS[name]) + "\n")
    assert text_of(SCREENS[name], look=ASCII_LOOK).isascii()
    for look in (STILL, ASCII_LOOK):
        draw_screen(SCREENS[name], Size(45, 130), look)


@pytest.mark.usefixtures("strict_canvas")
def test_there_is_room_for_the_longest_names_of_opponents() -> None:
    games = [match_entry(at, players=LONG_NAMES) for at in range(3)]
    players = (LONG_NAMES[0], "Expert")
    games += [match_entry(9, players=players, ai=(None, "expert"), day=TODAY)]
    texts = [text_of(ScoresScreen("classic", tuple(games), TODAY, page)) for page in ScoresPage]
    recent = texts[[*ScoresPage].index(ScoresPage.RECENT)]
    assert recent.count("  Maximilianus, Wilhelmina M") == 3
    assert "  Maximilianus, Expert" in recent


def test_blanks_around_names_do_not_hide_that_a_day_was_played() -> None:
    form = replace(FORM_OF_THE_DAY, own_names=("Left ", " Right"))
    assert form.played_already == FORM_OF_THE_DAY.played_already is not None
    assert replace(form, own_names=("Left", "Another")).played_already is None


def test_the_scores_share_the_card_reference_and_have_their_own_help() -> None:
    for text, is_shared in ((TextKind.REFERENCE, True), (TextKind.HELP, False)):
        shown = text_of(TextScreen(text, SCORES))
        assert (shown == text_of(TextScreen(text, FORM_OF_THE_DAY))) is is_shared


@pytest.mark.usefixtures("strict_canvas")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_end_of_a_day_has_room_for_the_longest_names(level: int) -> None:
    for number in range(4):
        header = replace(entries.daily_header(TODAY, level), players=LONG_NAMES, seed=number)
        game = played_game(header)
        own = replace(make_entry(game, Path("day.toml")), day=TODAY, par=PAR)
        table = over(game, PAR, own)
        assert "Play again" in text_of(table)
        more = replace(table, mode=replace(entries.ending_of(table), more=True))
        lines = [line.strip() for line in text_of(more).splitlines()]
        result, found = shared_lines(own, UNICODE)
        at = lines.index(result)
        assert lines[at + 1] == found


def test_the_fullest_end_of_a_game_covers_nothing_of_what_it_says() -> None:
    table = over(VICTORY, PAR, replace(make_entry(VICTORY, Path("day.toml")), day=TODAY, par=PAR))
    full = replace(entries.ending_of(table), is_best=True)
    text = text_of(replace(table, mode=full))
    for said in ("A new best!", "Par: 36, the score of", "2: Play again   3: Review   4: More"):
        assert said in text
    assert "arrows choose   Enter continue   m more   q quit" in text.splitlines()[-1]
    assert "A new best!" not in text_of(table)
    notice = "You have already played this day's deal; only your first game counts."
    text = text_of(replace(table, mode=full, notice=notice))
    assert notice in text
    text = text_of(replace(table, mode=replace(full, more=True)))
    for said in (
        ", par 36",
        "won in round 3",
        "1: Look through the game   2: The same deals again",
    ):
        assert said in text


def reviews(*accuracies: float, **mistakes: tuple[int, float]) -> tuple[ReviewedGame, ...]:
    """Return reviewed games, the last two of which have mistakes."""
    found = {theme.replace("_", " "): MistakeTotal(*own) for theme, own in mistakes.items()}
    last = len(accuracies) - 2
    return tuple(
        ReviewedGame(f"{at:064}", "1 1", 30, accuracy, found if at >= last else {})
        for at, accuracy in enumerate(accuracies)
    )


JOURNAL = Journal(
    tuple(
        Attempt("duet", f"{number}", TODAY - timedelta(days=9 - number), number % 3 > 0, 1400)
        for number in range(1, 8)
    )
)
DUET = PlayerProgress(
    "duet",
    some_entries(),
    reviews(
        *(0.71, 0.78, 0.75, 0.84, 0.9, 0.88, 0.97),
        the_Foxes=(4, 0.31),
        gems_within_reach=(3, 0.24),
        the_ends_of_the_path=(1, 0.05),
    ),
    ("path", "following", "trump"),
    training=training_state(JOURNAL, TODAY),
    new_puzzles={"trump": 4, "gem": 7},
)
CLASSIC = PlayerProgress(
    "classic", some_matches(), reviews(0.93, 0.86, the_Woodcutter=(5, 0.4)), ("tricks", "bands")
)
PAGE = ProgressScreen(DUET)
PROGRESS_SCREENS: dict[str, Screen] = {
    "progress": PAGE,
    "progress-details": replace(PAGE, details=True),
    "progress-end": replace(PAGE, details=True, top=99),
    "progress-keys": TextScreen(TextKind.HELP, PAGE),
    "progress-newcomer": ProgressScreen(PlayerProgress("duet")),
    "classic-progress": ProgressScreen(CLASSIC),
    "classic-progress-end": ProgressScreen(CLASSIC, details=True, top=99),
}


@pytest.mark.usefixtures("strict_canvas")
@pytest.mark.parametrize("name", PROGRESS_SCREENS)
def test_it_looks_as_it_did_and_nothing_is_cut_off(
    name: str, golden: Callable[[str, str], None]
) -> None:
    golden(f"frames/{name}.txt", text_of(PROGRESS_SCREENS[name]) + "\n")
    draw_screen(PROGRESS_SCREENS[name], Size(50, 130), STILL)
    use_language("fr")
    draw_screen(PROGRESS_SCREENS[name], Size(24, 80), STILL)


@pytest.mark.usefixtures("strict_canvas")
@pytest.mark.parametrize("name", ["progress", "progress-end"])
def test_in_seven_bits_it_looks_as_it_did(name: str, golden: Callable[[str, str], None]) -> None:
    text = text_of(PROGRESS_SCREENS[name], look=ASCII_LOOK)
    golden(f"frames/{name}-ascii.txt", text + "\n")
    assert text.isascii()


def test_the_widest_table_fits_in_every_language() -> None:
    themes = sorted(guide_words("duet").lessons)
    worst = {theme: MistakeTotal(100, 20.0) for theme in themes}
    progress = PlayerProgress("duet", some_entries(), (ReviewedGame("1", "", 1, 0.5, worst),))
    for language in languages():
        use_language(language)
        lines = [line.text for line in progress_lines(progress, 74, UNICODE)]
        bars = [line for line in lines if line.endswith("████████████████")]
        assert len(bars) == len(themes)
        assert {line.index("█") for line in bars} == {bars[0].index("█")}
        assert max(map(text_width, lines)) <= 76


def test_the_title_leads_to_it_and_back_to_its_row(desk: Desk) -> None:
    finished = partial(LessonProgress.with_finished, lesson="path")
    journals.update_progress(journals.learning_file(desk.records), "duet", finished)
    resigned_table(desk)
    title = tables.open_title(desk)
    title = replace(title, cursor=title.choices.index(TitleRow.PROGRESS))
    page = press_to(ProgressScreen, title, desk, keys.ENTER)
    assert page.game_name == "duet"
    assert (len(page.progress.games), page.progress.lessons) == (1, ("path",))
    assert "Review your games: after two," in text_of(page)
    review = press_to(ReviewWaitScreen, page, desk, keys.ENTER)
    assert review.task.path == page.progress.games[0].path
    classic = press_to(ProgressScreen, page, desk, "g")
    assert (classic.game_name, classic.progress.games) == ("classic", ())
    # Advice that was followed gives way to the next.
    again = press_to(ProgressScreen, classic, desk, "g")
    assert again.progress == replace(page.progress, advised={"review": 2})
    assert "Your next goal, level 2: a win." in text_of(again)
    back = press_to(TitleScreen, page, desk, keys.ESCAPE)
    assert back.choices[back.cursor] is TitleRow.PROGRESS


def test_it_is_scrolled_no_further_than_its_end(desk: Desk) -> None:
    end = press_to(ProgressScreen, PAGE, desk, "d", keys.END)
    assert press_keys(end, desk, keys.DOWN) == end
    assert "2 puzzles due" in text_of(end)
    assert press_keys(end, desk, keys.HOME, keys.ESCAPE) == PAGE


def test_enter_does_what_is_proposed_and_nothing_old_is_proposed_after_it(desk: Desk) -> None:
    newcomer = ProgressScreen(PlayerProgress("duet"))
    assert press_to(LessonScreen, newcomer, desk, keys.ENTER).lesson.name == "path"
    lesson = press_to(LessonScreen, PAGE, desk, keys.ENTER)
    assert lesson.lesson.name == "trumps"
    puzzle = press_to(PuzzleScreen, PAGE, desk, "p")
    assert puzzle.puzzle.kind == "trump"
    assert replace(PAGE, is_stale=True).timeout == 0
    knows = PlayerProgress("duet", lessons=tuple(one.name for one in lesson_plan("duet").lessons))
    assert isinstance(press_keys(ProgressScreen(knows), desk, keys.ENTER), FormScreen)


def test_who_won_twice_at_a_level_is_proposed_the_next_one_which_enter_opens(desk: Desk) -> None:
    won = tuple(entry(at, 30, level=1, partner="steady") for at in range(2))
    found = reviews(0.9, 0.9)
    screen = ProgressScreen(PlayerProgress("duet", won, found))
    assert "Ready for level 2?" in text_of(screen)
    form = press_to(FormScreen, screen, desk, keys.ENTER)
    assert (form.values["level"], form.partner) == (2, "steady")


def test_nobody_is_shown_zeros_nor_a_sum_of_costs_as_a_chance() -> None:
    lost = PlayerProgress("duet", (entry(1), entry(2)), training=training_state(Journal(), TODAY))
    for progress in (PlayerProgress("duet"), lost):
        rows = text_of(ProgressScreen(progress)).splitlines()
        assert not [row for row in rows if re.search(r"\b0\b", row)]
    assert "Games played" in text_of(ProgressScreen(lost))
    costly = replace(DUET, reviewed=reviews(0.5, 0.4, 0.3, Foxes=(9, 4.0)))
    details = "\n".join(line.text for line in progress_lines(costly, 74, UNICODE))
    assert max(int(share) for share in re.findall(r"(\d+)%", details)) == 100


def test_what_is_still_to_be_read_is_told() -> None:
    page = progress_screen(replace(DUET, pending_reviews=2))
    assert "2 more reviews will be added next time." in text_of(page)
