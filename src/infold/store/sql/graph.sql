-- Marks, views and their folds, the steps that can be undone, and wires as they are cut.

-- name: marks
SELECT k.id, k.kind, k.label, m.id, k.part, k.starts, k.ends, k.text, k.made_by, k.state,
       k.evidence, k.message, k.checksum
FROM marks AS k
CROSS JOIN messages AS m
    ON m.space_id = k.space_id AND m.user_id = k.user_id
   AND m.conversation = k.conversation AND m.position = k.message
WHERE k.space_id = ? AND k.user_id = ? AND k.conversation = ?
  AND k.state IN (SELECT value FROM json_each(?))
ORDER BY k.message, k.part, k.starts, k.number;

-- name: marks_at
SELECT k.id, k.kind, k.label, m.id, k.part, k.starts, k.ends, k.text, k.made_by, k.state,
       k.evidence, k.message, k.checksum
FROM marks AS k
CROSS JOIN messages AS m
    ON m.space_id = k.space_id AND m.user_id = k.user_id
   AND m.conversation = k.conversation AND m.position = k.message
WHERE k.space_id = ? AND k.user_id = ? AND k.conversation = ?
  AND k.message IN (SELECT value FROM json_each(?)) AND k.state = 'confirmed'
ORDER BY k.message, k.part, k.starts, k.number;

-- name: mark
SELECT k.id, k.kind, k.label, m.id, k.part, k.starts, k.ends, k.text, k.made_by, k.state,
       k.evidence, k.message, k.checksum
FROM marks AS k
CROSS JOIN messages AS m
    ON m.space_id = k.space_id AND m.user_id = k.user_id
   AND m.conversation = k.conversation AND m.position = k.message
WHERE k.space_id = ? AND k.user_id = ? AND k.conversation = ? AND k.id = ?;

-- name: placed_marks
-- With the clusters that are demoted: by the number of their fold.
SELECT DISTINCT kind, message
FROM marks
WHERE space_id = ?1 AND user_id = ?2 AND conversation = ?3 AND kind IN ('archive', 'pin')
  AND state = 'confirmed'
UNION ALL
SELECT e.kind, f.number
FROM evictions AS e
CROSS JOIN folds AS f
    ON f.space_id = e.space_id AND f.user_id = e.user_id AND f.id = e.fold
WHERE e.space_id = ?1 AND e.user_id = ?2 AND e.conversation = ?3 AND e.kind = 'demote'
  AND e.ended IS NULL
ORDER BY 2;

-- name: last_mark
SELECT coalesce(max(number), 0)
FROM marks
WHERE space_id = ? AND user_id = ? AND conversation = ?;

-- name: add_mark
INSERT INTO marks (
    space_id, user_id, conversation, number, id, kind, label, message, part, starts, ends, text,
    made_by, state, evidence, checksum)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: set_mark_state
UPDATE marks
SET state = ?
WHERE space_id = ? AND user_id = ? AND conversation = ? AND id = ?;

-- name: wire
SELECT cut, chain
FROM wires
WHERE space_id = ? AND user_id = ? AND conversation = ? AND child = ? AND parent = ? AND kind = ?;

-- name: odd_wires
-- Wires that are cut, and those that quote: each an index of few rows.
SELECT parent, child, cut, chain
FROM wires
WHERE space_id = ?1 AND user_id = ?2 AND conversation = ?3 AND kind = 'continue' AND cut
UNION ALL
SELECT parent, child, cut, chain
FROM wires
WHERE space_id = ?1 AND user_id = ?2 AND conversation = ?3 AND kind = 'reference' AND NOT cut
ORDER BY child, parent;

-- name: set_wire
UPDATE wires
SET cut = ?, chain = ?
WHERE space_id = ? AND user_id = ? AND conversation = ? AND child = ? AND parent = ? AND kind = ?;

-- name: drop_wire
DELETE FROM wires
WHERE space_id = ? AND user_id = ? AND conversation = ? AND child = ? AND parent = ? AND kind = ?;

-- name: joined_since
SELECT parent, child
FROM wires
WHERE space_id = ? AND user_id = ? AND conversation = ? AND child >= ? AND kind = 'continue'
  AND NOT cut
ORDER BY child, parent;

-- name: views
SELECT number, id, name, base, state, compared
FROM views
WHERE space_id = ? AND user_id = ? AND conversation = ?
  AND state IN (SELECT value FROM json_each(?))
ORDER BY number;

-- name: view_folds
SELECT w.view, w.fold, w.is_open, w.flag
FROM view_folds AS w
WHERE w.space_id = ? AND w.user_id = ? AND w.conversation = ?
  AND w.view IN (SELECT value FROM json_each(?))
ORDER BY w.view, w.fold;

-- name: folds_numbered
SELECT f.number, f.id, f.root, f.sources, f.method, f.state, f.generation, f.tokens, f.model,
       f.prompt, f.calls, f.input_tokens, f.output_tokens, f.view, f.made_from, f.fault
FROM json_each(?) AS wanted
CROSS JOIN folds AS f
    ON f.space_id = ? AND f.user_id = ? AND f.conversation = ? AND f.number = wanted.value
ORDER BY f.root, f.number;

-- name: folds_made_from
SELECT number, id, root, sources, method, state, generation, tokens, model, prompt, calls,
       input_tokens, output_tokens, view, made_from, fault
FROM folds
WHERE space_id = ? AND user_id = ? AND conversation = ? AND made_from = ?
  AND made_from <> ''
ORDER BY number DESC;

-- name: last_view
SELECT coalesce(max(number), 0)
FROM views
WHERE space_id = ? AND user_id = ? AND conversation = ?;

-- name: add_view
INSERT INTO views (space_id, user_id, conversation, number, id, name, base, state, compared)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: save_view
UPDATE views
SET name = ?, state = ?, compared = ?
WHERE space_id = ? AND user_id = ? AND conversation = ? AND number = ?;

-- name: add_view_fold
INSERT INTO view_folds (space_id, user_id, conversation, view, fold, is_open, flag)
VALUES (?, ?, ?, ?, ?, ?, ?);

-- name: save_view_fold
UPDATE view_folds
SET is_open = ?, flag = ?
WHERE space_id = ? AND user_id = ? AND conversation = ? AND view = ? AND fold = ?;

-- name: fold_number
SELECT number
FROM folds
WHERE space_id = ? AND user_id = ? AND conversation = ? AND id = ?;

-- name: set_fold_view
UPDATE folds
SET view = ?
WHERE space_id = ? AND user_id = ? AND conversation = ? AND number = ? AND view = -1;

-- name: changes
SELECT number, id, name, at, made_by, data, state, spans
FROM changes
WHERE space_id = ? AND user_id = ? AND conversation = ?
ORDER BY number;

-- name: first_change_in
SELECT number, id, name, at, made_by, data, state, spans
FROM changes
WHERE space_id = ? AND user_id = ? AND conversation = ? AND state = ?
ORDER BY number
LIMIT 1;

-- name: last_change_in
SELECT number, id, name, at, made_by, data, state, spans
FROM changes
WHERE space_id = ? AND user_id = ? AND conversation = ? AND state = ?
ORDER BY number DESC
LIMIT 1;

-- name: last_change
SELECT coalesce(max(number), 0)
FROM changes
WHERE space_id = ? AND user_id = ? AND conversation = ?;

-- name: end_undone
UPDATE changes
SET state = 'gone'
WHERE space_id = ? AND user_id = ? AND conversation = ? AND state = 'undone';

-- name: add_change
INSERT INTO changes (
    space_id, user_id, conversation, number, id, name, at, made_by, data, state, spans)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: set_change_state
UPDATE changes
SET state = ?, spans = ?
WHERE space_id = ? AND user_id = ? AND conversation = ? AND number = ?;
