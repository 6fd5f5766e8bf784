-- Episodes, and what a model was given to hear.

-- name: episodes
SELECT e.id, c.id, e.first, e.last, e.at_from, e.at_to, e.participants
FROM episodes AS e
JOIN conversations AS c
  ON c.space_id = e.space_id AND c.user_id = e.user_id AND c.number = e.conversation
WHERE e.space_id = ? AND e.user_id = ? AND e.conversation = ?
ORDER BY e.first;

-- name: episode_place
SELECT c.id
FROM episodes AS e
JOIN conversations AS c
  ON c.space_id = e.space_id AND c.user_id = e.user_id AND c.number = e.conversation
WHERE e.space_id = ? AND e.user_id = ? AND e.id = ?
  AND c.agent_id IS coalesce(?, c.agent_id) AND c.session_id IS coalesce(?, c.session_id);

-- name: last_episode
SELECT max(first), max(last)
FROM episodes
WHERE space_id = ? AND user_id = ? AND conversation = ?;

-- name: drop_episodes
DELETE FROM episodes
WHERE space_id = ? AND user_id = ? AND conversation = ? AND first >= ?;

-- name: add_episode
INSERT INTO episodes (
    space_id, user_id, conversation, first, last, id, at_from, at_to, participants)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?);

-- name: hearings
SELECT number, first, last, state, facts, dropped, model, prompt, calls, input_tokens,
       output_tokens, fault
FROM hearings
WHERE space_id = ? AND user_id = ? AND conversation = ?
ORDER BY number;

-- name: hearing_totals
SELECT state, count(*), sum(calls), sum(input_tokens), sum(output_tokens), sum(facts)
FROM hearings
WHERE space_id = ? AND user_id = ?
GROUP BY state
ORDER BY state;

-- name: save_hearing
INSERT INTO hearings (
    space_id, user_id, conversation, number, first, last, state, facts, dropped, model, prompt,
    calls, input_tokens, output_tokens, fault)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (space_id, user_id, conversation, number)
DO UPDATE SET first = excluded.first, last = excluded.last, state = excluded.state,
    facts = excluded.facts, dropped = excluded.dropped, model = excluded.model,
    prompt = excluded.prompt, calls = excluded.calls, input_tokens = excluded.input_tokens,
    output_tokens = excluded.output_tokens, fault = excluded.fault;

-- name: next_hearing
SELECT coalesce(max(number), 0) + 1
FROM hearings
WHERE space_id = ? AND user_id = ? AND conversation = ?;

-- name: drop_hearing
DELETE FROM hearings
WHERE space_id = ? AND user_id = ? AND conversation = ? AND number = ?;
