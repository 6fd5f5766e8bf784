from __future__ import annotations

import pytest

from infold.text.asking import Ask, asks


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("When did Caroline go to the group?", Ask.WHEN),
        ("Wann fährt der Zug?", Ask.WHEN),
        ("Kapan dia berangkat?", Ask.WHEN),
        ("你什么时候出发？", Ask.WHEN),
        ("いつ出発しますか？", Ask.WHEN),
        ("언제 출발해요?", Ask.WHEN),
        ("Where do the keys hang?", Ask.WHERE),
        ("Wo liegt der Schlüssel?", Ask.WHERE),
        ("Di mana kuncinya?", Ask.WHERE),
        ("钥匙在哪里？", Ask.WHERE),
        ("鍵はどこですか。", Ask.WHERE),
        ("열쇠는 어디에 있어?", Ask.WHERE),
        ("Whose turn is it?", Ask.WHO),
        ("Wer ruft an?", Ask.WHO),
        ("Siapa yang datang?", Ask.WHO),
        ("谁来了？", Ask.WHO),
        ("誰が来ますか。", Ask.WHO),
        ("누가 왔어?", Ask.WHO),
        ("Which port does it listen on?", Ask.NUMBER),
        ("Wie viele Tickets?", Ask.NUMBER),
        ("Berapa harganya?", Ask.NUMBER),
        ("端口是多少？", Ask.NUMBER),
        ("いくらですか。", Ask.NUMBER),
        ("얼마예요?", Ask.NUMBER),
        ("What did Ann say about it?", Ask.SAY),
        ("Was hat er gesagt?", Ask.SAY),
        ("她建议什么？", Ask.SAY),
    ],
)
def test_the_kind_of_a_question(question: str, kind: Ask) -> None:
    assert asks(question) & kind


def test_cues_are_whole_words() -> None:
    assert asks("The whenever wherever song") == Ask(0)
