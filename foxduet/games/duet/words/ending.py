"""The end of a game: its tricks, and the story of how it was decided."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from foxduet.core.cards import Deal, Exchange, Play, Seat, TrickWon
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.games.duet.rules import state
from foxduet.games.duet.rules.cards import Card, ForestPath
from foxduet.play.game import Game, Names
from foxduet.words.i18n import _, ngettext
from foxduet.words.story import Remark, RemarkTopic, choose_remarks, number_word
from foxduet.words.text import capitalize_first, format_sentence

# Kinds of remarks after which another remark changes its wording (``Remark.text_after``).
_LAST_TRICK, _FEW_TO_SPARE = "last trick", "few to spare"
_ONE_SHORT, _ONE_STEP = "one short", "one step"
_MIN_ROW = 9
"""Least row of tricks that each found a gem to be mentioned."""


@dataclass(frozen=True, slots=True)
class PlayedTrick:
    """A completed trick: the path before it, and the walk of the fox after it.

    number: from 1 in each round.
    tokens: forest tokens left before the trick.
    end: where the fox stopped; None if it ran off the path.
    steps: the walk; + is toward p2's end.
    found_gem: whether the trick found a gem.
    giver: the seat that gave the winning card as a gift in this round, or None.
    swapper: the seat that changed the trump during the trick, or None.
    """

    round: int
    number: int
    winner: Seat
    path: ForestPath
    tokens: int
    end: int | None = None
    steps: int = 0
    found_gem: bool = False
    move_change: state.MoveChanged | None = None
    giver: Seat | None = None
    swapper: Seat | None = None

    @property
    def start(self) -> int:
        return self.path.tracker

    @property
    def tricks_left(self) -> int:
        """Number of tricks left in the game, this trick included."""
        return state.TRICKS * (state.ROUNDS - self.round) + state.TRICKS - self.number + 1


def tricks_of(game: Game) -> tuple[PlayedTrick, ...]:
    """Return the completed tricks of a game, in order."""
    tricks: list[PlayedTrick] = []
    givers, played = dict[Card, Seat](), dict[Seat, Card]()
    swapper: Seat | None = None
    for game_state, turn in zip(game.states, game.turns, strict=False):
        match turn.action:
            case Play(seat, card):
                played[seat] = card
            case Exchange(seat, Card(suit)) if suit != game_state.table.decree.suit:
                swapper = seat
            case Deal():
                givers.clear()
            case _:
                pass
        for event in turn.step.events:
            match event:
                case state.GiftsExchanged(gifts):
                    givers |= dict(zip(gifts, Seat, strict=True))
                case TrickWon(winner):
                    table, giver = game_state.table, givers.get(played[winner])
                    number = table.tricks_done + 1
                    trick = PlayedTrick(table.round, number, winner, table.path, table.reserve)
                    tricks.append(replace(trick, giver=giver, swapper=swapper))
                    swapper = None
                case state.MoveChanged():
                    tricks[-1] = replace(tricks[-1], move_change=event)
                case state.TrackerMoved(start, end):
                    tricks[-1] = replace(tricks[-1], end=end, steps=end - start)
                case state.PathOverrun(_start, steps):
                    tricks[-1] = replace(tricks[-1], steps=steps)
                case state.GemCollected():
                    tricks[-1] = replace(tricks[-1], found_gem=True)
                case _:
                    pass
    return tuple(tricks)


def gems_by_round(game: Game) -> tuple[tuple[int, int], ...]:
    """Return for each round the number of tricks with a gem, and without."""
    rounds = [(0, 0)] * game.round
    for trick in tricks_of(game):
        gems, misses = rounds[trick.round - 1]
        rounds[trick.round - 1] = (gems + trick.found_gem, misses + (not trick.found_gem))
    return tuple(rounds)


@dataclass(frozen=True, slots=True)
class _Ending:
    """Remarks about the end of a game."""

    game: Game
    tricks: tuple[PlayedTrick, ...]
    names: Names

    @property
    def _last(self) -> PlayedTrick:
        return self.tricks[-1]

    @property
    def _path(self) -> ForestPath:
        path: ForestPath = self.game.state.table.path
        return path

    def _last_round_tricks(self) -> list[PlayedTrick]:
        return [trick for trick in self.tricks if trick.round == state.ROUNDS]

    def victory_remarks(self) -> Iterator[Remark]:
        """Yield remarks on a victory, rarest first."""
        yield from self._missed_none_remark()
        yield from self._last_trick_remark()
        yield from self._few_to_spare_remark()
        yield from self._no_token_remark()
        edges = sum(
            not trick.tokens and trick.end in (trick.path.first, trick.path.last)
            for trick in self.tricks[:-1]
        )
        if edges >= 3:
            sentence = _(
                "{Times} times the fox was on the last space of the path, with no forest token "
                "left to save it."
            )
            text = sentence.format(Times=capitalize_first(number_word(edges)))
            yield Remark("edge", RemarkTopic.DANGER, text, edges)
        if state.TRICKS in (counts := self._gem_counts()):
            number = counts.index(state.TRICKS) + 1
            sentence = _("Round {round} was perfect: eleven tricks, eleven gems.")
            yield Remark("perfect", RemarkTopic.ROUND, sentence.format(round=number), number)
        yield from self._last_gem_remark()
        if all(trick.end is not None for trick in self.tricks):
            text = _("The fox never once left the path.")
            text_after = {_FEW_TO_SPARE: _("And the fox never once left the path.")}
            yield Remark("on the path", RemarkTopic.PATH, text, None, text_after)
        if self._last.round == 2:
            sentence = _("A whole round to spare: the last gem came in trick {trick} of round 2.")
            text = sentence.format(trick=self._last.number)
            yield Remark("early", RemarkTopic.FINISH, text, self._last.number)
        yield from self._deed_remarks()

    def _deed_remarks(self) -> Iterator[Remark]:
        """Yield remarks on good play, for victories without rarer remarks."""
        rows = groupby(self.tricks, lambda trick: trick.found_gem)
        row = max(len([*run]) for has_gem, run in rows if has_gem)
        if row >= _MIN_ROW:
            text = _("{Count} tricks in a row found a gem.")
            text = text.format(Count=capitalize_first(number_word(row)))
            yield Remark("row", RemarkTopic.DEED, text, row)
        if count := self.game.state.table.reserve:
            sentence = ngettext(
                "One forest token was left at the end: you never needed it.",
                "{Count} forest tokens were left at the end: you never needed them.",
                count,
            )
            text = sentence.format(Count=capitalize_first(number_word(count)))
            yield Remark("tokens", RemarkTopic.DEED, text, count)
        # The last gift or swap that paid is nearest to the victory.
        for trick in reversed(self.tricks):
            doer, sentence = (
                trick.giver,
                _("In trick {trick} of round {round}, {name:*'s|your} gift won a gem."),
            )
            if doer is None:
                doer, sentence = (
                    trick.swapper,
                    _("In trick {trick} of round {round}, {name} changed the trump and won a gem."),
                )
            if trick.found_gem and doer is not None:
                fields = {"trick": trick.number, "round": trick.round}
                text = format_sentence(sentence, name=self.names[doer], **fields)
                yield Remark("deed", RemarkTopic.DEED, text, trick.number)
                return

    def defeat_remarks(self) -> Iterator[Remark]:
        """Yield remarks on a defeat, rarest first."""
        gems_left = self._path.gems_left
        if self.game.state.table.outcome is state.Outcome.LOST:
            yield from self._one_step_remark()
            if gems_left <= 2 and self._last.round == state.ROUNDS:
                yield self._forest_quicker_remark(gems_left)
        elif gems_left == 1:
            yield from self._one_gem_short_remarks()
        elif gems_left <= 3:
            misses = sum(not trick.found_gem for trick in self._last_round_tricks())
            sentence = _("{gems} gems short: in round 3, {missed} of eleven tricks found none.")
            if misses == 1:
                sentence = _("{gems} gems short, though only one trick of round 3 found none.")
            text = sentence.format(gems=number_word(gems_left), missed=number_word(misses))
            yield Remark("some short", RemarkTopic.FINISH, capitalize_first(text), misses)
        for number, gems in reversed([*enumerate(self._gem_counts(), 1)]):
            if gems >= 10:
                fields = {"round": number, "gems": number_word(gems)}
                sentence = _("Round {round} was a fine one: {gems} gems in eleven tricks.")
                yet = _("Yet round {round} was a fine one: {gems} gems in eleven tricks.")
                text_after, text = {_ONE_SHORT: yet.format(**fields)}, sentence.format(**fields)
                yield Remark("fine round", RemarkTopic.ROUND, text, None, text_after)

    def victory_summary(self) -> str:
        counts, winners = self._gem_counts(), [trick.winner for trick in self.tricks]
        if len(counts) < state.ROUNDS:
            return _("All the gems, in {tricks} tricks.").format(tricks=len(self.tricks))
        first, second, third = counts
        sentence = _(
            "{first}, {second} and {third} gems in the three rounds; {name} won {tricks} tricks, "
            "{other} {rest}."
        )
        return format_sentence(
            sentence,
            first=first,
            second=second,
            third=third,
            name=self.names[0],
            other=self.names[1],
            tricks=winners.count(Seat.P1),
            rest=winners.count(Seat.P2),
        )

    def _gem_counts(self) -> list[int]:
        rounds = [0] * self._last.round if self.tricks else []
        for trick in self.tricks:
            rounds[trick.round - 1] += trick.found_gem
        return rounds

    def _missed_none_remark(self) -> Iterator[Remark]:
        for trick in self._last_round_tricks():
            if trick.path.gems_left == trick.tricks_left >= 2:
                sentence = _(
                    "With {tricks} tricks left and {tricks} gems to find, you missed none."
                )
                text = sentence.format(tricks=number_word(trick.tricks_left))
                yield Remark("missed none", RemarkTopic.FINISH, text, trick.tricks_left)
                return

    def _last_trick_remark(self) -> Iterator[Remark]:
        if self._last.tricks_left > 1:
            return
        move_change, space = self._last.move_change, self._last.end
        name = self.names[self._last.winner]
        text, steps = _("The very last trick brought the very last gem."), abs(self._last.steps)
        if move_change is not None:
            if move_change.turned:
                how = _("With the Musician, {name} turned the fox around, onto space {space}.")
            elif steps == 0:
                how = _("With the Gazelle, {name} kept the fox where it was, on space {space}.")
            elif steps == 1:
                how = _(
                    "With the Gazelle, {name} held the fox back: one step instead of {paws}, and "
                    "it stopped on space {space}."
                )
            else:
                how = _(
                    "With the Gazelle, {name} held the fox back: {steps} steps instead of {paws}, "
                    "and it stopped on space {space}."
                )
            paws = number_word(steps + move_change.skipped_paws)
            fields = {"name": name, "space": space, "steps": number_word(steps), "paws": paws}
            text = f"{text} {format_sentence(how, **fields)}"
        yield Remark(_LAST_TRICK, RemarkTopic.FINISH, text, space)

    def _few_to_spare_remark(self) -> Iterator[Remark]:
        rows = [
            (trick.tricks_left - gems, -gems, trick)
            for trick in self._last_round_tricks()
            if (gems := trick.path.gems_left) >= 4 and 1 <= trick.tricks_left - gems <= 3
        ]
        if rows:
            _spare, gems, trick = min(rows, key=lambda row: row[:2])
            sentence = _(
                "With {tricks} tricks left, there were still {gems} gems to find. You found them "
                "all."
            )
            text = sentence.format(tricks=number_word(trick.tricks_left), gems=number_word(-gems))
            yield Remark(_FEW_TO_SPARE, RemarkTopic.FINISH, text, trick.tricks_left)

    def _no_token_remark(self) -> Iterator[Remark]:
        start = next((index for index, trick in enumerate(self.tricks) if not trick.tokens), None)
        if start is not None and (count := len(self.tricks) - start) >= 8:
            trick = self.tricks[start]
            fields = {"trick": trick.number, "round": trick.round, "count": number_word(count)}
            sentence = _(
                "From trick {trick} of round {round} on, you had no forest token left; the fox "
                "still stayed on the path for {count} tricks."
            )
            follow_up = _(
                "You did all that with no forest token left since trick {trick} of round {round}."
            )
            if trick.number == 1:
                sentence = _(
                    "From the start of round {round}, you had no forest token left; the fox "
                    "still stayed on the path for {count} tricks."
                )
                follow_up = _(
                    "You did all that with no forest token left since the start of round {round}."
                )
            text_after, text = {_LAST_TRICK: follow_up.format(**fields)}, sentence.format(**fields)
            yield Remark("no token", RemarkTopic.DANGER, text, count, text_after)

    def _last_gem_remark(self) -> Iterator[Remark]:
        move_change = self._last.move_change
        if move_change is None or self._last.tricks_left == 1:
            return
        sentence = _("For the last gem, {name} skipped {count} paws.")
        if move_change.turned:
            sentence = _("For the last gem, {name} turned the fox around.")
        elif move_change.skipped_paws == 1:
            sentence = _("For the last gem, {name} skipped a paw.")
        count = number_word(move_change.skipped_paws)
        text = format_sentence(sentence, name=self.names[move_change.winner], count=count)
        yield Remark("last gem", RemarkTopic.FINISH, text)

    def _one_gem_short_remarks(self) -> Iterator[Remark]:
        space = self._path.gems.index(1) + 1
        numbers = [
            trick.number
            for trick in self._last_round_tricks()
            if trick.end is not None
            and trick.path.gems[space - 1]
            and min(trick.start, trick.end) < space < max(trick.start, trick.end)
        ]
        if numbers:
            sentence = _(
                "One gem short. It is on space {space}, and {count} times in round 3 the fox ran "
                "right over that space."
            )
            if len(numbers) == 1:
                sentence = _(
                    "One gem short. It is on space {space}, and in trick {trick} of round 3 the "
                    "fox ran right over that space."
                )
            elif len(numbers) == 2:
                sentence = _(
                    "One gem short. It is on space {space}, and twice in round 3 the fox ran right "
                    "over that space, in tricks {trick} and {later}."
                )
            text = sentence.format(
                space=space, trick=numbers[0], later=numbers[-1], count=number_word(len(numbers))
            )
            yield Remark("ran over", RemarkTopic.FINISH, text, space)
        end = self._last.end
        if end is not None and 1 <= (distance := abs(end - space)) <= 2:
            text = _("One gem short: the fox stopped one space from it.")
            if distance == 2:
                text = _("One gem short: the fox stopped two spaces from it.")
            yield Remark("near", RemarkTopic.FINISH, text)
        sentence = _("One gem short. It is still on space {space}.")
        yield Remark(_ONE_SHORT, RemarkTopic.FINISH, sentence.format(space=space), space)

    def _one_step_remark(self) -> Iterator[Remark]:
        trick = self._last
        space = trick.start + trick.steps
        if space not in (trick.path.first - 1, trick.path.last + 1):
            return
        steps = abs(trick.steps)
        sentence = _(
            "One step too many. The fox was on space {space}, and {name:*'s|your} trick had {paws} "
            "paws where {fewer} would have done."
        )
        if steps == 1:
            sentence = _(
                "One step too many. The fox was on space {space}, the last one, and "
                "{name:*'s|your} trick had one paw."
            )
        elif steps == 2:
            sentence = _(
                "One step too many. The fox was on space {space}, and {name:*'s|your} trick had "
                "two paws where one would have done."
            )
        if trick.move_change is not None:
            sentence = _(
                "One step too many. The fox was on space {space}, and {name} took it one "
                "step past the end."
            )
        fields = {"paws": number_word(steps), "fewer": number_word(steps - 1)}
        name = self.names[trick.winner]
        text = format_sentence(sentence, space=trick.start, name=name, **fields)
        yield Remark(_ONE_STEP, RemarkTopic.DANGER, text, trick.start)

    def _forest_quicker_remark(self, gems_left: int) -> Remark:
        if gems_left == 1:
            space = self._path.gems.index(1) + 1
            text = _(
                "The last forest token was gone, and the forest was quicker: a single gem was "
                "left, on space {space}."
            ).format(space=space)
            short_text = _("A single gem was left, on space {space}.").format(space=space)
            return Remark("quicker", RemarkTopic.FINISH, text, space, {_ONE_STEP: short_text})
        text = _(
            "The last forest token was gone, and the forest was quicker: only two gems were left."
        )
        text_after = {_ONE_STEP: _("Only two gems were left.")}
        return Remark("quicker", RemarkTopic.FINISH, text, gems_left, text_after)


def ending_story(game: Game, names: Names) -> tuple[str, ...]:
    """Tell how a game was decided, in up to two sentences; may be empty after a defeat."""
    ending = _Ending(game, tricks_of(game), names)
    match game.state.table.outcome:
        case state.Outcome.VICTORY:
            return choose_remarks(ending.victory_remarks(), ending.victory_summary())
        case state.Outcome.RESIGNED:
            return ()
        case _:
            return choose_remarks(ending.defeat_remarks(), "")
