"""Duet's first lessons: the path, tricks, trump, and the ends of the path."""

from __future__ import annotations

from foxduet.core.errors import N_
from foxduet.words.lessons import Lesson, Step, Wrong

PATH = Lesson(
    "path",
    N_("The path and the fox"),
    (
        Step(
            "1.8 6dTd2r/4r8r 4s - p2:4d - 10110010101 6 4 p1:play",
            (
                N_(
                    "This row of spaces is a path through the forest. The face on space 6 is a "
                    "fox, and the signs above some spaces are gems. A + is none; it is explained "
                    "later."
                ),
                N_("Pick up every gem, and you win. You do that as a team of two."),
                N_(
                    "Left sits at the left end of the path, Right at the other. For now you are "
                    "Left, and the cards below are your hand."
                ),
                N_(
                    "You each play a card: together that is a trick. Whoever wins it, the fox "
                    "walks toward that player's end of the path."
                ),
                N_(
                    "How far it walks is on the cards: their paws, at the right of each card. Add "
                    "the paws of both cards, and it walks as many spaces."
                ),
                N_(
                    "There are three suits: Doves, Roses and Stars, each with a sign of its own. "
                    "Here you have to play a Dove, as Right did."
                ),
                N_(
                    "Soon it is your turn. Choose a card with the arrow keys, or with the number "
                    "above it, and play it with Enter. You can always try again. What else you "
                    "see on the table is explained later."
                ),
            ),
            N_(
                "Right led the 4 of Doves, with one paw. Both of your Doves are higher and would "
                "win. Which one brings the fox to a gem?"
            ),
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
        ),
        Step(
            "1.8 6r2s/4d8dTd 6s - p1:2d - 10010010001 3 4 p2:play",
            (
                N_("Now Right is to win: then the fox walks to the right."),
                N_("The fox picks up one gem where it stops, not on its way."),
            ),
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
                        "stopped on space 8, where none lies."
                    ),
                ),
                Wrong(
                    ("p2 play Td",),
                    N_(
                        "Three paws and three are six: the fox walked over the gem on space 7 and "
                        "stopped on space 9, where none lies."
                    ),
                ),
            ),
        ),
        Step(
            "1.8 4d8d2r/4rTr 4s - p2:6d - 10010100101 6 4 p1:play",
            (
                N_(
                    "Winning a trick is not what you are after. Gems are, and they belong to both "
                    "of you."
                ),
            ),
            N_("Right led the 6 of Doves. Win the trick, or leave it to Right?"),
            ("p1 play 4d",),
            N_(
                "You left the trick to Right. So the fox walked three spaces to the right, and "
                "your team has another gem."
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
        Step(
            "1.9 4d9d/6r8r 4s - p1:- - 10010100001 6 4 p1:play",
            (
                N_("Some cards have no paws: a small mark stands in their place."),
                N_(
                    "If neither card of a trick has any, the fox stays where it is, and picks up a "
                    "gem there if there is one."
                ),
                N_(
                    "Two more signs: where a + stands above a space, gems are added between the "
                    "rounds. And space 6 is drawn unlike the others: it is the start, to which the "
                    "fox comes back if it runs off the path."
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
                N_("The first card of a trick is led. It may be any card."),
                N_(
                    "The other player must play the same suit if possible. Once it is your turn, "
                    "cards that may not be played are drawn faintly."
                ),
                N_(
                    "Of the suit that was led, the higher card wins. Each suit has ten cards, from "
                    "1 to 10: so the 10 is the highest."
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
            (
                N_("You hold no Star, and a Star was led. Then you may play any card."),
                N_(
                    "But a card of another suit does not win, however high it is. (Trump does: it "
                    "comes in the next lesson.)"
                ),
            ),
            N_(
                "So Left wins this trick whatever you do, but you say how far the fox walks. Where "
                "is the gem on Left's side?"
            ),
            ("p2 play 8r",),
            N_(
                "One paw and two are three. The trick is Left's, the gem is your team's. Even a "
                "card that loses can help."
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
            (N_("The winner of a trick leads the next one: now it is your turn to lead."),),
            N_(
                "Both gems lie on your side, so you want to win. You do not see Right's hand. "
                "Which card is the hardest to beat?"
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
                N_("A card lies open beside the trick: the decree. Its suit is trump."),
                N_("Here Stars are trump. A trump beats every card of the other suits."),
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
            "1.8 4r6r/2d6sTs 4s - p1:8d - 10010000100 6 4 p2:play",
            (
                N_(
                    "While you hold the suit that was led, you must play it: then even a trump is "
                    "not allowed."
                ),
            ),
            N_(
                "Left led the 8 of Doves, and you hold a Dove. What may you play? (Try a Star as "
                "well, and see what is said.)"
            ),
            ("p2 play 2d",),
            N_(
                "You had to follow with your Dove. It lost, but its three paws took the fox to a "
                "gem."
            ),
            basic=True,
        ),
        Step(
            "1.8 Td4s8s/2rTr 2s - p2:6s - 01000000010 6 4 p1:play",
            (N_("Where both cards are trump, the higher one wins."),),
            N_(
                "Right led a trump, the 6 of Stars. Win the trick, and take the fox to the gem on "
                "your side."
            ),
            ("p1 play 8s",),
            N_("The 8 of trump beats the 6, and two paws and two are four."),
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
                N_("The fox stands on space 2, close to your end of the path."),
                N_(
                    "If it has to walk beyond the end, it is back at the start, without a gem, and "
                    "a forest token covers the last space of that end for good."
                ),
                N_(
                    "Gems are never lost: those on a space that is covered slide to the next one, "
                    "toward the start."
                ),
                N_("How many tokens are left stands at the top on the right."),
            ),
            N_("Right led the 6 of Doves, with two paws. Keep the fox on the path."),
            ("p1 play 4d",),
            N_(
                "You let Right win, and the fox walked away from your end, to a gem. With the 8 "
                "it would have run off the path."
            ),
            (
                Wrong(
                    ("p1 play 8d",),
                    N_(
                        "Four spaces were too many. The fox is back at the start, a token is "
                        "gone, and the forest covers space 1. Its gem slid to space 2."
                    ),
                ),
            ),
        ),
        Step(
            "2.8 8d2s/Td2r6r 4s - p1:4r - ##1100111## 8 0 p2:play",
            (
                N_("The forest has closed in from both ends, and no token is left."),
                N_("If the fox leaves the path now, it is lost in the forest, and so is the game."),
            ),
            N_("Left led the 4 of Roses, with one paw. What is safe?"),
            ("p2 play 2r",),
            N_("You left the trick to Left, and the fox walked four spaces back, to a gem."),
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
