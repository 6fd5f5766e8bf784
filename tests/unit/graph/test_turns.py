from dataclasses import replace

import pytest

from infold.core.messages import Attachment, Message, Text, ToolResult
from infold.graph.turns import Atom, atoms, opens_turn, turns
from infold.graph.units import outline, stretches, units
from tests.unit.graph.build import ask, chain, result, say


def groups(messages, parents=None, **options):
    found = atoms(messages, parents or chain(len(messages)), **options)
    return [(atom.members, atom.orphan) for atom in found]


def test_c1_a_result_whose_call_is_gone_is_an_orphan():
    messages = [ask(), say(), ask(), say("c2"), result("c_gone"), result("c2"), say(), ask()]
    found = atoms(messages, chain(8))
    assert [atom.members for atom in found] == [(0,), (1,), (2,), (3, 5), (4,), (6,), (7,)]
    assert [atom.first for atom in found if atom.orphan] == [4]


def test_c2_a_call_and_all_its_results_are_one_atom():
    messages = [ask(), say("a", "b", "c"), result("c"), result("a"), result("b"), say(), ask()]
    assert groups(messages) == [((0,), False), ((1, 2, 3, 4), False), ((5,), False), ((6,), False)]


def test_results_far_down_the_path_and_in_one_user_message():
    messages = [ask(), say("a"), say("b"), ask(), result("b", "a", role="user"), say()]
    assert groups(messages) == [((0,), False), ((1, 2, 4), False), ((3,), False), ((5,), False)]


def test_a_reused_call_id_belongs_to_the_nearest_caller_above():
    #      0 H
    #      1 say(x)      3 say(x)
    #      2 result(x)      4 result(x)      and a late second result of 1 at 5
    messages = [ask(), say("x"), result("x"), say("x"), result("x"), result("x")]
    parents = [(), (0,), (1,), (0,), (3,), (2,)]
    assert groups(messages, parents) == [((0,), False), ((1, 2, 5), False), ((3, 4), False)]


def test_a_result_before_its_call_is_an_orphan():
    assert groups([ask(), result("a"), say("a")]) == [((0,), False), ((1,), True), ((2,), False)]


def test_call_and_result_in_one_message_are_no_orphan():
    both = say("a")
    both = replace(both, parts=(*both.parts, ToolResult(call="a", text="x")))
    assert groups([both]) == [((0,), False)]


def test_atoms_of_a_scope_keep_its_positions():
    messages = [ask(), say("a"), result("a")]
    found = atoms(messages, [(), (3,), (7,)], positions=[3, 7, 9])
    assert found == [Atom(first=3, members=(3,)), Atom(first=7, members=(7, 9))]


def test_what_opens_a_turn():
    assert opens_turn(ask())
    assert opens_turn(ask("네, 5433 포트로 바꿔 주세요"))
    assert not opens_turn(result("a", role="user"))
    assert not opens_turn(say())
    with_text = result("a", role="user")
    assert opens_turn(replace(with_text, parts=(*with_text.parts, Text(text="and stop"))))
    assert not opens_turn(replace(with_text, parts=(*with_text.parts, Text(text=" \n"))))
    assert opens_turn(Message(role="user", parts=(Attachment(kind="image"),)))
    assert opens_turn(Message(role="user"))


def test_turns_hold_openings_atoms_and_versions():
    #  0 S   1 H   2 A   3 H   4 say(a)   5 result(a)   6 A   and another answer 7 to 1, 8 to 3
    system = Message(role="system", parts=(Text(text="Be brief."),))
    messages = [system, ask(), say(), ask(), say("a"), result("a"), say(), say(), say()]
    parents = [(), (0,), (1,), (2,), (3,), (4,), (5,), (1,), (3,)]
    found = turns(messages, parents)
    assert [turn.opening for turn in found] == [None, 1, 3]
    assert [turn.members for turn in found] == [(0,), (1, 2, 7), (3, 4, 5, 6, 8)]
    assert [turn.versions for turn in found] == [(), ((2, 7),), ((4, 8),)]
    assert [atom.members for atom in found[2].atoms] == [(4, 5), (6,), (8,)]


def test_an_agent_log_of_one_request_and_200_calls_has_200_steps():
    messages = [ask()]
    for call in range(200):
        messages += [say(f"c{call}"), result(f"c{call}")]
    found = units(messages, chain(401))
    assert len(found) == 200
    assert found[0].members == (0, 1, 2)
    assert found[1].members == (3, 4)
    (turn,) = turns(messages, chain(401))
    assert len(turn.atoms) == 200


@pytest.mark.parametrize(("answers", "count"), [(0, 1), (1, 1), (4, 1), (5, 5)])
def test_a_turn_of_more_than_four_atoms_is_read_as_its_steps(answers, count):
    messages = [ask(), *(say() for _ in range(answers)), ask()]
    found = units(messages, chain(len(messages)))
    assert len(found) == count + 1
    assert found[-1].members == (answers + 1,)


def test_units_are_the_same_from_any_unit_on():
    messages = [
        ask(),
        say(),
        ask(),
        *(part for c in range(9) for part in (say(f"{c}"), result(f"{c}"))),
        say(),
        ask(),
    ]
    parents = chain(len(messages))
    whole = units(messages, parents)
    for at in whole:
        rest = units(messages[at.first :], parents[at.first :], first=at.first)
        assert [*units(messages, parents, end=at.first), *rest] == whole


def test_parallel_callers_and_their_results_are_one_step():
    messages = [
        ask(),
        say("a"),
        say("b"),
        result("b"),
        result("a"),
        say("c"),
        result("c"),
        say(),
        say(),
        say(),
        say(),
    ]
    found = units(messages, chain(len(messages)))
    assert [unit.members for unit in found] == [
        (0, 1, 2, 3, 4), (5, 6), (7,), (8,), (9,), (10,),
    ]  # fmt: skip


def test_an_answer_on_another_branch_is_a_unit_of_its_own():
    messages = [ask(), say(), ask(), say(), say(), ask()]
    parents = [(), (0,), (1,), (2,), (0,), (4,)]
    assert [unit.members for unit in units(messages, parents)] == [(0, 1), (2, 3), (4,), (5,)]


def test_units_of_messages_without_wires_stand_alone():
    messages = [say(), say(), ask(), say()]
    assert [unit.members for unit in units(messages, [()] * 4)] == [(0,), (1,), (2,), (3,)]


def test_outline_takes_the_latest_parent():
    message = replace(result("a"), position=5, tokens=7)
    seen = outline(message, (1, 4))
    assert (seen.position, seen.parent, seen.tokens, seen.answers) == (5, 4, 7, ("a",))
    assert outline(message, ()).parent == -1
    (stretch,) = stretches([seen])
    assert stretch.is_split


def test_long_chains_and_ladders_are_read_without_recursion():
    n = 50_000
    messages = [ask(), *(part for c in range(n) for part in (say("x"), result("x")))]
    parents = chain(len(messages))
    assert len(atoms(messages, parents)) == n + 1
    assert len(units(messages, parents)) == n
    assert len(turns(messages, parents)[0].atoms) == n
    # A ladder of 10,000 diamonds: each answer has two versions, each question both as parents.
    rungs = [(), *(above for t in range(0, 29_999, 3) for above in ((t,), (t,), (t + 1, t + 2)))]
    found = turns([ask(), *(part for _ in range(10_000) for part in (say(), say(), ask()))], rungs)
    assert len(found) == 10_001
    assert found[7].versions == ((22, 23),)
