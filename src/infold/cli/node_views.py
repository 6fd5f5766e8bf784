"""Contexts of messages, materials and stale answers, for people and as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict

from rich.console import Group, RenderableType
from rich.text import Text

from infold.cli.render import plain, short, table_of
from infold.cli.shapes import Plain
from infold.core.materials import Material
from infold.core.settings import MATERIAL, Setting
from infold.core.wording import counted
from infold.engine.replaying import Replay, ReplayItem, ReplayPlan
from infold.engine.staleness import StaleAnswer
from infold.graph.node_layers import NodeContext

_MOST_LEFT_OUT = 20
_MOST_SLOTS = 24


def context(made: NodeContext) -> RenderableType:
    """The layers with their tokens, what is left out, and what quotes would cost."""
    table = table_of("layer", ">tokens", "what", wide="what")
    for layer in made.layers:
        names = [
            piece.note or (f"#{piece.position}" if piece.position >= 0 else short(piece.text, 40))
            for piece in layer.pieces
        ]
        told = ", ".join(names[:8]) + (f", and {len(names) - 8} more" if len(names) > 8 else "")
        if not made.is_whole and layer.name == "path":
            told = counted(len(names), "piece") + " recalled of it"
        table.add_row(layer.name, str(layer.tokens), plain(told or "–"))
    how = "the whole path" if made.is_whole else "what the question needs of the path"
    model = f", by {made.model}" if made.model else ""
    head = Text(f"{made.tokens:,} of {counted(made.budget, 'token')}: {how}{model}.")
    parts: list[RenderableType] = [table, head]
    for quote in made.quotes:
        words = "its chain is quoted" if quote.chain else "its turn is quoted"
        parts.append(
            Text(
                f"Of {quote.quoted[:12]} {words}: {quote.turn_tokens:,} for the turn, "
                f"{counted(quote.chain_tokens, 'token')} for the chain."
            )
        )
    if made.left_out:
        left = table_of(">tokens", "left out, and why", wide="left out, and why")
        for one in made.left_out[:_MOST_LEFT_OUT]:
            left.add_row(str(one.tokens), plain(f"{one.layer}: {one.what}: {one.reason}"))
        parts.append(left)
        more = len(made.left_out) - _MOST_LEFT_OUT
        parts += [Text(f"… and {more} more (--json lists them)")] if more > 0 else []
    return Group(*parts)


def context_shape(made: NodeContext) -> Plain:
    """A context of a message as plain data."""
    return {
        "node": made.node,
        "tokens": made.tokens,
        "budget": made.budget,
        "whole": made.is_whole,
        "model": made.model or None,
        "prompt": made.prompt,
        "layers": [
            {
                "name": layer.name,
                "tokens": layer.tokens,
                "pieces": [
                    {
                        "record": piece.record or None,
                        "role": piece.role,
                        "tokens": piece.tokens,
                        "note": piece.note,
                        "text": piece.text,
                    }
                    for piece in layer.pieces
                ],
            }
            for layer in made.layers
        ],
        "left_out": [asdict(one) for one in made.left_out],
        "quotes": [
            {
                "quoted": one.quoted,
                "quoting": one.quoting,
                "chain": one.chain,
                "turn_tokens": one.turn_tokens,
                "chain_tokens": one.chain_tokens,
            }
            for one in made.quotes
        ],
        "messages": [
            {
                "role": one.role,
                "text": one.text,
                "pictures": [picture.digest for picture in one.pictures],
            }
            for one in made.messages
        ],
    }


def materials(
    rows: Sequence[Material], settings: Sequence[Setting], positions: Mapping[str, int]
) -> RenderableType:
    """The documents of a conversation, and where they are in and out."""
    if not rows:
        return Text("There are no materials: --add FILE puts one in.")
    table = table_of(
        "material", "type", ">pages", ">tokens", "name, and where", wide="name, and where"
    )
    for row in rows:
        places = _places(row, settings, positions)
        where = ", ".join(
            f"{value} {'everywhere' if at == 'all' else f'at {at}'}" for at, value in places
        )
        table.add_row(
            row.id[:12],
            row.media_type,
            str(len(row.pages) or "·"),
            str(row.tokens),
            plain(f"{row.name}\n{where or 'out'}"),
        )
    return table


def material_shape(
    row: Material, settings: Sequence[Setting], positions: Mapping[str, int]
) -> Plain:
    """A material as plain data."""
    return {
        "id": row.id,
        "name": row.name,
        "media_type": row.media_type,
        "digest": row.digest,
        "pages": len(row.pages),
        "tokens": row.tokens,
        "places": [
            {"at": None if at == "all" else int(at[1:]), "is": value}
            for at, value in _places(row, settings, positions)
        ],
    }


def _places(
    row: Material, settings: Sequence[Setting], positions: Mapping[str, int]
) -> list[tuple[str, str]]:
    return [
        (f"#{positions[one.message]}" if one.message else "all", one.value)
        for one in settings
        if one.name == MATERIAL + row.id
    ]


def stale(rows: Sequence[StaleAnswer]) -> RenderableType:
    """What changed, each cause once, with the answers that it made stale."""
    if not rows:
        return Text("No answer is stale.")
    return Group(
        _causes((row.slot, row.because) for row in rows),
        Text(f"{counted(len(rows), 'answer')} stale. --replay gives them again."),
    )


def _causes(rows: Iterable[tuple[int, Sequence[str]]]) -> RenderableType:
    """Each cause once, with the places of the answers that it touches; the newest last."""
    touched: dict[str, list[int]] = {}
    for slot, because in rows:
        for one in because:
            touched.setdefault(one, []).append(slot)
    table = table_of(">answers", "because of what, and where", wide="because of what, and where")
    for cause, slots in touched.items():
        table.add_row(str(len(slots)), plain(f"{cause}\n{_spans(slots)}"))
    return table


def _spans(slots: Sequence[int]) -> str:
    """Places, the first of them by number."""
    told = ", ".join(f"#{slot}" for slot in slots[:_MOST_SLOTS])
    more = len(slots) - _MOST_SLOTS
    return f"{told} and {more:,} more (--json lists them)" if more > 0 else told


def stale_shape(rows: Sequence[StaleAnswer]) -> list[Plain]:
    """Stale answers as plain data."""
    return [
        {
            "message": row.message.id,
            "position": row.message.position,
            "slot": row.slot,
            "because": list(row.because),
        }
        for row in rows
    ]


def replay_plan(plan: ReplayPlan) -> RenderableType:
    """What would be asked again, in which order, and what it would take."""
    if not plan.items:
        return Text("Nothing would be asked: no answer is stale.")
    table = table_of(">no", "answer", "at", ">in", ">out", "model", wide="model")
    for number, one in enumerate(plan.items, 1):
        table.add_row(
            str(number),
            one.message[:12],
            f"#{one.slot}",
            str(one.input_tokens),
            str(one.output_tokens),
            plain(one.model or "·"),
        )
    parts: list[RenderableType] = [table, _causes((one.slot, one.because) for one in plan.items)]
    parts.append(
        Text(
            f"{counted(len(plan.items), 'answer')}: at most {counted(plan.input_tokens, 'token')} "
            f"in, about {plan.output_tokens:,} out."
        )
    )
    parts += [
        plain(f"{one.message[:12]} is asked {_where(one)}: {_listed(one.dropped)} dropped.")
        for one in plan.items
        if one.dropped
    ]
    parts += [Text(f"{one[:12]} stays: {why}.") for one, why in plan.skipped]
    return Group(*parts)


def _where(item: ReplayItem) -> str:
    left = len(item.views)
    return f"in {counted(left, 'view')} that is left" if left else "in the whole conversation"


def _listed(names: Sequence[str]) -> str:
    told = ", ".join(names)
    return f"the view {told} was" if len(names) == 1 else f"the views {told} were"


def replay_plan_shape(plan: ReplayPlan) -> Plain:
    """The plan of a replay as plain data."""
    return {
        "budget": plan.budget,
        "input_tokens": plan.input_tokens,
        "output_tokens": plan.output_tokens,
        "answers": [
            {
                "message": one.message,
                "position": one.position,
                "slot": one.slot,
                "because": list(one.because),
                "after": list(one.after),
                "input_tokens": one.input_tokens,
                "output_tokens": one.output_tokens,
                "model": one.model or None,
                "views": list(one.views),
                "dropped": list(one.dropped),
            }
            for one in plan.items
        ],
        "skipped": [{"message": one, "reason": why} for one, why in plan.skipped],
    }


def replay(done: Replay) -> RenderableType:
    """What was given again, what failed and what is left."""
    lines = [f"{counted(len(done.answers), 'answer')} given again."]
    lines += [f"{one[:12]} failed: {why}" for one, why in done.failed]
    if done.left:
        lines.append(f"Stopped: {counted(len(done.left), 'answer')} left.")
    return Text("\n".join(lines))


def replay_shape(done: Replay) -> Plain:
    """A replay as plain data."""
    return {
        "answers": [{"old": old, "new": new.id} for old, new in done.answers],
        "failed": [{"message": one, "reason": why} for one, why in done.failed],
        "left": list(done.left),
    }
