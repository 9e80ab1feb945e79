"""Names and signs of cards, suits, abilities and bands, and what stands in the row at the top."""

from __future__ import annotations

from foxduet.core.common import Seat, trick_number
from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass
from foxduet.games.classic.rules.cards import RANKS, Ability, Card, Suit
from foxduet.games.classic.rules.scoring import Band
from foxduet.games.classic.rules.state import TRICKS, GameState, Outcome, Setup
from foxduet.words.cards import AbilityWords, CardWords, reference_page
from foxduet.words.glyphs import Glyphs
from foxduet.words.i18n import _, pgettext
from foxduet.words.text import TextLine, capitalised


@dataclass(frozen=True, slots=True)
class ClassicGlyphs:
    """Every special character of the original game, each one cell wide.

    ``pictures`` are those of the abilities, by rank: a swan, a fox, an axe, a chest, a hat, a
    crown.
    """

    suits: tuple[str, str, str]
    pictures: tuple[tuple[str, str, str], ...]


UNICODE = ClassicGlyphs(
    suits=("Ω", "ð", "◙"),
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


def _suits() -> tuple[str, str, str]:
    return pgettext("suit", "Bells"), pgettext("suit", "Keys"), pgettext("suit", "Moons")


def _letters() -> tuple[str, str, str]:
    # Translators: one cell each, no two alike, not even without accents
    return (
        pgettext("letter of Bells", "b"),
        pgettext("letter of Keys", "k"),
        pgettext("letter of Moons", "m"),
    )


def _short_woodcutter() -> str:
    # Translators: the ability on a card that is too narrow for its whole name
    return pgettext("narrow card", "Woodcut.")


CARDS = CardWords(
    unicode=UNICODE,
    ascii=ASCII,
    cards=(N_("{rank} of Bells"), N_("{rank} of Keys"), N_("{rank} of Moons")),
    trumps=(N_("Bells are trump"), N_("Keys are trump"), N_("Moons are trump")),
    suits=_suits,
    letters=_letters,
    abilities={
        Ability.SWAN: AbilityWords(
            N_("Swan"),
            N_("if it loses, you lead next"),
            N_("Swan: if you lose the trick with it, you lead the next one."),
        ),
        Ability.FOX: AbilityWords(
            N_("Fox"),
            N_("you may swap the decree"),
            N_("Fox: you may swap the decree with a card of your hand, at once."),
        ),
        Ability.WOODCUTTER: AbilityWords(
            N_("Woodcutter"),
            N_("draw one, put one under the deck"),
            N_("Woodcutter: draw a card, then put any card under the deck unseen."),
            _short_woodcutter,
        ),
        Ability.TREASURE: AbilityWords(
            N_("Treasure"),
            N_("a point for the winner"),
            N_("Treasure: whoever wins the trick scores a point at once."),
        ),
        Ability.WITCH: AbilityWords(
            N_("Witch"),
            N_("alone, it counts as trump"),
            N_("Witch: the only one in a trick counts as a trump of rank 9."),
        ),
        Ability.MONARCH: AbilityWords(
            N_("Monarch"),
            N_("led: highest or Swan must follow"),
            N_("Monarch: led, it draws the highest card of its suit, or the Swan."),
        ),
    },
    no_ability=N_("No ability; only its suit and its rank count."),
    value=lambda card, _own, _shared: _("+1") if card.ability is Ability.TREASURE else "",
)
card_name, suit_name, trump_phrase = CARDS.card_name, CARDS.suit_name, CARDS.trump_phrase
ability_sentence = CARDS.ability_sentence

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


def reference(width: int, _glyphs: Glyphs) -> list[TextLine]:
    """Return what every rank does, and what tricks pay, wrapped to ``width`` columns."""
    cards = [Card.of(Suit.BELLS, rank) for rank in RANKS]
    rows = [
        (f"{card.rank:>3}   ", ability_sentence(card) if card.ability else "") for card in cards
    ]
    return reference_page(_("Rank  Ability"), rows, reference_notes(), width)


def reference_notes() -> tuple[str, ...]:
    """Say what holds for all cards, and what tricks pay."""
    return (
        _(
            "The same in every suit. The Fox and the Woodcutter act at once, before the other "
            "card is played and before anybody has won."
        ),
        _(
            "A round pays 6 points for 0 to 3 tricks (humble), 1, 2 or 3 for 4, 5 or 6 (defeated), "
            "6 for 7 to 9 (victorious), and none for 10 or more (greedy)."
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
"""What puzzles are about, by their kinds."""
