-- State from which a part that grows is continued; for the demo markets, their first day and the last one loaded.
alter table demo_part add column state jsonb not null default '{}';
