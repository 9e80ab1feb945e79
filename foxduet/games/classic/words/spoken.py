"""What the original game tells in words where there is no screen: tricks, points, ranks."""

from __future__ import annotations

from foxduet.core.common import Seat, trick_number
from foxduet.core.errors import N_
from foxduet.games.classic.rules.cards import RANKS, Card, Suit
from foxduet.games.classic.rules.observation import Observation
from foxduet.games.classic.rules.scoring import band_of
from foxduet.games.classic.rules.state import TRICKS, GameState
from foxduet.games.classic.words.choices import ability_now
from foxduet.games.classic.words.names import ability_sentence, band_name, reference_notes
from foxduet.games.classic.words.story import outcome_sentence, round_sum
from foxduet.play.game import Names
from foxduet.words.i18n import _, ngettext
from foxduet.words.people import fill
from foxduet.words.spoken import SpokenWords


def _standing(moment: GameState | Observation, names: Names) -> tuple[str, ...]:
    table = moment.table
    points = round_sum(moment, names) + "."
    if not table.round:
        return _("Before the first deal."), points
    far = _("Round {round}, trick {trick} of {tricks}.").format(
        round=table.round, trick=trick_number(table.tricks_done, table.trick), tricks=TRICKS
    )
    tricks = []
    for seat in Seat:
        count = table.tricks[seat]
        sentence = ngettext(
            "{name} {name:has|have} {count} trick: {band}.",
            "{name} {name:has|have} {count} tricks: {band}.",
            count,
        )
        band = band_name(band_of(count))
        tricks.append(fill(sentence, name=names[seat], count=count, band=band))
    return (far, *tricks, points)


def _reference() -> tuple[str, ...]:
    cards = [Card.of(Suit.BELLS, rank) for rank in RANKS]
    lines = [
        _("{rank}: {sentence}").format(rank=card.rank, sentence=ability_sentence(card))
        for card in cards
    ]
    return (*lines, *reference_notes())


_HEARD = {N_("you sit on the left, against"): N_("you play against")}

SPOKEN = SpokenWords(
    standing=_standing,
    reference=_reference,
    heard=_HEARD,
    outcome=outcome_sentence,
    ability_now=ability_now,
    tally=lambda state: ((_("Tricks"), *state.table.tricks),),
)
