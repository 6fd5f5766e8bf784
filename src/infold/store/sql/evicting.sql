-- Evictions of conversations and clusters: what stands, and what was taken back.

-- name: users_after
SELECT user_id
FROM scopes
WHERE space_id = ? AND user_id > ?
ORDER BY user_id
LIMIT ?;

-- name: has_user
SELECT 1
FROM scopes
WHERE space_id = ? AND user_id = ?;

-- name: evictions
SELECT c.id, e.number, e.kind, e.fold, e.at, e.made_by, e.reason, e.sweep,
       e.data, e.ended, e.ended_by
FROM evictions AS e
CROSS JOIN conversations AS c
    ON c.space_id = e.space_id AND c.user_id = e.user_id AND c.number = e.conversation
WHERE e.space_id = ? AND e.user_id = ?
  AND c.agent_id IS coalesce(?, c.agent_id) AND c.session_id IS coalesce(?, c.session_id)
  AND (? OR e.ended IS NULL)
ORDER BY e.conversation, e.number;

-- name: evictions_of
SELECT c.id, e.number, e.kind, e.fold, e.at, e.made_by, e.reason, e.sweep,
       e.data, e.ended, e.ended_by
FROM evictions AS e
CROSS JOIN conversations AS c
    ON c.space_id = e.space_id AND c.user_id = e.user_id AND c.number = e.conversation
WHERE e.space_id = ? AND e.user_id = ? AND e.conversation = ?
  AND (? OR e.ended IS NULL)
ORDER BY e.number;

-- name: users_evicted_by
SELECT DISTINCT user_id
FROM evictions
WHERE space_id = ? AND sweep = ? AND user_id > ? AND ended IS NULL
  AND kind IN ('archive', 'demote')
ORDER BY user_id
LIMIT ?;

-- name: has_evicted
SELECT 1
FROM evictions
WHERE space_id = ? AND user_id = ? AND sweep = ?
LIMIT 1;

-- name: evicted_by
SELECT c.id, e.number, e.kind, e.fold, e.at, e.made_by, e.reason, e.sweep,
       e.data, e.ended, e.ended_by
FROM evictions AS e
CROSS JOIN conversations AS c
    ON c.space_id = e.space_id AND c.user_id = e.user_id AND c.number = e.conversation
WHERE e.space_id = ? AND e.user_id = ? AND e.sweep = ? AND e.ended IS NULL
  AND e.kind IN ('archive', 'demote')
ORDER BY e.conversation, e.number
LIMIT ?;

-- name: fold_ages
SELECT f.id, f.number, count(*), max(w.at),
       (SELECT count(*) FROM claims AS k
        WHERE k.space_id = f.space_id AND k.user_id = f.user_id
          AND k.conversation = f.conversation AND k.fold = f.number),
       (SELECT k.text FROM claims AS k
        WHERE k.space_id = f.space_id AND k.user_id = f.user_id
          AND k.conversation = f.conversation AND k.fold = f.number
        ORDER BY k.number LIMIT 1)
FROM folds AS f
CROSS JOIN json_each(f.sources) AS source
CROSS JOIN messages AS m
    ON m.space_id = f.space_id AND m.user_id = f.user_id AND m.id = source.value
CROSS JOIN forward AS w
    ON w.space_id = m.space_id AND w.user_id = m.user_id
   AND w.conversation = m.conversation AND w.position = m.position
WHERE f.space_id = ? AND f.user_id = ? AND f.conversation = ?
  AND f.state = 'ready' AND f.view = 0 AND f.method <> 'foreign'
GROUP BY f.number
ORDER BY f.root, f.number;

-- name: next_eviction
SELECT 1 + coalesce(max(number), 0)
FROM evictions
WHERE space_id = ? AND user_id = ? AND conversation = ?;

-- name: add_eviction
INSERT INTO evictions (
    space_id, user_id, conversation, number, kind, fold, at, made_by, reason, sweep, data)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: end_eviction
UPDATE evictions
SET ended = ?, ended_by = ?
WHERE space_id = ? AND user_id = ? AND conversation = ? AND number = ? AND ended IS NULL;

-- name: drop_text
UPDATE messages
SET parts = ?, checksum = ?
WHERE space_id = ? AND user_id = ? AND conversation = ? AND position = ? AND NOT erased;
