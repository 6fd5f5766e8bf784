-- Facts that stand for others: which, and for whom. The truth are the `merged` events of the others.

-- name: merge_members
SELECT DISTINCT fact
FROM fact_events
WHERE space_id = ? AND user_id = ? AND kind = 'merged' AND other = ?
ORDER BY fact;

-- name: merges_of
SELECT DISTINCT e.other
FROM json_each(?) AS wanted
CROSS JOIN fact_events AS e
    ON e.space_id = ? AND e.user_id = ? AND e.fact = wanted.value
WHERE e.kind = 'merged' AND e.other <> ''
ORDER BY e.other;
