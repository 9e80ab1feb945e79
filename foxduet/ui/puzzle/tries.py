"""What was tried at a puzzle, and what is said of it: whether it was right, why, and for what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foxduet.analysis.puzzles import Puzzle, review_of_try
from foxduet.analysis.rating import Rating, after_answers, puzzle_rating
from foxduet.analysis.review import COSTLY
from foxduet.core.frozen import dataclass, replace
from foxduet.core.register import rule_set
from foxduet.ui.puzzle.posed import Posed, is_right
from foxduet.words.common import table_words
from foxduet.words.i18n import _, day_text
from foxduet.words.puzzles import change_sentence, kind_label
from foxduet.words.review_report import cost_phrase

if TYPE_CHECKING:
    from foxduet.ai.partner import Thought
    from foxduet.analysis.review import Assessment, Review
    from foxduet.play.game import Names


@dataclass(frozen=True, slots=True)
class Tries:
    """The choices made at a puzzle, by their places, the first one first.

    ``names`` are those of the players at its table. ``thought`` is what reviews think of all of its
    choices, None until it is worked out.
    """

    posed: Posed
    names: Names
    made: tuple[int, ...] = ()
    thought: Thought | None = None

    @property
    def puzzle(self) -> Puzzle:
        """The position, and the answer."""
        return self.posed.puzzle

    @property
    def is_solved(self) -> bool:
        """Whether the first choice was right."""
        return bool(self.made) and is_right(self.puzzle, self.made[0])

    @property
    def is_found(self) -> bool:
        """Whether the last choice was right."""
        return is_right(self.puzzle, self.made[-1])

    @property
    def title(self) -> str:
        """Say which puzzle it is."""
        if self.posed.found is not None:
            return _("Your mistake")
        if self.posed.daily is not None:
            return _("The day's puzzle")
        return _("Puzzle {number}").format(number=self.puzzle.number)

    @property
    def question(self) -> str:
        """Ask for the best choice."""
        posed, rating = self.posed, self.puzzle.rating
        if posed.found is not None:
            asked = _("A choice of yours cost much here, by a review of {day}. What is best?")
            return asked.format(day=day_text(posed.found))
        if posed.daily is not None:
            asked = _("The puzzle of {day}, rated {rating}: one choice is clearly best. Which?")
            return asked.format(day=day_text(posed.daily), rating=rating)
        return _("One choice is clearly best here. Which? It is rated {rating}.").format(
            rating=rating
        )

    @property
    def not_right(self) -> str:
        """Say that the last choice was not right, and nothing else."""
        return _("Not {choice}: there is something clearly better.").format(
            choice=self._phrase(self.made[-1])
        )

    @property
    def verdict(self) -> str:
        """Say what was right."""
        if not self.is_found:
            return _("The answer: {choice}.").format(choice=self._phrase(self.puzzle.best))
        right = _("Right: {choice}.") if self.is_solved else _("Right this time: {choice}.")
        return right.format(choice=self._phrase(self.made[-1]))

    def _phrase(self, at: int) -> str:
        game, choice = self.puzzle.game, self.puzzle.choices[at].text
        action = rule_set(game).parse_action(choice)
        return table_words(game).choices.choice_phrase(action, self.names)

    @property
    def about(self) -> str:
        """Say what the puzzle is about; of a mistake nobody has said that."""
        if self.posed.found is not None:
            return ""
        return _("About {kind}.").format(kind=kind_label(self.puzzle.game, self.puzzle.kind))

    def changed_rating(self, rating: Rating) -> str:
        """Say what the puzzle has made of a rating, nothing if it does not count."""
        if not self.posed.counts:
            return ""
        answers = [(puzzle_rating(self.puzzle.rating), float(self.is_solved))]
        return change_sentence(rating, after_answers(rating, answers))

    @property
    def review(self) -> Review | None:
        """The review of the choice that the answer is compared with, once it is there."""
        if self.thought is None:
            return None
        rules, puzzle = rule_set(self.puzzle.game), self.puzzle
        thought = replace(self.thought, action=rules.parse_action(puzzle.answer.text))
        chosen = rules.parse_action(puzzle.choices[self._compared(thought)].text)
        return review_of_try(puzzle, thought, chosen, self.names)

    def _compared(self, thought: Thought) -> int:
        """Return the place of a choice that was tried and not right, else the best of the bad."""
        puzzle = self.puzzle
        wrong = [at for at in self.made if not is_right(puzzle, at)]
        if wrong:
            return wrong[0]
        worths = [one.worth for one in thought.estimates]
        bad = [at for at, one in enumerate(worths) if worths[puzzle.best] - one >= COSTLY]
        others = bad or [at for at in range(len(worths)) if at != puzzle.best]
        return max(others, key=lambda at: worths[at])


def cost_of(one: Assessment) -> str:
    """Say what the choice cost that the answer is compared with."""
    return _("Your choice: {cost}.").format(cost=cost_phrase(one))
