"""The words of Duet apart from play: hints, goals, results, and its pages to read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from foxduet.analysis.standings import Goal, LadderStep
from foxduet.core.cards import card_in_action
from foxduet.core.errors import N_
from foxduet.games.duet.rules.cards import BOARDS
from foxduet.games.duet.rules.engine import (
    POINTS_PER_TOKEN,
    Summary,
    can_be_won,
    score,
    surplus_gems,
    tricks_left,
)
from foxduet.games.duet.rules.observation import Observation
from foxduet.games.duet.rules.state import ROUNDS, TRICKS, Forest, GameState, Move, Outcome
from foxduet.games.duet.words import names, review
from foxduet.games.duet.words.ending import ending_story, tricks_of
from foxduet.games.duet.words.names import (
    card_name,
    duet_glyphs,
    end_toward,
    option_phrase,
    suit_name,
)
from foxduet.games.duet.words.reasons import ReasonKind, find_hint_reason
from foxduet.play.game import Game, Names
from foxduet.store.score_entries import ScoreEntry
from foxduet.words.game_words import GuideWords, partner_label, percent
from foxduet.words.hints import (
    all_have_abilities,
    answer_sentence,
    best_and_others,
    equivalent_choices,
    hint_steps,
    hints_used,
    kind_of_cards,
    points_text,
)
from foxduet.words.i18n import _, day_text, ngettext
from foxduet.words.pages import page
from foxduet.words.text import SPOKEN, capitalize_first, format_sentence

if TYPE_CHECKING:
    from foxduet.ai.partner import ActionValue, Thought
    from foxduet.words.text import Glyphs


# In the order of the suits.
_AMONG = (N_("Look at your Doves."), N_("Look at your Roses."), N_("Look at your Stars."))
_AIMS = {
    ReasonKind.OVERRUN: N_("Keep the fox on the path."),
    ReasonKind.GEM: N_("End this trick on a gem."),
    ReasonKind.TOKEN: N_("Spend a token: the fox is better off back at the start."),
    ReasonKind.WIN_TRICK: N_("Try to win this trick."),
    ReasonKind.LEAVE_TRICK: N_("Leave this trick to {name}."),
    ReasonKind.EDGE: N_("Keep the fox away from the ends of the path."),
    ReasonKind.REACH: N_("Keep the fox near gems."),
    ReasonKind.ABILITY: N_("Look at the cards with an ability."),
    ReasonKind.KEEP_ABILITY: N_("Keep one of your abilities for later."),
    ReasonKind.TRUMP: N_("Look at your trumps."),
    ReasonKind.KEEP_TRUMP: N_("Keep your trumps."),
    ReasonKind.PLAIN: N_("Keep your abilities for later."),
    ReasonKind.LOW: N_("Look at your lower cards."),
    ReasonKind.HIGH: N_("Look at your higher cards."),
    ReasonKind.KEEP_LOW: N_("Keep your low cards."),
    ReasonKind.KEEP_HIGH: N_("Keep your high cards."),
    ReasonKind.FEW_PAWS: N_("Look for fewer paws."),
    ReasonKind.MANY_PAWS: N_("Spend your paws now rather than later."),
    ReasonKind.MAKE_TRUMP: N_("Choose the suit that you want as trump from here on."),
    ReasonKind.AVOID_TRUMP: N_("Choose the suit that you want as trump from here on."),
    ReasonKind.SWAP: N_("Swap the decree."),
    ReasonKind.KEEP_DECREE: N_("Choose the suit that you want as trump from here on."),
    ReasonKind.MORE_TRUMPS: N_("Keep more trumps in your hand."),
    ReasonKind.FEWER_TRUMPS: N_("Keep fewer trumps in your hand."),
    ReasonKind.NEAR: N_("Keep the fox near gems."),
    ReasonKind.TO_END: N_("Keep the fox away from the ends of the path."),
    ReasonKind.OUTER: N_("Take a gem near an end: those in the middle are easier to find later."),
    ReasonKind.END_PILE: N_("Don't leave gems at the ends of the path."),
    ReasonKind.FEWER_HELD: N_("Spend your paws now rather than later."),
    ReasonKind.PARTNER_TRUMPS: N_("Leave {name} with more trumps."),
    ReasonKind.SUIT: N_("Let one of your {suit} go."),
    ReasonKind.KEEP_SUIT: N_("Hold on to your {suit}."),
}


def hint_sentences(
    observation: Observation, thought: Thought, names: Names, steps: int
) -> tuple[str, ...]:
    """Return the first ``steps`` sentences of the hint that ``thought`` gives.

    They reveal nothing but what follows from the observation that was thought about. Where there
    is only one choice, they say just that.
    """
    if len(observation.choices) == 1:
        return (_("There is only one choice."),)
    aim, kind = _aim(observation, thought, names), _kind(observation, thought, names)
    return hint_steps(aim, kind, _answer(observation, thought, names))[:steps]


def _aim(observation: Observation, thought: Thought, names: Names) -> str:
    compared, as_good = best_and_others(thought), equivalent_choices(thought)
    is_lost = not can_be_won(observation.table)
    if compared is None or is_lost or len(as_good) == len(thought.search_estimates):
        return ""
    best, others = compared
    worse = [one for one in others if one not in as_good]
    reason = find_hint_reason(observation.table, (best, *others), best, worse)
    if reason is None or reason.kind not in _AIMS:
        return ""
    if reason.kind is ReasonKind.ABILITY and all_have_abilities(observation.choices):
        return ""
    return format_sentence(
        _(_AIMS[reason.kind]),
        name=names[observation.seat.other],
        suit="" if reason.feature.suit is None else suit_name(reason.feature.suit),
    )


def _kind(observation: Observation, thought: Thought, names: Names) -> str:
    if not isinstance(thought.action, Move):
        cards = [card for card in map(card_in_action, observation.choices) if card is not None]
        return kind_of_cards(thought, cards, _AMONG)
    best = [one.action.steps for one in equivalent_choices(thought)]
    every = [one.steps for one in observation.choices if isinstance(one, Move)]
    for toward in (1, -1):
        if min(toward * steps for steps in best) > 0 > min(toward * steps for steps in every):
            return format_sentence(
                _("Go toward {name:*'s|your} end."), name=names[end_toward(toward)]
            )
    return ""


def _answer(observation: Observation, thought: Thought, names: Names) -> str:
    if thought.estimates and not can_be_won(observation.table):
        return _("Whatever you play, this game can no longer be won.")

    def on_one(option: str, best: ActionValue) -> str:
        if thought.uses_points:
            points = round(best.score, 1)
            sentence = ngettext(
                "As good as won: {option}, {points} point.",
                "As good as won: {option}, {points} points.",
                points,
            )
            if any(round(one.score, 1) > points for one in thought.estimates):
                sentence = ngettext(
                    "Best overall: {option}, about {points} point.",
                    "Best overall: {option}, about {points} points.",
                    points,
                )
            return sentence.format(option=option, points=points_text(best.score))
        win, wins = percent(best.win), [percent(one.win) for one in thought.estimates]
        sentence = _("Best: {option}, with about {win}% to win.")
        if max(wins) > win:
            sentence = _("Best overall: {option}, about {win}% to win.")
        elif wins.count(win) > 1:
            sentence = _("Best on points: {option}; about {win}% to win.")
        return sentence.format(option=option, win=win)

    return answer_sentence(thought, lambda one: option_phrase(one, names), card_name, on_one)


def team_advice(thought: Thought, name: str, names: Names) -> str:
    """Say where the partner called ``name`` would place the forest token, with its figures."""
    action = thought.action
    assert isinstance(action, Forest), "the partner was asked about the forest"
    end = names[action.end]
    if best_and_others(thought) is None:
        return format_sentence(
            _("{name} would cover {side:*'s|your|its own} end."), name=name, side=end
        )
    best, other = sorted(thought.estimates, key=lambda one: one.action != action)
    fields = {"name": name, "side": end}
    if thought.uses_points:
        is_better = round(best.score, 1) > round(other.score, 1)
        fields |= {"points": points_text(best.score), "other": points_text(other.score)}
        sentence = ngettext(
            "{name} would cover {side:*'s|your|its own} end: {points} point, against {other}.",
            "{name} would cover {side:*'s|your|its own} end: {points} points, against {other}.",
            round(best.score, 1),
        )
    else:
        is_better = percent(best.win) > percent(other.win)
        fields |= {"win": f"{percent(best.win)}", "other": f"{percent(other.win)}"}
        sentence = _(
            "{name} would cover {side:*'s|your|its own} end: {win}% to win, against {other}%."
        )
    if not is_better:
        sentence = _("{name} would cover {side:*'s|your|its own} end, but both are about equal.")
    return format_sentence(sentence, **fields)


def resignation_advice(state: GameState, thought: Thought | None, name: str) -> str:
    """Say whether the partner called ``name`` would resign.

    Without estimates, as during a round, it judges by what both players can see.
    """
    table = state.table
    gems, tricks = table.path.gems_left, tricks_left(table.round, table.tricks_done)
    if thought is not None and thought.estimates and can_be_won(table):
        win = percent(max(one.win for one in thought.estimates))
        return format_sentence(_("{name} would play on: about {win}% to win."), name=name, win=win)
    sentence = _("{name} would resign: {gems} gems on the path, but only {tricks} tricks left.")
    if can_be_won(table):
        sentence = _("{name} would play on: {gems} gems on the path, {tricks} tricks left.")
    return format_sentence(sentence, name=name, gems=gems, tricks=tricks)


def hopeless_question(state: GameState) -> str:
    """Say that a game can no longer be won, and ask whether to resign (R9.3)."""
    table = state.table
    assert not can_be_won(table), "the players are asked only then"
    gems, tricks = table.path.gems_left, tricks_left(table.round, table.tricks_done)
    sentence = ngettext(
        "This game can no longer be won: there are {gems} gems on the path and only one "
        "trick left. Resign?",
        "This game can no longer be won: there are {gems} gems on the path and only {tricks} "
        "tricks left. Resign?",
        tricks,
    )
    if table.round < ROUNDS:
        sentence = _(
            "This game can no longer be won: with the gems still to come there are {total}, "
            "and only {tricks} tricks left. ({gems} are on the path now.) Resign?"
        )
    return sentence.format(gems=gems, tricks=tricks, total=tricks + surplus_gems(table))


def _lost_no_token(game: ScoreEntry) -> bool:
    """Return whether no token was lost but those that the forest took by itself."""
    summary: Summary = game.summary
    assert summary.score is not None, "a game that was won has a score"
    left = BOARDS[summary.level].forest_tokens - (summary.round - 1)
    return summary.score.tokens >= POINTS_PER_TOKEN * left


GOALS = (
    Goal("win", N_("a win"), lambda _game, _seat: True),
    Goal("early", N_("a win in round 2"), lambda game, _seat: game.summary.round <= 2),
    Goal("tokens", N_("no token lost"), lambda game, _seat: _lost_no_token(game)),
    Goal("no_hint", N_("no hint"), lambda game, _seat: not game.hints),
)

# Two steady partners win 90, 83 and 52 % of games at the three levels; with the expert hardly
# anything can be lost at any of them.
RAMP = (
    LadderStep(
        {"level": 1},
        "steady",
        N_(
            "New here? Start at level 1 with the steady partner. In practice mode you can "
            "take anything back, but the game isn't scored."
        ),
    ),
    LadderStep(
        {"level": 2}, "steady", N_("That's two wins in a row at level 1. Ready for level 2?")
    ),
    LadderStep(
        {"level": 3}, "steady", N_("That's two wins in a row at level 2. Ready for level 3?")
    ),
)


_RESULTS = {
    Outcome.VICTORY: N_("won in round {round}, {points} points"),
    Outcome.LOST: N_("lost in round {round}, {gems}"),
    Outcome.OUT_OF_TIME: N_("out of time, {gems}"),
    Outcome.RESIGNED: N_("resigned in round {round}, {gems}"),
}
_OUTCOMES = {
    Outcome.VICTORY: N_("won in round {round}"),
    Outcome.LOST: N_("lost, {gems}"),
    Outcome.OUT_OF_TIME: N_("out of time, {gems}"),
    Outcome.RESIGNED: N_("resigned, {gems}"),
}


def result_phrase(entry: ScoreEntry) -> str:
    """Say how a game ended, with its score or what was left."""
    return _result(entry, _RESULTS[entry.summary.outcome])


def outcome_phrase(entry: ScoreEntry) -> str:
    """Say how a game ended, as its story would in a few words."""
    summary: Summary = entry.summary
    if summary.outcome is Outcome.VICTORY and summary.tricks == ROUNDS * TRICKS:
        return _("won in the very last trick")
    if summary.beyond == 1:
        return _("lost, one step too many")
    if summary.outcome is Outcome.OUT_OF_TIME and summary.gems_left == 1:
        return _("out of time, one gem short")
    return _result(entry, _OUTCOMES[summary.outcome])


def _result(entry: ScoreEntry, phrase: str) -> str:
    summary: Summary = entry.summary
    left = ngettext("{gems} gem left", "{gems} gems left", summary.gems_left)
    gems = left.format(gems=summary.gems_left)
    return _(phrase).format(round=summary.round, points=entry.points, gems=gems)


def shared_lines(entry: ScoreEntry, glyphs: Glyphs) -> tuple[str, str]:
    """Return a game of a day as two lines: the result; the gems of each round, and who helped.

    The gems come first, then the tricks without one, to hide which trick had what; where all is
    said in words, they are left out.
    """
    assert entry.day is not None, "only the games of days are for sharing"
    summary: Summary = entry.summary
    result, par, gem = result_phrase(entry), entry.par, duet_glyphs(glyphs).gem
    if par is not None and par.score is not None:
        result = _("{result}, par {score}").format(result=result, score=par.score)
    elif par is not None:
        result = _("{result} (two experts failed)").format(result=result)
    line = _("foxduet daily {day} level {level}: {result}")
    rounds = []
    for at, gems in enumerate(summary.found):
        tricks = min(TRICKS, summary.tricks - TRICKS * at)
        rounds.append(gem * gems + glyphs.dot * (tricks - gems))
    result = line.format(day=day_text(entry.day), level=summary.level, result=result)
    if glyphs is SPOKEN:
        return result + ".", capitalize_first(_help_phrase(entry)) + "."
    found = " ".join(rounds).strip() or glyphs.dot
    return result, _("{found}   {help}").format(found=found, help=_help_phrase(entry))


def _help_phrase(entry: ScoreEntry) -> str:
    partner = next((name for name in entry.ai if name is not None), None)
    hints = hints_used(entry.hints)
    if partner is None:
        return _("two people, {hints}").format(hints=hints)
    return _("with {partner}, {hints}").format(partner=partner_label(partner), hints=hints)


def options_label(options: Mapping[str, object]) -> str:
    """Say of which level games are shown."""
    phrase = _("level {level}") if "level" in options else _("all levels")
    return phrase.format(**options)


def category_text(category: tuple[int | bool, ...]) -> str:
    """Return a level, with a star for the players' own boards."""
    level, own_board = category
    return f"{level}*" if own_board else f"{level} "


def category_notes(games: Sequence[ScoreEntry]) -> list[str]:
    """Explain the star if one of the games has it."""
    return [_("* on your own board")] if any(game.summary.board for game in games) else []


def simulated_outcomes(outcomes: dict[str, int]) -> str:
    """Say how games ended that were not won."""
    lost, late, resigned = (
        outcomes[one.value] for one in (Outcome.LOST, Outcome.OUT_OF_TIME, Outcome.RESIGNED)
    )
    phrase = _("{lost} lost in the forest, {late} out of time, {resigned} resigned")
    return phrase.format(lost=lost, late=late, resigned=resigned)


def score_rows(game: Game) -> list[tuple[str, int | str]]:
    """Return the score of a victory item by item, or what there was after a defeat (R9.2)."""
    state: GameState = game.state
    table, points = state.table, score(state)
    if points is None:
        tricks = tricks_of(game)
        found, left = sum(one.found for one in tricks), table.path.gems_left
        gems = _("{found} of {gems}").format(found=found, gems=found + left)
        to_come = (_("Tricks left"), tricks_left(table.round, table.tricks_done))
        tokens = (_("Forest tokens left"), table.reserve)
        rows: list[tuple[str, int | str]] = [(_("Gems found"), gems)]
        match table.outcome:
            case Outcome.LOST:
                falls = sum(one.end is None for one in tricks)
                return [*rows, to_come, (_("Falls off the path"), falls)]
            case Outcome.OUT_OF_TIME:
                missed = sum(not one.found for one in tricks if one.round == ROUNDS)
                return [*rows, (_("Tricks of round 3 without a gem"), missed), tokens]
            case _:
                return [*rows, to_come, tokens]
    return [
        (capitalize_first(_("level {level}").format(level=table.setup.level)), points.level),
        (_("Cards left in both hands"), points.cards),
        (_("Won in round 2"), points.early),
        (_("Forest tokens left, 3 points each"), points.tokens),
        (_("Score"), points.total),
    ]


_GAME = "foxduet.games.duet"

GUIDE = GuideWords(
    hopeless_question=hopeless_question,
    score_rows=score_rows,
    ending_story=ending_story,
    hint_sentences=hint_sentences,
    team_advice=team_advice,
    resignation_advice=resignation_advice,
    cost_sentence=review.cost_sentence,
    hindsight_sentence=review.hindsight_sentence,
    theme=review.theme,
    lessons=review.LESSONS,
    puzzles=review.PUZZLES,
    goals=GOALS,
    ramp=RAMP,
    puzzle_kinds=names.PUZZLE_KINDS,
    is_instructive=review.is_instructive,
    result_phrase=result_phrase,
    outcome_phrase=outcome_phrase,
    shared_lines=shared_lines,
    options_label=options_label,
    category_heading=N_("level"),
    category_text=category_text,
    category_notes=category_notes,
    simulated_outcomes=simulated_outcomes,
    rules=lambda: page(_GAME, "rules").sections,
    help_pages=(
        (N_("A trick"), (0, 1)),
        (N_("The fox"), (2,)),
        (N_("Odd cards"), (3, 6)),
        (N_("Rounds"), (4, 5)),
    ),
    review_help=lambda: page(_GAME, "screens/review").sections,
    scores_help=lambda: page(_GAME, "screens/scores").sections,
    reference=names.reference,
    signs=names.table_signs,
)
