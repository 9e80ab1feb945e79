"""The words of the original game at the table, and its glyphs."""

from __future__ import annotations

from foxduet.core.errors import N_
from foxduet.games.classic.words import choices, names, story
from foxduet.games.classic.words.names import CARDS
from foxduet.words.common import TableWords
from foxduet.words.story import before_the_end

TABLE = TableWords(
    characters=CARDS.unicode,
    title=N_("The Fox in the Forest"),
    option_labels={"target": N_("target")},
    setup_label=names.setup_label,
    setup_phrase=names.setup_phrase,
    card_face=CARDS.card_face,
    card_in_line=CARDS.card_in_line,
    suit_letters=CARDS.letters,
    suit_signs=CARDS.suit_signs,
    trump=CARDS.trump_phrase,
    cards_out=CARDS.cards_out,
    tell=story.STORY.tell,
    tell_with_open_hands=story.tell_with_open_hands,
    tell_trick=story.STORY.tell_trick,
    tell_news=story.STORY.tell_news,
    tell_ending=story.STORY.tell_ending,
    before_the_end=before_the_end,
    round_start=story.round_start,
    round_sum=story.round_sum,
    round_figures=story.round_figures,
    outcome_sentence=story.outcome_sentence,
    progress=names.progress,
    standing=names.standing,
    prompt=choices.CHOICES.prompt,
    waiting_prompt=choices.CHOICES.waiting_prompt,
    refusal=choices.refusal,
    outlook=choices.outlook,
    ability_note=choices.ability_note,
    option_label_of=choices.option_label,
    option_phrase=choices.CHOICES.option_phrase,
    choice_phrase=choices.CHOICES.choice_phrase,
    talking_rule=N_("You play against each other: say what you like, and believe what you like."),
)
