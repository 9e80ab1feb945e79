"""Scores and progress in words: pages without tables, what is chosen of them, and one game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from foxduet.analysis.progress import PlayerProgress
from foxduet.analysis.rating import training_of
from foxduet.store.journals import Attempt, Journal
from foxduet.store.results import Entry
from foxduet.ui.kit.screen import Next, Screen
from foxduet.ui.scores import FinishedScreen, ProgressScreen, ScoresScreen
from foxduet.words.i18n import use_language
from foxduet.words.scores import Page
from foxduet.words.text import UNICODE, characters_in
from tests.support.classic import some_entries as some_matches
from tests.support.entries import (
    TODAY,
    entry,
    open_scores_screen,
    resigned_at_table,
    resigned_table,
    some_entries,
)
from tests.support.stories import Conversation, repeated
from tests.support.tables import Desk, begin
from tests.ui.test_scores import CLASSIC, DUET

GAMES = some_entries()
DAYS = (TODAY - timedelta(days=3), TODAY - timedelta(days=1), TODAY)
PUZZLES = training_of(
    Journal(
        tuple(
            Attempt("duet", f"{at}", day, right=at > 1, rating=1400, daily=day)
            for at, day in enumerate(DAYS, 1)
        )
    ),
    TODAY,
)


def scores_in_words(desk: Desk, *games: Entry, page: Page = Page.OVERVIEW) -> Conversation:
    """Begin to talk about the scores of some games."""
    return Conversation(Next(ScoresScreen("duet", games or GAMES, TODAY, page)), desk)


def finished(desk: Desk) -> Screen:
    """Return a game that was opened in the scores."""
    resigned_table(desk)
    talk = Conversation(Next(open_scores_screen(desk)), desk)
    talk.say("recent", "1")
    assert isinstance(talk.screen, FinishedScreen)
    return talk.screen


@pytest.mark.parametrize(
    ("name", "screen"),
    [
        ("scores-duet", ScoresScreen("duet", GAMES, TODAY, puzzles=PUZZLES)),
        ("scores-classic", ScoresScreen("classic", some_matches(), TODAY)),
        ("progress-duet", ProgressScreen(DUET)),
        ("progress-classic", ProgressScreen(CLASSIC)),
        ("progress-newcomer", ProgressScreen(PlayerProgress("duet"))),
    ],
)
def test_they_sound_as_they_did(
    name: str, screen: Screen, desk: Desk, golden: Callable[[str, str], None]
) -> None:
    repeated(name, Conversation(Next(screen), desk), golden)


def test_a_game_is_opened_by_its_number_and_left_for_the_list(desk: Desk) -> None:
    for seed in (7, 8):
        resigned_at_table(begin(desk, 2, ("Left", "Right"), seed), desk)
    talk = Conversation(Next(open_scores_screen(desk)), desk)
    said = talk.say("recent")
    assert [line[:3] for line in said[1:3]] == ["1: ", "2: "]
    assert talk.say("3") == ["There is no number 3: they go from 1 to 2."]
    chosen = talk.screen.games[0]
    said = talk.say("2")
    assert talk.screen.entry == chosen
    assert "You resigned." in said
    assert "Gems still on the path: 13." in said
    assert said[-2:] == ["4: Back", "Which number?"]
    talk.say("back")
    assert talk.screen.page is Page.RECENT


def test_a_record_that_is_gone_is_told(desk: Desk) -> None:
    said = " ".join(scores_in_words(desk, page=Page.RECENT).say("1"))
    assert "This game's record cannot be read: No such file or directory." in said


def test_long_lists_are_told_in_parts(desk: Desk) -> None:
    talk = scores_in_words(desk, page=Page.RECENT)
    parts = [[*talk.paper.lines], talk.say("more"), talk.say("more")]
    numbers = [[int(line.split(":")[0]) for line in part if line[0].isdigit()] for part in parts]
    assert numbers == [[*range(1, 11)], [*range(11, 21)], [21]]
    assert "Say More for more games." in parts[1][-1]
    assert parts[2][-1] == "Which number?"
    assert talk.say("more") == ["There are no more games."]


def test_only_the_games_that_were_asked_for_are_told(desk: Desk) -> None:
    talk = scores_in_words(desk, page=Page.BEST)
    assert talk.say("level 2")[0] == "Best, level 2, all games."
    assert all("level 2" in line for line in talk.say("again") if line[0].isdigit())
    assert talk.say("partner")[0] == "Best, level 2, two people."
    assert talk.say("level 7") == ["Say which: 1, 2, 3."]
    assert talk.say("names")[0] == "Best, level 2, two people, Expert and Player."
    assert talk.say("all")[0] == "Best."
    assert talk.say("level 3")[1] == "No game of this kind has been finished yet."


def test_what_counts_for_nothing_and_what_was_played_on_an_own_board_is_told_without_signs(
    desk: Desk,
) -> None:
    own = replace(entry(1, 31).summary, board="0" * 64)
    known = replace(entry(2, 33), again=True)
    talk = scores_in_words(desk, replace(entry(1, 31), summary=own), known)
    assert "Level 2, on your own board, two people." in talk.text
    assert "1 more game does not count, as its players already knew the deals." in talk.text
    said = " ".join(talk.say("recent"))
    assert "points; its players already knew the deals" in said
    assert "level 2, on your own board: won" in said
    assert not {"*", "="} & {*talk.text}


def test_without_a_game_it_is_told_what_will_stand_here_and_where_some_are(desk: Desk) -> None:
    screen = ScoresScreen("duet", (), TODAY, others={"classic": 3})
    talk = Conversation(Next(screen), desk)
    assert talk.paper.lines[1] == "No game has been finished here yet."
    assert talk.paper.lines[2] == "The Fox in the Forest has 3 finished games: say game."
    assert talk.say("game")[0] == "Scores: The Fox in the Forest."
    assert "Your first finished game will appear here, won or lost." in talk.text


@pytest.mark.parametrize("language", ["en", "fr"])
def test_nothing_is_drawn_and_nothing_is_wider_than_a_line(language: str, desk: Desk) -> None:
    use_language(language)
    words = {"en": ("best", "recent", "days"), "fr": ("meilleurs", "récents", "jours")}[language]
    more = {"en": ("mistakes", "wins", "goals"), "fr": ("erreurs", "victoires", "objectifs")}
    talks = [Conversation(Next(finished(desk)), desk)] if language == "en" else []
    for game, games in (("duet", GAMES), ("classic", some_matches())):
        screen = ScoresScreen(game, games, TODAY, puzzles=PUZZLES)
        talks.append(Conversation(Next(screen), desk))
        talks[-1].say(*words)
    for progress in (DUET, CLASSIC):
        talks.append(Conversation(Next(ProgressScreen(progress)), desk))
        talks[-1].say(*more[language])
    signs = {one for one in characters_in(UNICODE) if not one.isascii()}
    for line in (line for talk in talks for line in talk.paper.lines):
        assert line.isprintable() or "\u202f" in line or "\u00a0" in line
        assert len(line) <= 78
        assert not signs & {*line}
