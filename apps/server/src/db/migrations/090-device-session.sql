-- The session that the device key is bound to, and the networks it was recently seen in, each with its time in ms.
alter table device add column session_id uuid;
alter table device add column networks jsonb not null default '{}';
