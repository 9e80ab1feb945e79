"""What every game says in the same way, and the words that each game has of its own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from math import ceil
from typing import TYPE_CHECKING, Any, TypeAlias

from foxduet.core.cards import Deal, Exchange, Play, Seat, Trick
from foxduet.core.errors import N_, MissingPartError
from foxduet.core.lazy_dataclass import dataclass, field
from foxduet.core.registry import GUIDE, SPOKEN, WORDS, load_part, rule_set
from foxduet.play.game import Game, Names
from foxduet.words.i18n import _, ngettext, pgettext, to_ascii
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
    from foxduet.analysis.review import Assessment, Review, ReviewProgress
    from foxduet.analysis.standings import Goal, LadderStep
    from foxduet.store.score_entries import ScoreEntry
    from foxduet.words.text import Sections, TextLine


PhraseTemplate: TypeAlias = tuple[str, str, Mapping[str, object]]
"""The marked words for a choice, by itself and within a sentence, and what fills their fields."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ChoiceWords:
    """How a game asks for choices and names them; all sentences are marked for the translators."""

    card_name: Callable[[Any], str]
    name_other_action: Callable[[Any, Names], PhraseTemplate]
    """Return the words for a choice that only this game has."""
    prompts: Mapping[Any, str]
    """Ask a player for each choice but that of a card to play."""
    waiting: Mapping[Any, str]
    """Say to the whole table what a player chooses, but for a card to play."""
    ask_to_follow: Callable[[Any, Any], str]
    """Return how the seat of an observation is asked to follow a card that was led."""
    side_of: Callable[[Any], Seat | None] = lambda _action: None
    """Return whose side a choice names, if it names one."""

    def option_phrase(self, action: object, names: Names) -> str:
        """Name an option in a few words, after a colon."""
        phrase, _within, fields = self._worded(action, names)
        return fill_fields(_(phrase), **fields)

    def choice_phrase(self, action: object, names: Names) -> str:
        """Name a choice within a sentence."""
        _option, phrase, fields = self._worded(action, names)
        return fill_fields(_(phrase), **fields)

    def choice_subject(self, action: object, names: Names) -> str:
        """Name a choice so that a sentence can begin with it."""
        return capitalize_first(self.choice_phrase(action, names))

    def prompt(self, observation: Any, names: Names) -> str:
        """Say what the seat of ``observation``, which must act, is to do."""
        table, seat = observation.table, observation.seat
        sentence = self.prompts.get(table.pending.choice)
        if sentence is None:
            sentence = N_("{name}, lead any card.")
            if table.trick.lead is not None:
                sentence = self.ask_to_follow(observation, table.trick.lead)
        return format_sentence(_(sentence), name=names[seat], partner=names[seat.other])

    def waiting_prompt(self, state: Any, names: Names) -> str:
        """Say to the whole table whose turn it is, and for what."""
        pending = state.table.pending
        sentence = self.waiting.get(pending.choice)
        if sentence is None:
            sentence = N_("{name}, it's your turn to follow.")
            if state.table.trick.lead is None:
                sentence = N_("{name}, it's your turn to lead.")
        return format_sentence(_(sentence), name=names[pending.seat])

    def _worded(self, action: object, names: Names) -> PhraseTemplate:
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


def _no_team_choice(*_: Any) -> Any:
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
    team_question: Callable[[bool], str] = _no_team_choice
    """Ask what the team decides between rounds; True for two people, who decide together."""
    team_outlook: Callable[[Any, Any], str] = _no_team_choice
    """Say what an option of the team would do in a state."""
    is_shared: Callable[[Any], bool] = lambda _action: False
    """Return whether a choice is the whole team's."""


def _has_estimates(_review: Review, one: Assessment) -> bool:
    return one.chosen_estimate is not None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class GuideWords:
    """What one game says beside its play: hints, results, reviews, pages to read."""

    score_rows: Callable[[Game], Figures]
    """Return the score of a finished game item by item, or what was left of it."""

    ending_story: Callable[[Game, Names], Sentences]
    """Tell in two sentences at most how a finished game came to its end."""

    hint_sentences: Callable[[Any, Thought, Names, int], Sentences]
    """Return the first steps of the hint that a thought on an observation gives."""

    cost_sentence: Callable[[Review, Assessment], str]
    """Say why a choice cost what it did, by what the seat that chose could know."""
    hindsight_sentence: Callable[[Assessment, Names], str]
    """Say what open hands would have shown, if anything."""

    result_phrase: Callable[[ScoreEntry], str]
    """Say how a game ended, with its score or what was left."""
    outcome_phrase: Callable[[ScoreEntry], str]
    """Say how a game ended, in two or three words."""
    shared_lines: Callable[[ScoreEntry, Glyphs], tuple[str, str]]
    """Return a game of a day as two lines to share that give nothing away."""
    options_label: Callable[[Mapping[str, object]], str]
    """Say which games are shown, by the options of their setups, or that all are."""
    category_heading: str
    """The heading of the column of categories, marked for the translators."""
    category_text: Callable[[tuple[int | bool, ...]], str]
    """Return what a category is called in a column of tables, padded to the same width."""
    category_notes: Callable[[Sequence[ScoreEntry]], list[str]]
    """Explain the marks in that column for some games."""
    simulated_outcomes: Callable[[dict[str, int]], str]
    """Say how games ended that were not won, from the numbers of each result."""

    rules: Callable[[], Sections]
    help_pages: tuple[tuple[str, tuple[int, ...]], ...]
    """The rules as pages of help: their titles, marked for the translators, and which sections."""
    review_help: Callable[[], Sections]
    scores_help: Callable[[], Sections]
    reference: Callable[[int, Glyphs], list[TextLine]]
    """Return what the cards do, wrapped to a number of columns."""
    signs: Callable[[Glyphs], tuple[str, ...]]
    """Return the signs on the table, each before what it is; the suits follow."""

    is_instructive: Callable[[Review, Assessment], bool] = _has_estimates
    """Return whether a costly choice can be learned from: if it is known why it cost that."""
    theme: Callable[[Review, Assessment], str] = lambda _review, _one: ""
    """Name what a costly choice was about, marked for the translators; empty if nobody knows."""
    lessons: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The names of lessons by what ``theme`` names, the first to do first."""
    puzzles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The kinds of puzzles in the same way."""

    goals: tuple[Goal, ...] = ()
    """What can be reached with each kind of setup, the easiest first."""
    ramp: tuple[LadderStep, ...] = ()
    """What to play alone one after the other, the easiest first."""

    puzzle_kinds: Mapping[str, str] = field(default_factory=dict)
    """What its puzzles are about, by their kinds, marked for the translators."""

    # What only a team has.
    hopeless_question: Callable[[Any], str] = _no_team_choice
    """Say that a game can no longer be won, and ask whether to resign."""
    team_advice: Callable[[Thought, str, Names], str] = _no_team_choice
    """Say what a partner, called by its name, would choose for the team, with its figures."""
    resignation_advice: Callable[[Any, Thought | None, str], str] = _no_team_choice
    """Say whether a partner, called by its name, would resign in a state."""

    # What only opponents have.
    describe_counts: Callable[[Mapping[str, int]], list[tuple[str, str]]] = lambda _counts: []
    """Return what games add up to for one seat, item by item, from ``RuleSet.counts`` summed."""


def table_words(game: str) -> TableWords:
    """Return what a game, given by its name, says at the table."""
    words: TableWords = load_part(game, WORDS)
    return words


def advice_before(game: str, partner: str | None) -> str:
    """Say before the first deal when two people may talk, or what the partner of one may see."""
    rule = table_words(game).talking_rule
    if partner is None:
        return _(rule)
    if rule_set(game).cooperative:
        return _("Neither of you sees the other's cards.")
    return _("Neither of you sees the other's cards.")


def companion_label(game: str) -> str:
    """Return what the one who plays with a person is called in the form of a new game."""
    return _("Partner") if rule_set(game).cooperative else _("Opponent")


def seat_labels(game: str) -> Names:
    """Return where the players of p1 and p2 sit, for the form of a new game."""
    if rule_set(game).cooperative:
        return _("at the left end"), _("at the right end")
    return _("on the left"), _("on the right")


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
    words: GuideWords = load_part(game, GUIDE)
    return words


_PARTNER_PHRASES = {
    "novice": N_("fast, and often mistaken"),
    "steady": N_("fast, by rules of thumb"),
    "expert": N_("takes its time and plays best"),
}


def partner_label(partner: str | None) -> str:
    """Name a partner, the effort too if it is not the usual one; None is a person."""
    if partner is None:
        return _("a person")
    kind, colon, effort = partner.partition(":")
    return f"{partner_name(kind)}{colon}{effort}"


def partner_phrase(partner: str) -> str:
    """Say how a partner plays."""
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


def nothing_chosen_sentence() -> str:
    """Say to somebody who wants to do what is chosen that nothing is."""
    return _("Nothing is selected yet: use the arrow keys, or press the key on a choice.")


def thinking_phrase(name: str, ticks: int, glyphs: Glyphs) -> str:
    """Say that ``name`` is thinking."""
    return format_sentence(
        _("{name} is thinking {trail}"), name=name, trail=progress_dots(ticks, glyphs)
    )


def choosing_phrase(name: str) -> str:
    """Say that ``name``, who sits at another terminal, is choosing."""
    return format_sentence(_("{name} is choosing ..."), name=name)


def progress_phrase(progress: ReviewProgress) -> str:
    """Say how far a review is, and how long it will take."""
    done, total = progress.done, progress.total
    if progress.is_settled:
        return _("All choices are judged")
    if progress.review is not None:
        return _settled_phrase(progress)
    if progress.seconds_left is None:
        sentence = ngettext(
            "{done} choice of {total} judged", "{done} choices of {total} judged", done
        )
        return sentence.format(done=done, total=total)
    left = ceil(progress.seconds_left)
    sentence = ngettext(
        "{done} choice of {total} judged, about {left} s left",
        "{done} of {total} choices judged, about {left} s left",
        done,
    )
    return sentence.format(done=done, total=total, left=left)


def _settled_phrase(progress: ReviewProgress) -> str:
    settled, total = progress.settled, progress.total
    if progress.seconds_left is None:
        return _("{settled} of {total} final").format(settled=settled, total=total)
    left = ceil(progress.seconds_left)
    sentence = _("{settled} of {total} final, about {left} s left")
    return sentence.format(settled=settled, total=total, left=left)


def due_phrase(due: int) -> str:
    """Say how many puzzles come back by now."""
    return ngettext("{count} puzzle due", "{count} puzzles due", due).format(count=due)


def chooser_name(game: Game, one: Assessment) -> str:
    """Return who chose: a player, or both if the choice was the team's."""
    if table_words(game.header.game).is_shared(one.chosen):
        return _("Together")
    return game.header.players[one.seat]


_TOO_HIGH = 100
"""No card has such a rank."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SpokenBoard:
    """How a game's board is told: the ``name`` that asks for it, what that is for, the telling.

    ``also`` has other words that ask for it, with commas between. ``tell`` describes the board of
    a state, or an observation.
    """

    name: str
    meaning: str
    also: str
    tell: Callable[[Any, Names], Sentences]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class SpokenWords:
    """What a game tells of what lies open, where others draw it; all is whole sentences."""

    standing: Callable[[Any, Names], Sentences]
    """Say how far a state, or an observation, is, and what counts in it."""
    reference: Callable[[], Sentences]
    """Say what each rank does."""
    outcome: Callable[[Any, Names], str]
    """Say how a game ended, beside what was told of its last trick."""
    board: SpokenBoard | None = None
    """None where nothing lies on the table but cards."""
    position: Callable[[Any, Names], Sentences] = lambda _moment, _names: ()
    """Describe what of the board matters to the choice that is due."""
    tally: Callable[[Any], Figures] = lambda _state: ()
    """Return what both have won of a round under way, where that is told after each trick."""
    marks: Callable[[Sequence[Any]], str] = lambda _cards: ""
    """Say what counts on cards beside their suits, ranks and abilities; empty if nothing does."""

    ability_now: Callable[[Any, Any], str] = lambda _observation, _card: ""
    """Say what the ability of a card of the hand does if it is played now; empty without one."""


def spoken_words(game: str) -> SpokenWords:
    """Return what a game, given by its name, tells in words."""
    words: SpokenWords = load_part(game, SPOKEN)
    return words


def full_name(words: CardWords[Any], card: Any) -> str:
    """Return a card's name with its ability, if it has one."""
    name = words.card_name(card)
    if card.ability is None:
        return name
    return _("{card}, {ability}").format(card=name, ability=words.ability_name(card.ability))


def hand_sentence(words: CardWords[Any], hand: Sequence[Any]) -> str:
    """Name the cards of a hand, suit by suit."""
    if not hand:
        return _("You hold no cards.")
    sentence = ngettext(
        "You hold {count} card: {cards}.", "You hold {count} cards: {cards}.", len(hand)
    )
    return sentence.format(count=len(hand), cards=list_by_suit(words, hand))


def known_hand_sentence(
    words: CardWords[Any], name: str, hand: Sequence[Any], unseen: int = 0
) -> str:
    """Name the cards of a player's hand that are known, and say how many are not."""
    count, lists = len(hand) + unseen, _suit_lists(words, hand)
    if not count:
        return format_sentence(_("{name} {name:holds|hold} no cards."), name=name)
    sentence = ngettext(
        "{name} {name:holds|hold} {count} card: {cards}.",
        "{name} {name:holds|hold} {count} cards: {cards}.",
        count,
    )
    if unseen:
        hidden = ngettext("{count} unseen", "{count} unseen", unseen).format(count=unseen)
        lists.append(hidden)
    return format_sentence(sentence, name=name, count=count, cards=join_lists(lists))


def list_by_suit(words: CardWords[Any], cards: Sequence[Any]) -> str:
    """List cards suit by suit."""
    return join_lists(_suit_lists(words, cards))


def _suit_lists(words: CardWords[Any], cards: Sequence[Any]) -> list[str]:
    lists = []
    for suit, name in enumerate(words.suits()):
        ranks = ", ".join(str(card.rank) for card in cards if card.suit == suit)
        if ranks:
            lists.append(f"{name} {ranks}")
    return lists


def join_lists(lists: Iterable[str]) -> str:
    """Join the parts of a list that have commas themselves."""
    # Translators: one part of a list after the other
    return reduce(lambda before, one: _("{before}; {one}").format(before=before, one=one), lists)


def told_figures(figures: Figures, names: Sequence[str]) -> Sentences:
    """Say items with their figures, one by one."""
    said = []
    for label, *own in figures:
        if len(own) == 1:
            said.append(label_with_value(label, own[0]) + ".")
        else:
            both = join_lists(label_with_value(*one) for one in zip(names, own, strict=True))
            said.append(_("{label}. {both}.").format(label=label, both=both))
    return tuple(said)


def trick_sentence(words: CardWords[Any], trick: Trick[Any] | None, names: Names) -> str:
    """Say what lies on the table."""
    if trick is None or trick.lead is None:
        return _("There are no cards on the table.")
    leader = names[trick.leader]
    card = full_name(words, trick.lead)
    if trick.follow is None:
        return format_sentence(_("{name} led the {card}."), name=leader, card=card)
    sentence = _("{name} led the {card}, and {other} played the {followed}.")
    followed, other = full_name(words, trick.follow), names[trick.leader.other]
    return format_sentence(sentence, name=leader, card=card, other=other, followed=followed)


def decree_sentence(words: CardWords[Any], decree: Any) -> str:
    """Say which card is the decree, and which suit is trump by it."""
    if decree is None:
        return _("There is no decree before the first deal.")
    sentence = _("The decree is the {card}: {trump}.")
    return sentence.format(card=words.card_name(decree), trump=words.trump_phrase(decree))


def out_sentence(words: CardWords[Any], observation: Any) -> str:
    """Name the cards of earlier tricks, for players with that house rule."""
    if not observation.out:
        return _("No cards have been played yet.")
    return _("Out: {cards}").format(cards=list_by_suit(words, observation.out)) + "."


def parse_spoken_card(words: CardWords[Any], said: str) -> tuple[int, int] | None:
    """Return the rank and the suit of a card that is named by them, in any order.

    "7r", "r 7", "roses 7", "play the seven of roses, please"; all else must mean nothing.
    """
    tokens = tokenize_spoken(said)
    ranks, suits = _numbers_in(tokens), _suits_in(words, tokens)
    if len(ranks) != 1 or len(suits) != 1 or {*tokens} - {*ranks, *suits} - filler_words():
        return None
    (rank,), (suit,) = ranks.values(), suits.values()
    return (rank, suit) if rank < _TOO_HIGH else None


def parse_spoken_number(said: str) -> int | None:
    """Return the number that is all that was said, but for words that mean nothing."""
    tokens = tokenize_spoken(said)
    numbers = _numbers_in(tokens)
    is_number = len(numbers) == 1 and not {*tokens} - {*numbers} - filler_words()
    return next(iter(numbers.values())) if is_number else None


def tokenize_spoken(said: str) -> list[str]:
    """Return the words and the numbers of what was said, as they are compared."""
    return re.findall(r"[0-9]+|[^\W\d_]+", normalize_text(said))


def _numbers_in(tokens: Sequence[str]) -> dict[str, int]:
    # Translators: the numerals from 1 on, as they are said, with a blank between
    numerals = tokenize_spoken(_("one two three four five six seven eight nine ten eleven"))
    in_words = {one: numerals.index(one) + 1 for one in tokens if one in numerals}
    return {one: int(one) for one in tokens if one.isdecimal()} or in_words


def _suits_in(words: CardWords[Any], tokens: Sequence[str]) -> dict[str, int]:
    names = [normalize_text(name) for name in words.suits()]
    letters, empty = [normalize_text(letter) for letter in words.letters()], filler_words()
    for is_named in (
        lambda token, at: names[at] in (token, f"{token}s"),
        lambda token, at: names[at].startswith(token) and len(token) > 1 and token not in empty,
        lambda token, at: token == letters[at],
    ):
        meant = {token: [at for at in range(len(names)) if is_named(token, at)] for token in tokens}
        found = {token: suits[0] for token, suits in meant.items() if len(suits) == 1}
        if found:
            return found
    return {}


def filler_words() -> set[str]:
    """Return the words that may be said around a card or a number, and change nothing."""
    # Translators: words that may stand beside a card or a number, as in "I play the 7 of Roses,
    # please" or "lesson 3"; with a blank between
    said = _(
        "a an the of my one it i ll d will would like to play lead follow choose pick take give "
        "swap use put do card with number choice option lesson part please thanks"
    )
    return {*tokenize_spoken(said)}


def normalize_text(text: str) -> str:
    """Return a text as it is compared: without capitals and accents."""
    return to_ascii(text).casefold().strip()
