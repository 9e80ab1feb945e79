"""The sentences that all games share, and the types of the words that each game provides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from math import ceil
from typing import TYPE_CHECKING, Any, TypeAlias

from foxduet.core.cards import Deal, Exchange, Play, Seat, Trick
from foxduet.core.errors import N_, MissingPartError
from foxduet.core.lazy_dataclass import dataclass, field
from foxduet.core.registry import GUIDE, SPOKEN, WORDS, load_part, rule_set
from foxduet.play.game import Game, Names
from foxduet.words.i18n import _, ngettext, pgettext
from foxduet.words.story import CardWords, Sentences, Story
from foxduet.words.text import (
    Glyphs,
    capitalize_first,
    fill_fields,
    format_sentence,
    label_with_value,
    names_at_table,
    partner_name,
    progress_dots,
)

if TYPE_CHECKING:
    from foxduet.ai.partner import Thought
    from foxduet.ai.reasons import Reason
    from foxduet.analysis.review import Assessment, Review, ReviewProgress
    from foxduet.analysis.standings import Goal, Rung
    from foxduet.store.score_entries import ScoreEntry
    from foxduet.words.text import Sections, TextLine


PhraseTemplate: TypeAlias = tuple[str, str, Mapping[str, object]]
"""Marked phrases for a choice, by itself and within a sentence, and the fields of both."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ChoiceWords:
    """How a game asks for choices and names them; all sentences are marked for the translators."""

    card_name: Callable[[Any], str]
    name_other_action: Callable[[Any, Names], PhraseTemplate]
    """Return the phrases for a choice that only this game has."""
    prompts: Mapping[Any, str]
    """Questions to the player for each choice, except playing a card."""
    waiting_prompts: Mapping[Any, str]
    """Announce a player's choice to the whole table, except playing a card."""
    ask_to_follow: Callable[[Any, Any], str]
    """Return the request to the seat of an observation to follow the card that was led."""
    side_of: Callable[[Any], Seat | None] = lambda _action: None
    """Return the seat that a choice names, or None."""
    open_prompts: Mapping[Any, str] = field(default_factory=dict)
    """Questions to a player, before both, for each choice that no hand matters for."""
    named_prompts: Mapping[Any, str] = field(default_factory=dict)
    """Questions with the player's name, for each choice whose question has no room for it."""

    def option_phrase(self, action: object, names: Names) -> str:
        """Name an option in a few words, after a colon."""
        phrase, _within, fields = self._phrases(action, names)
        return fill_fields(_(phrase), **fields)

    def choice_phrase(self, action: object, names: Names) -> str:
        """Name a choice within a sentence."""
        _option, phrase, fields = self._phrases(action, names)
        return fill_fields(_(phrase), **fields)

    def choice_subject(self, action: object, names: Names) -> str:
        """Name a choice at the beginning of a sentence."""
        return capitalize_first(self.choice_phrase(action, names))

    def prompt(self, observation: Any, names: Names) -> str:
        """Ask the seat of ``observation`` for its choice."""
        table, seat = observation.table, observation.seat
        sentence = self.prompts.get(table.pending.choice)
        if sentence is None:
            sentence = N_("{name}, lead any card.")
            if table.trick.lead is not None:
                sentence = self.ask_to_follow(observation, table.trick.lead)
        return format_sentence(_(sentence), name=names[seat], partner=names[seat.other])

    def waiting_prompt(self, state: Any, names: Names) -> str:
        """Tell the whole table whose turn it is, and for which choice."""
        pending = state.table.pending
        sentence = self.waiting_prompts.get(pending.choice)
        if sentence is None:
            return self.turn_prompt(state, names)
        return format_sentence(_(sentence), name=names[pending.seat])

    def turn_prompt(self, state: Any, names: Names) -> str:
        """Tell a player whose hand is closed that it is their turn, and for which choice."""
        pending = state.table.pending
        sentence = self.named_prompts.get(pending.choice) or self.prompts.get(pending.choice)
        if sentence is None:
            sentence = N_("{name}, it's your turn to follow.")
            if state.table.trick.lead is None:
                sentence = N_("{name}, it's your turn to lead.")
        name, partner = names[pending.seat], names[pending.seat.other]
        return format_sentence(_(sentence), name=name, partner=partner)

    def open_prompt(self, state: Any, names: Names) -> str:
        """Ask a player for a choice that both players look at."""
        pending = state.table.pending
        return format_sentence(_(self.open_prompts[pending.choice]), name=names[pending.seat])

    def _phrases(self, action: object, names: Names) -> PhraseTemplate:
        match action:
            case Play(_, card):
                return "{card}", N_("the {card}"), {"card": self.card_name(card)}
            case Exchange(_, None):
                return N_("keep the decree"), N_("keeping the decree"), {}
            case Exchange(_, card):
                return "{card}", N_("the {card} as decree"), {"card": self.card_name(card)}
            case Deal():
                raise AssertionError("nobody chooses a deal")
            case _:
                return self.name_other_action(action, names)


Figures: TypeAlias = Sequence[tuple[str | int, ...]]
"""Items, each a label with one figure for the team, or with one for each player."""


def _refuse_team_choice(*_: Any) -> Any:
    raise AssertionError("opponents decide nothing together")


@dataclass(frozen=True, slots=True)
class InterludeWords:
    """The words of the scenes on the board between two rounds."""

    sum_up: Callable[[tuple[Any, ...], Any], tuple[str, str]]
    """Describe a round from its events and the state after it, and then the rest of the game."""
    question: Callable[[bool], str]
    """Ask for the team's choice; True if two people decide together."""
    outlook: Callable[[Any, Any], str]
    """Describe the effect of an option of the team."""
    no_choice: Callable[[tuple[Any, ...], Names], str]
    """Say why the team has no choice after the events of a round."""
    invitation: str
    """Invites two people to talk; marked for the translators."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TableWords:
    """The words of one game at the table. ``Names`` are the players' names, p1 first.

    Sentences to a seat reveal nothing that it may not know. They are complete, and translated.
    """

    title: str
    """The name of the game, marked for the translators."""
    option_labels: Mapping[str, str]
    """Names of the rule set's options, including those only in files; marked for the translators.
    """
    setup_label: Callable[[Any], str]
    """Name a setup in two words."""
    setup_phrase: Callable[[Any], str]
    """Describe a setup in one row."""

    cards: CardWords[Any]
    story: Story
    choices: ChoiceWords

    round_start: Callable[[Any, Names], Sentences]
    """Describe the beginning of a round that was just dealt."""
    outcome_sentence: Callable[[Any, Names], str]
    round_sum: Callable[[Any, Names], str]
    """Sum up a state between rounds in a few words."""
    round_figures: Callable[[tuple[Any, ...], Any], Figures]
    """Return the figures of a round from its events and the state after it."""
    progress: Callable[[Any], str]
    """Return how far the game has advanced, for the top row."""
    standing: Callable[[Any, Glyphs], str]
    """Return the most important figures of a state, for the top row."""

    refusal: Callable[[Any], str]
    """Say why the seat of an observation may not play some of its cards."""
    outlook_sentence: Callable[[Any, Any, Names, Glyphs], str]
    """Describe the effect of an option of an observation."""
    ability_note: Callable[[Any, Any], str]
    """Describe the ability of an option's card, unless ``outlook_sentence`` does."""
    option_label_of: Callable[[Any, Any, Names, Glyphs], str]
    """Name an option other than a card in a few words; takes a state or an observation."""
    talking_rule: str
    """Says before a game when the players may talk; marked for the translators."""

    # Only games for a team have these.
    talking_invitation: str = ""
    """Invites the players to talk between rounds; marked for the translators."""
    team_question: Callable[[bool], str] = _refuse_team_choice
    """Ask for the team's choice between rounds; True if two people decide together."""
    team_outlook: Callable[[Any, Any], str] = _refuse_team_choice
    """Describe the effect of an option of the team."""
    is_shared: Callable[[Any], bool] = lambda _action: False
    """True if the whole team makes the choice."""
    interlude: InterludeWords | None = None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class GuideWords:
    """The words of one game away from the table: hints, results, reviews and help."""

    score_rows: Callable[[Game], Figures]
    """Return the figures of a finished game's score, or of a defeat."""

    ending_story: Callable[[Game, Names], Sentences]
    """Tell in at most two sentences how a finished game was decided; may be empty."""

    hint_sentences: Callable[[Any, Thought, Names, int], Sentences]
    """Return the steps of the hint that a thought on an observation gives."""

    cost_sentence: Callable[[Review, Assessment], str]
    """Explain the cost of a choice from the knowledge of its seat."""
    hindsight_sentence: Callable[[Assessment, Names], str]
    """Compare a choice with its alternatives in hindsight; may be empty."""

    result_phrase: Callable[[ScoreEntry], str]
    """Say how a game ended, with its score or its shortfall."""
    outcome_phrase: Callable[[ScoreEntry], str]
    """Say how a game ended, in two or three words."""
    shared_lines: Callable[[ScoreEntry, Glyphs], tuple[str, str]]
    """Return two lines about a daily game to share, without spoilers."""
    options_label: Callable[[Mapping[str, object]], str]
    """Name the setup of games by their options; an empty mapping means all games."""
    category_heading: str
    """Heading of the column of categories, marked for the translators."""
    category_text: Callable[[tuple[int | bool, ...]], str]
    """Name a category in tables, padded to a common width."""
    category_notes: Callable[[Sequence[ScoreEntry]], list[str]]
    """Explain the marks in the column of categories."""
    simulated_outcomes: Callable[[dict[str, int]], str]
    """Say how the games that were not won ended, from the number of each result."""

    rules: Callable[[], Sections]
    help_pages: tuple[tuple[str, tuple[int, ...]], ...]
    """The rules as pages of help: a title, marked for the translators, and indexes of sections."""
    review_help: Callable[[], Sections]
    scores_help: Callable[[], Sections]
    reference: Callable[[int, Glyphs], list[TextLine]]
    """Return the abilities of the cards, wrapped to a number of columns."""
    signs: Callable[[Glyphs], tuple[str, ...]]
    """Return the signs on the table with their meanings, without the suits."""
    lead_signs: Callable[[Glyphs], tuple[str, ...]] = lambda _glyphs: ()
    """Return the signs that are on the table only while a player leads."""

    reason_sentences: Callable[[Any, Reason, Names, int], str] = lambda *_: ""
    """Say in a number of rows why a choice of an observation is better than another."""
    theme: Callable[[Review, Assessment], str] = lambda _review, _assessment: ""
    """Name the theme of a costly choice, marked for the translators; empty if it is unknown."""
    lessons: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Names of lessons by theme, in the order to take them."""
    puzzles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Kinds of puzzles by theme."""

    goals: tuple[Goal, ...] = ()
    """Goals for each kind of setup, easiest first."""
    ladder: tuple[Rung, ...] = ()
    """Rungs for a person who plays alone, easiest first."""

    puzzle_kinds: Mapping[str, str] = field(default_factory=dict)
    """Topics of puzzles by kind, marked for the translators."""

    # Only games for a team have these.
    hopeless_question: Callable[[Any], str] = _refuse_team_choice
    """Say that a game can no longer be won, and ask whether to resign."""
    team_advice: Callable[[Thought, str, Names], str] = _refuse_team_choice
    """Say which choice for the team the named partner prefers, with its figures."""
    resignation_advice: Callable[[Any, Thought | None, str], str] = _refuse_team_choice
    """Say whether the named partner would resign in a state."""

    # Only games for opponents have this.
    describe_counts: Callable[[Mapping[str, int]], list[tuple[str, str]]] = lambda _counts: []
    """Return labels and texts for one seat's sums of ``RuleSet.counts``."""


def table_words(game: str) -> TableWords:
    """Return the words of a game at the table."""
    words: TableWords = load_part(game, WORDS)
    return words


def advice_before(game: str, partner: str | None) -> str:
    """Say before the first deal when two people may talk, or that partners do not see all cards."""
    if partner is None:
        return _(table_words(game).talking_rule)
    return _("Neither of you sees the other's cards.")


def open_hands_agreement() -> str:
    """Name the agreement of two people who practise with open hands."""
    return _("You see both hands and may talk. It isn't scored.")


def companion_label(game: str) -> str:
    """Return the label of the other player in the form of a new game."""
    return _("Partner") if rule_set(game).cooperative else _("Opponent")


def seat_labels(game: str) -> Names:
    """Return the places of p1 and p2, for the form of a new game."""
    if rule_set(game).cooperative:
        return _("at the left end"), _("at the right end")
    return _("on the left"), _("on the right")


def players_phrase(game: str, players: Names, person: Seat | None) -> str:
    """Name two people, or the ``person`` first."""
    first_seat = Seat.P1 if person is None else person
    match rule_set(game).cooperative, person:
        case True, None:
            phrase = _("{left} and {right}")
        case True, _:
            phrase = _("{left} with {right}")
        case _:
            phrase = _("{left} against {right}")
    return phrase.format(left=players[first_seat], right=players[first_seat.other])


def players_and_setup(game: Game) -> tuple[str, str]:
    """Name the players of a game, and its setup."""
    header = game.header
    players = players_phrase(header.game, names_at_table(header), header.person)
    return players, guide_words(header.game).options_label(header.rules.setup_key(header.setup))


def game_title(game: str) -> str:
    """Return the translated title of a game, or ``game`` itself if it has no words."""
    try:
        title = table_words(game).title
    except MissingPartError:
        return game
    return _(title)


def game_label(game: str, glyphs: Glyphs) -> str:
    """Return the title of a game between the signs of the keys that change it."""
    back, forth = glyphs.toward
    title = game_title(game)
    return _("Game {back} {title} {forth}").format(back=back, title=title, forth=forth)


def guide_words(game: str) -> GuideWords:
    """Return the words of a game away from the table, loaded when first needed."""
    words: GuideWords = load_part(game, GUIDE)
    return words


_PARTNER_PHRASES = {
    "novice": N_("fast, and often mistaken"),
    "steady": N_("fast, by rules of thumb"),
    "expert": N_("takes its time and plays best"),
}


def partner_label(partner: str | None) -> str:
    """Name a kind of partner with its effort, if given, or a person for None."""
    if partner is None:
        return _("a person")
    kind, colon, effort = partner.partition(":")
    return f"{partner_name(kind)}{colon}{effort}"


def partner_phrase(partner: str) -> str:
    """Describe how a partner plays; empty if unknown."""
    kind = partner.partition(":")[0]
    return _(_PARTNER_PHRASES[kind]) if kind in _PARTNER_PHRASES else ""


_THEMES = {
    "terminal": N_("the terminal's colours"),
    "forest": N_("forest"),
    "night": N_("night"),
    "contrast": N_("contrast"),
}


def theme_label(theme: str) -> str:
    """Name a colour theme."""
    return _(_THEMES[theme])


def percent(share: float) -> int:
    """Return a share in percent, rounded to 0 or 100 only if it is exact."""
    rounded = round(100 * share)
    return min(max(rounded, 1), 99) if 0 < share < 1 else rounded


def percent_label(share: float) -> str:
    """Return a share with its percent sign."""
    return _("{share}%").format(share=percent(share))


def percent_text(share: float) -> str:
    """Return a share with its percent sign, padded to a constant number of cells."""
    return pgettext("number", "{number}%").format(number=f"{percent(share):>3}")


def nothing_chosen_sentence() -> str:
    """Ask the player to select a choice."""
    return _("Nothing is selected yet: use the arrow keys, or a choice's own key.")


def thinking_phrase(name: str, ticks: int, glyphs: Glyphs) -> str:
    return format_sentence(
        _("{name} is thinking {trail}"), name=name, trail=progress_dots(ticks, glyphs)
    )


def choosing_phrase(name: str) -> str:
    """Say that ``name``, at another terminal, is choosing."""
    return format_sentence(_("{name} is choosing ..."), name=name)


def progress_phrase(progress: ReviewProgress) -> str:
    """Say how far a review is, and how long it will take."""
    total = progress.total
    if progress.is_settled:
        return _("All choices judged")
    if progress.review is not None:
        if progress.seconds_left is None:
            return _("{settled} of {total} final").format(settled=progress.settled, total=total)
        sentence = _("{settled} of {total} final, about {left} s left")
        seconds = ceil(progress.seconds_left)
        return sentence.format(settled=progress.settled, total=total, left=seconds)
    sentence = _("{done} of {total} choices judged")
    if progress.seconds_left is None:
        return sentence.format(done=progress.done, total=total)
    sentence = _("{done} of {total} choices judged, about {left} s left")
    return sentence.format(done=progress.done, total=total, left=ceil(progress.seconds_left))


def due_phrase(due: int) -> str:
    return ngettext("{count} puzzle due", "{count} puzzles due", due).format(count=due)


def chooser_name(game: Game, assessment: Assessment) -> str:
    """Name the player who chose, or both if the team did."""
    if table_words(game.header.game).is_shared(assessment.chosen):
        return _("Together")
    return game.header.players[assessment.seat]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SpokenBoard:
    """How plain mode describes a game's board.

    name, meaning: the command that asks for it.
    tell: describes the board of a state or an observation.
    """

    name: str
    meaning: str
    tell: Callable[[Any, Names], Sentences]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SpokenWords:
    """The sentences of a game that replace its drawn table in plain mode."""

    standing: Callable[[Any, Names], Sentences]
    """Sum up a state or an observation: its progress and its figures."""
    reference: Callable[[], Sentences]
    """Explain each rank."""
    outcome: Callable[[Any, Names], str]
    """Say how a game ended, in addition to the story of its last trick."""
    board: SpokenBoard | None = None
    """None if the table holds only cards."""
    position: Callable[[Any, Names], Sentences] = lambda _moment, _names: ()
    """Describe the part of the board that matters for the pending choice."""
    tally: Callable[[Any], Figures] = lambda _state: ()
    """Return the figures to tell whenever a choice changes them; may be empty."""
    marks: Callable[[Sequence[Any]], str] = lambda _cards: ""
    """Describe values of cards besides suit, rank and ability; empty without such values."""

    ability_now: Callable[[Any, Any], str] = lambda _observation, _card: ""
    """Describe the effect of a card's ability if it is played now; empty without an effect."""
    synonyms: Mapping[str, str] = field(default_factory=dict)
    """Further synonyms of commands by name, and of the title; marked for the translators."""


def spoken_words(game: str) -> SpokenWords:
    """Return the words of a game for plain mode."""
    words: SpokenWords = load_part(game, SPOKEN)
    return words


def full_name(words: CardWords[Any], card: Any) -> str:
    """Return the name of a card, with its ability if it has one."""
    name = words.card_name(card)
    if card.ability is None:
        return name
    return _("{card}, {ability}").format(card=name, ability=words.ability_name(card.ability))


def hand_sentence(words: CardWords[Any], hand: Sequence[Any]) -> str:
    """List the cards of the reader's hand by suit."""
    if not hand:
        return _("You hold no cards.")
    sentence = ngettext(
        "You hold {count} card: {cards}.", "You hold {count} cards: {cards}.", len(hand)
    )
    return sentence.format(count=len(hand), cards=list_by_suit(words, hand))


def known_hand_sentence(
    words: CardWords[Any], name: str, hand: Sequence[Any], unseen: int = 0
) -> str:
    """List the known cards of a player's hand, and count the others."""
    count, lists = len(hand) + unseen, _suit_lists(words, hand)
    if not count:
        return format_sentence(_("{name} {name:holds|hold} no cards."), name=name)
    sentence = ngettext(
        "{name} {name:holds|hold} {count} card: {cards}.",
        "{name} {name:holds|hold} {count} cards: {cards}.",
        count,
    )
    if unseen:
        lists.append(ngettext("{count} unseen", "{count} unseen", unseen).format(count=unseen))
    return format_sentence(sentence, name=name, count=count, cards=join_lists(lists))


def count_sentences(hands: Sequence[Sequence[Any]], names: Names) -> Sentences:
    """Say how many cards each player holds."""
    sentences = []
    for hand, name in zip(hands, names, strict=True):
        sentence = ngettext(
            "{name} {name:holds|hold} {count} card.",
            "{name} {name:holds|hold} {count} cards.",
            len(hand),
        )
        sentences.append(format_sentence(sentence, name=name, count=len(hand)))
    return tuple(sentences)


def list_by_suit(words: CardWords[Any], cards: Sequence[Any]) -> str:
    return join_lists(_suit_lists(words, cards))


def _suit_lists(words: CardWords[Any], cards: Sequence[Any]) -> list[str]:
    lists = []
    for suit, name in enumerate(words.suits()):
        ranks = ", ".join(str(card.rank) for card in cards if card.suit == suit)
        if ranks:
            lists.append(f"{name} {ranks}")
    return lists


def join_lists(lists: Iterable[str]) -> str:
    """Join lists that contain commas."""
    # Translators: one part of a list after the other
    return reduce(lambda before, item: _("{before}; {one}").format(before=before, one=item), lists)


def item_sentences(figures: Figures, names: Sequence[str]) -> Sentences:
    """Return a sentence for each item."""
    sentences = []
    for label, *values in figures:
        if len(values) == 1:
            sentences.append(label_with_value(label, values[0]) + ".")
        else:
            text = join_lists(map(label_with_value, names, values))
            sentences.append(_("{label}. {both}.").format(label=label, both=text))
    return tuple(sentences)


def trick_sentence(words: CardWords[Any], trick: Trick[Any] | None, names: Names) -> str:
    """Name the cards on the table."""
    if trick is None or trick.lead is None:
        return _("There are no cards on the table.")
    leader, card = names[trick.leader], full_name(words, trick.lead)
    if trick.follow is None:
        return format_sentence(_("{name} led the {card}."), name=leader, card=card)
    sentence = _("{name} led the {card}, and {other} played the {followed}.")
    follow, follower = full_name(words, trick.follow), names[trick.leader.other]
    return format_sentence(sentence, name=leader, card=card, other=follower, followed=follow)


def decree_sentence(words: CardWords[Any], decree: Any) -> str:
    """Name the decree and the trump suit."""
    if decree is None:
        return _("There is no decree before the first deal.")
    sentence = _("The decree is the {card}: {trump}.")
    return sentence.format(card=words.card_name(decree), trump=words.trump_phrase(decree))


def out_sentence(words: CardWords[Any], observation: Any) -> str:
    """List the cards of earlier tricks, as a house rule allows."""
    if not observation.out:
        return _("No cards have been played yet.")
    return _("Out: {cards}").format(cards=list_by_suit(words, observation.out)) + "."
