"""What a scan looks for: pieces that can be told, in every form that they have on disk."""

from __future__ import annotations

import json

import pytest

from infold.memory.canaries import KEPT, Sample, forms, pieces, sealed, unsealed

TEXTS = (
    "My name is Zoe Quill and I live in Porto.",
    "저는 부산에 사는 김하늘이고 비밀번호 대신 노란우산을 씁니다.",
    "我叫李晓梅，住在成都的玉林路四十二号。",
    "私の名前は桜井千鶴で、札幌の円山に住んでいます。",
    "Nama saya Budi Santoso, tinggal di Yogyakarta dekat Malioboro.",
    "Ich heiße Jürgen Größmann und wohne in Düsseldorf.",
)


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_is_found_in_every_form_that_a_disk_can_hold(text: str) -> None:
    looked_for = [form for piece in pieces(text) for form in forms(piece)]
    whole = (
        text.encode(),
        text.encode("utf-16-le"),
        text.encode("utf-16-be"),
        json.dumps([["text", text]]).encode(),
    )
    for stored in whole:
        assert any(form in stored for form in looked_for), stored


@pytest.mark.parametrize("text", ["ok", "user", "2026", "m_" + "0" * 32, "", "   "])
def test_what_could_stand_anywhere_is_not_looked_for(text: str) -> None:
    assert pieces(text) == []


def test_of_a_text_that_names_a_record_the_rest_is_looked_for() -> None:
    name = "c_" + "12ab" * 8
    assert pieces(f"{name} key 5") == []
    for text in (f"{name} my own long key", f"노란우산거북이 {name}", f"{name} 青花瓷蜗牛 {name}"):
        found = pieces(text)
        assert found
        assert all(isinstance(one, str) and one in text and one not in name for one in found)


def test_stored_bytes_are_looked_for_as_they_stand() -> None:
    vector = bytes(range(200))
    found = pieces(vector)
    assert found
    assert all(isinstance(piece, bytes) and piece in vector for piece in found)
    assert forms(found[0]) == [found[0]]
    assert pieces(b"\0" * 400) == []  # says nothing


def test_a_sample_is_the_same_in_any_order_and_bounded() -> None:
    texts = [f"the secret word number {at} is wombat{at:05}" for at in range(2 * KEPT)]
    one, other = Sample(b"key"), Sample(b"key")
    one.add(*texts)
    other.add(*reversed(texts))
    assert one.kept == other.kept
    assert len(one.kept) == KEPT
    resumed = Sample(b"key", Sample_of(texts[:KEPT]))
    resumed.add(*texts[KEPT:])
    assert sorted(map(str, resumed.kept)) == sorted(map(str, one.kept))


def Sample_of(texts: list[str]) -> list[str | bytes]:  # noqa: N802 - reads as a value
    made = Sample(b"key")
    made.add(*texts)
    return made.kept


def test_what_is_sealed_does_not_show_and_comes_back() -> None:
    kept: list[str | bytes] = [*TEXTS, bytes(range(40)), "lone \ud800 surrogate"]
    data = sealed(kept, b"secret", "z_1")
    assert unsealed(data, b"secret", "z_1") == kept
    for text in TEXTS:
        assert not any(form in data for piece in pieces(text) for form in forms(piece))
    assert unsealed(b"", b"secret", "z_1") == []
