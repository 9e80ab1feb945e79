"""The original game as golden text frames, and what every frame of it keeps to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from foxduet.cli.terminal import every_character
from foxduet.core.common import Play, Seat
from foxduet.games.classic.rules.actions import Choice, Resign
from foxduet.games.classic.rules.cards import Card, Suit
from foxduet.games.classic.rules.state import GameState, Outcome
from foxduet.games.classic.table import walk_of
from foxduet.games.classic.words.names import CARDS
from foxduet.play.game import Game, act
from foxduet.play.table import Session
from foxduet.play.table import look as look_at_hand
from foxduet.ui.kit.canvas import Look, Size, Style
from foxduet.ui.kit.effects import Text
from foxduet.ui.kit.screen import Screen
from foxduet.ui.loop import draw
from foxduet.ui.menu.form import FormScreen
from foxduet.ui.replay import ReplayScreen
from foxduet.ui.table.moves import options
from foxduet.ui.table.question import WhoResignsScreen
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import (
    Choosing,
    GameOver,
    Handoff,
    Question,
    RoundEnd,
    Thinking,
    Walking,
)
from foxduet.ui.text_screen import TextScreen
from foxduet.words.glyphs import ASCII, UNICODE
from foxduet.words.text import text_width
from tests.support.classic.screens import (
    choosing,
    classic,
    moment,
    played_match,
    table_at_line,
    turns_before,
)
from tests.support.players import fewer, some_of
from tests.support.tables import STILL, WINDOW, at_table, question_over, text_of

ASCII_LOOK = Look(ASCII, animated=False)
LARGE, MIDDLING = Size(45, 140), Size(30, 100)

MATCH = played_match(classic(seed=1))
SOLO = replace(MATCH, header=classic(players=("Player", "Expert"), ai=(None, "expert")))
DEAL = next(
    number
    for number, turn in enumerate(MATCH.turns, 1)
    if turn.step.state.table.pending is not None
    and turn.step.state.table.pending.choice is Choice.DEAL
)
FOLLOW = turns_before(MATCH, Choice.PLAY, following=True)
FOX = turns_before(MATCH, Choice.EXCHANGE)
WOODCUTTER = turns_before(MATCH, Choice.DISCARD)

# Left led the Monarch of Keys, or a Witch; Keys are trump.
MONARCH = "1.2 4b5b8bEb3k4k7k6m7mTm/2b3b6b1k2k6kTk3m5m8mEm 9k 9b5k8k2mTb1m p1:Ek 1-1 0-1 p2:play"
WITCH = "1.2 5b8bEb3k4k7kEk6m7mTm/2b3b6b1k2k6kTk3m5m8mEm 9k 9b5k8k2mTb1m p1:9m 1-1 0-1 p2:play"
# Left led a Swan, for Right's fourth trick with a Treasure, or for its tenth.
TREASURE = "4.9 2b4b8b/7b3k8k1m 2m 1k7kTk9bEb6m p1:1b 6-3 15-13 p2:play"
TENTH = "4.11 2b/5bEm 2m 1k7kTk9bEb6m p1:1b 2-9 15-13 p2:play"


# Left has seven tricks, and Right is about to have its sixth.
LAST_CARD = "4.12 -/8b 2m 1k7kTk9bEb6m p1:6b 7-5 15-18 p2:play"


def first(choice: Choice) -> TableScreen:
    """Return the table at the first decision of a kind, with its first option chosen."""
    screen = moment(MATCH, turns_before(MATCH, choice))
    assert isinstance(screen.shows, Choosing)
    return replace(screen, shows=replace(screen.shows, cursor=0))


def winning_walk(step: int) -> TableScreen:
    """Return the table on which a fox counts the first trick of the match."""
    for number, turn in enumerate(MATCH.turns):
        walk = walk_of(MATCH.states[number], turn)
        if walk is not None:
            screen = moment(MATCH, number + 1, looking=False)
            return replace(screen, shows=Walking(walk, step))
    raise AssertionError("no trick was won")


def resigned() -> TableScreen:
    """Return the end of a match that Right gave up."""
    game = act(Game(MATCH.header, MATCH.first, MATCH.turns[: DEAL + 5]), Resign(Seat.P2))
    return replace(at_table(Session(game)), shows=GameOver(entered=True))


def tied() -> TableScreen:
    """Return the end of a match in which both have the same points, but not in the last round."""
    screen = table_at_line(LAST_CARD)
    game = act(screen.session.game, Play(Seat.P2, Card.of(Suit.BELLS, 8)))
    return replace(at_table(Session(game)), shows=GameOver(entered=True))


def drawn() -> TableScreen:
    """Return the end of a match in which both have the same points, in the last round, too."""
    game = tied().session.game
    state: GameState = game.state
    table = replace(state.table, scored=(6, 6), outcome=Outcome.DRAW)
    game = replace(game, first=replace(state, table=table), turns=())
    return replace(at_table(Session(game)), shows=GameOver(entered=True))


SCREENS: dict[str, Screen] = {
    "form": FormScreen("classic", {"target": 21}, ("Left", "Right"), row=2),
    "form-solo": FormScreen(
        "classic", {"target": 16}, ("Player", "Steady"), row=1, partner="steady"
    ),
    "round-start": moment(MATCH, 1, looking=False),
    "lead": moment(MATCH, 1),
    "handoff": moment(MATCH, FOLLOW, looking=False),
    "follow": moment(MATCH, FOLLOW),
    "monarch": choosing(table_at_line(MONARCH), "p2 play Tk"),
    "witch": choosing(table_at_line(WITCH), "p2 play 8m"),
    "swan-and-band": choosing(table_at_line(TREASURE), "p2 play 7b"),
    "greedy": choosing(table_at_line(TENTH), "p2 play 5b"),
    "fox": first(Choice.EXCHANGE),
    "woodcutter": first(Choice.DISCARD),
    "trick-won": winning_walk(1),
    "round-end": moment(MATCH, DEAL, looking=False),
    "match-end": replace(
        at_table(Session(MATCH)), shows=GameOver(cursor=0, entered=True, is_best=False)
    ),
    "tie-break": tied(),
    "draw": drawn(),
    "resigned": resigned(),
    "resign": question_over(Question.RESIGN, seat=Seat.P2, below=moment(MATCH, FOLLOW)),
    "who-resigns": WhoResignsScreen(moment(MATCH, FOLLOW, looking=False).session, cursor=2),
    "solo-thinking": replace(moment(SOLO, FOLLOW), shows=Thinking()),
    "replay": ReplayScreen(MATCH, at=WOODCUTTER + 1),
    "keys": TextScreen(Text.HELP, moment(MATCH, 1)),
    "rules": TextScreen(Text.HELP, moment(MATCH, 1), top=16),
    "reference": TextScreen(Text.REFERENCE, moment(MATCH, 1)),
}


@pytest.mark.parametrize("name", SCREENS)
def test_screens_look_as_they_did(name: str, golden: Callable[[str, str], None]) -> None:
    golden(f"frames/classic-{name}.txt", text_of(SCREENS[name]) + "\n")


@pytest.mark.parametrize("name", ["lead", "monarch", "handoff", "round-end", "match-end"])
def test_seven_bit_screens_look_as_they_did(name: str, golden: Callable[[str, str], None]) -> None:
    golden(f"frames/classic-{name}-ascii.txt", text_of(SCREENS[name], look=ASCII_LOOK) + "\n")


@pytest.mark.parametrize("name", ["lead", "monarch", "handoff", "round-end", "match-end"])
def test_large_screens_look_as_they_did(name: str, golden: Callable[[str, str], None]) -> None:
    golden(f"frames/classic-{name}-large.txt", text_of(SCREENS[name], LARGE) + "\n")


def test_every_glyph_takes_one_cell() -> None:
    assert all(text_width(glyph) == 1 for glyph in every_character("classic"))


@pytest.mark.parametrize("size", [Size(23, 80), Size(24, 79)])
def test_a_window_that_is_too_small_shows_no_card(size: Size) -> None:
    for name, screen in SCREENS.items():
        text = text_of(screen, size)
        assert "foxduet needs 80x24" in text, name
        assert not any(glyph in text for glyph in CARDS.glyphs(UNICODE).suits), name


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.usefixtures("strict_canvas")
def test_nothing_is_cut_off_and_ascii_uses_seven_bits_only(name: str) -> None:
    for size in (WINDOW, MIDDLING, LARGE):
        draw(SCREENS[name], size, STILL)
        assert text_of(SCREENS[name], size, ASCII_LOOK).isascii()


@pytest.mark.parametrize(
    ("size", "seed"),
    fewer([(WINDOW, 2), (MIDDLING, 3), (LARGE, 2), (Size(60, 220), 3)], 2),
    ids=str,
)
@pytest.mark.usefixtures("strict_canvas")
def test_nothing_is_cut_off_in_whole_matches_with_the_longest_names(size: Size, seed: int) -> None:
    match = played_match(classic(21, ("Maximilianus", "Wilhelmina M"), seed))
    for at in range(0, len(match.states), 1 if size == WINDOW else 5):
        session = Session(Game(match.header, match.first, match.turns[:at]))
        for shown in (session, look_at_hand(session)):
            screen = at_table(shown)
            draw(screen, size, STILL)
            if isinstance(screen.shows, Choosing):
                for cursor in some_of(range(len(options(screen))), at):
                    draw(replace(screen, shows=Choosing(cursor)), size, STILL)
        draw(ReplayScreen(match, at=at), size, STILL)


def test_larger_windows_have_larger_cards_with_their_text() -> None:
    woodcutter = moment(MATCH, WOODCUTTER, looking=False)
    assert "draw one" not in text_of(woodcutter)
    assert "draw one" in text_of(woodcutter, LARGE)


def test_opponents_are_not_asked_to_keep_silent_and_decide_nothing_together() -> None:
    for name, screen in SCREENS.items():
        text = text_of(screen)
        assert "not a word" not in text, name
        assert "ogether" not in text, name
        assert "artner" not in text, name


def test_the_screens_that_both_may_see_have_a_round_s_figures() -> None:
    text = text_of(SCREENS["round-end"])
    state = MATCH.states[DEAL]
    assert isinstance(SCREENS["round-end"], TableScreen)
    assert isinstance(SCREENS["round-end"].shows, RoundEnd)
    for tricks in state.table.tricks:
        assert f"{tricks}, " in text
    assert isinstance(moment(MATCH, FOLLOW, looking=False).shows, Handoff)


def test_the_points_of_a_match_are_calm_lines_and_no_solid_bars_in_red() -> None:
    rows = draw(SCREENS["round-end"], WINDOW, STILL).rows[:6]
    ways = [span for row in rows for span in row if {*span.text} & {"━", "█"}]
    assert [{*span.text} for span in ways] == [{"━"}, {"━"}]
    assert {span.style for span in ways} == {Style.SCENERY}
