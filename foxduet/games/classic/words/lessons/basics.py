"""The original game's first lessons: tricks, trump, and what the tricks score."""

from __future__ import annotations

from foxduet.core.errors import N_
from foxduet.words.lessons import Lesson, Step, Wrong

_OPPONENTS = N_(
    "You play against Right: you are Left, and the hand below is yours. You each play a card: that "
    "is a trick. The second must be of the suit that was led, if possible, and the higher card of "
    "that suit wins."
)
_HOW = N_("Right led the 6 of Keys. Win this trick. Choose with the arrows, and play with Enter.")

TRICKS = Lesson(
    "tricks",
    N_("Tricks and trump"),
    (
        Step(
            "1.10 Tb2k8k/4b6b 4m 1b7b1k9k2m7m p2:6k 5-5 0-0 p1:play",
            (_OPPONENTS,),
            _HOW,
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
            heard={
                _OPPONENTS: N_(
                    "You play against Right: you are Left. You each play a card: that is a trick. "
                    "The second must be of the suit that was led, if possible, and the higher card "
                    "of that suit wins."
                ),
                _HOW: N_(
                    "Right led the 6 of Keys. Win this trick. Say a card by its rank and its suit, "
                    "like 10 Bells, or 10b for short."
                ),
            },
        ),
        Step(
            "1.10 4b8b2m/6b4k 6m 1b7b1k7k1m7m p2:Tk 5-5 0-0 p1:play",
            (
                N_(
                    "The card that lies open beside the trick is the decree. Its suit is trump, "
                    "and a trump beats every card of the other suits."
                ),
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
            (),
            N_(
                "Whoever wins a trick leads the next: you did. Any card may be led. Lead the one "
                "that is the hardest to beat."
            ),
            ("p1 play Tk",),
            N_(
                "Only the 11 of Keys is above the 10, and Right did not hold it. (There are 33 "
                "cards, 1 to 11 of each suit: thirteen for each of you, one decree, and six in the "
                "deck, face down.)"
            ),
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
                N_(
                    "A round has thirteen tricks, and points come after the last one, by how many "
                    "you won. Seven to nine are a victory: 6 points. But ten or more are greedy: "
                    "no points at all."
                ),
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
            (),
            N_(
                "Three tricks or fewer score 6 points, too: that is humble. Four score 1, five 2, "
                "six 3. You have won three, and two are left. Win this one?"
            ),
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
            (),
            N_("You have won six tricks, and two are left. Which card is worth 3 points more?"),
            ("p1 play 8k",),
            N_(
                "The seventh trick: 6 points instead of 3. With 21 points (16 in a short match, 35 "
                "in a long one) it is over: whoever has more wins, or else whoever had the better "
                "last round."
            ),
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
