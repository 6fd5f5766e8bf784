-- The queue. A job waits, runs under a lease or has failed; one that is done is removed.

-- name: jobs
SELECT user_id, id, kind, subject, state, attempts, due, leased_to, error
FROM jobs
WHERE space_id = ?
ORDER BY due, user_id, id;

-- name: queue_job
INSERT INTO jobs (
    space_id, user_id, id, kind, subject, state, attempts, due, leased_to, token, error)
SELECT scope.space_id, scope.user_id,
       (SELECT coalesce(max(id), 0) + 1 FROM jobs
        WHERE space_id = scope.space_id AND user_id = scope.user_id),
       ?, ?, 'waiting', 0, ?, NULL, '', ''
FROM (SELECT ? AS space_id, ? AS user_id) AS scope
WHERE true
ON CONFLICT (space_id, user_id, kind, subject) WHERE state = 'waiting'
-- A job that is being tried again keeps its pause.
DO UPDATE SET due = min(due, excluded.due) WHERE attempts = 0;

-- name: due_job
SELECT user_id, id, kind, subject, attempts, due
FROM jobs AS j
WHERE space_id = ? AND state = 'waiting' AND due <= ?
  AND kind IN (SELECT value FROM json_each(?))
  AND NOT EXISTS (
      SELECT 1 FROM jobs AS r
      WHERE r.space_id = j.space_id AND r.user_id = j.user_id AND r.kind = j.kind
        AND r.subject = j.subject AND r.state = 'running')
ORDER BY due, user_id, id
LIMIT 1;

-- name: abandoned_job
SELECT user_id, id, kind, subject, attempts, due
FROM jobs
WHERE space_id = ? AND state = 'running' AND leased_to <= ?
  AND kind IN (SELECT value FROM json_each(?))
ORDER BY due, user_id, id
LIMIT 1;

-- name: misleased_job
-- A lease that ends later than it is long: the clock was set back since it was given.
SELECT user_id, id, kind, subject, attempts, due
FROM jobs
WHERE space_id = ? AND state = 'running'
  AND leased_to > ? + 60000000 + 1000000 * CAST(substr(token, 18) AS REAL)
  AND kind IN (SELECT value FROM json_each(?))
ORDER BY due, user_id, id
LIMIT 1;

-- name: misdated_job
-- Nothing is queued for later than an hour ahead: the clock was set back since.
SELECT user_id, id, kind, subject, attempts, due
FROM jobs AS j
WHERE space_id = ? AND state = 'waiting' AND due > ? + 3600000000
  AND kind IN (SELECT value FROM json_each(?))
  AND NOT EXISTS (
      SELECT 1 FROM jobs AS r
      WHERE r.space_id = j.space_id AND r.user_id = j.user_id AND r.kind = j.kind
        AND r.subject = j.subject AND r.state = 'running')
ORDER BY due, user_id, id
LIMIT 1;

-- name: lease_job
UPDATE jobs
SET state = 'running', attempts = attempts + 1, leased_to = ?, token = ?
WHERE space_id = ? AND user_id = ? AND id = ?;

-- name: renew_job
UPDATE jobs
SET leased_to = ?
WHERE space_id = ? AND user_id = ? AND id = ? AND state = 'running' AND token = ?;

-- name: finish_job
DELETE FROM jobs
WHERE space_id = ? AND user_id = ? AND id = ? AND state = 'running' AND token = ?;

-- name: clear_failures
DELETE FROM jobs
WHERE space_id = ? AND user_id = ? AND kind = ? AND subject = ? AND state = 'failed';

-- name: waiting_job
SELECT id
FROM jobs
WHERE space_id = ? AND user_id = ? AND kind = ? AND subject = ? AND state = 'waiting';

-- name: retry_job
UPDATE jobs
SET state = 'waiting', attempts = ?, due = ?, error = ?, leased_to = NULL, token = ''
WHERE space_id = ? AND user_id = ? AND id = ?;

-- name: give_up_job
UPDATE jobs
SET state = 'failed', error = ?, leased_to = NULL, token = ''
WHERE space_id = ? AND user_id = ? AND id = ? AND state = 'running' AND token = ?;

-- name: drop_job
DELETE FROM jobs
WHERE space_id = ? AND user_id = ? AND id = ?;
