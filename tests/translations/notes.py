"""What short sentences mean, for translators: in the file of a translation it stands above them.

A word or two say too little by themselves. What stands in one place only has its note there, as a
comment that begins with "Translators:".
"""

from __future__ import annotations

_KEY_IN_THE_LAST_ROW = "what a key does, in the last row of the screen, after the name of the key"
_NAME_OF_A_KEY = "the name of a key, as it stands on keyboards of your language"
_LETTER = "a key; leave the letter as it is"
_BUTTON = "on a button"
_VALUE = "stands for a value on the command line, in capitals"
_COLUMN = "the heading of a column of numbers; shorten it if need be"
_DAY = "a day of the week, in two letters"
_CHOICE = "names a choice within a sentence, as in 'best was ...'"
_OF_A_GAME = "of a game or a match, in lists of scores"
_ABOUT = "what a puzzle is about"
_TERM = "a row of a table that compares both games"

NOTES: dict[str, str] = {
    **dict.fromkeys(
        [
            *("move", "play", "pick", "take back", "skip", "choose", "try again", "begin"),
            *("change", "help", "cards", "step", "look", "deal", "hint", "blank", "open"),
            *("decide", "try", "eyes", "continue", "leave", "back", "quit", "place it", "next"),
            *("answer", "hindsight", "learn", "scroll"),
        ],
        _KEY_IN_THE_LAST_ROW,
    ),
    **dict.fromkeys(["Space", "Enter", "Esc", "Tab", "End", "Home, End", "arrows"], _NAME_OF_A_KEY),
    **dict.fromkeys("abcdefginopqstuvRS?", _LETTER),
    **dict.fromkeys(
        ["Again", "All lessons", "Play on", "Stay", "Choose again", "Do it", "Leave it"], _BUTTON
    ),
    **dict.fromkeys(
        [
            *("COMMAND", "SHELL", "TOPIC", "ADDRESS", "PARTNER", "SECONDS", "FILE", "PICTURE"),
            *("NAME", "DIR"),
        ],
        _VALUE,
    ),
    **dict.fromkeys(
        ["Games", "Won", "Lost", "Drawn", "Rate", "Streak", "Longest", "Mean", "Against"], _COLUMN
    ),
    **dict.fromkeys(["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"], _DAY),
    **dict.fromkeys(["the {card}", "staying", "resigning", "keeping the decree"], _CHOICE),
    **dict.fromkeys(["won", "lost", "drawn", "resigned", "out of time", "unfinished"], _OF_A_GAME),
    **dict.fromkeys(
        ["who plays", "a hand", "suits", "the aim", "the end", "talking", "rank 1"], _TERM
    ),
    **dict.fromkeys(["Swans", "Woodcutters", "Witches", "Monarchs"], _ABOUT),
    "Puzzles": "positions to be solved, a title",
    "new": "a puzzle that was not answered yet",
    "you": "the one who plays alone, within a sentence; a label has it with a capital letter",
    "your partner": "the program that plays with one person, within a sentence",
    "your opponent": "the program that plays against one person, within a sentence",
    "y": "the answer yes, one letter",
    "yes": "the answer yes, typed in full",
    "no": "whether a person knows the other game",
    "done": "a lesson",
    "started": "a lesson",
    "Keys": "the keys of the keyboard, a title",
    "Strategy": "the heading of the lessons on how to play well",
    "imported": "records of games, after their number",
    "already known": "records of games, after their number",
    "unreadable": "records of games, after their number",
    "file": "a setting comes from the file",
    "default": "a setting has the value that it has without the file",
    "games": "changes between the lessons of both games; what a key does, in the last row",
    "names": "after 'type': type the names; what a key does, in the last row",
    "type": "before 'names': type the names; what a key does, in the last row",
    "Game": "which of the two games is played: a row of a form",
    "game": "a game that was played: up and down choose one",
    "Practice": "a game in which all can be taken back: a row of a form",
    "hidden": "the cards that are out: a row of a form",
    "your own": "a board of one's own: a row of a form",
    "gives": "a card is about to be given to the partner",
    "Together": "who chose: both players as a team",
    "forest": "the name of a set of colours, dark green",
    "night": "the name of a set of colours",
    "contrast": "the name of a set of colours",
    "humble": "with 0 to 3 tricks, which pays well",
    "defeated": "with 4 to 6 tricks, which pays little",
    "victorious": "with 7 to 9 tricks, which pays well",
    "greedy": "with 10 or more tricks, which pays nothing",
    "par": "the score of two experts on the same deals, as in golf",
    "Par": "the score of two experts on the same deals, as in golf: the heading of a column",
    "level": "how hard Duet is, 1 to 3; a label has it with a capital letter",
    "target": "the points that end the original game; a label has it with a capital letter",
    "board": "where the fox walks; a label has it with a capital letter",
    "stay": "the fox stays where it is: one of the moves to choose from",
    "resign": "give the game up",
    "Left": "what the player at the left end is called who has chosen no name",
    "Right": "what the player at the right end is called who has chosen no name",
    "Doves": "a suit of Duet",
    "Roses": "a suit of Duet",
    "Stars": "a suit of Duet",
    "Accuracy": "how good the choices of a player were, as a percentage",
    "none": "of days in a row",
    "Progress": "how a player gets on: a row of the title",
    "About": "what mistakes were about: the heading of a column",
    "Choices": "how many there were: the heading of a column",
    "Goals": "what can be reached by winning: a title",
    "page": "one of several pages of scores; what a key does, in the last row",
    "partner": "chooses one kind of partner; what a key does, in the last row",
    "who": "who continues a branch; what a key does, in the last row",
    "Mouse": "clicks with it, in a list of keys",
    "option": "any argument that begins with --, in the synopsis of the manual page",
    "options": "arguments that begin with --, a title in the help of the command line",
    "Woodcutter": "a card of the original game, rank 5",
    "Musician": "a card of Duet, rank 1",
    "Foxes": "a card of Duet, rank 3",
    "Gazelle": "a card of Duet, rank 5",
    "Gift": "a card of Duet, rank 7",
    "Royal Heir": "a card of Duet, rank 9",
    "Novice": "a partner: the weakest",
    "Steady": "a partner that always plays in the same way; no word that is a first name",
    "Expert": "a partner: the strongest",
}
