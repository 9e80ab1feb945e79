"""Every screen in French, and in a made-up language whose sentences are half as long again.

Nothing is cut off in a window of 80x24, and nothing is said that is not in a catalogue.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import pytest

from tests.support.processes import lacking

pytest.importorskip("babel", reason=lacking("translate"))


from foxduet.ai.partner import ActionValue, Thought, rank_choices
from foxduet.ai.workers import ThinkJob
from foxduet.analysis.review import FULL_HELP
from foxduet.core.cards import Seat
from foxduet.games.classic.ai.expert import ClassicEstimate
from foxduet.games.duet.ai.expert import DuetEstimate
from foxduet.play.game import Game
from foxduet.play.table_session import TableSession
from foxduet.play.table_session import show_hand as look_at_hand
from foxduet.store.score_entries import Selection
from foxduet.ui.guided import Feedback, GuidedScreen, TutorLine
from foxduet.ui.kit import keys
from foxduet.ui.kit.effects import JobAnswered
from foxduet.ui.kit.screen import Screen
from foxduet.ui.loop import draw_screen
from foxduet.ui.menu import TextScreen
from foxduet.ui.replay import ReplayScreen
from foxduet.ui.table import drawing
from foxduet.ui.table.drawing import option_keys
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import Advice, Choosing, Hint, Paused, Question, RoundEnd, table_options
from foxduet.words import i18n
from foxduet.words.lessons import lesson_plan
from foxduet.words.review import report_lines
from foxduet.words.scores import ScoresPage, scores_page_lines
from foxduet.words.text import UNICODE, wrap
from tests.support import tables
from tests.support.classic import classic, played_match
from tests.support.entries import TODAY, is_choosing, is_done, lessons_on, some_entries
from tests.support.entries import shown as shown_lesson
from tests.support.players import VICTORY, beginning_of, duet, fewer, played_game, some_of
from tests.support.reviews import branching, reasons_between, reviewing, thought_of
from tests.tools.translations import FIRST, LAST
from tests.ui.test_classic_review import SCREENS as SCREENS_OF_MATCHES_REVIEWED
from tests.ui.test_classic_table import SCREENS as SCREENS_OF_MATCHES
from tests.ui.test_lessons import SCREENS as SCREENS_OF_LESSONS
from tests.ui.test_review import SCREENS as SCREENS_OF_REVIEWS
from tests.ui.test_scores import PROGRESS_SCREENS as SCREENS_OF_PROGRESS
from tests.ui.test_scores import SCREENS as SCREENS_OF_SCORES
from tests.ui.test_scores import WORDED_BEFORE
from tests.ui.test_table_frames import SCREENS as SCREENS_OF_TWO
from tests.ui.test_table_frames import SOLO_SCREENS as SCREENS_OF_ONE
from tests.ui.test_table_frames import chosen, drawn_in_solo

SCREENS = SCREENS_OF_TWO | SCREENS_OF_ONE | SCREENS_OF_SCORES | SCREENS_OF_REVIEWS
SCREENS |= SCREENS_OF_MATCHES_REVIEWED | SCREENS_OF_PROGRESS
SCREENS |= {f"classic-{name}": screen for name, screen in SCREENS_OF_MATCHES.items()}
for worded_before in WORDED_BEFORE:
    del SCREENS[worded_before]
for at_a_choice in ("lead", "exchange", "hint-1", "classic-lead"):
    table = SCREENS[at_a_choice]
    assert isinstance(table, TableScreen)
    assert isinstance(table.mode, Choosing)
    SCREENS[f"{at_a_choice}-typing"] = replace(table, mode=replace(table.mode, typed="10"))
NAMES_OF_OTHERS = ("Ann", "Bob", "Cleo", "Maximilianus", "Wilhelmina M", "Maximilianu")
# As long as names may be.
NAMES = ("12345678_012", "98765432_109")


@pytest.fixture(params=i18n.languages())
def _language(request: pytest.FixtureRequest) -> None:
    i18n.use_language(request.param)


def check_whole(text: str) -> None:
    """Check that every sentence in a frame has both its ends."""
    assert text.count(FIRST) == text.count(LAST), text


def check_words(text: str) -> None:
    """Check that nothing is said in a frame but names, cards, and what the catalogue said."""
    for own in ("Left", "Right", "Player", "f o x d u e t", "Expert", "Steady", *NAMES_OF_OTHERS):
        text = text.replace(own, "")
    text = re.sub(r"[\[ ]([yn]): ", "", text)
    # Letters alone are keys, and pieces of names that a column is too narrow for are no words.
    words = re.findall(f"[{string.ascii_letters}]{{2,}}", text)
    assert [word for word in words if not any(word in own for own in NAMES_OF_OTHERS)] == []


@pytest.mark.usefixtures("_pseudo", "_whole")
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_has_room_for_longer_sentences_and_none_of_its_own(name: str) -> None:
    text = "\n".join(draw_screen(SCREENS[name], tables.WINDOW, tables.STILL).text_rows)
    check_words(text)
    if not isinstance(SCREENS[name], TextScreen):
        check_whole(text)


@pytest.mark.usefixtures("_whole")
@pytest.mark.parametrize("name", SCREENS)
def test_nothing_is_cut_off_in_any_language(name: str) -> None:
    for language in i18n.languages():
        i18n.use_language(language)
        draw_screen(SCREENS[name], tables.WINDOW, tables.STILL)


@pytest.mark.usefixtures("_language", "_inside")
def test_nothing_of_a_lesson_is_cut_off_in_any_language(tmp_path: Path) -> None:
    for name, begin in SCREENS_OF_LESSONS.items():
        screen = begin(tables.options_in(tmp_path / name))
        assert isinstance(screen, Screen)
        draw_screen(screen, tables.WINDOW, tables.STILL)


@pytest.mark.usefixtures("_pseudo", "_inside")
@pytest.mark.parametrize("name", SCREENS_OF_LESSONS)
def test_a_lesson_has_room_for_longer_sentences(name: str, tmp_path: Path) -> None:
    screen = SCREENS_OF_LESSONS[name](tables.options_in(tmp_path))
    assert isinstance(screen, Screen)
    text = "\n".join(draw_screen(screen, tables.WINDOW, tables.STILL).text_rows)
    check_words(text)


@pytest.mark.usefixtures("_language")
def test_the_last_row_names_help_and_the_key_that_goes_on_in_any_language(tmp_path: Path) -> None:
    desk = tables.options_in(tmp_path)
    screens = [*SCREENS.values(), *(screen(desk) for screen in SCREENS_OF_LESSONS.values())]
    for screen in screens:
        assert isinstance(screen, Screen)
        bound = [one for one in screen.bindings if one.applies is None or one.applies(screen)]
        for binding in bound:
            if binding.footer is not None and {*binding.keys} & {"?", keys.ENTER, keys.SPACE}:
                name, meaning = binding.footer
                assert f"{i18n._(name)} {i18n._(meaning)}" in screen.footer


@pytest.mark.usefixtures("_language")
def test_the_last_row_names_all_its_keys_in_any_language(tmp_path: Path) -> None:
    desk = tables.options_in(tmp_path)
    screens = [*SCREENS.values(), *(screen(desk) for screen in SCREENS_OF_LESSONS.values())]
    for screen in screens:
        assert isinstance(screen, Screen)
        for binding in screen.bindings:
            if binding.footer is None or not (binding.applies is None or binding.applies(screen)):
                continue
            name, meaning = binding.footer
            said = [f"{i18n._(name)} {i18n._(meaning)}"]
            said += [] if binding.short_footer is None else [binding.short_footer()]
            assert any(one in screen.footer for one in said), (binding.footer, screen.footer)


def figures_of_three_moves(folder: Path) -> list[int]:
    """Return how many figures the rows have that name three moves, one of them off the path."""
    line = "1.9 4d/6d 1s 7r1d8d6s4s2r4r p1:Td5d - 1202101212 4 3 p1:move"
    table = tables.table_at(folder, line, Seat.P1)
    thought = tables.made_up(table.session.game.rules.observe(table.session.state, Seat.P1))
    assert len(thought.estimates) == 3
    lines = draw_screen(
        tables.with_hint(table, Hint(thought, 3)), tables.WINDOW, tables.STILL
    ).text_rows
    return [line.count("%") for line in lines if i18n._("off the path") in line]


@pytest.mark.usefixtures("_language")
def test_a_hint_has_room_for_three_moves_in_any_language(tmp_path: Path) -> None:
    assert figures_of_three_moves(tmp_path) == [3, 0]


@pytest.mark.usefixtures("_pseudo")
def test_a_hint_has_room_for_three_moves_with_longer_names(tmp_path: Path) -> None:
    assert figures_of_three_moves(tmp_path)[0] == 3


def screens_of_a_game(game: Game) -> Iterator[Screen]:
    """Return what two people see of a game, with some of their options."""
    for at in tables.some_moments(game):
        session = TableSession(beginning_of(game, at))
        for shown in (session, look_at_hand(session)):
            screen = tables.at_table(shown)
            yield screen
            if isinstance(screen.mode, Choosing | RoundEnd):
                for cursor in some_of(range(len(table_options(screen))), at):
                    yield chosen(screen, cursor)
        yield ReplayScreen(game, position=at)


def screens_of_a_solo_game() -> Iterator[Screen]:
    """Return what a person beside a partner sees, with hints and advice."""
    game = played_game(duet(3, NAMES, seed=24, ai=tables.BESIDE_EXPERT))
    for at in tables.some_moments(game)[1:]:
        yield from drawn_in_solo(
            tables.at_table(look_at_hand(TableSession(beginning_of(game, at))))
        )


def screens_of_a_match_alone() -> Iterator[Screen]:
    """Return what a person sees against an opponent, with hints."""
    match = played_match(classic(16, NAMES, 2, ai=(None, "steady")))
    for at in tables.some_moments(match)[1:]:
        table = tables.at_table(look_at_hand(TableSession(beginning_of(match, at))))
        yield table
        yield replace(table, mode=Paused())
        if isinstance(table.mode, Choosing):
            yield from hinted(table)


def hinted(table: TableScreen) -> Iterator[Screen]:
    """Return a table with steps of a hint, and with a question over it."""
    game, seat = table.session.game, table.session.visible_seat
    assert seat is not None
    observation = game.rules.observe(game.state, seat)
    for spread in (0.4, 0.0):
        hint = Hint(thought_of(observation, spread))
        for steps in some_of((1, 2, 3), len(game.turns)):
            yield replace(table, mode=Choosing(0, replace(hint, steps=steps)))
    yield tables.question_over(Question.RESIGN, advice=Advice(), below=table)


def screens_of_a_review(game: Game) -> Iterator[Screen]:
    """Return every moment of a review, with both hands open or not, hindsight, and a branch."""
    screen = reviewing(game)
    for at in tables.some_moments(game):
        for view in (None, *Seat):
            yield replace(screen, position=at, view=view)
        yield replace(screen, position=at, hindsight=True)
    yield branching(replace(screen, position=1), 1)


def long_game() -> Game:
    return played_game(duet(3, NAMES, seed=24))


def long_match() -> Game:
    return played_match(classic(16, NAMES, 2))


GAMES: dict[str, Callable[[], Iterator[Screen]]] = {
    "match": lambda: screens_of_a_game(long_match()),
    "two": lambda: screens_of_a_game(long_game()),
    "one": screens_of_a_solo_game,
    "alone": screens_of_a_match_alone,
    "review": lambda: screens_of_a_review(long_game()),
    "match reviewed": lambda: screens_of_a_review(long_match()),
}


@pytest.mark.usefixtures("_pseudo", "_whole")
@pytest.mark.parametrize("kind", GAMES)
def test_a_game_in_longer_sentences_shows_them_whole(kind: str) -> None:
    for screen in GAMES[kind]():
        text = "\n".join(draw_screen(screen, tables.WINDOW, tables.STILL).text_rows)
        check_whole(text)
        check_words(text)


@pytest.mark.usefixtures("_pseudo")
def test_reports_say_nothing_that_is_not_in_the_catalogue() -> None:
    review = reviewing(VICTORY).review
    check_words("\n".join(report_lines(review, UNICODE)).replace("expert:1000", ""))
    for page in ScoresPage:
        lines = scores_page_lines(page, some_entries(), Selection(), TODAY, UNICODE)
        check_words("\n".join(line.text for line in lines))


# What has room for longer sentences has room for English.
@pytest.mark.usefixtures("_whole")
@pytest.mark.parametrize("language", fewer(["fr", "en"], 1))
@pytest.mark.parametrize("kind", GAMES)
def test_nothing_is_cut_off_in_a_game_with_the_longest_names(kind: str, language: str) -> None:
    i18n.use_language(language)
    for screen in GAMES[kind]():
        draw_screen(screen, tables.WINDOW, tables.STILL)


_WIDTH_OF_A_VERDICT, _ROWS_OF_A_VERDICT = 70, 3
# Each game with one person and with two; the seed makes up the thoughts of the round.
ROUNDS = pytest.mark.parametrize(
    ("game", "two", "seed"),
    fewer([("duet", False, 0), ("classic", True, 3), ("duet", True, 1), ("classic", False, 2)], 2),
)


@pytest.fixture
def left_out(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Note how many sentences are left out, the oldest, wherever some are written."""
    noted: list[int] = []
    newest = drawing.newest_rows

    def rows_of(sentences: tuple[str, ...], width: int, most: int) -> list[str]:
        rows = newest(sentences, width, most)
        whole = [wrap(sentence, width) for sentence in sentences]
        fitting = sum(sum(map(len, whole[at:])) <= most for at in range(len(whole)))
        noted.append(len(whole) - fitting)
        return rows

    monkeypatch.setattr(drawing, "newest_rows", rows_of)
    return noted


def made_up_answer(job: ThinkJob, rng: Random) -> Thought:
    """Return figures by chance for each choice."""

    def estimate(action: object) -> ActionValue:
        win, taken, gem, overrun = (rng.random() for _figure in range(4))
        if job.game.header.game == "classic":
            return ClassicEstimate(action, win, 3.0)
        return DuetEstimate(action, win, 9.0, taken=taken, gem=gem, overrun=overrun)

    every = tuple(estimate(action) for action in job.observation.choices)
    thought = Thought(max(every, key=lambda one: one.win).action, every, worlds=100)
    pairs = tuple(product(*rank_choices(thought, 0)))
    reasons = reasons_between(job.game.header.game, job.observation, pairs)
    return replace(thought, reasons=reasons)


def screens_of_a_round(desk: tables.Desk, rng: Random, *, two: bool) -> Iterator[GuidedScreen]:
    """Play a guided round by chance to its end; return all that is seen, every choice included."""
    menu = lessons_on(desk, two=two)
    start = tables.settled(
        menu.open(len(lesson_plan(desk.game).lessons)), desk, tables.stack_of(menu)
    )
    assert isinstance(start, GuidedScreen)
    screen = start
    while not is_done(screen):
        yield screen
        if screen.awaits_job:
            job = screen.background_job(desk.context)
            assert isinstance(job, ThinkJob)
            answer = JobAnswered(job, made_up_answer(job, rng))
            following = tables.settled(screen.handle_event(answer, desk.context), desk)
        elif is_choosing(screen):
            every = table_options(screen)
            for cursor in some_of(range(len(every)), len(screen.session.game.turns)):
                yield replace(screen, mode=Choosing(cursor))
            legal = screen.session.game.rules.legal_actions(screen.session.game.state)
            some = [option for option in every if option in legal]
            key = option_keys(every)[every.index(rng.choice(some))]
            following = tables.press_keys(screen, desk, key, keys.ENTER)
        else:
            following = tables.press_keys(screen, desk, keys.SPACE)
        assert isinstance(following, GuidedScreen)
        screen = following
    yield screen


def left_out_in(
    language: str, desk: tables.Desk, rng: Random, left_out: list[int], *, two: bool
) -> list[list[int]]:
    """Play a round in a language, with all that is said whole; return what each frame leaves out.

    News of what happened may be left out where there is much, but never advice.
    """
    i18n.use_language(language)
    counts, verdicts, text = [], 0, ""
    for screen in screens_of_a_round(desk, rng, two=two):
        left_out.clear()
        text = "\n".join(draw_screen(screen, tables.WINDOW, tables.STILL).text_rows)
        counts.append([*left_out])
        if isinstance(shown_lesson(screen), TutorLine) or (
            is_choosing(screen) and screen.tutoring.help_amount == FULL_HELP
        ):
            assert not any(left_out), text
        if isinstance(screen.page, Feedback):
            verdicts += not screen.page.right
            rows = wrap(screen.page.text, _WIDTH_OF_A_VERDICT)
            assert len(rows) <= _ROWS_OF_A_VERDICT, rows
            assert language != "fr" or screen.page.right or "Mieux\u202f: " in text
    assert verdicts > 2
    assert i18n._("The round is over.") in text
    return counts


@pytest.mark.usefixtures("_inside")
@ROUNDS
def test_a_guided_round_is_played_in_every_language_and_says_as_much_in_each(
    tmp_path: Path, left_out: list[int], game: str, two: bool, seed: int
) -> None:
    english, *others = (
        left_out_in(
            language,
            replace(tables.options_in(tmp_path / language), game=game),
            Random(seed),
            left_out,
            two=two,
        )
        for language in i18n.languages()
    )
    for other in others:
        assert len(other) == len(english)
        for own, source in zip(other, english, strict=True):
            assert all(one <= beside for one, beside in zip(own, source, strict=True))


@pytest.mark.usefixtures("_pseudo", "_inside")
@ROUNDS
def test_a_guided_round_has_no_sentence_of_its_own(
    tmp_path: Path, game: str, two: bool, seed: int
) -> None:
    desk = replace(tables.options_in(tmp_path), game=game)
    for screen in screens_of_a_round(desk, Random(seed), two=two):
        check_words("\n".join(draw_screen(screen, tables.WINDOW, tables.STILL).text_rows))
