"""Hiding what is to be erased, removing its rows, and what stays on record."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final, cast

from infold.core.forward import ForwardRow
from infold.core.ids import content_hash
from infold.core.messages import Message
from infold.core.scope import Scope
from infold.errors import IntegrityError
from infold.store import rows as convert
from infold.store.erasing_facts import FactErasureReads, FactErasureWrites
from infold.store.erasure_protocol import CopyRow, ErasureRow, ErasureState, Waiting
from infold.store.queries import SQL

CONTENT: Final[Mapping[str, tuple[str, ...]]] = {
    "messages": ("parts", "author", "source"),
    "conversations": ("key", "title"),
    "wires": (),
    "forward": ("terms", "author"),
    "vectors": ("vector",),
    "segments": ("data",),
    "placements": (),
    "merges": (),
    "folds": ("fault",),
    "claims": ("text",),
    "spans": (),
    "supersessions": ("old_value", "new_value", "old_text", "new_text"),
    "linked": (),
    "marks": ("text", "label", "evidence"),
    "views": ("name",),
    "view_folds": ("flag",),
    "changes": ("name", "data"),
    "node_settings": ("name", "value"),
    "asked": (),
    "materials": ("name", "pages"),
    "episodes": ("participants",),
    "hearings": ("fault",),
    "blobs": ("data",),
    "replies": ("key", "request"),
    "jobs": ("error", "subject"),
    "facts": ("text", "value", "subject", "attribute"),
    "fact_events": ("data",),
    "fact_spans": (),
    "fact_states": (),
    "fact_totals": (),
    "fact_terms": ("terms",),
    "fact_vectors": ("vector",),
    "sweeps": ("reached",),
    "sweep_facts": (),
    "evictions": ("data",),
    "scopes": (),
}
"""Tables with rows of users, and their columns that hold words of people or follow from these."""

_ALSO: Final = (("scopes", "user_id"), ("copies", "path"), ("erasures", "data"))
"""Columns that may hold a user's name rightly: one who came back, an export that is named so."""
OF_A_CONVERSATION: Final = (
    *("segments", "vectors", "forward", "messages", "wires", "placements", "merges", "claims"),
    *("spans", "folds", "supersessions", "linked", "marks", "view_folds", "views", "changes"),
    *("node_settings", "asked", "materials", "episodes", "hearings", "evictions"),
)
OF_A_USER: Final = (
    *("facts", "fact_events", "fact_spans", "fact_states", "fact_totals", "fact_terms"),
    *("fact_vectors", "replies", "sweeps", "sweep_facts"),
)
"""Removed with a whole user, beside conversations and blobs; the user's own row goes last."""
_IN_CHUNKS: Final = frozenset(OF_A_USER) - {"sweeps", "sweep_facts"}
"""Of these those that wait, and are removed some hundred rows a transaction."""
_COUNTED: Final = {
    "messages": "message",
    "folds": "fold",
    "claims": "claim",
    "merges": "merge",
    "supersessions": "supersession",
    "marks": "mark",
    "views": "view",
    "changes": "change",
    "materials": "material",
    "vectors": "vector",
    "segments": "segment",
}
_COUNTED_OF_USER: Final = {
    "replies": "reply",
    "jobs": "job",
}
_OF_NUMBERS: Final = """
SELECT count(*) FROM TABLE_
WHERE space_id = ? AND user_id = ? AND conversation IN (SELECT value FROM json_each(?))
"""
_OF_USER: Final = "SELECT count(*) FROM TABLE_ WHERE space_id = ? AND user_id = ?"
_SOME: Final = """
SELECT rowid COLUMNS_ FROM TABLE_ WHERE space_id = ? AND user_id = ? AND conversation = ? LIMIT ?
"""
_SOME_OF_USER: Final = "SELECT COLUMNS_ FROM TABLE_ WHERE space_id = ? AND user_id = ? LIMIT ?"
_DROP: Final = "DELETE FROM TABLE_ WHERE rowid IN (SELECT value FROM json_each(?))"
_DROP_OF_USER: Final = "DELETE FROM TABLE_ WHERE space_id = ? AND user_id = ?"
_BEHIND: Final = "SELECT rowid, COLUMNS_ FROM TABLE_ WHERE rowid > ? ORDER BY rowid LIMIT ?"
_TABLES: Final = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
_COLUMNS: Final = "PRAGMA table_info(TABLE_)"
_NUMBERS: Final = ("INT", "BIGINT", "FLOAT", "DOUBLE", "BOOLEAN")
_BEGIN: Final = "substr(data, 1, 4096)"


def _for(statement: str, table: str, columns: str = "") -> str:
    return statement.replace("TABLE_", table).replace("COLUMNS_", columns)


def _read(table: str) -> list[str]:
    """What is read of a table's content: of large blobs how they begin."""
    return [_BEGIN if (table, column) == ("blobs", "data") else column for column in CONTENT[table]]


class ErasureReads(FactErasureReads):
    """Reads of erasures and of what they would take."""

    __slots__ = ()

    def erasures(
        self, space: str, *, owner: str | None = None, erasure: str | None = None
    ) -> list[ErasureRow]:
        """Erasures by when they were hidden; those of one owner, or the one of an id."""
        return [_erasure(row) for row in self.rows(SQL["erasures"], (space, owner, erasure))]

    def waiting(self, scope: Scope, erasure: str) -> list[Waiting]:
        """What an erasure has hidden and not removed yet: replies, facts, conversations, blobs."""
        values = (scope.space, scope.user, erasure)
        return [
            Waiting(kind=kind, ref=ref, number=number)
            for kind, ref, number in self.rows(SQL["erasing"], values)
        ]

    def has_erased(self, scope: Scope, owner: str) -> bool:
        """Whether anything of an owner must not come back."""
        values = (scope.space, owner, scope.space, scope.user)
        return self.row(SQL["has_erased"], values) is not None

    def erased_among(self, scope: Scope, owner: str, hashes: Sequence[str]) -> set[str]:
        """Which of these must not come back: ids of records, or keyed hashes of texts."""
        wanted = convert.list_text(list(dict.fromkeys(hashes)))
        found = self.rows(SQL["erased_among"], (wanted, scope.space, owner))
        for statement in (SQL["erasing_among"], SQL["blank_among"], SQL["hidden_among"]):
            found += self.rows(statement, (wanted, scope.space, scope.user))
        return {row[0] for row in found}

    def blank_positions(self, scope: Scope, conversation: str) -> list[int]:
        """Positions whose message was erased, ascending."""
        number = self.number(scope, conversation)
        if number is None:
            return []
        values = (scope.space, scope.user, number)
        return [row[0] for row in self.rows(SQL["blank_positions"], values)]

    def copies(self, space: str, owner: str) -> list[CopyRow]:
        """Copies of an owner's records that left the store, and of the whole store, by time."""
        return [
            CopyRow(
                kind=kind,
                path=convert.text(path),
                at=datetime.fromisoformat(at),
                conversations=tuple(json.loads(conversations)),
            )
            for _, _, kind, path, at, conversations in self.rows(SQL["copies"], (space, owner))
        ]

    def counted(
        self, scope: Scope, conversations: Sequence[str], *, whole: bool = False
    ) -> dict[str, int]:
        """How many records of each kind hang on these conversations."""
        space, user = scope.space, scope.user
        found = [self.number(scope, one) for one in conversations]
        numbers = convert.list_text([one for one in found if one is not None])
        counts = {
            kind: int(self.rows(_for(_OF_NUMBERS, table), (space, user, numbers))[0][0])
            for table, kind in _COUNTED.items()
        }
        for table, kind in _COUNTED_OF_USER.items() if whole else ():
            counts[kind] = int(self.rows(_for(_OF_USER, table), (space, user))[0][0])
        return counts

    def facts_standing_in(self, scope: Scope, conversation: str) -> list[str]:
        """Ids of facts that stand on a message of a conversation, in order of entry."""
        values = (scope.space, scope.user, conversation)
        return [row[1] for row in self.rows(SQL["facts_standing_in"], values)]

    def attached(self, scope: Scope) -> dict[str, list[tuple[str, int]]]:
        """Digest of each attachment → (conversation, position) of the messages that refer to it.

        Materials refer to theirs from position -1, which no message has.
        """
        found: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
        for conversation, position, parts in self.rows(SQL["attaching"], (scope.space, scope.user)):
            for part in json.loads(convert.text(parts)):
                if part[0] == "attachment" and part[3]:
                    found[part[3]].append((conversation, position))
        for conversation, digest in self.rows(
            SQL["attaching_materials"], (scope.space, scope.user)
        ):
            found[digest].append((conversation, -1))
        return dict(found)

    def folds_on(self, scope: Scope, conversation: str, messages: Sequence[str]) -> list[str]:
        """Ids of the folds, in any state, that have one of these messages among their sources."""
        return [row[1] for row in self._folds_on(scope, conversation, messages)]

    def _folds_on(self, scope: Scope, conversation: str, messages: Sequence[str]) -> list[Any]:
        wanted = convert.list_text(list(messages))
        number = self.number(scope, conversation)
        return self.rows(SQL["folds_on"], (scope.space, scope.user, number, wanted))

    def merges_on(self, scope: Scope, conversation: str, units: Sequence[int]) -> int:
        """How many merges joined one of these units."""
        return len(self._merges_on(scope, conversation, units))

    def _merges_on(self, scope: Scope, conversation: str, units: Sequence[int]) -> list[Any]:
        wanted = convert.list_text(list(units))
        number = self.number(scope, conversation)
        return self.rows(SQL["merges_on"], (scope.space, scope.user, number, wanted, wanted))

    def supersessions_on(self, scope: Scope, conversation: str, messages: Sequence[str]) -> int:
        """How many records of replaced values point into one of these messages."""
        number = self.number(scope, conversation)
        values = (scope.space, scope.user, number, convert.list_text(list(messages)))
        return int(self.rows(SQL["supersessions_on"], values)[0][0])

    def marks_on(self, scope: Scope, conversation: str, positions: Sequence[int]) -> list[str]:
        """Ids of marks of any state on these positions."""
        number = self.number(scope, conversation)
        values = (scope.space, scope.user, number, convert.list_text(list(positions)))
        return [row[1] for row in self.rows(SQL["marks_on"], values)]

    def replies_to(self, scope: Scope, records: Sequence[str]) -> list[str]:
        """Idempotency keys whose reply names one of these records."""
        values = (scope.space, scope.user, convert.list_text(list(records)))
        return [convert.text(row[0]) for row in self.rows(SQL["replies_to"], values)]

    def content_columns(self) -> list[tuple[str, str]]:
        """(table, column) of everything that can hold words of people, or what follows of them."""
        own = [(table, column) for table, columns in CONTENT.items() for column in columns]
        return [*own, *_ALSO]

    def other_columns(self) -> list[tuple[str, str]]:
        """(table, column) of all other words: names of kinds, ids, and those of the tables."""
        tables = [row[0] for row in self.rows(_TABLES, ())]
        known = set(self.content_columns())
        return [("sqlite_schema", "sql")] + [
            (table, name)
            for table in tables
            for _, name, kind, *_ in self.rows(_for(_COLUMNS, table), ())
            if (table, name) not in known and not kind.startswith(_NUMBERS)
        ]

    def content_of(self, table: str, column: str, *, after: int, limit: int) -> list[Any]:
        """(rowid, value) of a column behind a rowid, of all spaces and users."""
        return self.rows(_for(_BEHIND, table, column), (after, limit))


class ErasureWrites(FactErasureWrites):
    """Changes that remove content for good."""

    __slots__ = ()

    def add_erasure(self, row: ErasureRow, space: str) -> ErasureRow:
        """Add an erasure; it comes back with its number."""
        last = self.rows(SQL["last_erasure"], (space, row.owner))[0][0]
        row = replace(row, number=int(last) + 1)
        values = _values(row)
        self.run(
            SQL["add_erasure"], (space, row.owner, row.number, *values, convert.checksum(values))
        )
        return row

    def save_erasure(self, row: ErasureRow, space: str) -> None:
        """Replace what changes of an erasure."""
        values = _values(row)
        (_, _, _, state, _, gone, _, counts, data, sealed, name, attempts) = values
        self.run(
            SQL["save_erasure"],
            (
                state, gone, counts, data, sealed, name, attempts, convert.checksum(values), space,
                row.owner, row.number,
            ),
        )  # fmt: skip

    def block(self, scope: Scope, owner: str, erasure: str, hashes: Sequence[str]) -> None:
        """Let these never come back: ids of records, keyed hashes of texts."""
        self.run_each(
            SQL["add_erased"],
            ((scope.space, owner, one, erasure) for one in dict.fromkeys(hashes)),
        )

    def let_back(self, space: str, owner: str, erasure: str) -> int:
        """Take back what `block` did for an erasure; how many hashes that were."""
        return self.run(SQL["let_back"], (space, owner, erasure)).rowcount

    def hide_conversation(self, scope: Scope, conversation: str, erasure: str) -> None:
        """Hide a conversation with all that hangs on it: one row goes, that all others need."""
        space, user = scope.space, scope.user
        number = self.the_number(scope, conversation)
        self.run(SQL["add_erasing"], (space, user, "conversation", conversation, number, erasure))
        self.run(SQL["hide_conversation"], (space, user, number))
        self.run(SQL["drop_jobs_of"], (space, user, conversation))
        self._numbers.pop((scope, conversation), None)

    def hide_conversations(self, scope: Scope, erasure: str) -> None:
        """Hide all conversations of a user in one go."""
        where = (scope.space, scope.user)
        self.run(SQL["hide_conversations"], (erasure, *where))
        self.run(SQL["drop_conversations"], where)
        self._numbers.clear()

    def hide_blob(self, scope: Scope, digest: str, erasure: str) -> None:
        """Hide the bytes of an attachment."""
        self.run(SQL["add_erasing"], (scope.space, scope.user, "blob", digest, 0, erasure))

    def remove_rows(self, scope: Scope, table: str, number: int, limit: int) -> list[Any]:
        """Remove rows of a hidden conversation; what they held (`CONTENT`), row by row."""
        assert table in OF_A_CONVERSATION
        columns = "".join(f", {column}" for column in _read(table))
        if table == "messages":
            columns += ", id"
        values = (scope.space, scope.user, number, limit)
        found = self.rows(_for(_SOME, table, columns), values)
        self.run(_for(_DROP, table), (convert.list_text([row[0] for row in found]),))
        return [row[1:] for row in found]

    def remove_blob(self, scope: Scope, digest: str) -> bytes:
        """Remove the bytes of a hidden attachment; how they begin."""
        row = self.row(SQL["blob_hidden"], (scope.space, scope.user, digest))
        self.run(SQL["drop_blob"], (scope.space, scope.user, digest))
        return b"" if row is None else bytes(row[0])

    def done_waiting(self, scope: Scope, one: Waiting) -> None:
        """Record that nothing is left of it."""
        values = (scope.space, scope.user, one.kind, one.ref, one.number)
        self.run(SQL["drop_erasing"], values)

    def remove_user(self, scope: Scope, limit: int) -> list[tuple[str, list[Any]]]:
        """Remove what of a user is neither said nor known; for each table what some held."""
        found = []
        for table in OF_A_USER:
            if table in _IN_CHUNKS:
                continue
            if columns := ", ".join(_read(table)):
                values = (scope.space, scope.user, limit)
                found.append((table, self.rows(_for(_SOME_OF_USER, table, columns), values)))
            self.run(_for(_DROP_OF_USER, table), (scope.space, scope.user))
        self.run(SQL["drop_jobs_of"], (scope.space, scope.user, None))
        # Sweeps of the whole space remember how far they came by a user's name.
        reached = convert.list_text([scope.user])
        self.run(SQL["forget_reached"], (scope.space, reached))
        return found

    def drop_user(self, scope: Scope) -> bool:
        """Forget the user's name where nothing of the user is left; whether that is so."""
        gone = self.rows(SQL["drop_scope"], (scope.space, scope.user))
        if gone:
            self.run(SQL["raise_epochs"], (gone[0][0], scope.space))
        return bool(gone)

    def blank_message(
        self, scope: Scope, conversation: str, message: Message, forward: ForwardRow
    ) -> None:
        """Empty a message: its position, id and role stay. `message` is as it is afterwards."""
        space, user = scope.space, scope.user
        key = (space, user, self.the_number(scope, conversation), message.position)
        values = convert.message_values(
            message.id, message.position, message.role, None, None, "", 0, "[]"
        )
        self.run(SQL["blank_message"], (content_hash(message), convert.checksum(values), *key))
        # Times and names of episodes are those of their messages: the next job makes them anew.
        self.run(SQL["drop_episodes"], (*key[:3], 0))
        self.run(
            SQL["blank_forward"],
            (forward.author, forward.at, forward.tokens, forward.flags, forward.terms, *key),
        )

    def blank_vector(
        self, scope: Scope, conversation: str, position: int, embedder: str, vector: bytes
    ) -> None:
        """Replace the vector of an emptied message, where it has one; others' embedders' go."""
        key = (scope.space, scope.user, self.the_number(scope, conversation))
        self.run(SQL["set_vector"], (vector, *key, embedder, position))
        self.run(SQL["drop_other_vectors"], (*key, position, embedder))

    def drop_folds_on(
        self, scope: Scope, conversation: str, messages: Sequence[str]
    ) -> list[tuple[str, list[str]]]:
        """Remove the folds that have one of these as a source: (id, what its claims said)."""
        key = (scope.space, scope.user, self.the_number(scope, conversation))
        wanted = convert.list_text(list(messages))
        out = []
        for number, identity, _ in self.rows(SQL["folds_on"], (*key, wanted)):
            said = self.rows(SQL["claims"], (convert.list_text([number]), *key))
            out.append((identity, [convert.text(row[4]) for row in said]))
            for statement in (
                SQL["drop_view_fold"],
                SQL["drop_spans"],
                SQL["drop_claims"],
                SQL["drop_fold"],
            ):
                self.run(statement, (*key, number))
        return out

    def blank_merges(self, scope: Scope, conversation: str, units: Sequence[int]) -> int:
        """Remove the scores of merges that joined one of these units; how many there are."""
        key = (scope.space, scope.user, self.the_number(scope, conversation))
        wanted = convert.list_text(list(units))
        found = self.rows(SQL["merges_on"], (*key, wanted, wanted))
        self.run_each(SQL["blank_merge"], ((*key, row[0]) for row in found))
        return len(found)

    def drop_links(self, scope: Scope, conversation: str, messages: Sequence[str]) -> list[str]:
        """Remove all records of replaced values that a job derives anew; what they held."""
        key = (scope.space, scope.user, self.the_number(scope, conversation))
        gone = set(messages)
        held = [
            convert.text(text)
            for row in self.rows(SQL["supersessions"], (*key, 0))
            if gone.intersection((row[2], row[6]))
            for text in row[12:16]
        ]
        self.run(SQL["drop_unkept_supersessions"], (*key, convert.list_text(list(messages))))
        self.run(SQL["drop_linked"], key)
        return held

    def drop_marks_on(
        self, scope: Scope, conversation: str, positions: Sequence[int]
    ) -> list[tuple[str, list[str]]]:
        """Remove marks: (id, what they held)."""
        key = (scope.space, scope.user, self.the_number(scope, conversation))
        found = self.rows(SQL["marks_on"], (*key, convert.list_text(list(positions))))
        self.run_each(SQL["drop_mark"], ((*key, row[0]) for row in found))
        return [(row[1], [convert.text(text) for text in row[2:]]) for row in found]

    def drop_settings(self, scope: Scope, conversation: str, messages: Sequence[str]) -> None:
        """Remove settings of messages and those that name one, and how they were asked for."""
        key = (scope.space, scope.user, self.the_number(scope, conversation))
        wanted = convert.list_text(list(messages))
        self.run(SQL["drop_settings_of"], (*key, wanted, *key, wanted))
        self.run(SQL["drop_asked_of"], (*key, *key, wanted))

    def drop_segments(self, scope: Scope, conversation: str) -> None:
        """Remove all segments of a conversation."""
        number = self.the_number(scope, conversation)
        self.run(SQL["drop_segments"], (scope.space, scope.user, number))

    def forget_in_changes(
        self, scope: Scope, conversation: str, records: Sequence[str], messages: Sequence[str]
    ) -> None:
        """Take what steps did to these records, and the settings of messages, out of the steps."""
        key = (scope.space, scope.user, self.the_number(scope, conversation))
        gone, emptied = set(records), set(messages)
        for at, data in self.rows(SQL["change_data"], key):
            effects = json.loads(convert.text(data))
            kept = [one for one in effects if not _speaks_of(one, gone, emptied)]
            if kept != effects:
                self.run(SQL["set_change_data"], (convert.list_text(kept), *key, at))

    def drop_replies(self, scope: Scope, records: Sequence[str]) -> list[str]:
        """Remove idempotency replies that name one of these records; their keys."""
        wanted = convert.list_text(list(records))
        found = self.rows(SQL["replies_to"], (scope.space, scope.user, wanted))
        keys = [convert.text(row[0]) for row in found]
        self.run_each(SQL["drop_reply"], ((scope.space, scope.user, one) for one in keys))
        return keys

    def drop_jobs_of(self, scope: Scope, subject: str | None) -> int:
        """Remove jobs of a user, or those of one subject; never those that erase."""
        return self.run(SQL["drop_jobs_of"], (scope.space, scope.user, subject)).rowcount

    def drop_fact_spans_of(self, scope: Scope, fact: int, messages: Sequence[str]) -> None:
        """Let a fact no longer point into these messages."""
        wanted = convert.list_text(list(messages))
        self.run(SQL["drop_fact_spans_of"], (scope.space, scope.user, fact, wanted))

    def add_copy(self, space: str, owner: str, copy: CopyRow) -> None:
        """Record that a copy left the store; an empty owner for one of the whole store."""
        values = (
            space, owner, copy.kind, copy.path, copy.at.isoformat(),
            convert.list_text(list(copy.conversations)),
        )  # fmt: skip
        self.run(SQL["add_copy"], values)


def _speaks_of(effect: Sequence[str], gone: set[str], emptied: set[str]) -> bool:
    """Whether an effect is about a record that is gone, or a setting that names an empty message.

    Wires and leaves of an empty message stay, and so does what steps did to them.
    """
    target, record, old, new = effect
    words = {*record.split(" "), *old.split(" "), *new.split(" ")}
    return not gone.isdisjoint(record.split(" ")) or (
        target == "setting" and not emptied.isdisjoint(words)
    )


def _values(row: ErasureRow) -> tuple[Any, ...]:
    """An erasure as its columns from its id on, without the checksum."""
    return (
        row.id,
        row.kind,
        row.record,
        row.state,
        row.hidden_at.isoformat(),
        "" if row.gone_at is None else row.gone_at.isoformat(),
        row.by,
        json.dumps(row.counts, sort_keys=True),
        json.dumps(row.data, sort_keys=True),
        row.sealed,
        row.name,
        row.attempts,
    )


def _erasure(row: convert.Row) -> ErasureRow:
    """An erasure from a row of `erasures`.

    Raises:
        IntegrityError: It is not what was written.
    """
    owner, number, *values, kept = row
    plain: list[Any] = [
        convert.text(one) if place != _SEALED and isinstance(one, bytes) else one
        for place, one in enumerate(values)
    ]
    convert.check(f"Erasure {values[0]!s:.40}", plain, kept)
    id_, kind, record, state, hidden, gone, by, counts, data, sealed, name, attempts = plain
    try:
        return ErasureRow(
            owner=owner,
            number=number,
            id=id_,
            kind=kind,
            record=record,
            state=cast(ErasureState, state),
            hidden_at=datetime.fromisoformat(hidden),
            gone_at=datetime.fromisoformat(gone) if gone else None,
            by=by,
            counts=json.loads(counts),
            data=json.loads(data),
            sealed=sealed,
            name=name,
            attempts=attempts,
        )
    except (ValueError, TypeError) as error:
        raise IntegrityError(
            f"Erasure {id_!s:.40} cannot be read ({error}).",
            hint="Run 'infold verify' to see what else is damaged.",
            records=[str(id_)],
        ) from error


_SEALED: Final = 9
"""Place of `sealed` among the values: bytes, not a text."""
