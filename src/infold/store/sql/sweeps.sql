-- Sweeps: which facts are due, letting go of them in sets, and a record of each run.

-- name: users_to_sweep
SELECT user_id, facts, live, embedded_to, policy
FROM fact_totals
WHERE space_id = ? AND user_id > ?
ORDER BY user_id
LIMIT ?;

-- name: user_to_sweep
SELECT user_id, facts, live, embedded_to, policy
FROM fact_totals
WHERE space_id = ? AND user_id = ?;

-- name: bind_policy
UPDATE fact_totals
SET policy = ?
WHERE space_id = ? AND user_id = ?;

-- name: sweep_due
-- The last column is of facts that are not alone: merged, or in a slot with others, or with times that
-- are not those of their own words.
SELECT s.due_at, s.number, s.state,
       s.state IN ('live', 'quarantined') AND s.expires_at IS NOT NULL AND s.expires_at <= ?,
       CASE WHEN EXISTS (
                SELECT 1 FROM fact_events AS e
                WHERE e.space_id = s.space_id AND e.user_id = s.user_id AND e.fact = s.number
                  AND e.kind = 'merged') THEN 1
            WHEN f.attribute = '' OR s.state = 'tombstoned' THEN 0
            WHEN f.kind = 'temporary' OR f.retracts THEN 1
            ELSE EXISTS (
                SELECT 1 FROM facts AS o
                WHERE o.space_id = f.space_id AND o.user_id = f.user_id AND o.subject = f.subject
                  AND o.attribute = f.attribute AND o.attribute <> '' AND o.number <> f.number)
       END
FROM fact_states AS s
CROSS JOIN facts AS f
    ON f.space_id = s.space_id AND f.user_id = s.user_id AND f.number = s.number
WHERE s.space_id = ? AND s.user_id = ? AND s.due_at <= ? AND (s.due_at, s.number) > (?, ?)
  AND s.state NOT IN ('erasing', 'purging')
ORDER BY s.due_at, s.number
LIMIT ?;

-- name: cap_facts
SELECT s.number, s.id, s.pinned, s.confirmed_at, s.confidence, s.importance, s.expires_at, s.holds,
       f.kind,
       CASE WHEN EXISTS (
                SELECT 1 FROM fact_events AS e
                WHERE e.space_id = s.space_id AND e.user_id = s.user_id AND e.fact = s.number
                  AND e.kind = 'merged') THEN 1
            WHEN f.attribute = '' THEN 0
            WHEN f.kind = 'temporary' OR f.retracts THEN 1
            ELSE EXISTS (
                SELECT 1 FROM facts AS o
                WHERE o.space_id = f.space_id AND o.user_id = f.user_id AND o.subject = f.subject
                  AND o.attribute = f.attribute AND o.attribute <> '' AND o.number <> f.number)
       END
FROM fact_states AS s
CROSS JOIN facts AS f
    ON f.space_id = s.space_id AND f.user_id = s.user_id AND f.number = s.number
WHERE s.space_id = ? AND s.user_id = ? AND s.state = 'live'
ORDER BY s.number;

-- name: restored_since
-- Restoring counts as a use: few facts have been used so lately.
SELECT s.number
FROM fact_states AS s
WHERE s.space_id = ?1 AND s.user_id = ?2 AND s.state = 'live' AND s.last_used > ?3
  AND EXISTS (
      SELECT 1 FROM fact_events AS e
      WHERE e.space_id = s.space_id AND e.user_id = s.user_id AND e.fact = s.number
        AND e.kind = 'restored' AND e.at > ?4);

-- name: let_go
UPDATE fact_states
SET state = ?, tombstoned_at = ?, due_at = ?, events = events + 1,
    changed = 1 + coalesce((SELECT version FROM scopes WHERE space_id = ? AND user_id = ?), 0),
    checksum = row_checksum(
        id, ?, pinned, confirmed_at, confidence, importance, expires_at, last_used, uses, repeats,
        origin, trust, superseded_by, ?, holds, events + 1, ?)
WHERE space_id = ? AND user_id = ? AND number IN (SELECT value FROM json_each(?))
  AND (checksum IS NULL OR checksum = row_checksum(
        id, state, pinned, confirmed_at, confidence, importance, expires_at, last_used, uses,
        repeats, origin, trust, superseded_by, tombstoned_at, holds, events, due_at));

-- name: sweep
SELECT id, user_id, whole, number, state, at, scheduled, started, finished, reached, counts, chunks,
       leased_to, token
FROM sweeps
WHERE space_id = ? AND id = ?;

-- name: sweeps
SELECT id, user_id, whole, number, state, at, scheduled, started, finished, reached, counts, chunks,
       leased_to, token
FROM sweeps
WHERE space_id = ?
ORDER BY number DESC
LIMIT ?;

-- name: sweeps_running
SELECT id, user_id, whole, number, state, at, scheduled, started, finished, reached, counts, chunks,
       leased_to, token
FROM sweeps
WHERE space_id = ? AND state IN ('running', 'undoing')
ORDER BY number;

-- name: sweep_scheduled
SELECT scheduled
FROM sweeps
WHERE space_id = ? AND scheduled IS NOT NULL
ORDER BY number DESC
LIMIT 1;

-- name: add_sweep
INSERT INTO sweeps (
    space_id, user_id, id, whole, number, state, at, scheduled, started, finished, reached, counts,
    chunks, leased_to, token)
VALUES (?, ?, ?, ?, (SELECT coalesce(max(number), 0) + 1 FROM sweeps WHERE space_id = ?), 'running',
        ?, ?, ?, NULL, NULL, '{}', 0, ?, ?);

-- name: save_sweep
UPDATE sweeps
SET state = ?, finished = ?, reached = ?, counts = ?, chunks = ?, leased_to = ?, token = ?
WHERE space_id = ? AND user_id = ? AND id = ?;

-- name: keep_swept
INSERT INTO sweep_facts (
    space_id, user_id, sweep, chunk, was, at, facts)
VALUES (?, ?, ?, ?, ?, ?, ?);

-- name: swept
SELECT chunk, was, at, facts
FROM sweep_facts
WHERE space_id = ? AND user_id = ? AND sweep = ?
ORDER BY chunk, was;

-- name: hidden_by_others
-- The last time that each was hidden decides.
SELECT e.fact
FROM json_each(?1) AS wanted
CROSS JOIN fact_events AS e
    ON e.space_id = ?2 AND e.user_id = ?3 AND e.fact = wanted.value
WHERE e.kind IN ('tombstoned', 'expired') AND e.by_whom <> ?4
  AND NOT EXISTS (
      SELECT 1 FROM fact_events AS n
      WHERE n.space_id = e.space_id AND n.user_id = e.user_id AND n.fact = e.fact
        AND n.number > e.number AND n.kind IN ('tombstoned', 'expired'));

-- name: forget_swept
DELETE FROM sweep_facts
WHERE space_id = ? AND user_id = ? AND sweep = ? AND chunk = ? AND was = ?;
