"""Games in words: what is heard, by whom, what can be said, and what it means."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.core.cards import Deal, Seat, card_in_action
from foxduet.plain import table as plain_table
from foxduet.plain.table import TABLE
from foxduet.play.game import NO_PARTNERS
from foxduet.ui.table.moves import AskScreen
from foxduet.ui.table.state import Choosing, GameOver, Handoff, table_options
from foxduet.words.game_words import table_words
from foxduet.words.i18n import _, use_language
from foxduet.words.spoken import parse_spoken_card
from tests.plain.test_lessons import a_talk
from tests.support.players import few, seeds
from tests.support.processes import refuse
from tests.support.stories import ALONE, a_game, heard_cards, something_to_say
from tests.support.tables import PARTNER, options_in, shown_to_all, solo_turn

GAMES = pytest.mark.parametrize("kind", ["duet", "classic"])


def test_each_word_of_help_is_followed_by_what_it_does_in_one_clause() -> None:
    sources = [path.read_text("utf-8") for path in Path(plain_table.__file__).parent.glob("*.py")]
    # What a word or a form does is written small, and without fields.
    meanings = re.findall(r'\bN?_\("([a-z][^"{]*)"\)', " ".join(sources))
    assert len(meanings) > 60
    for language in ("en", "fr"):
        use_language(language)
        said = [_(one) for one in meanings]
        use_language("en")
        assert [one for one in said if ":" in one] == []


SAID = [
    ("en", "duet", ["7r", "7 roses", "Roses 7", "r7", "rose, 7", "SEVEN of roses"], (7, 1)),
    ("en", "classic", ["5b", "bell 5", "bells five", "five of bells"], (5, 0)),
    ("fr", "duet", ["2 étoiles", "etoile 2", "deux d'Étoiles", "é2"], (2, 2)),
    ("fr", "classic", ["11 cloches", "onze de cloches", "clo 11"], (11, 0)),
    ("en", "duet", ["roses", "7", "77777r", "7 8 roses", "7 roses or stars", "7 x"], None),
    ("fr", "classic", ["cl 7", "7 cl", "clés"], None),
]


@pytest.mark.parametrize(("language", "kind", "ways", "card"), SAID)
def test_a_card_is_named_by_rank_and_suit_in_either_order(
    language: str, kind: str, ways: list[str], card: Any
) -> None:
    words = table_words(kind).cards
    use_language(language)
    named = [parse_spoken_card(words, one) for one in ways]
    use_language("en")
    assert named == [card] * len(ways)


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
        further = " ".join(part).rpartition(f"{word} {at + 2}")[2]
        assert at == len(parts) - 1 or headings[at + 1].endswith(further.partition(": ")[2])


def test_each_try_to_save_that_fails_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk, chance = a_game(tmp_path, "duet", 5, ALONE), Random(5)
    monkeypatch.setattr("os.fsync", refuse)
    failures = ["Not saved: No space left on device. Next try: your next card, or leaving."]
    for _card in range(4):
        said = talk.say(something_to_say(talk.screen, chance))
        assert [line for line in said if "aved" in line] == failures
        assert not any("aved" in line for line in talk.say("hand"))
    for _again in range(2):
        talk.say("leave")
        assert "Not saved: No space left on device. Ctrl-C quits anyway." in talk.say("yes")
    monkeypatch.undo()
    said = talk.say(something_to_say(talk.screen, chance))
    assert not any("aved" in line for line in said)


@few(10)
@given(seeds)
def test_each_hint_says_something_and_why_says_all_of_it_at_once(seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asked, whole = (a_game(Path(folder), "duet", seed, ALONE) for _ in range(2))
        chance = Random(seed)
        for _ in range(8):
            if not isinstance(asked.screen.mode, Choosing):
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


ASIDES = (
    *(
        *("hand", "path", "trick", "before", "decree", "score", "out", "cards", "help", "again"),
        *("hint", "why"),
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
            if talk.ended is not None or isinstance(getattr(talk.screen, "mode", None), GameOver):
                break
            clears = len(talk.paper.cleared)
            session = talk.screen.session
            seats = tuple(Seat) if listener is None else (listener,)
            allowed = may_know(session, *seats)
            if listener is not None:
                allowed |= draw_of(session, listener)
            assert heard_cards(said, kind) <= allowed
            asked = not hasattr(talk.screen, "mode")
            aside = chance.random() < 0.4 and not asked
            line = chance.choice(ASIDES) if aside else something_to_say(talk.screen, chance)
            hears_next = session.visible_seat
            said = [one for one in talk.say(line) if not one.startswith("You have no ")]
            if len(talk.paper.cleared) > clears:
                # Only what was said after the screen was cleared is for the next player.
                cleared = talk.paper.cleared[-1] - (len(talk.paper.lines) - len(said))
                said, listener = said[cleared:], None
            elif not alone:
                screen = talk.screen
                viewer = screen.session.visible_seat if hasattr(screen, "session") else hears_next
                shows = getattr(screen, "mode", None)
                listener = None if isinstance(shows, Handoff) else viewer


def test_a_key_that_is_held_down_opens_no_hand(tmp_path: Path) -> None:
    talk = a_game(tmp_path, "duet", 8, NO_PARTNERS)
    talk.say("")
    talk.paper.held, prompts = 5, talk.paper.prompts
    talk.say("1 roses")
    assert (talk.paper.held, talk.paper.prompts) == (0, prompts + 1), "no prompt before it ends"


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
            if talk.ended is not None or isinstance(getattr(talk.screen, "mode", None), GameOver):
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


WAYS = {
    "en": (
        "the {rank} of {suits}",
        "play the {rank} of {suits}",
        "{rank} of {suits} please",
        "I'd like to play my {rank} of {suits}, please!",
        *("{suit} {rank}", "{letter} {rank}", "{rank} {letter}"),
        *("{letter}{rank}", "{numeral} of {suits}"),
    ),
    "fr": (
        "le {rank} de {suits}",
        "joue le {rank} de {suits}",
        "je voudrais jouer le {rank} de {suits}, s'il vous plaît",
        *("{suit} {rank}", "{letter} {rank}", "{rank} {letter}", "{numeral} de {suits}"),
    ),
}
NUMERALS = {
    "en": ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"],
    "fr": ["un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze"],
}
NO_CARDS = {
    "en": (
        *("don't play the 4 of {suits}", "should I play 4 of {suits}", "4 of hearts"),
        *("4 or 5 of {suits}", "4 {suits} or hearts", "104 {suits}"),
    ),
    "fr": ("ne joue pas le 4 de {suits}", "le 4 ou le 5 de {suits}", "4 de cœurs"),
}

MEANT = {
    "en": {
        "help": ("?", "help!", "What can I say?"),
        "again": ("repeat", "Repeat please", "say it again", "sorry?"),
        "hand": ("my cards", "what do I have?", "read my hand"),
        "decree": ("d", "trump", "What's trump?", "which suit is trump"),
        "path": ("gems", "where are the gems?", "where is the fox"),
        "score": (
            *("s", "points", "what is the score", "what round is it", "how many points do I have"),
        ),
        "options": (
            *("whose turn is it?", "is it my turn?", "What can I play?"),
            *("which cards can I play", "do I have to follow suit?"),
        ),
        "hint": ("i", "a hint please", "what should I play?"),
        "about 7 {letter}": ("what does the 7 of {suits} do?", "about the 7 of {suits}"),
        "before": ("last", "the last trick", "who won?", "Who won the last trick?"),
    },
    "fr": {
        "aide": ("?", "que puis-je dire ?"),
        "encore": ("répète", "hein ?", "Répétez s'il vous plaît"),
        "main": ("mes cartes", "lis ma main"),
        "décret": ("d", "atout", "quel est l'atout ?"),
        "sentier": ("gemmes", "où sont les gemmes ?", "où est le renard ?"),
        "score": ("points", "quel est le score"),
        "options": ("que puis-je jouer ?", "qu'est-ce que je peux jouer ?", "qui commence ?"),
        "indice": ("i", "un indice", "que dois-je jouer ?"),
        "effet 7 {letter}": ("que fait le 7 de {suits} ?",),
        "avant": ("le dernier pli", "qui a gagné ?"),
    },
}
LEAVING = {"en": ("q", "quit", "leave", "exit"), "fr": ("q", "quitter", "quit", "sortir")}

AT_CHOICES: dict[str, dict[str, dict[str, tuple[str, ...]]]] = {
    "en": {
        "swap the decree": {"1": ("keep", "keep it", "Keep the decree", "no", "k")},
        "who swaps": {
            "1": ("swap", "self", "myself", "swap yourself", "me"),
            "2": ("let", "partner", "let my partner", "let your partner swap"),
            "3": ("keep", "keep the decree"),
        },
        "leave": {"no": ("stay", "n", "Stay!"), "yes": ("leave", "y", "ok", "q", "quit")},
    },
    "fr": {
        "swap the decree": {"1": ("garder", "non", "garder le décret")},
        "who swaps": {"1": ("moi", "échanger"), "2": ("laisser", "partenaire"), "3": ("garder",)},
        "leave": {"non": ("rester", "n"), "oui": ("quitter", "sortir", "o", "q", "d'accord")},
    },
}
REACHED = {
    "swap the decree": ("2 doves", "2 stars"),
    "who swaps": ("2 doves", "2 stars", "9 doves", "8 doves", "3 roses"),
    "leave": ("leave",),
}
"""What leads to a question in a game alone."""


BOTH = pytest.mark.parametrize(
    ("language", "kind"), [(one, kind) for one in ("en", "fr") for kind in ("duet", "classic")]
)


@contextmanager
def spoken(language: str) -> Iterator[None]:
    """Speak a language for a while."""
    use_language(language)
    try:
        yield
    finally:
        use_language("en")


def names_of(kind: str, suit: int) -> dict[str, str]:
    words = table_words(kind).cards
    name = words.suits()[suit].lower()
    return {"suits": name, "suit": name.removesuffix("s"), "letter": words.letters()[suit]}


@BOTH
def test_a_card_may_be_named_as_one_speaks(language: str, kind: str) -> None:
    with spoken(language):
        words = table_words(kind).cards
        for suit in range(3):
            for rank in range(1, 11):
                numeral = NUMERALS[language][rank - 1]
                for way in WAYS[language]:
                    said = way.format(rank=rank, numeral=numeral, **names_of(kind, suit))
                    assert parse_spoken_card(words, said) == (rank, suit), said
            for way in NO_CARDS[language]:
                assert parse_spoken_card(words, way.format(**names_of(kind, suit))) is None, way


@BOTH
def test_a_letter_before_a_number_is_a_card(language: str, kind: str, tmp_path: Path) -> None:
    with spoken(language):
        talk = a_game(tmp_path, kind, 8, NO_PARTNERS)
        talk.say("")
        card = card_in_action(table_options(talk.screen)[0])
        talk.say(f"{table_words(kind).cards.letters()[card.suit]} {card.rank}")
        assert card_in_action(talk.screen.session.game.turns[1].action) == card


def heard(folder: Path, kind: str, *lines: str) -> tuple[list[str], object]:
    """Return what the last of some lines is answered in a game alone, and the state then."""
    talk = a_game(folder, kind, 8, ALONE)
    return talk.say(*lines), talk.screen.session.state


@BOTH
def test_what_one_wants_to_hear_may_be_asked_for_as_one_speaks(
    language: str, kind: str, tmp_path: Path
) -> None:
    with spoken(language):
        for word, ways in MEANT[language].items():
            if kind == "classic" and word in ("path", "sentier"):
                continue
            names = names_of(kind, 1)
            expected = heard(tmp_path, kind, word.format(**names))
            for way in ways:
                assert heard(tmp_path, kind, way.format(**names)) == expected, way


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("question", REACHED)
def test_a_choice_may_be_called_by_its_own_words(
    question: str, language: str, tmp_path: Path
) -> None:
    for number, ways in AT_CHOICES[language][question].items():
        answers = []
        for way in (number, *ways):
            talk = a_game(tmp_path, "duet", 8, ALONE)
            talk.say(*REACHED[question])
            with spoken(language):
                answers.append((way, talk.say(way), talk.ended))
        assert [one for one in answers if one[1:] != answers[0][1:]] == []
        assert answers[0][1:] != ([], None)


@pytest.mark.parametrize(
    ("language", "ways", "title"),
    [
        ("en", ("trump", "trump and", "decree", "lesson 3", "three", "number 3"), "Lesson 3: "),
        ("fr", ("atout", "leçon 3", "trois", "numéro 3"), "Leçon 3"),
    ],
)
def test_a_lesson_may_be_called_by_its_name(
    language: str, ways: tuple[str, ...], title: str, tmp_path: Path
) -> None:
    with spoken(language):
        for way in ways:
            assert a_talk(tmp_path, "duet").say(way)[0].startswith(title), way


@pytest.mark.parametrize("language", ["en", "fr"])
def test_one_leaves_in_many_words(language: str, tmp_path: Path) -> None:
    with spoken(language):
        for way in LEAVING[language]:
            talk = a_game(tmp_path, "duet", 8, ALONE)
            talk.say(way)
            assert isinstance(talk.screen, AskScreen), way


@BOTH
def test_a_refusal_names_what_is_nearest(language: str, kind: str, tmp_path: Path) -> None:
    with spoken(language):
        refusals = {
            " ".join(heard_by(tmp_path, kind, ai, *before, nonsense))
            for ai in (ALONE, NO_PARTNERS)
            for before in ((), ("",), ("leave",))
            for nonsense in ("zebra", "play the zebra of hearts", "!!")
        }
        assert len({refusal.partition(";")[0] for refusal in refusals}) == 1
        assert all(len(refusal) < 90 for refusal in refusals)


def heard_by(folder: Path, kind: str, ai: Any, *lines: str) -> list[str]:
    return a_game(folder, kind, 8, ai).say(*lines)
