from __future__ import annotations

import numpy as np
import pytest

from infold.core.forward import Flag
from infold.core.messages import Message
from infold.recall.bridges import Bridges
from infold.recall.candidates import CANDIDATES
from infold.recall.features import GROUPS, features
from infold.recall.field import Field
from infold.recall.hits import MOST, strong_hits
from infold.recall.model import Model, load_model
from infold.recall.query import make_query
from infold.recall.rank import HOP_AT, HOPS, _ways, _with_hops, order, rank
from infold.recall.scene import MOST_TERMS, Scene
from infold.recall.speakers import named_authors
from infold.recall.terms import term_hashes
from infold.recall.thesaurus import Thesaurus, load_thesaurus
from infold.text.analysis import analyze
from tests.unit.recall.builders import index_of, placed, say

EMPTY = Thesaurus(
    terms=np.zeros(0, np.uint32),
    near=np.zeros((0, 0), np.uint16),
    nearness=np.zeros((0, 0), np.uint8),
)


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
    reached = scene.bridges.reached
    assert reached.argmax() == 40
    assert at(scene, found["bridge"], 40) == reached[40] > 0.5


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
    # The first two have less before them: their own words bring them in.
    assert scene.places.tolist() == list(range(CANDIDATES + 2))


def test_what_follows_a_strong_hit_is_a_candidate_in_any_crowd() -> None:
    crowd = [say("user", f"The deck of boat {i} is wet, says the port.") for i in range(900)]
    crowd[700] = say("user", "We moor at berth 17 of the port in Oslo.")
    crowd[701] = say("assistant", "Got it.")
    crowd[702] = say("user", "Make it 30.")
    scene, found = scene_of(crowd, "Which berth of the port in Oslo?")
    assert scene.hits.places[0] == 700
    assert scene.hits.strength[700] == 1.0
    assert 702 in scene.places
    assert 701 not in scene.places  # filler
    assert at(scene, found["after_hit_2"], 702) == 1.0
    assert at(scene, found["after_hit_short"], 702) > at(scene, found["after_hit_short"], 703)


def test_hits_are_few_ordered_and_never_filler() -> None:
    found = np.array([0.2, 0.9, 0.9, 0.0, 0.6])
    hits = strong_hits(found, np.array([False, False, True, False, False]))
    assert hits.places.tolist() == [1, 4, 0]
    assert hits.strength.tolist() == pytest.approx([0.0, 1.0, 0.0, 0.0, 1 / 3])
    assert set(hits.around().tolist()) == {0, 1, 2, 3, 4}
    assert len(strong_hits(np.zeros(0), np.zeros(0, np.bool_)).places) == 0
    assert len(strong_hits(np.full(99, 0.5), np.zeros(99, np.bool_)).places) == MOST


def test_two_names_side_by_side_name_one_person_where_each_is_common() -> None:
    talk = [say("user", f"note {i} about lunch and the weather") for i in range(400)]
    for i in range(20, 32):
        talk[i] = say("user", f"Emeka paid bill {i}.")
        talk[i + 20] = say("user", f"Ask Sandoval about bill {i}.")
    talk[100] = say("user", "Emeka Sandoval has pager duty for the search relay.")
    talk[300] = say("user", "You reach Emeka Sandoval at extension 4369.")
    scene, _ = scene_of(talk, "Which extension for the pager duty of the search relay?")
    named = scene.bridges.named
    assert named.argmax() == 300
    assert named[300] > 4 * named[25] > 0.0


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


def test_what_a_strong_hit_names_stands_behind_the_first_few() -> None:
    best, ways = np.arange(30), np.zeros(30)
    assert _with_hops(best, ways).tolist() == best.tolist()
    ways[[25, 28]] = 0.6, 1.0
    moved = _with_hops(best, ways).tolist()
    assert moved[HOP_AT : HOP_AT + HOPS] == [28]
    assert sorted(moved) == best.tolist()
    ways[2] = 2.0  # the best way leads to what stands there by itself
    assert _with_hops(best, ways).tolist() == best.tolist()


def test_a_way_is_sure_and_leads_to_what_may_be_an_answer() -> None:
    scene, _ = scene_of([say("user", f"note {i}") for i in range(5)], "note")
    scene.bridges = Bridges(
        reached=np.ones(5),
        named=np.array([0.5, 0.1, 0.5, 0.5, 0.5]),
        ways=np.array([1.0, 1.0, 0.2, 0.8, 0.9]),
    )
    scene.field._has[Flag.NUMBER] = np.array([True, True, True, False, False])
    scene.field._has[Flag.NAME] = np.array([False, True, True, False, True])
    # Not sure enough, not reached well enough, nothing told.
    assert np.flatnonzero(_ways(scene)).tolist() == [0, 4]
    assert _ways(scene)[4] / _ways(scene)[0] == pytest.approx(0.9)  # notes of one length


@pytest.mark.parametrize(
    ("duty", "reach", "question", "beside"),
    [
        (
            "Emeka Sandoval has pager duty for the search relay.",
            "You get Emeka Sandoval under 4369.",
            "Which extension for the pager duty of the search relay?",
            "The duty for the search relay was quiet",
        ),
        (
            "검색 서버 당직은 나카무라입니다.",
            "나카무라는 4369로 연결됩니다.",
            "검색 서버 당직에게 거는 번호는 무엇입니까?",
            "검색 서버 당직은 조용했습니다",
        ),
        (
            "Die Firma Helluna betreut die Heizung im Büro.",
            "Nachts hebt Helluna unter 784423 ab.",
            "Welche Nummer rufe ich an, wenn die Heizung im Büro ausfällt?",
            "Im Büro ist es laut",
        ),
    ],
)
def test_a_second_hop_has_its_place_in_however_short_a_list(duty, reach, question, beside) -> None:
    """It is found among all candidates, and not among those alone that score best."""
    talk = [say("user", f"{beside}.")] * 40
    talk += [say("user", "lunch and the weather")] * 60
    talk[50] = say("user", duty)
    talk[70] = say("user", reach)
    field = Field(index_of(placed(talk)).snapshot(), np.arange(len(talk)))
    field._has[Flag.NUMBER] = np.arange(len(talk)) == 70
    by_words = Model(weights={"words": 1.0}, price=0.0)
    best = order(field, make_query(question), limit=HOP_AT + HOPS, model=by_words).tolist()
    assert (len(best), best[HOP_AT]) == (HOP_AT + HOPS, 70)
