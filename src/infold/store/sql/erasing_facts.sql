-- Facts of a user that are erased all at once: hidden by their state in one statement, which touches no
-- index, and removed some hundred a transaction. `erasing`: no row is to be left; `purging`: what they
-- say is to go. Such a row is no `fact_states` row for anybody else, and its checksum does not hold.

-- name: hide_all_facts
UPDATE fact_states SET state = 'erasing' WHERE space_id = ? AND user_id = ?;

-- name: hide_said_facts
UPDATE fact_states SET state = 'purging'
WHERE space_id = ? AND user_id = ? AND state NOT IN ('purged', 'erasing', 'purging')
  AND agent_id IS coalesce(?, agent_id) AND session_id IS coalesce(?, session_id);

-- name: recount_live_facts
UPDATE fact_totals
SET live = (SELECT count(*) FROM fact_states AS s
            WHERE s.space_id = ?1 AND s.user_id = ?2 AND s.state = 'live'),
    embedded_to = CASE WHEN ?3 THEN facts ELSE embedded_to END
WHERE space_id = ?1 AND user_id = ?2;

-- name: facts_to_erase
SELECT count(*), coalesce(sum(events), 0)
FROM fact_states
WHERE space_id = ? AND user_id = ? AND state NOT IN ('purged', 'erasing', 'purging')
  AND agent_id IS coalesce(?, agent_id) AND session_id IS coalesce(?, session_id);

-- name: fact_is_known
SELECT 1 FROM fact_states WHERE space_id = ? AND user_id = ? AND id = ?;

-- name: hidden_facts
SELECT number, id
FROM fact_states
WHERE space_id = ? AND user_id = ? AND state = ? AND number > ?
ORDER BY number
LIMIT ?;

-- name: hidden_among
SELECT wanted.value
FROM json_each(?) AS wanted
CROSS JOIN fact_states AS s
    ON s.space_id = ? AND s.user_id = ? AND s.id = wanted.value
WHERE s.state IN ('erasing', 'purging');

-- name: fact_words
SELECT f.text, f.value, f.subject, f.attribute
FROM json_each(?) AS wanted
CROSS JOIN facts AS f
    ON f.space_id = ? AND f.user_id = ? AND f.number = wanted.value;

-- name: event_words
SELECT e.data
FROM json_each(?) AS wanted
CROSS JOIN fact_events AS e
    ON e.space_id = ? AND e.user_id = ? AND e.fact = wanted.value
WHERE e.data <> '';

-- name: spoken_words
-- The messages may be hidden already, so nothing leads to them but their ids.
SELECT m.id, m.parts, p.part, p.starts, p.ends
FROM json_each(?) AS wanted
CROSS JOIN fact_spans AS p
    ON p.space_id = ? AND p.user_id = ? AND p.fact = wanted.value
CROSS JOIN messages AS m
    ON m.space_id = p.space_id AND m.user_id = p.user_id AND m.id = p.message
ORDER BY m.conversation, m.position, p.part, p.starts;

-- name: fact_marks
SELECT t.terms FROM json_each(?1) AS wanted
CROSS JOIN fact_terms AS t ON t.space_id = ?2 AND t.user_id = ?3 AND t.number = wanted.value;

-- name: vector_marks
SELECT v.vector FROM json_each(?1) AS wanted
CROSS JOIN fact_vectors AS v
    ON v.space_id = ?2 AND v.user_id = ?3 AND v.embedder = ?4 AND v.number = wanted.value;

-- name: remove_fact_states
DELETE FROM fact_states
WHERE space_id = ? AND user_id = ? AND number IN (SELECT value FROM json_each(?));

-- name: drop_fact_totals
DELETE FROM fact_totals
WHERE space_id = ?1 AND user_id = ?2
  AND NOT EXISTS (SELECT 1 FROM fact_states WHERE space_id = ?1 AND user_id = ?2);
