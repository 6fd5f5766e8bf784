"""A comparison as one page of HTML; see `infold.cli.pages`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from infold.cli.pages import head_of, page, row_of, text_of
from infold.trial import report
from infold.trial.arms import SIDES
from infold.trial.compare import Comparison, FreePair

__all__ = ["render_page"]

MOST_ROWS: Final = 2_000
"""Losses and pairs that a page lists; a browser is slow with more, and nobody reads them."""


def render_page(found: Comparison, conversation: str) -> str:
    """The whole page, as HTML that is also XML."""
    title = f"{found.left.name} beside {found.right.name}"
    return page(title, _body(found, conversation, title))


def _body(found: Comparison, conversation: str, title: str) -> Iterator[str]:
    yield f"<h1>{text_of(title)}</h1>"
    yield f'<p class="what">{text_of(report.made_of(found), 1_000)}</p>'
    if found.pairs:
        yield f"<p>{text_of(report.headline(found))} {text_of(report.verdict(found), 600)}</p>"
        yield from _outcomes(found)
    yield from _losses(found, conversation)
    for one in found.free:
        yield from _free(found, one)
    yield "<section><h2>What it costs</h2><ul>"
    for side in SIDES:
        arm = found.left if side == "left" else found.right
        yield f"<li>{text_of(arm.name)}: {text_of(report.price(found, side))}</li>"
    yield f"<li>{text_of(report.pay_back(found), 600)}</li></ul></section>"
    yield from _pairs(found)
    yield f'<p class="note">{text_of(_NOTE, 1_200)}</p>'


_NOTE: Final = (
    "Both sides were asked the same questions with the same model, settings and budget; which side "
    "came first was drawn for each. Kept: the value is given in its place, or the text says what "
    "became of it. Lost: it is not. Inverted: a value that was taken back, ruled out or replaced "
    "is given as if it still held, which is worse. Retention counts what the first side answered."
)


def _outcomes(found: Comparison) -> Iterator[str]:
    yield from head_of(("", "asked", "kept", "lost", "inverted", "retention"))
    for kind in ("value", "status"):
        asked = len(found.of(kind))
        for side in SIDES if asked else ():
            arm = found.left if side == "left" else found.right
            counts = found.counts(side, kind)
            kept = report.share(found.retention(kind)) if side == "right" else ""
            cells = [str(asked), *(str(counts[e]) for e in ("kept", "lost", "inverted")), kept]
            bad = "bad" if counts["inverted"] else "headline" if side == "right" else "group"
            yield row_of(bad, f"{kind} probes, {text_of(arm.name)}", cells)
    yield "</tbody></table>"


def _losses(found: Comparison, conversation: str) -> Iterator[str]:
    if not found.losses:
        return
    has_inverted = any(one.outcome == "inverted" for one in found.losses)
    yield f"<section{' class=' + chr(34) + 'bad' + chr(34) if has_inverted else ''}>"
    yield "<h2>What was lost, and how to mend it</h2>"
    for one in found.losses[:MOST_ROWS]:
        expand, carry = report.mending(one, conversation)
        yield f'<h3>{one.number}. <span class="{one.outcome}">{one.outcome}</span>: '
        yield f"{text_of(one.probe.value)}</h3>"
        yield f'<p class="note">{text_of(report.said_there(one))}</p>'
        yield f'<p dir="auto"><q>{text_of(one.probe.text)}</q></p>'
        yield f'<p dir="auto" class="note">Asked: {text_of(one.probe.question)}</p>'
        if one.answer:
            yield f'<p dir="auto" class="note">Answered: {text_of(one.answer)}</p>'
        yield "<ul>"
        yield f"<li>Expand this run: <code>{text_of(expand)}</code></li>"
        yield f"<li>Carry this sentence verbatim: <code>{text_of(carry, 600)}</code></li></ul>"
    yield "</section>"


def _free(found: Comparison, one: FreePair) -> Iterator[str]:
    yield f'<section><h2 dir="auto">{text_of(one.question)}</h2>'
    yield '<table class="sides"><thead><tr><th scope="col"></th>'
    for arm in (found.left, found.right):
        yield f'<th scope="col">{text_of(arm.name)}</th>'
    yield "</tr></thead><tbody>"
    for claim in one.claims:
        kind = {"same": "kept", "differs": "inverted"}.get(claim.sameness, "recoverable")
        yield f'<tr><td class="{kind}">{claim.sameness}</td>'
        yield f'<td dir="auto">{text_of(claim.left, 600)}</td>'
        yield f'<td dir="auto">{text_of(claim.right, 600)}</td></tr>'
    yield "</tbody></table>"
    if one.judgement is not None:
        names = {"left": found.left.name, "right": found.right.name}
        said = f"better: {names[one.judgement]}" if one.judgement in names else one.judgement
        yield f"<p>{text_of(f'{found.judge}, not told the sides: {said}. {one.reason}', 600)}</p>"
    elif one.reason:
        yield f"<p>{text_of(f'{found.judge}: {one.reason}', 600)}</p>"
    yield "</section>"


def _pairs(found: Comparison) -> Iterator[str]:
    if not found.pairs:
        return
    yield '<section><h2>Every probe</h2><table class="turn"><thead><tr>'
    names = ("#", "probe", "question and value", *(one.name for one in (found.left, found.right)))
    yield "".join(f'<th scope="col">{text_of(name, 20)}</th>' for name in names)
    yield "</tr></thead><tbody>"
    for pair in found.pairs[:MOST_ROWS]:
        yield (
            f"<tr><td>{pair.probe.position}</td><td>{pair.probe.kind}</td>"
            f'<td dir="auto">{text_of(pair.probe.question)} '
            f"<b>{text_of(pair.probe.value)}</b></td>"
        )
        for side in SIDES:
            outcome = pair.outcome(side)
            yield f'<td class="{outcome}">{outcome}</td>'
        yield "</tr>"
    yield "</tbody></table></section>"
