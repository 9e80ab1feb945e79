"""Names and signs of cards, suits, abilities and bands, and the names of choices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from foxduet.core.cards import Exchange, Play, Seat, has_suit, trick_number
from foxduet.core.errors import N_
from foxduet.core.lazy_dataclass import dataclass
from foxduet.games.classic.rules.cards import RANKS, Ability, Card, Suit, cards_to_follow
from foxduet.games.classic.rules.engine import Band, band_of, points_of
from foxduet.games.classic.rules.observation import (
    Observation,
    TrickOutlook,
    exchange_outlook,
    follow_outlook,
)
from foxduet.games.classic.rules.state import (
    TRICKS,
    Action,
    Choice,
    Discard,
    GameState,
    Outcome,
    Resign,
    Setup,
    Table,
)
from foxduet.play.game import Names
from foxduet.words.game_words import ChoiceWords, PhraseTemplate
from foxduet.words.i18n import _, ngettext, pgettext
from foxduet.words.story import AbilityWords, CardWords, reference_page
from foxduet.words.text import Glyphs, TextLine, capitalize_first, format_sentence


@dataclass(frozen=True, slots=True)
class ClassicGlyphs:
    """Special characters of the original game, each one cell wide.

    pictures: the abilities by rank: a swan, a fox, an axe, a chest, a hat, a crown.
    """

    suits: tuple[str, str, str]
    pictures: tuple[tuple[str, str, str], ...]


UNICODE = ClassicGlyphs(
    suits=("Ω", "†", "●"),
    pictures=(
        ("►╮     ", " │ ╭─╱╱", " ╰────╯"),
        ("╱╲___╱╲", "╲ · · ╱", " ╲_▼_╱ "),
        ("╭──┬╮", "╰──┤│", "   └┘"),
        ("╭─────╮", "├──◊──┤", "└─────┘"),
        ("  ╱╲  ", " ╱╌╌╲ ", "──────"),
        ("◦  ◦  ◦", "│╲╱ ╲╱│", "╰─────╯"),
    ),
)
ASCII = ClassicGlyphs(
    suits=("&", "%", "("),
    pictures=(
        (">.     ", " | .-//", " `----'"),
        ("/\\___/\\", "\\ . . /", " \\_^_/ "),
        (".--+.", "`--||", "   ||"),
        ("+-----+", "|--$--|", "+-----+"),
        ("  /\\  ", " /--\\ ", "------"),
        (".  .  .", "|\\/ \\/|", "|_____|"),
    ),
)


CARDS = CardWords(
    unicode=UNICODE,
    modern=("♪", "⊸", "☾"),
    ascii=ASCII,
    cards=(N_("{rank} of Bells"), N_("{rank} of Keys"), N_("{rank} of Moons")),
    trumps=(N_("Bells are trump"), N_("Keys are trump"), N_("Moons are trump")),
    suits=lambda: (pgettext("suit", "Bells"), pgettext("suit", "Keys"), pgettext("suit", "Moons")),
    # Translators: one cell each, no two alike, not even without accents
    letters=lambda: (
        pgettext("letter of Bells", "b"),
        pgettext("letter of Keys", "k"),
        pgettext("letter of Moons", "m"),
    ),
    abilities={
        Ability.SWAN: AbilityWords(
            N_("Swan"),
            N_("if it loses, you lead next"),
            N_("Swan: if it loses the trick, you lead the next one."),
        ),
        Ability.FOX: AbilityWords(
            N_("Fox"),
            N_("you may swap the decree"),
            N_("Fox: you may swap the decree for a card from your hand, at once."),
        ),
        Ability.WOODCUTTER: AbilityWords(
            N_("Woodcutter"),
            N_("draw one, put one under the deck"),
            N_("Woodcutter: draw a card, then put any card face down under the deck."),
            # Translators: the ability on a card that is too narrow for its whole name
            lambda: pgettext("narrow card", "Woodcut."),
        ),
        Ability.TREASURE: AbilityWords(
            N_("Treasure"),
            N_("a point for the winner"),
            N_("Treasure: the trick's winner scores a point at once."),
        ),
        Ability.WITCH: AbilityWords(
            N_("Witch"),
            N_("a trump, if it is the only Witch"),
            N_("Witch: a trump of rank 9, unless both cards are Witches."),
        ),
        Ability.MONARCH: AbilityWords(
            N_("Monarch"),
            N_("led: forces highest or Swan"),
            N_("Monarch: if led, the other must play the highest of its suit, or its Swan."),
        ),
    },
    no_ability=N_("No ability: only suit and rank count."),
    value=lambda card, _own, _shared: _("+1") if card.ability is Ability.TREASURE else "",
)
card_name, suit_name, trump_phrase = CARDS.card_name, CARDS.suit_name, CARDS.trump_phrase
ability_sentence = CARDS.ability_sentence

_TARGET_PHRASES = {16: N_("a short match"), 21: N_("the usual match"), 35: N_("a long match")}
_BAND_NAMES = {
    Band.HUMBLE: N_("humble"),
    Band.DEFEATED: N_("defeated"),
    Band.VICTORIOUS: N_("victorious"),
    Band.GREEDY: N_("greedy"),
}


def band_name(band: Band) -> str:
    """Return the name of a band."""
    return _(_BAND_NAMES[band])


def winner_of(outcome: Outcome) -> Seat | None:
    """Return the seat that won; None after a draw."""
    return None if outcome is Outcome.DRAW else Seat[outcome.name]


def table_signs(glyphs: Glyphs) -> tuple[str, ...]:
    """Return the signs on the table, each with its meaning."""
    signs = ((glyphs.pieces[-1][0], _("tricks won")), ("+1", _("a Treasure")))
    return tuple(map(" ".join, signs))


def setup_label(setup: Setup) -> str:
    """Return a game's setup in two words."""
    return pgettext("match", "To {target}").format(target=setup.target)


def setup_phrase(setup: Setup) -> str:
    """Describe a game's setup, for the form of a new game."""
    return _(_TARGET_PHRASES[setup.target])


def progress(state: GameState) -> str:
    """Return round and trick, for the top row."""
    table = state.table
    if not table.round:
        return _("Before the first deal")
    sentence = _("Round {round}   Trick {trick} of {tricks}")
    if table.tricks_done == TRICKS:
        sentence = _("Round {round}   All tricks played")
    return sentence.format(
        round=table.round, trick=trick_number(table.tricks_done, table.trick), tricks=TRICKS
    )


def standing(state: GameState, _glyphs: Glyphs) -> str:
    """Return the trump, for the top row; scores and tricks are on the board."""
    decree = state.table.decree
    return "" if decree is None else trump_phrase(decree)


def reference(width: int, _glyphs: Glyphs) -> list[TextLine]:
    """Return the abilities of all ranks and the scoring, wrapped to ``width`` columns."""
    cards = [Card.of(Suit.BELLS, rank) for rank in RANKS]
    rows = [
        (f"{card.rank:>3}   ", ability_sentence(card) if card.ability else "") for card in cards
    ]
    return reference_page(_("Rank  Ability"), rows, reference_notes(), width)


def reference_notes() -> tuple[str, ...]:
    """Return the rules for all cards, and the scoring."""
    return (
        _(
            "All suits have the same cards. The Fox and the Woodcutter act at once, before the "
            "other card is played."
        ),
        _(
            "A round scores 6 points for 0 to 3 tricks (humble), and 1, 2 or 3 for 4, 5 or 6 "
            "(defeated). It scores 6 for 7 to 9 (victorious), and nothing for 10 or more "
            "(greedy)."
        ),
    )


PUZZLE_KINDS = {
    "humble": N_("staying humble"),
    "greed": N_("escaping greed"),
    "victorious": N_("being victorious"),
    "trick": N_("which trick to win"),
    "match-end": N_("the end of the match"),
    "swan": N_("Swans"),
    "fox": N_("Foxes and trumps"),
    "woodcutter": N_("Woodcutters"),
    "treasures": N_("Treasures"),
    "witch": N_("Witches"),
    "monarch": N_("Monarchs"),
}
"""Topics of puzzles by kind."""


# These tuples have a sentence for each suit, in order.
_FOLLOW_PROMPTS = (
    N_("{name}, follow with a Bell."),
    N_("{name}, follow with a Key."),
    N_("{name}, follow with a Moon."),
)
_WITCH_PROMPTS = (
    N_("{name}, follow with a Bell; a lone Witch is a trump of rank 9."),
    N_("{name}, follow with a Key; a lone Witch is a trump of rank 9."),
    N_("{name}, follow with a Moon; a lone Witch is a trump of rank 9."),
)
_MONARCH_PROMPTS = (
    N_("{name}, a Monarch was led: play your highest Bell."),
    N_("{name}, a Monarch was led: play your highest Key."),
    N_("{name}, a Monarch was led: play your highest Moon."),
)
_MONARCH_OR_SWAN_PROMPTS = (
    N_("{name}, a Monarch was led: play your highest Bell or your Swan."),
    N_("{name}, a Monarch was led: play your highest Key or your Swan."),
    N_("{name}, a Monarch was led: play your highest Moon or your Swan."),
)
_WIN_SENTENCES: Mapping[tuple[bool, bool], str] = {
    (True, True): N_("You would win ({what}) and lead."),
    (True, False): N_("You would win ({what}); {name} leads."),
    (False, True): N_("{name} would win ({what}) and lead."),
    (False, False): N_("{name} would win ({what}); you lead."),
}
"""Ends of a trick, by whether the reader would win it and whether the winner leads next."""


def _name_own(action: Discard | Resign, _names: Names) -> PhraseTemplate:
    match action:
        case Discard(_, card):
            return "{card}", N_("burying the {card}"), {"card": card_name(card)}
        case Resign():
            return N_("resign"), N_("resigning"), {}
        case _:
            assert_never(action)


def _find_monarch_prompt(observation: Observation, lead: Card) -> str:
    """Return the prompt under a led Monarch; empty if it binds no card (C3.3)."""
    if lead.ability is not Ability.MONARCH or not has_suit(observation.hand, lead.suit):
        return ""
    has_swan = any(card.ability is Ability.SWAN for card in cards_to_follow(observation.hand, lead))
    return (_MONARCH_OR_SWAN_PROMPTS if has_swan else _MONARCH_PROMPTS)[lead.suit]


def _ask_to_follow(observation: Observation, lead: Card) -> str:
    """Return the prompt to follow, marked for translation."""
    is_witch = lead.ability is Ability.WITCH
    if monarch_prompt := _find_monarch_prompt(observation, lead):
        return monarch_prompt
    if has_suit(observation.hand, lead.suit):
        return (_WITCH_PROMPTS if is_witch else _FOLLOW_PROMPTS)[lead.suit]
    if is_witch:
        return N_("{name}, play any card; a lone Witch is a trump of rank 9.")
    if len(observation.hand) == 1:
        return N_("{name}, play your last card.")
    trump = observation.table.trump
    if any(card.suit is trump or card.ability is Ability.WITCH for card in observation.hand):
        return N_("{name}, you can't follow suit: trump, or discard a card.")
    return N_("{name}, you can't follow suit: discard a card.")


CHOICES = ChoiceWords(
    card_name,
    _name_own,
    prompts={
        Choice.EXCHANGE: N_("{name}, swap the decree for a card?"),
        Choice.DISCARD: N_("{name}, put a card under the deck."),
    },
    waiting_prompts={
        Choice.EXCHANGE: N_("{name} may swap the decree."),
        Choice.DISCARD: N_("{name} drew a card and {name:puts|put} one under the deck."),
    },
    ask_to_follow=_ask_to_follow,
)
option_phrase, choice_phrase = CHOICES.option_phrase, CHOICES.choice_phrase
choice_subject = CHOICES.choice_subject


def option_label(
    _moment: GameState | Observation, option: Action, _names: Names, _glyphs: Glyphs
) -> str:
    """Return a button label for the only option that is not a card."""
    assert isinstance(option, Exchange), "all other options are cards"
    return capitalize_first(_("keep the decree"))


def outlook_sentence(
    observation: Observation, option: Action, names: Names, _glyphs: Glyphs
) -> str:
    """Describe the effect of an option, or the reason why it is illegal."""
    table = observation.table
    assert table.decree is not None, "a round is under way"
    match option:
        case Play() if table.lead is not None and option not in observation.choices:
            return refusal(observation)
        case Play(_, card) if table.lead is None:
            return ability_now(observation, card)
        case Play(_, card):
            outlook = follow_outlook(table, card)
            if card.ability is not Ability.FOX or len(observation.hand) == 1:
                return _trick_sentence(outlook, observation.seat, names)
            sentence = _("The Fox first; if trump stays the same, {name} would win.")
            if outlook.winner is observation.seat:
                sentence = _("The Fox first; if trump stays the same, you would win.")
            return format_sentence(sentence, name=names[outlook.winner])
        case Exchange(_, card) if (next_outlook := exchange_outlook(table, card)) is not None:
            return _trick_sentence(next_outlook, observation.seat, names)
        case Exchange(_, card):
            return _decree_sentence(table, card)
        case Discard(_, card):
            sentence = _("The {card} goes under the deck; {name} does not see it.")
            if card is observation.drawn:
                sentence = _("You just drew the {card}; it would go back under the deck.")
            return format_sentence(
                sentence, card=card_name(card), name=names[observation.seat.other]
            )
        case _:
            raise AssertionError("nobody looks ahead of a deal or a resignation")


def _decree_sentence(table: Table, card: Card | None) -> str:
    assert table.decree is not None, "a round is under way"
    if card is None:
        return _("The {card} stays the decree.").format(card=card_name(table.decree))
    sentence = _("You take the {old}; the {new} becomes the decree.")
    if card.suit is not table.trump:
        sentence = _("You take the {old}; the {new} becomes the decree: {trump}.")
    old, new = card_name(table.decree), card_name(card)
    return sentence.format(old=old, new=new, trump=trump_phrase(card))


def _trick_sentence(outlook: TrickOutlook, reader: Seat, names: Names) -> str:
    is_own = outlook.winner is reader
    phrase = ngettext(
        "{tricks} trick: {band}, pays {points}",
        "{tricks} tricks: {band}, pays {points}",
        outlook.tricks,
    )
    if outlook.treasures:
        phrase = ngettext(
            "Treasure +{treasures}; {tricks} trick: {band}, pays {points}",
            "Treasure +{treasures}; {tricks} tricks: {band}, pays {points}",
            outlook.tricks,
        )
    effect = phrase.format(
        treasures=outlook.treasures,
        tricks=outlook.tricks,
        band=band_name(band_of(outlook.tricks)),
        points=points_of(outlook.tricks),
    )
    if outlook.next_leader is None:
        sentence = _("You would win the last trick ({what}).")
        if not is_own:
            sentence = _("{name} would win the last ({what}).")
    else:
        sentence = _(_WIN_SENTENCES[is_own, outlook.next_leader is outlook.winner])
    return format_sentence(sentence, what=effect, name=names[reader.other])


def ability_note(observation: Observation, option: Action) -> str:
    """Describe the ability of a card that would follow, or the new decree; else empty.

    If the card has no ability, describe a Swan that was led.
    """
    table, lead = observation.table, observation.table.lead
    if isinstance(option, Exchange) and exchange_outlook(table, option.card) is not None:
        return _decree_sentence(table, option.card)
    if not isinstance(option, Play) or lead is None or option not in observation.choices:
        return ""
    card = option.card
    if card.ability is lead.ability is Ability.WITCH:
        return _("Two Witches: neither counts as trump; each is a 9 of its suit.")
    if card.ability is Ability.MONARCH:
        return _("Monarch: played second, it is simply the highest card of its suit.")
    if card.ability:
        return ability_now(observation, card)
    if lead.ability is Ability.SWAN:
        return _("A Swan was led: if it loses this trick, its player leads again.")
    return ""


def ability_now(observation: Observation, card: Card) -> str:
    """Describe the effect of a card of the hand if it is played now (C4)."""
    match card.ability:
        case Ability.FOX if len(observation.hand) == 1:
            return _("Fox: you have no card left to swap with the decree.")
        case Ability.WOODCUTTER if len(observation.hand) == 1:
            return _("Woodcutter: the card you draw goes straight back under the deck.")
        case Ability.SWAN if len(observation.hand) == 1:
            return _("Swan: nobody leads after the last trick.")
        case _:
            return ability_sentence(card)


def refusal(observation: Observation) -> str:
    """Explain why a card that does not follow as it must is illegal (C3.2, C3.3)."""
    lead = observation.table.lead
    assert lead is not None, "only a follower is bound to a suit"
    if (monarch_prompt := _find_monarch_prompt(observation, lead)) in _MONARCH_PROMPTS:
        return _("After a Monarch, only your highest card of its suit may follow.")
    if monarch_prompt:
        return _("After a Monarch, only your highest card of its suit or the Swan may follow.")
    count = sum(card.suit is lead.suit for card in observation.hand)
    sentences = (
        ngettext(
            "You hold a Bell, and a Bell was led: play it.",
            "You hold Bells, and a Bell was led: play a Bell.",
            count,
        ),
        ngettext(
            "You hold a Key, and a Key was led: play it.",
            "You hold Keys, and a Key was led: play a Key.",
            count,
        ),
        ngettext(
            "You hold a Moon, and a Moon was led: play it.",
            "You hold Moons, and a Moon was led: play a Moon.",
            count,
        ),
    )
    return sentences[lead.suit]
