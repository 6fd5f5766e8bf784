import pytest

from infold.text.analysis import MAX_TERM, analyze
from infold.text.indonesian import indonesian_roots


def test_english_is_stemmed_and_stop_words_are_dropped():
    assert analyze("The servers were listening on 5433!") == ["server", "listen", "5433"]


@pytest.mark.parametrize(
    ("text", "whole", "parts"),
    [
        ("auth:revoked:", "auth:revoked", ["auth", "revok"]),
        ("/api/v3/webhooks", "api/v3/webhooks", ["api", "v3", "webhook"]),
        ("snake_case", "snake_case", ["snake", "case"]),
        ("16.2", "16.2", ["16", "2"]),
        ("INC-4821", "inc-4821", ["inc", "4821"]),
        ("ana@firma.de", "ana@firma.de", ["ana", "firma", "de"]),
        ("30s", "30s", ["30", "s"]),
        ("getUserName", "getusernam", ["user", "name"]),
    ],
)
def test_identifiers_are_kept_whole_and_in_parts(text, whole, parts):
    terms = analyze(text)
    assert terms[0] == whole
    assert [term for term in terms[1:] if term != "get"] == parts


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ("포트", "포트는 5433입니다"),
        ("값이", "값은 42"),
        ("端口", "数据库的端口是5433"),
        ("食べる", "昨日食べた"),
        ("サーバー", "新しいサーバーが落ちた"),
        ("Häuser", "das Haus"),
        ("Haus", "die Häuser"),
        ("Datenbanken", "eine Datenbank"),
        ("Muller", "Frau Müller"),
        ("Müller", "Frau Muller"),
        ("ubah", "port itu sudah diubah"),
        ("mengubah", "perubahan jadwal"),
        ("kirim", "dia mengirim surel"),
        ("tulis", "saya menulis laporan"),
        ("port", "portnya 5433"),
        ("cafe", "das Café"),
        ("1000", "about 1,000 users"),
        ("16.2", "PostgreSQL １６．２"),
        ("C++", "written in C++"),
        ("серверы", "новый сервер"),
        ("revoked", "key auth:revoked:42"),
    ],
)
def test_a_question_meets_a_message(question, message):
    assert set(analyze(question)) & set(analyze(message))


@pytest.mark.parametrize("word", ["Häuser", "mengubah", "running", "café", "데이터베이스", "端口"])
def test_a_word_has_the_same_terms_in_any_company(word):
    alone = analyze(word)
    for around in ("the {} is down", "der {} ist weg", "pakai {} saja", "我们 {} 了", "그 {} 좀"):
        assert [term for term in analyze(around.format(word)) if term in alone] == alone


def test_different_words_stay_apart():
    assert not set(analyze("listen")) & set(analyze("list"))
    assert not set(analyze("C++")) >= set(analyze("C#"))
    assert not set(analyze("5433")) & set(analyze("54331"))


def test_cjk_is_cut_into_bigrams_and_a_run_of_one_is_itself():
    assert analyze("数据库") == ["数据", "据库"]
    assert analyze("猫") == ["猫"]
    assert analyze("端口是多少") == ["端口", "多少"]


def test_nothing_searchable_gives_no_terms():
    assert analyze("") == analyze("the of and") == analyze("... !!! \ud800 \x00") == []


def test_a_long_run_is_cut():
    (term,) = analyze("a" * 100_000)
    assert len(term) == MAX_TERM


def test_roots_of_indonesian_words():
    assert indonesian_roots("menulis") == ["tulis"]
    assert indonesian_roots("mengirim") == ["irim", "kirim"]
    assert indonesian_roots("keputusan") == ["putus"]
    assert indonesian_roots("direction") == indonesian_roots("meeting") == []
