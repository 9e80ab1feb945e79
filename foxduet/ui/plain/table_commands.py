"""What can be said at any table in words: questions about what is there, and choices by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from foxduet.core.common import card_of
from foxduet.core.errors import N_
from foxduet.core.frozen import replace
from foxduet.play.table import observed, steps_of
from foxduet.ui.kit.keys import ENTER
from foxduet.ui.kit.screen import Context
from foxduet.ui.plain.told import told_board, told_hand
from foxduet.ui.plain.voice import Command, Refused, Reply, number_in, pressed
from foxduet.ui.table.keys import is_team_choosing
from foxduet.ui.table.moves import options
from foxduet.ui.table.parts import HOUSE_KEY, HOUSE_MEMORY
from foxduet.ui.table.state import Choosing, RoundEnd, TableState
from foxduet.words.common import table_words
from foxduet.words.glyphs import SPOKEN
from foxduet.words.i18n import _, pgettext
from foxduet.words.people import names_at_table
from foxduet.words.spoken import out_sentence, spoken_words, trick_sentence, typed_card


def choose_option(screen: TableState, said: str, context: Context) -> Reply | None:
    """Do the option that a number or the name of a card stands for."""
    if isinstance(screen.shows, RoundEnd) and not is_team_choosing(screen):
        return None
    at = option_said(screen.game_name, options(screen), said)
    return _at(screen, at, context) if isinstance(at, int) else at


def choose_card(screen: TableState, said: str, context: Context) -> Reply:
    """Do what is chosen by the name of a card."""
    at = card_said(screen.game_name, options(screen), said)
    return _at(screen, at, context) if isinstance(at, int) else at


def option_said(game: str, every: Sequence[Any], said: str) -> int | Refused:
    """Return which option a number, of those that are no cards, or the name of a card means."""
    others = [at for at, option in enumerate(every) if card_of(option) is None]
    if said.isdecimal() and others:
        number = number_in(said, len(others))
        assert number is not None, "it is a number"
        return others[number] if isinstance(number, int) else number
    return card_said(game, every, said)


def card_said(game: str, every: Sequence[Any], said: str) -> int | Refused:
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


def _at(screen: Any, at: int, context: Context) -> Reply:
    shows = replace(screen.shows, cursor=at)
    if isinstance(shows, Choosing):
        shows = replace(shows, fresh=False, typed=None)
    return pressed(replace(screen, shows=shows), ENTER, context)


def _say(word: Any, meaning: str, tell: Any) -> Command:
    """Return a command that is answered by sentences about the table."""
    return Command(word, meaning, lambda screen, _rest, _context: tuple(tell(screen)))


def _seen(screen: TableState) -> Any:
    session = screen.session
    return None if session.viewer is None else observed(session.game, session.viewer)


def _hand(screen: TableState, _rest: str, _context: Context) -> Reply:
    viewer = screen.session.viewer
    if viewer is None:
        return Refused(_("No hand can be heard now."))
    return told_hand(screen.session, viewer)


def _board(screen: TableState) -> Sequence[str]:
    return told_board(screen.session)[:-1]


def _trick(screen: TableState) -> Sequence[str]:
    header, table = screen.session.game.header, screen.session.state.table
    return (trick_sentence(table_words(header.game).cards, table.trick, names_at_table(header)),)


def _decree(screen: TableState) -> Sequence[str]:
    return told_board(screen.session)[-1:]


def _score(screen: TableState) -> Sequence[str]:
    header = screen.session.game.header
    return spoken_words(header.game).standing(screen.session.state, names_at_table(header))


def _out(screen: TableState, _rest: str, _context: Context) -> Reply:
    header, seen = screen.session.game.header, _seen(screen)
    if header.further.get(HOUSE_KEY) != HOUSE_MEMORY:
        return Refused(_("The cards that are out are told by a house rule only: --house memory."))
    if seen is None:
        return Refused(_("No hand can be heard now."))
    return (out_sentence(table_words(header.game).cards, seen),)


def _about(screen: TableState, rest: str, _context: Context) -> Reply:
    """Say what a card would do if it was chosen now."""
    header, seen = screen.session.game.header, _seen(screen)
    words = table_words(header.game)
    card = typed_card(words.cards, rest)
    if seen is None or card is None:
        return Refused(_("Say which card, like {example}.").format(example=_about_example(screen)))
    for option in options(screen):
        held = card_of(option)
        if held is not None and (held.rank, held.suit) == card:
            first = steps_of(screen.session, option)[0]
            if first not in header.rules.legal_actions(screen.session.state):
                return (words.refusal(seen),)
            names = names_at_table(header)
            outlook = words.outlook_sentence(seen, option, names, SPOKEN)
            note = words.ability_note(seen, option)
            return tuple(one for one in (outlook, note) if one)
    return Refused(_("You have no {card} to choose.").format(card=rest))


def _about_example(screen: TableState) -> str:
    words = table_words(screen.game_name).cards
    return f"7{words.letters()[0]}"


HAND = Command(lambda: pgettext("command", "hand"), N_("hear your cards"), _hand)


TRICK = _say(lambda: pgettext("command", "trick"), N_("hear what lies on the table"), _trick)


DECREE = _say(
    lambda: pgettext("command", "decree"), N_("hear the decree, and what is trump"), _decree
)


SCORE = _say(lambda: pgettext("command", "score"), N_("hear how far the game is"), _score)


ABOUT = Command(
    lambda: pgettext("command", "about"), N_("before a card: hear what it would do"), _about
)


OUT = Command(
    lambda: pgettext("command", "out"), N_("hear which cards are out, a house rule"), _out
)


def open_commands(screen: TableState) -> tuple[Command, ...]:
    """Return the commands about what lies open at a table."""
    board = spoken_words(screen.game_name).board
    told = () if board is None else (_say(board.word, board.meaning, _board),)
    return (*told, TRICK, DECREE, SCORE)
