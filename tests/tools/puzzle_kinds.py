"""The kind of a puzzle, by its decision, its cards, and the reviews' reasons; its rating."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import log
from random import Random
from statistics import fmean
from typing import Any, TypeAlias

from foxduet.ai.partner import ActionValue, get_partner
from foxduet.ai.reasons import Line
from foxduet.analysis.puzzles import Puzzle
from foxduet.analysis.review import Assessment, Review
from foxduet.core.cards import Seat, TrickWon, card_in_action
from foxduet.core.registry import rule_set
from foxduet.games.classic.ai.evaluator import match_equity, packaged_win_chances
from foxduet.games.classic.reasons import ReasonKind as ClassicKind
from foxduet.games.classic.rules.cards import Ability
from foxduet.games.classic.rules.engine import Band, band_of
from foxduet.games.classic.rules.state import Choice as ClassicChoice
from foxduet.games.duet.reasons import OF_TRICK, ReasonKind
from foxduet.games.duet.rules.engine import score
from foxduet.games.duet.rules.state import Choice as DuetChoice
from foxduet.games.duet.rules.state import GemCollected

_OF_DECISIONS: Mapping[Any, str] = {
    DuetChoice.FOXES: "trump",
    DuetChoice.EXCHANGE: "trump",
    DuetChoice.GIVE: "give",
    DuetChoice.MOVE: "move",
    ClassicChoice.EXCHANGE: "fox",
    ClassicChoice.DISCARD: "woodcutter",
}

_OF_DUET_REASONS: Mapping[ReasonKind, str] = {
    **dict.fromkeys((ReasonKind.WON, ReasonKind.WON_LATER), "finish"),
    **dict.fromkeys((ReasonKind.GEM, ReasonKind.GEM_SOON), "gem"),
    **dict.fromkeys((ReasonKind.GEM_LATER, ReasonKind.GEMS_LATER), "gem"),
    **dict.fromkeys((ReasonKind.LOST, ReasonKind.LOST_LATER), "ends"),
    **dict.fromkeys((ReasonKind.OVERRUN, ReasonKind.OVERRUN_LATER), "ends"),
    ReasonKind.OVERRUNS_LATER: "ends",
    ReasonKind.TOKEN: "token",
}

_OF_CLASSIC_REASONS: Mapping[ClassicKind, str] = {
    **dict.fromkeys((ClassicKind.WON, ClassicKind.LOST), "match-end"),
    **dict.fromkeys((ClassicKind.TRICK, ClassicKind.LEAD), "trick"),
    ClassicKind.HUMBLE: "humble",
    **dict.fromkeys((ClassicKind.VICTORIOUS, ClassicKind.DEFEATED), "victorious"),
    ClassicKind.GREEDY: "greed",
    **dict.fromkeys((ClassicKind.TREASURE, ClassicKind.TREASURE_LOST), "treasures"),
}

_OF_BANDS: Mapping[Band, str] = {Band.HUMBLE: "humble", Band.VICTORIOUS: "victorious"}

_OF_ABILITIES: Mapping[Ability, str] = {
    Ability.SWAN: "swan",
    Ability.FOX: "fox",
    Ability.WOODCUTTER: "woodcutter",
    Ability.TREASURE: "treasures",
    Ability.WITCH: "witch",
    Ability.MONARCH: "monarch",
}

# With at most this many points to go, the current round may end the match.
_LAST_POINTS = 6


def kinds_by_decision(game: str, state: Any) -> frozenset[str] | None:
    """Return the kinds to which this decision limits a puzzle; None if any kind is possible."""
    kind = _OF_DECISIONS.get(state.table.pending.choice)
    if kind is None or game == "classic":
        return None
    return frozenset({kind, "finish"} if kind == "move" else {kind})


def kinds_of(review: Review, assessment: Assessment) -> list[str]:
    """Return all possible kinds of a puzzle, by the review of a wrong choice."""
    state = review.game.states[0]
    find_kinds = _duet_kinds if review.game.header.game == "duet" else _classic_kinds
    kinds = [*dict.fromkeys(find_kinds(assessment, state))]
    only = kinds_by_decision(review.game.header.game, state)
    return [kind for kind in kinds if only is None or kind in only]


def _duet_kinds(assessment: Assessment, state: Any) -> Iterator[str]:
    table, reason = state.table, assessment.reason
    if table.pending.choice in _OF_DECISIONS:
        yield _OF_DECISIONS[table.pending.choice]
    if reason is None:
        yield "card"
        return
    contrast = reason.contrast
    if table.path.gems_left == 1 and not contrast.is_bad:
        yield "finish"
    if contrast.kind is ReasonKind.OVERRUN and table.reserve:
        yield "token"
    if contrast.kind not in OF_TRICK:
        yield "card"
    yield _OF_DUET_REASONS[contrast.kind]


def _classic_kinds(assessment: Assessment, state: Any) -> Iterator[str]:
    table, reason = state.table, assessment.reason
    if max(table.points) >= table.setup.target - _LAST_POINTS:
        yield "match-end"
    if table.pending.choice in _OF_DECISIONS:
        yield _OF_DECISIONS[table.pending.choice]
    if reason is not None:
        yield _OF_CLASSIC_REASONS[reason.contrast.kind]
        yield from _kinds_in_lines(assessment.seat, *reason.lines)
    cards = [card_in_action(assessment.best), table.lead]
    yield from (_OF_ABILITIES[card.ability] for card in cards if card and card.ability)


def _kinds_in_lines(seat: Seat, best: Line, other: Line) -> Iterator[str]:
    """Yield the kinds about the trick under way, and the end of the round, in two lines."""
    if best.tricks[0].winner is not other.tricks[0].winner:
        yield "trick"
    band, other_band = (band_of(line.tricks[-1].tricks[seat]) for line in (best, other))
    if band is not other_band:
        yield from [kind for of, kind in _OF_BANDS.items() if of is band]
        yield from ["greed"] if other_band is Band.GREEDY else ()


def is_ahead(best: ActionValue, other: ActionValue, times: float = 1.0) -> bool:
    """True if a choice is clearly better: by 6 % to win, or by 3 points at an equal chance."""
    win, score = best.win - other.win, best.score - other.score
    return win >= 0.06 * times or (score >= 3 * times and win > -0.005)


SOLVERS: Mapping[str, int] = {
    "novice": 20,
    "steady": 1,
    "expert:5": 6,
    "expert:20": 6,
    "expert:60": 4,
    "expert:200": 3,
}
"""The solvers of each puzzle, with their number of tries."""
PLAIN = ("novice", "steady")
"""Solvers that play by plain rules."""

Solved: TypeAlias = Mapping[str, int]
"""Number of times that each of SOLVERS chose the answer."""

MEAN, DEVIATION = 1500, 250
"""Mean of all ratings of a game, and their prior standard deviation."""
MIN_RATING, MAX_RATING = 800, 2200

_SCALE = 400 / log(10)
_ROUNDS = 60


def solved_by(puzzle: Puzzle, name: str) -> int:
    """Return how often a solver chooses the answer, each time with its own generator."""
    moment, think = puzzle.decision_point, get_partner(puzzle.game, name)
    tries = (
        think(moment.observation, Random(f"foxduet puzzle {puzzle.position} {name} {at}")).action
        for at in range(SOLVERS[name])
    )
    return sum(action == moment.chosen for action in tries)


def ratings_of(puzzles: Sequence[Solved]) -> list[int]:
    """Return ratings of puzzles from their numbers of solutions.

    Rasch's model on the scale of Elo and Glicko: a solver of strength ``s`` solves a puzzle of
    rating ``d`` with the chance 1 / (1 + 10^((d - s) / 400)). Strengths and ratings are the most
    likely ones, by turns, with a normal prior of MEAN and DEVIATION for ratings, so that puzzles
    solved always or never also get a rating. Each partner counts as several tries, see SOLVERS.
    """
    strengths = dict.fromkeys(SOLVERS, float(MEAN))
    ratings = [float(MEAN)] * len(puzzles)
    for _ in range(_ROUNDS):
        for name, tries in SOLVERS.items():
            right = sum(solved[name] for solved in puzzles)
            strengths[name] += _step(right, [strengths[name] - rating for rating in ratings], tries)
        for at, solved in enumerate(puzzles):
            ratings[at] -= _step(
                sum(solved.values()),
                [strengths[name] - ratings[at] for name in SOLVERS],
                [*SOLVERS.values()],
                (ratings[at] - MEAN) / DEVIATION**2 * _SCALE,
                _SCALE**2 / DEVIATION**2,
            )
        shift = MEAN - sum(ratings) / len(ratings)
        ratings = [rating + shift for rating in ratings]
    return [round(min(max(rating, MIN_RATING), MAX_RATING)) for rating in ratings]


def _step(
    right: float,
    leads: Sequence[float],
    tries: int | Sequence[int],
    pull: float = 0.0,
    weight: float = 1e-3,
) -> float:
    """Return Newton's next step, at most 200, toward equal numbers of actual and expected
    solutions.

    leads: by how much strengths exceed ratings, each for a number of tries.
    """
    counts = [tries] * len(leads) if isinstance(tries, int) else tries
    chances = [1 / (1 + 10 ** (-lead / 400)) for lead in leads]
    expected = sum(count * p for count, p in zip(counts, chances, strict=True))
    slope = sum(count * p * (1 - p) for count, p in zip(counts, chances, strict=True))
    step = (right - expected + pull) / (slope + weight) * _SCALE
    return min(max(step, -200.0), 200.0)


Choose: TypeAlias = Callable[[Any, Sequence[Any]], Any]
"""Chooses by a moment and its choices; None if the rule does not apply."""


def _by(value: Callable[[Any, Any], float | None]) -> Choose:
    """Return a rule that takes the choice with the highest value, the first of equals."""

    def choose(moment: Any, choices: Sequence[Any]) -> Any:
        values = [value(moment, choice) for choice in choices]
        known = [v for v in values if v is not None]
        if len(known) < len(values) or len({*known}) < 2:
            return None
        return choices[values.index(max(known))]

    return choose


def _among(names: tuple[str, ...], value: Callable[[Any, Any], float | None]) -> Choose:
    """Return a rule that applies only to actions of some kinds."""
    return _by(lambda at, action: value(at, action) if type(action).__name__ in names else None)


def _rank(_moment: Any, action: Any) -> float | None:
    card = card_in_action(action)
    return None if card is None else card.rank


def _trump(moment: Any, action: Any) -> float | None:
    card = card_in_action(action)
    return None if card is None else 20 * (card.suit is moment.state.table.trump) + card.rank


def _paws(_moment: Any, action: Any) -> float | None:
    card = card_in_action(action)
    return getattr(card, "paws", None)


def _takes(moment: Any, action: Any) -> float | None:
    """Return 1 if a card takes the trick, else 0; None if that is still open."""
    if moment.state.table.lead is None:
        return None
    after = rule_set(moment.game).apply(moment.state, action)
    won = [event.winner for event in after.events if isinstance(event, TrickWon)]
    return float(won == [moment.seat]) if won else None


def _put_away(moment: Any, action: Any) -> float:
    return _rank(moment, action) or 0.0


def _is_kept(_moment: Any, action: Any) -> float:
    return float(card_in_action(action) is None)


def _is_own(moment: Any, action: Any) -> float:
    return float(action.swapper is moment.seat)


def _finds(moment: Any, action: Any) -> float:
    after = rule_set(moment.game).apply(moment.state, action)
    return sum(isinstance(event, GemCollected) for event in after.events)


def _to_the_middle(moment: Any, action: Any) -> float:
    path = moment.state.table.path
    return -float(abs(path.tracker + action.steps - (path.first + path.last) / 2))


def _lower(value: Callable[[Any, Any], float | None]) -> Callable[[Any, Any], float | None]:
    def lower(moment: Any, action: Any) -> float | None:
        height = value(moment, action)
        return None if height is None else -height

    return lower


_CARDS = ("Play", "Give", "Discard")
SIMPLE_RULES: Mapping[str, Choose] = {
    "play the highest card": _among(_CARDS, _rank),
    "play the lowest card": _among(_CARDS, _lower(_rank)),
    "play the highest trump": _among(_CARDS, _trump),
    "play the lowest card, no trump": _among(_CARDS, _lower(_trump)),
    "play the most paws": _among(("Play", "Give"), _paws),
    "play the fewest paws": _among(("Play", "Give"), _lower(_paws)),
    "win the trick if you can": _among(("Play",), _takes),
    "lose the trick if you can": _among(("Play",), _lower(_takes)),
    "keep the decree": _among(("Exchange",), _is_kept),
    "make the highest card the decree": _among(("Exchange",), _put_away),
    "keep what is high, or the decree": _among(("Exchange",), _lower(_put_away)),
    "name yourself": _among(("Foxes",), _is_own),
    "name your partner": _among(("Foxes",), _lower(_is_own)),
    "find a gem if you can": _among(("Move",), _finds),
    "go toward the middle": _among(("Move",), _to_the_middle),
    "walk as few steps as you can": _among(("Move",), lambda _at, one: -abs(one.steps)),
    "walk as many steps as you can": _among(("Move",), lambda _at, one: abs(one.steps)),
}
"""Rules by which a player might choose without thinking."""

_MIN_GROUP = 10
MAX_RULE_SHARE, MAX_SHARE_OF_TWO = 0.6, 0.25
"""Largest share of a kind that one of these rules may solve, and of puzzles with two choices."""


def rules_that_solve(puzzle: Puzzle) -> list[str]:
    moment = puzzle.decision_point
    choices = moment.observation.choices
    return [name for name, rule in SIMPLE_RULES.items() if rule(moment, choices) == moment.chosen]


def solved_too_often(puzzles: Sequence[Puzzle]) -> dict[tuple[str, str], float]:
    """Return shares over MAX_RULE_SHARE: of a kind, or kind of decision, that a rule solves."""
    counts, solved = Counter[str](), Counter[tuple[str, str]]()
    for puzzle in puzzles:
        groups = (puzzle.kind, type(puzzle.decision_point.chosen).__name__)
        counts.update(groups)
        solved.update((group, rule) for group in groups for rule in rules_that_solve(puzzle))
    shares = {pair: count / counts[pair[0]] for pair, count in solved.items()}
    return {
        pair: share
        for pair, share in shares.items()
        if share > MAX_RULE_SHARE and counts[pair[0]] >= _MIN_GROUP
    }


STYLES = (("expert:30", "steady"), ("expert:30", "expert:30"), ("steady", "steady"))
"""Styles of the solver and the opponent in the rest of a round of the original game."""


def shares_of_steady(puzzle: Puzzle, actions: tuple[Any, ...], hands: range) -> list[float]:
    """Return the share of games of Duet won after each action, with steady in both seats.

    A thousandth of the mean score (0 for a defeat) breaks ties. Each number of ``hands`` gives a
    world that fits the observation.
    """
    moment, rules = puzzle.decision_point, rule_set(puzzle.game)
    steady = get_partner(puzzle.game, "steady")

    def ends(action: Any) -> Iterator[float]:
        for number in hands:
            rng = Random(f"foxduet puzzle {puzzle.position} steady {number}")
            state = rules.apply(rules.sample(moment.observation, rng), action).state
            while (due := rules.pending(state)) is not None:
                chosen = (
                    rules.deal(state, rng, None)
                    if due.choice.is_deal
                    else steady(rules.observe(state, due.decider), rng).action
                )
                state = rules.apply(state, chosen).state
            points = score(state)
            yield 0.0 if points is None else 1 + points.total / 1000

    return [fmean(ends(action)) for action in actions]


def shares_against(
    puzzle: Puzzle, actions: tuple[Any, ...], styles: tuple[str, str], hands: range
) -> list[float]:
    """Return the chance to win the match after each action, by the styles of both seats.

    The original game's tree search has no styles, so the round is played out in worlds that fit the
    observation, the same for each action; each number of ``hands`` gives one.
    """
    moment, rules = puzzle.decision_point, rule_set(puzzle.game)
    seat, rewards = (
        moment.seat,
        match_equity(packaged_win_chances(), moment.state.table, moment.seat),
    )
    partners = [get_partner(puzzle.game, style) for style in styles]
    if seat:
        partners.reverse()

    def ends(action: Any) -> Iterator[float]:
        for number in hands:
            rng = Random(f"foxduet puzzle {puzzle.position} {styles} {number}")
            state = rules.apply(rules.sample(moment.observation, rng), action).state
            scored = _round_played(rules, state, partners, rng).table.round_points
            yield rewards[scored[seat]][scored[seat.other]]

    return [fmean(ends(action)) for action in actions]


def _round_played(rules: Any, state: Any, partners: list[Callable[..., Any]], rng: Random) -> Any:
    while (due := rules.pending(state)) is not None and not due.choice.is_deal:
        seen = rules.observe(state, due.seat)
        state = rules.apply(state, partners[due.seat](seen, rng).action).state
    return state
