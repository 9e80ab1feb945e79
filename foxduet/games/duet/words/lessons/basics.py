"""Duet's first lessons: the path, tricks, trump, and the ends of the path."""

from __future__ import annotations

from foxduet.core.errors import N_
from foxduet.words.lessons import Lesson, Step, Wrong

_HOW = N_(
    "Right led the 4 of Doves, with one paw. Both of your Doves are higher and would win. Which "
    "one brings the fox to a gem? Choose with the arrows, and play with Enter."
)
_PATH = N_(
    "This row of spaces is a path through the forest, and the face on space 6 is a fox. You and "
    "Right are a team: pick up every gem above the path, and you win. (Never mind the + signs yet.)"
)
_TRICK = N_(
    "You each play a card: that is a trick. The fox walks toward whoever wins it, one space for "
    "each paw on both cards. You are Left, and the cards below are your hand."
)
_KEPT = N_(
    "You let Right win, and the fox walked to a gem. With the 8 it would have run off the path, "
    "back to space 6, at the cost of one of the tokens above."
)

PATH = Lesson(
    "path",
    N_("The path and the fox"),
    (
        Step(
            "1.8 6dTd2r/4r8r 4s - p2:4d - 10110010101 6 4 p1:play",
            (_PATH, _TRICK),
            _HOW,
            ("p1 play 6d",),
            N_(
                "Two paws and one are three. Three spaces toward your end a gem was waiting: your "
                "team has it."
            ),
            (
                Wrong(
                    ("p1 play Td",),
                    N_(
                        "Three paws and one are four, so the fox walked to space 2, where no gem "
                        "lies. It has to walk three spaces to find one."
                    ),
                ),
            ),
            heard={
                _PATH: N_(
                    "A path of eleven spaces leads through the forest, with gems on some of them, "
                    "and a fox walks on it. You and Right are a team: pick up every gem, and you "
                    "win."
                ),
                _TRICK: N_(
                    "You each play a card: that is a trick. The fox walks toward whoever wins it, "
                    "one space for each paw on both cards. You are Left."
                ),
                _HOW: N_(
                    "Right led the 4 of Doves, with one paw. Both of your Doves are higher and "
                    "would win. Which one brings the fox to a gem? Say a card by its rank and its "
                    "suit, like 2 Roses, or 2r for short."
                ),
            },
        ),
        Step(
            "1.8 6r2s/4d8dTd 6s - p1:2d - 10010010001 3 4 p2:play",
            (),
            N_(
                "Left led the 2 of Doves, with three paws. All of your Doves are higher. Which one "
                "brings the fox to a gem?"
            ),
            ("p2 play 4d",),
            N_("Three paws and one are four: from space 3 to space 7, and a gem."),
            (
                Wrong(
                    ("p2 play 8d",),
                    N_(
                        "Three paws and two are five: the fox walked over the gem on space 7 and "
                        "stopped on space 8. It picks up a gem only where it stops."
                    ),
                ),
                Wrong(
                    ("p2 play Td",),
                    N_(
                        "Three paws and three are six: the fox walked over the gem on space 7 and "
                        "stopped on space 9. It picks up a gem only where it stops."
                    ),
                ),
            ),
        ),
        Step(
            "1.8 4d8d2r/4rTr 4s - p2:6d - 10010100101 6 4 p1:play",
            (),
            N_("Right led the 6 of Doves. Win the trick, or leave it to Right?"),
            ("p1 play 4d",),
            N_(
                "You left the trick to Right, so the fox walked three spaces to the right, and "
                "found a gem. It belongs to both of you: who wins the tricks does not matter."
            ),
            (
                Wrong(
                    ("p1 play 8d",),
                    N_(
                        "You won the trick, so the fox walked four spaces toward you, to space 2, "
                        "where no gem lies. Look where it gets to if Right wins."
                    ),
                ),
            ),
        ),
    ),
)

FOLLOWING = Lesson(
    "following",
    N_("Leading and following"),
    (
        Step(
            "1.7 4dTd2r8r/6d8d4r 4s - p2:6r - 01010010100 6 4 p1:play",
            (
                N_(
                    "Any card may be led, as the first of a trick. The other player must play the "
                    "same suit if possible, and the higher card of that suit wins. Each suit has "
                    "ten cards, from 1 to 10."
                ),
            ),
            N_("Right led the 6 of Roses. There are gems on your side: win this trick."),
            ("p1 play 8r",),
            N_(
                "The 8 beats the 6, and the fox walked toward you. Your 10 of Doves is higher "
                "still, but while you hold Roses you have to play one."
            ),
            (
                Wrong(
                    ("p1 play 2r",),
                    N_(
                        "The 2 is lower than the 6, so Right won, and the fox walked to the "
                        "other side."
                    ),
                ),
            ),
            basic=True,
        ),
        Step(
            "1.8 2d6s/2r8rTr 4d - p1:4s - 00100010010 6 4 p2:play",
            (),
            N_(
                "Left led a Star. You hold none, so you may play any card, but cannot win. You do "
                "say how far the fox walks: where is the gem on Left's side?"
            ),
            ("p2 play 8r",),
            N_(
                "One paw and two are three. The trick is Left's, the gem is your team's. (Only "
                "trump beats another suit: that is the next lesson.)"
            ),
            (
                Wrong(
                    ("p2 play 2r", "p2 play Tr"),
                    N_(
                        "One paw and three are four: the fox walked past the gem. And Left won, "
                        "since only a Star could beat a Star here."
                    ),
                ),
            ),
        ),
        Step(
            "1.8 4dTd2r/6d8d4r 4s - p1:- - 10010000000 6 4 p1:play",
            (),
            N_(
                "You won the last trick, so you lead this one. Both gems lie on your side: win it, "
                "too. Which card is the hardest to beat?"
            ),
            ("p1 play Td",),
            N_("No Dove is higher than the 10, so Right's Dove had to lose."),
            (
                Wrong(
                    ("p1 play 4d",),
                    N_("Right had a higher Dove, won the trick, and the fox walked to the right."),
                ),
                Wrong(
                    ("p1 play 2r",),
                    N_(
                        "A 2 is beaten by nearly every other card of its suit, and Right had one: "
                        "the fox walked to the right."
                    ),
                ),
            ),
            ("p2 play 6d", "p2 play 4r"),
            basic=True,
        ),
    ),
)

TRUMP = Lesson(
    "trump",
    N_("Trump and the decree"),
    (
        Step(
            "1.8 4d8d2s/4rTr 6s - p2:8r - 10010100000 6 4 p1:play",
            (
                N_(
                    "The card that lies open beside the trick is the decree. Its suit is trump, "
                    "and a trump beats every card of the other suits. Here Stars are trump."
                ),
            ),
            N_("Right led the 8 of Roses, and you hold no Rose. How can you win all the same?"),
            ("p1 play 2s",),
            N_("Even the lowest trump beats the highest card of another suit."),
            (
                Wrong(
                    ("p1 play 4d", "p1 play 8d"),
                    N_(
                        "A Dove is neither the suit that was led nor trump, so it cannot win. "
                        "Right's Rose did."
                    ),
                ),
            ),
            basic=True,
        ),
        Step(
            "1.8 4r6r/2dTd6s 4s - p1:8d - 10010000100 6 4 p2:play",
            (),
            N_(
                "Left led the 8 of Doves. While you hold Doves you must play one: not even your "
                "trump is allowed. Which one brings the fox to a gem?"
            ),
            ("p2 play 2d",),
            N_("It lost, but its three paws and the two of the 8 took the fox to a gem."),
            (
                Wrong(
                    ("p2 play Td",),
                    N_("You won, and the fox walked five spaces to the right: no gem lies there."),
                ),
            ),
            basic=True,
        ),
        Step(
            "1.8 Td4s8s/2rTr 2s - p2:6s - 01000000010 6 4 p1:play",
            (),
            N_(
                "Right led a trump, the 6 of Stars. Win the trick, and take the fox to the gem on "
                "your side."
            ),
            ("p1 play 8s",),
            N_(
                "Where both cards are trump, the higher one wins: the 8 beats the 6, and two paws "
                "and two are four."
            ),
            (
                Wrong(
                    ("p1 play 4s",),
                    N_("The 4 of trump is lower than the 6, so Right won, and the fox went right."),
                ),
            ),
            basic=True,
        ),
    ),
)

ENDS = Lesson(
    "ends",
    N_("The path's end, and tokens"),
    (
        Step(
            "1.8 4d8d2r/4rTr 4s - p2:6d - 10011010001 2 4 p1:play",
            (
                N_(
                    "The fox is close to your end of the path. If it has to walk beyond it, it is "
                    "back at the start without a gem, and a forest token covers the last space of "
                    "that end for good."
                ),
            ),
            N_("Right led the 6 of Doves, with two paws. Keep the fox on the path."),
            ("p1 play 4d",),
            _KEPT,
            (
                Wrong(
                    ("p1 play 8d",),
                    N_(
                        "Four spaces were too many. The fox is back at the start, a token is "
                        "gone, and the forest covers space 1. Its gem slid to space 2."
                    ),
                ),
            ),
            heard={
                _KEPT: N_(
                    "You let Right win, and the fox walked to a gem. With the 8 it would have run "
                    "off the path, back to space 6, at the cost of one of your tokens."
                ),
            },
        ),
        Step(
            "2.8 8d2s/Td2r6r 4s - p1:4r - ##1100111## 8 0 p2:play",
            (),
            N_(
                "The forest has closed in, and no token is left: if the fox leaves the path now, "
                "the game is lost. Left led the 4 of Roses, with one paw. What is safe?"
            ),
            ("p2 play 2r",),
            N_(
                "The fox walked four spaces back, to a gem. None is ever lost: those on spaces "
                "that were covered slid to the next ones, toward the start."
            ),
            (
                Wrong(
                    ("p2 play 6r",),
                    N_(
                        "You won, and three spaces to the right there is only forest. With no "
                        "token left that is the end of the game."
                    ),
                ),
            ),
        ),
    ),
)
