"""An extractive fold never shows a value otherwise than its sources say last, and makes none up."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from infold.core.folds import BETWEEN_PHRASES
from infold.core.messages import Message, Text, ToolCall, ToolResult
from infold.core.tokens import RuleCounter, message_tokens
from infold.fold.fidelity import judge
from infold.fold.planning import Cluster, PlacementPlan, plan_folds
from infold.fold.policy import FoldPolicy
from infold.fold.soundness import check
from infold.fold.wanted import read_wanted

COUNTER = RuleCounter()
LINES = """
The gateway listens on port {a}.
By the way, the gateway of the Lisbon office listens on port {a}, and nobody changed anything.
We moved the gateway from port {a} to port {b}, because the old one was taken.
Use port {b} instead of port {a}.
Port {a} is no longer in use.
Forget what I said about {a} ms, I misread the graph.
We decided against Redis 6.2 after {a} timeouts an hour since 11 June.
Retries come after 1, 3, 5 and {c} days, but never on a Sunday.
If the queue holds more than {a} messages, we wait {c} minutes.
Is {a} the right number of seats for the Lisbon office?
We must not ship before 3 March 2026.
Der Dienst lauscht auf Port {a}, nicht auf Port {b}.
Wir haben uns gegen Redis entschieden und nehmen {c} Server.
Übrigens, die Höhe beträgt {a} € im Monat, seit dem 5. März.
Rapat dipindah dari tanggal 3 Maret ke tanggal {c} Maret.
Server memakai port {a}, bukan {b}.
Kita tidak membayar {a} euro sebulan untuk Talibek.
数据库端口是{a}，不是{b}。
我在搜索模块里找到{c}条旧记录，一条都没删。
端口从{a}改成{b}。
サーバーのポートは{a}です。{b}ではありません。
締め切りは3月{c}日です。検索チームの書類がまだ{a}枚足りません。
서버는 {a} 포트를 사용합니다. {b} 포트는 더 이상 쓰지 않습니다.
예약 서버에서 오래된 기록 {c}건을 찾았지만 지우지 않았습니다.
배포는 3월 {c}일로 변경됐어요.
Le café de Zürich coûte {a} €, naïvement.
"""
SENTENCES = LINES.strip().splitlines()


@st.composite
def clusters(draw):
    found = []
    for position in range(draw(st.integers(1, 12))):
        said = []
        for _ in range(draw(st.integers(1, 4))):
            sentence = draw(st.sampled_from(SENTENCES))
            a, b = draw(st.permutations([5432, 5433, 8080, 42]))[:2]
            said.append(sentence.format(a=a, b=b, c=draw(st.integers(8, 12))))
        text = draw(st.sampled_from([" ", "\n"])).join(said)
        kind = draw(st.sampled_from(["text", "text", "text", "result", "call"]))
        part = {
            "text": Text(text=text),
            "result": ToolResult(call="c", text=text),
            "call": ToolCall(id="c", name="run", arguments=f'{{"port": {a}}}'),
        }[kind]
        role = "tool" if kind == "result" else draw(st.sampled_from(["user", "assistant"]))
        message = Message(role=role, parts=(part,), id=f"m{position}", position=position)
        found.append(replace(message, tokens=message_tokens(COUNTER, message.parts)))
    return found


@given(clusters(), st.sampled_from([0.1, 0.2, 0.3, 0.5, 1.0]))
def test_nothing_is_inverted_and_nothing_invented(sources, ratio):
    placement = PlacementPlan(
        placements={},
        merges=(),
        dirty=(Cluster(root=0, generation=1, members=tuple(range(len(sources)))),),
        withdraw=(),
        placed_to=len(sources),
    )
    policy = FoldPolicy(ratio=ratio)
    messages = dict(enumerate(sources))
    plan = plan_folds(policy, placement, messages, COUNTER)
    assert plan == plan_folds(policy, placement, messages, COUNTER)
    claims = plan.add[0].claims
    assert check(claims, sources) == []
    texts = [
        text
        for claim in claims
        for text in ([claim.text] if claim.level else claim.text.split(BETWEEN_PHRASES))
    ]
    report = judge(read_wanted(sources), texts, sources, finds=lambda _: True)
    assert report.of("inverted") == ()
    assert report.of("invented") == ()
