"""Rows that no scope leads to: there are no foreign keys, so a check looks for them."""

from __future__ import annotations

from typing import Final

from infold.store import rows as convert
from infold.store.snapshot import Snapshot

_OF_A_CONVERSATION: Final = (
    "messages",
    "wires",
    "forward",
    "vectors",
    "segments",
    "placements",
    "merges",
    "folds",
    "claims",
    "spans",
    "supersessions",
    "linked",
    "marks",
    "views",
    "view_folds",
    "changes",
)
_OF_A_USER: Final = ("conversations", "blobs", "fact_states", "fact_totals")
_OF_A_FACT: Final = ("facts", "fact_events", "fact_spans", "fact_terms", "fact_vectors")
_NO_CONVERSATION: Final = """
SELECT user_id, count(*)
FROM TABLE_ AS r
WHERE NOT EXISTS (
    SELECT 1 FROM conversations AS c
    WHERE c.space_id = r.space_id AND c.user_id = r.user_id AND c.number = r.conversation)
  -- What is hidden waits for a job that removes it.
  AND NOT EXISTS (
    SELECT 1 FROM erasing AS e
    WHERE e.space_id = r.space_id AND e.user_id = r.user_id AND e.kind = 'conversation'
      AND e.number = r.conversation)
GROUP BY space_id, user_id
"""
_NO_USER: Final = """
SELECT user_id, count(*)
FROM TABLE_ AS r
WHERE NOT EXISTS (
    SELECT 1 FROM scopes AS s WHERE s.space_id = r.space_id AND s.user_id = r.user_id)
GROUP BY space_id, user_id
"""


_NO_FACT: Final = """
SELECT user_id, count(*)
FROM TABLE_ AS r
WHERE NOT EXISTS (
    SELECT 1 FROM fact_states AS f
    WHERE f.space_id = r.space_id AND f.user_id = r.user_id AND f.number = r.NUMBER_)
GROUP BY space_id, user_id
"""


def strays(snapshot: Snapshot) -> list[str]:
    """Say which rows belong to no conversation or no user. Walks every table, of all spaces."""
    found = []
    for statement, tables in (
        (_NO_CONVERSATION, _OF_A_CONVERSATION),
        (_NO_USER, _OF_A_USER),
        (_NO_FACT, _OF_A_FACT),
    ):
        for table in tables:
            number = "fact" if table in ("fact_events", "fact_spans") else "number"
            for user, count in snapshot.rows(
                statement.replace("TABLE_", table).replace("NUMBER_", number), ()
            ):
                found.append(f"{count} {table} of user {convert.text(user)!r} belong to nothing")
    return found
