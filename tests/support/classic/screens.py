"""Screens of the original game."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random

from foxduet.core.common import Seat
from foxduet.games.classic.rules.actions import Choice
from foxduet.games.classic.rules.cards import DECK, Card
from foxduet.games.classic.rules.observation import Observation
from foxduet.games.classic.rules.state import GameState, Setup
from foxduet.play.game import NO_PARTNERS, Game, Header, Names, PartnerNames, open_game, play_out
from foxduet.play.table import Session
from foxduet.play.table import look as look_at_hand
from foxduet.store.saved_games import SavedGame
from foxduet.ui.kit.answers import GameStarted
from foxduet.ui.performer import start_game
from foxduet.ui.table.moves import options
from foxduet.ui.table.screen import TableScreen, start
from foxduet.ui.table.state import Choosing
from tests.support.classic.deals import at
from tests.support.machine import patience
from tests.support.tables import Desk, at_table

_CARD_IN_PICTURE = re.compile(r"\b(1[01]|[1-9]) ?([Ωð◙])")
_CARD_IN_WORDS = re.compile(r"\b(1[01]|[1-9]) of (Bells|Keys|Moons)")


def classic(
    target: int = 21,
    players: Names = ("Left", "Right"),
    seed: int = 1,
    ai: PartnerNames = NO_PARTNERS,
) -> Header:
    """Return the header of a match."""
    return Header("classic", Setup(target), players, seed=seed, ai=ai)


def played_match(header: Header) -> Game:
    """Play a match to its end, every choice at random."""
    rng, choices = Random(header.seed), patience()

    def choose(observation: Observation, _chance: Random) -> object:
        next(choices)
        return rng.choice(observation.choices)

    return play_out(open_game(header), (choose, choose))


def begin_match(desk: Desk, header: Header) -> TableScreen:
    """Deal the first round of a new match, saved among the desk's records."""
    started = start_game(open_game(header), desk.folders)
    assert isinstance(started, GameStarted)
    return start(started.game, started.saved)


def moment(match: Game, turns: int, *, looking: bool = True) -> TableScreen:
    """Return the table after some turns of a match."""
    session = Session(Game(match.header, match.first, match.turns[:turns]))
    return at_table(look_at_hand(session) if looking else session)


def turns_before(match: Game, choice: Choice, *, following: bool | None = None) -> int:
    """Return the turns of a match before its first decision of a kind."""
    for number, state in enumerate(match.states):
        table: GameState = state
        due, lead = table.table.pending, table.table.lead
        is_kind = number and due is not None and due.choice is choice
        if is_kind and following in (None, lead is not None):
            return number
    raise AssertionError(f"the match has no {choice}")


def table_at_line(line: str, folder: Path = Path("nowhere")) -> TableScreen:
    """Return a table at a position, seen by the seat that must act, to be saved in a folder."""
    game = replace(open_game(classic()), first=at(line))
    screen = at_table(look_at_hand(Session(game)))
    return replace(screen, saved=SavedGame(folder / "game.toml", game=game))


def choosing(screen: TableScreen, text: str) -> TableScreen:
    """Return a table with the option chosen whose action has this text, such as "p1 play 7b"."""
    assert isinstance(screen.shows, Choosing)
    rules = screen.session.game.rules
    texts = [rules.format_action(option) for option in options(screen)]
    return replace(screen, shows=replace(screen.shows, cursor=texts.index(text)))


def cards_in(text: str) -> set[Card]:
    """Return every card that a frame shows or names, drawn with the Unicode glyphs."""
    found = {(int(rank), "Ωð◙".index(suit)) for rank, suit in _CARD_IN_PICTURE.findall(text)}
    suits = ("Bells", "Keys", "Moons")
    found |= {(int(rank), suits.index(suit)) for rank, suit in _CARD_IN_WORDS.findall(text)}
    return {card for card in DECK if (card.rank, card.suit) in found}


def open_cards(state: GameState) -> set[Card]:
    """Return the cards that lie open for everybody."""
    table = state.table
    cards: set[Card] = set(table.trick.cards) if table.trick else set()
    return cards | ({table.decree} if table.decree else set())


def actor_of(screen: TableScreen) -> Seat:
    """Return the seat that must act."""
    assert screen.session.actor is not None
    return screen.session.actor


LONG_NAMES = ("Maximilianus", "Wilhelmina M")
