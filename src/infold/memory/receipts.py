"""Receipts of erasures: what was done, without content, signed with the secret of the store."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from typing import Any, Final, Literal, TypeAlias

from infold.core.ids import canonical
from infold.errors import UsageError

__all__ = ["EraseReceipt", "Stage", "is_genuine", "receipt_from", "signed"]

Stage: TypeAlias = Literal["hidden", "gone"]
FORM: Final = "infold erasure receipt 1"


@dataclass(frozen=True, slots=True, kw_only=True)
class EraseReceipt:
    """What an erasure did, at the stage that it had reached.

    Attributes:
        id: Of the erasure.
        kind: `user`, `conversation`, `message` or `fact`.
        record: Id of what was erased; of a user a keyed hash of the name.
        owner: Keyed hash of the name of the user whose it was.
        stage: `hidden`: nothing shows it any more; `gone`: it is in no file of the store.
        hidden_at: When it was hidden, ISO 8601.
        gone_at: When the files were found to be free of it; empty before.
        by: Who asked for it.
        counts: How many records of each kind went.
        copies: Exports and backups that had left the store, each with its time: they still hold it.
        scan: Names of the files that were looked through, their bytes, how many pieces of the
            erased were looked for, how many of these stand elsewhere too, in what was not erased.
        note: What is still in the way; empty where nothing is.
        signature: HMAC-SHA256 (hex) of all other fields under the store's secret.
    """

    id: str
    kind: str
    record: str
    owner: str
    stage: Stage
    hidden_at: str
    gone_at: str = ""
    by: str = ""
    counts: Mapping[str, int] = field(default_factory=dict)
    copies: tuple[str, ...] = ()
    scan: Mapping[str, Any] = field(default_factory=dict)
    note: str = ""
    signature: str = field(default="", compare=False)

    @property
    def is_gone(self) -> bool:
        """Whether nothing of it is left in any file of the store."""
        return self.stage == "gone"

    def data(self) -> dict[str, Any]:
        """As plain data, to be kept as JSON."""
        return {"form": FORM, **asdict(self), "copies": list(self.copies)}


def signed(secret: bytes, receipt: EraseReceipt) -> EraseReceipt:
    """The receipt with its signature."""
    return replace(receipt, signature=_signature(secret, receipt))


def is_genuine(secret: bytes, receipt: EraseReceipt) -> bool:
    """Whether a receipt was signed with this secret, and not changed since."""
    return hmac.compare_digest(_signature(secret, receipt), receipt.signature)


def receipt_from(data: object) -> EraseReceipt:
    """A receipt out of plain data, as `EraseReceipt.data` gives it; it is not verified.

    Raises:
        UsageError: The data are no receipt.
    """
    names = set(EraseReceipt.__slots__)
    if not isinstance(data, Mapping) or data.get("form") != FORM or set(data) != {"form", *names}:
        raise UsageError(
            "This is no receipt of an erasure.",
            hint="Give the file that `infold erase --receipt FILE` wrote, or its JSON.",
        )
    texts = names - {"counts", "copies", "scan"}
    if (
        not all(isinstance(data[name], str) for name in texts)
        or not isinstance(data["counts"], Mapping)
        or not isinstance(data["scan"], Mapping)
        or not isinstance(data["copies"], list | tuple)
        or data["stage"] not in ("hidden", "gone")
    ):
        raise UsageError("This receipt is damaged.", hint="Give it as it was written.")
    fields = {name: data[name] for name in names}
    return EraseReceipt(**{**fields, "copies": tuple(map(str, data["copies"]))})


def time_text(at: datetime | None) -> str:
    """A time as a receipt has it."""
    return "" if at is None else at.isoformat()


def _signature(secret: bytes, receipt: EraseReceipt) -> str:
    data = receipt.data()
    del data["signature"]
    text = f"infold/receipt/1\n{canonical(data)}"
    return hmac.digest(secret, text.encode(), hashlib.sha256).hex()
