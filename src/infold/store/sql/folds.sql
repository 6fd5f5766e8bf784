-- Placements, merges, folds, claims and spans.

-- name: placements
SELECT position, unit
FROM placements
WHERE space_id = ? AND user_id = ? AND conversation = ?
ORDER BY position;

-- name: add_placement
INSERT INTO placements (space_id, user_id, conversation, position, unit)
VALUES (?, ?, ?, ?, ?);

-- name: merges
SELECT id, a, b, score, reason, withdrawn_by
FROM merges
WHERE space_id = ? AND user_id = ? AND conversation = ?
ORDER BY number;

-- name: last_merge
SELECT coalesce(max(number), 0)
FROM merges
WHERE space_id = ? AND user_id = ? AND conversation = ?;

-- name: add_merge
INSERT INTO merges (
    space_id, user_id, conversation, number, id, a, b, score, reason, withdrawn_by)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: withdraw_merge
UPDATE merges
SET withdrawn_by = ?
WHERE space_id = ? AND user_id = ? AND id = ?
  AND EXISTS (
      SELECT 1 FROM conversations AS c
      WHERE c.space_id = merges.space_id AND c.user_id = merges.user_id
        AND c.number = merges.conversation
        AND c.agent_id IS coalesce(?, c.agent_id) AND c.session_id IS coalesce(?, c.session_id));

-- name: folds
SELECT number, id, root, sources, method, state, generation, tokens, model, prompt, calls,
       input_tokens, output_tokens, view, made_from, fault
FROM folds
WHERE space_id = ? AND user_id = ? AND conversation = ?
  AND state IN (SELECT value FROM json_each(?)) AND (view = 0 OR ?)
ORDER BY root, number;

-- name: fold
SELECT c.id, f.conversation, f.number, f.id, f.root, f.sources, f.method, f.state, f.generation,
       f.tokens, f.model, f.prompt, f.calls, f.input_tokens, f.output_tokens, f.view, f.made_from,
       f.fault
FROM folds AS f
CROSS JOIN conversations AS c
    ON c.space_id = f.space_id AND c.user_id = f.user_id AND c.number = f.conversation
WHERE f.space_id = ? AND f.user_id = ? AND f.id = ?
  AND c.agent_id IS coalesce(?, c.agent_id) AND c.session_id IS coalesce(?, c.session_id);

-- name: folds_over
SELECT f.id, f.root, s.value
FROM folds AS f
CROSS JOIN json_each(f.sources) AS s
WHERE f.space_id = ? AND f.user_id = ? AND f.conversation = ? AND f.state = 'ready' AND f.view = 0
  AND s.value IN (SELECT value FROM json_each(?))
ORDER BY f.root, f.number, s.id;

-- name: fold_keys
SELECT id, root, generation, method
FROM folds
WHERE space_id = ? AND user_id = ? AND conversation = ?
  AND state IN (SELECT value FROM json_each(?)) AND method <> 'foreign'
  AND view = 0
ORDER BY root, number;

-- name: fold_ids
SELECT f.id
FROM folds AS f
CROSS JOIN conversations AS c
    ON c.space_id = f.space_id AND c.user_id = f.user_id AND c.number = f.conversation
WHERE f.space_id = ? AND f.user_id = ? AND f.id >= ? AND f.id < ?
  AND c.agent_id IS coalesce(?, c.agent_id) AND c.session_id IS coalesce(?, c.session_id)
ORDER BY f.id
LIMIT ?;

-- name: claim_ids
SELECT k.id
FROM claims AS k
CROSS JOIN conversations AS c
    ON c.space_id = k.space_id AND c.user_id = k.user_id AND c.number = k.conversation
WHERE k.space_id = ? AND k.user_id = ? AND k.id >= ? AND k.id < ?
  AND c.agent_id IS coalesce(?, c.agent_id) AND c.session_id IS coalesce(?, c.session_id)
ORDER BY k.id
LIMIT ?;

-- name: foreign_texts
SELECT f.id, f.root, k.text
FROM folds AS f
CROSS JOIN claims AS k
    ON k.space_id = f.space_id AND k.user_id = f.user_id
   AND k.conversation = f.conversation AND k.fold = f.number
WHERE f.space_id = ? AND f.user_id = ? AND f.conversation = ? AND f.state = 'ready'
  AND f.method = 'foreign' AND f.view = 0
ORDER BY f.root, f.number, k.number;

-- name: claim_columns
SELECT k.fold, k.number, k.level, k.tokens, k.positions
FROM folds AS f
CROSS JOIN claims AS k
    ON k.space_id = f.space_id AND k.user_id = f.user_id
   AND k.conversation = f.conversation AND k.fold = f.number
WHERE f.space_id = ? AND f.user_id = ? AND f.conversation = ? AND f.state IN ('ready', 'pending')
  AND f.view = 0
ORDER BY f.root, f.number, k.number;

-- name: claims_at
SELECT wanted.key, f.id, k.fold, k.number, k.id, k.level, k.text, k.tokens, k.positions,
       k.checksum
FROM json_each(?) AS wanted
CROSS JOIN claims AS k
    ON k.space_id = ? AND k.user_id = ? AND k.conversation = ?
   AND k.fold = json_extract(wanted.value, '$[0]')
   AND k.number = json_extract(wanted.value, '$[1]')
CROSS JOIN folds AS f
    ON f.space_id = k.space_id AND f.user_id = k.user_id
   AND f.conversation = k.conversation AND f.number = k.fold
ORDER BY wanted.id;

-- name: spans_at
SELECT wanted.key, s.message, s.part, s.starts, s.ends
FROM json_each(?) AS wanted
CROSS JOIN spans AS s
    ON s.space_id = ? AND s.user_id = ? AND s.conversation = ?
   AND s.fold = json_extract(wanted.value, '$[0]')
   AND s.claim = json_extract(wanted.value, '$[1]')
ORDER BY wanted.id, s.number;

-- name: claims
SELECT c.fold, c.number, c.id, c.level, c.text, c.tokens, c.positions, c.checksum
FROM json_each(?) AS wanted
CROSS JOIN claims AS c
    ON c.space_id = ? AND c.user_id = ? AND c.conversation = ? AND c.fold = wanted.value
ORDER BY wanted.id, c.number;

-- name: spans
SELECT s.fold, s.claim, s.message, s.part, s.starts, s.ends
FROM json_each(?) AS wanted
CROSS JOIN spans AS s
    ON s.space_id = ? AND s.user_id = ? AND s.conversation = ? AND s.fold = wanted.value
ORDER BY wanted.id, s.claim, s.number;

-- name: claim
SELECT c.id, f.id
FROM claims AS k
CROSS JOIN folds AS f
    ON f.space_id = k.space_id AND f.user_id = k.user_id
   AND f.conversation = k.conversation AND f.number = k.fold
CROSS JOIN conversations AS c
    ON c.space_id = k.space_id AND c.user_id = k.user_id AND c.number = k.conversation
WHERE k.space_id = ? AND k.user_id = ? AND k.id = ?
  AND c.agent_id IS coalesce(?, c.agent_id) AND c.session_id IS coalesce(?, c.session_id);

-- name: claims_from
SELECT DISTINCT k.id
FROM json_each(?) AS wanted
CROSS JOIN spans AS s
    ON s.space_id = ? AND s.user_id = ? AND s.message = wanted.value
CROSS JOIN claims AS k
    ON k.space_id = s.space_id AND k.user_id = s.user_id
   AND k.conversation = s.conversation AND k.fold = s.fold AND k.number = s.claim
CROSS JOIN conversations AS c
    ON c.space_id = k.space_id AND c.user_id = k.user_id AND c.number = k.conversation
WHERE c.agent_id IS coalesce(?, c.agent_id) AND c.session_id IS coalesce(?, c.session_id)
ORDER BY k.conversation, k.fold, k.number;

-- name: last_fold
SELECT coalesce(max(number), 0)
FROM folds
WHERE space_id = ? AND user_id = ? AND conversation = ?;

-- name: add_fold
INSERT INTO folds (
    space_id, user_id, conversation, number, id, root, sources, method, state, generation, tokens,
    model, prompt, calls, input_tokens, output_tokens, view, made_from, fault)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: add_claim
INSERT INTO claims (
    space_id, user_id, conversation, fold, number, id, level, text, tokens, positions,
    checksum)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: add_span
INSERT INTO spans (
    space_id, user_id, conversation, fold, claim, number, message, part, starts, ends)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: set_fold_state
UPDATE folds
SET state = ?
WHERE space_id = ? AND user_id = ? AND id = ?
  AND EXISTS (
      SELECT 1 FROM conversations AS c
      WHERE c.space_id = folds.space_id AND c.user_id = folds.user_id
        AND c.number = folds.conversation
        AND c.agent_id IS coalesce(?, c.agent_id) AND c.session_id IS coalesce(?, c.session_id));
