"""The figures of a round, against a recount from the paths before and after its tricks."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from foxduet.core.common import Deal
from foxduet.games.duet.rules.actions import Forest
from foxduet.games.duet.rules.board import BOARDS, GEM_TOKENS, Board
from foxduet.games.duet.words.story import round_figures
from foxduet.play.game import Game, Header
from foxduet.play.table import Session, of_the_round
from tests.support.players import VICTORY, duet, played_game
from tests.support.strategies import few, seeds
from tests.support.tables import at_table, text_of

LABELS = [
    "Gems found",
    "Tricks without a gem",
    "Times off the path",
]


def recounted(game: Game, at: int) -> tuple[list[int], str]:
    """Count the round that ends in a state by the states of the game alone."""
    start = max(one for one in range(at) if isinstance(game.turns[one].action, Deal)) + 1
    table, dealt = game.states[at].table, game.states[start].table
    board: Board = table.setup.board
    found, lost = 0, 0
    for one in range(start, at):
        before, after = game.states[one].table, game.states[one + 1].table
        if isinstance(game.turns[one].action, Forest):
            continue
        gems = after.path.gems_left
        if (before.tricks_done, after.tricks_done) == (10, 11) and after.outcome is None:
            # The plus gems come on top (R8.2).
            gems -= len(board.plus)
            # A token that could go to one end only was placed without a choice (R8.3).
            lost -= any(getattr(event, "forced", False) for event in game.turns[one].step.events)
        found += before.path.gems_left - gems
        lost += (before.path.last - before.path.first) - (after.path.last - after.path.first)
    assert dealt.tricks_done == 0
    tricks = 11 * (3 - table.round)
    gems = table.path.gems_left
    noun = "gem" if gems == 1 else "gems"
    return [found, 11 - found, lost], f"{gems} {noun} to find, {tricks} tricks to come"


def check(game: Game) -> int:
    """Compare the figures of every round that is over; return how many there are."""
    rounds = 0
    for at, state in enumerate(game.states):
        # Where the tokens run out, how many came on top cannot be seen from the path alone.
        enough = state.table.path.gems_left < GEM_TOKENS
        if state.table.tricks_done == 11 and state.table.outcome is None and enough:
            session = Session(Game(game.header, game.first, game.turns[:at]))
            figures = round_figures(of_the_round(session), state)
            counted, whole = recounted(game, at)
            assert figures == [*zip(LABELS, counted, strict=True)]
            text = text_of(at_table(session))
            # The sum comes first, right below the title.
            rows = text.splitlines()
            title = next(at for at, row in enumerate(rows) if row.endswith(" is over"))
            assert rows[title + 1].strip() == whole
            assert all(f"{label}: {count}" in text for label, count in figures)
            rounds += 1
    return rounds


def test_the_figures_of_a_fixed_game_are_right() -> None:
    assert set(BOARDS) == {1, 2, 3}
    assert check(VICTORY) >= 2


@few(15)
@given(st.integers(1, 3), seeds)
def test_the_figures_of_a_round_are_what_a_recount_gives(level: int, seed: int) -> None:
    header: Header = duet(level, seed=seed)
    check(played_game(header))
