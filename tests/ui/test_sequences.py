"""What terminals send, character by character, and which keys and pastes come of it."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from foxduet.ui.kit import keys
from foxduet.ui.kit.keys import Click, Input, PastedText
from foxduet.ui.kit.sequences import Decoder

AT_ONCE, TORN, SLOW, TYPED = 0.0, 30.0, 60.0, 90.0
"""Milliseconds between the characters of a sequence, of one in pieces, of a paste, of a person."""


@dataclass
class Line:
    """A line from a terminal, on which each input arrives at its time in milliseconds."""

    inputs: list[tuple[float, Input]] = field(default_factory=list)
    end: float = 0
    now: float = 0

    def send(self, *inputs: Input, gap: float = AT_ONCE, pause: float = TYPED) -> Line:
        """Send inputs, the first a while after those before."""
        for at, one in enumerate(inputs):
            self.end += gap if at else pause
            self.inputs.append((self.end, one))
        return self

    def read(self, milliseconds: int) -> Input | None:
        if self.inputs and self.inputs[0][0] <= self.now + milliseconds:
            at, got = self.inputs.pop(0)
            self.now = max(self.now, at)
            return got
        self.now += milliseconds
        return None

    def decoded(self) -> list[Input]:
        decoder, found = Decoder(self.read), []
        while self.now < self.end + 3000:
            found.append(decoder.next(250))
        return [one for one in found if one is not None]


SENT = {
    "the number pad of PuTTY, Windows Terminal and Terminal.app": (
        "Op:0 Oq:1 Or:2 Os:3 Ot:4 Ou:5 Ov:6 Ow:7 Ox:8 Oy:9 Ok:+ Om:- Ol:, On:. Oj:* Oo:/ OX:= "
        "OM:enter"
    ),
    "arrows in either mode": "[A:up [B:down [C:right [D:left OA:up OB:down OC:right OD:left",
    "Home and End of xterm, of PuTTY, screen and Linux, of rxvt": (
        "[H:home OH:home [1~:home [7~:home [F:end OF:end [4~:end [8~:end"
    ),
    "the keys above the arrows": "[3~:backspace [5~:page_up [6~:page_down",
}
"""Keys by what comes after Escape."""


@pytest.mark.parametrize("gap", [AT_ONCE, TORN])
@pytest.mark.parametrize("sent", SENT.values(), ids=SENT)
def test_a_key_is_known_by_whatever_a_terminal_sends(sent: str, gap: float) -> None:
    for pair in sent.split():
        characters, _colon, key = pair.rpartition(":")
        line = Line().send("\x1b", *characters, gap=gap).send("x")
        assert line.decoded() == [key.replace("_", " "), "x"], characters


def test_a_character_is_itself_or_the_key_that_sends_it() -> None:
    for sent, expected in (("\r\n", [keys.ENTER] * 2), ("\x7f\b", [keys.BACKSPACE] * 2)):
        assert Line().send(*sent).decoded() == expected
    assert Line().send(*"\té\x13 ", gap=TYPED).decoded() == [keys.TAB, "é", "\x13", " "]
    for escapes in ("\x1b", "\x1b\x1b"):
        assert Line().send(*escapes).send("x").decoded() == [keys.ESCAPE, "x"]


UNKNOWN = [
    *("\x1bOP", "\x1b[15~", "\x1b[11~", "\x1b[[A", "\x1bO5P", "\x1b[1;5C", "\x1b[3;2~", "\x1b[Z"),
    *("\x1b[2~", "\x1b[E", "\x1b[M 00", "\x1b[<0;3;1M", "\x1b[<0;3;1m", "\x1b[32;3;1M"),
    *("\x1b[12;40R", "\x1b[?62;4c", "\x1b[?2004;2$y", "\x1b[I", "\x1b[201~", "\x1b[99;5u"),
    *("\x1b]11;rgb:33/33/33\x07", "\x1b]11;rgb:33/33/33\x1b\\", "\x1bP1+r436f=323536\x1b\\"),
    *("\x1b3", "\x1b\r", "\x1b ", "\x1b\x1b[A", "\x1b\x1bOs"),
]


@pytest.mark.parametrize("gap", [AT_ONCE, TORN])
@pytest.mark.parametrize("sequence", UNKNOWN, ids=ascii)
def test_a_sequence_of_no_key_does_nothing_and_the_next_key_counts(
    sequence: str, gap: float
) -> None:
    assert Line().send(*sequence, "3", gap=gap).decoded() == ["3"]


def test_what_does_not_end_as_a_sequence_does_is_over_after_a_moment() -> None:
    for sequence in ("\x1b[", "\x1bO", "\x1b[3$", "\x1b]11;rgb"):
        assert Line().send(*sequence).send("3", pause=SLOW).decoded() == ["3"]


def test_alt_with_a_key_that_terminfo_knows_does_nothing_but_a_click_counts() -> None:
    assert Line().send("\x1b", keys.UP).send("x").decoded() == ["x"]
    assert Line().send("\x1b", Click(1, 2)).decoded() == ["escape", Click(1, 2)]


@pytest.mark.parametrize("gap", [AT_ONCE, TORN, SLOW])
def test_text_in_brackets_is_a_paste_however_slow_the_line_is(gap: float) -> None:
    line = Line().send(*"\x1b[200~").send(*"see you\r\nat\t3\n", keys.UP, gap=gap)
    line.send(*"\x1b[201~", pause=gap).send("3")
    assert line.decoded() == [PastedText("see you at 3"), "3"]


def test_nothing_in_a_paste_is_a_command_but_backspace() -> None:
    pasted = "\x1b[200~a\x03\x1b[2J\x00é\b\x7f\x1b[201~"
    assert Line().send(*pasted).decoded() == [PastedText("a[2Jé\x7f\x7f")]
    assert PastedText("a\x7f").keys == ("a", keys.BACKSPACE)


def test_a_paste_that_never_ends_is_over_after_a_second_of_silence() -> None:
    assert Line().send(*"\x1b[200~b", "b").send("b", pause=1100).decoded() == [
        PastedText("bb"),
        "b",
    ]


def test_only_the_beginning_of_a_long_paste_counts() -> None:
    for begins, ends in (("\x1b[200~", "\x1b[201~"), ("", "")):
        (pasted,) = Line().send(*begins, *"ab" * 5000, *ends).decoded()
        assert isinstance(pasted, PastedText)
        assert len(pasted.text) == 200


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        ("see you at 3\n", [PastedText("see you at 3")]),
        ("3\n\n", [PastedText("3 ")]),
        ("   ", [PastedText("   ")]),
        ("\n\n\n", [PastedText("  ")]),
        # A hand is quick, or the line is slow.
        ("3\n", ["3", "enter"]),
        # So it is where a key is held down.
        ("jjjj", [*"jjjj"]),
        ("\x7f" * 3, ["backspace"] * 3),
    ],
    ids=ascii,
)
def test_more_keys_at_once_than_anybody_types_are_a_paste(sent: str, expected: list[Input]) -> None:
    assert Line().send(*sent).send("x").decoded() == [*expected, "x"]


def test_a_burst_goes_on_while_pieces_of_it_follow_and_ends_at_any_other_key() -> None:
    assert Line().send(*"see").send(*" you", pause=TORN).decoded() == [PastedText("see you")]
    line = Line().send(*"see", keys.UP, "3", Click(1, 2))
    assert line.decoded() == [PastedText("see"), "up", "3", Click(1, 2)]
    assert Line().send(*"see\x1b[A").send("3").decoded() == [PastedText("see"), "up", "3"]


@pytest.mark.parametrize("gap", [4.0, 16.0, 25.0, 40.0])
def test_keys_that_follow_each_other_are_no_burst(gap: float) -> None:
    # A program, and a keyboard that repeats at the fastest, and as usual.
    assert Line().send(*"3jh\n", gap=gap).decoded() == ["3", "j", "h", "enter"]


def test_keys_that_were_read_ahead_are_thrown_away_with_those_that_were_not() -> None:
    decoder = Decoder(Line().send(*"3\n").read)
    assert decoder.next(250) == "3"
    decoder.forget()
    assert decoder.next(250) is None
