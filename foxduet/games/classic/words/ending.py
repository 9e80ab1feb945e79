"""The end of a match: its rounds, and the story of how it was decided."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, pairwise

from foxduet.core.cards import Seat, TrickWon
from foxduet.core.lazy_dataclass import dataclass
from foxduet.games.classic.rules.engine import points_of
from foxduet.games.classic.rules.state import TRICKS, RoundEnded, TreasuresScored
from foxduet.games.classic.words.names import winner_of
from foxduet.play.game import Game, Names
from foxduet.words.i18n import _, ngettext
from foxduet.words.story import Remark, RemarkTopic, choose_remarks, number_word
from foxduet.words.text import format_sentence

_BEHIND = "behind"


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A complete round, with a value for each seat.

    has_plain_trick: whether the seat won a trick without a Treasure.
    """

    tricks: tuple[int, int]
    treasures: tuple[int, int]
    points: tuple[int, int]
    has_plain_trick: tuple[bool, bool]


def rounds_of(game: Game) -> tuple[PlayedRound, ...]:
    """Return the complete rounds of a match."""
    # Each trick's winner, and whether the trick had no Treasure.
    rounds, winners = [], list[tuple[Seat, bool]]()
    for turn in game.turns:
        for event in turn.step.events:
            match event:
                case TrickWon(winner):
                    winners.append((winner, True))
                case TreasuresScored(seat):
                    winners[-1] = (seat, False)
                case RoundEnded(_round, tricks, for_tricks, treasures):
                    p1, p2 = (for_tricks[seat] + treasures[seat] for seat in Seat)
                    p1_plain, p2_plain = ((seat, True) in winners for seat in Seat)
                    plain = (p1_plain, p2_plain)
                    rounds.append(PlayedRound(tricks, treasures, (p1, p2), plain))
                    winners.clear()
                case _:
                    pass
    return tuple(rounds)


def ending_story(game: Game, names: Names) -> tuple[str, ...]:
    """Tell in one or two sentences how a match was decided; empty after a resignation."""
    table, rounds = game.state.table, rounds_of(game)
    winner = winner_of(table.outcome)
    if not rounds or table.resigned is not None:
        return ()
    if winner is None:
        return choose_remarks(_changes_of_lead(_leads(rounds, Seat.P1)), "")
    gains = [played.points[winner] - played.points[winner.other] for played in rounds]
    best = gains.index(max(gains))
    points, name = rounds[best].points, names[winner]
    sentence = _("{name:*'s|Your} best round was round {round}: {own} points to {rest}.")
    own, other = points[winner], points[winner.other]
    best_round = format_sentence(sentence, name=name, round=best + 1, own=own, rest=other)
    ending = _Ending(rounds, winner, names, table.setup.target)
    return choose_remarks(ending.remarks(), best_round)


def _leads(rounds: tuple[PlayedRound, ...], seat: Seat) -> tuple[int, ...]:
    return tuple(accumulate(r.points[seat] - r.points[seat.other] for r in rounds))


def _changes_of_lead(leads: tuple[int, ...]) -> Iterator[Remark]:
    changes = sum(lead * after < 0 for lead, after in pairwise(filter(None, leads)))
    if changes >= 2:
        sentence = _("The lead changed hands {count} times.")
        if changes == 2:
            sentence = _("The lead changed hands twice.")
        text = sentence.format(count=number_word(changes))
        yield Remark("lead", RemarkTopic.PATH, text, changes)


@dataclass(frozen=True, slots=True)
class _Ending:
    """Remarks about a match that ``winner`` won."""

    rounds: tuple[PlayedRound, ...]
    winner: Seat
    names: Names
    target: int

    def _sum(self, field: str) -> tuple[int, int]:
        seats = (self.winner, self.winner.other)
        own, other = (sum(getattr(r, field)[seat] for r in self.rounds) for seat in seats)
        return own, other

    def remarks(self) -> Iterator[Remark]:
        """Yield the remarks, rarest first."""
        loser, leads = self.winner.other, _leads(self.rounds, self.winner)
        names = {"name": self.names[self.winner], "other": self.names[loser]}
        last = self.rounds[-1]
        if not leads[-1]:
            own, other = last.points[self.winner], last.points[loser]
            sentence = _("Level on points, so the last round decided: {own} to {rest}.")
            yield Remark("level", RemarkTopic.FINISH, sentence.format(own=own, rest=other))
        yield from self._one_trick()
        if (deficit := -min(leads)) >= 7:
            after = leads.index(-deficit) + 1
            sentence = _(
                "{name} {name:was|were} {points} points behind after round {round}, and still won."
            )
            text = format_sentence(sentence, points=deficit, round=after, **names)
            yield Remark(_BEHIND, RemarkTopic.FINISH, text, deficit)
        if len(leads) > 1 and leads[-2] < 0:
            (own, other), points = self._sum("points"), last.points
            own, other = own - points[self.winner], other - points[loser]
            sentence = _("Before the last round, {other} led {rest} to {own}.")
            text = format_sentence(sentence, own=own, rest=other, **names)
            yield Remark("led", RemarkTopic.FINISH, text)
        if last.tricks[loser] >= 10:
            tricks = last.tricks[self.winner]
            few = (_("no trick at all"), _("one trick"), _("two tricks"), _("three tricks"))
            fields = {**names, "tricks": few[tricks], "most": number_word(last.tricks[loser])}
            sentence = _(
                "{name} won by losing: {tricks} in the last round, and {other}, with {most}, "
                "{other:was|were} greedy."
            )
            way = _(
                "The way back was to lose: {tricks} in the last round, and {other}, with {most}, "
                "{other:was|were} greedy."
            )
            also = {_BEHIND: format_sentence(way, **fields)}
            text = format_sentence(sentence, **fields)
            yield Remark("greedy", RemarkTopic.ROUND, text, tricks, also)
        own, other = self._sum("treasures")
        if 0 < leads[-1] <= own - other:
            sentence = ngettext(
                "Treasures made the difference: {own} point for {name}, against {rest}.",
                "Treasures made the difference: {own} points for {name}, against {rest}.",
                own,
            )
            text = format_sentence(sentence, own=own, rest=other, **names)
            yield Remark("treasures", RemarkTopic.ROUND, text)
        yield from _changes_of_lead(leads)
        if len(leads) >= 3 and leads[-1] >= 6 and min(leads) >= 0:
            text = format_sentence(_("{name} never trailed after a round."), **names)
            yield Remark("never behind", RemarkTopic.PATH, text)

    def _one_trick(self) -> Iterator[Remark]:
        loser, last = self.winner.other, self.rounds[-1]
        loser_tricks, (winner_sum, loser_sum) = last.tricks[loser], self._sum("points")
        for giver, change in ((loser, -1), (self.winner, 1)):
            if not last.has_plain_trick[giver]:
                continue
            wanted, won = loser_tricks + change, TRICKS - loser_tricks
            loser_points = loser_sum - points_of(loser_tricks) + points_of(wanted)
            winner_points = winner_sum - points_of(won) + points_of(won - change)
            if loser_points <= winner_points or loser_points < self.target:
                continue
            # One trick more or less helps only a loser with four to ten tricks: always a plural.
            sentence = _(
                "{other} won {tricks} tricks in the last round, one too few: with {wanted}, it "
                "would have been {own} to {rest} for {other}."
            )
            if change < 0:
                sentence = _(
                    "{other} won {tricks} tricks in the last round, one too many: with {wanted}, "
                    "it would have been {own} to {rest} for {other}."
                )
            text = format_sentence(
                sentence,
                other=self.names[loser],
                tricks=number_word(loser_tricks),
                wanted=number_word(wanted),
                own=loser_points,
                rest=winner_points,
            )
            yield Remark("one trick", RemarkTopic.FINISH, text, loser_tricks)
            return
