"""Names and signs of cards, suits, abilities and bands, and what stands in the row at the top."""

from __future__ import annotations

from foxduet.core.common import Seat, trick_number
from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass
from foxduet.games.classic.rules.cards import Ability, Card, Suit
from foxduet.games.classic.rules.observation import Observation
from foxduet.games.classic.rules.scoring import Band
from foxduet.games.classic.rules.state import TRICKS, GameState, Outcome, Setup
from foxduet.words.common import CardFace, cards_by_suit
from foxduet.words.glyphs import Glyphs, corner, pips
from foxduet.words.i18n import _, pgettext
from foxduet.words.text import capitalised


@dataclass(frozen=True, slots=True)
class ClassicGlyphs:
    """Every special character of the original game, each one cell wide.

    ``pictures`` are those of the abilities, by rank: a swan, a fox, an axe, a chest, a hat, a
    crown.
    """

    suits: tuple[str, str, str]
    trail: str
    divider: str
    pictures: tuple[tuple[str, str, str], ...]


UNICODE = ClassicGlyphs(
    suits=("Ω", "ð", "◙"),
    trail="·",
    divider="│",
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
    trail=".",
    divider="|",
    pictures=(
        (">.     ", " | .-//", " `----'"),
        ("/\\___/\\", "\\ . . /", " \\_^_/ "),
        (".--+.", "`--||", "   ||"),
        ("+-----+", "|--$--|", "+-----+"),
        ("  /\\  ", " /--\\ ", "------"),
        (".  .  .", "|\\/ \\/|", "|_____|"),
    ),
)


def classic_glyphs(glyphs: Glyphs) -> ClassicGlyphs:
    """Return the original game's glyphs that go with the shared ones."""
    return ASCII if glyphs.name == "ascii" else UNICODE


# In the order of the suits.
_CARD_NAMES = (N_("{rank} of Bells"), N_("{rank} of Keys"), N_("{rank} of Moons"))
_TRUMPS = (N_("Bells are trump"), N_("Keys are trump"), N_("Moons are trump"))
_ABILITY_NAMES = {
    Ability.SWAN: N_("Swan"),
    Ability.FOX: N_("Fox"),
    Ability.WOODCUTTER: N_("Woodcutter"),
    Ability.TREASURE: N_("Treasure"),
    Ability.WITCH: N_("Witch"),
    Ability.MONARCH: N_("Monarch"),
}
_CARD_TEXTS = {
    Ability.SWAN: N_("if it loses, you lead next"),
    Ability.FOX: N_("you may swap the decree"),
    Ability.WOODCUTTER: N_("draw one, put one under the deck"),
    Ability.TREASURE: N_("a point for the winner"),
    Ability.WITCH: N_("alone, it counts as trump"),
    Ability.MONARCH: N_("led: highest or Swan must follow"),
}
_ABILITY_SENTENCES = {
    Ability.SWAN: N_("Swan: if you lose the trick with it, you lead the next one."),
    Ability.FOX: N_("Fox: you may swap the decree with a card of your hand, at once."),
    Ability.WOODCUTTER: N_("Woodcutter: draw a card, then put any card under the deck unseen."),
    Ability.TREASURE: N_("Treasure: whoever wins the trick scores a point at once."),
    Ability.WITCH: N_("Witch: the only one in a trick counts as a trump of rank 9."),
    Ability.MONARCH: N_("Monarch: led, it draws the highest card of its suit, or the Swan."),
}
_PLAIN_CARD = N_("No ability; only its suit and its rank count.")
_TARGETS = {
    16: N_("To 16 points: a short match"),
    21: N_("To 21 points: the usual match"),
    35: N_("To 35 points: a long match"),
}
_BAND_NAMES = {
    Band.HUMBLE: N_("humble"),
    Band.DEFEATED: N_("defeated"),
    Band.VICTORIOUS: N_("victorious"),
    Band.GREEDY: N_("greedy"),
}


def suit_letters() -> tuple[str, str, str]:
    """Return the letters that tell the suits apart where there is no colour."""
    # Translators: one cell each, no two alike, not even without accents
    return (
        pgettext("letter of Bells", "b"),
        pgettext("letter of Keys", "k"),
        pgettext("letter of Moons", "m"),
    )


def suit_signs(glyphs: Glyphs) -> tuple[str, str, str]:
    """Return the signs of the suits."""
    return classic_glyphs(glyphs).suits


def suit_sign(suit: Suit, glyphs: Glyphs) -> str:
    """Return the sign of a suit, with its letter where there is no colour."""
    sign = suit_signs(glyphs)[suit]
    return sign + suit_letters()[suit] if glyphs.has_letters else sign


def card_name(card: Card) -> str:
    """Return a card's name, like "7 of Bells"."""
    return _(_CARD_NAMES[card.suit]).format(rank=card.rank)


def suit_name(suit: Suit) -> str:
    """Return the name of the cards of a suit."""
    names = pgettext("suit", "Bells"), pgettext("suit", "Keys"), pgettext("suit", "Moons")
    return names[suit]


def ability_name(ability: Ability) -> str:
    """Return the name of an ability."""
    return _(_ABILITY_NAMES[ability])


def trump_phrase(decree: Card) -> str:
    """Say which suit is trump."""
    return _(_TRUMPS[decree.suit])


def ability_sentence(card: Card) -> str:
    """Say in a sentence what a card does."""
    return _(_ABILITY_SENTENCES[card.ability] if card.ability else _PLAIN_CARD)


def band_name(band: Band) -> str:
    """Return what a number of tricks is called."""
    return _(_BAND_NAMES[band])


def winner_of(outcome: Outcome) -> Seat | None:
    """Return the seat that won, None after a draw."""
    return None if outcome is Outcome.DRAW else Seat[outcome.name]


def setup_label(setup: Setup) -> str:
    """Return the setup of a game in two words."""
    return capitalised(_("to {target}").format(target=setup.target))


def setup_phrase(setup: Setup) -> str:
    """Describe the setup of a game, for the form of a new one."""
    return _(_TARGETS[setup.target])


def card_face(card: Card, glyphs: Glyphs) -> CardFace:
    """Return what stands on a card."""
    own = classic_glyphs(glyphs)
    picture = pips(card.rank, own.suits[card.suit])
    if card.ability:
        picture = own.pictures[card.rank // 2]
    return CardFace(
        suit=card.suit,
        corner=corner(card.rank, suit_sign(card.suit, glyphs)),
        value=_("+1") if card.ability is Ability.TREASURE else "",
        name=_(_ABILITY_NAMES[card.ability]) if card.ability else "",
        text=_(_CARD_TEXTS[card.ability]) if card.ability else "",
        picture=picture,
        # Translators: the ability on a card that is too narrow for its whole name
        short=pgettext("narrow card", "Woodcut.") if card.ability is Ability.WOODCUTTER else "",
    )


def card_in_line(card: Card, glyphs: Glyphs) -> str:
    """Return a card in two to four cells: its rank, and the sign of its suit."""
    return f"{card.rank}{suit_sign(card.suit, glyphs)}"


def cards_out(observation: Observation, glyphs: Glyphs) -> str:
    """List the cards of earlier tricks by suit, for players with that house rule (C2.4)."""
    return cards_by_suit(observation.out, classic_glyphs(glyphs).suits)


def progress(state: GameState) -> str:
    """Return round and trick of a state, for the row at the top."""
    table = state.table
    if not table.round:
        return _("Before the first deal")
    return _("Round {round}   Trick {trick} of {tricks}").format(
        round=table.round, trick=trick_number(table.tricks_done, table.trick), tricks=TRICKS
    )


def standing(state: GameState, _glyphs: Glyphs) -> str:
    """Return the trump, for the row at the top; scores and tricks are on the board."""
    decree = state.table.decree
    return "" if decree is None else trump_phrase(decree)
