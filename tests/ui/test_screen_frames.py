"""The screens of an evening in colour, in 8 colours, in seven bits and in French.

A golden frame in colour has two rows below each row that is not plain: what the text is, and how it
looks in 8 colours, in capitals where it is bold and as = where it is reversed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeAlias

import pytest

from foxduet.games.duet.rules.state import Resign
from foxduet.play.game import Game, act
from foxduet.play.table_session import TableSession
from foxduet.store.settings import Config
from foxduet.ui.form import FormScreen, new_form
from foxduet.ui.kit.canvas import (
    EMPHASIS,
    PALETTES,
    BasicColour,
    Emphasis,
    Frame,
    Look,
    Style,
    Theme,
)
from foxduet.ui.kit.effects import NextStep, PuzzleSource, TextKind, TitleRow, TodaySummary
from foxduet.ui.kit.screen import Screen
from foxduet.ui.loop import draw_screen
from foxduet.ui.menu import TextScreen, TitleScreen
from foxduet.ui.players import RIGHT, PlayersScreen
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import GameOver
from foxduet.words.i18n import languages, use_language
from foxduet.words.text import ASCII, MODERN
from tests.support import tables
from tests.support.classic import classic, played_match
from tests.support.entries import CARD, LEAD, WITCH, choosing_answer, posed, thought_over
from tests.support.players import VICTORY, beginning_of, duet, played_game
from tests.ui.test_classic_table import SCREENS as MATCHES
from tests.ui.test_scores import PROGRESS_SCREENS
from tests.ui.test_scores import SCREENS as SCORES
from tests.ui.test_table_frames import SCREENS as TABLES

Make: TypeAlias = Callable[[tables.Desk], Screen]

SIGNS = dict(zip(Style, " dsT123abcXGwtevCP!+-", strict=True))
"""A sign for each style: suits and their edges are 1 to 3 and a to c, the fox is X, a gem G."""


LONG_NAMES = ("Maximilianus", "Bartholomäus")
LEAD_OF_THREE = "Bartholomäus leads by 105 matches to 102."


def over(game: Game) -> Screen:
    """Return the end of a game, once its scene is over."""
    return replace(tables.at_table(TableSession(game)), mode=GameOver(cursor=0, entered=True))


def alone(level: int, seed: int) -> Screen:
    """Return the end of a game of Duet with a partner."""
    return over(played_game(duet(level, ("Player", "Expert"), seed=seed, ai=tables.BESIDE_EXPERT)))


def match_alone(seed: int) -> Screen:
    """Return the end of a match against an opponent."""
    players, ai = ("Player", "Steady"), (None, "steady")
    return over(played_match(classic(players=players, seed=seed, ai=ai)))


def form(desk: tables.Desk, *script: str) -> Screen:
    """Return the form of a new game."""
    new = new_form(desk, Config({"partner": "steady"}), at_the_deal=True).screen
    return tables.of_kind(FormScreen, tables.press_keys(new, desk, *script))


def puzzle(desk: tables.Desk, number: int, choice: str) -> Screen:
    """Return a puzzle that was answered, with the reason."""
    return thought_over(choosing_answer(posed(desk, number), desk, choice), desk)


def on(screens: dict[str, Screen], name: str) -> Make:
    """Return how a screen is made that is there already."""
    return lambda _desk: screens[name]


DUE = NextStep("3 of your own mistakes are due again.", TitleRow.PUZZLES, PuzzleSource.DUE)

SCREENS: dict[str, Make] = {
    "title-first": on(TABLES, "title"),
    "title-saved": on(TABLES, "title-resume"),
    "title-today": lambda _desk: replace(
        tables.of_kind(TitleScreen, TABLES["title"]),
        today=TodaySummary(3, puzzles_due=2, rating=1819, lessons_done=9, step=DUE),
        newcomer=False,
        cursor=3,
    ),
    "title-pair": lambda _desk: replace(
        tables.of_kind(TitleScreen, TABLES["title"]),
        players=LONG_NAMES,
        pairs=(LONG_NAMES,),
        today=TodaySummary(evening=112),
    ),
    "title-opponents": lambda _desk: TitleScreen(
        "classic",
        players=LONG_NAMES,
        pairs=(LONG_NAMES,),
        today=TodaySummary(evening=3, has_begun=True, lead=LEAD_OF_THREE),
    ),
    "players-names": lambda _desk: PlayersScreen(row=RIGHT, pair=("Maximilianus", "Ben")),
    "new-game": form,
    "new-game-more": lambda desk: form(desk, "m"),
    "new-match": lambda desk: form(replace(desk, game="classic")),
    "following": on(TABLES, "follow"),
    "covered": on(TABLES, "handoff-after-a-trick"),
    "danger": on(TABLES, "loses"),
    "won": lambda _desk: alone(1, 0),
    "lost": lambda _desk: alone(2, 0),
    "out-of-time": lambda _desk: alone(3, 0),
    "resigned": lambda _desk: over(act(beginning_of(VICTORY, 40), Resign())),
    "match-of-two": on(MATCHES, "match-end"),
    "match-won": lambda _desk: match_alone(1),
    "match-lost": lambda _desk: match_alone(2),
    "progress-page": on(PROGRESS_SCREENS, "progress"),
    "progress-first": on(PROGRESS_SCREENS, "progress-newcomer"),
    "scores-games": on(SCORES, "scores-recent"),
    "scores-matches": on(SCORES, "classic-scores-recent"),
    "puzzle-solved": lambda desk: puzzle(desk, CARD, "p2 play 7d"),
    "puzzle-missed": lambda desk: choosing_answer(posed(desk, LEAD), desk, "p1 play 8d"),
    "puzzle-classic": lambda desk: puzzle(replace(desk, game="classic"), WITCH, "p1 exchange -"),
    "help-here": lambda _desk: TextScreen(
        TextKind.HELP, tables.of_kind(TableScreen, TABLES["follow"])
    ),
    "help-here-match": on(MATCHES, "keys"),
}


def painted(frame: Frame) -> Iterator[str]:
    """Yield the rows of a frame in colour."""
    inks = PALETTES[Theme.NIGHT].colours_8.items()
    plain = {style: ink for style, ink in inks if ink is not BasicColour.WHITE}
    for row in frame.rows:
        yield "".join(span.text for span in row).rstrip()
        looks = ["", ""]
        for text, style in ((span.text, span.style) for span in row):
            colour = plain[style].name[0].lower() if style in plain else SIGNS[Style.PLAIN]
            traits = EMPHASIS.get(style, Emphasis(0))
            if colour == " " and traits:
                colour = (
                    "=" if Emphasis.REVERSE in traits else "b" if Emphasis.BOLD in traits else "."
                )
            signs = SIGNS[style], colour.upper() if Emphasis.BOLD in traits else colour
            for at, sign in enumerate(signs):
                looks[at] += "".join(" " if cell == " " else sign for cell in text)
        yield from (f"~{look.rstrip()}" for look in looks if look.strip())


@pytest.mark.usefixtures("few_puzzles", "strict_canvas")
@pytest.mark.parametrize("name", SCREENS)
def test_screens_look_as_they_did_in_colour(
    name: str, desk: tables.Desk, golden: Callable[[str, str], None]
) -> None:
    look = replace(tables.STILL, glyphs=MODERN)
    screen = SCREENS[name](replace(desk, look=look))
    golden(
        f"colours/{name}.txt", "\n".join([*painted(draw_screen(screen, tables.WINDOW, look)), ""])
    )


@pytest.mark.usefixtures("few_puzzles", "strict_canvas")
@pytest.mark.parametrize("name", SCREENS)
def test_screens_look_as_they_did_in_seven_bits_and_in_french(
    name: str, desk: tables.Desk, golden: Callable[[str, str], None], request: pytest.FixtureRequest
) -> None:
    look = Look(ASCII, animated=False)
    text = tables.text_of(SCREENS[name](replace(desk, look=look)), look=look)
    assert text.isascii()
    golden(f"colours/{name}-ascii.txt", f"{text}\n")
    request.addfinalizer(lambda: use_language("en"))
    use_language("fr")
    golden(f"colours/{name}-fr.txt", tables.text_of(SCREENS[name](desk)) + "\n")


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("about", [TABLES["follow"], MATCHES["keys"]], ids=["duet", "classic"])
def test_no_page_of_the_help_is_longer_than_a_small_window(
    about: Screen, language: str, request: pytest.FixtureRequest
) -> None:
    request.addfinalizer(lambda: use_language("en"))
    use_language(language)
    shown = (
        about
        if isinstance(about, TextScreen)
        else TextScreen(TextKind.HELP, tables.of_kind(TableScreen, about))
    )
    assert len(shown.titles) == 6
    assert all(len(replace(shown, at=at).lines(MODERN)) <= 20 for at in range(6))


def named(desk: tables.Desk) -> Screen:
    """Return the form while a name is typed that ends with a sign of two cells."""
    new = tables.of_kind(FormScreen, form(desk, "m"))
    return tables.press_to(FormScreen, replace(new, row=new.row_of("left")), desk, *"Zo狐")


def pressed(screen: Screen, *keys: str) -> Make:
    """Return how a screen is made by pressing keys on another of its kind."""
    return lambda desk: tables.press_to(type(screen), screen, desk, *keys)


CURSORS: dict[str, tuple[Make, str]] = {
    "a card": (pressed(TABLES["follow"], "2"), "8 ▼"),
    "a typed card": (pressed(TABLES["follow"], "c", "7"), "_  (rank"),
    "no card": (on(TABLES, "lead"), "Left, lead"),
    "a button": (pressed(TABLES["move"], "2"), "["),
    "a hand-over": (on(TABLES, "handoff-after-a-trick"), "A "),
    "a row": (on(TABLES, "title-resume"), "► "),
    "a name": (named, "_  4 of 12"),
    "a game of the scores": (pressed(SCORES["scores-recent"], "down", "down"), "► "),
    "a page of the scores": (on(SCORES, "scores-recent"), "[Games]"),
}


@pytest.mark.parametrize("name", CURSORS)
def test_the_cursor_is_where_a_reader_looks(name: str, desk: tables.Desk) -> None:
    make, text = CURSORS[name]
    frame = draw_screen(make(desk), tables.WINDOW, tables.STILL)
    row, column = frame.cursor
    # A sign of two cells is one character.
    shown = "".join(f"{sign}\0" if sign == "狐" else sign for sign in frame.text_rows[row])
    assert shown[column:].startswith(text), frame.text_rows
