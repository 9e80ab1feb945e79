"""What Duet tells in words where there is no screen: the path, and how far a game is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from foxduet.core.common import Seat, trick_number
from foxduet.core.errors import N_, NC_
from foxduet.games.duet.rules.board import ForestPath
from foxduet.games.duet.rules.cards import RANKS, Card, Suit
from foxduet.games.duet.rules.observation import Observation
from foxduet.games.duet.rules.state import ROUNDS, TRICKS, GameState, Outcome
from foxduet.games.duet.words.choices import ability_now
from foxduet.games.duet.words.names import when_sentence
from foxduet.games.duet.words.story import outcome_sentence
from foxduet.play.game import Names
from foxduet.words.i18n import _, ngettext
from foxduet.words.people import fill
from foxduet.words.spoken import SpokenBoard, SpokenWords


def _path(moment: GameState | Observation, names: Names) -> tuple[str, ...]:
    """Describe the path, and where new gems will lie on it."""
    path, table = moment.table.path, moment.table
    coming = Counter(path.nearest_open(space) for space in table.setup.board.plus)
    if not 0 < table.round < ROUNDS or table.tricks_done == TRICKS or not coming:
        return _way(moment, names)
    sentence = _("New gems come after this round: {spaces}.")
    spaces = _spaces(coming, sorted(coming))
    return (*_way(moment, names), sentence.format(spaces=spaces))


def _way(moment: GameState | Observation, names: Names) -> tuple[str, ...]:
    """Describe the path from where the fox stands, outward to both ends."""
    path = moment.table.path
    here = path.gems[path.tracker - 1]
    fox = (
        ngettext(
            "The fox is on space {space}, which has {count} gem.",
            "The fox is on space {space}, which has {count} gems.",
            here,
        ).format(space=path.tracker, count=here)
        if here
        else _("The fox is on space {space}.").format(space=path.tracker)
    )
    return fox, *[_toward(end, path, names) for end in Seat]


def _toward(end: Seat, path: ForestPath, names: Names) -> str:
    """Say where gems lie on the way to an end, and which space is the last there."""
    last, step = path.end_space(end), 1 if end is Seat.P2 else -1
    spaces = range(path.tracker + step, last + step, step)
    gems = Counter({space: path.gems[space - 1] for space in spaces if path.gems[space - 1]})
    sentence = _("Toward {name}: no gems; the path ends after space {last}.")
    if gems:
        sentence = ngettext(
            "Toward {name}: a gem on {spaces}; the path ends after space {last}.",
            "Toward {name}: gems on {spaces}; the path ends after space {last}.",
            gems.total(),
        )
    return fill(sentence, name=names[end], spaces=_spaces(gems, list(gems)), last=last)


def _spaces(gems: Counter[int], spaces: list[int]) -> str:
    """Return spaces in an order, each with its gems where there are several."""
    several = _("{space} ({count} gems)")
    return ", ".join(
        str(space) if gems[space] == 1 else several.format(space=space, count=gems[space])
        for space in spaces
    )


def _standing(moment: GameState | Observation, _names: Names) -> tuple[str, ...]:
    table = moment.table
    if not table.round:
        far = _("Before the first deal.")
    else:
        far = _("Round {round} of {rounds}, trick {trick} of {tricks}.").format(
            round=table.round,
            rounds=ROUNDS,
            trick=trick_number(table.tricks_done, table.trick),
            tricks=TRICKS,
        )
    gems = table.path.gems_left
    left = ngettext("{gems} gem to find.", "{gems} gems to find.", gems).format(gems=gems)
    tokens = ngettext("{count} forest token left.", "{count} forest tokens left.", table.reserve)
    return far, left, tokens.format(count=table.reserve)


def _reference() -> tuple[str, ...]:
    lines = []
    for rank in RANKS:
        card = Card.of(Suit.DOVES, rank)
        paws = ngettext("{rank}: {count} paw.", "{rank}: {count} paws.", card.paws)
        line = paws.format(rank=rank, count=card.paws)
        lines.append(f"{line} {when_sentence(card)}".rstrip())
    note = _(
        "The same in every suit. The fox walks the paws of both cards, toward the winner's end."
    )
    return (*lines, note)


_BOARD = SpokenBoard(
    NC_("command", "path"),
    N_("hear where the fox and the gems are"),
    N_("gems, gem, fox, board"),
    _path,
)


def _paws(cards: Sequence[Card]) -> str:
    """Say how many paws are on a card, or rank by rank: they are the same in every suit."""
    if len(cards) == 1:
        count = cards[0].paws
        said = ngettext("{count} paw.", "{count} paws.", count).format(count=count)
        return said if count else _("No paws.")
    paws = {card.rank: card.paws for card in cards}
    each = _("{count} on the {rank}").format
    said = ", ".join(each(count=paws[rank], rank=rank) for rank in sorted(paws))
    return _("Paws: {cards}.").format(cards=said)


_HEARD = {
    N_("(the space in square brackets)"): N_("(the space where it stood first)"),
    N_("every space marked + gets another gem"): N_(
        "certain spaces get another gem (say path to hear which)"
    ),
    N_("open the card reference instead of asking"): N_("say cards instead of asking"),
    N_("you sit at the left end, beside"): N_("you play with"),
    N_("p asks your partner, who judges"): N_("say ask for what your partner thinks, who judges"),
}


def _outcome(state: GameState, names: Names) -> str:
    """Say how a game ended; that the fox is lost is said of its last walk already."""
    is_lost = state.table.outcome is Outcome.LOST
    return _("The game is lost.") if is_lost else outcome_sentence(state, names)


SPOKEN = SpokenWords(
    standing=_standing,
    reference=_reference,
    heard=_HEARD,
    outcome=_outcome,
    board=_BOARD,
    position=_way,
    marks=_paws,
    ability_now=ability_now,
)
