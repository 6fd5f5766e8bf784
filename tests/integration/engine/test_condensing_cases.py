"""Neighbours of G1, G2 and G5: what stays whole in a folded view, however it came there."""

from __future__ import annotations

import pytest

from infold import Infold
from infold.core.messages import Attachment, Text
from infold.engine.chat import Chat
from infold.graph.condense import CondensePolicy
from tests.integration.engine.graph_talk import chain, turn

COOK = "Answer as a ship's cook."
TERMS = "# Terms\n\nThe berth 41 is closed from 12:40."


def members(chat: Chat, **named: int) -> list[tuple[str, ...]]:
    return [run.members for run in chat.plan_condense(CondensePolicy(**named)).runs]


@pytest.mark.parametrize("at", [8, 9], ids=["question", "answer"])
@pytest.mark.parametrize("label", ["ruled_out", "decided", "pivoted"])
def test_a_landmark_on_either_side_of_a_turn_keeps_it_whole(
    memory: Infold, at: int, label: str
) -> None:
    """G1: both messages of the turn stay, whichever of them is marked."""
    chat, ids = chain(memory, 12)
    chat.mark(ids[at], "landmark", label=label)
    assert members(chat) == [tuple(ids[:8]), tuple(ids[10:16])]
    made = chat.context("list?", budget=8000, view=chat.apply(chat.plan_condense()))
    assert [made.state(position) for position in (8, 9)] == ["raw", "raw"]
    assert {made.state(position) for position in (6, 7, 10, 11)} <= {"folded", "omitted"}


def test_turns_that_were_ruled_out_side_by_side_all_stay(memory: Infold) -> None:
    """G1: two in a row, and one that leaves fewer than three turns on its far side."""
    chat, ids = chain(memory, 14)
    for at in (8, 10, 17):
        chat.mark(ids[at], "landmark", label="ruled_out")
    assert members(chat) == [tuple(ids[:8])]
    assert members(chat, shortest=2) == [tuple(ids[:8]), tuple(ids[12:16])]
    made = chat.context("list?", budget=9000, view=chat.apply(chat.plan_condense()))
    assert [made.state(position) for position in range(8, 28)] == ["raw"] * 20


def test_a_landmark_that_is_proposed_breaks_the_chain_once_it_is_confirmed(memory: Infold) -> None:
    """G1, and law 4: a suggestion decides nothing."""
    chat, ids = chain(memory, 4)
    asked = chat.append("user", "We ruled out MySQL 8.4 because nobody here has run it.")
    answered = chat.append("assistant", "Then it is off the list.", parent=asked.id)
    for n in range(4, 12):
        turn(chat, n)
    found = [one for one in chat.propose_marks() if one.message == asked.id]
    assert [one.label for one in found] == ["ruled_out"]
    (whole,) = members(chat)
    assert {asked.id, answered.id} < set(whole)
    chat.confirm(*found)
    parts = members(chat)
    assert parts[0] == tuple(ids)
    assert not {asked.id, answered.id} & {one for part in parts for one in part}
    made = chat.context("list?", budget=9000, view=chat.apply(chat.plan_condense()))
    assert asked.text in made.text
    chat.unmark(*found)
    assert members(chat, shortest=3)[0][:10] == (*ids, asked.id, answered.id)


def test_the_frontier_of_a_merge_and_of_an_open_question_reaches_into_every_parent(
    memory: Infold,
) -> None:
    """G2: a merge two steps above a leaf that is a question alone."""
    chat, left = chain(memory, 7)
    other = chat.append("user", "Something else: which berth is it?", parent=left[1]).id
    right = [other, chat.append("assistant", "Berth 41.", parent=other).id]
    for n in range(7, 12):
        right += turn(chat, n, parent=right[-1])
    merged = chat.branch([left[-1], right[-1]], "And both together?").id
    below = [merged, chat.append("assistant", "Together it is 12:40.", parent=merged).id]
    below += turn(chat, 12, parent=below[-1])
    leaf = chat.append("user", "Who tells the crew?", parent=below[-1]).id
    # Leaf, one, the merge, and the last turn of each of its two paths: three steps above the leaf.
    assert members(chat) == [tuple(left[2:12]), tuple(right[:10])]
    assert members(chat, depth=2) == [tuple(left[2:14]), tuple(right[:12])]
    assert members(chat, depth=4) == [tuple(left[2:10]), tuple(right[:8])]
    made = chat.context("And now?", budget=9000, view=chat.apply(chat.plan_condense()), leaf=leaf)
    at = {one.id: one.position for one in chat.messages()}
    whole = [*left[12:], *right[10:], *below, leaf]
    assert {made.state(at[one]) for one in whole} == {"raw"}


def test_a_side_path_with_an_open_question_protects_what_is_above_its_fork(
    memory: Infold,
) -> None:
    """G2: every live leaf counts, answered or not, and one that is archived does not."""
    chat, ids = chain(memory, 12)
    side = chat.append("user", "What would MySQL have cost?", parent=ids[11]).id
    assert members(chat) == [tuple(ids[:6])]
    assert members(chat, shortest=2) == [tuple(ids[:6]), tuple(ids[12:16])]
    chat.archive(side)
    assert members(chat) == [tuple(ids[:16])]


def test_a_role_prompt_that_is_put_on_a_turn_breaks_the_run(memory: Infold) -> None:
    """G5: a prompt that is set on a message counts as one that was said."""
    chat, ids = chain(memory, 14)
    chat.set_role(ids[8], COOK)
    assert members(chat) == [tuple(ids[:8]), tuple(ids[10:20])]
    view = chat.apply(chat.plan_condense())
    made = chat.context("list?", budget=9000, view=view)
    assert {"role": "system", "content": COOK} in made.messages
    assert made.state(8) == made.state(9) == "raw"


def test_a_role_prompt_put_inside_a_fold_afterwards_is_shown(memory: Infold) -> None:
    """G5: the fold opens, or what was put there is carried; it is never lost."""
    chat, ids = chain(memory, 12)
    view = chat.apply(chat.plan_condense(), name="short")
    assert COOK not in chat.context("list?", budget=9000, view=view).text
    chat.set_role(ids[6], COOK)
    made = chat.context("list?", budget=9000, view="short")
    assert {"role": "system", "content": COOK} in made.messages


def test_a_person_may_fold_across_a_prompt_and_both_are_carried(memory: Infold) -> None:
    """G5: in a selection of one's own, prompt and attachment stand in the context with the fold."""
    chat, ids = chain(memory, 5)
    image = memory.attach(b"not really an image", media_type="image/png", name="plan.png")
    assert isinstance(image, Attachment)
    asked = chat.append("user", [Text(text="See the plan, please."), image])
    ids += [asked.id, chat.append("assistant", "I see it.", parent=asked.id).id]
    for n in range(5, 12):
        ids += turn(chat, n)
    chat.set_role(ids[4], COOK)
    assert members(chat, shortest=2) == [tuple(ids[:4]), tuple(ids[6:10]), tuple(ids[12:18])]
    view = chat.apply(chat.plan_condense().pick().add(ids[:18]))
    made = chat.context("list?", budget=9000, view=view)
    assert {"role": "system", "content": COOK} in made.messages
    assert [one["name"] for one in made.attachments] == ["plan.png"]
    assert {made.state(position) for position in range(10)} <= {"folded", "omitted"}


@pytest.mark.parametrize("is_late", [False, True], ids=["before", "after"])
def test_a_material_put_in_at_a_turn_of_a_run_counts_below_the_fold(
    memory: Infold, is_late: bool
) -> None:
    """G5: a document that is put in at a turn stands beside the path, not in the fold."""
    chat, ids = chain(memory, 12)
    if not is_late:
        chat.add_material(TERMS, name="terms.md", at=ids[6])
    chat.apply(chat.plan_condense(), name="short")
    if is_late:
        chat.add_material(TERMS, name="terms.md", at=ids[6])
    full = chat.context("list?", budget=9000)
    made = chat.context("list?", budget=9000, view="short")
    assert "berth 41 is closed" in full.text
    assert "berth 41 is closed" in made.text
