"""The table, story by story: what stands on it, which keys are pressed, what comes of them.

The stories are text, in ``stories``; ``tests/support/stories.py`` says how they are told.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.games.classic.rules.actions import Choice as MatchChoice
from foxduet.games.duet.rules.actions import Choice
from foxduet.games.duet.rules.position import parse_position, restore
from foxduet.play.game import open_game
from foxduet.play.table import Session, look
from foxduet.store.saved_games import SavedGame
from foxduet.ui.kit.canvas import Look
from foxduet.ui.menu.title import TitleScreen
from foxduet.ui.table.screen import TableScreen, table_of
from foxduet.words import i18n
from foxduet.words.glyphs import MONOCHROME
from tests.support.classic import screens as matches
from tests.support.classic.deals import at
from tests.support.classic.screens import begin_match, classic, moment, played_match
from tests.support.deals import setup_of
from tests.support.players import DEFEAT, VICTORY, duet
from tests.support.solo import (
    BESIDE_EXPERT,
    PARTNER,
    PLAYER,
    THINKING,
    after_partner,
    forest_in,
    solo_moment,
    solo_turn,
    turns_before,
)
from tests.support.stories import Start, Story, play_story, stories_in
from tests.support.tables import STILL, Desk, at_table, options_in, over_at, table_at, table_in

MATCH = played_match(classic(seed=1))
STORIES = [
    story
    for file in sorted(Path(__file__).with_name("stories").glob("*.txt"))
    for story in stories_in(file)
]


def _folder(desk: Desk) -> Path:
    return desk.records.parent


def _table_at(desk: Desk, line: str, level: int = 2) -> TableScreen:
    """Return a table at a position; with the memory rule if the desk has it."""
    screen = table_at(_folder(desk), line, level=level)
    further = {"house": "memory"} if desk.memory else {}
    game = screen.session.game
    game = replace(game, header=replace(game.header, further=further))
    return replace(screen, session=replace(screen.session, game=game))


def _match_at(desk: Desk, line: str) -> TableScreen:
    """Return the table of the original game at a position, with no hand in sight."""
    game = replace(open_game(classic()), first=at(line))
    return table_of(Session(game), SavedGame(_folder(desk) / "match.toml"))


def _match_alone(desk: Desk, who: str) -> TableScreen:
    """Return the beginning of a match against an opponent, in which one of both leads."""
    seat = PLAYER if who == "you" else PARTNER
    headers = (
        classic(seed=seed, players=("Player", "Steady"), ai=(None, "steady")) for seed in range(20)
    )
    tables = (begin_match(desk, header) for header in headers)
    return next(table for table in tables if table.session.actor is seat)


def _solo_at(desk: Desk, line: str) -> TableScreen:
    """Return the table of a person beside a partner at a position."""
    game = open_game(duet(2, ("Player", "Expert"), ai=BESIDE_EXPERT))
    game = replace(game, first=restore(parse_position(line, setup_of(2))))
    return table_of(look(Session(game)), SavedGame(_folder(desk) / "game.toml"))


STARTS: Mapping[str, Start] = {
    "table": _table_at,
    "level1": lambda desk, line: _table_at(desk, line, 1),
    "level3": lambda desk, line: _table_at(desk, line, 3),
    "match": _match_at,
    "new": lambda desk, _rest: table_in(_folder(desk)),
    "alone": lambda desk, who: solo_turn(_folder(desk), PLAYER if who == "you" else PARTNER),
    "forest": lambda desk, _rest: forest_in(_folder(desk)),
    "over": lambda desk, _rest: over_at(_folder(desk)),
    "victory": lambda _desk, _rest: at_table(Session(VICTORY)),
    "defeat": lambda _desk, _rest: at_table(Session(DEFEAT)),
    "newmatch": lambda desk, target: begin_match(desk, classic(int(target or 21))),
    "against": _match_alone,
    "moment": lambda desk, choice: replace(
        moment(MATCH, matches.turns_before(MATCH, MatchChoice[choice.upper()]), looking=False),
        saved=SavedGame(_folder(desk) / "match.toml"),
    ),
    "solo": _solo_at,
    "answer": lambda desk, choice: after_partner(
        THINKING if choice == "play" else turns_before(Choice.MOVE, PARTNER),
        _folder(desk),
        desk.look,
    ),
    "moved": lambda _desk, _rest: solo_moment(turns_before(Choice.MOVE, PLAYER)),
    "title": lambda _desk, _rest: TitleScreen("duet"),
}


@pytest.mark.parametrize("story", STORIES, ids=lambda story: f"{story.file}: {story.title}")
def test_the_table_keeps_to(story: Story, tmp_path: Path) -> None:
    def empty_desk(options: str) -> Desk:
        """Return a desk without records, with the options of a story."""
        words, folder = options.split(), tmp_path / "games"
        i18n.use_language("fr" if "fr" in words else "en")
        look = Look() if "moving" in words else STILL
        look = replace(look, glyphs=MONOCHROME) if "monochrome" in words else look
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        return options_in(folder, look, memory="memory" in words)

    play_story(story, STARTS, empty_desk)
