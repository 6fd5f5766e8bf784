"""Reading what leads to a node: its path, what is quoted, materials, passages, the question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from infold.core.materials import Material
from infold.core.messages import Attachment, Message, part_text
from infold.core.missing import no_message
from infold.core.scope import Scope
from infold.core.settings import MODEL, PASSAGE, Setting
from infold.core.views import View
from infold.engine import node_texts as texts
from infold.engine.caches import View as Seen
from infold.engine.dropped_closed import closed_dropped
from infold.engine.node_beside import Beside
from infold.engine.node_records import Wired, records_of
from infold.engine.viewing import Asking, Closed, closed_folds, standing_on, views_for
from infold.graph.lineage import reading_order
from infold.graph.node_layers import NodeReading, PictureRef
from infold.graph.pieces import Piece
from infold.graph.shown_path import shown_path
from infold.graph.staleness import upstream_hash, upstream_hashes
from infold.graph.turns import opens_turn
from infold.recall.lines import call_names
from infold.store.protocol import Reader

if TYPE_CHECKING:
    from infold.engine.memory import Infold

__all__ = ["About", "Upstream", "read_node", "read_upstream", "require_message"]

About: TypeAlias = tuple[Message, int, int, int]
"""A passage that is asked about: message, part, first character, one after the last."""


@dataclass(frozen=True)
class Upstream:
    """What leads to a node, and how it is sent.

    Attributes:
        reading: As `infold.graph.node_context.node_context` takes it.
        materials: Those that are included.
        question: What is asked; empty where nothing is.
        asked: Positions that the question itself takes: they are no part of its path.
        views: Ids of the views in which it was read.
        upstream: Hash of all that leads to the answer.
        pictures: Id of a message or material → the images of it.
    """

    reading: NodeReading
    materials: tuple[Material, ...]
    question: str
    asked: tuple[int, ...]
    views: tuple[str, ...]
    upstream: str
    pictures: Mapping[str, tuple[PictureRef, ...]]


def read_node(
    memory: Infold,
    scope: Scope,
    conversation: str,
    node: Message,
    question: str = "",
    view: Asking = None,
    *,
    also: Sequence[Message] = (),
    about: About | None = None,
) -> Upstream:
    """Read what leads to a node in one snapshot; see `read_upstream`."""
    with memory.store.read() as reader:
        return read_upstream(
            memory, reader, scope, conversation, node, question, view, also=also, about=about
        )


def read_upstream(
    memory: Infold,
    reader: Reader,
    scope: Scope,
    conversation: str,
    node: Message,
    question: str = "",
    view: Asking = None,
    *,
    also: Sequence[Message] = (),
    about: About | None = None,
) -> Upstream:
    """Read what leads to a node. Linear in what leads to it, and in the number of messages.

    Args:
        memory: The engine.
        reader: A snapshot.
        scope: Whose.
        conversation: Its id.
        node: A message. An answer stands for the question that it answers.
        question: What would be asked below the node; empty for what the node asks itself.
        view: As for `Chat.context`.
        also: Other messages below which the question would be asked, too.
        about: The passage that it would be asked about.

    Raises:
        NotFound: No such view.
    """
    seen = memory.caches.view(reader, scope, conversation, leaf=node.id)
    return _Reader(memory, reader, scope, conversation, seen, view).read(
        node, question, also, about
    )


class _Reader:
    def __init__(
        self,
        memory: Infold,
        reader: Reader,
        scope: Scope,
        conversation: str,
        seen: Seen,
        view: Asking,
    ) -> None:
        self._memory = memory
        self._reader = reader
        self._scope = scope
        self._conversation = conversation
        self._seen = seen
        self._state = seen.state
        self._beside = Beside.of(reader, scope, conversation, seen, memory.counter)
        self._parents = self._beside.parents
        self._archived = self._beside.archived
        self._versions = self._beside.versions
        self._views = views_for(reader, scope, conversation, view)

    def read(
        self, node: Message, question: str, also: Sequence[Message], about: About | None
    ) -> Upstream:
        """Everything that leads to a node, or would lead to a question below it and others."""
        is_answer = node.role == "assistant" and not question
        ends = self._parents[node.position] if is_answer else (node.position,)
        ends = (*ends, *(one.position for one in also))
        order = reading_order(self._parents, ends)
        slots, shown, _ = shown_path(
            order,
            archived=self._archived,
            versions=self._versions,
            roles=self._state.roles,
            alone=self._state.alone,
        )
        on_path = set(order) | set(shown)
        settings = [
            (position, one)
            for position, one in self._reader.settings(self._scope, self._conversation)
            if position < 0 or position in on_path
        ]
        quoted = self._beside.quoted(on_path)
        ends_of = {end for one in quoted for end in (one.quoted, one.quoting)}
        loaded = self._beside.load(
            {*shown, *ends_of, *(p for one in quoted for p in one.positions)}
        )
        names = call_names(loaded)
        asked: tuple[int, ...] = ()
        piece: Piece | None = None
        counter = self._memory.counter
        if not question and len(ends) == 1 and slots and slots[-1] == ends[0]:
            last = loaded[shown[-1]]
            if opens_turn(last) and last.dropped is None:
                piece = texts.message_piece(last, texts.content_key(last), names, counter)
                asked = tuple({ends[0], shown[-1]})
                slots, shown, question = slots[:-1], shown[:-1], last.text
        elif question:
            tokens = counter.count(question)
            piece = Piece(record="", role="user", text=question, tokens=tokens, key=question)
        materials = self._beside.materials(on_path)
        reading = NodeReading(
            node=node.id,
            materials=tuple(texts.material_piece(one, counter) for one in materials),
            quotes=tuple(self._beside.quote(one, loaded, names) for one in quoted),
            path=self._path(slots, shown, loaded, names),
            passages=(*self._passages(settings), *self._asked_about(about)),
            question=piece,
            model=_nearest(settings, MODEL),
        )
        return Upstream(
            reading=reading,
            materials=materials,
            question=question,
            asked=asked if not is_answer else (*asked, node.position),
            views=tuple(view.id for view in self._views),
            upstream=self._upstream(ends, loaded, settings, quoted),
            pictures={one.id: found for one in loaded.values() if (found := texts.pictures_of(one))}
            | {
                one.id: (PictureRef(one.digest, one.media_type),)
                for one in materials
                if one.is_image
            },
        )

    def _upstream(
        self,
        ends: Sequence[int],
        loaded: Mapping[int, Message],
        settings: Sequence[tuple[int, Setting]],
        quoted: Sequence[Wired],
    ) -> str:
        """The hash of what leads to the answer, as `infold.engine.staleness` makes it, too."""
        chained = [one.quoted for one in quoted if one.chain]
        positions = reading_order(self._parents, [*ends, *chained])
        lacking = {self._versions.get(one, one) for one in positions} - loaded.keys()
        messages = {**loaded, **(self._beside.load(lacking) if lacking else {})}
        records = records_of(
            positions,
            self._parents,
            messages,
            archived=self._archived,
            versions=self._versions,
            settings=settings,
            quoted=quoted,
            folds=folds_shown(self._reader, self._scope, self._views, self._versions),
        )
        return upstream_hash(records, upstream_hashes(records, positions), ends)

    # ------------------------------------------------------------ the path

    def _path(
        self,
        slots: Sequence[int],
        shown: Sequence[int],
        loaded: Mapping[int, Message],
        names: Mapping[str, str],
    ) -> Sequence[Piece]:
        messages = [loaded[one] for one in shown]
        pieces = texts.path_pieces(slots, messages, self._above, names, self._memory.counter)
        fold_at = self._folded(set(slots), loaded)
        gone = {s for s, one in zip(slots, messages, strict=True) if one.dropped is not None}
        if gone:
            there = closed_dropped(self._reader, self._scope, self._conversation, set(slots))
            fold_at |= {position: one for one in there for position in one.positions}
        elif not fold_at:
            return pieces
        out: list[Piece] = []
        told: set[str] = set()
        for slot, piece in zip(slots, pieces, strict=True):
            fold = fold_at.get(slot)
            if fold is None:
                out += [] if slot in gone else [piece]
            elif fold.fold.id not in told:
                told.add(fold.fold.id)
                out.append(texts.fold_piece(fold, self._memory.counter))
        return tuple(out)

    def _above(self, slot: int) -> Sequence[int]:
        """Parents of a message, those of archived ones in their place."""
        if not self._archived:
            return self._parents[slot]
        out: list[int] = []
        queue = list(self._parents[slot])
        met = set(queue)
        for one in queue:  # grows while it is walked
            if one not in self._archived:
                out.append(one)
                continue
            fresh = [parent for parent in self._parents[one] if parent not in met]
            met.update(fresh)
            queue += fresh
        return out

    def _folded(self, slots: set[int], loaded: Mapping[int, Message]) -> dict[int, Closed]:
        """Position → the closed fold that is shown in its place; role prompts and files stay."""
        found: dict[int, Closed] = {}
        if not self._views:
            return found
        # Who asks from inside a folded run sees that run, and a claim all of whose sources are not
        # in scope is not shown.
        closed = closed_folds(self._reader, self._scope, self._views)
        for one in standing_on(closed, slots, self._archived):
            if not self._versions.keys() & set(one.positions):
                away = [p for p in one.positions if not _stays(loaded[p])]
                found |= dict.fromkeys(away, one)
        return found

    def _asked_about(self, about: About | None) -> list[Piece]:
        """The passage that a question would be asked about which is not there yet."""
        if about is None:
            return []
        message, part, start, end = about
        words = part_text(message.parts[part])[start:end]
        at = self._seen.row.messages
        key = f"{at} {message.id} {part} {start} {end}"
        return [texts.passage_piece(at, message, words, key, self._memory.counter)]

    def _passages(self, settings: Sequence[tuple[int, Setting]]) -> list[Piece]:
        found = [(at, one.value.split(" ")) for at, one in settings if one.name == PASSAGE]
        places = self._reader.locate(self._scope, [value[0] for _, value in found])
        wanted = {at for at, _ in found} | {places[v[0]][1] for _, v in found if v[0] in places}
        loaded = self._beside.load(wanted)
        out = []
        for at, value in found:
            if value[0] not in places:
                continue
            message = loaded[places[value[0]][1]]
            part, start, end = map(int, value[1:])
            words = part_text(message.parts[part])[start:end]
            key = f"{at} {' '.join(value)}"
            counter = self._memory.counter
            out.append(texts.passage_piece(at, message, words, key, counter))
        return out


def _nearest(settings: Sequence[tuple[int, Setting]], name: str) -> str:
    """The value of a setting that was said last on the path; empty for none."""
    values = [one.value for _, one in settings if one.name == name]
    return values[-1] if values else ""


def _stays(message: Message) -> bool:
    return message.role == "system" or any(isinstance(one, Attachment) for one in message.parts)


def folds_shown(
    reader: Reader, scope: Scope, views: Sequence[View], versions: Mapping[int, int]
) -> dict[int, str]:
    """Position → id of the closed fold of a view that stands there."""
    if not views:
        return {}
    return {
        position: one.fold.id
        for one in closed_folds(reader, scope, views)
        if not versions.keys() & set(one.positions)
        for position in one.positions
    }


def require_message(reader: Reader, scope: Scope, conversation: str, message: str) -> Message:
    """A message of a conversation by its id.

    Raises:
        NotFound: It has none of that id.
    """
    place = reader.locate(scope, [message]).get(message)
    if place is None or place[0] != conversation:
        raise no_message(message)
    return reader.messages(scope, conversation, [place[1]])[0]
