"""Draw the README's picture: what the demo prints, as SVG. Run by `make readme`."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from infold.cli import demo_pages
from infold.cli.demo import BUDGET, play

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "demo.svg"
WIDTH = 100
QUESTION = 2  # the Korean one: short enough for a picture
_DARK = [(70, 76, 88), (235, 111, 108), (120, 190, 130), (229, 184, 92)]
_LIGHT = [(110, 160, 230), (190, 140, 220), (95, 190, 200), (214, 218, 226)]
_BRIGHT = [(125, 133, 148), *_DARK[1:], *_LIGHT]
_THEME = TerminalTheme((22, 24, 29), (214, 218, 226), [*_DARK, *_LIGHT], _BRIGHT)


def main() -> None:
    """Play the demo and record three of its pages."""
    with tempfile.TemporaryDirectory() as folder:
        shown = play(Path(folder) / "demo.db", BUDGET, quiet=True)
        # A terminal of its own kind: whatever the machine's, the picture is the same.
        with Path(folder, "screen").open("w", encoding="utf-8") as screen:
            out = Console(
                record=True,
                width=WIDTH,
                file=screen,
                highlight=False,
                force_terminal=True,
                color_system="truecolor",
            )
            demo_pages.start(out, shown.info, shown.folds, shown.tokens)
            demo_pages.question(out, QUESTION + 1, shown.asked[QUESTION], whole=False)
            demo_pages.opened(out, shown.opened, shown.sources, kept=False)
            demo_pages.compared(out, shown.asked, shown.flat_tokens)
            svg = out.export_svg(title="infold demo", theme=_THEME, unique_id="infold")
    # The font that the export would fetch is left out: a picture loads nothing from elsewhere.
    svg = re.sub(r"<!--.*?-->\s*", "", svg)
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    PICTURE.write_text(svg, encoding="utf-8")
    print(f"Wrote {PICTURE.relative_to(ROOT)}, {len(svg) // 1024} KiB")


if __name__ == "__main__":
    main()
