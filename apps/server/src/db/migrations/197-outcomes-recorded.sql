-- The day from which an outcome stands: the last on which its pick or one of its twins could still change; null while one
-- can. `recorded_in` is the number of the record's entry that tells it; null: none yet.
alter table pick_outcome add column stands_since date, add column recorded_in bigint;
update pick_outcome set stands_since = as_at where state not in ('waiting', 'filled') and twins_open = 0;
