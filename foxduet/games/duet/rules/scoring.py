"""How a game ended: its score (R9.2), whether it can still be won (R9.3), its row of the scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from foxduet.core import values
from foxduet.core.common import Result, Step
from foxduet.core.frozen import dataclass, values_of
from foxduet.core.ruleset import Column
from foxduet.games.duet.rules.board import GEM_TOKENS, LEVELS, Board, board_to_table
from foxduet.games.duet.rules.events import Event, GemCollected
from foxduet.games.duet.rules.state import ROUNDS, TRICKS, GameState, Outcome, Setup, Table

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
    """Return the score of a victory in ``round_number`` (R9.2).

    A victory in round 1, possible on small custom boards only, gets no points for being early:
    the rule names round 2 alone.
    """
    return Score(
        level=POINTS_PER_LEVEL * level,
        cards=cards_in_hands,
        early=POINTS_FOR_ROUND_2 if round_number == 2 else 0,
        tokens=POINTS_PER_TOKEN * reserve,
    )


def score_of(table: Table, cards_in_hands: int) -> Score | None:
    """Return the score by what lies open and the number of cards in both hands; see ``score``."""
    if table.outcome is not Outcome.VICTORY:
        return None
    return score_items(table.setup.level, table.round, cards_in_hands, table.reserve)


def score(state: GameState) -> Score | None:
    """Return the score of a game that ended in victory, else None: a defeat scores nothing."""
    return score_of(state.table, sum(map(len, state.hands)))


def total_score(state: GameState) -> int | None:
    """Return the sum of ``score``, None where there is none."""
    points = score(state)
    return points.total if points else None


def tricks_left(round_number: int, tricks_done: int) -> int:
    """Return how many tricks the game still has, all rounds to come included."""
    return TRICKS * (ROUNDS - round_number) + TRICKS - tricks_done


def can_be_won(table: Table) -> bool:
    """Return whether enough tricks are left for the gems that must still be collected (R9.3).

    A trick collects one gem at most, and a round that does not end the game adds its plus gems.
    """
    if table.outcome is not None:
        return table.outcome is Outcome.VICTORY
    return gems_too_many(table) <= 0


def gems_too_many(table: Table) -> int:
    """Return how many gems more than tricks there will be if all tricks find one, 0 if none."""
    tricks_now, rounds_after = TRICKS - table.tricks_done, ROUNDS - max(table.round, 1)
    if tricks_now == 0:
        # Between rounds; the plus gems already lie on the path (R8.2 comes before the deal).
        tricks_now, rounds_after = TRICKS, rounds_after - 1
    gems = table.path.gems_left - tricks_now
    for _ in range(rounds_after):
        if gems <= 0:
            break
        gems = min(GEM_TOKENS, gems + len(table.setup.board.plus)) - TRICKS
    return max(gems, 0)


_SCORE_ITEMS = ("score_level", "score_cards", "score_early", "score_tokens")
SETUP_COLUMNS = (Column("level", int), Column("board", str))
COLUMNS = (
    *SETUP_COLUMNS,
    Column("outcome", str),
    *(Column(name, int, optional=True) for name in ("score", *_SCORE_ITEMS)),
    *(Column(name, int) for name in ("round", "tricks", "gems_left")),
    Column("found", str),
)
CATEGORIES = ("level", "own_board")


@dataclass(frozen=True, slots=True)
class Summary:
    """A finished game.

    ``board`` is a digest of a custom board, empty for the level's. ``round`` is the one in which
    the game ended, ``tricks`` counts those of all rounds, and ``found`` has the gems of each
    round. ``score`` is None after a defeat.
    """

    level: int
    board: str
    outcome: Outcome
    score: Score | None
    round: int
    tricks: int
    gems_left: int
    found: tuple[int, ...]

    @property
    def result(self) -> Result:
        """How the game ended, for both seats alike."""
        return result_of(self.outcome, self.score.total if self.score else 0)

    @property
    def category(self) -> tuple[int | bool, ...]:
        """The level, and whether it was played on a custom board."""
        return self.level, bool(self.board)


def result_of(outcome: Outcome, points: int) -> Result:
    """Return a result that both seats share."""
    won = outcome is Outcome.VICTORY
    return Result(outcome.value, (won, won), (points, points))


def summarize(setup: Setup, steps: Sequence[Step[GameState, Event]]) -> Summary:
    """Sum up a finished game from its setup and what its actions led to."""
    state = steps[-1].state
    table = state.table
    assert table.outcome is not None, "only a finished game has a summary"
    found = [0] * table.round
    for step in steps:
        if gems := sum(isinstance(event, GemCollected) for event in step.events):
            found[step.state.table.round - 1] += gems
    return Summary(
        level=setup.level,
        board=board_digest(setup.own_board),
        outcome=table.outcome,
        score=score(state),
        round=table.round,
        tricks=TRICKS * max(table.round - 1, 0) + table.tricks_done,
        gems_left=table.path.gems_left,
        found=tuple(found),
    )


def board_digest(board: Board | None) -> str:
    """Return a short name for a custom board, empty for the level's."""
    if board is None:
        return ""
    import json  # noqa: PLC0415 - the first frame does without
    from hashlib import sha256  # noqa: PLC0415

    text = json.dumps(board_to_table(board), sort_keys=True, ensure_ascii=True)
    return sha256(text.encode()).hexdigest()[:12]


def summary_row(summary: Summary) -> tuple[int | str | None, ...]:
    """Return the values of COLUMNS."""
    points = summary.score
    items = (None,) * 5 if points is None else (points.total, *values_of(points))
    progress = (summary.round, summary.tricks, summary.gems_left)
    found = " ".join(map(str, summary.found))
    return (summary.level, summary.board, summary.outcome.value, *items, *progress, found)


def summary_from(row: Mapping[str, object]) -> Summary:
    """Return the summary with the values of COLUMNS; ValueError if there is none."""
    level, outcome = values.count(row, "level"), Outcome(row["outcome"])
    if level not in LEVELS:
        raise ValueError("there is no such level")
    points = None
    if outcome is Outcome.VICTORY:
        points = Score(*(values.count(row, item) for item in _SCORE_ITEMS))
        if points.total != row["score"]:
            raise ValueError("the items do not add up to the score")
    return Summary(
        level=level,
        board=values.text(row, "board"),
        outcome=outcome,
        score=points,
        round=values.count(row, "round"),
        tricks=values.count(row, "tricks"),
        gems_left=values.count(row, "gems_left"),
        found=tuple(map(int, values.text(row, "found").split())),
    )
