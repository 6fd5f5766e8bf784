import pytest

from infold.text.similarity import containment, jaccard, shingles


def test_shingles_are_runs_of_three_without_case_and_punctuation():
    assert shingles("The Port, is 5433!") == {("the", "port", "is"), ("port", "is", "5433")}


def test_cjk_characters_are_units():
    assert shingles("端口是5433") == {("端", "口", "是"), ("口", "是", "5433")}
    assert shingles("포트는") == {("포", "트", "는")}


def test_a_short_text_is_one_shingle():
    assert shingles("Port 5433") == {("port", "5433")}
    assert shingles("!?") == frozenset()


def test_likeness():
    one = shingles("the port is 5433 now")
    other = shingles("we say that the port is 5433 now")
    assert containment(one, other) == 1.0
    assert containment(other, one) == pytest.approx(3 / 6)
    assert jaccard(one, other) == pytest.approx(3 / 6)
    assert containment(frozenset(), one) == jaccard(frozenset(), frozenset()) == 0.0
