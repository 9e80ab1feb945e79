"""Duet's last lesson: between rounds, the end of a game, and what may be said."""

from __future__ import annotations

from foxduet.core.errors import N_
from foxduet.words.lessons import Lesson, Step, Wrong

BETWEEN_ROUNDS = Lesson(
    "rounds",
    N_("Between rounds, and scoring"),
    (
        Step(
            "1.11 -/- 4s - - - 21010010111 9 3 team:forest",
            (
                N_(
                    "A round has eleven tricks, and a game three rounds. The fox stays where it "
                    "is, and new cards are dealt."
                ),
                N_(
                    "All 30 cards are shuffled, 1 to 10 of each suit: eleven for each of you, one "
                    "for the decree, and seven that stay face down, so that nobody knows them."
                ),
                N_(
                    "You take turns at dealing, and whoever did not deal leads the first trick of "
                    "the round."
                ),
                N_(
                    "After rounds 1 and 2, every space marked + gets another gem. So be quick. One "
                    "on which the fox stands is picked up only when a trick ends there."
                ),
                N_(
                    "A + of a space that is covered has moved to the last open one: +2 stands for "
                    "two gems."
                ),
                N_(
                    "Then the forest closes in: a token covers the last space of one end, and you "
                    "choose the end together. Its gems slide one space inward. If no token is "
                    "left, nothing more is covered."
                ),
            ),
            N_("The fox stands on space 9 of 11. Which end can be covered with less danger?"),
            ("team forest p1",),
            N_(
                "The left end is far from the fox, and there is room left on both sides. The two "
                "gems of space 1 slid to space 2."
            ),
            (
                Wrong(
                    ("team forest p2",),
                    N_(
                        "Now only one space is left to the right of the fox: nearly every trick "
                        "that Right wins would take it off the path."
                    ),
                ),
            ),
        ),
        Step(
            "2.7 4d2r6rTr/8d2s8s 4s - p2:4r - 00010000000 7 3 p1:play",
            (
                N_("You win the moment you pick up the last gem, even in the middle of a round."),
                N_(
                    "A victory scores 10 points at level 1, and 20 and 30 at levels 2 and 3, which "
                    "are harder; 1 for each card still in your hands, 3 for each token left, and "
                    "10 more if it was in round 2."
                ),
                N_("If gems are left after round 3, or the fox is lost, there is no score."),
            ),
            N_("One gem is left, on space 4. Right led the 4 of Roses. Win the game!"),
            ("p1 play 6r",),
            N_(
                "The last gem, and the game is won: 10 points for level 1, 10 for round 2, 9 for "
                "three tokens and 6 for the cards in your hands, 35 in all."
            ),
            (
                Wrong(
                    ("p1 play Tr",),
                    N_("You won the trick, but four spaces took the fox past the gem."),
                ),
                Wrong(
                    ("p1 play 2r",),
                    N_("The 2 lost to the 4, and the fox walked away from the gem."),
                ),
            ),
        ),
        Step(
            "0.0 -/- - - - - 11211011211 6 4 deal",
            (
                N_(
                    "One more thing: a team plays without words. During a round say nothing about "
                    "cards or plans; between rounds talk as you like."
                ),
                N_("And the cards of earlier tricks may not be looked at again."),
                N_(
                    "You need not remember the abilities: Tab shows what each card does, at any "
                    "time."
                ),
                N_("That is all there is to know. Now play a round, with advice."),
            ),
        ),
    ),
)
