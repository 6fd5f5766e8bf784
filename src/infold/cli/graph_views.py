"""Versions, wires and settings as people and programs see them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from rich.console import Group, RenderableType
from rich.text import Text

from infold.cli import shapes
from infold.cli.render import day, gist, hinted, plain, short, speaker, table_of
from infold.core.graph import Wire
from infold.core.messages import Message
from infold.core.settings import MODEL, ONLY, ROLE, SHOWN_AS, Setting
from infold.core.wording import counted

__all__ = [
    "Prices",
    "leaves",
    "leaves_shape",
    "settings",
    "settings_shape",
    "versions",
    "versions_shape",
    "wires",
    "wires_shape",
]

Plain: TypeAlias = dict[str, Any]
Prices: TypeAlias = Mapping[tuple[str, str], tuple[int, int]]
"""(quoted, quoting) → tokens of the turn, and of the chain that ends in it."""


def versions(rows: Sequence[Message], settings: Sequence[Setting]) -> RenderableType:
    """The versions of a message, and in whose place each is shown."""
    places = _places(rows, settings)
    table = table_of(">no", "when", "who", "stands for", "text", wide="text")
    for row in rows:
        others = ", ".join(f"#{one}" for one in places[row.id])
        away = any(one.message == row.id and one.name == SHOWN_AS for one in settings)
        table.add_row(
            f"#{row.position}",
            day(row.at),
            plain(short(speaker(row), 14)),
            others or ("not shown" if away else "itself"),
            plain(gist(row, 160)),
        )
    if len(rows) < 2:
        return Group(table, hinted("It has no other versions: infold edit writes one."))
    return table


def versions_shape(rows: Sequence[Message], settings: Sequence[Setting]) -> list[Plain]:
    """The versions of a message as plain data."""
    places = _places(rows, settings)
    away = {one.message for one in settings if one.name == SHOWN_AS}
    return [
        {**shapes.message(row), "shown": row.id not in away, "stands_for": places[row.id]}
        for row in rows
    ]


def leaves(rows: Sequence[Message], current: str | None) -> RenderableType:
    """Where paths end, and at which of them the conversation stands."""
    if not rows:
        return hinted("Nothing was appended yet.")
    table = table_of(">no", "", "when", "who", "text", wide="text")
    for row in rows:
        table.add_row(
            f"#{row.position}",
            "current" if row.id == current else "",
            day(row.at),
            plain(short(speaker(row), 14)),
            plain(gist(row, 160)),
        )
    return table


def leaves_shape(rows: Sequence[Message], current: str | None) -> list[Plain]:
    """Where paths end as plain data."""
    return [{**shapes.message(row), "current": row.id == current} for row in rows]


def _places(rows: Sequence[Message], settings: Sequence[Setting]) -> dict[str, list[int]]:
    """Of each version the positions of those in whose place it is shown."""
    shown = {one.message: one.value for one in settings if one.name == SHOWN_AS}
    return {row.id: [one.position for one in rows if shown.get(one.id) == row.id] for row in rows}


def wires(
    rows: Sequence[Wire], messages: Sequence[Message], prices: Prices, *, is_whole: bool
) -> RenderableType:
    """Wires, each with what it leads to; those that go straight on only where that is asked for."""
    told = list(rows) if is_whole else _telling(rows)
    by_id = {one.id: one for one in messages}
    out: list[RenderableType] = []
    if told:
        table = table_of(">from", ">to", "kind", "what it leads to", wide="what it leads to")
        for row in told:
            child = by_id[row.child]
            price = prices.get((row.parent, row.child))
            more = f"\n{_price(*price)}" if price else ""
            table.add_row(
                f"#{by_id[row.parent].position}",
                f"#{child.position}",
                _kind(row),
                plain(f"{speaker(child)}: {gist(child, 120)}{more}"),
            )
        out.append(table)
    if left := len(rows) - len(told):
        wires = counted(left, "wire")
        out.append(Text(f"Not listed: {wires} straight on. --at MESSAGE lists all of a message."))
    return Group(*out) if out else Text("There are no wires.")


def _telling(rows: Sequence[Wire]) -> list[Wire]:
    """The wires that do not go straight on: cut, quotes, where paths part and where they meet."""
    joined = [one for one in rows if one.kind == "continue" and not one.cut]
    below = Counter(one.parent for one in joined)
    above = Counter(one.child for one in joined)
    return [
        one
        for one in rows
        if one.cut or one.kind != "continue" or below[one.parent] > 1 or above[one.child] > 1
    ]


def _kind(row: Wire) -> str:
    kind = "continue" if row.kind == "continue" else "quotes chain" if row.chain else "quotes turn"
    return f"{kind}, cut" if row.cut else kind


def _price(turn: int, chain: int) -> str:
    return f"the turn alone: {counted(turn, 'token')}, its chain: {counted(chain, 'token')}"


def wires_shape(rows: Sequence[Wire], messages: Sequence[Message], prices: Prices) -> list[Plain]:
    """Wires as plain data."""
    positions = {one.id: one.position for one in messages}
    out = []
    for row in rows:
        turn, chain = prices.get((row.parent, row.child), (None, None))
        is_quote = row.kind == "reference"
        out.append(
            {
                "parent": row.parent,
                "child": row.child,
                "from": positions[row.parent],
                "to": positions[row.child],
                "kind": row.kind,
                "cut": row.cut,
                "inferred": row.inferred,
                "chain": row.chain,
                "turn_tokens": turn if is_quote else None,
                "chain_tokens": chain if is_quote else None,
            }
        )
    return out


def settings(rows: Sequence[Setting], messages: Sequence[Message]) -> RenderableType:
    """Role prompts and pinned models, and where each counts."""
    told = settings_shape(rows, messages)
    if not told:
        return Text(
            "Nothing is set: --at MESSAGE --role PROMPT sets a role prompt, --model a model."
        )
    table = table_of("at", "what", "value", wide="value")
    for row in told:
        at = "everywhere" if row["position"] is None else f"#{row['position']}"
        what = "role, alone" if row["alone"] else row["name"]
        table.add_row(at, what, plain(short(row["value"], 400)))
    return table


def settings_shape(rows: Sequence[Setting], messages: Sequence[Message]) -> list[Plain]:
    """Role prompts and pinned models as plain data, by position."""
    by_id = {one.id: one for one in messages}
    out: list[Plain] = []
    for row in rows:
        if row.name not in (MODEL, ROLE) or not row.value:
            continue
        prompt, _, only = row.value.partition(" ") if row.name == ROLE else ("", "", "")
        out.append(
            {
                "name": row.name,
                "message": row.message or None,
                "position": by_id[row.message].position if row.message else None,
                "value": by_id[prompt].text if prompt else row.value,
                "prompt": prompt or None,
                "alone": only == ONLY,
            }
        )
    return out
