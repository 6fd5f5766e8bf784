"""A draft that a person edits: their text stands as they wrote it, and fillers stay away."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from infold import Chat, Infold
from infold.engine.drafts import Draft, Drafts

TALK = (
    ("We run PostgreSQL 16.2 on port 5433. It holds 40 GB.", "OK, noted. Sounds good."),
    ("Backups run at 02:30 and take twenty minutes, which is fine for us.", "Got it."),
    ("We decided to use Kafka, with three brokers.", "Nice. Anything else?"),
    ("The budget is 1,800 € a month.", "Sure, the logs are in /var/log/app.log."),
    ("백업은 매일 새벽에 돌고 회의는 오후 2시 30분입니다.", "알겠습니다."),
)
LATER = (("Tell me more.", "There is more."),) * 4


def talked(memory: Infold) -> tuple[Chat, Drafts]:
    chat = memory.conversation("a")
    for asked, answered in (*TALK, *LATER):
        chat.append("user", asked)
        chat.append("assistant", answered)
    return chat, chat.build(chat.plan_condense(), "extractive")


def edited(memory: Infold, lines: Sequence[str]) -> Draft:
    chat, drafts = talked(memory)
    run = drafts.drafts[0].run.id
    return chat.edit_draft(drafts, run, "\n".join(lines))[run]


def told(draft: Draft) -> list[tuple[int, str]]:
    assert draft.fold is not None
    return [(claim.level, claim.text) for claim in draft.fold.claims]


def test_lines_stand_as_and_where_they_were_written_and_no_filler_comes_back(
    memory: Infold,
) -> None:
    lines = [
        "Logs: /var/log/app.log.",
        "We decided to use Kafka, with three brokers.",
        "회의는 오후 2시 30분입니다.",
        "The budget is  1,800 € a month",
        "Backups run at 02:30.",
    ]
    draft = edited(memory, lines)
    assert (draft.state, draft.fault) == ("ready", "")
    assert told(draft) == [(1, line) for line in lines]
    assert draft.text == "\n".join(lines)
    assert draft.fold is not None
    assert draft.fold.method == "person"
    assert all(claim.spans for claim in draft.fold.claims)


def test_what_must_be_said_is_quoted_behind(memory: Infold) -> None:
    lines = ["The budget is 1,800 € a month.", "PostgreSQL 16.2 listens on 5433."]
    draft = edited(memory, lines)
    texts = [text for _, text in told(draft)]
    assert texts[:2] == lines
    assert texts[2:] == ["We decided to use Kafka, with three brokers."]


def test_a_filler_that_a_person_wants_stands_where_a_source_says_it(memory: Infold) -> None:
    lines = ["got it.", "We decided to use Kafka, with three brokers."]
    draft = edited(memory, lines)
    assert (draft.state, draft.fault) == ("ready", "")
    assert [text for _, text in told(draft)] == lines


@pytest.mark.parametrize("line", ["The port is 9999.", "Qwertz uiop.", "预算是9999元。"])
def test_a_line_that_no_source_says_refuses_the_draft_by_name(memory: Infold, line: str) -> None:
    draft = edited(memory, ["We decided to use Kafka, with three brokers.", line])
    assert (draft.state, draft.fault) == ("refused", f"no source says: {line}")


def test_a_highlight_stays_beside_a_line_of_its_own_words(memory: Infold) -> None:
    chat, _ = talked(memory)
    first = chat.messages()[0]
    words = "It holds 40 GB."
    chat.mark(first.id, "highlight", text=words)
    drafts = chat.build(chat.plan_condense(), "extractive")
    run = drafts.drafts[0].run.id
    lines = ["Holds 40 GB now.", words, "We decided to use Kafka, with three brokers."]
    draft = chat.edit_draft(drafts, run, "\n".join(lines))[run]
    assert draft.state == "ready", draft.fault
    assert told(draft) == [(1, lines[0]), (1, lines[2]), (2, words)]
    assert memory.verify() == []


def test_an_edited_draft_is_edited_again_from_its_own_text(memory: Infold) -> None:
    chat, drafts = talked(memory)
    run = drafts.drafts[0].run.id
    once = chat.edit_draft(drafts, run, "The budget is 1,800 € a month.")
    twice = chat.edit_draft(once, run, once[run].text)
    assert told(twice[run]) == told(once[run])
    view = chat.apply(twice, name="mine")
    assert view.folds[0].fold.method == "person"
    assert [one.text for one in view.folds[0].fold.claims] == once[run].text.splitlines()
