"""How a file is laid out, where its first sign misleads."""

from __future__ import annotations

from pathlib import Path

import pytest

from infold.formats.inputs import NoTranscript
from infold.formats.opening import open_transcript


@pytest.mark.parametrize("space", ["\x85", "\u00a0", "\u3000", "\u2028"])
@pytest.mark.parametrize("text", ['{"a": 1,\n', '{\n"x": [1,\n', '[{"role": "user"}]'])
def test_space_that_json_does_not_know_is_no_json(tmp_path: Path, space: str, text: str) -> None:
    file = tmp_path / "odd.json"
    file.write_text(space + text, encoding="utf-8")
    with pytest.raises(NoTranscript):
        open_transcript(file)
