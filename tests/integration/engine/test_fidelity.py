"""What stored folds kept: judged against their sources, and searched for in the store."""

from __future__ import annotations

import pytest

from infold import Infold
from infold.core.messages import ToolCall, ToolResult
from infold.engine.fidelity import finder
from infold.errors import NotFound
from infold.fold.wanted import read_wanted
from infold.jobs.worker import run_all
from infold.text.kinds import STATEMENTS, Kind
from tests.integration.engine.test_folding import fill, talk


def test_every_literal_of_a_fold_has_an_outcome(memory: Infold) -> None:
    chat = fill(memory, talk(240))
    fold = max(chat.folds(), key=lambda one: len(one.sources))
    report = chat.fidelity(fold)
    values = {one.text for one in report.findings}
    sources = " ".join(message.text for message in chat.expand(fold))
    assert {text for text in values if text[0].isdigit()}
    assert all(text in sources for text in values)
    assert sum(report.counts().values()) == len(report.findings)
    assert not report.of("invented")
    assert report == chat.fidelity(fold.id)


def test_a_fold_of_another_conversation_is_not_judged_here(memory: Infold) -> None:
    chat = fill(memory, talk(240))
    other = memory.conversation("other")
    other.append("user", "The port is 5433.")
    run_all(memory)
    with pytest.raises(NotFound):
        other.fidelity(chat.folds()[0])


def test_the_sources_of_a_fold_are_found_by_how_its_id_starts(memory: Infold) -> None:
    chat = fill(memory, talk(240))
    fold = max(chat.folds(), key=lambda one: len(one.sources))
    assert memory.sources(fold.id[:12]) == memory.sources(fold.id)
    with pytest.raises(NotFound):
        memory.sources("f_00000000")


FRAMES = {
    "en": "I read the code of the {name}: the retry loop of the {name} has no upper bound.",
    "zh": "{name}不能超过三次重试，",
    "id": "Saya baca kode {name}: percobaan ulang {name} tidak punya batas.",
}
NAMES = {
    "en": "mail relay|billing gateway|image resizer|report builder|auth proxy|rate limiter|indexer",
    "zh": "订单服务|图片模块|支付系统|物流小组|搜索平台|库存项目|报表团队",
    "id": "layanan surel|gerbang tagihan|pengubah gambar|penyusun laporan|proksi|pembatas|indeks",
}
TAILS = {
    "en": "The warning comes from a header that is sent twice.",
    "zh": "晚上最明显。",
    "id": "Peringatan itu muncul dari tajuk yang dikirim dua kali.",
}


@pytest.mark.parametrize("language", sorted(FRAMES))
def test_a_statement_is_found_again_among_others_with_the_same_words_around(
    memory: Infold, language: str
) -> None:
    chat = memory.conversation("alike")
    for name in NAMES[language].split("|"):
        chat.append("assistant", f"{FRAMES[language].format(name=name)} {TAILS[language]}")
    run_all(memory)
    sources = chat.messages()
    at = {message.id: message.position for message in sources}
    finds = finder(memory, memory.scope(), chat.id, at)
    statements = [one for one in read_wanted(sources) if one.kind in STATEMENTS]
    assert len(statements) >= len(sources)
    assert [one.text for one in statements if not finds(one)] == []


def test_commands_of_calls_are_found_again_by_what_was_said_around_them(memory: Infold) -> None:
    chat = memory.conversation("calls")
    for name in NAMES["en"].split("|"):
        call = ToolCall(id=name, name="run", arguments=f'{{"command": "pytest tests/{name[:4]}"}}')
        chat.append("user", f"Does the {name} still pass?")
        chat.append("assistant", call)
        chat.append("tool", ToolResult(call=name, text=f"{len(name)} passed"))
    run_all(memory)
    sources = chat.messages()
    at = {message.id: message.position for message in sources}
    finds = finder(memory, memory.scope(), chat.id, at)
    commands = [one for one in read_wanted(sources) if one.kind is Kind.COMMAND]
    assert len(commands) == len(NAMES["en"].split("|"))
    assert [one.text for one in commands if not finds(one)] == []
