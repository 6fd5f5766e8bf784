"""Infold: a memory engine for programs that talk to language models.

```python
from infold import Infold

memory = Infold.open("infold.db")
chat = memory.conversation("support-42", user="alice")
chat.append("user", "PostgreSQL 16.2 listens on 5433")
context = chat.context("Which port?", budget=2000)
```
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from infold.core.episodes import Episode
    from infold.core.facts import Fact, FactEvent, Slot
    from infold.core.folds import Claim, Fold, Span
    from infold.core.marks import Mark
    from infold.core.materials import Material
    from infold.core.messages import Attachment, Message, Opaque, Text, ToolCall, ToolResult
    from infold.core.scope import Scope
    from infold.core.views import View
    from infold.engine.auditing import audit
    from infold.engine.chat import Chat
    from infold.engine.drafts import Drafts
    from infold.engine.erase_calls import ReceiptCheck
    from infold.engine.importing import ImportReport
    from infold.engine.memory import Infold
    from infold.engine.records import ConversationInfo, Hit, Source
    from infold.engine.replaying import Replay, ReplayPlan
    from infold.engine.staleness import StaleAnswer
    from infold.engine.sweep_plans import SweepPlan
    from infold.engine.sweep_records import SweepReceipt
    from infold.errors import InfoldError
    from infold.fold.policy import FoldPolicy
    from infold.graph.condense import CondensePlan, CondensePolicy
    from infold.graph.node_layers import NodeContext
    from infold.jobs.worker import BackgroundWorker
    from infold.memory.chat_keeping import ChatKeeping
    from infold.memory.decay import Decay
    from infold.memory.erasing import ErasePlan
    from infold.memory.receipts import EraseReceipt
    from infold.memory.retention import Keeping, Retention
    from infold.memory.standing import KnownFact
    from infold.memory.sweeping import SweepItem
    from infold.models.roles import Models
    from infold.recall.context import Context
    from infold.trial.audit import Audit
    from infold.trial.compare import Comparison
    from infold.trial.probes import Probe

__version__ = "0.1.0"

__all__ = [
    "Attachment",
    "Audit",
    "BackgroundWorker",
    "Chat",
    "ChatKeeping",
    "Claim",
    "Comparison",
    "CondensePlan",
    "CondensePolicy",
    "Context",
    "ConversationInfo",
    "Decay",
    "Drafts",
    "Episode",
    "ErasePlan",
    "EraseReceipt",
    "Fact",
    "FactEvent",
    "Fold",
    "FoldPolicy",
    "Hit",
    "ImportReport",
    "Infold",
    "InfoldError",
    "Keeping",
    "KnownFact",
    "Mark",
    "Material",
    "Message",
    "Models",
    "NodeContext",
    "Opaque",
    "Probe",
    "ReceiptCheck",
    "Replay",
    "ReplayPlan",
    "Retention",
    "Scope",
    "Slot",
    "Source",
    "Span",
    "StaleAnswer",
    "SweepItem",
    "SweepPlan",
    "SweepReceipt",
    "Text",
    "ToolCall",
    "ToolResult",
    "View",
    "__version__",
    "audit",
]

# Where each name lives. They are loaded when they are first used, so that importing infold costs
# little more than importing Python's own modules.
_HOME = {
    "Attachment": "core.messages",
    "Audit": "trial.audit",
    "BackgroundWorker": "jobs.worker",
    "Chat": "engine.chat",
    "Claim": "core.folds",
    "Comparison": "trial.compare",
    "CondensePlan": "graph.condense",
    "CondensePolicy": "graph.condense",
    "Context": "recall.context",
    "ConversationInfo": "engine.records",
    "Decay": "memory.decay",
    "Drafts": "engine.drafts",
    "Episode": "core.episodes",
    "ErasePlan": "memory.erasing",
    "EraseReceipt": "memory.receipts",
    "Fact": "core.facts",
    "FactEvent": "core.facts",
    "Fold": "core.folds",
    "FoldPolicy": "fold.policy",
    "Hit": "engine.records",
    "ImportReport": "engine.importing",
    "Infold": "engine.memory",
    "InfoldError": "errors",
    "ChatKeeping": "memory.chat_keeping",
    "Keeping": "memory.retention",
    "KnownFact": "memory.standing",
    "Mark": "core.marks",
    "Material": "core.materials",
    "Message": "core.messages",
    "Models": "models.roles",
    "NodeContext": "graph.node_layers",
    "Opaque": "core.messages",
    "Probe": "trial.probes",
    "ReceiptCheck": "engine.erase_calls",
    "Replay": "engine.replaying",
    "ReplayPlan": "engine.replaying",
    "Retention": "memory.retention",
    "Scope": "core.scope",
    "Slot": "core.facts",
    "Source": "engine.records",
    "Span": "core.folds",
    "StaleAnswer": "engine.staleness",
    "SweepItem": "memory.sweeping",
    "SweepPlan": "engine.sweep_plans",
    "SweepReceipt": "engine.sweep_records",
    "Text": "core.messages",
    "ToolCall": "core.messages",
    "ToolResult": "core.messages",
    "View": "core.views",
    "audit": "engine.auditing",
}


def __getattr__(name: str) -> object:
    home = _HOME.get(name)
    if home is None:
        raise AttributeError(f"module 'infold' has no attribute {name!r}")
    value = getattr(import_module(f"infold.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
