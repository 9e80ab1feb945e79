"""Nobody sees what they must not: every frame of whole games of both kinds, key by key."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.ai.workers import ThinkJob, ThinkPurpose
from foxduet.core.cards import Deal, Play, Seat
from foxduet.games.classic.rules.state import CardDiscarded, CardDrawn
from foxduet.games.duet.rules.state import GiftsExchanged
from foxduet.play.game import NO_PARTNERS, Game, PartnerNames
from foxduet.play.table_session import Stage, TableSession, show_hand
from foxduet.store.saved_games import SavedGame, save_game
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Look
from foxduet.ui.kit.keys import Input, Interruption
from foxduet.ui.table.moves import AskScreen
from foxduet.ui.table.screen import TableScreen, table_screen
from foxduet.ui.table.state import (
    Animating,
    Choosing,
    Handoff,
    Hint,
    OpenChoice,
    Question,
    Together,
    table_drawing,
)
from tests.support import classic
from tests.support.players import at_first, duet, few, played_game, seeds
from tests.support.reviews import thought_of
from tests.support.tables import (
    LOOK,
    PARTNER,
    PLAYER,
    STILL,
    Desk,
    ScriptedTerminal,
    ScriptedWorker,
    at_table,
    begin,
    cards_in,
    first_decisions,
    hidden,
    keys_that_tell_of_a_hand,
    made_up,
    of_kind,
    open_cards,
    opened,
    options_in,
    play_script,
    press_keys,
    press_to,
    question_over,
    run_screens,
    shown_to_all,
    table_in,
    tables_of_game,
    text_of,
    with_hint,
)

A_ROUND_AND_MORE = 500
"""So many keys are pressed at a table until its second round is under way."""

ALONE = (None, "steady")
Cards = set[Any]


@dataclass(frozen=True)
class Kind:
    """One of both games: how it is begun and played to its end, and which cards a text has."""

    begin: Callable[[Desk, int, PartnerNames], TableScreen]
    played: Callable[[int, PartnerNames], Game]
    cards_in: Callable[[str], Cards]
    cards_of_a_hand: int

    def moments(self, seed: int, ai: PartnerNames) -> Iterator[TableScreen]:
        """Return the table at every moment of a game, with no hand in sight between two."""
        game = self.played(seed, ai)
        for at in range(1, len(game.states)):
            yield at_table(TableSession(Game(game.header, game.initial_state, game.turns[:at])))


def _begin_match(desk: Desk, seed: int, ai: PartnerNames) -> TableScreen:
    return classic.begin_match(desk, classic.classic(16, ("Left", "Right"), seed, ai))


KINDS = {
    "duet": Kind(
        lambda desk, seed, ai: begin(desk, seed % 3 + 1, ("Left", "Right"), seed, ai),
        lambda seed, ai: played_game(
            duet(seed % 3 + 1, seed=seed, ai=ai), careful=seed // 3 % 2 == 0
        ),
        lambda text: {*cards_in(text)},
        11,
    ),
    "classic": Kind(
        _begin_match,
        lambda seed, ai: classic.played_match(classic.classic(16, seed=seed, ai=ai)),
        lambda text: {*classic.cards_in(text)},
        13,
    ),
}
OF_EACH = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)


def named(session: TableSession, *seats: Seat) -> Cards:
    """Return the cards that sentences for ``seats`` may name, of those of the last tricks.

    They were played or made decree for all to see, or given to or drawn by one seat alone.
    """
    cards: Cards = set()
    turns = session.game.turns
    last_plays = [at for at, turn in enumerate(turns) if isinstance(turn.action, Play)][-3:]
    for turn in turns[last_plays[0] if last_plays else 0 :]:
        cards |= shown_to_all(turn)
        for event in turn.step.events:
            match event:
                case GiftsExchanged(given) if len(seats) == 1:
                    cards |= {*given}
                case CardDrawn(seat, card) | CardDiscarded(seat, card) if seats == (seat,):
                    assert card is not None
                    cards.add(card)
                case _:
                    pass
    return cards


def told(session: TableSession, *seats: Seat) -> Cards:
    """Return the cards that may be shown or named to ``seats`` together, beside their hands."""
    return {*open_cards(session)} | named(session, *seats)


def own_cards(session: TableSession, seat: Seat) -> tuple[Cards, Cards]:
    """Return the hand of a seat, and with it the card that it has put down to give."""
    own = session.game.rules.observe(session.state, seat)
    offer = getattr(own, "own_offer", None)
    return {*own.hand}, {*own.hand, *({offer} if offer else ())}


@dataclass
class Drawn:
    """Draws tables, each that looks the same only once: a frame follows from what it shows."""

    kind: Kind
    look: Look
    seen: set[object]

    def cards(self, screen: TableScreen) -> Cards | None:
        """Return the cards in the frame of a table, None if it was drawn before."""
        session = screen.session
        shows = (
            len(session.game.turns),
            session.visible_seat,
            screen.mode,
            screen.notice,
            screen.warned,
        )
        if shows in self.seen:
            return None
        self.seen.add(shows)
        return self.kind.cards_in(text_of(screen, look=self.look))


LOOKS = st.sampled_from([STILL, Look()])


def _begin_for_two(kind: Kind, desk: Desk, seed: int) -> TableScreen:
    return kind.begin(desk, seed, NO_PARTNERS)


def _begin_closed(kind: Kind, desk: Desk, seed: int) -> TableScreen:
    """Close the hands of a game with open hands at its second deal."""
    games = (kind.played(number, NO_PARTNERS) for number in range(seed, seed + 100))
    game = next(game for game in games if len(_deals(game)) > 1)
    game = replace(game, turns=game.turns[: _deals(game)[1]])
    table = opened(replace(kind.begin(desk, seed, NO_PARTNERS), session=TableSession(game)))
    return press_to(TableScreen, table, desk, "c", "y")


def _deals(game: Game) -> list[int]:
    return [at for at, turn in enumerate(game.turns) if isinstance(turn.action, Deal)]


@OF_EACH
@pytest.mark.parametrize("begins", [_begin_for_two, _begin_closed])
@few(6)
@given(seeds, LOOKS)
def test_no_frame_shows_a_card_that_its_viewer_may_not_know(
    kind: Kind, begins: Callable[[Kind, Desk, int], TableScreen], seed: int, look: Look
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        desk, drawn = options_in(Path(folder), look), Drawn(kind, look, set())
        before: TableScreen | None = None
        tables = tables_of_game(begins(kind, desk, seed), desk, Random(seed))
        for screen in at_first(tables, A_ROUND_AND_MORE):
            session, viewer, actor = (
                screen.session,
                screen.session.visible_seat,
                screen.session.actor,
            )
            assert viewer in (None, actor), "only the seat that must act ever looks"
            asked = before is not None and screen.warned and not before.warned
            if (
                before is not None
                and before.session.visible_seat not in (None, viewer)
                and not asked
            ):
                # The hand went because the other seat, the team or nobody is next, or since the
                # trick is over, which both may watch, or the next choice is open to both.
                tricks = {one.session.state.table.tricks_done for one in (before, screen)}
                is_open = isinstance(screen.mode, OpenChoice) or len(tricks) == 2
                assert actor is not before.session.visible_seat or is_open
            before = screen
            shown = drawn.cards(screen)
            if shown is not None and viewer is None:
                assert shown <= told(session, *Seat)
            elif shown is not None and viewer is not None:
                hand, own = own_cards(session, viewer)
                assert hand <= shown <= told(session, viewer) | own


@OF_EACH
@few(4)
@given(seeds, LOOKS)
def test_with_open_hands_every_choice_shows_both_and_nobody_looks_away(
    kind: Kind, seed: int, look: Look
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        desk, drawn = options_in(Path(folder), look), Drawn(kind, look, set())
        start = opened(kind.begin(desk, seed, NO_PARTNERS))
        for screen in at_first(tables_of_game(start, desk, Random(seed)), A_ROUND_AND_MORE):
            session = screen.session
            assert session.visible_seat is session.actor
            assert not isinstance(screen.mode, Handoff | Together)
            shown = drawn.cards(screen)
            if shown is not None and isinstance(screen.mode, Choosing):
                assert shown >= {card for seat in Seat for card in own_cards(session, seat)[1]}


@OF_EACH
@few(5)
@given(seeds, LOOKS)
def test_no_frame_of_a_game_alone_shows_a_card_of_the_other_seat(
    kind: Kind, seed: int, look: Look
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        desk, drawn = options_in(Path(folder), look), Drawn(kind, look, set())
        looked_at: set[tuple[int, type]] = set()
        tables = tables_of_game(kind.begin(desk, seed, ALONE), desk, Random(seed))
        for screen in at_first(tables, A_ROUND_AND_MORE):
            session = screen.session
            assert session.stage is not Stage.HANDOFF
            job = screen.background_job(desk.context)
            if session.stage is Stage.PARTNER and screen.awaits_job:
                # What a partner is asked is what its seat may know.
                assert isinstance(job, ThinkJob)
                assert job.purpose is ThinkPurpose.CHOICE
                assert job.observation == session.game.rules.observe(session.state, PARTNER)
                assert job.observation.choices
            shown = drawn.cards(screen)
            if shown is None:
                continue
            _hand, own = own_cards(session, PLAYER)
            allowed = told(session, PLAYER) | own
            assert shown <= allowed
            # Whatever is chosen, these are the same.
            moment = len(session.game.turns), type(screen.mode)
            if moment not in looked_at and session.stage in (Stage.CHOICE, Stage.PARTNER):
                looked_at.add(moment)
                assert kind.cards_in(text_of(hidden(screen))) <= told(session, *Seat)
                for steps in (2, 3) if isinstance(screen.mode, Choosing) else ():
                    seen = session.game.rules.observe(session.state, PLAYER)
                    think = made_up if kind is KINDS["duet"] else thought_of
                    hinted = with_hint(screen, Hint(think(seen), steps))
                    assert kind.cards_in(text_of(hinted, look=look)) <= allowed


@OF_EACH
@pytest.mark.parametrize(
    "script",
    [
        ("m", "b"),
        ("m", Interruption.SUSPENDED),
        ("m", Interruption.CONTINUED),
        ("m", Interruption.RESIZED),
        ("m", "q"),
        ("m", "R"),
        ("m", "?"),
        ("m", keys.TAB),
        ("m", keys.TAB, Interruption.SUSPENDED, keys.ESCAPE),
        ("m", "q", Interruption.SUSPENDED, "n"),
    ],
)
def test_the_hand_is_gone_after(kind: Kind, script: tuple[str, ...], tmp_path: Path) -> None:
    desk = options_in(tmp_path)
    terminal, _leave = play_script(kind.begin(desk, 7, NO_PARTNERS), desk, *script)
    assert len(kind.cards_in("\n".join(terminal.frames[1].text_rows))) == kind.cards_of_a_hand + 1
    assert len(kind.cards_in(terminal.text)) <= 1


COVERS: tuple[Input, ...] = (
    "b",
    Interruption.SUSPENDED,
    Interruption.CONTINUED,
    Interruption.RESIZED,
)


def told_before_each_key(screen: TableScreen, desk: Desk, script: list[Input]) -> list[str]:
    """Return what was in sight before each of the inputs of a script."""
    texts: list[str] = []
    terminal = ScriptedTerminal(script, before_input=lambda: texts.append(terminal.text))
    is_duet = screen.game_name == "duet"
    think = made_up if is_duet else thought_of
    worker = ScriptedWorker(lambda job: think(job.observation))
    run_screens(terminal, screen, desk, worker)
    return texts


@OF_EACH
@pytest.mark.parametrize("ai", [NO_PARTNERS, ALONE], ids=["two people", "alone"])
def test_nothing_that_was_said_of_a_hand_outlives_its_cover(
    kind: Kind, ai: PartnerNames, tmp_path: Path
) -> None:
    desk, covers, choices = options_in(tmp_path), cycle(COVERS), set()
    # Escape leaves what they open; between two people, u opens nothing.
    openers = [("?",), (keys.TAB,), ("q",), ("R",), ("u",)][: 5 if ai == ALONE else 4]
    for game in first_decisions(kind.played(0, ai), seat=PLAYER):
        pending = game.pending
        assert pending is not None
        choices.add(pending.choice)
        saved = save_game(SavedGame(tmp_path / f"{len(game.turns)}.toml"), game)
        table = table_screen(
            show_hand(TableSession(game)) if ai == ALONE else TableSession(game), saved
        )
        script, ends = list[Input]("b"), [1]
        for told_by in dict.fromkeys((*keys_that_tell_of_a_hand(game), ("u",), *openers)):
            leaves = [keys.ESCAPE] if told_by in openers else []
            opens = keys.SPACE if ai == ALONE else keys.OWN_KEYS[PLAYER]
            script += [opens, *told_by, next(covers), *leaves]
            ends.append(len(script))
        texts = told_before_each_key(table, desk, [*script])
        assert kind.cards_in(texts[1]) <= told(table.session, *Seat)
        for end in ends:
            assert texts[end] == texts[1], script[:end][-5:]
    assert choices == {one for one in type(next(iter(choices))) if not one.is_deal}


def test_the_screen_is_hidden_before_the_program_is_suspended(tmp_path: Path) -> None:
    terminal, _leave = play_script(
        table_in(tmp_path), options_in(tmp_path), "m", Interruption.SUSPENDED
    )
    assert terminal.log[-4:] == ["suspend", "forget keys", "show", "wait"]


def test_keys_typed_ahead_are_forgotten_whenever_the_screen_is_for_all(tmp_path: Path) -> None:
    terminal, _leave = play_script(table_in(tmp_path), options_in(tmp_path), "m", "1", keys.ENTER)
    changed = ["forget keys", "show", "wait"]
    assert terminal.log == [*changed, *changed, "show", "wait", *changed]


def test_a_resize_during_the_handoff_stays_blank(tmp_path: Path) -> None:
    terminal, _leave = play_script(table_in(tmp_path), options_in(tmp_path), Interruption.RESIZED)
    assert terminal.frames[0] == terminal.frames[1]


def test_a_hidden_screen_has_no_hand_behind_it(tmp_path: Path) -> None:
    desk = options_in(tmp_path)
    looking = of_kind(TableScreen, press_keys(table_in(tmp_path), desk, LOOK))
    assert looking.session.visible_seat is not None
    question = of_kind(AskScreen, press_keys(looking, desk, "q"))
    back = of_kind(TableScreen, press_keys(hidden(question), desk, "n"))
    assert back.session.stage is Stage.HANDOFF


def test_the_deal_is_in_no_frame(tmp_path: Path) -> None:
    screen = table_in(tmp_path)
    deal = screen.session.game.turns[0].action
    assert isinstance(deal, Deal)
    assert cards_in(text_of(screen)) == {deal.decree}


@OF_EACH
@few(12)
@given(seeds)
def test_the_screens_between_two_players_show_what_lies_open_and_no_more(
    kind: Kind, seed: int
) -> None:
    for screen in kind.moments(seed, NO_PARTNERS):
        session = screen.session
        text, table = text_of(screen), session.state.table
        shown = kind.cards_in(text)
        if session.stage is not Stage.HANDOFF:
            assert shown <= named(session, *Seat), "figures name no card in a hand"
        else:
            assert shown <= told(session, *Seat)
            assert table.decree in shown
            # Neither by a sentence that is cut off, nor by how many cards there are.
            assert str(len(session.state.hands[0])) + " cards" not in text
            assert f"Round {table.round}" in text
            assert kind is not KINDS["duet"] or f"Gems left {table.path.gems_left}" in text


@OF_EACH
@few(12)
@given(seeds, st.sampled_from([NO_PARTNERS, ALONE]))
def test_what_moves_on_the_board_is_watched_with_no_hand_in_sight(
    kind: Kind, seed: int, ai: PartnerNames
) -> None:
    for screen in kind.moments(seed, ai):
        session, game = screen.session, screen.session.game
        walk = table_drawing(game.header.game).animation_of(game.states[-2], game.turns[-1])
        if walk is None:
            continue
        seats = tuple(Seat) if session.person is None else (session.person,)
        session = session if session.person is None else show_hand(session)
        allowed = told(session, *seats)
        for step in {*range(min(walk.steps, 3)), walk.steps - 1}:
            moving = replace(screen, session=session, mode=Animating(walk, step))
            assert kind.cards_in(text_of(moving)) <= allowed


@few(6)
@given(seeds)
def test_questions_show_no_card(seed: int) -> None:
    for screen in KINDS["duet"].moments(seed, ALONE):
        below = replace(screen, session=show_hand(screen.session))
        for question in Question:
            screen_of = question_over(question, below=below)
            is_hopeless = screen.session.game.rules.is_hopeless(screen.session.state)
            if question is not Question.HOPELESS or is_hopeless:
                assert cards_in(text_of(screen_of)) == set()


def test_a_resize_covers_the_hand_and_redrawing_does_not(tmp_path: Path) -> None:
    for got, cards in ((Interruption.RESIZED, 1), (Interruption.REDRAWN, 12)):
        terminal, _leave = play_script(
            table_in(tmp_path), options_in(tmp_path), "m", got, Interruption.TIME_UP
        )
        assert len(cards_in(terminal.text)) == cards
