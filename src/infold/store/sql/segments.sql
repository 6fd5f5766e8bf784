-- Segments: search columns of consecutive messages, derived from forward rows and vectors.

-- name: segment_keys
SELECT first, count
FROM segments
WHERE space_id = ? AND user_id = ? AND conversation = ? AND embedder = ? AND first >= ?
  AND analysis = ? AND erase_epoch = ? AND index_version = ?
ORDER BY first;

-- name: segment
SELECT digest, data
FROM segments
WHERE space_id = ? AND user_id = ? AND conversation = ? AND embedder = ? AND first = ?
  AND analysis = ? AND erase_epoch = ? AND index_version = ?;

-- name: keep_segment
INSERT INTO segments (
    space_id, user_id, conversation, embedder, first, count, analysis, erase_epoch, index_version,
    digest, data)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (space_id, user_id, conversation, embedder, first)
DO UPDATE SET count = excluded.count, analysis = excluded.analysis,
    erase_epoch = excluded.erase_epoch, index_version = excluded.index_version,
    digest = excluded.digest, data = excluded.data;

-- name: drop_old_segments
DELETE FROM segments
WHERE space_id = ? AND user_id = ? AND conversation = ?
  AND (embedder, analysis, erase_epoch, index_version) IS NOT (?, ?, ?, ?);

-- name: segment_sizes
SELECT count(*), coalesce(sum(length(data)), 0)
FROM segments
WHERE space_id = ? AND user_id = ?;
