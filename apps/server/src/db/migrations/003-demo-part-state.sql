-- What a part that grows needs to go on from: the demo markets keep their first day and the last one loaded.
alter table demo_part add column state jsonb not null default '{}';
