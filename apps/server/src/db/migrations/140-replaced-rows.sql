-- The original values of rows that an upload changed and that other uploads share, kept until the upload is rolled
-- back; for each row only the changed columns. before null: the row did not exist.
create table replaced_row (
  upload_id bigint not null references upload on delete cascade deferrable initially deferred,
  place text not null,
  key jsonb not null,
  before jsonb,
  after jsonb not null,
  primary key (upload_id, place, key)
);
create index replaced_row_of_key on replaced_row (place, key, upload_id);

-- False for uploads from before this migration, whose replaced rows were not kept.
alter table upload add column keeps_replaced boolean not null default false;

create function changed_columns(one jsonb, other jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(name, value), '{}') from jsonb_each(one) it (name, value)
  where value is distinct from other -> name
$$;

-- Trigger on a table, with its key columns as arguments. Does nothing outside an upload's transaction.
create function keep_replaced() returns trigger language plpgsql as $$
declare
  upload bigint := nullif(current_setting('finlist.upload', true), '')::bigint;
begin
  if upload is null then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into replaced_row (upload_id, place, key, before, after)
    select upload, tg_table_name, (select jsonb_object_agg(name, r.value -> name) from unnest(tg_argv) name), null,
      r.value - tg_argv
    from new_rows, to_jsonb(new_rows) r (value);
    return null;
  end if;
  insert into replaced_row (upload_id, place, key, before, after)
  select upload, tg_table_name, n.key, changed_columns(o.value, n.value), changed_columns(n.value, o.value)
  from (select value, (select jsonb_object_agg(name, value -> name) from unnest(tg_argv) name) as key
      from new_rows, to_jsonb(new_rows) r (value)) n
    join (select value, (select jsonb_object_agg(name, value -> name) from unnest(tg_argv) name) as key
      from old_rows, to_jsonb(old_rows) r (value)) o using (key)
  where n.value <> o.value
  on conflict (upload_id, place, key) do update set
    before = excluded.before || replaced_row.before,
    after = replaced_row.after || excluded.after;
  return null;
end $$;

create trigger stock_added after insert on stock referencing new table as new_rows
  for each statement execute function keep_replaced('exchange', 'stock_code');
create trigger stock_replaced after update on stock referencing old table as old_rows new table as new_rows
  for each statement execute function keep_replaced('exchange', 'stock_code');
create trigger practice_stock_added after insert on practice_stock referencing new table as new_rows
  for each statement execute function keep_replaced('space', 'stock_code');
create trigger practice_stock_replaced after update on practice_stock referencing old table as old_rows new table as new_rows
  for each statement execute function keep_replaced('space', 'stock_code');
create trigger game_level_added after insert on game_level referencing new table as new_rows
  for each statement execute function keep_replaced('playlist_id', 'level_id');
create trigger game_level_replaced after update on game_level referencing old table as old_rows new table as new_rows
  for each statement execute function keep_replaced('playlist_id', 'level_id');
create trigger chart_pattern_added after insert on chart_pattern referencing new table as new_rows
  for each statement execute function keep_replaced('exchange', 'pattern_id');
create trigger chart_pattern_replaced after update on chart_pattern referencing old table as old_rows new table as new_rows
  for each statement execute function keep_replaced('exchange', 'pattern_id');
create trigger video_added after insert on video referencing new table as new_rows
  for each statement execute function keep_replaced('list', 'vimeo_id');
create trigger video_replaced after update on video referencing old table as old_rows new table as new_rows
  for each statement execute function keep_replaced('list', 'vimeo_id');
create trigger profit_alert_added after insert on profit_alert referencing new table as new_rows
  for each statement execute function keep_replaced('exchange', 'stock_code', 'released_at');
create trigger profit_alert_replaced after update on profit_alert referencing old table as old_rows new table as new_rows
  for each statement execute function keep_replaced('exchange', 'stock_code', 'released_at');
