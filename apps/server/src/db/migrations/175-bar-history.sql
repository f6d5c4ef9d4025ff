-- The upload that brought the bar; null: none, or one from before this migration.
alter table bar add column upload_id bigint;

-- Previous values of bars that were updated or deleted. `brought_by` is the upload that had brought the bar,
-- `upload_id` the one that replaced it; null: something else did.
create table bar_history (
  exchange text not null,
  stock_code text not null,
  date date not null,
  open double precision not null,
  high double precision not null,
  low double precision not null,
  close double precision not null,
  volume bigint not null,
  brought_by bigint,
  until timestamptz not null,
  upload_id bigint
);
create index bar_history_of_upload on bar_history (upload_id) where upload_id is not null;

create function keep_bar_history() returns trigger language plpgsql as $$
declare
  upload bigint := nullif(current_setting('finlist.upload', true), '')::bigint;
  at timestamptz := product_now();
begin
  insert into bar_history select exchange, stock_code, date, open, high, low, close, volume, upload_id, at, upload from old_rows;
  return null;
end $$;
create trigger bar_updated after update on bar referencing old table as old_rows
  for each statement execute function keep_bar_history();
create trigger bar_deleted after delete on bar referencing old table as old_rows
  for each statement execute function keep_bar_history();

-- The ids of the uploads whose bars this one replaced; null: from before this migration, when they were not recorded.
alter table upload add column replaced_uploads jsonb;
