-- Removing what facts say, for good. Rows are named by their numbers among a user's facts.

-- name: fact_states_at
SELECT s.number, s.id, s.agent_id, s.session_id, s.state, s.pinned, s.confirmed_at, s.confidence,
       s.importance, s.expires_at, s.last_used, s.uses, s.repeats, s.origin, s.trust, s.superseded_by,
       s.tombstoned_at, s.holds, s.events, s.due_at, s.checksum
FROM json_each(?) AS wanted
CROSS JOIN fact_states AS s
    ON s.space_id = ? AND s.user_id = ? AND s.number = wanted.value
WHERE s.agent_id IS coalesce(?, s.agent_id) AND s.session_id IS coalesce(?, s.session_id)
  AND s.state NOT IN ('erasing', 'purging')
ORDER BY s.number;

-- name: next_embedder
SELECT min(embedder)
FROM fact_vectors
WHERE space_id = ? AND user_id = ? AND embedder > ?;

-- name: remove_facts
DELETE FROM facts
WHERE space_id = ? AND user_id = ? AND number IN (SELECT value FROM json_each(?));

-- name: remove_fact_terms
DELETE FROM fact_terms
WHERE space_id = ? AND user_id = ? AND number IN (SELECT value FROM json_each(?));

-- name: remove_fact_vectors
DELETE FROM fact_vectors
WHERE space_id = ? AND user_id = ? AND embedder = ?
  AND number IN (SELECT value FROM json_each(?));

-- name: remove_fact_events
DELETE FROM fact_events
WHERE space_id = ? AND user_id = ? AND fact IN (SELECT value FROM json_each(?));

-- name: remove_fact_spans
DELETE FROM fact_spans
WHERE space_id = ? AND user_id = ? AND fact IN (SELECT value FROM json_each(?));

-- name: quoting_events
-- Why a fact was kept aside is told with the words of the one that it contradicts.
SELECT e.fact, e.number, e.kind, e.at, e.by_whom, e.other
FROM json_each(?) AS wanted
CROSS JOIN fact_states AS s
    ON s.space_id = ? AND s.user_id = ? AND s.number = wanted.value
CROSS JOIN fact_events AS e
    ON e.space_id = s.space_id AND e.user_id = s.user_id AND e.other = s.id
WHERE e.kind = 'quarantined' AND e.data <> '';

-- name: purge_states
UPDATE fact_states
SET state = 'purged', holds = '[]', due_at = NULL, events = events + 1,
    changed = 1 + coalesce((SELECT version FROM scopes WHERE space_id = ? AND user_id = ?), 0),
    checksum = row_checksum(
        id, 'purged', pinned, confirmed_at, confidence, importance, expires_at, last_used, uses,
        repeats, origin, trust, superseded_by, tombstoned_at, '[]', events + 1, NULL)
WHERE space_id = ? AND user_id = ? AND number IN (SELECT value FROM json_each(?));

-- name: add_same_event
INSERT INTO fact_events (
    space_id, user_id, fact, number, kind, at, by_whom, other, data, checksum)
SELECT s.space_id, s.user_id, s.number, s.events, ?, ?, ?, '', ?,
       row_checksum(s.number, s.events, ?, ?, ?, '', ?)
FROM json_each(?) AS wanted
CROSS JOIN fact_states AS s
    ON s.space_id = ? AND s.user_id = ? AND s.number = wanted.value;

-- name: blank_event
UPDATE fact_events
SET data = '', checksum = ?
WHERE space_id = ? AND user_id = ? AND fact = ? AND number = ?;
