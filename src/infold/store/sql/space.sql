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

-- name: touch_removed
INSERT INTO scopes (space_id, user_id, version, erase_epoch)
VALUES (?, ?, 1, 1)
ON CONFLICT (space_id, user_id)
DO UPDATE SET version = version + 1, erase_epoch = erase_epoch + 1;

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
