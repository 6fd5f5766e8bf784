"""The calls of `Infold` that erase, and what can be asked of erasures afterwards."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from infold.core.facts import Fact
from infold.core.messages import Message
from infold.core.scope import Scope
from infold.engine import erase_plans, erasing, listing, removing
from infold.engine.blocked import owner_of
from infold.engine.erase_plans import Target
from infold.engine.opened import Opened
from infold.engine.removing_facts import remove_known
from infold.errors import NotFound, StoreError, UsageError
from infold.memory.erasing import ErasePlan
from infold.memory.receipts import EraseReceipt, is_genuine, receipt_from
from infold.memory.standing import KnownFact
from infold.store.erasure_protocol import CopyRow, ErasureRow
from infold.store.protocol import Reader

if TYPE_CHECKING:
    from infold.engine.chat import Chat
    from infold.engine.memory import Infold

__all__ = ["EraseCalls", "ReceiptCheck"]

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiptCheck:
    """What is to be said of a receipt.

    Attributes:
        is_genuine: This store signed it, and nobody changed it since.
        receipt: The erasure's present receipt; None where the store knows of no such erasure.
        faults: What does not agree with the store; none for a receipt that holds.
    """

    is_genuine: bool
    receipt: EraseReceipt | None
    faults: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether it is genuine, and nothing in the store speaks against it."""
        return self.is_genuine and self.receipt is not None and not self.faults


class EraseCalls(Opened):
    """What `infold.engine.memory.Infold` offers for erasure."""

    def plan_erase(
        self,
        what: str | Chat | Message | Fact | KnownFact | None = None,
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
        messages: bool | None = None,
    ) -> ErasePlan:
        """What an erasure would take; nothing is changed.

        Args:
            what: A conversation, a message or a fact, its id, or a conversation's name. Left out:
                all of the user.
            user: Whose.
            agent: Of a user, only what is of this agent.
            session: Of a user, only what is of this session.
            messages: Whether messages go. By default they do, but for a fact: of that, only what
                is remembered. With True the messages that said it go as well, and answers that
                repeat it.

        Returns:
            Each record with its reason, counts by kind, and copies that have left the store.

        Raises:
            NotFound: No such record of this user.
            UsageError: An agent or session was named for a single record.
        """
        target = self._target(what, user, agent, session, messages)
        with self.store.read() as reader:
            return erase_plans.find(self._memory(), reader, target).plan

    def erase(
        self,
        what: ErasePlan | str | Chat | Message | Fact | KnownFact | None = None,
        *,
        user: str | None = None,
        agent: str | None = None,
        session: str | None = None,
        messages: bool | None = None,
        by: str = "person",
    ) -> EraseReceipt:
        """Erase for good: from now on nothing shows it, in this program and in all others.

        There is no undo. The content of facts and single messages goes at once, whole conversations
        are hidden; a job (`run_job`, `infold worker`) removes their rows, rebuilds the file and
        looks for what was erased. The same source is not taken in again, by import, `add` or
        extraction; another user's same words stay.

        Args:
            what: A plan, or what `plan_erase` takes.
            user: Whose.
            agent: As for `plan_erase`.
            session: As for `plan_erase`.
            messages: As for `plan_erase`.
            by: Who asks for it, for the receipt.

        Returns:
            The receipt, at the stage `hidden`; `receipt` gives it again, at its present stage.

        Raises:
            NotFound: No such record of this user.
            StalePlan: Something has come or gone since the plan was made.
        """
        if isinstance(what, ErasePlan):
            plan = what
            target = Target(
                kind=plan.kind,
                record=plan.record,
                scope=self.scope(plan.user, agent=plan.agent, session=plan.session),
                messages=plan.messages,
            )
            row = erasing.erase(self._memory(), target, by=by, expected=plan.digest)
        else:
            target = self._target(what, user, agent, session, messages)
            row = erasing.erase(self._memory(), target, by=by)
        try:
            remove_known(self._memory(), row)
        except StoreError as error:
            # It is hidden, and the receipt is due; the job goes on from there.
            _log.warning("Not all of what was erased is removed yet: %s", error.message)
        return erasing.receipt_of(self._memory(), row)

    def finish_erasures(self, *, progress: Callable[[str, int], None] | None = None) -> int:
        """Do now what the erase job does: remove rows, rebuild the file, look through all files.

        Args:
            progress: Called with what is done and a count so far.

        Returns:
            How many erasures are gone now that were not before. Where a reader is in the way it is
            none: the receipts say so, and the job tries again.
        """
        return removing.finish(self._memory(), progress=progress)

    def receipt(self, erasure: str | EraseReceipt) -> EraseReceipt:
        """The receipt of an erasure, at its present stage.

        Raises:
            NotFound: This store knows of no such erasure.
        """
        identity = erasure.id if isinstance(erasure, EraseReceipt) else erasure
        with self.store.read() as reader:
            rows = reader.erasures(self.space, erasure=identity)
        if not rows:
            raise NotFound(
                f"This store knows of no erasure {identity:.60}.",
                hint="`infold erase --list` lists them.",
                records=[identity],
            )
        return erasing.receipt_of(self._memory(), rows[0])

    def erasures(self, *, user: str | None = None) -> list[EraseReceipt]:
        """Receipts of all erasures, by time; of one user where one is named."""
        owner = None if user is None else owner_of(self.secret, self.scope(user).user)
        with self.store.read() as reader:
            rows = reader.erasures(self.space, owner=owner)
        return [erasing.receipt_of(self._memory(), row) for row in rows]

    def verify_receipt(
        self, receipt: EraseReceipt | dict[str, Any] | str | Path, *, user: str | None = None
    ) -> ReceiptCheck:
        """Check a receipt: whether this store signed it, and whether what it says still holds.

        Args:
            receipt: A receipt, its data, or the file that has it.
            user: Check also that it is of this user's.

        Raises:
            UsageError: It is no receipt.
        """
        given = _given(receipt)
        genuine = is_genuine(self.secret, given)
        with self.store.read() as reader:
            rows = reader.erasures(self.space, erasure=given.id)
            faults = self._faults(reader, given, rows, user)
        present = erasing.receipt_of(self._memory(), rows[0]) if rows else None
        return ReceiptCheck(is_genuine=genuine, receipt=present, faults=tuple(faults))

    def copies(self, *, user: str | None = None) -> list[CopyRow]:
        """Exports of a user and backups of the store, as far as it was told of them, by time."""
        owner = owner_of(self.secret, self.scope(user).user)
        with self.store.read() as reader:
            return reader.copies(self.space, owner)

    def note_export(self, scope: Scope, conversations: Sequence[str], to: str) -> None:
        """Record that an export leaves; `export` does so. Nothing where none can be written.

        Args:
            scope: Whose.
            conversations: Ids; all of the user where empty.
            to: Where it goes, as far as that is known.
        """
        if not self.store.is_writable:
            return
        owner = owner_of(self.secret, scope.user)
        copy = CopyRow(
            kind="export", path=to, at=self.clock.now(), conversations=tuple(conversations)
        )
        try:
            self.store.write(lambda tx: tx.add_copy(self.space, owner, copy))
        except StoreError as error:
            # Who may only read the store may export from it.
            _log.warning("The export cannot be noted in the store: %s", error.message)

    def note_backup(self, path: str | Path) -> None:
        """Record that a copy of the whole store was made: receipts of erasures name it."""
        at = self.clock.now()
        where = str(Path(path).absolute())
        copy = CopyRow(kind="backup", path=where, at=at)
        self.store.write(lambda tx: tx.add_copy(self.space, "", copy))

    def let_back(self, erasure: str | EraseReceipt) -> int:
        """Let what was erased be taken in again, should it come: by import, `add` or extraction.

        Nothing comes back by this. Returns how many hashes of ids and texts are forgotten.

        Raises:
            NotFound: This store knows of no such erasure.
        """
        receipt = self.receipt(erasure)
        return self.store.write(lambda tx: tx.let_back(self.space, receipt.owner, receipt.id))

    # ------------------------------------------------------------ inside

    def _memory(self) -> Infold:
        return self  # type: ignore[return-value]  # `Infold` is the one class that has these calls

    def _target(
        self,
        what: str | Chat | Message | Fact | KnownFact | None,
        user: str | None,
        agent: str | None,
        session: str | None,
        messages: bool | None,
    ) -> Target:
        scope = self.scope(user, agent=agent, session=session)
        if what is None:
            return Target(kind="user", record="", scope=scope, messages=messages in (None, True))
        if isinstance(what, KnownFact):
            what = what.fact
        if isinstance(what, str):
            with self.store.read() as reader:
                kind, record = _record(reader, scope, what)
        elif isinstance(what, Message | Fact):
            kind, record = ("message" if isinstance(what, Message) else "fact"), what.id
        else:
            kind, record, scope = "conversation", what.id, what.scope
        goes = kind != "fact" if messages is None else messages
        return Target(kind=kind, record=record, scope=scope, messages=goes)  # type: ignore[arg-type]  # one of the kinds

    def _faults(
        self, reader: Reader, given: EraseReceipt, rows: list[ErasureRow], user: str | None
    ) -> list[str]:
        if not rows:
            return ["This store knows of no such erasure."]
        row = rows[0]
        faults = []
        if user is not None and owner_of(self.secret, user) != given.owner:
            faults.append(f"It is not of the user {user!r}.")
        if given.stage == "gone" and row.state != "gone":
            faults.append("The store says that it is hidden, and not gone yet.")
        if (given.kind, given.record, given.owner) != (row.kind, row.record, row.owner):
            faults.append("The store has another record under its id.")
        return faults + _back(reader, self.space, row, user)


def _back(reader: Reader, space: str, row: ErasureRow, user: str | None) -> list[str]:
    """What is there again, or still, that was erased."""
    scopes = reader.scopes(space) if user is None else [Scope(space=space, user=user)]
    for scope in scopes:
        if row.kind == "fact" and reader.fact(scope, row.record) is not None:
            return ["The fact is there."]
        if row.kind == "message":
            places = reader.locate(scope, [row.record])
            for conversation, position in places.values():
                if position not in reader.blank_positions(scope, conversation):
                    return ["The message is there again: it was said anew, at the same place."]
    return []


def _given(receipt: EraseReceipt | dict[str, Any] | str | Path) -> EraseReceipt:
    if isinstance(receipt, EraseReceipt):
        return receipt
    if isinstance(receipt, dict):
        return receipt_from(receipt)
    path = Path(receipt)
    try:
        return receipt_from(json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise UsageError(
            f"The receipt {path} cannot be read: {error.strerror or error}.",
            hint="Give the file that `infold erase --receipt FILE` wrote.",
        ) from error
    except ValueError as error:
        raise UsageError(
            f"{path} is no receipt: it is no JSON.",
            hint="Give the file that `infold erase --receipt FILE` wrote.",
        ) from error


def _record(reader: Reader, scope: Scope, name: str) -> tuple[str, str]:
    """Kind and id of what a text names."""
    if reader.conversation(scope, name) is not None:
        return "conversation", name
    if reader.fact_state(scope, name) is not None:
        return "fact", name
    if name in reader.locate(scope, [name]):
        return "message", name
    if len(name) >= listing.LEAST_START and name.startswith("a_"):
        fits = reader.fact_ids(scope, name, 2)
        if len(fits) == 1:
            return "fact", fits[0]
    return "conversation", listing.find(reader, scope, name).id
