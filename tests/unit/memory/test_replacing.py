"""Which value takes the place of which, in six languages; and what replaces nothing."""

from __future__ import annotations

import pytest

from infold.memory.replacing import read_replacement


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("We switched from Postgres to MySQL.", "Postgres", "MySQL"),
        ("We've moved over from Slack to Teams last week", "Slack", "Teams"),
        ("Slack has been replaced by Teams", "Slack", "Teams"),
        ("I traded in my Golf for a Tesla", "Golf", "Tesla"),
        ("We use Rust instead of Go now", "Go", "Rust"),
        ("It used to be Tuesday, now it's Thursday", "Tuesday", "Thursday"),
        ("Ich bin von Vim auf Emacs umgestiegen", "Vim", "Emacs"),
        ("Slack wurde durch Teams ersetzt", "Slack", "Teams"),
        ("Nicht mehr Slack, sondern Teams", "Slack", "Teams"),
        ("Kami pindah dari Slack ke Teams", "Slack", "Teams"),
        ("Slack diganti dengan Teams", "Slack", "Teams"),
        ("Bukan Slack lagi tapi Teams", "Slack", "Teams"),
        ("我们从Slack换成了Teams", "Slack", "Teams"),
        ("我把手机换成了小米", "手机", "小米"),
        ("SlackからTeamsに切り替えました", "Slack", "Teams"),
        ("SlackをTeamsに変えました", "Slack", "Teams"),
        ("슬랙에서 팀즈로 바꿨어요", "슬랙", "팀즈"),
        ("슬랙을 팀즈로 바꿨어요", "슬랙", "팀즈"),
    ],
)
def test_a_replacement_names_both_values(text: str, old: str, new: str) -> None:
    found = read_replacement(text)
    assert found is not None
    assert (found.old, found.new) == (old, new)


@pytest.mark.parametrize(
    "text",
    [
        "Should we switch from Slack to Teams?",
        "Maybe we will switch from Slack to Teams",
        "Let's change from Slack to Teams",
        "We drive from Rome to Oslo",
        "Wie wechsle ich von Vim auf Emacs?",
        "要不要从Slack换成Teams？",
        "I like Rust",
        "",
    ],
)
def test_what_is_asked_or_supposed_replaces_nothing(text: str) -> None:
    assert read_replacement(text) is None
