"""Names of cards, suits and abilities, and their signs; what stands in the row at the top."""

from __future__ import annotations

from foxduet.core.common import trick_number
from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass
from foxduet.games.duet.rules.cards import Ability, Card, Suit
from foxduet.games.duet.rules.observation import Observation
from foxduet.games.duet.rules.state import ROUNDS, TRICKS, GameState, Setup
from foxduet.words.common import CardFace, cards_by_suit
from foxduet.words.glyphs import Glyphs, corner, pips
from foxduet.words.i18n import _, pgettext
from foxduet.words.text import capitalised


@dataclass(frozen=True, slots=True)
class DuetGlyphs:
    """Every special character of Duet, each one cell wide.

    A ``tree`` is a forest token; ``wood`` is around the one that covers a space.
    ``pictures`` are those of the abilities, by rank: the Musician's notes, a fox, a gazelle, a
    gift, a crown.
    """

    suits: tuple[str, str, str]
    paw: str
    gem: str
    tree: str
    wood: str
    trail: str
    pictures: tuple[tuple[str, str, str], ...]


UNICODE = DuetGlyphs(
    suits=("▼", "¤", "*"),
    paw="●",
    gem="◊",
    tree="▲",
    wood="░",
    trail="·",
    pictures=(
        (" ┌──┐", " │  │", "●┘ ●┘"),
        ("╱╲___╱╲", "╲ · · ╱", " ╲_▼_╱ "),
        ("╲╲  ╱╱", " (··) ", "  ╲╱  "),
        ("  ╲╱  ", "┌─┬┬─┐", "└─┴┴─┘"),
        ("◦  ◦  ◦", "│╲╱ ╲╱│", "╰─────╯"),
    ),
)
ASCII = DuetGlyphs(
    suits=("v", "@", "*"),
    paw="o",
    gem="$",
    tree="#",
    wood=":",
    trail=".",
    pictures=(
        (" |~~|", " |  |", "o| o|"),
        ("/\\___/\\", "\\ . . /", " \\_^_/ "),
        ("\\\\  //", " (..) ", "  \\/  "),
        ("  {}  ", "+-||-+", "+-||-+"),
        (".  .  .", "|\\/ \\/|", "|_____|"),
    ),
)


def duet_glyphs(glyphs: Glyphs) -> DuetGlyphs:
    """Return Duet's glyphs that go with the shared ones."""
    return ASCII if glyphs.name == "ascii" else UNICODE


# In the order of the suits.
_CARD_NAMES = (N_("{rank} of Doves"), N_("{rank} of Roses"), N_("{rank} of Stars"))
_SUIT_NAMES = (N_("Doves"), N_("Roses"), N_("Stars"))
_TRUMPS = (N_("Doves are trump"), N_("Roses are trump"), N_("Stars are trump"))
_ABILITY_NAMES = {
    Ability.MUSICIAN: N_("Musician"),
    Ability.FOXES: N_("Foxes"),
    Ability.GAZELLE: N_("Gazelle"),
    Ability.GIFT: N_("Gift"),
    Ability.ROYAL_HEIR: N_("Royal Heir"),
}
_CARD_TEXTS = {
    Ability.MUSICIAN: N_("winner may turn the fox"),
    Ability.FOXES: N_("name who may swap decree"),
    Ability.GAZELLE: N_("winner may skip paws"),
    Ability.GIFT: N_("both swap one card unseen"),
    Ability.ROYAL_HEIR: N_("led: any suit may follow"),
}
_ABILITY_SENTENCES = {
    Ability.MUSICIAN: N_("Musician: the winner of the trick may send the fox the other way."),
    Ability.FOXES: N_("Foxes: you name a player, who may swap a card with the decree."),
    Ability.GAZELLE: N_("Gazelle: the winner may leave out the paws of one card."),
    Ability.GIFT: N_("Gift: you both pass one card, each chosen before seeing the other."),
    Ability.ROYAL_HEIR: N_("Royal Heir: led, it lets your partner play any suit."),
}
_WHEN = {
    Ability.MUSICIAN: N_(
        "Musician, once the trick is won: the winner may send the fox the other way."
    ),
    Ability.FOXES: N_(
        "Foxes, as soon as it is played: you name a player, who may swap a card with the decree. "
        "A new trump counts for this trick."
    ),
    Ability.GAZELLE: N_(
        "Gazelle, once the trick is won: the winner may leave out the paws of one card."
    ),
    Ability.GIFT: N_(
        "Gift, as soon as it is played: you both pass one card, each chosen before seeing the "
        "other."
    ),
    Ability.ROYAL_HEIR: N_("Royal Heir, when it is led: your partner may play any suit."),
}
_PLAIN_CARD = N_("No ability; only its rank and its paws count.")
_LEVELS = {
    1: N_("Level 1: the long path, 4 forest tokens"),
    2: N_("Level 2: a shorter path, 3 forest tokens"),
    3: N_("Level 3: the short path, and more gems"),
}


def suit_letters() -> tuple[str, str, str]:
    """Return the letters that tell the suits apart where there is no colour."""
    # Translators: one cell each, no two alike, not even without accents
    return (
        pgettext("letter of Doves", "d"),
        pgettext("letter of Roses", "r"),
        pgettext("letter of Stars", "s"),
    )


def suit_signs(glyphs: Glyphs) -> tuple[str, str, str]:
    """Return the signs of the suits."""
    return duet_glyphs(glyphs).suits


def suit_sign(suit: Suit, glyphs: Glyphs) -> str:
    """Return the sign of a suit, with its letter where there is no colour."""
    sign = suit_signs(glyphs)[suit]
    return sign + suit_letters()[suit] if glyphs.has_letters else sign


def card_name(card: Card) -> str:
    """Return a card's name, like "7 of Doves"."""
    return _(_CARD_NAMES[card.suit]).format(rank=card.rank)


def suit_name(suit: Suit) -> str:
    """Return the name of a suit's cards."""
    return _(_SUIT_NAMES[suit])


def ability_name(ability: Ability) -> str:
    """Return the name of an ability."""
    return _(_ABILITY_NAMES[ability])


def trump_phrase(decree: Card) -> str:
    """Say which suit is trump."""
    return _(_TRUMPS[decree.suit])


def ability_sentence(card: Card) -> str:
    """Say in a sentence what a card does."""
    return _(_ABILITY_SENTENCES[card.ability] if card.ability else _PLAIN_CARD)


def timed_ability(ability: Ability) -> str:
    """Say in a sentence what a card does, and when."""
    return _(_WHEN[ability])


def setup_label(setup: Setup) -> str:
    """Return the setup of a game in two words."""
    return capitalised(_("level {level}").format(level=setup.level))


def setup_phrase(setup: Setup) -> str:
    """Describe the setup of a game, for the form of a new one."""
    if setup.own_board is not None:
        return _("On your own board; the level counts for the score")
    return _(_LEVELS[setup.level])


def card_face(card: Card, glyphs: Glyphs) -> CardFace:
    """Return what stands on a card."""
    own = duet_glyphs(glyphs)
    picture = pips(card.rank, own.suits[card.suit])
    if card.ability:
        picture = own.pictures[card.rank // 2]
    return CardFace(
        suit=card.suit,
        corner=corner(card.rank, suit_sign(card.suit, glyphs)),
        value=own.paw * card.paws or glyphs.dot,
        name=_(_ABILITY_NAMES[card.ability]) if card.ability else "",
        text=_(_CARD_TEXTS[card.ability]) if card.ability else "",
        picture=picture,
        # Translators: the ability on a card that is too narrow for its whole name
        short=pgettext("narrow card", "Heir") if card.ability is Ability.ROYAL_HEIR else "",
    )


def card_in_line(card: Card, glyphs: Glyphs) -> str:
    """Return a card in two to four cells: its rank, and the sign of its suit."""
    return f"{card.rank}{suit_sign(card.suit, glyphs)}"


def cards_out(observation: Observation, glyphs: Glyphs) -> str:
    """List the cards of earlier tricks by suit, for players with that house rule (R10.3)."""
    return cards_by_suit(observation.out, duet_glyphs(glyphs).suits)


def progress(state: GameState) -> str:
    """Return round and trick of a state, for the row at the top."""
    table = state.table
    if not table.round:
        return _("Before the first deal")
    return _("Round {round} of {rounds}   Trick {trick} of {tricks}").format(
        round=table.round,
        rounds=ROUNDS,
        trick=trick_number(table.tricks_done, table.trick),
        tricks=TRICKS,
    )


def standing(state: GameState, glyphs: Glyphs) -> str:
    """Return what is left to find and to lose, for the row at the top."""
    table = state.table
    tokens = duet_glyphs(glyphs).tree * table.reserve or "0"
    sentence = _("Gems left {gems}   Forest tokens {tokens}")
    return sentence.format(gems=table.path.gems_left, tokens=tokens)
