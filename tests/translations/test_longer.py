"""Menus, hints, reviews and errors in a made-up language whose sentences are half as long again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("babel")

from foxduet.ai.names import KINDS
from foxduet.analysis.review import costly
from foxduet.cli.arguments import COMMANDS
from foxduet.store.entries import Selection
from foxduet.store.files import config_file
from foxduet.ui.loop import draw
from foxduet.ui.table.layout import MESSAGE_ROWS, SMALLEST
from foxduet.words import i18n
from foxduet.words.common import guide_words, table_words
from foxduet.words.glyphs import UNICODE
from foxduet.words.pages import all_topics
from foxduet.words.review_report import report_lines
from foxduet.words.scores import Page, page_lines
from foxduet.words.text import wrapped
from tests.support.calls import called
from tests.support.classic.entries import some_entries
from tests.support.entries import TODAY
from tests.support.reviews import reviewing
from tests.support.tables import STILL, WINDOW, options_in
from tests.translations.pseudo import Pseudo
from tests.translations.test_lessons import screens_of_a_lesson, screens_of_menus
from tests.translations.test_screens import check_whole, check_words, long_game, long_match
from tests.ui.learn.test_lessons import OF_ALL_GAMES


class Marked(Pseudo):
    """The made-up language, with sentences as long as they are in English."""

    growth = 1.0


@pytest.fixture
def _marked() -> Iterator[None]:
    before = i18n.speech()
    i18n.speak((i18n.SOURCE, Marked(), ""))
    yield
    i18n.speak(before)


@pytest.mark.usefixtures("_pseudo", "_inside")
def test_menus_have_room_for_longer_sentences_and_none_of_their_own(tmp_path: Path) -> None:
    for screen in screens_of_menus(options_in(tmp_path)):
        text = "\n".join(draw(screen, WINDOW, STILL).lines)
        check_words(text)
        check_whole(text)


@pytest.mark.usefixtures("_marked")
@pytest.mark.parametrize("two", [False, True], ids=["one", "two"])
@pytest.mark.parametrize(("game", "number"), OF_ALL_GAMES)
def test_lessons_say_nothing_that_is_not_in_the_catalogue(
    tmp_path: Path, game: str, number: int, two: bool
) -> None:
    desk = replace(options_in(tmp_path), game=game)
    for screen in screens_of_a_lesson(desk, number, two=two):
        check_words("\n".join(draw(screen, WINDOW, STILL).lines))


@pytest.mark.parametrize("language", i18n.languages())
def test_why_a_choice_cost_much_has_rows_enough(language: str) -> None:
    i18n.use_language(language)
    match = reviewing(long_match()).review
    game = reviewing(long_game()).review
    for review in (match, game):
        words, names = guide_words(review.game.header.game), review.game.header.players
        sentences = [words.cost_sentence(review, one) for one in costly(review)]
        sentences += [words.hindsight_sentence(one, names) for one in review.assessments]
        assert sentences
        for sentence in sentences:
            assert len(wrapped(sentence, SMALLEST.columns - 4)) <= MESSAGE_ROWS, sentence


@pytest.mark.parametrize("language", i18n.languages())
def test_why_a_choice_cost_much_is_whole_beside_the_news_that_a_better_one_was_found(
    language: str,
) -> None:
    i18n.use_language(language)
    for screen in (
        reviewing(long_match()),
        reviewing(long_game()),
    ):
        words, names = guide_words(screen.game_name), screen.review.game.header.players
        for one in costly(screen.review):
            choice = table_words(screen.game_name).choices.choice_phrase(one.best, names)
            found = i18n._("Found: {choice} is as good as it gets.").format(choice=choice)
            shown = replace(screen, at=one.number - 1, view=None, notice=found)
            text = " ".join(" ".join(draw(shown, WINDOW, STILL).lines).split())
            assert " ".join(found.split()) in text
            assert " ".join(words.cost_sentence(screen.review, one).split()) in text


@pytest.mark.usefixtures("_pseudo")
def test_reports_of_matches_say_nothing_that_is_not_in_the_catalogue() -> None:
    review = reviewing(long_match()).review
    check_words("\n".join(report_lines(review, UNICODE)).replace("expert:1000", ""))


# What is wrong, and what of it is quoted, or is a name that is the same in every language.
CONFIGS = [
    ("bell = 3", "bell true false"),
    ('partner = "me"', "partner me"),
    ("names = 3", "names"),
    ('names = ["a"]', "names"),
    ("lang = 3", "lang"),
    ("limit = 900", "limit"),
    ('theme = "pink"', "theme pink"),
    ('game = "poker"', "game poker"),
    ("duet = 3", "duet"),
    ("[duet]\nlevel = 9", "duet level"),
    (
        "[duet.board]\ngems = [1]",
        "duet board gems extra_gems plus start forest_tokens",
    ),
    ("[classic]\ntarget = 9", "classic target"),
    ("a = ", "TOML"),
    ("a = 1\na = 2", "TOML"),
    ("\x00", "TOML x00"),
]


@pytest.mark.usefixtures("_pseudo")
@pytest.mark.parametrize(("content", "own"), CONFIGS)
def test_what_is_wrong_with_the_settings_is_in_the_catalogue(
    content: str,
    own: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = config_file()
    path.parent.mkdir(parents=True)
    path.write_text(content, "utf-8")
    _status, _out, err = called("config", capsys, monkeypatch)
    assert err
    said = err.replace(str(path), "").replace("foxduet", "")
    check_words(without(said, own.split()))


def without(text: str, words: Iterable[str]) -> str:
    """Return a text without some words, the longest first."""
    for word in sorted(words, key=len, reverse=True):
        text = text.replace(word, "")
    return text


@pytest.mark.usefixtures("_pseudo")
@pytest.mark.parametrize(
    ("line", "own"),
    [
        ("--level 9", "argument level"),
        ("--limit x", "argument limit x"),
        ("--names A", "argument names"),
        ("--seed -1", "argument seed"),
        ("--lang xx", "argument lang xx en fr"),
        ("poker", "poker"),
        ("--resume none.toml", "none.toml toml"),
        ("replay none.toml", "none.toml toml"),
        ("review none.toml", "none.toml toml"),
        ("simulate --games 1 --seats random,poker --level 1", "argument seats ms"),
        ("simulate --seats random,random --level 1", "games argument"),
        ("scores --csv --json", "argument csv json"),
        ("scores import none", "none"),
        ("help nothing", "nothing"),
        ("completion tcsh", "argument shell SHELL tcsh bash zsh fish"),
        ("learn --game poker", "argument game poker duet classic"),
        ("--game classic --level 1", "argument level game classic"),
        ("--daily --seed 3", "argument daily seed"),
        ("--board none.toml", "none.toml toml"),
    ],
)
def test_what_is_wrong_with_a_command_line_is_in_the_catalogue(
    line: str,
    own: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    status, _out, err = called(line, capsys, monkeypatch)
    assert status != 0
    said = err.replace("foxduet", "")
    typed = line.replace("-", " ").replace(",", " ").split()
    said = without(said, (*own.split(), *typed, *all_topics(), *COMMANDS, *KINDS))
    check_words(said)


@pytest.mark.usefixtures("_pseudo")
def test_scores_of_matches_say_nothing_that_is_not_in_the_catalogue() -> None:
    for page in Page:
        lines = page_lines(page, some_entries(), Selection(), TODAY, UNICODE)
        check_words("\n".join(line.text for line in lines))
