"""What can be said at any table in words: questions about what is there, and choices by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from foxduet.core.common import Seat, card_of
from foxduet.core.errors import N_, NC_
from foxduet.core.frozen import replace
from foxduet.play.game import Header
from foxduet.play.table import observed, steps_of
from foxduet.ui.kit.keys import ENTER
from foxduet.ui.kit.screen import Context
from foxduet.ui.plain.told import told_board, told_decree, told_hand, told_standing, told_trick
from foxduet.ui.plain.voice import (
    Command,
    Form,
    Refused,
    Reply,
    number_form,
    number_in,
    press_key,
    pressed,
)
from foxduet.ui.reader import Readable
from foxduet.ui.table.keys import is_team_choosing
from foxduet.ui.table.moves import options
from foxduet.ui.table.parts import HOUSE_KEY, HOUSE_MEMORY
from foxduet.ui.table.state import Choosing, RoundEnd, TableState
from foxduet.words.common import table_words
from foxduet.words.glyphs import SPOKEN
from foxduet.words.i18n import _
from foxduet.words.people import names_at_table
from foxduet.words.spoken import out_sentence, spoken_words, typed_card


def choose_option(screen: TableState, said: str, context: Context) -> Reply | None:
    """Do the option that a number or the name of a card stands for."""
    if isinstance(screen.shows, RoundEnd) and not is_team_choosing(screen):
        return None
    at = option_said(screen.game_name, options(screen), said)
    return _chosen(screen, at, context) if isinstance(at, int) else at


def choice_forms(screen: TableState) -> tuple[Form, ...]:
    """Return how the options of a table are said."""
    return forms_of(screen.game_name, options(screen))


def forms_of(game: str, every: Sequence[Any]) -> tuple[Form, ...]:
    """Return how options are said: cards by their names, all others by numbers."""
    are_cards, words = {card_of(option) is not None for option in every}, table_words(game).cards
    # Translators: two ways to name the same card, such as "7 roses or 7r"
    card = _("a card like {card} or {short}").format(
        card=f"7 {words.suits()[1].lower()}", short=f"7{words.letters()[1]}"
    )
    cards = ((card, _("choose that card")),) if True in are_cards else ()
    return (*cards, *((number_form(),) if False in are_cards else ()))


def names_option(game: str, said: str) -> bool:
    """Return whether a number is said, or a card by its name, and no command."""
    return said[:1].isdecimal() or typed_card(table_words(game).cards, said) is not None


def option_said(game: str, every: Sequence[Any], said: str) -> int | Refused:
    """Return which option a number, of those that are no cards, or the name of a card means."""
    others = [at for at, option in enumerate(every) if card_of(option) is None]
    if said.isdecimal() and others:
        number = number_in(said, len(others))
        assert number is not None, "it is a number"
        return others[number] if isinstance(number, int) else number
    return _card_said(game, every, said)


def _card_said(game: str, every: Sequence[Any], said: str) -> int | Refused:
    """Return which of some options the name of a card means."""
    words = table_words(game).cards
    card = typed_card(words, said)
    if card is None:
        letters = ", ".join(
            _("{letter} for {suit}").format(letter=letter, suit=suit)
            for letter, suit in zip(words.letters(), words.suits(), strict=True)
        )
        return Refused(_("Say a card by its rank and its suit: {letters}.").format(letters=letters))
    for at, option in enumerate(every):
        held = card_of(option)
        if held is not None and (held.rank, held.suit) == card:
            return at
    name = _(words.cards[card[1]]).format(rank=card[0])
    return Refused(_("You have no {card} to choose.").format(card=name))


def _chosen(screen: Any, at: int, context: Context) -> Reply:
    shows = replace(screen.shows, cursor=at)
    if isinstance(shows, Choosing):
        shows = replace(shows, fresh=False, typed=None)
    return pressed(replace(screen, shows=shows), ENTER, context)


def _seen(screen: TableState) -> Any:
    session = screen.session
    return None if session.viewer is None else observed(session.game, session.viewer)


def hand_command(tell: Callable[[Any, Seat], Sequence[str]]) -> Command:
    """Return the command that names the cards of the seat that looks, if one does."""

    def reply(screen: TableState, _rest: str, _context: Context) -> Reply:
        seat = screen.session.viewer
        if seat is None:
            return Refused(_("No hand can be heard now."))
        return tuple(tell(screen, seat))

    return Command(NC_("command", "hand"), N_("hear your cards"), reply)


def _out(screen: TableState, _rest: str, _context: Context) -> Reply:
    return (out_sentence(table_words(screen.game_name).cards, _seen(screen)),)


def _about(screen: TableState, rest: str, _context: Context) -> Reply:
    """Say what a card would do if it was chosen now."""
    header, seen = screen.session.game.header, _seen(screen)
    words = table_words(header.game)
    if seen is None or typed_card(words.cards, rest) is None:
        example = f"7{words.cards.letters()[0]}"
        return Refused(_("Say which card, like {example}.").format(example=example))
    at = _card_said(screen.game_name, options(screen), rest)
    if isinstance(at, Refused):
        return at
    option = options(screen)[at]
    if steps_of(screen.session, option)[0] not in header.rules.legal_actions(screen.session.state):
        return (words.refusal(seen),)
    outlook = words.outlook_sentence(seen, option, names_at_table(header), SPOKEN)
    return tuple(filter(None, (outlook, words.ability_note(seen, option))))


HAND = hand_command(lambda screen, seat: told_hand(screen.session, seat))
ABOUT = Command(
    NC_("command", "about"), N_("with a card behind it, hear what that would do"), _about
)
UNDO = press_key(NC_("command", "undo"), N_("take back your last choice"), "u")
_OUT = Command(NC_("command", "out"), N_("hear which cards are out"), _out)


def own_commands(screen: TableState) -> tuple[Command, ...]:
    """Return the commands about what only the seat that looks may know, if one does."""
    if screen.session.viewer is None:
        return ()
    is_told = screen.session.game.header.further.get(HOUSE_KEY) == HOUSE_MEMORY
    return (HAND, _OUT) if is_told else (HAND,)


TRICK = NC_("command", "trick")
"""The word for what lies on the table."""


def _at_table(screen: TableState) -> tuple[Header, Any]:
    return screen.session.game.header, screen.session.state


def open_commands(
    screen: Readable, shown: Callable[[Any], tuple[Header, Any]] = _at_table
) -> tuple[Command, ...]:
    """Return the commands about what lies open.

    ``shown`` returns the header of the game that a screen shows, and the state.
    """

    def telling(name: str, meaning: str, tell: Callable[[Header, Any], Sequence[str]]) -> Command:
        return Command(name, meaning, lambda now, _rest, _context: tuple(tell(*shown(now))))

    board = spoken_words(screen.game_name).board
    return (
        *(() if board is None else (telling(board.name, board.meaning, told_board),)),
        telling(
            TRICK,
            N_("hear what lies on the table"),
            lambda header, state: (told_trick(header, state),),
        ),
        telling(
            NC_("command", "decree"),
            N_("hear the decree, and what is trump"),
            lambda header, state: (told_decree(header, state),),
        ),
        telling(NC_("command", "score"), N_("hear how far the game is"), told_standing),
    )
