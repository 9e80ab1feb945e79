"""What can be said at any table in words: questions about what is there, and choices by name."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from foxduet.core.common import Exchange, Play, Seat, card_of
from foxduet.core.errors import N_, NC_
from foxduet.core.frozen import replace
from foxduet.play.game import Header
from foxduet.play.table import observed, steps_of
from foxduet.ui.kit.keys import ENTER
from foxduet.ui.kit.screen import Context
from foxduet.ui.plain.told import (
    told_board,
    told_decree,
    told_hand,
    told_options,
    told_standing,
    told_trick,
)
from foxduet.ui.plain.voice import (
    Command,
    Form,
    Refused,
    Reply,
    number_form,
    number_in,
    numbered,
    press_key,
    pressed,
    told_choices,
    voice_of,
)
from foxduet.ui.reader import Readable
from foxduet.ui.table.keys import is_team_choosing
from foxduet.ui.table.moves import options
from foxduet.ui.table.parts import HOUSE_KEY, HOUSE_MEMORY
from foxduet.ui.table.state import Choosing, GameOver, RoundEnd, TableState
from foxduet.words.cards import CardWords
from foxduet.words.common import table_words
from foxduet.words.glyphs import SPOKEN
from foxduet.words.i18n import _
from foxduet.words.people import names_at_table
from foxduet.words.spoken import (
    SpokenWords,
    by_suits,
    empty_words,
    full_name,
    out_sentence,
    plain_text,
    spoken_tokens,
    spoken_words,
    typed_card,
    typed_number,
)
from foxduet.words.text import capitalised


def choose_option(screen: TableState, said: str, question: str, context: Context) -> Reply | None:
    """Do the option that a number or the name of a card stands for, or say what is asked."""
    if isinstance(screen.shows, RoundEnd) and not is_team_choosing(screen):
        return Refused(question) if names_option(screen.game_name, said) else None
    at = option_said(screen.game_name, options(screen), said, question)
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
    is_card = typed_card(table_words(game).cards, said) is not None
    return is_card or typed_number(said) is not None


def option_said(game: str, every: Sequence[Any], said: str, question: str) -> int | Refused | None:
    """Return which option a number, of those that are no cards, or the name of a card means.

    Where no card is to be chosen, one is answered with the question.
    """
    others = [at for at, option in enumerate(every) if card_of(option) is None]
    number = number_in(said, len(others))
    if others and number is not None:
        return others[number] if isinstance(number, int) else number
    words = table_words(game).cards
    card = typed_card(words, said)
    if len(others) == len(every):
        return None if card is None else Refused(question)
    if card is None and (number is not None or said[:1].isdecimal()):
        letters = ", ".join(
            _("{letter} for {suit}").format(letter=letter, suit=suit)
            for letter, suit in zip(words.letters(), words.suits(), strict=True)
        )
        return Refused(_("Say a card by its rank and its suit: {letters}.").format(letters=letters))
    held = ((at, card_of(option)) for at, option in enumerate(every))
    found = (at for at, one in held if one is not None and (one.rank, one.suit) == card)
    return None if card is None else next(found, _not_held(words, card))


def option_labels(screen: TableState, _context: Context) -> list[str]:
    """Return what the options are called that are no cards."""
    if isinstance(screen.shows, GameOver):
        return [capitalised(_(label)) for label, _end in screen.endings]
    header = screen.session.game.header
    words, names = table_words(header.game).choices, names_at_table(header)
    return [capitalised(words.option_phrase(one, names)) for one in _not_cards(screen)]


def option_words(screen: TableState) -> list[str]:
    """Return other words for these options: for nothing, for oneself, for the other player."""
    session, side_of = screen.session, table_words(screen.game_name).choices.side_of
    own, said = session.viewer if session.person is None else session.person, []
    for option in [] if isinstance(screen.shows, GameOver) else _not_cards(screen):
        words, side = (
            _("no none nothing pass") if isinstance(option, Exchange) else "",
            side_of(option),
        )
        if side is not None and own is not None:
            words = _("me myself self my mine") if side is own else _("partner other")
        said.append(plain_text(words))
    return said


def _not_cards(screen: TableState) -> list[Any]:
    """Return the options that are no cards, if anything is to be chosen."""
    is_asked = isinstance(screen.shows, Choosing) or is_team_choosing(screen)
    return [one for one in options(screen) if card_of(one) is None] if is_asked else []


def _cards_allowed(screen: TableState) -> list[Any]:
    """Return the cards among the options that the rules allow."""
    session, rules = screen.session, screen.session.game.rules
    legal = rules.legal_actions(session.state)
    every = [one for one in options(screen) if steps_of(session, one)[0] in legal]
    return [card for one in every if (card := card_of(one)) is not None]


def choices_of(screen: TableState, question: str, context: Context) -> tuple[str, ...]:
    """Tell a question with its choices; of cards nothing that only one of two may hear."""
    if isinstance(screen.shows, GameOver):
        return (*numbered(option_labels(screen, context)),)
    is_asked = isinstance(screen.shows, Choosing) and not context.options.headphones
    cards = _cards_allowed(screen) if is_asked else []
    numbers = told_options(screen, question) if _not_cards(screen) else ()
    return (*numbers, *cards_sentence(screen.game_name, cards))


def cards_sentence(game: str, cards: Sequence[Any]) -> tuple[str, ...]:
    """Say which cards can be chosen, if any."""
    words, sentence = table_words(game).cards, _("You can choose: {cards}.")
    return (sentence.format(cards=by_suits(words, cards)),) if cards else ()


def only_card(screen: TableState, context: Context) -> Any:
    """Return the card that is the only choice, if that may be said aloud; else None."""
    is_asked = isinstance(screen.shows, Choosing) and not context.options.headphones
    if not is_asked or _not_cards(screen):
        return None
    cards = _cards_allowed(screen)
    return cards[0] if len(cards) == 1 else None


def with_only_card(question: str, screen: TableState, context: Context) -> str:
    """Return a question, with the card that Enter plays if it is the only choice."""
    card = only_card(screen, context)
    if card is None:
        return question
    sentence = _("{question} Press Enter for the {card}.")
    name = table_words(screen.game_name).cards.card_name(card)
    return sentence.format(question=question, card=name)


def play_only_card(screen: TableState, context: Context) -> Reply | None:
    """Play the card that is the only choice, if there is one."""
    card = only_card(screen, context)
    cards = [card_of(option) for option in options(screen)]
    return None if card is None else _chosen(screen, cards.index(card), context)


OPTIONS = Command(
    NC_("command", "options"),
    N_("hear what you can choose"),
    lambda screen, _rest, context: told_choices(screen, voice_of(screen), context),
    N_("can I, choices, I have to, must I, whose turn, my turn, who leads"),
)


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

    also = N_("my cards, i have, have i, i hold")
    return Command(NC_("command", "hand"), N_("hear your cards"), reply, also)


def _out(screen: TableState, _rest: str, _context: Context) -> Reply:
    return (out_sentence(table_words(screen.game_name).cards, _seen(screen)),)


def _about(screen: TableState, rest: str, _context: Context) -> Reply:
    """Say what is on a card that lies in sight, and what it would do if it was chosen now."""
    header, seen = screen.session.game.header, _seen(screen)
    words, spoken = table_words(header.game), spoken_words(header.game)
    named = typed_card(words.cards, rest)
    kinds = _told_kinds(spoken, rest, typed_number(rest) if named is None else named[0])
    if named is None and kinds:
        return kinds
    if seen is None or named is None:
        example = f"7{words.cards.letters()[0]}"
        return Refused(_("Say which card, like {example}.").format(example=example))
    trick = seen.table.trick
    in_sight = (*seen.hand, *(() if trick is None else trick.cards), seen.table.decree)
    card = next((one for one in in_sight if (one.rank, one.suit) == named), None)
    if card is None:
        return kinds or _not_held(words.cards, named)
    said = [f"{full_name(words.cards, card)}. {spoken.marks((card,))}".rstrip()]
    ability = spoken.ability_now(seen, card) if card.ability is not None else ""
    option = next((one for one in options(screen) if card_of(one) == card), None)
    if option is not None and screen.looks_ahead:
        if steps_of(screen.session, option)[0] in header.rules.legal_actions(screen.session.state):
            said.append(words.outlook_sentence(seen, option, names_at_table(header), SPOKEN))
            said.append(words.ability_note(seen, option))
            ability = "" if isinstance(option, Play) else ability
        else:
            said.append(words.refusal(seen))
    return tuple(filter(None, dict.fromkeys((*said, ability))))


def _told_kinds(words: SpokenWords, said: str, rank: int | None) -> tuple[str, ...]:
    """Tell what the cards of a rank do, or those whose ability is named."""
    named = {*spoken_tokens(said)} - empty_words()
    return tuple(
        line
        for line in words.reference()
        if spoken_tokens(line)[0] == str(rank) or named & {*map(plain_text, _names_in(line))}
    )


def _names_in(line: str) -> list[str]:
    """Return the words with a capital letter, such as names of abilities."""
    return [word for word in re.findall(r"[^\W\d_]+", line) if word[0].isupper()]


def _not_held(words: CardWords[Any], card: tuple[int, int]) -> Refused:
    return Refused(
        _("You have no {card}.").format(card=_(words.cards[card[1]]).format(rank=card[0]))
    )


HAND = hand_command(lambda screen, seat: told_hand(screen.session, seat))
ABOUT = Command(
    NC_("command", "about"),
    N_("with a card behind it, hear what that would do"),
    _about,
    N_("what does, what would, what if, what happens, what about, what is a"),
)
UNDO = press_key(
    NC_("command", "undo"), N_("take back your last choice"), "u", N_("take back, take it back")
)
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

    def telling(
        name: str, meaning: str, tell: Callable[[Header, Any], Sequence[str]], also: str
    ) -> Command:
        return Command(name, meaning, lambda now, _rest, _context: tuple(tell(*shown(now))), also)

    board = spoken_words(screen.game_name).board
    return (
        *(() if board is None else (telling(board.name, board.meaning, told_board, board.also),)),
        telling(
            TRICK,
            N_("hear what lies on the table"),
            lambda header, state: (told_trick(header, state),),
            N_("table, led, played"),
        ),
        telling(
            NC_("command", "decree"),
            N_("hear the decree, and what is trump"),
            lambda header, state: (told_decree(header, state),),
            N_("trump, trumps"),
        ),
        telling(
            NC_("command", "score"),
            N_("hear how far the game is"),
            told_standing,
            N_("points, tricks, tokens, how many tricks, how many points, what round, which round"),
        ),
    )
