from infold.core.wording import counted


def test_one_none_and_many() -> None:
    assert counted(1, "message") == "1 message"
    assert counted(0, "message") == "0 messages"
    assert counted(1234, "message") == "1,234 messages"
    assert counted(1, "branch", "branches") == "1 branch"
    assert counted(2, "file is no transcript", "files are no transcripts") == (
        "2 files are no transcripts"
    )
