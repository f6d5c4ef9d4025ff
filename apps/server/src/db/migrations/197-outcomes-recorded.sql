-- The day from which an outcome is final: the last one on which its pick or a twin could still change; null while one
-- can. `recorded_in` is the number of the record entry that contains it; null: none yet.
alter table pick_outcome add column stands_since date, add column recorded_in bigint;
update pick_outcome set stands_since = as_at where state not in ('waiting', 'filled') and twins_open = 0;
