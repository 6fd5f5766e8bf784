-- Conversations, messages, wires, forward rows and vectors.
-- Placeholders stand in the order in which the code gives them.

-- name: conversation
SELECT number, id, key, title, format, agent_id, session_id, leaf, messages, turns, branches,
       first, last, archived, hot_from, hot_tokens, embedded_to, placed_to, heard_to, generation,
       (SELECT m.id FROM messages AS m
        WHERE m.space_id = c.space_id AND m.user_id = c.user_id AND m.conversation = c.number
          AND m.position = c.leaf),
       checksum
FROM conversations AS c
WHERE space_id = ? AND user_id = ? AND id = ?
  AND agent_id IS coalesce(?, agent_id) AND session_id IS coalesce(?, session_id);

-- name: conversation_by_key
SELECT number, id, key, title, format, agent_id, session_id, leaf, messages, turns, branches,
       first, last, archived, hot_from, hot_tokens, embedded_to, placed_to, heard_to, generation,
       (SELECT m.id FROM messages AS m
        WHERE m.space_id = c.space_id AND m.user_id = c.user_id AND m.conversation = c.number
          AND m.position = c.leaf),
       checksum
FROM conversations AS c
WHERE space_id = ? AND user_id = ? AND key = ?
  AND agent_id IS coalesce(?, agent_id) AND session_id IS coalesce(?, session_id);

-- name: conversations
SELECT number, id, key, title, format, agent_id, session_id, leaf, messages, turns, branches,
       first, last, archived, hot_from, hot_tokens, embedded_to, placed_to, heard_to, generation,
       (SELECT m.id FROM messages AS m
        WHERE m.space_id = c.space_id AND m.user_id = c.user_id AND m.conversation = c.number
          AND m.position = c.leaf),
       checksum
FROM conversations AS c
WHERE space_id = ? AND user_id = ? AND number > ?
  AND agent_id IS coalesce(?, agent_id) AND session_id IS coalesce(?, session_id)
ORDER BY number
LIMIT ?;

-- name: conversation_number
SELECT number
FROM conversations
WHERE space_id = ? AND user_id = ? AND id = ?
  AND agent_id IS coalesce(?, agent_id) AND session_id IS coalesce(?, session_id);

-- name: add_conversation
INSERT INTO conversations (
    space_id, user_id, number, id, key, title, format, agent_id, session_id, leaf, messages, turns,
    branches, first, last, archived, hot_from, hot_tokens, embedded_to, placed_to, heard_to,
    generation, checksum)
SELECT scope.space_id, scope.user_id,
       -- Rows of hidden ones are there still: their numbers are not given again.
       (SELECT 1 + max(
            (SELECT coalesce(max(number), 0) FROM conversations
             WHERE space_id = scope.space_id AND user_id = scope.user_id),
            (SELECT coalesce(max(number), 0) FROM erasing
             WHERE space_id = scope.space_id AND user_id = scope.user_id
               AND kind = 'conversation'))),
       ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?
FROM (SELECT ? AS space_id, ? AS user_id) AS scope;

-- name: save_conversation
UPDATE conversations
SET title = ?, format = ?, leaf = ?, messages = ?, turns = ?, branches = ?, first = ?, last = ?,
    archived = ?, hot_from = ?, hot_tokens = ?, embedded_to = ?, placed_to = ?, heard_to = ?,
    generation = ?, checksum = ?
WHERE space_id = ? AND user_id = ? AND number = ?;

-- name: add_message
INSERT INTO messages (
    space_id, user_id, conversation, position, id, role, author, at, source, tokens, digest, parts,
    checksum)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: add_wire
INSERT INTO wires (space_id, user_id, conversation, child, parent, kind, inferred, cut, chain)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: add_forward
INSERT INTO forward (
    space_id, user_id, conversation, position, parent, role, author, at, tokens, flags, terms)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: messages_between
SELECT position, id, role, author, at, source, tokens, parts, checksum
FROM messages
WHERE space_id = ? AND user_id = ? AND conversation = ? AND position BETWEEN ? AND ?
ORDER BY position;

-- name: messages_below
SELECT m.position, m.id, m.role, m.author, m.at, m.source, m.tokens, m.parts, m.checksum,
       (SELECT coalesce(max(w.parent), -1) FROM wires AS w
        WHERE w.space_id = m.space_id AND w.user_id = m.user_id
          AND w.conversation = m.conversation AND w.child = m.position AND w.kind = 'continue')
FROM messages AS m
WHERE m.space_id = ? AND m.user_id = ? AND m.conversation = ? AND m.position BETWEEN ? AND ?
ORDER BY m.position;

-- name: messages_at
SELECT m.position, m.id, m.role, m.author, m.at, m.source, m.tokens, m.parts, m.checksum
FROM json_each(?) AS wanted
CROSS JOIN messages AS m
    ON m.space_id = ? AND m.user_id = ? AND m.conversation = ? AND m.position = wanted.value;

-- name: digests
SELECT position, digest
FROM messages
WHERE space_id = ? AND user_id = ? AND conversation = ? AND digest IS NOT NULL
ORDER BY position;

-- name: locate
SELECT m.id, c.id, m.position
FROM json_each(?) AS wanted
CROSS JOIN messages AS m
    ON m.space_id = ? AND m.user_id = ? AND m.id = wanted.value
CROSS JOIN conversations AS c
    ON c.space_id = m.space_id AND c.user_id = m.user_id AND c.number = m.conversation
WHERE c.agent_id IS coalesce(?, c.agent_id) AND c.session_id IS coalesce(?, c.session_id);

-- name: message_ids
SELECT m.id
FROM messages AS m
CROSS JOIN conversations AS c
    ON c.space_id = m.space_id AND c.user_id = m.user_id AND c.number = m.conversation
WHERE m.space_id = ? AND m.user_id = ? AND m.id >= ? AND m.id < ?
  AND c.agent_id IS coalesce(?, c.agent_id) AND c.session_id IS coalesce(?, c.session_id)
ORDER BY m.id
LIMIT ?;

-- name: wires
SELECT parent, child, kind, inferred, cut, chain
FROM wires
WHERE space_id = ? AND user_id = ? AND conversation = ? AND child >= ?
ORDER BY child, parent, kind;

-- name: children
SELECT child
FROM wires
WHERE space_id = ? AND user_id = ? AND conversation = ? AND parent = ? AND kind = 'continue'
ORDER BY child;

-- name: roots
SELECT position
FROM forward
WHERE space_id = ? AND user_id = ? AND conversation = ? AND parent = -1
ORDER BY position;

-- name: forward
SELECT position, parent, role, author, at, tokens, flags, terms
FROM forward
WHERE space_id = ? AND user_id = ? AND conversation = ? AND position >= ?
ORDER BY position;

-- name: forward_at
SELECT f.position, f.parent, f.role, f.author, f.at, f.tokens, f.flags, f.terms
FROM json_each(?) AS wanted
CROSS JOIN forward AS f
    ON f.space_id = ? AND f.user_id = ? AND f.conversation = ? AND f.position = wanted.value
ORDER BY wanted.id;

-- name: vectors_at
SELECT v.position, v.vector
FROM json_each(?) AS wanted
CROSS JOIN vectors AS v
    ON v.space_id = ? AND v.user_id = ? AND v.conversation = ? AND v.embedder = ?
   AND v.position = wanted.value
ORDER BY wanted.id;

-- name: vectors
SELECT position, vector
FROM vectors
WHERE space_id = ? AND user_id = ? AND conversation = ? AND embedder = ? AND position >= ?
ORDER BY position;

-- name: add_vector
INSERT INTO vectors (space_id, user_id, conversation, embedder, position, vector)
VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT DO NOTHING;

-- name: behind
SELECT c.user_id, c.id
FROM conversations AS c
WHERE c.space_id = ? AND c.embedded_to < c.messages
  AND NOT EXISTS (
      SELECT 1 FROM jobs AS j
      WHERE j.space_id = c.space_id AND j.user_id = c.user_id AND j.kind = 'fold'
        AND j.subject = c.id)
ORDER BY c.user_id, c.number
LIMIT 1;
