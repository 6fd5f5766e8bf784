from collections import Counter

import pytest

from infold.fold.classic import ClassicPlacer
from infold.fold.policy import FoldPolicy
from tests.unit.fold.chats import features_of, mixed_log, said

POLICY = FoldPolicy.classic()


def test_it_collapses_as_published():
    features = features_of(mixed_log(100).messages, each=True)
    placer = ClassicPlacer(POLICY)
    merges = placer.place(features)
    sizes = Counter(placer.forest.find(known.unit.first) for known in features)
    assert len(features) == 200
    assert len(sizes) == 10
    assert max(sizes.values()) >= 150
    assert sum(merge.reason == "forced" for merge in merges) > 50


def test_messages_of_the_same_words_join_and_others_do_not():
    texts = ["red apples and pears", "red apples and pears", "quantum chromodynamics", "네, 포트"]
    placer = ClassicPlacer(POLICY)
    merges = placer.place(
        features_of([said("user", text, position=i) for i, text in enumerate(texts)], each=True)
    )
    assert [(merge.a, merge.b, merge.reason) for merge in merges] == [(1, 0, "similar")]
    assert merges[0].score == pytest.approx(1)
    assert placer.forest.roots == [0, 2, 3]


@pytest.mark.parametrize("cut", [0, 7, 60])
def test_it_goes_on_where_it_stopped(cut):
    features = features_of(mixed_log(50).messages, each=True)
    whole = ClassicPlacer(POLICY).place(features)
    first = ClassicPlacer(POLICY).place(features[:cut])
    again = ClassicPlacer.restore(POLICY, features[:cut], first)
    assert first + again.place(features[cut:]) == whole
    assert again.forest.log == tuple(whole)
