"""A job that read something before it was erased must not write what it made of it."""

from __future__ import annotations

from infold.core.scope import Scope
from infold.errors import Conflict
from infold.store.protocol import Writer

__all__ = ["require_unerased"]


def require_unerased(tx: Writer, scope: Scope, epoch: int) -> None:
    """Refuse what was read before something of the user was erased: a job reads it again.

    Args:
        tx: The transaction that is about to write.
        scope: Whose.
        epoch: The scope's erase epoch, in the snapshot that was read.

    Raises:
        Conflict: It has risen since.
    """
    if tx.scope_version(scope).erase_epoch != epoch:
        raise Conflict(
            "Something of this user was erased meanwhile.",
            hint="Nothing was written: the job reads again what is left.",
        )
