"""Asking: the context of a node before anything is asked, the request, and the answer with proof.

What is previewed is what is sent: one piece of code lays out both. An answer keeps the hash of the
prompt that was really sent, and the hash of all that led to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from infold.core.messages import Message, Text
from infold.core.scope import Scope
from infold.core.settings import Asked
from infold.core.tokens import IMAGE_TOKENS
from infold.core.wording import counted
from infold.engine.node_editing import added, keep_leaf, replacing, versions_of
from infold.engine.node_reading import About, Upstream, read_node
from infold.engine.node_texts import shortener
from infold.engine.steps import do, require
from infold.engine.viewing import Asking
from infold.errors import ConfigError, IntegrityError, IrreducibleContext, NotFound, UsageError
from infold.graph.node_context import node_context, with_path, with_pictures
from infold.graph.node_layers import LeftOut, NodeContext
from infold.graph.pieces import Piece, SentRole
from infold.models.asking import ask_model
from infold.models.chat import (
    Cancel,
    ChatMessage,
    ChatModel,
    ChatReply,
    ChatRequest,
    Picture,
    can_see,
)
from infold.recall.budget import budget_for
from infold.recall.result import Context
from infold.store.protocol import Writer

if TYPE_CHECKING:
    from infold.engine.memory import Infold

__all__ = ["Prepared", "answer", "chosen_model", "complete", "prepare", "require_model"]

_NO_ROOM: Final = "there was no room for it"
_NAMED: Final = 12
"""Tokens, at most, of the name under which a recalled image stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A context that is ready to be sent, with what led to it."""

    context: NodeContext
    upstream: Upstream


def prepare(
    memory: Infold,
    scope: Scope,
    conversation: str,
    node: Message,
    *,
    question: str = "",
    budget: int | None = None,
    view: Asking = None,
    model: ChatModel | None = None,
    also: Sequence[Message] = (),
    about: About | None = None,
) -> Prepared:
    """The context of a node; see `infold.engine.asking_chat.AskingChat.preview`.

    Where the model that is going to answer can see, images are part of it, and of its price.
    """
    tokens = budget_for(budget=budget).tokens
    upstream = read_node(memory, scope, conversation, node, question, view, also=also, about=about)
    shorten = shortener(upstream.materials, upstream.question, memory.counter)
    reading = upstream.reading
    if upstream.pictures and can_see(model or _answering(memory, reading.model)):
        reading = with_pictures(reading, upstream.pictures, IMAGE_TOKENS)
        upstream = replace(upstream, reading=reading)
    made = node_context(reading, tokens, shorten=shorten)
    if not made.is_whole:
        made = _recalled(memory, scope, conversation, [node, *also], made, upstream, view)
    return Prepared(context=made, upstream=upstream)


def _recalled(
    memory: Infold,
    scope: Scope,
    conversation: str,
    ends: Sequence[Message],
    made: NodeContext,
    upstream: Upstream,
    view: Asking,
) -> NodeContext:
    """A context with what is recalled of its path, inside the ancestry alone."""
    path = upstream.reading.path
    try:
        found = memory.contexts.context(
            scope,
            conversation,
            upstream.question,
            budget=max(1, made.path_room),
            leaf=[one.id for one in ends],
            view=view,
            without=upstream.asked,
        )
    except IrreducibleContext:
        left = LeftOut(
            layer="path",
            record="",
            what=f"the whole path, {counted(len(path), 'message')}",
            tokens=sum(piece.tokens for piece in path),
            reason=_NO_ROOM,
        )
        return with_path(made, (), [left])
    pictures, unseen = _recalled_pictures(made, found)
    tokens = {piece.position: piece.tokens for piece in path}
    left_out = [
        LeftOut(
            layer="path",
            record="",
            what=f"#{first}" if first == last else f"#{first} to #{last}",
            tokens=sum(tokens.get(position, 0) for position in range(first, last + 1)),
            reason=_NO_ROOM,
        )
        for first, last in found.states["omitted"]
    ]
    pieces = [_piece(number, sent, memory) for number, sent in enumerate(found.messages)]
    return with_path(made, [*pieces, *pictures], [*(o for o in left_out if o.tokens), *unseen])


def _recalled_pictures(made: NodeContext, found: Context) -> tuple[list[Piece], list[LeftOut]]:
    """The images of messages that were recalled whole, the newest for which there is room."""
    shown: list[Piece] = []
    left: list[LeftOut] = []
    room = made.path_room - found.accounting["tokens"]
    for one in reversed([one for one in found.attachments if one["id"] in made.pictures]):
        what = f"#{one['position']}, its image"
        if any(piece.record == one["id"] for piece in shown):
            continue
        price = IMAGE_TOKENS * len(made.pictures[one["id"]]) + _NAMED
        if price > room:
            left.append(
                LeftOut(layer="path", record=one["id"], what=what, tokens=price, reason=_NO_ROOM)
            )
            continue
        room -= price
        text = f"[image of #{one['position']}]"
        shown.append(
            Piece(one["id"], text, price, f"image {one['id']}", "user", one["position"], what)
        )
    return shown[::-1], left


def _piece(number: int, sent: dict[str, Any], memory: Infold) -> Piece:
    lines = [sent.get("content") or ""]
    calls = [call["function"] for call in sent.get("tool_calls") or ()]
    lines += [f"[calls {call['name']}: {call['arguments']}]" for call in calls]
    role: SentRole = "user" if sent["role"] == "tool" else sent["role"]
    text = "\n".join(line for line in lines if line)
    tokens = memory.counter.count(text)
    return Piece(record="", role=role, text=text, tokens=tokens, key=str(number), note="recalled")


def chosen_model(memory: Infold, prepared: Prepared, model: ChatModel | None) -> ChatModel:
    """The model that answers: the one that is given, pinned on the path, or of the role `answer`.

    Raises:
        ConfigError: There is none.
    """
    return model if model is not None else _chosen(memory, prepared.context.model)


def _answering(memory: Infold, pinned: str) -> ChatModel | None:
    """The model that is going to answer; None where nobody is."""
    try:
        return _chosen(memory, pinned)
    except ConfigError:
        return None


def _chosen(memory: Infold, pinned: str) -> ChatModel:
    if pinned:
        return memory.models.by_name(pinned)
    found = memory.models.chat("answer")
    if found is None:
        raise ConfigError(
            "No model answers here.",
            hint="Set answer_model or model, or pin one.",
        )
    return found


def require_model(
    memory: Infold,
    scope: Scope,
    conversation: str,
    nodes: Sequence[Message],
    model: ChatModel | None,
) -> None:
    """Check that somebody would answer below some messages, before anything is written.

    Raises:
        ConfigError: Nobody would.
    """
    if model is None:
        first, *also = nodes
        reading = read_node(memory, scope, conversation, first, "?", also=also).reading
        _chosen(memory, reading.model)


def complete(
    memory: Infold,
    scope: Scope,
    model: ChatModel,
    context: NodeContext,
    *,
    cancel: Cancel | None = None,
) -> ChatReply:
    """Send a context to a model, with the bytes of its images.

    Raises:
        ModelError: It gave no answer.
        IntegrityError: An image is not there any more.
    """
    sent = context.messages
    blobs: dict[str, bytes] = {}
    if any(one.pictures for one in sent):
        with memory.store.read() as reader:
            for digest in sorted({picture.digest for one in sent for picture in one.pictures}):
                data = reader.blob(scope, digest)
                if data is None:
                    raise IntegrityError(
                        f"The image {digest[:12]} is missing.",
                        hint="`infold verify` names what else is.",
                        records=[digest],
                    )
                blobs[digest] = data
    messages = tuple(
        ChatMessage(
            role=one.role,
            text=one.text,
            pictures=tuple(
                Picture(media_type=each.media_type, data=blobs[each.digest])
                for each in one.pictures
            ),
        )
        for one in sent
    )
    return ask_model(model, ChatRequest(messages=messages, temperature=0.0), cancel=cancel)


def answer(
    memory: Infold,
    scope: Scope,
    conversation: str,
    node: Message,
    *,
    model: ChatModel | None = None,
    budget: int | None = None,
    view: Asking = None,
    cancel: Cancel | None = None,
) -> Message:
    """Have a question answered, or an answer given again; see `AskingChat.answer`."""
    _require_said(memory, scope, conversation, node)
    prepared = prepare(memory, scope, conversation, node, budget=budget, view=view, model=model)
    reading = prepared.upstream.reading
    if not reading.path and reading.question is None:
        raise NotFound(
            f"Nothing leads to the answer {node.id} any more.",
            hint="Restore what asked for it, or ask below another turn.",
            records=[node.id],
        )
    chosen = chosen_model(memory, prepared, model)
    reply = complete(memory, scope, chosen, prepared.context, cancel=cancel)

    def command(tx: Writer) -> Message:
        return _write(memory, tx, scope, conversation, node, reply, prepared, chosen.model)

    return memory.store.write(command)


def _require_said(memory: Infold, scope: Scope, conversation: str, node: Message) -> None:
    """Refuse to answer what is not there to be read.

    Raises:
        UsageError: The text of the question was dropped.
    """
    with memory.store.read() as reader:
        asked = [node.position]
        if node.role == "assistant":
            asked = reader.parents(scope, conversation, node.position)
        messages = reader.messages(scope, conversation, asked)
    for one in messages:
        if one.dropped is not None:
            raise UsageError(
                f"The text of the question {one.id} was dropped on {one.dropped.at[:10]}.",
                hint="Ask it anew: infold ask.",
                records=[one.id],
            )


def _write(
    memory: Infold,
    tx: Writer,
    scope: Scope,
    conversation: str,
    node: Message,
    reply: ChatReply,
    prepared: Prepared,
    model: str,
) -> Message:
    """Append an answer below what it answers, with what is known of how it was asked: one step.

    Where there is an answer already, the new one is a version that is shown in its place, and the
    leaf stays. Where something that led to it was changed while the model answered, it is stale at
    once: its hash is that of what it was asked with.
    """
    row = require(tx, scope, conversation)
    parents = [node.position]
    if node.role == "assistant":
        parents = tx.parents(scope, conversation, node.position)
    ids = [one.id for one in tx.messages(scope, conversation, parents)]
    said = Message(role="assistant", parts=(Text(text=reply.text),), at=memory.clock.now())
    made, effects = added(memory, tx, scope, row, said, ids)
    others = [one for one in versions_of(tx, scope, row, made) if one.id != made.id]
    if others:
        effects += replacing(tx, scope, row, made, made.id)
        if row.leaf not in {one.position for one in others}:
            keep_leaf(tx, scope, row)
            effects = [one for one in effects if one.target != "leaf"]
    asked = Asked(
        message=made.id,
        model=model,
        prompt=prepared.context.prompt,
        upstream=prepared.upstream.upstream,
        views=prepared.upstream.views,
        input_tokens=reply.usage.input_tokens,
        output_tokens=reply.usage.output_tokens,
    )
    tx.add_asked(scope, conversation, [(made.position, asked)])
    name = f"answer #{parents[-1]} again" if others else f"answer #{parents[-1]}"
    do(tx, scope, conversation, name, effects, by="model", now=memory.clock.now())
    return made
