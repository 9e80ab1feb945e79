"""The topics of the program's help: those that games share, and all as ``foxduet help`` shows them.

Nothing here loads a rule set or a screen, so that help comes at once.
"""

from __future__ import annotations

from foxduet.core.errors import N_
from foxduet.core.register import TOPICS, games_with, part_of
from foxduet.words.topics.plain import PLAIN
from foxduet.words.topics.progress import PROGRESS
from foxduet.words.topics.puzzle import PUZZLE
from foxduet.words.topics.terminals import HOST, JOIN
from foxduet.words.topics.topic import Pairs, Topic

KEYS = Topic(
    "keys",
    N_("the keys at the table"),
    (
        (
            N_("At the table"),
            Pairs(
                (
                    (N_("Left, right, h, l"), N_("choose a card or another option")),
                    (N_("Up, down, k, j"), N_("the other row of cards")),
                    (N_("Space"), N_("look at your hand; continue after a trick; deal")),
                    ("c", N_("type a card: its rank, then the letter of its suit")),
                    (N_("Enter"), N_("play, or do, what is chosen")),
                    (
                        "u",
                        N_(
                            "take back, as long as nothing hidden was seen since; alone: any choice"
                        ),
                    ),
                    (
                        N_("1 to 9, 0, -, =, +"),
                        N_("choose the card or option with that key"),
                    ),
                    (
                        N_("Digit row"),
                        N_("French keyboards: no Shift; - is 6, ) the eleventh"),
                    ),
                    ("d", N_("choose to keep the decree")),
                    (N_("Tab, r"), N_("card reference: what each card does")),
                    ("?", N_("keys and rules")),
                    (
                        "i",
                        N_("a hint; again: more of it; a third time: all of it"),
                    ),
                    ("p", N_("alone: ask your partner, between rounds or on resigning")),
                    ("b", N_("blank the screen at once")),
                    ("R", N_("resign, after a question")),
                    ("q", N_("leave; the game is saved")),
                    (N_("Esc"), N_("back; hides a hint")),
                    ("Ctrl-L", N_("redraw the screen")),
                    (
                        N_("Mouse"),
                        N_("a click chooses or looks, a second one does it"),
                    ),
                    (N_("Shift, mouse"), N_("select text, as in other programs")),
                )
            ),
            N_(
                "The last row of each screen names its most important keys, and ? shows all of "
                "them."
            ),
            N_(
                "Where the language is French, the digit row is that of a French keyboard; "
                "--keyboard qwerty or --keyboard azerty decides otherwise, and is remembered."
            ),
        ),
    ),
)

LEARN = Topic(
    "learn",
    N_("lessons at the table, and a guided round"),
    (
        (
            N_("Learn to play"),
            N_(
                "foxduet learn teaches the game at the table itself, in short lessons of two or "
                "three minutes. You read a sentence, choose a card, and see what comes of it. A "
                "wrong choice is played out, explained and taken back."
            ),
            N_(
                "Then comes a guided round beside a patient partner: before each choice you hear "
                "what matters, afterwards whether there was something better, and less of it the "
                "better you play."
            ),
            N_(
                "Lessons on strategy follow: what the expert chooses and why, and what each choice "
                "is worth if steady players play on from there."
            ),
            N_(
                "Leave whenever you like: lessons continue where they were left. How far you are "
                "is in lessons.json, beside the folder of the games; if that file is damaged, the "
                "lessons start over. Games of lessons are no scores, and are not recorded."
            ),
        ),
        (
            N_("Keys and options"),
            Pairs(
                (
                    (N_("Space, Enter"), N_("continue")),
                    ("u", N_("back to what was said before")),
                    ("s", N_("skip a page or a question")),
                    ("S", N_("skip the rest of the lesson")),
                    (N_("g, in the list"), N_("the lessons of the other game")),
                    (N_("t, in the list"), N_("for one person, or for two with open hands")),
                    (N_("o, in the list"), N_("leave out what players of the other game know")),
                    ("--two", N_("for two people at one keyboard, with open hands")),
                    ("--game", N_("the lessons of that game")),
                    (N_("--lesson N"), N_("the lesson with that number in the list")),
                )
            ),
        ),
    ),
)

REPLAY = Topic(
    "replay",
    N_("stepping through a recorded game"),
    (
        (
            N_("Look through a game"),
            N_(
                "foxduet replay FILE steps through a game with both hands open, and asks first if "
                "it is unfinished. Without FILE it is the last finished game. With --positions it "
                "prints one position line before the first action and after each."
            ),
        ),
    ),
)

RECORDS = Topic(
    "records",
    N_("where games and scores live, and what is secret in them"),
    (
        (
            N_("Where games live"),
            N_(
                "Every game has a record from its first deal on, which is rewritten after each "
                "action: first into a temporary file, which is synced and then renamed, so that a "
                "crash or a power cut costs at most the last keystroke. Their folder is:"
            ),
            Pairs(
                (
                    (
                        N_("Linux and others"),
                        N_("$XDG_DATA_HOME/foxduet/records, or ~/.local/share/foxduet/records"),
                    ),
                    ("macOS", "~/Library/Application Support/foxduet/records"),
                    ("Windows", r"%LOCALAPPDATA%\foxduet\records"),
                    (N_("anywhere"), N_("$FOXDUET_HOME/records if that is set")),
                )
            ),
            N_(
                "The scores are in scores.sqlite3 beside that folder, an index of the records. A "
                "record is written before its score, and records that are not among the scores yet "
                "are imported after the next game and whenever the scores are shown. So no score "
                "is lost in a crash, or while the scores are locked or read-only. If they are "
                "damaged, the file is renamed and a new one is made from the records; it may be "
                "deleted at any time, too. Scores whose record is gone stay as long as the file is "
                "sound. Par is in par.jsonl, and can be worked out again."
            ),
            N_(
                "A record that is a symbolic link stays one: the file that it leads to is written. "
                "A name in a record has 1 to 60 characters, of which at least one can be seen, and "
                "none commands a terminal. Earlier versions accepted any text: such a record can "
                "still be replayed, with p1 or p2 in the name's place, but is no score. TOML is "
                "read up to 16 tables deep and with numbers of up to 1000 digits."
            ),
        ),
        (
            N_("A word on secrets"),
            N_(
                "Records of unfinished games contain both hands: do not open them. If one is "
                "damaged, foxduet --resume FILE continues it from before the damage, and shows no "
                "hand. These files are for their owner alone. The screen is "
                "wiped whenever the program ends, unless it cannot notice that, as with kill -9. A "
                "terminal recorder saves what it sees, and a terminal without an alternate screen "
                "may push rows of a picture into its scrollback when its window is made smaller."
            ),
        ),
    ),
)

COMMANDS = Topic(
    "commands",
    N_("the command line, how screens are drawn, languages, exit status"),
    (
        (
            N_("Commands"),
            N_(
                "foxduet --help lists the commands, and foxduet COMMAND --help the options of one. "
                "Without a command it is play. The topic of a command says more than that: foxduet "
                "help COMMAND. foxduet --version says which version this is."
            ),
        ),
        (
            N_("How screens are drawn"),
            Pairs(
                (
                    (
                        "--ascii, --no-ascii",
                        N_(
                            "with 7-bit characters, as happens by itself where the locale, the "
                            "Linux console or an old console of Windows has no others"
                        ),
                    ),
                    ("--color, --no-color", N_("without colours also where NO_COLOR is set")),
                    (
                        "--animation, --no-animation",
                        N_("pieces walk, or arrive at once"),
                    ),
                    (
                        N_("--theme NAME"),
                        N_(
                            "terminal keeps the terminal's own colours; forest and night bring "
                            "theirs, and contrast the strongest"
                        ),
                    ),
                    (
                        "--mouse, --no-mouse",
                        N_(
                            "a click chooses, a second one plays, and Shift with the mouse selects "
                            "text; or the mouse is left to the terminal"
                        ),
                    ),
                    (
                        N_("--keyboard NAME"),
                        N_(
                            "what the digit row gives without Shift, qwerty or azerty; system is "
                            "the keyboard of the language"
                        ),
                    ),
                    (
                        "--bell, --no-bell",
                        N_("sounds when it is your turn after a partner's long thought"),
                    ),
                    (
                        "--plain, --no-plain",
                        N_("all in words, without a screen: foxduet help plain"),
                    ),
                    (
                        "--headphones, --no-headphones",
                        N_("in words, nothing of a hand is said unless somebody asks"),
                    ),
                )
            ),
            N_("What you choose here is remembered: see foxduet help config."),
        ),
        (
            N_("Languages"),
            Pairs(
                (
                    (
                        N_("--lang LANGUAGE"),
                        N_(
                            "the language, before a command or after it; else LANGUAGE, LC_ALL, "
                            "LC_MESSAGES or LANG decide, the first of them that is set (but not "
                            "LANGUAGE where the locale is C), or the system's own settings"
                        ),
                    ),
                )
            ),
            N_(
                "Records, position lines, and the keys of JSON and CSV are the same in all "
                "languages."
            ),
        ),
        (
            N_("Exit status"),
            N_(
                "Bad usage ends with status 2, other errors with 1, and one line says what would "
                "be right. A signal ends it with 128 and its number, and the game is saved."
            ),
        ),
    ),
)

CONFIG = Topic(
    "config",
    N_("what is remembered from game to game, and where"),
    (
        (
            N_("What is remembered"),
            N_(
                "The next game begins as the last one did: the form has its game and options, "
                "partner, names, own board, practice and house rule again, and screens look as "
                "they did. It is in config.toml, and foxduet config prints where that is, and each "
                "setting with its value and whether that is the default or from the file."
            ),
            N_(
                "The command line is stronger than the file. A command that deals at once "
                "takes only names, the time limit and the look from it: it is a game of two people "
                "unless it says --solo."
            ),
        ),
        (
            N_("The file"),
            Pairs(
                (
                    (
                        N_("Linux and others"),
                        N_("$XDG_CONFIG_HOME/foxduet, or ~/.config/foxduet"),
                    ),
                    ("macOS", "~/Library/Application Support/foxduet"),
                    ("Windows", r"%APPDATA%\foxduet"),
                    (N_("anywhere"), N_("$FOXDUET_HOME if that is set")),
                )
            ),
            N_(
                "You may edit it; each setting is explained there. The program writes it when a "
                "game starts or you choose a look, and only if something has changed: then all "
                "settings stay, those that it does not know too, but comments of your own do not. "
                "A value that is not valid is ignored, and one line says which and why; that line "
                "also names a setting that seems misspelt. A file that is not TOML is neither used "
                "nor changed. Where it cannot be written, nothing is remembered, and you can play "
                "all the same."
            ),
        ),
    ),
)

COMPLETION = Topic(
    "completion",
    N_("completion on Tab in bash, zsh and fish; the manual page"),
    (
        (
            N_("Switch it on"),
            N_("One line in the file that your shell reads at its start is enough:"),
            Pairs(
                (
                    ("~/.bashrc", 'eval "$(foxduet completion bash)"'),
                    (N_("~/.zshrc, after compinit"), 'eval "$(foxduet completion zsh)"'),
                    ("~/.config/fish/config.fish", "foxduet completion fish | source"),
                )
            ),
            N_(
                "Then Tab completes commands, options, their values, and files, wherever the "
                "command foxduet is installed."
            ),
        ),
        (
            N_("The manual page"),
            N_(
                "pip installs it along with the command, and man foxduet shows it. It has these "
                "topics, too."
            ),
        ),
    ),
)

SHARED_TOPICS = (
    *(LEARN, PUZZLE, PROGRESS, KEYS, PLAIN, HOST, JOIN),
    *(REPLAY, RECORDS, CONFIG, COMMANDS, COMPLETION),
)


def all_topics() -> dict[str, Topic]:
    """Return all topics by their names: those of each game, then those that games share."""
    own: list[Topic] = [topic for game in games_with(TOPICS) for topic in part_of(game, TOPICS)]
    return {topic.name: topic for topic in (*own, *SHARED_TOPICS)}
