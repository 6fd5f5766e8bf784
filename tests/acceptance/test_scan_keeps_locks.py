"""Looking through the files of an open store leaves it its locks, and so its log."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from infold import Infold
from infold.config import Settings

_OTHER = """
import sys
from infold import Infold
from infold.config import Settings
with Infold.open(sys.argv[1], settings=Settings(embedder="none")) as memory:
    memory.add("The kettle is loud", user="other")
    print(len(memory.facts(user="ana")))
"""


def _seen_by_another(path: Path) -> int:
    command = [sys.executable, "-c", _OTHER, str(path)]
    return int(subprocess.run(command, check=True, capture_output=True).stdout)


def test_what_is_written_after_an_erasure_is_there_once_another_program_has_closed(
    tmp_path: Path,
) -> None:
    path = tmp_path / "infold.db"
    settings = Settings(embedder="none")
    with Infold.open(path, settings=settings) as memory:
        memory.add("The code word is wombatlantern", user="zoe")
        memory.add("Die Tür ist grün", user="ana")
        for user in ("zoe", "ana"):
            memory.erase(user=user)
            while memory.run_job() is not None:
                pass
        assert all(receipt.is_gone for receipt in memory.erasures())
        memory.add("아침에는 차를 더 좋아함", user="ana")
        assert _seen_by_another(path) == 1
        memory.add("朝はお茶が好き", user="ana")
        assert _seen_by_another(path) == 2
        assert len(memory.facts(user="ana")) == 2
        assert len(memory.facts(user="other")) == 1
    with Infold.open(path, settings=settings) as memory:
        assert [one.text for one in memory.facts(user="ana")] == [
            "아침에는 차를 더 좋아함",
            "朝はお茶が好き",
        ]
        assert memory.verify() == []
