-- Erasure: what is hidden and waits for its removal, what must not come back, what left the store.
-- Of erasures, erased and copies `user_id` is a keyed hash of the user's name.

-- name: erasures
SELECT user_id, number, id, kind, record, state, hidden_at, gone_at, made_by, counts, data, sealed,
       name, attempts, checksum
FROM erasures
WHERE space_id = ? AND user_id IS coalesce(?, user_id) AND id IS coalesce(?, id)
ORDER BY hidden_at, user_id, number;

-- name: add_erasure
INSERT INTO erasures (
    space_id, user_id, number, id, kind, record, state, hidden_at, gone_at, made_by, counts, data,
    sealed, name, attempts, checksum)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: save_erasure
UPDATE erasures
SET state = ?, gone_at = ?, counts = ?, data = ?, sealed = ?, name = ?, attempts = ?, checksum = ?
WHERE space_id = ? AND user_id = ? AND number = ?;

-- name: last_erasure
SELECT coalesce(max(number), 0) FROM erasures WHERE space_id = ? AND user_id = ?;

-- name: erasing
SELECT kind, ref, number
FROM erasing
WHERE space_id = ? AND user_id = ? AND erasure = ?
ORDER BY kind DESC, number, ref;

-- name: add_erasing
INSERT INTO erasing (space_id, user_id, kind, ref, number, erasure)
VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT DO NOTHING;

-- name: drop_erasing
DELETE FROM erasing
WHERE space_id = ? AND user_id = ? AND kind = ? AND ref = ? AND number = ?;

-- name: keep_blob
DELETE FROM erasing
WHERE space_id = ? AND user_id = ? AND kind = 'blob' AND ref = ?;

-- name: has_erased
SELECT 1 FROM erased WHERE space_id = ? AND user_id = ?
UNION ALL
SELECT 1 FROM erasing WHERE space_id = ? AND user_id = ?
LIMIT 1;

-- name: erased_among
SELECT wanted.value
FROM json_each(?) AS wanted
WHERE EXISTS (
    SELECT 1 FROM erased AS e WHERE e.space_id = ? AND e.user_id = ? AND e.hash = wanted.value);

-- name: erasing_among
SELECT wanted.value
FROM json_each(?) AS wanted
CROSS JOIN messages AS m
    ON m.space_id = ? AND m.user_id = ? AND m.id = wanted.value
CROSS JOIN erasing AS e
    ON e.space_id = m.space_id AND e.user_id = m.user_id AND e.kind = 'conversation'
   AND e.number = m.conversation;

-- name: blank_among
SELECT wanted.value
FROM json_each(?) AS wanted
CROSS JOIN messages AS m
    ON m.space_id = ? AND m.user_id = ? AND m.id = wanted.value AND m.erased;

-- name: add_erased
INSERT INTO erased (space_id, user_id, hash, erasure)
VALUES (?, ?, ?, ?)
ON CONFLICT DO NOTHING;

-- name: let_back
DELETE FROM erased WHERE space_id = ? AND user_id = ? AND erasure = ?;

-- name: copies
SELECT user_id, number, kind, path, made_at, conversations
FROM copies
WHERE space_id = ? AND user_id IN (?, '')
ORDER BY made_at, user_id, number;

-- name: add_copy
INSERT INTO copies (space_id, user_id, number, kind, path, made_at, conversations)
VALUES (?1, ?2,
        (SELECT coalesce(max(number), 0) + 1 FROM copies WHERE space_id = ?1 AND user_id = ?2),
        ?3, ?4, ?5, ?6);

-- name: hide_conversation
DELETE FROM conversations
WHERE space_id = ? AND user_id = ? AND number = ?;

-- name: hide_conversations
INSERT INTO erasing (space_id, user_id, kind, ref, number, erasure)
SELECT space_id, user_id, 'conversation', id, number, ?
FROM conversations
WHERE space_id = ? AND user_id = ?
ON CONFLICT DO NOTHING;

-- name: drop_conversations
DELETE FROM conversations WHERE space_id = ? AND user_id = ?;

-- name: some_replies
SELECT key, reply
FROM replies
WHERE space_id = ? AND user_id = ? AND key > ? AND key < ?
ORDER BY key
LIMIT ?;

-- name: any_replies
SELECT key, reply
FROM replies
WHERE space_id = ? AND user_id = ?
LIMIT ?;

-- name: replies_to
-- A reply is one id, or several with spaces between.
SELECT r.key
FROM replies AS r
WHERE r.space_id = ?1 AND r.user_id = ?2
  AND (r.reply IN (SELECT value FROM json_each(?3))
       OR (instr(r.reply, ' ')
           AND EXISTS (SELECT 1 FROM json_each(?3) AS w WHERE instr(r.reply, w.value))));

-- name: drop_reply
DELETE FROM replies WHERE space_id = ? AND user_id = ? AND key = ?;

-- name: drop_jobs_of
DELETE FROM jobs
WHERE space_id = ? AND user_id = ? AND kind <> 'erase' AND subject IS coalesce(?, subject);

-- name: blank_positions
SELECT position
FROM messages
WHERE space_id = ? AND user_id = ? AND conversation = ? AND erased
ORDER BY position;

-- name: blank_message
UPDATE messages
SET author = NULL, at = NULL, source = '', tokens = 0, digest = ?, parts = '[]', checksum = ?,
    erased = 1
WHERE space_id = ? AND user_id = ? AND conversation = ? AND position = ?;

-- name: blank_forward
UPDATE forward
SET author = ?, at = ?, tokens = ?, flags = ?, terms = ?
WHERE space_id = ? AND user_id = ? AND conversation = ? AND position = ?;

-- name: set_vector
UPDATE vectors
SET vector = ?
WHERE space_id = ? AND user_id = ? AND conversation = ? AND embedder = ? AND position = ?;

-- name: drop_other_vectors
DELETE FROM vectors
WHERE space_id = ? AND user_id = ? AND conversation = ? AND position = ? AND embedder <> ?;

-- name: drop_segments
DELETE FROM segments WHERE space_id = ? AND user_id = ? AND conversation = ?;

-- name: folds_on
SELECT number, id, view
FROM folds
WHERE space_id = ? AND user_id = ? AND conversation = ?
  AND EXISTS (
      SELECT 1 FROM json_each(folds.sources) AS s
      CROSS JOIN json_each(?) AS w ON w.value = s.value);

-- name: drop_fold
DELETE FROM folds WHERE space_id = ? AND user_id = ? AND conversation = ? AND number = ?;

-- name: drop_claims
DELETE FROM claims WHERE space_id = ? AND user_id = ? AND conversation = ? AND fold = ?;

-- name: drop_spans
DELETE FROM spans WHERE space_id = ? AND user_id = ? AND conversation = ? AND fold = ?;

-- name: drop_view_fold
DELETE FROM view_folds WHERE space_id = ? AND user_id = ? AND conversation = ? AND fold = ?;

-- name: merges_on
SELECT number
FROM merges
WHERE space_id = ? AND user_id = ? AND conversation = ?
  AND (a IN (SELECT value FROM json_each(?)) OR b IN (SELECT value FROM json_each(?)))
ORDER BY number;

-- name: blank_merge
UPDATE merges SET score = 0 WHERE space_id = ? AND user_id = ? AND conversation = ? AND number = ?;

-- name: drop_unkept_supersessions
DELETE FROM supersessions
WHERE space_id = ?1 AND user_id = ?2 AND conversation = ?3
  AND (withdrawn_by = ''
       OR old_message IN (SELECT value FROM json_each(?4))
       OR new_message IN (SELECT value FROM json_each(?4)));

-- name: supersessions_on
SELECT count(*)
FROM supersessions
WHERE space_id = ?1 AND user_id = ?2 AND conversation = ?3
  AND (old_message IN (SELECT value FROM json_each(?4))
       OR new_message IN (SELECT value FROM json_each(?4)));

-- name: drop_linked
DELETE FROM linked WHERE space_id = ? AND user_id = ? AND conversation = ?;

-- name: drop_mark
DELETE FROM marks WHERE space_id = ? AND user_id = ? AND conversation = ? AND number = ?;

-- name: marks_on
SELECT number, id, text, label, evidence
FROM marks
WHERE space_id = ? AND user_id = ? AND conversation = ?
  AND message IN (SELECT value FROM json_each(?))
ORDER BY number;

-- name: set_change_data
UPDATE changes SET data = ?
WHERE space_id = ? AND user_id = ? AND conversation = ? AND number = ?;

-- name: blob_hidden
SELECT substr(data, 1, 4096) FROM blobs WHERE space_id = ? AND user_id = ? AND digest = ?;

-- name: drop_blob
DELETE FROM blobs WHERE space_id = ? AND user_id = ? AND digest = ?;

-- name: attaching
SELECT c.id, m.position, m.parts
FROM conversations AS c
CROSS JOIN messages AS m
    ON m.space_id = c.space_id AND m.user_id = c.user_id AND m.conversation = c.number
WHERE c.space_id = ? AND c.user_id = ? AND instr(m.parts, '["attachment",');

-- name: facts_standing_in
SELECT DISTINCT f.number, f.id
FROM conversations AS c
CROSS JOIN messages AS m
    ON m.space_id = c.space_id AND m.user_id = c.user_id AND m.conversation = c.number
CROSS JOIN fact_spans AS p
    ON p.space_id = m.space_id AND p.user_id = m.user_id AND p.message = m.id
CROSS JOIN facts AS f
    ON f.space_id = p.space_id AND f.user_id = p.user_id AND f.number = p.fact
CROSS JOIN fact_states AS s
    ON s.space_id = f.space_id AND s.user_id = f.user_id AND s.number = f.number
WHERE c.space_id = ? AND c.user_id = ? AND c.id = ?
  AND s.state NOT IN ('erasing', 'purging')
ORDER BY f.number;

-- name: drop_fact_spans_of
DELETE FROM fact_spans
WHERE space_id = ? AND user_id = ? AND fact = ?
  AND message IN (SELECT value FROM json_each(?));

-- name: drop_scope
DELETE FROM scopes
WHERE space_id = ?1 AND user_id = ?2
  AND NOT EXISTS (SELECT 1 FROM conversations WHERE space_id = ?1 AND user_id = ?2)
  AND NOT EXISTS (SELECT 1 FROM fact_states WHERE space_id = ?1 AND user_id = ?2)
  AND NOT EXISTS (SELECT 1 FROM blobs WHERE space_id = ?1 AND user_id = ?2)
  AND NOT EXISTS (SELECT 1 FROM jobs WHERE space_id = ?1 AND user_id = ?2)
  AND NOT EXISTS (SELECT 1 FROM erasing WHERE space_id = ?1 AND user_id = ?2)
RETURNING erase_epoch;

-- name: raise_epochs
UPDATE spaces SET erase_epoch = max(erase_epoch, ? + 1) WHERE space_id = ?;

-- name: change_data
SELECT number, data
FROM changes
WHERE space_id = ? AND user_id = ? AND conversation = ?;

-- name: drop_settings_of
DELETE FROM node_settings
WHERE space_id = ? AND user_id = ? AND conversation = ?
  AND (EXISTS (SELECT 1 FROM json_each(?) AS w WHERE instr(node_settings.value, w.value))
       OR position IN (
           SELECT m.position FROM messages AS m
           WHERE m.space_id = ? AND m.user_id = ? AND m.conversation = ?
             AND m.id IN (SELECT value FROM json_each(?))));

-- name: drop_asked_of
DELETE FROM asked
WHERE space_id = ? AND user_id = ? AND conversation = ?
  AND position IN (
      SELECT m.position FROM messages AS m
      WHERE m.space_id = ? AND m.user_id = ? AND m.conversation = ?
        AND m.id IN (SELECT value FROM json_each(?)));

-- name: forget_reached
UPDATE sweeps SET reached = NULL
WHERE space_id = ? AND user_id = '' AND finished IS NOT NULL AND reached = ?;
