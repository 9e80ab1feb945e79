"""Pages of help and lessons: Markdown files that anybody can write."""

from __future__ import annotations

import re
from pathlib import Path
from zipfile import ZipFile

import pytest

import foxduet
from foxduet.core.errors import FoxduetError
from foxduet.core.registry import LESSONS, games_with, rule_set
from foxduet.words import i18n
from foxduet.words.lessons import Lesson, course_of, parse_lessons
from foxduet.words.pages import Page, all_topics, page, parse_page, topics
from foxduet.words.text import Example, Pairs
from tests.tools.strategy import position_of

FOLDER = Path(foxduet.__file__).parent
FILES = sorted((*FOLDER.rglob("help/**/*.md"), *FOLDER.rglob("lessons/*.md")))


def read(path: Path) -> Page | tuple[Lesson, ...]:
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
        wrong = (choice for kind in step.wrong for choice in kind.choices)
        try:
            position_of(game, step)
            for action in (*step.right, *wrong, *step.replies):
                rule_set(game).parse_action(action)
        except FoxduetError as error:
            pytest.fail(f"{path}, line {at}: {error}")


def test_every_file_is_a_topic_or_is_shown_on_a_screen_or_taught() -> None:
    assert {path.stem for path in FOLDER.rglob("help/*.md")} == topics().keys()
    assert [one.name for one in all_topics().values() if one.purpose] == [*topics()]
    written = [
        lesson.name
        for path in FOLDER.rglob("lessons/*.md")
        for lesson in parse_lessons(path.read_text("utf-8"))
    ]
    parts = [part for game in games_with(LESSONS) for part in course_of(game).parts]
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
    assert shown == Page(
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
