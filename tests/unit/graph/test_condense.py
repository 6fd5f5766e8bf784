"""What the scan proposes, what it refuses, and why."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infold.core.marks import Mark
from infold.core.messages import Attachment, Message, Text, ToolCall, ToolResult
from infold.errors import ConfigError, GraphError, NotFound
from infold.graph.condense import CondensePlan, CondensePolicy, plan_condense
from infold.graph.frontier import frontier
from infold.graph.turn_graph import TurnGraph, read_turn_graph
from infold.text.kinds import Kind


class Talk:
    """Builds a conversation turn by turn; a turn is named by its question's position."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.parents: list[tuple[int, ...]] = []
        self.marks: list[tuple[int, Mark]] = []
        self.references: list[tuple[int, int]] = []

    def say(self, role: str, text: str, *above: int, parts: Sequence[object] = ()) -> int:
        position = len(self.messages)
        self.messages.append(
            Message(
                id=f"m{position}",
                position=position,
                role=role,  # type: ignore[arg-type]
                parts=(Text(text=text), *parts),  # type: ignore[arg-type]
                tokens=20,
            )
        )
        self.parents.append(above)
        return position

    def turn(self, *above: int, answer: bool = True, text: str = "") -> int:
        """One turn below others; gives the position to go on from."""
        asked = self.say("user", text or f"Question {len(self.messages)}?", *above)
        return self.say("assistant", f"Answer {len(self.messages)}.", asked) if answer else asked

    def chain(self, count: int, *above: int) -> list[int]:
        ends: list[int] = []
        for _ in range(count):
            ends.append(self.turn(*(ends[-1:] or above)))
        return ends

    def mark(self, position: int, kind: str, **named: object) -> None:
        mark = Mark(kind=kind, message=f"m{position}", **named)  # type: ignore[arg-type]
        self.marks.append((position, mark))

    def graph(self) -> TurnGraph:
        return read_turn_graph(
            self.messages, self.parents, references=self.references, marks=self.marks
        )

    def plan(self, **named: object) -> CondensePlan:
        return plan_condense(self.graph(), CondensePolicy(**named))  # type: ignore[arg-type]


def turns_of(plan: CondensePlan) -> list[tuple[int, ...]]:
    return [run.nodes for run in plan.runs]


def reasons(plan: CondensePlan) -> list[tuple[str, int]]:
    return [(one.breaker, one.turns) for one in plan.refused]


def test_a_chain_folds_up_to_its_frontier() -> None:
    talk = Talk()
    talk.chain(10)
    plan = talk.plan()
    assert turns_of(plan) == [(0, 1, 2, 3, 4, 5)]
    assert reasons(plan) == [("frontier", 4)]
    (run,) = plan.picked
    assert run.id == "m0"
    assert run.members == tuple(f"m{position}" for position in range(12))
    assert (run.turns, run.tokens, run.expected) == (6, 240, 72)
    assert plan.saving == 240 - 72


@pytest.mark.parametrize(
    ("text", "part", "share"),
    [
        ("The gate opens at noon.", None, 0.3),
        ("Gate 7 opens at 9.", None, 0.3),
        ("Gate 71 opens at 9:30 for 120 guests.", None, 0.45),
        ("71번 게이트는 9시 30분에 열려요.", None, 0.45),
        ("71番ゲートは9時30分に開きます。", None, 0.45),
        ("The gate opens at noon.", ToolResult(call="c", text="71 72 73 74 75 76 77"), 0.3),
    ],
)
def test_a_run_full_of_what_people_say_of_values_is_folded_less_and_the_plan_says_so(
    text: str, part: object, share: float
) -> None:
    talk = Talk()
    ends: list[int] = []
    for _ in range(10):
        asked = talk.say("user", text, *ends[-1:], parts=() if part is None else (part,))
        ends.append(talk.say("assistant", text, asked))
    (run,) = talk.plan().picked
    assert (run.tokens, run.room) == (240, int(share * 240))
    assert run.expected == 40  # all turns say the same
    (tight,) = talk.plan(ratio=0.2).picked
    assert tight.room == round(share / 0.3 * 0.2 * 240)


@pytest.mark.parametrize(
    ("kind", "named"),
    [("landmark", {"label": "ruled_out"}), ("landmark", {"label": "decided"}), ("pin", {})],
)
def test_a_mark_breaks_the_chain_and_its_turn_stays_whole(kind: str, named: dict) -> None:
    """G1."""
    talk = Talk()
    ends = talk.chain(12)
    talk.mark(ends[4], kind, **named)
    plan = talk.plan()
    assert turns_of(plan) == [(0, 1, 2, 3), (5, 6, 7)]
    assert (kind, 1) in reasons(plan)


def test_a_suggestion_of_a_model_breaks_nothing() -> None:
    talk = Talk()
    ends = talk.chain(10)
    talk.mark(ends[3], "landmark", label="decided", by="model", state="suggested")
    talk.mark(ends[4], "landmark", label="decided", state="withdrawn")
    assert turns_of(talk.plan()) == [(0, 1, 2, 3, 4, 5)]


def test_a_highlight_is_carried_and_breaks_nothing() -> None:
    talk = Talk()
    ends = talk.chain(10)
    talk.mark(ends[2], "highlight", text="Answer 5.", start=0, end=9)
    (run,) = talk.plan().runs
    assert [mark.text for mark in run.carried] == ["Answer 5."]


def test_what_a_fold_cannot_carry_breaks_the_run() -> None:
    """G5."""
    talk = Talk()
    ends = talk.chain(3)
    prompt = talk.say("system", "Speak as a lawyer.", ends[-1])
    more = talk.chain(3, prompt)
    image = talk.say("user", "Look.", more[-1], parts=[Attachment(kind="image", digest="ab")])
    talk.chain(8, talk.say("assistant", "I see.", image))
    plan = talk.plan()
    assert ("attachment", 1) in reasons(plan)
    assert ("role prompt", 1) in reasons(plan)
    graph = talk.graph()
    folded = {
        position for run in plan.runs for n in run.nodes for position in graph.nodes[n].members
    }
    assert prompt not in folded
    assert image not in folded


def test_the_frontier_goes_up_through_all_parents_answered_or_not() -> None:
    """G2: a merge two steps above a leaf; a leaf that is a question without an answer."""
    talk = Talk()
    left, right = talk.chain(6), talk.chain(6)
    merged = talk.turn(left[-1], right[-1])
    last = talk.turn(merged)
    talk.turn(last, answer=False)
    graph = talk.graph()
    at = {node.first: number for number, node in enumerate(graph.nodes)}
    near = frontier(graph)
    expected = {at[p - 1] for p in (left[-1], right[-1], merged, last)} | {len(graph) - 1}
    assert near == expected
    assert turns_of(talk.plan()) == [(0, 1, 2, 3, 4), (6, 7, 8, 9, 10)]


@pytest.mark.parametrize(("depth", "first"), [(0, 9), (1, 8), (3, 6), (20, 0)])
def test_the_depth_of_the_frontier_is_policy(depth: int, first: int) -> None:
    talk = Talk()
    talk.chain(10)
    assert frontier(talk.graph(), depth) == set(range(first, 10))


def test_forks_and_merges_stand_in_no_run() -> None:
    talk = Talk()
    trunk = talk.chain(5)
    left, right = talk.chain(8, trunk[-1]), talk.chain(8, trunk[-1])
    plan = talk.plan()
    assert turns_of(plan) == [(0, 1, 2, 3), (5, 6, 7, 8), (13, 14, 15, 16)]
    assert ("fork", 1) in reasons(plan)
    both = talk.turn(left[-1], right[-1])
    talk.chain(6, both)
    assert ("merge", 1) in reasons(talk.plan())


def test_a_quoted_turn_and_the_one_that_quotes_stay() -> None:
    talk = Talk()
    ends = talk.chain(14)
    talk.references.append((ends[2], ends[6]))
    plan = talk.plan()
    assert turns_of(plan) == [(3, 4, 5), (7, 8, 9)]
    assert reasons(plan).count(("reference", 1)) == 2


def test_an_unanswered_turn_breaks_the_run() -> None:
    talk = Talk()
    first = talk.chain(3)
    talk.chain(7, talk.turn(first[-1], answer=False))
    assert ("unanswered", 1) in reasons(talk.plan())


def test_versions_of_an_answer_are_one_turn() -> None:
    talk = Talk()
    ends = talk.chain(3)
    talk.say("assistant", "Another answer.", ends[1] - 1)
    talk.chain(6, ends[-1])
    plan = talk.plan()
    assert turns_of(plan)[0][:3] == (0, 1, 2)
    assert len(talk.graph().nodes[1].members) == 3


def test_an_agent_with_one_question_is_read_as_its_steps() -> None:
    talk = Talk()
    above = talk.say("user", "Do it all.")
    for number in range(40):
        call = ToolCall(id=f"c{number}", name="sh")
        above = talk.say("assistant", "", above, parts=[call])
        result = ToolResult(call=f"c{number}", text="done")
        above = talk.say("tool", "", above, parts=[result])
    plan = talk.plan()
    assert len(talk.graph()) == 40
    assert turns_of(plan) == [tuple(range(36))]


def test_archived_turns_contribute_nothing_and_let_ancestry_pass() -> None:
    talk = Talk()
    ends = talk.chain(12)
    for position in (ends[-1], ends[-1] - 1):
        talk.mark(position, "archive")
    plan = talk.plan()
    assert ("archived", 1) in reasons(plan)
    assert turns_of(plan) == [(0, 1, 2, 3, 4, 5, 6)]


def test_a_part_of_the_graph_may_be_chosen() -> None:
    talk = Talk()
    talk.chain(10)
    second = talk.chain(10)
    plan = talk.plan(roots=(f"m{second[0] - 1}",))
    assert turns_of(plan) == [(10, 11, 12, 13, 14, 15)]
    assert ("outside", 10) in reasons(plan)
    with pytest.raises(NotFound):
        talk.plan(roots=("m999",))


def test_picking_and_leaving_out() -> None:
    talk = Talk()
    trunk = talk.chain(5)
    talk.chain(8, trunk[-1])
    talk.chain(8, trunk[-1])
    plan = talk.plan()
    assert [run.is_picked for run in plan.runs] == [True, True, True]
    chosen = plan.pick(plan.runs[1].id)
    assert [run.is_picked for run in chosen.runs] == [False, True, False]
    assert chosen.picked == (plan.runs[1],)
    with pytest.raises(NotFound):
        plan.pick("m999")


def test_a_person_may_add_any_selection_without_a_way_out_and_back() -> None:
    talk = Talk()
    trunk = talk.chain(2)
    left, right = talk.chain(2, trunk[-1]), talk.chain(2, trunk[-1])
    both = talk.turn(left[-1], right[-1])
    talk.chain(5, both)
    plan = talk.plan()
    diamond = [f"m{position}" for position in (*trunk, *left, *right, both)]
    added = plan.add(diamond)
    assert [run.by_person for run in added.picked] == [True]
    assert added.picked[0].nodes == (0, 1, 2, 3, 4, 5, 6)
    with pytest.raises(GraphError) as caught:
        plan.add([f"m{trunk[-1]}", *(f"m{position}" for position in left), f"m{both}"])
    assert f"m{right[0] - 1}" in caught.value.records
    with pytest.raises(GraphError):
        plan.add([])
    with pytest.raises(GraphError):
        added.add([f"m{trunk[0]}"])


def test_what_is_at_stake_is_counted_by_kind() -> None:
    talk = Talk()
    talk.chain(1)
    talk.turn(1, text="PostgreSQL 16.2 runs on port 5433, 端口是 5432。")
    talk.chain(6, len(talk.messages) - 1)
    plan = talk.plan()
    counts = plan.literals(plan.runs[0])
    assert counts[Kind.PORT] == 2
    assert counts[Kind.VERSION] == 1


def test_policies_that_cannot_be_kept_are_refused_with_all_their_faults() -> None:
    with pytest.raises(ConfigError) as caught:
        CondensePolicy(shortest=0, depth=-1, ratio=1.0)
    assert all(word in str(caught.value) for word in ("shortest", "depth", "ratio"))


def test_long_chains_and_ladders_are_walked_without_recursion() -> None:
    """G12."""
    talk = Talk()
    talk.chain(10_000)
    assert turns_of(talk.plan()) == [tuple(range(9996))]
    ladder = Talk()
    last: tuple[int, ...] = ()
    for _ in range(2_000):
        sides = (ladder.turn(*last), ladder.turn(*last))
        last = (ladder.turn(*sides),)
    assert ladder.plan().runs == ()


@given(seed=st.integers(min_value=0, max_value=10_000))
def test_every_turn_is_in_one_run_or_refused_with_a_reason_and_runs_are_straight(seed: int) -> None:
    rng = random.Random(seed)
    talk = Talk()
    ends: list[int] = []
    for _ in range(rng.randint(1, 40)):
        above = rng.sample(ends, min(len(ends), rng.choice((0, 1, 1, 1, 1, 2))))
        ends.append(talk.turn(*above, answer=rng.random() < 0.95))
        if rng.random() < 0.1:
            talk.mark(ends[-1], rng.choice(("landmark", "pin", "archive")))
    graph = talk.graph()
    plan = talk.plan(shortest=rng.randint(1, 4), depth=rng.randint(0, 3))
    members = [one for run in plan.runs for one in run.members]
    members += [one for refused in plan.refused for one in refused.members]
    assert sorted(members) == sorted(message.id for message in talk.messages)
    for run in plan.runs:
        for one, following in zip(run.nodes, run.nodes[1:], strict=False):
            assert following in graph.children[one]
            assert graph.parents[following] == (one,)
    # G13: the order in which wires are listed changes nothing.
    shuffled = read_turn_graph(
        talk.messages,
        [tuple(rng.sample(above, len(above))) for above in talk.parents],
        marks=rng.sample(talk.marks, len(talk.marks)),
    )
    again = plan_condense(shuffled, plan.policy)
    assert (again.runs, again.refused) == (plan.runs, plan.refused)


def test_reasons_name_the_bounds_of_the_policy_that_refused() -> None:
    talk = Talk()
    ends = talk.chain(9)
    talk.mark(ends[2], "landmark", label="decided")
    told = {one.breaker: one.reason for one in talk.plan(shortest=7, depth=1).refused}
    assert told["frontier"] == "it stands within 1 turn of a live end"
    assert told["short"] == "fewer than 7 turns stand in a row here"
    told = {one.breaker: one.reason for one in talk.plan().refused}
    assert told["frontier"] == "it stands within 3 turns of a live end"
    assert told["short"] == "fewer than 3 turns stand in a row here"
    (last,) = [one for one in talk.plan(depth=0).refused if one.breaker == "frontier"]
    assert (last.turns, last.reason) == (1, "it is a live end")
