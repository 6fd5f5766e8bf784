import pytest

from infold.text.language import detect


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("PostgreSQL 16.2 listens on 5433", "en"),
        ("Wir nutzen jetzt Port 5433", "de"),
        ("Änderung", "de"),
        ("Kita pakai port 5433 saja", "id"),
        ("포트는 5433입니다", "ko"),
        ("ポートは5433です", "ja"),
        ("変更しました", "ja"),
        ("端口是5433", "zh"),
        ("PostgreSQL 数据库的端口是 5433", "zh"),
        ("see 数据库 for the port that we use in production today", "en"),
        ("👍", "other"),
        ("12345", "other"),
        ("", "other"),
        ("Привет", "other"),
        ("ok", "en"),
    ],
)
def test_the_language_of_a_message(text, language):
    assert detect(text) == language
