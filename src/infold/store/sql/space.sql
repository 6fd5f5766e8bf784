-- Spaces, versions of scopes, blobs and replies.

-- name: space
SELECT secret, embedder, retention
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

-- name: bind_retention
UPDATE spaces
SET retention = ?
WHERE space_id = ?;

-- name: scopes
SELECT user_id
FROM scopes
WHERE space_id = ?
ORDER BY user_id;

-- name: scope_version
-- A user of whom there is no row begins above the epoch of every one that was erased.
SELECT coalesce(s.version, 0), coalesce(s.erase_epoch, p.erase_epoch),
       coalesce(s.index_version, 0)
FROM spaces AS p
LEFT JOIN scopes AS s ON s.space_id = p.space_id AND s.user_id = ?2
WHERE p.space_id = ?1;

-- name: touch
INSERT INTO scopes (space_id, user_id, version, erase_epoch)
VALUES (?1, ?2, 1, coalesce((SELECT erase_epoch FROM spaces WHERE space_id = ?1), 0))
ON CONFLICT (space_id, user_id) DO UPDATE SET version = version + 1;

-- name: touch_removed
INSERT INTO scopes (space_id, user_id, version, erase_epoch)
VALUES (?1, ?2, 1, 1 + coalesce((SELECT erase_epoch FROM spaces WHERE space_id = ?1), 0))
ON CONFLICT (space_id, user_id)
DO UPDATE SET version = version + 1, erase_epoch = erase_epoch + 1;

-- name: add_scope
INSERT INTO scopes (space_id, user_id, erase_epoch)
VALUES (?1, ?2, coalesce((SELECT erase_epoch FROM spaces WHERE space_id = ?1), 0))
ON CONFLICT DO NOTHING;

-- name: blob
SELECT data
FROM blobs
WHERE space_id = ?1 AND user_id = ?2 AND digest = ?3
  AND NOT EXISTS (
      SELECT 1 FROM erasing AS e
      WHERE e.space_id = ?1 AND e.user_id = ?2 AND e.kind = 'blob' AND e.ref = ?3);

-- name: blobs
SELECT digest
FROM blobs AS b
WHERE space_id = ? AND user_id = ?
  AND NOT EXISTS (
      SELECT 1 FROM erasing AS e
      WHERE e.space_id = b.space_id AND e.user_id = b.user_id AND e.kind = 'blob'
        AND e.ref = b.digest)
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
