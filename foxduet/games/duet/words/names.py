"""Names of cards, suits and abilities, and their signs; what stands in the row at the top."""

from __future__ import annotations

from foxduet.core.common import trick_number
from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass
from foxduet.games.duet.rules.cards import RANKS, Ability, Card, Suit
from foxduet.games.duet.rules.state import ROUNDS, TRICKS, GameState, Setup
from foxduet.words.cards import AbilityWords, CardWords, reference_page
from foxduet.words.glyphs import Glyphs
from foxduet.words.i18n import _, pgettext
from foxduet.words.text import TextLine, capitalised


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


def _letters() -> tuple[str, str, str]:
    # Translators: one cell each, no two alike, not even without accents
    return (
        pgettext("letter of Doves", "d"),
        pgettext("letter of Roses", "r"),
        pgettext("letter of Stars", "s"),
    )


def _short_heir() -> str:
    # Translators: the ability on a card that is too narrow for its whole name
    return pgettext("narrow card", "Heir")


CARDS = CardWords(
    unicode=UNICODE,
    ascii=ASCII,
    cards=(N_("{rank} of Doves"), N_("{rank} of Roses"), N_("{rank} of Stars")),
    trumps=(N_("Doves are trump"), N_("Roses are trump"), N_("Stars are trump")),
    suits=lambda: (_("Doves"), _("Roses"), _("Stars")),
    letters=_letters,
    abilities={
        Ability.MUSICIAN: AbilityWords(
            N_("Musician"),
            N_("winner may turn the fox"),
            N_("Musician: the winner of the trick may send the fox the other way."),
        ),
        Ability.FOXES: AbilityWords(
            N_("Foxes"),
            N_("name who may swap decree"),
            N_("Foxes: you name a player, who may swap a card with the decree."),
        ),
        Ability.GAZELLE: AbilityWords(
            N_("Gazelle"),
            N_("winner may skip paws"),
            N_("Gazelle: the winner may leave out the paws of one card."),
        ),
        Ability.GIFT: AbilityWords(
            N_("Gift"),
            N_("both swap one card unseen"),
            N_("Gift: you both pass one card, each chosen before seeing the other."),
        ),
        Ability.ROYAL_HEIR: AbilityWords(
            N_("Royal Heir"),
            N_("led: any suit may follow"),
            N_("Royal Heir: led, it lets your partner play any suit."),
            _short_heir,
        ),
    },
    no_ability=N_("No ability; only its rank and its paws count."),
    value=lambda card, own, shared: own.paw * card.paws or shared.dot,
)
duet_glyphs = CARDS.glyphs
card_name, suit_name, ability_name = CARDS.card_name, CARDS.suit_name, CARDS.ability_name
ability_sentence = CARDS.ability_sentence

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
_LEVELS = {
    1: N_("Level 1: the long path, 4 forest tokens"),
    2: N_("Level 2: a shorter path, 3 forest tokens"),
    3: N_("Level 3: the short path, and more gems"),
}


def when_sentence(card: Card) -> str:
    """Say what the ability of a card does, and when; empty if it has none."""
    return _(_WHEN[card.ability]) if card.ability else ""


def setup_label(setup: Setup) -> str:
    """Return the setup of a game in two words."""
    return capitalised(_("level {level}").format(level=setup.level))


def setup_phrase(setup: Setup) -> str:
    """Describe the setup of a game, for the form of a new one."""
    if setup.own_board is not None:
        return _("On your own board; the level counts for the score")
    return _(_LEVELS[setup.level])


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


def reference(width: int, glyphs: Glyphs) -> list[TextLine]:
    """Return what every rank does, and its paws, wrapped to ``width`` columns."""
    own = duet_glyphs(glyphs)
    cards = [Card.of(Suit.DOVES, rank) for rank in RANKS]
    rows = [
        (
            f"{card.rank:>3}   {own.paw * card.paws or glyphs.dot:<4}  ",
            when_sentence(card),
        )
        for card in cards
    ]
    note = _(
        "The same in every suit. The fox walks the paws of both cards, toward the winner's end."
    )
    return reference_page(_("Rank  Paws  Ability"), rows, [note], width)


PUZZLE_KINDS = {
    "gem": N_("finding gems"),
    "ends": N_("keeping off the ends of the path"),
    "token": N_("saving forest tokens"),
    "finish": N_("finishing in this round"),
    "trump": N_("the choice of trumps"),
    "give": N_("what to give"),
    "lead": N_("who should lead"),
    "move": N_("where the fox should go"),
    "card": N_("which card to part with"),
}
"""What puzzles are about, by their kinds."""
