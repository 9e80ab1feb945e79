"""Each key does what it does whichever layout writes it; keys that do nothing are answered.

``LAYOUTS`` was written by libxkbcommon from the layouts of xkeyboard-config, but for Korean, whose
letters an input method writes.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.analysis.puzzles import puzzles_of
from foxduet.ui.form import FormScreen
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Size, no_yes_keys
from foxduet.ui.kit.layouts import intended_key
from foxduet.ui.kit.pages import YesNoScreen
from foxduet.ui.kit.screen import Screen
from foxduet.ui.table.moves import WhoResignsScreen
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import Choosing
from foxduet.words.game_words import table_words
from foxduet.words.i18n import languages, use_language
from tests.support import tables
from tests.support.bounces import SCREENS as SCREENS_THAT_DECIDE
from tests.support.entries import use_few_puzzles
from tests.ui.test_classic_review import SCREENS as SCREENS_OF_MATCHES_REVIEWED
from tests.ui.test_classic_table import SCREENS as SCREENS_OF_MATCHES
from tests.ui.test_guided import SCREENS as SCREENS_OF_MATCH_LESSONS
from tests.ui.test_lessons import SCREENS as SCREENS_OF_LESSONS
from tests.ui.test_review import SCREENS as SCREENS_OF_REVIEWS
from tests.ui.test_scores import PROGRESS_SCREENS as SCREENS_OF_PROGRESS
from tests.ui.test_scores import SCREENS as SCREENS_OF_SCORES
from tests.ui.test_screen_frames import SCREENS as SCREENS_OF_AN_EVENING
from tests.ui.test_table_frames import SCREENS as SCREENS_OF_TWO
from tests.ui.test_table_frames import SOLO_SCREENS as SCREENS_OF_ONE

LETTERS, CAPITALS, SIGNS = "qwertyuiopasdfghjklzxcvbnm", "RSN", "1234567890-=+? "
NOT_WRITTEN = "\0"
NOTHING = "These keys do nothing here."
LAYOUTS = {
    "Russian": ("йцукенгшщзфывапролдячсмить", "КЫТ", SIGNS),
    "Ukrainian": ("йцукенгшщзфівапролдячсмить", "КІТ", SIGNS),
    "Greek": (";ςερτυθιοπασδφγηξκλζχψωβνμ", "ΡΣΝ", SIGNS),
    "Hebrew": ("QWקראטוןםפשדגכעיחלךזסבהנמצ", CAPITALS, SIGNS),
    "Arabic": ("ضصثقفغعهخحشسيبلاتنمئءؤرﻻىة", "\u064c\u064dآ", "1234567890-=+؟ "),
    "Persian": ("ضصثقفغعهخحشسیبلاتنمظطزرذدپ", "\u064b\0\u0654", "۱۲۳۴۵۶۷۸۹۰-=+؟ "),
    "Thai": (
        "ๆไำพะ\u0e31\u0e35รนยฟหกดเ\u0e49\u0e48าสผปแอ\u0e34\u0e37ท",
        "ฑฆ\u0e4c",
        "ๅ๒๓ภถ\u0e38\u0e36คตจขช+? ",
    ),
    "Korean": ("ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔㅁㄴㅇㄹㅎㅗㅓㅏㅣㅋㅌㅊㅍㅠㅜㅡ", "ㄲ\0\0", SIGNS),
    "Georgian": ("ქწერტყუიოპასდფგჰჯკლზხცვბნმ", "ღშN", SIGNS),
    "Armenian": ("ճփբսմուկըթջվգեանիտհժդչյզլք", "ՍՎԼ", "\0\0\0\0\0\0\0\0\0\0֊\0\0՞ "),
    "Hindi": (
        "\u094c\u0948\u093e\u0940\u0942बहगदज\u094b\u0947\u094d\u093f\u0941परकत\u0946\u0902मनवलस",
        "ईएळ",
        "१२३४५६७८९०-\u0943ऋ\u095f ",
    ),
    "Turkish": ("qwertyuıopasdfghjklzxcvbnm", CAPITALS, SIGNS),
    "full width": (
        "ｑｗｅｒｔｙｕｉｏｐａｓｄｆｇｈｊｋｌｚｘｃｖｂｎｍ",
        "ＲＳＮ",
        "１２３４５６７８９０－＝＋？\u3000",
    ),
    "by typewriters": (LETTERS, CAPITALS, "1234567890\u2212=+/\u00a0"),
    "by word processors": (LETTERS, CAPITALS, "1234567890–=+¿\u202f"),
    "without Shift": (LETTERS, CAPITALS, "1234567890‐=+,\u2003"),
}
"""What layouts write for LETTERS, CAPITALS and SIGNS."""


@pytest.fixture(scope="module")
def screens(tmp_path_factory: pytest.TempPathFactory) -> list[Screen]:
    """Return a screen of every kind, of both games."""
    folder = tmp_path_factory.mktemp("screens")
    frames = SCREENS_OF_TWO, SCREENS_OF_ONE, SCREENS_OF_MATCHES, SCREENS_OF_SCORES
    others = SCREENS_OF_REVIEWS, SCREENS_OF_MATCHES_REVIEWED, SCREENS_OF_PROGRESS
    found = [screen for named in (*frames, *others) for screen in named.values()]
    desk, match_desk = tables.options_in(folder), replace(tables.options_in(folder), game="classic")
    makers = *SCREENS_OF_LESSONS.values(), *SCREENS_OF_AN_EVENING.values()
    with pytest.MonkeyPatch.context() as patch:
        use_few_puzzles(patch)
        found += [tables.of_kind(Screen, make(desk)) for make in makers]
    puzzles_of.cache_clear()
    found += [make(match_desk) for make in SCREENS_OF_MATCH_LESSONS.values()]
    for at, make in enumerate(SCREENS_THAT_DECIDE.values()):
        place = folder / str(at)
        place.mkdir()
        found.append(make(place))
    found.append(typing_a_card())
    return [*{kind_of(screen): screen for screen in found}.values()]


def kind_of(screen: Screen) -> object:
    """Return what screens have in common whose keys are the same."""
    return type(screen), type(getattr(screen, "shows", None)), frozenset(bound_keys(screen))


def typing_a_card() -> TableScreen:
    """Return a table at which the rank of a card is typed."""
    lead = tables.of_kind(TableScreen, SCREENS_OF_TWO["lead"])
    assert isinstance(lead.mode, Choosing)
    return replace(lead, mode=replace(lead.mode, typed="1"))


def bound_keys(screen: Screen) -> set[str]:
    """Return the keys of a screen that have a character of their own, and are no text."""
    applicable = (one for one in screen.bindings if one.applies is None or one.applies(screen))
    bound = {"b", *(key for binding in applicable for key in binding.keys)}
    if isinstance(screen, YesNoScreen | WhoResignsScreen):
        bound.add(no_yes_keys()[0])
    if isinstance(screen, YesNoScreen):
        bound.add(no_yes_keys()[1])
    return {key for key in bound if len(key) == 1 and not screen.accepts_text(key)}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("language", languages())
def test_every_key_of_every_screen_is_reached_from_every_layout(
    language: str, layout: str, screens: list[Screen]
) -> None:
    signs = dict(zip(LETTERS + CAPITALS + SIGNS, "".join(LAYOUTS[layout]), strict=True))
    use_language(language)
    for screen in screens:
        for key in bound_keys(screen):
            sign = signs[key]
            if sign != NOT_WRITTEN and not screen.accepts_text(sign):
                assert intended_key(sign, "qwerty", screen.takes) == key, (sign, screen)


def test_caps_lock_changes_nothing_where_a_capital_is_no_key(screens: list[Screen]) -> None:
    for screen in screens:
        bound = bound_keys(screen)
        for key in bound:
            if key.upper() not in bound and not screen.accepts_text(key.upper()):
                assert intended_key(key.upper(), "qwerty", screen.takes) == key, screen
    # With Caps Lock, some systems write the number row of French keyboards in capitals.
    assert intended_key("\u00c9", "azerty", SCREENS_OF_TWO["lead"].takes) == "2"


def lines_after(screen: Screen, folder: Path, *script: keys.Input) -> str:
    """Return what the loop shows after some keys, in one line."""
    terminal, _left = tables.play_script(screen, tables.options_in(folder), *script)
    return " ".join(terminal.text.split())


@pytest.mark.parametrize(("language", "said"), [("en", NOTHING), ("fr", "ne font rien ici")])
def test_the_third_unknown_key_in_a_row_is_answered_by_a_line(
    language: str,
    said: str,
    screens: list[Screen],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Some tables are saved where the program is when it ends.
    monkeypatch.chdir(tmp_path)
    use_language(language)
    for screen in screens:
        if reason := " ".join(screen.idle_reason.split()):
            # Two people are told at once, and by the same line.
            assert reason in lines_after(screen, tmp_path, "字"), screen
            assert reason in lines_after(screen, tmp_path, "字", "字", "字"), screen
        elif not (screen.is_skippable or screen.accepts_text("字")):
            assert said not in lines_after(screen, tmp_path, "字", "字"), screen
            assert said in lines_after(screen, tmp_path, "字", "字", "字"), screen


def test_a_key_that_is_known_begins_the_count_anew(tmp_path: Path) -> None:
    lead = SCREENS_OF_TWO["lead"]
    for known in ("1", keys.RIGHT):
        assert NOTHING not in lines_after(lead, tmp_path, "字", "字", known, "字", "字")
    assert NOTHING not in lines_after(lead, tmp_path, *[keys.WHEEL_DOWN] * 5)
    assert NOTHING in lines_after(lead, tmp_path, "字", "€", keys.PAGE_UP)
    assert NOTHING not in lines_after(lead, tmp_path, "字", "字", "字", "1")


def test_what_is_typed_is_no_key(tmp_path: Path) -> None:
    form = tables.open_form(tables.options_in(tmp_path))
    naming = replace(form, row=form.row_of("left"))
    assert isinstance(naming, FormScreen)
    assert "Йи９－_" in lines_after(naming, tmp_path, *"Йи９－")


def test_a_card_is_typed_from_any_layout(tmp_path: Path) -> None:
    table = tables.pressed(tables.table_in(tmp_path), tmp_path, tables.LOOK)
    seat = table.session.visible_seat
    assert seat is not None
    card = table.session.game.rules.observe(table.session.state, seat).hand[0]
    letter = table_words("duet").cards.letters()[card.suit].lower()
    chosen, at = lines_after(table, tmp_path, "c", str(card.rank), letter), LETTERS.index(letter)
    assert "┏" in chosen
    for layout in ("full width", "Arabic", "Hindi", "Russian"):
        letters, _capitals, signs = LAYOUTS[layout]
        rank = signs[card.rank - 1]
        assert lines_after(table, tmp_path, "c", rank, letters[at]) == chosen


def test_a_window_that_is_too_small_is_left_from_any_layout(tmp_path: Path) -> None:
    lead, window = SCREENS_OF_TWO["lead"], Size(10, 40)
    for sign, left in (("й", True), ("ц", False)):
        terminal = tables.ScriptedTerminal([sign, keys.SPACE], window)
        tables.run_screens(terminal, lead, tables.options_in(tmp_path))
        assert bool(terminal.script) is left
