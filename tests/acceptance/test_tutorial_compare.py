"""The tutorial on comparing views, tried as it is written: every block of it, in order."""

from __future__ import annotations

import re
import runpy
import shlex
from pathlib import Path

import pytest

from tests.acceptance.surface import infold

PAGE = Path(__file__).resolve().parents[2] / "docs" / "tutorials" / "compare-views.md"
BLOCK = re.compile(r"^```(python|sh|py)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def test_every_command_of_the_page_does_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    said: dict[str, str] = {}
    programs = 0
    for kind, text in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        if kind == "sh":
            for line in text.splitlines():
                program, *words = shlex.split(line)
                assert program == "infold"
                answer = infold(*words)
                assert answer.code == 0, (line, answer.err)
                said[line] = answer.out.decode()
        else:
            programs += 1
            script = tmp_path / f"block{programs}.py"
            script.write_text(text, encoding="utf-8")
            runpy.run_path(str(script))
    assert programs == 2
    # What the page promises of them.
    assert "1 of 1 run picked" in said["infold condense Moving"]
    for name in ("Moving", "Doping"):
        line = next(one for one in said if one.startswith(f"infold compare {name} short"))
        assert "status" in said[line]
        assert not re.search(r"^ +\d+ +inverted", said[line], re.MULTILINE)
    assert "open: a highlight was set inside" in said["infold views Moving"]
    assert "was lost" not in said["infold compare Moving better"]
    assert (
        "“The budget for the move is 1,800 € a month, backups included.”"
        in said[
            'infold context Moving "Which port does the billing database listen on?" --budget 600'
        ]
    )
    assert "Opened: f_" in said["infold compare Find short --expand 1"]
    assert (
        "error 4103"
        in said['infold context Find "Which error did step 3 meet?" --view short --budget 2000']
    )
    assert "Took back: archive the original" in said["infold undo Moving"]
    for page in ("doping.html", "demo.html"):
        assert "Every probe" in (tmp_path / page).read_text(encoding="utf-8")
