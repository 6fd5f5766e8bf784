"""Packing: which of the ranked messages stand in the evidence, whole or as an extract."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from infold.core.messages import Attachment, Message, ToolCall, part_text
from infold.core.tokens import TokenCounter, part_tokens
from infold.recall.evidence import Room, line_of
from infold.recall.extracts import extract
from infold.recall.lines import Piece, Shown, render_span, render_whole
from infold.recall.replaced import Mark, marked

_ENOUGH = 10
"""So few tokens are left that nothing more is tried."""
_EXTRACT_SHARE = 4
"""An extract takes at most one in so many of the evidence's tokens, but may take `_EXTRACT`."""
_EXTRACT = 160
_WHOLE_SHARE = 2
"""A message that would take more than one in so many of the evidence's tokens is extracted."""
_MOST_EXTRACTS = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A message of the evidence.

    Attributes:
        place: On the path.
        shown: Its text.
        whole: All its texts are shown as they stand.
        tokens: Of its lines, date line excluded.
    """

    place: int
    shown: Shown
    whole: bool
    tokens: int


@dataclass(slots=True, kw_only=True)
class Packer:
    """Takes messages in order of value while they fit.

    Args:
        room: Tokens for all lines together.
        question: The question as it was asked.
        weights: Hash of a term of the question → its weight.
        names: Call id → name of the tool.
        speakers: Names of authors whose lines a message must not forge.
        counter: Counts tokens.
        marks: Gives the marks of the message at a place.
    """

    room: int
    question: str
    weights: Mapping[int, float]
    names: Mapping[str, str]
    speakers: frozenset[str]
    counter: TokenCounter
    marks: Callable[[int], Sequence[Mark]]

    def pack(
        self,
        candidates: Iterable[int],
        message_at: Callable[[int], Message | None],
        companion: Callable[[int], int | None],
    ) -> list[Item]:
        """Choose messages.

        Args:
            candidates: Places in order of value; those that come again are passed over.
            message_at: The message at a place; None where it was not loaded.
            companion: Place of the filler that answers the question at a place, if one does: it is
                shown beside it where there is room.

        A message that is small enough to be shown whole, but not in what is left, waits: later ones
        that still fit whole come before a piece of it. One that says a line again, word for word,
        waits for all others, unless the answer to it is shown beside it.

        Returns:
            Items in the order in which they were taken. Their tokens, with one date line a day, fit
            the room.
        """
        room = Room(left=self.room, counter=self.counter)
        whole_limit = max(_EXTRACT, self.room // _WHOLE_SHARE)
        extract_room = max(_EXTRACT, self.room // _EXTRACT_SHARE)
        seen: set[int] = set()
        items: list[Item] = []
        waiting: list[int] = []
        again: list[int] = []
        lines: set[str] = set()
        extracts = 0

        def fits(item: Item, message: Message) -> bool:
            line = line_of(item.place, item.shown, message)
            return item.tokens + room.beside(line) <= room.left

        def take(place: int, message: Message, *, may_wait: bool) -> bool:
            nonlocal extracts
            day = room.dated(message.at)
            size = self._size(message)
            item = (
                self._whole(place, message) if size <= min(room.left - day, whole_limit) else None
            )
            if item is None or not fits(item, message):
                if may_wait and size <= whole_limit:
                    waiting.append(place)
                    return False
                if extracts == _MOST_EXTRACTS:
                    return False
                item = self._extract(place, message, min(room.left - day, extract_room), not items)
                extracts += 1
            if item is None or not fits(item, message):
                return False
            if may_wait and item.shown.text in lines and companion(place) is None:
                again.append(place)
                return False
            seen.add(place)
            lines.add(item.shown.text)
            items.append(item)
            room.take(line_of(place, item.shown, message), item.tokens)
            return True

        for candidate in candidates:
            if room.left < _ENOUGH and items:
                break
            for place in (candidate, companion(candidate)):
                message = None if place is None else message_at(place)
                if place is None or message is None or place in seen:
                    continue
                if not take(place, message, may_wait=True):
                    break
        for place in chain(waiting, again):
            message = message_at(place)
            if (room.left < _ENOUGH and items) or message is None:
                break
            if place not in seen:
                take(place, message, may_wait=False)
        return items

    def _size(self, message: Message) -> int:
        """Tokens of what would be shown, labels excluded: attachments go as references."""
        attached = [part for part in message.parts if isinstance(part, Attachment)]
        return message.tokens - sum(part_tokens(self.counter, part) for part in attached)

    def _whole(self, place: int, message: Message) -> Item | None:
        shown = render_whole(message, self.names, calls=True, prose=True, speakers=self.speakers)
        if not shown.text:
            return None
        shown = marked(shown, self.marks(place))
        tokens = self.counter.count(shown.text)
        # Paragraphs on one line are shown word for word, but not as they stand.
        verbatim = len({piece.part for piece in shown.pieces}) == len(shown.pieces)
        return Item(place=place, shown=shown, whole=verbatim, tokens=tokens)

    def _extract(self, place: int, message: Message, room: int, first: bool) -> Item | None:
        """Quote the part of a message that matches best; any words where nothing is shown yet."""
        parts = [
            (number, part_text(part))
            for number, part in enumerate(message.parts)
            if part_text(part).strip()
        ]
        if not parts:
            return None
        least = 4 if first else 16
        number, text = max(parts, key=lambda item: (self._match(item[1]), -item[0]))
        whole = Piece(part=number, start=0, end=len(text))
        overhead = (
            self.counter.count(render_span(message, whole, self.names, self.speakers).overhead) + 2
        )
        span = extract(
            text, self.question, self.weights, room - overhead, self.counter, least=least
        )
        if span is None:
            return None
        shown = render_span(
            message, Piece(part=number, start=span[0], end=span[1]), self.names, self.speakers
        )
        others = [n for n, part in enumerate(message.parts) if n != number and part_text(part)]
        all_of_it = not (text[: span[0]] + text[span[1] :]).strip() and all(
            isinstance(message.parts[n], ToolCall) for n in others
        )
        if all_of_it:  # only white space is missing: show that too
            shown = render_span(message, whole, self.names, self.speakers)
        shown = marked(shown, self.marks(place))
        tokens = self.counter.count(shown.text)
        return Item(place=place, shown=shown, whole=all_of_it, tokens=tokens)

    def _match(self, text: str) -> int:
        lowered = text[:20_000].lower()
        return sum(word in lowered for word in self.question.lower().split())
