"""How the scores of both games look, and what shows a game that is over with its par."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.games.duet.words.scores import shared_lines
from foxduet.play.game import Game
from foxduet.play.table import Session
from foxduet.store.entries import Entry, Par, Selection, entry_of
from foxduet.ui.kit.canvas import Look, Size
from foxduet.ui.kit.effects import Text
from foxduet.ui.kit.screen import Screen
from foxduet.ui.loop import draw
from foxduet.ui.menu.form import FormScreen
from foxduet.ui.scores.finished import FinishedScreen
from foxduet.ui.scores.screen import ScoresScreen
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import GameOver
from foxduet.ui.text_screen import TextScreen
from foxduet.words.glyphs import ASCII, UNICODE
from foxduet.words.scores import Page
from tests.support.classic.entries import entry as match_entry
from tests.support.classic.entries import some_entries as some_matches
from tests.support.entries import TODAY, daily_header, ending_of, entry, some_entries
from tests.support.players import DEFEAT, VICTORY, played_game
from tests.support.tables import STILL, at_table, laid_over, text_of

ASCII_LOOK = Look(ASCII, animated=False)
PAR = Par("expert:200", "victory", 36)
LONG_NAMES = ("Maximilianus", "Wilhelmina M")


def over(game: Game, par: Par | None, counting: Entry | None = None) -> TableScreen:
    """Return the end of a game with par, or with the search for it if it is None."""
    shows = GameOver(entered=True, seeks_par=par is None, par=par, counting=counting)
    return replace(at_table(Session(game)), shows=shows, ticks=9)


def day_over() -> TableScreen:
    """Return the end of a game with the deals of a day."""
    game = played_game(daily_header(TODAY, level=1))
    return over(game, PAR, replace(entry_of(game, Path("day.toml")), par=PAR))


def opened(game: Game, par: Par) -> Screen:
    """Return a game as the scores open it."""
    own = replace(entry_of(game, Path("x.toml")), par=par)
    return laid_over(FinishedScreen(own, game, Path("x.toml"), cursor=1), RECENT)


SCORES = ScoresScreen("duet", some_entries(), TODAY)
RECENT = replace(SCORES, page=Page.RECENT)
MATCHES = ScoresScreen("classic", some_matches(), TODAY)
FORM_OF_THE_DAY = FormScreen(
    "duet", {"level": 2}, ("Left", "Right"), row=4, day=TODAY, played=(entry(1, 38, day=TODAY),)
)
SCREENS: dict[str, Screen] = {
    "scores": SCORES,
    "scores-scrolled": replace(SCORES, top=9),
    "scores-best": replace(SCORES, page=Page.BEST),
    "scores-recent": replace(RECENT, top=2),
    "scores-days": replace(SCORES, page=Page.DAYS),
    "scores-chosen": replace(SCORES, selection=Selection((("level", 2),), "expert")),
    "scores-none-of-these": replace(SCORES, selection=Selection((("level", 3),))),
    "scores-empty": ScoresScreen(
        "duet", (), TODAY, notice="From the records alone: database is locked."
    ),
    "scores-keys": TextScreen(Text.HELP, SCORES),
    "scores-row": replace(RECENT, cursor=3, top=2),
    "scores-day-row": replace(SCORES, page=Page.DAYS, cursor=2, top=5),
    "finished": opened(VICTORY, PAR),
    "finished-defeat": opened(DEFEAT, replace(PAR, score=None)),
    "victory-par": over(VICTORY, PAR),
    "defeat-par": over(DEFEAT, None),
    "victory-day": day_over(),
    "form-day": FORM_OF_THE_DAY,
    "classic-scores": MATCHES,
    "classic-scores-scrolled": replace(MATCHES, top=12),
    "classic-scores-best": replace(MATCHES, page=Page.BEST),
    "classic-scores-recent": replace(MATCHES, page=Page.RECENT),
    "classic-scores-days": replace(MATCHES, page=Page.DAYS),
    "classic-scores-chosen": replace(MATCHES, selection=Selection((("target", 16),), "people")),
    "classic-scores-empty": ScoresScreen("classic", (), TODAY),
    "classic-scores-keys": TextScreen(Text.HELP, MATCHES),
    "classic-form-day": FormScreen(
        "classic",
        {"target": 21},
        ("Ann", "Expert"),
        partner="expert",
        day=TODAY,
        played=(match_entry(1, day=TODAY, players=("Ann", "Expert"), ai=(None, "expert")),),
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
        draw(SCREENS[name], Size(45, 130), look)


@pytest.mark.usefixtures("strict_canvas")
def test_there_is_room_for_the_longest_names_of_opponents() -> None:
    games = [match_entry(at, players=LONG_NAMES) for at in range(3)]
    players = (LONG_NAMES[0], "Expert")
    games += [match_entry(9, players=players, ai=(None, "expert"), day=TODAY)]
    texts = [text_of(ScoresScreen("classic", tuple(games), TODAY, page)) for page in Page]
    recent = texts[[*Page].index(Page.RECENT)]
    assert recent.count("  Maximilianus, Wilhelmina M  ") == 3
    assert "  Maximilianus, Expert " in recent


def test_blanks_around_names_do_not_hide_that_a_day_was_played() -> None:
    form = replace(FORM_OF_THE_DAY, own_names=("Left ", " Right"))
    assert form.played_already == FORM_OF_THE_DAY.played_already is not None
    assert replace(form, own_names=("Left", "Another")).played_already is None


def test_the_scores_share_the_card_reference_and_have_their_own_help() -> None:
    for text, is_shared in ((Text.REFERENCE, True), (Text.HELP, False)):
        shown = text_of(TextScreen(text, SCORES))
        assert (shown == text_of(TextScreen(text, FORM_OF_THE_DAY))) is is_shared


@pytest.mark.usefixtures("strict_canvas")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_end_of_a_day_has_room_for_the_longest_names(level: int) -> None:
    for number in range(4):
        header = replace(daily_header(TODAY, level), players=LONG_NAMES, seed=number)
        game = played_game(header)
        own = replace(entry_of(game, Path("day.toml")), day=TODAY, par=PAR)
        lines = [line.strip() for line in text_of(over(game, PAR, own)).splitlines()]
        result, found = shared_lines(own, UNICODE)
        at = lines.index(result)
        assert lines[at + 1] == found
        assert "Play again" in lines[at + 2]


def test_the_fullest_end_of_a_game_covers_nothing_of_what_it_says() -> None:
    table = over(VICTORY, PAR, replace(entry_of(VICTORY, Path("day.toml")), day=TODAY, par=PAR))
    notice = "This day was played before; the first game counts, as shown above."
    full = replace(ending_of(table), is_best=True, celebration=3)
    text = text_of(replace(table, shows=full, notice=notice))
    for said in (
        *(notice, "A new best!", "Par: 36, what", ", par 36", "won in round 3", "7: Quit"),
        "4: Look through the game   5: Review   6: Title   7: Quit",
    ):
        assert said in text
    assert "arrows choose   Enter continue   q quit" in text.splitlines()[-1]
    assert "A new best!" not in text_of(table)
