"""Games of the third game, played and saved."""

from __future__ import annotations

from pathlib import Path

from foxduet.ai.partner import choose_at_random, partner_named
from foxduet.play.game import Chooser, Game, Header, PartnerNames, open_game, play_out
from foxduet.play.record import dump_record
from tests.contract.highcard.game import Setup


def chooser(name: str) -> Chooser:
    """Return what chooses as a partner does, or at random even where there are no partners."""
    partner = choose_at_random if name == "random" else partner_named("highcard", name)
    return lambda seen, chance: partner(seen, chance).action


def played(
    seed: int = 1, seats: tuple[str, str] = ("random", "random"), ai: PartnerNames = (None, None)
) -> Game:
    """Play a game to its end."""
    header = Header("highcard", Setup(1), ("A", "B"), seed=seed, ai=ai)
    return play_out(open_game(header), (chooser(seats[0]), chooser(seats[1])))


def saved(game: Game, folder: Path, name: str = "game") -> Path:
    """Save the record of a game where the program looks for it."""
    path = folder / "records" / f"{name}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(dump_record(game), "utf-8")
    return path
