"""The deals of the day: the same for everybody, counted once, and shared without a secret."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.games.duet.rules.state import Outcome, Setup
from foxduet.games.duet.words.names import duet_glyphs
from foxduet.games.duet.words.scores import shared_lines
from foxduet.play.game import DAILY_KEY, NO_PARTNERS, Header, PartnerNames, daily_seed
from foxduet.play.record import dump_record, load_record
from foxduet.store.entries import Par, entry_of
from foxduet.words.glyphs import SPOKEN, UNICODE
from tests.support.calls import options_in
from tests.support.entries import SMALL, TODAY, daily_header, entry, resigned
from tests.support.players import played_game
from tests.support.tables import cards_in


def test_the_seed_of_a_day_never_changes() -> None:
    assert daily_seed(date(2026, 11, 21), "level 1") == 2333177205
    assert daily_seed(date(2026, 11, 21), "level 2") == 4282575151
    assert daily_seed(date(2026, 11, 22), "level 2") == 3562052324


def test_setups_without_a_label_have_no_deals_of_a_day() -> None:
    assert daily_seed(TODAY, None) is None


@given(st.dates(), st.integers(1, 3))
def test_the_seed_of_a_day_can_be_shared_with_friends(day: date, level: int) -> None:
    seed = daily_seed(day, f"level {level}")
    assert options_in(f"--seed {seed}").seed == seed


def test_the_day_is_in_the_record() -> None:
    game = played_game(daily_header(TODAY))
    read = load_record(dump_record(game))
    assert f'\n{DAILY_KEY} = "2026-11-21"\n' in dump_record(game)
    assert read.header.day == TODAY
    assert entry_of(read, Path("day.toml")).day == TODAY


@pytest.mark.parametrize(
    "header",
    [
        replace(daily_header(TODAY), seed=5),
        replace(daily_header(TODAY), setup=Setup(3)),
        replace(daily_header(TODAY), further={}),
        replace(daily_header(TODAY), further={DAILY_KEY: "yesterday"}),
        replace(daily_header(TODAY), further={DAILY_KEY: 7}),
        replace(daily_header(TODAY), setup=Setup(2, SMALL)),
    ],
)
def test_other_deals_are_not_those_of_a_day(header: Header) -> None:
    assert header.day is None


@pytest.mark.parametrize(
    ("par", "expected"),
    [
        (None, "won in round 2, 38 points"),
        (Par("e", "victory", 40), "won in round 2, 38 points, par 40"),
        (Par("e", "lost", None), "won in round 2, 38 points (two experts did not win)"),
    ],
)
def test_a_day_is_shared_in_two_lines(par: Par | None, expected: str) -> None:
    first, second = shared_lines(entry(1, 38, day=TODAY, par=par), UNICODE)
    assert first == f"foxduet daily 2026-11-21 level 2: {expected}"
    assert second == "◊◊◊◊◊◊◊◊··· ◊◊◊◊◊◊◊·   two people, no hints"
    in_words = (f"{first}.", "Two people, no hints.")
    assert shared_lines(entry(1, 38, day=TODAY, par=par), SPOKEN) == in_words


def test_defeats_are_shared_with_what_was_left() -> None:
    lost = entry(1, None, day=TODAY)
    for outcome, expected in (
        (Outcome.LOST, "lost in round 2, 3 gems left"),
        (Outcome.RESIGNED, "resigned in round 2, 3 gems left"),
        (Outcome.OUT_OF_TIME, "out of time, 3 gems left"),
    ):
        ended = replace(lost, summary=replace(lost.summary, outcome=outcome))
        first, second = shared_lines(ended, UNICODE)
        assert first.endswith(f": {expected}")
        assert second == "◊◊◊◊◊◊····· ◊◊◊◊◊···   two people, no hints"


@pytest.mark.parametrize(
    ("ai", "hints", "expected"),
    [
        (NO_PARTNERS, 1, "two people, 1 hint"),
        ((None, "expert"), 0, "with Expert, no hints"),
        (("steady", None), 12, "with Steady, 12 hints"),
        ((None, "expert:200"), 3, "with Expert:200, 3 hints"),
    ],
)
def test_what_is_shared_says_who_the_partner_was_and_how_many_hints_were_used(
    ai: PartnerNames, hints: int, expected: str
) -> None:
    shared = replace(entry(1, 38, day=TODAY), ai=ai, hints=hints)
    assert shared_lines(shared, UNICODE)[1].endswith(f"   {expected}")


@pytest.mark.parametrize("level", [1, 2, 3])
def test_what_is_shared_gives_nothing_away(level: int) -> None:
    for ahead in range(6):
        day = TODAY + timedelta(days=ahead)
        game = played_game(daily_header(day, level))
        for ended in (game, resigned(game, 1), resigned(game, 40)):
            shared = entry_of(ended, Path("day.toml"))
            lines = shared_lines(shared, UNICODE)
            assert cards_in("\n".join(lines)) == set()
            found, _space, told = lines[1].partition("   ")
            assert told == "two people, no hints"
            assert set(found) <= {duet_glyphs(UNICODE).gem, UNICODE.dot, " "}
            # In each round the gems come first: which trick had one is not shown.
            assert all(sorted(part, reverse=True) == [*part] for part in found.split())
            assert len(found.replace(" ", "")) == max(1, shared.summary.tricks)
