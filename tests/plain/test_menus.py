"""Games agreed on in words: the title, the form question by question, a day, what is continued."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.ui.form import DEAL, FormScreen, new_form
from foxduet.ui.kit.effects import OpenForm, TwoTerminals
from foxduet.ui.kit.screen import Next
from foxduet.ui.lessons import LessonsScreen
from foxduet.ui.menu import TitleScreen, TwoTerminalsScreen, UnfinishedScreen
from foxduet.ui.table.screen import TableScreen
from foxduet.words.game_words import guide_words
from tests.support.entries import TODAY, entry, unfinished
from tests.support.screens import open_first_title, open_title
from tests.support.stories import Conversation, repeated
from tests.support.tables import Desk, begin, of_kind, options_in


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return options_in(
        tmp_path,
        seed=8,
        pace=0.0,
        scores=tmp_path / "scores.sqlite3",
        config=tmp_path / "config.toml",
    )


def form_in_words(desk: Desk) -> Conversation:
    """Begin to talk about a new game, of which nothing is remembered."""
    return Conversation(new_form(desk), desk)


def asked(talk: Conversation) -> str:
    """Return which row of the form is asked about."""
    assert isinstance(talk.screen, FormScreen)
    return talk.screen.chosen.key


def test_a_new_game_is_agreed_on_begun_left_and_continued_as_it_was(
    desk: Desk, golden: Callable[[str, str], None]
) -> None:
    repeated("new-game", Conversation(Next(open_first_title(desk)), desk), golden)


def test_every_question_but_that_of_colours_is_asked_and_an_empty_line_takes_what_holds(
    desk: Desk,
) -> None:
    talk = form_in_words(desk)
    before = talk.screen
    keys = []
    while asked(talk) != DEAL:
        keys.append(asked(talk))
        talk.say("")
    assert keys == [row.key for row in before.rows if row.key not in ("theme", DEAL)]
    assert replace(talk.screen, row=0) == before
    talk.say("")
    assert isinstance(talk.screen, TableScreen)


def test_answers_are_numbers_words_and_names_and_back_asks_the_question_before_again(
    desk: Desk,
) -> None:
    talk = form_in_words(desk)
    assert talk.say("5")[0].startswith("There is no number 5")
    talk.say("duet", "3")
    assert talk.screen.values["level"] == 3
    assert "Which number? Press Enter for 3." in talk.say("back")
    assert talk.say("9") == ["Which number? Press Enter for 3."], "there is no such level"
    talk.say("2", "steady", "yes", "Anna")
    assert talk.say("")[0] == "Language."
    talk.say("deal")
    header = talk.screen.session.game.header
    assert (header.setup.level, header.players) == (2, ("Anna", "Steady"))
    assert header.ai == (None, "steady")
    assert header.is_practice


def test_a_name_may_begin_like_a_command_but_only_one_that_fits_is_taken(desk: Desk) -> None:
    talk = form_in_words(desk)
    talk.say("", "", "")
    assert asked(talk) == "left"
    assert talk.say("A name that is far too long") == ["A name has at most 12 letters."]
    talk.say("Lea", "Lea")
    assert talk.screen.names == ("Lea", "Lea"), "not taken for leave"
    assert talk.say("deal") == ["The players need two different names."]
    talk.say("back", "He")
    assert talk.screen.names == ("Lea", "He")


def test_the_next_question_is_asked_in_the_language_that_was_chosen(desk: Desk) -> None:
    talk = form_in_words(desk)
    talk.say("", "", "", "", "")
    assert asked(talk) == "lang"
    assert any(one.startswith("Entrée pour distribuer") for one in talk.say("fran"))
    assert talk.say("retour")[0] == "Langue."


def test_who_has_played_before_may_deal_at_once_or_change_what_was_agreed_on(desk: Desk) -> None:
    begin(desk, 2, ("Anna", "Bert"))
    talk = Conversation(Next(open_title(desk)), desk)
    said = talk.say("new")
    assert said[1].startswith("Game: The Fox in the Forest Duet. Level: 2. Partner: a person.")
    assert said[-1] == "Press Enter to deal the cards, or say change."
    assert talk.say("change")[0] == "Game."
    talk.say("deal")
    assert talk.screen.session.game.header.players == ("Anna", "Bert")


def test_what_the_form_proposes_is_told_first(desk: Desk) -> None:
    rung = guide_words("duet").ramp[1]
    form = new_form(replace(desk, setup=rung.options, solo=rung.partner), proposal=rung)
    talk = Conversation(form, desk)
    assert rung.says in talk.text
    assert talk.say("", "2")[0] == "Partner.", "once is enough"


def test_the_form_of_a_day_tells_what_was_played_and_that_another_game_does_not_count(
    desk: Desk,
) -> None:
    screen = new_form(replace(desk, daily=TODAY)).screen
    assert isinstance(screen, FormScreen)
    played = (entry(1, 38, level=1, day=TODAY), entry(2, level=3, day=TODAY))
    talk = Conversation(Next(replace(screen, played=played)), desk)
    assert talk.paper.lines[0] == "Daily deal, 2026-11-21."
    said = " ".join(talk.paper.lines)
    assert said.count("That game counts for the day.") == 2
    first = "Already played: Left and Right, level 1: won in round 2, 38 points."
    assert first in said
    talk.say("", "")
    before = len(talk.paper.lines)
    talk.say("", "", "", "")
    dealing = " ".join(talk.paper.lines[before:])
    assert asked(talk) == DEAL
    assert first in dealing


def test_games_under_way_come_first_but_for_a_newcomer(desk: Desk) -> None:
    begin(desk, 2, ("Anna", "Bert"))
    talk = Conversation(Next(open_title(desk)), desk)
    assert talk.paper.lines[1] == "1: Resume: Anna and Bert, level 2, round 1"
    newcomer = Conversation(Next(open_first_title(desk)), desk)
    assert "say help at any time to hear what else you can say" in " ".join(newcomer.paper.lines)
    assert "1: Learn to play" in newcomer.paper.lines


def test_what_may_be_a_command_or_one_of_several_choices_is_asked_back(desk: Desk) -> None:
    talk = Conversation(Next(open_title(desk)), desk)
    assert talk.say("lea") == ["Did you mean: leave, Learn to play?"]
    assert talk.say("p") == ["Did you mean: Puzzles, Play at two terminals, Progress?"]
    talk.say("learn")
    assert isinstance(talk.screen, LessonsScreen)


def test_of_several_games_the_one_whose_number_is_said_is_continued(desk: Desk) -> None:
    for names in (("Anna", "Bert"), ("Cora", "Dora")):
        begin(desk, 2, names)
    talk = Conversation(Next(open_title(desk)), desk)
    said = talk.say("1")
    assert isinstance(talk.screen, UnfinishedScreen)
    games = [game for game, _saved in unfinished(desk.records)]
    for line, game in zip(said[1:], games, strict=False):
        left, right = game.header.players
        assert f"{left} and {right}, level 2, round 1, trick 1, started " in line
        assert "  " not in line
    talk.say("2")
    assert of_kind(TableScreen, talk.screen).session.game == games[1]


def test_the_rules_are_told_on_the_title_itself(desk: Desk) -> None:
    talk = Conversation(Next(open_title(desk)), desk)
    assert talk.say("read") == talk.say("rules")
    assert isinstance(talk.screen, TitleScreen)


@pytest.mark.parametrize(("said", "command"), [("1", "host"), ("join", "join")])
def test_a_seat_at_two_terminals_is_chosen(said: str, command: str, desk: Desk) -> None:
    talk = Conversation(Next(TwoTerminalsScreen()), desk)
    talk.say(said)
    assert talk.ended is not None
    assert talk.loop.leads_to == TwoTerminals(command)


def test_leaving_the_form_leads_to_the_title(desk: Desk) -> None:
    talk = Conversation(Next(open_title(desk), (OpenForm("duet"),)), desk)
    assert isinstance(talk.screen, FormScreen)
    talk.say("leave")
    assert isinstance(talk.screen, TitleScreen)
