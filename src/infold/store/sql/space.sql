-- Spaces, versions of scopes, blobs and replies.

-- name: space
SELECT secret, embedder
FROM spaces
WHERE space_id = ?;

-- name: add_space
INSERT INTO spaces (space_id, secret)
VALUES (?, ?)
ON CONFLICT DO NOTHING;

-- name: bind_embedder
UPDATE spaces
SET embedder = ?
WHERE space_id = ?;

-- name: scopes
SELECT user_id
FROM scopes
WHERE space_id = ?
ORDER BY user_id;

-- name: scope_version
SELECT version, erase_epoch, index_version
FROM scopes
WHERE space_id = ? AND user_id = ?;

-- name: touch
INSERT INTO scopes (space_id, user_id, version)
VALUES (?, ?, 1)
ON CONFLICT (space_id, user_id) DO UPDATE SET version = version + 1;

-- name: add_scope
INSERT INTO scopes (space_id, user_id)
VALUES (?, ?)
ON CONFLICT DO NOTHING;

-- name: blob
SELECT data
FROM blobs
WHERE space_id = ? AND user_id = ? AND digest = ?;

-- name: blobs
SELECT digest
FROM blobs
WHERE space_id = ? AND user_id = ?
ORDER BY digest;

-- name: add_blob
INSERT INTO blobs (space_id, user_id, digest, data)
VALUES (?, ?, ?, ?)
ON CONFLICT DO NOTHING;

-- name: reply
SELECT request, reply
FROM replies
WHERE space_id = ? AND user_id = ? AND key = ?;

-- name: keep_reply
INSERT INTO replies (space_id, user_id, key, request, reply)
VALUES (?, ?, ?, ?, ?);

-- name: strays
SELECT 'messages', user_id, count(*)
FROM messages AS r
WHERE NOT EXISTS (
    SELECT 1 FROM conversations AS c
    WHERE c.space_id = r.space_id AND c.user_id = r.user_id AND c.number = r.conversation)
GROUP BY space_id, user_id
UNION ALL
SELECT 'wires', user_id, count(*)
FROM wires AS r
WHERE NOT EXISTS (
    SELECT 1 FROM conversations AS c
    WHERE c.space_id = r.space_id AND c.user_id = r.user_id AND c.number = r.conversation)
GROUP BY space_id, user_id
UNION ALL
SELECT 'forward', user_id, count(*)
FROM forward AS r
WHERE NOT EXISTS (
    SELECT 1 FROM conversations AS c
    WHERE c.space_id = r.space_id AND c.user_id = r.user_id AND c.number = r.conversation)
GROUP BY space_id, user_id
UNION ALL
SELECT 'vectors', user_id, count(*)
FROM vectors AS r
WHERE NOT EXISTS (
    SELECT 1 FROM conversations AS c
    WHERE c.space_id = r.space_id AND c.user_id = r.user_id AND c.number = r.conversation)
GROUP BY space_id, user_id
UNION ALL
SELECT 'placements', user_id, count(*)
FROM placements AS r
WHERE NOT EXISTS (
    SELECT 1 FROM conversations AS c
    WHERE c.space_id = r.space_id AND c.user_id = r.user_id AND c.number = r.conversation)
GROUP BY space_id, user_id
UNION ALL
SELECT 'merges', user_id, count(*)
FROM merges AS r
WHERE NOT EXISTS (
    SELECT 1 FROM conversations AS c
    WHERE c.space_id = r.space_id AND c.user_id = r.user_id AND c.number = r.conversation)
GROUP BY space_id, user_id
UNION ALL
SELECT 'folds', user_id, count(*)
FROM folds AS r
WHERE NOT EXISTS (
    SELECT 1 FROM conversations AS c
    WHERE c.space_id = r.space_id AND c.user_id = r.user_id AND c.number = r.conversation)
GROUP BY space_id, user_id
UNION ALL
SELECT 'claims', user_id, count(*)
FROM claims AS r
WHERE NOT EXISTS (
    SELECT 1 FROM conversations AS c
    WHERE c.space_id = r.space_id AND c.user_id = r.user_id AND c.number = r.conversation)
GROUP BY space_id, user_id
UNION ALL
SELECT 'spans', user_id, count(*)
FROM spans AS r
WHERE NOT EXISTS (
    SELECT 1 FROM conversations AS c
    WHERE c.space_id = r.space_id AND c.user_id = r.user_id AND c.number = r.conversation)
GROUP BY space_id, user_id
UNION ALL
SELECT 'conversations', user_id, count(*)
FROM conversations AS r
WHERE NOT EXISTS (
    SELECT 1 FROM scopes AS s WHERE s.space_id = r.space_id AND s.user_id = r.user_id)
GROUP BY space_id, user_id
UNION ALL
SELECT 'blobs', user_id, count(*)
FROM blobs AS r
WHERE NOT EXISTS (
    SELECT 1 FROM scopes AS s WHERE s.space_id = r.space_id AND s.user_id = r.user_id)
GROUP BY space_id, user_id
ORDER BY 1, 2;
