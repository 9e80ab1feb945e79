"""The score of a victory, item by item (R9.2), and games that cannot be won (R9.3)."""

from __future__ import annotations

from dataclasses import dataclass

from foxduet.rules.duet.board import GEM_TOKENS
from foxduet.rules.duet.state import ROUNDS, TRICKS, GameState, Outcome, Table

POINTS_PER_LEVEL = 10
POINTS_FOR_ROUND_2 = 10
POINTS_PER_TOKEN = 3


@dataclass(frozen=True, slots=True)
class Score:
    """The points of a victory, by what they are for."""

    level: int
    cards: int
    early: int
    tokens: int

    @property
    def total(self) -> int:
        """The score of the game."""
        return self.level + self.cards + self.early + self.tokens


def score_items(level: int, round_number: int, cards_in_hands: int, reserve: int) -> Score:
    """Work out the score of a victory in ``round_number`` (R9.2).

    A victory in round 1, possible on small boards of one's own only, gets no points for being
    early: the rule names round 2 alone.
    """
    return Score(
        level=POINTS_PER_LEVEL * level,
        cards=cards_in_hands,
        early=POINTS_FOR_ROUND_2 if round_number == 2 else 0,
        tokens=POINTS_PER_TOKEN * reserve,
    )


def score(state: GameState) -> Score | None:
    """Return the score of a game that ended in victory, else None: a defeat scores nothing."""
    return score_of(state.table, sum(map(len, state.hands)))


def score_of(table: Table, cards_in_hands: int) -> Score | None:
    """Return the score by what lies open and the number of cards in both hands; see ``score``."""
    if table.outcome is not Outcome.VICTORY:
        return None
    return score_items(table.setup.level, table.round, cards_in_hands, table.reserve)


def total_score(state: GameState) -> int | None:
    """Return the score of a victory in all, None for any other state."""
    points = score(state)
    return points.total if points else None


def tricks_left(round_number: int, tricks_done: int) -> int:
    """Return how many tricks the game still has, all rounds to come counted."""
    return TRICKS * (ROUNDS - round_number) + TRICKS - tricks_done


def can_be_won(table: Table) -> bool:
    """Tell whether enough tricks are left for the gems that must still be collected (R9.3).

    A trick collects one gem at most, and a round that does not end the game adds its plus gems.
    """
    if table.outcome is not None:
        return table.outcome is Outcome.VICTORY
    gems = table.path.gems_left
    if table.round == 0:
        tricks_now, rounds_after = TRICKS, ROUNDS - 1
    else:
        tricks_now, rounds_after = TRICKS - table.tricks_done, ROUNDS - table.round
    if tricks_now == 0:
        # Between rounds; the plus gems already lie on the path (R8.2 comes before the deal).
        tricks_now, rounds_after = TRICKS, rounds_after - 1
    gems -= tricks_now
    for _ in range(rounds_after):
        if gems <= 0:
            break
        gems = min(GEM_TOKENS, gems + len(table.setup.board.plus)) - TRICKS
    return gems <= 0
