import numpy as np
import pytest

from infold.fold.corrections import Correction, read_correction
from infold.fold.placement import FIRST_CALIBRATION, MOST_UNITS, Features, Placer
from infold.fold.policy import FoldPolicy
from infold.fold.vectors import TERM_DIM, term_vectors, unit_vectors
from infold.graph.units import Unit
from infold.models.registry import load_embedder
from tests.unit.fold.chats import FILLER, features_of, mixed_log, said, shares

POLICY = FoldPolicy()


def placed(features, policy=POLICY):
    placer = Placer(policy, len(features[0].vector))
    return placer, placer.place(features)


def chat(*texts):
    return [said("user", text, position=i) for i, text in enumerate(texts)]


def points(*rows, tokens=60, gap=1):
    """Units of two-dimensional vectors in a larger space, each named by its index."""
    return [
        Features(
            unit=Unit(first=index * gap, members=(index * gap,)),
            tokens=tokens,
            vector=np.array(row, np.float32) / np.linalg.norm(row),
            terms=np.zeros(0, np.uint32),
        )
        for index, row in enumerate(rows)
    ]


@pytest.mark.parametrize(
    ("embedder", "turns"),
    [
        ("none", 100),
        ("none", 500),
        ("wordllama", 100),
        ("wordllama", 500),
        ("sentence-encoder", 80),
    ],
)
def test_clusters_of_a_mixed_log(embedder, turns):
    log = mixed_log(turns)
    model = load_embedder(embedder)
    vectors = model and model.embed([message.text for message in log.messages])
    features = features_of(log.messages, vectors=vectors)
    placer, _ = placed(features)
    largest, in_three = shares(placer.forest, features)
    assert largest <= 0.25
    assert in_three >= 0.4
    joined = [root for root in placer.forest.roots if len(placer.forest.cluster(root)) > 1]
    pure = sum(
        max(names.count(name) for name in names)
        for root in joined
        if (names := [log.topics[unit] for unit in placer.forest.cluster(root)])
    )
    assert pure / sum(len(placer.forest.cluster(root)) for root in joined) >= 0.8


def test_filler_is_never_joined():
    log = mixed_log(200, filler=0.4)
    features = features_of(log.messages)
    placer, merges = placed(features)
    filler = {known.unit.first for known in features if known.is_filler}
    assert len(filler) > 40
    assert not filler & {unit for merge in merges for unit in (merge.a, merge.b)}
    assert all(placer.forest.cluster(unit) == (unit,) for unit in filler)


def test_c12_thirty_times_the_same_filler_makes_no_merge():
    _, merges = placed(features_of(chat(*["Got it."] * 30)))
    assert merges == []


def test_nothing_is_joined_before_the_first_calibration():
    same = points(*[(1, 0)] * FIRST_CALIBRATION)
    placer, merges = placed(same)
    assert merges == []
    assert placer.threshold == 0.9
    assert len(placer.place(points(*[(1, 0)] * 9)[8:])) == 1


def test_a_diffuse_cluster_attracts_less_than_its_members_do():
    spread = np.eye(16)
    features = points(*spread, spread[0], spread[0] + 0.1 * spread[1])
    placer, merges = placed(features, FoldPolicy(near_bonus=0))
    assert [(merge.a, merge.b) for merge in merges] == [(16, 0), (17, 0)]
    assert all(merge.reason == "similar" for merge in merges)
    assert merges[0].score == 1
    assert placer.forest.cluster(0) == (0, 16, 17)


def test_a_cluster_that_is_full_takes_no_more():
    rows = [*np.eye(16), *[np.eye(16)[0]] * 6]
    placer, _ = placed(points(*rows, tokens=50), FoldPolicy(cluster_tokens=200))
    assert [len(placer.forest.cluster(0)), len(placer.forest.cluster(19))] == [4, 3]


def test_units_without_tokens_fill_a_cluster_too():
    rows = [*np.eye(16), *[np.eye(16)[0]] * (MOST_UNITS + 3)]
    placer, _ = placed(points(*rows, tokens=0))
    assert len(placer.forest.cluster(0)) == MOST_UNITS


def test_equal_likeness_goes_to_the_earlier_cluster_and_nearness_decides_before():
    rows = [*np.eye(16), np.eye(16)[2] + np.eye(16)[5]]
    even, _ = placed(points(*rows), FoldPolicy(near_bonus=0))
    assert even.forest.find(16) == 2
    near, _ = placed(points(*rows), FoldPolicy(near_bonus=2, near_tokens=10))
    assert near.forest.find(16) == 5


def test_zero_vectors_stand_alone():
    rows = points(*np.eye(16), np.eye(16)[0])
    silent = [
        Features(
            unit=Unit(first=100 + i, members=(100 + i,)),
            tokens=5,
            vector=np.zeros(16, np.float32),
            terms=np.zeros(0, np.uint32),
        )
        for i in range(3)
    ]
    placer, merges = placed([*rows, *silent])
    assert [(merge.a, merge.b) for merge in merges] == [(16, 0)]
    assert placer.forest.roots[-3:] == [100, 101, 102]


def test_a_correction_joins_what_it_corrects_across_fifty_messages():
    between = [message.text for message in mixed_log(25, korean=False, filler=0).messages]
    texts = [
        "The database listens on port 5432.",
        *between,
        "Actually, use 5433 and not 5432, the old port is taken.",
    ]
    features = features_of(chat(*texts))
    _, merges = placed(features)
    assert (merges[-1].a, merges[-1].b, merges[-1].reason) == (len(texts) - 1, 0, "correction")


def test_a_correction_without_the_old_value_needs_two_shared_words():
    between = [message.text for message in mixed_log(25, korean=False, filler=0).messages]
    shared = ["The launch party is on May 14.", *between, "Correction: the launch party is May 21."]
    _, merges = placed(features_of(chat(*shared)))
    assert (merges[-1].b, merges[-1].reason) == (0, "correction")
    alone = ["The launch party is on May 14.", *between, "Correction: my shoes are size 43."]
    _, merges = placed(features_of(chat(*alone)))
    assert "correction" not in {merge.reason for merge in merges if merge.a == len(alone) - 1}


@pytest.mark.parametrize(
    "text",
    [
        "Actually, use 5433.",
        "Sorry, scratch that: the deadline is Friday.",
        "We moved to Redis 7 instead.",
        "아니, 포트는 5433입니다.",
        "포트를 5433으로 바꿔 주세요.",
        "其实端口是5433。",
        "ポートは5432ではなく5433です。",
        "Ralat: rapatnya hari Kamis.",
        "Bukan 5432, tapi 5433.",
        "Korrektur: der Termin ist am 5. März.",
        "En realidad, el código es café-7.",
    ],
)
def test_words_that_correct(text):
    assert read_correction(chat(text)) is not None


@pytest.mark.parametrize(
    "text",
    [
        "The port is 5433.",
        "Is it actually 5433?",
        "I would actually like it.",
        "네, 알겠습니다.",
        "",
    ],
)
def test_words_that_do_not_correct(text):
    assert read_correction(chat(text)) is None


def test_only_users_correct():
    assert read_correction([said("assistant", "Actually, use 5433.")]) is None
    found = read_correction(chat("Fine.", "Actually, use port 5433."))
    assert isinstance(found, Correction)
    assert len(found.values) == 1


def test_unit_vectors_are_weighted_means_of_length_one():
    vectors = np.array([[1, 0], [0, 1], [0, 1]], np.float32)
    rows, weights = np.array([0, 2, 1]), np.array([3.0, 4.0, 0.0])
    found = unit_vectors(vectors, rows, weights, np.array([0, 0, 1]), 3)
    assert found == pytest.approx(np.array([[0.6, 0.8], [0, 0], [0, 0]]))


def test_vectors_of_many_units_are_those_of_each_alone():
    # More than are added up at a time, of one to three messages each, and some without any.
    chance = np.random.default_rng(7)
    owner = np.repeat(np.arange(2_500), chance.integers(0, 4, 2_500))
    vectors = chance.normal(size=(len(owner), 8)).astype(np.float32)
    rows, weights = chance.permutation(len(owner)), chance.random(len(owner))
    found = unit_vectors(vectors, rows, weights, owner, 2_500)
    terms = chance.integers(0, 50, len(owner)).astype(np.uint32)
    hashed = term_vectors(terms, owner, 2_500)
    for unit in (0, 1_023, 1_024, 1_025, 2_047, 2_048, 2_499):
        mine = owner == unit
        alone = np.zeros(int(mine.sum()), np.int64)
        assert (found[unit] == unit_vectors(vectors, rows[mine], weights[mine], alone, 1)[0]).all()
        assert (hashed[unit] == term_vectors(terms[mine], alone, 1)[0]).all()


def test_term_vectors_know_equal_terms():
    terms = np.array([1, 2, 3, 1, 2, 3, 7, 8], np.uint32)
    found = term_vectors(terms, np.array([0, 0, 0, 1, 1, 1, 2, 2]), 4)
    assert found.shape == (4, TERM_DIM)
    assert found[0] == pytest.approx(found[1])
    assert abs(found[0] @ found[2]) < 0.5
    assert not found[3].any()


def test_known_filler_of_the_generator_is_filler():
    assert {message.text for message in mixed_log(30, filler=1.0).messages} <= set(FILLER)
