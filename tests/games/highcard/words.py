"""The words of the third game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from foxduet.core.common import TrickWon, trick_number
from foxduet.play.game import Names
from foxduet.words.cards import CardWords
from foxduet.words.choices import ChoiceWords
from foxduet.words.common import Figures, GuideWords, TableWords
from foxduet.words.story import Moment, Story
from foxduet.words.text import TextLine
from tests.games.highcard.game import TRICKS, Card, Observation, Outcome, State

if TYPE_CHECKING:
    from foxduet.ai.partner import Thought
    from foxduet.store.entries import Entry


@dataclass(frozen=True, slots=True)
class Characters:
    """Its suits are letters, and no card has a picture."""

    suits: tuple[str, str, str] = ("x", "y", "z")
    pictures: tuple[tuple[str, str, str], ...] = ()


def card_text(card: Card) -> str:
    """Return a card's rank and letter."""
    return f"{card.rank}{'xyz'[card.suit]}"


def _tell(moment: Moment) -> Sequence[str]:
    match moment.event:
        case TrickWon(winner, card):
            return [f"{moment.names[winner]} won with {card_text(card)}."]
        case _:
            return ()


CARDS = CardWords(
    unicode=Characters(),
    ascii=Characters(),
    cards=("{rank} of X", "{rank} of Y", "{rank} of Z"),
    trumps=("x is trump", "y is trump", "z is trump"),
    suits=lambda: ("X", "Y", "Z"),
    letters=lambda: ("x", "y", "z"),
    abilities={},
    no_ability="",
    value=lambda _card, _own, _shared: "",
)
STORY = Story(
    card_text, _tell, lasting=(), settled=(), instead={}, weights={}, is_resignation=lambda _: False
)


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
    waiting={},
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


def _result(entry: Entry) -> str:
    own, other = entry.summary.won[entry.seat], entry.summary.won[entry.seat.other]
    return f"{own}-{other}"


def _simulated(outcomes: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in outcomes.items())


GUIDE = GuideWords(
    score_rows=_figures,
    hint_sentences=_hint,
    cost_sentence=_nothing,
    hindsight_sentence=_nothing,
    result_phrase=_result,
    outcome_phrase=_result,
    shared_lines=lambda entry, _glyphs: (_result(entry), ""),
    options_label=lambda options: f"deals {options.get('deals', 'any')}",
    scores_footer=("0-2", "deals"),
    scores_key=("1, 2", "the games of so many deals"),
    category_heading="Deals",
    category_text=lambda category: f"{category[0]}",
    category_notes=lambda _games: [],
    simulated_outcomes=_simulated,
    counted=lambda counts: [("Tricks", f"{counts['tricks']}")],
    rules=lambda: (("High Card", ("The higher card wins, most tricks win.",)),),
    review_help=tuple,
    scores_help=tuple,
    reference=lambda _width, _glyphs: [TextLine("The higher card wins.")],
)
