-- Facts: their content, events and standing, and what search needs of them.
-- `number` is the order of entry of a user's facts. Facts in the states `erasing` and `purging` are
-- hidden and wait to be removed (erasing_facts.sql): nothing here shows them.

-- name: fact
SELECT f.number, f.id, f.agent_id, f.session_id, f.same, f.ordinal, f.text, f.kind, f.subject,
       f.attribute, f.value, f.retracts, f.confidence, f.importance, f.valid_from, f.valid_to,
       f.recorded_at, f.expires_at, f.origin, f.trust, f.digest, f.checksum,
       s.state, s.pinned, s.confirmed_at, s.confidence, s.importance, s.expires_at, s.last_used,
       s.uses, s.repeats, s.origin, s.trust, s.superseded_by, s.tombstoned_at, s.holds, s.events, s.due_at, s.checksum
FROM fact_states AS s
CROSS JOIN facts AS f
    ON f.space_id = s.space_id AND f.user_id = s.user_id AND f.number = s.number
WHERE s.space_id = ? AND s.user_id = ? AND s.id = ?
  AND s.agent_id IS coalesce(?, s.agent_id) AND s.session_id IS coalesce(?, s.session_id)
  AND s.state NOT IN ('erasing', 'purging');

-- name: facts
SELECT f.number, f.id, f.agent_id, f.session_id, f.same, f.ordinal, f.text, f.kind, f.subject,
       f.attribute, f.value, f.retracts, f.confidence, f.importance, f.valid_from, f.valid_to,
       f.recorded_at, f.expires_at, f.origin, f.trust, f.digest, f.checksum,
       s.state, s.pinned, s.confirmed_at, s.confidence, s.importance, s.expires_at, s.last_used,
       s.uses, s.repeats, s.origin, s.trust, s.superseded_by, s.tombstoned_at, s.holds, s.events, s.due_at, s.checksum
FROM facts AS f
CROSS JOIN fact_states AS s
    ON s.space_id = f.space_id AND s.user_id = f.user_id AND s.number = f.number
WHERE f.space_id = ? AND f.user_id = ? AND f.number > ?
  AND f.agent_id IS coalesce(?, f.agent_id) AND f.session_id IS coalesce(?, f.session_id)
  AND s.state NOT IN ('erasing', 'purging')
ORDER BY f.number
LIMIT ?;

-- name: facts_at
SELECT f.number, f.id, f.agent_id, f.session_id, f.same, f.ordinal, f.text, f.kind, f.subject,
       f.attribute, f.value, f.retracts, f.confidence, f.importance, f.valid_from, f.valid_to,
       f.recorded_at, f.expires_at, f.origin, f.trust, f.digest, f.checksum,
       s.state, s.pinned, s.confirmed_at, s.confidence, s.importance, s.expires_at, s.last_used,
       s.uses, s.repeats, s.origin, s.trust, s.superseded_by, s.tombstoned_at, s.holds, s.events, s.due_at, s.checksum
FROM json_each(?) AS wanted
CROSS JOIN facts AS f
    ON f.space_id = ? AND f.user_id = ? AND f.number = wanted.value
CROSS JOIN fact_states AS s
    ON s.space_id = f.space_id AND s.user_id = f.user_id AND s.number = f.number
WHERE f.agent_id IS coalesce(?, f.agent_id) AND f.session_id IS coalesce(?, f.session_id)
  AND s.state NOT IN ('erasing', 'purging')
ORDER BY f.number;

-- Agent and session are those of the slot, not a narrowing: NULL is one of its own.
-- name: slot_before
SELECT f.number, f.id, f.agent_id, f.session_id, f.same, f.ordinal, f.text, f.kind, f.subject,
       f.attribute, f.value, f.retracts, f.confidence, f.importance, f.valid_from, f.valid_to,
       f.recorded_at, f.expires_at, f.origin, f.trust, f.digest, f.checksum,
       s.state, s.pinned, s.confirmed_at, s.confidence, s.importance, s.expires_at, s.last_used,
       s.uses, s.repeats, s.origin, s.trust, s.superseded_by, s.tombstoned_at, s.holds, s.events, s.due_at, s.checksum
FROM facts AS f
CROSS JOIN fact_states AS s
    ON s.space_id = f.space_id AND s.user_id = f.user_id AND s.number = f.number
WHERE f.space_id = ? AND f.user_id = ? AND f.subject = ? AND f.attribute = ? AND f.attribute <> ''
  AND f.agent_id IS ? AND f.session_id IS ? AND (f.begins, f.number) < (?, ?)
  AND s.state IN ('live', 'expired')
ORDER BY f.begins DESC, f.number DESC
LIMIT ?;

-- name: slot_after
SELECT f.number, f.id, f.agent_id, f.session_id, f.same, f.ordinal, f.text, f.kind, f.subject,
       f.attribute, f.value, f.retracts, f.confidence, f.importance, f.valid_from, f.valid_to,
       f.recorded_at, f.expires_at, f.origin, f.trust, f.digest, f.checksum,
       s.state, s.pinned, s.confirmed_at, s.confidence, s.importance, s.expires_at, s.last_used,
       s.uses, s.repeats, s.origin, s.trust, s.superseded_by, s.tombstoned_at, s.holds, s.events, s.due_at, s.checksum
FROM facts AS f
CROSS JOIN fact_states AS s
    ON s.space_id = f.space_id AND s.user_id = f.user_id AND s.number = f.number
WHERE f.space_id = ? AND f.user_id = ? AND f.subject = ? AND f.attribute = ? AND f.attribute <> ''
  AND f.agent_id IS ? AND f.session_id IS ? AND (f.begins, f.number) > (?, ?)
  AND s.state IN ('live', 'expired')
ORDER BY f.begins, f.number
LIMIT ?;

-- What holds at a moment of the facts that have a slot.
-- name: facts_holding
SELECT f.number, f.id, f.agent_id, f.session_id, f.same, f.ordinal, f.text, f.kind, f.subject,
       f.attribute, f.value, f.retracts, f.confidence, f.importance, f.valid_from, f.valid_to,
       f.recorded_at, f.expires_at, f.origin, f.trust, f.digest, f.checksum,
       s.state, s.pinned, s.confirmed_at, s.confidence, s.importance, s.expires_at, s.last_used,
       s.uses, s.repeats, s.origin, s.trust, s.superseded_by, s.tombstoned_at, s.holds, s.events, s.due_at, s.checksum
FROM facts AS f
CROSS JOIN fact_states AS s
    ON s.space_id = f.space_id AND s.user_id = f.user_id AND s.number = f.number
WHERE f.space_id = ?1 AND f.user_id = ?2 AND f.number > ?3
  AND f.agent_id IS ?4 AND f.session_id IS ?5
  AND f.attribute <> '' AND NOT f.retracts AND s.state IN ('live', 'expired')
  AND EXISTS (
      SELECT 1 FROM json_each(s.holds) AS hold
      WHERE (json_extract(hold.value, '$[0]') IS NULL OR json_extract(hold.value, '$[0]') <= ?6)
        AND (json_extract(hold.value, '$[1]') IS NULL OR json_extract(hold.value, '$[1]') > ?6))
ORDER BY f.number;

-- name: slot_waiting
SELECT f.number, f.id, f.agent_id, f.session_id, f.same, f.ordinal, f.text, f.kind, f.subject,
       f.attribute, f.value, f.retracts, f.confidence, f.importance, f.valid_from, f.valid_to,
       f.recorded_at, f.expires_at, f.origin, f.trust, f.digest, f.checksum,
       s.state, s.pinned, s.confirmed_at, s.confidence, s.importance, s.expires_at, s.last_used,
       s.uses, s.repeats, s.origin, s.trust, s.superseded_by, s.tombstoned_at, s.holds, s.events, s.due_at, s.checksum
FROM fact_states AS s
CROSS JOIN facts AS f
    ON f.space_id = s.space_id AND f.user_id = s.user_id AND f.number = s.number
WHERE s.space_id = ? AND s.user_id = ? AND s.state = 'quarantined'
  AND f.subject = ? AND f.attribute = ? AND f.attribute <> ''
  AND f.agent_id IS ? AND f.session_id IS ?
ORDER BY f.number;

-- name: is_slot_apart
SELECT EXISTS (
    SELECT 1 FROM facts AS f
    WHERE f.space_id = ?1 AND f.user_id = ?2 AND f.subject = ?3 AND f.attribute = ?4
      AND f.attribute <> '' AND f.apart = 1 AND f.agent_id IS ?5 AND f.session_id IS ?6)
  OR EXISTS (
    SELECT 1 FROM facts AS f
    WHERE f.space_id = ?1 AND f.user_id = ?2 AND f.subject = ?3 AND f.attribute = ?4
      AND f.attribute <> '' AND f.agent_id IS ?5 AND f.session_id IS ?6 AND f.begins > ?7
      AND f.valid_from IS NULL AND f.valid_to IS NULL);

-- name: facts_of_slot
SELECT f.number, f.id, f.agent_id, f.session_id, f.same, f.ordinal, f.text, f.kind, f.subject,
       f.attribute, f.value, f.retracts, f.confidence, f.importance, f.valid_from, f.valid_to,
       f.recorded_at, f.expires_at, f.origin, f.trust, f.digest, f.checksum,
       s.state, s.pinned, s.confirmed_at, s.confidence, s.importance, s.expires_at, s.last_used,
       s.uses, s.repeats, s.origin, s.trust, s.superseded_by, s.tombstoned_at, s.holds, s.events, s.due_at, s.checksum
FROM facts AS f
CROSS JOIN fact_states AS s
    ON s.space_id = f.space_id AND s.user_id = f.user_id AND s.number = f.number
WHERE f.space_id = ? AND f.user_id = ? AND f.subject = ? AND f.attribute = ? AND f.attribute <> ''
  AND f.agent_id IS coalesce(?, f.agent_id) AND f.session_id IS coalesce(?, f.session_id)
  AND s.state NOT IN ('erasing', 'purging')
ORDER BY f.number;

-- name: same_facts
SELECT f.number, f.id, f.agent_id, f.session_id, f.same, f.ordinal, f.text, f.kind, f.subject,
       f.attribute, f.value, f.retracts, f.confidence, f.importance, f.valid_from, f.valid_to,
       f.recorded_at, f.expires_at, f.origin, f.trust, f.digest, f.checksum,
       s.state, s.pinned, s.confirmed_at, s.confidence, s.importance, s.expires_at, s.last_used,
       s.uses, s.repeats, s.origin, s.trust, s.superseded_by, s.tombstoned_at, s.holds, s.events, s.due_at, s.checksum
FROM facts AS f
CROSS JOIN fact_states AS s
    ON s.space_id = f.space_id AND s.user_id = f.user_id AND s.number = f.number
WHERE f.space_id = ? AND f.user_id = ? AND f.same = ?
  AND f.agent_id IS coalesce(?, f.agent_id) AND f.session_id IS coalesce(?, f.session_id)
  AND s.state NOT IN ('erasing', 'purging')
ORDER BY f.ordinal;

-- name: fact_state
SELECT number, id, agent_id, session_id, state, pinned, confirmed_at, confidence, importance,
       expires_at, last_used, uses, repeats, origin, trust, superseded_by, tombstoned_at, holds, events, due_at,
       checksum
FROM fact_states
WHERE space_id = ? AND user_id = ? AND id = ?
  AND agent_id IS coalesce(?, agent_id) AND session_id IS coalesce(?, session_id)
  AND state NOT IN ('erasing', 'purging');

-- name: fact_states
SELECT number, id, agent_id, session_id, state, pinned, confirmed_at, confidence, importance,
       expires_at, last_used, uses, repeats, origin, trust, superseded_by, tombstoned_at, holds, events, due_at,
       checksum
FROM fact_states
WHERE space_id = ? AND user_id = ?
  AND agent_id IS coalesce(?, agent_id) AND session_id IS coalesce(?, session_id)
  AND state NOT IN ('erasing', 'purging')
ORDER BY number;

-- name: fact_states_since
SELECT number, id, agent_id, session_id, state, pinned, confirmed_at, confidence, importance,
       expires_at, last_used, uses, repeats, origin, trust, superseded_by, tombstoned_at, holds, events, due_at,
       checksum
FROM fact_states
WHERE space_id = ? AND user_id = ? AND changed > ?
  AND agent_id IS coalesce(?, agent_id) AND session_id IS coalesce(?, session_id)
  AND state NOT IN ('erasing', 'purging')
ORDER BY number;

-- name: facts_from
SELECT DISTINCT f.number, f.id
FROM json_each(?) AS wanted
CROSS JOIN fact_spans AS p
    ON p.space_id = ? AND p.user_id = ? AND p.message = wanted.value
CROSS JOIN facts AS f
    ON f.space_id = p.space_id AND f.user_id = p.user_id AND f.number = p.fact
CROSS JOIN fact_states AS s
    ON s.space_id = f.space_id AND s.user_id = f.user_id AND s.number = f.number
WHERE f.agent_id IS coalesce(?, f.agent_id) AND f.session_id IS coalesce(?, f.session_id)
  AND s.state NOT IN ('erasing', 'purging')
ORDER BY f.number;

-- name: fact_ids
SELECT id
FROM fact_states
WHERE space_id = ? AND user_id = ? AND id BETWEEN ? AND ?
  AND agent_id IS coalesce(?, agent_id) AND session_id IS coalesce(?, session_id)
  AND state NOT IN ('erasing', 'purging')
ORDER BY id
LIMIT ?;

-- name: fact_events
SELECT number, kind, at, by_whom, other, data, checksum
FROM fact_events
WHERE space_id = ? AND user_id = ? AND fact = ?
ORDER BY number;

-- name: fact_spans
SELECT event, message, part, starts, ends
FROM fact_spans
WHERE space_id = ? AND user_id = ? AND fact = ?
ORDER BY event, number;

-- name: fact_spans_at
SELECT p.fact, p.message, p.part, p.starts, p.ends
FROM json_each(?) AS wanted
CROSS JOIN fact_spans AS p
    ON p.space_id = ? AND p.user_id = ? AND p.fact = wanted.value AND p.event = 1
ORDER BY p.fact, p.number;

-- name: facts_due
SELECT due_at, number, id
FROM fact_states
WHERE space_id = ? AND user_id = ? AND due_at <= ? AND (due_at, number) > (?, ?)
  AND agent_id IS coalesce(?, agent_id) AND session_id IS coalesce(?, session_id)
  AND state NOT IN ('erasing', 'purging')
ORDER BY due_at, number
LIMIT ?;

-- name: fact_totals
SELECT facts, live, embedded_to
FROM fact_totals
WHERE space_id = ? AND user_id = ?;

-- name: fact_users
SELECT user_id, facts, live, embedded_to
FROM fact_totals
WHERE space_id = ?
ORDER BY user_id;

-- name: facts_behind
SELECT user_id
FROM fact_totals AS t
WHERE space_id = ? AND embedded_to < facts
  AND NOT EXISTS (
      SELECT 1 FROM jobs AS j
      WHERE j.space_id = t.space_id AND j.user_id = t.user_id AND j.kind = 'facts')
ORDER BY user_id
LIMIT 1;

-- name: fact_heads
SELECT f.number, f.kind, f.subject, f.attribute,
       CASE WHEN f.valid_from IS NULL AND f.valid_to IS NULL THEN f.recorded_at END
FROM facts AS f
CROSS JOIN fact_states AS s
    ON s.space_id = f.space_id AND s.user_id = f.user_id AND s.number = f.number
WHERE f.space_id = ? AND f.user_id = ? AND f.number > ?
  AND f.agent_id IS coalesce(?, f.agent_id) AND f.session_id IS coalesce(?, f.session_id)
  AND s.state NOT IN ('erasing', 'purging')
ORDER BY f.number;

-- name: fact_columns
SELECT t.number, -1, 1, '', t.at, t.tokens, t.flags, t.terms
FROM fact_terms AS t
CROSS JOIN fact_states AS s
    ON s.space_id = t.space_id AND s.user_id = t.user_id AND s.number = t.number
WHERE t.space_id = ? AND t.user_id = ? AND t.number > ?
  AND s.agent_id IS coalesce(?, s.agent_id) AND s.session_id IS coalesce(?, s.session_id)
  AND s.state NOT IN ('erasing', 'purging')
ORDER BY t.number;

-- name: fact_vectors
SELECT v.number, v.vector
FROM fact_vectors AS v
CROSS JOIN fact_states AS s
    ON s.space_id = v.space_id AND s.user_id = v.user_id AND s.number = v.number
WHERE v.space_id = ? AND v.user_id = ? AND v.embedder = ? AND v.number > ?
  AND s.agent_id IS coalesce(?, s.agent_id) AND s.session_id IS coalesce(?, s.session_id)
  AND s.state NOT IN ('erasing', 'purging')
ORDER BY v.number;

-- name: count_fact
INSERT INTO fact_totals (space_id, user_id, facts, live, embedded_to)
VALUES (?, ?, 1, ?, 0)
ON CONFLICT (space_id, user_id)
DO UPDATE SET facts = facts + 1, live = live + excluded.live
RETURNING facts;

-- name: add_fact
INSERT INTO facts (
    space_id, user_id, number, id, agent_id, session_id, same, ordinal, text, kind, subject,
    attribute, value, retracts, confidence, importance, valid_from, valid_to, recorded_at,
    expires_at, origin, trust, digest, begins, apart, checksum)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: set_slot_apart
UPDATE facts
SET apart = 1
WHERE space_id = ? AND user_id = ? AND number = ?;

-- name: add_fact_state
INSERT INTO fact_states (
    space_id, user_id, number, id, agent_id, session_id, state, pinned, confirmed_at, confidence,
    importance, expires_at, last_used, uses, repeats, origin, trust, superseded_by, tombstoned_at, holds, events,
    due_at, checksum, changed)
SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
       1 + coalesce((SELECT version FROM scopes WHERE space_id = ? AND user_id = ?), 0);

-- name: save_fact_state
UPDATE fact_states
SET state = ?, pinned = ?, confirmed_at = ?, confidence = ?, importance = ?, expires_at = ?,
    last_used = ?, uses = ?, repeats = ?, origin = ?, trust = ?, superseded_by = ?, tombstoned_at = ?, holds = ?,
    events = ?, due_at = ?, checksum = ?,
    changed = 1 + coalesce((SELECT version FROM scopes WHERE space_id = ? AND user_id = ?), 0)
WHERE space_id = ? AND user_id = ? AND number = ?;

-- name: count_live_facts
UPDATE fact_totals
SET live = live + ?
WHERE space_id = ? AND user_id = ?;

-- name: add_fact_event
INSERT INTO fact_events (
    space_id, user_id, fact, number, kind, at, by_whom, other, data, checksum)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: add_fact_span
INSERT INTO fact_spans (
    space_id, user_id, fact, event, number, message, part, starts, ends)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: add_fact_terms
INSERT INTO fact_terms (space_id, user_id, number, at, tokens, flags, terms)
VALUES (?, ?, ?, ?, ?, ?, ?);

-- name: add_fact_vector
INSERT INTO fact_vectors (space_id, user_id, embedder, number, vector)
VALUES (?, ?, ?, ?, ?)
ON CONFLICT DO NOTHING;

-- name: embedded_facts
UPDATE fact_totals
SET embedded_to = max(embedded_to, ?)
WHERE space_id = ? AND user_id = ?;
