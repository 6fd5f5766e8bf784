"""Which texts of a conversation may be dropped: those for which a fold stands, and nothing else.

Read off the store as it is, in a plan's snapshot and again in the transaction that drops them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from infold.core.folds import BETWEEN_PHRASES, Fold
from infold.core.marks import MarkState
from infold.core.messages import Message, Text
from infold.core.scope import Scope
from infold.core.views import VIEW_STATES
from infold.engine.incoming_erased import says
from infold.fold.fidelity import judge
from infold.fold.forest import Forest, units_from_placements
from infold.fold.replacing import Replacements
from infold.fold.wanted import MUST_KEEP, read_wanted
from infold.store.protocol import ConversationRow, Reader
from infold.text.kinds import Kind

__all__ = ["Droppable", "covered_texts", "is_worked_on", "weighed"]

_MARKS: Final[tuple[MarkState, ...]] = ("suggested", "confirmed", "withdrawn")


@dataclass(frozen=True, slots=True, kw_only=True)
class Droppable:
    """The texts of one fold that may be dropped.

    Attributes:
        fold: The fold.
        messages: Those whose texts they are, by position.
        kept: Kind → hard facts of them that the fold holds; empty before `weighed`.
        lost: Kind → those that it does not hold.
    """

    fold: Fold
    messages: tuple[Message, ...]
    kept: Counter[Kind]
    lost: Counter[Kind]

    @property
    def tokens(self) -> int:
        """Of the texts."""
        return sum(message.tokens for message in self.messages)


def is_worked_on(reader: Reader, scope: Scope, row: ConversationRow) -> bool:
    """Whether views, settings, documents or answers asked for stand on what a conversation says."""
    return bool(
        reader.views(scope, row.id, VIEW_STATES)
        or reader.settings(scope, row.id)
        or reader.asked(scope, row.id)
        or reader.materials(scope, row.id)
        or any(one.state == "pending" for one in reader.hearings(scope, row.id))
    )


def covered_texts(reader: Reader, scope: Scope, row: ConversationRow) -> Iterator[Droppable]:
    """The texts for which a fold stands, by fold; what they hold is not weighed yet.

    A fold counts where it is ready, of the chat's own clusters, and current: its cluster's ready
    folds stand on all messages of the cluster. A text counts where a sentence of the fold comes
    from it and nothing else needs it. Linear in the conversation.
    """
    everywhere = Scope(space=scope.space, user=scope.user)
    folds = reader.folds(scope, row.id, ("ready", "pending"))
    placements = reader.placements(scope, row.id)
    forest = Forest.from_log(units_from_placements(placements), reader.merges(scope, row.id))
    of_root: dict[int, list[Fold]] = defaultdict(list)
    elsewhere: set[str] = set()
    for fold in folds:
        if (
            fold.method == "foreign"
            or fold.view
            or fold.state != "ready"
            or fold.root not in forest
        ):
            elsewhere.update(fold.sources)
        else:
            of_root[fold.root].append(fold)
    end = min(row.hot_from, row.heard_to, row.placed_to)
    stays = _stays(reader, scope, row)
    named = {
        source
        for one in reader.supersessions(scope, row.id)
        for source in (one.old.message, one.new.message)
    }
    for root, standing in sorted(of_root.items()):
        sources = [source for fold in standing for source in fold.sources]
        places = {name: place[1] for name, place in reader.locate(scope, sources).items()}
        if forest.find(root) != root or list(forest.expand(root)) != sorted(places.values()):
            continue
        for fold in standing:
            told = {position for one in fold.claims if one.level for position in one.positions}
            wanted = sorted(
                places[source]
                for source in fold.sources
                if places[source] in told
                and places[source] < end
                and places[source] not in stays
                and source not in named
                and source not in elsewhere
            )
            messages = [
                message
                for message in reader.messages(scope, row.id, wanted)
                if _is_plain(message) and not says([message.text], row.title)
            ]
            if messages and reader.facts_from(everywhere, [one.id for one in messages]):
                messages = [one for one in messages if not reader.facts_from(everywhere, [one.id])]
            if messages:
                yield Droppable(fold=fold, messages=tuple(messages), kept=Counter(), lost=Counter())


def _stays(reader: Reader, scope: Scope, row: ConversationRow) -> set[int]:
    """Positions of what people marked or quoted, and of what nothing answers or continues."""
    stays = {position for position, _ in reader.marks(scope, row.id, _MARKS)}
    answered: set[int] = set()
    for wire in reader.wires(scope, row.id):
        if wire.kind == "continue" and not wire.cut:
            answered.add(wire.parent)
        else:
            stays |= {wire.parent, wire.child}
    stays.update(at for at in range(row.messages) if at not in answered)
    return stays


def _is_plain(message: Message) -> bool:
    """Whether a message says something in plain text, and nothing that a claim cannot say."""
    return (
        message.role in ("user", "assistant")
        and bool(message.text.strip())
        and all(isinstance(part, Text) for part in message.parts)
    )


def weighed(one: Droppable, sources: Sequence[Message], replaced: Replacements) -> Droppable | None:
    """Count the hard facts of the texts that the fold holds, and those that would be lost.

    A text of which a decision, a rejection, a negation or an obligation is not in the fold stays,
    and so does one of which the fold says something without its status (law 7).

    Args:
        one: Of `covered_texts`.
        sources: All messages that its fold stands on, by position.
        replaced: What later ones of them replaced: a fold that shows it as current has inverted it.

    Returns:
        What may be dropped; None where nothing is left. Some 1.4 ms for each 50 words.
    """
    claims = [
        text
        for claim in one.fold.claims
        for text in ([claim.text] if claim.level else claim.text.split(BETWEEN_PHRASES))
    ]
    found = judge(read_wanted(sources, replaced), claims, sources, finds=lambda _: False).findings
    ours = {message.id for message in one.messages}
    stays: set[str] = set()
    kept: Counter[Kind] = Counter()
    lost: Counter[Kind] = Counter()
    for finding in found:
        if finding.wanted is None or finding.wanted.message not in ours:
            continue
        is_missing = finding.kind in MUST_KEEP and finding.outcome != "kept"
        if is_missing or finding.outcome == "inverted":
            stays.add(finding.wanted.message)
    for finding in found:
        if finding.wanted is None or finding.wanted.message not in ours - stays:
            continue
        (kept if finding.outcome == "kept" else lost)[finding.kind] += 1
    messages = tuple(message for message in one.messages if message.id not in stays)
    if not messages:
        return None
    return Droppable(fold=one.fold, messages=messages, kept=kept, lost=lost)
