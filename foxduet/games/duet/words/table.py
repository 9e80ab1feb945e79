"""The words of Duet at the table, and its glyphs."""

from __future__ import annotations

from foxduet.core.errors import N_
from foxduet.games.duet.words import choices, names, story
from foxduet.words.common import TableWords

TABLE = TableWords(
    title=N_("The Fox in the Forest Duet"),
    option_labels={"level": N_("level"), "board": N_("board")},
    setup_label=names.setup_label,
    setup_phrase=names.setup_phrase,
    cards=names.CARDS,
    story=story.STORY,
    choices=choices.CHOICES,
    round_start=story.round_start,
    round_sum=story.round_sum,
    round_figures=story.round_figures,
    outcome_sentence=story.outcome_sentence,
    talking_rule=N_(
        "Talk freely now: who sits where, and how you mean to play. From the deal on, not a word "
        "about cards."
    ),
    talking_invitation=N_("You may talk as freely as you like until the next deal."),
    progress=names.progress,
    standing=names.standing,
    refusal=choices.refusal,
    outlook_sentence=choices.outlook_sentence,
    ability_note=choices.ability_note,
    team_question=choices.team_question,
    team_outlook=choices.team_outlook,
    option_label_of=choices.option_label,
    is_shared=choices.is_shared,
)
