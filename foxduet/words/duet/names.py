"""Names of cards, suits and abilities, and the sentences of every choice, for players."""

from __future__ import annotations

from typing import TypeAlias

from foxduet.rules.common import Exchange, Seat, follow_wins
from foxduet.rules.duet.actions import Choice, Forest
from foxduet.rules.duet.board import ForestPath, Landed, Landing, Overrun, possible_moves
from foxduet.rules.duet.cards import Ability, Card, Suit, must_follow
from foxduet.rules.duet.observation import Observation
from foxduet.rules.duet.state import Table
from foxduet.rules.errors import N_
from foxduet.words.i18n import _, ngettext

Names: TypeAlias = tuple[str, str]
"""What the players are called, p1 first."""

_CARD_NAMES = {
    Suit.DOVES: N_("{rank} of Doves"),
    Suit.ROSES: N_("{rank} of Roses"),
    Suit.STARS: N_("{rank} of Stars"),
}
_SUIT_LETTERS = {Suit.DOVES: N_("d"), Suit.ROSES: N_("r"), Suit.STARS: N_("s")}
_TRUMPS = {
    Suit.DOVES: N_("Doves are trump"),
    Suit.ROSES: N_("Roses are trump"),
    Suit.STARS: N_("Stars are trump"),
}
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
_PLAIN_CARD = N_("No ability; only its rank and its paws count.")
_MUST_FOLLOW = {
    Suit.DOVES: N_("You hold Doves, and a Dove was led: play a Dove."),
    Suit.ROSES: N_("You hold Roses, and a Rose was led: play a Rose."),
    Suit.STARS: N_("You hold Stars, and a Star was led: play a Star."),
}
_FOLLOW_PROMPTS = {
    Suit.DOVES: N_("{name}, follow with a Dove."),
    Suit.ROSES: N_("{name}, follow with a Rose."),
    Suit.STARS: N_("{name}, follow with a Star."),
}


def card_name(card: Card) -> str:
    """Return a card's name, like "7 of Doves"."""
    return _(_CARD_NAMES[card.suit]).format(rank=card.rank)


def suit_letter(suit: Suit) -> str:
    """Return the letter that stands for a suit beside its glyph."""
    return _(_SUIT_LETTERS[suit])


def trump_phrase(suit: Suit) -> str:
    """Say which suit is trump."""
    return _(_TRUMPS[suit])


def ability_name(card: Card) -> str:
    """Return the name of a card's ability, empty if it has none."""
    return _(_ABILITY_NAMES[card.ability]) if card.ability else ""


def card_text(card: Card) -> str:
    """Return a card's ability in a few words, empty if it has none."""
    return _(_CARD_TEXTS[card.ability]) if card.ability else ""


def ability_sentence(card: Card) -> str:
    """Say in a sentence what a card does."""
    return _(_ABILITY_SENTENCES[card.ability] if card.ability else _PLAIN_CARD)


def level_phrase(level: int) -> str:
    """Name a level and its forest."""
    phrases = {
        1: N_("Level 1: the long path, 4 forest tokens"),
        2: N_("Level 2: a shorter path, 3 forest tokens"),
        3: N_("Level 3: the short path, and more gems"),
    }
    return _(phrases[level])


_PARTNER_NAMES = {"novice": N_("Novice"), "steady": N_("Steady"), "expert": N_("Expert")}
_PARTNER_PHRASES = {
    "novice": N_("Plays quickly, and not too well"),
    "steady": N_("Plays quickly, by rules of thumb"),
    "expert": N_("Takes its time, and plays best"),
}


def partner_name(kind: str) -> str:
    """Return what a kind of partner is called at the table."""
    return _(_PARTNER_NAMES[kind]) if kind in _PARTNER_NAMES else kind.capitalize()


def partner_phrase(partner: str | None) -> str:
    """Say how a partner plays; None is a person at the same keyboard."""
    if partner is None:
        return _("Two people, who pass the keyboard")
    kind = partner.partition(":")[0]
    return _(_PARTNER_PHRASES[kind]) if kind in _PARTNER_PHRASES else ""


def must_follow_sentence(lead: Card) -> str:
    """Say why a card of another suit than the led one may not be played (R4.2)."""
    return _(_MUST_FOLLOW[lead.suit])


def prompt(observation: Observation, names: Names) -> str:
    """Say what the seat of ``observation``, which must act, is to do."""
    pending, name = observation.table.pending, names[observation.seat]
    partner = names[observation.seat.other]
    assert pending is not None, "someone who must act has a decision"
    match pending.choice:
        case Choice.FOXES:
            return _("{name}, who may swap the decree?").format(name=name)
        case Choice.EXCHANGE:
            return _("{name}, swap the decree with a card?").format(name=name)
        case Choice.GIVE:
            return _("{name}, choose the card to give to {partner}.").format(
                name=name, partner=partner
            )
        case Choice.MOVE:
            return _("{name}, where should the fox go?").format(name=name)
        case _:
            return _play_prompt(observation, name)


def _play_prompt(observation: Observation, name: str) -> str:
    lead = observation.table.trick.lead if observation.table.trick else None
    if lead is None:
        return _("{name}, lead any card.").format(name=name)
    if must_follow(observation.hand, lead):
        return _(_FOLLOW_PROMPTS[lead.suit]).format(name=name)
    if lead.ability is Ability.ROYAL_HEIR:
        return _("{name}, a Royal Heir was led: follow with any card.").format(name=name)
    return _("{name}, you cannot follow suit: play any card.").format(name=name)


def waiting_prompt(table: Table, names: Names) -> str:
    """Say to the whole table whose turn it is, and for what."""
    pending = table.pending
    assert pending is not None, "a game that is not over has a decision"
    assert pending.seat is not None, "the table waits for one seat"
    name = names[pending.seat]
    match pending.choice:
        case Choice.FOXES:
            return _("{name} names who may swap the decree.").format(name=name)
        case Choice.EXCHANGE:
            return _("{name} may swap the decree.").format(name=name)
        case Choice.GIVE:
            return _("{name} chooses a card to give.").format(name=name)
        case Choice.MOVE:
            return _("{name} won the trick and chooses where the fox goes.").format(name=name)
        case _ if table.trick is not None and table.trick.lead is not None:
            return _("{name}, it is your turn to follow.").format(name=name)
        case _:
            return _("{name}, it is your turn to lead.").format(name=name)


def naming_sentence(named: str) -> str:
    """Say what naming a player for Foxes means."""
    return _("{name} may swap a card in hand with the decree, or keep it.").format(name=named)


def give_sentence(partner: str) -> str:
    """Say what giving a card for a Gift means."""
    return _("{name} gets this card, and you get one that {name} chooses unseen.").format(
        name=partner
    )


def keep_label() -> str:
    """Return the choice to keep the decree, in a few words."""
    return _("Keep the decree")


def forest_label(name: str) -> str:
    """Return the choice of the end of the path that is ``name``'s, in a few words."""
    return _("{name}'s end").format(name=name)


def forest_sentence(action: Forest, path: ForestPath) -> str:
    """Say what a forest token at an end would do."""
    space = path.end_space(action.end)
    _shorter, slide = path.cover(action.end)
    if not slide.gems:
        return _("The token would cover space {space}, where no gem lies.").format(space=space)
    return ngettext(
        "The token would cover space {space}; its gem would slide to space {to}.",
        "The token would cover space {space}; its {gems} gems would slide to space {to}.",
        slide.gems,
    ).format(space=space, to=slide.to, gems=slide.gems)


def move_label(steps: int, arrows: tuple[str, str]) -> str:
    """Return a move in a few characters: an arrow toward an end and the number of spaces."""
    if not steps:
        return _("stay")
    end = Seat.P2 if steps > 0 else Seat.P1
    return f"{arrows[end]} {abs(steps)}"


def move_sentence(steps: int, table: Table, names: Names) -> str:
    """Say where a move leads, and what would be found there."""
    match table.path.landing(steps):
        case Overrun(end) if table.reserve:
            return _(
                "Beyond {name}'s end: back to the start; a forest token covers space {space}."
            ).format(name=names[end], space=table.path.end_space(end))
        case Overrun(end):
            return _("Beyond {name}'s end, with no forest token left: the game is lost.").format(
                name=names[end]
            )
        case Landed(space, True) if steps:
            return _("To space {space}, where a gem lies.").format(space=space)
        case Landed(space, True):
            return _("The fox stays on space {space} and finds a gem.").format(space=space)
        case Landed(space, _) if steps:
            return _("To space {space}, where no gem lies.").format(space=space)
        case Landed(space, _):
            return _("The fox stays on space {space}, where no gem lies.").format(space=space)


def exchange_sentence(action: Exchange[Card], decree: Card) -> str:
    """Say what an exchange of the decree would do."""
    if action.card is None:
        return _("The {card} stays the decree.").format(card=card_name(decree))
    return _("You take the {old}; the {new} becomes the decree.").format(
        old=card_name(decree), new=card_name(action.card)
    )


def follow_outlook(table: Table, follow: Card) -> tuple[Seat, tuple[Landing, ...]]:
    """Work out who would win with ``follow``, as trump stands, and the winner's landings."""
    assert table.trick is not None, "a card was led"
    assert table.trick.lead is not None, "a card was led"
    assert table.decree is not None, "a round is under way"
    lead, leader = table.trick.lead, table.trick.leader
    winner = leader.other if follow_wins(lead, follow, table.decree.suit) else leader
    moves = possible_moves(lead, follow, winner)
    return winner, tuple(table.path.landing(steps) for steps in moves)


def follow_sentence(table: Table, follow: Card, names: Names) -> str:
    """Say what following with a card would lead to."""
    winner, landings = follow_outlook(table, follow)
    name = names[winner]
    if follow.ability is Ability.FOXES:
        return _("Foxes come first; if the trump stays as it is, {name} would win.").format(
            name=name
        )
    if len(landings) > 1:
        places = ", ".join(dict.fromkeys(_place(landing) for landing in landings))
        return _("{name} would win and choose among: {places}.").format(name=name, places=places)
    match landings[0]:
        case Overrun() if table.reserve:
            return _(
                "{name} would win; the fox would run off the path: a token lost, no gem."
            ).format(name=name)
        case Overrun():
            return _("{name} would win; the fox would run off the path: the game is lost.").format(
                name=name
            )
        case Landed(space, True):
            return _("{name} would win; the fox would find a gem on space {space}.").format(
                name=name, space=space
            )
        case Landed(space, _):
            return _("{name} would win; the fox would find nothing on space {space}.").format(
                name=name, space=space
            )


def _place(landing: Landing) -> str:
    match landing:
        case Overrun():
            return _("off the path")
        case Landed(space, True):
            return _("{space} (gem)").format(space=space)
        case Landed(space, _):
            return str(space)
