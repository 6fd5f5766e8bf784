"""An audit as one page of HTML: complete in itself, without scripts, addresses or fonts of others.

Everything from the transcript passes `_text`. The page forbids itself to load anything.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from infold.cli import audit_words as words
from infold.cli.pages import head_of, page, row_of, text_of
from infold.core.wording import counted
from infold.fold.fidelity import Outcome
from infold.trial.audit import Audit, Foreign, Kept, rows, score
from infold.trial.items import WAYS, Item

__all__ = ["render_page"]

MOST_ROWS: Final = 2_000
"""Losses that a page lists; a browser is slow with more, and nobody reads them."""


def render_page(audit: Audit) -> str:
    """The whole page, as HTML that is also XML."""
    title = "What was kept" if audit.redacted else f"What was kept of {audit.file}"
    return page(title, _body(audit))


def _body(audit: Audit) -> Iterator[str]:
    yield f"<h1>What was kept of {text_of(audit.file)}</h1>"
    yield f'<p class="what">{text_of(words.what(audit))}.</p>'
    if audit.redacted:
        yield "<p>Texts are replaced by their shapes: letters are x, digits 0.</p>"
    if audit.damage:
        rows = "".join(f"<li>{text_of(line)}</li>" for line in words.damage(audit))
        yield f'<section class="bad"><p>{text_of(words.DAMAGED)}</p><ul>{rows}</ul></section>'
    yield from _inverted(audit)
    for one in audit.foreign:
        yield from _foreign(one)
    if note := words.sampled(audit):
        yield f'<p class="note">{text_of(note)}</p>'
    for budget in audit.budgets:
        yield from _budget(audit, audit.at(budget))
    if audit.budgets:
        yield f'<p class="note">{text_of(words.KEPT_NOTE, 1_000)}</p><dl class="note">'
        for method, meaning in words.MEANING.items():
            yield f"<dt>{words.METHOD[method]}</dt><dd>{text_of(meaning)}</dd>"
        yield "</dl>"
    yield from _losses(audit)


def _inverted(audit: Audit) -> Iterator[str]:
    found = words.inverted(audit)
    if not found:
        return
    yield '<section class="bad"><h2>Inverted: said without what became of it</h2>'
    if clean := words.judged_clean(audit):
        yield f"<p>{text_of(clean.capitalize())}.</p>"
    yield "<ul>"
    for item, who in found:
        yield (
            f"<li><b>{text_of(item.text)}</b> ({text_of(item.kind)}) "
            f"{text_of(words.retracted(item))}: "
            f'<q dir="auto">{text_of(item.around)}</q> Shown otherwise by: {text_of(who)}.</li>'
        )
    yield "</ul></section>"


def _foreign(one: Foreign) -> Iterator[str]:
    yield f"<section><h2>{text_of(words.foreign_head(one))}</h2>"
    if one.verdict != "judged":
        reason = words.UNREADABLE if one.verdict == "unreadable" else words.GONE
        said = f"This compaction is {text_of(reason)}".replace("is cannot", "cannot")
        yield f"<p>{said}</p></section>"
        return
    if note := words.unread(one):
        yield f'<p class="note">{text_of(note)}</p>'
    if one.text.strip():
        yield f'<blockquote dir="auto">{_lines(one.text)}</blockquote>'
    heads = ("", "n", "kept", "lost", "inverted", "can be read again", "in the transcript only")
    yield from head_of(heads)
    for row in words.table_rows(rows(one.items)):
        made = score(one.items, one.outcomes, row.has)
        yield row_of(
            row.section,
            words.ROW[row.name],
            (
                words.numbers(made.total),
                words.share(made.kept, made.total),
                words.numbers(made.lost),
                words.numbers(made.inverted),
                words.numbers(made.ways["file"]),
                words.numbers(made.ways["transcript"]),
            ),
        )
    yield "</tbody></table>"
    if one.invented:
        said = ", ".join(f"{each.text} ({each.kind})" for each in one.invented)
        yield f"<p>Invented, in none of these messages: {text_of(said, 2_000)}</p>"
    yield "</section>"


def _lines(text: str) -> str:
    return "<br/>".join(text_of(line, 2_000) for line in text.strip().splitlines()[:200])


def _budget(audit: Audit, kept: Sequence[Kept]) -> Iterator[str]:
    budget = counted(kept[0].budget, "token")
    yield f"<section><h2>Kept at {budget}, of {words.numbers(audit.tokens)}</h2>"
    yield from head_of(("", "n", *(words.METHOD[one.method] for one in kept), "found"))
    for row in words.table_rows(rows(audit.items)):
        scores = [score(audit.items, one.outcomes, row.has) for one in kept]
        found = f"+ {words.share(scores[-1].recoverable, row.total)}" if row.total else "–"
        shares = (words.share(each.kept, each.total) for each in scores)
        yield row_of(row.section, words.ROW[row.name], (words.numbers(row.total), *shares, found))
    all_of = [score(audit.items, one.outcomes, lambda _: True) for one in kept]
    if any(each.inverted for each in all_of):
        counts = [words.numbers(each.inverted) for each in all_of]
        yield row_of("bad", "inverted", ("", *counts, ""))
    for way in WAYS:
        if any(each.ways[way] for each in all_of):
            counts = [words.numbers(each.ways[way]) for each in all_of]
            yield row_of("way", f"not kept: {words.WAY[way]}", ("", *counts, ""))
    yield "</tbody></table></section>"


# ------------------------------------------------------------------ turn by turn


def _losses(audit: Audit) -> Iterator[str]:
    """What was lost, by turns: by the compactions that were judged, then by the methods."""
    for one in audit.foreign:
        if one.verdict == "judged":
            yield from _turns(
                f"Lost by the {words.short_name(one)}, turn by turn",
                one.items,
                [("", one.outcomes)],
            )
    if audit.budgets:
        least = min(audit.budgets)
        columns = [(words.METHOD[one.method], one.outcomes) for one in audit.at(least)]
        title = f"What became of it at {counted(least, 'token')}, turn by turn"
        yield from _turns(title, audit.items, columns)


def _turns(
    title: str, items: Sequence[Item], columns: Sequence[tuple[str, Sequence[Outcome]]]
) -> Iterator[str]:
    missing = [at for at, _ in enumerate(items) if any(found[at] != "kept" for _, found in columns)]
    said = [at for at in missing if items[at].is_said]
    shown = set(sorted(said, key=lambda at: (not words.is_worst(items[at]), at))[:MOST_ROWS])
    yield f"<section><h2>{text_of(title)}</h2>"
    if len(said) > len(shown):
        yield (
            f"<p>{words.numbers(len(shown))} of {words.numbers(len(said))} are listed, decisions, "
            "errors and commands first.</p>"
        )
    turns: dict[int, list[int]] = defaultdict(list)
    for at in missing:
        turns[items[at].turn].append(at)
    heads = [name for name, _ in columns] if len(columns) > 1 else ["outcome"]
    if not missing:
        yield "<p>Nothing.</p>"
    for turn, inside in turns.items():
        rest = [items[at] for at in inside if not items[at].is_said]
        listed = [at for at in inside if at in shown]
        if not listed and not rest:
            continue
        yield f"<h3>{f'Turn {turn}' if turn else 'Before the first turn'}</h3>"
        if listed:
            yield '<table class="turn">'
            names = "".join(f'<th scope="col">{name}</th>' for name in heads)
            yield '<thead><tr><th scope="col">#</th><th scope="col">kind</th>'
            yield f'<th scope="col">what</th>{names}</tr></thead><tbody>'
            for at in listed:
                yield _item(items[at], [found[at] for _, found in columns])
            yield "</tbody></table>"
        if rest:
            yield f'<p class="note">{_rest(rest)}</p>'
    yield "</section>"


def _item(item: Item, outcomes: Sequence[Outcome]) -> str:
    marks = "".join(f'<td class="{one}">{words.OUTCOME[one]}</td>' for one in outcomes)
    where = f' <span class="note">{text_of(item.path)}</span>' if item.path else ""
    kind = "command" if item.group == "commands" else item.kind
    return (
        f"<tr><td>{item.position}</td><td>{text_of(item.origin)}: {text_of(kind)}</td>"
        f'<td dir="auto">{text_of(item.text)}{where}</td>{marks}</tr>'
    )


def _rest(items: Sequence[Item]) -> str:
    """What stood in tools' texts alone: how much, and in which files it can be read again."""
    paths = list(dict.fromkeys(item.path for item in items if item.way == "file"))
    again = sum(item.way == "file" for item in items)
    said = f"And {words.numbers(len(items))} from tools' texts"
    if paths:
        named = ", ".join(paths[:5]) + (f" and {len(paths) - 5} more" if len(paths) > 5 else "")
        said += f"; {words.numbers(again)} can be read again in {named}"
    return text_of(f"{said}.", 1_000)
