"""What every game says in the same way, and the words that each game has of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import ceil
from typing import TYPE_CHECKING, Any, TypeAlias

from foxduet.core.common import Seat
from foxduet.core.errors import N_, MissingPartError
from foxduet.core.frozen import dataclass, field
from foxduet.core.register import GUIDE, WORDS, part_of, rule_set
from foxduet.play.game import Game, Names
from foxduet.words.cards import CardWords
from foxduet.words.choices import ChoiceWords
from foxduet.words.glyphs import Glyphs, progress_dots
from foxduet.words.i18n import _, ngettext, pgettext
from foxduet.words.people import fill, names_at_table, partner_name
from foxduet.words.story import Sentences, Story

if TYPE_CHECKING:
    from foxduet.ai.partner import Thought
    from foxduet.analysis.goals import Goal, Rung
    from foxduet.analysis.review import Assessment, Progress, Review
    from foxduet.store.entries import Entry
    from foxduet.words.text import Sections, TextLine


Figures: TypeAlias = Sequence[tuple[str | int, ...]]
"""Items, each a label with one figure for the team, or with one for each player."""


def _decides_nothing_together(*_: Any) -> Any:
    raise AssertionError("opponents decide nothing together")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TableWords:
    """What one game says at the table; ``Names`` are what the players are called, p1 first.

    What is said to a seat reveals nothing that the seat may not know. Sentences are complete, and
    in the player's language.
    """

    title: str
    """The name of the game, marked for the translators."""
    option_labels: Mapping[str, str]
    """The names of the rule set's options, those in files too, marked for the translators."""
    setup_label: Callable[[Any], str]
    """Return a setup in two words."""
    setup_phrase: Callable[[Any], str]
    """Describe a setup in a row."""

    cards: CardWords[Any]
    """How its cards are named and drawn."""
    story: Story
    """How its events are told."""
    choices: ChoiceWords
    """How choices are asked for and named."""

    round_start: Callable[[Any, Names], Sentences]
    """Describe how a round begins that was just dealt."""
    outcome_sentence: Callable[[Any, Names], str]
    """Say how the game ended that is over in a state."""
    round_sum: Callable[[Any, Names], str]
    """Say how a state between rounds stands, in a few words."""
    round_figures: Callable[[tuple[Any, ...], Any], Figures]
    """Return how a round went by its events, and is scored in a state, item by item."""
    progress: Callable[[Any], str]
    """Return how far a state is, for the row at the top."""
    standing: Callable[[Any, Glyphs], str]
    """Return what matters at a state in figures, for the row at the top."""

    refusal: Callable[[Any], str]
    """Say why the seat of an observation may not play some of its cards."""
    outlook_sentence: Callable[[Any, Any, Names, Glyphs], str]
    """Say what an option of an observation would do."""
    ability_note: Callable[[Any, Any], str]
    """Say what the card of an option does, unless ``outlook_sentence`` says so."""
    option_label_of: Callable[[Any, Any, Names, Glyphs], str]
    """Return an option that is not a card, in a state or observation, in a few words."""
    talking_rule: str
    """Says before a game when the players may talk; marked for the translators."""

    # What only a team has.
    talking_invitation: str = ""
    """Invites the players to talk between rounds; marked for the translators."""
    team_question: Callable[[bool], str] = _decides_nothing_together
    """Ask what the team decides between rounds; True for two people, who decide together."""
    team_outlook: Callable[[Any, Any], str] = _decides_nothing_together
    """Say what an option of the team would do in a state."""
    is_shared: Callable[[Any], bool] = lambda _action: False
    """Return whether a choice is the whole team's."""


def _was_estimated(_review: Review, one: Assessment) -> bool:
    return one.of_chosen is not None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class GuideWords:
    """What one game says beside its play: hints, results, reviews, pages to read."""

    score_rows: Callable[[Any], Figures]
    """Return the score of a finished game item by item, or what was left of it."""

    hint_sentences: Callable[[Any, Thought, Names, int], Sentences]
    """Return the first steps of the hint that a thought on an observation gives."""

    cost_sentence: Callable[[Review, Assessment], str]
    """Say why a choice cost what it did, by what the seat that chose could know."""
    hindsight_sentence: Callable[[Assessment, Names], str]
    """Say what open hands would have shown, if anything."""

    result_phrase: Callable[[Entry], str]
    """Say how a game ended, with its score or what was left."""
    outcome_phrase: Callable[[Entry], str]
    """Say how a game ended, in two or three words."""
    shared_lines: Callable[[Entry, Glyphs], tuple[str, str]]
    """Return a game of a day as two lines to share that give nothing away."""
    options_label: Callable[[Mapping[str, object]], str]
    """Say which games are shown, by the options of their setups, or that all are."""
    scores_footer: tuple[str, str]
    scores_key: tuple[str, str]
    """The digits that choose games by the first option, with what they do, for footer and help."""
    category_heading: str
    """The heading of the column of categories, marked for the translators."""
    category_text: Callable[[tuple[int | bool, ...]], str]
    """Return what a category is called in a column of tables, padded to the same width."""
    category_notes: Callable[[Sequence[Entry]], list[str]]
    """Explain the marks in that column for some games."""
    simulated_outcomes: Callable[[dict[str, int]], str]
    """Say how games ended that were not won, from the numbers of each result."""

    rules: Callable[[], Sections]
    review_help: Callable[[], Sections]
    scores_help: Callable[[], Sections]
    reference: Callable[[int, Glyphs], list[TextLine]]
    """Return what the cards do, wrapped to a number of columns."""

    teaches: Callable[[Review, Assessment], bool] = _was_estimated
    """Return whether a costly choice can be learned from: if it is known why it cost that."""
    theme: Callable[[Review, Assessment], str] = lambda _review, _one: ""
    """Name what a costly choice was about, marked for the translators; empty if nobody knows."""
    lessons: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The names of lessons by what ``theme`` names, the first to do first."""
    puzzles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The kinds of puzzles in the same way."""

    goals: tuple[Goal, ...] = ()
    """What can be reached with each kind of setup, the easiest first."""
    ramp: tuple[Rung, ...] = ()
    """What to play alone one after the other, the easiest first."""

    puzzle_kinds: Mapping[str, str] = field(default_factory=dict)
    """What its puzzles are about, by their kinds, marked for the translators."""

    # What only a team has.
    hopeless_question: Callable[[Any], str] = _decides_nothing_together
    """Say that a game can no longer be won, and ask whether to resign."""
    team_advice: Callable[[Thought, str, Names], str] = _decides_nothing_together
    """Say what a partner, called by its name, would choose for the team, with its figures."""
    resignation_advice: Callable[[Any, Thought | None, str], str] = _decides_nothing_together
    """Say whether a partner, called by its name, would resign in a state."""

    # What only opponents have.
    counted: Callable[[Mapping[str, int]], list[tuple[str, str]]] = lambda _counts: []
    """Return what games add up to for one seat, item by item, from ``RuleSet.counts`` summed."""


def table_words(game: str) -> TableWords:
    """Return what a game, given by its name, says at the table."""
    words: TableWords = part_of(game, WORDS)
    return words


def advice_before(game: str, partner: str | None) -> str:
    """Say before the first deal when two people may talk, or what the partner of one may see."""
    rule = table_words(game).talking_rule
    if partner is None:
        return _(rule)
    if rule_set(game).cooperative:
        return _("Your partner sees its own cards only, as you see yours only.")
    return _("Your opponent sees its own cards only, as you see yours only.")


def companion_label(game: str) -> str:
    """Return what the one who plays with a person is called in the form of a new game."""
    return _("Partner") if rule_set(game).cooperative else _("Opponent")


def seat_labels(game: str) -> Names:
    """Return where the players of p1 and p2 sit, for the form of a new game."""
    if rule_set(game).cooperative:
        return _("At the left end"), _("At the right end")
    return _("On the left"), _("On the right")


def players_phrase(game: str, players: Names, person: Seat | None) -> str:
    """Name who plays: two people, or the person in a seat first."""
    first = Seat.P1 if person is None else person
    match rule_set(game).cooperative, person:
        case True, None:
            phrase = _("{left} and {right}")
        case True, _:
            phrase = _("{left} with {right}")
        case _:
            phrase = _("{left} against {right}")
    return phrase.format(left=players[first], right=players[first.other])


def players_and_setup(game: Game) -> tuple[str, str]:
    """Name who plays a game, and its setup."""
    header = game.header
    players = players_phrase(header.game, names_at_table(header), header.person)
    return players, guide_words(header.game).options_label(header.rules.setup_key(header.setup))


def game_title(game: str) -> str:
    """Return the title of a game in the player's language; its name if it has no words."""
    try:
        title = table_words(game).title
    except MissingPartError:
        return game
    return _(title)


def game_label(game: str, glyphs: Glyphs) -> str:
    """Return the name of a game between the signs of what changes it."""
    back, forth = glyphs.toward
    title = game_title(game)
    return _("Game {back} {title} {forth}").format(back=back, title=title, forth=forth)


def guide_words(game: str) -> GuideWords:
    """Return what a game says beside its play; loaded when it is first needed."""
    words: GuideWords = part_of(game, GUIDE)
    return words


_PARTNER_PHRASES = {
    "novice": N_("Plays quickly, and not too well"),
    "steady": N_("Plays quickly, by rules of thumb"),
    "expert": N_("Takes its time, and plays best"),
}


def partner_label(partner: str | None) -> str:
    """Name a partner, the effort too if it is not the usual one; None is a person."""
    if partner is None:
        return _("a person")
    kind, colon, effort = partner.partition(":")
    return f"{partner_name(kind)}{colon}{effort}"


def partner_phrase(partner: str | None) -> str:
    """Say how a partner plays; None is a person at the same keyboard."""
    if partner is None:
        return _("Two people, who pass the keyboard")
    kind = partner.partition(":")[0]
    return _(_PARTNER_PHRASES[kind]) if kind in _PARTNER_PHRASES else ""


_THEMES = {
    "terminal": N_("the terminal's colours"),
    "forest": N_("forest"),
    "night": N_("night"),
    "contrast": N_("contrast"),
}


def theme_label(theme: str) -> str:
    """Name the colours in which everything is drawn."""
    return _(_THEMES[theme])


def percent(share: float) -> int:
    """Return a share in hundredths; only what is certain is 0 or 100."""
    rounded = round(100 * share)
    return min(max(rounded, 1), 99) if 0 < share < 1 else rounded


def percent_text(share: float) -> str:
    """Return a share in hundredths with its sign, the same number of cells for each."""
    return pgettext("number", "{number}%").format(number=f"{percent(share):>3}")


def nothing_chosen() -> str:
    """Say to somebody who wants to do what is chosen that nothing is."""
    return _("Nothing is chosen yet: use the arrows, or the key of a choice.")


def thinking_phrase(name: str, ticks: int, glyphs: Glyphs) -> str:
    """Say that ``name`` is thinking."""
    return fill(_("{name} is thinking {trail}"), name=name, trail=progress_dots(ticks, glyphs))


def choosing_phrase(name: str) -> str:
    """Say that ``name``, who sits at another terminal, is choosing."""
    return fill(_("{name} is choosing ..."), name=name)


def progress_phrase(progress: Progress) -> str:
    """Say how far a review is, and how long it will take."""
    done, total = progress.done, progress.total
    if progress.is_settled:
        return _("All decisions are settled")
    if progress.review is not None:
        return _settled_phrase(progress)
    if progress.seconds_left is None:
        sentence = ngettext("{done} decision of {total}", "{done} decisions of {total}", done)
        return sentence.format(done=done, total=total)
    left = ceil(progress.seconds_left)
    sentence = ngettext(
        "{done} decision of {total}, about {left} s left",
        "{done} decisions of {total}, about {left} s left",
        done,
    )
    return sentence.format(done=done, total=total, left=left)


def _settled_phrase(progress: Progress) -> str:
    """Say how many decisions are settled, once all were looked at."""
    settled, total = progress.settled, progress.total
    if progress.seconds_left is None:
        return _("{settled} of {total} settled").format(settled=settled, total=total)
    left = ceil(progress.seconds_left)
    sentence = _("{settled} of {total} settled, about {left} s left")
    return sentence.format(settled=settled, total=total, left=left)


def due_phrase(due: int) -> str:
    """Say how many puzzles come back by now."""
    return ngettext("{count} puzzle due", "{count} puzzles due", due).format(count=due)


def chooser_name(game: Game, one: Assessment) -> str:
    """Return who chose: a player, or both if the choice was the team's."""
    if table_words(game.header.game).is_shared(one.chosen):
        return _("Together")
    return game.header.players[one.seat]
