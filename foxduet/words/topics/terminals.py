"""The topics of help about two people at two terminals."""

from __future__ import annotations

from foxduet.core.errors import N_
from foxduet.words.text import Example
from foxduet.words.topics.topic import Pairs, Topic

HOST = Topic(
    "host",
    N_("two terminals: a screen of their own for each player"),
    (
        (
            N_("Two people, two terminals"),
            N_(
                "foxduet host begins a game for two people, or continues one with --resume, and "
                "waits. Its screen says what the other player types: foxduet join. You see who "
                "knocks, and say yes or no. Each of you then sees the table as when playing "
                "alone: your own hand is always in sight, and no keyboard changes hands."
            ),
            N_(
                "What concerns both is done once both agree: taking a choice back, resigning as a "
                "team, what a team does between rounds, the next deal, and another game. Each has "
                "a window, colours, a keyboard and a language of their own, and may hear the game "
                "in words, with --plain, whatever the other one does."
            ),
            Pairs(
                (
                    ("t", N_("a line to the other player, which is never saved")),
                    (N_("Tab, while talking"), N_("mute the other player, or hear them again")),
                )
            ),
            N_(
                "A team talks before a deal and between rounds only, as the rules say; opponents "
                "talk as they like."
            ),
        ),
        (
            N_("Recipes"),
            N_("Two windows of one machine: foxduet host in one, foxduet join in the other."),
            N_("The same in tmux:"),
            Example(N_("tmux new-session foxduet host ';' split-window foxduet join")),
            N_("A friend who may use your account from elsewhere, by ssh:"),
            Example(N_("ssh -t you@thismachine foxduet join")),
            N_(
                "A friend with an account of their own on your machine, in a group with you, such "
                "as games. You type the first line, and your friend the second:"
            ),
            Example(N_("foxduet host --group games\nfoxduet join you")),
            N_(
                "A guest account whose only command is foxduet join: put this before your "
                "friend's key in its ~/.ssh/authorized_keys, in one line:"
            ),
            Example('restrict,pty,command="foxduet join you" ssh-ed25519 AAAA...'),
        ),
        (
            N_("If the connection breaks off"),
            N_(
                "Nothing is lost: each action is saved as ever, the host's screen says so and "
                "waits, and foxduet join goes on exactly there. The host may also go on at one "
                "keyboard, or leave, and continue another day with foxduet host --resume."
            ),
        ),
        (
            N_("Who can see what"),
            N_(
                "The programs meet at a Unix domain socket in a folder that only you can enter; "
                "nothing listens on a network, and ssh does distance, keys and encryption. The "
                "guest's program sends keys and gets the pictures of its own screen: no other "
                "hand, no seed, and no record before the game is over. Then it gets the record, "
                "for the guest's own scores and review. The host's machine has the game: whoever "
                "reads its files there can see both hands."
            ),
            N_("Python has no such sockets on Windows; there, both commands say so."),
        ),
        (
            N_("Options"),
            N_("The options of a new game are those of foxduet play, and further:"),
            Pairs(
                (
                    (N_("--socket FILE"), N_("wait at this socket; join names it, too")),
                    (N_("--group NAME"), N_("let accounts of this group in, too")),
                )
            ),
        ),
    ),
)

JOIN = Topic(
    "join",
    N_("joining a game that another terminal hosts"),
    (
        (
            N_("Join a game"),
            N_(
                "foxduet join knocks at the game that your own account hosts, foxduet join PLACE "
                "at that of another account, or at a socket, by a path with a / in it. The host "
                "is asked whether you may come in. Ctrl-C leaves at any time; foxduet help host "
                "says more."
            ),
            Pairs(((N_("--name NAME"), N_("your name at the table, where you may choose it")),)),
        ),
    ),
)
