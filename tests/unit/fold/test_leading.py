"""Answers on their questions, changes on what they change: sessions written by hand."""

from dataclasses import replace

import pytest

from infold.core.messages import Message, ToolCall, ToolResult
from infold.core.tokens import RuleCounter
from infold.fold.extract import extract
from infold.fold.leading import ties
from infold.fold.policy import FoldPolicy
from infold.fold.reading import read_message
from infold.fold.soundness import check
from tests.unit.fold.chats import said

COUNTER = RuleCounter()


def talk(*turns):
    return [
        replace(said(role, text, position=at), tokens=COUNTER.count(text))
        for at, (role, text) in enumerate(turns)
    ]


def folded(messages, room):
    policy = FoldPolicy(ratio=1.0, least_tokens=1, most_tokens=room)
    claims = extract(messages, policy=policy, counter=COUNTER, with_headlines=False)
    assert check(claims, messages) == []
    assert sum(COUNTER.count(claim.text) for claim in claims) <= room
    return claims


def lines(messages, room):
    return [claim.text for claim in folded(messages, room)]


def lead(*turns):
    """What the last message of a talk needs before it."""
    messages = talk(*turns)
    passages = [read_message(at, message) for at, message in enumerate(messages)]
    found = ties(messages, passages).lead(passages[-1][0])
    return None if found is None else found.text


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How many people may the ferry to Elba carry?", "Yes, 40."),
        ("How many people may the ferry to Elba carry?", "40, and not one more."),
        ("What does a year of the mooring in Elba bring us?", "I find 8614 in the books."),
        ("Wie viele Gäste dürfen auf die Fähre nach Elba?", "Ja, 40."),
        ("Wie viele Gäste dürfen auf die Fähre nach Elba?", "Etwa 40."),
        ("엘바로 가는 페리에 손님이 몇 명 탈 수 있나요?", "네, 40명이요."),
        ("エルバ島行きのフェリーには何人乗れますか？", "はい、40人です。"),
        ("去厄尔巴岛的渡轮能坐多少位客人？", "是的，40位。"),
        ("Berapa tamu yang boleh naik feri ke Elba?", "Ya, 40."),
        ("Should we delete the old backups of the harbour office?", "No."),
    ],
)
def test_an_answer_in_few_words_stands_behind_its_question(question, answer):
    assert lead(("assistant", question), ("user", answer)) == question
    messages = talk(("assistant", question), ("user", answer))
    (claim,) = folded(messages, 60)
    assert claim.text.startswith(question)
    assert claim.text.removeprefix(question).strip().rstrip(".。") == answer.rstrip(".。")
    assert [span.message for span in claim.spans] == [message.id for message in messages]


@pytest.mark.parametrize(
    "turns",
    [
        # The answer says itself what it speaks of.
        [
            ("user", "How many people may the ferry carry?"),
            ("assistant", "The ferry may carry 40 people."),
        ],
        # Nobody asked.
        [("user", "The ferry leaves at noon."), ("assistant", "40 people wait at the gate.")],
        # A question of one's own is no question to oneself.
        [("user", "How many people may the ferry to Elba carry?"), ("user", "40, I guess.")],
    ],
)
def test_what_speaks_for_itself_needs_nothing_before_it(turns):
    assert lead(*turns) is None


def test_tools_may_run_between_a_question_and_its_answer():
    question = "Which port does the harbour database use?"
    assert lead(("user", question), ("tool", "port 5433 open"), ("assistant", "5433.")) == question


@pytest.mark.parametrize(
    ("stated", "change"),
    [
        ("By the way, the ferry to Elba may carry 40 guests.", "Make it 36."),
        ("The ferry to Elba may carry 40 guests.", "Give them 36 instead."),
        ("Die Fähre nach Elba darf 40 Gäste mitnehmen.", "Doch nur 36."),
        ("엘바로 가는 페리에는 손님 40명이 탈 수 있어요.", "36명으로 바꿔 주세요."),
        ("エルバ島行きのフェリーには40人乗れます。", "36人に変更してください。"),
        ("去厄尔巴岛的渡轮能坐40位客人。", "改成36位。"),
        ("Feri ke Elba boleh membawa 40 tamu.", "Ganti jadi 36."),
    ],
)
def test_a_change_in_few_words_stands_behind_what_it_changes(stated, change):
    told = talk(("user", stated), ("assistant", "OK"), ("user", change))
    text = "\n".join(lines(told, 60))
    assert stated.removeprefix("By the way, ").rstrip(".。") in text
    assert change.rstrip(".。") in text
    (line,) = [one for one in text.split("\n") if "36" in one]
    assert "40" in line


HARBOUR = {
    "en": [
        ("user", "The mooring code for the Larkspur barge is KX-4471."),
        ("user", "The cat on the quay slept through the storm on a coil of rope."),
        ("assistant", "Berth 9 is held for the Larkspur barge until 14 May."),
    ],
    "de": [
        ("user", "Der Anlegecode für den Kahn Rittersporn lautet KX-4471."),
        ("user", "Die Katze am Kai hat den Sturm auf einer Rolle Tauwerk verschlafen."),
        ("assistant", "Liegeplatz 9 ist bis zum 14. Mai für den Kahn Rittersporn reserviert."),
    ],
    "ko": [
        ("user", "제비꽃 바지선의 계류 코드는 KX-4471입니다."),
        ("user", "부두의 고양이는 폭풍이 부는 동안 밧줄 더미 위에서 잤어요."),
        ("assistant", "9번 선석은 5월 14일까지 제비꽃 바지선이 씁니다."),
    ],
    "ja": [
        ("user", "すみれ丸の係留コードはKX-4471です。"),
        ("user", "岸壁の猫は嵐のあいだロープの上で寝ていました。"),
        ("assistant", "9番バースは5月14日まですみれ丸が使います。"),
    ],
    "zh": [
        ("user", "紫罗兰驳船的系泊代码是KX-4471。"),
        ("user", "码头上的猫在暴风雨里睡在一卷绳子上。"),
        ("assistant", "9号泊位给紫罗兰驳船留到5月14日。"),
    ],
    "id": [
        ("user", "Kode tambat untuk tongkang Melati adalah KX-4471."),
        ("user", "Kucing di dermaga tidur di atas gulungan tali selama badai kemarin."),
        ("assistant", "Dermaga 9 disimpan untuk tongkang Melati sampai 14 Mei."),
    ],
}
OWNERS = {
    "en": "Larkspur", "de": "Rittersporn", "ko": "제비꽃", "ja": "すみれ丸", "zh": "紫罗兰",
    "id": "Melati",
}  # fmt: skip


@pytest.mark.parametrize("language", sorted(HARBOUR))
def test_a_value_stands_with_the_words_that_say_whose_it_is(language):
    messages = talk(*HARBOUR[language])
    text = lines(messages, int(0.75 * sum(message.tokens for message in messages)))
    (code,) = [line for line in text if "KX-4471" in line]
    (day,) = [line for line in text if "14" in line]
    assert OWNERS[language] in code
    assert OWNERS[language] in day or "9" in day


def test_a_line_of_output_that_names_what_was_asked_for_comes_first():
    messages = [
        Message(
            id="m0", role="assistant", position=0, tokens=10,
            parts=(ToolCall(id="c1", name="parts", arguments='{"for": "attic-ladder"}'),),
        ),
        Message(
            id="m1", role="tool", position=1, tokens=40,
            parts=(
                ToolResult(
                    call="c1",
                    text="2 parts\nscrews 54, 223 EUR\nhinge for attic-ladder: YK-6911\nrows 8",
                ),
            ),
        ),
    ]  # fmt: skip
    wanted = "hinge for attic-ladder: YK-6911"
    assert lines(messages, COUNTER.count(wanted)) == [wanted]
