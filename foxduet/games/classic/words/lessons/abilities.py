"""The original game's lessons on the cards with abilities."""

from __future__ import annotations

from foxduet.core.errors import N_
from foxduet.words.lessons import Lesson, Step, Wrong

MONARCH = Lesson(
    "monarch",
    N_("Monarch"),
    (
        Step(
            "1.9 2b1k4kTk/4b6b8b 4m 1b9b3k8k3m8m p2:Ek 5-4 0-0 p1:play",
            (
                N_(
                    "Cards with odd numbers have an ability; its name stands on the card. The 11 "
                    "is the Monarch: if it is led, the other player must follow with the highest "
                    "card of that suit, or with the 1."
                ),
            ),
            N_("Right led the Monarch of Keys, and no other Key beats it. What do you give up?"),
            ("p1 play 1k",),
            N_(
                "The 1 may be played instead, and you keep your 10. (The 1 is the Swan, which also "
                "gives you the lead: that comes in a later lesson.)"
            ),
            (
                Wrong(
                    ("p1 play Tk",),
                    N_("The 10 is lost, and would have won a trick later. The 1 is allowed, too."),
                ),
            ),
        ),
        Step(
            "1.10 2b8kEk/6b4kTk 4m 1b7bEb6k2m7m p1:- 5-5 0-0 p1:play",
            (),
            N_("You hold the 8 and the 11 of Keys. How do you get Right's highest Key?"),
            ("p1 play Ek",),
            N_(
                "Right had to play the 10, and now no Key is left above your 8. (As the second "
                "card of a trick the Monarch is just the highest of its suit.)"
            ),
            (
                Wrong(
                    ("p1 play 8k",),
                    N_("Right won with the 10, and chose to: nothing forced it."),
                ),
                Wrong(
                    ("p1 play 2b",),
                    N_("Right won with a Bell, and holds the 10 of Keys still."),
                ),
            ),
            ("p2 play Tk", "p2 play 6b"),
        ),
    ),
)

WITCH = Lesson(
    "witch",
    N_("Witch"),
    (
        Step(
            "1.10 4b8b9b/6b4k 4m 1b7b2k8k2m7m p2:Tk 5-5 0-0 p1:play",
            (
                N_(
                    "The 9 is the Witch. If she is the only Witch in the trick, she is a trump. "
                    "For following she still counts as the suit that stands on her."
                ),
            ),
            N_("Right led the 10 of Keys. You hold neither Keys nor Moons. Win the trick."),
            ("p1 play 9b",),
            N_("The only Witch in the trick counts as a trump of 9, and beats the 10."),
            (
                Wrong(
                    ("p1 play 4b", "p1 play 8b"),
                    N_("A plain Bell is neither the suit that was led nor trump."),
                ),
            ),
        ),
        Step(
            "1.10 2b6b/9b2mTm 6m 1b7b1k6kEk5m p1:9k 5-5 0-0 p2:play",
            (),
            N_("Left led the Witch of Keys, a trump of 9 if she is alone. What beats her?"),
            ("p2 play Tm",),
            N_(
                "The 10 of Moons is a higher trump than the 9. (Your own Witch would not have "
                "done: of two Witches neither is a trump.)"
            ),
            (
                Wrong(
                    ("p2 play 2m",),
                    N_("The 2 is trump, but the Witch counts as a trump of 9."),
                ),
                Wrong(
                    ("p2 play 9b",),
                    N_("Of two Witches neither is a trump, so the suit that was led won: Keys."),
                ),
            ),
        ),
    ),
)

SWAN = Lesson(
    "swan",
    N_("Swan"),
    (
        Step(
            "1.10 Eb1k4k/2b6b 4m 1b7b2k9k2m7m p2:8k 5-5 0-0 p1:play",
            (N_("The 1 is the Swan. Whoever plays it and loses the trick leads the next one."),),
            N_("You lose this trick with either Key, but want to lead your Monarch next."),
            ("p1 play 1k",),
            N_("Right won the trick, but the Swan gives the lead to you."),
            (
                Wrong(
                    ("p1 play 4k",),
                    N_("Right won the trick, and leads the next one, too."),
                ),
            ),
        ),
    ),
)

WOODCUTTER = Lesson(
    "woodcutter",
    N_("Fox and Woodcutter"),
    (
        Step(
            "1.9 6k4mTm/2b6b4kEk 8k 1b8b1k7k2m7m p1:3b 5-4 0-0 p1:exchange",
            (
                N_(
                    "The 3 is the Fox. Its player may at once swap a card in hand with the decree. "
                    "A new trump counts for this trick already."
                ),
            ),
            N_(
                "You led the Fox of Bells. Keys are trump, but your Moons are better. Which card "
                "do you swap?"
            ),
            ("p1 exchange 4m",),
            N_("Moons are trump now, and the 10 of Moons is still in your hand."),
            (
                Wrong(
                    ("p1 exchange Tm",),
                    N_("Moons are trump now, but your best one lies on the table."),
                ),
                Wrong(
                    ("p1 exchange 6k",),
                    N_("Keys are still trump. Swap a Moon."),
                ),
                Wrong(
                    ("p1 exchange -",),
                    N_("The decree is as it was, and Keys are trump."),
                ),
            ),
            ("p2 play 2b",),
        ),
        Step(
            "1.9 2b4b6b8b/2k4mTmEm 8m 1b9b4k9k3m p2:5k 4-5 0-0 p2:discard",
            (),
            N_(
                "You led the 5, the Woodcutter: you have drawn a card that nobody has seen, and "
                "now put any card of your hand under the deck. Which of them wins the least?"
            ),
            ("p2 discard 2k",),
            N_("You kept three trumps. Left has seen neither what you drew nor what you put away."),
            (
                Wrong(
                    ("p2 discard 4m", "p2 discard Tm", "p2 discard Em"),
                    N_("Moons are trump, and you need tricks. Put away what is not trump."),
                ),
            ),
            ("p1 play 2b",),
        ),
    ),
)

TREASURE = Lesson(
    "treasure",
    N_("Treasure"),
    (
        Step(
            "3.11 4k8k/2b 4m 1b6bEb6k1m7m p2:7k 6-5 9-9 p1:play",
            (),
            N_(
                "Right led the 7 of Keys. It is a Treasure: whoever wins the trick scores 1 point "
                "for it at once. Get that, and the seventh trick with it."
            ),
            ("p1 play 8k",),
            N_("One point for the Treasure, and seven tricks are a victory."),
            (
                Wrong(
                    ("p1 play 4k",),
                    N_("Right won the trick, and the point for the Treasure with it."),
                ),
            ),
        ),
        Step(
            "3.11 4b/2k7k 4m 1b6bEb8k1m7m p1:6k 2-9 9-9 p2:play",
            (),
            N_("You have won nine tricks. Left led the 6 of Keys: the 7, or the 2?"),
            ("p2 play 2k",),
            N_("You stay at nine tricks, which score 6 points: more than the Treasure's one."),
            (
                Wrong(
                    ("p2 play 7k",),
                    N_("One point for the Treasure, but the tenth trick costs you 6."),
                ),
            ),
        ),
    ),
)
