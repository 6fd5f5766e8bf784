"""What an erasure takes: found by following the sources of everything, and told as a plan."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Final

from infold.core.messages import Message
from infold.core.scope import Scope
from infold.core.wording import counted
from infold.engine.blocked import owner_of
from infold.engine.erase_atoms import Atoms
from infold.engine.erase_dropped import with_folds
from infold.engine.erase_merges import follow, said_again, said_of_merges
from infold.engine.merged_facts import members_of
from infold.errors import NotFound
from infold.memory.erasing import EraseItem, EraseKind, ErasePlan, RecordKind
from infold.memory.repeats import Repeats, beginnings
from infold.store.erasure_protocol import CopyRow
from infold.store.fact_protocol import FactRow, FactState
from infold.store.protocol import Reader

if TYPE_CHECKING:
    from infold.engine.memory import Infold

__all__ = ["Found", "Target", "find", "said_in_messages"]

_MOST_READ: Final = 20_000
"""Messages that are read for what answers elsewhere repeat; of more, nothing is looked for."""
_MOST_CHARACTERS: Final = 400_000
"""So much of their texts is read, the beginning of each; about two seconds' work."""
_MOST_OF_ONE: Final = 100_000
"""So much of a single text."""
_CHUNK: Final = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What is to be erased.

    Attributes:
        kind: What it is.
        record: Its id; empty for a user.
        scope: Whose; of a user narrowed to an agent or session where these are named.
        messages: Whether messages go, or facts alone.
    """

    kind: EraseKind
    record: str
    scope: Scope
    messages: bool

    @property
    def is_whole(self) -> bool:
        """Whether nothing of the user is to be left."""
        narrow = self.scope.agent is not None or self.scope.session is not None
        return self.kind == "user" and self.messages and not narrow


@dataclass(slots=True, kw_only=True)
class Found:
    """What goes.

    Attributes:
        plan: The same, told.
        conversations: Ids of conversations that go whole.
        messages: Conversation → messages that are emptied, by position.
        facts: Ids of facts that go; of a user none, since all of the scope go.
        drawn: Ids of merges that go because they drew on one of these.
        back: Ids of facts that stay, and hold again by themselves: such a merge stood for them.
        loosened: Ids of facts that stay, and stand on messages that go, too.
        blobs: Digests of images and files that nothing refers to any more.
    """

    plan: ErasePlan
    conversations: list[str] = field(default_factory=list)
    messages: dict[str, list[Message]] = field(default_factory=dict)
    facts: list[str] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)
    back: list[str] = field(default_factory=list)
    loosened: list[str] = field(default_factory=list)
    blobs: list[str] = field(default_factory=list)


def said_in_messages(reader: Reader, scope: Scope, fact: int) -> list[str]:
    """Ids of the messages that a fact was ever said in, by its number; each once, sorted."""
    events = reader.fact_events(scope, fact)
    return sorted({span.message for event in events for span in event.sources})


def find(memory: Infold, reader: Reader, target: Target, *, listed: bool = True) -> Found:
    """Find what an erasure takes. Linear in what is erased; answers are looked through for repeats.

    Args:
        memory: The open store.
        reader: The snapshot.
        target: What is to go.
        listed: Whether the plan names each fact of a user; else they are only counted, however
            many there are.

    Raises:
        NotFound: The record is not in this scope.
    """
    return _Search(memory=memory, reader=reader, target=target, listed=listed).found()


@dataclass(slots=True, kw_only=True)
class _Search:
    """One search for what goes, in one snapshot."""

    memory: Infold
    reader: Reader
    target: Target
    listed: bool = True
    reasons: dict[tuple[RecordKind, str], str] = field(default_factory=dict)
    conversations: list[str] = field(default_factory=list)
    messages: defaultdict[str, dict[int, Message]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    facts: dict[str, None] = field(default_factory=dict)
    drawn: tuple[str, ...] = ()
    back: tuple[str, ...] = ()
    loosened: dict[str, None] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    _atoms: Atoms = field(init=False)

    def __post_init__(self) -> None:
        self._atoms = Atoms(self.reader, self.everywhere)

    @property
    def everywhere(self) -> Scope:
        return Scope(space=self.target.scope.space, user=self.target.scope.user)

    def found(self) -> Found:
        target = self.target
        match target.kind:
            case "user":
                self._user()
            case "conversation":
                self._conversation()
            case "message":
                self._message()
            case "fact":
                self._fact(target.record)
        if target.kind != "user":
            self._merged()
        if not target.is_whole:
            self._repeats()
        if target.kind != "user":
            self._merged()  # answers that repeat it may have said facts of their own
            self._tell_merged()
        blobs = self._blobs()
        counts = self._counts(blobs)
        owner = owner_of(self.memory.secret, target.scope.user)
        plan = ErasePlan(
            kind=target.kind,
            record=target.record,
            user=target.scope.user,
            agent=target.scope.agent,
            session=target.scope.session,
            messages=target.messages,
            items=tuple(
                EraseItem(kind=kind, id=id_, reason=reason)
                for (kind, id_), reason in self.reasons.items()
            ),
            back=tuple(
                EraseItem(kind="fact", id=one, reason="a merge that goes stood for it")
                for one in self.back
            ),
            counts=counts,
            copies=tuple(
                told(copy)
                for copy in self.reader.copies(target.scope.space, owner)
                if self._may_hold(copy)
            ),
            notes=tuple(self.notes),
        )
        return Found(
            plan=plan,
            conversations=self.conversations,
            messages={
                conversation: [by_position[at] for at in sorted(by_position)]
                for conversation, by_position in self.messages.items()
                if by_position
            },
            # Those of a user go by their scope.
            facts=[] if target.kind == "user" else list(self.facts),
            drawn=list(self.drawn),
            back=list(self.back),
            loosened=list(self.loosened),
            blobs=blobs,
        )

    # ------------------------------------------------------------ what was asked for

    def _user(self) -> None:
        scope, after = self.target.scope, 0
        while self.listed and (found := self.reader.facts(scope, after=after, limit=_CHUNK)):
            after = found[-1].number
            for fact in found:
                self._take_fact(fact.fact.id, "it is known of the user")
        rows = self.reader.conversations(scope)
        if self.target.messages:
            for row in rows:
                self._take_conversation(row.id, "it is the user's")
        elif rows:
            self.notes.append(
                f"Only what was remembered goes; what stays: {counted(len(rows), 'conversation')}."
            )

    def _conversation(self) -> None:
        scope, record = self.target.scope, self.target.record
        if self.reader.conversation(scope, record) is None:
            raise NotFound(
                f"No conversation {record:.60} in this scope.",
                records=[record],
                hint="infold list shows the conversations of this user.",
            )
        if self.target.messages:
            self._take_conversation(record, "it was asked for")
        for fact in self.reader.facts_standing_in(self.everywhere, record):
            self._take_fact_from(fact, gone=lambda place: place[0] == record)

    def _message(self) -> None:
        record = self.target.record
        places = self.reader.locate(self.target.scope, [record])
        if record not in places:
            raise NotFound(
                f"No message {record:.60} in this scope.",
                records=[record],
                hint="infold show CONVERSATION --json lists the ids of its messages.",
            )
        self._take_messages(*places[record], "it was asked for")

    def _fact(self, record: str) -> None:
        scope = self.target.scope
        state = self.reader.fact_state(scope, record)
        if state is None:
            raise NotFound(
                f"No fact {record:.60} in this scope.",
                records=[record],
                hint="infold facts shows the facts of this user.",
            )
        self._take_fact(record, "it was asked for")
        if not self.target.messages:
            return
        said_in = said_in_messages(self.reader, self.everywhere, state.number)
        for conversation, position in self.reader.locate(self.everywhere, said_in).values():
            self._take_messages(conversation, position, "a fact that goes was said in it")

    # ------------------------------------------------------------ what follows

    def _take_fact(self, fact: str, reason: str) -> None:
        self.facts[fact] = None
        self.reasons.setdefault(("fact", fact), reason)

    def _take_fact_from(self, fact: str, *, gone: Callable[[tuple[str, int]], bool]) -> None:
        """Take a fact if all that said it goes; else it only lets go of that."""
        state = self.reader.fact_state(self.everywhere, fact)
        if state is None or fact in self.facts:
            return
        while members := members_of(self.reader, self.everywhere, state.id):
            # Its words are those of its members, which are looked at by themselves; what was said
            # again of it was said of one of them.
            self.loosened[state.id] = None
            below = said_again(self.reader, self.everywhere, state, members)
            said = self.reader.locate(self.everywhere, below.said).values()
            under = self._state(below.heir) if any(gone(place) for place in said) else None
            if under is None or under.id in self.facts:
                return
            state = under
        said_in = said_in_messages(self.reader, self.everywhere, state.number)
        said_in += said_of_merges(self.reader, self.everywhere, state)
        places = self.reader.locate(self.everywhere, said_in)
        if all(gone(place) for place in places.values()):
            self._take_fact(state.id, "all that said it goes")
            self.loosened.pop(state.id, None)
        else:
            self.loosened[state.id] = None

    def _take_conversation(self, conversation: str, reason: str) -> None:
        self.conversations.append(conversation)
        self.reasons["conversation", conversation] = reason

    def _take_messages(self, conversation: str, position: int, reason: str) -> None:
        """Take a message, with the calls and results that it cannot stand without."""
        taken = self.messages[conversation]
        if position in taken or conversation in self.conversations:
            return
        found = self.reader.messages(self.everywhere, conversation, [position])
        if found[0].calls or found[0].answers:
            members = self._atoms.members(conversation, position)
            found = self.reader.messages(self.everywhere, conversation, members)
        for message in found:
            why = reason if message.position == position else "it belongs to the same tool call"
            if self.target.messages:
                taken[message.position] = message
                self.reasons["message", message.id] = why
        ids = [message.id for message in found]
        gone = {(conversation, message.position) for message in found}
        gone |= {(one, at) for one, some in self.messages.items() for at in some}
        for fact in self.reader.facts_from(self.everywhere, ids):
            self._take_fact_from(fact, gone=gone.__contains__)

    def _merged(self) -> None:
        """Take what a merge that goes stands for, and find the merges that drew on what goes."""
        found = follow(self.reader, self.everywhere, self.facts)
        for member in found.inside:
            self._take_fact(member, "a merge that goes stands for it")
        self.drawn, self.back = found.drawn, found.back

    def _tell_merged(self) -> None:
        for merge in self.drawn:
            self.reasons["fact", merge] = "it was merged from a fact that goes"
            self.loosened.pop(merge, None)

    def _state(self, fact: str) -> FactState | None:
        return self.reader.fact_state(self.everywhere, fact)

    # ------------------------------------------------------------ answers that repeat it

    def _repeats(self) -> None:
        """Take answers that say what nothing says that stays."""
        gone = list(islice(self._texts_that_go(), _MOST_READ + 1))
        if len(gone) > _MOST_READ:
            self.notes.append("Answers elsewhere that repeat it were not looked for: it is long.")
            return
        some = list(_some(text for _, text in gone))
        if sum(map(len, some)) < sum(len(text) for _, text in gone):
            self.notes.append(
                "Answers elsewhere that repeat it were looked for by its beginning only: it is "
                "long."
            )
        repeats = Repeats(
            some,
            said=_some(text for source, text in gone if source in ("fact", "user")),
            values=_some(text for source, text in gone if source == "value"),
        )
        if not repeats:
            return
        answers = [
            (conversation, message.position, message.text)
            for conversation, message in self._that_stay()
            if message.role == "assistant" and repeats.in_text(message.text)
        ]
        if not answers:
            return
        # Only now is it worth reading all that might have told them the same.
        for _, message in self._that_stay():
            if message.role != "assistant":
                repeats.known_from(message.text)
        for row in self.reader.facts(self.everywhere):
            if not self._goes(row):
                repeats.known_from(row.fact.text)
        found = [(one, at) for one, at, text in answers if repeats.in_text(text)]
        if self.target.messages:
            for conversation, position in found:
                self._take_messages(conversation, position, "it repeats what goes")
        elif found:
            self.notes.append(
                f"{counted(len(found), 'answer')} that repeat it stay; erase the messages as well "
                "to be rid of them."
            )

    def _goes(self, row: FactRow) -> bool:
        if self.target.kind != "user":
            return row.fact.id in self.facts or row.fact.id in self.drawn
        scope = self.target.scope
        return scope.agent in (None, row.agent) and scope.session in (None, row.session)

    def _texts_that_go(self) -> Iterator[tuple[str, str]]:
        """What it is: a fact, its value, or the role of who said it; and the text."""
        for fact in () if self.target.kind == "user" else self.facts:
            row = self.reader.fact(self.everywhere, fact)
            if row is not None:
                yield from _of_fact(row)
        after, scope = 0, self.target.scope
        while self.target.kind == "user" and (
            found := self.reader.facts(scope, after=after, limit=_CHUNK)
        ):
            after = found[-1].number
            for row in found:
                yield from _of_fact(row)
        for name, by_position in self.messages.items():
            said = with_folds(self.reader, self.everywhere, name, list(by_position.values()))
            yield from ((message.role, message.text) for message in said)
        for conversation in self.conversations:
            for message in _all(self.reader, self.everywhere, conversation):
                if message.role != "assistant":
                    yield message.role, message.text

    def _that_stay(self) -> Iterator[tuple[str, Message]]:
        for row in self.reader.conversations(self.everywhere):
            if row.id in self.conversations:
                continue
            taken = self.messages.get(row.id, {})
            for message in _all(self.reader, self.everywhere, row.id):
                # With facts alone, the messages that said them stay, and are no other source.
                if message.position not in taken:
                    yield row.id, message

    # ------------------------------------------------------------ counts

    def _may_hold(self, copy: CopyRow) -> bool:
        """Whether a copy can hold anything of what goes; one of all conversations has facts too."""
        held = {*self.conversations, *(one for one, some in self.messages.items() if some)}
        return not copy.conversations or not held.isdisjoint(copy.conversations)

    def _blobs(self) -> list[str]:
        """Attachments to which only what goes refers."""
        if self.target.is_whole:
            return self.reader.blobs(self.everywhere)
        if not (self.conversations or any(self.messages.values())):
            return []
        gone = set(self.conversations)
        return sorted(
            digest
            for digest, places in self.reader.attached(self.everywhere).items()
            if all(one in gone or at in self.messages.get(one, {}) for one, at in places)
        )

    def _counts(self, blobs: Sequence[str]) -> dict[RecordKind, int]:
        reader, everywhere = self.reader, self.everywhere
        counts: Counter[str] = Counter(
            reader.counted(everywhere, self.conversations, whole=self.target.is_whole)
        )
        counts["attachment"] = len(blobs)
        if self.target.kind == "user":
            counts["fact"], counts["event"] = reader.facts_to_erase(self.target.scope)
        else:
            states = [self._state(fact) for fact in (*self.facts, *self.drawn)]
            counts["fact"] = len(states)
            counts["event"] = sum(state.standing.events for state in states if state)
        counts["conversation"] = len(self.conversations)
        records = [*self.facts, *self.drawn]
        for conversation, by_position in self.messages.items():
            positions = sorted(by_position)
            ids = [by_position[at].id for at in positions]
            placed = reader.placements(everywhere, conversation)
            units = sorted({placed[at] for at in positions if at in placed})
            folds = reader.folds_on(everywhere, conversation, ids)
            marks = reader.marks_on(everywhere, conversation, positions)
            for fold in folds:
                self.reasons["fold", fold] = "it drew on a message that goes; it is made anew"
                there = reader.fold(everywhere, fold)
                counts["claim"] += len(there[1].claims) if there else 0
            for mark in marks:
                self.reasons["mark", mark] = "it marks a message that goes"
            counts["fold"] += len(folds)
            counts["mark"] += len(marks)
            counts["merge"] += reader.merges_on(everywhere, conversation, units)
            counts["supersession"] += reader.supersessions_on(everywhere, conversation, ids)
            counts["message"] += len(positions)
            records += ids
        if not self.target.is_whole:
            counts["reply"] += len(reader.replies_to(everywhere, records)) if records else 0
        return {kind: count for kind, count in counts.items() if count}  # type: ignore[misc]  # named by kind


def told(copy: CopyRow) -> str:
    """A copy in words, as plans and receipts name it."""
    what = "backup" if copy.kind == "backup" else "export"
    return f"{what} {copy.path or '(standard output)'}, {copy.at.isoformat()}"


def _of_fact(row: FactRow) -> Iterator[tuple[str, str]]:
    yield "fact", row.fact.text
    if row.fact.value:
        yield "value", row.fact.value


def _some(texts: Iterable[str]) -> Iterator[str]:
    return beginnings(texts, most=_MOST_CHARACTERS, of_one=_MOST_OF_ONE)


def _all(reader: Reader, scope: Scope, conversation: str) -> Iterator[Message]:
    """All messages of a conversation, some hundred in memory; folds tell what was dropped."""
    first = 0
    while found := reader.messages(scope, conversation, first=first, last=first + _CHUNK - 1):
        yield from with_folds(reader, scope, conversation, found)
        first += _CHUNK
