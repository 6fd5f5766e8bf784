"""The second half of a context: from a draft and the texts that it needs to the finished thing.

`prepare` decides on numbers alone what could be shown; the caller loads those messages; `finish`
packs them, checks the budget against the final text, and gives the account.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from infold.core.forward import Flag
from infold.core.messages import Attachment, Message
from infold.core.tokens import TokenCounter
from infold.core.wording import counted
from infold.errors import IrreducibleContext
from infold.recall.accounting import Reason, account
from infold.recall.ancestry import claim_line, claim_marks
from infold.recall.draft import Draft, prepare
from infold.recall.evidence import line_of, rendered
from infold.recall.field import Field
from infold.recall.foldmap import MapClaim
from infold.recall.lines import Shown, call_names, day_line, render_whole, speaker, speakers_of
from infold.recall.packing import Item, Packer
from infold.recall.plain import attachment_data, claim_data, mark_data
from infold.recall.replaced import Mark, covers, label, marked
from infold.recall.result import Context
from infold.recall.sendable import Group, as_sent, sendable, texts_of

__all__ = ["Context", "Draft", "finish", "prepare"]

_MAP_HEADING = "Folded:"
_EVIDENCE_HEADING = "Evidence:"
_NOTES_HEADING = "Said above and no longer current:"
_HEADINGS_FROM = 200
"""Budgets below have no tokens to spare for headings."""


def finish(
    draft: Draft,
    messages: Mapping[int, Message],
    counter: TokenCounter,
    *,
    claims: Sequence[MapClaim] = (),
    locate: Callable[[str], int | None] | None = None,
    behind: str = "",
) -> Context:
    """Make the context of a draft.

    Args:
        draft: From `prepare`.
        messages: Position → message, at least those of `draft.needs`.
        claims: Those that `draft.claims` names, in that order.
        counter: Counts tokens; neither the text nor the messages exceed the budget by it.
        locate: Message id → position, for `Context.why` of messages that were not loaded.
        behind: What the caller will put behind it: room for it is left, of the evidence's, so that
            the prefix stays as it is.

    Returns:
        The context. Cost: what it shows, and O(n) in numpy for the account.

    Raises:
        IrreducibleContext: Not one line fits, or the system messages of a model call do not.
    """
    return _Assembly(draft, messages, claims, counter, behind).finish(locate)


@dataclass(slots=True)
class _Parts:
    """What is shown so far, part by part; trimming takes from the ends of these lists."""

    system: list[tuple[int, Shown]] = field(default_factory=list)
    claims: list[MapClaim] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)


class _Assembly:
    def __init__(
        self,
        draft: Draft,
        messages: Mapping[int, Message],
        claims: Sequence[MapClaim],
        counter: TokenCounter,
        behind: str,
    ) -> None:
        self.draft = draft
        self.spare = counter.count(behind) + 1 if behind else 0
        self.spare_bytes = len(behind.encode("utf-8", "surrogatepass")) + 1 if behind else 0
        self.claims = claims
        self.counter = counter
        known = np.array(draft.needs, np.int64)
        places = draft.field.places(known).tolist()
        self.at = {place: messages[p] for place, p in zip(places, draft.needs, strict=True)}
        self.positions = dict(zip(places, draft.needs, strict=True))
        self.names = call_names(self.at)
        self.speakers = speakers_of(self.at)
        self.headings = draft.budget.tokens >= _HEADINGS_FROM
        self.reasons: dict[int, Reason] = dict.fromkeys(draft.orphans, "orphan")
        self.shown: dict[int, Shown] = {}

    def finish(self, locate: Callable[[str], int | None] | None) -> Context:
        parts = self._gather()
        while True:
            blocks = self._blocks(parts)
            text = "\n".join(block for block in blocks if block)
            sent = self._messages(parts, blocks)
            over, tokens = self._over(text, sent)
            if over <= 0:
                break
            self._trim(parts, over)
        if not text:
            self._require_line()
        return self._context(parts, blocks, text, sent, tokens, locate)

    # ------------------------------------------------------------------ choosing
    def _gather(self) -> _Parts:
        draft, budget = self.draft, self.draft.budget
        parts = _Parts()
        for place in draft.system:
            parts.system.append(
                (
                    place,
                    render_whole(self.at[place], self.names, calls=True, speakers=self.speakers),
                )
            )
        if budget.whole_system:
            self._require_system(parts)
        if draft.may_fit and (plain := self._all_in_order()):
            return plain
        parts.claims = _once(self.claims)
        window = sendable(range(draft.hot.start, draft.hot.stop), self.at)
        parts.groups = window.groups
        self.reasons |= window.left_out
        text = "\n".join(block for block in self._blocks(parts) if block)
        used = self.counter.count(text) + self._extra(parts.groups)
        used += self.counter.count("\n".join(self._notes(parts)))
        heading = self.counter.count(_EVIDENCE_HEADING) if self.headings else 0
        packer = Packer(
            room=budget.tokens - used - heading - self.spare,
            question=draft.query.text,
            weights=draft.weights,
            names=self.names,
            speakers=self.speakers,
            counter=self.counter,
            marks=self._marks,
        )
        first = sorted(window.left_out, reverse=True)
        asks, filler = draft.field.has(Flag.QUESTION), draft.field.has(Flag.FILLER)

        def companion(place: int) -> int | None:
            answer = place + 1
            if answer < len(filler) and asks[place] and filler[answer] and answer in self.at:
                return None if answer in in_window else answer
            return None

        in_window = {place for group in parts.groups for place in group.places}
        parts.items = packer.pack([*first, *draft.candidates], self.at.get, companion)
        return parts

    def _all_in_order(self) -> _Parts | None:
        """Every message in the order of the path, where the budget holds them all."""
        head = len(self.draft.system)
        if self.draft.system != tuple(range(head)):
            return None
        window = sendable(range(head, len(self.draft.field)), self.at)
        if window.left_out:
            return None
        # Claims come here only with a view's path: what they stand for is no part of it.
        parts = _Parts(groups=window.groups, claims=_once(self.claims))
        for place in self.draft.system:
            parts.system.append(
                (
                    place,
                    render_whole(self.at[place], self.names, calls=True, speakers=self.speakers),
                )
            )
        blocks = self._blocks(parts)
        text = "\n".join(block for block in blocks if block)
        over, _ = self._over(text, self._messages(parts, blocks))
        return parts if over <= 0 else None

    def _require_system(self, parts: _Parts) -> None:
        tokens = [self.counter.count(shown.text) for _, shown in parts.system]
        if sum(tokens) > self.draft.budget.tokens:
            worst = max(range(len(tokens)), key=lambda i: (tokens[i], -i))
            message = self.at[parts.system[worst][0]]
            size = counted(tokens[worst], "token")
            raise IrreducibleContext(
                f"System message {message.id or message.position} takes {size}, "
                f"all system messages {sum(tokens):,}, and {self.draft.budget.tokens:,} are there.",
                hint="Shorten it or use a larger window: a system message is never cut.",
                records=[message.id] if message.id else (),
            )

    # ------------------------------------------------------------------ rendering
    def _blocks(self, parts: _Parts) -> tuple[str, str, str]:
        """Texts of head, hot window and evidence."""
        head = [shown.text for _, shown in parts.system]
        head += self._map(parts)
        hot: list[tuple[int, Shown]] = []
        for group in parts.groups:
            hot += [(place, self._whole(place, calls=group.calls)) for place in group.places]
        evidence = self._lines((item.place, item.shown) for item in parts.items)
        if evidence and self.headings:
            evidence.insert(0, _EVIDENCE_HEADING)
        return "\n".join(head), "\n".join(self._lines(hot)), "\n".join(evidence)

    def _whole(self, place: int, *, calls: bool) -> Shown:
        if place not in self.shown:
            whole = render_whole(self.at[place], self.names, calls=calls, speakers=self.speakers)
            self.shown[place] = marked(whole, self._marks(place))
        return self.shown[place]

    def _marks(self, place: int) -> tuple[Mark, ...]:
        return self.draft.replaced.marks(self.positions[place])

    def _map(self, parts: _Parts) -> list[str]:
        lines = [self._claim_line(claim) for claim in parts.claims]
        return [_MAP_HEADING, *lines] if lines and self.headings else lines

    def _claim_line(self, claim: MapClaim) -> str:
        return claim_line(claim, self.draft.replaced)

    def _notes(self, parts: _Parts) -> list[str]:
        """What is marked in the hot window: its messages are sent as they stand."""
        lines = [
            f"{speaker(self.at[place])}: {label(mark, named=True)}"
            for group in parts.groups
            for place in group.places
            for mark in self._marks(place)
        ]
        return [_NOTES_HEADING, *lines] if lines else []

    def _lines(self, shown: Iterable[tuple[int, Shown]]) -> list[str]:
        """Lines of messages by place."""
        ordered = sorted(shown, key=lambda pair: pair[0])
        return rendered(line_of(place, item, self.at[place]) for place, item in ordered)

    def _messages(self, parts: _Parts, blocks: tuple[str, str, str]) -> list[dict[str, Any]]:
        out = [sent for place, _ in parts.system for sent in as_sent(self.at[place], calls=False)]
        lines = self._map(parts)
        if lines:
            out.append({"role": "system", "content": "\n".join(lines)})
        out += [message for group in parts.groups for message in group.messages]
        last = "\n".join([*self._notes(parts), *([blocks[2]] if blocks[2] else [])])
        if last:
            out.append({"role": "system", "content": last})
        return out

    # ------------------------------------------------------------------ the budget
    def _extra(self, groups: list[Group]) -> int:
        """Tokens of what stands in messages and not in the text: ids of calls."""
        ids = [
            text
            for group in groups
            for message in group.messages
            for text in (
                message.get("tool_call_id") or "",
                *(call["id"] for call in message.get("tool_calls") or ()),
            )
            if text
        ]
        return self.counter.count(" ".join(ids)) if ids else 0

    def _over(self, text: str, sent: list[dict[str, Any]]) -> tuple[int, int]:
        """By how much text or messages exceed the budget (0 or less where not), and tokens."""
        budget = self.draft.budget
        tokens = self.counter.count(text)
        others = self.counter.count("\n".join(texts_of(sent)))
        over = max(tokens, others) + self.spare - budget.tokens
        if budget.max_bytes is not None:
            size = max(
                len(text.encode("utf-8", "surrogatepass")),
                sum(len(t.encode("utf-8", "surrogatepass")) for t in texts_of(sent)),
            )
            excess = size + self.spare_bytes - budget.max_bytes
            over = max(over, -(-excess // 4)) if excess > 0 else over
        return over, tokens

    def _trim(self, parts: _Parts, over: int) -> None:
        """Take whole lines off: evidence of least value, claims of the map, oldest atoms."""
        is_less = False
        while over > 0:
            if parts.items:
                over -= max(1, parts.items.pop().tokens)
            elif parts.claims:
                over -= max(1, parts.claims.pop().claim.tokens)
            elif parts.groups:
                group = parts.groups.pop(0)
                over -= sum(max(1, self.at[place].tokens) for place in group.places)
            elif parts.system and not self.draft.budget.whole_system:
                place, _ = parts.system.pop()
                over -= max(1, self.at[place].tokens)
            elif is_less:
                return  # what is left is looked at again
            else:
                raise IrreducibleContext(
                    "What must be in the context does not fit its budget.",
                    hint="Raise the budget or `max_bytes`.",
                )
            is_less = True

    def _require_line(self) -> None:
        """Refuse an empty context, unless there is nothing to show at any budget."""
        lines = [
            (text, day_line(message.at))
            for message in self.at.values()
            if (text := render_whole(message, self.names, calls=True, speakers=self.speakers).text)
        ]
        count, bound = self.counter.count, self.draft.budget.max_bytes
        least = min((need for line in lines if (need := sum(map(count, line)))), default=0)
        if not least:
            return
        if bound is not None and least <= self.draft.budget.tokens:
            size = min(
                len("\n".join(line).strip("\n").encode("utf-8", "surrogatepass")) for line in lines
            )
            raise IrreducibleContext(
                f"Not one line fits {counted(bound, 'byte')}: the shortest at hand needs "
                f"{counted(size, 'byte')}.",
                hint="Raise `max_bytes`, or leave it out.",
            )
        raise IrreducibleContext(
            f"Not one line fits {counted(self.draft.budget.tokens, 'token')}: the shortest at hand "
            f"needs {counted(least, 'token')}.",
            hint="Raise the budget.",
        )

    # ------------------------------------------------------------------ the account
    def _context(
        self,
        parts: _Parts,
        blocks: tuple[str, str, str],
        text: str,
        sent: list[dict[str, Any]],
        tokens: int,
        locate: Callable[[str], int | None] | None,
    ) -> Context:
        draft = self.draft
        shown: dict[int, Shown] = dict(parts.system)
        for group in parts.groups:
            shown |= {place: self._whole(place, calls=group.calls) for place in group.places}
        raw = list(shown)
        raw += [item.place for item in parts.items if item.whole]
        shown |= {item.place: item.shown for item in parts.items}
        sources = {p for claim in parts.claims for p in claim.positions}
        path = draft.field.path
        ledger = account(
            draft.field,
            raw=raw,
            extracted=[item.place for item in parts.items if not item.whole],
            folded=_on_path(draft.field, sources),
            reasons=self.reasons,
        )
        return Context(
            text=text,
            messages=sent,
            sources=[
                {
                    "id": self.at[place].id,
                    "position": int(path[place]),
                    "part": piece.part,
                    "start": piece.start,
                    "end": piece.end,
                }
                for place in sorted(shown)
                for piece in shown[place].pieces
            ],
            claims=[claim_data(claim) for claim in parts.claims],
            replaced=self._replaced(parts, shown),
            states=ledger.ranges(),
            accounting=ledger.counts() | {"tokens": tokens},
            omissions=ledger.omissions(),
            budget=draft.budget.tokens,
            layout=draft.layout,
            prefix="\n".join(block for block in blocks[:2] if block),
            attachments=[
                attachment_data(self.at[place].id, int(path[place]), number, part)
                for place in sorted(set(raw))
                for number, part in enumerate(self.at[place].parts)
                if isinstance(part, Attachment)
            ],
            _ledger=ledger,
            _loaded={m.id: int(path[place]) for place, m in self.at.items() if m.id},
            _locate=locate,
        )

    def _replaced(self, parts: _Parts, shown: Mapping[int, Shown]) -> list[dict[str, Any]]:
        """Each mark that is shown, once, by the place of the old value."""
        found: dict[tuple[int, int, int], dict[str, Any]] = {}
        for place in sorted(shown):
            position = int(self.draft.field.path[place])
            for mark in self._marks(place):
                if any(covers(piece, mark) for piece in shown[place].pieces):
                    key = (position, mark.part, mark.start)
                    found[key] = mark_data(self.at[place].id, position, mark)
        for claim in parts.claims:
            at = dict(zip([s.message for s in claim.claim.spans], claim.positions, strict=True))
            for message, mark in claim_marks(claim, self.draft.replaced):
                key = (at[message], mark.part, mark.start)
                found.setdefault(key, mark_data(message, at[message], mark))
        return [found[key] for key in sorted(found)]


def _on_path(field: Field, positions: Collection[int]) -> list[int]:
    """Places of those positions that stand on the path: a view's folds have sources beside it."""
    if not positions:
        return []
    places = field.places(np.array(sorted(positions), np.int64))
    return [place for place in places.tolist() if place >= 0]


def _once(claims: Sequence[MapClaim]) -> list[MapClaim]:
    """Claims whose line has not been said by one before: the map has no room for echoes."""
    found: dict[str, MapClaim] = {}
    for claim in claims:
        found.setdefault(claim.line.casefold(), claim)
    return list(found.values())
