"""Two terminals in words: each player hears the game, and nothing of the other's hand."""

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

from foxduet.core import registry
from foxduet.core.cards import Seat
from foxduet.games.duet.rules.state import Forest
from foxduet.plain.loop import PlainLoop
from foxduet.play.game import Header
from foxduet.remote.table import SharedTable
from foxduet.remote.wire import Hello, Lines, Prompt, Refusal, Refused, Rows
from foxduet.store.saved_games import SavedGame, save_game
from foxduet.ui.kit.pages import YesNoScreen
from foxduet.words.i18n import use_language
from tests.contract.highcard.game import GAME as HIGHCARD
from tests.contract.highcard.game import Setup
from tests.remote.test_secrets import NAMES, cards_in, known_to
from tests.support.classic import classic
from tests.support.meetings import HELLO, RECIPE, TwoTerminals, saved_between_rounds
from tests.support.players import VICTORY, at_first, beginning_of, duet, few, seeds
from tests.support.stories import Paper, something_to_say
from tests.support.tables import options_in

IN_WORDS = replace(HELLO, words=True)
ASIDES = {
    "en": (
        *("hand", "path", "trick", "before", "hint", "why", "again", "score", "undo"),
        *("talk hi", "resign"),
    ),
    "fr": (
        *("main", "sentier", "pli", "avant", "indice", "pourquoi", "encore", "score"),
        *("reprendre", "aide"),
    ),
}
ANSWERS = {"en": ("yes", "no"), "fr": ("oui", "non")}
STEPS, MOST_STEPS = 100, 1000


def heard(game: str, lines: list[str]) -> set[tuple[int, int]]:
    """Return every card that lines name, in either language, one by one or suit by suit."""
    text = " ".join(lines)
    cards = cards_in(game, text)
    for suit, names in enumerate(NAMES[game]):
        for ranks in re.findall(rf"(?:{names}) ((?:\d+, )*\d+)", text):
            cards |= {(int(rank), suit) for rank in ranks.split(", ")}
    return cards


def screen_of(two: TwoTerminals, seat: Seat) -> Any:
    """Return the screen that a player was told last, None where nobody sits."""
    guest = None if two.meeting.guest is None else two.meeting.guest.player
    player = two.meeting.host if seat is Seat.P1 else guest
    if player is None or not isinstance(player.loop, PlainLoop):
        return None
    return player.loop.memory[-1]


def say_by_chance(two: TwoTerminals, languages: tuple[str, str], rng: Random, hello: Hello) -> None:
    """Say what goes on at either terminal, or something else, or break the connection off."""
    seat = rng.choice(list(Seat))
    language, screen = languages[seat is Seat.P2], screen_of(two, seat)
    if two.guest is None:
        two.knock(hello)
        two.say(Seat.P1, ANSWERS[languages[0]][0])
    elif rng.random() < 0.02:
        two.lose_guest()
    elif isinstance(screen, YesNoScreen):
        two.say(seat, rng.choice(ANSWERS[language]))
    elif rng.random() < 0.2:
        two.say(seat, rng.choice(ASIDES[language]))
    elif isinstance(screen, SharedTable):
        use_language(language)
        line = something_to_say(screen, rng)
        use_language(languages[0])
        two.say(seat, line)
    else:
        two.say(seat, ANSWERS[language][1])


@pytest.mark.parametrize("game", ["duet", "classic"])
@few(10)
@given(seeds, st.sampled_from([("en", "fr"), ("fr", "en"), ("en", "en")]))
def test_nobody_hears_of_a_card_at_two_terminals_that_they_may_not_know(
    game: str, seed: int, languages: tuple[str, str]
) -> None:
    header: Header = duet(seed % 3 + 1, seed=seed) if game == "duet" else classic(16, seed=seed)
    hello, rng, looked_at = replace(IN_WORDS, language=languages[1]), Random(seed), 0
    with tempfile.TemporaryDirectory() as folder:
        use_language(languages[0])
        paper = Paper()
        two = TwoTerminals(options_in(Path(folder)), header, paper=paper)
        games: dict[Seat, list[Any]] = {seat: [] for seat in Seat}
        for _ in at_first(range(MOST_STEPS), STEPS):
            say_by_chance(two, languages, rng, hello)
            for seat in Seat:
                screen = screen_of(two, seat)
                if isinstance(screen, SharedTable):
                    games[seat] = [*games[seat][-4:], screen.latest_table.session.game]
            if any(one.result is not None for own in games.values() for one in own):
                # Nothing is hidden any more.
                break
            told = {Seat.P1: paper.lines, Seat.P2: [] if two.guest is None else two.guest.heard}
            for seat, lines in told.items():
                allowed = {card for one in games[seat] for card in known_to(one, seat)}
                if games[seat]:
                    # What cannot be chosen is only named as it was said.
                    named = [line for line in lines if not line.startswith(("You have", "Vous n"))]
                    cards = heard(game, named)
                    assert cards <= allowed, (seat, cards - allowed, lines)
                    looked_at += len(cards)
                    lines.clear()
        two.close()
        use_language("en")
    assert looked_at > 20


def test_a_guest_who_hears_gets_no_picture_and_is_asked_once(tmp_path: Path) -> None:
    two = TwoTerminals(options_in(tmp_path), duet(1, seed=5))
    guest = two.join(IN_WORDS)
    assert {type(one) for one in guest.messages[1:]} == {Lines, Prompt}
    asked = sum(isinstance(one, Prompt) for one in guest.messages)
    two.press(Seat.P1, "1", "enter")
    assert "Left led the 2 of Doves." in guest.heard
    assert sum(isinstance(one, Prompt) for one in guest.messages) == asked + 1
    two.say(Seat.P2, "8 doves")
    assert "8" in two.display.text
    two.close()


def test_both_hear_a_meeting_in_words(tmp_path: Path, golden: Callable[[str, str], None]) -> None:
    paper = Paper()
    two = TwoTerminals(options_in(tmp_path), duet(1, seed=5), paper=paper)
    said: list[str] = []

    def listen() -> None:
        """Write down what each has heard since the last time."""
        said.extend(f"host:  {line}" for line in paper.lines)
        paper.lines.clear()
        if two.guest is not None:
            said.extend(f"guest: {line}" for line in two.guest.heard)
            two.guest.heard.clear()

    two.knock(IN_WORDS)
    listen()
    for seat, line in (
        (Seat.P1, "yes"),
        (Seat.P2, "7r"),
        (Seat.P2, "talk shall we begin"),
        (Seat.P1, "2 doves"),
        (Seat.P1, "undo"),
        (Seat.P2, "yes"),
        (Seat.P1, "2 doves"),
        (Seat.P2, "hint"),
        (Seat.P2, "8d"),
        (Seat.P2, "leave"),
        (Seat.P2, "no"),
        (Seat.P1, "resign"),
        (Seat.P1, "yes"),
        (Seat.P2, "yes"),
        (Seat.P1, "talk well played"),
        (Seat.P2, "talk"),
    ):
        said.append(f"{'host' if seat is Seat.P1 else 'guest'} > {line}")
        two.say(seat, line)
        listen()
    two.lose_guest()
    listen()
    two.close()
    golden("two-terminals.txt", "\n".join(said) + "\n")


def test_both_hear_what_is_proposed_between_rounds(tmp_path: Path) -> None:
    desk, paper = options_in(tmp_path), Paper()
    two = TwoTerminals(desk, path=saved_between_rounds(desk), paper=paper)
    two.knock(IN_WORDS)
    two.say(Seat.P1, "yes")
    assert "Choose together: at which end does the forest close in?" in paper.lines
    guest = two.guest
    assert guest is not None
    two.say(Seat.P2, "1")
    assert "You propose: Left's end. Left has not agreed yet." in guest.heard
    assert "Right proposes: Left's end. Say the same number to agree." in paper.lines
    before = len(two.saved.turns)
    two.say(Seat.P1, "1")
    assert len(two.saved.turns) > before
    two.close()


@pytest.mark.parametrize("game", ["duet", "classic"])
def test_nobody_hears_their_own_name(game: str, tmp_path: Path) -> None:
    header: Header = duet(1, seed=5) if game == "duet" else classic(16, seed=5)
    rng, paper = Random(3), Paper()
    two = TwoTerminals(options_in(tmp_path), header, paper=paper)
    two.knock(IN_WORDS)
    paper.lines.clear()
    two.say(Seat.P1, "yes")
    guest, asides = two.guest, ("score", "trick", "path", "again", "hint", "talk hi", "talk")
    assert guest is not None
    for _ in range(60):
        for seat in Seat:
            screen = screen_of(two, seat)
            line = something_to_say(screen, rng) if isinstance(screen, SharedTable) else "yes"
            two.say(seat, line, rng.choice(asides))
    two.say(Seat.P1, "resign", "yes")
    two.say(Seat.P2, "yes", "again")
    assert "You" in " ".join(paper.lines)
    assert not re.findall(r"\bLeft\b", " ".join(paper.lines))
    assert not re.findall(r"\bZoe\b", " ".join(guest.heard))
    two.close()


def test_a_question_to_the_program_is_not_said_to_the_other_player(tmp_path: Path) -> None:
    paper = Paper()
    two = TwoTerminals(options_in(tmp_path), classic(16, seed=5), paper=paper)
    two.knock(IN_WORDS)
    two.say(Seat.P1, "yes")
    paper.lines.clear()
    two.say(Seat.P2, "tell me if I should play the 7 of Keys", "say my cards", "say the 7 of Keys")
    assert "says" not in " ".join(paper.lines)
    two.say(Seat.P2, "tell my opponent: well played")
    assert "Zoe says: well played" in " ".join(paper.lines)
    two.close()


def test_the_whole_path_is_told_to_both_before_every_round(tmp_path: Path) -> None:
    path, paper = tmp_path / "game.toml", Paper()
    forest = next(at for at, turn in enumerate(VICTORY.turns) if isinstance(turn.action, Forest))
    save_game(SavedGame(path), beginning_of(VICTORY, forest + 1))
    two = TwoTerminals(options_in(tmp_path), path=path, paper=paper)
    two.knock(IN_WORDS)
    two.say(Seat.P1, "yes", "")
    assert two.guest is not None
    two.guest.heard.clear()
    paper.lines.clear()
    two.say(Seat.P2, "")
    for lines in (paper.lines, two.guest.heard):
        assert any(line.startswith("Round 2 of 3") for line in lines)
        for beginning in ("The fox is on", "Toward you", "Toward ", "New gems after"):
            assert any(line.startswith(beginning) for line in lines), beginning
    two.close()


def test_a_host_who_hears_is_told_what_the_other_types(tmp_path: Path) -> None:
    paper = Paper()
    two = TwoTerminals(options_in(tmp_path), duet(1, seed=5), paper=paper)
    assert [line for line in paper.lines if line in RECIPE] == [*RECIPE]
    two.say(Seat.P1, "keyboard")
    assert paper.lines[-1] == "Pass the keyboard to Left. Left, press Enter."
    assert not two.meeting.is_open
    two.close()


def test_a_guest_in_words_is_refused_where_the_game_has_none_and_the_host_waits_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(registry._GAMES, "highcard", HIGHCARD)
    two = TwoTerminals(options_in(tmp_path), Header("highcard", Setup(1), ("A", "B"), seed=1))
    guest = two.join(IN_WORDS)
    assert guest.messages[-1] == Refused(Refusal.NO_WORDS)
    assert guest.is_closed
    assert "is not at the table" in two.text(Seat.P1)
    assert isinstance(two.join(replace(IN_WORDS, words=False)).messages[-1], Rows)
    two.close()
