"""What generated sessions must be for their questions to be fair."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import astuple, is_dataclass

import pytest

from bench.retention.facts import WEIGHTS
from bench.retention.generator import Recipe, generate
from bench.retention.plan import ENOUGH, sessions
from bench.retention.scoring import MARK, View, hit
from bench.retention.values import UNANSWERABLE, Dialogue
from bench.retention.wordings import SETS, Domain, Set, Wordings, load
from bench.retention.words import words

LANGUAGES = {"en", "de", "zh", "ja", "ko", "id"}
# Words that stand in any sentence, beside which a paraphrase shares none with its question.
COMMON = frozenset(
    words(
        """a about after all an and any anyone anything are as at be been before begins but by can
        cannot could did do does first for from get has have how i if in inside into is it its may
        me more must my no not of on once one only or our out over so than that the them they this
        to under us was we what when where which who will with within without would you your"""
    )
)


@pytest.fixture(scope="module", params=SETS)
def dialogue(request: pytest.FixtureRequest) -> Dialogue:
    return generate(Recipe(size=1_000, seed=5, filler=0.2, wordings=request.param))


def texts(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if is_dataclass(value) and not isinstance(value, type):
        return [text for part in astuple(value) for text in texts(part)]
    return [text for part in value for text in texts(part)] if isinstance(value, tuple) else []


# ------------------------------------------------------------------ wordings


@pytest.mark.parametrize("name", SETS)
def test_all_languages_and_domains_are_there(name: Set) -> None:
    known = load(name)
    assert [domain.name for domain in known.domains] == [
        "devops", "research", "travel", "household", "support",
    ]  # fmt: skip
    assert {domain.language for domain in (*known.domains, *known.languages)} == LANGUAGES


def sentences(known: Wordings) -> set[str]:
    """Everything said, without kinds of values and what joins the halves of an entity."""
    parts = [
        part
        for domain in (*known.domains, *known.languages)
        for part in (
            *domain.slots,
            *domain.hops,
            *domain.tools,
            *domain.paraphrases,
            *domain.abroad,
        )
    ]
    kinds = {part.kind for part in parts}
    long = {text for text in texts(known) if " " in text.strip() or len(text) > 12}
    return {text.casefold() for text in long - kinds}


def entities(known: Wordings) -> set[str]:
    halves = {
        f"{domain.language}:{half}"
        for domain in (*known.domains, *known.languages)
        for half in (*domain.first, *domain.second)
    }
    names = (*known.name_starts, *known.first_names, *known.last_names, *known.cities)
    return {text.casefold() for text in (*halves, *names, *known.syllables)}


def test_the_two_sets_share_no_template_and_no_entity() -> None:
    one, other = load("development"), load("test")
    assert sentences(one) & sentences(other) == set()
    assert entities(one) & entities(other) == set()
    assert len(sentences(one)) > 400


@pytest.mark.parametrize("name", SETS)
def test_a_paraphrase_shares_no_telling_word_with_its_question(name: Set) -> None:
    shared = {
        pair.ask: told & asked
        for domain in load(name).domains
        for pair in domain.paraphrases
        if (told := set(words(pair.say)) - COMMON) & (asked := set(words(pair.ask)) - COMMON)
    }
    assert shared == {}


@pytest.mark.parametrize("name", SETS)
def test_no_wording_looks_like_a_mark(name: Set) -> None:
    assert [text for text in texts(load(name)) if MARK.search(text)] == []


@pytest.mark.parametrize("name", SETS)
def test_templates_name_what_they_must(name: Set) -> None:
    def lacking(domain: Domain) -> list[str]:
        faults = []
        for slot in domain.slots:
            faults += [t for t in (*slot.head, *slot.fix, *slot.foot) if not holds(t, "e", "v")]
            faults += [t for t in (*slot.ask, *slot.before, *slot.ask_en) if not holds(t, "e")]
            faults += [t for t in (*slot.short, *slot.reply) if not holds(t, "v")]
        for hop in domain.hops:
            faults += [t for t in hop.first if not holds(t, "e", "b")]
            faults += [t for t in hop.second if not holds(t, "b", "v")]
            faults += [t for t in hop.ask if not holds(t, "e")]
        faults += [tool.name for tool in domain.tools if not holds(" ".join(tool.output), "v")]
        faults += [pair.say for pair in domain.paraphrases if not holds(pair.say, "v")]
        faults += [pair.say for pair in domain.abroad if not holds(pair.say, "e", "v")]
        return faults

    def holds(text: str, *slots: str) -> bool:
        return all("{" + slot + "}" in text for slot in slots)

    known = load(name)
    assert [fault for d in (*known.domains, *known.languages) for fault in lacking(d)] == []


# ------------------------------------------------------------------ sessions


def test_a_recipe_makes_one_session() -> None:
    recipe = Recipe(size=300, seed=1)
    assert generate(recipe) == generate(recipe)
    assert generate(recipe) != generate(Recipe(size=300, seed=2))


@pytest.mark.parametrize(("size", "filler"), [(200, 0.8), (200, 0.0), (1_000, 0.6), (3_000, 0.35)])
def test_size_and_filler_are_as_asked(size: int, filler: float) -> None:
    made = generate(Recipe(size=size, seed=3, filler=filler))
    known = load("development")
    blank = {*known.filler, *(text for domain in known.languages for text in domain.filler)}
    assert len(made.turns) == size
    share = sum(turn.text in blank and turn.role == "user" for turn in made.turns) / size
    assert share == pytest.approx(filler, abs=0.01)


def test_all_categories_are_asked(dialogue: Dialogue) -> None:
    counts = Counter(question.category for question in dialogue.questions)
    assert set(counts) == set(WEIGHTS)
    assert min(counts.values()) >= 2


def test_the_whole_session_answers_all_questions(dialogue: Dialogue) -> None:
    view = View("\n".join(turn.line for turn in dialogue.turns if "\n" not in turn.text))
    for question in dialogue.questions:
        if question.category not in (UNANSWERABLE, "tool output"):
            assert hit(question, dialogue.turns, view, by_turns=True), question


def test_evidence_states_the_answers(dialogue: Dialogue) -> None:
    for question in dialogue.questions:
        told = " ".join(dialogue.turns[at].text for at in question.evidence)
        assert all(answer in told for answer in question.answers), question
        assert bool(question.evidence) == (question.category != UNANSWERABLE)
        assert len({question.text for question in dialogue.questions}) == len(dialogue.questions)


def test_replaced_values_stand_before_the_value_in_force(dialogue: Dialogue) -> None:
    corrected = [question for question in dialogue.questions if question.stale]
    assert corrected
    for question in corrected:
        for value, at in zip(question.stale, question.stale_at, strict=True):
            assert value in dialogue.turns[at].text
            assert at < max(question.evidence)
            assert value not in question.answers


def test_far_corrections_are_far_and_near_ones_near(dialogue: Dialogue) -> None:
    apart = {
        category: [
            max(question.evidence) - max(question.stale_at)
            for question in dialogue.questions
            if question.category == category
        ]
        for category in ("corrected far away", "corrected nearby", "corrected in few words")
    }
    assert min(apart["corrected far away"]) >= 40
    assert max(apart["corrected nearby"]) <= 8
    assert max(apart["corrected in few words"]) <= 8


def test_nobody_answers_what_is_unanswerable(dialogue: Dialogue) -> None:
    for question in dialogue.questions:
        if question.category == UNANSWERABLE:
            assert len(question.lures) == 2
            assert all(question.text != turn.text for turn in dialogue.turns)


def test_no_slot_of_an_entity_is_stated_against_what_is_asked(dialogue: Dialogue) -> None:
    """Every other line with the answer's entity and statement is its evidence or its past."""
    for question in dialogue.questions:
        if question.category not in ("headline", "corrected far away", "look-alikes"):
            continue
        last = dialogue.turns[max(question.evidence)].text
        shape = re.escape(last.split(": ", 1)[-1]).replace(re.escape(question.answers[0]), "(.+?)")
        for at, turn in enumerate(dialogue.turns):
            if at not in (*question.evidence, *question.stale_at):
                assert not re.search(shape, turn.text), (question, turn.text)


def test_calls_and_outputs_are_joined(dialogue: Dialogue) -> None:
    for before, after in zip(dialogue.turns, dialogue.turns[1:], strict=False):
        if before.tool and before.role == "assistant":
            assert (after.role, after.call) == ("tool", before.call)
    outputs = [turn.call for turn in dialogue.turns if turn.role == "tool"]
    assert outputs
    assert len(set(outputs)) == len(outputs)


def test_time_goes_on(dialogue: Dialogue) -> None:
    times = [turn.at for turn in dialogue.turns]
    assert times == sorted(times)


@pytest.mark.parametrize("size", [1_000])
def test_there_are_enough_questions_at_all_shares_of_filler(size: int) -> None:
    recipes = sessions(size, 7, "development")
    asked = [q for recipe in recipes for q in generate(recipe).questions]
    assert sum(question.category != UNANSWERABLE for question in asked) >= ENOUGH
    assert {recipe.filler for recipe in recipes} == {0.0, 0.2, 0.4, 0.6, 0.8}
    assert len({recipe.seed for recipe in recipes}) == len(recipes)


@pytest.mark.parametrize("recipe", [Recipe(size=10, seed=1), Recipe(size=100, seed=1, filler=0.9)])
def test_what_cannot_be_made_is_refused(recipe: Recipe) -> None:
    with pytest.raises(ValueError, match="50 messages"):
        generate(recipe)
