-- Values that later ones superseded, and how far messages are linked.

-- name: supersessions
SELECT number, id, old_message, old_part, old_starts, old_ends, new_message, new_part, new_starts,
       new_ends, old_at, new_at, old_value, new_value, old_text, new_text, score,
       reason, withdrawn_by
FROM supersessions
WHERE space_id = ? AND user_id = ? AND conversation = ? AND number > ?
ORDER BY number;

-- name: last_supersession
SELECT coalesce(max(number), 0)
FROM supersessions
WHERE space_id = ? AND user_id = ? AND conversation = ?;

-- name: add_supersession
INSERT INTO supersessions (
    space_id, user_id, conversation, number, id, old_message, old_part, old_starts, old_ends,
    new_message, new_part, new_starts, new_ends, old_at, new_at, old_value, new_value, old_text,
    new_text, score, reason, withdrawn_by)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: withdraw_supersession
UPDATE supersessions
SET withdrawn_by = ?
WHERE space_id = ? AND user_id = ? AND conversation = ? AND id = ?;

-- name: drop_supersessions
DELETE FROM supersessions
WHERE space_id = ? AND user_id = ? AND conversation = ?;

-- name: linked
SELECT linked_to, rules, changes
FROM linked
WHERE space_id = ? AND user_id = ? AND conversation = ?;

-- name: save_linked
INSERT INTO linked (space_id, user_id, conversation, linked_to, rules, changes)
VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (space_id, user_id, conversation)
DO UPDATE SET linked_to = excluded.linked_to, rules = excluded.rules, changes = excluded.changes;
