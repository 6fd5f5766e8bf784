"""How long conversations are kept as they are: policies beside those of facts, all off by default.

None has a default, since each changes what is shown: an archived conversation is not found, a
demoted cluster says less of what a context leaves out, and what is dropped is gone. Whoever wants
that says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from infold.config import Settings
from infold.core.wording import in_days
from infold.errors import ConfigError
from infold.memory.keeping_checks import require_time

__all__ = ["NEVER", "ChatKeeping", "chats_of", "explain_chats"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatKeeping:
    """How conversations are kept; every time counts from when something was said last.

    Attributes:
        demote: A cluster to which nothing was added for so long is shown as one line.
        archive: A conversation in which nothing was said for so long is not listed or searched.
        export: A conversation in which nothing was said for so long is written to a file.
        folder: Where these files go.
        drop: Of a conversation in which nothing was said for so long the texts are removed for
            which a fold stands.

    Raises:
        ConfigError: A time of zero or less, or an export without a folder.
    """

    demote: timedelta | None = None
    archive: timedelta | None = None
    export: timedelta | None = None
    folder: str = ""
    drop: timedelta | None = None

    def __post_init__(self) -> None:
        for name in ("demote", "archive", "export", "drop"):
            require_time(getattr(self, name), f"time after which a sweep is to {name}")
        if not isinstance(self.folder, str):
            raise ConfigError(f"The folder is {self.folder!r:.40}.", hint="Give its path as text.")
        if self.export is not None and not self.folder:
            raise ConfigError(
                "Conversations are to be exported, and there is no folder for them.",
                hint="Set export_folder.",
            )

    @property
    def is_on(self) -> bool:
        """Whether a sweep looks at conversations at all."""
        return any(one is not None for one in (self.demote, self.archive, self.export, self.drop))


NEVER: Final = ChatKeeping()
"""The defaults: conversations stay as they are."""


def chats_of(settings: Settings) -> ChatKeeping:
    """The policies that the settings name; 0 days stand for never."""
    return ChatKeeping(
        demote=_time(settings.demote_days),
        archive=_time(settings.archive_days),
        export=_time(settings.export_days),
        folder=settings.export_folder,
        drop=_time(settings.drop_days),
    )


def explain_chats(keeping: ChatKeeping) -> list[str]:
    """Each policy of conversations in words with its numbers."""
    return [
        "Demote: none."
        if keeping.demote is None
        else f"Demote: a cluster to which nothing was added for {in_days(keeping.demote)} is shown "
        "as one line, unless a message of it is pinned; it still opens to its sources.",
        "Archive: none."
        if keeping.archive is None
        else f"Archive: a conversation in which nothing was said for {in_days(keeping.archive)} is "
        "not listed or searched, unless a message of it is pinned; it can be read and restored.",
        "Export: none."
        if keeping.export is None
        else f"Export: a conversation in which nothing was said for {in_days(keeping.export)} is "
        f"written to a file in {keeping.folder}; nothing of it goes from the store.",
        "Drop: none."
        if keeping.drop is None
        else "Drop: of a conversation in which nothing was said for "
        f"{in_days(keeping.drop)} the texts are removed for which a fold stands"
        + (
            "; no copy of them is asked for"
            if keeping.export is None
            else ", once a file of it was written"
        )
        + ". There is no undo, so only a sweep that is told to drop does it.",
    ]


def _time(days: float) -> timedelta | None:
    return timedelta(days=days) if days else None
