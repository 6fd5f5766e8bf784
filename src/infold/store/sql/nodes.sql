-- What stands on single messages: settings, materials, quotes, and how answers were asked for.

-- name: placed_settings
SELECT position, name, value
FROM node_settings
WHERE space_id = ? AND user_id = ? AND conversation = ?
  AND (name IN ('shown_as', 'passage', 'role', 'away') OR name LIKE 'material:%')
ORDER BY position, name;

-- name: settings
SELECT s.position, m.id, s.name, s.value
FROM node_settings AS s
LEFT JOIN messages AS m
    ON m.space_id = s.space_id AND m.user_id = s.user_id
   AND m.conversation = s.conversation AND m.position = s.position
WHERE s.space_id = ? AND s.user_id = ? AND s.conversation = ?
ORDER BY s.position, s.name;

-- name: setting
SELECT value
FROM node_settings
WHERE space_id = ? AND user_id = ? AND conversation = ? AND position = ? AND name = ?;

-- name: set_setting
INSERT INTO node_settings (space_id, user_id, conversation, position, name, value)
VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (space_id, user_id, conversation, position, name) DO UPDATE SET value = excluded.value;

-- name: drop_setting
DELETE FROM node_settings
WHERE space_id = ? AND user_id = ? AND conversation = ? AND position = ? AND name = ?;

-- name: references
SELECT parent, child, chain
FROM wires
WHERE space_id = ? AND user_id = ? AND conversation = ? AND kind = 'reference' AND NOT cut
ORDER BY child, parent;

-- name: parents
SELECT parent
FROM wires
WHERE space_id = ? AND user_id = ? AND conversation = ? AND child = ? AND kind = 'continue'
ORDER BY parent;

-- name: asked
SELECT a.position, m.id, a.model, a.prompt, a.upstream, a.views, a.input_tokens, a.output_tokens
FROM asked AS a
CROSS JOIN messages AS m
    ON m.space_id = a.space_id AND m.user_id = a.user_id
   AND m.conversation = a.conversation AND m.position = a.position
WHERE a.space_id = ? AND a.user_id = ? AND a.conversation = ?
ORDER BY a.position;

-- name: add_asked
INSERT INTO asked (
    space_id, user_id, conversation, position, model, prompt, upstream, views, input_tokens,
    output_tokens)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: materials
SELECT number, id, name, media_type, digest, tokens, pages, checksum
FROM materials
WHERE space_id = ? AND user_id = ? AND conversation = ?
ORDER BY number;

-- name: attaching_materials
SELECT c.id, d.digest
FROM conversations AS c
CROSS JOIN materials AS d
    ON d.space_id = c.space_id AND d.user_id = c.user_id AND d.conversation = c.number
WHERE c.space_id = ? AND c.user_id = ?;

-- name: last_material
SELECT coalesce(max(number), 0)
FROM materials
WHERE space_id = ? AND user_id = ? AND conversation = ?;

-- name: add_material
INSERT INTO materials (
    space_id, user_id, conversation, number, id, name, media_type, digest, tokens, pages, checksum)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
