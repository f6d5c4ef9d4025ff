-- The session that the device's pair is bound to, and the networks it was lately seen from, each with its moment in ms.
alter table device add column session_id uuid;
alter table device add column networks jsonb not null default '{}';
