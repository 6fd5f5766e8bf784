"""Claims are word for word from their sources, whatever the sources say."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from infold.core.folds import BETWEEN_PHRASES, MOST_SOURCES
from infold.core.messages import Message, Text, ToolCall, ToolResult, part_text
from infold.core.tokens import RuleCounter, message_tokens
from infold.fold.extract import extract
from infold.fold.policy import FoldPolicy
from infold.fold.reading import one_line, says_nothing
from infold.fold.soundness import check
from infold.text.filler import says_little

COUNTER = RuleCounter()
FRAGMENTS = """the database listens on|port 5432|not port 5432|instead of 5433|version 16.2|v3.1.4|
/etc/infold/config.toml|https://example.org/a?b=c|we decided to use Redis|
never deploy on Friday|on May 14|2026-03-01|10:30|42 €|$1,200|1,000 ms|INC-4821|
getUserName|`make test`|user@example.org|서버는 5433 포트를 사용합니다|
배포는 3월 14일입니다|네|数据库端口是5433|我们不用MongoDB|締め切りは3月14日です|
rapat dipindah ke Kamis|bukan 5432|Der Termin ist am 5. März|naïve café|"quoted words"|
(in brackets)|{"id": 1, "ok": true}|- item one|1. first|# Heading|```|; and then;|
e.g. Dr. Smith|👍|…|\ud800|\x00""".replace("\n", "").split("|")
JOINS = [" ", ", ", ". ", "! ", "? ", "\n", "\n\n", "; ", "", " - ", " · ", "\u2028", "。"]


@st.composite
def texts(draw):
    pieces = draw(st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=12), max_size=12))
    return "".join(piece + draw(st.sampled_from(JOINS)) for piece in pieces)


@st.composite
def messages(draw):
    found = []
    for position in range(draw(st.integers(0, 16))):
        parts = []
        for _ in range(draw(st.integers(0, 2))):
            text = draw(texts())
            parts.append(
                draw(
                    st.sampled_from(
                        [
                            Text(text=text),
                            ToolResult(call="c", text=text),
                            ToolCall(id="c", name="run", arguments=text),
                        ]
                    )
                )
            )
        role = draw(st.sampled_from(["user", "assistant", "tool"]))
        message = Message(role=role, parts=tuple(parts), id=f"m{position}", position=position)
        found.append(replace(message, tokens=message_tokens(COUNTER, message.parts)))
    return found


@given(messages(), st.floats(0.01, 1.0))
def test_claims_are_word_for_word_and_name_what_speaks(sources, ratio):
    policy = FoldPolicy(ratio=ratio)
    claims = extract(sources, policy=policy, counter=COUNTER)
    assert claims == extract(sources, policy=policy, counter=COUNTER)
    by_id = {message.id: message for message in sources}
    spent = 0
    for claim in claims:
        quoted = [
            one_line(part_text(by_id[span.message].parts[span.part])[span.start : span.end])
            for span in claim.spans
        ]
        if claim.level == 0:
            phrases = claim.text.split(BETWEEN_PHRASES)
            assert set(map(str.casefold, quoted)) == set(map(str.casefold, phrases))
            assert set(phrases) <= set(quoted)
        else:
            assert claim.text == quoted[0]
        assert claim.text.splitlines() == [claim.text]
        assert 0 < len(claim.sources) <= MOST_SOURCES
        spent += COUNTER.count(claim.text) if claim.level else 0
        assert all(COUNTER.count(text) <= 20 for text in quoted if claim.level == 0)
    assert check(claims, sources) == []
    total = sum(message.tokens for message in sources)
    assert spent <= min(policy.most_tokens, max(policy.least_tokens, ratio * total))
    named = {source for claim in claims for source in claim.sources}
    for message in sources:
        if says_nothing(message):
            assert message.id not in named
        elif any(character.isalnum() for character in message.text) and not says_little(
            message.text
        ):
            assert message.id in named, message.text
