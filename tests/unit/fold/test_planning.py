from dataclasses import replace

import numpy as np
import pytest

from infold.core.messages import Attachment, Message, Text
from infold.fold.planning import MessageVectors, read_features
from infold.fold.policy import FoldPolicy
from infold.fold.reading import says_nothing
from infold.graph.units import Unit
from tests.unit.fold.chats import mixed_log, said
from tests.unit.fold.engine import COUNTER, Chat, columns_of
from tests.unit.graph.build import ask, result, say


def folded_chat(messages, every=7, policy=None):
    chat = Chat(policy)
    for index, message in enumerate(messages):
        chat.append(message)
        if index % every == 0:
            chat.job()
    chat.job()
    return chat


def test_every_graduated_message_that_says_something_is_a_source_of_a_claim():
    chat = folded_chat(mixed_log(150).messages)
    folded = chat.folded()
    graduated = chat.messages[: chat.window.start]
    assert len(graduated) > 250
    for message in graduated:
        assert (message.id in folded) == (not says_nothing(message)), message.text


def test_each_fold_holds_its_whole_cluster_and_no_message_is_in_two():
    chat = folded_chat(mixed_log(100).messages)
    seen = []
    for fold in chat.folds.values():
        sources = [int(source[1:]) for source in fold.sources]
        assert tuple(sources) == chat.forest.expand(fold.root)
        assert fold.root == min(sources)
        assert fold.generation == len(chat.forest.cluster(fold.root))
        assert fold.tokens == sum(chat.messages[source].tokens for source in sources)
        assert (fold.state, fold.method) == ("ready", "extractive")
        seen += sources
    assert len(set(seen)) == len(seen)


def test_c14_clusters_of_filler_get_no_fold():
    chat = folded_chat([said("user", "Got it.")] * 200)
    assert len(chat.placements) > 50
    assert chat.folds == {}
    assert chat.merges == []


def test_only_clusters_that_changed_are_folded_anew():
    chat = folded_chat(mixed_log(100, seed=3).messages)
    before = dict(chat.folds)
    assert chat.job().add == ()
    assert chat.folds == before
    for message in mixed_log(4, seed=5, topics=2, korean=False, filler=0).messages:
        chat.append(message)
    plan = chat.job()
    assert plan.add
    assert set(plan.withdraw) == before.keys() - chat.folds.keys()
    assert len(plan.withdraw) < len(before) / 2
    for name in before.keys() & chat.folds.keys():
        assert chat.folds[name] is before[name]
    roots = {fold.root for fold in plan.add}
    assert all(before[name].root in roots for name in plan.withdraw)


def test_a_withdrawn_merge_splits_one_fold():
    chat = folded_chat(mixed_log(60).messages)
    merge = next(m for m in chat.merges if len(chat.forest.cluster(m.a)) == 3)
    chat.merges = [replace(m, withdrawn_by="ann" if m is merge else "") for m in chat.merges]
    plan = chat.job()
    assert len(plan.withdraw) == 1
    assert sum(fold.generation for fold in plan.add) == 3
    assert {fold.root for fold in plan.add} == {
        chat.forest.find(merge.a),
        chat.forest.find(merge.b),
    }
    assert chat.job().add == ()


def test_an_agent_log_is_folded_step_by_step():
    messages = [ask("Find out why the nightly build fails")]
    for step in range(60):
        messages.append(say(f"c{step}", text=""))
        messages.append(result(f"c{step}", text=f"step {step}: module_{step} passed in {step} ms"))
    chat = folded_chat(messages)
    assert len(set(chat.placements.values())) > 40
    folded = chat.folded()
    assert all(m.id in folded for m in chat.messages[: chat.window.start])


def test_messages_without_words_get_a_fold_without_claims():
    picture = Message(role="user", parts=(Attachment(kind="image", name="a.png"),))
    chat = folded_chat([picture] * 5, every=1)
    assert [fold.claims for fold in chat.folds.values()] == [()] * len(chat.folds)
    assert chat.folds
    assert chat.job().add == ()


def test_the_classic_policy_makes_folds_of_its_clusters():
    chat = folded_chat(mixed_log(50).messages, policy=FoldPolicy.classic())
    assert chat.window.start == 90
    assert len(chat.folds) <= 10
    assert max(len(fold.sources) for fold in chat.folds.values()) > 45


def test_features_weigh_messages_and_pass_filler_over():
    messages = [
        replace(m, position=i, tokens=t)
        for i, (m, t) in enumerate(
            [
                (ask("The port is 5433"), 9),
                (say(text="Got it."), 900),
                (result("c", text="exit code 7"), 100),
            ]
        )
    ]
    vectors = MessageVectors(positions=np.arange(3), vectors=np.eye(3, dtype=np.float32))
    unit = Unit(first=0, members=(0, 1, 2))
    (found,) = read_features([unit], columns_of(messages), vectors, dict(enumerate(messages)))
    assert found.tokens == 1009
    assert found.vector == pytest.approx(np.array([1, 0, 1]) / 2**0.5)
    assert not found.is_filler
    assert found.correction is None


def test_features_without_any_vector_are_zero():
    messages = [replace(ask("네, 5433 포트"), position=0, tokens=5)]
    none = MessageVectors(positions=np.zeros(0, np.int64), vectors=np.zeros((0, 3), np.float32))
    (found,) = read_features([Unit(first=0, members=(0,))], columns_of(messages), none)
    assert found.vector.tolist() == [0, 0, 0]
    assert len(found.terms) > 0


def test_no_units_have_no_features():
    assert read_features([], columns_of([]), None) == []


def test_tokens_of_folds_are_those_of_the_counter():
    chat = folded_chat([Message(role="user", parts=(Text(text="한국어 문장입니다. " * 9),))] * 20)
    for fold in chat.folds.values():
        assert all(COUNTER.count(claim.text) <= 75 for claim in fold.claims if claim.level == 0)
