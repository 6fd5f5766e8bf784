"""One order of a path: versions stand in their place, role prompts before what they stand on."""

from __future__ import annotations

from infold import Infold
from infold.engine.chat import Chat
from infold.graph.condense import CondensePolicy
from infold.recall.result import Context
from tests.integration.engine.graph_talk import chain

POLICY = CondensePolicy(depth=0, shortest=2)


def said(made: Context) -> list[str]:
    """What is sent, message by message."""
    return [one["content"] for one in made.messages]


def short(memory: Infold) -> tuple[Chat, list[str]]:
    chat = memory.conversation("short")
    texts = ["첫 번째 질문", "ANSWER one", "SECOND, bitte", "réponse deux", "第三问", "答三"]
    roles = ("user", "assistant")
    return chat, [chat.append(roles[n % 2], text).id for n, text in enumerate(texts)]


def orders(chat: Chat, budget: int = 999) -> list[list[str]]:
    """The path as each way of reading it has it: its own words, without labels."""
    in_context = [text.strip() for text in said(chat.context("?", budget=budget))]
    previewed = [
        piece.text.split(": ", 1)[-1] for piece in chat.preview(None, "?").layer("path").pieces
    ]
    page = [
        line
        for line in chat.markdown().splitlines()
        if line and not line.startswith(("#", "**", "*"))
    ]
    return [in_context, previewed, page]


def test_a_version_is_read_where_its_message_stood(memory: Infold) -> None:
    chat, ids = short(memory)
    chat.edit(ids[0], "EDITED", in_place=True)
    wanted = ["EDITED", "ANSWER one", "SECOND, bitte", "réponse deux", "第三问", "答三"]
    assert orders(chat) == [wanted] * 3
    made = chat.context("?", budget=999)
    assert made.states["raw"] == [[1, 6]]
    assert made.states["omitted"] == [[0, 0]]
    assert made.accounting["total"] == 7
    assert [one["position"] for one in made.sources] == [6, 1, 2, 3, 4, 5]
    assert made.why(6) == "Message 6 is raw: all its text is shown."
    assert made.text.index("EDITED") < made.text.index("ANSWER one")


def test_another_answer_in_mid_chain_is_read_in_its_place(memory: Infold) -> None:
    chat, ids = short(memory)
    other = chat.append("assistant", "réponse 2 bis", parent=ids[2])
    chat.set_leaf(ids[5])
    chat.activate(other.id)
    wanted = ["첫 번째 질문", "ANSWER one", "SECOND, bitte", "réponse 2 bis", "第三问", "答三"]
    assert orders(chat) == [wanted] * 3
    assert [one["role"] for one in chat.context("?", budget=999).messages] == [
        "user",
        "assistant",
    ] * 3


def test_a_role_prompt_is_read_before_the_message_on_which_it_stands(memory: Infold) -> None:
    chat, ids = short(memory)
    chat.set_role(ids[0], "Sei ein Lotse.")
    made = chat.context("?", budget=999)
    assert [one["role"] for one in made.messages][:3] == ["system", "user", "assistant"]
    chat.set_role(ids[4], "한국어로 답하세요.")
    wanted = [
        "Sei ein Lotse.",
        *("첫 번째 질문", "ANSWER one", "SECOND, bitte", "réponse deux"),
        "한국어로 답하세요.",
        *("第三问", "答三"),
    ]
    assert orders(chat) == [wanted] * 3
    # A version of the message does not take it off, nor send it elsewhere.
    chat.edit(ids[4], "第三问改", in_place=True)
    wanted[6] = "第三问改"
    assert orders(chat) == [wanted] * 3


def test_a_role_prompt_stays_where_the_budget_holds_little_else(memory: Infold) -> None:
    chat, ids = chain(memory, 30)
    chat.set_role(ids[4], "Always answer as a harbour pilot.")
    made = chat.context("Point 9?", budget=500)
    assert "harbour pilot" in made.text
    assert made.accounting["tokens"] <= 500


def test_nothing_is_shown_in_the_place_of_an_archived_message(memory: Infold) -> None:
    chat, ids = short(memory)
    chat.edit(ids[2], "EDITED", in_place=True)
    chat.archive(ids[2])
    wanted = ["첫 번째 질문", "ANSWER one", "réponse deux", "第三问", "答三"]
    assert orders(chat) == [wanted] * 3


def test_paths_that_meet_are_read_each_in_one_piece(memory: Infold) -> None:
    chat = memory.conversation("meets")
    root = chat.append("user", "root").id
    left = [chat.append("assistant", "left 1", parent=root).id]
    right = [chat.append("assistant", "right 1", parent=root).id]
    left.append(chat.append("user", "left 2", parent=left[-1]).id)
    right.append(chat.append("user", "right 2", parent=right[-1]).id)
    left.append(chat.append("assistant", "left 3", parent=left[-1]).id)
    right.append(chat.append("assistant", "right 3", parent=right[-1]).id)
    chat.append("user", "both", parent=[right[-1], left[-1]])
    wanted = ["root", "left 1", "left 2", "left 3", "right 1", "right 2", "right 3", "both"]
    assert said(chat.context("?", budget=999)) == wanted
    assert [line for line in chat.markdown().splitlines() if line in wanted] == wanted
    both = chat.context("?", budget=999, leaf=[left[-1], right[-1]])
    assert said(both) == wanted[:-1]


def test_a_fold_of_a_view_stands_where_its_run_stood(memory: Infold) -> None:
    chat, ids = chain(memory, 12)
    new = chat.edit(ids[1], "EDITED at the head.", in_place=True)
    chat.set_role(ids[0], "Sei ein Lotse.")
    plan = chat.plan_condense(POLICY)
    run = next(one for one in plan.runs if ids[8] in one.members)
    view = chat.apply(chat.build(plan.pick(run.id)), name="s")
    made = chat.context("Point 3?", budget=9000, view=view)
    texts = said(made)
    assert texts[0] == "Sei ein Lotse."
    assert texts[1].startswith("Point 0 ")
    assert texts[2] == "EDITED at the head."
    first = min(ids.index(one) for one in run.members)
    # The two of the first turn, those up to the run, and the role prompt before all.
    assert texts.index(next(one for one in texts if one.startswith("Folded:"))) == first + 1
    assert new.id in {one["id"] for one in made.sources}
    page = chat.markdown(view=view)
    assert page.index("Sei ein Lotse") < page.index("Point 0 ") < page.index("EDITED")
    assert page.index("EDITED") < page.index("folded:")
