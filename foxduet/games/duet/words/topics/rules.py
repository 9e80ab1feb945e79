"""The rules of Duet in our own words, for the screens and for ``foxduet help rules``."""

from __future__ import annotations

from foxduet.core.errors import N_
from foxduet.words.text import Example
from foxduet.words.topics.topic import Topic

SECTIONS = (
    (
        N_("What you are after"),
        N_(
            "You are a team. A fox walks along a forest path, and wherever it stops you may pick "
            "up one gem. Collect every gem before three rounds are over. If the fox runs off the "
            "path when no forest token is left, you have lost."
        ),
        Example(
            N_(
                "  ◊           ◊           ◊◊          ◊     ◊ a gem\n"
                "( 1 )·( 2 )·( 3 )·[^.^]·( 5 )·( 6 )·( 7 )   ^.^ the fox\n"
                "◄ Left                            Right ►"
            )
        ),
    ),
    (
        N_("A round"),
        N_(
            "There are thirty cards: Doves, Roses and Stars, each from 1 to 10. You both get "
            "eleven. One more lies face up: the decree. Its suit is trump. Seven stay face down "
            "and out of play."
        ),
        N_(
            "You play eleven tricks. One player leads any card. The other must play the same suit "
            "if possible, and any card if not. The winner of a trick leads the next; in the first, "
            "the player who did not deal leads. You deal in turns."
        ),
        N_(
            "The highest trump takes the trick. If there is no trump, the highest card of the suit "
            "that was led takes it."
        ),
    ),
    (
        N_("The fox walks"),
        N_(
            "After each trick the fox walks toward the winner's end of the path, as many spaces as "
            "the two cards show paws together. Where it stops, even if it did not move, one gem is "
            "yours if there is any."
        ),
        Example(
            N_(
                "  ◊           ◊           ◊◊          ◊     Right won,\n"
                "( 1 )·( 2 )·( 3 )·[ 4 ]·( 5 )·( 6 )·(^.^)   3 paws\n"
                "◄ Left                            Right ►"
            )
        ),
        N_(
            "If it would walk off the path, it goes back to the start instead (the space in square "
            "brackets), finds nothing, and a forest token covers the last space at that end: the "
            "path is shorter from now on. Gems on a covered space slide one space toward the "
            "start. With no token in reserve you are lost in the forest."
        ),
        Example(
            N_(
                "  ◊           ◊           ◊◊    ◊           off the path:\n"
                "( 1 )·( 2 )·( 3 )·[^.^]·( 5 )·( 6 )  ░▲░    back to start\n"
                "◄ Left                            Right ►"
            )
        ),
    ),
    (
        N_("Cards with abilities"),
        N_("1, Musician: the winner of the trick may send the fox either way."),
        N_(
            "3, Foxes: at once, name yourself or your partner; that player may swap a card in hand "
            "with the decree, if it has any card left. A new trump counts for this trick already."
        ),
        N_(
            "5, Gazelle: the winner of the trick may leave out the paws of one of its cards; with "
            "two Gazelles, of both."
        ),
        N_(
            "7, Gift: at once, each gives the other one card. You choose before you see what you "
            "get. It must be done unless a player has no card left."
        ),
        N_(
            "9, Royal Heir: when it is led, the other player may play any suit. As the second card "
            "it does nothing."
        ),
    ),
    (
        N_("Between rounds"),
        N_(
            "After rounds 1 and 2 every space marked + gets another gem. Then, if a forest token "
            "is left, one covers the last space of one end. You choose the end together, but not "
            "the one where the fox stands. The fox stays where it is."
        ),
        N_(
            "There are 22 gems, those on the path counted. If fewer are left than are due, the "
            "spaces nearest the start come first. A gem for a covered space goes to the nearest "
            "open one."
        ),
    ),
    (
        N_("How it ends"),
        N_(
            "When the last gem is collected, you have won, at once. Your score: 10 points for each "
            "level, 1 for each card still in your hands, 10 if it was round 2, and 3 for each "
            "forest token left. You lose when the fox is lost in the forest or when gems are left "
            "after round 3. You may also resign at any time; you are asked about it when more gems "
            "are left than tricks."
        ),
    ),
    (
        N_("What you may say"),
        N_("Before the first deal and between rounds, talk as much as you like."),
        N_(
            "During a round say nothing about cards, yours or your partner's; ask nothing whose "
            "answer would reveal them; and do not plan: no hints about what to play, who should "
            "win or what you wish for. Cards of earlier tricks may not be looked at again. To be "
            "reminded of what a card does, open the card reference instead of asking."
        ),
    ),
    (
        N_("Alone, and hints"),
        N_(
            "Alone you sit at the left end, beside one of three partners: novice, steady or "
            "expert. It sees its own cards and the table, never your hand. You decide where the "
            "forest closes in and whether to resign; p asks your partner, who judges by what you "
            "both can see."
        ),
        N_(
            "A hint is worked out by the expert from what you see, for either of you. Its figures "
            "are chances to win the game, from hands that your partner may hold. The record of the "
            "game notes where you looked at one."
        ),
    ),
)

RULES = Topic("rules", N_("the rules, in our own words"), SECTIONS)
