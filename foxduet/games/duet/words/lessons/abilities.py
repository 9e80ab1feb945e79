"""Duet's lessons on the cards with abilities, on the rounds, and on the end of a game."""

from __future__ import annotations

from foxduet.core.errors import N_
from foxduet.words.lessons import Lesson, Step, Wrong

MUSICIAN_AND_GAZELLE = Lesson(
    "musician",
    N_("Musician and Gazelle"),
    (
        Step(
            "1.8 4d2s/1r6rTr 4s - p1:8r - 10000000101 7 4 p2:play",
            (
                N_(
                    "Cards with odd numbers have an ability; its name stands on the card. The 1 is "
                    "the Musician: whoever wins a trick with it in it sends the fox either way."
                ),
            ),
            N_("Left led the 8 of Roses. One of your cards lets Left take the fox to a gem."),
            ("p2 play 1r",),
            N_(
                "The 1 has no paws and could not win here, but it gave Left the choice, and Left "
                "sent the fox two spaces to the right."
            ),
            (
                Wrong(
                    ("p2 play 6r",),
                    N_(
                        "Left won, and without a Musician the fox had to walk toward Left: four "
                        "spaces, to where no gem lies."
                    ),
                ),
                Wrong(
                    ("p2 play Tr",),
                    N_(
                        "You won, and five spaces to the right is beyond the path: a token is gone."
                    ),
                ),
            ),
            ("p1 move +2", "p1 move -4"),
        ),
        Step(
            "1.8 4d2r/8rTr 4s - p2:1d8d - 10001010100 3 4 p1:move",
            (),
            N_(
                "You won with the 8, over Right's Musician, and a gem lies two spaces away on "
                "either side. Which way is better for what comes next?"
            ),
            ("p1 move +2",),
            N_(
                "One gem either way, but in the middle others are close, and no end is. Remember "
                "that the Musician need not take the fox to your own side."
            ),
            (
                Wrong(
                    ("p1 move -2",),
                    N_(
                        "A gem as well, but now the fox stands at the end of the path: whenever "
                        "you win, it runs off, and the other gems are far away."
                    ),
                ),
            ),
        ),
        Step(
            "1.8 2r8rTr/4sTs 4d - p2:5r - 10010000001 6 4 p1:play",
            (),
            N_(
                "Right led the 5, a Gazelle. In a trick with one, the winner may leave out the "
                "paws of one of the two cards. Which card can bring the fox to a gem?"
            ),
            ("p1 play 8r",),
            N_(
                "Two paws and one are three, but you could leave out the Gazelle's own paw, and "
                "two spaces away lay the gem. You may also count them all."
            ),
            (
                Wrong(
                    ("p1 play Tr",),
                    N_(
                        "Four spaces, or three, or one, whichever paws you leave out: no gem lies "
                        "there."
                    ),
                ),
                Wrong(
                    ("p1 play 2r",),
                    N_(
                        "Right won, and may go four, three spaces or one to the right: no gem lies "
                        "there."
                    ),
                ),
            ),
            ("p1 move -2", "p1 move -4", "p2 move +4"),
            heard={
                N_("Right led the 5, a Gazelle. In a trick with one,"): N_(
                    "In a trick with a Gazelle,"
                ),
            },
        ),
    ),
)

FOXES = Lesson(
    "foxes",
    N_("Foxes"),
    (
        Step(
            "1.7 4d8sTs/2d4r8rTr 6r - p1:3d - 10010011001 6 4 p1:foxes",
            (
                N_(
                    "The 3 is called Foxes. Whoever plays it at once names one of you two, who may "
                    "swap a card in hand with the decree. That may make another suit trump."
                ),
            ),
            N_(
                "You led the 3 of Doves. Roses are trump, but you hold good Stars. Who is to "
                "choose the trump?"
            ),
            ("p1 foxes p1",),
            N_("You know your own hand best. What to swap is the next question."),
            (
                Wrong(
                    ("p1 foxes p2",),
                    N_(
                        "You found that gem in any case. But Right did not know of your Stars and "
                        "kept the decree, so Roses stay trump. If you want a trump of your own, "
                        "name yourself."
                    ),
                ),
                Wrong(
                    ("p1 exchange -",),
                    N_(
                        "You found that gem in any case. But Roses stay trump, and you hold none "
                        "of them. Name yourself, and a Star can become the decree."
                    ),
                ),
            ),
            ("p2 exchange -", "p2 play 2d"),
        ),
        Step(
            "1.7 4d8sTs/2d4r8rTr 6r - p1:3d - 10010011001 6 4 p1:exchange",
            (),
            N_(
                "The card that you swap becomes the decree, and you take the old one in hand. You "
                "may also keep the decree. Which card do you swap?"
            ),
            ("p1 exchange 8s",),
            N_("Stars are trump now, and your 10 of Stars is the highest card there is."),
            (
                Wrong(
                    ("p1 exchange Ts",),
                    N_(
                        "Stars are trump now, but your best Star lies on the table. The 8 would "
                        "have been enough."
                    ),
                ),
                Wrong(
                    ("p1 exchange 4d",),
                    N_("Now Doves are trump, and you have none left in hand."),
                ),
                Wrong(
                    ("p1 exchange -",),
                    N_("Roses stay trump, and you hold none of them. Swap a Star."),
                ),
            ),
            ("p2 play 2d",),
        ),
        Step(
            "1.8 2s4s/4d2r 8d - p1:Ts3r - 00100100001 6 4 p2:exchange",
            (),
            N_(
                "Left led the 10 of Stars. You had no Star, played the 3 of Roses, and named "
                "yourself. Doves are trump. How can your 3 win this very trick?"
            ),
            ("p2 exchange 2r",),
            N_(
                "A new trump counts at once. Roses are trump, so the 3 of Roses beats even the 10 "
                "of Stars."
            ),
            (
                Wrong(
                    ("p2 exchange 4d",),
                    N_("Doves are still trump, so Left's 10 of Stars won the trick."),
                ),
                Wrong(
                    ("p2 exchange -",),
                    N_("The decree is as it was, so Left's 10 of Stars won the trick."),
                ),
            ),
        ),
    ),
)

GIFT_AND_HEIR = Lesson(
    "gift",
    N_("Gift and Royal Heir"),
    (
        Step(
            "1.7 2d4rTs/2r6r8rTr 6s - p1:7d - 10001011001 2 4 p1:give",
            (
                N_(
                    "The 7 is the Gift. When it is played, each of you at once gives the other one "
                    "card, chosen before you see what you get. It counts at once: whoever gets the "
                    "suit that was led has to follow with it."
                ),
            ),
            N_(
                "You led it. Stars are trump, and if you win, the paws of Right's card may take "
                "the fox off your end of the path. Right seems to have no Dove. What do you give?"
            ),
            ("p1 give Ts",),
            N_(
                "Right had no Dove and no trump, but won with the card that you gave: its three "
                "paws took the fox away from your end, to a gem."
            ),
            (
                Wrong(
                    ("p1 give 4r", "p1 give 2d"),
                    N_(
                        "With that card Right could not win. Your 7 did, and the paws of Right's "
                        "card took the fox off your end of the path: a token is gone."
                    ),
                ),
            ),
            ("p2 give 8r", "p2 play Ts", "p2 play 2d", "p2 play 6r"),
        ),
        Step(
            "1.8 4d8r9r/4rTr2s 6s - p1:- - 00010001000 5 4 p1:play",
            (
                N_(
                    "The 9 is the Royal Heir. If it is led, the other player may follow with any "
                    "card, even while holding the suit. Like the 1 and the 7 it has no paws: two "
                    "such cards leave the fox where it is."
                ),
            ),
            N_(
                "A gem lies three spaces to the right. Suppose that Right holds some Roses, and a "
                "trump with three paws: what do you lead?"
            ),
            ("p1 play 9r",),
            N_(
                "Right holds Roses, but was free to play a trump: three paws and none, exactly "
                "to the gem."
            ),
            (
                Wrong(
                    ("p1 play 8r",),
                    N_("Right had to follow with a Rose, and the fox walked past the gem."),
                ),
                Wrong(
                    ("p1 play 4d",),
                    N_(
                        "Right was free, too, having no Dove, but the paw of your 4 made the fox "
                        "walk past the gem."
                    ),
                ),
            ),
            ("p2 play 2s", "p2 play Tr"),
        ),
        Step(
            "1.8 4r2s/4d6rTs 6s - p1:9d - 00100000010 5 4 p2:play",
            (),
            N_(
                "Now Left led a Royal Heir. You hold a Dove, but may play any card. Which one "
                "takes the fox to a gem?"
            ),
            ("p2 play 6r",),
            N_(
                "The Rose cannot win, so the fox walked its two paws toward Left. (As the second "
                "card of a trick a Royal Heir does nothing.)"
            ),
            (
                Wrong(
                    ("p2 play 4d",),
                    N_("The Dove was lower than the 9, and the fox walked only one space."),
                ),
                Wrong(
                    ("p2 play Ts",),
                    N_("Trump won, so the fox walked three spaces to the right, and found none."),
                ),
            ),
        ),
    ),
)


_NEW_GEMS = N_(
    "After rounds 1 and 2 every space marked + gets another gem. Then the forest closes in: a "
    "token covers the last space of one end, which you choose together, and its gems slide one "
    "space inward."
)
_LEFT_END = N_(
    "The left end is far from the fox, and there is room left on both sides. The two gems of space "
    "1 slid to space 2, as a + would have done."
)
_WITHOUT_WORDS = N_(
    "Last of all, a team plays without words: during a round say nothing of cards or plans, and "
    "leave earlier tricks alone. Tab shows what each card does, at any time. Now play a round, "
    "with advice."
)

BETWEEN_ROUNDS = Lesson(
    "rounds",
    N_("Between rounds, and scoring"),
    (
        Step(
            "1.11 -/- 4s - - - 21010010111 9 3 team:forest",
            (
                N_(
                    "A game has three rounds of eleven tricks. The fox stays where it is, and all "
                    "30 cards are dealt anew: eleven for each of you, one decree, and seven that "
                    "nobody sees. Whoever did not deal leads."
                ),
                _NEW_GEMS,
            ),
            N_("The fox stands on space 9 of 11. Which end can be covered with less danger?"),
            ("team forest p1",),
            _LEFT_END,
            (
                Wrong(
                    ("team forest p2",),
                    N_(
                        "Now only one space is left to the right of the fox: nearly every trick "
                        "that Right wins would take it off the path."
                    ),
                ),
            ),
            heard={
                _NEW_GEMS: N_(
                    "After rounds 1 and 2 some spaces get another gem each. Then the forest closes "
                    "in: a token covers the last space of one end, which you choose together, and "
                    "its gems slide one space inward."
                ),
                _LEFT_END: N_(
                    "The left end is far from the fox, and there is room left on both sides."
                ),
            },
        ),
        Step(
            "2.7 4d2r6rTr/8d2s8s 4s - p2:4r - 00010000000 7 3 p1:play",
            (
                N_(
                    "You win with the last gem, in the middle of a round, too; without it there is "
                    "no score. There are 10, 20 or 30 points by level, 1 for each card in your "
                    "hands, 3 for each token, and 10 more in round 2."
                ),
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
            (_WITHOUT_WORDS,),
            heard={
                _WITHOUT_WORDS: N_(
                    "Last of all, a team plays without words: during a round say nothing of cards "
                    "or plans, and leave earlier tricks alone. Say cards at any time, and you hear "
                    "what each of them does. Now play a round, with advice."
                ),
            },
        ),
    ),
)
