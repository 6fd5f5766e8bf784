from __future__ import annotations

import numpy as np

from infold.core.messages import Message
from infold.recall.features import GROUPS, features
from infold.recall.field import Field
from infold.recall.model import Model, load_model
from infold.recall.query import make_query
from infold.recall.rank import HOP_AT, _with_hops, rank
from infold.recall.scene import CANDIDATES, MOST_TERMS, Scene
from infold.recall.speakers import named_authors
from infold.recall.terms import term_hashes
from infold.recall.thesaurus import EMPTY, Thesaurus, load_thesaurus
from infold.text.analysis import analyze
from tests.unit.recall.builders import index_of, placed, say


def scene_of(
    messages: list[Message], question: str, thesaurus: Thesaurus = EMPTY
) -> tuple[Scene, dict[str, list[float]]]:
    made = placed(messages)
    field = Field(index_of(made).snapshot(), np.arange(len(made)))
    scene = Scene(field, make_query(question), thesaurus)
    return scene, {name: values.tolist() for name, values in features(scene).items()}


def at(scene: Scene, values: list[float], place: int) -> float:
    return values[scene.places.tolist().index(place)]


def test_terms_near_in_meaning_match_softly() -> None:
    (doctor,) = term_hashes(analyze("doctor")).tolist()
    near, nearness = load_thesaurus().nearest(doctor)
    assert term_hashes(analyze("physician"))[0] in near
    assert nearness.tolist() == sorted(nearness.tolist(), reverse=True)
    messages = [say("user", "The physician called."), say("user", "The bus was late.")]
    scene, _ = scene_of(messages, "doctor", load_thesaurus())
    assert 0.45 < scene.matches[0, 0] < 1.0
    assert scene.matches[0, 1] == 0.0
    assert scene_of(messages, "doctor")[0].matches.max() == 0.0


def test_a_term_that_the_table_does_not_know_has_no_near_ones() -> None:
    near, nearness = load_thesaurus().nearest(int(term_hashes(["데이"])[0]))
    assert (len(near), len(nearness)) == (0, 0)


def test_the_table_is_well_formed() -> None:
    table = load_thesaurus()
    assert (np.diff(table.terms.astype(np.int64)) > 0).all()
    assert int(table.near.max()) < len(table.terms)
    assert table.near.shape == table.nearness.shape


def test_a_second_hop_is_reached_over_a_rare_name() -> None:
    talk = [say("user", f"note {i} about lunch and the weather") for i in range(60)]
    talk[10] = say("user", "Emeka Sandoval has pager duty for the search relay.")
    talk[40] = say("user", "You reach Emeka Sandoval at extension 4369.")
    scene, found = scene_of(talk, "Which extension for the pager duty of the search relay?")
    assert scene.bridge.argmax() == 40
    assert at(scene, found["bridge"], 40) == scene.bridge[40] > 0.5


def test_the_first_of_two_who_are_named_is_the_subject() -> None:
    messages = [say("user", "tea", author="Ann"), say("user", "tea", author="Bo")]
    field = Field(index_of(placed(messages)).snapshot(), np.arange(2))
    assert named_authors(field, "What does Ann think of Bo?").leads.tolist() == [True, False]
    assert not named_authors(field, "What do Ann and Bo drink?").leads.any()
    assert not named_authors(field, "What do they drink?").speaks.any()


def test_words_in_the_order_of_the_question_count() -> None:
    messages = [say("user", "blue whale song"), say("user", "song of a whale, blue")]
    scene, found = scene_of(messages, "blue whale song")
    assert at(scene, found["phrases"], 0) == 1.0
    assert at(scene, found["phrases"], 1) == 0.0


def test_every_feature_has_one_number_for_each_candidate_and_a_group() -> None:
    messages = [say("user", f"port {i}?") for i in range(9)]
    scene, found = scene_of(messages, "Which port?")
    assert {len(values) for values in found.values()} == {len(scene)}
    assert sum(len(group(scene)) for group in GROUPS.values()) == len(found)
    assert all(np.isfinite(values).all() for values in found.values())


def test_the_weights_of_the_package_are_of_features_that_there_are() -> None:
    _, found = scene_of([say("user", "port")], "port")
    assert set(load_model().weights) <= set(found)
    assert load_model().price > 0


def test_no_more_candidates_than_the_limit_and_the_earlier_of_equals() -> None:
    messages = [say("user", "port") for _ in range(CANDIDATES + 50)]
    scene, _ = scene_of(messages, "port")
    # The first two have less before them.
    assert scene.places.tolist() == list(range(2, CANDIDATES + 2))


def test_a_pasted_text_is_matched_by_its_rarest_terms() -> None:
    common = [say("user", "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu")]
    scene, _ = scene_of(
        [*common * 5, say("user", "omicron")], "nu mu " + common[0].text + " omicron"
    )
    assert len(scene.asked.terms) == MOST_TERMS
    assert term_hashes(analyze("omicron"))[0] in scene.asked.terms


def test_weights_decide_the_order() -> None:
    messages = placed([say("user", "port of call"), say("user", "port?"), say("user", "harbour")])
    field = Field(index_of(messages).snapshot(), np.arange(3))
    query = make_query("port")
    asks = rank(field, query, model=Model(weights={"question": 5.0}, price=0.0))
    tells = rank(field, query, model=Model(weights={"question": -5.0}, price=0.0))
    assert asks.positions[0] == 1
    assert tells.positions[0] == 0
    assert asks.scores[0] == 1.0
    assert (asks.scores > 0.0).all()


def test_what_a_strong_hit_names_stands_among_the_first_and_only_where_the_way_is_sure() -> None:
    best, sure = np.arange(30), np.zeros(30)
    assert _with_hops(best, sure).tolist() == best.tolist()
    sure[[25, 28]] = 1.0, 0.5
    moved = _with_hops(best, sure).tolist()
    assert moved[HOP_AT : HOP_AT + 2] == [25, 28]
    assert sorted(moved) == best.tolist()
    sure[:] = 0.0
    sure[2] = 1.0
    assert _with_hops(best, sure).tolist() == best.tolist()
