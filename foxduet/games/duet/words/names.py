"""Names and signs of cards, suits and abilities, and the names of choices."""

from __future__ import annotations

from typing import assert_never

from foxduet.core.cards import Exchange, Play, Seat, has_suit, trick_number
from foxduet.core.errors import N_
from foxduet.core.lazy_dataclass import dataclass
from foxduet.games.duet.rules.cards import (
    RANKS,
    Ability,
    Card,
    ForestPath,
    Landing,
    LandsOn,
    Overrun,
    Suit,
    must_follow,
)
from foxduet.games.duet.rules.observation import Observation, exchange_outlook, follow_outlook
from foxduet.games.duet.rules.state import (
    ROUNDS,
    TRICKS,
    Action,
    Choice,
    Forest,
    Foxes,
    GameState,
    Give,
    Move,
    Resign,
    Setup,
    Table,
)
from foxduet.play.game import Names
from foxduet.words.game_words import ChoiceWords, PhraseTemplate
from foxduet.words.i18n import _, ngettext, pgettext
from foxduet.words.story import AbilityWords, CardWords, reference_page
from foxduet.words.text import SPOKEN, Glyphs, TextLine, capitalize_first, format_sentence


@dataclass(frozen=True, slots=True)
class DuetGlyphs:
    """Special characters of Duet, each one cell wide.

    tree: a forest token; ``wood`` surrounds a tree that covers a space.
    pictures: the abilities by rank: notes, a fox, a gazelle, a gift, a crown.
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


CARDS = CardWords(
    unicode=UNICODE,
    modern=("▼", "✿", "★"),
    ascii=ASCII,
    cards=(N_("{rank} of Doves"), N_("{rank} of Roses"), N_("{rank} of Stars")),
    trumps=(N_("Doves are trump"), N_("Roses are trump"), N_("Stars are trump")),
    suits=lambda: (_("Doves"), _("Roses"), _("Stars")),
    # Translators: one cell each, no two alike, not even without accents
    letters=lambda: (
        pgettext("letter of Doves", "d"),
        pgettext("letter of Roses", "r"),
        pgettext("letter of Stars", "s"),
    ),
    abilities={
        Ability.MUSICIAN: AbilityWords(
            N_("Musician"),
            N_("winner picks direction"),
            N_("Musician: the trick's winner chooses which way the fox walks."),
        ),
        Ability.FOXES: AbilityWords(
            N_("Foxes"),
            N_("choose who may swap decree"),
            N_("Foxes: choose who may swap the decree for a card in hand."),
        ),
        Ability.GAZELLE: AbilityWords(
            N_("Gazelle"),
            N_("winner may skip paws"),
            N_("Gazelle: the winner may leave out the paws of one card."),
        ),
        Ability.GIFT: AbilityWords(
            N_("Gift"),
            N_("each gives a card unseen"),
            N_("Gift: you each give the other a card, chosen before you see theirs."),
        ),
        Ability.ROYAL_HEIR: AbilityWords(
            N_("Royal Heir"),
            N_("led: any suit may follow"),
            N_("Royal Heir: if you lead it, your partner may play any suit."),
            # Translators: the ability on a card that is too narrow for its whole name
            lambda: pgettext("narrow card", "Heir"),
        ),
    },
    no_ability=N_("No ability: only rank and paws count."),
    value=lambda card, own, shared: own.paw * card.paws or shared.dot,
)
duet_glyphs = CARDS.glyphs
card_name, suit_name, ability_name = CARDS.card_name, CARDS.suit_name, CARDS.ability_name
ability_sentence = CARDS.ability_sentence

_TIMED_ABILITIES = {
    Ability.MUSICIAN: N_("Musician, after the trick: the winner chooses which way the fox walks."),
    Ability.FOXES: N_(
        "Foxes, when played: you choose who may swap the decree for a card in hand. A new trump "
        "already counts for this trick."
    ),
    Ability.GAZELLE: N_("Gazelle, after the trick: the winner may leave out the paws of one card."),
    Ability.GIFT: N_(
        "Gift, when played: you each give the other a card, chosen before you see theirs."
    ),
    Ability.ROYAL_HEIR: N_("Royal Heir, when led: your partner may play any suit."),
}
_LEVEL_PHRASES = {
    1: N_("the long path, 4 forest tokens"),
    2: N_("a shorter path, 3 forest tokens"),
    3: N_("the shorter path, with more gems"),
}


def timed_ability(card: Card) -> str:
    """Describe a card's ability and when it applies; empty without an ability."""
    return _(_TIMED_ABILITIES[card.ability]) if card.ability else ""


def table_signs(glyphs: Glyphs) -> tuple[str, ...]:
    """Return the signs on the table, each with its meaning."""
    game_glyphs, fox = duet_glyphs(glyphs), glyphs.pieces[-1][0]
    signs = (
        (game_glyphs.gem, _("a gem")),
        (fox, _("the fox")),
        (game_glyphs.paw, _("a paw: one space")),
        (f"{game_glyphs.wood}{game_glyphs.tree}{game_glyphs.wood}", _("covered by a forest token")),
        ("+", _("a gem appears here after the round")),
        ("[6]", _("the start")),
    )
    return tuple(map(" ".join, signs))


def lead_signs(glyphs: Glyphs) -> tuple[str, ...]:
    """Return the signs of a lead's reach, with their meaning."""
    meaning = _("how far the card you lead could take the fox")
    return (f"{''.join(glyphs.toward)} {meaning}",)


def setup_label(setup: Setup) -> str:
    """Return a game's setup in two words."""
    return capitalize_first(_("level {level}").format(level=setup.level))


def setup_phrase(setup: Setup) -> str:
    """Describe a game's setup, for the form of a new game."""
    if setup.own_board is not None:
        return _("your own board; the level still sets the score")
    return _(_LEVEL_PHRASES[setup.level])


def progress(state: GameState) -> str:
    """Return round and trick, for the top row."""
    table = state.table
    if not table.round:
        return _("Before the first deal")
    sentence = _("Round {round} of {rounds}   Trick {trick} of {tricks}")
    if table.tricks_done == TRICKS:
        sentence = _("Round {round} of {rounds}   All tricks played")
    return sentence.format(
        round=table.round,
        rounds=ROUNDS,
        trick=trick_number(table.tricks_done, table.trick),
        tricks=TRICKS,
    )


def standing(state: GameState, glyphs: Glyphs) -> str:
    """Return the gems and forest tokens left, for the top row."""
    table = state.table
    tokens = duet_glyphs(glyphs).tree * table.reserve or "0"
    sentence = _("Gems left {gems}   Forest tokens {tokens}")
    return sentence.format(gems=table.path.gems_left, tokens=tokens)


def reference(width: int, glyphs: Glyphs) -> list[TextLine]:
    """Return the abilities and paws of all ranks, wrapped to ``width`` columns."""
    paw = duet_glyphs(glyphs).paw
    cards = [Card.of(Suit.DOVES, rank) for rank in RANKS]
    rows = [
        (f"{card.rank:>3}   {paw * card.paws or glyphs.dot:<4}  ", timed_ability(card))
        for card in cards
    ]
    note = _(
        "All suits have the same cards. The fox walks toward the trick's winner, one space for "
        "every paw on the two cards."
    )
    return reference_page(_("Rank  Paws  Ability"), rows, [note], width)


PUZZLE_KINDS = {
    "gem": N_("finding gems"),
    "ends": N_("keeping off the ends of the path"),
    "token": N_("when to spend tokens"),
    "finish": N_("finishing in this round"),
    "trump": N_("choosing the trump"),
    "give": N_("what to give"),
    "move": N_("where the fox should go"),
    "card": N_("which card to play"),
}
"""Topics of puzzles by kind."""


# A prompt for each suit, in order.
_FOLLOW_PROMPTS = (
    N_("{name}, follow with a Dove."),
    N_("{name}, follow with a Rose."),
    N_("{name}, follow with a Star."),
)


_MOVE_SENTENCES = {
    (True, True): N_("To space {space}, which has a gem."),
    (True, False): N_("To space {space}, which has no gem."),
    (False, True): N_("The fox stays on space {space} and finds a gem."),
    (False, False): N_("The fox stays on space {space}, which has no gem."),
}
"""Sentences for a move on the path, by whether the fox moves and whether it finds a gem."""


def end_toward(steps: int) -> Seat:
    """Return whose end of the path a move of ``steps`` leads toward."""
    return Seat.P2 if steps > 0 else Seat.P1


def _name_own(action: Foxes | Give | Move | Forest | Resign, names: Names) -> PhraseTemplate:
    match action:
        case Give(_, card):
            return "{card}", N_("giving the {card}"), {"card": card_name(card)}
        case Foxes(seat, swapper) if swapper is seat:
            return (
                N_("{name:let * swap|swap yourself}"),
                N_("{name:letting * swap|swapping yourself}"),
                {"name": names[swapper]},
            )
        case Foxes(_, swapper):
            return N_("let {name} swap"), N_("letting {name} swap"), {"name": names[swapper]}
        case Move(_, 0):
            return N_("stay"), N_("staying"), {}
        case Move(_, 1 | -1 as step):
            phrases = (
                N_("one step toward {name}"),
                N_("going one step toward {name:*'s|your} end"),
            )
            return *phrases, {"name": names[end_toward(step)]}
        case Move(_, steps):
            return (
                N_("{steps} steps toward {name}"),
                N_("going {steps} steps toward {name:*'s|your} end"),
                {"steps": abs(steps), "name": names[end_toward(steps)]},
            )
        case Forest(end):
            phrases = N_("{name:*'s|your} end"), N_("covering {name:*'s|your} end")
            return *phrases, {"name": names[end]}
        case Resign():
            return N_("resign"), N_("resigning"), {}
        case _:
            assert_never(action)


def _side_of(action: Action) -> Seat | None:
    match action:
        case Foxes(_, side) | Forest(side):
            return side
        case Move(_, steps) if steps:
            return end_toward(steps)
        case _:
            return None


def _ask_to_follow(observation: Observation, lead: Card) -> str:
    """Return the prompt to follow, marked for translation."""
    if must_follow(observation.hand, lead):
        return _FOLLOW_PROMPTS[lead.suit]
    if lead.ability is Ability.ROYAL_HEIR:
        return N_("{name}, a Royal Heir was led: play any card.")
    if len(observation.hand) == 1:
        return N_("{name}, play your last card.")
    if has_suit(observation.hand, observation.table.trump):
        return N_("{name}, you can't follow suit: trump, or discard a card.")
    return N_("{name}, you can't follow suit: discard a card.")


CHOICES = ChoiceWords(
    card_name,
    _name_own,
    prompts={
        Choice.FOXES: N_("Who may swap?"),
        Choice.EXCHANGE: N_("{name}, swap the decree for a card?"),
        Choice.GIVE: N_("{name}, choose a card to give {partner}."),
        Choice.MOVE: N_("{name}, where to?"),
    },
    waiting_prompts={
        Choice.FOXES: N_("{name} {name:chooses|choose} who may swap the decree."),
        Choice.EXCHANGE: N_("{name} may swap the decree."),
        Choice.GIVE: N_("{name} {name:chooses|choose} a card to give."),
        Choice.MOVE: N_("{name} won the trick and {name:chooses|choose} where the fox goes."),
    },
    open_prompts={Choice.MOVE: N_("{name} won the trick. {name}, where to?")},
    named_prompts={Choice.FOXES: N_("{name}, who may swap the decree?")},
    ask_to_follow=_ask_to_follow,
    side_of=_side_of,
)
option_phrase, choice_phrase = CHOICES.option_phrase, CHOICES.choice_phrase
choice_subject = CHOICES.choice_subject


def option_label(
    view: GameState | Observation, option: Action, names: Names, glyphs: Glyphs
) -> str:
    """Return a button label for an option that is not a card."""
    path = view.table.path
    match option:
        case Foxes(_, swapper):
            return names[swapper]
        case Exchange():
            return capitalize_first(_("keep the decree"))
        case Move(_, steps):
            return place_phrase(path.landing(steps), path, glyphs)
        case Forest():
            return capitalize_first(option_phrase(option, names))
        case _:
            raise AssertionError("all other options are cards")


def outlook_sentence(observation: Observation, option: Action, names: Names, glyphs: Glyphs) -> str:
    """Describe the effect of an option, or the reason why it is illegal."""
    table = observation.table
    assert table.decree is not None, "a round is under way"
    match option:
        case Play() if table.lead is not None and option not in observation.choices:
            return refusal(observation)
        case Play(_, card) if table.lead is not None and card.ability is Ability.FOXES:
            winner, _landings = follow_outlook(table, card)
            sentence = _("Foxes first; if trump stays the same, {name} would win.")
            return format_sentence(sentence, name=names[winner])
        case Play(_, card) if table.lead is not None:
            return _trick_sentence(follow_outlook(table, card), table, names, glyphs)
        case Play(_, card):
            return ability_now(observation, card)
        case Foxes(_, swapper):
            own_count, partner_count = len(observation.hand), observation.partner_cards
            sentence = _("{name} {name:has|have} no card left to swap.")
            if own_count if swapper is observation.seat else partner_count:
                sentence = _("{name} may swap the decree for a card in hand, or leave it.")
            return format_sentence(sentence, name=names[swapper])
        case Exchange(_, card) if (outlook := exchange_outlook(table, card)) is not None:
            return _trick_sentence(outlook, table, names, glyphs)
        case Exchange(_, None):
            return _("The {card} stays the decree.").format(card=card_name(table.decree))
        case Exchange(_, card) if card is not None:
            sentence = _("You take the {old}; the {new} becomes the decree.")
            return sentence.format(old=card_name(table.decree), new=card_name(card))
        case Move(_, steps):
            return _move_sentence(steps, table, names)
        case _:
            sentence = _("You give {name} this card and get one back, sight unseen.")
            return format_sentence(sentence, name=names[observation.seat.other])


def ability_note(observation: Observation, option: Action) -> str:
    """Describe the ability of a card that would follow; empty for all others."""
    if isinstance(option, Play) and option.card.ability and observation.table.lead is not None:
        return ability_now(observation, option.card)
    return ""


def ability_now(observation: Observation, card: Card) -> str:
    """Describe the effect of a card of the hand if it is played now (R5)."""
    match card.ability:
        case Ability.GIFT if len(observation.hand) == 1 or not observation.partner_cards:
            return _("Gift: nobody has a card left to give.")
        case Ability.FOXES if len(observation.hand) == 1 and not observation.partner_cards:
            return _("Foxes: nobody has a card left to swap with the decree.")
        case _:
            return ability_sentence(card)


def refusal(observation: Observation) -> str:
    """Explain why a card that does not follow suit is illegal (R4.2)."""
    lead = observation.table.lead
    assert lead is not None, "only a follower is bound to a suit"
    count = sum(card.suit is lead.suit for card in observation.hand)
    sentences = (
        ngettext(
            "You hold a Dove, and a Dove was led: play it.",
            "You hold Doves, and a Dove was led: play a Dove.",
            count,
        ),
        ngettext(
            "You hold a Rose, and a Rose was led: play it.",
            "You hold Roses, and a Rose was led: play a Rose.",
            count,
        ),
        ngettext(
            "You hold a Star, and a Star was led: play it.",
            "You hold Stars, and a Star was led: play a Star.",
            count,
        ),
    )
    return sentences[lead.suit]


def team_question(two_people: bool) -> str:
    """Ask where the forest token goes."""
    if two_people:
        return _("Choose together: at which end does the forest close in?")
    return _("At which end should the forest close in?")


def team_outlook(action: Forest, state: GameState) -> str:
    """Describe the effect of a forest token at an end."""
    space, gems, neighbour = _end_to_cover(action, state)
    sentence = _("The token would cover space {space}, which has no gem.")
    if gems:
        sentence = ngettext(
            "The token would cover space {space}; its gem would slide to space {to}.",
            "The token would cover space {space}; its {gems} gems would slide to space {to}.",
            gems,
        )
    return sentence.format(space=space, to=neighbour, gems=gems)


def forest_question(two_people: bool) -> str:
    """Ask where the forest token goes, at the table."""
    if two_people:
        return _("Together: where does the forest close in?")
    return _("Where does the forest close in?")


def forest_outlook(action: Forest, state: GameState) -> str:
    """Describe the effect of a forest token at an end, at the table."""
    space, gems, neighbour = _end_to_cover(action, state)
    sentence = _("Over space {space}, which has no gem.")
    if gems:
        sentence = ngettext(
            "Over space {space}: its gem would slide to space {to}.",
            "Over space {space}: its {gems} gems would slide to space {to}.",
            gems,
        )
    return sentence.format(space=space, to=neighbour, gems=gems)


def _end_to_cover(action: Forest, state: GameState) -> tuple[int, int, int]:
    """Return the space that a token would cover, its gems, and the space to which they slide."""
    path = state.table.path
    space = path.end_space(action.end)
    return space, path.gems[space - 1], path.cover(action.end).end_space(action.end)


def _move_sentence(steps: int, table: Table, names: Names) -> str:
    match table.path.landing(steps):
        case LandsOn(space, finds_gem):
            return _(_MOVE_SENTENCES[steps != 0, finds_gem]).format(space=space)
        case Overrun(end):
            sentence = _("Off {name:*'s|your} end with no forest token left: the game is lost.")
            if table.reserve:
                sentence = _(
                    "Off {name:*'s|your} end: back to the start; a forest token covers space "
                    "{space}."
                )
            return format_sentence(sentence, name=names[end], space=table.path.end_space(end))


def _trick_sentence(
    outlook: tuple[Seat, tuple[Landing, ...]], table: Table, names: Names, glyphs: Glyphs
) -> str:
    winner, landings = outlook
    places = list(dict.fromkeys(place_phrase(landing, table.path, glyphs) for landing in landings))
    match landings:
        case _ if len(places) > 1:
            sentence = _("{name} would win and choose: {places}.")
        case (LandsOn(space, _gem), *_further) if space == table.path.tracker:
            sentence = _("{name} would win; the fox would {places}.")
        case (LandsOn(), *_further):
            sentence = _("{name} would win; the fox would go to {places}.")
        case _ if table.reserve:
            sentence = _("{name} would win; the fox would run off the path: a token lost, no gem.")
        case _:
            sentence = _("{name} would win; the fox would run off the path: the game is lost.")
    places_text = ", ".join(places)
    if glyphs is SPOKEN and len(places) > 1:
        places_text = _("{before} or {last}").format(before=", ".join(places[:-1]), last=places[-1])
    return format_sentence(sentence, name=names[winner], places=places_text)


def place_phrase(landing: Landing, path: ForestPath, glyphs: Glyphs) -> str:
    """Name where a move leads, with the gem there."""
    gem = _("with a gem") if glyphs is SPOKEN else duet_glyphs(glyphs).gem
    match landing:
        case Overrun():
            return _("off the path")
        case LandsOn(space, True) if space == path.tracker:
            return _("stay on {space} {gem}").format(space=space, gem=gem)
        case LandsOn(space, _) if space == path.tracker:
            return _("stay on {space}").format(space=space)
        case LandsOn(space, True):
            return _("space {space} {gem}").format(space=space, gem=gem)
        case LandsOn(space, _):
            return _("space {space}").format(space=space)


def is_shared(action: Action) -> bool:
    """True if a choice belongs to the whole team."""
    return isinstance(action, Forest | Resign)
