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

_BEHIND_KIND = "behind"


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
                case RoundEnded(_round, tricks, trick_points, treasure_points):
                    p1, p2 = (trick_points[seat] + treasure_points[seat] for seat in Seat)
                    p1_plain, p2_plain = ((seat, True) in winners for seat in Seat)
                    plain = (p1_plain, p2_plain)
                    rounds.append(PlayedRound(tricks, treasure_points, (p1, p2), plain))
                    winners.clear()
                case _:
                    pass
    return tuple(rounds)


def ending_story(game: Game, names: Names) -> tuple[str, ...]:
    """Tell how a match was decided, in up to two sentences; may be empty if drawn or resigned."""
    table, rounds = game.state.table, rounds_of(game)
    winner = winner_of(table.outcome)
    if not rounds or table.resigned is not None:
        return ()
    if winner is None:
        return choose_remarks(_lead_change_remark(_leads(rounds, Seat.P1)), "")
    gains = [r.points[winner] - r.points[winner.other] for r in rounds]
    best_index = gains.index(max(gains))
    points, name = rounds[best_index].points, names[winner]
    sentence = _("{name:*'s|Your} best round was round {round}: {own} points to {rest}.")
    fields = {"round": best_index + 1, "own": points[winner], "rest": points[winner.other]}
    best_round = format_sentence(sentence, name=name, **fields)
    ending = _Ending(rounds, winner, names, table.setup.target)
    return choose_remarks(ending.remarks(), best_round)


def _leads(rounds: tuple[PlayedRound, ...], seat: Seat) -> tuple[int, ...]:
    return tuple(accumulate(r.points[seat] - r.points[seat.other] for r in rounds))


def _lead_change_remark(leads: tuple[int, ...]) -> Iterator[Remark]:
    changes = sum(lead * next_lead < 0 for lead, next_lead in pairwise(filter(None, leads)))
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
        sums = [sum(getattr(r, field)[seat] for r in self.rounds) for seat in seats]
        return sums[0], sums[1]

    def remarks(self) -> Iterator[Remark]:
        """Yield the remarks, rarest first."""
        loser, leads = self.winner.other, _leads(self.rounds, self.winner)
        names = {"name": self.names[self.winner], "other": self.names[loser]}
        last_round = self.rounds[-1]
        if not leads[-1]:
            winner_count, loser_count = last_round.points[self.winner], last_round.points[loser]
            sentence = _(
                "The match was level on points, so the last round decided it: {own} to {rest}."
            )
            text = sentence.format(own=winner_count, rest=loser_count)
            yield Remark("level", RemarkTopic.FINISH, text)
        yield from self._one_trick_remark()
        if (deficit := -min(leads)) >= 7:
            round_number = leads.index(-deficit) + 1
            sentence = _(
                "{name} {name:was|were} {points} points behind after round {round}, and still won."
            )
            text = format_sentence(sentence, points=deficit, round=round_number, **names)
            yield Remark(_BEHIND_KIND, RemarkTopic.FINISH, text, deficit)
        if len(leads) > 1 and leads[-2] < 0:
            (winner_count, loser_count), points = self._sum("points"), last_round.points
            winner_count -= points[self.winner]
            loser_count -= points[loser]
            sentence = _("Before the last round, {other} led {rest} to {own}.")
            text = format_sentence(sentence, own=winner_count, rest=loser_count, **names)
            yield Remark("led", RemarkTopic.FINISH, text)
        if (loser_tricks := last_round.tricks[loser]) >= 10:
            tricks = last_round.tricks[self.winner]
            phrases = (_("no trick at all"), _("one trick"), _("two tricks"), _("three tricks"))
            fields = {**names, "tricks": phrases[tricks], "most": number_word(loser_tricks)}
            sentence = _(
                "{name} won by losing: {tricks} in the last round, and {other}, with {most}, "
                "{other:was|were} greedy."
            )
            tail = _(
                "The way back was to lose: {tricks} in the last round, and {other}, with {most}, "
                "{other:was|were} greedy."
            )
            text_after = {_BEHIND_KIND: format_sentence(tail, **fields)}
            text = format_sentence(sentence, **fields)
            yield Remark("greedy", RemarkTopic.ROUND, text, tricks, text_after)
        winner_count, loser_count = self._sum("treasures")
        if 0 < leads[-1] <= winner_count - loser_count:
            sentence = ngettext(
                "Treasures made the difference: {own} point for {name}, against {rest}.",
                "Treasures made the difference: {own} points for {name}, against {rest}.",
                winner_count,
            )
            text = format_sentence(sentence, own=winner_count, rest=loser_count, **names)
            yield Remark("treasures", RemarkTopic.ROUND, text)
        yield from _lead_change_remark(leads)
        if len(leads) >= 3 and leads[-1] >= 6 and min(leads) >= 0:
            text = format_sentence(_("{name} never trailed after a round."), **names)
            yield Remark("never behind", RemarkTopic.PATH, text)
        since = next((at for at in range(len(leads), 0, -1) if leads[at - 1] <= 0), 0) + 1
        if len(leads) - since >= 2:
            sentence = _("{name} had led since round {round}.")
            text = format_sentence(sentence, round=since, **names)
            yield Remark("long lead", RemarkTopic.PATH, text, since)

    def _one_trick_remark(self) -> Iterator[Remark]:
        loser, last_round = self.winner.other, self.rounds[-1]
        loser_tricks, (winner_sum, loser_sum) = last_round.tricks[loser], self._sum("points")
        for giver, change in ((loser, -1), (self.winner, 1)):
            if not last_round.has_plain_trick[giver]:
                continue
            better_tricks, win_count = loser_tricks + change, TRICKS - loser_tricks
            loser_points = loser_sum - points_of(loser_tricks) + points_of(better_tricks)
            winner_points = winner_sum - points_of(win_count) + points_of(win_count - change)
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
                wanted=number_word(better_tricks),
                own=loser_points,
                rest=winner_points,
            )
            yield Remark("one trick", RemarkTopic.FINISH, text, loser_tricks)
            return
