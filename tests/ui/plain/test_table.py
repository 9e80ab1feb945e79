"""Games in words: what is heard, by whom, and what can be said."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from foxduet.play.game import NO_PARTNERS
from foxduet.ui.kit.screen import Next
from foxduet.ui.plain import __path__ as PATH
from foxduet.ui.plain.told import told_board
from foxduet.ui.table.question import AskScreen
from foxduet.ui.table.state import Choosing, GameOver, Question
from foxduet.words.common import table_words
from foxduet.words.glyphs import UNICODE, characters_in
from foxduet.words.i18n import _, use_language
from foxduet.words.people import names_at_table
from foxduet.words.spoken import decree_sentence, spoken_words, typed_card
from tests.support.conversation import (
    ALONE,
    SUITS,
    Conversation,
    a_game,
    repeated,
    something_to_say,
)
from tests.support.solo import forest_in
from tests.support.tables import options_in

GAMES = pytest.mark.parametrize("kind", ["duet", "classic"])


def is_over(talk: Conversation) -> bool:
    return isinstance(getattr(talk.screen, "shows", None), GameOver)


@GAMES
@pytest.mark.parametrize("ai", [ALONE, NO_PARTNERS], ids=["alone", "two"])
def test_all_that_is_said_is_short_lines_of_words(kind: str, ai: Any, tmp_path: Path) -> None:
    signs = {sign for sign in characters_in(UNICODE) if not sign.isascii()} | set("▼¤◊●▲★$#<_|@*")
    for language in ("en", "fr"):
        use_language(language)
        chance = Random(3)
        talk = a_game(tmp_path, kind, 5, ai)
        use_language("en")
        while talk.ended is None and len(talk.paper.lines) < 400:
            # What is typed is English here; the answers are those of the language.
            line = something_to_say(talk.screen, chance)
            use_language(language)
            talk.say(line)
            use_language("en")
        for line in talk.paper.lines:
            assert line.isprintable() or "\u00a0" in line or "\u202f" in line
            assert len(line) <= 78
            assert not signs & {*line}


@pytest.mark.parametrize(
    ("name", "kind", "ai"),
    [
        ("alone-duet", "duet", ALONE),
        ("alone-classic", "classic", ALONE),
        ("two-duet", "duet", NO_PARTNERS),
    ],
)
def test_a_game_sounds_as_it_did(
    name: str, kind: str, ai: Any, golden: Callable[[str, str], None], tmp_path: Path
) -> None:
    repeated(name, a_game(tmp_path, kind, 8, ai), golden)


def test_each_word_of_help_is_followed_by_what_it_does_in_one_clause() -> None:
    sources = [path.read_text("utf-8") for path in Path(*PATH).glob("*.py")]
    # What a word or a form does is written small, and without fields.
    meanings = re.findall(r'\bN?_\("([a-z][^"{]*)"\)', " ".join(sources))
    assert len(meanings) > 80
    for language in ("en", "fr"):
        use_language(language)
        said = [_(one) for one in meanings]
        use_language("en")
        assert [one for one in said if ":" in one] == []


def test_only_what_can_be_heard_is_offered(tmp_path: Path) -> None:
    talk = a_game(tmp_path, "duet", 8, ALONE)
    assert not any(line.startswith("out: ") for line in talk.say("help"))


@GAMES
def test_what_a_round_begins_with_is_told_and_what_the_forest_would_do(
    kind: str, tmp_path: Path
) -> None:
    talk, chance, said = a_game(tmp_path, kind, 8, ALONE), Random(2), list[str]()
    while not any(line.startswith("Round 2") for line in said):
        said = talk.say(something_to_say(talk.screen, chance))
        for line in said:
            if line.startswith("1: Your end."):
                assert line.startswith("1: Your end. The token would cover space ")
    decree = next(line for line in said if line.startswith("The decree is the "))
    words = table_words(kind).cards
    assert decree == decree_sentence(words, talk.screen.session.state.table.decree)
    assert said.index(decree) == 1
    board = said[2 : next(at for at, line in enumerate(said) if line.startswith("You hold "))]
    session = talk.screen.session
    assert " ".join(board) == " ".join(told_board(session.game.header, session.state))
    assert any(line.startswith("Toward your partner: ") for line in board) is (kind == "duet")


def test_between_rounds_the_question_comes_before_its_choices(tmp_path: Path) -> None:
    talk = Conversation(Next(forest_in(tmp_path)), options_in(tmp_path))
    asked = talk.transcript.index("At which end does the forest close in?")
    assert talk.transcript[asked + 1].startswith("1: Your end.")
    assert talk.transcript[-1] == "Which number?"


def test_gems_lie_on_the_space_of_the_fox_which_carries_none(tmp_path: Path) -> None:
    board = a_game(tmp_path, "duet", 8, ALONE).screen.session.state.table.path
    gems = tuple(2 if space == board.tracker else 0 for space in range(1, len(board.gems) + 1))
    on_gems = replace(board, gems=gems)
    state = a_game(tmp_path, "duet", 9, ALONE).screen.session.state
    moment = replace(state, table=replace(state.table, path=on_gems))
    assert spoken_words("duet").position(moment, ("Left", "Right"))[0] == (
        f"The fox is on space {board.tracker}, which has 2 gems."
    )


def test_how_a_game_was_lost_is_told_once_and_again_where_all_is_told_again(
    tmp_path: Path,
) -> None:
    talk, chance, said = a_game(tmp_path, "duet", 8, NO_PARTNERS), Random(0), list[str]()
    while not is_over(talk):
        said = talk.say(something_to_say(talk.screen, chance))
    assert " ".join(said).count("is lost in the forest") == 1
    assert " ".join(talk.say("again")).count("is lost in the forest") == 1


SAID = [
    ("en", "duet", ["7r", "7 roses", "Roses 7", "r7", "rose, 7", "SEVEN of roses"], (7, 1)),
    ("en", "classic", ["5b", "bell 5", "bells five", "five of bells"], (5, 0)),
    ("fr", "duet", ["2 étoiles", "etoile 2", "deux d'Étoiles", "é2"], (2, 2)),
    ("fr", "classic", ["11 cloches", "onze de cloches", "clo 11"], (11, 0)),
    (
        "en",
        "duet",
        ["roses", "7", "77777r", "7 8 roses", "7 roses or stars", "7 x"],
        None,
    ),
    ("fr", "classic", ["cl 7", "7 cl", "clés"], None),
]


@pytest.mark.parametrize(("language", "kind", "ways", "card"), SAID)
def test_a_card_is_named_by_rank_and_suit_in_either_order(
    language: str, kind: str, ways: list[str], card: Any
) -> None:
    words = table_words(kind).cards
    use_language(language)
    named = [typed_card(words, one) for one in ways]
    use_language("en")
    assert named == [card] * len(ways)


@GAMES
def test_a_card_is_played_suit_first_too(kind: str, tmp_path: Path) -> None:
    talk = a_game(tmp_path, kind, 8, NO_PARTNERS)
    talk.say("")
    session = talk.screen.session
    card = session.game.rules.observe(session.state, session.viewer).hand[0]
    name = f"{card.rank} of {SUITS[kind][card.suit]}"
    assert name in talk.say(f"{SUITS[kind][card.suit]} {card.rank}")[0]


def test_a_card_said_before_the_hand_was_asked_for_is_told_what_is_due(tmp_path: Path) -> None:
    talk = a_game(tmp_path, "duet", 8, NO_PARTNERS)
    talk.say("", "1 roses")
    assert talk.say("3 roses") == ["Pass the keyboard to Left. Left, press Enter."]
    understood = [line.partition(":")[0] for line in talk.say("help")]
    assert understood[:3] == ["Enter", "path", "trick"]
    assert "hand" not in understood
    assert talk.say("score")[0] == "Round 1 of 3, trick 1 of 11."


def test_a_card_that_may_not_be_played_is_refused_in_the_words_of_the_rules(
    tmp_path: Path,
) -> None:
    talk = a_game(tmp_path, "duet", 8, ALONE)
    talk.say("2 doves")
    refusal = "You hold Stars, and a Star was led: play a Star."
    assert talk.say("3r") == [refusal]
    assert talk.say("about 3r")[:2] == ["3 of Roses, Foxes. 2 paws.", refusal]
    assert talk.say("1 doves") == ["You have no 1 of Doves."]
    assert talk.say("2s")[0] == "You followed with the 2 of Stars."


def test_about_tells_paws_and_what_the_ability_does_now_whatever_is_chosen(tmp_path: Path) -> None:
    talk = a_game(tmp_path, "duet", 8, ALONE)
    assert talk.say("about 6 roses") == [
        "6 of Roses. 2 paws.",
        "Your partner gets this card, and you get one that your partner chooses unseen.",
    ]
    talk.say("2 doves", "2 stars")
    assert talk.say("about 3 doves") == [
        "3 of Doves, Foxes. 2 paws.",
        "Foxes: you name a player, who may swap a card with the decree.",
    ], "what lies on the table can be asked about, too"
    assert talk.say("about 9 doves") == [
        "9 of Doves, Royal Heir. No paws.",
        "You take the 8 of Doves; the 9 of Doves becomes the decree.",
        "Royal Heir: led, it lets your partner play any suit.",
    ]
    talk.say("9 doves", "8 doves", "3 roses")
    assert talk.screen.session.game.pending.choice.name == "FOXES"
    assert talk.say("about 7 roses")[0] == "7 of Roses, Gift. No paws."
    assert talk.say("about 10 doves") == ["10 of Doves. 3 paws."]


def test_a_program_is_stopped_by_what_cannot_be_done_with_the_game_saved(tmp_path: Path) -> None:
    talk = a_game(tmp_path, "duet", 8, ALONE, typed=False)
    talk.say("2 doves", "3r")
    assert talk.loop.failure == "line 2, 3r: You hold Stars, and a Star was led: play a Star."
    assert talk.ended == ("The game is saved; resume it with: foxduet --resume",)


def test_words_may_be_short_as_long_as_they_mean_one_thing(tmp_path: Path) -> None:
    talk = a_game(tmp_path, "duet", 8, ALONE)
    assert talk.say("tr") == talk.say("TRICK")
    assert talk.say("h") == ["That may be: hand, hint, help."]


def test_help_tells_first_how_the_question_is_answered(tmp_path: Path) -> None:
    talk = a_game(tmp_path, "duet", 8, NO_PARTNERS)
    assert talk.say("help")[0] == "Enter: go on."
    talk.say("")
    assert talk.say("help")[0] == "a card like 7 roses or 7r: choose that card."
    assert talk.say("zebra") == ["That means nothing here; say help."]
    talk.say("3 stars")
    assert talk.say("help")[0] == "a number: choose what has that number."


def test_who_gets_the_keyboard_hears_all_that_was_done_meanwhile(tmp_path: Path) -> None:
    talk = a_game(tmp_path, "duet", 8, NO_PARTNERS)
    # Right leads a Gift, and chooses what to give before Left hears anything.
    talk.say("", "7 stars")
    said = talk.say("9 stars")
    assert said[0] == "Right led the 7 of Stars, Gift."
    assert said[-1] == "Pass the keyboard to Left. Left, press Enter."


@GAMES
def test_a_question_comes_once_and_before_its_choices(kind: str, tmp_path: Path) -> None:
    talk, chance, asked = a_game(tmp_path, kind, 8, ALONE), Random(2), 0
    while not is_over(talk):
        said = talk.say(something_to_say(talk.screen, chance))
        numbers = [at for at, line in enumerate(said) if re.match("[1-3]: ", line)]
        if numbers and isinstance(talk.screen.shows, Choosing):
            asked += 1
            session = talk.screen.session
            seen = session.game.rules.observe(session.state, session.viewer)
            question = table_words(kind).choices.prompt(seen, names_at_table(session.game.header))
            assert [at for at, line in enumerate(said) if line == question] == [numbers[0] - 1]
    assert asked > 1


def test_what_happened_is_told_before_the_question_that_it_causes(tmp_path: Path) -> None:
    talk, chance, said = a_game(tmp_path, "duet", 77, (None, "novice")), Random(77), list[str]()
    while not isinstance(talk.screen, AskScreen):
        said = talk.say(something_to_say(talk.screen, chance))
    assert talk.screen.question is Question.HOPELESS
    assert said[0].startswith("The fox walked from space ")
    assert said[1].startswith("This game cannot be won any more: ")
    assert not {*said} & {*talk.say("no")}, "what was told is not told again"


def test_the_tricks_of_both_are_said_after_each_trick_of_the_original_game(tmp_path: Path) -> None:
    talk, chance = a_game(tmp_path, "classic", 8, ALONE), Random(2)
    while "Round 1 is over." not in talk.paper.lines:
        talk.say(something_to_say(talk.screen, chance))
    counts = re.findall(r"\nTricks\. You: (\d+); Steady: (\d+)\.", talk.text)
    assert [sum(map(int, both)) for both in counts] == [*range(1, 13)]


def test_keeping_the_decree_at_once_is_said_once(tmp_path: Path) -> None:
    talk = a_game(tmp_path, "duet", 8, NO_PARTNERS)
    talk.say("", "3 stars")
    said = ["Right led the 3 of Stars, Foxes.", "Right kept the decree."]
    assert talk.say("3")[:-1] == said


@GAMES
def test_a_new_decree_is_told_with_its_trump(kind: str, tmp_path: Path) -> None:
    talk = a_game(tmp_path, kind, 8, ALONE)
    chance, said = Random(5), list[str]()
    while not any(" made the " in line for line in said):
        said = [" ".join(talk.say(something_to_say(talk.screen, chance)))]
    assert re.search(r"made the \d+ of (\w+) the decree\. \1 are trump\.", said[0])


OF_A_SCREEN = re.compile(r"\+|bracket|crochet|card reference|référence|\bp\b|you sit|à gauche")


@GAMES
@pytest.mark.parametrize(("language", "word"), [("en", "rules"), ("fr", "règles")])
def test_the_rules_are_told_part_by_part_without_a_screen(
    kind: str, language: str, word: str, tmp_path: Path
) -> None:
    talk = a_game(tmp_path, kind, 8, ALONE)
    use_language(language)
    headings = [line for line in talk.say(word) if line.startswith(f"{word} ")]
    parts = [talk.say(f"{word} {at}") for at in range(1, len(headings) + 1)]
    use_language("en")
    assert max(map(len, parts)) < 20
    for at, part in enumerate(parts):
        assert headings[at].endswith(part[0])
        assert not OF_A_SCREEN.search(" ".join(part))
        further = " ".join(part).rpartition(f" {word} {at + 2} ")[2]
        assert at == len(parts) - 1 or headings[at + 1].endswith(further.partition(": ")[2])
