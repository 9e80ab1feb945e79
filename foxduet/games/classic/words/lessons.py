"""The original game's lessons, in the order in which they are taught, and its guided round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foxduet.core.errors import N_
from foxduet.games.classic.rules.actions import Action
from foxduet.games.classic.rules.observation import Observation
from foxduet.games.classic.rules.scoring import points_of
from foxduet.games.classic.words.reason_sentences import explanation
from foxduet.play.game import Names
from foxduet.words.i18n import _
from foxduet.words.lessons import Course, GuidedRound, Lesson, Step, Wrong
from foxduet.words.people import fill

if TYPE_CHECKING:
    from foxduet.ai.partner import Thought
    from foxduet.games.classic.ai.expert import ClassicEstimate


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


MONARCH = Lesson(
    "monarch",
    N_("Monarch"),
    (
        Step(
            "1.9 2b1k4kTk/4b6b8b 4m 1b9b3k8k3m8m p2:Ek 5-4 0-0 p1:play",
            (
                N_("Cards with odd numbers have an ability; its name stands on the card."),
                N_(
                    "The 11 is the Monarch. If it is led, the other player must follow with the "
                    "highest card of that suit, or with the 1."
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
            (N_("As the second card of a trick the Monarch is just the highest of its suit."),),
            N_("You hold the 8 and the 11 of Keys. How do you get Right's highest Key?"),
            ("p1 play Ek",),
            N_("Right had to play the 10, and now no Key is left above your 8."),
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
                N_("The 9 is the Witch. If she is the only Witch in the trick, she is a trump."),
                N_("For following she still counts as the suit that stands on her."),
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
            (N_("If both cards are Witches, neither is a trump."),),
            N_("Left led the Witch of Keys, a trump of 9 if she is alone. What beats her?"),
            ("p2 play Tm",),
            N_("The 10 of Moons is a higher trump than the 9."),
            (
                Wrong(
                    ("p2 play 2m",),
                    N_("The 2 is trump, but the Witch counts as a trump of 9."),
                ),
                Wrong(
                    ("p2 play 9b",),
                    N_("Now neither Witch is a trump, and the suit that was led won: Keys."),
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
            N_("You led the Fox of Bells, and Keys are trump. Make Moons trump, and keep your 10."),
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
            (
                N_(
                    "The 5 is the Woodcutter. Its player draws a card that nobody has seen, and "
                    "puts any card of the hand under the deck."
                ),
            ),
            N_("You led the Woodcutter, and have drawn. Which of your cards wins the least?"),
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
            (N_("The 7 is the Treasure. Whoever wins the trick scores 1 point for it at once."),),
            N_("Right led the Treasure of Keys. Get the point, and the seventh trick with it."),
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
            (N_("A point is not worth every trick."),),
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


def facts(observation: Observation, names: Names) -> tuple[str, ...]:
    """Say how many tricks both have won, and what that would score."""
    tricks, seat = observation.table.tricks, observation.seat
    if not any(tricks):
        return (
            _("No trick has been won yet."),
            _("Seven to nine score 6 points, three or fewer too, ten or more none."),
        )
    sentence = _("Tricks so far: {own} for you, {other} for {name}.")
    would = _("If it stayed so, you would score {own}, and {name} {other}.")
    own, other, name = tricks[seat], tricks[seat.other], names[seat.other]
    return (
        fill(sentence, own=own, other=other, name=name),
        fill(would, own=points_of(own), other=points_of(other), name=name),
    )


def why(
    observation: Observation, better: Action, worse: Action, thought: Thought, names: Names
) -> str:
    """Say why one choice is better than another; empty if only the figures can tell."""
    every: dict[Action, ClassicEstimate] = {one.action: one for one in thought.compared}  # type: ignore[misc]
    return explanation(observation, [*every.values()], every[better], every[worse], names)


COURSE = Course(
    setup={"target": 21},
    lessons=(
        TRICKS,
        BANDS,
        MONARCH,
        WITCH,
        SWAN,
        WOODCUTTER,
        TREASURE,
    ),
    guided=GuidedRound(
        "guided",
        N_("A guided round"),
        seed=4,
        partner="novice",
        welcome=(
            N_("Now a whole round of thirteen tricks, against an easy opponent."),
            N_(
                "Before each of your cards you hear what matters, and afterwards whether there was "
                "something better. The better you get, the less is said."
            ),
        ),
        to_two=N_(
            "Now a whole round of thirteen tricks. You play it against each other, with both hands "
            "open."
        ),
        facts=facts,
        why=why,
    ),
    relative=N_("I know The Fox in the Forest Duet"),
)
