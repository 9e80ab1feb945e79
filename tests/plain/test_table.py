"""Games in words: what is heard, by whom, and what can be said."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.core.cards import Deal, Seat
from foxduet.plain import table as plain_table
from foxduet.plain.narration import told_board
from foxduet.plain.table import TABLE
from foxduet.play.game import NO_PARTNERS
from foxduet.ui.kit.screen import Next
from foxduet.ui.table.moves import AskScreen
from foxduet.ui.table.state import (
    Choosing,
    GameOver,
    Handoff,
    Question,
    SavedTable,
    is_team_choosing,
)
from foxduet.words.game_words import decree_sentence, spoken_words, table_words, typed_card
from foxduet.words.i18n import _, use_language
from foxduet.words.text import UNICODE, characters_in, names_at_table
from tests.support.players import few, seeds
from tests.support.stories import (
    ALONE,
    SUITS,
    Conversation,
    a_game,
    heard_cards,
    repeated,
    something_to_say,
)
from tests.support.tables import PARTNER, forest_in, options_in, shown_to_all, solo_turn

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
    sources = [path.read_text("utf-8") for path in Path(plain_table.__file__).parent.glob("*.py")]
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
        "You give your partner this card and get one back, sight unseen.",
    ]
    talk.say("2 doves", "2 stars")
    assert talk.say("about 3 doves") == [
        "3 of Doves, Foxes. 2 paws.",
        "Foxes: choose a player, who may swap the decree for a card in hand.",
    ], "which cards are on the table can be asked about, too"
    assert talk.say("about 9 doves") == [
        "9 of Doves, Royal Heir. No paws.",
        "You take the 8 of Doves; the 9 of Doves becomes the decree.",
        "Royal Heir: if you lead it, your partner may play any suit.",
    ]
    talk.say("9 doves", "8 doves", "3 roses")
    assert talk.screen.session.game.pending.choice.name == "FOXES"
    assert talk.say("about 7 roses")[0] == "7 of Roses, Gift. No paws."
    assert talk.say("about 10 doves") == ["10 of Doves. 3 paws."]


def test_a_program_is_stopped_by_what_cannot_be_done_with_the_game_saved(tmp_path: Path) -> None:
    talk = a_game(tmp_path, "duet", 8, ALONE, typed=False)
    talk.say("2 doves", "3r")
    assert talk.loop.failure == "line 2, 3r: You hold Stars, and a Star was led: play a Star."
    assert talk.ended == ("Game saved. To resume it: foxduet --resume",)


def test_words_may_be_short_as_long_as_they_mean_one_thing(tmp_path: Path) -> None:
    talk = a_game(tmp_path, "duet", 8, ALONE)
    assert talk.say("tr") == talk.say("TRICK")
    assert talk.say("h") == ["Did you mean: hand, hint, help?"]


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
    assert said[1].startswith("This game can no longer be won: ")
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


def between_rounds(talk: Conversation) -> Conversation:
    """Play on until the team must choose, between two rounds."""
    chance = Random(0)
    while not (isinstance(talk.screen, SavedTable) and is_team_choosing(talk.screen)):
        assert talk.ended is None, "the game goes on for a second round"
        talk.say(something_to_say(talk.screen, chance))
    return talk


def test_a_hint_is_told_again_once_all_of_it_was_told(tmp_path: Path) -> None:
    talk = a_game(tmp_path, "duet", 8, ALONE)
    talk.say("2 doves", "hint", "hint", "hint")
    assert talk.say("hint") == talk.say("why") != []


@few(10)
@given(seeds)
def test_each_hint_says_something_and_why_says_all_of_it_at_once(seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asked, whole = (a_game(Path(folder), "duet", seed, ALONE) for _ in range(2))
        chance = Random(seed)
        for _ in range(8):
            if not isinstance(asked.screen.shows, Choosing):
                break
            with_question, all_of_it = whole.say("why"), whole.say("why")
            assert with_question[: len(all_of_it)] == all_of_it != []
            steps: list[str] = []
            while len(steps) < len(all_of_it):
                new = [line for line in asked.say("hint") if line in all_of_it]
                assert new
                steps += new
            assert steps == asked.say("hint") == all_of_it
            line = something_to_say(asked.screen, chance)
            asked.say(line)
            whole.say(line)


def test_nothing_between_rounds_is_said_twice(tmp_path: Path) -> None:
    talk = between_rounds(a_game(tmp_path, "duet", 8, NO_PARTNERS))
    assert not any(line.startswith("After") for line in talk.say("path")), "they lie there"
    advice = talk.say("hint")
    assert len({*advice}) == len(advice) > 1
    assert talk.say("hint") == talk.say("why") == advice[:-1]
    for aside in ("score", "decree", "trick", "path"):
        assert not {*talk.say(aside)} & {*advice[:-1]}


def test_a_partner_who_is_asked_again_says_the_same_again(tmp_path: Path) -> None:
    talk = between_rounds(a_game(tmp_path, "duet", 6, ALONE))
    said = talk.say("ask")
    assert said[0].startswith("Your partner would cover ")
    assert talk.say("ask") == said[:-1]


ASIDES = (
    *(
        "hand",
        "path",
        "trick",
        "before",
        "decree",
        "score",
        "out",
        "cards",
        "help",
        "again",
        "hint",
        "why",
    ),
    *("undo", "about 7r", "about 9 keys", "nonsense", "17", "resign", "12 stars", ""),
)
"""What may be said at any time, whether it can be done or not; a question is answered with no."""


def may_know(session: Any, *seats: Seat) -> set[tuple[int, int]]:
    """Return the cards that lay open in this game, and those that each of ``seats`` ever held.

    With two of them nobody may hear of a hand.
    """
    cards: set[Any] = set()
    for turn in session.game.turns:
        if isinstance(turn.action, Deal):
            cards.add(turn.action.decree)
        cards |= shown_to_all(turn)
        if len(seats) == 1:
            state = turn.step.state
            own = session.game.rules.observe(state, seats[0])
            cards |= {*own.hand, getattr(own, "own_offer", None), getattr(own, "drawn", None)}
    return {(card.rank, card.suit) for card in cards if card is not None}


def draw_of(session: Any, seat: Seat) -> set[tuple[int, int]]:
    """Return the cards that a Woodcutter put under the deck, which their own seat may hear of."""
    cards = [
        getattr(turn.action, "card", None)
        for turn in session.game.turns
        if getattr(turn.action, "seat", None) is seat
    ]
    return {(card.rank, card.suit) for card in cards if card is not None}


@GAMES
@few(8)
@given(seeds, st.booleans())
def test_nobody_hears_of_a_card_that_they_may_not_know(kind: str, seed: int, alone: bool) -> None:
    chance = Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        talk = a_game(Path(folder), kind, seed, ALONE if alone else NO_PARTNERS)
        said, listener = [*talk.paper.lines], Seat.P1 if alone else None
        for _ in range(120):
            if talk.ended is not None or isinstance(getattr(talk.screen, "shows", None), GameOver):
                break
            clears = len(talk.paper.cleared)
            session = talk.screen.session
            seats = tuple(Seat) if listener is None else (listener,)
            allowed = may_know(session, *seats)
            if listener is not None:
                allowed |= draw_of(session, listener)
            assert heard_cards(said, kind) <= allowed
            asked = not hasattr(talk.screen, "shows")
            aside = chance.random() < 0.4 and not asked
            line = chance.choice(ASIDES) if aside else something_to_say(talk.screen, chance)
            hears_next = session.viewer
            said = [one for one in talk.say(line) if not one.startswith("You have no ")]
            if len(talk.paper.cleared) > clears:
                # Only what was said after the screen was cleared is for the next player.
                cleared = talk.paper.cleared[-1] - (len(talk.paper.lines) - len(said))
                said, listener = said[cleared:], None
            elif not alone:
                screen = talk.screen
                viewer = screen.session.viewer if hasattr(screen, "session") else hears_next
                shows = getattr(screen, "shows", None)
                listener = None if isinstance(shows, Handoff) else viewer


def test_what_was_said_to_one_player_is_cleared_before_the_other_hears(tmp_path: Path) -> None:
    talk = a_game(tmp_path, "duet", 8, NO_PARTNERS)
    assert talk.paper.cleared == []
    hand = talk.say("")
    assert hand[0].startswith("You hold 11 cards: ")
    said = talk.say("1 roses")
    before = len(talk.paper.lines) - len(said)
    assert talk.paper.cleared == [before], "all that was said goes before anything is told"
    assert said == [
        "Right led the 1 of Roses, Musician.",
        "Pass the keyboard to Left. Left, press Enter.",
    ]


def test_what_was_typed_before_a_handoff_was_said_is_thrown_away(tmp_path: Path) -> None:
    talk = a_game(tmp_path, "duet", 8, NO_PARTNERS)
    paper = talk.paper
    assert (paper.forgotten, paper.prompts) == ([len(paper.lines)], 1), "all was told by then"
    talk.say("", "1 roses")
    assert paper.forgotten[1:] == [len(paper.lines)]
    talk.say("resign", "no")
    assert paper.forgotten[2:] == [len(paper.lines)], "a question was between, and is answered"
    assert a_game(tmp_path / "pipe", "duet", 8, NO_PARTNERS, typed=False).paper.forgotten == []


def test_a_key_that_is_held_down_opens_no_hand(tmp_path: Path) -> None:
    talk = a_game(tmp_path, "duet", 8, NO_PARTNERS)
    talk.say("")
    talk.paper.held, prompts = 5, talk.paper.prompts
    talk.say("1 roses")
    assert (talk.paper.held, talk.paper.prompts) == (0, prompts + 1), "no prompt before it ends"


def test_it_is_said_where_what_was_said_before_can_still_be_read(tmp_path: Path) -> None:
    talk = a_game(tmp_path, "duet", 8, NO_PARTNERS)
    talk.paper.lasts = True
    talk.say("")
    assert talk.say("1 roses")[0] == "What was said before can still be read above."


@GAMES
@few(5)
@given(seeds)
def test_with_headphones_nothing_of_a_hand_is_said_unless_somebody_asks(
    kind: str, seed: int
) -> None:
    chance = Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        talk = a_game(Path(folder), kind, seed, NO_PARTNERS, headphones=True)
        said = talk.paper.lines
        for _ in range(80):
            if talk.ended is not None or isinstance(getattr(talk.screen, "shows", None), GameOver):
                break
            assert heard_cards(said, kind) <= may_know(talk.screen.session, *Seat)
            assert not any("You hold" in line or "cannot follow" in line for line in said)
            said = talk.say(something_to_say(talk.screen, chance))


@pytest.mark.parametrize("headphones", [False, True])
def test_with_headphones_no_hand_is_told_while_the_partner_thinks(
    headphones: bool, tmp_path: Path
) -> None:
    context = options_in(tmp_path, headphones=headphones).context
    said = TABLE.tell(solo_turn(tmp_path, PARTNER), None, context)
    assert any(line.startswith("You hold ") for line in said) is not headphones


def test_no_hand_stays_in_sight_where_two_people_leave(tmp_path: Path) -> None:
    talk = a_game(tmp_path, "duet", 8, NO_PARTNERS)
    talk.say("", "leave", "yes")
    assert talk.ended is not None
    assert talk.paper.cleared == [len(talk.paper.lines)]
    talk = a_game(tmp_path, "duet", 8, NO_PARTNERS)
    talk.say("")
    talk.end()
    assert talk.paper.cleared == [len(talk.paper.lines)]
