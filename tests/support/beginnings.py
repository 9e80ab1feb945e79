"""What golden sessions begin with, on screens and in words, by the names in their first lines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

from foxduet.analysis.progress import PlayerProgress
from foxduet.analysis.rating import training_of
from foxduet.core.registry import rule_set
from foxduet.play.game import NO_PARTNERS, Header, PartnerNames, open_game
from foxduet.store.journals import Attempt, Journal
from foxduet.ui.form import new_form
from foxduet.ui.kit.effects import GameStarted
from foxduet.ui.kit.screen import Next, Push, call
from foxduet.ui.menu import TitleScreen, TwoTerminalsScreen
from foxduet.ui.performer import start_game
from foxduet.ui.progress import ProgressScreen
from foxduet.ui.replay import ReplayScreen
from foxduet.ui.scores import ScoresScreen
from foxduet.ui.table.screen import start
from foxduet.words.game_words import guide_words
from foxduet.words.scores import Page
from foxduet.words.text import default_names
from tests.support.classic import match
from tests.support.classic import some_entries as some_matches
from tests.support.entries import (
    TODAY,
    entry,
    lessons_on,
    open_scores_screen,
    posed,
    resigned_at_table,
    some_entries,
)
from tests.support.players import DEFEAT, VICTORY
from tests.support.reviews import reviewing
from tests.support.screens import open_first_title, open_title
from tests.support.stories import Conversation
from tests.support.tables import Desk, begin, forest_in, over_at
from tests.ui.test_scores import CLASSIC, DUET

SOLO = replace(
    VICTORY, header=replace(VICTORY.header, ai=(None, "steady"), players=("Player", "Steady"))
)
"""A game of somebody who is spoken to."""


def game(desk: Desk, kind: str, seed: str, partner: str = "") -> Next:
    """A new game: Duet at a level by its seed, or a short match; of two people or one."""
    ai: PartnerNames = (None, partner) if partner else NO_PARTNERS
    option = {"level": int(seed) % 3 + 1} if kind == "duet" else {"target": 16}
    header = Header(
        kind, rule_set(kind).setup_from(option), default_names(ai[1]), seed=int(seed), ai=ai
    )
    started = start_game(open_game(header), desk.folders)
    assert isinstance(started, GameStarted)
    return Next(start(started.game, started.saved))


def lessons(desk: Desk, kind: str, number: str = "", two: str = "") -> Next:
    """The list of lessons, or one by its number."""
    menu = lessons_on(replace(desk, game=kind), two=bool(two))
    return menu.open(int(number) - 1) if number else Next(menu)


def puzzles(desk: Desk, kind: str, number: str = "") -> Next:
    """The list of puzzles, or one over it."""
    title = Next(TitleScreen(kind), (call("ledger:open_puzzles", kind),))
    if not number:
        return title
    screen = posed(replace(desk, game=kind), int(number))
    return Next(Conversation(title, desk).screen, (Push(screen),))


def title(desk: Desk, *games: str) -> Next:
    """The title, for a newcomer or beside some games under way."""
    for name in games:
        begin(desk, 2, (name, "Bert"), seed=8)
    return Next(open_title(desk) if games else open_first_title(desk))


def form(desk: Desk, what: str) -> Next:
    """The form of a new game, with a step of the ladder, or the deals of a day played before."""
    if what == "proposed":
        rung = guide_words("duet").ramp[1]
        return new_form(replace(desk, setup=rung.options, solo=rung.partner), proposal=rung)
    screen = new_form(replace(desk, daily=TODAY)).screen
    played = (entry(1, 38, level=1, day=TODAY), entry(2, level=3, day=TODAY))
    return Next(replace(screen, played=played))  # type: ignore[call-arg]


def scores(desk: Desk, what: str) -> Next:
    """The scores: of one game or the other, none, of odd games, or of some whose records exist."""
    days = (TODAY - timedelta(days=3), TODAY - timedelta(days=1), TODAY)
    attempts = [
        Attempt("duet", f"{at}", day, right=at > 1, rating=1400, daily=day)
        for at, day in enumerate(days, 1)
    ]
    match what:
        case "duet":
            training = training_of(Journal((*attempts,)), TODAY)
            return Next(ScoresScreen("duet", some_entries(), TODAY, puzzles=training))
        case "classic":
            return Next(ScoresScreen("classic", some_matches(), TODAY))
        case "none":
            return Next(ScoresScreen("duet", (), TODAY, others={"classic": 3}))
        case "odd":
            own = replace(entry(1, 31).summary, board="0" * 64)
            odd = (replace(entry(1, 31), summary=own), replace(entry(2, 33), again=True))
            return Next(ScoresScreen("duet", odd, TODAY, Page.OVERVIEW))
        case _:
            for seed in (7, 8):
                resigned_at_table(begin(desk, 2, ("Left", "Right"), seed), desk)
            return Next(open_scores_screen(desk))


def progress(_desk: Desk, what: str) -> Next:
    """How somebody gets on."""
    newcomer = PlayerProgress("duet")
    return Next(ProgressScreen({"duet": DUET, "classic": CLASSIC}.get(what, newcomer)))


STARTS: dict[str, Callable[..., Next]] = {
    "game": game,
    "lessons": lessons,
    "puzzles": puzzles,
    "title": title,
    "form": form,
    "scores": scores,
    "progress": progress,
    "terminals": lambda _desk: Next(TwoTerminalsScreen()),
    "forest": lambda desk: Next(forest_in(desk.records.parent)),
    "over": lambda desk: Next(over_at(desk.records.parent)),
    "replay": lambda _desk, what: Next(ReplayScreen({"lost": DEFEAT, "classic": match(3)}[what])),
    "review": lambda _desk, what: Next(
        reviewing({"solo": SOLO, "lost": DEFEAT, "classic": match(3)}[what])
    ),
}
