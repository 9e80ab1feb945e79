"""Special characters, the program by its name, and pages of help as Markdown."""

from __future__ import annotations

import ctypes
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest

import foxduet
from foxduet.ai.partner import REVIEWER
from foxduet.analysis.review import (
    GRADE_THRESHOLDS,
    ChoiceGrade,
    Review,
    grade_choice,
    player_summaries,
)
from foxduet.cli.terminal import glyph_charset
from foxduet.core.errors import FoxduetError
from foxduet.core.registry import LESSONS, games, games_with, rule_set
from foxduet.games.classic.rules.cards import DECK as CLASSIC_DECK
from foxduet.games.classic.words.names import CARDS
from foxduet.games.duet.rules.cards import DECK
from foxduet.games.duet.words.names import duet_glyphs
from foxduet.store.score_entries import ScoreEntry, Selection
from foxduet.words import i18n
from foxduet.words import program_name as naming
from foxduet.words.game_words import table_words
from foxduet.words.lessons import Lesson, lesson_plan, parse_lessons
from foxduet.words.pages import TopicPage as HelpPage
from foxduet.words.pages import page, parse_page, topic_pages, topics
from foxduet.words.program_name import portable_command, program_name, wrap_command
from foxduet.words.review import report_lines
from foxduet.words.review_chart import chart_column, chart_svg, mark_row, marked_choices
from foxduet.words.scores import ScoresPage, scores_page_lines
from foxduet.words.story import AbilityCard
from foxduet.words.text import ASCII, UNICODE, Example, Glyphs, Pairs, bar, letter_glyphs
from tests.support.entries import TODAY, entry, some_entries
from tests.support.players import VICTORY
from tests.support.reviews import review_of, sure_review
from tests.tools.strategy import position_of


@pytest.mark.parametrize(
    ("share", "drawn", "ascii_drawn"),
    [
        (0.0, "     ", "....."),
        (1.0, "█████", "====="),
        (0.5, "██▌  ", "==..."),
        (0.99, "█████", "====="),
        (0.03, "▏    ", "....."),
    ],
)
def test_bars_are_as_long_as_the_chance(share: float, drawn: str, ascii_drawn: str) -> None:
    assert bar(share, 5, UNICODE) == drawn
    assert bar(share, 5, ASCII) == ascii_drawn


IN_COMMON_FONTS = "¤ð˙·Ω†‡•←↑→↓∂∆√∞∩≈≡■□▬▲►▼◄◊○●◘◙◦"
"""Signs of each of DejaVu Sans Mono, Liberation Mono, Noto Sans Mono, Cascadia and Menlo."""


@pytest.mark.parametrize("game", games())
def test_every_sign_but_boxes_and_blocks_is_in_the_fonts_that_terminals_have(game: str) -> None:
    signs = {sign for sign in glyph_charset(game) if not sign.isascii()}
    # The modern ones are for terminals that take them from other fonts.
    signs -= {*table_words(game).cards.modern}
    assert {sign for sign in signs if not "\u2500" <= sign <= "\u259f"} <= set(IN_COMMON_FONTS)


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_no_sign_of_a_game_stands_for_two_things(glyphs: Glyphs) -> None:
    duet, classic = duet_glyphs(glyphs), CARDS.glyphs(glyphs)
    of_duet = [*duet.suits, duet.paw, duet.gem, duet.tree, duet.wood, duet.trail, *glyphs.toward]
    of_classic = [*classic.suits, *glyphs.toward]
    for signs in ([*of_duet, glyphs.mark], [*of_classic, glyphs.mark]):
        assert len({*signs}) == len(signs)


@pytest.mark.parametrize(("game", "card"), [("duet", DECK[6]), ("classic", CLASSIC_DECK[6])])
def test_the_letter_of_a_suit_is_shown_only_where_there_is_no_colour(
    game: str, card: AbilityCard
) -> None:
    words = table_words(game)
    for glyphs in (UNICODE, letter_glyphs(UNICODE), ASCII):
        sign = words.cards.suit_signs(glyphs)[0]
        letter = "" if glyphs is UNICODE else words.cards.letters()[0]
        assert words.cards.card_face(card, glyphs).corner == f"7 {sign}{letter}"
        assert words.cards.card_in_line(card, glyphs) == f"7{sign}{letter}"


def start(monkeypatch: pytest.MonkeyPatch, *line: str, found: str | None = None) -> str:
    """Return the name of the program that was started by a line as Python sees it."""
    monkeypatch.setattr(sys, "orig_argv", [*line])
    monkeypatch.setattr(sys, "argv", [line[1]] if len(line) > 1 else [""])
    monkeypatch.setattr(naming, "which", lambda _command: found)
    return program_name()


@pytest.mark.parametrize("interpreter", ["python3", "python", ".venv/bin/python", "py"])
def test_an_interpreter_is_said_as_it_was_typed(
    interpreter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = "/somewhere/foxduet/__main__.py"
    assert start(monkeypatch, interpreter, module) == f"{interpreter} -m foxduet"
    assert start(monkeypatch, interpreter, module, found="/usr/bin/foxduet").endswith("-m foxduet")


@pytest.mark.skipif(sys.platform == "win32", reason="quotes of a POSIX shell")
def test_a_path_with_blanks_can_be_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    said = start(monkeypatch, "/my env/python", "/somewhere/foxduet/__main__.py")
    assert said == "'/my env/python' -m foxduet"


@pytest.mark.parametrize(
    ("word", "typed"),
    [
        (r"C:\Games\fox-1.toml", r"C:\Games\fox-1.toml"),
        (r"C:\My Games\1.toml", r'"C:\My Games\1.toml"'),
        *((f"{sign}.toml", f'"{sign}.toml"') for sign in "&()^,;=!|<>'@"),
        (r"C:\%TEMP%\é.toml", r'"C:\\"^%"TEMP"^%"\é.toml"'),
        ("100%", '"100"^%'),
        ("C:\\a b\\", r'"C:\a b\\"'),
    ],
)
def test_the_prompt_of_windows_takes_each_path_as_it_is(word: str, typed: str) -> None:
    assert naming._quote_for_cmd(word) == typed


def is_wine() -> bool:
    """Return whether this Windows is none."""
    if sys.platform == "win32":
        return hasattr(ctypes.windll.ntdll, "wine_get_version")
    return False


@pytest.mark.skipif(sys.platform != "win32", reason="only Windows has this prompt")
@pytest.mark.parametrize("word", [r"C:\a b\&(x)^=;,!'.toml", r"C:\%TEMP%\%x", "C:\\a b\\"])
def test_a_program_is_given_what_is_typed_into_the_prompt(word: str) -> None:
    if "%" in word and is_wine():
        pytest.skip("Wine's prompt leaves a caret in front of % where it is, unlike Windows'")
    program = '-c "import sys; print(ascii(sys.argv[1]))"'
    line = f"{naming.shell_quote(sys.executable)} {program} {naming.shell_quote(word)}"
    assert subprocess.check_output(line, shell=True, text=True).strip() == ascii(word)


def test_the_command_is_said_where_a_shell_finds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "foxduet"
    script.write_text("")
    assert start(monkeypatch, "python3", str(script), found=str(script)) == "foxduet"
    assert start(monkeypatch, "python3", str(script)) == naming.shell_quote(str(script))


REVIEW = review_of(VICTORY)
COUNT = len(VICTORY.turns)
MARKS = {grade.value: grade for grade in GRADE_THRESHOLDS}


def with_only(*numbers: int) -> Review:
    """Return the review with the assessments of some actions, all others without a cost."""
    return replace(
        REVIEW,
        assessments=tuple(
            one if one.number in numbers else replace(one, chosen=one.best)
            for one in REVIEW.assessments
        ),
    )


def one_of(grade: ChoiceGrade) -> int:
    """Return the number of a choice of a grade."""
    return next(one.number for one in REVIEW.assessments if grade_choice(one) is grade)


@pytest.mark.parametrize("grade", GRADE_THRESHOLDS)
def test_each_bad_choice_has_the_mark_of_its_grade_where_it_was_made(grade: ChoiceGrade) -> None:
    number = one_of(grade)
    row = mark_row(with_only(number), COUNT * 4)
    marks = [(found.start(), found.group()) for found in re.finditer(r"[?!]+", row)]
    assert marks == [(chart_column(number, COUNT, COUNT * 4), grade.value)]


def test_as_many_are_marked_as_the_glance_counts() -> None:
    glances = player_summaries(REVIEW)
    counted = sum(one.inaccuracies + one.mistakes + one.blunders for one in glances)
    assert len(marked_choices(REVIEW)) == counted
    # All have room in a row that is wide enough.
    assert len(re.findall(r"[?!]+", mark_row(REVIEW, COUNT * 4))) == counted


@pytest.mark.parametrize("width", [1, 7, 30, 70, 120])
def test_in_a_crowd_the_worst_have_their_marks_and_none_runs_into_another(width: int) -> None:
    row = mark_row(REVIEW, width)
    assert len(row) == width
    shown = [MARKS[found] for found in re.findall(r"[?!]+", row)]
    if width >= 70:
        assert shown.count(ChoiceGrade.BLUNDER) == [
            grade_choice(one) for one in marked_choices(REVIEW)
        ].count(ChoiceGrade.BLUNDER)
    for digit in "123":
        assert row.count(digit) <= 1


def test_the_picture_has_a_dot_for_each_and_the_mark_of_the_worst() -> None:
    text = chart_svg(REVIEW)
    root = ElementTree.fromstring(text)
    space = "{http://www.w3.org/2000/svg}"
    dots = root.findall(f"{space}circle")
    expected = sorted(grade_choice(one).name.lower() for one in marked_choices(REVIEW))
    assert sorted(str(dot.get("class")) for dot in dots) == expected
    marks = [
        str(one.text) for one in root.findall(f"{space}text") if "mark" in str(one.get("class"))
    ]
    assert {*marks} <= {*MARKS}
    assert marks[0] == grade_choice(marked_choices(REVIEW)[0]).value
    for dot in dots:
        title = dot.find(f"{space}title")
        assert title is not None
        assert str(title.text).startswith(f"{ChoiceGrade[str(dot.get('class')).upper()].value} ")


def test_the_report_explains_the_marks_and_has_them_beside_what_cost_most() -> None:
    lines = report_lines(REVIEW, UNICODE)
    assert any("?! inaccuracy, ? mistake, ?? blunder" in line for line in lines)
    first = lines[lines.index("The costliest choices") + 1]
    assert first.startswith(f"  {grade_choice(marked_choices(REVIEW)[0]).value} ")


def test_where_the_win_is_sure_at_every_choice_the_line_speaks_in_points() -> None:
    sure = sure_review()
    text = chart_svg(sure)
    root = ElementTree.fromstring(text)
    assert "expected points" in str(root[0].text)
    assert "and" in str(root[1].text)
    lines = report_lines(sure, UNICODE)
    heading = lines.index(f"Expected points after each choice, as {REVIEWER} sees it")
    chart = lines[heading + 1 : heading + 7]
    scores = [
        one.chosen_estimate.score for one in sure.assessments if one.chosen_estimate is not None
    ]
    assert sure.game.result is not None
    scores[-1:] = [max(sure.game.result.points)]
    top, bottom = (int(chart[at].split()[0]) for at in (0, -1))
    assert chart[0].split()[1] == chart[-1].split()[1] == "pts"
    assert 0 <= max(scores) - top + 1 <= 1
    assert bottom <= min(scores)
    for shown in (text, *chart):
        assert "%" not in re.sub("<title>.*?</title>", "", shown)
    # It rises and falls with the points: chances that were all 99 % would be a flat line.
    assert len({*chart[0][8:]}) > 1


def test_a_single_choice_that_was_not_sure_keeps_the_line_in_chances() -> None:
    sure = sure_review()
    first = next(one for one in sure.assessments if one.estimates)
    doubtful = replace(
        first, estimates=(replace(first.estimates[0], win=0.9), *first.estimates[1:])
    )
    every = tuple(doubtful if one is first else one for one in sure.assessments)
    assert "chance of winning" in chart_svg(replace(sure, assessments=every))


@pytest.mark.parametrize("page", ScoresPage)
@pytest.mark.parametrize("name", ["", "-ascii"])
def test_pages_look_as_they_did_and_fit_80_columns(
    page: ScoresPage, name: str, golden: Callable[[str, str], None]
) -> None:
    glyphs = ASCII if name else UNICODE
    lines = scores_page_lines(page, some_entries(), Selection(), TODAY, glyphs)
    text = "\n".join(line.text for line in lines)
    golden(f"scores/{page.name.lower()}{name}.txt", text + "\n")
    assert max(map(len, text.splitlines())) <= 76
    assert text.isascii() or not name


def test_which_game_counts_for_a_day_does_not_depend_on_the_selection() -> None:
    games = [entry(1, 40, partner="steady", day=TODAY), entry(2, 50, partner="expert", day=TODAY)]

    def page(kind: str) -> str:
        lines = scores_page_lines(ScoresPage.DAYS, games, Selection(kind=kind), TODAY, UNICODE)
        return "\n".join(line.text for line in lines)

    assert "40 points" in page("steady")
    assert "You have not played a daily deal yet." in page("expert")


def test_games_with_deals_that_were_known_are_marked_and_count_for_nothing() -> None:
    games = [
        entry(1, 40),
        replace(entry(2, 55), deals_known=True),
        replace(entry(3), deals_known=True),
    ]

    def page(page: ScoresPage, games: list[ScoreEntry]) -> str:
        lines = scores_page_lines(page, games, Selection(), TODAY, UNICODE)
        return "\n".join(line.text for line in lines)

    overview = page(ScoresPage.OVERVIEW, games)
    assert overview.startswith("1 game, 1 won\n")
    assert "2 more games do not count, as their players already knew the deals." in overview
    assert "55" not in overview
    assert "55" not in page(ScoresPage.BEST, games)
    recent = page(ScoresPage.RECENT, games).splitlines()
    marked = [line.endswith("=") for line in recent if line.startswith("  ")]
    assert marked == [True, True, False]
    assert recent[-1] == "= the players already knew the deals; only their first game counts"
    assert "=" not in page(ScoresPage.RECENT, games[:1])
    alone = page(ScoresPage.OVERVIEW, games[2:])
    assert alone.strip() == "1 more game does not count, as its players already knew the deals."
    assert page(ScoresPage.BEST, games[1:]) == "No game won yet."


with_a_shell = pytest.mark.skipif(os.name == "nt", reason="no such shell there")

LONG = "a-long-name-of-a-project-as-some-people-have-them/and-its-own-place/bin"
HOST = "you@ip-10-0-123-45.eu-central-1.compute.internal"


@pytest.fixture
def folder() -> Iterator[Path]:
    """Return a folder that any account can enter."""
    with TemporaryDirectory(dir="/tmp") as name:
        Path(name).chmod(0o755)
        yield Path(name)


@with_a_shell
@pytest.mark.parametrize("path", ["bin", LONG, f"{LONG[:60]}/my own"])
@pytest.mark.parametrize("host", ["", "you@here", HOST])
@pytest.mark.parametrize("place", ["", " you", " /tmp/somewhere/table.sock"])
def test_a_command_fits_and_does_the_same_when_it_is_pasted(
    path: str, host: str, place: str, folder: Path
) -> None:
    program, ssh = folder / path / "foxduet", folder / "ssh"
    program.parent.mkdir(parents=True)
    program.write_text('#!/bin/sh\necho played "$@"\n')
    ssh.write_text(f'#!/bin/sh\n[ "$1 $2" = "-t {host}" ] && cd / && shift 2 && sh -c "$*"\n')
    for one in (program, ssh):
        one.chmod(0o755)
    rows = wrap_command(program.parent, f"./foxduet join{place}", host)
    assert all(len(row) <= 76 for row in rows)
    pasted = "\n".join(f"   {row}   " for row in rows)
    environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["sh"], input=pasted, capture_output=True, text=True, check=True, env=environment
    )
    assert done.stdout == f"played join{place}\n"


@with_a_shell
def test_a_friend_is_told_of_a_program_that_their_account_can_run(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = folder / "bin" / "foxduet"
    program.parent.mkdir()
    program.touch(0o755)
    monkeypatch.setattr(naming, "_SYSTEM_PATH", "")
    monkeypatch.setattr(naming, "__file__", str(folder / "foxduet" / "words" / "it.py"))
    (folder / "foxduet").mkdir()
    monkeypatch.setattr(sys, "argv", [str(program)])
    monkeypatch.setattr(sys, "executable", "/bin/sh")
    here = (program.parent, "./foxduet")
    assert portable_command(is_shared=True) == portable_command(is_shared=False) == here
    folder.chmod(0o700)
    assert portable_command(is_shared=False) == here
    assert portable_command(is_shared=True) == (None, "foxduet"), "one of their own"


FOLDER = Path(foxduet.__file__).parent
FILES = sorted((*FOLDER.rglob("help/**/*.md"), *FOLDER.rglob("lessons/*.md")))


def read(path: Path) -> HelpPage | tuple[Lesson, ...]:
    """Return what is in a file; a test fails with the file's name and the line that is wrong."""
    parse = parse_lessons if path.parent.name == "lessons" else parse_page
    try:
        return parse(path.read_text("utf-8"))
    except ValueError as error:
        pytest.fail(f"{path}, {error}")


@pytest.mark.parametrize("language", i18n.languages())
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.relative_to(FOLDER)}")
def test_every_page_can_be_read_in_every_language(path: Path, language: str) -> None:
    i18n.use_language(language)
    assert read(path)


HELP = "# foxes: what foxes do\n\n## Foxes\n\nThey walk.\n\n- paw: a step\n"
LESSON = "# foxes: Foxes\n\n## 1.8 a position\n\n> Walk?\n\n+ p1 play 7m: They walk.\n"


@pytest.mark.parametrize(
    ("place", "page", "line"),
    [
        ("help", f"{HELP}#Foxes", 8),
        ("help", f"{HELP}# gems: a second name", 8),
        ("help", f"{HELP}- a term without a meaning", 8),
        ("help", f"{HELP}- `Ctrl-L: quotes that do not end", 8),
        ("help", f"{HELP}- gem: a meaning\n that goes on too far left", 9),
        ("help", f"{HELP}```\nan example without an end", 8),
        ("help", f"{HELP}```toml\nan example of no kind\n```", 8),
        ("help", "Foxes before any title", 1),
        ("lessons", f"{LESSON}#Foxes", 8),
        ("lessons", f"{LESSON}reply: p2 play 8m", 8),
        ("lessons", f"{LESSON}setup: level one", 8),
        ("lessons", f"{LESSON}\n~ Told of no text above", 9),
        ("lessons", f"{LESSON}+ p1 play 8m: a second right choice", 8),
        ("lessons", f"{LESSON}- p1 play 8m", 8),
        ("lessons", f"{LESSON}- p1 play 8m = 5: a figure where nothing was measured", 8),
        ("lessons", f"{LESSON}worth: {{own}} points\n- p1 play 8m = few: no number", 9),
        ("lessons", f"{LESSON}worth: {{own}} points\n- p1 play 8m: no figure", 9),
        ("lessons", "## 1.8 a position before any lesson", 1),
        ("lessons", "# foxes: Foxes\n\nFoxes before any position", 3),
    ],
)
def test_a_malformed_page_fails_with_its_file_and_line(
    tmp_path: Path, place: str, page: str, line: int
) -> None:
    file = tmp_path / place / "foxes.md"
    file.parent.mkdir()
    file.write_text(f"{page}\n\nAnd so on.\n", "utf-8")
    with pytest.raises(pytest.fail.Exception, match=f"^{re.escape(str(file))}, line {line}: '"):
        read(file)


@pytest.mark.parametrize(
    "path", sorted(FOLDER.rglob("lessons/*.md")), ids=lambda path: f"{path.relative_to(FOLDER)}"
)
def test_each_step_is_a_position_and_actions_of_its_game(path: Path) -> None:
    text, game = path.read_text("utf-8"), path.parts[-3]
    steps = [step for lesson in parse_lessons(text) for step in lesson.steps]
    lines = [at for at, line in enumerate(text.splitlines(), 1) if line.startswith("## ")]
    for at, step in zip(lines, steps, strict=True):
        wrong = (choice for kind in step.wrong_choices for choice in kind.choices)
        try:
            position_of(game, step)
            for action in (*step.right_choices, *wrong, *step.replies):
                rule_set(game).parse_action(action)
        except FoxduetError as error:
            pytest.fail(f"{path}, line {at}: {error}")


def test_every_file_is_a_topic_or_is_shown_on_a_screen_or_taught() -> None:
    assert {path.stem for path in FOLDER.rglob("help/*.md")} == topics().keys()
    assert [one.name for one in topic_pages().values() if one.purpose] == [*topics()]
    written = [
        lesson.name
        for path in FOLDER.rglob("lessons/*.md")
        for lesson in parse_lessons(path.read_text("utf-8"))
    ]
    parts = [part for game in games_with(LESSONS) for part in lesson_plan(game).parts]
    assert sorted(one.name for one in parts if isinstance(one, Lesson)) == sorted(written)


def test_what_is_not_to_be_translated_stays_as_it_is() -> None:
    text = """# foxes: what foxes do

## Where

- "walk": goes on
  for a line
- Linux: a folder
- `macOS`: `~/Library`

```
foxduet PLACE
```

```sh
foxduet host
```
"""
    shown = parse_page(text, lambda piece, context: f"{context}<{piece}>")
    assert shown == HelpPage(
        "foxes",
        "<what foxes do>",
        (
            (
                "<Where>",
                (
                    Pairs(
                        (
                            ("command<walk>", "<goes on for a line>"),
                            ("<Linux>", "<a folder>"),
                            ("macOS", "~/Library"),
                        )
                    ),
                    Example("<foxduet PLACE>"),
                    Example("foxduet host"),
                ),
            ),
        ),
    )


def test_a_table_is_lined_up_with_its_figures_as_the_language_writes_them() -> None:
    text = f"{HELP}\n| foxes | gems (%) |\n| --- | ---: |\n| two | 8.5 (7.2-10.0) |\n| 10 | 0.4 |\n"
    i18n.use_language("fr")
    (*_before, table) = parse_page(text, lambda piece, _context: piece.upper()).sections[0][1]
    assert table == Example("FOXES        GEMS (%)\ntwo    8,5 (7,2-10,0)\n10                0,4")


def test_a_page_may_have_the_line_ends_of_any_system_and_lie_in_an_archive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = tmp_path / "archive.zip"
    with ZipFile(archive, "w") as files:
        files.writestr("archived/__init__.py", "")
        files.writestr("archived/help/foxes.md", HELP.replace("\n", "  \r\n"))
    monkeypatch.syspath_prepend(archive)
    assert page("archived", "foxes") == parse_page(HELP)
