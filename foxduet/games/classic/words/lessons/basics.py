"""The original game's first lessons: tricks, trump, and what the tricks score."""

from __future__ import annotations

from foxduet.core.errors import N_
from foxduet.words.lessons import Lesson, Step, Wrong

TRICKS = Lesson(
    "tricks",
    N_("Tricks and trump"),
    (
        Step(
            "1.10 Tb2k8k/4b6b 4m 1b7b1k9k2m7m p2:6k 5-5 0-0 p1:play",
            (
                N_(
                    "Two players are against each other: Left and Right. For now you are Left, and "
                    "the cards below are your hand."
                ),
                N_(
                    "There are three suits, Bells, Keys and Moons, each from 1 to 11 and with a "
                    "sign of its own."
                ),
                N_(
                    "You each play a card: that is a trick. The second player must play the suit "
                    "that was led, if possible, and the higher card of that suit wins."
                ),
                N_(
                    "Choose a card with the arrow keys, or with the number above it, and play it "
                    "with Enter. You can always try again."
                ),
            ),
            N_("Right led the 6 of Keys. Win this trick."),
            ("p1 play 8k",),
            N_(
                "The 8 beats the 6. The 10 of Bells had to wait: you hold Keys, so you must follow."
            ),
            (
                Wrong(
                    ("p1 play 2k",),
                    N_("The 2 is lower than the 6, so Right won the trick."),
                ),
            ),
            basic=True,
        ),
        Step(
            "1.10 4b8b2m/6b4k 6m 1b7b1k7k1m7m p2:Tk 5-5 0-0 p1:play",
            (
                N_("The card that lies open beside the trick is the decree. Its suit is trump."),
                N_("A trump beats every card of the other suits."),
            ),
            N_("Right led the 10 of Keys, and you hold no Key. How can you win all the same?"),
            ("p1 play 2m",),
            N_("Moons are trump, and even the lowest trump beats a 10 of another suit."),
            (
                Wrong(
                    ("p1 play 4b", "p1 play 8b"),
                    N_("A Bell is neither the suit that was led nor trump, so it cannot win."),
                ),
            ),
            basic=True,
        ),
        Step(
            "1.10 4b2kTk/6k8k2m 4m 1b6bTb5k1m7m p1:- 5-5 0-0 p1:play",
            (
                N_("Whoever wins a trick leads the next: you did, so any card may be played."),
                N_(
                    "For a round all 33 cards are shuffled: thirteen for each of you, one for the "
                    "decree, and six stay face down as a deck. You take turns at dealing, and "
                    "whoever did not deal leads first."
                ),
                N_("Thirteen tricks are a round. How many of them to win is the next question."),
            ),
            N_("Lead the card that is the hardest to beat."),
            ("p1 play Tk",),
            N_("Only the 11 of Keys is above the 10, and Right did not hold it."),
            (
                Wrong(
                    ("p1 play 2k",),
                    N_("Nearly every other Key is higher than the 2, and Right had one."),
                ),
                Wrong(
                    ("p1 play 4b",),
                    N_("That is a Bell, and Right, who held none, beat it with a trump."),
                ),
            ),
            ("p2 play 2m", "p2 play 6k"),
        ),
    ),
)

BANDS = Lesson(
    "bands",
    N_("How many tricks to win"),
    (
        Step(
            "1.11 4k8k/2b 4m 1b6bEb7k1m7m p2:6k 9-2 0-0 p1:play",
            (
                N_("The points come after the thirteenth trick, by how many tricks you won."),
                N_("Seven to nine tricks are a victory: 6 points."),
                N_("But ten or more are greedy: no points at all."),
            ),
            N_("You have won nine tricks, and two are left. What now?"),
            ("p1 play 4k",),
            N_("You left the trick to Right, and stay at nine. The last one must be lost, too."),
            (
                Wrong(
                    ("p1 play 8k",),
                    N_("That was the tenth trick: greedy. Your 6 points are gone."),
                ),
            ),
        ),
        Step(
            "1.11 2b/4k8k 4m 1b6bEb7k1m7m p1:6k 8-3 0-0 p2:play",
            (
                N_("Whoever wins three tricks or fewer is humble: 6 points, too."),
                N_("In between it is little: 1 point for four tricks, 2 for five, 3 for six."),
            ),
            N_("You have won only three tricks, and two are left. Win this one?"),
            ("p2 play 4k",),
            N_("With three tricks you are humble, and score as much as a victory does."),
            (
                Wrong(
                    ("p2 play 8k",),
                    N_("Now you have four tricks, and for four there is 1 point instead of 6."),
                ),
            ),
        ),
        Step(
            "2.11 4k8k/2b 4m 1b6bEb7k1m7m p2:6k 6-5 6-3 p1:play",
            (
                N_(
                    "Rounds are played until somebody has 21 points or more; in a short match 16, "
                    "in a long one 35."
                ),
                N_(
                    "Whoever has more points then wins the match; if both have as many, whoever "
                    "scored more in the last round."
                ),
            ),
            N_("You have won six tricks, and two are left. Which card is worth 3 points more?"),
            ("p1 play 8k",),
            N_("The seventh trick makes it a victory: 6 points instead of 3."),
            (
                Wrong(
                    ("p1 play 4k",),
                    N_(
                        "You stay at six tricks, for 3 points. The seventh would have been worth 6."
                    ),
                ),
            ),
        ),
    ),
)
