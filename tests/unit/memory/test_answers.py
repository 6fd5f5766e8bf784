"""Broken answers of a model: what is whole is saved, the rest noted (M10)."""

from __future__ import annotations

import json

import pytest

from infold.memory.answers import MOST, AnsweredFact, Answers, read_answers
from infold.prompts.extract_facts import ExtractedFact, ExtractedFacts

PORTO = '{"text": "Lives in Porto", "kind": "profile", "sources": [1]}'


def texts(answers: Answers) -> list[str]:
    return [one.text for one in answers.facts]


def test_an_answer_of_the_form_asked_for_is_whole() -> None:
    fact = ExtractedFact(
        text="住在波尔图",
        kind="profile",
        subject="user",
        attribute="city",
        value="波尔图",
        valid_from="2026-03-01",
        confidence=0.9,
        importance=0.8,
        sources=[3, 4],
    )
    found = read_answers(ExtractedFacts(facts=[fact]).model_dump_json())
    assert found == Answers(
        facts=(
            AnsweredFact(
                text="住在波尔图",
                kind="profile",
                subject="user",
                attribute="city",
                value="波尔图",
                valid_from="2026-03-01",
                confidence=0.9,
                importance=0.8,
                sources=(3, 4),
            ),
        ),
        notes=(),
        is_whole=True,
    )
    assert read_answers('{"facts": []}') == Answers(facts=(), notes=(), is_whole=True)


@pytest.mark.parametrize(
    "answer",
    [
        f'```json\n{{"facts": [{PORTO}]}}\n```',
        f'Sure, here you are:\n{{"facts": [{PORTO}]}}\nAnything else?',
        f'<think>{{"facts": [</think>{{"facts": [{PORTO}]}}',
        f'{{"facts": [{PORTO},]}}',
    ],
)
def test_fences_words_thoughts_and_trailing_commas_are_seen_through(answer: str) -> None:
    found = read_answers(answer)
    assert texts(found) == ["Lives in Porto"]
    assert found.is_whole


def test_of_a_cut_off_answer_what_is_whole_is_kept() -> None:
    found = read_answers(f'{{"facts": [{PORTO}, {{"text": "Works at Sie')
    assert texts(found) == ["Lives in Porto"]
    assert not found.is_whole
    assert found.notes == ("the answer is cut off or broken: what is whole in it is kept",)


def test_lone_surrogates_are_replaced_and_pairs_kept() -> None:
    found = read_answers('{"facts": [{"text": "A \\ud83d B \\ud83d\\ude00", "kind": "event"}]}')
    assert texts(found) == ["A \ufffd B \U0001f600"]
    assert found.notes == ("lone surrogates are replaced",)
    assert texts(read_answers('{"facts": [{"text": "A \ud83d", "kind": "event"}]}')) == ["A \ufffd"]


def test_a_missing_key_costs_its_own_fact_alone() -> None:
    found = read_answers(f'{{"facts": [{{"kind": "profile"}}, {PORTO}, 7, null]}}')
    assert texts(found) == ["Lives in Porto"]
    assert found.notes == (
        "fact 1 has no text: dropped",
        "fact 3 is no record: dropped",
        "fact 4 is no record: dropped",
    )


def test_fields_of_another_type_are_read_or_given_their_defaults() -> None:
    record = {
        "text": "Likes tea\nand  cake",
        "kind": "hobby",
        "confidence": "80 %",
        "importance": "no idea, honestly",
        "sources": ["2", 2, True, "x"],
        "value": 7,
        "retracts": "true",
    }
    [one] = read_answers(json.dumps({"facts": [record]})).facts
    assert one == AnsweredFact(
        text="Likes tea and cake",
        value="7",
        confidence=0.8,
        importance=None,
        sources=(2,),
        retracts=True,
    )


@pytest.mark.parametrize(
    "answer", ["", None, "  ", "I found nothing worth keeping.", "\ud800", "null", "[" * 9_999]
)
def test_an_answer_without_facts_gives_none_and_says_why(answer: str | None) -> None:
    found = read_answers(answer)
    assert found.facts == ()
    assert found.notes
    assert not found.is_whole


def test_json_of_another_form_is_read_but_not_whole() -> None:
    for answer in (f"[{PORTO}]", PORTO, f'{{"memories": [{PORTO}]}}'):
        found = read_answers(answer)
        assert texts(found) == ["Lives in Porto"]
        assert not found.is_whole


def test_an_endless_list_is_bounded() -> None:
    facts = [{"text": f"fact {number}", "kind": "statement"} for number in range(MOST + 50)]
    found = read_answers(json.dumps({"facts": facts}))
    assert len(found.facts) == MOST
    assert found.notes == (f"more than {MOST} facts: the rest is dropped",)
