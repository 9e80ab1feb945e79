"""The words, drawing and partners of the third game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from foxduet.ai import partner
from foxduet.ai.partner import (
    ActionValue,
    Partner,
    PartnerName,
    Partners,
    Thought,
    greedy_policy,
    noisy_policy,
)
from foxduet.core.cards import Seat, TrickWon, card_in_action, follow_wins, trick_number
from foxduet.play.game import Game, Names, Turn
from foxduet.ui.kit.canvas import Canvas
from foxduet.ui.table.drawing import layout_for
from foxduet.ui.table.state import Marks
from foxduet.words.game_words import ChoiceWords, Figures, GuideWords, TableWords
from foxduet.words.story import CardWords, EventContext, Story
from foxduet.words.text import Glyphs, TextLine, names_at_table
from tests.contract.highcard.game import RULES, TRICKS, Action, Card, Observation, Outcome, State

if TYPE_CHECKING:
    from foxduet.store.score_entries import ScoreEntry


@dataclass(frozen=True, slots=True)
class Characters:
    """Letters for suits, and no pictures."""

    suits: tuple[str, str, str] = ("x", "y", "z")
    pictures: tuple[tuple[str, str, str], ...] = ()


def card_text(card: Card) -> str:
    return f"{card.rank}{'xyz'[card.suit]}"


def _tell(moment: EventContext) -> Sequence[str]:
    match moment.event:
        case TrickWon(winner, card):
            return [f"{moment.names[winner]} won with {card_text(card)}."]
        case _:
            return ()


CARDS = CardWords(
    unicode=Characters(),
    modern=("x", "y", "z"),
    ascii=Characters(),
    cards=("{rank} of X", "{rank} of Y", "{rank} of Z"),
    trumps=("x is trump", "y is trump", "z is trump"),
    suits=lambda: ("X", "Y", "Z"),
    letters=lambda: ("x", "y", "z"),
    abilities={},
    no_ability="",
    value=lambda _card, _own, _shared: "",
)
STORY = Story(card_text, _tell, lasting_types=(), settled_types=(), replaced_types={}, weights={})


def _outcome_sentence(state: State, names: Names) -> str:
    outcome = state.table.outcome
    if outcome is Outcome.DRAW:
        return "Nobody won."
    return f"{names[0 if outcome is Outcome.P1 else 1]} won the game."


def _figures(state: State) -> Figures:
    return [("Tricks", *state.table.won)]


CHOICES = ChoiceWords(
    card_text,
    lambda _resignation, _names: ("resign", "resigning", {}),
    prompts={},
    waiting_prompts={},
    ask_to_follow=lambda _seen, _lead: "{name}, follow with any card.",
)


def _progress(state: State) -> str:
    table = state.table
    if not table.round:
        return "Before the first deal"
    return f"Round {table.round}   Trick {trick_number(table.tricks_done, table.trick)} of {TRICKS}"


def _nothing(*_: Any) -> str:
    return ""


TABLE = TableWords(
    title="High Card",
    option_labels={"deals": "Deals"},
    setup_label=lambda setup: f"Deals: {setup.deals}",
    setup_phrase=lambda setup: f"With {setup.deals} deals",
    cards=CARDS,
    story=STORY,
    choices=CHOICES,
    round_start=lambda state, _names: (f"Round {state.table.round}.",),
    round_sum=lambda state, names: (
        f"{names[0]}: {state.table.won[0]}, {names[1]}: {state.table.won[1]}"
    ),
    round_figures=lambda _happened, state: _figures(state),
    outcome_sentence=_outcome_sentence,
    progress=_progress,
    standing=lambda state, _glyphs: (
        "" if state.table.decree is None else CARDS.trump_phrase(state.table.decree)
    ),
    refusal=_nothing,
    outlook_sentence=_nothing,
    ability_note=_nothing,
    option_label_of=lambda _moment, option, names, _glyphs: CHOICES.option_phrase(option, names),
    talking_rule="Talk as you like.",
)


def _hint(seen: Observation, thought: Thought, names: Names, _steps: int) -> tuple[str, ...]:
    return (f"Try {CHOICES.option_phrase(thought.action, names)} of your {len(seen.hand)} cards.",)


def _result(entry: ScoreEntry) -> str:
    own, other = entry.summary.won[entry.seat], entry.summary.won[entry.seat.other]
    return f"{own}-{other}"


def _simulated(outcomes: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in outcomes.items())


GUIDE = GuideWords(
    score_rows=lambda game: _figures(game.state),
    ending_story=lambda _game, _names: (),
    hint_sentences=_hint,
    cost_sentence=_nothing,
    hindsight_sentence=_nothing,
    result_phrase=_result,
    outcome_phrase=_result,
    shared_lines=lambda entry, _glyphs: (_result(entry), ""),
    options_label=lambda options: f"deals {options.get('deals', 'any')}",
    category_heading="Deals",
    category_text=lambda category: f"{category[0]}",
    category_notes=lambda _games: [],
    simulated_outcomes=_simulated,
    describe_counts=lambda counts: [("Tricks", f"{counts['tricks']}")],
    rules=lambda: (("High Card", ("The higher card wins, most tricks win.",)),),
    help_pages=(("Rules", (0,)),),
    review_help=tuple,
    scores_help=tuple,
    reference=lambda _width, _glyphs: [TextLine("The higher card wins.")],
    signs=lambda _glyphs: (),
)


def draw_board(canvas: Canvas, moment: State | Observation, names: Names, _marks: Marks) -> None:
    """Write the tricks of both seats."""
    layout = layout_for(canvas.size)
    for seat in Seat:
        row, won = layout.board + seat, moment.table.won[seat]
        canvas.put(row, layout.left + 2, f"{names[seat]}: {won}")


def marks(
    _seen: Observation, _options: tuple[Action, ...], _chosen: Action, _glyphs: Glyphs
) -> Marks:
    """Return nothing: no choice leads to a place on the board."""
    return {}


def reach_marks(_seen: Observation, _chosen: Action, _glyphs: Glyphs) -> Marks:
    """Return nothing, like ``marks``."""
    return {}


def team_marks(_state: State, _chosen: Action, _glyphs: Glyphs) -> Marks:
    """Return nothing: opponents have no joint choices."""
    return {}


def animation_of(_before: State, _turn: Turn) -> None: ...


def count_ending_pictures(_game: Game) -> int:
    """Return 1: no part of the ending moves."""
    return 1


def draw_ending(canvas: Canvas, game: Game, row: int, left: int, _picture: int) -> int:
    """Write the tricks of both seats; return the rows."""
    for seat in Seat:
        canvas.put(row + seat, left + 2, f"{names_at_table(game.header)[seat]}")
    return 3


def draw_animation_step(_canvas: Canvas, _game: Game, _walk: Any, _step: int) -> None:
    raise AssertionError("nothing moves on the board")


_WORLDS = 8


def plain_worths(seen: Observation) -> Sequence[float]:
    """Return the worth of each choice: win with the lowest card, else keep the high cards."""
    trick, decree = seen.table.trick, seen.table.decree
    assert trick is not None
    assert decree is not None
    cards = [card_in_action(choice) for choice in seen.choices]
    if trick.lead is None:
        return [card.rank for card in cards]
    return [10 * follow_wins(trick.lead, card, decree.suit) - card.rank for card in cards]


def expert(worlds: int) -> Partner:
    """Return the partner that tries each choice in a number of worlds."""
    return partial(_try_choices, worlds=worlds)


def _try_choices(
    seen: Observation, rng: Random, stop: partner.Stop = partner.never_stop, *, worlds: int
) -> Thought:
    points = [0] * len(seen.choices)
    tried = 0
    while tried < worlds and not (tried and stop()):
        world = RULES.sample(seen, rng)
        for at, choice in enumerate(seen.choices):
            points[at] += _tricks_after(RULES.apply(world, choice).state, seen.seat)
        tried += 1
    estimates = tuple(
        ActionValue(choice, win=total / tried / 12, score=total / tried)
        for choice, total in zip(seen.choices, points, strict=True)
    )
    best = max(estimates, key=lambda estimate: estimate.win)
    return Thought(best.action, estimates, tried, cut_short=tried < worlds)


def _tricks_after(state: State, seat: Seat) -> int:
    """Return the tricks of a seat after steady play to the end of the round."""
    while (due := state.table.pending) is not None and due.seat is not None:
        action = choose_steadily(RULES.observe(state, due.seat), Random(1)).action
        state = RULES.apply(state, action).state
    return state.table.won[seat]


choose_steadily = greedy_policy(plain_worths)
_choose_like_a_novice = noisy_policy(plain_worths, 2.0)


def named(name: PartnerName, _opposite: PartnerName | None) -> Partner:
    """Return a partner by its name."""
    match name:
        case PartnerName("novice"):
            return _choose_like_a_novice
        case PartnerName("steady", noise=float(wild)):
            return partner.epsilon_greedy(plain_worths, wild)
        case PartnerName("steady"):
            return choose_steadily
        case PartnerName(seconds=float(seconds)):
            return partner.anytime_policy(seconds, expert)
        case _:
            return expert(name.worlds or _WORLDS)


PARTNERS: Partners = Partners(named, named, ActionValue, partner.DoubleDummyValue)
